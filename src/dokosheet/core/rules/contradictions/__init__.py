"""Knobs of a ruleset that cannot both be meant: one function a contradiction, registered by its code.

They look at a whole ruleset and never keep it from being used. A ruleset without its own ``note`` is asked what it
means where the combination is legal but can be read in two ways.
"""

from __future__ import annotations

from collections.abc import Iterator

from dokosheet.core.rules import Ruleset
from dokosheet.core.rules.contradictions import before, calls, party, worth
from dokosheet.core.rules.contradictions.base import CATALOGUES, REGISTERED, Clash, Path, Sets

__all__ = ["CATALOGUES", "FAMILIES", "REGISTERED", "Clash", "Path", "Sets", "contradictions"]

FAMILIES = (before, calls, worth, party)


def contradictions(rules: Ruleset, sets: Sets) -> Iterator[Clash]:
    """Every contradiction of a ruleset, by code; ``sets``: whether its outermost file itself writes a knob."""
    for code in sorted(REGISTERED):
        yield from REGISTERED[code](rules, sets)
