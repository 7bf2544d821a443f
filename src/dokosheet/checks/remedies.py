"""What mends a slip in a list of numbers: the tokens as they would be spelled without it, and why."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import accumulate
from typing import TYPE_CHECKING, Final

from dokosheet.checks.registry import repair
from dokosheet.checks.written import cell_place, column_of, respell
from dokosheet.core.finding import Place, Repair
from dokosheet.core.ledger.rows import Ledger, Row, aligned
from dokosheet.core.notation.hand import Cell
from dokosheet.core.slips.lines import plus
from dokosheet.core.slips.patterns import Vector
from dokosheet.core.terms import Number

if TYPE_CHECKING:
    from dokosheet.core.slips.lines import Change, Slip

#: How rows of numbers begin.
SIGNS: Final = {"score": "=", "total": "=="}


class Remedies:
    """The repairs of the slips of a sheet. ``certain``: the slips that nothing else explains; all of them are mended.

    So a total behind two wrong additions is mended of both, whichever finding proposes it.
    """

    def __init__(self, ledger: Ledger, certain: Sequence[Slip]) -> None:
        self.ledger = ledger
        self.names = ledger.sheet.names
        self.by_row: dict[int, list[Slip]] = {}
        for slip in certain:
            self.by_row.setdefault(slip.row, []).append(slip)
        nothing: Vector = (0,) * len(self.names)
        self.carriers = sorted({slip.row for slip in certain if slip.carried is not None})
        steps = ([slip.carried for slip in self.by_row[row] if slip.carried is not None] for row in self.carriers)
        sums = (tuple(map(sum, zip(*step, strict=True))) for step in steps)
        self.off = list(accumulate(sums, plus, initial=nothing))

    def of(self, slip: Slip, certain: bool) -> Iterator[Repair]:
        """The repairs of a slip: that of its row, and where it was surely carried on those of all totals after it."""
        row = self.ledger.timeline[slip.row]
        if not isinstance(row, Row):
            return
        field = slip.changes[0].field if slip.changes else ""
        if field == "sieger":
            players = [self.names[change.seat or 0] for change in slip.changes]
            words = ",".join(self.ledger.sheet.word(name) for name in players)
            yield repair(row, "sieger", f"sieger:{words}", "slip-winners", args={"players": players})
        elif field == "wert":
            new = int(number_of(slip.changes[0].new))
            value = -new if (row.hand.wert or 0) < 0 else new
            args = {"old": row.hand.wert, "new": value}
            yield repair(row, "wert", f"wert:{value}", "slip-value", certain=certain, args=args)
        elif field in SIGNS:
            yield self.of_cells(slip, row, certain)
        if slip.carried is not None and certain:
            yield from self.of_later(slip)

    def of_cells(self, slip: Slip, row: Row, certain: bool) -> Repair:
        """The row of points, or of totals, with other cells."""
        first = slip.changes[0]
        cells = (row.hand.score if first.field == "score" else row.hand.total) or ()
        new = {self.names[change.seat or 0]: number_of(change.new) for change in slip.changes}
        if certain and first.field == "total":
            new = self.totals(slip.row, row)
        spelled = SIGNS[first.field] + respell(row, cells, new, row.table)
        seats = [self.names[change.seat or 0] for change in slip.changes]
        args: dict[str, object] = {
            "player": seats[0],
            "players": seats,
            "other": seats[-1],
            "old": number_of(first.old),
            "new": number_of(first.new),
        }
        if slip.reason == "neighbour":
            args["other"] = neighbour(row, first, self.names)
        return repair(row, first.field, spelled, slip_reason(slip.reason), certain=certain, args=args)

    def of_later(self, slip: Slip) -> Iterator[Repair]:
        """The totals without what was carried on: of the row itself, unless it mends them, and of those after it.

        Up to the next slip that is surely carried on: from there on all of it is mended with that one.
        """
        off = dict(zip(self.names, slip.carried or (), strict=True))
        players = [name for name, number in off.items() if number]
        own = any(change.field == "total" for change in slip.changes)
        following = bisect_right(self.carriers, slip.row)
        end = self.carriers[following] if following < len(self.carriers) else len(self.ledger.timeline)
        for index in range(slip.row + own, end):
            row = self.ledger.timeline[index]
            if isinstance(row, Row) and row.hand.total is not None and (right := self.totals(index, row)):
                spelled = "==" + respell(row, row.hand.total, right, row.table)
                yield repair(row, "total", spelled, "slip-carried", certain=True, args={"players": players})

    def totals(self, index: int, row: Row) -> dict[str, Number]:
        """The totals of a row after all that is certain is mended."""
        cells = aligned(row.hand.total or (), row.table, row.players)
        new = {name: cell for name, cell in cells.items() if isinstance(cell, (int, Decimal))}
        here = self.by_row.get(index, [])
        changes = [change for slip in here for change in slip.changes if change.field == "total"]
        new |= {self.names[change.seat or 0]: number_of(change.new) for change in changes}
        off = self.off[bisect_left(self.carriers, index)]
        for slip in here:
            if slip.carried is not None and not any(change.field == "total" for change in slip.changes):
                off = plus(off, slip.carried)
        carried = dict(zip(self.names, off, strict=True))
        return {name: number - carried[name] for name, number in new.items()}


def slip_reason(reason: str) -> str:
    """The message that says what went wrong."""
    return {
        "": "slip-cell",
        "several": "slip-several",
        "misread": "slip-misread",
        "transposed": "slip-transposed",
        "digit-dropped": "slip-dropped",
        "digit-doubled": "slip-doubled",
        "digit-added": "slip-added",
        "off-by-one": "slip-by-one",
        "sign": "slip-sign",
        "not-tripled": "slip-not-tripled",
        "tripled": "slip-tripled",
        "empty": "slip-empty",
        "illegible": "slip-illegible",
        "neighbour": "slip-neighbour",
        "swapped": "slip-swapped",
        "signs": "slip-signs",
        "bock": "slip-bock",
        "all-tripled": "slip-all-tripled",
        "carried": "slip-carried-here",
        "counted": "slip-counted",
    }[reason]


def neighbour(row: Row, change: Change, names: Sequence[str]) -> str:
    """Whose total was copied."""
    cells = aligned(row.hand.total or (), row.table, row.players)
    same = [name for name, cell in cells.items() if cell == change.old and name != names[change.seat or 0]]
    return same[0] if same else ""


def number_of(cell: Cell) -> int | Decimal:
    """The number of a cell, 0 where there is none."""
    return cell if isinstance(cell, (int, Decimal)) else 0


def cell_of(row: Row, change: Change, who: str) -> Place:
    """The place of a cell that is to be changed."""
    cells = (row.hand.score if change.field == "score" else row.hand.total) or ()
    return cell_place(row, change.field, column_of(row, cells, who, row.table))
