"""What only house rules know: pigs, swaps, Pflichtansagen, Feigheit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dokosheet.checks.registry import at, check_hand
from dokosheet.core.finding import Finding
from dokosheet.core.ledger import fees
from dokosheet.core.ledger.rows import Ledger, Row
from dokosheet.core.notation.hand import Stich
from dokosheet.core.rules import Duty, Ruleset
from dokosheet.core.score import calls as calling
from dokosheet.core.terms import ANSAGE, Party, call_id


@check_hand("H212", needs="house")
def pig(row: Row, ledger: Ledger) -> Iterator[Finding]:
    """A pig in a kind without pigs, without the one below it, or held by two players (section ``deck.pigs``)."""
    hand, rules = row.hand, ledger.sheet.rules
    held = {s.id for s in hand.sonderpunkte}
    seen = set()
    for i, s in enumerate(hand.sonderpunkte):
        definition = rules.deck.pigs.get(s.id)
        if definition is None:
            continue
        args = {"pig": s.id, "kind": hand.kind, "needs": definition.needs or ""}
        if s.id in seen:
            yield at(row, "H212", "sonderpunkte", i, variant="twice", args=args, paragraph="deck.pigs")
        elif not rules.covers(definition.kinds, hand.kind):
            yield at(row, "H212", "sonderpunkte", i, args=args, paragraph="deck.pigs")
        elif definition.needs and definition.needs not in held:
            yield at(row, "H212", "sonderpunkte", i, variant="needs", args=args, paragraph="deck.pigs")
        seen.add(s.id)


@check_hand("H213", needs="house")
def swap(row: Row, ledger: Ledger) -> Iterator[Finding]:
    """A swap of partners in a solo, or without the swap that has to come first (section ``deck.swaps``)."""
    hand, rules = row.hand, ledger.sheet.rules
    for i, mark in enumerate(hand.marks):
        definition = rules.deck.swaps.get(mark)
        if definition is None:
            continue
        args = {"swap": mark, "kind": hand.kind, "needs": definition.needs or ""}
        if definition.effect == "repartner" and rules.is_solo(hand.kind):
            yield at(row, "H213", "marks", i, args=args, paragraph="deck.swaps")
        elif definition.needs and definition.needs not in hand.marks:
            yield at(row, "H213", "marks", i, variant="needs", args=args, paragraph="deck.swaps")


@check_hand("H214", needs="house")
def cowardice(row: Row, ledger: Ledger) -> Iterable[Finding]:
    """Winners who called too little, where the table only wants to know (section ``cowardice``)."""
    rules, score = ledger.sheet.rules, row.score
    asked = rules.cowardice.effect == "flag" or rules.checks.cowardice == "always"
    if score is None or not score.cowardice or not asked or rules.checks.cowardice == "never":
        return ()
    args = {"n": score.cowardice + (rules.cowardice.slack or 0), "slack": rules.cowardice.slack}
    return (at(row, "H214", "augen", args=args, paragraph="cowardice.slack"),)


@check_hand("H215", needs="sonderpunkte")
def fee_unassigned(row: Row, ledger: Ledger) -> Iterator[Finding]:
    """Something costs a fee, and only the party of who made it was noted (section ``settlement.fees``)."""
    if ledger.sheet.rules.settlement.fees:
        for i in fees.unassigned(row.hand, row.players, ledger.sheet.rules):
            args = {"id": row.hand.sonderpunkte[i].id}
            yield at(row, "H215", "sonderpunkte", i, args=args, paragraph="settlement.fees")


@check_hand("C309", needs="house")
def duty_call(row: Row, ledger: Ledger) -> Iterator[Finding]:
    """A trick with so many Augen obliges whoever took it to call (section ``calls.duty``)."""
    hand, rules = row.hand, ledger.sheet.rules
    if not hand.stiche or not hand.named:
        return
    made = calling.of_hand(hand, rules)
    steps: dict[str, int] = dict(zip(("re", "kontra"), made.steps, strict=True))
    times: dict[str, int] = {}
    for duty in rules.calls.duty:
        for i, trick in sorted(enumerate(hand.stiche), key=lambda numbered: numbered[1].n):
            if not _obliges(duty, trick, row, rules):
                continue
            party = calling.party_of(hand, trick.by, rules)
            times[party] = times.get(party, 0) + 1
            step = (times[party] if duty.call == "next" else ANSAGE) + _raised(duty, row, party, rules)
            if steps[party] < step and not made.own:
                args = {"player": trick.by, "n": trick.n, "augen": trick.augen, "step": call_id(party, min(step, 5))}
                yield at(row, "C309", "stiche", i, args=args, player=trick.by, paragraph="calls.duty")


def _obliges(duty: Duty, trick: Stich, row: Row, rules: Ruleset) -> bool:
    """Whether a trick asks for a call: it is one of those meant, has the Augen, and is not let off."""
    meant = trick.n in duty.tricks or ("clarification" in duty.tricks and trick.n == row.hand.klaerung)
    declined = duty.decline_at is not None and trick.augen <= duty.decline_at
    return meant and trick.augen >= duty.augen_min and not declined and not rules.covers(duty.not_in, row.hand.kind)


def _raised(duty: Duty, row: Row, party: Party, rules: Ruleset) -> int:
    """One step more in some kinds, and for the party of who holds some pigs."""
    pigs = {s.id for s in row.hand.sonderpunkte if calling.party_of(row.hand, s.by, rules) == party}
    return int(row.hand.kind in duty.raised_by or bool(pigs & set(duty.raised_by)))
