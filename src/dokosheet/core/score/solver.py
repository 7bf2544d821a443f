"""What a written value can be: every hand of a ruleset that is worth it, told from the few facts that were noted.

All results x all states of calls x all sums of Sonderpunkte within their quotas. A value is linear in the net sum of
the Sonderpunkte, so a state is worth ``a + b * net``; results with the same levels are one stretch of Augen. Both are
computed once for a ruleset and kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations, product
from math import prod
from typing import Final, Literal

from dokosheet.core.notation.hand import Augen, Call, Hand, OwnCall, Sonderpunkt
from dokosheet.core.records import Record, replace
from dokosheet.core.rules import Ruleset
from dokosheet.core.score import calls as calling
from dokosheet.core.score.calls import Made
from dokosheet.core.score.outcome import ALL_KONTRA, ALL_RE, augen_of, edges, impossible_counts
from dokosheet.core.score.quotas import (
    BY_CARDS,
    LAST_TRICK,
    fulls_left,
    last_trick_allows,
    least_augen,
    most_of,
    too_many,
)
from dokosheet.core.score.value import DERIVED, PARTIES, SIGN, Item, points_of, scoring, total, winner_of
from dokosheet.core.terms import ANSAGE, AUGEN, K30, K60, K90, OTHER, SCHWARZ, STEP_OF, Number, Party, Winner, call_id

#: So many different sums of the table's own calls, of Sonderpunkten, and ways to make them, are tried; a table that has
#: more can explain any value.
MOST_OWN: Final = 40
MOST_SUMS: Final = 20
MOST_TRIED: Final = 400_000

#: How a value comes about: with just what is noted, with something more or less, or as another number than it is.
Way = Literal[
    "fits",
    "call-missing",
    "one-missing",
    "several-missing",
    "one-too-many",
    "call-too-many",
    "not-doubled",
    "tripled",
]
Verdict = Way | Literal["impossible", "open"]
#: A step or a call of the table's own, with the party that is taken to have made it ("": it does not matter).
Assumed = tuple[str, str]
#: A Sonderpunkt and its party.
Marked = tuple[str, Party]


class Known(Record, frozen=True):
    """What was noted beside a value: any facts of a hand; calls and Sonderpunkte are at least those.

    ``gains``: the party whose value it is; None: of either. ``bock``: the level that the value holds.
    """

    hand: Hand = Hand()
    gains: Party | None = None
    bock: int = 0


class Explanation(Record, frozen=True):
    """A hand with this value, seen from Re, and what of it nobody has noted.

    ``options``: where one Sonderpunkt is missing, all that it can be. ``removed`` and ``unsaid``: the Sonderpunkt or
    the call that was noted and is not in this hand.
    """

    hand: Hand
    value: int
    winner: Winner
    calls: tuple[Assumed, ...] = ()
    sonderpunkte: tuple[Sonderpunkt, ...] = ()
    options: tuple[Sonderpunkt, ...] = ()
    way: Way = "fits"
    removed: tuple[Sonderpunkt, ...] = ()
    unsaid: tuple[Assumed, ...] = ()

    @property
    def levels(self) -> int:
        """How rare the result is: the levels of the winner, most where nobody has won."""
        augen = self.hand.augen
        if augen is None:
            return 0
        most = augen.high if self.winner == "re" else AUGEN - augen.low
        below = sum(most > AUGEN - level for level in (90, 60, 30))
        return 5 if self.winner is None else below + (self.hand.trick == "schwarz")


class Explanations(Record, frozen=True):
    """The answer: the explanations, the likeliest first, and the bounds with these facts.

    ``verdict``: how the likeliest comes about; ``ways``: all that there are, in this order. ``calls``: those of which
    one is missing or too many; ``options``: the Sonderpunkte of which one is missing; ``removed``: of which one is too
    many; ``least`` and ``most``: bounds of a value of ``gains``, or of either party.
    """

    verdict: Verdict
    value: int
    explanations: tuple[Explanation, ...]
    least: int | None = None
    most: int | None = None
    calls: tuple[Assumed, ...] = ()
    options: tuple[Sonderpunkt, ...] = ()
    ways: tuple[Way, ...] = ()
    removed: tuple[Sonderpunkt, ...] = ()
    unsaid: tuple[Assumed, ...] = ()


class Stretch(Record, frozen=True):
    """Augen of Re that all give the same; ``result``: one of them; ``same``: that of a wider stretch of levels."""

    low: int
    high: int
    result: int
    same: int
    trick: Literal["schwarz", "stich", None] = None


class State(Record, frozen=True):
    """A state of calls: what counts, how to write it, and what of it nobody has noted."""

    made: Made
    calls: tuple[Call, ...]
    own: tuple[OwnCall, ...]
    assumed: tuple[Assumed, ...]


class Worth(Record, frozen=True):
    """A value before Sonderpunkte and what their net sum is multiplied by; ``shut``: no back door.

    ``items``: of what it is the sum.
    """

    winner: Winner
    base: int
    factor: int
    missing: int
    shut: bool
    items: tuple[Item, ...] = ()

    def value(self, net: int) -> int:
        """The value with Sonderpunkte of a net sum."""
        value = self.base + self.factor * net
        return 0 if self.shut and self.winner and value * SIGN[self.winner] < 0 else value

    def nets(self, value: int, most: Iterable[int]) -> Iterator[int]:
        """The net sums that give a value."""
        if self.factor == 0 or (self.shut and value == 0):
            yield from (net for net in most if self.value(net) == value)
        elif (value - self.base) % self.factor == 0:
            net = (value - self.base) // self.factor
            if self.value(net) == value:
                yield net


# -- results


@lru_cache(maxsize=32)
def stretches(rules: Ruleset) -> tuple[Stretch, ...]:
    """All results, as stretches in which neither levels nor what Sonderpunkte need make a difference."""
    coarse = {*edges(rules.outcome)} - {1}  # 0 stands apart
    fine = coarse | {point for need in _thresholds(rules) for point in (need, AUGEN + 1 - need)}
    starts = sorted(point for point in fine | {2, AUGEN - 1} if 0 <= point <= AUGEN)
    nines, found, same = rules.deck.nines, [Stretch(0, 0, ALL_KONTRA, ALL_KONTRA, "schwarz")], 0
    never = impossible_counts(rules.deck)
    for low, after in zip(starts, [*starts[1:], AUGEN + 1], strict=True):
        counts = [count for count in range(low, after) if count not in never]
        same = low if low in coarse else same
        if not counts:
            continue
        if counts[0] in (0, AUGEN):
            if nines:
                found.append(Stretch(counts[0], counts[0], counts[0], counts[0], "stich"))
            same = 2
            continue
        found.append(Stretch(counts[0], counts[-1], counts[0], same or 2))
    return (*found, Stretch(AUGEN, AUGEN, ALL_RE, ALL_RE, "schwarz"))


@lru_cache(maxsize=32)
def _thresholds(rules: Ruleset) -> tuple[int, ...]:
    """Augen that some Sonderpunkte need, smallest first."""
    names = [name for name in BY_CARDS if name in rules.sonderpunkte]
    counts = product(*(range(_quota(name, rules) + 1) for name in names))
    found = {least_augen(dict(zip(names, made, strict=True)), rules) for made in counts}
    return tuple(sorted(need for need in found if 0 < need <= AUGEN))


def _quota(name: str, rules: Ruleset) -> int:
    """How often a Sonderpunkt of cards can have been made, as far as it makes a difference to what it needs."""
    return min(rules.sonderpunkte[name].max, 4 if name == "doppelkopf" else 2)


def _cap(result: int, party: Party, rules: Ruleset) -> int:
    """What a party's Augen are enough for: the greatest threshold, 0, or -1 without a trick."""
    if result == (ALL_KONTRA if party == "re" else ALL_RE):
        return -1
    augen = augen_of(result, party)
    return max((need for need in _thresholds(rules) if need <= augen), default=0)


# -- calls


def _sets(party: Party, rules: Ruleset) -> Iterator[tuple[Call, ...]]:
    """What a party can have called, fewest first."""
    yield ()
    steps = range(K90, SCHWARZ + 1)
    bare = rules.calls.absage_needs == "nothing"
    if rules.calls.skip == "counts_named":
        for n in range(len(steps) + 1):
            for some in combinations(steps, n):
                yield (Call(party, ANSAGE), *(Call(party, step) for step in some))
                if bare and some:
                    yield tuple(Call(party, step, bare=True) for step in some)
        return
    for step in range(ANSAGE, SCHWARZ + 1):
        yield (Call(party, step),)
        if bare and step >= K90:
            yield (Call(party, step, bare=True),)


def _timed(calls: tuple[Call, ...], rules: Ruleset) -> Iterator[tuple[Call, ...]]:
    """Calls of a party, and with some of them made early where that counts."""
    yield calls
    rule = rules.calls.early
    if rule is None or not calls:
        return
    first = 0 if rules.calls.clock.unit == "table_cards" else rules.deck.hand_cards
    top = max(call.step for call in calls)
    soon = [s for s in range(ANSAGE, top + 1) if call_id(calls[0].party, s) in rule.calls]
    for n in range(1, len(soon) + 1):
        for some in combinations(soon, n):
            yield (*(Call(calls[0].party, step, first) for step in some), *calls)


@lru_cache(maxsize=256)
def _own(kind: str, noted: tuple[OwnCall, ...], rules: Ruleset) -> tuple[tuple[OwnCall, ...], ...]:
    """The table's own calls on top of the noted ones, each as often as it can be made; of those that come to the same,
    the fewest.
    """
    said = [call.id for call in noted]
    times: dict[str, range] = {}
    for name, definition in rules.calls.defs.items():
        if name not in STEP_OF and calling.counts(name, kind, rules):
            parties = 2 if definition.party == "any" else 1
            most = len(definition.steps) if definition.steps else parties if rules.calls.once_per_party else 4
            times[name] = range(max(0, most - said.count(name)) + 1)
    if prod(map(len, times.values())) > MOST_TRIED:
        return ((),)
    found: dict[object, tuple[OwnCall, ...]] = {}
    for counts in sorted(product(*times.values()), key=sum):
        more = dict(zip(times, counts, strict=True))
        found.setdefault(_effect(more, said, rules), tuple(OwnCall(name) for name in more for _ in range(more[name])))
    return tuple(found.values())


def _effect(more: dict[str, int], said: list[str], rules: Ruleset) -> object:
    """What calls of the table's own come to: their points, what they multiply by, and which others may rely on them."""
    defs, points, mul = rules.calls.defs, 0, 1
    for name in more:
        definition, n = defs[name], more[name] + said.count(name)
        points += definition.steps[min(n, len(definition.steps)) - 1] if definition.steps and n else definition.add * n
        mul *= definition.mul**n
    first = [name for name in more if more[name] and defs[name].mul > 1] if rules.calls.first_only_mul else ()
    needed = {need for definition in defs.values() for need in definition.needs}
    return points, mul, *first, *(name for name in more if more[name] and (name in needed or defs[name].needs))


@lru_cache(maxsize=256)
def states(rules: Ruleset, noted: Hand) -> tuple[State, ...]:
    """The states of calls that hold at least what was noted, each once, with the fewest calls that make it."""
    least = calling.of_hand(noted, rules)
    found: dict[Made, State] = {}
    sides = {party: [timed for calls in _sets(party, rules) for timed in _timed(calls, rules)] for party in PARTIES}
    for more in _own(noted.kind, noted.own_calls, rules):
        for re, kontra in product(sides["re"], sides["kontra"]):
            calls = (*noted.calls, *re, *kontra)
            made = calling.of_hand(replace(noted, calls=calls, own_calls=(*noted.own_calls, *more)), rules)
            if made in found or not _allowed(made, least, rules):
                continue
            found[made] = State(made, calls, (*noted.own_calls, *more), _assumed(made, least))
    return tuple(found.values())


def _allowed(made: Made, least: Made, rules: Ruleset) -> bool:
    """Whether calls have what they need and are not too many, or were noted all the same."""
    said = {*made.re, *made.kontra, *made.own}
    noted = {*least.re, *least.kontra, *least.own}
    if any(need not in said for call in said - noted for need in rules.calls.defs[call].needs):
        return False
    n = len(made.re) + len(made.kontra) + len(made.own)
    most = rules.calls.max_total
    return most is None or n <= max(most, len(least.re) + len(least.kontra) + len(least.own))


def _assumed(made: Made, least: Made) -> tuple[Assumed, ...]:
    found: list[Assumed] = [("re", call) for call in made.re if call not in least.re]
    found += [("kontra", call) for call in made.kontra if call not in least.kontra]
    for name in dict.fromkeys(made.own):
        found += [("", name)] * (made.own.count(name) - least.own.count(name))
    return (*found, *(("early", call) for call in made.early if call not in least.early))


# -- Sonderpunkte

#: Net sum seen from Re, the Augen that each party needs, who holds a pig -> the fewest Sonderpunkte that make it.
Key = tuple[int, int, int, bool, bool]
Sums = dict[Key, tuple[Marked, ...]]


@lru_cache(maxsize=256)
def _sums(rules: Ruleset, kind: str, noted: tuple[Marked, ...]) -> Sums:
    """All sums of Sonderpunkten that hold at least the noted ones."""
    ids = _countable(rules, kind, noted)
    coupled = [name for name in ids if _is_coupled(name, rules)]
    found: Sums = {}
    options = [list(_counts(name, rules, kind, noted)) for name in coupled]
    for counts in product(*options):
        made = dict(zip(coupled, counts, strict=True))
        if _together(made, rules, noted):
            _keep(found, *_told(made, rules, kind, noted))
    for name in ids:
        if name not in coupled:
            found = _joined(found, [_told({name: n}, rules, kind, noted) for n in _counts(name, rules, kind, noted)])
    return found


def _is_coupled(name: str, rules: Ruleset) -> bool:
    """Whether there are others with which a Sonderpunkt cannot stand."""
    return name in (*BY_CARDS, *rules.deck.pigs)


def _joined(one: Sums, other: list[tuple[Key, tuple[Marked, ...]]]) -> Sums:
    found: Sums = {}
    for (net, re, kontra, mine, theirs), made in one.items():
        for (more, need, needs, _, _), added in other:
            _keep(found, (net + more, max(re, need), max(kontra, needs), mine, theirs), made + added)
    return found


def _keep(found: Sums, key: Key, made: tuple[Marked, ...]) -> None:
    if key not in found or len(made) < len(found[key]):
        found[key] = made


@lru_cache(maxsize=256)
def _countable(rules: Ruleset, kind: str, noted: tuple[Marked, ...]) -> tuple[str, ...]:
    """The Sonderpunkte, and pigs, that make a difference to the value of a kind."""
    ids = [name for name in rules.sonderpunkte if name not in DERIVED and rules.counts(kind, name)]
    if _against_pigs(rules, kind):
        ids += [name for name in rules.deck.pigs if name not in ids]
    return tuple(dict.fromkeys([*ids, *(name for name, _ in noted if name in rules.deck.pigs)]))


def _against_pigs(rules: Ruleset, kind: str) -> bool:
    return "gegen_schweine" in rules.sonderpunkte and rules.counts(kind, "gegen_schweine")


def _counts(name: str, rules: Ruleset, kind: str, noted: tuple[Marked, ...]) -> Iterator[tuple[int, int]]:
    """How often Re and Kontra can have made a Sonderpunkt, by the quota; what was noted stands in any case."""
    re, kontra = noted.count((name, "re")), noted.count((name, "kontra"))
    most = rules.sonderpunkte[name].max if name in rules.sonderpunkte else 1
    pig = rules.deck.pigs.get(name)
    if pig is not None and (name in rules.calls.implied or not rules.covers(pig.kinds, kind)):
        most = 0
    for mine in range(re, max(most - kontra, re) + 1):
        for theirs in range(kontra, max(most - mine, kontra) + 1):
            yield mine, theirs


def _together(made: dict[str, tuple[int, int]], rules: Ruleset, noted: tuple[Marked, ...]) -> bool:
    """Whether Sonderpunkte of cards and of the last trick can stand together, or were noted like this."""
    held = {name for name, counts in made.items() if any(counts)}
    for name in held & {"fuchs", "fuchs_letzter"}:
        if sum(made[name]) > max(most_of(name, held, rules), _times(name, noted)):
            return False
    if sum(sum(made[name]) for name in held if name in BY_CARDS) == sum(_times(name, noted) for name in BY_CARDS):
        return True
    if too_many({name: sum(made[name]) for name in held}):
        return False
    re, kontra = ({name: made[name][side] for name in held} for side in (0, 1))
    last = [name for name in held if name in LAST_TRICK]
    one_winner = not (any(re[name] for name in last) and any(kontra[name] for name in last))
    return one_winner and last_trick_allows(last) and fulls_left(re, kontra, rules)


def _times(name: str, noted: tuple[Marked, ...]) -> int:
    return sum(made == name for made, _ in noted)


def _told(
    made: dict[str, tuple[int, int]], rules: Ruleset, kind: str, noted: tuple[Marked, ...]
) -> tuple[Key, tuple[Marked, ...]]:
    """The sum of some Sonderpunkte, what they need, and which of them nobody has noted."""
    net, added = 0, []
    needs, holds = [-1, -1], [False, False]
    for side, party in enumerate(PARTIES):
        for name, counts in made.items():
            n = counts[side]
            if not n:
                continue
            net += SIGN[party] * _worth(name, n, rules, kind)
            added += [(name, party)] * (n - noted.count((name, party)))
            holds[side] = holds[side] or name in rules.deck.pigs
            needs[side] = max(needs[side], -1 if name in rules.deck.pigs else 0)
        mine = {name: counts[side] for name, counts in made.items()}
        needs[side] = max(needs[side], least_augen(mine, rules) if needs[side] >= 0 else -1)
    return (net, needs[0], needs[1], holds[0], holds[1]), tuple(added)


def _worth(name: str, n: int, rules: Ruleset, kind: str) -> int:
    """The points of the first n of a Sonderpunkt of one party."""
    if name not in rules.sonderpunkte or not rules.counts(kind, name):
        return 0
    points = rules.sonderpunkte[name].points
    return points * n if isinstance(points, int) else sum(points[min(i, len(points) - 1)] for i in range(n))


@lru_cache(maxsize=8192)
def _nets(
    rules: Ruleset, kind: str, noted: tuple[Marked, ...], who: Winner, caps: tuple[int, int]
) -> dict[int, tuple[Marked, ...]]:
    """Net sum -> the fewest Sonderpunkte beyond the noted ones, for what the Augen of both parties are enough for."""
    against = points_of(rules, "gegen_schweine") if rules.deck.pigs and _against_pigs(rules, kind) else 0
    found: dict[int, tuple[Marked, ...]] = {}
    for (net, re, kontra, mine, theirs), added in _sums(rules, kind, noted).items():
        if re <= caps[0] and kontra <= caps[1]:
            if against and who and (theirs if who == "re" else mine):
                net += SIGN[who] * against
            if net not in found or len(added) < len(found[net]):
                found[net] = added
    return found


@lru_cache(maxsize=4096)
def _single(
    rules: Ruleset, kind: str, noted: tuple[Marked, ...], who: Winner, caps: tuple[int, int], net: int
) -> tuple[Sonderpunkt, ...]:
    """All single Sonderpunkte that, beside the noted ones, make a net sum."""
    found = []
    for name in _countable(rules, kind, noted):
        for party in PARTIES:
            more: tuple[Marked, ...] = tuple(sorted((*noted, (name, party))))
            counts = (more.count((name, "re")), more.count((name, "kontra")))
            allowed = counts in _counts(name, rules, kind, noted) and _stand(more, rules)
            if allowed and _nets(rules, kind, more, who, caps).get(net) == ():
                found.append(Sonderpunkt(name, party))
    return tuple(found)


def _stand(made: tuple[Marked, ...], rules: Ruleset) -> bool:
    """Whether Sonderpunkte can stand together by themselves."""
    counts = {name: (made.count((name, "re")), made.count((name, "kontra"))) for name, _ in made}
    return _together(counts, rules, ())


# -- worth


@lru_cache(maxsize=64)
def _memo(rules: Ruleset, profile: object, bock: int) -> dict[tuple[Made, int | Winner], Worth]:
    """The worths of a profile that were computed so far."""
    return {}


def _worth_of(rules: Ruleset, kind: str, result: int | Winner, made: Made, bock: int) -> Worth:
    memo = _memo(rules, scoring(rules).profiles[kind], bock)
    worth = memo.get((made, result))
    if worth is None:
        scorer = scoring(rules)
        plain, one = (scorer.supposed(kind, result, made, net, bock) for net in (0, 1))
        base, more = (total(i for i in score.items if i.id != "backdoor") for score in (plain, one))
        shut = rules.value.backdoor == "zero"
        worth = memo[made, result] = Worth(plain.winner, base, more - base, plain.cowardice, shut, plain.items)
    return worth


def _noted(known: Known, rules: Ruleset) -> tuple[Hand, tuple[Marked, ...]]:
    """The facts that calls depend on, and the Sonderpunkte by party; names whose party nobody knows are left out."""
    hand = known.hand
    made: tuple[Marked, ...] = tuple(
        sorted((s.id, calling.party_of(hand, s.by, rules)) for s in hand.sonderpunkte if hand.named or s.by in SIGN)
    )
    pigs = tuple(Sonderpunkt(name, party) for name, party in made if name in rules.deck.pigs)
    return Hand(kind=hand.kind, calls=hand.calls, own_calls=hand.own_calls, marks=hand.marks, sonderpunkte=pigs), made


def _results(known: Known, rules: Ruleset) -> Iterator[tuple[Stretch | None, int | Winner]]:
    """The results that the facts allow; for goals other than Augen who has won."""
    hand, kind = known.hand, rules.kinds[known.hand.kind]
    if kind.goal not in ("augen", "becomes"):
        nobody = (None,) if kind.draw != "lost" else ()
        wins: tuple[Winner, ...] = ("re", "kontra", *nobody) if kind.goal == "fewest_tricks" else PARTIES
        yield from ((None, who) for who in wins)
        return
    for stretch in stretches(rules):
        low, high = stretch.low, stretch.high
        if hand.augen is not None:
            low, high = max(low, hand.augen.low), min(high, hand.augen.high)
        if low > high or (hand.trick is not None and stretch.trick not in (hand.trick, None)):
            continue
        if hand.trick == "schwarz" and stretch.trick is None:
            continue
        yield replace(stretch, low=low, high=high), stretch.same


def _winner_known(known: Known, rules: Ruleset) -> Winner:
    """The party that is noted as winner."""
    hand = known.hand
    if hand.augen is not None and hand.augen.claims:
        return hand.augen.claims
    told = hand.sieger and (hand.named or all(by in SIGN for by in hand.sieger))
    return winner_of(hand, rules) if told else None


def _worths(
    known: Known, rules: Ruleset, unnoted: bool = True
) -> Iterator[tuple[State, Stretch | None, Worth, tuple[int, int]]]:
    """All states and results that the facts allow, with what they are worth; ``unnoted``: calls nobody noted, too."""
    noted, _ = _noted(known, rules)
    wins = _winner_known(known, rules)
    results = [
        (stretch, result, tuple(_cap(stretch.result, party, rules) for party in PARTIES) if stretch else (AUGEN, AUGEN))
        for stretch, result in _results(known, rules)
    ]
    for state in states(rules, noted):
        if state.assumed and not unnoted:
            continue
        for stretch, result, caps in results:
            worth = _worth_of(rules, known.hand.kind, result, state.made, known.bock)
            if wins is None or worth.winner == wins:
                yield state, stretch, worth, caps  # type: ignore[misc]


# -- answers


def is_open(known: Known, rules: Ruleset) -> bool:
    """Whether any value is possible: a kind that only books amounts, or a table with calls and Sonderpunkte for all."""
    return rules.kinds[known.hand.kind].goal == "booking" or _is_boundless(rules, known.hand.kind)


@lru_cache(maxsize=256)
def _is_boundless(rules: Ruleset, kind: str) -> bool:
    """Whether a table has so much of its own that to try it all would take too long, and would exclude nothing."""
    calls = prod(
        1 + (len(one.steps) if one.steps else 2 if rules.calls.once_per_party else 4)
        for name, one in rules.calls.defs.items()
        if name not in STEP_OF and calling.counts(name, kind, rules)
    )
    if calls > MOST_TRIED or len(_own(kind, (), rules)) > MOST_OWN:
        return True
    ids = _countable(rules, kind, ())
    coupled = [name for name in ids if _is_coupled(name, rules)]
    sums = prod(len(list(_counts(name, rules, kind, ()))) for name in coupled)
    tried, reach = 4 * sums, 0  # those take the longest
    for name in (name for name in ids if name not in coupled):
        definition, ways = rules.sonderpunkte[name], len(list(_counts(name, rules, kind, ())))
        points = (definition.points,) if isinstance(definition.points, int) else definition.points
        reach += definition.max * max(map(abs, points))
        tried += sums * ways
        sums = min(sums * ways, sums + MOST_SUMS * (2 * reach + 1))
    return tried > MOST_TRIED


@lru_cache(maxsize=512)
def possible(rules: Ruleset, known: Known) -> frozenset[tuple[int, Winner, int]]:
    """All values seen from Re that hands with these facts can have, each with the winner and his missing calls."""
    _, made = _noted(known, rules)
    kind = known.hand.kind
    lines = {(replace(worth, items=()), caps) for _, _, worth, caps in _worths(known, rules)}
    found = set()
    for worth, caps in lines:
        for net in _nets(rules, kind, made, worth.winner, caps):
            found.add((worth.value(net), worth.winner, worth.missing))
    return frozenset(found)


@lru_cache(maxsize=512)
def possible_as_noted(rules: Ruleset, known: Known, sonderpunkte: bool) -> frozenset[tuple[int, Winner, int]]:
    """What is :func:`possible` with just the calls that were noted; ``sonderpunkte``: and just those."""
    _, made = _noted(known, rules)
    found = set()
    for _, _, worth, caps in _worths(known, rules, unnoted=False):
        nets = _nets(rules, known.hand.kind, made, worth.winner, caps)
        who, missing = worth.winner, worth.missing
        found |= {(worth.value(net), who, missing) for net, added in nets.items() if not (sonderpunkte and added)}
    return frozenset(found)


def possible_values(rules: Ruleset, kind: str = "normal", bock: int = 0) -> frozenset[int]:
    """All values seen from Re that hands of a kind can have."""
    return frozenset(value for value, _, _ in possible(rules, Known(Hand(kind=kind), None, bock)))


@lru_cache(maxsize=512)
def possible_points(rules: Ruleset, known: Known) -> frozenset[tuple[Number, Number]]:
    """All pairs of what each player of Re and of Kontra can write down."""
    return _written(rules, known.hand.kind, possible(rules, known))


@lru_cache(maxsize=512)
def points_as_noted(rules: Ruleset, known: Known, sonderpunkte: bool) -> frozenset[tuple[Number, Number]]:
    """The same with just the calls that were noted; ``sonderpunkte``: and just those."""
    return _written(rules, known.hand.kind, possible_as_noted(rules, known, sonderpunkte))


def _written(rules: Ruleset, kind: str, found: Iterable[tuple[int, Winner, int]]) -> frozenset[tuple[Number, Number]]:
    scorer = scoring(rules)
    kept = rules.cowardice.effect == "winner_writes"
    cases = {(value, who if kept else None, missing if kept else 0) for value, who, missing in found}
    return frozenset(scorer.written(kind, *case) for case in cases)


def values_of(value: int, known: Known) -> tuple[int, ...]:
    """A value seen from Re: of the party that gains it, else of either."""
    if known.gains is not None:
        return (value * SIGN[known.gains],)
    return tuple(dict.fromkeys((value, -value)))


@lru_cache(maxsize=256)
def found_for(value: int, known: Known, rules: Ruleset) -> tuple[Explanation, ...]:
    """Every hand with these facts and this value, by how little has to be assumed."""
    _, made = _noted(known, rules)
    kind = known.hand.kind
    wanted = values_of(value, known)
    found: dict[object, tuple[Explanation, tuple[int, int], int]] = {}
    for state, stretch, worth, caps in _worths(known, rules):
        nets = _nets(rules, kind, made, worth.winner, caps)
        for one in wanted:
            fitting = [net for net in worth.nets(one, nets) if net in nets]
            if not fitting:
                continue
            net = min(fitting, key=lambda n: (len(nets[n]), abs(n)))
            told = _explanation(known, state, stretch, worth.winner, one, nets[net])
            key: tuple[object, ...] = (
                state.made,
                worth.winner,
                worth.items,
                one,
                nets[net],
                told.levels,
                told.hand.trick,
            )
            before = found.get(key)
            if before is not None and _adjoin(before[0], told):
                told = _merged(before[0], told)
            elif before is not None:
                key = (*key, stretch)
            found[key] = (told, caps, net)
    ranked = sorted(found.values(), key=lambda item: _rank(item[0]))
    return tuple(
        replace(told, options=_single(rules, kind, made, told.winner, caps, net))
        if len(told.sonderpunkte) == 1
        else told
        for told, caps, net in ranked
    )


def _explanation(
    known: Known, state: State, stretch: Stretch | None, who: Winner, value: int, added: tuple[Marked, ...]
) -> Explanation:
    hand, more = known.hand, tuple(Sonderpunkt(*one) for one in added)
    facts: dict[str, object] = {"calls": state.calls, "own_calls": state.own, "wert": None, "bock": None}
    noted = tuple(s for s in hand.sonderpunkte if hand.named or s.by in SIGN)
    facts["sonderpunkte"] = (*noted, *more)
    if stretch is None:
        facts["sieger"] = (who,) if who else PARTIES
        facts["augen"] = None
    else:
        facts |= {"augen": Augen(stretch.low, stretch.high), "trick": stretch.trick, "sieger": ()}
    return Explanation(replace(hand, **facts), value, who, state.assumed, more, way=_way(state.assumed, more))


def _way(calls: tuple[Assumed, ...], more: tuple[Sonderpunkt, ...]) -> Way:
    """How much is missing; the steps of a party are one call."""
    if not calls:
        return "several-missing" if len(more) > 1 else "one-missing" if more else "fits"
    said = {(party, "" if party in PARTIES else name) for party, name in calls}
    alone = len(said) == 1 and (calls[0][0] in PARTIES or len(calls) == 1)
    return "call-missing" if alone and not more else "several-missing"


def _adjoin(one: Explanation, other: Explanation) -> bool:
    a, b = one.hand.augen, other.hand.augen
    return a is not None and b is not None and b.low == a.high + 1


def _merged(one: Explanation, other: Explanation) -> Explanation:
    a, b = one.hand.augen, other.hand.augen
    assert a is not None
    assert b is not None
    return replace(one, hand=replace(one.hand, augen=Augen(a.low, b.high)))


#: How unlikely it is that nobody noted a call (by its step), that something noted is wrong, and what else can be, in
#: halves of an unnoted Sonderpunkt; the second Sonderpunkt counts double, the third three times ...
FORGOTTEN: Final = {ANSAGE: 4, K90: 4, K60: 6, K30: 8, SCHWARZ: 8}
OTHER_CALL: Final = 4
OTHERWISE: Final[dict[Way, int]] = {"one-too-many": 3, "call-too-many": 5, "tripled": 1, "not-doubled": 1}
#: The levels of a winner, all tricks, nobody; a trick of nothing but nines.
RARE: Final = (0, 1, 3, 6, 8, 10)
NINES: Final = 8


def _rank(told: Explanation) -> tuple[object, ...]:
    """Just what is noted before all else, then the likeliest, then the most common results."""
    who = {"re": 0, "kontra": 1, None: 2}[told.winner]
    low = told.hand.augen.low if told.hand.augen else 0
    n = len(told.sonderpunkte)
    cost = OTHERWISE.get(told.way, 0) + n * (n + 1) + RARE[told.levels] + NINES * (told.hand.trick == "stich")
    for party, name in told.calls:
        cost += FORGOTTEN[STEP_OF[name]] if party in PARTIES else OTHER_CALL
        cost += 2 * (party in PARTIES and party != told.winner and name not in PARTIES)  # it has lost with it
    return told.way != "fits", cost, len(told.calls), n, told.levels, who, told.calls, low


def explain(value: int, known: Known, rules: Ruleset) -> Explanations:
    """What a written value can be."""
    if is_open(known, rules):
        return Explanations("open", value, ())
    found = list(found_for(value, known, rules))
    exact = bool(found) and found[0].way == "fits"
    found += _as_amount(value, known, rules)
    if not exact:
        found += _otherwise(value, known, rules)
    if not found and known.bock:  # nobody knows what of it was noted, only that it was not doubled
        found += [replace(told, way="not-doubled") for told in found_for(value, replace(known, bock=0), rules)]
    found.sort(key=_rank)
    least, most = bounds(known, rules)
    if not found:
        return Explanations("open" if rules.checks.quotas == "never" else "impossible", value, (), least, most)
    ways = tuple(dict.fromkeys(told.way for told in found))
    calls = dict.fromkeys(_last_call(told) for told in found if told.way == "call-missing")
    options = dict.fromkeys(s for told in found if told.way == "one-missing" for s in told.options)
    removed = dict.fromkeys(s for told in found for s in told.removed)
    unsaid = dict.fromkeys(call for told in found for call in told.unsaid)
    return Explanations(
        ways[0], value, tuple(found), least, most, tuple(calls), tuple(options), ways, tuple(removed), tuple(unsaid)
    )


def _last_call(told: Explanation) -> Assumed:
    return told.calls[-1]


def _exact(value: int, known: Known, rules: Ruleset, **changed: object) -> Iterator[Explanation]:
    """The hands with just these facts, marked by how they differ from those that were noted."""
    for told in found_for(value, known, rules):
        if told.way == "fits":
            yield replace(told, **changed)


def _as_amount(value: int, known: Known, rules: Ruleset) -> Iterator[Explanation]:
    """The value as what the lone player has written down: his share of it, plus or minus."""
    factor, lone = rules.factor(known.hand.kind), scoring(rules).profiles[known.hand.kind].lone
    if value == 0:
        return
    sides: tuple[tuple[Party, int], ...] = ((lone, factor.win), (OTHER[lone], factor.lose))
    if known.gains is not None:  # else nobody knows the sign
        won = known.gains if value > 0 else OTHER[known.gains]
        sides = ((known.gains, factor.win if won == lone else factor.lose),)
    for gains, share in sides:
        if share > 1 and value % share == 0:
            yield from _exact(value // share, replace(known, gains=gains), rules, way="tripled")


def _otherwise(value: int, known: Known, rules: Ruleset) -> Iterator[Explanation]:
    """A slip that explains a value by itself: not doubled, or something noted that was not so."""
    hand = known.hand
    if known.bock:
        yield from _exact(value, replace(known, bock=0), rules, way="not-doubled")
    for one in dict.fromkeys(hand.sonderpunkte):
        i = hand.sonderpunkte.index(one)
        less = replace(hand, sonderpunkte=hand.sonderpunkte[:i] + hand.sonderpunkte[i + 1 :])
        yield from _exact(value, replace(known, hand=less), rules, way="one-too-many", removed=(one,))
    for i, call in enumerate(hand.calls):
        less = replace(hand, calls=hand.calls[:i] + hand.calls[i + 1 :])
        said: Assumed = (call.party, call_id(call.party, call.step))
        yield from _exact(value, replace(known, hand=less), rules, way="call-too-many", unsaid=(said,))


def bounds(known: Known, rules: Ruleset) -> tuple[int | None, int | None]:
    """The least and the most that a value with these facts can be."""
    values = [value for value, _, _ in possible(rules, known)]
    seen = [one * SIGN[known.gains] for one in values] if known.gains else [abs(one) for one in values]
    return (min(seen), max(seen)) if seen else (None, None)
