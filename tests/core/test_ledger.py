"""What follows from a list: dealer, Pflichtsolo, who sits out, written facts, totals (TSR 3.3, 4.2, 8, 10)."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

import oracle
from dokosheet.core.ledger.fold import Ledger, keep
from dokosheet.files.sheets import read_sheet
from helpers import FILE, FIVE, FOUR, TSR, codes, found, ledger, sheet

SIX = (*FIVE, "F")
SEVEN = (*SIX, "G")


def points(book: Ledger) -> list[Any]:
    return [row.points for row in book.rows]


def dealt(book: Ledger) -> list[tuple[str | None, str, str | None]]:
    return [(row.dealer, row.mode, row.must_play) for row in book.rows]


# --- whole rounds against the reference -------------------------------------------------------------------------------


class Round:
    """A Spielrunde that keeps the rules, made hand by hand with the reference telling who is forced."""

    def __init__(self, data: st.DataObject, names: tuple[str, ...]) -> None:
        self.names = names
        self.data = data
        self.length = 24 if len(names) == 4 else 30
        self.hands: list[tuple[oracle.PlayedKind, int | None]] = []
        self.lines: list[str] = []
        self.time_after: int | None = data.draw(st.one_of(st.none(), st.integers(0, self.length)), label="time")
        self.marks = data.draw(st.booleans(), label="marks")
        self.count = data.draw(st.integers(0, self.length), label="hands")
        self.play()

    def play(self) -> None:
        while True:
            if len(self.hands) == self.time_after:
                self.lines.append("ende zeit")
            nothing_left = self.over and not self.owes
            if len(self.hands) == self.count or nothing_left:
                break
            self.one()

    @property
    def over(self) -> bool:
        return self.time_after is not None and len(self.hands) >= self.time_after

    @property
    def owes(self) -> set[int]:
        modes = self.dealt()
        done = {
            hand[1] for hand, deal in zip(self.hands, modes, strict=True) if deal.mode in ("pflicht", "vorgefuehrt")
        }
        return {seat for seat in range(1, len(self.names) + 1) if seat not in done}

    def dealt(self, *more: tuple[oracle.PlayedKind, int | None]) -> list[oracle.Dealt]:
        return oracle.dealers_and_forced(len(self.names), [*self.hands, *more], self.time_after)

    def one(self) -> None:
        ahead = self.dealt(("normal", None))[-1]
        seats = [seat for seat in range(1, len(self.names) + 1) if len(self.names) == 4 or seat != ahead.dealer]
        kind: oracle.PlayedKind = "solo"
        soloist: int | None = ahead.forced
        if ahead.forced is None:
            kind = self.data.draw(st.sampled_from(["normal"] * 5 + ["solo", "silent"]))
            soloist = None if kind == "normal" else self.data.draw(st.sampled_from(seats))
        self.hands.append((kind, soloist))
        if soloist is None:
            a, b = self.data.draw(st.permutations(seats))[:2]
            self.lines.append(f"{self.names[a - 1]} {self.names[b - 1]} 121")
        else:
            words = {"solo": ["damensolo", "fleischlos"], "silent": ["still", "hochzeit"]}[kind]
            self.lines.append(f"{self.names[soloist - 1]} {self.data.draw(st.sampled_from(words))} 121")
        if self.marks:
            deal = self.dealt()[-1]
            self.lines[-1] += f" geber:{self.names[deal.dealer - 1]}"
            self.lines[-1] += f" {deal.mode}" if deal.mode in ("pflicht", "vorgefuehrt", "lust") else ""


MODES = {"allein": "still"}


@pytest.mark.parametrize("names", [FOUR, FIVE], ids=["four", "five"])
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_a_round_that_keeps_the_rules(names: tuple[str, ...], data: st.DataObject) -> None:
    play = Round(data, names)
    theirs = play.dealt()
    book = ledger(*play.lines, players=names)
    seat = dict(enumerate(names, 1))
    assert [(row.dealer, MODES.get(row.mode, row.mode), row.must_play) for row in book.rows] == [
        (seat[deal.dealer], deal.mode, seat.get(deal.forced or 0)) for deal in theirs
    ]
    for row in book.rows:
        assert row.players == tuple(name for name in names if len(names) == 4 or name != row.dealer)
        assert set(row.points or ()) == set(row.players)
        assert sum((row.points or {}).values()) == 0
    assert sum(book.totals.values()) == 0
    assert codes(*play.lines, players=names) == []

    coming = book.next
    finished = len(play.hands) == play.length or (play.over and not play.owes)
    assert coming.finished == finished
    assert coming.hand == len(play.hands) + 1
    assert coming.open_pflichtsoli == tuple(seat[s] for s in sorted(play.owes))
    if not finished:
        ahead = play.dealt(("normal", None))[-1]
        assert (coming.dealer, coming.must_play) == (seat[ahead.dealer], seat.get(ahead.forced or 0))


@pytest.mark.parametrize("names", [FOUR, FIVE], ids=["four", "five"])
def test_nobody_plays_alone_of_his_own_accord(names: tuple[str, ...]) -> None:
    """The published example: after 20 rows seat 1 deals, and 2, 3, 4, 1 are vorgeführt with dealers 1, 2, 3, 4."""
    n = len(names)
    normal = 5 * n
    lines = [f"{names[(i + 1) % n]} {names[(i + 2) % n]} 121" for i in range(normal)]
    book = ledger(*lines, players=names)
    assert [row.dealer for row in book.rows] == [names[i % n] for i in range(normal)]
    soloists = [*names[1:], names[0]]
    for soloist in soloists:
        assert (book.next.must_play, book.next.finished) == (soloist, False)
        lines.append(f"{soloist} herzsolo 121")
        book = ledger(*lines, players=names)
    assert dealt(book)[normal:] == [
        (dealer, "vorgefuehrt", soloist) for dealer, soloist in zip(names, soloists, strict=True)
    ]
    assert book.next.finished
    assert book.next.open_pflichtsoli == ()
    assert codes(*lines, "ende", players=names) == []
    assert codes(*lines, "A C 121" if n == 4 else "C D 121", players=names) == ["B508"]


def test_the_fold_is_that_of_any_beginning() -> None:
    """A row depends on nothing that comes behind it."""
    lines = ["A C 121", "B damensolo 130", "D still 110", "strafe A gering", "ende zeit", "C piksolo 200 re"]
    whole = ledger(*lines)
    for n in range(len(lines)):
        part = ledger(*lines[:n])
        assert part.timeline == whole.timeline[: len(part.timeline)] or not part.timeline
        assert [row.totals for row in part.timeline] == [row.totals for row in whole.timeline[: len(part.timeline)]]


# --- dealer -----------------------------------------------------------------------------------------------------------


def test_the_head_names_the_first_dealer() -> None:
    book = ledger("A C 121", "A C 121", head="dealer: C")
    assert [row.dealer for row in book.rows] == ["C", "D"]
    assert book.next.dealer == "A"


def test_an_empty_list() -> None:
    book = ledger()
    assert not book.rows
    assert book.totals == dict.fromkeys(FOUR, 0)
    assert (book.next.hand, book.next.dealer, book.next.must_play, book.next.finished) == (1, "A", None, False)
    assert book.next.open_pflichtsoli == FOUR


def test_redeals_notes_and_struck_lines_change_nothing() -> None:
    between = ['neugeben B "falsch gegeben"', "pause", 'notiz "Kaffee"', 'gestrichen "A C 165"']
    book = ledger("A C 121", *between, "A C 121")
    assert book.timeline == ledger("A C 121", *between, "A C 121").timeline
    assert [(row.n, row.dealer) for row in book.rows] == [(1, "A"), (2, "B")]


def test_a_first_solo_is_the_pflichtsolo_and_the_next_a_lustsolo() -> None:
    book = ledger("B damensolo 121", "B damensolo 121", "B still 121", "C hochzeit 121", "C bubensolo 121")
    assert dealt(book) == [
        ("A", "pflicht", None),
        ("A", "lust", None),
        ("B", "still", None),
        ("C", "allein", None),
        ("D", "pflicht", None),
    ]
    assert book.next.open_pflichtsoli == ("A", "D")


def test_a_dealer_that_stands_deals_on_from_there() -> None:
    book = ledger("A C 121", "A C 121 geber:D gilt", "A C 121")
    assert [row.dealer for row in book.rows] == ["A", "D", "A"]
    assert codes("A C 121", "A C 121 geber:D gilt", "A C 121") == ["B511"]


def test_a_dealer_that_does_not_stand_changes_nothing() -> None:
    book = ledger("A C 121", "A C 121 geber:D", "A C 121")
    assert [row.dealer for row in book.rows] == ["A", "B", "C"]
    assert codes("A C 121", "A C 121 geber:D", "A C 121") == ["B501"]


def test_a_dealer_that_stands_sits_out_at_five() -> None:
    book = ledger("A B 121 geber:C gilt", players=FIVE)
    assert book.rows[0].players == ("A", "B", "D", "E")
    assert book.next.dealer == "D"


# --- who sits out -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("names", "out"),
    [
        (FOUR, [()] * 4),
        (FIVE, [("A",), ("B",), ("C",), ("D",), ("E",), ("A",)]),
        (SIX, [("A", "D"), ("B", "E"), ("C", "F"), ("A", "D"), ("B", "E"), ("C", "F"), ("A", "D")]),
        (SEVEN, [("A", "C", "E"), ("B", "D", "F"), ("C", "E", "G"), ("A", "D", "F"), ("B", "E", "G")]),
    ],
    ids=["four", "five", "six", "seven"],
)
def test_four_play(names: tuple[str, ...], out: list[tuple[str, ...]]) -> None:
    lines = []
    for sitting in out:
        a, b, *_ = (name for name in names if name not in sitting)
        lines.append(f"{a} {b} 121")
    book = ledger(*lines, players=names)
    assert [tuple(name for name in names if name not in row.players) for row in book.rows] == out
    assert all(len(row.players) == 4 for row in book.rows)
    assert codes(*lines, players=names) == []


def test_the_line_says_who_sits_out() -> None:
    book = ledger("A D 121 aussetzt:B", players=FIVE)
    assert book.rows[0].players == ("A", "C", "D", "E")
    assert points(book) == [{"A": 1, "C": -1, "D": 1, "E": -1}]
    assert book.totals == {"A": 1, "B": 0, "C": -1, "D": 1, "E": -1}
    assert [row.dealer for row in ledger("A D 121 aussetzt:B", "A C 121", players=FIVE).rows] == ["A", "B"]


@pytest.mark.parametrize(("line", "players"), [("A C 121 aussetzt:D", FOUR), ("C D 121 aussetzt:A,B", FIVE)])
def test_fewer_than_four_cannot_play(line: str, players: tuple[str, ...]) -> None:
    assert codes(line, players=players) == ["H202"]
    assert sum(ledger(line, players=players).totals.values()) == 0


def test_who_sits_out_cannot_play() -> None:
    for line in ("A B 121", "A damensolo 121", "B C 121 fuchs:A"):
        assert codes(line, players=FIVE) == ["H202"]
    assert codes("B C 121 re/A", players=FIVE) == ["C302"]
    assert points(ledger("A B 121", players=FIVE)) == [None]


def test_at_five_the_sitting_dealer_is_passed_over_and_comes_last() -> None:
    """The text is silent: the dealer who owes is skipped; if only he is left, the deal moves on one seat."""
    lines = ["B damensolo 121", "C damensolo 121", "D damensolo 121", "ende zeit"]
    book = ledger(*lines, players=FIVE)
    assert (book.next.dealer, book.next.must_play) == ("A", "E")
    book = ledger(*lines, "E damensolo 121", players=FIVE)
    assert (book.next.dealer, book.next.must_play) == ("B", "A")
    book = ledger("E damensolo 121", *lines, players=FIVE)
    assert (book.next.dealer, book.next.must_play) == ("B", "A")
    last = ledger("E damensolo 121", *lines, "A damensolo 121", players=FIVE)
    assert dealt(last)[-1] == ("B", "vorgefuehrt", "A")
    assert last.next.finished


# --- the end ----------------------------------------------------------------------------------------------------------


def test_after_time_the_missing_pflichtsoli_are_played_and_no_more() -> None:
    lines = ["B damensolo 121", "A C 121", "ende zeit"]
    book = ledger(*lines)
    assert (book.next.dealer, book.next.must_play, book.next.finished) == ("B", "C", False)
    lines += ["C damensolo 121", "D damensolo 121", "A damensolo 121"]
    book = ledger(*lines)
    assert dealt(book)[2:] == [("B", "vorgefuehrt", "C"), ("C", "vorgefuehrt", "D"), ("D", "vorgefuehrt", "A")]
    assert [row.time_over for row in book.rows] == [False, False, True, True, True]
    assert book.next.finished
    assert codes(*lines, "ende") == []
    assert codes(*lines, "A C 121") == ["B508"]


def test_after_time_anything_but_the_forced_solo_is_found_once() -> None:
    assert codes("ende zeit", "A C 121", "A C 121") == ["B506"]
    assert codes("ende zeit", "C damensolo 121") == ["B506"]
    assert codes("ende zeit", "B damensolo 121") == []


def test_a_round_that_is_closed_is_over() -> None:
    book = ledger("A C 121", "ende", "A C 121")
    assert [row.closed for row in book.rows] == [False, True]
    assert book.next.finished
    assert book.next.must_play is None
    (spielrunde,) = book.spielrunden
    assert (spielrunde.played, spielrunde.length, set(spielrunde.owes)) == (2, 24, set(FOUR))
    assert spielrunde.closed is not None
    assert spielrunde.time is None
    assert codes("A C 121", "ende", "A C 121") == ["B502", "B508"]


def test_a_closed_round_with_open_pflichtsoli() -> None:
    lines = ["A damensolo 121", "C damensolo 121", "ende zeit", "ende"]
    findings = found(*lines)
    assert [(f.code, f.args["players"]) for f in findings] == [("B503", ["B", "D"])]
    assert findings[0].place.line == 3 + len(lines)


@pytest.mark.parametrize("row", ["=3,-1,-1,-1", "sieger:A wert:1", "=?,?,1,-1"])
def test_who_owes_is_not_certain_if_a_solo_may_hide_in_the_points(row: str) -> None:
    book = ledger(row)
    assert not book.spielrunden[0].certain
    assert "B506" not in codes(row, "ende zeit", "A C 121")
    assert "B503" not in codes(row, "ende zeit", "ende")
    assert ledger(row, "ende zeit").next.must_play is None


@pytest.mark.parametrize("row", ["=1,-1,1,-1", "A C 121", "A C wert:1", "sieger:A,B wert:2", "A still 121"])
def test_who_owes_is_certain_where_two_played_against_two_or_somebody_is_named(row: str) -> None:
    assert ledger(row).spielrunden[0].certain
    assert codes(row, "ende zeit", "ende") == ["B503"]


def test_a_row_of_zeros_can_have_been_a_solo_without_a_winner() -> None:
    solo = ledger("A kreuzsolo 99 re90 kontra60")
    assert set(solo.totals.values()) == {0}
    assert not ledger("=0,0,0,0").spielrunden[0].certain
    assert codes("=0,0,0,0", "ende zeit", "ende") == []


def test_a_line_that_cannot_be_read_can_have_been_a_solo() -> None:
    """One slip does not cause another finding far behind it."""
    lines = ["B damensolo 190 xyz9", "A damensolo 121", "C damensolo 121", "D damensolo 121"]
    assert [f.code for f in found("B damennsolo 190", *lines[1:], "ende zeit", "ende")] == ["F107"]


def test_a_solo_with_a_slip_still_counts_where_it_can_be_read() -> None:
    lines = ["B damensolo 190 xyz9", "A damensolo 121", "C damensolo 121", "D damensolo 121"]
    codes_found = codes(*lines, "ende zeit", "ende")
    assert len(codes_found) == 1
    assert codes_found[0][0] == "F"


# --- more than one Spielrunde -----------------------------------------------------------------------------------------


def test_a_new_spielrunde_starts_again_but_for_the_totals() -> None:
    first = ["B damensolo 121", "A C 121", "A C 121"]
    book = ledger(*first, "spielrunde", "B damensolo 121", "A C 121", head="dealer: B")
    assert dealt(book)[3:] == [("B", "pflicht", None), ("B", "normal", None)]
    assert [(row.n, row.spielrunde) for row in book.rows] == [(1, 1), (2, 1), (3, 1), (4, 2), (5, 2)]
    assert [(s.number, s.played, sorted(s.owes)) for s in book.spielrunden] == [
        (1, 3, ["A", "C", "D"]),
        (2, 2, ["A", "C", "D"]),
    ]
    assert book.totals == {"A": 3 - 2, "B": 2 * 3 - 3, "C": 3 - 2, "D": -3 - 2}
    assert book.next.hand == 6


def test_time_and_closing_are_of_one_spielrunde() -> None:
    book = ledger("A C 121", "ende zeit", "ende", "spielrunde", "A C 121")
    assert [(row.time_over, row.closed, row.must_play) for row in book.rows] == [(False, False, None)] * 2
    assert [(s.time is not None, s.closed is not None) for s in book.spielrunden] == [(True, True), (False, False)]
    assert not book.next.finished


# --- written facts ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("A C wert:3", (3, -3, 3, -3)),
        ("A C wert:-3", (-3, 3, -3, 3)),
        ("A C wert:0", (0, 0, 0, 0)),
        ("B damensolo wert:3", (-3, 9, -3, -3)),
        ("B damensolo wert:-3", (3, -9, 3, 3)),
        ("B still wert:2", (-2, 6, -2, -2)),
        ("B hochzeit wert:2", (-2, 6, -2, -2)),
        ("B D hochzeit wert:2", (-2, 2, -2, 2)),
        ("sieger:A,C wert:3", (3, -3, 3, -3)),
        ("sieger:A,C wert:-3", (3, -3, 3, -3)),
        ("sieger:B wert:3", (-3, 9, -3, -3)),
        ("sieger:A,B,D wert:3", (3, 3, -9, 3)),
        ("sieger:A,B,D wert:-3", (3, 3, -9, 3)),
        ("A C sieger:B,D wert:-3", (-3, 3, -3, 3)),
    ],
)
def test_a_value_tells_the_points(line: str, expected: tuple[int, ...]) -> None:
    assert points(ledger(line)) == [dict(zip(FOUR, expected, strict=True))]
    assert codes(line) == []


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("sieger:B,C wert:2", (0, 2, 2, -2, -2)),
        ("sieger:B wert:2", (0, 6, -2, -2, -2)),
        ("sieger:B,C,D wert:2", (0, 2, 2, 2, -6)),
    ],
)
def test_a_value_at_five_is_for_those_who_play(line: str, expected: tuple[int, ...]) -> None:
    assert ledger(line, players=FIVE).totals == dict(zip(FIVE, expected, strict=True))


@pytest.mark.parametrize(
    ("line", "players"),
    [
        ("sieger:re wert:3", FOUR),
        ("sieger:kontra wert:3", FOUR),
        ("sieger:A,A wert:3", FOUR),
        ("sieger:A,B,C,D wert:3", FOUR),
        ("sieger:A,B wert:3", FIVE),
    ],
)
def test_winners_who_cannot_have_been_give_no_points(line: str, players: tuple[str, ...]) -> None:
    """A party without its players, a player twice, all four, somebody who sits out."""
    assert sum(ledger(line, players=players).totals.values()) == 0
    if line != "sieger:A,A wert:3":
        assert points(ledger(line, players=players)) == [None]
        assert codes(line, players=players) == ["H211"]


def test_augen_tell_the_points_whatever_is_written() -> None:
    for written in ("wert:5", "=5,-5,5,-5", "sieger:B,D", "==9,9,9,9"):
        assert points(ledger(f"A C 156 {written}")) == [{"A": 2, "B": -2, "C": 2, "D": -2}]


def test_a_written_row_counts_where_only_it_is_known() -> None:
    book = ledger("=3,-1,-1,-1", "A C =2,-2,2,-2", "=1,-1,?,-1", "=0,0,0,0")
    assert [tuple(p.values()) for p in points(book)] == [(3, -1, -1, -1), (2, -2, 2, -2), (1, -1, 1, -1), (0, 0, 0, 0)]
    assert [row.winner for row in book.rows] == ["unknown"] * 4
    assert book.totals == {"A": 6, "B": -4, "C": 2, "D": -4}


@pytest.mark.parametrize("cells", ["?,-2,2,-2", "2,?,2,-2", "2,-2,?,-2", "2,-2,2,?"])
def test_one_illegible_cell_follows_from_the_others(cells: str) -> None:
    assert points(ledger(f"={cells}")) == [{"A": 2, "B": -2, "C": 2, "D": -2}]
    assert codes(f"={cells}") == ["S409"]


def test_two_illegible_cells_leave_it_open() -> None:
    assert points(ledger("=?,?,2,-2")) == [None]
    assert codes("=?,?,2,-2") == ["H211", "S409"]
    assert ledger("A C 121", "=?,?,2,-2", "A C 121").totals == {"A": 2, "B": -2, "C": 2, "D": -2}


@pytest.mark.parametrize("row", ["=-,2,2,-2,-2", "=2,2,-2,-2", "=B:2,C:2,D:-2,E:-2", "=-,?,2,-2,-2", "p:-/2/2/-2/-2"])
def test_rows_at_five_are_of_all_or_of_those_who_played(row: str) -> None:
    book = ledger(row, players=FIVE)
    assert points(book) == [{"B": 2, "C": 2, "D": -2, "E": -2}]
    assert codes(row, players=FIVE) == (["S409"] if "?" in row else [])


@pytest.mark.parametrize(
    ("line", "players"),
    [("=2,-2,2,-2,-", FIVE), ("=7,2,2,-2,-2", FIVE), ("=2,-2,2,-", FOUR)],
    ids=["another sits out", "the dealer has points", "nobody sits out"],
)
def test_a_row_that_says_who_sat_out_is_compared(line: str, players: tuple[str, ...]) -> None:
    assert codes(line, players=players) != []


def test_a_row_with_decimals() -> None:
    book = ledger("p:1,5/-1,5/1,5/-1,5")
    assert points(book) == [{"A": Decimal("1.5"), "B": Decimal("-1.5"), "C": Decimal("1.5"), "D": Decimal("-1.5")}]


def test_totals_alone_tell_the_points_by_their_steps() -> None:
    book = ledger("==2,-2,2,-2", "A C 121", "==2,-2,2,-2", "==5,-3,1,-3")
    assert [tuple(p.values()) for p in points(book)] == [
        (2, -2, 2, -2),
        (1, -1, 1, -1),
        (-1, 1, -1, 1),
        (3, -1, -1, -1),
    ]
    assert book.rows[-1].totals == {"A": 5, "B": -3, "C": 1, "D": -3}


def test_totals_at_five() -> None:
    book = ledger("==0,2,2,-2,-2", "==1,2,1,-3,-1", players=FIVE)
    assert points(book) == [{"B": 2, "C": 2, "D": -2, "E": -2}, {"A": 1, "C": -1, "D": -1, "E": 1}]
    assert codes("==0,2,2,-2,-2", "==1,2,1,-3,-1", players=FIVE) == []


@pytest.mark.parametrize("row", ["==?,?,2,-2", "==-,?,2,-2", "==2,-2"])
def test_totals_with_two_holes_tell_nothing(row: str) -> None:
    assert points(ledger(row)) == [None]


def test_a_row_goes_before_a_total() -> None:
    assert points(ledger("=1,-1,1,-1 ==2,-2,2,-2")) == [{"A": 1, "B": -1, "C": 1, "D": -1}]


@pytest.mark.parametrize(
    ("line", "counts"),
    [
        ("A C 156 =4,-4,4,-4 gilt", (4, -4, 4, -4)),
        ("A C wert:3 =4,-4,4,-4 gilt", (4, -4, 4, -4)),
        ("A C 156 ==4,-4,4,-4 gilt", (4, -4, 4, -4)),
        ("A C 156 =4,-4,4,? gilt", (4, -4, 4, -4)),
        ("A C 156 wert:4 gilt", (4, -4, 4, -4)),
        ("A C 156 =?,?,4,-4 gilt", (2, -2, 2, -2)),
    ],
)
def test_a_row_that_stands_counts_and_what_the_rules_give_is_kept_beside_it(line: str, counts: tuple[int, ...]) -> None:
    (row,) = ledger(line).rows
    assert row.points == dict(zip(FOUR, counts, strict=True))
    assert row.totals == row.points
    value = 3 if "wert:3" in line else 2
    assert row.expected == {"A": value, "B": -value, "C": value, "D": -value}
    assert "S404" not in codes(line)


@pytest.mark.parametrize("line", ["A A 121", "A 121", "A B C 121", "121", "A B damensolo 121", "damensolo 121"])
def test_parties_that_cannot_be_give_no_points(line: str) -> None:
    book = ledger(line)
    assert points(book) == [None]
    assert book.rows[0].expected is None
    assert codes(line) == ["H202"]


def test_a_line_that_cannot_be_read_takes_a_number_and_gives_no_points() -> None:
    read, findings = sheet("A C 121", "A C 121 nonsense9", "A C 121")
    book = keep(read)
    assert len(findings) == 1
    assert [(row.n, row.dealer) for row in book.rows] == [(1, "A"), (2, "B"), (3, "C")]
    assert points(book)[1] is None
    assert book.totals == {"A": 2, "B": -2, "C": 2, "D": -2}


# --- Pflichtsoli in a list of their own -------------------------------------------------------------------------------

RUBRIC = "pflichtsoli: [B damensolo 190 re, D bubensolo 110]"
FULL_RUBRIC = "pflichtsoli: [A damensolo 121, B damensolo 121, C damensolo 121, D damensolo 121]"


def test_a_rubric_tells_dealers_by_the_number_of_the_row_and_soli_without() -> None:
    book = ledger("A C 121", "C piksolo 121", "A C 121", head=RUBRIC)
    assert dealt(book) == [
        ("A", "normal", None),
        ("B", "lust", None),
        ("C", "normal", None),
        (None, "pflicht", None),
        (None, "pflicht", None),
    ]
    assert [row.n for row in book.rows] == [1, 2, 3, 4, 5]
    assert points(book)[3:] == [{"A": -5, "B": 15, "C": -5, "D": -5}, {"A": 1, "B": 1, "C": 1, "D": -3}]
    assert sum(book.totals.values()) == 0
    assert book.next.open_pflichtsoli == ("A", "C")
    assert book.spielrunden[0].length == 20
    assert book.spielrunden[0].played == 3


def test_a_rubric_is_never_a_missed_vorfuehrung() -> None:
    lines = ["A C 121"] * 20
    book = ledger(*lines, head=RUBRIC)
    assert {row.must_play for row in book.rows} == {None}
    assert codes(*lines, head=RUBRIC) == []
    assert not book.next.finished
    assert ledger(*lines, head=FULL_RUBRIC).next.finished
    assert codes(*lines, head=FULL_RUBRIC) == []
    assert codes(*lines, "A C 121", head=FULL_RUBRIC) == ["B502"]


def test_a_list_with_a_rubric_can_be_closed() -> None:
    lines = ["A C 121"] * 20
    assert codes(*lines, "ende", head=FULL_RUBRIC) == []
    assert codes(*lines[:19], "ende zeit", "ende", head=FULL_RUBRIC) == []
    assert codes(*lines[:19], "ende", head=FULL_RUBRIC) == ["B502"]
    assert codes(*lines, "ende", head=RUBRIC) == ["B503"]


def test_a_rubric_holds_soli_only() -> None:
    assert codes(head="pflichtsoli: [A C 121]") == ["F103"]
    assert codes(head="pflichtsoli: [A still 121]") == ["F103"]


def test_an_empty_rubric_is_a_rubric() -> None:
    assert ledger("B damensolo 121", head="pflichtsoli: []").rows[0].mode == "lust"


def test_in_a_rubric_a_severe_offence_takes_no_row_of_the_others() -> None:
    book = ledger("A C 121", "strafe D schwer_solo soloist:B", head="pflichtsoli: []")
    assert len(book.rows) == 1
    assert book.totals == {"A": 1, "B": -1 + 12, "C": 1, "D": -1 - 12}


@pytest.mark.parametrize("solo", ["A damensolo 190 re aussetzt:B", "'A damensolo 190 re =15,-,-5,-5,-5'"])
def test_a_rubric_at_five(solo: str) -> None:
    solo = solo if solo.startswith("'") else f"'{solo}'"
    book = ledger(head=f"pflichtsoli: [{solo}]", players=FIVE)
    assert book.totals == {"A": 15, "B": 0, "C": -5, "D": -5, "E": -5}


def test_a_rubric_at_five_without_a_word_who_sat_out_gives_no_points() -> None:
    head = "pflichtsoli: [A damensolo 190 re]"
    assert codes(head=head, players=FIVE) == ["H202"]
    assert set(ledger(head=head, players=FIVE).totals.values()) == {0}


def test_a_rubric_with_two_soli_of_one_player() -> None:
    assert codes("A C 121", head="pflichtsoli: [A damensolo 121, A bubensolo 121]") == ["B504"]


# --- facts about whole lists ------------------------------------------------------------------------------------------
# tests/cases/lists.yaml. Left to the tests of house rules: ls-06 to ls-10, ls-20, ls-21, ls-29, ls-30, ls-38, ls-39,
# ls-41, ls-43 to ls-45, ls-49, ls-51. Left to the feature: ls-13 (who leaves the table). Where a case contradicts TSR
# (ls-05, ls-40, and the bound of ls-25), TSR is what is tested; ls-19 and ls-50 as our notation writes them.

LISTS = {
    case["id"]: case
    for case in yaml.safe_load((Path(__file__).parents[1] / "cases" / "lists.yaml").read_text("utf-8"))["cases"]
}


def case(id: str, *more: Any) -> Any:
    return pytest.param(LISTS[id], *more, id=id)


def row_of(amounts: Sequence[int]) -> str:
    return "=" + ",".join(map(str, amounts))


@pytest.mark.parametrize(("fact", "code"), [case("ls-01", "S401"), case("ls-02", "S402"), case("ls-03", "S402")])
def test_rows_that_cannot_be(fact: dict[str, Any], code: str) -> None:
    assert not fact["expected"]["valid"]
    assert codes(row_of(fact["input"]["diffs"])) == [code]


@pytest.mark.parametrize("fact", [case("ls-04")])
def test_a_hand_worth_nothing(fact: dict[str, Any]) -> None:
    row = row_of(fact["input"]["diffs"])
    assert codes(row) == []
    assert codes(f"A C 130 fuchs:B {row}") == []
    assert codes("A C 130 fuchs:B sieger:A,C") == []
    assert ledger(row).rows[0].re is None


@pytest.mark.parametrize("fact", [case("ls-05")])
def test_rows_of_penalties_in_a_solo(fact: dict[str, Any]) -> None:
    for amount in (3, 12, 15, 18, 21, 24):
        assert codes(row_of([amount, 0, 0, -amount])) == []
    assert fact["input"]["diffs"] == [3, 0, 0, -3]
    assert codes(row_of([5, 0, 0, -5])) == ["S402"]
    assert codes(row_of([4, 0, 0, -4])) == ["S403"]


@pytest.mark.parametrize("fact", [case("ls-11"), case("ls-12")])
def test_who_sits_out(fact: dict[str, Any]) -> None:
    names = tuple(fact["input"]["players"])
    dealer = fact["input"]["dealer"]
    sitting = set(fact["expected"]["sitting_out"])
    a, b, *_ = (name for name in names if name not in sitting)
    (row,) = ledger(f"{a} {b} 121", players=names, head=f"dealer: {dealer}").rows
    assert set(names) - set(row.players) == sitting


@pytest.mark.parametrize("fact", [case("ls-14"), case("ls-15"), case("ls-16")])
def test_tables(fact: dict[str, Any]) -> None:
    tables = [fact["input"].get("names")] if "names" in fact["input"] else [SEVEN[:3], (*SEVEN, "H")]
    valid = fact["expected"]["valid"]
    for names, good in zip(tables, valid if isinstance(valid, list) else [valid], strict=True):
        read, findings = read_sheet(f"dokosheet: 1\nplayers: [{', '.join(names)}]\n", FILE)
        assert (read is not None) == good
        assert [f.code for f in findings] == ([] if good else ["F108"])


@pytest.mark.parametrize("fact", [case("ls-17"), case("ls-18")])
def test_winners_with_a_value(fact: dict[str, Any]) -> None:
    line = f"sieger:{','.join(fact['input']['winners'])} wert:{fact['input']['points']}"
    assert points(ledger(line)) == [fact["expected"]["points"]]


@pytest.mark.parametrize("fact", [case("ls-19")])
def test_a_lost_solo_with_a_value(fact: dict[str, Any]) -> None:
    (soloist,) = fact["input"]["winners"]
    book = ledger(f"{soloist} damensolo wert:{fact['input']['points']}")
    assert points(book) == [fact["expected"]["points"]]
    assert soloist not in book.next.open_pflichtsoli


@pytest.mark.parametrize("fact", [case("ls-22")])
def test_who_still_owes(fact: dict[str, Any]) -> None:
    book = ledger("A damensolo 121", "B damensolo 119")
    assert list(book.next.open_pflichtsoli) == fact["expected"]["still_owed_by"]


@pytest.mark.parametrize("fact", [case("ls-23"), case("ls-24"), case("ls-25")])
def test_too_many_sonderpunkte(fact: dict[str, Any]) -> None:
    ((sonderpunkt, n),) = fact["input"].items()
    assert codes(f"A C 200 {n}{sonderpunkt}:re") == ["H207"]
    assert codes(f"A C 200 {TSR.sonderpunkte[sonderpunkt].max + 1}{sonderpunkt}:re") == ["H207"]


@pytest.mark.parametrize("fact", [case("ls-26")])
def test_the_range_of_augen(fact: dict[str, Any]) -> None:
    for augen, valid in zip(fact["input"]["eyes"], fact["expected"]["valid"], strict=True):
        trick = " schwarz" if augen in (0, 240) else ""
        assert codes(f"A C {augen}{trick}") == ([] if valid else ["H201"])


@pytest.mark.parametrize("fact", [case("ls-27")])
def test_two_cannot_play_a_solo(fact: dict[str, Any]) -> None:
    assert fact["input"] == {"kind": "solo", "re_players": 2}
    assert codes("A C damensolo 121") == ["H202"]


@pytest.mark.parametrize("fact", [case("ls-28")])
def test_the_wrong_party_calls(fact: dict[str, Any]) -> None:
    assert codes(f"A C 121 {fact['input']['call']}/B") == ["C302"]
    assert codes(f"A C 121 {fact['input']['call']}/A") == []


@pytest.mark.parametrize("fact", [case("ls-31")])
def test_a_second_pflichtsolo(fact: dict[str, Any]) -> None:
    first, second = (f"{name} damensolo 121 pflicht" for name in fact["input"]["pflichtsolo_by"])
    assert codes(first, second) == ["B504"]


@pytest.mark.parametrize("fact", [case("ls-32")])
def test_the_dealer_after_a_pflichtsolo(fact: dict[str, Any]) -> None:
    book = ledger("A damensolo 121")
    assert (book.next.dealer != "A") == fact["expected"]["dealer_advances"]
    assert ledger("ende zeit", "B damensolo 121").next.dealer == "B"


@pytest.mark.parametrize("fact", [case("ls-33")])
def test_as_many_pflichtsoli_as_hands_left(fact: dict[str, Any]) -> None:
    lines = ["A damensolo 121", "B damensolo 121", *["A C 121"] * 20]
    assert 24 - len(lines) == fact["input"]["hands_left"] == fact["input"]["solos_owed"]
    book = ledger(*lines)
    assert book.next.must_play == "C"
    assert codes(*lines, "A C 121") == ["B506"]
    assert codes(*lines, "D damensolo 121") == ["B506"]
    assert codes(*lines, "C damensolo 121") == []


@pytest.mark.parametrize("fact", [case("ls-34"), case("ls-48")])
def test_the_dealer_at_five_has_no_party(fact: dict[str, Any]) -> None:
    assert fact["input"]["players"] == 5
    assert codes("A C 121", players=FIVE) == ["H202"]


@pytest.mark.parametrize("fact", [case("ls-35")])
def test_parity(fact: dict[str, Any]) -> None:
    for amounts, valid in zip(fact["input"]["rows"], fact["expected"]["valid"], strict=True):
        assert codes(row_of(amounts)) == ([] if valid else ["S402"])


@pytest.mark.parametrize("fact", [case("ls-36")])
def test_the_row_of_a_severe_offence(fact: dict[str, Any]) -> None:
    (row,) = ledger("strafe A schwer").penalties
    assert list((row.points or {}).values()) == fact["expected"]["row"]
    assert codes(row_of(fact["expected"]["row"])) == []


@pytest.mark.parametrize("fact", [case("ls-37")])
def test_right_amounts_with_the_wrong_person(fact: dict[str, Any]) -> None:
    typed = row_of(fact["input"]["typed"])
    assert codes(typed) == []
    assert codes(f"A B 156 {typed}") == ["S404"]
    assert codes(f"A B wert:2 {typed}") == ["S404"]


@pytest.mark.parametrize("fact", [case("ls-40")])
def test_a_lost_solo_costs_three_times_the_value(fact: dict[str, Any]) -> None:
    value = fact["input"]["value"]
    assert points(ledger(f"A damensolo wert:{-value}")) == [{"A": -3 * value, "B": value, "C": value, "D": value}]


@pytest.mark.parametrize("fact", [case("ls-42")])
def test_four_doppelkoepfe_are_unlikely_and_five_impossible(fact: dict[str, Any]) -> None:
    severities = [
        [(f.code, f.severity) for f in found(f"A C 200 {n}doppelkopf:re")] for n in fact["input"]["doppelkopf"]
    ]
    assert severities == [[("H207", "warning")], [("H207", "error")]]


@pytest.mark.parametrize("fact", [case("ls-46")])
def test_how_many_are_re_in_a_hochzeit(fact: dict[str, Any]) -> None:
    for n, valid in zip(fact["input"]["re_players"], fact["expected"]["valid"], strict=True):
        line = " ".join([*FOUR[:n], "hochzeit", "121"])
        assert codes(line) == ([] if valid else ["H202"])


@pytest.mark.parametrize("fact", [case("ls-47")])
def test_sonderpunkte_in_a_solo_are_ignored(fact: dict[str, Any]) -> None:
    findings = found("A damensolo 121 fuchs:A")
    assert [(f.code, f.severity) for f in findings] == [("H206", fact["expected"]["severity"].partition(":")[0])]
    assert points(ledger("A damensolo 121 fuchs:A")) == points(ledger("A damensolo 121"))


@pytest.mark.parametrize("fact", [case("ls-50")])
def test_a_hand_entered_twice_has_the_wrong_dealer(fact: dict[str, Any]) -> None:
    line = f"A C 121 geber:{fact['input']['submitted_dealer']}"
    assert codes(line, line) == ["B501"]
