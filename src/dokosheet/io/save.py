"""A sheet onto the disk: whole at any moment, and nobody else's change is lost."""

from __future__ import annotations

import errno
import hashlib
import os
import stat
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from dokosheet.io.trouble import Busy, Changed

if TYPE_CHECKING:
    from collections.abc import Iterator


def save(path: Path, old_digest: bytes | None, new_text_bytes: bytes) -> None:
    """Put new bytes into the file, so that at any moment it holds the old or the new ones, whole.

    ``old_digest`` is the SHA-256 of what was read, None if the file must not exist yet. Call it under ``locked``.
    Symbolic links are followed; mode and, where permitted, owner stay; a second hard link keeps the old bytes.
    Raises Changed if the file is not what was read, FileExistsError if it must not exist yet but does, OSError for
    whatever the disk says. After each of these the old file is untouched and no other file is left behind.
    """
    real = Path(os.path.realpath(path))
    if old_digest is None:
        with temporary(real, new_text_bytes, None) as fresh:
            _link(fresh, real)
    else:
        try:
            status = real.stat()
        except FileNotFoundError:
            raise Changed(path) from None
        if not stat.S_ISREG(status.st_mode):  # replacing a device or a pipe would destroy it
            raise OSError(errno.EINVAL, "not a regular file", str(path))
        if not os.access(real, os.W_OK):  # a rename asks only the folder, but who took the right to write meant it
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        with temporary(real, new_text_bytes, status) as fresh:
            _compare(path, real, old_digest)  # last of all: an editor that knows no lock may have written meanwhile
            fresh.replace(real)
    _sync_folder(real.parent)


def _compare(path: Path, real: Path, old_digest: bytes) -> None:
    try:
        now = hashlib.sha256(real.read_bytes()).digest()
    except FileNotFoundError:
        raise Changed(path) from None
    if now != old_digest:
        raise Changed(path)


@contextmanager
def temporary(real: Path, data: bytes, like: os.stat_result | None) -> Iterator[Path]:
    """A file in the same folder that holds ``data``, safely on the disk; gone at the end unless it was renamed.

    It is not readable for others before it has the mode of the file it will replace.
    """
    fresh = real.with_name(f".dokosheet-{os.urandom(8).hex()}.tmp")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    descriptor = os.open(fresh, flags, 0o666 if like is None else 0o600)
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


def _make_alike(temporary: Path, like: os.stat_result) -> None:
    if hasattr(os, "chown"):
        with suppress(OSError):  # only the owner of the machine may give files away
            os.chown(temporary, like.st_uid, like.st_gid)
    os.chmod(temporary, stat.S_IMODE(like.st_mode))  # after chown, which takes bits away


#: What a disk says that knows no hard links (FAT, some network folders).
_NO_LINKS: Final = frozenset({errno.EPERM, errno.EOPNOTSUPP, errno.ENOTSUP, errno.ENOSYS, errno.EINVAL, errno.EMLINK})


def _link(temporary: Path, real: Path) -> None:
    """Give the file its name if nobody has it. Raises FileExistsError, also in a race of two."""
    try:
        os.link(temporary, real)
    except FileExistsError:
        raise
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

    Raises Busy if somebody else holds it for ``timeout`` seconds, OSError if the folder is missing or cannot hold
    the lock file. The lock file stays: to remove it would let two in.
    """
    from filelock import FileLock, Timeout

    real = Path(os.path.realpath(path))
    real.parent.stat()  # the lock would make a missing folder
    lock = FileLock(real.parent / f".{real.name}.lock", timeout=timeout)
    try:
        lock.acquire(poll_interval=0.01)
    except Timeout:
        raise Busy(path) from None
    try:
        yield
    finally:
        lock.release()
