"""Which column of somebody's table says what: by its titles and its numbers, and by a layout that knows better."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import combinations
from typing import Final, Literal

from dokosheet.core.models import Model
from dokosheet.core.notation.hand import ILLEGIBLE, Cell
from dokosheet.core.notation.vocabulary import DASHES, NUMBER, fold
from dokosheet.core.records import Record, replace
from dokosheet.files.tables import RawRow, Unreadable
from dokosheet.importing.numerals import SAT_OUT

#: What a title means, in German and English.
TITLES: Final[Mapping[str, tuple[str, ...]]] = {
    "sheet": ("sheet", "list", "liste", "spielliste", "blatt", "zettel", "listennummer"),
    "hand": (
        *(
            "hand",
            "spiel",
            "nr",
            "no",
            "nummer",
            "number",
            "#",
            "game",
            "spiel nr",
            "spielnr",
            "lfd nr",
            "lfd",
            "lfdnr",
        ),
        *("spielnummer", "game no", "hand no", "nr spiel", "spiel #", "game number", "hand number", "laufende nummer"),
    ),
    "dealer": ("dealer", "geber", "kartengeber", "gibt", "geberin", "gegeben von", "dealt by"),
    "value": (
        *("value", "wert", "spielwert", "worth", "punkte", "points", "spielpunkte", "punktwert", "wert des spiels"),
        *("score", "game value", "augenwert", "punktzahl"),
    ),
    "winner": (
        "winner",
        "winners",
        "sieger",
        "gewinner",
        "gewonnen",
        "gewinnt",
        "won by",
        "siegerpartei",
        "gewinnerpartei",
    ),
    "bock": ("bock", "bockspiel", "bockrunde", "doubled", "bockstufe", "bock level"),
    "solo": ("solo", "solist", "soloist", "solospieler", "alleinspieler", "solo von", "solo by"),
    "wedding": ("wedding", "hochzeit", "hz", "hochzeit von"),
    "kind": ("type", "kind", "art", "spielart", "typ", "spieltyp", "game type"),
    "re": ("re", "re partei", "re spieler", "re party", "re players"),
    "date": ("date", "datum", "tag", "day"),
    "sum": ("sum", "summe", "kontrolle", "quersumme", "check", "kontrollsumme", "checksum", "pruefsumme"),
}
ROLES: Final = {title: role for role, titles in TITLES.items() for title in titles}
#: Words in the titles of what else people note of a hand: it has no place on a line, and is no player.
_REMARKS: Final = (
    "bemerkung bemerkungen notiz notizen kommentar anmerkung anmerkungen sonstiges text remark remarks comments note",
    "comment notes runde round rounds spielrunde zeit uhrzeit time dauer augen stiche tricks fuchs fuechse fox",
    "foxes karlchen charlie doppelkopf ansage ansagen absage absagen call calls sonderpunkte sonderpunkt extra extras",
    "bonus boni strafe strafen penalty pflichtsolo pflichtsoli lustsolo soli soloist boecke bockspiele bocks kontra",
    "contra partei party faktor factor einsatz stake geld money kasse tisch table ort place kontrolle",
)
#: Titles of columns that hold remarks and nothing else.
NOTES: Final = frozenset((*_REMARKS[0].split(), "comment", "notes"))
REMARKS: Final = frozenset(word for line in _REMARKS for word in line.split())
STEMS: Final = ("bock", "solo", "straf", "augen", "ansag", "absag", "sonderpunkt", "pflichtsol", "lustsol", "bemerk")
WORDS: Final = REMARKS | {word for title in ROLES for word in title.split() if len(word) > 1}
#: Titles of tables that hold results: a row stands for a player ...
RESULTS: Final = ("place", "platz", "rang", "rank", "position", "player", "spieler", "name", "team", "mannschaft")
#: ... or for an evening.
EVENINGS: Final = ("date", "datum", "season", "saison", "year", "jahr", "period", "event", "quarter", "abend", "monat")
NUMBERED: Final = re.compile(r"(.+?)\s*(\d)")
OWNERS: Final = ("p", "player", "spieler", "name")
TOTALS: Final = ("t", "total", "totals", "stand", "gesamt", "summe", "zwischenstand", "running total")
POINTS: Final = ("d", "diff", "differenz", "difference", "points", "punkte", "spielpunkte")
YES: Final = ("ja", "j", "yes", "y", "x", "true", "wahr", "1", "bock")
NO: Final = ("nein", "n", "no", "false", "falsch", "0", "-", "")
FOUR: Final = 4
#: How many rows are looked at to find which columns make the sums of hands, and among how many columns.
SAMPLE: Final = 80
MOST_BARE: Final = 9
#: The share of rows that has to obey, and by how much it has to beat the other reading: lists have slips.
ENOUGH: Final = 0.75
LEAD: Final = 0.25
CLEAR: Final = 1.5


class Layout(Model):
    """What a file says of a table; every column by its title.

    It amends what titles and numbers tell: what it does not name is recognised as without it.
    """

    columns: tuple[str, ...] = ()
    """The titles, where the table has none."""
    players: tuple[str, ...] = ()
    """The columns of the players, or with points and totals only their names."""
    names: tuple[str, ...] = ()
    """The columns that name the players row by row."""
    numbers: str = ""
    """What the columns of the players hold: points, or totals."""
    points: tuple[str, ...] = ()
    """The columns of points, in the order of the players."""
    totals: tuple[str, ...] = ()
    """The columns of totals, in the order of the players."""
    sheet: str = ""
    """Which list a row belongs to."""
    hand: str = ""
    """The number of the hand."""
    dealer: str = ""
    """Who dealt."""
    value: str = ""
    """The value of the hand."""
    winner: str = ""
    """Who has won."""
    bock: str = ""
    """Whether it was a Bock hand."""
    solo: str = ""
    """Who played a solo."""
    wedding: str = ""
    """Who had a Hochzeit."""
    kind: str = ""
    """What was played."""
    re: str = ""
    """Who was Re."""
    date: str = ""
    """The day."""
    sum: str = ""
    """A sum of the row, which is not looked at."""
    skip: dict[str, tuple[str, ...]] = {}
    """Rows with one of these words in a column are sums."""
    ignore: tuple[str, ...] = ()
    """Columns to leave out."""
    yes: tuple[str, ...] = ()
    """Words for yes, instead of the usual ones."""
    no: tuple[str, ...] = ()
    """Words for no, instead of the usual ones."""
    decimal: Literal["", ".", ","] = ""
    """The sign before decimals."""


class Columns(Record, frozen=True, kw_only=True):
    """Which column says what. ``owners``: whose the columns of numbers are, by name or by a column that names them.

    ``left``: columns of numbers that are none of all this, and become remarks; ``guessed``: the one that is the value
    by its numbers alone. ``mode``: ``plus`` or ``minus`` where only one side writes. ``unsigned``: the value does not
    say who has won.
    """

    titles: tuple[str, ...]
    owners: tuple[int | str, ...]
    points: tuple[int, ...] = ()
    totals: tuple[int, ...] = ()
    roles: Mapping[str, int] = {}
    skip: Mapping[int, tuple[str, ...]] = {}
    ignore: tuple[int, ...] = ()
    left: tuple[int, ...] = ()
    guessed: int | None = None
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


# -- the columns of a table


def columns_of(titles: Sequence[str], rows: Sequence[RawRow], layout: Layout | None = None) -> Columns:
    """The columns of a table whose numbers are plain; ``rows``: those that can be hands.

    Raises Unreadable where the columns are not certain, where they hold no hands, and for a column of a layout that the
    table does not have.
    """
    asked = layout or Layout.model_construct()
    find = _Finder(titles)
    given = {role: find(getattr(asked, role)) for role in TITLES if getattr(asked, role)}
    columns = Columns(
        titles=tuple(titles),
        owners=tuple(map(find, asked.names)) or asked.players,
        points=tuple(map(find, asked.points)),
        totals=tuple(map(find, asked.totals)),
        skip={find(title): tuple(map(fold, words)) for title, words in asked.skip.items()},
        ignore=tuple(map(find, asked.ignore)),
        yes=tuple(map(fold, asked.yes)) or YES,
        no=(*map(fold, asked.no), "") if asked.no else NO,
    )
    if asked.players and not asked.names and not asked.points and not asked.totals:
        mine = tuple(map(find, asked.players))
        columns = replace(columns, **{"totals" if asked.numbers == "totals" else "points": mine})
    described = bool(columns.owners or columns.points or columns.totals)
    fits = all(len(row) == len(columns.owners) for row in (columns.points, columns.totals) if row)
    named = described and fits and (columns.points or columns.totals) and len(columns.owners) >= FOUR
    if asked.numbers not in ("", "points", "totals") or (described and not named):
        raise Unreadable("error.import.layout")
    taken = {*given.values(), *columns.ignore, *columns.points, *columns.totals, *_by_row(columns)}
    return _amended(columns, _recognised(titles, rows, given, taken), rows, asked.numbers)


class _Finder:
    """The place of a column by its title. Raises Unreadable where there is none."""

    def __init__(self, titles: Sequence[str]) -> None:
        self.places = {fold(title): i for i, title in enumerate(titles)}
        self.known = ", ".join(filter(None, titles))

    def __call__(self, title: str) -> int:
        if fold(title) not in self.places:
            raise Unreadable("error.import.no-column", name=title, known=self.known)
        return self.places[fold(title)]


def _by_row(columns: Columns) -> list[int]:
    return [owner for owner in columns.owners if isinstance(owner, int)]


class _Known(Record):
    """What titles and cells tell of the columns. ``free``: columns of numbers that can still be those of players."""

    keys: list[str]
    numeric: list[bool]
    roles: dict[str, int]
    free: list[int]


def _recognised(titles: Sequence[str], rows: Sequence[RawRow], given: Mapping[str, int], taken: set[int]) -> _Known:
    """The roles by title, without columns that are ``taken``; what a layout has ``given`` goes first."""
    keys = [key(title) for title in titles]
    numeric = [is_numeric(rows, i) for i in range(len(titles))]
    roles = dict(given)
    for i, title in enumerate(keys):
        role = ROLES.get(title, "")
        fits = role and role not in roles and i not in taken
        if fits and _fits_role(role, numeric[i], [row.cells[i] for row in rows]):
            roles[role] = i
    used = {*taken, *roles.values()}
    free = [i for i, fits in enumerate(numeric) if fits and keys[i] and i not in used]
    return _Known(keys, numeric, roles, free)


def _amended(columns: Columns, known: _Known, rows: Sequence[RawRow], numbers: str) -> Columns:
    """The columns with the players and the roles of which the layout says nothing."""
    described = bool(columns.owners)
    if not described:
        _refuse_results(columns, known)
        found = _with_owners(columns, known) or _paired(columns, known) or _by_numbers(columns, known, rows, numbers)
    else:
        found = replace(columns, roles=known.roles)
    taken = {*found.points, *found.totals, *found.roles.values()}
    left = [i for i in known.free if i not in taken]
    strange = [] if described else [i for i in left if not _is_known(known.keys[i])]
    if strange:
        raise _left_over(columns, strange)
    return replace(found, left=tuple(left))


def _left_over(columns: Columns, places: Iterable[int]) -> Unreadable:
    titles = [columns.titles[i] for i in places]
    return Unreadable("error.import.left-over", seen=", ".join(titles), name=titles[0])


def _is_known(title: str) -> bool:
    """Whether a title speaks of something that is noted of a hand, not of a player."""
    head = NUMBERED.fullmatch(title)
    words = [*title.split(), *([head[1]] if head else [])]
    return any(word in WORDS or word.startswith(STEMS) for word in words)


def settled(columns: Columns, rows: Sequence[RawRow]) -> Columns:
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


def is_numeric(rows: Sequence[RawRow], i: int) -> bool:
    """Whether a column holds numbers: a word among them is a remark, or a slip."""
    cells = [is_number(row.cells[i]) for row in rows if row.cells[i] not in SAT_OUT]
    return cells.count(True) > cells.count(False)


def _refuse_results(columns: Columns, known: _Known) -> None:
    """Raises Unreadable for a table whose rows are no hands."""
    seen = ", ".join(filter(None, columns.titles))
    numbered = "hand" in known.roles
    if not numbered and known.keys and known.keys[0] in EVENINGS:  # a row is what its first column is
        raise Unreadable("error.import.evenings", seen=seen)
    if any(title in RESULTS and (not numbered or not known.numeric[i]) for i, title in enumerate(known.keys)):
        raise Unreadable("error.import.results", seen=seen)
    if not numbered and any(title in EVENINGS for title in known.keys):
        raise Unreadable("error.import.evenings", seen=seen)


def _with_owners(columns: Columns, known: _Known) -> Columns | None:
    """Columns that name the players row by row, with numbered columns of numbers: p1, t1, d1, in any order."""
    found: dict[str, dict[str, int]] = {"owners": {}, "totals": {}, "points": {}}
    words = {"owners": OWNERS, "totals": TOTALS, "points": POINTS}
    for i, title in enumerate(known.keys):
        match = NUMBERED.fullmatch(title)
        for what, heads in words.items():
            if match and match[1] in heads and known.numeric[i] == (what != "owners") and i not in columns.ignore:
                found[what][match[2]] = i
    owners = sorted(found["owners"])
    fits = all(sorted(found[what]) in ([], owners) for what in ("totals", "points"))
    if len(owners) < FOUR or not fits or not (found["totals"] or found["points"]):
        return None
    return replace(
        columns,
        owners=tuple(found["owners"][number] for number in owners),
        points=tuple(found["points"][number] for number in owners if found["points"]),
        totals=tuple(found["totals"][number] for number in owners if found["totals"]),
        roles=known.roles,
    )


def _paired(columns: Columns, known: _Known) -> Columns | None:
    """Columns whose titles say whose points and whose totals: Anna and Stand Anna, Anna points and Anna total."""
    found: dict[str, dict[str, int]] = {}
    names: dict[str, str] = {}
    for i in known.free:
        name, what = _base(columns.titles[i])
        if what and _is_known(key(name)):
            continue
        names.setdefault(fold(name), name)
        found.setdefault(fold(name), {}).setdefault(what, i)
    for shape in (("points", "totals"), ("", "totals"), ("points",), ("totals",)):
        both = {name: places for name, places in found.items() if all(what in places for what in shape)}
        if len(both) < FOUR:
            continue
        if any(set(places) & {"points", "totals"} for name, places in found.items() if name not in both):
            return None  # somebody has only one of the two
        numbers = {what: tuple(places[what] for places in both.values()) for what in shape}
        points = numbers.get("points", numbers.get("", ()))
        owners = tuple(names[name] for name in both)
        totals = numbers.get("totals", ())
        return replace(columns, owners=owners, points=points, totals=totals, roles=known.roles)
    return None


def _base(title: str) -> tuple[str, str]:
    """The name in a title, and whether it speaks of points or totals."""
    first, _, rest = title.replace("_", " ").strip().partition(" ")
    head, _, last = title.replace("_", " ").strip().rpartition(" ")
    for word, name in ((first, rest), (last, head)):
        for what, known in (("totals", TOTALS), ("points", POINTS)):
            if name and len(word) > 1 and key(word) in known:
                return name.strip(), what
    return title.strip(), ""


# -- what the numbers tell


class _Reading(Record, frozen=True):
    """A way to read columns of numbers: which of them are players, and whether they hold points or totals."""

    players: tuple[int, ...]
    totals: bool


class _Step(Record, frozen=True):
    """The numbers of a row: as they stand, and by how much they changed since the row before (None: there is none)."""

    cells: dict[int, int | Decimal]
    changes: dict[int, int | Decimal] | None


def _by_numbers(columns: Columns, known: _Known, rows: Sequence[RawRow], numbers: str) -> Columns:
    """The one reading under which the rows obey the laws of a list. Raises Unreadable where there is not just one."""
    bare = known.free
    if len(bare) > MOST_BARE:
        bare = [i for i in bare if not _is_known(known.keys[i])]
    seen = ", ".join(columns.titles[i] for i in bare)
    if len(bare) < FOUR:
        raise Unreadable("error.import.unknown", seen=", ".join(filter(None, columns.titles)))
    steps = list(_steps(rows[:SAMPLE], bare, known.roles))
    what = [totals for totals in (False, True) if numbers in ("", "totals" if totals else "points")]
    what = what[:1] if len(steps) == 1 else what  # after one hand the totals are its points
    for modes in (("zero_sum",), ("minus", "plus")):
        shares = {
            _Reading(players, totals): max(_share(steps, players, totals, mode) for mode in modes)
            for players in _sets(bare)
            for totals in what
        }
        best = max(shares, key=lambda reading: (shares[reading], -_odd(reading, known)))
        if shares[best] < ENOUGH:
            continue
        rivals = [reading for reading in shares if shares[best] - shares[reading] < LEAD and reading != best]
        clear = shares[best] == 1  # then two rows that do not fit are enough to tell
        close = [r for r in rivals if r.totals != best.totals and not (clear and (1 - shares[r]) * len(steps) > CLEAR)]
        if close:
            raise Unreadable("error.import.two-readings", seen=seen)
        equal = [r for r in rivals if shares[r] == shares[best] and _odd(r, known) <= _odd(best, known)]
        unsure = {i for reading in equal for i in {*reading.players} ^ {*best.players}}
        return _with_players(columns, known, best, unsure, rows)
    raise Unreadable("error.import.no-reading", seen=seen)


def _sets(bare: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """The sets of columns that can be the players, the largest first."""
    for n in range(len(bare), FOUR - 1, -1):
        if len(bare) <= MOST_BARE or n >= len(bare) - 1:
            yield from combinations(bare, n)


def _odd(reading: _Reading, known: _Known) -> int:
    """How many of the players have a title that speaks of something else."""
    return sum(_is_known(known.keys[i]) for i in reading.players)


def _with_players(columns: Columns, known: _Known, best: _Reading, unsure: set[int], rows: Sequence[RawRow]) -> Columns:
    """The columns with the players that make the sums. Raises Unreadable where somebody may or may not be one."""
    if unsure:
        raise _left_over(columns, sorted(unsure))
    players = best.players
    roles, guessed = known.roles, None
    left = [i for i in known.free if i not in players and not _is_known(known.keys[i])]
    if len(left) == 1 and "value" not in roles and _is_value(left[0], best, rows):
        guessed = left[0]
        roles = {**roles, "value": guessed}
    points, totals = ((), players) if best.totals else (players, ())
    owners = tuple(columns.titles[i] for i in players)
    return replace(columns, owners=owners, points=points, totals=totals, roles=roles, guessed=guessed)


def _steps(rows: Iterable[RawRow], places: Sequence[int], roles: Mapping[str, int]) -> Iterator[_Step]:
    before: dict[str, dict[int, int | Decimal]] = {}
    for row in rows:
        cells = {i: value for i in places if (value := _value(row.cells[i])) is not None}
        if not cells:
            continue
        sheet = row.cells[roles["sheet"]] if "sheet" in roles else ""
        last = before.get(sheet)
        before[sheet] = {**(last or {}), **cells}
        changes = None if last is None else {i: value - last.get(i, 0) for i, value in cells.items()}
        yield _Step(cells, changes)


def _share(steps: Sequence[_Step], players: Sequence[int], totals: bool, mode: str) -> float:
    """The share of rows that fit; the first of a list does not tell points from totals, since they are the same."""
    fits = seen = later = 0
    for step in steps:
        numbers = step.changes if totals and step.changes is not None else step.cells
        cells = [numbers[i] for i in players if i in numbers]
        later += step.changes is not None
        seen += 1
        fits += obeys(cells, mode)
    return fits / seen if later or len(steps) == 1 else 0.0


def _is_value(place: int, reading: _Reading, rows: Sequence[RawRow]) -> bool:
    """Whether a column holds what some player got, with or without a sign."""
    steps = list(_steps(rows[:SAMPLE], (*reading.players, place), {}))
    fits = 0
    for step in steps:
        points = step.changes if reading.totals and step.changes is not None else step.cells
        value = step.cells.get(place)
        fits += value is not None and abs(value) in {abs(points[i]) for i in reading.players if i in points}
    return fits >= ENOUGH * len(steps)


def obeying(columns: Columns, rows: Iterable[RawRow]) -> int:
    """How many rows have the points of a hand, or totals that sum to 0."""
    fits = 0
    for row in rows:
        points = [value for i in columns.points if (value := _value(row.cells[i])) is not None]
        totals = [value for i in columns.totals if (value := _value(row.cells[i])) is not None]
        right = not points or obeys(points, columns.mode)
        fits += right and (not totals or columns.mode != "zero_sum" or not sum(totals))
    return fits


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
