"""Checks are small functions that register themselves with the codes they report.

A check on hands is called with every hand that could be read and that has what it needs; a check on sheets once with
the whole ledger.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Literal, TypeVar

from dokosheet.core.finding import CODES, Finding, Repair
from dokosheet.core.ledger.rows import Ledger, PageRow, PenaltyRow, Row

HandCheck = Callable[[Row, Ledger], Iterable[Finding]]
SheetCheck = Callable[[Ledger], Iterable[Finding]]
OneHandCheck = TypeVar("OneHandCheck", bound=HandCheck)
OneSheetCheck = TypeVar("OneSheetCheck", bound=SheetCheck)
AnyCheck = TypeVar("AnyCheck", bound=Callable[..., object])
#: What a hand must have for a check to have anything to say; "written": facts that have to agree with the rest;
#: "house": anything that only house rules know.
Needs = Literal["", "calls", "sonderpunkte", "marks", "klaerung", "written", "house"]

HAND_CHECKS: dict[str, list[HandCheck]] = {
    "": [],
    "calls": [],
    "sonderpunkte": [],
    "marks": [],
    "klaerung": [],
    "written": [],
    "house": [],
}
SHEET_CHECKS: list[SheetCheck] = []
#: Code -> the functions that report it.
REPORTED_BY: dict[str, list[str]] = {}


def check_hand(*codes: str, needs: Needs = "") -> Callable[[OneHandCheck], OneHandCheck]:
    """Register a check on hands for its codes."""

    def register(function: OneHandCheck) -> OneHandCheck:
        HAND_CHECKS[needs].append(function)
        _reports(function, codes)
        return function

    return register


def check_sheet(*codes: str) -> Callable[[OneSheetCheck], OneSheetCheck]:
    """Register a check on whole sheets for its codes."""

    def register(function: OneSheetCheck) -> OneSheetCheck:
        SHEET_CHECKS.append(function)
        _reports(function, codes)
        return function

    return register


def reports(*codes: str) -> Callable[[AnyCheck], AnyCheck]:
    """Register a check that is called with more than one sheet for its codes."""

    def register(function: AnyCheck) -> AnyCheck:
        _reports(function, codes)
        return function

    return register


def _reports(function: Callable[..., object], codes: Iterable[str]) -> None:
    for code in codes:
        REPORTED_BY.setdefault(code, []).append(f"{function.__module__}.{function.__name__}")


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
