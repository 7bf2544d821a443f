"""What a value can be: the verdict and the explanations in plain words, or as plain values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from dokosheet.core.notation.hand import Hand, Sonderpunkt
from dokosheet.core.notation.spelling import format_hand
from dokosheet.core.rules import Ruleset
from dokosheet.core.score.solver import Assumed, Explanation, Explanations, Known
from dokosheet.core.terms import AUGEN, call_id
from dokosheet.text import Texts

#: So many explanations are told: with the verdict and what is left out no more than eight lines.
MOST = 6
#: Of more calls one of which is missing none is named.
MOST_CALLS = 4


def lines(answer: Explanations, known: Known, rules: Ruleset, t: Texts) -> Iterator[str]:
    """The verdict, and under it the explanations with what each assumes."""
    yield verdict(answer, known, rules, t)
    shown = told(answer)
    for one in shown:
        gap = ": " if t.plain else "  "
        yield f"  {t.signed(one.value):>3}{gap}{sentence(one, known, t)}"
    if len(answer.explanations) > len(shown):
        yield t("value.more", n=len(answer.explanations) - len(shown))


def told(answer: Explanations) -> tuple[Explanation, ...]:
    """The explanations that are shown: the likeliest."""
    return answer.explanations[:MOST]


def verdict(answer: Explanations, known: Known, rules: Ruleset, t: Texts) -> str:
    """The answer in one sentence that is true of all explanations."""
    kind = t.term("kind", known.hand.kind)
    most = "" if answer.most is None else t.signed(answer.most)
    value = t.signed(answer.value)
    message = f"value.{answer.verdict}"
    if answer.ways:
        message = "value.otherwise" if answer.verdict != "fits" else "value.fits"
        if answer.verdict == "fits" and "tripled" in answer.ways:
            message = "value.both"
    elif answer.verdict == "impossible" and answer.most is None:
        message = "value.nothing"
    elif answer.verdict == "impossible" and (answer.least or 0) <= answer.value <= (answer.most or 0):
        message = "value.between"
    elif answer.verdict == "impossible" and answer.value < (answer.least or 0):
        message, most = "value.least", t.signed(answer.least)
    ways = t.list((way(one, answer, t) for one in answer.ways if one != "fits"), "or")
    return t(message, value=value, ways=ways, kind=kind, most=most, rules=rules.id)


def way(one: str, answer: Explanations, t: Texts) -> str:
    """One way in which a value comes about, with what is missing or too many."""
    options = answer.removed if one == "one-too-many" else answer.options
    calls = answer.unsaid if one == "call-too-many" else answer.calls
    if one == "call-missing" and len(calls) > MOST_CALLS:
        return t("value.way.any-call")
    return t(
        f"value.way.{one}",
        options=t.list((made(s, t) for s in options), "or"),
        calls=t.list((call(c, t) for c in calls), "or"),
    )


def sentence(one: Explanation, known: Known, t: Texts) -> str:
    """One explanation: who has won, the levels, the calls, the Sonderpunkte, and which of it nobody noted."""
    hand = one.hand
    parts = [
        t("value.won", party=t.term("party", one.winner)) if one.winner else t("value.nobody"),
        *_result(one, t),
    ]
    parts += [call(said, t) for said in _calls(hand)]
    parts += [t("value.own", call=t.term("call", c.id)) for c in hand.own_calls]
    parts += _sonderpunkte(one, t)
    assumed = [call(said, t) for said in _highest(one.calls)]
    text = ", ".join(parts)
    text += t("value.unnoted", calls=t.list(assumed)) if assumed and (known.hand.calls or known.hand.augen) else ""
    wrong = [made(s, t) for s in one.removed] + [call(said, t) for said in one.unsaid]
    text += t("value.removed", what=t.list(wrong)) if wrong else ""
    return text + (t(f"value.as.{one.way}") if one.way in ("tripled", "not-doubled") else "")


def _result(told: Explanation, t: Texts) -> Iterator[str]:
    hand = told.hand
    if hand.augen is None:
        return
    if hand.trick == "schwarz":
        yield t("value.l0")
    else:
        most = hand.augen.high if told.winner != "kontra" else AUGEN - hand.augen.low
        least = hand.augen.low if told.winner != "kontra" else AUGEN - hand.augen.high
        level = next((level for level in (30, 60, 90) if least > AUGEN - level), 0)
        if level and told.winner:
            yield t("value.level", level=level)
        elif told.winner and most < AUGEN // 2:
            yield t("value.below", augen=f"{least}-{most}" if least < most else most)
    yield t("value.augen", augen=f"{hand.augen.low}-{hand.augen.high}" if hand.augen.exact is None else hand.augen.low)


def _highest(calls: Iterable[Assumed]) -> list[Assumed]:
    """Of the steps of a party, which include each other, the last; everything else."""
    found: dict[str, Assumed] = {}
    for party, name in calls:
        found[party if party in ("re", "kontra") else f"{party}:{name}"] = (party, name)
    return list(found.values())


def _calls(hand: Hand) -> Iterator[Assumed]:
    """The highest step of each party."""
    for party, step in zip(("re", "kontra"), hand.steps, strict=True):
        if step:
            yield party, call_id(party, step)


def call(one: Assumed, t: Texts) -> str:
    """A call in words: ``Re called``, ``Kontra: keine 90 called``."""
    party, name = one
    if party == name or party == "":
        return t("value.ansage", call=t.term("call", name))
    if party == "early":
        return t("item.early.of", call=t.term("call", name))
    return t("value.absage", party=t.term("party", party), call=t.term("call", name))


def made(s: Sonderpunkt, t: Texts) -> str:
    """A Sonderpunkt with its party."""
    return t("value.made", id=t.term("sonderpunkt", s.id), party=t.term("party", s.by))


def _sonderpunkte(told: Explanation, t: Texts) -> Iterator[str]:
    """The noted ones by name; of one that is missing all that it can be; of several an example."""
    noted = list(told.hand.sonderpunkte)
    for s in told.sonderpunkte:
        noted.remove(s)
    yield from _counted(noted, t)
    if len(told.sonderpunkte) == 1:
        by: dict[str, list[str]] = {}
        for s in told.options or told.sonderpunkte:
            by.setdefault(s.by, []).append(t.term("sonderpunkt", s.id))
        ways = [t("value.one", party=t.term("party", p), ids=t.list(ids, "or")) for p, ids in by.items()]
        yield t.list(ways, "or")
    elif told.sonderpunkte:
        n = len(told.sonderpunkte)
        yield t("value.several", n=n, example=", ".join(_counted(told.sonderpunkte, t)))


def _counted(some: Iterable[Sonderpunkt], t: Texts) -> Iterator[str]:
    for (name, by), n in Counter((s.id, s.by) for s in some).items():
        words = t("value.made", id=t.term("sonderpunkt", name), party=t.term("party", by))
        yield words if n == 1 else f"{n} x {words}"


def as_value(answer: Explanations, known: Known, rules: Ruleset) -> dict[str, object]:
    """The machine format: ids and numbers only; every explanation that is shown in words."""
    return {
        "version": 1,
        "rules": rules.id,
        "kind": known.hand.kind,
        "value": answer.value,
        "party": known.gains,
        "bock": known.bock,
        "verdict": answer.verdict,
        "ways": list(answer.ways),
        "least": answer.least,
        "most": answer.most,
        "calls": [_call(one) for one in answer.calls],
        "options": [_made(s) for s in (answer.removed if answer.verdict == "one-too-many" else answer.options)],
        "removed": [_made(s) for s in answer.removed],
        "unsaid": [_call(one) for one in answer.unsaid],
        "count": len(answer.explanations),
        "explanations": [_told(one) for one in told(answer)],
    }


def _told(told: Explanation) -> dict[str, object]:
    augen = told.hand.augen
    return {
        "hand": format_hand(told.hand),
        "value": told.value,
        "way": told.way,
        "winner": told.winner,
        "augen": {"low": augen.low, "high": augen.high} if augen else None,
        "calls": [_call(one) for one in told.calls],
        "sonderpunkte": [_made(s) for s in told.sonderpunkte],
        "options": [_made(s) for s in told.options],
        "removed": [_made(s) for s in told.removed],
        "unsaid": [_call(one) for one in told.unsaid],
    }


def _call(one: Assumed) -> dict[str, object]:
    party, name = one
    return {"id": name, "party": party if party in ("re", "kontra") else None, "early": party == "early"}


def _made(s: Sonderpunkt) -> dict[str, object]:
    return {"id": s.id, "party": s.by}
