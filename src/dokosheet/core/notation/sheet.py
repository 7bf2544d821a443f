"""A sheet: who plays by which rules, and the entries in the order in which they happened."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct, field

from dokosheet.core.finding import Place
from dokosheet.core.notation.hand import Cell, Hand
from dokosheet.core.rules import Ruleset

#: A token of a line: free text in quotes (with ``\"`` inside), or what stands between blanks.
TOKEN: Final = re.compile(r'"(?:[^"\\]|\\.)*"|\S+')

#: Keys of the head that tell sheets of the same people apart.
TELLS_APART: Final = ("event", "place", "date", "round", "table")


class Player(Struct, frozen=True):
    """``name`` in full; ``word`` as the notation writes it (the short form of a name that is no word)."""

    name: str
    word: str


class Source(Struct, frozen=True):
    """Where an entry stands, and where in it.

    ``text`` is what was read; with ``exact`` its character i stands at ``place.column + i``. ``fields``: the field of
    a Hand (or another entry) that each token of a line fills (``sonderpunkte 2``: two of them).
    ``places``: the same for the keys of a mapping.
    """

    text: str
    place: Place
    exact: bool = True
    fields: tuple[str, ...] = ()
    places: Mapping[str, Place] = field(default_factory=dict)

    def token(self, index: int) -> Place:
        """The place of a token of the line; of the whole entry where columns cannot be told."""
        if not self.exact:
            return self.place
        for i, match in enumerate(TOKEN.finditer(self.text)):
            if i == index:
                start, end = match.span()
                return Place(self.place.line, self.place.column + start, self.place.column + end)
        return self.place

    def at(self, name: str, nth: int = 0) -> Place:
        """The place of the nth token that fills a field; of the whole entry if there is none."""
        if self.places:
            return self.places.get(f"{name}.{nth}") or self.places.get(name) or self.place
        index = self._index(name, nth)
        return self.place if index is None else self.token(index)

    def written(self, name: str, nth: int = 0) -> str:
        """The nth token that fills a field, as written."""
        index = self._index(name, nth)
        tokens = TOKEN.findall(self.text)
        return tokens[index] if index is not None and index < len(tokens) else ""

    def _index(self, name: str, nth: int) -> int | None:
        seen = 0
        for i, filled in enumerate(self.fields):
            field, _, several = filled.partition(" ")
            if field == name:
                seen += int(several or 1)
                if nth < seen:
                    return i
        return None


#: The source of an entry that nobody has written.
NOWHERE: Final = Source("", Place(1, 1, 2))


class HandEntry(Struct, frozen=True):
    """A hand in a sheet.

    ``broken``: something in it could not be read, so nothing is concluded from it; ``hides_solo``: what could not be
    read can have been a solo, or whose it was.
    """

    hand: Hand
    source: Source
    note: str = ""
    broken: bool = False
    hides_solo: bool = False


class PenaltyEntry(Struct, frozen=True):
    """A Strafe (TSR 9). ``absagen``: of the party opposing the offender; ``points``: set by the referee (9.7.2).

    ``kind``, ``marks``: of the hand that was stopped, where it counts as played (``still``, ``lust``).
    """

    player: str
    id: str
    source: Source
    absagen: int = 0
    soloist: str | None = None
    points: int | None = None
    referee: str = ""
    text: str = ""
    ok: tuple[str, ...] = ()
    kind: str = ""
    marks: tuple[str, ...] = ()


class RedealEntry(Struct, frozen=True):
    """Thrown in or misdealt; the same dealer deals again (TSR 3.3)."""

    source: Source
    player: str | None = None
    reason: str = ""


class EndEntry(Struct, frozen=True):
    """``time``: time is up (TSR 8.5); otherwise nobody objects any more (8.5.2)."""

    source: Source
    time: bool = False
    ok: tuple[str, ...] = ()
    text: str = ""


class RoundEntry(Struct, frozen=True):
    """A new Spielrunde on the same sheet."""

    source: Source
    text: str = ""


class NoteEntry(Struct, frozen=True):
    """Anything worth keeping."""

    source: Source
    text: str = ""


class StruckEntry(Struct, frozen=True):
    """What stood here before; no effect on anything. ``gone``: nothing has come in its place."""

    source: Source
    line: str = ""
    at: str = ""
    reason: str = ""
    gone: bool = False


class BockEntry(Struct, frozen=True):
    """``n`` times Bock by agreement."""

    source: Source
    n: int = 1
    text: str = ""


class JoinEntry(Struct, frozen=True):
    """A player comes to the table: to the old seat, or behind ``after``."""

    source: Source
    player: str = ""
    after: str | None = None


class LeaveEntry(Struct, frozen=True):
    """A player leaves the table."""

    source: Source
    player: str = ""


class ReplaceEntry(Struct, frozen=True):
    """``by`` takes the seat of ``player``."""

    source: Source
    player: str = ""
    by: str = ""


class CarryEntry(Struct, frozen=True):
    """Totals carried over from the page before (Übertrag): at the beginning, or where they were written again.

    ``cells`` in seat order of those at the table, empty where they could not be read; ``hands``: how many were played
    on the pages before, None where nobody wrote it.
    """

    source: Source
    cells: tuple[Cell, ...] = ()
    hands: int | None = None
    ok: tuple[str, ...] = ()
    text: str = ""


class GapEntry(Struct, frozen=True):
    """``hands`` that were played and are lost (Lücke)."""

    source: Source
    hands: int = 1
    text: str = ""


class FinalEntry(Struct, frozen=True):
    """The final result (Endstand), and after how many hands; the fields are those of a CarryEntry."""

    source: Source
    cells: tuple[Cell, ...] = ()
    hands: int | None = None
    ok: tuple[str, ...] = ()
    text: str = ""


class UnreadEntry(Struct, frozen=True):
    """Something that nobody can read: an item, or what an entry says besides; ``rest``: all from its line on.

    ``hands``: a hand may stand there.
    """

    source: Source
    hands: bool = True
    rest: bool = False


PageEntry = CarryEntry | GapEntry | FinalEntry
Entry = (
    HandEntry
    | PenaltyEntry
    | RedealEntry
    | EndEntry
    | RoundEntry
    | NoteEntry
    | StruckEntry
    | BockEntry
    | JoinEntry
    | LeaveEntry
    | ReplaceEntry
    | CarryEntry
    | GapEntry
    | FinalEntry
    | UnreadEntry
)


class Sheet(Struct, frozen=True):
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
