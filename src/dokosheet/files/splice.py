"""One line spliced into the text of a sheet that a person keeps; no other byte changes."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from dokosheet.core.finding import LINE_BREAK, LINE_BREAKS, Finding
from dokosheet.core.records import Record
from dokosheet.files.tree import ListNode, MappingNode, Node, Scalar, is_partial, parse
from dokosheet.files.trouble import HalfCharacter, Unspliceable

#: A tree as it is.
NO_SWAPS: Final[dict[int, str]] = {}
#: What cannot stand between single quotes: control characters, line breaks and the invisible U+FEFF.
#: Compiled where it is used: most lines need no quotes at all.
_NEEDS_ESCAPE: Final = "[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]"
_BLOCK_HEADER: Final = re.compile(r"[|>]([-+0-9]*)(?:[ \t]+(#.*))?")
_DOCUMENT_END: Final = re.compile(r"\.\.\.(?=\s|$)")


class Spliced(Record, frozen=True):
    """A new text with what reading it back gave: its tree, and what is odd about it."""

    text: str
    tree: MappingNode
    odd: tuple[Finding, ...] = ()


def plain_or_quoted(line: str) -> str:
    """One notation line as YAML, to stand behind ``- ``: as it is if YAML reads it back so, else in quotes.

    Raises HalfCharacter for half surrogates, which no file can hold.
    """
    node, findings = parse(f"- {line}")
    if not findings and isinstance(node, ListNode) and _texts(node) == [line]:
        return line
    return _quoted(line)


def in_brackets(line: str) -> str:
    """The same between brackets, where commas and brackets have a meaning too."""
    node, findings = parse(f"[a, {line} ]")  # a dash before a blank is no text
    if not findings and isinstance(node, ListNode) and node.flow and _texts(node) == ["a", line]:
        return line
    return _quoted(line)


def _texts(node: ListNode) -> list[str | None]:
    """The texts of a list whose items are plain and not empty; None for any other item."""
    return [item.text if isinstance(item, Scalar) and item.exact and item.text else None for item in node.items]


def _quoted(line: str) -> str:
    if not re.search(_NEEDS_ESCAPE, line):
        return "'" + line.replace("'", "''") + "'"
    escaped = line.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + re.sub(_NEEDS_ESCAPE, lambda match: _escape(ord(match[0])), escaped) + '"'


def _escape(code: int) -> str:
    if 0xD800 <= code <= 0xDFFF:
        raise HalfCharacter(f"U+{code:04X} is half a character")
    return f"\\x{code:02X}" if code <= 0xFF else f"\\u{code:04X}"


def splice_append(source_text: str, tree: MappingNode, line: str, key: str = "hands") -> Spliced:
    """The text with ``line`` as the last item of the list under ``key``; no other character changes.

    ``tree`` is what ``parse`` made of ``source_text``. The line goes directly below the last item with the indent of
    that list (comments and blank lines behind it stay behind), before the bracket if the list has brackets, below
    ``key:`` if it is empty, and with ``key:`` to the end of the text if there is none. If the text does not end with
    a line break where the line is put, it gets one. Raises Unspliceable if the value is no list or the text would
    not read back as what it was and the line.
    """
    page = Page(source_text)
    value = value_of(tree, key)
    if value is None:
        at, inserted = _with_new_key(page, tree, key, line)
    elif isinstance(value, ListNode):
        at, inserted = _into_brackets(page, value, in_brackets(line)) if value.flow else _below(page, value, line)
    elif isinstance(value, Scalar) and page.start(value) == page.end(value):
        at, inserted = _first_item(page, tree, value, line)
    else:
        raise Unspliceable(f"{key} is no list")
    text = source_text[:at] + inserted + source_text[at:]
    return proved(text, _appended(page.tree_with_last_break(tree) if at == len(source_text) else tree, key, line))


def value_of(tree: MappingNode, key: str) -> Node | None:
    """What stands under a key; None where there is none. Raises Unspliceable for two: only one of them counts."""
    found = [value for name, value in tree.items if name.text == key]
    if len(found) > 1:
        raise Unspliceable(f"{key} stands there twice")
    return found[0] if found else None


def splice_replace(source_text: str, tree: MappingNode, lines: Iterable[tuple[Node, str]]) -> Spliced:
    """The text with list items, each with its new notation line, replaced; ``tree`` is what was parsed of it.

    A comment behind an item stays; comments between the keys of a mapping that is replaced go with it. Raises
    Unspliceable if a node is no item of a list or the text would not read back as expected.
    """
    page = Page(source_text)
    edits: list[_Edit] = []
    swaps: dict[int, str] = {}
    for node, line in lines:
        found, flow = _item_at(tree, node, False)
        if found is None:
            raise Unspliceable("this is no item of a list")
        edits.append(swap(page, found, in_brackets(line) if flow else plain_or_quoted(line)))
        swaps[id(found)] = line
    return proved("".join(_pieces(source_text, sorted(edits))), plain_tree(tree, swaps))


def swap(page: Page, node: Node, written: str) -> tuple[int, int, str]:
    """Where a node begins and ends, and what to put there so that ``written`` stands in its place."""
    start, end = page.start(node), page.end(node)
    if start == end:  # an empty item: it stands directly behind its dash
        written = " " + written
    header = page.block_header(node)
    if header is not None and header[2]:
        written += " " + header[2]
    return start, end, written


class Page:
    """A text with the offset of each of its lines; turns places of nodes into offsets."""

    def __init__(self, text: str) -> None:
        self.text = text
        begin = len(text) - len(text.lstrip("\ufeff"))
        self.starts = [begin, *(match.end() for match in LINE_BREAK.finditer(text))]

    def offset(self, line: int, column: int) -> int:
        if line > len(self.starts):
            return len(self.text)
        return min(self.starts[line - 1] + column - 1, len(self.text))

    def start(self, node: Node) -> int:
        """Where a node begins, its quote included."""
        at = self.offset(node.line, node.column)
        return at - 1 if self._in_quotes(node, at) else at

    def end(self, node: Node) -> int:
        """Where a node ends: behind its quote or bracket, before the line break that ends a block scalar."""
        leaf = self.block_leaf(node)
        if leaf is not None:
            at = self.below_block(leaf, keep=False)
            return at - 2 if self.text.endswith("\r\n", 0, at) else at - 1 if self._begins_line(at) else at
        at = self.offset(node.end_line, node.end_column)
        return at + 1 if self._in_quotes(node, self.offset(node.line, node.column)) else at

    def _begins_line(self, at: int) -> bool:
        return at in self.starts[:1] or (at > 0 and LINE_BREAK.fullmatch(self.text, at - 1, at) is not None)

    def _in_quotes(self, node: Node, at: int) -> bool:
        """An exact scalar between quotes. An empty one without can stand behind a quote as well, as in ``{"a"}``."""
        if not isinstance(node, Scalar) or not node.exact or at == 0 or self.text[at - 1] not in "'\"":
            return False
        return self.text[at - 1] == self.text[at + len(node.text) : at + len(node.text) + 1]

    def block_header(self, node: Node) -> re.Match[str] | None:
        """The ``|`` or ``>`` line of a block scalar, group 1 its indicators, group 2 its comment."""
        if not isinstance(node, Scalar) or node.exact:
            return None
        return _BLOCK_HEADER.match(self.text, self.offset(node.line, node.column))

    def block_leaf(self, node: Node) -> Scalar | None:
        """The block scalar with which ``node`` ends, if it does."""
        while not isinstance(node, Scalar) and not node.flow and node.items:
            node = _last(node)
        return node if isinstance(node, Scalar) and self.block_header(node) is not None else None

    def below_block(self, node: Scalar, keep: bool) -> int:
        """The offset behind the last line of a block scalar, without the empty lines below it unless ``keep``."""
        if node.end_column > 1:  # ended by the end of the text
            return len(self.text)
        line = node.end_line
        indent = next((n for n in map(self._blanks, range(node.line + 1, line)) if n is not None), 0)
        while not keep and line - 1 > node.line and self._is_empty(line - 1, indent):
            line -= 1
        return self.offset(line, 1)

    def _blanks(self, line: int) -> int | None:
        """How many blanks a line begins with; None where nothing else stands there."""
        text = self._line(line)
        return len(text) - len(text.lstrip(" ")) if text.strip() else None

    def _is_empty(self, line: int, indent: int) -> bool:
        """Whether a line of a block scalar is an empty one: blanks up to the indent are none of its text."""
        text = self._line(line)
        rest = text.lstrip(" ")
        return len(text) - len(rest) <= indent and LINE_BREAK.fullmatch(rest) is not None

    def below(self, node: Node) -> int:
        """The offset of the line below the one on which ``node`` ends (the end of the text if there is none)."""
        leaf = self.block_leaf(node)
        header = self.block_header(leaf) if leaf is not None else None
        if leaf is not None and header is not None:
            return self.below_block(leaf, keep="+" in header[1])
        match = LINE_BREAK.search(self.text, self.end(node))
        return match.end() if match else len(self.text)

    def _line(self, line: int) -> str:
        return self.text[self.offset(line, 1) : self.offset(line + 1, 1)]

    def before(self, at: int) -> str:
        """What stands before ``at`` on its line."""
        return self.text[self.starts[bisect_right(self.starts, at) - 1] : at]

    def line_break(self, at: int) -> str:
        """The line break to write at ``at``: as the line above it, else as the first line of the text."""
        above = self.text[max(at - 2, 0) : at]
        if above == "\r\n" or above.endswith(("\n", "\r")):
            return "\r\n" if above == "\r\n" else above[-1]
        first = re.search("\r\n|[\n\r]", self.text)
        return first[0] if first else "\n"

    def as_lines(self, at: int, written: list[str]) -> str:
        """Lines to insert at ``at``, which is the start of a line or the end of a text without a last line break."""
        newline = self.line_break(at)
        return ("" if self._begins_line(at) else newline) + "".join(line + newline for line in written)

    def tree_with_last_break(self, tree: Node) -> Node | None:
        """The tree, read again if a missing last line break is added: that can end a block scalar differently."""
        if not self.text or LINE_BREAK.fullmatch(self.text, len(self.text) - 1):
            return tree
        return parse(self.text + self.line_break(len(self.text)))[0]


def _last(node: MappingNode | ListNode) -> Node:
    """The last item or value; a collection without brackets always has one."""
    return node.items[-1][1] if isinstance(node, MappingNode) else node.items[-1]


def _below(page: Page, value: ListNode, line: str) -> tuple[int, str]:
    """A further ``- `` item, with the indent of the list and the blanks that the last item has behind its dash."""
    last = value.items[-1]
    indent = value.column - 1
    raw = page.before(page.start(last))
    gap = raw[indent + 1 :] if raw[indent : indent + 1] == "-" else ""
    at = page.below(value)
    blanks = gap if gap and not gap.strip(" ") else " "
    return at, page.as_lines(at, [" " * indent + "-" + blanks + plain_or_quoted(line)])


def _first_item(page: Page, tree: MappingNode, value: Scalar, line: str) -> tuple[int, str]:
    """Below ``key:`` and the comments that are indented under it; in a text with brackets directly behind it."""
    at = page.start(value)
    if tree.flow:
        return at, f" [{in_brackets(line)}]"
    at = page.below(value)
    comment = re.compile(f" {{{tree.column},}}#[^{LINE_BREAKS}]*(?:\r\n|[{LINE_BREAKS}]|$)")
    while match := comment.match(page.text, at):
        at = match.end()
    return at, page.as_lines(at, [" " * (tree.column + 1) + "- " + plain_or_quoted(line)])


def _with_new_key(page: Page, tree: MappingNode, key: str, line: str) -> tuple[int, str]:
    """``key:`` with its first item at the end of the text, or before the ``...`` that ends the document."""
    if tree.flow:
        return _into_brackets(page, tree, f"{key}: [{in_brackets(line)}]")
    starts = (page.offset(number, 1) for number in range(tree.line + 1, len(page.starts) + 1))
    at = next((start for start in starts if _DOCUMENT_END.match(page.text, start)), len(page.text))
    indent = " " * (tree.column - 1)
    return at, page.as_lines(at, [f"{indent}{key}:", f"{indent}  - {plain_or_quoted(line)}"])


def _into_brackets(page: Page, node: MappingNode | ListNode, written: str) -> tuple[int, str]:
    """A further item before the closing bracket, on a line of its own if the last item has one."""
    close = page.offset(node.end_line, node.end_column) - 1
    if not node.items:
        return close, written
    first = node.items[-1][0] if isinstance(node, MappingNode) else node.items[-1]
    start, end = page.start(first), page.end(_last(node))
    before = page.before(start)
    own_line = not before.strip() and first.line > node.line
    between = page.text[end:close]
    comma = re.sub(f"#[^{LINE_BREAKS}]*", lambda match: " " * len(match[0]), between).find(",")
    if "#" in between:  # the comment belongs to the item before it, so the new one goes below it
        at = page.offset(node.end_line, 1)
        indent = before if own_line else page.before(close) + "  "
        return at, page.as_lines(at, [f"{indent}{written}," if comma >= 0 else f"{indent}, {written}"])
    gap = page.line_break(page.offset(first.line, 1)) + before if own_line else " "
    if comma < 0:
        return end, "," + gap + written
    return end + comma + 1, gap + written + ("," if own_line else "")


def _item_at(node: Node | None, wanted: Node, flow: bool) -> tuple[Node | None, bool]:
    """The list item of the same kind at the same place as ``wanted``, and whether it stands between brackets."""
    if node is None or isinstance(node, Scalar):
        return None, False
    flow = flow or node.flow
    place = (type(wanted), wanted.line, wanted.column)
    for child in node.items if isinstance(node, ListNode) else [value for _, value in node.items]:
        if isinstance(node, ListNode) and (type(child), child.line, child.column) == place:
            return child, flow
        found = _item_at(child, wanted, flow)
        if found[0] is not None:
            return found
    return None, False


def plain_tree(node: Node | None, swaps: dict[int, str] = NO_SWAPS) -> Any:
    """A tree without places, to compare: text, list, tuple of pairs; ``swaps``: by its id, the text for a node."""
    if node is None:
        return None
    if id(node) in swaps:
        return swaps[id(node)]
    if isinstance(node, Scalar):
        return node.text
    if isinstance(node, ListNode):
        return [plain_tree(item, swaps) for item in node.items]
    return tuple((key.text, plain_tree(value, swaps)) for key, value in node.items)


def _appended(tree: Node | None, key: str, line: str) -> Any:
    """What the text with the new line has to read as."""
    pairs = list(plain_tree(tree))
    for index, (name, value) in enumerate(pairs):
        if name == key:
            pairs[index] = (name, [*value, line])  # an empty value is an empty text, which adds nothing
            return tuple(pairs)
    return (*pairs, (key, [line]))


def proved(text: str, expected: Any) -> Spliced:
    """Nobody's evening is written over by a layout that we did not think of: read the new text and compare."""
    node, findings = parse(text)
    if not isinstance(node, MappingNode) or is_partial(findings) or plain_tree(node) != expected:
        raise Unspliceable("the text would not read back as it was with the new line")
    return Spliced(text, node, tuple(findings))


# -- The players and the dealer in the head of a sheet; no other character changes.


def splice_head(
    source_text: str, tree: MappingNode, players: Sequence[int | str], dealer: str | None = None
) -> Spliced:
    """The text with other players in its head, and with a dealer (None: that stays as it is).

    ``players``: for each place in the list which of those who stand there comes to it, or what is written there as
    YAML. Raises Unspliceable where the list cannot be found, or the text would not read back as expected.
    """
    page = Page(source_text)
    value = next((value for key, value in tree.items if key.text == "players"), None)
    if not isinstance(value, ListNode) or len(value.items) != len(players):
        raise Unspliceable("players is no list of these")
    raw = [source_text[page.start(node) : page.end(node)] for node in value.items]
    edits = [
        swap(page, node, raw[new] if isinstance(new, int) else new)
        for i, (node, new) in enumerate(zip(value.items, players, strict=True))
        if new != i
    ]
    said = [plain_tree(value.items[new]) if isinstance(new, int) else _read(new) for new in players]
    expected = [(key.text, said if node is value else plain_tree(node)) for key, node in tree.items]
    if dealer is not None:
        at, pair = _dealer(page, tree, value, dealer)
        edits.append(pair)
        expected[at : at + (any(key == "dealer" for key, _ in expected))] = [("dealer", dealer)]
    text, done = "", 0
    for start, end, written in sorted(edits):
        text += source_text[done:start] + written
        done = end
    text += source_text[done:]
    return proved(text, tuple(expected))


def _read(written: str) -> Any:
    """What YAML reads of a player."""
    node = parse(f"[{written}]")[0]
    return plain_tree(node.items[0]) if isinstance(node, ListNode) and len(node.items) == 1 else None


def _dealer(page: Page, tree: MappingNode, players: Node, dealer: str) -> tuple[int, tuple[int, int, str]]:
    """Where the dealer stands among the keys, and the edit that writes it."""
    written = in_brackets(dealer) if tree.flow else plain_or_quoted(dealer)
    for i, (key, value) in enumerate(tree.items):
        if key.text == "dealer" and isinstance(value, Scalar):
            return i, swap(page, value, written)
    after = next(i for i, (_, value) in enumerate(tree.items) if value is players)
    if tree.flow:
        at = page.end(players)
        return after + 1, (at, at, f", dealer: {written}")
    at = page.below(players)
    return after + 1, (at, at, page.as_lines(at, [" " * (tree.column - 1) + f"dealer: {written}"]))


# -- Items of a list mended in the text of a sheet, each with what stood there struck above it; no other byte changes.


#: Where to write, up to where it is replaced, and what.
_Edit = tuple[int, int, str]
_DASH: Final = re.compile(r"( *)-([ \t]*)")


class Amendment(Record, frozen=True):
    """A change of one item of a list, by its ``index``; ``struck`` is the line that goes before it ("": none).

    ``line``: the line that the item is from now on. ``values``: for an item that is a mapping, scalars within it and
    their new texts. ``put``: further lines, which go before the struck one.
    """

    index: int
    struck: str
    line: str | None = None
    values: tuple[tuple[Scalar, str], ...] = ()
    put: tuple[str, ...] = ()


def splice_amend(source_text: str, tree: MappingNode, amendments: Iterable[Amendment], key: str = "hands") -> Spliced:
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
    return proved(text, tuple(_expected(tree, value, above, swaps)))


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
