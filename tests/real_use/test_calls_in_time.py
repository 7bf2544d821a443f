"""Calls with the cards of who made them: a finding exactly where something was late in every possible order."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations

import pytest

from helpers import codes, found

#: TSR 6.2.2, 6.3.4: the fewest cards for an Ansage, keine 90, keine 60, keine 30, schwarz.
FEWEST = (11, 10, 9, 8, 7)
NAMES = ("", "90", "60", "30", "schwarz")
#: The beginning of a line, and the Klärungsstiche that there can have been (0: no Hochzeit).
KINDS = {
    "A C 130": (0,),
    "A damensolo 190": (0,),
    "A still 130": (0,),
    "A C hochzeit 130": (1, 2, 3),
    "A C hochzeit@1 130": (1,),
    "A C hochzeit@2 130": (2,),
    "A C hochzeit@3 130": (3,),
    "A hochzeit 130": (3,),
}
#: A call: Re or Kontra, the step from 0, the cards.
Made = tuple[str, int, int]


def regular(order: tuple[Made, ...], klaerung: int) -> bool:
    """Whether every call of an order was made in time, read straight from TSR 6.2 to 6.4."""
    moved = max(klaerung - 1, 0)
    said = {"re": -1, "kontra": -1}
    only_replied = {"re": False, "kontra": False}
    for party, step, cards in order:
        if klaerung and cards > 12 - klaerung:
            return False  # 6.4.2: not before the Klärungsstich is complete
        if only_replied[party] and step > 0:
            return False  # 6.4.4: no Absage after a late reply
        skipped = range(said[party] + 1, step + 1)
        if any(cards < FEWEST[one] - moved for one in skipped):  # 6.4.3: every skipped step must be in time
            other = said["kontra" if party == "re" else "re"]
            if step > 0 or other < 0 or cards < FEWEST[other] - 1 - moved:
                return False
            only_replied[party] = True
        said[party] = max(said[party], step)
    return True


def orders(calls: tuple[Made, ...]) -> Iterator[tuple[Made, ...]]:
    """Two players never differ by more than one card; a party raises step by step."""
    for order in permutations(calls):
        pairs = list(combinations(order, 2))
        in_turn = all(later[2] <= sooner[2] + 1 for sooner, later in pairs if sooner[0] != later[0])
        if in_turn and all(later[1] > sooner[1] for sooner, later in pairs if sooner[0] == later[0]):
            yield order


def told(calls: tuple[Made, ...]) -> str:
    return " ".join(f"{party}{NAMES[step]}@{cards}" for party, step, cards in calls)


def timing(*lines: str) -> list[bool]:
    """Whether something about time is found, line by line."""
    hands = {finding.hand for finding in found(*lines) if finding.code in ("C303", "C304", "C306", "C307")}
    return [n in hands for n in range(1, len(lines) + 1)]


def agrees(start: str, some: list[tuple[Made, ...]]) -> None:
    wanted = [not any(regular(order, k) for order in orders(calls) for k in KINDS[start]) for calls in some]
    for calls, expected, judged in zip(some, wanted, timing(*(f"{start} {told(c)}" for c in some)), strict=True):
        assert judged == expected, f"{start} {told(calls)}"


CARDS = range(5, 13)


@pytest.mark.parametrize("start", KINDS)
def test_two_ansagen(start: str) -> None:
    agrees(start, [(("re", 0, one), ("kontra", 0, other)) for one in CARDS for other in CARDS])


@pytest.mark.parametrize("start", KINDS)
def test_a_call_and_an_absage(start: str) -> None:
    some: list[tuple[Made, ...]] = []
    for one in range(7, 13):
        for other in range(6, 13):
            some += [(("kontra", 0, one), ("re", 1, other)), (("re", 2, one), ("kontra", 0, other))]
            some += [(("re", 0, one), ("re", 1, other))] if one > other else []
    agrees(start, some)


@pytest.mark.slow
@pytest.mark.parametrize("start", KINDS)
def test_any_two_calls_and_three(start: str) -> None:
    made: list[Made] = [(party, step, cards) for party in ("re", "kontra") for step in range(5) for cards in CARDS]
    pairs = [(a, b) for a, b in combinations(made, 2) if (a[0], a[1]) != (b[0], b[1])]
    grows = [p for p in pairs if p[0][0] != p[1][0] or (p[0][1] < p[1][1]) == (p[0][2] >= p[1][2])]
    threes = [
        (("re", 0, a), ("re", 1, b), ("kontra", step, c))
        for a in CARDS
        for b in range(5, a + 1)
        for c in CARDS
        for step in (0, 1)
    ]
    agrees(start, [*grows, *threes])


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("A C 130 re@10 kontra@10", ["C303"]),
        ("A C 130 kontra@10 re@10", ["C303"]),
        ("A C 130 re@10 kontra@9", ["C303", "C303"]),
        ("A C 130 re@11 kontra@10", []),
        ("A damensolo 190 re@10 kontra@10", ["C303"]),
        ("A C hochzeit@2 130 re@9 kontra@9", ["C303"]),
        ("A C hochzeit@3 130 re@8 kontra@8", ["C303"]),
        ("A hochzeit 130 re@8 kontra@8", ["C303"]),
        ("A C hochzeit 130 re@10", []),
        ("A C hochzeit 160 re90@9", []),
        ("A C hochzeit 130 re@9 kontra@8", []),
        ("A C hochzeit 130 re@8 kontra@8", ["C303"]),
        ("A C hochzeit 130 re@8", ["C303"]),
        ("A C hochzeit 130 re@12", ["C306"]),
        ("A C hochzeit 130 re@11 kontra@9", ["C303"]),  # in the first trick Kontra is late, later Re too early
        ("A C 160 re@10 kontra90@10", ["C307"]),
    ],
)
def test_what_is_told(line: str, expected: list[str]) -> None:
    assert codes(line) == expected


@pytest.mark.parametrize(
    ("rules", "line", "expected"),
    [
        ("deck: {nines: false}", "A C 130 re@8 kontra@8", ["C303"]),
        ("deck: {nines: false}", "A C 130 re@9 kontra@8", []),
        ("calls: {clock: {unit: table_cards, latest: {re: 4, kontra: 4}}}", "A C 130 re@5 kontra@5", ["C303"]),
        ("calls: {clock: {unit: table_cards, latest: {re: 4, kontra: 4}}}", "A C 130 re@4 kontra@5", []),
        ("calls: {clock: {unit: tricks, latest: {re: 1, kontra: 1}}}", "A C 130 re@2 kontra@2", ["C303"]),
        ("calls: {clock: {unit: tricks, latest: {re: 1, kontra: 1}}}", "A C 130 re@1 kontra@2", []),
        ("calls: {reply: {to: last_call}}", "A C 130 re@10 kontra@10", ["C303"]),
    ],
)
def test_other_clocks(rules: str, line: str, expected: list[str]) -> None:
    found = codes(line, head=f"rules: {{extends: tsr, {rules}}}")
    assert [code for code in found if code[0] == "C"] == expected
