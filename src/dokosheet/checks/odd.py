"""Whether the numbers of a list fit as they stand: a quick look, before anything is searched."""

from __future__ import annotations

from dokosheet.checks.written import is_searched, row_fault
from dokosheet.core.ledger.bock_worth import values_of
from dokosheet.core.ledger.rows import Ledger, Row, aligned
from dokosheet.core.notation.hand import ILLEGIBLE
from dokosheet.core.slips.patterns import are_sides, marked_winners, patterns


def has_slips(ledger: Ledger, beside: object = None) -> bool:
    """Whether any row, ``beside`` one, has numbers that do not fit, or that cannot be read."""
    return any(_is_odd(row, ledger) for row in ledger.rows if row is not beside)


def _is_odd(row: Row, ledger: Ledger) -> bool:
    """Whether the numbers of a row do not fit as they stand, or one cannot be read."""
    hand = row.hand
    totals = aligned(hand.total, row.table, row.players) if hand.total is not None and row.dealer is not None else {}
    for name, cell in totals.items():
        if cell == ILLEGIBLE or (cell is None and name in row.players and not row.is_open):
            return True
        if cell is not None and row.totals_known and cell != row.totals[name]:
            return True
    if not is_searched(row, ledger):
        return False
    cells = aligned(hand.score or (), row.table, row.players)
    if any(cell == ILLEGIBLE or cell is None for name, cell in cells.items() if name in row.players):
        return True
    if row.points is None:
        return False
    return bool(row_fault(row, ledger)) or _contradicts(row, ledger)


def _contradicts(row: Row, ledger: Ledger) -> bool:
    """Whether the value, the winners or the parties are not those of the points."""
    points = row.points or {}
    if not any(points.values()):
        return bool(row.hand.wert)
    names, amounts = tuple(points), tuple(points.values())
    all_play = (True,) * len(names)
    law = patterns(ledger.sheet.rules)
    readings = tuple(law.readings(amounts)) or ((amounts, 0),)
    marked = marked_winners(row)
    if marked and set(marked) <= set(points):
        winners = law.won(amounts, all_play)
        if winners and frozenset(names.index(name) for name in marked) not in winners:
            return True
    if row.re and not row.parties_fault:
        side = [names.index(name) for name in row.re]
        if not any(are_sides(bare, side, all_play) for bare, _ in readings):
            return True
    if row.hand.wert is None:
        return False
    worths = (*[head for _, head in readings], max(max(amounts), -min(amounts)))
    factor = ledger.sheet.rules.bock.mul**row.bock
    return not any(abs(row.hand.wert) in values_of(amount, factor, ledger.worth) for amount in worths)
