"""One writer at a time: a lock that the system takes from its holder when that program ends, however it ends.

The system's own lock, not a file that is there or not: after a kill nothing is left that keeps others out. The library
filelock takes a drive without locks for a busy one, or puts such a file there, and cannot say which of both it did.
"""

from __future__ import annotations

import errno
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from dokosheet.io.trouble import Busy

if sys.platform == "win32":  # pragma: no cover
    import msvcrt

    def _take(descriptor: int) -> None:
        os.lseek(descriptor, 0, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

    def _give(descriptor: int) -> None:
        os.lseek(descriptor, 0, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def _take(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _give(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_UN)


#: What a system says where somebody else holds the lock. Anything else means that there are no locks here.
_HELD: Final = frozenset({errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES, errno.EDEADLK})
PAUSE: Final = 0.01


@contextmanager
def held(sheet: Path, lock: Path, mode: int, timeout: float) -> Iterator[bool]:
    """Hold the lock of a sheet while the file ``lock`` is open; yields whether there is one.

    Some network drives know no locks, and in some folders no file can be made. ``mode``: of the file. Raises Busy if
    somebody else holds it for ``timeout`` seconds. The file stays: to remove it would let two in.
    """
    deadline = time.monotonic() + timeout
    descriptor = _open(lock, mode)
    taken = False
    try:
        while descriptor is not None:
            taken = _wait(sheet, descriptor, deadline)
            if not taken or os.fstat(descriptor).st_nlink:
                break
            os.close(descriptor)  # somebody has removed the file meanwhile, and the next would lock another one
            descriptor, taken = _open(lock, mode), False
        yield taken
    finally:
        if descriptor is not None:
            with suppress(OSError):
                if taken:
                    _give(descriptor)
            os.close(descriptor)


def _open(lock: Path, mode: int) -> int | None:
    """The open file; None where none can be made."""
    for flags in (os.O_RDWR | os.O_CREAT, os.O_RDONLY):  # one that somebody else has made can be locked all the same
        with suppress(OSError):
            descriptor = os.open(lock, flags, mode)
            with suppress(OSError, AttributeError):  # whoever may write the sheet may lock it
                if os.fstat(descriptor).st_mode & 0o777 != mode:
                    os.fchmod(descriptor, mode)
            return descriptor
    return None


def _wait(sheet: Path, descriptor: int, deadline: float) -> bool:
    while True:
        try:
            _take(descriptor)
        except NotImplementedError:
            return False
        except OSError as error:
            if error.errno not in _HELD:
                return False
        else:
            return True
        if time.monotonic() >= deadline:
            raise Busy(sheet)
        time.sleep(PAUSE)
