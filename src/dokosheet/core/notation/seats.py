"""Who sits where: seats in order, some of them empty after somebody left."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from dokosheet.core.notation.entries import words
from dokosheet.core.notation.sheet import Entry, JoinEntry, LeaveEntry, Player, ReplaceEntry, Sheet
from dokosheet.core.notation.vocabulary import clean, fold
from dokosheet.core.notation.words import Words
from dokosheet.core.records import replace
from dokosheet.core.rules import Ruleset


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


# -- Who can be named in a line: the table changes when somebody comes or goes.


#: Entries after which other people sit at the table.
CHANGES: Final = (JoinEntry, LeaveEntry, ReplaceEntry)


class Seats:
    """The words of a table line by line; ``late``: the players who came later, in that order."""

    def __init__(self, rules: Ruleset, players: tuple[Player, ...]) -> None:
        self.rules = rules
        self.roster = Roster([player.name for player in players])
        self.known = {fold(spelling): player for player in players for spelling in (player.name, player.word)}
        self.late: list[Player] = []

    def take(self, entry: Entry) -> Entry:
        """Let an entry change the table; the entry with the full name of who comes back."""
        if isinstance(entry, JoinEntry) and entry.player:
            entry = replace(entry, player=self._name(entry.player))
        elif isinstance(entry, ReplaceEntry) and entry.by:
            entry = replace(entry, by=self._name(entry.by))
        self.roster.change(entry)
        return entry

    def _name(self, word: str) -> str:
        """The full name of somebody who comes: known, or new."""
        if fold(word) not in self.known:
            newcomer = Player(clean(word), clean(word))
            self.known[fold(word)] = newcomer
            self.late.append(newcomer)
        return self.known[fold(word)].name

    @property
    def players(self) -> tuple[Player, ...]:
        """Those at the table now, in seat order."""
        return tuple(self.known[fold(name)] for name in self.roster.present)

    @property
    def table(self) -> Words:
        """The words that can be used now."""
        return words(self.rules, self.players)


def at_end(sheet: Sheet) -> Seats:
    """The table after the last entry of a sheet."""
    seats = Seats(sheet.rules, sheet.players[: sheet.seated])
    for entry in sheet.entries:
        if isinstance(entry, CHANGES):
            seats.take(entry)
    return seats
