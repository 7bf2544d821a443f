"""What a ruleset takes away from the one that it extends: every ``null`` has to take something away."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args, get_origin

from msgspec.structs import replace

from dokosheet.core.finding import Finding, Repair, finding
from dokosheet.core.notation.words import nearest
from dokosheet.core.rules import Ruleset
from dokosheet.files.build import fields_of, is_record, is_union
from dokosheet.files.rulesets import is_null
from dokosheet.files.tree import MappingNode, Node, Scalar, unknown_key


def removals(own: MappingNode, parent: MappingNode | None) -> Iterator[Finding]:
    """R735 for entries of a catalogue that the parent does not have, F102 for knobs that do not exist at all.

    ``parent``: None for a root, which cannot take anything away.
    """
    yield from _record(own, parent, Ruleset, ())


def _record(own: MappingNode, parent: Node | None, kind: Any, path: tuple[str, ...]) -> Iterator[Finding]:
    known = fields_of(kind)
    for key, value in own.items:
        if key.text not in known:
            if is_null(value):  # every other value stays in the tree, where reading it says so
                found = unknown_key(key.place, key.text, nearest(key.text, known))
                yield replace(found, file=key.file)
        elif isinstance(value, MappingNode):
            before = _entry(parent, key) or (parent and replace(value, items=[]))
            yield from _inside(value, before, known[key.text][1], (*path, key.text))


def _table(own: MappingNode, parent: Node | None, kind: Any, path: tuple[str, ...]) -> Iterator[Finding]:
    for key, value in own.items:
        before = _entry(parent, key)
        if isinstance(value, MappingNode):
            before = before or (parent and replace(value, items=[]))
            yield from _inside(value, before, get_args(kind)[1], (*path, key.text))
        elif is_null(value) and before is None and parent is not None:
            yield _nothing_there(key, parent, path)


def _inside(own: MappingNode, parent: Node | None, kind: Any, path: tuple[str, ...]) -> Iterator[Finding]:
    parts = get_args(kind) if is_union(kind) else (kind,)
    for part in parts:
        if is_record(part):
            yield from _record(own, parent, part, path)
        elif get_origin(part) is dict:
            yield from _table(own, parent, part, path)


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
