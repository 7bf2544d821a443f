"""``score -`` over many lines, against a loop that splits the same lines and dumps a constant object."""

from __future__ import annotations

import argparse
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from floor import hand

PLAYERS = ("A", "B", "C", "D")
FLOOR = """
import json, sys
item = {"id": "won", "party": "re", "points": 1, "paragraph": "7.2.2 (a)"}
value = {"line": 1, "hand": "A C 156 fuchs:A doppelkopf:kontra", "kind": "normal", "mode": "normal", "winner": "re",
         "value": 2, "points": {"A": 2, "B": -2, "C": 2, "D": -2}, "items": [item] * 4, "findings": []}
for line in sys.stdin:
    line.split()
    sys.stdout.write(json.dumps(value) + "\\n")
"""


def run(command: list[str], lines: Path) -> tuple[float, int]:
    """Seconds of processor time and KiB of memory of one run."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with lines.open("rb") as stdin, tempfile.TemporaryFile() as out:
        process = subprocess.Popen(command, stdin=stdin, stdout=out)
        peak = 0
        while process.poll() is None:
            peak = max(peak, memory(process.pid))
            time.sleep(0.02)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, peak


def memory(pid: int) -> int:
    """Resident KiB of a process, 0 where the system does not tell."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM")), 0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lines", type=int, default=200_000)
    count = parser.parse_args().lines
    dice = random.Random(7)
    score = [sys.executable, "-m", "dokosheet", "score", "-"]
    with tempfile.TemporaryDirectory() as folder:
        few, many = Path(folder, "few"), Path(folder, "many")
        few.write_text("".join(hand(dice, PLAYERS) + "\n" for _ in range(1000)))
        with many.open("w") as out:
            out.writelines(hand(dice, PLAYERS) + "\n" for _ in range(count))
        ratios = []
        for _ in range(3):
            floor, _ = run([sys.executable, "-c", FLOOR], many)
            ours, large = run(score, many)
            ratios.append(ours / floor)
            print(f"floor {floor:.2f} s, score {ours:.2f} s, ratio {ours / floor:.2f} (bound 6)")
        _, small = run(score, few)
        print(f"best ratio {min(ratios):.2f}; memory: 1000 lines {small} KiB, {count} lines {large} KiB")


if __name__ == "__main__":
    main()
