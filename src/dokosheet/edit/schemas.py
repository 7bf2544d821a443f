"""JSON Schema of what people write, for completion in editors."""

from __future__ import annotations

from typing import Any, Final

from msgspec.json import schema, schema_components
from pydantic import BaseModel

from dokosheet.core.notation.mapping import EntryModel, HandModel, SheetModel

DRAFT: Final = "https://json-schema.org/draft/2020-12/schema"


def schema_of(model: type[BaseModel]) -> dict[str, Any]:
    """The schema of what people write as one of our models; unknown keys are refused as the program does."""
    return {"$schema": DRAFT, **model.model_json_schema()}


def schema_of_sheets() -> dict[str, Any]:
    """The schema of a sheet, whose entries are lines or mappings."""
    found = schema(SheetModel)
    (hand, entry), parts = schema_components([HandModel, EntryModel], ref_template="#/$defs/{name}")
    found["$defs"] |= parts
    sheet = found["$defs"]["SheetModel"]["properties"]
    sheet["hands"] = {
        "anyOf": [{"type": "array", "items": {"anyOf": [{"type": "string"}, hand, entry]}}, {"type": "null"}]
    }
    return _closed({"$schema": DRAFT, **found})


def _closed(found: dict[str, Any]) -> dict[str, Any]:
    for part in found["$defs"].values():
        if part.get("type") == "object":
            part["additionalProperties"] = False
    return found
