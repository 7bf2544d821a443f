"""A ruleset: the numbers and switches of the rules as frozen data. Conditions are code, next to what they decide.

Rulesets compare by identity: one object a file, and the tables of the scorer hang on the object.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct, field

from dokosheet.core.terms import Mode

ClassName = Literal["pair", "solo"]
Level = Literal["l90", "l60", "l30", "l0"]
Cards = Annotated[int, Meta(ge=0, le=12)]
Augen = Annotated[int, Meta(ge=0, le=240)]
Count = Annotated[int, Meta(ge=0)]
Positive = Annotated[int, Meta(ge=1)]


class Knobs(Struct, frozen=True, eq=False, kw_only=True, forbid_unknown_fields=True):
    """What all parts of a ruleset share: no unknown keys, no change after loading."""


class Factor(Knobs, frozen=True, eq=False, kw_only=True):
    """Shares of the value: of the lone player when winning and losing, and of each opponent (TSR 7.2.4)."""

    win: int = 1
    lose: int = 1
    others: int = 1


class HandClass(Knobs, frozen=True, eq=False, kw_only=True):
    """What pair hands, or solos, have in common. ``sonderpunkte``: which count."""

    factor: Factor = Factor()
    sonderpunkte: Literal["all", "none"] | tuple[str, ...] = "all"


class Kind(Knobs, frozen=True, eq=False, kw_only=True):
    """What is played. ``modes``: how it can come about."""

    hand_class: ClassName = field(name="class")
    modes: Annotated[tuple[Mode, ...], Meta(min_length=1)] = ("normal",)


class ModeDef(Knobs, frozen=True, eq=False, kw_only=True):
    """How a hand came about: who deals next, and in which column of the list it stands."""

    deal: Literal["advance", "repeat"] = "advance"
    slot: Literal["normal", "pflicht"] = "normal"
    after_own_pflichtsolo: bool = False


class CallDef(Knobs, frozen=True, eq=False, kw_only=True):
    """An Ansage or Absage. ``add``: points per head (TSR 7.2.2 b to d)."""

    add: int = 0


class Clock(Knobs, frozen=True, eq=False, kw_only=True):
    """``latest``: the fewest cards that the speaker may still hold (TSR 6.2.2, 6.3.4)."""

    latest: dict[str, Cards]


class Reply(Knobs, frozen=True, eq=False, kw_only=True):
    """The calls that answer an opponent's, and by how many cards later (TSR 6.4.4)."""

    calls: tuple[str, ...] = ("re", "kontra")
    later_by: Cards = 1


class CallRules(Knobs, frozen=True, eq=False, kw_only=True):
    defs: dict[str, CallDef]
    absage_needs: Literal["own_ansage", "nothing"] = "own_ansage"
    clock: Clock
    reply: Reply = Reply()


class Hochzeit(Knobs, frozen=True, eq=False, kw_only=True):
    """``find_within``: the tricks in which the partner is found (TSR 4.4)."""

    find_within: Annotated[int, Meta(ge=1, le=12)] = 3
    no_call_before_found: bool = True


class Outcome(Knobs, frozen=True, eq=False, kw_only=True):
    """``re_needs``: Re's Augen to win without Absagen; ``only_kontra_swaps``: a lone Kontra turns the tie (TSR 7.1)."""

    re_needs: Annotated[int, Meta(ge=1, le=240)] = 121
    only_kontra_swaps: bool = True


class Failed(Knobs, frozen=True, eq=False, kw_only=True):
    """Points for each level that was reached against an Absage (TSR 7.2.2 e, f)."""

    add: int = 1


class Value(Knobs, frozen=True, eq=False, kw_only=True):
    """Points per head of the parts of a value (TSR 7.2.2)."""

    won: int = 1
    levels: dict[Level, int]
    failed: Failed = Failed()


class SonderpunktDef(Knobs, frozen=True, eq=False, kw_only=True):
    """``max``: how many there can be in one hand, both parties together (TSR 7.2.3)."""

    points: int = 1
    max: Positive = 1
    min_augen: Augen | None = None


class Pflichtsolo(Knobs, frozen=True, eq=False, kw_only=True):
    """``solos``: per player and Spielrunde (0: no duty, no Vorführung) (TSR 4.2)."""

    solos: Count = 0
    enforce: Literal["remaining_hands", "none"] = "none"


class Length(Knobs, frozen=True, eq=False, kw_only=True):
    """Hands of a Spielrunde, by number of players where it differs (None: open end)."""

    n: Positive | None = None
    by_players: dict[int, Positive] = {}


class PartyRules(Knobs, frozen=True, eq=False, kw_only=True):
    """``sit_out``: number of players -> seats that sit out, counted from the dealer (TSR 10)."""

    players: tuple[int, int] = (4, 5)
    sit_out: dict[int, tuple[Annotated[str, Meta(pattern=r"^dealer(\+\d)?$")], ...]] = {}
    length: Length = Length()


class PenaltyDef(Knobs, frozen=True, eq=False, kw_only=True):
    """Points of the offender, of the others who played, and of the soloist (TSR 9.3, 9.4).

    ``split``: the others share what the offender loses; ``mirror``: the soloist gets all of it. ``per_absage``: more
    for the offender by each Absage of the other party. ``ends_hand``: the hand is stopped; ``hand_counts``: its number
    is used up and a solo counts as played.
    """

    offender: int
    others: int | Literal["split"] = 0
    soloist: int | Literal["mirror"] | None = None
    per_absage: int = 0
    ends_hand: bool = False
    hand_counts: bool = True


class Ruleset(Knobs, frozen=True, eq=False, kw_only=True):
    """All of it. Fields of a knob's own catalogue (``kinds``, ``sonderpunkte`` ...) are maps by id."""

    id: str
    name: str = ""
    extends: str | None = None
    source: str = ""
    note: str = ""
    hochzeit: Hochzeit = Hochzeit()
    classes: dict[ClassName, HandClass]
    kinds: dict[str, Kind]
    modes: dict[Mode, ModeDef]
    calls: CallRules
    outcome: Outcome = Outcome()
    value: Value
    sonderpunkte: dict[str, SonderpunktDef] = {}
    pflichtsolo: Pflichtsolo = Pflichtsolo()
    party: PartyRules = PartyRules()
    penalties: dict[str, PenaltyDef] = {}

    def gaps(self) -> Iterator[tuple[str, ...]]:
        """Paths of keys that the rest of the ruleset needs and that are missing."""
        needed = {"classes": ("pair", "solo"), "kinds": ("normal",), "modes": get_args(Mode)}
        for section, names in needed.items():
            yield from ((section, name) for name in names if name not in getattr(self, section))

    def counts(self, kind: str, sonderpunkt: str) -> bool:
        """Whether a Sonderpunkt counts in a kind of hand (TSR 7.2.3, 7.2.4)."""
        return self.class_counts(self.kinds[kind].hand_class, sonderpunkt)

    def class_counts(self, hand_class: ClassName, sonderpunkt: str) -> bool:
        """The same for a class of hands."""
        which = self.classes[hand_class].sonderpunkte
        return which == "all" or (which != "none" and sonderpunkt in which)

    def is_solo(self, kind: str) -> bool:
        """Whether one plays against three."""
        return self.kinds[kind].hand_class == "solo"

    def hands(self, players: int) -> int | None:
        """Hands of a Spielrunde at a table of so many (TSR 8.5.1, 10.1.5)."""
        length = self.party.length
        return length.by_players.get(players, length.n)

    def sits_out(self, dealer: int, players: int) -> tuple[int, ...]:
        """Seats (from 0) that sit out when ``dealer`` deals (TSR 10.1.1)."""
        offsets = self.party.sit_out.get(players, ())
        return tuple((dealer + int(name.removeprefix("dealer").removeprefix("+") or 0)) % players for name in offsets)
