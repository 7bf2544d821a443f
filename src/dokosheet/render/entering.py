"""What is asked now, in one line: the question and the keys that answer it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec.structs import replace

from dokosheet.app import keymap
from dokosheet.app.entering import Entering, Offer
from dokosheet.core.vocabulary import KIND_WORDS
from dokosheet.text import Texts

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
#: Keys that are always there and are worth saying where the entry ends.
LAST: Final = ("confirm", "refused", "repeated")
RETURN: Final = "Return"
#: Names are not cut shorter than this; rather than shorter than the other, the title is left out.
SHORTEST: Final = 3
READABLE: Final = 6


def question(state: Entering, t: Texts, width: int = 79) -> str:
    """The question of a state with its keys, in one line of at most ``width``."""
    if state.stage in ("augen", "value"):
        state = replace(state, typed="")  # one question while digits are typed
    asked = state.asked
    title = f"{offer_name(asked, t)}:" if asked else t(TITLES[state.stage])
    offers = state.offers()
    absagen = "/".join(offer.key for offer in offers if offer.family == "absage")
    parts = [(absagen, t("ask.absage"))] if absagen else []
    parts += [(key_name(offer.key, t), offer_name(offer, t)) for offer in offers if offer.family != "absage"]
    if state.stage in LAST:
        parts += [(key_name(keymap.BACKSPACE, t), t("ask.back")), (keymap.QUIT, t("ask.leave"))]
    if t.plain:
        return f"{title} {', '.join(f'{_either(key, t)} {name}'.strip() for key, name in parts)}"
    return _fit(title, parts, width)


def _either(key: str, t: Texts) -> str:
    """Keys that do the same, in words: ``1/a`` is ``1 or a``."""
    return t.list(key.split("/"), "or") if len(key) > 1 else key


def key_name(key: str, t: Texts) -> str:
    """A key as it is called."""
    if key == keymap.BACKSPACE:
        return t("ask.backspace")
    return RETURN if key == keymap.ENTER else key


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
        case "key" | "trick":
            return t(NAMES[word]) if word in NAMES else ""
        case _:
            return t.term(offer.family, word)


def _fit(title: str, parts: Sequence[tuple[str, str]], width: int) -> str:
    """One line: where it would be too long with narrower gaps, shorter names, without the title."""
    longest = max([len(name) for _, name in parts], default=0)
    narrow = [(1, most, title) for most in range(longest, SHORTEST - 1, -1)]
    bare = [(1, most, "") for most in range(longest, READABLE - 1, -1)]
    readable = [step for step in narrow if step[1] >= READABLE]
    for gap, most, begin in ((2, longest, title), *readable, *bare, *narrow):
        line = (" " * gap).join([*([begin] if begin else []), *_pieces(parts, most)])
        if len(line) <= width:
            return line
    return line[:width]


def _pieces(parts: Iterable[tuple[str, str]], most: int) -> list[str]:
    cut = [(key, name if len(name) <= most or key == RETURN else f"{name[: most - 1]}.") for key, name in parts]
    return [f"{key} {name}".strip() for key, name in cut]
