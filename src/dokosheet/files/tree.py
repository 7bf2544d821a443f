"""A YAML text as a small tree of nodes with places; every scalar stays text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import islice
from typing import Any, Final, NoReturn

import yaml
from yaml.events import (
    AliasEvent,
    DocumentEndEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
    StreamStartEvent,
)

from dokosheet.core.finding import LINE_BREAK, Finding, Place, Repair, finding
from dokosheet.core.records import Record, replace
from dokosheet.files.text import lines


class Scalar(Record):
    """``text`` as YAML reads it. ``exact``: character i of the text stands at ``column + i`` of the line.

    An exact scalar in quotes begins and ends inside them, so that its place covers the text and nothing else;
    any other scalar reaches from its first character (a quote, ``|``, ``>``) to behind its last.
    """

    text: str
    line: int
    column: int
    end_line: int
    end_column: int
    exact: bool
    file: str = ""

    @property
    def place(self) -> Place:
        """Where it stands (its first line)."""
        end = self.end_column if self.end_line == self.line else self.column + 1
        return Place(self.line, self.column, end)


class MappingNode(Record):
    """From the first key (or ``{``) to behind the last value (or ``}``); comments below do not belong to it."""

    items: list[tuple[Scalar, Node]]
    line: int
    column: int
    end_line: int
    end_column: int
    flow: bool
    file: str = ""


class ListNode(Record):
    """From the first ``-`` (or ``[``) to behind the last item (or ``]``); comments below do not belong to it."""

    items: list[Node]
    line: int
    column: int
    end_line: int
    end_column: int
    flow: bool
    file: str = ""


Node = Scalar | MappingNode | ListNode

#: No sheet and no ruleset nests deeper than five.
DEEPEST: Final = 20
#: What YAML refuses to read; with this regular expression we say where it stands.
#: Compiled where it is used, which is hardly ever.
_CONTROL: Final = "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]"
_LEADING: Final = re.compile(r"[ \t]*(?:- +)+([&!#@*%|'\">`])")
_FOLLOWS_ITEM: Final = ("did not find expected '-' indicator", "did not find expected key")
#: What version control leaves where two have changed the same place: at the very beginning of a line, seven signs.
_MARKS: Final = ("<" * 7, "=" * 7, ">" * 7, "|" * 7)
_CONFLICT: Final = re.compile(r"(?:\A|(?<=[\n\r\x85\u2028\u2029]))([<=>|])\1{6}(?=[ \n\r]|\Z)")


def parse(text: str) -> tuple[Node | None, list[Finding]]:
    """A YAML text as a tree, and what is wrong with it; (None, []) when it holds nothing. Never raises.

    The findings are F101 with a variant: ``yaml`` (args ``problem``), ``leading-char``, ``unclosed`` (``char``),
    ``tag``, ``anchor``, ``alias`` (each ``name``), ``duplicate-key`` (``key``, ``first_line``), ``complex-key``,
    ``second-document``, ``conflict`` (``mark``), ``too-deep`` (``limit``), ``control-character`` (``code``). Reading
    stops at the first of them, except at a duplicate or complex key and at a list item that is only a comment
    (``leading-char`` ``#``); the finding at which it stops has ``unread`` besides: the line from which on nothing is
    in the tree.

    After a stop the tree holds the entries of the root and the items of its lists that were whole before the line
    of the finding (None if there are none): what is there is right, what is missing may stand further down. A
    duplicate key is in the tree twice; an entry with a complex key (a list, a mapping) is left out.
    """
    builder = _Builder(text.lstrip("\ufeff"))
    try:
        builder.run()
    except _Stop as stop:
        root, unread = builder.whole_before(stop.finding.place.line)
        builder.findings.append(replace(stop.finding, args={**stop.finding.args, "unread": unread}))
    else:
        root = builder.roots[0] if builder.roots else None
    findings = builder.findings
    if len(findings) > 1:
        findings.sort(key=lambda one: (one.place.line, one.place.column))
    return root, findings


def unread_from(findings: Iterable[Finding]) -> int | None:
    """The line from which on the text was not read, by what was found in it; None where all of it was."""
    return min((one.args["unread"] for one in findings if "unread" in one.args), default=None)


def is_partial(findings: Iterable[Finding]) -> bool:
    """True if reading stopped before the end of the text, so that the tree of ``parse`` is not all there is."""
    return unread_from(findings) is not None


class _Stop(Exception):
    """Carries the finding at which reading ends."""

    def __init__(self, found: Finding) -> None:
        self.finding = found


def _new_parser(text: str) -> Any:
    """libyaml's parser; without libyaml, PyYAML's own, which makes the same events about 19 times slower."""
    if hasattr(yaml, "CBaseLoader"):
        return yaml.CBaseLoader(text)
    return yaml.BaseLoader(text)


#: The children so far, where it begins, in brackets or not, and what it will be.
_Frame = tuple[list[Node], Any, bool, type[MappingNode] | type[ListNode]]


class _Builder:
    """Builds the tree from events. A mapping's keys and values are collected in one list and paired at its end."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.roots: list[Node] = []
        self.stack: list[_Frame] = []
        self.findings: list[Finding] = []
        self.documents = 0

    @cached_property
    def lines(self) -> list[str]:
        """The raw lines, which only what is out of the ordinary asks for."""
        return lines(self.text)

    def run(self) -> None:
        """Read all events. Raises _Stop and nothing else."""
        conflict = _CONFLICT.search(self.text) if any(mark in self.text for mark in _MARKS) else None
        if conflict is not None:
            line = len(LINE_BREAK.split(self.text[: conflict.start()]))
            place = Place(line, 1, len(conflict[0]) + 1)
            self._read_before(conflict.start(), _f101("conflict", place, mark=conflict[0]))
        try:
            self._read(self.text)
        except _Stop as stop:
            if stop.finding.variant != "control-character":
                raise
            # YAML looks far ahead for these, so that nothing above is read yet
            self.roots, self.stack, self.findings, self.documents = [], [], [], 0
            breaks = islice(LINE_BREAK.finditer(self.text), stop.finding.place.line - 1)
            self._read_before(max((one.end() for one in breaks), default=0), stop.finding)

    def _read_before(self, end: int, mark: Finding) -> NoReturn:
        """Read the lines above what ends the reading, whatever it is to YAML. Raises _Stop."""
        try:
            self._read(self.text[:end])
        except _Stop as stop:
            if stop.finding.place.line < mark.place.line:
                self.findings.append(mark)  # both have to be mended
                raise
        raise _Stop(mark)

    def _read(self, text: str) -> None:
        """Read a text to its end. Raises _Stop."""
        parser: Any = None
        try:
            parser = _new_parser(text)
            self._build(parser.get_event)
        except yaml.MarkedYAMLError as error:
            raise _Stop(self._broken(error)) from None
        except (yaml.YAMLError, UnicodeError):  # YAML's reader, or a half surrogate that UTF-8 cannot hold
            raise _Stop(self._control_character()) from None
        except (ValueError, OverflowError):  # PyYAML's own scanner stumbles over numbers of absurd size
            place = _one(getattr(parser, "line", 0) + 1, getattr(parser, "column", 0) + 1)
            raise _Stop(_syntax(place, "found a number that is out of range")) from None

    def _build(self, next_event: Any) -> None:
        """The loop that makes the speed: kinds compared by identity, nothing looked up that is not needed.

        ``end`` is always the mark behind the last scalar or bracket. A block collection ends there; libyaml's own
        mark for its end stands behind all comments that follow.
        """
        stack = self.stack
        add = self.roots.append
        end: Any = None
        while True:
            event = next_event()
            kind = type(event)
            if kind is ScalarEvent:
                text = event.value
                start = event.start_mark
                end = event.end_mark
                line = start.line
                column = start.column
                end_column = end.column
                # As wide as its text: plain, on one line, without tag and anchor.
                if text and end_column - column == len(text) and end.line == line:
                    line += 1
                    add(Scalar(text, line, column + 1, line, end_column + 1, True))
                else:
                    add(self._other_scalar(event))
            elif kind is SequenceStartEvent or kind is MappingStartEvent:
                if event.anchor or event.tag or len(stack) == DEEPEST:
                    self._refuse(event)
                children: list[Node] = []
                add = children.append
                wanted = ListNode if kind is SequenceStartEvent else MappingNode
                stack.append((children, event.start_mark, bool(event.flow_style), wanted))
            elif kind is SequenceEndEvent or kind is MappingEndEvent:
                frame = stack.pop()
                if frame[2]:
                    end = _behind_bracket(event, end)
                add = stack[-1][0].append if stack else self.roots.append
                add(self._closed(frame, end.line + 1, end.column + 1))
            elif kind is StreamEndEvent:
                return
            else:
                self._frame_event(event)

    def _other_scalar(self, event: Any) -> Scalar:
        """A scalar that is not simply plain: empty, quoted, on several lines, with a tag or an anchor (stops)."""
        if event.anchor or event.tag:
            self._refuse(event)
        text, start, end = event.value, event.start_mark, event.end_mark
        line, column, end_line, end_column = start.line + 1, start.column + 1, end.line + 1, end.column + 1
        if not event.style:
            if not text:
                self._note_comment_item(line, column)
            exact = line == end_line and end_column - column == len(text)
            return Scalar(text, line, column, end_line, end_column, exact)
        # Every escape is longer than what it stands for, so the width tells whether there is one.
        if line == end_line and end_column - column == len(text) + 2:
            if self.text[end.index : end.index + 1] == "#":  # a comment to libyaml, whatever it holds
                raise _Stop(_syntax(_one(line, end_column), "did not find expected '-' indicator"))
            return Scalar(text, line, column + 1, line, end_column - 1, True)
        if event.style == '"' and any("\ud800" <= char <= "\udfff" for char in text):  # PyYAML lets "\ud800" pass
            raise _Stop(_syntax(_one(line, column), "found invalid Unicode character escape code"))
        return Scalar(text, line, column, end_line, end_column, False)

    def _note_comment_item(self, line: int, column: int) -> None:
        """``- #Anna`` is an empty item to YAML and a lost line to whoever wrote it."""
        leading = self._leading(line)
        if leading is not None and leading[0] == "#" and column <= leading[1].column:
            self.findings.append(_f101("leading-char", leading[1], char="#"))

    def _closed(self, frame: _Frame, end_line: int, end_column: int) -> Node:
        children, start, flow, wanted = frame
        items: Any = children if wanted is ListNode else self._pairs(children)
        return wanted(items, start.line + 1, start.column + 1, end_line, end_column, flow)

    def _pairs(self, children: list[Node]) -> list[tuple[Scalar, Node]]:
        pairs: list[tuple[Scalar, Node]] = []
        seen: dict[str, Scalar] = {}
        for key, value in zip(children[::2], children[1::2], strict=False):
            if type(key) is not Scalar:
                self.findings.append(_f101("complex-key", _one(key.line, key.column)))
                continue
            first = seen.setdefault(key.text, key)
            if first is not key:
                self.findings.append(_f101("duplicate-key", key.place, key=key.text, first_line=first.line))
            pairs.append((key, value))
        return pairs

    def _frame_event(self, event: Any) -> None:
        """The events around the content, and the alias, which is refused."""
        kind = type(event)
        if kind is DocumentStartEvent:
            self.documents += 1
            if self.documents > 1:
                raise _Stop(_f101("second-document", _event_place(event)))
        elif kind is AliasEvent:
            self._refuse(event)
        elif kind is not StreamStartEvent and kind is not DocumentEndEvent:  # pragma: no cover - there is no other
            raise ValueError(kind)

    def _refuse(self, event: Any) -> NoReturn:
        """Stop at an anchor, a tag, an alias or a collection that is nested too deeply."""
        place = _event_place(event)
        leading = self._leading(place.line)
        if leading is not None and leading[1].column == place.column and leading[0] in "&!*":
            raise _Stop(_f101("leading-char", leading[1], char=leading[0]))
        if type(event) is AliasEvent:
            raise _Stop(_f101("alias", place, name=event.anchor))
        if event.anchor:
            raise _Stop(_f101("anchor", place, name=event.anchor))
        if event.tag:
            raise _Stop(_f101("tag", place, name=event.tag))
        raise _Stop(_f101("too-deep", place, limit=DEEPEST))

    def _control_character(self) -> Finding:
        match = re.search(_CONTROL, self.text)
        if match is None:  # pragma: no cover - the reader refuses nothing else
            return _syntax(_one(1, 1), "found a character that YAML does not allow")
        before = LINE_BREAK.split(self.text[: match.start()])
        place = _one(len(before), len(before[-1]) + 1)
        return _f101("control-character", place, code=f"U+{ord(match[0]):04X}")

    def _broken(self, error: yaml.MarkedYAMLError) -> Finding:
        """A syntax error: by the character that begins the list item, if that is to blame."""
        problem = error.problem or "found a syntax error"
        mark = error.problem_mark or error.context_mark
        if mark is None:  # pragma: no cover - every marked error has a mark
            return _syntax(_one(1, 1), problem)
        unclosed = _is_left_open(error)
        if unclosed and error.context_mark is not None:
            mark = error.context_mark  # what was opened says more than the place where it had to be closed at last
        place = self._within(mark.line + 1, mark.column + 1)
        leading = self._leading(self._begin_of_item(place, problem))
        if leading is not None and _is_to_blame(leading[0], problem, unclosed and leading[1].column == place.column):
            return _f101("leading-char", leading[1], char=leading[0])
        if unclosed:
            return _f101("unclosed", place, char=self.lines[place.line - 1][place.column - 1 : place.column])
        if "nesting depth" in problem:  # libyaml looks ahead and has a limit of its own
            return _f101("too-deep", place, limit=DEEPEST)
        return _syntax(place, problem)

    def _begin_of_item(self, place: Place, problem: str) -> int:
        """The line to look at: where the last item began if it ends on the line of the problem, else that line.

        ``- 'Anna 120`` goes on to the next apostrophe, so it is a later line that YAML stumbles over.
        """
        children = self.stack[-1][0] if self.stack and _follows_item(problem) else []
        last = children[-1] if children else None
        while type(last) is ListNode and last.items:
            last = last.items[-1]
        return last.line if type(last) is Scalar and last.end_line == place.line else place.line

    def _leading(self, line: int) -> tuple[str, Place] | None:
        """The character with a meaning in YAML that begins the list item on this line, and its place."""
        every = self.lines
        match = _LEADING.match(every[line - 1]) if line <= len(every) else None
        return (match[1], _one(line, match.start(1) + 1)) if match else None

    def _within(self, line: int, column: int) -> Place:
        """The place, or the end of the last line if it is behind the end of the text."""
        every = self.lines or [""]
        if line > len(every):
            return _one(len(every), len(every[-1]) + 1)
        return _one(line, min(column, len(every[line - 1]) + 1))

    def whole_before(self, line: int) -> tuple[Node | None, int]:
        """The root and the lists directly in it as far as they were whole before ``line``, and the line from which on
        nothing is in it; empties the stack.
        """
        unread = line
        if self.roots:
            return self.roots[0], unread
        kept: Node | None = None
        while self.stack:
            depth = len(self.stack)
            frame = self.stack.pop()
            children, start, flow, wanted = frame
            if flow or depth > 2 or (depth == 2 and wanted is MappingNode):
                kept = None  # half a hand or half a list of players would be wrong, not short
                unread = min(unread, start.line + 1)
                continue
            if kept is not None:
                children.append(kept)
            unread = min([unread, *_drop_from(children, line)])
            if wanted is MappingNode and len(children) % 2:
                children.pop()
            last = children[-1] if children else None
            kept = self._closed(frame, last.end_line, last.end_column) if last else None
        return kept, unread


def _drop_from(children: list[Node], line: int) -> Iterator[int]:
    """Drop the last children as far as they reach ``line``; of a list without brackets only its last items.

    The lines where they begin.
    """
    while children and children[-1].end_line >= line:
        last = children[-1]
        if type(last) is ListNode and not last.flow:
            yield from _drop_from(last.items, line)
            if last.items:
                last.end_line, last.end_column = last.items[-1].end_line, last.items[-1].end_column
                return
        yield children.pop().line


def _behind_bracket(event: Any, end: Any) -> Any:
    """The mark behind the closing bracket; the last mark if there is none: ``[a: b]`` holds a mapping without."""
    start, stop = event.start_mark, event.end_mark
    return end if start.column == stop.column and start.line == stop.line else stop


def _follows_item(problem: str) -> bool:
    """True if YAML had read an item and then found something else behind it.

    libyaml says so in two ways, the second after a list that is not indented; PyYAML's own parser in a third.
    """
    return problem in _FOLLOWS_ITEM or problem.startswith("expected <block end>")


def _is_left_open(error: yaml.MarkedYAMLError) -> bool:
    """Whether a quote was not closed up to the end of the text, or a bracket not up to the end of its line."""
    mark, opened = error.problem_mark, error.context_mark
    if error.context == "while scanning a quoted scalar":
        return "unexpected" in (error.problem or "")
    in_brackets = error.context in ("while parsing a flow sequence", "while parsing a flow mapping")
    return in_brackets and mark is not None and opened is not None and mark.line > opened.line


def _is_to_blame(char: str, problem: str, unclosed: bool) -> bool:
    """True if the character that begins a list item is why YAML has a problem with this line."""
    if char in "'\"":
        return unclosed or _follows_item(problem)
    if char in "@%`":
        return "cannot start any token" in problem
    return char != "#"


def _event_place(event: Any) -> Place:
    start, end = event.start_mark, event.end_mark
    column = start.column + 1
    same = start.line == end.line and end.column > start.column
    return Place(start.line + 1, column, end.column + 1 if same else column + 1)


def _one(line: int, column: int) -> Place:
    return Place(line, column, column + 1)


def _f101(variant: str, place: Place, **args: Any) -> Finding:
    return finding("F101", place, variant=variant, args=args)


def _syntax(place: Place, problem: str) -> Finding:
    return _f101("yaml", place, problem=problem)


# -- From tree nodes to plain values and to places.


NOWHERE = Place(1, 1, 2)


def plain(node: Node) -> Any:
    """The value of a node: text, list or dict of text."""
    if isinstance(node, Scalar):
        return node.text
    if isinstance(node, ListNode):
        return [plain(item) for item in node.items]
    return {key.text: plain(value) for key, value in node.items}


def place_of(node: Node) -> Place:
    """The place of a node: its first line."""
    if isinstance(node, Scalar):
        return node.place
    end = node.end_column if node.end_line == node.line else node.column + 1
    return Place(node.line, node.column, max(end, node.column + 1))


def follow(node: Node, path: Iterable[str | int]) -> tuple[Node, Scalar | None, bool]:
    """Where a path of keys and indices ends, the last key, and whether all of the path is written."""
    last: Scalar | None = None
    for step in path:
        if isinstance(node, MappingNode):
            entry = next((entry for entry in node.items if entry[0].text == str(step)), None)
            if entry is None:
                return node, last, False
            last, node = entry
        elif isinstance(node, ListNode) and isinstance(step, int) and step < len(node.items):
            last, node = None, node.items[step]
        else:
            return node, last, False
    return node, last, True


def unknown_key(place: Place, key: str, near: str | None) -> Finding:
    """F102, with the nearest known key as its repair."""
    repairs = (Repair(place, key, near, "reading"),) if near else ()
    args = {"key": key, "readings": [near] if near else []}
    return finding("F102", place, variant="" if near else "nothing", args=args, repairs=repairs)
