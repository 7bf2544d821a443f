"""What a hand is worth, item by item (TSR 7.2), in a fixed order that every ruleset only tunes.

1. who has won, and whether Feigheit turns it; 2. the parts, seen from the winner; 3. calls that multiply; 4. the tie;
5. Bock; 6. the back door; 7. the shares. Fees, penalties and money come later and are never multiplied.

Most hands are one of 243 results x 36 states of calls x a few groups of kinds. Each is computed once for a ruleset and
looked up from then on; Sonderpunkte and Bock are added.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, Final

from dokosheet.core.notation.hand import Hand
from dokosheet.core.records import Record
from dokosheet.core.rules import Factor, Level, PartName, Ruleset
from dokosheet.core.score import calls as calling
from dokosheet.core.score.calls import PARTY, Made
from dokosheet.core.score.outcome import (
    ALL_KONTRA,
    ALL_RE,
    HALF,
    RESULTS,
    alike,
    augen_of,
    binding,
    impossible_counts,
    is_schwarz,
    keeps,
    result_of,
    winner,
)
from dokosheet.core.score.settlement import shares, shown
from dokosheet.core.terms import ABSAGEN, AUGEN, LEVELS, OTHER, STEP_OF, STEPS, Number, Party, Winner

PARTIES: Final[tuple[Party, Party]] = ("re", "kontra")
#: Re's gain counts plus, Kontra's minus, wherever a value is seen from Re.
SIGN: Final = {"re": 1, "kontra": -1}
#: Augen that a party has to reach against an Absage to earn a point (TSR 7.2.2 e, f).
REACH: Final = {"k90": 120, "k60": 90, "k30": 60, "schwarz": 30}
#: Level -> the Absage that promises it.
PROMISED_BY: Final[dict[Level, str]] = {"l90": "k90", "l60": "k60", "l30": "k30", "l0": "schwarz"}
NO_STEPS: Final = (0, 0)
#: Sonderpunkte that follow from who has won, so that nobody types them.
DERIVED: Final = ("alten", "gegen_solo", "gegen_schweine")
#: Scores of unusual calls that are kept; a stream of ever new ones must not fill the memory.
MOST_KEPT: Final = 20_000


class Item(Record, frozen=True):
    """Some points per head: ``party`` gains them, by ``paragraph`` of TSR or by a knob of the ruleset.

    ``of`` says more: the Absage that failed, the call that multiplies and by what, who made the Sonderpunkt.
    """

    id: str
    party: Party
    points: int
    paragraph: str
    of: str = ""


class HandScore(Record, frozen=True):
    """``value``: points per head before tripling, seen from Re, the sum of ``items``.

    ``re`` and ``kontra``: what each player of the party writes down (the lone player tripled), in the unit of the
    table. ``cowardice``: how many calls the winner missed beyond what Feigheit allows; ``winner`` is then who has won
    after it.
    """

    winner: Winner
    value: int
    items: tuple[Item, ...]
    re: Number
    kontra: Number
    cowardice: int = 0


class Part(Record, frozen=True):
    """One part of a value: its items, and their sum seen from Re."""

    name: PartName
    items: tuple[Item, ...]
    sum: int


class Base(Record, frozen=True):
    """A hand before anything multiplies: who has won, the parts, calls that multiply, 120:120, missing calls.

    ``void``: nothing at all counts.
    """

    winner: Winner
    parts: tuple[Part, ...]
    muls: tuple[tuple[str, int], ...] = ()
    tie: bool = False
    cowardice: int = 0
    void: bool = False


class Profile(Record, frozen=True):
    """What the score of a hand depends on of its kind: kinds with the same profile share their tables."""

    solo: bool
    lone: Party
    goal: str
    draw: str
    fixed: int | None
    add: int
    factor: Factor
    alten: bool
    cowards: bool


#: One entry a state: ``table[result][Re's step][Kontra's step]``, None until it is asked for.
Table = list[list[list[HandScore | None]]]
Values = list[list[list[int | None]]]


class Scoring:
    """The scorer of one ruleset; ask :func:`scoring` for it, so that its tables are kept.

    A result is Re's Augen, or ALL_RE / ALL_KONTRA of room ``outcome`` where the other party has no trick; steps are
    those of ``terms``.
    """

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.profiles = {kind: profile_of(kind, rules) for kind in rules.kinds}
        self._tables: dict[Profile, Table] = {profile: _table() for profile in self.profiles.values()}
        self._table_of = {
            kind: self._tables[profile]
            for kind, profile in self.profiles.items()
            if profile.goal in ("augen", "becomes")
        }
        self._nines = rules.deck.nines
        self._impossible = impossible_counts(rules.deck)
        self._alike = alike(rules.outcome)
        # Augen that are not yet a result: impossible ones; all or none, where a trick makes a difference
        self._open = self._impossible | {0, AUGEN}
        self._pigs = bool(rules.deck.pigs) and "gegen_schweine" in rules.sonderpunkte
        self._plain = rules.settlement.mode == "zero_sum" and rules.settlement.unit == 1
        self._counted: dict[tuple[str, str], tuple[tuple[int, ...], str]] = {}
        solo = next((kind for kind in rules.kinds if rules.is_solo(kind)), "normal")
        self._typical = (self.profiles["normal"], self.profiles[solo])
        self._typical_tables = (self._tables[self._typical[0]], self._tables[self._typical[1]])
        self._values: tuple[Values, Values] = (_table(), _table())
        self._kept: dict[tuple[Profile, int, Made], HandScore] = {}
        self._simple = calling.steps_tell_all(rules)
        self._adds_up = adds_up(rules)
        self._special = {*rules.deck.pigs, *rules.deck.swaps}

    def value(self, result: int, re_step: int, kontra_step: int, solo: bool = False) -> int:
        """Points per head, seen from Re, of a hand without Sonderpunkte except derived ones."""
        value = self._values[solo][result][re_step][kontra_step]
        if value is None:
            value = self.score(result, re_step, kontra_step, solo).value
            self._values[solo][result][re_step][kontra_step] = value
        return value

    def score(self, result: int, re_step: int, kontra_step: int, solo: bool = False) -> HandScore:
        """Like :meth:`value`, with winner, items and what each player writes down."""
        score = self._typical_tables[solo][result][re_step][kontra_step]
        if score is None:
            score = self._first(self._typical[solo], self._typical_tables[solo], result, (re_step, kontra_step))
        return score

    def of_hand(self, hand: Hand, bock: int = 0) -> HandScore | None:
        """The score of a recorded hand, or None where its result is unknown or impossible or leaves it open.

        ``bock``: the level of Bock in which it was played.
        """
        table = self._table_of.get(hand.kind)
        if table is None:
            return self._of_other_goal(hand, self.profiles[hand.kind], bock)
        augen = hand.augen
        if augen is None or not augen.is_possible:
            return None
        made: Made | None = None
        if not self._simple or hand.own_calls or (self._special and self._is_special(hand)):
            made = calling.of_hand(hand, self.rules)
        re_step, kontra_step = hand.steps if hand.calls and made is None else NO_STEPS
        if augen.low == augen.high:
            result: int | None = augen.low
            if result in self._open:
                result = self._unclear(augen.low, hand)
        elif hand.trick == "schwarz" and (augen.low == 0) != (augen.high == AUGEN):
            result = ALL_RE if augen.high == AUGEN else ALL_KONTRA
        else:
            result = self._of_band(hand, table, (re_step, kontra_step), made)
        if result is None:
            return None
        score = table[result][re_step][kontra_step] if made is None else None
        if score is None:
            score = self._state(hand.kind, table, result, (re_step, kontra_step), made)
        if not hand.sonderpunkte and not bock:
            return score
        profile = self.profiles[hand.kind]
        extra = self._sonderpunkte(hand, score.winner)
        if self._adds_up and not bock:
            return self._plus(score, extra, profile) if extra else score
        if made is None:
            made = calling.of_steps(re_step, kontra_step, self.rules)
        return self._finish(self._base(profile, result, made), profile, extra, bock)

    def _plus(self, score: HandScore, extra: tuple[Item, ...], profile: Profile) -> HandScore:
        """A score with Sonderpunkte that are only added."""
        value = score.value + total(extra)
        if self._plain and not score.cowardice:
            both: tuple[Number, Number] = shares(value, profile.factor, profile.lone)
        else:
            both = self._shares(value, profile, score.winner, score.cowardice)
        return HandScore(score.winner, value, score.items + extra, *both, score.cowardice)

    def _unclear(self, augen: int, hand: Hand) -> int | None:
        """The result for Augen that are impossible, or where it matters whether the other party has a trick."""
        if augen in self._impossible:
            return None
        return result_of(augen, hand.trick != "stich" or not self._nines)

    def _is_special(self, hand: Hand) -> bool:
        """Whether a pig or a swap says something of the calls."""
        return any(mark in self._special for mark in hand.marks) or any(
            s.id in self._special for s in hand.sonderpunkte
        )

    def _state(self, kind: str, table: Table, result: int, steps: tuple[int, int], made: Made | None) -> HandScore:
        """The score of a result and calls, computed once."""
        profile = self.profiles[kind]
        if made is None:
            return table[result][steps[0]][steps[1]] or self._first(profile, table, result, steps)
        result = self._alike[result]
        key = (profile, result, made)
        score = self._kept.get(key)
        if score is None:
            if len(self._kept) > MOST_KEPT:
                self._kept.clear()
            score = self._kept[key] = self._compute(profile, result, made)
        return score

    def _first(self, profile: Profile, table: Table, result: int, steps: tuple[int, int]) -> HandScore:
        """The score of a result and steps that nobody has asked for yet: that of all results that are alike."""
        re_step, kontra_step = steps
        same = self._alike[result]
        score = table[same][re_step][kontra_step]
        if score is None:
            score = self._compute(profile, same, calling.of_steps(re_step, kontra_step, self.rules))
            table[same][re_step][kontra_step] = score
        table[result][re_step][kontra_step] = score
        return score

    def _of_band(self, hand: Hand, table: Table, steps: tuple[int, int], made: Made | None) -> int | None:
        """A count that stands for all from low to high, or for all that fit the band word; None where they differ."""
        augen = hand.augen
        assert augen is not None
        counts = [count for count in range(augen.low, augen.high + 1) if count not in self._impossible]
        scores = {count: self._state(hand.kind, table, count, steps, made) for count in counts}
        if augen.claims:
            scores = {count: score for count, score in scores.items() if score.winner == augen.claims} or scores
        return next(iter(scores)) if len(set(scores.values())) == 1 else None

    def _of_other_goal(self, hand: Hand, profile: Profile, bock: int) -> HandScore | None:
        """No trick, or the fewest: by the Augen where those tell it, else by who is marked as winner."""
        if profile.goal == "booking":
            return None
        who: Winner
        if profile.goal == "no_trick" and hand.augen is not None and hand.augen.exact is not None:
            lone = augen_of(hand.augen.exact, profile.lone)
            who = profile.lone if lone == 0 and hand.trick != "stich" else OTHER[profile.lone]
        elif hand.sieger:
            who = winner_of(hand, self.rules)
        else:
            return None
        if who is None and profile.draw == "lost":
            who = OTHER[profile.lone]
        base = self._other_base(profile, who, calling.of_hand(hand, self.rules))
        return self._finish(base, profile, self._sonderpunkte(hand, who), bock)

    def _other_base(self, profile: Profile, who: Winner, made: Made) -> Base:
        parts = tuple(self._other_goal_parts(profile, who, made))
        return Base(who, parts, muls_of(made, self.rules) if who else (), void=who is None)

    def supposed(self, kind: str, result: int | Winner, made: Made, net: int = 0, bock: int = 0) -> HandScore:
        """The score of a result and calls with Sonderpunkte that come to ``net``, seen from Re.

        ``result``: in a kind with a goal other than Augen, who has won.
        """
        profile = self.profiles[kind]
        extra = (Item("sonderpunkte", "re" if net > 0 else "kontra", abs(net), ""),) if net else ()
        if isinstance(result, int):
            return self._finish(self._base(profile, result, made), profile, extra, bock)
        return self._finish(self._other_base(profile, result, made), profile, extra, bock)

    def written(self, kind: str, value: int, who: Winner = None, missing: int = 0) -> tuple[Number, Number]:
        """What each player of Re and of Kontra writes down for a value per head; ``missing``: calls, by Feigheit."""
        return self._shares(value, self.profiles[kind], who, missing)

    def _compute(self, profile: Profile, result: int, made: Made) -> HandScore:
        return self._finish(self._base(profile, result, made), profile, (), 0)

    # -- 1 and 2: the winner, and the parts

    def _base(self, profile: Profile, result: int, made: Made) -> Base:
        """Who has won, and all parts of the value but the Sonderpunkte that somebody made."""
        rules, steps = self.rules, made.steps
        who = winner(result, *steps, rules.outcome)
        tie = augen_of(result, "re") == HALF
        if who is None and rules.outcome.both_fail == "zero":
            return Base(None, (), void=True)
        if who is None and rules.outcome.both_fail == "by_augen":
            who = winner(result, 0, 0, rules.outcome)
        if tie and rules.outcome.tie.winner != "rule" and not any(binding(step, rules.outcome) for step in steps):
            who = None if rules.outcome.tie.winner == "nobody" else profile.lone if profile.solo else who
        parts = list(self._parts(profile, result, made, who))
        missing = self._missing(profile, result, made, who)
        if missing and who and rules.cowardice.effect in ("flip_value", "penalty_only"):
            parts = self._flipped(parts, who, missing)
            muls = () if rules.cowardice.effect == "penalty_only" else muls_of(made, rules)
            return Base(OTHER[who], tuple(parts), muls, tie, missing)
        if who == "kontra" and profile.alten:
            parts.append(part("alten", [Item("alten", who, points_of(rules, "alten"), "7.2.3")]))
        if who and profile.solo and who != profile.lone and "gegen_solo" in rules.sonderpunkte:
            item = Item("gegen_solo", who, points_of(rules, "gegen_solo"), "sonderpunkte.gegen_solo")
            parts.append(part("sonderpunkte", [item]))
        return Base(who, tuple(parts), muls_of(made, rules) if who else (), tie, missing)

    def _parts(self, profile: Profile, result: int, made: Made, who: Winner) -> Iterator[Part]:
        if profile.fixed is not None and who:
            yield part("won", [Item("fixed", who, profile.fixed, "kinds.fixed")])
            return
        yield part("won", [Item("won", who, self.rules.value.won, "7.2.2 (a)")] if who else [])
        yield part("levels", self._levels(result, made, who))
        if who:
            yield part("calls", self._calls(made, who))
        yield part("failed", self._failed(result, made))
        if who and profile.add:
            yield part("kind_add", [Item("kind_add", who, profile.add, "kinds.add")])

    def _other_goal_parts(self, profile: Profile, who: Winner, made: Made) -> Iterator[Part]:
        """A goal other than Augen knows no levels and nothing that failed."""
        if who and profile.fixed is not None:
            yield part("won", [Item("fixed", who, profile.fixed, "kinds.fixed")])
        elif who:
            yield part("won", [Item("won", who, self.rules.value.won, "7.2.2 (a)")])
            yield part("calls", [item for item in self._calls(made, who) if item.id not in ABSAGEN.values()])
            if profile.add:
                yield part("kind_add", [Item("kind_add", who, profile.add, "kinds.add")])

    def _levels(self, result: int, made: Made, who: Winner) -> Iterator[Item]:
        """The levels: the other party stayed below 90, 60, 30 or has no trick (7.2.2 a).

        Where nobody has won, both parties keep their levels (7.1.3). Knobs ``levels_count``, ``loser_levels``.
        """
        value = self.rules.value
        for party in PARTIES:
            called = made.re if party == "re" else made.kontra
            reached = set(levels_reached(result, party, self.rules))
            for level, points in value.levels.items():
                if not points:
                    continue
                absage = PROMISED_BY[level]
                if who in (party, None):
                    if self._level_counts(level, level in reached, party, made):
                        yield Item(level, party, points, LEVELS_BY.get(value.levels_count, "7.2.2 (a)"))
                elif value.loser_levels == "net" and level in reached:
                    yield Item(level, party, points, "value.loser_levels")
                elif value.loser_levels == "called_to_winner" and level in reached and absage in called and who:
                    yield Item(level, who, points, "value.loser_levels")

    def _level_counts(self, level: Level, reached: bool, party: Party, made: Made) -> bool:
        """Whether a level counts for the party that has won."""
        absage, count = PROMISED_BY[level], self.rules.value.levels_count
        mine, theirs = (made.re, made.kontra) if party == "re" else (made.kontra, made.re)
        if count == "called":
            return reached and absage in mine
        return reached or (count == "max_reached_called" and absage in theirs)

    def _calls(self, made: Made, who: Party) -> Iterator[Item]:
        """The Ansage and every Absage that was made, for the winner, whoever called; the table's own calls."""
        rules = self.rules
        for party, calls, letter in (("re", made.re, "c"), ("kontra", made.kontra, "d")):
            for call in calls:
                definition = rules.calls.defs[call]
                kept = party == who or call == party or rules.value.call_points == "always"
                if kept and (definition.add or definition.mul == 1):
                    paragraph = "7.2.2 (b)" if call == party else f"7.2.2 ({letter})"
                    yield Item(call, who, definition.add, paragraph)
        for call in dict.fromkeys(made.own):
            definition, n = rules.calls.defs[call], made.own.count(call)
            points = definition.steps[min(n, len(definition.steps)) - 1] if definition.steps else definition.add * n
            if points:
                yield Item(call, who, points, f"calls.defs.{call}")
        if rules.calls.early and rules.calls.early.add:
            for call in made.early:
                yield Item("early", who, rules.calls.early.add, "calls.early", call)

    def _failed(self, result: int, made: Made) -> Iterator[Item]:
        """What a party has reached against the Absagen of the other, by Augen (7.2.2 e, f). Knob ``failed.basis``."""
        failed = self.rules.value.failed
        against: tuple[tuple[Party, tuple[str, ...], str], ...] = (
            ("re", made.kontra, "7.2.2 (e)"),
            ("kontra", made.re, "7.2.2 (f)"),
        )
        if failed.basis == "none" or not failed.add:
            return
        for party, calls, letter in against:
            absagen = [call for call in calls if call in REACH]
            if failed.basis == "per_call":
                missed = [a for a in absagen if not keeps(result, OTHER[party], STEP_OF[a], self.rules.outcome)]
                paragraph = "value.failed.basis"
            else:
                missed = [a for a in absagen if augen_of(result, party) >= REACH[a]]
                paragraph = letter
                if failed.basis == "margin_highest":
                    missed, paragraph = missed[-1:], "value.failed.basis"
            for absage in missed:
                yield Item("failed", party, failed.add, paragraph, absage)

    # -- Feigheit

    def _missing(self, profile: Profile, result: int, made: Made, who: Winner) -> int:
        """How many calls the winner has missed beyond what is allowed; 0 where there is no such rule."""
        slack = self.rules.cowardice.slack
        if slack is None or not profile.cowards or who is None:
            return 0
        half = augen_of(result, who) >= HALF  # who wins because the other has missed an Absage may have less
        reached = half + len(list(levels_reached(result, who, self.rules)))
        called = made.steps[0 if who == "re" else 1]
        return max(0, reached - called - slack)

    def _flipped(self, parts: Sequence[Part], who: Party, missing: int) -> list[Part]:
        """The parts after a win that was turned: they go to the other party, or only a penalty does."""
        other, rule = OTHER[who], self.rules.cowardice
        if rule.effect == "penalty_only":
            return [part("won", [Item("cowardice", other, missing * rule.per_missing, "cowardice.per_missing")])]
        flipped = []
        for old in parts:
            items = [
                Item(i.id, other if i.party == who else who, i.points, "cowardice.effect", i.of) for i in old.items
            ]
            flipped.append(part(old.name, items))
        return flipped

    # -- Sonderpunkte

    def _sonderpunkte(self, hand: Hand, who: Winner) -> tuple[Item, ...]:
        """Those that count in this kind of hand; gegen die Schweine follows from who held them."""
        rules = self.rules
        mine = self.profiles[hand.kind].lone
        found: list[Item] = []
        seen: dict[tuple[str, Party], int] = {}
        for s in hand.sonderpunkte:
            points, source = self._counted.get((hand.kind, s.id)) or self._count(hand.kind, s.id)
            if not points:
                continue
            by = s.by
            if by in PARTY:
                party, made_by = PARTY[by], ""
            else:
                party, made_by = mine if by in hand.named else OTHER[mine], by
            worth = points[0]
            if len(points) > 1:
                nth = seen[s.id, party] = seen.get((s.id, party), 0) + 1
                worth = points[min(nth, len(points)) - 1]
            found.append(Item(s.id, party, worth, source, made_by))
        if self._pigs and who:
            holders = {calling.party_of(hand, s.by, rules) for s in hand.sonderpunkte if s.id in rules.deck.pigs}
            if OTHER[who] in holders and rules.counts(hand.kind, "gegen_schweine"):
                found.append(Item("gegen_schweine", who, points_of(rules, "gegen_schweine"), "sonderpunkte"))
        return tuple(found)

    def _count(self, kind: str, sonderpunkt: str) -> tuple[tuple[int, ...], str]:
        """The points of the first, the second ... of a Sonderpunkt in a kind (none: it does not count), and whence."""
        rules = self.rules
        found: tuple[tuple[int, ...], str] = ((), "")
        if sonderpunkt in rules.sonderpunkte and sonderpunkt not in DERIVED and rules.counts(kind, sonderpunkt):
            defined = rules.sonderpunkte[sonderpunkt].points
            found = ((defined,) if isinstance(defined, int) else defined), source_of(sonderpunkt)
        self._counted[kind, sonderpunkt] = found
        return found

    # -- 3 to 7: what multiplies, and the shares

    def _finish(self, base: Base, profile: Profile, extra: tuple[Item, ...], bock: int) -> HandScore:
        """Calls, tie, Bock, back door and shares over the parts."""
        rules, value = self.rules, self.rules.value
        if base.void:
            return HandScore(base.winner, 0, (), *self._shares(0, profile, base.winner))
        parts = [*base.parts, part("sonderpunkte", extra)] if extra else list(base.parts)
        tie = rules.outcome.tie
        if base.tie and tie.parts != "all":
            parts = [p for p in parts if p.name in tie.parts]
        covered = "sonderpunkte" in value.mul_covers
        items = [item for p in parts for item in p.items if covered or p.name != "sonderpunkte"]
        sums = {p.name: 0 for p in parts}
        for p in parts:
            sums[p.name] += p.sum
        for call, mul in base.muls:
            items += _multiplied(sums, value.mul_covers, mul, "mul", f"calls.defs.{call}.mul", f"{call} {mul}")
        if not covered:  # they stand behind what does not multiply them
            items += [item for p in parts for item in p.items if p.name == "sonderpunkte"]
        if base.tie:
            items += _multiplied(sums, None, tie.mul, "tie", "outcome.tie.mul")
        if bock:
            covers = None if rules.bock.covers == "all" else rules.bock.covers
            items += _multiplied(sums, covers, rules.bock.mul**bock, "bock", "bock.mul", f"{bock}")
            if rules.bock.add and base.winner:
                items.append(Item("bock", base.winner, rules.bock.add * bock, "bock.add", f"{bock}"))
        points = total(items)
        if value.backdoor == "zero" and base.winner and points * SIGN[base.winner] < 0:
            items.append(Item("backdoor", base.winner, abs(points), "value.backdoor"))
            points = 0
        both = self._shares(points, profile, base.winner, base.cowardice)
        return HandScore(base.winner, points, tuple(items), *both, base.cowardice)

    def _shares(self, value: int, profile: Profile, who: Winner, missing: int = 0) -> tuple[Number, Number]:
        """What each player of Re and of Kontra writes down, in the unit of the table."""
        settlement, rule = self.rules.settlement, self.rules.cowardice
        re: Number
        kontra: Number
        re, kontra = shares(value, profile.factor, profile.lone, settlement.mode)
        if settlement.unit == 1 and not missing:
            return re, kontra
        if missing and rule.effect == "winner_writes":
            re -= missing * rule.per_missing if who == "re" else 0
            kontra -= missing * rule.per_missing if who == "kontra" else 0
        return shown(re, self.rules), shown(kontra, self.rules)


#: Whence a level counts where it is not only reached.
LEVELS_BY: Final = {"called": "value.levels_count", "max_reached_called": "value.levels_count"}
#: Sonderpunkte that the official rules know, all in TSR 7.2.3.
OFFICIAL: Final = frozenset(("doppelkopf", "fuchs", "karlchen"))


def _table() -> Any:
    """A table with a place for every state."""
    return [[[None] * STEPS for _ in range(STEPS)] for _ in range(RESULTS)]


def part(name: PartName, items: Iterable[Item]) -> Part:
    """A part with its sum."""
    items = tuple(items)
    return Part(name, items, total(items))


def total(items: Iterable[Item]) -> int:
    """The sum of items seen from Re."""
    return sum([item.points * SIGN[item.party] for item in items])


def _multiplied(
    sums: dict[PartName, int], covers: Sequence[PartName] | None, mul: int, item_id: str, knob: str, of: str = ""
) -> list[Item]:
    """Multiply the sums of the parts that are covered (None: all): the item of what that adds, if it adds anything."""
    gain = 0
    for name, points in sums.items():
        if covers is None or name in covers:
            gain += points * (mul - 1)
            sums[name] = points * mul
    return [Item(item_id, "re" if gain > 0 else "kontra", abs(gain), knob, of)] if gain else []


def muls_of(made: Made, rules: Ruleset) -> tuple[tuple[str, int], ...]:
    """The calls that multiply, each with its factor; only the first by knob ``calls.first_only_mul``."""
    defs = rules.calls.defs
    said = [call for call in made.order if call in (*made.re, *made.kontra)]
    muls = [(call, defs[call].mul) for call in (*(said or (*made.re, *made.kontra)), *made.own) if defs[call].mul > 1]
    return tuple(muls[:1] if rules.calls.first_only_mul else muls)


def levels_reached(result: int, party: Party, rules: Ruleset) -> Iterator[Level]:
    """The levels that a party has reached, whatever was called."""
    for level, below in LEVELS.items():
        if augen_of(result, OTHER[party]) < below:
            yield level
    if is_schwarz(result, party, rules.outcome):
        yield "l0"


def points_of(rules: Ruleset, sonderpunkt: str) -> int:
    """Points of a Sonderpunkt that there is only once in a hand."""
    points = rules.sonderpunkte[sonderpunkt].points
    return points if isinstance(points, int) else points[0]


def source_of(sonderpunkt: str) -> str:
    """The paragraph or the knob of a Sonderpunkt."""
    return "7.2.3" if sonderpunkt in OFFICIAL else f"sonderpunkte.{sonderpunkt}"


def winner_of(hand: Hand, rules: Ruleset) -> Winner:
    """The party of those who are marked as winners; None where both are."""
    parties = {calling.party_of(hand, by, rules) for by in hand.sieger}
    return parties.pop() if len(parties) == 1 else None


def profile_of(kind: str, rules: Ruleset) -> Profile:
    """What the score of a kind depends on."""
    definition = rules.kinds[kind]
    solo = definition.hand_class == "solo"
    coward = rules.cowardice.not_in
    return Profile(
        solo,
        definition.lone if solo else "re",
        definition.goal,
        definition.draw,
        definition.fixed,
        rules.add(kind),
        rules.factor(kind),
        not solo and "alten" in rules.sonderpunkte and rules.counts(kind, "alten"),
        rules.cowardice.slack is not None and not rules.covers(coward, kind),
    )


def adds_up(rules: Ruleset) -> bool:
    """Whether Sonderpunkte are only added: nothing multiplies them, no tie or back door drops them."""
    muls = any(definition.mul > 1 for definition in rules.calls.defs.values())
    tie = rules.outcome.tie
    covered = muls and "sonderpunkte" in rules.value.mul_covers
    return (
        not covered
        and tie.parts == "all"
        and tie.mul == 1
        and rules.value.backdoor == "allow"
        and rules.outcome.both_fail != "zero"
    )


@lru_cache(maxsize=32)
def scoring(rules: Ruleset) -> Scoring:
    """The scorer of a ruleset; the same object at every call."""
    return Scoring(rules)


def score_hand(hand: Hand, rules: Ruleset) -> HandScore | None:
    """The score of one hand (TSR 7), or None where its Augen are unknown or impossible or leave the score open."""
    return scoring(rules).of_hand(hand)
