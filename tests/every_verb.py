"""Every command of the program with the example of its help, to run all of them one way or another."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer

from helpers import program, said

SHEET = "dokosheet: 1\nplayers: [Anna, Ben, Cem, Dora]\nhands:\n  - anna cem 156\n  - Ben damensolo 190 re\n"
#: What has to be done before an example can run.
BEFORE = {
    "undo": ("amend abend.yaml 1 131",),
    "redo": ("amend abend.yaml 1 131", "undo abend.yaml"),
    "history": ("amend abend.yaml 1 131",),
}


def _below(command: Any, name: str = "") -> Iterator[tuple[str, str]]:
    if getattr(command, "commands", None):
        for word, inner in command.commands.items():
            yield from _below(inner, f"{name} {word}".strip())
    else:
        yield name, command.epilog


def _examples() -> dict[str, str]:
    program.register([])
    return dict(_below(typer.main.get_command(program.app)))


EXAMPLES = _examples()


def prepare(verb: str, folder: Path) -> None:
    """What the example of a command needs in the current folder, which holds the project's examples."""
    if verb == "new":
        return
    (folder / "abend.yaml").write_text(SHEET, "utf-8")
    for line in BEFORE.get(verb, ()):
        assert said(line.split())[0] == 0
