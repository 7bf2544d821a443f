"""S406: values and rows that no hand gives, and what comes near."""

from __future__ import annotations

import pytest

from helpers import codes
from house import judged

OVER, BETWEEN, ROW, GAP, UNNOTED = "S406", "S406.between", "S406.row", "S406.row-between", "S406.unnoted"
BOCK = "bock: {triggers: {heart_trick: {}}}"


def s406(body: str, *lines: str, base: str = "tsr") -> list[str]:
    return [found for found in judged(body, *lines, base=base) if found.startswith("S4")]


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("A C wert:29", [OVER]),  # 28 for Re, 29 for Kontra with gegen die Alten
        ("A C wert:28", []),
        ("A C wert:-30", [OVER]),
        ("A C wert:-29", []),
        ("A C fuchs:B wert:24", [OVER]),  # the Fuchs of a trick of 13 Augen is none of an ace for a fourth Doppelkopf
        ("A C fuchs:B wert:23", [UNNOTED]),
        ("A C fuchs:B wert:3", []),
        ("A damensolo wert:22", [OVER]),
        ("A damensolo wert:21", []),
        ("sieger:A,C wert:30", [OVER]),
        ("sieger:A,C wert:29", []),
        ("=30,-30,30,-30", [ROW]),
        ("=29,-29,29,-29", []),
        ("=66,-22,-22,-22", [ROW]),
        ("=63,-21,-21,-21", []),
        ("==30,-30,30,-30", [ROW]),
        ("=0,0,0,0", []),
        # one slip, one finding
        ("=41,-41,41,-40", ["S401"]),
        ("=41,-41,40,-40", ["S402"]),
        ("=44,-44,42,-42", ["S403"]),
        ("A C wert:41 =2,-2,2,-2", ["S404.row"]),
        ("A C wert:41 =41,-41,41,-41", [OVER]),
        # penalties
        ("=3,0,0,-3", []),
        ("=24,0,0,-24", []),
        ("A C wert:41 ok:S406", []),
    ],
)
def test_one_line(line: str, wanted: list[str]) -> None:
    assert s406("", line) == wanted


def test_what_stands_is_said() -> None:
    assert codes("=41,-41,41,-41 gilt") == ["B511"]


def test_the_lone_player_of_a_list_of_plus_points_writes_three_times_something() -> None:
    plus = "settlement: {mode: plus}"
    assert s406(plus, "=10,0,0,0") == ["S403.one-side"]
    assert s406(plus, "=9,0,0,0") == []


def test_what_is_always_worth_the_same_is_worth_nothing_else() -> None:
    fixed = "kinds: {fleischloser: {fixed: 4, calls: none}}"
    assert s406(fixed, "A fleischlos =9,-3,-3,-3") == [GAP]
    assert s406(fixed, "A fleischlos =12,-4,-4,-4") == []


def test_the_unit_of_the_table_divides() -> None:
    assert s406("settlement: {unit: 5}", "=10,-10,10,-10") == []
    assert s406("settlement: {unit: 5}", "=150,-150,150,-150") == [ROW]


def test_bock() -> None:
    assert s406(BOCK, "A C 130 herzstich", "=58,-58,58,-58") == []
    assert s406(BOCK, "A C 130 herzstich", "=60,-60,60,-60") == [ROW]
    assert s406(BOCK, "A C 130 herzstich", "=1,-1,1,-1") == ["S408.points"]
    assert s406(BOCK, "A C 130", "=30,-30,30,-30") == [ROW]
    assert s406(BOCK, "=1,-1,1,-1", "=30,-30,30,-30") == []  # whether the first began Bock, nobody knows


def test_no_bounds_where_nobody_asks_for_them() -> None:
    assert s406("", "A C wert:300", "=90,-90,90,-90", base="nur-punkte") == []


def test_a_step_over_a_hand_that_cannot_be_read_is_no_value() -> None:
    assert "S406" not in codes("==28,-28,28,-28", "A C fux", "==58,-58,58,-58")
