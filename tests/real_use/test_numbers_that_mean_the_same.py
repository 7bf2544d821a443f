"""Standings over lists whose numbers mean different things: said once, and what can be put right is put right."""

from __future__ import annotations

import json
from decimal import Decimal
from itertools import permutations
from pathlib import Path

import pytest

from dokosheet.checks.several import Seen
from helpers import FOUR, Finding, Ledger, kept_of, ledger, rules_differ, run, standings, tallied

EIGHT = ("E", "F", "G", "H")


def under(settlement: str, *lines: str, players: tuple[str, ...] = FOUR, head: str = "") -> Ledger:
    rules = f"rules: {{extends: tsr, settlement: {{{settlement}}}}}" if settlement else "rules: tsr"
    return ledger(*lines or ("A C 156",), head=f"{rules}\n{head}", players=players)


def differ(*books: Ledger) -> list[Finding]:
    seen, found = Seen(), []
    for i, book in enumerate(books):
        found += rules_differ(kept_of(book, f"{i}.yaml"), seen)
        seen.take(kept_of(book, f"{i}.yaml"))
    return found


@pytest.mark.parametrize(
    ("one", "other", "wanted"),
    [
        ("", "mode: minus, unit: -1", ["mode", "unit"]),
        ("mode: minus", "mode: minus, unit: -1", ["unit"]),
        ("", "unit: 10", ["unit"]),
        ("unit: 0.5", "unit: 1", ["unit"]),
        ("mode: plus", "mode: minus", ["mode"]),
        ("mode: plus", "", ["mode"]),
        ("money: {rate: 1}", "money: {rate: 1, currency: CHF}", ["currency"]),
        ("money: {rate: 1}", "money: {rate: 2, round: floor_1}", []),
        ("money: {rate: 1}", "", []),
        ("", "money: {rate: 1}", []),
        ("unit: 1", "unit: 1.0", []),
        ("", "absent: average", []),
    ],
)
def test_what_a_number_means_is_compared(one: str, other: str, wanted: list[str]) -> None:
    assert [f.variant for f in differ(under(one), under(other))] == wanted
    assert [f.variant for f in differ(under(other), under(one))] == wanted


def test_each_difference_is_said_once_and_can_be_answered() -> None:
    strokes = "mode: minus, unit: -1"
    found = differ(under(""), under(""), under(strokes), under(strokes), under("unit: 10"), under("unit: 10"))
    assert [(f.file, f.variant) for f in found] == [("2.yaml", "mode"), ("2.yaml", "unit"), ("4.yaml", "unit")]
    assert {f.args["other"] for f in found} == {"0.yaml"}
    assert differ(under(""), under(strokes, head="ok: [T607]"), under(strokes)) == []


@pytest.mark.parametrize("units", list(permutations((1, -1, 10, Decimal("0.5")), 3)))
def test_all_are_counted_as_on_the_first_sheet(units: tuple[int | Decimal, ...]) -> None:
    """Columns and ranking are of one sign and one size, whichever comes first."""
    hands = (("A C 156",), ("B damensolo 190",), ("C D 90", "strafe A gering"))
    plain = tallied(*(under("", *lines) for lines in hands))
    mixed = tallied(*(under(f"unit: {unit}", *lines) for unit, lines in zip(units, hands, strict=True)))
    for name in FOUR:
        points, ought = mixed.by_player[name].points, plain.by_player[name].points
        assert ought is not None
        assert points == ought * units[0]
    order = [line.tally.player for line in standings(plain.by_player.values())]
    assert [line.tally.player for line in standings(mixed.by_player.values())] == order


def test_who_was_absent_gets_the_average_in_the_same_unit() -> None:
    for first, second in ((1, -1), (-1, 1)):
        there = under(f"unit: {first}, absent: average", "E F 156", players=EIGHT)
        other = under(f"unit: {second}, mode: minus, absent: average", "A C 156")
        found = tallied(there, other).by_player
        assert found["E"].points == first * (2 - 1)  # two have lost 2, which is -1 on average
        assert found["B"].points == first * -2


def test_two_currencies_have_no_sum() -> None:
    euros, francs = under("money: {rate: 1}"), under("money: {rate: 1, currency: CHF}", "A B 156")
    found = tallied(euros, francs).by_player
    assert [(found[name].money, found[name].for_money) for name in FOUR] == [(None, True)] * 4
    assert tallied(euros, under("money: {rate: 1}", "A B 156")).by_player["A"].money == -4
    apart = tallied(euros, under("money: {rate: 1, currency: CHF}", "E F 156", players=EIGHT)).by_player
    assert apart["A"].money == -2
    assert apart["E"].money == -2


def test_the_program_says_it(tmp_path: Path) -> None:
    head = "dokosheet: 1\nplayers: [Anna, Ben, Cem, Dora]\n"
    (tmp_path / "a.yaml").write_text(f"{head}hands: [Anna Cem 156]\n", "utf-8")
    minus = "rules: {extends: tsr, settlement: {mode: minus, unit: -1}}\n"
    (tmp_path / "b.yaml").write_text(f"{head}{minus}hands: [Anna Cem 156]\n", "utf-8")
    done = run(tmp_path, "standings", "a.yaml", "b.yaml")
    assert done.returncode == 0
    assert done.stderr == (
        "b.yaml:3:8: warning[T607] rules-differ: here only the losers write, in a.yaml:2 both sides write, plus and"
        " minus; the points of both are added up all the same\n"
        "b.yaml:3:8: warning[T607] rules-differ: a point is written as -1, in a.yaml:2 as 1; all are counted as they"
        " are there\n"
    )
    assert [line.split()[:3] for line in done.stdout.splitlines()[1:5]] == [
        ["1", "Anna", "+2"],
        ["1", "Cem", "+2"],
        ["3", "Ben", "-4"],
        ["3", "Dora", "-4"],
    ]
    done = run(tmp_path, "standings", "b.yaml", "a.yaml", "--format", "json", "--ignore", "T607")
    assert (done.stderr, json.loads(done.stdout)["findings"]) == ("", [])
    rows = json.loads(done.stdout)["standings"]
    assert [(row["place"], row["player"], row["points"]) for row in rows] == [
        (1, "Anna", -2),
        (1, "Cem", -2),
        (3, "Ben", 4),
        (3, "Dora", 4),
    ]
