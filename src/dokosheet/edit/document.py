"""A sheet that was opened: text -> tree -> Sheet -> Ledger -> findings, one value that carries all of it."""

from __future__ import annotations

import errno
import os
import re
import stat
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from dokosheet import checks
from dokosheet.checks import by_place
from dokosheet.core.finding import LINE_BREAK, LINE_BREAKS, Finding, Place, finding
from dokosheet.core.ledger.fold import keep
from dokosheet.core.ledger.rows import Ledger
from dokosheet.core.notation.sheet import Entry, Sheet, UnreadEntry
from dokosheet.core.records import Record, replace
from dokosheet.files.sheets import read_tree
from dokosheet.files.text import FileText, lines, read_text
from dokosheet.files.tree import ListNode, MappingNode, Node, parse

SUFFIXES = (".yaml", ".yml")


class Document(Record, frozen=True):
    """A sheet as far as it could be read, and everything that was found in it.

    ``file``: as the user named it. ``tree``: of its text, None where that could not be read at all.
    """

    file: str
    source: FileText | None = None
    sheet: Sheet | None = None
    ledger: Ledger | None = None
    findings: tuple[Finding, ...] = ()
    tree: Node | None = None

    @property
    def hands(self) -> int:
        """How many hands it holds."""
        return len(self.ledger.rows) if self.ledger else 0

    @property
    def unread(self) -> int | None:
        """The line from which on a sheet was not read, so that nothing can be written into it."""
        return self.sheet.unread if self.sheet else None

    @property
    def stops(self) -> tuple[Finding, ...]:
        """The findings at which reading stopped."""
        return tuple(found for found in self.findings if "unread" in found.args)

    @property
    def text(self) -> str:
        """The text, for excerpts."""
        return self.source.text if self.source else ""

    @property
    def items(self) -> list[Node]:
        """The items of the list of hands: of the one that counts where there are two, which nothing is written into."""
        value = self.value("hands")
        return value.items if isinstance(value, ListNode) else []

    def entries(self) -> list[Entry | None]:
        """The entry of each of these items; None where it could not be read."""
        found: list[Entry | None] = [None] * len(self.items)
        for entry in self.sheet.entries if self.sheet is not None else ():
            i = self.item_of(entry)
            if i is not None and not isinstance(entry, UnreadEntry):
                found[i] = entry
        return found

    def item_of(self, entry: Entry) -> int | None:
        """The item that says an entry; None for one that stands elsewhere."""
        place, i = entry.source.place, self.item_at(entry.source.place)
        return i if i is not None and (self.items[i].line, self.items[i].column) == (place.line, place.column) else None

    def item_at(self, place: Place) -> int | None:
        """The item in which a place lies; None outside of the list."""
        items, at = self.items, (place.line, place.column)
        i = bisect_right(items, at, key=lambda node: (node.line, node.column)) - 1
        return i if i >= 0 and at <= (items[i].end_line, items[i].end_column) else None

    def value(self, key: str) -> Node | None:
        """What stands under a key of the head: of two, what counts."""
        pairs = self.tree.items if isinstance(self.tree, MappingNode) else ()
        return next((value for name, value in reversed(pairs) if name.text == key), None)

    def with_text(self, text: str, parsed: tuple[Node | None, Sequence[Finding]] | None = None) -> Document:
        """The document that another text would be in its place; ``parsed``: what was parsed of it already."""
        assert self.source is not None
        source = FileText(self.source.name, text, self.source.digest, self.source.newline, self.source.bom)
        return opened(source, self.file, None if self.file == "-" else Path(self.file).parent, parsed)


class Found(Record, frozen=True):
    """A file to read; ``named``: somebody asked for it, it did not just lie in a folder."""

    path: str
    named: bool = True


def open_sheet(path: str) -> Document:
    """Read, keep and check one sheet; ``-`` is the standard input. Raises OSError if it cannot be opened."""
    source, found = read_text(None if path == "-" else Path(path))
    if source is None:
        return Document(path, findings=tuple(found))
    return opened(source, path, None if path == "-" else Path(path).parent)


def open_found(found: Found) -> Document | None:
    """The same for a file that was found; None for one that lay in a folder and is no sheet.

    Raises OSError where it was named; one that just lay in a folder and cannot be opened has a finding that says so.
    """
    if found.named:
        return open_sheet(found.path)
    try:
        source, findings = read_text(Path(found.path))
    except OSError as error:
        args = {"errno": errno.errorcode.get(error.errno or 0, str(error))}
        return Document(found.path, findings=(finding("F110", Place(1, 1, 2), args=args, file=found.path),))
    if source is None:
        return Document(found.path, findings=tuple(findings))
    return opened(source, found.path, Path(found.path).parent) if _looks_like_sheet(source.text) else None


def opened(
    source: FileText, path: str, beside: Path | None, parsed: tuple[Node | None, Sequence[Finding]] | None = None
) -> Document:
    """The same for a text that was read already, or even ``parsed``.

    A fault of the program is a finding of the sheet: others go on.
    """
    found: list[Finding] = []
    tree: Node | None = None
    try:
        tree, odd = parsed or parse(source.text)
        sheet, found = read_tree(tree, list(odd), source.text, path, beside)
        if sheet is None:
            found = list(_hidden_named(found, path, source.text))
            return Document(path, source, findings=tuple(sorted(found, key=by_place)), tree=tree)
        ledger = keep(sheet)
        findings = checks.run(ledger, found)
    except Exception as error:
        findings = sorted([*found, internal(error)], key=by_place)
        named = tuple(f if f.file else replace(f, file=path) for f in findings)
        return Document(path, source, findings=named, tree=tree)
    findings = list(_hidden_named(findings, path, source.text))
    named = tuple(f if f.file else replace(f, file=path) for f in findings)
    return Document(path, source, sheet, ledger, named, tree)


#: Blanks and breaks that are none to most, and signs without any width. In a comment they do no harm.
_HIDDEN: Final = re.compile(
    "[\x85\xa0\xad\u061c\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u2064\u2066-\u206f\u3000\ufeff]"
)
#: So many lines above the place where YAML stumbles the cause can stand.
_ABOVE: Final = 2


def _hidden_named(findings: Iterable[Finding], path: str, text: str) -> Iterator[Finding]:
    """The findings, those about what cannot be read with the signs in their lines that nobody sees (``hidden``).

    A break that most editors do not show as one is named at the line that it ends and at the one that it begins.
    """
    there: dict[int, list[str]] = {}
    breaks = [one.start() for one in LINE_BREAK.finditer(text)] if _HIDDEN.search(text) else []
    for sign in _HIDDEN.finditer(text):
        n = bisect_left(breaks, sign.start()) + 1
        for line in (n, n + 1) if sign[0] in LINE_BREAKS else (n,):
            there.setdefault(line, []).append(f"U+{ord(sign[0]):04X}")
    for found in findings:
        above = _ABOVE if found.code == "F101" else 0
        lines = range(found.place.line - above, found.place.line + 1)
        hidden = list(dict.fromkeys(code for line in lines for code in there.get(line, ())))
        concerned = hidden and found.code[0] in "FH" and found.severity == "error" and found.file in ("", path)
        yield replace(found, args={**found.args, "hidden": hidden[:_MOST_HIDDEN]}) if concerned else found


_MOST_HIDDEN: Final = 4


def internal(error: Exception) -> Finding:
    """What should not have happened, as a finding; where it did, ``--debug`` shows."""
    import logging

    logging.getLogger("dokosheet").debug("%s", type(error).__name__, exc_info=error)
    return finding("F109", Place(1, 1, 2), args={"fault": f"{type(error).__name__}: {error}"})


def excerpt(found: Iterable[Finding], file: str = "", text: str = "") -> dict[tuple[str, int], str]:
    """The lines that findings point at, by file and number: of ``text``, or of another file such as a ruleset."""
    wanted: dict[str, set[int]] = {}
    for one in found:
        wanted.setdefault(one.file, set()).add(one.place.line)
    shown: dict[tuple[str, int], str] = {}
    for name, numbers in wanted.items():
        inside = lines(text if name in ("", file) else _text_of(name))
        shown |= {(name, n): inside[n - 1] for n in numbers if n <= len(inside)}
    return shown


def _text_of(file: str) -> str:
    """The text of a file; nothing if it cannot be read."""
    try:
        source = read_text(Path(file))[0]
    except OSError:
        return ""
    return source.text if source else ""


def expand(paths: Iterable[str]) -> Iterator[Found]:
    """The files that paths, folders and patterns stand for, each file once, however often and by whatever name.

    What stands for none is among them: whoever opens it says so, and goes on with the next.
    """
    paths = tuple(paths)
    named = {_identity(path) for path in paths if not os.path.isdir(path)}
    seen: set[object] = set()
    for found in _stand_for(paths):
        identity = _identity(found.path)
        if identity not in seen:
            seen.add(identity)
            yield Found(found.path, found.named or identity in named)


def _stand_for(paths: Iterable[str]) -> Iterator[Found]:
    """The same, a file as often as it is named."""
    for path in paths:
        if os.path.isdir(path):
            yield from _below(path)
        elif path == "-" or os.path.lexists(path):
            yield Found(path)
        else:
            from glob import glob

            matches = sorted(glob(path, recursive=True))
            yield from _stand_for(matches) if matches else [Found(path)]


def _identity(path: str) -> object:
    """What is the same for two names of one file: links, ``./``."""
    if path == "-":
        return path
    try:
        status = os.stat(path)
    except OSError:
        return path  # whoever opens it says why not
    return (status.st_dev, status.st_ino) if status.st_ino else os.path.realpath(path)


def _below(folder: str) -> Iterator[Found]:
    """The YAML files below a folder in the order of their names, and the folders that cannot be looked into."""
    closed: list[OSError] = []
    for where, folders, names in os.walk(folder, onerror=closed.append):
        folders.sort()
        for name in sorted(names):
            path = os.path.join(where, name)
            if name.endswith(SUFFIXES) and not _never_ends(path) and not _is_lock(path):
                yield Found(path, named=False)
    for error in closed:
        yield Found(error.filename, named=False)


def _is_lock(path: str) -> bool:
    """Whether a name is that of the link to nowhere by which Emacs says that it has the file open."""
    return os.path.basename(path).startswith(".#") and not os.path.exists(path)


def _never_ends(path: str) -> bool:
    """Whether to read it could be to wait: a pipe, a device. Nobody has named it."""
    try:
        return not stat.S_ISREG(os.stat(path).st_mode)
    except OSError:
        return False  # whoever opens it says why not


def _looks_like_sheet(text: str) -> bool:
    """Whether a text has a key of a sheet at the beginning of a line."""
    return any(line.startswith(("dokosheet:", "players:", "hands:")) for line in lines(text))
