"""Calls and files that nobody means well with, or nobody has thought of: refused in words, and nothing is harmed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from dokosheet.table.second_screen import _changed, follow
from dokosheet.table.watch import Seen
from helpers import Watch
from safety.commands import COMMANDS, doko, prepared

HEAD = "dokosheet: 1\nplayers: [Anna, Ben, Cem, Dora]\n"
UNIX = pytest.mark.skipif(sys.platform == "win32", reason="pipes and signals as Unix has them")


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DOKOSHEET_LANG", "en")
    monkeypatch.chdir(tmp_path)


def test_a_line_with_several_entries_names_none(capsys: Any) -> None:
    text = HEAD + "hands: [Anna Cem 156, Ben Dora 120]\n"
    Path("f.yaml").write_text(text, "utf-8")
    assert doko("strike", "f.yaml", ":3") == 2
    assert "several entries stand in line 3 of f.yaml; name a hand by its number" in capsys.readouterr().err
    assert Path("f.yaml").read_text("utf-8") == text
    assert doko("amend", "f.yaml", "1", "157") == 0  # a struck line stands beside it now
    assert doko("strike", "f.yaml", "2") == 0
    assert doko("strike", "f.yaml", ":3") == 0  # of those that are left it is the only one
    capsys.readouterr()
    assert doko("strike", "f.yaml", ":3") == 2
    assert "no entry begins in line 3 of f.yaml" in capsys.readouterr().err


@pytest.mark.parametrize("where", ["", ":", " ", "::"])
def test_which_hand(where: str, capsys: Any) -> None:
    prepared(Path("x.yaml"), COMMANDS["strike"])
    assert doko("strike", "x.yaml", where) == 2
    assert "which hand? Its number, or the line of the file" in capsys.readouterr().err


@pytest.mark.parametrize("call", ["strike x.yaml 1", "amend x.yaml 1 121", "close x.yaml", "add x.yaml --force A C 1"])
def test_of_two_lists_none_is_written_into(call: str, capsys: Any) -> None:
    text = HEAD + "hands:\n  - Anna Cem 156\nhands:\n  - Anna Ben 150\n"
    Path("x.yaml").write_text(text, "utf-8")
    assert doko(*call.split()) == 1
    said = "".join(capsys.readouterr())
    assert "the key “hands” is already in line 3" in said
    assert "nobody can tell where a line goes" in said
    assert Path("x.yaml").read_text("utf-8") == text


HALF = [
    "add x.yaml notiz \udcff",
    "amend x.yaml 1 notiz \udcff",
    "insert x.yaml 1 notiz \udcff",
    "penalty x.yaml Dora gering \udcff",
    "close x.yaml --reason \udcff",
    "strike x.yaml 1 --reason \udcff",
    "new y.yaml --players Anna,Ben,Cem,Dora --place \udcff",
]


@pytest.mark.parametrize("call", HALF, ids=ascii)
def test_half_characters(call: str, capsys: Any) -> None:
    before = prepared(Path("x.yaml"), COMMANDS["strike"])
    assert doko(*call.split()) == 2
    assert capsys.readouterr().err.endswith("type the text in the encoding of the terminal\n")
    assert Path("x.yaml").read_bytes() == before
    assert not Path("y.yaml").exists()


@pytest.mark.parametrize("at", [253402300800.0, 1e18, -1e18, float("inf")])
def test_a_time_that_no_calendar_has(at: float) -> None:
    assert _changed(Seen(at=at)) == ""


def test_no_control_characters_of_a_sheet_reach_the_terminal(capsys: Any) -> None:
    name = "x\x1b[31m.yaml" if sys.platform != "win32" else "x.yaml"
    Path(name).write_text(
        HEAD.replace("Anna", '{name: "An\\e[31mna", as: Anna}') + 'place: "a\\e[31mb"\nhands:\n'
        '  - "Anna Cem 156 \\"no\\e]0;te\\""\n  - Ben Dora 120\n',
        "utf-8",
    )
    capsys.readouterr()
    calls = [
        ("show", name),
        ("show", name, "--hand", "1"),
        ("add", name, "notiz", "a\x1b[31mb"),
        ("amend", name, "2", "121"),
        ("standings", name),
        ("fmt", name),
        ("undo", name),
        ("undo", f"{name}\x1b[31m"),
        ("history", name),
    ]
    for call in calls:
        doko(*call)
        said = capsys.readouterr()
        assert "\x1b" not in said.out + said.err, call
        assert said.out + said.err


def test_the_words_that_are_too_many(capsys: Any) -> None:
    for words in (["extra"], ["(a)", "b"]):
        assert doko("undo", "x.yaml", *words) == 2
        assert f"too many words ({' '.join(words)});" in capsys.readouterr().err


@UNIX
@pytest.mark.parametrize("verb", ["check", "standings"])
def test_a_pipe_in_a_folder_is_passed_over(verb: str, capsys: Any) -> None:
    Path("folder").mkdir()
    prepared(Path("folder/a.yaml"), COMMANDS["strike"])
    os.mkfifo("folder/b.yaml")
    doko(verb, "folder")
    assert "b.yaml" not in capsys.readouterr().err


@UNIX
def test_what_is_no_ordinary_file_is_not_watched(capsys: Any) -> None:
    from dokosheet.shell.console import Trouble

    os.mkfifo("pipe")
    for path in ("pipe", "/dev/zero"):
        with pytest.raises(Trouble, match="no ordinary file"):
            follow(path)
    Path("x.yaml").write_text(HEAD + "rules: pipe\nhands:\n  - Anna Cem 156\n", "utf-8")
    watch = Watch("x.yaml")
    assert watch.look()
    watch.look()
    for path in ("pipe", "/dev/zero"):
        Path("x.yaml").unlink()
        Path("x.yaml").symlink_to(path)
        watch.look()
        assert watch.seen.gone


@pytest.mark.parametrize("there", [HEAD, HEAD + "hands:\n", "# our evening\nplayers: [A, B, C, D]\n"])
def test_a_sheet_that_is_called_like_a_journal_is_not_written_over(there: str, capsys: Any) -> None:
    prepared(Path("x"), COMMANDS["add"])
    other = Path(".x.journal")
    other.write_text(there, "utf-8")
    assert doko("add", "x", "Ben", "Dora", "120") == 0
    assert doko("undo", "x") == 2
    assert other.read_text("utf-8") == there


@UNIX
def test_several_times_ctrl_c_ends_it_once(tmp_path: Path) -> None:
    prepared(Path("x.yaml"), COMMANDS["add"])
    for _ in range(5):
        process = subprocess.Popen(
            [sys.executable, "-m", "dokosheet", "show", "--watch", "x.yaml"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert process.stdout is not None
        assert process.stdout.readline()
        for _ in range(4):
            process.send_signal(signal.SIGINT)
            time.sleep(0.002)
        _, said = process.communicate(timeout=120)
        assert "Traceback" not in said
        assert process.returncode in (0, 130)
