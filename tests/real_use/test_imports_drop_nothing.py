"""An import gives the list it came from, or says what it leaves out: columns, own numbers, rows, ways to write."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dokosheet.core.records import Record
from helpers import Imported, Ledger, Unreadable, import_lists, opened, read_layout, rulesets, texts

R, S, T, U = "2;-2;2;-2", "-1;1;1;-1", "3;3;-3;-3", "1;-1;-1;1"
FIVE = ["-;1;1;-1;-1", "2;-;-2;2;-2", "3;-3;-;3;-3", "1;1;-1;-;-1", "-1;-1;1;1;-"] * 2


@pytest.fixture
def take(tmp_path: Path) -> Callable[..., list[Imported]]:
    """Import a table."""

    def taken(text: str, layout: str = "", rules: str = "nur-punkte") -> list[Imported]:
        (tmp_path / "l.csv").write_text(text, "utf-8")
        (tmp_path / "layout.yaml").write_text(layout, "utf-8")
        described = read_layout(str(tmp_path / "layout.yaml"))[0] if layout else None
        return list(import_lists(str(tmp_path / "l.csv"), described, rules))

    return taken


def rows(*cells: str, titles: str = "Nr;A;B;C;D") -> str:
    return "\n".join([titles, *cells, ""])


def lines(sheet: Imported) -> list[str]:
    assert sheet.findings == ()
    return [line[4:] for line in sheet.text.splitlines() if line.startswith("  - ")]


def players(sheet: Imported) -> str:
    return next(line for line in sheet.text.splitlines() if line.startswith("players: "))[10:-1]


def told(sheet: Imported) -> list[str]:
    t = texts("en")
    return [t(one.message, **one.fields) for one in sheet.said]


def check(sheet: Imported) -> list[tuple[str, int | None]]:
    found = opened(sheet.text).findings
    return [(f.message_id, f.hand) for f in found if f.severity == "error"]


def ledger(sheet: Imported) -> Ledger:
    read = opened(sheet.text)
    assert read.ledger is not None
    return read.ledger


def refused(take: Any, text: str, **rest: str) -> Unreadable:
    with pytest.raises(Unreadable) as left:
        take(text, **rest)
    return left.value


# -- generated lists of every shape


class Row(Record):
    """A hand: the points of each player by place, None for who sat out, the value, and whether it was Bock.

    Points and value of a Bock hand are written doubled.
    """

    points: list[int | None]
    value: int
    bock: bool


NAMES = ["Anna", "Ben", "Cem Öz", "Dora", "Emil", "Fee", "Gerd"]
HAND_TITLES = ["Nr", "Spiel", "#", "lfd. Nr.", "Game", "No", "Hand"]
VALUE_TITLES = ["Wert", "Punkte", "Spielwert", "value", "Points"]
WINNER_TITLES = ["Sieger", "Gewinner", "winners"]
BOCK_TITLES = ["Bock", "Bockspiel"]
REMARKS = ["neue Bock", "Punkte solo", "Augen", "Stiche", "Runde", "Fuchs", "Re-Augen", "Bock gesamt", "Note"]


def played(random: random.Random, n: int, hands: int) -> list[Row]:
    """Hands at a table of n, who sits out as the rules have it; none of them is worth nothing."""
    rules = rulesets.load("nur-punkte")[0]
    assert rules is not None
    found = []
    for hand in range(hands):
        out = rules.sits_out(hand % n, n)
        seats = [seat for seat in range(n) if seat not in out]
        bock = random.random() < 0.2
        value = random.choice([1, 1, 2, 2, 3, 4, 6, -1, -2, -4]) * (2 if bock else 1)
        re = random.sample(seats, 1 if random.random() < 0.15 else 2)
        times = 3 if len(re) == 1 else 1
        points = [None if s in out else value * times if s in re else -value for s in range(n)]
        found.append(Row(points, abs(value), bock))
    return found


def table(random: random.Random, hands: list[Row], n: int) -> tuple[list[str], list[list[str]], set[str]]:
    """Titles and cells in some shape, and what the shape holds."""
    names = NAMES[:n]
    shape = random.choice(["points", "totals", "both", "named points"])
    has = {shape} | {what for what in ("number", "value", "winner", "bock", "remark") if random.random() < 0.5}
    columns: list[tuple[str, list[str]]] = []
    totals = [0] * n
    kept = []
    for row in hands:
        totals = [total + (points or 0) for total, points in zip(totals, row.points, strict=True)]
        kept.append(totals)
    blank = random.choice(["", "-", "–"])
    if "number" in has:
        columns.append((random.choice(HAND_TITLES), [str(i) for i in range(1, len(hands) + 1)]))
    for seat, name in enumerate(names):
        points = [blank if row.points[seat] is None else str(row.points[seat]) for row in hands]
        running = [str(total[seat]) for total in kept]
        if shape in ("points", "both", "named points"):
            columns.append((f"Punkte {name}" if shape == "named points" else name, points))
        if shape in ("totals", "both"):
            columns.append((f"Stand {name}" if shape == "both" else name, running))
    if "value" in has:
        columns.append((random.choice(VALUE_TITLES), [str(row.value) for row in hands]))
    if "winner" in has:
        won = [", ".join(name for name, p in zip(names, row.points, strict=True) if p and p > 0) for row in hands]
        columns.append((random.choice(WINNER_TITLES), won))
    if "bock" in has:
        columns.append((random.choice(BOCK_TITLES), ["x" if row.bock else "" for row in hands]))
    if "remark" in has:
        marks = [random.choice(["", "", "1", "2"]) for _ in hands]
        columns.append((random.choice(REMARKS), [*marks[:-1], "1"]))
    fixed = [column for column in columns if any(name in column[0] for name in names)]
    others = [column for column in columns if column not in fixed]
    for column in others:
        fixed.insert(random.randrange(len(fixed) + 1), column)  # the players keep their order: it is that of the seats
    return (
        [title for title, _ in fixed],
        [list(cells) for cells in zip(*(cells for _, cells in fixed), strict=True)],
        has,
    )


@pytest.mark.parametrize("seed", range(60))
def test_a_generated_list_comes_back(take: Any, seed: int) -> None:
    dice = random.Random(seed)
    n = dice.choice([4, 4, 5, 6, 7])
    hands = played(dice, n, dice.randint(8, 20))
    titles, cells, has = table(dice, hands, n)
    (sheet,) = take("\n".join(";".join(row) for row in [titles, *cells]) + "\n")
    book = ledger(sheet)
    names = NAMES[:n]
    assert book.sheet.names == tuple(names)
    assert [row.points for row in book.rows] == [
        {name: p for name, p in zip(names, row.points, strict=True) if p is not None} for row in hands
    ]
    assert check(sheet) == []
    for row, source in zip(book.rows, hands, strict=True):
        assert (row.hand.wert is not None) == ("value" in has)
        assert row.hand.wert is None or abs(row.hand.wert) == source.value
        assert bool(row.hand.sieger) == ("winner" in has)
        assert (row.hand.bock == 1) == (source.bock and "bock" in has)
    bock = any("ok:B507" in line for line in lines(sheet))
    left = [line for line in told(sheet) if "kept as remarks" in line]
    assert (len(left), len(told(sheet))) == ("remark" in has, ("remark" in has) + bock)
    if "remark" in has:
        title = next(title for title in titles if title in REMARKS)
        place = titles.index(title)
        assert [f"{title} {row[place]}" in line for row, line in zip(cells, lines(sheet), strict=True)] == [
            bool(row[place]) for row in cells
        ]


@pytest.mark.parametrize("seed", range(20))
def test_a_lost_line_of_a_generated_list_is_seen(take: Any, seed: int) -> None:
    """With own numbers as a hole; without, at a table where somebody sits out, by the order."""
    dice = random.Random(seed)
    n = dice.choice([5, 6, 7])
    hands = played(dice, n, 14)
    lost = dice.randrange(1, 12)
    cells = [[str(i), *("" if p is None else str(p) for p in row.points)] for i, row in enumerate(hands, 1)]
    del cells[lost]
    (sheet,) = take("\n".join(";".join(row) for row in [["Nr", *NAMES[:n]], *cells]) + "\n")
    assert lines(sheet)[lost] == "luecke 1"
    assert check(sheet) == []
    (sheet,) = take("\n".join(";".join(row[1:]) for row in [["Nr", *NAMES[:n]], *cells]) + "\n")
    assert check(sheet) == [("B502.turn", lost + 1)]


@pytest.mark.parametrize("seed", range(30))
def test_a_short_list_is_taken_for_the_right_thing_or_refused(take: Any, seed: int) -> None:
    dice = random.Random(seed)
    hands = played(dice, 4, dice.randint(3, 6))
    totals = [[sum(row.points[seat] or 0 for row in hands[: n + 1]) for seat in range(4)] for n in range(len(hands))]
    for sign, cells in (("=", [row.points for row in hands]), ("==", totals)):
        try:
            (sheet,) = take(rows(*(";".join(map(str, row)) for row in cells), titles="A;B;C;D"))
        except Unreadable:
            assert len(hands) < 6
            continue
        assert lines(sheet) == [sign + ",".join(map(str, row)) for row in cells]


# -- (a) columns


MARKS = [("", "1", "", ""), ("1", "1", "1", "1"), ("", "", "", "3"), ("1", "", "", ""), ("0", "0", "0", "0")]


@pytest.mark.parametrize("title", [*REMARKS, "Bockrunden", "Solo-Punkte", "Punkte Solo", "Strafpunkte", "Einsatz"])
@pytest.mark.parametrize("marks", MARKS)
def test_what_is_no_points_is_no_player(take: Any, title: str, marks: tuple[str, ...]) -> None:
    four = zip((R, S, T, U), marks, strict=True)
    text = rows(*(f"{i};{row};{mark}" for i, (row, mark) in enumerate(four, 1)), titles=f"Nr;A;B;C;D;{title}")
    (sheet,) = take(text)
    assert players(sheet) == "A, B, C, D"
    assert all(mark in line for mark, line in zip(marks, lines(sheet), strict=True))
    assert any(title in line for line in told(sheet))


def test_the_lists_of_the_examples(take: Any) -> None:
    (sheet,) = take("Nr;A;B;C;D;Wert;neue Bock\n1;2;-2;2;-2;2;\n2;-1;1;1;-1;1;1\n3;3;3;-3;-3;3;\n")
    assert players(sheet) == "A, B, C, D"
    assert told(sheet) == ["column neue Bock: no points and no totals, kept as remarks"]
    (sheet,) = take("Nr;A;B;C;D;Punkte solo\n1;2;-2;2;-2;\n2;-1;1;1;-1;\n3;9;-3;-3;-3;9\n")
    assert players(sheet) == "A, B, C, D"
    assert lines(sheet)[2] == '=9,-3,-3,-3 "Punkte solo 9"'


@pytest.mark.parametrize("marks", [("", "1", "", ""), ("7", "2", "5", "1"), ("0", "0", "0", "0"), ("-1", "", "", "")])
def test_a_column_that_nobody_knows_is_named(take: Any, marks: tuple[str, ...]) -> None:
    text = rows(*(f"{row};{mark}" for row, mark in zip((R, S, T, U), marks, strict=True)), titles="A;B;C;D;Xaver")
    error = refused(take, text)
    assert (error.message, error.fields["name"]) == ("error.import.left-over", "Xaver")
    (sheet,) = take(text, layout="ignore: [Xaver]")
    assert players(sheet) == "A, B, C, D"
    (sheet,) = take(text, layout="players: [A, B, C, D]")
    assert players(sheet) == "A, B, C, D"


def test_a_column_with_nothing_below_it_is_named(take: Any) -> None:
    (sheet,) = take(rows(R + ";", S + ";", T + ";", titles="A;B;C;D;Xaver"))
    assert told(sheet) == ["column Xaver: nothing stands below it, left out"]


@pytest.mark.parametrize("name", ["Bock", "Solo", "Re", "Fuchs", "Peter Bock", "Frau Sieger"])
def test_a_player_may_be_called_like_a_word(take: Any, name: str) -> None:
    (sheet,) = take(rows(f"1;{R}", f"2;{S}", f"3;{T}", f"4;{U}", titles=f"Nr;A;{name};C;D"))
    assert ledger(sheet).sheet.names == ("A", name, "C", "D")


@pytest.mark.parametrize("cell", ["1", "x", "Xaver", "20:15", "A,Xaver"])
def test_a_cell_below_re_that_names_nobody_is_kept(take: Any, cell: str) -> None:
    (sheet,) = take(rows(f"{R};{cell}", f"{S};A", f"{T};", titles="A;B;C;D;Re"))
    assert lines(sheet)[0] == f'=2,-2,2,-2 "Re {cell}"'


# -- (b) its own numbers


def numbered(*numbers: object) -> str:
    points = [R, S, T, U]
    return rows(*(f"{n};{points[i % 4]}" for i, n in enumerate(numbers)))


@pytest.mark.parametrize(
    ("numbers", "line", "entry"),
    [
        ((1, 2, 5, 6), 2, "luecke 2"),
        ((1, 3), 1, "luecke 1"),
        ((13, 14, 15), 0, "luecke 12"),
        ((1, 2, "", 5), 3, "luecke 1"),
        (("1.", "2.", "4."), 2, "luecke 1"),
        (("#1", "#2", "#4"), 2, "luecke 1"),
        ((0, 1, 3), 2, "luecke 1"),
    ],
)
def test_missing_numbers_are_a_hole(take: Any, numbers: tuple[object, ...], line: int, entry: str) -> None:
    (sheet,) = take(numbered(*numbers))
    assert lines(sheet)[line] == entry
    assert sum(text.startswith("luecke") for text in lines(sheet)) == 1
    assert any("missing" in text for text in told(sheet))


@pytest.mark.parametrize("numbers", [(4, 3, 2, 1), (2, 1, 3, 4), (1, 4, 3, 2), (14, 13, 16, 15)])
def test_numbers_out_of_order_are_put_in_order(take: Any, numbers: tuple[int, ...]) -> None:
    (sheet,) = take(numbered(*numbers))
    by_number = dict(zip(numbers, (R, S, T, U), strict=True))
    hands = [text for text in lines(sheet) if not text.startswith("luecke")]
    assert hands == ["=" + by_number[n].replace(";", ",") for n in sorted(numbers)]
    assert any("order" in text for text in told(sheet))


@pytest.mark.parametrize(
    ("numbers", "message"),
    [
        ((4, 3, 2, 2), "twice"),
        ((1, 2, 2, 3), "twice"),
        ((1, 2, 1, 2), "twice"),
        ((1, 5, 2, 9), "order"),
        ((1, 2, 33, 4), "order"),
        ((2, "", 1, 3), "order"),
        ((1, 2, 2000), "order"),
    ],
)
def test_numbers_that_make_no_order_are_refused(take: Any, numbers: tuple[object, ...], message: str) -> None:
    assert refused(take, numbered(*numbers)).message == f"error.import.number-{message}"
    (sheet,) = take(numbered(*numbers), layout="ignore: [Nr]")
    assert len(lines(sheet)) == len(numbers)


def test_a_first_number_with_totals_carries_them_over(take: Any) -> None:
    titles = "Nr;A;B;C;D;Stand A;Stand B;Stand C;Stand D"
    (sheet,) = take(rows(f"13;{R};7;3;-5;-5", f"14;{S};6;4;-4;-6", f"15;{T};9;7;-7;-9", titles=titles))
    assert lines(sheet)[0] == "uebertrag 5,5,-7,-3 spiele:12"
    assert check(sheet) == []
    assert ledger(sheet).rows[0].n == 13


# -- (c) rows that are no hands


@pytest.mark.parametrize(
    "start", ["0;0;0;0;0", ";0;0;0;0", "Start;0;0;0;0", "Anfang;0;0;0;0", "Übertrag;0;0;0;0", "0;;;;", "Start;;;;"]
)
def test_where_the_list_starts_is_no_hand(take: Any, start: str) -> None:
    (sheet,) = take(rows(start, f"1;{R}", f"2;{S}", f"3;{T}"))
    assert [line for line in lines(sheet) if line.startswith("=")] == ["=2,-2,2,-2", "=-1,1,1,-1", "=3,3,-3,-3"]
    assert sheet.hands == 3
    assert told(sheet) == ["line 2: nothing but zeros before the first hand, left out"] or "notiz" in lines(sheet)[0]


def test_totals_that_start_at_nothing(take: Any) -> None:
    (sheet,) = take(rows("0;0;0;0", "2;-2;2;-2", "1;-1;3;-3", "4;2;0;-6", titles="A;B;C;D"))
    assert lines(sheet) == ["==2,-2,2,-2", "==1,-1,3,-3", "==4,2,0,-6"]
    assert told(sheet) == ["line 2: nothing but zeros before the first hand, left out"]


def test_a_hand_worth_nothing_is_a_hand(take: Any) -> None:
    (sheet,) = take(rows("1;0;0;0;0", f"2;{R}", f"3;{S}", "4;0;0;0;0"))
    assert sheet.hands == 4


@pytest.mark.parametrize("title", ["Nr;A;B;C;D", "nr;a;b;c;d", "NR;A;B;C;D", ";A;B;C;D"])
def test_titles_that_stand_there_again(take: Any, title: str) -> None:
    (sheet,) = take(rows(f"1;{R}", f"2;{S}", title, f"3;{T}", f"4;{U}"))
    assert sheet.hands == len(lines(sheet)) == 4
    assert told(sheet) == ["line 4: the titles again, left out"]


@pytest.mark.parametrize(
    ("row", "line"),
    [
        ("Strafe;-3;1;1;1", 'strafe A gering "Strafe"'),
        ("Strafe Ben;0;-2;0;0", 'strafe B unsportlich punkte:2 "Strafe Ben"'),
        ("Strafe:;0;-2;0;0", 'strafe B unsportlich punkte:2 "Strafe:"'),
        ("Penalty;1;1;-3;1", 'strafe C gering "Penalty"'),
        ("Strafpunkte;;;;-5", 'strafe D unsportlich punkte:5 "Strafpunkte"'),
        ("Strafe;-30;10;10;10", 'strafe A strafe_30_10 "Strafe"'),
        ("Summe;1;-1;3;-3", 'uebertrag 1,-1,3,-3 "Summe"'),
        ("Zwischenstand;1;-1;3;-3", 'uebertrag 1,-1,3,-3 "Zwischenstand"'),
        ("Übertrag Seite 2;1;-1;3;-3", 'uebertrag 1,-1,3,-3 "Übertrag Seite 2"'),
        ("Summe;1;-1;3;-4", 'uebertrag 1,-1,3,-4 "Summe"'),
        ("Pause;;;;", 'notiz "Nr Pause"'),
    ],
)
def test_words_beside_the_numbers(take: Any, row: str, line: str) -> None:
    (sheet,) = take(rows(f"1;{R}", f"2;{S}", row, f"3;{T}", f"4;{U}"))
    assert (lines(sheet)[2], sheet.hands) == (line, 4)
    wrong = [("S405", None)] if "-4" in line else []
    assert [(code.partition(".")[0], None) for code, _ in check(sheet)] == wrong
    assert told(sheet) or line.startswith("notiz")


def test_a_penalty_takes_no_number(take: Any) -> None:
    (sheet,) = take(rows(f"1;{R}", f"2;{S}", "Strafe;-3;1;1;1", f"3;{T}", "Strafe;-3;1;1;1", f"6;{U}"))
    assert [line.split()[0] for line in lines(sheet)][2:] == ["strafe", "=3,3,-3,-3", "strafe", "luecke", "=1,-1,-1,1"]
    assert lines(sheet)[5] == "luecke 2"


def test_a_penalty_by_totals(take: Any) -> None:
    totals = ["1;2;-2;2;-2", "2;1;-1;3;-3", "Strafe;-2;0;4;-2", "3;1;3;1;-5", "4;3;1;3;-7", "5;0;4;6;-10"]
    (sheet,) = take(rows(*totals))
    assert lines(sheet)[2:4] == ['strafe A gering "Strafe"', "==1,3,1,-5"]
    assert check(sheet) == []


def test_a_penalty_that_fits_nobody_does_not_pass_for_a_hand(take: Any) -> None:
    (sheet,) = take(rows(f"1;{R}", f"2;{S}", "Strafe;-2;-2;0;4", f"3;{T}"))
    assert lines(sheet)[2] == 'notiz "Strafe A -2, B -2, C 0, D 4"'
    assert told(sheet) == ["line 4 (Strafe) fits no penalty; its points do not count, it is kept as a remark"]


@pytest.mark.parametrize("word", ["Summe", "Endstand", "Gesamt", "Total", "Ergebnis", "sum", "SUMME:"])
def test_the_final_result(take: Any, word: str) -> None:
    (sheet,) = take(rows(f"1;{R}", f"2;{S}", f"3;{T}", f"{word};4;2;0;-6"))
    assert lines(sheet)[3] == f'endstand 4,2,0,-6 "{word}"'
    assert check(sheet) == []


def test_the_sum_of_a_page_is_no_result(take: Any) -> None:
    (sheet,) = take(
        rows(f"1;{R}", f"2;{S}", "Summe;1;-1;3;-3", f"3;{T}", f"4;{U}", "Summe;4;2;-4;-2", "Endstand;5;1;-1;-5")
    )
    assert lines(sheet)[2] == 'uebertrag 1,-1,3,-3 "Summe"'
    assert lines(sheet)[5:] == ['notiz "Summe A 4, B 2, C -4, D -2"', 'endstand 5,1,-1,-5 "Endstand"']
    assert check(sheet) == []


def test_a_form_that_is_not_filled_in_to_the_end(take: Any) -> None:
    (sheet,) = take(rows(f"1;{R}", f"2;{S}", f"3;{T}", "4;;;;", "5;;;;"))
    assert (len(lines(sheet)), told(sheet)) == (3, ["lines 5 to 6: not filled in, left out"])
    titles = "Nr;A;B;C;D;Stand A;Stand B;Stand C;Stand D"
    (sheet,) = take(rows(f"1;{R};{R}", f"2;{S};1;-1;3;-3", "3;;;;;1;-1;3;-3", titles=titles))
    assert (len(lines(sheet)), told(sheet)) == (2, ["line 4: not filled in, left out"])
    (sheet,) = take(rows(f"1;{R}", "2;;;;", f"3;{T}", f"4;{U}"))
    assert lines(sheet)[1] == "luecke 1"


NOTHING = "line 2: nothing but zeros before the first hand, left out"


@pytest.mark.parametrize(
    ("titles", "start", "n"),
    [("A;B;C;D", "0;0;0;0", 3), ("A;B;C;D;Wert", "0;0;0;0;0", 3), ("A;B;C;D;E", "0;0;0;0;0", 2)],
)
def test_where_a_list_without_numbers_starts(take: Any, titles: str, start: str, n: int) -> None:
    played = {"A;B;C;D": [R, S, T], "A;B;C;D;Wert": [R + ";2", S + ";1", T + ";3"], "A;B;C;D;E": FIVE[:2]}[titles]
    (sheet,) = take(rows(start, *played, titles=titles))
    assert (sheet.hands, told(sheet)) == (n, [NOTHING])
    assert not any("=0,0,0,0" in line for line in lines(sheet))


@pytest.mark.parametrize("row", ["0;0;0;0;A", "0;0;0;0;"])
def test_zeros_with_something_beside_them_or_more_than_once_are_hands(take: Any, row: str) -> None:
    (sheet,) = take(rows(row, R + ";B", S + ";C", row, T + ";D", titles="A;B;C;D;Geber"), layout="numbers: points")
    assert sheet.hands == 5


@pytest.mark.parametrize(
    ("titles", "below", "hands", "points"),
    [
        ("Nr;S1;S2;S3;S4", ";Anna;Ben;Cem;Dora", [f"1;{R}", f"2;{S}"], "=2,-2,2,-2"),
        ("Nr;Spieler 1;Spieler 2;Spieler 3;Spieler 4", "Name;Anna;Ben;Cem;Dora", [f"1;{R}", f"2;{S}"], "=2,-2,2,-2"),
        ("S1;S2;S3;S4", "Anna;Ben;Cem;Dora", [R, S, T, U], "=2,-2,2,-2"),
        ("Nr;Punkte;;;", ";Anna;Ben;Cem;Dora", [f"1;{R}", f"2;{S}"], "=2,-2,2,-2"),
        (
            "Nr;Punkte;;;;Stand;;;",
            ";Anna;Ben;Cem;Dora;Anna;Ben;Cem;Dora",
            [f"1;{R};{R}", f"2;{S};1;-1;3;-3"],
            "=2,-2,2,-2 ==2,-2,2,-2",
        ),
        ("Doppelkopfabend;;;;", "Nr;Anna;Ben;Cem;Dora", [f"1;{R}", f"2;{S}"], "=2,-2,2,-2"),
    ],
)
def test_names_below_the_titles(take: Any, titles: str, below: str, hands: list[str], points: str) -> None:
    (sheet,) = take(rows(below, *hands, below, titles=titles))
    assert players(sheet) == "Anna, Ben, Cem, Dora"
    assert (lines(sheet)[0], sheet.hands) == (points, len(hands))
    assert any(line.startswith("line 2: names below the titles") for line in told(sheet))
    assert f"line {len(hands) + 3}: the titles again, left out" in told(sheet)


def test_words_instead_of_numbers_are_no_hand(take: Any) -> None:
    (sheet,) = take(rows(R, S, "Pause;Pause;Pause;Pause", T, U, titles="A;B;C;D"))
    assert lines(sheet)[2].startswith("notiz ")
    assert (sheet.hands, told(sheet)) == (4, ["line 4: words where numbers should be, kept as a remark"])


@pytest.mark.parametrize("names", ["E;F;G;H", "A;B;D;C", "B;A;C;D", "A;B;C;Emil", "D;C;B;A"])
@pytest.mark.parametrize("numbered", [True, False])
def test_other_names_in_the_middle_are_another_list(take: Any, names: str, numbered: bool) -> None:
    def line(first: str, rest: str) -> str:
        return f"{first};{rest}" if numbered else rest

    hands = [line(str(n), row) for n, row in enumerate((R, S, T, U), 1)]
    text = rows(*hands[:3], line("Nr", names), hands[3], titles=line("Nr", "A;B;C;D"))
    assert refused(take, text).message == "error.import.other-names"


@pytest.mark.parametrize("text", [R, f"{R};2", f"{R};2;x"])
def test_a_list_of_one_hand(take: Any, text: str) -> None:
    (sheet,) = take(rows(text, titles="A;B;C;D;Wert;Bemerkung"))
    assert lines(sheet)[0].partition('"')[0].rstrip().endswith("=2,-2,2,-2")
    (sheet,) = take(rows(text, titles="A;B;C;D;Wert;Bemerkung"), layout="numbers: totals")
    assert "==2,-2,2,-2" in lines(sheet)[0]


def test_an_accepted_bock_mark_is_said(take: Any) -> None:
    (sheet,) = take(rows(f"{R};", "-2;2;2;-2;x", f"{T};", titles="A;B;C;D;Bock"))
    assert lines(sheet)[1] == "bock:1 =-2,2,2,-2 ok:B507"
    assert told(sheet) == ["column Bock: nur-punkte knows no Bock; ok:B507 accepts each mark as it stands"]


# -- (d) who sits out


def test_the_list_of_five_of_the_example(take: Any) -> None:
    five = rows(
        "1;;1;1;-1;-1", "2;2;;-2;2;-2", "4;3;-3;3;;-3", "5;1;1;-1;-1;", "6;;-1;-1;1;1", titles="Spiel;A;B;C;D;E"
    )
    (sheet,) = take(five)
    assert lines(sheet)[2] == "luecke 1"
    assert any("is missing" in line for line in told(sheet))
    (sheet,) = take("\n".join(line.partition(";")[2] for line in five.splitlines()))
    assert check(sheet) == [("B502.turn", 3)]


@pytest.mark.parametrize("titles", ["A;B;C;D;E", "A;B;C;D;E;Re"])
@pytest.mark.parametrize(
    ("lost", "said"), [((8,), [10]), ((1,), [3]), ((7, 8), [9]), ((2, 4), [4, 5]), ((3, 4), [5]), ((3, 8), [5, 9])]
)
def test_a_lost_line_is_never_explained_away(take: Any, titles: str, lost: tuple[int, ...], said: list[int]) -> None:
    cells = [row for i, row in enumerate(FIVE) if i not in lost]
    (sheet,) = take(rows(*(f"{row};" for row in cells), titles=titles))
    assert "aussetzt" not in sheet.text
    assert [text.partition(":")[0] for text in told(sheet) if "may be missing" in text] == [f"line {n}" for n in said]
    assert [code.partition(".")[0] for code, _ in check(sheet)] == ["B502"] * len(said)


def test_own_numbers_say_that_no_line_is_lost(take: Any) -> None:
    cells = [f"{i};{row}" for i, row in enumerate([*FIVE[:3], FIVE[4]], 1)]
    (sheet,) = take(rows(*cells, titles="Nr;A;B;C;D;E"))
    assert told(sheet) == ["line 5: somebody else sits out than D, whose turn it was; aussetzt says so"]
    assert check(sheet) == []


def test_a_lost_line_is_said_where_names_tell_who_played(take: Any) -> None:
    partners = ["B,C", "A,D", "A,D", "A,B", "C,D", "B,C", "A,D", "A,D", "A,B", "C,D"]
    cells = [f"{row};{re}" for row, re in zip(FIVE, partners, strict=True)]
    (sheet,) = take(rows(*cells[:8], cells[9], titles="A;B;C;D;E;Re"))
    assert told(sheet) == ["line 10: E sits out, by the order it would be D; before this line a hand may be missing"]


def test_somebody_who_sat_out_of_turn_once(take: Any) -> None:
    cells = ["-;1;1;-1;-1", "2;-2;-;2;-2", "3;-3;-;3;-3", "1;1;-1;-;-1", "-1;-1;1;1;-"]
    (sheet,) = take(rows(*cells, titles="A;B;C;D;E"))
    assert lines(sheet)[1] == "aussetzt:C =2,-2,-,2,-2"
    assert told(sheet) == ["line 3: somebody else sits out than B, whose turn it was; aussetzt says so"]
    assert check(sheet) == []


def test_who_sits_out_has_a_0(take: Any) -> None:
    cells = ["0;1;1;-1;-1", "2;0;-2;2;-2", "-3;3;0;3;-3", "1;1;-1;0;-1", "1;1;-1;-1;0"]
    (sheet,) = take(rows(*cells, titles="A;B;C;D;E"))
    assert lines(sheet)[0] == "=-,1,1,-1,-1"
    assert told(sheet) == ["nobody has an empty cell: the 0 of who did not play is taken for sitting out"]
    assert check(sheet) == []


@pytest.mark.parametrize("titles", ["A Punkte;B Punkte;C Punkte;D Punkte", "Punkte A;Punkte B;Punkte C;Punkte D"])
def test_points_of_each_by_title(take: Any, titles: str) -> None:
    (sheet,) = take(rows(R, S, T, titles=titles))
    assert players(sheet) == "A, B, C, D"


@pytest.mark.parametrize("first", range(5))
def test_anybody_may_have_dealt_first(take: Any, first: int) -> None:
    cells = [";".join([["2", "-2", "2", "-2"][i - (i > out)] if i != out else "-" for i in range(5)]) for out in
             ((first + n) % 5 for n in range(6))]  # fmt: skip
    (sheet,) = take(rows(*cells, titles="A;B;C;D;E"))
    assert check(sheet) == []
    assert (f"\ndealer: {'ABCDE'[first]}\n" in sheet.text) == (first > 0)


# -- (f) and (g) cells that are missing, and layouts


def test_missing_cells_at_the_end_are_empty(take: Any) -> None:
    (sheet,) = take(rows(f"1;{R};2;x", f"2;{S}", f"3;{T};3", f"4;{U};1;y", titles="Nr;A;B;C;D;Wert;Bemerkung"))
    assert lines(sheet)[:3] == ['wert:2 =2,-2,2,-2 "Bemerkung x"', "=-1,1,1,-1", "wert:3 =3,3,-3,-3"]


@pytest.mark.parametrize(
    "layout",
    ["players: [A, B, C, D]", "ignore: [egal]", "numbers: points", "value: Wert", "players: [A, B, C, D]\nhand: Nr"],
)
def test_a_layout_amends_what_the_titles_tell(take: Any, layout: str) -> None:
    text = rows(f"1;{R};2;A,C;;u", f"2;{S};1;B,C;x;v", f"4;{T};3;A,B;;w", titles="Nr;A;B;C;D;Wert;Sieger;Bock;egal")
    (sheet,) = take(text, layout=layout)
    rest = "" if "ignore" in layout else ' "egal {}"'
    assert lines(sheet) == [
        "wert:2 sieger:A,C =2,-2,2,-2" + rest.format("u"),
        "wert:1 sieger:B,C bock:1 =-1,1,1,-1 ok:B507" + rest.format("v"),
        "luecke 1",
        "wert:3 sieger:A,B =3,3,-3,-3" + rest.format("w"),
    ]


def test_a_layout_knows_better_than_a_title(take: Any) -> None:
    text = rows(f"1;{R};7;2", f"2;{S};8;1", f"3;{T};9;3", titles="Nr;A;B;C;D;Wert;V")
    (sheet,) = take(text, layout="value: V")
    assert lines(sheet)[0] == 'wert:2 =2,-2,2,-2 "Wert 7"'


# -- numbers


@pytest.mark.parametrize(
    ("others", "cell", "value"),
    [
        ("2,5;-2,5;2,5;-2,5", "1.000;-1.000;1.000;-1.000", "1000"),
        ("2.5;-2.5;2.5;-2.5", "1,000;-1,000;1,000;-1,000", "1000"),
        ("2.5;-2.5;2.5;-2.5", "1.000;-1.000;1.000;-1.000", "1"),
        ("2;-2;2;-2", "1.500,5;-1.500,5;1.500,5;-1.500,5", "1500,5"),
        ("2;-2;2;-2", "1.000.000;-1.000.000;1.000.000;-1.000.000", "1000000"),
        ("2;-2;2;-2", "1 000;-1 000;1 000;-1 000", "1000"),
        ("2;-2;2;-2", "1\u00a0000;-1\u00a0000;1\u202f000;-1\u2009000", "1000"),
        ("2;-2;2;-2", "1'000;-1'000;1’000;-1’000", "1000"),
        ("2;-2;2;-2", "0.500;-0.500;0.500;-0.500", "0,500"),
        ("2;-2;2;-2", "+3;−3;+3;–3", "3"),
        ("2;-2;2;-2", "3;- 3;3;—3", "3"),
        ("2;2-;2;2-", "3;3-;3;3-", "3"),
        ("2;(2);2;(2)", "3;(3);3;(3)", "3"),
        ("2 €;-2 €;2 €;-2 €", "3,50 €;-3,50 €;€ 3,50;€ -3,50", "3,50"),
        ("2 Pkt.;-2 Pkt.;2 Pkt.;-2 Pkt.", "3 Punkte;-3 P;3 Pkt;-3 Pkt.", "3"),
    ],
)
def test_ways_to_write_a_number(take: Any, others: str, cell: str, value: str) -> None:
    (sheet,) = take(rows(f"1;{others}", f"2;{cell}", f"3;{others}"), layout="numbers: points")
    sign = "/" if "," in value else ","
    assert lines(sheet)[1] == "=" + sign.join([value, f"-{value}"] * 2)


@pytest.mark.parametrize("cell", ["1.000", "1,000", "999.999"])
def test_one_or_a_thousand_is_not_guessed(take: Any, cell: str) -> None:
    text = rows(f"1;{cell};-{cell};{cell};-{cell}", f"2;{cell};{cell};-{cell};-{cell}", f"3;{R}")
    assert refused(take, text).message == "error.import.thousands"
    thousand = cell.replace(".", "").replace(",", "")
    (sheet,) = take(text, layout=f"decimal: '{'.' if ',' in cell else ','}'")
    assert lines(sheet)[0] == f"={thousand},-{thousand},{thousand},-{thousand}"
    (sheet,) = take(text, layout=f"decimal: '{cell[-4]}'")
    assert lines(sheet)[0] != f"={thousand},-{thousand},{thousand},-{thousand}"


def test_one_or_a_thousand_by_the_sums(take: Any) -> None:
    (sheet,) = take(rows(f"1;{R}", f"2;{S}", "3;1.002;-334;-334;-334", f"4;{T}"))
    assert lines(sheet)[2] == "=1002,-334,-334,-334"
    (sheet,) = take(rows(f"1;{R}", f"2;{S}", "3;1,002;-334;-334;-334", f"4;{T}"))
    assert lines(sheet)[2] == "=1002,-334,-334,-334"


@pytest.mark.parametrize("cell", ["50%", "3-", "(3)", "3 €", "--3", "1/2", "3e2", "drei", "1.00.00", "(-3)"])
def test_what_is_no_number_here_stays_to_be_read(take: Any, cell: str) -> None:
    """Other numbers have another minus and no unit: the cell is ?, and stands in the note as it was."""
    (sheet,) = take(rows(f"1;{R}", f"2;{cell};3;3;-3", f"3;{T}", f"4;{U}", f"5;{S}"))
    assert lines(sheet)[1] == f'=?,3,3,-3 "A {cell}"'


def test_a_unit_is_said_and_a_remark_stays_as_it_was(take: Any) -> None:
    titles = "Nr;A;B;C;D;Wert;Einsatz"
    cells = ["1;2 €;-2 €;2 €;-2 €;2,0;3,50 €", "2;3 €;3 €;-3 €;-3 €;3;1.000,50 €"]
    (sheet,) = take(rows(*cells, titles=titles), "numbers: points")
    assert lines(sheet) == ['wert:2 =2,-2,2,-2 "Einsatz 3,50 €"', 'wert:3 =3,3,-3,-3 "Einsatz 1.000,50 €"']
    assert "column A: numbers with a unit such as 2 €, taken without it" in told(sheet)


# -- settlements


def test_only_winners_or_only_losers_is_said(take: Any) -> None:
    text = rows("1;2;0;2;0", "2;0;1;1;0", "3;3;3;0;0", "4;0;0;0;6")
    (sheet,) = take(text, rules="")
    assert "settlement: {mode: plus}" in sheet.text
    assert any("only the winners" in line for line in told(sheet))


def test_the_rules_say_that_the_losers_write(tmp_path: Path) -> None:
    (tmp_path / "l.csv").write_text(rows("1;2;0;2;0", "2;0;1;1;0", "3;3;3;0;0", "4;0;0;0;6"), "utf-8")
    (tmp_path / "r.yaml").write_text("extends: nur-punkte\nid: r\nsettlement: {mode: minus, unit: -1}\n", "utf-8")
    (sheet,) = import_lists(str(tmp_path / "l.csv"), None, str(tmp_path / "r.yaml"), "", tmp_path)
    assert "\nrules: ./r.yaml\n" in sheet.text
    assert not any("winners" in line for line in told(sheet))
