"""A ruleset: the numbers and switches of the rules as frozen data. Conditions are code, next to what they decide."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

ClassName = Literal["pair", "solo"]
Level = Literal["l90", "l60", "l30", "l0"]
Cards = Annotated[int, Field(ge=0, le=12)]


class Knobs(BaseModel):
    """What all parts of a ruleset share: no unknown keys, no change after loading."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)


class Factor(Knobs):
    """Shares of the value: of the lone player when winning and losing, and of each opponent (TSR 7.2.4)."""

    win: int = 1
    lose: int = 1
    others: int = 1


class HandClass(Knobs):
    """What pair hands, or solos, have in common. ``sonderpunkte``: which count."""

    factor: Factor = Factor()
    sonderpunkte: Literal["all", "none"] | tuple[str, ...] = "all"


class Kind(Knobs):
    """What is played. ``modes``: how it can come about."""

    hand_class: Annotated[ClassName, Field(alias="class")]
    modes: tuple[str, ...] = ("normal",)


class Mode(Knobs):
    """How a hand came about: who deals next, and in which column of the list it stands."""

    deal: Literal["advance", "repeat"] = "advance"
    slot: Literal["normal", "pflicht"] = "normal"
    after_own_pflichtsolo: bool = False


class CallDef(Knobs):
    """An Ansage or Absage. ``claims``: what the party promises; ``add``: points per head (TSR 7.2.2 b to d)."""

    party: Literal["re", "kontra", "any"]
    claims: Literal["win"] | Level
    add: int = 0


class Clock(Knobs):
    """``latest``: the fewest cards that the speaker may still hold (TSR 6.2.2, 6.3.4)."""

    latest: dict[str, Cards]


class Reply(Knobs):
    """The calls that answer an opponent's, and by how many cards later (TSR 6.4.4)."""

    calls: tuple[str, ...] = ("re", "kontra")
    later_by: Annotated[int, Field(ge=0, le=12)] = 1


class CallRules(Knobs):
    defs: dict[str, CallDef]
    absage_needs: Literal["own_ansage", "nothing"] = "own_ansage"
    clock: Clock
    reply: Reply = Reply()


class Hochzeit(Knobs):
    """``find_within``: the tricks in which the partner is found (TSR 4.4)."""

    find_within: Annotated[int, Field(ge=1, le=12)] = 3
    no_call_before_found: bool = True


class Outcome(Knobs):
    """``re_needs``: Re's Augen to win without Absagen; ``only_kontra_swaps``: a lone Kontra turns the tie (TSR 7.1)."""

    re_needs: Annotated[int, Field(ge=1, le=240)] = 121
    only_kontra_swaps: bool = True


class Failed(Knobs):
    """Points for each level that was reached against an Absage (TSR 7.2.2 e, f)."""

    add: int = 1


class Value(Knobs):
    """Points per head of the parts of a value (TSR 7.2.2)."""

    won: int = 1
    levels: dict[Level, int]
    failed: Failed = Failed()


class SonderpunktDef(Knobs):
    """``max``: how many there can be in one hand, both parties together (TSR 7.2.3)."""

    points: int = 1
    max: Annotated[int, Field(ge=1)] = 1
    min_augen: Annotated[int, Field(ge=0, le=240)] | None = None


class Pflichtsolo(Knobs):
    """``solos``: per player and Spielrunde (0: no duty, no Vorführung) (TSR 4.2)."""

    solos: Annotated[int, Field(ge=0)] = 0
    enforce: Literal["remaining_hands", "none"] = "none"


class Length(Knobs):
    """Hands of a Spielrunde, by number of players where it differs (None: open end)."""

    n: Annotated[int, Field(ge=1)] | None = None
    by_players: dict[int, Annotated[int, Field(ge=1)]] = {}


class PartyRules(Knobs):
    """``sit_out``: number of players -> seats that sit out, counted from the dealer (TSR 10)."""

    players: tuple[int, int] = (4, 5)
    sit_out: dict[int, tuple[str, ...]] = {5: ("dealer",)}
    length: Length = Length()


class PenaltyDef(Knobs):
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


class Ruleset(Knobs):
    """All of it. Fields of a knob's own catalogue (``kinds``, ``sonderpunkte`` ...) are maps by id."""

    id: str
    name: str = ""
    extends: str | None = None
    source: str = ""
    note: str = ""
    hochzeit: Hochzeit = Hochzeit()
    classes: dict[ClassName, HandClass]
    kinds: dict[str, Kind]
    modes: dict[Literal["normal", "pflicht", "vorgefuehrt", "lust", "still", "allein"], Mode]
    calls: CallRules
    outcome: Outcome = Outcome()
    value: Value
    sonderpunkte: dict[str, SonderpunktDef] = {}
    pflichtsolo: Pflichtsolo = Pflichtsolo()
    party: PartyRules = PartyRules()
    penalties: dict[str, PenaltyDef] = {}

    def __hash__(self) -> int:  # one object a file: tables hang on the object, not on its contents
        return id(self)

    def __eq__(self, other: object) -> bool:
        return self is other

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


def merge(parent: dict[str, Any], child: dict[str, Any]) -> dict[str, Any]:
    """A ruleset over another: maps merge by key, scalars and lists replace, None removes."""
    merged = dict(parent)
    for key, value in child.items():
        if value is None:
            merged.pop(key, None)
        elif isinstance(value, dict) and isinstance(merged.get(key), dict):
            merged[key] = merge(merged[key], value)
        else:
            merged[key] = value
    return merged
