"""Which certain repairs of a sheet hold, and the text with them: decides, writes nothing (see ``fixing``)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct, field

from dokosheet.app.reading import Opened
from dokosheet.app.repairable import Change, Doubt, Slot, Slots, change_of, doubt_of
from dokosheet.core.entries import format_entry
from dokosheet.core.finding import Finding, Repair
from dokosheet.core.sheet import NOWHERE, StruckEntry
from dokosheet.io.amending import Amendment, splice_amend
from dokosheet.io.tree import ListNode, MappingNode, Scalar, parse
from dokosheet.io.trouble import Unspliceable

#: Mending one slip can make another certain; no sheet needs more rounds, or more tries.
MOST_ROUNDS: Final = 20
MOST_TRIES: Final = 100
#: A try takes a look at all findings; a sheet with very many has fewer tries, so that the time grows with its length.
LEAST_TRIES: Final = 24
MOST_LOOKED_AT: Final = 20_000
#: Findings of one and the same thing: rows of bare numbers that cannot be.
ONE_FAMILY: Final = ("S401", "S402", "S403")


class Mended(Struct, frozen=True):
    """A repair that was applied, the finding as it was, the line where the mended one stands, and the struck text."""

    finding: Finding
    repair: Repair
    line: int
    struck: str


class Unmended(Struct, frozen=True):
    """A finding whose certain repair was not applied, and why: a message id of room ``text`` with ``args``."""

    finding: Finding
    why: str
    args: dict[str, object] = field(default_factory=dict)


class Outcome(Struct, frozen=True):
    """A sheet with everything that is certain mended (``after``, not written yet), and what could not be."""

    after: Opened
    mended: tuple[Mended, ...]
    unmended: tuple[Unmended, ...]


class Help(Struct, frozen=True):
    """What the decision needs from outside.

    ``look`` opens a text as the sheet that it would be; ``wants``: which findings may be mended; ``because``: the
    reason of a repair in words; ``at``: the time to write on struck lines.
    """

    look: Callable[[str], Opened]
    wants: Callable[[Finding], bool]
    because: Callable[[Repair], str]
    at: str


def certain(finding: Finding) -> tuple[Repair, ...]:
    """The repairs of a finding that are the one change that fits."""
    return tuple(repair for repair in finding.repairs if repair.certain)


def mend(sheet: Opened, help: Help) -> Outcome:
    """Apply what is certain, check again, take back what does not help, until nothing certain is left."""
    tree = parse(sheet.text)[0]
    if sheet.ledger is None or not isinstance(tree, MappingNode):
        return Outcome(sheet, (), ())
    mender = _Mender(sheet, tree, help)
    for _ in range(MOST_ROUNDS):
        if not mender.round():
            break
    return mender.outcome()


class _Candidate(Struct, frozen=True):
    """A finding with its repairs as changes of lines; it is mended as a whole or not at all."""

    finding: Finding
    slot: Slot
    repairs: tuple[Repair, ...]
    changes: tuple[Change, ...]


class _Applied(Struct, frozen=True):
    """A repair with its finding, and how many lines below the beginning of its item it stands."""

    finding: Finding
    repair: Repair
    below: int


class _Item(Struct):
    """An item of ``hands`` that is mended: what stood there, what it says now, why."""

    struck: str
    line: str | None
    values: dict[tuple[str, int], str]
    applied: list[_Applied]

    def with_changes(self, changes: Sequence[tuple[Change, Finding, Repair]]) -> _Item:
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

    def __init__(self, sheet: Opened, tree: MappingNode, help: Help) -> None:
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
            changes: list[Change] = []
            doubt = doubt_of(finding, slot, self.slots)
            for repair in repairs:
                if doubt is None:
                    change = change_of(repair, self.slots)
                    doubt = change if isinstance(change, Doubt) else doubt_of(finding, change.slot, self.slots)
                    if isinstance(change, Change):
                        changes.append(change)
            if doubt is not None:
                self.doubts.append((finding, doubt))
            else:
                yield _Candidate(finding, slot, repairs, tuple(changes))

    def _without_conflicts(self, candidates: list[_Candidate]) -> list[_Candidate]:
        """The candidates without those of which another one wants the same place to be something else."""
        places: dict[int, list[tuple[Change, int]]] = {}
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
        tree = parse(text)[0]
        if after.ledger is None or not isinstance(tree, MappingNode):
            return Doubt("fix.layout")
        slots = Slots(after, tree, tuple(items))
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
    by_slot: dict[int, list[tuple[Change, Finding, Repair]]] = {}
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


Found = Sequence[tuple[Finding, Slot]]


def _family(code: str) -> str:
    return ONE_FAMILY[0] if code in ONE_FAMILY else code


def _stays(group: Sequence[_Candidate], before: Found, after: Found) -> bool:
    """Whether one of the findings that were to go is still there, at its item."""
    left = Counter((_family(finding.code), slot) for finding, slot in after)
    there = Counter((_family(finding.code), slot) for finding, slot in before)
    gone = Counter((_family(candidate.finding.code), candidate.slot) for candidate in group)
    if any(left[key] > there[key] - n for key, n in gone.items()):
        return True
    named = {(_family(finding.code), slot, finding.player) for finding, slot in after if finding.player}
    return any((_family(c.finding.code), c.slot, c.finding.player) in named for c in group)


def _brought(before: Found, after: Found) -> Finding | None:
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
