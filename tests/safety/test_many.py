"""Many who add to one sheet at the same moment: every line once, each one's in order, the comments as they were."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import dokosheet
from helpers import open_sheet, trail

ADDER = """
import sys
from functools import partial
from dokosheet.edit import saving, verbs
saving.locked = partial(saving.locked, timeout=600)  # a disk may take ten seconds for each
path, who, count = sys.argv[1:]
for number in range(int(count)):
    assert verbs.add(path, ["Anna", "Cem", str(121 + number % 60), f'"{who} {number}"']).written
"""
BEFORE = (
    "# Liste\ndokosheet: 1\r\nplayers: [Anna, Ben, Cem, Dora]\n\nhands: # ja\n  # je Spiel\n  - Ben Dora 120 # eins\n"
)
BEHIND = "\n# Ende\nplace: Höfe\n"


@pytest.mark.parametrize("count", [10, pytest.param(100, marks=pytest.mark.slow)])
def test_eight_who_add_at_once_lose_nothing(tmp_path: Path, count: int) -> None:
    sheet = tmp_path / "abend.yaml"
    sheet.write_bytes((BEFORE + BEHIND).encode())
    environment = {**os.environ, "PYTHONPATH": str(Path(dokosheet.__file__).parents[1])}
    adders = [
        subprocess.Popen([sys.executable, "-c", ADDER, str(sheet), who, str(count)], env=environment)
        for who in "abcdefgh"
    ]
    assert [adder.wait() for adder in adders] == [0] * 8
    text = sheet.read_bytes().decode()
    assert text.startswith(BEFORE)
    assert text.endswith(BEHIND)
    added = text[len(BEFORE) : -len(BEHIND)].splitlines()
    assert len(added) == 8 * count
    for who in "abcdefgh":
        ours = [line for line in added if f'"{who} ' in line]
        assert ours == [f'  - Anna Cem {121 + n % 60} "{who} {n}"' for n in range(count)]
    opened = open_sheet(str(sheet))
    assert opened.hands == 8 * count + 1
    assert sorted(path.name for path in tmp_path.iterdir()) == [".abend.yaml.journal", ".abend.yaml.lock", "abend.yaml"]
    trail.undo(str(sheet))
    last = f"{added[-1]}\n"
    assert sheet.read_bytes().decode() == text.removesuffix(last + BEHIND) + BEHIND
