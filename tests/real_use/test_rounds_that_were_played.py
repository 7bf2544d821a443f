"""Rounds are those in which somebody has played a hand, and who has played none has no place."""

from __future__ import annotations

import pytest

from dokosheet.core.ledger import keep
from dokosheet.core.rows import Ledger
from dokosheet.core.standings import Tallies, standings
from dokosheet.io.sheets import read_sheet
from dokosheet.render.ranking import as_table
from dokosheet.text import texts
from helpers import FIVE, ledger, text


def tallied(*books: Ledger) -> Tallies:
    tallies = Tallies()
    for book in books:
        tallies.add(book)
    tallies.close()
    return tallies


def rounds(*books: Ledger) -> dict[str, int]:
    return {name: tally.rounds for name, tally in tallied(*books).by_player.items()}


def prepared(head: str = "") -> Ledger:
    sheet, _ = read_sheet(text(head=head), "x.yaml")
    assert sheet is not None
    return keep(sheet)


def test_who_changes_places_has_played_his_rounds() -> None:
    book = ledger("A C 130", "spielrunde", "wechsel D E", "A E 130")
    assert rounds(book) == {"A": 2, "B": 2, "C": 2, "D": 1, "E": 1}


@pytest.mark.parametrize(
    ("lines", "names", "wanted"),
    [
        (("A C 130", "spielrunde", "kommt E", "B D 130"), ("A", "B", "C", "D"), {"A": 1, "B": 2, "D": 2, "E": 1}),
        (("A C 130", "geht E", "spielrunde", "A C 130"), FIVE, {"A": 1, "E": 1}),
        (("B C 130", "spielrunde", "spielrunde"), FIVE, {"A": 0, "E": 1}),
        (("spielrunde", "B C 130"), FIVE, {"A": 0, "B": 1}),
        (("luecke 1", "spielrunde", "B C 130"), FIVE, {"B": 2}),
        (("uebertrag 0,0,0,0,0 spiele:12", "B D 130"), FIVE, {"A": 1, "B": 1}),
        (("uebertrag 0,0,0,0,0", "wechsel B F", "F D 130"), FIVE, {"A": 1, "B": 1, "F": 1}),
        (("endstand 0,0,0,0,0",), FIVE, {"A": 1, "E": 1}),
        (("endstand 0,0,0,0,0 spiele:0",), FIVE, {"A": 0, "E": 0}),
        (("notiz nichts",), FIVE, {"A": 0, "E": 0}),
    ],
)
def test_a_round_is_of_those_who_played_in_it(
    lines: tuple[str, ...], names: tuple[str, ...], wanted: dict[str, int]
) -> None:
    found = rounds(ledger(*lines, players=names))
    assert {name: found[name] for name in wanted} == wanted


def test_a_prepared_sheet_adds_nothing() -> None:
    assert rounds(prepared(), ledger("A C 130")) == dict.fromkeys("ABCD", 1)
    assert rounds(prepared()) == dict.fromkeys("ABCD", 0)
    money = "rules: {extends: tsr, settlement: {money: {rate: 0, basis: pairwise, attendance: 5}, absent: pays}}"
    assert tallied(prepared(money)).by_player["A"].money is None
    both = tallied(prepared(money), ledger("E F 130", players=("E", "F", "G", "H"), head=money))
    assert both.by_player["E"].money == 5


def test_who_has_played_no_hand_is_last_and_has_no_place() -> None:
    book = ledger("wechsel D E", "strafe A gering", "A C 130")
    table = standings(tallied(book).by_player.values(), ["average"])
    assert [(one.place, one.tally.player) for one in table][-1] == (None, "D")
    assert None not in [one.place for one in table][:-1]
    row = as_table(table, texts("en")).lines()[-1].split()
    assert row[:4] == ["D", "0", "0", "0"]


def test_a_place_is_counted_among_those_who_played() -> None:
    table = standings(tallied(prepared(), ledger("E F 90", players=("E", "F", "G", "H"))).by_player.values())
    assert [one.place for one in table] == [1, 1, 3, 3, None, None, None, None]
    assert [one.tally.player for one in table][-4:] == ["A", "B", "C", "D"]
