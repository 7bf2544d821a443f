"""Bock: hands that count double."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from dokosheet.core.rules.base import Gain, Knobs, PartName
from dokosheet.core.terms import Mode

Length = Annotated[int, Meta(ge=1, le=99)] | Literal["players", "lap"]


class Trigger(Knobs, frozen=True, eq=False, kw_only=True):
    """What begins Bock: ``kinds`` or classes of hands in which it does, ``hands``: for how many instead of ``length``.

    ``manual``: an event of the table's own, noted as a mark of its id.
    """

    kinds: tuple[str, ...] = ()
    hands: Length | None = None
    manual: bool = False


class Bock(Knobs, frozen=True, eq=False, kw_only=True):
    """``per_hand``: several triggers of one hand begin it once, or once each.

    ``length``: hands, one for each player, or until the deal has gone round. ``overlap``: a trigger in Bock is ignored,
    begins it anew, goes behind it or on top of it; ``max_level``: how often it doubles at most (None: no ceiling);
    ``overflow``: what is over that is dropped or goes behind. ``mul``, ``add``: what a level does to the ``covers``
    parts of the value. ``tick``: every hand uses it up, or only those after which the deal moves on; ``hold_in``: modes
    in which it sleeps. ``unwon_is_lost``: a call, or a solo, is lost in a hand that nobody has won. ``party_end``: what
    is left at the end is lost or played. ``owner``: it counts for the table, or for who lost.
    """

    triggers: dict[str, Trigger] = {}
    per_hand: Literal["once", "each"] = "once"
    length: Length = "players"
    overlap: Literal["ignore", "restart", "queue", "stack"] = "queue"
    max_level: Annotated[int, Meta(ge=1, le=16)] | None = None
    overflow: Literal["drop", "queue"] = "drop"
    mul: Annotated[int, Meta(ge=0, le=100)] = 2
    add: Gain = 0
    covers: Literal["all"] | tuple[PartName, ...] = "all"
    tick: Literal["every_hand", "deal_advances"] = "deal_advances"
    hold_in: tuple[Mode, ...] = ()
    unwon_is_lost: bool = True
    party_end: Literal["cut", "extend"] = "cut"
    owner: Literal["table", "loser"] = "table"
