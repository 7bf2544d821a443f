"""Contradictions of what a hand is worth: kinds, Sonderpunkte, shares, Feigheit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from dokosheet.core.finding import Severity
from dokosheet.core.rules import Factor, Ruleset
from dokosheet.core.rules.contradictions.base import Clash, Path, Sets, contradiction

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
