"""One edit of a sheet: read it, decide what to write, look at what follows from it, write it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from dokosheet.core.finding import DokosheetError, Finding, Repair
from dokosheet.core.finding import Unread as Unread
from dokosheet.core.ledger.rows import Ledger, PenaltyRow, Row
from dokosheet.core.notation.entries import format_entry
from dokosheet.core.notation.seats import CHANGES, Seats
from dokosheet.core.notation.sheet import (
    NOWHERE,
    EndEntry,
    FinalEntry,
    HandEntry,
    PenaltyEntry,
    Sheet,
    StruckEntry,
)
from dokosheet.core.notation.words import Words
from dokosheet.core.records import Record, field
from dokosheet.edit.changes import NO_NAMES, Followed, followed
from dokosheet.edit.document import Document, opened
from dokosheet.edit.saving import Writing, now, rewrite, writing
from dokosheet.files.journal import Step
from dokosheet.files.splice import Amendment, Page, Spliced, splice_amend, splice_append
from dokosheet.files.text import FileText
from dokosheet.files.tree import MappingNode, Node, Scalar
from dokosheet.files.trouble import Unspliceable

#: Families of findings for which a line is not written; a penalty that does not exist is none either.
REFUSED = ("F", "H", "B509")


class Mended(Record, frozen=True):
    """A repair that was applied, the finding as it was, the line where the mended one stands, and the struck text."""

    finding: Finding
    repair: Repair
    line: int
    struck: str


class Unmended(Record, frozen=True):
    """A finding whose certain repair was not applied, and why: a message id of room ``text`` with ``args``."""

    finding: Finding
    why: str
    args: dict[str, object] = field(default_factory=dict)


class Edit(Record, frozen=True):
    """What became of an edit: the document ``before`` and ``after`` it.

    ``written`` is False where nothing was: it was refused, and ``caused`` says why, or there was nothing to do.
    ``changed``: what stood there and what stands there now, line by line ("" where nothing did, or does).
    ``caused`` and ``gone``: findings that are new, and that are no more. ``rows`` and ``penalties``: those that were
    asked for, as they are now; ``followed``: what changed of the others. ``notes``: messages with their arguments.
    ``wanted``: the number of the hand that a line was to be, where another one is next. ``step``: what was taken back
    or done again. ``mended`` and ``unmended``: the certain repairs, and ``trouble``: what kept them from being written.
    """

    before: Document
    after: Document
    changed: tuple[tuple[str, str], ...] = ()
    caused: tuple[Finding, ...] = ()
    gone: tuple[Finding, ...] = ()
    written: bool = False
    rows: tuple[Row, ...] = ()
    penalties: tuple[PenaltyRow, ...] = ()
    followed: Followed = Followed()
    notes: tuple[tuple[str, dict[str, Any]], ...] = ()
    wanted: int = 0
    step: Step | None = None
    mended: tuple[Mended, ...] = ()
    unmended: tuple[Unmended, ...] = ()
    trouble: Exception | None = None

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines that were written, or would have been."""
        return tuple(new for _, new in self.changed)

    @property
    def can_be_forced(self) -> bool:
        """Whether what was refused is written with ``force``: never what nothing behind it would be read of."""
        return not self.written and self.after.unread is None

    @property
    def line(self) -> str:
        """The last of them; "" for none."""
        return self.changed[-1][1] if self.changed else ""


def not_read(path: str, found: Iterable[Finding]) -> Edit:
    """Nothing, of a file that could not be read."""
    nothing = Document(path, findings=tuple(found))
    return Edit(nothing, nothing, caused=nothing.findings)


class Refused(DokosheetError):
    """A correction that cannot be made: a message id of room ``text`` with its arguments."""

    def __init__(self, why: str, **args: Any) -> None:
        super().__init__(why)
        self.why, self.args_of = why, args


class NewLine(Record, frozen=True):
    """A line to write; ``origin``: the item of before whose entry it is; ``shown``: it is what was asked for.

    ``was``: what stood there.
    """

    text: str
    origin: int | None = None
    shown: bool = False
    was: str = ""


class Plan:
    """What to write into the list of hands. Every item is named by its place in the list.

    ``head`` changes the text besides; ``names``: players that go by another name then.
    """

    def __init__(
        self, head: Callable[[Spliced], Spliced] | None = None, names: Mapping[str, str] | None = None
    ) -> None:
        self.names = names or {}
        self.above: dict[int, list[NewLine]] = {}
        self.instead: dict[int, NewLine] = {}
        self.struck: dict[int, str] = {}
        self.values: dict[int, tuple[tuple[Scalar, str], ...]] = {}
        self.behind: list[NewLine] = []
        self.head = head
        #: Looks at the sheet that it makes, and raises Refused.
        self.check: Callable[[Document], None] = lambda _: None
        #: A message id with its arguments to say besides.
        self.notes: list[tuple[str, dict[str, Any]]] = []

    def put(self, items: int, at: int, lines: Iterable[NewLine]) -> None:
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

    def layout(self, items: int) -> list[NewLine]:
        """What the list holds afterwards."""
        found: list[NewLine] = []
        for i in range(items):
            found += self.above.get(i, ())
            found += [NewLine("")] if i in self.struck else []
            found.append(self.instead.get(i, NewLine("", i)))
        return found + self.behind


class Lines:
    """The lines of a document to correct: its items with the entries and numbers that stand in them."""

    def __init__(self, document: Document, sheet: Sheet, ledger: Ledger) -> None:
        self.document, self.sheet, self.ledger = document, sheet, ledger
        self.items = document.items
        self.entries = document.entries()
        self.rows = {row.n: (document.item_of(row.entry), row) for row in ledger.rows}

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
        page = Page(self.document.text)
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


def struck(line: str, reason: str, gone: bool = False, at: str = "") -> str:
    """The line that keeps what stood there."""
    return format_entry(StruckEntry(NOWHERE, line, at or now(), reason, gone))


# -- the frame of every correction


def correct(path: str, verb: str, decide: Callable[[Lines], Plan], force: bool = False) -> Edit:
    """Read a sheet, let ``decide`` say what to write, look at what follows, and write it.

    Raises Refused and Unread, OSError, and Busy, Changed, TooLarge and Unspliceable of room files; then nothing is
    written.
    """

    def corrected(source: FileText | None, found: list[Finding]) -> tuple[Edit, Writing | None]:
        if source is None:
            return not_read(path, found), None
        before = opened(source, path, Path(path).parent)
        if before.sheet is None or before.ledger is None or not isinstance(before.tree, MappingNode):
            return Edit(before, before, caused=before.findings), None
        if before.unread is not None:
            return Edit(before, before, caused=before.stops), None
        lines = Lines(before, before.sheet, before.ledger)
        plan = decide(lines)
        new = _spliced(Spliced(source.text, before.tree), plan)
        wanted = writing(source, new.text, verb)
        after = before.with_text(new.text, (new.tree, new.odd))
        plan.check(after)
        done = _compared(lines, after, plan)
        kept_out = refused(done.caused, after, force)
        if kept_out or after.sheet is None:
            return Edit(before, after, done.changed, kept_out or done.caused), None
        return done, wanted

    return rewrite(Path(path), corrected)


def refused(
    caused: Iterable[Finding], after: Document, force: bool, codes: tuple[str, ...] = REFUSED
) -> tuple[Finding, ...]:
    """The findings for which a sheet is not written; none of them counts with ``force`` but what ends its reading."""
    if after.unread is not None:
        return after.stops
    return () if force else tuple(f for f in caused if f.code.startswith(codes) and f.severity == "error")


def _spliced(text: Spliced, plan: Plan) -> Spliced:
    """The text with what is planned. Raises Unspliceable."""
    changes = plan.amendments()
    if changes:
        text = splice_amend(text.text, text.tree, changes)
    for line in plan.behind:
        text = splice_append(text.text, text.tree, line.text)
    return plan.head(text) if plan.head is not None else text


def _compared(lines: Lines, after: Document, plan: Plan) -> Edit:
    """What a plan has changed."""
    layout = plan.layout(len(lines.items))
    changed = tuple((line.was, line.text) for line in layout if line.shown)
    if after.sheet is None or after.ledger is None:
        return Edit(lines.document, after, changed, after.findings)
    if len(after.items) != len(layout):  # pragma: no cover - the text was read back and compared
        raise Unspliceable("the list is not what was planned")

    def line_of(row: Row | PenaltyRow) -> NewLine:
        i = after.item_of(row.entry)
        return NewLine("") if i is None else layout[i]

    old = {i: row for i, row in lines.rows.values() if i is not None}
    now_at = [(line_of(row), row) for row in after.ledger.rows]
    pairs = [(old[line.origin], row) for line, row in now_at if line.origin is not None and line.origin in old]
    shown = tuple(row for line, row in now_at if line.shown)
    touched = [line.origin for line in layout if line.shown and line.origin is not None]
    origins = [f"new {i}" if line.origin is None else line.origin for i, line in enumerate(layout)]
    caused, gone = news(lines.document, after, origins, touched, plan.names)
    return Edit(
        lines.document,
        after,
        changed,
        caused,
        gone,
        True,
        shown,
        tuple(row for row in after.ledger.penalties if line_of(row).shown),
        followed(pairs, (row.n for row in shown), plan.names),
        tuple(plan.notes),
    )


# -- what an edit has changed


def news(
    before: Document,
    after: Document,
    origins: Sequence[object],
    touched: Iterable[object] = (),
    names: Mapping[str, str] = NO_NAMES,
) -> tuple[tuple[Finding, ...], tuple[Finding, ...]]:
    """The findings that an edit has brought, and those that are no more.

    The same at the same item is neither. ``origins``: of each item of now the number of the item of before that it
    is, or something else; at one of those ``touched`` a finding has to say the same, too. ``names``: players that go
    by another name now.
    """
    asked = set(touched)

    def key(finding: Finding, document: Document, numbers: Sequence[object]) -> tuple[Any, ...]:
        i = document.item_at(finding.place) if finding.file in ("", document.file) else None
        item = "" if i is None else numbers[i]
        said = (finding.variant, repr(sorted(finding.args.items()))) if item in asked else ()
        return (finding.code, item, names.get(finding.player or "", finding.player), *said)

    old = [(key(f, before, range(len(before.items))), f) for f in before.findings]
    new = [(key(f, after, origins), f) for f in after.findings]
    return _left(new, old), _left(old, new)


def _left(these: list[tuple[Any, Finding]], those: list[tuple[Any, Finding]]) -> tuple[Finding, ...]:
    """The findings that have no counterpart."""
    there = Counter(key for key, _ in those)
    left = []
    for key, finding in these:
        there[key] -= 1
        if there[key] < 0:
            left.append(finding)
    return tuple(left)
