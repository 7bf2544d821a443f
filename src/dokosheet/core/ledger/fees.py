"""Fees: points beside the value of a hand, never doubled or tripled (section ``settlement.fees`` of a ruleset)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from dokosheet.core.notation.hand import Hand
from dokosheet.core.notation.sheet import RedealEntry
from dokosheet.core.notation.vocabulary import redeal_ids
from dokosheet.core.rules import Fee, Ruleset
from dokosheet.core.score import calls as calling
from dokosheet.core.score.settlement import shown
from dokosheet.core.terms import Number, Winner


def of_hand(hand: Hand, players: Sequence[str], who: Winner | str, rules: Ruleset) -> Mapping[str, Number]:
    """What a hand costs and gives each player beside its value; ``who`` has won ("" where nobody knows)."""
    charges: list[tuple[Fee, str, tuple[str, ...]]] = []
    kind = rules.known_as(hand.kind, [fee.when.partition(":")[2] for fee in rules.settlement.fees.values()])
    for fee in rules.settlement.fees.values():
        family, _, name = fee.when.partition(":")
        if family == "kind" and name == kind and fee.then == "play" and hand.named:
            lost = tuple(p for p in players if who and calling.party_of(hand, p, rules) != who)
            charges.append((fee, hand.named[0], lost))
        elif family == "special":
            for s in hand.sonderpunkte:
                if s.id == name and s.by in players:
                    party = calling.party_of(hand, s.by, rules)
                    lost = tuple(p for p in players if calling.party_of(hand, p, rules) != party)
                    charges.append((fee, s.by, lost))
    return _sum(charges, players, rules)


def of_redeal(entry: RedealEntry, players: Sequence[str], rules: Ruleset) -> Mapping[str, Number]:
    """What dealing again costs and gives everybody at the table."""
    ids = redeal_ids(entry.reason, rules)
    charges: list[tuple[Fee, str, tuple[str, ...]]] = []
    for fee in rules.settlement.fees.values():
        family, _, name = fee.when.partition(":")
        if name in ids and entry.player and (family == "event" or (family == "kind" and fee.then == "redeal")):
            charges.append((fee, entry.player, ()))
    return _sum(charges, players, rules)


def unassigned(hand: Hand, players: Sequence[str], rules: Ruleset) -> Iterator[int]:
    """Which of the Sonderpunkte of a hand cost something and do not say whom: a party alone pays nothing."""
    charged = {fee.when for fee in rules.settlement.fees.values()}
    for i, s in enumerate(hand.sonderpunkte):
        if f"special:{s.id}" in charged and s.by not in players:
            yield i


def _sum(
    charges: Iterable[tuple[Fee, str, tuple[str, ...]]], players: Sequence[str], rules: Ruleset
) -> dict[str, Number]:
    points: dict[str, Number] = {}
    for fee, who, losers in charges:
        for name, amount in paid(fee, who, losers, players):
            points[name] = points.get(name, 0) + amount
    return {name: shown(amount, rules) for name, amount in points.items() if name in players}


def paid(fee: Fee, who: str, losers: Sequence[str], players: Sequence[str]) -> Iterator[tuple[str, Number]]:
    """Each payer gives the amount to each receiver; what concerns the kitty moves on one side only.

    ``who``: the declarer or offender; ``losers``: of the hand. Points before the unit of the table.
    """
    payers = {"offender": (who,), "losers": tuple(losers), "kitty": ()}.get(fee.payer)
    receivers = {"declarer": (who,), "kitty": ()}.get(fee.to)
    if payers is None:  # each other
        payers = tuple(p for p in players if p not in (receivers or (who,)))
    if receivers is None:
        receivers = tuple(p for p in players if p not in payers)
    if fee.payer == "kitty":
        yield from ((name, fee.amount) for name in receivers)
    elif fee.to == "kitty":
        yield from ((name, -fee.amount) for name in payers)
    else:
        for payer in payers:
            for receiver in receivers:
                yield payer, -fee.amount
                yield receiver, fee.amount
