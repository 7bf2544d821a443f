"""How many Sonderpunkte a hand can hold, and the Augen that they need (TSR 7.2.3; card arithmetic)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Final

from dokosheet.core.ruleset import Ruleset

#: Fewest Augen of a party with 1, 2, 3, 4 tricks of 40 or more, and with 1, 2 caught foxes.
DOPPELKOPF_AUGEN: Final = (0, 40, 80, 124, 168)
FUCHS_AUGEN: Final = (0, 13, 24)
KARLCHEN_AUGEN: Final = 2
#: Sonderpunkte of the last trick: one player makes all of them.
LAST_TRICK: Final = ("karlchen", "karlchen_gefangen", "fuchs_am_end", "agathe", "fuchs_letzter", "doppelfuchs")
#: Pairs of them that exclude each other: one card wins the trick, and a fox beats no Karlchen.
EXCLUDE: Final = (("karlchen", "fuchs_am_end"), ("karlchen", "agathe"), ("fuchs_am_end", "karlchen_gefangen"))
#: There are two ♣J.
KARLCHEN: Final = 2


def most_of(sonderpunkt: str, held: Collection[str], rules: Ruleset) -> int:
    """How many there can be in a hand: no fox of a pig's cards is caught, and none that wins the last trick.

    ``held``: the pigs and Sonderpunkte of the hand.
    """
    most = rules.sonderpunkte[sonderpunkt].max
    if sonderpunkt != "fuchs":
        return most
    for name, pig in rules.deck.pigs.items():
        if pig.cards == "DA" and name in held:
            most = min(most, 0 if pig.which == "both" else 1)
    return min(most, 1) if "fuchs_am_end" in held else most


def doppelkopf_augen(rules: Ruleset) -> int:
    """The Augen that make a trick a Doppelkopf (knob ``sonderpunkte.doppelkopf.min_augen``)."""
    definition = rules.sonderpunkte.get("doppelkopf")
    return (definition.min_augen if definition else None) or DOPPELKOPF_AUGEN[1]


def needed(counts: Mapping[str, int], trick: int) -> Iterator[tuple[str, int, int]]:
    """(Sonderpunkt, how often, fewest Augen); Karlchen's trick is none of the Doppelköpfe: it has at most 35 Augen."""
    koepfe, foxes, karlchen = counts.get("doppelkopf", 0), counts.get("fuchs", 0), counts.get("karlchen", 0)
    extra = KARLCHEN_AUGEN if karlchen else 0
    if koepfe:
        n = min(koepfe, 4)  # more are another finding
        together = DOPPELKOPF_AUGEN[n] if trick >= DOPPELKOPF_AUGEN[1] else 0
        yield "doppelkopf", koepfe, max(together, n * trick) + extra
    if foxes:
        yield "fuchs", foxes, FUCHS_AUGEN[min(foxes, 2)]
    if karlchen:
        yield "karlchen", karlchen, KARLCHEN_AUGEN


def last_trick_allows(ids: Collection[str]) -> bool:
    """Whether Sonderpunkte of the last trick, one id each, can stand together by their cards."""
    karlchen = sum(1 for name in ids if name in ("karlchen", "karlchen_gefangen"))
    return karlchen <= KARLCHEN and not any(one in ids and other in ids for one, other in EXCLUDE)
