"""JSON Schema of what people write, for completion in editors."""

from __future__ import annotations

import ast
import inspect
from itertools import pairwise
from typing import Any, Final

from pydantic import BaseModel

from dokosheet.core.models import inside, keys_of, many_in, record_in, type_of

DRAFT: Final = "https://json-schema.org/draft/2020-12/schema"


def schema_of(model: type[BaseModel]) -> dict[str, Any]:
    """The schema of what people write as one of our models; unknown keys are refused as the program does."""
    schema = {"$schema": DRAFT, **model.model_json_schema()}
    for part in _models(model, []):
        silent = {key: info for key, info in keys_of(part).items() if info.description is None}
        if silent:
            properties = (schema if part is model else schema["$defs"][part.__name__])["properties"]
            said = _said(part)
            for key, info in silent.items():
                properties[key]["description"] = said[next(name for name in said if part.model_fields[name] is info)]
    return schema


def _models(model: type[BaseModel], found: list[type[BaseModel]]) -> list[type[BaseModel]]:
    """A model and all that stand in it."""
    if model not in found:
        found.append(model)
        for info in keys_of(model).values():
            kind = type_of(info)
            while many_in(kind) is not None:
                kind = inside(kind)
            inner = record_in(kind)
            if inner is not None:
                _models(inner, found)
    return found


def _said(model: type[BaseModel]) -> dict[str, str]:
    """What stands below each field of a model in the source: kept there, it costs no start anything."""
    (body,) = ast.parse(inspect.getsource(model)).body
    assert isinstance(body, ast.ClassDef)
    return {
        field.target.id: " ".join(str(said.value.value).split())
        for field, said in pairwise(body.body)
        if isinstance(field, ast.AnnAssign)
        and isinstance(field.target, ast.Name)
        and isinstance(said, ast.Expr)
        and isinstance(said.value, ast.Constant)
    }
