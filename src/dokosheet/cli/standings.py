"""``standings``: the table over any number of sheets."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from dokosheet.cli.check import Paths, chosen
from dokosheet.shell.console import Trouble, choice, count, counted, files, tell, words, write_utf8
from dokosheet.shell.program import Command, app

if TYPE_CHECKING:
    from dokosheet.core.ledger.standings import Standing, Tallies


@app.command(
    cls=Command, help="help.standings", epilog="dokosheet standings examples/spielabend.yaml examples/zweite_runde.yaml"
)
def standings(
    paths: Paths,
    format: Annotated[str, typer.Option(metavar="FORMAT", help="help.format.standings")] = "",
    dialect: Annotated[str, typer.Option(metavar="NAME", help="help.dialect")] = "",
    tie_break: Annotated[str, typer.Option(metavar="NAMES", help="help.tie-break")] = "",
    ignore: Annotated[str, typer.Option(metavar="CODES", help="help.ignore")] = "",
) -> int:
    from dokosheet.core.ledger.standings import TIE_BREAKS
    from dokosheet.edit.many import rank
    from dokosheet.screen import ranking
    from dokosheet.screen.findings import as_value, contract_line, dumps
    from dokosheet.screen.findings import counts as counts_of

    t = words()
    shape = choice("--format", format or ("csv" if dialect else "table"), ("table", "csv", "json"))
    spelling = choice("--dialect", dialect or "program", ranking.DIALECTS)
    chain = [word.strip() for word in tie_break.split(",") if word.strip()]
    for name in chain:
        if name not in TIE_BREAKS:
            raise Trouble(t("error.tie-break", name=name, known=t.list(TIE_BREAKS, "or")))
    with files(" ".join(paths), "error.no-path"):
        table, tallies, found = rank(paths, chain, chosen("", ignore))
    for finding in found:
        if finding.code in ("F101", "F109", "F110") or finding.code[0] == "T":
            tell(contract_line(finding, t), error=True)
    if not tallies.sheets:
        raise Trouble(t("error.no-sheets", paths=" ".join(paths)))
    if shape == "json":
        between = [as_value(finding, t) for finding in found if finding.code[0] == "T"]
        write_utf8(dumps(ranking.as_value(table, tallies) | {"findings": between}) + "\n")
    elif shape == "csv":
        write_utf8(ranking.as_csv(table, ranking.DIALECTS[spelling]))
    else:
        shown = ranking.as_table(table, t)
        shown.print(t.plain)
        if shown.hidden:
            print(t("show.hidden", columns=t.list(shown.hidden)))
        if tallies.house:
            tell(t("rule.houses", sheets=count("sheet", tallies.house_sheets), rules=t.list(sorted(tallies.house))))
    _careful(table, tallies)
    inside = counts_of(finding for finding in found if finding.code[0] != "T")
    if inside["error"]:
        command = shlex.join(["dokosheet", "check", *paths])
        print(t("standings.errors", counts=counted({"error": inside["error"]}), command=command), file=sys.stderr)
    return 1 if counts_of(found)["error"] else 0


def _careful(table: Sequence[Standing], tallies: Tallies) -> None:
    """What is not known, and so not decided, in a table."""
    from dokosheet.screen import ranking

    t = words()
    for sentence in ranking.undecided(table, t):
        tell(sentence, error=True)
    if tallies.incomplete_sheets:
        names = t.list(standing.tally.player for standing in table if standing.tally.incomplete)
        sheets = count("sheet", tallies.incomplete_sheets)
        tell(t("standings.incomplete", players=names, sheets=sheets), error=True)
    if tallies.carried_sheets:
        print(t("standings.carried", sheets=count("sheet", tallies.carried_sheets)), file=sys.stderr)
