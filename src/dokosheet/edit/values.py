"""What a value can be, from a few words of the notation."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from dokosheet.core.finding import Finding, Place, finding
from dokosheet.core.notation.entries import parse_line, words
from dokosheet.core.notation.sheet import HandEntry
from dokosheet.core.notation.vocabulary import INTEGER
from dokosheet.core.notation.words import integer
from dokosheet.core.rules import Ruleset
from dokosheet.core.score.calls import PARTY
from dokosheet.core.score.solver import Known, explain
from dokosheet.core.terms import AUGEN, Party
from dokosheet.edit.calculator import PLAYERS, Calculator, table_of

__all__ = ["MOST_BOCK", "explain", "known", "spelled"]

#: A higher level of Bock is a slip of the pen.
MOST_BOCK = 9
#: What no hand holds, whatever it is worth: Augen, and Sonderpunkte that do not count, are too many, or are derived.
NOT_COUNTED = "H206"
CANNOT_BE = ("H201", NOT_COUNTED, "H207", "H209")
#: No table has so many seats.
SEATS = 10


def known(
    line: str, rules: Ruleset, gains: Party | None = None, bock: int = 0
) -> tuple[Known | None, Sequence[Finding]]:
    """The facts of a line, which may be empty, or what is wrong with it."""
    if not line:
        return Known(gains=gains, bock=bock), ()
    place = Place(1, 1, len(line) + 1)
    table = words(rules, table_of(PLAYERS))
    entry, found = parse_line(line, table, place)
    if not isinstance(entry, HandEntry):
        return None, found or [finding("F107", place, variant="no-hand", args={"token": line.split()[0]})]
    if found:
        return None, [replace(one, file="-", hand=None) for one in found]
    judged = Calculator(rules).judged(entry)[1]
    wrong = [one for one in judged if one.code in CANNOT_BE and (one.severity == "error" or one.code == NOT_COUNTED)]
    if wrong:
        return None, [replace(one, file="-", hand=None) for one in wrong]
    strange = _strange(entry, gains)
    if strange is not None:
        return None, [strange]
    return Known(entry.hand, gains, bock), ()


def spelled(augen: str) -> str:
    """A count of Augen that a line would read as the number of a seat, written so that it is none."""
    if INTEGER.fullmatch(augen) and 0 < integer(augen) < SEATS:
        return f"{integer(augen)}:{AUGEN - integer(augen)}"
    return augen


def _strange(entry: HandEntry, gains: Party | None) -> Finding | None:
    """What the answer would pass over: a player, of whose party nobody knows anything."""
    hand, source = entry.hand, entry.source
    for field, names in (
        ("named", hand.named),
        ("sonderpunkte", [s.by for s in hand.sonderpunkte]),
        ("calls", [call.speaker or "re" for call in hand.calls]),
    ):
        for i, name in enumerate(names):
            if name not in PARTY:
                token = source.written(field, i)
                word = token.rpartition(":")[0]
                readings = [f"{word}:{party}" for party in PARTY] if field == "sonderpunkte" and word else []
                args = {"token": token, "readings": readings}
                return finding("F107", source.at(field, i), args=args, file="-")
    return None
