"""Commands about findings: check, explain."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dokosheet import checks
from dokosheet.cli.reports import Github, Json, Text
from dokosheet.core.finding import CODES
from dokosheet.shell.console import Trouble, choice, said, say, words
from dokosheet.shell.program import Command, app

if TYPE_CHECKING:
    from dokosheet.edit.many import Choice


Paths = Annotated[list[str], typer.Argument(metavar="PATH ...", help="help.paths")]


@app.command(cls=Command, help="help.check", epilog="dokosheet check examples/fehler.yaml")
def check(
    paths: Paths,
    select: Annotated[str, typer.Option(metavar="CODES", help="help.select")] = "",
    ignore: Annotated[str, typer.Option(metavar="CODES", help="help.ignore")] = "",
    strict: Annotated[bool, typer.Option("--strict", help="help.strict")] = False,
    format: Annotated[str, typer.Option(metavar="FORMAT", help="help.format.check")] = "text",
    jobs: Annotated[int, typer.Option(metavar="N", help="help.jobs")] = 0,
    fix: Annotated[bool, typer.Option("--fix", help="help.fix")] = False,
    diff: Annotated[bool, typer.Option("--diff", help="help.diff")] = False,
) -> int:
    from dokosheet.edit import many as checking
    from dokosheet.edit.document import expand

    choice("--format", format, ("text", "json", "github"))
    t, which = words(), chosen(select, ignore)
    if fix or diff:
        if jobs > 1:
            raise Trouble(t("error.fix-jobs"))
        from dokosheet.cli import fixing

        return fixing.run(paths, which, format, diff, strict)
    formats: dict[str, type[Text | Json | Github]] = {"text": Text, "json": Json, "github": Github}
    output = formats[format]()
    counts, sheets, hands = {"error": 0, "warning": 0, "notice": 0}, 0, 0
    troubles: list[Trouble] = []
    with output:
        for report in checking.check(expand(paths), which, jobs):
            if report.trouble is not None:
                with said(report.file, troubles):
                    raise report.trouble
                continue
            sheets += 1
            hands += report.hands
            for finding in report.findings:
                counts[finding.severity] += 1
            output.report(report)
        if not sheets and not troubles:
            raise Trouble(t("error.no-sheets", paths=" ".join(paths)))
    if sheets or format == "json":
        output.finish(sheets, hands, counts)
    return 2 if troubles else int(bool(counts["error"] or (strict and counts["warning"])))


def chosen(select: str, ignore: str) -> Choice:
    """Which findings count, by what was given to ``--select`` and ``--ignore``."""
    from dokosheet.edit import many as checking

    wanted, unwanted = (tuple(word.strip() for word in text.split(",") if word.strip()) for text in (select, ignore))
    unknown = checking.unknown_codes((*wanted, *unwanted))
    if unknown:
        raise Trouble(words()("error.no-codes", codes=words().list(unknown)))
    return checking.Choice(wanted, unwanted)


@app.command(cls=Command, help="help.explain", epilog="dokosheet explain S404")
def explain(code: Annotated[str, typer.Argument(metavar="CODE", help="help.code")] = "") -> int:
    from dokosheet.screen.plain import page as spoken

    t = words()
    if not code:
        _print_lines(catalogue(t.lang))
        return 0
    text = page(code, t.lang)
    if text is not None:
        say(spoken(text) if t.plain else (text.rstrip("\n"),))
        return 0
    about = about_paragraph(code, t.lang)
    if not about:
        raise Trouble(t("error.no-code", code=code))
    print(t("explain.paragraph", paragraph=bare(code)))
    _print_lines(about)
    return 0


def _print_lines(checks: Iterable[tuple[str, str, str, str]]) -> None:
    for code, name, severity, sentence in checks:
        row = f"{code} {name}, {severity}: {sentence}" if words().plain else ""
        print(row or f"{code}  {name:<23}  {severity:<7}  {sentence}")


# -- The documentation of the checks, which lies beside them.


#: Code, name, severity, and what it says in one sentence.
Line = tuple[str, str, str, str]


def page(word: str, lang: str) -> str | None:
    """The page of a check by its code or name, None where there is no such check."""
    names = {name: code for code, (name, _) in CODES.items()}
    code = names.get(word.lower(), word.upper())
    return _read(code, lang) if code in CODES else None


def catalogue(lang: str) -> list[Line]:
    """All checks."""
    return [_line(code, lang) for code in CODES]


def about_paragraph(word: str, lang: str) -> list[Line]:
    """The checks that name a paragraph of TSR, or one below it."""
    number = bare(word)
    if not re.fullmatch(r"\d+(\.\d+)*( ?\([a-z]\))?", number):
        return []
    pattern = re.compile(rf"TSR[^\n]*(?<![\d.]){re.escape(number)}(?!\d)")
    return [_line(code, lang) for code in CODES if pattern.search(_read(code, lang))]


def bare(word: str) -> str:
    """The number of a paragraph: ``TSR 7.2.2`` and ``§7.2.2`` are ``7.2.2``."""
    return word.upper().removeprefix("TSR").removeprefix("§").strip().lower()


def _read(code: str, lang: str) -> str:
    return (Path(checks.__file__).parent / "docs" / lang / f"{code}.md").read_text("utf-8")


def _line(code: str, lang: str) -> Line:
    sentence = next(line for line in _read(code, lang).split("\n")[1:] if line.strip())
    return code, *CODES[code], sentence
