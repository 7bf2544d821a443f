"""Signals while the program asks, or works: an orderly end, the terminal as it was, and no traceback."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cli.test_entering import HEAD, RETURN, Session, text
from dokosheet.edit import many as checking

UNIX = pytest.mark.skipif(sys.platform == "win32", reason="signals as Unix has them")


@UNIX
@pytest.mark.parametrize("typed", ["", "ac15", f"ac156{RETURN}{RETURN}"])
@pytest.mark.parametrize(("number", "code"), [("SIGTERM", 143), ("SIGHUP", 129), ("SIGQUIT", 131)])
def test_the_terminal_is_as_before(tmp_path: Path, typed: str, number: str, code: int) -> None:
    (tmp_path / "abend.yaml").write_text(HEAD, "utf-8")
    session = Session(tmp_path, "add", "abend.yaml")
    session.type(typed)
    if typed.endswith(RETURN):
        session.wait_for("Write?")
    elif typed:
        session.read(0.2)
    os.kill(session.process.pid, getattr(signal, number))
    assert session.end() == code  # looks at the terminal, too
    assert "Traceback" not in session.output
    assert text(tmp_path) == HEAD


STOPPED = """
import os, signal
from dokosheet.shell.stopping import paused
with paused(lambda: print("left"), lambda: print("again")):
    os.kill(os.getpid(), signal.SIGTSTP)
assert signal.getsignal(signal.SIGTSTP) == signal.SIG_DFL
"""


@UNIX
def test_the_terminal_is_left_before_it_is_stopped() -> None:
    """In a session of its own nothing stops for long: there is no shell that could let it go on."""
    call = [sys.executable, "-c", STOPPED]
    assert subprocess.check_output(call, start_new_session=True, text=True, timeout=120) == "left\nagain\n"


@UNIX
def test_a_terminal_that_is_closed_ends_it(tmp_path: Path) -> None:
    (tmp_path / "abend.yaml").write_text(HEAD, "utf-8")
    session = Session(tmp_path, "add", "abend.yaml")
    os.close(session.slave)
    os.close(session.master)
    assert session.process.wait(120) in (129, 1)
    assert text(tmp_path) == HEAD


def until_read(pipe: int) -> None:
    """Wait until whoever has the other end of a pipe has taken all that was written."""
    fcntl, termios = pytest.importorskip("fcntl"), pytest.importorskip("termios")
    end = time.monotonic() + 120
    while any(fcntl.ioctl(pipe, termios.FIONREAD, bytes(4))):
        assert time.monotonic() < end
        time.sleep(0.01)


@UNIX
def test_what_is_to_be_ignored_is_ignored(tmp_path: Path) -> None:
    """As ``nohup`` and the background of a shell have it."""
    (tmp_path / "abend.yaml").write_text(HEAD, "utf-8")
    line = "trap '' HUP TERM INT; exec \"$0\" -m dokosheet score - "
    process = subprocess.Popen(
        ["sh", "-c", line, sys.executable], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=tmp_path, text=True
    )
    assert process.stdin is not None
    process.stdin.write("A C 156\n")
    process.stdin.flush()
    until_read(process.stdin.fileno())
    for number in (signal.SIGHUP, signal.SIGTERM, signal.SIGINT):
        process.send_signal(number)
    out, _ = process.communicate(timeout=120)
    assert process.returncode == 0
    assert '"value": 2' in out


@UNIX
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_one_line_at_most_from_all_processes(tmp_path: Path, number: int, code: int, jobs: str) -> None:
    for i in range(checking.CHUNK):  # what one of several does, and then tells
        (tmp_path / f"a{i}.yaml").write_text(HEAD + "  - Anna Cem 156 =9,9,9,9\n", "utf-8")
    for i in range(30):
        (tmp_path / f"b{i}.yaml").write_text(HEAD + "  - Anna Cem 156 re\n" * 2000, "utf-8")
    process = subprocess.Popen(
        [sys.executable, "-m", "dokosheet", "check", ".", "--jobs", jobs, "--format", "json"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path, start_new_session=True,
    )  # fmt: skip
    assert process.stdout is not None
    printed = b""
    while b"S404" not in printed:
        printed += os.read(process.stdout.fileno(), 65536)
    os.killpg(process.pid, number)
    _, err = process.communicate(timeout=120)
    assert process.returncode == code
    assert err.decode().strip() in ("", "dokosheet: interrupted", "dokosheet: abgebrochen")
