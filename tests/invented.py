"""Lists of numbers as they come at a table, made of hands whose points are known, and slips in them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Final, NamedTuple

Number = int | Decimal
#: A number, ``?`` for one that cannot be read, None for a dash.
Cell = Number | str | None
Points = dict[str, Number]

NAMES: Final = ("Anna", "Ben", "Cem", "Dora", "Emil", "Fips", "Gina")
OPEN: Final = "pflichtsolo: {solos: 0, enforce: none}, party: {length: {unit: open, n: null, by_players: null}}"
FEE: Final = "fees: {hochzeit: {when: 'kind:hochzeit', from: each_other, to: declarer, amount: 1}}"
#: Who sits out, as seats from the dealer.
OUT: Final = {4: (), 5: (0,), 6: (0, 3), 7: (0, 2, 4)}
#: Augen of Re and what two of Re are worth with them, nothing else being said.
WORTH: Final = {130: 1, 160: 2, 190: 3, 215: 4, 100: -2, 80: -3, 55: -4}


class Style(NamedTuple):
    """How a table writes: rules beside TSR, who writes, in which unit, with Bock, with a fee for each Hochzeit."""

    name: str
    rules: str = ""
    mode: str = "zero_sum"
    unit: Number = 1
    bock: bool = False
    fee: bool = False

    @property
    def head(self) -> str:
        settlement = f"mode: {self.mode}, unit: {self.unit}" + (f", {FEE}" if self.fee else "")
        bock = "bock: {triggers: {tie_120: {}}}" if self.bock else ""
        parts = [f"extends: tsr, {OPEN}", f"settlement: {{{settlement}}}", bock, self.rules]
        return f"rules: {{{', '.join(part for part in parts if part)}}}"


STYLES: Final = {
    style.name: style
    for style in (
        Style("tsr"),
        Style("plus", mode="plus"),
        Style("minus", mode="minus"),
        Style("tens", unit=10),
        Style("cents", unit=Decimal("0.05")),
        Style("bock", bock=True),
        Style("fee", fee=True),
        Style("fee-minus", mode="minus", fee=True),
        Style("bock-plus", mode="plus", bock=True),
        Style("bock-cents", unit=Decimal("0.05"), bock=True),
        Style("no-parity", rules="checks: {parity: never}"),
        Style("no-sum", rules="checks: {row_sum: never}"),
    )
}


class Written(NamedTuple):
    """A line of a list: what stands before the numbers, its points and totals (None: not written), who plays."""

    text: str = ""
    score: tuple[Cell, ...] | None = None
    total: tuple[Cell, ...] | None = None
    plays: tuple[bool, ...] = ()

    @property
    def is_hand(self) -> bool:
        return bool(self.plays)

    def row(self, field: str) -> tuple[Cell, ...] | None:
        return self.score if field == "score" else self.total

    def put(self, field: str, new: dict[int, Cell]) -> Written:
        row = tuple(new.get(seat, cell) for seat, cell in enumerate(self.row(field) or ()))
        return self._replace(**{field: row})

    @property
    def line(self) -> str:
        rows = [sign + spelled(row) for sign, row in (("=", self.score), ("==", self.total)) if row is not None]
        return " ".join(part for part in (self.text, *rows) if part)


Paper = tuple[Written, ...]


def spelled(row: Sequence[Cell]) -> str:
    texts = ["-" if cell is None else str(cell).replace(".", ",") for cell in row]
    return ("/" if any("," in text for text in texts) else ",").join(texts)


def lines(paper: Paper) -> list[str]:
    return [written.line for written in paper]


class Table:
    """A table that plays and writes a list. ``modes``: what is written of a hand, one drawn for each."""

    def __init__(self, seed: object, style: Style, n: int = 4, modes: Sequence[str] = ("points",)) -> None:
        self.rng = random.Random(f"{seed} {style.name} {n} {modes}")
        self.style = style
        self.names = NAMES[:n]
        self.present = list(self.names)
        self.modes = modes
        self.totals: Points = dict.fromkeys(self.names, 0)
        self.seen = dict.fromkeys(self.names, True)
        self.dealer = 0
        self.bock = 0
        self.paper: list[Written] = []

    def players(self) -> list[str]:
        n = len(self.present)
        out = {self.present[(self.dealer + seat) % n] for seat in OUT[n]}
        return [name for name in self.present if name not in out]

    def shown(self, points: Points) -> Points:
        unit = self.style.unit
        both = {name: number * unit for name, number in points.items()}
        return {name: int(number) if number == int(number) else number for name, number in both.items()}

    def play(self) -> None:
        """One hand, written in one of the modes."""
        mode = self.rng.choice(self.modes)
        players = self.players()
        alone = self.rng.random() < 0.15
        side = self.rng.sample(players, 1 if alone else 2)
        augen = self.rng.choice(tuple(WORTH))
        value = WORTH[augen]
        if self.style.bock and mode == "details" and not alone and self.rng.random() < 0.3:
            augen, value = 120, -2
        if mode != "details":
            value = self.rng.choice((1, 1, 2, 2, 3, 3, 4, 5, 6)) * self.rng.choice((1, -1))
        if alone and value < 0 and mode == "details":
            value += 1  # nobody is against the Alten in a solo
        call = mode == "details" and self.rng.random() < 0.3
        value += (2 if value > 0 else -2) if call else 0
        hochzeit = self.style.fee and not alone and self.rng.random() < 0.3
        factor = 2 if self.bock else 1
        points = self.points(side, players, value * factor)
        winners = [name for name in players if (name in side) == (value > 0)]
        if hochzeit:
            points = {name: number + (3 if name == side[0] else -1) for name, number in points.items()}
        points = self.shown(points)
        self.bock += -bool(self.bock) + (len(self.present) if augen == 120 and mode == "details" else 0)
        self.count(points)
        words = []
        if mode == "details":
            kind = "damensolo" if alone else "hochzeit@2" if hochzeit else ""
            words = [*side, kind, str(augen), "re" if call else ""]
        elif mode == "wert":
            words = [f"wert:{abs(value)}"]
        elif mode == "named":
            words = [*side, "solo" if alone else "hochzeit@2" if hochzeit else ""]
        elif mode == "sieger":
            words = ["sieger:" + ",".join(winners)]
        score = mode not in ("totals", "details") or (mode == "details" and self.rng.random() < 0.5)
        total = mode in ("totals", "both") or (mode in ("details", "wert") and self.rng.random() < 0.5)
        self.write(" ".join(word for word in words if word), points, score, total)
        self.dealer = (self.dealer + 1) % len(self.present)

    def points(self, side: Sequence[str], players: Sequence[str], value: int) -> Points:
        """What each player writes, before the unit of the table."""
        found: Points = {}
        for name in players:
            amount = value if name in side else -value
            if len(side) == 1 and name in side:
                amount *= 3
            if (self.style.mode == "plus" and amount < 0) or (self.style.mode == "minus" and amount > 0):
                amount = 0
            found[name] = amount
        return found

    def count(self, points: Points) -> None:
        self.totals = {name: number + points.get(name, 0) for name, number in self.totals.items()}

    def write(self, text: str, points: Points, score: bool, total: bool) -> None:
        row = tuple(points.get(name) for name in self.present)
        plays = tuple(name in points for name in self.present)
        totals = tuple(self.totals[name] for name in self.present)
        if total and not all(plays) and self.rng.random() < 0.3:
            totals = tuple(cell if playing else None for cell, playing in zip(totals, plays, strict=True))
        self.paper.append(Written(text, row if score else None, totals if total else None, plays))

    def say(self, text: str) -> None:
        """A line that is no hand."""
        self.paper.append(Written(text))

    def penalize(self) -> None:
        """A penalty for the hand above, as a line of its own."""
        last = next((one for one in reversed(self.paper) if one.is_hand), None)
        if last is None:
            return
        players = [name for name, playing in zip(self.present, last.plays, strict=True) if playing]
        who = self.rng.choice(players)
        self.count(self.shown({name: -3 if name == who else 1 for name in players}))
        self.say(f"strafe {who} gering")


def invented(seed: object, style: Style, n: int = 4, modes: Sequence[str] = ("points",), hands: int = 12) -> Paper:
    """A list without a slip."""
    table = Table(seed, style, n, modes)
    for _ in range(hands):
        table.play()
        if table.rng.random() < 0.08:
            table.penalize()
    return tuple(table.paper)


# -- slips

ALIKE: Final = {
    "0": "68",
    "6": "058",
    "8": "063",
    "1": "72",
    "7": "12",
    "3": "824",
    "5": "64",
    "4": "95",
    "9": "48",
    "2": "7",
}


def wrong_numbers(number: Number) -> Iterator[Number]:
    """A number with a slip in one cell: misread, its sign, a digit dropped, doubled, two that changed places."""
    if number:
        yield -number
    if number != int(number):
        return
    sign, digits = -1 if number < 0 else 1, str(abs(int(number)))
    spoilt = [digits[:i] + other + digits[i + 1 :] for i, digit in enumerate(digits) for other in ALIKE[digit]]
    spoilt += [digits[:i] + digits[i + 1 :] for i in range(len(digits))]
    spoilt += [digits[:i] + digits[i] + digits[i:] for i in range(len(digits))]
    spoilt += [digits[:i] + digits[i + 1] + digits[i] + digits[i + 2 :] for i in range(len(digits) - 1)]
    for text in dict.fromkeys(spoilt):
        if text and int(text) != abs(number):
            yield sign * int(text)


class Slip(NamedTuple):
    """A list with one slip; ``cells``: those that it spoilt first, as row, field and seat."""

    name: str
    paper: Paper
    cells: tuple[tuple[int, str, int], ...]


def slips(paper: Paper, rng: random.Random) -> Iterator[Slip]:
    """Every kind of slip once, somewhere in a list."""
    cells = [
        (k, field, seat, number)
        for k, one in enumerate(paper)
        if one.is_hand
        for field in ("score", "total")
        for seat, number in enumerate(one.row(field) or ())
        if isinstance(number, (int, Decimal))
    ]

    def put(k: int, field: str, new: dict[int, Cell]) -> Paper:
        return (*paper[:k], paper[k].put(field, new), *paper[k + 1 :])

    k, field, seat, number = rng.choice(cells)
    readings = list(wrong_numbers(number))
    if readings:
        yield Slip("cell", put(k, field, {seat: rng.choice(readings)}), ((k, field, seat),))
    k, field, seat, number = rng.choice(cells)
    yield Slip("any", put(k, field, {seat: number + rng.choice((-7, -3, 4, 11, 30))}), ((k, field, seat),))
    row = paper[k].row(field) or ()
    others = [i for i, cell in enumerate(row) if isinstance(cell, (int, Decimal)) and cell != number]
    if others:
        other = rng.choice(others)
        new: dict[int, Cell] = {seat: row[other], other: number}
        yield Slip("swapped", put(k, field, new), ((k, field, seat), (k, field, other)))
    totals = [cell for cell in cells if cell[1] == "total"]
    if totals:
        k, field, seat, number = rng.choice(totals)
        off, carried = rng.choice((-10, -2, -1, 1, 3, 10)), list(paper)
        for later in range(k, len(paper)):
            cell = (paper[later].total or ())[seat : seat + 1]
            if cell and isinstance(cell[0], (int, Decimal)):
                carried[later] = paper[later].put("total", {seat: cell[0] + off})
        yield Slip("carried", tuple(carried), ((k, field, seat),))
