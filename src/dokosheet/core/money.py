"""What points cost at the end (section ``settlement.money`` of a ruleset)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import ROUND_DOWN, Decimal
from typing import Final

from msgspec import Struct

from dokosheet.core.rows import Ledger, Points, Row
from dokosheet.core.ruleset import Money


class Bill(Struct, frozen=True):
    """What each player pays (below 0: gets), in ``currency``; ``kitty``: what nobody gets."""

    pays: Mapping[str, Decimal]
    kitty: Decimal
    currency: str


def bill(ledger: Ledger) -> Bill | None:
    """The bill of a sheet; None where the ruleset plays for no money.

    What is paid, less the share of the kitty, goes to those who get anything, in proportion.
    """
    money = ledger.sheet.rules.settlement.money
    if money is None:
        return None
    rate = rate_of(money, ledger.totals)
    owes, gets = BASES[money.basis](ledger)
    pays = {name: _rounded(points * rate, money) for name, points in owes.items()}
    paid, due = sum(pays.values(), Decimal(0)), sum(gets.values(), Decimal(0))
    part = (1 - Decimal(money.kitty_share)) * paid / due if due else Decimal(0)
    given = _shared({name: points * part for name, points in gets.items()}, money)
    net = {name: pays[name] - given[name] + money.attendance for name in owes}
    return Bill(net, sum(net.values(), Decimal(0)), money.currency)


def rate_of(money: Money, totals: Points) -> Decimal:
    """The rate for these totals: that of the last tier that somebody is beyond."""
    rate = Decimal(money.rate)
    for tier in money.tiers:
        if any(not -tier.if_any_beyond <= total <= tier.if_any_beyond for total in totals.values()):
            rate = Decimal(tier.rate)
    return rate


def _rounded(amount: Decimal, money: Money) -> Decimal:
    return amount.to_integral_value(ROUND_DOWN) if money.round == "floor_1" else amount


def _shared(amounts: Mapping[str, Decimal], money: Money) -> dict[str, Decimal]:
    """Amounts as they are handed out: where these are whole, what remains goes to the largest remainders."""
    given = {name: _rounded(amount, money) for name, amount in amounts.items()}
    left = _rounded(sum(amounts.values(), Decimal(0)), money) - sum(given.values(), Decimal(0))
    if money.round == "floor_1":
        for name in sorted(amounts, key=lambda name: given[name] - amounts[name])[: int(left)]:
            given[name] += 1
    return given


#: What everybody owes, and gets, in points.
Both = tuple[dict[str, Decimal], dict[str, Decimal]]


def _gains(points: Points, ledger: Ledger) -> dict[str, Decimal]:
    """Points so that more is better: some tables write strokes for what was lost (knob ``settlement.unit``)."""
    sign = 1 if ledger.sheet.rules.settlement.unit > 0 else -1
    return {name: Decimal(value) * sign for name, value in points.items()}


def _hand_losers(ledger: Ledger) -> Both:
    """All that was lost hand by hand, penalties and fees included; who won it gets as much."""
    owes = dict.fromkeys(ledger.totals, Decimal(0))
    gets = dict.fromkeys(ledger.totals, Decimal(0))
    booked = {id(row.entry) for row in ledger.rows}
    for row in ledger.timeline:
        again = not isinstance(row, Row) and id(row.entry) in booked
        for name, points in {} if again or row.points is None else _gains(row.points, ledger).items():
            owes[name] += max(-points, Decimal(0))
            gets[name] += max(points, Decimal(0))
    return owes, gets


def _negative_total(ledger: Ledger) -> Both:
    """Who is below 0 at the end pays that; it goes to those above."""
    totals = _gains(ledger.totals, ledger)
    owes = {name: max(-total, Decimal(0)) for name, total in totals.items()}
    return owes, {name: max(total, Decimal(0)) for name, total in totals.items()}


def _gap_to_best(ledger: Ledger) -> Both:
    """Everybody pays the distance to the best, who gets it; several share."""
    totals = _gains(ledger.totals, ledger)
    best = max(totals.values())
    owes = {name: best - total for name, total in totals.items()}
    return owes, {name: Decimal(total == best) for name, total in totals.items()}


def _pairwise(ledger: Ledger) -> Both:
    """Every two settle their difference."""
    totals = _gains(ledger.totals, ledger)
    owes = {a: sum((max(Decimal(0), y - x) for y in totals.values()), Decimal(0)) for a, x in totals.items()}
    return owes, {a: sum((max(Decimal(0), x - y) for y in totals.values()), Decimal(0)) for a, x in totals.items()}


BASES: Final[dict[str, Callable[[Ledger], Both]]] = {
    "hand_losers": _hand_losers,
    "negative_total": _negative_total,
    "gap_to_best": _gap_to_best,
    "pairwise": _pairwise,
}
