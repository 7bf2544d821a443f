"""``--git``: a commit for each change, and a sheet that is written whatever git says."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from dokosheet.files import git
from helpers import said, texts

pytestmark = [
    pytest.mark.skipif(shutil.which("git") is None, reason="git is needed"),
    pytest.mark.skipif(os.name != "posix", reason="hooks here are scripts of the shell"),
]

HEAD = "dokosheet: 1\nrules: tsr\nplayers: [Anna, Ben, Cem, Dora]\nhands:\n"


class Repository:
    """A repository in a folder, with nothing of the user's or the machine's configuration."""

    def __init__(self, folder: Path, home: Path) -> None:
        self.folder = folder
        home.mkdir()
        own = {key: value for key, value in os.environ.items() if not key.startswith(("GIT_", "DOKOSHEET"))}
        self.env = {
            **own,
            "HOME": str(home),
            "XDG_CONFIG_HOME": str(home),
            "GIT_CONFIG_GLOBAL": "/dev/null",
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_CEILING_DIRECTORIES": str(home.parent),
            "DOKOSHEET_LANG": "en",
        }

    def git(self, *words: str) -> str:
        done = subprocess.run(
            ["git", *words], cwd=self.folder, env=self.env, capture_output=True, encoding="utf-8", check=True
        )
        return done.stdout.rstrip("\n")

    def call(self, *words: str, **env: str) -> subprocess.CompletedProcess[str]:
        """The program in this process; its environment is that of the fixture."""
        with contextlib.chdir(self.folder):
            return subprocess.CompletedProcess(words, *said(words, **env))

    def subjects(self) -> list[str]:
        """The messages, the newest first."""
        return self.git("log", "--format=%s").split("\n")

    def hook(self, name: str, script: str) -> None:
        path = self.folder / ".git" / "hooks" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"#!/bin/sh\n{script}\n", "utf-8")
        path.chmod(0o755)

    @property
    def sheet(self) -> Path:
        return self.folder / "abend.yaml"


@pytest.fixture
def repo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    folder = tmp_path / "club"
    folder.mkdir()
    found = Repository(folder, tmp_path / "home")
    found.git("init", "-q", "-b", "main")
    found.git("config", "user.name", "Scorer")
    found.git("config", "user.email", "scorer@example.org")
    (folder / ".gitignore").write_text(".*.journal\n.*.lock\n", "utf-8")
    found.sheet.write_text(HEAD, "utf-8")
    found.git("add", ".")
    found.git("commit", "-q", "-m", "begin")
    for key in [key for key in os.environ if key.startswith("GIT_")]:
        monkeypatch.delenv(key)
    for key, value in found.env.items():
        monkeypatch.setenv(key, value)
    return found


def refusal(why: str, **args: str) -> str:
    t = texts("en")
    return f"dokosheet: {t('git.not', file='abend.yaml', why=t(why, said='', **args))}"


COMMANDS = [
    (("add", "abend.yaml", "anna", "cem", "156", "re", "fuchs:anna"), "add Anna Cem 156 re fuchs:Anna"),
    (("add", "abend.yaml", "ben", "dora", "120"), "add Ben Dora 120"),
    (("amend", "abend.yaml", "1", "131"), "amend 1: Anna Cem 131 re fuchs:Anna"),
    (("insert", "abend.yaml", "2", "cem", "dora", "140"), "insert 2: Cem Dora 140"),
    (("move", "abend.yaml", "3", "1"), "move 3 1: Ben Dora 120"),
    (("penalty", "abend.yaml", "1", "dora", "gering"), "penalty strafe Dora gering"),
    (("undo", "abend.yaml"), "undo penalty"),
    (("redo", "abend.yaml"), "redo penalty"),
    (("seats", "abend.yaml", "Anna,Cem,Ben,Dora"), "seats Anna, Cem, Ben, Dora"),
    (("rename", "abend.yaml", "Ben", "Bernd"), "rename Ben Bernd"),
    (("join", "abend.yaml", "Emil"), "join kommt Emil"),
    (("leave", "abend.yaml", "Emil"), "leave geht Emil"),
    (("close", "abend.yaml", "--time"), "close ende zeit"),
]


def test_every_command_that_writes_commits_once(repo: Repository) -> None:
    (repo.folder / "other").write_text("staged", "utf-8")
    repo.git("add", "other")
    for call, message in COMMANDS:
        done = repo.call("--git", *call)
        assert done.returncode == 0, done
        assert done.stderr == ""
        assert repo.subjects()[0] == f"abend.yaml: {message}"
        assert done.stdout.endswith(f"\nCommitted: {repo.git('rev-parse', '--short', 'HEAD')}\n")
    assert len(repo.subjects()) == len(COMMANDS) + 1
    assert repo.git("status", "--porcelain") == "A  other"
    assert repo.call("reopen", "abend.yaml", "--git").returncode == 0
    assert repo.subjects()[0].startswith('abend.yaml: reopen gestrichen "ende zeit" um:')
    assert repo.call("strike", "abend.yaml", "2", "--git").returncode == 0
    assert repo.subjects()[0].startswith('abend.yaml: strike 2: gestrichen "')


def test_new_fmt_check_and_import(repo: Repository) -> None:
    assert repo.call("new", "b.yaml", "--players", "Anna,Ben,Cem,Dora", DOKOSHEET_GIT="1").returncode == 0
    assert repo.subjects()[0] == "b.yaml: new Anna, Ben, Cem, Dora"
    repo.sheet.write_text(f"{HEAD}  - anna cem 156 =3,-2,2,-2\n", "utf-8")
    assert repo.call("--git", "fmt", "--check", "abend.yaml").returncode == 1
    assert len(repo.subjects()) == 2
    repo.call("--git", "fmt", "abend.yaml")
    assert repo.subjects()[0] == "abend.yaml: fmt Anna Cem 156 =3,-2,2,-2"
    done = repo.call("--git", "check", "--fix", "--format", "json", "abend.yaml")
    assert (done.returncode, done.stdout.count("\n")) == (0, 1)
    assert repo.subjects()[0] == "abend.yaml: check --fix =2,-2,2,-2"
    shutil.copy(Path(__file__).parents[2] / "examples" / "liste.csv", repo.folder)
    assert repo.call("--git", "import", "liste.csv", "-o", "c.yaml").returncode == 0
    assert repo.subjects()[0] == "c.yaml: import liste.csv"


def test_asking_commits_each_hand(repo: Repository) -> None:
    from terminal import Session

    session = Session(repo.folder, "add", "abend.yaml", "--git", "--more", **repo.env)
    session.type("ac156\r\r\rbd120\r\r\rq")
    assert session.end() == 0
    assert repo.subjects()[:2] == ["abend.yaml: add Ben Dora 120", "abend.yaml: add Anna Cem 156"]


@pytest.mark.parametrize(
    "call",
    [
        ("undo", "abend.yaml"),
        ("add", "abend.yaml", "anna", "cem", "239"),
        ("amend", "abend.yaml", "4", "120"),
        ("show", "abend.yaml"),
        ("check", "--fix", "abend.yaml"),
        ("fmt", "abend.yaml"),
    ],
)
def test_what_writes_nothing_commits_nothing(repo: Repository, call: tuple[str, ...]) -> None:
    with repo.sheet.open("a", encoding="utf-8") as stream:
        stream.write("  # by hand\n")
    repo.call("--git", *call)
    assert repo.subjects() == ["begin"]


def test_without_the_option_nothing_is_committed(repo: Repository) -> None:
    for value in ("", "0"):
        assert repo.call("add", "abend.yaml", "anna", "cem", "156", DOKOSHEET_GIT=value).stderr == ""
    assert repo.subjects() == ["begin"]


def test_behind_two_dashes_it_is_no_option(repo: Repository) -> None:
    assert repo.call("add", "abend.yaml", "--", "notiz", "--git").returncode == 0
    assert repo.subjects() == ["begin"]


def test_a_message_is_one_line(repo: Repository) -> None:
    repo.sheet.write_text(f"{HEAD}  - notiz x\n", "utf-8")
    outcome = git.commit(str(repo.sheet), 'abend.yaml: add notiz "a\nb\x1b[31m\x00\u2028c' + "x" * 500)
    assert outcome.commit == repo.git("rev-parse", "--short", "HEAD")
    message = repo.git("log", "-1", "--format=%B")
    assert message.startswith('abend.yaml: add notiz "a b [31m cxxx')
    assert len(message) <= 200
    assert git.commit(str(repo.sheet), "again") == git.Outcome()


def test_a_link_to_a_sheet_in_a_repository(repo: Repository, tmp_path: Path) -> None:
    (tmp_path / "link.yaml").symlink_to(repo.sheet)
    repo.folder, inside = tmp_path, repo.folder
    done = repo.call("--git", "add", "link.yaml", "anna", "cem", "156")
    repo.folder = inside
    assert (done.returncode, done.stderr) == (0, "")
    assert repo.subjects()[0] == "abend.yaml: add Anna Cem 156"


@pytest.mark.parametrize("name", ["-m.yaml", "*.yaml", ":(top).yaml", "#1.yaml", "ä b.yaml"])
def test_odd_names(repo: Repository, name: str) -> None:
    (repo.folder / name).write_text(HEAD, "utf-8")
    (repo.folder / "z.yaml").write_text(HEAD, "utf-8")
    assert git.commit(str(repo.folder / name), f"{name}: add").commit
    assert repo.subjects()[0] == f"{name}: add"
    assert repo.git("status", "--porcelain") == "?? z.yaml"


def test_no_commit_before(tmp_path: Path, repo: Repository) -> None:
    fresh = tmp_path / "fresh"
    fresh.mkdir()
    repo.folder = fresh
    repo.git("init", "-q")
    repo.git("config", "user.name", "Scorer")
    repo.git("config", "user.email", "scorer@example.org")
    assert repo.call("--git", "new", "abend.yaml", "--players", "A,B,C,D").stderr == ""
    assert repo.subjects() == ["abend.yaml: new A, B, C, D"]


# -- what is in the way


def added(repo: Repository, **env: str) -> subprocess.CompletedProcess[str]:
    """A hand that is written whatever git says."""
    before = repo.sheet.read_text("utf-8")
    done = repo.call("--git", "add", "abend.yaml", "anna", "cem", "156", **env)
    assert repo.sheet.read_text("utf-8") == f"{before}  - Anna Cem 156\n"
    assert done.returncode == 0
    assert done.stderr.count("\n") <= 1
    assert "Committed" not in done.stdout
    return done


def test_git_is_missing(repo: Repository, tmp_path: Path) -> None:
    assert added(repo, PATH=str(tmp_path)).stderr.strip() == refusal("git.no-git")
    german = added(repo, PATH=str(tmp_path), DOKOSHEET_LANG="de").stderr
    assert german == "dokosheet: abend.yaml: geschrieben, aber nicht committet: das Programm git fehlt\n"


def test_no_repository(repo: Repository) -> None:
    shutil.rmtree(repo.folder / ".git")
    assert added(repo).stderr.strip() == refusal("git.no-repository")


def test_a_bare_repository(repo: Repository) -> None:
    repo.git("config", "core.bare", "true")
    assert added(repo, GIT_DIR=str(repo.folder / ".git")).stderr.strip() == refusal("git.bare")


def test_an_ignored_sheet(repo: Repository) -> None:
    repo.git("rm", "-q", "--cached", "abend.yaml")
    (repo.folder / ".gitignore").write_text("*.yaml\n.*\n", "utf-8")
    repo.git("commit", "-q", "-a", "-m", "ignored")
    assert added(repo).stderr.strip() == refusal("git.ignored")


@pytest.mark.parametrize("what", ["merge", "rebase"])
def test_something_half_done(repo: Repository, what: str) -> None:
    other = repo.folder / "other"
    other.write_text("0", "utf-8")
    repo.git("add", "other")
    repo.git("commit", "-q", "-m", "base")
    for branch in ("one", "two"):
        repo.git("checkout", "-q", "-b", branch, "main")
        other.write_text(branch, "utf-8")
        repo.git("commit", "-q", "-a", "-m", branch)
    with pytest.raises(subprocess.CalledProcessError):
        repo.git(what, "one")
    assert added(repo).stderr.strip() == refusal("git.half-done")


def test_no_name(repo: Repository) -> None:
    repo.git("config", "--unset", "user.name")
    repo.git("config", "--unset", "user.email")
    repo.git("config", "user.useConfigOnly", "true")
    assert added(repo).stderr.strip() == refusal("git.nobody")


def test_a_hook_that_refuses(repo: Repository) -> None:
    repo.hook("pre-commit", "exit 1")
    assert added(repo).stderr.strip() == refusal("git.silent")
    repo.hook("pre-commit", "echo; echo 'no sheets\x1b[31m on Sunday' >&2; echo more >&2; exit 1")
    said = refusal("git.refused")
    assert added(repo).stderr.strip() == f"{said}no sheets\\x1b[31m on Sunday"


def test_a_lock_that_stays_and_one_that_goes(repo: Repository) -> None:
    lock = repo.folder / ".git" / "index.lock"
    lock.touch()
    assert added(repo).stderr.strip() == refusal("git.busy")
    remove = subprocess.Popen(["sh", "-c", f"sleep 0.4; rm {lock}"])
    repo.sheet.write_text(f"{HEAD}  - Anna Cem 150\n", "utf-8")
    assert git.commit(str(repo.sheet), "add").commit
    remove.wait()


def test_nobody_is_asked_and_nothing_hangs(repo: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(git, "LONGEST", 1.5)
    repo.hook("pre-commit", "cat; (exec </dev/tty) 2>/dev/null && exit 3; exit 0")
    repo.sheet.write_text(f"{HEAD}  - Anna Cem 150\n", "utf-8")
    assert git.commit(str(repo.sheet), "add").commit
    repo.hook("pre-commit", "trap '' TERM; sleep 60 & sleep 60")
    repo.sheet.write_text(f"{HEAD}  - Anna Cem 151\n", "utf-8")
    begin = time.monotonic()
    assert git.commit(str(repo.sheet), "add").why == "git.slow"
    assert time.monotonic() - begin < 10
    assert not (repo.folder / ".git" / "index.lock").exists()
    repo.hook("pre-commit", "sleep 60 &")
    assert git.commit(str(repo.sheet), "add").commit


def test_a_signature_that_cannot_be_made(repo: Repository) -> None:
    repo.git("config", "commit.gpgSign", "true")
    repo.git("config", "gpg.program", "false")
    assert added(repo).stderr.startswith(f"{refusal('git.refused')}error: ")


def when_git_reads(repo: Repository, number: int, *texts: str) -> None:
    """The sheet gets these texts, one each time, when git has read it ``number`` times and more.

    For a commit git reads it twice: for what is staged, and for what is committed.
    """
    for i, text in enumerate(texts):
        (repo.folder / ".git" / f"{number + i}").write_text(text, "utf-8")
    script = repo.folder / ".git" / "clean"
    script.write_text(
        "cat; cd .git; echo >>times; n=$(wc -l <times); n=$((n)); [ ! -e $n ] || mv $n ../abend.yaml\n", "utf-8"
    )
    repo.git("config", "filter.reading.clean", f"sh {script}")
    (repo.folder / ".git" / "info").mkdir(exist_ok=True)
    (repo.folder / ".git" / "info" / "attributes").write_text("abend.yaml filter=reading\n", "utf-8")


def test_several_at_once_lose_no_state(repo: Repository) -> None:
    calls = [
        subprocess.Popen(
            [sys.executable, "-m", "dokosheet", "--git", "add", "abend.yaml", "anna", "cem", str(130 + n)],
            cwd=repo.folder,
            env=repo.env,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        for n in range(6)
    ]
    assert [call.communicate(timeout=120)[1] for call in calls] == [""] * 6
    assert repo.git("status", "--porcelain") == ""
    assert repo.git("show", "HEAD:abend.yaml") + "\n" == repo.sheet.read_text("utf-8")
    assert repo.sheet.read_text("utf-8").count("Anna Cem 13") == 6


ONE, TWO = f"{HEAD}  - Anna Cem 150\n", f"{HEAD}  - Anna Cem 150\n  - Ben Dora 120\n"


def test_written_between_two_readings_of_git(repo: Repository) -> None:
    """What is staged is then older than the commit: the next would undo it, or have nothing to say."""
    repo.sheet.write_text(ONE, "utf-8")
    when_git_reads(repo, 1, TWO)
    assert git.commit(str(repo.sheet), "one").commit
    assert repo.git("show", "HEAD:abend.yaml") + "\n" == TWO
    assert repo.git("status", "--porcelain") == ""
    assert git.commit(str(repo.sheet), "two") == git.Outcome()


def test_staged_in_an_older_state(repo: Repository) -> None:
    repo.sheet.write_text(ONE, "utf-8")
    repo.git("add", "abend.yaml")
    repo.sheet.write_text(HEAD, "utf-8")
    assert git.commit(str(repo.sheet), "one") == git.Outcome()
    assert repo.git("status", "--porcelain") == ""
    assert repo.subjects() == ["begin"]


def test_undone_and_redone_while_git_reads(repo: Repository) -> None:
    """git finds nothing to commit, and says so by its code only."""
    repo.sheet.write_text(ONE, "utf-8")
    when_git_reads(repo, 1, HEAD, ONE)
    assert git.commit(str(repo.sheet), "one").commit
    assert repo.git("show", "HEAD:abend.yaml") + "\n" == ONE
    assert repo.git("status", "--porcelain") == ""


def test_another_one_each_time_git_reads(repo: Repository) -> None:
    repo.sheet.write_text(ONE, "utf-8")
    when_git_reads(repo, 1, *[HEAD, ONE] * (git.OFTEN + 1))
    assert git.commit(str(repo.sheet), "one") == git.Outcome("", "git.silent")
