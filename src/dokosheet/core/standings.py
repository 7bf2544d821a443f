"""The ranking over any number of sheets. Lists are read one after the other; only sums are kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal
from itertools import groupby
from typing import Final

from msgspec import Struct, field

from dokosheet.core.money import bill
from dokosheet.core.rows import Ledger, Row
from dokosheet.core.ruleset import Ruleset
from dokosheet.core.settlement import whole


class Tally(Struct):
    """What one player has collected. ``points`` in all, penalties included; ``rounds``: Spielrunden played.

    ``strokes``: the part of the points of which fewer are better (knob ``settlement.unit`` below 0). ``by``: the names
    of the rulesets that the lists were played by. ``money``: what is to be paid (below 0: got), None where nobody plays
    for money. ``counted``: what is counted beside the points, by the unit or id of the ruleset. ``incomplete``: on some
    list hands are missing and the totals after them, so that the points are only what it tells.
    """

    player: str
    points: int | Decimal = 0
    hands: int = 0
    rounds: int = 0
    pflichtsoli_played: int = 0
    pflichtsoli_won: int = 0
    lustsoli_played: int = 0
    lustsoli_won: int = 0
    games_won: int = 0
    penalties: int = 0
    strokes: int | Decimal = 0
    by: set[str] = field(default_factory=set)
    money: Decimal | None = None
    counted: dict[str, int | Decimal] = field(default_factory=dict)
    incomplete: bool = False

    @property
    def rank(self) -> int | Decimal:
        """Points so that more is better."""
        return self.points - 2 * self.strokes

    @property
    def average(self) -> float:
        """Points per hand."""
        return float(self.points) / self.hands if self.hands else 0.0


class Standing(Struct, frozen=True):
    """A line of the table. A tie shares the place (1, 2, 2, 4); ``tie_break``: what put it before the next or after."""

    place: int
    tally: Tally
    tie_break: str = ""


#: What can break a tie, in the order that the user gives: name -> the more the better.
TIE_BREAKS: Final[dict[str, Callable[[Tally], float]]] = {
    "average": lambda t: t.average,
    "fewer-hands": lambda t: -t.hands,
    "games-won": lambda t: t.games_won,
    "pflichtsoli-won": lambda t: t.pflichtsoli_won,
    "lustsoli-won": lambda t: t.lustsoli_won,
    "soli-won": lambda t: t.pflichtsoli_won + t.lustsoli_won,
    "fewer-penalties": lambda t: -t.penalties,
}


class Absence(Struct, frozen=True):
    """What a list means for those who were not ``there``."""

    there: frozenset[str]
    points: int | Decimal
    pays: Decimal | None
    strokes: bool


class Tallies(Struct):
    """The sums of all players over the lists read so far, and the rulesets they were played by.

    ``house``: the names of those with house rules, ``house_sheets``: on how many lists. ``incomplete_sheets``: lists
    with totals that are not known; ``carried_sheets``: those that begin with the totals of other pages.
    """

    by_player: dict[str, Tally] = field(default_factory=dict)
    rules: set[str] = field(default_factory=set)
    sheets: int = 0
    house: set[str] = field(default_factory=set)
    house_sheets: int = 0
    absences: list[Absence] = field(default_factory=list)
    incomplete_sheets: int = 0
    carried_sheets: int = 0

    def add(self, ledger: Ledger, rules_name: str = "", house: bool = False) -> None:
        """Count one list; ``rules_name``: what to call its ruleset if not by its id, ``house``: with house rules.

        Totals that are not known are counted as far as the list tells, and the tally says so. Hands that are lost, or
        on other pages, count as played; who won them, and Soli among them, nobody knows.
        """
        self.sheets += 1
        self.incomplete_sheets += not ledger.known
        self.carried_sheets += ledger.carried
        rules_name = rules_name or ledger.sheet.rules.id
        if house:
            self.house.add(rules_name)
            self.house_sheets += 1
        self.rules.add(ledger.sheet.rules.id)
        strokes = ledger.sheet.rules.settlement.unit < 0
        for name in ledger.sheet.names:
            tally = self._of(name)
            tally.points += ledger.totals[name]
            tally.strokes += ledger.totals[name] if strokes else 0
            tally.rounds += len(ledger.spielrunden)
            tally.by.add(rules_name)
            tally.hands += ledger.unlisted.get(name, 0)
            tally.incomplete = tally.incomplete or not ledger.known
        self._settle(ledger)
        for row in ledger.rows:
            self._row(row, ledger.sheet.rules)
        for penalty in ledger.penalties:
            counted = ledger.sheet.rules.settlement.tallies.get(penalty.entry.id)
            if counted is not None and penalty.points is not None:
                of_player, unit = self._of(penalty.entry.player).counted, counted.unit or penalty.entry.id
                of_player[unit] = of_player.get(unit, 0) + counted.amount
            elif penalty.points is not None:
                self._of(penalty.entry.player).penalties += 1

    def _settle(self, ledger: Ledger) -> None:
        """What a list costs, and what it costs to have stayed away (knobs ``settlement.money``, ``absent``)."""
        settlement, money = ledger.sheet.rules.settlement, bill(ledger)
        if money is not None:
            for name, pays in money.pays.items():
                tally = self._of(name)
                tally.money = (tally.money or Decimal(0)) + pays
        if settlement.absent == "average":
            points = Decimal(sum(ledger.totals.values())) / len(ledger.totals)
            self.absences.append(Absence(frozenset(ledger.totals), whole(points), None, settlement.unit < 0))
        elif settlement.absent == "pays" and settlement.money is not None:
            self.absences.append(Absence(frozenset(ledger.totals), 0, Decimal(settlement.money.attendance), False))

    def close(self) -> None:
        """After the last list: those who were not there get the average of it, or pay for the evening."""
        for absence in self.absences:
            for name, tally in self.by_player.items():
                if name not in absence.there:
                    tally.points += absence.points
                    tally.strokes += absence.points if absence.strokes else 0
                    if absence.pays is not None:
                        tally.money = (tally.money or Decimal(0)) + absence.pays
        self.absences.clear()

    def _of(self, name: str) -> Tally:
        return self.by_player.setdefault(name, Tally(name))

    def _row(self, row: Row, rules: Ruleset) -> None:
        for name in row.players:
            tally = self._of(name)
            tally.hands += 1
            tally.games_won += _has_won(row, name)
        soloist = row.named[0] if len(row.named) == 1 else None
        if soloist is None or row.mode not in ("pflicht", "vorgefuehrt", "lust"):
            return
        won = _has_won(row, soloist)
        tally = self._of(soloist)
        if rules.modes[row.mode].slot == "pflicht":
            tally.pflichtsoli_played += 1
            tally.pflichtsoli_won += won
        else:
            tally.lustsoli_played += 1
            tally.lustsoli_won += won


def _has_won(row: Row, name: str) -> bool:
    """Whether a player has won a hand: by the rules, or by the points where only they are known."""
    if row.score is not None and row.re is not None:
        return row.score.winner == ("re" if name in row.re else "kontra")
    return (row.points or {}).get(name, 0) > 0


def standings(tallies: Iterable[Tally], tie_breaks: Sequence[str] = ()) -> list[Standing]:
    """The table: by points, then by the given chain of TIE_BREAKS, then by name within a shared place.

    Raises KeyError for a name that is not in TIE_BREAKS.
    """
    chain = [TIE_BREAKS[name] for name in tie_breaks]

    def rank(tally: Tally) -> tuple[float | Decimal, ...]:
        return (-tally.rank, *(-score(tally) for score in chain))

    table: list[Standing] = []
    ordered = sorted(tallies, key=lambda t: (*rank(t), t.player.lower()))
    for _, group in groupby(ordered, key=rank):
        place = len(table) + 1
        table += [Standing(place, tally) for tally in group]
    return [Standing(s.place, s.tally, _reason(s.tally, ordered, tie_breaks)) for s in table]


def _reason(tally: Tally, all_tallies: Sequence[Tally], tie_breaks: Sequence[str]) -> str:
    """The name of the criterion that separates a player from another with the same points."""
    rivals = [other for other in all_tallies if other is not tally and other.points == tally.points]
    for name in tie_breaks:
        if any(TIE_BREAKS[name](other) != TIE_BREAKS[name](tally) for other in rivals):
            return name
    return ""
