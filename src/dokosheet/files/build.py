"""A tree of nodes -> a value of the core, with a finding at its place for everything that does not fit.

The types are those of the core's own records, so that a knob is declared once. msgspec converts the values; walking
down by hand gives every fault its place, not only the first one.
"""

from __future__ import annotations

from decimal import Decimal
from functools import lru_cache
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from dokosheet.core.finding import Finding, finding
from dokosheet.core.notation.words import nearest
from dokosheet.files.tree import ListNode, MappingNode, Node, Scalar, place_of, plain, unknown_key


class Unfit(Exception):
    """Something below did not fit; the findings say what."""


def build(node: Node, kind: type[Any]) -> tuple[Any, list[Finding]]:
    """The value of a record type that a tree describes, or None and what does not fit."""
    try:
        return msgspec.convert(plain(node), kind, strict=False), []
    except msgspec.ValidationError:
        pass  # slower, but with every fault and its place
    found: list[Finding] = []
    try:
        value = _value(node, kind, kind.__name__.lower(), found)
    except Unfit:
        value = None
    return (None if found else value), found


@lru_cache(maxsize=128)
def fields_of(kind: type[msgspec.Struct]) -> dict[str, tuple[str, Any, bool]]:
    """Key -> (name, type, required) of a record's fields."""
    hints = get_type_hints(kind, include_extras=True)
    return {f.encode_name: (f.name, hints[f.name], f.required) for f in msgspec.structs.fields(kind)}


def _value(node: Node, kind: Any, key: str, found: list[Finding]) -> Any:
    if is_union(kind) and isinstance(node, MappingNode):  # the one record among its parts
        kind = next((part for part in get_args(kind) if is_record(part)), kind)
    if is_record(kind):
        return _record(node, kind, key, found)
    if get_origin(kind) is dict:
        return _table(node, kind, key, found)
    if get_origin(kind) is tuple and isinstance(node, ListNode) and is_record(get_args(kind)[0]):
        return tuple(_value(item, get_args(kind)[0], key, found) for item in node.items)
    try:
        return msgspec.convert(plain(node), without_records(kind), strict=False)
    except msgspec.ValidationError:
        _refuse(node, kind, key, found)
        return None


def is_record(kind: Any) -> bool:
    """Whether a type is one of the core's records."""
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def is_union(kind: Any) -> bool:
    """Whether a type is one of several."""
    return get_origin(kind) in (Union, UnionType)


def without_records(kind: Any) -> Any:
    """What remains of a union for a value that is no mapping."""
    if not is_union(kind) or not any(is_record(part) for part in get_args(kind)):
        return kind
    return Union[tuple(part for part in get_args(kind) if not is_record(part))]  # noqa: UP007 - built at run time


def _record(node: Node, kind: type[msgspec.Struct], key: str, found: list[Finding]) -> Any:
    known = fields_of(kind)
    values: dict[str, Any] = {}
    for name, child in _items(node, key, found):
        if name.text not in known:
            found.append(_with_file(unknown_key(name.place, name.text, nearest(name.text, known)), node))
        else:
            attribute, type_, _ = known[name.text]
            values[attribute] = _value(child, type_, name.text, found)
    for name_text, (attribute, _, required) in known.items():
        if required and attribute not in values:
            args = {"key": f"{key}.{name_text}"}
            found.append(_with_file(finding("F103", place_of(node), variant="missing", args=args), node))
    return None if found else kind(**values)


def _table(node: Node, kind: Any, key: str, found: list[Finding]) -> dict[Any, Any]:
    key_type, value_type = get_args(kind)
    table = {}
    for name, child in _items(node, key, found):
        try:
            converted = msgspec.convert(name.text, key_type, strict=False)
        except msgspec.ValidationError:
            choices = get_args(key_type) if get_origin(key_type) is Literal else ()
            near = nearest(name.text, [str(choice) for choice in choices])
            found.append(_with_file(unknown_key(name.place, name.text, near), node))
            continue
        table[converted] = _value(child, value_type, name.text, found)
    return table


def _items(node: Node, key: str, found: list[Finding]) -> list[tuple[Scalar, Node]]:
    if not isinstance(node, MappingNode):
        args = {"key": key}
        found.append(_with_file(finding("F103", place_of(node), variant="section", args=args), node))
        raise Unfit
    return node.items


def _refuse(node: Node, kind: Any, key: str, found: list[Finding]) -> None:
    """F103: a value of the wrong type, out of its range, or none of those that are possible."""
    if isinstance(node, ListNode) and _refuse_item(node, kind, key, found):
        return
    choices = [str(c) for part in (kind, *get_args(kind)) if get_origin(part) is Literal for c in get_args(part) if c]
    written = str(plain(node))[:40]
    limits = _range(kind)
    if limits is not None and not isinstance(node, (ListNode, MappingNode)):
        args: dict[str, Any] = {"key": key, "value": written, "least": limits[0], "most": limits[1]}
        is_amount = Decimal in get_args(kind)
        variant = "unit" if is_amount and key == "unit" else "amount" if is_amount else "range"
        if choices and variant == "range":
            variant, args = "range-or", args | {"known": choices}
        found.append(_with_file(finding("F103", place_of(node), variant=variant, args=args), node))
        return
    if choices:
        args = {"key": key, "value": written, "known": choices}
        found.append(_with_file(finding("F103", place_of(node), variant="choice", args=args), node))
        return
    parts = (kind, get_origin(kind), *(_bare(part) for part in get_args(kind)))
    expected = next((name for type_, name in EXPECTED if type_ in parts), "text")
    if expected != "list" and isinstance(node, ListNode):
        expected = "one"
    args = {"key": key, "value": written, "expected": expected}
    found.append(_with_file(finding("F103", place_of(node), variant="type", args=args), node))


def _refuse_item(node: ListNode, kind: Any, key: str, found: list[Finding]) -> bool:
    """Whether a list is refused for one of its items, or for their number."""
    many = next((part for part in (kind, *(get_args(kind) if is_union(kind) else ())) if _bare(part) is tuple), None)
    if many is None:
        return False
    inside = get_args(get_args(many)[0] if get_origin(many) is Annotated else many)[0]
    for item in node.items:
        try:
            msgspec.convert(plain(item), inside, strict=False)
        except msgspec.ValidationError:
            _refuse(item, inside, key, found)
            return True
    most = next((meta.max_length for meta in getattr(many, "__metadata__", ()) if meta.max_length), None)
    if most is None or len(node.items) <= most:
        return False
    args = {"key": key, "n": len(node.items), "most": most}
    found.append(_with_file(finding("F103", place_of(node), variant="too-many", args=args), node))
    return True


def _bare(kind: Any) -> Any:
    """A type without its parameters and bounds."""
    origin = get_origin(kind)
    return _bare(get_args(kind)[0]) if origin is Annotated else origin or kind


def _range(kind: Any) -> tuple[int, int] | None:
    """The least and the most that a number may be."""
    for part in (kind, *get_args(kind)):
        for meta in getattr(part, "__metadata__", ()):
            if meta.ge is not None and meta.le is not None:
                return meta.ge, meta.le
    return None


EXPECTED = ((int, "int"), (bool, "bool"), (tuple, "list"))


def _with_file(found: Finding, node: Node) -> Finding:
    return msgspec.structs.replace(found, file=node.file)
