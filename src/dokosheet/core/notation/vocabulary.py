"""The words of the notation: what each one means, its canonical spelling and its other spellings."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from typing import Final

from dokosheet.core.notation.hand import Augen
from dokosheet.core.rules import Ruleset
from dokosheet.core.terms import ABSAGEN, ANSAGE, AUGEN, Party

_UMLAUTS: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})


def fold(word: str) -> str:
    """The form in which words are looked up: case does not matter, ß is ss, ä is ae and so on."""
    if word.isascii():
        return word.lower()
    return unicodedata.normalize("NFC", word).lower().translate(_UMLAUTS)


#: Kinds whose canonical word is not their id. A Hochzeit alone is told by the number of players.
KIND_WORDS: Final = {"stille_hochzeit": "still", "fleischloser": "fleischlos", "hochzeit_allein": "hochzeit"}

KIND_ALIASES: Final = {
    "hz": "hochzeit",
    "sh": "stille_hochzeit",
    "stille": "stille_hochzeit",
    "stumm": "stille_hochzeit",
    "ds": "damensolo",
    "dame": "damensolo",
    "bs": "bubensolo",
    "bube": "bubensolo",
    "kr": "kreuzsolo",
    "kreuz": "kreuzsolo",
    "pi": "piksolo",
    "pik": "piksolo",
    "schippe": "piksolo",
    "he": "herzsolo",
    "herz": "herzsolo",
    "ka": "karosolo",
    "karo": "karosolo",
    "trumpfsolo": "karosolo",
    "fl": "fleischloser",
    "ass": "fleischloser",
    "asse": "fleischloser",
    "fleischloser": "fleischloser",
    "stille_hochzeit": "stille_hochzeit",
    "ar": "armut",
}

#: Kinds that some tables play: known words, so that a ruleset without them can be named as the reason.
OTHER_KINDS: Final = (
    *("kreuzsolo", "piksolo", "herzsolo", "karosolo", "damensolo", "bubensolo", "fleischloser"),
    *("hochzeit", "stille_hochzeit"),
    "armut",
    "kontrasolo",
    "koenigssolo",
    "schwarze_sau",
    "knochenloser",
    "schlanker_martin",
    "koehler",
)

SONDERPUNKT_ALIASES: Final = {
    "f": "fuchs",
    "dk": "doppelkopf",
    "doko": "doppelkopf",
    "k": "karlchen",
    "charlie": "karlchen",
    "charly": "karlchen",
    "fae": "fuchs_am_end",
    "kg": "karlchen_gefangen",
    "dg": "dulle_gefangen",
    "sw": "schweinchen",
}

OTHER_SONDERPUNKTE: Final = (
    "fuchs_am_end",
    "karlchen_gefangen",
    "dulle_gefangen",
    "schweinchen",
    "herzstich",
    "agathe",
    "fischauge",
)

#: What people say of a redeal -> the predicate that it speaks of.
REDEAL_WORDS: Final = {
    "neunen": "nines_min",
    "neuner": "nines_min",
    "koenige": "kings_min",
    "volle": "fulls_min",
    "luschen": "low_min",
    "truempfe": "trumps_max",
    "trumpfarm": "trumps_max",
    "vergeben": "misdeal",
    "vergebung": "misdeal",
    "verteilt": "misdeal",
}


def redeal_ids(reason: str, rules: Ruleset) -> tuple[str, ...]:
    """What the first word of a reason to deal again names: itself, and the triggers of the ruleset that it means."""
    word = fold(reason.split()[0]) if reason.split() else ""
    predicate = REDEAL_WORDS.get(word, "")
    meant = [
        name
        for name, trigger in rules.redeal.triggers.items()
        if name != word and predicate and getattr(trigger, predicate)
    ]
    return (word, *meant)


#: Sonderpunkte whose condition has a name that everybody knows; others are a table's own.
KNOWN_SONDERPUNKTE: Final = (
    *("alten", "gegen_schweine", "gegen_solo", "doppelkopf", "fuchs", "fuchs_am_end", "fuchs_letzter", "doppelfuchs"),
    *("karlchen", "karlchen_gefangen", "doppelkarlchen", "doppelkarlchen_gefangen", "agathe", "dulle_gefangen"),
    *("herzstich", "fischauge", "gans", "klabautermann", "kaffeekraenzchen", "joker", "fuchsjagd_ok"),
    *("fuchsjagd_miss", "laufende", "schweinchen"),
)

#: How a solo came about: these every ruleset understands.
SOLO_MARKS: Final = ("pflicht", "lust", "vorgefuehrt")
MARK_ALIASES: Final = {"pf": "pflicht", "lu": "lust", "vf": "vorgefuehrt", "hst": "herzstich", "herzdurch": "herzstich"}
OTHER_MARKS: Final = ("herzstich",)

TRICK_FACTS: Final = ("schwarz", "stich")

#: Written facts: the word before the colon.
FACTS: Final = {
    "wert": "wert",
    "value": "wert",
    "sieger": "sieger",
    "winners": "sieger",
    "geber": "dealer",
    "dealer": "dealer",
    "bock": "bock",
    "aussetzt": "sits_out",
    "ok": "ok",
}

PENALTY_ALIASES: Final = {
    "gering": "minor",
    "geringfuegig": "minor",
    "gering_solo": "minor_solo",
    "schwer": "severe",
    "schwer_solo": "severe_solo",
    "conduct": "unsporting",
    "unsportlich": "unsporting",
}

#: Where nobody counted exactly (TSR 7.2.2): Re's Augen, and by the word who won.
BANDS: Final = {
    band.word: band
    for band in (
        Augen(120, 150, "gew"),
        Augen(151, 180, "u90"),
        Augen(181, 210, "u60"),
        Augen(211, AUGEN, "u30"),
        Augen(90, 120, ":gew"),
        Augen(60, 89, ":u90"),
        Augen(30, 59, ":u60"),
        Augen(0, 29, ":u30"),
    )
}

_PARTIES: Final[dict[str, Party]] = {
    "re": "re",
    "r": "re",
    "kontra": "kontra",
    "contra": "kontra",
    "kon": "kontra",
    "ko": "kontra",
}


def parties_like(word: str) -> list[Party]:
    """The parties that a folded word can name: an abbreviation, or a beginning of ``re`` or ``kontra``."""
    begun = [party for party in dict.fromkeys(_PARTIES.values()) if party.startswith(word)]
    return begun or ([_PARTIES[word]] if word in _PARTIES else [])


_STEPS: Final = {
    "": ANSAGE,
    **{name.removeprefix("k"): step for step, name in ABSAGEN.items()},
    "s": max(ABSAGEN),
    "sch": max(ABSAGEN),
}
#: Spelling -> (party, step), for all calls: ``re``, ``ko60``, ``re-s`` ...
CALLS: Final[dict[str, tuple[Party, int]]] = {
    party + dash + word: (side, step)
    for party, side in _PARTIES.items()
    for word, step in _STEPS.items()
    for dash in ("", "-")
    if word or not dash
}

#: What a word sounds like that could mean two things: it is refused, and these are the readings.
TWO_READINGS: Final[dict[str, tuple[str, ...]]] = {
    "schw": ("schwarz", "reschwarz", "kontraschwarz"),
    "k90": ("re90", "kontra90"),
    "k60": ("re60", "kontra60"),
    "k30": ("re30", "kontra30"),
    **{
        f"{no}{dash}{level}": (f"re{level}", f"kontra{level}")
        for no in ("keine", "ohne", "no")
        for dash in ("", "-")
        for level in (90, 60, 30)
    },
    "ohne": ("re90", "kontra90", "90"),
    "keine": ("re90", "kontra90", "90"),
}


def is_name(text: str) -> bool:
    """Whether the notation can write a name as it is: letters, digits, ``. - ' _``, a letter first."""
    if text.isalpha():
        return True
    text = unicodedata.normalize("NFC", text)
    return text[:1].isalpha() and all(c.isalpha() or c.isdecimal() or c in ".-'_" for c in text)


#: Signs without width, which nobody sees: soft hyphen, zero width space, word joiner, byte order mark.
_UNSEEN: Final = dict.fromkeys(map(ord, "\u00ad\u200b\u2060\ufeff"))


def clean(name: str) -> str:
    """A name as it is compared and shown: one spelling of what looks the same (NFC), single blanks, none around it."""
    if name.isascii() and name.isalnum():
        return name
    return " ".join(unicodedata.normalize("NFC", name).translate(_UNSEEN).split())


def free_name(name: str, taken: Collection[str]) -> str:
    """A name for who is called like somebody else at the table: ``Anna-B``; ``taken``: the folded names."""
    letters = (chr(n) for n in range(ord("B"), ord("Z") + 1))
    return next((free for letter in letters if fold(free := f"{name}-{letter}") not in taken), f"{name}-{len(taken)}")


#: A real minus, and the dash that word processors make of it, count as a minus.
DASHES: Final = str.maketrans({"−": "-", "–": "-"})
NUMBER: Final = re.compile(r"[-+−–]?\d{1,9}(?:[.,]\d{1,4})?")
INTEGER: Final = re.compile(r"[-+−–]?\d{1,9}")
