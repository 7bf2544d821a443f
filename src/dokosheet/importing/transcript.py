"""What the rows of a list say -> lines in canonical notation."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal
from typing import Any, Final, Literal

from dokosheet.core.ledger.penalties import points_of
from dokosheet.core.notation.entries import format_entry, words
from dokosheet.core.notation.hand import Cell, Hand
from dokosheet.core.notation.sheet import NOWHERE, CarryEntry, FinalEntry, GapEntry, PenaltyEntry, Player
from dokosheet.core.notation.spelling import format_cells, format_hand, quote
from dokosheet.core.notation.vocabulary import KIND_ALIASES, fold
from dokosheet.core.records import Record, field, replace
from dokosheet.core.rules import Ruleset
from dokosheet.core.score.calls import PARTY
from dokosheet.importing.columns import FOUR, Columns, number

Amount = int | Decimal
NORMAL: Final = ("", "-", "normal", "normalspiel", "normal game", "n")
SOLO: Final = "solo"
#: Between the names in a cell.
BETWEEN: Final = re.compile(r"\s*[,;/+&]\s*|\s+(?:und|and|u\.)\s+")


#: What a row can be; "sum" is a final result, a carry or a remark, "start" nothing at all.
What = Literal["hand", "remark", "carry", "final", "sum", "penalty", "start", "gap"]


class Listed(Record):
    """A row by name. ``facts``: cells by role; ``beside``: the texts that have none; ``rest``: what has no place.

    ``sums``: the word of a layout for a row of sums; ``what`` the row is, by which ``word``; ``number``: its own;
    ``hands``: how many were lost, or played before; ``out_of_turn``: somebody sat out whose turn it was not.
    """

    line: int
    points: dict[str, Cell] = field(default_factory=dict)
    totals: dict[str, Cell] = field(default_factory=dict)
    facts: dict[str, str] = field(default_factory=dict)
    beside: list[str] = field(default_factory=list)
    rest: list[str] = field(default_factory=list)
    starred: list[str] = field(default_factory=list)
    sums: str = ""
    legible: bool = False
    what: What = "hand"
    word: str = ""
    number: int | None = None
    hands: int | None = None
    out_of_turn: bool = False

    @property
    def is_hand(self) -> bool:
        """Whether the row is a hand, not a sum or a remark."""
        return self.what == "hand"


class Transcript(Record, frozen=True):
    """The lines of a list. ``needs_solo``: they need a kind for a solo that nobody named; ``penalties``: and these,
    each with what its offender and the others get; ``became``: the lines of rows that are no hands, with their rows;
    ``dealer``: who dealt the first hand, where it was not the first player."""

    lines: list[str]
    dealer: Player | None
    needs_solo: bool
    penalties: dict[str, tuple[Amount, Amount]]
    became: list[tuple[Listed, str]]


def transcribed(records: Sequence[Listed], players: Sequence[Player], columns: Columns, rules: Ruleset) -> Transcript:
    """The lines of a list."""
    book = _Book(players, columns, rules)
    lines = [book.line(record) for record in records]
    dealer = next((player for player in players[1:] if player.name == book.first_dealer), None)
    return Transcript(lines, dealer, book.needs_solo, book.penalties, book.became)


class _Book:
    def __init__(self, players: Sequence[Player], columns: Columns, rules: Ruleset) -> None:
        self.players = players
        self.table = words(rules, tuple(players))
        self.names = [player.name for player in players]
        self.columns = columns
        self.rules = rules
        self.n = 0
        self.before: dict[str, Cell] = {}
        self.needs_solo = False
        self.first_dealer: str | None = None
        self.penalties: dict[str, tuple[Amount, Amount]] = {}
        self.became: list[tuple[Listed, str]] = []

    def line(self, record: Listed) -> str:
        """The line of a row."""
        match record.what:
            case "hand":
                return self.hand(record)
            case "gap":
                self.n += record.hands or 1
                return format_entry(GapEntry(NOWHERE, record.hands or 1))
            case "carry" | "final":
                line = self.page(record)
            case "penalty":
                line = self.penalty(record)
            case _:
                return self.remark(record)
        self.became.append((record, line))
        self.before |= {name: cell for name, cell in record.totals.items() if cell is not None}
        return line

    def page(self, record: Listed) -> str:
        """Totals that were carried over, or the final result."""
        cells = tuple(record.totals.get(name) for name in self.names)
        note = self.remark_text(record, numbers=False)
        if record.what == "final":
            return format_entry(FinalEntry(NOWHERE, cells, text=note))
        self.n += 0 if self.n or record.hands is None else record.hands
        return format_entry(CarryEntry(NOWHERE, cells, record.hands, text=note))

    def penalty(self, record: Listed) -> str:
        """A penalty of the ruleset or, with the same effect, of the list; a remark where one cannot say whose it is."""
        cells = record.points or {
            name: cell - before
            for name, cell in record.totals.items()
            if isinstance(cell, (int, Decimal)) and isinstance(before := self.before.get(name, 0), (int, Decimal))
        }
        amounts = {name: cell for name, cell in cells.items() if isinstance(cell, (int, Decimal))}
        entry = self._known_penalty(amounts, self.remark_text(record, numbers=False)) if amounts else None
        return format_entry(entry, self.players) if entry else self.remark(record)

    def _known_penalty(self, amounts: dict[str, Amount], text: str) -> PenaltyEntry | None:
        offender = min(amounts, key=lambda name: amounts[name])
        others = {amount for name, amount in amounts.items() if name != offender}
        if amounts[offender] >= 0 or len(others) > 1:
            return None
        entry = PenaltyEntry(offender, "", NOWHERE, text=text)
        fine = amounts[offender]
        for name, definition in self.rules.penalties.items():
            points = -int(fine) if definition.up_to else None
            tried = replace(entry, id=name, points=points)
            found = points_of(tried, self.rules, tuple(amounts), None) if fine == int(fine) else None
            if found == amounts:
                return tried
        rest = others.pop() if others else 0
        if self.rules.settlement.unit != 1 or not isinstance(fine, int) or not isinstance(rest, int) or rest < 0:
            return None
        own = f"strafe_{-fine}" + (f"_{rest}" if rest else "")
        self.penalties[own] = (fine, rest)
        return replace(entry, id=own)

    def remark(self, record: Listed) -> str:
        """A row that is no hand, as a note."""
        return f"notiz {quote(self.remark_text(record) or '-')}"

    def remark_text(self, record: Listed, numbers: bool = True) -> str:
        """What a row says besides, with or without its numbers."""
        word = record.word or record.sums
        facts = [self._said(role, cell) for role, cell in record.facts.items() if cell and role != "sheet"]
        rest = [text for text in record.rest if not (word and text.endswith(word))]
        facts = [fact for fact in facts if not (word and fact.endswith(word))]
        rows = [
            f"{mark} {name} {format_cells([cell])}"
            for mark, cells in (("=", record.points), ("==", record.totals))
            for name, cell in cells.items()
            if cell is not None
        ]
        figures = ", ".join(row.removeprefix("= ") for row in rows) if numbers else ""
        return " ".join(filter(None, [word, figures, ", ".join([*facts, *rest])]))

    def hand(self, record: Listed) -> str:
        """A hand in canonical notation; what has no place in it is the note."""
        self.n += 1
        row = _Row(self, record)
        row.parties()
        row.numbers()
        row.written()
        if self.first_dealer is None:
            self.first_dealer = row.found.get("dealer") or self._dealer_of(row.out)
        hand = Hand(**row.found)
        note = ", ".join([*row.notes, *record.rest])
        return format_hand(hand, self.players, " ".join(note.split()))

    def _dealer_of(self, out: tuple[str, ...]) -> str:
        """Who deals when these sit out; "" where nothing tells."""
        table = range(len(self.names))
        seats = [[self.names[seat] for seat in self.rules.sits_out(dealer, len(self.names))] for dealer in table]
        fitting = [dealer for dealer in table if out and set(seats[dealer]) == set(out)]
        return self.names[fitting[0]] if fitting else ""

    def player(self, text: str) -> str | None:
        """The player whom a cell names, in full or by the beginning of the name."""
        who = self.table.player(text.strip())
        return who if isinstance(who, str) else None

    def side(self, text: str) -> str | None:
        """The player or the party that a cell names; None where it fits both, or nobody."""
        who, player = self.table.who(text.strip(), parties=True), self.player(text)
        return who if isinstance(who, str) and player in (who, None) else None

    def people(self, text: str, one: Callable[[str], str | None]) -> list[str] | None:
        """The players whom a cell names, each told by ``one``; None where one of the names is no player's."""
        found = [one(part) for part in BETWEEN.split(text) if part]
        people = [name for name in found if name in self.names]
        return people if people and len(people) == len(found) else None

    def _said(self, role: str, cell: str) -> str:
        return f"{self.columns.titles[self.columns.roles[role]]} {cell}"


class _Row:
    """One row on its way to a Hand: ``found`` are its fields, ``notes`` what has no field."""

    def __init__(self, book: _Book, record: Listed) -> None:
        self.book = book
        self.record = record
        self.facts = record.facts
        self.found: dict[str, Any] = {}
        self.notes: list[str] = []
        self.solo = False
        self.out: tuple[str, ...] = ()

    def note(self, role: str) -> None:
        """Keep a cell as it is."""
        self.notes.append(self.book._said(role, self.facts[role]))

    def flag(self, text: str) -> bool | None:
        """What a cell says that is marked or not; None where it says something else."""
        columns = self.book.columns
        return True if fold(text) in columns.yes else False if fold(text) in columns.no else None

    # -- who played what

    def parties(self) -> None:
        """Who is Re, and the kind, as far as the row says so."""
        kind, named = self._kind(), self._people("re")
        soloist = self._soloist(kind)
        wedding = self.facts.get("wedding", "")
        if soloist:
            self.found |= {"named": (soloist,), "kind": kind if self._is_solo(kind) else SOLO}
            self.solo = True
            self.book.needs_solo |= self.found["kind"] not in self.book.rules.kinds
            if self.facts.get("re") and named != [soloist]:
                self.note("re")
        elif named and len(named) == 2:
            self._pair(named, kind, self.book.player(wedding))
            wedding = "" if self.found.get("kind") == "hochzeit" else wedding
        elif self.facts.get("re"):
            self.note("re")
        if wedding and self.flag(wedding) is not False:
            self.note("wedding")
        if self.facts.get("kind") and self.found.get("kind", "normal") != kind and not (self.solo and kind == SOLO):
            self.note("kind")

    def _kind(self) -> str:
        """The id of the kind that the row names; "?" for a word that is none."""
        word = fold(self.facts.get("kind", "")).replace(" ", "_").replace("-", "_")
        if word in NORMAL:
            return "normal"
        kind = KIND_ALIASES.get(word, word)
        return kind if kind in self.book.rules.kinds or kind == SOLO else "?"

    def _is_solo(self, kind: str) -> bool:
        rules = self.book.rules
        return kind in rules.kinds and rules.kinds[kind].hand_class == "solo" and kind != "hochzeit_allein"

    def _soloist(self, kind: str) -> str | None:
        """Who played alone; a mark without a name stays a note."""
        text = self.facts.get("solo", "")
        who = self.book.player(text) if text else None
        if text and who is None and self.flag(text) is not False:
            self.note("solo")
        named = self._people("re")
        if who is None and (kind == SOLO or self._is_solo(kind)) and named and len(named) == 1:
            return named[0]
        return who

    def _people(self, role: str) -> list[str] | None:
        text = self.facts.get(role, "")
        return self.book.people(text, self.book.player) if text else None

    def _pair(self, named: list[str], kind: str, wed: str | None) -> None:
        self.found["named"] = tuple(named)
        if "hochzeit" in self.book.rules.kinds and (kind == "hochzeit" or wed in named):
            first = wed if wed in named else named[0]
            self.found |= {"kind": "hochzeit", "named": (first, *(name for name in named if name != first))}

    # -- numbers

    def numbers(self) -> None:
        """The rows of points and totals, and who sat out."""
        record, names = self.record, self.book.names
        for name, cells in (("score", record.points), ("total", record.totals)):
            if cells and any(cell is not None for cell in cells.values()):
                self.found[name] = tuple(cells.get(player) for player in names)
        out = self._sits_out()
        told = "score" in self.found and not self.found.get("named") and not record.out_of_turn  # by its dashes
        if len(names) > FOUR and len(names) - len(out) == FOUR:
            self.out = tuple(out)
            self.found |= {} if told else {"sits_out": self.out}
        self.book.before |= {name: cell for name, cell in record.totals.items() if cell is not None}
        written = self.facts.get("sum", "")
        if written and not _is_sum(written, record.points or record.totals):
            self.note("sum")

    def _sits_out(self) -> list[str]:
        """Who has an empty cell; where there are only totals, whose total stays while four others change."""
        record, names = self.record, self.book.names
        cells = record.points or record.totals
        out = [name for name in names if cells.get(name) is None]
        if out or record.points:
            return out
        return [name for name in names if record.totals.get(name) == self.book.before.get(name, 0)]

    # -- the rest of what is written

    def written(self) -> None:
        """Value, winners, dealer, Bock, number of the hand, date."""
        self._winners()
        self._value()
        dealer = self.facts.get("dealer", "")
        if dealer:
            who = self.book.player(dealer)
            self.found |= {"dealer": who} if who else {}
            if not who:
                self.note("dealer")
        self._bock()
        hand = self.facts.get("hand", "")
        if hand and self.record.number != self.book.n:
            self.note("hand")
        if self.facts.get("date"):
            self.note("date")

    def _winners(self) -> None:
        """Names, a party or a star; a party is known by name only where the row says who it was."""
        text = self.facts.get("winner", "")
        people = self.record.starred or (self._side(text) if text else None)
        if people and self.book.columns.mode == "zero_sum":
            self.found["sieger"] = tuple(name for name in self.book.names if name in people)
            return
        if text:
            self.note("winner")
        if self.record.starred:
            self.notes.append(f"* {', '.join(self.record.starred)}")

    def _side(self, text: str) -> list[str] | None:
        party, named = self._party(text), list(self.found.get("named", ()))
        if not party:
            return self.book.people(text, self.book.side)
        others = [name for name in self.book.names if name not in named and name not in self.out]
        return (named if party == "re" else others) if named else None

    def _party(self, text: str) -> str:
        """The party that a cell says has won; "" for none."""
        side = self.book.side(text)
        if side in PARTY:
            return PARTY[side]
        return "re" if side is None and fold(text) in (SOLO, "solist", "soloist") else ""

    def _value(self) -> None:
        """The value, negative when Kontra won; where it has no sign, whoever won gives it one."""
        text = self.facts.get("value", "")
        if not text:
            return
        value = _number(text)
        if not isinstance(value, int):
            self.note("value")
            return
        lost = self._kontra_won() if self.book.columns.unsigned else False
        self.found["wert"] = -value if lost else value

    def _kontra_won(self) -> bool:
        party = self._party(self.facts.get("winner", ""))
        if party or not self.solo:
            return party == "kontra"
        points = self.record.points.get(self.found["named"][0])
        return isinstance(points, (int, Decimal)) and points < 0

    def _bock(self) -> None:
        """A mark, or how often; rules without Bock cannot judge it."""
        text = self.facts.get("bock", "")
        flag = self.flag(text)
        level = int(text) if text.isascii() and text.isdecimal() and len(text) == 1 else int(bool(flag))
        if text and flag is None and not level:
            self.note("bock")
        elif level:
            self.found["bock"] = level
            if not self.book.rules.bock.triggers:
                self.found["ok"] = ("B507",)


def _number(text: str) -> Cell:
    """The number that a cell holds; None for something else."""
    try:
        return number(text)
    except ValueError:
        return None


def _is_sum(text: str, cells: dict[str, Cell]) -> bool:
    """Whether a written sum is that of the row, so that it says nothing new."""
    values: Iterable[int | Decimal] = [cell for cell in cells.values() if isinstance(cell, (int, Decimal))]
    return _number(text) == sum(values)
