"""Sheets under version control: each change that a command writes becomes a commit of its own."""

from __future__ import annotations

from pathlib import Path

from dokosheet.core.records import Record
from dokosheet.files import git

#: A longer message would fill the screen of whoever reads the log.
LONGEST = 200


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
        return Outcome(git.commit(Path(path), _one_line(message)))
    except git.NotCommitted as trouble:
        return Outcome("", trouble.why, trouble.said)
    except (OSError, ValueError, RuntimeError) as error:
        return Outcome("", "git.refused", str(error))


def _one_line(message: str) -> str:
    """A message without line breaks and control characters."""
    line = " ".join("".join(char if char.isprintable() else " " for char in message).split())
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 3]}..."
