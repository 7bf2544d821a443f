"""What many tests need: the TSR ruleset, a table, a hand from its line, a sheet and what follows from it."""

from __future__ import annotations

import contextlib
import io
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

from dokosheet import checks
from dokosheet.checks.several import kept_of, name_similar, rules_differ, sheet_twice
from dokosheet.core import records
from dokosheet.core.finding import CODES, Finding, Place
from dokosheet.core.ledger.fold import keep
from dokosheet.core.ledger.money import bill
from dokosheet.core.ledger.rows import Ledger
from dokosheet.core.ledger.standings import TIE_BREAKS, Tallies, standings
from dokosheet.core.merging import merged
from dokosheet.core.models import Model
from dokosheet.core.notation.entries import format_entry, parse_line, words
from dokosheet.core.notation.hand import Augen, Call, Hand, Sonderpunkt
from dokosheet.core.notation.line import parse_hand
from dokosheet.core.notation.sheet import HandEntry, PenaltyEntry, Player, Sheet
from dokosheet.core.notation.vocabulary import KIND_WORDS
from dokosheet.core.notation.words import Words
from dokosheet.core.rules import Ruleset
from dokosheet.core.rules.departures import departures
from dokosheet.core.score.quotas import least_augen
from dokosheet.core.score.solver import Known
from dokosheet.core.score.value import scoring
from dokosheet.core.terms import ANSAGE
from dokosheet.edit import creating, document, mending, saving, seating, trail, verbs
from dokosheet.edit.calculator import Calculator
from dokosheet.edit.document import Document, Found, open_sheet
from dokosheet.edit.edits import Edit, Refused, Unread
from dokosheet.edit.many import Choice
from dokosheet.files import journal, rulesets, save
from dokosheet.files.rights import Rights
from dokosheet.files.sheets import read_sheet
from dokosheet.files.splice import plain_or_quoted
from dokosheet.files.tables import Unreadable
from dokosheet.files.text import LIMIT, FileText, read_text
from dokosheet.files.tree import MappingNode, parse
from dokosheet.files.trouble import Changed
from dokosheet.importing.lists import Imported, import_lists, read_layout
from dokosheet.screen.findings import as_text, message
from dokosheet.screen.listing import list_table, show_value, totals_line, what_next
from dokosheet.screen.ranking import as_table
from dokosheet.shell import program
from dokosheet.shell.console import speak
from dokosheet.table.answers import answer
from dokosheet.table.keymap import BACKSPACE, ENTER, EOF, ESCAPE
from dokosheet.table.prompt import question
from dokosheet.table.questions import Entering, begin
from dokosheet.table.watch import Watch
from dokosheet.text import CATALOGUES, LAZY, Texts, texts

FOUR = ("A", "B", "C", "D")
FIVE = ("A", "B", "C", "D", "E")
FILE = "test.yaml"


def _tsr() -> Ruleset:
    rules, findings = rulesets.load("tsr")
    assert rules is not None
    assert not findings
    return rules


TSR = _tsr()


def replace(record: Any, **changes: Any) -> Any:
    """The same record, or part of a ruleset, with other values."""
    if isinstance(record, Model):
        return record.model_copy(update=changes)
    return records.replace(record, **changes)


def run(cwd: Path, *arguments: str, stdin: str | None = None, lang: str = "en") -> CompletedProcess[str]:
    """Run the program in a folder: in this process, or in one of its own where it reads the standard input."""
    if stdin is not None:
        call = [sys.executable, "-m", "dokosheet", *arguments]
        env = {**os.environ, "DOKOSHEET_LANG": lang}
        return subprocess.run(call, cwd=cwd, input=stdin, env=env, capture_output=True, encoding="utf-8")
    with contextlib.chdir(cwd):
        code, out, err = said(arguments, DOKOSHEET_LANG=lang)
    return CompletedProcess(arguments, code, out, err)


def said(arguments: Sequence[str], encoding: str = "utf-8", **env: str) -> tuple[int, str, str]:
    """Run the program in this process: its exit code, and what it wrote to streams of this encoding."""

    streams = [io.TextIOWrapper(io.BytesIO(), encoding, newline="\n") for _ in range(2)]
    with pytest.MonkeyPatch.context() as patch:
        for name in [name for name in os.environ if name.startswith("DOKOSHEET")]:
            patch.delenv(name)
        for name, value in {"DOKOSHEET_LANG": "en", "COLUMNS": "80", **env}.items():
            patch.setenv(name, value)
        patch.setattr(sys, "stdout", streams[0])
        patch.setattr(sys, "stderr", streams[1])
        with pytest.raises(SystemExit) as left:
            program.run(list(arguments))
    for stream in streams:
        stream.flush()
    out, err = (stream.buffer.getvalue().decode(encoding) for stream in streams)  # type: ignore[attr-defined]
    assert isinstance(left.value.code, int)
    return left.value.code, out, err


def table(*names: str) -> Words:
    """The words of a table under TSR, of A, B, C, D unless said."""
    return words(TSR, tuple(Player(name, name) for name in names or FOUR))


def hand(line: str, players: Sequence[str] = FOUR) -> Hand:
    """The hand of a line that can be read."""
    parsed = parse_hand(line, table(*players))
    assert not parsed.problems, parsed.problems
    return parsed.hand


def text(*lines: str, players: Sequence[str] = FOUR, head: str = "") -> str:
    """The text of a sheet under TSR. ``head``: further keys, as YAML; ``rules:`` and ``pflichtsoli:`` are keys too."""
    rows = [f"  - {plain_or_quoted(line)}" for line in lines]
    parts = ["dokosheet: 1", f"players: [{', '.join(players)}]", *head.splitlines(), "hands:", *rows]
    return "\n".join(parts) + "\n"


def opened(source: str, file: str = "x.yaml") -> Document:
    """All that a text of a sheet says, as if it had been read from a file."""
    return document.opened(FileText(file, source, b"", "\n", False), file, None)


def sheet(*lines: str, players: Sequence[str] = FOUR, head: str = "") -> tuple[Sheet, list[Finding]]:
    """A sheet of these lines with the findings of reading it."""
    read, findings = read_sheet(text(*lines, players=players, head=head), FILE)
    assert read is not None, findings
    return read, findings


def ledger(*lines: str, players: Sequence[str] = FOUR, head: str = "") -> Ledger:
    """What follows from a sheet that can be read without a finding."""
    read, findings = sheet(*lines, players=players, head=head)
    assert not findings, findings
    return keep(read)


def found(*lines: str, players: Sequence[str] = FOUR, head: str = "") -> list[Finding]:
    """All findings of a sheet: of reading and of checking it."""
    read, findings = sheet(*lines, players=players, head=head)
    return checks.run(keep(read), findings)


def codes(*lines: str, players: Sequence[str] = FOUR, head: str = "") -> list[str]:
    """The codes of :func:`found`, in the order of their places."""
    return [finding.code for finding in found(*lines, players=players, head=head)]


def tallied(*books: Ledger) -> Tallies:
    """What the standings count of several sheets, in their order."""
    tallies = Tallies()
    for book in books:
        tallies.add(book)
    tallies.close()
    return tallies
