"""What a word of the notation means at one table.

A word is looked up in this order: a reserved word in full; a player in full; an alias or a prefix of a player, refused
if two fit; the prefix of a kind or mark. What sounds like two things is refused with both readings.

Whom a word names inside a token (``fuchs:Anna``, ``sieger:re``) is decided by :meth:`Words.who` alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from decimal import Decimal
from functools import lru_cache
from typing import Any, Final

from dokosheet.core.notation import vocabulary as voc
from dokosheet.core.notation.hand import ILLEGIBLE, Augen, Call, Cell, OwnCall, Player, Sonderpunkt, Stich
from dokosheet.core.notation.spelling import call_word, format_augen, format_call
from dokosheet.core.notation.vocabulary import fold
from dokosheet.core.records import Record, replace
from dokosheet.core.rules import Ruleset
from dokosheet.core.score.calls import PARTY
from dokosheet.core.terms import AUGEN, STEP_OF


class Problem(Record, frozen=True):
    """A token that cannot be read. ``readings``: spellings that could be meant, the likeliest first.

    ``tokens``: so many are meant together, this one and those behind it.
    """

    code: str
    variant: str = ""
    args: tuple[tuple[str, Any], ...] = ()
    readings: tuple[str, ...] = ()
    tokens: int = 1


#: What a token means: the field of a Hand that it fills, and with what. Field "problem": it means nothing.
Meaning = tuple[str, Any]


def problem(code: str, variant: str = "", readings: Iterable[str] = (), **args: Any) -> Meaning:
    """The meaning of a token that has none."""
    return "problem", Problem(code, variant, tuple(args.items()), tuple(readings))


#: Cards of a trick.
TRICK: Final = 4
#: Looked-up words that are kept: a stream of ever new ones must not fill the memory.
MOST_SEEN: Final = 20_000


class Words:
    """What a word means at one table: the ruleset's vocabulary and the names of the players.

    ``beginnings``: first words of lines that are no hands. :func:`entries.words` keeps what was looked up.
    """

    def __init__(self, rules: Ruleset, players: tuple[Player, ...], beginnings: Mapping[str, str]) -> None:
        self.rules = rules
        self.players = players
        self._beginnings = beginnings
        vocabulary = _vocabulary(rules)
        self.reserved, self.aliases, self.shortened = vocabulary.reserved, vocabulary.aliases, vocabulary.shortened
        self.own_calls, self.labels = vocabulary.own_calls, vocabulary.labels
        self._common = vocabulary.common
        #: Folded spelling in full -> player; ``names``: those that can stand alone, being no word of the notation.
        self.full = {fold(spelling): p.name for p in players for spelling in (p.name, p.word)}
        self.names = {w: n for w, n in self.full.items() if w not in self.reserved and w not in beginnings}
        self.written = {p.name: p.word for p in players}
        #: Token -> what it means, for all that were looked up.
        self.seen: dict[str, Meaning] = dict(vocabulary.common)
        self._entries: dict[str, str] = {}

    def meaning(self, token: str) -> Meaning:
        """The field that a token fills and its value, or ("problem", Problem)."""
        meaning = self.seen.get(token)
        if meaning is None:
            if len(self.seen) > MOST_SEEN:
                self.seen.clear()
            meaning = self.seen[token] = self._look_up(token)
        return meaning

    def entry(self, token: str) -> str:
        """What the first word of a line begins: a penalty, a note ...; "" for a hand."""
        what = self._entries.get(token)
        if what is None:
            if len(self._entries) > MOST_SEEN:
                self._entries.clear()
            what = self._entries[token] = self._beginnings.get(fold(token), "")
        return what

    def _look_up(self, token: str) -> Meaning:
        if token[:1] == "=":
            return self._cells("total", token[2:]) if token[1:2] == "=" else self._cells("score", token[1:])
        word = fold(token)
        if not word:
            return problem("F107", "nothing", token=token)
        first = word[0]
        if first.isdigit() or first in "-+−–:":
            meaning = self._number(word, token)
            if len(token) <= 3 and token.isdigit():
                self._common[token] = meaning
            return meaning
        if first == '"':
            return "note", (unquote(token),)
        if ":" in word:
            return self._with_colon(token)
        if word in self.reserved:
            return self.reserved[word]
        return self._bare(word, token)

    def _bare(self, word: str, token: str) -> Meaning:
        """A word without a colon that is not reserved."""
        if word in self.names:
            return "named", self.names[word]
        if "@" in word or "/" in word:
            return self._with_time(token)
        alias = self.aliases.get(word)
        players = self._players_with_prefix(word)
        if (alias and players) or len(players) > 1:
            return problem("F106", readings=[*players, *([spell(alias)] if alias else [])], token=token)
        if alias:
            return alias
        if players:
            return "named", self._player(players[0])
        if word in voc.TWO_READINGS:
            return problem("F107", "two-readings", voc.TWO_READINGS[word], token=token)
        prefixed = {name: self.reserved[name] for name in self.shortened if name.startswith(word)}
        if len(prefixed) == 1:
            return next(iter(prefixed.values()))
        if prefixed:
            return problem("F107", "two-readings", sorted(prefixed), token=token)
        return self._unknown(word, token)

    def _unknown(self, word: str, token: str) -> Meaning:
        """A word that is near to a name or to a word of the notation, or to nothing."""
        sonderpunkt = voc.SONDERPUNKT_ALIASES.get(word, word)
        if sonderpunkt in self._sonderpunkte():
            return problem("F107", "whose", (f"{sonderpunkt}:re", f"{sonderpunkt}:kontra"), token=token)
        if voc.CALLS.keys() & {word.rstrip("0123456789").rstrip("-")} and word[-1].isdigit():
            return problem("C301", token=token)
        near = nearest(word, [*self.names, *self.reserved, *voc.KIND_ALIASES])
        if near in self.names:
            return problem("F105", readings=[self.written[self.names[near]]], token=token)
        if near is None and voc.is_name(token):
            return problem("F105", "nobody", token=token)
        return problem("F107", readings=[spell(self.meaning(near))] if near else [], token=token)

    def _players_with_prefix(self, word: str) -> list[str]:
        """The written names of the players whose name begins like this."""
        return list(dict.fromkeys(self.written[name] for key, name in self.names.items() if key.startswith(word)))

    def _player(self, written: str) -> str:
        return self.names[fold(written)]

    def who(self, text: str, parties: bool = False) -> str | Problem:
        """The player whom a word names, with ``parties`` the player or the party.

        In full, or by what fits no other: a beginning of a name, an abbreviation or a beginning of a party.
        """
        word = fold(text)
        if parties and word in PARTY:
            return PARTY[word]
        if word in self.full:
            return self.full[word]
        players = self._players_with_prefix(word) if word else []
        sides = voc.parties_like(word) if parties and word else []
        if len(players) + len(sides) == 1:
            return sides[0] if sides else self._player(players[0])
        if players or sides:
            return Problem("F106", "", (("token", text),), (*players, *sides))
        near = nearest(word, self.names)
        readings = (self.written[self.names[near]],) if near else ()
        return Problem("F105", "" if near else "nobody", (("token", text),), readings)

    def sounds_like(self, token: str) -> str | None:
        """The word of the notation of which a token is a slip, if it is very near to one."""
        return nearest(fold(token), [*self.reserved, *voc.KIND_ALIASES], alike=0.8)

    def player(self, text: str) -> str | Problem:
        """The player whom a word names: in full, or by a prefix that fits no other."""
        return self.who(text)

    def _number(self, word: str, token: str) -> Meaning:
        """Augen: one count, both, Kontra's, a range, a band word; ``2f:re`` is two of a Sonderpunkt."""
        if word in voc.BANDS:
            return "augen", voc.BANDS[word]
        if (
            word[0].isdigit()
            and word[-1:]
            and not voc.INTEGER.fullmatch(word)
            and word.lstrip("0123456789")[:1].isalpha()
        ):
            return self._several(token)
        both = word.split(":")
        low, dash, high = word.partition("-")
        if voc.INTEGER.fullmatch(word):
            return "augen", Augen(integer(word), integer(word))
        if len(both) == 2 and voc.INTEGER.fullmatch(both[1]) and (not both[0] or voc.INTEGER.fullmatch(both[0])):
            kontra = integer(both[1])
            re = integer(both[0]) if both[0] else AUGEN - kontra
            return "augen", Augen(re, re, kontra=None if re + kontra == AUGEN else kontra)
        if dash and low.isdecimal() and high.isdecimal() and len(word) < 8 and int(low) <= int(high):
            return "augen", Augen(int(low), int(high))
        if "," in word and not isinstance(self._cells("score", token)[1], Problem):
            return problem("F103", "points", (f"={token}",), token=token)
        return problem("F103", "augen", token=token)

    def _several(self, token: str) -> Meaning:
        digits = len(token) - len(token.lstrip("0123456789"))
        field, value = self._with_colon(token[digits:]) if ":" in token else self._unknown(fold(token), token)
        if field in ("sonderpunkte", "own_calls") and 1 <= int(token[:digits][:3]) <= 9:
            return field, value * int(token[:digits])
        return (field, value) if field == "problem" else problem("F107", token=token)

    def _with_time(self, token: str) -> Meaning:
        """A call with cards and speaker, or a Hochzeit with its Klärungsstich."""
        rest, slash, speaker = token.partition("/")
        head, at, number = rest.partition("@")
        nothing: Meaning = ("", None)
        field, value = self.reserved.get(fold(head)) or self.aliases.get(fold(head)) or nothing
        cards = int(number) if number.isdecimal() and number.isascii() and len(number) < 3 else None
        most = self.rules.deck.hand_cards * (TRICK if self.rules.calls.clock.unit == "table_cards" else 1)
        if (at and cards is None) or (slash and not speaker):
            return problem("F103", "cards", token=token, most=most)
        if field == "kind" and at and not slash:
            return "klaerung", (value, cards)
        if field != "calls":
            return self._unknown(fold(head), token)
        if cards is not None and cards > most:
            return problem("F103", "cards", token=token, most=most)
        who = self.who(speaker, parties=True) if slash else None
        if isinstance(who, Problem):
            return "problem", replace(who, readings=tuple(_spoken(value[0], rest, name) for name in who.readings))
        if who in PARTY:  # nobody in particular has spoken, or the other party has called, too
            return problem("F107", readings=[_spoken(value[0], rest, who)], token=token)
        return "calls", (Call(value[0].party, value[0].step, cards, who),)

    def _with_colon(self, token: str) -> Meaning:
        """A written fact or a Sonderpunkt: ``wert:3``, ``fuchs:Anna``."""
        word, _, rest = token.partition(":")
        key = fold(word)
        if fold(token) in voc.BANDS:
            return "augen", voc.BANDS[fold(token)]
        if key in voc.FACTS:
            return self._fact(voc.FACTS[key], rest, token)
        if key in ("p", "t"):
            return self._cells("score" if key == "p" else "total", rest, shells=True)
        sonderpunkt = voc.SONDERPUNKT_ALIASES.get(key) or self.labels.get(key, key)
        if sonderpunkt in self._sonderpunkte():
            who = self.who(rest, parties=True)
            if isinstance(who, Problem):
                return "problem", within(who, f"{word}:{{}}")
            return "sonderpunkte", (Sonderpunkt(sonderpunkt, who),)
        if key in self.own_calls:
            who = self.who(rest, parties=True)
            return ("problem", within(who, f"{word}:{{}}")) if isinstance(who, Problem) else _own_call(key, who)
        if key in ("k90", "k60", "k30") or (key == "schwarz" and rest):
            return self._bare_absage(key, rest, token)
        if key.startswith("stich") and key[5:].isdecimal():
            return self._stich(key[5:], rest, token)
        if key == "tuck":
            return problem("C301", token=token)
        near = nearest(key, {*voc.FACTS, *self._sonderpunkte(), *voc.SONDERPUNKT_ALIASES} - {"alten"})
        return problem("F107", readings=[f"{near}:{rest}"] if near else [], token=token)

    def _bare_absage(self, key: str, rest: str, token: str) -> Meaning:
        """``k90:re``, an Absage of which no Ansage is known. A player makes it a call that a player spoke."""
        who = self.who(rest, parties=True)
        if not isinstance(who, Problem) and who in PARTY:
            return "calls", (Call(PARTY[who], STEP_OF[key], bare=True),)
        calls = [f"{party}{key.removeprefix('k')}" for party in PARTY]
        if isinstance(who, str):
            return problem("F107", "two-readings", [f"{call}/{self.written[who]}" for call in calls], token=token)
        if who.code == "F105":
            return problem("F107", "two-readings", calls, token=token)
        readings = [
            reading
            for name in who.readings
            for reading in ([f"{key}:{name}"] if name in PARTY else [f"{call}/{name}" for call in calls])
        ]
        return "problem", replace(who, readings=tuple(readings))

    def _stich(self, n: str, rest: str, token: str) -> Meaning:
        """A trick that was noted: ``stich1:35/Anna``."""
        augen, _, by = rest.partition("/")
        if not (
            augen.isdecimal()
            and augen.isascii()
            and len(augen) < 3
            and 1 <= int(n[:3]) <= self.rules.deck.hand_cards
            and by
        ):
            return problem("F103", "stich", token=token)
        who = self.who(by)
        if isinstance(who, Problem):
            return "problem", within(who, f"stich{n}:{augen}/{{}}")
        return "stiche", (Stich(int(n), int(augen), who),)

    def _fact(self, name: str, rest: str, token: str) -> Meaning:
        """A written fact."""
        if name == "bock" and not (rest.isdecimal() and rest.isascii() and len(rest) == 1):
            return problem("F103", "number", token=token)
        if name in ("wert", "bock"):
            return (name, integer(rest)) if voc.INTEGER.fullmatch(rest) else problem("F103", "number", token=token)
        if name == "ok":
            return "ok", tuple(code.upper() for code in rest.split(",") if code)
        parts = [part for part in rest.split(",") if part]
        found = [self.who(part, parties=name == "sieger") for part in parts]
        for i, who in enumerate(found):
            if isinstance(who, Problem):
                word = token.partition(":")[0]
                return "problem", within(who, f"{word}:{','.join([*parts[:i], '{}', *parts[i + 1 :]])}")
        if not found or (name == "dealer" and len(found) > 1):
            return problem("F103", "names", token=token)
        return (name, found[0]) if name == "dealer" else (name, tuple(found))

    def _cells(self, field: str, text: str, shells: bool = False) -> Meaning:
        """A written row: ``2,-2,2,-2``, ``2/-2/2/-2``, ``Anna:2,Cem:2,Ben:-2,Dora:-2``."""
        parts = text.split("/") if shells or "/" in text else text.split(",")
        if ":" in text:
            return self._named_cells(field, parts, text)
        cells = [cell(part) for part in parts]
        if Problem in map(type, cells):
            return problem("F103", "row", token=text)
        return field, tuple(cells)

    def _named_cells(self, field: str, parts: Sequence[str], text: str) -> Meaning:
        found: dict[str, Cell] = {}
        mark = "=" if field == "score" else "=="
        for i, part in enumerate(parts):
            name, _, number = part.partition(":")
            who, value = self.who(name), cell(number)
            if isinstance(who, Problem):
                cells = [*parts[:i], f"{{}}:{number}", *parts[i + 1 :]]
                return "problem", within(who, mark + ("/" if "/" in text else ",").join(cells))
            if isinstance(value, Problem) or who in found:
                return problem("F103", "row", token=text)
            found[who] = value
        return field, tuple(found.get(player.name) for player in self.players)

    def _sonderpunkte(self) -> set[str]:
        return {*noted_of(self.rules), *voc.OTHER_SONDERPUNKTE}


def _spoken(call: Call, token: str, by: str) -> str:
    """A call with its speaker; a party is none: its own name says nothing new, that of the other is a call as well."""
    if by in PARTY:
        return token if by == call.party else f"{token} {by}"
    return f"{token}/{by}"


def within(problem: Problem, token: str) -> Problem:
    """The problem of a name inside a token: its readings spell the whole token (``{}`` stands for the name)."""
    readings = tuple(token.replace("{}", reading) for reading in problem.readings)
    return replace(problem, readings=readings)


def reserved_words(rules: Ruleset) -> Collection[str]:
    """The words, folded, that no player can go by."""
    return _vocabulary(rules).reserved


class _Vocabulary(Record):
    """The words of a ruleset: reserved ones, aliases, those that a prefix is enough for (its kinds, and marks).

    ``common``: tokens that mean the same at every table, as they were written. ``labels``: a table's words for ids.
    """

    reserved: dict[str, Meaning]
    aliases: dict[str, Meaning]
    shortened: list[str]
    common: dict[str, Meaning]
    own_calls: frozenset[str]
    labels: dict[str, str]


def noted_of(rules: Ruleset) -> Collection[str]:
    """What a ruleset wants noted by player or party: Sonderpunkte, pigs, and what a fee is charged for."""
    fees = [fee.when.partition(":")[2] for fee in rules.settlement.fees.values() if fee.when.startswith("special:")]
    return dict.fromkeys((*rules.sonderpunkte, *rules.deck.pigs, *fees))


def marks_of(rules: Ruleset) -> Collection[str]:
    """The marks that a ruleset has a use for: swaps, and what begins a Bock."""
    bock = ["herzstich"] if "heart_trick" in rules.bock.triggers else []
    bock += [name for name, trigger in rules.bock.triggers.items() if trigger.manual]
    return dict.fromkeys((*rules.deck.swaps, *bock))


def _own_call(call: str, by: str) -> Meaning:
    return "own_calls", (OwnCall(call, by),)


@lru_cache(maxsize=32)
def _vocabulary(rules: Ruleset) -> _Vocabulary:
    kinds = {kind: kind for kind in (*voc.OTHER_KINDS, *rules.kinds) if kind != "hochzeit_allein"}
    reserved: dict[str, Meaning] = {voc.KIND_WORDS.get(kind, kind): ("kind", kind) for kind in kinds}
    reserved |= {mark: ("marks", (mark,)) for mark in (*voc.SOLO_MARKS, *voc.OTHER_MARKS, *marks_of(rules))}
    labels = {voc.fold(label): name for name, label in rules.labels.items() if voc.is_name(label)}
    own_calls = frozenset(call for call in rules.calls.defs if call not in STEP_OF)
    reserved |= {call: _own_call(call, "") for call in own_calls}
    reserved |= {fact: ("trick", fact) for fact in voc.TRICK_FACTS}
    reserved |= {"gilt": ("gilt", True)}
    reserved |= {word: ("augen", band) for word, band in voc.BANDS.items()}
    canonical = {call_word(party, step) for party, step in set(voc.CALLS.values())}
    calls: dict[str, Meaning] = {word: ("calls", (Call(*value),)) for word, value in voc.CALLS.items()}
    reserved |= {word: meaning for word, meaning in calls.items() if word in canonical}
    aliases: dict[str, Meaning] = {word: ("kind", kind) for word, kind in voc.KIND_ALIASES.items()}
    aliases |= {f"{word}{n}": ("klaerung", ("hochzeit", n)) for word in ("hz", "hochzeit") for n in range(1, 13)}
    aliases |= {word: ("marks", (mark,)) for word, mark in voc.MARK_ALIASES.items()}
    aliases |= {word: meaning for word, meaning in calls.items() if word not in canonical}
    ids = {label: voc.KIND_WORDS.get(name, name) for label, name in labels.items()}
    aliases |= {label: reserved[name] for label, name in ids.items() if name in reserved}
    shortened = [word for word, (field, value) in reserved.items() if field == "marks" or value in rules.kinds]
    return _Vocabulary(reserved, aliases, shortened, dict(reserved), own_calls, labels)


@lru_cache(maxsize=4096)
def cell(text: str) -> Cell | Problem:
    """One cell of a written row."""
    if text in ("-", ""):
        return None if text else Problem("F103", "row")
    if text == ILLEGIBLE:
        return ILLEGIBLE
    if not voc.NUMBER.fullmatch(text):
        return Problem("F103", "row")
    number = Decimal(text.translate(voc.DASHES).replace(",", "."))
    return int(number) if number == number.to_integral_value() else number


def integer(text: str) -> int:
    """A whole number; a real minus counts as one."""
    return int(text.translate(voc.DASHES))


def spell(meaning: Meaning) -> str:
    """The canonical spelling of what a word means, to propose it."""
    field, value = meaning
    if field == "kind":
        return str(voc.KIND_WORDS.get(value, value))
    if field == "calls":
        return format_call(value[0])
    if field == "klaerung":
        return f"{voc.KIND_WORDS.get(value[0], value[0])}@{value[1]}"
    if field == "augen":
        return format_augen(value)
    if field == "own_calls":
        return str(value[0].id)
    return str(value[0] if isinstance(value, tuple) else "gilt" if field == "gilt" else value)


def unquote(token: str) -> str:
    """The free text of a token in quotes."""
    body = token[1:-1] if len(token) > 1 and token.endswith('"') else token[1:]
    return body.replace('\\"', '"').replace("\\\\", "\\")


def nearest(word: str, candidates: Iterable[str], alike: float = 0.6) -> str | None:
    """The candidate that looks most like a word, if any does; ``alike``: how much, 0 to 1."""
    from difflib import get_close_matches  # only when something is wrong

    found = get_close_matches(word, list(candidates), n=1, cutoff=alike)
    return found[0] if found else None
