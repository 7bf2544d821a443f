"""Lists without a slip, whole or cut into pages anywhere, by many rules, written in many ways: nothing is found."""

from __future__ import annotations

import random
import re
from collections import Counter
from functools import lru_cache

import pytest

from correct_rounds import HOUSES, House, Page, page, play, sheet
from dokosheet.core.records import replace
from helpers import FILE, Ruleset, checks, keep, read_sheet, text


@lru_cache(maxsize=64)
def rules_of(head: str) -> Ruleset:
    """The ruleset of a head: read once, so that what was worked out of it is kept."""
    read, found = read_sheet(text(head=f"rules: {head}"), FILE)
    assert read is not None, found
    return read.rules


def found(one: Page) -> list[str]:
    """What is found in a list, but for contradictions of the ruleset."""
    read, findings = read_sheet(one.text, FILE)
    assert read is not None, one
    rules = rules_of(re.findall("^rules: (.*)$", one.text, re.MULTILINE)[0])
    everything = checks.run(keep(replace(read, rules=rules)), findings)
    return [f"{f.place.line}: {f.message_id} {f.args}" for f in everything if f.code[0] != "R"]


def silent(one: Page) -> None:
    assert (one.name, found(one)) == (one.name, []), one.text


@pytest.mark.parametrize("house", HOUSES[1:], ids=lambda house: house.name)
def test_whole_lists(house: House) -> None:
    for n in (4, 5, 6, 7):
        silent(sheet(f"few {n}", house, n))


@pytest.mark.parametrize("house", HOUSES[1:], ids=lambda house: house.name)
def test_second_pages(house: House) -> None:
    for n in (4, 5, 6, 7):
        silent(page(f"few {n}", house, n))


def test_vorgefuehrt_in_a_spielrunde_of_which_nobody_knows_who_began() -> None:
    silent(page(4675))


@pytest.mark.slow
@pytest.mark.parametrize("part", range(20))
def test_ten_thousand_rounds(part: int) -> None:
    """5,000 whole lists and 5,000 second pages: ``pytest -m slow tests/real_use/test_correct_lists_stay_silent.py``."""
    for seed in range(part * 250, part * 250 + 250):
        silent(sheet(seed))
        silent(page(seed))


def test_the_rounds_hold_what_rounds_hold() -> None:
    """Else nothing would be shown by the silence."""
    words: Counter[str] = Counter()
    for seed in range(60):
        for line in play(seed, HOUSES[seed % len(HOUSES)], 4 + seed % 4, seen=True):
            words.update([*re.findall("[a-z_]+", line.text), line.mode, f"b{min(line.bock, 2)}", f"n{len(line.table)}"])
    wanted = "still hochzeit strafe schwer schwer_solo kommt geht spielrunde zeit ende neugeben herzstich re kontra"
    wanted += " fuchs pflicht lust vorgefuehrt b1 b2 n4 n5 n6 n7"
    assert not [word for word in wanted.split() if not words[word]]


def test_a_slip_in_such_a_list_is_found() -> None:
    """One cell of a row is one more than it was."""
    missed = 0
    rng = random.Random(1)
    for seed in range(12):
        one = sheet(f"slip {seed}", HOUSES[0], 4 + seed % 4, "points")
        rows = [match for match in re.finditer(r"=(\S+)", one.text) if match[1].count(",") > 2]
        row = rng.choice(rows)
        cell = rng.choice(list(re.finditer(r"-?\d+", row[0])))
        at = row.start() + cell.start()
        spoilt = one.text[:at] + str(int(cell[0]) + 1) + one.text[at + len(cell[0]) :]
        missed += not found(one._replace(text=spoilt))
    assert missed == 0
