"""The list as on paper, and as JSON."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from decimal import Decimal
from typing import Any, Literal

from dokosheet.core.ledger.money import bill
from dokosheet.core.ledger.rows import FeeRow, Ledger, PageRow, PenaltyRow, Points, Row
from dokosheet.core.notation.sheet import CarryEntry, GapEntry, PenaltyEntry, Sheet
from dokosheet.core.notation.spelling import format_augen, format_call
from dokosheet.core.notation.vocabulary import KIND_WORDS, fold
from dokosheet.edit.document import Document
from dokosheet.files.rulesets import house_rules
from dokosheet.screen.breakdown import item_values
from dokosheet.screen.columns import Column, TextTable
from dokosheet.screen.findings import as_value, values
from dokosheet.text import Texts, signed
from dokosheet.text.signs import printable

#: Letters of the list for how a solo came about.
MODE_MARKS = {"pflicht": "P", "vorgefuehrt": "PV", "lust": "L"}


def heading(sheet: Sheet, t: Texts) -> str:
    """One line: where and when, by which rules."""
    head = sheet.head
    parts = [printable(str(head[key])) for key in ("event", "place", "date") if head.get(key)]
    parts += [t(f"show.{key}", n=head[key]) for key in ("round", "table") if head.get(key)]
    return " · ".join([*parts, t("show.rules", rules=sheet.rules.id)])


def at_this_table(sheet: Sheet, t: Texts) -> list[str]:
    """In what the rules depart from the official ones, in one sentence; nothing where they do not."""
    found = house_rules(sheet.rules)
    if not found:
        return []
    from dokosheet.screen.rules import Sentences

    return Sentences(t, sheet.rules.labels).at_this_table(found)


def list_table(ledger: Ledger, t: Texts) -> TextTable:
    """A row a hand: points and running total of each player; nothing for who has not come yet."""
    short = short_names(ledger.sheet)
    columns = [
        Column(t("show.n"), right=True),
        Column(t("show.dealer"), spare=2),
        Column("Re", spare=7),
        Column(t("show.kind"), spare=5),
        Column(t("show.augen"), right=True, spare=4),
        Column(t("show.calls"), spare=3),
        Column(t("show.sonderpunkte"), spare=1),
        Column(t("show.value"), right=True, spare=6),
        *(
            Column(player.word, right=True, least=len(short[player.name]), stays=True)
            for player in ledger.sheet.players
        ),
    ]
    table = TextTable(columns)
    booked = {id(row.entry) for row in ledger.rows}
    unknown: frozenset[str] = frozenset()
    come = set(ledger.sheet.at_start)
    for row in ledger.timeline:
        if isinstance(row, Row):
            unknown = row.unknown
            come.update(row.table)
            texts = _row(row, ledger, short, t)
        elif isinstance(row, PageRow):
            unknown = row.unknown
            come.update(row.written)
            texts = _page(row, ledger, t)
        else:
            come.update(row.points or ())
            if isinstance(row, FeeRow):
                texts = _fee(row, ledger, t, unknown)
            else:
                texts = _penalty(row, ledger, short, t, unknown, booked=id(row.entry) in booked)
        first = len(texts) - len(ledger.sheet.names)
        mine = zip(ledger.sheet.names, texts[first:], strict=True)
        table.rows.append([*texts[:first], *(text if name in come else "" for name, text in mine)])
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
        "?" if row.adrift else short.get(row.dealer or "", ""),
        "+".join(short[name] for name in row.named if name in short),
        f"{kind}{found_in} {MODE_MARKS.get(row.mode, '')} {bock_mark(row)}".strip(),
        (format_augen(hand.augen) if hand.augen else "") + (f" {hand.trick}" if hand.trick else ""),
        " ".join([*(format_call(call, dict(short)) for call in hand.calls), *(call.id for call in hand.own_calls)]),
        " ".join(f"{SHORT_SONDERPUNKTE.get(s.id, s.id)}:{short.get(s.by, s.by)}" for s in hand.sonderpunkte),
        "" if value is None else signed(value),
        *_cells(row.points, row.totals, ledger, row.unknown),
    ]


def bock_mark(row: Row) -> str:
    """The mark of a Bock hand: ``B``, with the level where it is more than one."""
    return "" if not row.bock else "B" if row.bock == 1 else f"B{row.bock}"


#: How the list writes Sonderpunkte, as the notation understands them too.
SHORT_SONDERPUNKTE = {"fuchs": "f", "doppelkopf": "dk", "karlchen": "k"}


def _penalty(
    row: PenaltyRow, ledger: Ledger, short: Mapping[str, str], t: Texts, unknown: frozenset[str], booked: bool
) -> list[str]:
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
        *(_cells(points, row.totals, ledger, unknown) if not booked else [""] * len(ledger.sheet.names)),
    ]


def _fee(row: FeeRow, ledger: Ledger, t: Texts, unknown: frozenset[str]) -> list[str]:
    """The row of points that belong to no hand."""
    return ["", "", "", t(f"show.fee.{row.id}"), "", "", "", "", *_cells(row.points, row.totals, ledger, unknown)]


def _page(row: PageRow, ledger: Ledger, t: Texts) -> list[str]:
    """The row of totals carried over, of hands that are lost, or of the final result."""
    n = row.entry.hands if isinstance(row.entry, GapEntry) else 0
    totals = (f"{'':>3} {total(name, row.totals, row.unknown):>4}" for name in ledger.sheet.names)
    return ["", "", "", t(f"show.page.{page_kind(row)}", n=n), "", "", "", "", *totals]


def page_kind(row: PageRow) -> str:
    """The key of such a line as a mapping."""
    entry = row.entry
    return "gap" if isinstance(entry, GapEntry) else "carry" if isinstance(entry, CarryEntry) else "final"


def _cells(points: Points | None, totals: Points, ledger: Ledger, unknown: frozenset[str]) -> list[str]:
    """``+2  14``: points and total, ``?`` where it is not known; who sat out has only a total."""
    cells = []
    for name in ledger.sheet.names:
        now = signed(points[name]) if points is not None and name in points else "-" if points is not None else "?"
        cells.append(f"{now:>3} {total(name, totals, unknown):>4}")
    return cells


def what_next(ledger: Ledger, t: Texts) -> Iterator[str]:
    """What is still open: the next dealer, a Vorführung, Pflichtsoli."""
    coming = ledger.next
    if not ledger.counted:
        return  # what is said of the totals says why
    if coming.finished:
        yield t("next.finished")
    elif ledger.is_result:
        yield t("next.result")
    else:
        yield t("next.deal", hand=coming.hand, dealer="?" if coming.adrift else coming.dealer)
        if coming.must_play:
            yield t("next.must", player=coming.must_play)
        if coming.bock_left:
            causes = t.present({"causes": [cause.plain for cause in coming.causes]})
            yield t("next.bock", n=coming.bock_left, **causes)
    if not ledger.sheet.rules.pflichtsolo.solos:
        return
    if ledger.spielrunden[-1].torn:
        yield t("next.lost")
    elif not ledger.spielrunden[-1].certain:
        yield t("next.unknown")
    elif coming.open_pflichtsoli:
        yield t("next.open", players=t.list(coming.open_pflichtsoli))
    else:
        yield t("next.none-open")


def soli_known(ledger: Ledger) -> bool:
    """Whether it is known who has played his Pflichtsolo, where there is one."""
    last = ledger.spielrunden[-1]
    return not ledger.sheet.rules.pflichtsolo.solos or (last.certain and not last.torn)


def money_line(ledger: Ledger, t: Texts) -> Iterator[str]:
    """What everybody pays or gets, where it is played for money."""
    money = bill(ledger)
    if money is None:
        return

    def amount(value: Decimal) -> str:
        return f"{abs(value):.2f}".replace(".", t("number.decimal"))

    said = [
        t("show.pays" if pays > 0 else "show.gets", player=name, amount=amount(pays), currency=money.currency)
        for name, pays in money.pays.items()
        if pays
    ]
    yield t("show.money", bill=", ".join(said) or "0", kitty=f"{amount(money.kitty)} {money.currency}")


def money_value(ledger: Ledger) -> dict[str, Any] | None:
    """The bill as plain values; None where nobody plays for money."""
    money = bill(ledger)
    if money is None:
        return None
    return {"currency": money.currency, "pays": values(money.pays), "kitty": values(money.kitty)}


def total(name: str, totals: Points, unknown: Collection[str]) -> int | Decimal | Literal["?"]:
    """The total of a player, ``?`` where nobody knows it."""
    return "?" if name in unknown else totals[name]


def totals_line(ledger: Ledger, t: Texts) -> str:
    """The totals of everybody, ``?`` where they are not known, and then what the sheet tells of them.

    Of a sheet that was read in part the rest could tell anything.
    """
    if ledger.sheet.unread is not None:
        nothing = totals_text(ledger.totals, t, ledger.unknown)
        return f"{nothing}\n{t('show.unread', line=ledger.sheet.unread)}"
    known = totals_text(ledger.totals, t, ledger.unknown)
    if ledger.known:
        return known
    told = {name: ledger.totals[name] for name in ledger.totals if name in ledger.unknown - ledger.untold}
    said = t("show.told", totals=signed_totals(told, t)) if told else ""
    return f"{known}\n{t('show.unknown')}{said}"


def totals_text(totals: Points, t: Texts, unknown: Collection[str] = ()) -> str:
    """``Totals: Anna +14, ...``."""
    return t("show.totals", totals=signed_totals(totals, t, unknown))


def signed_totals(totals: Points, t: Texts, unknown: Collection[str] = ()) -> str:
    """``Anna +14, Ben ?, ...``."""
    return ", ".join(f"{name} {'?' if name in unknown else t.signed(value)}" for name, value in totals.items())


def _totals_value(totals: Points, unknown: Collection[str]) -> dict[str, Any]:
    """Totals as plain values, None where nobody knows them."""
    return {name: None if name in unknown else values(number) for name, number in totals.items()}


def no_rows(ledger: Ledger, t: Texts) -> str:
    """What stands in the place of the rows where there are none."""
    unread = ledger.sheet.unread
    return t("show.empty") if unread is None else t("show.unread", line=unread)


def show_value(opened: Document, t: Texts) -> dict[str, Any]:
    """What follows from a sheet, as plain values (the interface of ``show --format json``).

    Without a list there are only the findings, and nothing is known.
    """
    ledger = opened.ledger
    findings = [as_value(f, t) for f in opened.findings]
    if ledger is None:
        nothing = {"totals": None, "totals_known": False, "incomplete": True, "unread_from": None, "next": None}
        return {"version": 1, **nothing, "findings": findings}
    sheet = ledger.sheet
    return {
        "version": 1,
        "rules": sheet.rules.id,
        "house_rules": _house_values(sheet),
        "players": list(sheet.names),
        **sheet.head,
        "hands": [_hand_value(row, ledger) for row in ledger.rows],
        "penalties": [_penalty_value(row, ledger) for row in ledger.penalties],
        "pages": [_page_value(row) for row in ledger.timeline if isinstance(row, PageRow)],
        "totals": _totals_value(ledger.totals, ledger.unknown),
        "totals_known": ledger.known,
        "incomplete": not ledger.known,
        "unread_from": sheet.unread,
        "money": money_value(ledger),
        "next": _next_value(ledger) if ledger.counted else None,
        "findings": findings,
    }


def _next_value(ledger: Ledger) -> dict[str, Any]:
    coming, torn = ledger.next, ledger.spielrunden[-1].torn
    done = coming.finished or ledger.is_result
    return {
        "hand": None if done else coming.hand,
        "dealer": None if done or coming.adrift else coming.dealer,
        "must_play": coming.must_play,
        "open_pflichtsoli": list(coming.open_pflichtsoli) if soli_known(ledger) else None,
        "bock_left": None if torn and ledger.sheet.rules.bock.triggers else coming.bock_left,
        "finished": coming.finished,
    }


def _house_values(sheet: Sheet) -> list[dict[str, Any]]:
    """In what the rules depart from the official ones."""
    found = house_rules(sheet.rules)
    if not found:
        return []
    from dokosheet.screen.rules import house_values

    return house_values(found)


def _hand_value(row: Row, ledger: Ledger) -> dict[str, Any]:
    hand, augen = row.hand, row.hand.augen
    exact = augen.exact if augen is not None and augen.kontra is None else None
    points = None if row.points is None else {name: values(row.points.get(name)) for name in ledger.sheet.names}
    return {
        "n": row.n,
        "round": row.spielrunde,
        "dealer": row.dealt,
        "kind": hand.kind or None,
        "mode": row.mode,
        "re": list(row.re) if row.re else None,
        "augen": None if exact is None else {"re": exact, "kontra": 240 - exact},
        "winner": row.winner,
        "value": None if row.score is None else row.score.value,
        "items": None if row.score is None else item_values(row.score.items),
        "bock": row.bock,
        "bock_from": [{"trigger": cause.trigger, "hand": cause.hand} for cause in row.causes] if row.bock else [],
        "points": points,
        "totals": _totals_value(row.totals, row.unknown),
        "totals_known": row.totals_known,
        "line": row.entry.source.place.line,
    }


def _page_value(row: PageRow) -> dict[str, Any]:
    return {
        "kind": page_kind(row),
        "hands": row.entry.hands,
        "written": {name: values(cell) for name, cell in row.written.items()},
        "totals": _totals_value(row.totals, row.unknown),
        "totals_known": row.known,
        "after_hand": row.after_hand,
        "line": row.entry.source.place.line,
    }


def _penalty_value(row: PenaltyRow, ledger: Ledger) -> dict[str, Any]:
    return {
        "player": row.entry.player,
        "id": row.entry.id,
        "points": None if row.points is None else {name: values(row.points.get(name)) for name in ledger.sheet.names},
        "after_hand": row.after_hand,
        "line": row.entry.source.place.line,
    }
