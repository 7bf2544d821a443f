"""S4xx: written numbers against what follows from the hand, or against each other (TSR 7.3)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import takewhile

from dokosheet.checks.registry import (
    at,
    cell_place,
    check_sheet,
    check_written,
    column_of,
    repair,
    respell,
    written_row,
)
from dokosheet.core.finding import Finding, Repair
from dokosheet.core.ledger.rows import PLAYERS, Ledger, Row, aligned
from dokosheet.core.ledger.sitting_out import turns
from dokosheet.core.notation.hand import ILLEGIBLE, Cell
from dokosheet.core.notation.spelling import call_word, format_cells
from dokosheet.core.records import replace
from dokosheet.core.score.settlement import spread, whole
from dokosheet.core.score.value import scoring
from dokosheet.core.slips.laws import is_searched, row_fault
from dokosheet.core.slips.patterns import marked_winners, winners
from dokosheet.core.terms import SCHWARZ, Number


@check_written("S404", "S408")
def score_differs(row: Row, ledger: Ledger) -> Iterable[Finding]:
    """The written row, or value, is not what the details give."""
    hand, names = row.hand, row.table
    found: list[Finding] = []
    if hand.wert is None and not _wrong_cells(row):
        return found
    if row.score is not None and hand.wert is not None and hand.wert not in _values(row, ledger):
        args = {"written": hand.wert, "value": row.score.value, "items": items_of(row)}
        new = repair(row, "wert", f"wert:{row.score.value}", "computed")
        found.append(at(row, "S404", "wert", variant="value", args=args, paragraph="7.2.2", repairs=(new,)))
    if row.expected is None or hand.score is None or (found and _follows_value(row, names)):
        return found
    cells = aligned(hand.score, names, row.players)
    wrong = _wrong_cells(row)
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
    first = (*_per_head(row, cells), new)
    later = tuple(_carried_on(row, who, ledger)) if one else ()
    if row.unmultiplied is not None and all(cells[name] == row.unmultiplied.get(name) for name in wrong):
        args |= {"bock": row.bock, "causes": [cause.plain for cause in row.causes]}
        return [*found, at(row, "S408", "score", args=args, paragraph="bock.mul", repairs=(new,))]
    place = cell_place(row, "score", column_of(row, hand.score, who, names)) if one else row.entry.source.at("score")
    if not one:
        differs = at(row, "S404", "score", variant="row", args=args, paragraph="7.2.2", repairs=first)
    elif cells[who] is None:
        differs = at(row, "S404", "score", variant="no-points", args=args, paragraph="7.2.2", repairs=first)
    elif who not in row.expected:
        differs = at(row, "S404", "score", variant="sat-out", args=args, paragraph="10.1.2", repairs=first)
    else:
        differs = at(row, "S404", "score", args=args, paragraph="7.2.2", repairs=(*first, *later))
    return [*found, replace(differs, place=place, player=who if one else None)]


def _per_head(row: Row, cells: Mapping[str, Cell]) -> Iterator[Repair]:
    """The value per head, where what was written as the value is what the lone player has in a row that is right."""
    wert, expected = row.hand.wert, row.expected or {}
    lone = next((name for name, cell in cells.items() if wert and cell in (wert, -wert)), "")
    if row.score is not None or wert is None or not expected.get(lone):
        return
    times = Decimal(expected[lone]) / Decimal(cells[lone] or 1)
    right = all(isinstance(cell, (int, Decimal)) and cell * times == expected.get(name) for name, cell in cells.items())
    if right and times > 1 and wert % times == 0:
        yield repair(row, "wert", f"wert:{whole(wert / times)}", "per-head", args={"amount": wert})


def _carried_on(row: Row, who: str, ledger: Ledger) -> Iterator[Repair]:
    """The totals to which the wrong points of one player were added, if all from here on are off by just as much.

    Up to the next wrong row of points, with which the rest is mended; and with what was carried on before.
    """
    wrong = written_row(row, row.hand.score or (), row.table).get(who, 0) - (row.expected or {}).get(who, 0)
    here = bisect_left(ledger.rows, row.n, key=lambda one: one.n)
    behind = takewhile(
        lambda one: one is row or not _wrong_cells(one), (ledger.rows[i] for i in range(here, len(ledger.rows)))
    )
    later = [one for one in behind if one.hand.total is not None]
    if not later:
        return
    before = (ledger.rows[i] for i in range(here - 1, -1, -1) if ledger.rows[i].hand.total is not None)
    off = _offs(next(before, None))
    off[who] = off.get(who, 0) + wrong
    for one in later if all(_offs(one).get(who, 0) == off[who] for one in later) else ():
        right = {name: one.totals[name] for name, number in _offs(one).items() if number == off.get(name)}
        spelled = "==" + respell(one, one.hand.total or (), right, one.table)
        yield repair(one, "total", spelled, "slip-carried", certain=True, args={"players": [who]})


def _offs(row: Row | None) -> dict[str, Number]:
    """By how much the written totals of a row are over the derived ones."""
    cells = aligned(row.hand.total or (), row.table, row.players) if row is not None else {}
    return {name: cell - row.totals[name] for name, cell in cells.items() if row and isinstance(cell, (int, Decimal))}


def _wrong_cells(row: Row) -> list[str]:
    """Whose written points are not what the details give."""
    if row.expected is None or row.hand.score is None:
        return []
    if row.hand.score == tuple(map(row.expected.get, row.table)):
        return []
    cells = aligned(row.hand.score, row.table, row.players)
    return [name for name, cell in cells.items() if cell != ILLEGIBLE and cell != row.expected.get(name)]


def _values(row: Row, ledger: Ledger) -> set[int]:
    """The values that may be written: with Bock, and before it, as far as the list does not tell which."""
    assert row.score is not None
    plain = scoring(ledger.sheet.rules).of_hand(row.hand) if row.bock else row.score
    before = plain.value if plain is not None else row.score.value
    return {"before": {before}, "with": {row.score.value}, "": {before, row.score.value}}[ledger.worth]


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


@check_written("S401", "S402", "S403")
def numbers_alone(row: Row, ledger: Ledger) -> Iterable[Finding]:
    """Points that no other check searches: where the ruleset lets a row be almost anything, or the line says gilt."""
    hand = row.hand
    if row.expected is not None or is_searched(row, ledger.sheet.rules) or (hand.score is None and hand.total is None):
        return ()
    code = row_fault(row, ledger.sheet.rules)
    if not code or ILLEGIBLE in (hand.score or hand.total or ()):
        return ()  # nothing, or the open cell was taken from the others
    return (at_fault(row, code, "score" if hand.score is not None else "total"),)


def at_fault(row: Row, code: str, field: str, one_side: bool = False) -> Finding:
    """The finding for points that cannot be; ``one_side``: where only winners or losers write, there is no sum."""
    points = row.points or {}
    args: dict[str, object] = {"row": format_cells(tuple(points.values())), "sum": sum(points.values(), Decimal(0))}
    if code == "S401":
        return at(row, "S401", field, args=args, paragraph="7.3.3")
    if code == "S402":
        return at(row, "S402", field, args=args, paragraph="7.3.3")
    if code == "S408":
        args |= {"bock": row.bock, "causes": [cause.plain for cause in row.causes]}
        return at(row, "S408", field, variant="points", args=args, paragraph="bock.mul")
    return at(row, "S403", field, variant="one-side" if one_side else "", args=args, paragraph="7.3.3")


@check_sheet("S404", "B502")
def out_of_turn(ledger: Ledger) -> Iterator[Finding]:
    """Who sits out in rows of points, and by ``aussetzt:``, follows the deal (TSR 10.1.1).

    Somebody else in one row is a slip of that row; in all rows from one on, a hand is missing there, or one too many;
    in the last row it can be either.
    """
    if not any(_tells_out(row) for row in ledger.rows):
        return
    for row, turn in turns(ledger):
        if turn.what == "missing" or (turn.what == "open" and not row.hand.sits_out):
            args = {
                "hand": row.n,
                "players": list(turn.out),
                "sitters": list(turn.sitters),
                "n": turn.missing,
                "less": turn.less,
            }
            field = "score" if row.hand.score is not None else "sits_out"
            variant = "turn" if turn.what == "missing" else "last"
            yield at(row, "B502", field, variant=variant, args=args, paragraph="10.1.1")
        else:
            yield from who_sat_out(row, ledger, turn.sitters)


def _tells_out(row: Row) -> bool:
    """Whether a row says, by a dash or in words, who sat out, or does not say it of a table where somebody has to."""
    score = row.hand.score
    return bool(row.hand.sits_out) or (score is not None and (len(row.table) != PLAYERS or None in score))


def who_sat_out(row: Row, ledger: Ledger, sitters: Sequence[str] | None = None) -> Iterator[Finding]:
    """In a row of points that is all there is: a dash for somebody who plays, or points for who sits out (TSR 10.1).

    ``sitters``: who sits out, if it is not by the dealer of the row.
    """
    hand = row.hand
    if row.parties_fault or hand.score is None or hand.sits_out or row.dealer is None or row.is_open:
        return
    cells = aligned(hand.score, row.table, row.players)
    if is_searched(row, ledger.sheet.rules) and sum(cell is not None for cell in cells.values()) < PLAYERS:
        return  # somebody's cell is missing: judged with the rows around it
    out = [row.table[i] for i in ledger.sheet.rules.sits_out(row.table.index(row.dealer), len(row.table))]
    if row.expected is not None and not {*out} & {*row.players}:
        return  # judged by what the details give to those who play by the seating
    sitters = out if sitters is None else sitters
    wrong = [name for name, cell in cells.items() if (cell is None) != (name in sitters)]
    if wrong:
        args = {"players": wrong, "sitters": list(sitters)}
        variant = "dash" if sitters else "dash-at-four"
        place = cell_place(row, "score", column_of(row, hand.score, wrong[0], row.table))
        repairs = tuple(_other_sitters(row, hand.score, sitters, ledger)) if sitters else ()
        found = at(row, "S404", "score", variant=variant, args=args, paragraph="10.1.1", repairs=repairs)
        yield replace(found, place=place)


def _other_sitters(row: Row, cells: tuple[Cell, ...], sitters: Sequence[str], ledger: Ledger) -> Iterator[Repair]:
    """Somebody else sat out for once; or one dash and the points of one who played have changed places."""
    out = [name for name in row.table if name not in row.players]
    token = row.entry.source.written("score")
    if row.entry.source.exact:
        word = "aussetzt:" + ",".join(ledger.sheet.word(name) for name in out)
        yield repair(row, "score", f"{token} {word}", "sat-out", args={"players": out})
    there, gone = [name for name in sitters if name in row.players], [name for name in out if name not in sitters]
    if len(cells) == len(row.table) and len(there) == len(gone) == 1 and there[0] not in row.named:
        seats = {there[0]: gone[0], gone[0]: there[0]}
        found = aligned(cells, row.table, row.players)
        spelled = format_cells(tuple(found[seats.get(name, name)] for name in row.table))
        yield repair(row, "score", f"={spelled}", "slip-swapped", args={"player": there[0], "other": gone[0]})


@check_written("S407")
def winners_differ(row: Row, ledger: Ledger) -> Iterable[Finding]:
    """The winners that were marked, or that a band word claims, have not won."""
    hand, kind = row.hand, ledger.sheet.rules.kinds.get(row.hand.kind)
    if kind is not None and kind.goal != "augen":
        return ()  # the marks tell who has won
    if hand.sieger and row.points is not None and not is_searched(row, ledger.sheet.rules):
        won = list(winners(row, ledger.sheet.rules) or ())
        if set(marked_winners(row)) != set(won):
            args = {"written": list(hand.sieger), "winners": won}
            words = ",".join(ledger.sheet.word(name) for name in won)
            repairs = (repair(row, "sieger", f"sieger:{words}", "computed"),) if won else ()
            return (at(row, "S407", "sieger", args=args, paragraph="7.3.3", repairs=repairs),)
    if hand.augen and hand.augen.claims and row.score is not None and row.score.winner != hand.augen.claims:
        band, side = hand.augen.word, hand.augen.claims
        claim = {"party": side, "winner": row.score.winner or "", "call": call_word(side, SCHWARZ), "band": band}
        if band.endswith("u30") and not hand.trick and any(c.party == side and c.step == SCHWARZ for c in hand.calls):
            repairs = (repair(row, "augen", f"{band} schwarz", "reading"),)
            return (at(row, "S407", "augen", variant="trick", args=claim, paragraph="7.1", repairs=repairs),)
        return (at(row, "S407", "augen", variant="band", args=claim, paragraph="7.1"),)
    return ()
