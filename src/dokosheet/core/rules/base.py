"""What all parts of a ruleset share."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

ClassName = Literal["pair", "solo"]
Level = Literal["l90", "l60", "l30", "l0"]
#: The parts of a value, in the order in which they are computed.
PartName = Literal["won", "levels", "calls", "failed", "kind_add", "alten", "sonderpunkte"]
Cards = Annotated[int, Meta(ge=0, le=12)]
Augen = Annotated[int, Meta(ge=0, le=240)]
#: Points that one thing is worth, gained or lost; hands, rounds, points or minutes of a Spielrunde. Every number of a
#: ruleset has a range, so that nothing that is computed from it grows without end.
Gain = Annotated[int, Meta(ge=-9_999, le=9_999)]
Count = Annotated[int, Meta(ge=0, le=9_999)]
Positive = Annotated[int, Meta(ge=1, le=9_999)]
#: Shares, and what something is multiplied by.
Times = Annotated[int, Meta(ge=-100, le=100)]
#: Players at a table.
Players = Annotated[int, Meta(ge=3, le=8)]
#: Amounts that people see, with four decimals at most: units and fees; what is paid; a part of something.
MOST: Final = 999_999
Amount = Annotated[int, Meta(ge=-MOST, le=MOST)] | Decimal
Paid = Annotated[int, Meta(ge=0, le=MOST)] | Decimal
Share = Annotated[int, Meta(ge=0, le=1)] | Decimal
#: All of something, nothing of it, or the ids that count.
Which = Literal["all", "none"] | tuple[str, ...]


class Knobs(Struct, frozen=True, eq=False, kw_only=True, forbid_unknown_fields=True):
    """No unknown keys, no change after loading; compared by identity."""


def among(which: Which, name: str) -> bool:
    """Whether a name is one of ``which``."""
    return which == "all" or (which != "none" and name in which)
