"""From the value of a hand to what each player writes down (TSR 7.2.4; knobs ``factor``, ``settlement``)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from decimal import Decimal

from dokosheet.core.rules import Factor, Ruleset, Settlement
from dokosheet.core.terms import Number, Party


def shares(value: int, factor: Factor, lone: Party = "re", mode: str = "zero_sum") -> tuple[int, int]:
    """Points of each player of Re and of each player of Kontra, for a value per head seen from Re.

    ``lone``: the party whose share is ``win`` or ``lose``; with ``plus`` only the winners write, with ``minus`` only
    the losers.
    """
    gain = value if lone == "re" else -value
    mine, theirs = gain * (factor.win if gain > 0 else factor.lose), -gain * factor.others
    if mode == "plus":
        mine, theirs = max(mine, 0), max(theirs, 0)
    elif mode == "minus":
        mine, theirs = min(mine, 0), min(theirs, 0)
    return (mine, theirs) if lone == "re" else (theirs, mine)


def spread(players: Sequence[str], re: Collection[str], points: tuple[Number, Number]) -> dict[str, Number]:
    """The points of the players of one hand, in their order: Re's and Kontra's share by who is Re."""
    mine, theirs = points
    return {player: mine if player in re else theirs for player in players}


def shown(points: Number, rules: Ruleset) -> Number:
    """Points in the unit in which a table writes them (knob ``settlement.unit``)."""
    unit = rules.settlement.unit
    return points if unit == 1 else whole(points * unit)


def gain(points: Number, settlement: Settlement) -> Number:
    """Points so that more is better: some tables write strokes for what was lost (knob ``settlement.unit``)."""
    return points if settlement.unit > 0 else -points


def won(points: Sequence[Number], settlement: Settlement) -> frozenset[int]:
    """The places of those who have won a hand in the row of its points, fees apart; nobody where all have nothing.

    The one answer to what a sign means: who has more than nothing has won; where only the losers write, who has nothing
    while another has lost (knobs ``settlement.mode``, ``settlement.unit``).
    """
    gains = [gain(one, settlement) for one in points]
    if settlement.mode == "minus":
        return frozenset(i for i, one in enumerate(gains) if one >= 0) if min(gains, default=0) < 0 else frozenset()
    return frozenset(i for i, one in enumerate(gains) if one > 0)


def whole(number: Number) -> Number:
    """A number without decimals as an int."""
    return int(number) if isinstance(number, Decimal) and number == number.to_integral_value() else number
