"""Why a hand is worth what it is: the items with their paragraphs, and what each player writes down."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dokosheet.core.ledger.rows import Points, Row
from dokosheet.core.score.value import HandScore, Item
from dokosheet.edit.calculator import Scored
from dokosheet.screen.findings import as_value, authority, dumps
from dokosheet.text import Texts


def breakdown(row: Row, t: Texts) -> Iterator[str]:
    """Winner, value, one line an item, and the points of the players."""
    score = row.score
    if score is None:
        if row.points is not None:
            yield t("score.points-only")
            yield points_line(row.points, t)
        return
    yield _under(row, verdict(score, t), t)
    if row.bock and row.causes:
        yield t("score.bock", **t.present({"causes": [cause.plain for cause in row.causes]}))
    width = max([len(item_name(item, t)) for item in score.items], default=0)
    for item in score.items:
        paragraph = authority(item.paragraph, t)
        party = t.term("party", item.party)
        if t.plain:
            yield f"{item_name(item, t)}: {t.signed(item.points)}, {party}, {paragraph}"
            continue
        yield f"  {item_name(item, t):<{width}}  {t.signed(item.points):>3}  {party:<6}  {paragraph}"
    alone = len(row.named) == 1
    value, points = (score.value, score.re) if row.named == row.re or not alone else (-score.value, score.kontra)
    if points != value:
        yield t("score.tripled" if alone else "score.written", value=t.signed(value), points=t.signed(points))
    yield points_line(row.points or {}, t)


def _under(row: Row, won: str, t: Texts) -> str:
    """Who has won, and of a band like ``u60`` which side is meant by it."""
    colon, under, most = row.hand.augen.word.rpartition("u") if row.hand.augen else ("", "", "")
    return t("score.under", party=t.term("party", "re" if colon else "kontra"), most=most, won=won) if under else won


def verdict(score: HandScore, t: Texts) -> str:
    """Who has won, and what the hand is worth for that party."""
    if score.winner is None:
        return t("score.nobody", value=t.signed(score.value))
    value = score.value if score.winner == "re" else -score.value
    return t("score.won", party=t.term("party", score.winner), value=t.signed(value))


def item_name(item: Item, t: Texts) -> str:
    """An item in words, with the player who made a Sonderpunkt."""
    name = t.item_name(item.id, item.of)
    return t("item.by", what=name, player=item.of) if item.of and name == t.term("item", item.id) else name


def points_line(points: Points, t: Texts) -> str:
    """What each player writes down."""
    return t("score.points", points=", ".join(f"{name} {t.signed(value)}" for name, value in points.items()))


class ScoreLines:
    """The machine interface of ``score -``: one JSON object a line.

    Items and names recur in every line, so their JSON is kept.
    """

    def __init__(self, t: Texts) -> None:
        self.t = t
        self._items: dict[tuple[Item, ...], str] = {}
        self._names: dict[str, str] = {}

    def line(self, number: int, scored: Scored) -> str:
        """The object of one line."""
        written = dumps(scored.line)
        if scored.row is None or scored.row.score is None:
            assert scored.error is not None
            error = dumps(as_value(scored.error, self.t))
            return f'{{"line": {number}, "hand": {written}, "error": {error}}}'
        row, score = scored.row, scored.row.score
        winner = f'"{score.winner}"' if score.winner else "null"
        points = ", ".join([f"{self._name(name)}: {value}" for name, value in (row.points or {}).items()])
        findings = dumps([as_value(f, self.t) for f in scored.findings]) if scored.findings else "[]"
        return (
            f'{{"line": {number}, "hand": {written}, "kind": "{row.hand.kind}", "mode": "{row.mode}", '
            f'"winner": {winner}, "value": {score.value}, "points": {{{points}}}, '
            f'"items": {self._items_json(score.items)}, "findings": {findings}}}'
        )

    def _name(self, name: str) -> str:
        text = self._names.get(name)
        if text is None:
            text = self._names[name] = dumps(name)
        return text

    def _items_json(self, items: tuple[Item, ...]) -> str:
        text = self._items.get(items)
        if text is None:
            if len(self._items) > 50_000:
                self._items.clear()
            text = self._items[items] = dumps(item_values(items))
        return text


def item_values(items: Iterable[Item]) -> list[dict[str, object]]:
    """Items as plain values; ``of`` only where there is one."""
    return [
        {"id": i.id, "party": i.party, "points": i.points, "paragraph": i.paragraph, **({"of": i.of} if i.of else {})}
        for i in items
    ]
