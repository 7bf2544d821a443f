"""What the written numbers of a list tell of its Bock: what a value means in it, and the level of a hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from decimal import Decimal
from typing import Final

from dokosheet.core.ledger.bock import TABLE, Boecke, triggered
from dokosheet.core.ledger.rows import PLAYERS, PageRow, Points, Row, Worth, aligned, complete, is_number
from dokosheet.core.notation.hand import Cell, Hand
from dokosheet.core.rules import Ruleset
from dokosheet.core.score.value import scoring
from dokosheet.core.slips.patterns import patterns
from dokosheet.core.terms import Number

#: So many hands with the doubled value make a list that writes it; one alone can be an undoubled hand.
MANY: Final = 2
#: Whether a Bock is played is read off as many hands at most.
MOST_SEEN: Final = 24


def head_of(points: Points, rules: Ruleset) -> Number | None:
    """The value per head of a row of points, Bock included; None where no hand makes it, or all have 0."""
    is_row = len(points) == PLAYERS and any(points.values())
    return patterns(rules).head(tuple(points.values())) if is_row else None


def multiplied(value: int, level: int, rules: Ruleset) -> int:
    """A value per head, without its sign, with a level of Bock."""
    return int(value * rules.bock.mul**level + rules.bock.add * level)


def plain_value(wert: int, level: int, worth: Worth, rules: Ruleset) -> int:
    """A written value as it was before Bock; as it stands where it cannot have been doubled."""
    if worth != "with" or not level:
        return wert
    size, factor = abs(wert) - rules.bock.add * level, rules.bock.mul**level
    if not factor or size % factor or size < 0:
        return wert
    return int(size // factor if wert > 0 else -(size // factor))


def values_of(head: Number, factor: int, worth: Worth) -> tuple[Number, ...]:
    """The values that can stand beside points of a value per head, of which Bock is a ``factor``."""
    plain, rest = divmod(head, factor) if factor else (head, 0)
    before = (plain,) if not rest else ()
    return {"before": before, "with": (head,), "": (*before, head)}[worth]


class Told:
    """What the numbers of a list tell of the Bock of its hands; ``marked``: it notes in which hands Bock was."""

    def __init__(self, rules: Ruleset, worth: Worth, marked: bool) -> None:
        self.rules, self.worth, self.marked = rules, worth, marked
        self.scoring = scoring(rules)

    def level(self, hand: Hand, points: Points | None, due: int, after: Hand | None) -> int:
        """The level of a hand: the noted one if its numbers agree, or without any notes that of its numbers.

        A single hand that fits one level more than is ``due`` was reckoned wrongly; two in a row tell.
        """
        if self.marked:
            noted = hand.bock if hand.bock is not None else due
            return noted if noted != due and self.agrees(hand, points, noted) else due
        deeper = not due or self.rules.bock.overlap == "stack"
        if after is None or not deeper or not self._needs_more(hand, points, due):
            return due
        return due + 1 if self._needs_more(after, _points_after(hand, after), due) else due

    def unplayed(
        self, hand: Hand, points: Points | None, due: int, later: Sequence[Hand], boecke: Boecke, players: int
    ) -> int | None:
        """The level of a hand that is played with less Bock than is ``due``, as are those after it; else None.

        One hand that was not doubled is a slip of that hand: by what is written ``later``, more have to tell it.
        ``players``: how many sit at the table.
        """
        for level in range(due if len(boecke.coming()) == due else 0):
            if hand.bock in (None, level) and self.agrees(hand, points, level):
                without = copy(boecke)
                without.lower(level)
                row = [(hand, points), *_with_points(hand, later)]
                if self._misfits(row, boecke, due, players) > 1 + self._misfits(row, without, level, players):
                    return level
        return None

    def _misfits(self, row: Iterable[tuple[Hand, Points | None]], boecke: Boecke, level: int, players: int) -> int:
        """How many hands contradict a Bock as it would run on from the first of them, which has a ``level`` of it."""
        ahead, wrong = copy(boecke), 0
        for n, (hand, points) in enumerate(row):
            level = len(ahead.due(hand.kind, "normal")) if n else level
            wrong += hand.bock is not None and hand.bock != level
            wrong += self._contradicts(hand, points, level)
            inside = ahead.played(hand.kind, "normal", True, ()) | frozenset((TABLE,) if level else ())
            causes = triggered(hand, n, self.scoring.of_hand(hand), (points or {}).values(), self.rules)
            ahead.begin(causes, players, inside=inside)
        return wrong

    def _contradicts(self, hand: Hand, points: Points | None, level: int) -> bool:
        """Whether the numbers of a hand tell another level: a value that may be the doubled one tells none."""
        told = hand.augen is not None or hand.wert
        if not told or points is None or self.agrees(hand, points, level):
            return False
        as_doubled = not self.worth and hand.augen is None and abs(hand.wert or 0) == head_of(points, self.rules)
        can_be = plain_value(hand.wert or 0, level, "with", self.rules) != hand.wert
        return not (level and as_doubled and can_be) and any(self.agrees(hand, points, n) for n in range(level + 2))

    def agrees(self, hand: Hand, points: Points | None, level: int) -> bool:
        """Whether written points are those of the Augen, or of the written value, at a level of Bock."""
        if points is None or len(points) != PLAYERS:
            return False
        if not any(points.values()):
            return True
        head = head_of(points, self.rules)
        if head is None:
            return False
        score = self.scoring.of_hand(hand, level)
        if score is not None:
            return abs(score.value) == head
        if hand.wert is None:
            factor = self.rules.bock.mul**level
            return not factor or not head % factor
        value = abs(plain_value(hand.wert, level, self.worth, self.rules))
        return multiplied(value, level, self.rules) in (head, *map(abs, points.values()))

    def _needs_more(self, hand: Hand, points: Points | None, due: int) -> bool:
        told = hand.augen is not None or bool(hand.wert)
        return told and self.agrees(hand, points, due + 1) and not self.agrees(hand, points, due)


def _with_points(hand: Hand, later: Iterable[Hand]) -> Iterator[tuple[Hand, Points | None]]:
    """The hands behind one, each with its points as they are written."""
    for after in later:
        yield after, _points_after(hand, after)
        hand = after


def _points_after(hand: Hand, after: Hand) -> Points | None:
    """The points of the next hand as they are written, whoever has them: its row, or the step to its totals."""
    cells = after.score or ()
    if not cells and hand.total is not None and after.total is not None and len(hand.total) == len(after.total):
        both = zip(after.total, hand.total, strict=True)
        cells = tuple(now - old if is_number(now) and is_number(old) else None for now, old in both)
    numbers = [cell for cell in cells if is_number(cell)]
    return {str(seat): number for seat, number in enumerate(numbers)} if len(numbers) == PLAYERS else None


def worth_in_bock(rows: Iterable[object], rules: Ruleset) -> Worth:
    """What the values of a list mean in its Bock hands, by most of those whose points or Augen tell it."""
    if rules.bock.covers != "all" or rules.bock.owner != "table":
        return ""
    votes = {"before": 0, "with": 0}
    for row, points in _written(rows, rules.sums_to_zero):
        wert, level = abs(row.hand.wert or 0), row.hand.bock if row.hand.bock is not None else row.bock
        head = head_of(points, rules) if points is not None else abs(row.score.value) if row.score else None
        if not wert or not level or head is None:
            continue
        if head == multiplied(wert, level, rules):
            votes["before"] += 1
        elif head == wert:  # one that cannot have been doubled was not
            votes[
                "with" if multiplied(plain_value(wert, level, "with", rules), level, rules) == wert else "before"
            ] += 1
    if votes["with"] >= (1 if rules.checks.bock == "never" else MANY) and votes["with"] > votes["before"]:
        return "with"
    return "before" if votes["before"] else ""


def _written(rows: Iterable[object], zero_sum: bool) -> Iterator[tuple[Row, Points | None]]:
    """The hands with their points as they are written: the row of points, or the step between two rows of totals."""
    before: dict[str, Cell] = {}
    for row in rows:
        if isinstance(row, PageRow):
            before = dict(row.written)
        if not isinstance(row, Row):
            continue
        totals = aligned(row.hand.total, row.table, row.players) if row.hand.total is not None else {}
        points = None
        if row.hand.score is not None:
            points = complete(aligned(row.hand.score, row.table, row.players), row.players, zero_sum)
        elif totals:
            old = {name: before.get(name, 0 if row.n == 1 else None) for name in row.players}
            now = {name: totals.get(name) for name in row.players}
            if all(isinstance(cell, (int, Decimal)) for cell in (*old.values(), *now.values())):
                points = {name: now[name] - old[name] for name in row.players}  # type: ignore[operator]
        before = totals
        yield row, points
