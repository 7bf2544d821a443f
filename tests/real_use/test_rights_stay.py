"""Nobody gets more rights to a sheet than he had, and nobody a file that is not his: mode, owner, access list."""

from __future__ import annotations

import errno
import os
import stat
import struct
import sys
from pathlib import Path
from typing import Any

import pytest

from dokosheet.files.rights import give, rights
from dokosheet.files.save import temporary
from helpers import Rights, run
from safety.commands import COMMANDS, doko, prepared

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="access lists as Linux keeps them")
ACCESS, FOLDER = "system.posix_acl_access", "system.posix_acl_default"
OWNER, USER, GROUP, MASK, OTHERS = 0x01, 0x02, 0x04, 0x10, 0x20
NOBODY = 0xFFFFFFFF


def listed(user: int, may: int, owner: int = 6, group: int = 0, mask: int = 6, others: int = 0) -> bytes:
    """An access list with one user more."""
    entries = [
        (OWNER, owner, NOBODY),
        (USER, may, user),
        (GROUP, group, NOBODY),
        (MASK, mask, NOBODY),
        (OTHERS, others, NOBODY),
    ]
    return struct.pack("<I", 2) + b"".join(struct.pack("<HHI", *entry) for entry in entries)


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOKOSHEET_LANG", "en")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder on a drive that knows access lists."""
    probe = tmp_path / "probe"
    probe.write_bytes(b"")
    try:
        os.setxattr(probe, ACCESS, listed(1234, 6))
    except OSError:
        pytest.skip("no access lists here")
    probe.unlink()
    return tmp_path


def access(path: Path) -> bytes | None:
    return os.getxattr(path, ACCESS) if ACCESS in os.listxattr(path) else None


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.parametrize("name", COMMANDS)
def test_an_access_list_stays(name: str, folder: Path) -> None:
    sheet = folder / "abend.yaml"
    prepared(sheet, COMMANDS[name])
    wanted = listed(1234, 6)
    os.setxattr(sheet, ACCESS, wanted)
    assert mode(sheet) == 0o660
    assert doko(*COMMANDS[name].call(str(sheet))) in (0, 1)
    for path in folder.iterdir():  # the journal holds the whole text, and the lock is for whoever may write
        assert access(path) == wanted, path
        assert mode(path) == 0o660, path


@pytest.mark.parametrize("may", [0, 4])
def test_one_that_takes_rights_away_stays(may: int, folder: Path) -> None:
    sheet = folder / "abend.yaml"
    prepared(sheet, COMMANDS["add"])
    wanted = listed(1234, may, group=4, mask=4, others=4)
    os.setxattr(sheet, ACCESS, wanted)
    assert doko("add", str(sheet), "Ben", "Dora", "120") == 0
    assert access(sheet) == access(folder / ".abend.yaml.journal") == wanted


def test_the_list_of_the_folder_gives_nobody_more(folder: Path) -> None:
    sheet = folder / "abend.yaml"
    prepared(sheet, COMMANDS["add"])
    sheet.chmod(0o640)
    os.setxattr(folder, FOLDER, listed(1234, 6, group=6))
    assert doko("add", str(sheet), "Ben", "Dora", "120") == 0
    for path in (sheet, folder / ".abend.yaml.journal", folder / ".abend.yaml.lock"):
        assert access(path) is None, path
    assert mode(sheet) == mode(folder / ".abend.yaml.journal") == 0o640


@pytest.mark.parametrize("function", ["setxattr", "removexattr"])
def test_where_it_cannot_be_kept_only_the_owner_keeps_rights(function: str, folder: Path, monkeypatch: Any) -> None:
    sheet = folder / "abend.yaml"
    prepared(sheet, COMMANDS["add"])
    sheet.chmod(0o664)
    if function == "setxattr":
        os.setxattr(sheet, ACCESS, listed(1234, 6, others=4))
    else:
        os.setxattr(folder, FOLDER, listed(1234, 6, group=6))

    def refuse(*_: object) -> None:
        raise OSError(errno.EOPNOTSUPP, "x")

    monkeypatch.setattr(os, function, refuse)
    assert doko("add", str(sheet), "Ben", "Dora", "120") == 0
    assert mode(sheet) == mode(folder / ".abend.yaml.journal") == 0o600


def test_a_group_that_cannot_be_kept_gets_nothing_from_a_list(folder: Path, monkeypatch: Any) -> None:
    sheet = folder / "abend.yaml"
    prepared(sheet, COMMANDS["add"])
    os.setxattr(sheet, ACCESS, listed(1234, 6, group=6, others=4))

    def refuse(*_: object) -> None:
        raise PermissionError(1, "x")

    monkeypatch.setattr(os, "chown", refuse)
    assert doko("add", str(sheet), "Ben", "Dora", "120") == 0
    assert mode(sheet) == 0o600


def test_an_access_list_that_cannot_be_read_ends_it(folder: Path, monkeypatch: Any, capsys: Any) -> None:
    sheet = folder / "abend.yaml"
    before = prepared(sheet, COMMANDS["add"])
    getxattr = os.getxattr

    def fail(file: Any, *args: Any, **kwargs: Any) -> bytes:
        if isinstance(file, int):
            raise OSError(errno.EIO, "x")
        return getxattr(file, *args, **kwargs)

    monkeypatch.setattr(os, "getxattr", fail)
    assert doko("add", str(sheet), "Ben", "Dora", "120") == 2
    assert "the disk reports an error" in capsys.readouterr().err
    assert sheet.read_bytes() == before


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may give files away")
def test_owner_and_mode_are_set_on_the_open_file(tmp_path: Path, monkeypatch: Any) -> None:
    """Whoever may write in the folder can put a link in its place a moment before."""
    sheet, victim = tmp_path / "abend.yaml", tmp_path / "victim"
    for path in (sheet, victim):
        path.write_bytes(b"x")
    os.chown(sheet, 1234, 1234)
    sheet.chmod(0o666)
    victim.chmod(0o600)
    fsync, write = os.fsync, os.fdopen

    def swapped(descriptor: int, *args: Any, **kwargs: Any) -> Any:
        for path in tmp_path.glob(".*.tmp"):
            path.unlink()
            path.symlink_to(victim)
        return write(descriptor, *args, **kwargs)

    monkeypatch.setattr(os, "fdopen", swapped)
    with temporary(sheet, b"new", sheet):
        pass
    monkeypatch.undo()
    assert os.fsync is fsync
    assert (victim.stat().st_uid, mode(victim)) == (0, 0o600)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may give files away")
def test_a_sheet_that_becomes_a_link_is_not_followed(tmp_path: Path, monkeypatch: Any) -> None:
    sheet, secret = tmp_path / "abend.yaml", tmp_path / "secret"
    prepared(sheet, COMMANDS["add"])
    secret.write_bytes(sheet.read_bytes())
    secret.chmod(0o600)
    from dokosheet.edit import saving

    real = saving.save

    def late(*args: Any) -> None:
        if not sheet.is_symlink():
            sheet.unlink()
            sheet.symlink_to(secret)
            monkeypatch.setattr(os.path, "realpath", lambda path: path)  # which was asked before
        real(*args)

    monkeypatch.setattr(saving, "save", late)
    assert doko("add", str(sheet), "Ben", "Dora", "120") == 2
    assert sheet.is_symlink()
    assert b"Ben Dora 120\n  - Ben" not in secret.read_bytes()


def test_rights_come_from_one_open_file_and_go_to_another(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    for path, bits in ((one, 0o640), (other, 0o600)):
        path.write_bytes(b"")
        path.chmod(bits)
    with one.open("rb") as source, other.open("r+b") as target:
        found = rights(source.fileno())
        assert found == Rights(0o640, os.geteuid(), one.stat().st_gid)
        give(target.fileno(), found)
    assert mode(other) == 0o640


# -- what else belongs to a file

P4 = "dokosheet: 1\nplayers: [Anna, Ben, Cem, Dora]\nhands:\n  - Anna Cem 156\n"
WRITES = [
    ["add", "a.yaml", "Ben Dora 130"],
    ["amend", "a.yaml", "1", "150"],
    ["strike", "a.yaml", "1"],
    ["rename", "a.yaml", "Anna", "Ada"],
    ["close", "a.yaml"],
]


@pytest.mark.parametrize("command", WRITES, ids=lambda command: command[0])
def test_a_second_name_keeps_the_old_sheet_and_that_is_said(command: list[str], tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(P4)
    assert "second name" not in run(tmp_path, *command).stderr
    (tmp_path / "a.yaml").write_text(P4)
    os.link(tmp_path / "a.yaml", tmp_path / "b.yaml")
    done = run(tmp_path, *command)
    assert done.returncode == 0
    assert "a.yaml has a second name (a hard link); under that one the old sheet stays" in done.stderr
    assert (tmp_path / "b.yaml").read_text() == P4
    assert "hat einen zweiten Namen" not in run(tmp_path, "undo", "a.yaml", lang="de").stderr


@pytest.mark.parametrize("command", WRITES, ids=lambda command: command[0])
def test_what_was_noted_about_a_file_stays(command: list[str], tmp_path: Path) -> None:
    file = tmp_path / "a.yaml"
    file.write_text(P4)
    noted = {"user.comment": b"Vereinsabend", "user.empty": b"", "user.bytes": bytes(range(256))}
    try:
        for name, value in noted.items():
            os.setxattr(file, name, value)
    except OSError:
        pytest.skip("no attributes here")
    for _ in range(2):
        assert run(tmp_path, *command).returncode == 0
        assert {name: os.getxattr(file, name) for name in os.listxattr(file) if name.startswith("user.")} == noted
        assert run(tmp_path, "undo", "a.yaml").returncode == 0
        assert {name: os.getxattr(file, name) for name in os.listxattr(file) if name.startswith("user.")} == noted
