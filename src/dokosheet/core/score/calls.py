"""What counts as called in a hand: the recorded calls, with those that they include, imply or void (TSR 6.3, 6.4)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from dokosheet.core.notation.hand import Call, Hand
from dokosheet.core.records import Record
from dokosheet.core.rules import Ruleset, among
from dokosheet.core.terms import ANSAGE, K90, OTHER, STEP_OF, Party, call_id

#: A party by its own name.
PARTY: Final[dict[str, Party]] = {"re": "re", "kontra": "kontra"}


class Made(Record, frozen=True):
    """The calls of a hand that count, by party in the order of their steps; ``own``: the table's own, by whomever.

    ``early``: those that were made early enough to count more. ``order``: all as they were made, where that matters.
    """

    re: tuple[str, ...] = ()
    kontra: tuple[str, ...] = ()
    own: tuple[str, ...] = ()
    early: tuple[str, ...] = ()
    order: tuple[str, ...] = ()

    @property
    def steps(self) -> tuple[int, int]:
        """The highest steps of Re and Kontra."""
        return (STEP_OF[self.re[-1]] if self.re else 0, STEP_OF[self.kontra[-1]] if self.kontra else 0)


def of_steps(re_step: int, kontra_step: int, rules: Ruleset) -> Made:
    """The calls up to a step of each party, as far as the ruleset knows them."""
    re = [call_id("re", step) for step in range(ANSAGE, re_step + 1)]
    kontra = [call_id("kontra", step) for step in range(ANSAGE, kontra_step + 1)]
    defs = rules.calls.defs
    return Made(tuple([call for call in re if call in defs]), tuple([call for call in kontra if call in defs]))


def of_hand(hand: Hand, rules: Ruleset) -> Made:
    """The calls of a hand that count by a ruleset."""
    steps = {"re": steps_of(hand, "re", rules), "kontra": steps_of(hand, "kontra", rules)}
    voids = {rules.deck.swaps[mark].voids for mark in hand.marks if mark in rules.deck.swaps}
    own = tuple([call.id for call in hand.own_calls if counts(call.id, hand.kind, rules)])
    if "all_calls" in voids:
        steps, own = {"re": [], "kontra": []}, ()
    elif "absagen" in voids:
        steps = {party: [step for step in called if step < K90] for party, called in steps.items()}
    for party in ("re", "kontra"):
        steps[party] = sorted({*steps[party], *implied(hand, party, rules)})
    re, kontra = (
        tuple([name for step in steps[party] if counts(name := call_id(party, step), hand.kind, rules)])
        for party in ("re", "kontra")
    )
    soon = early(hand, rules) if rules.calls.early and not voids - {"none"} else ()
    return Made(re, kontra, own, soon, order_of(hand, rules) if rules.calls.first_only_mul else ())


def order_of(hand: Hand, rules: Ruleset) -> tuple[str, ...]:
    """The calls as they were made: by their cards where these are noted, else as they stand in the line."""
    sign = -1 if rules.calls.clock.unit == "hand_cards" else 1
    timed = all(call.cards is not None for call in hand.calls)
    calls = sorted(hand.calls, key=lambda call: sign * (call.cards or 0)) if timed else hand.calls
    found = [call_id(call.party, step) for call in calls for step in range(ANSAGE, call.step + 1)]
    return tuple([call for call in found if counts(call, hand.kind, rules)])


def counts(call: str, kind: str, rules: Ruleset) -> bool:
    """Whether there is such a call in this kind of hand."""
    return call in rules.calls.defs and among(rules.calls_in(kind), call)


def steps_of(hand: Hand, party: Party, rules: Ruleset) -> list[int]:
    """The steps that the calls of a party stand for, by knobs ``calls.skip`` and ``calls.absage_needs``."""
    steps: set[int] = set()
    for call in hand.calls:
        if call.party == party:
            first = call.step if rules.calls.skip == "counts_named" else K90
            steps.update(range(max(first, ANSAGE), call.step + 1))
            if not call.bare or rules.calls.absage_needs != "nothing":
                steps.add(ANSAGE)
    return sorted(steps)


def implied(hand: Hand, party: Party, rules: Ruleset) -> list[int]:
    """The steps that a party has taken as called by what it plays or holds (knob ``calls.implied``)."""
    if not rules.calls.implied or hand.kind not in rules.kinds:
        return []
    kind = rules.kinds[hand.kind]
    sources = {rules.known_as(hand.kind, rules.calls.implied): kind.lone, kind.hand_class: kind.lone}
    sources |= {s.id: party_of(hand, s.by, rules) for s in hand.sonderpunkte if s.id in rules.deck.pigs}
    found = []
    for name, calls in rules.calls.implied.items():
        if sources.get(name) == party:
            found += [ANSAGE if call == "ansage" else STEP_OF[call] for call in calls if call in ("ansage", *STEP_OF)]
    return found


def early(hand: Hand, rules: Ruleset) -> tuple[str, ...]:
    """The calls made so early that they count more (knob ``calls.early``)."""
    rule = rules.calls.early
    if rule is None:
        return ()
    made = [
        (call.party, step)
        for call in hand.calls
        if _is_early(call, rules)
        for step in (range(ANSAGE, call.step + 1) if rules.calls.skip != "counts_named" else (ANSAGE, call.step))
    ]
    called = [call_id(party, step) for party, step in dict.fromkeys(made)]
    return tuple([call for call in called if call in rule.calls and counts(call, hand.kind, rules)])


def _is_early(call: Call, rules: Ruleset) -> bool:
    """Whether no more cards lay on the table than the knob allows; a speaker with all his cards has seen 3 at most."""
    if call.cards is None or rules.calls.early is None:
        return False
    played = call.cards if rules.calls.clock.unit == "table_cards" else (rules.deck.hand_cards - call.cards) * 4
    return played <= rules.calls.early.until


def party_of(hand: Hand, by: str, rules: Ruleset) -> Party:
    """The party of a player, or of a party's own name, in a hand."""
    if by in PARTY:
        return PARTY[by]
    mine = named_party(hand.kind, rules)
    return mine if by in hand.named else OTHER[mine]


def named_party(kind: str, rules: Ruleset) -> Party:
    """The party of those whom a hand names: Re, but Kontra in a Kontrasolo (knob ``kinds.*.lone``)."""
    definition = rules.kinds.get(kind)
    return "re" if definition is None else definition.lone


@lru_cache(maxsize=32)
def steps_tell_all(rules: Ruleset) -> bool:
    """Whether the highest steps of both parties say all that counts, unless a hand holds something special."""
    calls = rules.calls
    everywhere = all(rules.calls_in(kind) == "all" for kind in rules.kinds)
    every_call = (
        calls.skip != "counts_named" and calls.absage_needs != "nothing" and STEP_OF.keys() <= calls.defs.keys()
    )
    return every_call and everywhere and not (calls.first_only_mul or calls.early or calls.implied)
