"""H2xx: a hand that cannot have been played like this (TSR 2, 4, 7.2.3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from dokosheet.checks.registry import at, check_hand, repair
from dokosheet.core.finding import Finding
from dokosheet.core.hand import Augen
from dokosheet.core.rows import Ledger, Row
from dokosheet.core.ruleset import Ruleset
from dokosheet.core.terms import AUGEN
from dokosheet.core.value import IMPOSSIBLE, party_of

#: Fewest Augen of a party with 1, 2, 3, 4 tricks of 40 or more, and with 1, 2 caught foxes (card arithmetic).
DOPPELKOPF_AUGEN: Final = (0, 40, 80, 124, 168)
FUCHS_AUGEN: Final = (0, 13, 24)
KARLCHEN_AUGEN: Final = 2
#: No Sonderpunkt needs more Augen than this, by TSR.
MOST_NEEDED: Final = 42


@check_hand("H201")
def augen_impossible(row: Row, ledger: Ledger) -> Iterable[Finding]:
    """Below 0, above 240, 1 or 239, or Re and Kontra not 240 together."""
    augen = row.hand.augen
    if augen is None:
        return ()
    if augen.kontra is not None:
        readings = (str(augen.low), str(AUGEN - augen.kontra))
        repairs = tuple(repair(row, "augen", new, "reading") for new in dict.fromkeys(readings))
        args = {"re": augen.low, "kontra": augen.kontra, "sum": augen.low + augen.kontra}
        return (at(row, "H201", "augen", variant="sum", args=args, paragraph="2.2.2", repairs=repairs),)
    if augen.low < 0 or augen.high > AUGEN:
        wrong = augen.low if augen.low < 0 else augen.high
        return (at(row, "H201", "augen", variant="range", args={"augen": wrong}, paragraph="2.2.2"),)
    if augen.exact in IMPOSSIBLE:
        return (at(row, "H201", "augen", args={"augen": augen.exact}, paragraph="2.2.2"),)
    return ()


@check_hand("H202")
def parties(row: Row, ledger: Ledger) -> Iterable[Finding]:
    """The number of players does not fit the kind, or somebody sits out."""
    hand = row.hand
    variant = row.parties_fault
    if variant:
        wrong = _misnamed(variant, row)
        args = {"kind": hand.kind, "players": [hand.named[i] for i in wrong], "n": len(hand.named)}
        if variant == "table":
            args |= {"players": list(row.players), "n": len(row.players)}
        return (at(row, "H202", "named", wrong[-1] if wrong else 0, variant=variant, args=args, paragraph="2.3"),)
    return ()


@check_hand("H202", needs="sonderpunkte")
def sonderpunkt_of_a_sitter(row: Row, ledger: Ledger) -> Iterable[Finding]:
    """Who sits out makes no Sonderpunkt."""
    hand = row.hand
    out = [(i, s.by) for i, s in enumerate(hand.sonderpunkte) if s.by in ledger.totals and s.by not in row.players]
    return [
        at(row, "H202", "sonderpunkte", i, variant="sits-out", args={"players": [who]}, paragraph="10.1.1")
        for i, who in out
    ]


def _misnamed(variant: str, row: Row) -> list[int]:
    """Which of the players named are meant: who sits out, who is there twice, else all."""
    named = row.hand.named
    if variant == "sits-out":
        return [i for i, name in enumerate(named) if name not in row.players]
    if variant == "twice":
        return [i for i, name in enumerate(named) if name in named[:i]]
    return list(range(len(named)))


@check_hand("H204", "H205")
def schwarz(row: Row, ledger: Ledger) -> Iterable[Finding]:
    """``schwarz`` is about tricks: it can be only at 240:0, where it has to be said (TSR 7.2.2 a)."""
    hand = row.hand
    augen = hand.augen
    if augen is None or augen.kontra is not None:
        return ()
    whole = augen.low == 0 or augen.high == AUGEN
    if hand.trick == "schwarz" and not whole:
        return (at(row, "H204", "trick", args={"re": augen.low, "kontra": AUGEN - augen.low}, paragraph="7.2.2 (a)"),)
    if not whole or augen.low != augen.high:
        return ()
    loser = "kontra" if augen.low else "re"
    if hand.trick is None:
        args = {"party": loser}
        repairs = tuple(
            repair(row, "augen", f"{row.entry.source.written('augen')} {fact}", f"trick-{fact}")
            for fact in ("schwarz", "stich")
        )
        return (at(row, "H205", "augen", args=args, paragraph="7.2.2 (a)", repairs=repairs),)
    if hand.trick == "schwarz" and ledger.sheet.rules.counts(hand.kind, "fuchs"):
        return [
            at(row, "H204", "sonderpunkte", i, variant="sonderpunkt", args={"id": s.id, "party": loser})
            for i, s in enumerate(hand.sonderpunkte)
            if party_of(hand, s) == loser
        ]
    return ()


@check_hand("H206", "H207", "H208", "H209", needs="sonderpunkte")
def sonderpunkte(row: Row, ledger: Ledger) -> Iterable[Finding]:
    """What a hand can hold of Sonderpunkten (TSR 7.2.3)."""
    hand, rules = row.hand, ledger.sheet.rules
    found: list[Finding] = []
    for i, s in enumerate(hand.sonderpunkte):
        if s.id not in rules.sonderpunkte:
            args = {"id": s.id, "rules": rules.id}
            found.append(at(row, "H206", "sonderpunkte", i, variant="unknown", severity="error", args=args))
        elif s.id == "alten":
            found.append(at(row, "H209", "sonderpunkte", i, args={"id": s.id}, paragraph="7.2.3"))
        elif not rules.counts(hand.kind, s.id):
            found.append(at(row, "H206", "sonderpunkte", i, args={"id": s.id, "kind": hand.kind}, paragraph="7.2.4"))
    if found:  # one token can stand for two of them
        return list({finding.place: finding for finding in reversed(found)}.values())
    return [*_too_many(row, ledger), *_needs_augen(row, doppelkopf_augen(rules))]


def _too_many(row: Row, ledger: Ledger) -> Iterable[Finding]:
    """Over the quota; four Doppelköpfe are possible but hardly ever played."""
    if len(row.hand.sonderpunkte) == 1:
        return
    counts = Counter(s.id for s in row.hand.sonderpunkte)
    for sonderpunkt, n in counts.items():
        most = ledger.sheet.rules.sonderpunkte[sonderpunkt].max
        args = {"id": sonderpunkt, "n": n, "max": most}
        nth = [i for i, s in enumerate(row.hand.sonderpunkte) if s.id == sonderpunkt][-1]
        if n > most:
            yield at(row, "H207", "sonderpunkte", nth, args=args, paragraph="7.2.3")
        elif sonderpunkt == "doppelkopf" and n == 4:
            yield at(
                row, "H207", "sonderpunkte", nth, variant="hardly", severity="warning", args=args, paragraph="7.2.3"
            )


def doppelkopf_augen(rules: Ruleset) -> int:
    """The Augen that make a trick a Doppelkopf (knob ``sonderpunkte.doppelkopf.min_augen``)."""
    definition = rules.sonderpunkte.get("doppelkopf")
    return (definition.min_augen if definition else None) or DOPPELKOPF_AUGEN[1]


def _needs_augen(row: Row, trick: int) -> Iterable[Finding]:
    """A party cannot have fewer Augen than its Sonderpunkte hold; ``trick``: Augen of a Doppelkopf."""
    hand = row.hand
    augen = hand.augen
    if augen is None or hand.trick == "schwarz" or not _possible(augen):
        return  # other findings
    if min(augen.most("re"), augen.most("kontra")) >= max(MOST_NEEDED, trick) * len(hand.sonderpunkte):
        return
    for party in ("re", "kontra"):
        made = [(i, s.id) for i, s in enumerate(hand.sonderpunkte) if party_of(hand, s) == party]
        if not made:
            continue
        has = augen.most(party)
        for sonderpunkt, n, need in _needed(Counter(s for _, s in made), trick):
            if has < need:
                nth = next(i for i, s in reversed(made) if s == sonderpunkt)
                args = {"party": party, "id": sonderpunkt, "n": n, "need": need, "augen": has}
                yield at(row, "H208", "sonderpunkte", nth, args=args, paragraph="7.2.3")
                break


def _needed(counts: Counter[str], trick: int) -> Iterable[tuple[str, int, int]]:
    """(Sonderpunkt, how often, fewest Augen); Karlchen's trick is none of the Doppelköpfe: it has at most 35 Augen."""
    koepfe, foxes, karlchen = counts["doppelkopf"], counts["fuchs"], counts["karlchen"]
    extra = KARLCHEN_AUGEN if karlchen else 0
    if koepfe:
        n = min(koepfe, 4)  # more are another finding
        together = DOPPELKOPF_AUGEN[n] if trick >= DOPPELKOPF_AUGEN[1] else 0
        yield "doppelkopf", koepfe, max(together, n * trick) + extra
    if foxes:
        yield "fuchs", foxes, FUCHS_AUGEN[min(foxes, 2)]
    if karlchen:
        yield "karlchen", karlchen, KARLCHEN_AUGEN


@check_hand("H210", needs="klaerung")
def klaerung(row: Row, ledger: Ledger) -> Iterable[Finding]:
    """A Hochzeit is resolved in the first tricks, or there is no partner (TSR 4.4)."""
    hand = row.hand
    within, trick = ledger.sheet.rules.hochzeit.find_within, hand.klaerung or 0
    args = {"klaerung": hand.klaerung, "within": within, "players": list(hand.named)}
    if hand.kind not in ("hochzeit", "hochzeit_allein"):
        return (at(row, "H210", "klaerung", variant="kind", args=args, paragraph="4.4"),)
    if not 1 <= trick <= within:
        return (at(row, "H210", "klaerung", args=args, paragraph="4.4.2"),)
    if hand.kind == "hochzeit_allein":
        return (at(row, "H210", "klaerung", variant="no-partner", args=args, paragraph="4.4.2"),)
    return ()


@check_hand("H211")
def result_open(row: Row, ledger: Ledger) -> Iterable[Finding]:
    """What is written does not decide one result."""
    hand = row.hand
    if row.points is not None or row.parties_fault:
        return ()
    augen = hand.augen
    if augen is None:
        if row_length(row, ledger):
            return ()  # a row of another length is a finding of its own
        return (at(row, "H211", "named", variant="score" if hand.score else "", paragraph="7.3.1"),)
    if _possible(augen) and augen.low != augen.high:
        return (
            at(row, "H211", "augen", variant="band", args={"low": augen.low, "high": augen.high}, paragraph="7.2.2"),
        )
    return ()


def _possible(augen: Augen) -> bool:
    return augen.kontra is None and 0 <= augen.low <= augen.high <= AUGEN and augen.exact not in IMPOSSIBLE


@check_hand("F103", needs="written")
def row_length(row: Row, ledger: Ledger) -> Iterable[Finding]:
    """A written row has a cell for everybody at the table, or for those who played."""
    fits = (len(ledger.sheet.players), len(row.players))
    return [
        at(row, "F103", field, variant="row-length", args={"n": len(cells), "wanted": fits[0]})
        for field, cells in (("score", row.hand.score), ("total", row.hand.total))
        if cells is not None and len(cells) not in fits
    ]
