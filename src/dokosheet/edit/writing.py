"""Write sheets: a new one, one more line, the canonical spelling. What is not named stays as it was, byte for byte."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from dokosheet.core.finding import Finding, Place
from dokosheet.core.notation.entries import format_entry, parse_entry, parse_line
from dokosheet.core.notation.line import tokens_of
from dokosheet.core.notation.seats import CHANGES, Seats, at_end
from dokosheet.core.notation.spelling import quote
from dokosheet.core.notation.vocabulary import ENTRY_WORDS, fold, is_name
from dokosheet.edit.document import Opened, opened
from dokosheet.edit.saving import Writing, create, rewrite, writing
from dokosheet.files import rulesets
from dokosheet.files.splice import plain_or_quoted, splice_append, splice_replace
from dokosheet.files.text import Source as TextSource
from dokosheet.files.text import read_text
from dokosheet.files.tree import ListNode, MappingNode, Scalar, parse

#: Families of findings for which a line is not written; a penalty that does not exist is none either.
REFUSED = ("F", "H", "B509")


class Added(Struct, frozen=True):
    """``before`` and ``after`` the line; ``line`` as written; ``caused``: the findings that it brought.

    ``written`` is False where it was refused: then ``caused`` says why and the file is as it was. ``wanted``: the
    number of the hand that it was to be, where another one is next.
    """

    before: Opened
    after: Opened
    line: str
    caused: tuple[Finding, ...]
    written: bool
    wanted: int = 0


def arguments_to_tokens(arguments: Sequence[str]) -> list[str]:
    """The tokens of command line arguments: one quoted line, or one token each; free text lost its quotes."""
    if len(arguments) == 1:
        return tokens_of(arguments[0])
    if arguments and fold(arguments[0]) in ENTRY_WORDS:
        return [quote(a) if " " in a and not a.startswith('"') else a for a in arguments if a]
    return [token for argument in arguments for token in tokens_of(argument)]


def add(path: str, arguments: Sequence[str], force: bool = False, hand: int = 0, dry: bool = False) -> Added:
    """Append an entry to a sheet. Raises OSError, and Busy, Changed and TooLarge of room io; then nothing is written.

    ``hand``: only if this is the number of the next hand (0: whatever it is). ``dry``: write nothing, say what would
    follow. Below a final result that is all there is, nothing is written that contradicts it.
    """

    def decide(source: TextSource | None, found: list[Finding]) -> tuple[Added, Writing | None]:
        if source is None:
            nothing = Opened(path, None, None, None, tuple(found))
            return Added(nothing, nothing, "", tuple(found), False), None
        before = opened(source, path, Path(path).parent)
        tree = parse(source.text)[0]
        if before.sheet is None or not isinstance(tree, MappingNode):
            return Added(before, before, "", before.findings, False), None
        if before.unread is not None:
            return Added(before, before, "", before.stops, False), None
        if hand and before.ledger is not None and hand != before.ledger.next.hand:
            return Added(before, before, "", (), False, hand), None
        tokens = arguments_to_tokens(arguments)
        table = at_end(before.sheet).table
        entry, problems = parse_entry(tokens, table, " ".join(tokens), Place(1, 1, 2))
        line = " ".join(tokens) if problems else format_entry(entry, before.sheet.players)
        changed = _appended(source, tree, line)
        wanted = writing(source, changed.text, "add")
        after = opened(changed, path, Path(path).parent)
        caused = _caused(before, after)
        never = (*REFUSED, "S405", "B502") if before.ledger is not None and before.ledger.is_result else REFUSED
        refused = [f for f in caused if f.code.startswith(never) and f.severity == "error"]
        if refused and not force:
            return Added(before, after, line, tuple(refused), False), None
        return Added(before, after, line, caused, True), None if dry else wanted

    return rewrite(Path(path), decide, lambda *_: True)  # at the end there is room for whoever writes


def _appended(source: TextSource, tree: MappingNode, line: str) -> TextSource:
    text = splice_append(source.text, tree, line)
    return TextSource(source.name, text, source.digest, source.newline, source.bom)


def _caused(before: Opened, after: Opened) -> tuple[Finding, ...]:
    """The findings that were not there before the line was added."""
    known = {(f.code, f.place, f.variant) for f in before.findings}
    return tuple(f for f in after.findings if (f.code, f.place, f.variant) not in known)


class Head(Struct, frozen=True):
    """What a new sheet says before its hands."""

    players: tuple[str, ...]
    rules: str = "tsr"
    dealer: str | None = None
    date: str | None = None
    place: str | None = None
    event: str | None = None
    round: str | None = None
    table: str | None = None
    scorer: str | None = None


def new(path: str, head: Head) -> Opened:
    """Write a new sheet. Raises FileExistsError where there is one already, OSError where none can be written.

    With findings of severity error nothing is written.
    """
    if not Path(path).parent.is_dir():
        raise FileNotFoundError(2, "No such folder", str(Path(path).parent))
    if Path(head.rules).is_absolute() or not rulesets.load(head.rules, Path(path).parent)[0]:
        head = replace(head, rules=rulesets.seen_from(Path(path).parent, head.rules))
    text = head_text(head)
    source = TextSource(path, text, b"", "\n", False)
    sheet = opened(source, path, Path(path).parent)
    if not any(f.severity == "error" for f in sheet.findings):
        create(Path(path), source.encode(text))
    return sheet


def iso_date(text: str) -> str | None:
    """A date as it is written in German, 27.11.2026, in the form of the sheet; None for anything else."""
    try:
        return datetime.strptime(text, "%d.%m.%Y").date().isoformat()
    except ValueError:
        return None


def head_text(head: Head) -> str:
    """The text of a new sheet."""
    players = ", ".join(as_player(name, head.players) for name in head.players)
    rows = ["dokosheet: 1", f"rules: {_value(head.rules)}"]
    described = [(key, getattr(head, key)) for key in ("date", "place", "event", "round", "table", "scorer")]
    rows += [f"{key}: {_value(value)}" for key, value in described if value]
    rows.append(f"players: [{players}]")
    if head.dealer:
        rows.append(f"dealer: {_value(head.dealer)}")
    return "\n".join([*rows, "hands:", ""])


def as_player(name: str, all_names: Sequence[str]) -> str:
    """A name, or where it is no word the name with its first word as the short form."""
    if is_name(name):
        return name
    first, *more = name.split() or [name]
    taken = {fold(other.split()[0]) for other in all_names if other != name and other.split()}
    rest = "".join(more)
    for short in (first, *(first + rest[:n] for n in range(1, len(rest) + 1))):
        if is_name(short) and fold(short) not in taken:
            return f"{{name: {quote(name)}, as: {short}}}"
    return quote(name)


def _value(text: str) -> str:
    """A value of the head as YAML."""
    return plain_or_quoted(text) if ":" not in text else quote(text)


class Formatted(Struct, frozen=True):
    """``changed``: old and new spelling of each line that is not canonical."""

    sheet: Opened
    changed: tuple[tuple[str, str], ...]


def fmt(path: str, check_only: bool = False) -> Formatted:
    """Give every line its canonical spelling. Lines that cannot be read stay as they are.

    Raises OSError, and Busy, Changed and TooLarge of room io; then nothing is written.
    """

    def decide(source: TextSource | None, found: list[Finding]) -> tuple[Formatted, Writing | None]:
        if source is None:
            return Formatted(Opened(path, None, None, None, tuple(found)), ()), None
        sheet = opened(source, path, Path(path).parent)
        text, changed = (source.text, []) if sheet.unread is not None else _canonical(source.text, sheet)
        return Formatted(sheet, tuple(changed)), writing(source, text, "fmt") if changed else None

    if check_only:
        return decide(*read_text(Path(path)))[0]
    return rewrite(Path(path), decide)


def _canonical(text: str, sheet: Opened) -> tuple[str, list[tuple[str, str]]]:
    """The text with canonical lines, replaced from the last to the first so that places stay right."""
    tree = parse(text)[0]
    if sheet.sheet is None or not isinstance(tree, MappingNode):
        return text, []
    players = sheet.sheet.players
    start = sheet.sheet.players[: sheet.sheet.seated]
    changed = []
    for lines in _lines_of(tree):
        seats = Seats(sheet.sheet.rules, start)
        for node in lines:
            entry, problems = parse_line(node.text, seats.table, node.place)
            if isinstance(entry, CHANGES):
                entry = seats.take(entry)
            line = format_entry(entry, players)
            if not problems and line != node.text:
                changed.append((node, line))
    changed.sort(key=lambda change: (change[0].line, change[0].column))
    for node, line in reversed(changed):
        text = splice_replace(text, node, line)
    return text, [(node.text, line) for node, line in changed]


def _lines_of(tree: MappingNode) -> list[list[Scalar]]:
    """The lines of each list of hands."""
    found = []
    for key, value in tree.items:
        if key.text in ("hands", "pflichtsoli") and isinstance(value, ListNode):
            found.append([item for item in value.items if isinstance(item, Scalar) and item.text])
    return found
