"""S401, S405, B502 where a list begins in the middle or has holes: ``uebertrag`` and ``endstand`` (TSR 7.3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal

from dokosheet.checks.odd import has_slips
from dokosheet.checks.registry import at, check_sheet, repair
from dokosheet.checks.written import cell_place
from dokosheet.core.cells import aligned, is_number
from dokosheet.core.finding import Finding
from dokosheet.core.hand import Cell
from dokosheet.core.rows import FeeRow, Ledger, PageRow, PenaltyRow, Points, Row
from dokosheet.core.settlement import whole
from dokosheet.core.sheet import FinalEntry, GapEntry
from dokosheet.core.spelling import format_cells

Number = int | Decimal


@check_sheet("S405")
def page_differs(ledger: Ledger) -> Iterator[Finding]:
    """Totals that were carried over, or the final result, are not the totals so far.

    By as much as the row before is wrong they may be wrong, too: that is reported there.
    """
    if not any(isinstance(row, PageRow) for row in ledger.timeline) or has_slips(ledger):
        return  # nothing to compare, or compared with all other numbers
    off: dict[str, Number] = {}
    for row in ledger.timeline:
        if isinstance(row, Row):
            off |= _carried_on(row, off)
        elif isinstance(row, PageRow):
            if isinstance(row.entry, GapEntry):
                off.clear()
            found = _offsets(row.written, row.totals)
            wrong = {name: value for name, value in found.items() if value not in (0, off.get(name, 0))}
            off |= found
            if wrong:
                yield from totals_of_page(row, wrong)


def _numbers(row: PageRow) -> dict[str, Number]:
    """The cells that can be read."""
    return {name: cell for name, cell in row.written.items() if is_number(cell)}


def _offsets(written: Mapping[str, Cell], totals: Points) -> dict[str, Number]:
    """By how much each written total is over the derived one."""
    return {name: cell - totals[name] for name, cell in written.items() if is_number(cell)}


def _carried_on(row: Row, off: Mapping[str, Number]) -> dict[str, Number]:
    """By how much the totals are off behind a row: as it writes them, or with a wrong row of points added."""
    if row.hand.total is not None:
        return _offsets(aligned(row.hand.total, row.table, row.players), row.totals)
    if row.hand.score is None or row.points is None:
        return {}
    written = aligned(row.hand.score, row.table, row.players)
    slips = _offsets({name: cell for name, cell in written.items() if name in row.points}, row.points)
    return {name: off.get(name, 0) + slip for name, slip in slips.items() if slip}


def totals_of_page(row: PageRow, wrong: Mapping[str, Number]) -> Iterator[Finding]:
    """One finding for a wrong cell, for two that are swapped, and for a row of which more than two are wrong.

    ``wrong``: by how much each of them is over the right one.
    """
    final, names = isinstance(row.entry, FinalEntry), list(wrong)
    right = {name: whole(number - wrong[name]) for name, number in _numbers(row).items() if name in wrong}
    if len(wrong) > 2:
        variant = "final-row" if final else "carry-row"
        totals = {"written": _respelled(row, {}), "value": _respelled(row, right)}
        new = repair(row, "cells", _respelled(row, right), "computed")
        yield at(row, "S405", "cells", variant=variant, args=totals, paragraph="7.3.3", repairs=(new,))
        return
    swapped = len(wrong) == 2 and all(row.written[a] == right[b] for a, b in (names, names[::-1]))
    fix = right if swapped else {}
    for name in names[:1] if swapped else names:
        args: dict[str, object] = {"player": name, "written": row.written[name], "value": right[name]}
        args["off"] = wrong[name]
        variant = "swapped" if swapped else "final" if final else ""
        if swapped:
            args["other"] = names[1]
        new = repair(row, "cells", _respelled(row, fix or {name: right[name]}), "computed")
        place = cell_place(row, "cells", list(row.written).index(name))
        yield Finding("S405", place, args, variant, player=name, paragraph="7.3.3", repairs=(new,))


def _respelled(row: PageRow, new: Mapping[str, Number]) -> str:
    """The written cells with new numbers."""
    return format_cells(tuple(new.get(name, cell) for name, cell in row.written.items()))


@check_sheet("S401")
def page_sum(ledger: Ledger) -> Iterator[Finding]:
    """Totals that are all there is to know, and do not sum to 0 (penalties to nobody's credit and fees apart)."""
    rules = ledger.sheet.rules
    if rules.checks.row_sum == "never" or not rules.sums_to_zero or rules.settlement.fees:
        return
    booked = {id(row.entry) for row in ledger.rows}
    together: Number = 0
    known = True
    for row in ledger.timeline:
        if isinstance(row, PageRow):
            now = sum(row.totals.values())
            whole = row.known and row.derived is None and all(is_number(cell) for cell in row.written.values())
            if whole and now != together:
                args = {"row": format_cells(tuple(row.written.values())), "sum": now}
                yield at(row, "S401", "cells", variant="page", args=args, paragraph="7.3.3")
            known = row.known
        elif isinstance(row, Row):
            known = row.totals_known
        if known:
            together = sum(row.totals.values())
        elif isinstance(row, (Row, PenaltyRow, FeeRow)) and row.points and not _is_twice(row, booked):
            together += sum(row.points.values())


def _is_twice(row: Row | PenaltyRow | FeeRow, booked: set[int]) -> bool:
    """Whether the points of a penalty stand in a row with a number already."""
    return isinstance(row, PenaltyRow) and id(row.entry) in booked


@check_sheet("B502")
def page_hands(ledger: Ledger) -> Iterator[Finding]:
    """The written number of hands is not that of the sheet."""
    for row in ledger.timeline:
        if not isinstance(row, PageRow) or isinstance(row.entry, GapEntry) or row.entry.hands is None:
            continue
        if row.entry.hands != row.after_hand:
            args = {"hands": row.entry.hands, "n": row.after_hand}
            new = repair(row, "hands", f"spiele:{row.after_hand}", "computed")
            yield at(row, "B502", "hands", variant="written", args=args, paragraph="7.3.2", repairs=(new,))
