"""``add`` from the shell's view, against ``check`` of the same sheet: what it costs to write a line safely."""

from __future__ import annotations

import random
import statistics
import sys
import tempfile
from pathlib import Path

from floor import NAMES, hand
from startup import seconds

RUNS = 21
LINE = "Anna Cem 150 re"


def of(hands: int) -> str:
    """A sheet of so many hands, and no finding: without Pflichtsoli, of which 200 hands would ask for many."""
    dice = random.Random(1)
    players = NAMES[:4]
    rounds = ("  - spielrunde\n" if n and n % 24 == 0 else "" for n in range(hands))
    lines = "".join(f"{before}  - {hand(dice, players)}\n" for before in rounds)
    rules = "{extends: tsr, pflichtsolo: {solos: 0}}"
    return f"dokosheet: 1\nrules: {rules}\nplayers: [{', '.join(players)}]\nhands:\n{lines}"


def main() -> None:
    program = Path(sys.executable).with_name("dokosheet")
    doko = [str(program)] if program.exists() else [sys.executable, "-m", "dokosheet"]
    with tempfile.TemporaryDirectory() as folder:
        for hands in (0, 24, 200):
            path = Path(folder, f"{hands}.yaml")
            text = of(hands)
            pairs = []
            for _ in range(RUNS + 1):  # the first is not counted
                path.write_text(text, "utf-8")
                pairs.append((seconds([*doko, "check", str(path)]), seconds([*doko, "add", str(path), LINE])))
            checks, adds = (statistics.median(times) for times in zip(*pairs[1:], strict=True))
            print(f"{hands:3} hands: check {checks * 1000:.0f} ms, add {adds * 1000:.0f} ms, ", end="")
            print(f"ratio of medians {adds / checks:.2f} (bound 1.5)")


if __name__ == "__main__":
    main()
