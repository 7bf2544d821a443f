"""What each row of a list is, and what is missing between them: by words beside the numbers, and by its own numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Any, Final

from dokosheet.core.notation.hand import Cell
from dokosheet.core.notation.pages import MOST_HANDS
from dokosheet.core.notation.vocabulary import fold
from dokosheet.core.records import Record
from dokosheet.files.tables import RawRow, Unreadable
from dokosheet.importing.columns import FOUR, POINTS, ROLES, TOTALS, Columns, is_number, is_numeric, key
from dokosheet.importing.numerals import SAT_OUT
from dokosheet.importing.transcript import Listed, What

#: What a row is that has one of these words beside its numbers.
WORDS: Final[dict[What, tuple[str, ...]]] = {
    "start": ("start", "anfang", "beginn", "begin", "startstand", "anfangsstand", "startwert"),
    "carry": ("uebertrag", "vortrag", "carry", "carried", "zwischenstand", "zwischensumme", "stand", "subtotal"),
    "sum": (
        "sum",
        "summe",
        "gesamt",
        "total",
        "totals",
        "endstand",
        "endsumme",
        "ergebnis",
        "final",
        "result",
        "saldo",
    ),
    "penalty": ("strafe", "strafen", "strafpunkte", "strafpunkt", "penalty", "penalties"),
}
#: What stands in a form before it is filled in.
FORM: Final = ("hand", "dealer", "sheet", "sum", "date")
MEANS: Final = {word: what for what, words in WORDS.items() for word in words}


class Said(Record, frozen=True):
    """Something to say of what was made of a list: a message id with its fields."""

    message: str
    fields: dict[str, Any]


def said(message: str, **fields: Any) -> Said:
    """A sentence of room ``text``."""
    return Said(f"import.{message}", fields)


# -- rows of a table, before anybody knows the columns


def below_titles(titles: tuple[str, ...], rows: Sequence[RawRow]) -> tuple[str, ...] | None:
    """Titles of two rows as one, where names stand below them: ``Punkte`` above ``Anna`` is ``Punkte Anna``.

    None where the first row holds no names.
    """
    names = _names_at(rows[0], [is_numeric(rows[1:], i) for i in range(len(titles))]) if rows else set()
    if not names:
        return None
    cells = rows[0].cells
    found, group = [], ""
    for i, title in enumerate(titles):
        group = title or group
        head = f"{group} " if key(group) in (*POINTS, *TOTALS) and "" in (title, *titles[i + 1 : i + 2]) else ""
        keeps = i not in names or (title and key(title) in ROLES and not head)
        found.append(title if keeps else head + cells[i])
    return tuple(found)


def _names_at(row: RawRow, numeric: Sequence[bool]) -> set[int]:
    """The columns of numbers in which a row has names; none where it has numbers, or not four names."""
    if any(cell not in SAT_OUT and is_number(cell) for cell in row.cells):
        return set()
    found = {i for i, cell in enumerate(row.cells) if numeric[i] and cell not in SAT_OUT}
    return found if len({fold(row.cells[i]) for i in found}) >= FOUR else set()


def without_titles(rows: Sequence[RawRow], *titles: Sequence[str]) -> tuple[list[RawRow], list[RawRow]]:
    """The rows, and those that only repeat the titles, or one of the rows of titles.

    Raises Unreadable for titles of another table: what stands below belongs to others.
    """
    heads = [[fold(title) for title in row] for row in titles]
    numeric = [is_numeric(rows, i) for i in range(len(titles[0]))]

    def repeats(row: RawRow) -> bool:
        n = sum(map(bool, row.cells))
        same = [sum(fold(cell) == name for cell, name in zip(row.cells, names, strict=True) if cell) for names in heads]
        if n not in same and row is not rows[0] and (others := _names_at(row, numeric)):
            names = ", ".join(row.cells[i] for i in sorted(others))
            raise Unreadable("error.import.other-names", line=row.n, names=names)
        return max(same) > max(1, n // 2)

    found: tuple[list[RawRow], list[RawRow]] = ([], [])
    for row in rows:
        found[repeats(row)].append(row)
    return found


def word_of(cells: Iterable[str], exact: bool) -> tuple[What, str] | None:
    """What one of the cells says that the row is; not ``exact``: the word can have more behind it."""
    for cell in cells:
        if not cell or cell[0].isdecimal():
            continue
        word = fold(cell).rstrip(".:; ")
        first = re.split(r"[\s:]", word, maxsplit=1)[0]
        what = MEANS.get(word) or (None if exact else MEANS.get(first))
        if what:
            return what, cell
    return None


def can_be_hands(rows: Iterable[RawRow]) -> list[RawRow]:
    """The rows without those that a word marks as something else."""
    return [row for row in rows if not word_of(row.cells, exact=True)]


# -- the rows of a list


def arranged(records: Sequence[Listed], columns: Columns) -> tuple[list[Listed], list[Said]]:
    """The rows in order, each with what it is, and a row for each hole. Raises Unreadable for numbers in no order."""
    book = _Arranging(columns)
    book.zeros = sum(_is_nothing(record) for record in records)
    for record in records:
        book.judge(record)
    ordered = book.ordered(book.without_empty(records))
    return book.walked(ordered), book.said


class _Arranging:
    def __init__(self, columns: Columns) -> None:
        self.columns = columns
        self.title = columns.titles[columns.roles["hand"]] if "hand" in columns.roles else ""
        self.said: list[Said] = []
        self.sums: dict[str, Decimal | int] | None = {}
        self.page: dict[str, Decimal | int] | None = {}
        self.expected: int | None = None
        self.begun = False
        self.zeros = 0

    # -- what a row is

    def judge(self, record: Listed) -> None:
        """Set what a row is by its words and numbers, and its own number."""
        number = record.facts.get("hand", "").rstrip(". ").lstrip("#")
        record.number = int(number) if number.isascii() and number.isdecimal() and len(number) < 10 else None
        numbered = record.number is not None
        beside = [record.facts.get(role, "") for role in ("hand", "dealer", "kind")]
        found = word_of(beside, exact=numbered) or word_of(record.beside, exact=numbered or not self.title)
        if record.sums:
            found = found if found and found[0] != "start" else ("sum", record.sums)
        if found and (not numbered or found[0] == "penalty"):
            record.what, record.word = found
        if not record.legible:
            record.what = "remark"
        elif not numbered and not found and record.rest and _is_words(record):
            record.what = "remark"
            self.said.append(said("no-number", line=record.line))
        elif record.what == "hand" and self._is_start(record):
            record.what = "start"

    def _is_start(self, record: Listed) -> bool:
        """Whether a row without a word can be where the list starts: hand 0, or totals of which nobody played any."""
        if record.number == 0 or (self.title and not record.facts.get("hand")):
            return not any(_values(record.points).values()) and (not _any(record.totals) or not record.points)
        if self.title or not (record.totals if not record.points else record.points):
            return False
        return not _any(record.totals) if not record.points else _is_nothing(record) and self.zeros == 1

    # -- which rows there are

    def without_empty(self, records: Sequence[Listed]) -> list[Listed]:
        """The rows without those of a form that nobody filled in: a number, and perhaps a dealer."""

        last: dict[str, Cell] = {}
        kept: list[tuple[bool, Listed]] = []
        for record in records:
            facts = [role for role, cell in record.facts.items() if cell and role not in FORM]
            stays = bool(self.columns.points) and not _any(record.points, zeros=True) and record.totals == last
            bare = record.number is not None and not facts and not record.rest
            kept.append((bare and (not record.legible or stays), record))
            last = record.totals
        end = max((i for i, (empty, _) in enumerate(kept) if not empty), default=-1) + 1
        if kept[end:]:
            first, behind = kept[end][1], kept[-1][1]
            one = first is behind
            self.said.append(
                said("unfilled.one" if one else "unfilled", line=first.line, first=first.line, last=behind.line)
            )
        self.said += [said("start", line=record.line) for empty, record in kept if empty and record.number == 0]
        return [record for empty, record in kept if not empty]

    def ordered(self, records: list[Listed]) -> list[Listed]:
        """The rows by their own numbers, if these are merely out of order. Raises Unreadable for any other disorder."""
        numbered = [record for record in records if record.number is not None]
        numbers = [record.number or 0 for record in numbered]
        seen: dict[int, Listed] = {}
        for record in numbered:
            first = seen.setdefault(record.number or 0, record)
            if first is not record:
                fields = {"name": self.title, "n": record.number, "first": first.line, "line": record.line}
                raise Unreadable("error.import.number-twice", **fields)
        if numbers == sorted(numbers):
            return records
        loose = [record for record in records if record.number is None and record.what in ("hand", "penalty", "carry")]
        whole = sorted(numbers) == list(range(min(numbers), min(numbers) + len(numbers)))
        if loose or not whole:
            wrong = next(record for i, record in enumerate(numbered[1:]) if (record.number or 0) < numbers[i])
            raise Unreadable("error.import.number-order", name=self.title, n=wrong.number, line=wrong.line)
        self.said.append(said("ordered", name=self.title))
        at = [i for i, record in enumerate(records) if record.number is not None]
        place = dict(zip(at, sorted(numbered, key=lambda record: record.number or 0), strict=True))
        return [place.get(i, record) for i, record in enumerate(records)]

    # -- what is missing, and what sums are

    def walked(self, records: Sequence[Listed]) -> list[Listed]:
        """The rows with holes between them and with what sums mean; without rows that say nothing."""
        found: list[Listed] = []
        hands = [i for i, record in enumerate(records) if record.what in ("hand", "penalty")]
        for i, record in enumerate(records):
            behind = bool(hands) and i > hands[-1]
            if record.what == "start" and self.begun:
                record.what = "hand" if not record.word else "remark"
            if record.what in ("sum", "carry", "start"):
                self._sum(record, behind, records[i + 1 :])
            elif record.what in ("hand", "penalty"):
                found += self._missing(record)
                self._count(record)
            elif record.number is not None:
                self.expected = record.number + 1
            if record.what != "start":
                found.append(record)
        return found

    def _missing(self, record: Listed) -> list[Listed]:
        """The hole before a row, by its number."""
        before = self.expected
        if before is not None and record.what == "hand":
            self.expected = before + 1
        first = not self.begun
        self.begun = True
        if record.number is None:
            return []
        self.expected = record.number + 1
        missing = record.number - (before if before is not None else 1 if first else record.number)
        if missing <= 0:
            return []
        if missing > MOST_HANDS:
            raise Unreadable("error.import.number-order", name=self.title, n=record.number, line=record.line)
        if first and before is None and (carried := _before(record)):
            self.said.append(said("first", name=self.title, n=record.number, line=record.line))
            self.sums = carried
            return [Listed(record.line, totals=dict(carried), what="carry", hands=missing)]
        self.sums = self.page = None
        self.said.append(
            said(
                "gap.one" if missing == 1 else "gap", name=self.title, n=missing, number=record.number, line=record.line
            )
        )
        return [Listed(record.line, what="gap", hands=missing)]

    def _count(self, record: Listed) -> None:
        """Add the points of a row to the sums, as far as they can be read."""
        self.sums, self.page = _added(self.sums, record.points), _added(self.page, record.points)
        totals = _values(record.totals)
        if record.totals and len(totals) == sum(cell is not None for cell in record.totals.values()):
            self.sums = {**(self.sums or {}), **totals}
            self.page = self.page if record.points else None

    def _sum(self, record: Listed, behind: bool, rest: Sequence[Listed]) -> None:
        """What a row of sums is: where the list starts, the totals so far, the final result, or a remark."""
        cells = record.totals if _any(record.totals, zeros=True) else record.points
        written = _values(cells)
        if not self.begun:
            self._at_start(record, cells, rest)
            return
        page = {name: value for name, value in (self.page or {}).items() if value}
        so_far = {name: value for name, value in (self.sums or {}).items() if value}
        told = {name: value for name, value in written.items() if value}
        if told == page != so_far and self.page is not None:
            record.what = "remark"
            self.said.append(said("page-sum", line=record.line, word=record.word))
        else:
            record.what = "final" if behind and record.what == "sum" else "carry"
            record.totals, record.points = dict(cells), {}
            self.sums = dict(written)
        self.page = {}

    def _at_start(self, record: Listed, cells: dict[str, Cell], rest: Sequence[Listed]) -> None:
        following = next((r.number for r in rest if r.what == "hand" and r.number is not None), None)
        if not _any(cells):
            none = not any(r.what in ("hand", "penalty") for r in rest)
            record.what = "remark" if none else "start"
            if not none:
                self.said.append(said("start", line=record.line))
            return
        ends = record.what == "sum" and not any(r.what in ("hand", "penalty") for r in rest)
        record.what = "final" if ends else "carry"
        record.totals, record.points = dict(cells), {}
        record.hands = following - 1 if following is not None and following > 1 else None
        self.expected = following
        self.sums = dict(_values(cells))
        self.page = {}


def _values(cells: dict[str, Cell]) -> dict[str, Decimal | int]:
    """The cells that can be read."""
    return {name: cell for name, cell in cells.items() if isinstance(cell, (int, Decimal))}


def _any(cells: dict[str, Cell], zeros: bool = False) -> bool:
    """Whether something stands there, by itself only ``zeros`` or not."""
    return any(cell is not None and (zeros or cell != 0) for cell in cells.values())


def _is_words(record: Listed) -> bool:
    """Whether there are only words where numbers should be."""
    return not any(_values(cells) or None in cells.values() for cells in (record.points, record.totals) if cells)


def _is_nothing(record: Listed) -> bool:
    """Whether a row holds nothing but zeros, or what a form has before it is filled in; several such rows are hands."""
    facts = (cell for role, cell in record.facts.items() if role not in FORM)
    cells = [*record.points.values(), *record.totals.values()]
    return {*cells} == {0} and not record.rest and all(cell in ("", "0") for cell in facts)


def _added(sums: dict[str, Decimal | int] | None, points: dict[str, Cell]) -> dict[str, Decimal | int] | None:
    """Sums with the points of one more row; None where they are not known any more."""
    values = _values(points)
    if sums is None or len(values) < sum(cell is not None for cell in points.values()):
        return None
    return {**sums, **{name: sums.get(name, 0) + value for name, value in values.items()}}


def _before(record: Listed) -> dict[str, Decimal | int]:
    """The totals before a row that has points and totals."""
    points, totals = _values(record.points), _values(record.totals)
    if not points or any(name not in totals for name in record.points):
        return {}
    return {name: total - points.get(name, 0) for name, total in totals.items()}
