"""The one place where commands change sheets: the file, and the journal from which it can be taken back."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from pathlib import Path

from dokosheet.io import journal
from dokosheet.io.save import save
from dokosheet.io.text import Source


def now() -> str:
    """The time as struck lines hold it, to the minute."""
    return datetime.now().isoformat(timespec="minutes")


def write(file: Path, source: Source, text: str, verb: str) -> None:
    """Write a sheet that was read as ``source``, and remember it for ``undo``. Call it under the lock of the file.

    The journal comes first, so that a kill in between loses no step; a journal that cannot be written hinders nobody.
    Raises OSError, and Changed of room io; then sheet and journal are as they were.
    """
    before, after = source.encode(source.text).decode("utf-8"), source.encode(text).decode("utf-8")
    old = journal.settled(journal.load(file), before)
    with suppress(OSError):
        journal.store(file, old.with_step(before, after, verb, now()))
    try:
        save(file, source.digest, source.encode(text))
    except BaseException:
        with suppress(OSError):
            journal.restore(file, old)
        raise
