"""One line <-> Hand: the notation. ``parse(format(hand)) == hand`` for every hand."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise, takewhile
from typing import Any, Final

from dokosheet.core.notation import vocabulary as voc
from dokosheet.core.notation.hand import ILLEGIBLE, Hand
from dokosheet.core.notation.spelling import format_hand
from dokosheet.core.notation.tokens import Naming, Seating, Source, tokens_of
from dokosheet.core.notation.vocabulary import fold
from dokosheet.core.notation.words import Problem, Words, marks_of
from dokosheet.core.records import Record, field, replace
from dokosheet.core.rules import Ruleset
from dokosheet.core.terms import ANSAGE

__all__ = ["HandEntry", "ParsedHand", "format_hand", "parse_hand", "parse_tokens", "rename_hand", "tokens_of"]


class HandEntry(Record, frozen=True):
    """A hand in a sheet.

    ``broken``: something in it could not be read, so nothing is concluded from it; ``hides_solo``: what could not be
    read can have been a solo, or whose it was.
    """

    hand: Hand
    source: Source
    note: str = ""
    broken: bool = False
    hides_solo: bool = False


class ParsedHand(Record, frozen=True):
    """``fields``: the field that each token fills; ``several``: token -> how many of it, where not one;
    ``problems``: (token, problem); ``note``: free text in quotes."""

    hand: Hand
    fields: tuple[str, ...]
    problems: tuple[tuple[int, Problem], ...] = ()
    note: str = ""
    several: Mapping[int, int] = field(default_factory=dict)


def parse_hand(line: str, table: Words) -> ParsedHand:
    """Read one line as a hand. Never raises; what cannot be read is a problem of its token."""
    return parse_tokens(tokens_of(line), table)


def parse_tokens(tokens: Sequence[str], table: Words) -> ParsedHand:
    """Read the tokens of a hand."""
    begin = {token[:1] for token in tokens}
    row = _bare_row(tokens, len(table.players)) if not begin.isdisjoint(SIGNS) else None
    if row is not None:
        return ParsedHand(Hand(), ("problem",) * len(tokens), ((0, row),))
    for i, (token, following) in enumerate(pairwise(tokens) if "=" in begin else ()):
        if token[:1] == "=" and TORN.fullmatch(following):
            torn = _torn_row(tokens[i:], len(table.players))
            if torn is not None:
                return _around(tokens, i, torn, table)
    return _parsed(tokens, table)


def _parsed(tokens: Sequence[str], table: Words) -> ParsedHand:
    seen = table.seen
    found: dict[str, Any] = {}
    problems: list[tuple[int, Problem]] = []
    seats = _seats(tokens, len(table.players))
    named = [table.players[int(token) - 1].name for token in tokens[:seats]]
    fields = ["named"] * seats
    several: dict[int, int] = {}
    for i, token in enumerate(tokens[seats:], seats):
        field, value = seen.get(token) or table.meaning(token)
        is_level = i and field in LEVELS and fields[-1] in ("calls", "problem")
        two = _two_readings(tokens[i - 1], token) if is_level else None
        if two is not None:
            field, value = "problem", two
        if field == "named":
            named.append(value)
        elif field == "problem":
            if value is not FOLLOWER:
                problems.append((i, value))
        elif field not in found and field != "klaerung":
            found[field] = value
        elif field == "klaerung" and not found.keys() & {"klaerung", "kind"}:
            found["kind"], found["klaerung"] = value
        elif field in REPEATABLE:
            found[field] += value
        else:
            problems.append((i, Problem("F103", "twice", (("token", token),))))
            found |= {field: None} if field in ROWS else {}  # nobody knows which of the two is meant
            field = "problem"
        if field in SEVERAL and len(value) > 1:
            several[i] = len(value)
        fields.append(field)
    note = " ".join(found.pop("note", ()))
    if found.get("kind") == "hochzeit" and len(named) == 1:
        found["kind"] = "hochzeit_allein"
    if found.get("kind", "normal") not in table.rules.kinds or "marks" in found:
        problems += _not_in_ruleset(table.rules, found, fields, tokens)
    return ParsedHand(Hand(tuple(named), **found), tuple(fields), tuple(problems), note, several)


#: Fields that several tokens may fill.
REPEATABLE: Final = frozenset(("calls", "own_calls", "sonderpunkte", "marks", "stiche", "ok", "sits_out", "note"))
#: Written rows, which are believed even in a line of which something else cannot be read.
ROWS: Final = frozenset(("score", "total"))
#: Fields of which one token can fill several: ``2f:re``, ``ok:S404,S405``.
SEVERAL: Final = frozenset(("sonderpunkte", "own_calls", "ok", "sits_out"))
#: Fields of tokens that can be the level of a call: ``re 90``, ``re schwarz``.
LEVELS: Final = frozenset(("augen", "trick"))
LEVEL_WORDS: Final = frozenset(("90", "60", "30", "schwarz"))
#: A token that was refused together with the one before it.
FOLLOWER: Final = Problem("")


#: What a number with a sign begins with.
SIGNS: Final = ("-", "+", "−", "–")
#: So many ways to put the pieces of a torn row together are tried.
MOST_READINGS: Final = 64
#: A piece of a row behind a blank: what follows a row otherwise has letters, quotes or a mark in it.
TORN: Final = re.compile(r"[-+−–\d,/.?]+")


def _bare_row(tokens: Sequence[str], players: int) -> Problem | None:
    """``2 -2 2 -2``: only numbers, one for each player, at least one with a sign: that are points without ``=``."""
    if len(tokens) not in (4, players) or not all(voc.INTEGER.fullmatch(token) for token in tokens):
        return None
    row = ",".join(token.translate(voc.DASHES).removeprefix("+") for token in tokens)
    return Problem("F103", "points", (("token", " ".join(tokens)),), (f"={row}",), len(tokens))


def _torn_row(tokens: Sequence[str], players: int) -> Problem | None:
    """``=- 2,2,-2,2``, ``=2, -2, 2, -2``: a row with blanks in it, which only together has a cell for each player."""
    mark = "==" if tokens[0][:2] == "==" else "="
    pieces = [tokens[0].removeprefix(mark), *takewhile(TORN.fullmatch, tokens[1 : 2 * players])]
    if _is_row(pieces[0], players) and pieces[1] not in SIGNS and pieces[1][0] not in ",/":
        return None
    for n in range(len(pieces), 1, -1):
        joined = [pieces[0]]
        for before, piece in pairwise(pieces[:n]):
            glues = [""] if before[-1:] in (*SIGNS, ",", "/", "") or piece[0] in ",/" else [","]
            glues += [","] if before[-1:] in SIGNS else []  # the sign of what follows, or somebody who sat out
            joined = [text + glue + piece for text in joined[:MOST_READINGS] for glue in glues]
        rows = [row for row in dict.fromkeys(joined) if _is_row(row, players)]
        zero = [
            row for row in rows if not sum(int(cell) for cell in re.findall(r"[-+]?\d+", row.translate(voc.DASHES)))
        ]
        if zero or (rows and pieces[0].count(",") < players - 1):
            args = (("token", " ".join(tokens[:n])),)
            return Problem("F103", "points", args, tuple(f"{mark}{row}" for row in zero or rows), n)
    return None


def _is_row(text: str, players: int) -> bool:
    """Whether a text is a row of four who played, the others having sat out."""
    cells = text.translate(voc.DASHES).split("/" if "/" in text else ",")
    out = cells.count("-")
    played = all(cell in ("-", ILLEGIBLE) or voc.NUMBER.fullmatch(cell) for cell in cells)
    return played and len(cells) in (PLAYING, players) and len(cells) - out == PLAYING


NUMBERS: Final = re.compile(r"[-+]?\d+")
#: So many play a hand.
PLAYING: Final = 4


def _around(tokens: Sequence[str], i: int, problem: Problem, table: Words) -> ParsedHand:
    """The line without the tokens from the ``i``-th that are one problem, and that problem."""
    n = problem.tokens
    rest = parse_tokens([*tokens[:i], *tokens[i + n :]], table)
    fields = (*rest.fields[:i], *("problem",) * n, *rest.fields[i:])
    problems = [(at if at < i else at + n, other) for at, other in rest.problems]
    several = {at if at < i else at + n: many for at, many in rest.several.items()}
    return ParsedHand(
        rest.hand, fields, tuple(sorted([*problems, (i, problem)], key=lambda p: p[0])), rest.note, several
    )


def _seats(tokens: Sequence[str], players: int) -> int:
    """How many tokens at the beginning are numbers of seats: two at the most, what follows is Augen."""
    seats = 0
    for token in tokens[:2]:
        if len(token) != 1 or not "0" < token <= str(players):
            break
        seats += 1
    return seats


def _two_readings(before: str, token: str) -> Problem | None:
    """``re schwarz``: Re, and a side without a trick? or the call schwarz? ``re 90`` likewise."""
    word, level = fold(before), fold(token)
    if level not in LEVEL_WORDS:
        return None
    if word in ("ohne", "keine"):
        return FOLLOWER
    party, step = voc.CALLS.get(word, ("", 0))
    if step != ANSAGE:
        return None
    readings = (f"{party}{level}", f"{level} {party}")
    return Problem("F107", "two-readings", (("token", f"{before} {token}"),), readings)


def _not_in_ruleset(
    rules: Ruleset, found: dict[str, Any], fields: Sequence[str], tokens: Sequence[str]
) -> list[tuple[int, Problem]]:
    """Known words for which this ruleset has no use."""
    problems = []
    kind = found.get("kind", "normal")
    if kind not in rules.kinds:
        i = fields.index("kind") if "kind" in fields else 0
        problems.append((i, Problem("H203", "", (("kind", kind), ("rules", rules.id)))))
        found.pop("kind", None)
    for i, filled in enumerate(fields):
        if filled == "marks" and fold(tokens[i]) in (*voc.OTHER_MARKS, *voc.MARK_ALIASES):
            mark = voc.MARK_ALIASES.get(fold(tokens[i]), fold(tokens[i]))
            if mark in voc.OTHER_MARKS and mark not in marks_of(rules):
                problems.append((i, Problem("F107", "no-use", (("token", tokens[i]), ("rules", rules.id)))))
    return problems


def rename_hand(entry: HandEntry, name: Naming, cells: Seating) -> HandEntry:
    """The hand with other names, and its rows in another order of seats."""
    hand = entry.hand

    def names(people: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(name(one) for one in people)

    def made_by(values: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(replace(value, by=name(value.by)) for value in values)

    renamed = replace(
        hand,
        named=names(hand.named),
        calls=tuple(replace(call, speaker=call.speaker and name(call.speaker)) for call in hand.calls),
        own_calls=made_by(hand.own_calls),
        sonderpunkte=made_by(hand.sonderpunkte),
        stiche=made_by(hand.stiche),
        sieger=names(hand.sieger),
        dealer=hand.dealer and name(hand.dealer),
        sits_out=names(hand.sits_out),
        score=None if hand.score is None else cells(hand.score),
        total=None if hand.total is None else cells(hand.total),
    )
    return replace(entry, hand=renamed)
