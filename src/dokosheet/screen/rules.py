"""House rules in sentences, as people at the table say them, and as plain values."""

from __future__ import annotations

import re
import shutil
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any, Final

from dokosheet.core.rules.departures import Departure, KnobChange, Part
from dokosheet.screen.findings import values
from dokosheet.text import Texts

#: Records that stand at several places of the model are spoken of with the same words.
SPOKEN: Final = (
    (re.compile(r"(?:redeal\.triggers\.\*|armut\.test)(?:\.any_of\.\*)*\."), "hand."),
    (re.compile(r"kinds\.\*\.(?=(?:factor|add|sonderpunkte|calls|bock)\b)"), "classes.*."),
)
#: Families of words in which the name of an id is looked for.
FAMILIES: Final = ("kind", "call", "sonderpunkt", "mode", "penalty-word")
ABSAGEN: Final = frozenset(("k90", "k60", "k30", "schwarz"))
#: Levels of a value: keine 90, keine 60, keine 30, schwarz.
LEVELS: Final = 4
#: Cards as rulesets write them.
CARD: Final = re.compile(r"(2x)?([CSHD])(9|10|[JQKA])")
SUITS: Final = {"C": "♣", "S": "♠", "H": "♥", "D": "♦"}
#: Nobody reads longer lines.
WIDEST: Final = 100


def spoken(pattern: str) -> str:
    """The pattern by which the words of a knob are found."""
    for beginning, words in SPOKEN:
        found = beginning.match(pattern)
        if found:
            return words + pattern[found.end() :]
    return pattern


def literal(value: Any) -> str:
    """A single value as a message id names it: ``true``, ``null``, ``second``, ``2``."""
    if value is None:
        return "null"
    return str(value).lower() if isinstance(value, bool) else str(value)


class Sentences:
    """Sentences about rules in one language, with the names that a table has given (``labels``)."""

    def __init__(self, t: Texts, labels: Mapping[str, str]) -> None:
        self.t = t
        self.labels = labels

    def lines(self, found: Iterable[Departure]) -> Iterator[str]:
        """One line a rule: what it is, what it was, the paragraph."""
        for departure in found:
            line = self.rule(departure)
            old = self._join(part for part in departure.old if not isinstance(part.value, bool))
            if departure.turn == "changed" and old:
                line = self.t("rule.was", rule=line, old=old)
            if departure.paragraph:
                line += f" ({self.t('finding.paragraph', paragraph=departure.paragraph)})"
            line = f"{line[0].upper()}{line[1:]}"
            yield from (line,) if self.t.plain else wrapped(f"- {line}")

    def at_this_table(self, found: Sequence[Departure]) -> list[str]:
        """All of them in one sentence."""
        line = self.t("rule.heading", rules="; ".join(self.rule(departure) for departure in found))
        return [line] if self.t.plain else wrapped(line)

    def rule(self, departure: Departure) -> str:
        """What the rule is now."""
        if departure.turn == "off":
            return self._gone(departure)
        pattern = f"{departure.rule.rpartition('.')[0]}.*" if departure.ids else departure.rule
        head = f"rule.{pattern}"
        if departure.turn == "on" and self.t.has(f"{head}.on"):
            head = f"{head}.on"
        parts = self._join(departure.new)
        if not self.t.has(head):
            return parts
        name = self.name(departure.ids[0], pattern.split(".")[-2]) if departure.ids else ""
        title = self.t(head, name=name)
        return self.t("rule.line", head=title, parts=parts) if parts else title

    def _gone(self, departure: Departure) -> str:
        if departure.rule == "calls.defs" and set(departure.ids) == ABSAGEN:
            return self.t("rule.calls.defs.absagen")
        ending = "empty" if departure.last else "none"
        return self.t(f"rule.{departure.rule}.{ending}", names=self.t.list(map(self.name, departure.ids)))

    def _join(self, parts: Iterable[Part]) -> str:
        said = dict.fromkeys(self.phrase(part) for part in parts)
        more = [phrase for phrase in said if not any(other.startswith(f"{phrase} ") for other in said)]
        return ", ".join(more)  # "after x" is said by "after x one hand", too

    def phrase(self, part: Part) -> str:
        """A piece of a rule in words."""
        message = f"knob.{spoken(part.pattern)}"
        name = self._trigger(part.id) if part.pattern.startswith("bock.") else self.name(part.id)
        args = {"new": self._value(part), "name": name, "n": part.of.get("n")}
        for special in _specials(part):
            if self.t.has(f"{message}.{special}"):
                return self.t(f"{message}.{special}", **args)
        if not self.t.has(message):
            return self.t("rule.other", knob=part.pattern, new=args["new"])
        return self.t(message, **args)

    def _value(self, part: Part) -> str:
        """The value as it stands in a sentence."""
        if part.entries:
            joined = (self._join(entry) for entry in part.entries)
            return self.t.list(joined, "or")
        if part.pattern == "party.players":
            low, high = part.value
            return str(low) if low == high else self.t("rule.range", low=low, high=high)
        if part.pattern == "bock.triggers":
            return self.t.list(map(self._trigger, part.value))
        if part.pattern == "calls.clock.latest":
            message = f"rule.limit.{part.of['unit']}"
            return self.t.list(self._pair(call, limit, "", message) for call, limit in part.value.items())
        return self.value(part.value, part.pattern.rpartition(".")[2])

    def value(self, value: Any, field: str = "") -> str:
        """A plain value in words; ``field``: the knob, where the same id has different names."""
        if isinstance(value, Mapping):
            return self.t.list(self._pair(key, inner, field) for key, inner in value.items()) or self.t("rule.nothing")
        if isinstance(value, (tuple, list)):
            return self.t.list(self.value(item, field) for item in value) or self.t("rule.nothing")
        if isinstance(value, (int, Decimal)) and not isinstance(value, bool):
            return str(value).replace(".", self.t("number.decimal"))
        return self.t("rule.nothing") if value is None else self.name(str(value).rpartition(":")[2], field)

    def _pair(self, key: Any, value: Any, field: str, message: str = "rule.pair") -> str:
        if value is None:
            return self.t("rule.gone", name=self.name(str(key)))
        if isinstance(key, int):
            at = "rule.seats" if isinstance(value, tuple) else "rule.at"
            return self.t(at, key=key, value=self.value(value, field))
        return self.t(message, name=self.name(key), value=self.value(value, field))

    def _trigger(self, name: str) -> str:
        known = f"rule.trigger.{name}"
        return self.labels.get(name) or (self.t(known) if self.t.has(known) else self.name(name))

    def name(self, word: str, field: str = "") -> str:
        """The name of an id: the table's own, a word of the game, or the id itself."""
        if word in self.labels:
            return self.labels[word]
        seat = re.fullmatch(r"dealer\+(\d)", word)
        if seat:
            return self.t("rule.name.behind", n=seat[1])
        card = CARD.fullmatch(word)
        if card:
            rank = self.t(f"rule.rank.{card[3]}") if card[3].isalpha() else card[3]
            return f"{'2 × ' if card[1] else ''}{SUITS[card[2]]}{rank}"
        names = (f"rule.name.{field}.{word}", f"rule.name.{word}", *(f"{family}.{word}" for family in FAMILIES))
        return next((self.t(known) for known in names if self.t.has(known)), word.replace("_", " "))


def _specials(part: Part) -> Iterator[str]:
    """What a value is called where it has a sentence of its own."""
    value = part.value
    if value in ("", (), {}):
        yield "empty"
    elif part.pattern == "value.levels" and len(value) == LEVELS and len(set(value.values())) == 1:
        yield str(next(iter(value.values())))
    elif not isinstance(value, (tuple, Mapping)):
        yield from (f"{value}.{part.of['n']}",) if "n" in part.of else ()
        yield literal(value)


def wrapped(text: str) -> list[str]:
    """A text in lines as wide as the terminal, those after the first indented."""
    width = min(shutil.get_terminal_size().columns, WIDEST)
    return textwrap.wrap(text, max(width, 20), subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)


def house_values(found: Iterable[Departure]) -> list[dict[str, Any]]:
    """Departures as plain values: every knob, or entry of a catalogue, that is different."""
    changes: Iterable[KnobChange] = (change for departure in found for change in departure.changes)
    return [{"knob": c.knob, "old": values(c.old), "new": values(c.new)} for c in changes]
