"""What holds for all tests: each starts from the same state, and loses no time to what is none of its own."""

from __future__ import annotations

import gc
import signal

import pytest
from hypothesis import settings

# Who runs the tests behind his back, as ``nohup`` and a shell do, ignores these signals, and what they start does too.
for name in ("SIGINT", "SIGHUP", "SIGQUIT", "SIGTERM"):
    number = getattr(signal, name, None)
    if number is not None and signal.getsignal(number) == signal.SIG_IGN:
        signal.signal(number, signal.default_int_handler if name == "SIGINT" else signal.SIG_DFL)

# The same examples each time, however busy the machine: what is new in a red run is the change. The slow ones search.
settings.register_profile("steady", deadline=None, derandomize=True)
settings.load_profile("steady")


def pytest_collection_finish(session: pytest.Session) -> None:
    """What was collected stays to the end: to look through it for garbage all the time takes half of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
