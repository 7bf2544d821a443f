"""``check``: what is wrong with sheets, and with ``--fix`` mended."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from dokosheet.cli.reports import Github, Json, Text
from dokosheet.shell.console import Trouble, choice, said, words
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
