"""What a hand is worth, item by item (TSR 7.2).

A hand without Sonderpunkte is one of 243 results x 36 states of calls x pair or solo. Each is computed once for a
ruleset and looked up from then on; Sonderpunkte are added.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any, Final

from msgspec import Struct

from dokosheet.core.hand import Augen, Hand, Sonderpunkt
from dokosheet.core.outcome import ALL_KONTRA, ALL_RE, RESULTS, augen_of, has_all_tricks, result_of, winner
from dokosheet.core.ruleset import ClassName, Level, Ruleset
from dokosheet.core.settlement import shares
from dokosheet.core.terms import ABSAGEN, ANSAGE, AUGEN, K90, LEVELS, OTHER, STEPS, Party, Winner, call_id

PARTIES: Final[tuple[Party, Party]] = ("re", "kontra")
#: Augen that no party can have: there is no card worth 1.
IMPOSSIBLE: Final = frozenset((1, AUGEN - 1))
#: Re's gain counts plus, Kontra's minus, wherever a value is seen from Re.
SIGN: Final = {"re": 1, "kontra": -1}
#: Augen that a party has to reach against an Absage to earn a point (TSR 7.2.2 e, f).
REACH: Final = {"k90": 120, "k60": 90, "k30": 60, "schwarz": 30}


class Item(Struct, frozen=True):
    """Some points per head: ``party`` gains them, by ``paragraph`` of TSR.

    ``of`` says more: the Absage that failed, or the player who made the Sonderpunkt.
    """

    id: str
    party: Party
    points: int
    paragraph: str
    of: str = ""


class HandScore(Struct, frozen=True):
    """``value``: points per head before tripling, seen from Re, the sum of ``items``.

    ``re`` and ``kontra``: what each player of the party writes down (the lone player tripled).
    """

    winner: Winner
    value: int
    items: tuple[Item, ...]
    re: int
    kontra: int


#: Points per head with where they come from: items, and their sum seen from Re.
Part = tuple[tuple[Item, ...], int]
NO_PART: Final[Part] = ((), 0)
#: One entry a state: ``table[result][Re's step][Kontra's step]``, None until it is asked for.
Scores = list[list[list[HandScore | None]]]
Values = list[list[list[int | None]]]


class Scoring:
    """The scorer of one ruleset; ask :func:`scoring` for it, so that its tables are kept.

    A result is Re's Augen, or ALL_RE / ALL_KONTRA of room ``outcome`` where the other party has no trick; steps are
    those of ``terms``.
    """

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self._pair: Scores = _table()
        self._solo: Scores = _table()
        self._pair_values: Values = _table()
        self._solo_values: Values = _table()
        self._won_parts: dict[tuple[int, Winner], Part] = {}
        self._call_parts: dict[tuple[int, int, Winner], Part] = {}
        self._failed_parts: dict[tuple[int, int, int], Part] = {}
        self._solo_kinds = frozenset(kind for kind in rules.kinds if rules.is_solo(kind))
        self._alten = {name: self._alten_part(name) for name in rules.classes}

    def value(self, result: int, re_step: int, kontra_step: int, solo: bool = False) -> int:
        """Points per head, seen from Re, of a hand without Sonderpunkte except gegen die Alten."""
        value = (self._solo_values if solo else self._pair_values)[result][re_step][kontra_step]
        if value is None:
            value = self.score(result, re_step, kontra_step, solo).value
            (self._solo_values if solo else self._pair_values)[result][re_step][kontra_step] = value
        return value

    def score(self, result: int, re_step: int, kontra_step: int, solo: bool = False) -> HandScore:
        """Like :meth:`value`, with winner, items and what each player writes down."""
        score = (self._solo if solo else self._pair)[result][re_step][kontra_step]
        if score is None:
            score = self._compute(result, re_step, kontra_step, "solo" if solo else "pair")
            (self._solo if solo else self._pair)[result][re_step][kontra_step] = score
        return score

    def of_hand(self, hand: Hand) -> HandScore | None:
        """The score of a recorded hand, or None where its Augen are unknown or impossible or leave it open."""
        augen = hand.augen
        if augen is None or augen.kontra is not None or not 0 <= augen.low <= augen.high <= AUGEN:
            return None
        solo = hand.kind in self._solo_kinds
        re_step, kontra_step = hand.steps if hand.calls else (0, 0)
        if hand.trick == "schwarz" and (augen.low == 0) != (augen.high == AUGEN):
            score = self.score(ALL_RE if augen.high == AUGEN else ALL_KONTRA, re_step, kontra_step, solo)
        elif augen.low == augen.high:
            if augen.low in IMPOSSIBLE:
                return None
            score = self.score(result_of(augen.low, hand.trick != "stich"), re_step, kontra_step, solo)
        else:
            open_score = self._of_band(augen, re_step, kontra_step, solo)
            if open_score is None:
                return None
            score = open_score
        return self._with_sonderpunkte(score, hand, solo) if hand.sonderpunkte else score

    def _of_band(self, augen: Augen, re_step: int, kontra_step: int, solo: bool) -> HandScore | None:
        """The one score of all counts from low to high, of those that fit the band word if any does."""
        counts = [count for count in range(augen.low, augen.high + 1) if count not in IMPOSSIBLE]
        scores = {self.score(count, re_step, kontra_step, solo) for count in counts}
        if augen.claims:
            scores = {score for score in scores if score.winner == augen.claims} or scores
        return scores.pop() if len(scores) == 1 else None

    def _compute(self, result: int, re_step: int, kontra_step: int, hand_class: ClassName) -> HandScore:
        who = winner(result, re_step, kontra_step, self.rules.outcome)
        won, won_sum = _kept(self._won_parts, (result, who), self._won)
        calls, calls_sum = _kept(self._call_parts, (re_step, kontra_step, who), self._calls)
        failed, failed_sum = _kept(self._failed_parts, (result, re_step, kontra_step), self._failed)
        alten, alten_sum = self._alten[hand_class] if who == "kontra" else NO_PART
        value = won_sum + calls_sum + failed_sum + alten_sum
        factor = self.rules.classes[hand_class].factor
        return HandScore(who, value, won + calls + failed + alten, *shares(value, factor))

    def _won(self, result: int, who: Winner) -> Iterator[Item]:
        """Winning, and the levels reached: the other party stayed below 90, 60, 30 or has no trick (7.2.2 a).

        Where nobody has won, both parties keep their levels (7.1.3).
        """
        value = self.rules.value
        if who:
            yield Item("won", who, value.won, "7.2.2 (a)")
        for party in PARTIES:
            if who in (party, None):
                for level in levels_reached(result, party):
                    if value.levels.get(level):
                        yield Item(level, party, value.levels[level], "7.2.2 (a)")

    def _calls(self, re_step: int, kontra_step: int, who: Winner) -> Iterator[Item]:
        """The Ansage and every Absage up to the highest, for the winner, whoever called; for nobody if nobody won."""
        for caller, highest, absage in (("re", re_step, "7.2.2 (c)"), ("kontra", kontra_step, "7.2.2 (d)")):
            for step in range(ANSAGE, highest + 1 if who else 0):
                definition = self.rules.calls.defs.get(call_id(caller, step))
                if who and definition:
                    paragraph = "7.2.2 (b)" if step == ANSAGE else absage
                    yield Item(call_id(caller, step), who, definition.add, paragraph)

    def _failed(self, result: int, re_step: int, kontra_step: int) -> Iterator[Item]:
        """What a party has reached against each Absage of the other, by Augen (7.2.2 e, f)."""
        against: tuple[tuple[Party, int, str], ...] = (
            ("re", kontra_step, "7.2.2 (e)"),
            ("kontra", re_step, "7.2.2 (f)"),
        )
        for party, highest, paragraph in against:
            for step in range(K90, highest + 1):
                if augen_of(result, party) >= REACH[ABSAGEN[step]]:
                    yield Item("failed", party, self.rules.value.failed.add, paragraph, ABSAGEN[step])

    def _alten_part(self, hand_class: ClassName) -> Part:
        """Gegen die Alten: a Sonderpunkt of a Kontra that has won, derived (7.2.3)."""
        definition = self.rules.sonderpunkte.get("alten")
        if definition is None or not self.rules.class_counts(hand_class, "alten"):
            return NO_PART
        return (Item("alten", "kontra", definition.points, "7.2.3"),), -definition.points

    def _with_sonderpunkte(self, base: HandScore, hand: Hand, solo: bool) -> HandScore:
        """The score with the Sonderpunkte that count in this kind of hand."""
        rules = self.rules
        extra = tuple(
            [
                Item(s.id, party_of(hand, s), rules.sonderpunkte[s.id].points, "7.2.3", "" if s.by in SIGN else s.by)
                for s in hand.sonderpunkte
                if s.id in rules.sonderpunkte and s.id != "alten" and rules.counts(hand.kind, s.id)
            ]
        )
        if not extra:
            return base
        value = base.value + total(extra)
        factor = rules.classes["solo" if solo else "pair"].factor
        return HandScore(base.winner, value, base.items + extra, *shares(value, factor))


def _table() -> Any:
    """A table with a place for every state."""
    return [[[None] * STEPS for _ in range(STEPS)] for _ in range(RESULTS)]


def _kept(parts: dict[Any, Part], key: tuple[Any, ...], items_of: Callable[..., Iterator[Item]]) -> Part:
    """The part for a key, computed once."""
    part = parts.get(key)
    if part is None:
        items = tuple(items_of(*key))
        part = parts[key] = (items, total(items))
    return part


def total(items: Iterable[Item]) -> int:
    """The sum of items seen from Re."""
    return sum([item.points * SIGN[item.party] for item in items])


def levels_reached(result: int, party: Party) -> Iterator[Level]:
    """The levels that a party has reached, whatever was called."""
    for level, below in LEVELS.items():
        if augen_of(result, OTHER[party]) < below:
            yield level
    if has_all_tricks(result, party):
        yield "l0"


def party_of(hand: Hand, sonderpunkt: Sonderpunkt) -> Party:
    """The party that made a Sonderpunkt."""
    if sonderpunkt.by == "re" or sonderpunkt.by in hand.named:
        return "re"
    return "kontra"


@lru_cache(maxsize=32)
def scoring(rules: Ruleset) -> Scoring:
    """The scorer of a ruleset; the same object at every call."""
    return Scoring(rules)


def score_hand(hand: Hand, rules: Ruleset) -> HandScore | None:
    """The score of one hand (TSR 7), or None where its Augen are unknown or impossible or leave the score open."""
    return scoring(rules).of_hand(hand)
