"""Commands about rulesets and formats: rules list, rules show, schema."""

from __future__ import annotations

from typing import Annotated

import typer

from dokosheet.cli.program import Command, Group, app
from dokosheet.cli.shell import choice, ruleset, words, write_utf8

rules_app = typer.Typer(cls=Group, help="help.rules", rich_markup_mode=None, epilog="dokosheet rules show tsr")
app.add_typer(rules_app, name="rules")


@rules_app.command("list", cls=Command, help="help.rules.list", epilog="dokosheet rules list")
def list_rules() -> None:
    from dokosheet.io import rulesets

    for name in rulesets.bundled():
        print(f"{name}  {ruleset(name).name}")
    print(words()("rules.own-file"))


@rules_app.command("show", cls=Command, help="help.rules.show", epilog="dokosheet rules show tsr")
def show_rules(name: Annotated[str, typer.Argument(metavar="NAME", help="help.name")]) -> None:
    from dokosheet.io import rulesets

    ruleset(name)
    write_utf8(rulesets.text(name))


@app.command(cls=Command, help="help.schema", epilog="dokosheet schema sheet")
def schema(what: Annotated[str, typer.Argument(metavar="sheet|rules", help="help.what")] = "sheet") -> None:
    import json

    from dokosheet.app.schemas import SCHEMAS, schema_of

    choice("schema", what, SCHEMAS)
    write_utf8(json.dumps(schema_of(what), ensure_ascii=False, indent=2) + "\n")
