"""The library page runs as it stands, a type checker agrees with it, and the package offers what it says."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

import dokosheet

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "library.md").read_text("utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


def test_the_page_runs_as_it_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert sum(block.count("assert") for block in BLOCKS) > 20
    names: dict[str, object] = {}
    for block in BLOCKS:
        exec(compile(block, "docs/library.md", "exec"), names)


def test_a_type_checker_knows_every_name_of_the_page(tmp_path: Path) -> None:
    page = tmp_path / "page.py"
    page.write_text("\n".join(BLOCKS), "utf-8")
    mypy = [sys.executable, "-m", "mypy", "--strict", "--config-file=", f"--cache-dir={ROOT / '.mypy_cache'}"]
    strict = subprocess.run([*mypy, str(page)], cwd=ROOT / "src", capture_output=True, text=True, check=False)
    assert strict.returncode == 0, strict.stdout
    imported = [
        name.name
        for node in ast.walk(ast.parse(page.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module == "dokosheet"
        for name in node.names
    ]
    asked = page.with_name("asked.py")
    asked.write_text("import dokosheet\n" + "".join(f"reveal_type(dokosheet.{name})\n" for name in imported), "utf-8")
    told = subprocess.run([*mypy, str(asked)], cwd=ROOT / "src", capture_output=True, text=True, check=False)
    assert told.stdout.count("Revealed type") == len(imported)
    assert 'is "Any"' not in told.stdout


@pytest.mark.parametrize("name", dokosheet.__all__)
def test_every_public_name_is_there(name: str) -> None:
    assert getattr(dokosheet, name) is not None


def test_the_page_names_every_public_name() -> None:
    words = set(re.findall(r"\w+", PAGE))
    assert [name for name in dokosheet.__all__ if name[0] != "_" and name not in words] == []


def test_type_checkers_are_told_of_every_public_name() -> None:
    tree = ast.parse(Path(dokosheet.__file__).read_text("utf-8"))
    (block,) = (node for node in tree.body if isinstance(node, ast.If))
    told = {name.asname or name.name for node in block.body if isinstance(node, ast.ImportFrom) for name in node.names}
    told |= {
        name.id
        for node in block.body
        for name in ast.walk(node)
        if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store)
    }
    assert {name for name in told if name[0] != "_"} == set(dokosheet.__all__) - {"__version__"}


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="nothing_here"):
        dokosheet.nothing_here  # noqa: B018


def test_importing_the_package_loads_nothing_else() -> None:
    code = "import sys, dokosheet; print([m for m in sys.modules if m.startswith('dokosheet.')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
