"""What follows from a sheet: a fold over its entries. Dealer, Pflichtsolo, Vorführung, scores, running totals.

Nothing here is stored anywhere: a change of an old hand recomputes everything behind it. What is written beside a hand
is compared by the checks, and believed here only where nothing else tells the points, or where the line says ``gilt``.
"""

from __future__ import annotations

from decimal import Decimal
from functools import lru_cache

from msgspec import Struct, field

from dokosheet.core.cells import aligned, complete, hides_solo
from dokosheet.core.hand import Hand
from dokosheet.core.penalties import points_of
from dokosheet.core.rows import NO_HAND, PLAYERS, Ledger, Next, PenaltyRow, Points, Row, Spielrunde, lone, parties_fault
from dokosheet.core.ruleset import Ruleset
from dokosheet.core.settlement import shares, spread
from dokosheet.core.sheet import EndEntry, HandEntry, PenaltyEntry, RoundEntry, Sheet
from dokosheet.core.terms import Mode
from dokosheet.core.value import HandScore, scoring

__all__ = ["Ledger", "Next", "PenaltyRow", "Points", "Row", "Spielrunde", "keep", "parties_fault"]


def keep(sheet: Sheet) -> Ledger:
    """Fold a sheet into its ledger. Never raises for anything that a sheet can say."""
    book = _Book(sheet)
    for entry in sheet.entries:
        match entry:
            case HandEntry():
                book.hand(entry)
            case PenaltyEntry():
                book.penalty(entry)
            case EndEntry():
                book.end(entry)
            case RoundEntry():
                book.new_round()
    for entry in sheet.rubric or ():
        book.rubric(entry)
    return book.close()


class _Modes(Struct, frozen=True):
    """The modes of a ruleset as the fold asks for them.

    ``fixed``: the mode of each kind that can be no Pflichtsolo; ``fulfils``, ``repeats``: modes that count as
    Pflichtsolo, and after which the same dealer deals again.
    """

    fixed: dict[str, Mode]
    fulfils: frozenset[str]
    repeats: frozenset[str]


@lru_cache(maxsize=32)
def _modes(rules: Ruleset) -> _Modes:
    fixed: dict[str, Mode] = {k: kind.modes[0] for k, kind in rules.kinds.items() if "pflicht" not in kind.modes}
    fulfils = frozenset(name for name, mode in rules.modes.items() if mode.slot == "pflicht")
    repeats = frozenset(name for name, mode in rules.modes.items() if mode.deal == "repeat")
    return _Modes(fixed, fulfils, repeats)


class _Round(Struct):
    """The state of one Spielrunde while it is kept. ``blind``: a hand may have been a solo that nobody noted."""

    number: int
    dealer: int
    played: int = 0
    time: EndEntry | None = None
    closed: EndEntry | None = None
    blind: bool = False
    fulfilled: int = 0
    soli: dict[str, int] = field(default_factory=dict)


class _Book:
    """The fold. One method an entry."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.rules: Ruleset = sheet.rules
        self.names = sheet.names
        self.scoring = scoring(sheet.rules)
        self.modes = _modes(sheet.rules)
        self.tables = [self._table(dealer) for dealer in range(len(self.names))]
        self.first = self.names.index(sheet.dealer) if sheet.dealer in self.names else 0
        self.round = _Round(1, self.first)
        self.rounds: list[Spielrunde] = []
        self.timeline: list[Row | PenaltyRow] = []
        self.totals: dict[str, int | Decimal] = dict.fromkeys(self.names, 0)
        self.n = 0
        self.last: Row | None = None
        self.duty = self.rules.pflichtsolo.solos
        self.length = self.rules.hands(len(self.names))
        if sheet.rubric is not None and self.length is not None:
            self.length = max(0, self.length - len(self.names) * self.duty)

    # -- before a hand

    def _table(self, dealer: int) -> tuple[str, ...]:
        """Who plays when a seat deals, in seat order."""
        out = self.rules.sits_out(dealer, len(self.names))
        return self.names if not out else tuple(n for seat, n in enumerate(self.names) if seat not in out)

    def owing(self) -> list[str]:
        """Who still owes a Pflichtsolo, from the dealer's left, the dealer last (TSR 4.2.3)."""
        if not self.duty:
            return []
        start = self.round.dealer + 1
        order = [self.names[(start + i) % len(self.names)] for i in range(len(self.names))]
        return [name for name in order if self.round.soli.get(name, 0) < self.duty]

    def must_play(self) -> tuple[str | None, int]:
        """Who has to be vorgeführt in the next hand, and the dealer of it.

        A player who sits out is passed over; if only he is left, the deal moves on (TSR 4.2.3, 8.6; 10).
        """
        here = self.round
        if self.rules.pflichtsolo.enforce == "none" or self.sheet.rubric is not None or here.closed or here.blind:
            return None, here.dealer
        missing = len(self.names) * self.duty - here.fulfilled
        due = self.length is not None and missing >= self.length - here.played
        if not missing or not (due or here.time) or (self.length is not None and here.played >= self.length):
            return None, here.dealer
        owing = self.owing()
        for step in range(len(self.names)):
            dealer = (here.dealer + step) % len(self.names)
            able = self.tables[dealer]
            for name in owing:
                if name in able:
                    return name, dealer
        return None, here.dealer

    # -- entries

    def hand(self, entry: HandEntry) -> None:
        """A hand that was played."""
        hand = entry.hand
        must, dealer = self.must_play()
        if self.sheet.rubric is not None:
            dealer = (self.first + self.round.played) % len(self.names)
        turn = dealer
        if hand.gilt and hand.dealer:
            dealer = self.names.index(hand.dealer)
        if hand.sits_out:
            players = tuple(name for name in self.names if name not in hand.sits_out)
        else:
            players = self.own_players(hand) or self.tables[dealer]
        self.round.dealer = dealer
        self._book(entry, players, self.mode(hand, must), must, self.names[dealer], self.names[turn])

    def own_players(self, hand: Hand) -> tuple[str, ...] | None:
        """Who played by a row of points that is all there is; None where it does not tell (finding S404 compares)."""
        if hand.named or hand.score is None or len(hand.score) != len(self.names):
            return None
        played = tuple(name for name, cell in zip(self.names, hand.score, strict=True) if cell is not None)
        return played if len(played) == PLAYERS < len(self.names) else None

    def mode(self, hand: Hand, must: str | None) -> Mode:
        """How a hand came about (TSR 4.2, 4.3, 4.4): the first solo that a player names is his Pflichtsolo."""
        fixed = self.modes.fixed.get(hand.kind)
        if fixed is not None or not hand.kind:
            return fixed or "lust"
        soloist = hand.named[0] if hand.named else ""
        if self.sheet.rubric is not None or self.round.soli.get(soloist, 0) >= self.duty:
            return "lust"
        return "vorgefuehrt" if must else "pflicht"

    def rubric(self, entry: HandEntry) -> None:
        """A Pflichtsolo of the rubric: its place in the order is lost, and with it who sat out, if nobody wrote it."""
        sat = set(entry.hand.sits_out)
        if not sat and entry.hand.score is not None:
            sat = {name for name, cell in aligned(entry.hand.score, self.names, self.names).items() if cell is None}
        self._book(entry, tuple(name for name in self.names if name not in sat), "pflicht", None, None, None)

    def _book(
        self,
        entry: HandEntry | PenaltyEntry,
        players: tuple[str, ...],
        mode: Mode,
        must: str | None,
        dealer: str | None,
        turn: str | None,
    ) -> None:
        """Write the row, and go on to the next dealer."""
        here = self.round
        self.n += 1
        score: HandScore | None = None
        expected: Points | None = None
        points: Points | None = None
        hand, fault = NO_HAND, ""
        if isinstance(entry, PenaltyEntry):
            points = points_of(entry, self.rules, players, entry.soloist)
        elif entry.broken:
            hand = entry.hand
            points = self.written(hand, players) if hand.score is not None else None  # for the time being
            here.blind = here.blind or entry.hides_solo
        else:
            hand = entry.hand
            fault = parties_fault(hand, self.rules, players)
            if not fault:
                score = self.scoring.of_hand(hand)
                expected = self.expected(hand, players, score)
            points = expected
            if hand.gilt and hand.wert is not None and not fault:
                points = self.of_value(hand.wert, hand, players) or expected
            if expected is None or hand.gilt:
                points = self.written(hand, players) or points
            here.blind = here.blind or hides_solo(hand, points)
        if points:
            self.add(points)
        row = Row(
            entry,
            hand,
            self.n,
            here.number,
            here.played + 1,
            dealer,
            turn,
            players,
            mode,
            must,
            here.time is not None,
            here.closed is not None,
            fault,
            score,
            expected,
            points,
            self.totals,
        )
        self.timeline.append(row)
        self.last = row
        named = row.re
        if mode in self.modes.fulfils and named:
            here.soli[named[0]] = here.soli.get(named[0], 0) + 1
            here.fulfilled += 1
        if dealer is not None:
            here.played += 1
            if mode not in self.modes.repeats:
                here.dealer = (here.dealer + 1) % len(self.names)

    def expected(self, hand: Hand, players: tuple[str, ...], score: HandScore | None) -> Points | None:
        """What each player has to write down: by the Augen, or else by the written value."""
        if score is not None:
            return spread(players, hand.named, (score.re, score.kontra))
        if hand.wert is not None and (hand.named or hand.sieger):
            return self.of_value(hand.wert, hand, players)
        return None

    def of_value(self, wert: int, hand: Hand, players: tuple[str, ...]) -> Points | None:
        """Points of a value per head: seen from Re if its players are named, else for the winners."""
        side = hand.named or tuple(dict.fromkeys(hand.sieger))
        value = wert if hand.named else abs(wert)
        if not set(side) <= set(players) or not 0 < len(side) < len(players):
            return None
        if len(side) == len(players) - 1:  # three winners: one has lost alone
            side, value = tuple(p for p in players if p not in side), -value
        return spread(players, side, shares(value, self.rules.classes["solo" if len(side) == 1 else "pair"].factor))

    def written(self, hand: Hand, players: tuple[str, ...]) -> Points | None:
        """The points that were written: the row, or the step from one running total to the next."""
        if hand.score is not None:
            return complete(aligned(hand.score, self.names, players), players)
        if hand.total is not None:
            totals = aligned(hand.total, self.names, players)
            now = {name: totals.get(name) for name in players}
            if all(isinstance(cell, (int, Decimal)) for cell in now.values()):
                return {name: cell - self.totals[name] for name, cell in now.items()}  # type: ignore[operator]
        return None

    def penalty(self, entry: PenaltyEntry) -> None:
        """A penalty: for the hand above, or for one that was stopped and will be dealt again (TSR 9.3, 9.4)."""
        definition = self.rules.penalties.get(entry.id)
        stopped = definition is not None and definition.ends_hand
        if stopped and definition is not None and definition.hand_counts and self.sheet.rubric is None:
            must, dealer = self.must_play()
            self.round.dealer = dealer
            solo = next((kind for kind in self.rules.kinds if kind not in self.modes.fixed), "")
            named = Hand((entry.soloist,) if entry.soloist else (), solo)
            who = self.names[dealer]
            self._book(entry, self.tables[dealer], self.mode(named, must), must, who, who)
            self._penalty_row(entry, self.timeline[-1].players, entry.soloist, booked=True)
            return
        above = None if stopped else self.last
        soloist = entry.soloist
        if above is not None and above.re is not None:
            soloist = lone(above, self.rules) if entry.soloist in (None, lone(above, self.rules)) else None
        players = above.players if above else self.tables[self.must_play()[1]]
        self._penalty_row(entry, players, soloist)

    def _penalty_row(
        self, entry: PenaltyEntry, players: tuple[str, ...], soloist: str | None, booked: bool = False
    ) -> None:
        points = points_of(entry, self.rules, players, soloist)
        if points and not booked:
            self.add(points)
        self.timeline.append(PenaltyRow(entry, self.n, players, soloist, points, self.totals))

    def end(self, entry: EndEntry) -> None:
        """Time is up, or nobody objects any more (TSR 8.5)."""
        if entry.time:
            self.round.time = entry
        else:
            self.round.closed = entry

    def new_round(self) -> None:
        """A new Spielrunde: count, dealer and debts start again; the totals run on."""
        self.rounds.append(self.summary())
        self.round = _Round(self.round.number + 1, self.first)
        self.last = None

    # -- after the hands

    def add(self, points: Points) -> None:
        """Add points to the totals; rows keep the totals they were given."""
        self.totals = {name: total + points.get(name, 0) for name, total in self.totals.items()}

    def summary(self) -> Spielrunde:
        """What the checks want to know of a Spielrunde."""
        here = self.round
        return Spielrunde(
            here.number, here.played, self.length, here.time, here.closed, tuple(self.owing()), not here.blind
        )

    def close(self) -> Ledger:
        """The ledger."""
        here = self.round
        owing = tuple(name for name in self.names if name in self.owing())
        all_played = (
            self.length is not None and here.played >= self.length and not (self.sheet.rubric is not None and owing)
        )
        finished = here.closed is not None or all_played or (here.time is not None and not owing)
        must, dealer = (None, here.dealer) if finished else self.must_play()
        coming = Next(self.n + 1, self.names[dealer], must, owing, 0, finished)
        self.rounds.append(self.summary())
        rows = tuple([row for row in self.timeline if isinstance(row, Row)])
        penalties = tuple([row for row in self.timeline if isinstance(row, PenaltyRow)])
        return Ledger(self.sheet, tuple(self.timeline), rows, penalties, tuple(self.rounds), self.totals, coming)
