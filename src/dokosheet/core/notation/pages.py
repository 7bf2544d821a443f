"""The entries of a list that begins in the middle or has holes: ``uebertrag``, ``luecke``, ``endstand``."""

from __future__ import annotations

from typing import Annotated, Any, Final

from dokosheet.core.models import Between, Whole
from dokosheet.core.notation.hand import Cell
from dokosheet.core.notation.spelling import format_cells
from dokosheet.core.notation.tokens import (
    NOTE,
    OK,
    Key,
    Kind,
    Naming,
    Seating,
    Source,
    Texts,
    Tokens,
    as_row,
    behind,
    line_of,
)
from dokosheet.core.notation.words import Problem, Words
from dokosheet.core.records import Record, replace

#: More hands than this are on no list.
MOST_HANDS: Final = 999


class CarryEntry(Record, frozen=True):
    """Totals carried over from the page before (Übertrag): at the beginning, or where they were written again.

    ``cells`` in seat order of those at the table, empty where they could not be read; ``hands``: how many were played
    on the pages before, None where nobody wrote it.
    """

    source: Source
    cells: tuple[Cell, ...] = ()
    hands: int | None = None
    ok: tuple[str, ...] = ()
    text: str = ""


class FinalEntry(Record, frozen=True):
    """The final result (Endstand), and after how many hands; the fields are those of a CarryEntry."""

    source: Source
    cells: tuple[Cell, ...] = ()
    hands: int | None = None
    ok: tuple[str, ...] = ()
    text: str = ""


def read_carry(it: Tokens) -> CarryEntry:
    """``uebertrag 14,-2,-8,-4 spiele:12 "page 1"``."""
    return CarryEntry(**_totals(it))


def read_final(it: Tokens) -> FinalEntry:
    """``endstand 35,7,-3,-39 spiele:15``."""
    return FinalEntry(**_totals(it))


def _totals(it: Tokens) -> dict[str, Any]:
    """The fields of the entry. In a line of which something cannot be read nothing is concluded from its numbers."""
    found: dict[str, Any] = {}
    for i, key, value, token in it.rest():
        if key == '"':
            it.say(i, value)
        elif key == "ok":
            it.accept(i, value)
        elif key in HANDS:
            if "hands" in found or hands_of(value) is None:
                it.bad(i, "twice" if "hands" in found else "hands")
            found["hands"], it.fields[i] = hands_of(value), "hands"
        elif key not in ("", "t") and "," not in token and "/" not in token:
            it.unknown(i, ("spiele:", "ok:"))  # of a named row there are several cells
        elif "cells" not in found:
            cells = _cells(token, it.table)
            found["cells"], it.fields[i] = () if isinstance(cells, Problem) else cells, "cells"
            if isinstance(cells, Problem):
                it.problems.append((i, cells))
        elif found["cells"]:
            it.bad(i, "twice")
    if "cells" not in found and not it.problems:
        it.bad(0, "totals")
    return {"source": it.source, "ok": it.ok, "text": it.text} | ({} if it.problems else found)


def _cells(token: str, table: Words) -> tuple[Cell, ...] | Problem:
    """The cells of a row of totals, as behind ``==``: one for everybody at the table, in seat order."""
    text = token[2:] if token[:2] in ("t:", "T:") else token.lstrip("=")
    field, cells = table.meaning(f"=={text}")
    if field == "problem":
        return cells  # type: ignore[no-any-return]
    if len(cells) != len(table.players):
        return Problem("F103", "row-length", (("n", len(cells)), ("wanted", len(table.players))))
    return cells  # type: ignore[no-any-return]


def spell_carry(entry: CarryEntry, word: Naming) -> str:
    """The canonical line."""
    return _spelled("uebertrag", entry)


def spell_final(entry: FinalEntry, word: Naming) -> str:
    """The canonical line."""
    return _spelled("endstand", entry)


def _spelled(first: str, entry: CarryEntry | FinalEntry) -> str:
    hands = "" if entry.hands is None else f"spiele:{entry.hands}"
    return line_of(f"{first} {format_cells(entry.cells)}", hands, ok=entry.ok, text=entry.text)


def rename_totals(entry: CarryEntry | FinalEntry, name: Naming, cells: Seating) -> CarryEntry | FinalEntry:
    """The totals in another order of seats."""
    return replace(entry, cells=cells(entry.cells))


class GapEntry(Record, frozen=True):
    """``hands`` that were played and are lost (Lücke)."""

    source: Source
    hands: int = 1
    text: str = ""


def read_gap(it: Tokens) -> GapEntry:
    """``luecke 2 "why"``; ``luecke`` alone is one hand. A number that cannot be read counts as one."""
    hands: int | None = None
    for i, key, value, token in it.rest():
        if key == '"':
            it.say(i, value)
        elif hands is None and key in ("", *HANDS):
            hands, it.fields[i] = hands_of(value), "hands"
            if not hands:
                it.bad(i, "hands")
                hands = 1
        elif key in ("", *HANDS) and token.isdecimal():
            it.bad(i, "twice")
        else:
            it.unknown(i)
    del it.problems[1:]
    return GapEntry(it.source, hands or 1, it.text)


def spell_gap(entry: GapEntry, word: Naming) -> str:
    """The canonical line."""
    return line_of("luecke", str(entry.hands), text=entry.text)


#: The word before the colon where a number of hands stands.
HANDS: Final = ("spiele", "hands")


def hands_of(text: str) -> int | None:
    """A number of hands; None for anything else."""
    fits = text.isascii() and text.isdecimal() and len(text) <= len(str(MOST_HANDS))
    return int(text) if fits else None


PageEntry = CarryEntry | GapEntry | FinalEntry

_ROW: Final = Key(Texts, "totals in seat order", write=as_row, row=True)
_HANDS: Final = Key(
    Annotated[int, Between(0, MOST_HANDS)], "how many hands were played before", None, behind("spiele:")
)
_TOTALS: Final = {"totals": _ROW, "hands": _HANDS, "ok": OK, "note": NOTE}

KINDS: Final = {
    "carry": Kind(CarryEntry, ("uebertrag", "carry"), read_carry, spell_carry, rename_totals, keys=_TOTALS, value=_ROW),
    "gap": Kind(
        GapEntry,
        ("luecke", "gap"),
        read_gap,
        spell_gap,
        keys={"hands": Key(Annotated[int, Between(1, MOST_HANDS)], "how many are lost", 1), "note": NOTE},
        value=Key(Whole, "how many are lost"),
    ),
    "final": Kind(FinalEntry, ("endstand", "final"), read_final, spell_final, rename_totals, keys=_TOTALS, value=_ROW),
}
