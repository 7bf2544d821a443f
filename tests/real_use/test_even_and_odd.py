"""Even and odd: of four who play every hand together all totals are even or all odd, whatever their signs."""

from __future__ import annotations

from decimal import Decimal
from itertools import product

import pytest

from dokosheet.core.slips.patterns import one_parity
from helpers import FIVE, FOUR, found

#: No penalties but those that keep sum and parity.
NONE = "minor_solo: null, unsporting: null, severe_solo: null"


@pytest.mark.parametrize("unit", [1, -1, 2, Decimal("0.5"), Decimal("-0.05")])
@pytest.mark.parametrize("make", [int, Decimal])
def test_signs_and_decimals_change_no_parity(unit: int | Decimal, make: type) -> None:
    for row in product(range(-5, 6), repeat=2):
        assert one_parity([make(n) * unit for n in row], unit) == (len({abs(n) % 2 for n in row}) == 1)


@pytest.mark.parametrize("row", ["3,-1,3,-5", "-3,1,-3,5", "1,-1,-1,1", "-7,-1,3,5", "9,-1,-5,-3"])
def test_rows_of_odd_numbers_are_never_even_and_odd_side_by_side(row: str) -> None:
    assert "S402" not in {finding.code for finding in found(f"={row}")}


@pytest.mark.parametrize("row", ["3,-2,3,-4", "-3,2,-3,4", "0,1,-1,0", "-6,-1,3,4"])
def test_rows_of_both_are(row: str) -> None:
    assert [finding.code for finding in found(f"={row}")] == ["S402"]


@pytest.mark.parametrize(
    "lines",
    [
        ["endstand -9,15,0,-6"],
        ["uebertrag 9,-15,0,6 spiele:8", "A C 130"],
        ["A C 130", "luecke 3", "==-9,15,0,-6", "A C 130"],
        ["A C 130", "luecke 3", "strafe B minor", "endstand -9,15,0,-6"],
    ],
)
def test_totals_that_are_all_there_is_and_of_which_two_are_odd(lines: list[str]) -> None:
    assert [(finding.code, finding.message_id) for finding in found(*lines)] == [("S402", "S402.page")]


@pytest.mark.parametrize(
    ("line", "new"),
    [
        ("endstand -9,15,-1,-6", "-9,15,-1,-5"),
        ("uebertrag -9,16,-1,-5", "-9,15,-1,-5"),
        ("==-8,15,-1,-5", "==-9,15,-1,-5"),
    ],
)
def test_one_total_is_mended_by_sum_and_parity_together(line: str, new: str) -> None:
    (finding,) = found("A C 130", "luecke 3", line) if line[0] != "u" else found(line)
    assert (finding.code, [(fix.new, fix.certain) for fix in finding.repairs]) == ("S401", [(new, True)])


def test_where_several_totals_can_be_meant_none_is_certain() -> None:
    (finding,) = found("endstand -9,15,-1,-7")  # off by two: the parity of all is right
    assert [fix.new for fix in finding.repairs] == ["-9,15,1,-7", "-7,15,-1,-7", "-9,17,-1,-7", "-9,15,-1,-5"]
    assert not any(fix.certain for fix in finding.repairs)


@pytest.mark.parametrize(
    ("lines", "players", "head"),
    [
        (["endstand -9,15,0,-6"], FOUR, "rules: nur-punkte"),  # nobody knows by what rules
        (["endstand -9,15,0,-6,0"], FIVE, ""),  # who sits out writes nothing
        (["endstand -9,15,-1,-5"], FOUR, ""),
        (["A C 130", "strafe A severe", "luecke 2", "strafe B minor", "A C 130 ==-9,15,-1,-5"], FOUR, ""),
        (["luecke 2", "strafe B minor_solo soloist:A", "endstand -9,15,0,-6"], FOUR, ""),
    ],
)
def test_what_is_right_is_left_alone(lines: list[str], players: tuple[str, ...], head: str) -> None:
    assert found(*lines, players=players, head=head) == []


@pytest.mark.parametrize(
    "lines",
    [
        ["endstand 9,-8,?,-2"],
        ["endstand 9,-8,?,?"],
        ["endstand 9,?,-7,-2"],
        ["uebertrag 9,-8,?,-2 spiele:8", "A C 130"],
        ["A C 130", "luecke 3", "==9,-8,?,-2", "A C 130"],
        ["A C 130", "luecke 3", "uebertrag 9,-8,?,?", "A C 130"],
        ["A C 130", "luecke 3", "strafe B minor", "endstand 9,-8,?,-2"],
    ],
)
def test_a_cell_that_cannot_be_read_hides_no_parity_of_the_others(lines: list[str]) -> None:
    assert "S402.page" in [finding.message_id for finding in found(*lines)]
    right = [line.replace("-8", "-7").replace("-2", "-3").replace("9,?,-7", "9,?,-5") for line in lines]
    assert "S402" not in [finding.code for finding in found(*right)]


@pytest.mark.parametrize("totals", ["9,-15,0,6", "9,-15,5,0"])
def test_what_a_penalty_on_a_page_before_can_explain_is_no_error(totals: str) -> None:
    page = (f"uebertrag {totals} spiele:8", "A C 130")
    (finding,) = found(*page)
    assert (finding.code[:3], finding.variant, finding.severity) == ("S40", "page", "warning")
    assert not any(fix.certain for fix in finding.repairs)
    (finding,) = found(*page, head=f"rules: {{extends: tsr, penalties: {{{NONE}}}}}")
    assert finding.severity == "error"


def test_more_than_all_can_have_is_no_penalty() -> None:
    (finding,) = found("uebertrag 9,-15,7,0 spiele:8", "A C 130")
    assert (finding.code, finding.severity) == ("S401", "error")
