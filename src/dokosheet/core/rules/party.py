"""The party: Pflichtsoli, players, length, penalties, settlement."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from dokosheet.core.rules.base import Amount, Count, Gain, Knobs, Paid, Players, Positive, Share


class Pflichtsolo(Knobs, frozen=True, eq=False, kw_only=True):
    """``solos``: per player and Spielrunde, or party (0: no duty, no Vorführung) (TSR 4.2).

    ``kinds``: which count; ``require``: how many of a family (``suit``, ``picture``, or a kind). ``enforce``: forced
    when as many are missing as hands remain, or in the last round on one's own lead. ``missing_fee``: points that each
    missing one costs at the end.
    """

    solos: Annotated[int, Meta(ge=0, le=99)] = 0
    per: Literal["round", "party"] = "round"
    kinds: tuple[str, ...] = ("any",)
    require: dict[str, Positive] = {}
    enforce: Literal["remaining_hands", "last_round_forehand", "none"] = "none"
    missing_fee: Count = 0


class Length(Knobs, frozen=True, eq=False, kw_only=True):
    """How long a Spielrunde is: ``n`` hands, rounds or points, by number of players where it differs.

    Open where nothing says how many. ``finish_round``: the round in which the points are reached is played out.
    """

    unit: Literal["hands", "rounds", "points", "open"] = "open"
    n: Positive | None = None
    by_players: dict[Players, Positive] = {}
    finish_round: bool = True


class Time(Knobs, frozen=True, eq=False, kw_only=True):
    """``minutes`` of a Spielrunde; ``cancels``: what is struck then, the normal hands or all that are open."""

    minutes: Positive | None = None
    by_players: dict[Players, Positive] = {}
    cancels: Literal["normal_hands", "all_open"] = "normal_hands"


Seat = Annotated[str, Meta(pattern=r"^(dealer(\+\d)?|opposite)$")]


class PartyRules(Knobs, frozen=True, eq=False, kw_only=True):
    """``sit_out``: number of players -> seats that sit out, counted from the dealer (TSR 10)."""

    players: tuple[Players, Players] = (4, 5)
    sit_out: dict[Players, Annotated[tuple[Seat, ...], Meta(max_length=4)]] = field(
        default_factory=lambda: {5: ("dealer",)}
    )
    direction: Literal["cw", "ccw"] = "cw"
    length: Length = Length()
    time: Time | None = None
    leave: Literal["void_hand", "score_hand"] = "void_hand"


class PenaltyDef(Knobs, frozen=True, eq=False, kw_only=True):
    """Points of the offender, of the others who played, and of the soloist (TSR 9.3, 9.4).

    ``split``: the others share what the offender loses; ``mirror``: the soloist gets all of it. ``per_absage``: more
    for the offender by each Absage of the other party. ``up_to``: the referee sets the amount, at most this one
    (9.7.2). ``ends_hand``: the hand is stopped; ``hand_counts``: its number
    is used up; ``pflichtsolo_done``: and the solo counts as played. ``bears_partner``: the offender also takes what his
    partner loses in the hand.
    """

    when: str = ""
    offender: Gain
    others: Gain | Literal["split"] = 0
    soloist: Gain | Literal["mirror"] | None = None
    per_absage: Gain = 0
    up_to: bool = False
    ends_hand: bool = False
    hand_counts: bool = True
    pflichtsolo_done: bool = False
    bears_partner: bool = False


class Fee(Knobs, frozen=True, eq=False, kw_only=True):
    """Points beside the value of a hand: each payer gives ``amount`` to each receiver (the kitty is nobody).

    ``when``: ``kind:hochzeit``, ``special:`` a Sonderpunkt or an event at the table, ``event:`` a reason of
    ``neugeben``. ``then: redeal``: it is charged on a ``neugeben`` of that kind, and no hand follows.
    """

    when: Annotated[str, Meta(pattern=r"^(kind|special|event):.+$")]
    payer: Literal["each_other", "offender", "losers", "kitty"] = field(name="from")
    to: Literal["declarer", "each_other", "kitty"]
    amount: Amount
    then: Literal["play", "redeal"] = "play"


class Tier(Knobs, frozen=True, eq=False, kw_only=True):
    """Another rate once anybody is further from 0 than so many points."""

    if_any_beyond: Count
    rate: Paid


class Money(Knobs, frozen=True, eq=False, kw_only=True):
    """What points cost: ``rate`` of ``currency`` for each point of the ``basis``.

    All points that were lost, the negative total, the gap to the best, or the gaps between every two players.
    ``kitty_share``: the part of it that goes to the kitty; ``attendance``: what everybody pays for coming.
    """

    rate: Paid
    currency: str = "EUR"
    basis: Literal["hand_losers", "negative_total", "gap_to_best", "pairwise"] = "negative_total"
    round: Literal["none", "floor_1"] = "none"
    tiers: tuple[Tier, ...] = ()
    kitty_share: Share = 0
    attendance: Paid = 0


class Tally(Knobs, frozen=True, eq=False, kw_only=True):
    """Something that is counted beside the points: ``strafe Anna delay_stroke`` is one ``amount`` of ``unit``."""

    amount: Amount = 1
    unit: str = ""


class Settlement(Knobs, frozen=True, eq=False, kw_only=True):
    """``mode``: who writes: both sides, the winners only, or the losers only; ``unit``: shown points of one point."""

    mode: Literal["zero_sum", "plus", "minus"] = "zero_sum"
    unit: Amount = 1
    fees: dict[str, Fee] = {}
    money: Money | None = None
    absent: Literal["none", "average", "pays"] = "none"
    tallies: dict[str, Tally] = {}


class Checks(Knobs, frozen=True, eq=False, kw_only=True):
    """Families of checks: where the rules ask for them (``auto``), in any case, or not at all."""

    row_sum: Literal["auto", "always", "never"] = "auto"
    parity: Literal["auto", "always", "never"] = "auto"
    quotas: Literal["auto", "always", "never"] = "auto"
    clock: Literal["auto", "always", "never"] = "auto"
    dealer: Literal["auto", "always", "never"] = "auto"
    cowardice: Literal["auto", "always", "never"] = "auto"
    bock: Literal["auto", "always", "never"] = "auto"
