"""Lists of bare numbers through the whole program: right ones are silent, a slip is found, no repair is wrong."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from time import process_time

import pytest

from dokosheet import checks
from dokosheet.core.finding import Finding, Repair
from dokosheet.core.ledger.fold import keep
from dokosheet.core.notation.hand import Cell
from dokosheet.core.notation.sheet import HandEntry, Sheet
from dokosheet.core.records import replace
from dokosheet.core.rules import Ruleset
from dokosheet.files.sheets import read_sheet
from dokosheet.screen.findings import as_text
from dokosheet.text import texts
from helpers import text
from invented import NAMES, STYLES, Paper, Style, Table, invented, lines, slips

MODES = (
    ("points",),
    ("totals",),
    ("both",),
    ("wert",),
    ("sieger",),
    ("named",),
    ("points", "details"),
    ("totals", "details"),
    ("points", "totals", "both", "wert", "sieger", "named", "details"),
)
#: Where lines of hands begin in the text of a sheet.
FIRST = 5
#: What no sentence may have in it.
BROKEN = re.compile(r"None|Decimal|[\[\]{}]|\S  \S|: :|\bnan\b")
#: Repairs that come in several lines.
CARRIED = ("slip-carried", "slip-carried-here")


@lru_cache(maxsize=64)
def rules_of(head: str) -> Ruleset:
    read, _ = read_sheet(text(head=head), "test.yaml")
    assert read is not None
    return read.rules


def read(source: str, head: str) -> tuple[Sheet, list[Finding]]:
    """A sheet; its ruleset is read once for all of its kind, so that what was worked out of it is kept."""
    sheet, found = read_sheet(source, "test.yaml")
    assert sheet is not None, found
    return replace(sheet, rules=rules_of(head)), found


def check(source: str, head: str) -> list[Finding]:
    sheet, found = read(source, head)
    return checks.run(keep(sheet), found)


def of_style(paper: Paper, style: Style, n: int = 4, order: Sequence[str] = ()) -> str:
    return text(*lines(paper), players=order or NAMES[:n], head=style.head)


def errors(found: Iterable[Finding]) -> list[Finding]:
    return [one for one in found if one.severity == "error"]


def numbers(source: str, head: str) -> list[tuple[tuple[Cell, ...] | None, ...]]:
    """The written rows of all hands, of a sheet that can be read."""
    sheet, found = read(source, head)
    assert not errors(found), found
    return [(entry.hand.score, entry.hand.total) for entry in sheet.entries if isinstance(entry, HandEntry)]


def mended(source: str, repairs: Iterable[Repair]) -> str:
    """A text with repairs in it; no two may want different things of one place."""
    wanted: dict[tuple[int, int, int], Repair] = {}
    for one in repairs:
        spot = (one.place.line, one.place.column, one.place.end_column)
        assert wanted.setdefault(spot, one).new == one.new
    rows = source.split("\n")
    for (line, start, end), one in sorted(wanted.items(), reverse=True):
        row = rows[line - 1]
        assert row[start - 1 : end - 1] == one.old
        rows[line - 1] = row[: start - 1] + one.new + row[end - 1 :]
    return "\n".join(rows)


def certain(found: Iterable[Finding]) -> list[Repair]:
    return [repair for one in found for repair in one.repairs if repair.certain]


def sentences(found: Iterable[Finding]) -> list[str]:
    """All that people read of findings, in both languages, but for where it is."""
    rows = [row for one in found for lang in ("de", "en") for row in as_text(one, None, texts(lang))]
    return [re.sub(r"^.*?: \w+\[\w+\] [\w-]+: |  (?=\()", "", row).strip() for row in rows]


def papers(seeds: Iterable[int], hands: int = 10) -> Iterable[tuple[Paper, Style, int, random.Random]]:
    """Lists of every style, table and mode in turn: for each seed all styles, with the other things drawn."""
    for seed in seeds:
        for style in STYLES.values():
            rng = random.Random(f"{seed} {style.name}")
            n, modes = rng.choice((4, 4, 5, 6, 7)), rng.choice(MODES)
            yield invented(seed, style, n, modes, hands), style, n, rng


# -- right lists


@pytest.mark.parametrize("modes", MODES, ids="-".join)
@pytest.mark.parametrize("style", STYLES)
def test_a_right_list_has_no_error(style: str, modes: tuple[str, ...]) -> None:
    for n in (4, 5, 7):
        found = check(of_style(invented(n, STYLES[style], n, modes), STYLES[style], n), STYLES[style].head)
        assert errors(found) == []


@pytest.mark.parametrize("seed", range(6))
def test_a_right_list_goes_on_when_somebody_comes_goes_and_changes_seats(seed: int) -> None:
    table = Table(seed, STYLES["tsr"], 5, MODES[-1])
    table.names = NAMES[:5]
    for name in NAMES[5:]:
        table.totals[name] = 0

    def seat(line: str, present: list[str]) -> None:
        dealer = table.present[table.dealer]
        table.say(line)
        table.dealer = present.index(dealer) if dealer in present else table.dealer % len(present)
        table.present = present

    def some() -> None:
        for _ in range(4):
            table.play()

    some()
    seat("kommt Fips nach Emil", list(NAMES[:6]))
    some()
    seat("geht Fips", list(NAMES[:5]))
    some()
    if table.present[table.dealer] == "Emil":
        table.play()
    seat("geht Emil", list(NAMES[:4]))
    some()
    seat("wechsel Dora Gina" if table.present[table.dealer] != "Dora" else "notiz", ["Anna", "Ben", "Cem", "Gina"])
    if table.paper[-1].text == "notiz":
        table.paper[-1] = table.paper[-1]._replace(text="wechsel Dora Gina")
        table.dealer = 3
    some()
    source = of_style(tuple(table.paper), STYLES["tsr"], 5)
    assert errors(check(source, STYLES["tsr"].head)) == []


@pytest.mark.parametrize("line", ["uebertrag {}", "luecke 2", "endstand {}"])
def test_a_page_line_in_the_middle_of_a_right_list_is_silent(line: str) -> None:
    for seed in range(6):
        paper = invented(seed, STYLES["tsr"], 4, ("both",), 8)
        k = max(i for i, one in enumerate(paper[:5]) if one.is_hand and paper[i + 1].is_hand)
        totals = ",".join(str(cell) for cell in paper[k].total or ())
        put = [*lines(paper[: k + 1]), line.format(totals), *lines(paper[k + 1 :])]
        found = check(text(*put, players=NAMES[:4], head=STYLES["tsr"].head), STYLES["tsr"].head)
        assert errors(found) == []


# -- one slip


def test_one_slip_is_found_and_no_certain_repair_is_wrong() -> None:
    seen: Counter[str] = Counter()
    for paper, style, n, rng in papers(range(2)):
        source = of_style(paper, style, n)
        truth = numbers(source, style.head)
        for slip in slips(paper, rng):
            wrong = of_style(slip.paper, style, n)
            if wrong == source:
                continue
            found = check(wrong, style.head)
            assert check(wrong, style.head) == found
            seen["slips"] += 1
            if not errors(found):
                seen["missed"] += 1
                continue
            told = {one.place.line for one in found} | {fix.place.line for one in found for fix in one.repairs}
            seen["named"] += bool(told & {k + FIRST for k, _, _ in slip.cells})
            sure = certain(found)
            if sure:
                seen["certain"] += 1
                right = mended(wrong, sure)
                assert numbers(right, style.head) == truth, (wrong, sure)
                assert errors(check(right, style.head)) == []
    assert seen["slips"] > 60
    assert seen["missed"] <= seen["slips"] * 0.1  # two cells of a row of points that changed places: as good as right
    assert seen["named"] >= (seen["slips"] - seen["missed"]) * 0.98
    assert seen["certain"] >= seen["slips"] * 0.4


def test_every_repair_can_be_read_and_a_single_one_makes_its_finding_go_away() -> None:
    applied = 0
    for paper, style, n, rng in papers(range(2)):
        for slip in slips(paper, rng):
            wrong = of_style(slip.paper, style, n)
            found = check(wrong, style.head)
            if len(errors(found)) != 1:
                continue
            (one,) = errors(found)
            for fix in one.repairs:
                new = mended(wrong, [fix])
                numbers(new, style.head)
                if not any(other.reason in CARRIED for other in one.repairs) and slip.name in ("cell", "any"):
                    left = {(other.code, other.place.line) for other in errors(check(new, style.head))}
                    assert (one.code, one.place.line) not in left, (wrong, fix)
                    applied += 1
    assert applied > 40


def test_what_is_asked_can_be_answered_and_what_is_said_is_a_sentence() -> None:
    asked: Counter[str] = Counter()
    for paper, style, n, rng in papers(range(2)):
        hands = sum(one.is_hand for one in paper)
        for slip in slips(paper, rng):
            found = check(of_style(slip.paper, style, n), style.head)
            for one in found:
                if one.question is not None:
                    asked[one.question.id] += 1
                    assert one.question.args.get("player", "Anna") in NAMES[:n]
                    assert 1 <= one.question.args["hand"] <= hands
            for sentence in sentences(found):
                assert not BROKEN.search(sentence), sentence
    assert asked["winner"] > 5


@pytest.mark.parametrize("seed", range(8))
def test_the_order_of_the_columns_does_not_matter(seed: int) -> None:
    """At a table of four everybody plays, so that the columns may be written in any order."""
    style = STYLES["tsr"]
    paper = invented(seed, style, 4, ("both", "totals", "points"), 10)
    turned = random.Random(seed).sample(range(4), 4)
    order = [NAMES[seat] for seat in turned]
    for slip in slips(paper, random.Random(seed)):
        other = tuple(
            one._replace(
                score=one.score and tuple(one.score[seat] for seat in turned),
                total=one.total and tuple(one.total[seat] for seat in turned),
            )
            for one in slip.paper
        )
        here = check(of_style(slip.paper, style), style.head)
        there = check(of_style(other, style, 4, order), style.head)
        for one, two in zip(here, there, strict=True):
            assert (one.code, one.place.line, len(one.repairs)) == (two.code, two.place.line, len(two.repairs))
            assert [fix.certain for fix in one.repairs].count(True) == [fix.certain for fix in two.repairs].count(True)


def test_the_first_totals_behind_a_hole_are_not_believed_against_those_that_follow() -> None:
    """Dora had 10, and 4 was read: that looks like 4 too few from the next row on, and is not certain."""
    style = STYLES["tsr"]
    hands = ["luecke", "Anna Dora 190 ==0,-2,-4,10", "=2,2,-2,-2 ==2,0,-6,4", "==0,2,-8,6"]
    for start in ("==5,5,-5,-5", "uebertrag 5,7,-9,-3"):
        found = check(text(start, *hands, players=NAMES[:4], head=style.head), style.head)
        assert [one.code for one in errors(found)] == ["S405"]
        assert certain(found) == []


@pytest.mark.parametrize("seed", range(20))
def test_a_slip_around_a_hole_is_never_mended_wrongly(seed: int) -> None:
    style, n = list(STYLES.values())[seed % 5], (4, 5)[seed % 2]
    paper = invented(seed, style, n, ("totals", "both", "details"), 10)
    paper = (*paper[:3], paper[3]._replace(text="luecke", score=None, total=None, plays=()), *paper[4:])
    source = of_style(paper, style, n)
    truth = numbers(source, style.head)
    for slip in slips(paper, random.Random(seed)):
        wrong = of_style(slip.paper, style, n)
        found = check(wrong, style.head)
        sure = certain(found)
        assert not sure or numbers(mended(wrong, sure), style.head) == truth, wrong


# -- what cannot be read


def illegible(paper: Paper, share: float, rng: random.Random) -> Paper:
    """A list in which some cells cannot be read."""
    spoilt = list(paper)
    for k, one in enumerate(paper):
        for field in ("score", "total"):
            for seat, cell in enumerate(one.row(field) or ()):
                if cell is not None and rng.random() < share:
                    spoilt[k] = spoilt[k].put(field, {seat: "?"})
    return tuple(spoilt)


def test_what_cannot_be_read_is_never_filled_in_wrongly() -> None:
    filled = 0
    for paper, style, n, rng in papers(range(3)):
        source = of_style(paper, style, n)
        wrong = of_style(illegible(paper, rng.choice((0.03, 0.1, 0.25)), rng), style, n)
        found = check(wrong, style.head)
        assert {one.code for one in errors(found)} <= {"H211"}, wrong
        for sentence in sentences(found):
            assert not BROKEN.search(sentence), sentence
        new = numbers(mended(wrong, certain(found)), style.head)
        for hand, right in zip(new, numbers(source, style.head), strict=True):
            for row, truth in zip(hand, right, strict=True):
                assert all(cell in ("?", meant) for cell, meant in zip(row or (), truth or (), strict=True)), wrong
        filled += len(certain(found))
    assert filled > 30


# -- single lists


@pytest.mark.parametrize(
    ("style", "written", "codes", "sure"),
    [
        ("plus", ["=8,0,0,0"], ["S403"], []),  # 9, 6 or 3 of one alone, or two of them: nobody knows
        ("minus", ["=0,0,-8,0"], ["S403"], []),
        ("minus", ["Anna solo =1,0,0,0"], ["S403"], []),  # nothing, or the 3 of a lost solo
        ("plus", ["=?,0,0,0"], ["H211"], []),  # anybody may have won anything
        ("plus", ["=?,0,0,0 ==9,0,0,0"], ["S409"], ["=9,0,0,0"]),
        ("minus", ["sieger:Anna,Ben,Dora =0,0,-8,0"], ["S403"], []),
        ("tsr", ["=?,0,0,3"], ["S409"], ["=-3,0,0,3"]),  # a penalty
        ("tsr", ["=?,0,0,?"], ["H211"], []),  # nothing for nobody, or a penalty
        ("tsr", ["=?,0,0,0"], ["S409"], ["=0,0,0,0"]),
        ("fee", ["Anna Ben hochzeit@2 =4,0,-2,-2"], [], []),
        ("fee", ["sieger:Anna,Ben =4,0,-2,-2"], [], []),
        ("fee", ["wert:1 =4,0,-2,-2"], [], []),
        ("fee", ["sieger:Anna =4,0,-2,-2"], ["S407"], []),
        ("fee", ["wert:4 =4,0,-2,-2"], [], []),  # of who has most
        ("fee", ["wert:2 =4,0,-2,-2"], ["S404"], []),
        ("fee", ["Cem Ben =4,0,-2,-2"], ["S403"], []),
        ("fee-minus", ["wert:6 =-1,3,-7,-7"], [], []),
        ("fee-minus", ["wert:6 =?,3,?,?"], ["H211", "S409"], []),
        ("cents", ["=0,15/0,15/-0,15/-0,95"], ["S401"], []),  # nobody takes one for the other
        ("cents", ["=0,15/0,15/-0,15/-0,25"], ["S401"], ["=0,15/0,15/-0,15/-0,15"]),
        ("tens", ["=20,20,-20,-30"], ["S401"], ["=20,20,-20,-20"]),
    ],
)
def test_lists_of_one_line(style: str, written: list[str], codes: list[str], sure: list[str]) -> None:
    source = text(*written, players=NAMES[:4], head=STYLES[style].head)
    found = check(source, STYLES[style].head)
    assert [one.code for one in found] == codes
    assert [fix.new for fix in certain(found)] == sure


@pytest.mark.parametrize(
    ("style", "written", "asked"),
    [
        ("minus", ["=0,-1,-3,0"], "winner"),
        ("tsr", ["=4,4,-4,4"], "winner"),
    ],
)
def test_the_question_parts_what_is_possible(style: str, written: list[str], asked: str) -> None:
    (one,) = check(text(*written, players=NAMES[:4], head=STYLES[style].head), STYLES[style].head)
    assert one.question is not None
    assert one.question.id == asked


def test_two_totals_that_changed_places_are_thought_of_where_only_winners_write() -> None:
    """16 and 6 in each other's place; that 26 lost a digit is as likely."""
    style = STYLES["plus"]
    source = text("==12,3,10,2", "==6,3,10,16", players=NAMES[:4], head=style.head)
    found = check(source, style.head)
    assert "==16,3,10,6" in [fix.new for one in found for fix in one.repairs]
    assert certain(found) == []


def test_a_dash_is_no_total_that_was_copied_from_a_neighbour() -> None:
    """Dora has as much, but nothing stands there."""
    style = STYLES["plus"]
    head = ["=-,2,2,0,0 ==0,2,2,0,0", "=2,-,2,0,0 ==2,2,4,0,0"]
    source = text(*head, "=2,2,-,0,0 ==4,2,-,0,0", "=0,0,0,-,0 ==4,4,4,0,0", players=NAMES[:5], head=style.head)
    found = check(source, style.head)
    assert [(one.code, one.variant) for one in found] == [("S405", "")]
    assert not any(BROKEN.search(sentence) for sentence in sentences(found))


EXCHANGED = """dokosheet: 1
players: [Anna, Ben, Cem, Dora, Emil, Fips, Gina]
rules:
  extends: tsr
  pflichtsolo: {solos: 0, enforce: none}
  party: {length: {unit: open, n: null, by_players: null}}
  settlement:
    mode: minus
    unit: 1
    fees: {hochzeit: {when: 'kind:hochzeit', from: each_other, to: declarer, amount: 1}}
hands:
  - Ben Gina =-,-2,-,0,-,0,-2
  - sieger:Cem,Emil =-2,-,0,-,0,-,-2
  - ==-7,-2,0,-5,0,-5,-4
  - Cem Emil =-,0,-1,-,-1,-,0
  - sieger:Anna,Dora,Fips =0,-,0,-9,-,0,-
  - Ben Emil =-,0,-,-1,0,-,-1
  - strafe Dora gering
  - sieger:Cem,Emil,Fips =-9,-,0,-,0,0,-
  - Fips Ben =-,-1,-,0,-,-1,0
  - Cem Anna 100
  - ==-21,-2,-12,-12,0,-9,-4
"""


def test_two_points_of_a_minus_list_in_each_others_place() -> None:
    sheet, found = read_sheet(EXCHANGED, "test.yaml")
    assert sheet is not None
    (finding,) = errors(checks.run(keep(sheet), found))
    assert [repair.new for repair in certain([finding])] == ["=0,-,-9,0,-,0,-"]


def test_a_row_of_a_minus_list_with_its_signs_turned_round() -> None:
    source = """dokosheet: 1
players: [Anna, Ben, Cem, Dora]
rules: {extends: nur-punkte, settlement: {mode: minus, unit: 1}}
hands:
  - =-2,-2,0,0
  - =0,3,0,3
  - =-2,0,-2,0 ==-4,-5,-2,-3
"""
    sheet, found = read_sheet(source, "test.yaml")
    assert sheet is not None
    (finding,) = errors(checks.run(keep(sheet), found))
    assert [repair.new for repair in certain([finding])] == ["=0,-3,0,-3"]


# -- hostile lists


def random_rows(sign: str, n: int, rng: random.Random, hands: int = 60) -> list[str]:
    cells = ["-", "?", *map(str, range(-9, 10))] if n > 4 else [*map(str, range(-9, 10))]
    return [sign + ",".join(rng.choice(cells) for _ in range(n)) for _ in range(hands)]


HOSTILE = {
    "huge": [f"={'9' * 40},1,1,1", "==1,1,1,1"],
    "large": ["=99999999,99999999,-99999999,-99999998", "==99999999,1,-1,-99999999"],
    "decimals": ["=0,123456/0,123456/-0,123456/-0,123457", "==0,5/0,5/-0,5/-0,4"],
    "equal points": ["=5,5,5,5"] * 60,
    "equal totals": ["==5,5,5,5"] * 60,
    "zeros": ["=0,0,0,0 ==0,0,0,0"] * 60,
    "nothing to read": ["=?,?,?,? ==?,?,?,?"] * 60,
    "one": ["==1,1,1,1"],
    "none": [],
    "random points": random_rows("=", 4, random.Random(1)),
    "random totals": random_rows("==", 4, random.Random(2)),
    "random totals of five": random_rows("==", 5, random.Random(3)),
    "random points of seven": random_rows("=", 7, random.Random(4)),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_the_worst_list_is_judged_in_time_and_in_sentences(name: str) -> None:
    written = HOSTILE[name]
    n = max([4, *(line.split()[0].count(",") + 1 for line in written if "/" not in line)])
    source = text(*written, players=NAMES[:n], head=STYLES["tsr"].head)
    start = process_time()
    found = check(source, STYLES["tsr"].head)
    assert process_time() - start < 6
    for sentence in sentences(found[:40]):
        assert not BROKEN.search(sentence), sentence


def test_a_long_list_with_many_slips_is_judged_in_time() -> None:
    style, rng = STYLES["tsr"], random.Random(5)
    paper = invented(5, style, 4, ("totals",), 300)
    for _ in range(15):
        one = next((slip for slip in slips(paper, rng) if slip.name == "cell"), None)
        paper = one.paper if one is not None else paper
    start = process_time()
    found = check(of_style(paper, style), style.head)
    assert process_time() - start < 8
    assert len(errors(found)) >= 10


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 104))
def test_no_slip_in_a_long_search_is_mended_wrongly(seed: int) -> None:
    wrong_ones = 0
    for style in STYLES.values():
        for n in (4, 5, 7):
            for modes in MODES:
                paper, rng = invented(seed, style, n, modes, 10), random.Random(seed * 7 + n)
                source = of_style(paper, style, n)
                assert errors(check(source, style.head)) == []
                truth = numbers(source, style.head)
                for slip in slips(paper, rng):
                    wrong = of_style(slip.paper, style, n)
                    sure = certain(check(wrong, style.head))
                    wrong_ones += 1
                    if sure:
                        assert numbers(mended(wrong, sure), style.head) == truth, wrong
    assert wrong_ones > 500
