"""``check`` over many sheets, against libyaml loading the same texts; memory and two workers."""

from __future__ import annotations

import argparse
import contextlib
import io
import resource
import tempfile
import time
from pathlib import Path

import yaml

from dokosheet.edit import many as checking
from dokosheet.edit.document import expand
from floor import sheet


def check(folder: str, jobs: int = 1) -> list[checking.Report]:
    """All reports that say anything, and how many hands there were."""
    reports = list(checking.check(expand([folder]), checking.Choice(), jobs))
    return [report for report in reports if report.findings or report.hands != 24]


def timed(run: object, clock: object) -> float:
    start = clock()  # type: ignore[operator]
    run()  # type: ignore[operator]
    return float(clock() - start)  # type: ignore[operator]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sheets", type=int, default=10_000)
    count = parser.parse_args().sheets
    texts = [sheet(seed) for seed in range(count)]
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stderr(io.StringIO()):
        for i, text in enumerate(texts):
            Path(folder, f"{i:06}.yaml").write_text(text, "utf-8")

        def load() -> None:
            for text in texts:
                yaml.load(text, yaml.CSafeLoader)

        check(folder)
        floors, ours = [], []
        for _ in range(3):
            floors.append(timed(load, time.process_time))
            ours.append(timed(lambda: check(folder), time.process_time))
        print(f"{count} sheets, {count * 24} hands")
        print(
            f"yaml.load: {min(floors):.2f} s; check: {min(ours):.2f} s; ratio {min(ours) / min(floors):.2f} (bound 8)"
        )
        one = min(timed(lambda: check(folder, 1), time.perf_counter) for _ in range(2))
        two = min(timed(lambda: check(folder, 2), time.perf_counter) for _ in range(2))
        print(f"one worker {one:.2f} s, two workers {two:.2f} s: {one / two:.2f} times (at least 1.7)")
        assert check(folder, 1) == check(folder, 2)
        print(f"most memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MiB with all texts in it")


if __name__ == "__main__":
    main()
