"""One line of a sheet -> an entry with the findings of its tokens."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from dokosheet.core.finding import Finding, Place, bounded, finding
from dokosheet.core.notation import vocabulary as voc
from dokosheet.core.notation.hand import Hand
from dokosheet.core.notation.line import ParsedHand, parse_tokens, tokens_of
from dokosheet.core.notation.pages import format_page, parse_carry, parse_final, parse_gap
from dokosheet.core.notation.sheet import (
    BockEntry,
    CarryEntry,
    EndEntry,
    Entry,
    FinalEntry,
    GapEntry,
    HandEntry,
    JoinEntry,
    LeaveEntry,
    NoteEntry,
    PenaltyEntry,
    Player,
    RedealEntry,
    ReplaceEntry,
    RoundEntry,
    Source,
    StruckEntry,
    UnreadEntry,
)
from dokosheet.core.notation.spelling import format_hand, quote
from dokosheet.core.notation.tokens import Tokens, to_finding
from dokosheet.core.notation.vocabulary import KIND_WORDS, fold
from dokosheet.core.notation.words import Problem, Words
from dokosheet.core.rules import Ruleset

#: A longer line is no entry.
LONGEST: Final = 4000
NO_PLACES: Final[Mapping[str, Place]] = {}


def parse_entry(
    tokens: Sequence[str],
    table: Words,
    text: str,
    place: Place,
    exact: bool = True,
    places: Mapping[str, Place] | None = None,
    as_hand: bool = False,
) -> tuple[Entry, list[Finding]]:
    """Read the tokens of one entry. Never raises: what cannot be read is a finding at its token.

    ``text``, ``place``, ``exact``, ``places``: as in :class:`Source`. ``as_hand``: it is known to be a hand, whatever
    its first word.
    """
    what = table.entry(tokens[0]) if tokens and not as_hand else ""
    if what:
        return _ENTRIES[what](tokens, table, Source(text, place, exact, (), places or NO_PLACES))
    parsed = parse_tokens(tokens, table)
    source = Source(text, place, exact, parsed.fields, places or NO_PLACES)
    if not parsed.problems:
        return HandEntry(parsed.hand, source, parsed.note), []
    found = bounded([to_finding(p, source, i, tokens[i]) for i, p in parsed.problems])
    return HandEntry(parsed.hand, source, parsed.note, True, _hides_solo(parsed, table.rules)), found


def _hides_solo(parsed: ParsedHand, rules: Ruleset) -> bool:
    """Whether a line that could not be read can be a solo whose player, or whose kind, is not known."""
    named = len(parsed.hand.named)
    if parsed.hand.kind != "normal" and rules.is_solo(parsed.hand.kind):
        return named != 1
    names = sum(problem.code in ("F105", "F106") and i < PAIR for i, problem in parsed.problems)
    return named + names < PAIR


#: Players of Re in a hand of two against two; they stand first.
PAIR: Final = 2
#: Entries that are nothing but words: one that is lost changes nothing.
WORDS_ONLY: Final = frozenset(("note", "struck"))


def begins_entry(tokens: Sequence[str], table: Words) -> bool:
    """Whether tokens in the middle of a text read like the beginning of an entry that counts, which it swallowed.

    A row; a word such as ``strafe``; a player, and behind him another one, a kind or Augen.
    """
    if not tokens:
        return False
    what = table.entry(tokens[0])
    if what:
        return what not in WORDS_ONLY
    fields = parse_tokens(tokens[:PAIR], table).fields
    return tokens[0][0] == "=" or (fields[:1] == ("named",) and fields[-1] in SECOND and len(fields) == PAIR)


#: What stands behind the first player of a hand.
SECOND: Final = frozenset(("named", "kind", "klaerung", "augen"))


def parse_line(line: str, table: Words, place: Place, exact: bool = True) -> tuple[Entry, list[Finding]]:
    """Read one line of a sheet that stands at ``place``."""
    if len(line) > LONGEST:
        args = {"n": len(line), "most": LONGEST}
        return HandEntry(Hand(), Source(line, place, False), "", True, True), [
            finding("F103", place, variant="long", args=args)
        ]
    return parse_entry(tokens_of(line), table, line, place, exact)


def _penalty(tokens: Sequence[str], table: Words, source: Source) -> tuple[Entry, list[Finding]]:
    """``strafe Dora gering absagen:1 soloist:Anna punkte:4 sr:MK "why"``; of a stopped hand that counts its kind."""
    it = Tokens(tokens, table, source)
    found: dict[str, Any] = {"player": "", "id": ""}
    texts: list[str] = []
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
            found["ok"], it.fields[i] = (*found.get("ok", ()), *value.upper().split(",")), "ok"
        elif key and key != '"':
            it.unknown(i, ("absagen:", "punkte:", "soloist:", "sr:"))
        elif not key and not found["id"] and (it.fields.count("player") or is_penalty(token, table)):
            found["id"], it.fields[i] = voc.PENALTY_ALIASES.get(fold(token), fold(token)), "id"
        elif not key and "player" not in it.fields:
            found["player"], it.fields[i] = it.player(i, token) or "", "player"
        elif not key and not texts and (of_hand := _of_stopped(token, found, table)):
            found |= of_hand
            it.fields[i] = next(iter(of_hand))
        else:  # free text; a shell may have eaten the quotes
            texts.append(value)
            it.fields[i] = "text"
    found["text"] = " ".join(texts)
    if not found["id"] or "player" not in it.fields:
        known = (*table.rules.penalties, *table.rules.settlement.tallies)
        it.problems.append((0, Problem("F103", "penalty", (("token", tokens[0]), ("penalties", known)))))
    source, findings = it.finish()
    return PenaltyEntry(source=source, **found), findings


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


def _redeal(tokens: Sequence[str], table: Words, source: Source) -> tuple[Entry, list[Finding]]:
    """``neugeben Ben neunen "why"``."""
    it = Tokens(tokens, table, source)
    player, reasons = None, []
    for i, _, value, token in it.rest():
        who = table.player(token) if i == 1 and not token.startswith('"') else None
        if isinstance(who, str):
            player, it.fields[i] = who, "player"
        elif isinstance(who, Problem) and who.code == "F106":
            it.problems.append((i, who))
        else:
            reasons.append(value)
            it.fields[i] = "text"
    source, findings = it.finish()
    return RedealEntry(source, player, " ".join(reasons)), findings


def _end(tokens: Sequence[str], table: Words, source: Source) -> tuple[Entry, list[Finding]]:
    """``ende``, ``ende zeit``."""
    it = Tokens(tokens, table, source)
    time, texts = False, []
    ok: tuple[str, ...] = ()
    for i, key, value, token in it.rest():
        if fold(token) in ("zeit", "time"):
            time, it.fields[i] = True, "time"
        elif key == "ok":
            ok, it.fields[i] = (*ok, *value.upper().split(",")), "ok"
        elif key == '"':
            texts.append(value)
            it.fields[i] = "text"
        else:
            it.unknown(i, ("zeit",))
    source, findings = it.finish()
    return EndEntry(source, time, ok, " ".join(texts)), findings


def _round(tokens: Sequence[str], table: Words, source: Source) -> tuple[Entry, list[Finding]]:
    """``spielrunde``."""
    it = Tokens(tokens, table, source)
    texts = []
    for i, key, value, _ in it.rest():
        if key == '"':
            texts.append(value)
            it.fields[i] = "text"
        else:
            it.unknown(i)
    source, findings = it.finish()
    return RoundEntry(source, " ".join(texts)), findings


def _note(tokens: Sequence[str], table: Words, source: Source) -> tuple[Entry, list[Finding]]:
    """``notiz "..."``, ``pause``; words without quotes are taken as they are."""
    it = Tokens(tokens, table, source)
    text = " ".join(value if key == '"' else token for _, key, value, token in it.rest())
    it.fields[1:] = ["text"] * (len(tokens) - 1)
    return NoteEntry(it.finish()[0], text), []


def _struck(tokens: Sequence[str], table: Words, source: Source) -> tuple[Entry, list[Finding]]:
    """``gestrichen "Anna Cem 165" um:2026-11-27T21:14 ersatzlos "why"``."""
    it = Tokens(tokens, table, source)
    texts: list[str] = []
    bare: list[str] = []
    at, gone = "", False
    for i, key, value, token in it.rest():
        if key == "um":
            at, it.fields[i] = value, "at"
        elif key == '"':
            texts.append(value)
            it.fields[i] = "text"
        elif key:
            it.unknown(i, ("um:",))
        elif texts and fold(token) == GONE:
            gone, it.fields[i] = True, "gone"
        else:  # a line that was struck without quotes around it
            bare.append(token)
            it.fields[i] = "text"
    source, findings = it.finish()
    line, *reasons = ([" ".join(bare)] if bare else []) + texts or [""]
    return StruckEntry(source, line, at, " ".join(reasons), gone), findings


#: Behind what was struck: nothing has come in its place.
GONE: Final = "ersatzlos"


def _bock(tokens: Sequence[str], table: Words, source: Source) -> tuple[Entry, list[Finding]]:
    """``bock +1 Silvester``."""
    it = Tokens(tokens, table, source)
    n, texts = 1, []
    for i, _, value, token in it.rest():
        if i == 1 and voc.INTEGER.fullmatch(token):
            n, it.fields[i] = int(token.translate(voc.DASHES)), "n"
            if not 0 < n < MOST_AT_ONCE:
                it.bad(i, "number")
        else:
            texts.append(value)
            it.fields[i] = "text"
    source, findings = it.finish()
    return BockEntry(source, n if 0 < n < MOST_AT_ONCE else 0, " ".join(texts)), findings


#: More Böcke than this are not agreed upon at once.
MOST_AT_ONCE: Final = 10


def _join(tokens: Sequence[str], table: Words, source: Source) -> tuple[Entry, list[Finding]]:
    """``kommt Emil``, ``kommt Emil nach Cem``."""
    it = Tokens(tokens, table, source)
    player, after = "", None
    for i, _, _, token in it.rest():
        if i == 1:
            player, it.fields[i] = it.newcomer(i, token), "player"
        elif fold(token) in ("nach", "after"):
            it.fields[i] = "word"
        elif i == 3 and it.fields[2] == "word":
            after, it.fields[i] = it.player(i, token), "after"
        else:
            it.unknown(i, ("nach",))
    if len(tokens) == 1 or it.fields[-1] == "word":
        it.bad(len(tokens) - 1, "names")
    source, findings = it.finish()
    return JoinEntry(source, player, after), findings


def _leave(tokens: Sequence[str], table: Words, source: Source) -> tuple[Entry, list[Finding]]:
    """``geht Dora``."""
    it = Tokens(tokens, table, source)
    player = ""
    for i, _, _, token in it.rest():
        if i == 1:
            player, it.fields[i] = it.player(i, token) or "", "player"
        else:
            it.unknown(i)
    if len(tokens) == 1:
        it.bad(0, "names")
    source, findings = it.finish()
    return LeaveEntry(source, player), findings


def _replace(tokens: Sequence[str], table: Words, source: Source) -> tuple[Entry, list[Finding]]:
    """``wechsel Dora Emil``."""
    it = Tokens(tokens, table, source)
    player = by = ""
    for i, _, _, token in it.rest():
        if i == 1:
            player, it.fields[i] = it.player(i, token) or "", "player"
        elif i == 2:
            by, it.fields[i] = it.newcomer(i, token), "by"
        else:
            it.unknown(i)
    if len(tokens) < 3:
        it.bad(len(tokens) - 1, "names")
    source, findings = it.finish()
    return ReplaceEntry(source, player, by), findings


_ENTRIES = {
    "penalty": _penalty,
    "redeal": _redeal,
    "end": _end,
    "round": _round,
    "note": _note,
    "struck": _struck,
    "bock": _bock,
    "join": _join,
    "leave": _leave,
    "replace": _replace,
    "carry": parse_carry,
    "gap": parse_gap,
    "final": parse_final,
}


def format_entry(entry: Entry, players: Iterable[Player] = ()) -> str:
    """The canonical line of an entry."""
    players = tuple(players)
    word = {player.name: player.word for player in players}
    match entry:
        case HandEntry(hand=hand, note=note):
            return format_hand(hand, players, note)
        case PenaltyEntry():
            return _format_penalty(entry, word)
        case RedealEntry(player=player, reason=reason):
            if player is None:
                return f"neugeben {quote(reason)}" if reason else "neugeben"
            plain = fold(reason).isalpha() or not reason
            return f"neugeben {word.get(player, player)} {reason if plain else quote(reason)}".strip()
        case EndEntry(time=time, ok=ok, text=text):
            parts = ["ende", *(["zeit"] if time else []), *(f"ok:{code}" for code in ok)]
            return " ".join([*parts, *([quote(text)] if text else [])])
        case RoundEntry(text=text):
            return f"spielrunde {quote(text)}" if text else "spielrunde"
        case NoteEntry(text=text):
            return f"notiz {quote(text)}" if text else "pause"
        case BockEntry() | JoinEntry() | LeaveEntry() | ReplaceEntry():
            return _format_change(entry, word)
        case CarryEntry() | GapEntry() | FinalEntry():
            return format_page(entry)
        case StruckEntry(line=line, at=at, reason=reason, gone=gone):
            parts = ["gestrichen", quote(line), *([f"um:{at}"] if at else []), *([GONE] if gone else [])]
            return " ".join([*parts, *([quote(reason)] if reason else [])])
        case UnreadEntry(source=source):
            return source.text


def _format_change(entry: BockEntry | JoinEntry | LeaveEntry | ReplaceEntry, word: dict[str, str]) -> str:
    """The line of something that changes what comes: Bock, or who sits at the table."""
    match entry:
        case BockEntry(n=n, text=text):
            return f"bock +{n} {quote(text)}" if text else f"bock +{n}"
        case JoinEntry(player=player, after=after):
            return f"kommt {player}" + (f" nach {word.get(after, after)}" if after else "")
        case LeaveEntry(player=player):
            return f"geht {word.get(player, player)}"
        case ReplaceEntry(player=player, by=by):
            return f"wechsel {word.get(player, player)} {by}"


def _format_penalty(entry: PenaltyEntry, word: dict[str, str]) -> str:
    parts = ["strafe", word.get(entry.player, entry.player), PENALTY_WORDS.get(entry.id, entry.id)]
    if entry.absagen:
        parts.append(f"absagen:{entry.absagen}")
    if entry.soloist:
        parts.append(f"soloist:{word.get(entry.soloist, entry.soloist)}")
    parts += [KIND_WORDS.get(entry.kind, entry.kind)] if entry.kind else []
    parts += entry.marks
    if entry.points is not None:
        parts.append(f"punkte:{entry.points}")
    if entry.referee:
        parts.append(f"sr:{entry.referee}")
    parts += [f"ok:{code}" for code in entry.ok]
    return " ".join([*parts, *([quote(entry.text)] if entry.text else [])])


#: How penalties are written.
PENALTY_WORDS: Final = {
    "minor": "gering",
    "minor_solo": "gering_solo",
    "severe": "schwer",
    "severe_solo": "schwer_solo",
    "unsporting": "unsportlich",
}
