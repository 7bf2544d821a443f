"""What a value can be: every explanation has the value, and no hand with it is left out."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dokosheet.core.notation.hand import Augen, Call, Hand, Sonderpunkt
from dokosheet.core.records import replace
from dokosheet.core.rules import Ruleset
from dokosheet.core.score import calls as calling
from dokosheet.core.score.outcome import ALL_KONTRA, ALL_RE, augen_of
from dokosheet.core.score.solver import Explanation, Known, explain, found_for, possible, possible_values, stretches
from dokosheet.core.score.value import scoring
from dokosheet.core.terms import STEPS
from dokosheet.files import rulesets
from helpers import TSR
from house import REAL, ruleset

ENDS = [ALL_KONTRA, 0, *range(2, 239), 240, ALL_RE]
#: Small quotas, so that everything can be tried.
SMALL = "sonderpunkte: {doppelkopf: null, karlchen: null, fuchs: {points: [1, 2], max: 2}}"
BODIES = (
    SMALL,
    f"{SMALL}\ncalls: {{defs: {{re: {{add: 0, mul: 2}}, kontra: {{add: 0, mul: 2}}}}}}\nvalue: {{backdoor: zero}}",
    f"{SMALL}\ncowardice: {{slack: 1}}\noutcome: {{tie: {{parts: [alten], mul: 2}}, both_fail: zero}}",
)


def by_name(name: str) -> Ruleset:
    loaded = rulesets.load(str(REAL / name) if name.endswith(".yaml") else name)[0]
    assert loaded is not None
    return loaded


def ended(result: int, calls: tuple[Call, ...], made: tuple[Sonderpunkt, ...], kind: str = "normal") -> Hand:
    augen = augen_of(result, "re")
    trick = "schwarz" if result in (ALL_RE, ALL_KONTRA) else "stich" if augen in (0, 240) else None
    return Hand(kind=kind, augen=Augen(augen, augen), trick=trick, calls=calls, sonderpunkte=made)  # type: ignore[arg-type]


def called(re: int, kontra: int) -> tuple[Call, ...]:
    return tuple(Call(party, step) for party, step in (("re", re), ("kontra", kontra)) if step)  # type: ignore[arg-type]


def foxes(result: int) -> list[tuple[Sonderpunkt, ...]]:
    """All that can be caught of two foxes (13 Augen, 24 Augen)."""
    found = []
    for re, kontra in ((0, 0), (1, 0), (0, 1), (1, 1), (2, 0), (0, 2)):
        needs = (0, 13, 24)
        enough = augen_of(result, "re") >= needs[re] and augen_of(result, "kontra") >= needs[kontra]
        if enough:
            found.append((*[Sonderpunkt("fuchs", "re")] * re, *[Sonderpunkt("fuchs", "kontra")] * kontra))
    return found


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("bock", [0, 1])
def test_the_values_are_those_of_all_hands(body: str, bock: int) -> None:
    rules = ruleset(body)[0]
    scorer = scoring(rules)
    every = set()
    for result in ENDS[:: 1 if bock == 0 else 3]:
        for re, kontra, made in product(range(STEPS), range(STEPS), foxes(result)):
            score = scorer.of_hand(ended(result, called(re, kontra), made), bock)
            assert score is not None
            every.add(score.value)
    found = possible_values(rules, "normal", bock)
    assert every <= found
    if bock == 0:
        assert every == found


@pytest.mark.parametrize("body", ["", *BODIES])
def test_a_stretch_is_worth_the_same(body: str) -> None:
    rules = ruleset(body)[0] if body else TSR
    scorer = scoring(rules)
    covered = []
    for stretch in stretches(rules):
        if stretch.result in (ALL_RE, ALL_KONTRA):
            continue
        counts = [n for n in range(stretch.low, stretch.high + 1) if n not in (1, 239)]
        covered += counts
        for re, kontra in product(range(STEPS), range(STEPS)):
            made = calling.of_steps(re, kontra, rules)
            wanted = scorer.supposed("normal", stretch.same, made)
            assert all(scorer.supposed("normal", n, made) == wanted for n in (counts[0], counts[-1]))
    assert sorted(covered) == [0, *range(2, 239), 240]


NAMES = ("tsr", "kneipe", *sorted(path.name for path in Path(REAL).glob("*.yaml") if path.name != "tsr-root.yaml"))
QUICK = (*NAMES[:2], *NAMES[2::2])


def rescored(told: Explanation, rules: Ruleset, bock: int = 0) -> bool:
    score = scoring(rules).of_hand(told.hand, bock)
    return score is not None and score.value == told.value and score.winner == told.winner


@pytest.mark.parametrize(
    "name", [*QUICK, *(pytest.param(name, marks=pytest.mark.slow) for name in NAMES if name not in QUICK)]
)
def test_every_explanation_has_the_value(name: str) -> None:
    rules = by_name(name)
    bock = 1 if rules.bock.triggers else 0
    for kind in ("normal", next(kind for kind in rules.kinds if rules.is_solo(kind))):
        for value in (0, 1, 4, 7, 12):
            for told in found_for(value, Known(Hand(kind=kind), None, bock), rules)[:150]:
                assert rescored(told, rules, bock), told
                if len(told.sonderpunkte) == 1:
                    assert told.sonderpunkte[0] in told.options
                for option in told.options:
                    rest = tuple(s for s in told.hand.sonderpunkte if s not in told.sonderpunkte)
                    other = replace(told, hand=replace(told.hand, sonderpunkte=(*rest, option)))
                    assert rescored(other, rules, bock), option


def holds(told: Explanation, hand: Hand, rules: Ruleset) -> bool:
    """Whether an explanation is the hand itself but for which Sonderpunkte make the same sum."""
    a, b = told.hand.augen, hand.augen
    assert a is not None
    assert b is not None
    same = calling.of_hand(told.hand, rules) == calling.of_hand(hand, rules)
    return same and a.low <= b.low <= a.high and (hand.trick is None or told.hand.trick in (hand.trick, None))


@st.composite
def hands(draw: st.DrawFn) -> Hand:
    result = draw(st.sampled_from(ENDS))
    made = draw(st.sampled_from(foxes(result)))
    if 45 <= augen_of(result, "re") <= 195:
        made += draw(st.sampled_from([(), (Sonderpunkt("doppelkopf", "re"),), (Sonderpunkt("doppelkopf", "kontra"),)]))
    steps = st.integers(0, STEPS - 1)
    return ended(result, called(draw(steps), draw(steps)), made)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    hands(),
    st.sampled_from(["tsr", "kneipe", "kratzdiekurve.yaml", "ruleset-app.yaml", "club-hamburg.yaml"]),
    st.data(),
)
def test_the_true_hand_is_among_the_answers(hand: Hand, name: str, data: st.DataObject) -> None:
    rules = by_name(name)
    score = scoring(rules).of_hand(hand)
    assert score is not None
    known = Known(
        Hand(
            augen=hand.augen if data.draw(st.booleans()) else None,
            calls=hand.calls[: data.draw(st.integers(0, len(hand.calls)))],
            sonderpunkte=hand.sonderpunkte[: data.draw(st.integers(0, len(hand.sonderpunkte)))],
        ),
        "re",
    )
    assert any(holds(told, hand, rules) for told in found_for(score.value, known, rules))
    assert score.value in {value for value, _, _ in possible(rules, known)}


def ask(value: int, *made: str, bock: int = 0, rules: Ruleset = TSR, **facts: object) -> tuple[str, list[str]]:
    sonderpunkte = tuple(Sonderpunkt(*one.split(":")) for one in made)
    hand = Hand(sonderpunkte=sonderpunkte, **facts)  # type: ignore[arg-type]
    answer = explain(value, Known(hand, "re", bock), rules)
    told = {"one-missing": answer.options, "one-too-many": answer.removed}.get(answer.verdict, ())
    return answer.verdict, [f"{s.id}:{s.by}" for s in told]


A156 = Augen(156, 156)


@pytest.mark.parametrize(
    ("value", "made", "facts", "wanted"),
    [
        (2, (), {"augen": A156}, ("fits", [])),
        (3, (), {"augen": A156}, ("one-missing", ["doppelkopf:re", "fuchs:re", "karlchen:re"])),
        (2, ("fuchs:re",), {"augen": A156}, ("one-missing", ["doppelkopf:kontra", "fuchs:kontra", "karlchen:kontra"])),
        (1, ("fuchs:re",), {"augen": Augen(238, 238)}, ("impossible", [])),
        (5, (), {"augen": A156}, ("several-missing", [])),
        (6, (), {"augen": A156, "kind": "damensolo"}, ("tripled", [])),
        (2, (), {"augen": A156, "bock": 1}, ("not-doubled", [])),
        (4, (), {"augen": A156, "kind": "damensolo"}, ("call-missing", [])),
        (40, (), {}, ("impossible", [])),
        (5, ("fuchs:re",), {"augen": Augen(237, 237), "kind": "normal"}, ("fits", [])),
        (5, ("fuchs:re",), {"augen": Augen(240, 240), "trick": "schwarz"}, ("one-too-many", ["fuchs:re"])),
    ],
)
def test_verdicts(value: int, made: tuple[str, ...], facts: dict[str, object], wanted: tuple[str, list[str]]) -> None:
    facts = dict(facts)
    bock = int(str(facts.pop("bock", 0)))
    verdict, options = ask(value, *made, bock=bock, **facts)
    assert (verdict, options) == wanted
