"""Standings over files."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dokosheet.app.checking import Choice
from dokosheet.app.house import house_rules, name_of
from dokosheet.app.reading import expand, open_found
from dokosheet.checks.several import Seen, name_similar, rules_differ, sheet_twice
from dokosheet.core.finding import Finding
from dokosheet.core.standings import Standing, Tallies, standings


def rank(
    paths: Iterable[str], tie_breaks: Sequence[str], choice: Choice | None = None
) -> tuple[list[Standing], Tallies, list[Finding]]:
    """The table over sheets, the sums behind it, and what was found in the sheets and between them (T6xx).

    ``choice``: which findings count; a sheet that stands there twice is counted once, and again where T608 is ignored.
    Raises OSError for a path that cannot be opened.
    """
    choice = choice or Choice()
    tallies, seen = Tallies(), Seen()
    findings: list[Finding] = []
    for found in expand(paths):
        opened = open_found(found)
        if opened is None:
            continue
        findings += opened.findings
        if opened.ledger is None:
            continue
        twice = sheet_twice(opened.ledger, opened.file, seen)
        if twice is not None and choice.wants(twice):
            findings.append(twice)
            if twice.severity == "error":
                continue
        findings += rules_differ(opened.ledger, opened.file, seen)
        seen.take(opened.ledger, opened.file)
        rules = opened.ledger.sheet.rules
        tallies.add(opened.ledger, name_of(rules), bool(house_rules(rules)))
    tallies.close()
    findings += name_similar(seen)
    return standings(tallies.by_player.values(), tie_breaks), tallies, [f for f in findings if choice.wants(f)]
