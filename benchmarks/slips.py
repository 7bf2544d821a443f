"""Slips in correct lists, one after the other: does the program see each, name its cell, and know what was meant?

Lists are CSV files as ``dokosheet import`` reads them, and sheets; without any, those in examples/listen. Each is
written anew with nothing but numbers, under the rules nur-punkte, once a mode:

    points   =2,-2,2,-2               winners  the same with sieger:        value  the same with wert:
    totals   ==2,-2,2,-2              valued   the same with wert:          both   points and totals

A slip counts only where it changes what is written. The exit code is 1 if a goal is missed.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from functools import lru_cache, partial
from itertools import cycle, islice
from multiprocessing import Pool
from pathlib import Path
from typing import Final, NamedTuple

from damage import MODES, NUMBERS, SLIPS, Paper, Slip, numbers, several
from dokosheet import checks
from dokosheet.core.finding import Finding, Repair
from dokosheet.core.ledger.fold import keep
from dokosheet.core.notation.entries import words
from dokosheet.core.notation.hand import ILLEGIBLE, Hand
from dokosheet.core.notation.line import format_hand, parse_hand
from dokosheet.core.notation.sheet import Player
from dokosheet.core.records import replace
from dokosheet.files import rulesets
from dokosheet.files.sheets import read_sheet
from dokosheet.importing.columns import Layout
from dokosheet.importing.lists import import_lists, read_layout
from floor import best
from readings import Arithmetic
from slip_goals import IN_ONE_ROW, MEASURES, PAIR, Key, judged, report

INVENTED: Final = Path(__file__).resolve().parents[1] / "examples" / "listen"
RULES: Final = "nur-punkte"
LONG: Final = 100
#: Of what is to be shown: whether a case has it, or misses it; and how many cases.
SHOWN: Final = {**dict.fromkeys(MEASURES, (False, 3)), "wrong": (True, 3), "beatable": (True, 5)}


class List(NamedTuple):
    """A correct list: every hand with all that is known of it."""

    name: str
    players: tuple[str, ...]
    hands: Paper


# -- lists


def read_lists(paths: Iterable[Path], layout: Layout | None = None) -> Iterator[List]:
    """The lists of files, and of those in folders."""
    for path in paths:
        if path.is_dir():
            inside = (p for p in path.rglob("*") if p.suffix in (".csv", ".yaml", ".yml"))
            yield from read_lists(sorted(inside), layout)
        elif path.suffix == ".csv":
            for found in import_lists(str(path), layout, RULES):
                yield as_list(found.text, f"{path.stem} {found.name}".strip(), path.parent)
        else:
            yield as_list(path.read_text("utf-8"), path.stem, path.parent)


def as_list(text: str, name: str, beside: Path) -> List:
    """The hands of a sheet whose points are known; its totals are added up anew. Raises ValueError."""
    sheet, found = read_sheet(text, name, beside)
    if sheet is None:
        raise ValueError(f"{name}: {found[0].code}")
    hands = []
    for row in keep(sheet).rows:
        if row.points is not None:
            score = tuple(row.points.get(player) for player in sheet.names)
            won = tuple(sheet.word(player) for player, points in row.points.items() if points > 0)
            out = tuple(sheet.word(player) for player in sheet.names if player not in row.points)
            hands.append(Hand(score=score, wert=row.hand.wert, sieger=won, sits_out=out))
    return List(name, tuple(map(sheet.word, sheet.names)), with_totals(hands))


def with_totals(hands: Iterable[Hand]) -> Paper:
    """Hands with the sums of their points so far."""
    summed, sums = list[Hand](), Counter[int]()
    for hand in hands:
        sums.update(numbers(hand.score))
        summed.append(replace(hand, total=tuple(sums[seat] for seat in range(len(hand.score or ())))))
    return tuple(summed)


# -- what the program says


class Judge:
    """A list in one mode, and what the program says to what is made of it."""

    def __init__(self, paper: List, mode: str) -> None:
        self.paper, self.mode = paper, mode
        self.arithmetic = Arithmetic(mode, paper.players)
        self.cells = lru_cache(4096)(self.cells_of)
        rules = rulesets.load(RULES)[0]
        assert rules is not None
        self.words = words(rules, tuple(Player(name, name) for name in paper.players))
        self.head = f"dokosheet: 1\nrules: {RULES}\nplayers: [{', '.join(paper.players)}]\nhands:\n"
        self.first = self.head.count("\n") + 1
        self.lines = self.spell(paper.hands)

    @property
    def fits(self) -> bool:
        """Whether the list has what the mode writes, and no finding as it stands."""
        return ("wert:" in "".join(self.lines) or "wert" not in MODES[self.mode]) and not self.findings(self.lines)

    def spell(self, hands: Iterable[Hand | None]) -> list[str]:
        """The lines of a sheet; "" for a hand that was none."""
        fields = ("sits_out", *MODES[self.mode])
        return [format_hand(Hand(**{f: getattr(hand, f) for f in fields})) if hand else "" for hand in hands]

    def findings(self, lines: Iterable[str]) -> list[Finding]:
        """What the program finds in a sheet of these lines."""
        sheet, found = read_sheet(self.head + "".join(f"  - {line}\n" for line in lines), "slips.yaml")
        return checks.run(keep(sheet), found) if sheet else found

    def cells_of(self, line: str) -> dict[tuple[str, int], object]:
        """Everything that a line says, cell by cell."""
        hand = parse_hand(line, self.words).hand
        facts: dict[tuple[str, int], object] = {("wert", 0): hand.wert, ("sieger", 0): hand.sieger}
        return facts | {(field, i): cell for field in NUMBERS for i, cell in enumerate(getattr(hand, field) or ())}

    def verdict(self, slip: Slip, single: bool = True) -> tuple[dict[str, bool], list[Finding]]:
        """What is true of a slip, by measure, and what was found. ``single``: or of more than one."""
        lines, truth = self.spell(slip.hands), self.spell(slip.truth)
        found = self.findings(lines)
        errors = [f for f in found if f.severity == "error"]
        at = [(f.place.line - self.first, f.player) for f in found]
        named = {(k, self.paper.players.index(player)) for k, player in at if player}
        rows, listed, unique, wrong = {k for k, _ in at}, set[int](), set[int](), False
        touched = set[tuple[int, str, int]]()
        for k, repair in ((r.place.line - self.first, r) for f in found for r in f.repairs):
            before, after, meant = map(self.cells, (lines[k], mend(lines[k], repair), truth[k]))
            new = [key for key in before | after if after.get(key) != before.get(key)]
            rows.add(k)
            touched |= {(k, *key) for key in new}
            wrong |= repair.certain and any(after.get(key) != meant.get(key) for key in new)
            whole = {k} if after == meant else set()
            listed |= whole
            unique |= whole if repair.certain else set()
        struck = {k for k, _, _ in slip.spots}
        lost = any(ILLEGIBLE in getattr(slip.hands[k], field) for k, field, _ in slip.spots)
        certain = struck <= unique
        doubtful = single and not certain and lines != truth  # else there is no cell to mend
        several = doubtful and len(list(islice(self.arithmetic.readings(slip.hands), 2))) > 1
        return {
            "found": bool(found if lost else errors),
            "one": len(errors) == 1,
            "named": all(k in rows if s is None else (k, s) in named or (k, f, s) in touched for k, f, s in slip.spots),
            "unique": certain,
            "listed": struck <= listed,
            "wrong": wrong,
            "only": several,
            "beatable": doubtful and not several,
            "alike": wrong and not single and self.mended(lines, found) in self.readings(slip.hands),
        }, found

    def readings(self, hands: Paper) -> Iterator[list[str]]:
        """Every list, as lines, of which a single slip makes this one."""
        return (self.spell(meant) for meant in self.arithmetic.readings(hands))

    def mended(self, lines: Sequence[str], found: Iterable[Finding]) -> list[str]:
        """The lines after all repairs that are called certain."""
        certain = {(r.place.line - self.first, r.place.column): r for f in found for r in f.repairs if r.certain}
        after = list(lines)
        for (k, _), repair in sorted(certain.items(), key=lambda item: item[0], reverse=True):
            after[k] = mend(after[k], repair)
        return after

    def case(self, slip: Slip, found: Iterable[Finding]) -> str:
        """A slip for people: the list, what was meant, and what the program says."""
        text = [f"{self.paper.name}: {', '.join(self.paper.players)}"]
        for k, (line, meant) in enumerate(zip(self.spell(slip.hands), self.spell(slip.truth), strict=True), 1):
            text.append(f"  {k:3} {line}" + (f"    <- {meant}" if line != meant else ""))
        for f in found:
            text.append(f"  {f.severity} {f.message_id} in {f.place.line - self.first + 1}: {f.player or ''}")
            text += [f"    {'certain' if r.certain else 'perhaps'} {r.old} -> {r.new} ({r.reason})" for r in f.repairs]
        return "\n".join(text)


def mend(line: str, repair: Repair) -> str:
    """A line after a repair. In the sheet it begins in column 5."""
    start, end = repair.place.column - 5, repair.place.end_column - 5
    assert line[start:end] == repair.old, (line, repair)
    return line[:start] + repair.new + line[end:]


# -- all slips


class Task(NamedTuple):
    """All slips of a list in one mode, of which every nth is tried, and some pairs."""

    paper: List
    mode: str
    slips: tuple[str, ...]
    every: int
    pairs: int
    seed: int
    show: str


def slips_of(task: Task) -> Iterator[tuple[Key, Slip]]:
    """The slips of a task that change what is written."""
    hands, dice = task.paper.hands, random.Random(f"{task.seed} {task.paper.name} {task.mode}")
    for name in task.slips:
        kind = SLIPS[name]
        for field in (f for f in MODES[task.mode] if f in kind.fields and task.mode in kind.modes):
            made = (slip for k in range(len(hands)) for slip in kind.make(hands, field, k))
            real = (slip for slip in made if slip.hands != hands)
            for slip in islice(real, dice.randrange(task.every), None, task.every):
                yield (task.mode, field, name), slip
    for _ in range(task.pairs):
        slip = several(hands, task.mode, dice, 2)
        yield (task.mode, "", PAIR if len({k for k, _, _ in slip.spots}) > 1 else IN_ONE_ROW), slip


def work(task: Task) -> tuple[dict[Key, Counter[str]], list[tuple[Key, str]]]:
    """What came of a task, and the cases to show."""
    judge, counts, cases = Judge(task.paper, task.mode), dict[Key, Counter[str]](), []
    for key, slip in slips_of(task):
        verdict, found = judge.verdict(slip, key[2] in SLIPS)
        counts.setdefault(key, Counter()).update(["n", *(measure for measure in verdict if verdict[measure])])
        if task.show and verdict[task.show] == SHOWN[task.show][0]:
            cases.append((key, judge.case(slip, found)))
    return counts, cases


def tasks_of(lists: Sequence[List], options: argparse.Namespace) -> Iterator[Task]:
    """A task for each list and mode; the pairs are dealt out by the number of hands."""
    for mode in options.mode:
        fit = [paper for paper in lists if Judge(paper, mode).fits]
        if len(fit) < len(lists):
            print(f"{mode}: {len(lists) - len(fit)} lists left out, which do not have what it takes or are not clean")
        weights = [len(paper.hands) for paper in fit]
        dealt = Counter(random.Random(options.seed).choices(range(len(fit)), weights, k=options.pairs) if fit else ())
        for i, paper in enumerate(fit):
            yield Task(paper, mode, options.slip, options.every, dealt[i], options.seed, options.show)


def seconds(lists: Sequence[List], mode: str, seed: int) -> tuple[float, float]:
    """How long it takes to check a long list with three slips, the slowest of some, and the same list without."""
    first = lists[0]
    glued = (hand for paper in cycle(lists) if len(paper.players) == len(first.players) for hand in paper.hands)
    judge = Judge(List("", first.players, with_totals(islice(glued, LONG))), mode)
    dice = random.Random(seed)
    tried = [judge.spell(several(judge.paper.hands, mode, dice, 3).hands) for _ in range(5)]
    slow = max(best(partial(judge.findings, lines), 2) for lines in tried)
    return slow, best(partial(judge.findings, judge.lines))


# -- the whole run


def arguments() -> argparse.Namespace:
    def names(known: Iterable[str], text: str) -> tuple[str, ...]:
        chosen = tuple(text.split(","))
        if not {*chosen} <= {*known}:
            raise argparse.ArgumentTypeError(f"known are {', '.join(known)}")
        return chosen

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("path", nargs="*", type=Path, default=[INVENTED], help="folders, CSV lists, sheets")
    parser.add_argument(
        "--layout", metavar="LAYOUT", default="", help="what the columns of the lists mean, as in import"
    )
    parser.add_argument("--mode", type=partial(names, MODES), default=tuple(MODES), help=", ".join(MODES))
    parser.add_argument("--slip", type=partial(names, SLIPS), default=tuple(SLIPS), help=", ".join(SLIPS))
    parser.add_argument("--every", type=int, default=1, metavar="N", help="try only every nth slip")
    parser.add_argument("--pairs", type=int, default=2000, metavar="N", help="lists with two slips, a mode")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes")
    parser.add_argument("--show", choices=SHOWN, default="", help="print the first cases that miss this, by slip")
    for what in ("wrong", "beatable"):
        parser.add_argument(f"--show-{what}", dest="show", action="store_const", const=what, help=f"print those {what}")
    return parser.parse_args()


def main() -> int:
    """Try all slips and print what came of them."""
    options = arguments()
    layout, wrong = read_layout(options.layout) if options.layout else (None, [])
    assert not wrong, wrong
    lists = list(read_lists(options.path, layout))
    tasks = sorted(tasks_of(lists, options), key=lambda task: -len(task.paper.hands))
    counts, cases = dict[Key, Counter[str]](), dict[Key, list[str]]()
    with Pool(options.jobs) if options.jobs > 1 else nullcontext() as pool:
        for counted, shown in pool.imap(work, tasks) if pool else map(work, tasks):
            for key, count in counted.items():
                counts.setdefault(key, Counter()).update(count)
            for key, case in shown:
                cases.setdefault(key, []).append(case)
    print(f"{len(lists)} lists, {sum(len(paper.hands) for paper in lists)} hands", *report(counts), "", sep="\n")
    goals = list(judged(counts))
    print(*(line for _, line in goals), "", sep="\n")
    for mode in options.mode:
        slow, clean = seconds(lists, mode, options.seed)
        print(
            f"{LONG} hands, {mode}: {slow:.3f} s with three slips, {slow / clean:.1f} times the {clean:.3f} s without"
        )
    for key, found in cases.items():
        print("", f"{' '.join(key)}: {len(found)} cases", *found[: SHOWN[options.show][1]], sep="\n")
    return 0 if all(reached for reached, _ in goals) else 1


if __name__ == "__main__":
    sys.exit(main())
