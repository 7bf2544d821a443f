"""What it takes to have written a row of numbers as it stands, if something else was meant."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dokosheet.core.ledger.bock_worth import values_of
from dokosheet.core.ledger.rows import is_number
from dokosheet.core.notation.hand import ILLEGIBLE
from dokosheet.core.slips.digits import LOST, slip
from dokosheet.core.slips.lines import MOST_SLIPS, Balance, CellChange, Cells, Field, Numbers, Slip, Way
from dokosheet.core.slips.patterns import Vector, are_sides


def points_slips(k: int, line: Numbers, points: Vector) -> Iterator[Way]:
    """The slips that make what stands in a row of what it was: its points, its value, its winners, its parties."""
    marks = tuple(mark_slips(k, line, points))
    if line.points is None:
        yield marks
        return
    for slips in row_slips(k, "score", line.points, points, line, points):
        yield (*slips, *marks)


def mark_slips(k: int, line: Numbers, points: Vector) -> Iterator[Slip]:
    """The slips in what is written beside the points."""
    if line.value is None and line.winners is None and line.re is None:
        return
    if line.fixed is not None or line.law is None:
        return
    readings = tuple(line.law.readings(points)) or ((points, 0),)
    if line.value is not None and not has_value(line, points):
        head = values_of(readings[0][1] * line.factor, line.factor, line.worth)[0]
        yield Slip(slip(line.value, head) or "value", k, (CellChange(k, "wert", None, line.value, head),), points)
    if line.winners is not None:
        winners = line.law.won(points, line.plays)
        if winners and line.winners not in winners:
            changes = tuple(CellChange(k, "sieger", seat, None, 1) for seat in sorted(winners[0]))
            yield Slip("winners", k, changes, points)
    if line.re is not None and not any(are_sides(bare, line.re, line.plays) for bare, _ in readings):
        yield Slip("parties", k, (CellChange(k, "named", None, None, None),), points)


def has_value(line: Numbers, points: Vector) -> bool:
    """Whether the written value is that of a row of points: per head, or of who plays alone."""
    heads = [head for _, head in line.law.readings(points)] if line.law is not None else []
    amounts = (*[head * line.factor for head in heads or [0]], max(max(points), -min(points)))
    return any(line.value in values_of(amount, line.factor, line.worth) for amount in amounts)


def row_slips(k: int, field: Field, written: Cells, meant: Balance, line: Numbers, points: Vector) -> Iterator[Way]:
    """The slips that make one row of another, if few do; cells that cannot be read come with what they were."""
    wrong, lost = [], []
    for seat, (cell, right) in enumerate(zip(written, meant, strict=True)):
        if right is None:
            continue  # nobody knows it
        if cell == ILLEGIBLE:
            lost.append(Slip(LOST, k, (CellChange(k, field, seat, cell, right),), points))
        elif cell != right and (cell is not None or line.plays[seat]):
            wrong.append(seat)
    changes = tuple(CellChange(k, field, seat, written[seat], meant[seat]) for seat in wrong)
    whole = _whole_row(field, written, meant, wrong, line) if len(wrong) > 1 else ""
    if whole:
        yield (Slip(whole, k, changes, points), *lost)
    elif len(wrong) <= MOST_SLIPS:
        yield (*[Slip(_reason(field, change, written, meant), k, (change,), points) for change in changes], *lost)


def _reason(field: Field, change: CellChange, written: Cells, meant: Balance) -> str:
    """The name of a slip in one cell."""
    old, new = change.old, change.new
    if not is_number(new):
        return ""
    name = slip(old if is_number(old) else None, new)
    if not name and field == "total":
        others = [total for seat, total in enumerate(meant) if seat != change.seat and written[seat] == total]
        return "neighbour" if old in others else ""
    return name


def _whole_row(field: Field, written: Cells, meant: Balance, wrong: Sequence[int], line: Numbers) -> str:
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
