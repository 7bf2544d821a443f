"""The calculator: score hands that belong to no sheet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from dokosheet import checks
from dokosheet.core.finding import Finding, Place, finding
from dokosheet.core.ledger.rows import Ledger, Next, Row, parties_fault, re_players
from dokosheet.core.notation.entries import parse_line, words
from dokosheet.core.notation.hand import Hand
from dokosheet.core.notation.sheet import HandEntry, Player, Sheet
from dokosheet.core.notation.vocabulary import INTEGER, fold, is_name
from dokosheet.core.notation.words import integer, nearest
from dokosheet.core.records import Record, replace
from dokosheet.core.rules import Ruleset
from dokosheet.core.score.calls import PARTY
from dokosheet.core.score.settlement import spread
from dokosheet.core.score.value import scoring
from dokosheet.core.terms import AUGEN, Mode, Party

if TYPE_CHECKING:
    from dokosheet.core.score.solver import Known

PLAYERS = ("A", "B", "C", "D")
#: Families of findings whose errors leave no score.
READING = ("F", "H")


class Scored(Record, frozen=True):
    """A line and its row, or the error that leaves no score; the findings besides."""

    line: str
    row: Row | None
    error: Finding | None
    findings: tuple[Finding, ...] = ()


class Calculator:
    """Scores one line after the other at a table of four where nobody sits out."""

    def __init__(self, rules: Ruleset, players: Sequence[str] = PLAYERS) -> None:
        self.rules = rules
        self.players = table_of(players)
        self.names = tuple(players)
        self.table = words(rules, self.players)
        self.scoring = scoring(rules)
        self.zero = dict.fromkeys(self.names, 0)
        sheet = Sheet("-", rules, self.players)
        self.ledger = Ledger(sheet, (), (), (), (), self.zero, Next(1, self.names[0], None, (), 0, False), self.names)

    def score(self, line: str, number: int = 1) -> Scored:
        """Score one line of the notation. Never raises: a fault of the program is the error of that line."""
        try:
            return self._scored(line, number)
        except Exception as error:
            from dokosheet.edit.document import internal  # only when something is wrong

            return self._refused(line, [replace(internal(error), place=Place(number, 1, len(line) + 1))])

    def _scored(self, line: str, number: int) -> Scored:
        entry, found = parse_line(line, self.table, Place(number, 1, len(line) + 1))
        if found:
            return self._refused(line, found)
        if not isinstance(entry, HandEntry):
            return self._refused(
                line, [finding("F107", entry.source.token(0), variant="no-hand", args={"token": line.split()[0]})]
            )
        row, findings = self.judged(entry)
        if findings or row.score is None:
            errors = [f for f in findings if f.severity == "error" and f.code[0] in READING]
            if errors or row.score is None:
                nothing = finding("H211", entry.source.place, variant="no-augen", paragraph="7.3.1")
                told = [error for error in errors if error.code != "H211" or error.variant]
                return self._refused(line, told or [nothing])
        return Scored(line, row, None, tuple([replace(f, hand=None, file="-") for f in findings]))

    def judged(self, entry: HandEntry) -> tuple[Row, list[Finding]]:
        """The row of a hand, without a score where it names no players or no result, and what is wrong with it."""
        hand = entry.hand
        score = self.scoring.of_hand(hand) if hand.named else None
        re = re_players(hand, self.names, self.rules)
        points = spread(self.names, re or (), (score.re, score.kontra)) if score else None
        fault = parties_fault(hand, self.rules, self.names)
        mode = mode_of(hand, self.rules)
        row = Row(
            entry=entry,
            hand=hand,
            n=1,
            spielrunde=1,
            of_round=1,
            dealer=None,
            turn=None,
            players=self.names,
            mode=mode,
            must_play=None,
            time_over=False,
            closed=False,
            parties_fault=fault,
            score=score,
            expected=points,
            points=points,
            totals=self.zero,
            table=self.names,
            re=re,
        )
        return row, checks.hand_findings(row, self.ledger)

    @staticmethod
    def _refused(line: str, found: Iterable[Finding]) -> Scored:
        first, *others = [replace(f, hand=None, file="-") for f in found]
        return Scored(line, None, first, tuple(others))


def mode_of(hand: Hand, rules: Ruleset) -> Mode:
    """Without a sheet a solo is a Lustsolo unless it is marked."""
    modes = rules.kinds[hand.kind].modes
    if "pflicht" not in modes:
        return modes[0]
    marks = hand.marks
    return "vorgefuehrt" if "vorgefuehrt" in marks else "pflicht" if "pflicht" in marks else "lust"


def table_of(names: Sequence[str]) -> tuple[Player, ...]:
    """The players of a calculator by name; a name that is no word goes by its first word."""
    return tuple(Player(name, name if is_name(name) else name.split()[0]) for name in names)


def players_of(tokens: Sequence[str], rules: Ruleset) -> tuple[str, ...]:
    """The table of a hand that names its own players: all names in it, filled up to four.

    A name begins with a capital letter; what looks like a word of the notation, or like another name, is a slip.
    """
    table = words(rules, table_of(PLAYERS))
    named: list[str] = []
    for token in tokens:
        if not _is_new_name(token, named) or table.meaning(token)[0] != "problem" or table.sounds_like(token):
            break
        named.append(token)
    for token in tokens[len(named) :]:  # who made a Sonderpunkt, who called
        name = token.rpartition("/")[2] if "/" in token else token.partition(":")[2]
        field, value = table.meaning(token)
        if _is_new_name(name, named) and field == "problem" and value.code == "F105":
            named.append(name)
    folded = {fold(name) for name in named}
    return (*named, *(name for name in PLAYERS if fold(name) not in folded))[: max(4, len(named))]


def _is_new_name(text: str, named: Sequence[str]) -> bool:
    return is_name(text) and text[0].isupper() and nearest(text, named) is None and text not in PLAYERS


# -- What a value can be, from a few words of the notation.


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
    from dokosheet.core.score.solver import Known  # only for what turns a value round

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
