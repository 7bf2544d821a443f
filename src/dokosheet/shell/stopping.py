"""An orderly end: whoever ends the program from outside lets it clear up, and no traceback is left on the screen."""

from __future__ import annotations

import io
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, TextIO

#: What ends a program unless it says otherwise: a polite kill, a terminal that is closed, and Ctrl-\\.
NAMES = ("SIGTERM", "SIGHUP", "SIGQUIT")


class Stopped(BaseException):
    """The program was told to end; ``code``: as the shell counts it, 128 and the number of the signal."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.code = 128 + number


def stop_in_order() -> None:
    """From now on a signal that would end the program raises Stopped in it. What is ignored stays ignored."""
    here = os.getpid()
    signals = [number for name in NAMES if (number := getattr(signal, name, None)) is not None]

    def stop(number: int, _: Any) -> None:
        if os.getpid() != here:  # a worker has nothing to clear up
            os._exit(128 + number)
        for one in signals:
            signal.signal(one, signal.SIG_IGN)  # once is enough
        raise Stopped(number)

    for number in signals:
        if signal.getsignal(number) == signal.SIG_DFL:
            signal.signal(number, stop)


def end_in_peace() -> None:
    """From now on the program is ending: a further Ctrl-C has nothing left to end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def paused(leave: Callable[[], object], again: Callable[[], object]) -> Iterator[None]:
    """The terminal for the shell while Ctrl-Z has stopped the program: ``leave`` it before, have it ``again`` after.

    What is ignored stays ignored.
    """

    def stop(number: int, _: Any) -> None:
        leave()
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)  # here it stands still until it is continued
        signal.signal(number, stop)
        again()

    number = getattr(signal, "SIGTSTP", None)
    if number is None or signal.getsignal(number) != signal.SIG_DFL:
        yield
        return
    signal.signal(number, stop)
    try:
        yield
    finally:
        signal.signal(number, signal.SIG_DFL)


class Unprinted(Exception):
    """Nothing more can be printed; ``error``: why not. No OSError, so that no file is blamed for it."""

    def __init__(self, error: OSError) -> None:
        super().__init__(error)
        self.error = error


class Outlet(io.RawIOBase):
    """Where a standard stream ends. When it takes nothing more, ``error`` says why, and that raises Unprinted.

    With ``goes_on`` it raises nothing and the rest is lost: whoever is writing a sheet does so to the end.
    """

    def __init__(self, raw: io.RawIOBase, before: Any, goes_on: bool) -> None:
        self.raw, self.goes_on = raw, goes_on
        self.before = before  #: The stream from before, which closes the file when nobody has it any more.
        self.error: OSError | None = None

    def writable(self) -> bool:
        return True

    def isatty(self) -> bool:
        return self.raw.isatty()

    def fileno(self) -> int:
        return self.raw.fileno()

    def write(self, data: Any) -> int | None:
        if self.error is None:
            try:
                return self.raw.write(data)
            except OSError as error:
                self.error = error
        if not self.goes_on:
            raise Unprinted(self.error)
        return len(data)


def let_out(name: str, goes_on: bool) -> Outlet | None:
    """Put an Outlet behind ``sys.stdout`` or ``sys.stderr``; None for a stream that ends in no file."""
    stream = getattr(sys, name)
    buffer = getattr(stream, "buffer", None)
    raw = buffer.raw if isinstance(buffer, io.BufferedWriter) else buffer
    if not isinstance(raw, io.RawIOBase):
        return None
    stream.flush()
    outlet = Outlet(raw, stream, goes_on)
    how = {"line_buffering": stream.line_buffering, "write_through": stream.write_through}
    behind = outlet if buffer is raw else io.BufferedWriter(outlet)  # python -u wants nothing to be held back
    setattr(sys, name, io.TextIOWrapper(behind, stream.encoding, stream.errors, **how))
    return outlet


def discard(*streams: TextIO) -> None:
    """Nothing more can be written there; Python must not complain about the rest at exit."""
    for stream in streams:
        with suppress(OSError, ValueError, AttributeError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
