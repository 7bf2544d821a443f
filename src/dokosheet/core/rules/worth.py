"""Who wins, and what a hand is worth."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta, field

from dokosheet.core.rules.base import Augen, Cards, Gain, Knobs, Level, PartName, Times

#: Of a Sonderpunkt of its own a table counts one in each trick at most.
TRICKS: Final = 12
ALL_BUT_SONDERPUNKTE: tuple[PartName, ...] = ("won", "levels", "calls", "failed", "kind_add", "alten")


class Cowardice(Knobs, frozen=True, eq=False, kw_only=True):
    """Feigheit: winners who reached more levels than they called.

    ``slack``: how many may be missing (None: no such rule). ``effect``: the value goes to the other party
    (``flip_value``), a penalty is all that remains and goes there (``penalty_only``), the winners write a penalty
    besides (``winner_writes``), or the check says so (``flag``). ``per_missing``: points for each one beyond.
    ``not_in``: kinds, classes and swaps in which nobody is a coward.
    """

    slack: Cards | None = None
    effect: Literal["flip_value", "penalty_only", "winner_writes", "flag"] = "flip_value"
    per_missing: Gain = 1
    not_in: tuple[str, ...] = ("solo",)


class Tie(Knobs, frozen=True, eq=False, kw_only=True):
    """120:120: who wins it, which parts of the value count, and what they are multiplied by."""

    winner: Literal["rule", "nobody", "soloist"] = "rule"
    parts: Literal["all"] | tuple[PartName, ...] = "all"
    mul: Times = 1


class Outcome(Knobs, frozen=True, eq=False, kw_only=True):
    """``re_needs``: Re's Augen to win without Absagen; ``only_kontra_swaps``: a lone Kontra turns the tie (TSR 7.1).

    ``absage_binds``: who misses an Absage has lost; ``ansage_binds``: likewise an Ansage. ``both_fail``: what counts if
    both miss theirs. ``schwarz_by``: no trick, or no Augen.
    """

    re_needs: Annotated[int, Meta(ge=1, le=240)] = 121
    only_kontra_swaps: bool = True
    absage_binds: bool = True
    ansage_binds: bool = False
    both_fail: Literal["levels_only", "zero", "by_augen"] = "levels_only"
    tie: Tie = Tie()
    schwarz_by: Literal["tricks", "augen"] = "tricks"


class Failed(Knobs, frozen=True, eq=False, kw_only=True):
    """Points for what was reached against an Absage (TSR 7.2.2 e, f).

    ``basis``: for each level (``margin``), for the highest only, one for each Absage of who missed any, or nothing.
    """

    basis: Literal["margin", "margin_highest", "per_call", "none"] = "margin"
    add: Gain = 1


class Value(Knobs, frozen=True, eq=False, kw_only=True):
    """Points per head of the parts of a value (TSR 7.2.2).

    ``levels_count``: levels reached, those called, or the more of both. ``loser_levels``: levels of who has lost are
    void, count against the winner, or go to him where they were called. ``call_points``: also of calls that failed.
    ``mul_covers``: the parts that calls multiply. ``backdoor``: whether Sonderpunkte can turn a value round.
    """

    won: Gain = 1
    levels: dict[Level, Gain] = field(default_factory=lambda: {"l90": 1, "l60": 1, "l30": 1, "l0": 1})
    levels_count: Literal["reached", "called", "max_reached_called"] = "reached"
    loser_levels: Literal["void", "net", "called_to_winner"] = "void"
    call_points: Literal["always", "if_kept"] = "always"
    failed: Failed = Failed()
    mul_covers: tuple[PartName, ...] = ALL_BUT_SONDERPUNKTE
    backdoor: Literal["allow", "zero"] = "allow"


class SonderpunktDef(Knobs, frozen=True, eq=False, kw_only=True):
    """``points``: each, or of the first, the second ...; ``max``: in one hand, both parties together (TSR 7.2.3).

    ``kinds``: kinds or classes in which it counts, whatever they say. ``manual``: a Sonderpunkt of the table's own.
    """

    points: Gain | Annotated[tuple[Gain, ...], Meta(min_length=1, max_length=12)] = 1
    max: Annotated[int, Meta(ge=1, le=TRICKS)] = 1
    kinds: tuple[str, ...] | None = None
    min_augen: Augen | None = None
    manual: bool = False
