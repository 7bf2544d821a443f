"""The players and the dealer in the head of a sheet; no other character changes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dokosheet.io.splice import Page, in_brackets, plain_or_quoted, plain_tree, prove, swap
from dokosheet.io.tree import ListNode, MappingNode, Node, Scalar, parse
from dokosheet.io.trouble import Unspliceable


def splice_head(source_text: str, tree: MappingNode, players: Sequence[int | str], dealer: str | None = None) -> str:
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
    prove(text, tuple(expected))
    return text


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
