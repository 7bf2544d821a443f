"""Correcting sheets: what stands there afterwards, what is refused, what follows, and that nothing else changes."""

from __future__ import annotations

import contextlib
import os
import random
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dokosheet
from dokosheet.edit.changes import Range
from dokosheet.files.tree import ListNode
from dokosheet.files.trouble import Unremembered
from helpers import (
    Changed,
    Edit,
    MappingNode,
    Refused,
    Unread,
    journal,
    mending,
    open_sheet,
    parse,
    seating,
    trail,
    verbs,
)

UNIX = pytest.mark.skipif(sys.platform == "win32", reason="processes as Unix has them")
UM = re.compile(r" um:\d{4}-\d\d-\d\dT\d\d:\d\d")
HEAD = "dokosheet: 1\nplayers: [Anna, Ben, Cem, Dora]\nhands:\n"
HANDS = """  - Anna Cem 156 fuchs:Anna  # knapp
  - ben dora 120
  - strafe Dora gering
  - Ben damensolo 190 re
  # der vierte
  - Cem Dora 140 kontra
"""


@pytest.fixture
def path(tmp_path: Path) -> str:
    file = tmp_path / "abend.yaml"
    file.write_text(HEAD + HANDS, "utf-8")
    return str(file)


def raw(path: str) -> str:
    return Path(path).read_bytes().decode("utf-8")


def text(path: str) -> str:
    """What stands in a sheet, without the times."""
    return UM.sub("", raw(path))


def body(path: str) -> list[str]:
    return [line.strip().removeprefix("- ") for line in text(path).splitlines()[3:]]


# -- the verbs


def test_amend_leaves_what_stood_there(path: str) -> None:
    done = verbs.amend(path, "1", ["131", "-f:an", "+dk:re"], "Augen verzählt")
    assert done.written
    struck = '  - gestrichen "Anna Cem 156 fuchs:Anna" "Augen verzählt"\n'
    assert text(path) == HEAD + struck + "  - Anna Cem 131 doppelkopf:re  # knapp\n" + HANDS.split("\n", 1)[1]
    assert [row.n for row in done.rows] == [1]
    assert (done.followed.dealers, done.caused, done.gone) == ((), (), ())


def test_a_line_of_blanks_below_a_block_stays(path: str) -> None:
    Path(path).write_text(HEAD + "- >-\n   Anna Cem 156\n   \n- ben dora 120\n", "utf-8")
    verbs.amend(path, "1", ["131"])
    assert text(path) == HEAD + '- gestrichen "Anna Cem 156"\n- Anna Cem 131\n   \n- ben dora 120\n'


def test_any_line_can_be_named_by_its_place_in_the_file(path: str) -> None:
    verbs.amend(path, ":6", ["strafe", "Ben", "gering"])
    assert body(path)[2:4] == ['gestrichen "strafe Dora gering"', "strafe Ben gering"]
    verbs.strike(path, ":7", "Irrtum")
    assert body(path)[2:4] == ['gestrichen "strafe Dora gering"', 'gestrichen "strafe Ben gering" ersatzlos "Irrtum"']
    with pytest.raises(Refused, match=r"correct\.no-line"):
        verbs.strike(path, ":7")
    verbs.insert(path, ":8", ["neugeben", "Cem"])
    assert body(path)[4:7] == ['gestrichen ""', "neugeben Cem", "Ben damensolo 190 re"]


def test_amend_with_a_whole_hand_or_another_entry(path: str) -> None:
    verbs.amend(path, "2", ["ben", "cem", "130", "re"])
    assert body(path)[1:3] == ['gestrichen "ben dora 120"', "Ben Cem 130 re"]
    done = verbs.amend(path, "4", ["neugeben", "Ben", "Karte aufgedeckt"])
    assert body(path)[-1] == 'neugeben Ben "Karte aufgedeckt"'
    assert done.rows == ()


def test_strike_and_what_moves(path: str) -> None:
    done = verbs.strike(path, "1", "doppelt")
    assert body(path)[0] == 'gestrichen "Anna Cem 156 fuchs:Anna" ersatzlos "doppelt"  # knapp'
    assert done.followed.numbers == (Range(1, 3, (2, 3, 4), (1, 2, 3)),)
    assert done.followed.dealers == (Range(1, 3, ("Ben", "Cem", "Cem"), ("Anna", "Ben", "Ben")),)
    assert verbs.strike(path, "1").notes == (("correct.penalty-behind", {"line": "strafe Dora gering"}),)


def test_insert_goes_above_what_was_struck_there(path: str) -> None:
    verbs.amend(path, "2", ["130"])
    done = verbs.insert(path, "2", ["Anna", "Ben", "140"])
    assert body(path)[1:5] == ['gestrichen ""', "Anna Ben 140", 'gestrichen "ben dora 120"', "Ben Dora 130"]
    assert [row.n for row in done.rows] == [2]
    assert done.followed.numbers == (Range(3, 5, (2, 3, 4), (3, 4, 5)),)
    verbs.insert(path, "6", ["Anna", "Ben", "141"])
    assert body(path)[-1] == "Anna Ben 141"
    verbs.append(path, "close", ["ende", "zeit"])
    verbs.insert(path, "7", ["Anna", "Ben", "142"], "nachgetragen")
    assert body(path)[-3:] == ['gestrichen "" "nachgetragen"', "Anna Ben 142", "ende zeit"]


def test_insert_into_a_list_that_is_empty(tmp_path: Path) -> None:
    file = tmp_path / "leer.yaml"
    file.write_text(HEAD, "utf-8")
    assert verbs.insert(str(file), "1", ["Anna", "Cem", "156"]).written
    assert file.read_text("utf-8") == HEAD + "  - Anna Cem 156\n"


@pytest.mark.parametrize(
    ("n", "m", "expected"),
    [
        ("4", "1", ["Cem Dora 140 kontra", "Anna Cem 156 fuchs:Anna", "ben dora 120", "Ben damensolo 190 re"]),
        ("1", "3", ["ben dora 120", "Ben damensolo 190 re", "Anna Cem 156 fuchs:Anna", "Cem Dora 140 kontra"]),
        ("1", "4", ["ben dora 120", "Ben damensolo 190 re", "Cem Dora 140 kontra", "Anna Cem 156 fuchs:Anna"]),
        ("2", "1", ["ben dora 120", "Anna Cem 156 fuchs:Anna", "Ben damensolo 190 re", "Cem Dora 140 kontra"]),
    ],
)
def test_move(path: str, n: str, m: str, expected: list[str]) -> None:
    done = verbs.move(path, n, m, lambda to: f"jetzt {to}")
    ledger = open_sheet(path).ledger
    assert ledger is not None
    assert [row.entry.source.text for row in ledger.rows] == expected
    assert [row.n for row in done.rows] == [int(m)]
    penalty = ledger.penalties[0]
    assert ledger.rows[penalty.after_hand - 1].entry.source.text == "ben dora 120"
    assert f'ersatzlos "jetzt {m}"' in text(path)


def test_penalty(path: str) -> None:
    verbs.penalty(path, ["1", "anna", "gering", "vorgesagt"])
    assert body(path)[1:3] == ['gestrichen ""', 'strafe Anna gering "vorgesagt"']
    verbs.penalty(path, ["2", "ben", "gering"])
    assert body(path)[3:7] == ["ben dora 120", "strafe Dora gering", 'gestrichen ""', "strafe Ben gering"]
    done = verbs.penalty(path, ["Cem", "gering"])
    assert body(path)[-1] == "strafe Cem gering"
    assert done.written
    assert not verbs.penalty(path, ["Cem", "quatsch"]).written


def test_join_leave_close_reopen(path: str) -> None:
    assert verbs.append(path, "join", ["kommt", "Emil", "nach", "cem"]).written
    assert verbs.append(path, "leave", ["geht", "ben"], "musste heim").written
    assert verbs.append(path, "close", ["ende"]).written
    assert body(path)[-4:] == ["kommt Emil nach Cem", 'gestrichen "" "musste heim"', "geht Ben", "ende"]
    with pytest.raises(Refused, match=r"correct\.closed"):
        verbs.append(path, "close", ["ende"])
    assert verbs.reopen(path).written
    assert body(path)[-1] == 'gestrichen "ende" ersatzlos'
    with pytest.raises(Refused, match=r"correct\.open"):
        verbs.reopen(path)


def test_the_mode_and_the_findings_that_follow(tmp_path: Path) -> None:
    file = tmp_path / "a.yaml"
    file.write_text(HEAD + "  - Ben damensolo 190\n  - Ben bubensolo 150 ==-3,9,-3,-3\n  - A C 150\n", "utf-8")
    done = verbs.amend(str(file), "1", ["Anna", "Ben", "-damensolo"])
    assert done.followed.modes == (Range(2, 2, ("lust",), ("pflicht",)),)
    assert done.gone == ()
    again = verbs.amend(str(file), "2", ["-=="])
    assert [finding.code for finding in again.gone] == ["S405"]


def test_bock_follows(tmp_path: Path) -> None:
    file = tmp_path / "a.yaml"
    rules = "rules: {extends: tsr, bock: {triggers: {heart_trick: {}}}}\n"
    file.write_text(HEAD.replace("hands", f"{rules}hands") + "  - A C 150 herzstich\n" + "  - A C 150\n" * 6, "utf-8")
    sheet = open_sheet(str(file))
    assert sheet.ledger is not None, sheet.findings
    if not any(row.bock for row in sheet.ledger.rows):
        pytest.skip("this ruleset begins no Bock")
    done = verbs.amend(str(file), "1", ["-herzstich"])
    assert [(one.first, one.last) for one in done.followed.bock] == [(2, 5)]


# -- what is refused


REFUSALS: list[tuple[Callable[[str], Edit], str]] = [
    (lambda p: verbs.amend(p, "0", ["131"]), "error.no-hand"),
    (lambda p: verbs.amend(p, "5", ["131"]), "error.no-hand"),
    (lambda p: verbs.amend(p, "-1", ["131"]), "error.no-hand"),
    (lambda p: verbs.amend(p, "sieben", ["131"]), "error.no-hand"),
    (lambda p: verbs.amend(p, "", ["131"]), "correct.no-place"),
    (lambda p: verbs.amend(p, "9" * 5000, ["131"]), "error.no-hand"),
    (lambda p: verbs.amend(p, "٣", ["131"]), "error.no-hand"),
    (lambda p: verbs.amend(p, "P1", ["131"]), "correct.rubric"),
    (lambda p: verbs.amend(p, ":6", ["gering"]), "correct.no-hand"),
    (lambda p: verbs.strike(p, ":3"), "correct.no-line"),
    (lambda p: verbs.strike(p, ":99"), "correct.no-line"),
    (lambda p: verbs.strike(p, ":"), "correct.no-place"),
    (lambda p: verbs.insert(p, ":8", ["Anna", "Cem", "130"]), "correct.no-line"),
    (lambda p: verbs.amend(p, "1", ["156"]), "correct.same"),
    (lambda p: verbs.strike(p, "5"), "error.no-hand"),
    (lambda p: verbs.insert(p, "6", ["Anna", "Cem", "120"]), "error.no-hand"),
    (lambda p: verbs.move(p, "2", "2", str), "correct.same-place"),
    (lambda p: verbs.move(p, "2", "5", str), "error.no-hand"),
    (lambda p: verbs.penalty(p, ["2"]), "correct.penalty-words"),
    (lambda p: verbs.penalty(p, ["9", "Anna", "gering"]), "error.no-hand"),
    (lambda p: seating.seats(p, ["Anna", "Ben", "Cem", "Cem"]), "correct.seats"),
    (lambda p: seating.seats(p, ["Anna", "Ben", "Cem", "Xaver"]), "correct.nobody"),
    (lambda p: seating.seats(p, ["Anna", "Ben", "Cem", "Dora"]), "correct.same-seats"),
    (lambda p: seating.rename(p, "Ben", "DORA"), "correct.name-taken"),
    (lambda p: seating.rename(p, "Ben", " "), "correct.no-name"),
    (lambda p: seating.rename(p, "Ben", "Ben"), "correct.same-name"),
    (lambda p: seating.rename(p, "Ben", "007"), "correct.bad-name"),
    (lambda p: seating.rename(p, "Xaver", "Ben"), "correct.nobody"),
]


@pytest.mark.parametrize(("correct", "why"), REFUSALS)
def test_what_cannot_be_corrected_is_said(path: str, correct: Callable[[str], Edit], why: str) -> None:
    with pytest.raises(Refused) as refused:
        correct(path)
    assert refused.value.why == why
    assert raw(path) == HEAD + HANDS
    assert not journal.place(Path(path)).exists()


def test_tokens_that_cannot_be_read(path: str) -> None:
    for tokens in (["k90"], ["Xaver", "Cem", "120"], ["+fuchs"], ["strafe", "Xaver", "gering"]):
        with pytest.raises(Unread):
            verbs.amend(path, "1", tokens)
    assert raw(path) == HEAD + HANDS


def test_what_cannot_have_been_played_is_refused_unless_forced(path: str) -> None:
    done = verbs.amend(path, "1", ["239"])
    assert not done.written
    assert [finding.code for finding in done.caused] == ["H201"]
    assert raw(path) == HEAD + HANDS
    assert verbs.amend(path, "1", ["239"], force=True).written
    assert verbs.amend(path, "1", ["+karlchen:re"]).written, "the error stood there before"
    assert not verbs.amend(path, "1", ["241"]).written, "another one is a new one"
    assert verbs.amend(path, "1", ["Anna", "Cem", "131", "12x4"], force=True).written
    assert "Anna Cem 131 12x4  # knapp" in body(path)
    with pytest.raises(Refused, match=r"correct\.broken"):
        verbs.amend(path, "1", ["132"])
    assert verbs.amend(path, "1", ["Anna", "Cem", "131"]).written


MAPPINGS = """  - {re: [Anna, Cem], augen: 156, calls: [{call: re, player: Cem}]}
  - re: [Ben]
    kind: damensolo  # sein erstes
    augen: {re: 190}
  - re: [Ben, Dora]
    augen: nix
  - re: [Ben, Dora]
    augen: 120
    score: [2, -2, 2, -2]
    note: Ben war da
"""


def test_mappings(path: str) -> None:
    Path(path).write_text(HEAD + MAPPINGS, "utf-8")
    ways: dict[str, Callable[[str], Edit]] = {
        "amend": lambda n: verbs.amend(path, n, ["131"]),
        "strike": lambda n: verbs.strike(path, n),
        "move": lambda n: verbs.move(path, n, "1", str),
    }
    for n, verb, why in (("1", "amend", "mapping"), ("2", "strike", "comments"), ("3", "move", "unread-mapping")):
        with pytest.raises(Refused, match=rf"correct\.{why}"):
            ways[verb](n)
    assert verbs.strike(path, "1").written
    assert body(path)[0] == 'gestrichen "Anna Cem 156 re/Cem" ersatzlos'
    assert verbs.move(path, "3", "1", str).written
    assert body(path)[1] == 'Ben Dora 120 =2,-2,2,-2 "Ben war da"'


def test_the_rubric_has_no_room_for_what_is_struck(tmp_path: Path) -> None:
    file = tmp_path / "a.yaml"
    file.write_text(HEAD.replace("hands", "pflichtsoli:\n  - Ben damensolo 190\nhands") + "  - Anna Cem 156\n", "utf-8")
    with pytest.raises(Refused, match=r"correct\.rubric"):
        verbs.strike(str(file), "2")
    assert verbs.amend(str(file), "1", ["131"]).written
    assert verbs.insert(str(file), "2", ["Ben", "Dora", "120"]).written


# -- seats and names


def points(path: str) -> Any:
    ledger = open_sheet(path).ledger
    assert ledger is not None
    return [dict(row.points or {}) for row in ledger.rows], dict(ledger.totals)


ROWS = """  - Anna Cem 156 =2,-2,2,-2 ==2,-2,2,-2  # knapp
  - 2 4 120 =2,-2,2,-2
  - {re: [Ben], kind: damensolo, augen: 190, score: [-3, 9, -3, -3]}
  - uebertrag 1,5,1,-7
  - =1,1,?,-1
"""


def test_seats_keep_every_number_with_its_player(path: str) -> None:
    Path(path).write_text(HEAD + ROWS, "utf-8")
    before = points(path)
    done = seating.seats(path, ["dora", "anna", "cem", "ben"], reason="falsch notiert")
    assert done.written
    assert points(path) == before
    assert text(path).splitlines()[1:3] == ["players: [Dora, Anna, Cem, Ben]", "dealer: Anna"]
    assert body(path)[1] == '\'gestrichen "players: Anna, Ben, Cem, Dora" ersatzlos "falsch notiert"\''
    assert "Anna Cem 156 =-2,2,2,-2 ==-2,2,2,-2  # knapp" in body(path)
    assert "Ben Dora 120 =-2,2,2,-2" in body(path)
    assert "{re: [Ben], kind: damensolo, augen: 190, score: [-3, -3, -3, 9]}" in body(path)
    assert "uebertrag -7,1,1,5" in body(path)
    sheet = open_sheet(path)
    assert sheet.ledger is not None
    assert sheet.ledger.rows[0].dealer == "Anna"


def test_seats_are_refused_where_a_row_cannot_be_read(path: str) -> None:
    Path(path).write_text(HEAD + ROWS + "  - Anna Cem 1x =1,-1,1,-1\n", "utf-8")
    with pytest.raises(Refused, match=r"correct\.not-everywhere"):
        seating.seats(path, ["Dora", "Anna", "Cem", "Ben"])
    assert raw(path).endswith("1x =1,-1,1,-1\n")


def test_another_first_dealer(path: str) -> None:
    done = seating.seats(path, ["Anna", "Ben", "Cem", "Dora"], dealer="Cem")
    assert done.written
    assert "dealer: Cem\n" in raw(path)
    assert seating.seats(path, ["Anna", "Ben", "Cem", "Dora"], dealer="Dora").written
    assert "dealer: Dora\n" in raw(path)
    assert raw(path).count("dealer:") == 1


def test_at_a_table_of_five_who_sat_out_stays_who_sat_out(tmp_path: Path) -> None:
    file = tmp_path / "fuenf.yaml"
    file.write_text(
        "dokosheet: 1\nplayers: [Anna, Ben, Cem, Dora, Emil]\nhands:\n  - =-,1,1,-1,-1\n  - =1,-,1,-1,-1\n", "utf-8"
    )
    before = points(str(file))
    done = seating.seats(str(file), ["Anna", "Ben", "Cem", "Emil", "Dora"])
    assert done.written
    assert points(str(file)) == before


NAMED = """  - gestrichen "Ben Dora 100"
  - ben dora 120 re@11/be fuchs:Ben geber:Ben "Ben war gut"
  - an cem 140
  - {re: [Ben, Cem], augen: 130, winners: [Ben, Cem], note: Ben}
  - strafe Ben gering "Ben sagte vor"
  - kommt Emil nach Ben
  - geht Ben
  - notiz "Ben ist weg"
"""


@pytest.mark.parametrize(("new", "word"), [("Bernd", "Bernd"), ("Anton", "Anton"), ("Bernd Groß", "Bernd")])
def test_rename_everywhere_but_in_free_text(path: str, new: str, word: str) -> None:
    Path(path).write_text(HEAD + NAMED, "utf-8")
    before = points(path)
    assert seating.rename(path, "ben", new).written
    renamed = [{new if n == "Ben" else n: p for n, p in row.items()} for row in before[0]]
    assert points(path)[0] == renamed
    lines = body(path)
    assert lines[1] == 'gestrichen "Ben Dora 100"'
    assert lines[2] == f'{word} Dora 120 re@11/{word} fuchs:{word} geber:{word} "Ben war gut"'
    assert lines[3] == ("Anna Cem 140" if new == "Anton" else "an cem 140")
    assert lines[4] == f"{{re: [{word}, Cem], augen: 130, winners: [{word}, Cem], note: Ben}}"
    assert lines[5:9] == [
        f'strafe {word} gering "Ben sagte vor"',
        f"kommt Emil nach {word}",
        f"geht {word}",
        'notiz "Ben ist weg"',
    ]


def test_rename_of_the_dealer_and_of_who_came_later(path: str) -> None:
    Path(path).write_text(HEAD.replace("hands", "dealer: Ben\nhands") + "  - kommt Emil\n  - Ben Emil 120\n", "utf-8")
    seating.rename(path, "Ben", "Bernd")
    seating.rename(path, "Emil", "Erik")
    assert "dealer: Bernd\n" in raw(path)
    assert body(path)[-2:] == ["kommt Erik", "Bernd Erik 120"]
    with pytest.raises(Refused, match=r"correct\.bad-name"):
        seating.rename(path, "Erik", "Erik Groß")


# -- the trail


def test_history(path: str) -> None:
    verbs.amend(path, "1", ["131"], "verzählt")
    verbs.amend(path, "1", ["132"])
    verbs.strike(path, "2")
    verbs.insert(path, "2", ["Anna", "Dora", "150"])
    seating.rename(path, "Ben", "Bernd")
    found = [(one.before, one.now, one.hand, one.reason) for one in trail.history(open_sheet(path))]
    assert found == [
        ("players: Anna, Ben, Cem, Dora", "players: Anna, Bernd, Cem, Dora", None, ""),
        ("Anna Cem 156 fuchs:Anna", "Anna Cem 132 fuchs:Anna", 1, "verzählt"),
        ("Anna Cem 131 fuchs:Anna", "Anna Cem 132 fuchs:Anna", 1, ""),
        ("ben dora 120", "", None, ""),
        ("", "Anna Dora 150", 2, ""),
    ]


def test_what_was_put_in_and_struck_is_one_entry(path: str) -> None:
    verbs.insert(path, "1", ["Anna", "Dora", "150"])
    verbs.strike(path, "1", "doch nicht")
    found = [(one.before, one.now, one.hand, one.reason) for one in trail.history(open_sheet(path))]
    assert found == [("Anna Dora 150", "", None, "doch nicht")]


# -- undo and redo


def test_undo_and_redo_give_back_every_byte(path: str) -> None:
    texts = [raw(path)]
    for step in (
        lambda: verbs.add(path, ["Anna", "Ben", "140"]),
        lambda: verbs.fmt(path),
        lambda: verbs.amend(path, "1", ["131"]),
        lambda: seating.rename(path, "Ben", "Bernd"),
    ):
        step()
        texts.append(raw(path))
    for expected in texts[-2::-1]:
        trail.undo(path)
        assert raw(path) == expected
    with pytest.raises(Refused, match=r"undo\.nothing"):
        trail.undo(path)
    for expected in texts[1:]:
        trail.redo(path)
        assert raw(path) == expected
    with pytest.raises(Refused, match="redo"):
        trail.redo(path)
    trail.undo(path)
    verbs.strike(path, "1")
    with pytest.raises(Refused, match="redo"):
        trail.redo(path)


def test_fix_can_be_taken_back(path: str) -> None:
    from dokosheet.edit.document import Found
    from dokosheet.edit.many import Choice

    Path(path).write_text(HEAD + "  - Anna Cem 156 =3,-2,2,-2\n", "utf-8")
    before = raw(path)
    fixed = mending.fix(Found(path), Choice(), lambda _: "as computed", "2026-11-27T21:14")
    assert fixed is not None
    assert raw(path) != before
    assert trail.undo(path).step.verb == "check --fix"
    assert raw(path) == before


def test_what_was_edited_by_hand_elsewhere_is_kept(path: str) -> None:
    verbs.amend(path, "1", ["131"])
    first = raw(path)
    Path(path).write_text(first.replace("140", "150"), "utf-8")
    verbs.strike(path, "2")
    struck = raw(path)
    Path(path).write_text(struck + "# Ende\n", "utf-8")
    assert trail.undo(path).notes
    assert raw(path) == first.replace("140", "150") + "# Ende\n"
    assert trail.undo(path).notes
    assert raw(path) == (HEAD + HANDS).replace("140", "150") + "# Ende\n"
    trail.redo(path)
    trail.redo(path)
    assert raw(path) == struck + "# Ende\n"


def test_a_line_that_both_have_changed_is_not_taken_back(path: str) -> None:
    verbs.amend(path, "1", ["131"])
    edited = raw(path).replace("131", "132")
    Path(path).write_text(edited, "utf-8")
    with pytest.raises(Refused, match=r"undo\.conflict"):
        trail.undo(path)
    assert raw(path) == edited


@pytest.mark.parametrize(
    "data",
    [
        *(b"", b"{}", b"nix", b"\xff", b'{"version": 2}'),
        b'{"version": 1, "text": "x", "done": [{"start": -5, "old": "", "new": ""}]}',
        b'{"version": 1, "text": "x", "done": [{"start": 3, "old": "a", "new": "b", "verb": "add"}]}',
    ],
)
def test_a_journal_that_is_none_hinders_nobody(path: str, data: bytes) -> None:
    place = journal.place(Path(path))
    place.write_bytes(data)
    with pytest.raises(Refused, match=r"undo\.nothing"):
        trail.undo(path)
    before = raw(path)
    assert verbs.strike(path, "1").written
    trail.undo(path)
    assert raw(path) == before
    place.unlink()
    assert verbs.strike(path, "1").written


def test_a_folder_in_its_place_hinders_nobody(path: str) -> None:
    journal.place(Path(path)).mkdir()
    with pytest.warns(Unremembered):
        assert verbs.strike(path, "1").written
    with pytest.raises(Refused, match=r"undo\.nothing-known"):
        trail.undo(path)


def test_the_journal_is_bounded(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal, "STEPS", 5)
    for augen in range(121, 133):
        verbs.amend(path, "1", [str(augen)])
    assert len(journal.load(Path(path)).done) == 5
    monkeypatch.setattr(journal, "LONGEST", 150)
    verbs.amend(path, "1", ["140"])
    assert 1 <= len(journal.load(Path(path)).done) < 5


def test_a_save_that_fails_leaves_no_step(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import dokosheet.edit.saving as saving

    def refuse(file: Path, *_: object) -> None:
        raise Changed(file)

    with monkeypatch.context() as patched:
        patched.setattr(saving, "save", refuse)
        with pytest.raises(Changed):
            verbs.strike(path, "1")
    assert raw(path) == HEAD + HANDS
    with pytest.raises(Refused, match=r"undo\.nothing"):
        trail.undo(path)


def test_a_kill_between_journal_and_sheet_is_no_step(path: str) -> None:
    verbs.amend(path, "1", ["131"])
    first = raw(path)
    verbs.strike(path, "2")
    Path(path).write_text(first, "utf-8")  # as if the second had been killed before it wrote
    trail.undo(path)
    assert raw(path) == HEAD + HANDS


# -- laws over random commands and layouts


TOKENS = ["131", "re", "kontra90", "+fuchs:Anna", "-fuchs:Anna", "-re", "u60", "Anna Dora", "Ben damensolo", '"Notiz"']
WHOLE = ["Anna Cem 140", "Ben Dora 120 re", "Cem bubensolo 150", "=1,-1,1,-1", "notiz Pause"]


def command(chance: random.Random, path: str) -> None:
    """One random correction; what cannot be done is refused."""
    n, m = str(chance.randint(1, 6)), str(chance.randint(1, 6))
    ways: list[Callable[[], object]] = [
        lambda: verbs.amend(path, n, chance.choice(TOKENS).split()),
        lambda: verbs.amend(path, n, chance.choice(WHOLE).split(), "weil"),
        lambda: verbs.strike(path, n),
        lambda: verbs.insert(path, n, chance.choice(WHOLE).split()),
        lambda: verbs.move(path, n, m, str),
        lambda: verbs.penalty(path, [n, "Dora", "gering"]),
        lambda: verbs.append(path, "close", ["ende"]),
        lambda: verbs.reopen(path),
        lambda: seating.seats(path, chance.sample(["Anna", "B", "Cem", "Dora"], 4)),
        lambda: seating.rename(path, "B", chance.choice(["Ben", "Bert", "Bea"])),
        lambda: verbs.add(path, chance.choice(WHOLE).split()),
        lambda: verbs.fmt(path),
    ]
    with contextlib.suppress(Refused, Unread):
        chance.choice(ways)()


LAYOUTS = [
    HEAD + HANDS,
    HEAD + ROWS,
    (HEAD + HANDS).replace("\n", "\r\n"),
    "\ufeff" + HEAD + HANDS.rstrip("\n"),
    "{dokosheet: 1, players: [Anna, Ben, Cem, Dora], hands: [Anna Cem 156, 'Ben Dora 120',\n  Ben damensolo 190 ]}",
    (
        "# c\ndokosheet: 1\nplayers:\n- Anna\n- 'Ben' # b\n- {name: Cem, as: C1}\n- Dora\nhands: [\n"
        "  Anna C1 156, # x\n  Ben Dora 120,\n]\nnote: x\n"
    ),
    (
        "dokosheet: 1\nplayers: [Anna, Ben, Cem, Dora]\nhands:\n-   >\n    Anna Cem\n    156\n\n-\n"
        "  re: [Ben, Dora]\n"
        '  augen: 120\n- "Anna Cem 150"\n# Ende\nplace: Ö\n'
    ),
]


@pytest.mark.parametrize("seed", range(6))
def test_as_many_undos_give_back_the_first_sheet(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    file = tmp_path / "abend.yaml"
    file.write_bytes(LAYOUTS[seed % len(LAYOUTS)].encode())
    path, states = str(file), [file.read_bytes()]
    while len(states) <= 50:
        command(chance, path)
        if file.read_bytes() != states[-1]:
            states.append(file.read_bytes())
            if len(states) % 10 == 0:  # every state can be read
                assert open_sheet(path).sheet is not None
    for expected in states[-2::-1]:
        trail.undo(path)
        assert file.read_bytes() == expected
    for expected in states[1:]:
        trail.redo(path)
        assert file.read_bytes() == expected


@given(st.sampled_from(LAYOUTS), st.integers(0, 10**6), st.sampled_from(["amend", "strike", "insert", "move"]))
@settings(max_examples=120, deadline=None)
def test_every_byte_outside_the_lines_named_stays(layout: str, seed: int, verb: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "a.yaml"
        file.write_bytes(layout.encode())
        chance = random.Random(seed)
        n, m = str(chance.randint(1, 3)), str(chance.randint(1, 3))
        try:
            if verb == "amend":
                done = verbs.amend(str(file), n, [chance.choice(TOKENS)])
            elif verb == "strike":
                done = verbs.strike(str(file), n, chance.choice(["", "weil: #1"]))
            elif verb == "insert":
                done = verbs.insert(str(file), n, [chance.choice(WHOLE)])
            else:
                done = verbs.move(str(file), n, m, str)
        except (Refused, Unread):
            assert file.read_bytes() == layout.encode()
            return
        after = file.read_bytes().decode()
        if not done.written:
            assert after == layout
            return
        before = layout.splitlines(keepends=True)
        named = _lines_named(layout, done, n if verb != "insert" else "")
        kept = [line for number, line in enumerate(before, 1) if number not in named]
        if verb == "move":  # the penalty goes with its hand
            kept = [line for line in kept if "strafe" not in line]
        lines = iter(after.splitlines(keepends=True))
        missing = [line for line in kept if not any(line.rstrip("\r\n") == new.rstrip("\r\n") for new in lines)]
        assert missing == []
        assert after.count("\r\n") == after.count("\n") or "\r" not in layout


def _lines_named(layout: str, done: Edit, n: str) -> set[int]:
    """The lines of the item that was named; of the whole list between brackets."""
    root, _ = parse(layout)
    assert isinstance(root, MappingNode)
    hands = next(value for key, value in root.items if key.text == "hands")
    assert isinstance(hands, ListNode)
    if hands.flow:
        return set(range(hands.line, hands.end_line + 1))
    assert done.before.ledger is not None
    places = [row.entry.source.place for row in done.before.ledger.rows if str(row.n) == n]
    nodes = [node for node in hands.items for place in places if node.line == place.line]
    return {line for node in nodes for line in range(node.line, node.end_line + 1)}


# -- other processes


WRITER = """
import sys
from dokosheet.edit import verbs
for number in range(int(sys.argv[3])):
    done = verbs.penalty(sys.argv[1], [sys.argv[2], "gering", f'"{number}"'])
    assert done.written
"""
UNDOER = """
import sys
from dokosheet.edit import trail, verbs
while True:
    verbs.amend(sys.argv[1], "1", ["131"])
    trail.undo(sys.argv[1])
"""


def run(script: str, *args: object) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": str(Path(dokosheet.__file__).parents[1])}
    command = [sys.executable, "-c", script, *map(str, args)]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_two_who_correct_at_once_lose_nothing(path: str) -> None:
    for writer in [run(WRITER, path, name, 8) for name in ("Anna", "Cem")]:
        _, err = writer.communicate(timeout=120)
        assert writer.returncode == 0, err
    lines = [line for line in body(path) if line.startswith(("strafe Anna", "strafe Cem"))]
    assert sorted(lines) == sorted(f'strafe {name} gering "{n}"' for name in ("Anna", "Cem") for n in range(8))
    for _ in range(16):
        trail.undo(path)
    assert raw(path) == HEAD + HANDS


@UNIX
def test_a_kill_leaves_a_whole_sheet_that_can_be_taken_back(path: str) -> None:
    import time

    chance = random.Random(1)
    for _ in range(4):
        process = run(UNDOER, path)
        time.sleep(0.5 + chance.uniform(0, 0.2))
        process.kill()
        _, err = process.communicate(timeout=120)
        assert process.returncode < 0, err
        assert text(path) in (HEAD + HANDS, text_of_amended())
        if raw(path) != HEAD + HANDS:
            trail.undo(path)
        assert raw(path) == HEAD + HANDS


def text_of_amended() -> str:
    struck = '  - gestrichen "Anna Cem 156 fuchs:Anna"\n  - Anna Cem 131 fuchs:Anna  # knapp\n'
    return HEAD + struck + HANDS.split("\n", 1)[1]


def test_a_row_that_cannot_be_read_is_kept_by_another_name_and_bars_another_order(tmp_path: Path) -> None:
    path = tmp_path / "abend.yaml"
    before = HEAD + "  - uebertrag 3,x,-1,-1 spiele:3\n  - Anna Cem 156\n"
    path.write_text(before, "utf-8")
    with pytest.raises(Refused, match=r"correct\.not-everywhere"):
        seating.seats(str(path), ["B", "Anna", "Cem", "Dora"])
    assert path.read_text("utf-8") == before
    seating.rename(str(path), "Anna", "Zoe")
    assert "  - uebertrag 3,x,-1,-1 spiele:3\n  - Zoe Cem 156\n" in path.read_text("utf-8")
