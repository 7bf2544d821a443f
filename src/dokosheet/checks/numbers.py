"""S401 to S409 where numbers tell the points: which cell of a list is wrong, and what it was meant as (TSR 7.3.3).

A list is judged as a whole: the rows of points, the totals, the values, the marks. Only where something does not fit
are the smallest changes searched that would mend it (:mod:`dokosheet.core.repairing`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import TYPE_CHECKING

from msgspec.structs import replace

from dokosheet.checks.asking import question
from dokosheet.checks.registry import at, check_sheet
from dokosheet.checks.remedies import SIGNS, Remedies, cell_of, neighbour, number_of
from dokosheet.checks.written import at_fault, is_searched, marked_winners, row_fault
from dokosheet.core.cells import aligned
from dokosheet.core.finding import Finding, Repair
from dokosheet.core.hand import ILLEGIBLE
from dokosheet.core.patterns import patterns
from dokosheet.core.rows import Ledger, Row
from dokosheet.core.slips import LOST
from dokosheet.core.spelling import format_cells

if TYPE_CHECKING:
    from dokosheet.core.numberlines import Change, Slip
    from dokosheet.core.repairing import Cluster


@check_sheet("S401", "S402", "S403", "S404", "S405", "S407", "S408", "S409")
def inconsistent(ledger: Ledger) -> Iterator[Finding]:
    """Numbers that contradict each other; the smallest changes that would mend them, and what is open between them."""
    if not any(_is_odd(row, ledger) for row in ledger.rows):
        return
    from dokosheet.checks.lines import lines_of
    from dokosheet.core.repairing import diagnose  # only when something is wrong

    clusters = diagnose(lines_of(ledger), (0,) * len(ledger.sheet.names), _is_whole(ledger))
    sure = [slip for cluster in clusters if cluster.certain for slip in cluster.ways[0]]
    remedies = Remedies(ledger, sure)
    for cluster in clusters:
        row = ledger.timeline[cluster.rows[0]]
        if isinstance(row, Row):  # totals between pages are compared by a check of their own
            yield from _Report(cluster, row, ledger, remedies).findings()


def _is_whole(ledger: Ledger) -> bool:
    """Whether the list has as many hands as the ruleset says, so that none can be missing."""
    return all(one.length is not None and one.played == one.length for one in ledger.spielrunden)


def _is_odd(row: Row, ledger: Ledger) -> bool:
    """Whether the numbers of a row do not fit as they stand, or one cannot be read."""
    hand = row.hand
    totals = aligned(hand.total, row.table, row.players) if hand.total is not None and row.dealer is not None else {}
    for name, cell in totals.items():
        if cell == ILLEGIBLE or (cell is None and name in row.players):
            return True
        if cell is not None and row.totals_known and cell != row.totals[name]:
            return True
    if not is_searched(row, ledger):
        return False
    cells = aligned(hand.score or (), row.table, row.players)
    if any(cell == ILLEGIBLE or cell is None for name, cell in cells.items() if name in row.players):
        return True
    if row.points is None:
        return False
    return bool(row_fault(row, ledger)) or _contradicts(row, ledger)


def _contradicts(row: Row, ledger: Ledger) -> bool:
    """Whether the value, the winners or the parties are not those of the points."""
    points = row.points or {}
    if not any(points.values()):
        return bool(row.hand.wert)
    most = max(points.values())
    marked = marked_winners(row)
    if marked and set(marked) <= set(points) and set(marked) != {n for n, p in points.items() if p == most}:
        return True
    if row.re and not row.parties_fault and len({(name in row.re, p) for name, p in points.items()}) > 2:
        return True
    if row.hand.wert is None:
        return False
    head = patterns(ledger.sheet.rules).head(tuple(points.values())) or 0
    heads = {head, *(head / level for level in (ledger.sheet.rules.bock.mul**row.bock,) if level)}
    return abs(row.hand.wert) not in (*heads, max(most, -min(points.values())))


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
            fixes = tuple(fix for way in ways for fix in self.together(way))
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
            yield from self.repairs(replace(slips[0], changes=changes), certain=not self.several)

    def finding(self, slips: Sequence[Slip]) -> Finding:
        """What does not fit, at the one cell if only one can be meant."""
        found = replace(self.fact(slips), repairs=tuple(fix for slip in slips for fix in self.repairs(slip)))
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
        row, code = self.row, row_fault(self.row, self.ledger)
        changes = [change for slip in slips for change in slip.changes]
        fields = {change.field for change in changes}
        told = row.hand.score is not None or row.expected is not None
        dashes = [change for change in changes if change.field == "score" and change.old is None]
        if dashes:
            return self.dash(dashes)
        if row.hand.score is not None and row.expected is None and code:
            return at_fault(row, code, "score", not self.ledger.sheet.rules.sums_to_zero)
        if fields <= {"total"}:
            return self.of_total(slips) if told else self.of_step(code, slips)
        if "sieger" in fields:
            marks = {"written": list(row.hand.sieger), "winners": _winners(row)}
            return at(row, "S407", "sieger", args=marks, paragraph="7.3.3")
        args: dict[str, object] = {"players": list(row.hand.named), "written": row.hand.wert, "row": _row(row)}
        if "named" in fields:
            variant = "alone" if len(row.hand.named) == 1 else "parties"
            return at(row, "S403", "named", variant=variant, args=args, paragraph="7.2.4")
        if "wert" in fields:
            return at(row, "S404", "wert", variant="amounts", args=args, paragraph="7.2.4")
        return at(row, "S405", "score", variant="score", args=args, paragraph="7.3.3")

    def dash(self, changes: Sequence[Change]) -> Finding:
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
            return at(row, "S405", "total", variant="skipped", args=args, paragraph="7.3.3")
        if code == "S401":
            carried = reasons == {"carried"}
            return at(row, "S401", "total", variant="carried" if carried else "total", args=args, paragraph="7.3.3")
        if code:
            return at_fault(row, code, "total", not self.ledger.sheet.rules.sums_to_zero)
        return at(row, "S405", "total", variant="row", args=self.totals(), paragraph="7.3.3")

    def of_total(self, slips: Sequence[Slip]) -> Finding:
        """Totals that are not the sum so far."""
        row, slip = self.row, slips[0] if len(slips) == 1 else None
        if slip is not None and slip.reason in ("skipped", "twice", "not-added"):
            variant = {"skipped": "skipped", "twice": "twice", "not-added": "not-added"}[slip.reason]
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

    def totals(self) -> dict[str, object]:
        """What is written, and what follows from the points."""
        row = self.row
        return {
            "row": format_cells(row.hand.total or ()),
            "value": format_cells(tuple(row.totals[n] for n in row.table)),
        }


def _winners(row: Row) -> list[str]:
    points = row.points or {}
    return [name for name, point in points.items() if point == max(points.values())]


def _row(row: Row) -> str:
    return format_cells(tuple((row.points or {}).values()))
