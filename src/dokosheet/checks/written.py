"""S4xx: written numbers against what follows from the hand, or against each other (TSR 7.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from dokosheet.checks.registry import at, check_hand, check_sheet, repair
from dokosheet.core.cells import aligned
from dokosheet.core.finding import Finding, Place, Repair
from dokosheet.core.hand import ILLEGIBLE, Cell
from dokosheet.core.penalties import points_of
from dokosheet.core.rows import PLAYERS, Ledger, Points, Row
from dokosheet.core.settlement import spread
from dokosheet.core.sheet import HandEntry, PenaltyEntry, Source
from dokosheet.core.spelling import format_cells
from dokosheet.core.value import scoring

Number = int | Decimal


def cell_place(row: Row, field: str, index: int) -> Place:
    """The place of one cell within a written row; of the whole token where it cannot be told."""
    source = row.entry.source
    token, place = source.written(field), source.at(field)
    if not source.exact or not token.startswith("="):
        return place
    start = len(token) - len(token.lstrip("="))
    cells = token[start:].split("/" if "/" in token else ",")
    if index >= len(cells) or ":" in token:
        return place
    column = place.column + start + sum(len(cell) + 1 for cell in cells[:index])
    return Place(place.line, column, column + max(1, len(cells[index])))


def written_row(row: Row, cells: tuple[Cell, ...], names: tuple[str, ...]) -> dict[str, Number]:
    """The legible cells of those who played, by name."""
    found = aligned(cells, names, row.players)
    return {name: found[name] for name in row.players if isinstance(found.get(name), (int, Decimal))}  # type: ignore[misc]


def respell(row: Row, cells: tuple[Cell, ...], new: Mapping[str, Number], names: tuple[str, ...]) -> str:
    """The cells of a written row with new numbers in the order in which they were written; who sat out has none."""
    order = names if len(cells) == len(names) else row.players
    playing = zip(order, cells, strict=True)
    return format_cells(tuple(new.get(name, old) if name in row.players else None for name, old in playing))


def column_of(row: Row, cells: tuple[Cell, ...], name: str, names: tuple[str, ...]) -> int:
    """The index of a player's cell."""
    return (names if len(cells) == len(names) else row.players).index(name)


@check_hand("S404", "S408", needs="written")
def score_differs(row: Row, ledger: Ledger) -> Iterable[Finding]:
    """The written row, or value, is not what the details give."""
    hand, names = row.hand, row.table
    found = []
    if row.score is not None and hand.wert is not None and hand.wert not in _values(row, ledger):
        args = {"written": hand.wert, "value": row.score.value, "items": items_of(row)}
        new = repair(row, "wert", f"wert:{row.score.value}", "computed")
        found.append(at(row, "S404", "wert", variant="value", args=args, paragraph="7.2.2", repairs=(new,)))
    if row.expected is None or hand.score is None or (found and _follows_value(row, names)):
        return found
    cells = aligned(hand.score, names, row.players)
    wrong = [name for name in cells if cells[name] != ILLEGIBLE and cells[name] != row.expected.get(name)]
    if not wrong:
        return found
    who, one = wrong[0], len(wrong) == 1
    args = {
        "player": who,
        "written": cells[who],
        "value": row.expected.get(who),
        "players": wrong,
        "row": format_cells(tuple(row.expected[name] for name in row.players)),
        "items": items_of(row),
    }
    new = repair(row, "score", "=" + respell(row, hand.score, row.expected, names), "computed", certain=one)
    if row.unmultiplied is not None and all(cells[name] == row.unmultiplied.get(name) for name in wrong):
        args |= {"bock": row.bock, "causes": causes_of(row)}
        return [*found, at(row, "S408", "score", args=args, paragraph="bock.mul", repairs=(new,))]
    place = cell_place(row, "score", column_of(row, hand.score, who, names)) if one else row.entry.source.at("score")
    if not one:
        differs = at(row, "S404", "score", variant="row", args=args, paragraph="7.2.2", repairs=(new,))
    elif cells[who] is None:
        differs = at(row, "S404", "score", variant="no-points", args=args, paragraph="7.2.2", repairs=(new,))
    elif who not in row.expected:
        differs = at(row, "S404", "score", variant="sat-out", args=args, paragraph="10.1.2", repairs=(new,))
    else:
        differs = at(row, "S404", "score", args=args, paragraph="7.2.2", repairs=(new,))
    return [*found, replace(differs, place=place, player=who if one else None)]


def _values(row: Row, ledger: Ledger) -> set[int]:
    """The values that may be written: with Bock, and before it."""
    assert row.score is not None
    plain = scoring(ledger.sheet.rules).of_hand(row.hand) if row.bock else None
    return {row.score.value} | ({plain.value} if plain else set())


def causes_of(row: Row) -> list[str]:
    """What began the Bock of a row, and in which hand, as plain values: ``heart_trick 3``."""
    return [cause.plain for cause in row.causes]


def _follows_value(row: Row, names: tuple[str, ...]) -> bool:
    """Whether the written row is that of the written value: then both are one slip."""
    hand, score = row.hand, row.score
    if score is None or not score.value or hand.wert is None or hand.score is None:
        return False
    right = spread(row.players, row.re or (), (score.re * hand.wert, score.kontra * hand.wert))
    return {name: cell * score.value for name, cell in written_row(row, hand.score, names).items()} == right


def items_of(row: Row) -> list[dict[str, object]]:
    """The items of a score as plain values."""
    items = row.score.items if row.score else ()
    return [{"id": item.id, "party": item.party, "points": item.points, "of": item.of} for item in items]


class Judged(Struct, frozen=True):
    """Which laws a row of points has to obey; ``unit``: what one point is written as."""

    sum: bool
    parity: bool
    pattern: bool
    unit: Number


def judged(row: Row, ledger: Ledger) -> Judged:
    """The laws of the ruleset for a row: where only one side writes, or fees are paid, few hold (rulesets.md 3.3)."""
    rules = ledger.sheet.rules
    plain = rules.sums_to_zero and not rules.settlement.fees and rules.bock.owner == "table"
    kind = rules.kinds.get(row.hand.kind)
    booking = kind is not None and kind.goal == "booking"
    solo = rules.classes["solo"].factor
    tripled = solo.win % 2 == solo.lose % 2 == solo.others % 2 == 1
    return Judged(
        _asked(rules.checks.row_sum, rules.sums_to_zero),
        _asked(rules.checks.parity, plain and tripled and not booking),
        plain and not booking,
        rules.settlement.unit,
    )


def _asked(knob: str, auto: bool) -> bool:
    return auto if knob == "auto" else knob == "always"


def _not_doubled(row: Row, ledger: Ledger) -> bool:
    """Whether amounts of a Bock hand cannot have been doubled."""
    bock = ledger.sheet.rules.bock
    if not row.bock or row.points is None or bock.covers != "all" or bock.add or not judged(row, ledger).pattern:
        return False
    if is_penalty(row.points, ledger):
        return False
    factor = bock.mul**row.bock * ledger.sheet.rules.settlement.unit
    return bool(factor) and any(value % factor for value in row.points.values())


Field = Literal["score", "total"]


def searched(row: Row, ledger: Ledger) -> Field | None:
    """Whether a row is judged together with those around it, and which: it has nothing else, and it sums to 0."""
    hand = row.hand
    alone = isinstance(row.entry, HandEntry) and not row.entry.broken and row.expected is None and not hand.gilt
    if not alone or row.dealer is None or len(row.players) != PLAYERS or (hand.score is None) == (hand.total is None):
        return None
    laws = judged(row, ledger)
    if not (laws.sum and laws.pattern) or laws.unit != 1:
        return None
    cells = hand.score if hand.score is not None else hand.total or ()
    if len(cells) not in (len(row.table), len(row.players)):
        return None
    return "score" if hand.score is not None else "total"


@check_hand("S401", "S402", "S403", "S408", needs="written")
def numbers_alone(row: Row, ledger: Ledger) -> Iterable[Finding]:
    """Where only points are written: the sum, the parity and the pattern of the row (TSR 7.3.3)."""
    hand = row.hand
    if row.expected is not None or row.points is None or len(row.points) != PLAYERS:
        return ()
    if hand.score is None and hand.total is None:
        return ()
    field = "score" if hand.score is not None else "total"
    cells = hand.score or hand.total or ()
    if ILLEGIBLE in cells:
        return ()  # the open cell was taken from the others
    points = dict(row.points)
    rules = judged(row, ledger)
    code = row_fault(points, ledger, rules)
    if not code and _not_doubled(row, ledger):
        args = {"bock": row.bock, "causes": causes_of(row), "row": format_cells(tuple(points.values()))}
        return (at(row, "S408", field, variant="points", args=args, paragraph="bock.mul"),)
    if not code or searched(row, ledger):
        return ()  # nothing, or judged with the rows around it
    fixes = list(one_cell_fixes(points, ledger, rules)) if code == "S401" else []
    repairs = tuple(
        _one_cell(row, field, who, value, points, ledger, certain=len(fixes) == 1 and field == "score")
        for who, value in fixes
    )
    args = {"sum": sum(points.values()), "row": format_cells(tuple(points.values()))}
    if code == "S401" and field == "total":
        carried = _is_carried_on(row, ledger)
        differs = at(row, "S401", field, variant="carried" if carried else "total", args=args, paragraph="7.3.3")
        differs = replace(differs, repairs=() if carried else repairs)
    else:
        differs = at(row, code, field, args=args, paragraph="7.3.3", repairs=repairs)
    if len(fixes) != 1:
        return (differs,)
    who = fixes[0][0]
    place = cell_place(row, field, column_of(row, cells, who, row.table))
    return (replace(differs, place=place, player=who),)


@check_hand("S404", needs="written")
def who_sat_out(row: Row, ledger: Ledger) -> Iterable[Finding]:
    """In a row of points that is all there is: a dash for somebody who plays, or points for who sits out (TSR 10.1)."""
    hand, sheet = row.hand, ledger.sheet
    if row.expected is not None or hand.score is None or hand.sits_out or row.dealer is None:
        return ()
    cells = aligned(hand.score, row.table, row.players)
    out = sheet.rules.sits_out(row.table.index(row.dealer), len(row.table))
    sitters = [row.table[seat] for seat in out]
    wrong = [name for name, cell in cells.items() if (cell is None) != (name in sitters)]
    if not wrong:
        return ()
    args = {"players": wrong, "sitters": sitters}
    variant = "dash" if sitters else "dash-at-four"
    place = cell_place(row, "score", column_of(row, hand.score, wrong[0], row.table))
    return (replace(at(row, "S404", "score", variant=variant, args=args, paragraph="10.1.1"), place=place),)


def _one_cell(row: Row, field: str, who: str, value: Number, points: Points, ledger: Ledger, certain: bool) -> Repair:
    """The repair that changes the points of one player, in a row of points or in one of totals."""
    names = row.table
    if field == "score":
        new, sign = {**points, who: value}, "="
        cells = row.hand.score or ()
    else:
        new, sign = {**row.totals, who: row.totals[who] - points[who] + value}, "=="
        cells = row.hand.total or ()
    args = {"player": who, "old": points[who], "new": value}
    return repair(row, field, sign + respell(row, cells, new, names), "one-cell", certain=certain, args=args)


def _is_carried_on(row: Row, ledger: Ledger) -> bool:
    """Whether the totals after a wrong one go on from it, so that mending this one alone would spoil the next."""
    after = ledger.rows[row.n] if row.n < len(ledger.rows) else None
    if after is None or after.hand.total is None or after.expected is not None or after.points is None:
        return False
    return sum(after.points.values()) == 0


def row_fault(points: Points, ledger: Ledger, rules: Judged) -> str:
    """The code of what is wrong with a row of points: sum, parity, pattern ("" if nothing is)."""
    values = [value if rules.unit in (0, 1) else Decimal(value) / rules.unit for value in points.values()]
    if rules.sum and sum(values, Decimal(0)):
        return "S401"
    if not (rules.parity or rules.pattern) or fits_pattern(values) or is_penalty(points, ledger):
        return ""
    if rules.parity and len({value % 2 for value in values}) > 1:
        return "S402"
    return "S403" if rules.pattern else ""


def fits_pattern(values: list[Number]) -> bool:
    """Two against two, one against three, or nothing for anybody, by whole points."""
    if any(value != int(value) for value in values):
        return False
    amounts = sorted(values)
    two = amounts[0] == amounts[1] == -amounts[2] == -amounts[3]
    return two or amounts[0] == amounts[1] == amounts[2] or amounts[1] == amounts[2] == amounts[3]


def is_penalty(points: Points, ledger: Ledger) -> bool:
    """Whether a row is that of a penalty of the ruleset."""
    players = tuple(points)
    nowhere = Source("", Place(1, 1, 1))
    for penalty_id, definition in ledger.sheet.rules.penalties.items():
        for offender in players:
            for soloist in players if definition.soloist is not None else (None,):
                for absagen in range(5 if definition.per_absage else 1):
                    entry = PenaltyEntry(offender, penalty_id, nowhere, absagen)
                    if points_of(entry, ledger.sheet.rules, players, soloist) == points:
                        return True
    return False


def one_cell_fixes(points: Points, ledger: Ledger, rules: Judged) -> Iterator[tuple[str, Number]]:
    """The changes of one cell that make a row right."""
    off = sum(points.values())
    for who, value in points.items():
        if not row_fault({**points, who: value - off}, ledger, rules):
            yield who, value - off


@check_hand("S407", needs="written")
def winners_differ(row: Row, ledger: Ledger) -> Iterable[Finding]:
    """The winners that were marked, or that a band word claims, have not won."""
    hand, kind = row.hand, ledger.sheet.rules.kinds.get(row.hand.kind)
    if kind is not None and kind.goal != "augen":
        return ()  # the marks tell who has won
    if hand.sieger and row.points is not None:
        marked, won = marked_winners(row), winners(row)
        if set(marked) != set(won):
            args = {"written": list(hand.sieger), "winners": won}
            words = ",".join(ledger.sheet.word(name) for name in won)
            repairs = (repair(row, "sieger", f"sieger:{words}", "computed"),) if won else ()
            return (at(row, "S407", "sieger", args=args, paragraph="7.3.3", repairs=repairs),)
    if hand.augen and hand.augen.claims and row.score is not None and row.score.winner != hand.augen.claims:
        claim = {"party": hand.augen.claims, "winner": row.score.winner or ""}
        return (at(row, "S407", "augen", variant="band", args=claim, paragraph="7.1"),)
    return ()


def marked_winners(row: Row) -> list[str]:
    """The players, or those of the party, that are marked as winners."""
    re = row.re or ()
    sides = {"re": re, "kontra": tuple(p for p in row.players if p not in re)}
    return [name for marked in row.hand.sieger for name in sides.get(marked, (marked,))]


def winners(row: Row) -> list[str]:
    """Who has won: by the rules, or by the signs of the points."""
    if row.score is not None:
        party = row.score.winner
        return [p for p in row.players if party and (p in (row.re or ())) == (party == "re")]
    return [player for player, points in (row.points or {}).items() if points > 0]


@check_sheet("S405")
def total_differs(ledger: Ledger) -> Iterable[Finding]:
    """A written running total is not the sum so far.

    A slip that is carried on is reported where it began; a total that is wrong once, once.
    """
    names = ledger.sheet.names
    rows = [row for row in ledger.rows if row.hand.total is not None]
    carried: dict[str, Number] = dict.fromkeys(names, 0)
    before = 0
    for i, row in enumerate(rows):
        unknown = any(r.points is None for r in ledger.rows[before : row.n])
        before = row.n
        offsets = _offsets(row, row.table)
        if unknown:  # a hand between is worth nobody knows what
            carried |= offsets
            continue
        later = _offsets(rows[i + 1], rows[i + 1].table) if i + 1 < len(rows) else None
        wrong = {}
        for name, offset in offsets.items():
            known = carried[name] + _slip_of_score(row, name, row.table)
            if offset not in (carried[name], known):
                wrong[name] = offset - known
            if offset == known or (later is not None and later.get(name) == offset):
                carried[name] = offset
        if wrong:
            yield from _total_findings(row, wrong, later, carried, row.table)


def _written_totals(row: Row, names: tuple[str, ...]) -> dict[str, Number]:
    found = aligned(row.hand.total or (), names, row.players)
    return {name: cell for name, cell in found.items() if isinstance(cell, (int, Decimal))}


def _offsets(row: Row, names: tuple[str, ...]) -> dict[str, Number]:
    """By how much each written total is over the derived one."""
    return {name: total - row.totals[name] for name, total in _written_totals(row, names).items()}


def _slip_of_score(row: Row, name: str, names: tuple[str, ...]) -> Number:
    """How much of a total's offset comes from a wrong row of points, which is a finding of its own."""
    if row.hand.score is None or row.points is None:
        return 0
    written = written_row(row, row.hand.score, names)
    return written[name] - row.points[name] if name in written and name in row.points else 0


def _total_findings(
    row: Row,
    wrong: dict[str, Number],
    later: Mapping[str, Number] | None,
    carried: Mapping[str, Number],
    names: tuple[str, ...],
) -> Iterator[Finding]:
    """One finding for two swapped totals, one for each other wrong cell."""
    written = _written_totals(row, names)
    if row.points and wrong == {name: -value for name, value in row.points.items() if value}:
        new = repair(row, "total", "==" + respell(row, row.hand.total or (), row.totals, names), "computed")
        left_out = {"row": format_cells(tuple(row.points.values()))}
        yield at(row, "S405", "total", variant="not-added", args=left_out, paragraph="7.3.3", repairs=(new,))
        return
    right = {name: written[name] - off for name, off in wrong.items()}
    pair = _swapped(right, written)
    cells = row.hand.total or ()
    for name, off in wrong.items():
        args = {"player": name, "written": written[name], "value": right[name], "off": off}
        variant = _total_variant(name, written[name], later, carried, row)
        fix = {name: right[name]}
        if pair and name in pair:
            if name == pair[1]:
                continue
            variant, args["other"] = "swapped", pair[1]
            fix = {player: right[player] for player in pair}
        elif variant == "neighbour":
            args["other"] = next(n for n in row.totals if n != name and row.totals[n] == written[name])
        new = repair(row, "total", "==" + respell(row, cells, fix, names), "computed")
        place = cell_place(row, "total", column_of(row, cells, name, names))
        differs = at(row, "S405", "total", variant=variant, args=args, paragraph="7.3.3", repairs=(new,))
        yield replace(differs, place=place, player=name)


def _swapped(right: Mapping[str, Number], written: Mapping[str, Number]) -> tuple[str, str] | None:
    """Two players each of whom has the total of the other."""
    names = list(right)
    for i, a in enumerate(names):
        for b in names[i + 1 :]:
            if written[a] == right[b] and written[b] == right[a]:
                return a, b
    return None


def _total_variant(
    name: str,
    written: Number,
    later: Mapping[str, Number] | None,
    carried: Mapping[str, Number],
    row: Row,
) -> str:
    """One wrong total, a slip that is carried on, or the total of somebody else."""
    if later is not None and later.get(name) == written - row.totals[name]:
        return "carried"
    others = [other for other in row.totals if other != name and row.totals[other] == written]
    return "neighbour" if others and carried.get(name) == 0 else ""
