"""H2xx: a hand that cannot have been played like this (TSR 2, 4, 7.2.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dokosheet.checks.registry import at, check_hand, repair
from dokosheet.core.finding import Finding
from dokosheet.core.ledger import fees
from dokosheet.core.ledger.rows import Row, aligned, complete
from dokosheet.core.notation.sheet import HandEntry
from dokosheet.core.rules import Ruleset
from dokosheet.core.score.calls import party_of
from dokosheet.core.score.outcome import HALF, impossible_counts, possible
from dokosheet.core.terms import AUGEN

#: There is no card worth 1.
NEVER = {1, AUGEN - 1}
HOCHZEITEN = ("hochzeit", "hochzeit_allein")


@check_hand("H201", needs="doubt")
def augen_impossible(row: Row, rules: Ruleset) -> Iterable[Finding]:
    """Below 0, above 240, 1 or 239 (without nines 1 to 7, 233 to 239), or Re and Kontra not 240 together."""
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
    deck = rules.deck
    if all(count in impossible_counts(deck) for count in range(augen.low, augen.high + 1)):
        variant = "" if {augen.low, augen.high} <= NEVER else "no-nines"
        args = {"augen": augen.low if augen.low < HALF else augen.high}
        return (
            at(row, "H201", "augen", variant=variant, args=args, paragraph="2.2.2" if not variant else "deck.nines"),
        )
    return ()


@check_hand("H203", needs="house")
def kind_unplayed(row: Row, rules: Ruleset) -> Iterable[Finding]:
    """A Hochzeit that found nobody, where that is dealt again (knob ``hochzeit.unfound``)."""
    if row.hand.kind == "hochzeit_allein" and rules.hochzeit.unfound == "redeal":
        return (at(row, "H203", "kind", variant="unfound", paragraph="hochzeit.unfound"),)
    return ()


@check_hand("H202", needs="doubt")
def parties(row: Row, rules: Ruleset) -> Iterable[Finding]:
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


def _misnamed(variant: str, row: Row) -> list[int]:
    """Which of the players named are meant: who sits out, who is there twice, else all."""
    named = row.hand.named
    if variant == "sits-out":
        return [i for i, name in enumerate(named) if name not in row.players]
    if variant == "twice":
        return [i for i, name in enumerate(named) if name in named[:i]]
    return list(range(len(named)))


@check_hand("H204", "H205", needs="doubt")
def schwarz(row: Row, rules: Ruleset) -> Iterable[Finding]:
    """``schwarz`` is about tricks: it can be only at 240:0, where it has to be said (TSR 7.2.2 a)."""
    hand = row.hand
    augen = hand.augen
    if augen is None or augen.kontra is not None:
        return ()
    whole = augen.low == 0 or augen.high == AUGEN
    if hand.trick == "schwarz" and not whole:
        return (at(row, "H204", "trick", args={"re": augen.low, "kontra": AUGEN - augen.low}, paragraph="7.2.2 (a)"),)
    if not whole:
        return ()
    loser = "kontra" if augen.high == AUGEN else "re"
    trickless = hand.trick == "schwarz" or (augen.low == augen.high and not rules.deck.nines)
    if trickless and (augen.low == 0) != (augen.high == AUGEN):
        return [
            at(row, "H204", "sonderpunkte", i, variant="sonderpunkt", args={"id": s.id, "party": loser})
            for i, s in enumerate(hand.sonderpunkte)
            if s.id not in rules.deck.pigs and rules.counts(hand.kind, s.id) and party_of(hand, s.by, rules) == loser
        ] or _stich_said(row, loser, rules)
    if augen.low != augen.high or rules.kinds[hand.kind].goal != "augen" or hand.trick is not None:
        return ()
    args = {"party": loser}
    repairs = tuple(
        repair(row, "augen", f"{row.entry.source.written('augen')} {fact}", f"trick-{fact}")
        for fact in ("schwarz", "stich")
    )
    return (at(row, "H205", "augen", args=args, paragraph="7.2.2 (a)", repairs=repairs),)


def _stich_said(row: Row, loser: str, rules: Ruleset) -> list[Finding]:
    """A trick of 0 Augen where there are no nines."""
    if row.hand.trick != "stich" or rules.kinds[row.hand.kind].goal != "augen":
        return []
    return [at(row, "H204", "trick", variant="no-nines", args={"party": loser}, paragraph="deck.nines")]


@check_hand("H210", needs="klaerung")
def klaerung(row: Row, rules: Ruleset) -> Iterable[Finding]:
    """A Hochzeit is resolved in the first tricks, or there is no partner (TSR 4.4)."""
    hand = row.hand
    within, trick = rules.hochzeit.find_within, hand.klaerung or 0
    args = {"klaerung": hand.klaerung, "within": within, "players": list(hand.named)}
    if hand.kind not in HOCHZEITEN:
        return (at(row, "H210", "klaerung", variant="kind", args=args, paragraph="4.4"),)
    if not 1 <= trick <= within:
        return (at(row, "H210", "klaerung", args=args, paragraph="4.4.2"),)
    if hand.kind == "hochzeit_allein":
        return (at(row, "H210", "klaerung", variant="no-partner", args=args, paragraph="4.4.2"),)
    return ()


@check_hand("H211", needs="doubt")
def result_open(row: Row, rules: Ruleset) -> Iterable[Finding]:
    """What is written does not decide one result."""
    hand = row.hand
    if row.points is not None or row.parties_fault or row.expected is not None:
        return ()
    if rules.kinds[hand.kind].goal in ("fewest_tricks", "no_trick"):
        return (at(row, "H211", "named", variant="goal", args={"kind": hand.kind}, paragraph="kinds.goal"),)
    augen = hand.augen
    if augen is None:
        if hand.total is not None and _tells(row, rules):
            return ()  # only the step to these totals is not known, because hands before are lost
        if row.is_open and (hand.score is not None or hand.total is not None or hand.wert is not None):
            return ()  # only who sat out is not known, because hands before are lost
        if _misfits(row):
            return ()  # a row of another length is a finding of its own
        return (at(row, "H211", "named", variant="score" if hand.score else "", paragraph="7.3.1"),)
    if possible(augen, rules) and augen.low != augen.high and row.score is None:
        return (
            at(row, "H211", "augen", variant="band", args={"low": augen.low, "high": augen.high}, paragraph="7.2.2"),
        )
    return ()


def _tells(row: Row, rules: Ruleset) -> bool:
    """Whether the written totals would tell the points, if those before were known."""
    cells = aligned(row.hand.total or (), row.table, row.players)
    return complete(cells, row.players, rules.sums_to_zero) is not None


@check_hand("F103", needs="written")
def row_length(row: Row, rules: Ruleset) -> Iterable[Finding]:
    """A written row has a cell for everybody at the table, or for those who played."""
    return [
        at(row, "F103", field, variant="row-length", args={"n": n, "wanted": len(row.table)})
        for field, n in _misfits(row)
    ]


def _misfits(row: Row) -> list[tuple[str, int]]:
    """The written rows that fit nobody, and how many cells they have."""
    assert isinstance(row.entry, HandEntry)
    written = row.entry.hand
    if row.hand is written:
        return []
    both = (("score", written.score, row.hand.score), ("total", written.total, row.hand.total))
    return [(field, len(cells)) for field, cells, kept in both if cells is not None and kept is None]


# -- What only house rules know: pigs, swaps, Feigheit, fees.


@check_hand("H212", needs="house")
def pig(row: Row, rules: Ruleset) -> Iterator[Finding]:
    """A pig in a kind without pigs, without the one below it, or held by two players (section ``deck.pigs``)."""
    hand = row.hand
    held = {s.id for s in hand.sonderpunkte}
    seen = set()
    for i, s in enumerate(hand.sonderpunkte):
        definition = rules.deck.pigs.get(s.id)
        if definition is None:
            continue
        args = {"pig": s.id, "kind": hand.kind, "needs": definition.needs or ""}
        if s.id in seen:
            yield at(row, "H212", "sonderpunkte", i, variant="twice", args=args, paragraph="deck.pigs")
        elif not rules.covers(definition.kinds, hand.kind):
            yield at(row, "H212", "sonderpunkte", i, args=args, paragraph="deck.pigs")
        elif definition.needs and definition.needs not in held:
            yield at(row, "H212", "sonderpunkte", i, variant="needs", args=args, paragraph="deck.pigs")
        seen.add(s.id)


@check_hand("H213", needs="house")
def swap(row: Row, rules: Ruleset) -> Iterator[Finding]:
    """A swap of partners in a solo, or without the swap that has to come first (section ``deck.swaps``)."""
    hand = row.hand
    for i, mark in enumerate(hand.marks):
        definition = rules.deck.swaps.get(mark)
        if definition is None:
            continue
        args = {"swap": mark, "kind": hand.kind, "needs": definition.needs or ""}
        if definition.effect == "repartner" and rules.is_solo(hand.kind):
            yield at(row, "H213", "marks", i, args=args, paragraph="deck.swaps")
        elif definition.needs and definition.needs not in hand.marks:
            yield at(row, "H213", "marks", i, variant="needs", args=args, paragraph="deck.swaps")


@check_hand("H214", needs="house")
def cowardice(row: Row, rules: Ruleset) -> Iterable[Finding]:
    """Winners who called too little, where the table only wants to know (section ``cowardice``)."""
    score = row.score
    asked = rules.cowardice.effect == "flag" or rules.checks.cowardice == "always"
    if score is None or not score.cowardice or not asked or rules.checks.cowardice == "never":
        return ()
    args = {"n": score.cowardice + (rules.cowardice.slack or 0), "slack": rules.cowardice.slack}
    return (at(row, "H214", "augen", args=args, paragraph="cowardice.slack"),)


@check_hand("H215", needs="sonderpunkte")
def fee_unassigned(row: Row, rules: Ruleset) -> Iterator[Finding]:
    """Something costs a fee, and only the party of who made it was noted (section ``settlement.fees``)."""
    if rules.settlement.fees:
        for i in fees.unassigned(row.hand, row.players, rules):
            args = {"id": row.hand.sonderpunkte[i].id}
            yield at(row, "H215", "sonderpunkte", i, args=args, paragraph="settlement.fees")
