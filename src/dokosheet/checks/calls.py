"""C3xx: calls of the wrong party, too late, or without what they need (TSR 6).

A call that nobody objected to stands (TSR 9.6.3), so what is about time is a warning and never changes a score.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from dokosheet.checks.registry import at, check_hand, repair
from dokosheet.core.finding import Finding
from dokosheet.core.hand import Call
from dokosheet.core.rows import Ledger, Row
from dokosheet.core.ruleset import Ruleset
from dokosheet.core.spelling import call_word, format_call
from dokosheet.core.terms import ABSAGEN, ANSAGE, K90, OTHER, call_id


@check_hand("C301", needs="calls")
def call_unknown(row: Row, ledger: Ledger) -> Iterable[Finding]:
    """The ruleset has no such call."""
    defs = ledger.sheet.rules.calls.defs
    return [
        at(row, "C301", "calls", i, args={"token": format_call(call), "readings": []})
        for i, call in enumerate(row.hand.calls)
        if call_id(call.party, call.step) not in defs
    ]


@check_hand("C302", needs="calls")
def wrong_side(row: Row, ledger: Ledger) -> Iterable[Finding]:
    """Re is said by Re, Kontra by Kontra, and by nobody who sits out (TSR 6.2.2)."""
    found = []
    for i, call in enumerate(row.hand.calls):
        if call.speaker is None or not (row.hand.named or call.speaker not in row.players):
            continue  # whose side a speaker is on is known where Re is
        of = "re" if call.speaker in row.hand.named else "kontra" if call.speaker in row.players else None
        if of != call.party:
            args = {"call": call_word(call.party, call.step), "player": call.speaker, "party": of or ""}
            variant = "" if of else "sits-out"
            found.append(
                at(row, "C302", "calls", i, variant=variant, args=args, player=call.speaker, paragraph="6.2.2")
            )
    return found


@check_hand("C305", needs="calls")
def repeated(row: Row, ledger: Ledger) -> Iterable[Finding]:
    """A party makes each call once (TSR 6.4.7)."""
    seen, found = set(), []
    for i, call in enumerate(row.hand.calls):
        if (call.party, call.step) in seen:
            args = {"call": call_word(call.party, call.step)}
            found.append(at(row, "C305", "calls", i, args=args, paragraph="6.4.7"))
        seen.add((call.party, call.step))
    return found


@check_hand("C306", needs="calls")
def before_klaerung(row: Row, ledger: Ledger) -> Iterable[Finding]:
    """In a Hochzeit nobody calls before the Klärungsstich is complete (TSR 6.4.2)."""
    rules = ledger.sheet.rules
    if not rules.hochzeit.no_call_before_found or row.hand.kind not in ("hochzeit", "hochzeit_allein"):
        return ()
    tricks = (row.hand.klaerung or 1) if row.hand.kind == "hochzeit" else rules.hochzeit.find_within
    holds = HAND_CARDS - tricks
    return [
        at(
            row,
            "C306",
            "calls",
            i,
            args={"call": format_call(call), "cards": call.cards, "holds": holds},
            paragraph="6.4.2",
        )
        for i, call in enumerate(row.hand.calls)
        if call.cards is not None and call.cards > holds
    ]


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


#: Cards of a hand before the first trick (TSR 2.2.1).
HAND_CARDS = 12


class _Limits(Struct, frozen=True):
    """The fewest cards for each step, as the Hochzeit has moved them (TSR 6.1.1, 6.2.2, 6.3.4, 6.4.4)."""

    rules: Ruleset
    shift: int

    def of(self, party: str, step: int) -> int:
        latest = self.rules.calls.clock.latest
        return latest.get(call_id(party, step), 0) - self.shift

    def reply(self, call: Call, calls: Sequence[Call]) -> int | None:
        """The fewest cards for an Ansage in reply to what the other party had said by then; None: nothing to reply to.

        At any moment two players differ by one card at most: a call was made before a reply with c cards unless its
        speaker held less than c - 1.
        """
        if call.party not in self.rules.calls.reply.calls or call.cards is None:
            return None
        heard = [
            other.step
            for other in calls
            if other.party != call.party and (other.cards is None or other.cards >= call.cards - 1)
        ]
        return self.of(OTHER[call.party], max(heard)) - self.rules.calls.reply.later_by if heard else None


@check_hand("C303", "C304", "C307", needs="calls")
def too_late(row: Row, ledger: Ledger) -> Iterable[Finding]:
    """Each step has its limit of cards; a skipped step must still be in time, a late reply forbids Absagen."""
    calls = row.hand.calls
    if not any(call.cards is not None for call in calls):
        return ()
    limits = _Limits(ledger.sheet.rules, _shift(row, ledger.sheet.rules))
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
    """By how many cards the limits move: the tricks before the Klärungsstich (TSR 6.2.2, 6.3.4)."""
    if row.hand.kind == "hochzeit":
        return (row.hand.klaerung or 1) - 1
    return rules.hochzeit.find_within - 1 if row.hand.kind == "hochzeit_allein" else 0


def _verdict(call: Call, said: int, late_reply: bool, calls: Sequence[Call], limits: _Limits) -> str:
    """A code, "late-reply" for an Ansage in time only as a reply, or "" for a call in time."""
    if late_reply and call.step >= K90:
        return "C304"
    if call.cards is None or call.step <= said:
        return ""
    due = min(said + 1, call.step)
    if call.cards >= limits.of(call.party, due):
        return ""
    if due == ANSAGE:
        reply = limits.reply(call, calls)
        if reply is not None and call.cards >= reply:
            return "late-reply" if call.step == ANSAGE else "C304"
    return "C303" if call.step == due or call.cards < limits.of(call.party, call.step) else "C307"


def _late(row: Row, i: int, code: str, limits: _Limits, said_before: int) -> Finding:
    call = row.hand.calls[i]
    due = min(said_before + 1, call.step)
    missed = call.step if code == "C303" else due
    args = {
        "call": call_word(call.party, call.step),
        "cards": call.cards,
        "step": call_word(call.party, missed) if missed == ANSAGE else ABSAGEN[missed],
        "limit": limits.of(call.party, missed),
        "ansage": call.party,
    }
    paragraph = {"C303": "6.2.2" if call.step == ANSAGE else "6.3.4", "C304": "6.4.4", "C307": "6.4.3"}[code]
    return at(row, code, "calls", i, args=args, player=call.speaker, paragraph=paragraph)
