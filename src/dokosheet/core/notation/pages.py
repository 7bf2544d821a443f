"""The lines of a list that begins in the middle or has holes: ``uebertrag``, ``luecke``, ``endstand``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from dokosheet.core.finding import Finding
from dokosheet.core.notation.hand import Cell
from dokosheet.core.notation.sheet import CarryEntry, FinalEntry, GapEntry, PageEntry, Source
from dokosheet.core.notation.spelling import format_cells, quote
from dokosheet.core.notation.tokens import Tokens
from dokosheet.core.notation.words import Problem, Words

#: More hands than this are on no list.
MOST_HANDS: Final = 999


def parse_carry(tokens: Sequence[str], table: Words, source: Source) -> tuple[PageEntry, list[Finding]]:
    """``uebertrag 14,-2,-8,-4 spiele:12 "page 1"``."""
    source, found, findings = _totals(tokens, table, source)
    return CarryEntry(source, **found), findings


def parse_final(tokens: Sequence[str], table: Words, source: Source) -> tuple[PageEntry, list[Finding]]:
    """``endstand 35,7,-3,-39 spiele:15``."""
    source, found, findings = _totals(tokens, table, source)
    return FinalEntry(source, **found), findings


def parse_gap(tokens: Sequence[str], table: Words, source: Source) -> tuple[PageEntry, list[Finding]]:
    """``luecke 2 "why"``; ``luecke`` alone is one hand. A number that cannot be read counts as one."""
    it = Tokens(tokens, table, source)
    hands: int | None = None
    texts = []
    for i, key, value, token in it.rest():
        if key == '"':
            texts.append(value)
            it.fields[i] = "text"
        elif hands is None and key in ("", *HANDS):
            hands, it.fields[i] = hands_of(value), "hands"
            if not hands:
                it.bad(i, "hands")
                hands = 1
        elif key in ("", *HANDS) and token.isdecimal():
            it.bad(i, "twice")
        else:
            it.unknown(i)
    source, findings = it.finish()
    return GapEntry(source, hands or 1, " ".join(texts)), findings[:1]


#: The word before the colon where a number of hands stands.
HANDS: Final = ("spiele", "hands")


def hands_of(text: str) -> int | None:
    """A number of hands; None for anything else."""
    fits = text.isascii() and text.isdecimal() and len(text) <= len(str(MOST_HANDS))
    return int(text) if fits else None


def _totals(tokens: Sequence[str], table: Words, source: Source) -> tuple[Source, dict[str, Any], list[Finding]]:
    """The source with its fields, the fields of the entry, and the findings.

    In a line of which something cannot be read nothing is concluded from its numbers.
    """
    it = Tokens(tokens, table, source)
    found: dict[str, Any] = {}
    texts = []
    for i, key, value, token in it.rest():
        if key == '"':
            texts.append(value)
            it.fields[i] = "text"
        elif key == "ok":
            found["ok"], it.fields[i] = (*found.get("ok", ()), *value.upper().split(",")), "ok"
        elif key in HANDS:
            if "hands" in found or hands_of(value) is None:
                it.bad(i, "twice" if "hands" in found else "hands")
            found["hands"], it.fields[i] = hands_of(value), "hands"
        elif key not in ("", "t") and "," not in token and "/" not in token:
            it.unknown(i, ("spiele:", "ok:"))  # of a named row there are several cells
        elif "cells" not in found:
            cells = _cells(token, table)
            found["cells"], it.fields[i] = () if isinstance(cells, Problem) else cells, "cells"
            if isinstance(cells, Problem):
                it.problems.append((i, cells))
        elif found["cells"]:
            it.bad(i, "twice")
    if "cells" not in found and not it.problems:
        it.bad(0, "totals")
    found["text"] = " ".join(texts)
    source, findings = it.finish()
    if findings:
        found.pop("cells", None)
        found.pop("hands", None)
    return source, found, findings


def _cells(token: str, table: Words) -> tuple[Cell, ...] | Problem:
    """The cells of a row of totals, as behind ``==``: one for everybody at the table, in seat order."""
    text = token[2:] if token[:2] in ("t:", "T:") else token.lstrip("=")
    field, cells = table.meaning(f"=={text}")
    if field == "problem":
        return cells  # type: ignore[no-any-return]
    if len(cells) != len(table.players):
        return Problem("F103", "row-length", (("n", len(cells)), ("wanted", len(table.players))))
    return cells  # type: ignore[no-any-return]


def format_page(entry: PageEntry) -> str:
    """The canonical line."""
    if isinstance(entry, GapEntry):
        return " ".join(["luecke", str(entry.hands), *([quote(entry.text)] if entry.text else [])])
    parts = ["uebertrag" if isinstance(entry, CarryEntry) else "endstand", format_cells(entry.cells)]
    parts += [f"spiele:{entry.hands}"] if entry.hands is not None else []
    parts += [f"ok:{code}" for code in entry.ok]
    return " ".join([*parts, *([quote(entry.text)] if entry.text else [])])
