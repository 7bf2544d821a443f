"""Contradictions of the party: Pflichtsoli, length, who sits out, Bock."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, get_args

from dokosheet.core.ledger.bock import EVENTS, TRIGGERS
from dokosheet.core.ledger.pflichtsolo import in_family
from dokosheet.core.notation.vocabulary import KNOWN_SONDERPUNKTE
from dokosheet.core.notation.words import nearest
from dokosheet.core.rules import Ruleset
from dokosheet.core.rules.contradictions.base import Clash, Path, Sets, contradiction
from dokosheet.core.terms import Mode

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
