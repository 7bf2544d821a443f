"""The journal beside a sheet (``.NAME.journal``): what commands have written, to take it back and to do it again.

It holds the text of the sheet after the last of them, and each step as the stretch that it changed. Steps without a
verb are changes by hand in an editor. It is of one sheet, the one with that text, whatever has its name later. It may
be deleted at any time.
"""

from __future__ import annotations

import os
import re
import stat
import warnings
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final

from dokosheet.core.merging import common
from dokosheet.core.notation.sheet import TELLS_APART
from dokosheet.core.records import Record, from_json, replace, to_json
from dokosheet.files.locks import UNFOLLOWED
from dokosheet.files.save import beside, lock_of, temporary
from dokosheet.files.splice import plain_tree
from dokosheet.files.tree import MappingNode, is_partial, parse
from dokosheet.files.trouble import Unremembered

#: So many steps are remembered, as long as what they changed is not longer than this.
STEPS: Final = 200
LONGEST: Final = 2 * 1024 * 1024
#: How long the lock of a sheet is whose journal does not know all.
LOST: Final = 1
#: A longer file is none of ours.
LIMIT: Final = 64 * 1024 * 1024


class Step(Record, frozen=True):
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


class Journal(Record, frozen=True):
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
        turned = _turned_back(self).back()
        return turned and Way(_turned_back(turned.journal), _turned(turned.step), turned.base)


class Way(Record, frozen=True):
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
    """The journal of a sheet; an empty one where there is none, none that can be read, or one that knows not all."""
    path = place(sheet)
    try:
        with open(path, "rb", opener=_without_waiting) as stream:
            status = os.fstat(stream.fileno())
            if not stat.S_ISREG(status.st_mode) or status.st_size > LIMIT or is_lost(sheet):
                return Journal()
            found = from_json(stream.read(LIMIT), Journal)
    except (OSError, ValueError, MemoryError):
        return Journal()
    steps = (*found.done, *found.undone)
    fits = found.version == 1 and len(steps) <= 2 * STEPS and all(0 <= one.start <= LIMIT for one in steps)
    return found if fits else Journal()


def _without_waiting(path: str, flags: int) -> int:
    """Opens what may be a pipe, which would wait for somebody who writes."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


#: How a journal begins; how a line of a sheet does, which is looked for in so many bytes.
_OURS: Final = b'{"version":'
_OF_A_SHEET: Final = re.compile(rb"(?:^|[\n\r]|\xc2\x85|\xe2\x80[\xa8\xa9])(?:dokosheet|players|hands):")
_LOOKED_AT: Final = 4 * 1024 * 1024


def _is_sheet(path: Path) -> bool:
    """Whether somebody's sheet stands where the journal of another would: one that is called ``.NAME.journal``."""
    with suppress(OSError), open(path, "rb", opener=_without_waiting) as stream:
        regular = stat.S_ISREG(os.fstat(stream.fileno()).st_mode)
        data = stream.read(_LOOKED_AT) if regular else b""
        return not data.startswith(_OURS) and _OF_A_SHEET.search(data) is not None
    return False


def begin(sheet: Path) -> None:
    """A new sheet has nothing to take back: the journal of one that had its name before goes, as that sheet did."""
    path = place(sheet)
    if os.path.lexists(sheet) or _is_sheet(path):
        return
    with suppress(FileNotFoundError):
        try:
            path.unlink()
        except OSError:
            mark(sheet, lost=True)
            return
    mark(sheet, lost=False)


@contextmanager
def remembered(sheet: Path, old: Journal, new: Journal) -> Iterator[Callable[[], None]]:
    """A journal that waits on the disk, for the same eyes as the sheet; what is yielded puts it in its place.

    One that cannot be written hinders nobody: then it is marked that the journal does not know all, and at the end, if
    all went well, whoever writes is warned (Unremembered). If it went wrong, ``old`` is put back. A sheet of that name
    stays. Call it under the lock of the sheet.
    """
    path, fresh, was_lost = place(sheet), None, is_lost(sheet)
    done: list[bool] = []
    with ExitStack() as stack:
        with suppress(OSError):
            if not _is_sheet(path):
                fresh = stack.enter_context(temporary(path, to_json(new), sheet))

        def put() -> None:
            done[:] = [_put(sheet, fresh)]
            mark(sheet, lost=not done[0])

        try:
            yield put
        except BaseException:
            if done:
                _put_back(sheet, old, was_lost, done[0])
            raise
    if done == [False]:
        warnings.warn(Unremembered(str(sheet)), stacklevel=4)


def _put(sheet: Path, fresh: Path | None) -> bool:
    """Give a journal its name; whether it has it."""
    if fresh is not None:
        with suppress(OSError):
            fresh.replace(place(sheet))
            return True
    return False


def _put_back(sheet: Path, old: Journal, was_lost: bool, replaced: bool) -> None:
    """What was known before a step that was not written after all."""
    known = not replaced
    with suppress(OSError):
        if replaced and old == Journal():
            place(sheet).unlink(missing_ok=True)
            known = True
        elif replaced:
            with temporary(place(sheet), to_json(old), sheet) as fresh:
                known = _put(sheet, fresh)
    mark(sheet, lost=was_lost or not known)


def is_lost(sheet: Path) -> bool:
    """Whether a step was written that the journal does not know, so that nobody can tell what was there before.

    The lock of the sheet says so by its length: that can be written where there is no room, and where the journal
    itself can neither be written nor removed.
    """
    with suppress(OSError):
        return lock_of(sheet).stat().st_size == LOST
    return False


def mark(sheet: Path, lost: bool) -> None:
    """Write down whether the journal knows all; where that cannot be done it goes, and then knows nothing."""
    if lost == is_lost(sheet):
        return
    with suppress(OSError):
        descriptor = os.open(lock_of(sheet), os.O_WRONLY | UNFOLLOWED)
        try:
            if os.fstat(descriptor).st_size in (0, LOST):  # else it is none of ours
                os.ftruncate(descriptor, LOST if lost else 0)
                return
        finally:
            os.close(descriptor)
    with suppress(OSError):
        if lost and not _is_sheet(place(sheet)):
            place(sheet).unlink(missing_ok=True)


def settled(journal: Journal, now: str) -> Journal:
    """The journal as it fits a sheet: at the step after which the sheet was what it is ``now``, the nearest of these.

    So a step that a kill kept from being written counts as not done, or not undone, and of an older version that was
    restored what came after it is undone. A text that it does not know counts as edited by hand, as long as it can be
    one; else an empty journal.
    """
    ways = zip_longest(_states(journal), map(_turned_back, _states(_turned_back(journal))))
    known = (state for both in ways for state in both if state is not None and state.text == now)
    found = next(known, None)
    if found is not None:
        return found
    return journal if journal.text and _is_edited(journal.text, now) else Journal()


def _turned_back(journal: Journal) -> Journal:
    """A journal in which what was done is undone, and the other way round."""
    return replace(journal, done=tuple(map(_turned, journal.undone)), undone=tuple(map(_turned, journal.done)))


def _states(journal: Journal) -> Iterator[Journal]:
    """The journal now, and at each step before, as far as it fits together."""
    yield journal
    while journal.done:
        last = journal.done[-1]
        text = last.back(journal.text)
        if text is None:
            return
        journal = replace(journal, text=text, done=journal.done[:-1], undone=(*journal.undone, last))
        yield journal


#: A line of a list.
_LINE: Final = re.compile(r"^[ \t]*-[ \t].*$", re.MULTILINE)


def _is_edited(text: str, now: str) -> bool:
    """Whether ``now`` can be a text as somebody has edited it, and not another sheet.

    By the same players, of the same evening and table, and more than half of the hands are the same; where the head was
    changed, nearly all of them. Of a text that cannot be told, as half of a sheet, the lines of the list are compared.
    """
    then, there = _tree(text), _tree(now)
    if then is None or there is None:
        lines, others = (_LINE.findall(one) for one in (text, now))
        return 2 * common(lines, others) > max(len(lines), len(others))
    if _of(then, "players") != _of(there, "players"):
        return False
    hands, others = _hands(then), _hands(there)
    shared, most = common(hands, others), max(len(hands), len(others))
    if any(_of(then, key) != _of(there, key) for key in TELLS_APART):
        return shared > 2 and 4 * shared >= 3 * most
    return 2 * shared > most or most == 0


def _tree(text: str) -> MappingNode | None:
    root, findings = parse(text)
    return root if isinstance(root, MappingNode) and not is_partial(findings) else None


def _of(tree: MappingNode, name: str) -> Any:
    return next((plain_tree(value) for key, value in tree.items if key.text == name), None)


def _hands(tree: MappingNode) -> list[str]:
    found = _of(tree, "hands")
    return [repr(item) for item in found] if isinstance(found, list) else []
