"""T6xx: what several sheets say about each other. They are read one after the other; of each only a mark is kept."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from itertools import zip_longest
from typing import Final

from msgspec import Struct, field, json

from dokosheet.checks.registry import reports
from dokosheet.core.finding import Finding, Place, finding
from dokosheet.core.rows import Ledger
from dokosheet.core.ruleset import Ruleset
from dokosheet.core.sheet import HandEntry, NoteEntry, Sheet, StruckEntry, UnreadEntry
from dokosheet.core.vocabulary import clean, fold

#: Keys of the head that tell sheets apart.
HEAD: Final = ("event", "place", "date", "round", "table")
WORD: Final = re.compile(r"\w+")
#: Who writes, what one point is written as, a currency.
Meaning = str | int | Decimal


class Mark(Struct, frozen=True):
    """What is kept of a sheet: where it stands, of which evening and table it is by its head, and who played."""

    file: str
    place: Place
    head: dict[str, str]
    names: frozenset[str]

    def may_be(self, other: Mark) -> bool:
        """Whether nothing in both heads differs."""
        return all(other.head.get(key, value) == value for key, value in self.head.items())

    def is_at(self, other: Mark) -> bool:
        """Whether both are of the same round and table, which are written in both, of the same event or day."""
        if not self.may_be(other) or not all(key in one.head for key in ("round", "table") for one in (self, other)):
            return False
        named = any(key in self.head and key in other.head for key in ("event", "date"))
        return named or self.names == other.names


class Name(Struct):
    """A name as it is written, where it was read first, and on which sheets it stands; ``ok``: it was answered."""

    file: str
    place: Place
    sheets: set[int]
    ok: bool = False


class Seen(Struct):
    """The sheets that were read so far; see the checks below. ``meant``: what their numbers mean, and who said so."""

    hands: dict[bytes, list[Mark]] = field(default_factory=dict)
    tables: dict[tuple[str, str], list[Mark]] = field(default_factory=dict)
    names: dict[str, Name] = field(default_factory=dict)
    meant: dict[str, dict[Meaning, Mark]] = field(default_factory=dict)
    sheets: int = 0

    def take(self, ledger: Ledger, file: str) -> None:
        """Keep the marks of a sheet that counts."""
        sheet = ledger.sheet
        self.sheets += 1
        place = sheet.places.get("players", Place(1, 1, 2))
        for name in sheet.names:
            found = self.names.setdefault(name, Name(file, place, set()))
            found.sheets.add(self.sheets)
            found.ok = found.ok or "T604" in sheet.ok
        mark, content = _mark(sheet, file), _content(sheet)
        for what, meaning in _meant(sheet.rules).items():
            self.meant.setdefault(what, {}).setdefault(meaning, mark)
        if content:
            self.hands.setdefault(content, []).append(mark)
            self.tables.setdefault(_table(mark), []).append(mark)


@reports("T608")
def sheet_twice(ledger: Ledger, file: str, seen: Seen) -> Finding | None:
    """A copy of a sheet that was read before, or another sheet of the same round and table."""
    mark, content = _mark(ledger.sheet, file), _content(ledger.sheet)
    if not content or "T608" in ledger.sheet.ok:
        return None
    same = next((one for one in seen.hands.get(content, ()) if one.may_be(mark)), None)
    at_table = next((one for one in seen.tables.get(_table(mark), ()) if one.is_at(mark)), None)
    other = same or at_table
    if other is None:
        return None
    args = {"other": other.file, "line": other.place.line}
    if same is None:
        args |= {"round": ledger.sheet.head["round"], "table": ledger.sheet.head["table"]}
    return finding("T608", mark.place, variant="" if same else "table", args=args, file=file)


@reports("T607")
def rules_differ(ledger: Ledger, file: str, seen: Seen) -> Iterator[Finding]:
    """Numbers that mean something else than on the first sheet: who writes, what a point is written as, which money.

    Each other meaning is said once, of the first sheet with it.
    """
    sheet = ledger.sheet
    if "T607" in sheet.ok:
        return
    meant = _meant(sheet.rules)
    for what in ("mode", "unit", "currency"):
        before = seen.meant.get(what, {})
        if before and what in meant and meant[what] not in before:
            there, mark = next(iter(before.items()))
            args = {"here": meant[what], "there": there, "other": mark.file, "line": mark.place.line}
            place = sheet.places.get("rules") or sheet.places.get("players", Place(1, 1, 2))
            yield finding("T607", place, variant=what, args=args, file=file)


@reports("T604")
def name_similar(seen: Seen) -> Iterator[Finding]:
    """Two names that never stand on one sheet and differ in case, in ä and ae, in blanks or in one letter only."""
    for one, other in sorted(_near(seen.names)):
        first, second = seen.names[one], seen.names[other]
        if not (first.ok or second.ok) and not first.sheets & second.sheets:
            args = {"name": other, "near": one, "other": first.file, "line": first.place.line}
            yield finding("T604", second.place, args=args, file=second.file, player=other)


def _meant(rules: Ruleset) -> dict[str, Meaning]:
    """What a ruleset says of the meaning of the numbers of a list."""
    settlement = rules.settlement
    meant: dict[str, Meaning] = {"mode": settlement.mode, "unit": settlement.unit}
    return meant | ({"currency": settlement.money.currency} if settlement.money else {})


def _mark(sheet: Sheet, file: str) -> Mark:
    head = {key: fold(clean(str(sheet.head[key]))) for key in HEAD if sheet.head.get(key)}
    head |= {key: text.lstrip("0") for key, text in head.items() if text.isdecimal()}  # table: 01
    place = next((sheet.places[key] for key in ("table", "players") if key in sheet.places), Place(1, 1, 2))
    return Mark(file, place, head, frozenset(sheet.names))


def _table(mark: Mark) -> tuple[str, str]:
    return mark.head.get("round", ""), mark.head.get("table", "")


def _content(sheet: Sheet) -> bytes:
    """A mark of what was played, by whom and by which rules, however it is spelled; empty where nothing was."""
    there = (*sheet.entries, *(sheet.rubric or ()))
    if all(isinstance(entry, (NoteEntry, StruckEntry)) for entry in there):
        return b""
    entries: list[object] = []
    for entry in there:
        told = [getattr(entry, key) for key in entry.__struct_fields__ if key != "source"]
        is_read = not isinstance(entry, UnreadEntry) and not (isinstance(entry, HandEntry) and entry.broken)
        entries.append((type(entry).__name__, "" if is_read else entry.source.text, *told))
    from hashlib import blake2b  # only for standings

    return blake2b(json.encode((sheet.rules, sheet.names, entries)), digest_size=16).digest()


# -- names


def _near(names: Iterable[str]) -> set[tuple[str, str]]:
    """The pairs of names that are near, those that stand first in front.

    Two words one letter apart are equal once a letter is left out of one or of both, so that each name is looked up
    under all of these: thousands of names are no millions of pairs.
    """
    order = {name: i for i, name in enumerate(names)}
    below: dict[str, list[tuple[str, str]]] = {}
    found = set()
    for name in order:
        for form in {_bare(fold(name)), _bare(name.lower())}:
            for key in {form, *(form[:i] + form[i + 1 :] for i in range(len(form)))}:
                for other, other_form in below.setdefault(key, []):
                    if other != name and _one_apart(form, other_form) and not _told_apart(name, other):
                        found.add((other, name))
                below[key].append((name, form))
    return found


def _bare(name: str) -> str:
    return "".join(name.split())


def _one_apart(one: str, other: str) -> bool:
    """Whether two words are equal but for one letter, or altogether; a figure is there to tell people apart."""
    if one == other:
        return True
    short, long = sorted((one, other), key=len)
    start = next((i for i, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    rest = short[start + (len(short) == len(long)) :]
    if long[start + 1 :] != rest:
        return False
    changed = long[start] + (short[start] if len(short) == len(long) else "")
    return not any(char.isdecimal() for char in changed)


def _told_apart(name: str, other: str) -> bool:
    """Whether two names differ in an initial, which somebody has added to tell people apart: Anna K., Anna M."""
    words = (WORD.findall(fold(one)) for one in (name, other))
    differ = [(a, b) for a, b in zip_longest(*words, fillvalue="") if a != b]
    return len(differ) == 1 and all(len(word) == 1 for word in differ[0])
