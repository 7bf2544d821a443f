"""One Spielrunde while it is kept: who deals, how much was played, whether it is over (TSR 8.5)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal

from dokosheet.core.notation.sheet import EndEntry
from dokosheet.core.records import Record, field
from dokosheet.core.rules import Ruleset
from dokosheet.core.score.settlement import gain


class Running(Record):
    """The state between two hands.

    ``dealer``: the seat of who deals next, as far as it can be derived; ``maybe``: all that can be it where it is not
    sure. ``moved``: how often the deal has moved on; ``played``, ``repeats``: hands that used up one of the Spielrunde,
    and those after which the same dealer dealt again; ``loose``: how often it was nobody knows. ``reached``: somebody
    has the points that end it. ``blind``: a hand may have been a Pflichtsolo that nobody noted. ``torn``: hands of it
    do not stand in the sheet; ``counted``: how many they were is known; ``several``: they were more than it has, and
    of other Spielrunden, too. ``players``: who has played in it.
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
    maybe: frozenset[int] = frozenset()
    loose: bool = False
    counted: bool = True
    several: bool = False
    players: set[str] = field(default_factory=set)

    @property
    def adrift(self) -> bool:
        """Whether more than one may deal."""
        return bool(self.maybe)

    def deals(self, seats: Iterable[int], order: Sequence[int]) -> None:
        """One of these deals; the first of them in an order of seats if who was thought of is not among them."""
        fit = frozenset(seats)
        if self.dealer not in fit:
            self.dealer = next(seat for seat in order if seat in fit)
        self.maybe = fit if len(fit) > 1 else frozenset()

    def pass_on(self, again: bool, may_be: Iterable[bool], step: int, players: int) -> None:
        """After a hand: does the same dealer deal again? ``may_be``: all answers that are possible."""
        seats, answers = self.maybe or (self.dealer,), frozenset(may_be)
        self.repeats += again
        if not again:
            self.moved += 1
            self.dealer = (self.dealer + step) % players
        if len(answers) > 1 or len(seats) > 1:
            self.loose = self.loose or len(answers) > 1
            self.deals((seat if same else (seat + step) % players for seat in seats for same in answers), ())

    def length(self, rules: Ruleset, players: int) -> int | None:
        """How many hands it has; None where points or nothing at all end it, or who dealt again is not known."""
        n = rules.length_of(players)
        if n is None or rules.party.length.unit == "points" or (self.loose and rules.party.length.unit == "rounds"):
            return None
        return n * players + self.repeats if rules.party.length.unit == "rounds" else n

    def is_last_round(self, rules: Ruleset, players: int) -> bool:
        """Whether everybody deals for the last time."""
        n = rules.length_of(players)
        return rules.party.length.unit == "rounds" and n is not None and self.moved >= (n - 1) * players

    def is_over(self, rules: Ruleset, players: int, length: int | None) -> bool:
        """Whether all hands were played."""
        if rules.party.length.unit == "points":
            played_out = self.moved % players == 0 and not self.loose
            return self.reached and (played_out or not rules.party.length.finish_round)
        return length is not None and self.played >= length

    def count(self, totals: Iterable[int | Decimal], rules: Ruleset, players: int) -> None:
        """See whether somebody has reached the points; where only losers write, whether somebody has lost as many."""
        n = rules.length_of(players)
        if n is None or rules.party.length.unit != "points":
            return
        goal = n * (-unit if (unit := rules.settlement.unit) < 0 else unit)
        sign = -1 if rules.settlement.mode == "minus" else 1
        self.reached = self.reached or any(sign * gain(total, rules.settlement) >= goal for total in totals)
