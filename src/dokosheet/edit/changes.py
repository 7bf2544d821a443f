"""Corrections: what tokens make of a hand, and what a change of an old hand has changed behind it. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, Literal

from dokosheet.core.finding import Finding, Place
from dokosheet.core.ledger.rows import Row
from dokosheet.core.notation import vocabulary as voc
from dokosheet.core.notation.hand import Hand
from dokosheet.core.notation.line import parse_tokens
from dokosheet.core.notation.sheet import HandEntry, Source
from dokosheet.core.notation.tokens import to_finding
from dokosheet.core.notation.words import Meaning, Problem, Words
from dokosheet.core.records import Record, asdict, field


class No(Record, frozen=True):
    """Why a correction cannot be made: a message id of room ``text`` with its arguments."""

    why: str
    args: dict[str, Any] = field(default_factory=dict)


class Typed(Record, frozen=True):
    """One token of a correction, at ``start`` of what was typed: to add (+), to take away (-), to put in place ("")."""

    sign: Literal["", "+", "-"]
    token: str
    start: int


class Amended(Record, frozen=True):
    """A hand with its free text after a correction."""

    hand: Hand
    note: str


#: A token with its sign; free text in quotes is one, as in the notation.
_SIGNED: Final = re.compile(r'([-+−–]?)("(?:[^"\\]|\\.)*"|\S+)')
#: Of these fields a hand has one value.
_SINGLE: Final = ("augen", "trick", "wert", "dealer", "bock", "score", "total", "gilt", "sieger", "sits_out")
#: A written row to take away, whatever stands in it.
_ROWS: Final = {"=": "score", "==": "total"}
#: What tells how a hand ended.
_RESULTS: Final = ("augen", "wert", "score", "total", "sieger")


def changes_of(typed: str) -> list[Typed]:
    """The tokens of a correction with their signs."""
    signs: dict[str, Literal["", "+", "-"]] = {"": "", "+": "+"}
    return [Typed(signs.get(m[1], "-"), m[2], m.start(2)) for m in _SIGNED.finditer(typed)]


def is_whole(typed: str, table: Words) -> bool:
    """Whether what was typed is a hand of its own: no signs, players first, and how it ended."""
    changes = changes_of(typed)
    if any(change.sign for change in changes):
        return False
    parsed = parse_tokens([change.token for change in changes], table)
    return parsed.fields[:1] == ("named",) and any(name in _RESULTS for name in parsed.fields)


def amended(entry: HandEntry, typed: str, table: Words) -> Amended | No | list[Finding]:
    """The hand of an entry with what was typed; why it cannot be, or a finding for each token that cannot be read."""
    if entry.broken:
        return No("correct.broken")
    changes = changes_of(typed)
    plain = [change for change in changes if not change.sign]
    parsed = parse_tokens([change.token for change in plain], table)
    source = Source(typed, Place(1, 1, 2), False)
    found = [_unread(problem, plain[i], source) for i, problem in parsed.problems]
    taken: list[tuple[Typed, Meaning]] = []
    added: list[tuple[Typed, Meaning]] = []
    for change in changes:
        if change.sign:
            row = _ROWS.get(change.token) if change.sign == "-" else None
            meaning = (row, None) if row else table.meaning(change.token)
            if isinstance(meaning[1], Problem):
                found.append(_unread(meaning[1], change, source))
            (added if change.sign == "+" else taken).append((change, meaning))
    if found:
        return sorted(found, key=lambda one: one.place.column)
    now = _Now(entry, table)
    steps: list[tuple[Callable[[Meaning], bool], list[tuple[Typed, Meaning]], str]] = [
        (now.take, taken, "correct.not-there"),
        (now.add, added, "correct.there-already"),
    ]
    for step, wanted, why in steps:
        for change, meaning in wanted:
            if not step(meaning):
                return No(why, {"token": change.token})
        if step == now.take:
            fields = set(parsed.fields)
            several = now.replace(fields, parsed.hand, parsed.note)
            if several:
                return No("correct.which", {"tokens": several})
    hand, note = now.hand(), now.note
    return No("correct.same") if (hand, note) == (entry.hand, entry.note) else Amended(hand, note)


def _unread(problem: Problem, change: Typed, source: Source) -> Finding:
    """The finding of a token, at its place in what was typed."""
    column = change.start + 1
    place = Place(1, column, column + len(change.token))
    there = Source(source.text, place, False)
    return to_finding(problem, there, 0, change.token)


class _Now:
    """A hand while it is being changed."""

    def __init__(self, entry: HandEntry, table: Words) -> None:
        self.facts: dict[str, Any] = asdict(entry.hand)
        self.note = entry.note
        self.table = table

    def hand(self) -> Hand:
        """The hand as it is now; a Hochzeit of one player has found nobody."""
        facts = dict(self.facts)
        if facts["kind"] in ("hochzeit", "hochzeit_allein"):
            facts["kind"] = "hochzeit_allein" if len(facts["named"]) == 1 else "hochzeit"
        return Hand(**facts)

    # -- without a sign

    def replace(self, fields: Iterable[str], new: Hand, note: str) -> tuple[str, ...]:
        """Put facts in the place of those of the same kind; the tokens among which it is not clear which is meant."""
        fields = set(fields)
        for name in fields & {"named", *_SINGLE}:
            self.facts[name] = getattr(new, name)
        if "note" in fields:
            self.note = note
        if fields & {"kind", "klaerung"}:
            self._kind(new.kind, new.klaerung)
        for name in fields & {"marks", "ok"}:
            self._mark(name, getattr(new, name))
        if "calls" in fields:
            self._swap("calls", new.calls, lambda call: call.party)
        if "stiche" in fields:
            self._swap("stiche", new.stiche, lambda stich: stich.n)
        for name in sorted(fields & {"sonderpunkte", "own_calls"}):
            values = getattr(new, name)
            for what, n in Counter(value.id for value in values).items():
                old = [value for value in self.facts[name] if value.id == what]
                if len(old) > n:
                    words = self.table.written
                    return tuple(f"{what}:{words.get(value.by, value.by)}" for value in old)
            self._swap(name, values, lambda value: value.id)
        return ()

    def _kind(self, kind: str, klaerung: int | None) -> None:
        """Another kind; the Klärungsstich of a Hochzeit goes with it."""
        if klaerung is None and kind == "hochzeit" == self.facts["kind"]:
            return
        self.facts["kind"], self.facts["klaerung"] = kind, klaerung

    def _mark(self, name: str, values: tuple[str, ...]) -> None:
        """Marks and answers stand side by side; only how a solo came about is one of several."""
        kept = self.facts[name]
        if name == "marks" and any(value in voc.SOLO_MARKS for value in values):
            kept = tuple(value for value in kept if value not in voc.SOLO_MARKS)
        self.facts[name] = (*kept, *(value for value in values if value not in kept))

    def _swap(self, name: str, values: Sequence[Any], kind: Callable[[Any], Any]) -> None:
        """Put values in the place of those of the same kind, the others stay."""
        kinds = {kind(value) for value in values}
        old = self.facts[name]
        at = next((i for i, value in enumerate(old) if kind(value) in kinds), len(old))
        kept = [value for value in old if kind(value) not in kinds]
        self.facts[name] = (*kept[:at], *values, *kept[at:])

    # -- with a sign

    def add(self, meaning: Meaning) -> bool:
        """Add a fact; False where it stands there, or another one of which there can be only one."""
        name, value = meaning
        if name == "note":
            self.note = f"{self.note} {value[0]}".strip()
        elif name == "named":
            if value in self.facts["named"]:
                return False
            self.facts["named"] = (*self.facts["named"], value)
        elif name in ("kind", "klaerung"):
            if self.facts["kind"] != "normal" and (name == "kind" or self.facts["klaerung"] is not None):
                return False
            self._kind(*(value if name == "klaerung" else (value, None)))
        elif name in ("marks", "ok"):
            if set(value) <= set(self.facts[name]):
                return False
            self._mark(name, value)
        elif name in _SINGLE and name != "sits_out":
            if self.facts[name] not in (None, (), False):
                return False
            self.facts[name] = value
        else:
            self.facts[name] = (*self.facts[name], *value)
        return True

    def take(self, meaning: Meaning) -> bool:
        """Take a fact away; False where it does not stand there."""
        name, value = meaning
        facts = self.facts
        if name == "note":
            fits = bool(self.note == value[0])
            self.note = "" if fits else self.note
            return fits
        if name in ("kind", "klaerung"):
            kind, klaerung = value if name == "klaerung" else (value, facts["klaerung"])
            there = "hochzeit" if facts["kind"] == "hochzeit_allein" else facts["kind"]
            if (kind, klaerung) != (there, facts["klaerung"]):
                return False
            facts["kind"], facts["klaerung"] = "normal", None
            return True
        if name in _SINGLE and name != "sits_out":
            same = set(value) == set(facts[name]) if name == "sieger" else value in (None, facts[name])
            if not same or facts[name] in (None, (), False):
                return False
            facts[name] = () if name == "sieger" else False if name == "gilt" else None
            return True
        left = list(facts[name])
        for one in (value,) if name == "named" else value:
            found = next((old for old in left if old == one), None)
            if found is None and name == "calls":
                found = _the_call(left, one)
            if found is None:
                return False
            left.remove(found)
        facts[name] = tuple(left)
        return True


def _the_call(calls: Sequence[Any], wanted: Any) -> Any:
    """The one call of that party and step; what was typed may leave out cards and speaker."""
    fits = [
        call
        for call in calls
        if (call.party, call.step, call.bare) == (wanted.party, wanted.step, wanted.bare)
        and wanted.cards in (None, call.cards)
        and wanted.speaker in (None, call.speaker)
    ]
    return fits[0] if len(fits) == 1 else None


class Range(Record, frozen=True):
    """Hands from ``first`` to ``last`` of which the same has changed, by their numbers now.

    ``before`` and ``after``: what it was and is, a value for each hand.
    """

    first: int
    last: int
    before: tuple[Any, ...]
    after: tuple[Any, ...]


NO_NAMES: Final[Mapping[str, str]] = {}


class Followed(Record, frozen=True):
    """What has changed of hands that nobody touched: numbers, dealers, levels of Bock, how a solo counts."""

    numbers: tuple[Range, ...] = ()
    dealers: tuple[Range, ...] = ()
    bock: tuple[Range, ...] = ()
    modes: tuple[Range, ...] = ()


def followed(
    pairs: Iterable[tuple[Row, Row]], touched: Iterable[int] = (), names: Mapping[str, str] = NO_NAMES
) -> Followed:
    """What has changed in pairs of rows of the same hand; of those ``touched`` (numbers now) only the number.

    ``names``: players that go by another name now.
    """
    ordered = sorted(pairs, key=lambda pair: pair[1].n)
    named = set(touched)
    others = [pair for pair in ordered if pair[1].n not in named]
    return Followed(
        _ranges(ordered, lambda row: row.n, lambda before, after: after - before),
        _ranges(others, lambda row: names.get(row.dealt or "", row.dealt), lambda *_: None),
        _ranges(others, lambda row: row.bock, lambda before, after: (before, after)),
        _ranges(others, lambda row: row.mode, lambda before, after: (before, after)),
    )


def _ranges(
    pairs: Sequence[tuple[Row, Row]], fact: Callable[[Row], Any], alike: Callable[[Any, Any], Any]
) -> tuple[Range, ...]:
    """Neighbouring hands of which a fact has changed in the same way."""
    found: list[Range] = []
    kind: Any = None
    for before, after in pairs:
        old, new = fact(before), fact(after)
        if old == new:
            continue
        last = found[-1] if found else None
        if last is not None and after.n == last.last + 1 and alike(old, new) == kind:
            found[-1] = Range(last.first, after.n, (*last.before, old), (*last.after, new))
        else:
            found.append(Range(after.n, after.n, (old,), (new,)))
        kind = alike(old, new)
    return tuple(found)
