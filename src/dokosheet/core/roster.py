"""Who sits where: seats in order, some of them empty after somebody left."""

from __future__ import annotations

from collections.abc import Sequence

from dokosheet.core.sheet import Entry, JoinEntry, LeaveEntry, ReplaceEntry


class Roster:
    """The seats of a table as they change. Changes that make no sense are ignored; a check reports them."""

    def __init__(self, names: Sequence[str]) -> None:
        #: Everybody with a seat, in seat order; who has left keeps it until somebody takes it.
        self.seats = list(names)
        self.gone: set[str] = set()

    @property
    def present(self) -> tuple[str, ...]:
        """Those at the table, in seat order."""
        return tuple([name for name in self.seats if name not in self.gone])

    def change(self, entry: Entry) -> bool:
        """Let somebody come, go or take a seat; whether the entry is such a change and makes sense."""
        match entry:
            case JoinEntry(player=player, after=after):
                return self.join(player, after)
            case LeaveEntry(player=player) if player in self.present:
                self.gone.add(player)
                return True
            case ReplaceEntry(player=player, by=by) if player in self.present and by and by not in self.present:
                if by in self.seats:
                    self.seats.remove(by)
                    self.gone.discard(by)
                self.seats[self.seats.index(player)] = by
                return True
        return False

    def join(self, player: str, after: str | None) -> bool:
        """A player comes: to the old seat, or behind ``after``, or behind the last."""
        if not player or player in self.present:
            return False
        if player in self.seats and after is None:
            self.gone.discard(player)
            return True
        if player in self.seats:
            self.seats.remove(player)
            self.gone.discard(player)
        at = self.seats.index(after) + 1 if after in self.seats else len(self.seats)
        self.seats.insert(at, player)
        return True
