"""The words of a line that is no hand, taken one by one, with a finding for each that cannot be read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from dokosheet.core.finding import CODES, Finding, Repair, bounded
from dokosheet.core.notation import vocabulary as voc
from dokosheet.core.notation.sheet import Source
from dokosheet.core.notation.vocabulary import fold
from dokosheet.core.notation.words import Problem, Words, nearest, reserved_words, unquote


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
        self.source = source

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
        elif folded in reserved_words(self.table.rules) or folded in voc.ENTRY_WORDS:
            self.problems.append((i, Problem("F108", "reserved", (("name", text),))))
        else:
            return text
        return ""

    def unknown(self, i: int, candidates: Iterable[str] = ()) -> None:
        near = nearest(fold(self.tokens[i]), candidates)
        self.problems.append((i, Problem("F107", "", (("token", self.tokens[i]),), (near,) if near else ())))

    def bad(self, i: int, variant: str) -> None:
        self.problems.append((i, Problem("F103", variant, (("token", self.tokens[i]),))))

    def finish(self) -> tuple[Source, list[Finding]]:
        """The source with its fields, and the findings."""
        source = with_fields(self.source, self.fields)
        return source, bounded([to_finding(p, source, i, self.tokens[i]) for i, p in self.problems])
