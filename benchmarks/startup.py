"""``check`` on one sheet from the shell's view, against Python with the libraries imported."""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from floor import sheet

FLOOR = "import typer, pydantic, yaml\nclass M(pydantic.BaseModel):\n    a: int\n    b: str\n"
RUNS = 21


def seconds(command: list[str]) -> float:
    start = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - start


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "sheet.yaml")
        path.write_text(sheet(1), "utf-8")
        program = Path(sys.executable).with_name("dokosheet")
        check = [*([str(program)] if program.exists() else [sys.executable, "-m", "dokosheet"]), "check", str(path)]
        floor = [sys.executable, "-c", FLOOR]
        for command in (floor, check):
            seconds(command)
        pairs = [(seconds(floor), seconds(check)) for _ in range(RUNS)]
        floors, ours = [f for f, _ in pairs], [o for _, o in pairs]
        print(f"floor {statistics.median(floors) * 1000:.0f} ms, check {statistics.median(ours) * 1000:.0f} ms")
        print(f"ratio of medians {statistics.median(ours) / statistics.median(floors):.2f}, of the best ", end="")
        print(f"{min(ours) / min(floors):.2f} (bound 1.25)")


if __name__ == "__main__":
    main()
