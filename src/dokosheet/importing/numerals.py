"""Numbers as tables write them: what parts thousands, what decimals, what is a minus, what only a unit."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from typing import Final

from dokosheet.core.notation.vocabulary import DASHES, fold
from dokosheet.core.records import Record, field
from dokosheet.files.tables import RawRow

SAT_OUT: Final = ("", "-", "–", "—", "−")
_SHAPE: Final = re.compile(
    r"(?P<open>\()?\s*(?P<sign>[-+−–—]?)\s*(?P<before>€|EUR)?\s*(?P<inner>[-−–—]?)\s*"
    r"(?P<digits>[0-9](?:[0-9.,'’\s]*[0-9])?)\s*(?P<unit>€|EUR|Euro|ct|Cent|Pkt|Punkte?|P|points?|pts?)?\.?\s*"
    r"(?P<behind>[-−–—]?)\s*(?P<close>\))?(?P<star>\**)",
    re.IGNORECASE,
)
_WHOLE: Final = re.compile(r"[0-9]{1,9}")
_FRACTION: Final = re.compile(r"(?P<whole>[0-9]{1,9})(?P<mark>[.,])(?P<rest>[0-9]{1,4})")
_GROUPED: Final = re.compile(
    r"[0-9]{1,3}(?:(?P<sign>[.,'’\s])[0-9]{3})(?:(?P=sign)[0-9]{3})*(?:(?P<mark>[.,])[0-9]{1,4})?"
)
_UNITS: Final = {"eur": "€", "euro": "€", "cent": "ct", "punkt": "punkte", "p": "punkte", "pkt": "punkte"}
OTHER: Final = {".": ",", ",": "."}
_MINUS: Final = {**DASHES, ord("—"): "-"}


class Reading(Record, frozen=True):
    """Rows with all numbers as ``-1000.5``. ``unsure``: those that another reading has otherwise."""

    rows: list[RawRow]
    unsure: list[RawRow] = field(default_factory=list)


def plainly(rows: Sequence[RawRow], columns: Collection[int], decimal: str = "") -> list[Reading]:
    """The rows with the numbers of these columns as ``-1000.5``; a cell that is none stays as it is.

    ``decimal``: the sign before decimals, where somebody says so; else it is what the other numbers show. Where they
    do not and 1.000 can be one or a thousand, there are two readings.
    """
    units = {i: unit for i in columns if (unit := _units(row.cells[i] for row in rows)) is not None}
    cells = [row.cells[i] for row in rows for i in units]
    shown = {mark for cell in cells for mark in _shows(cell)}
    minus = any((match := _SHAPE.fullmatch(cell)) and (match["sign"] + match["inner"]).strip("+") for cell in cells)
    decimal = decimal or (shown.pop() if len(shown) == 1 else "")
    unsure = [n for n, row in enumerate(rows) if any(_is_unsure(row.cells[i]) for i in units)]

    def plain(row: RawRow, mark: str) -> RawRow:
        texts = (_plain(cell, mark, units[i], not minus) if i in units else cell for i, cell in enumerate(row.cells))
        return RawRow(row.n, tuple(texts))

    if decimal or not unsure:
        return [Reading([plain(row, decimal) for row in rows])]
    both = [[plain(row, mark) for row in rows] for mark in ".,"]
    return [Reading(read, [read[n] for n in unsure]) for read in both]


def first_unsure(rows: Iterable[RawRow], columns: Collection[int]) -> tuple[int, str]:
    """The line and the text of the first cell that can be one or a thousand."""
    return next((row.n, row.cells[i]) for row in rows for i in columns if _is_unsure(row.cells[i]))


def _units(cells: Iterable[str]) -> str | None:
    """The unit that all numbers of a column have ("": none); None for a column of something else."""
    written = [cell for cell in cells if cell not in SAT_OUT]
    found = [
        match for cell in written if (match := _SHAPE.fullmatch(cell)) and _digits(match["digits"], ".") is not None
    ]
    if 2 * len(found) <= len(written):
        return None
    units = {_unit(match) for match in found if match["digits"].strip("0.,")}
    return units.pop() if len(units) == 1 else ""


def _unit(match: re.Match[str]) -> str:
    unit = fold(match["before"] or match["unit"] or "")
    return _UNITS.get(unit, unit)


def _is_unsure(cell: str) -> bool:
    match = _SHAPE.fullmatch(cell)
    return match is not None and _digits(match["digits"], ".") != _digits(match["digits"], ",")


def _shows(cell: str) -> set[str]:
    """Which sign stands before decimals, as far as a number shows it."""
    match = _SHAPE.fullmatch(cell)
    digits = match["digits"] if match else ""
    if not match or _is_unsure(cell):
        return set()
    if fraction := _FRACTION.fullmatch(digits):
        return {fraction["mark"]}
    if grouped := _GROUPED.fullmatch(digits):
        return {grouped["mark"]} if grouped["mark"] else {OTHER[grouped["sign"]]} if grouped["sign"] in OTHER else set()
    return set()


def _digits(text: str, decimal: str) -> str | None:
    """Digits without what parts them; None for what is no number."""
    if _WHOLE.fullmatch(text):
        return text
    grouped, fraction = _GROUPED.fullmatch(text), _FRACTION.fullmatch(text)
    if fraction and (not grouped or decimal == fraction["mark"] or text[0] == "0"):  # 0.500 has no thousands
        return f"{fraction['whole']}.{fraction['rest']}"
    if not grouped or grouped["sign"] == grouped["mark"]:
        return None
    whole, mark, rest = text.rpartition(grouped["mark"]) if grouped["mark"] else (text, "", "")
    whole, rest = (whole, rest) if mark else (text, "")
    return f"{re.sub('[^0-9]', '', whole)}{'.' if mark else ''}{rest}"


def _plain(cell: str, decimal: str, unit: str, brackets: bool) -> str:
    """A cell as ``-1000.5``; as it is where it is no number, or has a unit or a minus that the others have not."""
    match = _SHAPE.fullmatch(cell)
    digits = _digits(match["digits"], decimal) if match else None
    if match is None or digits is None or (_unit(match) != unit and digits.strip("0.")):
        return cell
    before, behind = (match["sign"] + match["inner"]).translate(_MINUS), match["behind"]
    closed = match["open"], match["close"]
    if None in closed and closed != (None, None):
        return cell
    marks = [before, behind, "(" if match["open"] else ""]
    if sum(map(bool, marks)) > 1 or len(before) > 1 or (not brackets and any(marks[1:])):
        return cell
    minus = before == "-" or any(marks[1:])
    return f"{'-' if minus and digits.strip('0.') else ''}{digits}{match['star']}"
