"""Writing sheets: what is appended, what is refused, and that nothing else changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers import creating, open_sheet, verbs

SHEET = """# Vereinsabend
dokosheet: 1
players: [Anna, Ben, Cem, Dora]   # in Sitzreihenfolge
hands:
  - Anna Cem 156                  # knapp
"""


@pytest.fixture
def path(tmp_path: Path) -> str:
    file = tmp_path / "abend.yaml"
    file.write_text(SHEET, "utf-8")
    return str(file)


def text(path: str) -> str:
    return Path(path).read_bytes().decode("utf-8")


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["ben", "dora", "120"], "Ben Dora 120"),
        (["ben dora 120 re"], "Ben Dora 120 re"),
        (["Ben Dora", "120", "re"], "Ben Dora 120 re"),
        (["1", "3", "156", "2f:re"], "Anna Cem 156 fuchs:re fuchs:re"),
        (["=2,-2,2,-2"], "=2,-2,2,-2"),
        (["Anna", "Cem", "wert:-2"], "Anna Cem wert:-2"),
        (["strafe", "Dora", "gering", "vorgesagt, zweimal"], 'strafe Dora gering "vorgesagt, zweimal"'),
        (["strafe", "Dora", "gering", "vorgesagt"], 'strafe Dora gering "vorgesagt"'),
        (["notiz", "Pause bis 21 Uhr"], 'notiz "Pause bis 21 Uhr"'),
        (["ende", "zeit"], "ende zeit"),
    ],
)
def test_a_line_is_appended_in_canonical_form(path: str, arguments: list[str], line: str) -> None:
    added = verbs.add(path, arguments)
    assert added.written
    assert added.line == line
    assert text(path) == f"{SHEET}  - {line}\n"


@pytest.mark.parametrize("verb", ["add", "amend", "insert", "strike", "move"])
def test_what_ends_the_reading_of_a_list_is_not_even_written_by_force(path: str, verb: str) -> None:
    head, _, _ = SHEET.partition("  - ")
    full = head + "  - Anna Cem 156\n" * 10_000
    Path(path).write_text(full, "utf-8")
    edit = {
        "add": lambda: verbs.add(path, ["Anna Cem 130"], force=True),
        "amend": lambda: verbs.amend(path, "3", ["145"], force=True),
        "insert": lambda: verbs.insert(path, "3", ["Anna Cem 130"], force=True),
        "strike": lambda: verbs.strike(path, "3", force=True),
        "move": lambda: verbs.move(path, "3", "5", str, force=True),
    }[verb]()
    assert edit.written == (verb == "strike")  # all others need a line more than a list may have
    if not edit.written:
        assert [found.variant for found in edit.caused] == ["too-many"]
        assert text(path) == full
        assert not edit.can_be_forced
    assert open_sheet(path).unread is None


@pytest.mark.parametrize(
    "arguments",
    [["Xaver", "Cem", "120"], ["Anna", "Cem", "239"], ["Anna", "Ben", "Cem", "120"], ["Anna", "Cem", "re", "90"]],
)
def test_what_cannot_be_is_refused_and_nothing_is_written(path: str, arguments: list[str]) -> None:
    added = verbs.add(path, arguments)
    assert not added.written
    assert {finding.code[0] for finding in added.caused} <= {"F", "H"}
    assert all(finding.place.line == 6 for finding in added.caused)
    assert text(path) == SHEET


def test_force_writes_it_and_the_finding_stays(path: str) -> None:
    added = verbs.add(path, ["Anna", "Cem", "239"], force=True)
    assert added.written
    assert [finding.code for finding in added.caused] == ["H201"]
    assert text(path) == f"{SHEET}  - Anna Cem 239\n"


def test_findings_about_the_table_are_shown_and_the_line_is_written(path: str) -> None:
    added = verbs.add(path, ["Anna", "Cem", "156", "re@10", "=3,-3,3,-3"])
    assert added.written
    assert sorted(finding.code for finding in added.caused) == ["C303", "S404"]


def test_old_findings_are_not_blamed_on_the_new_line(path: str) -> None:
    verbs.add(path, ["Anna", "Cem", "239"], force=True)
    assert verbs.add(path, ["Anna", "Cem", "130"]).caused == ()


def test_a_sheet_that_cannot_be_read_is_left_alone(path: str) -> None:
    Path(path).write_text("dokosheet: 1\nplayers: [Anna\n", "utf-8")
    added = verbs.add(path, ["Anna", "Cem", "130"])
    assert not added.written
    assert [finding.code for finding in added.caused] == ["F101"]
    assert text(path) == "dokosheet: 1\nplayers: [Anna\n"


def test_new_writes_a_sheet_that_add_continues(tmp_path: Path) -> None:
    path = str(tmp_path / "neu.yaml")
    head = creating.Head(
        ("Anna Groß", "Jörg", "Cem", "Dora"), dealer="Cem", date="2026-11-27", place="Gasthof: Linde", round="2"
    )
    assert creating.new(path, head).after.findings == ()
    assert verbs.add(path, ["anna", "joerg", "130"]).line == "Anna Jörg 130"
    sheet = open_sheet(path)
    assert sheet.findings == ()
    assert sheet.ledger is not None
    assert sheet.ledger.rows[0].dealer == "Cem"
    assert sheet.ledger.sheet.head == {"date": "2026-11-27", "place": "Gasthof: Linde", "round": "2"}


def test_new_overwrites_nothing(path: str) -> None:
    with pytest.raises(FileExistsError):
        creating.new(path, creating.Head(("A", "B", "C", "D")))
    assert text(path) == SHEET


@pytest.mark.parametrize(
    "players", [("A", "B", "C"), ("A", "A", "C", "D"), ("re", "B", "C", "D"), ("A", "B", "C", "1")]
)
def test_new_refuses_a_bad_table(tmp_path: Path, players: tuple[str, ...]) -> None:
    path = tmp_path / "neu.yaml"
    sheet = creating.new(str(path), creating.Head(players))
    assert {finding.code for finding in sheet.after.findings} == {"F108"}
    assert not path.exists()


def test_fmt_changes_only_what_is_not_canonical(path: str) -> None:
    Path(path).write_text(SHEET + "  - ben dora 120 r\n  - Xaver 12\n  - {re: [Anna, Cem], augen: 130}\n", "utf-8")
    done = verbs.fmt(path)
    assert done.changed == (("ben dora 120 r", "Ben Dora 120 re"),)
    assert text(path) == SHEET + "  - Ben Dora 120 re\n  - Xaver 12\n  - {re: [Anna, Cem], augen: 130}\n"
    assert verbs.fmt(path).changed == ()


def test_fmt_check_writes_nothing(path: str) -> None:
    before = SHEET + "  - ben dora 120\n"
    Path(path).write_text(before, "utf-8")
    assert len(verbs.fmt(path, check_only=True).changed) == 1
    assert text(path) == before


HEAD_OF_A_RUBRIC = """dokosheet: 1
players: [Anna, Ben, Cem, Dora]
hands:
  - Anna Cem 156
pflichtsoli:
  - Ben Dora 120
"""


def test_what_stood_below_the_list_before_is_not_news(tmp_path: Path) -> None:
    path = tmp_path / "abend.yaml"
    path.write_text(HEAD_OF_A_RUBRIC, "utf-8")
    assert [finding.code for finding in open_sheet(str(path)).findings] == ["F103"]
    added = verbs.add(str(path), ["Ben Dora 130"])
    assert added.written
    assert added.caused == ()
