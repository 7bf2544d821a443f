"""What it takes to have written a row of numbers as it stands, if something else was meant."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dokosheet.core.hand import ILLEGIBLE
from dokosheet.core.numberlines import MOST_SLIPS, Change, Field, Line, Row, Slip, Totals, Way, is_number
from dokosheet.core.patterns import Vector
from dokosheet.core.slips import LOST, slip


def points_slips(k: int, line: Line, points: Vector) -> Iterator[Way]:
    """The slips that make what stands in a row of what it was: its points, its value, its winners, its parties."""
    marks = tuple(_mark_slips(k, line, points))
    if line.points is None:
        yield marks
        return
    for slips in row_slips(k, "score", line.points, points, line, points):
        yield (*slips, *marks)


def _mark_slips(k: int, line: Line, points: Vector) -> Iterator[Slip]:
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


def row_slips(k: int, field: Field, written: Row, meant: Totals, line: Line, points: Vector) -> Iterator[Way]:
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
    if not is_number(new):
        return ""
    name = slip(old if is_number(old) else None, new)
    if not name and field == "total":
        return "neighbour" if old in [total for seat, total in enumerate(meant) if seat != change.seat] else ""
    return name


def _whole_row(field: Field, written: Row, meant: Totals, wrong: Sequence[int], line: Line) -> str:
    """The name of a slip that spoils several cells of a row at once; "" if none does."""
    cells = [written[seat] for seat in wrong]
    if len(wrong) == 2 and cells == [meant[wrong[1]], meant[wrong[0]]]:
        return "swapped"
    pairs = [(cell, m) for s in wrong if is_number(cell := written[s]) and (m := meant[s]) is not None]
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
