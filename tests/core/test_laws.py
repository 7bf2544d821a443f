"""Laws of scoring that hold for every hand, stated without computing any score a second time.

What can be enumerated is enumerated: every end of a hand, in the order of Re's success, by all states of calls. Lines
and rulesets are drawn by chance.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise, permutations
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dokosheet.core.notation.hand import Augen, Call, Hand, Sonderpunkt
from dokosheet.core.notation.line import parse_hand
from dokosheet.core.rules import Factor, Outcome, Ruleset
from dokosheet.core.score.outcome import (
    ALL_KONTRA,
    ALL_RE,
    BELOW,
    RESULTS,
    augen_of,
    has_all_tricks,
    keeps,
    needs,
    result_of,
    winner,
)
from dokosheet.core.score.settlement import shares, spread
from dokosheet.core.score.value import HandScore, Scoring, levels_reached, score_hand, scoring, total
from dokosheet.core.terms import ABSAGEN, ANSAGE, K90, LEVELS, OTHER, SCHWARZ, STEPS, call_id
from helpers import FOUR, TSR, codes, hand, ledger, sheet, table

SCORER = scoring(TSR)
#: Every end of a hand, from no trick for Re to all of them.
ENDS = [ALL_KONTRA, 0, *range(2, 239), 240, ALL_RE]
STATES = [(re, kontra) for re in range(STEPS) for kontra in range(STEPS)]
#: How well Re has done.
RANK = {"kontra": -1, None: 0, "re": 1}

ends = st.sampled_from(ENDS)
states = st.sampled_from(STATES)


def every_score() -> Iterator[tuple[int, int, int, bool, HandScore]]:
    for end in ENDS:
        for re, kontra in STATES:
            for solo in (False, True):
                yield end, re, kontra, solo, SCORER.score(end, re, kontra, solo)


def ended(end: int, calls: tuple[Call, ...], sonderpunkte: tuple[Sonderpunkt, ...] = ()) -> Hand:
    """A hand of A and C that ended like this."""
    augen = Augen(augen_of(end, "re"), augen_of(end, "re"))
    trick: Literal["schwarz", "stich"] = "schwarz" if end in (ALL_RE, ALL_KONTRA) else "stich"
    return Hand(("A", "C"), augen=augen, trick=trick, calls=calls, sonderpunkte=sonderpunkte)


def mirrored(end: int) -> int:
    """The same end with the parties changed over."""
    return {ALL_RE: ALL_KONTRA, ALL_KONTRA: ALL_RE}.get(end, 240 - end)


# --- what is written down ---------------------------------------------------------------------------------------------


def test_the_points_of_four_players_sum_to_0() -> None:
    for _, _, _, solo, score in every_score():
        assert (score.re + 3 * score.kontra if solo else 2 * score.re + 2 * score.kontra) == 0


def test_the_points_of_four_players_are_all_even_or_all_odd() -> None:
    for _, _, _, _, score in every_score():
        assert score.re % 2 == score.kontra % 2 == score.value % 2


def test_each_player_of_two_writes_the_value_and_the_lone_one_three_times_as_much() -> None:
    for _, _, _, solo, score in every_score():
        assert score.re == score.value * (3 if solo else 1)
        assert score.kontra == -score.value


def test_the_winner_never_loses_points_without_sonderpunkte() -> None:
    for _, _, _, _, score in every_score():
        if score.winner is not None:
            assert score.value * RANK[score.winner] >= 1


def test_the_bounds_of_a_value_are_reached_and_kept() -> None:
    """21 per head for a Re that has said and reached everything, Kontra too; one more for Kontra in a pair hand; 7
    where nobody has won (TSR 7.2.2, 7.1.3)."""
    values: dict[tuple[bool, str | None], list[int]] = {}
    for _, _, _, solo, score in every_score():
        values.setdefault((solo, score.winner), []).append(score.value)
    for solo in (False, True):
        assert max(values[solo, "re"]) == 21
        assert min(values[solo, "kontra"]) == (-21 if solo else -22)
        assert (min(values[solo, None]), max(values[solo, None])) == (-7, 7)


# --- who wins ---------------------------------------------------------------------------------------------------------


def test_more_augen_never_turn_a_win_of_re_into_anything_less() -> None:
    for re, kontra in STATES:
        ranks = [RANK[winner(end, re, kontra, TSR.outcome)] for end in ENDS]
        assert ranks == sorted(ranks)
        assert {ranks[0], ranks[-1]} == {-1, 1}


def test_more_augen_never_lower_the_value_seen_from_re() -> None:
    """With the same calls: winning, levels and failed Absagen all point the same way."""
    for re, kontra in STATES:
        for solo in (False, True):
            values = [SCORER.value(end, re, kontra, solo) for end in ENDS]
            assert values == sorted(values)


def test_nobody_wins_only_where_both_have_made_absagen() -> None:
    for re, kontra in STATES:
        winners = {winner(end, re, kontra, TSR.outcome) for end in ENDS}
        assert (None in winners) == (re >= K90 and kontra >= K90)


def test_parties_changed_over_change_the_winner_except_for_the_tie_rule() -> None:
    """Only 120:120 has a side: it is Kontra's if nobody or both have made an Ansage and nobody an Absage. A lone
    Ansage turns it to the other party, Re's as well as Kontra's."""
    for end in ENDS:
        for re, kontra in STATES:
            here = winner(end, re, kontra, TSR.outcome)
            there = winner(mirrored(end), kontra, re, TSR.outcome)
            if end == 120 and re == kontra <= ANSAGE:
                assert here == there == "kontra"
            else:
                assert here == (OTHER[there] if there else None)


def test_parties_changed_over_change_the_sign_of_a_solo() -> None:
    for end in ENDS:
        for re, kontra in STATES:
            if not (end == 120 and re == kontra <= ANSAGE):
                assert SCORER.value(mirrored(end), kontra, re, True) == -SCORER.value(end, re, kontra, True)


def test_parties_changed_over_change_the_sign_of_a_pair_hand_but_for_the_alten() -> None:
    for end in ENDS:
        for re, kontra in STATES:
            if not (end == 120 and re == kontra <= ANSAGE):
                here, there = SCORER.score(end, re, kontra), SCORER.score(mirrored(end), kontra, re)
                assert here.value + there.value == -1 * (here.winner is not None)


def test_beside_an_absage_ansagen_do_not_decide() -> None:
    for end in ENDS:
        for step in range(K90, STEPS):
            assert winner(end, step, 0, TSR.outcome) == winner(end, step, ANSAGE, TSR.outcome)
            assert winner(end, 0, step, TSR.outcome) == winner(end, ANSAGE, step, TSR.outcome)


def test_an_ansage_decides_only_a_tie() -> None:
    for end in ENDS:
        winners = {winner(end, re, kontra, TSR.outcome) for re in (0, ANSAGE) for kontra in (0, ANSAGE)}
        assert len(winners) == (2 if end == 120 else 1)


def test_a_higher_absage_never_helps_its_party_to_win() -> None:
    for end in ENDS:
        for other in range(STEPS):
            mine = [RANK[winner(end, step, other, TSR.outcome)] for step in range(K90, STEPS)]
            theirs = [RANK[winner(end, other, step, TSR.outcome)] for step in range(K90, STEPS)]
            assert mine == sorted(mine, reverse=True)
            assert theirs == sorted(theirs)


def test_keeping_an_absage_means_keeping_the_lower_ones() -> None:
    for end in ENDS:
        for party in ("re", "kontra"):
            kept = [keeps(end, party, step, TSR.outcome) for step in range(K90, STEPS)]
            assert kept == sorted(kept, reverse=True)


def test_both_parties_cannot_keep_their_absagen() -> None:
    for end in ENDS:
        assert not (keeps(end, "re", K90, TSR.outcome) and keeps(end, "kontra", K90, TSR.outcome))


# --- ends of a hand ---------------------------------------------------------------------------------------------------


def test_the_augen_of_both_parties_are_240() -> None:
    for end in ENDS:
        assert augen_of(end, "re") + augen_of(end, "kontra") == 240
        assert augen_of(end, "re") == augen_of(mirrored(end), "kontra")


def test_one_party_has_all_tricks_in_two_ends() -> None:
    assert [end for end in range(RESULTS) if has_all_tricks(end, "re")] == [ALL_RE]
    assert [end for end in range(RESULTS) if has_all_tricks(end, "kontra")] == [ALL_KONTRA]
    assert sorted(ENDS) == [end for end in range(RESULTS) if end not in (1, 239)]


def test_a_missing_trick_makes_a_difference_at_0_and_240_only() -> None:
    assert [augen for augen in range(241) if result_of(augen, True) != augen] == [0, 240]
    assert (result_of(0, True), result_of(240, True)) == (ALL_KONTRA, ALL_RE)
    assert [result_of(augen) for augen in range(241)] == list(range(241))


def test_levels_are_reached_one_after_the_other() -> None:
    order = [*LEVELS, "l0"]
    for end in ENDS:
        for party in ("re", "kontra"):
            reached = list(levels_reached(end, party, TSR))
            assert reached == order[: len(reached)]


# --- what counts ------------------------------------------------------------------------------------------------------


def test_every_call_adds_for_the_winner_whoever_called() -> None:
    """2 for an Ansage, 1 for each Absage; nothing where nobody has won."""
    for _, re, kontra, _, score in every_score():
        called = [item for item in score.items if item.id in ("re", "kontra", *ABSAGEN.values())]
        worth = sum(2 + (step - ANSAGE) for step in (re, kontra) if step)
        assert sum(item.points for item in called) == (worth if score.winner else 0)
        assert {item.party for item in called} <= {score.winner}
        assert len(called) == (re + kontra if score.winner else 0)


def test_one_step_more_adds_its_own_points_and_one_if_it_failed_by_that_much() -> None:
    """As long as the winner stays the same."""
    for end in ENDS:
        for re, kontra in STATES:
            for solo in (False, True):
                before = SCORER.score(end, re, kontra, solo)
                for party, state in (("re", (re + 1, kontra)), ("kontra", (re, kontra + 1))):
                    if max(state) > SCHWARZ or before.winner is None:
                        continue
                    after = SCORER.score(end, *state, solo)
                    if after.winner == before.winner:
                        step = state[0] if party == "re" else state[1]
                        own = 2 if step == ANSAGE else 1
                        more = (after.value - before.value) * RANK[before.winner]
                        assert more in ((own,) if before.winner == party or step == ANSAGE else (own, own + 1))


def test_gegen_die_alten_is_for_a_kontra_that_wins_a_pair_hand() -> None:
    for _, _, _, solo, score in every_score():
        alten = [item for item in score.items if item.id == "alten"]
        assert len(alten) == (score.winner == "kontra" and not solo)
        assert all(item.party == "kontra" for item in alten)


def test_a_solo_is_a_pair_hand_without_the_alten() -> None:
    for end in ENDS:
        for re, kontra in STATES:
            pair, solo = SCORER.score(end, re, kontra), SCORER.score(end, re, kontra, True)
            assert pair.winner == solo.winner
            assert [item for item in pair.items if item.id != "alten"] == list(solo.items)
            assert pair.value == solo.value - (pair.winner == "kontra")


def test_items_add_up_and_each_of_them_is_a_gain() -> None:
    for _, _, _, _, score in every_score():
        assert total(score.items) == score.value
        assert all(item.points > 0 for item in score.items)
        assert [item.id for item in score.items].count("won") == (score.winner is not None)


def test_with_a_winner_nothing_is_for_the_loser() -> None:
    for _, _, _, _, score in every_score():
        if score.winner is not None:
            assert {item.party for item in score.items} == {score.winner}


def test_where_nobody_has_won_only_levels_and_failed_absagen_count() -> None:
    for _, _, _, _, score in every_score():
        if score.winner is None:
            assert {item.id for item in score.items} <= {"l90", "l60", "l30", "failed"}


def test_the_same_question_gets_the_same_object() -> None:
    """Scores are kept; nobody can change them."""
    assert scoring(TSR) is scoring(TSR)
    assert SCORER.score(150, 1, 0) is SCORER.score(150, 1, 0)
    assert score_hand(hand("A C 150 re"), TSR) is scoring(TSR).score(150, 1, 0)
    with pytest.raises(AttributeError):
        SCORER.score(150, 1, 0).value = 7  # type: ignore[misc]


# --- bands ------------------------------------------------------------------------------------------------------------


@given(states, st.booleans(), st.integers(0, 240), st.integers(0, 60))
def test_a_band_that_has_a_score_has_that_of_each_of_its_counts(
    state: tuple[int, int], solo: bool, low: int, width: int
) -> None:
    high = min(240, low + width)
    named, kind = (("A",), "piksolo") if solo else (("A", "B"), "normal")
    calls = tuple(Call(party, step) for party, step in zip(("re", "kontra"), state, strict=True) if step)  # type: ignore[arg-type]
    whole = score_hand(Hand(named, kind, augen=Augen(low, high), trick="stich", calls=calls), TSR)
    for count in range(low, high + 1):
        alone = score_hand(Hand(named, kind, augen=Augen(count, count), trick="stich", calls=calls), TSR)
        if whole is not None and alone is not None:
            assert whole == alone


# --- lines ------------------------------------------------------------------------------------------------------------

TOKENS = st.tuples(
    st.sampled_from(["0 schwarz", "89", "90", "119", "120", "121", "151", "200", "240 stich", "u60", ":u90", "gew"]),
    st.sampled_from(["", "re", "re@11", "re90", "reschwarz", "re re90@10"]),
    st.sampled_from(["", "kontra", "kontra60", "kontraschwarz"]),
    st.lists(st.sampled_from(["fuchs:A", "fuchs:kontra", "doppelkopf:re", "karlchen:B"]), max_size=3),
    st.sampled_from(["", "hochzeit", "hochzeit@2", "wert:3", "geber:A", "=1,-1,1,-1"]),
)


@given(TOKENS, st.randoms(use_true_random=False), st.booleans())
def test_the_order_of_tokens_does_not_matter(
    parts: tuple[str, str, str, list[str], str], random: Any, players_last: bool
) -> None:
    """Unless an Ansage stands before ``90`` or ``schwarz``: that could mean two things and is refused."""
    augen, re, kontra, sonderpunkte, more = parts
    tokens = [*augen.split(), *kontra.split(), *sonderpunkte, *more.split(), *re.split()]
    first = parse_hand(" ".join(["A C", *tokens]), table())
    random.shuffle(tokens)
    second = parse_hand(" ".join([*tokens, "A C"] if players_last else ["A C", *tokens]), table())
    doubtful = ("90", "60", "30", "schwarz")
    for parsed, order in ((first, [*augen.split()]), (second, tokens)):
        refused = any(a in ("re", "kontra") and b in doubtful for a, b in pairwise(order))
        assert bool(parsed.problems) == refused
        assert all(p.variant == "two-readings" for _, p in parsed.problems)
    if not second.problems:
        assert facts(first.hand) == facts(second.hand)
        assert plain(score_hand(first.hand, TSR)) == plain(score_hand(second.hand, TSR))


def facts(played: Hand) -> tuple[Any, ...]:
    """What a hand says, whatever the order."""
    calls = Counter(played.calls)
    return (played.named, played.kind, played.klaerung, played.augen, played.trick, calls, Counter(played.sonderpunkte))


def plain(score: HandScore | None) -> tuple[Any, ...] | None:
    return None if score is None else (score.winner, score.value, Counter(score.items), score.re, score.kontra)


@pytest.mark.parametrize("order", list(permutations(["re@11", "re90@10", "re60@9", "kontra@10"])))
def test_calls_count_once_in_any_order(order: tuple[str, ...]) -> None:
    all_of_them = score_hand(hand(" ".join(["A C 185", *order])), TSR)
    assert all_of_them == score_hand(hand("A C 185 re60 kontra"), TSR)


@given(ends, st.integers(1, SCHWARZ), st.integers(0, SCHWARZ))
def test_lower_calls_of_a_party_change_nothing(end: int, re: int, kontra: int) -> None:
    others = tuple(Call("kontra", step) for step in range(kontra, 0, -1))
    steps = tuple(Call("re", step) for step in range(1, re + 1))
    one_by_one = score_hand(ended(end, (*steps, *others)), TSR)
    assert one_by_one == SCORER.score(end, re, kontra)


# --- Sonderpunkte -----------------------------------------------------------------------------------------------------


@given(ends, states, st.sampled_from(["fuchs", "doppelkopf", "karlchen"]), st.sampled_from(["re", "kontra", *FOUR]))
def test_a_sonderpunkt_is_one_for_its_party_even_if_it_loses(
    end: int, state: tuple[int, int], id: str, by: str
) -> None:
    calls = tuple(Call(party, step) for party, step in zip(("re", "kontra"), state, strict=True) if step)  # type: ignore[arg-type]
    with_it = score_hand(ended(end, calls, (Sonderpunkt(id, by),)), TSR)
    assert with_it is not None
    without = SCORER.score(end, *state)
    gain = 1 if by in ("re", "A", "C") else -1
    assert with_it.winner == without.winner
    assert with_it.value == without.value + gain
    assert (with_it.re, with_it.kontra) == (without.re + gain, without.kontra - gain)


def test_the_winner_can_lose_points_by_sonderpunkte() -> None:
    (row,) = ledger("A C 121 fuchs:B fuchs:D").rows
    assert row.winner == "re"
    assert row.points == {"A": -1, "B": 1, "C": -1, "D": 1}


@pytest.mark.parametrize("augen", [110, 130])
def test_a_typed_alten_does_not_count_beside_the_derived_one(augen: int) -> None:
    assert codes(f"A C {augen} alten:kontra") == ["H209"]
    assert score_hand(hand(f"A C {augen} alten:kontra"), TSR) == score_hand(hand(f"A C {augen}"), TSR)


@pytest.mark.parametrize(("band", "counted"), [("u30", "240"), (":u30", "0"), ("230-240", "240")])
@pytest.mark.parametrize("calls", ["", "reschwarz", "kontraschwarz"])
def test_a_band_with_schwarz_is_the_end_without_a_trick(band: str, counted: str, calls: str) -> None:
    banded = score_hand(hand(f"A C {band} schwarz {calls}"), TSR)
    assert banded == score_hand(hand(f"A C {counted} schwarz {calls}"), TSR)


def test_schwarz_in_a_band_of_both_ends_leaves_it_open() -> None:
    assert score_hand(hand("A C 0-240 schwarz"), TSR) is None


# --- every number comes from the ruleset ------------------------------------------------------------------------------


def changed(**changes: Any) -> Ruleset:
    """TSR with some knobs turned, as a sheet does it; None takes one away."""
    return sheet(head="rules: " + json.dumps({"extends": "tsr", **changes}))[0].rules


def items(rules: Ruleset, end: int, re: int, kontra: int, solo: bool = False) -> Counter[tuple[str, str, int]]:
    return Counter((i.id, i.party, i.points) for i in Scoring(rules).score(end, re, kontra, solo).items)


def test_points_of_items_are_the_rulesets() -> None:
    rules = changed(
        value={"won": 10, "levels": {"l90": 20, "l60": 30, "l30": 40, "l0": 50}, "failed": {"add": 60}},
        calls={"defs": {"re": {"add": 3}, "k90": {"add": 5}, "kontra": {"add": 7}}},
        sonderpunkte={"alten": {"points": 8}, "fuchs": {"points": 9}},
    )
    levels = [("l90", "kontra", 20), ("l60", "kontra", 30), ("l30", "kontra", 40), ("l0", "kontra", 50)]
    calls = [("re", "kontra", 3), ("k90", "kontra", 5), ("kontra", "kontra", 7)]
    others = [("won", "kontra", 10), ("failed", "kontra", 60), ("alten", "kontra", 8)]
    assert items(rules, ALL_KONTRA, K90, ANSAGE) == Counter([*levels, *calls, *others])
    assert Scoring(rules).value(ALL_KONTRA, K90, ANSAGE) == -(150 + 15 + 68)
    fox = Scoring(rules).of_hand(hand("A C 121 fuchs:A"))
    assert fox is not None
    assert fox.value == 19


def test_what_the_ruleset_leaves_out_is_no_item() -> None:
    rules = changed(
        sonderpunkte={"alten": None}, calls={"defs": {"k90": None}}, value={"levels": {"l60": 0, "l30": None}}
    )
    assert items(rules, 0, K90, 0) == Counter(
        [("won", "kontra", 1), ("l90", "kontra", 1), ("re", "kontra", 2)]
    )  # a call that the ruleset does not know neither binds nor counts


def test_which_sonderpunkte_count_is_the_rulesets() -> None:
    rules = changed(classes={"solo": {"sonderpunkte": ("alten", "karlchen")}, "pair": {"sonderpunkte": ("fuchs",)}})
    assert items(rules, 110, 0, 0) == Counter([("won", "kontra", 1)])
    assert items(rules, 110, 0, 0, True) == Counter([("won", "kontra", 1)])  # there are no Alten to beat in a solo
    solo = Scoring(rules).of_hand(hand("A damensolo 110 karlchen:A fuchs:B"))
    assert solo is not None
    assert [(i.id, i.party) for i in solo.items] == [("won", "kontra"), ("karlchen", "re")]
    assert (solo.value, solo.re, solo.kontra) == (0, 0, 0)


def test_who_wins_a_tie_is_the_rulesets() -> None:
    assert needs(0, 0, Outcome(re_needs=121)) == 121
    assert needs(0, ANSAGE, Outcome(re_needs=121)) == 120
    assert needs(ANSAGE, ANSAGE, Outcome(re_needs=121)) == 121
    assert needs(ANSAGE, 0, Outcome(re_needs=121)) == 121
    assert needs(0, ANSAGE, Outcome(re_needs=130, only_kontra_swaps=False)) == 130
    assert winner(129, 0, 0, Outcome(re_needs=130)) == "kontra"
    assert winner(130, 0, 0, Outcome(re_needs=130)) == "re"
    assert winner(120, 0, ANSAGE, Outcome(only_kontra_swaps=False)) == "kontra"


def test_an_outcome_is_that_of_tsr_unless_said() -> None:
    default = Outcome()
    assert (default.re_needs, default.only_kontra_swaps) == (121, True)
    assert (TSR.outcome.re_needs, TSR.outcome.only_kontra_swaps) == (121, True)


@pytest.mark.parametrize(
    ("value", "points"), [(5, (15, -5)), (1, (3, -1)), (0, (0, 0)), (-1, (-2, 1)), (-5, (-10, 5))], ids=str
)
def test_shares_of_winning_and_losing_alone(value: int, points: tuple[int, int]) -> None:
    """A ruleset may let the lone player lose less than he wins."""
    assert shares(value, Factor(win=3, lose=2, others=1)) == points


def test_shares_of_the_others() -> None:
    assert shares(2, Factor(win=3, lose=3, others=4)) == (6, -8)
    assert shares(2, Factor()) == (2, -2)


def test_solos_with_their_own_factor() -> None:
    rules = changed(classes={"solo": {"factor": {"win": 3, "lose": 2}, "sonderpunkte": ("karlchen",)}})
    lost = Scoring(rules).of_hand(hand("A damensolo 119 karlchen:B"))
    won = Scoring(rules).of_hand(hand("A damensolo 121 karlchen:A"))
    assert lost is not None
    assert won is not None
    assert (lost.re, lost.kontra) == (-4, 2)
    assert (won.re, won.kontra) == (6, -2)


def test_points_are_spread_in_the_order_of_the_players() -> None:
    points = spread(FOUR, ("D", "B"), (5, -5))
    assert points == {"A": -5, "B": 5, "C": -5, "D": 5}
    assert list(points) == list(FOUR)


def test_words_of_calls_and_limits_agree() -> None:
    assert [call_id(party, step) for party in ("re", "kontra") for step in range(ANSAGE, STEPS)] == [
        "re", "k90", "k60", "k30", "schwarz", "kontra", "k90", "k60", "k30", "schwarz",
    ]  # fmt: skip
    assert set(BELOW) == set(ABSAGEN.values()) - {"schwarz"}
    assert [BELOW[f"k{n}"] for n in (90, 60, 30)] == [LEVELS[f"l{n}"] for n in (90, 60, 30)] == [90, 60, 30]  # type: ignore[index]
