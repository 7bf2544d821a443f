"""B5xx: who deals, how many hands, who owes a Pflichtsolo, penalties (TSR 3.3, 4.2, 4.3, 8.5, 9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise

from dokosheet.checks.registry import at, check_hand, check_sheet, repair
from dokosheet.core.finding import Finding, Place
from dokosheet.core.ledger.penalties import fault
from dokosheet.core.ledger.rows import PLAYERS, Ledger, PageRow, Row, Spielrunde, hides_solo
from dokosheet.core.notation.seats import Roster
from dokosheet.core.notation.sheet import (
    BockEntry,
    HandEntry,
    JoinEntry,
    LeaveEntry,
    PenaltyEntry,
    RedealEntry,
    ReplaceEntry,
)
from dokosheet.core.notation.vocabulary import PENALTY_ALIASES, redeal_ids
from dokosheet.core.notation.words import nearest
from dokosheet.core.rules import Ruleset


@check_sheet("B501")
def dealer_differs(ledger: Ledger) -> Iterator[Finding]:
    """The written dealer is not the one whose turn it was; a shift that is kept is reported where it began."""
    shift, unsure = 0, False
    if ledger.sheet.rules.checks.dealer == "never":
        return
    for row in ledger.rows:
        written = row.hand.dealer
        hidden = isinstance(row.entry, HandEntry) and row.entry.hides_solo
        if written is None or row.turn is None:
            unsure = unsure or hidden
            continue
        now = (row.table.index(written) - row.table.index(row.turn)) % len(row.table)
        if now != shift and now and not unsure:
            args = {"written": written, "dealer": row.turn}
            new = repair(row, "dealer", f"geber:{ledger.sheet.word(row.turn)}", "computed")
            yield at(row, "B501", "dealer", args=args, player=written, paragraph="3.3.1", repairs=(new,))
        shift, unsure = (0 if row.hand.gilt else now), hidden


@check_sheet("B502")
def hands_missing(ledger: Ledger) -> Iterator[Finding]:
    """A Spielrunde that was closed with fewer hands than it has; or a rubric list with more."""
    for spielrunde in ledger.spielrunden:
        length = spielrunde.length
        if length is None or spielrunde.time is not None or not spielrunde.counted:
            continue
        args = {"hands": spielrunde.played, "length": length, "slot": _slot(ledger, spielrunde)}
        if spielrunde.closed and spielrunde.played < length:
            variant = "slot" if args["slot"] else ""
            yield Finding("B502", spielrunde.closed.source.place, args, variant, paragraph="8.5.1")
        elif ledger.sheet.rubric is not None and spielrunde.played > length:
            first = [row for row in _rows(ledger, spielrunde) if row.dealer and row.of_round == length + 1]
            yield from (at(row, "B502", "", variant="more", args=args, paragraph="8.5.1") for row in first)


def _rows(ledger: Ledger, spielrunde: Spielrunde) -> list[Row]:
    return [row for row in ledger.rows if row.spielrunde == spielrunde.number]


def _slot(ledger: Ledger, spielrunde: Spielrunde) -> int | None:
    """The number of the first hand whose written dealer breaks the rotation: a hand is missing before it."""
    rows = [row for row in _rows(ledger, spielrunde) if row.hand.dealer and row.dealer]
    return next((row.n for row in rows if row.hand.dealer != row.dealer), None)


@check_sheet("B503")
def pflichtsolo_open(ledger: Ledger) -> Iterator[Finding]:
    """The Spielrunde is over and somebody still owes a Pflichtsolo (TSR 4.2.1, 8.6)."""
    by_party = ledger.sheet.rules.pflichtsolo.per == "party"
    for spielrunde in ledger.spielrunden[-1:] if by_party else ledger.spielrunden:
        over = spielrunde.closed is not None
        short = spielrunde.length is not None and spielrunde.played < spielrunde.length and spielrunde.time is None
        if not over or not spielrunde.owes or not spielrunde.certain or short:
            continue  # hands that are missing are a finding of their own
        place = spielrunde.closed.source.place if spielrunde.closed else Place(1, 1, 2)
        yield Finding("B503", place, {"players": list(spielrunde.owes)}, paragraph="4.2.1")


@check_hand("B504", "B505", needs="marks")
def solo_mark(row: Row, rules: Ruleset) -> Iterable[Finding]:
    """A mark that contradicts what counts: the first solo is the Pflichtsolo, others are not (TSR 4.2, 4.3.1)."""
    marks = row.entry.marks if isinstance(row.entry, PenaltyEntry) else row.hand.marks
    for i, mark in enumerate(marks):
        args = {"mark": mark, "mode": row.mode, "player": row.named[0] if row.named else ""}
        owed = mark == "lust" and row.mode in ("pflicht", "vorgefuehrt")
        if owed and rules.modes["lust"].after_own_pflichtsolo:
            return (at(row, "B505", "marks", i, args=args, paragraph="4.3.1"),)
        if mark in ("pflicht", "vorgefuehrt", "lust") and not _agrees(mark, row.mode):
            variant = "second" if row.mode == "lust" and not row.owed else "not-forced" if row.mode == "pflicht" else ""
            return (at(row, "B504", "marks", i, variant=variant, args=args, paragraph="4.2.1"),)
    return ()


@check_sheet("B504")
def stopped_mark(ledger: Ledger) -> Iterator[Finding]:
    """The same of a hand that was stopped for a severe offence (TSR 9.4.4)."""
    for row in ledger.rows:
        if isinstance(row.entry, PenaltyEntry):
            yield from solo_mark(row, ledger.sheet.rules)


@check_sheet("B505")
def lustsolo_while_owing(ledger: Ledger) -> Iterator[Finding]:
    """A solo that does not count while its player still owes one (TSR 4.3.1; knob ``pflichtsolo.require``)."""
    rules = ledger.sheet.rules
    if not rules.modes["lust"].after_own_pflichtsolo or ledger.sheet.rubric is not None:
        return
    for row in ledger.rows:
        kind = rules.kinds.get(row.hand.kind)
        if row.mode != "lust" or not row.owed or kind is None:
            continue
        torn = ledger.spielrunden[
            row.spielrunde - 1
        ].torn  # what is missing may have been played in a hand that is lost
        if not torn and kind.can_be_pflichtsolo and not row.fulfils and "lust" not in row.hand.marks:
            args = {"player": row.named[0], "n": row.owed, "kind": row.hand.kind}
            yield at(row, "B505", "named", variant="owes", args=args, player=row.named[0], paragraph="4.3.1")


@check_sheet("B504")
def rubric_twice(ledger: Ledger) -> Iterator[Finding]:
    """Two Pflichtsoli of one player in the rubric, where each has one (TSR 4.2.1)."""
    duty = ledger.sheet.rules.pflichtsolo.solos
    seen: list[str] = []
    for row in ledger.rows:
        if row.dealer is None and row.named:
            seen.append(row.named[0])
            if seen.count(row.named[0]) > duty:
                args = {"mark": "pflicht", "mode": "lust", "player": row.named[0]}
                yield at(row, "B504", "named", variant="second", args=args, player=row.named[0], paragraph="4.2.1")


def _agrees(mark: str, mode: str) -> bool:
    """A vorgeführtes solo is a Pflichtsolo too."""
    return mark == mode or (mark == "pflicht" and mode == "vorgefuehrt")


@check_sheet("B506")
def vorfuehrung_missed(ledger: Ledger) -> Iterator[Finding]:
    """As many Pflichtsoli missing as hands left: the hand had to be one; a run of them is reported once (TSR 4.2.3)."""
    running = False
    for row in ledger.rows:
        missed = _must_be_missed(row)
        if missed and not running and not row.closed:
            args = {"player": row.must_play, "dealer": row.dealer}
            yield at(row, "B506", "named", args=args, player=row.must_play, paragraph="4.2.3")
        running = missed


def _must_be_missed(row: Row) -> bool:
    """Whether somebody else's hand was played where a player had to be vorgeführt; points alone do not tell."""
    if row.must_play is None or not row.named:
        return False
    return not (row.mode == "vorgefuehrt" and row.named == (row.must_play,))


@check_sheet("B507")
def bock_differs(ledger: Ledger) -> Iterator[Finding]:
    """The written Bock level is not the derived one; said once where it is so in hand after hand.

    Where the numbers agree with the written one, it counts: what began it is missing, or began nothing. A list that
    plays no Bock at all says so once; how long one lasts of which nobody knows what began it, nobody knows either.
    """
    before: tuple[object, ...] = ()
    played: bool | None = None  # in hand after hand, whether it is due or not
    for row in ledger.rows:
        counts = row.bock != row.bock_due and not row.hand.gilt
        written = row.bock if counts else row.hand.bock
        if not isinstance(row.entry, HandEntry) or row.entry.broken or written in (None, row.bock_due):
            before = () if plays_bock(ledger) else before
            played = played if played == bool(row.bock) else None
            continue
        here = (counts, written, row.bock_due) if plays_bock(ledger) else ("no Bock",)
        less = counts and row.bock < row.bock_due
        if not (here == before or (less and played is not None)) or row.hand.gilt:
            yield _bock_differs(row, ledger, counts)
        before = here
        played = None if not counts or (less and (played or row.bock)) else not less


def _bock_differs(row: Row, ledger: Ledger, counts: bool) -> Finding:
    """``counts``: it is the written level that counts."""
    field = next((name for name in ("bock", "score", "total") if row.entry.source.written(name)), "bock")
    written = row.bock if counts else row.hand.bock
    causes = [cause.plain for cause in row.causes]
    args = {"written": written, "bock": row.bock_due, "rules": ledger.sheet.rules.id, "causes": causes}
    if not plays_bock(ledger):
        return at(row, "B507", field, args=args)
    if counts:
        variant = "missing" if row.bock > row.bock_due else "unplayed"
        return at(row, "B507", field, variant=variant, args={**args, "hand": row.n}, paragraph="bock.triggers")
    return at(row, "B507", field, variant="level" if row.bock_due else "none", args=args, paragraph="bock")


def plays_bock(ledger: Ledger) -> bool:
    """Whether the table plays Bock at all."""
    return bool(ledger.sheet.rules.bock.triggers or ledger.sheet.bock)


@check_sheet("B507")
def bock_not_played(ledger: Ledger) -> Iterator[Finding]:
    """Bock by agreement where the ruleset has none, or lets it begin nothing (knobs ``overlap``, ``max_level``)."""
    for agreed, in_vain in ledger.in_vain:
        args = {"n": in_vain, "written": agreed.n}
        yield Finding("B507", agreed.source.at("word"), args, "in-vain", paragraph="bock.overlap")
    if plays_bock(ledger):
        return
    for entry in ledger.sheet.entries:
        if isinstance(entry, BockEntry):
            yield Finding("B507", entry.source.at("word"), {"rules": ledger.sheet.rules.id}, "agreed", paragraph="bock")


@check_sheet("B512")
def redeal_unknown(ledger: Ledger) -> Iterator[Finding]:
    """A reason to deal again that the ruleset does not know (section ``redeal``); free text is never judged."""
    rules = ledger.sheet.rules
    known = [*rules.redeal.triggers, *(["armut"] if rules.armut.refused == "redeal" and "armut" in rules.kinds else [])]
    known += ["hochzeit"] if rules.hochzeit.unfound == "redeal" else []
    for fee in rules.settlement.fees.values():
        family, _, name = fee.when.partition(":")
        if family == "event" or (family == "kind" and fee.then == "redeal"):
            known.append(name)
    costly = {fee.when.partition(":")[2] for fee in rules.settlement.fees.values()}
    for entry in ledger.sheet.entries:
        if not isinstance(entry, RedealEntry) or not entry.reason.strip():
            continue
        if entry.player is None and set(redeal_ids(entry.reason, rules)) & costly:
            yield Finding(
                "B512",
                entry.source.at("text"),
                {"token": entry.reason},
                "whose",
                "warning",
                paragraph="settlement.fees",
            )
            continue
        if entry.source.written("text").startswith('"') or set(redeal_ids(entry.reason, rules)) & set(known):
            continue
        args = {"token": entry.reason.split()[0], "known": list(dict.fromkeys(known)), "rules": rules.id}
        place = entry.source.at("text")
        yield Finding("B512", place, args, severity="warning", paragraph="redeal.triggers")


@check_sheet("B513")
def seats(ledger: Ledger) -> Iterator[Finding]:
    """Somebody comes who is there, leaves who is not, or the table becomes too small or too large."""
    roster = Roster(ledger.sheet.at_start)
    fewest, most = ledger.sheet.rules.party.players
    for entry in ledger.sheet.entries:
        if not isinstance(entry, (JoinEntry, LeaveEntry, ReplaceEntry)) or not entry.player:
            continue
        if isinstance(entry, ReplaceEntry) and not entry.by:
            continue  # the line could not be read
        if not roster.change(entry):
            yield Finding("B513", entry.source.at("player"), {"player": entry.player})
        elif not max(PLAYERS, fewest) <= len(roster.present) <= most:
            args = {"n": len(roster.present), "min": max(PLAYERS, fewest), "max": most, "rules": ledger.sheet.rules.id}
            yield Finding("B513", entry.source.at("word"), args, "size", "warning", paragraph="party.players")


@check_sheet("B514")
def too_many_soli(ledger: Ledger) -> Iterator[Finding]:
    """More hands of a mode than a player may have in a Spielrunde (knob ``modes.*.max_per_player``)."""
    modes = ledger.sheet.rules.modes
    seen: Counter[tuple[int, str, str]] = Counter()
    for row in ledger.rows:
        most = modes[row.mode].max_per_player
        if most is None or not row.named:
            continue
        key = (row.spielrunde, row.mode, row.named[0])
        seen[key] += 1
        if seen[key] > most:
            args = {"player": row.named[0], "mode": row.mode, "n": seen[key], "max": most}
            yield at(row, "B514", "named", args=args, player=row.named[0], paragraph="modes.max_per_player")


@check_sheet("B515")
def follow_up_missed(ledger: Ledger) -> Iterator[Finding]:
    """After some solos that were won another kind has to be played (knob ``kinds.*.follow_up``)."""
    kinds = ledger.sheet.rules.kinds
    if not any(kind.follow_up for kind in kinds.values()):
        return
    for before, row in pairwise(row for row in ledger.timeline if isinstance(row, (Row, PageRow))):
        if isinstance(before, PageRow) or isinstance(row, PageRow):
            continue
        wanted = kinds[before.hand.kind].follow_up if before.hand.kind in kinds else None
        won = before.re is not None and before.winner == kinds[before.hand.kind].lone if wanted else False
        known = bool(row.named) and isinstance(row.entry, HandEntry) and not row.entry.broken
        if known and won and before.spielrunde == row.spielrunde and row.hand.kind != wanted:
            args = {"kind": before.hand.kind, "wanted": wanted, "played": row.hand.kind}
            yield at(row, "B515", "named", args=args, severity="warning", paragraph="kinds.follow_up")


@check_sheet("B508")
def after_the_end(ledger: Ledger) -> Iterator[Finding]:
    """Hands after the end of the Spielrunde, or normal hands after time (TSR 8.5, 8.6)."""
    reported = set()
    for row in ledger.rows:
        if row.dealer is None or not (row.closed or row.time_over or row.over):  # of the rubric, or in good time
            continue
        spielrunde = ledger.spielrunden[row.spielrunde - 1]
        length = spielrunde.length
        surplus = row.over and ledger.sheet.rubric is None
        by_points = "points" if length is None else ""
        variant = "closed" if row.closed else "time" if _after_time(row, ledger) else by_points if surplus else None
        if variant is not None and row.spielrunde not in reported:
            reported.add(row.spielrunde)
            args = {"length": length, "hands": spielrunde.played}
            yield at(row, "B508", "named", variant=variant, args=args, paragraph="8.5")


def _after_time(row: Row, ledger: Ledger) -> bool:
    """After time only the missing Pflichtsoli are played, if any; somebody else's hand then is a missed Vorführung."""
    time = ledger.sheet.rules.party.time
    if not row.named and hides_solo(row.hand, row.points):
        return False
    cancelled = time is not None and time.cancels == "all_open"
    return row.time_over and row.must_play is None and (cancelled or not row.fulfils)


@check_sheet("B509")
def penalty_shape(ledger: Ledger) -> Iterator[Finding]:
    """Not a penalty of the ruleset (TSR 9)."""
    rules = ledger.sheet.rules
    for row in ledger.penalties:
        entry = row.entry
        definition = rules.penalties.get(entry.id)
        if not entry.player or not entry.id:
            continue  # the line could not be read
        if definition is None and entry.id in rules.settlement.tallies:
            continue
        if definition is None:
            near = nearest(entry.id, {**PENALTY_ALIASES, **rules.penalties})
            args = {"penalty": entry.id, "penalties": list(rules.penalties)}
            repairs = (repair(row, "id", near, "reading"),) if near else ()
            yield at(row, "B509", "id", args=args, paragraph="9", repairs=repairs)
        elif entry.player not in row.players:
            yield at(row, "B509", "player", variant="sits-out", args={"player": entry.player}, paragraph="10.1.2")
        elif entry.soloist and entry.soloist != row.soloist and definition.soloist is not None:
            args = {"soloist": entry.soloist}
            yield at(row, "B509", "soloist", variant="no-solo", args=args, paragraph="9.3.3")
        elif variant := fault(entry, definition, row.players, row.soloist):
            yield at(row, "B509", _fault_field(variant, entry), variant=variant, args=_fault_args(entry), paragraph="9")


def _fault_field(variant: str, entry: PenaltyEntry) -> str:
    return {
        "no-soloist": "soloist" if entry.soloist else "id",
        "absagen": "absagen",
        "points": "points",
        "no-points": "id",
    }[variant]


def _fault_args(entry: PenaltyEntry) -> dict[str, object]:
    return {"penalty": entry.id, "player": entry.player, "absagen": entry.absagen, "points": entry.points}
