"""Standings as a table for people, as CSV, as JSON."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from decimal import Decimal
from typing import Any, Final

from msgspec import Struct

from dokosheet.core.standings import Standing, Tallies
from dokosheet.render.findings import values
from dokosheet.render.table import Column, Table
from dokosheet.text import Texts, signed, texts

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
)


def row_of(standing: Standing) -> list[Any]:
    """The values of one line, in the order of COLUMNS."""
    tally = standing.tally
    return [standing.place, *(getattr(tally, name) for name in COLUMNS[1:-1]), standing.tie_break]


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
            row[-1] = t(f"tie.{standing.tie_break}")
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
    columns = [Column(t(f"standings.{name}"), right=name not in ("player", "tie_break")) for name in COLUMNS]
    result = Table(columns)
    for standing in table:
        tie = t(f"tie.{standing.tie_break}") if standing.tie_break else ""
        texts_of_row = [_text(name, value, t) for name, value in zip(COLUMNS[:-1], row_of(standing), strict=False)]
        result.rows.append([*texts_of_row, tie])
    return result


def _text(name: str, value: Any, t: Texts) -> str:
    if name == "points":
        return signed(value)
    if isinstance(value, float):
        return f"{value:.2f}".replace(".", t("number.decimal"))
    return str(value)


def as_value(table: Sequence[Standing], tallies: Tallies) -> dict[str, Any]:
    """The standings as plain values."""
    return {
        "version": 1,
        "sheets": tallies.sheets,
        "rules": sorted(tallies.rules),
        "standings": [dict(zip(COLUMNS, values(row_of(standing)), strict=True)) for standing in table],
    }
