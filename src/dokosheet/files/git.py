"""The program git: one file of a repository into a commit of its own, whatever else goes on there.

The program, not a library: hooks, signatures, names and worktrees are then as the owner of the repository has set
them up. It is never asked anything, and never waited for longer than :data:`LONGEST`.
"""

from __future__ import annotations

import os
import signal
import subprocess
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Final

from dokosheet.core.records import Record
from dokosheet.files.locks import held
from dokosheet.files.rights import Rights
from dokosheet.files.trouble import Busy

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import IO

#: So many seconds one call of git may take, its hooks and a signature included.
LONGEST: Final = 30.0
#: So long to wait where another program holds the index, and how long between two looks.
PATIENCE: Final = 1.0
PAUSE: Final = 0.05
#: What lies in the folder of a repository while something there is half done.
HALF_DONE: Final = ("MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "rebase-merge", "rebase-apply", "BISECT_START")
#: git asks nobody, takes names of files as they are, and does not lock the index only to look.
ENVIRONMENT: Final = {
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_EDITOR": ":",
    "GIT_LITERAL_PATHSPECS": "1",
    "GIT_OPTIONAL_LOCKS": "0",
}
#: So often a file is looked at that is another one each time.
OFTEN: Final = 5


#: A longer message would fill the screen of whoever reads the log.
LONGEST_MESSAGE = 200


class Outcome(Record, frozen=True):
    """``commit``: the abbreviated commit, "" where there was nothing to commit, or where it could not be.

    ``why`` then says why not: a message id of room ``text``, "" where all is well; ``said``: what git said.
    """

    commit: str = ""
    why: str = ""
    said: str = ""


def commit(path: str, message: str) -> Outcome:
    """Commit a sheet as it is on the disk now, and nothing else; ``message`` is made one line.

    Never raises: the sheet is written whatever git says.
    """
    try:
        return Outcome(_committed(Path(path), _one_line(message)))
    except _NotCommitted as trouble:
        return Outcome("", trouble.why, trouble.said)
    except (OSError, ValueError, RuntimeError) as error:
        return Outcome("", "git.refused", str(error))


def _one_line(message: str) -> str:
    """A message without line breaks and control characters."""
    line = " ".join("".join(char if char.isprintable() else " " for char in message).split())
    return line if len(line) <= LONGEST_MESSAGE else f"{line[: LONGEST_MESSAGE - 3]}..."


class _NotCommitted(Exception):
    """Why a file was not committed: a message id of room ``text``, and what git said."""

    def __init__(self, why: str, said: str = "") -> None:
        super().__init__(why)
        self.why, self.said = why, said


def _committed(file: Path, message: str) -> str:
    """Commit one file as it is on the disk; what else is staged stays staged. Symbolic links are followed.

    Returns the abbreviated commit, "" where the file already is in the last one as it is. Raises _NotCommitted.
    """
    real = Path(os.path.realpath(file))
    repository = _Repository(real.parent)
    with repository.alone():
        for left in reversed(range(OFTEN)):
            before = _stamp(real)
            state = repository.state(real)
            if state == "!!":
                raise _NotCommitted("git.ignored")
            if state and repository.is_half_done():
                raise _NotCommitted("git.half-done")
            if state and state[0] != " ":  # new, or staged as it was before: as it is now it may have been committed
                repository.change("add", "--", str(real))
                state = repository.state(real)
            if not state:
                break
            said = message.encode("utf-8", "replace") if os.name == "posix" else message
            try:
                repository.change("commit", "--quiet", "--only", "--cleanup=whitespace", "-m", said, "--", str(real))
            except _NotCommitted:
                if repository.state(real) and (_stamp(real) == before or not left):
                    raise
                continue
            # git reads a file for the index and again for the commit, and the later one may be another
            if _stamp(real) != before:
                with suppress(_NotCommitted):
                    repository.change("reset", "--quiet", "--", str(real))
            return repository.ask("rev-parse", "--short", "HEAD")
    return ""


def _stamp(file: Path) -> tuple[int, ...] | None:
    """What tells that a file is another one than before; None where there is none."""
    with suppress(OSError):
        status = os.stat(file)
        return status.st_ino, status.st_size, status.st_mtime_ns
    return None


class _Repository:
    """The repository in which a folder lies. Raises _NotCommitted where there is none with files in it."""

    def __init__(self, folder: Path) -> None:
        # paths in the environment of a hook count from where the hook stands
        self.folder = None if "GIT_DIR" in os.environ else folder
        code, out, said = self._run("rev-parse", "--is-inside-work-tree", "--absolute-git-dir")
        if code:
            unsafe = "safe.directory" in said
            raise _NotCommitted("git.refused" if unsafe else "git.no-repository", _first(said))
        inside, self.git_dir = (*out.split("\n", 1), "")[:2]
        if inside != "true":
            raise _NotCommitted("git.bare")

    @contextmanager
    def alone(self) -> Iterator[None]:
        """One of us at a time: git itself does not wait where two want to commit."""
        lock = Path(self.git_dir) / "dokosheet.lock"
        try:
            with held(lock, lock, Rights(0o644), LONGEST):
                yield
        except Busy:
            raise _NotCommitted("git.busy") from None

    def state(self, file: Path) -> str:
        """What git says of a file in two signs, ``!!`` where it is ignored; "" where there is nothing to commit."""
        return self.ask("status", "--porcelain", "--ignored", "-uall", "--", str(file))[:2]

    def is_half_done(self) -> bool:
        """Whether a merge, a rebase or the like waits to be finished."""
        return any(os.path.exists(os.path.join(self.git_dir, name)) for name in HALF_DONE)

    def ask(self, *words: str) -> str:
        """What git answers. Raises _NotCommitted."""
        code, out, said = self._run(*words)
        if code:
            raise _NotCommitted("git.refused", _first(said))
        return out

    def change(self, *words: str | bytes) -> None:
        """Let git write; where another program holds the index, for a moment again and again. Raises _NotCommitted."""
        until = time.monotonic() + PATIENCE
        while True:
            code, _, said = self._run(*words)
            if not code:
                return
            if not os.path.exists(os.path.join(self.git_dir, "index.lock")) and "index.lock" not in said:
                break
            if time.monotonic() > until:
                raise _NotCommitted("git.busy")
            time.sleep(PAUSE)
        if words[0] == "commit" and self._run("var", "GIT_COMMITTER_IDENT")[0]:
            raise _NotCommitted("git.nobody")
        raise _NotCommitted("git.refused" if said else "git.silent", _first(said))

    def _run(self, *words: str | bytes) -> tuple[int, str, str]:
        """Exit code, output and errors. Raises _NotCommitted where git is missing, or takes too long."""
        # files and no pipes: what a hook leaves running would hold a pipe open
        with TemporaryFile() as out, TemporaryFile() as said:
            try:
                process = subprocess.Popen(
                    ["git", *words],
                    cwd=self.folder,
                    env={**os.environ, **ENVIRONMENT},
                    stdin=subprocess.DEVNULL,
                    stdout=out,
                    stderr=said,
                    start_new_session=True,  # without a terminal nobody can be asked for a passphrase there
                )
            except OSError:
                raise _NotCommitted("git.no-git") from None
            try:
                code = process.wait(LONGEST)
            except subprocess.TimeoutExpired:
                _end(process)
                raise _NotCommitted("git.slow") from None
            except BaseException:
                _end(process)
                raise
            return code, _text(out), _text(said)


def _end(process: subprocess.Popen[bytes]) -> None:
    """End git and its hooks; first so that git can take its locks away."""
    for force in (False, True):
        with suppress(OSError):
            if os.name == "posix":
                os.killpg(process.pid, signal.SIGKILL if force else signal.SIGTERM)
            else:
                process.terminate()
        with suppress(subprocess.TimeoutExpired):
            process.wait(1)


def _text(stream: IO[bytes]) -> str:
    stream.seek(0)
    return stream.read(100_000).decode("utf-8", "replace").strip("\n")


def _first(said: str) -> str:
    """The line that says most: the first of an error, else the first."""
    found = [line.strip() for line in said.split("\n") if line.strip()]
    return next((line for line in found if line.startswith(("fatal:", "error:"))), found[0] if found else "")
