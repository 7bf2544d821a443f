"""Rounds are those in which somebody has played a hand, and who has played none has no place."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from helpers import FIVE, Ledger, as_table, keep, ledger, read_sheet, standings, tallied, text, texts


def rounds(*books: Ledger) -> dict[str, int | None]:
    return {name: tally.rounds for name, tally in tallied(*books).by_player.items()}


def prepared(head: str = "") -> Ledger:
    sheet, _ = read_sheet(text(head=head), "x.yaml")
    assert sheet is not None
    return keep(sheet)


def test_who_changes_places_has_played_his_rounds() -> None:
    book = ledger("A C 130", "spielrunde", "wechsel D E", "A E 130")
    assert rounds(book) == {"A": 2, "B": 2, "C": 2, "D": 1, "E": 1}


@pytest.mark.parametrize(
    ("lines", "names", "wanted"),
    [
        (("A C 130", "spielrunde", "kommt E", "B D 130"), ("A", "B", "C", "D"), {"A": 1, "B": 2, "D": 2, "E": 1}),
        (("A C 130", "geht E", "spielrunde", "A C 130"), FIVE, {"A": 1, "E": 1}),
        (("B C 130", "spielrunde", "spielrunde"), FIVE, {"A": 0, "E": 1}),
        (("spielrunde", "B C 130"), FIVE, {"A": 0, "B": 1}),
        (("luecke 1", "spielrunde", "B C 130"), FIVE, {"B": 2}),
        (("uebertrag 0,0,0,0,0 spiele:12", "B D 130"), FIVE, {"A": 1, "B": 1}),
        (("uebertrag 0,0,0,0,0", "wechsel B F", "F D 130"), FIVE, {"A": 1, "B": 1, "F": 1}),
        (("endstand 0,0,0,0,0",), FIVE, {"A": 1, "E": 1}),
        (("endstand 0,0,0,0,0 spiele:0",), FIVE, {"A": 0, "E": 0}),
        (("notiz nichts",), FIVE, {"A": 0, "E": 0}),
    ],
)
def test_a_round_is_of_those_who_played_in_it(
    lines: tuple[str, ...], names: tuple[str, ...], wanted: dict[str, int]
) -> None:
    found = rounds(ledger(*lines, players=names))
    assert {name: found[name] for name in wanted} == wanted


def test_rounds_may_stand_in_what_cannot_be_read() -> None:
    sheet, _ = read_sheet(text("A C 130", "spielrunde", "A C 130") + '  - "A C 130\n  - spielrunde\n', "x.yaml")
    assert sheet is not None
    found = tallied(keep(sheet), ledger("A C 130"))
    assert [tally.rounds for tally in found.by_player.values()] == [None] * 4
    assert as_table(standings(found.by_player.values()), texts("en")).lines()[1].split()[3:5] == ["?", "?"]


def test_a_prepared_sheet_adds_nothing() -> None:
    assert rounds(prepared(), ledger("A C 130")) == dict.fromkeys("ABCD", 1)
    assert rounds(prepared()) == dict.fromkeys("ABCD", 0)
    money = "rules: {extends: tsr, settlement: {money: {rate: 0, basis: pairwise, attendance: 5}, absent: pays}}"
    assert tallied(prepared(money)).by_player["A"].money is None
    both = tallied(prepared(money), ledger("E F 130", players=("E", "F", "G", "H"), head=money))
    assert both.by_player["E"].money == 5


def test_who_has_played_no_hand_is_last_and_has_no_place() -> None:
    book = ledger("wechsel D E", "strafe A gering", "A C 130")
    table = standings(tallied(book).by_player.values(), ["average"])
    assert [(one.place, one.tally.player) for one in table][-1] == (None, "D")
    assert None not in [one.place for one in table][:-1]
    row = as_table(table, texts("en")).lines()[-1].split()
    assert row[:4] == ["D", "0", "0", "0"]


def test_a_place_is_counted_among_those_who_played() -> None:
    table = standings(tallied(prepared(), ledger("E F 90", players=("E", "F", "G", "H"))).by_player.values())
    assert [one.place for one in table] == [1, 1, 3, 3, None, None, None, None]
    assert [one.tally.player for one in table][-4:] == ["A", "B", "C", "D"]


# -- against a count that knows nothing of the program

OPEN = (
    "rules: {extends: tsr, pflichtsolo: {solos: 0, enforce: none}, "
    "party: {length: {unit: open, n: null, by_players: null}}}"
)
OUT = {4: (), 5: (0,), 6: (0, 3), 7: (0, 2, 4)}


class Evening:
    """A table that plays normal hands, one Spielrunde after the other, while people change, come and go."""

    def __init__(self, draw: Random, names: str) -> None:
        self.draw = draw
        self.players = tuple(names)
        self.seats, self.gone = list(names), set[str]()
        self.dealer = self.first = names[0]
        self.lines: list[str] = []
        self.played: list[set[str]] = [set()]
        self.hands: Counter[str] = Counter()
        self.won: Counter[str] = Counter()
        self.strangers = list("XYZ")

    @property
    def there(self) -> list[str]:
        return [name for name in self.seats if name not in self.gone]

    def behind(self, name: str) -> str:
        order = self.seats[self.seats.index(name) + 1 :] + self.seats
        return next(one for one in order if one not in self.gone and one != name)

    def hand(self) -> None:
        table = self.there
        start = table.index(self.dealer)
        turned = table[start:] + table[:start]
        playing = [name for i, name in enumerate(turned) if i not in OUT[len(table)]]
        re, augen = self.draw.sample(playing, 2), self.draw.choice((90, 130, 156))
        self.lines.append(f"{' '.join(re)} {augen}")
        self.played[-1].update(playing)
        self.hands.update(playing)
        self.won.update(re if augen > 120 else [name for name in playing if name not in re])
        self.dealer = self.behind(self.dealer)

    def new_round(self) -> None:
        self.lines.append("spielrunde")
        self.played.append(set())
        self.dealer = self.first

    def change(self) -> None:
        out = self.draw.choice(self.there)
        ways = ["wechsel"] * bool(self.strangers) + ["geht"] * (len(self.there) > 4)
        ways += ["kommt"] * (bool(self.gone) and len(self.there) < 7)
        way = self.draw.choice(ways or [""])
        if way == "wechsel":
            new = self.strangers.pop()
            self.lines.append(f"wechsel {out} {new}")
            self.seats[self.seats.index(out)] = new
            self.dealer, self.first = (new if name == out else name for name in (self.dealer, self.first))
        elif way == "geht":
            self.lines.append(f"geht {out}")
            self.dealer, self.first = (self.behind(out) if n == out else n for n in (self.dealer, self.first))
            self.gone.add(out)
        elif way == "kommt":
            back = self.draw.choice(sorted(self.gone))
            self.lines.append(f"kommt {back}")
            self.gone.remove(back)


@pytest.mark.parametrize("count", [4, 5, 6, 7])
def test_rounds_hands_and_games_won_are_those_that_were_played(count: int) -> None:
    """Also where people change in the middle of a Spielrunde, and where prepared sheets lie between."""
    for seed in range(25):
        draw = Random(seed * 10 + count)
        evenings = [Evening(draw, "ABCDEFG"[:count]) for _ in range(2)]
        books = [prepared()]
        for evening in evenings:
            for _ in range(draw.randrange(3, 25)):
                draw.choices((evening.hand, evening.new_round, evening.change), (6, 1, 2))[0]()
            book = ledger(*evening.lines or ["notiz x"], players=evening.players, head=OPEN)
            ought = [line for line in evening.lines if line[1:2] == " "]
            assert len(book.rows) == len(ought)
            assert not [row for row in book.rows if row.parties_fault], evening.lines
            books.append(book)
        tallies = tallied(*books).by_player
        for name, tally in tallies.items():
            assert tally.rounds == sum(name in there for one in evenings for there in one.played), (name, seed)
            assert tally.hands == sum(one.hands[name] for one in evenings), (name, seed)
            assert tally.games_won == sum(one.won[name] for one in evenings), (name, seed)


def test_more_hands_than_a_spielrunde_has_were_played_in_several() -> None:
    for first in ("uebertrag 1,-1,1,-1 spiele:48", "endstand 1,-1,1,-1 spiele:48"):
        assert set(rounds(ledger(first)).values()) == {None}
    assert set(rounds(ledger("uebertrag 1,-1,1,-1 spiele:20", "A C 130")).values()) == {1}
