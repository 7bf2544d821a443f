"""What the benchmarks share: timing, and invented sheets that are the same in every run."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

from dokosheet import keep, read_sheet

NAMES = ("Anna", "Ben", "Cem", "Dora", "Emil", "Frieda", "Greta", "Hans", "Ida", "Jan")
CALLED = (" re@11", " kontra@11 kontra90@10", " re@12 re90@11", "")
CALLS = ("re", "kontra", "re90", "kontra90", "re60", "re kontra")


def best(run: Callable[[], object], times: int = 5) -> float:
    """The shortest of several runs in seconds of this process, so that other processes disturb less."""
    found = []
    for _ in range(times):
        start = time.process_time()
        run()
        found.append(time.process_time() - start)
    return min(found)


def hand(dice: random.Random, players: tuple[str, ...]) -> str:
    """A Normalspiel that can have been played."""
    re = dice.sample(players, 2)
    words = [*re, str(dice.randrange(41, 200))]
    if dice.random() < 0.4:
        words.append(dice.choice(CALLS))
    if dice.random() < 0.3:
        words.append(f"fuchs:{dice.choice((*re, 're', 'kontra'))}")
    return " ".join(words)


def sheet(seed: int) -> str:
    """A full round of 24 hands, four of them Pflichtsoli; no finding."""
    dice = random.Random(seed)
    players = tuple(dice.sample(NAMES, 4))
    hands = [hand(dice, players) for _ in range(20)]
    for player in players:
        hands.insert(dice.randrange(12), f"{player} damensolo {dice.randrange(41, 200)} re")
    lines = "".join(f"  - {line}\n" for line in hands)
    return f"dokosheet: 1\nrules: tsr\ndate: 2026-11-27\nplayers: [{', '.join(players)}]\nhands:\n{lines}"


def plain(text: str, _: random.Random) -> str:
    """The sheet as it is."""
    return text


def with_points(text: str, _: random.Random) -> str:
    """The same sheet with the points and the totals of every hand written beside it."""
    return with_numbers(text, lambda *_: (0, 0))


def with_slip(text: str, dice: random.Random) -> str:
    """The same sheet with points and totals, one of its points one too many."""
    slip = dice.randrange(24), dice.randrange(4)
    return with_numbers(text, lambda i, seat: (int((i, seat) == slip), 0))


def with_extras(text: str, dice: random.Random) -> str:
    """The same sheet with free text behind its hands, Absagen with their cards, and Hochzeiten."""
    lines = []
    for line in text.splitlines():
        words = line.split()
        if words[:1] == ["-"] and len(words) == 4:
            married = dice.random() < 0.1
            line += f" hochzeit@{dice.randrange(1, 4)}" if married else dice.choice(CALLED)
            if dice.random() < 0.3:
                line += dice.choice((' "Emil hat sich verzählt"', ' "nach der Pause"'))
        lines.append(line)
    return "\n".join(lines) + "\n"


def with_numbers(text: str, off: Callable[[int, int], tuple[int, int]]) -> str:
    """A sheet with points and totals behind each of its hands, wrong by as much as a hand and a seat have them be."""
    read, _ = read_sheet(text, "-")
    assert read is not None
    lines = text.splitlines()
    first = lines.index("hands:") + 1
    for i, row in enumerate(keep(read).rows):
        points = [int((row.points or {})[name]) + off(i, seat)[0] for seat, name in enumerate(read.names)]
        totals = [int(row.totals[name]) + off(i, seat)[1] for seat, name in enumerate(read.names)]
        lines[first + i] += f" ={_cells(points)} =={_cells(totals)}"
    return "\n".join(lines) + "\n"


def _cells(numbers: list[int]) -> str:
    return ",".join(map(str, numbers))
