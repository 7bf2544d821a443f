"""One line <-> Hand: the notation. ``parse(format(hand)) == hand`` for every hand.

A word is looked up in this order: a reserved word in full; a player in full; an alias or a prefix of a player, refused
if two fit; the prefix of a kind or mark. What sounds like two things is refused with both readings.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from decimal import Decimal
from functools import lru_cache
from typing import Any, Final

from msgspec import Struct

from dokosheet.core import vocabulary as voc
from dokosheet.core.hand import ILLEGIBLE, Augen, Call, Cell, Hand, Sonderpunkt
from dokosheet.core.ruleset import Ruleset
from dokosheet.core.sheet import TOKEN, Player
from dokosheet.core.terms import ABSAGEN, ANSAGE, AUGEN, K90
from dokosheet.core.vocabulary import fold


class Problem(Struct, frozen=True):
    """A token that cannot be read. ``readings``: spellings that could be meant, the likeliest first."""

    code: str
    variant: str = ""
    args: tuple[tuple[str, Any], ...] = ()
    readings: tuple[str, ...] = ()


#: What a token means: the field of a Hand that it fills, and with what. Field "problem": it means nothing.
Meaning = tuple[str, Any]


class ParsedHand(Struct, frozen=True):
    """``fields``: the field that each token fills; ``problems``: (token, problem); ``note``: free text in quotes."""

    hand: Hand
    fields: tuple[str, ...]
    problems: tuple[tuple[int, Problem], ...] = ()
    note: str = ""


def problem(code: str, variant: str = "", readings: Iterable[str] = (), **args: Any) -> Meaning:
    """The meaning of a token that has none."""
    return "problem", Problem(code, variant, tuple(args.items()), tuple(readings))


class Words:
    """What a word means at one table: the ruleset's vocabulary and the names of the players.

    Ask :func:`words`, so that looked-up words are kept.
    """

    def __init__(self, rules: Ruleset, players: tuple[Player, ...]) -> None:
        self.rules = rules
        self.players = players
        self.reserved, self.aliases = _vocabulary(rules)
        #: Words that a prefix is enough for: kinds that are played here, and marks.
        self.shortened = [
            word for word, (field, value) in self.reserved.items() if field == "marks" or value in rules.kinds
        ]
        self.names = {fold(spelling): p.name for p in players for spelling in (p.name, p.word)}
        self.written = {p.name: p.word for p in players}
        self._seen: dict[str, Meaning] = {}
        self._entries: dict[str, str] = {}

    def meaning(self, token: str) -> Meaning:
        """The field that a token fills and its value, or ("problem", Problem)."""
        meaning = self._seen.get(token)
        if meaning is None:
            if len(self._seen) > 20_000:  # a stream of ever new numbers must not fill the memory
                self._seen.clear()
            meaning = self._seen[token] = self._look_up(token)
        return meaning

    def entry(self, token: str) -> str:
        """What the first word of a line begins: a penalty, a note ...; "" for a hand."""
        what = self._entries.get(token)
        if what is None:
            word = fold(token)
            what = self._entries[token] = voc.ENTRY_WORDS.get(word, "") if word not in self.names else ""
        return what

    def _look_up(self, token: str) -> Meaning:
        word = fold(token)
        first = word[0]
        if first.isdigit() or first in "-+−:":
            return self._number(word, token)
        if first == '"':
            return "note", unquote(token)
        if first == "=":
            return self._cells("total", token[2:]) if word[:2] == "==" else self._cells("score", token[1:])
        if ":" in word:
            return self._with_colon(token)
        return self.reserved.get(word) or self._bare(word, token)

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
        if word in self._sonderpunkte():
            return problem("F107", "whose", (f"{word}:re", f"{word}:kontra"), token=token)
        if voc.CALLS.keys() & {word.rstrip("0123456789").rstrip("-")} and word[-1].isdigit():
            return problem("C301", token=token)
        near = nearest(word, [*self.names, *self.reserved, *self.aliases, *voc.CALLS])
        if near in self.names:
            return problem("F105", readings=[self.written[self.names[near]]], token=token)
        if near is None and voc.NAME.fullmatch(token):
            return problem("F105", "nobody", token=token)
        return problem("F107", readings=[spell(self.meaning(near))] if near else [], token=token)

    def _players_with_prefix(self, word: str) -> list[str]:
        """The written names of the players whose name begins like this."""
        return list(dict.fromkeys(self.written[name] for key, name in self.names.items() if key.startswith(word)))

    def _player(self, written: str) -> str:
        return self.names[fold(written)]

    def _who(self, text: str, parties: bool = False) -> str | Problem:
        """The player (or party) that a part of a token names."""
        word = fold(text)
        if word in self.names:
            return self.names[word]
        if parties and word in voc.CALLS and voc.CALLS[word][1] == ANSAGE:
            return voc.CALLS[word][0]
        found = self._players_with_prefix(word) if word else []
        if len(found) == 1:
            return self._player(found[0])
        if found:
            return Problem("F106", "", (("token", text),), tuple(found))
        near = nearest(word, self.names)
        readings = (self.written[self.names[near]],) if near else ()
        return Problem("F105", "" if near else "nobody", (("token", text),), readings)

    def player(self, text: str) -> str | Problem:
        """The player whom a word names: in full, or by a prefix that fits no other."""
        return self._who(text)

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
        if dash and low.isdigit() and high.isdigit() and len(word) < 8 and int(low) <= int(high):
            return "augen", Augen(int(low), int(high))
        return problem("F103", "augen", token=token)

    def _several(self, token: str) -> Meaning:
        digits = len(token) - len(token.lstrip("0123456789"))
        field, value = self._with_colon(token[digits:]) if ":" in token else self._unknown(fold(token), token)
        if field == "sonderpunkte" and 1 <= int(token[:digits][:3]) <= 9:
            return field, value * int(token[:digits])
        return (field, value) if field == "problem" else problem("F107", token=token)

    def _with_time(self, token: str) -> Meaning:
        """A call with cards and speaker, or a Hochzeit with its Klärungsstich."""
        rest, slash, speaker = token.partition("/")
        head, at, number = rest.partition("@")
        nothing: Meaning = ("", None)
        field, value = self.reserved.get(fold(head)) or self.aliases.get(fold(head)) or nothing
        cards = int(number) if number.isdecimal() and number.isascii() and len(number) < 3 else None
        if (at and cards is None) or (slash and not speaker):
            return problem("F103", "cards", token=token)
        if field == "kind" and value == "hochzeit" and at and not slash:
            return "klaerung", cards
        if field != "calls":
            return self._unknown(fold(head), token)
        if cards is not None and cards > 12:
            return problem("F103", "cards", token=token)
        who = self._who(speaker) if slash else None
        if isinstance(who, Problem):
            return "problem", who
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
        sonderpunkt = voc.SONDERPUNKT_ALIASES.get(key, key)
        if sonderpunkt in self._sonderpunkte():
            who = self._who(rest, parties=True)
            return ("problem", who) if isinstance(who, Problem) else ("sonderpunkte", (Sonderpunkt(sonderpunkt, who),))
        if key in ("k90", "k60", "k30") or (key == "schwarz" and rest):
            return self._bare_absage(key, rest, token)
        if key == "tuck":
            return problem("C301", token=token)
        near = nearest(key, [*voc.FACTS, *self._sonderpunkte(), *voc.SONDERPUNKT_ALIASES])
        return problem("F107", readings=[f"{near}:{rest}"] if near else [], token=token)

    def _bare_absage(self, key: str, rest: str, token: str) -> Meaning:
        side = voc.CALLS.get(fold(rest))
        if side is None or side[1] != ANSAGE:
            return problem(
                "F107", "two-readings", (f"re{key.removeprefix('k')}", f"kontra{key.removeprefix('k')}"), token=token
            )
        step = next(step for step, name in ABSAGEN.items() if name == key)
        return "calls", (Call(side[0], step, bare=True),)

    def _fact(self, name: str, rest: str, token: str) -> Meaning:
        """A written fact."""
        if name in ("wert", "bock"):
            return (name, integer(rest)) if voc.INTEGER.fullmatch(rest) else problem("F103", "number", token=token)
        if name == "ok":
            return "ok", tuple(code.upper() for code in rest.split(",") if code)
        found = [self._who(part, parties=name == "sieger") for part in rest.split(",") if part]
        for who in found:
            if isinstance(who, Problem):
                return "problem", who
        if not found or (name == "dealer" and len(found) > 1):
            return problem("F103", "names", token=token)
        return (name, found[0]) if name == "dealer" else (name, tuple(found))

    def _cells(self, field: str, text: str, shells: bool = False) -> Meaning:
        """A written row: ``2,-2,2,-2``, ``2/-2/2/-2``, ``Anna:2,Cem:2,Ben:-2,Dora:-2``."""
        parts = text.split("/") if shells or "/" in text else text.split(",")
        if any(":" in part for part in parts):
            return self._named_cells(field, parts, text)
        cells = [cell(part) for part in parts]
        if any(isinstance(c, Problem) for c in cells):
            return problem("F103", "row", token=text)
        return field, tuple(cells)

    def _named_cells(self, field: str, parts: Sequence[str], text: str) -> Meaning:
        found: dict[str, Cell] = {}
        for part in parts:
            name, _, number = part.partition(":")
            who, value = self._who(name), cell(number)
            if isinstance(who, Problem):
                return "problem", who
            if isinstance(value, Problem) or who in found:
                return problem("F103", "row", token=text)
            found[who] = value
        return field, tuple(found.get(player.name) for player in self.players)

    def _sonderpunkte(self) -> set[str]:
        return {*self.rules.sonderpunkte, *voc.OTHER_SONDERPUNKTE}


@lru_cache(maxsize=256)
def words(rules: Ruleset, players: tuple[Player, ...]) -> Words:
    """The words of a table; the same object at every call."""
    return Words(rules, players)


def reserved_words(rules: Ruleset) -> Collection[str]:
    """The words, folded, that no player can go by."""
    return _vocabulary(rules)[0]


@lru_cache(maxsize=32)
def _vocabulary(rules: Ruleset) -> tuple[dict[str, Meaning], dict[str, Meaning]]:
    """Reserved words, and aliases, of a ruleset."""
    kinds = {kind: kind for kind in (*voc.OTHER_KINDS, *rules.kinds) if kind != "hochzeit_allein"}
    reserved: dict[str, Meaning] = {voc.KIND_WORDS.get(kind, kind): ("kind", kind) for kind in kinds}
    reserved |= {mark: ("marks", (mark,)) for mark in (*voc.SOLO_MARKS, *voc.OTHER_MARKS)}
    reserved |= {fact: ("trick", fact) for fact in voc.TRICK_FACTS}
    reserved |= {"gilt": ("gilt", True)}
    reserved |= {word: ("augen", band) for word, band in voc.BANDS.items()}
    canonical = {call_word(party, step) for party, step in set(voc.CALLS.values())}
    calls: dict[str, Meaning] = {word: ("calls", (Call(*value),)) for word, value in voc.CALLS.items()}
    reserved |= {word: meaning for word, meaning in calls.items() if word in canonical}
    aliases: dict[str, Meaning] = {word: ("kind", kind) for word, kind in voc.KIND_ALIASES.items()}
    aliases |= {f"{word}{n}": ("klaerung", n) for word in ("hz", "hochzeit") for n in range(1, 13)}
    aliases |= {word: ("marks", (mark,)) for word, mark in voc.MARK_ALIASES.items()}
    aliases |= {word: meaning for word, meaning in calls.items() if word not in canonical}
    return reserved, aliases


def tokens_of(line: str) -> list[str]:
    """The tokens of a line: words between blanks, free text in quotes."""
    return TOKEN.findall(line) if '"' in line else line.split()


def parse_hand(line: str, table: Words) -> ParsedHand:
    """Read one line as a hand. Never raises; what cannot be read is a problem of its token."""
    return parse_tokens(tokens_of(line), table)


def parse_tokens(tokens: Sequence[str], table: Words) -> ParsedHand:
    """Read the tokens of a hand."""
    meaning = table.meaning
    found: dict[str, Any] = {}
    fields: list[str] = []
    problems: list[tuple[int, Problem]] = []
    seats = 0
    field: str
    value: Any
    for i, token in enumerate(tokens):
        if seats == i < 2 and len(token) == 1 and "0" < token <= "9" and int(token) <= len(table.players):
            seats += 1
            field, value = "named", table.players[int(token) - 1].name
        else:
            field, value = meaning(token)
        if field == "problem":
            problems.append((i, value))
        elif field == "named":
            found["named"] = (*found.get("named", ()), value)
        elif field not in found:
            found[field] = value
        elif field in REPEATABLE:
            found[field] += value
        else:
            problems.append((i, Problem("F103", "twice", (("token", token),))))
            field = "problem"
        fields.append(field)
    note = found.pop("note", "")
    if "calls" in found and ("augen" in found or "trick" in found):
        problems += _two_readings(tokens, fields)
    if "klaerung" in found:
        found.setdefault("kind", "hochzeit")
    if found.get("kind") == "hochzeit" and len(found.get("named", ())) == 1:
        found["kind"] = "hochzeit_allein"
    if found.get("kind", "normal") not in table.rules.kinds or "marks" in found:
        problems += _not_in_ruleset(table.rules, found, fields, tokens)
    if problems:
        problems = _without_followers(problems, tokens)
    return ParsedHand(Hand(**found), tuple(fields), tuple(problems), note)


#: Fields that several tokens may fill.
REPEATABLE: Final = frozenset(("named", "calls", "sonderpunkte", "marks", "ok", "sits_out", "note"))


def _two_readings(tokens: Sequence[str], fields: Sequence[str]) -> list[tuple[int, Problem]]:
    """``re schwarz``: Re, and a side without a trick? or the call schwarz? ``re 90`` likewise."""
    found: list[tuple[int, Problem]] = []
    for i, (before, field) in enumerate(zip(tokens, fields, strict=True), 1):
        if field != "calls" or i == len(tokens) or tokens[i] not in _LEVEL_WORDS:
            continue
        party, step = voc.CALLS.get(fold(before), ("", 0))
        if step == ANSAGE:
            readings = (f"{party}{tokens[i]}", f"{tokens[i]} {party}")
            found.append((i, Problem("F107", "two-readings", (("token", f"{before} {tokens[i]}"),), readings)))
    return found


_LEVEL_WORDS: Final = frozenset(("90", "60", "30", "schwarz"))


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
    for i, field in enumerate(fields):
        if field == "marks" and fold(tokens[i]) in (*voc.OTHER_MARKS, *voc.MARK_ALIASES):
            mark = voc.MARK_ALIASES.get(fold(tokens[i]), fold(tokens[i]))
            if mark in voc.OTHER_MARKS:
                problems.append((i, Problem("F107", "no-use", (("token", tokens[i]), ("rules", rules.id)))))
    return problems


def _without_followers(problems: list[tuple[int, Problem]], tokens: Sequence[str]) -> list[tuple[int, Problem]]:
    """One problem a token, and none for the number behind a word such as ``ohne``, which was refused with it."""
    last = dict(problems)
    return [(i, last[i]) for i in sorted(last) if not (i - 1 in last and fold(tokens[i - 1]) in ("ohne", "keine"))]


def format_hand(hand: Hand, players: Iterable[Player] = (), note: str = "") -> str:
    """The canonical line of a hand. ``players``: for names that are written in a short form."""
    word = {player.name: player.word for player in players}
    parts = [word.get(name, name) for name in hand.named]
    kind = voc.KIND_WORDS.get(hand.kind, hand.kind)
    if hand.klaerung is not None:
        parts.append(f"{kind}@{hand.klaerung}")
    elif hand.kind != "normal":
        parts.append(kind)
    if hand.augen is not None:
        parts.append(format_augen(hand.augen))
    if hand.trick:
        parts.append(hand.trick)
    parts += [format_call(call, word) for call in hand.calls]
    parts += [f"{s.id}:{word.get(s.by, s.by)}" for s in hand.sonderpunkte]
    parts += hand.marks
    parts += _facts(hand, word)
    parts += [quote(note)] if note else []
    return " ".join(parts)


def _facts(hand: Hand, word: dict[str, str]) -> list[str]:
    """The written facts, ``=`` and ``==``."""

    def names(people: Iterable[str]) -> str:
        return ",".join(word.get(name, name) for name in people)

    facts = []
    if hand.wert is not None:
        facts.append(f"wert:{hand.wert}")
    if hand.sieger:
        facts.append(f"sieger:{names(hand.sieger)}")
    if hand.dealer:
        facts.append(f"geber:{names([hand.dealer])}")
    if hand.bock is not None:
        facts.append(f"bock:{hand.bock}")
    if hand.sits_out:
        facts.append(f"aussetzt:{names(hand.sits_out)}")
    if hand.score is not None:
        facts.append("=" + format_cells(hand.score))
    if hand.total is not None:
        facts.append("==" + format_cells(hand.total))
    if hand.gilt:
        facts.append("gilt")
    return facts + [f"ok:{code}" for code in hand.ok]


def format_augen(augen: Augen) -> str:
    """The canonical token: ``156``, ``u60``, ``121-150``."""
    if augen.word:
        return augen.word
    if augen.kontra is not None:
        return f"{augen.low}:{augen.kontra}"
    return str(augen.low) if augen.low == augen.high else f"{augen.low}-{augen.high}"


def call_word(party: str, step: int) -> str:
    """The canonical word of a call: ``re``, ``kontra60``, ``reschwarz``."""
    return party if step == ANSAGE else party + ABSAGEN[step].removeprefix("k")


def format_call(call: Call, word: dict[str, str] | None = None) -> str:
    """The canonical token of a call with its cards and speaker."""
    if call.bare and call.step >= K90:
        return f"{ABSAGEN[call.step]}:{call.party}"
    text = call_word(call.party, call.step)
    if call.cards is not None:
        text += f"@{call.cards}"
    if call.speaker:
        text += f"/{(word or {}).get(call.speaker, call.speaker)}"
    return text


def format_cells(cells: Iterable[Cell]) -> str:
    """A row as written: ``2,-2,-,?``; with slashes where a number has decimals."""
    texts = ["-" if c is None else str(c).replace(".", ",") for c in cells]
    return ("/" if any("," in text for text in texts) else ",").join(texts)


def cell(text: str) -> Cell | Problem:
    """One cell of a written row."""
    if text in ("-", ""):
        return None if text else Problem("F103", "row")
    if text == ILLEGIBLE:
        return ILLEGIBLE
    if not voc.NUMBER.fullmatch(text):
        return Problem("F103", "row")
    number = Decimal(text.replace("−", "-").replace(",", "."))
    return int(number) if number == number.to_integral_value() else number


def integer(text: str) -> int:
    """A whole number; a real minus counts as one."""
    return int(text.replace("−", "-"))


def spell(meaning: Meaning) -> str:
    """The canonical spelling of what a word means, to propose it."""
    field, value = meaning
    if field == "kind":
        return str(voc.KIND_WORDS.get(value, value))
    if field == "calls":
        return format_call(value[0])
    if field == "klaerung":
        return f"hochzeit@{value}"
    if field == "augen":
        return format_augen(value)
    return str(value[0] if isinstance(value, tuple) else "gilt" if field == "gilt" else value)


def quote(text: str) -> str:
    """Free text as a token."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def unquote(token: str) -> str:
    """The free text of a token in quotes."""
    body = token[1:-1] if len(token) > 1 and token.endswith('"') else token[1:]
    return body.replace('\\"', '"').replace("\\\\", "\\")


def nearest(word: str, candidates: Iterable[str]) -> str | None:
    """The candidate that looks most like a word, if any does."""
    from difflib import get_close_matches  # only when something is wrong

    found = get_close_matches(word, list(candidates), n=1, cutoff=0.6)
    return found[0] if found else None
