"""Standings as a table for people, as CSV, as JSON."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from decimal import Decimal
from typing import Any, Final

from msgspec import Struct

from dokosheet.core.standings import Standing, Tallies, Tally
from dokosheet.render.findings import values
from dokosheet.render.table import Column, Table
from dokosheet.text import Texts, texts

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
    """The values of one line, in the order of COLUMNS."""
    tally = standing.tally
    sums = (getattr(tally, name) for name in SHOWN[1:-1])
    money = "" if tally.money is None else tally.money
    return [standing.place, *sums, standing.tie_break, "; ".join(sorted(tally.by)), money, counted(tally)]


def counted(tally: Tally) -> str:
    """What is counted beside the points: ``stroke 2``."""
    return "; ".join(f"{unit} {amount}" for unit, amount in sorted(tally.counted.items()))


class Dialect(Struct, frozen=True):
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
        writer.writerow([_cell(value, dialect) for value in row])
    return ("\ufeff" if dialect.bom else "") + out.getvalue()


def _cell(value: Any, dialect: Dialect) -> str:
    if isinstance(value, float):
        return f"{value:.2f}".replace(".", dialect.decimal)
    if isinstance(value, (int, Decimal)):
        return str(value).replace(".", dialect.decimal)
    return defused(str(value))


def defused(text: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    if text[:1] in ("=", "+", "-", "@", "\t", "\r") and not re.fullmatch(r"[-+]?\d+(?:[.,]\d+)?", text):
        return "'" + text
    return text


def as_table(table: Sequence[Standing], t: Texts) -> Table:
    """The standings for people."""
    more = [name for name in ("money", "counted") if any(getattr(standing.tally, name) for standing in table)]
    result = Table([_column(name, t) for name in (*SHOWN, *more)])
    for standing in table:
        tie = t(f"tie.{standing.tie_break}") if standing.tie_break else ""
        texts_of_row = [_text(name, value, t) for name, value in zip(SHOWN[:-1], row_of(standing), strict=False)]
        cells = dict(zip(COLUMNS, row_of(standing), strict=True))
        result.rows.append([*texts_of_row, tie, *(_text(name, cells[name], t) for name in more)])
    return result


def _column(name: str, t: Texts) -> Column:
    spare = SPARE.index(name) + 1 if name in SPARE else 0
    return Column(t(f"standings.{name}"), right=name not in ("player", "tie_break"), spare=spare)


def _text(name: str, value: Any, t: Texts) -> str:
    if name == "points":
        return t.signed(value)
    if isinstance(value, float) or (name == "money" and value != ""):
        return t.number(f"{value:.2f}".replace(".", t("number.decimal")))
    return t.number(str(value)) if isinstance(value, (int, Decimal)) else str(value)


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
    }


def _as_value(standing: Standing) -> dict[str, Any]:
    row = dict(zip(COLUMNS, values(row_of(standing)), strict=True))
    money = standing.tally.money
    counted = values(standing.tally.counted)
    return {
        **row,
        "rules": sorted(standing.tally.by),
        "money": None if money is None else float(money),
        "counted": counted,
        "incomplete": standing.tally.incomplete,
    }
