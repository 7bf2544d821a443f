"""The command table: a sheet on the whole screen, for who keeps the list at the table."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from dokosheet.shell import keys
from dokosheet.shell.console import Trouble, files, words
from dokosheet.shell.program import Command, app


@app.command(cls=Command, help="help.table-view", epilog="dokosheet table abend.yaml")
def table(sheet: Annotated[str, typer.Argument(metavar="SHEET", help="help.sheet")]) -> int:
    from dokosheet.edit.document import excerpt
    from dokosheet.shell.console import print_findings
    from dokosheet.table.watch import Watch

    t = words()
    if sheet == "-":
        raise Trouble(t("error.standard-input"))
    if find_spec("textual") is None:
        raise Trouble(t("error.no-textual"))
    if t.plain:
        raise Trouble(t("error.table-plain", file=sheet))
    if not (keys.at_terminal() and sys.stderr.isatty()) or keys.is_dumb():
        raise Trouble(t("error.no-terminal"))
    watch = Watch(sheet)
    with files(sheet), Path(sheet).open("rb"):
        watch.look()
    opened = watch.seen.good or watch.seen.broken
    if opened is None or opened.ledger is None:
        found = opened.findings if opened else ()
        print_findings(found, excerpt(found, sheet, opened.text if opened else ""))
        return 1
    from dokosheet.table.view import TableView

    return TableView(watch, opened, opened.ledger).run() or 0
