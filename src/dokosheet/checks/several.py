"""T6xx: what several sheets say about each other. They are read in their order; of each only what is kept is known."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from decimal import Decimal
from functools import lru_cache
from itertools import zip_longest
from typing import Final

from dokosheet.checks.registry import reports
from dokosheet.core.finding import Finding, Place, finding
from dokosheet.core.ledger.rows import FeeRow, Ledger, PageRow, PenaltyRow, Row
from dokosheet.core.notation.sheet import TELLS_APART, PenaltyEntry, Sheet, UnreadEntry
from dokosheet.core.notation.vocabulary import clean, fold
from dokosheet.core.records import Record, field
from dokosheet.core.rules import Ruleset

WORD: Final = re.compile(r"\w+")
#: Who writes, what one point is written as, a currency.
Meaning = str | int | Decimal
#: Two lists with fewer entries in common can be alike by chance: of which the hands are told, or only their points.
FEWEST: Final = (2, 6)


class Mark(Record, frozen=True):
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


class Played(Record, frozen=True):
    """What was played on a sheet, entry by entry, whatever the order of the seats: a mark of each.

    ``whole``: of the entry with its points; ``views``: of the hand as far as it is told, and of its points alone.
    """

    mark: Mark
    whole: tuple[int, ...]
    views: tuple[tuple[int, ...], tuple[int, ...]]

    def ends(self) -> Iterator[object]:
        """What nearly equal lists have in common: how both begin, or how both end, by the same players."""
        for view, least in zip(self.views, FEWEST, strict=True):
            if len(view) >= least:
                yield from ((self.mark.names, least, part) for part in (view[:2], view[-2:]))
                if len(view) < 4:
                    yield from ((self.mark.names, least, part) for part in (view[:1], view[-1:]))

    def shared(self, other: Played) -> int:
        """How many entries stand in both in the same order, if all but few of one are how the other begins, or ends."""
        for views, least in zip(zip(self.views, other.views, strict=True), FEWEST, strict=True):
            short, long = sorted(views, key=len)
            few = max(1, len(short) // 8)
            reach, enough = len(short) + few, max(least, len(short) - few)
            if (Counter(short) & Counter(long)).total() < enough:
                continue  # whatever the order is
            from dokosheet.core.merging import common  # most lists are not nearly equal

            found = max(common(short, long[:reach]), common(short, long[-reach:]))
            if found >= enough:
                return found
        return 0


class Kept(Record, frozen=True):
    """What of a sheet is compared with others, so that it can be forgotten.

    ``rules``: its ruleset as text; ``meant``: what its numbers mean; ``entries``: what each entry tells beside points,
    and the points of whom; ``head``: its round and table; ``ok``: findings that its head answers; ``players`` and
    ``ruled``: where these are written.
    """

    mark: Mark
    rules: str
    meant: dict[str, Meaning]
    entries: tuple[tuple[object, object], ...]
    ok: tuple[str, ...]
    names: tuple[str, ...]
    head: tuple[object, object]
    players: Place
    ruled: Place

    def played(self) -> Played:
        """What was played on it."""
        points = tuple(hash(points or told) for told, points in self.entries)
        told = tuple(hash(told or points) for told, points in self.entries)
        return Played(self.mark, tuple(map(hash, self.entries)), (told, points))


def kept_of(ledger: Ledger, file: str) -> Kept:
    """What is kept of a sheet."""
    sheet = ledger.sheet
    entries = [_entry(row) for row in ledger.timeline]
    entries += [(entry.source.text, ()) for entry in sheet.entries if isinstance(entry, UnreadEntry)]
    at_players = sheet.places.get("players", Place(1, 1, 2))
    return Kept(
        _mark(sheet, file),
        _text(sheet.rules),
        _meant(sheet.rules),
        tuple(entries),
        sheet.ok,
        sheet.names,
        (sheet.head.get("round"), sheet.head.get("table")),
        at_players,
        sheet.places.get("rules") or at_players,
    )


class Name(Record):
    """A name as it is written, where it was read first, and on which sheets it stands; ``ok``: it was answered."""

    file: str
    place: Place
    sheets: set[int]
    ok: bool = False


class Seen(Record):
    """The sheets that were read so far; see the checks below. ``meant``: what their numbers mean, and who said so."""

    hands: dict[object, list[Mark]] = field(default_factory=dict)
    ends: dict[object, list[Played]] = field(default_factory=dict)
    tables: dict[tuple[str, str], list[Mark]] = field(default_factory=dict)
    names: dict[str, Name] = field(default_factory=dict)
    meant: dict[str, dict[Meaning, Mark]] = field(default_factory=dict)
    sheets: int = 0

    def take(self, kept: Kept) -> None:
        """Keep a sheet that counts."""
        self.sheets += 1
        for name in kept.names:
            found = self.names.setdefault(name, Name(kept.mark.file, kept.players, set()))
            found.sheets.add(self.sheets)
            found.ok = found.ok or "T604" in kept.ok
        for what, meaning in kept.meant.items():
            self.meant.setdefault(what, {}).setdefault(meaning, kept.mark)
        played = kept.played()
        if played.whole:
            self.hands.setdefault(_content(kept, played), []).append(kept.mark)
            if all(_table(kept.mark)):
                self.tables.setdefault(_table(kept.mark), []).append(kept.mark)
            for end in set(played.ends()):
                self.ends.setdefault(end, []).append(played)

    def near(self, played: Played) -> tuple[Mark, int] | None:
        """A sheet by the same players with nearly the same hands, and how many are the same."""
        there = {id(one): one for end in played.ends() for one in self.ends.get(end, ())}
        best = max(there.values(), key=played.shared, default=None)
        return (best.mark, played.shared(best)) if best and played.shared(best) else None


@reports("T608")
def sheet_twice(kept: Kept, seen: Seen) -> Finding | None:
    """A copy of a sheet that was read before, another sheet of the same round and table, or one that is nearly a copy.

    The last is a warning: both count.
    """
    mark, played = kept.mark, kept.played()
    if not played.whole or "T608" in kept.ok:
        return None
    same = next((one for one in seen.hands.get(_content(kept, played), ()) if one.may_be(mark)), None)
    if same is not None:
        return finding("T608", mark.place, args={"other": same.file, "line": same.place.line}, file=mark.file)
    at_table = next((one for one in seen.tables.get(_table(mark), ()) if one.is_at(mark)), None)
    if at_table is not None:
        args: dict[str, object] = dict(zip(("round", "table"), kept.head, strict=True))
        args |= {"other": at_table.file, "line": at_table.place.line}
        return finding("T608", mark.place, variant="table", args=args, file=mark.file)
    if (near := seen.near(played)) is None:
        return None
    other, shared = near
    args = {"other": other.file, "line": other.place.line, "shared": shared, "n": len(played.whole)}
    return finding("T608", mark.place, variant="near", args=args, severity="warning", file=mark.file)


@reports("T607")
def rules_differ(kept: Kept, seen: Seen) -> Iterator[Finding]:
    """Numbers that mean something else than on the first sheet: who writes, what a point is written as, which money.

    Each other meaning is said once, of the first sheet with it.
    """
    if "T607" in kept.ok:
        return
    for what in ("mode", "unit", "currency"):
        before = seen.meant.get(what, {})
        if before and what in kept.meant and kept.meant[what] not in before:
            there, mark = next(iter(before.items()))
            args = {"here": kept.meant[what], "there": there, "other": mark.file, "line": mark.place.line}
            yield finding("T607", kept.ruled, variant=what, args=args, file=kept.mark.file)


@reports("T604")
def name_similar(seen: Seen) -> Iterator[Finding]:
    """Two names that never stand on one sheet and differ hardly at all.

    In case, in ä and ae, in blanks, in one letter or two that changed places, in the order of their words, or in that
    one has only initials.
    """
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
    head = {key: fold(clean(str(sheet.head[key]))) for key in TELLS_APART if sheet.head.get(key)}
    head |= {key: text.lstrip("0") for key, text in head.items() if text.isdecimal()}  # table: 01
    place = next((sheet.places[key] for key in ("table", "players") if key in sheet.places), Place(1, 1, 2))
    return Mark(file, place, head, frozenset(sheet.names))


def _table(mark: Mark) -> tuple[str, str]:
    return mark.head.get("round", ""), mark.head.get("table", "")


@lru_cache(maxsize=32)
def _text(rules: Ruleset) -> str:
    return rules.model_dump_json()


def _content(kept: Kept, played: Played) -> object:
    """A mark of what was played, by whom and by which rules, however it is spelled."""
    return kept.rules, kept.mark.names, played.whole


def _entry(row: Row | PenaltyRow | FeeRow | PageRow) -> tuple[object, object]:
    """What an entry tells beside points, nothing where it tells only these, and the points of whom."""
    if isinstance(row, PageRow):
        hands = getattr(row.entry, "hands", None)
        return (type(row.entry).__name__, hands), tuple(sorted(row.written.items()))
    points = tuple(sorted((row.points or {}).items()))
    if isinstance(row, FeeRow):
        return row.id, points
    if isinstance(row.entry, PenaltyEntry):
        return (row.entry.player, row.entry.id), points
    if row.entry.broken:
        return row.entry.source.text, points
    hand = row.entry.hand
    facts = (hand.augen, hand.trick, hand.calls, hand.own_calls, hand.sonderpunkte, hand.marks)
    told = any(facts) or hand.kind != "normal"
    return (hand.kind, frozenset(hand.named), *map(_unordered, facts)) if told else (), points


def _unordered(fact: object) -> object:
    return frozenset(Counter(fact).items()) if isinstance(fact, tuple) else fact


# -- names


def _near(names: Iterable[str]) -> set[tuple[str, str]]:
    """The pairs of names that are near, those that stand first in front.

    Two words one letter apart are equal once a letter is left out of one or of both, so that each name is looked up
    under all of these: thousands of names are no millions of pairs.
    """
    order = {name: i for i, name in enumerate(names)}
    below: dict[object, list[tuple[str, str]]] = {}
    found = set()
    for name in order:
        for form in {_bare(fold(name)), _bare(name.lower()), _bare(_unmarked(name))}:
            for key in {form, *(form[:i] + form[i + 1 :] for i in range(len(form)))}:
                for other, other_form in below.setdefault(key, []):
                    if other != name and _one_apart(form, other_form) and not _told_apart(name, other):
                        found.add((other, name))
                below[key].append((name, form))
        for part in _parts(_words(name)):
            for other, _ in below.setdefault(part, []):
                if _same_words(_words(name), _words(other)):
                    found.add((other, name))
            below[part].append((name, ""))
    return found


def _bare(name: str) -> str:
    return "".join(name.split())


def _unmarked(name: str) -> str:
    """A name without the marks of its letters: Zoë is Zoe."""
    from unicodedata import combining, normalize  # only for standings

    return "".join(char for char in normalize("NFD", name.lower()) if not combining(char))


def _words(name: str) -> list[str]:
    return WORD.findall(fold(name))


def _parts(words: list[str]) -> set[tuple[str, str]]:
    """A word of a name, and how all begin: what two names share of which one has an initial, or another order."""
    full = [word for word in words if len(word) > 1] if len(words) > 1 else []
    return {(word, "".join(sorted([other[0] for other in words]))) for word in full}


def _same_words(one: list[str], other: list[str]) -> bool:
    """Whether two names have the same words in any order, of which some are initials in one of both."""
    first, second = (sorted(word for word in a if word not in b) for a, b in ((one, other), (other, one)))
    if len(first) != len(second) or any(word.isdecimal() for word in first + second):
        return False
    pairs = list(zip(first, second, strict=True))
    return any(all(short == long[:1] for short, long in way) for way in (pairs, [(b, a) for a, b in pairs]))


def _one_apart(one: str, other: str) -> bool:
    """Whether two words are equal but for one letter or two that changed places; a figure tells people apart."""
    if one == other:
        return True
    short, long = sorted((one, other), key=len)
    start = next((i for i, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    rest = short[start + (len(short) == len(long)) :]
    if short[start:] == long[start + 1 : start + 2] + long[start : start + 1] + long[start + 2 :]:
        changed = long[start : start + 2]
    elif long[start + 1 :] == rest:
        changed = long[start] + (short[start] if len(short) == len(long) else "")
    else:
        return False
    return not any(char.isdecimal() for char in changed)


def _told_apart(name: str, other: str) -> bool:
    """Whether two names differ in an initial, which somebody has added to tell people apart: Anna K., Anna M."""
    differ = [(a, b) for a, b in zip_longest(_words(name), _words(other), fillvalue="") if a != b]
    return len(differ) == 1 and all(len(word) == 1 for word in differ[0])
