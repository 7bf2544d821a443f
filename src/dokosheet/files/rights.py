"""Who may do what with a file: mode, owner and access list, taken from one open file and given to another.

All of it on open files: in a folder of somebody else a name can be another file a moment later.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

from dokosheet.core.records import Record

#: Where Linux keeps the access list of a file; what it says for a file without one, and on a drive that knows none.
_ACCESS: Final = "system.posix_acl_access"
#: How the names begin of what a user may note about a file.
_USER: Final = "user."
_NONE: Final = frozenset({errno.ENODATA, errno.EOPNOTSUPP, errno.ENOTSUP, errno.ENOSYS}) if os.name != "nt" else ()


class Rights(Record, frozen=True):
    """``access``: the list of who else may do what, as the system keeps it; None for a file without one.

    Owner and group -1: whoever it is. ``attributes``: what the user has noted about the file.
    """

    mode: int
    owner: int = -1
    group: int = -1
    access: bytes | None = None
    attributes: tuple[tuple[str, bytes], ...] = ()


def rights(descriptor: int) -> Rights:
    """The rights of an open file. Raises OSError."""
    status = os.fstat(descriptor)
    mode = stat.S_IMODE(status.st_mode)
    return Rights(mode, status.st_uid, status.st_gid, access_list(descriptor), _attributes(descriptor))


def _attributes(descriptor: int) -> tuple[tuple[str, bytes], ...]:
    """The attributes of an open file that its user has given it; none where the system, or the drive, knows none."""
    if not hasattr(os, "listxattr"):
        return ()
    try:
        names = [name for name in os.listxattr(descriptor) if name.startswith(_USER)]
        return tuple((name, os.getxattr(descriptor, name)) for name in names)
    except OSError:
        return ()


def access_list(file: int | Path) -> bytes | None:
    """The access list of a file, None where there is none. Raises OSError."""
    if not hasattr(os, "getxattr"):
        return None
    try:
        return os.getxattr(file, _ACCESS)
    except OSError as error:
        if error.errno in _NONE:
            return None
        raise


def set_access_list(descriptor: int, wanted: bytes | None) -> None:
    """Give an open file an access list, or take the one away that it has from its folder. Raises OSError."""
    if access_list(descriptor) == wanted:
        return
    if wanted is None:
        os.removexattr(descriptor, _ACCESS)
    else:
        os.setxattr(descriptor, _ACCESS, wanted)


def give(descriptor: int, wanted: Rights) -> None:
    """Give an open file, which only its owner can read so far, the rights of another one. Raises OSError.

    What the system does not let us keep makes them narrower, never wider: another group may not do more than everybody,
    and where an access list is lost, which can take rights away as well, there are none but for the owner.
    """
    if sys.platform == "win32":
        return
    mode = wanted.mode
    group_kept = _give_away(descriptor, wanted)
    try:
        set_access_list(descriptor, wanted.access)
        listed = wanted.access is not None
    except OSError:
        mode, listed = mode & 0o700, False
    if not group_kept:
        mode = mode & 0o700 if listed else mode & ~0o070 | (mode & 0o007) << 3
    for name, value in wanted.attributes:
        with suppress(OSError):  # a drive without room for them
            os.setxattr(descriptor, name, value)
    os.chmod(descriptor, mode)  # after chown, which takes bits away


def _give_away(descriptor: int, wanted: Rights) -> bool:
    """Give an open file its owner and group, or as much of it as the system allows; whether the group is the one."""
    for owner in (wanted.owner, -1):  # only the owner of the machine may give files away; to a group of one's own, all
        with suppress(OSError):
            os.chown(descriptor, owner, wanted.group)
            return True
    return False
