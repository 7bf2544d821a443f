"""Who has won (TSR 7.1).

The result of the tricks is one number: Re's Augen, 0 to 240, or ALL_RE / ALL_KONTRA where the other party has no trick.
0 Augen with a trick of four nines is not schwarz, so 240 and ALL_RE are two results (TSR 7.2.2 a).
"""

from __future__ import annotations

from typing import Final

from dokosheet.core.ruleset import Outcome
from dokosheet.core.terms import ABSAGEN, AUGEN, K90, OTHER, SCHWARZ, Party, Winner

ALL_RE: Final = 241
ALL_KONTRA: Final = 242
RESULTS: Final = 243

#: Absage -> the other party has to stay below so many Augen (TSR 6.3.1).
BELOW: Final = {"k90": 90, "k60": 60, "k30": 30}


def result_of(augen: int, trickless: bool = False) -> int:
    """The result for Re's Augen; ``trickless``: the party with 0 Augen has no trick."""
    if trickless and augen == AUGEN:
        return ALL_RE
    if trickless and augen == 0:
        return ALL_KONTRA
    return augen


def augen_of(result: int, party: str) -> int:
    """The Augen of a party."""
    re = AUGEN if result == ALL_RE else 0 if result == ALL_KONTRA else result
    return re if party == "re" else AUGEN - re


def has_all_tricks(result: int, party: str) -> bool:
    """Whether the other party has no trick."""
    return result == (ALL_RE if party == "re" else ALL_KONTRA)


def keeps(result: int, party: Party, step: int) -> bool:
    """Whether a party has met its Absage (TSR 6.3.1)."""
    if step == SCHWARZ:
        return has_all_tricks(result, party)
    return augen_of(result, OTHER[party]) < BELOW[ABSAGEN[step]]


def winner(result: int, re_step: int, kontra_step: int, rules: Outcome) -> Winner:
    """The party that has won, or None if both have missed their Absagen (TSR 7.1.1 to 7.1.3)."""
    re_bound, kontra_bound = re_step >= K90, kontra_step >= K90
    if not re_bound and not kontra_bound:
        return "re" if augen_of(result, "re") >= needs(re_step, kontra_step, rules) else "kontra"
    if re_bound and keeps(result, "re", re_step):
        return "re"
    if kontra_bound and keeps(result, "kontra", kontra_step):
        return "kontra"
    if re_bound and kontra_bound:
        return None
    return "kontra" if re_bound else "re"


def needs(re_step: int, kontra_step: int, rules: Outcome) -> int:
    """The Augen with which Re wins where nobody has made an Absage; one less against a lone Kontra (TSR 7.1.1)."""
    lone_kontra = kontra_step > 0 and re_step == 0
    return rules.re_needs - (1 if lone_kontra and rules.only_kontra_swaps else 0)
