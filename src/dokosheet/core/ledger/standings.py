"""The ranking over any number of sheets. Lists are read one after the other; only sums are kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from decimal import Decimal
from itertools import groupby
from typing import Final

from dokosheet.core.ledger.money import bill
from dokosheet.core.ledger.rows import Ledger, PenaltyRow, Row, hides_solo, one_alone
from dokosheet.core.notation.sheet import HandEntry, UnreadEntry
from dokosheet.core.records import Record, field, replace
from dokosheet.core.rules import Ruleset
from dokosheet.core.score.settlement import whole
from dokosheet.core.slips.patterns import winners
from dokosheet.core.terms import Number

Merit = Callable[["Tally"], Number | None]


class Tally(Record):
    """What one player has collected. ``points`` in all, penalties included; ``rounds``: Spielrunden played.

    None is what nobody knows: a sum is not known where a part of it is not. ``incomplete``: on some list hands are
    missing and the totals after them, so that the points are only what it tells; where it tells none, they are None.

    ``strokes``: fewer points are better (knob ``settlement.unit`` below 0). ``by``: the names of the rulesets that the
    lists were played by. ``money``: what is to be paid (below 0: got) in ``currency``, None where nobody plays for
    money, and where nobody knows (``for_money``), as where some is to be paid in another currency. ``counted``: what is
    counted beside the points, by the unit or id of the ruleset.
    """

    player: str
    points: Number | None = 0
    hands: int | None = None
    rounds: int | None = 0
    pflichtsoli_played: int | None = 0
    pflichtsoli_won: int | None = 0
    lustsoli_played: int | None = 0
    lustsoli_won: int | None = 0
    games_won: int | None = 0
    penalties: int | None = 0
    strokes: bool = False
    by: set[str] = field(default_factory=set)
    money: Decimal | None = None
    currency: str = ""
    for_money: bool = False
    counted: dict[str, Number | None] = field(default_factory=dict)
    incomplete: bool = False

    @property
    def rank(self) -> Number | None:
        """Points so that more is better."""
        return -self.points if self.strokes and self.points is not None else self.points

    @property
    def average(self) -> Number | None:
        """Points per hand; None where one of both is not known, or there was no hand."""
        return self._per_hand(self.points)

    @property
    def merit(self) -> Number | None:
        """The average so that more is better."""
        return self._per_hand(self.rank)

    def _per_hand(self, points: Number | None) -> Number | None:
        return Decimal(points) / self.hands if points is not None and self.hands and not self.incomplete else None

    def count(self, names: Iterable[str], number: int | None = 1) -> None:
        """Add to sums by their names; None: nobody knows how much."""
        for name in names:
            setattr(self, name, plus(getattr(self, name), number))


def plus(one: int | None, other: int | None) -> int | None:
    """A sum, None where a part of it is not known."""
    return None if one is None or other is None else one + other


class Standing(Record, frozen=True):
    """A line of the table. A tie shares the place (1, 2, 2, 4); None for who has played no hand, or whose points nobody
    knows.

    ``tie_break``: what put it before the next or after; ``undecided``: what could not, as nobody knows it of all.
    """

    place: int | None
    tally: Tally
    tie_break: str = ""
    undecided: str = ""


#: What can break a tie, in the order that the user gives: name -> the more the better, None where nobody knows.
TIE_BREAKS: Final[dict[str, Merit]] = {
    "average": lambda t: t.merit,
    "fewer-hands": lambda t: None if t.hands is None else -t.hands,
    "games-won": lambda t: t.games_won,
    "pflichtsoli-won": lambda t: t.pflichtsoli_won,
    "lustsoli-won": lambda t: t.lustsoli_won,
    "soli-won": lambda t: plus(t.pflichtsoli_won, t.lustsoli_won),
    "fewer-penalties": lambda t: None if t.penalties is None else -t.penalties,
}
PFLICHT: Final = ("pflichtsoli_played", "pflichtsoli_won")
LUST: Final = ("lustsoli_played", "lustsoli_won")
#: The fields of a tally that are sums of whole numbers.
SUMS: Final = ("hands", "rounds", *PFLICHT, *LUST, "games_won", "penalties")


class Absence(Record, frozen=True):
    """What a list means for those who were not ``there``; the fields are those of a Tally."""

    there: frozenset[str]
    points: Number | None
    pays: Decimal | None
    currency: str
    incomplete: bool


class Tallies(Record):
    """The sums of all players over the lists read so far, and the rulesets they were played by.

    ``unit``: in which points are added up, that of the first list (knob ``settlement.unit``). ``house``: the names of
    those with house rules, ``house_sheets``: on how many lists. ``incomplete_sheets``: lists with totals that are not
    known; ``carried_sheets``: those that begin with the totals of other pages.
    """

    by_player: dict[str, Tally] = field(default_factory=dict)
    rules: set[str] = field(default_factory=set)
    sheets: int = 0
    unit: Number = 1
    house: set[str] = field(default_factory=set)
    house_sheets: int = 0
    absences: list[Absence] = field(default_factory=list)
    incomplete_sheets: int = 0
    carried_sheets: int = 0

    def add(self, ledger: Ledger, rules_name: str = "", house: bool = False) -> None:
        """Count one list; ``rules_name``: what to call its ruleset if not by its id, ``house``: with house rules.

        Totals that are not known are counted as far as the list tells, and the tally says so. Hands that are lost, or
        on other pages, count as played; who won them, and Soli and penalties among them, nobody knows.
        """
        if not self.sheets:
            self.unit = ledger.sheet.rules.settlement.unit
        self.sheets += 1
        self.incomplete_sheets += not ledger.known
        self.carried_sheets += ledger.carried
        rules = ledger.sheet.rules
        rules_name = rules_name or rules.id
        if house:
            self.house.add(rules_name)
            self.house_sheets += 1
        self.rules.add(rules.id)
        for name in ledger.sheet.names:
            tally = self._of(name)
            self._points(
                tally, None if name in ledger.untold else self._counted(ledger.totals[name], rules.settlement.unit)
            )
            rounds = sum(name in played.players for played in ledger.spielrunden)
            known = ledger.counted and not any(played.several for played in ledger.spielrunden)
            tally.count(("rounds",), rounds if known else None)  # others may stand in what cannot be read
            tally.by.add(rules_name)
            tally.incomplete = tally.incomplete or name in ledger.unknown
            if ledger.unlisted.get(name, 0) != 0:
                self._unlisted(tally, ledger.unlisted[name], rules)
        if any(played.players for played in ledger.spielrunden):
            self._settle(ledger)
        for row in ledger.rows:
            self._row(row, rules)
        for penalty in ledger.penalties:
            self._penalty(penalty, rules)
        for name in _may_have_been_punished(ledger):
            self._of(name).count(("penalties",), None)

    def join(self, others: Tallies) -> None:
        """Count what other lists came to, which were read apart from these."""
        if not self.sheets:
            self.unit = others.unit
        for tally in others.by_player.values():
            mine = self._of(tally.player)
            self._points(mine, None if tally.points is None else self._counted(tally.points, others.unit))
            for name in SUMS:
                mine.count((name,), getattr(tally, name))
            for name, number in tally.counted.items():
                before = mine.counted.get(name, 0)
                mine.counted[name] = None if before is None or number is None else before + number
            mine.by |= tally.by
            mine.incomplete = mine.incomplete or tally.incomplete
            if tally.for_money:
                _pay(mine, tally.money, tally.currency)
        for one in others.absences:
            points = None if one.points is None else self._counted(one.points, others.unit)
            self.absences.append(replace(one, points=points))
        self.rules |= others.rules
        self.house |= others.house
        self.sheets += others.sheets
        self.house_sheets += others.house_sheets
        self.incomplete_sheets += others.incomplete_sheets
        self.carried_sheets += others.carried_sheets

    def _counted(self, points: Number, unit: Number) -> Number:
        """Points that are written in a unit, in that in which all are added up."""
        return points if unit == self.unit else whole(round(Decimal(points) * Decimal(self.unit) / unit, 4))

    def _points(self, tally: Tally, points: Number | None) -> None:
        """Add points to a tally; None: nobody knows them."""
        tally.points = None if tally.points is None or points is None else whole(tally.points + points)

    def _unlisted(self, tally: Tally, hands: int | None, rules: Ruleset) -> None:
        """Hands that are lost or on other pages, so that nobody knows what happened in them."""
        tally.count(("hands",), hands)
        tally.count(("games_won", *LUST, *(PFLICHT if rules.pflichtsolo.solos else ())), None)
        tally.count(("penalties",) if rules.penalties else (), None)
        for name, counted in rules.settlement.tallies.items():
            tally.counted[counted.unit or name] = None

    def _penalty(self, penalty: PenaltyRow, rules: Ruleset) -> None:
        """A penalty, or a mark that is only counted."""
        if penalty.points is None:
            return
        tally, counted = self._of(penalty.entry.player), rules.settlement.tallies.get(penalty.entry.id)
        if counted is None:
            tally.count(("penalties",))
            return
        unit = counted.unit or penalty.entry.id
        before = tally.counted.get(unit, 0)
        tally.counted[unit] = None if before is None else before + counted.amount

    def _settle(self, ledger: Ledger) -> None:
        """What a list costs, and what it costs to have stayed away (knobs ``settlement.money``, ``absent``)."""
        settlement, money, there = ledger.sheet.rules.settlement, bill(ledger), frozenset(ledger.totals)
        currency = settlement.money.currency if settlement.money is not None else ""
        for name in ledger.sheet.names if settlement.money is not None else ():
            _pay(self._of(name), None if money is None else money.pays[name], currency)
        if settlement.absent == "average":
            average = whole(Decimal(sum(ledger.totals.values())) / len(ledger.totals))
            points = None if ledger.untold else self._counted(average, settlement.unit)
            self.absences.append(Absence(there, points, None, "", not ledger.known))
        elif settlement.absent == "pays" and settlement.money is not None:
            stake = Decimal(settlement.money.attendance)
            self.absences.append(Absence(there, 0, stake, currency, False))

    def close(self) -> None:
        """After the last list: those who were not there get the average of it, or pay for the evening."""
        for absence in self.absences:
            for name, tally in self.by_player.items():
                if name not in absence.there:
                    self._points(tally, absence.points)
                    tally.incomplete = tally.incomplete or absence.incomplete
                    if absence.pays is not None:
                        _pay(tally, absence.pays, absence.currency)
        self.absences.clear()

    def _of(self, name: str) -> Tally:
        return self.by_player.setdefault(name, Tally(name, hands=0, strokes=self.unit < 0))

    def _row(self, row: Row, rules: Ruleset) -> None:
        won = winners(row, rules)
        for name in row.players:
            there = not row.is_open or name in row.named  # else he may have sat out
            self._of(name).count(("hands",), 1 if there else None)
            self._of(name).count(("games_won",), int(name in won) if won is not None and there else None)
        for name in _may_have_been_alone(row):
            self._of(name).count((*LUST, *(PFLICHT if rules.pflichtsolo.solos else ())), None)
        soloist = row.named[0] if len(row.named) == 1 else None
        if soloist is None or row.mode not in ("pflicht", "vorgefuehrt", "lust"):
            return
        played, won_it = PFLICHT if rules.modes[row.mode].slot == "pflicht" else LUST
        self._of(soloist).count((played,))
        self._of(soloist).count((won_it,), None if won is None else int(soloist in won))


def _pay(tally: Tally, amount: Decimal | None, currency: str) -> None:
    """Add to what is to be paid; None: nobody knows. Two currencies have no sum."""
    tally.currency = tally.currency or currency
    known = amount is not None and (tally.money is not None or not tally.for_money) and tally.currency == currency
    tally.money = (tally.money or Decimal(0)) + amount if known and amount is not None else None
    tally.for_money = True


def _may_have_been_punished(ledger: Ledger) -> tuple[str, ...]:
    """Those who may have had a penalty that cannot be read."""
    names = ledger.sheet.names
    unread = {penalty.entry.player for penalty in ledger.penalties if penalty.points is None}
    if not unread <= set(names) or any(isinstance(entry, UnreadEntry) for entry in ledger.sheet.entries):
        return names
    return tuple(name for name in names if name in unread)


def _may_have_been_alone(row: Row) -> tuple[str, ...]:
    """Those who may have played a solo in a row that does not tell what was played."""
    if not isinstance(row.entry, HandEntry):
        return ()
    if row.entry.broken and row.points is None:
        return (row.hand.named or row.players) if row.entry.hides_solo else ()
    if row.hand.named or not hides_solo(row.hand, row.points):
        return ()
    return one_alone(row.points) if row.points and any(row.points.values()) else row.players


def standings(tallies: Iterable[Tally], tie_breaks: Sequence[str] = ()) -> list[Standing]:
    """The table: by points, then by the given chain of TIE_BREAKS, then by name within a shared place.

    A tie-break that is not known of all who share a place does not apply, and none after it. Those whose points are not
    known, and then those who have played no hand, come last. Raises KeyError for a name that is not in TIE_BREAKS.
    """
    chain = [(name, TIE_BREAKS[name]) for name in tie_breaks]
    ordered = sorted(tallies, key=lambda tally: tally.player.lower())
    ranked = [tally for tally in ordered if _has_place(tally)]
    table: list[Standing] = []
    for tied in _groups(ranked, lambda tally: tally.rank or 0):
        table += _parted(tied, chain, len(table) + 1)
    rest = [tally for tally in ordered if not _has_place(tally)]
    return table + [Standing(None, tally) for tally in sorted(rest, key=lambda tally: tally.hands == 0)]


def _has_place(tally: Tally) -> bool:
    return tally.hands != 0 and tally.points is not None


def _groups(tallies: Iterable[Tally], merit: Callable[[Tally], Number]) -> Iterator[list[Tally]]:
    """Those who are equal together, the best first."""
    for _, group in groupby(sorted(tallies, key=merit, reverse=True), key=merit):
        yield list(group)


def _parted(tied: list[Tally], chain: Sequence[tuple[str, Merit]], place: int, reason: str = "") -> list[Standing]:
    """Those who share a place, parted by a chain as far as it is known of all; ``reason``: what has parted them from
    others before.
    """
    if len(tied) == 1 or not chain:
        return [Standing(place, tally, reason) for tally in tied]
    (name, merit), *rest = chain
    known = {tally.player: value for tally in tied if (value := merit(tally)) is not None}
    if len(known) < len(tied):
        return [Standing(place, tally, reason, name) for tally in tied]
    groups = list(_groups(tied, lambda tally: known[tally.player]))
    found: list[Standing] = []
    for group in groups:
        found += _parted(group, rest, place + len(found), reason or (name if len(groups) > 1 else ""))
    return found
