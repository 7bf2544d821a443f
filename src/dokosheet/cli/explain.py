"""``explain``: the documentation of the checks, which lies beside them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dokosheet import checks
from dokosheet.core.finding import CODES
from dokosheet.shell.console import Trouble, say, words
from dokosheet.shell.program import Command, app

if TYPE_CHECKING:
    pass


@app.command(cls=Command, help="help.explain", epilog="dokosheet explain S404")
def explain(code: Annotated[str, typer.Argument(metavar="CODE", help="help.code")] = "") -> int:
    from dokosheet.screen.plain import page as spoken

    t = words()
    if not code:
        _print_lines(catalogue(t.lang))
        return 0
    text = page(code, t.lang)
    if text is not None:
        say(spoken(text) if t.plain else (text.rstrip("\n"),))
        return 0
    about = about_paragraph(code, t.lang)
    if not about:
        raise Trouble(t("error.no-code", code=code))
    print(t("explain.paragraph", paragraph=bare(code)))
    _print_lines(about)
    return 0


def _print_lines(checks: Iterable[tuple[str, str, str, str]]) -> None:
    for code, name, severity, sentence in checks:
        row = f"{code} {name}, {severity}: {sentence}" if words().plain else ""
        print(row or f"{code}  {name:<23}  {severity:<7}  {sentence}")


# -- The documentation of the checks, which lies beside them.


#: Code, name, severity, and what it says in one sentence.
Line = tuple[str, str, str, str]


def page(word: str, lang: str) -> str | None:
    """The page of a check by its code or name, None where there is no such check."""
    names = {name: code for code, (name, _) in CODES.items()}
    code = names.get(word.lower(), word.upper())
    return _read(code, lang) if code in CODES else None


def catalogue(lang: str) -> list[Line]:
    """All checks."""
    return [_line(code, lang) for code in CODES]


def about_paragraph(word: str, lang: str) -> list[Line]:
    """The checks that name a paragraph of TSR, or one below it."""
    number = bare(word)
    if not re.fullmatch(r"\d+(\.\d+)*( ?\([a-z]\))?", number):
        return []
    pattern = re.compile(rf"TSR[^\n]*(?<![\d.]){re.escape(number)}(?!\d)")
    return [_line(code, lang) for code in CODES if pattern.search(_read(code, lang))]


def bare(word: str) -> str:
    """The number of a paragraph: ``TSR 7.2.2`` and ``§7.2.2`` are ``7.2.2``."""
    return word.upper().removeprefix("TSR").removeprefix("§").strip().lower()


def _read(code: str, lang: str) -> str:
    return (Path(checks.__file__).parent / "docs" / lang / f"{code}.md").read_text("utf-8")


def _line(code: str, lang: str) -> Line:
    sentence = next(line for line in _read(code, lang).split("\n")[1:] if line.strip())
    return code, *CODES[code], sentence
