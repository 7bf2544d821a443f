"""The trail of a sheet: what has been corrected in it; the last command taken back, or done again."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from dokosheet.core.merging import merged
from dokosheet.core.notation.entries import format_entry
from dokosheet.core.notation.sheet import StruckEntry
from dokosheet.core.records import Record
from dokosheet.edit.document import Document, opened
from dokosheet.edit.edits import Edit, Refused
from dokosheet.edit.saving import Writing, rewrite
from dokosheet.files import journal
from dokosheet.files.journal import Journal
from dokosheet.files.text import LIMIT, FileText


class Past(Record, frozen=True):
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


def history(sheet: Document) -> list[Past]:
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


def undo(path: str) -> Edit:
    """The sheet as it was before the last command. Raises Refused, OSError, and Busy and Changed of room io."""
    return _go(path, back=True)


def redo(path: str) -> Edit:
    """The sheet as it was after the command that was taken back last. Raises the same."""
    return _go(path, back=False)


_BOM: Final = "\ufeff"


def _go(path: str, back: bool) -> Edit:
    def decide(source: FileText | None, _: object) -> tuple[Edit, Writing]:
        if source is None:
            raise Refused("undo.unreadable")
        return _decide(path, source, back)

    return rewrite(Path(path), decide, lambda first, again: again is not None and again.journal == first.journal)


def _why_nothing(lost: bool, other: bool, back: bool) -> str:
    """Why there is nothing to take back, or to do again."""
    if lost or other:
        return "undo.nothing-known" if lost else "undo.nothing-here"
    return "undo.nothing" if back else "undo.nothing-to-redo"


def _decide(path: str, source: FileText, back: bool) -> tuple[Edit, Writing]:
    """What is to be written; what was edited since the command is merged with it. Raises Refused."""
    file = Path(path)
    now = source.encode(source.text).decode("utf-8")
    known = journal.load(file)
    old = journal.settled(known, now)
    try:
        found = old.back() if back else old.forth()
    except ValueError:
        found = None
    if found is None:
        raise Refused(_why_nothing(journal.is_lost(file), known != Journal() == old, back))
    step = found.step
    by_hand = now != found.base
    text = merged(found.base, now, found.journal.text) if by_hand else found.journal.text
    if text is None:
        raise Refused("undo.conflict" if back else "undo.conflict-redo", verb=step.verb, at=step.at)
    body = text.removeprefix(_BOM)
    before = opened(source, path, file.parent)
    after = opened(FileText(source.name, body, source.digest, source.newline, text != body), path, file.parent)
    if by_hand and (len(text.encode("utf-8")) > LIMIT or (after.sheet is None and before.sheet)):
        raise Refused("undo.conflict" if back else "undo.conflict-redo", verb=step.verb, at=step.at)
    written = before.text != after.text  # else somebody had done the same by hand
    notes: tuple[tuple[str, dict[str, Any]], ...] = (("undo.merged", {}),) if by_hand and written else ()
    edit = Edit(before, after, written=written, notes=notes, step=step)
    return edit, Writing(source.digest, now, text, journal=found.journal)
