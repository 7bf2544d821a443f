"""The list as on paper, and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from dokosheet.app.reading import Opened
from dokosheet.core.rows import Ledger, PenaltyRow, Points, Row
from dokosheet.core.sheet import PenaltyEntry, Sheet
from dokosheet.core.spelling import format_augen, format_call
from dokosheet.core.vocabulary import KIND_WORDS, fold
from dokosheet.render.breakdown import item_values
from dokosheet.render.findings import as_value, values
from dokosheet.render.table import Column, Table
from dokosheet.text import Texts, signed

#: Letters of the list for how a solo came about.
MODE_MARKS = {"pflicht": "P", "vorgefuehrt": "PV", "lust": "L"}


def heading(sheet: Sheet, t: Texts) -> str:
    """One line: where and when, by which rules."""
    head = sheet.head
    parts = [str(head[key]) for key in ("event", "place", "date") if head.get(key)]
    parts += [t(f"show.{key}", n=head[key]) for key in ("round", "table") if head.get(key)]
    return " · ".join([*parts, t("show.rules", rules=sheet.rules.id)])


def list_table(ledger: Ledger, t: Texts) -> Table:
    """A row a hand: points and running total of each player."""
    columns = [
        Column(t("show.n"), right=True),
        Column(t("show.dealer"), spare=2),
        Column("Re"),
        Column(t("show.kind")),
        Column(t("show.augen"), right=True),
        Column(t("show.calls"), spare=3),
        Column(t("show.sonderpunkte"), spare=1),
        Column(t("show.value"), right=True),
        *(Column(player.word, right=True) for player in ledger.sheet.players),
    ]
    table = Table(columns)
    short = short_names(ledger.sheet)
    booked = {id(row.entry) for row in ledger.rows}
    for row in ledger.timeline:
        if isinstance(row, Row):
            table.rows.append(_row(row, ledger, short, t))
        else:
            table.rows.append(_penalty(row, ledger, short, t, booked=id(row.entry) in booked))
    return table


def short_names(sheet: Sheet) -> dict[str, str]:
    """The shortest beginning of each name that no other name has, two letters at least."""
    short = {}
    for player in sheet.players:
        others = [fold(other.word) for other in sheet.players if other != player]
        lengths = range(2, len(player.word) + 1)
        fits = (n for n in lengths if not any(other.startswith(fold(player.word[:n])) for other in others))
        short[player.name] = player.word[: next(fits, len(player.word))]
    return short


def _row(row: Row, ledger: Ledger, short: Mapping[str, str], t: Texts) -> list[str]:
    hand = row.hand
    if isinstance(row.entry, PenaltyEntry):
        kind = t.term("penalty-word", row.entry.id)
    else:
        kind = "" if hand.kind == "normal" else KIND_WORDS.get(hand.kind, hand.kind)
    found_in = f"@{hand.klaerung}" if hand.klaerung else ""
    value = hand.wert if row.score is None else row.score.value
    return [
        str(row.n),
        short.get(row.dealer or "", ""),
        "+".join(short[name] for name in row.re or () if name in short),
        f"{kind}{found_in} {MODE_MARKS.get(row.mode, '')}".strip(),
        (format_augen(hand.augen) if hand.augen else "") + (f" {hand.trick}" if hand.trick else ""),
        " ".join(format_call(call, dict(short)) for call in hand.calls),
        " ".join(f"{SHORT_SONDERPUNKTE.get(s.id, s.id)}:{short.get(s.by, s.by)}" for s in hand.sonderpunkte),
        "" if value is None else signed(value),
        *_cells(row.points, row.totals, ledger),
    ]


#: How the list writes Sonderpunkte, as the notation understands them too.
SHORT_SONDERPUNKTE = {"fuchs": "f", "doppelkopf": "dk", "karlchen": "k"}


def _penalty(row: PenaltyRow, ledger: Ledger, short: Mapping[str, str], t: Texts, booked: bool) -> list[str]:
    """The row of a penalty; ``booked``: its points stand in a row with a number already."""
    points = None if booked else row.points
    who = short.get(row.entry.player, row.entry.player)
    return [
        "",
        "",
        who,
        t("show.penalty", penalty=t.term("penalty-word", row.entry.id)),
        "",
        "",
        "",
        "",
        *(_cells(points, row.totals, ledger) if not booked else [""] * len(ledger.sheet.names)),
    ]


def _cells(points: Points | None, totals: Points, ledger: Ledger) -> list[str]:
    """``+2  14``: points and total; who sat out has only a total."""
    cells = []
    for name in ledger.sheet.names:
        now = signed(points[name]) if points is not None and name in points else "-" if points is not None else "?"
        cells.append(f"{now:>3} {totals[name]:>4}")
    return cells


def what_next(ledger: Ledger, t: Texts) -> Iterator[str]:
    """What is still open: the next dealer, a Vorführung, Pflichtsoli."""
    coming = ledger.next
    if coming.finished:
        yield t("next.finished")
    else:
        yield t("next.deal", hand=coming.hand, dealer=coming.dealer)
        if coming.must_play:
            yield t("next.must", player=coming.must_play)
    if not ledger.spielrunden[-1].certain:
        yield t("next.unknown")
    elif coming.open_pflichtsoli:
        yield t("next.open", players=t.list(coming.open_pflichtsoli))
    elif ledger.sheet.rules.pflichtsolo.solos:
        yield t("next.none-open")


def totals_line(ledger: Ledger, t: Texts) -> str:
    """The totals of everybody."""
    return t("show.totals", totals=", ".join(f"{name} {signed(value)}" for name, value in ledger.totals.items()))


def show_value(opened: Opened, t: Texts) -> dict[str, Any]:
    """What follows from a sheet, as plain values (the interface of ``show --format json``)."""
    ledger = opened.ledger
    assert ledger is not None
    sheet, coming = ledger.sheet, ledger.next
    done = coming.finished
    return {
        "version": 1,
        "rules": sheet.rules.id,
        "players": list(sheet.names),
        **sheet.head,
        "hands": [_hand_value(row, ledger) for row in ledger.rows],
        "penalties": [_penalty_value(row, ledger) for row in ledger.penalties],
        "totals": values(ledger.totals),
        "next": {
            "hand": None if done else coming.hand,
            "dealer": None if done else coming.dealer,
            "must_play": coming.must_play,
            "open_pflichtsoli": list(coming.open_pflichtsoli),
            "bock_left": coming.bock_left,
            "finished": coming.finished,
        },
        "findings": [as_value(f, t) for f in opened.findings],
    }


def _hand_value(row: Row, ledger: Ledger) -> dict[str, Any]:
    hand, augen = row.hand, row.hand.augen
    exact = augen.exact if augen is not None and augen.kontra is None else None
    points = None if row.points is None else {name: values(row.points.get(name)) for name in ledger.sheet.names}
    return {
        "n": row.n,
        "round": row.spielrunde,
        "dealer": row.dealer,
        "kind": hand.kind or None,
        "mode": row.mode,
        "re": list(row.re) if row.re else None,
        "augen": None if exact is None else {"re": exact, "kontra": 240 - exact},
        "winner": row.winner,
        "value": None if row.score is None else row.score.value,
        "items": None if row.score is None else item_values(row.score.items),
        "bock": 0,
        "points": points,
        "totals": values(row.totals),
        "line": row.entry.source.place.line,
    }


def _penalty_value(row: PenaltyRow, ledger: Ledger) -> dict[str, Any]:
    return {
        "player": row.entry.player,
        "id": row.entry.id,
        "points": None if row.points is None else {name: row.points.get(name) for name in ledger.sheet.names},
        "after_hand": row.after_hand,
        "line": row.entry.source.place.line,
    }
