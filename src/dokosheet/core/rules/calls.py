"""Ansagen and Absagen: what there is, until when, and what has to be called."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from dokosheet.core.rules.base import Augen, Cards, Gain, Knobs, Positive

#: A limit: hand cards, cards on the table or tricks.
Limit = Annotated[int, Meta(ge=0, le=48)]


class CallDef(Knobs, frozen=True, eq=False, kw_only=True):
    """An Ansage, an Absage, or a call of the table's own.

    ``add``: points per head (TSR 7.2.2 b to d); ``mul``: what it multiplies the value by; ``steps``: the points of the
    first, of two, of three ... of this call in one hand, in all. ``needs``: calls that have to stand before. ``party``
    and ``claims``: who may call it, and what is promised.
    """

    party: Literal["re", "kontra", "any"] = "any"
    claims: Literal["win", "l90", "l60", "l30", "l0", "nothing"] = "nothing"
    add: Gain = 0
    mul: Annotated[int, Meta(ge=1, le=100)] = 1
    steps: Annotated[tuple[Gain, ...], Meta(max_length=12)] | None = None
    needs: tuple[str, ...] = ()


class Clock(Knobs, frozen=True, eq=False, kw_only=True):
    """Until when a call may be made (TSR 6.2.2, 6.3.4).

    ``latest``, by call: the fewest cards that the speaker may still hold (``hand_cards``), the most cards that may lie
    on the table (``table_cards``), or the last trick (``tricks``). ``no_nines``: by how much hand cards move without
    nines; ``slide``: by how many cards each call moves the limit on; ``finish_trick``: until the trick is full.
    """

    unit: Literal["hand_cards", "table_cards", "tricks"] = "hand_cards"
    latest: dict[str, Limit] = {}
    no_nines: Annotated[int, Meta(ge=-12, le=12)] = -2
    slide: Cards = 0
    finish_trick: bool = False


class Reply(Knobs, frozen=True, eq=False, kw_only=True):
    """The calls that answer an opponent's, by how many cards later, and to which of his calls (TSR 6.4.4)."""

    calls: tuple[str, ...] = ("re", "kontra")
    later_by: Cards = 1
    to: Literal["any_call", "last_call"] = "any_call"


class Early(Knobs, frozen=True, eq=False, kw_only=True):
    """Calls made before ``until`` cards lay on the table give ``add`` points more (vorab, vorweg)."""

    until: Limit
    add: Gain = 1
    calls: tuple[str, ...] = ("re", "kontra")


class Duty(Knobs, frozen=True, eq=False, kw_only=True):
    """Pflichtansage: who takes one of the ``tricks`` with so many Augen has to call: the Ansage, or the next step.

    ``raised_by``: kinds and pigs that ask for one step more.
    """

    tricks: tuple[Annotated[int, Meta(ge=1, le=12)] | Literal["clarification"], ...]
    augen_min: Augen
    who: Literal["winner"] = "winner"
    call: Literal["ansage", "next"] = "ansage"
    decline_at: Augen | None = None
    not_in: tuple[str, ...] = ()
    raised_by: tuple[str, ...] = ()


class CallRules(Knobs, frozen=True, eq=False, kw_only=True):
    """``absage_needs``: the own Ansage, or ``implies_ansage``, or nothing; ``skip``: whether skipped Absagen count.

    ``first_only_mul``: only the first call multiplies. ``named``: without, a call says nothing of the party.
    ``implied``: calls that a kind, a class or a pig takes as made (``ansage``: of its party).
    """

    defs: dict[str, CallDef] = {}
    first_only_mul: bool = False
    named: bool = True
    once_per_party: bool = True
    max_total: Positive | None = None
    absage_needs: Literal["own_ansage", "implies_ansage", "nothing"] = "own_ansage"
    skip: Literal["counts_all", "counts_named", "forbidden"] = "counts_all"
    clock: Clock = Clock()
    reply: Reply = Reply()
    early: Early | None = None
    duty: tuple[Duty, ...] = ()
    implied: dict[str, tuple[str, ...]] = {}
