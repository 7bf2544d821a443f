"""Take back what the last command has written, and do it again."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from msgspec import Struct

from dokosheet.core.merging import merged
from dokosheet.edit.document import Opened, opened
from dokosheet.edit.plan import Refused
from dokosheet.edit.saving import Writing, rewrite
from dokosheet.files import journal
from dokosheet.files.journal import Journal, Step
from dokosheet.files.text import LIMIT, Source


class Undone(Struct, frozen=True):
    """The sheet ``before`` and ``after``, the step, and whether what was edited by hand was kept beside it."""

    before: Opened
    after: Opened
    step: Step
    merged: bool

    @property
    def changed(self) -> bool:
        """False where somebody had done the same by hand."""
        return self.before.text != self.after.text


def undo(path: str) -> Undone:
    """The sheet as it was before the last command. Raises Refused, OSError, and Busy and Changed of room io."""
    return _go(path, back=True)


def redo(path: str) -> Undone:
    """The sheet as it was after the command that was taken back last. Raises the same."""
    return _go(path, back=False)


_BOM: Final = "\ufeff"


def _go(path: str, back: bool) -> Undone:
    def decide(source: Source | None, _: object) -> tuple[Undone, Writing]:
        if source is None:
            raise Refused("undo.unreadable")
        return _decide(path, source, back)

    return rewrite(Path(path), decide, lambda first, again: again is not None and again.journal == first.journal)


def _why_nothing(lost: bool, other: bool, back: bool) -> str:
    """Why there is nothing to take back, or to do again."""
    if lost or other:
        return "undo.nothing-known" if lost else "undo.nothing-here"
    return "undo.nothing" if back else "undo.nothing-to-redo"


def _decide(path: str, source: Source, back: bool) -> tuple[Undone, Writing]:
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
    after = opened(Source(source.name, body, source.digest, source.newline, text != body), path, file.parent)
    if by_hand and (len(text.encode("utf-8")) > LIMIT or (after.sheet is None and before.sheet)):
        raise Refused("undo.conflict" if back else "undo.conflict-redo", verb=step.verb, at=step.at)
    return Undone(before, after, step, by_hand), Writing(source.digest, now, text, journal=found.journal)
