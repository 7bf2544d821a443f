"""Commands that correct a sheet: amend, strike, insert, move, penalty, join, leave, close, reopen, seats, rename,
undo, redo, history."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dokosheet.shell import completion
from dokosheet.shell.console import Trouble, choice, count, files, keep, say, words, write_utf8
from dokosheet.shell.program import Command, app

if TYPE_CHECKING:
    from dokosheet.edit.edits import Edit

Sheet = Annotated[str, typer.Argument(metavar="SHEET", help="help.sheet")]
HandNumber = Annotated[str, typer.Argument(metavar="N", help="help.n")]
Tokens = Annotated[
    list[str], typer.Argument(metavar="TOKENS ...", help="help.tokens", autocompletion=completion.tokens)
]
Reason = Annotated[str, typer.Option("--reason", metavar="TEXT", help="help.reason")]
Force = Annotated[bool, typer.Option("--force", help="help.force")]
#: Tokens such as -fuchs:Anna are no options.
TOKENS: dict[str, Any] = {"context_settings": {"ignore_unknown_options": True}}


@app.command(cls=Command, help="help.amend", epilog="dokosheet amend abend.yaml 1 131 +fuchs:Anna", **TOKENS)
def amend(
    sheet: Sheet,
    n: HandNumber,
    tokens: Annotated[
        list[str], typer.Argument(metavar="TOKENS ...", help="help.changes", autocompletion=completion.tokens)
    ],
    reason: Reason = "",
    force: Force = False,
) -> int:
    from dokosheet.edit import verbs

    return _corrected(sheet, f"amend {n}:", lambda: verbs.amend(sheet, n, _words(tokens), reason, force))


@app.command(cls=Command, help="help.strike", epilog='dokosheet strike abend.yaml 1 --reason "entered twice"')
def strike(sheet: Sheet, n: HandNumber, reason: Reason = "", force: Force = False) -> int:
    from dokosheet.edit import verbs

    return _corrected(sheet, f"strike {n}:", lambda: verbs.strike(sheet, n, reason, force))


@app.command(cls=Command, help="help.insert", epilog="dokosheet insert abend.yaml 1 Ben Dora 120 re", **TOKENS)
def insert(sheet: Sheet, n: HandNumber, tokens: Tokens, reason: Reason = "", force: Force = False) -> int:
    from dokosheet.edit import verbs

    return _corrected(sheet, f"insert {n}:", lambda: verbs.insert(sheet, n, _words(tokens), reason, force))


@app.command(cls=Command, help="help.move", epilog="dokosheet move examples/spielabend.yaml 8 7")
def move(
    sheet: Sheet,
    n: HandNumber,
    m: Annotated[str, typer.Argument(metavar="M", help="help.m")],
    reason: Reason = "",
    force: Force = False,
) -> int:
    from dokosheet.edit import verbs

    t = words()
    return _corrected(
        sheet,
        f"move {n} {m}:",
        lambda: verbs.move(sheet, n, m, lambda to: t("correct.moved", hand=to), reason, force),
    )


@app.command(cls=Command, help="help.penalty", epilog="dokosheet penalty abend.yaml Dora gering", **TOKENS)
def penalty(
    sheet: Sheet,
    tokens: Annotated[list[str], typer.Argument(metavar="[N] PLAYER ID ...", help="help.penalty-words")],
    reason: Reason = "",
    force: Force = False,
) -> int:
    from dokosheet.edit import verbs

    return _corrected(sheet, "penalty", lambda: verbs.penalty(sheet, _words(tokens), reason, force))


@app.command(cls=Command, help="help.join", epilog="dokosheet join abend.yaml Emil --after Cem")
def join(
    sheet: Sheet,
    name: Annotated[str, typer.Argument(metavar="NAME", help="help.who")],
    after: Annotated[str, typer.Option(metavar="NAME", help="help.after")] = "",
    reason: Reason = "",
    force: Force = False,
) -> int:
    return _append(sheet, "join", ["kommt", name, *(["nach", after] if after else [])], reason, force)


@app.command(cls=Command, help="help.leave", epilog="dokosheet leave examples/fuenfertisch.yaml Klaus")
def leave(
    sheet: Sheet,
    name: Annotated[str, typer.Argument(metavar="NAME", help="help.who")],
    reason: Reason = "",
    force: Force = False,
) -> int:
    return _append(sheet, "leave", ["geht", name], reason, force)


@app.command(cls=Command, help="help.close", epilog="dokosheet close abend.yaml --time")
def close(
    sheet: Sheet,
    time: Annotated[bool, typer.Option("--time", help="help.time")] = False,
    reason: Reason = "",
    force: Force = False,
) -> int:
    return _append(sheet, "close", ["ende", *(["zeit"] if time else [])], reason, force)


@app.command(cls=Command, help="help.reopen", epilog="dokosheet reopen examples/spielabend.yaml")
def reopen(sheet: Sheet, reason: Reason = "", force: Force = False) -> int:
    from dokosheet.edit import verbs

    return _corrected(sheet, "reopen", lambda: verbs.reopen(sheet, reason, force))


@app.command(cls=Command, help="help.seats", epilog="dokosheet seats abend.yaml Anna,Cem,Ben,Dora")
def seats(
    sheet: Sheet,
    players: Annotated[str, typer.Argument(metavar="A,B,C,D", help="help.players")],
    dealer: Annotated[str, typer.Option(metavar="NAME", help="help.first-dealer")] = "",
    reason: Reason = "",
    force: Force = False,
) -> int:
    from dokosheet.edit import seating
    from dokosheet.screen import correcting as render

    names = [name.strip() for name in players.split(",") if name.strip()]
    verb = f"seats {', '.join(names)}"
    return _corrected(sheet, verb, lambda: seating.seats(sheet, names, dealer, reason, force), render.seats_lines)


@app.command(cls=Command, help="help.rename", epilog="dokosheet rename abend.yaml Ben Bernd")
def rename(
    sheet: Sheet,
    old: Annotated[str, typer.Argument(metavar="OLD", help="help.old-name")],
    new: Annotated[str, typer.Argument(metavar="NEW", help="help.new-name")],
    reason: Reason = "",
    force: Force = False,
) -> int:
    from dokosheet.edit import seating
    from dokosheet.screen import correcting as render

    verb = f"rename {old} {new}"
    return _corrected(sheet, verb, lambda: seating.rename(sheet, old, new, reason, force), render.seats_lines)


@app.command(cls=Command, help="help.undo", epilog="dokosheet undo abend.yaml")
def undo(sheet: Sheet) -> int:
    return _undone(sheet, back=True)


@app.command(cls=Command, help="help.redo", epilog="dokosheet redo abend.yaml")
def redo(sheet: Sheet) -> int:
    return _undone(sheet, back=False)


@app.command(cls=Command, help="help.history", epilog="dokosheet history abend.yaml")
def history(
    sheet: Sheet,
    format: Annotated[str, typer.Option(metavar="FORMAT", help="help.format.show")] = "text",
) -> int:
    from dokosheet.edit.document import excerpt, open_sheet
    from dokosheet.edit.trail import history as past_of
    from dokosheet.screen import correcting as render
    from dokosheet.screen.findings import dumps
    from dokosheet.shell.console import print_findings

    t = words()
    choice("--format", format, ("text", "json"))
    with files(sheet):
        opened = open_sheet(sheet)
    if opened.ledger is None:
        print_findings(opened.findings, excerpt(opened.findings, sheet, opened.text))
        return 1
    past = past_of(opened)
    if format == "json":
        write_utf8(dumps(render.history_value(past) | {"unread_from": opened.unread}) + "\n")
        return 0 if opened.unread is None else 1
    print_findings(opened.stops, excerpt(opened.stops, sheet, opened.text))
    say(render.history_lines(past, t) if past or opened.stops else [t("history.none")])
    return 0 if opened.unread is None else 1


def _append(sheet: str, verb: str, line: Sequence[str], reason: str, force: bool) -> int:
    from dokosheet.edit import verbs

    return _corrected(sheet, verb, lambda: verbs.append(sheet, verb, line, reason, force))


def _words(tokens: Iterable[str]) -> list[str]:
    """The tokens that are any. Raises Trouble where there are none."""
    found = [token for token in tokens if token.strip()]
    if not found:
        raise Trouble(words()("correct.tokens"))
    return found


def _corrected(
    sheet: str, verb: str, correct: Callable[[], Edit], head: Callable[..., Iterator[str]] | None = None
) -> int:
    """Correct a sheet, and say what follows; the exit code. ``verb``: how the message of a commit begins."""
    from dokosheet.edit.document import excerpt
    from dokosheet.edit.edits import Unread
    from dokosheet.screen import correcting as render
    from dokosheet.shell.console import print_findings

    t = words()
    try:
        with _refusals(sheet):
            done = correct()
    except Unread as unread:
        print_findings(unread.findings, excerpt(unread.findings, "-", unread.typed))
        print(t("correct.unread"))
        return 1
    print_findings(done.caused, excerpt(done.caused, sheet, done.after.text))
    if head is not None:
        say(head(done, t))
    say(render.after(done, t))
    if done.written:
        keep(sheet, verb, () if head is not None else done.lines)
    return 0 if done.written else 1


def _undone(sheet: str, back: bool) -> int:
    from dokosheet.edit import trail
    from dokosheet.screen import correcting as render

    with _refusals(sheet):
        done = trail.undo(sheet) if back else trail.redo(sheet)
    say(render.undone_lines(done, sheet, back, words()))
    if done.written and done.step is not None:
        keep(sheet, "undo" if back else "redo", [done.step.verb])
    return 0


@contextmanager
def _refusals(sheet: str) -> Iterator[None]:
    """Turn what cannot be corrected into one line. Raises Trouble."""
    from dokosheet.edit.edits import Refused

    t = words()
    if sheet == "-":
        raise Trouble(t("error.standard-input"))
    try:
        with files(sheet):
            yield
    except Refused as refused:
        args = dict(refused.args_of)
        if isinstance(args.get("hands"), int):
            args["hands"] = count("hand", args["hands"])
        raise Trouble(t(refused.why, **{"file": sheet, **args})) from refused
