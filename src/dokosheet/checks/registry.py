"""Checks are small functions that register themselves with the codes they report.

A check on hands is called with every hand that could be read and that has what it needs, and with the rules; a check on
what is written beside a hand with the list that it stands in; a check on sheets once with the whole ledger.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from typing import Any, Literal, TypeVar, get_args

from dokosheet.core.finding import CODES, Finding, Place, Repair
from dokosheet.core.ledger.rows import Ledger, PageRow, PenaltyRow, Row, aligned
from dokosheet.core.notation.hand import Cell
from dokosheet.core.notation.spelling import format_cells
from dokosheet.core.rules import Ruleset
from dokosheet.core.terms import Number

HandCheck = Callable[[Row, Ruleset], Iterable[Finding]]
WrittenCheck = Callable[[Row, Ledger], Iterable[Finding]]
SheetCheck = Callable[[Ledger], Iterable[Finding]]
AnyCheck = TypeVar("AnyCheck", bound=Callable[..., object])
#: What a hand must have for a check to have anything to say. "doubt": a result or parties that are not plain;
#: "written": facts that have to agree with the rest; "house": anything that only house rules know.
Needs = Literal["doubt", "calls", "house", "sonderpunkte", "marks", "klaerung", "written"]

HAND_CHECKS: dict[Needs, list[HandCheck]] = {needs: [] for needs in get_args(Needs)}
WRITTEN_CHECKS: list[WrittenCheck] = []
SHEET_CHECKS: list[SheetCheck] = []
#: Code -> the functions that report it.
REPORTED_BY: dict[str, list[str]] = {}


def check_hand(*codes: str, needs: Needs) -> Callable[[HandCheck], HandCheck]:
    """Register a check on hands for its codes."""
    return _into(HAND_CHECKS[needs], codes)


def check_written(*codes: str) -> Callable[[WrittenCheck], WrittenCheck]:
    """Register a check on what is written beside a hand for its codes."""
    return _into(WRITTEN_CHECKS, codes)


def check_sheet(*codes: str) -> Callable[[SheetCheck], SheetCheck]:
    """Register a check on whole sheets for its codes."""
    return _into(SHEET_CHECKS, codes)


def reports(*codes: str) -> Callable[[AnyCheck], AnyCheck]:
    """Register a check that is called with more than one sheet for its codes."""
    return lambda function: _noted(function, codes)


def _into(checks: list[AnyCheck], codes: Iterable[str]) -> Callable[[AnyCheck], AnyCheck]:
    """What puts a check among others."""

    def register(function: AnyCheck) -> AnyCheck:
        checks.append(function)
        return _noted(function, codes)

    return register


def _noted(function: AnyCheck, codes: Iterable[str]) -> AnyCheck:
    """The function, put down as one that reports codes."""
    for code in codes:
        REPORTED_BY.setdefault(code, []).append(f"{function.__module__}.{function.__name__}")
    return function


def at(row: Row | PenaltyRow | PageRow, code: str, field: str, nth: int = 0, **rest: Any) -> Finding:
    """A finding at the nth token of a row that fills a field."""
    rest.setdefault("severity", CODES[code][1])
    number = row.n if isinstance(row, Row) else row.after_hand or None
    return Finding(code, row.entry.source.at(field, nth), hand=number, **rest)


def repair(
    row: Row | PenaltyRow | PageRow,
    field: str,
    new: str,
    reason: str,
    nth: int = 0,
    certain: bool = False,
    args: dict[str, Any] | None = None,
) -> Repair:
    """A repair of the nth token that fills a field."""
    source = row.entry.source
    return Repair(source.at(field, nth), source.written(field, nth), new, reason, certain, args or {})


# -- Cells of a written row.


def cell_place(row: Row | PageRow, field: str, index: int) -> Place:
    """The place of one cell within a written row; of the whole token where it cannot be told."""
    source = row.entry.source
    token, place = source.written(field), source.at(field)
    if not source.exact or ":" in token:
        return place
    start = len(token) - len(token.lstrip("="))
    cells = token[start:].split("/" if "/" in token else ",")
    if index >= len(cells):
        return place
    column = place.column + start + sum(len(cell) + 1 for cell in cells[:index])
    return Place(place.line, column, column + max(1, len(cells[index])))


def written_row(row: Row, cells: tuple[Cell, ...], names: tuple[str, ...]) -> dict[str, Number]:
    """The legible cells of those who played, by name."""
    found = aligned(cells, names, row.players)
    return {name: found[name] for name in row.players if isinstance(found.get(name), (int, Decimal))}  # type: ignore[misc]


def respell(row: Row, cells: tuple[Cell, ...], new: Mapping[str, Number], names: tuple[str, ...]) -> str:
    """The cells of a written row with new numbers in the order in which they were written.

    Who sat out has no points, but keeps a total that is written.
    """
    order = names if len(cells) == len(names) else row.players
    plays = names if cells is row.hand.total else row.players
    playing = zip(order, cells, strict=True)
    return format_cells(tuple(new.get(name, old) if name in plays else None for name, old in playing))


def column_of(row: Row, cells: tuple[Cell, ...], name: str, names: tuple[str, ...]) -> int:
    """The index of a player's cell."""
    return (names if len(cells) == len(names) else row.players).index(name)
