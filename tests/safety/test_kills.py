"""A sheet is always the old or the new one, whole, whenever a command is killed; and the next command works."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import dokosheet

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="processes and signals as Unix has them")
SCRIPT = Path(__file__).with_name("killing.py")


def killed(tmp_path: Path, how: str, command: str, rounds: int = 0) -> int:
    """So many processes were ended (see ``killing.py``)."""
    folder = tmp_path / "folder"
    folder.mkdir()
    environment = {**os.environ, "PYTHONPATH": str(Path(dokosheet.__file__).parents[1])}
    call = [sys.executable, str(SCRIPT), how, command, str(folder), str(rounds)]
    done = subprocess.run(call, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return int(done.stdout)


@pytest.mark.parametrize("command", ["add", "amend", "undo"])
def test_a_kill_before_every_call_of_the_system(tmp_path: Path, command: str) -> None:
    assert killed(tmp_path, "calls", command) > 15


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="where files can be exchanged")
@pytest.mark.parametrize("command", ["add", "amend"])
def test_a_kill_while_an_editor_saves_in_the_last_moment(tmp_path: Path, command: str) -> None:
    assert killed(tmp_path, "edits", command) > 25


@pytest.mark.parametrize(("command", "rounds"), [("add", 14), ("amend", 13), ("undo", 13)])
def test_kills_at_random_times(tmp_path: Path, command: str, rounds: int) -> None:
    killed(tmp_path, "times", command, rounds)


@pytest.mark.slow
@pytest.mark.parametrize(("command", "rounds"), [("add", 320), ("amend", 320), ("undo", 300)])
def test_a_thousand_kills_at_random_times(tmp_path: Path, command: str, rounds: int) -> None:
    killed(tmp_path, "times", command, rounds)


@pytest.mark.slow
@pytest.mark.parametrize("command", ["add", "amend", "undo"])
def test_kills_of_the_whole_program(tmp_path: Path, command: str) -> None:
    killed(tmp_path, "program", command, 20)


@pytest.mark.parametrize("command", ["add", "amend"])
@pytest.mark.parametrize("number", ["INT", "TERM"])
def test_a_signal_at_any_line_ends_it_in_order(tmp_path: Path, command: str, number: str) -> None:
    killed(tmp_path, number, command, 8)
