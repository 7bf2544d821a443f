"""The table view in texts: what stands on the screen above the keys, and what is said about a row."""

from __future__ import annotations

from collections.abc import Iterator

from dokosheet.core.finding import Finding
from dokosheet.core.ledger.rows import Ledger, PageRow, Row
from dokosheet.core.records import Record
from dokosheet.edit.document import Document
from dokosheet.screen.breakdown import breakdown, points_line
from dokosheet.screen.findings import as_text
from dokosheet.screen.listing import heading, list_table, totals_line, what_next
from dokosheet.text import Texts

#: What stands before a row with findings, for eyes that see no colours either.
SIGNS = {"error": "!", "warning": "?", "notice": " "}
_CLEAN = " "


class View(Record, frozen=True):
    """What stands there: the titles, a line a row of the timeline, and below the totals and what comes next."""

    heading: str
    titles: str
    rows: tuple[str, ...]
    below: tuple[str, ...]


def view(opened: Document, ledger: Ledger, t: Texts, room: int) -> View:
    """A sheet in ``room`` columns; a row with findings begins with the sign of the worst."""
    titles, *rows = list_table(ledger, t).lines(room - len(_CLEAN))
    signs = [_sign(findings_of(opened, ledger, i)) for i in range(len(ledger.timeline))]
    return View(
        heading(ledger.sheet, t),
        _CLEAN + titles,
        tuple(sign + row for sign, row in zip(signs, rows, strict=True)),
        tuple("\n".join([totals_line(ledger, t), *what_next(ledger, t)]).splitlines()),
    )


def _sign(found: tuple[Finding, ...]) -> str:
    return next((SIGNS[severity] for severity in SIGNS if any(f.severity == severity for f in found)), _CLEAN)


def findings_of(opened: Document, ledger: Ledger, index: int) -> tuple[Finding, ...]:
    """The findings of a row: those of its hand, else those in its line."""
    row = ledger.timeline[index]
    line = row.entry.source.place.line if row.entry else 0
    number = row.n if isinstance(row, Row) else None
    return tuple(f for f in opened.findings if (f.place.line == line if f.hand is None else f.hand == number))


def about(opened: Document, ledger: Ledger, index: int, t: Texts) -> Iterator[str]:
    """Why a row is what it is, and what was found in it."""
    row = ledger.timeline[index]
    line = row.entry.source.text if row.entry else ""
    if isinstance(row, Row):
        yield t("add.row", n=row.n, line=line)
        yield from breakdown(row, t)
    else:
        yield line
        if not isinstance(row, PageRow) and row.points:
            yield points_line(row.points, t)
    for finding in findings_of(opened, ledger, index):
        yield from as_text(finding, None, t)
