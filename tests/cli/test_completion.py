"""The shell completes commands, and the words of the notation with the players of the sheet."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

SHEET = "dokosheet: 1\nplayers: [Anna, Ben, Cem, Dora]\nhands:\n"


def complete(words: str, cwd: Path) -> list[str]:
    """What bash would be offered for the last of some words."""
    environment = {
        **os.environ,
        "_DOKOSHEET_COMPLETE": "complete_bash",
        "COMP_WORDS": words,
        "COMP_CWORD": str(len(words.split(" ")) - 1),
    }
    command = [sys.executable, "-m", "dokosheet"]
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, encoding="utf-8")
    assert done.stderr == ""
    return done.stdout.split()


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("dokosheet st", ["standings", "strike"]),
        ("dokosheet rules s", ["show"]),
        ("dokosheet rules diff kn", ["kneipe"]),
        ("dokosheet score A --rules ein", ["einsteiger"]),
        ("dokosheet add a.yaml An", ["Anna"]),
        ("dokosheet add a.yaml Anna dam", ["damensolo"]),
        (
            "dokosheet add a.yaml Anna Cem 156 fuchs:",
            ["fuchs:Anna", "fuchs:Ben", "fuchs:Cem", "fuchs:Dora", "fuchs:re", "fuchs:kontra"],
        ),
        ("dokosheet add nowhere.yaml A C kon", ["kontra"]),
        ("dokosheet score A ble", []),
        ("dokosheet amend a.yaml 1 +doppelkopf:A", ["+doppelkopf:Anna"]),
        ("dokosheet amend a.yaml 1 karo", ["karosolo"]),
        ("dokosheet add a.yaml Anna +ka", []),
    ],
)
def test_what_is_offered(tmp_path: Path, words: str, offered: list[str]) -> None:
    (tmp_path / "a.yaml").write_text(SHEET, "utf-8")
    assert complete(words, tmp_path) == offered
