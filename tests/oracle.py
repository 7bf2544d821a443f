"""Reference implementation of the Turnier-Spielregeln (TSR, text of 21 February 2026) for the tests.

Written from the rules, not from `dokosheet`: it must never import the package. Plain and slow on purpose, one `if` per
sentence of the text, so that it can be read beside the text. Numbers in the comments are TSR paragraphs.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

Party = Literal["re", "kontra"]
Item = tuple[str, Party, int]  # id, the party that gains it, points

# Calls of a party: its highest one, which includes every lower one (6.4.3).
NONE, ANSAGE, K90, K60, K30, SCHWARZ = 0, 1, 2, 3, 4, 5


class Result(NamedTuple):
    winner: Party | None
    value: int  # per head from Re's side, before tripling, Sonderpunkte included
    items: list[Item]
    re_each: int  # what each Re player (or the lone one) writes
    kontra_each: int


# ---------------------------------------------------------------------------------------------------------------------
# The hand: 7.1 and 7.2


def possible_augen(re: int, kontra: int | None = None) -> bool:
    """Can a finished hand end like this? 240 Augen in all (2.2.2), and no card is worth 1."""
    if kontra is not None and re + kontra != 240:
        return False
    return 0 <= re <= 240 and re not in (1, 239)


def has_trick(own_augen: int, trickless: bool) -> bool:
    """A party with Augen has a trick; one without Augen may still have taken nines (6.3.1)."""
    if own_augen > 0:
        return True
    return not trickless


def meets(call: int, opponent_augen: int, opponent_has_trick: bool) -> bool:
    """Has a party kept its own highest Absage? (6.3.1)"""
    if call == K90:
        return opponent_augen <= 89
    if call == K60:
        return opponent_augen <= 59
    if call == K30:
        return opponent_augen <= 29
    if call == SCHWARZ:
        return not opponent_has_trick
    raise ValueError("not an Absage")


def find_winner(re: int, re_call: int, kontra_call: int, trickless: bool) -> Party | None:
    kontra = 240 - re
    re_has_trick = has_trick(re, trickless)
    kontra_has_trick = has_trick(kontra, trickless)
    re_has_absage = re_call >= K90
    kontra_has_absage = kontra_call >= K90

    if not re_has_absage and not kontra_has_absage:
        # 7.1.1 and 7.1.2, nos. 1-4: only a lone Kontra moves the tie to Re.
        if kontra_call == ANSAGE and re_call == NONE:
            return "re" if re >= 120 else "kontra"
        return "re" if re >= 121 else "kontra"

    if re_has_absage and not kontra_has_absage:
        # 7.1.1 nos. 5-6, 7.1.2 nos. 7-8
        return "re" if meets(re_call, kontra, kontra_has_trick) else "kontra"

    if kontra_has_absage and not re_has_absage:
        # 7.1.2 nos. 5-6, 7.1.1 nos. 7-8
        return "kontra" if meets(kontra_call, re, re_has_trick) else "re"

    # 7.1.3: with Absagen of both parties each wins only by its own.
    if meets(re_call, kontra, kontra_has_trick):
        return "re"
    if meets(kontra_call, re, re_has_trick):
        return "kontra"
    return None


def under_items(party: Party, opponent_augen: int, opponent_has_trick: bool) -> list[Item]:
    """7.2.2 a without "gewonnen": how low the party kept its opponents."""
    items: list[Item] = []
    if opponent_augen <= 89:
        items.append(("l90", party, 1))
    if opponent_augen <= 59:
        items.append(("l60", party, 1))
    if opponent_augen <= 29:
        items.append(("l30", party, 1))
    if not opponent_has_trick:
        items.append(("l0", party, 1))
    return items


def absage_items(gains: Party, call: int) -> list[Item]:
    """7.2.2 c and d: the Absagen of one party, whoever gains them."""
    items: list[Item] = []
    if call >= K90:
        items.append(("k90", gains, 1))
    if call >= K60:
        items.append(("k60", gains, 1))
    if call >= K30:
        items.append(("k30", gains, 1))
    if call >= SCHWARZ:
        items.append(("schwarz", gains, 1))
    return items


def failed_items(party: Party, own_augen: int, opponents_call: int) -> list[Item]:
    """7.2.2 e and f: what the party reached against the Absagen of the other one, every level, by Augen."""
    items: list[Item] = []
    if opponents_call >= K90 and own_augen >= 120:
        items.append(("failed", party, 1))
    if opponents_call >= K60 and own_augen >= 90:
        items.append(("failed", party, 1))
    if opponents_call >= K30 and own_augen >= 60:
        items.append(("failed", party, 1))
    if opponents_call >= SCHWARZ and own_augen >= 30:
        items.append(("failed", party, 1))
    return items


def find_items(
    winner: Party | None, re: int, re_call: int, kontra_call: int, trickless: bool, solo: bool
) -> list[Item]:
    kontra = 240 - re
    under_by_re = under_items("re", kontra, has_trick(kontra, trickless))
    under_by_kontra = under_items("kontra", re, has_trick(re, trickless))
    failed_for_re = failed_items("re", re, kontra_call)
    failed_for_kontra = failed_items("kontra", kontra, re_call)

    if winner is None:
        # 7.1.3: no "gewonnen", no Ansagen, no Absagen, no "gegen die Kreuz Damen"; the rest for whoever earned it.
        return under_by_re + under_by_kontra + failed_for_re + failed_for_kontra

    items: list[Item] = [("won", winner, 1)]
    # 7.2.2 a is for the winner only: nothing is deducted for what the loser kept the winner under.
    if winner == "re":
        items += under_by_re
    else:
        items += under_by_kontra
    # 7.2.2 b
    if re_call >= ANSAGE:
        items.append(("re", winner, 2))
    if kontra_call >= ANSAGE:
        items.append(("kontra", winner, 2))
    items += absage_items(winner, re_call)
    items += absage_items(winner, kontra_call)
    # With a winner, e and f are never the loser's: who reached a limit against an Absage has made the others miss it.
    if winner == "re":
        assert failed_for_kontra == []
        items += failed_for_re
    else:
        assert failed_for_re == []
        items += failed_for_kontra
    # 7.2.3: the Sonderpunkt "gegen die Kreuz Damen", not in hands settled as a solo.
    if winner == "kontra" and not solo:
        items.append(("alten", "kontra", 1))
    return items


def score(
    augen: int,
    re_call: int,
    kontra_call: int,
    trickless: bool,
    solo: bool,
    re_sonderpunkte: int = 0,
    kontra_sonderpunkte: int = 0,
) -> Result:
    """Settle one hand. `augen` are Re's; `trickless` says that the party with 0 Augen has no trick (read at 0 and 240
    only); `solo` means settled as a solo: also a silent Hochzeit and one that found no partner (4.4.3 b, 4.4.5)."""
    if not possible_augen(augen):
        raise ValueError(f"no hand ends with {augen} Augen")
    winner = find_winner(augen, re_call, kontra_call, trickless)
    items = find_items(winner, augen, re_call, kontra_call, trickless, solo)

    value = 0
    for _, gains, points in items:
        value = value + points if gains == "re" else value - points

    if solo:
        # 7.2.4: Sonderpunkte do not count, the soloist gains or loses three times the value.
        return Result(winner, value, items, 3 * value, -value)

    # 7.2.3: the Sonderpunkte of both parties are netted and belong to whoever made them, even to the loser.
    value = value + re_sonderpunkte - kontra_sonderpunkte
    return Result(winner, value, items, value, -value)


# ---------------------------------------------------------------------------------------------------------------------
# When a call may be made: 6.2.2, 6.3.4, 6.4.4, 4.4.4

Klaerung = int | Literal["unresolved"] | None


def klaerung_shift(klaerung: Klaerung) -> int:
    """4.4.4: the trick in which the partner was found moves all limits. None: no Hochzeit (a solo, a silent one)."""
    if klaerung is None or klaerung == 1:
        return 0
    if klaerung == 2:
        return 1
    if klaerung in (3, "unresolved"):
        return 2
    raise ValueError("a Klärungsstich is trick 1, 2 or 3")


def latest_cards(call: int, klaerung: Klaerung = None) -> int:
    """How many cards the speaker must still hold, at least."""
    shift = klaerung_shift(klaerung)
    if call == ANSAGE:
        return 11 - shift  # 6.2.2
    if call == K90:
        return 10 - shift  # 6.3.4
    if call == K60:
        return 9 - shift
    if call == K30:
        return 8 - shift
    if call == SCHWARZ:
        return 7 - shift
    raise ValueError("not a call")


def reply_cards(opponents_call: int, klaerung: Klaerung = None) -> int:
    """6.4.4: Re or Kontra as a reply, with one card fewer than the opponents' call required."""
    shift = klaerung_shift(klaerung)
    if opponents_call == ANSAGE:
        return 10 - shift
    if opponents_call == K90:
        return 9 - shift
    if opponents_call == K60:
        return 8 - shift
    if opponents_call == K30:
        return 7 - shift
    if opponents_call == SCHWARZ:
        return 6 - shift
    raise ValueError("not a call")


# ---------------------------------------------------------------------------------------------------------------------
# Dealer, Pflichtsolo and Vorführen: 3.3.1, 4.2, 4.3, 8.5, 8.6, 10.1

PlayedKind = Literal["normal", "solo", "silent"]
Mode = Literal["normal", "pflicht", "vorgefuehrt", "lust", "still"]


class Dealt(NamedTuple):
    dealer: int
    forced: int | None  # the seat that had to be vorgeführt
    mode: Mode


def next_seat(seat: int, seats: int) -> int:
    return 1 if seat == seats else seat + 1


def seats_from_left_of(dealer: int, seats: int) -> list[int]:
    """Every seat in turn, from the dealer's left; the dealer is the last one."""
    order: list[int] = []
    seat = next_seat(dealer, seats)
    while seat != dealer:
        order.append(seat)
        seat = next_seat(seat, seats)
    order.append(dealer)
    return order


def find_forced(dealer: int, seats: int, lacking: set[int]) -> tuple[int, int]:
    """Who deals and who is vorgeführt. `lacking` is not empty."""
    for seat in seats_from_left_of(dealer, seats):
        if seat not in lacking:
            continue
        if seats == 5 and seat == dealer:
            continue  # 10.1.2: he sits out. The text says no more; he is passed over.
        return dealer, seat
    # Only the sitting dealer lacks his solo. The text is silent; the deal moves on one seat.
    return next_seat(dealer, seats), dealer


def find_mode(kind: PlayedKind, soloist: int | None, forced: int | None, lacking: set[int]) -> Mode:
    if kind == "normal":
        return "normal"
    if kind == "silent":
        return "still"  # 4.4.3 b, 4.4.5: fulfils no Pflichtsolo
    if soloist is None:
        raise ValueError("a solo needs its soloist")
    if soloist == forced:
        return "vorgefuehrt"
    if soloist in lacking:
        return "pflicht"  # 4.3.1: the first solo of the round
    return "lust"


def dealers_and_forced(
    seats: int,
    hands: list[tuple[PlayedKind, int | None]],
    time_over_after: int | None = None,
    length: int | None = None,
) -> list[Dealt]:
    """Seats are 1 to 4 or 5, seat 1 deals first. A hand is (kind, seat of the soloist); "silent" is also a Hochzeit
    that found no partner. `time_over_after`: so many hands were finished when the time was up. `length`: 24 or 30
    unless said.

    In a forced hand nobody but the forced seat may play. What follows after a list breaks that is not prescribed.
    """
    if seats not in (4, 5):
        raise ValueError("four or five seats")
    if length is None:
        length = 24 if seats == 4 else 30  # 8.5.1, 10.1.5
    lacking = set(range(1, seats + 1))  # 4.2.1: one Pflichtsolo each
    dealer = 1  # 3.3.1
    result: list[Dealt] = []

    for played, (kind, soloist) in enumerate(hands):
        hands_left = length - played
        time_over = time_over_after is not None and played >= time_over_after
        forced: int | None = None
        # 4.2.3, 8.6 (in a list that keeps the rules the number missing never exceeds the hands left)
        if lacking and (len(lacking) >= hands_left or time_over):
            dealer, forced = find_forced(dealer, seats, lacking)

        if seats == 5 and kind != "normal" and soloist == dealer:
            raise ValueError(f"hand {played + 1}: the dealer sits out and cannot play alone")

        mode = find_mode(kind, soloist, forced, lacking)
        result.append(Dealt(dealer, forced, mode))

        if soloist is not None and mode in ("pflicht", "vorgefuehrt"):
            lacking.discard(soloist)
        # 3.3.1, 4.2.5: the same dealer again after a Pflichtsolo that was not vorgeführt
        if mode == "pflicht" and forced is None:
            continue
        dealer = next_seat(dealer, seats)

    return result


# ---------------------------------------------------------------------------------------------------------------------
# Penalties: section 9

PenaltyKind = Literal[
    "trivial",  # 9.2
    "minor",  # 9.3.2, also 9.3.3 a (by the soloist) and b 2 (by an opponent, cannot hurt the soloist)
    "minor_solo",  # 9.3.3 b 1: by an opponent, can hurt the soloist
    "severe",  # 9.4.3, also by the soloist (9.4.4)
    "severe_solo",  # 9.4.4: by an opponent of the soloist
    "decided",  # 9.5 with the amounts of "minor"
    "decided_solo",  # 9.5 with the amounts of "minor_solo"
    "conduct",  # 9.7.2 b
]
Consequence = Literal["goes_on", "not_played", "counts_as_played", "stopped_and_scored", "none"]


class Penalty(NamedTuple):
    row: tuple[int, int, int, int]  # by seat, of the four who played
    hand: Consequence


def spread(offender: int, minus: int, each_other: int) -> tuple[int, int, int, int]:
    row = [each_other, each_other, each_other, each_other]
    row[offender - 1] = minus
    return row[0], row[1], row[2], row[3]


def credit_soloist(offender: int, soloist: int | None, amount: int) -> tuple[int, int, int, int]:
    if soloist is None or soloist == offender:
        raise ValueError("the offender is an opponent of a soloist")
    row = [0, 0, 0, 0]
    row[offender - 1] = -amount
    row[soloist - 1] = amount
    return row[0], row[1], row[2], row[3]


def penalty(
    kind: PenaltyKind, absagen: int = 0, *, offender: int = 1, soloist: int | None = None, deduction: int = 0
) -> Penalty:
    """`absagen`: of the party opposing the offender, before the offence, 0 to 4. `offender` and `soloist`: 1 to 4.

    `soloist` is read only where the soloist alone is credited, `deduction` (at most 12) only for "conduct".
    """
    if not 0 <= absagen <= 4:
        raise ValueError("0 to 4 Absagen")
    if kind == "trivial":
        return Penalty((0, 0, 0, 0), "goes_on")
    if kind == "minor":
        return Penalty(spread(offender, -3, 1), "goes_on")
    if kind == "minor_solo":
        return Penalty(credit_soloist(offender, soloist, 3), "goes_on")
    if kind == "severe":
        return Penalty(spread(offender, -(12 + 3 * absagen), 4 + absagen), "not_played")
    if kind == "severe_solo":
        return Penalty(credit_soloist(offender, soloist, 12 + 3 * absagen), "counts_as_played")
    if kind == "decided":
        return Penalty(spread(offender, -3, 1), "stopped_and_scored")
    if kind == "decided_solo":
        return Penalty(credit_soloist(offender, soloist, 3), "stopped_and_scored")
    if not 0 < deduction <= 12:
        raise ValueError("at most 12 are deducted")
    return Penalty(spread(offender, -deduction, 0), "none")
