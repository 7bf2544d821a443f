"""A file that cannot be read, or a process that is killed, keeps nobody from the sheets beside it."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path

import pytest

from dokosheet.edit import many as checking
from dokosheet.edit.document import expand
from dokosheet.edit.many import check
from helpers import Choice, Found, run

GOOD = "dokosheet: 1\nplayers: [Anna, Ben, Cem, Dora]\nhands:\n  - Anna Ben 130\n"
WRONG = GOOD.replace("130", "239")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "a.yaml").write_text(GOOD)
    (tmp_path / "z.yaml").write_text(WRONG)
    return tmp_path


JOBS = pytest.mark.parametrize("jobs", ["1", "2"])


@JOBS
def test_the_lock_of_emacs_is_no_sheet(folder: Path, jobs: str) -> None:
    os.symlink("me@here.4711:1", folder / ".#abend.yaml")
    done = run(folder, "check", "--jobs", jobs, ".")
    assert (done.returncode, done.stderr) == (1, "")
    assert "F110" not in done.stdout
    assert done.stdout.endswith("2 sheets, 2 hands: 1 error\n")
    assert run(folder, "standings", ".").returncode == 1
    assert "#" not in run(folder, "standings", ".").stderr


@JOBS
def test_what_lies_in_a_folder_and_cannot_be_opened_is_a_finding(folder: Path, jobs: str) -> None:
    os.symlink("nowhere", folder / "m.yaml")
    os.symlink("n.yaml", folder / "n.yaml")
    done = run(folder, "check", "--jobs", jobs, ".")
    assert (done.returncode, done.stderr) == (1, "")
    codes = [line.partition(" ")[2][:11] for line in done.stdout.splitlines() if line.startswith("./")]
    assert codes == ["error[F110]", "error[F110]", "error[H201]"]
    assert "./n.yaml:1:1: error[F110] unreadable: the file cannot be opened: the links lead in a circle" in done.stdout
    ranked = run(folder, "standings", "--format", "json", ".")
    assert ranked.returncode == 1
    assert json.loads(ranked.stdout)["standings"]


def test_a_file_without_the_right_to_read_it(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "m.yaml").write_text(GOOD)
    opens = Path.open

    def barred(self: Path, *args: object, **more: object) -> object:
        if self.name == "m.yaml":
            raise PermissionError(13, "Permission denied", str(self))
        return opens(self, *args, **more)  # type: ignore[call-overload]

    monkeypatch.setattr(Path, "open", barred)
    done = run(folder, "check", ".")
    assert done.returncode == 1
    assert "./m.yaml:1:1: error[F110] unreadable: the file cannot be opened: permission denied" in done.stdout
    assert "z.yaml:4:14: error[H201]" in done.stdout
    german = run(folder, "--lang", "de", "check", ".").stdout
    assert "die Datei lässt sich nicht öffnen: keine Berechtigung" in german
    named = run(folder, "check", "a.yaml", "m.yaml", "z.yaml")
    assert (named.returncode, named.stderr) == (2, "dokosheet: m.yaml: permission denied; nothing was changed\n")
    assert named.stdout.endswith("2 sheets, 2 hands: 1 error\n")


def test_a_folder_that_cannot_be_looked_into_is_not_passed_over(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    closed = folder / "closed"
    closed.mkdir()
    scandir = os.scandir

    def barred(path: str) -> object:
        if str(path).endswith("closed"):
            raise PermissionError(13, "Permission denied", path)
        return scandir(path)

    monkeypatch.setattr(os, "scandir", barred)
    assert Found(f".{os.sep}closed", named=False) in list(_expanded(folder))


def _expanded(folder: Path) -> list[Found]:
    before = os.getcwd()
    os.chdir(folder)
    try:
        return list(expand(["."]))
    finally:
        os.chdir(before)


@JOBS
@pytest.mark.parametrize("form", ["text", "json", "github"])
def test_a_file_that_was_named_and_is_missing_is_said_and_the_others_are_done(
    folder: Path, jobs: str, form: str
) -> None:
    done = run(folder, "check", "--format", form, "--jobs", jobs, "a.yaml", "nope.yaml", "no*.yaml", "z.yaml")
    missing = [f"dokosheet: {name} does not exist; check the path\n" for name in ("nope.yaml", "no*.yaml")]
    assert (done.returncode, done.stderr) == (2, "".join(missing))
    assert "H201" in done.stdout
    if form == "json":
        assert json.loads(done.stdout)["sheets"] == 2


@pytest.mark.parametrize(
    "command", [["check", "nope.yaml"], ["check", "--fix", "nope.yaml"], ["standings", "nope.yaml"]]
)
def test_where_only_a_missing_file_was_named(folder: Path, command: list[str]) -> None:
    done = run(folder, *command)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "dokosheet: nope.yaml does not exist; check the path\n"


def _killed_at_b(found: Found, choice: Choice) -> object:
    if found.path.endswith("b.yaml") and os.getpid() != PARENT:
        os.kill(os.getpid(), signal.SIGKILL)
    return report(found, choice)


PARENT = os.getpid()
report = checking.report


def test_the_rest_is_done_where_a_process_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = [f"{letter}.yaml" for letter in "abcdef"]
    for name in names:
        (tmp_path / name).write_text(GOOD)
    monkeypatch.setattr(checking, "report", _killed_at_b)
    monkeypatch.setattr(checking, "CHUNK", 1)
    done = list(check([Found(str(tmp_path / name)) for name in names], Choice(), 2))
    assert [Path(one.file).name for one in done] == names
    assert all(one.hands == 1 for one in done)
