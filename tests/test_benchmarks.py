"""The benchmarks are run by hand: what they measure is still there, and what they change, too."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
BENCHMARKS = sorted(path.stem for path in (ROOT / "benchmarks").glob("*.py"))


def python(*arguments: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join((str(ROOT / "benchmarks"), str(ROOT / "src")))
    return subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": path},
        check=False,
    )


@pytest.mark.parametrize("name", BENCHMARKS)
def test_a_benchmark_finds_what_it_measures(name: str) -> None:
    done = python("-c", f"import {name}")
    assert (done.returncode, done.stderr) == (0, "")


def test_slips_are_made_in_every_module_of_the_scorer() -> None:
    done = python(str(ROOT / "benchmarks" / "mutation.py"), "--list")
    mutants = done.stdout.splitlines()
    for module in ("terms", "outcome", "value", "settlement", "penalties"):
        assert any(mutant.startswith((f"{module}.", f"{module}:")) for mutant in mutants), (module, done.stderr)
    assert len(set(mutants)) > 1000


@pytest.mark.parametrize("kind", ["plain", "with_points", "with_extras"])
def test_the_sheets_that_are_timed_are_right(kind: str, tmp_path: Path) -> None:
    made = f"import floor, random; print(floor.{kind}(floor.sheet(7), random.Random(7)), end='')"
    sheet = tmp_path / "sheet.yaml"
    sheet.write_text(python("-c", made).stdout, "utf-8")
    done = python("-m", "dokosheet", "--lang", "en", "check", str(sheet))
    assert (done.returncode, done.stdout.count("24 hands")) == (0, 1), done.stdout


def test_the_slip_that_is_timed_is_one_finding(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.yaml"
    made = "import floor, random; print(floor.with_slip(floor.sheet(7), random.Random(7)), end='')"
    sheet.write_text(python("-c", made).stdout, "utf-8")
    done = python("-m", "dokosheet", "--lang", "en", "check", str(sheet))
    assert done.returncode == 1
    assert "1 sheet, 24 hands: 1 error" in done.stdout
