"""S401, S405, B502 where a list begins in the middle or has holes: ``uebertrag`` and ``endstand`` (TSR 7.3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal

from dokosheet.checks.registry import at, cell_place, check_sheet, repair
from dokosheet.core.finding import Finding, Repair
from dokosheet.core.ledger.rows import PLAYERS, FeeRow, Ledger, PageRow, PenaltyRow, Points, Row, aligned, is_number
from dokosheet.core.notation.hand import Cell
from dokosheet.core.notation.sheet import FinalEntry, GapEntry
from dokosheet.core.notation.spelling import format_cells
from dokosheet.core.records import replace
from dokosheet.core.rules import Ruleset
from dokosheet.core.score.settlement import whole
from dokosheet.core.slips.digits import slip, slip_reason
from dokosheet.core.slips.laws import asked, has_slips, keeps_parity
from dokosheet.core.slips.patterns import one_parity
from dokosheet.core.terms import Number


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


@check_sheet("S401", "S402")
def page_sum(ledger: Ledger) -> Iterator[Finding]:
    """Totals that are all there is to know, and do not sum to 0 (penalties to nobody's credit and fees apart).

    Or that cannot be, though they do: all even or all odd are those of four who have played every hand together.
    """
    rules = ledger.sheet.rules
    if rules.checks.row_sum == "never" or not rules.sums_to_zero or rules.settlement.fees:
        return
    booked = {id(row.entry) for row in ledger.rows}
    paired = _is_paired(ledger)
    so_far: Points = dict.fromkeys(ledger.sheet.names, 0)
    known, unknown = True, frozenset[str]()
    for row in ledger.timeline:
        now_known = row.known if isinstance(row, PageRow) else row.totals_known if isinstance(row, Row) else known
        if not known and not isinstance(row, PageRow) and row.points and not _is_twice(row, booked):
            so_far = {name: total + row.points.get(name, 0) for name, total in so_far.items()}
        if isinstance(row, (Row, PageRow)):
            cells = _first_totals(row, known)
            if cells and (not now_known or unknown <= cells.keys()):
                for finding in _sum_of_totals(row, cells, _offsets(cells, so_far), paired, rules.settlement.unit):
                    alone = not has_slips(ledger, row)  # else it may only go on with what is wrong elsewhere
                    if alone or isinstance(row, PageRow):
                        hidden = _is_first(row, ledger) and _can_be_penalty(finding, rules)
                        last = alone and row is _last_with_totals(ledger)  # nothing goes on with it
                        sure = finding if last and not hidden else replace(finding, repairs=_uncertain(finding.repairs))
                        yield replace(sure, severity="warning") if hidden else sure
        known = now_known
        unknown = row.unknown if isinstance(row, (Row, PageRow)) else unknown
        if known:
            so_far = row.totals


def _is_first(row: Row | PageRow, ledger: Ledger) -> bool:
    """Whether a line carries over what stands on pages that are not here."""
    return ledger.carried and row is ledger.timeline[0]


def _can_be_penalty(found: Finding, rules: Ruleset) -> bool:
    """Whether totals that no hands bring can be those of a penalty on a page that is not here."""
    off = found.args["sum"]
    for definition in rules.penalties.values():
        if found.code == "S402" and definition.soloist is not None:
            return True
        gone = definition.others == 0 and definition.soloist is None  # to nobody's credit
        if found.code == "S401" and gone and isinstance(off, (int, Decimal)) and off * definition.offender > 0:
            return True
    return False


def _last_with_totals(ledger: Ledger) -> Row | PageRow | None:
    rows = (row for row in reversed(ledger.timeline) if isinstance(row, (Row, PageRow)))
    return next((row for row in rows if (row.hand.total if isinstance(row, Row) else row.written)), None)


def _uncertain(repairs: tuple[Repair, ...]) -> tuple[Repair, ...]:
    return tuple(replace(one, certain=False) for one in repairs)


def _first_totals(row: Row | PageRow, known: bool) -> Mapping[str, Cell]:
    """The totals of a line that are the first, where none follow: at the top of a page, or behind a hole."""
    if isinstance(row, PageRow):
        return row.written if row.derived is None else {}
    if known or row.hand.total is None:
        return {}
    return aligned(row.hand.total, row.table, row.players)


def _is_paired(ledger: Ledger) -> bool:
    """Whether what hands bring is all even or all odd for everybody: four play each of them together."""
    rules = ledger.sheet.rules
    together = len(ledger.sheet.names) == PLAYERS and rules.bock.owner == "table"
    return asked(rules.checks.parity, together and keeps_parity(rules))


def _sum_of_totals(
    row: Row | PageRow, cells: Mapping[str, Cell], hands: Points, paired: bool, unit: Number
) -> Iterator[Finding]:
    """Totals of which ``hands`` have brought a part that no hands bring, and the cells that one slip can have spoilt.

    The one cell that is left is certain.
    """
    off = sum(hands.values()) if len(hands) == len(cells) else 0  # of what cannot be read nobody knows the sum
    field, sign = ("cells", "") if isinstance(row, PageRow) else ("total", "==")
    numbers = {name: cell for name, cell in cells.items() if is_number(cell)}
    args = {"row": format_cells(tuple(cells.values())), "sum": sum(numbers.values())}
    if not off:
        if paired and hands and not one_parity(hands.values(), unit):
            yield at(row, "S402", field, variant="page", args=args, paragraph="7.3.3")
        return
    right = {name: whole(number - off) for name, number in numbers.items()}
    fitting = [name for name in numbers if not paired or one_parity({**hands, name: hands[name] - off}.values(), unit)]
    repairs = []
    for name in sorted(fitting, key=lambda name: not slip(numbers[name], right[name])):
        told = {"player": name, "old": numbers[name], "new": right[name]}
        reason = slip_reason(slip(numbers[name], right[name]))
        spelled = sign + format_cells(tuple({**numbers, name: right[name]}.values()))
        repairs.append(repair(row, field, spelled, reason, certain=fitting == [name], args=told))
    yield at(row, "S401", field, variant="page", args=args, paragraph="7.3.3", repairs=tuple(repairs))


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
