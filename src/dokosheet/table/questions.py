"""Enter a hand key by key, as a state machine: a key in, the next state out. No screen, no file, no clock.

A state knows what is asked now, which keys answer it, the hand as far as it is known, and the state before the last
key, so that every step can be taken back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, Literal

from dokosheet.core.finding import Place
from dokosheet.core.ledger.rows import Ledger
from dokosheet.core.notation.entries import format_entry, parse_entry, words
from dokosheet.core.notation.hand import Augen, Call, Hand, OwnCall, Sonderpunkt
from dokosheet.core.notation.line import tokens_of
from dokosheet.core.notation.seats import at_end
from dokosheet.core.notation.sheet import HandEntry, Player
from dokosheet.core.notation.spelling import format_hand
from dokosheet.core.notation.vocabulary import BANDS, fold
from dokosheet.core.notation.words import Problem, Words
from dokosheet.core.records import Record, replace
from dokosheet.core.rules import Ruleset
from dokosheet.core.score.outcome import possible
from dokosheet.core.terms import ANSAGE, AUGEN, Party
from dokosheet.table import keymap
from dokosheet.table.keymap import BACKSPACE, ENTER, EOF, ESCAPE

#: What is asked: the players, what was played, Augen (where somebody is "under 60": who) or value, what else happened
#: and who made it, a line by hand; then whether to write it. ``write`` and ``leave`` end it.
Stage = Literal[
    "first",
    "second",
    "kind",
    "klaerung",
    "augen",
    "under",
    "trick",
    "value",
    "extras",
    "maker",
    "text",
    "confirm",
    "refused",
    "repeated",
    "write",
    "leave",
]
#: The line is complete.
LAST: Final = ("confirm", "refused", "repeated")
#: The entry is over.
OVER: Final = ("write", "leave")


class Asked(Record, frozen=True):
    """Who can be asked about. ``seated``: everybody at the table, in seat order; ``playing``: who plays the next hand.

    ``last``: the line of the last hand, "" if there is none; ``number``: that of the next.
    """

    rules: Ruleset
    players: tuple[Player, ...]
    seated: tuple[Player, ...]
    playing: tuple[str, ...]
    number: int
    last: str = ""

    @property
    def words(self) -> Words:
        """What a word means here."""
        return words(self.rules, self.seated)


def table_of(ledger: Ledger) -> Asked:
    """The table after the last entry of a sheet."""
    sheet, coming = ledger.sheet, ledger.next
    seated = at_end(sheet).players
    names = [player.name for player in seated]
    out = (
        sheet.rules.sits_out(names.index(coming.dealer), len(names))
        if coming.dealer in names and not coming.adrift
        else ()
    )
    last = ledger.rows[-1].entry if ledger.rows else None
    return Asked(
        sheet.rules,
        sheet.players,
        seated,
        tuple(name for seat, name in enumerate(names) if seat not in out),
        coming.hand,
        format_entry(last, sheet.players) if isinstance(last, HandEntry) and not last.broken else "",
    )


class Offer(Record, frozen=True):
    """A key that can be pressed now, and what it stands for: ``family`` and ``id`` of a word."""

    key: str
    family: str
    id: str


class Entering(Record, frozen=True):
    """Where an entry stands.

    ``typed``: signs that do not say enough yet; ``asked``: whose Sonderpunkt is asked for; ``calling``: the party that
    may still raise what it called; ``text``: a line typed by hand. ``fault``: a key, or what was
    typed, that answers nothing.
    ``tail``: the rest of the name that was just told by its beginning, for who types on.
    ``before``: the state that Backspace goes back to.
    """

    table: Asked
    stage: Stage = "first"
    hand: Hand = Hand()
    typed: str = ""
    asked: Offer | None = None
    calling: Party | None = None
    text: str = ""
    fault: str = ""
    tail: str = ""
    before: Entering | None = None

    # -- what it says

    @property
    def line(self) -> str:
        """The line in notation, as far as it is known."""
        return self.text or format_hand(self.hand, self.table.players)

    @property
    def shown(self) -> str:
        """The same with what is being typed."""
        if self.stage == "text":
            return self.typed
        open_ = f"{self.asked.id}:{self.typed}" if self.asked else self.typed
        return f"{self.line} {open_}".strip()

    @property
    def canonical(self) -> str:
        """The line as it would be written."""
        if not self.text:
            return self.line
        tokens = tokens_of(self.text)
        entry, problems = parse_entry(tokens, self.table.words, self.text, Place(1, 1, 2))
        return self.text if problems else format_entry(entry, self.table.players)

    @property
    def repeats(self) -> bool:
        """Whether it is exactly the line of the last hand."""
        return bool(self.table.last) and self.canonical == self.table.last

    def offers(self) -> tuple[Offer, ...]:
        """The keys that answer what is asked now; digits and signs of a number go without saying."""
        return tuple(_OFFERS[self.stage](self)) if self.stage in _OFFERS else ()

    @property
    def readings(self) -> tuple[str, ...]:
        """Whom an answer that was not taken can mean, where it is one name too short to tell."""
        if self.stage not in ("first", "second", "maker") or not self.fault:
            return ()
        who = self.table.words.who(self.fault, parties=self.asked is not None and bool(_makers(self)))
        return who.readings if isinstance(who, Problem) and who.code == "F106" else ()

    # -- what a key does

    def press(self, key: str) -> Entering:
        """The state after a key. A key that answers nothing changes nothing but ``fault``."""
        if key == BACKSPACE:
            return self.before or replace(self, fault="")
        if key in (ESCAPE, EOF) or (key == keymap.QUIT and self._quits()):
            return replace(self, stage="leave", before=self)
        if key == keymap.TEXT and self.stage != "text":
            typed = f"{self.line} " if self.line else ""
            found: Entering | None = replace(self, stage="text", typed=typed, asked=None, calling=None)
        else:
            found = _PRESSED[self.stage](self, key)
        if found is None and self.tail.startswith(fold(key)):
            return replace(self, tail=self.tail.removeprefix(fold(key)))
        if found is None:
            return replace(self, fault=self.typed if key == ENTER and self.typed else key)
        if found.stage == "first" and not found.hand.named and self.stage != "first":
            return found  # once more from the beginning: there is nothing to take back
        return replace(found, fault="", before=replace(self, fault=""))

    def refuse(self) -> Entering:
        """The state after the line was tried and cannot be written."""
        return replace(self, stage="refused")

    def at(self, ledger: Ledger) -> Entering:
        """The same hand where the sheet stands now, to be looked at once more: somebody else has written into it."""
        table, chain = table_of(ledger), [self]
        while chain[-1].before is not None:
            chain.append(chain[-1].before)
        earlier = [state for state in chain if state.stage not in (*LAST, *OVER)]
        before: Entering | None = None
        if table.rules == self.table.rules:  # under other rules other keys would have been offered
            for state in reversed(earlier):
                before = replace(state, table=table, before=before)
        return replace(self.step("confirm"), table=table, fault="", before=before)

    def _quits(self) -> bool:
        if self.stage == "text" or self.tail.startswith(keymap.QUIT):
            return False
        typed = self.typed + keymap.QUIT
        named = self.stage in ("first", "second", "maker")
        return not (named and any(_begins(player, typed) for player in self._offered()))

    def _offered(self) -> list[Player]:
        """The players that can be named now."""
        taken = self.hand.named if self.stage == "second" else ()
        return [p for p in self.table.seated if p.name in self.table.playing and p.name not in taken]

    def step(self, stage: Stage, **changes: object) -> Entering:
        """Another stage, with nothing typed or asked yet, and some changes."""
        return replace(self, stage=stage, **{"typed": "", "asked": None, "calling": None, "tail": "", **changes})

    def _with(self, stage: Stage, **facts: object) -> Entering:
        """The next stage, with more facts of the hand."""
        return self.step(stage, hand=replace(self.hand, **facts))


def begin(ledger: Ledger) -> Entering:
    """The beginning of the next hand of a sheet."""
    return Entering(table_of(ledger))


# -- players


def _begins(player: Player, typed: str) -> bool:
    return any(fold(spelling).startswith(typed) for spelling in (player.name, player.word))


def _player(state: Entering, key: str, parties: Sequence[Party] = ()) -> str | Entering | None:
    """The player whom a key names, or which of some parties; None where it names nobody.

    A state that waits for more letters where what was typed fits two of them.
    """
    offered = state._offered()
    if key == ENTER:
        full = [p.name for p in offered if state.typed and state.typed in (fold(p.name), fold(p.word))]
        full += [party for party in parties if party == state.typed]
        return full[0] if len(full) == 1 else None
    typed = state.typed + fold(key)
    hits: list[str] = [player.name for player in offered if _begins(player, typed)]
    hits += [party for party in parties if party.startswith(typed)]
    if not hits and key in "123456789":
        seat = int(key)
        by_seat = [p.name for p in state.table.seated[seat - 1 : seat] if p in offered]
        return by_seat[0] if by_seat else None
    if len(hits) == 1:
        return hits[0]
    return replace(state, typed=typed) if hits else None


def _rest(state: Entering, key: str, name: str) -> str:
    """What is left of a name, of a player or a party, that was told by its beginning."""
    typed = state.typed + fold(key)
    spellings = [fold(text) for p in state.table.seated if p.name == name for text in (p.word, p.name)] or [name]
    return next((spelling.removeprefix(typed) for spelling in spellings if spelling.startswith(typed)), "")


def _named(state: Entering, key: str, stage: Stage) -> Entering | None:
    """The next stage with one more player of Re."""
    found = _player(state, key)
    if not isinstance(found, str):
        return found
    return replace(state._with(stage, named=(*state.hand.named, found)), tail=_rest(state, key, found))


def _seats(state: Entering, parties: Sequence[Party] = ()) -> Iterator[Offer]:
    offered = state._offered()
    for seat, player in enumerate(state.table.seated, 1):
        if player in offered and (not state.typed or _begins(player, state.typed)):
            yield Offer(f"{seat}{_beginning(player, offered, parties)}", "player", player.word)


def _beginning(player: Player, offered: list[Player], parties: Sequence[Party]) -> str:
    """The shortest beginning of a name that is enough, behind a slash; "" where only the seat tells."""
    others = [other for other in offered if other != player]
    for n in range(1, len(player.word) + 1):
        start = player.word[:n].lower()
        sides = any(party.startswith(fold(start)) for party in parties)
        if not sides and not any(_begins(other, fold(start)) for other in others):
            return f"/{start}"
    return ""


def _first(state: Entering, key: str) -> Entering | None:
    return _named(state, key, "second")


def _offer_second(state: Entering) -> Iterator[Offer]:
    yield from _seats(state)
    if not state.typed and keymap.kinds(state.table.rules, True):
        yield Offer(ENTER, "key", "alone")


def _second(state: Entering, key: str) -> Entering | None:
    if key == ENTER and not state.typed:
        return state.step("kind") if keymap.kinds(state.table.rules, True) else None
    return _named(state, key, "augen")


# -- kinds


def _offer_kind(state: Entering) -> Iterator[Offer]:
    alone = len(state.hand.named) == 1
    yield from (Offer(key, "kind", kind) for kind, key in keymap.kinds(state.table.rules, alone).items())


def _kind(state: Entering, key: str) -> Entering | None:
    kind = next((offer.id for offer in _offer_kind(state) if offer.key == key), None)
    if kind is None:
        return None
    return state._with("klaerung" if kind == "hochzeit" else "augen", kind=kind)


def _offer_klaerung(state: Entering) -> Iterator[Offer]:
    yield from (Offer(str(n), "trick", str(n)) for n in range(1, min(9, state.table.rules.hochzeit.find_within) + 1))
    yield Offer(ENTER, "key", "unknown")


def _klaerung(state: Entering, key: str) -> Entering | None:
    if key == ENTER:
        return state.step("augen")
    tricks = [offer.key for offer in _offer_klaerung(state)]
    return state._with("augen", klaerung=int(key)) if key in tricks else None


# -- Augen


def _offer_augen(state: Entering) -> Iterator[Offer]:
    if state.hand.kind == "normal":
        yield from _offer_kind(state)
    yield Offer(keymap.VALUE, "key", "value")


def _augen(state: Entering, key: str) -> Entering | None:
    typed = state.typed
    band = typed.lstrip(":")
    if not typed and key == keymap.VALUE:
        return state.step("value")
    if key in "gu" and not band:
        return replace(state, typed=typed + ("gew" if key == "g" else "u"))
    if band == "gew" and key in "ew":
        return state  # who types it in full
    if band[:1] == "u":
        return _under(state, band, key)
    if key in ":-0123456789" and band[:1] not in ("u", "g") and len(typed) < len("121-150"):
        return replace(state, typed=typed + key)
    if not typed:
        return _kind(state, key) if state.hand.kind == "normal" else None
    augen = _counted(state)
    if augen is None:
        return None
    closed = state._with(after_augen(augen, state.table.rules), augen=augen)
    return closed if key == ENTER else _PRESSED[closed.stage](closed, key)


def _under(state: Entering, band: str, key: str) -> Entering | None:
    """``u60``, digit by digit. Whose Augen were meant is asked: by itself it can be read for either side."""
    if band == "u":
        return replace(state, typed=f"{state.typed}{key}0") if key in "963" else None
    if key == "0":
        return state
    return ask_under(state, state.hand, band) if key == ENTER else None


def ask_under(state: Entering, hand: Hand, band: str) -> Entering:
    """The question who is "under 60" in a hand; ``band``: as in the notation, for either party."""
    return state.step("under", hand=hand, typed=band.lstrip(":"))


def _offer_under(state: Entering) -> Iterator[Offer]:
    yield from (Offer(key, "under", party) for party, key in keymap.CALL_KEYS.items())


def _told(state: Entering, key: str) -> Entering | None:
    party = next((offer.id for offer in _offer_under(state) if offer.key == fold(key)), None)
    if party is None:
        return None
    return state._with("extras", augen=BANDS[f":{state.typed}" if party == "re" else state.typed])


def _counted(state: Entering) -> Augen | None:
    """The Augen that were typed; None where there can be none such."""
    field, value = state.table.words.meaning(state.typed)
    return value if field == "augen" and possible(value, state.table.rules) else None


def after_augen(augen: Augen, rules: Ruleset) -> Stage:
    """What is asked after the Augen."""
    return "trick" if augen.exact in (0, AUGEN) and rules.deck.nines else "extras"


def _offer_trick(state: Entering) -> Iterator[Offer]:
    yield from (Offer(key, "key", fact) for fact, key in keymap.TRICK_KEYS.items())


def _trick(state: Entering, key: str) -> Entering | None:
    fact = next((offer.id for offer in _offer_trick(state) if offer.key == key), None)
    return state._with("extras", trick=fact) if fact else None


def _value(state: Entering, key: str) -> Entering | None:
    """The value, and no Augen: in a Normalspiel of those named as the winners, with a minus of the others."""
    if key != ENTER:
        minus = key == "-" and not state.typed
        return replace(state, typed=state.typed + key) if minus or (key in DIGITS and len(state.typed) < 4) else None
    if not state.typed.strip("-"):
        return None
    value, hand = int(state.typed), state.hand
    if hand.kind != "normal":
        found = state._with("extras", wert=value)
    else:
        others = tuple(name for name in state.table.playing if name not in hand.named)
        found = state._with("extras", named=(), wert=abs(value), sieger=others if value < 0 else hand.named)
    return found if len(found.offers()) > 1 else replace(found, stage="confirm")


DIGITS: Final = "0123456789"

# -- calls, Sonderpunkte, marks


def _offer_extras(state: Entering) -> Iterator[Offer]:
    rules, hand = state.table.rules, state.hand
    can = keymap.calls(rules, hand.kind) if hand.wert is None else {}
    if state.calling:
        steps = can[state.calling][1:]
        yield from (Offer(keymap.ABSAGE_KEYS[step], "absage", str(step)) for step in steps)
    yield from (Offer(keymap.CALL_KEYS[party], "party", party) for party in can)
    for extra in keymap.counting(rules, hand.kind):
        if hand.wert is None or extra.family == "mark":
            yield Offer(extra.key, extra.family, extra.id)
    yield Offer(ENTER, "key", "done")


def _extras(state: Entering, key: str) -> Entering | None:
    if key == ENTER:
        return state.step("confirm")
    offer = next((offer for offer in _offer_extras(state) if offer.key == key), None)
    if offer is None:
        return state if key == "0" and state.calling else None  # who types re90 in full
    if offer.family == "absage":
        assert state.calling is not None
        return _called(state, state.calling, int(offer.id))
    if offer.family == "party":
        party: Party = "re" if offer.id == "re" else "kontra"
        return _called(state, party, max(ANSAGE, state.hand.steps[party == "kontra"]))
    if offer.family == "mark":
        marks = state.hand.marks
        kept = tuple(mark for mark in marks if mark != offer.id)
        return state._with("extras", marks=kept if offer.id in marks else (*marks, offer.id))
    return state.step("maker", asked=offer)


def _called(state: Entering, party: Party, step: int) -> Entering:
    """A party has called so much; what it called before is part of it."""
    others = tuple(call for call in state.hand.calls if call.party != party)
    found = state._with("extras", calls=(*others, Call(party, step)))
    more = len(keymap.calls(state.table.rules, state.hand.kind)[party]) > 1
    return replace(found, calling=party if more else None)


def _makers(state: Entering) -> dict[str, Party]:
    """The parties that can have made it, by their signs: of a pig it is a player."""
    assert state.asked is not None
    pig = state.asked.id in state.table.rules.deck.pigs
    return {} if pig else {sign: party for party, sign in keymap.PARTY_SIGNS.items()}


def _offer_maker(state: Entering) -> Iterator[Offer]:
    """A party by its letter, or a sign where a player begins with that letter, too."""
    assert state.asked is not None
    parties, names = _makers(state), state._offered()
    yield from _seats(state, tuple(parties.values()))
    for sign, party in parties.items():
        letter = keymap.CALL_KEYS[party]
        if party.startswith(state.typed):
            shared = bool(state.typed) or any(_begins(player, letter) for player in names)
            yield Offer(sign if shared else letter, "party", party)
    if not state.typed and state.asked.family == "own-call":
        yield Offer(ENTER, "key", "unknown")


def _maker(state: Entering, key: str) -> Entering | None:
    assert state.asked is not None
    parties = _makers(state)
    found: str | Entering | None = parties.get(key)
    if found is None and key == ENTER and not state.typed and state.asked.family == "own-call":
        found = ""
    elif found is None:
        found = _player(state, key, tuple(parties.values()))
    if not isinstance(found, str):
        return found
    if state.asked.family == "own-call":
        after = state._with("extras", own_calls=(*state.hand.own_calls, OwnCall(state.asked.id, found)))
    else:
        after = state._with("extras", sonderpunkte=(*state.hand.sonderpunkte, Sonderpunkt(state.asked.id, found)))
    return replace(after, tail=_rest(state, key, found))


# -- a line by hand, and the end


def _text(state: Entering, key: str) -> Entering | None:
    if key == ENTER:
        line = " ".join(state.typed.split())
        return state.step("confirm", text=line) if line else None
    return replace(state, typed=state.typed + key) if key.isprintable() and len(key) == 1 else None


def _offer_confirm(state: Entering) -> Iterator[Offer]:
    yield Offer(ENTER, "key", "write")
    yield from _offer_refused(state)


def _offer_refused(state: Entering) -> Iterator[Offer]:
    yield Offer(keymap.AGAIN, "key", "again")


def _offer_repeated(state: Entering) -> Iterator[Offer]:
    yield Offer("/".join(keymap.YES), "key", "write")
    yield from _offer_refused(state)


def _confirm(state: Entering, key: str) -> Entering | None:
    if key == ENTER or key in keymap.YES:
        return state.step("repeated" if state.repeats else "write")
    return _refused(state, key)


def _repeated(state: Entering, key: str) -> Entering | None:
    """Return is not enough: it is what a finger does that slips."""
    return state.step("write") if key in keymap.YES else _refused(state, key)


def _refused(state: Entering, key: str) -> Entering | None:
    return Entering(state.table) if key == keymap.AGAIN else None


_OFFERS: Final[dict[str, Callable[[Entering], Iterator[Offer]]]] = {
    "first": _seats,
    "second": _offer_second,
    "kind": _offer_kind,
    "klaerung": _offer_klaerung,
    "augen": _offer_augen,
    "under": _offer_under,
    "trick": _offer_trick,
    "extras": _offer_extras,
    "maker": _offer_maker,
    "confirm": _offer_confirm,
    "refused": _offer_refused,
    "repeated": _offer_repeated,
}
_PRESSED: Final[dict[str, Callable[[Entering, str], Entering | None]]] = {
    "first": _first,
    "second": _second,
    "kind": _kind,
    "klaerung": _klaerung,
    "augen": _augen,
    "under": _told,
    "trick": _trick,
    "value": _value,
    "extras": _extras,
    "maker": _maker,
    "text": _text,
    "confirm": _confirm,
    "refused": _refused,
    "repeated": _repeated,
}
