"""A tree of nodes -> a value of a model, with a finding at its place for everything that does not fit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import Any, Final, Literal, TypeVar, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import to_json

from dokosheet.core.finding import Finding, finding
from dokosheet.core.models import Between, alternatives, bare, inside, keys_of, many_in, record_in, type_of
from dokosheet.core.notation.words import nearest
from dokosheet.core.records import replace
from dokosheet.files.tree import ListNode, MappingNode, Node, Scalar, place_of, plain, unknown_key

_Model = TypeVar("_Model", bound=BaseModel)


def read(node: Node, model: type[_Model]) -> tuple[_Model | None, list[Finding]]:
    """What a tree describes, or None and everything that does not fit."""
    try:
        return validated(to_json(plain(node)), model), []
    except ValidationError as error:
        return None, list(_faults(node, model, error))


def validated(text: bytes, model: type[_Model]) -> _Model:
    """What a tree describes, by its :func:`plain` value as JSON. Raises ValidationError."""
    return model.model_validate_json(text, by_alias=True, by_name=False)


class _Spot:
    """A value in a tree: its node, its type, the key above it, and what is left of the way to an error in it."""

    def __init__(self, node: Node, model: type[BaseModel], way: tuple[int | str, ...]) -> None:
        self.node = node
        self.kind: Any = model
        self.key = model.__name__.lower()
        self.rest = way
        while self.rest and (self._goes(self.rest[0]) or self._is_name_of_record(self.rest[0])):
            self.rest = self.rest[1:]

    def _is_name_of_record(self, step: int | str) -> bool:
        """Whether a step names the model among several types."""
        record = record_in(self.kind)
        return record is not None and len(alternatives(self.kind)) > 1 and step == record.__name__

    def _goes(self, step: int | str) -> bool:
        """Down one step, to a value that is no item of a plain list. Pydantic's own steps lead nowhere."""
        record = record_in(self.kind)
        kinds = {name: type_of(info) for name, info in keys_of(record).items()} if record is not None else None
        if isinstance(self.node, MappingNode):
            entry = next((entry for entry in self.node.items if entry[0].text == str(step)), None)
            if entry is None or (kinds is not None and step not in kinds):
                return False
            self.kind = inside(self.kind) if kinds is None else kinds[str(step)]
            self.key, self.node = entry[0].text, entry[1]
            return True
        if not isinstance(self.node, ListNode) or not isinstance(step, int) or many_in(self.kind) is None:
            return False
        if record_in(inside(self.kind)) is None:
            return False
        self.kind, self.node = inside(self.kind), self.node.items[step]
        return True


_Error = tuple[str, tuple[int | str, ...]]


def _faults(node: Node, model: type[BaseModel], error: ValidationError) -> Iterator[Finding]:
    """Every error as our finding, one for each value."""
    refused: dict[int, tuple[_Spot, list[_Error]]] = {}
    errors = error.errors(include_url=False, include_context=False, include_input=False)
    keys = [one["loc"][:-1] for one in errors if one["loc"][-1:] == ("[key]",)]
    for way in keys:
        yield _unknown_entry(_Spot(node, model, way[:-1]), str(way[-1]))
    for one in errors:
        way = one["loc"]
        if any(way[: len(key)] == key for key in keys):
            continue
        spot = _Spot(node, model, way)
        record = record_in(spot.kind)
        if one["type"] == "missing" and record is not None:
            yield _f103(spot.node, "missing", key=f"{spot.key}.{spot.rest[0]}")
        elif one["type"] == "extra_forbidden" and record is not None:
            yield _unknown(spot.node, str(spot.rest[0]), keys_of(record))
        elif record is None or len(alternatives(spot.kind)) == 1 or not isinstance(spot.node, MappingNode):
            refused.setdefault(id(spot.node), (spot, []))[1].append((one["type"], spot.rest))
    for spot, wrong in refused.values():
        yield _refusal(spot, wrong)


def _unknown_entry(table: _Spot, name: str) -> Finding:
    key = get_args(bare(many_in(table.kind)))[0]
    return _unknown(table.node, name, map(str, get_args(key)) if get_origin(key) is Literal else ())


def _unknown(node: Node, name: str, known: Iterable[str]) -> Finding:
    assert isinstance(node, MappingNode)
    key = next(key for key, _ in node.items if key.text == name)
    return replace(unknown_key(key.place, name, nearest(name, tuple(known))), file=node.file)


def _refusal(spot: _Spot, errors: list[_Error]) -> Finding:
    """F103: a value of the wrong type, out of its range, or none of those that are possible."""
    node, kind = spot.node, spot.kind
    many = many_in(kind)
    if not isinstance(node, MappingNode) and len(alternatives(kind)) == 1 and (_is_table(many) or record_in(kind)):
        return _f103(node, "section", key=spot.key)
    if isinstance(node, ListNode) and many is not None:
        bad = [step for _, rest in errors for step in rest if isinstance(step, int) and step < len(node.items)]
        if bad:
            return _refused(node.items[min(bad)], inside(kind), spot.key)
        most = [meta.max_length for meta in _said(many) if getattr(meta, "max_length", None)]
        if most and len(node.items) > most[0]:
            return _f103(node, "too-many", key=spot.key, n=len(node.items), most=most[0])
    return _refused(node, kind, spot.key)


def _refused(node: Node, kind: Any, key: str) -> Finding:
    kinds = alternatives(kind)
    parts = (*kinds, *get_args(kinds[0])) if len(kinds) == 1 else kinds  # of a list also what is in it
    choices = [str(c) for part in parts if get_origin(part) is Literal for c in get_args(part) if c]
    written = str(plain(node))[:40]
    limits = next((meta for part in (kind, *parts) for meta in _said(part) if isinstance(meta, Between)), None)
    if limits is not None and isinstance(node, Scalar):
        args: dict[str, Any] = {"key": key, "value": written, "least": limits.least, "most": limits.most}
        if Decimal in parts:
            return _f103(node, "amount" if limits.zero else "unit", **args)
        return _f103(node, "range-or", **args, known=choices) if choices else _f103(node, "range", **args)
    if choices:
        return _f103(node, "choice", key=key, value=written, known=choices)
    types = {get_origin(bare(part)) or bare(part) for part in parts}
    expected = next((name for type_, name in EXPECTED if type_ in types), "text")
    if expected != "list" and isinstance(node, ListNode):
        expected = "one"
    return _f103(node, "type", key=key, value=written, expected=expected)


#: What is said to be expected, by type.
EXPECTED: Final = ((int, "int"), (bool, "bool"), (tuple, "list"))


def _said(kind: Any) -> Iterator[Any]:
    for meta in getattr(kind, "__metadata__", ()):
        yield from meta.metadata if isinstance(meta, FieldInfo) else (meta,)


def _is_table(many: Any) -> bool:
    return get_origin(bare(many)) is dict


def _f103(node: Node, variant: str, **args: Any) -> Finding:
    return finding("F103", place_of(node), variant=variant, args=args, file=node.file)
