"""What to say after a correction: the new line with its row, what changed of other hands, and the trail."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from dokosheet.core.finding import Finding
from dokosheet.core.merging import stretches
from dokosheet.edit.changes import Range
from dokosheet.edit.document import Document
from dokosheet.edit.edits import Edit
from dokosheet.edit.trail import Past
from dokosheet.files.text import lines
from dokosheet.screen.breakdown import breakdown, points_line
from dokosheet.screen.listing import totals_line, what_next
from dokosheet.text import Texts
from dokosheet.text.signs import printable

#: More dealers in a row, or more lines that an undo has changed, are not named one by one.
MOST_DEALERS = 4
MOST_LINES = 20


def after(done: Edit, t: Texts) -> Iterator[str]:
    """The lines to print after a correction."""
    if not done.written:
        if done.lines:
            yield t("correct.refused", line=printable(done.lines[-1]))
            if done.can_be_forced:
                yield t("add.force")
        elif done.before.unread is not None:
            yield t("error.unread", line=done.before.unread)
        else:
            yield t("correct.unread")
        return
    yield from _written(done, t)
    ledger = done.after.ledger
    if ledger is None:
        return
    yield from (t(note, **args) for note, args in done.notes)
    yield from followed(done, t)
    yield totals_line(ledger, t)
    yield from what_next(ledger, t)
    yield from _gone(done.gone, t)


def _written(done: Edit, t: Texts) -> Iterator[str]:
    """The new rows, or the lines that are none."""
    of_rows = {row.entry.source.text for row in done.rows}
    for line in done.lines:
        if line not in of_rows:
            yield t("correct.written", line=printable(line))
    yield from (points_line(row.points, t) for row in done.penalties if row.points)
    for row in done.rows:
        yield t("add.row", n=row.n, line=printable(row.entry.source.text))
        if row.mode != "normal":
            yield t.term("mode", row.mode)
        yield from breakdown(row, t)


def followed(done: Edit, t: Texts) -> Iterator[str]:
    """What has changed of the other hands, a sentence for each range of hands."""
    what = done.followed
    for one in what.numbers:
        numbers = {"old": one.before[0], "old_last": one.before[-1], "new": one.first, "new_last": one.last}
        yield t("changed.number" if one.first == one.last else "changed.numbers", **numbers)
    for one in what.dealers:
        if one.first == one.last:
            yield t("changed.dealer", hand=one.first, dealer=one.after[0] or "?", before=one.before[0] or "?")
        else:
            yield t("changed.dealers", **_hands(one), dealers=_some(one.after), before=_some(one.before))
    for one in what.bock:
        yield _bock(one, t)
    for one in what.modes:
        words = {"mode": t.term("mode", one.after[0]), "before": t.term("mode", one.before[0])}
        yield t("changed.mode" if one.first == one.last else "changed.modes", **_hands(one), **words)


def _bock(one: Range, t: Texts) -> str:
    single = one.first == one.last
    old, new = one.before[0], one.after[0]
    if not new:
        return t("changed.no-bock" if single else "changed.no-bocks", **_hands(one))
    if not old and new == 1:
        return t("changed.bock" if single else "changed.bocks", **_hands(one))
    return t("changed.level" if single else "changed.levels", **_hands(one), level=new, before=old)


def _hands(one: Range) -> dict[str, Any]:
    return {"hand": one.first, "last": one.last}


def _some(names: Iterable[str | None]) -> str:
    """The first names of several."""
    found = [name or "?" for name in names]
    return ", ".join([*found[:MOST_DEALERS], *(["..."] if len(found) > MOST_DEALERS else [])])


def _gone(findings: Iterable[Finding], t: Texts) -> Iterator[str]:
    """The findings that are no more, by code."""
    numbers: dict[str, list[str]] = {}
    for finding in findings:
        hands = numbers.setdefault(f"{finding.code} {finding.name}", [])
        if finding.hand is not None and str(finding.hand) not in hands:
            hands.append(str(finding.hand))
    for what, hands in numbers.items():
        yield t("changed.gone-in" if hands else "changed.gone", what=what, hands=t.list(hands))


def seats_lines(done: Edit, t: Texts) -> Iterator[str]:
    """What a change of the head has brought."""
    if not done.written or done.after.sheet is None:
        return
    yield t("correct.players", players=", ".join(done.after.sheet.at_start))


def history_lines(past: Iterable[Past], t: Texts) -> Iterator[str]:
    """The trail: when, what stood there, what stands there now, why."""
    for one in past:
        when = printable(one.at) or "-"
        hand = t("history.hand", n=one.hand) if one.hand is not None else t("history.line", n=one.place)
        parts = (when, hand, printable(one.reason))
        yield (", " if t.plain else "  ").join(part for part in parts if part)
        nothing = f"({t('history.nothing')})"
        yield f"  {change('-', one.before or nothing, t)}"
        yield f"  {change('+', one.now or nothing, t)}"


def change(sign: str, line: str, t: Texts) -> str:
    """A line that has gone (``-``) or come (``+``)."""
    line = printable(line)
    return t("plain.gone" if sign == "-" else "plain.come", line=line) if t.plain else f"{sign} {line}"


def history_value(past: Iterable[Past]) -> dict[str, Any]:
    """The same as plain values (stable within version 1)."""
    return {
        "version": 1,
        "struck": [
            {
                "line": one.place,
                "time": one.at or None,
                "before": one.before or None,
                "now": one.now or None,
                "hand": one.hand,
                "reason": one.reason or None,
            }
            for one in past
        ],
    }


def undone_lines(done: Edit, file: str, back: bool, t: Texts) -> Iterator[str]:
    """What was taken back, or done again: the lines that went and came."""
    said = ("undo.done", "undo.gone") if back else ("undo.redone", "undo.there")
    if done.step is not None:
        yield t(said[not done.written], file=file, verb=done.step.verb, at=done.step.at)
    changed = list(_changed(done.before, done.after, t))
    yield from changed[:MOST_LINES]
    if len(changed) > MOST_LINES:
        yield t("undo.more", n=len(changed) - MOST_LINES)
    yield from (t(note, **args) for note, args in done.notes)
    if done.after.ledger is not None:
        yield totals_line(done.after.ledger, t)


def _changed(before: Document, after: Document, t: Texts) -> Iterator[str]:
    """The lines that went and came, each with the hand that it was or is."""
    old, new = lines(before.text), lines(after.text)
    went, came = _hand_lines(before), _hand_lines(after)
    for i, i_end, j, j_end in stretches(old, new):
        yield from (_line("-", n, old[n - 1], went, t) for n in range(i + 1, i_end + 1))
        yield from (_line("+", n, new[n - 1], came, t) for n in range(j + 1, j_end + 1))


def _hand_lines(opened: Document) -> dict[int, int]:
    """The line where each hand begins -> its number."""
    rows = opened.ledger.rows if opened.ledger is not None else ()
    return {row.entry.source.place.line: row.n for row in rows}


def _line(sign: str, number: int, line: str, hands: dict[int, int], t: Texts) -> str:
    text = line.strip().removeprefix("- ")
    where = t("undo.hand", n=hands[number], line=number) if number in hands else t("history.line", n=number)
    return change(sign, f"{where}: {text}", t)
