"""dokosheet: the scoring sheet and rules checker for Doppelkopf.

The names below are the library; they are loaded when they are first used. See docs/library.md.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dokosheet import checks as _checks
    from dokosheet.core.finding import DokosheetError as DokosheetError
    from dokosheet.core.finding import Finding as Finding
    from dokosheet.core.finding import Place as Place
    from dokosheet.core.finding import Repair as Repair
    from dokosheet.core.finding import Unread as Unread
    from dokosheet.core.ledger.book import Book as Book
    from dokosheet.core.ledger.fold import keep as keep
    from dokosheet.core.ledger.rows import Ledger as Ledger
    from dokosheet.core.ledger.rows import Row as Row
    from dokosheet.core.ledger.standings import Standing as Standing
    from dokosheet.core.ledger.standings import Tallies as Tallies
    from dokosheet.core.ledger.standings import standings as standings
    from dokosheet.core.notation.entries import words as words
    from dokosheet.core.notation.hand import Hand as Hand
    from dokosheet.core.notation.line import parse_hand as parse_hand
    from dokosheet.core.notation.sheet import Player as Player
    from dokosheet.core.notation.sheet import Sheet as Sheet
    from dokosheet.core.notation.spelling import format_hand as format_hand
    from dokosheet.core.rules import Ruleset as Ruleset
    from dokosheet.core.rules.departures import departures as departures
    from dokosheet.core.score.solver import explain as explain
    from dokosheet.core.score.value import score_hand as score_hand
    from dokosheet.edit.calculator import Calculator as Calculator
    from dokosheet.edit.calculator import known as known
    from dokosheet.edit.creating import Head as Head
    from dokosheet.edit.creating import new as new
    from dokosheet.edit.document import Document as Document
    from dokosheet.edit.document import Found as Found
    from dokosheet.edit.document import expand as expand
    from dokosheet.edit.document import open_sheet as open_sheet
    from dokosheet.edit.edits import Edit as Edit
    from dokosheet.edit.edits import Refused as Refused
    from dokosheet.edit.many import Choice as Choice
    from dokosheet.edit.many import check as check
    from dokosheet.edit.many import rank as rank
    from dokosheet.edit.mending import fix as fix
    from dokosheet.edit.schemas import schema_of as schema_of
    from dokosheet.edit.seating import rename as rename
    from dokosheet.edit.seating import seats as seats
    from dokosheet.edit.trail import history as history
    from dokosheet.edit.trail import redo as redo
    from dokosheet.edit.trail import undo as undo
    from dokosheet.edit.verbs import add as add
    from dokosheet.edit.verbs import amend as amend
    from dokosheet.edit.verbs import append as append
    from dokosheet.edit.verbs import fmt as fmt
    from dokosheet.edit.verbs import insert as insert
    from dokosheet.edit.verbs import move as move
    from dokosheet.edit.verbs import penalty as penalty
    from dokosheet.edit.verbs import reopen as reopen
    from dokosheet.edit.verbs import strike as strike
    from dokosheet.files import rulesets as _rulesets
    from dokosheet.files.sheets import read_sheet as read_sheet
    from dokosheet.importing.lists import import_lists as import_lists
    from dokosheet.screen.findings import as_text as as_text
    from dokosheet.screen.findings import as_value as as_value
    from dokosheet.screen.listing import show_value as show_value
    from dokosheet.text import Texts as Texts
    from dokosheet.text import texts as texts

    check_ledger = _checks.run
    bundled_rulesets, load_ruleset = _rulesets.bundled, _rulesets.load

__version__ = "0.1.0"

#: Where each public name is defined, and as what.
_HOME = {
    "checks": {"check_ledger": "run"},
    "core.finding": ("DokosheetError", "Finding", "Place", "Repair", "Unread"),
    "core.ledger.book": ("Book",),
    "core.ledger.fold": ("keep",),
    "core.ledger.rows": ("Ledger", "Row"),
    "core.ledger.standings": ("Standing", "Tallies", "standings"),
    "core.notation.entries": ("words",),
    "core.notation.hand": ("Hand",),
    "core.notation.line": ("parse_hand",),
    "core.notation.sheet": ("Player", "Sheet"),
    "core.notation.spelling": ("format_hand",),
    "core.rules": ("Ruleset",),
    "core.rules.departures": ("departures",),
    "core.score.solver": ("explain",),
    "core.score.value": ("score_hand",),
    "edit.calculator": ("Calculator", "known"),
    "edit.creating": ("Head", "new"),
    "edit.document": ("Document", "Found", "expand", "open_sheet"),
    "edit.edits": ("Edit", "Refused"),
    "edit.many": ("Choice", "check", "rank"),
    "edit.mending": ("fix",),
    "edit.schemas": ("schema_of",),
    "edit.seating": ("rename", "seats"),
    "edit.trail": ("history", "redo", "undo"),
    "edit.verbs": ("add", "amend", "append", "fmt", "insert", "move", "penalty", "reopen", "strike"),
    "files.rulesets": {"bundled_rulesets": "bundled", "load_ruleset": "load"},
    "files.sheets": ("read_sheet",),
    "importing.lists": ("import_lists",),
    "screen.findings": ("as_text", "as_value"),
    "screen.listing": ("show_value",),
    "text": ("Texts", "texts"),
}
_DEFINED = {
    name: (f"{__name__}.{module}", names[name] if isinstance(names, dict) else name)
    for module, names in _HOME.items()
    for name in names
}

__all__ = sorted([*_DEFINED, "__version__"])


def __getattr__(name: str) -> object:
    if name not in _DEFINED:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    module, defined = _DEFINED[name]
    return getattr(import_module(module), defined)


def __dir__() -> list[str]:
    return __all__
