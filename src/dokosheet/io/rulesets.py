"""Rulesets from files: the bundled ones, those beside a sheet, and what a sheet itself changes."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from msgspec.structs import replace

from dokosheet.core.finding import Finding, Place, Repair, finding
from dokosheet.core.ruleset import Ruleset
from dokosheet.core.words import nearest
from dokosheet.io.build import build
from dokosheet.io.places import NOWHERE, find
from dokosheet.io.text import read_text
from dokosheet.io.tree import Mapping, Node, Scalar, Sequence, parse

#: Values that take away what the parent has.
NOTHING = ("null", "~")


def folder() -> Path:
    """Where the bundled rulesets lie: inside the package, or at the top of a checkout."""
    inside = Path(__file__).parents[1] / "rulesets"
    return inside if inside.is_dir() else Path(__file__).parents[3] / "rulesets"


@lru_cache(maxsize=1)
def bundled() -> list[str]:
    """The names of the bundled rulesets."""
    return sorted(path.stem for path in folder().glob("*.yaml"))


@lru_cache(maxsize=64)
def load(name: str, beside: Path | None = None) -> tuple[Ruleset | None, tuple[Finding, ...]]:
    """The ruleset of a name or path; ``beside``: the folder of the file that names it.

    Findings are those of the ruleset's own file; none and no ruleset: there is no such file.
    """
    reader = _Reader()
    node = reader.named(name, beside)
    return (None, tuple(reader.found)) if node is None else reader.ruleset(node)


def load_node(node: Node, beside: Path | None) -> tuple[Ruleset | None, tuple[Finding, ...]]:
    """The ruleset that the value of ``rules:`` describes: a name, a path, a list left to right, or a mapping."""
    if isinstance(node, Scalar):
        rules, found = load(node.text, beside)
        return (None, (_unknown(node),)) if rules is None and not found else (rules, found)
    reader = _Reader()
    merged = reader.described(node, beside)
    if merged is None:
        return None, tuple(reader.found)
    return reader.ruleset(merge(_own_name(merged), merged))


def text(name: str) -> str:
    """The text of a ruleset's file. Raises OSError where there is none."""
    path = _path(name, None)
    if path is None:
        raise FileNotFoundError(2, "No such ruleset", name)
    return path.read_text("utf-8")


class _Reader:
    """Follows names and ``extends``; keeps what cannot be found or read."""

    def __init__(self) -> None:
        self.found: list[Finding] = []
        self.reading: list[Path] = []

    def ruleset(self, node: Mapping) -> tuple[Ruleset | None, tuple[Finding, ...]]:
        """The ruleset of a merged tree."""
        rules, found = build(node, Ruleset)
        for path in rules.gaps() if rules is not None else ():
            args = {"key": ".".join(path)}
            found.append(finding("F103", find(node, path)[0], variant="missing", args=args, file=node.file))
        return (None if found else rules), (*self.found, *found)

    def described(self, node: Node, beside: Path | None) -> Mapping | None:
        """The merged tree of a name, a list or a mapping; None with findings where a part cannot be found."""
        if isinstance(node, Scalar):
            named = self.named(node.text, beside)
            if named is None and not self.found:
                self.found.append(_unknown(node))
            return named
        if isinstance(node, Sequence):
            parts = [self.described(item, beside) for item in node.items]
            return None if None in parts or not parts else _merged([part for part in parts if part is not None])
        own = _without(node, "extends")
        extends = next((value for key, value in node.items if key.text == "extends"), None)
        if extends is None or (isinstance(extends, Scalar) and extends.text in ("", *NOTHING)):
            return own
        parent = self.described(extends, beside)
        return None if parent is None else merge(parent, own)

    def named(self, name: str, beside: Path | None) -> Mapping | None:
        """The merged tree of the ruleset of a name; None where there is none or it cannot be read."""
        path = _path(name, beside)
        if path is None:
            return None
        if path in self.reading or self.found:
            if not self.found:
                self.found.append(finding("F104", NOWHERE, variant="circle", args={"name": name}, file=str(path)))
            return None
        try:
            source, problems = read_text(path)
        except OSError:
            return None
        node, more = parse(source.text) if source else (None, [])
        problems = [*problems, *more]
        if not problems and not isinstance(node, Mapping):
            problems = [finding("F103", Place(1, 1, 2), variant="mapping", args={"key": name})]
        if problems or not isinstance(node, Mapping):
            self.found += [replace(f, file=f.file or str(path)) for f in problems]
            return None
        _name_file(node, str(path))
        self.reading.append(path)
        merged = self.described(node, path.parent)
        self.reading.pop()
        return merged


def merge(parent: Mapping, child: Mapping) -> Mapping:
    """A ruleset over another: maps merge by key, scalars and lists replace, null removes. Places stay."""
    items = {key.text: (key, value) for key, value in parent.items}
    for key, value in child.items:
        before = items.get(key.text)
        if isinstance(value, Scalar) and value.text in NOTHING and value.exact:
            items.pop(key.text, None)
        elif isinstance(value, Mapping) and before is not None and isinstance(before[1], Mapping):
            items[key.text] = (key, merge(before[1], value))
        else:
            items[key.text] = (key, value)
    return replace(child, items=list(items.values()))


def _merged(parts: list[Mapping]) -> Mapping:
    merged = parts[0]
    for part in parts[1:]:
        merged = merge(merged, part)
    return merged


def _without(node: Mapping, name: str) -> Mapping:
    return replace(node, items=[(key, value) for key, value in node.items if key.text != name])


def _own_name(node: Mapping) -> Mapping:
    """What a ruleset inside a sheet is called if it does not say."""
    where = Scalar("", node.line, node.column, node.line, node.column, False)
    return replace(node, items=[(replace(where, text="id"), replace(where, text="sheet"))])


def _name_file(node: Node, file: str) -> None:
    """Let every node say which file it comes from."""
    node.file = file
    if isinstance(node, Mapping):
        for key, value in node.items:
            key.file = file
            _name_file(value, file)
    elif isinstance(node, Sequence):
        for item in node.items:
            _name_file(item, file)


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


def _unknown(node: Scalar) -> Finding:
    near = nearest(node.text, bundled())
    repairs = (Repair(node.place, node.text, near, "reading"),) if near else ()
    args = {"name": node.text, "known": bundled()}
    return finding("F104", node.place, args=args, repairs=repairs, file=node.file)
