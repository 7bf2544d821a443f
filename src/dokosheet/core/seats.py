"""Who can be named in a line: the table changes when somebody comes or goes."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from dokosheet.core.roster import Roster
from dokosheet.core.ruleset import Ruleset
from dokosheet.core.sheet import Entry, JoinEntry, LeaveEntry, Player, ReplaceEntry, Sheet
from dokosheet.core.vocabulary import clean, fold
from dokosheet.core.words import Words, words

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
