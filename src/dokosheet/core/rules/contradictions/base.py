"""What all contradictions share: what one is, how it registers, and the words they all use."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from msgspec import Struct, field

from dokosheet.core.finding import Severity
from dokosheet.core.rules import Ruleset

#: Keys from the top of a ruleset down to a knob; a number is the place in a list.
Path = tuple[str | int, ...]
#: Whether the outermost file itself writes a knob; what it does not write comes from what it extends.
Sets = Callable[[Path], bool]


class Clash(Struct, frozen=True):
    """A knob that contradicts another.

    ``path``: the wrong one; ``other``: the one that it clashes with, to be shown where only that one is written in the
    file. ``args``: what the sentence names; the path is its ``knob``. ``severity``: where it is not that of the code.
    ``at_key``: the key is wrong, not its value.
    """

    code: str
    path: Path
    variant: str = ""
    args: dict[str, Any] = field(default_factory=dict)
    other: Path = ()
    severity: Severity | None = None
    at_key: bool = False


Check = Callable[[Ruleset, Sets], Iterable[Clash]]

#: Code -> what finds it.
REGISTERED: Final[dict[str, Check]] = {}


def contradiction(code: str) -> Callable[[Check], Check]:
    """Register the function that finds a code."""

    def register(function: Check) -> Check:
        REGISTERED[code] = function
        return function

    return register


#: Maps by id: a new house rule is a new entry in one of them.
CATALOGUES: Final[tuple[tuple[str, ...], ...]] = (
    ("labels",),
    ("deck", "pigs"),
    ("deck", "swaps"),
    ("redeal", "triggers"),
    ("classes",),
    ("kinds",),
    ("modes",),
    ("calls", "defs"),
    ("calls", "clock", "latest"),
    ("calls", "implied"),
    ("sonderpunkte",),
    ("bock", "triggers"),
    ("pflichtsolo", "require"),
    ("settlement", "fees"),
    ("settlement", "tallies"),
    ("penalties",),
)
