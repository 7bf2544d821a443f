"""Sheets by house rules: a ruleset written as a few lines of YAML over another, and what follows from a sheet by it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from textwrap import indent

from helpers import FILE, FOUR, Finding, Ledger, Ruleset, Sheet, checks, keep, parse, read_sheet, rulesets, text

#: The rulesets of real tables.
REAL = Path(__file__).parent / "rulesets"
#: No duty, no end, so that nothing but the hands themselves is judged.
OPEN = "pflichtsolo: {solos: 0, enforce: none}\nparty: {length: {unit: open, n: null, by_players: null}, time: null}"


def over(body: str, base: str = "tsr") -> str:
    """The head of a sheet whose ruleset is ``body`` over ``base``."""
    return f"rules:\n  extends: {base}\n" + indent(body, "  ") if body else f"rules: {base}"


@lru_cache(maxsize=512)
def ruleset(body: str, base: str = "tsr") -> tuple[Ruleset, tuple[Finding, ...]]:
    """A ruleset over another, and what contradicts itself in it."""
    tree, problems = parse(f"extends: {base}\n{body}\n")
    assert tree is not None
    assert not problems, problems
    rules, found = rulesets.load_node(tree, REAL)
    assert rules is not None, (body, found)
    return rules, found


def house_sheet(
    body: str, *lines: str, base: str = "tsr", players: Sequence[str] = FOUR, head: str = ""
) -> tuple[Sheet, list[Finding]]:
    """A sheet by a house rule, with the findings of reading it."""
    whole = text(*lines, players=players, head="\n".join(part for part in (over(body, base), head) if part))
    read, found = read_sheet(whole, FILE, REAL)
    assert read is not None, (body, found)
    return read, found


def played(body: str, *lines: str, base: str = "tsr", players: Sequence[str] = FOUR, head: str = "") -> Ledger:
    """What follows from a sheet by a house rule. What contradicts itself in the ruleset is left aside."""
    read, found = house_sheet(body, *lines, base=base, players=players, head=head)
    assert not [f for f in found if f.code[0] != "R"], found
    return keep(read)


def judged(body: str, *lines: str, base: str = "tsr", players: Sequence[str] = FOUR, head: str = "") -> list[str]:
    """What is found in a sheet by a house rule, with variants, but for contradictions of the ruleset."""
    read, found = house_sheet(body, *lines, base=base, players=players, head=head)
    return [f.message_id for f in checks.run(keep(read), found) if f.code[0] != "R"]


def points(ledger: Ledger) -> list[tuple[object, ...]]:
    """The points of each row in the order of those who played."""
    return [tuple(row.points.values()) if row.points is not None else () for row in ledger.rows]


def levels(ledger: Ledger) -> list[int]:
    """The level of Bock of each row."""
    return [row.bock_due for row in ledger.rows]
