"""The smallest changes that make a list of numbers consistent, each with its reason.

A list is read row by row. What is known of the truth so far is a state: the running totals as they should be, and what
wrong additions have been carried on. Each row leads from a state to all states that agree with what is written but for
a few slips; the cheapest ways are kept. Where only one state is left, what happened before is settled, and its
alternatives are one cluster.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from itertools import pairwise
from typing import Final, Literal, TypeGuard

from msgspec import Struct
from msgspec.structs import replace

from dokosheet.core.hand import ILLEGIBLE, Cell
from dokosheet.core.patterns import Number, Patterns, Vector
from dokosheet.core.slips import LOST, slip

Row = tuple[Cell, ...]
#: What is written of a hand and can be wrong.
Field = Literal["score", "total", "wert", "sieger", "named"]

#: An explanation with more slips than these in one row is none.
MOST_SLIPS: Final = 2
#: States that are kept from one row to the next, and alternatives of one state.
MOST_STATES: Final = 80
MOST_WAYS: Final = 24
#: Rows without a slip after which what happened before is settled.
CLEAN: Final = 2
#: A hand that was not written down is hardly worth more, unless others of the list are.
MOST_WORTH: Final = 16


class Line(Struct, frozen=True):
    """A row of numbers by seat, as written and as far as it is known: who ``plays``, the ``points``, the ``totals``.

    ``fixed``: the points as they follow from details, ``added``: a row that differs from them and may have been added
    to the totals. Else ``law`` says what they can be; with neither nobody knows the points, but the totals tell.
    ``value``: the written value without its sign; ``factor``: what Bock multiplies by; ``winners``, ``re``: seats
    marked as winners, named as Re. ``lost``: hands are lost before it. ``between``: rows of a rubric that may have
    come before it.
    """

    plays: tuple[bool, ...]
    points: Row | None = None
    totals: Row | None = None
    fixed: Vector | None = None
    added: Vector | None = None
    law: Patterns | None = None
    value: int | None = None
    factor: int = 1
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
    this row.
    """

    reason: str
    row: int
    changes: tuple[Change, ...]
    points: Vector | None = None
    carried: Vector | None = None

    @property
    def cost(self) -> int:
        """Nothing for a cell that cannot be read: nobody has written it wrongly."""
        return 0 if self.reason == LOST else 1


Way = tuple[Slip, ...]


class Cluster(Struct, frozen=True):
    """``rows`` that do not fit, and the ways to mend them with as few slips as possible, the likeliest first.

    None: it takes too many. ``apart``: nothing else is wrong near it.
    """

    rows: tuple[int, ...]
    ways: tuple[Way, ...]
    apart: bool = True

    @property
    def certain(self) -> bool:
        """Whether one single slip of a known kind is all that fits, and nothing around it is in doubt."""
        return self.apart and len(self.ways) == 1 and len(self.ways[0]) == 1 and bool(self.ways[0][0].reason)


class _State(Struct):
    cost: int
    ways: list[Way]


#: Totals as they should be (None: of those whom nobody knows).
Totals = tuple[Number | None, ...]
#: These, and what is carried on too much in each column.
_Key = tuple[Totals, Vector]


def diagnose(lines: Sequence[Line], start: Totals, whole: bool = False) -> list[Cluster]:
    """The clusters of slips of a list; ``start``: the totals before it. ``whole``: no line of it can be missing."""
    if not lines:
        return []
    search = _Search(lines, whole)
    states: dict[_Key, _State] = {(start, search.nothing): _State(0, [()])}
    clusters: list[Cluster] = []
    doubtful = -CLEAN - 1  # the last row that nothing explains
    for k in range(len(lines)):
        after = search.step(k, states)
        if not after:  # too much at once: believe what is written and go on
            doubtful = k
            clusters += [*_settled(states, k), Cluster((k,), ())]
            states = {search.believed(k, states): _State(0, [()])}
            continue
        states = after
        least = min(state.cost for state in states.values())
        best = [key for key, state in states.items() if state.cost == least]
        if len(best) == 1 and search.settles(k, states[best[0]]):
            clusters += _settled({best[0]: states[best[0]]}, doubtful)
            states = {best[0]: _State(0, [()])}
    return [*clusters, *_settled(states, doubtful)]


def _settled(states: dict[_Key, _State], doubtful: int) -> list[Cluster]:
    """The cheapest ways so far as clusters: slips that all ways share stand for themselves.

    ``doubtful``: a row that nothing explains; what is near it is not certain.
    """
    cost = min(state.cost for state in states.values())
    ways = list(dict.fromkeys(way for state in states.values() if state.cost == cost for way in state.ways))
    shared = [slip for slip in ways[0] if all(slip in way for way in ways)]
    by_row = {slip.row: tuple(other for other in shared if other.row == slip.row) for slip in shared}
    clusters = [
        Cluster((row,), (slips,), cost < MOST_SLIPS and abs(row - doubtful) > CLEAN) for row, slips in by_row.items()
    ]
    rest = [tuple(slip for slip in way if slip not in shared) for way in ways]
    return [*clusters, *_split([way for way in dict.fromkeys(rest) if way])]


def _split(ways: Sequence[Way]) -> Iterator[Cluster]:
    """Ways as clusters: what can be chosen in one row whatever is chosen in the others stands for itself."""
    rows = sorted({slip.row for way in ways for slip in way})
    for row in rows[1:]:
        here = list(dict.fromkeys(tuple(slip for slip in way if slip.row < row) for way in ways))
        there = list(dict.fromkeys(tuple(slip for slip in way if slip.row >= row) for way in ways))
        if len(here) * len(there) == len(ways) or len(ways) >= MOST_WAYS:
            yield from _split([way for way in here if way])
            yield from _split([way for way in there if way])
            return
    if rows:
        yield Cluster(tuple(rows), tuple(sorted(ways, key=_likely)))


def _likely(way: Way) -> tuple[int, int]:
    """Known kinds of slips first."""
    return sum(not slip.reason for slip in way), way[0].row


def _cheapest(states: dict[_Key, _State]) -> dict[_Key, _State]:
    """The states that can still turn out to be the likeliest.

    Two that expect the same totals to be written from here on cost the same from here on.
    """
    best = min(state.cost for state in states.values())
    kept: dict[_Key, _State] = {}
    expected: dict[Totals, int] = {}
    for key, state in sorted(states.items(), key=lambda item: item[1].cost):
        if state.cost > best + 1 or len(kept) == MOST_STATES:
            break
        if state.cost <= expected.setdefault(_sum(*key), state.cost):
            kept[key] = state
    return kept


class _Search:
    """The steps from row to row."""

    def __init__(self, lines: Sequence[Line], whole: bool) -> None:
        self.lines = lines
        self.whole = whole
        self.nothing: Vector = (0,) * len(lines[0].plays)
        self.last_total = max((k for k, line in enumerate(lines) if line.totals is not None), default=-1)
        self.two: dict[tuple[Vector, int], bool] = {}
        self.most = max([MOST_WORTH, *self.heads()])

    def heads(self) -> Iterator[int]:
        """The values of the hands that can be read off the totals as they stand."""
        for before, line in pairwise(self.lines):
            if before.totals is not None and line.totals is not None and line.law is not None:
                start: Totals = (None,) * len(before.totals)
                step = _step(line.totals, _as_written(before.totals, start, self.nothing), self.nothing)
                yield int((line.law.head(step) or 0) if _complete(step) else 0)

    def settles(self, k: int, state: _State) -> bool:
        """Whether what a state says of the past cannot change any more: two rows without a slip have followed."""
        rows = [slip.row for way in state.ways for slip in way]
        return bool(rows) and (k - max(rows) >= CLEAN or self.last_total < 0)

    def believed(self, k: int, states: dict[_Key, _State]) -> _Key:
        """The state after a row that nothing explains."""
        line, (before, carry) = self.lines[k], next(iter(states))
        if line.totals is not None:
            return _as_written(line.totals, before, self.nothing), self.nothing
        points = line.points if line.fixed is None else line.fixed
        added = [cell if _is_number(cell) else 0 for cell in points or self.nothing]
        return _sum(before, tuple(added)), carry

    def step(self, k: int, states: dict[_Key, _State]) -> dict[_Key, _State]:
        """All states after a row, as cheap as possible."""
        after: dict[_Key, _State] = {}
        least = min(state.cost for state in states.values())
        for key, state in states.items():
            for new_key, slips in self.options(k, key):
                total = state.cost + _cost(slips)
                if total > least + MOST_SLIPS:
                    continue
                known = after.get(new_key)
                if known is None or known.cost > total:
                    after[new_key] = _State(total, [(*way, *slips) for way in state.ways])
                elif known.cost == total:
                    new = [way for way in ((*way, *slips) for way in state.ways) if way not in known.ways]
                    known.ways += new[: max(0, MOST_WAYS - len(known.ways))]
        return _cheapest(after) if len(after) > 1 else after

    def options(self, k: int, key: _Key) -> Iterator[tuple[_Key, Way]]:
        """Where a row can lead from a state: the new state, and the slips that it takes."""
        line, (before, carry) = self.lines[k], key
        if line.lost:
            before, carry = (None,) * len(carry), self.nothing
        step = None if line.totals is None else _step(line.totals, before, carry)
        known = line.law is not None and (line.value or _legible(line.points) or _legible(step))
        if line.fixed is None and not known:  # nobody knows the points: whoever played may have any total
            open_ones = tuple(None if playing else total for total, playing in zip(before, line.plays, strict=True))
            yield (_totals(line.totals, open_ones, carry), carry), ()
            return
        turned = None if line.totals is None else _step(_turned(line.totals), before, carry)
        for points in _candidates(line, step, turned):
            for slips in _of_points(k, line, points):
                for new_key, found in self.of_totals(k, points, (before, carry), slips):
                    if _cost(found) <= MOST_SLIPS:
                        yield new_key, found
        if step is not None and self.are_two(k, step):
            yield (_as_written(line.totals or (), before, carry), carry), (Slip("skipped", k, ()),)

    def are_two(self, k: int, step: Row) -> bool:
        """Whether a step between totals, which no hand makes, is that of two: one was not written down."""
        line = self.lines[k]
        law = line.law
        if self.whole or law is None or line.has_points or k >= self.last_total:
            return False
        if not _complete(step) or law.allows(step):
            return False
        if (step, k) not in self.two:
            heads = {line.value, line.value // line.factor} if line.value else range(1, self.most + 1)
            others = (_plus(step, _negative(row)) for head in heads for row in law.of_value(head))
            self.two[step, k] = any(any(other) and (law.head(other) or self.most + 1) <= self.most for other in others)
        return self.two[step, k]

    def of_totals(self, k: int, points: Vector, key: _Key, slips: Way) -> Iterator[tuple[_Key, Way]]:
        """Where right points lead, and the slips of the row with those that make its totals of the right ones.

        A wrong row of points can have been added as it stands, and a wrong addition can be carried on.
        """
        line, (before, carry) = self.lines[k], key
        if k > self.last_total:
            yield (before, carry), slips
            return
        after = _sum(before, points)
        for base in (carry, *self.as_added(line, points, carry, slips)):
            if base != carry and slips:
                slips = (replace(slips[0], carried=_plus(base, _negative(carry))), *slips[1:])
            for more in (self.nothing, *line.between):
                right = _sum(after, more)
                if line.totals is None:
                    yield (right, base), slips
                    break
                for new_key, also in self.of_written_totals(k, line.totals, points, (right, base)):
                    yield new_key, (*slips, *also)

    def as_added(self, line: Line, points: Vector, carry: Vector, slips: Way) -> Iterator[Vector]:
        """What is carried on if a wrong row of points was added to the totals as it stands."""
        if line.added is not None and line.fixed is not None:
            yield tuple(c + a - f for c, a, f in zip(carry, line.added, line.fixed, strict=True))
        elif line.points is not None and any(change.field == "score" for slip in slips for change in slip.changes):
            off = tuple(cell - p if _is_number(cell) else 0 for cell, p in zip(line.points, points, strict=True))
            if any(off):
                yield _plus(carry, off)

    def of_written_totals(self, k: int, written: Row, points: Vector, key: _Key) -> Iterator[tuple[_Key, Way]]:
        """The slips that make written totals of those that are right but for what is carried on."""
        line, (right, base) = self.lines[k], key
        meant = _sum(right, base)
        found = _totals(written, right, base)
        for slips in _differences(k, "total", written, meant, line, points):
            yield (found, base), slips
        off = tuple(
            cell - m if _is_number(cell) and m is not None else 0 for cell, m in zip(written, meant, strict=True)
        )
        wrong = [seat for seat, number in enumerate(off) if number]
        last = k == self.last_total
        if len(wrong) == 1 and not last:
            change = Change(k, "total", wrong[0], written[wrong[0]], meant[wrong[0]])
            yield (found, _plus(base, off)), (Slip("carried", k, (change,), points, off),)
        elif len(wrong) > 1 and off == _negative(points):
            yield (found, base if last else _plus(base, off)), (Slip(self.left_out(k), k, (), points, off),)
        elif len(wrong) > 1 and not (last or self.whole) and line.has_points and line.law and line.law.allows(off):
            yield (_sum(found, off), base), (Slip("skipped", k, (), points),)

    def left_out(self, k: int) -> str:
        """A row whose points are not in the totals: forgotten, or written down twice."""
        before = self.lines[k - 1].points if k else None
        return "twice" if before is not None and before == self.lines[k].points else "not-added"


# -- what the points can have been


def _candidates(line: Line, step: Row | None, turned: Row | None) -> Iterable[Vector]:
    """Rows of points that a row can stand for; ``turned``: the step if all signs of the totals are wrong."""
    if line.fixed is not None:
        return (line.fixed,)
    law = line.law or Patterns(())
    rows: dict[Vector, None] = {}
    if turned is not None and _complete(turned) and law.allows(turned):
        rows[turned] = None
    for written in (line.points, step):
        if written is None:
            continue
        plain = tuple(cell if _is_number(cell) else 0 for cell in written)
        if all(not p or _is_number(c) for c, p in zip(written, line.plays, strict=True)) and law.allows(plain):
            rows[plain] = None
        for seat, cell in enumerate(written):
            if _is_number(cell):
                rows |= dict.fromkeys(law.near(seat, cell))
    if line.value:
        rows |= dict.fromkeys(law.of_value(line.value))
        if not line.value % line.factor:
            rows |= dict.fromkeys(law.of_value(line.value // line.factor))
    rows[(0,) * len(line.plays)] = None
    return rows


# -- what it takes to have written it like this


def _of_points(k: int, line: Line, points: Vector) -> Iterator[Way]:
    """The slips that make what stands in a row of what it was: its points, its value, its winners, its parties."""
    marks = tuple(_of_marks(k, line, points))
    if line.points is None:
        yield marks
        return
    for slips in _differences(k, "score", line.points, points, line, points):
        yield (*slips, *marks)


def _of_marks(k: int, line: Line, points: Vector) -> Iterator[Slip]:
    """The slips in what is written beside the points."""
    if line.fixed is not None or line.law is None or points in line.law.others:
        return
    if line.value is not None:
        head = line.law.head(points) or 0
        most = max(max(points), -min(points))
        if line.value not in (head, head * line.factor, most):  # per head, with Bock, or of who plays alone
            change = Change(k, "wert", None, line.value, head)
            yield Slip(slip(line.value, head) or "value", k, (change,), points)
    if line.winners is not None and any(points):
        most = max(points)
        won = frozenset(seat for seat, point in enumerate(points) if line.plays[seat] and point == most)
        if won != line.winners:
            yield Slip("winners", k, tuple(Change(k, "sieger", seat, None, 1) for seat in sorted(won)), points)
    if line.re is not None and any(points):
        both = {(seat in line.re, point) for seat, point in enumerate(points) if line.plays[seat]}
        if len(both) != len({side for side, _ in both}):
            yield Slip("parties", k, (Change(k, "named", None, None, None),), points)


def _differences(k: int, field: Field, written: Row, meant: Totals, line: Line, points: Vector) -> Iterator[Way]:
    """The slips that make one row of another, if few do; cells that cannot be read come with what they were."""
    wrong, lost = [], []
    for seat, (cell, right) in enumerate(zip(written, meant, strict=True)):
        if right is None:
            continue  # nobody knows it
        if cell == ILLEGIBLE:
            lost.append(Slip(LOST, k, (Change(k, field, seat, cell, right),), points))
        elif cell != right and (cell is not None or line.plays[seat]):
            wrong.append(seat)
    changes = tuple(Change(k, field, seat, written[seat], meant[seat]) for seat in wrong)
    whole = _whole_row(field, written, meant, wrong, line) if len(wrong) > 1 else ""
    if whole:
        yield (Slip(whole, k, changes, points), *lost)
    elif len(wrong) <= MOST_SLIPS:
        yield (*[Slip(_reason(field, change, meant), k, (change,), points) for change in changes], *lost)


def _reason(field: Field, change: Change, meant: Totals) -> str:
    """The name of a slip in one cell."""
    old, new = change.old, change.new
    if not _is_number(new):
        return ""
    name = slip(old if _is_number(old) else None, new)
    if not name and field == "total":
        return "neighbour" if old in [total for seat, total in enumerate(meant) if seat != change.seat] else ""
    return name


def _whole_row(field: Field, written: Row, meant: Totals, wrong: Sequence[int], line: Line) -> str:
    """The name of a slip that spoils several cells of a row at once; "" if none does."""
    cells = [written[seat] for seat in wrong]
    if len(wrong) == 2 and cells == [meant[wrong[1]], meant[wrong[0]]]:
        return "swapped"
    pairs = [(cell, m) for s in wrong if _is_number(cell := written[s]) and (m := meant[s]) is not None]
    if len(pairs) < len(wrong):
        return ""
    if all(cell == -right for cell, right in pairs) and len(wrong) == sum(1 for m in meant if m):
        return "signs"
    if field == "total":
        return ""
    if line.factor > 1 and all(cell * line.factor == right for cell, right in pairs):
        return "bock"
    if len(wrong) == 3 and all(cell == 3 * right for cell, right in pairs):
        return "all-tripled"
    return ""


# -- rows of numbers


def _cost(slips: Iterable[Slip]) -> int:
    return sum(slip.cost for slip in slips)


def _is_number(cell: Cell) -> TypeGuard[Number]:
    return isinstance(cell, (int, Decimal))


def _complete(row: Row) -> TypeGuard[Vector]:
    return all(_is_number(cell) for cell in row)


def _legible(row: Row | None) -> bool:
    return row is not None and any(_is_number(cell) for cell in row)


def _plus(row: Vector, other: Vector) -> Vector:
    return tuple(a + b for a, b in zip(row, other, strict=True))


def _negative(row: Vector) -> Vector:
    return tuple(-number for number in row)


def _turned(row: Row) -> Row:
    """A row with all signs turned round."""
    return tuple(-cell if _is_number(cell) else cell for cell in row)


def _sum(totals: Totals, points: Vector) -> Totals:
    """Totals after points were added; what nobody knows stays unknown."""
    return tuple(None if total is None else total + p for total, p in zip(totals, points, strict=True))


def _step(written: Row, before: Totals, carry: Vector) -> Row:
    """From the totals before to written ones without what is carried on, open where one of them is."""
    return tuple(
        cell - c - b if _is_number(cell) and b is not None else ILLEGIBLE
        for cell, b, c in zip(written, before, carry, strict=True)
    )


def _as_written(written: Row, totals: Totals, carry: Vector) -> Totals:
    """The totals that are written, without what is carried on; as they were where nothing can be read."""
    return tuple(cell - c if _is_number(cell) else total for cell, total, c in zip(written, totals, carry, strict=True))


def _totals(written: Row | None, totals: Totals, carry: Vector | None = None) -> Totals:
    """Totals, with those that nobody knows as they are written."""
    if written is None or None not in totals:
        return totals
    return tuple(
        total if total is not None else cell - c if _is_number(cell) else None
        for total, cell, c in zip(totals, written, carry or (0,) * len(written), strict=True)
    )


__all__ = ["Change", "Cluster", "Line", "Slip", "diagnose"]
