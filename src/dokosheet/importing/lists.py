"""Import lists that others wrote: rows of a table -> sheets in canonical notation, with nothing lost."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Final

from dokosheet.core.finding import Finding
from dokosheet.core.ledger.fold import keep
from dokosheet.core.ledger.sitting_out import turns
from dokosheet.core.notation.hand import ILLEGIBLE, Cell
from dokosheet.core.notation.sheet import Player, Sheet
from dokosheet.core.notation.spelling import quote
from dokosheet.core.notation.vocabulary import fold, is_name
from dokosheet.core.records import Record, field
from dokosheet.core.rules import Ruleset
from dokosheet.edit.creating import iso_date
from dokosheet.edit.saving import create
from dokosheet.files import models, rulesets
from dokosheet.files.sheets import MOST_ENTRIES, is_date, is_reserved, read_sheet
from dokosheet.files.splice import plain_or_quoted
from dokosheet.files.tables import RawRow, RawTable, Unreadable, bounded, is_data, read_tables
from dokosheet.files.text import LIMIT, read_text
from dokosheet.files.tree import parse
from dokosheet.importing.columns import (
    FOUR,
    NOTES,
    ROLES,
    TITLES,
    Columns,
    Layout,
    columns_of,
    is_number,
    key,
    number,
    obeying,
    settled,
)
from dokosheet.importing.numerals import first_unsure, plainly
from dokosheet.importing.rows import Said, arranged, below_titles, can_be_hands, said, without_titles
from dokosheet.importing.transcript import Listed, Transcript, transcribed

#: The rules of a list where nobody names any: the official ones; of one where only one side writes, none at all.
USUAL: Final = "tsr"
UNKNOWN: Final = "nur-punkte"
#: A kind for a solo of which nobody wrote what it was.
ANY_SOLO: Final = "solo: {class: solo, modes: [lust]}"


class Imported(Record, frozen=True):
    """A list as a sheet. ``name``: what its file calls it; ``findings``: why the text could not be read as a sheet;
    ``said``: what was left out, ordered or taken for something else."""

    name: str
    text: str
    hands: int
    findings: tuple[Finding, ...] = ()
    said: tuple[Said, ...] = ()


class _List(Record):
    """One list of a table while its rows come in."""

    name: str
    columns: Columns
    comments: list[str]
    records: list[Listed] = field(default_factory=list)
    said: list[Said] = field(default_factory=list)


def read_layout(path: str) -> tuple[Layout | None, list[Finding]]:
    """The mapping file of a layout, or what does not fit in it. Raises OSError."""
    source, found = read_text(Path(path))
    if source is None:
        return None, found
    tree, found = parse(source.text)
    if tree is None or found:
        return None if found else Layout.model_construct(), found
    return models.read(tree, Layout)


def import_lists(
    path: str, layout: Layout | None = None, rules: str = "", sheet_name: str = "", folder: Path | None = None
) -> Iterator[Imported]:
    """The lists of a CSV file or a workbook, as sheets for a ``folder`` (without: this one).

    Raises OSError, and Unreadable for what holds no hands.
    """
    some = False
    if is_data(Path(path)):
        raise Unreadable("error.import.data")
    for table in read_tables(Path(path), sheet_name):
        for found in _lists(table, layout):
            some = True
            yield _sheet(found, Path(path).name, rules, folder or Path())
    if not some:
        raise Unreadable("error.import.empty")


def write(sheets: Sequence[tuple[Path, Imported]]) -> None:
    """Write sheets into new files, all or none. Raises FileExistsError where there is one already, OSError.

    A run that was killed may have left some of them: those that stand there byte for byte are as good as written, as
    long as one is missing.
    """
    missing = []
    for path, sheet in sheets:
        if not path.parent.is_dir():
            raise FileNotFoundError(2, "No such folder", str(path.parent))
        if not (path.exists() or path.is_symlink()):
            missing.append((path, sheet))
    for path, sheet in sheets:
        if (path, sheet) not in missing and not (missing and _holds(path, sheet.text.encode("utf-8"))):
            raise FileExistsError(17, "File exists", str(path))
    written: list[Path] = []
    try:
        for path, sheet in missing:
            create(path, sheet.text.encode("utf-8"))
            written.append(path)
    except BaseException:
        for path in written:
            path.unlink(missing_ok=True)
        raise


def _holds(path: Path, data: bytes) -> bool:
    """Whether a regular file has exactly these bytes."""
    return path.is_file() and path.stat().st_size == len(data) and path.read_bytes() == data


def file_names(stem: str, sheets: Sequence[Imported]) -> list[str]:
    """A file name for each list of a file: ``liste-01.yaml``; without anything that a path could mean."""
    width = max((len(sheet.name) for sheet in sheets if sheet.name.isdecimal()), default=0)
    names: list[str] = []
    for sheet in sheets:
        name = (
            sheet.name.zfill(width) if sheet.name.isdecimal() else re.sub(r"[^\w-]+", "-", sheet.name).strip("-")[:80]
        )
        base = "-".join(filter(None, (stem, name)))
        n = 1
        while (fresh := f"{base}{f'_{n}' if n > 1 else ''}.yaml").lower() in {other.lower() for other in names}:
            n += 1
        names.append(fresh)
    return names


# -- rows of a table -> lists


def _lists(table: RawTable, layout: Layout | None) -> Iterable[_List]:
    rows = iter(table.rows)
    titles = layout.columns if layout is not None and layout.columns else _titles(next(rows, None))
    if not titles:
        return ()
    even = list(_even(bounded(rows), len(titles)))
    below = below_titles(titles, even) if layout is None or not layout.columns else None
    even, repeated = without_titles(even, titles, *([even[0].cells] if below else []))
    titles = _unlike(below) if below else titles
    if not even:
        return ()
    columns, plain = _understood(titles, even, layout)
    told = [said("titles", line=row.n) for row in repeated[bool(below) :]] + _told(columns, even, plain)
    told += [said("names", line=repeated[0].n, names=", ".join(filter(None, repeated[0].cells)))] if below else []
    lists: dict[str, _List] = {}
    for row, written in zip(plain, even, strict=True):
        name = row.cells[columns.roles["sheet"]] if "sheet" in columns.roles else ""
        if name not in lists:
            lists[name] = _List(", ".join(filter(None, (table.name, name))), columns, table.comments, said=told)
            told = []
        lists[name].records.append(_record(row, written, columns))
        if len(lists[name].records) > MOST_ENTRIES:
            raise Unreadable("error.import.too-long", most=MOST_ENTRIES)
    return lists.values()


def _understood(titles: Sequence[str], rows: list[RawRow], layout: Layout | None) -> tuple[Columns, list[RawRow]]:
    """The columns, and the rows with plain numbers. Raises Unreadable where a number can be read in two ways."""
    texts = {role for role in TITLES if role not in ("value", "sum")}
    numbers = [i for i, title in enumerate(titles) if ROLES.get(key(title)) not in texts]
    readings = plainly(rows, numbers, layout.decimal if layout is not None else "")
    found = []
    for reading in readings:
        try:
            columns = settled(columns_of(titles, can_be_hands(reading.rows), layout), reading.rows)
        except Unreadable:
            if len(readings) == 1:
                raise
        else:
            found.append((obeying(columns, reading.unsure), columns, reading.rows))
    found.sort(key=lambda item: -item[0])
    if len(readings) > 1 and (not found or not found[0][0] or (len(found) > 1 and found[0][0] == found[1][0])):
        line, text = first_unsure(rows, numbers)
        raise Unreadable("error.import.thousands", line=line, text=text)
    return found[0][1:]


def _told(columns: Columns, rows: Sequence[RawRow], plain: Sequence[RawRow]) -> list[Said]:
    """What the columns leave out, or take for something that their titles do not say."""
    told = [said("kept", name=columns.titles[i]) for i in columns.left]
    if columns.guessed is not None:
        told.append(said("value", name=columns.titles[columns.guessed]))
    for i in (*columns.points, *columns.totals):
        both = ((row.cells[i], number.cells[i]) for row, number in zip(rows, plain, strict=True))
        unit = next((cell for cell, number in both if cell != number and re.search(r"[^\W\d_]|€", cell)), "")
        told += [said("unit", name=columns.titles[i], text=unit)] if unit else []
    taken = {*columns.points, *columns.totals, *columns.ignore, *columns.left, *columns.skip, *columns.roles.values()}
    taken |= {owner for owner in columns.owners if isinstance(owner, int)}
    for i in (i for i, title in enumerate(columns.titles) if title and i not in taken):
        if not any(row.cells[i] for row in rows):
            told.append(said("nothing-below", name=columns.titles[i]))
        elif key(columns.titles[i]) not in NOTES:
            told.append(said("kept", name=columns.titles[i]))
    return told


def _titles(first: RawRow | None) -> tuple[str, ...]:
    return _unlike(first.cells if first is not None else ())


def _unlike(titles: tuple[str, ...]) -> tuple[str, ...]:
    """The titles. Raises Unreadable for one that stands above two columns."""
    seen: set[str] = set()
    for title in titles:
        if title and fold(title) in seen:
            raise Unreadable("error.import.title-twice", name=title)
        seen.add(fold(title))
    return titles


def _even(rows: Iterable[RawRow], width: int) -> Iterator[RawRow]:
    """Rows of one width: cells that are missing at the end are empty. Raises Unreadable for a row with more."""
    for row in rows:
        cells = row.cells
        if any(cells[width:]):
            raise Unreadable("error.table.ragged", line=row.n, n=len(cells), expected=width)
        yield RawRow(row.n, (*cells, *[""] * width)[:width])


def _record(row: RawRow, written: RawRow, columns: Columns) -> Listed:
    """What a row says, by name; remarks as they are ``written``."""
    record = Listed(row.n)
    owners = _owners(row, columns)
    for where, cells in ((columns.points, record.points), (columns.totals, record.totals)):
        for name, i in zip(owners, where, strict=False):
            _take(record, cells, name, columns.titles[i], row.cells[i])
    taken = {*columns.points, *columns.totals, *columns.ignore, *(o for o in columns.owners if isinstance(o, int))}
    for role, i in columns.roles.items():
        record.facts[role] = row.cells[i]
        taken.add(i)
    for i, cell in enumerate(written.cells):
        if i not in taken and cell:
            record.beside += [] if is_number(cell) else [cell]
            record.rest.append(f"{columns.titles[i] or f'[{i + 1}]'} {cell}")
    for i, words in columns.skip.items():
        if fold(row.cells[i]) in words:
            record.sums = row.cells[i]
    record.legible = any(cell is not None for cell in (*record.points.values(), *record.totals.values()))
    return record


def _owners(row: RawRow, columns: Columns) -> list[str]:
    """The players of the columns of numbers, in this row."""
    names = [" ".join((row.cells[owner] if isinstance(owner, int) else owner).split()) for owner in columns.owners]
    for i, name in enumerate(names):
        numbers = [row.cells[where[i]] for where in (columns.points, columns.totals) if where]
        if not name and any(numbers):
            raise Unreadable("error.import.no-name", line=row.n)
        if name and name in names[:i]:
            raise Unreadable("error.import.name-twice", line=row.n, name=name)
    return names


def _take(record: Listed, cells: dict[str, Cell], name: str, title: str, text: str) -> None:
    """A number of a player; what is none stays in the note."""
    if not name:
        return
    if text.startswith("="):
        raise Unreadable("error.import.formula", line=record.line, name=title)
    try:
        cells[name] = number(text.rstrip("*"))
    except ValueError:
        cells[name] = ILLEGIBLE
        record.rest.append(f"{title} {text}")
    if text.endswith("*") and name not in record.starred:
        record.starred.append(name)


# -- a list -> the text of a sheet


def _sheet(found: _List, file: str, rules: str, folder: Path) -> Imported:
    columns = found.columns
    records, told = arranged(found.records, columns)
    name = rules or (USUAL if columns.mode == "zero_sum" else UNKNOWN)
    loaded = rulesets.load(name)[0]
    if loaded is None:
        raise Unreadable("error.import.no-rules", name=name)
    names = _names(records)
    told += _sat_out_with_0(records, names)
    players = _players(names, loaded)
    date = _date(records)
    if date:
        for record in records:
            record.facts.pop("date", None)
    origin = ", ".join(filter(None, (file, found.name)))
    script = transcribed(records, players, columns, loaded)
    there = folder if folder.is_dir() else Path()  # in a folder that is not there nothing is found
    seen = rulesets.seen_from(there, name)
    here = _text(script, players, found.comments, date, origin, _rules(seen, columns, loaded, script))
    sheet, findings = read_sheet(here, file, there)
    odd = _out_of_turn(sheet, records, here) if sheet is not None and len(players) > FOUR else []
    if odd:
        told += odd
        script = transcribed(records, players, columns, loaded)
    seen = rulesets.seen_from(folder, name)
    text = _text(script, players, found.comments, date, origin, _rules(seen, columns, loaded, script))
    if len(text.encode("utf-8")) > LIMIT:
        raise Unreadable("error.import.too-long", most=MOST_ENTRIES)
    wrong = [f for f in findings if f.severity == "error" and f.code.startswith("F")]
    hands = sum(record.is_hand for record in records)
    told = sorted([*found.said, *told, *_became(script)], key=lambda one: one.fields.get("line", 0))
    if any(line.endswith(" ok:B507") or " ok:B507 " in line for line in script.lines):
        told.append(said("bock", name=columns.titles[columns.roles["bock"]], rules=name))
    if columns.mode == "plus" and not rules:
        told.append(said("plus"))
    return Imported(found.name, text, hands, tuple(wrong), tuple(told))


def _text(
    script: Transcript, players: Sequence[Player], comments: Iterable[str], date: str, origin: str, rules: str
) -> str:
    """The text of a sheet."""
    head = [f"# {_printable(comment)}".rstrip() for comment in comments]
    head += ["dokosheet: 1", rules, *([f"date: {date}"] if date else [])]
    head.append(f"note: {plain_or_quoted(_printable(f'Import: {origin}'))}")
    head.append(f"players: [{', '.join(map(_player, players))}]")
    head += [f"dealer: {plain_or_quoted(script.dealer.word)}"] if script.dealer else []
    return "\n".join([*head, "hands:", *(f"  - {plain_or_quoted(_printable(line))}" for line in script.lines), ""])


def _sat_out_with_0(records: Sequence[Listed], names: Sequence[str]) -> list[Said]:
    """Where no row has an empty cell, whoever sits out has a 0: make it empty where four others have points."""
    hands = [record for record in records if record.is_hand and record.points]
    full = all(record.points.get(name) is not None for record in hands for name in names)
    if len(names) <= FOUR or not hands or not full:
        return []
    found = [record for record in hands if sum(cell != 0 for cell in record.points.values()) == FOUR]
    for record in found:
        record.points = {name: cell if cell != 0 else None for name, cell in record.points.items()}
    return [said("zeros")] if found else []


def _out_of_turn(sheet: Sheet, records: Sequence[Listed], text: str) -> list[Said]:
    """Say in which rows somebody sat out whose turn it was not.

    Where that was so just once, the list says it, and it is marked; else a line may be missing, which it is not for us
    to explain away, unless its own numbers say that none is.
    """
    told = []
    first = len(text.splitlines()) - len(records) + 1
    for row, turn in turns(keep(sheet)):
        line = row.entry.source.place.line
        if not turn.what or line < first:
            continue
        record = records[line - first]
        sitters = ", ".join(turn.sitters)
        numbered = record.number is not None and records[line - first - 1].number == record.number - 1
        if turn.what == "once" or (turn.what == "open" and numbered):
            record.out_of_turn = True
            told.append(said("out-of-turn", line=record.line, sitters=sitters))
        else:
            told.append(said("lost", line=record.line, players=", ".join(turn.out), sitters=sitters))
    return told


def _became(script: Transcript) -> list[Said]:
    """What became of the rows that are no hands."""
    return [
        said("became", line=record.line, word=record.word or record.sums or "-", entry=line)
        if not line.startswith("notiz")
        else said("no-penalty", line=record.line, word=record.word)
        for record, line in script.became
        if record.word or record.sums or record.what != "carry" or not record.hands
    ]


def _printable(text: str) -> str:
    return "".join(char if char.isprintable() else " " for char in text)


def _names(records: Iterable[Listed]) -> list[str]:
    """Everybody with a number somewhere, in the order of the columns."""
    order: dict[str, bool] = {}
    for record in records:
        for cells in (record.points, record.totals):
            for name, cell in cells.items():
                order[name] = order.get(name, False) or cell is not None
    return [name for name, there in order.items() if there]


def _players(names: Sequence[str], rules: Ruleset) -> list[Player]:
    """The players with the word by which the notation calls each."""
    taken = {fold(name) for name in names}
    players = []
    for i, name in enumerate(names, 1):
        word = name
        if not is_name(name) or is_reserved(name, rules):
            words = re.findall(r"[^\W\d_]+", name) or [f"S{i}"]
            longer = ("".join(words)[: len(words[0]) + n] for n in range(len(name)))
            offered = chain(longer, (f"{words[0]}.{n or ''}" for n in range(len(names) + 2)))
            word = next(
                w for w in offered if is_name(w) and fold(w) not in taken - {fold(name)} and not is_reserved(w, rules)
            )
            taken.add(fold(word))
        players.append(Player(name, word))
    return players


def _player(player: Player) -> str:
    return (
        player.word if player.name == player.word else f"{{name: {quote(_printable(player.name))}, as: {player.word}}}"
    )


def _rules(name: str, columns: Columns, rules: Ruleset, script: Transcript) -> str:
    """The line ``rules:``; with what the list shows and the ruleset does not have."""
    own = []
    mode, unit = rules.settlement.mode, rules.settlement.unit
    signs = {"plus": "minus", "minus": "plus"}.get(mode, mode) if unit < 0 else mode
    if columns.mode not in ("zero_sum", signs):
        own.append(f"settlement: {{mode: {columns.mode}}}")
    if script.needs_solo:
        own.append(f"kinds: {{{ANY_SOLO}}}")
    if script.penalties:
        new = (f"{name}: {{offender: {mine}, others: {theirs}}}" for name, (mine, theirs) in script.penalties.items())
        own.append(f"penalties: {{{', '.join(new)}}}")
    value = plain_or_quoted(name)
    return f"rules: {{{', '.join([f'extends: {value}', *own])}}}" if own else f"rules: {value}"


def _date(records: Iterable[Listed]) -> str:
    """The date of a list in which every row has the same."""
    dates = {record.facts.get("date", "") for record in records}
    one = dates.pop() if len(dates) == 1 else ""
    day = iso_date(one) or one
    return day if is_date(day) else ""
