"""Disks that are full or broken, drives without locks, folders that are read-only: the old sheet and one clear line."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from dokosheet.files import locks
from helpers import Rights, save
from safety.commands import COMMANDS, doko, names, prepared

UNIX = pytest.mark.skipif(sys.platform == "win32", reason="file systems and rights as Unix has them")
FULL = {"en": "the disk is full", "de": "der Datenträger ist voll"}
WRITING = [*COMMANDS, "new", "import"]


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOKOSHEET_LANG", "en")


def call_of(name: str, sheet: Path, table: Path) -> list[str]:
    """A writing command; ``new`` and ``import`` make another sheet beside the one there is."""
    if name == "new":
        return ["new", str(sheet.with_name("neu.yaml")), "--players", "Anna,Ben,Cem,Dora"]
    if name == "import":
        table.write_text("Anna;Ben;Cem;Dora\n2;-2;2;-2\n1;-1;-1;1\n", "utf-8")
        return ["import", str(table), "-o", str(sheet.with_name("neu.yaml"))]
    return COMMANDS[name].call(str(sheet))


def prepared_for(name: str, sheet: Path) -> bytes:
    return prepared(sheet, COMMANDS.get(name, COMMANDS["add"]))


# -- full


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Path]:
    """A file system of 128 KiB."""
    folder = tmp_path / "small"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=128k", "none", str(folder)]
    try:
        done = subprocess.run(mount, capture_output=True, check=False)
    except OSError:
        pytest.skip("nothing can be mounted here")
    if done.returncode:
        pytest.skip("nothing can be mounted here")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def fill(folder: Path) -> None:
    """Write until nothing goes in any more."""
    with suppress(OSError), (folder / "filler").open("wb", 0) as stream:
        while True:
            stream.write(b"x" * 4096)


@UNIX
@pytest.mark.parametrize("name", WRITING)
def test_a_full_disk(name: str, small: Path, tmp_path: Path, capsys: Any) -> None:
    sheet = small / "abend.yaml"
    call = call_of(name, sheet, tmp_path / "liste.csv")
    before = prepared_for(name, sheet)
    fill(small)
    there = {path.name: path.read_bytes() for path in small.iterdir()}
    capsys.readouterr()
    for lang, words in FULL.items():
        assert doko("--lang", lang, *call) == 2
        assert words in capsys.readouterr().err
        assert sheet.read_bytes() == before
        left = {path.name: path.read_bytes() for path in small.iterdir() if path.name != ".abend.yaml.lock"}
        assert left == {key: value for key, value in there.items() if key != ".abend.yaml.lock"}
    (small / "filler").unlink()
    assert doko(*call) in (0, 1)
    assert sheet.read_bytes() != before or name in ("new", "import")


FAILING = {
    "fsync": (errno.EIO, "the disk reports an error"),
    "open": (errno.EROFS, "nothing can be written here"),
    "write": (errno.EDQUOT, "the disk quota is used up"),
    "replace": (errno.EIO, "the disk reports an error"),
    "exchange": (errno.EIO, "the disk reports an error"),
}


@pytest.mark.parametrize("function", FAILING)
@pytest.mark.parametrize("name", WRITING)
def test_a_disk_that_fails(name: str, function: str, tmp_path: Path, monkeypatch: Any, capsys: Any) -> None:
    if function in ("replace", "exchange") and name in ("new", "import"):
        function = "link"
    number, words = FAILING.get(function, FAILING["replace"])
    folder = tmp_path / "folder"
    folder.mkdir()
    sheet = folder / "abend.yaml"
    call = call_of(name, sheet, tmp_path / "liste.csv")
    before = prepared_for(name, sheet)
    there = names(folder) - {".abend.yaml.lock"}
    journal = sheet.with_name(".abend.yaml.journal")
    kept = journal.read_bytes() if journal.exists() else None
    capsys.readouterr()
    with monkeypatch.context() as patched:
        if function == "replace":  # where files cannot be exchanged
            patched.setattr(save, "exchange", lambda *_: False)
        patched.setattr(*_failing(function, number))
        assert doko(*call) == 2
    said = capsys.readouterr().err
    assert words in said
    assert ("neu.yaml:" if name in ("new", "import") else "abend.yaml:") in said
    assert ".tmp" not in said
    assert sheet.read_bytes() == before
    assert (journal.read_bytes() if journal.exists() else None) == kept
    assert names(folder) - {".abend.yaml.lock"} == there


def _failing(function: str, number: int) -> tuple[object, str, Callable[..., Any]]:
    """A function of the system with its module, and one that fails in its place wherever a file of ours is written."""
    module = save if function == "exchange" else os
    real = getattr(module, "fdopen" if function == "write" else function)

    class Full:
        def __init__(self, stream: Any) -> None:
            self.stream = stream

        def __enter__(self) -> Any:
            return self

        def __exit__(self, *_: object) -> None:
            self.stream.close()

        def write(self, data: bytes) -> None:
            self.stream.write(data[: len(data) // 2])
            raise OSError(number, "failed")

    def failing(*args: Any, **kwargs: Any) -> Any:
        if function == "write":
            return Full(real(*args, **kwargs))
        if function == "open" and not str(args[0]).endswith(".tmp"):
            return real(*args, **kwargs)
        if function == "replace" and not str(args[1]).endswith(".yaml"):
            return real(*args, **kwargs)  # the journal finds its place
        raise OSError(number, "failed", str(args[0]))

    return module, ("fdopen" if function == "write" else function), failing


# -- no locks


NO_LOCKS = [OSError(number, "x") for number in (errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS)] + [NotImplementedError()]
LOCKLESS = "{}: this drive knows no locks; only one at a time should write there"


@pytest.mark.parametrize("error", NO_LOCKS, ids=repr)
def test_a_drive_without_locks(error: Exception, tmp_path: Path, monkeypatch: Any, capsys: Any) -> None:
    sheet = tmp_path / "abend.yaml"
    before = prepared(sheet, COMMANDS["amend"])

    def none(*_: object) -> None:
        raise error

    monkeypatch.setattr(locks, "_take", none)
    capsys.readouterr()
    assert doko("amend", str(sheet), "1", "131") == 0
    assert capsys.readouterr().err == f"dokosheet: {LOCKLESS.format(sheet)}\n"
    assert doko("undo", str(sheet)) == 0
    assert sheet.read_bytes() == before
    capsys.readouterr()
    assert doko("amend", str(sheet), "1", "156") == 2  # nothing written, nothing to warn of
    assert "knows no locks" not in capsys.readouterr().err


@pytest.mark.parametrize("number", [errno.EROFS, errno.EACCES, errno.EPERM, errno.ENOSPC])
def test_a_lock_file_that_cannot_be_made(number: int, tmp_path: Path, monkeypatch: Any, capsys: Any) -> None:
    sheet = tmp_path / "abend.yaml"
    prepared(sheet, COMMANDS["add"])
    real = os.open

    def refuse(path: Any, *args: Any, **kwargs: Any) -> int:
        if str(path).endswith(".lock"):
            raise OSError(number, "x", str(path))
        return real(path, *args, **kwargs)

    monkeypatch.setattr(os, "open", refuse)
    assert doko("add", str(sheet), "Ben", "Dora", "120") == 0
    assert capsys.readouterr().err == f"dokosheet: {LOCKLESS.format(sheet)}\n"
    assert "Ben Dora 120" in sheet.read_text("utf-8")


def test_a_lock_file_that_was_removed_while_it_was_held(tmp_path: Path) -> None:
    sheet = tmp_path / "abend.yaml"
    sheet.write_bytes(b"")
    lock = tmp_path / ".abend.yaml.lock"
    taken = locks._take
    removed = []

    def late(descriptor: int) -> None:
        taken(descriptor)
        if not removed:
            removed.append(lock.unlink())

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(locks, "_take", late)
        with locks.held(sheet, lock, Rights(0o600), 1) as safe:
            assert safe
            assert lock.exists()


def test_without_locks_an_editor_is_still_seen(tmp_path: Path, monkeypatch: Any) -> None:
    from dokosheet.edit import saving

    sheet = tmp_path / "abend.yaml"
    prepared(sheet, COMMANDS["amend"])
    real = saving.save

    def none(*_: object) -> None:
        raise OSError(errno.ENOLCK, "x")

    def late(*args: Any) -> None:
        sheet.write_bytes(b"# anders\n")
        real(*args)

    monkeypatch.setattr(locks, "_take", none)
    monkeypatch.setattr(saving, "save", late)
    assert doko("amend", str(sheet), "1", "131") == 2
    assert sheet.read_bytes() == b"# anders\n"


# -- what a kill leaves behind


def test_what_was_left_is_cleared_but_not_what_is_another_sheets(tmp_path: Path) -> None:
    sheet = tmp_path / "abend.yaml"
    prepared(sheet, COMMANDS["add"])
    mark = "0123456789abcdef.tmp"
    stale = {f".abend.yaml.{mark}", f"..abend.yaml.journal.{mark}"}
    others = {
        f".abend.yaml2.{mark}",
        f".x.yaml.{mark}",
        f"abend.yaml.{mark}",
        ".abend.yaml.tmp",
        f".abend.yaml.x{mark}",
    }
    for name in stale | others:
        (tmp_path / name).write_bytes(b"x")
    assert doko("add", str(sheet), "Ben", "Dora", "120") == 0
    assert not stale & names(tmp_path)
    assert others <= names(tmp_path)


# -- rights


def as_nobody(run: Callable[[], int]) -> int:
    """Run with the rights of nobody in particular; its result."""
    if os.geteuid():
        return run()
    pid = os.fork()
    if pid == 0:
        code = 99
        try:
            os.setgroups([])
            os.setgid(65534)
            os.setuid(65534)
            code = run()
            sys.stdout.flush()
            sys.stderr.flush()
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


@pytest.fixture
def open_folder(tmp_path: Path) -> Iterator[Path]:
    """A folder that everybody can reach."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o777)
        yield Path(folder)
        os.chmod(folder, 0o777)


SHUT = {
    "en": "no file can be made in its folder, which writing needs; nothing was changed",
    "de": "im Ordner kann keine Datei angelegt werden, und das braucht das Schreiben; nichts wurde geändert",
}


@UNIX
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
@pytest.mark.parametrize("lang", SHUT)
@pytest.mark.parametrize("name", COMMANDS)
def test_a_read_only_folder(name: str, lang: str, open_folder: Path, capfd: Any) -> None:
    sheet = open_folder / "abend.yaml"
    before = prepared(sheet, COMMANDS[name])
    sheet.chmod(0o666)
    (open_folder / ".abend.yaml.lock").unlink(missing_ok=True)
    for path in open_folder.iterdir():
        path.chmod(0o666)
    there = names(open_folder)
    open_folder.chmod(0o555)
    capfd.readouterr()
    assert as_nobody(lambda: doko("--lang", lang, *COMMANDS[name].call(str(sheet)))) == 2
    assert capfd.readouterr().err == f"dokosheet: {sheet}: {SHUT[lang]}\n"
    assert sheet.read_bytes() == before
    assert names(open_folder) == there


@UNIX
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
@pytest.mark.parametrize(("mode", "code"), [(0o444, 2), (0o000, 2), (0o666, 0)])
def test_the_right_to_write_the_sheet(mode: int, code: int, open_folder: Path, capfd: Any) -> None:
    sheet = open_folder / "abend.yaml"
    before = prepared(sheet, COMMANDS["add"])
    sheet.chmod(mode)
    capfd.readouterr()
    assert as_nobody(lambda: doko("add", str(sheet), "Ben", "Dora", "120")) == code
    if code:
        assert capfd.readouterr().err == f"dokosheet: {sheet}: permission denied; nothing was changed\n"
        assert sheet.read_bytes() == before
    else:
        assert "Ben Dora 120" in sheet.read_text("utf-8")


@UNIX
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() != 0, reason="only root may give files away")
@pytest.mark.parametrize("mode", [0o666, 0o660, 0o600])
def test_the_lock_of_somebody_else_can_be_held(mode: int, open_folder: Path, capfd: Any) -> None:
    sheet = open_folder / "abend.yaml"
    prepared(sheet, COMMANDS["add"])
    sheet.chmod(mode)
    assert doko("add", str(sheet), "Ben", "Dora", "120") == 0  # the lock file belongs to root now
    os.chown(sheet, 65534, 65534)
    os.chown(sheet.with_name(".abend.yaml.journal"), 65534, 65534)
    capfd.readouterr()
    code = as_nobody(lambda: doko("add", str(sheet), "Ben", "Dora", "121"))
    said = capfd.readouterr().err
    assert "knows no locks" not in said
    if mode == 0o666:
        assert code == 0
    else:  # who else is writing nobody can tell
        assert code == 2
        assert said == f"dokosheet: {BARRED.format(open_folder / '.abend.yaml.lock')}\n"
        assert "121" not in sheet.read_text("utf-8")


BARRED = "{} cannot be opened as a lock, so that others may be writing; nothing was changed"


@UNIX
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_the_lock_of_a_sheet_without_rights_can_be_opened_afterwards(open_folder: Path, capfd: Any) -> None:
    sheet = open_folder / "abend.yaml"
    prepared(sheet, COMMANDS["add"])
    if not os.geteuid():
        os.chown(sheet, 65534, 65534)
    sheet.chmod(0o000)
    capfd.readouterr()
    assert as_nobody(lambda: doko("add", str(sheet), "Ben", "Dora", "120")) == 2
    assert "permission denied" in capfd.readouterr().err
    assert stat.S_IMODE((open_folder / ".abend.yaml.lock").stat().st_mode) == 0o600
    sheet.chmod(0o644)
    assert as_nobody(lambda: doko("add", str(sheet), "Ben", "Dora", "120")) == 0
    assert capfd.readouterr().err == ""
    (open_folder / ".abend.yaml.lock").chmod(0o000)
    if os.geteuid():
        return
    os.chown(open_folder / ".abend.yaml.lock", 0, 0)
    before = sheet.read_bytes()
    assert as_nobody(lambda: doko("--lang", "de", "add", str(sheet), "Ben", "Dora", "120")) == 2
    assert "lässt sich nicht als Sperre öffnen" in capfd.readouterr().err
    assert sheet.read_bytes() == before


@UNIX
@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() != 0, reason="only root may give files away")
def test_a_lock_that_root_makes_belongs_to_whom_the_sheet_belongs(open_folder: Path) -> None:
    sheet = open_folder / "abend.yaml"
    prepared(sheet, COMMANDS["add"])
    os.chown(sheet, 65534, 65534)
    assert doko("add", str(sheet), "Ben", "Dora", "120") == 0
    assert (open_folder / ".abend.yaml.lock").stat().st_uid == 65534


@UNIX
@pytest.mark.parametrize("what", ["link", "dangling", "folder", "pipe"])
def test_what_stands_in_the_place_of_the_lock_is_left_alone(what: str, tmp_path: Path, capsys: Any) -> None:
    sheet, lock, victim = (tmp_path / name for name in ("abend.yaml", ".abend.yaml.lock", "victim"))
    before = prepared(sheet, COMMANDS["add"])
    victim.write_bytes(b"x")
    victim.chmod(0o640)
    if what == "folder":
        lock.mkdir()
    elif what == "pipe":
        os.mkfifo(lock)
    else:
        lock.symlink_to("victim" if what == "link" else "nothing")
    there = {path.name for path in tmp_path.iterdir()}
    capsys.readouterr()
    assert doko("add", str(sheet), "Ben", "Dora", "120") == 2
    assert capsys.readouterr().err == f"dokosheet: {BARRED.format(lock)}\n"
    assert sheet.read_bytes() == before
    assert {path.name for path in tmp_path.iterdir()} == there
    assert stat.S_IMODE(victim.stat().st_mode) == 0o640


def test_an_error_that_says_nothing_of_locks_is_none_of_no_locks(tmp_path: Path, monkeypatch: Any, capsys: Any) -> None:
    sheet = tmp_path / "abend.yaml"
    before = prepared(sheet, COMMANDS["add"])

    def fail(*_: object) -> None:
        raise OSError(errno.EIO, "x")

    monkeypatch.setattr(locks, "_take", fail)
    assert doko("add", str(sheet), "Ben", "Dora", "120") == 2
    assert "the disk reports an error; nothing was changed" in capsys.readouterr().err
    assert sheet.read_bytes() == before
