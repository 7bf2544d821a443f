"""Where an entry stands, the tokens of its line, and what there is to say about each kind of entry."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from dokosheet.core.finding import CODES, Finding, Place, Repair, bounded
from dokosheet.core.notation import vocabulary as voc
from dokosheet.core.notation.hand import Cell
from dokosheet.core.notation.spelling import quote
from dokosheet.core.notation.vocabulary import fold
from dokosheet.core.notation.words import Problem, Words, nearest, reserved_words, unquote
from dokosheet.core.records import Record, field, replace

#: A token of a line: free text in quotes (with ``\"`` inside), or what stands between blanks.
TOKEN: Final = re.compile(r'"(?:[^"\\]|\\.)*"|\S+')


class Source(Record, frozen=True):
    """Where an entry stands, and where in it.

    ``text`` is what was read; with ``exact`` its character i stands at ``place.column + i``. ``fields``: the field of
    a Hand (or another entry) that each token of a line fills; ``several``: token -> how many of it, where not one.
    ``places``: the same for the keys of a mapping.
    """

    text: str
    place: Place
    exact: bool = True
    fields: tuple[str, ...] = ()
    places: Mapping[str, Place] = field(default_factory=dict)
    several: Mapping[int, int] = field(default_factory=dict)

    def token(self, index: int) -> Place:
        """The place of a token of the line; of the whole entry where columns cannot be told."""
        if not self.exact:
            return self.place
        for i, match in enumerate(TOKEN.finditer(self.text)):
            if i == index:
                start, end = match.span()
                return Place(self.place.line, self.place.column + start, self.place.column + end)
        return self.place

    def at(self, name: str, nth: int = 0) -> Place:
        """The place of the nth token that fills a field; of the whole entry if there is none."""
        if self.places:
            return self.places.get(f"{name}.{nth}") or self.places.get(name) or self.place
        index = self._index(name, nth)
        return self.place if index is None else self.token(index)

    def written(self, name: str, nth: int = 0) -> str:
        """The nth token that fills a field, as written."""
        index = self._index(name, nth)
        tokens = TOKEN.findall(self.text)
        return tokens[index] if index is not None and index < len(tokens) else ""

    def _index(self, name: str, nth: int) -> int | None:
        seen = 0
        for i, filled in enumerate(self.fields):
            if filled == name:
                seen += self.several.get(i, 1)
                if nth < seen:
                    return i
        return None


#: The source of an entry that nobody has written.
NOWHERE: Final = Source("", Place(1, 1, 2))


def tokens_of(line: str) -> list[str]:
    """The tokens of a line: words between blanks, free text in quotes."""
    return TOKEN.findall(line) if '"' in line else line.split()


def with_fields(source: Source, fields: Iterable[str]) -> Source:
    """The source with the field that each of its tokens fills."""
    return Source(source.text, source.place, source.exact, tuple(fields), source.places)


def to_finding(problem: Problem, source: Source, index: int, token: str) -> Finding:
    """The finding for a token that cannot be read; each reading is a repair."""
    place = source.places.get(str(index)) or source.token(index)
    if problem.tokens > 1 and source.exact:
        place = replace(place, end_column=source.token(index + problem.tokens - 1).end_column)
    args = dict(problem.args)
    args.setdefault("token", token)
    readings = [str(reading) for reading in problem.readings]
    args["readings"] = readings
    variant = problem.variant
    if problem.code == "F107" and not variant and not readings:
        variant = "nothing"
    written = str(args["token"]) if problem.tokens > 1 else token
    repairs = tuple(Repair(place, written, reading, "reading") for reading in readings)
    severity = CODES[problem.code][1]
    return Finding(problem.code, place, args, variant, severity, repairs=repairs)


class Tokens:
    """The tokens behind the first word of a line, taken one by one."""

    def __init__(self, tokens: Sequence[str], table: Words, source: Source) -> None:
        self.tokens = tokens
        self.table = table
        self.fields = ["word"] + ["problem"] * (len(tokens) - 1)
        self.problems: list[tuple[int, Problem]] = []
        self.texts: list[str] = []
        self.ok: tuple[str, ...] = ()
        self._source = source

    def rest(self) -> Iterable[tuple[int, str, str, str]]:
        """Index, key (before a colon) and value of each token; free text has the key ``"``."""
        for i, token in enumerate(self.tokens[1:], 1):
            if token.startswith('"'):
                yield i, '"', unquote(token), token
            else:
                key, colon, value = token.partition(":")
                yield i, fold(key) if colon else "", value if colon else token, token

    def player(self, i: int, text: str) -> str | None:
        """The player that a token names; a problem where it names none."""
        who = self.table.player(text)
        if isinstance(who, Problem):
            self.problems.append((i, who))
            return None
        return who

    def newcomer(self, i: int, text: str) -> str:
        """The name of somebody who is not at the table; "" with a problem where it cannot be one."""
        folded = fold(text)
        if folded in self.table.names:
            free = voc.free_name(text, self.table.full)
            self.problems.append((i, Problem("F108", "twice", (("name", self.table.names[folded]),), (free,))))
        elif not voc.is_name(text):
            self.problems.append((i, Problem("F108", "name", (("name", text),))))
        elif folded in reserved_words(self.table.rules) or self.table.entry(text):
            self.problems.append((i, Problem("F108", "reserved", (("name", text),))))
        else:
            return text
        return ""

    def say(self, i: int, text: str) -> None:
        """Take a token as free text."""
        self.texts.append(text)
        self.fields[i] = "text"

    def accept(self, i: int, codes: str) -> None:
        """Take a token as the codes of findings that are fine here."""
        self.ok += tuple(codes.upper().split(","))
        self.fields[i] = "ok"

    def unknown(self, i: int, candidates: Iterable[str] = ()) -> None:
        near = nearest(fold(self.tokens[i]), candidates)
        self.problems.append((i, Problem("F107", "", (("token", self.tokens[i]),), (near,) if near else ())))

    def bad(self, i: int, variant: str) -> None:
        self.problems.append((i, Problem("F103", variant, (("token", self.tokens[i]),))))

    @property
    def text(self) -> str:
        """All free text."""
        return " ".join(self.texts)

    @property
    def source(self) -> Source:
        """Where the entry stands, with the field that each token fills."""
        return with_fields(self._source, self.fields)

    def findings(self) -> list[Finding]:
        """A finding for each token that cannot be read."""
        source = self.source
        return bounded([to_finding(p, source, i, self.tokens[i]) for i, p in self.problems])


#: How a name is written; another name for a name.
Naming = Callable[[str], str]
#: Another row for a row, as in another order of seats.
Seating = Callable[[tuple[Cell, ...]], tuple[Cell, ...]]


class Key(Record, frozen=True):
    """A key of an entry that is written as a mapping, and how its value is written in a line.

    ``type``: as in a model of pydantic; ``default``: ``...`` where there must be a value, None where there may be
    none. ``write``: value to tokens,
    of a list each item, unless it is a ``row``.
    """

    type: Any
    says: str
    default: Any = ...
    write: Callable[[Any], Sequence[str]] = lambda value: (str(value),)
    row: bool = False


def behind(word: str) -> Callable[[Any], Sequence[str]]:
    """To write a value behind a word: ``ok:S404``."""
    return lambda value: (f"{word}{value}",)


def in_quotes(text: str) -> Sequence[str]:
    """Free text, as the token that it is in a line."""
    return (quote(text),)


def where_given(text: str) -> Sequence[str]:
    """Something that may be empty."""
    return (text,) if text else ()


def as_row(cells: Sequence[str]) -> Sequence[str]:
    """A row as a token; an empty cell sat out."""
    texts = ["-" if text in ("", "null", "~") else text for text in cells]
    return (("/" if any("," in text or "." in text for text in texts) else ",").join(texts),)


Texts = tuple[str, ...]
#: What several kinds say besides.
OK: Final = Key(Texts, "codes of findings that are fine here", (), behind("ok:"))
NOTE: Final = Key(str, "free text", "", in_quotes)


class Kind(Record, frozen=True):
    """All there is to say about one kind of entry that is no hand.

    ``words``: the first words of its line, the canonical one first. ``read``: tokens to entry. ``spell``: entry to
    canonical line, with the written form of names. ``rename``: the entry with other names and rows; None: it has
    neither. ``counts``: whether something changes when it is lost. ``keys``: of its mapping; ``value``: what can stand
    there instead of a mapping.
    """

    record: type[Record]
    words: tuple[str, ...]
    read: Callable[[Tokens], Any]
    spell: Callable[[Any, Naming], str]
    rename: Callable[[Any, Naming, Seating], Any] | None = None
    counts: bool = True
    keys: Mapping[str, Key] = field(default_factory=dict)
    value: Key | None = None


def line_of(*parts: str, ok: Iterable[str] = (), text: str = "") -> str:
    """A line of its parts, without the empty ones; behind them what is fine, and free text in quotes."""
    return " ".join([*filter(None, parts), *(f"ok:{code}" for code in ok), *([quote(text)] if text else [])])
