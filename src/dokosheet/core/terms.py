"""The closed sets of the game: parties, calls, levels, modes. The glossary in code."""

from __future__ import annotations

from decimal import Decimal
from typing import Final, Literal

#: Points as they are written: whole, or with decimals.
Number = int | Decimal
Party = Literal["re", "kontra"]
Winner = Literal["re", "kontra", None]
Mode = Literal["normal", "pflicht", "vorgefuehrt", "lust", "still", "allein"]

#: All card points of a hand.
AUGEN: Final = 240

#: What a party has called, as a step: nothing, its Ansage, then the Absagen. A step includes those below it.
NOTHING, ANSAGE, K90, K60, K30, SCHWARZ = range(6)
STEPS: Final = 6

#: The Absagen by step, as they are called in rulesets and in JSON.
ABSAGEN: Final[dict[int, str]] = {K90: "k90", K60: "k60", K30: "k30", SCHWARZ: "schwarz"}

#: The calls that every ruleset knows the meaning of, each with its step.
STEP_OF: Final = {"re": ANSAGE, "kontra": ANSAGE, **{name: step for step, name in ABSAGEN.items()}}

#: Levels reached: id -> the other party has fewer Augen than this (l0 is about tricks, not about Augen).
LEVELS: Final[dict[Literal["l90", "l60", "l30"], int]] = {"l90": 90, "l60": 60, "l30": 30}

OTHER: Final[dict[str, Party]] = {"re": "kontra", "kontra": "re"}


def call_id(party: str, step: int) -> str:
    """The ruleset's id of a step of a party: ``("re", ANSAGE)`` is ``re``, ``("kontra", K60)`` is ``k60``."""
    return party if step == ANSAGE else ABSAGEN[step]
