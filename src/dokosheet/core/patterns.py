"""What a row of points can look like under a ruleset: two against two, one against three, a fee, a penalty."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from functools import lru_cache
from math import gcd

from msgspec import Struct

from dokosheet.core.fees import paid
from dokosheet.core.penalties import points_of
from dokosheet.core.ruleset import Ruleset
from dokosheet.core.settlement import shares, shown
from dokosheet.core.sheet import NOWHERE, PenaltyEntry

Number = int | Decimal
Vector = tuple[Number, ...]
#: Names for the four who play.
SEATS = "ABCD"


class Patterns(Struct, frozen=True):
    """Rows of points by seat. ``shapes``: of a hand of value 1, won or lost; others are its multiples.

    ``extras``: what a fee adds to such a row; ``others``: the rows of penalties.
    """

    shapes: tuple[Vector, ...]
    extras: tuple[Vector, ...] = ()
    others: frozenset[Vector] = frozenset()

    def allows(self, points: Vector) -> bool:
        """Whether a row can be: that of a hand, of a penalty, or nothing for anybody."""
        return not any(points) or points in self.others or self.head(points) is not None

    def head(self, points: Vector) -> Number | None:
        """The value per head that makes a row; None where no hand makes it."""
        for extra in ((), *self.extras):
            bare = tuple(p - e for p, e in zip(points, extra, strict=True)) if extra else points
            if not any(bare):
                return 0
            head = _times(bare, self.shapes)
            if head is not None:
                return head
        return None

    def near(self, seat: int, number: Number) -> Iterator[Vector]:
        """The rows of hands that have a number at a seat."""
        for shape in self.shapes:
            share = shape[seat]
            for extra in ((), *self.extras):
                rest = number - extra[seat] if extra else number
                if share and not rest % share and rest // share > 0:
                    row = tuple(one * (rest // share) for one in shape)
                    yield tuple(r + e for r, e in zip(row, extra, strict=True)) if extra else row

    def of_value(self, head: int) -> Iterator[Vector]:
        """The rows of hands of a value per head."""
        for shape in self.shapes:
            yield tuple(one * head for one in shape)


def _times(points: Vector, shapes: tuple[Vector, ...]) -> Number | None:
    """How many times a shape a row is; None where it is none."""
    if all(isinstance(point, int) for point in points):
        times = gcd(*points)  # type: ignore[arg-type]
        size = _directions(shapes).get(tuple(point // times for point in points))
        return times // size if size and not times % size else None
    for shape in shapes:
        seat = next(i for i, share in enumerate(shape) if share)
        head, rest = divmod(points[seat], shape[seat])
        if not rest and head > 0 and all(p == head * share for p, share in zip(points, shape, strict=True)):
            return head
    return None


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
    return Patterns(tuple(row for row in rows if any(row)), tuple(dict.fromkeys(extras)), _penalties(rules))


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

    return Patterns(tuple(spread(found.shapes)), tuple(spread(found.extras)), frozenset(spread(tuple(found.others))))
