"""What a sheet does not tell is ? (in CSV empty, in JSON null), never 0, and it decides nothing."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from dokosheet.core.ledger.standings import Standing, Tally
from dokosheet.screen.plain import list_lines
from dokosheet.screen.ranking import DIALECTS as CSV
from dokosheet.screen.ranking import as_csv, as_value, undecided
from helpers import (
    FIVE,
    FOUR,
    TIE_BREAKS,
    Ledger,
    as_table,
    keep,
    ledger,
    list_table,
    run,
    sheet,
    show_value,
    standings,
    tallied,
    texts,
    totals_line,
    what_next,
)

T = texts("en")
POINTS = "rules: nur-punkte"
#: What happened in a hand.
EVENTS = ("pflichtsoli_played", "pflichtsoli_won", "lustsoli_played", "lustsoli_won", "games_won")


def tally(*books: Ledger, of: str = "A") -> Tally:
    return tallied(*books).by_player[of]


def values(one: Tally, *names: str) -> list[Any]:
    return [getattr(one, name) for name in names]


# -- what a sheet does not tell


def test_of_a_final_result_only_the_points_are_known() -> None:
    one = tally(ledger("endstand 3,5,-3,-5"))
    assert one.points == 3
    assert values(one, *EVENTS, "penalties", "hands", "average") == [None] * 8
    assert tally(ledger("endstand 3,5,-3,-5 spiele:8")).hands == 8
    assert tally(ledger("endstand 3,5,-3,-5 spiele:8")).average == 3 / 8


@pytest.mark.parametrize(
    ("line", "soli", "penalties"),
    [
        ("C damnsolo 190", "C", ""),
        ("X damensolo 190", "ABCD", ""),
        ("C D hochzet 130", "", ""),
        ("C damensolo 190 quatsch", "C", ""),
        ("strafe C grring", "", "C"),
        ("strafe X gering", "", "ABCD"),
        ("strafe gering", "", "ABCD"),
    ],
)
def test_what_an_entry_was_that_cannot_be_read_nobody_knows(line: str, soli: str, penalties: str) -> None:
    read, _ = sheet("A B 130", line)
    found = tallied(keep(read)).by_player
    assert set(found) == set(FOUR)
    assert "".join(name for name in FOUR if found[name].pflichtsoli_won is None) == soli
    assert "".join(name for name in FOUR if found[name].penalties is None) == penalties


@pytest.mark.parametrize("line", ["endstand 3,5,-3,-5 spiele:8", "uebertrag 3,5,-3,-5 spiele:8", "luecke 8"])
def test_what_happened_on_other_pages_nobody_knows(line: str) -> None:
    assert values(tally(ledger(line)), *EVENTS, "penalties") == [None] * 6
    assert tally(ledger(line)).hands == 8


def test_a_sum_is_not_known_where_a_part_of_it_is_not() -> None:
    known, final = ledger("A damensolo 190", "strafe A gering"), ledger("endstand 3,5,-3,-5")
    for books in ((known, final), (final, known)):
        one = tally(*books)
        assert values(one, *EVENTS, "penalties", "hands", "average") == [None] * 8
        assert one.points == known.totals["A"] + 3
    assert values(tally(known), "games_won", "pflichtsoli_won", "penalties") == [1, 1, 1]


def test_a_cell_that_cannot_be_read_is_not_0() -> None:
    tallies = tallied(ledger("endstand 3,?,-3,?"))
    assert [tallies.by_player[name].points for name in FOUR] == [3, None, -3, None]
    assert [tallies.by_player[name].incomplete for name in FOUR] == [False, True, False, True]
    table = standings(tallies.by_player.values())
    assert [(line.place, line.tally.player) for line in table] == [(1, "A"), (2, "C"), (None, "B"), (None, "D")]
    assert tally(ledger("endstand 3,?,-3,?"), ledger("A B 130"), of="B").points is None


def test_what_a_sheet_tells_of_a_total_is_counted_and_the_tally_says_that_it_is_not_all() -> None:
    one = tally(ledger("A C 156", "luecke 2"))
    assert (one.points, one.incomplete, one.average) == (2, True, None)


def test_who_has_won_a_hand_that_cannot_be_read_nobody_knows() -> None:
    tallies = tallied(ledger("A C 156", "=?,?,1,-1"))
    assert [tallies.by_player[name].games_won for name in FOUR] == [None] * 4
    five = tallied(ledger("=-,?,?,1,-1", players=FIVE))
    assert [five.by_player[name].games_won for name in FIVE] == [0, None, None, None, None]
    assert [five.by_player[name].points for name in FIVE] == [0, None, None, None, None]


def test_one_against_three_may_have_been_a_solo() -> None:
    tallies = tallied(ledger("=3,-1,-1,-1", "=1,1,-1,-1"))
    assert values(tallies.by_player["A"], *EVENTS) == [None, None, None, None, 2]
    assert values(tallies.by_player["B"], *EVENTS) == [0, 0, 0, 0, 1]
    by_points = tallied(ledger("=3,-1,-1,-1", head=POINTS)).by_player["A"]
    assert values(by_points, *EVENTS) == [0, 0, None, None, 1]


def test_where_there_is_no_pflichtsolo_none_was_played() -> None:
    one = tally(ledger("endstand 3,5,-3,-5", head=POINTS))
    assert values(one, *EVENTS) == [0, 0, None, None, None]


def test_the_bill_of_a_list_that_is_not_whole_is_not_known() -> None:
    head = "rules: {extends: tsr, settlement: {money: {rate: 0.1, basis: negative_total}}}"
    whole, torn = ledger("A C 156", head=head), ledger("A C 156", "luecke", head=head)
    assert tally(whole).money is not None
    for books in ((whole, torn), (torn, whole), (torn,)):
        assert (tally(*books).money, tally(*books).for_money) == (None, True)
    assert tally(ledger("A C 156")).for_money is False


def test_marks_that_are_counted_on_other_pages_are_not_known() -> None:
    head = "rules: {extends: tsr, settlement: {tallies: {runde: {}}}}"
    assert tally(ledger("A C 156", "strafe A runde", head=head)).counted == {"runde": 1}
    assert tally(ledger("luecke", "strafe A runde", head=head)).counted == {"runde": None}


# -- what decides


def test_a_tie_break_on_what_nobody_knows_does_not_apply() -> None:
    table = standings([Tally("A", 5, hands=3, games_won=2), Tally("B", 5, hands=3, games_won=None)], ["games-won"])
    assert [(one.place, one.tally.player, one.tie_break, one.undecided) for one in table] == [
        (1, "A", "", "games-won"),
        (1, "B", "", "games-won"),
    ]
    assert list(undecided(table, T)) == ["Place 1 stays shared (A and B): more games won is not known of B."]


@pytest.mark.parametrize("name", TIE_BREAKS)
def test_no_tie_break_takes_the_unknown_for_a_number(name: str) -> None:
    known = Tally("A", 5, hands=3)
    fields = ("hands", "games_won", "pflichtsoli_won", "lustsoli_won", "penalties")
    nothing = Tally("B", 5, **dict.fromkeys(fields))
    for order in ([known, nothing], [nothing, known]):
        assert [(one.place, one.undecided) for one in standings(order, [name])] == [(1, name), (1, name)]


def test_what_comes_before_and_other_ties_are_decided_all_the_same() -> None:
    tallies = [
        Tally("A", 5, hands=3, games_won=1, penalties=0),
        Tally("B", 5, hands=3, games_won=2, penalties=None),
        Tally("C", 5, hands=3, games_won=2, penalties=1),
        Tally("D", 4, hands=3, games_won=0, penalties=1),
        Tally("E", 4, hands=3, games_won=0, penalties=0),
    ]
    table = standings(tallies, ["games-won", "fewer-penalties", "average"])
    assert [(one.place, one.tally.player, one.tie_break, one.undecided) for one in table] == [
        (1, "B", "games-won", "fewer-penalties"),
        (1, "C", "games-won", "fewer-penalties"),
        (3, "A", "games-won", ""),
        (4, "E", "fewer-penalties", ""),
        (5, "D", "fewer-penalties", ""),
    ]


def test_the_program_says_that_a_place_is_shared(tmp_path: Path) -> None:
    head = "dokosheet: 1\nplayers: [{}]\nhands: [{}]\n"
    (tmp_path / "a.yaml").write_text(head.format("Anna, Ben, Cem, Dora", "Anna Cem 156"), "utf-8")
    (tmp_path / "b.yaml").write_text(head.format("Emil, Fritz, Gerd, Hans", '"endstand 2,-2,0,0"'), "utf-8")
    for lang, said in (
        ("en", "Place 1 stays shared (Anna, Cem and Emil): more games won is not known of Emil."),
        ("de", "Platz 1 bleibt geteilt (Anna, Cem und Emil): mehr gewonnene Spiele ist von Emil nicht bekannt."),
    ):
        done = run(tmp_path, "standings", ".", "--tie-break", "games-won", lang=lang)
        assert said in done.stderr
        assert done.returncode == 0
    value = json.loads(run(tmp_path, "standings", ".", "--tie-break", "games-won", "--format", "json").stdout)
    assert [row["place"] for row in value["standings"][:4]] == [1, 1, 1, 4]
    assert value["undecided"][0] == {
        "place": 1,
        "tie_break": "games-won",
        "players": ["Anna", "Cem", "Emil"],
        "unknown": ["Emil"],
    }


# -- how it is shown


def test_unknown_is_a_question_mark_an_empty_cell_or_null() -> None:
    tallies = tallied(ledger("endstand 3,?,-3,?"))
    table = standings(tallies.by_player.values())
    lines = as_table(table, T).lines()
    assert lines[1].split() == ["1", "A", "+3", "?", "1", "?", "?", "?", "?", "?", "?", "?"]
    assert lines[3].split() == ["B", "?", "?", "1", "?", "?", "?", "?", "?", "?", "?"]
    rows = list(csv.DictReader(io.StringIO(as_csv(table, CSV["program"]))))
    assert [rows[0][name] for name in ("points", "hands", *EVENTS, "penalties", "average")] == ["3"] + [""] * 8
    assert (rows[2]["place"], rows[2]["points"]) == ("", "")
    value = as_value(table, tallies)["standings"]
    assert [value[0][name] for name in ("points", "hands", *EVENTS, "penalties", "average")] == [3] + [None] * 8
    assert (value[2]["place"], value[2]["points"], value[2]["incomplete"]) == (None, None, True)


def test_a_bill_or_a_mark_that_nobody_knows_is_shown_as_such() -> None:
    table = [Standing(1, Tally("A", 1, hands=1, for_money=True, counted={"runde": None}))]
    title, row = as_table(table, T).lines()
    assert title.split()[-3:] == ["To", "pay", "Counted"]
    assert row.split()[-3:] == ["?", "runde", "?"]


def opened_value(book: Ledger) -> dict[str, Any]:
    from dokosheet.edit.document import Document

    return show_value(Document("x.yaml", None, book.sheet, book, ()), T)


def test_show_says_of_each_player_what_is_known() -> None:
    book = ledger("endstand 3,?,-3,?")
    assert list_table(book, T).lines()[-1].split() == ["final", "result", "3", "?", "-3", "?"]
    assert totals_line(book, T).splitlines()[0] == "Totals: A +3, B ?, C -3, D ?"
    assert "B ?" in " ".join(list_lines(book, T))
    value = opened_value(book)
    assert value["totals"] == {"A": 3, "B": None, "C": -3, "D": None}
    assert (value["totals_known"], value["pages"][0]["totals"]) == (False, value["totals"])
    assert value["next"]["open_pflichtsoli"] is None


def test_show_of_a_hand_that_nobody_can_read() -> None:
    book = ledger("=?,?,1,-1", "A C 130")
    first, why = totals_line(book, T).splitlines()
    assert first == "Totals: A ?, B ?, C ?, D ?"
    assert why.endswith("Without them: A +1, B -1, C +1, D -1.")
    value = opened_value(book)
    assert value["hands"][0]["totals"] == dict.fromkeys(FOUR)
    assert value["hands"][0]["points"] is None
    assert totals_line(ledger("=?,?,1,-1"), T).splitlines()[0] == "Totals: A ?, B ?, C ?, D ?"


def test_whether_bock_began_in_a_gap_nobody_knows() -> None:
    head = "rules: {extends: tsr, bock: {triggers: {heart_trick: {}}}}"
    assert opened_value(ledger("A C 130", head=head))["next"]["bock_left"] == 0
    assert opened_value(ledger("A C 130", "luecke", head=head))["next"]["bock_left"] is None
    assert opened_value(ledger("A C 130", "luecke"))["next"]["bock_left"] == 0


@pytest.mark.parametrize("line", ["endstand 3,5,-3,-5", "uebertrag 3,5,-3,-5", "luecke", "=3,-1,-1,-1", "=0,0,0,0"])
def test_where_there_is_no_pflichtsolo_nobody_is_asked_for_it(line: str) -> None:
    book = ledger(line, head=POINTS)
    assert not [text for text in what_next(book, T) if "Pflichtsol" in text]
    assert opened_value(book)["next"]["open_pflichtsoli"] == []
    assert [text for text in what_next(ledger(line), T) if "Pflichtsolo" in text]


@pytest.mark.parametrize("line", ["endstand 3,5,-3,-5", "endstand 3,5,-3,-5 spiele:8", "endstand 3,?,-3,?"])
def test_what_comes_behind_a_lone_final_result_nobody_knows(line: str) -> None:
    for lines in ((line,), ("notiz x", line), (line, "notiz x")):
        book = ledger(*lines)
        assert next(what_next(book, T)) == "The final result is all that this sheet tells."
        value = opened_value(book)["next"]
        assert (value["hand"], value["dealer"], value["open_pflichtsoli"]) == (None, None, None)
    assert next(what_next(ledger("A C 130", "endstand 1,-1,1,-1"), T)).startswith("Next: hand 2")
    assert next(what_next(ledger("uebertrag 3,5,-3,-5 spiele:8"), T)).startswith("Next: hand 9")


@pytest.mark.parametrize("entry", ["Anna Cem 156", "=1,-1,1,-1", "strafe Anna gering", "Ben damensolo 190"])
@pytest.mark.parametrize("more", ["", " spiele:8"])
def test_nothing_is_added_to_a_final_result_from_0(tmp_path: Path, entry: str, more: str) -> None:
    path = tmp_path / "e.yaml"
    text = f"dokosheet: 1\nplayers: [Anna, Ben, Cem, Dora]\nhands:\n  - endstand 3,5,-3,-5{more}\n"
    path.write_text(text, "utf-8")
    done = run(tmp_path, "add", "e.yaml", *entry.split())
    assert done.returncode == 1
    assert "to play on from it, call it uebertrag" in done.stdout + done.stderr
    assert path.read_text("utf-8") == text
    path.write_text(text.replace("endstand", "uebertrag"), "utf-8")
    assert run(tmp_path, "add", "e.yaml", *entry.split()).returncode == 0
    fits = text.replace("3,5,-3,-5", "2,-2,2,-2").replace("spiele:8", "spiele:1")
    path.write_text(fits, "utf-8")
    assert run(tmp_path, "add", "e.yaml", "Anna", "Cem", "156").returncode == 0
