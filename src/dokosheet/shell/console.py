"""What all commands share: the language, errors for people, output that programs can rely on."""

from __future__ import annotations

import errno
import os
import sys
import warnings
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from dokosheet.text import Texts, language, plain, texts

if TYPE_CHECKING:
    from dokosheet.core.finding import Finding

_spoken = {"lang": "", "verb": "", "git": "", "plain": ""}


class Trouble(Exception):
    """The program cannot do its work: one line for the user, exit code 2."""


def speak(lang: str | None, plainly: bool = False) -> Texts:
    """Choose the language for this run, and whether it is heard."""
    _spoken["lang"] = language(lang)
    _spoken["plain"] = "plain" if plain(plainly) else ""
    return words()


def call(verb: str) -> None:
    """Remember the command of this run, to point at its help."""
    _spoken["verb"] = verb


def commit_changes(wanted: bool) -> None:
    """Choose whether this run commits every sheet that it writes, where it lies in a repository."""
    _spoken["git"] = "git" if wanted else ""


def keep(sheet: str, verb: str, lines: Iterable[str] = (), quiet: bool = False) -> None:
    """Commit a sheet that was written, if this run does so; a line says what came of it, or why nothing did.

    ``verb`` and ``lines`` become the message. ``quiet``: the output is for programs and gets no line more.
    """
    if not _spoken["git"]:
        return
    from dokosheet.files.git import commit
    from dokosheet.text.signs import printable

    name = os.path.basename(os.path.realpath(sheet))
    outcome = commit(sheet, f"{name}: {' '.join([verb, '; '.join(lines)])}")
    t = words()
    if outcome.why:
        sys.stdout.flush()
        why = t(outcome.why, said=printable(outcome.said))
        tell(f"{program()}: {t('git.not', file=sheet, why=why)}", error=True)
    elif outcome.commit and not quiet:
        say([t("git.done", commit=outcome.commit)])


def words() -> Texts:
    """The messages in the language of this run."""
    return texts(_spoken["lang"] or language(), bool(_spoken["plain"]))


def say(lines: Iterable[str]) -> None:
    """Print lines for people."""
    t = words()
    if t.plain:
        from dokosheet.screen.plain import aloud

        lines = aloud(lines, t)
    for line in lines:
        tell(line)


def print_findings(found: Iterable[Finding], text: Mapping[tuple[str, int], str]) -> None:
    """Print findings with the lines that they point at, by file and number."""
    from dokosheet.screen.findings import as_text

    for finding in found:
        say((*as_text(finding, text.get((finding.file, finding.place.line)), words()), ""))


def tell(text: str, error: bool = False) -> None:
    """Print a text for people, to the standard error if it is an ``error``."""
    print(printed(text), file=sys.stderr if error else sys.stdout)


def printed(text: str) -> str:
    """A text as a terminal may get it: what a sheet or a name brings that would control it is spelled out."""
    if text.isprintable():
        return text
    from dokosheet.text.signs import printable

    return "\n".join(map(printable, text.split("\n")))


def write_utf8(text: str) -> None:
    """Write for programs: UTF-8 whatever the terminal speaks, line ends as they are."""
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode("utf-8", "surrogatepass"))
    sys.stdout.buffer.flush()


def count(kind: str, n: int) -> str:
    """``1 hand``, ``24 hands``."""
    t = words()
    return t(f"count.{kind}") if n == 1 else t(f"count.{kind}s", n=n)


def counted(counts: dict[str, int]) -> str:
    """``2 errors and 1 warning``."""
    return words().list(count(kind, n) for kind, n in counts.items() if n)


def choice(name: str, value: str, choices: Iterable[str]) -> str:
    """The value of an option that knows only some. Raises Trouble for another one."""
    known = list(choices)
    if value in known:
        return value
    t = words()
    raise Trouble(
        t(
            "usage.bad",
            name=name,
            value=value,
            choices=t.list(known, "or"),
            help=f"{program()} {_spoken['verb']} --help",
        )
    )


def program() -> str:
    """The name that people call the program by."""
    return "dokosheet"


@contextmanager
def files(file: str, missing: str = "error.no-file") -> Iterator[None]:
    """Turn what can happen to a file into one line; ``missing``: what to say where there is none. Raises Trouble."""
    from dokosheet.files.trouble import (
        Barred,
        Busy,
        Changed,
        HalfCharacter,
        Lockless,
        ReadOnlyFolder,
        SecondName,
        TooLarge,
        Unremembered,
        Unspliceable,
    )

    t = words()
    told: dict[type[Exception], str] = {
        FileExistsError: "error.exists",
        Busy: "error.busy",
        Changed: "error.changed",
        TooLarge: "correct.too-large",
        ReadOnlyFolder: "error.read-only-folder",
        HalfCharacter: "error.half-character",
        UnicodeEncodeError: "error.half-character",
        Unspliceable: "error.unspliceable",
    }
    noted = {Lockless: "error.lockless", Unremembered: "error.unremembered", SecondName: "error.second-name"}
    try:
        with warnings.catch_warnings(record=True) as noticed:
            warnings.simplefilter("ignore")
            for kind in noted:
                warnings.simplefilter("always", kind)
            yield
        for kind, message in noted.items():
            if any(issubclass(one.category, kind) for one in noticed):
                tell(f"{program()}: {t(message, file=file)}", error=True)
    except FileNotFoundError as error:
        raise Trouble(t(missing, file=error.filename or file)) from error
    except tuple(told) as error:
        raise Trouble(t(told[type(error)], file=file)) from error
    except Barred as error:
        raise Trouble(t("error.barred", file=error.filename)) from error
    except OSError as error:
        raise Trouble(t("error.os", file=error.filename or file, problem=reason(error))) from error


@contextmanager
def said(file: str, troubles: list[Trouble]) -> Iterator[None]:
    """Say what stands in the way of one file of several, and go on."""
    try:
        with files(file, "error.no-path"):
            yield
    except Trouble as trouble:
        sys.stdout.flush()
        tell(f"{program()}: {trouble}", error=True)
        troubles.append(trouble)


def reason(error: OSError) -> str:
    """Why the system refused, in the language of this run where we have words for it."""
    t = words()
    return t.errno(errno.errorcode.get(error.errno or 0, str(error)))


def ruleset(name: str) -> Any:
    """The ruleset of an option. Raises Trouble where there is none, or where it has findings."""
    from dokosheet.files import rulesets
    from dokosheet.screen.findings import contract_line

    rules, found = rulesets.load(name)
    if rules is None and found:
        raise Trouble(contract_line(found[0], words()))
    if rules is None:
        t = words()
        raise Trouble(t("error.no-rules", name=name, known=t.list(rulesets.bundled(), "and")))
    return rules
