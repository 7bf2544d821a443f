"""Who comes to the table, leaves it, or takes a seat: ``kommt``, ``geht``, ``wechsel``."""

from __future__ import annotations

from typing import Final

from dokosheet.core.notation.tokens import Key, Kind, Naming, Seating, Source, Tokens
from dokosheet.core.notation.vocabulary import fold
from dokosheet.core.records import Record, replace


class JoinEntry(Record, frozen=True):
    """A player comes to the table: to the old seat, or behind ``after``."""

    source: Source
    player: str = ""
    after: str | None = None


def read_join(it: Tokens) -> JoinEntry:
    """``kommt Emil``, ``kommt Emil nach Cem``."""
    player, after = "", None
    for i, _, _, token in it.rest():
        if i == 1:
            player, it.fields[i] = it.newcomer(i, token), "player"
        elif fold(token) in ("nach", "after"):
            it.fields[i] = "word"
        elif i == 3 and it.fields[2] == "word":
            after, it.fields[i] = it.player(i, token), "after"
        else:
            it.unknown(i, ("nach",))
    if len(it.tokens) == 1 or it.fields[-1] == "word":
        it.bad(len(it.tokens) - 1, "names")
    return JoinEntry(it.source, player, after)


def spell_join(entry: JoinEntry, word: Naming) -> str:
    """The canonical line."""
    return f"kommt {entry.player}" + (f" nach {word(entry.after)}" if entry.after else "")


def rename_join(entry: JoinEntry, name: Naming, cells: Seating) -> JoinEntry:
    """Who comes, and behind whom."""
    return replace(entry, player=name(entry.player), after=entry.after and name(entry.after))


class LeaveEntry(Record, frozen=True):
    """A player leaves the table."""

    source: Source
    player: str = ""


def read_leave(it: Tokens) -> LeaveEntry:
    """``geht Dora``."""
    player = ""
    for i, _, _, token in it.rest():
        if i == 1:
            player, it.fields[i] = it.player(i, token) or "", "player"
        else:
            it.unknown(i)
    if len(it.tokens) == 1:
        it.bad(0, "names")
    return LeaveEntry(it.source, player)


def spell_leave(entry: LeaveEntry, word: Naming) -> str:
    """The canonical line."""
    return f"geht {word(entry.player)}"


def rename_leave(entry: LeaveEntry, name: Naming, cells: Seating) -> LeaveEntry:
    """Who leaves."""
    return replace(entry, player=name(entry.player))


class ReplaceEntry(Record, frozen=True):
    """``by`` takes the seat of ``player``."""

    source: Source
    player: str = ""
    by: str = ""


def read_replace(it: Tokens) -> ReplaceEntry:
    """``wechsel Dora Emil``."""
    player = by = ""
    for i, _, _, token in it.rest():
        if i == 1:
            player, it.fields[i] = it.player(i, token) or "", "player"
        elif i == 2:
            by, it.fields[i] = it.newcomer(i, token), "by"
        else:
            it.unknown(i)
    if len(it.tokens) < 3:
        it.bad(len(it.tokens) - 1, "names")
    return ReplaceEntry(it.source, player, by)


def spell_replace(entry: ReplaceEntry, word: Naming) -> str:
    """The canonical line."""
    return f"wechsel {word(entry.player)} {entry.by}"


def rename_replace(entry: ReplaceEntry, name: Naming, cells: Seating) -> ReplaceEntry:
    """Both."""
    return replace(entry, player=name(entry.player), by=name(entry.by))


PeopleEntry = JoinEntry | LeaveEntry | ReplaceEntry

KINDS: Final = {
    "join": Kind(
        JoinEntry,
        ("kommt",),
        read_join,
        spell_join,
        rename_join,
        keys={
            "player": Key(str, "who comes"),
            "after": Key(str, "who sits before the seat", None, lambda after: ("nach", after) if after else ()),
        },
        value=Key(str, "who comes"),
    ),
    "leave": Kind(LeaveEntry, ("geht",), read_leave, spell_leave, rename_leave, value=Key(str, "who leaves")),
    "replace": Kind(
        ReplaceEntry,
        ("wechsel",),
        read_replace,
        spell_replace,
        rename_replace,
        keys={"player": Key(str, "who leaves"), "by": Key(str, "who takes the seat")},
    ),
}
