"""What a row of points can look like under a ruleset: two against two, one against three, a fee, a penalty."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from decimal import Decimal
from functools import lru_cache
from math import gcd
from operator import add

from dokosheet.core.ledger.fees import paid
from dokosheet.core.ledger.penalties import points_of
from dokosheet.core.ledger.rows import PLAYERS, Row
from dokosheet.core.notation.hand import Cell
from dokosheet.core.notation.sheet import NOWHERE, PenaltyEntry
from dokosheet.core.records import Record
from dokosheet.core.rules import Ruleset, Settlement
from dokosheet.core.score.settlement import shares, shown, won
from dokosheet.core.slips.digits import slip
from dokosheet.core.terms import Number

Vector = tuple[Number, ...]
#: Names for the four who play.
SEATS = "ABCD"


def plus(row: Vector, other: Vector) -> Vector:
    """Two rows added up seat by seat."""
    return tuple(map(add, row, other))


def negative(row: Vector) -> Vector:
    """What the others have where somebody has this."""
    return tuple([-number for number in row])


class Patterns(Record, frozen=True):
    """Rows of points by seat. ``shapes``: of a hand of value 1, won or lost; others are its multiples.

    ``extras``: what a fee adds to such a row; ``others``: the rows of penalties; ``settlement``: who writes them.
    """

    shapes: tuple[Vector, ...]
    extras: tuple[Vector, ...] = ()
    others: frozenset[Vector] = frozenset()
    settlement: Settlement = Settlement.model_construct()

    @property
    def is_one_sided(self) -> bool:
        """Whether only winners or only losers write: then a solo can be a single number."""
        return any(_lone(self.shapes, seat) for seat in range(len(self.shapes[0]) if self.shapes else 0))

    def allows(self, points: Vector) -> bool:
        """Whether a row can be: that of a hand, of a penalty, or nothing for anybody."""
        return not any(points) or points in self.others or self.head(points) is not None

    def head(self, points: Vector) -> Number | None:
        """The value per head that makes a row; None where no hand makes it."""
        return next((head for _, head in self.readings(points)), None)

    def readings(self, points: Vector) -> Iterator[tuple[Vector, Number]]:
        """What a row can be without a fee, and the value per head that makes it."""
        for extra in ((), *self.extras):
            bare = tuple(p - e for p, e in zip(points, extra, strict=True)) if extra else points
            head = _times(bare, self.shapes) if any(bare) else 0
            if head is not None:
                yield bare, head

    def won(self, points: Vector, plays: Sequence[bool]) -> list[frozenset[int]]:
        """The seats of those who have won a row, for each thing that it can be; none where nobody has anything."""
        readings = tuple(self.readings(points)) or ((points, 0),)
        found = (won(bare, self.settlement) for bare, _ in readings)
        return [frozenset(seat for seat in seats if plays[seat]) for seats in found if seats]

    def near(self, seat: int, number: Number) -> Iterator[Vector]:
        """The rows of hands that have a number at a seat."""
        for shape in self.shapes:
            share = shape[seat]
            for extra in ((), *self.extras):
                if not share:
                    continue
                times, rest = divmod(number - extra[seat] if extra else number, share)
                if not rest and times > 0:
                    row = tuple([one * times for one in shape])
                    yield tuple(r + e for r, e in zip(row, extra, strict=True)) if extra else row

    def alone(self, seat: int, written: Sequence[Cell], most: int) -> Iterator[Vector]:
        """The rows with one number where all others have nothing (a fee apart), if that number was written wrongly.

        ``most``: the highest value per head. The lowest stands for all that nobody takes for it.
        """
        cell = written[seat]
        if not isinstance(cell, (int, Decimal)):
            return
        for shape in _lone(self.shapes, seat):
            for extra in (len(shape) * (0,), *self.extras):
                if self._is_bare(written, extra, seat):
                    rows = (
                        tuple(e + one * head for e, one in zip(extra, shape, strict=True))
                        for head in range(1, most + 1)
                    )
                    yield from (row for head, row in enumerate(rows, 1) if head == 1 or slip(cell, row[seat]))

    def tells(self, written: Sequence[Cell] | None, plays: Sequence[bool]) -> bool:
        """Whether what can be read of a row tells anything.

        Nothing for those who can be read does not, where only one side writes, or where a penalty may stand.
        """
        if written is None or not any(isinstance(cell, (int, Decimal)) for cell in written):
            return False
        if all(isinstance(cell, (int, Decimal)) for cell, playing in zip(written, plays, strict=True) if playing):
            return True
        if not any(self._is_bare(written, extra) for extra in (len(plays) * (0,), *self.extras)):
            return True
        return not self.is_one_sided and not any(self.agreeing(written))

    def agreeing(self, written: Sequence[Cell]) -> Iterator[Vector]:
        """The rows of penalties that are all that can be read of a row."""
        return (row for row in self.others if self._is_bare(written, row))

    def _is_bare(self, written: Sequence[Cell], extra: Vector, apart: int | None = None) -> bool:
        """Whether all numbers (one ``apart``) are those of another row: of a fee, of nothing."""
        cells = enumerate(zip(written, extra, strict=True))
        return all(c == e for seat, (c, e) in cells if seat != apart and isinstance(c, (int, Decimal)))

    def of_value(self, head: int, fees: bool = True) -> Iterator[Vector]:
        """The rows of hands of a value per head, and with a fee."""
        for shape in self.shapes:
            row = tuple([one * head for one in shape])
            yield row
            for extra in self.extras if fees else ():
                yield tuple(r + e for r, e in zip(row, extra, strict=True))


def one_parity(points: Iterable[Number], unit: Number = 1) -> bool:
    """Whether numbers are all even, or all odd, as multiples of a ``unit``: any two of them differ by an even one."""
    first, *others = points
    return all(not Decimal(point - first) % (2 * (unit or 1)) for point in others)


def winners(row: Row, rules: Ruleset) -> tuple[str, ...] | None:
    """Who has won a hand: by the rules, by its points where only they are known, by marks where these tell nothing.

    Nobody where nobody has points; None where nobody knows.
    """
    if row.score is not None and row.re is not None:
        return tuple(name for name in row.players if row.score.winner == ("re" if name in row.re else "kontra"))
    names, points = tuple(row.points or ()), tuple((row.points or {}).values())
    if not any(points):
        return marked_winners(row) if row.hand.sieger else None if row.points is None else ()
    if rules.settlement.fees and len(points) == PLAYERS:
        seats = next(iter(patterns(rules).won(points, (True,) * PLAYERS)), frozenset())
    else:
        seats = won(points, rules.settlement)
    return tuple(name for seat, name in enumerate(names) if seat in seats)


def marked_winners(row: Row) -> tuple[str, ...]:
    """The players, or those of the party, that are marked as winners."""
    re = row.re or ()
    sides = {"re": re, "kontra": tuple(p for p in row.players if p not in re)}
    return tuple(name for marked in row.hand.sieger for name in sides.get(marked, (marked,)))


def are_sides(points: Vector, side: Collection[int], plays: Sequence[bool]) -> bool:
    """Whether the players of a side have the same amount, and all others too."""
    both = {(seat in side, point) for seat, point in enumerate(points) if plays[seat]}
    return len(both) == len({mine for mine, _ in both})


def _times(points: Vector, shapes: tuple[Vector, ...]) -> Number | None:
    """How many times a shape a row is; None where it is none."""
    if all(isinstance(point, int) for point in points):
        times = gcd(*points)  # type: ignore[arg-type]
        size = _directions(shapes).get(tuple([point // times for point in points]))
        return times // size if size and not times % size else None
    for shape in shapes:
        seat = next(i for i, share in enumerate(shape) if share)
        head, rest = divmod(points[seat], shape[seat])
        if not rest and head > 0 and all(p == head * share for p, share in zip(points, shape, strict=True)):
            return head
    return None


@lru_cache(maxsize=2048)
def _lone(shapes: tuple[Vector, ...], seat: int) -> tuple[Vector, ...]:
    """The shapes in which only one seat has a number: a solo where only winners or only losers write."""
    return tuple(shape for shape in shapes if shape[seat] and not any(shape[:seat] + shape[seat + 1 :]))


@lru_cache(maxsize=512)
def _directions(shapes: tuple[Vector, ...]) -> dict[Vector, int]:
    """Shapes of whole numbers without their common factor, and that factor: a row is looked up at once."""
    found: dict[Vector, int] = {}
    for shape in shapes:
        if all(isinstance(share, int) for share in shape):
            size = gcd(*shape)  # type: ignore[arg-type]
            direction = tuple(share // size for share in shape)
            found[direction] = gcd(size, found.get(direction, size))
    return found


@lru_cache(maxsize=128)
def hands_up_to(found: Patterns, most: int) -> frozenset[Vector] | None:
    """The rows of hands of at most a value per head; None where there are fees or fractions."""
    if found.extras or not all(isinstance(share, int) for shape in found.shapes for share in shape):
        return None
    sizes = _directions(found.shapes).items()
    return frozenset(tuple(share * size * head for share in row) for row, size in sizes for head in range(1, most + 1))


@lru_cache(maxsize=128)
def patterns(rules: Ruleset, times: int = 1) -> Patterns:
    """The rows that four players can write; ``times``: what Bock multiplies a hand by."""
    pairs = {rules.classes["pair"].factor, *(rules.factor(k) for k in rules.kinds if not rules.is_solo(k))}
    soli = {rules.classes["solo"].factor, *(rules.factor(k) for k in rules.kinds if rules.is_solo(k))}
    mode = rules.settlement.mode
    rows: dict[Vector, None] = {}
    sides = [(pairs, (0, partner)) for partner in (1, 2, 3)] + [(soli, (alone,)) for alone in range(len(SEATS))]
    for factors, side in sides:
        for factor in factors:
            for value in (times, -times):
                mine, theirs = (shown(points, rules) for points in shares(value, factor, "re", mode))
                rows[tuple(mine if seat in side else theirs for seat in range(len(SEATS)))] = None
    fees = [fee for fee in rules.settlement.fees.values() if fee.when.startswith("kind:") and fee.then == "play"]
    extras = [_row(paid(fee, who, (), SEATS), rules) for fee in fees for who in SEATS]
    return Patterns(
        tuple(row for row in rows if any(row)), tuple(dict.fromkeys(extras)), _penalties(rules), rules.settlement
    )


def _row(payments: Iterable[tuple[str, Number]], rules: Ruleset) -> Vector:
    points: Counter[str] = Counter()
    for name, amount in payments:
        points[name] += amount  # type: ignore[assignment]
    return tuple(shown(points[name], rules) for name in SEATS)


@lru_cache(maxsize=32)
def _penalties(rules: Ruleset) -> frozenset[Vector]:
    """The rows of the penalties of a ruleset (TSR 9)."""
    rows = set()
    for penalty_id, definition in rules.penalties.items():
        for offender in SEATS:
            for soloist in SEATS if definition.soloist is not None else (None,):
                for absagen in range(5 if definition.per_absage else 1):
                    entry = PenaltyEntry(offender, penalty_id, NOWHERE, absagen)
                    points = points_of(entry, rules, tuple(SEATS), soloist)
                    if points is not None:
                        rows.add(tuple(points[name] for name in SEATS))
    return frozenset(rows)


@lru_cache(maxsize=256)
def seated(found: Patterns, plays: tuple[bool, ...]) -> Patterns:
    """The same rows at a table where some sit out; who does has nothing."""
    if all(plays):
        return found

    def spread(rows: Sequence[Vector]) -> Iterator[Vector]:
        for row in rows:
            cells = iter(row)
            yield tuple(next(cells) if playing else 0 for playing in plays)

    return Patterns(
        tuple(spread(found.shapes)),
        tuple(spread(found.extras)),
        frozenset(spread(tuple(found.others))),
        found.settlement,
    )
