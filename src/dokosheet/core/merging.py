"""Two changes of one text, brought together line by line; what both have touched is nobody's to decide."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Final

from dokosheet.core.finding import LINE_BREAK, LINE_BREAKS

_LINE: Final = re.compile(f"[^{LINE_BREAKS}]*(?:{LINE_BREAK.pattern})|[^{LINE_BREAKS}]+")
#: Of so many pairs of lines the best common ones are searched for, which takes up to the square of that.
_SMALL: Final = 10_000
#: So many lines ahead two texts are looked through for the next line that they share.
_AHEAD: Final = 16
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


def joined(base: str, one: str, other: str) -> str:
    """The same where neither may be refused: of lines that both have changed ``other`` is right, as the later one."""
    lines = _LINE.findall(base)
    later = _edits(lines, _LINE.findall(other))
    earlier = [
        edit
        for edit in _edits(lines, _LINE.findall(one))
        if edit not in later and not any(max(edit[0], start) < min(edit[1], end) for start, end, _ in later)
    ]
    text: list[str] = []
    done = 0
    for start, end, new in sorted([*earlier, *later], key=lambda edit: edit[:2]):
        text += [*lines[done:start], *new]
        done = max(done, end)
    return "".join([*text, *lines[done:]])


def _edits(old: Sequence[str], new: Sequence[str]) -> list[_Edit]:
    return [(start, end, tuple(new[k:m])) for start, end, k, m in stretches(old, new)]


def common(one: Sequence[object], other: Sequence[object]) -> int:
    """How many items stand in both lists in the same order."""
    return len(one) - sum(end - start for start, end, _, _ in stretches(one, other))


def stretches(old: Sequence[object], new: Sequence[object]) -> list[tuple[int, int, int, int]]:
    """The stretches in which two lists of lines differ: from where to where in the first, and in the second.

    In a time that does not grow with the square of the lines: ``SequenceMatcher`` alone takes minutes where thousands
    of lines have changed, one here and one there.
    """
    found: list[tuple[int, int, int, int]] = []
    for start, end, k, m in _between(old, new):
        if found and found[-1][1] == start and found[-1][3] == k:
            start, _, k, _ = found.pop()
        found.append((start, end, k, m))
    return found


def _between(old: Sequence[object], new: Sequence[object]) -> Iterator[tuple[int, int, int, int]]:
    """The same, in pieces that can touch each other."""
    waiting = [(0, len(old), 0, len(new), True)]
    while waiting:
        start, end, k, m, searched = waiting.pop()
        while start < end and k < m and old[start] == new[k]:
            start, k = start + 1, k + 1
        while start < end and k < m and old[end - 1] == new[m - 1]:
            end, m = end - 1, m - 1
        if start == end or k == m:
            if start < end or k < m:
                yield start, end, k, m
            continue
        if (end - start) * (m - k) <= _SMALL:
            codes = SequenceMatcher(None, old[start:end], new[k:m], autojunk=False).get_opcodes()
            yield from ((start + a, start + b, k + c, k + d) for what, a, b, c, d in codes if what != "equal")
            continue
        shared = _shared_once(old[start:end], new[k:m]) if searched else []
        if not shared:
            yield from ((start + a, start + b, k + c, k + d) for a, b, c, d in _ahead(old[start:end], new[k:m]))
            continue
        pieces = []
        for i, j in [*((start + i, k + j) for i, j in shared), (end, m)]:
            pieces.append((start, i, k, j, len(shared) > 1))
            start, k = i, j
        waiting += reversed(pieces)


def _shared_once(old: Sequence[object], new: Sequence[object]) -> list[tuple[int, int]]:
    """Where the lines stand that both lists have once, as many as stand in the same order."""
    often, often_new = Counter(old), Counter(new)
    at = {line: j for j, line in enumerate(new) if often_new[line] == 1 == often[line]}
    pairs = [(i, at[line]) for i, line in enumerate(old) if line in at]
    last: list[int] = []  # of the longest rising row of each length the pair with the least end
    tails: list[int] = []
    before: list[int] = []
    for n, (_, j) in enumerate(pairs):
        length = bisect_left(tails, j)
        before.append(last[length - 1] if length else -1)
        tails[length : length + 1] = [j]
        last[length : length + 1] = [n]
    row = []
    n = last[-1] if last else -1
    while n >= 0:
        row.append(pairs[n])
        n = before[n]
    return row[::-1]


def _ahead(old: Sequence[object], new: Sequence[object]) -> Iterator[tuple[int, int, int, int]]:
    """Step by step to the next line that both share, if it is not far; else past as many lines of both."""
    i = k = 0
    while i < len(old) and k < len(new):
        if old[i] == new[k]:
            i, k = i + 1, k + 1
            continue
        steps = ((p, away - p) for away in range(1, _AHEAD) for p in range(away + 1))
        near = ((p, q) for p, q in steps if i + p < len(old) and k + q < len(new) and old[i + p] == new[k + q])
        p, q = next(near, (min(_AHEAD, len(old) - i), min(_AHEAD, len(new) - k)))
        yield i, i + p, k, k + q
        i, k = i + p, k + q
    if i < len(old) or k < len(new):
        yield i, len(old), k, len(new)
