"""Findings that people have answered: ``ok:S404`` accepts one, ``gilt`` lets the written facts of a line stand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from dokosheet.checks.registry import REPORTED_BY, at
from dokosheet.core.finding import CODES, Finding, Place, bounded
from dokosheet.core.ledger.rows import Ledger, Row
from dokosheet.core.notation.sheet import CarryEntry, EndEntry, Entry, FinalEntry, HandEntry, PenaltyEntry

REPORTED_BY["B510"] = REPORTED_BY["B511"] = [f"{__name__}.answered"]

#: Findings about written facts, which ``gilt`` settles.
ABOUT_WRITTEN: Final = frozenset(code for code in CODES if code[0] == "S") | {"B501", "B504", "B505", "B507"}


def answered(found: Iterable[Finding], ledger: Ledger) -> list[Finding]:
    """The findings that remain, with a notice for each line that stands and each answer that matches nothing."""
    entries = [e for e in (*ledger.sheet.entries, *(ledger.sheet.rubric or ())) if answers(e) or stands(e)]
    if not entries and not ledger.sheet.ok:
        return list(found)
    by_line = {line: entry for entry in entries for line in _lines(entry)}
    used: set[tuple[int, str]] = set()
    settled: dict[int, list[str]] = {}
    remaining = []
    for finding in found:
        entry = by_line.get(finding.place.line)
        if finding.code[0] == "F":
            remaining.append(finding)
        elif entry is not None and finding.code in answers(entry):
            used.add((id(entry), finding.code))
        elif finding.code in ledger.sheet.ok:
            used.add((0, finding.code))
        elif entry is not None and stands(entry) and finding.code in ABOUT_WRITTEN:
            settled.setdefault(id(entry), []).append(finding.code)
        else:
            remaining.append(finding)
    return [*remaining, *_notices(entries, ledger, used, settled)]


def answers(entry: Entry) -> tuple[str, ...]:
    """The codes that an entry answers."""
    if isinstance(entry, HandEntry):
        return entry.hand.ok
    return entry.ok if isinstance(entry, (PenaltyEntry, EndEntry, CarryEntry, FinalEntry)) else ()


def stands(entry: Entry) -> bool:
    """Whether the written facts of an entry are believed."""
    return isinstance(entry, HandEntry) and entry.hand.gilt


def _lines(entry: Entry) -> set[int]:
    return {entry.source.place.line, *(place.line for place in entry.source.places.values())}


def _notices(
    entries: Iterable[Entry], ledger: Ledger, used: set[tuple[int, str]], settled: dict[int, list[str]]
) -> Iterator[Finding]:
    rows: dict[int, Row] = {id(row.entry): row for row in ledger.rows}
    for entry in entries:
        number = rows[id(entry)].n if id(entry) in rows else None
        yield from bounded(
            [
                Finding("B510", entry.source.at("ok", i), {"code": code}, severity="notice", hand=number)
                for i, code in enumerate(answers(entry))
                if (id(entry), code) not in used
            ]
        )
        if id(entry) in settled and id(entry) in rows:
            codes = sorted(set(settled[id(entry)]))
            yield at(rows[id(entry)], "B511", "gilt", args={"codes": codes})
    place = ledger.sheet.places.get("ok", Place(1, 1, 2))
    unused = [code for code in ledger.sheet.ok if (0, code) not in used and code[:1] != "T"]  # T: of several sheets
    yield from bounded([Finding("B510", place, {"code": code}, severity="notice") for code in unused])
