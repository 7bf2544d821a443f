"""An orderly end: whoever ends the program from outside lets it clear up, and no traceback is left on the screen."""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from typing import Any, TextIO

#: What ends a program unless it says otherwise: a polite kill, and a terminal that is closed.
NAMES = ("SIGTERM", "SIGHUP")


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


def stop_at_once() -> None:
    """From now on nothing is left to clear up: Ctrl-C ends what Python does at its end without a word."""
    if signal.getsignal(signal.SIGINT) == signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)


def discard(*streams: TextIO) -> None:
    """Nothing more can be written there; Python must not complain about the rest at exit."""
    for stream in streams:
        with suppress(OSError, ValueError, AttributeError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
