"""``value``: what a value can be made of, or why it cannot be."""

from __future__ import annotations

from typing import Annotated

import typer

from dokosheet.shell import completion
from dokosheet.shell.console import Trouble, choice, ruleset, say, words, write_utf8
from dokosheet.shell.program import Command, app


@app.command(
    cls=Command,
    help="help.value",
    epilog="dokosheet value 5 --party re --augen 156 --call re",
    context_settings={"ignore_unknown_options": True},
)
def value(
    number: Annotated[str, typer.Argument(metavar="VALUE", help="help.number")],
    party: Annotated[str, typer.Option(metavar="re|kontra", help="help.party")] = "",
    kind: Annotated[str, typer.Option(metavar="KIND", help="help.kind")] = "",
    call: Annotated[list[str] | None, typer.Option(metavar="CALL", help="help.call")] = None,
    augen: Annotated[str, typer.Option(metavar="AUGEN", help="help.augen")] = "",
    sonderpunkt: Annotated[list[str] | None, typer.Option(metavar="ID:PARTY", help="help.sonderpunkt")] = None,
    bock: Annotated[int, typer.Option(metavar="LEVEL", help="help.bock")] = 0,
    rules: Annotated[
        str, typer.Option(metavar="NAME", help="help.rules-option", autocompletion=completion.rulesets)
    ] = "tsr",
    format: Annotated[str, typer.Option(metavar="FORMAT", help="help.format.show")] = "text",
) -> int:
    from dokosheet.core.notation.vocabulary import INTEGER
    from dokosheet.core.notation.words import integer
    from dokosheet.core.score.calls import PARTY
    from dokosheet.core.score.solver import explain
    from dokosheet.edit.calculator import MOST_BOCK, known, spelled
    from dokosheet.screen import values
    from dokosheet.screen.findings import dumps
    from dokosheet.shell.console import print_findings

    t = words()
    shape = choice("--format", format, ("text", "json"))
    gains = PARTY[choice("--party", party, PARTY)] if party else None
    if not INTEGER.fullmatch(number) or not 0 <= bock <= MOST_BOCK:
        raise Trouble(t("error.value", value=number, most=MOST_BOCK))
    loaded = ruleset(rules)
    counted = [spelled(count) for count in augen.split()]
    tokens = [*kind.split(), *counted, *(call or ()), *(sonderpunkt or ())]
    line = " ".join(tokens)
    facts, found = known(line, loaded, gains, bock)
    if facts is None:
        print_findings(found, {(finding.file, 1): line for finding in found})
        return 2
    answer = explain(integer(number), facts, loaded)
    if shape == "json":
        write_utf8(dumps(values.as_value(answer, facts, loaded)) + "\n")
    else:
        say(values.lines(answer, facts, loaded, t))
    return 1 if answer.verdict == "impossible" else 0
