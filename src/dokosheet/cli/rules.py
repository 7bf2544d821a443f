"""Commands about rulesets and formats: rules list, show, diff and check, schema."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

import typer

from dokosheet.shell import completion
from dokosheet.shell.console import Trouble, choice, count, counted, ruleset, say, words, write_utf8
from dokosheet.shell.program import Command, Group, app

if TYPE_CHECKING:
    from dokosheet.core.finding import Finding

Name = Annotated[str, typer.Argument(metavar="NAME", help="help.name", autocompletion=completion.rulesets)]

rules_app = typer.Typer(cls=Group, help="help.rules", rich_markup_mode=None, epilog="dokosheet rules show tsr")
app.add_typer(rules_app, name="rules")


@rules_app.command("list", cls=Command, help="help.rules.list", epilog="dokosheet rules list")
def list_rules() -> None:
    from dokosheet.files import rulesets

    t = words()
    overlays = rulesets.overlays()
    width = max(map(len, rulesets.bundled()))
    whole = sorted(set(rulesets.bundled()) - set(overlays), key=lambda name: (name != rulesets.ROOT, name))
    for names, heading in ((whole, ""), (overlays, t("rules.overlays"))):
        say((heading,) if heading else ())
        titled = [(name, ruleset(name).name) for name in names]
        say(f"{name}: {title}" if t.plain else f"{name:<{width}}  {title}" for name, title in titled)
    print(t("rules.own-file"))


@rules_app.command("show", cls=Command, help="help.rules.show", epilog="dokosheet rules show tsr")
def show_rules(name: Name) -> None:
    from dokosheet.files import rulesets

    ruleset(name)
    write_utf8(rulesets.text(name))


@rules_app.command("diff", cls=Command, help="help.rules.diff", epilog="dokosheet rules diff tsr kneipe")
def diff_rules(
    first: Name,
    second: Annotated[
        str, typer.Argument(metavar="[NAME]", help="help.second", autocompletion=completion.rulesets)
    ] = "",
) -> None:
    from dokosheet.core.rules.departures import departures
    from dokosheet.files.rulesets import ROOT
    from dokosheet.screen.rules import Sentences

    t = words()
    old, new = (first, second) if second else (ROOT, first)
    there = ruleset(new)
    found = departures(ruleset(old), there)
    print(t("rule.diff" if found else "rule.same", first=old, second=new))
    say(Sentences(t, there.labels).lines(found))


@rules_app.command("check", cls=Command, help="help.rules.check", epilog="dokosheet rules check kneipe")
def check_rules(
    names: Annotated[
        list[str], typer.Argument(metavar="NAME ...", help="help.names", autocompletion=completion.rulesets)
    ],
) -> int:
    from dokosheet.files.rulesets import bundled, load
    from dokosheet.screen.findings import counts as counts_of

    t = words()
    findings: list[Finding] = []
    for name in names:
        rules, found = load(name)
        if rules is None and not found:
            raise Trouble(t("error.no-rules", name=name, known=t.list(bundled(), "and")))
        findings += found
        _print_findings(found)
    counts = counts_of(findings)
    rulesets = count("ruleset", len(names))
    verdict = "rules.summary" if any(counts.values()) else "rules.clean"
    print(t(verdict, rulesets=rulesets, counts=counted(counts)))
    return 1 if counts["error"] else 0


def _print_findings(found: Iterable[Finding]) -> None:
    """Print findings in several files, each with its line."""
    from dokosheet.edit.document import excerpt
    from dokosheet.shell.console import print_findings

    inside = list(found)
    print_findings(inside, excerpt(inside))


@app.command(cls=Command, help="help.schema", epilog="dokosheet schema sheet")
def schema(what: Annotated[str, typer.Argument(metavar="sheet|rules|layout", help="help.what")] = "sheet") -> None:
    import json

    from pydantic import BaseModel

    from dokosheet.core.notation.mapping import SheetModel
    from dokosheet.core.rules import Ruleset
    from dokosheet.edit.schemas import schema_of
    from dokosheet.importing.columns import Layout

    models: dict[str, type[BaseModel]] = {"sheet": SheetModel, "rules": Ruleset, "layout": Layout}
    choice("schema", what, tuple(models))
    write_utf8(json.dumps(schema_of(models[what]), ensure_ascii=False, indent=2) + "\n")
