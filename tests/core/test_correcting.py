"""What tokens make of a hand, what followed, and two changes of one text brought together."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dokosheet.core.finding import Place
from dokosheet.core.merging import merged
from dokosheet.core.notation.entries import parse_line
from dokosheet.core.notation.sheet import HandEntry
from dokosheet.core.notation.spelling import format_hand
from dokosheet.edit.changes import Amended, No, Range, amended, followed, is_whole
from helpers import codes, ledger, table

HERE = Place(1, 1, 2)
NAMES = ("Anna", "Ben", "Cem", "Dora")


def entry(line: str) -> HandEntry:
    read, _ = parse_line(line, table(*NAMES), HERE)
    assert isinstance(read, HandEntry)
    return read


def made(line: str, typed: str) -> str:
    outcome = amended(entry(line), typed, table(*NAMES))
    if isinstance(outcome, Amended):
        return format_hand(outcome.hand, note=outcome.note)
    return outcome.why if isinstance(outcome, No) else " ".join(finding.code for finding in outcome)


HAND = "Anna Cem 156 re@11/Anna fuchs:Anna doppelkopf:kontra"


@pytest.mark.parametrize(
    ("line", "typed", "expected"),
    [
        # without a sign: in the place of what is of the same kind
        (HAND, "131", "Anna Cem 131 re@11/Anna fuchs:Anna doppelkopf:kontra"),
        (HAND, ":84", "correct.same"),
        (HAND, "u60", "Anna Cem u60 re@11/Anna fuchs:Anna doppelkopf:kontra"),
        (HAND, "re90", "Anna Cem 156 re90 fuchs:Anna doppelkopf:kontra"),
        (HAND, "re@11 re90@10", "Anna Cem 156 re@11 re90@10 fuchs:Anna doppelkopf:kontra"),
        (HAND, "kontra", "Anna Cem 156 re@11/Anna kontra fuchs:Anna doppelkopf:kontra"),
        (HAND, "fuchs:Cem", "Anna Cem 156 re@11/Anna fuchs:Cem doppelkopf:kontra"),
        (HAND, "2f:re", "Anna Cem 156 re@11/Anna fuchs:re fuchs:re doppelkopf:kontra"),
        (HAND, "karlchen:Ben", "Anna Cem 156 re@11/Anna fuchs:Anna doppelkopf:kontra karlchen:Ben"),
        (HAND, "Anna Dora", "Anna Dora 156 re@11/Anna fuchs:Anna doppelkopf:kontra"),
        (HAND, "1 4", "Anna Dora 156 re@11/Anna fuchs:Anna doppelkopf:kontra"),
        (HAND, "131 kontra +karlchen:re -f:an", "Anna Cem 131 re@11/Anna kontra doppelkopf:kontra karlchen:re"),
        ("Anna Cem 156 fuchs:re fuchs:Cem", "fuchs:Ben", "correct.which"),
        ("Anna Cem 156 fuchs:re fuchs:Cem", "fuchs:Ben fuchs:Dora", "Anna Cem 156 fuchs:Ben fuchs:Dora"),
        ("Ben damensolo 190 pflicht", "lust", "Ben damensolo 190 lust"),
        ("Ben damensolo 190", "bubensolo", "Ben bubensolo 190"),
        ("Ben damensolo 190", "Anna Dora -damensolo", "Anna Dora 190"),
        ("Anna Cem 156", "Ben damensolo", "Ben damensolo 156"),
        ("Anna Cem 131 hochzeit@2", "hochzeit@3", "Anna Cem hochzeit@3 131"),
        ("Anna Cem 131 hochzeit@2", "hochzeit", "correct.same"),
        ("Anna Cem 131 hochzeit@2", "Ben damensolo", "Ben damensolo 131"),
        ("Anna hochzeit 133", "Anna Cem", "Anna Cem hochzeit 133"),
        ("Anna Cem 131 hochzeit", "Anna", "Anna hochzeit 131"),
        ("Anna Cem wert:3 sieger:re", "wert:-4 sieger:kontra", "Anna Cem wert:-4 sieger:kontra"),
        ("Anna Cem 156 geber:Ben", "geber:Cem", "Anna Cem 156 geber:Cem"),
        ("Anna Cem 156 =2,-2,2,-2 ==4,0,0,-4", "=2,-2,2,?", "Anna Cem 156 =2,-2,2,? ==4,0,0,-4"),
        ("Anna Cem 156 ok:S404", "ok:S405", "Anna Cem 156 ok:S404 ok:S405"),
        ("Anna Cem 240 schwarz", "stich", "Anna Cem 240 stich"),
        ('Anna Cem 156 "alt"', '"ganz neu"', 'Anna Cem 156 "ganz neu"'),
        # to add
        ("Anna Cem 156", "+fuchs:Anna", "Anna Cem 156 fuchs:Anna"),
        ("Anna Cem 156 fuchs:Anna", "+fuchs:Anna", "Anna Cem 156 fuchs:Anna fuchs:Anna"),
        ("Anna Cem 156", "+gilt", "Anna Cem 156 gilt"),
        ("Anna Cem 156", "+131", "correct.there-already"),
        ("Anna Cem 156", "+Anna", "correct.there-already"),
        ("Anna 156", "+cem", "Anna Cem 156"),
        ("Anna Cem 156", "+hochzeit", "Anna Cem hochzeit 156"),
        ("Anna Cem hochzeit 156", "+damensolo", "correct.there-already"),
        ("Anna Cem 156 ok:S404", "+ok:S404", "correct.there-already"),
        ("Anna Cem 156 re", "+re90", "Anna Cem 156 re re90"),
        ('Anna Cem 156 "a"', '+"b c"', 'Anna Cem 156 "a b c"'),
        # to take away
        (HAND, "-f:an", "Anna Cem 156 re@11/Anna doppelkopf:kontra"),
        (HAND, "−fuchs:anna", "Anna Cem 156 re@11/Anna doppelkopf:kontra"),
        (HAND, "-doko:ko -re", "Anna Cem 156 fuchs:Anna"),
        (HAND, "-re@10", "correct.not-there"),
        (HAND, "-fuchs:re", "correct.not-there"),
        (HAND, "-f:an -f:an", "correct.not-there"),
        ("Anna Cem 156 re re@11", "-re", "Anna Cem 156 re@11"),
        ("Anna Cem 156 re@10 re@11", "-re", "correct.not-there"),
        ("Anna Cem 156", "-156:84", "Anna Cem"),
        ("Anna Cem 156", "-131", "correct.not-there"),
        ("Anna Cem 156", "-Cem +Dora", "Anna Dora 156"),
        ("Anna Cem 131 hochzeit@2", "-hz2", "Anna Cem 131"),
        ("Anna hochzeit 133", "-hochzeit +cem", "Anna Cem 133"),
        ("Anna Cem 131", "-hochzeit", "correct.not-there"),
        ("Anna Cem 156 =2,-2,2,-2", "-=", "Anna Cem 156"),
        ("Anna Cem 156 =2,-2,2,-2 ==2,-2,2,-2", "-==", "Anna Cem 156 =2,-2,2,-2"),
        ("Anna Cem 156", "-=", "correct.not-there"),
        ("Anna Cem 156 =2,-2,2,-2", "-=+2,-2,2,-2", "Anna Cem 156"),
        ("Anna Cem wert:3 sieger:Anna,Cem", "-sieger:Cem,Anna", "Anna Cem wert:3"),
        ("Anna Cem 156 gilt ok:S404 ok:S405", "-gilt -ok:S404", "Anna Cem 156 ok:S405"),
        ("Anna Cem 240 schwarz", "-schwarz", "Anna Cem 240"),
        ('Anna Cem 156 "a b"', '-"a b"', "Anna Cem 156"),
        ('Anna Cem 156 "a b"', '-"a"', "correct.not-there"),
        # what cannot be read
        (HAND, "k90", "F107"),
        (HAND, "+fuchs", "F107"),
        (HAND, "-quatsch +xyz:Anna", "F105 F107"),
        (HAND, "re 90", "F107"),
        (HAND, "131 140", "F103"),
        (HAND, "-", "F103"),
        (HAND, "-tuck:Ben", "C301"),
        ("Anna Cem quatsch", "131", "correct.broken"),
    ],
)
def test_amended(line: str, typed: str, expected: str) -> None:
    assert made(line, typed) == expected


@pytest.mark.parametrize(
    ("typed", "whole"),
    [
        ("Anna Cem 131", True),
        ("1 3 131 re", True),
        ("ben damensolo wert:3", True),
        ("Anna Cem =2,-2,2,-2", True),
        ("Anna Dora", False),
        ("Anna Dora re", False),
        ("131 Anna Dora", False),
        ("Anna Dora +131", False),
        ("=2,-2,2,-2", False),
    ],
)
def test_players_and_how_it_ended_are_a_whole_hand(typed: str, whole: bool) -> None:
    assert is_whole(typed, table(*NAMES)) is whole


def test_the_place_of_a_token_is_that_in_what_was_typed() -> None:
    found = amended(entry(HAND), "131 -quatsch", table(*NAMES))
    assert isinstance(found, list)
    assert [(one.place.column, one.place.end_column) for one in found] == [(6, 13)]


FACTS = ["fuchs:Anna", "doppelkopf:kontra", "karlchen:re", "re", "kontra60", "ok:S404", "gilt", "geber:Ben", "pflicht"]


@given(st.lists(st.sampled_from(FACTS), unique=True), st.sampled_from(FACTS))
@settings(max_examples=200, deadline=None)
def test_what_was_added_can_be_taken_away(there: list[str], fact: str) -> None:
    line = " ".join(["Anna Cem 156", *there])
    if fact in there:
        return
    now = made(line, f"+{fact}")
    assert made(now, f"-{fact}") == format_hand(entry(line).hand)


def test_what_followed_is_told_in_ranges() -> None:
    before = ledger("A C 156", "B D 120", "C D 140", "B damensolo 190", "A B 130")
    after = ledger("A damensolo 156", "C D 140", "B damensolo 190", "A B 130")
    pairs = [(before.rows[0], after.rows[0]), *zip(before.rows[2:], after.rows[1:], strict=True)]
    what = followed(pairs, [1])
    assert what.numbers == (Range(2, 4, (3, 4, 5), (2, 3, 4)),)
    assert what.dealers == (Range(2, 4, ("C", "D", "D"), ("A", "B", "B")),)
    assert what.modes == ()
    assert what.bock == ()


def test_a_line_that_was_struck_without_a_successor_is_read_and_written() -> None:
    line = 'gestrichen "A C 156" um:2026-11-27T21:14 ersatzlos "zweimal eingetragen"'
    assert codes(line, "A C 156") == []


BASE = "a\nb\nc\nd\n"


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("a\nb\nc\n", "A\nb\nc\nd\n", "A\nb\nc\n"),
        ("a\nb\nc\n", "a\nb\nC\nd\n", "a\nb\nC\n"),
        ("a\nb\nc\n", "a\nb\nc\nd\ne\n", "a\nb\nc\ne\n"),
        ("a\nb\nc\n", "a\nb\nc\nD\n", None),
        ("a\nx\nb\nc\nd\n", "a\ny\nb\nc\nd\n", None),
        ("a\nx\nb\nc\nd\n", "a\nx\nb\nc\nd\n", "a\nx\nb\nc\nd\n"),
        ("a\nb\nc\nd\n", "x\n", "x\n"),
        ("a\r\nb\nc\nd\n", "a\nb\nc\nd", "a\r\nb\nc\nd"),
    ],
)
def test_merged(one: str, other: str, expected: str | None) -> None:
    assert merged(BASE, one, other) == expected
    assert merged(BASE, other, one) == expected


TEXT = st.lists(st.sampled_from("abc"), max_size=8).map(lambda found: "".join(f"{line}\n" for line in found))


@given(TEXT, TEXT)
@settings(max_examples=200, deadline=None)
def test_a_change_of_one_only_is_taken(base: str, new: str) -> None:
    assert merged(base, new, base) == merged(base, base, new) == new
