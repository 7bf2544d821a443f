"""All checks of a sheet. ``run`` is the one entrance."""

from __future__ import annotations

from collections.abc import Iterable

from dokosheet.checks import book, calls, hand, house, numbers, pages, several, sonderpunkte, values, written
from dokosheet.checks.answers import answered
from dokosheet.checks.registry import HAND_CHECKS, SHEET_CHECKS
from dokosheet.core.finding import Finding, bounded
from dokosheet.core.ledger.rows import Ledger, Row
from dokosheet.core.notation.hand import Hand
from dokosheet.core.notation.sheet import HandEntry
from dokosheet.core.rules import Ruleset

FAMILIES = (numbers, hand, sonderpunkte, house, calls, written, values, pages, book, several)


def run(ledger: Ledger, read: Iterable[Finding] = ()) -> list[Finding]:
    """Every finding of a sheet, sorted by place. ``read``: those of the reading, which can be answered too."""
    found = list(read)
    for row in ledger.rows:
        found += bounded(hand_findings(row, ledger))
    for check in SHEET_CHECKS:
        found += check(ledger)
    found = answered(found, ledger)
    return sorted(found, key=by_place)


def by_place(finding: Finding) -> tuple[int, int, str]:
    """The order in which findings are reported."""
    return finding.place.line, finding.place.column, finding.code


def hand_findings(row: Row, ledger: Ledger) -> list[Finding]:
    """What is wrong with one hand by itself."""
    entry, hand = row.entry, row.hand
    found: list[Finding] = []
    if not isinstance(entry, HandEntry) or entry.broken:
        return found
    has = (
        ("", True),
        ("calls", hand.calls or hand.own_calls),
        ("house", _is_house(row, ledger.sheet.rules)),
        ("sonderpunkte", hand.sonderpunkte),
        ("marks", hand.marks),
        ("klaerung", hand.klaerung is not None),
        ("written", _writes(entry.hand)),
    )
    for needs, there in has:
        if there:
            for check in HAND_CHECKS[needs]:
                found += check(row, ledger)
    return found


def _is_house(row: Row, rules: Ruleset) -> bool:
    """Whether a hand has something that only house rules know."""
    hand, deck = row.hand, rules.deck
    if hand.stiche or (row.score is not None and row.score.cowardice):
        return True
    if deck.swaps and any(mark in deck.swaps for mark in hand.marks):
        return True
    if deck.pigs and any(s.id in deck.pigs for s in hand.sonderpunkte):
        return True
    return rules.hochzeit.unfound == "redeal" and hand.kind == "hochzeit_allein"


def _writes(hand: Hand) -> bool:
    """Whether anything is written that has to agree with the rest."""
    return bool(
        hand.score is not None
        or hand.total is not None
        or hand.wert is not None
        or hand.sieger
        or hand.bock is not None
        or (hand.augen and hand.augen.word)
    )
