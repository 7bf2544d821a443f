"""A final result that no slip in the rows explains is said beside a row that is wrong, and accuses no other hand."""

from __future__ import annotations

import pytest

from helpers import Document, opened

P4 = "dokosheet: 1\nplayers: [Anna, Ben, Cem, Dora]\nhands:\n"
ROWS = ["=2,-2,2,-2", "=1,-1,1,-2", "=3,3,-3,-3"]


def read(*lines: str) -> Document:
    return opened(P4 + "".join(f"- {line}\n" for line in lines))


def told(done: Document) -> list[tuple[str, int]]:
    return [(finding.message_id, finding.place.line) for finding in done.findings]


@pytest.mark.parametrize("end", ["60,-20,-20,-20", "0,0,0,0", "-6,0,0,6", "7,1,1,-9", "100,-50,-30,-20"])
@pytest.mark.parametrize("page", ["endstand", "uebertrag"])
def test_a_final_result_that_nothing_explains(end: str, page: str) -> None:
    variant = "S405.final-row" if page == "endstand" else "S405.carry-row"
    done = read(*ROWS, f"{page} {end}")
    if end in ("0,0,0,0", "-6,0,0,6"):  # two cells are wrong, or in each other's place
        assert {finding.place.line for finding in done.findings} == {5, 7}
    else:
        assert told(done) == [("S401", 5), (variant, 7)]
    assert not any(repair.certain for finding in done.findings if finding.code == "S405" for repair in finding.repairs)


def test_a_final_result_that_the_row_explains_is_none() -> None:
    assert told(read(*ROWS, "endstand 6,0,0,-6")) == [("S401", 5)]
    assert told(read(*ROWS, "endstand 6,0,0,-7")) == [("S401", 5)]
