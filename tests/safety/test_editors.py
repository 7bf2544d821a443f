"""An editor that knows no lock writes in the very moment between reading and writing."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from dokosheet.files.trouble import Busy
from helpers import Changed, save, saving, verbs
from safety.commands import COMMANDS, ELSEWHERE, END, SHEET, UM, doko, names, prepared, timeless

MESSAGE = "{} has changed in the meantime; nothing was written, please try again"


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOKOSHEET_LANG", "en")
    monkeypatch.setattr(saving, "PAUSE", 0)


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    return tmp_path / "abend.yaml"


def edit_between(monkeypatch: pytest.MonkeyPatch, sheet: Path, *edits: bytes) -> None:
    """Each save finds that an editor has just written the next of some texts."""
    waiting = list(edits)
    real = saving.save

    def late(*args: Any) -> None:
        if waiting:
            sheet.write_bytes(waiting.pop(0))
        real(*args)

    monkeypatch.setattr(saving, "save", late)


def edited(before: bytes, edit: tuple[str, str]) -> bytes:
    text = before.decode()
    assert text.count(edit[0]) == 1
    return text.replace(*edit).encode()


@pytest.mark.parametrize("name", COMMANDS)
def test_a_change_elsewhere_is_kept_and_the_step_taken_back(name: str, sheet: Path, monkeypatch: Any) -> None:
    command = COMMANDS[name]
    prepared(sheet, command)
    doko(*command.call(str(sheet)))
    alone = timeless(sheet.read_bytes())
    sheet.with_name(".abend.yaml.journal").unlink()

    before = prepared(sheet, command)
    by_hand = edited(before, ELSEWHERE)
    edit_between(monkeypatch, sheet, by_hand)
    doko(*command.call(str(sheet)))
    both = sheet.read_bytes()
    assert timeless(both) == alone.replace(*ELSEWHERE)
    assert both != by_hand
    back = {"undo": "redo"}.get(name, "undo")
    assert doko(back, str(sheet)) == 0
    assert sheet.read_bytes() == by_hand
    assert doko("redo" if back == "undo" else "undo", str(sheet)) == 0
    assert sheet.read_bytes() == both


@pytest.mark.parametrize("name", [name for name in COMMANDS if name != "add"])
def test_a_change_of_the_same_is_never_written_over(name: str, sheet: Path, monkeypatch: Any, capsys: Any) -> None:
    command = COMMANDS[name]
    before = prepared(sheet, command)
    by_hand = edited(before, command.same)
    journal = sheet.with_name(".abend.yaml.journal")
    kept = journal.read_bytes() if journal.exists() else None
    edit_between(monkeypatch, sheet, by_hand)
    capsys.readouterr()
    assert doko(*command.call(str(sheet))) == 2
    assert capsys.readouterr().err == f"dokosheet: {MESSAGE.format(sheet)}\n"
    assert sheet.read_bytes() == by_hand
    assert (journal.read_bytes() if journal.exists() else None) == kept
    assert not any(name.endswith(".tmp") for name in names(sheet.parent))


def test_add_goes_behind_what_was_added_by_hand(sheet: Path, monkeypatch: Any) -> None:
    before = prepared(sheet, COMMANDS["add"])
    by_hand = edited(before, END)
    edit_between(monkeypatch, sheet, by_hand)
    assert doko("add", str(sheet), "Ben", "Dora", "120") == 0
    assert sheet.read_text("utf-8") == by_hand.decode().replace("Anna Ben 150\n", "Anna Ben 150\n  - Ben Dora 120\n")
    doko("undo", str(sheet))
    assert sheet.read_bytes() == by_hand


def test_add_with_the_number_of_the_hand_looks_again(sheet: Path, monkeypatch: Any, capsys: Any) -> None:
    by_hand = edited(prepared(sheet, COMMANDS["add"]), END)
    edit_between(monkeypatch, sheet, by_hand)
    assert doko("add", str(sheet), "--hand", "6", "Ben", "Dora", "120") == 1
    assert "stands already" in capsys.readouterr().out
    assert sheet.read_bytes() == by_hand


@pytest.mark.parametrize("half", ["", "dokosheet: 1\nplayers: [An", "dokosheet: 1\nplayers: [Anna]\nhands:\n  - 'x"])
@pytest.mark.parametrize("name", COMMANDS)
def test_a_sheet_that_is_half_saved_is_left_alone(name: str, half: str, sheet: Path, monkeypatch: Any) -> None:
    prepared(sheet, COMMANDS[name])
    edit_between(monkeypatch, sheet, half.encode())
    assert doko(*COMMANDS[name].call(str(sheet))) in (1, 2)
    assert sheet.read_text() == half


@pytest.mark.parametrize("name", COMMANDS)
def test_a_sheet_that_is_removed_stays_away(name: str, sheet: Path, monkeypatch: Any, capsys: Any) -> None:
    prepared(sheet, COMMANDS[name])
    real = saving.save

    def late(*args: Any) -> None:
        sheet.unlink()
        real(*args)

    monkeypatch.setattr(saving, "save", late)
    assert doko(*COMMANDS[name].call(str(sheet))) == 2
    assert MESSAGE.format(sheet) in capsys.readouterr().err
    assert not sheet.exists()


def test_an_editor_that_never_rests_ends_it(sheet: Path, monkeypatch: Any, capsys: Any) -> None:
    before = prepared(sheet, COMMANDS["amend"])
    texts = [edited(before, ("Lindenhof", f"Lindenhof {n}")) for n in range(9)]
    edit_between(monkeypatch, sheet, *texts)
    assert doko("amend", str(sheet), "1", "131") == 2
    assert MESSAGE.format(sheet) in capsys.readouterr().err
    assert sheet.read_bytes() == texts[saving.CHANCES - 1]


def test_one_that_rests_after_a_while_does_not(sheet: Path, monkeypatch: Any) -> None:
    before = prepared(sheet, COMMANDS["amend"])
    texts = [edited(before, ("Lindenhof", f"Lindenhof {n}")) for n in range(saving.CHANCES - 1)]
    edit_between(monkeypatch, sheet, *texts)
    assert doko("amend", str(sheet), "1", "131") == 0
    assert "Lindenhof 2" in sheet.read_text("utf-8")
    assert UM.sub("", sheet.read_text("utf-8")).count("gestrichen") == 1


def test_another_hand_of_that_number_is_not_meant(sheet: Path, monkeypatch: Any, capsys: Any) -> None:
    before = prepared(sheet, COMMANDS["strike"])
    by_hand = edited(before, ("  - Anna Cem 156 fuchs", "  - Anna Ben 140\n  - Anna Cem 156 fuchs"))
    edit_between(monkeypatch, sheet, by_hand)
    assert doko("strike", str(sheet), "3") == 2
    assert MESSAGE.format(sheet) in capsys.readouterr().err
    assert sheet.read_bytes() == by_hand


def test_a_line_next_to_it_may_change_but_not_next_to_what_is_put_in(sheet: Path, monkeypatch: Any) -> None:
    by_hand = edited(SHEET.encode(), ("# eins", "# 1"))
    prepared(sheet, COMMANDS["amend"])
    with monkeypatch.context() as patched:
        edit_between(patched, sheet, by_hand)
        assert doko("amend", str(sheet), "1", "131") == 0
    prepared(sheet, COMMANDS["insert"])
    edit_between(monkeypatch, sheet, by_hand)
    assert doko("insert", str(sheet), "2", "Ben", "Dora", "125") == 2
    assert sheet.read_bytes() == by_hand


# -- in that very moment, measured

SHORT = "dokosheet: 1\nplayers: [Anna, Ben, Cem, Dora]\nhands:\n  - Anna Cem 130\n"
#: How it saves; by how many seconds the sheet takes its place later, after all looks; so many milliseconds later in
#: each round, or again after so many; how often in a round; how many rounds.
ROUNDS = [
    *[("rename", 0, 0.2, 1, 160), ("rename", 0.02, 1, 1, 30), ("rename", 0, 0.5, 40, 20)],
    *[("inside", 0, 0.2, 1, 80), ("inside", 0.02, 1, 1, 30), ("inside", 0, 1, 20, 15)],
]
#: So often they are gone through where a busy machine lets few of them meet the command.
MOST = 5


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="where files can be exchanged")
@pytest.mark.parametrize(("how", "delay", "step", "times", "rounds"), ROUNDS)
def test_no_save_of_an_editor_is_lost(
    how: str, delay: float, step: float, times: int, rounds: int, sheet: Path, monkeypatch: Any
) -> None:
    """An editor saves a step later in each round, or after each step again, while a hand is added."""
    exchange = save.exchange

    def late(*files: Path) -> bool:
        time.sleep(delay)
        return exchange(*files)

    monkeypatch.setattr(save, "exchange", late)
    call = [sys.executable, str(Path(__file__).with_name("editing.py")), str(sheet), how]
    beside = done = 0
    with subprocess.Popen(call, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1) as editor:
        assert editor.stdin is not None
        assert editor.stdout is not None
        for n in range(rounds * MOST):
            if n >= rounds and (beside > rounds / 4 or times > 1):
                break
            sheet.write_text(SHORT, "utf-8")
            editor.stdin.write(f"{n % rounds * step if times == 1 else step} {times}\n")
            assert editor.stdout.readline() == "read\n"
            try:
                written = verbs.add(str(sheet), ["Anna", "Ben", "140"]).written
            except (Busy, Changed):
                written = False
            edits = range(done, done := int(editor.stdout.readline()))
            assert len(edits) == times
            text = sheet.read_text("utf-8")
            assert text.startswith(SHORT)
            found = text.removeprefix(SHORT).splitlines()
            assert sorted(line for line in found if "edit" in line) == sorted(f"# edit {n}" for n in edits)
            beside += "  - Anna Ben 140" in found  # else the editor has saved later what it had read before
            assert written or times > 1  # one that does not rest may end it
        assert beside > rounds / 4 or times > 1
        assert names(sheet.parent) <= {"abend.yaml", ".abend.yaml.lock", ".abend.yaml.journal"}
