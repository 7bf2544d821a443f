"""Two changes of one text, brought together line by line; what both have touched is nobody's to decide."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import Final

_LINE: Final = re.compile("[^\n\r\x85\u2028\u2029]*(?:\r\n|[\n\r\x85\u2028\u2029])|[^\n\r\x85\u2028\u2029]+")
#: From where to where in the first text, and the lines that stand there now.
_Edit = tuple[int, int, tuple[str, ...]]


def merged(base: str, one: str, other: str, apart: bool = False) -> str | None:
    """The text with what ``one`` and ``other`` have changed of ``base``; None where both changed the same lines.

    ``apart``: also where lines were put in directly beside what the other has changed.
    """
    lines = _LINE.findall(base)
    edits = sorted({*_edits(lines, _LINE.findall(one)), *_edits(lines, _LINE.findall(other))})
    text: list[str] = []
    done = 0
    last: _Edit | None = None
    for edit in edits:
        start, end, new = edit
        if start < done or (last is not None and last[0] == last[1] == start == end):
            return None  # they overlap, or both put something in at one place
        if apart and last is not None and start == done and (start == end or last[0] == last[1]):
            return None
        text += [*lines[done:start], *new]
        done, last = end, edit
    return "".join([*text, *lines[done:]])


def _edits(old: Sequence[str], new: Sequence[str]) -> list[_Edit]:
    """The stretches of lines that are others; what is alike at both ends is passed over quickly."""
    shorter = min(len(old), len(new))
    head = next((i for i in range(shorter) if old[i] != new[i]), shorter)
    tail = next((i for i in range(shorter - head) if old[-1 - i] != new[-1 - i]), shorter - head)
    a, b = old[head : len(old) - tail], new[head : len(new) - tail]
    codes = SequenceMatcher(None, a, b, autojunk=False).get_opcodes()
    return [(head + i, head + j, tuple(b[k:m])) for tag, i, j, k, m in codes if tag != "equal"]
