"""A list of numbers as the search for slips sees it: rows by seat, and arithmetic with what cannot be read."""

from __future__ import annotations

from operator import add
from typing import Final, Literal, TypeGuard

from msgspec import Struct

from dokosheet.core.ledger.rows import Worth, is_number
from dokosheet.core.notation.hand import ILLEGIBLE, Cell
from dokosheet.core.slips.digits import LOST
from dokosheet.core.slips.patterns import Patterns, Vector
from dokosheet.core.terms import Number

Row = tuple[Cell, ...]
#: Totals as they should be (None: of those whom nobody knows).
Totals = tuple[Number | None, ...]
#: What is written of a hand and can be wrong.
Field = Literal["score", "total", "wert", "sieger", "named"]
#: An explanation with more slips than these in one row is none.
MOST_SLIPS: Final = 2


class Line(Struct, frozen=True):
    """A row of numbers by seat, as written and as far as it is known: who ``plays``, the ``points``, the ``totals``.

    ``fixed``: the points as they follow from details, ``added``: a row that differs from them and may have been added
    to the totals. Else ``law`` says what they can be; with neither nobody knows the points, but the totals tell.
    ``value``: the written value without its sign; ``factor``: what Bock multiplies by; ``worth``: what a value means in
    it; ``winners``, ``re``: seats marked as winners, named as Re. ``lost``: hands are lost before it. ``between``: rows
    of a rubric that may have come before it.
    """

    plays: tuple[bool, ...]
    points: Row | None = None
    totals: Row | None = None
    fixed: Vector | None = None
    added: Vector | None = None
    law: Patterns | None = None
    value: int | None = None
    factor: int = 1
    worth: Worth = ""
    winners: frozenset[int] | None = None
    re: frozenset[int] | None = None
    lost: bool = False
    between: tuple[Vector, ...] = ()

    @property
    def has_points(self) -> bool:
        """Whether a row tells its points beside the totals."""
        return self.points is not None or self.fixed is not None


class Change(Struct, frozen=True):
    """A cell to change: ``seat`` of ``row`` (None for a mark); what is written, and what it was meant as."""

    row: int
    field: Field
    seat: int | None
    old: Cell
    new: Cell


class Slip(Struct, frozen=True):
    """One thing that went wrong in a ``row``: its ``reason`` and the cells that it spoilt.

    ``carried``: by how much all totals from here on are off because of it. ``points``: what the players had to write in
    this row; ``added``: what totals tell instead, or besides: another value of it, a hand or penalty without a line.
    """

    reason: str
    row: int
    changes: tuple[Change, ...]
    points: Vector | None = None
    carried: Vector | None = None
    added: Vector | None = None

    @property
    def in_numbers(self) -> bool:
        """Whether it spoils points or totals, not only what is written beside them."""
        return all(change.field in ("score", "total") for change in self.changes)

    @property
    def cost(self) -> int:
        """Nothing for a cell that cannot be read: nobody has written it wrongly."""
        return 0 if self.reason == LOST else 1


#: Several slips that explain a list together.
Way = tuple[Slip, ...]


def is_complete(row: Row) -> TypeGuard[Vector]:
    return all(is_number(cell) for cell in row)


def plus(row: Vector, other: Vector) -> Vector:
    return tuple(map(add, row, other))


def negative(row: Vector) -> Vector:
    return tuple([-number for number in row])


def turned(row: Row) -> Row:
    """A row with all signs turned round."""
    return tuple(-cell if is_number(cell) else cell for cell in row)


def moved_on(totals: Totals, points: Vector) -> Totals:
    """Totals after points were added; what nobody knows stays unknown."""
    if None not in totals:
        return tuple(map(add, totals, points))
    return tuple(None if total is None else total + p for total, p in zip(totals, points, strict=True))


def step_of(written: Row, before: Totals, carry: Vector) -> Row:
    """From the totals before to written ones without what is carried on, open where one of them is."""
    return tuple(
        cell - c - b if is_number(cell) and b is not None else ILLEGIBLE
        for cell, b, c in zip(written, before, carry, strict=True)
    )


def as_written(written: Row, totals: Totals, carry: Vector) -> Totals:
    """The totals that are written, without what is carried on; as they were where nothing can be read."""
    return tuple(cell - c if is_number(cell) else total for cell, total, c in zip(written, totals, carry, strict=True))


def filled_in(written: Row | None, totals: Totals, carry: Vector | None = None) -> Totals:
    """Totals, with those that nobody knows as they are written."""
    if written is None or None not in totals:
        return totals
    return tuple(
        total if total is not None else cell - c if is_number(cell) else None
        for total, cell, c in zip(totals, written, carry or (0,) * len(written), strict=True)
    )
