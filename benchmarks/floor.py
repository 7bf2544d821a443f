"""What the benchmarks share: timing, and invented sheets that are the same in every run."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

NAMES = ("Anna", "Ben", "Cem", "Dora", "Emil", "Frieda", "Greta", "Hans", "Ida", "Jan")
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
