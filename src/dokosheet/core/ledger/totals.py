"""The running totals while a sheet is kept: what they are, and whose are known."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal

from dokosheet.core.ledger.rows import Points, complete, is_number
from dokosheet.core.notation.hand import Cell
from dokosheet.core.terms import Number


class Totals:
    """Totals by name, and the names of those whose total nobody knows: of them only what the sheet tells is added up.

    ``sum``: what the totals of everybody are together, which is known through a gap, too: what some win there the
    others lose.
    """

    def __init__(self, names: Iterable[str]) -> None:
        self.now: Points = dict.fromkeys(names, 0)
        self.unknown: frozenset[str] = frozenset()
        self.sum: Number = 0

    @property
    def known(self) -> bool:
        """Whether they are known for everybody."""
        return not self.unknown

    def add(self, points: Points) -> None:
        """Add points; rows keep the totals that they were given."""
        self.now = {name: total + points.get(name, 0) for name, total in self.now.items()}
        self.sum += sum(points.values())

    def lose(self, names: Iterable[str]) -> None:
        """These have got points that nobody knows."""
        self.unknown = self.unknown.union(name for name in names if name in self.now)

    def write(self, cells: Mapping[str, Cell], zero_sum: bool) -> None:
        """Totals are written: those that were not known are these. What is known is compared by the checks.

        One that is still open follows from the others where all together sum to 0, penalties and fees apart.
        """
        if not self.unknown:
            return
        found = {name: cells[name] for name in self.unknown if is_number(cells.get(name))}
        if not found:
            return
        self.now = {name: found.get(name, total) for name, total in self.now.items()}  # type: ignore[misc]
        self.unknown = self.unknown.difference(found)
        if zero_sum and len(self.unknown) == 1:
            (open_one,) = self.unknown
            others = sum(total for name, total in self.now.items() if name != open_one)
            self.now = {**self.now, open_one: self.sum - others}
            self.unknown = frozenset()
        if not self.unknown:
            self.sum = sum(self.now.values())

    def step(self, cells: Mapping[str, Cell], players: Sequence[str], zero_sum: bool) -> Points | None:
        """The points of a hand of which only the totals after it are written; None where they do not tell.

        A cell that cannot be read, or the step of somebody whose total before is not known, is open. One open step
        follows from the others as in a row of points. With two, the points are not known; the totals that can be read
        are written all the same, and nothing contradicts them, so the list goes on from them (:meth:`write`), while
        those of the open cells stay unknown until they are written again.
        """
        steps: dict[str, Cell] = {}
        for name in players:
            cell = cells.get(name)
            if name not in self.unknown and isinstance(cell, (int, Decimal)):
                steps[name] = cell - self.now[name]
        return complete(steps, tuple(players), zero_sum)
