"""Correct a sheet: what stood there stays as a struck line, and everything derived follows."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from dokosheet.core.finding import Finding, Place
from dokosheet.core.ledger.rows import PenaltyRow, Row
from dokosheet.core.notation.entries import format_entry, parse_entry
from dokosheet.core.notation.sheet import EndEntry, HandEntry, Player, StruckEntry
from dokosheet.core.notation.spelling import format_hand
from dokosheet.core.notation.vocabulary import ENTRY_WORDS, fold
from dokosheet.core.notation.words import Words
from dokosheet.edit.changes import Followed, No, amended, followed, is_whole
from dokosheet.edit.document import Opened, opened
from dokosheet.edit.plan import Book, Line, Plan, Refused, Unread, items_of, start_of, struck
from dokosheet.edit.saving import Writing, rewrite, writing
from dokosheet.edit.writing import REFUSED, arguments_to_tokens
from dokosheet.files.splice import splice_amend, splice_append
from dokosheet.files.text import Source
from dokosheet.files.tree import MappingNode, Node, Scalar, parse
from dokosheet.files.trouble import Unspliceable


class Corrected(Struct, frozen=True):
    """A sheet ``before`` and ``after``. ``lines``: what was written (or struck), for people to read.

    ``rows`` and ``penalties``: those that were asked for, as they are now; ``followed``: what changed of the others.
    ``caused`` and ``gone``: findings that are new, and that are no more. ``written`` is False where it was refused:
    then ``caused`` says why. ``notes``: messages with their arguments.
    """

    before: Opened
    after: Opened
    lines: tuple[str, ...] = ()
    rows: tuple[Row, ...] = ()
    penalties: tuple[PenaltyRow, ...] = ()
    followed: Followed = Followed()
    caused: tuple[Finding, ...] = ()
    gone: tuple[Finding, ...] = ()
    written: bool = False
    notes: tuple[tuple[str, dict[str, Any]], ...] = ()


# -- the frame of every correction


def correct(path: str, verb: str, decide: Callable[[Book], Plan], force: bool = False) -> Corrected:
    """Read a sheet, let ``decide`` say what to write, look at what follows, and write it.

    Raises Refused and Unread, OSError, and Busy, Changed, TooLarge and Unspliceable of room io; then nothing is
    written.
    """

    def corrected(source: Source | None, found: list[Finding]) -> tuple[Corrected, Writing | None]:
        if source is None:
            nothing = Opened(path, None, None, None, tuple(found))
            return Corrected(nothing, nothing, caused=tuple(found)), None
        before = opened(source, path, Path(path).parent)
        tree = parse(source.text)[0]
        if before.ledger is None or not isinstance(tree, MappingNode):
            return Corrected(before, before, caused=before.findings), None
        if before.unread is not None:
            return Corrected(before, before, caused=before.stops), None
        book = Book(before, tree)
        plan = decide(book)
        text = _text(source.text, tree, plan)
        wanted = writing(source, text, verb)
        after = opened(Source(source.name, text, source.digest, source.newline, source.bom), path, Path(path).parent)
        plan.check(after)
        done = _compared(book, after, plan)
        refused = tuple(f for f in done.caused if f.code.startswith(REFUSED) and f.severity == "error")
        if (refused and not force) or after.sheet is None:
            return Corrected(before, after, done.lines, caused=refused or done.caused), None
        return done, wanted

    return rewrite(Path(path), corrected)


def _text(text: str, tree: MappingNode, plan: Plan) -> str:
    """The text with what is planned. Raises Unspliceable."""
    changes = plan.amendments()
    if changes:
        text = splice_amend(text, tree, changes)
    for line in plan.behind:
        root = parse(text)[0]
        assert isinstance(root, MappingNode)
        text = splice_append(text, root, line.text)
    return plan.head(text) if plan.head is not None else text


def _compared(book: Book, after: Opened, plan: Plan) -> Corrected:
    """What a plan has changed."""
    layout = plan.layout(len(book.items))
    lines = tuple(line.text for line in layout if line.shown)
    tree = parse(after.text)[0]
    if after.sheet is None or after.ledger is None or not isinstance(tree, MappingNode):
        return Corrected(book.opened, after, lines, caused=after.findings)
    items = items_of(tree)
    if len(items) != len(layout):  # pragma: no cover - the text was read back and compared
        raise Unspliceable("the list is not what was planned")
    now_at = {(node.line, node.column): layout[i] for i, node in enumerate(items)}
    shown, pairs = [], []
    before_at = {(node.line, node.column): i for i, node in enumerate(book.items)}
    old = {before_at.get(start_of(row)): row for row in book.ledger.rows}
    for row in after.ledger.rows:
        line = now_at.get(start_of(row))
        shown += [row] if _is_shown(row, now_at) else []
        if line is not None and line.origin in old and line.origin is not None:
            pairs.append((old[line.origin], row))
    touched = {line.origin for line in layout if line.shown and line.origin is not None}
    caused, gone = _findings(book, after, plan, items, layout, touched)
    return Corrected(
        book.opened,
        after,
        lines,
        tuple(shown),
        tuple(row for row in after.ledger.penalties if _is_shown(row, now_at)),
        followed(pairs, (row.n for row in shown), plan.names),
        caused,
        gone,
        True,
        tuple(plan.notes),
    )


def _is_shown(row: Row | PenaltyRow, lines: dict[tuple[int, int], Line]) -> bool:
    """Whether a row is one that was asked for."""
    line = lines.get(start_of(row))
    return line is not None and line.shown


def _findings(
    book: Book, after: Opened, plan: Plan, items: list[Node], layout: list[Line], touched: set[int]
) -> tuple[tuple[Finding, ...], tuple[Finding, ...]]:
    """The findings that a change has brought, and those that are no more: the same at the same item is neither.

    At the item that was asked for it has to say the same, too.
    """
    before = _Slots(book.items, list(range(len(book.items))))
    behind = _Slots(items, [f"new {i}" if line.origin is None else line.origin for i, line in enumerate(layout)])

    def key(finding: Finding, slots: _Slots) -> tuple[Any, ...]:
        slot = slots.of(finding.place) if finding.file in ("", book.opened.file) else ""
        said = (finding.variant, repr(sorted(finding.args.items()))) if slot in touched else ()
        return (finding.code, slot, plan.names.get(finding.player or "", finding.player), *said)

    old = [(key(f, before), f) for f in book.opened.findings]
    new = [(key(f, behind), f) for f in after.findings]
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


class _Slots:
    """Places -> the item in which they lie."""

    def __init__(self, items: Sequence[Node], names: Sequence[object]) -> None:
        self.items, self.names = items, names
        self.starts = [(node.line, node.column) for node in items]

    def of(self, place: Place) -> object:
        at = (place.line, place.column)
        i = bisect_right(self.starts, at) - 1
        return "" if i < 0 or at > (self.items[i].end_line, self.items[i].end_column) else self.names[i]


# -- the verbs


def amend(path: str, number: str, arguments: Sequence[str], reason: str = "", force: bool = False) -> Corrected:
    """Change a hand: tokens that are added, taken away, put in the place of others; or a whole new line.

    ``number``: of the hand, or the place of any line in the file (``:31``).
    """

    def decide(book: Book) -> Plan:
        i = book.item(number)
        if not isinstance(book.items[i], Scalar):
            raise Refused("correct.mapping", hand=number)
        old = book.text(i)
        line = _line(book, i, arguments, force)
        if line == old:
            raise Refused("correct.same", hand=number)
        plan = Plan()
        plan.struck[i] = struck(old, reason)
        plan.instead[i] = Line(line, i, True)
        return plan

    return correct(path, "amend", decide, force)


def _line(book: Book, i: int, arguments: Sequence[str], force: bool) -> str:
    """The line that arguments make of an item. Raises Refused and Unread."""
    entry, table, typed = book.entries[i], book.table(i), " ".join(arguments)
    if fold(arguments[0].split()[0]) in ENTRY_WORDS or is_whole(typed, table):
        return _new_line(arguments, table, book.sheet.players, force)
    if not isinstance(entry, HandEntry):
        raise Refused("correct.no-hand", line=book.text(i))
    outcome = amended(entry, typed, table)
    if isinstance(outcome, No):
        args = dict(outcome.args)
        if "tokens" in args:
            args["tokens"] = " ".join(args["tokens"])
        raise Refused(outcome.why, line=book.text(i), **args)
    if isinstance(outcome, list):
        raise Unread(outcome, typed)
    return format_hand(outcome.hand, book.sheet.players, outcome.note)


def _new_line(arguments: Sequence[str], table: Words, players: tuple[Player, ...], force: bool) -> str:
    """A whole line in canonical form; with ``force`` as it was typed where it cannot be read. Raises Unread."""
    tokens = arguments_to_tokens(arguments)
    typed = " ".join(tokens)
    entry, found = parse_entry(tokens, table, typed, Place(1, 1, 2))
    if found and not force:
        raise Unread(found, typed)
    return typed if found else format_entry(entry, players)


def strike(path: str, number: str, reason: str = "", force: bool = False) -> Corrected:
    """Strike a hand, or the line ``:31`` of the file; it stays as a struck one."""

    def decide(book: Book) -> Plan:
        i = book.item(number)
        plan = Plan()
        plan.instead[i] = Line(struck(book.text(i), reason, gone=True), None, True)
        behind = book.penalties(i) if isinstance(book.entries[i], HandEntry) else []
        for j in behind:
            plan.notes.append(("correct.penalty-behind", {"line": book.text(j)}))
        return plan

    return correct(path, "strike", decide, force)


def insert(path: str, number: str, arguments: Sequence[str], reason: str = "", force: bool = False) -> Corrected:
    """Put in a hand that becomes number N, or another entry before hand N or the line ``:31`` of the file."""

    def decide(book: Book) -> Plan:
        hands = sum(at is not None for at, _ in book.rows.values())
        last = max((n for n, (at, _) in book.rows.items() if at is not None), default=0)
        after_all = number == str(last + 1) or (not hands and number == str(book.ledger.next.hand))
        i = book.end() if after_all else book.above(book.item(number))
        line = _new_line(arguments, book.table(i), book.sheet.players, force)
        return _put(book, i, line, reason)

    return correct(path, "insert", decide, force)


def _put(book: Book, i: int, line: str, reason: str) -> Plan:
    """A line before an item. The struck line above it says since when it stands there; at the end only why."""
    plan = Plan()
    trail = [Line(struck("", reason))] if reason or i < len(book.items) else []
    plan.put(len(book.items), i, [*trail, Line(line, None, True)])
    return plan


def move(
    path: str, number: str, to: str, why: Callable[[str], str], reason: str = "", force: bool = False
) -> Corrected:
    """Hand N becomes hand M, with its penalties. ``why``: the reason to write where nobody gave one."""

    def decide(book: Book) -> Plan:
        i, row = book.hand(number)
        j, _ = book.hand(to)
        if i == j:
            raise Refused("correct.same-place", hand=number)
        group = [i, *(book.penalties(i) if isinstance(row.entry, HandEntry) else ())]
        target = book.above(j) if j < i else max([j, *book.penalties(j)]) + 1
        plan = Plan()
        texts = [book.text(k) for k in group]
        plan.put(len(book.items), target, [Line(text, k, k == i) for k, text in zip(group, texts, strict=True)])
        for k, text in zip(group, texts, strict=True):
            plan.instead[k] = Line(struck(text, reason or why(to), gone=True))
        return plan

    return correct(path, "move", decide, force)


def penalty(path: str, arguments: Sequence[str], reason: str = "", force: bool = False) -> Corrected:
    """A penalty behind a hand; without a number behind the last."""

    def decide(book: Book) -> Plan:
        numbered = arguments[0].isascii() and arguments[0].isdecimal()
        words = list(arguments[1:] if numbered else arguments)
        hands = [at for at, _ in book.rows.values() if at is not None]
        if numbered or hands:
            i = book.hand(arguments[0])[0] if numbered else max(hands)
            behind = max([i, *book.penalties(i)]) + 1
        else:
            behind = book.end()
        if not words:
            raise Refused("correct.penalty-words")
        line = _new_line(["strafe", *words], book.table(behind), book.sheet.players, force)
        return _put(book, behind, line, reason)

    return correct(path, "penalty", decide, force)


def append(path: str, verb: str, arguments: Sequence[str], reason: str = "", force: bool = False) -> Corrected:
    """A line at the end: somebody comes, somebody leaves, the sheet is closed."""

    def decide(book: Book) -> Plan:
        end = len(book.items)
        line = _new_line(arguments, book.table(end), book.sheet.players, force)
        if verb == "close" and any(isinstance(e, EndEntry) and _is_like(e, line) for e in book.entries[book.end() :]):
            raise Refused("correct.closed", line=line)
        return _put(book, end, line, reason)

    return correct(path, verb, decide, force)


def _is_like(entry: EndEntry, line: str) -> bool:
    return entry.time == (line.split()[1:2] == ["zeit"])


def reopen(path: str, reason: str = "", force: bool = False) -> Corrected:
    """Strike the last line that closes the sheet."""

    def decide(book: Book) -> Plan:
        ends = [i for i, entry in enumerate(book.entries) if isinstance(entry, EndEntry)]
        if not ends:
            raise Refused("correct.open")
        plan = Plan()
        plan.instead[ends[-1]] = Line(struck(book.text(ends[-1]), reason, gone=True), None, True)
        return plan

    return correct(path, "reopen", decide, force)


# -- the trail


class Past(Struct, frozen=True):
    """A struck line: the line of the file, when, what stood there ("" where nothing did), what stands there now
    ("" where nothing does) as which hand, and why."""

    place: int
    at: str
    before: str
    now: str
    hand: int | None
    reason: str


#: A struck line of the head begins so.
PLAYERS: Final = "players: "


def history(sheet: Opened) -> list[Past]:
    """What has been corrected, in the order of the sheet."""
    if sheet.sheet is None or sheet.ledger is None:
        return []
    entries = sheet.sheet.entries
    numbers = {id(row.entry): row.n for row in sheet.ledger.rows}
    found: list[Past] = []
    for i, entry in enumerate(entries):
        if not isinstance(entry, StruckEntry):
            continue
        j = i
        while j < len(entries) and isinstance(one := entries[j], StruckEntry) and not one.gone:
            j += 1
        there = entries[j] if j < len(entries) else None
        line = "" if there is None or isinstance(there, StruckEntry) else format_entry(there, sheet.sheet.players)
        if entry.line.startswith(PLAYERS):
            line = f"{PLAYERS}{', '.join(sheet.sheet.at_start)}"
        if not entry.line and not line:
            continue  # put in and struck again: the struck line below tells it
        hand = numbers.get(id(there)) if line and there is not None else None
        found.append(Past(entry.source.place.line, entry.at, entry.line, line, hand, entry.reason))
    return found
