"""Whether time grows with the length of a list and no faster: lists with many slips, and ``undo`` after many edits.

Each is measured at one length and at four times as much, against four times as long.
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable
from pathlib import Path

from dokosheet import open_sheet, undo
from dokosheet.edit.verbs import add
from floor import best, hand, with_numbers

PLAYERS = ("Anna", "Ben", "Cem", "Dora")
SHORT, LONG = 2_000, 8_000
#: Four times as long may take so many times as long for every hand.
BOUND = 1.5


def many(hands: int) -> str:
    """A sheet of many Spielrunden with points and totals."""
    dice = random.Random(hands)
    lines = "".join(f"  - {hand(dice, PLAYERS)}\n" for _ in range(hands))
    return f"dokosheet: 1\nrules: tsr\ndate: 2026-11-27\nplayers: [{', '.join(PLAYERS)}]\nhands:\n{lines}"


def wrong_points(hands: int) -> str:
    """One wrong cell in the points of every row."""
    return with_numbers(many(hands), lambda i, seat: (int(i % 4 == seat), 0))


def wrong_totals(hands: int) -> str:
    """One wrong total in every eighth row."""
    return with_numbers(many(hands), lambda i, seat: (0, int(i % 8 == 0 and seat == 1)))


def clean(hands: int) -> str:
    """No slip."""
    return with_numbers(many(hands), lambda *_: (0, 0))


def checking(text: str, folder: str) -> Callable[[], object]:
    path = Path(folder, "sheet.yaml")
    path.write_text(text, "utf-8")
    return lambda: open_sheet(str(path)).findings


def undoing(hands: int, folder: str) -> Callable[[], object]:
    """``undo`` of a line, behind which somebody has changed every third line in an editor."""
    path = Path(folder, "sheet.yaml")

    def run() -> None:
        undo(str(path))

    path.write_text(many(hands), "utf-8")
    add(str(path), ["Anna Cem 156"], force=True)
    lines = path.read_text("utf-8").splitlines(keepends=True)
    by_hand = [f'{line[:-1]} "x"\n' if n % 3 == 0 and "  - " in line else line for n, line in enumerate(lines)]
    path.write_text("".join(by_hand), "utf-8")
    return run


def main() -> None:
    missed = False
    with tempfile.TemporaryDirectory() as folder:
        for made in (clean, wrong_points, wrong_totals):
            seconds = [best(checking(made(hands), folder), 2) for hands in (SHORT, LONG)]
            missed |= told(str(made.__doc__), seconds)
        seconds = [best(undoing(hands, folder), 1) for hands in (SHORT, LONG)]
        missed |= told("undo behind many lines changed by hand.", seconds)
    raise SystemExit(missed)


def told(what: str, seconds: list[float]) -> bool:
    ratio = seconds[1] / seconds[0] * SHORT / LONG
    print(f"{what} {SHORT} hands {seconds[0]:.2f} s, {LONG} hands {seconds[1]:.2f} s: {ratio:.2f} (bound {BOUND})")
    return ratio > BOUND


if __name__ == "__main__":
    main()
