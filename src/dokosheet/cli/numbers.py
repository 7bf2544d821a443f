"""Commands that compute: score, standings."""

from __future__ import annotations

import os
import shlex
import stat
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, BinaryIO

import typer

from dokosheet.cli.checking import Paths, chosen
from dokosheet.shell import completion
from dokosheet.shell.console import Trouble, choice, count, counted, files, ruleset, say, tell, words, write_utf8
from dokosheet.shell.program import Command, app

if TYPE_CHECKING:
    from dokosheet.core.ledger.standings import Standing, Tallies

#: A longer line is no hand; the rest of it is read away.
LONGEST_LINE = 65536


@app.command(
    cls=Command,
    help="help.score",
    epilog="dokosheet score Anna Cem 156 re fuchs:Anna doppelkopf:kontra",
    context_settings={"ignore_unknown_options": True},
)
def score(
    tokens: Annotated[
        list[str], typer.Argument(metavar="TOKENS ...", help="help.tokens", autocompletion=completion.tokens)
    ],
    rules: Annotated[
        str, typer.Option(metavar="NAME", help="help.rules-option", autocompletion=completion.rulesets)
    ] = "tsr",
    players: Annotated[str, typer.Option(metavar="A,B,C,D", help="help.players")] = "",
) -> int:
    from dokosheet.core.notation.vocabulary import fold, is_name
    from dokosheet.edit import calculator as scoring
    from dokosheet.screen.breakdown import breakdown
    from dokosheet.shell.console import print_findings

    t = words()
    loaded = ruleset(rules)
    stream = tokens == ["-"]
    line = " ".join(tokens)
    names = tuple(name.strip() for name in players.split(",") if name.strip())
    if players and len({fold(player.word) for player in scoring.table_of(names) if is_name(player.word)}) != 4:
        raise Trouble(t("error.players"))
    if stream:
        return _stream(scoring.Calculator(loaded, names or scoring.PLAYERS))
    scored = scoring.Calculator(loaded, names or scoring.players_of(line.split(), loaded)).score(line)
    found = ([scored.error] if scored.error else []) + list(scored.findings)
    print_findings(found, {(finding.file, 1): line for finding in found})
    if scored.row is None:
        if not names and scored.error and scored.error.code in ("F105", "F107"):
            print(t("score.players"))
        return 1
    say(breakdown(scored.row, t))
    return 1 if any(finding.severity == "error" for finding in found) else 0


def _stream(calculator: object) -> int:
    """Score one hand a line; whoever waits for each answer at a pipe gets it at once."""
    from dokosheet.edit.calculator import Calculator
    from dokosheet.screen.breakdown import ScoreLines

    assert isinstance(calculator, Calculator)
    render = ScoreLines(words())
    out = sys.stdout.buffer
    at_once = not stat.S_ISREG(os.fstat(sys.stdin.fileno()).st_mode)
    failed = False
    for number, line in _lines(sys.stdin.buffer):
        scored = calculator.score(line, number)
        failed = failed or scored.row is None
        out.write(render.line(number, scored).encode("utf-8", "replace") + b"\n")
        if at_once:
            out.flush()
    out.flush()
    return 1 if failed else 0


def _lines(stream: BinaryIO) -> Iterator[tuple[int, str]]:
    """Number and text of each line that is neither blank nor a comment."""
    number = 0
    while raw := stream.readline(LONGEST_LINE):
        number += 1
        while len(raw) == LONGEST_LINE and not raw.endswith(b"\n"):
            rest = stream.readline(LONGEST_LINE)
            raw = raw[:100] + rest[-1:] if rest.endswith(b"\n") else raw
            if not rest:
                break
        line = raw.decode("utf-8-sig" if number == 1 else "utf-8", "replace").rstrip()
        if line and not line.lstrip().startswith("#"):
            yield number, line


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
