"""Lists that begin in the middle or have holes: ``uebertrag``, ``luecke``, ``endstand``."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dokosheet.core.finding import Finding, Place
from dokosheet.core.ledger.fold import Ledger, keep
from dokosheet.core.ledger.money import bill
from dokosheet.core.ledger.rows import PageRow
from dokosheet.core.ledger.standings import Tallies
from dokosheet.core.notation.entries import format_entry, parse_line
from dokosheet.core.notation.hand import Cell
from dokosheet.core.notation.sheet import CarryEntry, Entry, FinalEntry, GapEntry, PageEntry, Source
from dokosheet.files.sheets import read_sheet
from dokosheet.screen.listing import list_table, totals_line
from dokosheet.text import texts
from helpers import FILE, FIVE, FOUR, ledger, table, text
from helpers import found as everything

ABCD = ("Anna", "Ben", "Cem", "Dora")
NOWHERE = Source("", Place(1, 1, 1))
law = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


def parse(line: str, players: Sequence[str] = ABCD) -> tuple[Entry, list[Finding]]:
    return parse_line(line, table(*players), Place(1, 1, 1 + len(line)))


def facts(entry: Entry) -> dict[str, Any]:
    """What an entry says, wherever it stands."""
    values = {name: getattr(entry, name) for name in type(entry).__match_args__ if name != "source"}
    return {"entry": type(entry).__name__, **values}


def totals(book: Ledger) -> list[int | Decimal]:
    return list(book.totals.values())


def pages(book: Ledger) -> list[PageRow]:
    return [row for row in book.timeline if isinstance(row, PageRow)]


def found(*lines: str, players: Sequence[str] = FOUR, head: str = "") -> list[Finding]:
    """What is wrong; that a cell cannot be read (S409) is no concern here."""
    return [f for f in everything(*lines, players=players, head=head) if f.code != "S409"]


def codes(*lines: str, players: Sequence[str] = FOUR, head: str = "") -> list[str]:
    return [f.code for f in found(*lines, players=players, head=head)]


def pointed(*lines: str, players: Sequence[str] = FOUR, head: str = "") -> list[tuple[str, str, str]]:
    """The code, the variant and the text pointed at of everything that is found."""
    source = text(*lines, players=players, head=head).splitlines()
    findings = found(*lines, players=players, head=head)
    return [
        (f.code, f.variant, source[f.place.line - 1][f.place.column - 1 : f.place.end_column - 1]) for f in findings
    ]


# -- the lines


@pytest.mark.parametrize(
    ("line", "entry", "canonical"),
    [
        ("uebertrag 14,-2,-8,-4", CarryEntry(NOWHERE, (14, -2, -8, -4)), ""),
        ("Übertrag 14,-2,-8,-4", CarryEntry(NOWHERE, (14, -2, -8, -4)), "uebertrag 14,-2,-8,-4"),
        ("carry 14/-2/-8/-4", CarryEntry(NOWHERE, (14, -2, -8, -4)), "uebertrag 14,-2,-8,-4"),
        ("uebertrag ==+14,−2,–8,-4", CarryEntry(NOWHERE, (14, -2, -8, -4)), "uebertrag 14,-2,-8,-4"),
        ("uebertrag t:14/-2/-8/-4", CarryEntry(NOWHERE, (14, -2, -8, -4)), "uebertrag 14,-2,-8,-4"),
        ("uebertrag an:14,cem:-8,ben:-2,do:-4", CarryEntry(NOWHERE, (14, -2, -8, -4)), "uebertrag 14,-2,-8,-4"),
        ("uebertrag Anna:14,Cem:-8,Ben:-2", CarryEntry(NOWHERE, (14, -2, -8, None)), "uebertrag 14,-2,-8,-"),
        ("uebertrag 1,5/-0,5/-1/0", CarryEntry(NOWHERE, (Decimal("1.5"), Decimal("-0.5"), -1, 0)), ""),
        ("uebertrag 14,?,-,-4", CarryEntry(NOWHERE, (14, "?", None, -4)), ""),
        ("uebertrag spiele:12 14,-2,-8,-4", CarryEntry(NOWHERE, (14, -2, -8, -4), 12), None),
        ("uebertrag 14,-2,-8,-4 hands:12", CarryEntry(NOWHERE, (14, -2, -8, -4), 12), None),
        (
            'uebertrag 1,2,3,4 spiele:0 ok:S401 "Blatt 1"',
            CarryEntry(NOWHERE, (1, 2, 3, 4), 0, ("S401",), "Blatt 1"),
            "",
        ),
        ("luecke", GapEntry(NOWHERE), "luecke 1"),
        ("Lücke 2", GapEntry(NOWHERE, 2), "luecke 2"),
        ("gap spiele:3", GapEntry(NOWHERE, 3), "luecke 3"),
        ('luecke 2 "Seite fehlt"', GapEntry(NOWHERE, 2, "Seite fehlt"), ""),
        ("endstand 35,7,-3,-39 spiele:15", FinalEntry(NOWHERE, (35, 7, -3, -39), 15), ""),
        ("final 35,7,-3,-39", FinalEntry(NOWHERE, (35, 7, -3, -39)), "endstand 35,7,-3,-39"),
    ],
)
def test_lines(line: str, entry: PageEntry, canonical: str | None) -> None:
    """``canonical``: "" where the line is canonical already, None where another spelling may be."""
    read, findings = parse(line)
    assert not findings, findings
    assert facts(read) == facts(entry)
    again = format_entry(read)
    assert facts(parse(again)[0]) == facts(entry)
    assert format_entry(parse(again)[0]) == again
    if canonical is not None:
        assert again == (canonical or line)


CELLS: st.SearchStrategy[Cell] = st.one_of(
    st.integers(-999, 999),
    st.sampled_from([None, "?", Decimal("0.5"), Decimal("-12.25")]),
)


@law
@given(
    st.sampled_from([CarryEntry, FinalEntry]),
    st.tuples(CELLS, CELLS, CELLS, CELLS),
    st.one_of(st.none(), st.integers(0, 999)),
    st.text(),
)
def test_what_is_written_is_read(kind: type[CarryEntry], cells: tuple[Cell, ...], hands: int | None, note: str) -> None:
    entry = kind(NOWHERE, cells, hands, (), note)
    read, findings = parse(format_entry(entry))
    assert not findings
    assert facts(read) == facts(entry)


@pytest.mark.parametrize(
    ("line", "mapping"),
    [
        ("uebertrag 14,-2,-8,-4", "carry: [14, -2, -8, -4]"),
        ("uebertrag 14,?,-,-4 spiele:12", 'carry: {totals: [14, "?", "-", -4], hands: 12}'),
        ('uebertrag 1,5/-0,5/-1/0 ok:S401 "a: b"', 'carry: {totals: ["1,5", "-0.5", -1, 0], ok: [S401], note: "a: b"}'),
        ("luecke 2", "gap: 2"),
        ('luecke 2 "Seite fehlt"', "gap: {hands: 2, note: Seite fehlt}"),
        ("luecke", "gap: {}"),
        ("endstand 35,7,-3,-39", "final: [35, 7, -3, -39]"),
        ("endstand 35,7,-3,-39 spiele:15", "final: {totals: [35, 7, -3, -39], hands: 15}"),
    ],
)
def test_both_notations_give_the_same(line: str, mapping: str) -> None:
    source = f"dokosheet: 1\nplayers: [Anna, Ben, Cem, Dora]\nhands:\n  - {mapping}\n"
    sheet, findings = read_sheet(source, FILE)
    assert not findings, findings
    assert sheet is not None
    assert facts(sheet.entries[0]) == facts(parse(line)[0])
    keep(sheet)


@pytest.mark.parametrize(
    ("line", "code", "variant", "token"),
    [
        ("uebertrag", "F103", "totals", "uebertrag"),
        ("endstand spiele:15", "F103", "totals", "endstand"),
        ("uebertrag 1,2,3", "F103", "row-length", "1,2,3"),
        ("uebertrag 1,2,3,4,5", "F103", "row-length", "1,2,3,4,5"),
        ("uebertrag " + ",".join("1" * 1000), "F103", "row-length", ",".join("1" * 1000)),
        ("uebertrag 14 -2 -8 -4", "F103", "row-length", "14"),
        ("uebertrag 14, -2, -8, -4", "F103", "row", "14,"),
        ("uebertrag a,b,c,d", "F103", "row", "a,b,c,d"),
        ("uebertrag viel", "F103", "row", "viel"),
        ("uebertrag 1,2,3,4444444444", "F103", "row", "1,2,3,4444444444"),
        ("uebertrag 1,2,3,²", "F103", "row", "1,2,3,²"),
        ("uebertrag ,,,", "F103", "row", ",,,"),
        ("uebertrag 1,2,3,4 5,6,7,8", "F103", "twice", "5,6,7,8"),
        ("uebertrag Anna:1,Anna:2,Ben:3,Cem:4", "F103", "row", "Anna:1,Anna:2,Ben:3,Cem:4"),
        ("uebertrag Xaver:1,Ben:3,Cem:4,Dora:1", "F105", "nobody", "Xaver:1,Ben:3,Cem:4,Dora:1"),
        ("uebertrag 1,2,3,4 spiele:x", "F103", "hands", "spiele:x"),
        ("uebertrag 1,2,3,4 spiele:-1", "F103", "hands", "spiele:-1"),
        ("uebertrag 1,2,3,4 spiele:²", "F103", "hands", "spiele:²"),
        ("endstand 1,2,3,4 spiele:" + "9" * 3000, "F103", "hands", "spiele:" + "9" * 3000),
        ("endstand 1,2,3,4 spiele:", "F103", "hands", "spiele:"),
        ("endstand 1,2,3,4 spiele:1 spiele:2", "F103", "twice", "spiele:2"),
        ("endstand 1,2,3,4 spile:12", "F107", "", "spile:12"),
        ("luecke 0", "F103", "hands", "0"),
        ("luecke -1", "F103", "hands", "-1"),
        ("luecke x", "F103", "hands", "x"),
        ("luecke 1000", "F103", "hands", "1000"),
        ("luecke " + "9" * 3000, "F103", "hands", "9" * 3000),
        ("luecke 1 2", "F103", "twice", "2"),
        ("luecke zwei Spiele", "F103", "hands", "zwei"),
    ],
)
def test_what_cannot_be_read(line: str, code: str, variant: str, token: str) -> None:
    """One clear finding with its place, and the sheet is kept all the same."""
    line = line.replace("Anna", "A").replace("Ben", "B").replace("Cem", "C").replace("Dora", "D")
    token = token.replace("Anna", "A").replace("Ben", "B").replace("Cem", "C").replace("Dora", "D")
    behind = "A C 156" if line.startswith("endstand") else "A C 156 ==16,-4,-6,-6"
    assert pointed(line, behind) == [(code, variant, token)]
    assert pointed("A C 156 ==2,-2,2,-2", line, "A C 156")[0] == (code, variant, token)


@law
@given(
    st.sampled_from(["uebertrag", "luecke", "endstand"]), st.text(alphabet='0123456789-?,/:=t."A Bspiele', max_size=30)
)
def test_nothing_makes_it_stumble(word: str, rest: str) -> None:
    for lines in ((f"{word} {rest}",), ("A C 156", f"{word} {rest}", "==1,2,3,4", "ende")):
        assert isinstance(codes(*lines), list)


def test_a_player_by_such_a_name_needs_a_short_form() -> None:
    _, findings = read_sheet("dokosheet: 1\nplayers: [Gap, Ben, Cem, Dora]\nhands:\n", FILE)
    assert [f.code for f in findings] == ["F108"]


# -- totals

#: (lines, totals at the end, whether they are known, hands in all, what is found).
LISTS: list[tuple[tuple[str, ...], tuple[int, ...], bool, int, list[str]]] = [
    # it begins in the middle
    (("uebertrag 14,-2,-8,-4",), (14, -2, -8, -4), True, 0, []),
    (("uebertrag 14,-2,-8,-4", "A C 156 ==16,-4,-6,-6"), (16, -4, -6, -6), True, 1, []),
    (("uebertrag 14,-2,-8,-4 spiele:5", "A C 156"), (16, -4, -6, -6), True, 6, []),
    (("uebertrag 14,-2,-8,-4", "==16,-4,-6,-6"), (16, -4, -6, -6), True, 1, []),
    (("uebertrag 14,-2,?,-4", "A C 156"), (16, -4, -6, -6), True, 1, []),
    (("uebertrag 14,?,?,-4", "A C 156"), (16, -2, 2, -6), False, 1, []),
    (("uebertrag 14,?,?,-4", "A C 156 ==16,-4,?,-6"), (16, -4, -6, -6), True, 1, []),
    (("uebertrag 14,-2,-8,-5",), (14, -2, -8, -5), True, 0, ["S401"]),
    (("uebertrag 14,-2,-8,-5 ok:S401",), (14, -2, -8, -5), True, 0, []),
    (("uebertrag 14,-2,-8,-3", "strafe D gering"), (15, -1, -7, -6), True, 0, ["S401"]),
    # it is compared
    (("A C 156", "uebertrag 2,-2,2,-2", "A C 156"), (4, -4, 4, -4), True, 2, []),
    (("A C 156", "uebertrag 2,-2,?,-"), (2, -2, 2, -2), True, 1, []),
    (("A C 156", "uebertrag 2,-2,3,-2"), (2, -2, 2, -2), True, 1, ["S405"]),
    (("A C 156", "uebertrag 2,-2,3,-2 ok:s405"), (2, -2, 2, -2), True, 1, []),
    (("A C 156", "uebertrag 3,-3,3,-3"), (2, -2, 2, -2), True, 1, ["S405"]),
    (("A C 156", "uebertrag 2,2,-2,-2"), (2, -2, 2, -2), True, 1, ["S405"]),
    (("A C 156 =3,-2,2,-2", "uebertrag 3,-2,2,-2"), (2, -2, 2, -2), True, 1, ["S404"]),
    (("A C 156 ==3,-2,2,-2", "uebertrag 3,-2,2,-2"), (2, -2, 2, -2), True, 1, ["S405"]),
    # it is found again
    (("A C 156", "luecke 2", "uebertrag 9,-9,5,-5", "A C 156"), (11, -11, 7, -7), True, 4, []),
    (("A C 156", "luecke 2", "uebertrag 9,-9,5,-6"), (9, -9, 5, -6), True, 3, ["S401"]),
    (("A C 156", "luecke", "uebertrag 9,-9,?,-5", "A C 156"), (11, -11, 7, -7), True, 3, []),
    (("A C 156", "luecke 2", "A C 156 ==9,-9,5,-5"), (9, -9, 5, -5), True, 4, []),
    (("A C 156", "luecke 2", "A C 156", "A C 156 ==9,-9,5,-5"), (9, -9, 5, -5), True, 5, []),
    (("A C 156", "luecke 2", "==9,-9,5,-5", "==11,-11,7,-7"), (11, -11, 7, -7), True, 5, []),
    (("A C foo", "uebertrag 9,-9,5,-5", "A C 156 ==11,-11,7,-7"), (11, -11, 7, -7), True, 2, ["F105"]),
    (("A C foo", "==9,-9,5,-5", "A C 156 ==11,-11,7,-7"), (11, -11, 7, -7), True, 3, ["F105"]),
    # nobody finds it again
    (("A C 156", "luecke 2"), (2, -2, 2, -2), False, 3, []),
    (("A C 156", "luecke 2", "A C 156", "ende zeit ok:B503"), (4, -4, 4, -4), False, 4, ["B510"]),
    # the result
    (("endstand 35,7,-3,-39 spiele:15",), (35, 7, -3, -39), True, 15, []),
    (("endstand 35,7,-3,-39",), (35, 7, -3, -39), True, 0, []),
    (("endstand 35,7,-3,?",), (35, 7, -3, -39), True, 0, []),
    (("endstand 35,7,-3,-40",), (35, 7, -3, -40), True, 0, ["S401"]),
    (("A C 156", "endstand 2,-2,2,-2 spiele:1"), (2, -2, 2, -2), True, 1, []),
    (("endstand 2,-2,2,-2 spiele:1", "A C 156"), (2, -2, 2, -2), True, 1, []),
    (("A C 156", "endstand 2,-2,2,-3 spiele:1"), (2, -2, 2, -2), True, 1, ["S405"]),
    (("A C 156", "endstand 2,-2,2,-2 spiele:2"), (2, -2, 2, -2), True, 1, ["B502"]),
    (("A C 156", "endstand 2,-2,2,-2 spiele:2 ok:B502"), (2, -2, 2, -2), True, 1, []),
    (("A C 156", "luecke 2", "endstand 9,-9,5,-5 spiele:3"), (9, -9, 5, -5), True, 3, []),
    (("uebertrag 9,-9,5,-5 spiele:4", "A C 156", "endstand 11,-11,7,-7 spiele:5"), (11, -11, 7, -7), True, 5, []),
    (("A C 156", "endstand 2,-2,2,-2", "spielrunde", "A C 156", "endstand 4,-4,4,-4"), (4, -4, 4, -4), True, 2, []),
    # a total that cannot be read
    (("==2,-2,?,-2", "==4,-4,4,-4"), (4, -4, 4, -4), True, 2, []),
    (("==2,-2,?,?", "==4,-4,4,-4", "A C 156 ==6,-6,6,-6"), (6, -6, 6, -6), True, 3, ["H211"]),
]


@pytest.mark.parametrize(("lines", "end", "known", "n", "what"), LISTS)
def test_lists(lines: tuple[str, ...], end: tuple[int, ...], known: bool, n: int, what: list[str]) -> None:
    sheet, _ = read_sheet(text(*lines), FILE)
    assert sheet is not None
    book = keep(sheet)
    assert (totals(book), book.known, book.next.hand - 1) == (list(end), known, n)
    assert codes(*lines) == what


@pytest.mark.parametrize(
    ("lines", "where", "repair"),
    [
        (("A C 156", "uebertrag 2,-2,3,-2"), ("S405", "", "3"), "2,-2,2,-2"),
        (("A C 156", "uebertrag 2/-2/2,5/-2"), ("S405", "", "2,5"), "2,-2,2,-2"),
        (("A C 156", "uebertrag A:2,C:3,B:-2,D:-2"), ("S405", "", "A:2,C:3,B:-2,D:-2"), "2,-2,2,-2"),
        (("A C 156", "uebertrag 2,-2,?,-22"), ("S405", "", "-22"), "2,-2,?,-2"),
        (("A C 156", "uebertrag 2,2,-2,-2"), ("S405", "swapped", "2"), "2,-2,2,-2"),
        (("A C 156", "uebertrag 3,-3,3,-3"), ("S405", "carry-row", "3,-3,3,-3"), "2,-2,2,-2"),
        (("A C 156", "endstand 2,-2,2,-12"), ("S405", "final", "-12"), "2,-2,2,-2"),
        (("A C 156", "endstand 4,-4,4,-4"), ("S405", "final-row", "4,-4,4,-4"), "2,-2,2,-2"),
        (("A C 156", "endstand 2,-2,2,-2 spiele:3"), ("B502", "written", "spiele:3"), "spiele:1"),
        (("A C 156", "uebertrag 2,-2,2,-2 hands:3"), ("B502", "written", "hands:3"), "spiele:1"),
    ],
)
def test_the_wrong_cell_and_its_repair(lines: tuple[str, ...], where: tuple[str, ...], repair: str) -> None:
    assert pointed(*lines) == [where]
    (finding,) = found(*lines)
    assert [r.new for r in finding.repairs] == [repair]
    for lang in ("de", "en"):
        assert texts(lang)(finding.message_id, **texts(lang).present(finding.args))


def test_two_wrong_cells_are_two_findings() -> None:
    assert pointed("A C 156", "uebertrag 3,-2,5,-2") == [("S405", "", "3"), ("S405", "", "5")]


# -- the rows


def test_what_the_timeline_tells() -> None:
    book = ledger("uebertrag 14,-2,-8,- spiele:4", "A C 156", "luecke 2", "A C 156", "uebertrag 20,-5,-9,-6")
    assert [(r.after_hand, r.known, r.derived and list(r.derived.values())) for r in pages(book)] == [
        (4, True, None),
        (5, False, [16, -4, -6, -6]),
        (8, True, None),
    ]
    assert [dict(r.written) for r in pages(book)] == [
        {"A": 14, "B": -2, "C": -8, "D": None},
        {},
        {"A": 20, "B": -5, "C": -9, "D": -6},
    ]
    assert [(row.n, row.totals_known) for row in book.rows] == [(5, True), (8, False)]
    assert book.unlisted == dict.fromkeys(FOUR, 6)


def test_what_is_compared_has_the_totals_before() -> None:
    (page,) = pages(ledger("A C 156", "uebertrag 2,-2,2,-2"))
    assert page.derived == page.totals == {"A": 2, "B": -2, "C": 2, "D": -2}


def test_totals_alone_behind_a_gap() -> None:
    """Nobody knows the step to them; the next one is known again."""
    book = ledger("A C 156", "luecke 2", "==9,-9,5,-5", "==11,-11,7,-7")
    assert [row.points for row in book.rows][1:] == [None, {"A": 2, "B": -2, "C": 2, "D": -2}]
    assert [row.totals_known for row in book.rows] == [True, True, True]


def test_totals_with_two_holes_go_on_from_what_can_be_read() -> None:
    book = ledger("==2,-2,?,?", "==4,-4,4,?", "==6,-6,6,-6")
    assert [row.points for row in book.rows] == [None, None, {"A": 2, "B": -2, "C": 2, "D": -2}]
    assert [row.totals_known for row in book.rows] == [False, True, True]
    assert dict(book.rows[0].totals) == {"A": 2, "B": -2, "C": 0, "D": 0}
    assert dict(book.rows[1].totals) == {"A": 4, "B": -4, "C": 4, "D": -4}


def test_what_is_known_is_never_overwritten() -> None:
    """Where the details tell the points, a total is compared."""
    book = keep(read_sheet(text("A C 156 ==3,?,?,-2"), FILE)[0])  # type: ignore[arg-type]
    assert totals(book) == [2, -2, 2, -2]
    assert codes("A C 156 ==3,?,?,-2") == ["S405"]


def test_no_cell_follows_where_the_totals_do_not_sum_to_0() -> None:
    head = "rules: {extends: tsr, settlement: {mode: plus}}"
    assert not ledger("uebertrag 14,-2,-8,?", head=head).known
    assert codes("uebertrag 14,2,8,5", head=head) == []
    assert [row.points for row in ledger("==2,?,2,0", head=head).rows] == [None]


def test_a_penalty_to_nobodys_credit_is_no_missing_point() -> None:
    lines = ("A C 156", "strafe D unsporting punkte:4", "luecke")
    assert totals(ledger(*lines, "uebertrag 5,-5,3,?")) == [5, -5, 3, -7]
    assert codes(*lines, "uebertrag 5,-5,3,-7") == []
    assert codes(*lines, "uebertrag 5,-5,3,-3") == ["S401"]


# -- five at the table, and who comes and goes


def test_five_players_with_a_dash() -> None:
    book = ledger("uebertrag 4,-4,4,-4,-", "B D 120", players=FIVE, head="dealer: A")
    assert book.known
    assert dict(book.rows[0].totals) == {"A": 4, "B": -5 - 1, "C": 6, "D": -6, "E": 2}
    assert codes("uebertrag 4,-4,4,-4,-", "B D 120", players=FIVE) == []
    assert not ledger("uebertrag 4,-4,4,-,-", players=FIVE).known


def test_hands_elsewhere_are_played_by_those_whose_turn_it_was() -> None:
    goes_round = "rules: {extends: tsr, modes: {pflicht: {deal: advance}}}"
    book = ledger("uebertrag 0,0,0,0,0 spiele:7", players=FIVE, head=goes_round)
    assert book.unlisted == {"A": 5, "B": 5, "C": 6, "D": 6, "E": 6}
    assert book.next.dealer == "C"


def test_where_a_dealer_can_have_dealt_again_nobody_knows_who_played_elsewhere() -> None:
    for lines in (("uebertrag 0,0,0,0,0 spiele:7",), ("endstand 0,0,0,0,0 spiele:7",), ("A B 130", "luecke 2")):
        assert ledger(*lines, players=FIVE).unlisted == dict.fromkeys(FIVE)
    one = ledger("B C 130", "luecke 1", players=FIVE)
    assert one.unlisted == {"A": 1, "C": 1, "D": 1, "E": 1}
    four = ledger("uebertrag 0,0,0,0 spiele:7")
    assert four.unlisted == dict.fromkeys(FOUR, 7)


def test_who_sat_out_tells_the_dealer_behind_a_gap() -> None:
    lines = ("B C 130", "luecke 2", "=2,-2,2,-2,-", "=2,-2,2,-,-2", "geber:C =2,-2,-,2,-2")
    sheet, findings = read_sheet(text(*lines[:3], players=FIVE), FILE)
    assert sheet is not None
    assert not findings
    assert [row.dealer for row in keep(sheet).rows] == ["A", "E"]
    assert codes(*lines[:3], players=FIVE) == []
    assert codes(*lines, players=FIVE) == ["S404", "B501", "B502"]


def test_those_at_the_table_have_a_cell() -> None:
    lines = ("A C 156", "wechsel D E", "luecke", "uebertrag 9,-9,5,-3", "A C 156")
    book = ledger(*lines)
    assert book.totals == {"A": 11, "B": -11, "C": 7, "D": -2, "E": -5}
    assert codes(*lines) == []
    assert pointed("geht D", "uebertrag 1,2,3,4")[1] == ("F103", "row-length", "1,2,3,4")


def test_who_left_behind_a_gap_follows_from_the_others() -> None:
    lines = ("A C 156", "luecke", "wechsel D E", "uebertrag 9,-9,5,0")
    book = ledger(*lines)
    assert (book.totals["D"], book.known) == (-5, True)


# -- bookkeeping


def test_the_dealer_goes_on() -> None:
    assert ledger("uebertrag 0,0,0,0 spiele:5").next.dealer == "B"
    assert ledger("uebertrag 0,0,0,0 spiele:5", head="dealer: D").next.dealer == "D"
    assert ledger("A C 130", "luecke 2").next.dealer == "D"


SOLI = tuple(f"{name} damensolo 130" for name in FOUR)


@pytest.mark.parametrize(
    "lines",
    [
        # B501: a Pflichtsolo can have been played in a hand that is lost
        ("A C 130 geber:A", "luecke 2", "A C 130 geber:C", "A C 130 geber:D"),
        ("uebertrag 0,0,0,0", "A C 130 geber:C", "A C 130 geber:D"),
        ("uebertrag 0,0,0,0 spiele:6", "A C 130 geber:B", "A C 130 geber:C"),
        ("luecke", "A damensolo 130", "A C 130 geber:C"),
        # B502
        ("uebertrag 0,0,0,0", "A C 130", "ende"),
        ("uebertrag 0,0,0,0 spiele:23", "A C 130", "ende"),
        ("A C 130", "luecke 23", "ende"),
        # B503
        ("luecke 23", "A C 130", "ende"),
        ("uebertrag 0,0,0,0", "A C 130", "ende zeit", "ende"),
        # B505, B504
        ("luecke 3", "A damensolo 130 lust", "A damensolo 130 lust"),
        ("luecke 23", "A damensolo 130 vorgefuehrt"),
        # B506
        ("luecke 20", "A C 130", "A C 130"),
        ("uebertrag 0,0,0,0 spiele:20", "A C 130", "A C 130"),
        # B508
        ("luecke 20", *["A C 130"] * 4),
        ("endstand 0,0,0,0 spiele:24",),
    ],
)
def test_what_may_have_been_in_a_gap_is_not_reported(lines: tuple[str, ...]) -> None:
    assert codes(*lines) == []


@pytest.mark.parametrize(
    ("lines", "what"),
    [
        (("luecke 2", "A C 130 geber:C", "A C 130 geber:C"), ["B501"]),
        (("A C 130", "luecke 20", "A C 130", "ende"), ["B502"]),
        (("luecke 24", "A C 130"), ["B508"]),
        (("A C 130", "luecke 2", "ende", "A C 130"), ["B502", "B508"]),
        (("A C 130", "luecke", "spielrunde", *SOLI, "A damensolo 130 pflicht"), ["B504"]),
    ],
)
def test_what_is_sure_in_spite_of_a_gap(lines: tuple[str, ...], what: list[str]) -> None:
    assert codes(*lines) == what


def test_nobody_knows_who_owes_a_pflichtsolo() -> None:
    assert not ledger("luecke").spielrunden[-1].certain
    assert not ledger("uebertrag 1,-1,1,-1").spielrunden[-1].certain
    assert ledger("uebertrag 0,0,0,0 spiele:0").spielrunden[-1].certain
    assert ledger("uebertrag 1,-1,1,-1", "spielrunde").spielrunden[-1].certain


BOCK = "rules: {extends: tsr, bock: {triggers: {heart_trick: {}}, length: 4}}"


def test_lost_hands_use_up_bock() -> None:
    assert ledger("A C 130 herzstich", head=BOCK).next.bock_left == 4
    assert ledger("A C 130 herzstich", "luecke 3", head=BOCK).next.bock_left == 1
    assert ledger("A C 130 herzstich", "luecke 9", head=BOCK).next.bock_left == 0
    assert ledger("uebertrag 0,0,0,0 spiele:9", head=f"{BOCK}\nbock: 3").next.bock_left == 3


def test_a_bock_mark_behind_a_gap_is_believed() -> None:
    lines = ("luecke 2", "A C 130 bock:1", "A C 130")
    book = ledger(*lines, head=BOCK)
    assert [row.bock for row in book.rows] == [1, 0]
    assert codes(*lines, head=BOCK) == []


def test_a_final_result_in_a_list_with_a_rubric_counts_the_rubric() -> None:
    book_lines = ("A C 130", "endstand 4,-2,0,-2 spiele:2")
    assert codes(*book_lines, head="pflichtsoli: [A damensolo 130]") == []


# -- what people see


def test_the_list_has_a_row_for_each() -> None:
    t = texts("en")
    book = ledger("uebertrag 14,-2,-8,-4", "A C 156", "luecke 2", "A C 156", "endstand 20,-5,-9,-6")
    shown = [(row[3], row[-4].split()) for row in list_table(book, t).rows]
    assert shown == [
        ("carried over", ["14"]),
        ("", ["+2", "16"]),
        ("gap, hands: 2", ["?"]),
        ("", ["+2", "?"]),
        ("final result", ["20"]),
    ]
    assert "\n" not in totals_line(book, t)
    assert t("show.unknown") in totals_line(ledger("A C 156", "luecke"), t)


def test_standings_say_what_is_not_complete() -> None:
    tallies = Tallies()
    tallies.add(ledger("uebertrag 14,-2,-8,-4 spiele:3", "A C 156"))
    tallies.add(ledger("A C 156", "luecke 2"))
    tallies.add(ledger("endstand 1,-1,1,-1 spiele:15"))
    assert (tallies.sheets, tallies.incomplete_sheets, tallies.carried_sheets) == (3, 1, 1)
    tally = tallies.by_player["A"]
    assert (tally.points, tally.hands, tally.incomplete) == (16 + 2 + 1, 4 + 3 + 15, True)


def test_there_is_no_bill_where_hands_are_missing() -> None:
    for basis, lines, there in (
        ("negative_total", ("uebertrag 1,-1,1,-1", "A C 156"), True),
        ("negative_total", ("A C 156", "luecke"), False),
        ("hand_losers", ("uebertrag 1,-1,1,-1", "A C 156"), False),
        ("hand_losers", ("A C 156", "uebertrag 2,-2,2,-2"), True),
    ):
        head = f"rules: {{extends: tsr, settlement: {{money: {{rate: 0.1, basis: {basis}}}}}}}"
        assert (bill(ledger(*lines, head=head)) is not None) == there


# -- a sheet cut in two


@settings(law, max_examples=50)
@given(st.data())
def test_a_sheet_cut_in_two_pages_ends_with_the_same_totals(data: st.DataObject) -> None:
    names = data.draw(st.sampled_from([FOUR, FIVE]), label="players")
    lines: list[str] = []
    for _ in range(data.draw(st.integers(1, 6), label="hands")):
        before = ledger(*lines, players=names)
        out = before.next.dealer if len(names) > len(FOUR) else ""
        able = [name for name in names if name != out]
        who = data.draw(st.permutations(able), label="who")[:2]
        augen = data.draw(st.sampled_from([90, 118, 130, 156, 190]), label="augen")
        lines.append(data.draw(st.sampled_from([f"{who[0]} {who[1]} {augen}", f"{who[0]} damensolo {augen}"])))
        mode = ledger(*lines, players=names).rows[-1].mode
        lines[-1] += f" {mode}" if mode in ("pflicht", "lust") else ""  # on another page it cannot be derived
        if data.draw(st.booleans(), label="penalty"):
            lines.append(f"strafe {who[0]} gering")
    whole = ledger(*lines, players=names)
    cut = data.draw(st.integers(0, len(lines)), label="cut")
    if cut < len(lines) and lines[cut].startswith("strafe"):
        cut += 1  # a penalty stands on the page of its hand
    first = ledger(*lines[:cut], players=names)
    row = ",".join(str(total) for total in first.totals.values())
    hole = data.draw(st.integers(-1, len(names) - 1), label="hole")
    if hole >= 0:
        row = ",".join("?" if i == hole else cell for i, cell in enumerate(row.split(",")))
    hands = f" spiele:{len(first.rows)}" if data.draw(st.booleans(), label="counted") else ""
    second = ledger(f"uebertrag {row}{hands}", *lines[cut:], players=names, head=f"dealer: {first.next.dealer}")
    assert second.totals == whole.totals
    assert second.known
    assert second.next.dealer == whole.next.dealer
    if hands:
        assert second.next.hand == whole.next.hand
