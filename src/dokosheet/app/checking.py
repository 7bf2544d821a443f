"""Check any number of sheets, one after the other or on several cores, with the same report."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from dokosheet.app.reading import Found, Opened, excerpt, open_found
from dokosheet.core.finding import CODES, Finding

#: Sheets that a worker takes at a time.
CHUNK = 64


class Choice(Struct, frozen=True):
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


class Report(Struct, frozen=True):
    """What was found in one sheet; ``excerpt``: the lines that findings point at, by file and number."""

    file: str
    hands: int
    findings: tuple[Finding, ...]
    excerpt: dict[tuple[str, int], str]


def report(found: Found, choice: Choice) -> Report | None:
    """Check one file; None if it is no sheet. Raises OSError if it cannot be opened."""
    sheet = open_found(found)
    return None if sheet is None else report_of(sheet, choice)


def report_of(sheet: Opened, choice: Choice) -> Report:
    """The report of a sheet that was opened."""
    path = sheet.file
    findings = tuple(f for f in sheet.findings if choice.wants(f))
    if not findings:
        return Report(path, sheet.hands, (), {})
    findings = tuple(replace(f, file=f.file or path) for f in findings)
    return Report(path, sheet.hands, findings, excerpt(findings, path, sheet.text))


def check(files: Iterable[Found], choice: Choice, jobs: int = 1) -> Iterator[Report]:
    """The reports of sheets in the order of their files. Raises OSError for one that cannot be opened."""
    work = partial(report, choice=choice)
    if jobs < 2:
        yield from (done for done in map(work, files) if done is not None)
        return
    import signal
    from multiprocessing import Pool

    # Ctrl-C reaches all processes of a terminal; what is to be said about it, one says.
    with Pool(jobs, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
        yield from (done for done in pool.imap(work, files, CHUNK) if done is not None)
