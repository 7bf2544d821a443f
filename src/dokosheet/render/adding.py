"""What to say after a line was added: the row, its breakdown, the totals, what comes next."""

from __future__ import annotations

from collections.abc import Iterator

from dokosheet.app.writing import Added
from dokosheet.core.rows import Ledger, PageRow, Row
from dokosheet.render.breakdown import breakdown, points_line
from dokosheet.render.listing import totals_line, what_next
from dokosheet.text import Texts


def after(added: Added, t: Texts) -> Iterator[str]:
    """The lines to print after ``add``."""
    if not added.written:
        if added.line:
            yield t("add.refused", line=added.line)
            yield t("add.force")
        return
    ledger = added.after.ledger
    if ledger is None:
        yield t("add.entry", line=added.line)
        return
    yield from _what(added, ledger, t)
    yield totals_line(ledger, t)
    yield from what_next(ledger, t)


def _what(added: Added, ledger: Ledger, t: Texts) -> Iterator[str]:
    """The new row, or the new entry."""
    last = ledger.timeline[-1] if ledger.timeline else None
    if last is None or last.entry is not ledger.sheet.entries[-1]:
        yield t("add.entry", line=added.line)
    elif isinstance(last, Row):
        yield t("add.row", n=last.n, line=added.line)
        yield from breakdown(last, t)
    else:
        yield t("add.entry", line=added.line)
        if not isinstance(last, PageRow) and last.points:
            yield points_line(last.points, t)
