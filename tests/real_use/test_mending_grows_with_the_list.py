"""Lists with slip after slip: what is proposed and the work of mending grow with the list, not with its square."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from helpers import found, said, text

OPEN = (
    "rules: {extends: tsr, pflichtsolo: {solos: 0, enforce: none}, party: {length: {unit: open, n: null, "
    "by_players: null}}}"
)
WORTH = {130: 1, 160: 2, 185: 3, 100: -2}


def slipped(kind: str, length: int) -> list[str]:
    """A list in which every fifth hand is wrong for one player, and all totals from there on."""
    dice, totals, off, lines = random.Random(1), [0] * 4, [0] * 4, []
    for n in range(length):
        re, augen, seat = sorted(dice.sample("ABCD", 2)), dice.choice(list(WORTH)), dice.randrange(4)
        points = [WORTH[augen] if name in re else -WORTH[augen] for name in "ABCD"]
        totals = [total + point for total, point in zip(totals, points, strict=True)]
        if n % 5 == 4:
            off[seat] += 1
            points[seat] += kind == "points"
        row = f"={','.join(map(str, points))} " if kind != "totals" else ""
        names = f"{re[0]} {re[1]} {augen} " if kind != "totals" else ""
        lines.append(f"{names}{row}=={','.join(str(a + b) for a, b in zip(totals, off, strict=True))}")
    return lines


@pytest.mark.parametrize("kind", ["points", "added", "totals"])
def test_all_of_it_is_mended_with_one_repair_for_each_row(kind: str, tmp_path: Path) -> None:
    lines = slipped(kind, 150)
    every = [fix for finding in found(*lines, head=OPEN) for fix in finding.repairs if fix.certain]
    assert len(every) <= 2 * len(lines)
    sheet = tmp_path / "abend.yaml"
    sheet.write_text(text(*lines, head=OPEN), "utf-8")
    _, out, _ = said(["check", "--fix", str(sheet)])
    assert out.splitlines()[-1].endswith("mended, nothing left")
    assert said(["check", str(sheet)])[0] == 0
