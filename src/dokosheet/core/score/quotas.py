"""What the cards of one hand hold: how many Sonderpunkte, and the Augen that they need (TSR 7.2.3; card arithmetic).

Each card is written once: a Fuchs of the last trick as ``fuchs_letzter`` or as ``fuchs``, not as both.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from typing import Final

from dokosheet.core.rules import Ruleset

#: Cards of a trick.
TRICK: Final = 4
#: Augen of an ace, a ten, a jack, and of the cheapest card that beats a jack.
ACE, TEN, JACK, ABOVE_JACK = 11, 10, 2, 3
#: More Augen in a trick than three aces and a king: all four cards are aces and tens (of which there are 8 and 8).
FULL: Final = 3 * ACE + 4
FULLS: Final = 16
#: The Augen of four aces: no Sonderpunkt needs more, by itself or beside others.
FULLEST: Final = 4 * ACE
#: There are two of each card: ♦A, ♣J, ♥10.
TWO: Final = 2
#: Sonderpunkte of the last trick: one player makes all of them.
LAST_TRICK: Final = ("karlchen", "karlchen_gefangen", "fuchs_am_end", "agathe", "fuchs_letzter", "doppelfuchs")
#: Pairs of them that exclude each other: one card wins the trick, and a fox beats no Karlchen.
EXCLUDE: Final = (("karlchen", "fuchs_am_end"), ("karlchen", "agathe"), ("fuchs_am_end", "karlchen_gefangen"))
#: Those that name the card that wins it.
WINS: Final = ("karlchen", "fuchs_am_end", "agathe", "doppelfuchs")
#: What needs cards that something else could need as well.
BY_CARDS: Final = (*LAST_TRICK, "fuchs", "doppelkopf", "dulle_gefangen")


def most_of(sonderpunkt: str, held: Collection[str], rules: Ruleset) -> int:
    """How many there can be in a hand: no fox of a pig's cards is caught, and none that wins the last trick.

    ``held``: the pigs and Sonderpunkte of the hand.
    """
    most = rules.sonderpunkte[sonderpunkt].max
    if sonderpunkt not in ("fuchs", "fuchs_letzter"):
        return most
    for name, pig in rules.deck.pigs.items():
        if pig.cards == "DA" and name in held:
            most = min(most, 0 if pig.which == "both" else 1)
    return min(most, 1) if "fuchs_am_end" in held else most


def too_many(counts: Mapping[str, int]) -> tuple[str, tuple[str, ...], int] | None:
    """Which card is written more often than the two that there are, in which Sonderpunkte, how often: DA or CJ.

    ``counts``: how often each Sonderpunkt was made, by both parties together.
    """
    foxes = [name for name in ("fuchs", "fuchs_letzter", "doppelfuchs", "fuchs_am_end") if counts.get(name)]
    n = counts.get("fuchs", 0) + counts.get("fuchs_letzter", 0)
    n += max(2 * counts.get("doppelfuchs", 0), counts.get("fuchs_am_end", 0))
    if n > TWO and len(foxes) > 1:
        return "DA", tuple(foxes), n
    jacks = [name for name in ("karlchen", "karlchen_gefangen") if counts.get(name)]
    n = sum(counts[name] for name in jacks)
    return ("CJ", tuple(jacks), n) if n > TWO else None


def last_trick_allows(ids: Collection[str]) -> bool:
    """Whether Sonderpunkte of the last trick can stand together by what wins it."""
    return not any(one in ids and other in ids for one, other in EXCLUDE)


def doppelkopf_augen(rules: Ruleset) -> int:
    """The Augen that make a trick a Doppelkopf (knob ``sonderpunkte.doppelkopf.min_augen``)."""
    definition = rules.sonderpunkte.get("doppelkopf")
    return (definition.min_augen if definition else None) or 40


def fulls_left(re: Mapping[str, int], kontra: Mapping[str, int], rules: Ruleset) -> bool:
    """Whether aces and tens are left for what lies in no Doppelkopf: four of these hold all that there are."""
    koepfe = re.get("doppelkopf", 0) + kontra.get("doppelkopf", 0)
    if doppelkopf_augen(rules) <= FULL or koepfe < TRICK:
        return True
    return not any(_outside(counts) for counts in (re, kontra))


def _outside(counts: Mapping[str, int]) -> int:
    """How many aces and tens a party must have taken in a trick that is no Doppelkopf."""
    last, _ = _last_trick(counts)
    free = bool(counts.get("doppelkopf")) and all(card >= TEN for card in last)  # all of it may lie in that one
    if free:
        return 0
    aces = sum(card == ACE for card in last)
    return aces + (0 if counts.get("doppelkopf") else counts.get("fuchs", 0) + counts.get("dulle_gefangen", 0))


def least_augen(counts: Mapping[str, int], rules: Ruleset) -> int:
    """The fewest Augen of a party that made these Sonderpunkte: those of the cheapest tricks with all their cards.

    Whatever can lie in one trick is taken to lie in one, so that a party may have needed more, but never fewer.
    """
    key = tuple([(name, n) for name, n in counts.items() if n and name in BY_CARDS])
    return _least(key, doppelkopf_augen(rules), rules.deck.nines) if key else 0


@lru_cache(maxsize=4096)
def _least(made: tuple[tuple[str, int], ...], trick: int, nines: bool) -> int:
    counts = dict(made)
    filler = 0 if nines else JACK
    foxes = min(counts.get("fuchs", 0), TWO)
    koepfe = min(counts.get("doppelkopf", 0), FULLS // TRICK)  # more are another finding
    found = []
    for inside in range(foxes + 1 if koepfe else 1):
        for tricks, aces in _arranged(counts, trick > FULL):
            rest = _with_foxes(tricks, foxes - inside, filler)
            found += [_koepfe(koepfe, inside + aces, trick) + one for one in rest]
    return min(found)


def _last_trick(counts: Mapping[str, int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The Augen of the cards that must lie in the last trick, and of the cheapest that wins it where none is named."""
    jacks = counts.get("karlchen", 0) + counts.get("karlchen_gefangen", 0)
    agathe = counts.get("agathe", 0)
    aces = counts.get("fuchs_letzter", 0) + max(2 * counts.get("doppelfuchs", 0), counts.get("fuchs_am_end", 0))
    cards = [ACE] * min(aces, TWO) + [JACK] * min(max(jacks, agathe), TWO) + [ABOVE_JACK] * min(agathe, 1)
    if not cards or any(counts.get(name) for name in WINS):
        return tuple(cards), ()
    return tuple(cards), (ABOVE_JACK if jacks > 1 else JACK,)


def _arranged(counts: Mapping[str, int], full: bool) -> Iterator[tuple[list[tuple[int, ...]], int]]:
    """The tricks beside Doppelköpfe, each as the Augen of cards that lie in it, and the aces inside of those.

    The last trick can be one of the Doppelköpfe, and so can that of two ♥10, or it is this one.
    """
    last, winner = _last_trick(counts)
    koepfe = bool(counts.get("doppelkopf"))
    dulle: list[tuple[int, ...]] = [(TEN, TEN)] if counts.get("dulle_gefangen") and not koepfe else []
    yield [*([(*last, *winner)] if last else []), *dulle], 0
    if last and koepfe and (not full or min(last) >= TEN):
        yield dulle, sum(card == ACE for card in last)
    if last and dulle and winner:
        yield [(*last, TEN, TEN)], 0


def _with_foxes(tricks: list[tuple[int, ...]], foxes: int, filler: int) -> Iterator[int]:
    """The Augen of tricks, with caught foxes put into them or into one more."""
    if foxes == 0:
        yield sum(sum(trick) + max(0, TRICK - len(trick)) * filler for trick in tricks)
        return
    for n, trick in enumerate(tricks):
        if len(trick) < TRICK:
            yield from _with_foxes([*tricks[:n], (*trick, ACE), *tricks[n + 1 :]], foxes - 1, filler)
    yield from _with_foxes([*tricks, (ACE, JACK)], foxes - 1, filler)


def _koepfe(n: int, aces: int, trick: int) -> int:
    """The fewest Augen of n Doppelköpfe with so many aces in them: there are but eight tens."""
    if trick <= FULL:
        return n * trick
    return max(n * trick, n * TRICK * TEN + max(aces, n * TRICK - FULLS // 2))
