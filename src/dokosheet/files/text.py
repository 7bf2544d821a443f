"""Bytes of a file or a pipe -> text, or the finding that says why not."""

from __future__ import annotations

import errno
import hashlib
import os
import signal
import stat
import sys
import time
from typing import TYPE_CHECKING, BinaryIO, Final

from dokosheet.core.finding import LINE_BREAK, Finding, Place, finding
from dokosheet.core.records import Record

if TYPE_CHECKING:
    from pathlib import Path

#: Nobody writes a sheet of 4 MiB; whoever sends one wants something else.
LIMIT: Final = 4 * 1024 * 1024
#: So often a file is looked at while somebody writes it, and so many seconds apart.
LOOKS: Final = 10
PAUSE: Final = 0.02
_BOM: Final = b"\xef\xbb\xbf"


#: What tells cheaply that a file has changed.
Stamp = tuple[int, int, int]


def stamp_of(file: str | Path) -> Stamp | None:
    """The stamp of a file; symbolic links are followed. None where there is none.

    What is no ordinary file counts as none: a pipe would keep us waiting, and a device need not have an end.
    """
    try:
        status = os.stat(file)
    except (OSError, ValueError):
        return None
    return (status.st_mtime_ns, status.st_size, status.st_ino) if stat.S_ISREG(status.st_mode) else None


class FileText(Record, frozen=True):
    """A text that was read, and what is needed to write it back in the same shape.

    ``text`` has its line breaks as they stand in the file and no BOM; ``digest`` is the SHA-256 of the bytes.
    """

    name: str
    text: str
    digest: bytes
    newline: str
    bom: bool

    def encode(self, text: str) -> bytes:
        """The bytes of a changed text, with the BOM that the file had."""
        data = text.encode("utf-8")
        return _BOM + data if self.bom else data


def lines(text: str) -> list[str]:
    """The lines as YAML counts them, without their line breaks; a break at the very end begins no further line."""
    parts = LINE_BREAK.split(text)
    if not parts[-1]:
        parts.pop()
    return parts


def read_text(path: Path | None, data: bytes | None = None) -> tuple[FileText | None, list[Finding]]:
    """Read ``path``, or take ``data`` if its bytes are known already; with neither, read the standard input.

    Returns the source, or None and one F101 (``too-large``: args ``limit``, ``size`` or None where it is not known;
    ``not-utf8``: args ``byte``). Raises OSError when the file is missing, a directory or not readable.
    """
    name = "-" if path is None else str(path)
    size: int | None
    if data is not None:
        size = len(data)
    elif path is not None:
        with path.open("rb") as stream:
            data, size = _read_some(stream)
    else:
        data, size = _read_some(_standard_input())
    if data is None or len(data) > LIMIT:
        refused = finding("F101", Place(1, 1, 1), variant="too-large", args={"limit": LIMIT, "size": size}, file=name)
        return None, [refused]
    return _decode(name, data)


def _standard_input() -> BinaryIO:
    if sys.stdin is None:  # a program without a console
        raise OSError("there is no standard input")
    return sys.stdin.buffer


def _read_some(stream: BinaryIO) -> tuple[bytes | None, int | None]:
    """The bytes and the size; no bytes when a file's size says enough. A pipe is read one byte beyond the limit.

    Somebody who is saving has perhaps not written all of it: then we look again, for a while.
    """
    descriptor, start = stream.fileno(), stream.tell() if stream.seekable() else 0
    for _ in range(LOOKS):
        before = os.fstat(descriptor)
        regular = stat.S_ISREG(before.st_mode)
        if regular and before.st_size > LIMIT:
            return None, before.st_size
        data = stream.read((before.st_size if regular else LIMIT) + 1)
        after = os.fstat(descriptor)
        same = (before.st_size, before.st_mtime_ns) == (after.st_size, after.st_mtime_ns)
        if not regular or (same and not is_being_written(descriptor)):
            break
        time.sleep(PAUSE)
        stream.seek(start)
    return data, len(data) if len(data) <= LIMIT else None


def is_being_written(descriptor: int) -> bool:
    """Whether a program has an open file open to write, as far as the system tells: Linux does, of one's own files.

    Then it is in the middle of saving, as editors do that write into the file itself.
    """
    if sys.platform != "linux":
        return False
    import fcntl

    try:
        fcntl.fcntl(descriptor, fcntl.F_SETSIG, signal.SIGURG)  # should somebody ask in that moment, nothing happens
        fcntl.fcntl(descriptor, fcntl.F_SETLEASE, fcntl.F_RDLCK)
        fcntl.fcntl(descriptor, fcntl.F_SETLEASE, fcntl.F_UNLCK)
    except OSError as error:
        return error.errno == errno.EAGAIN
    return False


def _decode(name: str, data: bytes) -> tuple[FileText | None, list[Finding]]:
    bom = data.startswith(_BOM)
    body = data[len(_BOM) :] if bom else data
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError as error:
        before = LINE_BREAK.split(body[: error.start].decode("utf-8"))
        line, column = len(before), len(before[-1]) + 1
        args = {"byte": f"0x{body[error.start]:02X}"}
        return None, [finding("F101", Place(line, column, column + 1), variant="not-utf8", args=args, file=name)]
    windows = text.count("\r\n")
    newline = "\r\n" if windows > text.count("\n") - windows else "\n"
    return FileText(name, text, hashlib.sha256(data).digest(), newline, bom), []
