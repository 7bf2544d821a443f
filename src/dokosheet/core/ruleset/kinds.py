"""What is played, and how it came about."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from dokosheet.core.ruleset.base import ClassName, Gain, Knobs, Positive, Times, Which
from dokosheet.core.terms import Mode


class Factor(Knobs, frozen=True, eq=False, kw_only=True):
    """Shares of the value: of the lone player when winning and losing, and of each opponent (TSR 7.2.4)."""

    win: Times = 1
    lose: Times = 1
    others: Times = 1


class BockUse(Knobs, frozen=True, eq=False, kw_only=True):
    """Whether Bock counts in a hand (``double``), whether the hand uses it up (``tick``) and can begin it."""

    double: bool = True
    tick: bool = True
    trigger: bool = True


class HandClass(Knobs, frozen=True, eq=False, kw_only=True):
    """What pair hands, or solos, have in common. ``add``: points for playing it; ``sonderpunkte``, ``calls``: which."""

    factor: Factor = Factor()
    add: Gain = 0
    sonderpunkte: Which = "all"
    calls: Which = "all"
    bock: BockUse = BockUse()


class Kind(Knobs, frozen=True, eq=False, kw_only=True):
    """What is played; what it does not say is as in its class.

    ``lone``: the party of who plays alone. ``goal``: more than half of the Augen, no trick, the fewest tricks
    (``draw``: what a tie of those is worth), another kind (``becomes``), or only amounts in the book (``booking``).
    ``modes``: how it can come about. ``fixed``: what winning is worth, instead of levels and calls.
    ``pflicht_ok``: whether it can be a Pflichtsolo. ``follow_up``: the kind that is played after it was won.
    """

    hand_class: ClassName = field(name="class")
    lone: Literal["re", "kontra"] = "re"
    goal: Literal["augen", "no_trick", "fewest_tricks", "becomes", "booking"] = "augen"
    draw: Literal["zero", "lost"] = "zero"
    modes: Annotated[tuple[Mode, ...], Meta(min_length=1)] = ("normal",)
    fixed: Gain | None = None
    pflicht_ok: bool | None = None
    factor: Factor | None = None
    add: Gain | None = None
    sonderpunkte: Which | None = None
    calls: Which | None = None
    bock: BockUse | None = None
    follow_up: str | None = None

    @property
    def can_be_pflichtsolo(self) -> bool:
        """Whether it may fulfil the duty: as it says itself, or where a mode of it does."""
        return "pflicht" in self.modes if self.pflicht_ok is None else self.pflicht_ok


class ModeDef(Knobs, frozen=True, eq=False, kw_only=True):
    """How a hand came about: who leads, who deals next, in which column of the list it stands.

    ``slot: none``: it uses up no hand of the Spielrunde. ``max_per_player``: how often a player may, in a Spielrunde.
    """

    lead: Literal["forehand", "declarer", "third", "left_of_declarer"] = "forehand"
    deal: Literal["advance", "repeat"] = "advance"
    slot: Literal["normal", "pflicht", "none"] = "normal"
    after_own_pflichtsolo: bool = False
    max_per_player: Positive | None = None
