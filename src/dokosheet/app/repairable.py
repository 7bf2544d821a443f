"""Where findings and repairs belong: the items of a sheet's list of hands, and the change that a repair makes there."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from decimal import Decimal, InvalidOperation
from typing import Final

from msgspec import Struct, field

from dokosheet.app.reading import Opened
from dokosheet.checks.answers import answers, stands
from dokosheet.core.entries import format_entry
from dokosheet.core.finding import Finding, Place, Repair
from dokosheet.core.sheet import TOKEN, Entry, HandEntry
from dokosheet.io.tree import ListNode, MappingNode, Node, Scalar

#: An item of ``hands`` as it was read first (a number); a struck line before one; a line of the rubric; the head.
Slot = int | str
#: Rows of a hand as a mapping, and the sign with which they begin in a line.
ROWS: Final = {"score": "=", "total": "=="}


class Doubt(Struct, frozen=True):
    """Why a repair is not applied: a message id of room ``text`` with its arguments."""

    why: str
    args: dict[str, object] = field(default_factory=dict)


class Change(Struct, frozen=True):
    """What a repair does to an item: ``new`` from ``start`` to ``end`` of its line, or ``values`` in its rows.

    ``below``: how many lines below the beginning of the item it does so.
    """

    slot: int
    start: int
    end: int
    new: str
    values: dict[tuple[str, int], str] = field(default_factory=dict)
    below: int = 0

    @property
    def span(self) -> tuple[object, ...]:
        """What it touches."""
        return (self.start, self.end, *sorted(self.values))

    def contradicts(self, other: Change) -> bool:
        """Whether both touch one place and make something else of it."""
        if self.values or other.values:
            shared = self.values.keys() & other.values.keys()
            return any(self.values[cell] != other.values[cell] for cell in shared)
        if self.start >= other.end or other.start >= self.end:
            return False
        return (self.start, self.end, self.new) != (other.start, other.end, other.new)


class Slots:
    """The items of a text by place. ``struck``: the items before which a line was put, as numbers from before."""

    def __init__(self, sheet: Opened, tree: MappingNode, struck: Sequence[int]) -> None:
        self.nodes: dict[int, Node] = {}
        found: list[tuple[tuple[int, int], tuple[int, int], Slot]] = []
        put = set(struck)
        for key, value in tree.items:
            if not isinstance(value, ListNode) or key.text not in ("hands", "pflichtsoli"):
                continue
            ordinal = -1
            for item in value.items:
                slot: Slot
                if key.text == "pflichtsoli":
                    slot = f"rubric {len(found)}"
                elif ordinal + 1 in put:
                    put.remove(ordinal + 1)
                    slot = f"struck {ordinal + 1}"
                else:
                    ordinal += 1
                    slot = ordinal
                    self.nodes[ordinal] = item
                found.append(((item.line, item.column), (item.end_line, item.end_column), slot))
        found.sort(key=lambda one: one[0])
        self.starts = [start for start, _, _ in found]
        self.found = found
        entries = sheet.sheet.entries if sheet.sheet else ()
        self.entries: dict[tuple[int, int], Entry] = {
            (entry.source.place.line, entry.source.place.column): entry for entry in entries
        }
        self.players = sheet.sheet.players if sheet.sheet else ()

    @property
    def lines(self) -> dict[int, int]:
        """The line on which each item begins."""
        return {ordinal: node.line for ordinal, node in self.nodes.items()}

    def of(self, place: Place) -> Slot:
        """The item in which a place lies; "" for one outside of the lists."""
        at = (place.line, place.column)
        index = bisect_right(self.starts, at) - 1
        if index < 0 or at > self.found[index][1]:
            return ""
        return self.found[index][2]

    def entry(self, slot: Slot) -> Entry | None:
        """The entry that was read of an item of ``hands``."""
        node = self.nodes.get(slot) if isinstance(slot, int) else None
        return self.entries.get((node.line, node.column)) if node is not None else None

    def texts(self, slot: int) -> tuple[str | None, str]:
        """What an item says, if it is a line, and what a struck line keeps of it."""
        node = self.nodes[slot]
        if isinstance(node, Scalar):
            line = line_of(node)
            return line, line
        entry = self.entry(slot)
        return None, format_entry(entry, self.players) if entry is not None else ""


def line_of(node: Scalar) -> str:
    """The text of an item; on one line, if it was written on several."""
    return node.text if node.exact else " ".join(TOKEN.findall(node.text))


def doubt_of(finding: Finding, slot: Slot, slots: Slots) -> Doubt | None:
    """Why nothing may be mended at an item: it is no item of ``hands``, or its line answers or settles the finding."""
    if isinstance(slot, str):
        return Doubt("fix.rubric" if slot.startswith("rubric") else "fix.elsewhere")
    entry = slots.entry(slot)
    if entry is None:
        return Doubt("fix.layout")
    if stands(entry):
        return Doubt("fix.gilt")
    return Doubt("fix.answered") if finding.code in answers(entry) else None


def change_of(repair: Repair, slots: Slots) -> Change | Doubt:
    """The change that a repair makes; a doubt where it is not clear what it replaces."""
    slot = slots.of(repair.place)
    if isinstance(slot, str):
        return Doubt("fix.rubric" if slot.startswith("rubric") else "fix.elsewhere")
    node = slots.nodes[slot]
    if isinstance(node, MappingNode):
        return _in_mapping(repair, slot, node, slots)
    if not isinstance(node, Scalar) or not repair.old:
        return Doubt("fix.layout")
    line = line_of(node)
    if node.exact:
        start = repair.place.column - node.column
    else:  # its columns cannot be told, so the word has to be the only one of its kind
        starts = [match.start() for match in TOKEN.finditer(line) if match[0] == repair.old]
        start = starts[0] if len(starts) == 1 else -1
    end = start + len(repair.old)
    if start < 0 or line[start:end] != repair.old:
        return Doubt("fix.layout")
    return Change(slot, start, end, repair.new)


def _in_mapping(repair: Repair, slot: int, node: MappingNode, slots: Slots) -> Change | Doubt:
    """The same in a hand that is a mapping: the cells of a row that become others."""
    entry = slots.entry(slot)
    key = next((key for key, sign in ROWS.items() if _sign(repair.old) == sign == _sign(repair.new)), "")
    row = next((value for name, value in node.items if name.text == key), None)
    if not key or not isinstance(row, ListNode) or not isinstance(entry, HandEntry) or entry.broken:
        return Doubt("fix.mapping")
    old, new = _cells(repair.old), _cells(repair.new)
    if not len(old) == len(new) == len(row.items) or not all(isinstance(cell, Scalar) for cell in row.items):
        return Doubt("fix.mapping")
    changed = [i for i, text in enumerate(new) if _number(text) != _number(old[i])]
    values = {(key, i): "null" if new[i] == "-" else new[i] for i in changed}
    return Change(slot, 0, 0, "", values, repair.place.line - node.line)


def _sign(token: str) -> str:
    return token[: len(token) - len(token.lstrip("="))]


def _cells(token: str) -> list[str]:
    return token.lstrip("=").split("/" if "/" in token else ",")


def _number(text: str) -> Decimal | str:
    """A cell as a number, so that ``+2`` and ``2`` are the same; what is none as it is."""
    try:
        return Decimal(text.replace(",", ".").replace("\N{MINUS SIGN}", "-"))
    except InvalidOperation:
        return text
