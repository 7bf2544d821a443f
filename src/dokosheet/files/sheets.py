"""A YAML text -> Sheet, with a finding for everything that cannot be read."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from datetime import date, datetime
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from pydantic import BaseModel

from dokosheet.core.finding import Finding, Place, Repair, bounded, finding
from dokosheet.core.notation.entries import ENTRY_WORDS, KINDS, begins_entry, parse_entry, parse_line, words
from dokosheet.core.notation.hand import Hand
from dokosheet.core.notation.line import tokens_of
from dokosheet.core.notation.seats import CHANGES, Seats
from dokosheet.core.notation.sheet import (
    TOKEN,
    BockEntry,
    Entry,
    HandEntry,
    PenaltyEntry,
    Player,
    RedealEntry,
    Sheet,
    Source,
    UnreadEntry,
)
from dokosheet.core.notation.vocabulary import clean, fold, free_name, is_name
from dokosheet.core.notation.words import Words, nearest, reserved_words
from dokosheet.core.records import replace
from dokosheet.core.rules import Ruleset
from dokosheet.files import rulesets
from dokosheet.files.models import read
from dokosheet.files.text import lines
from dokosheet.files.tree import (
    NOWHERE,
    ListNode,
    MappingNode,
    Node,
    Scalar,
    follow,
    parse,
    place_of,
    plain,
    unknown_key,
    unread_from,
)

#: Keys of the head that the format knows besides those of the model Head.
KEYS: Final = ("dokosheet", "rules", "players", "dealer", "bock", "hands", "pflichtsoli", "ok")
#: Keys of the head without which the totals, or what comes next, are not known.
COUNTING: Final = ("rules", "dealer", "bock", "hands", "pflichtsoli")
HEAD_KEYS: Final = ("date", "place", "event", "round", "table", "scorer", "note")
#: No evening has more hands; a list that has is something else.
MOST_ENTRIES: Final = 10_000
VERSION: Final = "1"
_DASH: Final = re.compile(r"[-–]\s")
#: Entries without which the totals, or whose they are, are not known.
COUNTS: Final = (PenaltyEntry, RedealEntry, BockEntry, *CHANGES)


def read_sheet(text: str, file: str, beside: Path | None = None) -> tuple[Sheet | None, list[Finding]]:
    """Read the text of a sheet. ``beside``: the folder in which a ruleset's path is looked up.

    Never raises. No sheet: players, rules or the YAML itself could not be read, and the findings say why.
    """
    return read_tree(*parse(text), text, file, beside)


def read_tree(
    tree: Node | None, found: list[Finding], text: str, file: str, beside: Path | None = None
) -> tuple[Sheet | None, list[Finding]]:
    """The same of a text whose ``tree``, and what was ``found`` on the way to it, is known already."""
    found = list(found)
    reader = _Reader(file, beside, found, text)
    sheet = reader.sheet(tree)
    return sheet, [f if f.file else replace(f, file=file) for f in found]


class _Reader:
    def __init__(self, file: str, beside: Path | None, found: list[Finding], text: str) -> None:
        self.file = file
        self.text = text
        self.beside = beside
        self.found = found
        #: The lines of what is odd about the YAML and does not end the reading: two equal keys, ``- # Anna``.
        self.odd = {f.place.line for f in found if "unread" not in f.args}
        #: What cannot be read in the rubric, which may be Pflichtsoli.
        self.lost: list[UnreadEntry] = []

    @cached_property
    def lines(self) -> list[str]:
        """The raw lines, which only an item of several asks for."""
        return lines(self.text.lstrip("\ufeff"))

    def sheet(self, tree: Node | None) -> Sheet | None:
        """The sheet of a tree, None where the head cannot be understood."""
        if not isinstance(tree, MappingNode):
            if not self.found:
                self.add("F103", NOWHERE, variant="sheet")
            return None
        head = self._before_doubled(tree)
        places = {key: place_of(value) for key, value in head.items()}
        unread = unread_from(self.found)
        self._keys(tree, head)
        rules = self._rules(head.get("rules"))
        players = self._players(head.get("players"), rules, unread is not None)
        described, ok = self._head(head), self._ok(head.get("ok"))
        self.found[:] = bounded(self.found)
        if rules is None or players is None:
            return None
        table = words(rules, players)
        dealer = self._dealer(head.get("dealer"), table)
        rubric = self._rubric(head.get("pflichtsoli"), table)
        seats = Seats(rules, players)
        swallowed = tuple(self._swallowed_by_the_head(head, table))
        entries = (*swallowed, *self.lost, *self._entries("hands", head.get("hands"), table, seats))
        unread = self._unknown_list(tree) if unread is None else unread
        if unread is not None:
            entries = (*entries, UnreadEntry(Source("", Place(unread, 1, 2), False), rest=True))
        everybody = (*players, *seats.late)
        bock = self._bock(head.get("bock"))
        return Sheet(self.file, rules, everybody, entries, rubric, dealer, described, ok, places, len(players), bock)

    def add(self, code: str, place: Place, **rest: Any) -> None:
        """Report a finding."""
        self.found.append(finding(code, place, **rest))

    # -- the head

    def _before_doubled(self, tree: MappingNode) -> dict[str, Node]:
        """The values by key, of two the first. At a second one of what counts nothing tells which is meant, so that
        reading ends there.
        """
        head: dict[str, Node] = {}
        for key, value in tree.items:
            if key.text in head and key.text in KEYS:
                self.found[:] = [_stops_at(f, key.line) if f.place == key.place else f for f in self.found]
                break
            head.setdefault(key.text, value)
        return head

    def _keys(self, tree: MappingNode, head: dict[str, Node]) -> None:
        known = (*KEYS, *HEAD_KEYS)
        for key, _ in tree.items:
            if key.text not in known:
                near = nearest(key.text, known)
                self.found.append(unknown_key(key.place, key.text, near))
        version = head.get("dokosheet")
        if version is None:
            self.add("F103", Place(tree.line, tree.column, tree.column + 1), variant="no-version")
        elif not isinstance(version, Scalar) or version.text != VERSION:
            self.add("F103", place_of(version), variant="version", args={"value": str(plain(version))[:20]})

    def _unknown_list(self, tree: MappingNode) -> int | None:
        """The line of a key that nobody knows and under which what counts may stand: hands, or who deals.

        It has a list, is close to such a key, or is no word at all. Its finding is one at which reading ends.
        """
        known = (*KEYS, *HEAD_KEYS)
        lines = {n for _, value in tree.items for n in range(value.line, value.end_line + 1)}
        lost = [f.place for f in self.found if f.variant == "complex-key" and f.place.line not in lines]
        for key, value in tree.items:
            if key.text in known:
                continue
            near = isinstance(value, ListNode) or nearest(key.text, known) in COUNTING
            if near or not key.text.replace("-", "").replace("_", "").isalpha():
                lost.append(key.place)
        if not lost:
            return None
        first = min(lost, key=lambda place: (place.line, place.column))
        self.found[:] = [_stops_at(f, first.line) if f.place == first else f for f in self.found]
        return first.line

    def _head(self, head: dict[str, Node]) -> dict[str, str]:
        """The descriptive keys; what is wrong is left out."""
        values = {}
        for key in HEAD_KEYS:
            node = head.get(key)
            if node is None or (isinstance(node, Scalar) and not node.text):
                continue
            fits = isinstance(node, Scalar) and (key != "date" or is_date(node.text))
            if isinstance(node, Scalar) and fits:
                values[key] = node.text
            else:
                args = {"key": key, "value": str(plain(node))[:40], "expected": "date" if key == "date" else "text"}
                self.add(
                    "F103", place_of(node), variant="type", args=args, repairs=_as_date(node) if key == "date" else ()
                )
        return values

    def _swallowed_by_the_head(self, head: dict[str, Node], table: Words) -> Iterator[UnreadEntry]:
        """What seems to be an entry, or the key above the entries, and stands in a text of the head, or in a list."""
        for key in HEAD_KEYS:
            node = head.get(key)
            if isinstance(node, ListNode):  # which is a finding already
                yield UnreadEntry(Source("", place_of(node), False))
            elif isinstance(node, Scalar) and node.end_line > node.line:
                for part in self._further_lines(node):
                    if part.text.partition(":")[0] in KEYS or begins_entry(tokens_of(_unquoted(part.text)), table):
                        self.add("F101", part.place, variant="second-entry")
                        yield UnreadEntry(part)
                        break

    def _rules(self, node: Node | None) -> Ruleset | None:
        if node is None:
            return rulesets.load("tsr")[0]
        rules, found = rulesets.load_node(node, self.beside)
        self.found += found
        return rules

    def _players(self, node: Node | None, rules: Ruleset | None, partial: bool) -> tuple[Player, ...] | None:
        """Everybody at the table; None where names are missing, twice, or no names."""
        if not isinstance(node, ListNode):
            if not partial:
                place = NOWHERE if node is None else place_of(node)
                self.add(
                    "F108" if node is None else "F103",
                    place,
                    variant="none" if node is None else "list",
                    args={"key": "players"},
                )
            return None
        players = [self._player(item) for item in node.items]
        if None in players:
            return None
        named = [player for player in players if player is not None]
        if not self._table_fits(named, node, rules):
            return None
        return tuple(named)

    def _player(self, item: Node) -> Player | None:
        if isinstance(item, Scalar):
            if is_name(item.text):
                return Player(clean(item.text), clean(item.text))
            self.add("F108", item.place, variant="name", args={"name": item.text})
            return None
        value = plain(item)
        name, short = (value.get("name"), value.get("as")) if isinstance(value, dict) and len(value) == 2 else ("", "")
        if isinstance(name, str) and isinstance(short, str) and clean(name) and is_name(short):
            return Player(clean(name), clean(short))
        self.add("F108", place_of(item), variant="name", args={"name": str(value)[:40]})
        return None

    def _table_fits(self, players: list[Player], node: ListNode, rules: Ruleset | None) -> bool:
        seen: dict[str, int] = {}
        taken = {fold(spelling) for player in players for spelling in (player.name, player.word)}
        fine = True
        for i, player in enumerate(players):
            for spelling in {fold(player.name), fold(player.word)}:
                if spelling in seen:
                    item, free = node.items[i], free_name(player.word, taken)
                    repairs = (Repair(item.place, item.text, free, "reading"),) if isinstance(item, Scalar) else ()
                    self.add("F108", place_of(item), variant="twice", args={"name": player.name}, repairs=repairs)
                    fine = False
                seen[spelling] = i
            if rules is not None and (is_reserved(player.word, rules) or player.name in ("re", "kontra")):
                name = player.name if player.name in ("re", "kontra") else player.word
                self.add("F108", place_of(node.items[i]), variant="reserved", args={"name": name})
                fine = False
        if rules is None:
            return fine
        fewest, most = rules.party.players
        if not fewest <= len(players) <= most:
            args = {"n": len(players), "min": fewest, "max": most, "rules": rules.id}
            self.add("F108", place_of(node), variant="few" if len(players) < fewest else "many", args=args)
            return False
        return fine

    def _dealer(self, node: Node | None, table: Words) -> str | None:
        if node is None:
            return None
        who = table.player(node.text) if isinstance(node, Scalar) else None
        if isinstance(who, str):
            return who
        place, token = place_of(node), str(plain(node))[:40]
        readings = list(who.readings) if who is not None else []
        repairs = tuple(Repair(place, token, reading, "reading") for reading in readings)
        args = {"token": token, "readings": readings}
        if who is not None and who.code == "F106":
            self.add("F106", place, args=args, repairs=repairs)
        else:
            self.add("F105", place, variant="" if readings else "nobody", args=args, repairs=repairs)
        return ""

    def _bock(self, node: Node | None) -> int:
        """Bock hands carried over from another list."""
        if node is None or is_nothing(node):
            return 0
        if isinstance(node, Scalar) and node.text.isdecimal() and node.text.isascii() and len(node.text) <= 2:
            return int(node.text)
        args = {"key": "bock", "value": str(plain(node))[:40], "expected": "int"}
        self.add("F103", place_of(node), variant="type", args=args)
        return 0

    def _ok(self, node: Node | None) -> tuple[str, ...]:
        if node is None:
            return ()
        if isinstance(node, Scalar):
            return (node.text.upper(),) if node.text else ()
        if isinstance(node, ListNode) and all(isinstance(item, Scalar) for item in node.items):
            return tuple(item.text.upper() for item in node.items if isinstance(item, Scalar))
        self.add("F103", place_of(node), variant="list", args={"key": "ok"})
        return ()

    # -- the entries

    def _rubric(self, node: Node | None, table: Words) -> tuple[HandEntry, ...] | None:
        """The Pflichtsoli that a list keeps apart from the other hands."""
        if node is None:
            return None
        hands = []
        for entry in self._entries("pflichtsoli", node, table):
            if isinstance(entry, UnreadEntry):
                self.lost.append(entry)
            elif not isinstance(entry, HandEntry) or not (
                entry.broken or "pflicht" in table.rules.kinds[entry.hand.kind].modes
            ):
                self.add("F103", entry.source.place, variant="no-solo")
                self.lost.append(UnreadEntry(entry.source))
            else:
                hands.append(entry)
        return tuple(hands)

    def _entries(self, key: str, node: Node | None, table: Words, seats: Seats | None = None) -> list[Entry]:
        if node is None or is_nothing(node):
            return []
        if not isinstance(node, ListNode) or len(node.items) > MOST_ENTRIES:
            args: dict[str, Any] = {"key": key} | ({"unread": node.line} if seats is not None else {})
            if isinstance(node, ListNode):
                args |= {"n": len(node.items), "most": MOST_ENTRIES}
            self.add("F103", place_of(node), variant="too-many" if "n" in args else "list", args=args)
            return [UnreadEntry(Source("", place_of(node), False), rest=seats is not None)]
        entries: list[Entry] = []
        for item in node.items:
            if type(item) is Scalar and item.text:
                whole = item.end_line == item.line
                place = Place(item.line, item.column, item.end_column if whole else item.column + 1)
                entry, found = parse_line(item.text, table, place, item.exact)
                if whole and not found and type(entry) is HandEntry and not _DASH.search(item.text):
                    entries.append(entry)  # as nearly all are
                    continue
            else:
                entry, found = self._other(item, table)
            swallowed = list(self._swallowed(item, entry, found, table))
            if swallowed:
                at = [finding("F101", source.place, variant="second-entry") for source in swallowed]
                self.found += bounded(at)
                is_hand = isinstance(entry, HandEntry)
                entries += [_lost_hand(entry.source) if is_hand else UnreadEntry(entry.source, hands=False)]
                entries.append(UnreadEntry(entry.source))  # how many there are, and who deals, nobody knows
                entries += [_lost_hand(one) for one in swallowed if self._is_hand(one, table)]
                continue
            if found and isinstance(entry, HandEntry) and _may_be_no_hand(entry):
                entries.append(UnreadEntry(entry.source))
            if found:
                self.found += found
                if type(entry) in COUNTS:
                    entries.append(UnreadEntry(entry.source, hands=False))
            if seats is not None and type(entry) in CHANGES:
                entry = seats.take(entry)
                table = seats.table
            entries.append(entry)
            entries += [_lost_hand(entry.source)] * (_hands_in(item) - 1)
        return entries

    def _swallowed(self, item: Node, entry: Entry, found: list[Finding], table: Words) -> Iterator[Source]:
        """What seems to be another entry and stands in an item all the same: a line without its ``-``, or two in one.

        A text that a program has folded goes on in further lines and is read like one. That holds as long as nothing
        is wrong with it, no further line begins like an entry, and it is no free text, which takes in everything.
        """
        if isinstance(item, MappingNode):
            for _, value in item.items:
                if isinstance(value, Scalar) and value.end_line > value.line:
                    yield from self._swallowed(value, entry, [], table)
        elif isinstance(item, Scalar) and item.end_line > item.line:
            for part in self._further_lines(item):
                tokens = tokens_of(_unquoted(part.text))
                is_text = not isinstance(entry, HandEntry) and '"' not in item.text and ":" not in tokens[0]
                if part.text.startswith("- ") or found or is_text or begins_entry(tokens, table):
                    yield part
        elif isinstance(item, Scalar) and _DASH.search(item.text):
            yield from _behind_dashes(entry.source, table, isinstance(entry, HandEntry), bool(found))

    def _further_lines(self, item: Scalar) -> Iterator[Source]:
        """The lines of a text behind its first, as they stand there."""
        block = self.lines[item.line - 1][item.column - 1 :][:1] in "|>" and item.text[:1] not in "|>"
        end = item.end_line - (item.end_column == 1)
        numbered = [(n, self.lines[n - 1]) for n in range(item.line + 1, min(end, len(self.lines)) + 1)]
        filled = [(n, line) for n, line in numbered if line.strip()]
        for n, line in filled[block:]:
            text = line[: item.end_column - 1] if n == item.end_line else line
            column = len(line) - len(line.lstrip()) + 1
            yield Source(text.strip(), Place(n, column, column + len(text.strip())), False)

    def _is_hand(self, source: Source, table: Words) -> bool:
        tokens = tokens_of(_unquoted(source.text))
        return begins_entry(tokens, table) and not table.entry(tokens[0])

    def _other(self, item: Node, table: Words) -> tuple[Entry, list[Finding]]:
        """An item that is not a line: a mapping, or something that cannot be an entry."""
        if isinstance(item, MappingNode):
            return self._mapping(item, table)
        if isinstance(item, ListNode):
            return _unread(item, True), [finding("F103", place_of(item), variant="list-in-hands")]
        odd = item.line in self.odd  # "- # Anna" is a finding of its own
        return _unread(item, False), [] if odd else [finding("F103", item.place, variant="empty")]

    def _mapping(self, item: MappingNode, table: Words) -> tuple[Entry, list[Finding]]:
        """A hand, or another entry, as a mapping."""
        from dokosheet.core.notation.mapping import GERMAN, EntryModel, HandModel, entry_tokens

        keys = [key.text for key, _ in item.items]
        spaced = next((key for key, _ in item.items if " " in key.text or _looks_like_line(key.text)), None)
        if spaced is not None:
            colon = Place(spaced.end_line, spaced.end_column, spaced.end_column + 1)
            is_hand = fold(spaced.text.strip().partition(" ")[0].partition(":")[0]) not in ENTRY_WORDS
            if '"' in spaced.text:
                return _unread(item, is_hand), [finding("F101", colon, variant="colon-in-text")]
            args = {"key": spaced.text[-40:]}
            return _unread(item, is_hand), [finding("F101", colon, variant="blank-after-colon", args=args)]
        is_entry = bool(keys) and set(keys) <= KINDS.keys() and len(keys) == 1
        if self.odd.intersection(range(item.line, item.end_line + 1)):
            return _unread(item, not is_entry), []  # of two equal keys nobody knows which one is meant
        model: type[BaseModel] = EntryModel if is_entry else HandModel
        given = item.items if is_entry else [(key, value) for key, value in item.items if not is_nothing(value)]
        english: dict[str, tuple[Scalar, Node]] = {}
        for key, node in given:
            first, _ = english.setdefault(GERMAN.get(key.text, key.text), (key, node))
            if first is not key:  # wert and value: nobody knows which one is meant
                twice: dict[str, Any] = {"key": first.text, "first_line": first.line}
                return _unread(item, not is_entry), [finding("F101", key.place, variant="duplicate-key", args=twice)]
        item = replace(item, items=[(replace(key, text=name), node) for name, (key, node) in english.items()])
        value, found = read(item, model)
        if value is None:
            return _unread(item, not is_entry), bounded(found)
        tokens = list(value.tokens(table) if isinstance(value, HandModel) else entry_tokens(value))
        places: dict[str, Place] = {}
        entry, _ = self._tokens(tokens, item, table, places, not is_entry)
        places |= {field: places[str(i)] for field, i in _counted(entry.source)}
        return self._tokens(tokens, item, table, places, not is_entry)

    def _tokens(
        self,
        tokens: list[tuple[str, tuple[str | int, ...]]],
        item: MappingNode,
        table: Words,
        places: dict[str, Place],
        as_hand: bool,
    ) -> tuple[Entry, list[Finding]]:
        for i, (_, path) in enumerate(tokens):
            places[str(i)] = place_of(follow(item, path)[0])
        text = " ".join(token for token, _ in tokens)
        words_only = [token for token, _ in tokens]
        return parse_entry(words_only, table, text, place_of(item), exact=False, places=places, as_hand=as_hand)


def _unread(item: Node, is_hand: bool) -> Entry:
    """The entry of an item that cannot be read."""
    source = Source("", place_of(item), False)
    return _lost_hand(source) if is_hand else UnreadEntry(source)


def _lost_hand(source: Source) -> HandEntry:
    """A hand of which nothing can be read."""
    return HandEntry(Hand(), source, "", True, True)


def _may_be_no_hand(entry: HandEntry) -> bool:
    """Whether the first word is none, but close to one that begins another entry: then who deals is not known."""
    word = fold(entry.source.text.split(" ", 1)[0])
    return entry.source.fields[:1] == ("problem",) and nearest(word, ENTRY_WORDS) is not None


def _hands_in(item: Node) -> int:
    """How many hands an item seems to hold that can be none: a list of lines, a mapping with keys of several."""
    if isinstance(item, ListNode) and not item.flow:
        return len(item.items)
    keys = [key.text for key, _ in item.items] if isinstance(item, MappingNode) else []
    return keys.count(keys[0]) if keys else 1


def _behind_dashes(source: Source, table: Words, in_hand: bool, is_broken: bool) -> Iterator[Source]:
    """What stands behind a dash in a line as if it began another one; free text may have dashes in it, and who sat out
    in a row has one.
    """
    found = list(TOKEN.finditer(source.text))
    for dash in found[1:-1]:
        behind = tokens_of(_unquoted(source.text[dash.end() :]))
        counts = in_hand or any(char.isdigit() for word in behind for char in word)  # a note may have dashes
        is_lost = (counts and begins_entry(behind, table)) or (in_hand and dash[0] in "-–" and behind[0][0].isalpha())
        if is_lost and (dash[0] in "-–" or (is_broken and dash[0][-1] in "-–" and behind[0][0] != "=")):
            start, end = (source.place.column + at for at in dash.span())
            place = Place(source.place.line, start, end) if source.exact else source.place
            yield Source(" ".join(behind), place, False)


def _unquoted(text: str) -> str:
    """What a line says that YAML took for more of another one."""
    return text.removeprefix("- ").strip("\"' ")


def _stops_at(found: Finding, line: int) -> Finding:
    return replace(found, args={**found.args, "unread": line})


def _looks_like_line(key: str) -> bool:
    """Whether a key is the beginning of a line with a blank behind a colon; some words are keys of entries, too."""
    return key not in ("penalty", "bock", "carry", "gap", "final") and fold(key.split(":")[0]) in ENTRY_WORDS


def _counted(source: Source) -> Iterator[tuple[str, int]]:
    """``field.0``, ``field.1`` ... for each field in turn, and the token that fills it."""
    seen: Counter[str] = Counter()
    for i, field in enumerate(source.fields):
        for _ in range(source.several.get(i, 1)):
            yield f"{field}.{seen[field]}", i
            seen[field] += 1


def _as_date(node: Node) -> tuple[Repair, ...]:
    """The repair of a date that is written as in German: 27.11.2026."""
    try:
        day = datetime.strptime(node.text, "%d.%m.%Y").date() if isinstance(node, Scalar) else None
    except ValueError:
        return ()
    return (Repair(node.place, node.text, day.isoformat(), "reading"),) if day and isinstance(node, Scalar) else ()


def is_date(text: str) -> bool:
    """Whether a text is a day of the calendar: ``2026-11-27``."""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def is_nothing(node: Node) -> bool:
    """Whether a value is left open: nothing, or the null of JSON."""
    return isinstance(node, Scalar) and node.text in ("", "null", "~")


def is_reserved(word: str, rules: Ruleset) -> bool:
    """Whether a name is a word of the notation, so that its player needs a short form."""
    folded = fold(word)
    return folded in reserved_words(rules) or folded in ENTRY_WORDS
