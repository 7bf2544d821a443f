"""Strafen (TSR 9): every class and number of Absagen against the reference, at tables of four and of five."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

import oracle
from dokosheet.core.finding import Place
from dokosheet.core.ledger.fold import PenaltyRow, Row
from dokosheet.core.ledger.penalties import fault, points_of
from dokosheet.core.notation.sheet import PenaltyEntry, Source
from helpers import FIVE, FOUR, TSR, codes, found, ledger, sheet

ABSAGEN = range(5)
NOWHERE = Source("", Place(1, 1, 1))
#: Penalties for which the offender's loss goes to all three others, and to the soloist.
FOR_ALL: dict[str, oracle.PenaltyKind] = {"minor": "minor", "severe": "severe"}
FOR_SOLOIST: dict[str, oracle.PenaltyKind] = {"minor_solo": "minor_solo", "severe_solo": "severe_solo"}
PER_ABSAGE = ("severe", "severe_solo")
PAIRS = [(offender, soloist) for offender in FOUR for soloist in FOUR if offender != soloist]


def reference(
    kind: oracle.PenaltyKind,
    offender: str,
    players: Sequence[str] = FOUR,
    *,
    soloist: str | None = None,
    absagen: int = 0,
    deduction: int = 0,
) -> dict[str, int]:
    seat = players.index(soloist) + 1 if soloist else None
    row = oracle.penalty(kind, absagen, offender=players.index(offender) + 1, soloist=seat, deduction=deduction).row
    return dict(zip(players, row, strict=True))


def entry(
    player: str, id: str, absagen: int = 0, points: int | None = None, soloist: str | None = None
) -> PenaltyEntry:
    return PenaltyEntry(player, id, NOWHERE, absagen, soloist, points)


def why(penalty: PenaltyEntry, soloist: str | None = None) -> str:
    return fault(penalty, TSR.penalties[penalty.id], FOUR, soloist)


# --- the points -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("offender", FOUR)
@pytest.mark.parametrize("soloist", [None, *FOUR])
def test_minor_for_the_three_others(offender: str, soloist: str | None) -> None:
    """TSR 9.3.2, and 9.3.3 a and b 2 in a solo."""
    assert points_of(entry(offender, "minor"), TSR, FOUR, soloist) == reference("minor", offender)


@pytest.mark.parametrize("absagen", ABSAGEN)
@pytest.mark.parametrize("offender", FOUR)
@pytest.mark.parametrize("soloist", [None, *FOUR])
def test_severe_for_the_three_others(offender: str, absagen: int, soloist: str | None) -> None:
    """TSR 9.4.3: 12/4, 15/5, 18/6, 21/7, 24/8."""
    points = points_of(entry(offender, "severe", absagen), TSR, FOUR, soloist)
    assert points == reference("severe", offender, absagen=absagen)


@pytest.mark.parametrize(("offender", "soloist"), PAIRS)
def test_minor_for_the_soloist(offender: str, soloist: str) -> None:
    """TSR 9.3.3 b 1."""
    points = points_of(entry(offender, "minor_solo"), TSR, FOUR, soloist)
    assert points == reference("minor_solo", offender, soloist=soloist)


@pytest.mark.parametrize("absagen", ABSAGEN)
@pytest.mark.parametrize(("offender", "soloist"), PAIRS)
def test_severe_for_the_soloist(offender: str, soloist: str, absagen: int) -> None:
    """TSR 9.4.4."""
    points = points_of(entry(offender, "severe_solo", absagen), TSR, FOUR, soloist)
    assert points == reference("severe_solo", offender, soloist=soloist, absagen=absagen)


@pytest.mark.parametrize("deduction", range(1, 13))
@pytest.mark.parametrize("offender", FOUR)
def test_unsporting_is_nobodys_gain(offender: str, deduction: int) -> None:
    """TSR 9.7.2 b: at most 12, as the referee says."""
    points = points_of(entry(offender, "unsporting", points=deduction), TSR, FOUR, None)
    assert points == reference("conduct", offender, deduction=deduction)


def test_what_unsporting_costs_is_for_the_referee_to_say() -> None:
    assert why(entry("C", "unsporting"), "A") == "no-points"
    assert points_of(entry("C", "unsporting"), TSR, FOUR, "A") is None


@pytest.mark.parametrize("players", [FOUR, ("B", "C", "D", "E"), ("D", "A", "E", "C")], ids=str)
def test_points_are_for_those_who_play_in_their_order(players: tuple[str, ...]) -> None:
    for offender in players:
        points = points_of(entry(offender, "severe", 2), TSR, players, None)
        assert points == reference("severe", offender, players, absagen=2)
        assert points is not None
        assert list(points) == list(players)


def test_every_penalty_of_the_ruleset_is_tried() -> None:
    assert set(TSR.penalties) == {*FOR_ALL, *FOR_SOLOIST, "unsporting"}


def test_the_amount_for_the_soloist_is_the_rulesets() -> None:
    """A number of its own, or what the offender loses."""
    penalties = {"minor_solo": {"soloist": 2, "others": 1}, "severe_solo": {"per_absage": -6}}
    rules = sheet(head="rules: " + json.dumps({"extends": "tsr", "penalties": penalties}))[0].rules
    assert points_of(entry("A", "minor_solo"), rules, FOUR, "C") == {"A": -3, "B": 1, "C": 2, "D": 1}
    assert points_of(entry("A", "severe_solo", 2), rules, FOUR, "C") == {"A": -24, "B": 0, "C": 24, "D": 0}


# --- what is no penalty -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("id", ["minor_solo", "severe_solo"])
def test_a_credit_to_the_soloist_needs_a_soloist_who_is_not_the_offender(id: str) -> None:
    assert why(entry("A", id)) == "no-soloist"
    assert why(entry("A", id), "A") == "no-soloist"
    assert why(entry("A", id), "B") == ""
    assert points_of(entry("A", id), TSR, FOUR, None) is None
    assert points_of(entry("A", id), TSR, FOUR, "A") is None


@pytest.mark.parametrize("id", ["minor", "minor_solo", "unsporting"])
def test_absagen_matter_for_severe_offences_only(id: str) -> None:
    assert why(entry("A", id, 1), "B") == "absagen"
    assert why(entry("A", id, 0), "B") == ("no-points" if id == "unsporting" else "")
    assert points_of(entry("A", id, 1), TSR, FOUR, "B") is None


@pytest.mark.parametrize("id", PER_ABSAGE)
def test_there_are_four_absagen_at_most(id: str) -> None:
    assert why(entry("A", id, 4), "B") == ""
    assert why(entry("A", id, 5), "B") == "absagen"
    assert points_of(entry("A", id, 5), TSR, FOUR, "B") is None


@pytest.mark.parametrize(("points", "variant"), [(0, "points"), (1, ""), (12, ""), (13, "points")])
def test_a_deduction_is_from_1_to_12(points: int, variant: str) -> None:
    assert why(entry("A", "unsporting", points=points)) == variant
    assert (points_of(entry("A", "unsporting", points=points), TSR, FOUR, None) is None) == bool(variant)


@pytest.mark.parametrize("id", [*FOR_ALL, *FOR_SOLOIST])
def test_other_amounts_are_fixed(id: str) -> None:
    assert why(entry("A", id, points=2), "B") == "points"
    assert points_of(entry("A", id, points=2), TSR, FOUR, "B") is None


def test_who_does_not_play_and_what_is_not_known_give_no_points() -> None:
    assert points_of(entry("E", "minor"), TSR, FOUR, None) is None
    assert points_of(entry("A", "nonsense"), TSR, FOUR, None) is None


# --- in a sheet -------------------------------------------------------------------------------------------------------


def penalties(*lines: str, players: Sequence[str] = FOUR) -> list[PenaltyRow]:
    return list(ledger(*lines, players=players).penalties)


def test_a_penalty_is_an_entry_of_its_own_and_leaves_the_hand_alone() -> None:
    book = ledger("A C 121", "strafe D gering", "A C 121")
    assert [type(row) for row in book.timeline] == [Row, PenaltyRow, Row]
    assert book.rows[0].totals == {"A": 1, "B": -1, "C": 1, "D": -1}
    assert book.penalties[0].points == reference("minor", "D")
    assert book.penalties[0].totals == {"A": 2, "B": 0, "C": 2, "D": -4}
    assert book.penalties[0].after_hand == 1
    assert book.rows[1].totals == book.totals == {"A": 3, "B": -1, "C": 3, "D": -5}
    assert [row.dealer for row in book.rows] == ["A", "B"]


@pytest.mark.parametrize("word", ["gering", "geringfuegig", "minor"])
def test_words_for_minor(word: str) -> None:
    assert [row.points for row in penalties("A C 121", f"strafe B {word}")] == [reference("minor", "B")]


def test_the_soloist_of_the_hand_above_gets_the_credit() -> None:
    (row,) = penalties("C damensolo 130", "strafe A gering_solo")
    assert row.soloist == "C"
    assert row.points == reference("minor_solo", "A", soloist="C")


@pytest.mark.parametrize("line", ["C still 130", "C hochzeit 130", "C bubensolo 130"])
def test_who_plays_alone_counts_as_soloist(line: str) -> None:
    assert [row.points for row in penalties(line, "strafe A gering_solo")] == [
        reference("minor_solo", "A", soloist="C")
    ]


def test_two_against_two_have_no_soloist() -> None:
    findings = found("A C 130", "strafe A gering_solo")
    assert [(f.code, f.variant) for f in findings] == [("B509", "no-soloist")]
    assert [row.points for row in penalties("A C 130", "strafe A gering_solo")] == [None]


@pytest.mark.parametrize("absagen", ABSAGEN)
def test_a_severe_offence_stops_the_hand_which_is_dealt_again(absagen: int) -> None:
    more = f" absagen:{absagen}" if absagen else ""
    book = ledger("A C 121", f"strafe D schwer{more}", "A C 121")
    assert [row.points for row in book.penalties] == [reference("severe", "D", absagen=absagen)]
    assert [(row.n, row.dealer) for row in book.rows] == [(1, "A"), (2, "B")]
    assert codes("A C 121", f"strafe D schwer{more}", "A C 121") == []


def test_a_stopped_solo_leaves_the_pflichtsolo_open() -> None:
    book = ledger("strafe A schwer", "A damensolo 121")
    assert [(row.n, row.dealer, row.mode) for row in book.rows] == [(1, "A", "pflicht")]


@pytest.mark.parametrize("absagen", ABSAGEN)
def test_a_severe_offence_against_a_soloist_is_a_row_and_his_pflichtsolo(absagen: int) -> None:
    more = f" absagen:{absagen}" if absagen else ""
    line = f"strafe D schwer_solo soloist:B{more}"
    book = ledger("A C 121", line, "B bubensolo 121")
    points = reference("severe_solo", "D", soloist="B", absagen=absagen)
    assert [(row.n, row.dealer, row.mode) for row in book.rows] == [
        (1, "A", "normal"),
        (2, "B", "pflicht"),
        (3, "B", "lust"),
    ]
    assert book.rows[1].points == points
    assert book.rows[1].score is None
    assert book.rows[1].re == ("B",)
    assert [(row.points, row.after_hand) for row in book.penalties] == [(points, 2)]
    once = {name: book.rows[0].totals[name] + points[name] for name in FOUR}
    assert book.rows[1].totals == book.penalties[0].totals == once
    assert codes("A C 121", line, "B bubensolo 121") == []


def test_penalties_keep_the_sum_but_for_unsporting_conduct() -> None:
    lines = ["C damensolo 130", "strafe A gering", "strafe B gering_solo", "strafe A schwer absagen:3"]
    assert sum(ledger(*lines, "strafe D schwer_solo soloist:A absagen:1").totals.values()) == 0
    assert sum(ledger(*lines, "strafe D unsportlich punkte:4").totals.values()) == -4


def test_a_penalty_before_the_first_hand_is_for_those_who_will_play_it() -> None:
    (row,) = penalties("strafe D gering", players=FIVE)
    assert row.players == ("B", "C", "D", "E")
    assert row.points == reference("minor", "D", ("B", "C", "D", "E"))
    assert row.after_hand == 0


def test_at_five_the_dealer_of_the_hand_gets_neither_plus_nor_minus() -> None:
    (row,) = penalties("B C 121", "C D 121", "strafe D gering", players=FIVE)
    assert row.players == ("A", "C", "D", "E")
    assert row.points == reference("minor", "D", ("A", "C", "D", "E"))
    assert row.totals == {"A": -1 + 1, "B": 1, "C": 1 + 1 + 1, "D": -1 + 1 - 3, "E": -1 - 1 + 1}


def test_at_five_a_stopped_hand_is_that_of_the_next_dealer() -> None:
    (row,) = penalties("B C 121", "strafe A schwer absagen:4", players=FIVE)
    assert row.players == ("A", "C", "D", "E")
    assert row.points == reference("severe", "A", ("A", "C", "D", "E"), absagen=4)


def test_at_five_the_dealer_cannot_be_punished_for_the_hand() -> None:
    findings = found("B C 121", "strafe A gering", players=FIVE)
    assert [(f.code, f.variant) for f in findings] == [("B509", "sits-out")]


@pytest.mark.parametrize("lines", [("B C 121", "strafe B gering_solo soloist:A"), ("strafe B schwer_solo soloist:A",)])
def test_at_five_the_dealer_cannot_be_the_soloist(lines: tuple[str, ...]) -> None:
    assert codes(*lines, players=FIVE) == ["B509"]
    assert ledger(*lines, players=FIVE).totals["A"] == 0


@pytest.mark.parametrize("hand", ["A C 121", "A damensolo 121"])
def test_a_soloist_who_did_not_play_alone_gets_no_credit(hand: str) -> None:
    assert codes(hand, "strafe B gering_solo soloist:C") == ["B509"]


@pytest.mark.parametrize(
    ("line", "variant"),
    [
        ("strafe B nonsense", ""),
        ("strafe B gering absagen:1", "absagen"),
        ("strafe B schwer absagen:5", "absagen"),
        ("strafe B gering punkte:2", "points"),
        ("strafe B unsportlich punkte:13", "points"),
        ("strafe B gering_solo", "no-soloist"),
    ],
)
def test_what_is_no_penalty_is_found_and_gives_nothing(line: str, variant: str) -> None:
    findings = found("A C 121", line)
    assert [(f.code, f.variant) for f in findings] == [("B509", variant)]
    book = ledger("A C 121", line)
    assert book.totals == book.rows[0].totals
