"""Rulesets laid over each other: what is merged, and what one takes away from the one below."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from pydantic import BaseModel

from dokosheet.core.finding import Finding, Repair, finding
from dokosheet.core.models import inside, keys_of, many_in, record_in, type_of
from dokosheet.core.notation.words import nearest
from dokosheet.core.records import replace
from dokosheet.files.tree import MappingNode, Node, Scalar, unknown_key

#: Values that take away what the parent has.
NOTHING: Final = ("null", "~")
#: Between the ids and names of rulesets that are laid over each other.
JOINTS: Final = {"id": "+", "name": " + "}


def merge(parent: MappingNode, child: MappingNode) -> MappingNode:
    """A ruleset over another: maps merge by key, scalars and lists replace, null removes. Places stay."""
    items = {key.text: (key, value) for key, value in parent.items}
    for key, value in child.items:
        before = items.get(key.text)
        if is_null(value):
            items.pop(key.text, None)
        elif isinstance(value, MappingNode):
            inside = (
                before[1] if before is not None and isinstance(before[1], MappingNode) else replace(value, items=[])
            )
            items[key.text] = (key, merge(inside, value))
        else:
            items[key.text] = (key, value)
    return replace(child, items=list(items.values()))


def merged(parts: list[MappingNode]) -> MappingNode:
    """Rulesets one over the other, left to right; ``id`` and ``name`` are those of all: ``kneipe+armut``."""
    below = parts[0]
    for part in parts[1:]:
        joined = [
            (key, replace(value, text=f"{text_of(below, key.text)}{JOINTS[key.text]}{value.text}"))
            if key.text in JOINTS and isinstance(value, Scalar) and text_of(below, key.text)
            else (key, value)
            for key, value in part.items
        ]
        below = merge(below, replace(part, items=joined))
    return below


def names_of(node: MappingNode) -> set[str]:
    """The ids of the rulesets that a tree was merged from."""
    return set(text_of(node, "id").split(JOINTS["id"]))


def text_of(node: MappingNode, name: str) -> str:
    """The text of a key, "" where there is none."""
    return next((v.text for key, v in node.items if key.text == name and isinstance(v, Scalar)), "")


def takes_away(node: MappingNode) -> bool:
    """Whether anything in a tree takes something away."""
    return any(is_null(value) or (isinstance(value, MappingNode) and takes_away(value)) for _, value in node.items)


def is_null(node: Node) -> bool:
    """Whether a value takes away what the parent has, or says that there is nothing."""
    return isinstance(node, Scalar) and node.text in NOTHING and node.exact


def removals(own: MappingNode, parent: MappingNode | None, model: type[BaseModel]) -> Iterator[Finding]:
    """R735 for entries of a catalogue that the parent does not have, F102 for knobs that do not exist at all.

    ``parent``: None for a root, which cannot take anything away.
    """
    yield from _record(own, parent, model, ())


def _record(own: MappingNode, parent: Node | None, model: type[BaseModel], path: tuple[str, ...]) -> Iterator[Finding]:
    known = keys_of(model)
    for key, value in own.items:
        if key.text not in known:
            if is_null(value):  # every other value stays in the tree, where reading it says so
                found = unknown_key(key.place, key.text, nearest(key.text, known))
                yield replace(found, file=key.file)
        elif isinstance(value, MappingNode):
            before = _entry(parent, key) or (parent and replace(value, items=[]))
            yield from _inside(value, before, type_of(known[key.text]), (*path, key.text))


def _table(own: MappingNode, parent: Node | None, kind: Any, path: tuple[str, ...]) -> Iterator[Finding]:
    for key, value in own.items:
        before = _entry(parent, key)
        if isinstance(value, MappingNode):
            before = before or (parent and replace(value, items=[]))
            yield from _inside(value, before, inside(kind), (*path, key.text))
        elif is_null(value) and before is None and parent is not None:
            yield _nothing_there(key, parent, path)


def _inside(own: MappingNode, parent: Node | None, kind: Any, path: tuple[str, ...]) -> Iterator[Finding]:
    record = record_in(kind)
    if record is not None:
        yield from _record(own, parent, record, path)
    elif many_in(kind) is not None:
        yield from _table(own, parent, kind, path)


def _entry(parent: Node | None, key: Scalar) -> Node | None:
    items = parent.items if isinstance(parent, MappingNode) else ()
    return next((value for name, value in items if name.text == key.text), None)


def _nothing_there(key: Scalar, parent: Node, path: tuple[str, ...]) -> Finding:
    there = [name.text for name, _ in parent.items] if isinstance(parent, MappingNode) else []
    near = nearest(key.text, there)
    repairs = (Repair(key.place, key.text, near, "reading"),) if near else ()
    section = ".".join(path)
    args = {"knob": f"{section}.{key.text}", "name": key.text, "section": section, "near": near or ""}
    return finding(
        "R735",
        key.place,
        variant="" if near else "nothing",
        args=args,
        file=key.file,
        repairs=repairs,
        severity="error" if near else "warning",
    )
