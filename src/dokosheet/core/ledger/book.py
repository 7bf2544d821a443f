"""A table that is kept hand by hand: a line in, its row out, and what comes next."""

from __future__ import annotations

from collections.abc import Sequence

from dokosheet.core.finding import Place, Unread
from dokosheet.core.ledger.fold import keep
from dokosheet.core.ledger.rows import FeeRow, Ledger, Next, PageRow, PenaltyRow, Points, Row
from dokosheet.core.notation.entries import parse_line
from dokosheet.core.notation.seats import CHANGES, at_end
from dokosheet.core.notation.sheet import Entry, Player, Sheet
from dokosheet.core.records import replace
from dokosheet.core.rules import Ruleset


class Book:
    """A list while it is kept. ``sheet``: what was written so far, which :func:`keep` takes as well.

    What follows is worked out anew when it is asked for: it takes time by the length of the list.
    """

    def __init__(self, rules: Ruleset, players: Sequence[str], dealer: str | None = None) -> None:
        """``players``: the names in seat order; ``dealer``: who deals the first hand, else the first of them."""
        seated = tuple(Player(name, name) for name in players)
        self.sheet = Sheet("", rules, seated, dealer=dealer, seated=len(seated))
        self._before: list[Sheet] = []
        self._ledger: Ledger | None = None

    def push(self, entry: str | Entry) -> Row | PenaltyRow | FeeRow | PageRow | None:
        """Write an entry, or the line of one, and give its row; None for an entry without one, as a note.

        Raises Unread for a line that cannot be read; then nothing is written.
        """
        seats = at_end(self.sheet)
        if isinstance(entry, str):
            line = entry
            entry, found = parse_line(line, seats.table, Place(len(self.sheet.entries) + 1, 1, len(line) + 1))
            if found:
                raise Unread(found, line)
        if isinstance(entry, CHANGES):
            entry = seats.take(entry)
        known = self.sheet.players
        late = tuple(player for player in seats.late if player not in known)
        self._put(replace(self.sheet, players=(*known, *late), entries=(*self.sheet.entries, entry)))
        last = self.ledger.timeline[-1] if self.ledger.timeline else None
        return last if last is not None and last.entry is entry else None

    def pop(self) -> Entry:
        """Take the last entry back, and give it. Raises IndexError where there is none."""
        if not self._before:
            raise IndexError("pop from an empty book")
        entry = self.sheet.entries[-1]
        self.sheet, self._ledger = self._before.pop(), None
        return entry

    def _put(self, sheet: Sheet) -> None:
        self._before.append(self.sheet)
        self.sheet, self._ledger = sheet, None

    @property
    def ledger(self) -> Ledger:
        """All that follows from what was written."""
        if self._ledger is None:
            self._ledger = keep(self.sheet)
        return self._ledger

    @property
    def next(self) -> Next:
        """What comes next: the number of the hand, who deals, whether the list is finished."""
        return self.ledger.next

    @property
    def totals(self) -> Points:
        """The points of each player so far, as they are written down."""
        return self.ledger.totals
