"""The rows of a ledger: what follows from each hand and penalty of a sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Final, Literal, TypeGuard

from dokosheet.core.ledger.bock import Cause
from dokosheet.core.notation.hand import ILLEGIBLE, Cell, Hand
from dokosheet.core.notation.sheet import (
    BockEntry,
    CarryEntry,
    EndEntry,
    Entry,
    FinalEntry,
    HandEntry,
    PageEntry,
    PenaltyEntry,
    Sheet,
    UnreadEntry,
)
from dokosheet.core.records import Record
from dokosheet.core.rules import Ruleset
from dokosheet.core.score.calls import named_party
from dokosheet.core.score.value import HandScore
from dokosheet.core.terms import Mode

Points = Mapping[str, int | Decimal]
#: What ``wert`` means in Bock: the value that is doubled, or the doubled one; "": the list does not tell.
Worth = Literal["before", "with", ""]
#: Who plays a hand, whoever else sits at the table (TSR 2.1).
PLAYERS: Final = 4
#: What a row of a penalty says of a hand: nothing.
NO_HAND: Final = Hand(kind="")


class Row(Record, frozen=True):
    """One hand and what follows from it.

    ``hand``: the facts written (none for the row of a penalty), without written rows of a length that fits nobody.
    ``n`` counts through the sheet, ``of_round`` within the Spielrunde, ``spielrunde`` from 1;
    ``dealer`` is None where the order is not known (rubric), ``turn``: who should have dealt;
    ``must_play``: who had to be vorgeführt in it. ``parties_fault``: why those named cannot be Re ("" if they can).
    ``score``: from the Augen; ``expected``: what the players have to
    write down by it, or by a written value, whatever row is written; ``points`` of those who played as they count, None
    where nothing tells them; ``totals`` of everybody after the hand. A severe offence against a soloist is a row with
    the penalty as its entry. ``table``: everybody at the table, in seat order. ``re``: the players of Re, None where
    nobody wrote them. ``bock``: the level that counted,
    ``bock_due``: the derived one, with what began it. ``over``: the Spielrunde was over before. ``fulfils``: it was a
    Pflichtsolo; ``owed``: Pflichtsoli that the first named owed before. ``unmultiplied``: what would be expected
    without Bock. ``unknown``: whose totals are not known: after a gap or a hand that nobody can read they are only what
    the sheet tells, until they are written again. ``adrift``: who dealt is not known: ``dealer`` is a
    guess, and ``players`` are all who may have played.
    """

    entry: HandEntry | PenaltyEntry
    hand: Hand
    n: int
    spielrunde: int
    of_round: int
    dealer: str | None
    turn: str | None
    players: tuple[str, ...]
    mode: Mode
    must_play: str | None
    time_over: bool
    closed: bool
    parties_fault: str
    score: HandScore | None
    expected: Points | None
    points: Points | None
    totals: Points
    table: tuple[str, ...]
    re: tuple[str, ...] | None
    bock: int = 0
    bock_due: int = 0
    causes: tuple[Cause, ...] = ()
    over: bool = False
    fulfils: bool = False
    owed: int = 0
    unmultiplied: Points | None = None
    unknown: frozenset[str] = frozenset()
    adrift: bool = False

    @property
    def totals_known(self) -> bool:
        """Whether the totals are known for everybody."""
        return not self.unknown

    @property
    def dealt(self) -> str | None:
        """Who dealt, where that is known."""
        return None if self.adrift else self.dealer

    @property
    def is_open(self) -> bool:
        """Whether nobody knows who sat out: more may have played than play."""
        return self.adrift and len(self.players) > PLAYERS

    @property
    def named(self) -> tuple[str, ...]:
        """Those whom the entry names: the players of Re, or who plays alone."""
        if isinstance(self.entry, PenaltyEntry):
            return (self.entry.soloist,) if self.entry.soloist else ()
        return self.hand.named

    @property
    def winner(self) -> Literal["re", "kontra", "unknown"] | None:
        """Who has won, None if nobody; unknown where only points were written."""
        return self.score.winner if self.score else "unknown"


class PenaltyRow(Record, frozen=True):
    """A penalty, the points it gives (None where it fits no penalty of the ruleset) and the totals after it."""

    entry: PenaltyEntry
    after_hand: int
    players: tuple[str, ...]
    soloist: str | None
    points: Points | None
    totals: Points


class FeeRow(Record, frozen=True):
    """Points beside all hands: of a redeal, or of Pflichtsoli that were never played (``id``: which of both)."""

    entry: Entry | None
    id: str
    after_hand: int
    points: Points
    totals: Points


class PageRow(Record, frozen=True):
    """A line that makes a list begin in the middle, or go on behind a hole: Übertrag, Lücke, Endstand.

    ``after_hand``: the number of the hand before it (of a gap: of the last that is not lost). ``written``: its cells by
    name (none of a gap); ``derived``: the totals that followed before it, None where they were not known for everybody.
    ``totals`` after it, and for whom they are ``unknown``.
    """

    entry: PageEntry
    after_hand: int
    written: Mapping[str, Cell]
    derived: Points | None
    totals: Points
    unknown: frozenset[str]

    @property
    def known(self) -> bool:
        """Whether the totals are known for everybody."""
        return not self.unknown


class Next(Record, frozen=True):
    """What comes next: the hand's number and dealer, who has to be vorgeführt, who owes a Pflichtsolo, Bock.

    ``causes``: what the first of the Bock hands is there for. ``adrift``: who deals is not known.
    """

    hand: int
    dealer: str
    must_play: str | None
    open_pflichtsoli: tuple[str, ...]
    bock_left: int
    finished: bool
    causes: tuple[Cause, ...] = ()
    adrift: bool = False


class Spielrunde(Record, frozen=True):
    """The end of a Spielrunde: hands played of how many (None: open end), how it was closed, who still owes.

    ``torn``: some of its hands are not on this sheet; ``counted``: how many were played is known all the same.
    ``players``: who played in it, or was at the table in hands that are not on this sheet. ``several``: these were more
    than it has, so that they are of other Spielrunden, too.
    """

    number: int
    played: int
    length: int | None
    time: EndEntry | None
    closed: EndEntry | None
    owes: tuple[str, ...]
    certain: bool
    torn: bool = False
    counted: bool = True
    players: frozenset[str] = frozenset()
    several: bool = False


class Ledger(Record, frozen=True):
    """A sheet and what follows from it.

    ``timeline`` holds rows, penalties, fees and page lines in the order of the file; ``present``: who sits at the table
    now. ``unknown``: whose totals are not known; ``unlisted``: hands that each player has played and that are not on
    this sheet, None where nobody knows how many. ``in_vain``: lines of agreed Bock, and how many Böcke of each begin
    nothing where they stand. Of a sheet that was read in part (``sheet.unread``) it is what follows from that part.
    ``worth``: what a value means in a Bock hand of this list; ``notes_sonderpunkte``: it notes any, at least once.
    """

    sheet: Sheet
    timeline: tuple[Row | PenaltyRow | FeeRow | PageRow, ...]
    rows: tuple[Row, ...]
    penalties: tuple[PenaltyRow, ...]
    spielrunden: tuple[Spielrunde, ...]
    totals: Points
    next: Next
    present: tuple[str, ...]
    unknown: frozenset[str] = frozenset()
    unlisted: Mapping[str, int | None] = {}
    in_vain: tuple[tuple[BockEntry, int], ...] = ()
    worth: Worth = ""
    notes_sonderpunkte: bool = False

    @property
    def known(self) -> bool:
        """Whether the totals are known for everybody."""
        return not self.unknown

    @property
    def counted(self) -> bool:
        """Whether it is known how many hands there are, and with it what comes next: none stands unread in the file."""
        unread = any(isinstance(entry, UnreadEntry) and entry.hands for entry in self.sheet.entries)
        return self.sheet.unread is None and not (unread and not self.spielrunden[-1].counted)

    @property
    def is_result(self) -> bool:
        """Whether a final result is all that it tells, so that nobody knows what would come next."""
        there = [isinstance(row, PageRow) and isinstance(row.entry, FinalEntry) for row in self.timeline]
        return bool(there) and all(there)

    @property
    def untold(self) -> frozenset[str]:
        """Those of whose points the sheet tells nothing at all, so that their total is not even a part of it."""
        found = set(self.unknown)
        for row in self.timeline if found else ():
            cells = row.written if isinstance(row, PageRow) else row.points or {}
            found -= {name for name, cell in cells.items() if isinstance(cell, (int, Decimal))}
        return frozenset(found)

    @property
    def carried(self) -> bool:
        """Whether the sheet begins with totals of pages that are not in it."""
        first = self.timeline[0] if self.timeline else None
        return isinstance(first, PageRow) and isinstance(first.entry, CarryEntry)


def parties_fault(hand: Hand, rules: Ruleset, players: Sequence[str], adrift: bool = False) -> str:
    """Why the players named cannot be Re in this kind of hand ("" if they can): a variant of finding H202.

    ``adrift``: who sat out is not known, so that more may be ``players`` than play.
    """
    named = hand.named
    if len(players) != PLAYERS and not (adrift and len(players) > PLAYERS):
        return "table"
    if hand.kind in rules.kinds and rules.kinds[hand.kind].goal == "booking":
        return ""
    if not named:
        return "nobody" if hand.augen is not None or hand.kind != "normal" else ""
    for i, name in enumerate(named):
        if name not in players:
            return "sits-out"
        if name in named[:i]:
            return "twice"
    wanted = 1 if rules.is_solo(hand.kind) else 2
    return "" if len(named) == wanted else "one" if wanted == 1 else "two"


def re_players(hand: Hand, players: Sequence[str], rules: Ruleset) -> tuple[str, ...] | None:
    """The players of Re: those named, or in a Kontrasolo all others. None where nobody was named."""
    if not hand.named:
        return None
    if named_party(hand.kind, rules) == "re":
        return hand.named
    return tuple(player for player in players if player not in hand.named)


def lone(row: Row, rules: Ruleset) -> str | None:
    """Who played alone in a row."""
    hand = row.hand
    return hand.named[0] if len(hand.named) == 1 and hand.kind in rules.kinds and rules.is_solo(hand.kind) else None


# -- Written rows of numbers: whose cell is whose, and what they tell by themselves.


def is_number(cell: Cell) -> TypeGuard[int | Decimal]:
    """Whether a cell can be read and holds points."""
    return isinstance(cell, (int, Decimal))


def aligned(cells: tuple[Cell, ...], names: tuple[str, ...], players: tuple[str, ...]) -> dict[str, Cell]:
    """A written row by name: a cell for everybody at the table, or for those who played."""
    if len(cells) == len(names):
        return dict(zip(names, cells, strict=True))
    return dict(zip(players, cells, strict=True)) if len(cells) == len(players) else {}


def complete(cells: Mapping[str, Cell], players: tuple[str, ...], zero_sum: bool) -> Points | None:
    """The points of a written row; one illegible cell follows from the others where the sum is 0 (TSR 7.3.3)."""
    found = {name: cells.get(name, ILLEGIBLE) for name in players}
    lost = [name for name, value in found.items() if value is None or value == ILLEGIBLE]
    if len(lost) > (1 if zero_sum else 0):
        return None
    known: dict[str, int | Decimal] = {n: v for n, v in found.items() if isinstance(v, (int, Decimal))}
    for name in lost:
        known[name] = -sum(known.values())
    return {name: known[name] for name in players}


def hides_solo(hand: Hand, points: Points | None) -> bool:
    """Whether a hand of which only points are known can have been somebody's Pflichtsolo."""
    return not hand.named and (points is None or bool(one_alone(points)) or not any(points.values()))


def one_alone(points: Points) -> tuple[str, ...]:
    """Who can have played alone, one against three: those with an amount that nobody else has."""
    values = list(points.values())
    return tuple(name for name, value in points.items() if values.count(value) == 1)


def may_be_alone(points: Points, names: tuple[str, ...]) -> tuple[str, ...]:
    """Who of those at a table can have played alone, where who sat out has nothing or 0, and so may who wins or loses.

    Where only one side writes, he is the only one with points, or one of those without.
    """
    moved = {name: value for name, value in points.items() if value}
    if len(moved) == PLAYERS:
        return one_alone(moved)
    if len(moved) == 1:
        return tuple(moved)
    return tuple(name for name in names if name not in moved) if len(moved) in (0, PLAYERS - 1) else ()


def dashes(cells: tuple[Cell, ...] | None, names: tuple[str, ...]) -> tuple[str, ...]:
    """Who sat out by a row of everybody at the table: all but four have a dash."""
    if cells is None or len(cells) != len(names) or None not in cells:
        return ()
    out = tuple(name for name, cell in zip(names, cells, strict=True) if cell is None)
    return out if len(names) - len(out) == PLAYERS else ()
