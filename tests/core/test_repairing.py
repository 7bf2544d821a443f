"""The smallest changes that mend a list of numbers: every slip is found, and none is mended wrongly."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from dokosheet.core.slips.digits import ALIKE, slip
from dokosheet.core.slips.lines import CellChange, Numbers
from dokosheet.core.slips.patterns import Patterns
from dokosheet.core.slips.search import Cluster, diagnose

PLAYS = (True,) * 4
SHAPES = (
    *((1, 1, -1, -1), (1, -1, 1, -1), (1, -1, -1, 1)),
    *((3, -1, -1, -1), (-1, 3, -1, -1), (-1, -1, 3, -1), (-1, -1, -1, 3)),
)
LAW = Patterns((*SHAPES, *(tuple(-share for share in shape) for shape in SHAPES)))
ZERO = (0, 0, 0, 0)
Row = tuple[int, ...]


def invented(seed: int, hands: int = 9) -> list[Row]:
    """Rows of points as they come at a table."""
    rng = random.Random(seed)
    rows = []
    for _ in range(hands):
        shape = rng.choice(SHAPES[:3] if rng.random() < 0.8 else SHAPES[3:])
        value = rng.choice((1, 1, 2, 2, 3, 3, 4, 4, 5, 6, 8)) * rng.choice((1, -1))
        rows.append(tuple(value * share for share in shape))
    return rows


def totals_of(rows: list[Row]) -> list[Row]:
    totals, now = [], ZERO
    for row in rows:
        now = tuple(a + b for a, b in zip(now, row, strict=True))
        totals.append(now)
    return totals


def points_list(rows: list[Row]) -> list[Cluster]:
    return diagnose([Numbers(PLAYS, points=row, law=LAW) for row in rows], ZERO)


def totals_list(rows: list[Row]) -> list[Cluster]:
    return diagnose([Numbers(PLAYS, totals=row, law=LAW) for row in rows], ZERO)


def put(rows: list[Row], k: int, seat: int, number: int) -> list[Row]:
    row = list(rows[k])
    row[seat] = number
    return [*rows[:k], tuple(row), *rows[k + 1 :]]


def misread(number: int) -> Iterator[int]:
    """All numbers that look like this one."""
    digits, sign = str(abs(number)), -1 if number < 0 else 1
    for i, digit in enumerate(digits):
        for other in "0123456789":
            if frozenset((digit, other)) in ALIKE or abs(int(digit) - int(other)) == 1:
                read = sign * int(digits[:i] + other + digits[i + 1 :])
                if read != number:
                    yield read


def changes(clusters: list[Cluster]) -> set[CellChange]:
    return {change for cluster in clusters for way in cluster.ways for one in way for change in one.changes}


SEEDS = range(6)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_list_without_a_slip_is_silent(seed: int) -> None:
    rows = invented(seed)
    assert points_list(rows) == []
    assert totals_list(totals_of(rows)) == []


@pytest.mark.parametrize("seed", SEEDS)
def test_a_misread_digit_in_points_has_one_repair_and_it_is_right(seed: int) -> None:
    rows, open_ones, n = invented(seed), 0, 0
    for k, row in enumerate(rows):
        for seat, number in enumerate(row):
            for read in misread(number):
                (cluster,) = points_list(put(rows, k, seat, read))
                assert CellChange(k, "score", seat, read, number) in changes([cluster])
                n += 1
                if cluster.certain:
                    assert len(changes([cluster])) == 1
                else:  # a lone player's 15 read as 5 is also a sign that was left out
                    assert number == 3 * read
                    open_ones += 1
    assert open_ones <= n // 50


@pytest.mark.parametrize("seed", SEEDS)
def test_a_misread_total_is_found_and_never_mended_wrongly(seed: int) -> None:
    rows = totals_of(invented(seed))
    for k, row in enumerate(rows):
        for seat, number in enumerate(row):
            for read in misread(number):
                found = totals_list(put(rows, k, seat, read))
                truth = CellChange(k, "total", seat, read, number)
                assert truth in changes(found)
                assert all(truth in changes([cluster]) for cluster in found if cluster.certain)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_sign_in_points_has_all_its_readings(seed: int) -> None:
    rows = invented(seed)
    for k, row in enumerate(rows):
        for seat, number in enumerate(row):
            found = points_list(put(rows, k, seat, -number))
            assert CellChange(k, "score", seat, -number, number) in changes(found)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_wrong_addition_that_is_carried_on_is_found_where_it_began(seed: int) -> None:
    rows = totals_of(invented(seed))
    for k in range(len(rows) - 1):
        for seat in range(4):
            for off in (1, 2, 5, 10, -3):
                wrong = [
                    tuple(total + off if i == seat and j >= k else total for i, total in enumerate(row))
                    for j, row in enumerate(rows)
                ]
                found = totals_list(wrong)
                assert k in {one.row for cluster in found for way in cluster.ways for one in way if one.carried}


@pytest.mark.parametrize("seed", SEEDS)
def test_two_totals_that_changed_places_are_never_mended_wrongly(seed: int) -> None:
    rows = totals_of(invented(seed))
    for k, row in enumerate(rows):
        for a in range(4):
            for b in range(a):
                if row[a] == row[b]:
                    continue
                found = totals_list(put(put(rows, k, a, row[b]), k, b, row[a]))
                truth = {CellChange(k, "total", a, row[b], row[a]), CellChange(k, "total", b, row[a], row[b])}
                assert all(changes([cluster]) == truth for cluster in found if cluster.certain)


def test_a_row_that_takes_too_many_slips_has_no_way() -> None:
    (cluster,) = points_list([(7, 1, 2, 30)])
    assert cluster.ways == ()
    assert not cluster.certain


def test_two_slips_in_one_row_are_never_certain() -> None:
    (cluster,) = points_list([(-6, 1, 2, 3)])
    assert len(cluster.ways[0]) == 2
    assert not cluster.certain


@pytest.mark.parametrize(
    ("written", "meant", "name"),
    [
        (8, 3, "misread"),
        (6, 0, "misread"),
        (-4, -5, "misread"),
        (4, -4, "sign"),
        (3, 9, "not-tripled"),
        (9, 3, "tripled"),
        (21, 12, "transposed"),
        (1, 12, "digit-dropped"),
        (112, 12, "digit-doubled"),
        (142, 12, "digit-added"),
        (10, 9, "off-by-one"),
        (None, 4, "empty"),
        (7, 4, ""),
    ],
)
def test_slips_have_names(written: int | None, meant: int, name: str) -> None:
    assert slip(written, meant) == name
