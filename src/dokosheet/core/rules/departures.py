"""In which rules one ruleset departs from another, so that a reader sees one rule as one line.

The knobs are those of the ruleset's own records: whatever is added there is compared here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import NoneType
from typing import Any, Final, Literal, get_args, get_origin

from pydantic.fields import FieldInfo

from dokosheet.core.models import alternatives, bare, inside, keys_of, many_in, record_in, type_of
from dokosheet.core.records import Record
from dokosheet.core.rules import Ruleset

#: What says who wrote a ruleset, and what a table calls things: no rule.
ABOUT: Final = frozenset(("id", "name", "extends", "source", "note", "labels"))

#: Where several knobs make one rule. Every other knob is a rule of its own.
RULES: Final = (
    "deck.pigs.*",
    "deck.swaps.*",
    "redeal.triggers.*",
    "hochzeit",
    "armut",
    "classes.*",
    "kinds.*",
    "modes.*",
    "calls.defs.*",
    "calls.clock",
    "calls.reply",
    "calls.early",
    "cowardice",
    "outcome.tie",
    "value.failed",
    "sonderpunkte.*",
    "bock",
    "pflichtsolo",
    "settlement.fees.*",
    "settlement.money",
    "settlement.tallies.*",
    "party.length",
    "party.time",
    "penalties.*",
)
#: Sections that one knob of theirs switches on, and its value when they are off: what else stands there is idle then.
SWITCHES: Final[dict[str, tuple[str, Any]]] = {
    "hochzeit": ("declared", False),
    "armut": ("test", None),
    "cowardice": ("slack", None),
    "bock": ("triggers", {}),
    "pflichtsolo": ("solos", 0),
}
#: Kinds that come and go with a section.
KINDS_OF: Final = {"armut": ("armut",), "hochzeit": ("hochzeit", "hochzeit_allein")}
#: Knobs of a new rule that are said even where they are as usual, and those that nobody needs to hear.
ALWAYS: Final = frozenset(("sonderpunkte.*.points", "bock.length", "bock.overlap", "cowardice.effect"))
NEVER: Final = frozenset(("kinds.*.modes", "hochzeit.declared", "armut.test"))

#: The paragraphs of TSR, by the beginning of a knob's path.
PARAGRAPHS: Final = {
    "deck.nines": "2.2.1",
    "deck.dulle": "5.3.3",
    "reservations": "4.1",
    "redeal": "3.3",
    "hochzeit": "4.4",
    "classes.solo": "7.2.4",
    "kinds.hochzeit": "4.4",
    "kinds.stille_hochzeit": "4.4.5",
    "kinds": "4.2",
    "modes.pflicht": "4.2",
    "modes.vorgefuehrt": "4.2.3",
    "modes.lust": "4.3",
    "calls.defs.re": "6.2",
    "calls.defs.kontra": "6.2",
    "calls.defs": "6.3",
    "calls.once_per_party": "6.4.7",
    "calls.absage_needs": "6.4.3",
    "calls.skip": "6.4.3",
    "calls.clock": "6.3.4",
    "calls.reply": "6.4.4",
    "outcome.absage_binds": "6.3.1",
    "outcome.both_fail": "7.1.3",
    "outcome.schwarz_by": "6.3.1",
    "outcome": "7.1",
    "value": "7.2.2",
    "sonderpunkte.alten": "7.2.3",
    "sonderpunkte.doppelkopf": "7.2.3",
    "sonderpunkte.fuchs": "7.2.3",
    "sonderpunkte.karlchen": "7.2.3",
    "sonderpunkte": "7.2.3",
    "pflichtsolo": "4.2",
    "settlement.mode": "7.3.3",
    "party.sit_out": "10.1.1",
    "party.players": "10.1",
    "party.length": "8.5.1",
    "party.time": "8.5",
    "penalties": "9",
}

Turn = Literal["on", "off", "changed"]


class KnobChange(Record, frozen=True):
    """A knob or an entry of a catalogue, by its path, before and after; None where there is none."""

    knob: str
    old: Any
    new: Any


class Part(Record, frozen=True):
    """A piece of a rule: a knob with its value. ``pattern``: its path with ``*`` for the id in a catalogue.

    ``of``: the other values beside it. ``entries``: where the value is a list of records, the parts of each.
    """

    pattern: str
    id: str
    value: Any
    of: Mapping[str, Any] = {}
    entries: tuple[tuple[Part, ...], ...] = ()


class Departure(Record, frozen=True):
    """A rule that is another one, is there only in the second (``on``), or only in the first ruleset (``off``).

    ``ids``: the entries of a catalogue that it is about; ``last``: they were all that it held. ``new`` and ``old``:
    what is to be said of both sides.
    """

    rule: str
    turn: Turn
    ids: tuple[str, ...]
    changes: tuple[KnobChange, ...]
    new: tuple[Part, ...] = ()
    old: tuple[Part, ...] = ()
    last: bool = False

    @property
    def paragraph(self) -> str:
        """The paragraph of TSR that it departs from, "" where there is none."""
        path = self.changes[0].knob
        return next((p for start, p in PARAGRAPHS.items() if f"{path}.".startswith(f"{start}.")), "")


def departures(first: Ruleset, second: Ruleset) -> tuple[Departure, ...]:
    """What is different in the second ruleset, in the order of the model."""
    if first is second:
        return ()
    old, new = _plain(first), _plain(second)
    for kind in first.kinds.keys() & second.kinds.keys():  # who says what follows anyway says nothing new
        if first.kinds[kind].can_be_pflichtsolo == second.kinds[kind].can_be_pflichtsolo:
            new["kinds"][kind]["pflicht_ok"] = old["kinds"][kind]["pflicht_ok"]
    found: dict[str, list[_Found]] = {}
    for change in _walk(_Place("", "", ""), Ruleset, old, new):
        found.setdefault(_rule_of(change), []).append(change)
    _join_kinds(found, old, new)
    gone: dict[str, list[_Found]] = {}
    made: list[Departure | str] = []
    for rule, changes in found.items():
        pattern = changes[0].rule_pattern
        if pattern.endswith(".*") and changes[0].pattern == pattern and changes[0].new is None:
            catalogue = pattern.removesuffix(".*")
            if catalogue not in gone:
                made.append(catalogue)
            gone.setdefault(catalogue, []).extend(changes)
            continue
        departure = _departure(rule, pattern, changes, old, new)
        if departure is not None:
            made.append(departure)
    return tuple(_gone(item, gone[item], new) if isinstance(item, str) else item for item in made)


def _gone(catalogue: str, changes: list[_Found], new: Mapping[str, Any]) -> Departure:
    """Entries of one catalogue that are no more."""
    ids, public = tuple(c.id for c in changes), tuple(c.change for c in changes)
    return Departure(catalogue, "off", ids, public, last=not _at(new, catalogue))


def _departure(
    rule: str, pattern: str, changes: list[_Found], old: dict[str, Any], new: dict[str, Any]
) -> Departure | None:
    """The departure that the changes of one rule make; None where it is switched off on both sides."""
    was, is_ = _on(rule, pattern, old), _on(rule, pattern, new)
    if not was and not is_:
        return None
    turn: Turn = "changed" if was and is_ else "on" if is_ else "off"
    ids = (changes[0].id,) if pattern.endswith(".*") else ()
    public = tuple(c.change for c in changes)
    if turn == "off":
        return Departure(rule, turn, ids, public)
    if turn == "on":
        return Departure(rule, turn, ids, public, tuple(_new_rule(rule, pattern, ids, new)))
    if rule == "party.length":
        return Departure(rule, turn, ids, public, _length(new), _length(old))
    return Departure(rule, turn, ids, public, tuple(_said(changes, new, "new")), tuple(_said(changes, old, "old")))


def _on(rule: str, pattern: str, rules: Mapping[str, Any]) -> bool:
    """Whether there is such a rule."""
    value = _at(rules, rule)
    if rule in SWITCHES:
        name, off = SWITCHES[rule]
        return bool(value[name] != off)
    return value is not None or pattern not in RULES


def _new_rule(rule: str, pattern: str, ids: tuple[str, ...], new: Mapping[str, Any]) -> Iterator[Part]:
    """What is to be said of a rule that was not there."""
    place = _Place(rule, pattern, ids[0] if ids else "")
    yield from _shown(place, _kind(pattern), _at(new, rule))
    for kind in KINDS_OF.get(rule, ()):
        if kind in new["kinds"]:
            parts = _shown(_Place(f"kinds.{kind}", "kinds.*", kind), _kind("kinds.*"), new["kinds"][kind])
            yield from (part for part in parts if part.pattern != "kinds.*.class")


def _said(changes: Iterable[_Found], rules: Mapping[str, Any], side: Literal["old", "new"]) -> Iterator[Part]:
    """What is to be said of one side of changes."""
    catalogues = set()
    for change in changes:
        value = getattr(change, side)
        catalogue, _, last = change.pattern.rpartition(".")
        if last == "*":  # an entry within a rule, such as a trigger of Bock
            if catalogue not in catalogues:
                catalogues.add(catalogue)
                yield Part(catalogue, "", tuple(_at(rules, catalogue)))
            continue
        if isinstance(value, dict) and record_in(change.kind) is not None:
            yield from _shown(change.place, change.kind, value)
        elif isinstance(value, dict):  # a table: what is different in it
            other = change.new if side == "old" else change.old
            keys = [*value, *(key for key in other or () if key not in value)]
            different = {key: value.get(key) for key in keys if value.get(key) != (other or {}).get(key)}
            if side == "old":
                different = {key: before for key, before in different.items() if before is not None}
            if different or not value:
                yield Part(change.pattern, change.id, different, _at(rules, change.knob.rpartition(".")[0]))
        else:
            yield _part(change.place, change.kind, value, _at(rules, change.knob.rpartition(".")[0]))


def _length(rules: Mapping[str, Any]) -> tuple[Part, ...]:
    """How long a Spielrunde is: unit and number are one word."""
    length = rules["party"]["length"]
    names = ["unit", "by_players"] if length["by_players"] else ["unit"]
    if length["unit"] == "points":
        names.append("finish_round")
    return tuple(Part(f"party.length.{name}", "", length[name], length) for name in names)


def _shown(place: _Place, kind: Any, value: Any) -> Iterator[Part]:
    """The parts of a record that are not as usual."""
    for name, info in _fields(kind).items():
        inner, kind, now = place.below(name), type_of(info), value[name]
        if record_in(kind) is not None:
            if now is not None:
                yield from _shown(inner, kind, now)
        elif inner.pattern in NEVER:
            continue
        elif _is_catalogue(kind):
            if now:
                yield Part(inner.pattern, place.id, tuple(now))
            for id_, entry in now.items():
                yield from _shown(inner.entry(id_), inside(kind), entry)
        elif info.is_required() or inner.pattern in ALWAYS or now != info.default:
            yield _part(inner, kind, now, value)


def _part(place: _Place, kind: Any, value: Any, of: Mapping[str, Any]) -> Part:
    """A knob with its value; a list of records with the parts of each."""
    entries: tuple[tuple[Part, ...], ...] = ()
    if _holds_records(kind):
        within = _Place(f"{place.path}.*", f"{place.pattern}.*", "")
        entries = tuple(tuple(_shown(within, inside(kind), item)) for item in value)
    return Part(place.pattern, place.id, value, of, entries)


# -- walking down two rulesets


class _Place(Record, frozen=True):
    """Where a value stands: its path, the same with ``*`` for ids, the id of the entry around it."""

    path: str
    pattern: str
    id: str

    def below(self, name: str) -> _Place:
        dot = "." if self.path else ""
        return _Place(f"{self.path}{dot}{name}", f"{self.pattern}{dot}{name}", self.id)

    def entry(self, name: object) -> _Place:
        return _Place(f"{self.path}.{name}", f"{self.pattern}.*", str(name))


class _Found(Record, frozen=True):
    """A change with what is known of its place."""

    place: _Place
    kind: Any
    old: Any
    new: Any

    @property
    def knob(self) -> str:
        return self.place.path

    @property
    def pattern(self) -> str:
        return self.place.pattern

    @property
    def id(self) -> str:
        return self.place.id

    @property
    def change(self) -> KnobChange:
        return KnobChange(self.knob, self.old, self.new)

    @property
    def rule_pattern(self) -> str:
        """The pattern of the rule that it belongs to."""
        return next((rule for rule in RULES if f"{self.pattern}.".startswith(f"{rule}.")), self.pattern)


def _rule_of(change: _Found) -> str:
    """The path of the rule that a change belongs to."""
    return ".".join(change.knob.split(".")[: change.rule_pattern.count(".") + 1])


def _walk(place: _Place, kind: Any, old: Any, new: Any) -> Iterator[_Found]:
    if old == new:
        return
    if record_in(kind) is not None and old is not None and new is not None:
        for name, info in _fields(kind).items():
            if place.path or name not in ABOUT:
                yield from _walk(place.below(name), type_of(info), old[name], new[name])
    elif _is_catalogue(kind):
        for name in dict.fromkeys((*new, *old)):
            yield from _walk(place.entry(name), inside(kind), old.get(name), new.get(name))
    else:
        yield _Found(place, kind, old, new)


def _join_kinds(found: dict[str, list[_Found]], old: Mapping[str, Any], new: Mapping[str, Any]) -> None:
    """Kinds that come or go with their section are no rule of their own; nor is the limit of a call that is gone."""
    for section, kinds in KINDS_OF.items():
        if section in found and _on(section, section, old) != _on(section, section, new):
            for kind in kinds:
                changes = found.get(f"kinds.{kind}", [])
                if changes and None in (changes[0].old, changes[0].new):
                    found[section] += found.pop(f"kinds.{kind}")
    clock = found.get("calls.clock", [])
    for change in list(clock):
        if change.knob == "calls.clock.latest":
            calls = new["calls"]["defs"]
            left = {call: limit for call, limit in change.old.items() if call in calls or call in change.new}
            if left == change.new:
                clock.remove(change)
            else:
                clock[clock.index(change)] = _Found(change.place, change.kind, left, change.new)
    if "calls.clock" in found and not clock:
        del found["calls.clock"]


def _plain(rules: Ruleset) -> dict[str, Any]:
    """A ruleset as maps, lists and plain values, by the names of its file."""
    return rules.model_dump(by_alias=True)


def _at(rules: Mapping[str, Any], path: str) -> Any:
    """The value at a path, None where there is none."""
    found: Any = rules
    for name in path.split("."):
        found = found.get(name) if isinstance(found, dict) else None
    return found


def _kind(pattern: str) -> Any:
    """The type of what stands at a pattern."""
    found: Any = Ruleset
    for name in pattern.split("."):
        found = inside(found) if name == "*" else type_of(_fields(found)[name])
    return found


def _fields(kind: Any) -> dict[str, FieldInfo]:
    """The fields of the record among the types that a value can be of."""
    record = record_in(kind)
    assert record is not None
    return keys_of(record)


def _holds_records(kind: Any) -> bool:
    """Whether a type is a list of records, or a map of them by id."""
    return many_in(kind) is not None and record_in(inside(kind)) is not None


def _is_catalogue(kind: Any) -> bool:
    """Whether a type is a map of records by id."""
    return _holds_records(kind) and get_origin(bare(many_in(kind))) is dict


# -- the knobs themselves


class Knob(Record, frozen=True):
    """A knob of the model: its pattern, the values that have a name, and whether it can be something else too."""

    pattern: str
    choices: tuple[Any, ...]
    free: bool


def knobs() -> Iterator[Knob]:
    """Every knob of the model, and every catalogue or list of records."""
    yield from _knobs("", Ruleset, ())


def _knobs(pattern: str, kind: Any, around: tuple[Any, ...]) -> Iterator[Knob]:
    record = record_in(kind)
    if record is not None:
        for name, info in keys_of(record).items() if record not in around else ():
            if pattern or name not in ABOUT:
                yield from _knobs(f"{pattern}.{name}".lstrip("."), type_of(info), (*around, record))
        return
    if _holds_records(kind):
        if not _is_catalogue(kind):
            yield Knob(pattern, (), True)
        yield from _knobs(f"{pattern}.*", inside(kind), around)
        return
    choices: list[Any] = []
    free = False
    for part in map(bare, alternatives(kind)):
        if get_origin(part) is Literal:
            choices += get_args(part)
        elif part is bool:
            choices += (True, False)
        elif part is NoneType:
            choices.append(None)
        else:
            free = True
    yield Knob(pattern, tuple(choices), free)
