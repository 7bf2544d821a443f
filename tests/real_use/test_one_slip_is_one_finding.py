"""Correct lists with totals, and one slip of each kind in each hand: one error, in its line, that names it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import pytest

from dokosheet.core.records import replace
from helpers import FOUR, Finding, found

RULES: Final = (
    "rules: {extends: tsr, pflichtsolo: {solos: 0, enforce: none}, party: {length: {unit: open, n: null, "
    "by_players: null}}, bock: {triggers: {heart_trick: {}}}}"
)
#: What stands in a line: the Augen or the value, the row of points, the totals.
STYLES: Final = ("augen totals", "augen points totals", "wert totals", "wert points totals", "points totals")
#: Augen of Re and what the hand is worth to Re.
WORTH: Final = {130: 1, 160: 2, 185: 3, 215: 4, 100: -2, 80: -3, 50: -4}
Numbers = tuple[int, ...]


class Line(NamedTuple):
    """A hand as it was played, and what the list has of it; a ``penalty`` without any hand."""

    re: str
    augen: int
    points: Numbers
    totals: Numbers
    call: bool = False
    hearts: bool = False
    bock: bool = False
    penalty: str = ""
    told: Numbers | None = None  # the row of points, if it is another

    @property
    def value(self) -> int:
        return min(map(abs, self.points)) * (1 if self.points[FOUR.index(self.re[0])] > 0 else -1)

    def text(self, style: str) -> str:
        if self.penalty:
            return self.penalty
        words = []
        if "augen" in style:
            words += [f"{' '.join(self.re)} {self.augen}", *["re"] * self.call]
        elif "wert" in style:
            words += [f"{' '.join(self.re)} wert:{self.value // (2 if self.bock else 1)}"]
        words += ["herzstich"] * self.hearts
        if "points" in style:
            words += ["=" + ",".join(map(str, self.told or self.points))]
        return " ".join([*words, "==" + ",".join(map(str, self.totals))])


def listed(seed: int, length: int = 12) -> list[Line]:
    """A correct list."""
    dice, lines, totals, bock = random.Random(seed), list[Line](), (0, 0, 0, 0), 0
    heart_trick, minor = dice.randrange(length - 5), dice.randrange(2, length - 1)
    for n in range(length):
        re, augen, call = "".join(sorted(dice.sample(FOUR, 2))), dice.choice(list(WORTH)), dice.random() < 0.3
        value = (WORTH[augen] + call * (2 if WORTH[augen] > 0 else -2)) * (2 if bock else 1)
        points = tuple(value if name in re else -value for name in FOUR)
        totals = added(totals, points)
        lines.append(Line(re, augen, points, totals, call, n == heart_trick, bool(bock)))
        bock = 4 if n == heart_trick else max(0, bock - 1)
        if n == minor:
            points = tuple(-3 if name == "B" else 1 for name in FOUR)
            totals = added(totals, points)
            lines.append(Line("", 0, points, totals, penalty="strafe B minor"))
    return lines


def added(row: Numbers, other: Numbers) -> Numbers:
    return tuple(a + b for a, b in zip(row, other, strict=True))


def carried(lines: Sequence[Line], k: int, off: Numbers) -> list[Line]:
    """The same list with all totals off from a line on."""
    return [one._replace(totals=added(one.totals, off)) if i >= k else one for i, one in enumerate(lines)]


class Wrong(NamedTuple):
    """A list with a slip; ``row``: of which line it is, ``says``: the finding, or one of several readings first."""

    lines: list[Line]
    row: int
    says: frozenset[str]


def of_value(lines: list[Line], k: int, style: str) -> Iterator[Wrong]:
    line = lines[k]
    for more in (-1, 1, 2):
        if line.value + more and not (line.bock and 2 * (line.value + more) == line.value):
            off = tuple(p // abs(line.value) * more * (1 if line.value > 0 else -1) for p in line.points)
            undoubled = line.bock and line.value + more == 2 * line.value and style == "points totals"
            says = COUNTED | {"S408.points"} if undoubled else COUNTED  # nothing tells which of both was written first
            yield Wrong(carried(lines, k, off), k, says)


def of_call(lines: list[Line], k: int, style: str) -> Iterator[Wrong]:
    if lines[k].call and style == "augen totals":
        yield Wrong([*lines[:k], lines[k]._replace(call=False), *lines[k + 1 :]], k, COUNTED)


def of_line(lines: list[Line], k: int, style: str) -> Iterator[Wrong]:
    if not lines[k].hearts and k + 1 < len(lines) and not lines[k + 1].penalty:
        says = {"S405.skipped", "S405.counted-or-line", "S405.penalty-or-line"}
        yield Wrong(lines[:k] + lines[k + 1 :], k, frozenset(says))


def of_total(lines: list[Line], k: int, style: str) -> Iterator[Wrong]:
    for seat in range(4):
        totals = tuple(total + (i == seat) for i, total in enumerate(lines[k].totals))
        yield Wrong([*lines[:k], lines[k]._replace(totals=totals), *lines[k + 1 :]], k, CELL)


def of_columns(lines: list[Line], k: int, style: str) -> Iterator[Wrong]:
    a, b, c, d = lines[k].totals
    for totals in ((b, a, c, d), (a, b, d, c)):
        if totals != lines[k].totals:
            wrong = [*lines[:k], lines[k]._replace(totals=totals), *lines[k + 1 :]]
            yield Wrong(wrong, k, frozenset({"S405.swapped"}))


def of_bock(lines: list[Line], k: int, style: str) -> Iterator[Wrong]:
    if lines[k].bock and style != "points totals":  # nothing but points tells no Bock
        off = tuple(-p // 2 for p in lines[k].points)
        wrong = carried(lines, k, off)
        wrong[k] = wrong[k]._replace(told=added(lines[k].points, off))
        yield Wrong(wrong, k, frozenset({"S408", "S408.points"}))


def of_trigger(lines: list[Line], k: int, style: str) -> Iterator[Wrong]:
    if lines[k].hearts and style != "points totals":
        wrong = [*lines[:k], lines[k]._replace(hearts=False), *lines[k + 1 :]]
        yield Wrong(wrong, k + 1, frozenset({"B507.missing"}))


def of_penalty(lines: list[Line], k: int, style: str) -> Iterator[Wrong]:
    yield Wrong(lines[:k] + lines[k + 1 :], k, frozenset({"S405.penalty", "S405.penalty-or-line"}))


COUNTED: Final = frozenset({"S405.counted", "S405.counted-or-line"})
CELL: Final = frozenset({"S405", "S405.neighbour"})
KINDS: Final = {
    "value wrong and carried on": of_value,
    "call forgotten": of_call,
    "line lost": of_line,
    "total wrong": of_total,
    "columns swapped": of_columns,
    "Bock hand not doubled": of_bock,
    "trigger forgotten": of_trigger,
    "penalty forgotten": of_penalty,
}


def slips(kind: str, lines: list[Line], style: str) -> Iterator[Wrong]:
    """One slip of a kind at each place where it changes what is written."""
    for k, line in enumerate(lines):
        if bool(line.penalty) == (kind == "penalty forgotten"):
            yield from KINDS[kind](lines, k, style)


def errors(lines: Sequence[Line], style: str) -> list[Finding]:
    every = found(*(line.text(style) for line in lines), head=RULES)
    return [replace(one, place=replace(one.place, line=one.place.line - 5)) for one in every if one.severity == "error"]


def judged(kind: str, style: str, seeds: Sequence[int], every: int = 1) -> tuple[int, list[str]]:
    """How many slips there were; and what is told of those that are not one error, in the right line, named first."""
    n, missed = 0, []
    for seed in seeds:
        lines = listed(seed)
        assert errors(lines, style) == []
        for wrong in list(slips(kind, lines, style))[::every]:
            n += 1
            told = errors(wrong.lines, style)
            line = next(i for i, one in enumerate(wrong.lines) if i >= wrong.row and not one.penalty)
            if [(one.place.line, one.message_id in wrong.says) for one in told] != [(line, True)]:
                missed.append(f"{seed}, line {line}: {[(one.place.line, one.message_id) for one in told]}")
    return n, missed


@pytest.mark.parametrize("style", STYLES[:2])
@pytest.mark.parametrize("kind", KINDS)
def test_one_slip_is_one_error_in_its_line_that_names_it(kind: str, style: str) -> None:
    n, missed = judged(kind, style, (1,), every=2 if kind in ("total wrong", "value wrong and carried on") else 1)
    assert n or kind == "call forgotten"
    assert len(missed) <= (kind == "line lost")  # the last of a Bock can be it: then two readings are as good


@pytest.mark.parametrize("style", STYLES[3:])
def test_the_same_where_only_values_or_points_stand_beside_the_totals(style: str) -> None:
    for kind in KINDS:
        assert judged(kind, style, (1,), every=15)[1] == []


@pytest.mark.slow
@pytest.mark.parametrize("style", STYLES)
def test_in_many_lists_nearly_all_slips_are_named_first(style: str) -> None:
    for kind in KINDS:
        n, missed = judged(kind, style, range(10))
        assert len(missed) <= (n // 10 if kind == "line lost" else 0), (kind, missed)


def test_what_the_totals_counted_and_what_the_hand_is_worth() -> None:
    (finding,) = found("A C 156 ==1,-1,1,-1", "B D 140 ==0,0,0,0")
    assert (finding.message_id, finding.hand) == ("S405.counted-or-line", 1)
    assert (finding.args["written"], finding.args["value"], finding.args["missing"]) == (1, 2, "-1,1,-1,1")
    assert [(fix.new, fix.certain) for fix in finding.repairs] == [("==2,-2,2,-2", False)]


def test_the_line_that_is_missing_is_named_and_not_the_one_that_stands_there() -> None:
    (finding,) = found("=2,-2,2,-2 ==2,-2,2,-2", "=2,-2,2,-2 ==5,-3,3,-5", "=2,-2,2,-2 ==7,-5,5,-7")
    assert (finding.message_id, finding.hand, finding.args["row"]) == ("S405.skipped", 2, "1,1,-1,-1")


def test_of_two_hands_between_bare_totals_only_the_sum_is_known() -> None:
    (finding,) = found("==2,-2,2,-2", "==5,-3,3,-5", "==7,-5,5,-7")
    assert (finding.message_id, finding.hand, finding.args["row"]) == ("S405.skipped-two", 2, "3,-1,1,-3")
