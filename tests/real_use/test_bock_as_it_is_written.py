"""Bock as a list writes it: what a value means in it, the hand that was not doubled, and what began it forgotten."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from helpers import found, ledger

POINTS = "rules: nur-punkte"
HEARTS = "rules: {extends: tsr, bock: {triggers: {heart_trick: {}}}}"
NAMED = {"": ("", ""), "names": ("A C ", "A D "), "winners": ("sieger:A,C ", "sieger:A,D ")}


def hands(worth: str, seed: int, names: str = "") -> list[str]:
    """A correct list with eight Bock hands, the values in it before or with Bock."""
    dice, lines = random.Random(seed), []
    for n in range(14):
        value, bock, side = dice.randint(1, 6), 2 <= n < 6 or 8 <= n < 12, dice.randrange(2)
        points = value * (2 if bock else 1)
        wert = points if worth == "with" else value
        row = (points, -points, points, -points) if not side else (points, -points, -points, points)
        mark = " bock:1" if bock else ""
        lines.append(f"{NAMED[names][side]}wert:{wert}{mark} ={','.join(map(str, row))}")
    return lines


def undoubled(line: str, worth: str) -> str:
    """The same hand with half of the points."""
    head, row = line.split("=")
    return head + "=" + ",".join(str(int(cell) // 2) for cell in row.split(","))


def said(lines: list[str], head: str = POINTS) -> list[tuple[str, int | None]]:
    return [(finding.message_id, finding.hand) for finding in found(*lines, head=head)]


@pytest.mark.parametrize("names", NAMED)
@pytest.mark.parametrize("worth", ["before", "with"])
def test_a_list_has_one_convention_and_every_hand_that_breaks_it_is_found(worth: str, names: str) -> None:
    for seed in range(3):
        lines = hands(worth, seed, names)
        assert said(lines) == []
        assert ledger(*lines, head=POINTS).worth == worth
        for n, line in enumerate(lines):
            if "bock" in line:
                wrong = [*lines[:n], undoubled(line, worth), *lines[n + 1 :]]
                ((told, hand),) = said(wrong)
                assert (told.partition(".")[0], hand) in {("S408", n + 1), ("S404", n + 1)}
                assert worth == "with" or told.startswith("S408")


@pytest.mark.parametrize(
    "line", ["wert:4 bock:1 =8,-8,8,-8", "wert:4 bock:1 =4,-4,4,-4", "A C wert:4 bock:1 =4,-4,4,-4"]
)
def test_one_hand_alone_tells_its_own_convention(line: str) -> None:
    assert said([line]) == []


def test_the_hand_that_was_not_doubled_beside_one_that_was() -> None:
    lines = ["wert:3 =3,-3,3,-3", "wert:4 bock:1 =8,-8,8,-8", "wert:2 bock:1 =2,2,-2,-2"]
    (finding,) = found(*lines, head=POINTS)
    assert (finding.code, finding.hand) == ("S408", 3)
    assert (finding.repairs[0].new, finding.repairs[0].reason) == ("=4,4,-4,-4", "slip-bock")
    assert not any(fix.certain for fix in finding.repairs)


def test_the_same_with_nothing_but_totals() -> None:
    lines = ["wert:4 bock:1 ==8,-8,8,-8", "wert:2 bock:1 ==10,-6,6,-10", "wert:2 bock:1 ==14,-2,2,-14"]
    (finding,) = found(*lines, "wert:3 ==11,1,-1,-11", head=POINTS)
    assert (finding.code, finding.hand, finding.repairs[0].new) == ("S408", 2, "==12,-4,4,-12")


def test_an_odd_value_cannot_have_been_doubled() -> None:
    lines = ["wert:4 bock:1 =4,-4,4,-4", "wert:2 bock:1 =2,2,-2,-2", "wert:3 bock:1 =3,3,-3,-3"]
    assert said(lines) == [("S408.points", 3)]


# -- what began it


def round_of(
    marks: bool, numbers: str, seed: int, doubled: Sequence[int] = range(4, 8), hearts: Sequence[int] = (3,)
) -> list[str]:
    """A round with heart tricks, after which some hands are Bock; with what is written beside the hands."""
    dice, lines = random.Random(seed), []
    totals = [0] * 4
    for n in range(1, 11):
        augen, bock = dice.choice((130, 160, 190, 100, 70)), n in doubled
        value = {130: 1, 160: 2, 190: 3, 100: -2, 70: -3}[augen] * (2 if bock else 1)
        row = [value, -value, value, -value]
        totals = [total + points for total, points in zip(totals, row, strict=True)]
        words = f"A C {augen}" if "augen" in numbers else f"A C wert:{value // 2 if bock else value}"
        words += " herzstich" if n in hearts else ""
        words += " bock:1" if bock and marks else ""
        words += f" ={','.join(map(str, row))}" if "points" in numbers else ""
        words += f" =={','.join(map(str, totals))}" if "totals" in numbers else ""
        lines.append(words)
    return lines


@pytest.mark.parametrize(
    "numbers", ["augen points", "augen totals", "wert points", "wert totals", "wert points totals"]
)
@pytest.mark.parametrize("marks", [True, False], ids=["marked", "unmarked"])
def test_a_forgotten_trigger_is_said_once_and_the_rest_judged_by_what_is_written(marks: bool, numbers: str) -> None:
    for seed in range(4):
        lines = round_of(marks, numbers, seed)
        assert said(lines, HEARTS) == []
        right = ledger(*lines, head=HEARTS)
        forgotten = [line.replace(" herzstich", "") for line in lines]
        assert said(forgotten, HEARTS) == [("B507.missing", 4)]
        wrong = ledger(*forgotten, head=HEARTS)
        assert [row.points for row in wrong.rows] == [row.points for row in right.rows]


def test_a_ruleset_without_bock_says_once_that_it_knows_none() -> None:
    lines = ["wert:4 bock:1 =8,-8,8,-8", "wert:3 =3,-3,3,-3", "A C 130 bock:1 =2,-2,2,-2"]
    assert said(lines, "") == [("B507", 1)]
    assert list(ledger(*lines).totals.values()) == [13, -13, 13, -13]


def test_a_bock_that_lasts_less_long_than_the_rules_say_ends_where_it_is_written() -> None:
    lines = ["A C 130 =1,-1,1,-1", "A C 130 bock:1 =2,-2,2,-2", *["A C 130 =1,-1,1,-1"] * 4]
    assert said(lines, HEARTS) == [("B507.missing", 2)]


def test_a_mark_against_its_numbers_and_a_single_doubled_hand_are_slips_of_their_hand() -> None:
    assert said(["A C 130", "A C 130 bock:1 =1,-1,1,-1", "A C 130"], HEARTS) == [("B507.none", 2)]
    assert said(["A C 130", "A C 130 =2,-2,2,-2", "A C 130 =1,-1,1,-1"], HEARTS) == [("S404.row", 2)]


def test_a_hand_of_bock_that_was_not_doubled_is_found_beside_the_others() -> None:
    lines = ["A C 130 herzstich", "A C 130 bock:1 =2,-2,2,-2", "A C 130 bock:1 =1,-1,1,-1", "A C 130 bock:1 =2,-2,2,-2"]
    assert said(lines, HEARTS) == [("S408", 3)]


# -- what was begun is not played

#: Which hands are doubled and where a heart trick is noted: one slip in a round whose hand 3 began Bock for 4 to 7.
SLIPS = {
    "never played": ((), (3,), 4),
    "a trigger too many before it": ((4, 5, 6, 7), (1, 3), 2),
    "a trigger too many right before it": ((4, 5, 6, 7), (2, 3), 3),
    "a trigger too many within it": ((4, 5, 6, 7), (3, 5), 8),
    "played for one hand": ((4,), (3,), 5),
    "played for two hands": ((4, 5), (3,), 6),
    "not from the first hand on": ((5, 6, 7), (3,), 4),
    "one hand not doubled": ((4, 6, 7), (3,), 5),
    "one hand too few": ((4, 5, 6), (3,), 7),
    "one hand too many": ((4, 5, 6, 7, 8), (3,), 8),
    "from the wrong hand on": ((3, 4, 5, 6, 7), (3,), 3),
    "another hand doubled": ((2, 4, 5, 6, 7), (3,), 2),
}


@pytest.mark.parametrize("slip", SLIPS)
@pytest.mark.parametrize("numbers", ["augen points", "augen totals", "wert points totals"])
def test_one_slip_in_the_bock_of_a_list_is_one_finding_in_its_hand(slip: str, numbers: str) -> None:
    doubled, hearts, hand = SLIPS[slip]
    for seed, marks in ((2, True), (2, False), (5, True), (5, False)):
        found_here = said(round_of(marks, numbers, seed, doubled, hearts), HEARTS)
        assert [n for _, n in found_here] == [hand], (found_here, seed, marks)


@pytest.mark.parametrize("mark", ["", " bock:0"])
def test_a_list_that_never_plays_bock_says_so_once(mark: str) -> None:
    rows = [f"A C 130{mark} =1,-1,1,-1", f"A D 160{mark} =2,-2,-2,2"] * 5
    lines = ["A C 130 herzstich =1,-1,1,-1", *rows[:6], "A B 120 =-2,-2,2,2", *rows[:6]]
    (finding,) = found(*lines, head="rules: [tsr, bock]")
    assert (finding.message_id, finding.hand, finding.args["causes"]) == ("B507.unplayed", 2, ["heart_trick 1"])
    assert [row.bock for row in ledger(*lines, head="rules: [tsr, bock]").rows] == [0] * 14


def test_a_bock_that_is_played_again_and_left_out_again_is_said_again() -> None:
    begun = round_of(False, "augen points", 2, (), (3,))[:6]
    played = round_of(False, "augen points", 2)[:7]
    assert said([*begun, *played, *begun], HEARTS) == [("B507.unplayed", 4), ("B507.unplayed", 17)]
