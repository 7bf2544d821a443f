"""Bock: which hands count double, why, and how many are still to come (section ``bock`` of a ruleset).

What is ahead is a list, one element for each hand to come: the causes of its levels. It is computed from the hands at
every run, so that a change of an old hand moves the Bock behind it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from dokosheet.core.notation.hand import Hand
from dokosheet.core.notation.sheet import RedealEntry
from dokosheet.core.notation.vocabulary import fold, redeal_ids
from dokosheet.core.records import Record
from dokosheet.core.rules import Ruleset
from dokosheet.core.score import calls as calling
from dokosheet.core.score.calls import Made
from dokosheet.core.score.value import HandScore
from dokosheet.core.terms import AUGEN, Party, Winner


class Cause(Record, frozen=True):
    """What began a Bock: the trigger, and the number of its hand (0: no hand of this sheet)."""

    trigger: str
    hand: int

    @property
    def plain(self) -> str:
        """As a plain value: ``heart_trick 3``."""
        return f"{self.trigger} {self.hand}"


#: For each hand to come the causes of its levels.
Ahead = list[tuple[Cause, ...]]
#: Whose Bock it is where it belongs to nobody in particular.
TABLE: Final = ""
#: No table doubles more often than this.
MOST_LEVELS: Final = 16
CARRIED, MARKED = "carried", "marked"


class Boecke:
    """The Bock hands to come, at the table or (knob ``bock.owner``) of each player who has lost."""

    def __init__(self, rules: Ruleset, carried: int = 0) -> None:
        self.rules = rules
        self.ahead: dict[str, Ahead] = {TABLE: [(Cause(CARRIED, 0),)] * carried}
        #: How many hands more, or fewer, may be Bock, as nobody knows which of them have used it up.
        self.loose = 0
        #: Whether what began a Bock may not stand on the sheet.
        self.lost = False

    def __copy__(self) -> Boecke:
        other = Boecke(self.rules)
        other.ahead = {owner: list(ahead) for owner, ahead in self.ahead.items()}
        return other

    def left(self, owner: str = TABLE) -> int:
        """How many Bock hands are to come."""
        return len(self.ahead.get(owner, ()))

    def most(self) -> int:
        """How many hands there are at most until all Bock is used up."""
        return max(len(ahead) for ahead in self.ahead.values())

    def due(self, kind: str, mode: str, owner: str = TABLE) -> tuple[Cause, ...]:
        """The causes of the levels of the coming hand: their number is its level."""
        ahead = self.ahead.get(owner)
        if not ahead or mode in self.rules.bock.hold_in:
            return ()
        return ahead[0] if kind not in self.rules.kinds or self.rules.bock_use(kind).double else ()

    def end(self, owner: str = TABLE) -> None:
        """No Bock is left."""
        self.ahead[owner] = []

    def lower(self, level: int) -> None:
        """What makes the coming hand more than of a level is not played, now or later; first what nobody has seen."""
        known = sorted(self.coming(), key=lambda cause: cause.trigger == MARKED)
        gone = known[level:]
        left = [tuple(cause for cause in causes if cause not in gone) for causes in self.ahead[TABLE]]
        self.ahead[TABLE] = [causes for causes in left if level and causes]

    def coming(self) -> tuple[Cause, ...]:
        """What the next Bock hand is there for."""
        ahead = self.ahead[TABLE]
        return ahead[0] if ahead else ()

    def played(
        self, kind: str, mode: str, deal_advances: bool, players: Iterable[str], sure: bool = True
    ) -> frozenset[str]:
        """A hand is over: it uses up one that was due. In whose Bock it was played, its last hand included.

        ``sure``: whether the deal has moved on is known, and not only likely.
        """
        bock = self.rules.bock
        inside = frozenset(owner for owner, ahead in self.ahead.items() if ahead)
        lap = bock.length == "lap" or bock.tick == "deal_advances"
        used = kind not in self.rules.kinds or self.rules.bock_use(kind).tick
        if lap and not sure and (inside or self.loose):
            self.loose += 1
        elif self.loose and not inside:
            self.loose -= 1
        if mode in bock.hold_in or not used or (lap and not deal_advances):
            return inside
        for owner in (TABLE, *players):
            if self.ahead.get(owner):
                del self.ahead[owner][0]
        return inside

    def begin(
        self, causes: Iterable[Cause], players: int, losers: Iterable[str] = (), inside: frozenset[str] = frozenset()
    ) -> int:
        """Bock begins with the next hand, once for each cause; how many of them begin nothing.

        ``players``: how many sit at the table; ``inside``: in whose Bock it happened (:meth:`played`).
        """
        in_vain = 0
        owners = tuple(losers) if self.rules.bock.owner == "loser" else (TABLE,)
        for cause in list(causes)[:MOST_LEVELS]:
            trigger = self.rules.bock.triggers.get(cause.trigger)
            length = (trigger.hands if trigger is not None else None) or self.rules.bock.length
            hands = length if isinstance(length, int) else players
            before = [self._levels(owner) for owner in owners]
            for owner in owners:
                if self.rules.bock.overlap != "ignore" or owner not in inside:
                    self.ahead[owner] = self._with(self.ahead.get(owner, []), cause, hands)
            in_vain += before == [self._levels(owner) for owner in owners]
        return in_vain

    def _levels(self, owner: str) -> list[int]:
        return [len(level) for level in self.ahead.get(owner, ())]

    def _with(self, ahead: Ahead, cause: Cause, hands: int) -> Ahead:
        """What is ahead after one more Bock (knobs ``overlap``, ``max_level``, ``overflow``)."""
        bock = self.rules.bock
        run: Ahead = [(cause,)] * hands
        if not ahead or bock.overlap == "restart":
            return run
        if bock.overlap == "ignore":
            return ahead
        if bock.overlap == "queue":
            return ahead + run
        stacked, missing = list(ahead), hands
        for i in range(len(ahead) + hands):
            if not missing or (i >= hands and bock.overflow == "drop"):
                break
            level = stacked[i] if i < len(stacked) else ()
            if len(level) < min(bock.max_level or MOST_LEVELS, MOST_LEVELS):
                stacked[i : i + 1] = [(*level, cause)]
                missing -= 1
        return stacked


# -- what begins it


class Played(Record, frozen=True):
    """What a trigger asks about: the hand, its calls, its score without Bock, and the points that were written.

    ``lone``: the party of who plays alone, in a solo; ``unwon_is_lost``: whether both have lost what nobody has won.
    """

    hand: Hand
    made: Made
    score: HandScore | None
    points: tuple[object, ...]
    lone: Party | None
    unwon_is_lost: bool

    @property
    def winner(self) -> Winner | str:
        """Who has won; "" where nobody knows."""
        return self.score.winner if self.score is not None else ""

    def lost(self, party: str) -> bool:
        """Whether a party has lost, by the knob ``bock.unwon_is_lost`` also where nobody has won."""
        return self.unwon_is_lost if self.winner is None else self.winner not in ("", party)


def _is_schwarz(it: Played) -> bool:
    augen = it.hand.augen
    whole = augen is not None and augen.exact in (0, AUGEN) and it.hand.trick != "stich"
    return it.hand.trick == "schwarz" or whole


def _zero(it: Played) -> bool:
    if it.score is not None:
        return it.score.value == 0
    return bool(it.points) and not any(it.points)


#: Trigger -> whether a hand begins Bock by it. The events ``redeal`` and ``armut_refused`` are no hands.
TRIGGERS: Final[dict[str, Callable[[Played], bool]]] = {
    "heart_trick": lambda it: "herzstich" in it.hand.marks or any(s.id == "herzstich" for s in it.hand.sonderpunkte),
    "tie_120": lambda it: it.hand.augen is not None and it.hand.augen.exact == AUGEN // 2,
    "zero_hand": _zero,
    "lost_re": lambda it: "re" in it.made.re and it.lost("re"),
    "lost_kontra": lambda it: "kontra" in it.made.kontra and it.lost("kontra"),
    "lost_call": lambda it: (bool(it.made.re) and it.lost("re")) or (bool(it.made.kontra) and it.lost("kontra")),
    "both_called": lambda it: "re" in it.made.re and "kontra" in it.made.kontra,
    "lost_solo": lambda it: it.lone is not None and it.lost(it.lone),
    "solo": lambda it: it.lone is not None,
    "schwarz": _is_schwarz,
}
#: Triggers that are entries of their own.
EVENTS: Final = ("redeal", "armut_refused", "manual")


def triggered(hand: Hand, n: int, score: HandScore | None, points: Iterable[object], rules: Ruleset) -> list[Cause]:
    """What a hand begins, once or (knob ``bock.per_hand``) once each. ``score``: of the hand without Bock."""
    if not rules.bock.triggers or (hand.kind in rules.kinds and not rules.bock_use(hand.kind).trigger):
        return []
    known = hand.kind in rules.kinds
    lone = rules.kinds[hand.kind].lone if known and rules.is_solo(hand.kind) else None
    made = calling.of_hand(hand, rules) if known else Made()
    it = Played(hand, made, score, tuple(points), lone, rules.bock.unwon_is_lost)
    found: list[Cause] = []
    for name, trigger in rules.bock.triggers.items():
        if not trigger.kinds or rules.covers(trigger.kinds, hand.kind):
            builtin = TRIGGERS.get(name)
            times = hand.marks.count("herzstich" if name == "heart_trick" else name)
            if times or (builtin is not None and builtin(it)):
                found += [Cause(name, n)] * max(times, 1)
    return found[:1] if rules.bock.per_hand == "once" else found


def redeal_triggered(entry: RedealEntry, n: int, rules: Ruleset) -> list[Cause]:
    """What a redeal begins; a misdeal begins nothing."""
    ids = redeal_ids(entry.reason, rules)
    misdealt = any(rules.redeal.triggers[name].misdeal for name in ids if name in rules.redeal.triggers)
    found = []
    if "redeal" in rules.bock.triggers and not misdealt:
        found.append(Cause("redeal", n))
    if "armut_refused" in rules.bock.triggers and fold(entry.reason).startswith("armut"):
        found.append(Cause("armut_refused", n))
    return found[:1] if rules.bock.per_hand == "once" else found
