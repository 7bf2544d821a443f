"""S401 to S403 where numbers are all there is: which cell of a list is wrong, and what it was meant as (TSR 7.3.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec.structs import replace

from dokosheet.checks.registry import at, check_sheet, repair
from dokosheet.checks.written import Field, cell_place, column_of, is_penalty, judged, respell, row_fault, searched
from dokosheet.core.cells import aligned
from dokosheet.core.finding import Finding, Repair
from dokosheet.core.hand import ILLEGIBLE, Cell
from dokosheet.core.rows import Ledger, Points, Row
from dokosheet.core.spelling import format_cells

if TYPE_CHECKING:
    from dokosheet.core.repairing import Cluster, Laws, Line, Slip, Vector


@check_sheet("S401", "S402", "S403")
def inconsistent(ledger: Ledger) -> Iterator[Finding]:
    """Rows of points, or of running totals, that cannot be; the smallest changes that would mend them."""
    for rows, field, start in _runs(ledger):
        if not any(_is_odd(row, ledger, field) for row in rows):
            continue
        from dokosheet.core.repairing import diagnose  # only when something is wrong

        lines = [_line(row, ledger, field) for row in rows]
        for cluster in diagnose(lines, start, _laws(ledger)):
            yield _finding(cluster, rows, field, ledger)


def _runs(ledger: Ledger) -> Iterator[tuple[list[Row], Field, Vector]]:
    """Rows of the same kind one after the other at one table, with the totals before them."""
    run: list[Row] = []
    kind: Field | None = None
    before: Points = dict.fromkeys(ledger.sheet.names, 0)
    start: Vector = ()
    for row in ledger.timeline:
        now = searched(row, ledger) if isinstance(row, Row) else None
        table = row.table if isinstance(row, Row) else ()
        if run and kind is not None and (now != kind or table != run[0].table):
            yield run, kind, start
            run = []
        if now is not None and isinstance(row, Row):
            if not run:
                start = tuple(before[name] for name in row.table)
            run.append(row)
        kind, before = now, row.totals
    if run and kind is not None:
        yield run, kind, start


def _is_odd(row: Row, ledger: Ledger, field: Field) -> bool:
    """Whether a row cannot be as it stands."""
    cells = (row.hand.score if field == "score" else row.hand.total) or ()
    if ILLEGIBLE in cells:
        return False  # the open cell was taken from the others
    return row.points is None or bool(row_fault(row.points, ledger, judged(row, ledger)))


def _line(row: Row, ledger: Ledger, field: Field) -> Line:
    """A row as the search wants it: by seat of the table."""
    from dokosheet.core.repairing import Line

    plays = tuple(name in row.players for name in row.table)
    written = aligned((row.hand.score if field == "score" else row.hand.total) or (), row.table, row.players)
    cells: tuple[Cell, ...] = tuple(
        written.get(name, ILLEGIBLE) if name in row.players or field == "score" else _or_open(written.get(name))
        for name in row.table
    )
    if field == "score":
        cells = tuple(cell if playing else None for cell, playing in zip(cells, plays, strict=True))
    value = abs(row.hand.wert) if row.hand.wert is not None else None
    factor = ledger.sheet.rules.bock.mul**row.bock
    return Line(
        plays,
        points=cells if field == "score" else None,
        totals=cells if field == "total" else None,
        value=value,
        factor=factor if value is not None else 1,
    )


def _or_open(cell: Cell) -> Cell:
    """The total of who sits out may be left out."""
    return ILLEGIBLE if cell is None else cell


def _laws(ledger: Ledger) -> Laws:
    """What a row of points can look like at this table."""
    from dokosheet.core.repairing import Laws

    def penalty(points: Vector, plays: tuple[bool, ...]) -> bool:
        played = [point for point, playing in zip(points, plays, strict=True) if playing]
        return is_penalty(dict(zip("ABCD", played, strict=True)), ledger)

    solo = ledger.sheet.rules.classes["solo"].factor.win
    return Laws(lambda plays: _shapes(plays, solo), penalty)


@lru_cache(maxsize=512)
def _shapes(plays: tuple[bool, ...], solo: int) -> Sequence[Vector]:
    """Two against two, and one against three, by seat; who sits out has nothing."""
    seats = [seat for seat, playing in enumerate(plays) if playing]
    shapes = []
    for partner in seats[1:]:
        pair = (seats[0], partner)
        shapes.append(tuple(0 if not playing else 1 if seat in pair else -1 for seat, playing in enumerate(plays)))
    shapes += [
        tuple(0 if not playing else solo if seat == alone else -1 for seat, playing in enumerate(plays))
        for alone in seats
    ]
    return shapes


def _finding(cluster: Cluster, rows: Sequence[Row], field: Field, ledger: Ledger) -> Finding:
    """One finding a cluster, at the one cell if only one can be meant."""
    row = rows[cluster.rows[0]]
    ways = [way[0] for way in cluster.ways if len(way) == 1]
    code = row_fault(row.points, ledger, judged(row, ledger)) if row.points is not None else "S401"
    carried = bool(ways) and all(slip.carried for slip in ways)
    args = {
        "sum": sum((row.points or {}).values(), Decimal(0)),
        "row": format_cells(tuple((row.points or {}).values())),
    }
    repairs = tuple(r for slip in ways if not slip.carried for r in _repairs(slip, rows, field, cluster.certain))
    if code == "S401" and field == "total":
        differs = at(row, "S401", field, variant="carried" if carried else "total", args=args, paragraph="7.3.3")
    elif code == "S401":
        differs = at(row, "S401", field, args=args, paragraph="7.3.3")
    elif code == "S402":
        differs = at(row, "S402", field, args=args, paragraph="7.3.3")
    else:
        differs = at(row, "S403", field, args=args, paragraph="7.3.3")
    differs = replace(differs, repairs=() if carried else repairs)
    seats = {(slip.row, change.seat) for slip in ways for change in slip.changes}
    if len(cluster.ways) != 1 or len(seats) != 1 or carried:
        return differs
    seat = next(iter(seats))[1]
    who = row.table[seat or 0]
    cells = (row.hand.score if field == "score" else row.hand.total) or ()
    return replace(differs, place=cell_place(row, field, column_of(row, cells, who, row.table)), player=who)


def _repairs(slip: Slip, rows: Sequence[Row], field: Field, certain: bool) -> Iterator[Repair]:
    """The row as it would be spelled after a slip is mended."""
    row = rows[slip.row]
    cells = (row.hand.score if field == "score" else row.hand.total) or ()
    new = {row.table[c.seat]: c.new for c in slip.changes if c.seat is not None and isinstance(c.new, (int, Decimal))}
    spelled = ("=" if field == "score" else "==") + respell(row, cells, new, row.table)
    if len(slip.changes) == 1:
        change = slip.changes[0]
        args = {"player": row.table[change.seat or 0], "old": change.old, "new": change.new}
        yield repair(row, field, spelled, "one-cell", certain=certain, args=args)
    else:
        yield repair(row, field, spelled, "computed", certain=certain)
