"""Who plays, and the recorded facts of one hand, as written; nothing here is derived."""

from __future__ import annotations

from decimal import Decimal
from typing import Final, Literal

from dokosheet.core.records import Record
from dokosheet.core.terms import AUGEN, Party

#: A cell of a written row: a number of points, None (sat out) or ILLEGIBLE.
Cell = int | Decimal | None | Literal["?"]
ILLEGIBLE: Final = "?"


class Player(Record, frozen=True):
    """``name`` in full; ``word`` as the notation writes it (the short form of a name that is no word)."""

    name: str
    word: str


class Augen(Record, frozen=True):
    """Re's Augen, from ``low`` to ``high``; equal where they were counted.

    ``word`` is the band as written (``u60``, ``:gew`` ...): it also says who won. ``kontra`` stands only where both
    counts were written and do not add up to 240.
    """

    low: int
    high: int
    word: str = ""
    kontra: int | None = None

    @property
    def exact(self) -> int | None:
        """Re's Augen where they were counted, else None."""
        return self.low if self.low == self.high else None

    @property
    def is_possible(self) -> bool:
        """Whether the cards have so many: from 0 to 240, and both counts together 240."""
        return self.kontra is None and self.in_range

    @property
    def in_range(self) -> bool:
        """Whether they are from 0 to 240, whatever Kontra was written with."""
        return 0 <= self.low <= self.high <= AUGEN

    @property
    def claims(self) -> Party | None:
        """The party that the band word says has won."""
        if not self.word:
            return None
        return "kontra" if self.word[0] == ":" else "re"

    def most(self, party: str) -> int:
        """The most Augen that a party can have."""
        return self.high if party == "re" else AUGEN - self.low


class Call(Record, frozen=True):
    """The highest step that was called in one breath: ``step`` as in terms, ``cards`` still held by the speaker.

    ``bare``: an Absage written without its Ansage (``k90:re``).
    """

    party: Party
    step: int
    cards: int | None = None
    speaker: str | None = None
    bare: bool = False


class OwnCall(Record, frozen=True):
    """A call of the table's own, such as an anonymous knock; ``by``: player, party, or "" where nobody noted it."""

    id: str
    by: str = ""


class Stich(Record, frozen=True):
    """A trick that somebody noted: its number, its Augen and who took it."""

    n: int
    augen: int
    by: str


class Sonderpunkt(Record, frozen=True):
    """``by``: the player, or the party, that made it."""

    id: str
    by: str


class Hand(Record, frozen=True):
    """One deal played: what somebody wrote about it. Players go by their full names.

    ``named``: the players named first, of whom those of Re (in a Hochzeit the first held both Alten; in a solo the one
    who plays alone). ``kind``: the ruleset's id. ``klaerung``: number of the Klärungsstich. ``trick``: at 240:0 whether
    the loser had none (``schwarz``) or one (``stich``). ``sonderpunkte``: also pigs and whatever else a ruleset asks
    for by player. ``marks``: how a solo came about, and events of the ruleset. The fields from ``wert`` to ``ok`` are
    written facts: they are compared with what follows from the rest, and believed only where nothing follows (or
    ``gilt``). ``wert`` is per head and seen from Re; ``score`` and ``total`` in seat order.
    """

    named: tuple[str, ...] = ()
    kind: str = "normal"
    klaerung: int | None = None
    augen: Augen | None = None
    trick: Literal["schwarz", "stich", None] = None
    calls: tuple[Call, ...] = ()
    sonderpunkte: tuple[Sonderpunkt, ...] = ()
    marks: tuple[str, ...] = ()
    wert: int | None = None
    sieger: tuple[str, ...] = ()
    dealer: str | None = None
    bock: int | None = None
    sits_out: tuple[str, ...] = ()
    score: tuple[Cell, ...] | None = None
    total: tuple[Cell, ...] | None = None
    gilt: bool = False
    ok: tuple[str, ...] = ()
    own_calls: tuple[OwnCall, ...] = ()
    stiche: tuple[Stich, ...] = ()

    @property
    def steps(self) -> tuple[int, int]:
        """The highest steps that Re and Kontra have called (0: nothing)."""
        re = kontra = 0
        for call in self.calls:
            if call.party == "re":
                re = max(re, call.step)
            else:
                kontra = max(kontra, call.step)
        return re, kontra
