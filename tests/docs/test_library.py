"""The library page runs as it stands, and the package offers what it says."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import dokosheet

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "library.md"


def test_the_page_runs_as_it_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert sum(block.count("assert") for block in blocks) > 10
    names: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, str(PAGE), "exec"), names)


@pytest.mark.parametrize("name", dokosheet.__all__)
def test_every_public_name_is_there(name: str) -> None:
    assert getattr(dokosheet, name) is not None


def test_the_page_shows_every_public_name() -> None:
    page = PAGE.read_text("utf-8")
    assert [name for name in dokosheet.__all__ if name[0] != "_" and name not in page] == []


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="nothing_here"):
        dokosheet.nothing_here  # noqa: B018


def test_importing_the_package_loads_nothing_else() -> None:
    code = "import sys, dokosheet; print([m for m in sys.modules if m.startswith('dokosheet.')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
