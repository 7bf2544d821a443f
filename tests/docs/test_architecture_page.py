"""The page about the rooms shows the tree that there is, and names no file that is not there.

``DOKOSHEET_UPDATE_DOCS=1`` draws the tree anew.
"""

from __future__ import annotations

import ast
import os
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "dokosheet"
PAGE = ROOT / "docs" / "architecture.md"
TREE = re.compile(r"<!-- tree -->\n```\n(.*?)```\n", re.DOTALL)


def drawn(room: Path, indent: str = "") -> Iterator[str]:
    """A room with its first sentence, its modules, and the rooms in it."""
    about = ast.get_docstring(ast.parse((room / "__init__.py").read_text("utf-8"))) or ""
    yield f"{indent}{room.name}/"
    yield from textwrap.wrap(
        re.split(r"(?<=\.)\s", about)[0], 110, initial_indent=indent + "  ", subsequent_indent=indent + "  "
    )
    modules = [path.stem for path in sorted(room.glob("*.py")) if path.stem.strip("_") not in ("init", "main")]
    yield from textwrap.wrap(" ".join(modules), 110, initial_indent=indent + "    ", subsequent_indent=indent + "    ")
    for inner in sorted(path.parent for path in room.glob("*/__init__.py")):
        yield from drawn(inner, indent + "  ")


def test_the_tree_is_the_tree_there_is() -> None:
    today = "\n".join(drawn(SOURCE)) + "\n"
    page = PAGE.read_text("utf-8")
    if os.environ.get("DOKOSHEET_UPDATE_DOCS"):
        page = TREE.sub(lambda _: f"<!-- tree -->\n```\n{today}```\n", page)
        PAGE.write_text(page, "utf-8")
    shown = TREE.search(page)
    assert shown is not None
    assert shown[1] == today


def test_every_room_says_what_it_is() -> None:
    for path in SOURCE.rglob("__init__.py"):
        assert ast.get_docstring(ast.parse(path.read_text("utf-8"))), path


def test_every_file_that_is_named_is_there() -> None:
    text = TREE.sub("", PAGE.read_text("utf-8"))
    named = set(re.findall(r"`([\w/]+\.py|[\w/]+/)`", text))
    assert len(named) > 30
    rooms = (SOURCE, SOURCE / "core" / "notation", ROOT, ROOT / "docs")
    assert [name for name in sorted(named) if not any((room / name).exists() for room in rooms)] == []
