"""The smallest changes that make a list of numbers consistent, each with its reason.

A list is read row by row. What is known of the truth so far is a state: the running totals as they should be, and what
wrong additions have been carried on. Each row leads from a state to all states that agree with what is written but for
a few slips; the cheapest ways are kept. Where only one state is left, what happened before is settled, and its
alternatives are one cluster.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from decimal import Decimal
from typing import Final, Literal

from msgspec import Struct

from dokosheet.core.hand import ILLEGIBLE, Cell
from dokosheet.core.slips import slip

Number = int | Decimal
Vector = tuple[Number, ...]
Field = Literal["score", "total", "wert", "sieger"]

#: An explanation with more slips than these in one row is none.
MOST_SLIPS: Final = 2
#: States that are kept from one row to the next, and alternatives of one state.
MOST_STATES: Final = 80
MOST_WAYS: Final = 24


class Line(Struct, frozen=True):
    """A row of numbers by seat: ``points`` and ``totals`` as written (None: no such row), whoever ``plays``.

    ``fixed``: the points as they follow from details; ``value``: the written value per head without its sign, before
    Bock; ``factor``: what Bock multiplies by; ``winners``: seats marked as winners.
    """

    plays: tuple[bool, ...]
    points: tuple[Cell, ...] | None = None
    totals: tuple[Cell, ...] | None = None
    fixed: Vector | None = None
    value: int | None = None
    factor: int = 1
    winners: frozenset[int] | None = None


class Change(Struct, frozen=True):
    """A cell to change: ``seat`` of ``row`` (None for a mark); what is written, and what it was meant as."""

    row: int
    field: Field
    seat: int | None
    old: Cell
    new: Cell


class Slip(Struct, frozen=True):
    """One thing that went wrong: its ``reason`` and the cells that it spoilt; ``carried``: all later totals, too."""

    reason: str
    changes: tuple[Change, ...]
    carried: bool = False

    @property
    def row(self) -> int:
        """The row in which it happened."""
        return self.changes[0].row


class Cluster(Struct, frozen=True):
    """``rows`` that do not fit, and the ways to mend them with as few slips as possible, the likeliest first.

    None: it takes too many.
    """

    rows: tuple[int, ...]
    ways: tuple[tuple[Slip, ...], ...]

    @property
    def certain(self) -> bool:
        """Whether one single slip of a known kind is all that fits."""
        return len(self.ways) == 1 and len(self.ways[0]) == 1 and bool(self.ways[0][0].reason)


class Laws(Struct, frozen=True):
    """What a row of points can look like: ``shapes`` of the value per head, and whether ``also`` some other rows."""

    shapes: Callable[[tuple[bool, ...]], Sequence[Vector]]
    also: Callable[[Vector, tuple[bool, ...]], bool]


class _State(Struct):
    cost: int
    ways: list[tuple[Slip, ...]]


#: Totals as they should be (None: nobody knows), and what is carried on too much in each column.
_Key = tuple[Vector | None, Vector]


def diagnose(lines: Sequence[Line], start: Vector | None, laws: Laws) -> list[Cluster]:
    """The clusters of slips of a list; ``start``: the totals before it, None where nobody knows them."""
    if not lines:
        return []
    search = _Search(lines, laws)
    zero: Vector = (0,) * len(lines[0].plays)
    states: dict[_Key, _State] = {(start, zero): _State(0, [()])}
    clusters: list[Cluster] = []
    for k in range(len(lines)):
        after = search.step(k, states)
        if not after:  # too much at once: believe what is written and go on
            clusters += _settled(states)
            clusters.append(Cluster((k,), ()))
            states = {(search.believed(k, states), next(iter(states))[1]): _State(0, [()])}
            continue
        states = after
        best = [key for key, state in states.items() if state.cost == min(s.cost for s in states.values())]
        if len(best) == 1 and search.settles(k, states[best[0]]):
            clusters += _settled({best[0]: states[best[0]]})
            states = {best[0]: _State(0, [()])}
    return [*clusters, *_settled(states)]


def _settled(states: dict[_Key, _State]) -> list[Cluster]:
    """The cheapest ways so far as clusters: slips that all ways share stand for themselves."""
    cost = min(state.cost for state in states.values())
    ways = list(dict.fromkeys(way for state in states.values() if state.cost == cost for way in state.ways))
    if not cost or not ways:
        return []
    shared = [slip for slip in ways[0] if all(slip in way for way in ways)]
    by_row = {slip.row: tuple(other for other in shared if other.row == slip.row) for slip in shared}
    clusters = [Cluster((row,), (slips,)) for row, slips in by_row.items()]
    rest = [tuple(slip for slip in way if slip not in shared) for way in ways]
    rest = [way for way in dict.fromkeys(rest) if way]
    if rest:
        rows = sorted({slip.row for way in rest for slip in way})
        clusters.append(Cluster(tuple(rows), tuple(sorted(rest, key=_likely))))
    return clusters


def _likely(way: tuple[Slip, ...]) -> tuple[int, int]:
    """Known kinds of slips first."""
    return sum(not slip.reason for slip in way), way[0].row


class _Search:
    """The steps from row to row."""

    def __init__(self, lines: Sequence[Line], laws: Laws) -> None:
        self.lines = lines
        self.laws = laws
        self.with_totals = any(line.totals is not None for line in lines)

    def settles(self, k: int, state: _State) -> bool:
        """Whether what a state says of the past cannot change any more: two rows without a slip have followed."""
        last = max((slip.row for way in state.ways for slip in way), default=-9)
        return not self.with_totals or (k - last > 1 and state.cost > 0)

    def believed(self, k: int, states: dict[_Key, _State]) -> Vector | None:
        """The totals after a row that nothing explains."""
        line = self.lines[k]
        if line.totals is not None and all(_is_number(cell) for cell in line.totals):
            return tuple(cell for cell in line.totals if isinstance(cell, (int, Decimal)))
        before = next(iter(states))[0]
        points = line.points
        if before is None or points is None:
            return before
        return tuple(t + (p if isinstance(p, (int, Decimal)) else 0) for t, p in zip(before, points, strict=True))

    def step(self, k: int, states: dict[_Key, _State]) -> dict[_Key, _State]:
        """All states after a row, as cheap as possible."""
        after: dict[_Key, _State] = {}
        least = min(state.cost for state in states.values())
        for key, state in states.items():
            for new_key, cost, slips in self.options(k, key):
                total = state.cost + cost
                if total > least + MOST_SLIPS:
                    continue
                known = after.get(new_key)
                if known is None or known.cost > total:
                    after[new_key] = _State(total, [(*way, *slips) for way in state.ways])
                elif known.cost == total and len(known.ways) < MOST_WAYS:
                    known.ways += [(*way, *slips) for way in state.ways]
        if len(after) > 1:
            best = min(state.cost for state in after.values())
            kept = sorted(after.items(), key=lambda item: item[1].cost)[:MOST_STATES]
            after = {key: state for key, state in kept if state.cost <= best + 1}
        return after

    def options(self, k: int, key: _Key) -> Iterator[tuple[_Key, int, tuple[Slip, ...]]]:
        """Where a row can lead from a state: the new state, the slips that it takes, and how many."""
        line, (before, carry) = self.lines[k], key
        totals = line.totals
        shown = None if totals is None else tuple(_minus(cell, c) for cell, c in zip(totals, carry, strict=True))
        if before is None:  # the totals are found again
            if shown is not None and all(_is_number(cell) for cell in shown):
                yield (tuple(c for c in shown if isinstance(c, (int, Decimal))), carry), 0, ()
            else:
                yield key, 0, ()
            return
        for points in self.candidates(line, before, shown):
            after = tuple(b + p for b, p in zip(before, points, strict=True)) if self.with_totals else before
            for cost, slips in self.of_points(k, line, points):
                if shown is None:
                    yield (after, carry), cost, slips
                    continue
                for more, carried, also in self.of_totals(k, shown, after, carry):
                    if cost + more <= MOST_SLIPS:
                        yield (after, carried), cost + more, (*slips, *also)

    # -- what the points can have been

    def candidates(self, line: Line, before: Vector, shown: tuple[Cell, ...] | None) -> Iterable[Vector]:
        """Rows of points that a row can stand for."""
        if line.fixed is not None:
            return (line.fixed,)
        rows: dict[Vector, None] = {}
        steps = None
        if shown is not None:
            steps = tuple(
                c - b if isinstance(c, (int, Decimal)) else ILLEGIBLE for c, b in zip(shown, before, strict=True)
            )
        for written in (line.points, steps):
            if written is None:
                continue
            plain = tuple(cell if isinstance(cell, (int, Decimal)) else 0 for cell in written)
            legible = all(not p or isinstance(c, (int, Decimal)) for c, p in zip(written, line.plays, strict=True))
            if legible and self.is_law(plain, line):
                rows[plain] = None
            for shape in self.laws.shapes(line.plays):
                for cell, share in zip(written, shape, strict=True):
                    if share and isinstance(cell, (int, Decimal)) and not cell % share:
                        rows[tuple(one * (cell // share) for one in shape)] = None
        if line.value is not None:
            for shape in self.laws.shapes(line.plays):
                for sign in (1, -1):
                    rows[tuple(one * line.value * line.factor * sign for one in shape)] = None
        rows[(0,) * len(line.plays)] = None
        return rows

    def is_law(self, points: Vector, line: Line) -> bool:
        """Whether a row of points can be."""
        if any(point and not plays for point, plays in zip(points, line.plays, strict=True)):
            return False
        if self.laws.also(points, line.plays):
            return True
        return any(_per_head(points, shape) is not None for shape in self.laws.shapes(line.plays)) or not any(points)

    # -- what it takes to have written it like this

    def of_points(self, k: int, line: Line, points: Vector) -> Iterator[tuple[int, tuple[Slip, ...]]]:
        """The slips that make what stands in a row of what it was: its points, its value, its winners."""
        marks = tuple(self.of_marks(k, line, points))
        if line.points is None:
            yield len(marks), marks
            return
        for slips in self.differences(k, "score", line.points, points, line):
            if len(slips) + len(marks) <= MOST_SLIPS:
                yield len(slips) + len(marks), (*slips, *marks)

    def of_marks(self, k: int, line: Line, points: Vector) -> Iterator[Slip]:
        if line.value is not None:
            found = [_per_head(points, shape) for shape in self.laws.shapes(line.plays)]
            heads: set[Number] = {max(head, -head) for head in found if head}
            amount = line.value * line.factor
            if amount not in (heads or {0}):
                meant = next(iter(sorted(heads)), 0)
                new = meant // line.factor if line.factor and not meant % line.factor else meant
                yield Slip(slip(line.value, new) or "value", (Change(k, "wert", None, line.value, new),))
        elif line.factor > 1 and any(point % line.factor for point in points):
            yield Slip("bock", (Change(k, "score", None, None, None),))
        if line.winners is not None and any(points):
            won = frozenset(i for i, point in enumerate(points) if point > 0)
            if won != line.winners:
                yield Slip("winners", (Change(k, "sieger", None, None, None),))

    def of_totals(
        self, k: int, shown: tuple[Cell, ...], after: Vector, carry: Vector
    ) -> Iterator[tuple[int, Vector, tuple[Slip, ...]]]:
        """The slips that make the written totals of the right ones; a wrong addition can be carried on."""
        written = tuple(_minus(cell, -c) for cell, c in zip(shown, carry, strict=True))
        meant = tuple(a + c for a, c in zip(after, carry, strict=True))
        for slips in self.differences(k, "total", written, meant, self.lines[k]):
            yield len(slips), carry, slips
        wrong = [
            i for i, (cell, right) in enumerate(zip(shown, after, strict=True)) if cell != right and cell != ILLEGIBLE
        ]
        last = all(line.totals is None for line in self.lines[k + 1 :])
        if len(wrong) == 1 and not last:
            i, cell = wrong[0], shown[wrong[0]]
            if isinstance(cell, (int, Decimal)):
                off = cell - after[i]
                carried = tuple(c + off if j == i else c for j, c in enumerate(carry))
                yield 1, carried, (Slip("carried", (Change(k, "total", i, written[i], meant[i]),), carried=True),)

    def differences(
        self, k: int, field: Field, written: tuple[Cell, ...], meant: Vector, line: Line
    ) -> Iterator[tuple[Slip, ...]]:
        """The slips that make one row of another, if few do."""
        wrong = [
            i
            for i, (cell, right) in enumerate(zip(written, meant, strict=True))
            if cell != right and cell != ILLEGIBLE and not (cell is None and not line.plays[i])
        ]
        changes = tuple(Change(k, field, i, written[i], meant[i]) for i in wrong)
        if len(wrong) < 2:
            yield tuple(Slip(self.reason(field, change, meant), (change,)) for change in changes)
            return
        whole = self.whole_row(field, written, meant, wrong, line)
        if whole:
            yield (Slip(whole, changes),)
        elif len(wrong) == MOST_SLIPS:
            yield tuple(Slip(self.reason(field, change, meant), (change,)) for change in changes)

    def reason(self, field: Field, change: Change, meant: Vector) -> str:
        """The name of a slip in one cell."""
        old = change.old if isinstance(change.old, (int, Decimal)) else None
        if change.new is None or isinstance(change.new, str):
            return ""
        name = slip(old, change.new)
        if old is not None and field == "total" and not name:
            others = [total for i, total in enumerate(meant) if i != change.seat]
            return "neighbour" if old in others else ""
        return name

    def whole_row(
        self, field: Field, written: tuple[Cell, ...], meant: Vector, wrong: Sequence[int], line: Line
    ) -> str:
        """The name of a slip that spoils several cells of a row at once; "" if none does."""
        cells = [written[i] for i in wrong]
        if len(wrong) == 2 and cells == [meant[wrong[1]], meant[wrong[0]]]:
            return "swapped"
        if field != "score" or not all(_is_number(cell) for cell in cells):
            return ""
        pairs = [(cell, meant[i]) for cell, i in zip(cells, wrong, strict=True) if isinstance(cell, (int, Decimal))]
        if all(cell == -right for cell, right in pairs) and len(wrong) == sum(1 for m in meant if m):
            return "signs"
        if line.factor > 1 and all(cell * line.factor == right for cell, right in pairs):
            return "bock"
        if len(wrong) == 3 and all(cell == 3 * right for cell, right in pairs):
            return "all-tripled"
        return ""


def _per_head(points: Vector, shape: Vector) -> Number | None:
    """The value per head that makes a row of a shape; None where the row has another."""
    head: Number | None = None
    for point, share in zip(points, shape, strict=True):
        if not share:
            if point:
                return None
        elif head is None:
            if point % share:
                return None
            head = point // share
        elif point != head * share:
            return None
    return head


def _is_number(cell: Cell) -> bool:
    return isinstance(cell, (int, Decimal))


def _minus(cell: Cell, number: Number) -> Cell:
    return cell - number if isinstance(cell, (int, Decimal)) else cell


__all__ = ["Change", "Cluster", "Laws", "Line", "Slip", "diagnose"]
