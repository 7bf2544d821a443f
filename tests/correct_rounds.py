"""Rounds without a slip, played by the rules of a table and written down as people do: whole, or page by page.

Who deals, who sits out, who owes a Pflichtsolo, what is a Bock hand and what the totals are is worked out here, and not
by the program; only what a hand is worth it is asked.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from decimal import Decimal
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from dokosheet.core.score.settlement import shown
from helpers import Augen, Call, Hand, Ruleset, Sonderpunkt, parse, rulesets, scoring, text

Number = int | Decimal
Points = dict[str, Number]

NAMES: Final = ("Anna", "Ben", "Cem", "Dora", "Emil", "Fips", "Gina")
OUT: Final = {4: (), 5: (0,), 6: (0, 3), 7: (0, 2, 4)}
SOLI: Final = ("damensolo", "bubensolo", "kreuzsolo", "piksolo", "herzsolo", "karosolo", "fleischlos")
ID: Final = {"fleischlos": "fleischloser", "still": "stille_hochzeit", "hochzeit": "hochzeit_allein"}
OPEN: Final = "pflichtsolo: {solos: 0, enforce: none}, party: {length: {unit: open, n: null, by_players: null}}"


class House(NamedTuple):
    """The rules of a table, and what of them a round has to know.

    ``length``: hands, or hands for each player; ``bock``: for each trigger a Bock of so many hands (0: as many as
    players), ``overlap`` and the highest level; ``free``: Lustsoli before the Pflichtsolo; ``cancels``: what time
    strikes.
    """

    name: str
    rules: str
    solos: int = 1
    enforce: str = "remaining_hands"
    length: int | None = None
    rounds: bool = False
    bock: int | None = None
    overlap: str = "queue"
    max_level: int = 16
    overflow: str = "drop"
    tick: str = "deal_advances"
    free: bool = False
    cancels: str = "normal_hands"
    per_round: bool = True
    hochzeit: bool = True
    absagen: bool = True
    sonderpunkte: tuple[str, ...] = ("fuchs", "doppelkopf", "karlchen")
    penalties: bool = True

    @property
    def head(self) -> str:
        return f"rules: {self.rules}"


def _bock(overlap: str, more: str = "") -> str:
    return (
        f"{{extends: tsr, {OPEN}, bock: {{triggers: {{heart_trick: {{}}}}, length: 4, overlap: {overlap}, "
        f"tick: every_hand{more}}}}}"
    )


BOCK: Final = {"solos": 0, "enforce": "none", "bock": 4, "tick": "every_hand"}
HOUSES: Final = tuple(
    House(name, rules, **more)  # type: ignore[arg-type]
    for name, rules, more in (
        ("tsr", "tsr", {}),
        ("tsr", "tsr", {}),
        ("ohne-neunen", "ohne-neunen", {}),
        ("fuchs-am-ende", "{extends: [tsr, fuchs-am-ende]}", {"sonderpunkte": ("fuchs", "fuchs_am_end")}),
        ("schweinchen", "{extends: [tsr, schweinchen]}", {}),
        (
            "einsteiger",
            "einsteiger",
            {
                "solos": 0,
                "enforce": "none",
                "hochzeit": False,
                "absagen": False,
                "sonderpunkte": ("fuchs", "doppelkopf"),
            },
        ),
        (
            "letzte-runde",
            "{extends: [tsr, pflichtsolo-letzte-runde]}",
            {"enforce": "last", "length": 6, "rounds": True, "per_round": False},
        ),
        ("kneipe", "kneipe", {"solos": 0, "enforce": "none", "bock": 0}),
        ("bock", "{extends: [tsr, bock]}", {"bock": 0}),
        ("ignore", _bock("ignore"), {**BOCK, "overlap": "ignore"}),
        ("restart", _bock("restart"), {**BOCK, "overlap": "restart"}),
        ("stack", _bock("stack"), {**BOCK, "overlap": "stack"}),
        ("ceiling", _bock("stack", ", max_level: 1"), {**BOCK, "overlap": "stack", "max_level": 1}),
        (
            "overflow",
            _bock("stack", ", max_level: 2, overflow: queue"),
            {**BOCK, "overlap": "stack", "max_level": 2, "overflow": "queue"},
        ),
        ("free", "{extends: tsr, modes: {lust: {after_own_pflichtsolo: false}}}", {"free": True}),
        ("all-open", "{extends: tsr, party: {time: {minutes: 100, cancels: all_open}}}", {"cancels": "all_open"}),
        ("unforced", "{extends: tsr, pflichtsolo: {enforce: none}}", {"enforce": "none"}),
        ("two", "{extends: tsr, pflichtsolo: {solos: 2}}", {"solos": 2}),
        ("plus", "{extends: tsr, settlement: {mode: plus}}", {"penalties": False}),
        ("minus", "{extends: tsr, settlement: {mode: minus}}", {"penalties": False}),
        ("tens", "{extends: tsr, settlement: {unit: 10}}", {}),
        ("short", "{extends: tsr, party: {length: {n: 9, by_players: null}}}", {"length": 9}),
    )
)


@lru_cache(maxsize=64)
def rules_of(house: House) -> Ruleset:
    """The ruleset of a table: the program is asked only what a hand is worth by it."""
    if house.rules.startswith("{"):
        tree, _ = parse(house.rules)
        assert tree is not None
        rules, found = rulesets.load_node(tree, Path())
    else:
        rules, found = rulesets.load(house.rules)
    assert rules is not None, found
    return rules


class Line(NamedTuple):
    """A line of a list: what it says (of a hand: with names), and what a page says of the state before it.

    ``players``, ``points``: of a hand, whoever sat at the ``table``; ``totals`` behind it; ``bock``: the level;
    ``bare``: what is written of it by who writes no names; ``value`` per head, ``winners``.
    """

    text: str
    table: tuple[str, ...]
    totals: Points
    played: int
    dealer: str
    points: Points | None = None
    bare: str = ""
    mode: str = ""
    bock: int = 0
    value: int = 0
    winners: tuple[str, ...] = ()
    ahead: tuple[int, ...] = ()  # the levels of the Bock hands to come behind it
    next_dealer: str = ""


class Round:
    """A table that plays by the rules of a house. ``seen``: whether what begins Bock is seen on the list."""

    def __init__(self, seed: object, house: House, n: int, seen: bool = False) -> None:
        self.rng = random.Random(f"{seed} {house} {n}")
        self.house, self.rules, self.seen = house, rules_of(house), seen
        self.table = list(NAMES[:n])
        self.everybody = list(NAMES[:n])
        self.totals: Points = dict.fromkeys(NAMES, 0)
        self.dealer = 0
        self.first = 0
        self.n = 0
        self.played = 0
        self.moved = 0
        self.repeats = 0
        self.done: dict[str, int] = {}
        self.ahead: list[int] = []
        self.time = self.reached = False
        self.before: Points = {}
        self.lines: list[Line] = []

    # -- who plays

    def seats_out(self, dealer: int) -> set[str]:
        return {self.table[(dealer + seat) % len(self.table)] for seat in OUT[len(self.table)]}

    def able(self, dealer: int) -> list[str]:
        out = self.seats_out(dealer)
        return [name for name in self.table if name not in out]

    def owes(self, name: str) -> int:
        return max(0, self.house.solos - self.done.get(name, 0))

    def length(self) -> int | None:
        n = len(self.table)
        if self.house.name == "kneipe":
            return None
        if self.house.rounds:
            assert self.house.length is not None
            return self.house.length * n + self.repeats
        if self.house.length is not None:
            return self.house.length
        return None if self.house.name != "unforced" and not self.house.solos else {5: 30}.get(n, 24)

    def left(self) -> int | None:
        length = self.length()
        return None if length is None else length - self.played

    def forced(self) -> tuple[str | None, int]:
        """Who has to be vorgeführt, and who deals then."""
        n, left = len(self.table), self.left()
        if self.time and self.house.cancels == "all_open":
            return None, self.dealer
        if self.house.enforce == "last":
            forehand = self.table[(self.dealer + 1) % n]
            last = self.house.length is not None and self.moved >= (self.house.length - 1) * n
            return (forehand if last and self.owes(forehand) else None), self.dealer
        if self.house.enforce != "remaining_hands":
            return None, self.dealer
        missing = sum(self.owes(name) for name in self.table)
        if not missing or not (self.time or (left is not None and missing >= left)):
            return None, self.dealer
        for i in range(n):
            dealer = (self.dealer + i) % n
            able = self.able(dealer)
            for k in range(1, n + 1):
                name = self.table[(self.dealer + k) % n]
                if self.owes(name) and name in able:
                    return name, dealer
        raise AssertionError

    def is_over(self) -> bool:
        left = self.left()
        if self.time:
            return self.house.cancels == "all_open" or not sum(self.owes(name) for name in self.table)
        if self.house.name == "kneipe":
            return self.reached and self.moved % len(self.table) == 0
        return left is not None and left <= 0

    # -- a hand

    def hand(self) -> None:
        must, self.dealer = self.forced()
        able = self.able(self.dealer)
        house, rng = self.house, self.rng
        owed = {name: self.owes(name) for name in able}
        marks, mode, word = "", "", ""
        lusts = [name for name in able if house.free or not owed[name]]
        if must:
            named, word, mode = [must], rng.choice(SOLI), "vorgefuehrt"
        elif rng.random() < 0.16 and (any(owed.values()) or lusts):
            named, word = [rng.choice(able)], rng.choice(SOLI)
            mode = "pflicht" if owed[named[0]] else "lust"
            if mode == "pflicht" and house.free and rng.random() < 0.4:
                mode = marks = "lust"
        elif rng.random() < 0.05:
            named, word = [rng.choice(able)], "still"
        elif house.hochzeit and rng.random() < 0.1:
            alone = rng.random() < 0.3
            named = rng.sample(able, 1 if alone else 2)
            word = "hochzeit" if alone else f"hochzeit@{rng.choice((1, 2, 3))}"
        else:
            named = rng.sample(able, 2)
        self.book(named, word, mode, marks, able)

    def book(self, named: list[str], word: str, mode: str, marks: str, able: list[str]) -> None:
        rng = self.rng
        alone = len(named) == 1
        kind = ID.get(word, word.split("@")[0]) or "normal"
        augen = rng.choice((*range(70, 171), *range(91, 150), 40, 55, 185, 200, 212, 120, 120))
        calls: list[tuple[str, Call]] = []
        for party in ("re", "kontra"):
            if rng.random() < 0.2:
                step = rng.choice((1, 1, 2, 3)) if self.house.absagen else 1
                calls.append((f"{party}{('', '', '90', '60')[step]}", Call(party, step)))  # type: ignore[arg-type]
        special: list[Sonderpunkt] = []
        if not alone and 70 <= augen <= 170:
            made = [name for name in self.house.sonderpunkte if rng.random() < 0.12]
            special = [Sonderpunkt(name, rng.choice(able)) for name in made]
        if kind.startswith("hochzeit"):
            calls = []
        trigger = self.house.bock is not None and rng.random() < 0.15
        marks = " ".join(part for part in (marks, "herzstich" if trigger else "") if part)
        if not self.seen and self.house.name in ("kneipe", "bock"):
            augen = augen if augen != 120 else 118
            calls = []
        level = self.ahead[0] if self.ahead else 0
        hand = Hand(
            tuple(named),
            kind,
            None,
            Augen(augen, augen),
            calls=tuple(call for _, call in calls),
            sonderpunkte=tuple(special),
        )
        score = scoring(self.rules).of_hand(hand, level)
        assert score is not None, hand
        plain = scoring(self.rules).of_hand(hand, 0)
        assert plain is not None
        points: Points = {name: score.re if name in named else score.kontra for name in able}
        self.score(points)
        winners = tuple(name for name in able if plain.value and (name in named) == (plain.value > 0))
        if self.house.name in ("kneipe", "bock"):
            lost = {"re": bool(hand.steps[0]) and score.winner != "re", "kontra": bool(hand.steps[1])}
            lost["kontra"] = lost["kontra"] and score.winner != "kontra"
            trigger = trigger or augen == 120 or lost["re"] or lost["kontra"]
        repeats = mode == "pflicht"
        self.count_bock(trigger, not repeats)
        words = [*named, word, str(augen), *(call for call, _ in calls), *(f"{s.id}:{s.by}" for s in special), marks]
        dealer = self.table[self.dealer]
        self.n += 1
        self.played += 1
        if mode in ("pflicht", "vorgefuehrt"):
            self.done[named[0]] = self.done.get(named[0], 0) + 1
        self.repeats += repeats
        if not repeats:
            self.move()
        spelled = " ".join(word for word in words if word)
        shown_mode = mode if mode in ("pflicht", "vorgefuehrt", "lust") else ""
        bare = "herzstich" if "herzstich" in marks else ""
        self.write(spelled, dealer, points, bare, shown_mode, level, plain.value, winners)

    def move(self) -> None:
        self.dealer = (self.dealer + 1) % len(self.table)
        self.moved += 1

    def count_bock(self, trigger: bool, moved: bool) -> None:
        house, inside = self.house, bool(self.ahead)
        if self.ahead and (house.tick == "every_hand" or moved):
            del self.ahead[0]
        if trigger and house.bock is not None and not (house.overlap == "ignore" and inside):
            self.ahead = longer(self.ahead, house.bock or len(self.table), house)

    def score(self, points: Points) -> None:
        for name, number in points.items():
            self.totals[name] += number
        since = [total - self.before.get(name, 0) for name, total in self.totals.items()]
        self.reached = self.reached or max(since) >= 20

    def write(self, words: str, dealer: str, points: Points | None, *rest: object) -> None:
        line = Line(words, tuple(self.table), dict(self.totals), self.n, dealer, points, *rest)  # type: ignore[arg-type]
        self.lines.append(line._replace(ahead=tuple(self.ahead), next_dealer=self.table[self.dealer]))

    def say(self, words: str) -> None:
        self.write(words, "", None)

    # -- what is no hand

    def penalty(self) -> None:
        """For the hand above, or of one that is stopped."""
        rng = self.rng
        what = rng.choice(("gering", "gering", "schwer", "schwer_solo", "unsportlich"))
        above = self.lines[-1] if self.lines else None
        if what in ("gering", "unsportlich") and above is not None and above.points is not None:
            players = list(above.points)
            who = rng.choice(players)
            each = 1 if what == "gering" else 0
            points: Points = {name: -3 if name == who else each for name in players}
            self.score({name: shown(number, self.rules) for name, number in points.items()})
            self.say(f"strafe {who} {what}" + (" punkte:3" if what == "unsportlich" else ""))
            return
        if what not in ("schwer", "schwer_solo"):
            return
        must, dealer = self.forced()
        if what == "schwer_solo":
            self.dealer = dealer
        able = self.able(dealer)
        who, solo = rng.sample(able, 2)
        if what == "schwer":
            if dealer == self.dealer:
                self.score({name: shown(-12 if name == who else 4, self.rules) for name in able})
                self.say(f"strafe {who} schwer")
            return
        still = not must and rng.random() < 0.4
        if must:
            solo = must
            who = rng.choice([name for name in able if name != solo])
        if not still and not self.owes(solo) and not must and not self.house.solos:
            still = True
        points = {name: shown({who: -12, solo: 12}.get(name, 0), self.rules) for name in able}
        self.score(points)
        mode = "" if still else "vorgefuehrt" if must else "pflicht" if self.owes(solo) else "lust"
        if mode in ("pflicht", "vorgefuehrt"):
            self.done[solo] = self.done.get(solo, 0) + 1
        self.n += 1
        self.played += 1
        self.repeats += mode == "pflicht"
        if mode != "pflicht":
            self.move()
        self.say(f"strafe {who} schwer_solo soloist:{solo}" + (" still" if still else ""))

    def seats(self) -> None:
        """Somebody comes or goes."""
        here = len(self.table)
        rng = self.rng
        late = self.left() is not None and (self.left() or 0) < 12
        if late or self.time:
            return
        who, first = self.table[self.dealer], self.table[self.first]
        new = [name for name in NAMES if name not in self.everybody]
        if here < 7 and new and rng.random() < 0.6:
            self.table.append(new[0])
            self.everybody.append(new[0])
            words = f"kommt {new[0]}"
        elif here > 4:
            name = rng.choice([one for one in self.table if one != first])
            who = self.table[(self.dealer + 1) % here] if name == who else who
            self.table.remove(name)
            words = f"geht {name}"
        else:
            return
        self.dealer, self.first = self.table.index(who), self.table.index(first)
        self.say(words)

    def step(self) -> None:
        """What happens next."""
        chance = self.rng.random()
        if chance < 0.04 and self.house.penalties:
            self.penalty()
        elif chance < 0.06:
            self.seats()
        elif chance < 0.07:
            self.say(self.rng.choice((f"neugeben {self.table[0]}", "neugeben", "pause")))
        elif chance < 0.08 and self.house.solos and not self.time and self.played > 8 and self.house.enforce != "none":
            self.time = self.house.enforce == "remaining_hands"
            if self.time:
                self.say("ende zeit")
        else:
            self.hand()

    def next_round(self) -> None:
        self.say("spielrunde")
        self.before = dict(self.totals)
        self.dealer = self.first
        self.played = self.moved = self.repeats = 0
        self.done = {} if self.house.per_round else self.done
        self.time = self.reached = False
        self.lines[-1] = self.lines[-1]._replace(next_dealer=self.table[self.dealer])


def longer(ahead: list[int], hands: int, house: House) -> list[int]:
    """The levels to come after one more Bock."""
    if not ahead or house.overlap == "restart":
        return [1] * hands
    if house.overlap == "queue":
        return [*ahead, *[1] * hands]
    found, place = list(ahead), 0
    while hands:
        found += [0] if place == len(found) else []
        room = found[place] < house.max_level
        found[place] += room
        hands -= room or house.overflow == "drop"
        place += 1
    return found


def play(seed: object, house: House, n: int, seen: bool) -> list[Line]:
    """One or two Spielrunden, to their end or not."""
    table = Round(seed, house, n, seen)
    rng = table.rng
    rounds = rng.choice((1, 1, 1, 2)) if house.per_round else 1
    for i in range(rounds):
        if i:
            table.next_round()
        most = rng.choice((10, 60, 60))
        while not table.is_over() and table.played < most:
            table.step()
        if table.is_over() and rng.random() < 0.5 and (house.enforce != "none" or not house.solos):
            table.say("ende")
        elif not table.is_over() and rounds > 1:
            break
    return table.lines


STYLES: Final = ("names", "names", "points", "totals", "values", "mixed")


def spelled(cells: Sequence[Number | None]) -> str:
    return ",".join("-" if cell is None else str(cell) for cell in cells)


def written(line: Line, style: str, rng: random.Random, marks: bool, bock: bool) -> str:
    """A line as somebody writes it; ``marks``: how a solo came about, ``bock``: the level, where it is one."""
    if line.points is None:
        return line.text
    if style == "mixed":
        style = rng.choice(("names", "points", "totals", "values"))
    row = "=" + spelled([line.points.get(name) for name in line.table])
    out = [name for name in line.table if name not in line.points]
    hide = bool(out) and rng.random() < 0.3
    total = "==" + spelled([None if hide and name in out else line.totals[name] for name in line.table])
    level = f"bock:{line.bock}" if bock and line.bock else ""
    geber = f"geber:{line.dealer}" if rng.random() < 0.2 else ""
    if style == "names":
        mark = line.mode if marks and line.mode and line.mode not in line.text.split() else ""
        rows = (row if rng.random() < 0.4 else "", total if rng.random() < 0.3 else "")
        parts = (line.text, mark, level, geber, *rows)
    elif style == "points":
        parts = (line.bare, level, geber, row)
    elif style == "totals":
        parts = (line.bare, level, geber, total)
    else:
        said = f"wert:{abs(line.value)} sieger:{','.join(line.winners)}" if line.winners else ""
        parts = (line.bare, level, geber, said, row, total if rng.random() < 0.3 else "")
    return " ".join(part for part in parts if part)


class Page(NamedTuple):
    """A list, or a page of one, as the text of a sheet, and what it was made from."""

    name: str
    text: str


def sheet(seed: object, house: House | None = None, n: int | None = None, style: str = "") -> Page:
    """A whole list without a slip."""
    rng = random.Random(f"sheet {seed}")
    house = house or rng.choice(HOUSES)
    n = n or rng.choice((4, 4, 5, 6, 7))
    style = style or rng.choice(STYLES)
    lines = play(seed, house, n, style == "names")
    marks = rng.random() < 0.5
    texts = [written(line, style, rng, marks, rng.random() < 0.1) for line in lines]
    return Page(f"{house.name} {n} {style}", text(*texts, players=NAMES[:n], head=house.head))


def page(seed: object, house: House | None = None, n: int | None = None, style: str = "") -> Page:
    """The second page of a list without a slip, cut anywhere."""
    rng = random.Random(f"page {seed}")
    house = house or rng.choice(HOUSES)
    n = n or rng.choice((4, 5, 5, 6, 7))
    style = style or rng.choice(STYLES)
    lines = play(seed, house, n, style == "names")
    cut = rng.randrange(1, len(lines))
    before, behind = lines[cut - 1], lines[cut:]
    marks, counted = rng.random() < 0.5, rng.random() < 0.5
    length = rules_of(house).length_of(len(before.table))
    if any(line.text == "spielrunde" for line in lines[:cut]):  # of how many hands, must not look like one Spielrunde
        counted = counted and length is not None and before.played > length * (len(before.table) if house.rounds else 1)
    head = [house.head]
    if rng.random() < 0.3:
        head.append(f"dealer: {before.next_dealer}")
    carried = bool(before.ahead)
    if carried and set(before.ahead) == {1} and rng.random() < 0.5:
        head.append(f"bock: {len(before.ahead)}")
        carried = False
    sat = {name for line in lines[:cut] for name in line.table}
    there = [name for name in NAMES if name in sat]
    cells = [before.totals[name] for name in there]
    first = f"uebertrag {spelled(cells)}" + (f" spiele:{before.played}" if counted else "")
    first += " ok:S401" if sum(cells) and "mode: " not in house.rules else ""
    late = [line.text for line in lines[:cut] if line.text in ("ende zeit", "spielrunde")]
    texts = [first, *(f"geht {name}" for name in there if name not in before.table)]
    texts += ["ende zeit"] if late[-1:] == ["ende zeit"] else []
    texts += ["spielrunde"] if before.text == "spielrunde" else []
    texts += [written(line, style, rng, marks, carried) for line in behind]
    return Page(f"{house.name} {n} {style} cut {cut}", text(*texts, players=there, head="\n".join(head)))
