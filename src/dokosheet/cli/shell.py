"""What all commands share: the language, errors for people, output that programs can rely on."""

from __future__ import annotations

import errno
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from dokosheet.text import Texts, language, texts

_spoken = {"lang": "", "verb": ""}


class Trouble(Exception):
    """The program cannot do its work: one line for the user, exit code 2."""


def speak(lang: str | None) -> Texts:
    """Choose the language for this run."""
    _spoken["lang"] = language(lang)
    return texts(_spoken["lang"])


def call(verb: str) -> None:
    """Remember the command of this run, to point at its help."""
    _spoken["verb"] = verb


def words() -> Texts:
    """The messages in the language of this run."""
    return texts(_spoken["lang"] or language())


def say(lines: Iterable[str]) -> None:
    """Print lines for people."""
    for line in lines:
        print(line)


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
    from dokosheet.io.trouble import Busy, Changed, Unspliceable

    t = words()
    try:
        yield
    except FileNotFoundError as error:
        raise Trouble(t(missing, file=error.filename or file)) from error
    except FileExistsError as error:
        raise Trouble(t("error.exists", file=file)) from error
    except Busy as error:
        raise Trouble(t("error.busy", file=file)) from error
    except Changed as error:
        raise Trouble(t("error.changed", file=file)) from error
    except Unspliceable as error:
        raise Trouble(t("error.unspliceable", file=file)) from error
    except BrokenPipeError:
        raise
    except OSError as error:
        raise Trouble(t("error.os", file=error.filename or file, problem=reason(error))) from error


def reason(error: OSError) -> str:
    """Why the system refused, in the language of this run where we have words for it."""
    t = words()
    name = f"errno.{errno.errorcode.get(error.errno or 0, '')}"
    return t(name) if t.has(name) else error.strerror or str(error)


def ruleset(name: str) -> Any:
    """The ruleset of an option. Raises Trouble where there is none, or where it has findings."""
    from dokosheet.io import rulesets
    from dokosheet.render.findings import contract_line

    rules, found = rulesets.load(name)
    if rules is None and found:
        raise Trouble(contract_line(found[0], words()))
    if rules is None:
        t = words()
        raise Trouble(t("error.no-rules", name=name, known=t.list(rulesets.bundled(), "and")))
    return rules
