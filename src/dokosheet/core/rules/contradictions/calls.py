"""Contradictions of Ansagen and Absagen: which there are, until when, and what they are good for."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Final

from dokosheet.core.rules import Ruleset
from dokosheet.core.rules.contradictions.base import Clash, Path, Sets, contradiction

#: What calls claim, from the least to the most.
CLAIMS: Final = ("win", "l90", "l60", "l30", "l0")
#: Triggers of Bock that ask what a party has called.
TRIGGERS_BY_CALLS: Final = ("lost_re", "lost_kontra", "both_called", "lost_call")


def limits(rules: Ruleset) -> dict[str, int]:
    """The limits of the calls that there are, as they are without nines."""
    clock = rules.calls.clock
    shift = clock.no_nines if clock.unit == "hand_cards" and not rules.deck.nines else 0
    return {call: limit + shift for call, limit in clock.latest.items() if call in rules.calls.defs}


def twelve_without_nines(rules: Ruleset) -> bool:
    """Whether ten cards are dealt and nothing moves the limits, so that they were written for twelve."""
    clock = rules.calls.clock
    return not rules.deck.nines and clock.unit == "hand_cards" and clock.no_nines == 0


@contradiction("R704")
def limits_can_be_met(rules: Ruleset, sets: Sets) -> Iterator[Clash]:
    """The first card is on the table at the latest limit; a higher call is not later than a lower one."""
    clock = rules.calls.clock
    latest = limits(rules)
    path: Path = ("calls", "clock", "latest")
    most = rules.deck.hand_cards - 1
    wrong = [call for call, limit in latest.items() if clock.unit == "hand_cards" and limit > most]
    if wrong:
        if not twelve_without_nines(rules):  # else that is the reason: R705
            shift: Path = ("deck", "nines") if sets(("deck", "nines")) else ("calls", "clock", "no_nines")
            for call in wrong:
                args = {"call": call, "n": latest[call], "most": most}
                yield Clash("R704", (*path, call), args=args, other=shift)
        return
    ordered = _by_claim(rules, latest)
    for lower, call in pairwise(ordered):
        if _end(rules, latest[call]) < _end(rules, latest[lower]):
            args = {"call": call, "n": latest[call], "lower": lower, "most": latest[lower]}
            other: Path = (*path, lower) if sets((*path, lower)) else ("calls", "clock", "unit")
            # one is enough: the steps after it mostly come from the same slip
            yield Clash("R704", (*path, call), "hand" if clock.unit == "hand_cards" else "table", args, other)
            return


def _by_claim(rules: Ruleset, latest: dict[str, int]) -> list[str]:
    """The calls from the Ansage to schwarz; of Re and Kontra the one that may be made for longer."""
    ordered = []
    for claim in CLAIMS:
        same = [call for call in latest if rules.calls.defs[call].claims == claim]
        if same:
            ordered.append(max(same, key=lambda call: _end(rules, latest[call])))
    return ordered


def _end(rules: Ruleset, limit: int) -> int:
    """When a limit is over: cards in the hand become fewer, those on the table and the tricks more."""
    return -limit if rules.calls.clock.unit == "hand_cards" else limit


@contradiction("R705")
def limits_fit_ten_cards(rules: Ruleset, sets: Sets) -> Iterator[Clash]:
    """Limits for twelve cards move without nines, unless ``no_nines`` says that they do not."""
    latest = limits(rules)
    if twelve_without_nines(rules) and any(limit >= rules.deck.hand_cards for limit in latest.values()):
        args = {"n": max(latest.values()), "most": rules.deck.hand_cards}
        yield Clash("R705", ("calls", "clock", "no_nines"), args=args, other=("deck", "nines"))


@contradiction("R706")
def replies_are_calls(rules: Ruleset, sets: Sets) -> Iterator[Clash]:
    """A file that says which calls may be replies has these calls, and leaves time for a reply.

    An inherited list is not judged: a call that is gone is no reply either.
    """
    reply = rules.calls.reply
    path: Path = ("calls", "reply", "calls")
    if not reply.calls or not sets(path):
        return
    if reply.later_by == 0:
        yield Clash("R706", ("calls", "reply", "later_by"), "no-time", other=path)
        return
    for i, call in enumerate(reply.calls):
        if call not in rules.calls.defs:
            yield Clash("R706", (*path, i), args={"call": call})


@contradiction("R707")
def knocking_says_no_party(rules: Ruleset, sets: Sets) -> Iterator[Clash]:
    """Where a call does not say for whom, nothing can hang on whose it was."""
    if rules.calls.named:
        return
    named: Path = ("calls", "named")
    for trigger in TRIGGERS_BY_CALLS:
        if trigger in rules.bock.triggers:
            yield Clash("R707", ("bock", "triggers", trigger), "trigger", {"trigger": trigger}, named)
    value = rules.value
    by_party = {
        ("value", "levels_count"): value.levels_count if value.levels_count != "reached" else "",
        ("value", "loser_levels"): value.loser_levels if value.loser_levels == "called_to_winner" else "",
        ("value", "failed", "basis"): value.failed.basis if value.failed.basis == "per_call" else "",
    }
    for path, word in by_party.items():
        if word:
            yield Clash("R707", path, args={"word": word}, other=named)


@contradiction("R708")
def adding_or_multiplying(rules: Ruleset, sets: Sets) -> Iterator[Clash]:
    """A call that adds and multiplies: points first, then the factor; a note says that this is meant."""
    if rules.note:
        return
    for call, definition in rules.calls.defs.items():
        if definition.mul > 1 and definition.add > 0:
            path: Path = ("calls", "defs", call)
            args = {"call": call, "n": definition.add, "mul": definition.mul}
            yield Clash("R708", (*path, "mul"), args=args, other=(*path, "add"))


@contradiction("R709")
def calls_can_be_reached(rules: Ruleset, sets: Sets) -> Iterator[Clash]:
    """What has to stand before a call exists, is not the call itself, and leaves room for it.

    Absagen count only where ``needs`` names them: Dorsten plays with four calls in all, and with schwarz.
    """
    defs, most = rules.calls.defs, rules.calls.max_total
    for call, definition in defs.items():
        path: Path = ("calls", "defs", call, "needs")
        for i, lower in enumerate(definition.needs):
            if lower not in defs:
                args = {"call": call, "lower": lower}
                yield Clash("R709", (*path, i), "missing", args, ("calls", "defs", lower))
        before = _before(rules, call)
        if call in before:
            yield Clash("R709", path, "circle", {"call": call})
            return  # the others of the circle say the same
        if most is not None and len(before) >= most:
            yield Clash(
                "R709", ("calls", "max_total"), args={"call": call, "n": len(before) + 1, "most": most}, other=path
            )
            return


def _before(rules: Ruleset, call: str) -> set[str]:
    """All calls that have to stand before one."""
    found: set[str] = set()
    waiting = list(rules.calls.defs[call].needs)
    while waiting:
        lower = waiting.pop()
        if lower in rules.calls.defs and lower not in found:
            found.add(lower)
            waiting += rules.calls.defs[lower].needs
    return found


@contradiction("R710")
def called_levels_can_be_called(rules: Ruleset, sets: Sets) -> Iterator[Clash]:
    """Points for what was called need something to call; points for missed Absagen need Absagen that bind."""
    value = rules.value
    absagen = [call for call, definition in rules.calls.defs.items() if definition.claims in CLAIMS[1:]]
    if value.levels_count == "called" and not absagen:
        yield Clash("R710", ("value", "levels_count"), args={}, other=("calls", "defs"))
    if value.failed.basis == "per_call" and not rules.outcome.absage_binds:
        yield Clash("R710", ("value", "failed", "basis"), "per-call", other=("outcome", "absage_binds"))


@contradiction("R711")
def skipped_calls_move_the_limit(rules: Ruleset, sets: Sets) -> Iterator[Clash]:
    """Where each call moves the limit, it is open whether a skipped one does; a note says so."""
    if rules.calls.clock.slide and rules.calls.skip == "counts_all" and not rules.note:
        args: dict[str, Any] = {"n": rules.calls.clock.slide}
        yield Clash("R711", ("calls", "clock", "slide"), args=args, other=("calls", "skip"))
