"""What cards allow: no hand that can be played is called impossible, and what no cards give is found."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product
from typing import NamedTuple

import pytest

from helpers import FOUR, TSR, codes, found, least_augen
from house import OPEN, over, ruleset

ALL = "fuchs_am_end: {}, fuchs_letzter: {max: 2}, karlchen_gefangen: {max: 2}, dulle_gefangen: {}, agathe: {}"
DECKS = {
    "nines": f"sonderpunkte: {{{ALL}}}",
    "no nines": f"sonderpunkte: {{{ALL}}}\ndeck: {{nines: false}}",
    "tsr": "",
}
VALUE = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0}
TRUMPS = ("HT", "CQ", "SQ", "HQ", "DQ", "CJ", "SJ", "HJ", "DJ", "DA", "DT", "DK", "D9")


class Card(NamedTuple):
    name: str
    by: str


Trick = list[Card]


def augen(cards: Trick) -> int:
    return sum(VALUE[card.name[1]] for card in cards)


def taker(trick: Trick) -> Card:
    def strength(card: Card) -> int:
        if card.name in TRUMPS:
            return 100 - TRUMPS.index(card.name)
        return "9KTA".index(card.name[1]) + 1 if card.name[0] == trick[0].name[0] else 0

    return max(trick, key=strength)  # the first of two equal cards


def played(rng: random.Random, nines: bool) -> list[Trick]:
    """All cards in tricks, like with like more often than at a table, and whether or not suit was followed."""
    cards = [s + r for s in "CSHD" for r in ("ATKQJ9" if nines else "ATKQJ")] * 2
    noise = rng.choice((0.5, 3, 8, 50))
    cards.sort(key=lambda card: VALUE[card[1]] + rng.gauss(0, noise))
    tricks = []
    for n in range(0, len(cards), 4):
        group = cards[n : n + 4]
        rng.shuffle(group)
        tricks.append([Card(name, by) for name, by in zip(group, rng.sample(FOUR, 4), strict=True)])
    rng.shuffle(tricks)
    return tricks


def line(tricks: list[Trick], rules: str) -> str:
    """What a table writes of these tricks. Re are A and C."""
    side = dict(zip("ABCD", ("re", "kontra") * 2, strict=True))
    made: Counter[str] = Counter()
    have, took = dict.fromkeys(("re", "kontra"), 0), dict.fromkeys(("re", "kontra"), 0)
    for n, trick in enumerate(tricks, start=1):
        best, last = taker(trick), n == len(tricks)
        party = side[best.by]
        have[party] += augen(trick)
        took[party] += 1
        theirs = [card.name for card in trick if side[card.by] != party]
        made[f"doppelkopf:{party}"] += augen(trick) >= 40
        late = last and "fuchs_letzter" in rules
        made[f"{'fuchs_letzter' if late else 'fuchs'}:{best.by}"] += theirs.count("DA")
        made[f"karlchen:{best.by}"] += last and best.name == "CJ"
        if "dulle" in rules:
            made[f"dulle_gefangen:{best.by}"] += best.name == "HT" and "HT" in theirs
            made[f"fuchs_am_end:{best.by}"] += last and best.name == "DA"
            made[f"karlchen_gefangen:{best.by}"] += theirs.count("CJ") if last else 0
    fact = "" if all(have.values()) else "stich" if all(took.values()) else "schwarz"
    words = [name for name, times in made.items() for _ in range(times)]
    return " ".join(["A C", str(have["re"]), *([fact] if fact else []), *words])


def impossible(lines: list[str], body: str) -> list[str]:
    about = found(*lines, head=over(f"{OPEN}\n{body}"))
    return [
        f"{one.code} {lines[(one.hand or 1) - 1]}" for one in about if one.code[0] == "H" and one.severity == "error"
    ]


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("hands", [400, pytest.param(10_000, marks=pytest.mark.slow)])
def test_what_is_played_is_possible(deck: str, hands: int) -> None:
    rng = random.Random(f"{deck} {hands}")
    body = DECKS[deck]
    lines = [line(played(rng, deck != "no nines"), body) for _ in range(hands)]
    assert impossible(lines, body) == []
    assert len(set(lines)) > 200


def cheapest(wanted: Counter[str], tricks: list[tuple[Counter[str], int]], last: list[tuple[Counter[str], int]]) -> int:
    """The fewest Augen that give some Sonderpunkte, tried with every trick: the independent way to the same number."""
    found: dict[tuple[tuple[str, int], ...], int] = {(): 0}
    for options in (last, tricks, tricks, tricks, tricks, tricks, tricks):
        more = dict(found)
        for (made, cost), (gives, price) in product(found.items(), options):
            both = Counter(dict(made)) + gives
            if all(both[name] <= wanted[name] for name in both):
                key = tuple(sorted(both.items()))
                more[key] = min(more.get(key, 999), cost + price)
        found = more
    return found[tuple(sorted((+wanted).items()))]


def every_trick(nines: bool, last: bool) -> list[tuple[Counter[str], int]]:
    """What a trick with four cards of these can give to who takes it, and its Augen."""
    ranks = {"fox": 11, "A": 11, "dulle": 10, "T": 10, "K": 4, "Q": 3, "CJ": 2, "J": 2, **({"9": 0} if nines else {})}
    beats = list(ranks)
    kinds: dict[tuple[tuple[str, int], ...], int] = {}
    for cards in product(beats, repeat=4):
        won, theirs = cards[0], Counter(cards[1:])
        if max(theirs["fox"] + (won == "fox"), theirs["CJ"] + (won == "CJ"), theirs["dulle"] + (won == "dulle")) > 2:
            continue
        order = ["dulle", "Q", "CJ", "J", "fox", "T", "K", "A", "9"]  # of the highest card of each name
        if any(order.index(card) < order.index(won) for card in theirs):
            continue
        total = sum(ranks[card] for card in cards)
        gives = Counter({"fuchs_letzter" if last else "fuchs": theirs["fox"], "doppelkopf": int(total >= 40)})
        gives["dulle_gefangen"] = int(won == "dulle" and theirs["dulle"] > 0)
        if last:
            gives += Counter({"karlchen_gefangen": theirs["CJ"], "karlchen": int(won == "CJ")})
            gives["fuchs_am_end"] = int(won == "fox")
        for lost in product(*(range(n + 1) for n in gives.values())):  # a card of the own party is not caught
            some = Counter(dict(zip(gives, lost, strict=True)))
            key = tuple(sorted((+some).items()))
            kinds[key] = min(kinds.get(key, 999), total)
    return [(Counter(dict(key)), cost) for key, cost in kinds.items()]


@pytest.mark.parametrize("nines", [True, False])
def test_the_fewest_augen_are_those_of_the_cheapest_tricks(nines: bool) -> None:
    """Never more than the cheapest tricks cost, so that nothing possible is refused; mostly just as much."""
    rules = ruleset(DECKS["nines" if nines else "no nines"])[0]
    tricks, last = every_trick(nines, False), every_trick(nines, True)
    exact = total = 0
    for dk, fox, dulle, end in product(range(3), range(3), range(2), range(7)):
        wanted = Counter({"doppelkopf": dk, "fuchs": fox, "dulle_gefangen": dulle})
        wanted += Counter(
            [
                {},
                {"karlchen": 1},
                {"karlchen_gefangen": 1},
                {"karlchen_gefangen": 2},
                {"fuchs_am_end": 1},
                {"fuchs_letzter": 1},
                {"karlchen": 1, "fuchs_letzter": 1},
            ][end]
        )
        if wanted["fuchs"] + wanted["fuchs_letzter"] + wanted["fuchs_am_end"] > 2:
            continue
        least = least_augen(wanted, rules)
        cost = cheapest(wanted, tricks, last)
        assert least <= cost, wanted
        exact += least == cost
        total += 1
    assert exact >= total * 0.8, (exact, total)


@pytest.mark.parametrize(
    ("made", "augen"),
    [
        ({"doppelkopf": 1}, 40),
        ({"doppelkopf": 2}, 80),
        ({"doppelkopf": 3}, 124),
        ({"doppelkopf": 4}, 168),
        ({"fuchs": 1}, 13),
        ({"fuchs": 2}, 24),
        ({"karlchen": 1}, 2),
        ({"karlchen": 1, "fuchs": 1}, 13),
        ({"karlchen": 1, "fuchs": 2}, 24),
        ({"doppelkopf": 1, "fuchs": 1}, 41),
        ({"doppelkopf": 1, "fuchs": 2}, 42),
        ({"doppelkopf": 2, "fuchs": 1}, 81),
        ({"doppelkopf": 3, "fuchs": 2}, 124),
        ({"doppelkopf": 1, "karlchen": 1}, 42),
        ({"doppelkopf": 1, "fuchs": 2, "karlchen": 1}, 44),
    ],
)
def test_the_augen_of_official_sonderpunkte(made: dict[str, int], augen: int) -> None:
    assert least_augen(made, TSR) == augen


NINELESS = "deck: {nines: false}"
LAST = DECKS["nines"]


@pytest.mark.parametrize(
    ("body", "line", "expected"),
    [
        # more cards than there are
        (LAST, "A C 150 2fuchs:A fuchs_letzter:A", ["H207"]),
        (LAST, "A C 150 fuchs:A 2fuchs_letzter:A", ["H207"]),
        (LAST, "A C 150 fuchs:A fuchs:B fuchs_letzter:A", ["H207"]),
        (LAST, "A C 150 fuchs:B fuchs_letzter:A fuchs_am_end:A", ["H207"]),
        (LAST, "A C 150 fuchs:A fuchs_letzter:A", []),
        (LAST, "A C 150 2fuchs_letzter:A", []),
        (f"{LAST[:-1]}, doppelfuchs: {{}}}}", "A C 150 fuchs:A doppelfuchs:A", ["H207"]),
        (LAST, "A C 150 karlchen:A 2karlchen_gefangen:A", ["H207"]),
        ("", "A C 170 4dk:re fuchs:B", ["H207"]),
        ("", "A C 195 2dk:re 2dk:kontra fuchs:B", ["H208"]),
        ("", "A C 150 3dk:re dk:B fuchs:B", []),
        ("", "A C 170 3dk:re fuchs:B", []),
        ("deck: {pigs: {schweinchen: {cards: DA}}}", "A C 150 schweinchen:A fuchs:A", ["H207"]),
        (f"{LAST}\ndeck: {{pigs: {{schweinchen: {{cards: DA}}}}}}", "A C 150 schweinchen:A fuchs_letzter:A", ["H207"]),
        # the Augen of all that a party made
        ("", "A C 200 doppelkopf:kontra fuchs:kontra", ["H208"]),
        ("", "A C 199 doppelkopf:kontra fuchs:kontra", []),
        ("", "A C 198 doppelkopf:kontra fuchs:B karlchen:D", ["H208"]),
        ("", "A C 197 doppelkopf:kontra fuchs:B karlchen:D", []),
        ("", "A C 41 dk:re 2fuchs:re", ["H208"]),
        (LAST, "A C 240 stich karlchen_gefangen:kontra", ["H208"]),
        (LAST, "A C 0 stich karlchen_gefangen:re", ["H208"]),
        (LAST, "A C 235 2karlchen_gefangen:kontra", ["H208"]),
        (LAST, "A C 230 fuchs_am_end:B", ["H208"]),
        (LAST, "A C 221 dulle_gefangen:B", ["H208"]),
        (LAST, "A C 210 dulle_gefangen:B fuchs:B", ["H208"]),
        (LAST, "A C u30 fuchs:B fuchs_letzter:D doppelkopf:B", ["H208"]),
        # without nines
        *((NINELESS, f"A C {n}", ["H201"]) for n in (*range(1, 8), *range(233, 240))),
        *((NINELESS, f"A C {n}", []) for n in (0, 8, 9, 231, 232, 240)),
        (NINELESS, "A C 1-7", ["H201"]),
        (NINELESS, "A C 240 stich", ["H204"]),
        (NINELESS, "A C 240 karlchen:B", ["H204"]),
        (NINELESS, "A C 224 fuchs:B", ["H208"]),
        (NINELESS, "A C 223 fuchs:B", []),
        # no trick, no Sonderpunkt: neither of a band
        ("", "A C 240 schwarz karlchen:B", ["H204"]),
        ("", "A C 211-240 schwarz karlchen:B", ["H204"]),
    ],
)
def test_what_cannot_be(body: str, line: str, expected: list[str]) -> None:
    about = found(line, head=over(f"{OPEN}\n{body}"))
    assert [one.code for one in about if one.code[0] == "H" and one.severity == "error"] == expected


@pytest.mark.parametrize(
    ("body", "line", "ok"),
    [
        (NINELESS, "A C 130 re@12", False),
        (NINELESS, "A C 130 re@11", False),
        (NINELESS, "A C 130 re@10", True),
        ("", "A C 130 re@12", True),
        ("", "A C 130 re@13", False),
        (f"{NINELESS}\ncalls: {{clock: {{unit: table_cards, latest: {{re: 4}}}}}}", "A C 130 re@41", False),
        (f"{NINELESS}\ncalls: {{clock: {{unit: tricks, latest: {{re: 1}}}}}}", "A C 130 re@11", False),
        (NINELESS, "A C 130 stich11:35/A", False),
        (NINELESS, "A C 130 stich10:35/A", True),
    ],
)
def test_no_more_cards_than_a_hand_has(body: str, line: str, ok: bool) -> None:
    assert ("F103" not in codes(line, head=over(f"{OPEN}\n{body}"))) == ok
