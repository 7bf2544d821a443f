"""What stands for a sign that a terminal or a file cannot show, or that would control it: another spelling."""

from __future__ import annotations

import codecs
from typing import Final

#: The name of the error handler, for the ``errors`` of a stream.
NEAREST: Final = "dokosheet.nearest"

#: What stands where nothing is near.
UNKNOWN: Final = "?"
#: Cards are said in German in both languages; ``♥10`` becomes ``Herz-10``.
SUITS: Final = {"♣": "Kreuz", "♠": "Pik", "♥": "Herz", "♦": "Karo", "♧": "Kreuz", "♤": "Pik", "♡": "Herz", "♢": "Karo"}
#: How letters and signs are written without them; letters with accents lose these, see :func:`_plain`.
SPELT: Final = {
    "ä": "ae",
    "ö": "oe",
    "ü": "ue",
    "ß": "ss",
    "Ä": "Ae",
    "Ö": "Oe",
    "Ü": "Ue",
    "ẞ": "SS",
    "æ": "ae",
    "Æ": "Ae",
    "œ": "oe",
    "Œ": "Oe",
    "ø": "o",
    "Ø": "O",
    "đ": "d",
    "Đ": "D",
    "ð": "d",
    "Ð": "D",
    "þ": "th",
    "Þ": "Th",
    "ł": "l",
    "Ł": "L",
    "ı": "i",
    "„": '"',
    "“": '"',
    "”": '"',
    "«": '"',
    "»": '"',
    "‚": "'",
    "‘": "'",
    "’": "'",
    "‹": "'",
    "›": "'",
    "−": "-",
    "–": "-",
    "—": "-",
    "‐": "-",
    "‑": "-",
    "…": "...",
    "·": "-",
    "•": "*",
    "×": "x",
    "→": "->",
    "←": "<-",
    "⁄": "/",
    "§": "Par.",
    "€": "EUR",
    "£": "GBP",
    "½": "1/2",
    "\u00a0": " ",
    "\u2009": " ",
    "\u202f": " ",
    "\u00ad": "",
    "\ufeff": "",
    "\ufffd": UNKNOWN,
}


def printable(text: str) -> str:
    """A text for one line of a terminal, a table or a log: what would control it is spelled out.

    That are escapes, line breaks of all kinds, marks that turn the direction, and halves of characters: ``\\x1b``.
    """
    return text if text.isprintable() else "".join(char if char.isprintable() else repr(char)[1:-1] for char in text)


def escaped(json: str) -> str:
    """The same for JSON, which has a spelling for all signs: ``\\u001b``; nothing else in it changes."""
    return json if json.isprintable() else "".join(char if char.isprintable() else _units(char) for char in json)


def _units(char: str) -> str:
    units = char.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[i : i + 4]}" for i in range(0, len(units), 4))


def spelt(text: str, start: int, end: int) -> str:
    """The signs from ``start`` to ``end`` in ASCII."""
    return "".join(_suit(text, i) if text[i] in SUITS else _plain(text[i]) for i in range(start, end))


def _suit(text: str, i: int) -> str:
    return SUITS[text[i]] + ("-" if text[i + 1 : i + 2].isalnum() else "")


def _plain(sign: str) -> str:
    if sign in SPELT:
        return SPELT[sign]
    import unicodedata

    if unicodedata.combining(sign):
        return ""  # an accent on the letter before it
    parts = unicodedata.normalize("NFKD", sign)
    letters = "".join(part if part.isascii() else SPELT.get(part, "") for part in parts)
    return letters or UNKNOWN


def _nearest(error: UnicodeError) -> tuple[str, int]:
    """The error handler: ASCII is in every code page of a terminal."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return spelt(error.object, error.start, error.end), error.end


codecs.register_error(NEAREST, _nearest)


def shown(text: str, encoding: str | None) -> str:
    """The text as a stream of this encoding shows it, to count its columns."""
    return text if text.isascii() else text.encode(encoding or "utf-8", NEAREST).decode(encoding or "utf-8")
