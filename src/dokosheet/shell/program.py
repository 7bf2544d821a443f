"""The entry point: language, help, errors, exit codes."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from dokosheet import __version__
from dokosheet.shell.console import Trouble, call, commit_changes, program, reason, speak, tell, words
from dokosheet.shell.stopping import Unprinted, let_out
from dokosheet.text import LANGUAGES, Texts
from dokosheet.text.signs import NEAREST


class Help:
    """Help in the language of the user: declarations carry message ids, this turns them into sentences."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        t = words()
        command: Any = self
        titled = _heard if t.plain else _columns
        pieces = t.placeholder(" ".join(command.collect_usage_pieces(ctx)))
        formatter.write(f"{t('help.usage')} {ctx.command_path} {pieces}\n")
        if command.help:
            formatter.write(f"{t(command.help)}\n" if t.plain else f"\n  {t(command.help)}\n")
        params = command.get_params(ctx)
        arguments = [(_metavar(p, ctx), t(p.help)) for p in params if p.param_type_name == "argument" and p.help]
        options = [_option(p, t) for p in params if p.param_type_name == "option" and not p.hidden]
        names = [(name, command.get_command(ctx, name)) for name in getattr(command, "commands", {})]
        commands = [(name, t(sub.help)) for name, sub in names]
        for title, rows in (("commands", commands), ("arguments", arguments), ("options", options)):
            if rows:
                titled(formatter, t(f"help.{title}"), rows)
        if command.epilog:
            formatter.write("" if t.plain else "\n")
            formatter.write(f"{t('help.example')}\n{'' if t.plain else '  '}{command.epilog}\n")


def _columns(formatter: Any, title: str, rows: Sequence[tuple[str, str]]) -> None:
    """A section of the help, what stands for what in two columns."""
    formatter.write(f"\n{title}\n")
    with formatter.indentation():
        formatter.write_dl(rows)


def _heard(formatter: Any, title: str, rows: Sequence[tuple[str, str]]) -> None:
    """The same, one thing a line."""
    formatter.write("".join([f"{title}\n", *(f"{name}: {text}\n" for name, text in rows)]))


def _metavar(param: Any, ctx: Any) -> str:
    return words().placeholder(str(param.make_metavar(ctx)) if param.metavar is None else str(param.metavar))


def _option(param: Any, t: Texts) -> tuple[str, str]:
    names = ", ".join(sorted(param.opts, key=len))
    if not param.is_flag:
        names += f" {t.placeholder(param.metavar or param.name.upper())}"
    text = t(f"help.{param.name.replace('_', '-')}") if param.name in GIVEN else t(param.help)
    default = param.default
    if default and not param.is_flag and not callable(default):
        text += f" ({t('help.default', value=default)})"
    return names, text


#: Options whose help comes from the library.
GIVEN = ("help", "install_completion", "show_completion")


class Group(Help, TyperGroup):
    """A group of commands. Raises Trouble for one that it does not have."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args and args[0] not in self.commands and not args[0].startswith("-"):
            from dokosheet.core.notation.words import nearest

            t = words()
            found = nearest(args[0], self.commands)
            near = t("usage.near", near=found) if found else ""
            raise Trouble(t("usage.no-command", name=args[0], near=near, help=f"{ctx.command_path} --help"))
        return super().resolve_command(ctx, args)


class Command(Help, TyperCommand):
    """A command."""


app = typer.Typer(
    cls=Group,
    help="help.main",
    no_args_is_help=False,
    invoke_without_command=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    epilog="dokosheet check examples/spielabend.yaml",
)


@app.callback()
def root(
    ctx: typer.Context,
    lang: Annotated[str, typer.Option(metavar="de|en", help="help.lang")] = "",
    plain: Annotated[bool, typer.Option("--plain", help="help.plain")] = False,
    git: Annotated[bool, typer.Option("--git", help="help.git")] = False,
    debug: Annotated[bool, typer.Option("--debug", help="help.debug")] = False,
    version: Annotated[bool, typer.Option("--version", help="help.version")] = False,
) -> None:
    if version:
        print(f"dokosheet {__version__}")
        raise typer.Exit
    if ctx.invoked_subcommand is None:
        print(ctx.get_help())


def run(arguments: list[str] | None = None) -> None:
    """Run the program and leave it with its exit code."""
    _open_streams()
    given = list(sys.argv[1:] if arguments is None else arguments)
    lang, flags, rest = _global_options(given)
    t = speak(lang, "--plain" in flags)
    commit_changes("--git" in flags or os.environ.get("DOKOSHEET_GIT", "") not in ("", "0"))
    if lang and lang[:2].lower() not in LANGUAGES:
        bad = t("usage.bad", name="--lang", value=lang, choices=t.list(LANGUAGES, "or"), help=f"{program()} --help")
        tell(f"{program()}: {bad}", error=True)
        sys.exit(2)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=NEAREST)  # a terminal that cannot show a sign shows another
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")  # what is typed in another encoding is no word, and no fault
    let_out("stderr", goes_on=True)
    judges = any(word in HOME.keys() - PRINTERS or word.startswith(WRITING) for word in rest)
    out = let_out("stdout", goes_on=judges)
    with _faults_shown("--debug" in flags):
        code = _invoke(rest, "--debug" in flags)
    if out is not None and out.error is not None:
        out.goes_on = True  # of the rest Python must not complain at exit
        if not isinstance(out.error, BrokenPipeError):  # else whoever read it has gone
            print(f"{program()}: {t('error.output', problem=reason(out.error))}", file=sys.stderr)
        code = code if judges else 2
    sys.exit(code)


@contextmanager
def _faults_shown(debug: bool) -> Iterator[None]:
    """With ``debug``, where the program fails at a sheet is shown besides the finding of that sheet."""
    if not debug:
        yield
        return
    import logging

    logger, shown = logging.getLogger("dokosheet"), logging.StreamHandler()
    logger.addHandler(shown)
    logger.setLevel(logging.DEBUG)
    try:
        yield
    finally:
        logger.removeHandler(shown)
        logger.setLevel(logging.NOTSET)


def _open_streams() -> None:
    """Whoever closed a stream before the start reads nothing there, and writes nowhere."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115 - for the rest of the run


#: Options of every command that take no value.
FLAGS = ("--debug", "--git", "--plain")


def _global_options(given: list[str]) -> tuple[str | None, set[str], list[str]]:
    """``--lang`` and the flags may stand anywhere before ``--``: the language, the flags, and what is left."""
    lang: str | None = None
    flags: set[str] = set()
    rest: list[str] = []
    end = given.index("--") if "--" in given else len(given)
    i = 0
    while i < end:
        word = given[i]
        if word == "--lang" and i + 1 < end:
            lang, i = given[i + 1], i + 1
        elif word.startswith("--lang="):
            lang = word.removeprefix("--lang=")
        elif word in FLAGS:
            flags.add(word)
        else:
            rest.append(word)
        i += 1
    return lang, flags, rest + given[end:]


#: The module that holds each command.
HOME = {
    "new": "cli.sheets",
    "add": "cli.sheets",
    "show": "cli.sheets",
    "fmt": "cli.sheets",
    "check": "cli.check",
    "explain": "cli.explain",
    "score": "cli.score",
    "standings": "cli.standings",
    "value": "cli.value",
    "import": "importing.command",
    "rules": "cli.rules",
    "schema": "cli.rules",
    "table": "table.command",
    **dict.fromkeys(
        ("amend", "strike", "insert", "move", "penalty", "join", "leave", "close", "reopen"), "cli.correcting"
    ),
    **dict.fromkeys(("seats", "rename", "undo", "redo", "history"), "cli.correcting"),
}
#: The commands that print what is asked for, and nothing else. Of those that judge or write a sheet the exit code is
#: about the sheet.
PRINTERS = ("show", "explain", "score", "standings", "value", "import", "rules", "schema", "history")
#: Options with which they write one all the same.
WRITING = ("--fix", "--output", "-o")


def register(arguments: list[str]) -> None:
    """Put on the app the commands of the module that a call needs; all of them for help, completion or a slip."""
    verb = next((word for word in arguments if not word.startswith("-")), "")
    call(verb)
    completing = any(name.endswith("_COMPLETE") for name in os.environ)
    modules = [HOME[verb]] if verb in HOME and not completing else dict.fromkeys(HOME.values())
    for module in modules:
        import_module(f"dokosheet.{module}")


def _invoke(arguments: list[str], debug: bool) -> int:
    register(arguments)
    t = words()
    try:
        code = typer.main.get_command(app).main(arguments, prog_name=program(), standalone_mode=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except Trouble as trouble:
        tell(f"{program()}: {trouble}", error=True)
        return 2
    except typer.Abort:
        print(f"{program()}: {t('error.interrupted')}", file=sys.stderr)
        return 130
    except Unprinted:
        return 2
    except Exception as error:
        if hasattr(error, "ctx") and hasattr(error, "format_message"):
            tell(f"{program()}: {usage(error, t)}", error=True)
            return 2
        if debug:
            raise
        print(f"{program()}: {t('error.bug', problem=f'{type(error).__name__}: {error}')}", file=sys.stderr)
        return 2


def perform(arguments: list[str]) -> tuple[int, str]:
    """Run a command inside a running one: its exit code, and all that it said."""
    with io.TextIOWrapper(io.BytesIO(), "utf-8", "surrogateescape", newline="") as said:
        with redirect_stdout(said), redirect_stderr(said):
            code = _invoke(arguments, debug=False)
        said.seek(0)
        return code, said.read().rstrip("\n")


def usage(error: Any, t: Texts) -> str:
    """What is wrong with the words of a call, and where the help is."""
    help_ = f"{error.ctx.command_path if error.ctx else program()} --help"
    kind = type(error).__name__
    if kind == "NoSuchOption":
        near = t("usage.near", near=error.possibilities[0]) if error.possibilities else ""
        return t("usage.no-option", name=error.option_name, near=near, help=help_)
    if kind in ("MissingParameter", "BadParameter") and error.param is not None:
        option = error.param.param_type_name == "option"
        name = _metavar(error.param, error.ctx)
        if kind == "BadParameter":  # no other values are judged by the library
            return t("usage.number", name=error.param.opts[0] if option else name, help=help_)
        return t("usage.missing", name=f"{error.param.opts[0]} {name}" if option else name, help=help_)
    if kind == "BadOptionUsage":
        wanted = "usage.needs-value" if "requires" in error.format_message() else "usage.takes-none"
        return t(wanted, name=error.option_name, help=help_)
    if error.ctx and getattr(error.ctx.command, "commands", None):
        return t("usage.no-verb", help=help_)
    if "unexpected extra argument" in error.format_message():
        return t("usage.extra", words=error.format_message().partition(" (")[2].rpartition(")")[0], help=help_)
    return t("usage.other", help=help_)
