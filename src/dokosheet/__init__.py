"""dokosheet: the scoring sheet and rules checker for Doppelkopf.

The names below are the library; they are loaded when they are first used. See docs/library.md.
"""

from typing import Any

__version__ = "0.1.0"

#: Public name -> where it is defined.
_HOME = {
    "Calculator": "dokosheet.edit.calculator",
    "Finding": "dokosheet.core.finding",
    "Hand": "dokosheet.core.notation.hand",
    "Tallies": "dokosheet.core.ledger.standings",
    "check_ledger": "dokosheet.checks",
    "format_hand": "dokosheet.core.notation.spelling",
    "keep": "dokosheet.core.ledger.book",
    "load_ruleset": "dokosheet.files.rulesets",
    "open_sheet": "dokosheet.edit.document",
    "parse_hand": "dokosheet.core.notation.line",
    "read_sheet": "dokosheet.files.sheets",
    "score_hand": "dokosheet.core.score.value",
    "standings": "dokosheet.core.ledger.standings",
    "texts": "dokosheet.text",
    "words": "dokosheet.core.notation.entries",
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
