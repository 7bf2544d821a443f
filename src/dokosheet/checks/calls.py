"""C3xx: calls of the wrong party, too late, or without what they need (TSR 6).

A call that nobody objected to stands (TSR 9.6.3), so what is about time is a warning and never changes a score.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from msgspec import Struct

from dokosheet.checks.hand import HOCHZEITEN
from dokosheet.checks.registry import at, check_hand, repair
from dokosheet.core import calling
from dokosheet.core.finding import Finding
from dokosheet.core.hand import Call
from dokosheet.core.rows import Ledger, Row
from dokosheet.core.ruleset import Ruleset
from dokosheet.core.spelling import call_word, format_call
from dokosheet.core.terms import ABSAGEN, ANSAGE, K90, OTHER, call_id


@check_hand("C301", needs="calls")
def call_unknown(row: Row, ledger: Ledger) -> Iterable[Finding]:
    """The ruleset has no such call, or not in this kind of hand."""
    rules, kind = ledger.sheet.rules, row.hand.kind
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
def wrong_side(row: Row, ledger: Ledger) -> Iterable[Finding]:
    """Re is said by Re, Kontra by Kontra, and by nobody who sits out (TSR 6.2.2)."""
    hand, rules = row.hand, ledger.sheet.rules
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
def repeated(row: Row, ledger: Ledger) -> Iterable[Finding]:
    """A party makes each call once (TSR 6.4.7; knob ``calls.once_per_party``)."""
    if not ledger.sheet.rules.calls.once_per_party:
        return ()
    seen, found = set(), []
    for i, call in enumerate(row.hand.calls):
        if (call.party, call.step) in seen:
            args = {"call": call_word(call.party, call.step)}
            found.append(at(row, "C305", "calls", i, args=args, paragraph="6.4.7"))
        seen.add((call.party, call.step))
    return found


@check_hand("C306", needs="calls")
def before_klaerung(row: Row, ledger: Ledger) -> Iterator[Finding]:
    """In a Hochzeit nobody calls before the Klärungsstich is complete (TSR 6.4.2)."""
    rules, kind = ledger.sheet.rules, row.hand.kind
    if not rules.hochzeit.no_call_before_found or kind not in HOCHZEITEN:
        return
    tricks = (row.hand.klaerung or 1) if kind == "hochzeit" else rules.hochzeit.find_within
    unit = rules.calls.clock.unit
    for i, call in enumerate(row.hand.calls):
        args = {"call": format_call(call), "cards": call.cards}
        if call.cards is None:
            continue
        if unit == "hand_cards" and call.cards > rules.deck.hand_cards - tricks:
            args["holds"] = rules.deck.hand_cards - tricks
            yield at(row, "C306", "calls", i, args=args, paragraph="6.4.2")
        elif unit == "table_cards" and call.cards < 4 * tricks:
            args["holds"] = 4 * tricks
            yield at(row, "C306", "calls", i, variant="table", args=args, paragraph="6.4.2")
        elif unit == "tricks" and call.cards <= tricks:
            args["holds"] = tricks
            yield at(row, "C306", "calls", i, variant="tricks", args=args, paragraph="6.4.2")


@check_hand("C308", needs="calls")
def without_ansage(row: Row, ledger: Ledger) -> Iterable[Finding]:
    """An Absage includes its Ansage (TSR 6.3.2, 6.4.3)."""
    if ledger.sheet.rules.calls.absage_needs != "own_ansage":
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
def without_needed(row: Row, ledger: Ledger) -> Iterable[Finding]:
    """A call that needs others before it (knob ``calls.defs.*.needs``)."""
    rules, hand = ledger.sheet.rules, row.hand
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
def too_many(row: Row, ledger: Ledger) -> Iterable[Finding]:
    """More calls in one hand than the ruleset allows (knob ``calls.max_total``)."""
    most, hand = ledger.sheet.rules.calls.max_total, row.hand
    if most is None:
        return ()
    n = len({(c.party, step) for c in hand.calls for step in range(ANSAGE, c.step + 1)}) + len(hand.own_calls)
    if n <= most:
        return ()
    field, nth = ("own_calls", len(hand.own_calls) - 1) if hand.own_calls else ("calls", len(hand.calls) - 1)
    return (at(row, "C310", field, nth, args={"n": n, "max": most}, paragraph="calls.max_total"),)


@check_hand("C307", needs="calls")
def skipped(row: Row, ledger: Ledger) -> Iterable[Finding]:
    """A step left out where none may be (knob ``calls.skip``); one call alone stands for all below it."""
    if ledger.sheet.rules.calls.skip != "forbidden":
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


class _Limits(Struct, frozen=True):
    """The limit of each step, as the Hochzeit and the deck have moved it (TSR 6.1.1, 6.2.2, 6.3.4, 6.4.4).

    Compared as numbers of which more is earlier: cards in hand, or cards on the table (tricks) below 0.
    """

    rules: Ruleset
    shift: int
    reopened: int | None
    calls: tuple[Call, ...]
    plain: bool

    def key(self, cards: int) -> int:
        """The recorded number, so that more is earlier."""
        return cards if self.rules.calls.clock.unit == "hand_cards" else -cards

    def written(self, key: int) -> int:
        """The number as a table would write it."""
        return key if self.rules.calls.clock.unit == "hand_cards" else -key

    def of(self, party: str, step: int, call: Call | None = None) -> int:
        """The latest that a step may be called, as a key; ``call``: the one in question."""
        clock = self.rules.calls.clock
        limit = clock.latest.get(call_id(party, step), 0 if clock.unit == "hand_cards" else ALL_CARDS)
        if self.plain:
            return limit - self.shift
        before = self._before(call) if clock.slide and call is not None else 0
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

    def _before(self, call: Call) -> int:
        """How many calls were made before."""
        at = self.calls.index(call)
        earlier = [
            other
            for i, other in enumerate(self.calls)
            if i != at
            and (
                i < at
                if call.cards is None or other.cards is None or other.cards == call.cards
                else self.key(other.cards) > self.key(call.cards)
            )
        ]
        return len(earlier)

    def reply(self, call: Call, calls: Sequence[Call]) -> int | None:
        """The latest for an Ansage in reply to what the other party had said by then; None: nothing to reply to.

        At any moment two players differ by one card at most: a call was made before a reply with c cards unless its
        speaker held less than c - 1. Knob ``calls.reply.to``: the reply is later than the other's call may be, or than
        his last one was.
        """
        rule = self.rules.calls.reply
        if call.party not in rule.calls or call.cards is None or not rule.later_by:
            return None
        slack = 1 if self.rules.calls.clock.unit == "hand_cards" else 0
        heard = [
            other
            for other in calls
            if other.party != call.party
            and (other.cards is None or self.key(other.cards) >= self.key(call.cards) - slack)
        ]
        if not heard:
            return None
        last = max(heard, key=lambda other: other.step)
        made = last.cards if rule.to == "last_call" else None
        limit = self.of(OTHER[call.party], last.step, last) if made is None else self.key(made)
        return limit - rule.later_by


@check_hand("C303", "C304", "C307", needs="calls")
def too_late(row: Row, ledger: Ledger) -> Iterable[Finding]:
    """Each step has its limit of cards; a skipped step must still be in time, a late reply forbids Absagen."""
    calls, rules = row.hand.calls, ledger.sheet.rules
    if rules.checks.clock == "never" or not any(call.cards is not None for call in calls):
        return ()
    limits = _Limits(rules, _shift(row, rules), _reopened(row, rules), calls, plain_clock(rules))
    found = []
    for party in ("re", "kontra"):
        own = sorted((c.step, i) for i, c in enumerate(calls) if c.party == party)
        said, late_reply = 0, False
        for step, i in own:
            verdict = _verdict(calls[i], said, late_reply, calls, limits)
            said = max(said, step)
            late_reply = late_reply or verdict == "late-reply"
            if verdict in ("C303", "C304", "C307"):
                found.append(_late(row, i, verdict, limits, said_before=_before(own, step)))
                break  # the calls behind it would only follow
    return found


def _before(own: Sequence[tuple[int, int]], step: int) -> int:
    return max((s for s, _ in own if s < step), default=0)


def _shift(row: Row, rules: Ruleset) -> int:
    """By how many tricks the limits move: those before the Klärungsstich (TSR 6.2.2, 6.3.4)."""
    if rules.hochzeit.call_clock != "shift_by_trick":
        return 0
    if row.hand.kind == "hochzeit":
        return (row.hand.klaerung or 1) - 1
    return rules.hochzeit.find_within - 1 if row.hand.kind == "hochzeit_allein" else 0


def _reopened(row: Row, rules: Ruleset) -> int | None:
    """The latest key after a Klärungsstich that opens the calls again (knobs ``call_clock``, ``reopen_cards``)."""
    if rules.hochzeit.call_clock != "reopen" or row.hand.kind not in HOCHZEITEN:
        return None
    tricks = row.hand.klaerung or (1 if row.hand.kind == "hochzeit" else rules.hochzeit.find_within)
    cards = rules.hochzeit.reopen_cards
    if rules.calls.clock.unit == "hand_cards":
        return rules.deck.hand_cards - tricks - -(-cards // 4)
    return -(4 * tricks + cards) if rules.calls.clock.unit == "table_cards" else -(tricks + 1)


def _verdict(call: Call, said: int, late_reply: bool, calls: Sequence[Call], limits: _Limits) -> str:
    """A code, "late-reply" for an Ansage in time only as a reply, or "" for a call in time."""
    if late_reply and call.step >= K90:
        return "C304"
    if call.cards is None or call.step <= said:
        return ""
    due = min(said + 1, call.step)
    made = limits.key(call.cards)
    if made >= limits.of(call.party, due, call):
        return ""
    if due == ANSAGE:
        reply = limits.reply(call, calls)
        if reply is not None and made >= reply:
            return "late-reply" if call.step == ANSAGE else "C304"
    return "C303" if call.step == due or made < limits.of(call.party, call.step, call) else "C307"


def _late(row: Row, i: int, code: str, limits: _Limits, said_before: int) -> Finding:
    call = row.hand.calls[i]
    due = min(said_before + 1, call.step)
    missed = call.step if code == "C303" else due
    args = {
        "call": call_word(call.party, call.step),
        "cards": call.cards,
        "step": call_word(call.party, missed) if missed == ANSAGE else ABSAGEN[missed],
        "limit": limits.written(limits.of(call.party, missed, call)),
        "ansage": call.party,
    }
    unit = limits.rules.calls.clock.unit
    paragraph = {"C303": "6.2.2" if call.step == ANSAGE else "6.3.4", "C304": "6.4.4", "C307": "6.4.3"}[code]
    if code != "C304" and unit != "hand_cards":
        variant = "table" if unit == "table_cards" else "tricks"
        return at(row, code, "calls", i, variant=variant, args=args, player=call.speaker, paragraph="calls.clock")
    return at(row, code, "calls", i, args=args, player=call.speaker, paragraph=paragraph)
