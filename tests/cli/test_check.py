"""``check``: files, folders and patterns, formats, choice of findings, exit codes, workers."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import helpers

GOOD = "dokosheet: 1\nplayers: [Anna, Ben, Cem, Dora]\nhands:\n  - Anna Cem 156\n"
BAD = GOOD + "  - Anna Cem 156 =3,-3,3,-3\n"
WARNED = GOOD + "  - Anna Cem 156 re@10\n"


def run(*arguments: str, cwd: Path, stdin: str | None = None, lang: str = "en") -> subprocess.CompletedProcess[str]:
    return helpers.run(cwd, *arguments, stdin=stdin, lang=lang)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "a.yaml").write_text(GOOD, "utf-8")
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "b.yml").write_text(BAD, "utf-8")
    (tmp_path / "club.yaml").write_text("extends: tsr\n", "utf-8")
    (tmp_path / "notes.txt").write_text("hands:", "utf-8")
    return tmp_path


def test_a_folder_is_searched_for_sheets(folder: Path) -> None:
    done = run("check", ".", cwd=folder)
    assert done.returncode == 1
    assert done.stdout.startswith("./sub/b.yml:5:18: error[S404] score-differs: ")
    assert done.stdout.endswith("2 sheets, 3 hands: 1 error\n")


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("a.yaml",), 0),
        (("sub",), 1),
        (("a.yaml", "sub/*.yml"), 1),
        (("sub", "--ignore", "S4"), 0),
        (("sub", "--ignore", "score-differs"), 0),
        (("sub", "--select", "B,C"), 0),
        (("sub", "--select", "S404"), 1),
        (("sub", "--select", "X9"), 2),
        (("nothing.yaml",), 2),
        (("*.nothing",), 2),
        (("a.yaml", "--format", "xml"), 2),
        (("notes.txt",), 1),
        ((), 2),
    ],
)
def test_exit_codes(folder: Path, arguments: tuple[str, ...], code: int) -> None:
    done = run("check", *arguments, cwd=folder)
    assert done.returncode == code
    assert "Traceback" not in done.stderr
    if code == 2:
        assert done.stdout == ""
        assert done.stderr.startswith("dokosheet: ")
        assert done.stderr.count("\n") == 1


def test_strict_takes_warnings_for_errors(tmp_path: Path) -> None:
    (tmp_path / "w.yaml").write_text(WARNED, "utf-8")
    assert run("check", "w.yaml", cwd=tmp_path).returncode == 0
    assert run("check", "w.yaml", "--strict", cwd=tmp_path).returncode == 1


def test_json(folder: Path) -> None:
    done = run("check", ".", "--format", "json", cwd=folder)
    report = json.loads(done.stdout)
    assert (report["version"], report["sheets"], report["hands"]) == (1, 2, 3)
    (finding,) = report["findings"]
    keys = "code name severity file line column end_column hand player message lang args paragraph repairs"
    assert set(keys.split()) <= set(finding)
    assert (finding["code"], finding["name"], finding["severity"]) == ("S404", "score-differs", "error")
    assert (finding["file"], finding["line"], finding["hand"]) == ("./sub/b.yml", 5, 2)
    line = BAD.split("\n")[finding["line"] - 1]
    assert line[finding["column"] - 1 : finding["end_column"] - 1] == "=3,-3,3,-3"
    (repair,) = finding["repairs"]
    assert (repair["old"], repair["new"], repair["certain"]) == ("=3,-3,3,-3", "=2,-2,2,-2", False)
    assert line[repair["column"] - 1 : repair["end_column"] - 1] == repair["old"]


def test_github_annotations(folder: Path) -> None:
    done = run("check", "sub", "--format", "github", cwd=folder)
    assert done.stdout.startswith("::error file=sub/b.yml,line=5,col=18,endColumn=28,title=S404 score-differs::")


def test_the_first_line_is_the_same_in_both_languages_up_to_the_fact(folder: Path) -> None:
    english, german = (run("check", "sub", cwd=folder, lang=lang).stdout.split("\n")[0] for lang in ("en", "de"))
    assert english != german
    contract = "sub/b.yml:5:18: error[S404] score-differs: "
    assert english.startswith(contract)
    assert german.startswith(contract)


def test_the_standard_input(tmp_path: Path) -> None:
    done = run("check", "-", cwd=tmp_path, stdin=BAD)
    assert done.returncode == 1
    assert done.stdout.startswith("-:5:18: error[S404]")


@pytest.mark.parametrize("format_", ["text", "json", "github"])
def test_workers_give_the_same_report(tmp_path: Path, format_: str) -> None:
    for i in range(150):
        (tmp_path / f"{i:03}.yaml").write_text((GOOD, BAD, WARNED, "dokosheet: 1\nplayers: [\n")[i % 4], "utf-8")
    one, two = (run("check", ".", "--format", format_, "--jobs", jobs, cwd=tmp_path) for jobs in ("1", "2"))
    assert one.stdout == two.stdout
    assert one.returncode == two.returncode == 1


def test_whoever_stops_reading_gets_no_complaint(tmp_path: Path) -> None:
    for i in range(300):
        (tmp_path / f"{i:03}.yaml").write_text(BAD, "utf-8")
    command = [sys.executable, "-m", "dokosheet", "check", "."]
    process = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == ""
    process.stderr.close()
    process.wait()
