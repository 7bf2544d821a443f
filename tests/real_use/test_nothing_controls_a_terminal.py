"""What a sheet, a name, a note or a file name brings is never passed on to a terminal or a line format as it is."""

from __future__ import annotations

import csv
import io
import json
import os
from pathlib import Path

import pytest

from dokosheet.text.signs import escaped, printable
from helpers import run, texts

#: Escape, other C0, delete, C1, marks of direction, line and paragraph separators, half a character.
SIGNS = "\x1b\x07\x00\r\n\x7f\x9b\x85\u200f\u202e\u2066\u2069\u2028\u2029\ufeff"
#: The same as YAML spells them, behind what makes commands for a runner of workflows.
NASTY = "x\\n::stop-commands::y" + "".join(f"\\u{ord(sign):04x}" for sign in SIGNS)
SHEET = f"""\
dokosheet: 1
date: 2026-11-27
place: "{NASTY}"
event: "{NASTY}"
round: "{NASTY}"
note: "{NASTY}"
players: [{{name: "Anna{NASTY}", as: Anna}}, Ben, Cem, Dora]
hands:
  - "Anna Ben 130 =1,1,-1,-2 \\"{NASTY}\\""
  - "Anna Ben 130 fuks:{NASTY}"
  - "Anna {NASTY} 130"
  - "strafe Anna frech{NASTY}"
  - "neugeben Ben {NASTY}"
  - "gestrichen \\"{NASTY}\\" um:{NASTY} \\"{NASTY}\\""
  - Cem Dora 239
  - notiz "‮bidi  "
"{NASTY}": 1
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of nasty files, some with nasty names."""
    (tmp_path / "a.yaml").write_text(SHEET, "utf-8")
    (tmp_path / "x\n::stop-commands::y\x1b\x9b‮.yaml").write_text(SHEET, "utf-8")
    os.symlink("nowhere", tmp_path / "b\n::stop-commands::z\x1b.yaml")
    return tmp_path


NAMES = ["a.yaml", "x\n::stop-commands::y\x1b\x9b‮.yaml", "b\n::stop-commands::z\x1b.yaml", "no\n::such\x1b.yaml"]
COMMANDS = [
    ["check", "FILE"],
    ["--plain", "check", "FILE"],
    ["check", "--format", "github", "FILE"],
    ["check", "--format", "json", "FILE"],
    ["check", "--fix", "FILE"],
    ["check", "--fix", "--format", "github", "FILE"],
    ["check", "--fix", "--format", "json", "FILE"],
    ["check", "--select", "x\n\x1b", "FILE"],
    ["show", "FILE"],
    ["--plain", "show", "FILE"],
    ["show", "--hand", "1", "FILE"],
    ["show", "--format", "json", "FILE"],
    ["standings", "FILE"],
    ["--plain", "standings", "FILE"],
    ["standings", "--format", "csv", "FILE"],
    ["standings", "--dialect", "excel-de", "FILE"],
    ["standings", "--format", "json", "FILE"],
    ["history", "FILE"],
    ["history", "--format", "json", "FILE"],
    ["fmt", "--check", "FILE"],
    ["fmt", "FILE"],
    ["add", "FILE", "Anna Ben 130 \x1b[31m‮\n::x"],
    ["add", "FILE", "\x1b \n::x", "--force"],
    ["amend", "FILE", "1", "140", "--reason", "x\n::y\x1b"],
    ["amend", "FILE", "\x1b\n::9", "140"],
    ["strike", "FILE", "1"],
    ["undo", "FILE"],
    ["redo", "FILE"],
    ["rename", "FILE", "Ben", "B\x1b\n::mine"],
    ["rename", "FILE", "\x1b\n::mine", "B"],
    ["join", "FILE", "E\x1b\n::mine"],
    ["seats", "FILE", "Ben,\x1b\n::mine,Cem,Dora"],
    ["close", "FILE"],
    ["new", "n\x1b\n::mine.yaml", "--players", "A\x1b\n::mine,B,C,D", "--place", "\x1b\n::mine"],
    ["import", "FILE"],
    ["rules", "show", "\x1b\n::mine"],
    ["rules", "check", "FILE"],
    ["score", "\x1b\n::mine"],
    ["explain", "\x1b\n::mine"],
    ["value", "4", "--party", "\x1b\n::mine"],
    ["ch\x1b\n::mine"],
    ["check", "--ch\x1b\n::mine"],
]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: " ".join(command[:3]).encode("unicode_escape"))
def test_all_that_is_printed_can_be_printed(command: list[str], folder: Path) -> None:
    for name in NAMES if "FILE" in command else [""]:
        done = run(folder, *(name if word == "FILE" else word for word in command))
        for line in (done.stdout + done.stderr).replace("\r\n", "\n").removeprefix("\ufeff").split("\n"):
            assert line.isprintable(), ascii(line)
            assert not line.startswith(("::stop", "::such", "::x", "::y", "::mine")), ascii(line)
        assert done.stdout + done.stderr


def test_annotations_keep_the_line_breaks_that_they_spell(folder: Path) -> None:
    done = run(folder, "check", "--format", "github", NAMES[1])
    assert "file=x%0A%3A%3Astop-commands%3A%3Ay\\x1b\\x9b\\u202e.yaml,line=9,col=" in done.stdout
    assert all(
        line.startswith(("::error file=", "::warning file=", "::notice file=")) for line in done.stdout.splitlines()
    )


def test_programs_get_what_stood_there(folder: Path) -> None:
    done = run(folder, "show", "--format", "json", "a.yaml")
    value = json.loads(done.stdout)
    said = "x\n::stop-commands::y" + SIGNS
    assert value["place"] == said
    assert value["players"][0].startswith("Annax")
    table = list(csv.reader(io.StringIO(run(folder, "standings", "--format", "csv", "a.yaml").stdout)))
    assert all(cell.isprintable() for row in table for cell in row)
    assert len({len(row) for row in table}) == 1


@pytest.mark.parametrize("sign", [*SIGNS, "\ud800", "\U000e0001", "ä", "♥", "‑", "😀"])
def test_every_sign_for_a_line_and_for_json(sign: str) -> None:
    assert printable(f"a{sign}b").isprintable()
    assert (printable(sign) == sign) == sign.isprintable()
    said = escaped(json.dumps(f"a{sign}b", ensure_ascii=False))
    assert said.isprintable()
    assert json.loads(said) == f"a{sign}b"
    assert texts("en")("error.no-file", file=f"a{sign}b").isprintable()
