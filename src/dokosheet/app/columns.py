"""Which column of somebody's table says what: by the layout that goes with it, by its titles, by its numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from itertools import product
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from dokosheet.core.hand import ILLEGIBLE, Cell
from dokosheet.core.vocabulary import DASHES, NUMBER, fold
from dokosheet.io.tables import Line, Unreadable

#: What a title means, in German and English.
TITLES: Final[Mapping[str, tuple[str, ...]]] = {
    "sheet": ("sheet", "list", "liste", "spielliste", "blatt", "zettel", "listennummer"),
    "hand": ("hand", "spiel", "nr", "no", "nummer", "#", "game", "spiel nr", "spielnr", "lfd nr", "spielnummer"),
    "dealer": ("dealer", "geber", "kartengeber", "gibt"),
    "value": ("value", "wert", "spielwert", "worth", "punkte", "points", "spielpunkte"),
    "winner": ("winner", "winners", "sieger", "gewinner", "gewonnen", "gewinnt", "won by"),
    "bock": ("bock", "bockspiel", "bockrunde", "doubled"),
    "solo": ("solo", "solist", "soloist", "solospieler", "alleinspieler"),
    "wedding": ("wedding", "hochzeit", "hz"),
    "kind": ("type", "kind", "art", "spielart", "typ", "spieltyp"),
    "re": ("re", "re partei", "re spieler", "re party", "re players"),
    "date": ("date", "datum", "tag", "day"),
    "sum": ("sum", "summe", "kontrolle", "quersumme", "check"),
}
ROLES: Final = {title: role for role, titles in TITLES.items() for title in titles}
#: Titles of tables that hold results: a row stands for a player ...
RESULTS: Final = ("place", "platz", "rang", "rank", "position", "player", "spieler", "name", "team", "mannschaft")
#: ... or for an evening.
EVENINGS: Final = ("date", "datum", "season", "saison", "year", "jahr", "period", "event", "quarter", "abend", "monat")
NUMBERED: Final = re.compile(r"(.+?)\s*(\d)")
OWNERS: Final = ("p", "player", "spieler", "name")
TOTALS: Final = ("t", "total", "totals", "stand", "gesamt", "summe", "zwischenstand", "running total")
POINTS: Final = ("d", "diff", "differenz", "difference", "points", "punkte", "spielpunkte")
#: Words in the column of the hand that mark a row of sums.
SUM_WORDS: Final = ("sum", "summe", "gesamt", "total", "endstand", "ergebnis", "uebertrag")
YES: Final = ("ja", "j", "yes", "y", "x", "true", "wahr", "1", "bock")
NO: Final = ("nein", "n", "no", "false", "falsch", "0", "-", "")
SAT_OUT: Final = ("", "-", "–", "—")
FOUR: Final = 4
#: How many rows are looked at before it is decided what the columns say.
SAMPLE: Final = 500
#: The share of rows that has to obey, and by how much it has to beat the other reading: lists have slips.
ENOUGH: Final = 0.75
LEAD: Final = 0.25


class Layout(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a mapping file says of a table; every column by its title.

    ``columns``: the titles, where the table has none. ``players``: the columns of the players, or with ``points`` and
    ``totals`` only their names; or ``names``: the columns that name them row by row. ``numbers``: what the columns of
    the players hold. ``skip``: rows with one of these words in a column are sums. ``ignore``: columns to leave out.
    """

    columns: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    numbers: str = ""
    points: tuple[str, ...] = ()
    totals: tuple[str, ...] = ()
    sheet: str = ""
    hand: str = ""
    dealer: str = ""
    value: str = ""
    winner: str = ""
    bock: str = ""
    solo: str = ""
    wedding: str = ""
    kind: str = ""
    re: str = ""
    date: str = ""
    sum: str = ""
    skip: dict[str, tuple[str, ...]] = {}
    ignore: tuple[str, ...] = ()
    yes: tuple[str, ...] = ()
    no: tuple[str, ...] = ()


class Columns(Struct, frozen=True, kw_only=True):
    """Which column says what. ``owners``: whose the columns of numbers are, by name or by a column that names them.

    ``mode``: ``plus`` or ``minus`` where only one side writes. ``unsigned``: the value does not say who has won.
    """

    titles: tuple[str, ...]
    owners: tuple[int | str, ...]
    points: tuple[int, ...] = ()
    totals: tuple[int, ...] = ()
    roles: Mapping[str, int] = {}
    skip: Mapping[int, tuple[str, ...]] = {}
    ignore: tuple[int, ...] = ()
    yes: tuple[str, ...] = YES
    no: tuple[str, ...] = NO
    mode: Literal["zero_sum", "plus", "minus"] = "zero_sum"
    unsigned: bool = False


def key(title: str) -> str:
    """A title as it is looked up: without case, dots and underscores."""
    return " ".join(fold(title).replace("_", " ").replace(".", " ").replace("-", " ").split())


def number(text: str) -> Cell:
    """The cell of a written number. Raises ValueError for what is none."""
    if text in SAT_OUT:
        return None
    if text == ILLEGIBLE:
        return ILLEGIBLE
    if not NUMBER.fullmatch(text):
        raise ValueError(text)
    value = Decimal(text.translate(DASHES).replace(",", "."))
    return int(value) if value == value.to_integral_value() else value


def is_number(text: str) -> bool:
    """Whether a cell can stand in a column of numbers."""
    try:
        number(text.rstrip("*"))
    except ValueError:
        return False
    return True


# -- a described layout


def described(layout: Layout, titles: Sequence[str]) -> Columns:
    """The columns of a layout. Raises Unreadable for a column that the table does not have."""
    places = {fold(title): i for i, title in enumerate(titles)}

    def column(title: str) -> int:
        if fold(title) not in places:
            raise Unreadable("error.import.no-column", name=title, known=", ".join(filter(None, titles)))
        return places[fold(title)]

    roles = {role: column(getattr(layout, role)) for role in TITLES if getattr(layout, role)}
    owners = tuple(map(column, layout.names)) or layout.players
    points, totals = tuple(map(column, layout.points)), tuple(map(column, layout.totals))
    if layout.players and not layout.names and not points and not totals:
        columns = tuple(map(column, layout.players))
        points, totals = ((), columns) if layout.numbers == "totals" else (columns, ())
    fits = all(len(row) == len(owners) for row in (points, totals) if row)
    if layout.numbers not in ("", "points", "totals") or not fits or not (points or totals) or len(owners) < FOUR:
        raise Unreadable("error.import.layout")
    return Columns(
        titles=tuple(titles),
        owners=owners,
        points=points,
        totals=totals,
        roles=roles,
        skip={column(title): tuple(map(fold, words)) for title, words in layout.skip.items()},
        ignore=tuple(map(column, layout.ignore)),
        yes=tuple(map(fold, layout.yes)) or YES,
        no=(*map(fold, layout.no), "") if layout.no else NO,
    )


# -- a layout that the titles tell


def recognised(titles: Sequence[str], rows: Sequence[Line]) -> Columns:
    """The columns of a table that nobody described. Raises Unreadable where they are not certain, or hold no hands."""
    keys = [key(title) for title in titles]
    numeric = [_is_numeric(rows, i) for i in range(len(titles))]
    roles = {}
    for i, title in enumerate(keys):
        role = ROLES.get(title, "")
        if role and role not in roles and _fits_role(role, numeric[i], [row.cells[i] for row in rows]):
            roles[role] = i
    _refuse_results(titles, keys, numeric, roles)
    columns = _with_owners(titles, keys, numeric, roles) or _paired(titles, keys, numeric, roles)
    if columns is None:
        columns = _by_numbers(
            titles, [i for i, fits in enumerate(numeric) if fits and _free(i, keys, roles)], roles, rows
        )
    return replace(columns, skip={roles["hand"]: SUM_WORDS} if "hand" in roles else {})


def settled(columns: Columns, rows: Sequence[Line]) -> Columns:
    """The columns with what their numbers say: whether only one side writes, and whether values have a sign."""
    places = columns.points or columns.totals
    written = {value for row in rows for i in places if (value := _value(row.cells[i])) is not None}
    low, high = min(written, default=0), max(written, default=0)
    mode: Literal["zero_sum", "plus", "minus"]
    mode = "zero_sum" if low < 0 < high or low == high else "minus" if low < 0 else "plus"
    value = columns.roles.get("value")
    unsigned = value is not None and all((_value(row.cells[value]) or 0) >= 0 for row in rows)
    return replace(columns, mode=mode, unsigned=unsigned)


def _value(text: str) -> int | Decimal | None:
    """A legible number; None for anything else."""
    try:
        value = number(text.rstrip("*"))
    except ValueError:
        return None
    return value if isinstance(value, (int, Decimal)) else None


def _fits_role(role: str, numeric: bool, cells: Iterable[str]) -> bool:
    """Whether the cells can be what the title says: a column with negative numbers may be that of a player."""
    if role in ("value", "sum"):
        return numeric
    return not numeric or all((_value(cell) or 0) >= 0 for cell in cells)


def _free(i: int, keys: Sequence[str], roles: Mapping[str, int]) -> bool:
    """Whether a column can be that of a player: not taken, and no second number of something."""
    head = NUMBERED.fullmatch(keys[i])
    return bool(keys[i]) and i not in roles.values() and not (head and head[1] in ROLES)


def _is_numeric(rows: Sequence[Line], i: int) -> bool:
    """Whether a column holds numbers: a word among them is a remark, or a slip."""
    cells = [is_number(row.cells[i]) for row in rows if row.cells[i] not in SAT_OUT]
    return cells.count(True) > cells.count(False)


def _refuse_results(
    titles: Sequence[str], keys: Sequence[str], numeric: Sequence[bool], roles: Mapping[str, int]
) -> None:
    """Raises Unreadable for a table whose rows are no hands."""
    seen = ", ".join(title for title in titles if title)
    if any(title in RESULTS and ("hand" not in roles or not numeric[i]) for i, title in enumerate(keys)):
        raise Unreadable("error.import.results", seen=seen)
    if "hand" not in roles and any(title in EVENINGS for title in keys):
        raise Unreadable("error.import.evenings", seen=seen)


def _with_owners(
    titles: Sequence[str], keys: Sequence[str], numeric: Sequence[bool], roles: dict[str, int]
) -> Columns | None:
    """Columns that name the players row by row, with numbered columns of numbers: p1, t1, d1, in any order."""
    found: dict[str, dict[str, int]] = {"owners": {}, "totals": {}, "points": {}}
    words = {"owners": OWNERS, "totals": TOTALS, "points": POINTS}
    for i, title in enumerate(keys):
        match = NUMBERED.fullmatch(title)
        for what, known in words.items():
            if match and match[1] in known and numeric[i] == (what != "owners"):
                found[what][match[2]] = i
    owners = sorted(found["owners"])
    fits = all(sorted(found[what]) in ([], owners) for what in ("totals", "points"))
    if len(owners) < FOUR or not fits or not (found["totals"] or found["points"]):
        return None
    return Columns(
        titles=tuple(titles),
        owners=tuple(found["owners"][number] for number in owners),
        points=tuple(found["points"][number] for number in owners if found["points"]),
        totals=tuple(found["totals"][number] for number in owners if found["totals"]),
        roles=roles,
    )


def _paired(
    titles: Sequence[str], keys: Sequence[str], numeric: Sequence[bool], roles: dict[str, int]
) -> Columns | None:
    """Two columns a player: Anna and Stand Anna, Anna points and Anna total."""
    found: dict[str, dict[str, int]] = {}
    names: dict[str, str] = {}
    for i in range(len(keys)):
        if not numeric[i] or not _free(i, keys, roles):
            continue
        name, what = _base(titles[i])
        names.setdefault(fold(name), name)
        found.setdefault(fold(name), {}).setdefault(what, i)
    both = {name: columns for name, columns in found.items() if "totals" in columns}
    if len(both) < FOUR or any(len(columns) != len(next(iter(both.values()))) for columns in both.values()):
        return None
    points = tuple(columns.get("points", columns.get("", -1)) for columns in both.values())
    return Columns(
        titles=tuple(titles),
        owners=tuple(names[name] for name in both),
        points=() if -1 in points else points,
        totals=tuple(columns["totals"] for columns in both.values()),
        roles=roles,
    )


def _base(title: str) -> tuple[str, str]:
    """The name in a title, and whether it speaks of points or totals."""
    first, _, rest = title.replace("_", " ").strip().partition(" ")
    head, _, last = title.replace("_", " ").strip().rpartition(" ")
    for word, name in ((first, rest), (last, head)):
        for what, known in (("totals", TOTALS), ("points", POINTS)):
            if name and key(word) in known:
                return name.strip(), what
    return title.strip(), ""


# -- a layout that the numbers tell


class _Reading(Struct, frozen=True):
    """A way to read columns of numbers: which of them are players, points or totals, and which one is the value."""

    players: tuple[int, ...]
    totals: bool
    value: int | None


def _by_numbers(titles: Sequence[str], bare: Sequence[int], roles: dict[str, int], rows: Sequence[Line]) -> Columns:
    """The one reading under which the rows obey the laws of a list. Raises Unreadable where there is not just one."""
    if len(bare) < FOUR:
        raise Unreadable("error.import.unknown", seen=", ".join(filter(None, titles)))
    readings = [_Reading(tuple(bare), totals, None) for totals in (False, True)]
    if len(bare) > FOUR and "value" not in roles:
        readings += [_Reading(tuple(bare[:-1]), totals, bare[-1]) for totals in (False, True)]
    for modes in (("zero_sum",), ("minus", "plus")):
        shares = {(r, mode): _share(r, mode, roles, rows) for r, mode in product(readings, modes)}
        (best, _), share = max(shares.items(), key=lambda item: item[1])
        others = [other for (reading, _), other in shares.items() if reading is not best]
        if share < ENOUGH:
            continue
        if share - max(others, default=0) < LEAD:
            raise Unreadable("error.import.two-readings", seen=", ".join(titles[i] for i in bare))
        found = {**roles, "value": best.value} if best.value is not None else roles
        points, totals = ((), best.players) if best.totals else (best.players, ())
        owners = tuple(titles[i] for i in best.players)
        return Columns(titles=tuple(titles), owners=owners, points=points, totals=totals, roles=found)
    raise Unreadable("error.import.no-reading", seen=", ".join(titles[i] for i in bare))


def _share(reading: _Reading, mode: str, roles: Mapping[str, int], rows: Iterable[Line]) -> float:
    """The share of rows that fit; the first of a list tells nothing, since its points are its totals."""
    fits = seen = 0
    before: dict[str, dict[int, int | Decimal]] = {}
    for row in rows:
        if "hand" in roles and fold(row.cells[roles["hand"]]) in SUM_WORDS:
            continue
        sheet = row.cells[roles["sheet"]] if "sheet" in roles else ""
        cells = {i: value for i in reading.players if (value := _value(row.cells[i])) is not None}
        last = before.get(sheet)
        before[sheet] = {**(last or {}), **cells}
        if reading.totals and last is not None:
            cells = {i: value - last.get(i, 0) for i, value in cells.items()}
        worth = _value(row.cells[reading.value]) if reading.value is not None else None
        if last is not None and cells:
            seen += 1
            fits += obeys(list(cells.values()), mode) and (reading.value is None or _is_value(worth, cells.values()))
    return fits / seen if seen else 0.0


def _is_value(value: int | Decimal | None, points: Iterable[int | Decimal]) -> bool:
    return value is not None and abs(value) in {abs(point) for point in points}


def obeys(points: Sequence[int | Decimal], mode: str) -> bool:
    """Whether the points of a row can be those of a hand: four play, and two win, or one, or three."""
    playing = sorted(points)
    while len(playing) > FOUR and 0 in playing:
        playing.remove(0)
    if len(playing) != FOUR:
        return False
    low, second, third, high = playing
    if mode == "minus":
        return high == 0 > low
    if mode == "plus":
        return low == 0 < high
    if sum(playing):
        return False
    return second == third == high or (low == second and third in (second, high))
