"""What is asked now: the question and the keys that answer it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from dokosheet.app import keymap
from dokosheet.app.answering import BACK
from dokosheet.app.entering import LAST, Entering, Offer
from dokosheet.core.terms import OTHER
from dokosheet.core.vocabulary import KIND_WORDS
from dokosheet.text import Texts
from dokosheet.text.signs import printable

TITLES: Final = {
    "first": "ask.first",
    "second": "ask.second",
    "kind": "ask.kind",
    "klaerung": "ask.klaerung",
    "augen": "ask.augen",
    "trick": "ask.trick",
    "value": "ask.value",
    "extras": "ask.extras",
    "text": "ask.text",
    "confirm": "ask.confirm",
    "refused": "ask.refused",
    "repeated": "ask.repeated",
}
NAMES: Final = {
    "alone": "ask.alone",
    "unknown": "ask.unknown",
    "value": "ask.only-value",
    "done": "ask.done",
    "write": "ask.write",
    "again": "ask.again",
    "schwarz": "ask.schwarz",
    "stich": "ask.stich",
}
RETURN: Final = "Return"
#: Names are not cut shorter than this; there are more lines instead.
READABLE: Final = 8


def question(state: Entering, t: Texts, width: int = 79, lines: bool = False) -> str:
    """The question of a state with its keys, in as few lines of at most ``width`` as can be.

    ``lines``: whole lines are answered, and keys are called by what is typed there.
    """
    if state.stage in ("augen", "value"):
        state = replace(state, typed="")  # one question while digits are typed
    asked = state.asked
    title = f"{offer_name(asked, t)}:" if asked else _title(state, t)
    offers = state.offers()
    absagen = "/".join(offer.key for offer in offers if offer.family == "absage")
    parts = [(absagen, t("ask.absage"))] if absagen else []
    parts += [(key_name(offer.key, t, lines), offer_name(offer, t)) for offer in offers if offer.family != "absage"]
    if state.stage in LAST:  # there it is worth saying what can always be pressed
        parts += [(key_name(keymap.BACKSPACE, t, lines), t("ask.back")), (keymap.QUIT, t("ask.leave"))]
    if t.plain:
        return f"{title} {', '.join(f'{_either(key, t)} {name}'.strip() for key, name in parts)}"
    return "\n".join(_fit(title, parts, width))


def _title(state: Entering, t: Texts) -> str:
    if state.stage == "under":
        return t("ask.under", most=state.typed.removeprefix("u"))
    return t(TITLES[state.stage])


def not_taken(state: Entering, t: Texts) -> str:
    """Why an answer was not taken; "" where it was."""
    if not state.fault:
        return ""
    readings = state.readings
    if readings:
        return t("ask.which", key=state.fault, readings=t.list((t.term("party", name) for name in readings), "or"))
    return t("ask.no", key=key_name(state.fault, t))


def _either(key: str, t: Texts) -> str:
    """Keys that do the same, in words: ``1/a`` is ``1 or a``."""
    return t.list(key.split("/"), "or") if len(key) > 1 else key


def key_name(key: str, t: Texts, lines: bool = False) -> str:
    """A key as it is called, or what was typed; ``lines``: as in :func:`question`."""
    if key == keymap.BACKSPACE:
        return BACK if lines else t("ask.backspace")
    return RETURN if key == keymap.ENTER else printable(key)


def offer_name(offer: Offer, t: Texts) -> str:
    """What a key stands for, in a word or two."""
    word = offer.id
    match offer.family:
        case "kind":
            notation = KIND_WORDS.get(word, word)
            return notation.removesuffix("solo") or notation
        case "own-call":
            return t.term("call", word)
        case "mark":
            name = t.term("trigger", "heart_trick" if word == "herzstich" else word)
            return t.term("sonderpunkt", word) if name == word else name
        case "under":
            return t("ask.under.party", party=t.term("party", word), winner=t.term("party", OTHER[word]))
        case "key" | "trick":
            return t(NAMES[word]) if word in NAMES else ""
        case _:
            return t.term(offer.family, word)


def _fit(title: str, parts: Sequence[tuple[str, str]], width: int) -> list[str]:
    """One line; where it would be too long with narrower gaps or shorter names, one for the title and one for the keys.

    Where that is not enough either, as many as it takes.
    """
    above = textwrap.wrap(title, width)
    if not parts:
        return above
    longest = max([len(name) for _, name in parts], default=0)
    narrow = [(1, most) for most in range(longest, READABLE - 1, -1)]
    for begin in ([title], []):
        for gap, most in ((2, longest), *narrow):
            line = (" " * gap).join([*begin, *_pieces(parts, most)])
            if len(line) <= width:
                return [line] if begin else [*above, line]
    return [*above[:-1], *_filled([*above[-1:], *_pieces(parts, longest)], width)]


def _filled(pieces: Sequence[str], width: int) -> Iterator[str]:
    """As many lines as it takes; no piece is torn, and one longer than a line is cut."""
    line = ""
    for piece in (piece[:width] for piece in pieces):
        more = f"{line}  {piece}" if line else piece
        if len(more) > width:
            yield line
        line = piece if len(more) > width else more
    yield line


def _pieces(parts: Sequence[tuple[str, str]], most: int) -> list[str]:
    cut = [(key, name if len(name) <= most or key == RETURN else f"{name[: most - 1]}.") for key, name in parts]
    return [f"{key} {name}".strip() for key, name in cut]
