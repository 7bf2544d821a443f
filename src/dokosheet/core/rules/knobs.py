"""The knobs of a ruleset, section by section: what each is, what it can be, and what it is where nobody says anything.

What stands below a knob is its description, in the JSON Schema too. Annotations are no text here: to evaluate them
would cost every start a third more.
"""

from decimal import Decimal
from typing import Annotated, Any, Final, Literal

from pydantic import Field

from dokosheet.core.models import Between, Maybe, Model, Switch
from dokosheet.core.terms import Mode

ClassName = Literal["pair", "solo"]
Level = Literal["l90", "l60", "l30", "l0"]
#: The parts of a value, in the order in which they are computed.
PartName = Literal["won", "levels", "calls", "failed", "kind_add", "alten", "sonderpunkte"]
Cards = Annotated[int, Between(0, 12)]
#: A number of tricks, or of the first.
Tricks = Annotated[int, Between(1, 12)]
#: A limit: hand cards, cards on the table or tricks.
Limit = Annotated[int, Between(0, 48)]
Augen = Annotated[int, Between(0, 240)]
#: Points that one thing is worth, gained or lost; hands, rounds, points or minutes of a Spielrunde.
Gain = Annotated[int, Between(-9_999, 9_999)]
Count = Annotated[int, Between(0, 9_999)]
Positive = Annotated[int, Between(1, 9_999)]
#: Shares, and what something is multiplied by.
Times = Annotated[int, Between(-100, 100)]
#: Players at a table.
Players = Annotated[int, Between(3, 8)]
Seat = Annotated[str, Field(pattern=r"^(dealer(\+\d)?|opposite)$")]
#: Amounts that people see: units and fees; what is paid; a part of something.
MOST: Final = 999_999
Amount = Annotated[int | Decimal, Between(-MOST, MOST)]
Paid = Annotated[int | Decimal, Between(0, MOST)]
Share = Annotated[int | Decimal, Between(0, 1)]
#: All of something, nothing of it, or the ids that count.
Which = Literal["all", "none"] | tuple[str, ...]
#: So many hands, one for each player, or until the deal has gone round.
BockHands = Annotated[int, Between(1, 99)] | Literal["players", "lap"]
When = Literal["auto", "always", "never"]
#: Of a Sonderpunkt of its own a table counts one in each trick at most.
TRICKS: Final = 12
ALL_BUT_SONDERPUNKTE: Final[tuple[PartName, ...]] = ("won", "levels", "calls", "failed", "kind_add", "alten")


class Knobs(Model):
    """A section of a ruleset, compared by identity."""

    @classmethod
    def __pydantic_init_subclass__(cls, **rest: Any) -> None:
        cls.__eq__ = object.__eq__  # type: ignore[method-assign]
        cls.__hash__ = object.__hash__  # type: ignore[method-assign]


def among(which: Which, name: str) -> bool:
    """Whether a name is one of ``which``."""
    return which == "all" or (which != "none" and name in which)


# -- before the first trick


class Pig(Knobs):
    """A pair of cards that ranks above all others while one hand holds it: Schweinchen and what goes above it.

    A hand that had one says so: ``schweinchen:Anna``.
    """

    cards: Literal["DA", "D10", "DK", "D9", "suit_ace", "lowest_trump"]
    """Which cards. DA: no fox can be caught."""
    needs: Maybe[str] = None
    """The pig below it."""
    which: Literal["both", "second"] = "both"
    """second: only the second card ranks so high."""
    reveal: Literal["deal", "first_play", "reservation"] = "first_play"
    """When it is shown."""
    kinds: tuple[str, ...] = ("pair",)
    """Kinds or classes of hands in which there are any."""
    same_hand: Switch = False
    """Only in the hand that holds those below."""


class Swap(Knobs):
    """Cards that change parties, calls or ranks in mid-hand: Genscher and the like; a mark of the hand."""

    effect: Literal["repartner", "withdraw_call", "rank", "direction", "move_eyes"]
    """What it does. repartner is only for hands of two against two."""
    cards: str = ""
    """With which cards."""
    voids: Literal["none", "absagen", "all_calls"] = "none"
    """Calls that count no more."""
    needs: Maybe[str] = None
    """The swap that has to come first."""


class Deck(Knobs):
    """The cards."""

    nines: Switch = True
    """With the nines (48 cards), or without (40: limits in cards are lower, 0 Augen is no trick)."""
    dulle: Literal["plain", "first", "second"] = "first"
    """Which ♥10 wins; plain: it is no trump."""
    dulle_flip_in: tuple[Literal["last_trick", "solo", "suit_solo", "pigs_active"], ...] = ()
    """When the Dullen are the other way round."""
    pigs: dict[str, Pig] = {}
    """Schweinchen and what goes above it, by id."""
    swaps: dict[str, Swap] = {}
    """Genscher and the like, by id."""

    @property
    def hand_cards(self) -> int:
        """Cards of a hand before the first trick (TSR 2.2.1)."""
        return 12 if self.nines else 10


class Predicate(Knobs):
    """What cards a player holds: all that is named must be so, or one of ``any_of``."""

    nines_min: Maybe[Cards] = None
    """So many nines or more."""
    kings_min: Maybe[Cards] = None
    """So many kings or more."""
    nines_kings_min: Maybe[Cards] = None
    """So many nines and kings or more."""
    fulls_min: Maybe[Cards] = None
    """So many aces and tens or more."""
    low_min: Maybe[Cards] = None
    """So many low cards or more."""
    augen_min: Maybe[Augen] = None
    """So many Augen or more."""
    augen_max: Maybe[Augen] = None
    """So many Augen or fewer."""
    trumps_max: Maybe[Cards] = None
    """So many trumps or fewer."""
    top_trump_max: Maybe[str] = None
    """No trump above this card."""
    needs_card: Maybe[str] = None
    """With this card."""
    foxes: Literal["counted", "ignored", "single_ignored"] = "counted"
    """Foxes among the trumps."""
    misdeal: Switch = False
    """After a misdeal."""
    any_of: "tuple[Predicate, ...]" = ()
    """One of these is enough."""


class Reservations(Knobs):
    """Vorbehalte."""

    order: tuple[str, ...] = ("solo.pflicht", "solo.lust", "hochzeit")
    """Which Vorbehalt comes before which."""


class Redeal(Knobs):
    """Schmeißen."""

    triggers: dict[str, Predicate] = Field(default={"misdeal": {"misdeal": True}}, validate_default=True)
    """Why cards are dealt again, by id as `neugeben Ben nines` says it."""
    before_solo: Switch = True
    """Schmeißen comes before a solo."""
    same_dealer: Switch = True
    """The same player deals again."""


class Hochzeit(Knobs):
    """Both ♣Q in one hand (TSR 4.4)."""

    declared: Switch = True
    """Without, who holds both ♣Q always plays alone."""
    find_by: tuple[
        Literal["any", "fehl", "trump", "suit_led", "first_trick", "chosen", "second_fehl", "free_text"], ...
    ] = ("any",)
    """The trick that finds the partner."""
    find_within: Tricks = 3
    """The tricks in which the partner is found (TSR 4.4)."""
    unfound: Literal["solo", "pair_alone", "redeal"] = "solo"
    """What becomes of it if not."""
    call_clock: Literal["shift_by_trick", "normal", "reopen"] = "shift_by_trick"
    """How the Klärungsstich moves the limits of calls."""
    reopen_cards: Limit = 0
    """Cards on the table after it in which calls are open again."""
    no_call_before_found: Switch = True
    """Calls only after the Klärungsstich."""


class Armut(Knobs):
    """A hand with few trumps, of which a partner takes cards."""

    test: Maybe[Predicate] = None
    """Who may declare it; nothing: no Armut."""
    gives: Literal["all_trumps", "exactly_3"] = "all_trumps"
    """The cards that are given away."""
    trump_back: Literal["free", "forbidden", "declared"] = "free"
    """Whether trumps may come back."""
    offer: Literal["in_turn", "partner_first"] = "in_turn"
    """To whom it is offered first."""
    refused: str = "redeal"
    """What is played if nobody takes it: a kind, or redeal."""


# -- what is played, and how it came about


class Factor(Knobs):
    """Shares of the value (TSR 7.2.4)."""

    win: Times = 1
    """Of the lone player when winning."""
    lose: Times = 1
    """Of the lone player when losing."""
    others: Times = 1
    """Of each opponent."""


class BockUse(Knobs):
    """What Bock and a hand do to each other."""

    double: Switch = True
    """Bock counts in the hand."""
    tick: Switch = True
    """The hand uses it up."""
    trigger: Switch = True
    """The hand can begin it."""


class HandClass(Knobs):
    """What pair hands, or solos, have in common."""

    factor: Factor = Field(default={}, validate_default=True)
    """Shares of the value."""
    add: Gain = 0
    """Points for playing it."""
    sonderpunkte: Which = "all"
    """The Sonderpunkte that count."""
    calls: Which = "all"
    """The calls that can be made."""
    bock: BockUse = Field(default={}, validate_default=True)
    """What Bock and a hand do to each other."""


class Kind(Knobs):
    """What is played; what it does not say is as in its class."""

    hand_class: ClassName = Field(alias="class")
    """Two against two, or one against three."""
    lone: Literal["re", "kontra"] = "re"
    """The party of who plays alone."""
    goal: Literal["augen", "no_trick", "fewest_tricks", "becomes", "booking"] = "augen"
    """More than half of the Augen, no trick, the fewest tricks, another kind on the way (becomes), or only
    amounts in the book (booking)."""
    draw: Literal["zero", "lost"] = "zero"
    """What a tie of fewest tricks is worth."""
    modes: Annotated[tuple[Mode, ...], Field(min_length=1)] = ("normal",)
    """How it can come about."""
    fixed: Maybe[Gain] = None
    """What winning is worth, instead of levels and calls."""
    pflicht_ok: Maybe[Switch] = None
    """Whether it can be a Pflichtsolo."""
    factor: Maybe[Factor] = None
    """Shares of the value."""
    add: Maybe[Gain] = None
    """Points for playing it."""
    sonderpunkte: Maybe[Which] = None
    """The Sonderpunkte that count."""
    calls: Maybe[Which] = None
    """The calls that can be made."""
    bock: Maybe[BockUse] = None
    """What Bock and this kind do to each other."""
    follow_up: Maybe[str] = None
    """The kind that is played after it was won."""

    @property
    def can_be_pflichtsolo(self) -> bool:
        """Whether it may fulfil the duty: as it says itself, or where a mode of it does."""
        return "pflicht" in self.modes if self.pflicht_ok is None else self.pflicht_ok


class ModeDef(Knobs):
    """How a hand came about."""

    lead: Literal["forehand", "declarer", "third", "left_of_declarer"] = "forehand"
    """Who leads."""
    deal: Literal["advance", "repeat"] = "advance"
    """Who deals next: the next player, or the same."""
    slot: Literal["normal", "pflicht", "none"] = "normal"
    """The column of the list; none: it uses up no hand of the Spielrunde."""
    after_own_pflichtsolo: Switch = False
    """Only after the own Pflichtsolo."""
    max_per_player: Maybe[Positive] = None
    """How often a player may, in a Spielrunde."""


# -- Ansagen and Absagen: what there is, until when, and what has to be called


class CallDef(Knobs):
    """An Ansage, an Absage, or a call of the table's own."""

    party: Literal["re", "kontra", "any"] = "any"
    """Who may call it."""
    claims: Literal["win", "l90", "l60", "l30", "l0", "nothing"] = "nothing"
    """What is promised."""
    add: Gain = 0
    """Points per head (TSR 7.2.2 b to d)."""
    mul: Annotated[int, Between(1, 100)] = 1
    """What it multiplies the value by."""
    steps: Maybe[Annotated[tuple[Gain, ...], Field(max_length=12)]] = None
    """The points of the first, of two, of three ... of this call in one hand, in all."""
    needs: tuple[str, ...] = ()
    """Calls that have to stand before."""


class Clock(Knobs):
    """Until when a call may be made (TSR 6.2.2, 6.3.4)."""

    unit: Literal["hand_cards", "table_cards", "tricks"] = "hand_cards"
    """What limits count: the fewest cards that the speaker may still hold, the most cards that may lie on the
    table, or the last trick."""
    latest: dict[str, Limit] = {}
    """The limit of each call."""
    no_nines: Annotated[int, Between(-12, 12)] = -2
    """By how much limits in hand cards move without nines."""
    slide: Cards = 0
    """By how many cards each call moves the limit on."""
    finish_trick: Switch = False
    """Until the trick is full."""


class Reply(Knobs):
    """Calls that answer an opponent's (TSR 6.4.4)."""

    calls: tuple[str, ...] = ("re", "kontra")
    """Which calls."""
    later_by: Cards = 1
    """By how many cards later."""
    to: Literal["any_call", "last_call"] = "any_call"
    """To which of the opponent's calls."""


class Early(Knobs):
    """Calls that are made early give more (vorab, vorweg)."""

    until: Limit
    """Before so many cards lay on the table."""
    add: Gain = 1
    """Points more."""
    calls: tuple[str, ...] = ("re", "kontra")
    """Which calls."""


class Duty(Knobs):
    """Pflichtansage: who takes one of certain tricks with so many Augen has to call."""

    tricks: tuple[Tricks | Literal["clarification"], ...]
    """Which tricks."""
    augen_min: Augen
    """With so many Augen or more."""
    who: Literal["winner"] = "winner"
    """Who has to."""
    call: Literal["ansage", "next"] = "ansage"
    """The Ansage, or the next step."""
    decline_at: Maybe[Augen] = None
    """From so many Augen on nobody has to."""
    not_in: tuple[str, ...] = ()
    """Kinds and classes in which nobody has to."""
    raised_by: tuple[str, ...] = ()
    """Kinds and pigs that ask for one step more."""


class CallRules(Knobs):
    """Ansagen and Absagen (TSR 6)."""

    defs: dict[str, CallDef] = {}
    """The calls, by id."""
    first_only_mul: Switch = False
    """Only the first call multiplies."""
    named: Switch = True
    """Without, a call says nothing of the party."""
    once_per_party: Switch = True
    """Each call once for a party (TSR 6.4.7)."""
    max_total: Maybe[Positive] = None
    """So many calls in a hand at most."""
    absage_needs: Literal["own_ansage", "implies_ansage", "nothing"] = "own_ansage"
    """The own Ansage, or it implies it, or nothing (TSR 6.4.3)."""
    skip: Literal["counts_all", "counts_named", "forbidden"] = "counts_all"
    """Whether skipped Absagen count (TSR 6.4.3)."""
    clock: Clock = Field(default={}, validate_default=True)
    """Until when a call may be made."""
    reply: Reply = Field(default={}, validate_default=True)
    """Calls that answer an opponent's."""
    early: Maybe[Early] = None
    """Calls that are made early give more."""
    duty: tuple[Duty, ...] = ()
    """Pflichtansagen."""
    implied: dict[str, tuple[str, ...]] = {}
    """Calls that a kind, a class or a pig takes as made; ansage: of its party."""


# -- who wins, and what a hand is worth


class Cowardice(Knobs):
    """Feigheit: winners who reached more levels than they called."""

    slack: Maybe[Cards] = None
    """How many may be missing; nothing: no such rule."""
    effect: Literal["flip_value", "penalty_only", "winner_writes", "flag"] = "flip_value"
    """The value goes to the other party, a penalty is all that remains and goes there, the winners write a
    penalty besides, or the check says so."""
    per_missing: Gain = 1
    """Points for each one beyond."""
    not_in: tuple[str, ...] = ("solo",)
    """Kinds, classes and swaps in which nobody is a coward."""


class Tie(Knobs):
    """120:120."""

    winner: Literal["rule", "nobody", "soloist"] = "rule"
    """Who wins it."""
    parts: Literal["all"] | tuple[PartName, ...] = "all"
    """The parts of the value that count."""
    mul: Times = 1
    """What they are multiplied by."""


class Outcome(Knobs):
    """Who wins (TSR 7.1)."""

    re_needs: Annotated[int, Between(1, 240)] = 121
    """Re's Augen to win without Absagen."""
    only_kontra_swaps: Switch = True
    """A lone Kontra turns the tie."""
    absage_binds: Switch = True
    """Who misses an Absage has lost."""
    ansage_binds: Switch = False
    """Who misses an Ansage has lost."""
    both_fail: Literal["levels_only", "zero", "by_augen"] = "levels_only"
    """What counts if both miss theirs."""
    tie: Tie = Field(default={}, validate_default=True)
    """120:120."""
    schwarz_by: Literal["tricks", "augen"] = "tricks"
    """No trick, or no Augen."""


class Failed(Knobs):
    """What was reached against an Absage (TSR 7.2.2 e, f)."""

    basis: Literal["margin", "margin_highest", "per_call", "none"] = "margin"
    """Each level, the highest only, one for each Absage of who missed any, or nothing."""
    add: Gain = 1
    """Points for each."""


class Value(Knobs):
    """Points per head of the parts of a value (TSR 7.2.2)."""

    won: Gain = 1
    """For winning."""
    levels: dict[Level, Gain] = {"l90": 1, "l60": 1, "l30": 1, "l0": 1}
    """For each level."""
    levels_count: Literal["reached", "called", "max_reached_called"] = "reached"
    """Levels reached, those called, or the more of both."""
    loser_levels: Literal["void", "net", "called_to_winner"] = "void"
    """Levels of who has lost are void, count against the winner, or go to him where they were called."""
    call_points: Literal["always", "if_kept"] = "always"
    """Also of calls that failed."""
    failed: Failed = Field(default={}, validate_default=True)
    """What was reached against an Absage."""
    mul_covers: tuple[PartName, ...] = ALL_BUT_SONDERPUNKTE
    """The parts that calls multiply."""
    backdoor: Literal["allow", "zero"] = "allow"
    """Whether Sonderpunkte can turn a value round."""


class SonderpunktDef(Knobs):
    """A Sonderpunkt (TSR 7.2.3)."""

    points: Gain | Annotated[tuple[Gain, ...], Field(min_length=1, max_length=12)] = 1
    """For each, or of the first, the second ..."""
    max: Annotated[int, Between(1, TRICKS)] = 1
    """In one hand, both parties together."""
    kinds: Maybe[tuple[str, ...]] = None
    """Kinds or classes in which it counts, whatever they say."""
    min_augen: Maybe[Augen] = None
    """Augen of the trick."""
    manual: Switch = False
    """A Sonderpunkt of the table's own."""


# -- Bock


class Trigger(Knobs):
    """What begins Bock."""

    kinds: tuple[str, ...] = ()
    """Kinds or classes of hands in which it does."""
    hands: Maybe[BockHands] = None
    """For how many hands, instead of length."""
    manual: Switch = False
    """An event of the table's own, noted as a mark of its id."""


class Bock(Knobs):
    """Hands that count double."""

    triggers: dict[str, Trigger] = {}
    """What begins it, by id."""
    per_hand: Literal["once", "each"] = "once"
    """Several triggers of one hand begin it so often."""
    length: BockHands = "players"
    """Hands, one for each player, or until the deal has gone round."""
    overlap: Literal["ignore", "restart", "queue", "stack"] = "queue"
    """A trigger in Bock is ignored, begins it anew, goes behind it or on top of it."""
    max_level: Maybe[Annotated[int, Between(1, 16)]] = None
    """How often it doubles at most; nothing: no ceiling."""
    overflow: Literal["drop", "queue"] = "drop"
    """What is over that is dropped or goes behind."""
    mul: Annotated[int, Between(0, 100)] = 2
    """What a level multiplies the covered parts by."""
    add: Gain = 0
    """What a level adds to them."""
    covers: Literal["all"] | tuple[PartName, ...] = "all"
    """The parts of the value."""
    tick: Literal["every_hand", "deal_advances"] = "deal_advances"
    """Every hand uses it up, or only those after which the deal moves on."""
    hold_in: tuple[Mode, ...] = ()
    """Modes in which it sleeps."""
    unwon_is_lost: Switch = True
    """A call, or a solo, is lost in a hand that nobody has won."""
    party_end: Literal["cut", "extend"] = "cut"
    """What is left at the end is lost or played."""
    owner: Literal["table", "loser"] = "table"
    """It counts for the table, or for who lost."""


# -- the party


class Pflichtsolo(Knobs):
    """The solos that everybody has to play (TSR 4.2)."""

    solos: Annotated[int, Between(0, 99)] = 0
    """Per player and Spielrunde, or party; 0: no duty, no Vorführung."""
    per: Literal["round", "party"] = "round"
    """In each Spielrunde, or once."""
    kinds: tuple[str, ...] = ("any",)
    """Which count."""
    require: dict[str, Positive] = {}
    """How many of a family: suit, picture, or a kind."""
    enforce: Literal["remaining_hands", "last_round_forehand", "none"] = "none"
    """Forced when as many are missing as hands remain, or in the last round on one's own lead."""
    missing_fee: Count = 0
    """Points that each missing one costs at the end."""


class Length(Knobs):
    """How long a Spielrunde is; open where nothing says how many."""

    unit: Literal["hands", "rounds", "points", "open"] = "open"
    """What is counted."""
    n: Maybe[Positive] = None
    """How many."""
    by_players: dict[Players, Positive] = {}
    """How many, by number of players where it differs."""
    finish_round: Switch = True
    """The round in which the points are reached is played out."""


class Time(Knobs):
    """How long a Spielrunde may take."""

    minutes: Maybe[Positive] = None
    """How many minutes."""
    by_players: dict[Players, Positive] = {}
    """How many, by number of players where it differs."""
    cancels: Literal["normal_hands", "all_open"] = "normal_hands"
    """What is struck then: the normal hands, or all that are open."""


class PartyRules(Knobs):
    """Who plays, and how long (TSR 8, 10)."""

    players: tuple[Players, Players] = (4, 5)
    """The fewest and the most at a table."""
    sit_out: dict[Players, Annotated[tuple[Seat, ...], Field(max_length=4)]] = {5: ("dealer",)}
    """Number of players: seats that sit out, counted from the dealer (TSR 10)."""
    direction: Literal["cw", "ccw"] = "cw"
    """Clockwise, or the other way round."""
    length: Length = Field(default={}, validate_default=True)
    """How long a Spielrunde is."""
    time: Maybe[Time] = None
    """How long a Spielrunde may take."""
    leave: Literal["void_hand", "score_hand"] = "void_hand"
    """When somebody leaves in mid-hand."""


class PenaltyDef(Knobs):
    """Points for a breach of the rules (TSR 9.3, 9.4)."""

    when: str = ""
    """What it is for."""
    offender: Gain
    """Points of the offender."""
    others: Gain | Literal["split"] = 0
    """Points of the others who played; split: they share what the offender loses."""
    soloist: Maybe[Gain | Literal["mirror"]] = None
    """Points of the soloist; mirror: he gets all that the offender loses."""
    per_absage: Gain = 0
    """More for the offender by each Absage of the other party."""
    up_to: Switch = False
    """The referee sets the amount, at most this one (TSR 9.7.2)."""
    ends_hand: Switch = False
    """The hand is stopped."""
    hand_counts: Switch = True
    """The number of the hand is used up."""
    pflichtsolo_done: Switch = False
    """The solo counts as played."""
    bears_partner: Switch = False
    """The offender also takes what his partner loses in the hand."""


class Fee(Knobs):
    """Points beside the value of a hand: each payer gives the amount to each receiver (the kitty is nobody)."""

    when: Annotated[str, Field(pattern=r"^(kind|special|event):.+$")]
    """kind:hochzeit; special: a Sonderpunkt or an event at the table; event: a reason of neugeben."""
    payer: Literal["each_other", "offender", "losers", "kitty"] = Field(alias="from")
    """Who pays."""
    to: Literal["declarer", "each_other", "kitty"]
    """Who receives."""
    amount: Amount
    """How much."""
    then: Literal["play", "redeal"] = "play"
    """redeal: it is charged on a neugeben of that kind, and no hand follows."""


class Tier(Knobs):
    """Another rate once anybody is further from 0 than so many points."""

    if_any_beyond: Count
    """So many points."""
    rate: Paid
    """The rate then."""


class Money(Knobs):
    """What points cost."""

    rate: Paid
    """For each point of the basis."""
    currency: str = "EUR"
    """Of what."""
    basis: Literal["hand_losers", "negative_total", "gap_to_best", "pairwise"] = "negative_total"
    """All points that were lost, the negative total, the gap to the best, or the gaps between every two players."""
    round: Literal["none", "floor_1"] = "none"
    """floor_1: down to whole ones."""
    tiers: tuple[Tier, ...] = ()
    """Other rates for higher scores."""
    kitty_share: Share = 0
    """The part of it that goes to the kitty."""
    attendance: Paid = 0
    """What everybody pays for coming."""


class Tally(Knobs):
    """Something that is counted beside the points: `strafe Anna delay_stroke` is one amount of the unit."""

    amount: Amount = 1
    """How much one is."""
    unit: str = ""
    """Of what."""


class Settlement(Knobs):
    """How a hand is written."""

    mode: Literal["zero_sum", "plus", "minus"] = "zero_sum"
    """Who writes: both sides, the winners only, or the losers only (TSR 7.3.3)."""
    unit: Annotated[int | Decimal, Between(-MOST, MOST, zero=False)] = 1
    """Shown points of one point."""
    fees: dict[str, Fee] = {}
    """Points beside the value of a hand, by id."""
    money: Maybe[Money] = None
    """What points cost."""
    absent: Literal["none", "average", "pays"] = "none"
    """Who was not there gets nothing, the average of the list, or nothing and pays for the evening."""
    tallies: dict[str, Tally] = {}
    """What is counted beside the points, by id."""


class Checks(Knobs):
    """Families of checks: where the rules ask for them (auto), in any case, or not at all."""

    row_sum: When = "auto"
    """Sums of rows."""
    parity: When = "auto"
    """Even and odd."""
    quotas: When = "auto"
    """What the cards can give."""
    clock: When = "auto"
    """Calls in time."""
    dealer: When = "auto"
    """Who deals."""
    cowardice: When = "auto"
    """Feigheit."""
    bock: When = "auto"
    """Bock."""
