"""What is unpacked, counted and written at an import: bombs are refused before they are parsed, a rerun goes on."""

from __future__ import annotations

import io
import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dokosheet.files import tables
from dokosheet.files.tables import read_tables
from dokosheet.importing import lists as importing
from helpers import Imported, Unreadable, creating, import_lists, open_sheet

EXAMPLE = Path(__file__).parents[2] / "examples" / "liste.csv"
R = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'


def swollen(path: Path, part: str, at: str, what: str, times: int) -> Path:
    """A workbook with one list, in a part of which something stands very often."""
    openpyxl = pytest.importorskip("openpyxl")
    book, plain = openpyxl.Workbook(), io.BytesIO()
    book.active.append(["A", "B", "C", "D"])
    book.save(plain)
    with zipfile.ZipFile(plain) as source, zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        for name in source.namelist():
            data = source.read(name)
            if name == part:
                assert at.encode() in data
                data = data.replace(at.encode(), what.encode() * times + at.encode(), 1)
            packed.writestr(name, data)
    return path


def rows(path: Path) -> list[tables.Line]:
    return [line for table in read_tables(path) for line in table.rows]


SHEET, STYLES, BOOK = "xl/worksheets/sheet1.xml", "xl/styles.xml", "xl/workbook.xml"
BOMBS = [
    (STYLES, "</fonts>", "<font/>", 3_000_000, "error.table.parts"),
    (STYLES, "</cellXfs>", '<xf numFmtId="0"/>', 40_000, "error.table.parts"),
    (BOOK, "</sheets>", f'<sheet name="s" sheetId="9" r:id="rId1" {R}/>', 20_000, "error.table.sheets"),
    (BOOK, "</sheets>", f'<x:sheet xmlns:x="y" name="s" sheetId="9" r:id="rId1" {R}/>', 500, "error.table.sheets"),
    (SHEET, "</sheetData>", "<row>" + "<c><v>1</v></c>" * 16_000 + "</row>", 1, "error.table.columns"),
    (SHEET, "</sheetData>", "<row><c><v>1</v></c></row>", 150_000, "error.table.parts"),
    (SHEET, "</sheetData>", '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>', 1, "error.table.rows"),
    (
        SHEET,
        "</sheetData>",
        f'<row><c t="inlineStr"><is><t>{"x" * 60_000_000}</t></is></c></row>',
        1,
        "error.table.unpacked",
    ),
    (SHEET, "</sheetData>", '<mergeCell ref="A1:B2"/>', 400_000, "error.table.parts"),
    (SHEET, "</sheetData>", "<row " + " ".join(f'a{i}="x"' for i in range(9_999)) + "/>", 1, "error.table.parts"),
    (
        SHEET,
        "</sheetData>",
        "<row " + " ".join(f"xmlns:a{i}='b'" for i in range(99_999)) + "/>",
        1,
        "error.table.parts",
    ),
    (SHEET, "<worksheet", '<!DOCTYPE a [<!ENTITY b "c">]>', 1, "error.table.workbook"),
]


@pytest.mark.parametrize(("part", "at", "what", "times", "message"), BOMBS)
def test_a_bomb_is_refused_soon(tmp_path: Path, part: str, at: str, what: str, times: int, message: str) -> None:
    path = swollen(tmp_path / "l.xlsx", part, at, what, times)
    begun = time.process_time()
    with pytest.raises(Unreadable) as left:
        rows(path)
    assert left.value.message == message
    assert time.process_time() - begun < 3


def test_a_workbook_of_very_many_parts(tmp_path: Path) -> None:
    path = swollen(tmp_path / "l.xlsx", SHEET, "</sheetData>", "", 1)
    with zipfile.ZipFile(path, "a") as packed:
        for n in range(tables.MOST_PARTS):
            packed.writestr(f"xl/media/{n}.png", b"")
    with pytest.raises(Unreadable) as left:
        list(read_tables(path))
    assert left.value.message == "error.table.parts"


def test_a_table_of_very_many_cells(tmp_path: Path) -> None:
    path = tmp_path / "l.csv"
    titles = ";".join(map(str, range(200)))
    path.write_text(f"{titles}\n" + (";".join(["0"] * 200) + "\n") * 5_100, "utf-8")
    with pytest.raises(Unreadable) as left:
        list(import_lists(str(path)))
    assert left.value.message == "error.table.cells"


def test_numbers_of_a_workbook_with_three_decimals_are_no_thousands(tmp_path: Path) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    for row in (["A", "B"], [1.125, 1000]):
        book.active.append(row)
    book.save(tmp_path / "l.xlsx")
    assert [line.cells for line in rows(tmp_path / "l.xlsx")] == [("A", "B"), ("1.1250", "1000")]


# -- what is written


def sheets(folder: Path) -> list[tuple[Path, Imported]]:
    return [(folder / f"{name}.yaml", Imported(name, f"text {name}", 1)) for name in "abc"]


@pytest.mark.parametrize("written", [0, 1, 2])
def test_a_rerun_after_a_kill_writes_the_rest(tmp_path: Path, written: int) -> None:
    for path, sheet in sheets(tmp_path)[:written]:
        path.write_text(sheet.text, "utf-8")
    importing.write(sheets(tmp_path))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.yaml", "b.yaml", "c.yaml"]
    with pytest.raises(FileExistsError):
        importing.write(sheets(tmp_path))


@pytest.mark.parametrize("make", [lambda p: p.write_text("text ä"), lambda p: p.mkdir(), lambda p: p.symlink_to("no")])
def test_a_rerun_touches_nothing_that_differs(tmp_path: Path, make: Callable[[Path], Any]) -> None:
    make(tmp_path / "a.yaml")
    with pytest.raises(FileExistsError):
        importing.write(sheets(tmp_path))
    assert [path.name for path in tmp_path.iterdir()] == ["a.yaml"]


def test_a_disk_that_fails_takes_back_only_what_this_run_wrote(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (first, text), *_ = sheets(tmp_path)
    first.write_text(text.text, "utf-8")
    real = importing.create

    def full(path: Path, *rest: Any) -> None:
        if path.name == "c.yaml":
            raise OSError(28, "No space left on device")
        real(path, *rest)

    monkeypatch.setattr(importing, "create", full)
    with pytest.raises(OSError, match="No space"):
        importing.write(sheets(tmp_path))
    assert [path.name for path in tmp_path.iterdir()] == ["a.yaml"]


# -- the rules


@pytest.mark.parametrize("folder", ["", "sub", "sub/deep", "new"])
@pytest.mark.parametrize("given", ["./r.yaml", "r.yaml", "r", "{here}/r.yaml", "sub/../r.yaml"])
def test_the_path_of_the_rules_leads_there_from_the_sheet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: str, given: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sub" / "deep").mkdir(parents=True)
    (tmp_path / "r.yaml").write_text("extends: nur-punkte\nid: r\n", "utf-8")
    (found,) = import_lists(str(EXAMPLE), None, given.format(here=tmp_path), "", tmp_path / folder)
    (tmp_path / folder).mkdir(exist_ok=True)
    importing.write([(tmp_path / folder / "x.yaml", found)])
    sheet = open_sheet(str(tmp_path / folder / "x.yaml"))
    assert sheet.sheet is not None
    assert sheet.sheet.rules.id == "r"
    assert [finding for finding in sheet.findings if finding.severity == "error"] == []


def test_a_bundled_name_stays_a_name(tmp_path: Path) -> None:
    (found,) = import_lists(str(EXAMPLE), None, "nur-punkte", "", tmp_path / "sub")
    assert "\nrules: nur-punkte\n" in found.text


def test_a_new_sheet_finds_the_rules_that_were_named_from_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sub").mkdir()
    (tmp_path / "r.yaml").write_text("extends: nur-punkte\nid: r\n", "utf-8")
    sheet = creating.new("sub/x.yaml", creating.Head(("A", "B", "C", "D"), "./r.yaml"))
    assert sheet.after.findings == ()
    assert "rules: ../r.yaml\n" in (tmp_path / "sub" / "x.yaml").read_text("utf-8")
