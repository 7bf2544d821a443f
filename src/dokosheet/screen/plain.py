"""What is heard instead of seen: sentences for a screen reader, one thing a line, nothing that needs an eye."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Final

from dokosheet.core.ledger.rows import FeeRow, Ledger, PageRow, PenaltyRow, Points, Row
from dokosheet.core.notation.hand import Augen, Call, Hand
from dokosheet.core.notation.sheet import GapEntry, PenaltyEntry
from dokosheet.core.terms import call_id
from dokosheet.screen.breakdown import points_line, verdict
from dokosheet.screen.listing import MODE_MARKS, page_kind, totals_line, totals_text
from dokosheet.screen.values import call as call_words
from dokosheet.text import Texts
from dokosheet.text.signs import printable

#: Signs that a screen reader passes over, by what is said instead.
HEARD: Final = {"♣": "plain.clubs", "♠": "plain.spades", "♥": "plain.hearts", "♦": "plain.diamonds", "×": "plain.times"}
#: Signs that need no word. A minus as it is set is silent in most readers, and the notation reads both.
SET: Final = {" · ": ", ", "…": "...", "−": "-"}


def aloud(texts: Iterable[str], t: Texts) -> Iterator[str]:
    """Lines as they are read out: no blank ones, no blanks to make columns, words for signs."""
    for text in texts:
        for line in text.split("\n"):
            for sign, instead in SET.items():
                line = line.replace(sign, instead)
            for sign, message in HEARD.items():
                line = line.replace(sign, f" {t(message)} ") if sign in line else line
            said = printable(" ".join(line.split()))
            if said:
                yield said


def page(text: str) -> Iterator[str]:
    """A page of Markdown: a paragraph a line, headings and what stands in fences as they are, without the marks."""
    paragraph: list[str] = []
    fenced = False
    for line in [*text.splitlines(), ""]:
        fence = line.startswith("```")
        if fenced or fence or line.startswith("#") or not line.strip():
            yield " ".join(paragraph)
            paragraph = []
            yield "" if fence else line.lstrip("#").strip()
            fenced ^= fence
        else:
            paragraph.append(line.strip())


def list_lines(ledger: Ledger, t: Texts, only: Collection[int] | None = None) -> Iterator[str]:
    """The list: what was played, the points, the totals, each in a line of its own; the totals of now come last.

    ``only``: the rows that are said, by their places in the timeline (None: all).
    """
    numbered = {id(row.entry) for row in ledger.rows}
    known = True
    said = False
    for i, row in enumerate(ledger.timeline):
        known = row.totals_known if isinstance(row, Row) else row.known if isinstance(row, PageRow) else known
        said = only is None or i in only
        if not said:
            continue
        what, points = _row(row, t)
        yield f"{'. '.join(part[0].upper() + part[1:] for part in what if part)}."
        if isinstance(row, PenaltyRow) and id(row.entry) in numbered:
            continue  # its points stand in a row with a number
        if not isinstance(row, PageRow):
            yield t("plain.no-points") if points is None else points_line(points, t) + _sits_out(row, points, t)
        yield totals_text(row.totals, t) if known else t("plain.no-totals")
    if not said or not ledger.known:
        yield from totals_line(ledger, t).split("\n")


def _row(row: Row | PenaltyRow | FeeRow | PageRow, t: Texts) -> tuple[Iterable[str], Points | None]:
    if isinstance(row, Row):
        return _hand(row, t), row.points
    if isinstance(row, FeeRow):
        return [t(f"show.fee.{row.id}")], row.points
    if isinstance(row, PageRow):
        n = row.entry.hands if isinstance(row.entry, GapEntry) else 0
        return [t(f"show.page.{page_kind(row)}", n=n)], None
    return [_penalty(row.entry, t)], row.points


def _penalty(entry: PenaltyEntry, t: Texts) -> str:
    return f"{t('show.penalty', penalty=t.term('penalty', entry.id))}: {entry.player}"


def _sits_out(row: Row | PenaltyRow | FeeRow, points: Points, t: Texts) -> str:
    """Who sat at the table and did not play a hand."""
    out = [name for name in row.table if name not in points] if isinstance(row, Row) else []
    return f". {t('plain.sits-out', players=t.list(out))}" if out else ""


def _hand(row: Row, t: Texts) -> Iterator[str]:
    """What the columns of the list say of a hand, sentence by sentence."""
    hand = row.hand
    yield (
        t("plain.deals", n=row.n, dealer=row.dealt or "?")
        if row.dealer
        else t("add.row", n=row.n, line="").rstrip(": ")
    )
    if isinstance(row.entry, PenaltyEntry):
        yield _penalty(row.entry, t)
    yield _played(row, t)
    yield t.term("mode", row.mode) if row.mode in MODE_MARKS else ""
    yield "" if not row.bock else t("item.bock") if row.bock == 1 else t("item.bock.of", level=row.bock)
    yield from _noted(hand, t)
    if row.score is not None:
        yield verdict(row.score, t)
    elif hand.wert is not None:
        yield t("plain.value", value=t.signed(hand.wert))


def _played(row: Row, t: Texts) -> str:
    """``Re: Anna and Ben``, ``Damensolo: Cem``."""
    kind = row.hand.kind
    what = t.term("kind", kind) if kind not in ("", "normal") else t("party.re") if row.named else ""
    found = t("plain.found", n=row.hand.klaerung) if row.hand.klaerung else ""
    return ", ".join(part for part in (": ".join(p for p in (what, t.list(row.named)) if p), found) if part)


def _noted(hand: Hand, t: Texts) -> Iterator[str]:
    if hand.augen is not None:
        yield t("value.augen", augen=_augen(hand.augen, t))
    if hand.trick:
        yield t("item.l0" if hand.trick == "schwarz" else "plain.one-trick")
    yield from (_call(call, t) for call in hand.calls)
    yield from (_by(t.term("call", own.id), own.by, t) for own in hand.own_calls)
    for made in hand.sonderpunkte:
        yield _by(t.term("item" if t.has(f"item.{made.id}") else "sonderpunkt", made.id), made.by, t)


def _augen(augen: Augen, t: Texts) -> str:
    if augen.kontra is not None:
        return t.list((augen.low, augen.kontra))
    return str(augen.low) if augen.low == augen.high else t("rule.range", low=augen.low, high=augen.high)


def _call(call: Call, t: Texts) -> str:
    text = _by(call_words((call.party, call_id(call.party, call.step)), t), call.speaker or "", t)
    return text if call.cards is None else f"{text}, {t('plain.cards', n=call.cards)}"


def _by(what: str, who: str, t: Texts) -> str:
    return f"{what}: {t.term('party', who)}" if who else what
