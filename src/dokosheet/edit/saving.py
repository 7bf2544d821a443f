"""The one place where commands change sheets: the file, and the journal from which it can be taken back."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Final, TypeVar

from dokosheet.core.finding import Finding
from dokosheet.core.merging import merged
from dokosheet.core.records import Record
from dokosheet.files import journal
from dokosheet.files.journal import Journal
from dokosheet.files.save import locked, save, undisturbed
from dokosheet.files.text import LIMIT, FileText, read_text
from dokosheet.files.trouble import Busy, Changed, TooLarge

T = TypeVar("T")
#: So often a command decides anew because an editor has written meanwhile, and so many seconds later: it may be at it.
CHANCES: Final = 4
PAUSE: Final = 0.05


def now() -> str:
    """The time as struck lines hold it, to the minute."""
    return datetime.now().isoformat(timespec="minutes")


class Writing(Record, frozen=True):
    """What a command makes of the file that had a ``digest``: whole texts, a byte order mark included.

    ``journal``: the journal afterwards; None for a step of a ``verb`` that is to be remembered.
    """

    digest: bytes
    before: str
    after: str
    verb: str = ""
    journal: Journal | None = None


def writing(source: FileText, text: str, verb: str) -> Writing:
    """A new text for what was read. Raises TooLarge."""
    data = source.encode(text)
    if len(data) > LIMIT:
        raise TooLarge
    return Writing(source.digest, source.encode(source.text).decode("utf-8"), data.decode("utf-8"), verb)


def elsewhere(first: Writing, again: Writing | None) -> bool:
    """Whether what was edited meanwhile lies apart from what a command does, so that it does the same as before."""
    return again is not None and merged(first.before, first.after, again.before, apart=True) == again.after


Decide = Callable[[FileText | None, list[Finding]], tuple[T, Writing | None]]


def rewrite(file: Path, decide: Decide[T], agrees: Callable[[Writing, Writing | None], bool] = elsewhere) -> T:
    """Read a file, let ``decide`` say what comes of it and what to write, and write it, all under its lock.

    An editor that knows no lock can write in between. Then it is decided anew, and written if that ``agrees`` with
    what was decided first. Raises what ``decide`` raises the first time, OSError, Busy of room io, and Changed where
    the two do not go together; then nothing is written. Warns (Unremembered) if the journal could not be written.
    """
    first: Writing | None = None
    problem: Exception = Changed(file)
    with locked(file):
        for chance in range(CHANCES):
            try:
                result, wanted = decide(*read_text(file))
            except Exception as error:
                if first is None:
                    raise
                raise Changed(file) from error
            if first is not None and not agrees(first, wanted):
                raise Changed(file)
            if wanted is None:
                return result
            try:
                _write(file, wanted)
            except (Changed, Busy) as error:
                first, problem = first or wanted, error
                if chance + 1 < CHANCES:
                    time.sleep(PAUSE)
            else:
                return result
        raise problem


def _write(file: Path, wanted: Writing) -> None:
    """The journal comes first, so that a kill in between loses no step. Raises OSError, Busy and Changed."""
    old = journal.settled(journal.load(file), wanted.before)
    new = wanted.journal or old.with_step(wanted.before, wanted.after, wanted.verb, now())
    with undisturbed(), journal.remembered(file, old, new) as remember:
        if wanted.after != wanted.before:
            save(file, wanted.digest, wanted.after.encode("utf-8"), remember)
        elif wanted.journal:
            remember()


def create(file: Path, data: bytes) -> None:
    """Write a new sheet. Raises FileExistsError, and OSError for whatever the disk says."""
    save(file, None, data, lambda: journal.begin(file))
