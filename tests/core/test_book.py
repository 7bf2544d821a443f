"""A table that is kept hand by hand comes to what the whole list comes to, and each step back is exact."""

from __future__ import annotations

import contextlib
import random

import pytest

from dokosheet.core.finding import Unread
from dokosheet.core.ledger.book import Book
from helpers import FIVE, TSR, ledger

LINES = (
    *("A B 130 re", "C D 156 fuchs:C", "A damensolo 140 re", "=1,-1,1,-1,-", "D hochzeit@2 A 121", "luecke 2"),
    *("strafe B gering", "neugeben neunen", "notiz Pause", 'gestrichen "A B 120"', "kommt F", "geht C", "wechsel D G"),
    *("spielrunde", "ende zeit", "uebertrag 0,0,0,0,0 spiele:3", "A C 140 wert:2 ==1,?,?,?,?"),
)


@pytest.mark.parametrize("seed", range(40))
def test_each_step_back_is_exact(seed: int) -> None:
    chance = random.Random(seed)
    book, states = Book(TSR, FIVE), []
    for _ in range(12):
        states.append((book.sheet, book.totals, book.next, book.ledger.rows))
        with contextlib.suppress(Unread):  # of somebody who has left, or has come already
            book.push(chance.choice(LINES))
        if book.sheet is states[-1][0]:
            states.pop()
    assert len(states) > 4
    for sheet, totals, follows, rows in reversed(states):
        book.pop()
        assert (book.sheet, book.totals, book.next, book.ledger.rows) == (sheet, totals, follows, rows)
    with pytest.raises(IndexError):
        book.pop()


def test_it_comes_to_what_the_list_comes_to() -> None:
    lines = (*LINES[:3], "strafe B gering", "A B 121", "kommt F", "F B 130")
    book = Book(TSR, FIVE)
    rows = [book.push(line) for line in lines]
    whole = ledger(*lines, players=FIVE)
    assert book.totals == whole.totals
    assert book.next == whole.next
    assert [row.points for row in rows if row is not None] == [row.points for row in whole.timeline]
    assert rows[5] is None


def test_what_cannot_be_read_is_not_written() -> None:
    book = Book(TSR, FIVE)
    with pytest.raises(Unread) as unread:
        book.push("A Zed 130")
    assert [finding.code for finding in unread.value.findings] == ["F105"]
    assert book.sheet.entries == ()
