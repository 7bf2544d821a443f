"""A list of numbers as the search for slips sees it: rows by seat, and arithmetic with what cannot be read."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from operator import add
from typing import Final, Literal, TypeGuard

from dokosheet.core.ledger.rows import (
    PLAYERS,
    FeeRow,
    Ledger,
    PageRow,
    PenaltyRow,
    Points,
    Row,
    Worth,
    aligned,
    is_number,
)
from dokosheet.core.notation.hand import ILLEGIBLE, Cell
from dokosheet.core.notation.sheet import GapEntry, HandEntry
from dokosheet.core.records import Record
from dokosheet.core.rules import Ruleset
from dokosheet.core.slips.digits import LOST
from dokosheet.core.slips.laws import laws_of, times
from dokosheet.core.slips.patterns import Patterns, Vector, marked_winners, patterns, seated
from dokosheet.core.terms import Number

Cells = tuple[Cell, ...]
#: Balance as they should be (None: of those whom nobody knows).
Balance = tuple[Number | None, ...]
#: What is written of a hand and can be wrong.
Field = Literal["score", "total", "wert", "sieger", "named"]
#: An explanation with more slips than these in one row is none.
MOST_SLIPS: Final = 2


class Numbers(Record, frozen=True):
    """A row of numbers by seat, as written and as far as it is known: who ``plays``, the ``points``, the ``totals``.

    ``fixed``: the points as they follow from details, ``added``: a row that differs from them and may have been added
    to the totals. Else ``law`` says what they can be; with neither nobody knows the points, but the totals tell.
    ``value``: the written value without its sign; ``factor``: what Bock multiplies by; ``worth``: what a value means in
    it; ``winners``, ``re``: seats marked as winners, named as Re. ``lost``: hands are lost before it. ``between``: rows
    of a rubric that may have come before it.
    """

    plays: tuple[bool, ...]
    points: Cells | None = None
    totals: Cells | None = None
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


class CellChange(Record, frozen=True):
    """A cell to change: ``seat`` of ``row`` (None for a mark); what is written, and what it was meant as."""

    row: int
    field: Field
    seat: int | None
    old: Cell
    new: Cell


class Slip(Record, frozen=True):
    """One thing that went wrong in a ``row``: its ``reason`` and the cells that it spoilt.

    ``carried``: by how much all totals from here on are off because of it. ``points``: what the players had to write in
    this row; ``added``: what totals tell instead, or besides: another value of it, a hand or penalty without a line.
    """

    reason: str
    row: int
    changes: tuple[CellChange, ...]
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


def is_complete(row: Cells) -> TypeGuard[Vector]:
    return all(is_number(cell) for cell in row)


def turned(row: Cells) -> Cells:
    """A row with all signs turned round."""
    return tuple(-cell if is_number(cell) else cell for cell in row)


def moved_on(totals: Balance, points: Vector) -> Balance:
    """Balance after points were added; what nobody knows stays unknown."""
    if None not in totals:
        return tuple(map(add, totals, points))
    return tuple(None if total is None else total + p for total, p in zip(totals, points, strict=True))


def step_of(written: Cells, before: Balance, carry: Vector) -> Cells:
    """From the totals before to written ones without what is carried on, open where one of them is."""
    return tuple(
        cell - c - b if is_number(cell) and b is not None else ILLEGIBLE
        for cell, b, c in zip(written, before, carry, strict=True)
    )


def as_written(written: Cells, totals: Balance, carry: Vector) -> Balance:
    """The totals that are written, without what is carried on; as they were where nothing can be read."""
    return tuple(cell - c if is_number(cell) else total for cell, total, c in zip(written, totals, carry, strict=True))


def filled_in(written: Cells | None, totals: Balance, carry: Vector | None = None) -> Balance:
    """Balance, with those that nobody knows as they are written."""
    if written is None or None not in totals:
        return totals
    return tuple(
        total if total is not None else cell - c if is_number(cell) else None
        for total, cell, c in zip(totals, written, carry or (0,) * len(written), strict=True)
    )


# -- The rows of a ledger as lines: numbers by seat, and what is known of them.

Item = Row | PenaltyRow | FeeRow | PageRow


def lines_of(ledger: Ledger) -> list[Numbers]:
    """A line for each item of the timeline, by the seats of everybody who was ever at the table."""
    names = ledger.sheet.names
    rubric = tuple(vector_of(row.points, names) for row in ledger.rows if row.dealer is None and row.points)
    booked = {id(row.entry) for row in ledger.rows}
    lines = []
    for item in ledger.timeline:
        if isinstance(item, PenaltyRow) and id(item.entry) in booked:
            lines.append(Numbers((False,) * len(names), fixed=(0,) * len(names)))  # its points stand in a row already
        else:
            lines.append(_line(item, ledger, names, rubric))
    return lines


def _line(item: Item, ledger: Ledger, names: tuple[str, ...], rubric: tuple[Vector, ...]) -> Numbers:
    match item:
        case Row():
            return of_row(item, ledger, names, () if item.dealer is None else rubric)
        case PageRow(entry=GapEntry()):
            return Numbers((False,) * len(names), fixed=(0,) * len(names), lost=True)
        case PageRow():
            totals = _cells(item.written, names)
            return Numbers((False,) * len(names), totals=totals, fixed=(0,) * len(names), lost=item.derived is None)
        case PenaltyRow():
            plays = tuple(name in item.players for name in names)
            return Numbers(plays, fixed=None if item.points is None else vector_of(item.points, names))
        case FeeRow():
            return Numbers((False,) * len(names), fixed=vector_of(item.points, names))


def of_row(row: Row, ledger: Ledger, names: tuple[str, ...], rubric: tuple[Vector, ...] = ()) -> Numbers:
    """A hand: its points by its details, by the row that is written, or by what the ruleset lets them be."""
    hand, rules = row.hand, ledger.sheet.rules
    plays = tuple(name in row.players for name in names)
    totals = None if hand.total is None or row.dealer is None else _cells(_written(row, row.hand.total), names)
    known = vector_of(row.points, names) if row.points is not None else None
    if not isinstance(row.entry, HandEntry) or row.entry.broken or hand.gilt:
        return Numbers(plays, totals=totals, fixed=known, between=rubric)
    points = None
    if hand.score is not None:
        cells = _cells(_written(row, row.hand.score), names)
        points = tuple(cell if playing else None for cell, playing in zip(cells, plays, strict=True))
    if row.expected is not None:
        fixed = vector_of(row.expected, names)
        added = None
        if points is not None:
            both = zip(points, fixed, strict=True)
            added = tuple(cell if isinstance(cell, (int, Decimal)) else right for cell, right in both)
        law, factor = law_of(row, rules, plays), times(row, rules)
        return Numbers(plays, totals=totals, fixed=fixed, added=added, law=law, factor=factor, between=rubric)
    law = law_of(row, rules, plays)
    if law is None:
        return Numbers(plays, totals=totals, fixed=None if hand.score is None else known, between=rubric)
    seat = {name: i for i, name in enumerate(names)}
    winners = marked_winners(row)
    return Numbers(
        plays,
        points=points,
        totals=totals,
        law=law,
        value=None if hand.wert is None else abs(hand.wert),
        factor=times(row, rules),
        worth=ledger.worth,
        winners=frozenset(seat[name] for name in winners) if winners and set(winners) <= set(row.players) else None,
        re=frozenset(seat[name] for name in row.re) if row.re and not row.parties_fault else None,
        between=rubric,
    )


def law_of(row: Row, rules: Ruleset, plays: tuple[bool, ...]) -> Patterns | None:
    """What the points of a hand can be, by seat; None where the ruleset lets them be anything."""
    if len(row.players) != PLAYERS or not laws_of(row.hand.kind, rules).pattern:
        return None
    return seated(patterns(rules, times(row, rules)), plays)


def _written(row: Row, cells: Cells | None) -> Mapping[str, Cell]:
    """A written row by name."""
    return aligned(cells or (), row.table, row.players)


def _cells(cells: Mapping[str, Cell], names: tuple[str, ...]) -> tuple[Cell, ...]:
    """Cells by seat; nothing for who has none."""
    return tuple(cells.get(name) if cells else ILLEGIBLE for name in names)


def vector_of(points: Points, names: tuple[str, ...]) -> Vector:
    """Points by seat; 0 for who has none."""
    return tuple(points.get(name, 0) for name in names)
