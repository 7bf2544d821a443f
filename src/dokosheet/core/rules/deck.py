"""Before the first trick: cards, pigs, swaps, reservations, redeals, Hochzeit, Armut."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from dokosheet.core.rules.base import Augen, Cards, ClassName, Gain, Knobs, Positive, Times, Which
from dokosheet.core.terms import Mode


class Pig(Knobs, frozen=True, eq=False, kw_only=True):
    """A pair of cards that ranks above all others while one hand holds it: Schweinchen and what goes above it.

    A hand that had one says so: ``schweinchen:Anna``. ``cards``: which (``DA``: no fox can be caught); ``needs``: the
    pig below; ``which``: with ``second`` only the second card ranks so high; ``kinds``: kinds or classes of hands in
    which there are any.
    """

    cards: Literal["DA", "D10", "DK", "D9", "suit_ace", "lowest_trump"]
    needs: str | None = None
    which: Literal["both", "second"] = "both"
    reveal: Literal["deal", "first_play", "reservation"] = "first_play"
    kinds: tuple[str, ...] = ("pair",)
    same_hand: bool = False


class Swap(Knobs, frozen=True, eq=False, kw_only=True):
    """Cards that change parties, calls or ranks in mid-hand: Genscher and the like; a mark of the hand.

    ``repartner`` is only for hands of two against two. ``voids``: calls that count no more; ``needs``: the swap that
    has to come first.
    """

    effect: Literal["repartner", "withdraw_call", "rank", "direction", "move_eyes"]
    cards: str = ""
    voids: Literal["none", "absagen", "all_calls"] = "none"
    needs: str | None = None


class Deck(Knobs, frozen=True, eq=False, kw_only=True):
    """``nines``: with the nines (48 cards), or without (40: limits in cards are lower, 0 Augen is no trick)."""

    nines: bool = True
    dulle: Literal["plain", "first", "second"] = "first"
    dulle_flip_in: tuple[Literal["last_trick", "solo", "suit_solo", "pigs_active"], ...] = ()
    pigs: dict[str, Pig] = {}
    swaps: dict[str, Swap] = {}

    @property
    def hand_cards(self) -> int:
        """Cards of a hand before the first trick (TSR 2.2.1)."""
        return 12 if self.nines else 10


class Predicate(Knobs, frozen=True, eq=False, kw_only=True):
    """What cards a player holds: all that is named must be so, or one of ``any_of``."""

    nines_min: Cards | None = None
    kings_min: Cards | None = None
    nines_kings_min: Cards | None = None
    fulls_min: Cards | None = None
    low_min: Cards | None = None
    augen_min: Augen | None = None
    augen_max: Augen | None = None
    trumps_max: Cards | None = None
    top_trump_max: str | None = None
    needs_card: str | None = None
    foxes: Literal["counted", "ignored", "single_ignored"] = "counted"
    misdeal: bool = False
    any_of: tuple[Predicate, ...] = ()


class Reservations(Knobs, frozen=True, eq=False, kw_only=True):
    """``order``: which Vorbehalt comes before which."""

    order: tuple[str, ...] = ("solo.pflicht", "solo.lust", "hochzeit")


class Redeal(Knobs, frozen=True, eq=False, kw_only=True):
    """``triggers``: why cards are dealt again, by id as ``neugeben Ben nines`` says it; ``same_dealer``: by whom."""

    triggers: dict[str, Predicate] = field(default_factory=lambda: {"misdeal": Predicate(misdeal=True)})
    before_solo: bool = True
    same_dealer: bool = True


class Hochzeit(Knobs, frozen=True, eq=False, kw_only=True):
    """``find_within``: the tricks in which the partner is found (TSR 4.4); ``unfound``: what becomes of it if not.

    ``call_clock``: how the Klärungsstich moves the limits of calls; ``reopen_cards``: cards on the table after it in
    which calls are open again.
    """

    declared: bool = True
    find_by: tuple[
        Literal["any", "fehl", "trump", "suit_led", "first_trick", "chosen", "second_fehl", "free_text"], ...
    ] = ("any",)
    find_within: Annotated[int, Meta(ge=1, le=12)] = 3
    unfound: Literal["solo", "pair_alone", "redeal"] = "solo"
    call_clock: Literal["shift_by_trick", "normal", "reopen"] = "shift_by_trick"
    reopen_cards: Annotated[int, Meta(ge=0, le=48)] = 0
    no_call_before_found: bool = True


class Armut(Knobs, frozen=True, eq=False, kw_only=True):
    """``test``: who may declare it (nothing: no Armut); ``refused``: what is played if nobody takes it."""

    test: Predicate | None = None
    gives: Literal["all_trumps", "exactly_3"] = "all_trumps"
    trump_back: Literal["free", "forbidden", "declared"] = "free"
    offer: Literal["in_turn", "partner_first"] = "in_turn"
    refused: str = "redeal"


# -- What is played, and how it came about.


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
