"""Tables of others: the bytes of a CSV file or a workbook -> rows of text with their places."""

from __future__ import annotations

import codecs
import csv
import re
import zlib
from collections.abc import Iterator
from datetime import date, datetime
from importlib import import_module
from itertools import zip_longest
from typing import IO, TYPE_CHECKING, Any, Final

from dokosheet.core.finding import DokosheetError
from dokosheet.core.records import Record, field

if TYPE_CHECKING:
    from pathlib import Path

#: No list has more rows, columns, characters in a line or bytes when it is unpacked.
MOST_ROWS: Final = 60_000
MOST_COLUMNS: Final = 200
LONGEST_LINE: Final = 100_000
MOST_COMMENTS: Final = 100
MOST_CELLS: Final = 1_000_000
#: A workbook of an evening has some dozens of kB: what is larger takes its reader minutes and gigabytes.
MOST_PACKED: Final = 16 * 1024 * 1024
MOST_UNPACKED: Final = 48 * 1024 * 1024
MOST_PARTS: Final = 1000
#: How many tags of rows, cells and texts all parts of a workbook may hold, and how many others (fonts, styles, names)
#: a part: these cost its reader most.
MOST_TAGS: Final = 600_000
MOST_OTHERS: Final = 30_000
MOST_SHEETS: Final = 100
#: So many attributes a tag has on average at most; a cell has three.
ATTRIBUTES: Final = 8
#: So many empty rows before the next that holds something: that one got there by mistake.
MOST_EMPTY: Final = 5_000
DELIMITERS: Final = ";\t,"
_CHUNK: Final = 1 << 20
_CELLS: Final = re.compile(rb"</?(?:row|c|v|f|is|si|t)[\s/>]")
_NUMBERED: Final = re.compile(r"#\d{0,6}\.?[;\t,]")
_SHEET: Final = re.compile(rb"<(?:\w+:)?sheet[\s/>]")
_DECLARED: Final = re.compile(rb"<!(?:DOCTYPE|ENTITY)")
_UTF16: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


class Unreadable(DokosheetError, ValueError):
    """A file that is no table of hands. ``message``: the id of the sentence that says why, ``args``: its fields."""

    def __init__(self, message: str, **args: Any) -> None:
        super().__init__(message)
        self.message = message
        self.fields = args


class RawRow(Record, frozen=True):
    """A row: the line of the file (or of the worksheet) on which it begins, and its cells, stripped."""

    n: int
    cells: tuple[str, ...]


class RawTable(Record):
    """A table; ``comments`` fill while the rows are taken. ``name``: the worksheet, "" for a text file."""

    name: str
    rows: Iterator[RawRow]
    comments: list[str] = field(default_factory=list)


def read_tables(path: Path, sheet_name: str = "") -> Iterator[RawTable]:
    """The tables of a file, one after the other: take all rows of one before the next.

    Raises OSError, and Unreadable for whatever is no table, here or while the rows are taken.
    """
    with path.open("rb") as stream:
        magic = stream.read(8)
    if magic[:4] == b"PK\x03\x04":
        yield from _workbook(path, sheet_name)
    elif magic == b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1":
        raise Unreadable("error.table.old-excel")
    elif sheet_name:
        raise Unreadable("error.table.one-sheet", name=sheet_name)
    else:
        yield from _text_file(path, magic)


# -- text


def _text_file(path: Path, magic: bytes) -> Iterator[RawTable]:
    encoding = "utf-16" if magic[:2] in _UTF16 else _encoding(path)
    table = RawTable("", iter(()))
    with path.open(encoding=encoding, newline="") as stream:
        source = _Lines(stream, table.comments)
        table.rows = _rows(source)
        yield table


def _encoding(path: Path) -> str:
    """UTF-8, else Windows-1252. Raises Unreadable for what is neither, or no text."""
    fitting = ["utf-8-sig", "cp1252"]
    decoders = {name: codecs.getincrementaldecoder(name)() for name in fitting}
    with path.open("rb") as stream:
        while chunk := stream.read(_CHUNK):
            if b"\0" in chunk or b"\x1b" in chunk:
                raise Unreadable("error.table.binary")
            for name in tuple(fitting):
                try:
                    decoders[name].decode(chunk)
                except UnicodeDecodeError:
                    fitting.remove(name)
            if not fitting:
                raise Unreadable("error.table.binary")
    if fitting[0] == "utf-8-sig":
        try:
            decoders["utf-8-sig"].decode(b"", final=True)
        except UnicodeDecodeError:
            fitting.pop(0)
    if not fitting:
        raise Unreadable("error.table.binary")
    return fitting[0]


def is_data(path: Path) -> bool:
    """Whether a file begins like JSON, which is no table. Raises OSError."""
    if not path.is_file():
        return False
    with path.open("rb") as stream:
        begin = b"".join(stream.read(_CHUNK).removeprefix(codecs.BOM_UTF8).split())
    return begin[:1] == b"{" or begin[:2] in (b"[{", b"[[", b'["')


class _Lines:
    """The lines of a stream for the CSV reader: without comments, none too long; knows where a row began."""

    def __init__(self, stream: IO[str], comments: list[str]) -> None:
        self.stream = stream
        self.comments = comments
        self.n = self.start = 0
        self.inside = False
        self.ahead: list[str] = []

    def __iter__(self) -> _Lines:
        return self

    def __next__(self) -> str:
        while line := self.ahead.pop(0) if self.ahead else self._line():
            self.n += 1
            if self.inside:
                return line
            if not _is_comment(line):
                self.inside, self.start = True, self.n
                return line
            if len(self.comments) < MOST_COMMENTS:
                self.comments.append(line.lstrip("#").strip())
        raise StopIteration

    def _line(self) -> str:
        try:
            line = self.stream.readline(LONGEST_LINE)
        except UnicodeError:
            raise Unreadable("error.table.binary") from None
        if len(line) == LONGEST_LINE:
            raise Unreadable("error.table.long-line", line=self.n + 1)
        return line

    def delimiter(self) -> str:
        """The sign between the cells: that which cuts the first row into the most; looks ahead."""
        while line := self._line():
            self.ahead.append(line)
            if line.strip() and not _is_comment(line):
                break
        counts = {sign: len(next(csv.reader([self.ahead[-1]], delimiter=sign))) for sign in DELIMITERS} if line else {}
        return max(counts, key=lambda sign: counts[sign], default=",")


def _is_comment(line: str) -> bool:
    """A line that begins with ``#``; directly before a delimiter it is the title of a column, ``#3;`` a number."""
    return line.startswith("#") and not _NUMBERED.match(line)


def _rows(lines: _Lines) -> Iterator[RawRow]:
    try:
        reader = csv.reader(lines, delimiter=lines.delimiter(), strict=True)
        for cells in reader:
            yield from _counted(lines.start, [cell.strip() for cell in cells])
            lines.inside = False
    except csv.Error:
        raise Unreadable("error.table.csv", line=lines.start or 1) from None


def _counted(n: int, cells: list[str]) -> Iterator[RawRow]:
    """The row if anything stands in it. Raises Unreadable where there are too many rows or cells."""
    if n > MOST_ROWS:
        raise Unreadable("error.table.rows", most=MOST_ROWS)
    if len(cells) > MOST_COLUMNS:
        raise Unreadable("error.table.columns", line=n, most=MOST_COLUMNS)
    if any(cells):
        yield RawRow(n, tuple(cells))


def bounded(rows: Iterator[RawRow]) -> list[RawRow]:
    """All rows of a table. Raises Unreadable where there are more cells than a list has."""
    found, cells = [], 0
    for row in rows:
        cells += len(row.cells)
        if cells > MOST_CELLS:
            raise Unreadable("error.table.cells", most=MOST_CELLS)
        found.append(row)
    return found


# -- workbooks


def _workbook(path: Path, sheet_name: str) -> Iterator[RawTable]:
    try:
        openpyxl = import_module("openpyxl")
    except ImportError:
        raise Unreadable("error.table.no-openpyxl") from None
    _weigh(path)
    with path.open("rb") as one, path.open("rb") as other:  # a reader that fails would leave them open
        try:
            book = openpyxl.load_workbook(one, read_only=True, data_only=True)
            formulas = openpyxl.load_workbook(other, read_only=True)
        except OSError:
            raise
        except Exception as error:  # whatever a broken workbook makes of its reader
            raise Unreadable("error.table.workbook") from error
        names = [sheet.title for sheet in book.worksheets]
        if sheet_name and sheet_name not in names:
            raise Unreadable("error.table.no-sheet", name=sheet_name, known=", ".join(names))
        for name in [sheet_name] if sheet_name else names:
            yield RawTable(name, _cells(book[name], formulas[name]))


def _weigh(path: Path) -> None:
    """A small file can unpack to more than memory and patience hold: it is measured before it is parsed.

    Raises Unreadable. A tag of XML begins with the byte of ``<`` in all encodings that a reader knows.
    """
    import zipfile

    if path.stat().st_size > MOST_PACKED:
        raise Unreadable("error.table.unpacked", most=MOST_PACKED // 1024 // 1024)
    try:
        with zipfile.ZipFile(path) as packed:
            parts = packed.infolist()
            if len(parts) > MOST_PARTS:
                raise Unreadable("error.table.parts")
            if sum(part.file_size for part in parts) > MOST_UNPACKED:
                raise Unreadable("error.table.unpacked", most=MOST_UNPACKED // 1024 // 1024)
            tags = 0
            for part in parts:
                if part.filename.endswith((".xml", ".rels", ".vml")):
                    with packed.open(part) as stream:
                        tags += _tags(stream)
                if tags > MOST_TAGS:
                    raise Unreadable("error.table.parts")
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, zlib.error):
        raise Unreadable("error.table.workbook") from None


def _tags(stream: IO[bytes]) -> int:
    """How many tags a part of a workbook has. Raises Unreadable for too many, and for one that declares entities."""
    tags = others = sheets = attributes = 0
    while chunk := stream.read(_CHUNK):
        cells = sum(1 for _ in _CELLS.finditer(chunk))
        tags, others = tags + cells, others + chunk.count(b"<") - cells
        sheets += sum(1 for _ in _SHEET.finditer(chunk))
        if sheets > MOST_SHEETS:
            raise Unreadable("error.table.sheets", most=MOST_SHEETS)
        attributes += chunk.count(b'="') + chunk.count(b"='")
        crowded = attributes > ATTRIBUTES * (tags + others) + MOST_SHEETS
        if tags > MOST_TAGS or others > MOST_OTHERS or crowded:
            raise Unreadable("error.table.parts")
        if b"<!" in chunk and _DECLARED.search(chunk):
            raise Unreadable("error.table.workbook")
    return tags


def _cells(values: Any, formulas: Any) -> Iterator[RawRow]:
    """The rows of a worksheet, without empty cells at the end. Raises Unreadable for a formula without its value."""
    for sheet in (values, formulas):
        sheet.reset_dimensions()  # what the file says of its size can be wrong
    options = {"max_col": MOST_COLUMNS + 1}
    empty = 0
    try:
        for n, (row, written) in enumerate(zip_longest(values.iter_rows(**options), formulas.iter_rows(**options)), 1):
            for cell, formula in zip_longest(row or (), written or ()):
                if formula is not None and formula.data_type == "f" and (cell is None or cell.value is None):
                    raise Unreadable("error.table.formula", place=formula.coordinate)
            texts = [_text(cell.value) for cell in row or ()]
            while texts and not texts[-1]:
                texts.pop()
            empty = 0 if texts else empty + 1
            if empty > MOST_EMPTY:
                raise Unreadable("error.table.rows", most=MOST_ROWS)
            yield from _counted(n, texts)
    except Unreadable:
        raise
    except Exception as error:  # whatever a broken workbook makes of its reader
        raise Unreadable("error.table.workbook") from error


def _text(value: Any) -> str:
    """The value of a cell as text, numbers with a point."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        text = format(value, ".10g")
        return f"{text}0" if text[-4:-3] == "." else text  # 1.125 would be taken for a thousand and some
    if isinstance(value, datetime):
        return value.date().isoformat() if not (value.hour or value.minute) else value.isoformat(" ", "minutes")
    return value.isoformat() if isinstance(value, date) else str(value).strip()
