"""A sheet of which only a part was read is never reported as whole, by no command, wherever the reading stopped."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from helpers import LIMIT, Document, opened, run

HEAD = "dokosheet: 1\nplayers: [A, B, C, D]\n"
P4 = HEAD + "hands:\n"
HAND = "  - A B 130\n"
#: Where the reading stops -> the text, and the line from which on nothing is read.
STOPS = {
    "a quote": (P4 + HAND + '  - "A B 130\n  - A damensolo 190\n', 5),
    "a single quote": (P4 + HAND + "  - 'A B 130\n  - A damensolo 190\n  - C's 120\n", 5),
    "a quote in the middle of the file": (P4 + HAND + '  - "A B 130\n  - A damensolo 190 "x"\n', 5),
    "a quote in the head": (HEAD + 'note: "x\nhands:\n' + HAND, 3),
    "a tab": (P4 + HAND + "\t- A B 130\n" + HAND, 5),
    "a tab in the head": (HEAD + "note:\n\t- x\nhands:\n" + HAND, 4),
    "ours": (P4 + HAND + "<<<<<<< HEAD\n  - A C 130\n=======\n  - A D 130\n>>>>>>> b\n", 5),
    "the middle of a conflict": (P4 + HAND + "=======\n  - A D 130\n", 5),
    "theirs": (P4 + HAND + ">>>>>>> branch\n  - A D 130\n", 5),
    "the base of a conflict": (P4 + HAND + "||||||| 1234\n  - A D 130\n", 5),
    "a conflict in the head": (HEAD + "<<<<<<< HEAD\nplace: X\n=======\nplace: Y\n>>>>>>> b\nhands:\n" + HAND, 3),
    "a conflict at the end": (P4 + HAND + ">>>>>>> branch", 5),
    "a conflict with carriage returns": ((P4 + HAND + "<<<<<<< HEAD\n" + HAND).replace("\n", "\r\n"), 5),
    "hands twice": (P4 + HAND + "hands:\n" + HAND, 5),
    "players twice": (HEAD + "players: [D, C, B, A]\nhands:\n" + HAND, 3),
    "rules twice": (HEAD + "rules: tsr\nrules: nur-punkte\nhands:\n" + HAND, 4),
    "two sheets in a file": (P4 + HAND + P4 + HAND, 5),
    "a second document": (P4 + HAND + "---\n" + P4 + HAND, 5),
    "a tag": (P4 + HAND + "  - !x A B 130\n", 5),
    "an anchor": (P4 + HAND + "  - &x A B 130\n", 5),
    "an alias": (P4 + HAND + "  - *x\n", 5),
    "a control character": (P4 + HAND + "  - A B 130 \x07\n", 5),
    "a sign of YAML": (P4 + HAND + "  - @A B 130\n", 5),
    "brackets that stay open": (P4 + HAND + "  - {re: [A, B], augen: 130\n" + HAND, 5),
    "half a mapping": (P4 + HAND + "  - re: [A, B]\n    augen: '130\n" + HAND, 5),
    "an indent": (P4 + HAND + " - A C 130\n", 5),
    "nested too deeply": (P4 + HAND + "  - " + "[" * 30 + "]" * 30 + "\n", 5),
    "hands that are no list": (HEAD + "hands: A B 130\n", 3),
    "too many entries": (P4 + "  - pause\n" * 10_001, 4),
}


def read(text: str) -> Document:
    return opened(text)


stops = pytest.mark.parametrize("stop", STOPS)


@stops
def test_totals_are_not_known_and_it_is_said_from_which_line_on(stop: str) -> None:
    text, line = STOPS[stop]
    sheet = read(text)
    assert sheet.unread == line
    assert sheet.ledger is not None
    assert not sheet.ledger.known
    assert [finding.args["unread"] for finding in sheet.stops] == [line]
    assert {finding.code for finding in sheet.stops} <= {"F101", "F103"}


@stops
def test_what_shows_a_sheet_says_so(stop: str, tmp_path: Path) -> None:
    text, line = STOPS[stop]
    (tmp_path / "a.yaml").write_text(text, "utf-8", newline="")
    shown = run(tmp_path, "show", "a.yaml")
    assert shown.returncode == 1
    assert f"Not read from line {line} on: the totals and what comes next are not known." in shown.stdout
    assert "Next:" not in shown.stdout
    assert "No hand yet" not in shown.stdout
    assert "Totals: A ?, B ?, C ?, D ?" in shown.stdout or HAND.strip(" -\n") not in text[: text.rindex("hands:")]
    value = json.loads(run(tmp_path, "show", "--format", "json", "a.yaml").stdout)
    assert value["totals"] == dict.fromkeys("ABCD")
    assert (value["totals_known"], value["incomplete"], value["next"]) == (False, True, None)
    assert value["unread_from"] == line


@pytest.mark.parametrize("stop", ["a quote", "ours", "hands twice"])
@pytest.mark.parametrize("how", [["--plain"], ["--lang", "de"]])
def test_it_is_heard_and_said_in_german(stop: str, how: list[str], tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(STOPS[stop][0])
    said = run(tmp_path, *how, "show", "a.yaml").stdout
    german = "Ab Zeile 5 nicht gelesen: Der Stand und wie es weitergeht sind nicht bekannt."
    assert (german if "de" in how else "Not read from line 5 on: the totals") in said
    assert "A ?, B ?, C ?, D ?" in said
    assert "hand 2" not in said
    checked = run(tmp_path, *how, "check", "a.yaml").stdout
    assert ("ab Zeile 5 nicht gelesen" if "de" in how else "not read from line 5 on") in checked


@stops
def test_standings_do_not_take_it_for_complete(stop: str, tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(STOPS[stop][0], "utf-8", newline="")
    ranked = run(tmp_path, "standings", "a.yaml")
    assert ranked.returncode == 1
    assert "not complete" in ranked.stderr


COMMANDS = [
    ["add", "a.yaml", "C D 130"],
    ["amend", "a.yaml", "1", "140"],
    ["strike", "a.yaml", "1"],
    ["insert", "a.yaml", "1", "C D 130"],
    ["penalty", "a.yaml", "1", "A", "gering"],
    ["join", "a.yaml", "E"],
    ["leave", "a.yaml", "A"],
    ["close", "a.yaml"],
    ["seats", "a.yaml", "B,A,C,D"],
    ["rename", "a.yaml", "A", "Z"],
    ["fmt", "a.yaml"],
    ["check", "--fix", "a.yaml"],
]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: " ".join(command[:2]))
@pytest.mark.parametrize("stop", ["a quote", "ours", "hands twice", "hands that are no list"])
def test_nothing_is_written_into_it_and_the_fault_is_shown(stop: str, command: list[str], tmp_path: Path) -> None:
    text, line = STOPS[stop]
    file = tmp_path / "a.yaml"
    file.write_text(text)
    for force in ([], ["--force"]) if command[0] not in ("fmt", "check") else ([],):
        done = run(tmp_path, *command, *force)
        assert done.returncode == 1
        assert f"; not read from line {line} on" in done.stdout  # the error itself
        assert "canonical" not in done.stdout
        assert file.read_text() == text
    if command[0] not in ("fmt", "check"):
        assert f"Nothing was written: the sheet is not read from line {line} on" in done.stdout


def test_what_was_taken_in_by_a_slip_of_an_editor_is_undone_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(P4)
    assert run(tmp_path, "add", "a.yaml", "A B 130").returncode == 0
    whole = (tmp_path / "a.yaml").read_text()
    (tmp_path / "a.yaml").write_text(whole + "---\n")
    done = run(tmp_path, "undo", "a.yaml")
    assert done.returncode == 0
    assert "Not read from line 4 on" in done.stdout
    assert (tmp_path / "a.yaml").read_text() == P4 + "---\n"


def test_the_trail_of_a_part_says_that_it_is_one(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(STOPS["a quote"][0])
    done = run(tmp_path, "history", "a.yaml")
    assert done.returncode == 1
    assert "not read from line 5 on" in done.stdout
    assert "Nothing has been corrected" not in done.stdout


def test_nothing_certain_is_mended_while_a_part_is_missing(tmp_path: Path) -> None:
    text = P4 + "  - A B 130 =1,1,-1,-2\n"
    (tmp_path / "a.yaml").write_text(text + '  - "A\n')
    done = run(tmp_path, "check", "--fix", "a.yaml")
    assert "Not mended: the sheet is not read from line 5 on" in done.stdout
    assert (tmp_path / "a.yaml").read_text() == text + '  - "A\n'


@pytest.mark.parametrize("mark", ["<<<<<<< HEAD", "=======", ">>>>>>> branch", "||||||| base"])
def test_the_marks_of_version_control_are_named(mark: str) -> None:
    (found,) = read(P4 + HAND + mark + "\n" + HAND).findings
    assert (found.message_id, found.args["mark"]) == ("F101.conflict", mark[:7])
    assert (found.place.line, found.place.column, found.place.end_column) == (5, 1, 8)


def test_an_error_above_a_conflict_is_shown_as_well() -> None:
    found = read(P4 + HAND + "  - @x\n" + HAND + "<<<<<<< HEAD\n").findings
    assert [finding.message_id for finding in found] == ["F101.leading-char", "F101.conflict"]
    assert read(P4 + HAND + "  - @x\n" + HAND + "<<<<<<< HEAD\n").unread == 5


def test_what_only_looks_like_a_mark_is_none() -> None:
    text = HEAD + 'note: |\n  =======\n  <<<<<<< x\nhands:\n  - notiz "======="\n  - A B 130 # =======\n'
    assert read(text).unread is None
    assert read(P4 + "# =======\n========\n").findings[0].variant != "conflict"


@pytest.mark.parametrize("data", [b"\xff", b" " * (LIMIT + 1)], ids=["a bad byte", "over 4 MiB"])
def test_of_what_cannot_be_read_at_all_nothing_is_known(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_bytes((P4 + HAND).encode() + data)
    value = json.loads(run(tmp_path, "show", "--format", "json", "a.yaml").stdout)
    assert (value["totals"], value["totals_known"], value["incomplete"], value["next"]) == (None, False, True, None)
    assert [finding["code"] for finding in value["findings"]] == ["F101"]
    for command in COMMANDS:
        done = run(tmp_path, *command)
        assert done.returncode == 1
        assert "F101" in done.stdout
        assert "canonical" not in done.stdout


def test_a_doubled_note_hides_no_hand() -> None:
    sheet = read(HEAD + "note: x\nnote: y\nhands:\n" + HAND)
    assert sheet.unread is None
    assert sheet.ledger is not None
    assert sheet.ledger.known
    assert sheet.ledger.sheet.head["note"] == "x"


# -- an entry that cannot be read

#: What stands in ``hands`` and cannot be read -> whether a hand is counted for it.
REFUSED = {
    "A B fuks:A": True,
    "X Y 130": True,
    "=2,x,2,-2": True,
    "=2,2,-2,-2 =1,1,-1,-1": True,
    "2 -2 2 -2": True,
    "A B 130 140": True,
    '"A B 130 fuchs: A"': True,
    "A B 130 fuchs: A": True,
    "[A, B, 130]": True,
    "[[A]]": True,
    "{re: [A, B], augen: 130, augen: 140}": True,
    "{re: [A, B], augen: {re: 1, re: 130}}": True,
    "{re: [A, B], augen: x}": True,
    "{? [re] : [A, B]}": True,
    "{xyz: 1}": True,
    "{}": True,
    "": False,
    '""': False,
    "# A B 130": False,
    "strafe A": False,
    "strafe X gering": False,
    "strafe A gering absagen:x": False,
    "strafe A gering xyz:1": False,
    "strafe A frechheit": False,
    "strafe A gering: x": False,
    "{penalty: {player: A, id: minor, id: severe}}": False,
    "{penalty: {player: A}}": False,
    "bock +99": False,
    "kommt A": False,
    "kommt E nach X": False,
    "geht X": False,
    "wechsel A": False,
    "wechsel X E": False,
    "luecke viele": False,
}


@pytest.mark.parametrize("line", REFUSED)
def test_behind_an_entry_that_cannot_be_read_totals_are_not_known(line: str) -> None:
    sheet = read(P4 + HAND + f"  - {line}\n" + "  - A C 130\n")
    assert [finding for finding in sheet.findings if finding.severity == "error"]
    assert sheet.ledger is not None
    rows = sheet.ledger.rows
    assert len(rows) == 2 + REFUSED[line]
    assert (rows[0].totals_known, rows[-1].totals_known, sheet.ledger.known) == (True, False, False)
    written = read(P4 + HAND + f"  - {line}\n" + "  - A C 130\n  - uebertrag 2,0,0,-2\n")
    present = written.ledger is not None and written.ledger.present
    assert present != tuple("ABCD") or (written.ledger is not None and written.ledger.known)


@pytest.mark.parametrize("line", ["notiz", "gestrichen", "pause x:1", "ende xyz", "spielrunde xyz"])
def test_an_entry_that_changes_no_total_hides_none(line: str) -> None:
    sheet = read(P4 + HAND + f"  - {line}\n")
    assert sheet.ledger is not None
    assert sheet.ledger.known


def test_a_pflichtsolo_that_cannot_be_read_leaves_no_total_known() -> None:
    for line in ("[A]", "A damensolo xyz", "notiz x", "{re: [A], re: [B]}"):
        sheet = read(P4 + HAND + f"pflichtsoli:\n  - {line}\n")
        assert sheet.ledger is not None
        assert not sheet.ledger.known, line


def test_lines_that_cannot_be_read_are_not_called_canonical(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(P4 + HAND + "  - A B fuks:A\n")
    done = run(tmp_path, "fmt", "a.yaml")
    assert done.returncode == 1
    assert "a.yaml: what cannot be read is left as it is, the rest is in canonical form" in done.stdout
