"""What was mended in sheets: lines for people, values for JSON, annotations for GitHub, and a diff."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from dokosheet.app.fixing import Fixed
from dokosheet.app.mending import Mended, Unmended
from dokosheet.app.reading import Opened
from dokosheet.render.findings import annotation, because
from dokosheet.text import Texts
from dokosheet.text.signs import printable


def mended_line(mended: Mended, t: Texts) -> str:
    """``file:line: name: reason; was ..., is ...``: one line for each repair."""
    return f"{printable(mended.finding.file)}:{mended.line}: {mended.finding.name}: {_what(mended, t)}"


def _what(mended: Mended, t: Texts) -> str:
    repair = mended.repair
    return t("fix.mended", reason=because(repair, t), old=printable(repair.old), new=printable(repair.new))


def unmended_line(unmended: Unmended, t: Texts) -> str:
    """Why a certain repair was not applied."""
    return t("fix.not", why=t(unmended.why, **unmended.args))


def mended_github(mended: Mended, t: Texts) -> str:
    """A notice at the mended line."""
    return annotation("notice", mended.finding, f"line={mended.line}", _what(mended, t.written))


def mended_value(mended: Mended, t: Texts) -> dict[str, Any]:
    """A repair that was applied as plain values (stable within version 1)."""
    finding, repair = mended.finding, mended.repair
    return {
        "code": finding.code,
        "name": finding.name,
        "file": finding.file,
        "line": mended.line,
        "hand": finding.hand,
        "player": finding.player,
        "old": repair.old,
        "new": repair.new,
        "reason": because(repair, t.written),
        "struck": mended.struck,
        "lang": t.lang,
    }


def unmended_value(unmended: Unmended, t: Texts) -> dict[str, Any]:
    """A certain repair that was not applied, likewise; ``why`` is a word, ``reason`` a sentence."""
    finding = unmended.finding
    return {
        "code": finding.code,
        "name": finding.name,
        "file": finding.file,
        "line": finding.place.line,
        "hand": finding.hand,
        "player": finding.player,
        "why": unmended.why.removeprefix("fix."),
        "args": unmended.args,
        "reason": t.written(unmended.why, **unmended.args),
        "lang": t.lang,
    }


def diff(fixed: Fixed) -> Iterator[str]:
    """The unified diff of a sheet, line by line with the line breaks of the file; ``patch`` can apply it."""
    from difflib import unified_diff

    name = printable(fixed.before.file)
    old, new = _lines(fixed.before), _lines(fixed.after)
    for line in unified_diff(old, new, name, name):
        yield line
        if not line.endswith("\n"):
            yield "\n\\ No newline at end of file\n"


def _lines(sheet: Opened) -> list[str]:
    """The lines of a file as ``patch`` counts them: only a line feed ends one."""
    mark = "\ufeff" if sheet.source and sheet.source.bom else ""
    return re.findall(r"[^\n]*\n|[^\n]+", mark + sheet.text)
