"""Take back what the last command has written, and do it again."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Final

from msgspec import Struct

from dokosheet.app.planning import Refused
from dokosheet.app.reading import Opened, opened
from dokosheet.core.merging import merged
from dokosheet.io import journal
from dokosheet.io.journal import Step
from dokosheet.io.save import locked, save
from dokosheet.io.text import LIMIT, Source, read_text


class Undone(Struct, frozen=True):
    """The texts ``before`` and ``after``, the step, and whether what was edited by hand was kept beside it."""

    before: str
    after: Opened
    step: Step
    merged: bool


def undo(path: str) -> Undone:
    """The sheet as it was before the last command. Raises Refused, OSError, and Busy and Changed of room io."""
    return _go(path, back=True)


def redo(path: str) -> Undone:
    """The sheet as it was after the command that was taken back last. Raises the same."""
    return _go(path, back=False)


_BOM: Final = "\ufeff"


def _go(path: str, back: bool) -> Undone:
    file = Path(path)
    with locked(file):
        source, _ = read_text(file)
        if source is None:
            raise Refused("undo.unreadable")
        now = source.encode(source.text).decode("utf-8")
        old = journal.settled(journal.load(file), now)
        try:
            found = old.back() if back else old.forth()
        except ValueError:
            found = None
        if found is None:
            raise Refused("undo.nothing" if back else "undo.nothing-to-redo")
        new, step = found.journal, found.step
        by_hand = now != found.base
        text = merged(found.base, now, new.text) if by_hand else new.text
        if text is None:
            raise Refused("undo.conflict" if back else "undo.conflict-redo", verb=step.verb, at=step.at)
        data = text.encode("utf-8")
        body = text.removeprefix(_BOM)
        after = opened(Source(source.name, body, source.digest, source.newline, text != body), path, file.parent)
        if by_hand and (len(data) > LIMIT or (after.sheet is None and opened(source, path, file.parent).sheet)):
            raise Refused("undo.conflict" if back else "undo.conflict-redo", verb=step.verb, at=step.at)
        with suppress(OSError):
            journal.store(file, new)
        try:
            save(file, source.digest, data)
        except BaseException:
            with suppress(OSError):
                journal.restore(file, old)
            raise
    return Undone(now, after, step, by_hand)
