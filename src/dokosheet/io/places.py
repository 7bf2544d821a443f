"""From tree nodes to plain values and to places."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from dokosheet.core.finding import Finding, Place, Repair, finding
from dokosheet.io.tree import ListNode, MappingNode, Node, Scalar

NOWHERE = Place(1, 1, 2)


def plain(node: Node) -> Any:
    """The value of a node: text, list or dict of text."""
    if isinstance(node, Scalar):
        return node.text
    if isinstance(node, ListNode):
        return [plain(item) for item in node.items]
    return {key.text: plain(value) for key, value in node.items}


def place_of(node: Node) -> Place:
    """The place of a node: its first line."""
    if isinstance(node, Scalar):
        return node.place
    end = node.end_column if node.end_line == node.line else node.column + 1
    return Place(node.line, node.column, max(end, node.column + 1))


def find(node: Node | None, path: Iterable[str | int]) -> tuple[Place, Scalar | None]:
    """The place that a path of keys and indices leads to, as far as it leads; and the key it ended at."""
    place, key_node = (NOWHERE if node is None else place_of(node)), None
    for step in path:
        if isinstance(node, MappingNode):
            entry = next(((key, value) for key, value in node.items if key.text == str(step)), None)
            if entry is None:
                break
            key_node, node = entry
        elif isinstance(node, ListNode) and isinstance(step, int) and step < len(node.items):
            node = node.items[step]
        else:
            continue  # a step that only the model knows, such as a member of a union
        place = place_of(node)
    return place, key_node


def unknown_key(place: Place, key: str, near: str | None) -> Finding:
    """F102, with the nearest known key as its repair."""
    repairs = (Repair(place, key, near, "reading"),) if near else ()
    args = {"key": key, "readings": [near] if near else []}
    return finding("F102", place, variant="" if near else "nothing", args=args, repairs=repairs)
