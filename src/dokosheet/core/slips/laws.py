"""Which laws the numbers of a list obey (sum, parity, pattern), and which they break (rulesets.md 3.3, TSR 7.3.3)."""

from __future__ import annotations

from decimal import Decimal
from functools import lru_cache

from dokosheet.core.ledger.rows import PLAYERS, Ledger, Row, aligned
from dokosheet.core.notation.hand import ILLEGIBLE, Cell
from dokosheet.core.notation.sheet import HandEntry
from dokosheet.core.records import Record
from dokosheet.core.rules import Fee, Ruleset
from dokosheet.core.slips.patterns import one_parity, patterns
from dokosheet.core.terms import Number


class Laws(Record, frozen=True):
    """Which laws a row of points has to obey; ``unit``: what one point is written as."""

    sum: bool
    parity: bool
    pattern: bool
    unit: Number


def laws_of(kind: str, rules: Ruleset) -> Laws:
    """The laws for a hand of a kind: where only one side writes, or fees are paid, few hold (rulesets.md 3.3)."""
    return _laws(kind in rules.kinds and rules.kinds[kind].goal == "booking", rules)


@lru_cache(maxsize=64)
def _laws(booking: bool, rules: Ruleset) -> Laws:
    plain = rules.bock.owner == "table" and all(_is_plain(fee) for fee in rules.settlement.fees.values())
    return Laws(
        asked(rules.checks.row_sum, rules.sums_to_zero),
        asked(rules.checks.parity, plain and not booking and keeps_parity(rules)),
        plain and not booking,
        rules.settlement.unit,
    )


@lru_cache(maxsize=32)
def keeps_parity(rules: Ruleset) -> bool:
    """Whether all who play a hand write even numbers, or all odd ones: who plays alone an odd multiple."""
    plain = rules.sums_to_zero and not rules.settlement.fees
    return plain and all(one_parity(shape, rules.settlement.unit) for shape in patterns(rules).shapes)


def _is_plain(fee: Fee) -> bool:
    """Whether a fee adds the same to a row, whoever has won and whatever happened."""
    return fee.then == "redeal" or fee.when[:5] == "event" or (fee.when[:4] == "kind" and fee.payer != "losers")


def asked(knob: str, auto: bool) -> bool:
    """Whether a law is judged: as the knob says, or where it holds anyway."""
    return auto if knob == "auto" else knob == "always"


def times(row: Row, rules: Ruleset) -> int:
    """What Bock multiplies the points of a hand by, as far as nothing else is known of it than its points."""
    bock = rules.bock
    plain = bock.covers == "all" and not bock.add and bock.owner == "table"
    return bock.mul**row.bock if plain and row.bock else 1


def row_fault(row: Row, rules: Ruleset) -> str:
    """The code of what is wrong with the points of a row: sum, parity, pattern, Bock ("" if nothing is)."""
    if row.points is None or len(row.points) != PLAYERS:
        return ""
    laws, points = laws_of(row.hand.kind, rules), tuple(row.points.values())
    if laws.sum and sum(points, Decimal(0)):
        return "S401"
    factor = times(row, rules)
    if not (laws.parity or laws.pattern) or patterns(rules, factor).allows(points):
        return ""
    if factor > 1 and laws.pattern and patterns(rules).allows(points):
        return "S408"
    if laws.parity and not one_parity(points, laws.unit):
        return "S402"
    return "S403" if laws.pattern else ""


def is_searched(row: Row, rules: Ruleset) -> bool:
    """Whether the points of a row are judged together with the rows around it: nothing but numbers tells them."""
    plain = isinstance(row.entry, HandEntry) and not row.entry.broken and row.expected is None and not row.hand.gilt
    if not plain or len(row.players) != PLAYERS:
        return False
    laws = laws_of(row.hand.kind, rules)
    return laws.pattern and laws.sum <= rules.sums_to_zero


# -- Whether the numbers of a list fit as they stand: a quick look, before anything is searched.


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
