"""Every command that writes a sheet, on one sheet on which each has something to do."""

from __future__ import annotations

import re
from pathlib import Path

from dokosheet.core.records import Record

SHEET = """dokosheet: 1
players: [Anna, Ben, Cem, Dora]
# Schützenhof
hands:
  - Anna Cem 156 fuchs:Anna  # knapp
  # eins
  - ben dora 120
  # zwei\tTab
  - Anna Cem 156 =3,-2,2,-2
  # drei
  - Ben damensolo 190 re

  - Cem Dora 140 kontra
# Ende
place: Lindenhof
"""
UM = re.compile(r" um:\d{4}-\d\d-\d\dT\d\d:\d\d")
#: An edit that every command can live with, and one of the end of the list.
ELSEWHERE = ("Lindenhof", "Lindenhöfe")
END = ("140 kontra\n", "140 kontra\n  - Anna Ben 150\n")


class Command(Record, frozen=True):
    """``words``: the call, without the sheet, which stands behind the first. ``before``: calls that prepare it.

    ``same``: an edit of what it touches.
    """

    words: str
    same: tuple[str, str]
    before: tuple[str, ...] = ()

    def call(self, sheet: str, words: str = "") -> list[str]:
        verb, *rest = (words or self.words).split()
        options = ["--fix"] if verb == "check" else []
        return [verb, *options, sheet, *rest]

    def calls_before(self, sheet: str) -> list[list[str]]:
        return [self.call(sheet, words) for words in self.before]


FIRST = ("Anna Cem 156 f", "Anna Cem 157 f")
COMMANDS = {
    "add": Command("add Ben Dora 120", END),
    "amend": Command("amend 1 131", FIRST),
    "strike": Command("strike 1", FIRST),
    "insert": Command("insert 2 Ben Dora 125", ("ben dora 120", "ben dora 121")),
    "move": Command("move 5 1", ("140 kontra", "141 kontra")),
    "penalty": Command("penalty Dora gering", END),
    "join": Command("join Emil", END),
    "leave": Command("leave Dora", ("kommt Emil\n", "kommt Emil nach Dora\n"), ("join Emil",)),
    "close": Command("close", END),
    "reopen": Command("reopen", ("- ende\n", "- ende zeit\n"), ("close",)),
    "seats": Command("seats Anna,Cem,Ben,Dora", ("players: [Anna,", "players: [Anne,")),
    "rename": Command("rename Ben Bernd", ("Ben damensolo 190", "Ben damensolo 191")),
    "fmt": Command("fmt", ("ben dora 120", "ben dora 121")),
    "check": Command("check", ("=3,-2,2,-2", "=4,-2,2,-2")),
    "undo": Command("undo", ("Anna Cem 131", "Anna Cem 132"), ("amend 1 131",)),
    "redo": Command("redo", FIRST, ("amend 1 131", "undo")),
}


def doko(*arguments: str) -> int:
    """Run the program here; its exit code."""
    from dokosheet.shell.program import run

    try:
        run(list(arguments))
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0
    raise AssertionError("it did not end")


def prepared(sheet: Path, command: Command, text: str = SHEET) -> bytes:
    """A sheet on which a command is to run; its bytes."""
    sheet.write_bytes(text.encode())
    for call in command.calls_before(str(sheet)):
        doko(*call)
    return sheet.read_bytes()


def timeless(data: bytes) -> str:
    """A text without the times of its struck lines."""
    return UM.sub("", data.decode("utf-8"))


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}
