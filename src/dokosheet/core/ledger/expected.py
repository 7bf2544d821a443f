"""What the players of a hand have to write down: by its score, or by a written value (TSR 7.2.4)."""

from __future__ import annotations

from dokosheet.core.ledger import fees
from dokosheet.core.ledger.rows import PLAYERS, Points
from dokosheet.core.notation.hand import Hand
from dokosheet.core.rules import Ruleset
from dokosheet.core.score.calls import named_party
from dokosheet.core.score.settlement import shares, shown, spread
from dokosheet.core.score.value import HandScore


def is_booking(hand: Hand, rules: Ruleset) -> bool:
    """Whether a hand has no parties, only amounts."""
    return hand.kind in rules.kinds and rules.kinds[hand.kind].goal == "booking"


def expected_points(
    hand: Hand,
    players: tuple[str, ...],
    re: tuple[str, ...] | None,
    score: HandScore | None,
    level: int,
    rules: Ruleset,
) -> Points | None:
    """The points of each player by the Augen, or else by the written value; None where nothing tells them.

    ``re``: the players of Re (:func:`re_players`). ``level``: of Bock, which a score has already and a written value
    has not. Fees come on top (:func:`with_fees`). With more ``players`` than play nobody knows who sat out, and so
    nothing of their points.
    """
    if len(players) > PLAYERS:
        return None
    if score is not None:
        return spread(players, re or (), (score.re, score.kontra))
    if hand.wert is not None and (hand.named or hand.sieger) and not is_booking(hand, rules):
        return value_points(hand.wert, hand, players, level, rules)
    return None


def value_points(wert: int, hand: Hand, players: tuple[str, ...], level: int, rules: Ruleset) -> Points | None:
    """Points of a value per head as it was before Bock: seen from Re if its players are named, else for the winners."""
    side = hand.named or tuple(dict.fromkeys(hand.sieger))
    value = wert if hand.named else abs(wert)
    if not set(side) <= set(players) or not 0 < len(side) < len(players) or len(players) > PLAYERS:
        return None
    if len(side) == len(players) - 1:  # three winners: one has lost alone
        side, value = tuple(p for p in players if p not in side), -value
    if hand.named and named_party(hand.kind, rules) == "kontra":
        value = -value
    won = (value > 0) - (value < 0)
    value = value * rules.bock.mul**level + won * rules.bock.add * level
    factor = rules.classes["solo" if len(side) == 1 else "pair"].factor
    if hand.named and hand.kind in rules.kinds:
        factor = rules.factor(hand.kind)
    mine, theirs = shares(value, factor, "re", rules.settlement.mode)
    return spread(players, side, (shown(mine, rules), shown(theirs, rules)))


def with_fees(
    points: Points | None, hand: Hand, players: tuple[str, ...], score: HandScore | None, rules: Ruleset
) -> Points | None:
    """The points with the fees of the hand (knob ``settlement.fees``)."""
    if points is None or not rules.settlement.fees:
        return points
    extra = fees.of_hand(hand, players, score.winner if score else "", rules)
    return {name: value + extra.get(name, 0) for name, value in points.items()}
