"""What many tests need: the TSR ruleset, a table, a hand from its line, a sheet and what follows from it."""

from __future__ import annotations

from collections.abc import Sequence

from dokosheet import checks
from dokosheet.core.finding import Finding
from dokosheet.core.hand import Hand
from dokosheet.core.ledger import Ledger, keep
from dokosheet.core.notation import Words, parse_hand, words
from dokosheet.core.ruleset import Ruleset
from dokosheet.core.sheet import Player, Sheet
from dokosheet.io import rulesets
from dokosheet.io.sheets import read_sheet
from dokosheet.io.splice import plain_or_quoted

FOUR = ("A", "B", "C", "D")
FIVE = ("A", "B", "C", "D", "E")
FILE = "test.yaml"


def _tsr() -> Ruleset:
    rules, findings = rulesets.load("tsr")
    assert rules is not None
    assert not findings
    return rules


TSR = _tsr()


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
