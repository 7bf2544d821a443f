"""Who sits out, hand by hand, by the order of the deal and by what the rows themselves say (TSR 10.1.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Literal

from dokosheet.core.ledger.rows import PLAYERS, Ledger, PageRow, Row, aligned, hides_solo
from dokosheet.core.records import Record
from dokosheet.core.rules import Ruleset


class Turn(Record, frozen=True):
    """Who sits out by the order so far, and who does: ``out``, as the row itself says it, and what that means.

    ``once``: somebody else, and the next row goes on as before; ``missing``: so many hands before it, or ``less`` ones
    too many; ``open``: one or the other; "": all is in order, or the row says nothing.
    """

    sitters: tuple[str, ...]
    out: tuple[str, ...] = ()
    what: Literal["", "once", "missing", "open"] = ""
    missing: int = 0
    less: int = 0


def turns(ledger: Ledger) -> Iterator[tuple[Row, Turn]]:
    """Each row of which it is known who deals, with whose turn it was to sit out."""
    order = _Order(ledger.sheet.rules)
    rows = [row for row in ledger.timeline if isinstance(row, (Row, PageRow))]
    for i, row in enumerate(rows):
        if isinstance(row, PageRow):
            order.shift = None
        elif row.dealer is not None:
            after = takewhile(lambda later: isinstance(later, Row), rows[i + 1 : i + 3])
            yield row, order.judge(row, [later for later in after if isinstance(later, Row)])


def _told_out(row: Row) -> tuple[str, ...] | None:
    """Who sat out, as the row itself says; None where it does not, or where nobody does."""
    if row.hand.sits_out:
        return row.hand.sits_out
    cells = aligned(row.hand.score or (), row.table, ())
    out = tuple(name for name, cell in cells.items() if cell is None)
    return out if len(row.table) - len(out) == PLAYERS < len(row.table) and not {*out} & {*row.hand.named} else None


class _Order:
    """By how many seats the deal is ahead of what the sheet tells: ``shift``, None until a row says so.

    A Pflichtsolo that points alone do not show holds the deal back, and a later solo of the same player, which seems to
    be his first, does not: so much may the deal be ``behind`` or ``ahead`` without anything missing.
    """

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.shift: int | None = 0
        self.behind = self.ahead = 0
        self.repeats = bool(rules.pflichtsolo.solos) and rules.modes["pflicht"].deal == "repeat"
        self.hides = self.told = False

    def judge(self, row: Row, after: Sequence[Row]) -> Turn:
        """What a row says of the order, and the next two with it; goes on with what holds behind it."""
        out, sitters = _told_out(row), self._sitters(row)
        shifts = self._shifts(row, out) if out else []
        n, shift = len(row.table), self.shift
        if out is None or shift is None or self._fits(shifts, shift, n):
            self._go_on(row, shifts)
            return Turn(sitters)
        later = [self._shifts(one, _told_out(one) or ()) for one in after if one.table == row.table and one.dealer]
        missing, less = (min(((k - shift) * way % n for k in shifts), default=0) for way in (1, -1))
        anew = any(self._fits(k, new, n, row) for new in shifts for k in later[:1])
        if not anew and any(self._fits(k, shift, n, row) for k in later):
            return Turn(sitters, out, "once")
        if anew or any(0 < missing < min((k - shift) % n for k in ahead) for ahead in later[:1] if ahead):
            self._go_on(row, shifts)
            return Turn(sitters, out, "missing", missing, less)
        last = not after and missing and self.told  # the first row of all tells no order that it could break
        return Turn(sitters, out, "open" if last else "", missing, less)

    def _sitters(self, row: Row) -> tuple[str, ...]:
        """Who sits out by the order so far."""
        seat = row.table.index(row.dealer or "") + (self.shift or 0) * self.rules.step
        return tuple(row.table[i] for i in self.rules.sits_out(seat % len(row.table), len(row.table)))

    def _shifts(self, row: Row, out: tuple[str, ...]) -> list[int]:
        """By how much the deal is ahead, if these sit out."""
        n, seat = len(row.table), row.table.index(row.dealer or "")
        seats = {row.table.index(name) for name in out if name in row.table}
        return [k for k in range(n) if {*self.rules.sits_out((seat + k * self.rules.step) % n, n)} == seats]

    def _fits(self, shifts: list[int], shift: int, n: int, last: Row | None = None) -> list[int]:
        """Those that nothing has to be missing for; ``last``: what was played since."""
        behind, ahead = self._unsure(last) if last is not None else (0, 0)
        behind, ahead = behind + self.behind, ahead + self.ahead
        return [k for k in shifts if (shift - k) % n <= behind or (k - shift) % n <= ahead]

    def _go_on(self, row: Row, shifts: list[int]) -> None:
        """Take over the order of a row, as far as it tells one."""
        before, n = self.shift or 0, len(row.table)
        if shifts:
            nearest = sorted(shifts, key=lambda k: (k - before) % n)
            self.shift = (self._fits(shifts, before, n) or nearest)[0]
            self.behind = self.ahead = 0
            self.told = True
        behind, ahead = self._unsure(row)
        self.behind, self.ahead, self.hides = self.behind + behind, self.ahead + ahead, self.hides or bool(behind)

    def _unsure(self, row: Row) -> tuple[int, int]:
        """Whether the same player may deal again behind a row though it does not say so, or the next though it does."""
        return int(self.repeats and hides_solo(row.hand, row.points)), int(self.hides and row.fulfils)
