"""H206 to H209: Sonderpunkte that do not count, are too many, or need more Augen than there are (TSR 7.2.3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from dokosheet.checks.hand import possible
from dokosheet.checks.registry import at, check_hand
from dokosheet.core.calling import party_of
from dokosheet.core.finding import Finding
from dokosheet.core.quotas import EXCLUDE, KARLCHEN, LAST_TRICK, doppelkopf_augen, most_of, needed
from dokosheet.core.rows import Ledger, Row
from dokosheet.core.ruleset import Ruleset
from dokosheet.core.value import DERIVED
from dokosheet.core.words import noted_of

#: No Sonderpunkt needs more Augen than this, by TSR.
MOST_NEEDED: Final = 42


@check_hand("H202", needs="sonderpunkte")
def sonderpunkt_of_a_sitter(row: Row, ledger: Ledger) -> Iterable[Finding]:
    """Who sits out makes no Sonderpunkt."""
    hand = row.hand
    out = [(i, s.by) for i, s in enumerate(hand.sonderpunkte) if s.by in ledger.totals and s.by not in row.players]
    return [
        at(row, "H202", "sonderpunkte", i, variant="sits-out", args={"players": [who]}, paragraph="10.1.1")
        for i, who in out
    ]


@check_hand("H206", "H207", "H208", "H209", needs="sonderpunkte")
def sonderpunkte(row: Row, ledger: Ledger) -> Iterable[Finding]:
    """What a hand can hold of Sonderpunkten (TSR 7.2.3)."""
    hand, rules = row.hand, ledger.sheet.rules
    found: list[Finding] = []
    for i, s in enumerate(hand.sonderpunkte):
        if s.id not in rules.sonderpunkte and s.id in noted_of(rules):
            continue  # a pig, or something that a fee is charged for
        if s.id not in rules.sonderpunkte:
            args = {"id": s.id, "rules": rules.id}
            found.append(at(row, "H206", "sonderpunkte", i, variant="unknown", severity="error", args=args))
        elif s.id in DERIVED:
            found.append(at(row, "H209", "sonderpunkte", i, args={"id": s.id}, paragraph="7.2.3"))
        elif not rules.counts(hand.kind, s.id):
            found.append(at(row, "H206", "sonderpunkte", i, args={"id": s.id, "kind": hand.kind}, paragraph="7.2.4"))
    if found:  # one token can stand for two of them
        return list({finding.place: finding for finding in reversed(found)}.values())
    if rules.checks.quotas == "never":
        return ()
    return [*(_too_many(row, rules) or _last_trick(row, rules)), *_needs_augen(row, rules)]


def _too_many(row: Row, rules: Ruleset) -> list[Finding]:
    """Over the quota of one Sonderpunkt."""
    return list(_over_quota(row, rules)) if len(row.hand.sonderpunkte) > 1 else []


def _last_trick(row: Row, rules: Ruleset) -> list[Finding]:
    """The last trick has one winner and four cards: what cannot stand together."""
    made = [(i, s) for i, s in enumerate(row.hand.sonderpunkte) if s.id in LAST_TRICK]
    if len(made) < KARLCHEN:
        return []
    ids = [s.id for _, s in made]
    last, s = made[-1]
    for one, other in EXCLUDE:
        if one in ids and other in ids:
            pair = {"id": one, "other": other}
            return [at(row, "H207", "sonderpunkte", last, variant="exclude", args=pair, paragraph="7.2.3")]
    karlchen = [i for i, s in made if s.id in ("karlchen", "karlchen_gefangen")]
    if len(karlchen) > KARLCHEN:
        many = {"n": len(karlchen), "max": KARLCHEN}
        return [at(row, "H207", "sonderpunkte", karlchen[-1], variant="karlchen", args=many, paragraph="7.2.3")]
    players = {s.by for _, s in made if s.by in row.players}
    if len({party_of(row.hand, s.by, rules) for _, s in made}) > 1 or len(players) > 1:
        args = {"id": s.id}
        return [at(row, "H207", "sonderpunkte", last, variant="one-winner", args=args, paragraph="7.2.3")]
    return []


def _over_quota(row: Row, rules: Ruleset) -> Iterator[Finding]:
    """Four Doppelköpfe are possible but hardly ever played."""
    counts = Counter(s.id for s in row.hand.sonderpunkte if s.id in rules.sonderpunkte)
    held = {s.id for s in row.hand.sonderpunkte}
    for sonderpunkt, n in counts.items():
        most = most_of(sonderpunkt, held, rules)
        args = {"id": sonderpunkt, "n": n, "max": most}
        nth = [i for i, s in enumerate(row.hand.sonderpunkte) if s.id == sonderpunkt][-1]
        if n > most:
            yield at(row, "H207", "sonderpunkte", nth, args=args, paragraph="7.2.3")
        elif sonderpunkt == "doppelkopf" and n == 4:
            yield at(
                row, "H207", "sonderpunkte", nth, variant="hardly", severity="warning", args=args, paragraph="7.2.3"
            )


def _needs_augen(row: Row, rules: Ruleset) -> Iterable[Finding]:
    """A party cannot have fewer Augen than its Sonderpunkte hold."""
    hand, trick = row.hand, doppelkopf_augen(rules)
    augen = hand.augen
    if augen is None or hand.trick == "schwarz" or not possible(augen):
        return  # other findings
    if min(augen.most("re"), augen.most("kontra")) >= max(MOST_NEEDED, trick) * len(hand.sonderpunkte):
        return
    for party in ("re", "kontra"):
        made = [(i, s.id) for i, s in enumerate(hand.sonderpunkte) if party_of(hand, s.by, rules) == party]
        if not made:
            continue
        has = augen.most(party)
        for sonderpunkt, n, need in needed(Counter(s for _, s in made), trick):
            if has < need:
                nth = next(i for i, s in reversed(made) if s == sonderpunkt)
                args = {"party": party, "id": sonderpunkt, "n": n, "need": need, "augen": has}
                yield at(row, "H208", "sonderpunkte", nth, args=args, paragraph="7.2.3")
                break
