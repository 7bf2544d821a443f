"""Checks are small functions that register themselves with the codes they report.

A check on hands is called with every hand that could be read; a check on sheets once with the whole ledger.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from dokosheet.core.finding import CODES, Finding, Repair
from dokosheet.core.rows import Ledger, PenaltyRow, Row

HandCheck = Callable[[Row, Ledger], Iterable[Finding]]
SheetCheck = Callable[[Ledger], Iterable[Finding]]
AnyCheck = TypeVar("AnyCheck", bound=Callable[..., Iterable[Finding]])

HAND_CHECKS: list[HandCheck] = []
#: Checks on hands with calls only.
CALL_CHECKS: list[HandCheck] = []
#: Checks on hands with written facts only.
WRITTEN_CHECKS: list[HandCheck] = []
SHEET_CHECKS: list[SheetCheck] = []
#: Code -> the functions that report it.
REPORTED_BY: dict[str, list[str]] = {}


def check(where: list[Any], *codes: str) -> Callable[[AnyCheck], AnyCheck]:
    """Register a check for its codes in one of the lists above."""

    def register(function: AnyCheck) -> AnyCheck:
        where.append(function)
        for code in codes:
            REPORTED_BY.setdefault(code, []).append(f"{function.__module__}.{function.__name__}")
        return function

    return register


def at(row: Row | PenaltyRow, code: str, field: str, nth: int = 0, **rest: Any) -> Finding:
    """A finding at the nth token of a row that fills a field."""
    rest.setdefault("severity", CODES[code][1])
    number = row.n if isinstance(row, Row) else row.after_hand or None
    return Finding(code, row.entry.source.at(field, nth), hand=number, **rest)


def repair(
    row: Row | PenaltyRow,
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
