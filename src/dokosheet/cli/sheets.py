"""Commands on one sheet: new, add, show, fmt."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from dokosheet.shell import completion
from dokosheet.shell.console import Trouble, choice, count, counted, files, keep, say, tell, words, write_utf8
from dokosheet.shell.program import Command, app

if TYPE_CHECKING:
    from dokosheet.core.ledger.rows import Ledger

Sheet = Annotated[str, typer.Argument(metavar="SHEET", help="help.sheet")]


@app.command(cls=Command, help="help.new", epilog="dokosheet new abend.yaml --players Anna,Ben,Cem,Dora")
def new(
    sheet: Sheet,
    players: Annotated[str, typer.Option(metavar="A,B,C,D", help="help.players")],
    rules: Annotated[
        str, typer.Option(metavar="NAME", help="help.rules-option", autocompletion=completion.rulesets)
    ] = "tsr",
    dealer: Annotated[str, typer.Option(metavar="NAME", help="help.dealer")] = "",
    date: Annotated[str, typer.Option(metavar="YYYY-MM-DD", help="help.date")] = "",
    place: Annotated[str, typer.Option(metavar="TEXT", help="help.place")] = "",
    event: Annotated[str, typer.Option(metavar="TEXT", help="help.event")] = "",
    round: Annotated[str, typer.Option(metavar="N", help="help.round")] = "",
    table: Annotated[str, typer.Option(metavar="N", help="help.table")] = "",
    scorer: Annotated[str, typer.Option(metavar="NAME", help="help.scorer")] = "",
) -> int:
    import datetime

    from dokosheet.edit import creating
    from dokosheet.edit.document import excerpt
    from dokosheet.shell.console import print_findings

    names = tuple(name.strip() for name in players.split(",") if name.strip())
    if not names:
        raise Trouble(words()("error.players"))
    today = creating.iso_date(date) or date or datetime.date.today().isoformat()
    head = creating.Head(names, rules, dealer or None, today, place, event, round, table, scorer)
    _is_file(sheet)
    with files(sheet, "error.no-path"):
        done = creating.new(sheet, head)
    print_findings(done.caused, excerpt(done.caused, sheet, done.after.text))
    if not done.written:
        tell(words()("new.refused", file=sheet))
        return 1
    tell(words()("new.written", file=sheet))
    keep(sheet, "new", [", ".join(names)])
    return 0


@app.command(
    cls=Command,
    help="help.add",
    epilog="dokosheet add abend.yaml Anna Cem 156 re fuchs:Anna",
    context_settings={"ignore_unknown_options": True},
)
def add(
    sheet: Sheet,
    tokens: Annotated[
        list[str] | None, typer.Argument(metavar="TOKENS ...", help="help.tokens", autocompletion=completion.tokens)
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="help.force")] = False,
    hand: Annotated[int, typer.Option(metavar="N", help="help.hand-next")] = 0,
    more: Annotated[bool, typer.Option("--more", help="help.more")] = False,
) -> int:
    from dokosheet.edit import verbs
    from dokosheet.edit.document import excerpt
    from dokosheet.screen import adding
    from dokosheet.shell.console import print_findings

    t = words()
    if not tokens or not any(token.strip() for token in tokens):
        return _ask(sheet, force, more, hand)
    if more:
        raise Trouble(t("error.more"))
    _is_file(sheet)
    with files(sheet):
        added = verbs.add(sheet, tokens, force, hand)
    print_findings(added.caused, excerpt(added.caused, sheet, added.after.text))
    say(adding.after(added, t))
    if added.written:
        keep(sheet, "add", [added.line])
    return 0 if added.written else 1


def _ask(sheet: str, force: bool, more: bool, hand: int) -> int:
    """Ask for the next hand at the terminal. Raises Trouble where there is nobody to ask."""
    from dokosheet.shell import keys

    if not keys.at_terminal():
        raise Trouble(words()("error.tokens", file=sheet))
    from dokosheet.table.prompt import ask

    _is_file(sheet)
    return ask(sheet, force, more, hand)


@app.command(cls=Command, help="help.show", epilog="dokosheet show examples/spielabend.yaml")
def show(
    sheet: Sheet,
    hand: Annotated[int, typer.Option(metavar="N", help="help.hand")] = 0,
    format: Annotated[str, typer.Option(metavar="FORMAT", help="help.format.show")] = "text",
    watch: Annotated[bool, typer.Option("--watch", help="help.watch")] = False,
) -> int:
    from dokosheet.edit.document import excerpt, open_sheet
    from dokosheet.screen import findings as render
    from dokosheet.screen import listing
    from dokosheet.shell.console import print_findings

    t = words()
    choice("--format", format, ("text", "json"))
    if watch:
        if sheet == "-" or hand or format != "text":
            raise Trouble(t("error.watch"))
        from dokosheet.table.second_screen import follow

        return follow(sheet)
    with files(sheet):
        opened = open_sheet(sheet)
    counts = render.counts(opened.findings)
    if format == "json":
        write_utf8(render.dumps(listing.show_value(opened, t)) + "\n")
        return 1 if counts["error"] or opened.ledger is None else 0
    if opened.ledger is None:
        print_findings(opened.findings, excerpt(opened.findings, sheet, opened.text))
        return 1
    if hand:
        return _why(opened.ledger, hand)
    say((listing.heading(opened.ledger.sheet, t), *listing.at_this_table(opened.ledger.sheet, t), ""))
    if opened.ledger.timeline and t.plain:
        from dokosheet.screen import plain

        say(plain.list_lines(opened.ledger, t))
    elif opened.ledger.timeline:
        table = listing.list_table(opened.ledger, t)
        table.print()
        print(f"\n{t('show.legend')}")
        if table.hidden:
            print(t("show.hidden", columns=t.list(table.hidden)))
    else:
        print(listing.no_rows(opened.ledger, t))
    if opened.ledger.timeline:
        say(() if t.plain else [listing.totals_line(opened.ledger, t)])  # who listens has just heard them
        say(listing.money_line(opened.ledger, t))
    say(listing.what_next(opened.ledger, t))
    if any(counts.values()):
        tell(t("show.findings", counts=counted(counts), file=sheet) if sheet != "-" else counted(counts))
    return 1 if counts["error"] else 0


def _is_file(sheet: str) -> None:
    """The standard input can be read, but not written. Raises Trouble."""
    if sheet == "-":
        raise Trouble(words()("error.standard-input"))


def _why(ledger: Ledger, number: int) -> int:
    """Print why one hand is worth what it is."""
    from dokosheet.screen.breakdown import breakdown

    t = words()
    row = next((row for row in ledger.rows if row.n == number), None)
    if row is None:
        raise Trouble(t("error.no-hand", hand=number, hands=count("hand", len(ledger.rows))))
    say([t("add.row", n=row.n, line=row.entry.source.text)])
    if row.mode != "normal":
        print(t.term("mode", row.mode))
    say(breakdown(row, t))
    return 0


@app.command(cls=Command, help="help.fmt", epilog="dokosheet fmt abend.yaml")
def fmt(
    sheet: Sheet,
    check: Annotated[bool, typer.Option("--check", help="help.check-only")] = False,
) -> int:
    from dokosheet.edit import verbs
    from dokosheet.edit.document import excerpt
    from dokosheet.screen.correcting import change
    from dokosheet.shell.console import print_findings

    t = words()
    _is_file(sheet)
    with files(sheet):
        done = verbs.fmt(sheet, check)
    errors = [f for f in done.before.findings if f.severity == "error" and f.code[0] == "F"]
    print_findings(errors, excerpt(errors, sheet, done.before.text))
    if done.before.sheet is None:
        return 1
    for old, fresh in done.changed:
        say((change("-", old, t), change("+", fresh, t)))
    if done.before.unread is not None:
        tell(t("fmt.unread", file=sheet, line=done.before.unread))
        return 1
    clean = "fmt.some" if errors else "fmt.clean"
    verdict = clean if not done.changed else "fmt.would" if check else "fmt.changed"
    tell(t(verdict, file=sheet, lines=count("line", len(done.changed))))
    if done.changed and not check:
        keep(sheet, "fmt", [line for _, line in done.changed])
    return 1 if errors or (check and done.changed) else 0
