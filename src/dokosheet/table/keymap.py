"""Which key stands for what when a hand is entered key by key: letters that do not clash, from the ruleset alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from string import ascii_lowercase
from typing import Final

from dokosheet.core.notation.words import marks_of, noted_of
from dokosheet.core.records import Record
from dokosheet.core.rules import Ruleset, among
from dokosheet.core.score.value import DERIVED
from dokosheet.core.terms import ABSAGEN, ANSAGE, STEP_OF, Party, call_id
from dokosheet.shell.keys import BACKSPACE as BACKSPACE
from dokosheet.shell.keys import ENTER as ENTER
from dokosheet.shell.keys import EOF as EOF
from dokosheet.shell.keys import ESCAPE as ESCAPE

QUIT: Final = "q"
TEXT: Final = "/"
VALUE: Final = "w"
AGAIN: Final = "n"
YES: Final = ("j", "y")
#: What people say instead where the line is complete.
SAID: Final = {"ja": YES[0], "yes": YES[0], "nein": QUIT, "no": QUIT}

#: The Ansage of each party, and the Absagen behind it.
CALL_KEYS: Final[dict[Party, str]] = {"re": "r", "kontra": "k"}
ABSAGE_KEYS: Final = {step: "s" if name == "schwarz" else name[1] for step, name in ABSAGEN.items()}
#: A party where its letter begins the name of a player.
PARTY_SIGNS: Final[dict[Party, str]] = {"re": "+", "kontra": "-"}
TRICK_KEYS: Final = {"schwarz": "0", "stich": "1"}

#: The letters that people expect.
EXPECTED: Final = {
    "hochzeit": "h",
    "armut": "a",
    "damensolo": "d",
    "bubensolo": "b",
    "kreuzsolo": "k",
    "piksolo": "p",
    "herzsolo": "h",
    "karosolo": "a",
    "fleischloser": "f",
    "solo": "s",
    "stille_hochzeit": "t",
    "hochzeit_allein": "z",
    "fuchs": "f",
    "doppelkopf": "d",
    "karlchen": "c",
    "fuchs_am_end": "e",
    "karlchen_gefangen": "g",
    "schweinchen": "w",
    "herzstich": "h",
}


class Extra(Record, frozen=True):
    """Something that can happen in a hand and is noted: a Sonderpunkt, a pig, a call of the table's own, a mark."""

    key: str
    family: str
    id: str


def letters(words: Iterable[str], taken: Iterable[str]) -> dict[str, str]:
    """A letter for each word: the expected one, else one of its own letters, else any; none left: no letter."""
    words, used = list(words), set(taken)
    found: dict[str, str] = {}
    for expected in (True, False):  # what people expect comes first, whatever stands before it
        for word in words:
            candidates = EXPECTED.get(word, "") if expected else word + ascii_lowercase
            key = next((c for c in candidates if c in ascii_lowercase and c not in used), None)
            if key and word not in found:
                found[word] = key
                used.add(key)
    return {word: found[word] for word in words if word in found}


@lru_cache(maxsize=32)
def kinds(rules: Ruleset, alone: bool) -> Mapping[str, str]:
    """Kind -> letter: those in which one plays against three, or the others but the Normalspiel.

    Only kinds that Augen decide; what needs more is typed as a line.
    """
    offered = [
        name
        for name, kind in rules.kinds.items()
        if rules.is_solo(name) == alone
        and name != "normal"
        and kind.goal == "augen"
        and (name != "hochzeit_allein" or rules.hochzeit.unfound != "redeal")
    ]
    return letters(offered, (QUIT, VALUE, "g", "u"))


def calls(rules: Ruleset, kind: str) -> dict[Party, tuple[int, ...]]:
    """The steps that each party can call in a kind, its Ansage first; a party without an Ansage is not there."""
    can = rules.calls_in(kind)
    found: dict[Party, tuple[int, ...]] = {}
    for party in CALL_KEYS:
        names = {step: call_id(party, step) for step in (ANSAGE, *ABSAGEN)}
        steps = [step for step, name in names.items() if _known(name, party, rules) and among(can, name)]
        if ANSAGE in steps:
            found[party] = tuple(steps)
    return found


def _known(call: str, party: str, rules: Ruleset) -> bool:
    definition = rules.calls.defs.get(call)
    return definition is not None and definition.party in ("any", party)


@lru_cache(maxsize=32)
def extras(rules: Ruleset) -> tuple[Extra, ...]:
    """All that a ruleset wants noted, with letters that stay the same in every kind."""
    families = dict.fromkeys((name for name in noted_of(rules) if name not in DERIVED), "sonderpunkt")
    families |= dict.fromkeys((name for name in rules.calls.defs if name not in STEP_OF), "own-call")
    families |= dict.fromkeys(marks_of(rules), "mark")
    taken = (QUIT, *CALL_KEYS.values(), *ABSAGE_KEYS.values())
    return tuple(Extra(key, families[name], name) for name, key in letters(families, taken).items())


def counting(rules: Ruleset, kind: str) -> tuple[Extra, ...]:
    """Those that a kind of hand has a use for."""
    return tuple(extra for extra in extras(rules) if _counts(extra, kind, rules))


def _counts(extra: Extra, kind: str, rules: Ruleset) -> bool:
    name = extra.id
    if extra.family == "own-call":
        return among(rules.calls_in(kind), name)
    if extra.family == "sonderpunkt":
        pig = rules.deck.pigs.get(name)
        if pig is not None:
            return rules.covers(pig.kinds, kind)
        return name not in rules.sonderpunkte or rules.counts(kind, name)
    if name in rules.deck.swaps:
        return rules.deck.swaps[name].effect != "repartner" or not rules.is_solo(kind)
    trigger = rules.bock.triggers.get("heart_trick" if name == "herzstich" else name)
    fits = trigger is None or not trigger.kinds or rules.covers(trigger.kinds, kind)
    return fits and rules.bock_use(kind).trigger
