"""Totals that lack the points of a line that stands above them name that line, not one that is missing."""

from __future__ import annotations

import pytest

from helpers import Document, opened

P4 = "dokosheet: 1\nplayers: [Anna, Ben, Cem, Dora]\nhands:\n"
MINOR = "strafe Dora gering"


def read(*lines: str) -> Document:
    return opened(P4 + "".join(f"- {line}\n" for line in lines))


@pytest.mark.parametrize(
    ("above", "wanted", "row"),
    [
        (["Anna Cem 156 ==2,-2,2,-2", MINOR], 5, "1,1,1,-3"),
        (["Anna Cem 156 ==2,-2,2,-2", "{penalty: {player: Dora, id: minor}}"], 5, "1,1,1,-3"),
        (["Anna Cem 156 ==2,-2,2,-2", "strafe Dora schwer absagen:1"], 5, "5,5,5,-15"),
        (["Anna Cem 156 ==2,-2,2,-2", "strafe Dora unsportlich punkte:4"], 5, "0,0,0,-4"),
        (["Anna Cem 156", MINOR], 5, "1,1,1,-3"),
        (["Anna Cem 156 =2,-2,2,-2 ==2,-2,2,-2", MINOR, "notiz x"], 5, "1,1,1,-3"),
    ],
)
@pytest.mark.parametrize("later", [["Anna Dora 130 ==2,-2,0,0"], [], ["Anna Dora 130", "Anna Dora 130 ==3,-3,-1,1"]])
def test_a_penalty_that_was_not_added(above: list[str], wanted: int, row: str, later: list[str]) -> None:
    done = read(*above, "Ben Dora 140 ==1,-1,1,-1", *later)
    (finding,) = [finding for finding in done.findings if finding.severity == "error"]
    assert (finding.message_id, finding.args["line"], finding.args["row"]) == ("S405.penalty-not-added", wanted, row)
    assert not any(repair.certain for repair in finding.repairs)


def test_a_hand_without_totals_that_was_not_added() -> None:
    totals = ["Ben Dora 140 ==1,-1,1,-1", "Anna Dora 130 ==2,-2,0,0"]
    done = read("Anna Cem 156 ==2,-2,2,-2", "Anna bubensolo 130", *totals)
    (finding,) = done.findings
    assert (finding.message_id, finding.args["line"]) == ("S405.line-not-added", 5)


def test_a_line_that_was_added_is_not_named() -> None:
    assert read("Anna Cem 156 ==2,-2,2,-2", MINOR, "Ben Dora 140 ==2,0,2,-4").findings == ()
    missing = read("Anna Cem 156 ==2,-2,2,-2", "Ben Dora 140 ==2,-4,2,0").findings
    assert [finding.message_id for finding in missing] == ["S405.penalty-or-line"]
