"""Standings over files."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dokosheet.app.reading import expand, open_found
from dokosheet.core.standings import Standing, Tallies, standings


def rank(paths: Iterable[str], tie_breaks: Sequence[str]) -> tuple[list[Standing], Tallies, dict[str, int]]:
    """The table over sheets, the sums behind it, and how many findings of each severity the sheets have.

    Raises OSError for a path that cannot be opened.
    """
    tallies = Tallies()
    counts = {"error": 0, "warning": 0, "notice": 0}
    for found in expand(paths):
        opened = open_found(found)
        if opened is None:
            continue
        for finding in opened.findings:
            counts[finding.severity] += 1
        if opened.ledger is not None:
            tallies.add(opened.ledger)
    return standings(tallies.by_player.values(), tie_breaks), tallies, counts
