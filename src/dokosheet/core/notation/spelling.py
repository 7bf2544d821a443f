"""The canonical spelling of everything that a line can say."""

from __future__ import annotations

from collections.abc import Iterable

from dokosheet.core.notation import vocabulary as voc
from dokosheet.core.notation.hand import Augen, Call, Cell, Hand, Player
from dokosheet.core.terms import ABSAGEN, ANSAGE, AUGEN, K90


def format_hand(hand: Hand, players: Iterable[Player] = (), note: str = "") -> str:
    """The canonical line of a hand. ``players``: for names that are written in a short form."""
    word = {player.name: player.word for player in players}
    parts = [word.get(name, name) for name in hand.named]
    kind = voc.KIND_WORDS.get(hand.kind, hand.kind)
    if hand.klaerung is not None:
        parts.append(f"{kind}@{hand.klaerung}")
    elif hand.kind != "normal":
        parts.append(kind)
    if hand.augen is not None:
        seat = not hand.named and 0 < hand.augen.low == hand.augen.high < 10  # would be read as the number of a seat
        parts.append(f"{hand.augen.low}:{AUGEN - hand.augen.low}" if seat else format_augen(hand.augen))
    if hand.trick:
        parts.append(hand.trick)
    parts += [format_call(call, word) for call in hand.calls]
    parts += [f"{c.id}:{word.get(c.by, c.by)}" if c.by else c.id for c in hand.own_calls]
    parts += [f"{s.id}:{word.get(s.by, s.by)}" for s in hand.sonderpunkte]
    parts += hand.marks
    parts += [f"stich{s.n}:{s.augen}/{word.get(s.by, s.by)}" for s in hand.stiche]
    parts += _facts(hand, word)
    parts += [quote(note)] if note else []
    return " ".join(parts)


def _facts(hand: Hand, word: dict[str, str]) -> list[str]:
    """The written facts, ``=`` and ``==``."""

    def names(people: Iterable[str]) -> str:
        return ",".join(word.get(name, name) for name in people)

    facts = []
    if hand.wert is not None:
        facts.append(f"wert:{hand.wert}")
    if hand.sieger:
        facts.append(f"sieger:{names(hand.sieger)}")
    if hand.dealer:
        facts.append(f"geber:{names([hand.dealer])}")
    if hand.bock is not None:
        facts.append(f"bock:{hand.bock}")
    if hand.sits_out:
        facts.append(f"aussetzt:{names(hand.sits_out)}")
    if hand.score is not None:
        facts.append("=" + format_cells(hand.score))
    if hand.total is not None:
        facts.append("==" + format_cells(hand.total))
    if hand.gilt:
        facts.append("gilt")
    return facts + [f"ok:{code}" for code in hand.ok]


def format_augen(augen: Augen) -> str:
    """The canonical token: ``156``, ``u60``, ``121-150``."""
    if augen.word:
        return augen.word
    if augen.kontra is not None:
        return f"{augen.low}:{augen.kontra}"
    return str(augen.low) if augen.low == augen.high else f"{augen.low}-{augen.high}"


def call_word(party: str, step: int) -> str:
    """The canonical word of a call: ``re``, ``kontra60``, ``reschwarz``."""
    return party if step == ANSAGE else party + ABSAGEN[step].removeprefix("k")


def format_call(call: Call, word: dict[str, str] | None = None) -> str:
    """The canonical token of a call with its cards and speaker."""
    if call.bare and call.step >= K90:
        return f"{ABSAGEN[call.step]}:{call.party}"
    text = call_word(call.party, call.step)
    if call.cards is not None:
        text += f"@{call.cards}"
    if call.speaker:
        text += f"/{(word or {}).get(call.speaker, call.speaker)}"
    return text


def format_cells(cells: Iterable[Cell]) -> str:
    """A row as written: ``2,-2,-,?``; with slashes where a number has decimals."""
    texts = ["-" if c is None else str(c).replace(".", ",") for c in cells]
    return ("/" if any("," in text for text in texts) else ",").join(texts)


def quote(text: str) -> str:
    """Free text as a token."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
