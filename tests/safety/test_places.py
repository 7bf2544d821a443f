"""Sheets in odd places: links, modes, groups, names of every kind, and what is no sheet at all."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path
from typing import Any

import pytest

from safety.commands import COMMANDS, doko, names, prepared, timeless

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="links, modes and names as Unix has them")


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOKOSHEET_LANG", "en")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    found = tmp_path / "folder"
    found.mkdir()
    return found


def after(name: str, folder: Path) -> str:
    """The sheet after a command, as it is in an ordinary place."""
    sheet = folder / "plain.yaml"
    prepared(sheet, COMMANDS[name])
    doko(*COMMANDS[name].call(str(sheet)))
    return timeless(sheet.read_bytes())


@pytest.mark.parametrize("name", COMMANDS)
def test_links(name: str, folder: Path, tmp_path: Path) -> None:
    real = folder / "real.yaml"
    before = prepared(real, COMMANDS[name])
    middle, link = tmp_path / "middle.yaml", tmp_path / "link.yaml"
    middle.symlink_to(real)
    link.symlink_to("middle.yaml")
    hard = folder / "hard.yaml"
    os.link(real, hard)
    doko(*COMMANDS[name].call(str(link)))
    assert timeless(real.read_bytes()) == after(name, tmp_path / "folder")
    assert link.is_symlink()
    assert middle.is_symlink()
    assert hard.read_bytes() == before
    assert names(tmp_path) == {"folder", "middle.yaml", "link.yaml"}
    assert doko("undo" if name != "undo" else "redo", str(middle)) == 0
    assert real.read_bytes() == before


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664, 0o444])
def test_modes(mode: int, folder: Path) -> None:
    if mode == 0o444 and os.geteuid():
        pytest.skip("only root writes what is read-only")
    sheet = folder / "abend.yaml"
    for name in COMMANDS:
        prepared(sheet, COMMANDS[name])
        sheet.chmod(mode)
        doko(*COMMANDS[name].call(str(sheet)))
        assert {stat.S_IMODE(path.stat().st_mode) & ~(0o111) for path in folder.iterdir()} == {mode, mode | 0o600}, name
        sheet.chmod(0o600)
        sheet.with_name(".abend.yaml.journal").unlink()


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() != 0, reason="only root may give files away")
def test_owner_and_group_stay(folder: Path) -> None:
    sheet = folder / "abend.yaml"
    prepared(sheet, COMMANDS["add"])
    os.chown(sheet, 1234, 4321)
    assert doko("add", str(sheet), "Ben", "Dora", "120") == 0
    assert (sheet.stat().st_uid, sheet.stat().st_gid) == (1234, 4321)


def test_a_group_that_cannot_be_kept_gives_nobody_more(folder: Path, monkeypatch: Any) -> None:
    sheet = folder / "abend.yaml"
    prepared(sheet, COMMANDS["add"])
    sheet.chmod(0o664)

    def refuse(*_: object) -> None:
        raise PermissionError(1, "x")

    monkeypatch.setattr(os, "chown", refuse)
    assert doko("add", str(sheet), "Ben", "Dora", "120") == 0
    assert stat.S_IMODE(sheet.stat().st_mode) == 0o644
    sheet.chmod(0o660)
    assert doko("add", str(sheet), "Ben", "Dora", "120") == 0
    assert stat.S_IMODE(sheet.stat().st_mode) == 0o600


def test_a_group_is_kept_where_the_owner_cannot_be(folder: Path, monkeypatch: Any) -> None:
    sheet = folder / "abend.yaml"
    prepared(sheet, COMMANDS["add"])
    sheet.chmod(0o660)
    asked = []

    def chown(_: object, uid: int, gid: int) -> None:
        asked.append((uid, gid))
        if uid != -1:
            raise PermissionError(1, "x")

    monkeypatch.setattr(os, "chown", chown)
    assert doko("add", str(sheet), "Ben", "Dora", "120") == 0
    assert (-1, sheet.stat().st_gid) in asked
    assert stat.S_IMODE(sheet.stat().st_mode) == 0o660


LONG = "ö" * 125 + ".yaml"
ODD = [
    "Größe.yaml",
    "ein Abend.yaml",
    "zwei\nZeilen.yaml",
    LONG,
    "x" * 255,
    "-v.yaml",
    "ohne",
    ".punkt.yaml",
    "\udce4.yaml",
]
assert len(LONG.encode()) == 255


@pytest.mark.parametrize("file", ODD, ids=ascii)
def test_names(file: str, folder: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(folder)
    expected = {name: after(name, folder) for name in ("add", "amend", "fmt", "rename")}
    for path in folder.iterdir():
        path.unlink()
    try:
        Path(file).write_bytes(b"")
    except (OSError, UnicodeEncodeError):
        pytest.skip("no such names here")
    sheet = Path(f"./{file}")
    for name, text in expected.items():
        before = prepared(sheet, COMMANDS[name])
        assert doko(*COMMANDS[name].call(f"./{file}")) == 0
        assert timeless(sheet.read_bytes()) == text
        assert doko("undo", f"./{file}") == 0
        assert sheet.read_bytes() == before
        assert len(names(folder)) == 3, names(folder)


def test_a_new_sheet_with_the_longest_name(folder: Path) -> None:
    assert doko("new", str(folder / LONG), "--players", "Anna,Ben,Cem,Dora") == 0
    assert doko("add", str(folder / LONG), "Anna", "Cem", "156") == 0
    assert doko("new", str(folder / f"x{LONG}"), "--players", "Anna,Ben,Cem,Dora") == 2


def test_two_long_names_have_two_locks(folder: Path) -> None:
    for end in ("a", "b"):
        sheet = folder / ("x" * 254 + end)
        prepared(sheet, COMMANDS["add"])
        assert doko("add", str(sheet), "Ben", "Dora", "120") == 0
    assert len(names(folder)) == 6


@pytest.mark.parametrize(
    "path", ["abend.yaml", "./abend.yaml", "../folder/abend.yaml", "../folder/../folder/abend.yaml"]
)
def test_relative_paths(path: str, folder: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(folder)
    for name in ("add", "move", "check", "undo"):
        prepared(Path("abend.yaml"), COMMANDS[name])
        doko(*COMMANDS[name].call(path))
        assert timeless(Path("abend.yaml").read_bytes()) == after(name, folder), name
        Path(".abend.yaml.journal").unlink()


NO_FILES = {
    "folder": "this is a folder; nothing was changed",
    "pipe": "this is no ordinary file; nothing was changed",
    "/dev/null": "this is no ordinary file; nothing was changed",
    "dangling": "does not exist; check the path",
    "loop": "the links lead in a circle; nothing was changed",
    "missing": "does not exist; check the path",
}


@pytest.mark.parametrize("what", NO_FILES)
@pytest.mark.parametrize("name", COMMANDS)
def test_what_is_no_file(name: str, what: str, folder: Path, capsys: Any) -> None:
    path = folder / what
    if what == "folder":
        path.mkdir()
    elif what == "pipe":
        os.mkfifo(path)
    elif what in ("dangling", "loop"):
        path.symlink_to("nothing" if what == "dangling" else "loop")
    before = names(folder)
    if name == "check" and what in ("folder", "pipe"):
        if what == "pipe":
            pytest.skip("check reads a pipe, and waits for who writes")
        assert doko("check", "--fix", str(path)) == 2  # an empty folder
        assert names(folder) == before
        return
    code = doko(*COMMANDS[name].call(str(path)))
    if name == "check" and what == "/dev/null":
        assert code == 1  # it was read, and holds nothing that could be mended
        return
    assert code == 2
    assert NO_FILES[what] in capsys.readouterr().err
    assert names(folder) == before
    assert names(folder.parent) == {"folder"}


@pytest.mark.parametrize("what", ["folder", "pipe", "dangling", "loop", "there"])
def test_new_where_there_is_something(what: str, folder: Path) -> None:
    path = folder / what
    if what == "folder":
        path.mkdir()
    elif what == "pipe":
        os.mkfifo(path)
    elif what == "there":
        path.write_bytes(b"x")
    else:
        path.symlink_to("nothing" if what == "dangling" else "loop")
    code = doko("new", str(path), "--players", "Anna,Ben,Cem,Dora")
    assert code == (0 if what == "dangling" else 2)
    assert names(folder) == {what} | ({"nothing"} if what == "dangling" else set())
