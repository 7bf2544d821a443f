"""A sheet: who plays by which rules, and the entries in the order in which they happened."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from dokosheet.core.finding import Place
from dokosheet.core.notation.entries import Entry, UnreadEntry
from dokosheet.core.notation.events import (
    BockEntry,
    EndEntry,
    NoteEntry,
    PenaltyEntry,
    RedealEntry,
    RoundEntry,
    StruckEntry,
)
from dokosheet.core.notation.hand import Player
from dokosheet.core.notation.line import HandEntry
from dokosheet.core.notation.pages import CarryEntry, FinalEntry, GapEntry, PageEntry
from dokosheet.core.notation.people import JoinEntry, LeaveEntry, ReplaceEntry
from dokosheet.core.notation.tokens import NOWHERE, TOKEN, Source
from dokosheet.core.records import Record, field
from dokosheet.core.rules import Ruleset

__all__ = [
    "NOWHERE",
    "TELLS_APART",
    "TOKEN",
    "BockEntry",
    "CarryEntry",
    "EndEntry",
    "Entry",
    "FinalEntry",
    "GapEntry",
    "HandEntry",
    "JoinEntry",
    "LeaveEntry",
    "NoteEntry",
    "PageEntry",
    "PenaltyEntry",
    "Player",
    "RedealEntry",
    "ReplaceEntry",
    "RoundEntry",
    "Sheet",
    "Source",
    "StruckEntry",
    "UnreadEntry",
]

#: Keys of the head that tell sheets of the same people apart.
TELLS_APART: Final = ("event", "place", "date", "round", "table")


class Sheet(Record, frozen=True):
    """One list. ``dealer`` deals hand 1 (None: the first player; "": nobody can read who).

    ``rubric``: Pflichtsoli in a list of their own.

    ``players``: everybody who sat at the table, those of the head first; ``seated``: how many these are (None: all).
    ``bock``: Bock hands carried over. ``places`` says where the keys of the head stand.
    """

    file: str
    rules: Ruleset
    players: tuple[Player, ...]
    entries: tuple[Entry, ...] = ()
    rubric: tuple[HandEntry, ...] | None = None
    dealer: str | None = None
    head: Mapping[str, Any] = field(default_factory=dict)
    ok: tuple[str, ...] = ()
    places: Mapping[str, Place] = field(default_factory=dict)
    seated: int | None = None
    bock: int = 0

    @property
    def unread(self) -> int | None:
        """The line from which on the file was not read; None where all of it was."""
        return next((one.source.place.line for one in self.entries if isinstance(one, UnreadEntry) and one.rest), None)

    @property
    def names(self) -> tuple[str, ...]:
        """The full names of everybody."""
        return tuple([player.name for player in self.players])

    @property
    def at_start(self) -> tuple[str, ...]:
        """Those who sat at the table when it began, in seat order."""
        return self.names[: self.seated]

    def word(self, name: str) -> str:
        """How the notation writes a player."""
        return next((player.word for player in self.players if player.name == name), name)
