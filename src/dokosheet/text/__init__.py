"""Every sentence for people, in German and English.

A message is a template with named fields (``str.format``); the catalogues are plain dicts, one module a room and
language. Everything else speaks in ids and values.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from decimal import Decimal
from functools import lru_cache
from importlib import import_module
from typing import Any, Final

from dokosheet.text.signs import printable

LANGUAGES: Final = ("de", "en")
#: The modules of a language that hold its messages.
CATALOGUES: Final = ("terms", "findings", "screen")
#: Catalogues that few commands need, by how their ids begin: loaded when the first of them is asked for.
LAZY: Final = {"knob.": "rules", "rule.": "rules", "R7": "contradictions"}


def language(option: str | None = None) -> str:
    """The language to speak: the option, else DOKOSHEET_LANG, else the locale, else English."""
    wishes = (option, os.environ.get("DOKOSHEET_LANG"), *(os.environ.get(v) for v in ("LC_ALL", "LC_MESSAGES", "LANG")))
    for wish in wishes:
        if wish:
            return wish[:2].lower() if wish[:2].lower() in LANGUAGES else "en"
    return "en"


def plain(option: bool = False) -> bool:
    """Whether to speak plainly: the option, else DOKOSHEET_PLAIN."""
    return option or os.environ.get("DOKOSHEET_PLAIN", "") not in ("", "0")


class _Messages(dict[str, str]):
    """The messages of a language, with those that are loaded late."""

    def __init__(self, lang: str) -> None:
        super().__init__()
        self.lang = lang
        self.late = dict(LAZY)
        for catalogue in CATALOGUES:
            self._load(catalogue)

    def __missing__(self, message: str) -> str:
        prefix = next((prefix for prefix in self.late if message.startswith(prefix)), None)
        if prefix is None:
            raise KeyError(message)
        catalogue = self.late[prefix]
        self.late = {prefix: name for prefix, name in self.late.items() if name != catalogue}
        self._load(catalogue)
        return self[message]

    def get(self, message: str, default: Any = None) -> Any:
        try:
            return self[message]
        except KeyError:
            return default

    def _load(self, catalogue: str) -> None:
        self.update(import_module(f"dokosheet.text.{self.lang}.{catalogue}").MESSAGES)


def quoted(path: str) -> str:
    """A path as a word of a shell."""
    from shlex import quote

    return path if path.replace("/", "").replace(".", "").isalnum() else quote(path)


class Texts:
    """The messages of one language; ask :func:`texts` for it. ``plain``: they are heard, by a screen reader."""

    def __init__(self, lang: str, plain: bool = False) -> None:
        self.lang = lang
        self.plain = plain
        self.messages = _Messages(lang)

    def __call__(self, message: str, **args: Any) -> str:
        """The sentence of a message id; what a sheet or a name brings cannot control a terminal, or begin a line.

        Raises KeyError for an id or a field that does not exist.
        """
        said = self.messages[message]
        if not args:
            return said
        fields = {key: printable(value) if isinstance(value, str) else value for key, value in args.items()}
        if "dokosheet " in said:  # a command is there to be pasted
            fields |= {key: quoted(fields[key]) for key in ("file", "path") if isinstance(fields.get(key), str)}
        return said.format_map(fields)

    def has(self, message: str) -> bool:
        """Whether there is such a message."""
        return self.messages.get(message) is not None

    def term(self, family: str, word: str) -> str:
        """The name of a kind, party, call, Sonderpunkt ...; the word itself if it has none (a table's own)."""
        return str(self.messages.get(f"{family}.{word}", word))

    def errno(self, code: str) -> str:
        """Why the system refused something: ``ENOENT`` in words, or that it says so."""
        return self(f"errno.{code}") if self.has(f"errno.{code}") else self("errno.other", code=code)

    def placeholder(self, text: str) -> str:
        """What the help writes in the place of words to type: ``SHEET|FOLDER``, ``[OPTIONS]``."""
        return PLACEHOLDER.sub(lambda word: self.term("placeholder", word[0]), text)

    def list(self, words: Iterable[object], last: str = "and") -> str:
        """``Anna, Ben and Cem``; ``last``: and, or."""
        found = [str(word) for word in words]
        if len(found) < 2:
            return "".join(found)
        return f"{', '.join(found[:-1])} {self(f'list.{last}')} {found[-1]}"

    @property
    def written(self) -> Texts:
        """The messages as programs and files get them, however they are said to people."""
        return texts(self.lang)

    def signed(self, number: Any) -> str:
        """Points with their sign."""
        return self.number(signed(number))

    def number(self, text: str) -> str:
        """A number as it is shown; where it is heard, with its sign in words.

        Screen readers pass over signs as they are set: ``-2`` is "minus two" to one and "two" to the next, and the
        real minus is silent in most. The word is read by all of them, and is the same in both languages.
        """
        return f"{SPOKEN_SIGNS[text[0]]} {text[1:]}" if self.plain and text[:1] in SPOKEN_SIGNS else text

    def present(self, args: Mapping[str, Any]) -> dict[str, Any]:
        """The arguments of a finding as a sentence shows them: ids by name, lists in words."""
        return {key: self._shown(key, value) for key, value in args.items()}

    def _shown(self, key: str, value: Any) -> Any:
        if key == "items":
            return self.items(value)
        if key == "problem":  # in the words of the library that reads YAML, which speaks English only
            return self.messages.get(f"yaml.{value}") or self("yaml.other")
        if key == "winners" and not value:
            return self("party.")
        if key == "causes":
            return self.list(self.cause(cause) for cause in value) or self("trigger.agreed")
        if isinstance(value, (list, tuple)):
            if key in LISTS:
                value = [self.term(LISTS[key], word) for word in value]
            return self.list(value, "or" if key in ("readings", "known", "values") else "and")
        if key == "errno":
            return self.errno(value)
        if key in TERMS and isinstance(value, str):
            return self.term(TERMS[key], value)
        if isinstance(value, (int, Decimal)) and not isinstance(value, bool):
            return Shown(value, self)
        return Shown(None, self) if value is None else value

    def items(self, items: Iterable[Mapping[str, Any]]) -> str:
        """The items of a score in one line: ``Re gewonnen 1, Fuchs 1 (Kontra)``."""
        return ", ".join(self.item(item) for item in items) or self("item.none")

    def item(self, item: Mapping[str, Any]) -> str:
        """One item: what, for whom, how much."""
        what = self.item_name(item["id"], item.get("of") or "")
        return self("item.line", what=what, points=item["points"], party=self.term("party", item["party"]))

    def item_name(self, id: str, of: str = "") -> str:
        """What an item is for; ``of``: the call, or the level of Bock, that it belongs to (a player is left out)."""
        if not of:
            return self.term("item", id)
        if id == "failed":
            return self("item.failed.against", absage=self.term("call", of))
        if id == "mul":
            call, _, factor = of.rpartition(" ")
            return self("item.mul.of", call=self.term("call", call), factor=factor)
        if id == "early":
            return self("item.early.of", call=self.term("call", of))
        return self("item.bock.of", level=of) if id == "bock" else self.term("item", id)

    def cause(self, plain: str) -> str:
        """What began a Bock: ``heart_trick 3`` is the heart trick in hand 3, 0 no hand of this sheet."""
        trigger, _, hand = plain.rpartition(" ")
        what = self.term("trigger", trigger)
        place = "trigger.after" if trigger in EVENTS else "trigger.in"
        return what if hand == "0" else self(place, what=what, hand=hand)


PLACEHOLDER: Final = re.compile(r"[A-Z]+(?:-[A-Z]+)*")
SPOKEN_SIGNS: Final = {"+": "plus", "-": "minus"}
#: Which arguments of findings are ids, and of what.
TERMS: Final = {
    "kind": "kind",
    "id": "sonderpunkt",
    "party": "party",
    "winner": "party",
    "ansage": "party",
    "mode": "mode",
    "mark": "mode",
    "expected": "expected",
    "step": "call",
    "penalty": "penalty-word",
    "pig": "sonderpunkt",
    "swap": "sonderpunkt",
    "needs": "sonderpunkt",
    "other": "sonderpunkt",
    "wanted": "kind",
    "played": "kind",
    "here": "knob.settlement.mode",
    "there": "knob.settlement.mode",
}
#: The same for arguments that are lists of ids.
LISTS: Final = {"penalties": "penalty-word", "missing": "call", "ids": "sonderpunkt"}
#: What begins a Bock between two hands.
EVENTS: Final = ("redeal", "armut_refused", "manual", "agreed")


class Shown:
    """A number as a sentence shows it: ``{n}`` plain, ``{n:+}`` as points with their sign; a dash for none."""

    def __init__(self, value: int | Decimal | None, t: Texts) -> None:
        self.value = value
        self.t = t

    def __str__(self) -> str:
        return "-" if self.value is None else self._shown(str(self.value))

    def __format__(self, spec: str) -> str:
        if self.value is None or spec != "+":
            return str(self)
        return self._shown(signed(self.value))

    def _shown(self, text: str) -> str:
        return self.t.number(text.replace(".", self.t("number.decimal")))


def texts(lang: str, plain: bool = False) -> Texts:
    """The messages of a language; the same object at every call."""
    return _texts(lang, plain)


@lru_cache(maxsize=2 * len(LANGUAGES))
def _texts(lang: str, plain: bool) -> Texts:
    return Texts(lang, plain)


def signed(number: Any) -> str:
    """Points with their sign: ``+2``, ``-2``, ``0``; whole ones without decimals."""
    if not number:
        return "0"
    return f"{int(number):+}" if number == int(number) else f"{number:+}"
