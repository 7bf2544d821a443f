"""Open sheets: text -> Sheet -> Ledger -> findings, one value that carries all of it."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from dokosheet import checks
from dokosheet.core.finding import Finding
from dokosheet.core.ledger import Ledger, keep
from dokosheet.core.sheet import Sheet
from dokosheet.io.sheets import read_sheet
from dokosheet.io.text import Source, read_text

SUFFIXES = (".yaml", ".yml")


class Opened(Struct, frozen=True):
    """A sheet as far as it could be read, and everything that was found in it. ``file``: as the user named it."""

    file: str
    source: Source | None
    sheet: Sheet | None
    ledger: Ledger | None
    findings: tuple[Finding, ...]

    @property
    def hands(self) -> int:
        """How many hands it holds."""
        return len(self.ledger.rows) if self.ledger else 0

    @property
    def text(self) -> str:
        """The text, for excerpts."""
        return self.source.text if self.source else ""


def open_sheet(path: str) -> Opened:
    """Read, keep and check one sheet; ``-`` is the standard input. Raises OSError if it cannot be opened."""
    source, found = read_text(None if path == "-" else Path(path))
    if source is None:
        return Opened(path, None, None, None, tuple(found))
    beside = None if path == "-" else Path(path).parent
    return opened(source, path, beside)


def opened(source: Source, path: str, beside: Path | None) -> Opened:
    """The same for a text that was read already."""
    sheet, found = read_sheet(source.text, path, beside)
    if sheet is None:
        return Opened(path, source, None, None, tuple(found))
    ledger = keep(sheet)
    findings = checks.run(ledger, found)
    return Opened(path, source, sheet, ledger, tuple(f if f.file else replace(f, file=path) for f in findings))


def expand(paths: Iterable[str]) -> Iterator[str]:
    """The files that paths, folders and patterns stand for. Raises FileNotFoundError for what stands for none."""
    for path in paths:
        if path == "-" or os.path.isfile(path):
            yield path
        elif os.path.isdir(path):
            yield from _sheets_in(path)
        else:
            matches = sorted(glob.glob(path, recursive=True))
            if not matches:
                raise FileNotFoundError(2, os.strerror(2), path)
            yield from expand(matches)


def _sheets_in(folder: str) -> Iterator[str]:
    """The sheets below a folder in the order of their names; other YAML files are passed over."""
    for where, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            path = os.path.join(where, name)
            if name.endswith(SUFFIXES) and _looks_like_sheet(path):
                yield path


def _looks_like_sheet(path: str) -> bool:
    """Whether a file has a key of a sheet at the beginning of a line."""
    try:
        with open(path, "rb") as stream:
            head = stream.read(65536)
    except OSError:
        return True  # opening it again will say why not
    return any(head.startswith(key) or b"\n" + key in head for key in (b"dokosheet:", b"players:", b"hands:"))
