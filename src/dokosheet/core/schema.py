"""What a sheet looks like as data: the models behind ``dokosheet schema`` and behind entries written as mappings.

A mapping becomes the tokens of the notation and is read by the same code as a line, so that both give the same Hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import AliasChoices, BaseModel, ConfigDict, Field

from dokosheet.core import vocabulary as voc
from dokosheet.core.notation import call_word, quote
from dokosheet.core.terms import ABSAGEN, ANSAGE

#: A token and the keys that lead to it.
Token = tuple[str, tuple[str | int, ...]]
CellText = int | float | Literal["-", "?", ""] | str | None
NameList = Annotated[list[str], Field(min_length=1)]


class Written(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True, coerce_numbers_to_str=True)


class PlayerModel(Written):
    """A player whose name is no word: ``{name: "Anna Groß", as: Anna}``."""

    name: str
    short: Annotated[str, Field(alias="as")]


class AugenModel(Written):
    """One of the two counts, or both."""

    re: int | None = None
    kontra: int | None = None


class CallModel(Written):
    """``call``: re, kontra, k90, re90 ...; ``cards``: cards that the speaker still held."""

    call: str
    party: Literal["re", "kontra"] | None = None
    player: str | None = None
    cards: Annotated[int, Field(ge=0, le=12)] | None = None


class SonderpunktModel(Written):
    """A Sonderpunkt and who made it: a player or a party."""

    id: str
    player: str | None = None
    party: Literal["re", "kontra"] | None = None


class HandModel(Written):
    """A hand as a mapping. ``re``: the players of Re; ``score`` and ``total`` in seat order."""

    re: NameList = []
    kind: str = "normal"
    klaerung: Annotated[int, Field(ge=0, le=12)] | None = None
    augen: AugenModel | int | str | None = None
    trick: Literal["schwarz", "stich"] | None = None
    calls: list[CallModel] = []
    sonderpunkte: list[SonderpunktModel] = []
    marks: list[str] = []
    value: Annotated[int | None, Field(validation_alias=AliasChoices("value", "wert"))] = None
    winners: Annotated[list[str], Field(validation_alias=AliasChoices("winners", "sieger"))] = []
    dealer: Annotated[str | None, Field(validation_alias=AliasChoices("dealer", "geber"))] = None
    bock: int | None = None
    sits_out: Annotated[list[str], Field(validation_alias=AliasChoices("sits_out", "aussetzt"))] = []
    score: list[CellText] | None = None
    total: list[CellText] | None = None
    gilt: bool = False
    ok: list[str] = []
    note: str = ""

    def tokens(self) -> Iterator[Token]:
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
        yield from ((call_token(call, self.re), ("calls", i, "call")) for i, call in enumerate(self.calls))
        yield from (
            (f"{s.id}:{s.player or s.party or ''}", ("sonderpunkte", i, "id")) for i, s in enumerate(self.sonderpunkte)
        )
        yield from ((mark, ("marks", i)) for i, mark in enumerate(self.marks))
        yield from self._facts()

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


def call_token(call: CallModel, re: list[str]) -> str:
    """The token of a call: an Absage belongs to the party, or to the party of the player, that is named."""
    word = voc.fold(call.call)
    party = call.party or ("re" if call.player in re else "kontra")
    steps = {name: step for step, name in ABSAGEN.items()}
    if word in steps:
        word = call_word(party, steps[word])
    elif word == "ansage":
        word = call_word(party, ANSAGE)
    at = "" if call.cards is None else f"@{call.cards}"
    return word + at + (f"/{call.player}" if call.player else "")


def cells(row: list[CellText]) -> str:
    """A row as a token; an empty cell sat out."""
    texts = ["-" if c is None or c in ("", "null", "~") else str(c) for c in row]
    return ("/" if any("," in text or "." in text for text in texts) else ",").join(texts)


class PenaltyModel(Written):
    """A Strafe; ``points`` where the referee sets them, ``absagen`` of the party opposing the offender."""

    player: str
    id: str
    absagen: int | None = None
    soloist: str | None = None
    points: int | None = None
    referee: str | None = None
    note: str = ""
    ok: list[str] = []

    def tokens(self) -> Iterator[Token]:
        """As in :meth:`HandModel.tokens`."""
        yield "strafe", ()
        yield self.player, ("player",)
        yield self.id, ("id",)
        for key, word in (("absagen", "absagen"), ("soloist", "soloist"), ("points", "punkte"), ("referee", "sr")):
            if getattr(self, key) is not None:
                yield f"{word}:{getattr(self, key)}", (key,)
        yield from ((f"ok:{code}", ("ok", i)) for i, code in enumerate(self.ok))
        if self.note:
            yield quote(self.note), ("note",)


class RedealModel(Written):
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


class StruckModel(Written):
    """What stood here before."""

    line: str
    at: str = ""
    reason: str = ""

    def tokens(self) -> Iterator[Token]:
        """As in :meth:`HandModel.tokens`."""
        yield "gestrichen", ()
        yield quote(self.line), ("line",)
        if self.at:
            yield f"um:{self.at}", ("at",)
        if self.reason:
            yield quote(self.reason), ("reason",)


class EntryModel(Written):
    """An entry that is not a hand; exactly one key."""

    penalty: PenaltyModel | None = None
    redeal: RedealModel | str | None = None
    end: Literal["", "time", "zeit"] | None = None
    round: Literal[""] | None = None
    note: str | None = None
    struck: StruckModel | str | None = None

    def tokens(self) -> Iterator[Token]:
        """As in :meth:`HandModel.tokens`."""
        for key in ("penalty", "redeal", "struck"):
            value = getattr(self, key)
            if isinstance(value, Written):
                yield from ((token, (key, *path)) for token, path in value.tokens())  # type: ignore[attr-defined]
            elif value is not None:
                yield {"redeal": "neugeben", "struck": "gestrichen"}[key], (key,)
                yield quote(value), (key,)
        if self.end is not None:
            yield "ende", ("end",)
            yield from (("zeit", ("end",)) for _ in range(1 if self.end else 0))
        if self.round is not None:
            yield "spielrunde", ("round",)
        if self.note is not None:
            yield "notiz", ("note",)
            yield quote(self.note), ("note",)


ENTRY_KEYS = frozenset(EntryModel.model_fields)


class Head(Written):
    """The head of a sheet apart from who plays by which rules."""

    date: Annotated[str, Field(pattern=r"^\d{4}-\d\d-\d\d$")] | None = None
    place: str | None = None
    event: str | None = None
    round: str | None = None
    table: str | None = None
    scorer: str | None = None
    note: str | None = None


class SheetModel(Head):
    """A whole sheet, for editors; ``hands``: one line a hand, or a mapping."""

    dokosheet: Literal[1]
    rules: str | list[str] | dict[str, Any] = "tsr"
    players: list[str | PlayerModel]
    dealer: str | None = None
    ok: list[str] = []
    hands: list[str | HandModel | EntryModel] | None = None
    pflichtsoli: list[str | HandModel] | None = None
