"""``check`` over sheets whose house rules are written in the sheet, against the same rules in a file beside it."""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from dokosheet.edit import many as checking
from dokosheet.edit.document import expand
from floor import best, sheet

#: The same rules: by name, and as people write them into a sheet.
RULES = {
    "a file": "./ours.yaml",
    "a list": "[kneipe, armut]",
    "a mapping": "{extends: [kneipe, armut], name: Ours}",
}
OURS = "id: ours\nname: Ours\nextends: [kneipe, armut]\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sheets", type=int, default=1_000)
    count = parser.parse_args().sheets
    with tempfile.TemporaryDirectory() as folder:
        sheets: dict[str, list[str]] = {}
        for written, rules in RULES.items():
            below = Path(folder, written)
            below.mkdir()
            (below / "ours.yaml").write_text(OURS, "utf-8")
            for i in range(count):
                (below / f"{i:06}.yaml").write_text(sheet(i).replace("rules: tsr", f"rules: {rules}"), "utf-8")
            sheets[written] = [str(below / f"{i:06}.yaml") for i in range(count)]

        def check(written: str) -> None:
            assert sum(1 for _ in checking.check(expand(sheets[written]), checking.Choice(), 1)) == count

        seconds = {written: float("inf") for written in RULES}
        for _ in range(5):
            for written in RULES:
                seconds[written] = min(seconds[written], best(lambda written=written: check(written), 1))
        named = seconds["a file"]
        for written, spent in seconds.items():
            print(f"{written}: {spent / count * 1000:.2f} ms a sheet, {spent / named:.2f} times a file (bound 1.2)")


if __name__ == "__main__":
    main()
