"""What a sheet looks like as data: the models behind ``dokosheet schema`` and behind entries written as mappings.

A mapping becomes the tokens of the notation and is read by the same code as a line, so that both give the same Hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from dokosheet.core.notation import vocabulary as voc
from dokosheet.core.notation.pages import MOST_HANDS
from dokosheet.core.notation.spelling import call_word, quote
from dokosheet.core.notation.words import Words
from dokosheet.core.score.calls import named_party
from dokosheet.core.terms import ABSAGEN, ANSAGE, OTHER, Party

#: A token and the keys that lead to it.
Token = tuple[str, tuple[str | int, ...]]
Texts = tuple[str, ...]
Cards = Annotated[int, Meta(ge=0, le=48)]
Hands = Annotated[int, Meta(ge=0, le=MOST_HANDS)]
#: German names of keys, beside the English ones of the models.
GERMAN = {"wert": "value", "sieger": "winners", "geber": "dealer", "aussetzt": "sits_out"}


class Written(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What people write: no unknown keys."""


class PlayerModel(Written, frozen=True, kw_only=True):
    """A player whose name is no word: ``{name: "Anna Groß", as: Anna}``."""

    name: str
    short: str = field(name="as")


class AugenModel(Written, frozen=True, kw_only=True):
    """One of the two counts, or both."""

    re: int | None = None
    kontra: int | None = None


class CallModel(Written, frozen=True, kw_only=True):
    """``call``: re, kontra, k90, re90 ...; ``cards``: cards that the speaker still held."""

    call: str
    party: Literal["re", "kontra"] | None = None
    player: str | None = None
    cards: Cards | None = None


class SonderpunktModel(Written, frozen=True, kw_only=True):
    """A Sonderpunkt and who made it: a player or a party."""

    id: str
    player: str | None = None
    party: Literal["re", "kontra"] | None = None


class StichModel(Written, frozen=True, kw_only=True):
    """A trick that was noted: its number, its Augen, who took it."""

    n: Annotated[int, Meta(ge=1, le=12)]
    augen: Annotated[int, Meta(ge=0, le=99)]
    player: str


class HandModel(Written, frozen=True, kw_only=True):
    """A hand as a mapping. ``re``: the players of Re; ``score`` and ``total`` in seat order."""

    re: Texts = ()
    kind: str = "normal"
    klaerung: Cards | None = None
    augen: AugenModel | str | None = None
    trick: Literal["schwarz", "stich"] | None = None
    calls: tuple[CallModel, ...] = ()
    sonderpunkte: tuple[SonderpunktModel, ...] = ()
    marks: Texts = ()
    stiche: tuple[StichModel, ...] = ()
    value: int | None = None
    winners: Texts = ()
    dealer: str | None = None
    bock: int | None = None
    sits_out: Texts = ()
    score: Texts | None = None
    total: Texts | None = None
    gilt: bool = False
    ok: Texts = ()
    note: str = ""

    def tokens(self, table: Words) -> Iterator[Token]:
        """The tokens of the notation, each with the keys that lead to it."""
        yield from ((name, ("re", i)) for i, name in enumerate(self.re))
        kind = voc.KIND_WORDS.get(self.kind, self.kind)
        if self.klaerung is not None:
            yield f"{kind if kind != 'normal' else 'hochzeit'}@{self.klaerung}", ("klaerung",)
        elif kind != "normal":
            yield kind, ("kind",)
        yield from self._augen()
        if self.trick:
            yield self.trick, ("trick",)
        yield from (
            (call_token(call, self._party(call, table)), ("calls", i, "call")) for i, call in enumerate(self.calls)
        )
        for i, s in enumerate(self.sonderpunkte):
            by = s.player or s.party
            yield (f"{s.id}:{by}" if by else s.id), ("sonderpunkte", i, "id")
        yield from ((mark, ("marks", i)) for i, mark in enumerate(self.marks))
        yield from ((f"stich{s.n}:{s.augen}/{s.player}", ("stiche", i, "n")) for i, s in enumerate(self.stiche))
        yield from self._facts()

    def _party(self, call: CallModel, table: Words) -> Party:
        """The party of a call that says only who spoke, in full or by a beginning like those who are named."""
        if call.party or call.player is None:
            return call.party or "kontra"
        seats = {str(i): player.name for i, player in enumerate(table.players, 1)}
        named = [seats.get(name) or table.player(name) for name in self.re]
        kind = voc.KIND_ALIASES.get(voc.fold(self.kind), self.kind)
        mine = named_party(kind, table.rules)
        return mine if table.player(call.player) in named else OTHER[mine]

    def _augen(self) -> Iterator[Token]:
        augen = self.augen
        if isinstance(augen, AugenModel):
            re = "" if augen.re is None else str(augen.re)
            kontra = "" if augen.kontra is None else f":{augen.kontra}"
            if re or kontra:
                yield re + kontra, ("augen",)
        elif augen is not None:
            yield str(augen), ("augen",)

    def _facts(self) -> Iterator[Token]:
        if self.value is not None:
            yield f"wert:{self.value}", ("value",)
        if self.winners:
            yield "sieger:" + ",".join(self.winners), ("winners",)
        if self.dealer:
            yield f"geber:{self.dealer}", ("dealer",)
        if self.bock is not None:
            yield f"bock:{self.bock}", ("bock",)
        if self.sits_out:
            yield "aussetzt:" + ",".join(self.sits_out), ("sits_out",)
        if self.score is not None:
            yield "=" + cells(self.score), ("score",)
        if self.total is not None:
            yield "==" + cells(self.total), ("total",)
        if self.gilt:
            yield "gilt", ("gilt",)
        yield from ((f"ok:{code}", ("ok", i)) for i, code in enumerate(self.ok))
        if self.note:
            yield quote(self.note), ("note",)


def call_token(call: CallModel, party: Party) -> str:
    """The token of a call: an Absage belongs to the party, or to the party of the player, that is named."""
    word = voc.fold(call.call)
    steps = {name: step for step, name in ABSAGEN.items()}
    if word in steps and (call.party or call.player):
        word = call_word(party, steps[word])
    elif word == "ansage":
        word = call_word(party, ANSAGE)
    if word not in (*voc.CALLS, *steps, "ansage"):  # a call of the table's own
        by = call.player or call.party
        return f"{call.call}:{by}" if by else call.call
    at = "" if call.cards is None else f"@{call.cards}"
    return word + at + (f"/{call.player}" if call.player else "")


def cells(row: Texts) -> str:
    """A row as a token; an empty cell sat out."""
    texts = ["-" if text in ("", "null", "~") else text for text in row]
    return ("/" if any("," in text or "." in text for text in texts) else ",").join(texts)


class PenaltyModel(Written, frozen=True, kw_only=True):
    """A Strafe; ``points`` where the referee sets them, ``absagen`` of the party opposing the offender.

    ``kind``, ``marks``: of the hand that was stopped, where it counts as played.
    """

    player: str
    id: str
    absagen: int | None = None
    soloist: str | None = None
    kind: str | None = None
    marks: Texts = ()
    points: int | None = None
    referee: str | None = None
    note: str = ""
    ok: Texts = ()

    def tokens(self) -> Iterator[Token]:
        """As in :meth:`HandModel.tokens`."""
        yield "strafe", ()
        yield self.player, ("player",)
        yield self.id, ("id",)
        if self.kind is not None:
            yield self.kind, ("kind",)
        yield from ((mark, ("marks", i)) for i, mark in enumerate(self.marks))
        for key, word in (("absagen", "absagen"), ("soloist", "soloist"), ("points", "punkte"), ("referee", "sr")):
            if getattr(self, key) is not None:
                yield f"{word}:{getattr(self, key)}", (key,)
        yield from ((f"ok:{code}", ("ok", i)) for i, code in enumerate(self.ok))
        if self.note:
            yield quote(self.note), ("note",)


class RedealModel(Written, frozen=True, kw_only=True):
    """Thrown in or misdealt."""

    player: str | None = None
    reason: str = ""

    def tokens(self) -> Iterator[Token]:
        """As in :meth:`HandModel.tokens`."""
        yield "neugeben", ()
        if self.player:
            yield self.player, ("player",)
        if self.reason:
            yield quote(self.reason), ("reason",)


class StruckModel(Written, frozen=True, kw_only=True):
    """What stood here before; ``gone``: nothing has come in its place."""

    line: str
    at: str = ""
    reason: str = ""
    gone: bool = False

    def tokens(self) -> Iterator[Token]:
        """As in :meth:`HandModel.tokens`."""
        yield "gestrichen", ()
        yield quote(self.line), ("line",)
        if self.at:
            yield f"um:{self.at}", ("at",)
        if self.gone:
            yield "ersatzlos", ("gone",)
        if self.reason:
            yield quote(self.reason), ("reason",)


class BockModel(Written, frozen=True, kw_only=True):
    """Bock by agreement."""

    n: Annotated[int, Meta(ge=1, le=9)] = 1
    reason: str = ""

    def tokens(self) -> Iterator[Token]:
        """As in :meth:`HandModel.tokens`."""
        yield "bock", ()
        yield f"+{self.n}", ("n",)
        if self.reason:
            yield quote(self.reason), ("reason",)


class JoinModel(Written, frozen=True, kw_only=True):
    """A player comes, behind ``after``."""

    player: str
    after: str | None = None

    def tokens(self) -> Iterator[Token]:
        """As in :meth:`HandModel.tokens`."""
        yield "kommt", ()
        yield self.player, ("player",)
        if self.after:
            yield "nach", ("after",)
            yield self.after, ("after",)


class ReplaceModel(Written, frozen=True, kw_only=True):
    """``by`` takes the seat of ``player``."""

    player: str
    by: str

    def tokens(self) -> Iterator[Token]:
        """As in :meth:`HandModel.tokens`."""
        yield "wechsel", ()
        yield self.player, ("player",)
        yield self.by, ("by",)


class PageModel(Written, frozen=True, kw_only=True):
    """Totals in seat order, after so many hands."""

    totals: Texts
    hands: Hands | None = None
    note: str = ""
    ok: Texts = ()

    def tokens(self) -> Iterator[Token]:
        """As in :meth:`HandModel.tokens`, without the first word."""
        yield cells(self.totals), ("totals",)
        if self.hands is not None:
            yield f"spiele:{self.hands}", ("hands",)
        yield from ((f"ok:{code}", ("ok", i)) for i, code in enumerate(self.ok))
        if self.note:
            yield quote(self.note), ("note",)


class GapModel(Written, frozen=True, kw_only=True):
    """Hands that are lost."""

    hands: Annotated[int, Meta(ge=1, le=MOST_HANDS)] = 1
    note: str = ""

    def tokens(self) -> Iterator[Token]:
        """As in :meth:`PageModel.tokens`."""
        yield str(self.hands), ("hands",)
        if self.note:
            yield quote(self.note), ("note",)


class EntryModel(Written, frozen=True, kw_only=True):
    """An entry that is not a hand; exactly one key."""

    penalty: PenaltyModel | None = None
    redeal: RedealModel | str | None = None
    end: Literal["", "time", "zeit"] | None = None
    round: Literal[""] | None = None
    note: str | None = None
    struck: StruckModel | str | None = None
    bock: BockModel | int | None = None
    join: JoinModel | str | None = None
    leave: str | None = None
    replace: ReplaceModel | None = None
    carry: PageModel | Texts | None = None
    gap: GapModel | int | None = None
    final: PageModel | Texts | None = None

    def tokens(self) -> Iterator[Token]:
        """As in :meth:`HandModel.tokens`."""
        for key, word in ENTRY_LINES.items():
            value = getattr(self, key)
            if isinstance(value, Written):
                yield from ((token, (key, *path)) for token, path in value.tokens())  # type: ignore[attr-defined]
            elif value is not None:
                yield word, (key,)
                yield str(value) if key in ("bock", "join", "leave") else quote(value), (key,)
        for key, word in PAGE_LINES.items():
            value = getattr(self, key)
            if value is not None:
                yield word, (key,)
                if isinstance(value, Written):
                    yield from ((token, (key, *path)) for token, path in value.tokens())  # type: ignore[attr-defined]
                else:
                    yield str(value) if isinstance(value, int) else cells(value), (key,)
        if self.end is not None:
            yield "ende", ("end",)
            yield from (("zeit", ("end",)) for _ in range(1 if self.end else 0))
        if self.round is not None:
            yield "spielrunde", ("round",)
        if self.note is not None:
            yield "notiz", ("note",)
            yield quote(self.note), ("note",)


#: Keys with a value -> the first word of their line.
ENTRY_LINES = {
    "penalty": "strafe",
    "redeal": "neugeben",
    "struck": "gestrichen",
    "bock": "bock",
    "join": "kommt",
    "leave": "geht",
    "replace": "wechsel",
}
#: The same for what a list that begins in the middle, or has holes, needs.
PAGE_LINES = {"carry": "uebertrag", "gap": "luecke", "final": "endstand"}
ENTRY_KEYS = frozenset(EntryModel.__struct_fields__)


class SheetModel(Written, frozen=True, kw_only=True):
    """A whole sheet, for editors; ``hands``: one line a hand, or a mapping."""

    dokosheet: Literal[1]
    date: Annotated[str, Meta(pattern=r"^\d{4}-\d\d-\d\d$")] | None = None
    place: str | None = None
    event: str | None = None
    round: str | int | None = None
    table: str | int | None = None
    scorer: str | None = None
    note: str | None = None
    rules: str | Texts | dict[str, Any] = "tsr"
    players: tuple[str | PlayerModel, ...]
    dealer: str | None = None
    bock: Annotated[int, Meta(ge=0, le=99)] | None = None
    ok: Texts = ()
    hands: tuple[str | dict[str, Any], ...] | None = None
    pflichtsoli: tuple[str | HandModel, ...] | None = None
