"""JSON Schema of what people write, for completion in editors."""

from __future__ import annotations

from typing import Any, Final

from msgspec.json import schema, schema_components

from dokosheet.core.notation.mapping import EntryModel, HandModel, SheetModel
from dokosheet.core.rules import Ruleset

SCHEMAS: Final = ("sheet", "rules")
DRAFT: Final = "https://json-schema.org/draft/2020-12/schema"


def schema_of(what: str) -> dict[str, Any]:
    """The schema of a sheet or of a ruleset; unknown keys are refused as the program does."""
    if what == "rules":
        return _closed(_with_decimals({"$schema": DRAFT, **schema(Ruleset)}))
    found = schema(SheetModel)
    (hand, entry), parts = schema_components([HandModel, EntryModel], ref_template="#/$defs/{name}")
    found["$defs"] |= parts
    sheet = found["$defs"]["SheetModel"]["properties"]
    sheet["hands"] = {
        "anyOf": [{"type": "array", "items": {"anyOf": [{"type": "string"}, hand, entry]}}, {"type": "null"}]
    }
    return _closed({"$schema": DRAFT, **found})


def _with_decimals(part: Any) -> Any:
    """Amounts are written as numbers: a whole one has the range, and what has decimals has it, too."""
    if isinstance(part, list):
        return [_with_decimals(one) for one in part]
    if not isinstance(part, dict):
        return part
    kinds = part.get("anyOf", [])
    if DECIMAL in kinds:
        whole = next(kind for kind in kinds if kind.get("type") == "integer")
        kinds = [kind for kind in kinds if kind not in (whole, DECIMAL)]
        part = part | {"anyOf": [whole | {"type": "number"}, *kinds]}
    return {key: _with_decimals(value) for key, value in part.items()}


#: How the library describes a number with decimals: as a text, and without a range.
DECIMAL: Final = {"type": "string", "format": "decimal"}


def _closed(found: dict[str, Any]) -> dict[str, Any]:
    for part in found["$defs"].values():
        if part.get("type") == "object":
            part["additionalProperties"] = False
    return found
