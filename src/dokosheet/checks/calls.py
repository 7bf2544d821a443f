"""C3xx: calls of the wrong party, too late, or without what they need (TSR 6).

A call that nobody objected to stands (TSR 9.6.3), so what is about time is a warning and never changes a score.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from dokosheet.checks.registry import at, check_hand, repair
from dokosheet.core.finding import Finding
from dokosheet.core.ledger.rows import Row
from dokosheet.core.notation.hand import Call, Stich
from dokosheet.core.notation.spelling import call_word, format_call
from dokosheet.core.records import Record
from dokosheet.core.rules import Duty, Ruleset
from dokosheet.core.score import calls as calling
from dokosheet.core.terms import ABSAGEN, ANSAGE, K90, OTHER, Party, call_id


@check_hand("C301", needs="calls")
def call_unknown(row: Row, rules: Ruleset) -> Iterable[Finding]:
    """The ruleset has no such call, or not in this kind of hand."""
    kind = row.hand.kind
    if not row.hand.own_calls and calling.steps_tell_all(rules):
        return ()  # every call there is can be made in every kind
    said = [("calls", i, call_id(c.party, c.step), format_call(c)) for i, c in enumerate(row.hand.calls)]
    said += [("own_calls", i, c.id, c.id) for i, c in enumerate(row.hand.own_calls)]
    found = []
    for field, i, call, token in said:
        if call not in rules.calls.defs:
            found.append(at(row, "C301", field, i, args={"token": token, "readings": []}))
        elif not calling.counts(call, kind, rules):
            args = {"token": token, "kind": kind}
            found.append(at(row, "C301", field, i, variant="kind", args=args, paragraph="kinds.calls"))
    return found


@check_hand("C302", needs="calls")
def wrong_side(row: Row, rules: Ruleset) -> Iterable[Finding]:
    """Re is said by Re, Kontra by Kontra, and by nobody who sits out (TSR 6.2.2)."""
    hand = row.hand
    said = [("calls", i, c.party, call_word(c.party, c.step), c.speaker) for i, c in enumerate(hand.calls)]
    for i, own in enumerate(hand.own_calls):
        of_party = rules.calls.defs[own.id].party if own.id in rules.calls.defs else "any"
        if of_party != "any":
            said.append(("own_calls", i, of_party, own.id, own.by or None))
    found = []
    for field, i, party, word, speaker in said:
        if speaker is None or not (hand.named or speaker not in row.players):
            continue  # whose side a speaker is on is known where Re is
        playing = speaker in row.players or speaker in ("re", "kontra")
        of = calling.party_of(hand, speaker, rules) if playing else None
        if of != party:
            args = {"call": word, "player": speaker, "party": of or ""}
            variant = "" if of else "sits-out"
            found.append(at(row, "C302", field, i, variant=variant, args=args, player=speaker, paragraph="6.2.2"))
    return found


@check_hand("C305", needs="calls")
def repeated(row: Row, rules: Ruleset) -> Iterable[Finding]:
    """A party makes each call once (TSR 6.4.7; knob ``calls.once_per_party``)."""
    if not rules.calls.once_per_party:
        return ()
    seen, found = set(), []
    for i, call in enumerate(row.hand.calls):
        if (call.party, call.step) in seen:
            args = {"call": call_word(call.party, call.step)}
            found.append(at(row, "C305", "calls", i, args=args, paragraph="6.4.7"))
        seen.add((call.party, call.step))
    return found


@check_hand("C308", needs="calls")
def without_ansage(row: Row, rules: Ruleset) -> Iterable[Finding]:
    """An Absage includes its Ansage (TSR 6.3.2, 6.4.3)."""
    if rules.calls.absage_needs != "own_ansage":
        return ()
    calls = row.hand.calls
    return [
        at(
            row,
            "C308",
            "calls",
            i,
            args={"call": format_call(call), "ansage": call.party},
            paragraph="6.3.2",
            repairs=(repair(row, "calls", call_word(call.party, call.step), "includes-ansage", i),),
        )
        for i, call in enumerate(calls)
        if call.bare and not any(other.party == call.party and not other.bare for other in calls)
    ]


@check_hand("C308", needs="calls")
def without_needed(row: Row, rules: Ruleset) -> Iterable[Finding]:
    """A call that needs others before it (knob ``calls.defs.*.needs``)."""
    hand = row.hand
    if not any_needs(rules):
        return ()
    found = []
    said = {call_id(c.party, step) for c in hand.calls for step in range(ANSAGE, c.step + 1)}
    said |= {c.id for c in hand.own_calls}
    calls = [("calls", i, call_id(c.party, c.step), format_call(c)) for i, c in enumerate(hand.calls)]
    calls += [("own_calls", i, c.id, c.id) for i, c in enumerate(hand.own_calls)]
    for field, i, call, word in calls:
        needs = rules.calls.defs[call].needs if call in rules.calls.defs else ()
        missing = [name for name in needs if name not in said]
        if missing:
            args = {"call": word, "missing": missing}
            found.append(at(row, "C308", field, i, variant="needs", args=args, paragraph="calls.defs.needs"))
    return found


@lru_cache(maxsize=32)
def any_needs(rules: Ruleset) -> bool:
    """Whether any call needs others before it."""
    return any(definition.needs for definition in rules.calls.defs.values())


@check_hand("C310", needs="calls")
def too_many(row: Row, rules: Ruleset) -> Iterable[Finding]:
    """More calls in one hand than the ruleset allows (knob ``calls.max_total``)."""
    most, hand = rules.calls.max_total, row.hand
    if most is None:
        return ()
    n = len({(c.party, step) for c in hand.calls for step in range(ANSAGE, c.step + 1)}) + len(hand.own_calls)
    if n <= most:
        return ()
    field, nth = ("own_calls", len(hand.own_calls) - 1) if hand.own_calls else ("calls", len(hand.calls) - 1)
    return (at(row, "C310", field, nth, args={"n": n, "max": most}, paragraph="calls.max_total"),)


@check_hand("C307", needs="calls")
def skipped(row: Row, rules: Ruleset) -> Iterable[Finding]:
    """A step left out where none may be (knob ``calls.skip``); one call alone stands for all below it."""
    if rules.calls.skip != "forbidden":
        return ()
    found = []
    for party in ("re", "kontra"):
        own = sorted((c.step, i) for i, c in enumerate(row.hand.calls) if c.party == party)
        for (before, _), (step, i) in pairwise(own):
            if step > before + 1:
                args = {"call": call_word(party, step), "step": call_id(party, before + 1), "ansage": party}
                found.append(
                    at(row, "C307", "calls", i, variant="skipped", severity="error", args=args, paragraph="calls.skip")
                )
    return found


#: No call is later than the last card.
ALL_CARDS = 48


@lru_cache(maxsize=32)
def plain_clock(rules: Ruleset) -> bool:
    """Whether limits are cards in the hand that nothing but a Hochzeit moves."""
    clock = rules.calls.clock
    moved = clock.slide or clock.finish_trick or not rules.deck.nines or rules.hochzeit.call_clock == "reopen"
    return clock.unit == "hand_cards" and not moved


class _Limits(Record, frozen=True):
    """The limit of each step, as the Hochzeit and the deck have moved it (TSR 6.1.1, 6.2.2, 6.3.4, 6.4.4).

    Compared as numbers of which more is earlier: cards in hand, or cards on the table (tricks) below 0. ``trick``: the
    Klärungsstich that is supposed (0: there is none).
    """

    rules: Ruleset
    trick: int
    shift: int
    reopened: int | None
    plain: bool

    def key(self, cards: int) -> int:
        """The recorded number, so that more is earlier."""
        return cards if self.rules.calls.clock.unit == "hand_cards" else -cards

    def written(self, key: int) -> int:
        """The number as a table would write it."""
        return key if self.rules.calls.clock.unit == "hand_cards" else -key

    def of(self, party: str, step: int, before: int = 0) -> int:
        """The latest that a step may be called, as a key; ``before``: how many calls were made before it."""
        clock = self.rules.calls.clock
        limit = clock.latest.get(call_id(party, step), 0 if clock.unit == "hand_cards" else ALL_CARDS)
        if self.plain:
            return limit - self.shift
        if clock.unit == "hand_cards":
            limit += 0 if self.rules.deck.nines else clock.no_nines
            limit -= self.shift + clock.slide * before // 4 + (1 if clock.finish_trick else 0)
        elif clock.unit == "table_cards":
            limit += 4 * self.shift + clock.slide * before
            limit += -limit % 4 if clock.finish_trick else 0
        else:
            limit += self.shift
        key = self.key(limit)
        return key if self.reopened is None else min(key, self.reopened)

    def opens(self) -> int | None:
        """The earliest that anything may be called, as a key: after the Klärungsstich (TSR 6.4.2)."""
        if not self.trick or not self.rules.hochzeit.no_call_before_found:
            return None
        unit = self.rules.calls.clock.unit
        if unit == "hand_cards":
            return self.rules.deck.hand_cards - self.trick
        return -4 * self.trick if unit == "table_cards" else -self.trick - 1

    def reply(self, party: Party, said: Sequence[tuple[Call, int]]) -> int | None:
        """The latest for an Ansage in reply to what the other party has said; None: nothing to reply to.

        ``said``: all calls before it, each with how many were made before. Knob ``calls.reply.to``: the reply is later
        than the other's call may be, or than his last one was.
        """
        rule = self.rules.calls.reply
        heard = [(call, before) for call, before in said if call.party != party]
        if party not in rule.calls or not rule.later_by or not heard:
            return None
        last, before = max(heard, key=lambda one: one[0].step)
        made = last.cards if rule.to == "last_call" else None
        limit = self.of(OTHER[party], last.step, before) if made is None else self.key(made)
        return limit - rule.later_by


class _Case(Record, frozen=True):
    """One way in which the calls of a hand can have come: the limits and the order, and what was wrong then.

    ``wrong``: the code of each call that was not in time, by its number in the line.
    """

    limits: _Limits
    order: tuple[int, ...]
    wrong: dict[int, str]


@check_hand("C303", "C304", "C306", "C307", needs="calls")
def out_of_time(row: Row, rules: Ruleset) -> Iterable[Finding]:
    """Each step has its limit of cards; a skipped step must still be in time, a late reply forbids Absagen.

    A line does not tell in which order calls with as many cards were made, nor always the Klärungsstich: nothing is
    found if all was in time in some order and by some Klärungsstich.
    """
    calls = row.hand.calls
    if not any(call.cards is not None for call in calls):
        return ()
    cases: list[_Case] = []
    for limits in _all_limits(row, rules):
        soon = {i: "C306" for i, call in enumerate(calls) if _too_soon(call, limits)}
        for order in _orders(calls, limits):
            late = {} if rules.checks.clock == "never" else _late_in(order, calls, limits)
            if not late and not soon:
                return ()
            cases.append(_Case(limits, order, late | soon))
    return _told(row, _likeliest(cases, calls))


def _all_limits(row: Row, rules: Ruleset) -> Iterator[_Limits]:
    """The limits; by each Klärungsstich that there can have been where none is written (TSR 4.4.2), the last first."""
    hand, within = row.hand, rules.hochzeit.find_within
    tricks: Iterable[int] = (0,)
    if hand.kind == "hochzeit_allein":
        tricks = (within,)
    elif hand.kind == "hochzeit":
        tricks = (hand.klaerung,) if hand.klaerung else range(within, 0, -1)
    for trick in tricks:
        shift = trick - 1 if trick and rules.hochzeit.call_clock == "shift_by_trick" else 0
        yield _Limits(rules, trick, shift, _reopened(trick, rules), plain_clock(rules))


def _reopened(trick: int, rules: Ruleset) -> int | None:
    """The latest key after a Klärungsstich that opens the calls again (knobs ``call_clock``, ``reopen_cards``)."""
    if rules.hochzeit.call_clock != "reopen" or not trick:
        return None
    cards = rules.hochzeit.reopen_cards
    if rules.calls.clock.unit == "hand_cards":
        return rules.deck.hand_cards - trick - -(-cards // 4)
    return -(4 * trick + cards) if rules.calls.clock.unit == "table_cards" else -(trick + 1)


def _too_soon(call: Call, limits: _Limits) -> bool:
    """In a Hochzeit nobody calls before the Klärungsstich is complete (TSR 6.4.2)."""
    opens = limits.opens()
    return opens is not None and call.cards is not None and limits.key(call.cards) > opens


def _orders(calls: Sequence[Call], limits: _Limits) -> Iterator[tuple[int, ...]]:
    """All orders in which the calls of a line can have been made, that of the cards first.

    A party makes its calls step by step. At any moment two players differ by one card at most: of two calls the one
    with more cards came first if it had two more, or more cards at all where those on the table are counted.
    """
    slack = 1 if limits.rules.calls.clock.unit == "hand_cards" else 0
    keys = [None if call.cards is None else limits.key(call.cards) for call in calls]
    both: list[list[int]] = [[], []]
    for i in sorted(range(len(calls)), key=lambda i: (calls[i].step, -(keys[i] or 0), i)):
        side = both[calls[i].party == "kontra"]
        if not side or calls[side[-1]].step != calls[i].step:  # said again (another finding), it moves nothing
            side.append(i)

    def merged(re: list[int], kontra: list[int]) -> Iterator[tuple[int, ...]]:
        if not re or not kontra:
            yield (*re, *kontra)
            return
        mine, theirs = keys[re[0]], keys[kontra[0]]
        ahead = 0 if mine is None or theirs is None else mine - theirs
        first = [(re[0], re[1:], kontra)] if ahead >= -slack else []
        first.insert(len(first) if ahead >= 0 else 0, (kontra[0], re, kontra[1:]))
        for i, left, right in first if ahead <= slack else first[:1]:
            for rest in merged(left, right):
                yield (i, *rest)

    yield from merged(*both)


def _late_in(order: Sequence[int], calls: Sequence[Call], limits: _Limits) -> dict[int, str]:
    """What was late in an order, by the number of the call; of each party the first, the others would only follow."""
    wrong: dict[int, str] = {}
    said: list[tuple[Call, int]] = []
    replied, over = set(), set()
    for n, i in enumerate(order):
        call = calls[i]
        verdict = "" if call.party in over else _verdict(call, said, call.party in replied, limits)
        if verdict == "late-reply":
            replied.add(call.party)
        elif verdict:
            wrong[i] = verdict
            over.add(call.party)
        said.append((call, n))
    return wrong


def _verdict(call: Call, said: Sequence[tuple[Call, int]], late_reply: bool, limits: _Limits) -> str:
    """A code, "late-reply" for an Ansage in time only as a reply, or "" for a call in time.

    A late call that nobody objected to stands, so that it can be replied to (TSR 9.6.3).
    """
    if late_reply and call.step >= K90:
        return "C304"
    before = max((other.step for other, _ in said if other.party == call.party), default=0)
    if call.cards is None or call.step <= before:
        return ""
    due = min(before + 1, call.step)
    made = limits.key(call.cards)
    if made >= limits.of(call.party, due, len(said)):
        return ""
    if due == ANSAGE:
        reply = limits.reply(call.party, said)
        if reply is not None and made >= reply:
            return "late-reply" if call.step == ANSAGE else "C304"
    return "C303" if call.step == due or made < limits.of(call.party, call.step, len(said)) else "C307"


def _likeliest(cases: Sequence[_Case], calls: Sequence[Call]) -> list[_Case]:
    """Of the ways in which the calls can have come those in the order of their cards with the fewest at fault."""

    def unlikely(case: _Case) -> tuple[int, int]:
        keys = [case.limits.key(cards) for i in case.order if (cards := calls[i].cards) is not None]
        return sum(later > key for n, key in enumerate(keys) for later in keys[n + 1 :]), len(case.wrong)

    best = min(map(unlikely, cases))
    return [case for case in cases if unlikely(case) == best]


def _told(row: Row, cases: Sequence[_Case]) -> Iterator[Finding]:
    """What was at fault in every case, by the most lenient of them; else that one of some calls must have been."""
    calls = row.hand.calls
    sure = [i for i in cases[0].wrong if all(i in case.wrong for case in cases)]
    yield from (_soon(row, i, cases[-1].limits) for i in sure if cases[0].wrong[i] == "C306")
    for code in ("C303", "C304", "C307"):
        yield from (_late(row, i, code, cases[0]) for i in sure if cases[0].wrong[i] == code)
    rest = sorted({i for case in cases for i in case.wrong} - {*sure})
    if len(cases[0].wrong) > len(sure):
        tricks = {case.limits.trick for case in cases}
        variant = "either" if len(tricks) == 1 else "klaerung"
        args = {"calls": [format_call(calls[i]) for i in rest]}
        yield at(row, "C303", "calls", rest[-1], variant=variant, args=args, paragraph="6.4.4")


def _soon(row: Row, i: int, limits: _Limits) -> Finding:
    """A call before the Klärungsstich was complete."""
    call, unit, opens = row.hand.calls[i], limits.rules.calls.clock.unit, limits.opens() or 0
    holds = limits.trick if unit == "tricks" else limits.written(opens)
    args = {"call": format_call(call), "cards": call.cards, "holds": holds}
    variant = {"hand_cards": "", "table_cards": "table", "tricks": "tricks"}[unit]
    return at(row, "C306", "calls", i, variant=variant, args=args, paragraph="6.4.2")


def _late(row: Row, i: int, code: str, case: _Case) -> Finding:
    call, limits = row.hand.calls[i], case.limits
    before = case.order[: case.order.index(i)]
    said = max((row.hand.calls[j].step for j in before if row.hand.calls[j].party == call.party), default=0)
    due = min(said + 1, call.step)
    missed = call.step if code == "C303" else due
    args = {
        "call": call_word(call.party, call.step),
        "cards": call.cards,
        "step": call_word(call.party, missed) if missed == ANSAGE else ABSAGEN[missed],
        "limit": limits.written(limits.of(call.party, missed, len(before))),
        "ansage": call.party,
    }
    unit = limits.rules.calls.clock.unit
    paragraph = {"C303": "6.2.2" if call.step == ANSAGE else "6.3.4", "C304": "6.4.4", "C307": "6.4.3"}[code]
    if code != "C304" and unit != "hand_cards":
        variant = "table" if unit == "table_cards" else "tricks"
        return at(row, code, "calls", i, variant=variant, args=args, player=call.speaker, paragraph="calls.clock")
    return at(row, code, "calls", i, args=args, player=call.speaker, paragraph=paragraph)


# -- Pflichtansagen.


@check_hand("C309", needs="house")
def duty_call(row: Row, rules: Ruleset) -> Iterator[Finding]:
    """A trick with so many Augen obliges whoever took it to call (section ``calls.duty``)."""
    hand = row.hand
    if not hand.stiche or not hand.named:
        return
    made = calling.of_hand(hand, rules)
    steps: dict[str, int] = dict(zip(("re", "kontra"), made.steps, strict=True))
    times: dict[str, int] = {}
    for duty in rules.calls.duty:
        for i, trick in sorted(enumerate(hand.stiche), key=lambda numbered: numbered[1].n):
            if not _obliges(duty, trick, row, rules):
                continue
            party = calling.party_of(hand, trick.by, rules)
            times[party] = times.get(party, 0) + 1
            step = (times[party] if duty.call == "next" else ANSAGE) + _raised(duty, row, party, rules)
            if steps[party] < step and not made.own:
                args = {"player": trick.by, "n": trick.n, "augen": trick.augen, "step": call_id(party, min(step, 5))}
                yield at(row, "C309", "stiche", i, args=args, player=trick.by, paragraph="calls.duty")


def _obliges(duty: Duty, trick: Stich, row: Row, rules: Ruleset) -> bool:
    """Whether a trick asks for a call: it is one of those meant, has the Augen, and is not let off."""
    meant = trick.n in duty.tricks or ("clarification" in duty.tricks and trick.n == row.hand.klaerung)
    declined = duty.decline_at is not None and trick.augen <= duty.decline_at
    return meant and trick.augen >= duty.augen_min and not declined and not rules.covers(duty.not_in, row.hand.kind)


def _raised(duty: Duty, row: Row, party: Party, rules: Ruleset) -> int:
    """One step more in some kinds, and for the party of who holds some pigs."""
    pigs = {s.id for s in row.hand.sonderpunkte if calling.party_of(row.hand, s.by, rules) == party}
    return int(row.hand.kind in duty.raised_by or bool(pigs & set(duty.raised_by)))
