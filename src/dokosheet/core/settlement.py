"""From the value of a hand to what each player writes down (TSR 7.2.4)."""

from __future__ import annotations

from collections.abc import Sequence

from dokosheet.core.ruleset import Factor


def shares(value: int, factor: Factor) -> tuple[int, int]:
    """Points of each player of Re and of each player of Kontra, for a value per head seen from Re."""
    return value * (factor.win if value > 0 else factor.lose), -value * factor.others


def spread(players: Sequence[str], re: Sequence[str], points: tuple[int, int]) -> dict[str, int]:
    """The points of the players of one hand, in their order: Re's and Kontra's share by who is Re."""
    mine, theirs = points
    return {player: mine if player in re else theirs for player in players}
