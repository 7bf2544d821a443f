"""A sheet onto the disk: whole at any moment, and nobody else's change is lost."""

from __future__ import annotations

import ctypes
import errno
import hashlib
import os
import re
import signal
import stat
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, Final

from dokosheet.files.locks import UNFOLLOWED, held
from dokosheet.files.rights import Rights, access_list, give, rights
from dokosheet.files.text import PAUSE, is_being_written, lines
from dokosheet.files.trouble import Busy, Changed, Lockless, ReadOnlyFolder, SecondName


def save(
    path: Path, old_digest: bytes | None, new_text_bytes: bytes, last: Callable[[], object] = lambda: None
) -> None:
    """Put new bytes into the file, so that at any moment it holds the old or the new ones, whole.

    ``old_digest`` is the SHA-256 of what was read, None if the file must not exist yet. Call it under ``locked``.
    ``last``: what is to be done when nothing but the last step is left, which seldom fails.
    Symbolic links are followed; mode, access list, the user's attributes and, where permitted, owner stay; a second
    hard link keeps the old bytes, of which whoever writes is warned (SecondName).
    Raises Changed if the file is not what was read, Busy if somebody has it open and is writing, FileExistsError
    if it must not exist yet but does, OSError for whatever the disk says. After each of these the file is untouched and
    no other file is left behind.
    """
    real = Path(os.path.realpath(path))
    with undisturbed(), _named(path):
        if old_digest is None:
            with temporary(real, new_text_bytes, None) as fresh:
                last()
                _link(fresh, real)
        else:
            try:
                require_file(path, os.lstat(real))
            except FileNotFoundError:
                raise Changed(path) from None
            if not os.access(real, os.W_OK):  # a rename asks only the folder, but who took the right to write meant it
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
            mark = _mark(old_digest) + _mark(hashlib.sha256(new_text_bytes).digest())
            with temporary(real, new_text_bytes, real, mark) as fresh:
                if _digest(real) != old_digest:  # late: an editor that knows no lock may have written meanwhile
                    raise Changed(path)
                last()
                names = os.lstat(real).st_nlink
                _take_place(path, fresh, real, old_digest, new_text_bytes)
                if names > 1:
                    warnings.warn(SecondName(str(path)), stacklevel=2)
        _sync_folder(real.parent)


def _take_place(path: Path, fresh: Path, real: Path, old: bytes, new: bytes) -> None:
    """Put a file, which holds ``new``, into the place of one with the digest ``old``. Raises Changed, Busy and OSError.

    The two change their names in one step, and then we look at what came out: only if it is what was read, it may go.
    Else an editor has saved in that very moment, and gets its place back. Where the system cannot do that, a save
    in the blink between the last look and the renaming is written over.
    """
    try:
        before = os.lstat(real)
        if _digest(real) != old:
            raise Changed(path)
        exchanged = exchange(fresh, real)
    except FileNotFoundError:
        raise Changed(path) from None
    if not exchanged:
        fresh.replace(real)
        return
    came = os.lstat(fresh)  # which is quick, as whoever reads the sheet now does not find what he has saved
    unchanged = (came.st_size, came.st_mtime_ns) == (before.st_size, before.st_mtime_ns) and _digest(fresh) == old
    if unchanged and not _is_being_written(fresh):
        return
    with suppress(FileNotFoundError):  # removed after all that was saved
        _give_back(fresh, real, new)
    raise Busy(path) if unchanged else Changed(path)


def _give_back(fresh: Path, real: Path, placed: bytes, again: int = 0) -> None:
    """Give a save its place back, where for a blink ``placed`` stood. Raises OSError.

    Somebody may have read that, and saved upon it: then the two saves are joined, and so on while others save.
    """
    exchange(fresh, real)
    back, came = _at_rest(fresh), None
    if back not in (None, placed):
        came = _at_rest(real)
    if back is None or came is None or again == _OFTEN:
        return
    with temporary(real, _joined(placed, came, back), fresh) as both:
        _give_back(both, real, came, again + 1)


def _joined(placed: bytes, came: bytes, back: bytes) -> bytes:
    """Two saves in one: the second was made of what was ``placed``, or of the first."""
    from dokosheet.core.merging import joined, stretches

    base, one, other = (data.decode("utf-8", "surrogateescape") for data in (placed, came, back))

    def far(text: str) -> int:
        return sum(end - start + m - k for start, end, k, m in stretches(lines(text), lines(other)))

    return joined(min(one, base, key=far), one, other).encode("utf-8", "surrogateescape")


#: What a system says that cannot exchange two files, or lets nobody do it.
_NO_EXCHANGE: Final = frozenset({errno.ENOSYS, errno.EINVAL, errno.EPERM, errno.EOPNOTSUPP, errno.ENOTSUP})
_HERE: Final = -100
_EXCHANGE: Final = 2
#: So often somebody can save while we give a place back.
_OFTEN: Final = 100


def exchange(one: Path, other: Path) -> bool:
    """Let two files change their names in one step; False where the system cannot. Raises OSError."""
    rename = _renameat2()
    if rename is None:
        return False
    if rename(_HERE, os.fsencode(one), _HERE, os.fsencode(other), _EXCHANGE) == 0:
        return True
    number = ctypes.get_errno()
    if number in _NO_EXCHANGE:
        return False
    raise OSError(number, os.strerror(number), str(other))


@cache
def _renameat2() -> Any:
    """The call of the system that can; None where there is none."""
    with suppress(OSError, AttributeError):
        return ctypes.CDLL(None, use_errno=True).renameat2 if sys.platform == "linux" else None
    return None


def _open(real: Path) -> int:
    """An open file; no link is followed, and no pipe waited for. Raises OSError."""
    return os.open(real, os.O_RDONLY | UNFOLLOWED | getattr(os, "O_BINARY", 0))


def _bytes(real: Path) -> bytes | None:
    """What a file holds; None for what is none, or cannot be read."""
    with suppress(OSError), os.fdopen(_open(real), "rb") as stream:
        if stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
            return stream.read()
    return None


def _digest(real: Path) -> bytes | None:
    data = _bytes(real)
    return None if data is None else hashlib.sha256(data).digest()


def _at_rest(real: Path) -> bytes | None:
    """The same when nobody writes into it any more, which is waited for, for a while."""
    for _ in range(_OFTEN):
        if not _is_being_written(real):
            break
        time.sleep(PAUSE)
    return _bytes(real)


def _is_being_written(real: Path) -> bool:
    with suppress(OSError), os.fdopen(_open(real), "rb") as stream:
        return is_being_written(stream.fileno())
    return False


def require_file(path: Path, status: os.stat_result) -> None:
    """Raises OSError for a folder, and for a device or a pipe, which to replace would be to destroy."""
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.ENXIO, "not a regular file", str(path))


@contextmanager
def undisturbed() -> Iterator[None]:
    """What would end the program waits until the end of this: a signal finds all of it done, or nothing."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    try:
        signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT))
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """Errors speak of the file, as it was named, not of a temporary one beside it."""
    try:
        yield
    except OSError as error:
        if isinstance(error, ReadOnlyFolder):
            raise ReadOnlyFolder(error.errno, error.strerror, str(path)) from error
        raise OSError(error.errno, error.strerror, str(path)) from error


#: The longest name that every file system takes, and what our endings need of it.
_LONGEST: Final = 255
_ENDING: Final = 24
#: Behind the name: five digits of the digest of what was read, five of what was to be written, and six at random.
_TEMPORARY: Final = re.compile(r"[0-9a-f]{16}\.tmp")


def beside(real: Path, ending: str) -> Path:
    """Where a file of ours that belongs to another lies: ``.NAME.ENDING`` in the same folder."""
    return real.with_name(_start(real) + ending)


def lock_of(sheet: Path) -> Path:
    """Where the lock of a sheet lies; symbolic links are followed."""
    return beside(Path(os.path.realpath(sheet)), "lock")


def _start(real: Path) -> str:
    name = os.fsencode(real.name)
    short = real.name if len(name) + _ENDING <= _LONGEST else hashlib.sha256(name).hexdigest()
    return f".{short}."


@contextmanager
def temporary(real: Path, data: bytes, like: Path | None, mark: str = "") -> Iterator[Path]:
    """A file in the same folder that holds ``data``, safely on the disk; gone at the end unless it was renamed.

    It has the rights of the file ``like``, and before it has them nobody else can read it. ``mark``: digits that its
    name begins with.
    """
    fresh = beside(real, f"{(mark + os.urandom(8).hex())[:16]}.tmp")
    wanted = None
    if like is not None:
        source = _open(Path(os.path.realpath(like)))
        try:
            require_file(like, os.fstat(source))
            wanted = rights(source)
        finally:
            os.close(source)
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    try:
        descriptor = os.open(fresh, flags, 0o666 if like is None else 0o600)
    except PermissionError as error:
        raise ReadOnlyFolder(error.errno, error.strerror, str(real)) from error
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(data)
            stream.flush()
            if wanted is not None:
                give(stream.fileno(), wanted)
            os.fsync(stream.fileno())
        yield fresh
    finally:
        with suppress(OSError):
            fresh.unlink(missing_ok=True)


def _mark(digest: bytes) -> str:
    """What the name of a temporary file says of a text."""
    return digest.hex()[:5]


def _clear(real: Path) -> None:
    """Remove what a kill has left behind. Only under the lock: then nobody is at work on these.

    An editor's save that was taken out of its place in the moment of the kill goes back there.
    """
    starts = (_start(real), _start(beside(real, "journal")))
    with suppress(OSError):
        for name in os.listdir(real.parent):
            if any(name.startswith(start) and _TEMPORARY.fullmatch(name, len(start)) for start in starts):
                left = real.with_name(name)
                old, new = name[-20:-15], name[-15:-10]
                now, was = (_mark(_digest(file) or b"") for file in (real, left))
                if now == new and was not in ("", old, new):
                    left.replace(real)
                else:
                    left.unlink(missing_ok=True)


#: What a disk says that knows no hard links (FAT, some network folders).
_NO_LINKS: Final = frozenset({errno.EPERM, errno.EOPNOTSUPP, errno.ENOTSUP, errno.ENOSYS, errno.EINVAL, errno.EMLINK})


def _link(temporary: Path, real: Path) -> None:
    """Give the file its name if nobody has it. Raises FileExistsError, also in a race of two."""
    try:
        os.link(temporary, real)
    except FileExistsError:
        raise
    except FileNotFoundError:  # who was faster has cleared up
        if not real.exists():
            raise
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(real)) from None
    except (OSError, AttributeError, NotImplementedError) as error:
        if isinstance(error, OSError) and error.errno not in _NO_LINKS:
            raise
    else:
        return
    os.close(os.open(real, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666))  # takes the name, then puts the bytes there
    try:
        temporary.replace(real)
    except BaseException:
        real.unlink()
        raise


def _sync_folder(folder: Path) -> None:
    """Put the new name on the disk, where the system can. The file is already whole, so no failure is reported."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


#: So many seconds to wait for whoever else is writing: a busy disk takes ten and more until it has what was written.
PATIENCE: Final = 30.0


@contextmanager
def locked(path: Path, timeout: float = PATIENCE) -> Iterator[None]:
    """Hold the lock on a file (``.NAME.lock`` beside it, symbolic links followed); for reading, changing and saving.

    Raises Busy if somebody else holds it for ``timeout`` seconds, Barred if it cannot be held for what stands in its
    place, OSError if there is no such file, or it is none that can be replaced. Where the drive knows no locks it goes
    on without: ``save`` still sees what others have written, but for the blink of its last step. Whoever has then
    written is warned (Lockless).
    """
    before = path.stat()
    require_file(path, before)
    real = Path(os.path.realpath(path))
    # Whoever may write the sheet may lock it; who has made the lock opens it again, whatever the sheet allows.
    mode = stat.S_IMODE(before.st_mode) & 0o666 | 0o600
    wanted = Rights(mode, before.st_uid, before.st_gid, access_list(real))
    with held(path, beside(real, "lock"), wanted, timeout) as safe:
        if safe:
            _clear(real)
        yield
        if not safe and not os.path.samestat(before, path.stat()):
            warnings.warn(Lockless(str(path)), stacklevel=3)
