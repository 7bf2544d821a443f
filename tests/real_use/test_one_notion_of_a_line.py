"""A line ends where YAML says, for places, corrections, excerpts and merges alike, whatever editor wrote the sheet."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dokosheet.core.finding import LINE_BREAK
from dokosheet.edit.document import excerpt
from dokosheet.files.splice import Page
from dokosheet.files.text import lines
from dokosheet.files.tree import Node, Scalar
from helpers import MappingNode, Refused, merged, open_sheet, parse, trail, verbs
from safety.commands import doko

BREAKS = ["\n", "\r", "\r\n", "\x85", "\u2028", "\u2029"]
SHEET = """dokosheet: 1
place: "Linden~hof"
players: [Anna, Ben, Cem, Dora]
hands:
  - Anna Cem 130
  - re: [Anna]
    # what Cem said
    augen: 130
  - Anna Ben 150
  # the last
  - {re: [Ben, Dora], augen: 121}
"""


def sheet_with(inside: str, end: str) -> str:
    return SHEET.replace("\n", end).replace("~", inside)


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOKOSHEET_LANG", "en")


def without_struck(text: str, end: str) -> str:
    return re.sub(r"  - '?gestrichen[^\n\r\x85\u2028\u2029]*(?:" + end + "|\n)", "", text)


@pytest.mark.parametrize("inside", ["", *BREAKS], ids=ascii)
@pytest.mark.parametrize("end", ["\n", "\r", "\r\n", "\x85", "\u2028", "\u2029"], ids=ascii)
def test_corrections_lose_no_comment(inside: str, end: str, tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    before = sheet_with(inside, end)
    path.write_bytes(before.encode())
    with pytest.raises(Refused, match=r"correct\.comments"):  # a line cannot keep the comment of a mapping
        verbs.strike(str(path), "2")
    assert path.read_bytes() == before.encode()
    assert verbs.strike(str(path), "1").written
    text = path.read_bytes().decode()
    assert without_struck(text, end) == before.replace(f"  - Anna Cem 130{end}", "")
    assert verbs.strike(str(path), "3").written  # the mapping between brackets, which has no comment
    assert verbs.insert(str(path), "2", ["Cem", "Dora", "140"]).written
    assert verbs.move(str(path), "2", "1", str).written
    assert verbs.add(str(path), ["Ben", "Cem", "133"]).written
    text = path.read_bytes().decode()
    assert f"    # what Cem said{end}" in text
    assert f"  # the last{end}" in text
    assert {found[0] for found in LINE_BREAK.finditer(text)} <= {end, inside or end, "\n"}
    for _ in range(5):
        trail.undo(str(path))
    assert path.read_bytes() == before.encode()


@pytest.mark.parametrize("inside", BREAKS, ids=ascii)
def test_a_finding_shows_the_line_that_it_is_about(inside: str, tmp_path: Path, capsys: Any) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(sheet_with(inside, "\n").replace("Anna Ben 150", "Anna Ben 999").encode())
    opened = open_sheet(str(path))
    shown = excerpt(opened.findings, str(path), opened.text)
    assert [line for line in shown.values() if "999" in line] == ["  - Anna Ben 999"]
    doko("check", str(path))
    assert "  - Anna Ben 999" in capsys.readouterr().out


@pytest.mark.parametrize("end", BREAKS, ids=ascii)
def test_a_sheet_with_any_line_break_is_found_in_a_folder(end: str, tmp_path: Path, capsys: Any) -> None:
    (tmp_path / "a.yaml").write_bytes(f"# ours{end}{sheet_with('', end)}".replace("150", "999").encode())
    assert doko("check", str(tmp_path)) == 1
    assert "999" in capsys.readouterr().out


@pytest.mark.parametrize("end", BREAKS, ids=ascii)
def test_two_changes_on_lines_of_their_own_go_together(end: str) -> None:
    base = sheet_with("", end)
    one, other = base.replace("130", "131", 1), base.replace("the last", "the very last")
    assert merged(base, one, other) == one.replace("the last", "the very last")


LINES = st.lists(
    st.tuples(
        st.sampled_from(
            ["a: 1", "# c", "  - Anna Cem 130", "  - 'x y'", '  - "p q"', "", "  - {re: A}", "  - >-", "    folded"]
        ),
        st.sampled_from([*BREAKS, "\n", "\n", "\n"]),
    ),
    max_size=10,
)  # fmt: skip


@given(LINES)
@settings(max_examples=150, deadline=None)
def test_every_place_is_where_the_text_stands(parts: list[tuple[str, str]]) -> None:
    text = "hands:\n" + "".join(line + end for line, end in parts)
    page = Page(text)
    for node in _scalars(parse(text)[0]):
        if node.exact:
            at = page.offset(node.line, node.column)
            assert text[at : at + len(node.text)] == node.text
            assert lines(text)[node.line - 1][node.column - 1 :].startswith(node.text) or not node.text


def _scalars(node: Node | None) -> list[Scalar]:
    if node is None or isinstance(node, Scalar):
        return [node] if node is not None else []
    children = [child for pair in node.items for child in pair] if isinstance(node, MappingNode) else node.items
    return [found for child in children for found in _scalars(child)]
