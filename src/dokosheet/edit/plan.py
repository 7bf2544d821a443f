"""What a correction works with: the sheet with its items, and the plan of what to write into it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from dokosheet.core.finding import Finding
from dokosheet.core.ledger.rows import PenaltyRow, Row
from dokosheet.core.notation.entries import format_entry
from dokosheet.core.notation.seats import CHANGES, Seats
from dokosheet.core.notation.sheet import (
    NOWHERE,
    EndEntry,
    Entry,
    FinalEntry,
    HandEntry,
    PenaltyEntry,
    Sheet,
    StruckEntry,
    UnreadEntry,
)
from dokosheet.core.notation.words import Words
from dokosheet.edit.document import Opened
from dokosheet.edit.saving import now
from dokosheet.files.splice import Amendment, Page
from dokosheet.files.tree import ListNode, MappingNode, Node, Scalar


class Refused(Exception):
    """A correction that cannot be made: a message id of room ``text`` with its arguments."""

    def __init__(self, why: str, **args: Any) -> None:
        super().__init__(why)
        self.why, self.args_of = why, args


class Unread(Exception):
    """Tokens of a correction that cannot be read; ``typed``: what the places of the findings are of."""

    def __init__(self, findings: Sequence[Finding], typed: str) -> None:
        super().__init__(typed)
        self.findings, self.typed = tuple(replace(finding, file="-") for finding in findings), typed


class Line(Struct, frozen=True):
    """A line to write; ``origin``: the item of before whose entry it is; ``shown``: it is what was asked for."""

    text: str
    origin: int | None = None
    shown: bool = False


class Plan:
    """What to write into the list of hands. Every item is named by its place in the list.

    ``head`` changes the text besides; ``names``: players that go by another name then.
    """

    def __init__(self, head: Callable[[str], str] | None = None, names: Mapping[str, str] | None = None) -> None:
        self.names = names or {}
        self.above: dict[int, list[Line]] = {}
        self.instead: dict[int, Line] = {}
        self.struck: dict[int, str] = {}
        self.values: dict[int, tuple[tuple[Scalar, str], ...]] = {}
        self.behind: list[Line] = []
        self.head = head
        #: Looks at the sheet that it makes, and raises Refused.
        self.check: Callable[[Opened], None] = lambda _: None
        #: A message id with its arguments to say besides.
        self.notes: list[tuple[str, dict[str, Any]]] = []

    def put(self, items: int, at: int, lines: Iterable[Line]) -> None:
        """Put lines before an item, or at the end of a list of so many ``items``."""
        (self.above.setdefault(at, []) if at < items else self.behind).extend(lines)

    def amendments(self) -> list[Amendment]:
        """The changes of items."""
        found = []
        for i in sorted({*self.above, *self.instead, *self.struck, *self.values}):
            line = self.instead.get(i)
            put = tuple(one.text for one in self.above.get(i, ()))
            text = line.text if line is not None else None
            found.append(Amendment(i, self.struck.get(i, ""), text, self.values.get(i, ()), put))
        return found

    def layout(self, items: int) -> list[Line]:
        """What the list holds afterwards."""
        found: list[Line] = []
        for i in range(items):
            found += self.above.get(i, ())
            found += [Line("")] if i in self.struck else []
            found.append(self.instead.get(i, Line("", i)))
        return found + self.behind


class Book:
    """A sheet that was opened to be corrected: its items with the entries and numbers that stand in them."""

    def __init__(self, sheet: Opened, tree: MappingNode) -> None:
        assert sheet.sheet is not None
        assert sheet.ledger is not None
        assert sheet.source is not None
        self.opened, self.source, self.tree = sheet, sheet.source, tree
        self.sheet: Sheet = sheet.sheet
        self.ledger = sheet.ledger
        self.items = items_of(tree)
        at = {(node.line, node.column): i for i, node in enumerate(self.items)}
        self.entries: list[Entry | None] = [None] * len(self.items)
        for entry in self.sheet.entries:
            i = at.get((entry.source.place.line, entry.source.place.column))
            if i is not None and not isinstance(entry, UnreadEntry):
                self.entries[i] = entry
        self.rows = {row.n: (at.get(start_of(row)), row) for row in self.ledger.rows}

    def hand(self, number: str) -> tuple[int, Row]:
        """The item and the row of a hand. Raises Refused for a number that no hand has."""
        hands = len(self.ledger.rows)
        if number[:1] in "pP" and number[1:].isdecimal():
            raise Refused("correct.rubric")
        if not (number.isascii() and number.isdecimal()) or int(number[:9]) not in self.rows:
            raise Refused("error.no-hand", hand=number, hands=hands)
        i, row = self.rows[int(number[:9])]
        if i is None:
            place = row.entry.source.place
            in_rubric = self.sheet.rubric is not None and row.entry in self.sheet.rubric
            raise Refused("correct.rubric") if in_rubric else Refused("correct.unread-mapping", line=place.line)
        return i, row

    def item(self, where: str) -> int:
        """The item of a hand by its number, or of any line by its place in the file (``:31``). Raises Refused."""
        if not where.strip(": "):
            raise Refused("correct.no-place")
        if not where.startswith(":"):
            return self.hand(where)[0]
        there = [i for i, node in enumerate(self.items) if str(node.line) == where[1:]]
        found = [i for i in there if not isinstance(self.entries[i], StruckEntry)]
        if not found:
            raise Refused("correct.no-line", line=where[1:])
        if len(found) > 1:  # between brackets
            raise Refused("correct.several", line=where[1:])
        return found[0]

    def table(self, i: int) -> Words:
        """The words of the table where an item stands."""
        return self.seats(i).table

    def seats(self, i: int) -> Seats:
        """Who sits at the table where an item stands."""
        seats = Seats(self.sheet.rules, self.sheet.players[: self.sheet.seated])
        for entry in self.entries[:i]:
            if isinstance(entry, CHANGES):
                seats.take(entry)
        return seats

    def text(self, i: int) -> str:
        """What an item says, for a struck line. Raises Refused for what no line can keep."""
        node, entry = self.items[i], self.entries[i]
        if isinstance(node, Scalar):
            return node.text if node.exact else " ".join(node.text.split())
        if entry is None or (isinstance(entry, HandEntry) and entry.broken):
            raise Refused("correct.unread-mapping", line=node.line)
        if "#" in self._raw(node):
            raise Refused("correct.comments", line=node.line)
        return format_entry(entry, self.sheet.players)

    def _raw(self, node: Node) -> str:
        """A mapping as it stands in the file."""
        page = Page(self.source.text)
        return page.text[page.start(node) : page.end(node)]

    def above(self, i: int) -> int:
        """The item before which a line goes that is to stand before an item: its struck lines stay with it."""
        while i and isinstance(entry := self.entries[i - 1], StruckEntry) and not entry.gone:
            i -= 1
        return i

    def penalties(self, i: int) -> list[int]:
        """The penalties behind a hand that refer to it, not to one that was stopped."""
        found = []
        for j in range(i + 1, len(self.items)):
            entry = self.entries[j]
            if isinstance(entry, StruckEntry):
                continue
            rule = self.sheet.rules.penalties.get(entry.id) if isinstance(entry, PenaltyEntry) else None
            if not isinstance(entry, PenaltyEntry) or (rule is not None and rule.ends_hand):
                break
            found.append(j)
        return found

    def end(self) -> int:
        """The item before which another hand goes at the end: before the line that closes the sheet."""
        i = len(self.items)
        closing = (EndEntry, FinalEntry, StruckEntry)
        while i and isinstance(self.entries[i - 1], closing):
            i -= 1
        return i if any(isinstance(entry, EndEntry) for entry in self.entries[i:]) else len(self.items)


def items_of(tree: MappingNode) -> list[Node]:
    """The items of the list of hands: of the one that counts where there are two, which nothing is written into."""
    value = next((value for key, value in reversed(tree.items) if key.text == "hands"), None)
    return list(value.items) if isinstance(value, ListNode) else []


def start_of(row: Row | PenaltyRow) -> tuple[int, int]:
    """Where the entry of a row begins."""
    place = row.entry.source.place
    return place.line, place.column


def struck(line: str, reason: str, gone: bool = False, at: str = "") -> str:
    """The line that keeps what stood there."""
    return format_entry(StruckEntry(NOWHERE, line, at or now(), reason, gone))
