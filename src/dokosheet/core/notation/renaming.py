"""An entry with other names in it, or with its rows in another order of seats; what it says stays the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from dokosheet.core.notation.hand import Cell, Hand
from dokosheet.core.notation.sheet import (
    NOWHERE,
    CarryEntry,
    Entry,
    FinalEntry,
    HandEntry,
    JoinEntry,
    LeaveEntry,
    PenaltyEntry,
    RedealEntry,
    ReplaceEntry,
)

Name = Callable[[str], str]
Cells = Callable[[tuple[Cell, ...]], tuple[Cell, ...]]


def renamed(entry: Entry, name: Name, cells: Cells) -> Entry:
    """The entry with ``name`` of every player and ``cells`` of every row."""
    match entry:
        case HandEntry(hand=hand):
            return replace(entry, hand=_hand(hand, name, cells))
        case PenaltyEntry(player=player, soloist=soloist):
            return replace(entry, player=name(player), soloist=soloist and name(soloist))
        case RedealEntry(player=player):
            return replace(entry, player=player and name(player))
        case JoinEntry(player=player, after=after):
            return replace(entry, player=name(player), after=after and name(after))
        case LeaveEntry(player=player):
            return replace(entry, player=name(player))
        case ReplaceEntry(player=player, by=by):
            return replace(entry, player=name(player), by=name(by))
        case CarryEntry() | FinalEntry():
            return replace(entry, cells=cells(entry.cells))
    return entry


def _hand(hand: Hand, name: Name, cells: Cells) -> Hand:
    def names(people: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(name(one) for one in people)

    def made_by(values: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(replace(value, by=name(value.by)) for value in values)

    return replace(
        hand,
        named=names(hand.named),
        calls=tuple(replace(call, speaker=call.speaker and name(call.speaker)) for call in hand.calls),
        own_calls=made_by(hand.own_calls),
        sonderpunkte=made_by(hand.sonderpunkte),
        stiche=made_by(hand.stiche),
        sieger=names(hand.sieger),
        dealer=hand.dealer and name(hand.dealer),
        sits_out=names(hand.sits_out),
        score=None if hand.score is None else cells(hand.score),
        total=None if hand.total is None else cells(hand.total),
    )


def says(entry: Entry) -> Entry:
    """The entry without its place, to compare."""
    return replace(entry, source=NOWHERE)
