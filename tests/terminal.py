"""The program at a pseudo-terminal: what is typed, what it prints, and that the terminal is as before."""

from __future__ import annotations

import os
import select
import struct
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import pytest

pty = pytest.importorskip("pty", reason="a pseudo-terminal is needed")
termios: Any = pytest.importorskip("termios")
fcntl: Any = pytest.importorskip("fcntl")

#: Makes the pseudo-terminal the one that Ctrl-C belongs to, then becomes the program.
START = "import fcntl, os, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); os.execv(sys.executable, sys.argv[1:])"

#: So many seconds a busy machine may take for what is done at once on a quiet one; only what fails waits so long.
PATIENCE = 120.0


class Session:
    """The program at a pseudo-terminal of 80 columns, and what it has printed."""

    def __init__(
        self, folder: Path, *arguments: str, lang: str = "en", term: str = "xterm", first: str = "> ", **env: str
    ) -> None:
        """Start it and wait for what it says first; ``env``: further variables."""
        self.master, self.slave = os.openpty()
        self.resize(80, 24)
        self.before = termios.tcgetattr(self.slave)
        environment = {**os.environ, "DOKOSHEET_LANG": lang, "TERM": term, "PYTHONUTF8": "1", **env}
        program = [sys.executable, "-c", START, sys.executable, "-m", "dokosheet", *arguments]
        streams = dict.fromkeys(("stdin", "stdout", "stderr"), self.slave)
        self.process = subprocess.Popen(program, cwd=folder, env=environment, start_new_session=True, **streams)
        self.output = ""
        self.wait_for(first)

    def resize(self, columns: int, lines: int) -> None:
        """Another size of the window; the program is told so by the system."""
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def wait_for(self, text: str) -> None:
        """Read until a text has been printed, or the program has ended."""
        if not self.until(lambda: text in self.output or (self.process.poll() is not None and not self.read(0))):
            self.fail(f"{text!r} was never printed")

    def until(self, condition: Callable[[], bool]) -> bool:
        """Read until something holds; whether it does so in time."""
        end = time.monotonic() + PATIENCE
        while not (held := condition()) and time.monotonic() < end:
            self.read(0.05)
        return held

    def fail(self, what: str) -> NoReturn:
        """Say what did not happen; nothing is left running, and nothing is said of the terminal that it had."""
        self.process.kill()
        self.process.wait()
        os.close(self.slave)
        os.close(self.master)
        pytest.fail(f"{what}; killed. The last that it printed: {self.output[-2000:]!r}")

    def read(self, seconds: float) -> bool:
        if not select.select([self.master], [], [], seconds)[0]:
            return False
        self.output += os.read(self.master, 65536).decode("utf-8", "replace")
        return True

    def type(self, typed: str | bytes) -> None:
        os.write(self.master, typed if isinstance(typed, bytes) else typed.encode())

    def end(self) -> int:
        """Its exit code; it must end by itself, and the terminal must be as before."""
        if not self.until(lambda: self.process.poll() is not None):
            self.fail("it did not end")
        code = self.process.wait()
        while self.read(0):
            pass
        after = termios.tcgetattr(self.slave)
        os.close(self.slave)
        os.close(self.master)
        assert after == self.before
        return code

    @property
    def screen(self) -> list[str]:
        """The lines as they look in the end."""
        lines = []
        for line in self.output.replace("\r\n", "\n").split("\n"):
            shown: list[str] = []
            at = 0
            for sign in line:
                if sign == "\r":
                    at = 0
                elif sign == "\b":
                    at -= 1
                else:
                    shown[at : at + 1] = [sign]
                    at += 1
            lines.append("".join(shown).rstrip())
        while lines and not lines[-1]:
            lines.pop()
        return lines


def at_terminal(
    folder: Path, *arguments: str, columns: int = 80, typed: str = "", encoding: str = "utf-8", **env: str
) -> tuple[int, str]:
    """The exit code and the output, sign for sign, of a call at a terminal; all is typed at once."""
    master, slave = os.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, bytes([24, 0, columns, 0, 0, 0, 0, 0]))
    environment = {key: value for key, value in os.environ.items() if key not in ("COLUMNS", "NO_COLOR")}
    environment |= {"DOKOSHEET_LANG": "en", "TERM": "xterm", "PYTHONIOENCODING": encoding, **env}
    call = [sys.executable, "-m", "dokosheet", *arguments]
    streams = dict.fromkeys(("stdin", "stdout", "stderr"), slave)
    process = subprocess.Popen(call, cwd=folder, env=environment, start_new_session=True, **streams)
    os.write(master, typed.encode(encoding))
    output = b""
    while process.poll() is None or select.select([master], [], [], 0)[0]:
        if select.select([master], [], [], 0.1)[0]:
            output += os.read(master, 65536)
    os.close(slave)
    os.close(master)
    return process.returncode, output.decode(encoding, "replace").replace("\r\n", "\n")
