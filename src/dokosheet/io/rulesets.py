"""Rulesets from files: the bundled ones, those beside a sheet, and what a sheet itself changes."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from dokosheet.core.finding import Finding, Place, Repair, finding
from dokosheet.core.notation import nearest
from dokosheet.core.ruleset import Ruleset, merge
from dokosheet.io.places import plain, validation_findings
from dokosheet.io.text import read_text
from dokosheet.io.tree import Mapping, Node, Scalar, Sequence, parse

#: A chain of ``extends`` that is longer goes in a circle.
DEEPEST = 20


def folder() -> Path:
    """Where the bundled rulesets lie: inside the package, or at the top of a checkout."""
    inside = Path(__file__).parents[1] / "rulesets"
    return inside if inside.is_dir() else Path(__file__).parents[3] / "rulesets"


def bundled() -> list[str]:
    """The names of the bundled rulesets."""
    return sorted(path.stem for path in folder().glob("*.yaml"))


@lru_cache(maxsize=64)
def load(name: str, beside: Path | None = None) -> tuple[Ruleset | None, tuple[Finding, ...]]:
    """The ruleset of a name or path; ``beside``: the folder of the file that names it.

    Findings are those of the ruleset's own file; none and no ruleset: there is no such file.
    """
    found: list[Finding] = []
    data = _data(name, beside, found, 0)
    return (None, tuple(found)) if data is None else _validated(data, found)


def load_node(node: Node, beside: Path | None) -> tuple[Ruleset | None, list[Finding]]:
    """The ruleset that the value of ``rules:`` describes: a name, a path, a list left to right, or a mapping."""
    if isinstance(node, Scalar):
        rules, found = load(node.text, beside)
        return (None, [_unknown(node, node.text)]) if rules is None and not found else (rules, list(found))
    findings: list[Finding] = []
    data = _of_node(node, beside, findings, 0)
    if data is None:
        return None, findings
    data.setdefault("id", "sheet")
    rules, found = _validated(data, findings, node)
    return rules, list(found)


def _of_node(node: Node, beside: Path | None, found: list[Finding], depth: int) -> dict[str, Any] | None:
    """The merged data of a node; None with findings where a part of it cannot be found."""
    if isinstance(node, Scalar):
        data = _data(node.text, beside, found, depth)
        if data is None and not found:
            found.append(_unknown(node, node.text))
        return data
    if isinstance(node, Sequence):
        merged: dict[str, Any] = {}
        for item in node.items:
            part = _of_node(item, beside, found, depth)
            if part is None:
                return None
            merged = merge(merged, part)
        return merged
    own = plain(node)
    parent_node = next((value for key, value in node.items if key.text == "extends"), None)
    if parent_node is None or own.get("extends") in (None, "", "null", "~"):
        return _cleared(own)
    parent = _of_node(parent_node, beside, found, depth + 1)
    return None if parent is None else merge(parent, {"id": own.get("id", "sheet"), **_cleared(own)})


def _data(name: str, beside: Path | None, found: list[Finding], depth: int) -> dict[str, Any] | None:
    """The merged data of the ruleset of a name; None where there is none or it cannot be read."""
    path = _path(name, beside)
    if path is None or depth > DEEPEST:
        return None
    try:
        source, problems = read_text(path)
    except OSError:
        return None
    node, more = parse(source.text) if source else (None, [])
    problems = [*problems, *more]
    if problems or not isinstance(node, Mapping):
        found += problems or [finding("F103", Place(1, 1, 2), variant="mapping", args={"key": name}, file=str(path))]
        return None
    return _of_node(node, path.parent, found, depth)


def _path(name: str, beside: Path | None) -> Path | None:
    """The file of a ruleset: bundled, or beside the file that names it."""
    if not name or "\0" in name:
        return None
    if "/" not in name and "\\" not in name and name in bundled():
        return folder() / f"{name}.yaml"
    base = beside or Path()
    for path in (base / name, base / f"{name}.yaml"):
        try:
            if path.is_file():
                return path
        except OSError:
            return None
    return None


def _cleared(data: dict[str, Any]) -> dict[str, Any]:
    """The data without ``extends``, which has done its work; empty values remove what the parent has."""
    return {key: _nothing(value) for key, value in data.items() if key != "extends"}


def _nothing(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _nothing(inner) for key, inner in value.items()}
    return None if value in ("null", "~") else value


def _validated(
    data: dict[str, Any], found: list[Finding], node: Node | None = None
) -> tuple[Ruleset | None, tuple[Finding, ...]]:
    try:
        return Ruleset.model_validate(data), tuple(found)
    except ValidationError as error:
        return None, (*found, *validation_findings(error, node))


def _unknown(node: Scalar, name: str) -> Finding:
    near = nearest(name, bundled())
    repairs = (Repair(node.place, name, near, "reading"),) if near else ()
    return finding("F104", node.place, args={"name": name, "known": bundled()}, repairs=repairs)


def text(name: str) -> str:
    """The text of a ruleset's file. Raises OSError where there is none."""
    path = _path(name, None)
    if path is None:
        raise FileNotFoundError(2, "No such ruleset", name)
    return path.read_text("utf-8")
