"""Enter a hand by whole lines, where single keys cannot be read: an answer in, the next state out.

An answer is taken whole or not at all, and ``<`` takes the whole last one back.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from dokosheet.core.finding import Place
from dokosheet.core.notation.entries import parse_entry
from dokosheet.core.notation.hand import Hand
from dokosheet.core.notation.line import tokens_of
from dokosheet.core.notation.sheet import HandEntry
from dokosheet.core.notation.vocabulary import BANDS, KIND_WORDS, fold
from dokosheet.core.records import replace
from dokosheet.core.score.outcome import possible
from dokosheet.core.terms import ABSAGEN
from dokosheet.table import keymap
from dokosheet.table.keymap import BACKSPACE, ENTER
from dokosheet.table.questions import LAST, OVER, Entering, Offer, Stage, after_augen, ask_under

BACK: Final = "<"
#: Fewer letters of a word are keys.
SHORTEST: Final = 2
#: What is asked here can be answered by more of the line; a number elsewhere would be read as Augen.
NOTATION: Final = ("first", "second", "kind", "augen", "trick", "extras", "maker")
#: The bands that can be read for either side.
UNDER: Final = frozenset(word for word in BANDS if word.lstrip(":").startswith("u"))
#: Players of Re where it is no solo.
PAIR: Final = 2


def answer(state: Entering, line: str) -> Entering:
    """The state after an answer with Return: a word, keys, the beginning of a word, or the line in notation.

    Where it is none of them nothing changes but ``fault``, which is the answer.
    """
    line, here = line.strip(), replace(state, fault="")
    if line and not line.strip(BACK):
        for _ in line:
            here = here.press(BACKSPACE)
        return here
    ways = _WAYS
    if here.stage == "maker":
        ways = () if replace(here, fault=line).readings else _NAMING
    found = next((after for way in ways if (after := way(here, line)) is not None), None)
    if found is None:
        return replace(state, fault=line or ENTER)
    return found if found.before is None else replace(found, before=here)  # None: from the beginning, nothing to undo


def _spoken(offer: Offer) -> tuple[str, ...]:
    """The words for an offer."""
    if offer.family == "absage":
        return (ABSAGEN[int(offer.id)],)
    return fold(offer.id), fold(KIND_WORDS.get(offer.id, offer.id))


def _pressed(state: Entering, offers: list[Offer]) -> Entering | None:
    """The state after the key of the only offer; None where there is none, or more than one."""
    return _fitting(state.press(offers[0].key.split("/")[0])) if len(offers) == 1 else None


def _fitting(state: Entering) -> Entering | None:
    return None if state.fault else state


def _by_word(state: Entering, line: str) -> Entering | None:
    word = fold(line)
    if state.stage in LAST and word in keymap.SAID:
        return _fitting(state.press(keymap.SAID[word]))
    return _pressed(state, [offer for offer in state.offers() if word in _spoken(offer)])


def _by_keys(state: Entering, line: str) -> Entering | None:
    begun = state.stage != "text" and line.find(keymap.TEXT) == len(line) - 1
    for key in line:
        if state.stage in OVER:
            return None
        state = state.press(BACKSPACE if key == BACK and state.stage != "text" else key)
        if state.fault:
            return None
    waits = state.typed and not (begun and state.stage == "text") and state.stage not in OVER
    return _fitting(state.press(ENTER) if waits or not line else state)


def _by_beginning(state: Entering, line: str) -> Entering | None:
    word = fold(line)
    if len(word) < SHORTEST:
        return None
    offers = [offer for offer in state.offers() if offer.family != "key"]  # their ids are not what people read
    return _pressed(state, [o for o in offers if any(spoken.startswith(word) for spoken in _spoken(o))])


def _by_notation(state: Entering, line: str) -> Entering | None:
    if state.stage not in NOTATION or not line:
        return None
    text = f"{state.shown}{line}" if state.asked else f"{state.shown} {line}".strip()
    entry, problems = parse_entry(tokens_of(text), state.table.words, text, Place(1, 1, 2))
    if problems:
        return None
    if not isinstance(entry, HandEntry) or entry.note or state.table.rules.kinds[entry.hand.kind].goal != "augen":
        return state.step("confirm", text=text, before=state)  # nothing more can be asked about it
    stage = _stage(state, entry.hand)
    if stage and entry.hand.augen and entry.hand.augen.word in UNDER and state.hand.augen is None:
        return replace(ask_under(state, replace(entry.hand, augen=None), entry.hand.augen.word), before=state)
    return state.step(stage, hand=entry.hand, before=state) if stage else None


def _stage(state: Entering, hand: Hand) -> Stage | None:
    """What is asked next about a hand; None for one that the keys could not have made."""
    table = state.table
    if any(name not in table.playing for name in hand.named) or (hand.augen and not possible(hand.augen, table.rules)):
        return None
    if len(hand.named) == (1 if table.rules.is_solo(hand.kind) else PAIR):
        if hand.augen is None:
            return "augen" if hand.wert is None and hand.score is None else "extras"
        return after_augen(hand.augen, table.rules) if hand.trick is None else "extras"
    if hand == Hand(hand.named) and len(hand.named) == 1:
        return "second"
    counted = hand.wert is not None or hand.score is not None
    return "extras" if counted and not hand.named and hand.augen is None else None


_WAYS: Final[tuple[Callable[[Entering, str], Entering | None], ...]] = (
    _by_word,
    _by_keys,
    _by_beginning,
    _by_notation,
)
#: Who made something is one answer: a beginning of a name is not taken for keys of what comes next.
_NAMING: Final = (_by_word, _by_beginning, _by_keys, _by_notation)
