"""What to say after a line was added: the row, its breakdown, the totals, what comes next."""

from __future__ import annotations

from collections.abc import Iterator

from dokosheet.core.ledger.rows import FeeRow, Ledger, PageRow, PenaltyRow, Row
from dokosheet.edit.edits import Edit
from dokosheet.screen.breakdown import breakdown, points_line
from dokosheet.screen.listing import totals_line, what_next
from dokosheet.text import Texts


def after(added: Edit, t: Texts) -> Iterator[str]:
    """The lines to print after ``add``."""
    if not added.written:
        yield from refused(added, t)
        return
    ledger = added.after.ledger
    if ledger is None:
        yield t("add.entry", line=added.line)
        return
    yield from what(added, ledger, t, written=True)
    yield from to_mend(added, ledger, t)
    yield totals_line(ledger, t)
    yield from what_next(ledger, t)


def short(added: Edit, t: Texts) -> Iterator[str]:
    """The same without the breakdown, which was shown before."""
    ledger = added.after.ledger
    row = _last(ledger) if ledger else None
    yield t("add.row", n=row.n, line=added.line) if isinstance(row, Row) else t("add.entry", line=added.line)
    if ledger is not None:
        yield from to_mend(added, ledger, t)
        yield totals_line(ledger, t)
        yield from what_next(ledger, t)


def refused(added: Edit, t: Texts) -> Iterator[str]:
    """Why nothing was written, as far as no finding says so."""
    ledger = added.before.ledger
    if added.before.unread is not None:
        yield t("error.unread", line=added.before.unread)
    elif added.wanted and ledger is not None:
        stands = next((row for row in ledger.rows if row.n == added.wanted), None)
        line = stands.entry.source.text if stands else ""
        message = "add.hand-stands" if stands else "add.hand-next"
        yield t(message, n=added.wanted, line=line, next=ledger.next.hand)
    elif added.line:
        yield t("add.refused", line=added.line)
        if added.can_be_forced:
            yield t("add.force")


def overtaken(added: Edit, t: Texts) -> Iterator[str]:
    """That another hand is next meanwhile, and which one this becomes."""
    ledger = added.before.ledger
    if ledger is not None:
        stands = next((row for row in ledger.rows if row.n == added.wanted), None)
        if stands:
            yield t("ask.stands", n=added.wanted, line=stands.entry.source.text)
        yield t("ask.becomes", next=ledger.next.hand)


def what(added: Edit, ledger: Ledger, t: Texts, written: bool = False) -> Iterator[str]:
    """The new row, or the new entry, and that it is ``written``."""
    last = _last(ledger)
    if isinstance(last, Row):
        yield t("add.row", n=last.n, line=added.line)
        yield from breakdown(last, t)
        return
    yield t("add.entry", line=added.line) if written else added.line
    if last is not None and not isinstance(last, PageRow) and last.points:
        yield points_line(last.points, t)


def to_mend(added: Edit, ledger: Ledger, t: Texts) -> Iterator[str]:
    """How to correct a hand that was written although something in it is wrong."""
    last = _last(ledger)
    if isinstance(last, Row) and any(finding.severity == "error" for finding in added.caused):
        yield t("add.mend", file=added.after.file, n=last.n)


def _last(ledger: Ledger) -> Row | PenaltyRow | FeeRow | PageRow | None:
    """What follows from the last entry; None where nothing does."""
    last = ledger.timeline[-1] if ledger.timeline else None
    return last if last is not None and last.entry is ledger.sheet.entries[-1] else None
