"""Items of a list mended in the text of a sheet, each with what stood there struck above it; no other byte changes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct

from dokosheet.core.finding import LINE_BREAK
from dokosheet.io.splice import Page, in_brackets, plain_or_quoted, plain_tree, prove, swap, value_of
from dokosheet.io.tree import ListNode, MappingNode, Node, Scalar
from dokosheet.io.trouble import Unspliceable

#: Where to write, up to where it is replaced, and what.
_Edit = tuple[int, int, str]
_DASH: Final = re.compile(r"( *)-([ \t]*)")


class Amendment(Struct, frozen=True):
    """A change of one item of a list, by its ``index``; ``struck`` is the line that goes before it ("": none).

    ``line``: the line that the item is from now on. ``values``: for an item that is a mapping, scalars within it and
    their new texts. ``put``: further lines, which go before the struck one.
    """

    index: int
    struck: str
    line: str | None = None
    values: tuple[tuple[Scalar, str], ...] = ()
    put: tuple[str, ...] = ()


def splice_amend(source_text: str, tree: MappingNode, amendments: Iterable[Amendment], key: str = "hands") -> str:
    """The text with items of the list under ``key`` amended; no character changes outside what is named.

    ``tree`` is what ``parse`` made of ``source_text``. A struck line goes directly above the item with its indent, or
    before it between brackets. A line keeps its quotes if it can, and the comment behind it. Raises Unspliceable if
    there is no such list, an item has no line of its own to be put above, or the text would not read back as what it
    was with these changes.
    """
    value = value_of(tree, key)
    if not isinstance(value, ListNode):
        raise Unspliceable(f"{key} is no list")
    page = Page(source_text)
    edits: list[_Edit] = []
    swaps: dict[int, str] = {}
    above: dict[int, tuple[str, ...]] = {}
    for change in amendments:
        item = value.items[change.index]
        lines = (*change.put, change.struck) if change.struck else change.put
        if lines:
            above[change.index] = lines
            edits.append(_before(page, value, item, lines))
        if change.line is not None:
            swaps[id(item)] = change.line
            edits.append(_instead(page, item, change.line, value.flow))
        for node, text in change.values:
            swaps[id(node)] = text
            edits.append(_instead(page, node, text, True))
    text = "".join(_pieces(source_text, sorted(edits)))
    prove(text, tuple(_expected(tree, value, above, swaps)))
    return text


def _pieces(text: str, edits: Iterable[_Edit]) -> Iterator[str]:
    """The new text piece by piece. Raises Unspliceable for edits that overlap."""
    done = 0
    for start, end, written in edits:
        if start < done:
            raise Unspliceable("two changes of one place")
        yield text[done:start]
        yield written
        done = end
    yield text[done:]


def _expected(
    tree: MappingNode, value: ListNode, above: dict[int, tuple[str, ...]], swaps: dict[int, str]
) -> Iterator[object]:
    """What the new text has to read as."""
    for name, other in tree.items:
        if other is not value:
            yield name.text, plain_tree(other)
            continue
        items: list[object] = []
        for index, item in enumerate(value.items):
            items += above.get(index, ())
            items.append(plain_tree(item, swaps))
        yield name.text, items


def _before(page: Page, value: ListNode, item: Node, lines: tuple[str, ...]) -> _Edit:
    """The edit that puts lines before an item."""
    if value.flow:
        start = page.start(item)
        before = page.before(start)
        own_line = not before.strip() and item.line > value.line
        gap = page.line_break(page.offset(item.line, 1)) + before if own_line else " "
        return start, start, "".join(in_brackets(line) + "," + gap for line in lines)
    for number in range(item.line, value.line - 1, -1):
        at = page.offset(number, 1)
        dash = _DASH.match(page.text, at)
        if dash is not None and len(dash[1]) == value.column - 1:
            gap = dash[2] if dash[2] and not dash[2].strip(" ") else " "
            return at, at, page.as_lines(at, [f"{dash[1]}-{gap}{plain_or_quoted(line)}" for line in lines])
    raise Unspliceable("the item does not begin a line")


def _instead(page: Page, node: Node, text: str, flow: bool) -> _Edit:
    """The edit that replaces the text of a scalar: between its quotes if it can stay there, else as a whole."""
    written = in_brackets(text) if flow else plain_or_quoted(text)
    if isinstance(node, Scalar) and node.exact and node.text:
        start = page.offset(node.line, node.column)
        quote = page.text[start - 1] if page.start(node) < start else ""
        fits = {"": written == text, "'": "'" not in text, '"': '"' not in text and "\\" not in text}
        if fits[quote] and not LINE_BREAK.search(text):
            return start, start + len(node.text), text
    return swap(page, node, written)
