"""What follows from a sheet: a fold over its entries. Dealer, Pflichtsolo, Bock, scores, running totals.

Nothing here is stored anywhere: a change of an old hand recomputes everything behind it. What is written beside a hand
is compared by the checks, and believed here only where nothing else tells the points, or where the line says ``gilt``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from functools import lru_cache
from typing import Final

from dokosheet.core.ledger import fees
from dokosheet.core.ledger.bock import CARRIED, MARKED, TABLE, Boecke, Cause, redeal_triggered, triggered
from dokosheet.core.ledger.bock_worth import MOST_SEEN, Told, plain_value, worth_in_bock
from dokosheet.core.ledger.expected import expected_points, is_booking, value_points, with_fees
from dokosheet.core.ledger.penalties import bear_partner, points_of
from dokosheet.core.ledger.pflichtsolo import Duty
from dokosheet.core.ledger.rows import (
    NO_HAND,
    PLAYERS,
    FeeRow,
    Ledger,
    Next,
    PageRow,
    PenaltyRow,
    Points,
    Row,
    Spielrunde,
    Worth,
    aligned,
    complete,
    dashes,
    hides_solo,
    is_number,
    lone,
    may_be_alone,
    parties_fault,
    re_players,
)
from dokosheet.core.ledger.spielrunde import Running
from dokosheet.core.ledger.totals import Totals
from dokosheet.core.notation.hand import Cell, Hand
from dokosheet.core.notation.seats import Roster
from dokosheet.core.notation.sheet import (
    BockEntry,
    CarryEntry,
    EndEntry,
    Entry,
    FinalEntry,
    GapEntry,
    HandEntry,
    JoinEntry,
    LeaveEntry,
    NoteEntry,
    PageEntry,
    PenaltyEntry,
    RedealEntry,
    ReplaceEntry,
    RoundEntry,
    Sheet,
    StruckEntry,
    UnreadEntry,
)
from dokosheet.core.records import Record, replace
from dokosheet.core.rules import Ruleset
from dokosheet.core.score.settlement import shown
from dokosheet.core.score.value import HandScore, scoring
from dokosheet.core.slips.patterns import winners
from dokosheet.core.terms import Mode

__all__ = ["Ledger", "Next", "PenaltyRow", "Points", "Row", "Spielrunde", "keep", "parties_fault"]


def keep(sheet: Sheet) -> Ledger:
    """Fold a sheet into its ledger. Never raises for anything that a sheet can say.

    Where its Bock hands tell whether their values are written doubled, it is folded once more with that known.
    """
    book = _fold(sheet)
    worth = worth_in_bock(book.timeline, sheet.rules) if book.values_in_bock else ""
    if worth:
        book = _fold(sheet, worth)
    return book.close(worth)


def _fold(sheet: Sheet, worth: Worth = "") -> _Book:
    """All entries of a sheet, one after the other."""
    book = _Book(sheet, worth)
    behind = _steps(sheet.entries)
    for i, entry in enumerate(sheet.entries):
        match entry:
            case HandEntry():
                book.hand(entry)
            case PenaltyEntry():
                book.penalty(entry)
            case RedealEntry():
                book.redeal(entry)
            case BockEntry():
                book.bock(entry)
            case JoinEntry() | LeaveEntry() | ReplaceEntry():
                book.change_seats(entry)
            case EndEntry():
                book.end(entry)
            case RoundEntry():
                book.new_round()
            case CarryEntry() | GapEntry() | FinalEntry():
                book.page_entry(entry, nothing_behind=i >= behind)
            case UnreadEntry():
                book.unread(entry)
    for entry in sheet.rubric or ():
        book.rubric(entry)
    return book


def _steps(entries: Sequence[Entry]) -> int:
    """How many entries there are up to the last that can change a total."""
    idle = (NoteEntry, StruckEntry, EndEntry, FinalEntry)
    return max((i for i, entry in enumerate(entries, 1) if not isinstance(entry, idle)), default=0)


#: Faults of the parties by which nobody knows whether one played alone.
SOLO_OR_NOT: Final = frozenset(("one", "two"))
#: Deeper levels of Bock than this are not guessed from a row.
MOST_WRITTEN: Final = 5


class _Modes(Record, frozen=True):
    """The modes of a ruleset as the fold asks for them.

    ``fixed``: the mode of each kind that can be no Pflichtsolo; ``fulfils``, ``repeats``, ``outside``: modes that count
    as Pflichtsolo, after which the same dealer deals again, and that use up no hand of the Spielrunde.
    """

    fixed: dict[str, Mode]
    fulfils: frozenset[str]
    repeats: frozenset[str]
    outside: frozenset[str]


@lru_cache(maxsize=32)
def _modes(rules: Ruleset) -> _Modes:
    fixed: dict[str, Mode] = {k: kind.modes[0] for k, kind in rules.kinds.items() if not kind.can_be_pflichtsolo}
    fulfils = frozenset(name for name, mode in rules.modes.items() if mode.slot == "pflicht")
    repeats = frozenset(name for name, mode in rules.modes.items() if mode.deal == "repeat")
    outside = frozenset(name for name, mode in rules.modes.items() if mode.slot == "none")
    return _Modes(fixed, fulfils, repeats, outside)


class _Figures(Record, frozen=True):
    """What a row says of points and of who plays Re; the fields are those of a Row."""

    hand: Hand
    re: tuple[str, ...] | None
    fault: str = ""
    score: HandScore | None = None
    expected: Points | None = None
    points: Points | None = None
    unmultiplied: Points | None = None
    bock: int = 0
    causes: tuple[Cause, ...] = ()


def _parts(points: Points, others: Points | None) -> int:
    """For how many players two rows of points differ."""
    return sum(points[name] != number for name, number in (others or {}).items() if name in points)


class _Book:
    """The fold. One method an entry."""

    def __init__(self, sheet: Sheet, worth: Worth) -> None:
        self.sheet = sheet
        self.worth: Worth = worth
        self.values_in_bock = False
        hands = [entry.hand for entry in sheet.entries if isinstance(entry, HandEntry)]
        self.told = Told(sheet.rules, worth, any(hand.bock for hand in hands))
        self.listed, self.begun = hands, 0
        self.off: Points = {}  # by how much the totals were off as they were written last
        self.is_one_lost = False  # a hand of the present Bock seems to be missing
        self.rules: Ruleset = sheet.rules
        self.step = sheet.rules.step
        self.names = sheet.names
        self.scoring = scoring(sheet.rules)
        self.modes = _modes(sheet.rules)
        self.roster = Roster(sheet.at_start)
        self.present: tuple[str, ...] = ()
        self.seat_all()
        self.first = self.present.index(sheet.dealer) if sheet.dealer in self.present else 0
        self.in_the_middle = False
        self.round = Running(1, self.first, maybe=self.first_dealers())
        self.duty = Duty(self.rules)
        self.boecke = Boecke(self.rules, sheet.bock)
        self.plays_bock = bool(self.rules.bock.triggers or sheet.bock)
        self.in_vain: list[tuple[BockEntry, int]] = []
        self.rounds: list[Spielrunde] = []
        self.timeline: list[Row | PenaltyRow | FeeRow | PageRow] = []
        self.account = Totals(self.names)
        self.unlisted: dict[str, int] = {}
        self.uncounted: tuple[str, ...] = ()  # who has played hands that do not stand here, nobody knows how many
        self.before: Points = {}  # the totals when the Spielrunde began
        self.finals: list[tuple[FinalEntry, tuple[str, ...]]] = []  # with those at the table where it is written
        self.n = 0
        self.last: Row | None = None
        self.hands = self.all_hands()

    @property
    def totals(self) -> Points:
        """The totals of everybody, as far as they are known."""
        return self.account.now

    # -- before a hand

    def first_dealers(self) -> frozenset[int]:
        """All seats where who dealt the first hand of all is not known: it is on another page, or cannot be read."""
        return frozenset(range(len(self.present)) if self.in_the_middle or self.sheet.dealer == "" else ())

    def seat_all(self) -> None:
        """Who is at the table, and who plays when a seat deals, in seat order."""
        self.present = self.roster.present
        self.tables = []
        for dealer in range(len(self.present)):
            out = self.rules.sits_out(dealer, len(self.present))
            self.tables.append(tuple(n for seat, n in enumerate(self.present) if seat not in out))

    def length(self) -> int | None:
        """Hands of the Spielrunde; rounds grow with every deal that is repeated."""
        return self.hands if self.rules.party.length.unit == "hands" else self.all_hands()

    def all_hands(self) -> int | None:
        """Hands of the Spielrunde at this table; a rubric keeps its Pflichtsoli apart."""
        length = self.round.length(self.rules, len(self.present))
        if self.sheet.rubric is not None and length is not None:
            return max(0, length - len(self.present) * self.duty.rules.solos)
        return length

    def is_over(self) -> bool:
        """Whether all hands of the Spielrunde were played; knob ``bock.party_end`` may want the Bock hands, too."""
        if self.rules.bock.party_end == "extend" and self.boecke.left():
            return False
        return self.round.is_over(self.rules, len(self.present), self.length())

    def is_cancelled(self) -> bool:
        """Whether time is up and has struck what was still open, the Pflichtsoli too (knob ``party.time.cancels``)."""
        time = self.rules.party.time
        return self.round.time is not None and time is not None and time.cancels == "all_open"

    def owing(self) -> list[str]:
        """Who still owes a Pflichtsolo, from the dealer's left, the dealer last (TSR 4.2.3)."""
        if not self.duty.rules.solos or self.is_cancelled():
            return []
        n = len(self.present)
        order = [self.present[(self.round.dealer + self.step * i) % n] for i in range(1, n + 1)]
        return [name for name in order if self.duty.owes(name)]

    def may_force(self) -> bool:
        """Whether anybody can have to be vorgeführt at all: who has played his Pflichtsolo has to be known."""
        here, duty = self.round, self.duty.rules
        known = self.sheet.rubric is None and not here.closed and not here.blind and not self.is_cancelled()
        return known and duty.solos > 0 and duty.enforce != "none"

    def is_forced(self) -> bool:
        """Whether as many Pflichtsoli are missing as hands are left, or time is up (TSR 4.2.3, 8.6)."""
        here, length = self.round, self.length()
        left = None if length is None else length - here.played
        if not here.time and (left is None or left > len(self.present) * self.duty.rules.solos):
            return False
        if not self.may_force() or self.duty.rules.enforce != "remaining_hands" or (left is not None and left <= 0):
            return False
        missing = sum([self.duty.owes(name) for name in self.present])
        return missing > 0 and (here.time is not None or (left is not None and missing >= left))

    def is_late(self, before: int) -> bool:
        """Whether so few hands are left, after so many, that a Pflichtsolo can have been vorgeführt in the next."""
        here, length = self.round, self.length()
        most = len(self.present) * self.duty.rules.solos
        return here.time is not None or (here.counted and length is not None and length - before <= most)

    def must_play(self) -> tuple[str | None, int]:
        """Who has to be vorgeführt in the next hand, and the dealer of it (knob ``pflichtsolo.enforce``).

        A player who sits out is passed over; if only he is left, the deal moves on (TSR 4.2.3, 8.6; 10).
        """
        here, enforce, n = self.round, self.duty.rules.enforce, len(self.present)
        if enforce == "last_round_forehand":
            forehand = self.present[(here.dealer + self.step) % n]
            due = self.may_force() and here.is_last_round(self.rules, n) and not self.is_over()
            return (forehand if due and self.duty.owes(forehand) and not here.adrift else None), here.dealer
        owing = self.owing() if self.is_forced() and not here.adrift else []
        for i in range(n if owing else 0):
            dealer = (here.dealer + self.step * i) % n
            able = self.tables[dealer]
            for name in owing:
                if name in able:
                    return name, dealer
        return None, here.dealer

    # -- entries

    def hand(self, entry: HandEntry) -> None:
        """A hand that was played."""
        hand = entry.hand
        self.begun += 1
        must, dealer = self.must_play()
        forced = self.is_forced() if self.round.adrift else must is not None
        if self.sheet.rubric is not None:
            self.round.dealer = (self.first + self.step * self.round.played) % len(self.present)
            dealer = self.deal_as_far_as_known()
        elif self.round.adrift or self.round.blind:
            dealer = self.find_dealer(entry)
        turn = dealer
        if hand.gilt and hand.dealer in self.present:
            dealer = self.present.index(hand.dealer)
            self.round.maybe = frozenset()
        self.round.dealer = dealer
        if hand.sits_out:
            players = tuple(name for name in self.present if name not in hand.sits_out)
        else:
            players = self.own_players(hand) or self.who_may_play()
        mode = (self.marked(hand, players) if hand.marks else None) or self.mode(hand, must, forced)
        self._book(entry, players, mode, must, self.present[dealer], self.present[turn])

    def deal_as_far_as_known(self) -> int:
        """The dealer; where it can be several, and not who was thought of, the next of them."""
        here, n = self.round, len(self.present)
        if here.maybe:
            here.deals(here.maybe, [(here.dealer + self.step * i) % n for i in range(n)])
        return here.dealer

    def who_may_play(self) -> tuple[str, ...]:
        """Those who play the next hand; where the dealer is not sure, and with it who sits out, all who may."""
        seats = self.round.maybe
        if not seats:
            return self.tables[self.round.dealer]
        return tuple([name for name in self.present if any(name in self.tables[seat] for seat in seats)])

    def find_dealer(self, entry: HandEntry | PenaltyEntry) -> int:
        """The dealer where that is not sure: of those who may be it, by what the line tells of him and of who played.

        What contradicts all of them is left to the checks.
        """
        here, n = self.round, len(self.present)
        if isinstance(entry, PenaltyEntry):
            hand = self.stopped(entry)
            there = {*hand.named, entry.player}
        elif entry.broken:
            return here.dealer
        else:
            hand = entry.hand
            there = {*hand.named, *hand.sieger, *(made.by for made in hand.sonderpunkte)}
            there |= {call.speaker for call in hand.calls if call.speaker}
        steps = self.steps(hand)
        there |= {name for name, step in steps.items() if step}
        told = tuple(self.tells(hand, there & set(self.present)))
        seats = here.maybe or frozenset((here.dealer,))
        fit = seats.intersection(*told) or self.pushed(seats, hand, steps).intersection(*told)
        for one in () if fit else told:
            seats = seats & one or seats
        here.deals(fit or seats, [(here.dealer + self.step * i) % n for i in range(n)])
        return here.dealer

    def tells(self, hand: Hand, there: set[str]) -> Iterator[frozenset[int]]:
        """The seats of which each thing that a line tells lets one be the dealer's, the surest first.

        ``there``: those who have played.
        """
        tables = [set(table) for table in self.tables]
        if hand.dealer in self.present:
            yield frozenset((self.present.index(hand.dealer),))
        for out in (hand.sits_out, dashes(hand.score, self.present), dashes(hand.total, self.present)):
            yield frozenset(seat for seat, table in enumerate(tables) if not table & set(out))
        yield frozenset(seat for seat, table in enumerate(tables) if there <= table)

    def steps(self, hand: Hand) -> dict[str, int | Decimal]:
        """The points that a row of everybody tells, or the totals of those whose total before is known."""
        n = len(self.present)
        if hand.score is not None and len(hand.score) == n:
            return {name: cell for name, cell in zip(self.present, hand.score, strict=True) if is_number(cell)}
        cells = zip(self.present, hand.total, strict=True) if hand.total is not None and len(hand.total) == n else ()
        known = self.present if hand.gilt else set(self.present) - self.account.unknown
        return {name: cell - self.totals[name] for name, cell in cells if is_number(cell) and name in known}

    def pushed(self, seats: Iterable[int], hand: Hand, steps: Mapping[str, int | Decimal]) -> frozenset[int]:
        """Who deals if the deal has moved on for a Vorführung, as only he was left who would have sat out."""
        here, n = self.round, len(self.present)
        fulfils = not hand.named or self.mode(hand, None, False) in self.modes.fulfils
        late = here.blind and (not here.counted or self.is_late(here.played))
        if self.duty.rules.enforce != "remaining_hands" or not fulfils or not (late or self.is_forced()):
            return frozenset()
        alone = hand.named[:1] or may_be_alone(steps, self.present)
        orders = [[(seat + self.step * i) % n for i in range(1, n)] for seat in seats]
        return frozenset(
            next((later for later in order if name in self.tables[later]), order[0])
            for order in orders
            for name in alone
        )

    def may_repeat(self, entry: HandEntry | PenaltyEntry, hand: Hand, mode: Mode, figures: _Figures) -> set[bool]:
        """Whether the same dealer may deal again: both where nobody knows whether it was a Pflichtsolo, or a solo."""
        others: tuple[Mode, ...] = ()
        if isinstance(entry, HandEntry) and (entry.hides_solo or figures.fault in SOLO_OR_NOT):
            others = ("pflicht", "lust")
        elif hand.named:
            if self.round.blind and mode in self.modes.fulfils:
                late = self.is_late(self.round.played - 1)
                said = {"lust", "vorgefuehrt", *(() if late else ("pflicht",))} & set(hand.marks)
                others = () if said else ("pflicht", "vorgefuehrt", "lust")
        elif isinstance(entry, HandEntry) and not entry.broken and hides_solo(hand, figures.points):
            owed = any(self.duty.owes(name) for name in self.present)
            others = () if mode in hand.marks else ("pflicht", "lust") if owed else ("lust",)
        return {one in self.modes.repeats for one in (mode, *others)}

    def own_players(self, hand: Hand) -> tuple[str, ...] | None:
        """Who played by a row of points; None where it does not tell, or where names agree with the seating only.

        Finding S404 compares it with the seating.
        """
        if hand.score is None:
            return None
        named, out = set(hand.named), dashes(hand.score, self.present)
        if out and named and named <= set(self.who_may_play()):
            cells = aligned(hand.score, self.present, self.present)
            sides = [{cells[name] for name in self.present if (name in named) == side} for side in (True, False)]
            if len(sides[0]) > 1 or sides[0] & sides[1]:
                return None
        return tuple(name for name in self.present if name not in out) if out else None

    def marked(self, hand: Hand, players: tuple[str, ...]) -> Mode | None:
        """How a solo came about that only its points tell, or nothing at all: its mark is all there is to know."""
        if hand.named or hand.kind != "normal":
            return None
        marks: tuple[Mode, ...] = ("vorgefuehrt", "pflicht", "lust")
        told = next((mark for mark in marks if mark in hand.marks), None)
        if told is None:
            return None
        points = self.written(self.rows_that_fit(hand, players), players)
        alone = len({*hand.sieger}) in (1, PLAYERS - 1) or (not hand.sieger and hides_solo(hand, points))
        return (told if self.duty.rules.solos else "lust") if alone else None

    def mode(self, hand: Hand, must: str | None, forced: bool) -> Mode:
        """How a hand came about (TSR 4.2, 4.3, 4.4): the first solo that a player names is his Pflichtsolo.

        Where Lustsoli are free (knob ``modes.lust.after_own_pflichtsolo``) one that says ``lust`` is none. ``forced``:
        somebody has to be vorgeführt, be it known who (``must``) or not.
        """
        fixed = self.modes.fixed.get(hand.kind)
        if fixed is not None or not hand.kind:
            return fixed or "lust"
        modes = self.rules.kinds[hand.kind].modes
        if self.is_free(hand, must) and "lust" in modes:
            return "lust"
        if self.round.blind:  # nobody knows whether it is the first, so a mark is believed
            believed: tuple[Mode, ...] = ("lust", "vorgefuehrt")
            marked = [mode for mode in believed if mode in hand.marks and mode in modes]
            if marked:
                return marked[0]
        counts = self.sheet.rubric is None and self.duty.counts(hand.named[0] if hand.named else "", hand.kind)
        if counts and "pflicht" in modes:
            return "vorgefuehrt" if forced else "pflicht"
        return "lust" if "lust" in modes else modes[0]

    def is_free(self, hand: Hand, must: str | None) -> bool:
        """Whether a player who need not be vorgeführt has chosen a Lustsolo before his Pflichtsolo."""
        free = "lust" in hand.marks and not self.rules.modes["lust"].after_own_pflichtsolo
        return free and must not in hand.named

    def rubric(self, entry: HandEntry) -> None:
        """A Pflichtsolo of the rubric: its place in the order is lost, and with it who sat out, if nobody wrote it."""
        sat = set(entry.hand.sits_out)
        if not sat and entry.hand.score is not None:
            sat = {name for name, cell in aligned(entry.hand.score, self.present, self.present).items() if cell is None}
        self._book(entry, tuple(name for name in self.present if name not in sat), "pflicht", None, None, None)

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
        over = dealer is not None and self.is_over()
        figures = self.figures(entry, players, mode)
        hand, points = figures.hand, figures.points
        if points:
            self.add(points)
        if isinstance(entry, HandEntry):
            if points is None:
                self.account.lose(players)
            if hand.total is not None and dealer is not None and not self.account.known:
                self.write(aligned(hand.total, self.present, players))
        played = hand if isinstance(entry, HandEntry) else self.stopped(entry)
        fulfils = self.fulfils(entry, played, mode, must)
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
            figures.fault,
            figures.score,
            figures.expected,
            points,
            self.totals,
            self.present,
            figures.re,
            figures.bock,
            len(figures.causes),
            figures.causes,
            over,
            fulfils,
            self.duty.owes(hand.named[0]) if hand.named and self.duty.rules.solos else 0,
            figures.unmultiplied,
            self.account.unknown,
            here.adrift,
        )
        here.players.update(players)
        self.timeline.append(row)
        self.last = row
        if fulfils:
            self.duty.play(row.named[0], played.kind)
        repeats = mode in self.modes.repeats
        if dealer is not None:
            if mode not in self.modes.outside:
                here.played += 1
            answers = self.may_repeat(entry, played, mode, figures)
            here.pass_on(repeats, answers, self.step, len(self.present))
            if self.plays_bock and isinstance(entry, HandEntry):
                self.after_bock(row, not repeats, len(answers) == 1)
                self.see_totals(hand, players)

    def figures(self, entry: HandEntry | PenaltyEntry, players: tuple[str, ...], mode: Mode) -> _Figures:
        """What an entry is worth to whom: by its facts, and where nothing follows from them by what was written."""
        here = self.round
        if isinstance(entry, PenaltyEntry):
            alone = (entry.soloist,) if entry.soloist else None
            return _Figures(NO_HAND, alone, points=points_of(entry, self.rules, players, entry.soloist))
        hand = self.rows_that_fit(entry.hand, players)
        re = re_players(hand, players, self.rules)
        if entry.broken:
            here.blind = here.blind or (entry.hides_solo and self.duty.rules.solos > 0)
            return _Figures(hand, re, points=self.written(hand, players) if hand.score is not None else None)
        causes: tuple[Cause, ...] = ()
        level = 0
        if self.plays_bock or hand.bock is not None:
            causes, level = self.bock_of(hand, players, self.causes(hand, players, mode))
        self.values_in_bock = self.values_in_bock or bool(hand.wert and (level or hand.bock))
        fault = parties_fault(hand, self.rules, players, here.adrift)
        score: HandScore | None = None
        expected: Points | None = None
        unmultiplied: Points | None = None
        if not fault:
            score = self.scoring.of_hand(hand, level)
            expected = self.expected(hand, players, re, score, level, mode)
            if level:
                plain = hand
                if hand.wert is not None:
                    plain = replace(hand, wert=plain_value(hand.wert, level, self.worth, self.rules))
                unmultiplied = self.expected(plain, players, re, self.scoring.of_hand(hand), 0, mode)
        points = expected
        if hand.gilt and hand.wert is not None and not fault:
            wert = plain_value(hand.wert, level, self.worth, self.rules)
            points = value_points(wert, hand, players, level, self.rules) or expected
        if expected is None or hand.gilt:
            points = self.written(hand, players) or points
        elif self.boecke.loose and self.plays_bock and hand.bock is None and self.written(hand, players) is None:
            points = None  # nobody knows whether it was a Bock hand
        if fault or not hand.named:
            hidden = fault in SOLO_OR_NOT or (hides_solo(hand, points) and not is_booking(hand, self.rules))
            here.blind = here.blind or (hidden and self.duty.rules.solos > 0)
        return _Figures(hand, re, fault, score, expected, points, unmultiplied, level, causes)

    def bock_of(self, hand: Hand, players: tuple[str, ...], causes: tuple[Cause, ...]) -> tuple[tuple[Cause, ...], int]:
        """What the Bock of a hand is due by, and the level that counts: the noted one where the line says so.

        And where its numbers agree with it, too, but not with what is due: then it is not this hand that is wrong, but
        something is missing before it that began Bock, or it was begun by such a hand and is over.
        """
        due = len(causes)
        if hand.gilt and hand.bock is not None:
            return causes, hand.bock
        plain = hand.bock in (None, due) and not self.plays_bock
        if plain or self.rules.bock.owner != "table" or self.rules.checks.bock == "never":
            return causes, due
        points = self.written(hand, players)
        stepped = self.stepped(hand, players)
        if hand.score is None and stepped:
            points = stepped
        lost = self.is_one_lost or _parts(stepped, points) > 2
        by_hands = all(cause.trigger == MARKED for cause in causes) or (lost and self.boecke.left() == 1)
        plain = not hand.bock and not self.told.agrees(hand, points, due) and self.told.agrees(hand, points, 0)
        if due and by_hands and plain:
            self.boecke.end()
            return (), 0
        later = self.listed[self.begun : self.begun + MOST_SEEN]
        less = self.told.unplayed(hand, points, due, later, self.boecke, len(self.present))
        if less is not None:
            self.boecke.lower(less)
            return causes, less
        following = later[0] if later else None
        starts = following is not None and bool(triggered(hand, self.n, self.scoring.of_hand(hand), (), self.rules))
        noted = self.told.level(hand, points, due, None if starts else following)
        if noted > due and self.plays_bock and (not self.boecke.left() or self.rules.bock.overlap == "stack"):
            self.boecke.begin([Cause(MARKED, 0)] * (noted - due), len(self.present))
        return causes, noted

    def causes(self, hand: Hand, players: tuple[str, ...], mode: Mode) -> tuple[Cause, ...]:
        """What began the Bock of a hand; where that may not stand here, as many levels as the line says, or its row."""
        due, level = self.boecke.due(hand.kind, mode) if self.plays_bock else (), hand.bock
        if level is not None and self.rules.checks.bock == "never":
            return (Cause(MARKED, 0),) * level
        if not self.plays_bock or not (self.boecke.lost or self.boecke.loose):
            return due
        written = self.written(hand, players) if level is None else None
        if written is not None:
            levels = (len(due), *range(MOST_WRITTEN))
            level = next((one for one in levels if self.told.agrees(hand, written, one)), None)
        return due if level is None else (*due, *[Cause(CARRIED, 0)] * level)[:level]

    def fulfils(self, entry: HandEntry | PenaltyEntry, hand: Hand, mode: Mode, must: str | None) -> bool:
        """Whether a hand is somebody's Pflichtsolo, or was to be one and counts as played (TSR 9.4.4)."""
        if isinstance(entry, PenaltyEntry) and not self.rules.penalties[entry.id].pflichtsolo_done:
            return False
        if mode not in self.modes.fulfils and hand.kind in self.modes.fixed:
            return False
        if not hand.named or not self.duty.rules.solos or self.is_free(hand, must):
            return False
        if mode in self.modes.fulfils:
            return True
        kind = self.rules.kinds.get(hand.kind)
        own = kind is not None and kind.can_be_pflichtsolo and "pflicht" not in kind.modes
        return own and self.sheet.rubric is None and self.duty.counts(hand.named[0], hand.kind)

    def after_bock(self, row: Row, moved: bool, sure: bool) -> None:
        """A hand uses up Bock, and may begin it with the next; ``sure``: whether the deal has moved on is known."""
        hand = row.hand
        written = frozenset((TABLE,) if row.bock else ())  # what began it may be lost
        inside = written | self.boecke.played(hand.kind, row.mode, moved, row.players, sure)
        plain = self.scoring.of_hand(hand) if self.rules.bock.add and row.score else row.score
        causes = triggered(hand, row.n, plain, (row.points or {}).values(), self.rules)
        won = winners(row, self.rules)
        decided = bool(won) or (row.score is not None and row.re is not None)
        losers = [name for name in row.players if name not in (won or ())] if decided else []
        self.boecke.begin(causes, len(self.present), losers, inside)

    # -- points

    def expected(
        self,
        hand: Hand,
        players: tuple[str, ...],
        re: tuple[str, ...] | None,
        score: HandScore | None,
        level: int,
        mode: Mode,
    ) -> Points | None:
        """What each player has to write down, where the losers have a Bock of their own with it."""
        if level and hand.wert is not None and self.worth == "with":
            hand = replace(hand, wert=plain_value(hand.wert, level, self.worth, self.rules))
        points = expected_points(hand, players, re, score, level, self.rules)
        if self.plays_bock and points is not None and self.rules.bock.owner == "loser":
            own = {name: self.rules.bock.mul ** len(self.boecke.due(hand.kind, mode, name)) for name in players}
            points = {name: value * own[name] for name, value in points.items()}
        return with_fees(points, hand, players, score, self.rules)

    def rows_that_fit(self, hand: Hand, players: tuple[str, ...]) -> Hand:
        """A hand without the written rows of which nobody can tell whose cells they hold (F103 ``row-length``)."""
        if hand.score is None and hand.total is None:
            return hand
        fits = (len(self.present), min(len(players), PLAYERS))
        if hand.score is not None and len(hand.score) not in fits:
            hand = replace(hand, score=None)
        if hand.total is not None and len(hand.total) not in fits:
            hand = replace(hand, total=None)
        return hand

    def written(self, hand: Hand, players: tuple[str, ...]) -> Points | None:
        """The points that were written: the row, or the step from one running total to the next."""
        if len(players) > PLAYERS:
            return None  # nobody knows who sat out
        if hand.score is not None:
            zero_sum = self.rules.sums_to_zero
            return complete(aligned(hand.score, self.present, players), players, zero_sum)
        if hand.total is not None:
            cells = aligned(hand.total, self.present, players)
            return self.account.step(cells, players, self.rules.sums_to_zero)
        return None

    def stepped(self, hand: Hand, players: tuple[str, ...]) -> Points:
        """The step to the written totals from those that were written last; nothing where they do not tell."""
        if hand.total is None or self.account.unknown:
            return {}
        step = self.account.step(aligned(hand.total, self.present, players), players, False) or {}
        return {name: points - self.off.get(name, 0) for name, points in step.items()}

    def see_totals(self, hand: Hand, players: tuple[str, ...]) -> None:
        """See by how much written totals are off, and whether that is by a hand that no line tells."""
        if hand.total is not None and not self.account.unknown:
            cells = aligned(hand.total, self.present, players)
            off = {name: cell - self.totals[name] for name, cell in cells.items() if is_number(cell)}
            self.is_one_lost = self.is_one_lost or _parts(off, {**dict.fromkeys(off, 0), **self.off}) > 2
            self.off = off
        self.is_one_lost = self.is_one_lost and bool(self.boecke.left())

    # -- entries that are no hands

    def penalty(self, entry: PenaltyEntry) -> None:
        """A penalty: for the hand above, or for one that was stopped and will be dealt again (TSR 9.3, 9.4)."""
        definition = self.rules.penalties.get(entry.id)
        stopped = definition is not None and definition.ends_hand
        if stopped and definition is not None and definition.hand_counts and self.sheet.rubric is None:
            must, dealer = self.must_play()
            forced = self.is_forced() if self.round.adrift else must is not None
            if self.round.adrift or self.round.blind:
                dealer = self.find_dealer(entry)
            self.round.dealer = dealer
            who, players = self.present[dealer], self.who_may_play()
            mode = self.mode(self.stopped(entry), must, forced)
            if "lust" in entry.marks and mode in self.modes.fulfils:
                mode = "lust"  # it was stopped: the line is all that tells that it was to be none
            self._book(entry, players, mode, must, who, who)
            self._penalty_row(entry, players, entry.soloist, booked=True)
            return
        if stopped and (self.round.adrift or self.round.blind):
            self.round.dealer = self.find_dealer(entry)
        above = None if stopped else self.last
        soloist = entry.soloist
        if above is not None and above.named:
            soloist = lone(above, self.rules) if entry.soloist in (None, lone(above, self.rules)) else None
        if above is not None:
            players = above.players
        elif self.round.torn and not stopped:
            players = self.present  # the hand above is not on this sheet
        else:
            players = self.who_may_play() if self.round.adrift else self.tables[self.must_play()[1]]
        self._penalty_row(entry, players, soloist, above=above)

    def stopped(self, entry: PenaltyEntry) -> Hand:
        """The hand that was stopped: what the line says of it, and else any solo that can be a Pflichtsolo."""
        solo = next((kind for kind in self.rules.kinds if kind not in self.modes.fixed), "")
        return Hand((entry.soloist,) if entry.soloist else (), entry.kind or solo, marks=entry.marks)

    def _penalty_row(
        self,
        entry: PenaltyEntry,
        players: tuple[str, ...],
        soloist: str | None,
        booked: bool = False,
        above: Row | None = None,
    ) -> None:
        definition = self.rules.penalties.get(entry.id)
        alone = definition is not None and definition.others == 0 and definition.soloist is None
        if alone and entry.player in self.present and entry.player not in players:
            players = (*players, entry.player)  # nobody else is concerned, so he need not have played
        points = points_of(entry, self.rules, players, soloist)
        if len(players) > PLAYERS and definition is not None and definition.others:
            points = None  # nobody knows who sat out
            self.account.lose(players)
        if points is not None and above is not None and definition is not None and definition.bears_partner:
            points = bear_partner(points, entry.player, above, self.rules)
        if points and not booked:
            self.add(points)
        elif points is None and entry.id not in self.rules.settlement.tallies:
            self.account.lose(self.present)
        self.timeline.append(PenaltyRow(entry, self.n, players, soloist, points, self.totals))

    def redeal(self, entry: RedealEntry) -> None:
        """Thrown in or misdealt: fees, Bock, and by a knob the next dealer."""
        if self.rules.settlement.fees:
            self.charge(fees.of_redeal(entry, self.present, self.rules), entry, "redeal")
        if self.plays_bock:
            self.boecke.begin(redeal_triggered(entry, self.n, self.rules), len(self.present))
        if not self.rules.redeal.same_dealer:
            self.round.pass_on(False, (False,), self.step, len(self.present))

    def charge(self, points: Points, entry: Entry | None, id: str) -> None:
        """Points beside all hands."""
        if points:
            self.add(points)
            self.timeline.append(FeeRow(entry, id, self.n, points, self.totals))

    def bock(self, entry: BockEntry) -> None:
        """Bock by agreement, where the table plays it at all."""
        if self.plays_bock:
            cause = Cause("manual" if "manual" in self.rules.bock.triggers else "agreed", self.n)
            in_vain = self.boecke.begin([cause] * entry.n, len(self.present))
            self.in_vain += [(entry, in_vain)] if in_vain else []

    def change_seats(self, entry: JoinEntry | LeaveEntry | ReplaceEntry) -> None:
        """Somebody comes or goes: the deal stays with who had it, or goes to the next who is there."""
        before, dealer = self.present, self.round.dealer
        if len(before) == 1 and isinstance(entry, LeaveEntry):
            return  # nobody would be left to deal
        if not self.roster.change(entry):
            return
        self.seat_all()
        self.hands = self.all_hands()
        self.count_anew()
        self.round.dealer = self.moved(before, dealer, entry)
        self.round.deals({self.round.dealer, *(self.moved(before, seat, entry) for seat in self.round.maybe)}, ())
        self.first = self.moved(before, self.first, entry)

    def moved(self, before: tuple[str, ...], seat: int, entry: JoinEntry | LeaveEntry | ReplaceEntry) -> int:
        """Where who had a seat sits now, or the next who is there."""
        order = [before[(seat + self.step * i) % len(before)] for i in range(len(before))]
        if isinstance(entry, ReplaceEntry):
            order = [entry.by if name == entry.player else name for name in order]
        return next((self.present.index(name) for name in order if name in self.present), 0)

    def page_entry(self, entry: PageEntry, nothing_behind: bool) -> None:
        """A final result with nothing that counts before or behind it speaks of the whole sheet."""
        whole = nothing_behind or not self.timeline or self.sheet.rubric is not None
        if isinstance(entry, FinalEntry) and whole:
            self.finals.append((entry, self.present))
        else:
            self.page(entry, self.present)

    def page(self, entry: PageEntry, table: tuple[str, ...]) -> None:
        """Totals from another page, hands that are lost, the final result: what is known goes on from here.

        ``table``: whose its cells are.
        """
        first, here = not self.timeline, self.round
        after, derived = self.n, self.totals if self.account.known else None
        if isinstance(entry, GapEntry):
            self.play_unlisted(entry.hands, use_up=True)
            self.tear()
            self.account.lose(self.present)
            self.timeline.append(PageRow(entry, after, {}, derived, self.totals, self.account.unknown))
            return
        if first:
            derived = None
            self.begin_in_the_middle(entry.hands, table)
        elif not here.counted and entry.hands is not None and entry.hands >= self.n:
            here.counted, self.uncounted = True, ()
            self.play_unlisted(entry.hands - self.n)
        cells = aligned(entry.cells, table, table)
        self.write(cells)
        self.timeline.append(PageRow(entry, self.n, cells, derived, self.totals, self.account.unknown))

    def begin_in_the_middle(self, hands: int | None, table: tuple[str, ...]) -> None:
        """Hands were played before the sheet begins, by those of a ``table``.

        A dealer in the head deals the first hand that stands in it.
        """
        dealer = self.round.dealer
        self.play_unlisted(hands or 0)
        self.round.counted = hands is not None
        if hands is None:
            self.uncounted = table
            self.round.players.update(table)
        self.account.lose(table)
        if hands != 0:
            self.in_the_middle = True
            self.tear()
            self.count_anew()
        if self.sheet.dealer in self.present:
            self.round.dealer, self.round.maybe = dealer, frozenset()

    def count_anew(self) -> None:
        """More hands than the Spielrunde has, on pages that are not here: some were played in others before it."""
        length = self.length()
        if self.round.torn and self.in_the_middle and length is not None and self.round.played > length:
            self.round.played, self.round.counted, self.round.several = 0, False, True

    def tear(self) -> None:
        """Hands of the Spielrunde are lost: who has played his Pflichtsolo in them, and who deals, nobody knows."""
        self.round.torn = self.round.blind = self.round.loose = self.boecke.lost = True
        self.round.maybe = frozenset(range(len(self.present)))
        self.last = None

    def play_unlisted(self, hands: int, use_up: bool = False) -> None:
        """Hands that were played and do not stand here, as if all were normal; ``use_up``: Bock hands that were due.

        Where somebody sits out, a Pflichtsolo after which the same dealer deals again moves that: then nobody knows
        how many of the hands each has played.
        """
        here, seats = self.round, len(self.present)
        sure = not here.adrift and (hands == 1 or not self.modes.repeats)
        if hands and not sure and len(self.tables[0]) < seats:
            self.uncounted = (*self.uncounted, *self.present)
        order = [self.tables[(here.dealer + self.step * i) % seats] for i in range(seats)]
        laps, rest = divmod(hands, seats)
        for i, players in enumerate(order):
            for name in players if laps or i < rest else ():
                self.unlisted[name] = self.unlisted.get(name, 0) + laps + (i < rest)
                here.players.add(name)
        for i in range(min(hands, self.boecke.most()) if use_up else 0):
            self.boecke.played("normal", "normal", True, order[i % seats])
        here.dealer = (here.dealer + self.step * hands) % seats
        self.deal_as_far_as_known()
        here.moved += hands
        here.played += hands
        self.n += hands

    def unread(self, entry: UnreadEntry) -> None:
        """Something that nobody can read: the totals behind it are not known until they are written again."""
        table = self.names if entry.rest else self.present
        self.account.lose(table)
        if entry.hands:
            self.tear()
            self.uncounted = (*self.uncounted, *table)
            self.round.counted = False

    def write(self, cells: Mapping[str, Cell]) -> None:
        """Totals are written; they count where nobody knows them."""
        self.account.write(cells, self.rules.sums_to_zero)
        self.see_points()

    def end(self, entry: EndEntry) -> None:
        """Time is up, or nobody objects any more (TSR 8.5)."""
        if entry.time:
            self.round.time = entry
        else:
            self.round.closed = entry

    def new_round(self) -> None:
        """A new Spielrunde: count, dealer and debts start again; the totals and Bock run on."""
        if self.duty.rules.per == "round":
            self.settle_duty()
        self.rounds.append(self.summary())
        self.round = Running(self.round.number + 1, self.first)
        self.round.maybe = self.first_dealers()
        self.hands = self.all_hands()
        if self.duty.rules.per == "round":
            self.duty = Duty(self.rules)
        self.last = None
        self.before = self.totals

    def settle_duty(self) -> None:
        """Pflichtsoli that were never played cost something (knob ``pflichtsolo.missing_fee``)."""
        fee = shown(self.duty.rules.missing_fee, self.rules)
        if fee and not self.round.blind:
            owed = {name: -fee * self.duty.owes(name) for name in self.present if name in self.owing()}
            self.charge(owed, self.round.closed, "missing-pflichtsolo")

    # -- after the hands

    def add(self, points: Points) -> None:
        """Add points to the totals."""
        self.account.add(points)
        self.see_points()

    def see_points(self) -> None:
        """See whether somebody has the points that end the Spielrunde."""
        if self.rules.party.length.unit == "points":
            known = ((name, total) for name, total in self.totals.items() if name not in self.account.unknown)
            since = [total - self.before.get(name, 0) for name, total in known]
            self.round.count(since, self.rules, len(self.present))

    def summary(self) -> Spielrunde:
        """What the checks want to know of a Spielrunde."""
        here = self.round
        return Spielrunde(
            here.number,
            here.played,
            self.length(),
            here.time,
            here.closed,
            tuple(self.owing()),
            not here.blind,
            here.torn,
            here.counted,
            frozenset(here.players),
            here.several,
        )

    def close(self, worth: Worth) -> Ledger:
        """The ledger. ``worth``: what the list tells of the values in its Bock."""
        alone = not self.timeline  # a final result is all there is
        for entry, table in self.finals if alone else ():
            self.page(entry, table)
        here = self.round
        owing = tuple(name for name in self.present if name in self.owing())
        all_played = self.is_over() and not (self.sheet.rubric is not None and owing)
        out_of_time = here.time is not None and not owing
        finished = here.closed is not None or all_played or out_of_time
        must, dealer = (None, here.dealer) if finished else self.must_play()
        left = self.boecke.left()
        coming = Next(self.n + 1, self.present[dealer], must, owing, left, finished, self.boecke.coming(), here.adrift)
        if finished:
            self.settle_duty()
        for entry, table in () if alone else self.finals:
            self.page(entry, table)
        self.rounds.append(self.summary())
        rows = tuple([row for row in self.timeline if isinstance(row, Row)])
        penalties = tuple([row for row in self.timeline if isinstance(row, PenaltyRow)])
        return Ledger(
            self.sheet,
            tuple(self.timeline),
            rows,
            penalties,
            tuple(self.rounds),
            self.totals,
            coming,
            self.present,
            self.account.unknown if self.sheet.unread is None else frozenset(self.names),
            {**self.unlisted, **dict.fromkeys(self.uncounted)},
            tuple(self.in_vain),
            worth,
            any(row.hand.sonderpunkte for row in rows),
        )
