"""Standings over files."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dokosheet.app.house import house_rules, name_of
from dokosheet.app.reading import expand, open_found
from dokosheet.core.finding import Finding
from dokosheet.core.standings import Standing, Tallies, standings


def rank(paths: Iterable[str], tie_breaks: Sequence[str]) -> tuple[list[Standing], Tallies, list[Finding]]:
    """The table over sheets, the sums behind it, and what was found in the sheets.

    Raises OSError for a path that cannot be opened.
    """
    tallies = Tallies()
    findings: list[Finding] = []
    for found in expand(paths):
        opened = open_found(found)
        if opened is None:
            continue
        findings += opened.findings
        if opened.ledger is not None:
            rules = opened.ledger.sheet.rules
            tallies.add(opened.ledger, name_of(rules), bool(house_rules(rules)))
    tallies.close()
    return standings(tallies.by_player.values(), tie_breaks), tallies, findings
