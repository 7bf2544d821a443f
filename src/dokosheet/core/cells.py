"""Written rows of numbers: whose cell is whose, and what they tell by themselves."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import TypeGuard

from dokosheet.core.hand import ILLEGIBLE, Cell, Hand
from dokosheet.core.rows import PLAYERS, Points


def is_number(cell: Cell) -> TypeGuard[int | Decimal]:
    """Whether a cell can be read and holds points."""
    return isinstance(cell, (int, Decimal))


def aligned(cells: tuple[Cell, ...], names: tuple[str, ...], players: tuple[str, ...]) -> dict[str, Cell]:
    """A written row by name: a cell for everybody at the table, or for those who played."""
    if len(cells) == len(names):
        return dict(zip(names, cells, strict=True))
    return dict(zip(players, cells, strict=True)) if len(cells) == len(players) else {}


def complete(cells: Mapping[str, Cell], players: tuple[str, ...], zero_sum: bool) -> Points | None:
    """The points of a written row; one illegible cell follows from the others where the sum is 0 (TSR 7.3.3)."""
    found = {name: cells.get(name, ILLEGIBLE) for name in players}
    lost = [name for name, value in found.items() if value is None or value == ILLEGIBLE]
    if len(lost) > (1 if zero_sum else 0):
        return None
    known: dict[str, int | Decimal] = {n: v for n, v in found.items() if isinstance(v, (int, Decimal))}
    for name in lost:
        known[name] = -sum(known.values())
    return {name: known[name] for name in players}


def hides_solo(hand: Hand, points: Points | None) -> bool:
    """Whether a hand of which only points are known can have been somebody's Pflichtsolo."""
    return not hand.named and (points is None or bool(one_alone(points)) or not any(points.values()))


def one_alone(points: Points) -> tuple[str, ...]:
    """Who can have played alone, one against three: those with an amount that nobody else has."""
    values = list(points.values())
    return tuple(name for name, value in points.items() if values.count(value) == 1)


def may_be_alone(points: Points, names: tuple[str, ...]) -> tuple[str, ...]:
    """Who of those at a table can have played alone, where who sat out has nothing or 0, and so may who wins or loses.

    Where only one side writes, he is the only one with points, or one of those without.
    """
    moved = {name: value for name, value in points.items() if value}
    if len(moved) == PLAYERS:
        return one_alone(moved)
    if len(moved) == 1:
        return tuple(moved)
    return tuple(name for name in names if name not in moved) if len(moved) in (0, PLAYERS - 1) else ()


def dashes(cells: tuple[Cell, ...] | None, names: tuple[str, ...]) -> tuple[str, ...]:
    """Who sat out by a row of everybody at the table: all but four have a dash."""
    if cells is None or len(cells) != len(names):
        return ()
    out = tuple(name for name, cell in zip(names, cells, strict=True) if cell is None)
    return out if len(names) - len(out) == PLAYERS else ()
