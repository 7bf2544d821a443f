"""``score``: what hands are worth that stand in no sheet, one or any number of them."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from typing import Annotated, BinaryIO

import typer

from dokosheet.shell import completion
from dokosheet.shell.console import Trouble, ruleset, say, words
from dokosheet.shell.program import Command, app

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
