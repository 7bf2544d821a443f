"""The scorer against the reference implementation: every hand there can be, and hands with Sonderpunkte by chance.

Without Sonderpunkte there are 241 ends of a hand (239 counts; 0 and 240 with or without a trick), 36 states of calls,
and pair hands or solos. All of them are compared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracle
from dokosheet.core.notation.hand import Augen, Call, Hand, Sonderpunkt
from dokosheet.core.notation.vocabulary import BANDS
from dokosheet.core.score.outcome import result_of, winner
from dokosheet.core.score.value import HandScore, Item, score_hand, scoring
from dokosheet.core.terms import ABSAGEN
from helpers import FOUR, TSR, hand, ledger

COUNTS = [augen for augen in range(241) if oracle.possible_augen(augen)]
ENDS = [*((augen, False) for augen in COUNTS), (0, True), (240, True)]
CALLS = [oracle.NONE, oracle.ANSAGE, oracle.K90, oracle.K60, oracle.K30, oracle.SCHWARZ]
STATES = [(re, kontra) for re in CALLS for kontra in CALLS]
PAIR_KINDS = ["normal", "hochzeit"]
SOLO_KINDS = [
    "kreuzsolo", "piksolo", "herzsolo", "karosolo", "damensolo", "bubensolo", "fleischloser", "solo", "stille_hochzeit",
    "hochzeit_allein",
]  # fmt: skip

#: Where the text gives the points of an item; of an Absage by who made it, of a failed one by who gains.
PARAGRAPHS = {"won": "a", "l90": "a", "l60": "a", "l30": "a", "l0": "a", "re": "b", "kontra": "b"}
#: By so many Augen an Absage has failed this badly (TSR 7.2.2 e, f).
REACHED = {"k90": 120, "k60": 90, "k30": 60, "schwarz": 30}


#: A call as it is written, behind its party.
CALL_WORDS = {
    oracle.ANSAGE: "", oracle.K90: "90", oracle.K60: "60", oracle.K30: "30", oracle.SCHWARZ: "schwarz",
}  # fmt: skip


def call_words(re: int, kontra: int) -> list[str]:
    """The highest calls of both parties."""
    return [party + CALL_WORDS[step] for party, step in (("re", re), ("kontra", kontra)) if step]


def plain(items: Sequence[Item]) -> Counter[oracle.Item]:
    """Items as the reference counts them."""
    return Counter((item.id, item.party, item.points) for item in items)


def compare(mine: HandScore | None, theirs: oracle.Result, extra: Sequence[oracle.Item] = ()) -> None:
    assert mine is not None
    assert mine.winner == theirs.winner
    assert mine.value == theirs.value
    assert plain(mine.items) == Counter([*theirs.items, *extra])
    assert (mine.re, mine.kontra) == (theirs.re_each, theirs.kontra_each)


def line_of(augen: int, re: int, kontra: int, trickless: bool, solo: bool) -> str:
    parts = ["A damensolo" if solo else "A C", str(augen)]
    if augen in (0, 240):
        parts.append("schwarz" if trickless else "stich")
    return " ".join([*parts, *call_words(re, kontra)])


# --- every hand without Sonderpunkte ----------------------------------------------------------------------------------


@pytest.mark.parametrize("solo", [False, True], ids=["pair", "solo"])
def test_every_hand(solo: bool) -> None:
    scorer = scoring(TSR)
    compared = 0
    for augen, trickless in ENDS:
        result = result_of(augen, trickless)
        for re, kontra in STATES:
            theirs = oracle.score(augen, re, kontra, trickless, solo)
            mine = scorer.score(result, re, kontra, solo)
            compare(mine, theirs)
            assert winner(result, re, kontra, TSR.outcome) == theirs.winner
            assert scorer.value(result, re, kontra, solo) == theirs.value
            compared += 1
    assert compared == 241 * 36


@pytest.mark.parametrize("solo", [False, True], ids=["pair", "solo"])
def test_every_hand_as_a_line(solo: bool) -> None:
    for augen, trickless in ENDS:
        for re, kontra in STATES:
            mine = score_hand(hand(line_of(augen, re, kontra, trickless, solo)), TSR)
            compare(mine, oracle.score(augen, re, kontra, trickless, solo))


def test_value_alone_is_that_of_the_score_whichever_is_asked_first() -> None:
    value_first, score_first = type(scoring(TSR))(TSR), type(scoring(TSR))(TSR)
    for augen, trickless in ENDS[::7]:
        result = result_of(augen, trickless)
        for re, kontra in STATES:
            for solo in (False, True):
                value = value_first.value(result, re, kontra, solo)
                assert value_first.score(result, re, kontra, solo).value == value
                assert score_first.score(result, re, kontra, solo).value == value
                assert score_first.value(result, re, kontra, solo) == value
                assert value_first.value(result, re, kontra, solo) == value


def test_a_pair_hand_is_what_is_meant_unless_solo_is_said() -> None:
    scorer = scoring(TSR)
    assert scorer.value(100, 0, 0) == oracle.score(100, 0, 0, False, solo=False).value
    assert scorer.score(100, 0, 0).kontra == oracle.score(100, 0, 0, False, solo=False).kontra_each


def test_items_name_their_paragraph_and_the_absage_that_failed() -> None:
    scorer = scoring(TSR)
    for augen, trickless in ENDS:
        for re, kontra in STATES:
            items = scorer.score(result_of(augen, trickless), re, kontra).items
            absagen = [(item.id, item.paragraph) for item in items if item.id in ABSAGEN.values()]
            if absagen:
                by_re = [(ABSAGEN[step], "7.2.2 (c)") for step in range(oracle.K90, re + 1)]
                by_kontra = [(ABSAGEN[step], "7.2.2 (d)") for step in range(oracle.K90, kontra + 1)]
                assert absagen == by_re + by_kontra
            for item in items:
                if item.id == "failed":
                    own = augen if item.party == "re" else 240 - augen
                    assert own >= REACHED[item.of]
                    assert item.paragraph == ("7.2.2 (e)" if item.party == "re" else "7.2.2 (f)")
                elif item.id == "alten":
                    assert (item.paragraph, item.of) == ("7.2.3", "")
                elif item.id in PARAGRAPHS:
                    assert (item.paragraph, item.of) == (f"7.2.2 ({PARAGRAPHS[item.id]})", "")


# --- as hands are written ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("augen", [0, 240])
def test_all_augen_without_a_word_about_tricks_means_no_trick(augen: int) -> None:
    compare(score_hand(hand(f"A C {augen}"), TSR), oracle.score(augen, 0, 0, trickless=True, solo=False))


@pytest.mark.parametrize("augen", [2, 120, 121, 238])
@pytest.mark.parametrize("fact", ["schwarz", "stich"])
def test_a_word_about_tricks_changes_nothing_where_both_have_augen(augen: int, fact: str) -> None:
    compare(score_hand(hand(f"A C {augen} {fact}"), TSR), oracle.score(augen, 0, 0, trickless=False, solo=False))


@pytest.mark.parametrize("kind", PAIR_KINDS)
def test_pair_kinds(kind: str) -> None:
    mine = score_hand(Hand(("A", "C"), kind, augen=Augen(119, 119)), TSR)
    compare(mine, oracle.score(119, 0, 0, trickless=False, solo=False))


@pytest.mark.parametrize("kind", SOLO_KINDS)
def test_solo_kinds(kind: str) -> None:
    mine = score_hand(Hand(("A",), kind, augen=Augen(119, 119)), TSR)
    compare(mine, oracle.score(119, 0, 0, trickless=False, solo=True))


def test_every_kind_is_one_of_them() -> None:
    assert sorted([*PAIR_KINDS, *SOLO_KINDS]) == sorted(TSR.kinds)


@pytest.mark.parametrize("augen", [-1, 1, 239, 241, 999_999_999])
def test_augen_that_no_hand_has(augen: int) -> None:
    assert not oracle.possible_augen(augen)
    assert score_hand(hand(f"A C {augen}"), TSR) is None


@pytest.mark.parametrize("both", ["120:119", "130:130", "0:0", "240:240"])
def test_augen_that_are_not_240_together(both: str) -> None:
    re, kontra = map(int, both.split(":"))
    assert not oracle.possible_augen(re, kontra)
    assert score_hand(hand(f"A C {both}"), TSR) is None


@pytest.mark.parametrize("augen", [*range(0, 241, 30), 2, 89, 121, 151, 238])
def test_all_ways_to_write_augen(augen: int) -> None:
    for text in (f"{augen}", f"{augen}:{240 - augen}", f":{240 - augen}", f"{augen}-{augen}"):
        compare(score_hand(hand(f"A C {text}"), TSR), oracle.score(augen, 0, 0, trickless=True, solo=False))


def test_no_augen_no_score() -> None:
    assert score_hand(Hand(("A", "C")), TSR) is None
    assert score_hand(hand("A C re90 kontra"), TSR) is None


# --- bands ------------------------------------------------------------------------------------------------------------


def results_of(low: int, high: int, re: int, kontra: int, solo: bool) -> set[tuple[object, ...]]:
    """The results of the counts of a band, without any word about tricks."""
    counts = [augen for augen in range(low, high + 1) if oracle.possible_augen(augen)]
    scores = [oracle.score(augen, re, kontra, False, solo) for augen in counts]
    return {(s.winner, s.value, tuple(sorted(s.items)), s.re_each, s.kontra_each) for s in scores}


@pytest.mark.parametrize("word", sorted(BANDS))
@pytest.mark.parametrize("solo", [False, True], ids=["pair", "solo"])
def test_a_band_word_scores_like_each_of_its_counts_that_its_party_wins(word: str, solo: bool) -> None:
    """``u90`` says that Re has won; only where no count agrees do the counts decide alone."""
    claims = "kontra" if word.startswith(":") else "re"
    low, high = {
        "gew": (120, 150), "u90": (151, 180), "u60": (181, 210), "u30": (211, 240),
        ":gew": (90, 120), ":u90": (60, 89), ":u60": (30, 59), ":u30": (0, 29),
    }[word]  # fmt: skip
    decided = 0
    for re, kontra in STATES:
        results = results_of(low, high, re, kontra, solo)
        fitting = {result for result in results if result[0] == claims} or results
        line = ["A damensolo" if solo else "A C", word, *call_words(re, kontra)]
        mine = score_hand(hand(" ".join(line)), TSR)
        if len(fitting) > 1:
            assert mine is None
        else:
            assert mine is not None
            (result,) = fitting
            items = tuple(sorted((item.id, item.party, item.points) for item in mine.items))
            assert (mine.winner, mine.value, items, mine.re, mine.kontra) == result
            decided += 1
    assert decided > 0


@given(st.data())
def test_a_range_scores_if_all_of_its_counts_give_the_same(data: st.DataObject) -> None:
    low = data.draw(st.integers(0, 240))
    high = data.draw(st.integers(low, min(240, low + 40)))
    re, kontra = data.draw(st.sampled_from(STATES))
    solo = data.draw(st.booleans())
    calls = tuple(Call(party, step) for party, step in (("re", re), ("kontra", kontra)) if step)  # type: ignore[arg-type]
    kind, named = ("herzsolo", ("B",)) if solo else ("normal", ("B", "D"))
    mine = score_hand(Hand(named, kind, augen=Augen(low, high), trick="stich", calls=calls), TSR)
    results = results_of(low, high, re, kontra, solo)
    if len(results) == 1:
        assert mine is not None
        assert (mine.winner, mine.value) == next(iter(results))[:2]
    else:
        assert mine is None


# --- Sonderpunkte -----------------------------------------------------------------------------------------------------

by_whom = st.sampled_from(["re", "kontra", *FOUR])
made = st.lists(st.builds(Sonderpunkt, st.sampled_from(["fuchs", "doppelkopf", "karlchen"]), by_whom), max_size=8)
pairs = st.permutations(FOUR).map(lambda order: tuple(order[:2]))


@given(st.sampled_from(ENDS), st.sampled_from(STATES), made, pairs, st.sampled_from(PAIR_KINDS))
def test_sonderpunkte_of_pair_hands(
    end: tuple[int, bool], state: tuple[int, int], sonderpunkte: list[Sonderpunkt], named: tuple[str, ...], kind: str
) -> None:
    parties: list[oracle.Party] = ["re" if s.by in ("re", *named) else "kontra" for s in sonderpunkte]
    theirs = oracle.score(end[0], *state, end[1], False, parties.count("re"), parties.count("kontra"))
    played = recorded(end, state, sonderpunkte, named, kind)
    mine = score_hand(played, TSR)
    compare(mine, theirs, [(s.id, party, 1) for s, party in zip(sonderpunkte, parties, strict=True)])
    assert mine is not None
    extra = mine.items[len(theirs.items) :]
    assert [item.of for item in extra] == ["" if s.by in ("re", "kontra") else s.by for s in sonderpunkte]
    assert {item.paragraph for item in extra} <= {"7.2.3"}


@given(st.sampled_from(ENDS), st.sampled_from(STATES), made, st.sampled_from(FOUR), st.sampled_from(SOLO_KINDS))
def test_sonderpunkte_of_solos_do_not_count(
    end: tuple[int, bool], state: tuple[int, int], sonderpunkte: list[Sonderpunkt], soloist: str, kind: str
) -> None:
    theirs = oracle.score(end[0], *state, end[1], True, 3, 1)
    compare(score_hand(recorded(end, state, sonderpunkte, (soloist,), kind), TSR), theirs)


def recorded(
    end: tuple[int, bool], state: tuple[int, int], made: Sequence[Sonderpunkt], named: tuple[str, ...], kind: str
) -> Hand:
    calls = tuple(Call(party, step) for party, step in zip(("re", "kontra"), state, strict=True) if step)  # type: ignore[arg-type]
    return Hand(named, kind, None, Augen(end[0], end[0]), "schwarz" if end[1] else "stich", calls, tuple(made))


def test_what_the_ruleset_does_not_know_gives_nothing() -> None:
    played = Hand(("A", "C"), augen=Augen(130, 130), sonderpunkte=(Sonderpunkt("fuchs_am_end", "A"),))
    compare(score_hand(played, TSR), oracle.score(130, 0, 0, trickless=False, solo=False))


# --- what each player writes down -------------------------------------------------------------------------------------


@given(st.sampled_from(ENDS), st.sampled_from(STATES), pairs)
def test_each_player_writes_what_his_party_gets(
    end: tuple[int, bool], state: tuple[int, int], named: tuple[str, str]
) -> None:
    line = line_of(end[0], *state, end[1], False).replace("A C", " ".join(named))
    theirs = oracle.score(end[0], *state, end[1], False)
    (row,) = ledger(line).rows
    assert row.points == {name: theirs.re_each if name in named else theirs.kontra_each for name in FOUR}


@given(st.sampled_from(ENDS), st.sampled_from(STATES), st.sampled_from(FOUR))
def test_the_lone_player_writes_three_times_the_value(
    end: tuple[int, bool], state: tuple[int, int], soloist: str
) -> None:
    line = line_of(end[0], *state, end[1], True).replace("A ", f"{soloist} ", 1)
    theirs = oracle.score(end[0], *state, end[1], True)
    (row,) = ledger(line).rows
    assert row.points == {name: theirs.re_each if name == soloist else theirs.kontra_each for name in FOUR}
