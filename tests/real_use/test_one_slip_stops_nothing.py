"""A slip in one line, or a fault of the program itself, is a finding of that sheet and stops nothing else.

Rows that were refused, those with a wrong number of cells, must not reach what is done with rows.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dokosheet.edit import document as reading
from dokosheet.screen.findings import as_value, dumps
from helpers import Document, as_text, list_table, opened, run, show_value, texts, totals_line, what_next

P4 = "dokosheet: 1\nplayers: [Anna, Ben, Cem, Dora]\nhands:\n"
#: The lines, and the codes of what is found.
SLIPS = [
    (["=0,0,9,9 ==3,?,0"], ["F103", "S401"]),
    (["Cem damensolo :u90 ==3,1,0"], ["F103"]),
    (["==0,1,3,-1"], ["S401"]),
    (["=1,2,3"], ["F103"]),
    (["=2,-2,2,-2", "==3,1"], ["F103"]),
    (["Anna Ben 130 =1,1,-1,-1,0 ==1,1,-1,-1,0"], ["F103", "F103"]),
    (["Anna Ben =1,1,-1 gilt"], ["F103"]),
    (["endstand 1,2,-3,0", "kommt Emil", "geht Anna"], []),
    (["endstand 1,2,-3,0", "geht Anna", "kommt Emil"], ["B513"]),
    (["endstand 1,2,-3,0", "wechsel Anna Emil"], []),
    (["endstand 1,2,-3,0", "kommt Emil", "Ben Cem 130"], ["S405"]),
    (["geht Anna", "geht Ben", "geht Cem", "geht Dora", "uebertrag 1", "=1"], ["B513"] * 4 + ["F103"]),
]


def sheet(lines: Iterable[str], head: str = P4) -> str:
    return head + "".join(f"  - {line}\n" for line in lines)


def read(text: str) -> Document:
    return opened(text)


@pytest.mark.parametrize(("lines", "codes"), SLIPS, ids=lambda value: " / ".join(value))
def test_a_slip_is_a_finding(lines: list[str], codes: list[str]) -> None:
    done = read(sheet(lines))
    assert sorted(finding.code for finding in done.findings if finding.code != "H202") == sorted(codes)
    assert done.ledger is not None


def test_the_other_sheets_of_the_call_are_done(tmp_path: Path) -> None:
    for i, (lines, _) in enumerate(SLIPS):
        (tmp_path / f"{i:02}.yaml").write_text(sheet(lines))
    (tmp_path / "good.yaml").write_text(sheet(["Anna Ben 130"]))
    done = run(tmp_path, "check", "--format", "json", ".")
    assert done.returncode == 1
    assert done.stderr == ""
    assert json.loads(done.stdout)["sheets"] == len(SLIPS) + 1
    ranked = run(tmp_path, "standings", "--format", "json", ".")
    assert "Anna" in ranked.stdout
    assert ranked.returncode != 2


def test_a_sheet_with_a_slip_can_be_added_to_and_struck(tmp_path: Path) -> None:
    file = tmp_path / "a.yaml"
    file.write_text(sheet(["=0,0,9,9 ==3,?,0"]))
    assert run(tmp_path, "add", "a.yaml", "Anna Ben 130").returncode == 0
    assert run(tmp_path, "strike", "a.yaml", "1").returncode == 0
    assert "- Anna Ben 130\n" in file.read_text()


def test_somebody_joins_a_sheet_of_a_final_result(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(sheet(["endstand 1,2,-3,0"]))
    done = run(tmp_path, "join", "a.yaml", "Emil")
    assert done.returncode == 0
    assert "Totals: Anna +1, Ben +2, Cem -3, Dora 0, Emil 0" in done.stdout


# -- a fault of the program itself


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of three sheets, of which the second makes the program fail."""
    for name, line in {"a": "Anna Ben 130", "b": "Anna Ben 130", "c": "Cem Dora 155 re"}.items():
        (tmp_path / f"{name}.yaml").write_text(sheet([line]))
    keep = reading.keep

    def fails(read: object) -> object:
        if getattr(read, "file", "").endswith("b.yaml"):
            raise ZeroDivisionError("a fault")
        return keep(read)  # type: ignore[arg-type]

    monkeypatch.setattr(reading, "keep", fails)
    return tmp_path


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_fault_inside_is_one_finding_of_that_sheet(broken: Path, jobs: str) -> None:
    done = run(broken, "check", "--jobs", jobs, "a.yaml", "b.yaml", "c.yaml")
    assert done.returncode == 1
    assert "b.yaml:1:1: error[F109] internal: the program has failed at this sheet (ZeroDivisionError: a fault)" in (
        done.stdout
    )
    assert "Please report it" in done.stdout
    assert done.stdout.endswith("3 sheets, 2 hands: 1 error\n")
    assert "Traceback" not in done.stdout + done.stderr


def test_debug_shows_where(broken: Path) -> None:
    done = run(broken, "--debug", "check", "a.yaml", "b.yaml", "c.yaml")
    assert done.stdout.endswith("3 sheets, 2 hands: 1 error\n")
    assert "in fails" in done.stderr
    assert run(broken, "check", "b.yaml").stderr == ""


def test_a_sheet_at_which_the_program_fails_is_not_in_the_standings(broken: Path) -> None:
    done = run(broken, "standings", "--format", "json", "a.yaml", "b.yaml", "c.yaml")
    assert done.returncode == 1
    hands = {row["player"]: row["hands"] for row in json.loads(done.stdout)["standings"]}
    assert hands == dict.fromkeys(("Anna", "Ben", "Cem", "Dora"), 2)
    assert "b.yaml:1:1: error[F109]" in done.stderr


@pytest.mark.parametrize("command", [["add", "b.yaml", "Anna Ben 130"], ["strike", "b.yaml", "1"], ["fmt", "b.yaml"]])
def test_nothing_is_written_into_a_sheet_at_which_the_program_fails(broken: Path, command: list[str]) -> None:
    before = (broken / "b.yaml").read_bytes()
    done = run(broken, *command)
    assert done.returncode == 1
    assert "F109" in done.stdout
    assert (broken / "b.yaml").read_bytes() == before


# -- any rows

NAMES = "ABCDEFG"
RULES = ("tsr", "tsr", "nur-punkte", "{extends: nur-punkte, settlement: {mode: minus, unit: -1}}", "sonntagsrunde")


def row(r: random.Random, n: int) -> str:
    """A row of cells, often too few or too many."""
    cells = r.choice([n, n, 4, 4, n - 1, 3, n + 1, 1, 2])
    return ",".join(r.choice(["0", "1", "-1", "2", "-3", "3", "9", "?", "-", "1.5", "-9"]) for _ in range(cells))


def any_line(r: random.Random, n: int) -> str:
    a, b = r.sample(NAMES if r.random() < 0.3 else NAMES[:n], 2)
    kind = r.random()
    if kind < 0.35:
        return any_hand(r, n, a, b)
    if kind < 0.6:
        return r.choice(["=", "=="]) + row(r, n)
    if kind < 0.8:
        return f"{r.choice(['uebertrag', 'endstand', 'endstand'])} {row(r, n)}{r.choice(['', ' spiele:3'])}"
    others = (
        f"kommt X/kommt {a}/kommt Y nach {b}/geht {a}/wechsel {a} X/wechsel {a} {b}/luecke 2/luecke/spielrunde/ende"
    )
    others += f"/ende zeit/strafe {a} gering/strafe {a} schwer absagen:1/strafe {a} schwer_solo soloist:{b}/bock +1"
    others += f"/neugeben {a} neunen/strafe {a} unsportlich punkte:4/notiz x/gestrichen x"
    return r.choice(others.split("/"))


def any_hand(r: random.Random, n: int, a: str, b: str) -> str:
    heads = [f"{a} {b} 130", f"{a} damensolo 140", f"{a} damensolo :u90", f"{a} {b}", f"{a} still", f"{a} hochzeit 121"]
    tokens = [r.choice(heads)] if r.random() < 0.7 else []
    some = [f"=={row(r, n)}"] * 6 + [f"wert:{r.choice('123')}", f"sieger:{a},{b}", f"aussetzt:{a}", f"aussetzt:{a},{b}"]
    some += [f"geber:{b}", "gilt", "bock:1", "xyz", f"={row(r, n)}"]
    return " ".join([*tokens, f"={row(r, n)}", *r.sample(some, r.randint(0, 3))])


def any_sheet(seed: int) -> str:
    r = random.Random(seed)
    n = r.choice([4, 4, 4, 5, 5, 6, 7])
    head = f"dokosheet: 1\nrules: {r.choice(RULES)}\nplayers: [{', '.join(NAMES[:n])}]\n"
    head += r.choice(["", "", "", "bock: 2\n", f"dealer: {NAMES[n - 1]}\n"])
    text = sheet([any_line(r, n) for _ in range(r.randint(1, 7))], head + "hands:\n")
    return text + ("" if r.random() < 0.85 else f"pflichtsoli:\n  - A damensolo 130\n  - B damensolo ={row(r, n)}\n")


def survives(text: str) -> None:
    """Kept, checked and shown, without a fault inside."""
    done = read(text)
    assert "F109" not in [finding.code for finding in done.findings]
    for lang in ("en", "de"):
        t = texts(lang)
        for finding in done.findings:
            assert list(as_text(finding, "", t))
            assert dumps(as_value(finding, t))
        if done.ledger is not None:
            assert dumps(show_value(done, t))
            assert list_table(done.ledger, t).lines(80)
            assert totals_line(done.ledger, t)
            assert list(what_next(done.ledger, t)) or not done.ledger.counted


ANY = given(st.integers(0, 10**9))


@settings(deadline=None, max_examples=100, suppress_health_check=list(HealthCheck))
@ANY
def test_no_rows_make_the_program_fail(seed: int) -> None:
    survives(any_sheet(seed))


MINUS = "{extends: nur-punkte, settlement: {mode: minus, unit: -1}}"
ONCE_FAILED = [
    (
        MINUS,
        "bock: 2\npflichtsoli: [A damensolo 130, 'B damensolo =1.5,9,?']",
        5,
        """
B E 130 =1,-,-3,?,-3
endstand -1,1.5,? spiele:3
=-3,2,-1,1 sieger:A,B
uebertrag 2,?,2,?
C F 130 =-,3,1,3,1 bock:1 ==-3,9,-,3
G F =-9,1,2,- ==1,?,0,- xyz wert:2
endstand 0,2
""",
    ),
    (
        MINUS,
        "dealer: E\npflichtsoli: [A damensolo 130, 'B damensolo =-,-1']",
        5,
        """
=-9 =-3 ==2,?,-9,-3,-,?
wechsel C X
kommt Y nach E
=-3
D A 130 =0,9,-3,2
""",
    ),
    (
        "tsr",
        "",
        6,
        """
endstand 2,9,9,1
==3,-9,1,-
=-9,-1,0,9,-1,0 ==1,-1,?,3
==2,-9,9,2
endstand 0,9 spiele:3
""",
    ),
    (
        MINUS,
        "bock: 2",
        4,
        """
B damensolo :u90 =9,-,9,? ==-,1.5,-,3 wert:2
ende
geht D
C damensolo 140 =1.5,-3,2 bock:1 gilt
""",
    ),
    (
        MINUS,
        "",
        5,
        """
uebertrag -1,2,0,-1,-1,1 spiele:3
C damensolo 140 =3,-,?
endstand -1,9,?,9,1.5 spiele:3
D hochzeit 121 =-1,2,2,1 sieger:D,E =-9,3,-1,3,-9,1.5 ==0,3
=-1,?,?,? ==-,1.5 ==-,1.5 ==-,1.5
""",
    ),
]


@pytest.mark.parametrize(("rules", "key", "n", "lines"), ONCE_FAILED)
def test_rows_that_once_made_it_fail(rules: str, key: str, n: int, lines: str) -> None:
    survives(
        sheet(
            lines.split("\n")[1:-1], f"dokosheet: 1\nrules: {rules}\nplayers: [{', '.join(NAMES[:n])}]\n{key}\nhands:\n"
        )
    )


@pytest.mark.slow
@settings(deadline=None, max_examples=10_000, suppress_health_check=list(HealthCheck), database=None, derandomize=False)
@ANY
def test_no_rows_at_all_make_the_program_fail(seed: int) -> None:
    survives(any_sheet(seed))


# -- thousands of rows

MANY = {
    "right": lambda n: ["=2,-2,2,-2"] * n,
    "a wrong sum": lambda n: ["=2,-2,2,-1"] * n,
    "no cells": lambda n: ["="] * n,
    "cells that cannot be read": lambda n: ["=2,-2,?,?"] * n,
    "too few cells": lambda n: ["=2,-2,2"] * n,
    "always the same totals": lambda n: ["=2,-2,2,-2 ==2,-2,2,-2"] * n,
    "totals without a sense": lambda n: [f"=2,-2,2,-2 =={i % 23},{i % 31},{-i % 17},0" for i in range(n)],
    "totals alone": lambda n: [f"=={i % 23},{i % 31},{-i % 17},0" for i in range(n)],
}


@pytest.mark.slow
@pytest.mark.parametrize("rows", MANY)
def test_thousands_of_rows_take_linear_time(rows: str) -> None:
    def seconds(n: int) -> float:
        text = sheet(MANY[rows](n))
        begin = time.process_time()
        read(text)
        return time.process_time() - begin

    seconds(100)
    assert seconds(4000) < 8 * max(seconds(1000), 0.05)
