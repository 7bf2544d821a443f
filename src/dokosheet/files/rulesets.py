"""Rulesets from files: the bundled ones, those beside a sheet, and what a sheet itself changes."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path, PureWindowsPath
from typing import TYPE_CHECKING, Final

from pydantic import ValidationError
from pydantic_core import to_json

from dokosheet.core.finding import Finding, Place, Repair, finding
from dokosheet.core.notation.words import nearest
from dokosheet.core.records import Record, replace
from dokosheet.core.rules import Ruleset, most_of
from dokosheet.files.layers import NOTHING, merge, merged, names_of, removals, takes_away, text_of
from dokosheet.files.models import read, validated
from dokosheet.files.text import Stamp, read_text, stamp_of
from dokosheet.files.tree import NOWHERE, ListNode, MappingNode, Node, Scalar, follow, parse, place_of, plain

if TYPE_CHECKING:
    from dokosheet.core.rules.departures import Departure


#: The official rules: what every other ruleset is over.
ROOT = "tsr"
#: How the file of a ruleset is called.
SUFFIXES = (".yaml", ".yml")
#: From so many files a ruleset is put together at most, and so many keys and values it has.
MOST_FILES = 50
MOST_NODES = 5_000


def folder() -> Path:
    """Where the bundled rulesets lie: inside the package, or at the top of a checkout."""
    inside = Path(__file__).parents[1] / "rulesets"
    return inside if inside.is_dir() else Path(__file__).parents[3] / "rulesets"


@lru_cache(maxsize=1)
def bundled() -> list[str]:
    """The names of the bundled rulesets."""
    return sorted(path.stem for path in folder().glob("*.yaml"))


@lru_cache(maxsize=1)
def overlays() -> list[str]:
    """The names of those bundled that are only a few rules, to lay over others: no ``extends``, and not the root."""
    return [name for name in bundled() if name != ROOT and "\nextends:" not in text(name)]


def load(name: str, beside: Path | None = None) -> tuple[Ruleset | None, tuple[Finding, ...]]:
    """The ruleset of a name or path; ``beside``: the folder of the file that names it.

    Findings are those of the ruleset's own file; none and no ruleset: there is no such file. Equal rules are the same
    object at every call, however they are written.
    """
    return _known((name, None if name in bundled() else beside), lambda reader: _named(reader, name, beside)).result


def load_node(node: Node, beside: Path | None) -> tuple[Ruleset | None, tuple[Finding, ...]]:
    """The ruleset that the value of ``rules:`` describes: a name, a path, a list left to right, or a mapping."""
    if isinstance(node, Scalar):
        if _leads_anywhere(node.text):
            return None, (_elsewhere(node),)
        rules, found = load(node.text, beside)
        if rules is None and not found:
            return None, (_unknown(node, beside),)
        return rules, tuple(_at(node, one) for one in found)
    known = _known((_written(node), beside), lambda reader: _described(reader, node, beside))
    rules, found = known.result
    if not found or known.node is None:
        return rules, found
    here = dict(zip(_places(known.node), _places(node), strict=True))
    return rules, tuple(_moved(one, here) if one.file == node.file else one for one in found)


_Result = tuple[Ruleset | None, tuple[Finding, ...]]


class _Known(Record):
    """What was read: the ruleset and its findings, the node of the sheet that said so, and the files it hangs on."""

    result: _Result
    files: dict[str, Stamp | None]
    node: Node | None = None


#: By what was written and where: a name, or the whole of a node. As many as a run is likely to come back to.
_KNOWN: Final[dict[object, _Known]] = {}
_MOST_KNOWN: Final = 64


def _known(key: object, read: Callable[[_Reader], tuple[_Result, Node | None]]) -> _Known:
    """What is known by a key, read (anew) where it is not known or one of its files is another one by now."""
    known = _KNOWN.pop(key, None)
    if known is None or any(stamp_of(file) != before for file, before in known.files.items()):
        reader = _Reader()
        result, node = read(reader)
        known = _Known(result, reader.stamps, node)
    _KNOWN[key] = known
    if len(_KNOWN) > _MOST_KNOWN:
        del _KNOWN[next(iter(_KNOWN))]
    return known


def _named(reader: _Reader, name: str, beside: Path | None) -> tuple[_Result, None]:
    node = reader.named(name, beside)
    if node is None:
        return (None, tuple(reader.found)), None
    whole = reader.whole(node)
    named = _named_after_file(whole, reader.own) if isinstance(reader.own, MappingNode) else whole
    return reader.ruleset(named), None


def _described(reader: _Reader, node: Node, beside: Path | None) -> tuple[_Result, Node]:
    merged = reader.described(node, beside)
    if merged is None:
        return (None, tuple(reader.found)), node
    merged = reader.whole(merged)
    return reader.ruleset(merge(_own_name(merged), merged)), node


def _written(node: Node) -> object:
    """What stands in a node, and how it is laid out as far as places of findings hang on it."""
    if isinstance(node, Scalar):
        return node.text, node.exact
    several = node.end_line > node.line
    if isinstance(node, ListNode):
        return "list", node.flow, several, *map(_written, node.items)
    return "map", node.flow, several, *((key.text, _written(value)) for key, value in node.items)


def _places(node: Node) -> Iterator[Place]:
    """The places of a node and of all in it."""
    yield place_of(node)
    if isinstance(node, ListNode):
        for item in node.items:
            yield from _places(item)
    elif isinstance(node, MappingNode):
        for key, value in node.items:
            yield key.place
            yield from _places(value)


def _moved(found: Finding, here: dict[Place, Place]) -> Finding:
    """A finding about the same that was written in another place."""
    repairs = tuple(replace(repair, place=here.get(repair.place, repair.place)) for repair in found.repairs)
    return replace(found, place=here.get(found.place, found.place), repairs=repairs)


def own_files(node: Node, beside: Path) -> list[Path]:
    """The files, none of them bundled, that the value of ``rules:`` may mean, whether they are there or not.

    What these extend in their turn is not looked for.
    """
    if isinstance(node, Scalar):
        return [] if node.text in bundled() or _leads_anywhere(node.text) else _candidates(node.text, beside)
    if isinstance(node, ListNode):
        return [file for item in node.items for file in own_files(item, beside)]
    return [file for key, value in node.items if key.text == "extends" for file in own_files(value, beside)]


def seen_from(folder: Path, name: str) -> str:
    """How a file in ``folder`` names the ruleset that ``name`` means here: a path leads there from that folder."""
    path = None if name in bundled() else _path(name, None)
    if path is None:
        return name
    real = os.path.join(os.path.realpath(path.parent), path.name)
    try:
        way = Path(os.path.relpath(real, os.path.realpath(folder))).as_posix()
    except ValueError:  # on another drive
        return name
    return way if way.startswith("../") else f"./{way}"


def forget() -> None:
    """Read the files of rulesets anew from now on: somebody has changed them, perhaps too fast for their stamps."""
    _KNOWN.clear()


def text(name: str) -> str:
    """The text of a ruleset's file. Raises OSError where there is none."""
    path = _path(name, None)
    if path is None:
        raise FileNotFoundError(2, "No such ruleset", name)
    return path.read_text("utf-8")


class _Reader:
    """Follows names and ``extends``; keeps what cannot be found or read.

    ``own``: what the outermost file itself writes. ``removed``: what it takes away that is not there.
    ``stamps``: of the files that names may mean, as they were before one of them was read.
    """

    def __init__(self) -> None:
        self.found: list[Finding] = []
        self.removed: list[Finding] = []
        self.reading: list[Path] = []
        self.files = 0
        self.stamps: dict[str, Stamp | None] = {}
        self.own: MappingNode | ListNode | None = None

    def ruleset(self, node: MappingNode) -> tuple[Ruleset | None, tuple[Finding, ...]]:
        """The ruleset of a merged tree. Contradictions in it are findings, and it is a ruleset all the same."""
        if _size(node) > MOST_NODES:
            args = {"key": text_of(node, "id"), "most": MOST_NODES}
            return None, (finding("F103", Place(1, 1, 2), variant="large", args=args, file=node.file),)
        rules, found = _built(node)
        found = [_of_the_deck(one, node) for one in found]
        for path in rules.gaps() if rules is not None else ():
            gap = {"key": ".".join(path)}
            place = place_of(follow(node, path)[0])
            found.append(finding("F103", place, variant="missing", args=gap, file=node.file))
        for path, n, most in rules.beyond_the_deck() if rules is not None else ():
            limits = {"key": path[-1], "value": str(n), "least": 1, "most": most}
            value = follow(node, path)[0]
            found.append(finding("F103", place_of(value), variant="range", args=limits, file=value.file))
        found = [*self.found, *found]
        if found or rules is None:
            return None, (*found, *self.removed)
        judged = _judged(rules, self.own) if self.own is not None and not _is_bundled(self.own) else []
        return rules, (*self.removed, *judged)

    def whole(self, node: MappingNode) -> MappingNode:
        """A merged tree without what it takes away."""
        grounded = self.grounded(node)
        return merge(replace(grounded, items=[]), grounded)

    def grounded(self, node: MappingNode) -> MappingNode:
        """A merged tree; overlays with nothing below them are over the root."""
        if any(key.text == "classes" for key, _ in node.items) or not names_of(node) & set(overlays()):
            return node
        return merge(self.named(ROOT, None) or node, node)

    def described(self, node: Node, beside: Path | None) -> MappingNode | None:
        """The merged tree of a name, a list or a mapping; None with findings where a part cannot be found."""
        if isinstance(node, Scalar):
            if _leads_anywhere(node.text):
                self.found.append(_elsewhere(node))
                return None
            before = len(self.found)
            named = self.named(node.text, beside)
            if named is None and not self.found:
                self.found.append(_unknown(node, beside))
            self.found[before:] = [_at(node, one) for one in self.found[before:]]
            return named
        if self.own is None:
            self.own = node
        if isinstance(node, ListNode):
            parts = [part for item in node.items if (part := self.described(item, beside)) is not None]
            if not parts or len(parts) < len(node.items):
                return None
            parts[0] = self.grounded(parts[0])
            for i, part in enumerate(parts[1:], 1):
                if takes_away(part):
                    self._removals(merged(parts[:i]), part)
            return merged(parts)
        own = replace(node, items=[(key, value) for key, value in node.items if key.text != "extends"])
        extends = next((value for key, value in node.items if key.text == "extends"), None)
        if extends is None or (isinstance(extends, Scalar) and extends.text in ("", *NOTHING)):
            self._removals(None, own)
            return own
        parent = self.described(extends, beside)
        if parent is None:
            return None
        self._removals(parent, own)
        return merge(parent, own)

    def _removals(self, parent: MappingNode | None, own: MappingNode) -> None:
        """What a file takes away has to be there, and a knob that it resets has to be one: a slip would do nothing."""
        if _is_bundled(own) or not takes_away(own):
            return
        for found in removals(own, parent, Ruleset):
            kept = self.found if found.code == "F102" else self.removed
            if found not in kept:  # what stands in a list is looked at by itself, and over what is before it
                kept.append(found)

    def named(self, name: str, beside: Path | None) -> MappingNode | None:
        """The merged tree of the ruleset of a name; None where there is none or it cannot be read."""
        if name not in bundled():
            self.stamps |= {str(file): stamp_of(file) for file in _candidates(name, beside)}
        path = _path(name, beside)
        if path is None:
            return None
        if path in self.reading or self.found:
            if not self.found:
                self.found.append(finding("F104", NOWHERE, variant="circle", args={"name": name}, file=str(path)))
            return None
        self.files += 1
        if self.files > MOST_FILES:
            self.found.append(finding("F104", NOWHERE, variant="too-many", args={"name": name, "most": MOST_FILES}))
            return None
        try:
            source, problems = read_text(path)
        except OSError:
            return None
        node, more = parse(source.text) if source else (None, [])
        problems = [*problems, *more]
        if not _reads_as_ruleset(node):  # it may hold anything, and nothing of it is shown
            self.found.append(finding("F103", NOWHERE, variant="mapping", args={"key": name}))
            return None
        if problems or not isinstance(node, MappingNode):
            self.found += [replace(f, file=f.file or str(path)) for f in problems]
            return None
        _name_file(node, str(path))
        self.reading.append(path)
        merged = self.described(node, path.parent)
        self.reading.pop()
        return merged


def _built(node: MappingNode) -> tuple[Ruleset | None, list[Finding]]:
    """The ruleset of a whole tree, or what does not fit."""
    try:
        return _equal(to_json(plain(node))), []
    except ValidationError:
        return read(node, Ruleset)


@lru_cache(maxsize=_MOST_KNOWN)
def _equal(written: bytes) -> Ruleset:
    """One object for all rulesets of equal text: the tables of the scorer hang on it."""
    return validated(written, Ruleset)


def _of_the_deck(found: Finding, rules: MappingNode) -> Finding:
    """A finding about how often a Sonderpunkt counts, with the range that the cards give this one."""
    if found.args.get("key") != "max" or found.variant != "range":
        return found
    table = follow(rules, ("sonderpunkte",))[0]
    names = [key.text for key, _ in table.items] if isinstance(table, MappingNode) else []
    limits = {place_of(follow(table, (name, "max"))[0]): name for name in names}
    name = limits.get(found.place, "")
    return replace(found, args={**found.args, "most": most_of(name)})


def _is_bundled(node: Node) -> bool:
    return bool(node.file) and Path(node.file).parent == folder()


def _judged(rules: Ruleset, own: MappingNode | ListNode) -> list[Finding]:
    """The contradictions of a ruleset, each at its knob, or at the nearest place that the outermost file writes."""
    from dokosheet.core.rules.contradictions import contradictions  # plain sheets do not need them

    # of a list, what stands in it as a mapping; its names are other files
    written = [part for part in (own.items if isinstance(own, ListNode) else (own,)) if isinstance(part, MappingNode)]

    def sets(path: tuple[str | int, ...]) -> bool:
        return any(follow(part, path)[2] for part in written)

    found: dict[tuple[str, Place], Finding] = {}
    for clash in contradictions(rules, sets):
        path = clash.path if sets(clash.path) or not (clash.other and sets(clash.other)) else clash.other
        node, key, whole = follow(next((part for part in reversed(written) if follow(part, path)[2]), own), path)
        # a value that goes over lines begins at the first of its own keys, which says less than its name
        block = not isinstance(node, Scalar) and not node.flow
        severity = {"severity": clash.severity} if clash.severity else {}
        knob = ".".join(str(step) for step in clash.path if isinstance(step, str))
        args = {"knob": knob, **clash.args}
        place = key.place if key is not None and (block or (clash.at_key and whole)) else place_of(node)
        one = finding(clash.code, place, variant=clash.variant, args=args, file=own.file, **severity)
        found.setdefault((one.code, one.place), one)
    return sorted(found.values(), key=lambda one: (one.place.line, one.place.column, one.code))


def _own_name(node: MappingNode) -> MappingNode:
    """What a ruleset inside a sheet is called if it does not say."""
    where = Scalar("", node.line, node.column, node.line, node.column, False)
    return replace(node, items=[(replace(where, text="id"), replace(where, text="sheet"))])


def _named_after_file(node: MappingNode, own: MappingNode) -> MappingNode:
    """A merged tree called as its ``own`` file where that does not say, and not as what it extends."""
    if any(key.text == "id" for key, _ in own.items):
        return node
    where = Scalar("", own.line, own.column, own.line, own.column, False, own.file)
    named = (replace(where, text="id"), replace(where, text=Path(own.file).stem))
    return merge(node, replace(own, items=[named]))


def _name_file(node: Node, file: str) -> None:
    """Let every node say which file it comes from."""
    node.file = file
    if isinstance(node, MappingNode):
        for key, value in node.items:
            key.file = file
            _name_file(value, file)
    elif isinstance(node, ListNode):
        for item in node.items:
            _name_file(item, file)


def _candidates(name: str, beside: Path | None) -> list[Path]:
    """The files that a name may mean, none of them bundled: called .yaml or .yml, whether that is written or not."""
    if not name or "\0" in name:
        return []
    base = beside or Path()
    return [base / name] if name.endswith(SUFFIXES) else [base / f"{name}{suffix}" for suffix in SUFFIXES]


def _path(name: str, beside: Path | None) -> Path | None:
    """The file of a ruleset: bundled, or beside the file that names it. A link to a file of another kind is none."""
    if "/" not in name and "\\" not in name and name in bundled():
        return folder() / f"{name}.yaml"
    for path in _candidates(name, beside):
        try:
            if path.is_file() and path.resolve().suffix in SUFFIXES:
                return path
        except OSError:
            return None
    return None


def _leads_anywhere(name: str) -> bool:
    """Whether a path does not begin where the file lies that names it. Such a one is nobody's to write into a sheet."""
    return name.startswith(("/", "\\", "~")) or bool(PureWindowsPath(name).drive)


#: Keys that many a file has that is no ruleset.
COMMON = frozenset(("id", "name", "source", "note", "labels"))


def _reads_as_ruleset(node: Node | None) -> bool:
    """Whether a file has keys that rulesets have, and not mainly others: else it is about something else."""
    if not isinstance(node, MappingNode):
        return False
    known = [key.text for key, _ in node.items if key.text in Ruleset.model_fields]
    return not COMMON.issuperset(known) and 2 * len(known) >= len(node.items)


def _size(node: Node | None) -> int:
    """How many keys and values there are in a tree."""
    if isinstance(node, MappingNode):
        return sum(1 + _size(value) for _, value in node.items)
    return sum(map(_size, node.items)) if isinstance(node, ListNode) else 1


def _at(node: Scalar, found: Finding) -> Finding:
    """A finding that has no place of its own, at the name of the ruleset that it is about."""
    return found if found.file else replace(found, place=node.place, file=node.file)


def _elsewhere(node: Scalar) -> Finding:
    return finding("F104", node.place, variant="path", args={"name": node.text}, file=node.file)


def _unknown(node: Scalar, beside: Path | None) -> Finding:
    near = nearest(node.text, bundled())
    repairs = (Repair(node.place, node.text, near, "reading"),) if near else ()
    args = {"name": node.text, "known": bundled()}
    try:
        there = "\0" not in node.text and os.path.lexists((beside or Path()) / node.text)
    except ValueError:
        there = False
    if there and not near:
        return finding("F104", node.place, variant="no-ruleset", args={"name": node.text}, file=node.file)
    return finding("F104", node.place, args=args, repairs=repairs, file=node.file)


# -- House rules: in what the rules of a sheet depart from the official ones.


def house_rules(rules: Ruleset) -> tuple[Departure, ...]:
    """What is different from the official rules; nothing, and nothing is loaded for it, where they are these."""
    official = load(ROOT)[0]
    if official is None or rules is official:
        return ()
    from dokosheet.core.rules.departures import departures

    return departures(official, rules)


def name_of(rules: Ruleset) -> str:
    """The id of a ruleset; ``tsr+sheet`` for bundled rules that a sheet itself changes."""
    own = rules.id in bundled() and rules is not load(rules.id)[0]
    return f"{rules.id}+sheet" if own else rules.id
