"""Slips that people make when they write a list of numbers: in a digit, a cell, a row, and in all that follows."""

from __future__ import annotations

import random
from collections.abc import Callable, Container, Iterable, Iterator
from functools import partial
from itertools import combinations, pairwise, permutations
from typing import Final, NamedTuple

from dokosheet.core.notation.hand import ILLEGIBLE, Cell, Hand
from dokosheet.core.records import replace

#: What is written in a mode; slips strike score and total.
MODES: Final[dict[str, tuple[str, ...]]] = {
    "points": ("score",),
    "totals": ("total",),
    "winners": ("score", "sieger"),
    "both": ("score", "total"),
    "value": ("score", "wert"),
    "valued": ("total", "wert"),
}
NUMBERS: Final = ("score", "total")

Paper = tuple[Hand, ...]
Numbers = dict[int, int]
Change = Callable[[Numbers], Iterable[dict[int, Cell]]]


class Slip(NamedTuple):
    """A damaged list: the struck cells (row, field, seat; None: the row as such), and what its rows were meant as."""

    spots: tuple[tuple[int, str, int | None], ...]
    hands: Paper
    truth: tuple[Hand | None, ...]


def _look_alikes() -> dict[str, str]:
    """Digit -> those that it is taken for: alike on paper, or one apart."""
    groups = ("068", "17", "38", "56", "49", "27", *(f"{digit}{digit + 1}" for digit in range(9)))
    return {d: "".join(sorted({*"".join(group for group in groups if d in group)} - {d})) for d in "0123456789"}


ALIKE: Final = _look_alikes()
IN_DIGITS: Final[dict[str, Callable[[str], Iterable[str]]]] = {
    "misread": lambda d: (d[:i] + other + d[i + 1 :] for i in range(len(d)) for other in ALIKE[d[i]]),
    "transposed": lambda d: (d[:i] + d[i + 1] + d[i] + d[i + 2 :] for i in range(len(d) - 1)),
    "dropped": lambda d: (d[:i] + d[i + 1 :] for i in range(len(d))),
    "doubled": lambda d: (d[: i + 1] + d[i:] for i in range(len(d))),
    "leading": lambda d: (f"1{d}",),
}


def digitwise(change: Callable[[str], Iterable[str]], number: int) -> Iterator[int]:
    """A slip in the digits of a number: its sign stays, and nobody writes 07."""
    for digits in dict.fromkeys(change(str(abs(number)))):
        if digits == "0" or digits[:1] not in ("", "0"):
            yield -int(digits) if number < 0 else int(digits)


IN_CELLS: Final[dict[str, Callable[[int], Iterable[Cell]]]] = {
    **{name: partial(digitwise, change) for name, change in IN_DIGITS.items()},
    "sign": lambda number: (-number,),
    "illegible": lambda _: (ILLEGIBLE,),
    "empty": lambda _: (None,),
}


def cellwise(change: Callable[[int], Iterable[Cell]], row: Numbers) -> Iterator[dict[int, Cell]]:
    """A slip in each cell of a row."""
    return ({seat: new} for seat, number in row.items() for new in change(number))


def soloists(row: Numbers) -> Iterator[tuple[int, int]]:
    """Who has three times what each of the others loses or wins, and what these have."""
    for seat, number in row.items():
        others = {other for who, other in row.items() if who != seat}
        if number and others == {-number // 3} and number % 3 == 0:
            yield seat, -number // 3


#: The new cells of a row; in totals those of a wrong tripling are carried on.
IN_ROWS: Final[dict[str, Change]] = {
    **{name: partial(cellwise, change) for name, change in IN_CELLS.items()},
    "swapped": lambda row: ({a: row[b], b: row[a]} for a, b in combinations(row, 2)),
    "swapped-next": lambda row: ({a: row[b], b: row[a]} for a, b in pairwise(row)),
    "copied": lambda row: ({seat: row[other]} for seat, other in permutations(row, 2)),
    "signs": lambda row: ({seat: -number for seat, number in row.items()},),
    "not-tripled": lambda row: ({seat: -single} for seat, single in soloists(row)),
    "all-tripled": lambda row: ({seat: 3 * single for seat in row if seat != who} for who, single in soloists(row)),
}


def numbers(cells: Iterable[Cell] | None) -> Numbers:
    """The numbers of a row by seat."""
    return {seat: cell for seat, cell in enumerate(cells or ()) if isinstance(cell, int)}


def put(hands: Paper, k: int, field: str, new: dict[int, Cell]) -> Paper:
    """A list with other cells in one row."""
    cells = tuple(new.get(seat, cell) for seat, cell in enumerate(getattr(hands[k], field)))
    return (*hands[:k], replace(hands[k], **{field: cells}), *hands[k + 1 :])


def in_row(change: Change, hands: Paper, field: str, k: int) -> Iterator[Slip]:
    """A slip in one row; of more than two cells, it is the row that has to be named."""
    for new in change(numbers(getattr(hands[k], field))):
        seats = new if len(new) < 3 else (None,)
        yield Slip(tuple((k, field, seat) for seat in seats), put(hands, k, field, new), hands)


def off_from(hands: Paper, k: int, off: Numbers) -> Slip:
    """A list whose totals are off from a row on."""
    wrong = hands
    for later in range(k, len(hands)):
        totals = numbers(wrong[later].total)
        wrong = put(wrong, later, "total", {seat: totals[seat] + amount for seat, amount in off.items()})
    return Slip(((k, "total", None),), wrong, hands)


def added_up(change: Change, hands: Paper, field: str, k: int) -> Iterator[Slip]:
    """A slip in the points of a row; or what comes of it in the totals."""
    if field == "score":
        yield from in_row(change, hands, field, k)
        return
    right = numbers(hands[k].score)
    for new in change(right):
        yield off_from(hands, k, {seat: n - right[seat] for seat, n in new.items() if isinstance(n, int)})


#: Wrong additions are off by up to this.
MOST_CARRIED: Final = 10
#: How many of them are tried in a cell; all of them are, in so many cells one after the other.
CARRIED_TRIED: Final = 4


def carried(hands: Paper, _: str, k: int) -> Iterator[Slip]:
    """A wrong addition of some amounts, which take turns from cell to cell."""
    amounts = tuple(n for n in range(-MOST_CARRIED, MOST_CARRIED + 1) if n)
    turns = len(amounts) // CARRIED_TRIED
    for seat in numbers(hands[k].score):
        for n in amounts[(k + seat) % turns :: turns]:
            yield off_from(hands, k, {seat: n})


def not_added(hands: Paper, _: str, k: int) -> Iterator[Slip]:
    yield off_from(hands, k, {seat: -number for seat, number in numbers(hands[k].score).items()})


def skipped(hands: Paper, field: str, k: int) -> Iterator[Slip]:
    """Never the last line, after which nothing is missed."""
    rest = hands[:k] + hands[k + 1 :]
    if rest[k:]:
        yield Slip(((k, field, None),), rest, rest)


def twice(hands: Paper, field: str, k: int) -> Iterator[Slip]:
    """Not a line of nothing but 0, which changes nothing."""
    before, after = hands[: k + 1], hands[k + 1 :]
    if any(numbers(hands[k].score).values()):
        yield Slip(((k + 1, field, None),), (*before, hands[k], *after), (*before, None, *after))


class Kind(NamedTuple):
    """A kind of slip, and where it happens."""

    make: Callable[[Paper, str, int], Iterator[Slip]]
    fields: Container[str] = NUMBERS
    modes: Container[str] = MODES


SLIPS: Final = {
    **{name: Kind(partial(in_row, change)) for name, change in IN_ROWS.items()},
    "copied": Kind(partial(in_row, IN_ROWS["copied"]), ("total",)),
    "carried": Kind(carried, ("total",)),
    "not-tripled": Kind(partial(added_up, IN_ROWS["not-tripled"])),
    "all-tripled": Kind(partial(added_up, IN_ROWS["all-tripled"])),
    "skipped": Kind(skipped, ("total",), ("totals", "valued")),
    "twice": Kind(twice, ("total",), ("both",)),
    "not-added": Kind(not_added, ("total",), ("both",)),
}
#: The slips of which several are put into one list, and how often each.
OFTEN: Final = {"misread": 6, "sign": 2, "transposed": 2, "dropped": 1, "doubled": 1, "leading": 1}


def several(right: Paper, mode: str, dice: random.Random, n: int) -> Slip:
    """Slips in different cells that have nothing to do with each other."""
    fields = [field for field in MODES[mode] if field in NUMBERS]
    cells = [(k, f, seat) for k, hand in enumerate(right) for f in fields for seat in numbers(getattr(hand, f))]
    spots, hands = dice.sample(cells, n), right
    for k, field, seat in spots:
        number, new = numbers(getattr(right[k], field))[seat], list[Cell]()
        while not new:
            (name,) = dice.choices(tuple(OFTEN), tuple(OFTEN.values()))
            new = [cell for cell in IN_CELLS[name](number) if cell != number]
        hands = put(hands, k, field, {seat: dice.choice(new)})
    return Slip(tuple(spots), hands, right)
