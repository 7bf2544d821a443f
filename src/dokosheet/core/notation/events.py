"""What happens beside the hands: Strafe, Neugeben, Bock, Spielrunde, Ende; notes, and lines that were struck out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

from dokosheet.core.models import Between, Switch, Whole
from dokosheet.core.notation import vocabulary as voc
from dokosheet.core.notation.spelling import quote
from dokosheet.core.notation.tokens import (
    NOTE,
    OK,
    Key,
    Kind,
    Naming,
    Seating,
    Source,
    Texts,
    Tokens,
    behind,
    in_quotes,
    line_of,
    where_given,
)
from dokosheet.core.notation.vocabulary import KIND_WORDS, fold
from dokosheet.core.notation.words import Problem, Words
from dokosheet.core.records import Record, replace

# -- Strafe


class PenaltyEntry(Record, frozen=True):
    """A Strafe (TSR 9). ``absagen``: of the party opposing the offender; ``points``: set by the referee (9.7.2).

    ``kind``, ``marks``: of the hand that was stopped, where it counts as played (``still``, ``lust``).
    """

    player: str
    id: str
    source: Source
    absagen: int = 0
    soloist: str | None = None
    points: int | None = None
    referee: str = ""
    text: str = ""
    ok: tuple[str, ...] = ()
    kind: str = ""
    marks: tuple[str, ...] = ()


def read_penalty(it: Tokens) -> PenaltyEntry:
    """``strafe Dora gering absagen:1 soloist:Anna punkte:4 sr:MK "why"``; of a stopped hand that counts its kind."""
    table = it.table
    found: dict[str, Any] = {"player": "", "id": ""}
    for i, key, value, token in it.rest():
        if key in ("absagen", "punkte", "points"):
            name = "absagen" if key == "absagen" else "points"
            if value.isascii() and value.isdecimal() and len(value) < 4:
                found[name], it.fields[i] = int(value), name
            else:
                it.bad(i, "number")
        elif key == "soloist":
            found["soloist"], it.fields[i] = it.player(i, value), "soloist"
        elif key in ("sr", "referee"):
            found["referee"], it.fields[i] = value, "referee"
        elif key == "ok":
            it.accept(i, value)
        elif key and key != '"':
            it.unknown(i, ("absagen:", "punkte:", "soloist:", "sr:"))
        elif not key and not found["id"] and (it.fields.count("player") or is_penalty(token, table)):
            found["id"], it.fields[i] = voc.PENALTY_ALIASES.get(fold(token), fold(token)), "id"
        elif not key and "player" not in it.fields:
            found["player"], it.fields[i] = it.player(i, token) or "", "player"
        elif not key and not it.texts and (of_hand := _of_stopped(token, found, table)):
            found |= of_hand
            it.fields[i] = next(iter(of_hand))
        else:  # free text; a shell may have eaten the quotes
            it.say(i, value)
    if not found["id"] or "player" not in it.fields:
        known = (*table.rules.penalties, *table.rules.settlement.tallies)
        it.problems.append((0, Problem("F103", "penalty", (("token", it.tokens[0]), ("penalties", known)))))
    return PenaltyEntry(source=it.source, text=it.text, ok=it.ok, **found)


def _of_stopped(token: str, found: Mapping[str, Any], table: Words) -> dict[str, Any]:
    """What a word in front of the free text says of a hand that was stopped and counts: its kind, or how it came."""
    rule = table.rules.penalties.get(found["id"])
    if rule is None or not (rule.ends_hand and rule.hand_counts):
        return {}
    field, value = table.meaning(token)
    if field == "kind" and "kind" not in found:
        kind = "hochzeit_allein" if value == "hochzeit" else value  # there is one player: it has found nobody
        return {"kind": kind} if kind in table.rules.kinds else {}
    if field == "marks" and value[0] in voc.SOLO_MARKS:
        return {"marks": (*found.get("marks", ()), *value)}
    return {}


def is_penalty(word: str, table: Words) -> bool:
    """Whether a word is one of the ruleset's penalties."""
    rules = table.rules
    return fold(word) in voc.PENALTY_ALIASES or fold(word) in rules.penalties or fold(word) in rules.settlement.tallies


def spell_penalty(entry: PenaltyEntry, word: Naming) -> str:
    """The canonical line."""
    return line_of(
        "strafe",
        word(entry.player),
        PENALTY_WORDS.get(entry.id, entry.id),
        f"absagen:{entry.absagen}" if entry.absagen else "",
        f"soloist:{word(entry.soloist)}" if entry.soloist else "",
        KIND_WORDS.get(entry.kind, entry.kind),
        *entry.marks,
        "" if entry.points is None else f"punkte:{entry.points}",
        f"sr:{entry.referee}" if entry.referee else "",
        ok=entry.ok,
        text=entry.text,
    )


#: How penalties are written.
PENALTY_WORDS: Final = {
    "minor": "gering",
    "minor_solo": "gering_solo",
    "severe": "schwer",
    "severe_solo": "schwer_solo",
    "unsporting": "unsportlich",
}


def rename_penalty(entry: PenaltyEntry, name: Naming, cells: Seating) -> PenaltyEntry:
    """Who offended, and who played the solo."""
    return replace(entry, player=name(entry.player), soloist=entry.soloist and name(entry.soloist))


# -- Neugeben


class RedealEntry(Record, frozen=True):
    """Thrown in or misdealt; the same dealer deals again (TSR 3.3)."""

    source: Source
    player: str | None = None
    reason: str = ""


def read_redeal(it: Tokens) -> RedealEntry:
    """``neugeben Ben neunen "why"``."""
    player = None
    for i, _, value, token in it.rest():
        who = it.table.player(token) if i == 1 and not token.startswith('"') else None
        if isinstance(who, str):
            player, it.fields[i] = who, "player"
        elif isinstance(who, Problem) and who.code == "F106":
            it.problems.append((i, who))
        else:
            it.say(i, value)
    return RedealEntry(it.source, player, it.text)


def spell_redeal(entry: RedealEntry, word: Naming) -> str:
    """The canonical line; behind a player a reason of one word needs no quotes."""
    bare = entry.player is not None and fold(entry.reason).isalpha()
    who = "" if entry.player is None else word(entry.player)
    return line_of("neugeben", who, entry.reason if bare else "", text="" if bare else entry.reason)


def rename_redeal(entry: RedealEntry, name: Naming, cells: Seating) -> RedealEntry:
    """Who threw in."""
    return replace(entry, player=entry.player and name(entry.player))


# -- Bock


class BockEntry(Record, frozen=True):
    """``n`` times Bock by agreement."""

    source: Source
    n: int = 1
    text: str = ""


def read_bock(it: Tokens) -> BockEntry:
    """``bock +1 Silvester``."""
    n = 1
    for i, _, value, token in it.rest():
        if i == 1 and voc.INTEGER.fullmatch(token):
            n, it.fields[i] = int(token.translate(voc.DASHES)), "n"
            if not 0 < n < MOST_AT_ONCE:
                it.bad(i, "number")
        else:
            it.say(i, value)
    return BockEntry(it.source, n if 0 < n < MOST_AT_ONCE else 0, it.text)


#: More Böcke than this are not agreed upon at once.
MOST_AT_ONCE: Final = 10


def spell_bock(entry: BockEntry, word: Naming) -> str:
    """The canonical line."""
    return line_of("bock", f"+{entry.n}", text=entry.text)


# -- Spielrunde, Ende


class RoundEntry(Record, frozen=True):
    """A new Spielrunde on the same sheet."""

    source: Source
    text: str = ""


def read_round(it: Tokens) -> RoundEntry:
    """``spielrunde "..."``."""
    for i, key, value, _ in it.rest():
        if key == '"':
            it.say(i, value)
        else:
            it.unknown(i)
    return RoundEntry(it.source, it.text)


def spell_round(entry: RoundEntry, word: Naming) -> str:
    """The canonical line."""
    return line_of("spielrunde", text=entry.text)


class EndEntry(Record, frozen=True):
    """``time``: time is up (TSR 8.5); otherwise nobody objects any more (8.5.2)."""

    source: Source
    time: bool = False
    ok: tuple[str, ...] = ()
    text: str = ""


def read_end(it: Tokens) -> EndEntry:
    """``ende``, ``ende zeit``."""
    time = False
    for i, key, value, token in it.rest():
        if fold(token) in ("zeit", "time"):
            time, it.fields[i] = True, "time"
        elif key == "ok":
            it.accept(i, value)
        elif key == '"':
            it.say(i, value)
        else:
            it.unknown(i, ("zeit",))
    return EndEntry(it.source, time, it.ok, it.text)


def spell_end(entry: EndEntry, word: Naming) -> str:
    """The canonical line."""
    return line_of("ende", "zeit" if entry.time else "", ok=entry.ok, text=entry.text)


# -- Notes, and what was struck out


class NoteEntry(Record, frozen=True):
    """Anything worth keeping."""

    source: Source
    text: str = ""


def read_note(it: Tokens) -> NoteEntry:
    """``notiz "..."``, ``pause``; words without quotes are taken as they are."""
    for i, key, value, token in it.rest():
        it.say(i, value if key == '"' else token)
    return NoteEntry(it.source, it.text)


def spell_note(entry: NoteEntry, word: Naming) -> str:
    """The canonical line."""
    return line_of("notiz", text=entry.text) if entry.text else "pause"


class StruckEntry(Record, frozen=True):
    """What stood here before; no effect on anything. ``gone``: nothing has come in its place."""

    source: Source
    line: str = ""
    at: str = ""
    reason: str = ""
    gone: bool = False


def read_struck(it: Tokens) -> StruckEntry:
    """``gestrichen "Anna Cem 165" um:2026-11-27T21:14 ersatzlos "why"``."""
    bare: list[str] = []
    at, gone = "", False
    for i, key, value, token in it.rest():
        if key == "um":
            at, it.fields[i] = value, "at"
        elif key == '"':
            it.say(i, value)
        elif key:
            it.unknown(i, ("um:",))
        elif it.texts and fold(token) == GONE:
            gone, it.fields[i] = True, "gone"
        else:  # a line that was struck without quotes around it
            bare.append(token)
            it.fields[i] = "text"
    line, *reasons = ([" ".join(bare)] if bare else []) + it.texts or [""]
    return StruckEntry(it.source, line, at, " ".join(reasons), gone)


#: Behind what was struck: nothing has come in its place.
GONE: Final = "ersatzlos"


def spell_struck(entry: StruckEntry, word: Naming) -> str:
    """The canonical line."""
    at = f"um:{entry.at}" if entry.at else ""
    return line_of("gestrichen", quote(entry.line), at, GONE if entry.gone else "", text=entry.reason)


EventEntry = PenaltyEntry | RedealEntry | BockEntry | RoundEntry | EndEntry | NoteEntry | StruckEntry

KINDS: Final = {
    "penalty": Kind(
        PenaltyEntry,
        ("strafe", "penalty"),
        read_penalty,
        spell_penalty,
        rename_penalty,
        keys={
            "player": Key(str, "who offended"),
            "id": Key(str, "which penalty of the ruleset"),
            "kind": Key(str, "what was played in the hand that was stopped, where it counts", None),
            "marks": Key(Texts, "how it came about", ()),
            "absagen": Key(Whole, "Absagen of the party opposing the offender", None, behind("absagen:")),
            "soloist": Key(str, "who played alone", None, behind("soloist:")),
            "points": Key(Whole, "where the referee sets them", None, behind("punkte:")),
            "referee": Key(str, "who decided", None, behind("sr:")),
            "ok": OK,
            "note": NOTE,
        },
    ),
    "redeal": Kind(
        RedealEntry,
        ("neugeben",),
        read_redeal,
        spell_redeal,
        rename_redeal,
        keys={
            "player": Key(str, "who threw in or misdealt", None, where_given),
            "reason": Key(str, "why", "", in_quotes),
        },
        value=Key(str, "why", write=in_quotes),
    ),
    "end": Kind(
        EndEntry,
        ("ende",),
        read_end,
        spell_end,
        value=Key(Literal["", "time", "zeit"], "whether time is up", write=lambda time: ("zeit",) if time else ()),
    ),
    "round": Kind(
        RoundEntry, ("spielrunde",), read_round, spell_round, value=Key(Literal[""], "nothing", write=where_given)
    ),
    "note": Kind(
        NoteEntry, ("notiz", "pause"), read_note, spell_note, counts=False, value=Key(str, "free text", write=in_quotes)
    ),
    "struck": Kind(
        StruckEntry,
        ("gestrichen",),
        read_struck,
        spell_struck,
        counts=False,
        keys={
            "line": Key(str, "what stood here", write=in_quotes),
            "at": Key(str, "when it was struck out", "", behind("um:")),
            "gone": Key(Switch, "nothing has come in its place", False, lambda gone: (GONE,) if gone else ()),
            "reason": Key(str, "why", "", in_quotes),
        },
        value=Key(str, "what stood here", write=in_quotes),
    ),
    "bock": Kind(
        BockEntry,
        ("bock",),
        read_bock,
        spell_bock,
        keys={
            "n": Key(Annotated[int, Between(1, MOST_AT_ONCE - 1)], "how often", 1, behind("+")),
            "reason": Key(str, "why", "", in_quotes),
        },
        value=Key(Whole, "how often"),
    ),
}
