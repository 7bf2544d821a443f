"""What could not be printed is a line of its own: the exit code is about the sheet, and no sheet is blamed for it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

P4 = "dokosheet: 1\nplayers: [Anna, Ben, Cem, Dora]\nhands:\n"
FULL = "dokosheet: the output cannot be written: the disk is full\n"

pytestmark = pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")


def shell(command: str, cwd: Path) -> tuple[int, str]:
    """Run a line of bash in which ``doko`` is the program: the exit code and the standard error."""
    line = f'doko() {{ {sys.executable} -m dokosheet "$@"; }}; {command}'
    environment = {**os.environ, "DOKOSHEET_LANG": "en"}
    done = subprocess.run(["bash", "-c", line], cwd=cwd, env=environment, capture_output=True, encoding="utf-8")
    return done.returncode, done.stderr


@pytest.mark.parametrize(
    ("command", "result", "added"),
    [
        ("doko add a.yaml Anna Ben 130 > /dev/full", (0, FULL), "  - Anna Ben 130\n"),
        ("doko add a.yaml Anna Ben 130 | true; exit ${PIPESTATUS[0]}", (0, ""), "  - Anna Ben 130\n"),
        ("doko add a.yaml Anna Ben 130 > /dev/full 2>&1", (0, ""), "  - Anna Ben 130\n"),
        ("doko add a.yaml Anna Ben 239 > /dev/full", (1, FULL), ""),
        ("doko fmt a.yaml > /dev/full", (0, FULL), ""),
        ("doko check a.yaml > /dev/full", (0, FULL), ""),
        ("doko check b.yaml > /dev/full", (1, FULL), ""),
        ("doko check c.yaml > /dev/full 2> /dev/null", (2, ""), ""),
        ("doko check a.yaml --format json > /dev/full", (0, FULL), ""),
        ("doko show a.yaml | true; exit ${PIPESTATUS[0]}", (2, ""), ""),
        ("doko show b.yaml > /dev/full", (2, FULL), ""),
        ("doko standings a.yaml > /dev/full", (2, FULL), ""),
        ("doko history a.yaml > /dev/full", (2, FULL), ""),
        ("doko schema > /dev/full", (2, FULL), ""),
        ("doko import t.csv > /dev/full", (2, FULL), ""),
        ("doko import t.csv -o d.yaml > /dev/full && grep -q 2,-2,2,-2 d.yaml", (0, FULL), ""),
    ],
)
def test_the_exit_code_is_about_the_sheet(command: str, result: tuple[int, str], added: str, tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(P4)
    (tmp_path / "b.yaml").write_text(P4 + "  - Xaver Ben 130\n")
    (tmp_path / "t.csv").write_text("Nr;A;B;C;D\n1;2;-2;2;-2\n2;1;1;-1;-1\n")
    assert shell(command, tmp_path) == result
    assert (tmp_path / "a.yaml").read_text() == P4 + added


def test_of_several_sheets_all_are_mended(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.yaml").write_text(P4 + "  - Anna Ben 130 =1,1,-1,-2\n")
    assert shell("doko check --fix a.yaml b.yaml > /dev/full", tmp_path) == (0, FULL)
    assert all("- Anna Ben 130 =1,1,-1,-1\n" in (tmp_path / f"{name}.yaml").read_text() for name in ("a", "b"))
