"""All checks of a sheet. ``run`` is the one entrance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from dokosheet.checks import book, calls, hand, numbers, pages, several, sonderpunkte, values, written
from dokosheet.checks.answers import answered
from dokosheet.checks.registry import HAND_CHECKS, SHEET_CHECKS, WRITTEN_CHECKS, Needs
from dokosheet.core.finding import Finding, bounded
from dokosheet.core.ledger.rows import Ledger, Row
from dokosheet.core.notation.hand import Hand
from dokosheet.core.notation.sheet import HandEntry
from dokosheet.core.rules import Ruleset
from dokosheet.core.terms import AUGEN

FAMILIES = (numbers, hand, sonderpunkte, calls, written, values, pages, book, several)

#: A trick of four jacks has 8 Augen.
PLAIN: Final = (8, AUGEN - 8)


def run(ledger: Ledger, read: Iterable[Finding] = ()) -> list[Finding]:
    """Every finding of a sheet, sorted by place. ``read``: those of the reading, which can be answered too."""
    found = list(read)
    for row in ledger.rows:
        of_row = hand_findings(row, ledger)
        if of_row:
            found += bounded(of_row)
    for check in SHEET_CHECKS:
        found += check(ledger)
    found = answered(found, ledger)
    return sorted(found, key=by_place)


def by_place(finding: Finding) -> tuple[int, int, str]:
    """The order in which findings are reported."""
    return finding.place.line, finding.place.column, finding.code


def hand_findings(row: Row, ledger: Ledger) -> list[Finding]:
    """What is wrong with one hand by itself; of the list only what is written beside the hand is compared with it."""
    entry = row.entry
    found: list[Finding] = []
    if not isinstance(entry, HandEntry) or entry.broken:
        return found
    for needs in _has(row, entry.hand, ledger.sheet.rules):
        for check in HAND_CHECKS[needs]:
            found += check(row, ledger.sheet.rules)
        if needs == "written":
            for written in WRITTEN_CHECKS:
                found += written(row, ledger)
    return found


def _has(row: Row, written: Hand, rules: Ruleset) -> Iterator[Needs]:
    """What a hand has of all that checks need."""
    hand = row.hand
    if not _is_plain(row):
        yield "doubt"
    if hand.calls or hand.own_calls:
        yield "calls"
    if _is_house(row, rules):
        yield "house"
    if hand.sonderpunkte:
        yield "sonderpunkte"
    if hand.marks:
        yield "marks"
    if hand.klaerung is not None:
        yield "klaerung"
    if _writes(written):
        yield "written"


def _is_plain(row: Row) -> bool:
    """Whether those named played for Augen that every pack of cards can give, none or all of them apart."""
    augen = row.hand.augen
    if augen is None or row.points is None or row.parties_fault or row.hand.trick is not None:
        return False
    return augen.kontra is None and augen.low == augen.high and PLAIN[0] <= augen.low <= PLAIN[1]


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
