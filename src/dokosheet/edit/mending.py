"""Mend what is certain in a sheet: which repairs hold, and the text with them; what stood there stays, struck."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from functools import partial
from pathlib import Path
from typing import Final

from dokosheet.checks.answers import answers, stands
from dokosheet.core.finding import Finding, Place, Repair
from dokosheet.core.notation.entries import format_entry
from dokosheet.core.notation.sheet import NOWHERE, TOKEN, Entry, HandEntry, StruckEntry
from dokosheet.core.records import Record, field
from dokosheet.edit.document import Document, Found, open_found, opened
from dokosheet.edit.edits import Edit, Mended, Unmended
from dokosheet.edit.many import Choice
from dokosheet.edit.saving import Writing, rewrite, writing
from dokosheet.files.splice import Amendment, Spliced, splice_amend
from dokosheet.files.text import LIMIT, FileText
from dokosheet.files.tree import ListNode, MappingNode, Node, Scalar
from dokosheet.files.trouble import Busy, Changed, Unspliceable

#: An item of ``hands`` as it was read first (a number); a struck line before one; a line of the rubric; the head.
Slot = int | str
#: Rows of a hand as a mapping, and the sign with which they begin in a line.
ROWS: Final = {"score": "=", "total": "=="}


class Doubt(Record, frozen=True):
    """Why a repair is not applied: a message id of room ``text`` with its arguments."""

    why: str
    args: dict[str, object] = field(default_factory=dict)


class Patch(Record, frozen=True):
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

    def contradicts(self, other: Patch) -> bool:
        """Whether both touch one place and make something else of it."""
        if self.values or other.values:
            shared = self.values.keys() & other.values.keys()
            return any(self.values[cell] != other.values[cell] for cell in shared)
        if self.start >= other.end or other.start >= self.end:
            return False
        return (self.start, self.end, self.new) != (other.start, other.end, other.new)


class Slots:
    """The items of a text by place. ``struck``: the items before which a line was put, as numbers from before."""

    def __init__(self, sheet: Document, tree: MappingNode, struck: Sequence[int]) -> None:
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
        at = {id(item): i for i, item in enumerate(sheet.items)}
        entries = sheet.entries()
        self.entries = {ordinal: entries[at[id(node)]] for ordinal, node in self.nodes.items() if id(node) in at}
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
        return self.entries.get(slot) if isinstance(slot, int) else None

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


def change_of(repair: Repair, slots: Slots) -> Patch | Doubt:
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
    return Patch(slot, start, end, repair.new)


def _in_mapping(repair: Repair, slot: int, node: MappingNode, slots: Slots) -> Patch | Doubt:
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
    return Patch(slot, 0, 0, "", values, repair.place.line - node.line)


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


# -- which certain repairs of a sheet hold, and the text with them: decided here, written below


#: Mending one slip can make another certain; no sheet needs more rounds, or more tries.
MOST_ROUNDS: Final = 20
MOST_TRIES: Final = 100
#: A try takes a look at all findings; a sheet with very many has fewer tries, so that the time grows with its length.
LEAST_TRIES: Final = 24
MOST_LOOKED_AT: Final = 20_000
#: Findings of one and the same thing: rows of bare numbers that cannot be.
ONE_FAMILY: Final = ("S401", "S402", "S403")


class Outcome(Record, frozen=True):
    """A sheet with everything that is certain mended (``after``, not written yet), and what could not be."""

    after: Document
    mended: tuple[Mended, ...]
    unmended: tuple[Unmended, ...]


class Help(Record, frozen=True):
    """What the decision needs from outside.

    ``look`` opens a new text as the sheet that it would be; ``wants``: which findings may be mended; ``because``: the
    reason of a repair in words; ``at``: the time to write on struck lines.
    """

    look: Callable[[Spliced], Document]
    wants: Callable[[Finding], bool]
    because: Callable[[Repair], str]
    at: str


def certain(finding: Finding) -> tuple[Repair, ...]:
    """The repairs of a finding that are the one change that fits."""
    return tuple(repair for repair in finding.repairs if repair.certain)


def mend(sheet: Document, help: Help) -> Outcome:
    """Apply what is certain, check again, take back what does not help, until nothing certain is left."""
    if sheet.ledger is None or not isinstance(sheet.tree, MappingNode):
        return Outcome(sheet, (), ())
    mender = _Mender(sheet, sheet.tree, help)
    for _ in range(MOST_ROUNDS):
        if not mender.round():
            break
    return mender.outcome()


class _Candidate(Record, frozen=True):
    """A finding with its repairs as changes of lines; it is mended as a whole or not at all."""

    finding: Finding
    slot: Slot
    repairs: tuple[Repair, ...]
    changes: tuple[Patch, ...]


class _Applied(Record, frozen=True):
    """A repair with its finding, and how many lines below the beginning of its item it stands."""

    finding: Finding
    repair: Repair
    below: int


class _Item(Record):
    """An item of ``hands`` that is mended: what stood there, what it says now, why."""

    struck: str
    line: str | None
    values: dict[tuple[str, int], str]
    applied: list[_Applied]

    def with_changes(self, changes: Sequence[tuple[Patch, Finding, Repair]]) -> _Item:
        """The item with further changes, which all begin from what it says now."""
        line, values = self.line, dict(self.values)
        once = {change.span: change for change, _, _ in changes}
        for change in sorted(once.values(), key=lambda one: one.start, reverse=True):
            values |= change.values
            if line is not None:
                line = line[: change.start] + change.new + line[change.end :]
        applied = [*self.applied, *(_Applied(finding, repair, change.below) for change, finding, repair in changes)]
        return _Item(self.struck, line, values, applied)


class _Mender:
    """The rounds. The text is always made from the original one with all that is mended so far."""

    def __init__(self, sheet: Document, tree: MappingNode, help: Help) -> None:
        self.tree, self.text, self.help = tree, sheet.text, help
        self.items: dict[int, _Item] = {}
        self.now = sheet
        self.slots = Slots(sheet, tree, ())
        self.begin = (self.items, self.slots)
        self.held: list[_Candidate] = []
        self.doubts: list[tuple[Finding, Doubt]] = []
        self.tries = max(LEAST_TRIES, min(MOST_TRIES, MOST_LOOKED_AT // max(1, len(self.slots.nodes))))

    def round(self) -> bool:
        """Try every certain repair once; whether one of them held."""
        self.begin = (self.items, self.slots)
        self.held, self.doubts = [], []
        self._try(self._without_conflicts(list(self._candidates())))
        return bool(self.held)

    def outcome(self) -> Outcome:
        """What became of the sheet."""
        lines = self.slots.lines
        mended = [
            Mended(one.finding, one.repair, lines[ordinal] + one.below, item.struck)
            for ordinal, item in sorted(self.items.items())
            for one in item.applied
        ]
        unmended = [Unmended(finding, doubt.why, doubt.args) for finding, doubt in self.doubts]
        return Outcome(self.now, tuple(mended), tuple(unmended))

    # -- what may be tried

    def _candidates(self) -> Iterator[_Candidate]:
        for finding in self.now.findings:
            repairs = certain(finding)
            if not repairs or not self.help.wants(finding):
                continue
            slot = self.slots.of(finding.place)
            changes: list[Patch] = []
            doubt = doubt_of(finding, slot, self.slots)
            for repair in repairs:
                if doubt is None:
                    change = change_of(repair, self.slots)
                    doubt = change if isinstance(change, Doubt) else doubt_of(finding, change.slot, self.slots)
                    if isinstance(change, Patch):
                        changes.append(change)
            if doubt is not None:
                self.doubts.append((finding, doubt))
            else:
                yield _Candidate(finding, slot, repairs, tuple(changes))

    def _without_conflicts(self, candidates: list[_Candidate]) -> list[_Candidate]:
        """The candidates without those of which another one wants the same place to be something else."""
        places: dict[int, list[tuple[Patch, int]]] = {}
        for i, candidate in enumerate(candidates):
            for change in candidate.changes:
                places.setdefault(change.slot, []).append((change, i))
        bad = {
            i
            for changes in places.values()
            for change, i in changes
            if any(change.contradicts(other) for other, _ in changes)
        }
        self.doubts += [(candidates[i].finding, Doubt("fix.conflict")) for i in sorted(bad)]
        return [candidate for i, candidate in enumerate(candidates) if i not in bad]

    # -- trying

    def _try(self, group: list[_Candidate]) -> None:
        """Keep a group of repairs if all of them hold, else try its halves."""
        if not group:
            return
        if not self.tries:
            self.doubts += [(candidate.finding, Doubt("fix.many")) for candidate in group]
            return
        self.tries -= 1
        doubt = self._judge(_with(*self.begin, [*self.held, *group]), group)
        if doubt is None:
            self.held += group
        elif len(group) == 1:
            self.doubts.append((group[0].finding, doubt))
        else:
            half = len(group) // 2
            self._try(group[:half])
            self._try(group[half:])

    def _judge(self, items: dict[int, _Item], group: Sequence[_Candidate]) -> Doubt | None:
        """Make and check the text with these items; it becomes the present one unless there is a doubt."""
        try:
            text = splice_amend(self.text, self.tree, list(self._amendments(items)))
        except Unspliceable:
            return Doubt("fix.layout")
        after = self.help.look(text)
        if after.ledger is None or not isinstance(after.tree, MappingNode):
            return Doubt("fix.layout")
        slots = Slots(after, after.tree, tuple(items))
        before = [(finding, self.slots.of(finding.place)) for finding in self.now.findings]
        found = [(finding, slots.of(finding.place)) for finding in after.findings]
        if _stays(group, before, found):
            return Doubt("fix.stays")
        brought = _brought(before, found)
        if brought is not None:
            args: dict[str, object] = {"code": brought.code, "name": brought.name, "hand": brought.hand}
            return Doubt("fix.brings" if brought.hand else "fix.brings-elsewhere", args)
        self.items, self.now, self.slots = items, after, slots
        return None

    def _amendments(self, items: Mapping[int, _Item]) -> Iterator[Amendment]:
        hands = next(value for key, value in self.tree.items if key.text == "hands")
        assert isinstance(hands, ListNode)
        for ordinal, item in items.items():
            node = hands.items[ordinal]
            reasons = dict.fromkeys(self.help.because(repair) for repair in (one.repair for one in item.applied))
            struck = StruckEntry(NOWHERE, item.struck, self.help.at, "; ".join(reasons))
            values = [(_cell(node, key, index), text) for (key, index), text in item.values.items()]
            yield Amendment(ordinal, format_entry(struck), item.line, tuple(values))


def _with(start: Mapping[int, _Item], slots: Slots, candidates: Sequence[_Candidate]) -> dict[int, _Item]:
    """The items with the changes of candidates, all made from what the items said at the start of the round."""
    by_slot: dict[int, list[tuple[Patch, Finding, Repair]]] = {}
    for candidate in candidates:
        for change, repair in zip(candidate.changes, candidate.repairs, strict=True):
            by_slot.setdefault(change.slot, []).append((change, candidate.finding, repair))
    items = dict(start)
    for ordinal, changes in by_slot.items():
        if ordinal not in items:
            line, struck = slots.texts(ordinal)
            items[ordinal] = _Item(struck, line, {}, [])
        items[ordinal] = items[ordinal].with_changes(changes)
    return dict(sorted(items.items()))


def _cell(node: object, key: str, index: int) -> Scalar:
    """A cell of a row in a mapping."""
    assert isinstance(node, MappingNode)
    row = next(value for name, value in node.items if name.text == key)
    assert isinstance(row, ListNode)
    cell = row.items[index]
    assert isinstance(cell, Scalar)
    return cell


_Placed = Sequence[tuple[Finding, Slot]]


def _family(code: str) -> str:
    return ONE_FAMILY[0] if code in ONE_FAMILY else code


def _stays(group: Sequence[_Candidate], before: _Placed, after: _Placed) -> bool:
    """Whether one of the findings that were to go is still there, at its item."""
    left = Counter((_family(finding.code), slot) for finding, slot in after)
    there = Counter((_family(finding.code), slot) for finding, slot in before)
    gone = Counter((_family(candidate.finding.code), candidate.slot) for candidate in group)
    if any(left[key] > there[key] - n for key, n in gone.items()):
        return True
    named = {(_family(finding.code), slot, finding.player) for finding, slot in after if finding.player}
    return any((_family(c.finding.code), c.slot, c.finding.player) in named for c in group)


def _brought(before: _Placed, after: _Placed) -> Finding | None:
    """The first error that was not there before: at the same item, and about the same player where both name one."""
    known: dict[tuple[str, Slot], list[str | None]] = {}
    for finding, slot in before:
        if finding.severity == "error":
            known.setdefault((_family(finding.code), slot), []).append(finding.player)
    vague: list[tuple[Finding, list[str | None]]] = []
    for finding, slot in after:
        if finding.severity == "error":
            players = known.get((_family(finding.code), slot), [])
            if finding.player in players:
                players.remove(finding.player)
            else:
                vague.append((finding, players))
    for finding, players in vague:
        fitting = [player for player in players if player is None or finding.player is None]
        if not fitting:
            return finding
        players.remove(fitting[0])
    return None


# -- written into files


def fix(found: Found, choice: Choice, because: Callable[[Repair], str], at: str, write: bool = True) -> Edit | None:
    """Mend what is certain in a sheet, or without ``write`` say what would be; None for a file that is no sheet.

    ``choice``: the findings that may be mended; ``because``: the reason of a repair in words; ``at``: the time.
    Raises OSError where the file cannot be read; where it cannot be written, ``trouble`` says so and it is untouched.
    """
    sheet = open_found(found)
    if sheet is None:
        return None
    outcome = _decide(sheet, choice, because, at)
    if write and outcome.mended:
        try:
            return _written(Path(found.path), sheet, partial(_decide, choice=choice, because=because, at=at), outcome)
        except (OSError, Busy, Changed) as error:
            return Edit(sheet, sheet, trouble=error)
    return _edit(sheet, outcome)


def _decide(sheet: Document, choice: Choice, because: Callable[[Repair], str], at: str) -> Outcome:
    """What to mend in a sheet; the file is not touched."""

    def wants(finding: Finding) -> bool:
        return choice.wants(finding)

    source = sheet.source
    if source is None or not any(certain(finding) and wants(finding) for finding in sheet.findings):
        return Outcome(sheet, (), ())
    if sheet.unread is not None:  # what is missing could have made another number the wrong one
        found = (finding for finding in sheet.findings if certain(finding) and wants(finding))
        return Outcome(sheet, (), tuple(Unmended(finding, "fix.unread", {"line": sheet.unread}) for finding in found))

    def look(new: Spliced) -> Document:
        if len(source.encode(new.text)) > LIMIT:  # it could be written, and never be read again
            return Document(sheet.file)
        return sheet.with_text(new.text, (new.tree, new.odd))

    return mend(sheet, Help(look, wants, because, at))


def _written(file: Path, sheet: Document, decide: Callable[[Document], Outcome], outcome: Outcome) -> Edit:
    """Write an outcome under the lock; decided anew if somebody has written since the file was read.

    Raises OSError, Busy and Changed.
    """

    def anew(source: FileText | None, found: list[Finding]) -> tuple[Edit, Writing | None]:
        if source is None:
            nothing = Document(sheet.file, findings=tuple(found))
            return Edit(nothing, nothing), None
        now, done = sheet, outcome
        if sheet.source is None or source.digest != sheet.source.digest:
            now = opened(source, sheet.file, file.parent)
            done = decide(now)
        wanted = writing(source, done.after.text, "check --fix") if done.mended else None
        return _edit(now, done, written=wanted is not None), wanted

    return rewrite(file, anew)


def _edit(before: Document, outcome: Outcome, written: bool = False) -> Edit:
    """What an outcome makes of a sheet."""
    changed = tuple((one.struck, one.repair.new) for one in outcome.mended)
    return Edit(before, outcome.after, changed, written=written, mended=outcome.mended, unmended=outcome.unmended)
