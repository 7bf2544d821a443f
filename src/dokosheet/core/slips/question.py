"""What to ask at the table when several explanations fit: the answer leaves fewer of them."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import TYPE_CHECKING

from dokosheet.core.finding import Question
from dokosheet.core.ledger.rows import Ledger, Row
from dokosheet.core.notation.hand import ILLEGIBLE
from dokosheet.core.notation.spelling import format_cells
from dokosheet.core.score.settlement import whole
from dokosheet.core.slips.patterns import Vector

if TYPE_CHECKING:
    from dokosheet.core.slips.search import Cluster


def question(cluster: Cluster, ledger: Ledger) -> Question | None:
    """Who won a hand, who played alone, what it was worth: what parts the explanations of a cluster best."""
    row, names = ledger.timeline[cluster.rows[0]], ledger.sheet.names
    if len(cluster.ways) < 2 or not isinstance(row, Row):
        return None
    firsts = [way[0] for way in cluster.ways]
    points = [slip.points for slip in firsts if slip.row == cluster.rows[0] and slip.points is not None]
    if len(points) == len(firsts):
        found = _winner(points, row, names) or _alone(points, row, names) or _worth(points, row)
        if found is not None:
            return found
    change = firsts[0].changes[0] if firsts[0].changes else None
    if change is not None and change.old == ILLEGIBLE:
        return None
    where = ledger.timeline[firsts[0].row]
    if change is None or change.seat is None or change.field not in ("score", "total") or not isinstance(where, Row):
        return None
    args = {"player": names[change.seat], "hand": where.n, "old": format_cells((change.old,))}
    return Question("total" if change.field == "total" else "score", args)


def _winner(rows: Sequence[Vector], row: Row, names: Sequence[str]) -> Question | None:
    """Whether somebody has won, about whom the explanations part best."""
    seats = [i for i, name in enumerate(names) if name in row.players]
    most = [max(points[i] for i in seats) if any(points) else None for points in rows]
    counts = {names[i]: sum(points[i] == top for points, top in zip(rows, most, strict=True)) for i in seats}
    parts = {name: abs(2 * n - len(rows)) for name, n in counts.items() if 0 < n < len(rows)}
    if not parts:
        return None
    return Question("winner", {"player": min(parts, key=lambda name: parts[name]), "hand": row.n})


def _alone(rows: Sequence[Vector], row: Row, names: Sequence[str]) -> Question | None:
    """Whether somebody has played alone."""
    played = [{name: points[i] for i, name in enumerate(names) if name in row.players} for points in rows]
    lone = [{name for name in one if list(one.values()).count(one[name]) == 1} for one in played]
    for name in row.players:
        if 0 < sum(name in one for one in lone) < len(lone):
            return Question("alone", {"player": name, "hand": row.n})
    return None


def _worth(rows: Sequence[Vector], row: Row) -> Question | None:
    """What the hand was worth."""
    amounts = sorted({min(abs(Decimal(point)) for point in points if point) for points in rows if any(points)})
    if len(amounts) < 2:
        return None
    return Question("worth", {"hand": row.n, "readings": [format_cells((whole(amount),)) for amount in amounts]})
