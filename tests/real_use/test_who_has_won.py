"""Who has won a hand by its points: also where only the losers write, and where points are strokes."""

from __future__ import annotations

from itertools import product

import pytest

from dokosheet.core.score.settlement import gain, won
from dokosheet.core.slips.patterns import patterns, winners
from helpers import FOUR, TSR, Ledger, Ruleset, checks, keep, ledger, sheet, standings, tallied

MODES = ("zero_sum", "plus", "minus")


def head(mode: str, unit: int = 1, base: str = "nur-punkte", more: str = "") -> str:
    return f"rules: {{extends: {base}, settlement: {{mode: {mode}, unit: {unit}{more}}}}}"


def games_won(*lines: str, rules: str) -> list[int | None]:
    return [tally.games_won for tally in tallied(ledger(*lines, head=rules)).by_player.values()]


def test_strokes_are_for_those_who_lost() -> None:
    assert games_won("=0,1,0,1", rules=head("minus", -1)) == [1, 0, 1, 0]


def test_where_only_losers_write_somebody_wins_all_the_same() -> None:
    assert games_won("=0,-1,0,-1", "=-3,0,0,0", "=0,0,0,0", rules=head("minus")) == [1, 1, 2, 1]


@pytest.mark.parametrize("unit", [1, -2])
@pytest.mark.parametrize("mode", MODES)
def test_points_alone_tell_the_same_winners_as_the_hand(mode: str, unit: int) -> None:
    """Every row that a hand gives, won or lost by Re, as a pair and alone, is won by whom the hand says."""
    rules = head(mode, unit, "tsr")
    for line in ("A C 90", "B damensolo 150", "B damensolo 90"):
        with_details = ledger(line, head=rules)
        (row,) = with_details.rows
        assert row.points is not None
        cells = ",".join(str(row.points[name]) for name in FOUR)
        (bare,) = ledger(f"={cells}", head=rules).rows
        assert bare.score is None
        assert winners(bare, bare_rules(with_details)) == winners(row, bare_rules(with_details)), (line, cells)
        marks = ",".join(winners(row, bare_rules(with_details)) or ())
        read, found = sheet(f"={cells} sieger:{marks}", head=rules)
        assert [f.message_id for f in checks.run(keep(read), found) if f.code[0] != "R"] == []


def bare_rules(book: Ledger) -> Ruleset:
    return book.sheet.rules


@pytest.mark.parametrize("unit", [1, -1])
@pytest.mark.parametrize("mode", MODES)
def test_wrong_marks_are_found_in_every_settlement(mode: str, unit: int) -> None:
    rules = head(mode, unit, "tsr")
    (row,) = ledger("A C 156", head=rules).rows
    assert row.points is not None
    cells = ",".join(str(row.points[name]) for name in FOUR)
    read, found = sheet(f"={cells} sieger:B,D", head=rules)
    reported = [f for f in checks.run(keep(read), found) if f.code[0] != "R"]
    assert [(f.code, f.args["winners"]) for f in reported] == [("S407", ["A", "C"])]


def test_the_search_and_the_standings_do_not_disagree() -> None:
    """The patterns of a ruleset, which the search for slips asks, name the winners that the points name."""
    for mode, unit in product(MODES, (1, -1)):
        rules = ledger("A C 156", head=head(mode, unit)).sheet.rules
        law = patterns(rules)
        assert law.shapes
        for shape in law.shapes:
            assert law.won(shape, (True,) * 4) == [won(shape, rules.settlement)]
            assert 0 < len(won(shape, rules.settlement)) < 4


def test_nobody_has_won_where_nobody_has_points_unless_marks_say_so() -> None:
    assert games_won("=0,0,0,0", rules=head("zero_sum")) == [0, 0, 0, 0]
    assert games_won("wert:0 sieger:A,C =0,0,0,0", rules=head("zero_sum")) == [1, 0, 1, 0]
    read, found = sheet("wert:0 sieger:A,C =0,0,0,0", head=head("zero_sum"))
    assert checks.run(keep(read), found) == []


def test_a_solo_is_won_by_who_plays_it() -> None:
    tallies = tallied(ledger("B damensolo =0,0,0,0", "B solo =1,0,1,1", "C solo =0,0,9,0", head=head("minus", -1)))
    b, c = tallies.by_player["B"], tallies.by_player["C"]
    assert (b.lustsoli_played, b.lustsoli_won, c.lustsoli_played, c.lustsoli_won) == (2, 1, 1, 0)


def test_fewer_strokes_a_hand_are_the_better_average() -> None:
    rules = head("minus", -1)
    tallies = tallied(
        ledger("=0,4,0,0", players=("A", "B", "C", "D"), head=rules),
        ledger("=2,0,0,0", "=2,0,0,0", players=("E", "F", "G", "H"), head=rules),
    )
    table = standings(tallies.by_player.values(), ["average"])
    places = {one.tally.player: one.place for one in table}
    assert tallies.by_player["B"].average == 4
    assert tallies.by_player["E"].average == 2
    assert places["E"] is not None
    assert places["B"] is not None
    assert places["E"] < places["B"]
    assert {one.tally.player: one.tie_break for one in table}["E"] == "average"


@pytest.mark.parametrize("unit", [1, -1])
def test_a_spielrunde_to_points_ends_by_what_is_lost_or_won(unit: int) -> None:
    length = "party: {length: {unit: points, n: 3, finish_round: false}}"
    for mode in MODES:
        rules = f"rules: {{extends: nur-punkte, settlement: {{mode: {mode}, unit: {unit}}}, {length}}}"
        assert not ledger("A C 156", head=rules).next.finished
        assert ledger("A C 156", "A C 156", head=rules).next.finished


def test_who_loses_with_the_offender_is_told_by_the_settlement() -> None:
    """A penalty whose offender takes what his partner lost: with strokes, too."""
    penalty = "penalties: {weg: {offender: -1, bears_partner: true}}"
    for unit in (1, -1):
        rules = f"rules: {{extends: tsr, settlement: {{unit: {unit}}}, {penalty}}}"
        book = ledger("A C 156", "strafe B weg", head=rules)
        assert [gain(total, book.sheet.rules.settlement) for total in book.totals.values()] == [2, -5, 2, 0]


def test_the_losers_have_a_bock_of_their_own_in_a_minus_list() -> None:
    bock = "bock: {triggers: {zero_hand: {}, manual: {}}, owner: loser, length: 1}"
    for mode, unit, row in (("minus", -1, "=0,1,0,1"), ("minus", 1, "=0,-1,0,-1"), ("plus", 1, "=1,0,1,0")):
        rules = f"rules: {{extends: tsr, settlement: {{mode: {mode}, unit: {unit}}}, {bock}}}"
        book = ledger(f"{row}", head=rules)
        assert winners(book.rows[0], book.sheet.rules) == ("A", "C")


def test_the_official_rules_are_what_they_were() -> None:
    assert won((3, -1, -1, -1), TSR.settlement) == {0}
    assert won((0, 0, 0, 0), TSR.settlement) == frozenset()
