"""``check`` over many sheets of four kinds, against libyaml loading the same texts; two workers; memory."""

from __future__ import annotations

import argparse
import contextlib
import io
import random
import resource
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import yaml

from dokosheet.edit import many as checking
from dokosheet.edit.document import expand
from floor import best, plain, sheet, with_extras, with_points, with_slip

#: Kind of sheet -> how a plain one becomes one, and the most times that ``yaml.load`` takes.
KINDS: dict[str, tuple[Callable[[str, random.Random], str], float]] = {
    "plain": (plain, 6.0),
    "points and totals": (with_points, 7.0),
    "notes, calls, Hochzeiten": (with_extras, 8.0),
    "a slip each": (with_slip, 9.0),
}


def check(folder: str, jobs: int = 1) -> list[checking.Report]:
    """All reports."""
    return list(checking.check(expand([folder]), checking.Choice(), jobs))


def load(texts: list[str]) -> None:
    for text in texts:
        yaml.load(text, yaml.CSafeLoader)


def timed(run: Callable[[], object]) -> float:
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sheets", type=int, default=10_000)
    count = parser.parse_args().sheets
    missed = False
    with contextlib.redirect_stderr(io.StringIO()):
        for kind, (written, bound) in KINDS.items():
            texts = [written(sheet(seed), random.Random(seed)) for seed in range(count)]
            with tempfile.TemporaryDirectory() as folder:
                for i, text in enumerate(texts):
                    Path(folder, f"{i:06}.yaml").write_text(text, "utf-8")
                reports = check(folder)
                assert all(report.hands == 24 for report in reports)
                assert all(bool(report.findings) == (kind == "a slip each") for report in reports), kind
                floor, ours = best(partial(load, texts), 3), best(partial(check, folder), 3)
                ratio = ours / floor
                missed = missed or ratio > bound
                print(f"{kind}: yaml.load {floor:.2f} s, check {ours:.2f} s; ratio {ratio:.2f} (bound {bound:.0f})")
                if kind == "plain":
                    one = min(timed(partial(check, folder, 1)) for _ in range(2))
                    two = min(timed(partial(check, folder, 2)) for _ in range(2))
                    print(f"one worker {one:.2f} s, two workers {two:.2f} s: {one / two:.2f} times (at least 1.7)")
                    assert check(folder, 1) == check(folder, 2)
    print(f"most memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MiB with all texts in it")
    raise SystemExit(missed)


if __name__ == "__main__":
    main()
