"""The kinds of entries, and what is done with each: a line of a sheet <-> an entry with the findings of its tokens."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from dokosheet.core.finding import Finding, Place, bounded, finding
from dokosheet.core.notation import events, pages, people
from dokosheet.core.notation.events import EventEntry
from dokosheet.core.notation.hand import Hand, Player
from dokosheet.core.notation.line import HandEntry, ParsedHand, format_hand, parse_tokens, rename_hand
from dokosheet.core.notation.pages import PageEntry
from dokosheet.core.notation.people import PeopleEntry
from dokosheet.core.notation.tokens import NOWHERE, Kind, Naming, Seating, Source, Tokens, to_finding, tokens_of
from dokosheet.core.notation.words import Words
from dokosheet.core.records import Record, replace
from dokosheet.core.rules import Ruleset


class UnreadEntry(Record, frozen=True):
    """Something that nobody can read: an item, or what an entry says besides; ``rest``: all from its line on.

    ``hands``: a hand may stand there.
    """

    source: Source
    hands: bool = True
    rest: bool = False


Entry = HandEntry | EventEntry | PeopleEntry | PageEntry | UnreadEntry

#: Every kind of entry that is no hand, by the key of its mapping.
KINDS: Final[dict[str, Kind]] = {**events.KINDS, **people.KINDS, **pages.KINDS}
#: First words of lines that are not hands -> the kind.
ENTRY_WORDS: Final = {word: key for key, kind in KINDS.items() for word in kind.words}
_BY_RECORD: Final[dict[type[Any], Kind]] = {kind.record: kind for kind in KINDS.values()}

#: A longer line is no entry.
LONGEST: Final = 4000
NO_PLACES: Final[Mapping[str, Place]] = {}


@lru_cache(maxsize=256)
def words(rules: Ruleset, players: tuple[Player, ...]) -> Words:
    """The words of a table; the same object at every call."""
    return Words(rules, players, ENTRY_WORDS)


def parse_entry(
    tokens: Sequence[str],
    table: Words,
    text: str,
    place: Place,
    exact: bool = True,
    places: Mapping[str, Place] | None = None,
    as_hand: bool = False,
) -> tuple[Entry, list[Finding]]:
    """Read the tokens of one entry. Never raises: what cannot be read is a finding at its token.

    ``text``, ``place``, ``exact``, ``places``: as in :class:`Source`. ``as_hand``: it is known to be a hand, whatever
    its first word.
    """
    what = table.entry(tokens[0]) if tokens and not as_hand else ""
    if what:
        it = Tokens(tokens, table, Source(text, place, exact, (), places or NO_PLACES))
        return KINDS[what].read(it), it.findings()
    parsed = parse_tokens(tokens, table)
    source = Source(text, place, exact, parsed.fields, places or NO_PLACES, parsed.several)
    if not parsed.problems:
        return HandEntry(parsed.hand, source, parsed.note), []
    found = bounded([to_finding(p, source, i, tokens[i]) for i, p in parsed.problems])
    return HandEntry(parsed.hand, source, parsed.note, True, _hides_solo(parsed, table.rules)), found


def _hides_solo(parsed: ParsedHand, rules: Ruleset) -> bool:
    """Whether a line that could not be read can be a solo whose player, or whose kind, is not known."""
    named = len(parsed.hand.named)
    if parsed.hand.kind != "normal" and rules.is_solo(parsed.hand.kind):
        return named != 1
    names = sum(problem.code in ("F105", "F106") and i < PAIR for i, problem in parsed.problems)
    return named + names < PAIR


#: Players of Re in a hand of two against two; they stand first.
PAIR: Final = 2


def begins_entry(tokens: Sequence[str], table: Words) -> bool:
    """Whether tokens in the middle of a text read like the beginning of an entry that counts, which it swallowed.

    A row; a word such as ``strafe``; a player, and behind him another one, a kind or Augen.
    """
    if not tokens:
        return False
    what = table.entry(tokens[0])
    if what:
        return KINDS[what].counts
    fields = parse_tokens(tokens[:PAIR], table).fields
    return tokens[0][0] == "=" or (fields[:1] == ("named",) and fields[-1] in SECOND and len(fields) == PAIR)


#: What stands behind the first player of a hand.
SECOND: Final = frozenset(("named", "kind", "klaerung", "augen"))


def parse_line(line: str, table: Words, place: Place, exact: bool = True) -> tuple[Entry, list[Finding]]:
    """Read one line of a sheet that stands at ``place``."""
    if len(line) > LONGEST:
        args = {"n": len(line), "most": LONGEST}
        return HandEntry(Hand(), Source(line, place, False), "", True, True), [
            finding("F103", place, variant="long", args=args)
        ]
    return parse_entry(tokens_of(line), table, line, place, exact)


def format_entry(entry: Entry, players: Iterable[Player] = ()) -> str:
    """The canonical line of an entry."""
    players = tuple(players)
    if isinstance(entry, HandEntry):
        return format_hand(entry.hand, players, entry.note)
    if isinstance(entry, UnreadEntry):
        return entry.source.text
    word = {player.name: player.word for player in players}
    return _BY_RECORD[type(entry)].spell(entry, lambda name: word.get(name, name))


def renamed(entry: Entry, name: Naming, cells: Seating) -> Entry:
    """The entry with ``name`` of every player and ``cells`` of every row; what it says stays the same."""
    if isinstance(entry, HandEntry):
        return rename_hand(entry, name, cells)
    kind = _BY_RECORD.get(type(entry))
    return entry if kind is None or kind.rename is None else kind.rename(entry, name, cells)


def says(entry: Entry) -> Entry:
    """The entry without its place, to compare."""
    return replace(entry, source=NOWHERE)
