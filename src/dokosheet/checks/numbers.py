"""S401 to S409 where numbers tell the points: which cell of a list is wrong, and what it was meant as (TSR 7.3.3).

A list is judged as a whole: the rows of points, the totals, the values, the marks. Only where something does not fit
are the smallest changes searched that would mend it (:mod:`dokosheet.core.slips.search`).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from itertools import accumulate
from typing import TYPE_CHECKING, Final

from dokosheet.checks.pages import totals_of_page
from dokosheet.checks.registry import at, cell_place, check_sheet, column_of, repair, respell
from dokosheet.checks.written import at_fault
from dokosheet.core.finding import Finding, Place, Repair
from dokosheet.core.ledger.rows import Ledger, PageRow, PenaltyRow, Points, Row, aligned
from dokosheet.core.notation.hand import ILLEGIBLE, Cell
from dokosheet.core.notation.spelling import format_cells
from dokosheet.core.records import replace
from dokosheet.core.slips.digits import LOST, SEVERAL, slip_reason
from dokosheet.core.slips.laws import has_slips, row_fault
from dokosheet.core.slips.patterns import Vector, plus, winners
from dokosheet.core.slips.question import question
from dokosheet.core.terms import Number

if TYPE_CHECKING:
    from dokosheet.core.slips.lines import CellChange, Slip
    from dokosheet.core.slips.search import Cluster


@check_sheet("S401", "S402", "S403", "S404", "S405", "S407", "S408", "S409")
def inconsistent(ledger: Ledger) -> Iterator[Finding]:
    """Numbers that contradict each other; the smallest changes that would mend them, and what is open between them."""
    if not has_slips(ledger):
        return
    from dokosheet.core.slips.lines import lines_of  # only when something is wrong
    from dokosheet.core.slips.search import diagnose

    clusters = [
        replace(one, apart=False) if _is_of_wrong_parties(one, ledger) else one
        for one in diagnose(lines_of(ledger), (0,) * len(ledger.sheet.names), _is_whole(ledger))
    ]
    sure = [slip for cluster in clusters if cluster.certain for slip in cluster.ways[0]]
    remedies = Remedies(ledger, sure)
    for cluster in clusters:
        pages = [slip for way in cluster.ways for slip in way if slip.reason == "page"]
        for slip in pages[:1]:
            yield from _of_page(slip.row, slip.changes, ledger)
        rest = _without(cluster, pages)
        if rest is None:
            continue
        item = ledger.timeline[rest.rows[0]]
        if isinstance(item, Row) and item.parties_fault == "sits-out":
            continue  # nobody knows who played, and so whose numbers these are
        if isinstance(item, Row):
            yield from _Report(rest, item, ledger, remedies).findings()
        elif isinstance(item, PageRow) and rest.ways:
            changes = [change for slip in rest.ways[0] for change in slip.changes if change.row == rest.rows[0]]
            yield from _of_page(rest.rows[0], changes, ledger)


def _of_page(number: int, changes: Iterable[CellChange], ledger: Ledger) -> Iterator[Finding]:
    """Totals that a page begins or ends with."""
    item, names = ledger.timeline[number], ledger.sheet.names
    off = {names[c.seat or 0]: number_of(c.old) - number_of(c.new) for c in changes if c.old != ILLEGIBLE}
    if isinstance(item, PageRow):
        yield from totals_of_page(item, off)


def _without(cluster: Cluster, pages: Sequence[Slip]) -> Cluster | None:
    """A cluster without the totals of a page that are wrong as a whole, and what else explains them."""
    if not pages:
        return cluster
    ways = [tuple(slip for slip in way if slip not in pages) for way in cluster.ways if {*way} & {*pages}]
    left = tuple(way for way in dict.fromkeys(ways) if way)
    rows = tuple(sorted({slip.row for way in left for slip in way}))
    return replace(cluster, rows=rows, ways=left, apart=False) if left else None


def _is_of_wrong_parties(cluster: Cluster, ledger: Ledger) -> bool:
    """Whether those named in one of its rows cannot be Re: then nothing is certain of whose numbers are whose."""
    items = [ledger.timeline[number] for number in cluster.rows]
    return any(isinstance(item, Row) and item.parties_fault for item in items)


def _is_whole(ledger: Ledger) -> bool:
    """Whether the list has as many hands as the ruleset says, so that none can be missing."""
    return all(one.length is not None and one.played == one.length for one in ledger.spielrunden)


def _joined(way: Sequence[Slip]) -> Iterator[Slip]:
    """The slips of a way, those in one written row as one: neither of them alone mends it."""
    rows: dict[tuple[int, str], list[Slip]] = {}
    for slip in way:
        field = slip.changes[0].field if slip.changes else slip.reason
        rows.setdefault((slip.row, field), []).append(slip)
    for slips in rows.values():
        changes = tuple(change for slip in slips for change in slip.changes)
        yield slips[0] if len(slips) == 1 else replace(slips[0], reason=SEVERAL, changes=changes)


class _Report:
    """A cluster of slips as a finding."""

    def __init__(self, cluster: Cluster, row: Row, ledger: Ledger, remedies: Remedies) -> None:
        self.remedies = remedies
        self.cluster = cluster
        self.row = row
        self.ledger = ledger
        self.names = ledger.sheet.names
        self.slips = list(dict.fromkeys(slip for way in cluster.ways for slip in way))
        self.several = len(cluster.ways) > 1

    def row_of(self, slip: Slip) -> Row | None:
        """The row in which a slip happened; None where that is no hand."""
        row = self.ledger.timeline[slip.row]
        return row if isinstance(row, Row) else None

    def repairs(self, slip: Slip, certain: bool | None = None) -> Iterator[Repair]:
        """What mends a slip; certain where nothing else fits."""
        return self.remedies.of(slip, self.cluster.certain if certain is None else certain)

    def findings(self) -> Iterator[Finding]:
        """One finding for a cluster, and one for each cell that cannot be read."""
        lost = [slip for slip in self.slips if slip.reason == LOST]
        wrong = [slip for slip in self.slips if slip.reason != LOST]
        if wrong or not self.slips:
            yield self.finding(wrong)
        for number in dict.fromkeys(slip.row for slip in lost):
            yield from self.illegible([slip for slip in lost if slip.row == number])

    def illegible(self, slips: Sequence[Slip]) -> Iterator[Finding]:
        """Cells of a row that cannot be read, and what they have to be."""
        row = self.row_of(slips[0])
        if row is None:
            return
        if self.several:
            ways = [[slip for slip in way if slip in slips] for way in self.cluster.ways]
            fixes = _once(fix for way in ways for fix in self.together(way))
            change = slips[0].changes[0]
            who, args = self.names[change.seat or 0], {"readings": list(dict.fromkeys(fix.new for fix in fixes))}
            found = at(row, "S409", change.field, variant="open", args=args, paragraph="7.3.3", repairs=fixes)
            yield replace(found, place=cell_of(row, change, who), question=question(self.cluster, self.ledger))
            return
        for slip in slips:
            change = slip.changes[0]
            who = self.names[change.seat or 0]
            told: dict[str, object] = {"player": who, "value": number_of(change.new)}
            fixes = tuple(self.together([one for one in slips if one.changes[0].field == change.field]))
            found = at(row, "S409", change.field, args=told, player=who, paragraph="7.3.3", repairs=fixes)
            yield replace(found, place=cell_of(row, change, who))

    def together(self, slips: Sequence[Slip]) -> Iterator[Repair]:
        """One repair for all cells of a written row that cannot be read."""
        if slips:
            changes = tuple(change for slip in slips for change in slip.changes)
            yield from self.repairs(replace(slips[0], changes=changes), certain=self.cluster.apart and not self.several)

    def finding(self, slips: Sequence[Slip]) -> Finding:
        """What does not fit, at the one cell if only one can be meant."""
        together = [
            slip for way in self.cluster.ways for slip in _joined([slip for slip in way if slip.reason != LOST])
        ]
        found = replace(self.fact(slips), repairs=_once(fix for slip in together for fix in self.repairs(slip)))
        cells = {(slip.row, change.field, change.seat) for slip in slips for change in slip.changes}
        if len(cells) == 1 and not self.several:
            change = slips[0].changes[0]
            row = self.row_of(slips[0])
            if row is not None and change.seat is not None and change.field in SIGNS:
                who = self.names[change.seat]
                return replace(found, place=cell_of(row, change, who), player=who)
        return replace(found, question=question(self.cluster, self.ledger))

    def fact(self, slips: Sequence[Slip]) -> Finding:
        """The code and the sentence."""
        row, code = self.row, row_fault(self.row, self.ledger.sheet.rules)
        changes = [change for slip in slips for change in slip.changes]
        fields = {change.field for change in changes}
        told = row.hand.score is not None or row.expected is not None
        dashes = [change for change in changes if change.field == "score" and change.old is None]
        if dashes:
            return self.dash(dashes)
        if row.hand.score is not None and row.expected is None and code:
            return at_fault(row, code, "score", not self.ledger.sheet.rules.sums_to_zero)
        if slips and slips[0].reason == "bock":
            return at_fault(row, "S408", slips[0].changes[0].field)
        if fields <= {"total"}:
            return self.of_total(slips) if told else self.of_step(code, slips)
        if "sieger" in fields:
            marks = {"written": list(row.hand.sieger), "winners": list(winners(row, self.ledger.sheet.rules) or ())}
            return at(row, "S407", "sieger", args=marks, paragraph="7.3.3")
        args: dict[str, object] = {"players": list(row.hand.named), "written": row.hand.wert, "row": _row(row)}
        if "named" in fields:
            variant = "alone" if len(row.hand.named) == 1 else "parties"
            return at(row, "S403", "named", variant=variant, args=args, paragraph="7.2.4")
        if "wert" in fields:
            return at(row, "S404", "wert", variant="amounts", args=args, paragraph="7.2.4")
        return at(row, "S405", "score", variant="score", args=args, paragraph="7.3.3")

    def dash(self, changes: Sequence[CellChange]) -> Finding:
        """Nothing written for somebody who plays."""
        row = self.row
        who = list(dict.fromkeys(self.names[change.seat or 0] for change in changes))
        all_play = len(row.table) == len(row.players)
        variant = "dash-at-four" if all_play else "no-cell"
        found = at(row, "S404", "score", variant=variant, args={"players": who}, player=who[0], paragraph="10.1.1")
        return replace(found, place=cell_of(row, changes[0], who[0]))

    def of_step(self, code: str, slips: Sequence[Slip]) -> Finding:
        """Totals that are all there is: the points since the last ones cannot be."""
        row, reasons = self.row, {slip.reason for slip in slips}
        args = {"row": _row(row), "sum": sum((row.points or {}).values(), Decimal(0))}
        if reasons == {"skipped"}:
            return at(row, "S405", "total", variant="skipped-two", args=args, paragraph="7.3.3")
        if code == "S401":
            carried = reasons == {"carried"}
            return at(row, "S401", "total", variant="carried" if carried else "total", args=args, paragraph="7.3.3")
        if code:
            return at_fault(row, code, "total", not self.ledger.sheet.rules.sums_to_zero)
        return at(row, "S405", "total", variant="row", args=self.totals(), paragraph="7.3.3")

    def of_total(self, slips: Sequence[Slip]) -> Finding:
        """Totals that are not the sum so far."""
        row, first = self.row, next(iter(slips), None)
        alone = first is not None and (len(slips) == 1 or first.reason in ("twice", "counted", "penalty", "above"))
        slip = first if alone else None
        if slip is not None and slip.added is not None:
            return self.of_another(slip, slips)
        if slip is not None and slip.reason in ("twice", "not-added"):
            variant = {"twice": "twice", "not-added": "not-added"}[slip.reason]
            return at(row, "S405", "total", variant=variant, args={"row": _row(row)}, paragraph="7.3.3")
        if slip is None or (len(slip.changes) > 1 and slip.reason != "swapped"):
            return at(row, "S405", "total", variant="row", args=self.totals(), paragraph="7.3.3")
        old, new = number_of(slip.changes[0].old), number_of(slip.changes[0].new)
        seats = [change.seat or 0 for change in slip.changes]
        who, other = self.names[seats[0]], self.names[seats[-1]]
        args: dict[str, object] = {"player": who, "other": other, "written": old, "value": new, "off": old - new}
        if slip.changes[0].old is None:
            found = at(row, "S405", "total", variant="no-cell", args=args, paragraph="7.3.3")
        elif slip.reason == "swapped":
            found = at(row, "S405", "total", variant="swapped", args=args, paragraph="7.3.3")
        elif slip.reason == "carried":
            found = at(row, "S405", "total", variant="carried", args=args, paragraph="7.3.3")
        elif slip.reason == "neighbour":
            args["other"] = neighbour(row, slip.changes[0], self.names)
            found = at(row, "S405", "total", variant="neighbour", args=args, paragraph="7.3.3")
        else:
            found = at(row, "S405", "total", args=args, paragraph="7.3.3")
        return replace(found, place=cell_of(row, slip.changes[0], who), player=who)

    def of_another(self, slip: Slip, slips: Sequence[Slip]) -> Finding:
        """Totals that tell another value of a hand, or that something stands in no line."""
        row, names = self.row, self.names
        added = {name: number for name, number in zip(names, slip.added or (), strict=True) if name in row.table}
        if slip.reason == "above":
            return self.of_above(slip, {name: -number for name, number in added.items()})
        missing = [one.added for one in slips if one.reason == "skipped"]
        args: dict[str, object] = {"row": format_cells(tuple(added.values()))}
        if slip.reason == "skipped":
            return at(row, "S405", "total", variant="skipped", args=args, paragraph="7.3.3")
        if missing:
            there = zip(names, missing[0] or (), strict=True)
            args["missing"] = format_cells(tuple(number for name, number in there if name in row.table))
        if slip.reason == "penalty":
            variant = "penalty-or-line" if missing else "penalty"
            return at(row, "S405", "total", variant=variant, args=args, paragraph="7.3.3")
        seat = next(seat for seat, number in enumerate(slip.points or ()) if number)
        args |= {"player": names[seat], "value": (slip.points or ())[seat], "written": (slip.added or ())[seat]}
        variant = "counted-or-line" if missing else "counted"
        return at(row, "S405", "total", variant=variant, args=args, paragraph="7.3.3")

    def of_above(self, slip: Slip, points: Points) -> Finding:
        """Totals without the points of a line above them."""
        before = reversed(self.ledger.timeline[: slip.row])
        items = [(item, item.points or {}) for item in before if not isinstance(item, PageRow) and item.entry]
        same = (item for item, its in items if all(its.get(name, 0) == number for name, number in points.items()))
        item = next(same, None)
        place = item.entry.source.place if item is not None and item.entry is not None else self.row.entry.source.place
        args: dict[str, object] = {"line": place.line, "row": format_cells(tuple(points.values()))}
        variant = "penalty-not-added" if isinstance(item, PenaltyRow) else "line-not-added"
        return at(self.row, "S405", "total", variant=variant, args=args, paragraph="7.3.3")

    def totals(self) -> dict[str, object]:
        """What is written, and what follows from the points."""
        row = self.row
        return {
            "row": format_cells(row.hand.total or ()),
            "value": format_cells(tuple(row.totals[n] for n in row.table)),
        }


def _once(repairs: Iterable[Repair]) -> tuple[Repair, ...]:
    """Repairs, each text only once."""
    found: dict[tuple[Place, str], Repair] = {}
    for one in repairs:
        found.setdefault((one.place, one.new), one)
    return tuple(found.values())


def _row(row: Row) -> str:
    return format_cells(tuple((row.points or {}).values()) or row.hand.score or row.hand.total or ())


# -- What mends a slip: the tokens as they would be spelled without it, and why.


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


def neighbour(row: Row, change: CellChange, names: Sequence[str]) -> str:
    """Whose total was copied."""
    cells = aligned(row.hand.total or (), row.table, row.players)
    same = [name for name, cell in cells.items() if cell == change.old and name != names[change.seat or 0]]
    return same[0] if same else ""


def number_of(cell: Cell) -> int | Decimal:
    """The number of a cell, 0 where there is none."""
    return cell if isinstance(cell, (int, Decimal)) else 0


def cell_of(row: Row, change: CellChange, who: str) -> Place:
    """The place of a cell that is to be changed."""
    cells = (row.hand.score if change.field == "score" else row.hand.total) or ()
    return cell_place(row, change.field, column_of(row, cells, who, row.table))
