"""House rules: in what the rules of a sheet depart from the official ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dokosheet.core.rules import Ruleset
from dokosheet.files import rulesets

if TYPE_CHECKING:
    from dokosheet.core.rules.departures import Departure


def house_rules(rules: Ruleset) -> tuple[Departure, ...]:
    """What is different from the official rules; nothing, and nothing is loaded for it, where they are these."""
    official = rulesets.load(rulesets.ROOT)[0]
    if official is None or rules is official:
        return ()
    from dokosheet.core.rules.departures import departures

    return departures(official, rules)


def name_of(rules: Ruleset) -> str:
    """The id of a ruleset; ``tsr+sheet`` for bundled rules that a sheet itself changes."""
    own = rules.id in rulesets.bundled() and rules is not rulesets.load(rules.id)[0]
    return f"{rules.id}+sheet" if own else rules.id
