"""A line that is scored by itself: rows by name are judged, and a fault at one of them takes no other."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable
from itertools import product

import pytest

from dokosheet.core.ledger.rows import Row
from dokosheet.files.rulesets import load
from helpers import Calculator, Finding, Ledger, checks

NAMES = ("Anna", "Ben", "Cem", "Dora")


def calculator() -> Calculator:
    rules, _ = load("tsr")
    assert rules is not None
    return Calculator(rules, NAMES)


@pytest.mark.parametrize("row", ["=d:-1,c:1,b:-1,a:2", "=a:1,c:1,b:1,d:-1", "=2,-1,1,-1"])
def test_one_wrong_cell_is_a_finding_with_its_repair(row: str) -> None:
    scored = calculator().score(f"Anna Cem 130 {row}")
    assert scored.row is not None
    (finding,) = scored.findings
    assert (finding.code, [repair.new for repair in finding.repairs]) == ("S404", ["=1,-1,1,-1"])


def test_any_row_beside_any_details_is_scored_or_refused() -> None:
    calculate = calculator()
    rows = ["=" + ",".join(cells) for cells in product(("1", "-1", "2", "?", "-"), repeat=4)]
    details = ("Anna Cem 130", "Anna damensolo 130", "Anna Cem wert:1")
    for i, row in enumerate(rows):
        for extra in ("", " ==1,-1,1,-1", " bock:1", " sieger:a,b", " wert:3"):
            scored = calculate.score(f"{details[i % 3]} {row}{extra}")
            told = [*scored.findings, *([scored.error] if scored.error else [])]
            assert "F109" not in [finding.code for finding in told], (row, extra)


def fails(row: Row, ledger: Ledger) -> Iterable[Finding]:
    raise ZeroDivisionError("a fault")


def test_a_fault_inside_is_the_error_of_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    calculate = calculator()
    with monkeypatch.context() as broken:
        broken.setattr(checks, "hand_findings", fails)
        scored = calculate.score("Anna Cem 130", 7)
    assert scored.row is None
    assert scored.error is not None
    assert (scored.error.code, scored.error.place.line) == ("F109", 7)
    assert calculate.score("Anna Cem 130").row is not None


def test_every_line_of_a_stream_has_its_answer() -> None:
    lines = "Anna Cem 130 =d:-1,c:1,b:-1,a:2\nAnna Cem 130\n"
    command = [sys.executable, "-m", "dokosheet", "score", "-", "--players", ",".join(NAMES)]
    done = subprocess.run(command, input=lines, capture_output=True, text=True, timeout=60, check=False)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["value"] for answer in answers] == [1, 1]
    assert [len(answer["findings"]) for answer in answers] == [1, 0]
