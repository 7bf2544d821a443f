"""The journal beside a sheet (``.NAME.journal``): what commands have written, to take it back and to do it again.

It holds the text of the sheet after the last of them, and each step as the stretch that it changed. Steps without a
verb are changes by hand in an editor. It may be deleted at any time.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from dokosheet.io.save import beside, temporary

#: So many steps are remembered, as long as what they changed is not longer than this.
STEPS: Final = 200
LONGEST: Final = 2 * 1024 * 1024
#: A longer file is none of ours.
LIMIT: Final = 64 * 1024 * 1024


class Step(Struct, frozen=True):
    """One change: at ``start`` of the text ``old`` became ``new``, by a command (``verb``) at a time (``at``)."""

    start: int
    old: str
    new: str
    verb: str = ""
    at: str = ""

    def back(self, text: str) -> str | None:
        """The text before; None where this is not the text after."""
        return _swapped(text, self.start, self.new, self.old)

    def forth(self, text: str) -> str | None:
        """The text after; None where this is not the text before."""
        return _swapped(text, self.start, self.old, self.new)


def _turned(one: Step) -> Step:
    """The step the other way round."""
    return replace(one, old=one.new, new=one.old)


def _swapped(text: str, start: int, there: str, put: str) -> str | None:
    return text[:start] + put + text[start + len(there) :] if text.startswith(there, start) else None


class Journal(Struct, frozen=True):
    """``text``: of the sheet after all that is ``done``; ``undone`` can be done again, the last first."""

    version: int = 1
    text: str = ""
    done: tuple[Step, ...] = ()
    undone: tuple[Step, ...] = ()

    def with_step(self, before: str, after: str, verb: str, at: str) -> Journal:
        """A command has written; what was undone cannot be done again."""
        done = self.done
        if done and self.text != before:
            done = (*done, step(self.text, before))
        done = (*done, step(before, after, verb, at))[-STEPS:]
        size = 0
        for kept, one in enumerate(reversed(done)):
            size += len(one.old) + len(one.new)
            if size > LONGEST:
                done = done[len(done) - kept :]
                break
        return Journal(1, after, done)

    def back(self) -> Way | None:
        """One command earlier; None where there is none. Raises ValueError for a journal that does not fit together."""
        text, done, undone = self.text, list(self.done), list(self.undone)
        while done:
            last, base = done.pop(), text
            undone.append(last)
            text = _whole(last.back(text))
            if last.verb:
                return Way(replace(self, text=text, done=tuple(done), undone=tuple(undone)), last, base)
        return None

    def forth(self) -> Way | None:
        """The same one command later."""
        turned = replace(self, done=tuple(map(_turned, self.undone)), undone=tuple(map(_turned, self.done))).back()
        if turned is None:
            return None
        there = turned.journal
        journal = replace(there, done=tuple(map(_turned, there.undone)), undone=tuple(map(_turned, there.done)))
        return Way(journal, _turned(turned.step), turned.base)


class Way(Struct, frozen=True):
    """The journal after a ``step`` was gone; ``base``: the text from which it began, without what was edited since."""

    journal: Journal
    step: Step
    base: str


def _whole(text: str | None) -> str:
    if text is None:
        raise ValueError("the journal does not fit together")
    return text


def step(before: str, after: str, verb: str = "", at: str = "") -> Step:
    """The stretch in which two texts differ."""
    start = _alike(before, after)
    most = min(len(before), len(after)) - start
    end = _alike(before[::-1][:most], after[::-1][:most])
    return Step(start, before[start : len(before) - end], after[start : len(after) - end], verb, at)


def _alike(one: str, other: str) -> int:
    """How many characters two texts have in common at their beginning."""
    low, high = 0, min(len(one), len(other))
    while low < high:  # halving compares long texts at the speed of memory
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def place(sheet: Path) -> Path:
    """Where the journal of a sheet lies; symbolic links are followed."""
    return beside(Path(os.path.realpath(sheet)), "journal")


def load(sheet: Path) -> Journal:
    """The journal of a sheet; an empty one where there is none, or none that can be read."""
    path = place(sheet)
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode) or status.st_size > LIMIT:
            return Journal()
        found = msgspec.json.decode(path.read_bytes(), type=Journal)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return Journal()
    return found if found.version == 1 and all(one.start >= 0 for one in (*found.done, *found.undone)) else Journal()


#: How a line of a sheet begins that no journal has.
_OF_A_SHEET: Final = re.compile(rb"^(?:dokosheet|players|hands):", re.MULTILINE)


def _is_sheet(path: Path) -> bool:
    """Whether somebody's sheet stands where the journal of another would: one that is called ``.NAME.journal``."""
    with suppress(OSError):
        return stat.S_ISREG(path.stat().st_mode) and _OF_A_SHEET.search(path.read_bytes()) is not None
    return False


@contextmanager
def ready(sheet: Path, journal: Journal) -> Iterator[Callable[[], None]]:
    """A journal that waits on the disk, for the same eyes as the sheet; what is yielded puts it in its place.

    One that cannot be written hinders nobody: then the old one stays, and so does a sheet of that name. Call it under
    the lock of the sheet.
    """
    path, fresh = place(sheet), None
    with ExitStack() as stack:
        with suppress(OSError):
            if not _is_sheet(path):
                fresh = stack.enter_context(temporary(path, msgspec.json.encode(journal), sheet.stat()))

        def put() -> None:
            if fresh is not None:
                with suppress(OSError):
                    fresh.replace(path)

        yield put


def restore(sheet: Path, journal: Journal) -> None:
    """Put back what was there before a step that was not written after all."""
    if journal == Journal():
        with suppress(OSError):
            place(sheet).unlink(missing_ok=True)
    else:
        with ready(sheet, journal) as put:
            put()


def settled(journal: Journal, now: str) -> Journal:
    """The journal as it fits a sheet: a step that a kill kept from being written counts as not done, or not undone."""
    if now == journal.text:
        return journal
    last = journal.done[-1] if journal.done else None
    if last is not None and last.back(journal.text) == now:
        return replace(journal, text=now, done=journal.done[:-1], undone=(*journal.undone, last))
    last = journal.undone[-1] if journal.undone else None
    if last is not None and last.forth(journal.text) == now:
        return replace(journal, text=now, done=(*journal.done, last), undone=journal.undone[:-1])
    return journal
