"""The correcting verbs on the command line: what is said, in both languages, and the exit codes."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

import helpers

SHEET = """dokosheet: 1
players: [Anna, Ben, Cem, Dora]
hands:
  - Anna Cem 156 fuchs:Anna
  - Ben Dora 120
  - Ben damensolo 190 re
  - Cem Dora 140
"""
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d")


def run(folder: Path, *arguments: str, lang: str = "en") -> subprocess.CompletedProcess[str]:
    return helpers.run(folder, *arguments, lang=lang)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "a.yaml").write_text(SHEET, "utf-8")
    return tmp_path


def test_amend_shows_the_hand_as_add_does(folder: Path) -> None:
    done = run(folder, "amend", "a.yaml", "1", "131", "-f:an", "--reason", "verzählt")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        "Hand 1: Anna Cem 131",
        "Re wins, value +1",
        "  won   +1  Re      TSR 7.2.2 (a)",
        "Points: Anna +1, Ben -1, Cem +1, Dora -1",
        "Totals: Anna -3, Ben +11, Cem -1, Dora -7",
        "Next: hand 5, dealer Dora.",
        "Pflichtsolo still open: Anna, Cem and Dora.",
    ]
    text = TIME.sub("", (folder / "a.yaml").read_text("utf-8"))
    assert '  - gestrichen "Anna Cem 156 fuchs:Anna" um: "verzählt"\n  - Anna Cem 131\n' in text


@pytest.mark.parametrize("token", ["-fuchs:Anna", "-2f:an", "−f:an", "-f:an"])
def test_tokens_with_a_minus_are_no_options(folder: Path, token: str) -> None:
    done = run(folder, "amend", "a.yaml", "1", token)
    assert done.returncode == (2 if token == "-2f:an" else 0)
    assert "option" not in done.stderr


def test_what_moved_is_printed(folder: Path) -> None:
    done = run(folder, "strike", "a.yaml", "1", lang="de")
    lines = TIME.sub("", done.stdout).splitlines()
    assert lines[:4] == [
        'Geschrieben: gestrichen "Anna Cem 156 fuchs:Anna" um: ersatzlos',
        "Spiele 2 bis 4 sind jetzt 1 bis 3",
        "Spiele 1 bis 3: Anna, Ben, Ben geben, vorher: Ben, Cem, Cem",
        "Stand: Anna -4, Ben +12, Cem -2, Dora -6",
    ]


def test_a_refused_correction_writes_nothing(folder: Path) -> None:
    done = run(folder, "amend", "a.yaml", "1", "239")
    assert done.returncode == 1
    assert done.stdout.splitlines()[-2:] == [
        "Not written: Anna Cem 239 fuchs:Anna",
        "With --force the line is written all the same.",
    ]
    assert (folder / "a.yaml").read_text("utf-8") == SHEET
    assert run(folder, "amend", "a.yaml", "1", "239", "--force").returncode == 0


HOSTILE = [
    "amend a.yaml 0 131",
    "amend a.yaml 5 131",
    "amend a.yaml -1 131",
    "amend a.yaml x 131",
    "amend a.yaml P1 131",
    "amend a.yaml 1",
    "amend a.yaml 1 ''",
    "amend a.yaml 1 156",
    "amend a.yaml 1 quatsch",
    "amend a.yaml 1 -",
    "amend a.yaml 1 --",
    "amend a.yaml 1 --quatsch",
    "amend a.yaml 1 -karlchen:re",
    "amend a.yaml 1 k90",
    "amend fehlt.yaml 1 131",
    "amend - 1 131",
    "amend . 1 131",
    "strike a.yaml 0",
    "strike a.yaml",
    "insert a.yaml 9 Anna Cem 120",
    "insert a.yaml 1 quatsch",
    "move a.yaml 2 2",
    "move a.yaml 2 9",
    "move a.yaml zwei drei",
    "penalty a.yaml",
    "penalty a.yaml 3",
    "penalty a.yaml Xaver gering",
    "penalty a.yaml Dora quatsch",
    "join a.yaml Anna",
    "join a.yaml 007",
    "join a.yaml Emil --after Xaver",
    "leave a.yaml Xaver",
    "reopen a.yaml",
    "seats a.yaml Anna",
    "seats a.yaml Anna,Ben,Cem,Dora",
    "seats a.yaml Anna,Cem,Ben,Dora --dealer Xaver",
    "rename a.yaml Ben Anna",
    "rename a.yaml Ben re",
    "rename a.yaml Ben '{a: b}'",
    "rename a.yaml Xaver Ben",
    "undo a.yaml",
    "redo a.yaml",
    "undo fehlt.yaml",
    "history fehlt.yaml",
    "history a.yaml --format xml",
]


@pytest.mark.parametrize("line", HOSTILE)
def test_hostile_arguments_end_in_a_clear_message(folder: Path, line: str) -> None:
    import shlex

    done = run(folder, *shlex.split(line))
    assert done.returncode in (1, 2), done
    assert "Traceback" not in done.stderr
    assert "should not have happened" not in done.stderr
    assert (done.stderr.count("\n") == 1) == (done.returncode == 2), done
    assert bool(done.stdout) == (done.returncode == 1), done
    assert (folder / "a.yaml").read_text("utf-8") == SHEET


def test_history_as_text_and_json(folder: Path) -> None:
    assert run(folder, "history", "a.yaml").stdout == "Nothing has been corrected.\n"
    run(folder, "amend", "a.yaml", "1", "131", "--reason", "verzählt")
    run(folder, "strike", "a.yaml", "2")
    text = TIME.sub("T", run(folder, "history", "a.yaml").stdout)
    assert text == (
        "T  hand 1  verzählt\n  - Anna Cem 156 fuchs:Anna\n  + Anna Cem 131 fuchs:Anna\n"
        "T  line 6\n  - Ben Dora 120\n  + (nothing)\n"
    )
    value = json.loads(run(folder, "history", "a.yaml", "--format", "json").stdout)
    assert value["version"] == 1
    assert [list(one) for one in value["struck"]] == [["line", "time", "before", "now", "hand", "reason"]] * 2
    assert value["struck"][1]["now"] is None
    assert value["struck"][0] | {"time": None} == {
        "line": 4,
        "time": None,
        "before": "Anna Cem 156 fuchs:Anna",
        "now": "Anna Cem 131 fuchs:Anna",
        "hand": 1,
        "reason": "verzählt",
    }


def test_undo_and_redo(folder: Path) -> None:
    run(folder, "add", "a.yaml", "Anna", "Ben", "130")
    added = (folder / "a.yaml").read_text("utf-8")
    done = run(folder, "undo", "a.yaml")
    assert TIME.sub("T", done.stdout).splitlines()[:2] == [
        "a.yaml: add of T taken back",
        "- hand 5, line 8: Anna Ben 130",
    ]
    assert (folder / "a.yaml").read_text("utf-8") == SHEET
    done = run(folder, "redo", "a.yaml", lang="de")
    assert TIME.sub("T", done.stdout).splitlines()[:2] == [
        "a.yaml: add von T wiederholt",
        "+ Spiel 5, Zeile 8: Anna Ben 130",
    ]
    assert (folder / "a.yaml").read_text("utf-8") == added
    (folder / ".a.yaml.journal").unlink()
    assert run(folder, "undo", "a.yaml").stderr == "dokosheet: there is nothing to take back in a.yaml\n"


def test_the_findings_that_went_and_came(folder: Path) -> None:
    (folder / "a.yaml").write_text(SHEET + "  - Anna Ben 130 ==0,10,0,-10\n", "utf-8")
    done = run(folder, "amend", "a.yaml", "1", "-f:an")
    assert done.returncode == 0
    assert "error[S405] total-differs" in done.stdout
    back = run(folder, "amend", "a.yaml", "1", "+f:an")
    assert "error[S405]" not in back.stdout
    assert back.stdout.splitlines()[-1] == "No longer found: S405 total-differs (hand 5)"


def test_rename_says_who_is_called_what(folder: Path) -> None:
    done = run(folder, "rename", "a.yaml", "Ben", "Bernd")
    assert done.stdout.splitlines()[0] == "Players: Anna, Bernd, Cem, Dora"
    assert "deals, before" not in done.stdout


def test_seats_say_who_deals_now(folder: Path) -> None:
    done = run(folder, "seats", "a.yaml", "Anna,Dora,Cem,Ben")
    lines = done.stdout.splitlines()
    assert lines[:2] == ["Players: Anna, Dora, Cem, Ben", "hand 2: Dora deals, before: Ben"]
