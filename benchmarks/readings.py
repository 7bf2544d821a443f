"""What a damaged list can have been, by plain arithmetic and nothing that the program knows.

Every single slip of ``damage.py`` is applied backwards, at every row; besides those a slip in the digits of a value,
other winners, and a line left out. What comes out is a reading if it is consistent: rows sum to 0, two stand against
two or one against three, and totals, values and winners agree with them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, product
from typing import Final

from damage import IN_CELLS, IN_ROWS, MODES, MOST_CARRIED, NUMBERS, SLIPS, Numbers, Paper, numbers, off_from, put
from dokosheet.core.notation.hand import Cell, Hand
from dokosheet.core.records import replace

#: A hand that was left out was not worth more.
MOST_WORTH: Final = 16
#: Wrong triplings in the points; in totals they are carried on.
TRIPLINGS: Final = ("not-tripled", "all-tripled")
#: The signs of a hand: two against two, one against three.
SIDES: Final = tuple(
    signs
    for signs in product((1, -1, 3, -3), repeat=4)
    if sum(signs) == 0 and sorted(map(abs, signs)) in ([1, 1, 1, 1], [1, 1, 1, 3])
)

Step = tuple[int, ...]


def worth(points: Iterable[int]) -> int | None:
    """The value per head of a row of points; None where no hand makes it."""
    row = sorted(points)
    least = min(map(abs, row), default=0)
    if sum(row) or len(row) != 4:
        return None
    sides = ([-least, -least, least, least], [-3 * least, least, least, least], [-least, -least, -least, 3 * least])
    return least if row in sides else None


class Arithmetic:
    """What the numbers of a list written in a mode have to be."""

    def __init__(self, mode: str, players: tuple[str, ...]) -> None:
        self.players = players
        self.fields = MODES[mode]
        self.kinds = tuple(name for name, kind in SLIPS.items() if mode in kind.modes)

    def step(self, before: Hand | None, hand: Hand) -> Step | None:
        """From the totals before to those of a hand; None where one of them cannot be read."""
        new, old = numbers(hand.total), numbers(before.total) if before else dict.fromkeys(range(len(self.players)), 0)
        if not len(new) == len(old) == len(self.players):
            return None
        return tuple(new[seat] - old[seat] for seat in range(len(self.players)))

    def fits(self, before: Hand | None, hand: Hand) -> bool:
        """Whether a row agrees with itself and with the totals before."""
        plays = [name not in hand.sits_out for name in self.players]
        rows = []
        if "score" in self.fields:
            score = numbers(hand.score)
            if len(score) != sum(plays):
                return False
            rows.append(tuple(score.get(seat, 0) for seat in range(len(plays))))
        if "total" in self.fields:
            step = self.step(before, hand)
            if step is None:
                return False
            rows.append(step)
        points = [point for point, playing in zip(rows[0], plays, strict=True) if playing]
        if len(set(rows)) > 1 or worth(points) is None or sum(map(abs, points)) != sum(map(abs, rows[0])):
            return False
        if "wert" in self.fields and hand.wert is not None and abs(hand.wert) not in _values(points):
            return False
        marked = "sieger" in self.fields and hand.sieger and any(points)
        return not marked or {*hand.sieger} == {*self.winners(hand)}

    def faults(self, hands: Paper, rows: Iterable[int]) -> set[int]:
        """The rows that do not fit, of some."""
        return {k for k in rows if k < len(hands) and not self.fits(hands[k - 1] if k else None, hands[k])}

    def written(self, hands: Paper) -> tuple[object, ...]:
        """All that is written of a list."""
        return tuple(tuple(getattr(hand, field) for field in self.fields) for hand in hands)

    # -- slips backwards

    def readings(self, hands: Paper) -> Iterator[Paper]:
        """Every consistent list that a single slip, or none, makes this one of, once."""
        wrong, seen = self.faults(hands, range(len(hands))), set[object]()
        if not wrong:
            seen.add(self.written(hands))
            yield hands
        for k in (k for k in range(len(hands)) if wrong <= {k, k + 1}):
            for rows, meant in self.candidates(hands, k):
                changed = range(k, k + len(rows) + len(meant) - len(hands))
                if wrong <= {*rows} and not self.faults(meant, changed):
                    key = self.written(meant)
                    if key not in seen:
                        seen.add(key)
                        yield meant

    def candidates(self, hands: Paper, k: int) -> Iterator[tuple[range, Paper]]:
        """The lists of which a slip in a row makes this one, and the rows that need not fit because of it."""
        here, next_too = range(k, k + 1), range(k, k + 2)
        for field in (field for field in self.fields if field in NUMBERS):
            for row in self.rows_before(field, getattr(hands[k], field)):
                yield next_too if field == "total" else here, put(hands, k, field, row)
        if "wert" in self.fields:
            yield from ((here, meant) for meant in self.values_before(hands, k))
        if "sieger" in self.fields and hands[k].sieger:
            yield here, _with(hands, k, replace(hands[k], sieger=self.winners(hands[k])))
        if "total" in self.fields:
            yield from ((here, meant) for meant in self.carried_before(hands, k))
            yield from ((here, meant) for meant in self.with_a_line_more(hands, k))
        if "twice" in self.kinds and k and self.written(hands[k : k + 1]) == self.written(hands[k - 1 : k]):
            yield here, hands[:k] + hands[k + 1 :]

    def rows_before(self, field: str, written: Iterable[Cell]) -> Iterator[dict[int, Cell]]:
        """The rows that sum to 0 and of which a slip makes what is written."""
        cells = dict(enumerate(written))
        names = [name for name in self.kinds if name in IN_ROWS and field in SLIPS[name].fields]
        if field == "total":
            names = [name for name in names if name not in TRIPLINGS]
        for row in _sum_to_nothing(cells):
            whole = {**cells, **row}
            if any({**whole, **new} == cells for name in names for new in IN_ROWS[name](numbers(whole.values()))):
                yield row

    def values_before(self, hands: Paper, k: int) -> Iterator[Paper]:
        """A value with a slip in its digits."""
        written = hands[k].wert
        if written is None:
            return
        for value in {*_values(self.points(hands, k))}:
            meant = -value if written < 0 else value
            if meant != written and any(written in change(meant) for change in IN_CELLS.values()):
                yield _with(hands, k, replace(hands[k], wert=meant))

    def winners(self, hand: Hand) -> tuple[str, ...]:
        """Who has most."""
        points = numbers(hand.score)
        return tuple(name for seat, name in enumerate(self.players) if points.get(seat) == max(points.values()))

    def points(self, hands: Paper, k: int) -> Step:
        """The points of a row as it stands."""
        if "score" in self.fields:
            return tuple(numbers(hands[k].score).values())
        return self.step(hands[k - 1] if k else None, hands[k]) or ()

    def carried_before(self, hands: Paper, k: int) -> Iterator[Paper]:
        """What was added wrongly and carried on."""
        step = self.step(hands[k - 1] if k else None, hands[k])
        if step is None:
            return
        cells = dict(enumerate(step))
        told = "score" in self.fields
        for row in [numbers(hands[k].score)] if told else _sum_to_nothing(cells):
            right = numbers(row.get(seat, 0 if told else cell) for seat, cell in cells.items())
            off = {seat: cell - right[seat] for seat, cell in cells.items() if cell != right[seat]}
            if off and self.is_carried(right, off):
                yield off_from(hands, k, {seat: -n for seat, n in off.items()}).hands

    def is_carried(self, right: Numbers, off: Numbers) -> bool:
        """Whether totals can be off by this: a wrong addition, a wrong tripling, a row that was not added."""
        made = [new for name in TRIPLINGS for new in IN_ROWS[name](right)]
        if "not-added" in self.kinds:
            made.append(dict.fromkeys(right, 0))
        differences = [
            {s: n - right[s] for s, n in new.items() if isinstance(n, int) and n != right[s]} for new in made
        ]
        return off in differences or (len(off) == 1 and abs(next(iter(off.values()))) <= MOST_CARRIED)

    def with_a_line_more(self, hands: Paper, k: int) -> Iterator[Paper]:
        """Two hands where one is written."""
        step, before = self.step(hands[k - 1] if k else None, hands[k]), hands[k - 1] if k else None
        if step is None or len(step) != 4:
            return
        for value, signs in product(range(1, MOST_WORTH + 1), SIDES):
            first = tuple(value * sign for sign in signs)
            if 0 < (worth(s - f for s, f in zip(step, first, strict=True)) or 0) <= MOST_WORTH:
                old = numbers(before.total) if before else dict.fromkeys(range(4), 0)
                total = tuple(old[seat] + f for seat, f in enumerate(first))
                yield (*hands[:k], Hand(score=first, total=total), *hands[k:])


def _values(points: Iterable[int]) -> tuple[int, ...]:
    """The value per head, and what who plays alone has."""
    sizes = [abs(point) for point in points]
    return (min(sizes), max(sizes)) if sizes else ()


def _sum_to_nothing(cells: Mapping[int, Cell]) -> Iterator[dict[int, Cell]]:
    """Other cells with which a row can sum to 0: one cell, two swapped, all signs, three that were tripled."""
    known = numbers(cells.values())
    for seat in cells:
        rest = [cell for other, cell in cells.items() if other != seat and cell is not None]
        missing = -sum(numbers(rest).values())
        if len(numbers(rest)) == len(rest) and missing != cells[seat]:
            yield {seat: missing}
    for a, b in combinations(known, 2):
        if known[a] != known[b]:
            yield {a: known[b], b: known[a]}
    yield {seat: -number for seat, number in known.items()}
    for alone in known:
        others: dict[int, Cell] = {seat: n // 3 for seat, n in known.items() if seat != alone and n and n % 3 == 0}
        if len(others) == 3:
            yield others


def _with(hands: Paper, k: int, hand: Hand) -> Paper:
    return (*hands[:k], hand, *hands[k + 1 :])
