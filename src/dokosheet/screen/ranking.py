"""Standings as a table for people, as CSV, as JSON."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import groupby
from typing import Any, Final

from dokosheet.core.ledger.standings import TIE_BREAKS, Standing, Tallies, Tally
from dokosheet.core.records import Record
from dokosheet.screen.columns import Column, TextTable
from dokosheet.screen.findings import values
from dokosheet.text import Texts, texts
from dokosheet.text.signs import printable

#: The columns of the table and of the CSV, in an order that never changes.
COLUMNS: Final = (
    "place",
    "player",
    "points",
    "hands",
    "rounds",
    "pflichtsoli_played",
    "pflichtsoli_won",
    "lustsoli_played",
    "lustsoli_won",
    "games_won",
    "penalties",
    "average",
    "tie_break",
    "rules",
    "money",
    "counted",
)
#: The columns of the table for people; a note below it says what the rules were. Money only where it is played for.
SHOWN: Final = COLUMNS[:-3]
#: The columns of the table that are left out where room is short, in this order.
SPARE: Final = (
    "lustsoli_won",
    "lustsoli_played",
    "rounds",
    "pflichtsoli_won",
    "penalties",
    "pflichtsoli_played",
    "games_won",
    "average",
    "tie_break",
    "hands",
    "counted",
    "money",
)


def row_of(standing: Standing) -> list[Any]:
    """The values of one line, in the order of COLUMNS; None for what nobody knows, or what there is not."""
    tally = standing.tally
    sums = (getattr(tally, name) for name in SHOWN[1:-1])
    return [standing.place, *sums, standing.tie_break, "; ".join(sorted(tally.by)), tally.money, counted(tally)]


def counted(tally: Tally) -> str:
    """What is counted beside the points: ``stroke 2``, ``stroke ?`` where nobody knows."""
    return "; ".join(f"{unit} {'?' if n is None else n}" for unit, n in sorted(tally.counted.items()))


class Dialect(Record, frozen=True):
    """How a program, or a spreadsheet of a country, wants its CSV."""

    delimiter: str
    decimal: str
    newline: str
    bom: bool
    lang: str


DIALECTS: Final = {
    "program": Dialect(",", ".", "\n", False, ""),
    "excel-de": Dialect(";", ",", "\r\n", True, "de"),
}


def as_csv(table: Sequence[Standing], dialect: Dialect) -> str:
    """The standings as CSV with a header: English ids, or the titles of the dialect's language."""
    t = texts(dialect.lang) if dialect.lang else None
    out = io.StringIO()
    writer = csv.writer(out, delimiter=dialect.delimiter, lineterminator=dialect.newline)
    writer.writerow([t(f"standings.{name}") if t else name for name in COLUMNS])
    for standing in table:
        row = row_of(standing)
        if t and standing.tie_break:
            row[SHOWN.index("tie_break")] = t(f"tie.{standing.tie_break}")
        writer.writerow([_cell(name, value, dialect) for name, value in zip(COLUMNS, row, strict=True)])
    return ("\ufeff" if dialect.bom else "") + out.getvalue()


def _cell(name: str, value: Any, dialect: Dialect) -> str:
    if value is None:
        return ""
    if name == "average":
        return _rounded(value).replace(".", dialect.decimal)
    if isinstance(value, (int, Decimal)):
        return str(value).replace(".", dialect.decimal)
    return defused(printable(str(value)))


def _rounded(average: Any) -> str:
    """An average with two decimals; without where it is beyond what a float holds."""
    plain = values(average)
    return f"{plain:.2f}" if isinstance(plain, float) else str(plain)


def defused(text: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    if text[:1] in ("=", "+", "-", "@", "\t", "\r") and not re.fullmatch(r"[-+]?\d+(?:[.,]\d+)?", text):
        return "'" + text
    return text


def as_table(table: Sequence[Standing], t: Texts) -> TextTable:
    """The standings for people."""
    money = ["money"] if any(standing.tally.for_money for standing in table) else []
    marks = ["counted"] if any(standing.tally.counted for standing in table) else []
    names = (*SHOWN, *money, *marks)
    result = TextTable([_column(name, t) for name in names])
    for standing in table:
        cells = dict(zip(COLUMNS, row_of(standing), strict=True))
        result.rows.append([_text(name, cells[name], standing.tally, t) for name in names])
    return result


def _column(name: str, t: Texts) -> Column:
    spare = SPARE.index(name) + 1 if name in SPARE else 0
    return Column(t(f"standings.{name}"), right=name not in ("player", "tie_break"), spare=spare)


def _text(name: str, value: Any, tally: Tally, t: Texts) -> str:
    """A cell: ``?`` for what nobody knows, nothing for what there is not: a place, a bill, an average of no hands."""
    if value is None:
        there = {"place": False, "money": tally.for_money, "average": tally.hands != 0}
        return "?" if there.get(name, True) else ""
    if name == "tie_break":
        return t(f"tie.{value}") if value else ""
    if name == "points":
        return t.signed(value)
    if name == "average":
        return t.number(_rounded(value).replace(".", t("number.decimal")))
    if name == "money":
        return t.number(f"{value:.2f}".replace(".", t("number.decimal")))
    return t.number(str(value)) if isinstance(value, (int, Decimal)) else str(value)


def undecided(table: Sequence[Standing], t: Texts) -> Iterator[str]:
    """A sentence for each shared place that a tie-break could not part, as it is not known of all."""
    for tie in ties(table):
        args = {
            "tie": t(f"tie.{tie['tie_break']}"),
            "players": t.list(tie["players"]),
            "unknown": t.list(tie["unknown"]),
        }
        yield t("standings.undecided", place=tie["place"], **args)


def ties(table: Sequence[Standing]) -> list[dict[str, Any]]:
    """The shared places that a tie-break could not part: who shares them, and of whom it is not known."""
    found: list[dict[str, Any]] = []
    for place, group in groupby((one for one in table if one.undecided), key=lambda one: one.place):
        sharing = list(group)
        merit = TIE_BREAKS[sharing[0].undecided]
        players = [one.tally.player for one in sharing]
        unknown = [one.tally.player for one in sharing if merit(one.tally) is None]
        found.append({"place": place, "tie_break": sharing[0].undecided, "players": players, "unknown": unknown})
    return found


def as_value(table: Sequence[Standing], tallies: Tallies) -> dict[str, Any]:
    """The standings as plain values."""
    return {
        "version": 1,
        "sheets": tallies.sheets,
        "rules": sorted(tallies.rules),
        "house_sheets": tallies.house_sheets,
        "incomplete_sheets": tallies.incomplete_sheets,
        "carried_sheets": tallies.carried_sheets,
        "standings": [_as_value(standing) for standing in table],
        "undecided": ties(table),
    }


def _as_value(standing: Standing) -> dict[str, Any]:
    row = dict(zip(COLUMNS, values(row_of(standing)), strict=True))
    money = standing.tally.money
    counted = values(standing.tally.counted)
    return {
        **row,
        "rules": sorted(standing.tally.by),
        "money": values(money),
        "counted": counted,
        "incomplete": standing.tally.incomplete,
    }
