"""Standings: each list counts once, each person is one, and who is nearly the same is named."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

from dokosheet.checks.several import Name, Seen
from dokosheet.core.notation.vocabulary import clean, fold
from helpers import FOUR, Finding, Place, keep, kept_of, ledger, name_similar, read_sheet, run, sheet_twice

PLAYERS = "players: [Anna, Ben, Cem, Dora]"


def write(path: Path, *lines: str, players: str = PLAYERS, head: str = "") -> Path:
    path.parent.mkdir(exist_ok=True)
    hands = "".join(f"  - {line}\n" for line in lines or ("Anna Cem 130", "Ben Dora 156"))
    path.write_text(f"dokosheet: 1\n{head}{players}\nhands:\n{hands}", "utf-8")
    return path


def ranked(folder: Path, *paths: str, code: int | None = None) -> dict[str, Any]:
    done = run(folder, "standings", *paths, "--format", "json")
    assert code is None or done.returncode == code, done.stderr
    return dict(json.loads(done.stdout))


def hands(folder: Path, *paths: str) -> int:
    value = ranked(folder, *paths)
    assert value["sheets"] > 0
    return next(int(row["hands"]) for row in value["standings"] if row["player"] == "Anna")


# -- the same file


@pytest.fixture
def x(tmp_path: Path) -> Path:
    write(tmp_path / "x.yaml")
    write(tmp_path / "sub" / "y.yaml", "Anna Dora 190")
    os.symlink("x.yaml", tmp_path / "link.yaml")
    os.symlink("sub", tmp_path / "folder")
    os.link(tmp_path / "x.yaml", tmp_path / "hard.yaml")
    return tmp_path


@pytest.mark.parametrize(
    "paths",
    [
        ("x.yaml", "x.yaml"),
        ("x.yaml", "./x.yaml"),
        ("x.yaml", "sub/../x.yaml"),
        ("x.yaml", "link.yaml"),
        ("link.yaml", "x.yaml", "hard.yaml"),
        ("x.yaml", "x.y?ml", "*.yaml"),
    ],
)
def test_a_file_counts_once_by_whatever_name(x: Path, paths: tuple[str, ...]) -> None:
    assert hands(x, *paths, str(x / "x.yaml")) == 2
    assert ranked(x, *paths)["findings"] == []
    assert "1 sheet, 2 hands" in run(x, "check", *paths).stdout


@pytest.mark.parametrize(
    "paths", [(".",), (".", "x.yaml"), ("sub/y.yaml", "."), (".", "sub", "folder"), ("**/*.yaml",)]
)
def test_a_folder_and_what_lies_in_it_count_once(x: Path, paths: tuple[str, ...]) -> None:
    assert hands(x, *paths) == 3


def test_a_file_that_is_named_is_opened_though_it_lies_in_a_folder_that_is_named(tmp_path: Path) -> None:
    """In a folder what is no sheet is passed over; named, it is reported, whatever comes first."""
    write(tmp_path / "x.yaml")
    (tmp_path / "list.yaml").write_text("- a\n", "utf-8")
    for paths in ((".", "list.yaml"), ("list.yaml", ".")):
        done = run(tmp_path, "check", *paths)
        assert done.returncode == 1
        assert "list.yaml:1:1: error" in done.stdout
    assert run(tmp_path, "check", ".").returncode == 0


# -- copies


@pytest.mark.parametrize(
    "copy",
    [
        lambda text: text,
        lambda text: f"# a comment\n{text}",
        lambda text: text.replace("Anna Cem 130", "an ce 130"),
        lambda text: text.replace("date: 2026-11-27\n", ""),
    ],
)
def test_a_copy_is_an_error_and_counts_once(tmp_path: Path, copy: Any) -> None:
    original = write(tmp_path / "a.yaml", head="date: 2026-11-27\n")
    (tmp_path / "b.yaml").write_text(copy(original.read_text("utf-8")), "utf-8")
    done = run(tmp_path, "standings", "a.yaml", "b.yaml")
    assert done.returncode == 1
    assert "error[T608] sheet-twice: the same list as a.yaml:3" in done.stderr
    assert "b.yaml:" in done.stderr
    assert "dokosheet check" not in done.stderr
    value = ranked(tmp_path, "a.yaml", "b.yaml", code=1)
    assert (value["sheets"], value["standings"][0]["hands"]) == (1, 2)
    assert [(f["code"], f["file"], f["args"]["other"]) for f in value["findings"]] == [("T608", "b.yaml", "a.yaml")]


def test_the_same_round_and_table_of_another_file_is_an_error_with_both_places(tmp_path: Path) -> None:
    head = "event: Herbstcup\nround: 1\ntable: 2\n"
    write(tmp_path / "a.yaml", head=head)
    write(tmp_path / "b.yaml", "Anna Cem 130", "Ben Dora 165", head=head.replace("Herbstcup", '" HERBSTCUP "'))
    done = run(tmp_path, "standings", "--lang", "de", ".")
    assert done.returncode == 1
    assert "./b.yaml:4:8: error[T608] sheet-twice: Runde 1, Tisch 2 steht schon in ./a.yaml:4" in done.stderr
    assert hands(tmp_path, ".") == 2


def book(*lines: str, head: str = "", players: tuple[str, ...] = FOUR) -> Any:
    return ledger(*lines or ("A C 130",), head=head, players=players)


def twice(*books: Any) -> list[Finding]:
    seen, found = Seen(), []
    for i, one in enumerate(books):
        finding = sheet_twice(kept_of(one, f"{i}.yaml"), seen)
        found += [finding] if finding else []
        seen.take(kept_of(one, f"{i}.yaml"))
    return found


@pytest.mark.parametrize(
    ("one", "other", "is_twice"),
    [
        ("event: X\nround: 1\ntable: 1", "event: X\nround: 1\ntable: 1\ndate: 2026-11-27", True),
        ("date: 2026-11-27\nround: 1\ntable: 1", "date: 2026-11-27\nround: 1\ntable: 1", True),
        ("round: 1\ntable: 1", "round: 1\ntable: 1", True),
        ("round: 1\ntable: 2", 'round: "01"\ntable: " 2"', True),
        ("event: X\nround: 1\ntable: 1", "event: X\nround: 1\ntable: 2", False),
        ("event: X\nround: 1\ntable: 1", "event: X\nround: 2\ntable: 1", False),
        ("event: X\nround: 1\ntable: 1", "event: Y\nround: 1\ntable: 1", False),
        ("event: X\nround: 1\ntable: 1\ndate: 2026-11-27", "event: X\nround: 1\ntable: 1\ndate: 2026-12-04", False),
        ("event: X\nround: 1", "event: X\nround: 1", False),
        ("event: X\ndate: 2026-11-27", "event: X\ndate: 2026-11-27", False),
        ("", "", False),
    ],
)
def test_which_heads_are_of_the_same_table(one: str, other: str, is_twice: bool) -> None:
    """The hands are not the same here, so that only the heads tell."""
    assert [f.variant for f in twice(book("A C 130", head=one), book("A C 131", head=other))] == ["table"] * is_twice


def test_other_people_at_a_table_that_nothing_else_names_are_another_table() -> None:
    head = "round: 1\ntable: 1"
    assert twice(book(head=head), book(head=head, players=("A", "B", "C", "E"))) == []


HANDS = (
    "A C 130",
    "B damensolo 150",
    "A D 156 fuchs:re re",
    "=1,-1,1,-1",
    "B D 90",
    "C A 121",
    "=3,-1,-1,-1",
    "A B 100",
)
#: The same with E, at a table of five; A deals hand 1.
ROWS = ("=-,1,-1,1,-1", "=1,-,-1,1,-1", "=-2,2,-,-2,2", "=3,-1,-1,-,-1", "=-1,-1,1,1,-", "=-,2,2,-2,-2", "=-4,-,4,-4,4")


def seated(players: tuple[str, ...], *lines: str, head: str = "") -> Any:
    """The same hands by the same people, whose seats are others: the cells move with them."""

    def moved(line: str) -> str:
        if not line.startswith("="):
            return line
        cells = dict(zip(sorted(players), line[1:].split(","), strict=True))
        return "=" + ",".join(cells[name] for name in players)

    return book(*map(moved, lines), head=head, players=players)


@pytest.mark.parametrize(
    ("lines", "head"),
    [
        ((*HANDS[:3], "notiz hier war Pause", *HANDS[3:]), ""),
        ((*HANDS, 'gestrichen "A B 130" um:2026-11-27T21:14 ersatzlos'), ""),
        ((f'{HANDS[0]} "knapp"', *HANDS[1:]), ""),
        (("neugeben", *HANDS), ""),
        (tuple(line.replace("A C 130", "C A 130") for line in HANDS), ""),
        ((HANDS[0], HANDS[1], "A D re 156 fuchs:re", *HANDS[3:]), ""),
        (HANDS, "place: Lindenhof"),
    ],
)
def test_the_same_hands_are_the_same_list(lines: tuple[str, ...], head: str) -> None:
    for one, two in ((book(*HANDS), book(*lines, head=head)), (book(*lines, head=head), book(*HANDS))):
        assert [(f.severity, f.variant) for f in twice(one, two)] == [("error", "")]


@pytest.mark.parametrize("players", [("B", "A", "C", "D"), ("D", "C", "B", "A"), ("B", "C", "D", "A")])
def test_who_sits_where_does_not_make_another_list(players: tuple[str, ...]) -> None:
    assert [(f.severity, f.variant) for f in twice(book(*HANDS), seated(players, *HANDS))] == [("error", "")]
    final = "3,5,-3,-5"
    cells = dict(zip(FOUR, final.split(","), strict=True))
    moved = f"endstand {','.join(cells[name] for name in players)}"
    assert [f.variant for f in twice(book(f"endstand {final}"), book(moved, players=players))] == [""]


@pytest.mark.parametrize("hands", [HANDS, HANDS[:4], HANDS[:3], HANDS[:2], ROWS])
@pytest.mark.parametrize("date", ["", "date: 2026-12-04"])
def test_nearly_the_same_hands_are_a_warning(hands: tuple[str, ...], date: str) -> None:
    """One hand more, one less or one changed at any place, or only the date: said with both places, and counted."""
    players = ("A", "B", "C", "D", "E") if hands is ROWS else FOUR
    more = "=-7,-,7,-7,7" if hands is ROWS else "B C 240"
    near = [hands] if date else []
    for i in range(len(hands) + 1):
        near.append((*hands[:i], more, *hands[i:]))
        if i < len(hands) > 2:
            near += [(*hands[:i], more, *hands[i + 1 :]), (*hands[:i], *hands[i + 1 :])]
    for lines in near:
        one, two = book(*hands, head="date: 2026-11-27", players=players), book(*lines, head=date, players=players)
        for books in ((one, two), (two, one)):
            assert [(f.severity, f.variant) for f in twice(*books)] == [("warning", "near")], lines


def test_one_list_told_in_two_ways_is_nearly_the_same() -> None:
    lines = ("A C 130", "B damensolo 150", "A D 156", "B D 90", "C A 121", "C damensolo 130", "A B 100")
    rows = [row.points for row in book(*lines).rows]
    bare = [f"={','.join(str(points[name]) for name in FOUR)}" for points in rows]
    assert [f.variant for f in twice(book(*lines), book(*bare))] == ["near"]
    assert [f.variant for f in twice(book(*lines), book(*lines, head="rules: nur-punkte"))] == ["near"]


def test_evenings_of_the_same_four_are_no_copies() -> None:
    """Two hundred lists of points alone, whose rows are few that come again and again."""
    kinds = [
        "=1,1,-1,-1",
        "=1,-1,1,-1",
        "=-1,1,1,-1",
        "=-1,-1,1,1",
        "=2,-2,2,-2",
        "=-2,2,-2,2",
        "=3,-1,-1,-1",
        "=1,1,-3,1",
    ]
    draw = Random(5)
    books = [book(*draw.choices(kinds, k=draw.choice((8, 16, 24)))) for _ in range(200)]
    assert twice(*books) == []


def test_a_near_copy_is_said_and_both_are_counted(tmp_path: Path) -> None:
    write(tmp_path / "a.yaml", "Anna Cem 130", "Ben Dora 156", head="date: 2026-11-27\n")
    write(tmp_path / "b.yaml", "Anna Cem 130", "Ben Dora 156", "Ben Cem 90", head="date: 2026-11-27\n")
    done = run(tmp_path, "standings", "a.yaml", "b.yaml")
    assert done.returncode == 0
    assert done.stderr == (
        "b.yaml:3:10: warning[T608] sheet-twice: nearly the same list as a.yaml:3 (2 of 3 entries in common); both"
        " are counted\n"
    )
    assert hands(tmp_path, ".") == 5
    write(tmp_path / "b.yaml", "Anna Cem 130", "Ben Dora 156", "Ben Cem 90", head="ok: [T608]\n")
    assert run(tmp_path, "standings", ".").stderr == ""


def test_lists_that_merely_look_alike_are_two() -> None:
    assert twice(book("A C 130"), book("A C 131")) == []
    assert twice(book("A C 130"), book("A C 130", players=("A", "B", "C", "E"))) == []
    assert twice(book("A C 130", head="date: 2026-11-27"), book("A C 130", head="date: 2026-12-04")) == []
    assert twice(book("A C 130"), book("A C 130", head="rules: nur-punkte")) == []
    nothing, _ = read_sheet(f"dokosheet: 1\n{PLAYERS}\nhands:\n  - notiz x\n", "x.yaml")
    assert nothing is not None
    assert twice(keep(nothing), keep(nothing)) == []


def test_who_says_that_these_are_two_lists_is_believed(tmp_path: Path) -> None:
    write(tmp_path / "a.yaml")
    write(tmp_path / "b.yaml", head="ok: [T608]\n")
    assert hands(tmp_path, ".") == 4
    assert run(tmp_path, "check", ".").stdout == "2 sheets, 4 hands: nothing found\n"
    write(tmp_path / "b.yaml")
    done = run(tmp_path, "standings", ".", "--ignore", "T608", "--format", "json")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["standings"][0]["hands"] == 4
    assert run(tmp_path, "standings", ".", "--ignore", "T9").returncode == 2


# -- names


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("J\u00fcrgen", "Ju\u0308rgen"),
        ("Silke Alberts", " Silke  Alberts "),
        ("Silke Alberts", "Silke\u00a0Alberts"),
        ("Silke Alberts", "Silke\u202f \u2009Alberts"),
        ("Silke Alberts", "\u3000Silke\tAlberts"),
        ("Silke Alberts", "Silke Al\u00adberts\u200b"),
    ],
)
def test_what_looks_the_same_is_one_person(tmp_path: Path, one: str, other: str) -> None:
    for i, name in enumerate((one, other)):
        written = json.dumps(name, ensure_ascii="\t" in name)
        players = f"players: [{{name: {written}, as: X}}, Ben, Cem, Dora]"
        write(tmp_path / f"{i}.yaml", "X Ben 130", f"X Cem {131 + i}", players=players)
    value = ranked(tmp_path, ".", code=0)
    assert {row["player"]: row["hands"] for row in value["standings"]}[clean(one)] == 4
    assert (len(value["standings"]), value["findings"]) == (4, [])


@pytest.mark.parametrize("other", ["Silke  A", "Silke\u00a0A", " Silke A", "silke a"])
def test_two_on_one_sheet_that_are_the_same_do_not_make_a_table(other: str) -> None:
    names = f'{{name: Silke A, as: S1}}, {{name: "{other}", as: S2}}, Cem, Dora'
    sheet, found = read_sheet(f"dokosheet: 1\nplayers: [{names}]\nhands: []\n", "x.yaml")
    assert sheet is None
    assert [f.message_id for f in found] == ["F108.twice"]


def test_who_comes_later_is_compared_in_the_same_way() -> None:
    book = ledger("wechsel D Ju\u0308rgen", "A Ju\u0308rgen 130")
    assert book.present == ("A", "B", "C", "J\u00fcrgen")
    assert ledger("wechsel D Ju\u0308rgen", "A J\u00fcrgen 130").totals == book.totals


def near(*tables: tuple[str, ...]) -> list[tuple[str, str]]:
    seen = Seen()
    for i, names in enumerate(tables):
        listed = ", ".join(f'{{name: "{name}", as: P{j}x}}' for j, name in enumerate(names))
        sheet, found = read_sheet(f"dokosheet: 1\nplayers: [{listed}]\nhands: []\n", "x.yaml")
        assert sheet is not None, found
        seen.take(kept_of(keep(sheet), f"{i}.yaml"))
    return [(str(f.args["near"]), str(f.args["name"])) for f in name_similar(seen)]


REST = ("Bertram", "Cemal", "Dorothea")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Silke Alberts", "Silke Albers"),
        ("Silke Alberts", "SILKE alberts"),
        ("Hans Peter", "Hanspeter"),
        ("Hans-Peter", "Hans Peter"),
        ("M\u00fcller", "Mueller"),
        ("M\u00fcller", "Muller"),
        ("J\u00e4ger", "Jeger"),
        ("J\u00e4ger", "J\u00f6ger"),
        ("Stra\u00dfe", "Strasse"),
        ("Wei\u00df", "WEISS"),
        ("Andr\u00e9", "Andre"),
        ("Meier", "Meyer"),
        ("Anna", "Anne"),
        ("Jan", "Jon"),
        ("Bo", "Bob"),
        ("Bo", "Jo"),
        ("Annika", "Anika"),
        ("Xaver", "aver"),
        ("Siegfried", "Seigfried"),
        ("Brigitte", "Birgitte"),
        ("Albers", "Ablers"),
        ("Ina", "Ian"),
        ("Grossmann", "Gro\u00dfmann"),
        ("Anna-Lena", "Anna Lena"),
        ("Anna-Lena", "Annalena"),
        ("Zo\u00eb", "Zoe"),
        ("F\u00e9lix Andr\u00e9", "Felix Andre"),
        ("Silke A.", "Silke Albers"),
        ("Silke A", "Silke Albers"),
        ("S. Albers", "Silke Albers"),
        ("Silke M. Albers", "Silke Marie Albers"),
        ("Albers, Silke", "Silke Albers"),
        ("Albers Silke", "Silke Albers"),
        ("Albers, S.", "Silke Albers"),
        ("M\u00fcller, J\u00fcrgen", "Juergen Mueller"),
    ],
)
def test_names_that_differ_by_hardly_anything_are_named(one: str, other: str) -> None:
    assert near((one, *REST), (other, *REST)) == [(one, other)]
    assert near((other, *REST), (one, *REST)) == [(other, one)]
    if fold(one) != fold(other):  # else they do not make a table
        assert near((one, other, *REST[:2]), (other, *REST)) == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Silke Alberts", "Silke Alber"),
        ("Anna", "Enno"),
        ("Spieler 1", "Spieler 2"),
        ("Anna", "Anna2"),
        ("Anna K.", "Anna M."),
        ("Cem-B", "Cem-C"),
        ("A", "E"),
        ("Spieler 12", "Spieler 21"),
        ("Spieler 1", "Spieler 12"),
        ("Silke A.", "Silke Berg"),
        ("Silke Albers", "Silke Adam"),
        ("S. Albers", "Maria Albers"),
        ("S. A.", "Silke Albers"),
        ("Silke", "Silke Albers"),
        ("Silke Albers", "Silke Marie Albers"),
    ],
)
def test_names_that_differ_by_more_or_on_purpose_are_not(one: str, other: str) -> None:
    assert near((one, *REST), (other, *REST)) == []


def test_every_letter_of_a_name_can_be_the_wrong_one() -> None:
    name = "Kunigunde"
    for i in range(len(name)):
        swapped = name[:i] + name[i + 1 : i + 2] + name[i] + name[i + 2 :]
        ways = [name[:i] + name[i + 1 :], f"{name[:i]}x{name[i:]}", f"{name[:i]}x{name[i + 1 :]}", swapped]
        for other in ways[: 3 + (i < len(name) - 1)]:
            assert near((name, *REST), (other, *REST)) == [(name, other)], other


def test_a_near_name_is_a_warning_that_can_be_answered(tmp_path: Path) -> None:
    write(tmp_path / "a.yaml", "Ben Cem 130", players="players: [Anna, Ben, Cem, Dora]")
    write(tmp_path / "b.yaml", "Ben Cem 131", players="players: [Anne, Ben, Cem, Dora]")
    done = run(tmp_path, "standings", ".")
    assert done.returncode == 0
    assert (
        "./b.yaml:2:10: warning[T604] name-similar: \u201cAnne\u201d and \u201cAnna\u201d (./a.yaml:2)" in done.stderr
    )
    assert run(tmp_path, "standings", ".", "--ignore", "name-similar").stderr == ""
    write(tmp_path / "b.yaml", "Ben Cem 131", players="players: [Anne, Ben, Cem, Dora]", head="ok: T604\n")
    assert run(tmp_path, "standings", ".").stderr == ""
    assert run(tmp_path, "check", ".").returncode == 0


def test_thousands_of_names_are_no_millions_of_pairs() -> None:
    seen = Seen()
    for i in range(4000):
        letters = "".join(chr(97 + int(digit)) for digit in f"{i * 7919 % 10**8:08}")
        seen.names[f"{letters} a{letters[::-1]}"] = Name("x.yaml", Place(1, 1, 2), {i})
    before = time.process_time()
    found = list(name_similar(seen))
    assert time.process_time() - before < 4
    assert found == []
