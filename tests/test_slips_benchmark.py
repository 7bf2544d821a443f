"""The benchmark of slips: what it injects, and that its table says what the program found."""

from __future__ import annotations

import importlib
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from helpers import Hand

ROOT = Path(__file__).parents[1]
LISTS = sorted((ROOT / "examples" / "listen").glob("*.csv"))
PLAYERS = ("A", "B", "C", "D")
HANDS = (
    Hand(score=(2, -2, 2, -2), total=(2, -2, 2, -2), wert=2, sieger=("A", "C")),
    Hand(score=(-4, -4, 12, -4), total=(-2, -6, 14, -6), wert=-4, sieger=("C",)),
    Hand(score=(1, 1, -1, -1), total=(-1, -5, 13, -7), wert=1, sieger=("A", "B")),
)


@pytest.fixture
def damage(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    return importlib.import_module("damage")


@pytest.fixture
def slips(damage: Any) -> Any:
    return importlib.import_module("slips")


@pytest.fixture
def readings(damage: Any) -> Any:
    return importlib.import_module("readings")


@pytest.mark.parametrize("number", [0, 4, -7, 12, -38, 100])
def test_a_misread_number_has_one_other_digit_that_looks_alike_or_is_one_apart(damage: Any, number: int) -> None:
    alike = {frozenset(pair) for pair in ("06", "08", "68", "17", "38", "56", "49", "27")}
    for wrong in damage.IN_CELLS["misread"](number):
        assert (wrong < 0) == (number < 0) or not wrong or not number
        pairs = zip(str(abs(number)), str(abs(wrong)), strict=True)
        ((right, read),) = [(a, b) for a, b in pairs if a != b]
        assert frozenset((right, read)) in alike or abs(int(right) - int(read)) == 1


@pytest.mark.parametrize(
    ("slip", "number", "wrong"),
    [
        ("misread", 1, [0, 2, 7]),
        ("transposed", -12, [-21]),
        ("transposed", 11, [11]),
        ("transposed", 10, []),
        ("dropped", 120, [20, 10, 12]),
        ("dropped", 4, []),
        ("doubled", -12, [-112, -122]),
        ("doubled", 0, []),
        ("leading", -4, [-14]),
        ("sign", 4, [-4]),
        ("illegible", 4, ["?"]),
        ("empty", 4, [None]),
    ],
)
def test_slips_in_a_cell(damage: Any, slip: str, number: int, wrong: list[object]) -> None:
    assert list(damage.IN_CELLS[slip](number)) == wrong


@pytest.mark.parametrize(
    ("slip", "row", "new"),
    [
        ("swapped", (3, -1, -1), [{0: -1, 1: 3}, {0: -1, 2: 3}, {1: -1, 2: -1}]),
        ("swapped-next", (3, -1, -1), [{0: -1, 1: 3}, {1: -1, 2: -1}]),
        ("copied", (1, 2), [{0: 2}, {1: 1}]),
        ("signs", (3, -1, -1, -1), [{0: -3, 1: 1, 2: 1, 3: 1}]),
        ("not-tripled", (5, 5, -15, 5), [{2: -5}]),
        ("not-tripled", (5, -5, -5, 5), []),
        ("all-tripled", (5, 5, -15, 5), [{0: 15, 1: 15, 3: 15}]),
        ("all-tripled", (0, 0, 0, 0), []),
    ],
)
def test_slips_in_a_row(damage: Any, slip: str, row: tuple[int, ...], new: list[dict[int, int]]) -> None:
    assert list(damage.IN_ROWS[slip](dict(enumerate(row)))) == new


def made(damage: Any, slip: str, field: str, k: int) -> list[Any]:
    return list(damage.SLIPS[slip].make(HANDS, field, k))


def test_a_carried_slip_stays_in_its_column_to_the_end(damage: Any) -> None:
    slip = made(damage, "carried", "total", 1)[0]
    assert slip.spots == ((1, "total", None),)
    assert [hand.total for hand in slip.hands] == [(2, -2, 2, -2), (-11, -6, 14, -6), (-10, -5, 13, -7)]
    assert [hand.score for hand in slip.hands] == [hand.score for hand in HANDS]


def test_carried_slips_take_turns_so_that_every_amount_is_tried(damage: Any) -> None:
    tried = [made(damage, "carried", "total", k) for k in range(3)]
    assert [len(slips) for slips in tried] == [16, 16, 16]
    off = {slip.hands[k].total[s] - HANDS[k].total[s] for k in range(3) for slip in tried[k] for s in range(4)}
    assert off == {*range(-10, 11)}


def test_what_is_not_added_is_missing_from_then_on(damage: Any) -> None:
    (slip,) = made(damage, "not-added", "total", 1)
    assert [hand.total for hand in slip.hands] == [(2, -2, 2, -2), (2, -2, 2, -2), (3, -1, 1, -3)]


def test_a_forgotten_tripling_goes_on_in_the_totals_only(damage: Any) -> None:
    (points,), (totals,) = made(damage, "not-tripled", "score", 1), made(damage, "not-tripled", "total", 1)
    assert points.spots == ((1, "score", 2),)
    assert points.hands[1].score == (-4, -4, 4, -4)
    assert points.hands[1].total == HANDS[1].total
    assert [hand.total for hand in totals.hands] == [(2, -2, 2, -2), (-2, -6, 6, -6), (-1, -5, 5, -7)]


def test_lines_left_out_and_lines_written_twice(damage: Any) -> None:
    (skipped,), (twice,) = made(damage, "skipped", "total", 1), made(damage, "twice", "total", 1)
    assert skipped.hands == skipped.truth == (HANDS[0], HANDS[2])
    assert made(damage, "skipped", "total", 2) == []
    assert twice.hands == (HANDS[0], HANDS[1], HANDS[1], HANDS[2])
    assert twice.truth == (HANDS[0], HANDS[1], None, HANDS[2])


@pytest.mark.parametrize("mode", ["points", "totals", "winners", "both", "value", "valued"])
def test_what_was_meant_is_among_the_readings_of_every_single_slip(damage: Any, readings: Any, mode: str) -> None:
    arithmetic, tried = readings.Arithmetic(mode, PLAYERS), 0
    kinds = [(kind, field) for kind in damage.SLIPS.values() for field in damage.MODES[mode] if field in kind.fields]
    for kind, field in kinds:
        for k in range(len(HANDS)) if mode in kind.modes else ():
            for slip in list(kind.make(HANDS, field, k))[::2]:
                meant = HANDS if len(slip.hands) < len(HANDS) else tuple(hand for hand in slip.truth if hand)
                found = list(arithmetic.readings(slip.hands))
                assert [hand.total for hand in meant] in [[hand.total for hand in reading] for reading in found]
                assert len(meant) != len(slip.hands) or arithmetic.written(meant) in map(arithmetic.written, found)
                tried += 1
    assert tried > 50


@pytest.mark.parametrize(
    ("mode", "row", "readings_of_it"),
    [
        ("points", (7, -2, 2, -2), [(2, -2, 2, -2)]),
        ("points", (-2, -2, 2, -2), [(2, -2, 2, -2), (-2, 2, 2, -2), (-2, -2, 6, -2), (-2, -2, 2, 2)]),
        ("points", (2, 2, -2, -2), None),
        ("winners", (2, 2, -2, -2), [(2, -2, 2, -2)]),
    ],
)
def test_readings_are_consistent_lists_that_a_single_slip_spoils(
    damage: Any, readings: Any, mode: str, row: tuple[int, ...], readings_of_it: list[object] | None
) -> None:
    wrong = damage.put(HANDS, 0, "score", dict(enumerate(row)))
    found = [hands[0].score for hands in readings.Arithmetic(mode, PLAYERS).readings(wrong)]
    if readings_of_it is None:  # as good as the truth: what is written is the first reading, and not the only one
        assert found[0] == row
        assert len(found) > 1
    else:
        assert sorted(set(found) - {row}) == sorted(readings_of_it)


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.stem)
def test_the_invented_lists_are_correct_in_every_mode(slips: Any, path: Path) -> None:
    (paper,) = slips.read_lists([path])
    assert 12 <= len(paper.hands) <= 24
    assert all(slips.Judge(paper, mode).fits for mode in slips.MODES)


def test_the_table_says_what_was_found(slips: Any, monkeypatch: Any, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(ROOT / "examples" / "listen" / "buchstaben.csv")
    given = ["--mode", "points", "--slip", "sign,swapped", "--pairs", "5"]
    monkeypatch.setattr(sys, "argv", ["slips.py", path, *given])
    assert slips.main() == 0
    output = capsys.readouterr().out
    assert output.startswith("1 lists, 12 hands\n")
    rows = {tuple(line.split()[1:3]): line.split()[3:] for line in output.splitlines() if line.startswith("points ")}
    assert rows["score", "sign"][:4] == ["48", "100.0", "100.0", "100.0"]
    assert rows["score", "sign"][5] == "100.0"
    assert rows["score", "sign"][7] == "0"
    # nothing but points: as good as the truth
    assert rows["score", "swapped"][1:] == ["0.0", "0.0", "0.0", "0.0", "0.0", "100.0", "0"]
    assert re.search(r"reached +sign +points +found 100.0 \(goal 100\), listed 100.0 \(goal 100\)", output)


def test_two_slips_in_one_row_can_look_like_one(slips: Any, damage: Any) -> None:
    judge = slips.Judge(slips.List("", PLAYERS, HANDS), "points")
    wrong = damage.put(HANDS, 0, "score", {0: -2, 2: 7})  # C alone with 6, misread as 7
    verdict, _ = judge.verdict(damage.Slip(((0, "score", 0), (0, "score", 2)), wrong, HANDS), single=False)
    assert verdict["wrong"]
    assert verdict["alike"]
