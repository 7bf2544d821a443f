"""Who sits out follows the deal: correct sheets are without a finding, a hand that is missing is seen where it is."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from dokosheet.checks.written import out_of_turn
from helpers import Finding, Ledger, keep, read_sheet

NAMES = ("Anna", "Ben", "Cem", "Dora", "Emil", "Fips", "Gina")


def ledger(head: str, lines: Sequence[str]) -> Ledger:
    sheet, _ = read_sheet(head + "".join(f"  - {line}\n" for line in lines), "x.yaml")
    assert sheet is not None
    return keep(sheet)


def found(head: str, lines: Sequence[str]) -> list[Finding]:
    return list(out_of_turn(ledger(head, lines)))


def head(n: int, rules: str, dealer: str = "Anna") -> str:
    return f"dokosheet: 1\nrules: {rules}\nplayers: [{', '.join(NAMES[:n])}]\ndealer: {dealer}\nhands:\n"


def written(dice: random.Random, n: int, rules: str) -> tuple[str, list[str]]:
    """A correct sheet: hands with names, and rows of points with dashes in the place of some of them, or all."""
    top, lines = head(n, rules, dice.choice(NAMES[:n])), [""] * 0
    for _ in range(dice.randint(6, 14)):
        book = ledger(top, lines)
        if book.next is None or book.next.finished:
            break
        out = book.sheet.rules.sits_out(NAMES.index(book.next.dealer), n)
        table = [name for seat, name in enumerate(NAMES[:n]) if seat not in out]
        alone = book.next.must_play or (dice.choice(table) if dice.random() < 0.25 else None)
        who = f"{alone} damensolo" if alone else " ".join(dice.sample(table, 2))
        lines.append(f"{who} {dice.choice([130, 156, 100, 70])}")
    book = ledger(top, lines)
    shape = dice.choice(["points", "both", "mixed"])
    for i, row in enumerate(book.rows):
        assert row.points is not None
        cells = "=" + ",".join(str(row.points.get(name, "-")) for name in row.table)
        shapes = {"points": [cells], "both": [f"{lines[i]} {cells}"], "mixed": [cells, lines[i], f"{lines[i]} {cells}"]}
        lines[i] = dice.choice(shapes[shape])
    return top, lines


@pytest.mark.parametrize("seed", range(40))
def test_a_correct_sheet_has_no_finding(seed: int) -> None:
    dice = random.Random(seed)
    top, lines = written(dice, dice.choice([5, 6, 7]), dice.choice(["tsr", "tsr", "nur-punkte", "kneipe"]))
    assert found(top, lines) == []


def points(n: int, hands: int, first: int = 0) -> list[str]:
    """Rows of points, from the hand that ``first`` deals."""
    out = {5: (0,), 6: (0, 3), 7: (0, 2, 4)}[n]
    rows = []
    for hand in range(first, first + hands):
        sits = {(hand + seat) % n for seat in out}
        left = iter((2, -2, 2, -2))
        rows.append("=" + ",".join("-" if seat in sits else str(next(left)) for seat in range(n)))
    return rows


@pytest.mark.parametrize("n", [5, 6, 7])
@pytest.mark.parametrize("lost", [1, 2])
@pytest.mark.parametrize("explicit", [False, True])
def test_a_lost_hand_is_seen_once_and_luecke_answers_it(n: int, lost: int, explicit: bool) -> None:
    rows = points(n, 9)
    if explicit:
        rows = [_explicit(row) for row in rows]
    (one,) = found(head(n, "nur-punkte"), rows[:3] + rows[3 + lost :])
    assert (one.message_id, one.place.line) == ("B502.turn", 9)
    assert one.args["n"] == lost
    assert found(head(n, "nur-punkte"), [*rows[:3], f"luecke {lost}", *rows[3 + lost :]]) == []


@pytest.mark.parametrize("n", [5, 6, 7])
@pytest.mark.parametrize("lost", [1, 2])
def test_a_hand_that_is_lost_before_the_last_row(n: int, lost: int) -> None:
    rows = points(n, 8)
    kept = [*rows[: 7 - lost], rows[7]]
    (one,) = found(head(n, "nur-punkte"), kept)
    assert (one.message_id, one.place.line, one.args["n"]) == ("B502.last", 13 - lost, lost)
    assert found(head(n, "nur-punkte"), [*kept[:-1], f"luecke {lost}", kept[-1]]) == []
    assert found(head(n, "nur-punkte"), [*kept[:-1], _explicit(kept[-1])]) == []


@pytest.mark.parametrize("n", [5, 6, 7])
def test_hands_that_are_lost_in_two_places(n: int) -> None:
    rows = points(n, 8)
    apart = found(head(n, "nur-punkte"), [*rows[:2], rows[3], *rows[5:]])
    assert [(f.message_id, f.place.line, f.args["n"]) for f in apart] == [("B502.turn", 8, 1), ("B502.turn", 9, 1)]
    last = found(head(n, "nur-punkte"), [*rows[:2], *rows[3:6], rows[7]])
    assert [(f.message_id, f.place.line) for f in last] == [("B502.turn", 8), ("B502.last", 11)]


def test_two_who_change_places_once_are_no_lost_hand() -> None:
    rows = points(5, 7)
    rows[2], rows[3] = rows[3], rows[2]
    assert [f.message_id for f in found(head(5, "nur-punkte"), rows)] == ["S404.dash", "S404.dash"]


def _explicit(row: str) -> str:
    out = ",".join(name for name, cell in zip(NAMES, row[1:].split(","), strict=False) if cell == "-")
    return f"aussetzt:{out} {row}"


def test_a_row_too_many_is_seen() -> None:
    rows = points(5, 6)
    (one,) = found(head(5, "nur-punkte"), [*rows[:3], rows[2], *rows[3:]])
    assert (one.message_id, one.place.line, one.args["less"]) == ("B502.turn", 9, 1)


def test_one_dash_in_the_wrong_place_is_a_slip_of_its_row() -> None:
    rows = points(5, 6)
    rows[2] = "=2,-2,2,-,-2"
    assert [(f.message_id, f.place.line) for f in found(head(5, "nur-punkte"), rows)] == [("S404.dash", 8)]
    rows[2] = _explicit(rows[2])
    assert found(head(5, "nur-punkte"), rows) == []


def test_a_pflichtsolo_in_a_row_of_points_may_hold_the_deal_back() -> None:
    solo = "=-,6,-2,-2,-2"
    assert found(head(5, "tsr"), [solo, *points(5, 5)]) == []
    assert found(head(5, "tsr"), [solo, *points(5, 5, 1)]) == []
    assert [f.message_id for f in found(head(5, "tsr"), [solo, *points(5, 5, 2)])] == ["B502.turn"]
    assert [f.message_id for f in found(head(5, "nur-punkte"), [solo, *points(5, 5)])] == ["B502.turn"]
