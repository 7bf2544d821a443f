"""One writer at a time: a lock that the system takes from its holder when that program ends, however it ends.

The system's own lock, not a file that is there or not: after a kill nothing is left that keeps others out. The library
filelock takes a drive without locks for a busy one, or puts such a file there, and cannot say which of both it did.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from dokosheet.files.rights import Rights, set_access_list
from dokosheet.files.trouble import Barred, Busy

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


#: What a system says where somebody else holds the lock; where there are no locks; where no file can be made.
_HELD: Final = frozenset({errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES, errno.EDEADLK})
_NO_LOCKS: Final = frozenset({errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP, errno.ENOTSUP, errno.EINVAL})
_NO_FILE: Final = frozenset(
    {errno.EROFS, errno.EACCES, errno.EPERM, errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC), errno.ENAMETOOLONG}
)
#: To open a file: a link in its place is not followed, and a pipe there is not waited for.
UNFOLLOWED: Final = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
#: So long between two tries, in seconds, and the shorter the longer somebody waits: else whoever writes again and again
#: would take the lock before those who have waited for it, until they give up.
PAUSE: Final = 0.01
SHORTEST: Final = 0.001


@contextmanager
def held(sheet: Path, lock: Path, wanted: Rights, timeout: float) -> Iterator[bool]:
    """Hold the lock of a sheet while the file ``lock`` is open; yields whether there is one.

    Some network drives know no locks, and in some folders no file can be made. ``wanted``: the rights of the file,
    where it is ours. Raises Busy if somebody else holds it for ``timeout`` seconds, Barred where something stands in
    its place that cannot be opened or is no file, OSError for whatever else the disk says. The file stays: to remove it
    would let two in.
    """
    deadline = time.monotonic() + timeout
    descriptor = _open(lock, wanted)
    taken = False
    try:
        while descriptor is not None:
            taken = _wait(sheet, descriptor, deadline)
            if not taken or os.fstat(descriptor).st_nlink:
                break
            os.close(descriptor)  # somebody has removed the file meanwhile, and the next would lock another one
            descriptor, taken = _open(lock, wanted), False
        yield taken
    finally:
        if descriptor is not None:
            with suppress(OSError):
                if taken:
                    _give(descriptor)
            os.close(descriptor)


def _open(lock: Path, wanted: Rights) -> int | None:
    """The open file; None where none can be made. Raises Barred and OSError."""
    descriptor, problem = None, None
    for flags in (os.O_RDWR | os.O_CREAT, os.O_RDONLY):  # one that somebody else has made can be locked all the same
        if os.path.lexists(lock) and not stat.S_ISREG(os.lstat(lock).st_mode):
            raise Barred(lock)
        try:
            descriptor = os.open(lock, flags | UNFOLLOWED, wanted.mode)
            break
        except OSError as error:
            problem = problem or error
    if descriptor is None:
        if os.path.lexists(lock):
            raise Barred(lock) from problem
        if problem is not None and problem.errno not in _NO_FILE:
            raise problem
        return None
    status = os.fstat(descriptor)
    if not stat.S_ISREG(status.st_mode):
        os.close(descriptor)
        raise Barred(lock)
    if hasattr(os, "fchmod") and status.st_uid == os.geteuid() and status.st_nlink == 1:
        _open_to_writers(descriptor, status, wanted)
    return descriptor


def _open_to_writers(descriptor: int, status: os.stat_result, wanted: Rights) -> None:
    """Whoever may write the sheet may lock it, and whoever has made the file in any case."""
    with suppress(OSError):
        set_access_list(descriptor, wanted.access)
    with suppress(OSError):
        if stat.S_IMODE(status.st_mode) != wanted.mode:
            os.fchmod(descriptor, wanted.mode)
    for owner in (wanted.owner, -1):  # only the owner of the machine may give files away
        if (owner, wanted.group) not in ((-1, -1), (status.st_uid, status.st_gid), (-1, status.st_gid)):
            with suppress(OSError):
                os.fchown(descriptor, owner, wanted.group)
                break


def _wait(sheet: Path, descriptor: int, deadline: float) -> bool:
    begun = time.monotonic()
    while True:
        try:
            _take(descriptor)
        except NotImplementedError:
            return False
        except OSError as error:
            if error.errno in _NO_LOCKS:
                return False
            if error.errno not in _HELD:
                raise
        else:
            return True
        now = time.monotonic()
        if now >= deadline:
            raise Busy(sheet)
        time.sleep(max(PAUSE / (1 + 20 * (now - begun)), SHORTEST))
