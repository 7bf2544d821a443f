"""Lists of others as sheets: every column by its name, nothing lost, and results of tournaments refused."""

from __future__ import annotations

import csv
import os
import random
import re
from pathlib import Path
from typing import Any

import pytest

from dokosheet.core.records import replace
from dokosheet.importing import lists as importing
from dokosheet.importing.lists import file_names
from helpers import Imported, Unreadable, import_lists, opened, read_layout

EXAMPLE = Path(__file__).parents[2] / "examples" / "liste.csv"
REAL = os.environ.get("DOKOSHEET_REAL_LISTS", "")


def lists(folder: Path, text: str, layout: str = "", rules: str = "nur-punkte") -> list[Imported]:
    path = folder / "liste.csv"
    path.write_text(text, "utf-8")
    described = None
    if layout:
        (folder / "layout.yaml").write_text(layout, "utf-8")
        described, found = read_layout(str(folder / "layout.yaml"))
        assert found == []
    return list(import_lists(str(path), described, rules))


def lines(sheet: Imported) -> list[str]:
    assert sheet.findings == ()
    return [line[4:] for line in sheet.text.splitlines() if line.startswith("  - ")]


def head(sheet: Imported, key: str) -> str:
    return next(line.partition(": ")[2] for line in sheet.text.splitlines() if line.startswith(f"{key}: "))


def errors(sheet: Imported) -> list[tuple[str, int]]:
    found = opened(sheet.text)
    return [(f.code, f.hand or 0) for f in found.findings if f.severity == "error"]


def refused(folder: Path, text: str, layout: str = "") -> Unreadable:
    with pytest.raises(Unreadable) as left:
        lists(folder, text, layout)
    return left.value


def test_the_example_has_no_error() -> None:
    (sheet,) = import_lists(str(EXAMPLE), None, "nur-punkte")
    assert sheet.hands == 10
    assert head(sheet, "note") == "'Import: liste.csv'"
    assert errors(sheet) == []


def test_columns_that_name_the_players_in_several_lists(tmp_path: Path) -> None:
    one, two = lists(
        tmp_path,
        "sheet,hand,p1,p2,p3,p4,t1,t2,t3,t4,d1,d2,d3,d4,value,mark\n"
        "1,1,B,D,Re,K,2,-2,2,-2,2,-2,2,-2,2,\n"
        "1,2,B,D,Re,K,1,-1,3,-3,-1,1,1,-1,-1,HZ\n"
        "2,1,D,K,B,Re,3,3,-3,-3,3,3,-3,-3,3,\n",
    )
    assert [one.name, two.name] == ["1", "2"]
    assert head(one, "players") == '[B, D, {name: "Re", as: Re.}, K]'
    assert head(two, "players") == '[D, K, B, {name: "Re", as: Re.}]'
    assert lines(one) == ["wert:2 =2,-2,2,-2 ==2,-2,2,-2", 'wert:-1 =-1,1,1,-1 ==1,-1,3,-3 "mark HZ"']
    assert errors(one) == errors(two) == []


def test_players_that_change_their_columns_within_a_list(tmp_path: Path) -> None:
    (sheet,) = lists(
        tmp_path,
        "hand,p1,p2,p3,p4,d1,d2,d3,d4\n1,A,B,C,D,2,-2,2,-2\n2,D,C,B,A,1,1,-1,-1\n",
    )
    assert lines(sheet) == ["=2,-2,2,-2", "=-1,-1,1,1"]


def test_names_over_totals_and_a_last_column_of_values(tmp_path: Path) -> None:
    text = "P,A,M,D,S\n3,-3,-3,3,3\n1,-5,-1,5,-2\n4,-8,2,2,-3\n-5,-5,5,5,3\n"
    (sheet,) = lists(tmp_path, text)
    assert head(sheet, "players") == "[P, A, M, D]"
    assert lines(sheet)[:2] == ["wert:3 ==3,-3,-3,3", "wert:-2 ==1,-5,-1,5"]


def test_names_over_points(tmp_path: Path) -> None:
    (sheet,) = lists(tmp_path, "Anna,Ben,Cem,Dora\n3,-3,-3,3\n1,1,-1,-1\n-2,2,2,-2\n6,-2,-2,-2\n")
    assert lines(sheet) == ["=3,-3,-3,3", "=1,1,-1,-1", "=-2,2,2,-2", "=6,-2,-2,-2"]


def test_one_slip_does_not_hide_what_the_numbers_are(tmp_path: Path) -> None:
    rows = "1,-1,-1,1\n3,3,-3,-3\n-2,2,-2,2\n4,-4,-4,4\n-1,-1,-1,3\n5,-5,5,-5\n2,-2,-2,2\n"
    (sheet,) = lists(tmp_path, f"Anna,Ben,Cem,Dora\n{rows}2,-2,-2,1\n")
    assert errors(sheet) == [("S401", 8)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("A,B,C,D\n2,-2,2,-2\n4,-4,4,-4\n8,-8,8,-8\n", "error.import.two-readings"),
        ("A,B,C,D\n7,1,2,3\n5,1,9,2\n8,2,4,5\n", "error.import.no-reading"),
        ("A,B,C\n1,2,-3\n", "error.import.unknown"),
        ("x,y\na,b\n", "error.import.unknown"),
        ("place,player,r1,r2,r3,total\n1,A,1,2,3,6\n", "error.import.results"),
        ("Platz;Name;Punkte\n1;Anna;60\n", "error.import.results"),
        ("hand,player,points\n1,A,1\n", ""),
        ("Datum;Anna;Ben;Cem;Dora\n2026-01-01;3;4;5;6\n", "error.import.evenings"),
        ("Spiel;Anna;anna;Ben;Cem\n1;1;1;-1;-1\n", "error.import.title-twice"),
        ("Spiel;Anna;Ben;Cem;Dora\n1;1;1;-1\n", "error.import.unknown"),
        ("Spiel;Anna;Ben;Cem;Dora\n1;1;1;-1;-1;7\n", "error.table.ragged"),
        ("hand,p1,p2,p3,p4,d1,d2,d3,d4\n1,A,B,C,C,1,1,-1,-1\n", "error.import.name-twice"),
        ("hand,p1,p2,p3,p4,d1,d2,d3,d4\n1,A,B,C,,1,1,-1,-1\n", "error.import.no-name"),
        ("Spiel;Anna;Ben;Cem;Dora\n", "error.import.empty"),
        ("", "error.import.empty"),
    ],
)
def test_what_is_refused(tmp_path: Path, text: str, message: str) -> None:
    if message:
        assert refused(tmp_path, text).message == message
    else:
        refused(tmp_path, text)


def marked(folder: Path, titles: str, cells: str, rules: str = "nur-punkte") -> str:
    """The first line of a list of four with more columns."""
    more = "".join(f"{row}{';' * len(titles.split(';'))}\n" for row in ("2;3;-3;-3;3", "3;-1;1;-1;1", "4;5;-5;-5;5"))
    text = f"Spiel;Anna;Ben;Cem;Dora;{titles}\n1;2;2;-2;-2;{cells}\n{more}"
    (sheet,) = lists(folder, text, rules=rules)
    return lines(sheet)[0]


@pytest.mark.parametrize(
    ("titles", "cells", "line"),
    [
        ("Wert", "2", "wert:2 =2,2,-2,-2"),
        ("Wert;Sieger", "2;Kontra", 'wert:-2 =2,2,-2,-2 "Sieger Kontra"'),
        ("Sieger", "Anna + Ben", "sieger:Anna,Ben =2,2,-2,-2"),
        ("Sieger", "Anna und Ben", "sieger:Anna,Ben =2,2,-2,-2"),
        ("Sieger", "Xaver", '=2,2,-2,-2 "Sieger Xaver"'),
        ("Re;Sieger", "Anna,Ben;Re", "Anna Ben sieger:Anna,Ben =2,2,-2,-2"),
        ("Re;Hochzeit", "Anna,Ben;Ben", "Ben Anna hochzeit =2,2,-2,-2"),
        ("Hochzeit", "x", '=2,2,-2,-2 "Hochzeit x"'),
        ("Hochzeit", "nein", "=2,2,-2,-2"),
        ("Geber", "Cem", "geber:Cem =2,2,-2,-2"),
        ("Geber", "Xaver", '=2,2,-2,-2 "Geber Xaver"'),
        ("Bock", "Ja", "bock:1 =2,2,-2,-2 ok:B507"),
        ("Bock", "2", "bock:2 =2,2,-2,-2 ok:B507"),
        ("Bock", "vielleicht", '=2,2,-2,-2 "Bock vielleicht"'),
        ("Solo", "Anna", "Anna solo =2,2,-2,-2"),
        ("Solo", "x", '=2,2,-2,-2 "Solo x"'),
        ("Art;Solo", "Damensolo;Anna", "Anna damensolo =2,2,-2,-2"),
        ("Art;Solo", "Solo;Anna", "Anna solo =2,2,-2,-2"),
        ("Art", "Quatsch", '=2,2,-2,-2 "Art Quatsch"'),
        ("Art", "Normal", "=2,2,-2,-2"),
        ("Notiz", 'sagt "nein": ja', '\'=2,2,-2,-2 "Notiz sagt \\"nein\\": ja"\''),
    ],
)
def test_marks(tmp_path: Path, titles: str, cells: str, line: str) -> None:
    cells = ";".join(f'"{cell.replace(chr(34), chr(34) * 2)}"' for cell in cells.split(";"))
    assert marked(tmp_path, titles, cells) == line


def test_a_bock_mark_is_compared_where_the_rules_know_bock(tmp_path: Path) -> None:
    assert marked(tmp_path, "Bock", "x", rules="kneipe") == "bock:1 =2,2,-2,-2"


PAIRS = """Spiel;Anna Groß;Stand Anna Groß;Ben;Stand Ben;Cem;Stand Cem;Dora;Stand Dora
1;2,5;2,5;-2,5;-2,5;2,5;2,5;-2,5;-2,5
2;?;3;–1;-3,5;1*;3,5;-1;-3,5
3;krank;3;1;-2,5;-1;2,5;;-3,5
"""


def test_points_and_totals_decimals_and_odd_cells(tmp_path: Path) -> None:
    (sheet,) = lists(tmp_path, PAIRS)
    assert head(sheet, "players") == '[{name: "Anna Groß", as: Anna}, Ben, Cem, Dora]'
    assert lines(sheet) == [
        "=2,5/-2,5/2,5/-2,5 ==2,5/-2,5/2,5/-2,5",
        "sieger:Cem =?,-1,1,-1 ==3/-3,5/3,5/-3,5",
        '=?,1,-1,- ==3/-2,5/2,5/-3,5 "Anna Groß krank"',
    ]


def test_empty_sat_out_and_zero_played(tmp_path: Path) -> None:
    (sheet,) = lists(
        tmp_path,
        "Spiel;A;B;C;D;E\n1;;1;-1;1;-1\n2;2;-;-2;2;-2\n3;0;0;–;0;0\n4;1;-1;1;;-1\nSumme;3;0;-2;3;-4\nPause;;;;;\n",
    )
    assert lines(sheet) == [
        "=-,1,-1,1,-1",
        "=2,-,-2,2,-2",
        "=0,0,-,0,0",
        "=1,-1,1,-,-1",
        'endstand 3,0,-2,3,-4 "Summe"',
        'notiz "Spiel Pause"',
    ]
    assert sheet.hands == 4
    assert errors(sheet) == []


def test_at_five_the_one_whose_total_stays_sat_out(tmp_path: Path) -> None:
    (sheet,) = lists(tmp_path, "A,B,C,D,E\n0,1,-1,1,-1\n2,1,-3,3,-3\n5,-2,-3,0,0\n8,-5,-6,0,3\n")
    assert lines(sheet)[0] == "aussetzt:A ==0,1,-1,1,-1"
    assert lines(sheet)[1] == "aussetzt:B ==2,1,-3,3,-3"
    assert errors(sheet) == []


def test_only_losers_write(tmp_path: Path) -> None:
    text = (
        "sheet,hand,winner,value,solo,A,B,C,D,E\n1,1,Re,4,,0,0,-4,-4,\n1,2,Solo,2,A,0,-2,-2,,-2\n1,3,Re,1,,-1,0,,0,-1\n"
    )
    (sheet,) = lists(tmp_path, text, rules="")
    assert head(sheet, "rules") == "{extends: nur-punkte, settlement: {mode: minus}}"
    assert lines(sheet)[1] == 'A solo wert:2 aussetzt:D =0,-2,-2,-,-2 "winner Solo"'
    assert errors(sheet) == []


def test_rules_without_a_solo_of_any_kind_get_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "eigen.yaml").write_text("extends: nur-punkte\nid: eigen\nkinds: {solo: null}\n", "utf-8")
    text = "Spiel;Anna;Ben;Cem;Dora;Solo\n1;3;-1;-1;-1;Anna\n2;1;1;-1;-1;\n3;2;-2;-2;2;\n4;2;-2;2;-2;\n"
    monkeypatch.chdir(tmp_path)
    (sheet,) = lists(tmp_path, text, rules=str(tmp_path / "eigen.yaml"))
    assert "kinds: {solo: {class: solo, modes: [lust]}}" in head(sheet, "rules")
    assert lines(sheet)[0] == "Anna solo =3,-1,-1,-1"


def test_hand_numbers_and_dates(tmp_path: Path) -> None:
    rows = "27.11.2026;1;1;1;-1;-1\n27.11.2026;1b;2;-2;-2;2\n27.11.2026;3;-1;1;1;-1\n"
    (sheet,) = lists(tmp_path, f"Datum;Spiel;Anna;Ben;Cem;Dora\n{rows}")
    assert head(sheet, "date") == "2026-11-27"
    assert lines(sheet)[1] == '=2,-2,-2,2 "Spiel 1b"'


LAYOUT = """columns: [wann, a, b, c, d, w, wer, egal]
players: [a, b, c, d]
numbers: totals
value: w
winner: wer
hand: wann
skip: {wann: [ende]}
ignore: [egal]
"""


def test_a_described_layout(tmp_path: Path) -> None:
    text = "1;2;-2;2;-2;2;a,c;u\n2;4;-4;4;-4;2;a,c;v\nende;4;-4;4;-4;;;\n"
    (sheet,) = lists(tmp_path, text, LAYOUT)
    assert lines(sheet) == [
        "wert:2 sieger:a,c ==2,-2,2,-2",
        "wert:2 sieger:a,c ==4,-4,4,-4",
        'endstand 4,-4,4,-4 "ende"',
    ]


def test_a_described_layout_with_columns_of_names(tmp_path: Path) -> None:
    layout = "names: [w, x, y, z]\npoints: [1, 2, 3, 4]\nbock: B\n'yes': [jawohl]\n'no': [nö]\n"
    (sheet,) = lists(tmp_path, "w;1;x;2;y;3;z;4;B\nAnna;1;Ben;1;Cem;-1;Dora;-1;jawohl\n", layout)
    assert lines(sheet) == ["bock:1 =1,1,-1,-1 ok:B507"]


@pytest.mark.parametrize(
    ("layout", "message"),
    [
        ("players: [A, B, C, X]", "error.import.no-column"),
        ("players: [A, B, C]", "error.import.layout"),
        ("names: [A, B, C, D]\npoints: [A]", "error.import.layout"),
        ("players: [A, B, C, D]\nnumbers: both", "error.import.layout"),
        ("value: A", "error.import.unknown"),
        ("names: [A, B, C, D]", "error.import.layout"),
    ],
)
def test_a_layout_that_does_not_fit(tmp_path: Path, layout: str, message: str) -> None:
    assert refused(tmp_path, "A;B;C;D\n1;1;-1;-1\n", layout).message == message


def test_a_slip_in_a_layout_is_found(tmp_path: Path) -> None:
    (tmp_path / "layout.yaml").write_text("playrs: [A, B, C, D]\n", "utf-8")
    layout, found = read_layout(str(tmp_path / "layout.yaml"))
    assert layout is None
    assert [f.code for f in found] == ["F102"]


def test_a_list_of_three_players_makes_no_sheet(tmp_path: Path) -> None:
    text = "sheet;A;B;C;D\n1;1;1;-1;-1\n1;2;-2;-2;2\n1;3;-3;3;-3\n2;1;-1;0;\n"
    found = lists(tmp_path, text)
    assert [[f.code for f in sheet.findings] for sheet in found] == [[], ["F108"]]


def test_a_list_that_is_too_long(tmp_path: Path) -> None:
    rows = "1;1;-1;-1\n2;-2;2;-2\n" * 6000
    assert refused(tmp_path, f"A;B;C;D\n{rows}").message == "error.import.too-long"


def test_file_names(tmp_path: Path) -> None:
    named = [Imported(name, "", 0) for name in ("1", "12", "Blatt 1", "../x", "Blatt-1", "")]
    assert file_names("l", named) == [
        "l-01.yaml",
        "l-12.yaml",
        "l-Blatt-1.yaml",
        "l-x.yaml",
        "l-Blatt-1_2.yaml",
        "l.yaml",
    ]


def test_nothing_is_overwritten_and_nothing_is_written_by_half(tmp_path: Path) -> None:
    sheet = Imported("", "text", 0)
    (tmp_path / "b.yaml").write_text("old", "utf-8")
    with pytest.raises(FileExistsError):
        importing.write([(tmp_path / "a.yaml", sheet), (tmp_path / "b.yaml", sheet)])
    assert [path.name for path in tmp_path.iterdir()] == ["b.yaml"]


def test_a_workbook_with_a_list_on_each_worksheet(tmp_path: Path) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    book.active.title = "Montag"
    for sheet in (book.active, book.create_sheet("Freitag")):
        for row in (
            ["Anna", "Ben", "Cem", "Dora", "Emil"],
            [1, 1, -1, -1, None],
            [None, 2, -2, 2, -2],
            [2, -2, None, -2, 2],
        ):
            sheet.append(row)
    book.save(tmp_path / "l.xlsx")
    found = list(import_lists(str(tmp_path / "l.xlsx"), None, "nur-punkte"))
    assert [sheet.name for sheet in found] == ["Montag", "Freitag"]
    assert lines(found[0])[0] == "=1,1,-1,-1,-"


# -- real lists, where somebody has them


def real(number: str) -> str:
    found = sorted(Path(REAL).glob(f"{number}*.csv")) if REAL else []
    if not found:
        pytest.skip("DOKOSHEET_REAL_LISTS names no folder with this list")
    return str(found[0])


def test_real_sixteen_sheets() -> None:
    found = list(import_lists(real("01"), None, "nur-punkte"))
    assert (len(found), sum(sheet.hands for sheet in found)) == (16, 140)
    assert all(errors(sheet) == [] for sheet in found)


def test_real_totals_with_values() -> None:
    (sheet,) = import_lists(real("peer_03"), None, "nur-punkte")
    assert head(sheet, "players") == "[P, A, M, D]"
    assert errors(sheet) == []


def test_real_losers_only() -> None:
    found: list[Any] = list(import_lists(real("21")))
    assert [sheet.hands for sheet in found] == [2, 0, 5]
    wrong = [[("S403", 1), ("S403", 2)], [], [("S403", 3), ("S404", 5)]]  # for want of a fee
    assert [errors(sheet) for sheet in found] == wrong


@pytest.mark.parametrize("number", ["05", "07", "08", "11", "12", "16", "17"])
def test_real_results_are_no_lists(number: str) -> None:
    with pytest.raises(Unreadable) as left:
        list(import_lists(real(number)))
    assert left.value.message in ("error.import.results", "error.import.evenings")


@pytest.mark.parametrize("seed", range(3))
def test_real_columns_in_any_order(seed: int, tmp_path: Path) -> None:
    with Path(real("01")).open(encoding="utf-8", newline="") as stream:
        rows = list(csv.reader(line for line in stream if not line.startswith("#")))
    order = random.Random(seed).sample(range(len(rows[0])), len(rows[0]))
    with (tmp_path / "list.csv").open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream).writerows([row[i] for i in order] for row in rows)
    found = list(import_lists(str(tmp_path / "list.csv"), None, "nur-punkte"))
    assert (len(found), sum(sheet.hands for sheet in found)) == (16, 140)
    assert all(errors(sheet) == [] for sheet in found)


def test_real_losers_only_with_a_fee_and_a_doubling_bock() -> None:
    """Each of the others pays 1 for a Hochzeit; the written value is the one after Bock."""
    fee = "{hochzeit: {when: 'kind:hochzeit', from: each_other, to: kitty, amount: 1}}"
    house = f"{{extends: nur-punkte, settlement: {{mode: minus, fees: {fee}}}, bock: {{triggers: {{manual: {{}}}}}}}}"
    found = [
        replace(sheet, text=re.sub("(?m)^rules: .*", f"rules: {house}", sheet.text))
        for sheet in import_lists(real("21"))
    ]
    assert all(house in sheet.text for sheet in found)
    assert [errors(sheet) for sheet in found] == [[], [], [("S404", 5)]]
