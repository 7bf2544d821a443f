"""The smallest changes that make a list of numbers consistent, each with its reason.

A list is read row by row. What is known of the truth so far is a state: the running totals as they should be, and what
wrong additions have been carried on. Each row leads from a state to all states that agree with what is written but for
a few slips; the cheapest ways are kept. Where only one state is left, what happened before is settled, and its
alternatives are one cluster.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, pairwise
from typing import Final

from dokosheet.core.ledger.rows import is_number
from dokosheet.core.notation.hand import ILLEGIBLE
from dokosheet.core.records import Record, replace
from dokosheet.core.slips.lines import (
    MOST_SLIPS,
    Balance,
    CellChange,
    Cells,
    Numbers,
    Slip,
    Way,
    as_written,
    filled_in,
    is_complete,
    moved_on,
    step_of,
    turned,
)
from dokosheet.core.slips.patterns import Patterns, Vector, hands_up_to, negative, plus
from dokosheet.core.slips.row import has_value, points_slips, row_slips

#: States that are kept from one row to the next, and alternatives of one state.
MOST_STATES: Final = 80
MOST_WAYS: Final = 24
#: The same where much has been tried already: more steps for each row.
FEW_STATES: Final = 6
MOST_WORK: Final = 30
#: Rows without a slip after which what happened before is settled; it is, too, when it takes more slips than these.
CLEAN: Final = 2
LONGEST: Final = 50
#: A hand that was not written down is hardly worth more, unless others of the list are.
MOST_WORTH: Final = 16


class Cluster(Record, frozen=True):
    """``rows`` that do not fit, and the ways to mend them with as few slips as possible, the likeliest first.

    None: it takes too many. ``apart``: nothing else is wrong near it.
    """

    rows: tuple[int, ...]
    ways: tuple[Way, ...]
    apart: bool = True

    @property
    def certain(self) -> bool:
        """Whether one single slip of a known kind is all that fits, and nothing around it is in doubt.

        A value, a mark or a name against a row of numbers is none: the row can have been reckoned wrongly as a whole.
        Nor is another value in the totals: the details can be wrong as well.
        """
        if not self.apart or len(self.ways) != 1 or len(self.ways[0]) != 1:
            return False
        (slip,) = self.ways[0]
        return bool(slip.reason) and slip.in_numbers and slip.added is None


class _State(Record):
    """The cheapest ways to a state; ``cut``: there may be more than are kept, so that none of them is certain."""

    cost: int
    ways: list[Way]
    cut: bool = False

    def take(self, other: _State) -> None:
        """Take over the ways of another state that is as good."""
        new = [way for way in other.ways if way not in self.ways]
        self.cut |= other.cut or len(self.ways) + len(new) > MOST_WAYS
        self.ways += new[: max(0, MOST_WAYS - len(self.ways))]


#: Balance as they should be, and what is carried on too much in each column.
_Key = tuple[Balance, Vector]


def diagnose(lines: Sequence[Numbers], start: Balance, whole: bool = False) -> list[Cluster]:
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
        elif len(states) == 1 and states[best[0]].cost > LONGEST:
            clusters += _settled(states, doubtful)
            states, doubtful = {best[0]: _State(0, [()])}, k
    clusters += _settled(states, doubtful)
    return [one if search.is_anchored(one) else replace(one, apart=False) for one in clusters]


def _settled(states: dict[_Key, _State], doubtful: int) -> list[Cluster]:
    """The cheapest ways so far as clusters: slips that all ways share stand for themselves.

    ``doubtful``: a row that nothing explains; what is near it is not certain.
    """
    cost = min(state.cost for state in states.values())
    cut = any(state.cut for state in states.values() if state.cost == cost)
    ways = list(dict.fromkeys(way for state in states.values() if state.cost == cost for way in state.ways))
    shared = [slip for slip in ways[0] if all(slip in way for way in ways)]
    by_row = {slip.row: tuple(other for other in shared if other.row == slip.row) for slip in shared}
    rows = {slip.row for way in ways for slip in way if slip.cost and slip.in_numbers} | {doubtful}
    clusters = [
        Cluster((row,), (slips,), not cut and not any(0 < abs(row - other) <= CLEAN for other in rows))
        for row, slips in by_row.items()
    ]
    rest = [tuple(slip for slip in way if slip not in shared) for way in ways]
    return [*clusters, *_split([way for way in dict.fromkeys(rest) if way], not cut)]


def _split(ways: Sequence[Way], apart: bool) -> Iterator[Cluster]:
    """Ways as clusters: what can be chosen in one row whatever is chosen in the others stands for itself."""
    rows = sorted({slip.row for way in ways for slip in way})
    for row in rows[1:]:
        here = list(dict.fromkeys(tuple(slip for slip in way if slip.row < row) for way in ways))
        there = list(dict.fromkeys(tuple(slip for slip in way if slip.row >= row) for way in ways))
        if len(here) * len(there) == len(ways) or len(ways) >= MOST_WAYS:
            yield from _split([way for way in here if way], apart)
            yield from _split([way for way in there if way], apart)
            return
    if rows:
        yield Cluster(tuple(rows), tuple(sorted(ways, key=_likely)), apart)


def _likely(way: Way) -> tuple[int, int, int]:
    """Known kinds of slips first; before all others an undoubled Bock hand, at last a line that is missing."""
    rank = {"page": 0, "bock": 0, "above": 1, "counted": 1, "penalty": 1, "skipped": 3}.get(way[0].reason, 2)
    return sum(not slip.reason for slip in way), rank, way[0].row


def _cheapest(states: dict[_Key, _State], most: int) -> dict[_Key, _State]:
    """The states that can still turn out to be the likeliest.

    Two that expect the same totals to be written from here on cost the same from here on.
    """
    best = min(state.cost for state in states.values())
    likely = {key: state for key, state in states.items() if state.cost == best}
    if len(likely) > most and len({carry for _, carry in likely}) == 1:
        return _blurred(likely)
    kept: dict[_Key, _State] = {}
    expected: dict[Balance, _State] = {}
    for key, state in sorted(states.items(), key=lambda item: item[1].cost):
        if state.cost > best + 1:
            break
        same = expected.get(moved_on(*key))
        if same is not None:
            if same.cost == state.cost and None not in key[0]:
                same.take(state)
                continue
            if same.cost < state.cost:
                continue
        if len(kept) == most:
            for one in kept.values():
                one.cut = True
            break
        expected.setdefault(moved_on(*key), state)
        kept[key] = state
    return kept


def _blurred(states: dict[_Key, _State]) -> dict[_Key, _State]:
    """Too many states that are as good as each other as one: nobody knows the totals in which they differ."""
    totals = [total for total, _ in states]
    known: Balance = tuple(column[0] if len(set(column)) == 1 else None for column in zip(*totals, strict=True))
    first = next(iter(states.values()))
    ways = dict.fromkeys(way for state in states.values() for way in state.ways)
    return {(known, next(iter(states))[1]): _State(first.cost, list(ways)[:MOST_WAYS], True)}


class _Search:
    """The steps from row to row."""

    def __init__(self, lines: Sequence[Numbers], whole: bool) -> None:
        self.lines = lines
        self.whole = whole
        self.nothing: Vector = (0,) * len(lines[0].plays)
        self.last_total = max((k for k, line in enumerate(lines) if line.totals is not None), default=-1)
        self.two: dict[tuple[Vector, int], bool] = {}
        self.work = 0
        self.ways: dict[tuple[Vector, int], tuple[Way, ...]] = {}
        self.most = min(max([MOST_WORTH, *self.heads()]), 4 * MOST_WORTH)

    def heads(self) -> Iterator[int]:
        """The values of the hands that can be read off the totals as they stand."""
        for before, line in pairwise(self.lines):
            if before.totals is not None and line.totals is not None and line.law is not None:
                start: Balance = (None,) * len(before.totals)
                step = step_of(line.totals, as_written(before.totals, start, self.nothing), self.nothing)
                yield int((line.law.head(step) or 0) if is_complete(step) else 0)

    def settles(self, k: int, state: _State) -> bool:
        """Whether what a state says of the past cannot change any more: two rows without a slip have followed."""
        rows = [slip.row for way in state.ways for slip in way]
        return bool(rows) and (k - max(rows) >= CLEAN or k >= self.last_total)

    def is_anchored(self, cluster: Cluster) -> bool:
        """Whether a wrong addition is that of its row, and not a slip in totals with which the list goes on.

        Behind a hole the first totals are all there is: only when they have been met again, they are sure.
        """
        for slip in cluster.ways[0] if cluster.ways else ():
            for change in slip.changes:
                if change.field == "total" and change.seat is not None and not self._is_based(slip, change.seat):
                    return False
        return True

    def _is_based(self, slip: Slip, seat: int) -> bool:
        later = (line.totals[seat] for line in self.lines[slip.row + 1 :] if line.totals is not None)
        if slip.carried is None and any(is_number(cell) for cell in later):
            return True
        met = 0
        for line in reversed(self.lines[: slip.row]):
            met += line.totals is not None and is_number(line.totals[seat])
            known = line.fixed is not None or (line.law and (line.value or line.law.tells(line.points, line.plays)))
            if line.lost or not (known or line.totals is not None or not line.plays[seat]):
                return met > 1
        return True

    def believed(self, k: int, states: dict[_Key, _State]) -> _Key:
        """The state after a row that nothing explains."""
        line, (before, carry) = self.lines[k], next(iter(states))
        if line.totals is not None:
            return as_written(line.totals, before, self.nothing), self.nothing
        points = line.points if line.fixed is None else line.fixed
        added = [cell if is_number(cell) else 0 for cell in points or self.nothing]
        return moved_on(before, tuple(added)), carry

    def step(self, k: int, states: dict[_Key, _State]) -> dict[_Key, _State]:
        """All states after a row, as cheap as possible."""
        after: dict[_Key, _State] = {}
        least = min(state.cost for state in states.values())
        likely = [key for key, state in states.items() if state.cost == least]
        most = least + (1 if any(any(self.options(k, key, 0)) for key in likely) else MOST_SLIPS)
        for key, state in states.items():
            for new_key, slips in self.options(k, key, most - state.cost):
                total = state.cost + _cost(slips)
                if total > most:
                    continue
                most = min(most, total + 1)  # as much as is kept
                known = after.get(new_key)
                if known is None or known.cost > total:
                    after[new_key] = _State(total, [(*way, *slips) for way in state.ways], state.cut)
                elif known.cost == total:
                    known.take(_State(total, [(*way, *slips) for way in state.ways], state.cut))
        most_states = MOST_STATES if self.work < MOST_WORK * (MOST_STATES + len(self.lines)) else FEW_STATES
        return _cheapest(after, most_states) if len(after) > 1 else after

    def options(self, k: int, key: _Key, most: int) -> Iterator[tuple[_Key, Way]]:
        """Where a row can lead from a state: the new state, and the slips that it takes, hardly more than ``most``."""
        line, (before, carry) = self.lines[k], key
        if line.lost:
            before, carry = (None,) * len(carry), self.nothing
        step = None if line.totals is None else step_of(line.totals, before, carry)
        law = line.law
        known = law and (line.value or law.tells(line.points, line.plays) or law.tells(step, line.plays))
        if line.fixed is None and not known:  # nobody knows the points: whoever played may have any total
            open_ones = tuple(None if playing else total for total, playing in zip(before, line.plays, strict=True))
            yield (filled_in(line.totals, open_ones, carry), carry), ()
            return
        if not most and line.law and line.fixed is None and not line.between and step is not None and is_complete(step):
            candidates: Iterable[Vector] = (step,) if line.law.allows(step) else ()
        else:
            others = [step_of(row, before, carry) for row in _rearranged(line)]
            candidates = _candidates(line, step, others)
        for points in candidates:
            for slips in self.of_points(k, points):
                left = most - _cost(slips)
                if left >= 0:
                    self.work += 1
                    yield from self.of_totals(k, points, (before, carry), slips, left)
        if most and step is not None and self.are_two(k, step):
            yield (as_written(line.totals or (), before, carry), carry), (Slip("skipped", k, ()),)

    def of_points(self, k: int, points: Vector) -> tuple[Way, ...]:
        """The slips that a row takes if these were its points, whatever the totals before it are."""
        found = self.ways.get((points, k))
        if found is None:
            ways = points_slips(k, self.lines[k], points)
            found = self.ways[points, k] = tuple(way for way in ways if _cost(way) <= MOST_SLIPS)
        return found

    def are_two(self, k: int, step: Cells) -> bool:
        """Whether a step between totals, which no hand makes, is that of two: one was not written down."""
        line = self.lines[k]
        law = line.law
        if self.whole or law is None or line.has_points or not is_complete(step):
            return False
        if law.allows(step) and (line.value is None or has_value(line, step)):
            return False
        if (step, k) not in self.two:
            heads = {line.value, line.value // line.factor} if line.value else range(1, self.most + 1)
            others = (plus(step, negative(row)) for head in heads for row in law.of_value(head, fees=False))
            small = hands_up_to(law, self.most) if all(isinstance(cell, int) for cell in step) else None
            if small is not None:
                self.two[step, k] = not small.isdisjoint(others)
            else:
                self.two[step, k] = any(any(o) and (law.head(o) or self.most + 1) <= self.most for o in others)
        return self.two[step, k]

    def of_totals(self, k: int, points: Vector, key: _Key, slips: Way, most: int) -> Iterator[tuple[_Key, Way]]:
        """Where right points lead, and the slips of the row with those that make its totals of the right ones.

        A wrong row of points can have been added as it stands, and a wrong addition can be carried on.
        """
        line, (before, carry) = self.lines[k], key
        if k > self.last_total:
            yield (before, carry), slips
            return
        after = moved_on(before, points)
        for base in (carry, *self.as_added(line, points, carry, slips)):
            if base != carry and slips:
                slips = (replace(slips[0], carried=plus(base, negative(carry))), *slips[1:])
            for more in (self.nothing, *line.between):
                right = moved_on(after, more)
                if line.totals is None:
                    yield (right, base), slips
                    break
                for new_key, also in self.of_written_totals(k, line.totals, points, (right, base), most):
                    if _cost(also) <= most:
                        yield new_key, (*slips, *also)

    def as_added(self, line: Numbers, points: Vector, carry: Vector, slips: Way) -> Iterator[Vector]:
        """What is carried on if a wrong row of points was added to the totals as it stands."""
        if line.added is not None and line.fixed is not None:
            yield tuple(c + a - f for c, a, f in zip(carry, line.added, line.fixed, strict=True))
        elif line.points is not None and any(change.field == "score" for slip in slips for change in slip.changes):
            off = tuple(cell - p if is_number(cell) else 0 for cell, p in zip(line.points, points, strict=True))
            if any(off):
                yield plus(carry, off)

    def of_written_totals(
        self, k: int, written: Cells, points: Vector, key: _Key, most: int
    ) -> Iterator[tuple[_Key, Way]]:
        """The slips that make written totals of those that are right but for what is carried on."""
        line, (right, base) = self.lines[k], key
        meant = moved_on(right, base)
        if meant == written:
            yield key, ()
            return
        off = tuple(
            cell - m if is_number(cell) and m is not None else 0 for cell, m in zip(written, meant, strict=True)
        )
        wrong = [seat for seat, number in enumerate(off) if number]
        if wrong and not most:
            return
        found = filled_in(written, right, base)
        for slips in row_slips(k, "total", written, meant, line, points):
            yield (found, base), slips
        last = k == self.last_total
        if wrong and self.line_above(k, off) is not None:
            yield (found, base if last else plus(base, off)), (Slip("above", k, (), points, off, off),)
        if len(wrong) > 1 and not any(line.plays):  # of a page, as a whole
            changes = tuple(CellChange(k, "total", seat, written[seat], meant[seat]) for seat in wrong)
            yield (found, base if last else plus(base, off)), (Slip("page", k, changes, points),)
        if len(wrong) == 1 and not last:
            change = CellChange(k, "total", wrong[0], written[wrong[0]], meant[wrong[0]])
            yield (found, plus(base, off)), (Slip("carried", k, (change,), points, off),)
        elif len(wrong) > 1 and off == negative(points):
            for reason in self.left_out(k):
                yield (found, base if last else plus(base, off)), (Slip(reason, k, (), points, off),)
        elif len(wrong) > 1 and (reason := _every_seat(line, off, points, wrong)):
            changes = tuple(CellChange(k, "total", seat, written[seat], meant[seat]) for seat in wrong)
            yield (found, base if last else plus(base, off)), (Slip(reason, k, changes, points, off),)
        elif len(wrong) > 1 and line.has_points:
            changes = tuple(CellChange(k, "total", seat, written[seat], meant[seat]) for seat in wrong)
            for slip in self.as_another(k, points, off, changes):
                new = (found, base if last else plus(base, off)) if slip.carried else (moved_on(found, off), base)
                yield new, (slip,)

    def as_another(self, k: int, points: Vector, off: Vector, changes: tuple[CellChange, ...]) -> Iterator[Slip]:
        """Why totals are off for several players at once: they counted another value of the hand, or something more."""
        line, counted = self.lines[k], plus(points, off)
        if _same_sides(points, counted) and (line.factor > 1 or self.is_hand(line, counted)):
            yield Slip("counted", k, changes, points, off, counted)
        if line.law is not None and off in line.law.others and _is_beside(points, off, line):
            yield Slip("penalty", k, (), points, None, off)
        if not self.whole and self.is_hand(line, off) and self.line_above(k, off) is None:
            yield Slip("skipped", k, (), points, None, off)

    def line_above(self, k: int, off: Vector) -> int | None:
        """The line without totals, since the last that has some, whose points are what the totals lack."""
        for j in range(k - 1, -1, -1):
            line = self.lines[j]
            if line.totals is not None or line.lost:
                break
            if (line.points if line.fixed is None else line.fixed) == negative(off):
                return j
        return None

    def is_hand(self, line: Numbers, points: Vector) -> bool:
        """Whether a row of points can be a hand that was not written down."""
        return line.law is not None and 0 < (line.law.head(points) or 0) <= self.most

    def left_out(self, k: int) -> tuple[str, ...]:
        """Why a row's points are not in the totals: forgotten, or where it is that of the row before, written twice."""
        before = self.lines[k - 1].points if k else None
        return ("twice", "not-added") if before is not None and before == self.lines[k].points else ("not-added",)


def _same_sides(points: Vector, others: Vector) -> bool:
    """Whether one row is a multiple of another: the same players won or lost, together or alone."""
    seat = next((seat for seat, number in enumerate(points) if number), None)
    return seat is not None and all(p * others[seat] == o * points[seat] for p, o in zip(points, others, strict=True))


def _is_beside(points: Vector, penalty: Vector, line: Numbers) -> bool:
    """Whether a penalty can belong to a hand: it goes to all others, or to who is known to play alone in it."""
    gains = [seat for seat, number in enumerate(penalty) if number > 0]
    alone = len(gains) == 1 and line.fixed is not None and points.count(points[gains[0]]) == 1
    return len(gains) > 1 or alone


def _every_seat(line: Numbers, off: Vector, points: Vector, wrong: Sequence[int]) -> str:
    """The name of a slip by which the points of several players went into the totals wrongly; "" if there is none."""
    if len(wrong) == 3 and all(off[seat] == 2 * points[seat] for seat in wrong):
        return "all-tripled"
    undoubled = line.factor > 1 and all((o + p) * line.factor == p for o, p in zip(off, points, strict=True))
    return "bock" if undoubled else ""


# -- what the points can have been


def _rearranged(line: Numbers) -> Iterator[Cells]:
    """The totals with all signs turned round; with two of them in each other's place where others do not tell it."""
    if line.totals is None:
        return
    yield turned(line.totals)
    if line.law is not None and line.law.is_one_sided:
        yield from _exchanged(line.totals)


def _exchanged(row: Cells) -> Iterator[Cells]:
    """A row with two of its numbers in each other's place."""
    for a, b in combinations(range(len(row)), 2):
        if is_number(row[a]) and is_number(row[b]) and row[a] != row[b]:
            cells = list(row)
            cells[a], cells[b] = cells[b], cells[a]
            yield tuple(cells)


def _candidates(line: Numbers, step: Cells | None, others: Iterable[Cells]) -> Iterable[Vector]:
    """Rows of points that a row can stand for; ``others``: the steps if the totals are those, in another way."""
    if line.fixed is not None:
        return (line.fixed,)
    law = line.law or Patterns(())
    rows: dict[Vector, None] = {}
    rows |= dict.fromkeys(other for other in others if is_complete(other) and law.allows(other))
    if line.points is not None and law.is_one_sided:
        plain_rows = map(_plain, (turned(line.points), *_exchanged(line.points)))
        rows |= dict.fromkeys(row for row in plain_rows if law.allows(row))
    for written in (line.points, step):
        if written is None:
            continue
        plain = _plain(written)
        if all(not p or is_number(c) for c, p in zip(written, line.plays, strict=True)) and law.allows(plain):
            rows[plain] = None
        for seat, cell in enumerate(written):
            if is_number(cell):
                rows |= dict.fromkeys((*law.near(seat, cell), *law.alone(seat, written, MOST_WORTH)))
        if ILLEGIBLE in written and law.tells(written, line.plays):
            rows |= dict.fromkeys(law.agreeing(written))
    if line.value:
        rows |= dict.fromkeys(law.of_value(line.value))
        if not line.value % line.factor:
            rows |= dict.fromkeys(law.of_value(line.value // line.factor))
    rows[(0,) * len(line.plays)] = None
    return rows


def _plain(row: Cells) -> Vector:
    """A row with nothing where no number stands."""
    return tuple(cell if is_number(cell) else 0 for cell in row)


def _cost(slips: Iterable[Slip]) -> int:
    return sum(slip.cost for slip in slips)


__all__ = ["Cluster", "diagnose"]
