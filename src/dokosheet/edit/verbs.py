"""What can be done to a sheet, a verb a function: what is not named stays as it was, byte for byte.

Where a line is corrected, what stood there stays as a struck one, and everything derived follows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from dokosheet.core.finding import Finding, Place
from dokosheet.core.notation.entries import ENTRY_WORDS, format_entry, parse_entry, parse_line
from dokosheet.core.notation.line import tokens_of
from dokosheet.core.notation.seats import CHANGES, Seats, at_end
from dokosheet.core.notation.sheet import EndEntry, HandEntry, Player
from dokosheet.core.notation.spelling import format_hand, quote
from dokosheet.core.notation.vocabulary import fold
from dokosheet.core.notation.words import Words
from dokosheet.edit.changes import No, amended, is_whole
from dokosheet.edit.document import Document, opened
from dokosheet.edit.edits import (
    REFUSED,
    Edit,
    Lines,
    NewLine,
    Plan,
    Refused,
    Unread,
    correct,
    news,
    not_read,
    refused,
    struck,
)
from dokosheet.edit.saving import Writing, rewrite, writing
from dokosheet.files.splice import splice_append, splice_replace
from dokosheet.files.text import FileText, read_text
from dokosheet.files.tree import ListNode, MappingNode, Scalar

# -- at the end of a sheet


def add(path: str, arguments: Sequence[str], force: bool = False, hand: int = 0, dry: bool = False) -> Edit:
    """Append an entry to a sheet. Raises OSError, Busy, Changed and TooLarge of room files; then nothing is written.

    ``hand``: only if this is the number of the next hand (0: whatever it is). ``dry``: write nothing, say what would
    follow. Below a final result that is all there is, nothing is written that contradicts it.
    """

    def decide(source: FileText | None, found: list[Finding]) -> tuple[Edit, Writing | None]:
        if source is None:
            return not_read(path, found), None
        before = opened(source, path, Path(path).parent)
        if before.sheet is None or not isinstance(before.tree, MappingNode):
            return Edit(before, before, caused=before.findings), None
        if before.unread is not None:
            return Edit(before, before, caused=before.stops), None
        if hand and before.ledger is not None and hand != before.ledger.next.hand:
            return Edit(before, before, wanted=hand), None
        tokens = arguments_to_tokens(arguments)
        table = at_end(before.sheet).table
        entry, problems = parse_entry(tokens, table, " ".join(tokens), Place(1, 1, 2))
        line = " ".join(tokens) if problems else format_entry(entry, before.sheet.players)
        new = splice_append(source.text, before.tree, line)
        wanted = writing(source, new.text, "add")
        after = before.with_text(new.text, (new.tree, new.odd))
        caused, gone = news(before, after, [*range(len(before.items)), "new"])
        never = (*REFUSED, "S405", "B502") if before.ledger is not None and before.ledger.is_result else REFUSED
        kept_out = refused(caused, after, force, never)
        if kept_out:
            return Edit(before, after, (("", line),), kept_out), None
        return Edit(before, after, (("", line),), caused, gone, True), None if dry else wanted

    return rewrite(Path(path), decide, lambda *_: True)  # at the end there is room for whoever writes


def arguments_to_tokens(arguments: Sequence[str]) -> list[str]:
    """The tokens of command line arguments: one quoted line, or one token each; free text lost its quotes."""
    if len(arguments) == 1:
        return tokens_of(arguments[0])
    if arguments and fold(arguments[0]) in ENTRY_WORDS:
        return [quote(a) if " " in a and not a.startswith('"') else a for a in arguments if a]
    return [token for argument in arguments for token in tokens_of(argument)]


# -- corrections


def amend(path: str, number: str, arguments: Sequence[str], reason: str = "", force: bool = False) -> Edit:
    """Change a hand: tokens that are added, taken away, put in the place of others; or a whole new line.

    ``number``: of the hand, or the place of any line in the file (``:31``).
    """

    def decide(lines: Lines) -> Plan:
        i = lines.item(number)
        if not isinstance(lines.items[i], Scalar):
            raise Refused("correct.mapping", hand=number)
        old = lines.text(i)
        line = _line(lines, i, arguments, force)
        if line == old:
            raise Refused("correct.same", hand=number)
        plan = Plan()
        plan.struck[i] = struck(old, reason)
        plan.instead[i] = NewLine(line, i, True, old)
        return plan

    return correct(path, "amend", decide, force)


def _line(lines: Lines, i: int, arguments: Sequence[str], force: bool) -> str:
    """The line that arguments make of an item. Raises Refused and Unread."""
    entry, table, typed = lines.entries[i], lines.table(i), " ".join(arguments)
    if fold(arguments[0].split()[0]) in ENTRY_WORDS or is_whole(typed, table):
        return _new_line(arguments, table, lines.sheet.players, force)
    if not isinstance(entry, HandEntry):
        raise Refused("correct.no-hand", line=lines.text(i))
    outcome = amended(entry, typed, table)
    if isinstance(outcome, No):
        args = dict(outcome.args)
        if "tokens" in args:
            args["tokens"] = " ".join(args["tokens"])
        raise Refused(outcome.why, line=lines.text(i), **args)
    if isinstance(outcome, list):
        raise Unread(outcome, typed)
    return format_hand(outcome.hand, lines.sheet.players, outcome.note)


def _new_line(arguments: Sequence[str], table: Words, players: tuple[Player, ...], force: bool) -> str:
    """A whole line in canonical form; with ``force`` as it was typed where it cannot be read. Raises Unread."""
    tokens = arguments_to_tokens(arguments)
    typed = " ".join(tokens)
    entry, found = parse_entry(tokens, table, typed, Place(1, 1, 2))
    if found and not force:
        raise Unread(found, typed)
    return typed if found else format_entry(entry, players)


def strike(path: str, number: str, reason: str = "", force: bool = False) -> Edit:
    """Strike a hand, or the line ``:31`` of the file; it stays as a struck one."""

    def decide(lines: Lines) -> Plan:
        i = lines.item(number)
        plan = Plan()
        old = lines.text(i)
        plan.instead[i] = NewLine(struck(old, reason, gone=True), None, True, old)
        behind = lines.penalties(i) if isinstance(lines.entries[i], HandEntry) else []
        for j in behind:
            plan.notes.append(("correct.penalty-behind", {"line": lines.text(j)}))
        return plan

    return correct(path, "strike", decide, force)


def insert(path: str, number: str, arguments: Sequence[str], reason: str = "", force: bool = False) -> Edit:
    """Put in a hand that becomes number N, or another entry before hand N or the line ``:31`` of the file."""

    def decide(lines: Lines) -> Plan:
        hands = sum(at is not None for at, _ in lines.rows.values())
        last = max((n for n, (at, _) in lines.rows.items() if at is not None), default=0)
        after_all = number == str(last + 1) or (not hands and number == str(lines.ledger.next.hand))
        i = lines.end() if after_all else lines.above(lines.item(number))
        line = _new_line(arguments, lines.table(i), lines.sheet.players, force)
        return _put(lines, i, line, reason)

    return correct(path, "insert", decide, force)


def _put(lines: Lines, i: int, line: str, reason: str) -> Plan:
    """A line before an item. The struck line above it says since when it stands there; at the end only why."""
    plan = Plan()
    trail = [NewLine(struck("", reason))] if reason or i < len(lines.items) else []
    plan.put(len(lines.items), i, [*trail, NewLine(line, None, True)])
    return plan


def move(path: str, number: str, to: str, why: Callable[[str], str], reason: str = "", force: bool = False) -> Edit:
    """Hand N becomes hand M, with its penalties. ``why``: the reason to write where nobody gave one."""

    def decide(lines: Lines) -> Plan:
        i, row = lines.hand(number)
        j, _ = lines.hand(to)
        if i == j:
            raise Refused("correct.same-place", hand=number)
        group = [i, *(lines.penalties(i) if isinstance(row.entry, HandEntry) else ())]
        target = lines.above(j) if j < i else max([j, *lines.penalties(j)]) + 1
        plan = Plan()
        texts = [lines.text(k) for k in group]
        plan.put(len(lines.items), target, [NewLine(text, k, k == i) for k, text in zip(group, texts, strict=True)])
        for k, text in zip(group, texts, strict=True):
            plan.instead[k] = NewLine(struck(text, reason or why(to), gone=True))
        return plan

    return correct(path, "move", decide, force)


def penalty(path: str, arguments: Sequence[str], reason: str = "", force: bool = False) -> Edit:
    """A penalty behind a hand; without a number behind the last."""

    def decide(lines: Lines) -> Plan:
        numbered = arguments[0].isascii() and arguments[0].isdecimal()
        words = list(arguments[1:] if numbered else arguments)
        hands = [at for at, _ in lines.rows.values() if at is not None]
        if numbered or hands:
            i = lines.hand(arguments[0])[0] if numbered else max(hands)
            behind = max([i, *lines.penalties(i)]) + 1
        else:
            behind = lines.end()
        if not words:
            raise Refused("correct.penalty-words")
        line = _new_line(["strafe", *words], lines.table(behind), lines.sheet.players, force)
        return _put(lines, behind, line, reason)

    return correct(path, "penalty", decide, force)


def append(path: str, verb: str, arguments: Sequence[str], reason: str = "", force: bool = False) -> Edit:
    """A line at the end: somebody comes, somebody leaves, the sheet is closed."""

    def decide(lines: Lines) -> Plan:
        end = len(lines.items)
        line = _new_line(arguments, lines.table(end), lines.sheet.players, force)
        if verb == "close" and any(isinstance(e, EndEntry) and _is_like(e, line) for e in lines.entries[lines.end() :]):
            raise Refused("correct.closed", line=line)
        return _put(lines, end, line, reason)

    return correct(path, verb, decide, force)


def _is_like(entry: EndEntry, line: str) -> bool:
    return entry.time == (line.split()[1:2] == ["zeit"])


def reopen(path: str, reason: str = "", force: bool = False) -> Edit:
    """Strike the last line that closes the sheet."""

    def decide(lines: Lines) -> Plan:
        ends = [i for i, entry in enumerate(lines.entries) if isinstance(entry, EndEntry)]
        if not ends:
            raise Refused("correct.open")
        plan = Plan()
        old = lines.text(ends[-1])
        plan.instead[ends[-1]] = NewLine(struck(old, reason, gone=True), None, True, old)
        return plan

    return correct(path, "reopen", decide, force)


# -- the canonical spelling


def fmt(path: str, check_only: bool = False) -> Edit:
    """Give every line its canonical spelling. Lines that cannot be read stay as they are.

    Raises OSError, and Busy, Changed and TooLarge of room files; then nothing is written.
    """

    def decide(source: FileText | None, found: list[Finding]) -> tuple[Edit, Writing | None]:
        if source is None:
            return not_read(path, found), None
        before = opened(source, path, Path(path).parent)
        changed = list(_spelled_otherwise(before)) if before.unread is None else []
        if not changed or not isinstance(before.tree, MappingNode):
            return Edit(before, before), None
        changed.sort(key=lambda change: (change[0].line, change[0].column))
        text = splice_replace(source.text, before.tree, changed).text
        edit = Edit(before, before, tuple((node.text, line) for node, line in changed), written=not check_only)
        return edit, writing(source, text, "fmt")

    if check_only:
        return decide(*read_text(Path(path)))[0]
    return rewrite(Path(path), decide)


def _spelled_otherwise(document: Document) -> Iterator[tuple[Scalar, str]]:
    """The lines that are not canonical, with what they would be."""
    sheet = document.sheet
    if sheet is None:
        return
    for key in ("hands", "pflichtsoli"):
        value = document.value(key)
        seats = Seats(sheet.rules, sheet.players[: sheet.seated])
        for node in value.items if isinstance(value, ListNode) else ():
            if not isinstance(node, Scalar) or not node.text:
                continue
            entry, problems = parse_line(node.text, seats.table, node.place)
            if isinstance(entry, CHANGES):
                entry = seats.take(entry)
            line = format_entry(entry, sheet.players)
            if not problems and line != node.text:
                yield node, line
