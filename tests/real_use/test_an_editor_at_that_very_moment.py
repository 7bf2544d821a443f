"""What an editor saves in the very moment in which a command writes: between its steps, and while it reads."""

from __future__ import annotations

import ctypes
import errno
import hashlib
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dokosheet.files import text
from helpers import save, saving
from safety.commands import COMMANDS, ELSEWHERE, doko, names, prepared, timeless

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="where files can be exchanged")
FILES = {"abend.yaml", ".abend.yaml.lock", ".abend.yaml.journal"}


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOKOSHEET_LANG", "en")
    monkeypatch.setattr(saving, "PAUSE", 0)
    monkeypatch.setattr(text, "PAUSE", 0)


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    return tmp_path / "abend.yaml"


def renamed(sheet: Path, data: bytes) -> None:
    """Saved as editors do that put a new file into the place of the old one."""
    fresh = sheet.with_name("editor")
    fresh.write_bytes(data)
    fresh.rename(sheet)


def before_each(patched: pytest.MonkeyPatch, *steps: Callable[[], object]) -> list[int]:
    """Something happens before the first exchange, before the second ...; how many exchanges there were."""
    exchange, waiting, count = save.exchange, list(steps), [0]

    def late(*files: Path) -> bool:
        count[0] += 1
        if waiting:
            waiting.pop(0)()
        return exchange(*files)

    patched.setattr(save, "exchange", late)
    return count


@LINUX
@pytest.mark.parametrize("how", [renamed, Path.write_bytes])
@pytest.mark.parametrize("name", COMMANDS)
def test_a_save_after_the_last_look_is_kept(name: str, how: Any, sheet: Path, monkeypatch: Any, capsys: Any) -> None:
    before = prepared(sheet, COMMANDS[name])
    doko(*COMMANDS[name].call(str(sheet)))
    alone = timeless(sheet.read_bytes())
    sheet.with_name(".abend.yaml.journal").unlink()
    before = prepared(sheet, COMMANDS[name])
    by_hand = before.replace(ELSEWHERE[0].encode(), ELSEWHERE[1].encode())
    before_each(monkeypatch, lambda: how(sheet, by_hand))
    capsys.readouterr()
    doko(*COMMANDS[name].call(str(sheet)))
    assert capsys.readouterr().err == ""
    assert timeless(sheet.read_bytes()) == alone.replace(*ELSEWHERE)
    assert names(sheet.parent) == FILES
    assert doko("undo" if name != "undo" else "redo", str(sheet)) == 0
    assert sheet.read_bytes() == by_hand


@LINUX
@pytest.mark.parametrize("how", [renamed, Path.write_bytes])
def test_a_save_after_the_last_look_of_the_same_line_ends_it(how: Any, sheet: Path, monkeypatch: Any) -> None:
    command = COMMANDS["amend"]
    by_hand = prepared(sheet, command).replace(*(part.encode() for part in command.same))
    before_each(monkeypatch, lambda: how(sheet, by_hand))
    assert doko(*command.call(str(sheet))) == 2
    assert sheet.read_bytes() == by_hand
    assert names(sheet.parent) == FILES - {".abend.yaml.journal"}


@LINUX
@pytest.mark.parametrize("how", [renamed, Path.write_bytes])
@pytest.mark.parametrize("saves", range(2, 6))
def test_an_editor_that_saves_again_and_again(saves: int, how: Any, sheet: Path, monkeypatch: Any) -> None:
    before = prepared(sheet, COMMANDS["add"])
    texts = [before + b"# edit\n" * n for n in range(1, saves + 1)]
    count = before_each(monkeypatch, *(lambda data=data: how(sheet, data) for data in texts))
    assert doko("add", str(sheet), "Ben", "Dora", "120") == 0
    assert count[0] > saves
    assert sheet.read_bytes().endswith(b"Lindenhof\n" + b"# edit\n" * saves)
    assert b"  - Cem Dora 140 kontra\n  - Ben Dora 120\n" in sheet.read_bytes()
    assert names(sheet.parent) == FILES


@LINUX
@pytest.mark.parametrize("saves", range(2, 9))
@pytest.mark.parametrize("name", ["add", "amend", "fmt"])
def test_saves_upon_what_stood_there_for_a_blink_are_joined(
    name: str, saves: int, sheet: Path, monkeypatch: Any, capsys: Any
) -> None:
    """Each time it reads what is there, the step that is on its way back included, and saves it with a line more."""
    before = prepared(sheet, COMMANDS[name])
    doko(*COMMANDS[name].call(str(sheet)))
    alone = timeless(sheet.read_bytes())
    sheet.with_name(".abend.yaml.journal").unlink()
    sheet.write_bytes(before)
    edits = iter(range(saves))
    step = lambda: renamed(sheet, sheet.read_bytes() + b"# edit %d\n" % next(edits))  # noqa: E731
    before_each(monkeypatch, *[step] * saves)
    assert doko(*COMMANDS[name].call(str(sheet))) == 0
    text = timeless(sheet.read_bytes())
    assert text.startswith(alone)
    assert sorted(text[len(alone) :].splitlines()) == [f"# edit {n}" for n in range(saves)]
    assert names(sheet.parent) == FILES


@LINUX
@pytest.mark.parametrize("rests", [1, 3, 99])
def test_an_editor_that_is_at_it_is_waited_for(rests: int, sheet: Path, monkeypatch: Any, capsys: Any) -> None:
    """It has the file open, and has written as much as was there before; the end comes after we have looked."""
    before = prepared(sheet, COMMANDS["add"])
    editor = sheet.open("r+b", 0)
    looks = [0]

    def rest(_: float) -> None:
        looks[0] += 1
        if looks[0] == rests:
            editor.seek(0, os.SEEK_END)
            editor.write(b"# the end\n")
            editor.close()

    monkeypatch.setattr(text, "LOOKS", 1)
    monkeypatch.setattr(saving.time, "sleep", rest)
    capsys.readouterr()
    if rests < saving.CHANCES:
        assert doko("add", str(sheet), "Ben", "Dora", "120") == 0
        added = before.replace(b"140 kontra\n", b"140 kontra\n  - Ben Dora 120\n")
        assert sheet.read_bytes() == added + b"# the end\n"
    else:
        assert doko("add", str(sheet), "Ben", "Dora", "120") == 2
        assert "is being written by another program" in capsys.readouterr().err
        assert sheet.read_bytes() == before
        editor.write(b"# in the file that has the name")
        editor.close()
        assert b"# in the file that has the name" in sheet.read_bytes()


@pytest.mark.parametrize("verb", ["add", "check", "show"])
@pytest.mark.parametrize("kept", [0, 1, 9, 19])
def test_a_sheet_that_is_half_saved_while_we_read(verb: str, kept: int, sheet: Path, monkeypatch: Any) -> None:
    hands = [f"  - Anna Cem {121 + n}\n" for n in range(20)]
    head = "dokosheet: 1\nplayers: [Anna, Ben, Cem, Dora]\nhands:\n"
    sheet.write_text(head + "".join(hands), "utf-8")
    editor = sheet.open("w", encoding="utf-8")
    editor.write(head + "".join(hands[:kept]))
    editor.flush()

    def rest(_: float) -> None:
        if not editor.closed:
            editor.write("".join(hands[kept:]))
            editor.close()

    if sys.platform != "linux":  # there the size tells it, if it changes while we look
        rest(0)
    monkeypatch.setattr(text.time, "sleep", rest)
    source, _ = text.read_text(sheet)
    assert source is not None
    assert source.text == head + "".join(hands)
    assert doko(verb, str(sheet), *(["Ben", "Dora", "120"] if verb == "add" else [])) in (0, 1)
    added = "  - Ben Dora 120\n" if verb == "add" else ""
    assert sheet.read_text("utf-8") == head + "".join(hands) + added


def test_a_file_that_changes_while_it_is_read_is_read_again(sheet: Path, monkeypatch: Any) -> None:
    sheet.write_bytes(b"a" * 100)
    monkeypatch.setattr(text, "is_being_written", lambda _: False)
    fstat, count = os.fstat, [0]

    def late(descriptor: int) -> os.stat_result:
        count[0] += 1
        if count[0] == 2:
            sheet.write_bytes(b"b" * 100)
            os.utime(sheet, ns=(1, 1))
        return fstat(descriptor)

    with sheet.open("rb") as stream:
        monkeypatch.setattr(os, "fstat", late)
        assert text._read_some(stream) == (b"b" * 100, 100)
    assert count[0] == 4


def test_a_standard_input_is_read_from_where_it_stands(sheet: Path, monkeypatch: Any) -> None:
    sheet.write_bytes(b"first line\nrest")
    written = [True, False]
    monkeypatch.setattr(text, "is_being_written", lambda _: written.pop(0))
    with sheet.open("rb") as stream:
        stream.readline()
        assert text._read_some(stream) == (b"rest", 4)


# -- where files cannot be exchanged


def refused(number: int) -> Callable[..., int]:
    """A system that does not exchange files."""

    def refusing(*_: object) -> int:
        ctypes.set_errno(number)
        return -1

    return refusing


@pytest.mark.parametrize("number", [errno.ENOSYS, errno.EINVAL, errno.EPERM, errno.EOPNOTSUPP, None])
def test_where_files_cannot_be_exchanged_they_are_renamed(number: int | None, sheet: Path, monkeypatch: Any) -> None:
    before = prepared(sheet, COMMANDS["add"])
    monkeypatch.setattr(save, "_renameat2", lambda: refused(number) if number else None)
    assert doko("add", str(sheet), "Ben", "Dora", "120") == 0
    assert doko("undo", str(sheet)) == 0
    assert sheet.read_bytes() == before
    assert names(sheet.parent) == FILES


def test_a_library_without_it_is_none(monkeypatch: Any) -> None:
    def none(*_: object, **__: object) -> object:
        raise OSError("no library")

    for library in (none, lambda *_, **__: object()):
        monkeypatch.setattr(ctypes, "CDLL", library)
        assert save._renameat2.__wrapped__() is None


def test_what_else_the_system_says_is_an_error(sheet: Path, monkeypatch: Any, capsys: Any) -> None:
    before = prepared(sheet, COMMANDS["add"])
    monkeypatch.setattr(save, "_renameat2", lambda: refused(errno.EIO))
    assert doko("add", str(sheet), "Ben", "Dora", "120") == 2
    assert "the disk reports an error" in capsys.readouterr().err
    assert sheet.read_bytes() == before


def test_there_a_save_before_the_last_look_is_kept(sheet: Path, monkeypatch: Any) -> None:
    """The journal has its place already; from then on there is only the look and the renaming."""
    before = prepared(sheet, COMMANDS["add"])
    monkeypatch.setattr(save, "exchange", lambda *_: False)
    replace, waiting = os.replace, [before + b"# edit\n"]

    def late(one: Any, other: Any) -> None:
        replace(one, other)
        if str(other).endswith(".journal") and waiting:
            renamed(sheet, waiting.pop())

    monkeypatch.setattr(os, "replace", late)
    assert doko("add", str(sheet), "Ben", "Dora", "120") == 0
    assert sheet.read_bytes() == before.replace(b"kontra\n", b"kontra\n  - Ben Dora 120\n") + b"# edit\n"


@LINUX
def test_a_sheet_that_is_removed_in_the_last_moment_stays_away(sheet: Path, monkeypatch: Any) -> None:
    prepared(sheet, COMMANDS["add"])
    before_each(monkeypatch, sheet.unlink)
    assert doko("add", str(sheet), "Ben", "Dora", "120") == 2
    assert not sheet.exists()


# -- a kill in that moment


@pytest.mark.parametrize("what", ["editor", "old", "new", "other place"])
def test_a_save_that_a_kill_has_left_out_of_its_place_goes_back(what: str, sheet: Path) -> None:
    old = prepared(sheet, COMMANDS["add"])
    new = old.replace(b"kontra\n", b"kontra\n  - Ben Dora 120\n")
    by_hand = old + b"# edit\n"
    digits = "".join(hashlib.sha256(data).hexdigest()[:5] for data in (old, new))
    left = sheet.with_name(f".abend.yaml.{digits}012345.tmp")
    left.write_bytes({"editor": by_hand, "old": old, "new": new, "other place": by_hand}[what])
    there = {"editor": new, "old": new, "new": old, "other place": new + b"# later\n"}[what]
    sheet.write_bytes(there)
    assert doko("amend", str(sheet), "1", "133") == 0
    assert doko("undo", str(sheet)) == 0
    assert sheet.read_bytes() == (by_hand if what == "editor" else there)
    assert names(sheet.parent) == FILES
