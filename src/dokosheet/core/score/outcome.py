"""Who has won (TSR 7.1).

The result of the tricks is one number: Re's Augen, 0 to 240, or ALL_RE / ALL_KONTRA where the other party has no trick.
0 Augen with a trick of four nines is not schwarz, so 240 and ALL_RE are two results (TSR 7.2.2 a).
"""

from __future__ import annotations

from bisect import bisect_right
from typing import Final

from dokosheet.core.notation.hand import Augen
from dokosheet.core.rules import Deck, Outcome, Ruleset
from dokosheet.core.terms import ABSAGEN, ANSAGE, AUGEN, K90, LEVELS, OTHER, SCHWARZ, Party, Winner

ALL_RE: Final = 241
ALL_KONTRA: Final = 242
RESULTS: Final = 243

#: Half of the Augen: 120 each is the tie.
HALF: Final = AUGEN // 2

#: With nines or without: Augen that no party can have.
_IMPOSSIBLE: Final = {
    nines: frozenset((*range(1, low), *range(AUGEN + 1 - low, AUGEN))) for nines, low in ((True, 2), (False, 8))
}

#: Absage -> the other party has to stay below so many Augen (TSR 6.3.1).
BELOW: Final = {"k90": 90, "k60": 60, "k30": 30}


def impossible_counts(deck: Deck) -> frozenset[int]:
    """Augen that no party can have: no card is worth 1, and without nines a trick of four jacks has 8."""
    return _IMPOSSIBLE[deck.nines]


def possible(augen: Augen, rules: Ruleset) -> bool:
    """Whether Re can have written Augen, one of them if they are a band."""
    if not augen.is_possible:
        return False
    never = impossible_counts(rules.deck)
    return augen.low not in never or any(count not in never for count in range(augen.low, augen.high + 1))


def result_of(augen: int, trickless: bool = False) -> int:
    """The result for Re's Augen; ``trickless``: the party with 0 Augen has no trick."""
    if trickless and augen == AUGEN:
        return ALL_RE
    if trickless and augen == 0:
        return ALL_KONTRA
    return augen


def edges(rules: Outcome) -> tuple[int, ...]:
    """Re's Augen from which on anything is different: what lies between two of them no rule of TSR 7.1, 7.2.2 parts."""
    levels = {edge for below in LEVELS.values() for edge in (below, AUGEN + 1 - below)}
    return tuple(sorted({0, 1, HALF, HALF + 1, AUGEN, rules.re_needs, rules.re_needs - 1, *levels}))


def alike(rules: Outcome) -> list[int]:
    """For each result one that is worth the same, whatever was called."""
    starts = edges(rules)
    return [*(starts[bisect_right(starts, augen) - 1] for augen in range(AUGEN + 1)), ALL_RE, ALL_KONTRA]


def augen_of(result: int, party: str) -> int:
    """The Augen of a party."""
    re = AUGEN if result == ALL_RE else 0 if result == ALL_KONTRA else result
    return re if party == "re" else AUGEN - re


def has_all_tricks(result: int, party: str) -> bool:
    """Whether the other party has no trick."""
    return result == (ALL_RE if party == "re" else ALL_KONTRA)


def keeps(result: int, party: Party, step: int, rules: Outcome) -> bool:
    """Whether a party has met what it called (TSR 6.3.1); an Ansage asks for more than half."""
    if step == SCHWARZ:
        return is_schwarz(result, party, rules)
    if step == ANSAGE:
        return augen_of(result, party) > HALF
    return augen_of(result, OTHER[party]) < BELOW[ABSAGEN[step]]


def is_schwarz(result: int, party: Party, rules: Outcome) -> bool:
    """Whether the other party is schwarz: without a trick, or by knob ``outcome.schwarz_by`` without Augen."""
    if rules.schwarz_by == "augen":
        return augen_of(result, party) == AUGEN
    return has_all_tricks(result, party)


def winner(result: int, re_step: int, kontra_step: int, rules: Outcome) -> Winner:
    """The party that has won, or None if both have missed what binds them (TSR 7.1.1 to 7.1.3)."""
    re_bound, kontra_bound = binding(re_step, rules), binding(kontra_step, rules)
    if not re_bound and not kontra_bound:
        return "re" if augen_of(result, "re") >= needs(re_step, kontra_step, rules) else "kontra"
    if re_bound and keeps(result, "re", re_bound, rules):
        return "re"
    if kontra_bound and keeps(result, "kontra", kontra_bound, rules):
        return "kontra"
    if re_bound and kontra_bound:
        return None
    return "kontra" if re_bound else "re"


def binding(step: int, rules: Outcome) -> int:
    """The call that a party has to meet to win, 0 if none: its Absage, by a strict table its Ansage too."""
    if step >= K90 and rules.absage_binds:
        return step
    return ANSAGE if step and rules.ansage_binds else 0


def needs(re_step: int, kontra_step: int, rules: Outcome) -> int:
    """The Augen with which Re wins where nothing binds; one less against a lone Kontra (TSR 7.1.1)."""
    lone_kontra = kontra_step > 0 and re_step == 0
    return rules.re_needs - (1 if lone_kontra and rules.only_kontra_swaps else 0)
