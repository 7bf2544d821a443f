"""Strafen (TSR 9): an entry of their own, never an edited score."""

from __future__ import annotations

from collections.abc import Sequence

from dokosheet.core.ledger.rows import Points, Row
from dokosheet.core.notation.sheet import PenaltyEntry
from dokosheet.core.rules import PenaltyDef, Ruleset
from dokosheet.core.score.settlement import gain, shown


def points_of(entry: PenaltyEntry, rules: Ruleset, players: Sequence[str], soloist: str | None) -> Points | None:
    """What each player of the hand writes down, or None where the entry fits no penalty of the ruleset.

    ``players``: those who play the hand that it belongs to; ``soloist``: who plays alone in it. TSR 9.3, 9.4, 9.7.2.
    """
    if entry.id in rules.settlement.tallies and entry.player in players:
        return dict.fromkeys(players, 0)
    definition = rules.penalties.get(entry.id)
    if definition is None or entry.player not in players or fault(entry, definition, players, soloist):
        return None
    offender = (
        -entry.points if entry.points is not None else definition.offender + definition.per_absage * entry.absagen
    )
    others = [player for player in players if player != entry.player]
    points = dict.fromkeys(players, 0)
    points[entry.player] = offender
    for player in others:
        points[player] = -offender // len(others) if definition.others == "split" else definition.others
    if definition.soloist is not None and soloist is not None:
        points[soloist] = -offender if definition.soloist == "mirror" else definition.soloist
    return {player: shown(amount, rules) for player, amount in points.items()}


def bear_partner(points: Points, offender: str, above: Row, rules: Ruleset) -> Points:
    """The points of a penalty whose offender also takes what his partner loses in the hand above."""
    if above.re is None or above.points is None:
        return points
    side = above.re if offender in above.re else tuple(p for p in above.players if p not in above.re)
    partners = {name: above.points.get(name, 0) for name in side if name != offender}
    lost = {name: value if gain(value, rules.settlement) < 0 else 0 for name, value in partners.items()}
    moved = {name: points.get(name, 0) - amount for name, amount in lost.items()}
    return {**points, **moved, offender: points[offender] + sum(lost.values())}


def fault(entry: PenaltyEntry, definition: PenaltyDef, players: Sequence[str], soloist: str | None) -> str:
    """Why an entry does not fit its penalty ("" if it does): a variant of finding B509."""
    if definition.soloist is not None and (soloist not in players or soloist == entry.player):
        return "no-soloist"
    if (entry.absagen and not definition.per_absage) or entry.absagen > 4:
        return "absagen"
    if definition.up_to and entry.points is None:
        return "no-points"
    if entry.points is not None and not (definition.up_to and 0 < entry.points <= -definition.offender):
        return "points"
    return ""
