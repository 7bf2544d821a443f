"""The reference implementation against the worked examples and tables of the Turnier-Spielregeln, and the cases."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from oracle import (
    ANSAGE,
    K30,
    K60,
    K90,
    NONE,
    SCHWARZ,
    Klaerung,
    Mode,
    Party,
    PenaltyKind,
    PlayedKind,
    Result,
    dealers_and_forced,
    latest_cards,
    next_seat,
    penalty,
    possible_augen,
    reply_cards,
    score,
)

CASES = Path(__file__).parent / "cases"
HANDS_END_WITH = [augen for augen in range(241) if possible_augen(augen)]
CALLS = [NONE, ANSAGE, K90, K60, K30, SCHWARZ]
ABSAGEN = [K90, K60, K30, SCHWARZ]


def every_end() -> list[tuple[int, bool]]:
    """All (Augen, trickless) that a hand can end with."""
    return [(augen, False) for augen in HANDS_END_WITH] + [(0, True), (240, True)]


EVERY_END = every_end()

# ---------------------------------------------------------------------------------------------------------------------
# Worked examples


class Example(NamedTuple):
    id: str
    augen: int
    re: int
    kontra: int
    sonderpunkte: tuple[int, int]
    re_each: int
    kontra_each: int
    solo: bool = False
    trickless: bool = False


NOTHING = (0, 0)

ORDINARY = [
    Example("01", 156, NONE, NONE, (1, 1), 2, -2),
    Example("02", 120, NONE, NONE, NOTHING, -2, 2),
    Example("03", 125, ANSAGE, ANSAGE, NOTHING, 5, -5),
    Example("04", 145, K90, NONE, NOTHING, -5, 5),
    Example("05", 190, ANSAGE, NONE, NOTHING, 15, -5, solo=True),
    Example("06", 110, NONE, NONE, NOTHING, -3, 1, solo=True),
    Example("07", 80, NONE, ANSAGE, NOTHING, -5, 5),
    Example("08", 130, K60, NONE, NOTHING, -7, 7),
    Example("09", 120, NONE, ANSAGE, NOTHING, 3, -3),
    Example("10", 120, ANSAGE, ANSAGE, NOTHING, -6, 6),
    Example("11", 50, NONE, NONE, NOTHING, -4, 4),
    Example("12", 30, NONE, NONE, NOTHING, -4, 4),  # 30 is not under 30
    Example("13", 130, NONE, NONE, (0, 1), 0, 0),
    Example("14", 110, NONE, NONE, (1, 0), -1, 1),
    Example("15", 121, NONE, NONE, (3, 1), 3, -3),
    Example("16", 110, ANSAGE, ANSAGE, NOTHING, -6, 6),
    Example("17", 121, NONE, NONE, (1, 0), 2, -2),  # Hochzeit, partner found
    Example("18", 121, NONE, NONE, (2, 4), 3, -1, solo=True),  # stille Hochzeit: Sonderpunkte ignored
    Example("19", 121, NONE, NONE, (2, 4), 3, -1, solo=True),  # Hochzeit without a partner: the same
]

ABSAGEN_EXAMPLES = [
    Example("20", 151, K90, NONE, NOTHING, 5, -5),
    Example("21", 150, K90, NONE, NOTHING, -5, 5),
    Example("22", 59, NONE, K60, NOTHING, -8, 8),
    Example("23", 60, NONE, K60, NOTHING, 5, -5),
    Example("24", 120, NONE, K90, NOTHING, 5, -5),
    Example("25", 150, K60, NONE, NOTHING, -7, 7),
    Example("26", 90, NONE, K60, NOTHING, 6, -6),
    Example("27", 90, ANSAGE, K90, NOTHING, 6, -6),
    Example("28", 121, ANSAGE, K60, NOTHING, 9, -9),
    Example("29", 210, K30, NONE, NOTHING, -7, 7),
    Example("30", 211, K30, NONE, NOTHING, 9, -9),
    Example("31", 240, SCHWARZ, NONE, NOTHING, 11, -11, trickless=True),
    Example("32", 210, SCHWARZ, NONE, NOTHING, -9, 9),
    Example("33", 121, SCHWARZ, NONE, NOTHING, -11, 11),
    Example("34", 120, NONE, SCHWARZ, NOTHING, 11, -11),
    Example("35", 207, ANSAGE, SCHWARZ, (1, 0), 16, -16),
    Example("36", 59, K60, K60, NOTHING, -14, 14),
    Example("37", 216, ANSAGE, NONE, NOTHING, 18, -6, solo=True),
    Example("38", 155, K90, NONE, NOTHING, 15, -5, solo=True),
    Example("39", 240, NONE, NONE, NOTHING, 4, -4),
    Example("40", 240, NONE, NONE, NOTHING, 5, -5, trickless=True),
]

NOBODY = [
    Example("41", 120, K90, K90, NOTHING, 0, 0),
    Example("42", 121, K90, K60, NOTHING, 2, -2),
    Example("43", 110, K90, K60, NOTHING, 0, 0),
    Example("44", 170, K30, K90, (1, 1), 1, -1),
    Example("45", 100, K60, K60, NOTHING, -1, 1),
    Example("46", 170, K60, K60, NOTHING, 3, -3),
    Example("47", 123, SCHWARZ, K30, NOTHING, 0, 0),
    Example("48", 120, SCHWARZ, K30, NOTHING, -1, 1),
    Example("49", 80, SCHWARZ, K30, NOTHING, -4, 4),
    Example("50", 129, K90, SCHWARZ, NOTHING, 4, -4),
    Example("51", 136, K90, K90, NOTHING, 3, -1, solo=True),
    Example("52", 211, SCHWARZ, SCHWARZ, NOTHING, 7, -7),
]


class Base(NamedTuple):
    """7.2.2 only: gegen die Alten is not in `value`."""

    id: str
    augen: int
    re: int
    kontra: int
    value: int
    trickless: bool = False


BASE_VALUES = [
    Base("b01", 28, NONE, NONE, -4),
    Base("b02", 222, ANSAGE, NONE, 6),
    Base("b03", 151, ANSAGE, ANSAGE, 6),
    Base("b04", 160, K90, NONE, 5),
    Base("b05", 195, K90, NONE, 6),
    Base("b06", 240, K90, NONE, 8, trickless=True),
    Base("b07", 80, ANSAGE, K90, -7),
    Base("b08", 28, NONE, K60, -8),
    Base("b09", 150, K60, ANSAGE, -8),
    Base("b10", 111, NONE, K30, 8),
    Base("b11", 217, SCHWARZ, ANSAGE, -9),
    Base("b12", 151, SCHWARZ, ANSAGE, -11),
    Base("b13", 212, NONE, K60, 10),
]


def settle(example: Example) -> Result:
    re, kontra = example.sonderpunkte
    return score(example.augen, example.re, example.kontra, example.trickless, example.solo, re, kontra)


@pytest.mark.parametrize("example", ORDINARY + ABSAGEN_EXAMPLES + NOBODY, ids=lambda e: f"ex-{e.id}")
def test_worked_example(example: Example) -> None:
    result = settle(example)
    assert (result.re_each, result.kontra_each) == (example.re_each, example.kontra_each)
    assert (result.winner is None) == (example in NOBODY)


@pytest.mark.parametrize("base", BASE_VALUES, ids=lambda b: f"ex-{b.id}")
def test_base_value(base: Base) -> None:
    solo = score(base.augen, base.re, base.kontra, base.trickless, True)
    pair = score(base.augen, base.re, base.kontra, base.trickless, False)
    assert solo.value == base.value
    assert pair.value == (base.value - 1 if pair.winner == "kontra" else base.value)


# ---------------------------------------------------------------------------------------------------------------------
# Published results that contradict the text: the first number is wrong


def test_lost_solo_has_no_gegen_die_alten() -> None:
    result = score(119, NONE, NONE, False, True)
    assert (result.re_each, result.kontra_each) != (-6, 2)
    assert (result.re_each, result.kontra_each) == (-3, 1)


@pytest.mark.parametrize("augen", [175, 170])
def test_nothing_deducted_for_a_winner_under_90(augen: int) -> None:
    result = score(augen, K60, ANSAGE, False, False)
    assert result.value != -7
    assert result.value == -8
    assert "l90" not in ids(result)


def test_augen_that_do_not_make_240() -> None:
    assert not possible_augen(39, 181)
    assert possible_augen(59, 181)


def test_240_is_four_or_five_by_tricks() -> None:
    assert score(240, NONE, NONE, False, False).value == 4
    assert score(240, NONE, NONE, True, False).value == 5
    assert score(240, SCHWARZ, NONE, False, False).winner == "kontra"
    assert score(0, NONE, SCHWARZ, False, False).winner == "re"


def test_90_is_not_under_90() -> None:
    assert ids(score(150, NONE, NONE, False, False)) == ["won"]
    assert ids(score(151, NONE, NONE, False, False)) == ["won", "l90"]


def test_no_level_includes_its_own_number() -> None:
    for augen, levels in [(150, 0), (151, 1), (180, 1), (181, 2), (210, 2), (211, 3), (238, 3)]:
        assert score(augen, NONE, NONE, False, True).value == 1 + levels
        assert score(240 - augen, NONE, NONE, False, True).value == -1 - levels


def test_against_schwarz_needs_30_augen_not_a_trick() -> None:
    assert "failed" not in ids(score(0, NONE, SCHWARZ, False, False))
    assert "failed" not in ids(score(29, NONE, SCHWARZ, False, False))
    assert ids(score(30, NONE, SCHWARZ, False, False)).count("failed") == 1


@pytest.mark.parametrize(("call", "points"), [(K90, 1), (K60, 2), (K30, 3), (SCHWARZ, 4)])
def test_120_counts_against_every_level(call: int, points: int) -> None:
    assert ids(score(120, NONE, call, False, False)).count("failed") == points
    assert ids(score(120, call, NONE, False, False)).count("failed") == points


def test_re_with_130() -> None:
    assert score(130, ANSAGE, NONE, False, False).value == 3


def test_only_a_lone_kontra_moves_the_tie() -> None:
    assert score(120, NONE, ANSAGE, False, False).winner == "re"
    assert score(120, ANSAGE, NONE, False, False).winner == "kontra"
    assert score(120, NONE, NONE, False, False).winner == "kontra"


def test_a_tie_with_both_ansagen_has_a_winner() -> None:
    assert score(120, ANSAGE, ANSAGE, False, False).winner == "kontra"


# ---------------------------------------------------------------------------------------------------------------------
# The tables of the winning conditions


def ids(result: Result) -> list[str]:
    return [item for item, _, _ in result.items]


@pytest.mark.parametrize("solo", [False, True])
@pytest.mark.parametrize(
    ("re", "kontra", "re_needs"),
    [(NONE, NONE, 121), (ANSAGE, NONE, 121), (ANSAGE, ANSAGE, 121), (NONE, ANSAGE, 120)],
)
def test_winner_without_absagen(re: int, kontra: int, re_needs: int, solo: bool) -> None:
    for augen, trickless in EVERY_END:
        expected: Party = "re" if augen >= re_needs else "kontra"
        assert score(augen, re, kontra, trickless, solo).winner == expected


@pytest.mark.parametrize("other", [NONE, ANSAGE])
@pytest.mark.parametrize(("call", "needs"), [(K90, 151), (K60, 181), (K30, 211), (SCHWARZ, 240)])
def test_winner_with_absagen_of_one_party(call: int, needs: int, other: int) -> None:
    for augen, trickless in EVERY_END:
        re_keeps = augen >= needs and (call != SCHWARZ or trickless)
        assert score(augen, call, other, trickless, False).winner == ("re" if re_keeps else "kontra")
        kontra_keeps = 240 - augen >= needs and (call != SCHWARZ or trickless)
        assert score(augen, other, call, trickless, False).winner == ("kontra" if kontra_keeps else "re")


# Re's Augen in which nobody wins, both ends included. At 0 and 240 it takes a trick of the party without Augen.
NOBODY_WINS = [
    (K90, K90, 90, 150),
    (K90, K60, 60, 150),
    (K90, K30, 30, 150),
    (K90, SCHWARZ, 0, 150),
    (K60, K90, 90, 180),
    (K60, K60, 60, 180),
    (K60, K30, 30, 180),
    (K60, SCHWARZ, 0, 180),
    (K30, K90, 90, 210),
    (K30, K60, 60, 210),
    (K30, K30, 30, 210),
    (K30, SCHWARZ, 0, 210),
    (SCHWARZ, K90, 90, 240),
    (SCHWARZ, K60, 60, 240),
    (SCHWARZ, K30, 30, 240),
    (SCHWARZ, SCHWARZ, 0, 240),
]


@pytest.mark.parametrize(("re", "kontra", "low", "high"), NOBODY_WINS)
def test_nobody_wins_between(re: int, kontra: int, low: int, high: int) -> None:
    for augen, trickless in EVERY_END:
        winner = score(augen, re, kontra, trickless, False).winner
        if low <= augen <= high and not trickless:
            assert winner is None
        else:
            assert winner == ("re" if augen > 120 else "kontra")


# ---------------------------------------------------------------------------------------------------------------------
# Bounds


def test_bounds_of_the_value() -> None:
    base = []
    one_side_keeps = []
    nobody = []
    for re in CALLS:
        for kontra in CALLS:
            for augen, trickless in EVERY_END:
                result = score(augen, re, kontra, trickless, True)
                base.append(result.value)
                assert abs(result.re_each) <= 63
                if result.winner is None:
                    nobody.append(result.value)
                elif (kontra == NONE and result.winner == "re") or (re == NONE and result.winner == "kontra"):
                    one_side_keeps.append(abs(result.value))
    assert (min(base), max(base)) == (-21, 21)
    assert max(one_side_keeps) == 11
    assert (min(nobody), max(nobody)) == (-7, 7)


def test_bounds_with_sonderpunkte() -> None:
    assert score(240, SCHWARZ, SCHWARZ, True, False, 7, 0).value == 28
    assert score(0, SCHWARZ, SCHWARZ, True, False, 0, 7).value == -29


def test_every_hand_is_a_zero_sum_and_only_absagen_of_both_leave_it_open() -> None:
    for re in CALLS:
        for kontra in CALLS:
            for augen, trickless in EVERY_END:
                pair = score(augen, re, kontra, trickless, False, 1, 2)
                solo = score(augen, re, kontra, trickless, True, 1, 2)
                assert 2 * pair.re_each + 2 * pair.kontra_each == 0
                assert solo.re_each + 3 * solo.kontra_each == 0
                if pair.winner is None:
                    assert re in ABSAGEN
                    assert kontra in ABSAGEN
                    assert set(ids(pair)) <= {"l90", "l60", "l30", "failed"}
                else:
                    assert {party for _, party, _ in pair.items} == {pair.winner}


@pytest.mark.parametrize("augen", [-1, 1, 239, 241])
def test_impossible_augen(augen: int) -> None:
    assert not possible_augen(augen)
    with pytest.raises(ValueError, match="no hand ends with"):
        score(augen, NONE, NONE, False, False)


# ---------------------------------------------------------------------------------------------------------------------
# When to call


@pytest.mark.parametrize(
    ("klaerung", "limits", "replies"),
    [
        (None, [11, 10, 9, 8, 7], [10, 9, 8, 7, 6]),
        (1, [11, 10, 9, 8, 7], [10, 9, 8, 7, 6]),
        (2, [10, 9, 8, 7, 6], [9, 8, 7, 6, 5]),
        (3, [9, 8, 7, 6, 5], [8, 7, 6, 5, 4]),
        ("unresolved", [9, 8, 7, 6, 5], [8, 7, 6, 5, 4]),
    ],
)
def test_cards_to_call(klaerung: Klaerung, limits: list[int], replies: list[int]) -> None:
    assert [latest_cards(call, klaerung) for call in CALLS[1:]] == limits
    assert [reply_cards(call, klaerung) for call in CALLS[1:]] == replies


# ---------------------------------------------------------------------------------------------------------------------
# Dealer and Vorführen

Played = tuple[PlayedKind, int | None]
NORMAL: Played = ("normal", None)


def solo(seat: int) -> Played:
    return ("solo", seat)


def dealers(seats: int, hands: list[Played], time_over_after: int | None = None) -> list[int]:
    return [hand.dealer for hand in dealers_and_forced(seats, hands, time_over_after)]


def test_nobody_plays_a_solo_of_his_own_at_four() -> None:
    hands = [NORMAL] * 20 + [solo(2), solo(3), solo(4), solo(1)]
    dealt = dealers_and_forced(4, hands)
    assert [hand.dealer for hand in dealt] == [1, 2, 3, 4] * 5 + [1, 2, 3, 4]
    assert [hand.forced for hand in dealt] == [None] * 20 + [2, 3, 4, 1]
    assert [hand.mode for hand in dealt] == ["normal"] * 20 + ["vorgefuehrt"] * 4


def test_nobody_plays_a_solo_of_his_own_at_five() -> None:
    hands = [NORMAL] * 25 + [solo(2), solo(3), solo(4), solo(5), solo(1)]
    dealt = dealers_and_forced(5, hands)
    assert [(hand.dealer, hand.forced) for hand in dealt[25:]] == [(1, 2), (2, 3), (3, 4), (4, 5), (5, 1)]


def test_at_four_the_dealer_comes_last() -> None:
    hands = [solo(2), solo(3), solo(4)] + [NORMAL] * 20 + [solo(1)]
    assert dealers_and_forced(4, hands)[-1] == (1, 1, "vorgefuehrt")


def test_at_five_the_sitting_dealer_is_passed_over() -> None:
    hands = [solo(2), solo(3), solo(5)] + [NORMAL] * 25 + [solo(4), solo(1)]
    assert dealers_and_forced(5, hands)[-2:] == [(1, 4, "vorgefuehrt"), (2, 1, "vorgefuehrt")]


def test_at_five_the_deal_moves_on_when_only_the_dealer_is_left() -> None:
    hands = [solo(2), solo(3), solo(4), solo(5)] + [NORMAL] * 25 + [solo(1)]
    assert dealers_and_forced(5, hands)[-1] == (2, 1, "vorgefuehrt")


def test_same_dealer_after_a_pflichtsolo_only() -> None:
    hands: list[Played] = [NORMAL, solo(1), solo(1), ("silent", 3), solo(3), NORMAL]
    assert dealers(4, hands) == [1, 2, 2, 3, 4, 4]
    modes: list[Mode] = ["normal", "pflicht", "lust", "still", "pflicht", "normal"]
    assert [hand.mode for hand in dealers_and_forced(4, hands)] == modes


def test_time_is_up() -> None:
    hands = [NORMAL] * 10 + [solo(4), solo(1), solo(2), solo(3)]
    dealt = dealers_and_forced(4, hands, time_over_after=10)
    assert [(hand.dealer, hand.forced) for hand in dealt[10:]] == [(3, 4), (4, 1), (1, 2), (2, 3)]


def test_the_sitting_dealer_cannot_play_alone() -> None:
    with pytest.raises(ValueError, match="sits out"):
        dealers_and_forced(5, [solo(1)])


@settings(deadline=None)
@given(data=st.data(), seats=st.sampled_from([4, 5]))
def test_each_seat_deals_five_rows_that_are_no_pflichtsolo(data: st.DataObject, seats: int) -> None:
    hands: list[Played] = []
    forced: int | None = None
    for _ in range(seats * 6):
        dealer, forced, _ = dealers_and_forced(seats, [*hands, NORMAL])[-1]
        if forced is not None:
            hands.append(solo(forced))
            continue
        at_table = [seat for seat in range(1, seats + 1) if seats == 4 or seat != dealer]
        alone = data.draw(st.sampled_from(at_table))
        hands.append(data.draw(st.sampled_from([NORMAL, solo(alone), ("silent", alone)])))
    dealt = dealers_and_forced(seats, hands)
    ordinary = [hand.dealer for hand in dealt if hand.mode not in ("pflicht", "vorgefuehrt")]
    assert ordinary == [seat for _ in range(5) for seat in range(1, seats + 1)]
    done = [hand[1] for hand, row in zip(hands, dealt, strict=True) if row.mode in ("pflicht", "vorgefuehrt")]
    assert sorted(seat for seat in done if seat is not None) == list(range(1, seats + 1))
    for row, following in pairwise(dealt):
        if row.mode == "pflicht":
            moved_on = following.forced == row.dealer and following.dealer == next_seat(row.dealer, seats)
            assert following.dealer == row.dealer or (seats == 5 and moved_on)


# ---------------------------------------------------------------------------------------------------------------------
# Penalties


def test_penalty_rows_of_the_examples() -> None:
    assert penalty("minor") == ((-3, 1, 1, 1), "goes_on")
    assert penalty("severe", 2) == ((-18, 6, 6, 6), "not_played")
    assert penalty("minor_solo", offender=4, soloist=1) == ((3, 0, 0, -3), "goes_on")
    assert penalty("severe_solo", 1, offender=4, soloist=1) == ((15, 0, 0, -15), "counts_as_played")
    assert penalty("severe", 0) == ((-12, 4, 4, 4), "not_played")
    assert penalty("conduct", offender=2, deduction=12) == ((0, -12, 0, 0), "none")


@pytest.mark.parametrize(("absagen", "minus", "plus"), [(0, 12, 4), (1, 15, 5), (2, 18, 6), (3, 21, 7), (4, 24, 8)])
def test_severe_penalties(absagen: int, minus: int, plus: int) -> None:
    assert penalty("severe", absagen, offender=3).row == (plus, plus, -minus, plus)
    assert penalty("severe_solo", absagen, offender=2, soloist=4).row == (0, -minus, 0, minus)


@pytest.mark.parametrize("kind", ["trivial", "minor", "minor_solo", "severe", "severe_solo", "decided", "decided_solo"])
@pytest.mark.parametrize("absagen", range(5))
def test_penalties_are_zero_sums_and_only_a_credited_soloist_breaks_the_parity(kind: PenaltyKind, absagen: int) -> None:
    row = penalty(kind, absagen, offender=2, soloist=3).row
    assert sum(row) == 0
    if not kind.endswith("_solo"):
        assert len({points % 2 for points in row}) == 1


# ---------------------------------------------------------------------------------------------------------------------
# The cases. The tokens they use, read in the plainest way.

PLAYERS = ["A", "B", "C", "D"]
LEVELS = {"": ANSAGE, "90": K90, "60": K60, "30": K30, "schwarz": SCHWARZ}
LONE_KINDS = ["still", "damensolo", "bubensolo", "kreuzsolo", "piksolo", "herzsolo", "karosolo", "fleischloser"]


class Hand(NamedTuple):
    re: list[str]
    augen: int
    trick_fact: str | None
    calls: dict[str, int]
    sonderpunkte: list[tuple[str, str]]
    solo: bool

    def made(self, name: str | None, party: str) -> int:
        return sum(1 for who, whose in self.sonderpunkte if whose == party and name in (None, who))

    def settle(self) -> Result:
        re, kontra = self.made(None, "re"), self.made(None, "kontra")
        trickless = self.trick_fact == "schwarz"
        return score(self.augen, self.calls["re"], self.calls["kontra"], trickless, self.solo, re, kontra)


def read(line: str) -> Hand:
    re: list[str] = []
    kinds: list[str] = []
    augen: list[int] = []
    facts: list[str] = []
    calls = {"re": NONE, "kontra": NONE}
    sonderpunkte: list[tuple[str, str]] = []
    for token in line.split():
        party = "kontra" if token.startswith("kontra") else "re"
        if token in PLAYERS:
            re.append(token)
        elif token.isdecimal():
            augen.append(int(token))
        elif token in ("schwarz", "stich"):
            facts.append(token)
        elif token in LONE_KINDS or token == "hochzeit":
            kinds.append(token)
        elif ":" in token:
            name, _, whose = token.partition(":")
            assert name in ("doppelkopf", "fuchs", "karlchen")
            assert whose in ("re", "kontra")
            sonderpunkte.append((name, whose))
        elif token.startswith(party):
            assert calls[party] == NONE
            calls[party] = LEVELS[token.removeprefix(party)]
        else:
            raise AssertionError(f"unknown token {token}")
    assert len(augen) == 1
    assert len(kinds) <= 1
    assert len(facts) <= 1
    assert not facts or augen[0] in (0, 240)
    solo = len(re) == 1
    assert solo or len(re) == 2
    assert not kinds or kinds == ["hochzeit"] or solo
    return Hand(re, augen[0], facts[0] if facts else None, calls, sonderpunkte, solo)


def load(name: str) -> list[dict[str, Any]]:
    document = yaml.safe_load((CASES / name).read_text(encoding="utf-8"))
    cases: list[dict[str, Any]] = document["cases"]
    return cases


TSR_CASES = load("tsr.yaml")
EXAMPLE_CASES = load("tsr_examples.yaml")
LIST_CASES = load("lists.yaml")


@pytest.mark.parametrize("case", TSR_CASES + EXAMPLE_CASES, ids=lambda case: case["id"])
def test_case(case: dict[str, Any]) -> None:
    hand = read(case["hand"])
    if "error" in case:
        assert case["error"] == "H201"
        assert not possible_augen(hand.augen)
        return
    result = hand.settle()
    assert result.winner == case["winner"]
    assert result.value == case["value"]
    points = {player: result.re_each if player in hand.re else result.kontra_each for player in PLAYERS}
    assert points == case["points"]


@pytest.mark.parametrize("cases", [TSR_CASES, EXAMPLE_CASES, LIST_CASES], ids=["tsr", "tsr_examples", "lists"])
def test_ids_are_unique(cases: list[dict[str, Any]]) -> None:
    names = [case["id"] for case in cases]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("case", TSR_CASES + EXAMPLE_CASES, ids=lambda case: case["id"])
def test_case_could_happen(case: dict[str, Any]) -> None:
    """Quotas of the Sonderpunkte and the Augen they bring; cases in solos carry them to be ignored."""
    hand = read(case["hand"])
    if hand.solo:
        assert case in TSR_CASES or not hand.sonderpunkte
        return
    least_with_doppelkopf = [0, 40, 80, 124, 168]
    for party, augen in (("re", hand.augen), ("kontra", 240 - hand.augen)):
        assert augen >= least_with_doppelkopf[hand.made("doppelkopf", party)]
    assert hand.made("doppelkopf", "re") + hand.made("doppelkopf", "kontra") <= 4
    assert hand.made("fuchs", "re") + hand.made("fuchs", "kontra") <= 2
    assert hand.made("karlchen", "re") + hand.made("karlchen", "kontra") <= 1


def test_examples_are_the_same_in_both_places() -> None:
    """The list above and the file were written separately."""
    by_id = {case["id"]: case for case in EXAMPLE_CASES}
    for example in ORDINARY + ABSAGEN_EXAMPLES + NOBODY:
        case = by_id.pop(f"ex-{example.id}")
        hand = read(case["hand"])
        assert (hand.augen, hand.solo) == (example.augen, example.solo)
        assert (hand.calls["re"], hand.calls["kontra"]) == (example.re, example.kontra)
        assert (hand.trick_fact == "schwarz") == example.trickless
        assert (hand.trick_fact is None) == (hand.augen not in (0, 240))
        if not hand.solo:
            assert (hand.made(None, "re"), hand.made(None, "kontra")) == example.sonderpunkte
        assert (case["points"]["A"], case["points"]["B"]) == (example.re_each, example.kontra_each)
    for base in BASE_VALUES:
        case = by_id.pop(f"ex-{base.id}")
        hand = read(case["hand"])
        assert (hand.augen, hand.calls["re"], hand.calls["kontra"]) == (base.augen, base.re, base.kontra)
        assert case["value"] == (base.value - 1 if base.value < 0 else base.value)
    assert not by_id
