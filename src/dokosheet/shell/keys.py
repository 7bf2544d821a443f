"""Single keys from a terminal, without Return: termios, or msvcrt on Windows."""

from __future__ import annotations

import codecs
import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import Any, Final

from dokosheet.shell.stopping import paused

#: Keys that are no sign of their own.
ENTER: Final = "enter"
ESCAPE: Final = "escape"
BACKSPACE: Final = "backspace"
#: Ctrl-D, or the end of the input.
EOF: Final = "eof"

#: Signs that are keys without a sign of their own.
NAMED = {"\r": ENTER, "\n": ENTER, "\x7f": BACKSPACE, "\b": BACKSPACE, "\x04": EOF, "\x1a": EOF, "\x1b": ESCAPE}
#: What follows an ESC within so many seconds can belong to the same key: an arrow, say.
TOGETHER = 0.05
#: It does only where it begins with one of these. Whoever types on behind Esc, fast, has typed Esc and that.
SEQUENCES = ("[", "O")
#: Before the sign of a key without a sign, on Windows.
WINDOWS_PREFIXES = ("\x00", "\xe0")

ReadKey = Callable[[], str]


def at_terminal() -> bool:
    """Whether somebody sits there who can be asked."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def is_dumb() -> bool:
    """Whether the terminal can only write line after line, or does not say what it can; on Windows none has to."""
    return os.name == "posix" and os.environ.get("TERM", "") in ("", "dumb")


@contextmanager
def single_keys(plain: bool = False) -> Iterator[ReadKey | None]:
    """A function that waits for a key and says which: a sign, or a name of the keymap; "" is one without meaning.

    None where only whole lines can be read (``TERM=dumb``), or where nothing is to be redrawn (``plain``). The
    terminal is as before when it ends, however it ends.
    """
    if plain:
        yield None
        return
    try:
        termios: Any = import_module("termios")
    except ImportError:
        yield windows_reader(import_module("msvcrt").getwch)
        return
    if is_dumb():
        yield None
        return
    fd = sys.stdin.fileno()
    before = termios.tcgetattr(fd)
    now = termios.tcgetattr(fd)
    now[3] &= ~(termios.ICANON | termios.ECHO)
    now[6][termios.VMIN], now[6][termios.VTIME] = 1, 0

    def put(mode: Any) -> None:
        termios.tcsetattr(fd, termios.TCSADRAIN, mode)

    try:
        with paused(lambda: put(before), lambda: put(now)), _waking() as woken:
            put(now)
            yield posix_reader(fd, woken)
    finally:
        with suppress(termios.error):  # the terminal has gone
            put(before)


@contextmanager
def _waking() -> Iterator[int]:
    """What can be read as soon as a signal has come. One that comes just before the waiting would not end it else."""
    woken, waker = os.pipe()
    os.set_blocking(waker, False)
    before = signal.set_wakeup_fd(waker, warn_on_full_buffer=False)
    try:
        yield woken
    finally:
        signal.set_wakeup_fd(before)
        os.close(woken)
        os.close(waker)


def posix_reader(fd: int, woken: int | None = None) -> ReadKey:
    """Keys from a terminal that sends bytes; ``woken``: what can be read when a signal has come."""
    from select import select

    decode = codecs.getincrementaldecoder(sys.stdin.encoding or "utf-8")("replace").decode
    ahead: deque[str] = deque()  # signs that were read with the one before

    def take() -> str:
        """The next sign; "" where there will be none: the terminal has gone."""
        while not ahead:
            if woken is not None and woken in select([fd, woken], [], [])[0]:
                os.read(woken, 64)  # what the signal asks for happens before the next look
                continue
            try:
                byte = os.read(fd, 1)
            except OSError:
                return ""
            if not byte:
                return ""
            ahead.extend(decode(byte))  # two, where only the second one tells that the first is none
        return ahead.popleft()

    def follows() -> bool:
        return bool(ahead or select([fd], [], [], TOGETHER)[0])

    def read() -> str:
        sign = take()
        if sign != "\x1b" or not follows():
            return named(sign) if sign else EOF
        behind = take()
        if behind not in SEQUENCES:
            ahead.extendleft(behind)
            return ESCAPE
        while follows() and not "@" <= take() <= "~":  # the sign that ends a sequence
            pass
        return ""

    return read


def windows_reader(getwch: Callable[[], str]) -> ReadKey:
    """Keys from the console of Windows."""

    def read() -> str:
        sign = getwch()
        if sign in WINDOWS_PREFIXES:
            getwch()
            return ""
        if sign == "\x03":
            raise KeyboardInterrupt
        return named(sign)

    return read


def named(sign: str) -> str:
    """A sign, or the name of its key."""
    return NAMED.get(sign, sign if sign.isprintable() else "")
