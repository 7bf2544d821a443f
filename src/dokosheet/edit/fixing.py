"""Write what is certain into sheets: whole at any moment, with what stood there kept as a struck line."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from msgspec import Struct

from dokosheet.core.finding import Finding, Repair
from dokosheet.edit.document import Found, Opened, open_found, opened
from dokosheet.edit.many import Choice
from dokosheet.edit.mending import Help, Mended, Outcome, Unmended, certain, mend
from dokosheet.edit.saving import Writing, now, rewrite, writing
from dokosheet.files.text import LIMIT, Source
from dokosheet.files.trouble import Busy, Changed

__all__ = ["Fixed", "Mended", "Unmended", "fix", "now"]


class Fixed(Struct, frozen=True):
    """A sheet ``before`` and ``after``. ``trouble``: what kept it from being written; then ``after`` is ``before``."""

    before: Opened
    after: Opened
    mended: tuple[Mended, ...] = ()
    unmended: tuple[Unmended, ...] = ()
    trouble: Exception | None = None


def fix(found: Found, choice: Choice, because: Callable[[Repair], str], at: str, write: bool = True) -> Fixed | None:
    """Mend what is certain in a sheet, or without ``write`` say what would be; None for a file that is no sheet.

    ``choice``: the findings that may be mended; ``because``: the reason of a repair in words; ``at``: the time.
    Raises OSError where the file cannot be read; where it cannot be written, ``trouble`` says so and it is untouched.
    """
    sheet = open_found(found)
    if sheet is None:
        return None
    outcome = _decide(sheet, choice, because, at)
    if write and outcome.mended:
        try:
            return _written(Path(found.path), sheet, partial(_decide, choice=choice, because=because, at=at), outcome)
        except (OSError, Busy, Changed) as error:
            return Fixed(sheet, sheet, trouble=error)
    return Fixed(sheet, outcome.after, outcome.mended, outcome.unmended)


def _decide(sheet: Opened, choice: Choice, because: Callable[[Repair], str], at: str) -> Outcome:
    """What to mend in a sheet; the file is not touched."""

    def wants(finding: Finding) -> bool:
        return choice.wants(finding)

    source = sheet.source
    if source is None or not any(certain(finding) and wants(finding) for finding in sheet.findings):
        return Outcome(sheet, (), ())
    if sheet.unread is not None:  # what is missing could have made another number the wrong one
        found = (finding for finding in sheet.findings if certain(finding) and wants(finding))
        return Outcome(sheet, (), tuple(Unmended(finding, "fix.unread", {"line": sheet.unread}) for finding in found))
    beside = None if sheet.file == "-" else Path(sheet.file).parent

    def look(text: str) -> Opened:
        changed = Source(source.name, text, source.digest, source.newline, source.bom)
        if len(changed.encode(text)) > LIMIT:  # it could be written, and never be read again
            return Opened(sheet.file, changed, None, None, ())
        return opened(changed, sheet.file, beside)

    return mend(sheet, Help(look, wants, because, at))


def _written(file: Path, sheet: Opened, decide: Callable[[Opened], Outcome], outcome: Outcome) -> Fixed:
    """Write an outcome under the lock; decided anew if somebody has written since the file was read.

    Raises OSError, Busy and Changed.
    """

    def anew(source: Source | None, found: list[Finding]) -> tuple[Fixed, Writing | None]:
        if source is None:
            nothing = Opened(sheet.file, None, None, None, tuple(found))
            return Fixed(nothing, nothing), None
        now, done = sheet, outcome
        if sheet.source is None or source.digest != sheet.source.digest:
            now = opened(source, sheet.file, file.parent)
            done = decide(now)
        wanted = writing(source, done.after.text, "check --fix") if done.mended else None
        return Fixed(now, done.after, done.mended, done.unmended), wanted

    return rewrite(file, anew)
