"""The scoring function in a loop over the whole grid, against calls of an empty function."""

from __future__ import annotations

import timeit

from dokosheet.core.score.value import Scoring
from dokosheet.files.rulesets import load
from floor import best

GRID = [
    (augen, re, kontra, solo)
    for augen in range(241)
    if augen not in (1, 239)
    for re in range(6)
    for kontra in range(6)
    for solo in (False, True)
]


def nothing() -> None:
    pass


def main() -> None:
    rules = load("tsr")[0]
    assert rules is not None
    empty = min(timeit.repeat(nothing, number=200_000, repeat=9)) / 200_000
    print(f"empty call: {empty * 1e9:.0f} ns")
    fresh = Scoring(rules)

    def over(function: object) -> None:
        for augen, re, kontra, solo in GRID:
            function(augen, re, kontra, solo)  # type: ignore[operator]

    cold = best(lambda: over(fresh.score), 1)
    print(f"first pass, tables empty: {len(GRID) / cold:,.0f} hands a second")
    for name, function, bound in (("with items", fresh.score, 66.7), ("value only", fresh.value, 6.67)):
        over(function)
        each = best(lambda function=function: over(function), 15) / len(GRID)
        print(f"{name}: {1 / each:,.0f} hands a second, {each / empty:.1f} empty calls each (bound {bound})")


if __name__ == "__main__":
    main()
