"""One Spielrunde while it is kept: who deals, how much was played, whether it is over (TSR 8.5)."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal

from msgspec import Struct, field

from dokosheet.core.ruleset import Ruleset
from dokosheet.core.settlement import gain
from dokosheet.core.sheet import EndEntry


class Running(Struct):
    """The state between two hands.

    ``dealer``: the seat of who deals next; ``moved``: how often the deal has moved on; ``played``, ``repeats``: hands
    that used up one of the Spielrunde, and those after which the same dealer dealt again. ``reached``: somebody has the
    points that end it. ``blind``: a hand may have been a solo that nobody noted. ``torn``: hands of it do not
    stand in the sheet; ``adrift``: who deals is not sure since then; ``counted``: how many they were is known.
    ``players``: who has played in it.
    """

    number: int
    dealer: int
    moved: int = 0
    played: int = 0
    repeats: int = 0
    reached: bool = False
    time: EndEntry | None = None
    closed: EndEntry | None = None
    blind: bool = False
    torn: bool = False
    adrift: bool = False
    counted: bool = True
    players: set[str] = field(default_factory=set)

    def length(self, rules: Ruleset, players: int) -> int | None:
        """How many hands it has; None where points or nothing at all end it, or deals that were repeated are lost."""
        n = rules.length_of(players)
        if n is None or rules.party.length.unit == "points" or (self.torn and rules.party.length.unit == "rounds"):
            return None
        return n * players + self.repeats if rules.party.length.unit == "rounds" else n

    def is_last_round(self, rules: Ruleset, players: int) -> bool:
        """Whether everybody deals for the last time."""
        n = rules.length_of(players)
        return rules.party.length.unit == "rounds" and n is not None and self.moved >= (n - 1) * players

    def is_over(self, rules: Ruleset, players: int, length: int | None, bock_left: int) -> bool:
        """Whether all hands were played; knob ``bock.party_end`` may want the Bock hands, too."""
        if bock_left and rules.bock.party_end == "extend":
            return False
        if rules.party.length.unit == "points":
            return self.reached and (not rules.party.length.finish_round or self.moved % players == 0)
        return length is not None and self.played >= length

    def count(self, totals: Iterable[int | Decimal], rules: Ruleset, players: int) -> None:
        """See whether somebody has reached the points; where only losers write, whether somebody has lost as many."""
        n = rules.length_of(players)
        if n is None or rules.party.length.unit != "points":
            return
        goal = n * (-unit if (unit := rules.settlement.unit) < 0 else unit)
        sign = -1 if rules.settlement.mode == "minus" else 1
        self.reached = self.reached or any(sign * gain(total, rules.settlement) >= goal for total in totals)
