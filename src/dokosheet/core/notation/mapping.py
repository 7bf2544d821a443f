"""What a sheet looks like as data: the models behind ``dokosheet schema`` and behind entries written as mappings.

A mapping becomes the tokens of the notation and is read by the same code as a line, so that both give the same Hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Final, Literal, Union

from pydantic import BaseModel, Field, create_model

from dokosheet.core.models import Between, Maybe, Model, Switch, Whole, or_nothing
from dokosheet.core.notation import vocabulary as voc
from dokosheet.core.notation.entries import KINDS
from dokosheet.core.notation.spelling import call_word, quote
from dokosheet.core.notation.tokens import Key, Kind, Texts, as_row
from dokosheet.core.notation.words import Words
from dokosheet.core.score.calls import named_party
from dokosheet.core.terms import ABSAGEN, ANSAGE, OTHER, STEP_OF, Party

#: A token and the keys that lead to it.
Token = tuple[str, tuple[str | int, ...]]
Cards = Annotated[int, Between(0, 48)]
#: German names of keys, beside the English ones of the models.
GERMAN: Final = {"wert": "value", "sieger": "winners", "geber": "dealer", "aussetzt": "sits_out"}


class PlayerModel(Model):
    """A player whose name is no word: ``{name: "Anna Groß", as: Anna}``."""

    name: str = Field(description="in full")
    short: str = Field(alias="as", description="the word that stands in a line")


class AugenModel(Model):
    """One of the two counts, or both."""

    re: Maybe[Whole] = Field(None, description="Re's Augen")
    kontra: Maybe[Whole] = Field(None, description="Kontra's Augen")


class CallModel(Model):
    """A call: who, what, when."""

    call: str = Field(description="re, kontra, k90, re90 ...")
    party: Maybe[Literal["re", "kontra"]] = Field(None, description="of an Absage, where no player is named")
    player: str | None = Field(None, description="who spoke")
    cards: Maybe[Cards] = Field(None, description="cards that the speaker still held")


class SonderpunktModel(Model):
    """A Sonderpunkt and who made it: a player or a party."""

    id: str = Field(description="fuchs, doppelkopf, karlchen ...")
    player: str | None = Field(None, description="who made it")
    party: Maybe[Literal["re", "kontra"]] = Field(None, description="who made it, where no player is known")


class StichModel(Model):
    """A trick that was noted."""

    n: Annotated[int, Between(1, 12)] = Field(description="its number")
    augen: Annotated[int, Between(0, 99)] = Field(description="its Augen")
    player: str = Field(description="who took it")


class HandModel(Model):
    """A hand as a mapping."""

    re: Texts = Field((), description="the players of Re")
    kind: str = Field("normal", description="what is played")
    klaerung: Maybe[Cards] = Field(None, description="number of the Klärungsstich of a Hochzeit")
    augen: AugenModel | str | None = Field(None, description="Re's Augen, or a band such as u60")
    trick: Maybe[Literal["schwarz", "stich"]] = Field(None, description="at 240:0 whether the loser had a trick")
    calls: tuple[CallModel, ...] = Field((), description="Ansagen and Absagen")
    sonderpunkte: tuple[SonderpunktModel, ...] = Field((), description="Sonderpunkte and who made them")
    marks: Texts = Field((), description="how a solo came about, and events of the ruleset")
    stiche: tuple[StichModel, ...] = Field((), description="tricks that were noted")
    value: Maybe[Whole] = Field(None, description="the value per head, seen from Re")
    winners: Texts = Field((), description="who has won")
    dealer: str | None = Field(None, description="who dealt")
    bock: Maybe[Whole] = Field(None, description="how many times Bock it was")
    sits_out: Texts = Field((), description="who sat out")
    score: Maybe[Texts] = Field(None, description="points in seat order")
    total: Maybe[Texts] = Field(None, description="totals in seat order")
    gilt: Switch = Field(False, description="what is written counts, whatever follows from the rest")
    ok: Texts = Field((), description="codes of findings that are fine here")
    note: str = Field("", description="free text")

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
            yield "=" + as_row(self.score)[0], ("score",)
        if self.total is not None:
            yield "==" + as_row(self.total)[0], ("total",)
        if self.gilt:
            yield "gilt", ("gilt",)
        yield from ((f"ok:{code}", ("ok", i)) for i, code in enumerate(self.ok))
        if self.note:
            yield quote(self.note), ("note",)


def call_token(call: CallModel, party: Party) -> str:
    """The token of a call: an Absage belongs to the party, or to the party of the player, that is named."""
    word = voc.fold(call.call)
    absagen = ABSAGEN.values()
    if word in absagen and (call.party or call.player):
        word = call_word(party, STEP_OF[word])
    elif word == "ansage":
        word = call_word(party, ANSAGE)
    if word not in (*voc.CALLS, *absagen, "ansage"):  # a call of the table's own
        by = call.player or call.party
        return f"{call.call}:{by}" if by else call.call
    at = "" if call.cards is None else f"@{call.cards}"
    return word + at + (f"/{call.player}" if call.player else "")


# -- entries that are no hand


def _model_of(key: str, kind: Kind) -> type[BaseModel]:
    fields: Any = {
        name: (or_nothing(of.type) if of.default is None else of.type, Field(of.default, description=of.says))
        for name, of in kind.keys.items()
    }
    return create_model(f"{key.capitalize()}Model", __base__=Model, __doc__=kind.record.__doc__, **fields)


def _field_of(key: str, kind: Kind) -> Any:
    types = ([_model_of(key, kind)] if kind.keys else []) + ([kind.value.type] if kind.value else [])
    says = f"what the line `{kind.words[0]}` says" + (f", or {kind.value.says}" if kind.value else "")
    return or_nothing(Union[tuple(types)]), Field(None, description=says)  # noqa: UP007 - built at run time


#: An entry that is no hand; exactly one key.
EntryModel: Final = create_model(
    "EntryModel",
    __base__=Model,
    __doc__="An entry that is not a hand; exactly one key.",
    **{key: _field_of(key, kind) for key, kind in KINDS.items()},
)


def entry_tokens(entry: BaseModel) -> Iterator[Token]:
    """The tokens of a mapping of one key, each with the keys that lead to it."""
    for key, kind in KINDS.items():
        value = getattr(entry, key)
        if value is None:
            continue
        yield kind.words[0], (key,)
        if not isinstance(value, BaseModel):
            assert kind.value is not None
            yield from ((token, (key,)) for token in kind.value.write(value))
            continue
        for name, of in kind.keys.items():
            yield from ((token, (key, name, *path)) for token, path in _written(getattr(value, name), of))


def _written(value: Any, key: Key) -> Iterator[Token]:
    """The tokens of a value; none where it was left open."""
    if isinstance(value, tuple) and not key.row:
        yield from ((token, (i,)) for i, one in enumerate(value) for token in key.write(one))
    elif value != key.default or value not in ("", None):
        yield from ((token, ()) for token in key.write(value))


class SheetModel(Model):
    """A whole sheet, for editors."""

    dokosheet: Literal[1] = Field(description="the version of the format")
    date: Annotated[str, Field(pattern=r"^\d{4}-\d\d-\d\d$")] | None = Field(None, description="the day: 2026-11-27")
    place: str | None = Field(None, description="where")
    event: str | None = Field(None, description="at which event")
    round: str | int | None = Field(None, description="which round of it")
    table: str | int | None = Field(None, description="at which table")
    scorer: str | None = Field(None, description="who wrote the list")
    note: str | None = Field(None, description="free text")
    rules: str | Texts | dict[str, Any] = Field("tsr", description="the ruleset, or what departs from one")
    players: tuple[str | PlayerModel, ...] = Field(description="everybody at the table, in seat order")
    dealer: str | None = Field(None, description="who deals the first hand")
    bock: Annotated[int, Between(0, 99)] | None = Field(None, description="Bock hands carried over")
    ok: Texts = Field((), description="codes of findings that are fine here")
    hands: tuple[str | HandModel | EntryModel, ...] | None = Field(  # type: ignore[valid-type]
        None, description="one line or mapping an entry"
    )
    pflichtsoli: tuple[str | HandModel, ...] | None = Field(None, description="Pflichtsoli in a list of their own")
