"""Whoever reads German reads no English: not of a library, not of the system, not in the place of a word to type."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from dokosheet.shell.console import reason
from dokosheet.shell.program import app, register
from helpers import message, opened, run, texts

DE = texts("de")
#: Words that the libraries, the system and the English catalogue say in such sentences, and German does not.
ENGLISH = re.compile(
    r"\b(No such|Missing|Invalid|requires?|arguments?|options|Usage|directory|permission|denied|not|does|takes?|Input|"
    r"the|integer|expected|Error:|should|unable|found|while|scanning|parsing|mapping|sequence|help|"
    r"SHEET|PATH|TOKENS|FILE|VALUE|FOLDER|OLD|NEW|OPTIONS|COMMAND|ARGS|PLAYER|KIND|CODES?|INTEGER|NAMES|LEVEL)\b"
)


def english(text: str) -> list[str]:
    """The English words of a text; what marks a finding for programs, and commands to type, are none."""
    text = re.sub(r"(error|warning|notice)\[\w+\] [\w-]+:|dokosheet [\w ]*--help|--[\w-]+", "", text)
    return [match[0] for match in ENGLISH.finditer(text)]


def commands(group: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    for name, command in group.commands.items():
        if getattr(command, "commands", None):
            yield (*path, name), command
            yield from commands(command, (*path, name))
        else:
            yield (*path, name), command


register([])
COMMANDS = dict(commands(typer.main.get_command(app)))


def slips(path: tuple[str, ...], command: Any) -> Iterator[list[str]]:
    """What one can get wrong with the words of a command."""
    start = list(path)
    yield [*start, "--nope"]
    yield start
    yield [*start, "a.yaml"]
    yield [*start, *["a.yaml"] * 12]
    for param in command.params:
        if param.param_type_name == "option" and not param.hidden and param.name != "help":
            yield [*start, param.opts[0]]
            yield [*start, "a.yaml", param.opts[0] + ("=1" if param.is_flag else "=xx")]


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_what_is_wrong_with_a_command_is_said_in_german(path: tuple[str, ...], tmp_path: Path) -> None:
    for arguments in slips(path, COMMANDS[path]):
        done = run(tmp_path, *arguments, lang="de")
        if path == ("schema",) and done.returncode == 0:
            continue
        assert english(done.stderr) == [], (arguments, done.stderr)
        assert done.returncode in (0, 1, 2)


@pytest.mark.parametrize("path", [(), *COMMANDS], ids=" ".join)
def test_the_help_is_german(path: tuple[str, ...], tmp_path: Path) -> None:
    done = run(tmp_path, *path, "--help", lang="de")
    assert done.returncode == 0
    assert english(done.stdout) == []


def test_a_missing_word_and_a_wrong_number_are_said_in_words(tmp_path: Path) -> None:
    for arguments, said in {
        ("score",): "es fehlt WÖRTER",
        ("show",): "es fehlt LISTE",
        ("check",): "es fehlt PFAD",
        ("import",): "es fehlt DATEI",
        ("check", "--jobs", "x"): "--jobs braucht eine ganze Zahl",
        ("show", "a.yaml", "--format"): "hinter --format fehlt etwas",
        ("check", "--strict=1"): "hinter --strict gehört nichts",
    }.items():
        assert said in run(tmp_path, *arguments, lang="de").stderr, arguments


def test_what_the_system_refuses_is_said_in_words() -> None:
    for number, name in errno.errorcode.items():
        said = reason(OSError(number, os.strerror(number)))
        assert os.strerror(number) not in said, name
        assert DE.has("errno.ENOENT")
        assert english(DE.errno(name)) == [], name


def test_a_link_that_leads_nowhere_is_named_in_words(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").symlink_to("nowhere.yaml")
    said = run(tmp_path, "check", ".", lang="de").stdout
    assert "die Verknüpfung führt ins Leere" in said
    assert "ENOENT" not in said


HEAD = "dokosheet: 1\nplayers: [Anna, Ben, Cem, Dora]\n"
#: YAML that is none -> where what is wrong begins, and what it is.
OPEN = {
    'hands:\n  - {re: ["Anna, Cem], augen: 130}\n': (4, 11, '„"“ beginnt hier und wird nicht geschlossen'),
    'note: "x\nhands:\n  - Ben Dora 120\n': (3, 7, '„"“ beginnt hier und wird nicht geschlossen'),
    'hands:\n  - "re": "x\n': (4, 11, '„"“ beginnt hier und wird nicht geschlossen'),
    "hands:\n  - re: [Anna, Cem]\n    note: 'x\n  - Ben Dora 120\n": (
        5,
        11,
        "„'“ beginnt hier und wird nicht geschlossen",
    ),
    "hands:\n  - [Anna, Cem\n  - Ben Dora 120\n": (4, 5, "„[“ beginnt hier und wird nicht geschlossen"),
    "hands:\n  - {re: [Anna, Cem]\n  - Ben Dora 120\n": (4, 5, "„{“ beginnt hier und wird nicht geschlossen"),
    'hands:\n  - "Anna Cem 130\n  - Ben Dora 120\n': (4, 5, 'die Zeile beginnt mit „"“'),
    "hands:\n  - Anna Cem 130\n- x\n: ?\n": (5, 1, "kein gültiges YAML"),
}


@pytest.mark.parametrize("text", OPEN)
def test_what_is_not_closed_is_shown_where_it_begins(text: str) -> None:
    line, column, said = OPEN[text]
    (found,) = (f for f in opened(HEAD + text).stops)
    assert (found.place.line, found.place.column) == (line, column)
    assert said in message(found, DE)
    assert english(message(found, DE)) == []


#: A sign that nobody sees, where it makes a sheet unreadable.
HIDDEN = [
    ("hands:\n  - Ben Dora 120\u2028fuchs:Ben\n", "U+2028"),
    ("hands:\n  - Ben\u2028Dora 120\n", "U+2028"),
    ("hands:\n  - Ben Dora\u20291x0\n", "U+2029"),
    ("hands:\n  - Ben Dora\x85120 x\n", "U+0085"),
    ("hands:\n  -\u00a0Ben Dora 120\n  - Anna Ben 130\n", "U+00A0"),
    ("hands:\n\u00a0 - Ben Dora 120\n  - Anna Ben 130\n", "U+00A0"),
    ("hands:\u00a0\n  - Ben Dora 120\n", "U+00A0"),
    ("rules:\u00a0tsr\nhands:\n", "U+00A0"),
    ("hands:\n  - Ben Dora 120 =1,1,\u202f-1,-1\n", "U+202F"),
    ("hands:\n  - Ben Dora\u200b 120\n", "U+200B"),
    ("hands:\n  - Ben\u2060 Dora 120\n", "U+2060"),
    ("hands:\n  - Ben Do\u00adra 120\n", "U+00AD"),
    ("hands:\n  - Ben\ufeff Dora 120\n", "U+FEFF"),
    ("hands:\n  - Ben Dora 120\u200f\n", "U+200F"),
    ("hands:\n  - Ben Dora \u202e120\n", "U+202E"),
    ("rules: ts\u200br\nhands:\n", "U+200B"),
    ("dealer: Ben\u200b\nhands:\n", "U+200B"),
    ("hands\u200b:\n  - Ben Dora 120\n", "U+200B"),
    ("\ufeffhands:\n  - Ben Dora 120\n", "U+FEFF"),
]


@pytest.mark.parametrize(("text", "code"), HIDDEN)
def test_a_sign_that_nobody_sees_is_named(text: str, code: str) -> None:
    found = opened(HEAD + text).findings
    errors = [message(f, DE) for f in found if f.severity == "error"]
    assert errors
    assert any(code in said for said in errors), errors


def test_a_sign_in_a_name_or_a_comment_is_nobodys_fault() -> None:
    text = HEAD + "hands:\n  # ein\u00a0Satz\n  - Anna Cem 130 x:1\n  - Anna\u00a0Cem 130\n"
    (found,) = opened(text).findings
    assert "hidden" not in found.args
