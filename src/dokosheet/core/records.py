"""Records: what the rooms hand to each other, frozen and quickly made. What people write are models (``models``).

They are msgspec's, which makes one ten times faster than a dataclass; nothing but this module knows it.
"""

from __future__ import annotations

from typing import Final, TypeVar

import msgspec
from msgspec import Struct as Record
from msgspec import field
from msgspec.structs import asdict, replace

__all__ = ["Record", "asdict", "field", "from_json", "replace", "to_json"]

#: What is no JSON of a record.
_NONE_OF_OURS: Final = (ValueError, msgspec.MsgspecError, RecursionError)
OneRecord = TypeVar("OneRecord", bound=Record)


def to_json(record: Record) -> bytes:
    """A record, and those in it, as JSON."""
    return msgspec.json.encode(record)


def from_json(data: bytes, kind: type[OneRecord]) -> OneRecord:
    """The record of a kind that JSON holds. Raises ValueError where it holds none."""
    try:
        return msgspec.json.decode(data, type=kind)
    except _NONE_OF_OURS as error:
        raise ValueError(str(error)) from None
