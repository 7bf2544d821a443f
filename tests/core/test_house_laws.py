"""Laws that hold by whatever house rules: over rulesets and hands drawn by chance."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dokosheet import checks
from dokosheet.core.ledger.fold import keep
from dokosheet.core.notation.hand import Augen, Call, Hand, OwnCall, Sonderpunkt
from dokosheet.core.rules import (
    Bock,
    CallDef,
    Cowardice,
    Early,
    Factor,
    Failed,
    Fee,
    Kind,
    Outcome,
    PartName,
    PenaltyDef,
    Pig,
    Predicate,
    Ruleset,
    SonderpunktDef,
    Swap,
    Tally,
    Tie,
    Trigger,
    Value,
)
from dokosheet.core.score.calls import of_steps
from dokosheet.core.score.outcome import ALL_KONTRA, ALL_RE, alike
from dokosheet.core.score.value import Scoring, score_hand, total
from dokosheet.core.terms import ANSAGE, OTHER, STEPS
from dokosheet.files.sheets import read_sheet
from helpers import FILE, FIVE, FOUR, TSR, replace, sheet, text
from house import OPEN, levels, played, points
from turning import TURNS, Turn

# --- rulesets and hands by chance -------------------------------------------------------------------------------------

small = st.integers(0, 3)
factors = st.integers(0, 4)
PARTS: tuple[PartName, ...] = ("won", "levels", "calls", "failed", "kind_add", "alten", "sonderpunkte")
parts: st.SearchStrategy[Any] = st.lists(st.sampled_from(PARTS), unique=True).map(tuple)
whole_or_parts: st.SearchStrategy[Any] = st.just("all") | parts
PAIR = Factor()
SOLO = Factor(win=3, lose=3)
#: Kinds beside those of TSR: the lone player is Kontra, or wants no trick, or the fewest, or anything is booked.
KINDS = {
    "kontrasolo": Kind(hand_class="solo", lone="kontra", modes=("still",), sonderpunkte="all"),
    "knochenloser": Kind(hand_class="solo", goal="no_trick", calls="none", modes=("lust",)),
    "martin": Kind(hand_class="solo", goal="fewest_tricks", calls="none", modes=("lust",)),
    "sau": Kind(hand_class="solo", goal="becomes", modes=("lust",)),
    "armut": Kind(hand_class="pair"),
}


def one_of(*values: Any) -> st.SearchStrategy[Any]:
    return st.sampled_from(values)


@st.composite
def rulesets(draw: st.DrawFn, mode: str | None = None, symmetric: bool = False) -> Ruleset:
    """TSR with the knobs of its scoring turned by chance; ``symmetric``: nothing favours a party."""
    re = CallDef(party="re", claims="win", add=draw(small), mul=draw(one_of(1, 1, 2, 3)))
    kontra = CallDef(party="kontra", claims="win", add=draw(small), mul=draw(one_of(1, 1, 2, 3)))
    if symmetric:
        kontra = replace(re, party="kontra")
    absagen = {name: replace(TSR.calls.defs[name], add=draw(small)) for name in ("k90", "k60", "k30", "schwarz")}
    knock = CallDef(mul=draw(one_of(1, 2)), add=draw(small), steps=draw(one_of(None, (1, 2, 3, 5))))
    calls = replace(
        TSR.calls,
        defs={"re": re, "kontra": kontra, **absagen, "tuck": knock},
        first_only_mul=draw(st.booleans()) and (not symmetric or re.mul == 1),
        skip=draw(one_of("counts_all", "counts_named", "forbidden")),
        absage_needs=draw(one_of("own_ansage", "implies_ansage", "nothing")),
        early=draw(one_of(None, Early(until=4), Early(until=0, add=2))),
        implied={}
        if symmetric
        else draw(one_of({}, {"solo": ("ansage",)}, {"pair": ("re",), "schweinchen": ("k90",)})),
    )
    value = Value(
        won=draw(small),
        levels={"l90": draw(small), "l60": draw(small), "l30": draw(small), "l0": draw(small)},
        levels_count=draw(one_of("reached", "called", "max_reached_called")),
        loser_levels=draw(one_of("void", "net", "called_to_winner")),
        call_points=draw(one_of("always", "if_kept")),
        failed=Failed(basis=draw(one_of("margin", "margin_highest", "per_call", "none")), add=draw(small)),
        mul_covers=draw(parts),
        backdoor=draw(one_of("allow", "zero")),
    )
    outcome = Outcome(
        re_needs=121 if symmetric else draw(st.integers(100, 140)),
        only_kontra_swaps=draw(st.booleans()),
        absage_binds=draw(st.booleans()),
        ansage_binds=draw(st.booleans()),
        both_fail=draw(one_of("levels_only", "zero", "by_augen")),
        tie=Tie(winner=draw(one_of("rule", "nobody", "soloist")), parts=draw(whole_or_parts), mul=draw(small)),
        schwarz_by=draw(one_of("tricks", "augen")),
    )
    mode = mode or draw(one_of("zero_sum", "plus", "minus"))
    effects = ["flip_value", "penalty_only", "flag", *(["winner_writes"] if mode == "minus" else [])]
    cowardice = Cowardice(
        slack=draw(one_of(None, 0, 1, 2)), effect=draw(st.sampled_from(effects)), per_missing=draw(small)
    )
    factor = SOLO if mode == "zero_sum" else Factor(win=draw(factors), lose=draw(factors), others=draw(factors))
    classes = {
        "pair": replace(TSR.classes["pair"], factor=PAIR, add=draw(small)),
        "solo": replace(TSR.classes["solo"], factor=factor, add=draw(small)),
    }
    own = Kind(hand_class="solo", modes=("lust",), fixed=draw(one_of(None, 0, 4)), add=draw(one_of(None, 2)))
    more: dict[str, SonderpunktDef] = {
        "fuchs": SonderpunktDef(points=draw(one_of(0, 1, (1, 2))), max=2),
        "gegen_solo": SonderpunktDef(),
        "gegen_schweine": SonderpunktDef(points=2),
    }
    known = {name: TSR.sonderpunkte[name] for name in TSR.sonderpunkte if name != "alten" or not symmetric}
    if symmetric:
        more.pop("gegen_solo")
    return replace(
        TSR,
        classes=classes,
        kinds={**TSR.kinds, **KINDS, "damensolo": own},
        calls=calls,
        cowardice=cowardice,
        outcome=outcome,
        value=value,
        sonderpunkte={**known, **more},
        bock=Bock(
            triggers={"heart_trick": Trigger()},
            mul=draw(small),
            add=draw(small),
            covers=draw(whole_or_parts),
            owner=draw(one_of("table", "loser")),
        ),
        deck=replace(
            TSR.deck,
            nines=draw(st.booleans()),
            pigs={"schweinchen": Pig(cards="DA")},
            swaps={"genscher": Swap(effect="repartner", voids=draw(one_of("none", "absagen", "all_calls")))},
        ),
        settlement=replace(TSR.settlement, mode=mode, unit=draw(one_of(1, 5, 30))),
    )


augens = st.integers(0, 240).map(lambda n: Augen(n, n)) | one_of(
    None, Augen(0, 0), Augen(240, 240), Augen(120, 120), Augen(151, 180, "u90"), Augen(90, 120, ":gew"), Augen(130, 140)
)
calls_made = st.lists(
    st.builds(
        Call,
        one_of("re", "kontra"),
        st.integers(1, 5),
        st.none() | st.integers(0, 12),
        st.none(),
        st.booleans(),
    ).map(lambda call: call if call.step > ANSAGE else replace(call, bare=False)),
    max_size=4,
).map(tuple)
makers = one_of("re", "kontra", *FOUR)
made = st.lists(
    st.builds(Sonderpunkt, one_of("fuchs", "doppelkopf", "karlchen", "alten", "schweinchen"), makers), max_size=4
).map(tuple)
knocks = st.lists(st.builds(OwnCall, st.just("tuck"), one_of("", "re", "A")), max_size=3).map(tuple)


@st.composite
def hands(draw: st.DrawFn) -> Hand:
    """A hand of any kind with parties that fit it."""
    kind = draw(st.sampled_from([*TSR.kinds, *KINDS]))
    pair = kind in ("normal", "hochzeit", "armut")
    return Hand(
        ("A", "C") if pair else ("A",),
        kind,
        augen=draw(augens),
        trick=draw(one_of(None, None, "schwarz", "stich")),
        calls=draw(calls_made),
        sonderpunkte=draw(made),
        marks=draw(one_of((), (), ("genscher",))),
        sieger=draw(one_of((), ("re",), ("kontra",), ("re", "kontra"))),
        own_calls=draw(knocks),
    )


#: Rulesets are large, and drawing them is what takes the time.
slowly = settings(
    max_examples=30, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large], deadline=None
)

# --- one hand ---------------------------------------------------------------------------------------------------------


@slowly
@given(rulesets(), hands(), st.integers(0, 3))
def test_the_items_of_a_hand_are_its_value(rules: Ruleset, hand: Hand, bock: int) -> None:
    score = Scoring(rules).of_hand(hand, bock)
    if score is not None:
        assert total(score.items) == score.value
        assert all(item.party in OTHER for item in score.items)


@slowly
@given(rulesets("zero_sum"), hands(), st.integers(0, 2))
def test_four_players_write_0_together(rules: Ruleset, hand: Hand, bock: int) -> None:
    score = Scoring(rules).of_hand(hand, bock)
    if score is not None:
        lone = rules.kinds[hand.kind].lone
        mine, theirs = (score.re, score.kontra) if lone == "re" else (score.kontra, score.re)
        assert (mine + 3 * theirs if len(hand.named) == 1 else 2 * mine + 2 * theirs) == 0


@slowly
@given(rulesets("plus"), hands(), st.integers(0, 2))
def test_where_winners_write_nobody_writes_a_loss(rules: Ruleset, hand: Hand, bock: int) -> None:
    score = Scoring(rules).of_hand(hand, bock)
    if score is not None:
        assert score.re >= 0
        assert score.kontra >= 0
        assert 0 in (score.re, score.kontra)


@slowly
@given(rulesets("minus"), hands(), st.integers(0, 2))
def test_where_losers_write_nobody_writes_a_gain(rules: Ruleset, hand: Hand, bock: int) -> None:
    score = Scoring(rules).of_hand(hand, bock)
    if score is not None:
        assert score.re <= 0
        assert score.kontra <= 0


@slowly
@given(rulesets(), hands())
def test_no_sonderpunkte_turn_a_value_where_the_back_door_is_shut(rules: Ruleset, hand: Hand) -> None:
    rules = replace(rules, value=replace(rules.value, backdoor="zero"))
    score = Scoring(rules).of_hand(hand)
    if score is not None and score.winner is not None:
        assert score.value * (1 if score.winner == "re" else -1) >= 0


@slowly
@given(rulesets(), hands())
def test_bock_without_effect_changes_nothing(rules: Ruleset, hand: Hand) -> None:
    rules = replace(rules, bock=replace(rules.bock, mul=1, add=0))
    scorer = Scoring(rules)
    plain, there = scorer.of_hand(hand), scorer.of_hand(hand, 2)
    assert (plain is None) == (there is None)
    if plain is not None and there is not None:
        assert replace(plain, items=()) == replace(there, items=())
        assert Counter(plain.items) == Counter(there.items)


@slowly
@given(rulesets(), hands(), st.integers(0, 3))
def test_bock_multiplies_the_whole_value(rules: Ruleset, hand: Hand, bock: int) -> None:
    rules = replace(rules, bock=replace(rules.bock, mul=2, add=0, covers="all"))
    scorer = Scoring(rules)
    plain, doubled = scorer.of_hand(hand), scorer.of_hand(hand, bock)
    assert (plain is None) == (doubled is None)
    if plain is not None and doubled is not None:
        assert doubled.value == plain.value * 2**bock
        assert doubled.winner == plain.winner


def mirrored(hand: Hand) -> Hand:
    """The same hand with Re and Kontra changed over."""
    parties = {"re": "kontra", "kontra": "re", "A": "B", "C": "D", "B": "A", "D": "C"}
    augen = hand.augen.exact if hand.augen is not None else None
    assert augen is not None
    return replace(
        hand,
        augen=Augen(240 - augen, 240 - augen),
        calls=tuple(replace(call, party=OTHER[call.party]) for call in hand.calls),
        sonderpunkte=tuple(replace(s, by=parties[s.by]) for s in hand.sonderpunkte),
    )


@slowly
@given(rulesets(symmetric=True), hands())
def test_parties_changed_over_change_the_sign_where_nothing_favours_one(rules: Ruleset, hand: Hand) -> None:
    hand = replace(hand, kind="normal", named=("A", "C"), own_calls=())
    if hand.augen is None or hand.augen.exact in (None, 120):
        hand = replace(hand, augen=Augen(131, 131))
    scorer = Scoring(rules)
    here, there = scorer.of_hand(hand), scorer.of_hand(mirrored(hand))
    assert (here is None) == (there is None)
    if here is not None and there is not None:
        assert here.winner == (OTHER[there.winner] if there.winner else None)
        assert here.value == -there.value
        assert (here.re, here.kontra) == (there.kontra, there.re)


# --- what is not used -------------------------------------------------------------------------------------------------


def crowded() -> Ruleset:
    """TSR with entries that its hands never use."""
    return replace(
        TSR,
        kinds={**TSR.kinds, **KINDS},
        calls=replace(
            TSR.calls, defs={**TSR.calls.defs, "hirsch": CallDef(mul=2, needs=("re",)), "tuck": CallDef(add=1)}
        ),
        sonderpunkte={
            **TSR.sonderpunkte,
            "agathe": SonderpunktDef(),
            "gegen_schweine": SonderpunktDef(),
            "joker": SonderpunktDef(manual=True),
        },
        deck=replace(
            TSR.deck,
            pigs={"schweinchen": Pig(cards="DA"), "ober": Pig(cards="D10", needs="schweinchen")},
            swaps={"genscher": Swap(effect="repartner", voids="all_calls")},
        ),
        redeal=replace(TSR.redeal, triggers={**TSR.redeal.triggers, "neunen": Predicate(nines_min=5)}),
        penalties={**TSR.penalties, "revoke": PenaltyDef(offender=-24)},
        settlement=replace(TSR.settlement, tallies={"strich": Tally()}),
    )


CROWDED = crowded()


@given(hands())
def test_what_a_hand_does_not_use_changes_nothing(hand: Hand) -> None:
    if hand.kind in TSR.kinds and not hand.marks and not hand.own_calls:
        hand = replace(hand, sonderpunkte=tuple(s for s in hand.sonderpunkte if s.id in TSR.sonderpunkte))
        assert score_hand(hand, CROWDED) == score_hand(hand, TSR)


def test_every_end_and_every_call_is_worth_as_much_beside_unused_entries() -> None:
    here, there = Scoring(TSR), Scoring(CROWDED)
    ends = (ALL_KONTRA, 0, *range(2, 239, 3), 120, 240, ALL_RE)
    for end, re, kontra, solo in product(ends, range(6), range(6), (False, True)):
        assert here.score(end, re, kontra, solo) == there.score(end, re, kontra, solo)


LINES = ("A C 131 re@11 fuchs:A", "B damensolo 190 re", "A hochzeit 100", "strafe D gering", "neugeben", "=2,-2,2,-2")


def test_a_sheet_keeps_its_points_and_findings_beside_unused_entries() -> None:
    read, found = sheet(*LINES, "A C 130 2karlchen:A =1,1,1,1", "A B 200 kontra90@3")
    other = replace(read, rules=CROWDED)
    here, there = keep(read), keep(other)
    assert (here.totals, here.next) == (there.totals, there.next)
    assert [row.points for row in here.rows] == [row.points for row in there.rows]
    assert checks.run(here, found) == checks.run(there, found)


def test_fees_and_bock_that_nothing_begins_change_no_points() -> None:
    fee = Fee(when="kind:armut", payer="each_other", to="declarer", amount=1)
    rules = replace(
        TSR,
        settlement=replace(TSR.settlement, fees={"armut": fee}),
        bock=Bock(triggers={"heart_trick": Trigger()}),
    )
    read, _ = sheet(*LINES)
    assert keep(replace(read, rules=rules)).totals == keep(read).totals


# --- Bock follows from the hands --------------------------------------------------------------------------------------


def bock_levels(marks: list[bool], overlap: str, length: int) -> list[int]:
    """The levels of the hands, told once more: each begins with the hand after its trigger."""
    runs: list[int] = []
    found = []
    for mark in marks:
        found.append(len(runs) if overlap == "stack" else min(len(runs), 1))
        if overlap == "stack":
            runs = [left - 1 for left in runs if left > 1]
            runs += [length] * mark
        else:
            left = max(0, sum(runs) - 1)
            left = length if mark and overlap == "restart" else left + length * mark
            runs = [left] if left else []
    return found


@settings(max_examples=25, deadline=None)
@given(
    st.lists(st.booleans(), min_size=1, max_size=16),
    st.sampled_from(["restart", "queue", "stack"]),
    st.integers(1, 5),
    st.data(),
)
def test_a_trigger_taken_back_moves_the_bock_behind_it(
    marks: list[bool], overlap: str, length: int, data: st.DataObject
) -> None:
    knobs = f"triggers: {{heart_trick: {{}}}}, overlap: {overlap}, length: {length}, tick: every_hand, max_level: null"
    body = f"{OPEN}\nbock: {{{knobs}}}"
    for _ in range(2):
        ledger = played(body, *("A C 130 herzstich" if mark else "A C 130" for mark in marks))
        wanted = bock_levels(marks, overlap, length)
        assert levels(ledger) == wanted
        assert points(ledger) == [(2**n, -(2**n), 2**n, -(2**n)) for n in wanted]
        at = data.draw(st.integers(0, len(marks) - 1))
        marks = [mark and i != at for i, mark in enumerate(marks)]


# --- whole sheets -----------------------------------------------------------------------------------------------------

#: Lines of all kinds, sense or no sense, at a table of five.
ODD = (
    "B C 130 herzstich",
    "B damensolo 150 re@11",
    "B C hochzeit@2 131",
    "B hochzeit 100",
    "B still 130",
    "C armut 130",
    "B C 0",
    "B C 240 schwarz 2f:kontra dk:re karlchen:B",
    "B C wert:-3",
    "=1,1,-1,-1,-",
    "=1,1,1,1,1",
    "==4,-4,4,-4,0",
    "kommt F",
    "kommt A nach C",
    "geht E",
    "geht A",
    "wechsel B G",
    "bock +2",
    "bock",
    "ende",
    "ende zeit",
    "spielrunde",
    "strafe B gering",
    "strafe B schwer absagen:2",
    "strafe B schwer_solo soloist:C",
    "strafe B strich",
    "neugeben B armut",
    "neugeben misdeal",
    "neugeben hochzeit",
    "B C 130 aussetzt:D",
    "A B C 130",
    "notiz",
    "B C 150 stich1:35/B schweinchen:B genscher",
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(st.sampled_from(TURNS), max_size=6),
    st.lists(st.sampled_from([*ODD, *(line for turn in TURNS for line in turn.lines)]), max_size=14),
    st.sampled_from([FOUR, FIVE]),
    st.sampled_from(["", "dealer: B", "bock: 3", "pflichtsoli:\n  - A damensolo 130"]),
)
def test_no_rules_and_no_lines_make_it_stumble(
    turns: list[Turn], lines: list[str], players: tuple[str, ...], head: str
) -> None:
    layers = [layer for turn in turns for layer in turn.layers(turn.new)[1:]]
    rules = "rules:" + "".join(f"\n  - {layer}" for layer in ["tsr", *layers])
    read, found = read_sheet(text(*lines, players=players, head=f"{rules}\n{head}".strip()), FILE)
    if read is not None:
        ledger = keep(read)
        checks.run(ledger, found)
        assert len(ledger.rows) <= len(lines) + 1
        assert set(ledger.totals) == set(read.names)
        if sums_to_zero(read.rules):
            for row in ledger.rows:
                assert row.points is not row.expected or not sum((row.points or {}).values())


def sums_to_zero(rules: Ruleset) -> bool:
    """Whether what follows from a hand sums to 0: both sides write shares that fit, and nobody pays besides."""
    shares = [rules.factor(kind) for kind in rules.kinds]
    fitting = all((f.win, f.lose, f.others) in ((1, 1, 1), (3, 3, 1)) for f in shares)
    by_class = all((rules.factor(kind).win == 3) == rules.is_solo(kind) for kind in rules.kinds)
    paid = rules.settlement.fees or rules.bock.owner == "loser" or rules.cowardice.effect == "winner_writes"
    return rules.sums_to_zero and fitting and by_class and not paid


@settings(deadline=None, suppress_health_check=list(HealthCheck))
@given(rulesets(), st.integers(0, ALL_KONTRA), st.data())
def test_results_that_no_rule_tells_apart_are_worth_the_same(rules: Ruleset, result: int, data: st.DataObject) -> None:
    scoring = Scoring(rules)
    kind = data.draw(st.sampled_from([kind for kind in rules.kinds if rules.kinds[kind].goal in ("augen", "becomes")]))
    same = alike(rules.outcome)[result]
    for re_step, kontra_step in product(range(STEPS), repeat=2):
        made = of_steps(re_step, kontra_step, rules)
        assert scoring.supposed(kind, result, made) == scoring.supposed(kind, same, made)


def test_there_are_few_results_that_any_rule_tells_apart() -> None:
    same = alike(TSR.outcome)
    assert len(same) == ALL_KONTRA + 1
    assert all(same[one] == one for one in same)
    assert sorted({*same}) == [0, 1, 30, 60, 90, 120, 121, 151, 181, 211, 240, ALL_RE, ALL_KONTRA]
