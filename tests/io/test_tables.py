"""Tables of others: encodings, delimiters, comments, workbooks, and files that are none."""

from __future__ import annotations

import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from dokosheet.files import tables
from dokosheet.files.tables import Unreadable, read_tables

ROWS = [("Nr", "Anna", "Jörg"), ("1", "2,5", "-2,5")]


def rows(path: Path, sheet_name: str = "") -> list[tuple[str, ...]]:
    return [line.cells for table in read_tables(path, sheet_name) for line in table.rows]


def refused(path: Path, sheet_name: str = "") -> Unreadable:
    with pytest.raises(Unreadable) as left:
        rows(path, sheet_name)
    return left.value


def put(folder: Path, data: bytes) -> Path:
    path = folder / "liste.csv"
    path.write_bytes(data)
    return path


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
@pytest.mark.parametrize("sign", [";", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_encodings_and_delimiters(tmp_path: Path, encoding: str, sign: str, end: str) -> None:
    text = end.join(sign.join(row) for row in ROWS)
    assert rows(put(tmp_path, text.encode(encoding))) == ROWS


def test_a_decimal_comma_between_commas_stands_in_quotes(tmp_path: Path) -> None:
    assert rows(put(tmp_path, 'Nr,Anna,Jörg\n1,"2,5","-2,5"\n'.encode())) == ROWS


def test_comments_blank_lines_and_places(tmp_path: Path) -> None:
    path = put(tmp_path, b'# one\nNr;A;B\n\n;;\n# two\n1;"x\n# no comment";3\n2;4;5\n')
    reading = read_tables(path)
    table = next(reading)
    found = list(table.rows)
    assert [(line.n, line.cells) for line in found] == [
        (2, ("Nr", "A", "B")),
        (6, ("1", "x\n# no comment", "3")),
        (8, ("2", "4", "5")),
    ]
    assert table.comments == ["one", "two"]


def test_a_title_can_be_a_hash(tmp_path: Path) -> None:
    assert rows(put(tmp_path, b"#;A;B\n1;2;3\n"))[0] == ("#", "A", "B")


def test_many_comments_do_not_fill_the_memory(tmp_path: Path) -> None:
    reading = read_tables(put(tmp_path, b"# x\n" * 50_000 + b"A;B\n"))
    table = next(reading)
    assert len(list(table.rows)) == 1
    assert len(table.comments) == tables.MOST_COMMENTS


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"A;B\n1;\x00\n", "error.table.binary"),
        (b"%PDF-1.7\n\x1b", "error.table.binary"),
        (b"A;B\n\x81\x8d\n", "error.table.binary"),
        (b"\xff\xfeA", "error.table.binary"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1rest", "error.table.old-excel"),
        (b"PK\x03\x04 no archive", "error.table.workbook"),
        (b"A;" * 60_000, "error.table.long-line"),
        (b"A;B\n" + b"x" * 200_000, "error.table.long-line"),
        (b'A;B\n"open;2\n' + b"1;2\n" * 60_000, "error.table.csv"),
        (b'A;B\n"a"b;2\n', "error.table.csv"),
        (b"A;B\n" + b"1;2\n" * 100_001, "error.table.rows"),
        (b"A;B\n" + b";" * 300, "error.table.columns"),
    ],
)
def test_what_is_no_table(tmp_path: Path, data: bytes, message: str) -> None:
    assert refused(put(tmp_path, data)).message == message


def test_an_umlaut_at_the_border_of_two_blocks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "_CHUNK", 3)
    assert rows(put(tmp_path, "Aé;Bö\n1;2\n".encode()))[0] == ("Aé", "Bö")


def test_a_large_file_is_refused_without_being_read_into_memory(tmp_path: Path) -> None:
    import tracemalloc

    path = put(tmp_path, b"A;B;C;D\n" + b"1;-1;1;-1\n" * 2_000_000)
    tracemalloc.start()
    assert refused(path).message == "error.table.rows"
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 60_000_000


def workbook(path: Path, **sheets: list[list[Any]]) -> Path:
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, lines in sheets.items():
        sheet = book.create_sheet(name)
        for line in lines:
            sheet.append(line)
    book.save(path)
    return path


def test_worksheets(tmp_path: Path) -> None:
    import datetime

    day = datetime.date(2026, 11, 27)
    path = workbook(tmp_path / "l.xlsx", Eins=[["Nr", "A", "B"], [1, 2.0, None], [2, 2.5, day]], Zwei=[["Nr"], [True]])
    assert rows(path) == [("Nr", "A", "B"), ("1", "2"), ("2", "2.5", "2026-11-27"), ("Nr",), ("true",)]
    assert rows(path, "Zwei") == [("Nr",), ("true",)]
    assert [table.name for table in read_tables(path)] == ["Eins", "Zwei"]
    assert refused(path, "Drei").fields == {"name": "Drei", "known": "Eins, Zwei"}


def test_a_formula_without_its_value(tmp_path: Path) -> None:
    path = workbook(tmp_path / "l.xlsx", Eins=[["Nr", "A"], [1, "=1+1"]])
    error = refused(path)
    assert (error.message, error.fields) == ("error.table.formula", {"place": "B2"})


def test_an_archive_that_is_no_workbook(tmp_path: Path) -> None:
    pytest.importorskip("openpyxl")
    path = tmp_path / "l.xlsx"
    with zipfile.ZipFile(path, "w") as packed:
        packed.writestr("a.txt", "x")
    assert refused(path).message == "error.table.workbook"


def test_a_workbook_that_unpacks_to_too_much(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = workbook(tmp_path / "l.xlsx", Eins=[["Nr"]])
    monkeypatch.setattr(tables, "MOST_UNPACKED", 100)
    assert refused(path).message == "error.table.unpacked"


def test_without_openpyxl_one_line_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = workbook(tmp_path / "l.xlsx", Eins=[["Nr"]])
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    assert refused(path).message == "error.table.no-openpyxl"


def test_a_text_file_has_no_worksheets(tmp_path: Path) -> None:
    assert refused(put(tmp_path, b"A;B\n"), "Eins").message == "error.table.one-sheet"
