"""Odd numbers in rulesets and sheets, and small books of house rules that once came out wrong."""

from __future__ import annotations

import json

import pytest

from dokosheet.core.ledger.bock import MOST_LEVELS
from dokosheet.edit.document import Document
from dokosheet.files import rulesets
from dokosheet.files.tree import parse
from dokosheet.screen.listing import show_value
from dokosheet.text import texts
from house import OPEN, judged, played, points


def refused(body: str) -> list[str]:
    """What is found in a ruleset that cannot be used at all."""
    tree, problems = parse(f"extends: tsr\n{body}\n")
    assert tree is not None
    assert not problems
    rules, found = rulesets.load_node(tree, None)
    assert rules is None
    return [f.code for f in found]


@pytest.mark.parametrize("amount", ["NaN", "Infinity", "-Infinity", "1e999999", "1e-30", "0", "0.00001", "sNaN"])
def test_a_unit_is_a_number_that_can_be_written(amount: str) -> None:
    assert refused(f"settlement: {{unit: {amount}}}") == ["F103"]


@pytest.mark.parametrize(
    "body",
    [
        "settlement: {money: {rate: NaN}}",
        "settlement: {money: {rate: 1, kitty_share: Infinity}}",
        "settlement: {tallies: {strich: {amount: NaN}}}",
        "bock: {triggers: {solo: {}}, length: 1000000000}",
        "bock: {mul: 1000000}",
        "sonderpunkte: {alten: {points: []}}",
    ],
)
def test_numbers_without_end_are_refused(body: str) -> None:
    assert refused(body) == ["F103"]


@pytest.mark.parametrize("level", ["bock:20000", "bock:999999999", "bock:-1"])
def test_a_written_level_of_bock_is_one_digit(level: str) -> None:
    assert judged("", f"A C 130 {level} gilt") == ["F103.number"]


def test_bock_upon_bock_has_an_end() -> None:
    body = f"{OPEN}\nbock: {{triggers: {{manual: {{}}}}, overlap: stack, length: 2}}"
    ledger = played(body, *["bock +9"] * 40, "A C 130")
    assert ledger.rows[0].bock == MOST_LEVELS


def test_a_penalty_in_halves_is_json() -> None:
    ledger = played("settlement: {unit: 0.5}", "A C 130", "strafe A gering")
    value = show_value(Document("x", None, ledger.sheet, ledger, ()), texts("en"))
    assert json.loads(json.dumps(value))["penalties"][0]["points"]["A"] == -1.5


POINTS = (
    "pflichtsolo: {solos: 0, enforce: none}\nparty: {length: {unit: points, n: 5, by_players: null, %s}, time: null}"
)


def test_points_that_end_a_spielrunde_are_those_of_the_spielrunde() -> None:
    body = POINTS % "finish_round: false"
    lines = ("A C 200", "A C 200", "ende", "spielrunde", "A C 130", "A C 130", "B C 130")
    assert judged(body, *lines) == []
    assert not played(body, *lines).next.finished


def test_points_of_a_penalty_end_a_spielrunde_too() -> None:
    body = f"{POINTS % 'finish_round: false'}\npenalties: {{gut: {{offender: 9}}}}"
    assert judged(body, "A C 130", "strafe A gut", "A C 130", "B C 130") == ["B508.points"]


FEE = 'settlement: {fees: {f: {when: "special:fuchs", from: losers, to: declarer, amount: 5}}}'


def test_a_fee_needs_a_player() -> None:
    assert judged(FEE, "A C 130 fuchs:re") == ["H215"]
    assert points(played(FEE, "A C 130 fuchs:re")) == [(2, -2, 2, -2)]
    assert points(played(FEE, "A C 130 fuchs:A")) == [(12, -7, 2, -7)]


def test_a_dealer_who_sits_out_pays_for_his_misdeal() -> None:
    body = 'settlement: {fees: {m: {when: "event:misdeal", from: offender, to: each_other, amount: 1}}}'
    ledger = played(body, "neugeben A vergeben", players="ABCDE")
    assert list(ledger.totals.values()) == [-4, 1, 1, 1, 1]
    assert judged(body, "neugeben vergeben") == ["B512.whose"]


def test_a_penalty_that_concerns_nobody_else_can_be_the_dealers() -> None:
    body = "penalties: {vergeben: {offender: -5, others: 0}}"
    ledger = played(body, "A hochzeit 130".replace("A", "B"), "strafe A vergeben", players="ABCDE")
    assert ledger.totals["A"] == -5
    assert judged(body, "B hochzeit 130", "strafe A vergeben", players="ABCDE") == []


def test_both_parties_can_call_early() -> None:
    body = "calls: {early: {until: 8, calls: [k90]}}"
    score = played(body, "A C 160 re90@12 kontra90@12").rows[0].score
    assert score is not None
    assert [item.of for item in score.items if item.id == "early"] == ["k90", "k90"]


def test_the_first_call_is_the_one_that_was_made_first() -> None:
    body = "calls: {first_only_mul: true, defs: {re: {add: 0, mul: 2}, kontra: {add: 0, mul: 3}}}"
    for line, factor in (("A C 130 kontra@11 re@10", 3), ("A C 130 re@10 kontra@11", 3), ("A C 130 re kontra", 2)):
        score = played(body, line).rows[0].score
        assert score is not None
        assert score.value == factor


BOCK = f"{OPEN}\nbock: {{triggers: {{solo: {{}}}}}}"


@pytest.mark.parametrize(
    ("body", "line"),
    [
        (f"{BOCK}\nkinds: {{ramsch: {{class: pair, goal: booking}}}}", "ramsch =-5,1,2,2"),
        (f"{BOCK}\n{FEE}", "=6,-5,4,-5"),
        (BOCK, "=-3,1,1,1"),
    ],
)
def test_what_bock_does_not_multiply_need_not_be_even(body: str, line: str) -> None:
    assert judged(body, "A damensolo 130", line) == []


def test_one_slip_in_halves_is_one_finding() -> None:
    body = "settlement: {unit: 0.5}"
    assert judged(body, "A C 130 wert:3 =1,5/-1,5/1,5/-1,5") == ["S404.value"]


def test_a_lustsolo_before_the_last_pflichtsolo_is_too_early() -> None:
    body = "pflichtsolo: {solos: 2, require: {suit: 1}}\nparty: {length: {n: 40, by_players: null}}"
    assert judged(body, "A damensolo 190", "A damensolo 190") == ["B505.owes"]
    assert judged(body, "A damensolo 190", "A piksolo 190", "A damensolo 190") == []


def test_who_is_above_gets_no_more_than_his_points_are_worth() -> None:
    from dokosheet.core.ledger.money import bill

    body = f"{OPEN}\nsettlement: {{money: {{rate: 0.1}}}}\npenalties: {{vergeben: {{offender: -5, others: 0}}}}"
    found = bill(played(body, "A C 130", "strafe B vergeben"))
    assert found is not None
    assert {name: float(pays) for name, pays in found.pays.items()} == {"A": -0.1, "B": 0.6, "C": -0.1, "D": 0.1}
    assert float(found.kitty) == 0.5
