"""Write a new sheet."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from dokosheet.core.notation.spelling import quote
from dokosheet.core.notation.vocabulary import fold, is_name
from dokosheet.core.records import Record, replace
from dokosheet.edit.document import Document, opened
from dokosheet.edit.edits import Edit
from dokosheet.edit.saving import create
from dokosheet.files import rulesets
from dokosheet.files.splice import plain_or_quoted
from dokosheet.files.text import FileText


class Head(Record, frozen=True):
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


def new(path: str, head: Head) -> Edit:
    """Write a new sheet. Raises FileExistsError where there is one already, OSError where none can be written.

    With findings of severity error nothing is written.
    """
    if not Path(path).parent.is_dir():
        raise FileNotFoundError(2, "No such folder", str(Path(path).parent))
    if Path(head.rules).is_absolute() or not rulesets.load(head.rules, Path(path).parent)[0]:
        head = replace(head, rules=rulesets.seen_from(Path(path).parent, head.rules))
    text = head_text(head)
    source = FileText(path, text, b"", "\n", False)
    sheet = opened(source, path, Path(path).parent)
    fine = not any(f.severity == "error" for f in sheet.findings)
    if fine:
        create(Path(path), source.encode(text))
    return Edit(Document(path), sheet, caused=sheet.findings, written=fine)


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
