"""dokosheet: the scoring sheet and rules checker for Doppelkopf.

The names below are the library; they are loaded when they are first used. See docs/library.md.
"""

from typing import Any

__version__ = "0.1.0"

#: Public name -> where it is defined.
_HOME = {
    "Calculator": "dokosheet.app.scoring",
    "Finding": "dokosheet.core.finding",
    "Hand": "dokosheet.core.hand",
    "Tallies": "dokosheet.core.standings",
    "check_ledger": "dokosheet.checks",
    "format_hand": "dokosheet.core.spelling",
    "keep": "dokosheet.core.ledger",
    "load_ruleset": "dokosheet.io.rulesets",
    "open_sheet": "dokosheet.app.reading",
    "parse_hand": "dokosheet.core.notation",
    "read_sheet": "dokosheet.io.sheets",
    "score_hand": "dokosheet.core.value",
    "standings": "dokosheet.core.standings",
    "texts": "dokosheet.text",
    "words": "dokosheet.core.words",
}

__all__ = sorted([*_HOME, "__version__"])


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    module = import_module(_HOME[name])
    return getattr(module, {"load_ruleset": "load", "check_ledger": "run"}.get(name, name))


def __dir__() -> list[str]:
    return __all__
