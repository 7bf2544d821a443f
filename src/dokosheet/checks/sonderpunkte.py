"""H206 to H209: Sonderpunkte that do not count, are too many, or need more Augen than there are (TSR 7.2.3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from dokosheet.checks.registry import at, check_hand
from dokosheet.core.finding import Finding
from dokosheet.core.ledger.rows import Row
from dokosheet.core.notation.words import noted_of
from dokosheet.core.rules import Ruleset
from dokosheet.core.score.calls import PARTY, party_of
from dokosheet.core.score.outcome import possible
from dokosheet.core.score.quotas import (
    BY_CARDS,
    EXCLUDE,
    FULLEST,
    LAST_TRICK,
    TWO,
    doppelkopf_augen,
    fulls_left,
    least_augen,
    most_of,
    too_many,
)
from dokosheet.core.score.value import DERIVED, PARTIES


@check_hand("H202", needs="sonderpunkte")
def sonderpunkt_of_a_sitter(row: Row, rules: Ruleset) -> Iterable[Finding]:
    """Who sits out makes no Sonderpunkt."""
    hand = row.hand
    others = {*row.players, *PARTY}
    out = [(i, s.by) for i, s in enumerate(hand.sonderpunkte) if s.by and s.by not in others]
    return [
        at(row, "H202", "sonderpunkte", i, variant="sits-out", args={"players": [who]}, paragraph="10.1.1")
        for i, who in out
    ]


@check_hand("H206", "H207", "H208", "H209", needs="sonderpunkte")
def sonderpunkte(row: Row, rules: Ruleset) -> Iterable[Finding]:
    """What a hand can hold of Sonderpunkten (TSR 7.2.3)."""
    hand = row.hand
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
    """Over the quota of one Sonderpunkt, or of the cards that several need."""
    if len(row.hand.sonderpunkte) < TWO:
        return []
    found = list(_over_quota(row, rules))
    return found or (list(_over_cards(row, rules)) if _shares_cards(row) else [])


def _last_trick(row: Row, rules: Ruleset) -> list[Finding]:
    """The last trick has one winner: what cannot stand together."""
    made = [(i, s) for i, s in enumerate(row.hand.sonderpunkte) if s.id in LAST_TRICK]
    if len(made) < TWO:
        return []
    ids = [s.id for _, s in made]
    last, s = made[-1]
    for one, other in EXCLUDE:
        if one in ids and other in ids:
            pair = {"id": one, "other": other}
            return [at(row, "H207", "sonderpunkte", last, variant="exclude", args=pair, paragraph="7.2.3")]
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
        elif sonderpunkt == "doppelkopf" and n == 4 and fulls_left(*_by_party(row, rules), rules):
            yield at(
                row, "H207", "sonderpunkte", nth, variant="hardly", severity="warning", args=args, paragraph="7.2.3"
            )


def _shares_cards(row: Row) -> bool:
    """Whether there can be more than cards allow, though no quota is exceeded."""
    made = row.hand.sonderpunkte
    return len(made) > TWO or any(s.id == "doppelfuchs" for s in made)


def _over_cards(row: Row, rules: Ruleset) -> Iterator[Finding]:
    """More foxes or Karlchen in all than there are, or aces and tens beside the Doppelköpfe that hold all of them."""
    made = [s.id for s in row.hand.sonderpunkte]
    over = too_many(Counter(made))
    if over is not None:
        card, ids, n = over
        nth = [i for i, name in enumerate(made) if name in ids][-1]
        args = {"ids": ids, "n": n, "max": TWO}
        variant = "foxes" if card == "DA" else "karlchen"
        yield at(row, "H207", "sonderpunkte", nth, variant=variant, args=args, paragraph="7.2.3")
    elif not fulls_left(*_by_party(row, rules), rules):
        nth = [i for i, name in enumerate(made) if name != "doppelkopf"][-1]
        args = {"id": made[nth]}
        yield at(row, "H207", "sonderpunkte", nth, variant="fulls", args=args, paragraph="7.2.3")


def _by_party(row: Row, rules: Ruleset) -> tuple[Counter[str], Counter[str]]:
    """How often Re and Kontra have made each Sonderpunkt."""
    re: Counter[str] = Counter()
    kontra: Counter[str] = Counter()
    for s in row.hand.sonderpunkte:
        (re if party_of(row.hand, s.by, rules) == "re" else kontra)[s.id] += 1
    return re, kontra


def _needs_augen(row: Row, rules: Ruleset) -> Iterator[Finding]:
    """A party cannot have fewer Augen than all its Sonderpunkte hold together."""
    hand = row.hand
    augen = hand.augen
    if augen is None or hand.trick == "schwarz" or not possible(augen, rules):
        return  # other findings
    if min(augen.most("re"), augen.most("kontra")) >= max(FULLEST, doppelkopf_augen(rules)) * len(hand.sonderpunkte):
        return  # not even a trick each
    for party, counts in zip(PARTIES, _by_party(row, rules), strict=True):
        has, need = augen.most(party), least_augen(counts, rules)
        if has >= need or (not has and not rules.deck.nines):
            continue  # no Augen without nines is no trick, another finding
        alone = next((name for name in counts if has < least_augen({name: counts[name]}, rules)), "")
        ids = [alone] if alone else [name for name in counts if name in BY_CARDS]
        nth = max(i for i, s in enumerate(hand.sonderpunkte) if s.id in ids and party_of(hand, s.by, rules) == party)
        args: dict[str, object] = {"party": party, "need": need, "augen": has}
        if alone:
            args |= {"id": alone, "n": counts[alone], "need": least_augen({alone: counts[alone]}, rules)}
            yield at(row, "H208", "sonderpunkte", nth, args=args, paragraph="7.2.3")
        else:
            args |= {"ids": ids}
            yield at(row, "H208", "sonderpunkte", nth, variant="together", args=args, paragraph="7.2.3")
