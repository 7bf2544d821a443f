"""The ranking: sums, shared places, tie-breaks, and the table as CSV."""

from __future__ import annotations

import csv
import io
from decimal import Decimal
from pathlib import Path

import pytest

from dokosheet import rank
from dokosheet.core.ledger.standings import TIE_BREAKS, Standing, Tallies, Tally, standings
from dokosheet.screen.ranking import COLUMNS, DIALECTS, as_csv, as_value, defused
from helpers import keep, ledger, read_sheet


def table(*tallies: Tally, chain: tuple[str, ...] = ()) -> list[tuple[int, str]]:
    return [(line.place, line.tally.player) for line in standings(tallies, chain)]


def test_a_tie_shares_the_place() -> None:
    tallies = (Tally("Anna", 5), Tally("Ben", 9), Tally("Cem", 5), Tally("Dora", 1))
    assert table(*tallies) == [(1, "Ben"), (2, "Anna"), (2, "Cem"), (4, "Dora")]


def test_a_tie_break_parts_those_with_the_same_points_only() -> None:
    tallies = (Tally("Anna", 5, games_won=1), Tally("Ben", 5, games_won=3), Tally("Cem", 4, games_won=9))
    lines = standings(tallies, ("games-won",))
    assert [(line.place, line.tally.player, line.tie_break) for line in lines] == [
        (1, "Ben", "games-won"),
        (2, "Anna", "games-won"),
        (3, "Cem", ""),
    ]


def test_the_first_tie_break_that_differs_is_the_reason() -> None:
    tallies = (Tally("Anna", 5, games_won=2, penalties=1), Tally("Ben", 5, games_won=2))
    lines = standings(tallies, ("games-won", "fewer-penalties"))
    assert [(line.place, line.tally.player, line.tie_break) for line in lines] == [
        (1, "Ben", "fewer-penalties"),
        (2, "Anna", "fewer-penalties"),
    ]


def test_an_unknown_tie_break_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        standings([Tally("Anna")], ("coin",))


@pytest.mark.parametrize("name", TIE_BREAKS)
def test_every_tie_break_prefers_somebody(name: str) -> None:
    better = {"average": {"hands": 1}, "fewer-hands": {"hands": 1}, "fewer-penalties": {"penalties": 0}}
    field = {"games-won": "games_won", "pflichtsoli-won": "pflichtsoli_won", "lustsoli-won": "lustsoli_won"}
    strong = Tally("B", 4, **{"hands": 3, **better.get(name, {field.get(name, "pflichtsoli_won"): 2})})
    weak = Tally("A", 4, hands=3, penalties=1)
    assert table(weak, strong, chain=(name,)) == [(1, "B"), (2, "A")]


def test_what_a_sheet_gives_each_player() -> None:
    tallies = Tallies()
    tallies.add(
        ledger(
            "A C 156",
            "B damensolo 190 re",
            "B bubensolo 110",
            "A still 130",
            "strafe D gering",
            players=("A", "B", "C", "D"),
        )
    )
    b, d = tallies.by_player["B"], tallies.by_player["D"]
    assert (b.hands, b.rounds, b.pflichtsoli_played, b.pflichtsoli_won) == (4, 1, 1, 1)
    assert (b.lustsoli_played, b.lustsoli_won, b.games_won) == (1, 0, 1)
    assert (d.penalties, d.pflichtsoli_played, d.games_won) == (1, 0, 1)
    assert b.points == -2 + 15 - 3 - 1 + 1
    assert tallies.by_player["A"].games_won == 3
    assert sum(tally.points for tally in tallies.by_player.values()) == 0


def test_several_sheets_add_up_by_name() -> None:
    tallies = Tallies()
    tallies.add(ledger("A C 156"))
    tallies.add(ledger("B C 156", players=("B", "C", "D", "E")))
    assert tallies.sheets == 2
    assert {name: tally.points for name, tally in tallies.by_player.items()} == {
        "A": 2,
        "B": 0,
        "C": 4,
        "D": -4,
        "E": -2,
    }
    assert tallies.by_player["B"].average == 0


LINES = standings(
    [Tally("=2+2", 5, hands=2, games_won=1), Tally("Jürgen; Jr", -5, hands=3), Tally("-7", 5, hands=2)], ("games-won",)
)


def test_csv_for_programs() -> None:
    text = as_csv(LINES, DIALECTS["program"])
    rows = list(csv.reader(io.StringIO(text)))
    assert tuple(rows[0]) == COLUMNS
    assert rows[1][:4] == ["1", "'=2+2", "5", "2"]
    assert rows[3][1] == "Jürgen; Jr"
    assert rows[1][-5:] == ["2.50", "games-won", "", "", ""]
    assert "\r" not in text
    assert not text.startswith("\ufeff")


def test_csv_for_a_german_spreadsheet() -> None:
    text = as_csv(LINES, DIALECTS["excel-de"])
    assert text.startswith("\ufeffPlatz;Spieler;Punkte;Spiele;Runden;")
    rows = list(csv.reader(io.StringIO(text.removeprefix("\ufeff")), delimiter=";"))
    assert rows[1][-5:] == ["2,50", "mehr gewonnene Spiele", "", "", ""]
    assert rows[3][1:3] == ["Jürgen; Jr", "-5"]
    assert text.count("\r\n") == 4


@pytest.mark.parametrize(
    ("cell", "written"),
    [
        ("=1", "'=1"),
        ("+a", "'+a"),
        ("@x", "'@x"),
        ("-x", "'-x"),
        ("-5", "-5"),
        ("+5", "+5"),
        ("Anna", "Anna"),
        ("", ""),
    ],
)
def test_cells_that_are_no_formula(cell: str, written: str) -> None:
    assert defused(cell) == written


def test_json_has_plain_values() -> None:
    tallies = Tallies(sheets=1, rules={"tsr"})
    value = as_value([Standing(1, Tally("A", Decimal("1.5"), hands=1))], tallies)
    assert value["standings"][0]["points"] == 1.5
    assert set(value["standings"][0]) == {*COLUMNS, "incomplete"}


#: Lists in which every sum of a tally is something, or nothing that anybody knows.
LISTS = (
    ledger("A C 156", "B damensolo 130 re", "strafe D gering"),
    ledger("uebertrag 14,-2,-8,-4 spiele:3", "A C 156"),
    ledger("A C 157", "luecke 2", "B C 100"),
    ledger("endstand 1,-1,1,-1 spiele:15"),
    ledger("B C 156", "C E 130", players=("B", "C", "D", "E")),
    *(
        keep(read_sheet(f"rules: {{extends: tsr, settlement: {{{settlement}}}}}\n{body}", "-")[0])
        for settlement in (
            "unit: -0.5",
            "mode: minus, unit: 3",
            "money: {rate: 1}",
            "money: {rate: 0.5, currency: CHF}",
            "absent: average",
            "absent: pays, money: {rate: 1, attendance: 2}",
        )
        for body in ("players: [A, B, C, F]\nhands: [A B 130, C damensolo 156 re]\n",)
    ),
)


@pytest.mark.parametrize("first", range(len(LISTS)))
def test_lists_that_are_counted_apart_come_to_the_same(first: int) -> None:
    lists = (*LISTS[first:], *LISTS[:first])
    together, joined = Tallies(), Tallies()
    for one in lists:
        together.add(one)
        apart = Tallies()
        apart.add(one)
        joined.join(apart)
    for tallies in (together, joined):
        tallies.close()
    assert joined == together
    assert {tally.for_money for tally in together.by_player.values()} == {True}


def test_several_processes_rank_as_one_does(tmp_path: Path) -> None:
    for i, two in enumerate(("A B", "A C", "C D", "A B")):  # the last is the first once more
        hands = f"{two} 130 re, {two} 156 kontra, A damensolo {130 + i * (i < 3)}"
        text = f"players: [A, B, C, D]\ndate: 2026-11-2{i % 3}\nhands: [{hands}]\n"
        (tmp_path / f"{i}.yaml").write_text(text, "utf-8")
    (tmp_path / "odd.yaml").write_text("players: [A, B\nhands: []\n", "utf-8")
    one, two = (rank([str(tmp_path)], ["games-won"], jobs=jobs) for jobs in (1, 2))
    assert one == two
    assert {"T608", "F101"} <= {finding.code for finding in one[2]}
    assert one[1].sheets == 3
