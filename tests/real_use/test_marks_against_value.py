"""A value beside calls and Sonderpunkte, without Augen: judged by the engine that ``value`` asks."""

from __future__ import annotations

import random

import pytest

from dokosheet.core.notation.spelling import format_hand
from dokosheet.core.score.outcome import impossible_counts
from dokosheet.core.score.solver import explain
from dokosheet.core.terms import SCHWARZ
from helpers import (
    ANSAGE,
    FILE,
    Augen,
    Call,
    Hand,
    Known,
    Ruleset,
    Sonderpunkt,
    checks,
    codes,
    keep,
    least_augen,
    read_sheet,
    rulesets,
    scoring,
    text,
)
from helpers import found as everything
from house import OPEN, judged

DOUBLING = "calls: {defs: {re: {add: 0, mul: 2}, kontra: {add: 0, mul: 2}, k90: {add: 0, mul: 2}}}"
#: Rulesets whose points are those of the value alone; under those with Bock a value may hold any level of it.
NAMES = ("tsr", "ohne-neunen", "einsteiger", "fuchs-am-ende", "kneipe", "schweinchen")


def by_name(name: str) -> Ruleset:
    rules = rulesets.load(name)[0]
    assert rules is not None
    return rules


def some_hand(rng: random.Random, rules: Ruleset) -> Hand:
    """A hand with all that there was: Augen, calls, Sonderpunkte of the official kind."""
    never = impossible_counts(rules.deck)
    while True:
        augen = rng.randrange(1, 240)
        calls = [
            Call(party, rng.choice((ANSAGE, ANSAGE, ANSAGE, 2, 3, SCHWARZ)))
            for party in ("re", "kontra")
            if rng.random() < 0.4
        ]
        ids = [name for name in ("doppelkopf", "fuchs", "karlchen") if name in rules.sonderpunkte]
        made = [Sonderpunkt(name, rng.choice(("re", "kontra"))) for name in ids if rng.random() < 0.4]
        has = {"re": augen, "kontra": 240 - augen}
        needs = {p: least_augen({s.id: 1 for s in made if s.by == p}, rules) for p in has}
        if augen not in never and all(has[party] >= needs[party] for party in has):
            return Hand(("A", "C"), "normal", None, Augen(augen, augen), None, tuple(calls), tuple(made))


def verdicts(name: str, lines: list[str]) -> dict[int, str]:
    """The finding about the value of each line, by its number from 0."""
    head = f"rules: {{extends: {name}, {OPEN.replace(chr(10), ', ')}}}"
    sheet, read = read_sheet(text(*lines, head=head), FILE)
    assert sheet is not None
    about = checks.run(keep(sheet), read)
    return {(one.hand or 1) - 1: one.variant or "impossible" for one in about if one.code == "S406"}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("hands", [5, pytest.param(100, marks=pytest.mark.slow)])
def test_the_right_value_is_never_found_and_a_wrong_one_is_as_value_says(name: str, hands: int) -> None:
    rules, rng = by_name(name), random.Random(name)
    lines, wanted = [], []
    for _ in range(hands):
        hand = some_hand(rng, rules)
        score = scoring(rules).of_hand(hand)
        assert score is not None
        noted = Hand(calls=hand.calls, sonderpunkte=hand.sonderpunkte)
        for wert in (score.value, score.value + rng.choice((-9, -4, -2, -1, 1, 2, 3, 7, 30, 90))):
            verdict = explain(wert, Known(noted, "re"), rules).verdict
            lines.append(f"A C {format_hand(noted)} wert:{wert}")
            found = "unnoted" if hand.calls or hand.sonderpunkte else ""
            wanted.append({"fits": "", "impossible": "impossible"}.get(verdict, found))
            assert verdict == "fits" or wert != score.value, lines[-1]
    found_at = verdicts(name, lines)
    for n, expected in enumerate(wanted):
        if rules.bock.triggers and expected:
            continue
        told = found_at.get(n, "").replace("between", "impossible")
        assert told == expected, lines[n]


@pytest.mark.parametrize(
    ("body", "line", "expected"),
    [
        (DOUBLING, "A C re90 wert:9", ["S406.unnoted"]),
        (DOUBLING, "A C re90 wert:8", []),
        (DOUBLING, "A C re90 wert:9 fuchs:A", []),
        (DOUBLING, "A C re90 wert:-9", ["S406.unnoted"]),
        (DOUBLING, "A damensolo re90 wert:9", ["S406.between"]),
        (DOUBLING, "A damensolo re90 wert:8", []),
        (DOUBLING, "sieger:A,C re90 wert:9", ["S406.unnoted"]),
        (DOUBLING, "A C wert:9", []),  # nothing is noted, so that anything may be missing
        (DOUBLING, "A C re90 wert:9 ok:S406", []),
        ("", "A C re wert:9", ["S406.unnoted"]),
        ("", "A C re wert:7", []),
        ("", "A C kontra90 re wert:-11", []),
        ("", "A C kontra90 re wert:-12", ["S406.unnoted"]),
    ],
)
def test_marks_against_the_value(body: str, line: str, expected: list[str]) -> None:
    assert [one for one in judged(body, line) if one.startswith("S4")] == expected


@pytest.mark.parametrize("written", ["=", "=="])
@pytest.mark.parametrize("name", NAMES[:4])
def test_a_row_of_points_or_totals_is_judged_as_its_value_is(name: str, written: str) -> None:
    rules, rng = by_name(name), random.Random(name)
    for _ in range(12):
        hand = some_hand(rng, rules)
        score = scoring(rules).of_hand(hand)
        assert score is not None
        noted = Hand(calls=hand.calls, sonderpunkte=hand.sonderpunkte)
        for value in (score.value, score.value + rng.choice((-9, -4, -2, -1, 1, 2, 3, 7))):
            row = ",".join(str(value * sign) for sign in (1, -1, 1, -1))
            line = f"A C {format_hand(noted)}"
            by_value, by_row = verdicts(name, [f"{line} wert:{value}"]), verdicts(name, [f"{line} {written}{row}"])
            told = {"row": "impossible", "row-between": "impossible", "between": "impossible", "row-unnoted": "unnoted"}
            one, other = (told.get(found.get(0, ""), found.get(0, "")) for found in (by_row, by_value))
            assert one == other, line
            assert value != score.value or not by_row


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("A C re =1,-1,1,-1", ["S406.row-unnoted"]),
        ("A C re =3,-3,3,-3", []),
        ("A C re90 fuchs:re ==3,-3,3,-3", ["S406.row-unnoted"]),
        ("A C re90 fuchs:re ==6,-6,6,-6", []),
        ("re =1,-1,1,-1", ["S406.row-unnoted"]),
        ("A damensolo re =3,-1,-1,-1", ["S406.row-unnoted"]),
        ("A damensolo re =9,-3,-3,-3", []),
        ("A C =1,-1,1,-1", []),
        ("A C re =1,-1,1,-1 ok:S406", []),
    ],
)
def test_marks_against_points(line: str, expected: list[str]) -> None:
    assert [one for one in judged("", line) if one.startswith("S4")] == expected


def test_a_list_that_notes_no_sonderpunkte_is_judged_by_its_calls() -> None:
    lines = ["A C re wert:2", "B D re wert:4", "A B kontra wert:-9", "A C wert:3"]
    assert judged("", *lines) == []
    assert judged("", *lines[:2], "A B kontra wert:-9 fuchs:A", lines[3]) == ["S406.unnoted", "S406.unnoted"]


@pytest.mark.parametrize(
    ("line", "wert"),
    [("A solo =9,-3,-3,-3 wert:9", 3), ("B solo wert:15 =-5,15,-5,-5", 5), ("C solo wert:-12 =4,4,-12,4", -4)],
)
def test_the_amount_of_the_lone_player_is_not_the_value(line: str, wert: int) -> None:
    """The row is right, and what was written as its value is what the lone player has in it."""
    (one,) = everything(line)
    assert next(repair.new for repair in one.repairs) == f"wert:{wert}"
    assert not any(repair.certain for repair in one.repairs)
    assert codes(line.replace(f"wert:{line.partition('wert:')[2].split()[0]}", f"wert:{wert}")) == []


def test_a_row_that_fits_no_value_is_not_made_one() -> None:
    for line in ("C solo wert:-12 =4,4,-9,4", "A C =2,-2,2,-2 wert:4", "A solo =8,-3,-2,-3 wert:8"):
        assert not [repair for one in everything(line) for repair in one.repairs if repair.reason == "per-head"]
