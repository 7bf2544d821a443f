"""A sheet that others write while it is looked at: what stands there now, and what stood there before."""

from __future__ import annotations

import hashlib
import time
from pathlib import Path
from typing import Final

from dokosheet.core.records import Record, replace
from dokosheet.edit.document import Document, open_sheet
from dokosheet.files import rulesets
from dokosheet.files.text import Stamp, stamp_of
from dokosheet.files.tree import MappingNode, parse

#: The clocks of some file systems go in steps of two seconds: a second change within one step shows in the bytes only.
STEP: Final = 3.0


class Seen(Record, frozen=True):
    """What there is to show of a sheet.

    ``good``: as it was when it could last be read as a list, ``before`` that: the list before it; None where there was
    none yet. ``broken``: what stands there now, where it is no list. ``gone``: there is no file at the moment, and
    ``broken`` is None.
    ``at``: when the file was changed, in seconds of the system's clock.
    """

    good: Document | None = None
    before: Document | None = None
    broken: Document | None = None
    gone: bool = False
    at: float = 0.0


class Watch:
    """Looks at a sheet again and again, and at the files of rules that it names.

    It asks, instead of being told: network drives tell nobody that somebody else has written there.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self.seen = Seen()
        self._rules: list[Path] = []
        self._stamps: list[Stamp | None] = []
        self._contents: list[bytes | None] = []

    def look(self) -> bool:
        """Whether there is something else to show than at the look before; ``seen`` is then what."""
        stamps = self._stamped()
        if stamps == self._stamps and not _may_hide_a_change(stamps):
            return False
        contents = [_content(file) for file in self._files()]
        there = contents[0] is not None
        changed = there and contents != self._contents
        seen = self.seen if there else replace(self.seen, broken=None, gone=True)
        if changed:
            rulesets.forget()
            try:
                opened = open_sheet(self.path)
            except OSError:
                return False  # gone between two glances; the next look says so
            at = max(stamp[0] for stamp in stamps if stamp) / 1e9 if any(stamps) else time.time()
            self._rules = _rules(opened)
            seen = _next(self.seen, opened, at)
            stamps, contents = self._stamped(), [_content(file) for file in self._files()]
        self._contents = contents if there else []  # when it is back, it is read anew
        self._stamps = stamps
        different, self.seen = changed or seen != self.seen, seen
        return different

    def _files(self) -> list[Path]:
        return [Path(self.path), *self._rules]

    def _stamped(self) -> list[Stamp | None]:
        return [stamp_of(file) for file in self._files()]


def _next(seen: Seen, opened: Document, at: float) -> Seen:
    """What there is to show when another text stands in the file."""
    if opened.ledger is None or (_is_torn(opened) and seen.good is not None and not _is_torn(seen.good)):
        return replace(seen, broken=opened, gone=False, at=at)
    return Seen(opened, seen.good, at=at)


def _is_torn(opened: Document) -> bool:
    """Whether the YAML could be read in part only, so that hands may be missing from the list."""
    return any(finding.code == "F101" for finding in opened.findings)


def _rules(opened: Document) -> list[Path]:
    """The files in which the rules of a sheet may stand, whether they are there or not."""
    tree = parse(opened.text)[0] if opened.source is not None else None
    if not isinstance(tree, MappingNode):
        return []
    node = next((value for key, value in tree.items if key.text == "rules"), None)
    return rulesets.own_files(node, Path(opened.file).parent) if node is not None else []


def _may_hide_a_change(stamps: list[Stamp | None]) -> bool:
    now = time.time()
    return any(stamp is not None and abs(now - stamp[0] / 1e9) < STEP for stamp in stamps)


def _content(file: Path) -> bytes | None:
    """The digest of a file; None where it cannot be read."""
    if stamp_of(file) is None:
        return None
    try:
        with file.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").digest()
    except (OSError, ValueError):
        return None
