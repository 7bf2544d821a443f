"""What points cost at the end (section ``settlement.money`` of a ruleset)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import ROUND_DOWN, Decimal
from typing import Final

from dokosheet.core.ledger.rows import Ledger, PageRow, Points, Row
from dokosheet.core.records import Record
from dokosheet.core.rules import Money
from dokosheet.core.score.settlement import gain

#: The smallest coin.
CENT: Final = Decimal("0.01")


class Bill(Record, frozen=True):
    """What each player pays (below 0: gets), in ``currency``; ``kitty``: what nobody gets."""

    pays: Mapping[str, Decimal]
    kitty: Decimal
    currency: str


def bill(ledger: Ledger) -> Bill | None:
    """The bill of a sheet; None where the ruleset plays for no money, or hands that it needs are not in the sheet.

    Who is owed anything gets it at the same rate, less the share of the kitty, as far as the others have paid it in;
    what remains is in the kitty.
    """
    money = ledger.sheet.rules.settlement.money
    if (
        money is None
        or not ledger.known
        or (money.basis == "hand_losers" and any(played.torn for played in ledger.spielrunden))
    ):
        return None
    rate = rate_of(money, ledger.totals)
    owes, gets = BASES[money.basis](ledger)
    pays = {name: _rounded(points * rate, money) for name, points in owes.items()}
    there = sum(pays.values(), Decimal(0)) * (1 - Decimal(money.kitty_share))
    due = {name: points * rate * (1 - Decimal(money.kitty_share)) for name, points in gets.items()}
    given = _shared(due, there, money)
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


def _shared(due: Mapping[str, Decimal], there: Decimal, money: Money) -> dict[str, Decimal]:
    """What is handed out of what is ``there``: all that is due, or parts of it down to the smallest coin."""
    wanted = sum(due.values(), Decimal(0))
    if wanted <= there and money.round == "none":
        return dict(due)
    coin = Decimal(1) if money.round == "floor_1" else CENT
    part = min(Decimal(1), there / wanted) if wanted else Decimal(0)
    coins = {name: int(amount * part / coin) for name, amount in due.items()}
    left = int(min(wanted, there) / coin) - sum(coins.values())
    for name in sorted(due, key=lambda name: coins[name] - due[name] * part / coin)[:left]:
        coins[name] += 1  # the largest remainders get what is left
    return {name: n * coin for name, n in coins.items()}


#: What everybody owes, and gets, in points.
Both = tuple[dict[str, Decimal], dict[str, Decimal]]


def _gains(points: Points, ledger: Ledger) -> dict[str, Decimal]:
    """Points so that more is better."""
    return {name: Decimal(gain(value, ledger.sheet.rules.settlement)) for name, value in points.items()}


def _hand_losers(ledger: Ledger) -> Both:
    """All that was lost hand by hand, penalties and fees included; who won it gets as much."""
    owes = dict.fromkeys(ledger.totals, Decimal(0))
    gets = dict.fromkeys(ledger.totals, Decimal(0))
    booked = {id(row.entry) for row in ledger.rows}
    for row in ledger.timeline:
        if isinstance(row, PageRow):
            continue  # its hands are not there, so there is no bill
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
    winners = [name for name, total in totals.items() if total == best]
    each = sum(owes.values(), Decimal(0)) / len(winners)
    return owes, {name: each if name in winners else Decimal(0) for name in owes}


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
