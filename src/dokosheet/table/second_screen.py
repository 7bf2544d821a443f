"""``show --watch``: the list on a second screen, drawn anew when its file changes."""

from __future__ import annotations

import os
import re
import sys
import textwrap
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from difflib import SequenceMatcher
from importlib import import_module
from pathlib import Path
from typing import Final

from dokosheet.core.ledger.rows import Ledger, Row
from dokosheet.core.records import Record
from dokosheet.edit.document import Document
from dokosheet.files.save import require_file
from dokosheet.screen import listing
from dokosheet.screen.findings import cells, contract_line, counts
from dokosheet.screen.plain import list_lines
from dokosheet.shell.console import files, printed, say, words
from dokosheet.shell.keys import is_dumb
from dokosheet.shell.stopping import paused
from dokosheet.table.watch import Seen, Watch
from dokosheet.text import Texts
from dokosheet.text.signs import printable

#: Seconds between two looks.
PAUSE: Final = 0.5
#: The other screen of the terminal, without a cursor, and lines that are cut where they would go over the edge; back.
ENTER: Final = "\x1b[?1049h\x1b[?25l\x1b[?7l"
LEAVE: Final = "\x1b[?7h\x1b[?25h\x1b[?1049l"
HOME, CLEAR_LINE, CLEAR_REST, BOLD, NORMAL = "\x1b[H", "\x1b[K", "\x1b[J", "\x1b[1m", "\x1b[0m"


def follow(sheet: str, sleep: Callable[[float], None] = time.sleep) -> int:
    """Show a sheet until Ctrl-C; the exit code. Raises Trouble where there is none to begin with."""
    with files(sheet):
        require_file(Path(sheet), os.stat(sheet))  # first: a pipe would keep us waiting
        with Path(sheet).open("rb"):
            watch = Watch(sheet)
    terminal = sys.stdout.isatty() and not is_dumb()
    try:
        if terminal and not words().plain:
            with _other_screen() as screen:
                _at_terminal(watch, screen, sleep)
        else:
            _one_after_the_other(watch, sleep)
    except KeyboardInterrupt:
        ledger = watch.seen.good.ledger if watch.seen.good is not None else None
        if terminal and ledger is not None and not words().plain:
            say([listing.totals_line(ledger, words())])  # of what was seen something stays
        elif terminal:
            print()
    return 0


def _at_terminal(watch: Watch, screen: _Screen, sleep: Callable[[float], None]) -> None:
    while True:
        changed, size = watch.look(), _size()
        if changed or size != screen.size or screen.lost:
            screen.draw(drawing(watch.seen, _changed(watch.seen), words(), size), size)
        sleep(PAUSE)


def _one_after_the_other(watch: Watch, sleep: Callable[[float], None]) -> None:
    """For what is no terminal: each state, with a blank line between two; for the ear after the first what is new."""
    t = words()
    first = True
    say([t("watch.end")] if t.plain else [])
    while True:
        if watch.look():
            if not first and not t.plain:
                print()
            lines = news if t.plain and not first else drawing
            say(line.text for line in lines(watch.seen, _changed(watch.seen), t))
            sys.stdout.flush()
            first = False
        sleep(PAUSE)


def _changed(seen: Seen) -> str:
    """When it was changed; with the date where that was not today. Nothing where no calendar has it."""
    try:
        at = datetime.fromtimestamp(seen.at)
    except (ValueError, OverflowError, OSError):
        return ""
    today = at.date() == datetime.now().date()
    return at.time().isoformat("seconds") if today else at.isoformat(" ", "seconds")


def _size() -> Size:
    """Of the window, a column less: behind a full line terminals differ in where the cursor is."""
    with suppress(OSError, ValueError):
        columns, lines = os.get_terminal_size(sys.stdout.fileno())
        if columns > 1 and lines:
            return Size(columns - 1, lines)
    return Size(79, 24)


class _Screen:
    """The other screen of a terminal. ``lost``: what was drawn does not stand there any more."""

    def __init__(self) -> None:
        self.size: Size | None = None
        self.lost = False
        self.bold = not os.environ.get("NO_COLOR")

    def draw(self, lines: list[Drawn], size: Size) -> None:
        """Draw over what stands there, so that nothing flickers."""
        texts = ((printed(line.text), line.bold and self.bold) for line in lines)
        shown = (f"{BOLD}{text}{NORMAL}" if bold else text for text, bold in texts)
        self.size, self.lost = size, False  # before it is drawn: if it is stopped meanwhile, it is lost again
        write(HOME + "\n".join(CLEAR_LINE + text for text in shown) + CLEAR_REST)


def write(text: str) -> None:
    """Write to the terminal at once."""
    sys.stdout.write(text)
    sys.stdout.flush()


@contextmanager
def _other_screen() -> Iterator[_Screen]:
    """The other screen; the terminal is as before when it ends, by a signal too, and while the program is stopped."""
    if os.name == "nt":  # old consoles there have to be told that they understand the sequences
        import_module("colorama").just_fix_windows_console()
    screen = _Screen()

    def again() -> None:
        write(ENTER)
        screen.lost = True

    try:
        with paused(lambda: write(LEAVE), again):
            write(ENTER)
            yield screen
    finally:
        with suppress(OSError):  # after a hang-up there is no terminal any more
            write(LEAVE)


# -- What a second screen shows of a sheet: the newest hands, the totals and what is next, as much as fits.


#: So many findings of a file that is no list are shown.
MOST_FINDINGS: Final = 3
#: So few rows are shown before more of what stands around them is left out.
FEWEST: Final = 3


class Size(Record, frozen=True):
    """Of a window, in columns and lines."""

    width: int
    height: int


class Drawn(Record, frozen=True):
    """A line to draw; ``bold``: a title, or a row that was not there before."""

    text: str
    bold: bool = False


class _Part(Record, frozen=True):
    """Lines that are shown together; ``weight``: where room is short, parts of less weight are left out first."""

    weight: int
    lines: list[Drawn]


#: Up to this weight a part is left out before the first row is.
LIGHT: Final = 2
#: Where no line is broken: a name and its points stand together. The sign is one that no text holds.
BEFORE_NUMBER: Final = re.compile(r" (?=[-+]?\d)")
TOGETHER: Final = "\x00"
#: A part of this weight stays.
HEAVY: Final = 9


def drawing(seen: Seen, changed: str, t: Texts, size: Size | None = None) -> list[Drawn]:
    """The lines for a window, or without ``size`` all of them. ``changed``: the time of the last change, in words."""
    width = size.width if size is not None else None
    ledger = seen.good.ledger if seen.good is not None else None
    above = [] if ledger is None else _above(ledger, t, width)
    rows = [] if ledger is None else _rows(ledger, seen.before, t, width)
    below = [] if ledger is None or seen.good is None else _below(seen.good, ledger, t, width)
    below += _trouble(seen, t, width)
    if size is None:
        shown = [*above, _Part(HEAVY, rows), *below, _Part(6, _wrapped([_state(changed, 0, t)], width))]
        return [line for part in shown for line in part.lines]
    title, rows = rows[:1], rows[1:]
    for weight in range(HEAVY + 1):
        top = [line for part in above if part.weight >= weight for line in part.lines] + title
        bottom = [line for part in below if part.weight >= weight for line in part.lines]
        state = weight <= 6
        room = size.height - len(top) - len(bottom) - state
        if room >= len(rows) or (weight > LIGHT and room >= FEWEST):
            break
    hidden = max(0, len(rows) - max(room, 1))
    hands = _hands(ledger, hidden) if ledger is not None else 0
    last = [Drawn(_cut(_ended(_state(changed, hands, t), size.width, t), size.width))] if state else []
    return [*top, *rows[hidden:], *bottom, *last][-size.height :]


def news(seen: Seen, changed: str, t: Texts) -> list[Drawn]:
    """The lines for who has heard the state before: rows that are new or read otherwise, the totals, what is next.

    Whole where there was no list before. ``changed``: as for :func:`drawing`.
    """
    trouble = [line for part in _trouble(seen, t, None) for line in part.lines]
    ledger = seen.good.ledger if seen.good is not None else None
    before = seen.before.ledger if seen.before is not None else None
    if trouble:
        return trouble
    if seen.good is None or seen.before is None or ledger is None or before is None:
        return drawing(seen, changed, t)
    known = [*listing.money_line(before, t), *_found(seen.before, t)]
    said = [line for line in [*listing.money_line(ledger, t), *_found(seen.good, t)] if line not in known]
    rows = list_lines(ledger, t, _new(before, ledger)) if ledger.timeline else [listing.no_rows(ledger, t)]
    return [Drawn(text) for text in (*rows, *listing.what_next(ledger, t), *said)]


def _above(ledger: Ledger, t: Texts, width: int | None) -> list[_Part]:
    return [
        _Part(3, [Drawn(_cut(listing.heading(ledger.sheet, t), width))]),
        _Part(1, _wrapped(listing.at_this_table(ledger.sheet, t), width)),
        _Part(0, [Drawn("")]),
    ]


def _rows(ledger: Ledger, before: Document | None, t: Texts, width: int | None) -> list[Drawn]:
    """The titles of the columns and the rows below them."""
    if not ledger.timeline:
        return [Drawn(listing.no_rows(ledger, t))]
    if t.plain:
        return [Drawn(text) for text in list_lines(ledger, t)]
    title, *rows = listing.list_table(ledger, t).lines(width)
    new = _new(before.ledger if before is not None else None, ledger)
    return [Drawn(_cut(title, width), True), *(Drawn(_cut(row, width), i in new) for i, row in enumerate(rows))]


def _new(before: Ledger | None, now: Ledger) -> set[int]:
    """The rows that were not there before, or read otherwise; none where there was no list before."""
    if before is None:
        return set()
    old, new = _written(before), _written(now)
    changes = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    return {i for what, _, _, first, end in changes if what != "equal" for i in range(first, end)}


def _written(ledger: Ledger) -> list[tuple[str, str]]:
    return [(type(row).__name__, row.entry.source.text if row.entry is not None else "") for row in ledger.timeline]


def _hands(ledger: Ledger, rows: int) -> int:
    """How many of the first rows are hands."""
    return sum(isinstance(row, Row) for row in ledger.timeline[:rows])


def _below(good: Document, ledger: Ledger, t: Texts, width: int | None) -> list[_Part]:
    what_next = list(listing.what_next(ledger, t))
    unread = [f for f in good.findings if f.severity == "error" and f.code.startswith("F")][:MOST_FINDINGS]
    return [
        _Part(0, [Drawn("")]),
        _Part(1, _wrapped([t("show.legend")] if ledger.timeline and not t.plain else [], width)),
        _Part(HEAVY, _wrapped([] if t.plain else listing.totals_line(ledger, t).split("\n"), width)),
        _Part(4, _wrapped(listing.money_line(ledger, t), width)),
        _Part(7, _wrapped(what_next[:1], width)),
        _Part(5, _wrapped(what_next[1:], width)),
        _Part(4, _wrapped(_found(good, t), width)),
        _Part(5, _wrapped((contract_line(finding, t) for finding in unread), width)),
    ]


def _found(good: Document, t: Texts) -> list[str]:
    """How many findings there are, in a line."""
    found = counts(good.findings)
    return [t("show.findings", counts=_counted(found, t), file=good.file)] if any(found.values()) else []


def _trouble(seen: Seen, t: Texts, width: int | None) -> list[_Part]:
    """Why what is shown is not what stands in the file now."""
    parts = []
    if seen.broken is not None:
        first, *more = [contract_line(finding, t) for finding in seen.broken.findings[:MOST_FINDINGS]]
        why = [t("watch.broken", file=seen.broken.file), first]
        parts = [_Part(8 if seen.good else HEAVY, _wrapped(why, width)), _Part(4, _wrapped(more, width))]
    return [*parts, _Part(8, _wrapped([t("watch.gone")] if seen.gone else [], width))]


def _state(changed: str, hands: int, t: Texts) -> str:
    """When it was changed, and how many hands there is no room for."""
    above = [t("watch.above", hands=_count("hand", hands, t))] if hands else []
    return " · ".join([*above, *([t("watch.changed", at=changed)] if changed else [])])


def _ended(state: str, width: int, t: Texts) -> str:
    """With how to end it, where there is room."""
    whole = f"{state} · {t('watch.end')}"
    return whole if cells(whole) <= width else state


def _counted(found: dict[str, int], t: Texts) -> str:
    return t.list(_count(kind, n, t) for kind, n in found.items() if n)


def _count(kind: str, n: int, t: Texts) -> str:
    return t(f"count.{kind}") if n == 1 else t(f"count.{kind}s", n=n)


def _wrapped(texts: Iterable[str], width: int | None) -> list[Drawn]:
    lines = [printable(text) for text in texts]
    if width is not None:
        kept = (BEFORE_NUMBER.sub(TOGETHER, text) for text in lines)
        lines = [part.replace(TOGETHER, " ") for text in kept for part in textwrap.wrap(text, width)]
    return [Drawn(_cut(line, width)) for line in lines]


def _cut(text: str, width: int | None) -> str:
    """A text that takes no more than so many columns."""
    if width is None or cells(text) <= width:
        return text
    while text and cells(text) >= width:
        text = text[:-1]
    return f"{text}…"
