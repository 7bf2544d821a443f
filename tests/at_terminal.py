"""One call at a terminal of any width and encoding, and all that it prints."""

from __future__ import annotations

import os
import select
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pty = pytest.importorskip("pty", reason="a pseudo-terminal is needed")
termios: Any = pytest.importorskip("termios")
fcntl: Any = pytest.importorskip("fcntl")


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
