"""``show --watch``: the list on a second screen, drawn anew when its file changes."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from importlib import import_module
from pathlib import Path
from typing import Final

from dokosheet.app.watching import Seen, Watch
from dokosheet.cli.keys import is_dumb
from dokosheet.cli.shell import files, printed, say, words
from dokosheet.cli.stopping import paused
from dokosheet.io.save import require_file
from dokosheet.render import listing
from dokosheet.render.watching import Line, Size, drawing, news

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

    def draw(self, lines: list[Line], size: Size) -> None:
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
