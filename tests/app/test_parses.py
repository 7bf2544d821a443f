"""How often a command parses a sheet: once before it, and once after it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from dokosheet.edit import document
from dokosheet.files import splice
from helpers import journal, trail, verbs

SHEET = "dokosheet: 1\nplayers: [Anna, Ben, Cem, Dora]\nhands:\n" + "  - Anna Cem 156\n" * 8


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts of whole sheets that were parsed, one after the other."""
    texts: list[str] = []
    for module in (document, splice, journal):
        parse = module.parse

        def counted(text: str, parse: Callable[[str], object] = parse) -> object:
            texts.extend([text] * text.startswith("dokosheet"))
            return parse(text)

        monkeypatch.setattr(module, "parse", counted)
    return texts


VERBS: dict[str, Callable[[str], object]] = {
    "add": lambda path: verbs.add(path, ["Ben Dora 130"]),
    "amend": lambda path: verbs.amend(path, "3", ["145"]),
    "strike": lambda path: verbs.strike(path, "3"),
    "insert": lambda path: verbs.insert(path, "3", ["Ben Dora 130"]),
    "move": lambda path: verbs.move(path, "3", "5", str),
    "penalty": lambda path: verbs.penalty(path, ["3", "Dora", "gering"]),
    "close": lambda path: verbs.append(path, "close", ["ende"]),
    "undo": lambda path: trail.undo(path),
}


@pytest.mark.parametrize("verb", VERBS)
def test_a_sheet_is_parsed_once_before_and_once_after(verb: str, tmp_path: Path, parsed: list[str]) -> None:
    path = tmp_path / "abend.yaml"
    path.write_text(SHEET, "utf-8")
    if verb == "undo":
        verbs.amend(str(path), "3", ["145"])
    before = path.read_text("utf-8")
    parsed.clear()
    VERBS[verb](str(path))
    assert parsed == [before, path.read_text("utf-8")]
