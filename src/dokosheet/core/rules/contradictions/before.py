"""Contradictions before the first trick: cards, pigs, redeals, Hochzeit, Armut, and the ids of everything."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any, Final

from dokosheet.core.rules import Pig, Predicate, Ruleset
from dokosheet.core.rules.contradictions.base import CATALOGUES, Clash, Path, Sets, contradiction

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
    for path in CATALOGUES:
        section: Any = rules
        for key in path:
            section = getattr(section, key)
        for name in section:
            if name.lower() in YAML_WORDS:
                yield Clash("R734", (*path, name), args={"name": name}, at_key=True)
