"""The table of the slips, and what is aimed at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import floor
from typing import Final, NamedTuple

from damage import IN_DIGITS, MODES, SLIPS

#: What is true of a slip. ``only``, of those that are not unique: several single slips explain the list.
MEASURES: Final = ("found", "one", "named", "unique", "listed", "only", "wrong")
PAIR: Final = "two slips"
IN_ONE_ROW: Final = "two in a row"
#: What a row of the table is about: mode, field, slip.
Key = tuple[str, str, str]


class Goal(NamedTuple):
    """What is aimed at for some slips in one mode, by measure, in percent; one with a ``remark`` is only told."""

    title: str
    slips: tuple[str, ...]
    mode: str
    percent: dict[str, int]
    remark: str = ""


COLUMNS: Final = ("copied", "swapped")
GOALS: Final = (
    Goal("digit slips", tuple(IN_DIGITS), "points", {"found": 100, "unique": 100}),
    Goal("digit slips", tuple(IN_DIGITS), "totals", {"found": 100, "unique": 95}),
    Goal("sign", ("sign",), "points", {"found": 100, "listed": 100}),
    Goal("sign", ("sign",), "totals", {"found": 100, "unique": 95}),
    Goal("column slips", COLUMNS, "valued", {"found": 97, "unique": 95}),
    Goal("column slips", COLUMNS, "totals", {"found": 97, "unique": 95}, "bare totals: often two readings fit equally"),
    Goal("swapped", ("swapped",), "winners", {"found": 100}),
    Goal("carried", ("carried",), "totals", {"named": 100}),
    Goal("carried", ("carried",), "both", {"named": 100}),
    *(Goal(PAIR, (PAIR,), mode, {"named": 85}) for mode in MODES),
)


def percent(part: int, whole: int) -> str:
    """A share in percent, never rounded up to 100."""
    return f"{floor(1000 * part / whole) / 10:.1f}" if whole else "-"


def share(count: Counter[str], measure: str) -> str:
    """The share of the slips of which a measure is true."""
    if measure == "wrong":
        return str(count["wrong"])
    if measure == "only":
        return percent(count["only"], count["only"] + count["beatable"])
    return percent(count[measure], count["n"])


def report(counts: dict[Key, Counter[str]]) -> Iterator[str]:
    """The table, sorted."""
    yield f"{'mode':8} {'cells':6} {'slip':13}" + "".join(f"{title:>8}" for title in ("n", *MEASURES))
    order = (*SLIPS, PAIR, IN_ONE_ROW)
    for key in sorted(counts, key=lambda key: (tuple(MODES).index(key[0]), key[1], order.index(key[2]))):
        count = counts[key]
        shares = "".join(f"{share(count, measure):>8}" for measure in MEASURES)
        yield f"{key[0]:8} {key[1]:6} {key[2]:13}{count['n']:8}{shares}"


def judged(counts: dict[Key, Counter[str]]) -> Iterator[tuple[bool, str]]:
    """Whether each goal is reached, and the line that says so."""
    for goal in GOALS:
        every = (count for (mode, _, slip), count in counts.items() if mode == goal.mode and slip in goal.slips)
        total = sum(every, Counter[str]())
        if total:
            reached = all(100 * total[m] >= percent * total["n"] for m, percent in goal.percent.items())
            said = ", ".join(f"{m} {share(total, m)} (goal {percent})" for m, percent in goal.percent.items())
            if total["only"] + total["beatable"] and "unique" in goal.percent:
                said += f"; only {share(total, 'only')}"
            said += f" ({goal.remark})" if goal.remark else ""
            yield reached or bool(goal.remark), _told(reached, f"{goal.title:13} {goal.mode:8} {said}", goal.remark)
    wrong = sum(count["wrong"] for (*_, slip), count in counts.items() if slip != IN_ONE_ROW)
    yield not wrong, _told(not wrong, f"wrong repairs called certain: {wrong} (goal 0)")
    paired = [(mode, count) for (mode, _, slip), count in counts.items() if slip == IN_ONE_ROW and count["wrong"]]
    for mode, count in paired:
        said = f"two slips in one row that look like one: {count['alike']} of {count['wrong']} wrong, of {count['n']}"
        yield True, _told(False, f"{said} in {mode}", "no goal")


def _told(reached: bool, said: str, remark: str = "") -> str:
    return f"{'told' if remark else 'reached' if reached else 'MISSED':8} {said}"
