"""What can stand in the way of writing a sheet."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from dokosheet.core.finding import DokosheetError


class Unspliceable(DokosheetError, ValueError):
    """The text is laid out in a way that a line cannot be put into without touching more; nothing was changed."""


class Changed(DokosheetError):
    """The file at ``path`` is no longer what was read."""

    def __init__(self, path: Path) -> None:
        super().__init__(str(path))
        self.path = path


class Busy(DokosheetError):
    """Somebody else has held the lock on the file at ``path`` for the whole time that we waited."""

    def __init__(self, path: Path) -> None:
        super().__init__(str(path))
        self.path = path


class Barred(PermissionError):
    """What stands in the place of a lock file is none, or may not be opened: nobody knows who else is writing."""

    def __init__(self, lock: Path) -> None:
        super().__init__(errno.EACCES, os.strerror(errno.EACCES), str(lock))


class HalfCharacter(DokosheetError, ValueError):
    """A text holds half a character, which no file can hold: its bytes came in another encoding."""


class TooLarge(DokosheetError, ValueError):
    """The text would be larger than what is read; it could be written, and never be read again."""


class ReadOnlyFolder(PermissionError):
    """No file can be made in the folder of a sheet, so that none can take its place."""


class Unremembered(UserWarning):
    """A sheet was written, but not the journal beside it: nobody can take this step back."""


class SecondName(UserWarning):
    """A sheet was written that has a second name (a hard link), under which the old bytes stay."""


class Lockless(UserWarning):
    """A sheet was written where the drive knows no locks: two at the same moment could hinder each other."""
