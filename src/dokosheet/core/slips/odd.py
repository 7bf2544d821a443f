"""Whether the numbers of a list fit as they stand: a quick look, before anything is searched."""

from __future__ import annotations

from dokosheet.core.ledger.rows import Ledger, Row, aligned
from dokosheet.core.notation.hand import ILLEGIBLE, Cell
from dokosheet.core.slips.laws import is_searched, row_fault


def has_slips(ledger: Ledger, beside: object = None) -> bool:
    """Whether any row, ``beside`` one, has numbers that do not fit, or that cannot be read."""
    return any(_is_odd(row, ledger) for row in ledger.rows if row is not beside)


def _agree(totals: tuple[Cell, ...], row: Row) -> bool:
    """Whether written totals are, all of them, those that follow."""
    return row.totals_known and totals == tuple(map(row.totals.get, row.table))


def _is_odd(row: Row, ledger: Ledger) -> bool:
    hand, rules = row.hand, ledger.sheet.rules
    if hand.total is not None and row.dealer is not None and not _agree(hand.total, row):
        for name, cell in aligned(hand.total, row.table, row.players).items():
            if cell == ILLEGIBLE or (cell is None and name in row.players and not row.is_open):
                return True
            if cell is not None and row.totals_known and cell != row.totals[name]:
                return True
    if row.expected is not None or not is_searched(row, rules):
        return False  # its details tell its points
    cells = aligned(hand.score or (), row.table, row.players)
    if any(cell == ILLEGIBLE or cell is None for name, cell in cells.items() if name in row.players):
        return True
    if row.points is None:
        return False
    from dokosheet.core.slips.lines import of_row, vector_of  # only where numbers stand alone
    from dokosheet.core.slips.row import mark_slips

    names = ledger.sheet.names
    beside = mark_slips(0, of_row(row, ledger, names), vector_of(row.points, names))
    return bool(row_fault(row, rules)) or any(True for _ in beside)
