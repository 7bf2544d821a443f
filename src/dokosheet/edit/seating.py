"""Another order of seats, or another name of a player, everywhere in a sheet; every number stays with its player."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from dokosheet.core.ledger.rows import aligned
from dokosheet.core.notation.entries import format_entry, parse_line, renamed, says, words
from dokosheet.core.notation.hand import Cell
from dokosheet.core.notation.seats import CHANGES, Seats
from dokosheet.core.notation.sheet import (
    Entry,
    HandEntry,
    JoinEntry,
    PageEntry,
    Player,
    ReplaceEntry,
    StruckEntry,
    UnreadEntry,
)
from dokosheet.core.notation.vocabulary import fold, is_name
from dokosheet.core.notation.words import Problem, Words
from dokosheet.core.records import replace
from dokosheet.core.score.calls import PARTY
from dokosheet.edit.creating import as_player
from dokosheet.edit.document import Document
from dokosheet.edit.edits import Edit, Lines, NewLine, Plan, Refused, correct, struck
from dokosheet.edit.trail import PLAYERS
from dokosheet.files.splice import Spliced, splice_head
from dokosheet.files.tree import ListNode, MappingNode, Node, Scalar, parse, plain

#: Keys of a hand, or of another entry, as a mapping that hold names.
NAME_KEYS: Final = frozenset(
    ("re", "player", "winners", "sieger", "dealer", "geber", "sits_out", "aussetzt", "soloist", "by", "after")
) | {"join", "leave"}
#: Keys that hold a row.
ROW_KEYS: Final = {"score": "score", "total": "total", "totals": "cells", "carry": "cells", "final": "cells"}


def seats(path: str, names: Sequence[str], dealer: str = "", reason: str = "", force: bool = False) -> Edit:
    """Another order of seats. The written rows follow, and who dealt the first hand still does, unless ``dealer``."""

    def decide(lines: Lines) -> Plan:
        sheet = lines.sheet
        old = sheet.players[: sheet.seated]
        table = words(sheet.rules, old)
        found = [_who(table.player(name), name) for name in names]
        if sorted(found) != sorted(player.name for player in old):
            raise Refused("correct.seats", players=", ".join(sheet.at_start))
        order = [sheet.at_start.index(name) for name in found]
        first = next((row.turn for row in lines.ledger.rows if row.turn), None) or sheet.dealer or sheet.at_start[0]
        deals = _who(table.player(dealer), dealer) if dealer else first
        derived = sheet.dealer or found[0]
        says_dealer = deals != derived or (lines.ledger.carried and sheet.dealer is None)
        if order == list(range(len(order))) and not (says_dealer and dealer):
            raise Refused("correct.same-seats")
        new = tuple(old[i] for i in order)
        return _everywhere(lines, new, {}, order, sheet.word(deals) if says_dealer else None, reason)

    return correct(path, "seats", decide, force)


def rename(path: str, old: str, new: str, reason: str = "", force: bool = False) -> Edit:
    """Another name of a player, wherever it is the name of a player."""

    def decide(lines: Lines) -> Plan:
        sheet = lines.sheet
        who = _who(words(sheet.rules, sheet.players).player(old), old)
        others = [player for player in sheet.players if player.name != who]
        if not new.strip() or any(fold(new) in (fold(p.name), fold(p.word)) for p in others):
            raise Refused("correct.name-taken" if new.strip() else "correct.no-name", name=new)
        if new == who:
            raise Refused("correct.same-name", name=new)
        late = who not in sheet.at_start
        if late and not is_name(new):
            raise Refused("correct.bad-name", name=new)
        written = as_player(new, [new, *(player.name for player in others)])
        node = parse(f"[{written}]")[0]
        value = plain(node.items[0]) if isinstance(node, ListNode) and node.items else None
        if isinstance(value, dict):
            player = Player(new, str(value["as"]))
        elif value == new and is_name(new):
            player = Player(new, new)
        else:
            raise Refused("correct.bad-name", name=new)
        table = tuple(player if one.name == who else one for one in sheet.players[: sheet.seated])
        places: list[int | str] = [written if name == who else i for i, name in enumerate(sheet.at_start)]
        head = sheet.dealer == who
        return _everywhere(lines, table, {who: new}, places, player.word if head else None, reason)

    return correct(path, "rename", decide, force)


def _who(found: str | Problem, typed: str) -> str:
    if isinstance(found, Problem):
        if found.code == "F106":
            raise Refused("correct.who", name=typed, readings=found.readings)
        raise Refused("correct.nobody", name=typed)
    return found


def _everywhere(
    lines: Lines,
    players: tuple[Player, ...],
    names: Mapping[str, str],
    places: Sequence[int | str],
    dealer: str | None,
    reason: str,
) -> Plan:
    """The plan that gives the head other players, and respells each line that would no longer say what it said.

    What stood in the head is struck above the first hand, and with other seats the rows, too.
    """

    def head(text: Spliced) -> Spliced:
        return splice_head(text.text, text.tree, places, dealer)

    plan = Plan(head, names)
    before, after = (
        Seats(lines.sheet.rules, lines.sheet.players[: lines.sheet.seated]),
        Seats(lines.sheet.rules, players),
    )
    played = {id(row.entry): row.players for row in lines.ledger.rows}
    expected: list[Entry] = []
    for i, entry in enumerate(lines.entries):
        if entry is None:
            continue
        node = lines.items[i]
        unread = isinstance(node, Scalar) and bool(parse_line(node.text, before.table, node.place)[1])
        has_row = isinstance(entry, PageEntry) or (isinstance(entry, HandEntry) and "=" in entry.source.text)
        if (unread or (isinstance(entry, HandEntry) and entry.broken)) and has_row and not names:
            raise Refused("correct.not-everywhere")  # nobody can tell whose cells these are
        present = tuple(player.name for player in before.players)
        now = tuple(player.name for player in after.players)
        cells = _in_order(present, played.get(id(entry), present), now, names)
        wanted = renamed(entry, lambda name: names.get(name, name), cells)
        expected.append(wanted)
        if isinstance(entry, CHANGES):
            before.take(entry)
        if isinstance(node, Scalar):
            if not unread and not _still_says(node, wanted, after):  # what cannot be read stays as it stands there
                everybody = tuple(after.known.values())
                plan.instead[i] = NewLine(format_entry(wanted, everybody), i)
        else:
            table = words(lines.sheet.rules, tuple(_players_at(before, entry)))
            values = tuple(_values(node, wanted, partial(_new_word, table=table, names=names, after=after)))
            if values:
                plan.values[i] = values
        if isinstance(wanted, CHANGES):
            after.take(wanted)
        if not names and (i in plan.instead or i in plan.values):
            plan.struck[i] = struck(format_entry(entry, lines.sheet.players), reason)
    if lines.items:
        line = struck(f"{PLAYERS}{', '.join(lines.sheet.at_start)}", reason, gone=True)
        plan.above.setdefault(0, []).insert(0, NewLine(line))
    plan.check = lambda sheet: _check(sheet, expected)
    return plan


def _players_at(seats: Seats, entry: Entry) -> list[Player]:
    """Those whom an entry can name: everybody known so far."""
    return list(seats.known.values()) if isinstance(entry, CHANGES) else list(seats.players)


def _in_order(
    present: tuple[str, ...], played: tuple[str, ...], now: tuple[str, ...], names: Mapping[str, str]
) -> Callable[[tuple[Cell, ...]], tuple[Cell, ...]]:
    """What makes of a row the same row in the order of seats of now."""

    def moved(cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
        by_name = {names.get(name, name): cell for name, cell in aligned(cells, present, played).items()}
        return tuple(by_name.get(name) for name in now) if by_name else cells

    return moved


def _still_says(node: Scalar, wanted: Entry, after: Seats) -> bool:
    """Whether a line as it stands says what is wanted, with the names and seats of now."""
    found, problems = parse_line(node.text, after.table, node.place)
    if isinstance(found, JoinEntry):
        found = replace(found, player=_known(found.player, after))
    elif isinstance(found, ReplaceEntry):
        found = replace(found, by=_known(found.by, after))
    return not problems and says(found) == says(wanted)


def _known(word: str, seats: Seats) -> str:
    player = seats.known.get(fold(word))
    return player.name if player is not None else word


def _new_word(text: str, table: Words, names: Mapping[str, str], after: Seats) -> str | None:
    """How a name in a mapping is written now; None where it can stay as it is."""
    who = table.player(text)
    side = table.who(text, parties=True)
    if side in PARTY and after.table.who(text, parties=True) != side:
        return str(side)
    if isinstance(who, Problem):
        fits = [new for old, new in names.items() if fold(old) == fold(text)]
        return fits[0] if fits else None
    new = names.get(who, who)
    if after.table.player(text) == new:
        return None
    player = after.known.get(fold(new))
    return player.word if player is not None else new


def _values(
    node: Node, wanted: Entry, word: Callable[[str], str | None], key: str = ""
) -> Iterator[tuple[Scalar, str]]:
    """The scalars of a mapping that hold names or cells of rows, with what they say from now on."""
    if isinstance(node, MappingNode):
        for name, value in node.items:
            yield from _values(value, wanted, word, name.text)
    elif isinstance(node, ListNode):
        row = _row(wanted, key)
        if row is not None and len(row) == len(node.items):
            for item, cell in zip(node.items, row, strict=True):
                text = "null" if cell is None else str(cell)
                if isinstance(item, Scalar) and ":" not in item.text and not _is(item.text, cell):
                    yield item, text
            return
        named = wanted.hand.named if isinstance(wanted, HandEntry) and key == "re" else ()
        for i, item in enumerate(node.items):
            if isinstance(item, Scalar) and item.text.isdecimal() and i < len(named):
                yield item, named[i]
            else:
                yield from _values(item, wanted, word, key)
    elif key in NAME_KEYS:
        new = word(node.text)
        if new is not None and new != node.text:
            yield node, new


def _row(entry: Entry, key: str) -> tuple[Cell, ...] | None:
    """The row that a key of a mapping holds."""
    name = ROW_KEYS.get(key)
    if name is None:
        return None
    found: tuple[Cell, ...] | None = getattr(entry.hand if isinstance(entry, HandEntry) else entry, name, None)
    return found


def _is(text: str, cell: Cell) -> bool:
    """Whether a cell says so already."""
    if cell is None:
        return text in ("", "-", "null", "~")
    return text.lstrip("+") == str(cell)


def _check(sheet: Document, expected: Sequence[Entry]) -> None:
    """Every entry has to say what it said. Raises Refused."""
    if sheet.sheet is None:
        return

    def facts(entries: Sequence[Entry]) -> list[Entry]:
        return [says(entry) for entry in entries if not isinstance(entry, (StruckEntry, UnreadEntry))]

    found, wanted = facts(sheet.sheet.entries), facts(expected)
    for one, other in zip(found, wanted, strict=False):
        broken = isinstance(other, HandEntry) and other.broken
        if one != other and not broken:
            raise Refused("correct.not-everywhere")
