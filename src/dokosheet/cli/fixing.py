"""``check --fix`` and ``check --diff``: mend what is certain, or show what would be."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from typing import Any

from dokosheet.cli.reports import Github, Json, Output, Text
from dokosheet.core.finding import Repair
from dokosheet.edit.document import Document, expand
from dokosheet.edit.edits import Edit, Mended, Unmended
from dokosheet.edit.many import Choice, Report, report_of
from dokosheet.edit.mending import fix
from dokosheet.edit.saving import now
from dokosheet.screen import findings as render
from dokosheet.screen.findings import annotation, because
from dokosheet.shell.console import Trouble, count, counted, keep, printed, said, say, words, write_utf8
from dokosheet.text import Texts
from dokosheet.text.signs import printable


def run(paths: list[str], chosen: Choice, format: str, diff: bool, strict: bool) -> int:
    """Mend sheets, or with ``diff`` print what would be written; the exit code. Raises Trouble.

    A sheet that cannot be read or written is named on the standard error stream, the others are done all the same.
    """
    t = words()
    if diff and format != "text":
        raise Trouble(t("error.diff-format"))
    if not diff and "-" in paths:
        raise Trouble(t("error.standard-input"))
    formats: dict[str, type[_Fixing]] = {"text": _Text, "json": _Json, "github": _Github}
    output = _Diff() if diff else formats[format]()
    left, sheets, hands, mended = {"error": 0, "warning": 0, "notice": 0}, 0, 0, 0
    troubles: list[Trouble] = []
    wrong = False
    with output:
        for fixed in _each(paths, chosen, not diff, troubles):
            report = report_of(fixed.after, chosen)
            output.fixed(fixed, report)
            if fixed.mended and not diff:
                keep(fixed.after.file, "check --fix", (mended.repair.new for mended in fixed.mended), format != "text")
            sheets, hands, mended = sheets + 1, hands + report.hands, mended + len(fixed.mended)
            for finding in report.findings:
                left[finding.severity] += 1
            counted_for_code = report_of(fixed.before, chosen) if diff else report
            wrong = wrong or any(f.severity in ("error", *["warning"] * strict) for f in counted_for_code.findings)
        if not sheets and not troubles:
            raise Trouble(t("error.no-sheets", paths=" ".join(paths)))
    if sheets or format == "json":
        output.end(sheets, hands, left, mended)
    return 2 if troubles else int(wrong)


def _each(paths: list[str], chosen: Choice, write: bool, troubles: list[Trouble]) -> Iterator[Edit]:
    """Every sheet, mended; what stands in the way of one is said and does not keep the next from being done."""
    at = now()
    for found in expand(paths):
        fixed = None
        with said(found.path, troubles):
            fixed = fix(found, chosen, _because, at, write)
        if fixed is not None:
            if fixed.trouble is not None:
                with said(found.path, troubles):
                    raise fixed.trouble
            yield fixed


def _because(repair: Repair) -> str:
    return render.because(repair, words().written)


class _Fixing(Output):
    """Sheets as they are mended."""

    def fixed(self, fixed: Edit, report: Report) -> None:
        raise NotImplementedError

    def end(self, sheets: int, hands: int, left: dict[str, int], mended: int) -> None:
        raise NotImplementedError


class _Text(_Fixing, Text):
    """For people: what was mended, what remains."""

    def fixed(self, fixed: Edit, report: Report) -> None:
        t = words()
        say(mended_line(mended, t) for mended in fixed.mended)
        if fixed.mended and report.findings:
            say([""])
        why = {_key(one.finding): unmended_line(one, t) for one in fixed.unmended}
        for finding in report.findings:
            say(render.as_text(finding, report.excerpt.get((finding.file, finding.place.line)), t))
            say(f"    {why[_key(finding)]}" for _ in range(_key(finding) in why))
            say([""])
        if fixed.mended and not report.findings:
            say([""])

    def end(self, sheets: int, hands: int, left: dict[str, int], mended: int) -> None:
        print(_summary("fix.done", sheets, hands, left, mended))


def _key(finding: Any) -> tuple[Any, ...]:
    return finding.code, finding.variant, finding.place, finding.player


def _summary(message: str, sheets: int, hands: int, left: dict[str, int], mended: int) -> str:
    """``1 sheet, 24 hands: 2 mended, 1 error left``."""
    t = words()
    what = {"sheets": count("sheet", sheets), "hands": count("hand", hands), "mended": mended}
    return t(message, left=counted(left) or t("fix.nothing"), **what)


class _Json(_Fixing, Json):
    """The object of ``check``, with what was mended and what could not be."""

    def __init__(self) -> None:
        super().__init__()
        self.done: list[dict[str, Any]] = []
        self.not_done: list[dict[str, Any]] = []

    def fixed(self, fixed: Edit, report: Report) -> None:
        self.report(report)
        self.done += [mended_value(mended, words()) for mended in fixed.mended]
        self.not_done += [unmended_value(unmended, words()) for unmended in fixed.unmended]

    def end(self, sheets: int, hands: int, left: dict[str, int], mended: int) -> None:
        write_utf8(f'], "fixed": {render.dumps(self.done)}, "unfixed": {render.dumps(self.not_done)}')
        write_utf8(f', "sheets": {sheets}, "hands": {hands}}}\n')


class _Github(_Fixing, Github):
    """A notice for everything that was mended, and the annotations of what remains."""

    def fixed(self, fixed: Edit, report: Report) -> None:
        for mended in fixed.mended:
            print(mended_github(mended, words()))
        self.report(report)

    def end(self, sheets: int, hands: int, left: dict[str, int], mended: int) -> None:
        return


class _Diff(_Fixing):
    """What would be written; the summary is none of the diff, so it goes to the other stream."""

    def fixed(self, fixed: Edit, report: Report) -> None:
        for line in diff(fixed):
            write_utf8(printed(line) if sys.stdout.isatty() else line)  # patch wants it byte by byte

    def end(self, sheets: int, hands: int, left: dict[str, int], mended: int) -> None:
        print(_summary("fix.would", sheets, hands, left, mended), file=sys.stderr)


# -- What was mended in sheets: lines for people, values for JSON, annotations for GitHub, and a diff.


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


def diff(fixed: Edit) -> Iterator[str]:
    """The unified diff of a sheet, line by line with the line breaks of the file; ``patch`` can apply it."""
    from difflib import unified_diff

    name = printable(fixed.before.file)
    old, new = _lines(fixed.before), _lines(fixed.after)
    for line in unified_diff(old, new, name, name):
        yield line
        if not line.endswith("\n"):
            yield "\n\\ No newline at end of file\n"


def _lines(sheet: Document) -> list[str]:
    """The lines of a file as ``patch`` counts them: only a line feed ends one."""
    mark = "\ufeff" if sheet.source and sheet.source.bom else ""
    return re.findall(r"[^\n]*\n|[^\n]+", mark + sheet.text)
