"""The rows of a ledger as the search for slips wants them: numbers by seat, and what is known of them."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal

from dokosheet.checks.written import judged, times
from dokosheet.core.ledger.rows import PLAYERS, FeeRow, Ledger, PageRow, PenaltyRow, Points, Row, aligned
from dokosheet.core.notation.hand import ILLEGIBLE, Cell
from dokosheet.core.notation.sheet import GapEntry, HandEntry
from dokosheet.core.slips.lines import Line
from dokosheet.core.slips.patterns import Patterns, Vector, marked_winners, patterns, seated

Item = Row | PenaltyRow | FeeRow | PageRow


def lines_of(ledger: Ledger) -> list[Line]:
    """A line for each item of the timeline, by the seats of everybody who was ever at the table."""
    names = ledger.sheet.names
    rubric = tuple(_vector(row.points, names) for row in ledger.rows if row.dealer is None and row.points)
    booked = {id(row.entry) for row in ledger.rows}
    lines = []
    for item in ledger.timeline:
        if isinstance(item, PenaltyRow) and id(item.entry) in booked:
            lines.append(Line((False,) * len(names), fixed=(0,) * len(names)))  # its points stand in a row already
        else:
            lines.append(_line(item, ledger, names, rubric))
    return lines


def _line(item: Item, ledger: Ledger, names: tuple[str, ...], rubric: tuple[Vector, ...]) -> Line:
    match item:
        case Row():
            return _of_row(item, ledger, names, () if item.dealer is None else rubric)
        case PageRow(entry=GapEntry()):
            return Line((False,) * len(names), fixed=(0,) * len(names), lost=True)
        case PageRow():
            totals = _cells(item.written, names)
            return Line((False,) * len(names), totals=totals, fixed=(0,) * len(names), lost=item.derived is None)
        case PenaltyRow():
            plays = tuple(name in item.players for name in names)
            return Line(plays, fixed=None if item.points is None else _vector(item.points, names))
        case FeeRow():
            return Line((False,) * len(names), fixed=_vector(item.points, names))


def _of_row(row: Row, ledger: Ledger, names: tuple[str, ...], rubric: tuple[Vector, ...]) -> Line:
    """A hand: its points by its details, by the row that is written, or by what the ruleset lets them be."""
    hand = row.hand
    plays = tuple(name in row.players for name in names)
    totals = None if hand.total is None or row.dealer is None else _cells(written_cells(row, "total"), names)
    known = _vector(row.points, names) if row.points is not None else None
    if not isinstance(row.entry, HandEntry) or row.entry.broken or hand.gilt:
        return Line(plays, totals=totals, fixed=known, between=rubric)
    points = None
    if hand.score is not None:
        cells = _cells(written_cells(row, "score"), names)
        points = tuple(cell if playing else None for cell, playing in zip(cells, plays, strict=True))
    if row.expected is not None:
        fixed = _vector(row.expected, names)
        added = None
        if points is not None:
            both = zip(points, fixed, strict=True)
            added = tuple(cell if isinstance(cell, (int, Decimal)) else right for cell, right in both)
        law, factor = law_of(row, ledger, plays), times(row, ledger)
        return Line(plays, totals=totals, fixed=fixed, added=added, law=law, factor=factor, between=rubric)
    law = law_of(row, ledger, plays)
    if law is None:
        return Line(plays, totals=totals, fixed=None if hand.score is None else known, between=rubric)
    seat = {name: i for i, name in enumerate(names)}
    winners = marked_winners(row)
    return Line(
        plays,
        points=points,
        totals=totals,
        law=law,
        value=None if hand.wert is None else abs(hand.wert),
        factor=times(row, ledger),
        worth=ledger.worth,
        winners=frozenset(seat[name] for name in winners) if winners and set(winners) <= set(row.players) else None,
        re=frozenset(seat[name] for name in row.re) if row.re and not row.parties_fault else None,
        between=rubric,
    )


def law_of(row: Row, ledger: Ledger, plays: tuple[bool, ...]) -> Patterns | None:
    """What the points of a hand can be, by seat; None where the ruleset lets them be anything."""
    if len(row.players) != PLAYERS or not judged(row, ledger).pattern:
        return None
    return seated(patterns(ledger.sheet.rules, times(row, ledger)), plays)


def written_cells(row: Row, field: str) -> Mapping[str, Cell]:
    """A written row by name."""
    return aligned((row.hand.score if field == "score" else row.hand.total) or (), row.table, row.players)


def _cells(cells: Mapping[str, Cell], names: tuple[str, ...]) -> tuple[Cell, ...]:
    """Cells by seat; nothing for who has none."""
    return tuple(cells.get(name) if cells else ILLEGIBLE for name in names)


def _vector(points: Points, names: tuple[str, ...]) -> Vector:
    return tuple(points.get(name, 0) for name in names)
