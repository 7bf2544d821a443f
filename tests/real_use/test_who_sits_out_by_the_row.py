"""A row that says who sat out, against the seating: one finding, nothing certain, and nobody loses his points."""

from __future__ import annotations

from itertools import combinations, permutations
from pathlib import Path

import pytest

from helpers import Document, opened, run

HEAD = "dokosheet: 1\nplayers: [A, B, C, D, E]\nhands:\n"


def read(*lines: str) -> Document:
    return opened(HEAD + "".join(f"- {line}\n" for line in lines))


@pytest.mark.parametrize(
    ("lines", "wanted"),
    [
        (["A B 130 =1,1,-,-1,-1"], "=1,1,-,-1,-1 aussetzt:C"),
        (["A damensolo 130 =3,-1,-,-1,-1"], "=3,-1,-,-1,-1 aussetzt:C"),
        (["{re: [A, B], augen: 130, score: [1, 1, null, -1, -1]}"], ""),
        (
            [
                "A C 130 aussetzt:B",
                "luecke 3",
                "A C 130 =1,-,1,-1,-1",
                "spielrunde",
                "A B 130 =1,1,-,-1,-1",
            ],
            "",
        ),
    ],
)
def test_the_order_of_the_seats_is_all_that_differs(lines: list[str], wanted: str) -> None:
    done = read(*lines)
    (finding,) = done.findings
    assert finding.message_id in ("S404.dash", "B502.last")
    assert not any(repair.certain for repair in finding.repairs)
    assert [repair.new for repair in finding.repairs] == ([wanted] if wanted else [])
    assert done.ledger is not None
    assert (done.ledger.rows[-1].points or {})["A"] == (3 if "solo" in lines[-1] else 1)


def test_every_correct_hand_of_every_seating() -> None:
    for out in "BCDE":
        there = [name for name in "ABCDE" if name != out]
        for a, b in combinations(there, 2):
            row = ",".join("-" if name == out else "1" if name in (a, b) else "-1" for name in "ABCDE")
            done = read(f"{a} {b} 130 ={row}")
            assert [finding.message_id for finding in done.findings] == ["S404.dash"], row
            (finding,) = done.findings
            assert not any(repair.certain for repair in finding.repairs)
            for new in [repair.new for repair in finding.repairs]:
                assert read(f"{a} {b} 130 {new}").findings == (), new
            assert done.ledger is not None
            assert done.ledger.totals == {name: 0 if name == out else 1 if name in (a, b) else -1 for name in "ABCDE"}


def test_nothing_is_certain_where_the_names_cannot_be_right() -> None:
    for cells in set(permutations(("1", "1", "-1", "-1", "-"))) | set(permutations(("1", "-1", "-", "-", "-1"))):
        for names in ("A B 130", "A 130", "A B C 130", "A damensolo 130", "B B 130"):
            for row in ("=" + ",".join(cells), "==" + ",".join(cells)):
                found = read(f"{names} {row}").findings
                assert found
                if any(finding.code == "H202" for finding in found):
                    assert not any(repair.certain for finding in found for repair in finding.repairs), (names, row)
                if any(finding.message_id == "H202.sits-out" for finding in found):
                    assert len(found) == 1, (names, row)


def test_a_correct_row_is_not_mended(tmp_path: Path) -> None:
    file = tmp_path / "a.yaml"
    file.write_text(HEAD + "- A B 130 =1,1,-,-1,-1\n")
    done = run(tmp_path, "check", "--fix", "a.yaml")
    assert done.returncode == 1
    assert file.read_text() == HEAD + "- A B 130 =1,1,-,-1,-1\n"
    assert "aussetzt:C" in done.stdout
