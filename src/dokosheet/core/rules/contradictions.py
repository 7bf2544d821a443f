"""Knobs of a ruleset that cannot both be meant: one function a contradiction, registered by its code.

They look at a whole ruleset and never keep it from being used. A ruleset without its own ``note`` is asked what it
means where the combination is legal but can be read in two ways.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, pairwise
from typing import Any, Final, get_args, get_origin

from pydantic import BaseModel

from dokosheet.core.finding import Severity
from dokosheet.core.ledger.bock import EVENTS, TRIGGERS
from dokosheet.core.ledger.pflichtsolo import in_family
from dokosheet.core.models import bare, keys_of, many_in, record_in, type_of
from dokosheet.core.notation.vocabulary import KNOWN_SONDERPUNKTE
from dokosheet.core.notation.words import nearest
from dokosheet.core.records import Record, field
from dokosheet.core.rules import Factor, Pig, Predicate, Ruleset
from dokosheet.core.terms import Mode

#: Keys from the top of a ruleset down to a knob; a number is the place in a list.
Path = tuple[str | int, ...]
#: Whether the outermost file itself writes a knob; what it does not write comes from what it extends.
Sets = Callable[[Path], bool]


class Clash(Record, frozen=True):
    """A knob that contradicts another.

    ``path``: the wrong one; ``other``: the one that it clashes with, to be shown where only that one is written in the
    file. ``args``: what the sentence names; the path is its ``knob``. ``severity``: where it is not that of the code.
    ``at_key``: the key is wrong, not its value.
    """

    code: str
    path: Path
    variant: str = ""
    args: dict[str, Any] = field(default_factory=dict)
    other: Path = ()
    severity: Severity | None = None
    at_key: bool = False


Check = Callable[[Ruleset, Sets], Iterable[Clash]]

#: Code -> what finds it.
REGISTERED: Final[dict[str, Check]] = {}


def contradiction(code: str) -> Callable[[Check], Check]:
    """Register the function that finds a code."""

    def register(function: Check) -> Check:
        REGISTERED[code] = function
        return function

    return register


def contradictions(rules: Ruleset, sets: Sets) -> Iterator[Clash]:
    """Every contradiction of a ruleset, by code; ``sets``: whether its outermost file itself writes a knob."""
    for code in sorted(REGISTERED):
        yield from REGISTERED[code](rules, sets)


# -- before the first trick: cards, pigs, redeals, Hochzeit, Armut, and the ids of everything

#: Pigs that are by their name above another.
UPPER_PIGS: Final = ("super", "hyper")
#: Sonderpunkte that a nine of diamonds makes.
NINES_SONDERPUNKTE: Final = ("fischauge", "gans")
#: Words that older YAML reads as true, false or nothing.
YAML_WORDS: Final = frozenset(("on", "off", "yes", "no", "y", "n", "true", "false", "null", "~"))


@contradiction("R701")
def pigs_stand_on_each_other(rules: Ruleset, sets: Sets) -> Iterator[Clash]:
    """Which pig is above which, and no card is two of them."""
    pigs = rules.deck.pigs
    for name, pig in pigs.items():
        path: Path = ("deck", "pigs", name, "needs")
        if pig.needs is None and name in UPPER_PIGS:
            yield Clash("R701", path, args={"pig": name})
        elif pig.needs is not None and pig.needs not in pigs:
            yield Clash("R701", path, "missing", {"pig": name, "lower": pig.needs}, ("deck", "pigs", pig.needs))
        elif name in _below(pigs, name):
            yield Clash("R701", path, "circle", {"pig": name, "lower": pig.needs})
            break  # the others of the circle say the same
    for (lower, first), (name, second) in combinations(pigs.items(), 2):
        # the same card may be one pig in solos and another in all other hands
        together = any(rules.covers(first.kinds, kind) and rules.covers(second.kinds, kind) for kind in rules.kinds)
        if first.cards == second.cards and together:
            args = {"pig": name, "lower": lower, "card": second.cards}
            yield Clash("R701", ("deck", "pigs", name, "cards"), "same-card", args, ("deck", "pigs", lower, "cards"))


def _below(pigs: dict[str, Pig], name: str) -> list[str]:
    """The pigs below one, from above; a circle ends where it comes back to one of them."""
    found: list[str] = []
    lower = pigs[name].needs
    while lower in pigs and lower not in found:
        found.append(lower)
        lower = pigs[lower].needs
    return found


@contradiction("R702")
def hyper_needs_both(rules: Ruleset, sets: Sets) -> Iterator[Clash]:
    """A hyper pig, by name or because it is the third, stands on pigs that are both cards."""
    pigs = rules.deck.pigs
    for name in pigs:
        below = _below(pigs, name)
        if name in below or (name != "hyper" and len(below) < 2):
            continue
        for lower in below:
            if pigs[lower].which == "second":
                path: Path = ("deck", "pigs", name, "needs")
                yield Clash("R702", path, args={"pig": name, "lower": lower}, other=("deck", "pigs", lower, "which"))


@contradiction("R703")
def nothing_needs_nines(rules: Ruleset, sets: Sets) -> Iterator[Clash]:
    """Without nines there is no pig, no reason to redeal and no Sonderpunkt of them."""
    if not rules.deck.nines:
        nines: Path = ("deck", "nines")
        for name, pig in rules.deck.pigs.items():
            if pig.cards == "D9":
                yield Clash("R703", ("deck", "pigs", name, "cards"), "pig", {"pig": name}, nines)
        hands: list[tuple[Path, Predicate]] = [
            (("redeal", "triggers", name), predicate) for name, predicate in rules.redeal.triggers.items()
        ]
        if rules.armut.test:
            hands.append((("armut", "test"), rules.armut.test))
        for path, predicate in hands:
            for knob in _asks_for_nines(predicate):
                yield Clash("R703", (*path, *knob), other=nines)
        for name in NINES_SONDERPUNKTE:
            if name in rules.sonderpunkte:
                yield Clash("R703", ("sonderpunkte", name), "sonderpunkt", {"id": name}, nines)
    genscher = [
        name for name, swap in rules.deck.swaps.items() if swap.effect == "repartner" and swap.cards.endswith("DK")
    ]
    for name, pig in rules.deck.pigs.items():
        if pig.cards == "DK" and genscher:
            args = {"pig": name, "swap": genscher[0]}
            swaps: Path = ("deck", "swaps", genscher[0])
            yield Clash("R703", ("deck", "pigs", name, "cards"), "genscher", args, swaps, "warning")


def _asks_for_nines(predicate: Predicate) -> Iterator[Path]:
    if predicate.nines_min:
        yield ("nines_min",)
    if predicate.nines_kings_min:
        yield ("nines_kings_min",)
    if predicate.needs_card is not None and predicate.needs_card.endswith("9"):
        yield ("needs_card",)
    for i, part in enumerate(predicate.any_of):
        for knob in _asks_for_nines(part):
            yield ("any_of", i, *knob)


@contradiction("R719")
def silent_hochzeit(rules: Ruleset, sets: Sets) -> Iterator[Clash]:
    """Where no Hochzeit is declared there is no kind of it; and nobody looks for a partner longer than cards last."""
    hochzeit = rules.hochzeit
    if not hochzeit.declared:
        kinds = [kind for kind in ("hochzeit", "hochzeit_allein") if kind in rules.kinds]
        if kinds:
            yield Clash("R719", ("kinds", kinds[0]), args={"kinds": kinds}, other=("hochzeit", "declared"))
    elif hochzeit.find_within > rules.deck.hand_cards:
        args: dict[str, Any] = {"n": hochzeit.find_within, "most": rules.deck.hand_cards}
        yield Clash("R719", ("hochzeit", "find_within"), "within", args, ("deck", "nines"))


@contradiction("R720")
def armut_is_played(rules: Ruleset, sets: Sets) -> Iterator[Clash]:
    """Without a test nobody declares Armut; what is played when nobody takes it is a kind, or cards are dealt again."""
    armut = rules.armut
    refused: Path = ("armut", "refused")
    if armut.refused != "redeal" and armut.refused not in rules.kinds and (armut.test or sets(refused)):
        yield Clash("R720", refused, args={"kind": armut.refused}, other=("kinds", armut.refused))
    if armut.test is None:
        if "armut_refused" in rules.bock.triggers:
            yield Clash("R720", ("bock", "triggers", "armut_refused"), "trigger", {}, ("armut", "test"))
        if "armut" in rules.kinds:
            yield Clash("R720", ("kinds", "armut"), "kind", {}, ("armut", "test"), "warning")


@contradiction("R734")
def ids_are_words(rules: Ruleset, sets: Sets) -> Iterator[Clash]:
    """This reader takes every id as text; older YAML makes ``on:`` the value true, and the entry is lost."""
    for path in _catalogues(Ruleset, ()):
        section: Any = rules
        for key in path:
            section = getattr(section, key)
        for name in section:
            if name.lower() in YAML_WORDS:
                yield Clash("R734", (*path, name), args={"name": name}, at_key=True)


def _catalogues(model: type[BaseModel], path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Maps by id: a new house rule is a new entry in one of them."""
    for key, info in keys_of(model).items():
        kind = type_of(info)
        many, record = bare(many_in(kind)), record_in(kind)
        if get_origin(many) is dict and get_args(many)[0] is str:
            yield *path, key
        elif record is not None:
            yield from _catalogues(record, (*path, key))


# -- Ansagen and Absagen: which there are, until when, and what they are good for

#: What calls claim, from the least to the most.
CLAIMS: Final = ("win", "l90", "l60", "l30", "l0")
#: Triggers of Bock that ask what a party has called.
TRIGGERS_BY_CALLS: Final = ("lost_re", "lost_kontra", "both_called", "lost_call")


def limits(rules: Ruleset) -> dict[str, int]:
    """The limits of the calls that there are, as they are without nines."""
    clock = rules.calls.clock
    shift = clock.no_nines if clock.unit == "hand_cards" and not rules.deck.nines else 0
    return {call: limit + shift for call, limit in clock.latest.items() if call in rules.calls.defs}


def twelve_without_nines(rules: Ruleset) -> bool:
    """Whether ten cards are dealt and nothing moves the limits, so that they were written for twelve."""
    clock = rules.calls.clock
    return not rules.deck.nines and clock.unit == "hand_cards" and clock.no_nines == 0


@contradiction("R704")
def limits_can_be_met(rules: Ruleset, sets: Sets) -> Iterator[Clash]:
    """The first card is on the table at the latest limit; a higher call is not later than a lower one."""
    clock = rules.calls.clock
    latest = limits(rules)
    path: Path = ("calls", "clock", "latest")
    most = rules.deck.hand_cards - 1
    wrong = [call for call, limit in latest.items() if clock.unit == "hand_cards" and limit > most]
    if wrong:
        if not twelve_without_nines(rules):  # else that is the reason: R705
            shift: Path = ("deck", "nines") if sets(("deck", "nines")) else ("calls", "clock", "no_nines")
            for call in wrong:
                args = {"call": call, "n": latest[call], "most": most}
                yield Clash("R704", (*path, call), args=args, other=shift)
        return
    ordered = _by_claim(rules, latest)
    for lower, call in pairwise(ordered):
        if _end(rules, latest[call]) < _end(rules, latest[lower]):
            args = {"call": call, "n": latest[call], "lower": lower, "most": latest[lower]}
            other: Path = (*path, lower) if sets((*path, lower)) else ("calls", "clock", "unit")
            # one is enough: the steps after it mostly come from the same slip
            yield Clash("R704", (*path, call), "hand" if clock.unit == "hand_cards" else "table", args, other)
            return


def _by_claim(rules: Ruleset, latest: dict[str, int]) -> list[str]:
    """The calls from the Ansage to schwarz; of Re and Kontra the one that may be made for longer."""
    ordered = []
    for claim in CLAIMS:
        same = [call for call in latest if rules.calls.defs[call].claims == claim]
        if same:
            ordered.append(max(same, key=lambda call: _end(rules, latest[call])))
    return ordered


def _end(rules: Ruleset, limit: int) -> int:
    """When a limit is over: cards in the hand become fewer, those on the table and the tricks more."""
    return -limit if rules.calls.clock.unit == "hand_cards" else limit


@contradiction("R705")
def limits_fit_ten_cards(rules: Ruleset, sets: Sets) -> Iterator[Clash]:
    """Limits for twelve cards move without nines, unless ``no_nines`` says that they do not."""
    latest = limits(rules)
    if twelve_without_nines(rules) and any(limit >= rules.deck.hand_cards for limit in latest.values()):
        args = {"n": max(latest.values()), "most": rules.deck.hand_cards}
        yield Clash("R705", ("calls", "clock", "no_nines"), args=args, other=("deck", "nines"))


@contradiction("R706")
def replies_are_calls(rules: Ruleset, sets: Sets) -> Iterator[Clash]:
    """A file that says which calls may be replies has these calls, and leaves time for a reply.

    An inherited list is not judged: a call that is gone is no reply either.
    """
    reply = rules.calls.reply
    path: Path = ("calls", "reply", "calls")
    if not reply.calls or not sets(path):
        return
    if reply.later_by == 0:
        yield Clash("R706", ("calls", "reply", "later_by"), "no-time", other=path)
        return
    for i, call in enumerate(reply.calls):
        if call not in rules.calls.defs:
            yield Clash("R706", (*path, i), args={"call": call})


@contradiction("R707")
def knocking_says_no_party(rules: Ruleset, sets: Sets) -> Iterator[Clash]:
    """Where a call does not say for whom, nothing can hang on whose it was."""
    if rules.calls.named:
        return
    named: Path = ("calls", "named")
    for trigger in TRIGGERS_BY_CALLS:
        if trigger in rules.bock.triggers:
            yield Clash("R707", ("bock", "triggers", trigger), "trigger", {"trigger": trigger}, named)
    value = rules.value
    by_party = {
        ("value", "levels_count"): value.levels_count if value.levels_count != "reached" else "",
        ("value", "loser_levels"): value.loser_levels if value.loser_levels == "called_to_winner" else "",
        ("value", "failed", "basis"): value.failed.basis if value.failed.basis == "per_call" else "",
    }
    for path, word in by_party.items():
        if word:
            yield Clash("R707", path, args={"word": word}, other=named)


@contradiction("R708")
def adding_or_multiplying(rules: Ruleset, sets: Sets) -> Iterator[Clash]:
    """A call that adds and multiplies: points first, then the factor; a note says that this is meant."""
    if rules.note:
        return
    for call, definition in rules.calls.defs.items():
        if definition.mul > 1 and definition.add > 0:
            path: Path = ("calls", "defs", call)
            args = {"call": call, "n": definition.add, "mul": definition.mul}
            yield Clash("R708", (*path, "mul"), args=args, other=(*path, "add"))


@contradiction("R709")
def calls_can_be_reached(rules: Ruleset, sets: Sets) -> Iterator[Clash]:
    """What has to stand before a call exists, is not the call itself, and leaves room for it.

    Absagen count only where ``needs`` names them: Dorsten plays with four calls in all, and with schwarz.
    """
    defs, most = rules.calls.defs, rules.calls.max_total
    for call, definition in defs.items():
        path: Path = ("calls", "defs", call, "needs")
        for i, lower in enumerate(definition.needs):
            if lower not in defs:
                args = {"call": call, "lower": lower}
                yield Clash("R709", (*path, i), "missing", args, ("calls", "defs", lower))
        before = _before(rules, call)
        if call in before:
            yield Clash("R709", path, "circle", {"call": call})
            return  # the others of the circle say the same
        if most is not None and len(before) >= most:
            yield Clash(
                "R709", ("calls", "max_total"), args={"call": call, "n": len(before) + 1, "most": most}, other=path
            )
            return


def _before(rules: Ruleset, call: str) -> set[str]:
    """All calls that have to stand before one."""
    found: set[str] = set()
    waiting = list(rules.calls.defs[call].needs)
    while waiting:
        lower = waiting.pop()
        if lower in rules.calls.defs and lower not in found:
            found.add(lower)
            waiting += rules.calls.defs[lower].needs
    return found


@contradiction("R710")
def called_levels_can_be_called(rules: Ruleset, sets: Sets) -> Iterator[Clash]:
    """Points for what was called need something to call; points for missed Absagen need Absagen that bind."""
    value = rules.value
    absagen = [call for call, definition in rules.calls.defs.items() if definition.claims in CLAIMS[1:]]
    if value.levels_count == "called" and not absagen:
        yield Clash("R710", ("value", "levels_count"), args={}, other=("calls", "defs"))
    if value.failed.basis == "per_call" and not rules.outcome.absage_binds:
        yield Clash("R710", ("value", "failed", "basis"), "per-call", other=("outcome", "absage_binds"))


@contradiction("R711")
def skipped_calls_move_the_limit(rules: Ruleset, sets: Sets) -> Iterator[Clash]:
    """Where each call moves the limit, it is open whether a skipped one does; a note says so."""
    if rules.calls.clock.slide and rules.calls.skip == "counts_all" and not rules.note:
        args: dict[str, Any] = {"n": rules.calls.clock.slide}
        yield Clash("R711", ("calls", "clock", "slide"), args=args, other=("calls", "skip"))


# -- what a hand is worth: kinds, Sonderpunkte, shares, Feigheit

#: What a heart trick is called, as a Sonderpunkt.
HEART_TRICKS: Final = ("herzstich", "heart_trick")
#: Sonderpunkte that are variants of Karlchen gefangen, or of Karlchen.
OF_KARLCHEN: Final = ("karlchen_gefangen", "doppelkarlchen", "doppelkarlchen_gefangen")
#: Goals at which tricks are bad, so that neither Augen nor what is made of them count.
TRICKLESS: Final = ("no_trick", "fewest_tricks")
#: More levels than these cannot be missing.
LEVELS: Final = 4


@contradiction("R712")
def heart_tricks_that_there_are(rules: Ruleset, sets: Sets) -> Iterator[Clash]:
    """A trick takes four of six plain hearts, or four; of eight, with ♥10 and nines, there can be two."""
    most = 2 if rules.deck.dulle == "plain" and rules.deck.nines else 1
    for name in HEART_TRICKS:
        definition = rules.sonderpunkte.get(name)
        if definition is not None and definition.max > most:
            path: Path = ("sonderpunkte", name, "max")
            yield Clash("R712", path, args={"n": definition.max, "most": most}, other=("deck", "dulle"))


@contradiction("R713")
def dulle_can_be_caught(rules: Ruleset, sets: Sets) -> Iterator[Clash]:
    """Only where the second Dulle beats the first, always or at times, is one ever caught."""
    deck = rules.deck
    if "dulle_gefangen" in rules.sonderpunkte and deck.dulle != "second" and not deck.dulle_flip_in:
        args = {"dulle": deck.dulle}
        yield Clash("R713", ("sonderpunkte", "dulle_gefangen"), args=args, other=("deck", "dulle"))


@contradiction("R714")
def karlchen_is_played(rules: Ruleset, sets: Sets) -> Iterator[Clash]:
    """What is made of Karlchen needs it; Agathe is Karlchen gefangen by a queen, which would count twice."""
    for name in OF_KARLCHEN:
        if name in rules.sonderpunkte and "karlchen" not in rules.sonderpunkte:
            yield Clash("R714", ("sonderpunkte", name), args={"id": name}, other=("sonderpunkte", "karlchen"))
    if "agathe" in rules.sonderpunkte and "karlchen_gefangen" in rules.sonderpunkte:
        yield Clash("R714", ("sonderpunkte", "agathe"), "agathe", other=("sonderpunkte", "karlchen_gefangen"))


@contradiction("R721")
def without_tricks_nothing_else_counts(rules: Ruleset, sets: Sets) -> Iterator[Clash]:
    """Who wants no trick has 0 Augen, calls nothing, makes no Sonderpunkt and is no coward.

    In a silent kind the others cannot know, so that calls are natural and Sonderpunkte only odd.
    """
    for name, kind in rules.kinds.items():
        if kind.goal not in TRICKLESS:
            continue
        path: Path = ("kinds", name)
        goal: Path = (*path, "goal")
        silent = set(kind.modes) == {"still"}
        if not silent and rules.calls_in(name) not in ("none", ()):
            yield Clash("R721", (*path, "calls"), "calls", {"kind": name}, goal)
        if (kind.sonderpunkte or rules.class_of(name).sonderpunkte) not in ("none", ()):
            severity: Severity | None = "warning" if silent else None
            yield Clash("R721", (*path, "sonderpunkte"), args={"kind": name}, other=goal, severity=severity)
        if rules.cowardice.slack is not None and not rules.covers(rules.cowardice.not_in, name):
            yield Clash("R721", ("cowardice", "not_in"), "cowardice", {"kind": name}, goal)


@contradiction("R723")
def money_has_a_basis(rules: Ruleset, sets: Sets) -> Iterator[Clash]:
    """Where only winners write, nobody has a negative total to pay for."""
    settlement = rules.settlement
    money = settlement.money
    if money is not None and money.basis == "negative_total" and settlement.mode == "plus" and settlement.unit > 0:
        basis: Path = ("settlement", "money", "basis")
        # the basis may be unwritten: then it is the money, or else the mode, that this file says
        path = basis if sets(basis) or not sets(("settlement", "money")) else ("settlement", "money")
        yield Clash("R723", path, other=("settlement", "mode"))


def _factors(rules: Ruleset) -> Iterator[tuple[Path, str, Factor]]:
    """Every factor that is written: whose it is, where, for which class."""
    for hand_class, definition in rules.classes.items():
        yield ("classes", hand_class, "factor"), hand_class, definition.factor
    for name, kind in rules.kinds.items():
        if kind.factor is not None:
            yield ("kinds", name, "factor"), kind.hand_class, kind.factor


@contradiction("R724")
def others_write_the_value(rules: Ruleset, sets: Sets) -> Iterator[Clash]:
    """Where the sum of a row is 0, each opponent writes the plain value."""
    if rules.settlement.mode != "zero_sum":
        return
    for path, _, factor in _factors(rules):
        if factor.others != 1:
            yield Clash("R724", (*path, "others"), args={"n": factor.others}, other=("settlement", "mode"))


@contradiction("R725")
def lone_player_writes_for_all(rules: Ruleset, sets: Sets) -> Iterator[Clash]:
    """Where the sum of a row is 0, who plays alone writes for each opponent, and a pair as much as the other.

    At a table where three or more can sit it is four that play, mostly; with three alone it is three.
    """
    if rules.settlement.mode != "zero_sum":
        return
    opponents = min(rules.party.players[1], 4) - 1
    for path, hand_class, factor in _factors(rules):
        wanted = opponents if hand_class == "solo" else 1
        wrong = next((side for side in ("win", "lose") if getattr(factor, side) != wanted), "")
        if wrong and factor.others == 1:
            args = {"n": getattr(factor, wrong), "wanted": wanted}
            players: Path = ("party", "players")
            other = players if opponents < 3 and sets(players) else ("settlement", "mode")
            yield Clash("R725", (*path, wrong), args=args, other=other)


@contradiction("R730")
def cowardice_is_possible(rules: Ruleset, sets: Sets) -> Iterator[Clash]:
    """At most four levels can be missing; winners write only where losers do; what is excepted exists."""
    cowardice = rules.cowardice
    if cowardice.slack is not None:
        if cowardice.slack > LEVELS:
            args = {"n": cowardice.slack, "most": LEVELS}
            yield Clash("R730", ("cowardice", "slack"), args=args)
        if cowardice.effect == "winner_writes" and rules.settlement.mode != "minus":
            args = {"n": cowardice.slack}
            yield Clash("R730", ("cowardice", "effect"), "winner-writes", other=("settlement", "mode"))
    path: Path = ("cowardice", "not_in")
    if sets(path):  # a list that is inherited may name what is gone by now
        known = {*rules.kinds, *rules.classes, *rules.deck.swaps}
        for i, name in enumerate(cowardice.not_in):
            if name not in known:
                yield Clash("R730", (*path, i), "not-in", {"name": name})


@contradiction("R731")
def cowardice_and_called_levels(rules: Ruleset, sets: Sets) -> Iterator[Clash]:
    """Levels that count only where called are lost to a coward already."""
    if rules.cowardice.slack is not None and rules.value.levels_count == "called":
        yield Clash("R731", ("cowardice", "slack"), other=("value", "levels_count"))


# -- the party: Pflichtsoli, length, who sits out, Bock

#: Kinds that nobody declares, so that they are no choice.
UNDECLARED: Final = ("stille_hochzeit", "hochzeit_allein")
PLAYING: Final = 4
SOLOS: Final[Path] = ("pflichtsolo", "solos")
LENGTH: Final[Path] = ("party", "length")


def tables(rules: Ruleset) -> range:
    """The numbers of players at a table."""
    least, most = rules.party.players
    return range(least, most + 1)


@contradiction("R715")
def pflichtsoli_have_an_end(rules: Ruleset, sets: Sets) -> Iterator[Clash]:
    """A duty needs a Spielrunde that ends, with a hand for each, and a solo that can fulfil it."""
    duty, length = rules.pflichtsolo, rules.party.length
    if duty.solos == 0:
        return
    if length.unit in ("points", "open"):
        yield Clash("R715", (*LENGTH, "unit"), args={"unit": length.unit}, other=SOLOS)
        return
    for players in tables(rules):
        n = rules.length_of(players)
        path: Path = (*LENGTH, "by_players", str(players)) if players in length.by_players else (*LENGTH, "n")
        if n is None:
            yield Clash("R715", path, "open", {"players": players}, SOLOS)
            return
        hands, need = n if length.unit == "hands" else n * players, players * duty.solos
        if hands < need:
            args = {"players": players, "hands": hands, "need": need}
            yield Clash("R715", path, "hands", args, SOLOS)
            return
    able = [kind for kind, definition in rules.kinds.items() if definition.can_be_pflichtsolo]
    if not any("any" in duty.kinds or rules.covers(duty.kinds, kind) for kind in able):
        yield Clash("R715", ("pflichtsolo", "kinds"), "kinds", other=SOLOS)


@contradiction("R716")
def families_fit_the_duty(rules: Ruleset, sets: Sets) -> Iterator[Clash]:
    """No more of single families than there are Pflichtsoli; each family has a solo that is played."""
    duty = rules.pflichtsolo
    path: Path = ("pflichtsolo", "require")
    asked = sum(duty.require.values())
    if asked > duty.solos:
        yield Clash("R716", path, args={"n": asked, "most": duty.solos}, other=SOLOS)
    for family in duty.require:
        members = [kind for kind in rules.kinds if in_family(kind, family)]
        if not any(rules.kinds[kind].can_be_pflichtsolo for kind in members):
            yield Clash("R716", (*path, family), "empty", {"family": family}, at_key=True)


@contradiction("R717")
def vorfuehrung_is_forced(rules: Ruleset, sets: Sets) -> Iterator[Clash]:
    """A file that says how a forced solo goes has forced soli; the last round is one of rounds."""
    duty = rules.pflichtsolo
    forced: Path = ("modes", "vorgefuehrt")
    enforce: Path = ("pflichtsolo", "enforce")
    root = all(sets(("modes", mode)) for mode in get_args(Mode))  # a root has to write all of them
    if sets(forced) and not root and (duty.enforce != "remaining_hands" or duty.solos == 0):
        yield Clash("R717", forced, other=enforce)
    if duty.enforce == "last_round_forehand" and duty.solos and rules.party.length.unit != "rounds":
        yield Clash("R717", enforce, "rounds", {"unit": rules.party.length.unit}, (*LENGTH, "unit"))


@contradiction("R718")
def silent_soli_are_no_duty(rules: Ruleset, sets: Sets) -> Iterator[Clash]:
    """What nobody declares is rarely taken for a Pflichtsolo; a note says that it is."""
    if rules.note or rules.pflichtsolo.solos == 0:
        return
    for kind in UNDECLARED:
        if kind in rules.kinds and rules.kinds[kind].pflicht_ok:
            yield Clash("R718", ("kinds", kind, "pflicht_ok"), args={"kind": kind}, other=SOLOS)


@contradiction("R722")
def points_are_reached(rules: Ruleset, sets: Sets) -> Iterator[Clash]:
    """Where what one wins another loses, nobody may ever reach the points; a note says how else it ends."""
    party = rules.party
    if rules.note:
        return
    timed = party.time is not None and (party.time.minutes or party.time.by_players)
    if party.length.unit == "points" and rules.settlement.mode == "zero_sum" and not timed:
        other: Path = ("settlement", "mode") if sets(("settlement", "mode")) else ("party", "time")
        yield Clash("R722", (*LENGTH, "unit"), other=other)


@contradiction("R726")
def bock_has_a_ceiling(rules: Ruleset, sets: Sets) -> Iterator[Clash]:
    """What is over the ceiling needs one; more than one level needs Bock upon Bock."""
    bock = rules.bock
    if bock.overflow == "queue" and bock.max_level is None:
        yield Clash("R726", ("bock", "overflow"), other=("bock", "max_level"))
    if bock.max_level is not None and bock.max_level > 1 and bock.overlap != "stack":
        args = {"n": bock.max_level, "overlap": bock.overlap}
        yield Clash("R726", ("bock", "max_level"), "stack", args, ("bock", "overlap"))


@contradiction("R727")
def bock_sleeps_in_pflichtsoli(rules: Ruleset, sets: Sets) -> Iterator[Clash]:
    """Bock that sleeps in Pflichtsoli needs a duty. (Who deals is always known, so a lap can always be counted.)"""
    for i, mode in enumerate(rules.bock.hold_in):
        if mode in ("pflicht", "vorgefuehrt") and rules.pflichtsolo.solos == 0:
            yield Clash("R727", ("bock", "hold_in", i), args={"mode": mode}, other=SOLOS)
            return


@contradiction("R728")
def one_hand_begins_several(rules: Ruleset, sets: Sets) -> Iterator[Clash]:
    """A solo worth nothing would begin Bock twice; a note says that it does."""
    bock = rules.bock
    solo = next((trigger for trigger in ("solo", "lost_solo") if trigger in bock.triggers), None)
    if bock.per_hand == "each" and "zero_hand" in bock.triggers and solo and not rules.note:
        yield Clash("R728", ("bock", "per_hand"), args={"trigger": solo}, other=("bock", "triggers", solo))


@contradiction("R729")
def redeal_begins_bock(rules: Ruleset, sets: Sets) -> Iterator[Clash]:
    """A redeal is no hand, and yet Bock begins with it; a note says that it does."""
    if "redeal" in rules.bock.triggers and not rules.note:
        yield Clash("R729", ("bock", "triggers", "redeal"))


@contradiction("R733")
def tables_are_seated(rules: Ruleset, sets: Sets) -> Iterator[Clash]:
    """Four play: at every larger table somebody sits out. Hands that do not go round deal unevenly."""
    least, most = rules.party.players
    players: Path = ("party", "players")
    if least > most:
        yield Clash("R733", players, "range", {"least": least, "most": most})
        return
    for n in tables(rules):
        path: Path = ("party", "sit_out", str(n))
        seats = rules.party.sit_out.get(n)
        if n > PLAYING and seats is None:
            yield Clash("R733", path, args={"n": n, "out": n - PLAYING}, other=players)
        elif n > PLAYING and len(set(rules.sits_out(0, n))) != n - PLAYING:
            yield Clash("R733", path, "seats", {"n": n, "out": n - PLAYING}, players)
    length = rules.party.length
    if length.unit != "hands":
        return
    for n in tables(rules):
        own = n in length.by_players
        hands, path = rules.length_of(n), (*LENGTH, "by_players", str(n)) if own else (*LENGTH, "n")
        # TSR itself plays 24 hands with seven; and one hand, or three, are no round that could go round
        if hands is not None and n <= hands and hands % n and sets(path) and (own or n <= PLAYING + 1):
            yield Clash("R733", path, "hands", {"n": n, "hands": hands}, players, "warning")


@contradiction("R736")
def conditions_are_known(rules: Ruleset, sets: Sets) -> Iterator[Clash]:
    """A condition is code, told by its name; what a table has made up itself says ``manual: true``."""
    made_up: list[tuple[Path, str, tuple[str, ...]]] = []
    for name, sonderpunkt in rules.sonderpunkte.items():
        if not sonderpunkt.manual:
            made_up.append((("sonderpunkte", name), name, KNOWN_SONDERPUNKTE))
    for name, trigger in rules.bock.triggers.items():
        if not trigger.manual:
            made_up.append((("bock", "triggers", name), name, (*TRIGGERS, *EVENTS)))
    for path, name, known in made_up:
        if name not in known:
            near = nearest(name, known)
            yield Clash("R736", path, "" if near else "own", {"name": name, "near": near or ""}, at_key=True)


@contradiction("R737")
def lengths_by_players_are_meant(rules: Ruleset, sets: Sets) -> Iterator[Clash]:
    """A new length leaves the inherited one of larger tables as it was."""
    length = rules.party.length
    own = next((key for key in ("n", "unit") if sets((*LENGTH, key))), None)
    if own is None or sets((*LENGTH, "by_players")) or length.unit == "open":
        return
    for n, hands in length.by_players.items():
        if n in tables(rules) and hands != length.n:
            yield Clash("R737", (*LENGTH, own), args={"n": n, "hands": hands})
