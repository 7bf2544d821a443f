"""``check --fix`` and ``--diff`` on the command line: what is said, in which format, and the exit codes."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import helpers

HEAD = "dokosheet: 1\nplayers: [Anna, Ben, Cem, Dora]\nhands:\n"
SLIP = "  - Anna Cem 156 =3,-2,2,-2\n"
#: The next page goes on with the slip.
CARRIED = "  - uebertrag 3,-2,2,-2\n"
OPEN = "  - Anna Cem 156 =3,-3,3,-3\n"
UM = re.compile(r" um:\d{4}-\d\d-\d\dT\d\d:\d\d")
MENDED = '  - gestrichen "Anna Cem 156 =3,-2,2,-2" um "as computed"\n  - Anna Cem 156 =2,-2,2,-2\n'


def run(*arguments: str, cwd: Path, stdin: str | None = None, lang: str = "en") -> subprocess.CompletedProcess[str]:
    return helpers.run(cwd, "check", *arguments, stdin=stdin, lang=lang)


def without_time(text: str) -> str:
    return UM.sub(" um", text)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "a.yaml").write_text(HEAD + SLIP, "utf-8")
    (tmp_path / "b.yaml").write_text(HEAD + SLIP + OPEN, "utf-8")
    (tmp_path / "c.yaml").write_text(HEAD, "utf-8")
    return tmp_path


def test_what_was_mended_then_what_remains_then_the_summary(folder: Path) -> None:
    done = run("--fix", "b.yaml", cwd=folder)
    lines = done.stdout.splitlines()
    assert lines[0] == "b.yaml:5: score-differs: as computed; was =3,-2,2,-2, is =2,-2,2,-2"
    assert lines[1] == ""
    assert lines[2].startswith("b.yaml:6:18: error[S404] score-differs: ")
    assert lines[-1] == "1 sheet, 2 hands: 1 mended, 1 error left"
    assert (done.returncode, done.stderr) == (1, "")
    assert without_time((folder / "b.yaml").read_text("utf-8")) == HEAD + MENDED + OPEN
    assert run("--fix", "b.yaml", cwd=folder).stdout.endswith("0 mended, 1 error left\n")


def test_the_exit_code_is_that_of_what_remains(folder: Path) -> None:
    done = run("--fix", "a.yaml", cwd=folder, lang="de")
    assert done.returncode == 0
    assert done.stdout == (
        "a.yaml:5: score-differs: wie gerechnet; war =3,-2,2,-2, ist =2,-2,2,-2\n\n"
        "1 Liste geprüft, 1 Spiel: 1 berichtigt, übrig: nichts\n"
    )
    assert '"wie gerechnet"' in (folder / "a.yaml").read_text("utf-8")


def test_why_something_was_not_mended(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(HEAD + SLIP + CARRIED, "utf-8")
    done = run("--fix", "a.yaml", cwd=tmp_path)
    assert "    Not mended: it would bring S405 total-differs\n" in done.stdout
    assert done.returncode == 1


def test_the_diff_writes_nothing(folder: Path) -> None:
    done = run("--diff", "--fix", ".", cwd=folder)
    assert done.returncode == 1
    assert without_time(done.stdout) == (
        "--- ./a.yaml\n+++ ./a.yaml\n@@ -1,4 +1,5 @@\n dokosheet: 1\n players: [Anna, Ben, Cem, Dora]\n hands:\n"
        "-  - Anna Cem 156 =3,-2,2,-2\n"
        '+  - gestrichen "Anna Cem 156 =3,-2,2,-2" um "as computed"\n+  - Anna Cem 156 =2,-2,2,-2\n'
        "--- ./b.yaml\n+++ ./b.yaml\n@@ -1,5 +1,6 @@\n dokosheet: 1\n players: [Anna, Ben, Cem, Dora]\n hands:\n"
        "-  - Anna Cem 156 =3,-2,2,-2\n"
        '+  - gestrichen "Anna Cem 156 =3,-2,2,-2" um "as computed"\n+  - Anna Cem 156 =2,-2,2,-2\n'
        "   - Anna Cem 156 =3,-3,3,-3\n"
    )
    assert done.stderr == "3 sheets, 3 hands: 2 would be mended, 1 error left\n"
    assert (folder / "a.yaml").read_text("utf-8") == HEAD + SLIP
    assert run("--diff", "c.yaml", cwd=folder).returncode == 0


@pytest.mark.skipif(not shutil.which("patch"), reason="needs patch")
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_patch_applies_the_diff(tmp_path: Path, newline: str) -> None:
    before = "\ufeff" + (HEAD + SLIP + OPEN + "# Ümlaut\x85# x\n" + SLIP).rstrip("\n").replace("\n", newline)
    path = tmp_path / "a.yaml"
    path.write_bytes(before.encode("utf-8"))
    command = [sys.executable, "-m", "dokosheet", "check", "--diff", "a.yaml"]
    diff = subprocess.run(command, cwd=tmp_path, capture_output=True).stdout
    subprocess.run(["patch", "--binary", "-s", "a.yaml"], cwd=tmp_path, input=diff, check=True)
    patched = path.read_bytes()
    path.write_bytes(before.encode("utf-8"))
    run("--fix", "a.yaml", cwd=tmp_path, lang=os.environ.get("DOKOSHEET_LANG", "en"))
    assert UM.sub("", patched.decode()) == UM.sub("", path.read_bytes().decode())
    assert patched.count(b"gestrichen") == 2


def test_the_standard_input(tmp_path: Path) -> None:
    done = run("--diff", "-", cwd=tmp_path, stdin=HEAD + SLIP)
    assert done.returncode == 1
    assert without_time(done.stdout).startswith("--- -\n+++ -\n@@ -1,4 +1,5 @@\n")
    done = run("--fix", "-", cwd=tmp_path, stdin=HEAD + SLIP)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "dokosheet: - is the standard input; to write, a file is needed\n"


def test_json(folder: Path) -> None:
    done = run("--fix", ".", "--format", "json", cwd=folder)
    value = json.loads(done.stdout)
    assert [finding["code"] for finding in value["findings"]] == ["S404"]
    assert (value["version"], value["sheets"], value["hands"], value["unfixed"]) == (1, 3, 3, [])
    first, second = value["fixed"]
    assert first == {
        "code": "S404",
        "name": "score-differs",
        "file": "./a.yaml",
        "line": 5,
        "hand": 1,
        "player": "Anna",
        "old": "=3,-2,2,-2",
        "new": "=2,-2,2,-2",
        "reason": "as computed",
        "struck": "Anna Cem 156 =3,-2,2,-2",
        "lang": "en",
    }
    assert second["file"] == "./b.yaml"
    (folder / "a.yaml").write_text(HEAD + SLIP + CARRIED, "utf-8")
    (unfixed,) = json.loads(run("--fix", "a.yaml", "--format", "json", cwd=folder).stdout)["unfixed"]
    assert (unfixed["line"], unfixed["why"], unfixed["args"]["code"]) == (4, "brings-elsewhere", "S405")


def test_github(folder: Path) -> None:
    done = run("--fix", "b.yaml", "--format", "github", cwd=folder)
    first, second = done.stdout.splitlines()
    assert first == ("::notice file=b.yaml,line=5,title=S404 score-differs::as computed; was =3,-2,2,-2, is =2,-2,2,-2")
    assert second.startswith("::error file=b.yaml,line=6,col=18,endColumn=28,title=S404 score-differs::")


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("--fix", "a.yaml", "--jobs", "2"), 2),
        (("--diff", "a.yaml", "--format", "json"), 2),
        (("--fix", "a.yaml", "--format", "xml"), 2),
        (("--fix", "a.yaml", "--select", "X9"), 2),
        (("--fix", "*.nothing"), 2),
        (("--fix", "a.yaml", "--ignore", "S"), 0),
        (("--fix", "a.yaml", "--select", "S405"), 0),
        (("--diff", "a.yaml", "--select", "S405"), 0),
        (("--fix", "c.yaml", "--strict"), 0),
    ],
)
def test_what_is_refused_and_what_was_not_chosen(folder: Path, arguments: tuple[str, ...], code: int) -> None:
    done = run(*arguments, cwd=folder)
    assert done.returncode == code
    assert "Traceback" not in done.stderr
    assert (folder / "a.yaml").read_text("utf-8") == HEAD + SLIP
    if code == 2:
        assert (done.stdout, done.stderr.count("\n")) == ("", 1)


def test_what_stands_in_the_way_of_one_sheet_does_not_keep_the_others(folder: Path) -> None:
    (folder / "b.yaml").unlink()
    (folder / "b.yaml").mkdir()
    done = run("--fix", "missing.yaml", "a.yaml", cwd=folder)
    assert done.returncode == 2
    assert done.stderr == "dokosheet: missing.yaml does not exist; check the path\n"
    assert done.stdout.endswith("1 sheet, 1 hand: 1 mended, nothing left\n")
    assert "gestrichen" in (folder / "a.yaml").read_text("utf-8")


HELD = """
import sys
from pathlib import Path
import dokosheet.files.save as save
from dokosheet.edit import saving
from dokosheet.shell.program import run
def locked(path):
    return save.locked(path, 0.05)
saving.locked = locked
with save.locked(Path("a.yaml")):
    run(["check", "--fix", "a.yaml", "b.yaml", "--lang", "en"])
"""


def test_a_sheet_that_is_being_written_is_named_and_the_others_are_done(folder: Path) -> None:
    done = subprocess.run([sys.executable, "-c", HELD], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr == "dokosheet: a.yaml is being written by another program; try again in a moment\n"
    assert "a.yaml:4:19: error[S404]" in done.stdout
    assert done.stdout.endswith("2 sheets, 3 hands: 1 mended, 2 errors left\n")
    assert (folder / "a.yaml").read_text("utf-8") == HEAD + SLIP


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="root may write everywhere")
def test_a_sheet_that_may_not_be_written(folder: Path) -> None:
    folder.chmod(0o555)
    try:
        done = run("--fix", "a.yaml", "c.yaml", cwd=folder)
    finally:
        folder.chmod(0o755)
    assert done.returncode == 2
    assert done.stderr == "dokosheet: a.yaml: permission denied; nothing was changed\n"
    assert (folder / "a.yaml").read_text("utf-8") == HEAD + SLIP


FULL = """
import os
from dokosheet.shell.program import run
real, calls = os.fsync, []
def full(descriptor):
    calls.append(descriptor)
    if len(calls) <= 2:  # of the first sheet: neither its journal nor the sheet itself has room
        raise OSError(28, "No space left on device")
    real(descriptor)
os.fsync = full
run(["check", "--fix", "a.yaml", "b.yaml", "--lang", "en"])
"""


def test_a_full_disk(folder: Path) -> None:
    done = subprocess.run([sys.executable, "-c", FULL], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr == "dokosheet: a.yaml: the disk is full; nothing was changed\n"
    assert (folder / "a.yaml").read_text("utf-8") == HEAD + SLIP
    assert "gestrichen" in (folder / "b.yaml").read_text("utf-8")


def test_a_plain_check_loads_nothing_of_it(folder: Path) -> None:
    code = (
        "import sys\nfrom dokosheet.shell.program import run\n"
        "try:\n    run(['check', 'b.yaml'])\nexcept SystemExit:\n    pass\nprint(*sys.modules, sep='\\n')"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=True)
    strangers = {"dokosheet.edit.mending", "dokosheet.files.splice", "dokosheet.files.locks"}
    assert strangers & set(done.stdout.split()) == set()
