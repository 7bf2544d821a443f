"""A sheet onto the disk: whole at any moment, and nobody else's change is lost."""

from __future__ import annotations

import errno
import hashlib
import os
import re
import signal
import stat
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from dokosheet.io.locks import held
from dokosheet.io.trouble import Changed, Lockless, ReadOnlyFolder


def save(
    path: Path, old_digest: bytes | None, new_text_bytes: bytes, last: Callable[[], object] = lambda: None
) -> None:
    """Put new bytes into the file, so that at any moment it holds the old or the new ones, whole.

    ``old_digest`` is the SHA-256 of what was read, None if the file must not exist yet. Call it under ``locked``.
    ``last``: what is to be done when nothing but the last step is left, which seldom fails.
    Symbolic links are followed; mode and, where permitted, owner stay; a second hard link keeps the old bytes.
    Raises Changed if the file is not what was read, FileExistsError if it must not exist yet but does, OSError for
    whatever the disk says. After each of these the old file is untouched and no other file is left behind.
    """
    real = Path(os.path.realpath(path))
    with undisturbed(), _named(path):
        if old_digest is None:
            with temporary(real, new_text_bytes, None) as fresh:
                _link(fresh, real)
        else:
            try:
                status = real.stat()
            except FileNotFoundError:
                raise Changed(path) from None
            require_file(path, status)
            if not os.access(real, os.W_OK):  # a rename asks only the folder, but who took the right to write meant it
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
            with temporary(real, new_text_bytes, status) as fresh:
                _compare(path, real, old_digest)  # late: an editor that knows no lock may have written meanwhile
                last()
                fresh.replace(real)
        _sync_folder(real.parent)


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


def _compare(path: Path, real: Path, old_digest: bytes) -> None:
    try:
        now = hashlib.sha256(real.read_bytes()).digest()
    except FileNotFoundError:
        raise Changed(path) from None
    if now != old_digest:
        raise Changed(path)


#: The longest name that every file system takes, and what our endings need of it.
_LONGEST: Final = 255
_ENDING: Final = 24
_TEMPORARY: Final = re.compile(r"[0-9a-f]{16}\.tmp")


def beside(real: Path, ending: str) -> Path:
    """Where a file of ours that belongs to another lies: ``.NAME.ENDING`` in the same folder."""
    return real.with_name(_start(real) + ending)


def _start(real: Path) -> str:
    name = os.fsencode(real.name)
    short = real.name if len(name) + _ENDING <= _LONGEST else hashlib.sha256(name).hexdigest()
    return f".{short}."


@contextmanager
def temporary(real: Path, data: bytes, like: os.stat_result | None) -> Iterator[Path]:
    """A file in the same folder that holds ``data``, safely on the disk; gone at the end unless it was renamed.

    It is not readable for others before it has the mode of the file it will replace.
    """
    fresh = beside(real, f"{os.urandom(8).hex()}.tmp")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    try:
        descriptor = os.open(fresh, flags, 0o666 if like is None else 0o600)
    except PermissionError as error:
        raise ReadOnlyFolder(error.errno, error.strerror, str(real)) from error
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(data)
            stream.flush()
            if like is not None:
                _make_alike(fresh, like)
            os.fsync(stream.fileno())
        yield fresh
    finally:
        with suppress(OSError):
            fresh.unlink(missing_ok=True)


def _clear(real: Path) -> None:
    """Remove what a kill has left behind. Only under the lock: then nobody is at work on these."""
    starts = (_start(real), _start(beside(real, "journal")))
    with suppress(OSError):
        for name in os.listdir(real.parent):
            if any(name.startswith(start) and _TEMPORARY.fullmatch(name, len(start)) for start in starts):
                real.with_name(name).unlink(missing_ok=True)


def _make_alike(temporary: Path, like: os.stat_result) -> None:
    mode = stat.S_IMODE(like.st_mode)
    if hasattr(os, "chown"):
        try:
            os.chown(temporary, like.st_uid, like.st_gid)
        except OSError:  # only the owner of the machine may give files away; to a group of one's own, everybody
            try:
                os.chown(temporary, -1, like.st_gid)
            except OSError:
                mode = mode & ~0o070 | (mode & 0o007) << 3  # another group may not do more than everybody
    os.chmod(temporary, mode)  # after chown, which takes bits away


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


@contextmanager
def locked(path: Path, timeout: float = 10.0) -> Iterator[None]:
    """Hold the lock on a file (``.NAME.lock`` beside it, symbolic links followed); for reading, changing and saving.

    Raises Busy if somebody else holds it for ``timeout`` seconds, Barred if it cannot be held for what stands in its
    place, OSError if there is no such file, or it is none that can be replaced. Where the drive knows no locks it goes
    on without: ``save`` still sees what others have written, but for the blink of its last step. Whoever has then
    written is warned (Lockless).
    """
    before = path.stat()
    require_file(path, before)
    real = Path(os.path.realpath(path))
    mode = stat.S_IMODE(before.st_mode) & 0o666 | 0o600  # who has made it opens it again, whatever the sheet allows
    with held(path, beside(real, "lock"), mode, timeout, (before.st_uid, before.st_gid)) as safe:
        if safe:
            _clear(real)
        yield
        if not safe and not os.path.samestat(before, path.stat()):
            warnings.warn(Lockless(str(path)), stacklevel=3)
