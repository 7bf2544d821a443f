"""A ruleset: the numbers and switches of the rules as frozen data. Conditions are code, next to what they decide.

Rulesets compare by identity: one object for equal rules, and the tables of the scorer hang on the object. What a key of
the file means stands with its field in ``knobs``; ``DESCRIBES_PLAY`` are those that leave no trace on a sheet.
"""

from collections.abc import Collection, Iterator
from typing import Final, get_args

from pydantic import Field

from dokosheet.core.rules.knobs import (
    TRICKS,
    Armut,
    Bock,
    BockUse,
    CallDef,
    CallRules,
    Checks,
    ClassName,
    Cowardice,
    Deck,
    Duty,
    Early,
    Factor,
    Failed,
    Fee,
    HandClass,
    Hochzeit,
    Kind,
    Knobs,
    Level,
    ModeDef,
    Money,
    Outcome,
    PartName,
    PartyRules,
    PenaltyDef,
    Pflichtsolo,
    Pig,
    Predicate,
    Redeal,
    Reservations,
    Settlement,
    SonderpunktDef,
    Swap,
    Tally,
    Tie,
    Trigger,
    Value,
    Which,
    among,
)
from dokosheet.core.terms import Mode

__all__ = [
    "DESCRIBES_PLAY",
    "Bock",
    "CallDef",
    "Cowardice",
    "Deck",
    "Duty",
    "Early",
    "Factor",
    "Failed",
    "Fee",
    "Kind",
    "Level",
    "Money",
    "Outcome",
    "PartName",
    "PenaltyDef",
    "Pig",
    "Predicate",
    "Ruleset",
    "Settlement",
    "SonderpunktDef",
    "Swap",
    "Tally",
    "Tie",
    "Trigger",
    "Value",
    "among",
    "most_of",
]

#: Knobs that say how cards are played and leave no trace on a sheet: kept, shown and compared, and nothing else.
DESCRIBES_PLAY: Final = frozenset(
    (
        "deck.dulle_flip_in",
        "deck.pigs.*.reveal",
        "deck.pigs.*.same_hand",
        "deck.swaps.*.cards",
        "reservations.order",
        "redeal.before_solo",
        "redeal.triggers.*.*",
        "hochzeit.find_by",
        "armut.gives",
        "armut.trump_back",
        "armut.offer",
        "armut.test.*",
        "modes.*.lead",
        "calls.duty.*.who",
        "party.leave",
        "penalties.*.when",
    )
)


#: Augen of a Doppelkopf by the official rules: only four cards that count full make it, and there are sixteen.
DOPPELKOPF: Final = 40
#: How many of a Sonderpunkt the cards of a hand can give, both parties together: there are two of each card, and one
#: trick is the last.
MOST_OF: Final = {
    **dict.fromkeys(("alten", "gegen_schweine", "gegen_solo", "karlchen", "fuchs_am_end", "agathe", "doppelfuchs"), 1),
    **dict.fromkeys(("doppelkarlchen", "doppelkarlchen_gefangen", "fuchsjagd_ok", "fuchsjagd_miss"), 1),
    **dict.fromkeys(("fuchs", "fuchs_letzter", "karlchen_gefangen", "dulle_gefangen", "schweinchen"), 2),
    "doppelkopf": 4,
}


def most_of(sonderpunkt: str, min_augen: int | None = None, hand_cards: int = TRICKS) -> int:
    """How many of a Sonderpunkt a hand can give, whatever a ruleset says; ``min_augen``: of a Doppelkopf."""
    if sonderpunkt == "doppelkopf" and min_augen and min_augen < DOPPELKOPF:
        return min(hand_cards, 240 // min_augen)
    return MOST_OF.get(sonderpunkt, TRICKS)


class Ruleset(Knobs):
    """All of it. Catalogues (``kinds``, ``sonderpunkte`` ...) are maps by id."""

    id: str
    """A short name."""
    name: str = ""
    """A longer one."""
    extends: str | tuple[str, ...] | None = None
    """The ruleset, or several, that this one changes."""
    source: str = ""
    """Where the rules come from."""
    note: str = ""
    """What else is to be said of them."""
    labels: dict[str, str] = {}
    """What a table calls something, by id."""
    deck: Deck = Field(default={}, validate_default=True)
    """The cards."""
    reservations: Reservations = Field(default={}, validate_default=True)
    """Vorbehalte."""
    redeal: Redeal = Field(default={}, validate_default=True)
    """Schmeißen."""
    hochzeit: Hochzeit = Field(default={}, validate_default=True)
    """Both ♣Q in one hand."""
    armut: Armut = Field(default={}, validate_default=True)
    """A hand with few trumps."""
    classes: dict[ClassName, HandClass]
    """What pair hands, and solos, have in common."""
    kinds: dict[str, Kind]
    """What is played."""
    modes: dict[Mode, ModeDef]
    """How a hand came about."""
    calls: CallRules
    """Ansagen and Absagen."""
    cowardice: Cowardice = Field(default={}, validate_default=True)
    """Feigheit."""
    outcome: Outcome = Field(default={}, validate_default=True)
    """Who wins."""
    value: Value = Field(default={}, validate_default=True)
    """What a hand is worth."""
    sonderpunkte: dict[str, SonderpunktDef] = {}
    """Sonderpunkte."""
    bock: Bock = Field(default={}, validate_default=True)
    """Hands that count double."""
    pflichtsolo: Pflichtsolo = Field(default={}, validate_default=True)
    """Solos that everybody has to play."""
    settlement: Settlement = Field(default={}, validate_default=True)
    """How a hand is written."""
    party: PartyRules = Field(default={}, validate_default=True)
    """Who plays, and how long."""
    penalties: dict[str, PenaltyDef] = {}
    """Points for a breach of the rules."""
    checks: Checks = Field(default={}, validate_default=True)
    """Families of checks."""

    def gaps(self) -> Iterator[tuple[str, ...]]:
        """Paths of keys that the rest of the ruleset needs and that are missing."""
        needed = {"classes": ("pair", "solo"), "kinds": ("normal",), "modes": get_args(Mode)}
        for section, names in needed.items():
            yield from ((section, name) for name in names if name not in getattr(self, section))

    def beyond_the_deck(self) -> Iterator[tuple[tuple[str, ...], int, int]]:
        """Paths of Sonderpunkte that a ruleset counts more often than the cards give: how often, and what they give."""
        for name, definition in self.sonderpunkte.items():
            most = most_of(name, definition.min_augen, self.deck.hand_cards)
            if definition.max > most:
                yield ("sonderpunkte", name, "max"), definition.max, most

    # -- kinds: their own word, or that of their class

    def class_of(self, kind: str) -> HandClass:
        """The class of a kind."""
        return self.classes[self.kinds[kind].hand_class]

    def factor(self, kind: str) -> Factor:
        """Shares of the value in a kind; a Hochzeit that found nobody is a solo unless ``unfound`` says otherwise."""
        own = self.kinds[kind].factor
        if own is None and kind == "hochzeit_allein" and self.hochzeit.unfound == "pair_alone":
            # scored as a pair; where the sum of a row is 0 the lone player answers for three
            one = self.classes["pair"].factor
            alone = 3 if self.settlement.mode == "zero_sum" else 1
            return one.model_copy(update={"win": one.win * alone, "lose": one.lose * alone})
        return own or self.class_of(kind).factor

    def add(self, kind: str) -> int:
        """Points for playing a kind."""
        own = self.kinds[kind].add
        return self.class_of(kind).add if own is None else own

    def calls_in(self, kind: str) -> Which:
        """The calls that can be made in a kind."""
        return self.kinds[kind].calls or self.class_of(kind).calls

    def bock_use(self, kind: str) -> BockUse:
        """What Bock does in a kind, and a kind to Bock."""
        return self.kinds[kind].bock or self.class_of(kind).bock

    def counts(self, kind: str, sonderpunkt: str) -> bool:
        """Whether a Sonderpunkt counts in a kind of hand (TSR 7.2.3, 7.2.4)."""
        definition = self.sonderpunkte.get(sonderpunkt)
        if definition is not None and definition.kinds is not None:
            return kind in definition.kinds or self.kinds[kind].hand_class in definition.kinds
        if kind == "hochzeit_allein" and self.hochzeit.unfound == "pair_alone" and sonderpunkt != "alten":
            return among(self.classes["pair"].sonderpunkte, sonderpunkt)
        return among(self.kinds[kind].sonderpunkte or self.class_of(kind).sonderpunkte, sonderpunkt)

    def covers(self, names: tuple[str, ...], kind: str) -> bool:
        """Whether a list of kinds and classes holds a kind, or the word for it (:meth:`known_as`)."""
        return self.known_as(kind, names) in names or (kind in self.kinds and self.kinds[kind].hand_class in names)

    def known_as(self, kind: str, names: Collection[str]) -> str:
        """The name of a kind among ``names``: a Hochzeit that found nobody is a ``hochzeit``, too, unless named itself.

        What is settled by kind asks for the kind alone (:meth:`counts`, :meth:`factor`).
        """
        return "hochzeit" if kind == "hochzeit_allein" and kind not in names else kind

    def is_solo(self, kind: str) -> bool:
        """Whether one plays against three."""
        return self.kinds[kind].hand_class == "solo"

    # -- the party

    @property
    def sums_to_zero(self) -> bool:
        """Whether the points of a row sum to 0: both sides write, no kitty gives or takes, Bock is everybody's."""
        kitty = any("kitty" in (fee.payer, fee.to) for fee in self.settlement.fees.values())
        shared = self.bock.owner == "table" or not self.bock.triggers
        return self.settlement.mode == "zero_sum" and not kitty and shared

    def length_of(self, players: int) -> int | None:
        """Hands, or rounds, or points, of a Spielrunde at a table of so many (TSR 8.5.1, 10.1.5)."""
        length = self.party.length
        return None if length.unit == "open" else length.by_players.get(players, length.n)

    def sits_out(self, dealer: int, players: int) -> tuple[int, ...]:
        """Seats (from 0) that sit out when ``dealer`` deals (TSR 10.1.1)."""
        out = self.party.sit_out.get(players, ())
        return tuple((dealer + self.step * offset(seat, players)) % players for seat in out)

    @property
    def step(self) -> int:
        """From a seat to the next one that deals: players are listed clockwise."""
        return 1 if self.party.direction == "cw" else -1


def offset(seat: str, players: int) -> int:
    """How many seats behind the dealer: ``dealer+2`` is 2, ``opposite`` half the table."""
    return players // 2 if seat == "opposite" else int(seat.removeprefix("dealer").removeprefix("+") or 0)
