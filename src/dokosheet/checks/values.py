"""S406: a value, or a row of points without Augen, that no hand of the ruleset gives (TSR 7.2.2 to 7.2.4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import Decimal
from functools import lru_cache
from itertools import combinations, islice, product, takewhile

from dokosheet.checks.registry import at, check_written
from dokosheet.checks.written import numbers_alone, score_differs, who_sat_out
from dokosheet.core.finding import Finding
from dokosheet.core.ledger.rows import PLAYERS, Ledger, Points, Row
from dokosheet.core.notation.hand import ILLEGIBLE, Hand
from dokosheet.core.notation.spelling import format_cells
from dokosheet.core.rules import Ruleset
from dokosheet.core.score.calls import PARTY, named_party
from dokosheet.core.score.settlement import whole
from dokosheet.core.score.value import scoring
from dokosheet.core.slips.laws import row_fault
from dokosheet.core.slips.patterns import patterns
from dokosheet.core.terms import Number

#: Without a ceiling, more levels of Bock than this are not looked at where nobody knows the level.
BOCK = 2
#: So many hands with a value and without Augen, and no Sonderpunkt in the list: it does not note them.
SEVERAL = 3


@check_written("S406")
def value_impossible(row: Row, ledger: Ledger) -> Iterable[Finding]:
    """A value or points that no hand gives, with the details known so far; where other checks explain them, nothing."""
    hand, rules = row.hand, ledger.sheet.rules
    if row.score is not None or row.parties_fault or rules.checks.quotas == "never":
        return ()
    if rules.settlement.fees or rules.bock.owner != "table":
        return ()  # the points are not those of the value alone
    kinds = _kinds(row, rules)
    if not kinds:
        return ()
    if hand.wert is not None and (hand.named or hand.sieger):
        return list(_wert(row, ledger, kinds))
    if row.expected is not None or (hand.score is None and hand.total is None):
        return ()
    return list(_row(row, ledger, kinds))


def _kinds(row: Row, rules: Ruleset) -> tuple[str, ...]:
    """The kinds that a hand can be; one of each profile is enough. Nothing where any amount is possible."""
    from dokosheet.core.score.solver import Known, is_open  # only where numbers stand alone

    hand = row.hand
    if hand.named or hand.kind != "normal":
        known = hand.kind in rules.kinds and not is_open(Known(Hand(kind=hand.kind)), rules)
        return (hand.kind,) if known else ()
    different = _different(rules)
    return () if any(is_open(Known(Hand(kind=kind)), rules) for kind in different) else different


@lru_cache(maxsize=32)
def _different(rules: Ruleset) -> tuple[str, ...]:
    """Of kinds that are worth the same one each."""
    found: dict[object, str] = {}
    for kind in rules.kinds:
        counted = tuple(name for name in rules.sonderpunkte if rules.counts(kind, name))
        known_as = rules.known_as(kind, rules.calls.implied)
        implied = known_as if known_as in rules.calls.implied else rules.kinds[kind].hand_class
        found.setdefault((scoring(rules).profiles[kind], rules.calls_in(kind), counted, implied), kind)
    return tuple(found.values())


def _facts(row: Row, kind: str, rules: Ruleset) -> Hand:
    """What is noted of a hand, as far as it says anything of its value."""
    hand = row.hand
    voided = any(swap.voids != "none" for swap in rules.deck.swaps.values())
    return Hand(
        named=hand.named,
        kind=kind,
        augen=hand.augen if hand.augen is not None and hand.augen.in_range else None,
        trick=hand.trick,
        calls=() if voided else hand.calls,
        own_calls=() if voided else hand.own_calls,
        sonderpunkte=hand.sonderpunkte,
        marks=hand.marks,
    )


def _levels(row: Row, ledger: Ledger) -> list[int]:
    """The levels of Bock that a hand may have: its own, a noted one, any where hands before it hide their details."""
    levels = {row.bock: None, **({row.hand.bock: None} if row.hand.bock else {})}
    bock = ledger.sheet.rules.bock
    before = takewhile(lambda one: one is not row, ledger.rows)
    if bock.triggers and not row.hand.gilt and any(one.score is None for one in before):
        levels |= dict.fromkeys(range((bock.max_level or BOCK) + 1))
    return list(levels)


def _wert(row: Row, ledger: Ledger, kinds: tuple[str, ...]) -> Iterator[Finding]:
    """A written value per head, before Bock or with it; without parties it is that of the winners."""
    hand, rules = row.hand, ledger.sheet.rules
    wert = hand.wert or 0
    worth = {0: None, **dict.fromkeys(_levels(row, ledger))}
    values = {v for kind in kinds for level in worth for v in _values(row, kind, level, rules)}
    if not values or any(score_differs(row, ledger)):
        return
    sign = 1 if wert > 0 else -1
    if wert not in values and (hand.named or -wert not in values):
        most = max(value * sign if hand.named else abs(value) for value in values)
        args: dict[str, object] = {"written": wert, "most": most * sign}
        variant = "" if abs(wert) > most else "between"
        yield at(row, "S406", "wert", variant=variant, args=args, paragraph="7.2.2")
        return
    noted = _as_noted(row, kinds, worth, ledger)
    if noted and not {wert, wert if hand.named else -wert} & noted:
        seen = sorted({value * sign if hand.named else abs(value) for value in noted})
        below, above = [v for v in seen if v < abs(wert)][-1:], [v for v in seen if v > abs(wert)][:1]
        args = {"written": wert, "values": [f"{value * sign:+}" for value in (*below, *above)]}
        yield at(row, "S406", "wert", variant="unnoted", severity="warning", args=args, paragraph="7.2.2")


def _as_noted(row: Row, kinds: tuple[str, ...], levels: Iterable[int], ledger: Ledger) -> frozenset[int]:
    """What a hand is worth with just the calls and Sonderpunkte that are noted; nothing where none are."""
    from dokosheet.core.score.solver import Known, possible_as_noted  # only where numbers stand alone

    if not _notes(row):
        return frozenset()
    rules, found, complete = ledger.sheet.rules, set[int](), _is_complete(row, ledger)
    for kind, level in product(kinds, levels):
        hands = possible_as_noted(rules, Known(_facts(row, kind, rules), None, level), complete)
        found |= {value for value, _, _ in hands}
    return frozenset(found)


def _notes(row: Row) -> bool:
    """Whether calls or Sonderpunkte are noted, and known for which party."""
    hand = row.hand
    if hand.sonderpunkte and not hand.named and any(_by_name(row)):
        return False
    return bool(hand.calls or hand.own_calls or hand.sonderpunkte)


def _is_complete(row: Row, ledger: Ledger) -> bool:
    """Whether the Sonderpunkte of a hand are all that there were: a list that notes none at all leaves them out.

    Then only the calls are judged.
    """
    hand = row.hand
    if hand.sonderpunkte or ledger.notes_sonderpunkte:
        return True
    alike = (one for one in ledger.rows if one.score is None and (one.hand.wert is not None or hand.wert is None))
    return len(tuple(islice(alike, SEVERAL))) < SEVERAL


def _by_name(row: Row) -> Iterator[bool]:
    """Whether each Sonderpunkt of a hand is that of a player, not of a party."""
    yield from (s.by not in PARTY for s in row.hand.sonderpunkte)


def _values(row: Row, kind: str, level: int, rules: Ruleset) -> Iterator[int]:
    from dokosheet.core.score.solver import Known, possible  # only where numbers stand alone

    known = Known(_facts(row, kind, rules), None, level)
    yield from (value for value, _, _ in possible(rules, known))


def _row(row: Row, ledger: Ledger, kinds: tuple[str, ...]) -> Iterator[Finding]:
    """A row of points, or the step from one total to the next."""
    from dokosheet.core.score.solver import Known, points_as_noted, possible_points  # only where numbers stand alone

    hand, rules, points = row.hand, ledger.sheet.rules, row.points
    field = "score" if hand.score is not None else "total"
    cells = hand.score or hand.total or ()
    if points is None or len(points) != PLAYERS or ILLEGIBLE in cells:
        return
    pairs = {pair for kind in kinds for pair in _shapes(points, row, kind, rules)}
    if not pairs:
        return  # neither two against two nor one against three: another finding, or nothing that the rules forbid
    seen: set[tuple[Number, Number]] = set()
    fits, notes = False, _notes(row)
    complete = notes and _is_complete(row, ledger)
    for kind, level in product(kinds, _levels(row, ledger)):
        mine = {pair for side, pair in pairs if side == kind}
        known = Known(_facts(row, kind, rules), None, level)
        found = possible_points(rules, known)
        if not mine.isdisjoint(found):
            if not notes or not mine.isdisjoint(points_as_noted(rules, known, complete)):
                return
            fits = True
        seen |= found if mine else set()
    if not seen or _explained(row, ledger, points):
        return
    if fits:
        noted = {"row": format_cells(tuple(points.values()))}
        yield at(row, "S406", field, variant="row-unnoted", severity="warning", args=noted, paragraph="7.2.2")
        return
    most = max((_size(amount) for pair in seen for amount in pair), default=Decimal(0))
    biggest = max(_size(amount) for amount in points.values())
    args = {"row": format_cells(tuple(points.values())), "most": whole(most)}
    over = biggest > most
    yield at(row, "S406", field, variant="row" if over else "row-between", args=args, paragraph="7.2.2")


def _shapes(points: Points, row: Row, kind: str, rules: Ruleset) -> Iterator[tuple[str, tuple[Number, Number]]]:
    """What each player of Re and of Kontra would have written, for all who can have been Re."""
    lone = rules.is_solo(kind)
    sides = [row.re] if row.re else list(combinations(row.players, 1 if lone else 2))
    for re in sides:
        mine = {points[name] for name in row.players if name in re}
        theirs = {points[name] for name in row.players if name not in re}
        if len(mine) == len(theirs) == 1:
            pair = (mine.pop(), theirs.pop())
            turned = lone and not row.re and named_party(kind, rules) == "kontra"
            yield kind, pair[::-1] if turned else pair


def _size(amount: Number) -> Decimal:
    return abs(Decimal(amount))


def _explained(row: Row, ledger: Ledger, points: Points) -> bool:
    """Whether another check says what is wrong with a row, or it is a penalty."""
    if row_fault(row, ledger.sheet.rules) or tuple(points.values()) in patterns(ledger.sheet.rules).others:
        return True
    return any([*numbers_alone(row, ledger), *who_sat_out(row, ledger), *score_differs(row, ledger)])
