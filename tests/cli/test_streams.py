"""Odd files and streams: every call ends in a result or in one line that says what is wrong."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

GOOD = "dokosheet: 1\nplayers: [Anna, Ben, Cem, Dora]\nhands:\n  - Anna Cem 156\n"
PROGRAM = f"{sys.executable} -m dokosheet"


def shell(command: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run a line of bash in which ``doko`` is the program."""
    environment = {**os.environ, "DOKOSHEET_LANG": "en"}
    line = f'doko() {{ {PROGRAM} "$@"; }}; {command}'
    return subprocess.run(["bash", "-c", line], cwd=cwd, env=environment, capture_output=True, encoding="utf-8")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "a.yaml").write_text(GOOD, "utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("command", "code", "error"),
    [
        ("doko show a.yaml > /dev/full", 2, "dokosheet: the output cannot be written: the disk is full\n"),
        ("echo A C 156 | doko score - > /dev/full", 2, "dokosheet: the output cannot be written: the disk is full\n"),
        ("doko show a.yaml >&-", 0, ""),
        ("doko check a.yaml --format json >&-", 0, ""),
        ("doko score - <&-", 0, ""),
        ("doko new - --players A,B,C,D", 2, "dokosheet: - is the standard input; to write, a file is needed\n"),
        ("doko add - Anna Cem 120", 2, "dokosheet: - is the standard input; to write, a file is needed\n"),
        ("doko new no/b.yaml --players A,B,C,D", 2, "dokosheet: no does not exist; check the path\n"),
        ("doko show .", 2, "dokosheet: .: this is a folder; nothing was changed\n"),
        (
            "doko --lang fr show a.yaml",
            2,
            "dokosheet: --lang: fr does not fit, possible: de or en; help: dokosheet --help\n",
        ),
        ("ln -s nowhere b.yaml; doko check b.yaml", 2, "dokosheet: b.yaml does not exist; check the path\n"),
        ("ln -s b.yaml b.yaml; doko check b.yaml", 2, None),
        ("doko check <(cat a.yaml)", 0, ""),
        ("doko check /dev/null", 1, ""),
        ("doko fmt /dev/null", 2, "dokosheet: /dev/null: this is no ordinary file; nothing was changed\n"),
        ("doko fmt --check /dev/null", 1, ""),
        ("doko nonsense", 2, "dokosheet: there is no command nonsense; help: dokosheet --help\n"),
        (
            "doko chek a.yaml",
            2,
            "dokosheet: there is no command chek, perhaps check was meant; help: dokosheet --help\n",
        ),
        ("doko rules", 2, "dokosheet: a command is missing; help: dokosheet rules --help\n"),
        ("doko new", 2, "dokosheet: SHEET is missing; help: dokosheet new --help\n"),
        ("doko new b.yaml", 2, "dokosheet: --players A,B,C,D is missing; help: dokosheet new --help\n"),
    ],
)
def test_one_line_and_no_traceback(folder: Path, command: str, code: int, error: str | None) -> None:
    done = shell(command, folder)
    assert done.returncode == code, done
    assert "should not have happened" not in done.stderr
    if error is None:
        assert done.stderr.startswith("dokosheet: ")
        assert done.stderr.count("\n") == 1
    else:
        assert done.stderr == error


def test_json_is_whole_even_where_a_file_is_missing(folder: Path) -> None:
    (folder / "b.yaml").write_text(GOOD.replace("156", "239"), "utf-8")
    done = shell("doko check b.yaml nope.yaml --format json", folder)
    assert done.returncode == 2
    assert [finding["code"] for finding in json.loads(done.stdout)["findings"]] == ["H201"]


def test_a_byte_order_mark_before_the_first_hand(folder: Path) -> None:
    done = shell(r"printf '\xef\xbb\xbfA C 156\n' | doko score -", folder)
    assert json.loads(done.stdout)["value"] == 2


def test_a_name_with_a_line_break_stays_on_its_line(folder: Path) -> None:
    (folder / "a\nb.yaml").write_text(GOOD.replace("156", "239"), "utf-8")
    done = shell("doko check .", folder)
    assert done.stdout.startswith("./a\\nb.yaml:4:14: error[H201]")


@pytest.mark.parametrize("row", ["=2,2,-2,-2,-", "=-,-,2,2,2", "=Ben:2,Cem:2", "=-,-,-,-,-"])
def test_dashes_at_the_wrong_place_are_one_finding(folder: Path, row: str) -> None:
    (folder / "five.yaml").write_text(
        f"dokosheet: 1\nplayers: [Anna, Ben, Cem, Dora, Emil]\nhands:\n  - Ben Cem 156 {row}\n", "utf-8"
    )
    done = shell("doko check five.yaml", folder)
    assert done.returncode == 1
    assert done.stdout.startswith("five.yaml:4:17: error[S404] score-differs: ")
    assert done.stdout.endswith("1 error\n")


def test_a_rubric_longer_than_the_round(folder: Path) -> None:
    text = GOOD.replace("players", "rules: {extends: tsr, party: {length: {n: 3}}}\npflichtsoli: []\nplayers")
    (folder / "short.yaml").write_text(text, "utf-8")
    done = shell("doko check short.yaml", folder)
    assert (done.returncode, done.stderr) == (1, "")
    assert "B502" in done.stdout
