"""Check any number of sheets, one after the other or on several cores, with the same report."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TypeVar

from dokosheet.checks.several import Kept, Seen, kept_of, name_similar, rules_differ, sheet_twice
from dokosheet.core.finding import CODES, Finding
from dokosheet.core.ledger.standings import Standing, Tallies, standings
from dokosheet.core.records import Record, replace
from dokosheet.edit.document import Document, Found, excerpt, expand, open_found
from dokosheet.files.rulesets import house_rules, name_of

#: Sheets that a worker takes at a time.
CHUNK = 64
#: With fewer sheets, to start the workers takes longer than they save.
WORTH_IT = 200
#: What comes of one file.
Done = TypeVar("Done")


class Choice(Record, frozen=True):
    """Which findings to report: codes, names, or prefixes of codes; none selected means all."""

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()

    def wants(self, finding: Finding) -> bool:
        """Whether a finding is reported."""
        return (not self.select or _matches(finding, self.select)) and not _matches(finding, self.ignore)


def _matches(finding: Finding, words: Sequence[str]) -> bool:
    return any(word == finding.name or finding.code.startswith(word.upper()) for word in words)


def unknown_codes(words: Iterable[str]) -> list[str]:
    """The words that are no code, no prefix of one and no name."""
    names = {name for name, _ in CODES.values()}
    return [word for word in words if word not in names and not any(code.startswith(word.upper()) for code in CODES)]


class Report(Record, frozen=True):
    """What was found in one sheet; ``excerpt``: the lines that findings point at, by file and number.

    ``trouble``: why a file that was named could not be opened.
    """

    file: str
    hands: int
    findings: tuple[Finding, ...]
    excerpt: dict[tuple[str, int], str]
    trouble: OSError | None = None


def report(found: Found, choice: Choice) -> Report | None:
    """Check one file; None if it is no sheet."""
    try:
        sheet = open_found(found)
    except OSError as error:
        return Report(found.path, 0, (), {}, error)
    return None if sheet is None else report_of(sheet, choice)


def report_of(sheet: Document, choice: Choice) -> Report:
    """The report of a sheet that was opened."""
    path = sheet.file
    findings = tuple(f for f in sheet.findings if choice.wants(f))
    if not findings:
        return Report(path, sheet.hands, (), {})
    findings = tuple(replace(f, file=f.file or path) for f in findings)
    return Report(path, sheet.hands, findings, excerpt(findings, path, sheet.text))


def check(files: Iterable[Found], choice: Choice, jobs: int = 0) -> Iterator[Report]:
    """The reports of sheets in the order of their files.

    ``jobs``: so many processes; 0 for as many as there are cores, where there are enough sheets to be worth it.
    """
    done = _each(files, partial(report, choice=choice), jobs)
    yield from (one for one in done if one is not None)


def _each(files: Iterable[Found], work: Callable[[Found], Done], jobs: int) -> Iterable[Done]:
    """What comes of some work on each file, in their order; by several processes if that is worth it."""
    if not jobs:
        files = list(files)
        jobs = cores() if len(files) >= WORTH_IT else 1
    return map(work, files) if jobs < 2 else _by_several(list(files), work, jobs)


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _by_several(files: Sequence[Found], work: Callable[[Found], Done], jobs: int) -> Iterator[Done]:
    """The same by several processes. When one of them is killed, the rest is done in this one."""
    import signal
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import active_children

    ready = 0
    # Ctrl-C reaches all processes of a terminal; what is to be said about it, one says.
    pool = ProcessPoolExecutor(jobs, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN))
    try:
        for one in pool.map(work, files, chunksize=CHUNK):
            ready += 1
            yield one
    except BrokenProcessPool:
        pass
    except BaseException:  # nobody waits for what the others are at
        for process in active_children():
            process.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)
    yield from map(work, files[ready:])


# -- Standings over files.


class Counted(Record, frozen=True):
    """What one sheet brings to the standings: its ``findings``; None of the rest where it tells nothing."""

    findings: tuple[Finding, ...]
    kept: Kept | None = None
    tallies: Tallies | None = None


def counted(found: Found) -> Counted | None:
    """Read one file for the standings; None if it is no sheet. Raises OSError for a named one that cannot be opened."""
    opened = open_found(found)
    if opened is None:
        return None
    if opened.ledger is None:
        return Counted(opened.findings)
    tallies, rules = Tallies(), opened.ledger.sheet.rules
    tallies.add(opened.ledger, name_of(rules), bool(house_rules(rules)))
    return Counted(opened.findings, kept_of(opened.ledger, opened.file), tallies)


def rank(
    paths: Iterable[str], tie_breaks: Sequence[str], choice: Choice | None = None, jobs: int = 0
) -> tuple[list[Standing], Tallies, list[Finding]]:
    """The table over sheets, the sums behind it, and what was found in the sheets and between them (T6xx).

    ``choice``: which findings count; a sheet that stands there twice is counted once, and again where T608 is ignored.
    ``jobs``: as in :func:`check`. Raises OSError for a path that cannot be opened.
    """
    choice = choice or Choice()
    tallies, seen = Tallies(), Seen()
    findings: list[Finding] = []
    for one in _each(expand(paths), counted, jobs):
        if one is None:
            continue
        findings += one.findings
        if one.kept is None or one.tallies is None:
            continue
        twice = sheet_twice(one.kept, seen)
        if twice is not None and choice.wants(twice):
            findings.append(twice)
            if twice.severity == "error":
                continue
        findings += rules_differ(one.kept, seen)
        seen.take(one.kept)
        tallies.join(one.tallies)
    tallies.close()
    findings += name_similar(seen)
    return standings(tallies.by_player.values(), tie_breaks), tallies, [f for f in findings if choice.wants(f)]
