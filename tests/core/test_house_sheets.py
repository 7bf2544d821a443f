"""Sheets by house rules: people who come and go, how long a party is, Pflichtsoli, fees, what is written, and calls."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from dokosheet.core.finding import Place
from dokosheet.core.ledger.rows import FeeRow
from dokosheet.core.ledger.standings import Tallies
from dokosheet.core.notation.entries import format_entry, parse_line
from dokosheet.core.notation.sheet import BockEntry, HandEntry, JoinEntry, LeaveEntry, ReplaceEntry, Source
from dokosheet.files.sheets import read_sheet
from helpers import FILE, FIVE, FOUR, codes, found, table, text
from house import OPEN, house_sheet, judged, levels, played, points

ABCD = ("Anna", "Ben", "Cem", "Dora")
TABLE = table(*ABCD)
NOWHERE = Source("", Place(1, 1, 1))
SIX = ("A", "B", "C", "D", "E", "F")
DRAW = "A C 130"


def facts(entry: Any) -> dict[str, Any]:
    """What an entry says, wherever it stands."""
    return {name: getattr(entry, name) for name in type(entry).__match_args__ if name != "source"}


# --- entries ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "entry", "canonical"),
    [
        ("kommt Emil", JoinEntry(NOWHERE, "Emil"), ""),
        ("Kommt Emil NACH ce", JoinEntry(NOWHERE, "Emil", "Cem"), "kommt Emil nach Cem"),
        ("kommt Emil after Cem", JoinEntry(NOWHERE, "Emil", "Cem"), "kommt Emil nach Cem"),
        ("geht Dora", LeaveEntry(NOWHERE, "Dora"), ""),
        ("GEHT do", LeaveEntry(NOWHERE, "Dora"), "geht Dora"),
        ("wechsel Dora Emil", ReplaceEntry(NOWHERE, "Dora", "Emil"), ""),
        ("wechsel d Emil", ReplaceEntry(NOWHERE, "Dora", "Emil"), "wechsel Dora Emil"),
        ("bock", BockEntry(NOWHERE, 1), "bock +1"),
        ("bock +2", BockEntry(NOWHERE, 2), ""),
        ("bock 2", BockEntry(NOWHERE, 2), "bock +2"),
        ('bock +1 "Silvester"', BockEntry(NOWHERE, 1, "Silvester"), ""),
    ],
)
def test_who_comes_and_goes_is_read_and_written(line: str, entry: Any, canonical: str) -> None:
    read, problems = parse_line(line, TABLE, Place(1, 1, 1 + len(line)))
    assert not problems
    assert (type(read), facts(read)) == (type(entry), facts(entry))
    assert format_entry(read) == (canonical or line)
    again, problems = parse_line(format_entry(read), TABLE, Place(1, 1, 1))
    assert not problems
    assert facts(again) == facts(read)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("kommt", "F103.names"),
        ("kommt Emil nach", "F103.names"),
        ("kommt Emil nach Zoe", "F105.nobody"),
        ("kommt Anna", "F108.twice"),
        ("kommt Solo", "F108.reserved"),
        ("kommt 12", "F108.name"),
        ("geht", "F103.names"),
        ("geht Zoe", "F105.nobody"),
        ("wechsel Dora", "F103.names"),
        ("wechsel Dora Anna", "F108.twice"),
        ("bock 0", "F103.number"),
        ("bock +99", "F103.number"),
    ],
)
def test_what_cannot_be_meant_is_found(line: str, code: str) -> None:
    _, problems = parse_line(line, TABLE, Place(1, 1, 1 + len(line)))
    assert [problem.message_id for problem in problems] == [code]


@pytest.mark.parametrize(
    ("line", "mapping"),
    [
        ("kommt Emil", "join: Emil"),
        ("kommt Emil nach Cem", "join: {player: Emil, after: Cem}"),
        ("geht Dora", "leave: Dora"),
        ("wechsel Dora Emil", "replace: {player: Dora, by: Emil}"),
        ("bock +2", "bock: 2"),
        ('bock +2 "Silvester"', "bock: {n: 2, reason: Silvester}"),
        ("Anna Cem 156 bock:1 aussetzt:Dora", "{re: [Anna, Cem], augen: 156, bock: 1, sits_out: [Dora]}"),
        ("Anna Cem 156 aussetzt:Dora,Ben", "{re: [Anna, Cem], augen: 156, aussetzt: [Dora, Ben]}"),
    ],
)
def test_a_mapping_says_the_same_as_a_line(line: str, mapping: str) -> None:
    as_line, first = read_sheet(text(line, players=ABCD), FILE)
    body = text(players=ABCD).replace("hands:", f"hands:\n  - {mapping}")
    as_mapping, second = read_sheet(body, FILE)
    assert as_line is not None
    assert as_mapping is not None
    assert not [*first, *second]
    assert facts(as_mapping.entries[0]) == facts(as_line.entries[0])
    assert as_mapping.names == as_line.names


# --- who sits at the table --------------------------------------------------------------------------------------------


def dealers(ledger: Any) -> list[str | None]:
    return [row.dealer for row in ledger.rows]


def test_who_comes_sits_down_behind_the_last_and_deals_in_turn() -> None:
    ledger = played("", DRAW, "kommt E", "=0,-,0,0,0", "=0,0,-,0,0", "=0,0,0,-,0", "=0,0,0,0,-")
    assert dealers(ledger) == ["A", "B", "C", "D", "E"]
    assert ledger.next.dealer == "A"
    assert ledger.present == FIVE


def test_who_comes_behind_somebody_deals_after_him() -> None:
    ledger = played("", DRAW, "kommt E nach B", "A C 130", "=0,0,-,0,0")
    assert ledger.present == ("A", "B", "E", "C", "D")
    assert [(row.dealer, row.players) for row in ledger.rows] == [
        ("A", FOUR),
        ("B", ("A", "E", "C", "D")),
        ("E", ("A", "B", "C", "D")),
    ]


def test_the_dealer_who_leaves_is_followed_by_his_neighbour() -> None:
    ledger = played("", "B C 130", "geht B", "=0,0,0,0", players=FIVE)
    assert dealers(ledger) == ["A", "C"]
    assert ledger.rows[1].players == ("A", "C", "D", "E")


def test_who_leaves_does_not_change_whose_turn_it_is() -> None:
    assert dealers(played("", "B C 130", "geht E", "=0,0,0,0", players=FIVE)) == ["A", "B"]
    assert dealers(played("", "B C 130", "geht A", "=0,0,0,0", players=FIVE)) == ["A", "B"]


def test_who_takes_a_seat_takes_the_deal() -> None:
    ledger = played("", DRAW, "wechsel B E", "A C 130", "A E 130")
    assert dealers(ledger) == ["A", "E", "C"]
    assert ledger.present == ("A", "E", "C", "D")


def test_anticlockwise_the_deal_goes_the_other_way() -> None:
    ledger = played("party: {direction: ccw}", *[DRAW] * 5)
    assert dealers(ledger) == ["A", "D", "C", "B", "A"]
    ledger = played("party: {direction: ccw}", "B C 130", "geht E", DRAW, players=FIVE)
    assert dealers(ledger) == ["A", "D"]


def test_at_five_the_dealer_sits_out_and_so_it_is_after_somebody_came() -> None:
    ledger = played("", DRAW, "kommt E", "A C 130", "A B 130")
    assert [row.players for row in ledger.rows] == [FOUR, ("A", "C", "D", "E"), ("A", "B", "D", "E")]
    assert codes(DRAW, "kommt E", "A B 130") == ["H202"]


def test_totals_of_who_left_stay_and_a_newcomer_begins_at_0() -> None:
    ledger = played("", "A C 155", "wechsel A E", "E C 155")
    assert ledger.totals == {"A": 2, "B": -4, "C": 4, "D": -4, "E": 2}
    assert sum(ledger.totals.values()) == 0
    ledger = played("", "A C 155", "kommt E", "A C 155", "geht A", "C E 155", "kommt A", "=0,-,0,0,0")
    assert ledger.totals["A"] == 4
    assert ledger.present == FIVE


def test_who_left_owes_no_pflichtsolo_and_who_came_does() -> None:
    assert set(played("", DRAW, "kommt E").next.open_pflichtsoli) == set(FIVE)
    assert set(played("", DRAW, "kommt E", "geht A").next.open_pflichtsoli) == {"B", "C", "D", "E"}
    ledger = played("", "A damensolo 130", "kommt E", "geht A", "B C 130", "kommt A")
    assert set(ledger.next.open_pflichtsoli) == {"B", "C", "D", "E"}


def test_written_rows_are_of_those_at_the_table_then() -> None:
    assert codes(DRAW, "kommt E", "=1,-,1,-1,-1", "geht C", "=1,1,-1,-1") == []
    assert codes(DRAW, "kommt E", "A C 130 =1,-1,1,-1,-1,1") == ["F103"]
    ledger = played("", "=1,1,-1,-1", "kommt E", "=1,-,1,-1,-1", "geht C", "=1,1,-1,-1 ==3,2,-3,-3")
    assert ledger.totals == {"A": 3, "B": 2, "C": 0, "D": -3, "E": -2}
    assert codes("=1,1,-1,-1", "kommt E", "=1,-,1,-1,-1", "geht C", "=1,1,-1,-1 ==3,2,-3,-2") == []


def test_names_are_those_at_the_table_then() -> None:
    assert codes("kommt Emil", "geht Ben", "Anna Ben 130", players=ABCD) == ["F105"]
    assert codes("Anna Emil 130", "kommt Emil", players=ABCD) == ["F105"]
    assert codes("geht Ben", "kommt Ben", "Anna Ben 130", players=(*ABCD, "Emil"), head="dealer: Cem") == []


def test_a_table_of_three_cannot_play() -> None:
    assert [f.message_id for f in found("geht A")] == ["B513.size"]
    assert "H202.table" in [f.message_id for f in found("geht A", "B C 130")]


def test_who_sits_out_may_be_written() -> None:
    ledger = played("", "A C 130 aussetzt:E", "A E 130", players=FIVE)
    assert ledger.rows[0].players == FOUR
    assert ledger.next.dealer == "C"
    six = played("", "C D 130 aussetzt:A,B", players=SIX)
    assert six.rows[0].players == ("C", "D", "E", "F")


def test_bock_by_agreement_is_one_for_each_player() -> None:
    body = f"{OPEN}\nbock: {{triggers: {{manual: {{}}}}, overlap: queue}}"
    assert levels(played(body, "bock", *[DRAW] * 5)) == [1, 1, 1, 1, 0]
    assert levels(played(body, "bock +2", *[DRAW] * 9)) == [1] * 8 + [0]
    assert judged("", "bock +1", DRAW) == ["B507.agreed"]


def test_bock_is_carried_over_in_the_head() -> None:
    body = f"{OPEN}\nbock: {{triggers: {{heart_trick: {{}}}}}}"
    assert levels(played(body, *[DRAW] * 3, head="bock: 2")) == [1, 1, 0]
    _, problems = house_sheet(body, DRAW, head="bock: -1")
    assert [problem.message_id for problem in problems] == ["F103.type"]


def test_a_written_level_of_bock_is_compared() -> None:
    body = f"{OPEN}\nbock: {{triggers: {{heart_trick: {{}}}}}}"
    assert judged(body, "A C 130 herzstich", "A C 130 bock:1") == []
    assert judged(body, "A C 130 herzstich", "A C 130 bock:2") == ["B507.level"]
    assert judged(body, "A C 130", "A C 130 bock:1") == ["B507.none"]
    assert judged("", "A C 130 bock:1") == ["B507"]


# --- how long ---------------------------------------------------------------------------------------------------------

DUTYLESS = "pflichtsolo: {solos: 0, enforce: none}"


def length(knobs: str, *more: str) -> str:
    return "\n".join([DUTYLESS, f"party: {{length: {{{knobs}, by_players: null}}}}", *more])


def test_rounds_are_over_when_everybody_has_dealt() -> None:
    body = length("unit: rounds, n: 2")
    for n in range(8):
        assert not played(body, *[DRAW] * n).next.finished
    assert played(body, *[DRAW] * 8).next.finished
    assert judged(body, *[DRAW] * 9) == ["B508"]


def test_a_round_grows_by_a_deal_that_is_repeated() -> None:
    body = length("unit: rounds, n: 1", "modes: {lust: {deal: repeat, after_own_pflichtsolo: false}}")
    hands = [DRAW, "A damensolo 130", DRAW, DRAW]
    assert dealers(played(body, *hands)) == ["A", "B", "B", "C"]
    assert not played(body, *hands).next.finished
    assert played(body, *hands, DRAW).next.finished


@pytest.mark.parametrize(("finish", "ends"), [("true", 4), ("false", 2)])
def test_points_end_a_party_at_once_or_with_the_round(finish: str, ends: int) -> None:
    """A C 155 is worth 2: the second hand reaches 3."""
    body = length(f"unit: points, n: 3, finish_round: {finish}", "note: until midnight")
    hands = ["A C 155"] * 2 + ["A B 130"] * 3
    for n in range(5):
        assert played(body, *hands[:n]).next.finished == (n >= ends)
    assert judged(body, *hands) == ["B508.points"]


def test_points_of_the_unit_end_a_party() -> None:
    body = length("unit: points, n: 2, finish_round: false", "note: x", "settlement: {unit: 30}")
    assert not played(body, DRAW).next.finished
    assert played(body, DRAW, DRAW).next.finished


def test_points_are_a_limit_of_losses_where_losers_write() -> None:
    body = length("unit: points, n: 3, finish_round: false", "settlement: {mode: minus}")
    assert not played(body, "A C 155").next.finished
    assert played(body, "A C 155", "A C 155").next.finished


def test_strokes_that_losers_write_end_a_party() -> None:
    body = length("unit: points, n: 3, finish_round: false", "settlement: {mode: minus, unit: -1}")
    assert not played(body, "A C 155").next.finished
    assert played(body, "A C 155", "A C 155").next.finished


@pytest.mark.parametrize("mode", ["zero_sum", "plus", "minus"])
def test_soli_are_won_whoever_writes(mode: str) -> None:
    tallies = Tallies()
    tallies.add(played(f"settlement: {{mode: {mode}}}", "A damensolo 130", "B damensolo 100", "C damensolo 130 re"))
    won = [(tallies.by_player[name].pflichtsoli_played, tallies.by_player[name].pflichtsoli_won) for name in FOUR]
    assert won == [(1, 1), (1, 0), (1, 1), (0, 0)]
    assert [tallies.by_player[name].games_won for name in FOUR] == [2, 0, 2, 1]


def test_an_open_party_never_ends_by_itself() -> None:
    ledger = played(OPEN, *[DRAW] * 60)
    assert not ledger.next.finished
    assert played(OPEN, DRAW, "ende").next.finished


def test_after_time_normal_hands_are_struck_and_pflichtsoli_are_played() -> None:
    assert judged(DUTYLESS, DRAW, "ende zeit", DRAW) == ["B508.time"]
    assert played(DUTYLESS, DRAW, "ende zeit").next.finished
    ledger = played("", DRAW, "ende zeit")
    assert not ledger.next.finished
    assert ledger.next.must_play == "C"
    everything = played("party: {time: {cancels: all_open}}", DRAW, "ende zeit")
    assert everything.next.finished
    assert everything.next.must_play is None


# --- Pflichtsoli ------------------------------------------------------------------------------------------------------


def test_pflichtsoli_are_owed_by_round_or_by_party() -> None:
    lines = ("A damensolo 130", "ende", "spielrunde", DRAW)
    assert set(played("", *lines).next.open_pflichtsoli) == set(FOUR)
    assert set(played("pflichtsolo: {per: party}", *lines).next.open_pflichtsoli) == {"B", "C", "D"}


def test_pflichtsoli_of_a_party_are_missing_at_its_end_only() -> None:
    body = "pflichtsolo: {per: party, missing_fee: 5, enforce: none}\nparty: {length: {n: 4, by_players: null}}"
    first = [f"{name} damensolo 130" for name in "ABC"]
    lines = [*first, DRAW, "ende", "spielrunde"]
    assert judged(body, *lines) == []
    assert not [row for row in played(body, *lines).timeline if isinstance(row, FeeRow)]
    assert judged(body, *lines, "D damensolo 130", *[DRAW] * 3, "ende") == []
    ledger = played(body, *lines, *[DRAW] * 4, "ende")
    assert [row.points for row in ledger.timeline if isinstance(row, FeeRow)] == [{"D": -5}]
    assert judged(body, *lines, *[DRAW] * 4, "ende") == ["B503"]
    ledger = played(body.replace("per: party, ", ""), *lines, *[DRAW] * 4, "ende")
    fees = [row.points for row in ledger.timeline if isinstance(row, FeeRow)]
    assert fees == [{"D": -5}, dict.fromkeys(FOUR, -5)]


def test_a_new_spielrunde_begins_with_the_first_dealer_wherever_he_sits_now() -> None:
    lines = ("C D 130", "geht A", "ende", "spielrunde")
    assert played(OPEN, *lines, players=FIVE, head="dealer: B").next.dealer == "B"
    assert played(OPEN, DRAW, "kommt E nach A", "ende", "spielrunde", head="dealer: B").next.dealer == "B"
    assert played(OPEN, DRAW, "wechsel A E", "ende", "spielrunde").next.dealer == "E"
    assert played(OPEN, "B C 130", "geht A", "ende", "spielrunde", players=FIVE).next.dealer == "B"


def test_only_some_kinds_are_pflichtsoli() -> None:
    ledger = played("pflichtsolo: {kinds: [bubensolo]}", "A damensolo 130", "A bubensolo 130")
    assert [(row.mode, row.fulfils) for row in ledger.rows] == [("lust", False), ("pflicht", True)]
    assert dealers(played("pflichtsolo: {kinds: [bubensolo]}", "A damensolo 130", DRAW)) == ["A", "B"]


def test_of_two_pflichtsoli_one_may_have_to_be_of_a_family() -> None:
    body = "pflichtsolo: {solos: 2, require: {suit: 1}}"
    ledger = played(body, "A damensolo 130", "A bubensolo 130", "A piksolo 130", "A kreuzsolo 130")
    assert [row.fulfils for row in ledger.rows] == [True, False, True, False]


def test_a_silent_solo_may_fulfil_the_duty() -> None:
    ledger = played("kinds: {stille_hochzeit: {pflicht_ok: true}}", "A still 130")
    assert ledger.rows[0].fulfils
    assert "A" not in ledger.next.open_pflichtsoli


def test_in_the_last_round_whoever_leads_has_to_play_his_solo() -> None:
    body = (
        "pflichtsolo: {enforce: last_round_forehand}\n"
        "party: {length: {unit: rounds, n: 2, by_players: null}}\n"
        "modes: {pflicht: {deal: advance}}"
    )
    hands = [DRAW, "C damensolo 130", DRAW, DRAW]
    assert [played(body, *hands[:n]).next.must_play for n in range(4)] == [None] * 4
    assert played(body, *hands).next.must_play == "B"
    hands.append("B damensolo 130")
    assert played(body, *hands).next.must_play is None
    hands.append(DRAW)
    assert played(body, *hands).next.must_play == "D"
    assert [code for code in judged(body, *hands, DRAW) if code[:4] == "B506"] == ["B506"]


def test_a_missing_pflichtsolo_costs_a_fee_at_the_end() -> None:
    body = "pflichtsolo: {missing_fee: 5}\nparty: {length: {n: 4, by_players: null}}"
    lines = [f"{name} damensolo 130" for name in "ABC"]
    ledger = played(body, *lines, "ende")
    fees = [row for row in ledger.timeline if isinstance(row, FeeRow)]
    assert [(row.id, row.points) for row in fees] == [("missing-pflichtsolo", {"D": -5})]
    assert ledger.totals["D"] == -3 - 5
    assert not [row for row in played(body, *lines).timeline if isinstance(row, FeeRow)]


def test_where_soli_repeat_only_so_many_are_allowed() -> None:
    body = f"{OPEN}\nmodes: {{lust: {{after_own_pflichtsolo: false, max_per_player: 1}}}}"
    assert judged(body, "A damensolo 130", "B damensolo 130", "A damensolo 130") == ["B514"]


def test_another_kind_follows_a_solo_that_was_won() -> None:
    won, lost = "A damensolo 130", "A damensolo 100"
    assert judged("", won, "A C 130", base="club-hamburg") == ["B515"]
    assert judged("", won, "A schwarze_sau 130", base="club-hamburg") == []
    assert judged("", lost, "A C 130", base="club-hamburg") == []


# --- fees, tallies, penalties -----------------------------------------------------------------------------------------


def fee(when: str, payer: str, to: str, amount: str = "1", then: str = "play") -> str:
    record = f"{{when: '{when}', from: {payer}, to: {to}, amount: {amount}, then: {then}}}"
    return f"{OPEN}\nsettlement: {{fees: {{f: {record}}}}}"


@pytest.mark.parametrize(
    ("body", "line", "row"),
    [
        (fee("kind:hochzeit", "each_other", "declarer"), "B A hochzeit@2 130", (0, 4, -2, -2)),
        (fee("kind:hochzeit", "kitty", "declarer"), "B A hochzeit@2 130", (1, 2, -1, -1)),
        (fee("kind:hochzeit", "each_other", "kitty"), "B A hochzeit@2 130", (0, 1, -2, -2)),
        (fee("kind:damensolo", "losers", "each_other"), "A damensolo 110", (-6, 2, 2, 2)),
        (fee("kind:damensolo", "losers", "each_other"), "A damensolo 130", (6, -2, -2, -2)),
    ],
)
def test_a_fee_is_paid_beside_the_value(body: str, line: str, row: tuple[int, ...]) -> None:
    assert points(played(body, line)) == [row]
    assert judged(body, f"{line} ={','.join(str(cell) for cell in row)}") == []


def test_a_fee_is_neither_doubled_nor_tripled() -> None:
    body = fee("kind:damensolo", "each_other", "declarer") + "\nbock: {triggers: {heart_trick: {}}}"
    assert points(played(body, "A C 130 herzstich", "A damensolo 130"))[1] == (6 + 3, -2 - 1, -2 - 1, -2 - 1)


def test_a_fee_may_be_all_that_happens() -> None:
    body = fee("kind:hochzeit", "each_other", "declarer", then="redeal")
    ledger = played(body, "neugeben B hochzeit", "A C 130")
    assert ledger.totals == {"A": 0, "B": 2, "C": 0, "D": -2}
    assert dealers(ledger) == ["A"]
    assert judged(body, "neugeben B hochzeit") == []
    assert points(played(body, "B A hochzeit@2 130")) == [(1, 1, -1, -1)]


def test_a_misdeal_costs_who_dealt() -> None:
    ledger = played(fee("event:misdeal", "offender", "each_other"), "neugeben A vergeben", "neugeben A misdeal")
    assert ledger.totals == {"A": -6, "B": 2, "C": 2, "D": 2}
    assert ledger.next.dealer == "A"


def test_an_event_at_the_table_costs_the_other_party() -> None:
    row = points(played("", "A C 130 dulle_gefangen_letzter:A", base="kratzdiekurve"))[0]
    assert sum(int(str(cell)) for cell in row) == 0
    assert row[0] == row[2] == -int(str(row[1]))
    assert int(str(row[0])) > 5


def test_a_tally_changes_no_points() -> None:
    ledger = played("", DRAW, "strafe A delay_stroke", base="club-hamburg")
    assert ledger.totals == {"A": 1, "B": -1, "C": 1, "D": -1}
    assert judged("", DRAW, "strafe A delay_stroke", base="club-hamburg") == []
    assert judged("", DRAW, "strafe A gering", base="club-hamburg") == ["B509"]


def test_who_revokes_bears_what_his_partner_loses() -> None:
    body = f"{OPEN}\npenalties: {{revoke: {{offender: 0, bears_partner: true}}}}"
    assert played(body, "A C 110", "strafe A revoke").totals == {"A": -4, "B": 2, "C": 0, "D": 2}
    assert judged(body, "A C 110", "strafe A revoke") == []
    body = f"{OPEN}\npenalties: {{revoke: {{offender: -3, others: 1, bears_partner: true}}}}"
    assert played(body, "A C 110", "strafe A revoke").totals == {"A": -4 - 3, "B": 3, "C": 1, "D": 3}


def test_who_revokes_in_a_hand_that_he_wins_bears_nothing() -> None:
    body = f"{OPEN}\npenalties: {{revoke: {{offender: -3, others: 1, bears_partner: true}}}}"
    assert played(body, "A C 130", "strafe A revoke").totals == {"A": 1 - 3, "B": 0, "C": 2, "D": 0}


# --- what is written --------------------------------------------------------------------------------------------------

RAMSCH = f"{OPEN}\nkinds: {{schieberamsch: {{class: solo, goal: booking, modes: [lust]}}}}"


def test_a_booking_is_four_amounts_that_sum_to_0() -> None:
    assert judged(RAMSCH, "schieberamsch =5,-3,-1,-1", DRAW) == []
    assert judged(RAMSCH, "schieberamsch =5,-3,-1,-2") == ["S401"]
    assert played(RAMSCH, "schieberamsch =5,-3,-1,-1", DRAW).totals == {"A": 6, "B": -4, "C": 0, "D": -2}


def test_a_booking_without_amounts_is_open() -> None:
    assert [code[:4] for code in judged(RAMSCH, "schieberamsch")] == ["H211"]


@pytest.mark.parametrize(
    ("mode", "row"),
    [("plus", "2,0,2,0"), ("minus", "0,-2,0,-2"), ("plus", "6,0,0,0"), ("minus", "0,-1,-1,-1"), ("plus", "0,0,0,0")],
)
def test_where_one_side_writes_rows_sum_to_anything(mode: str, row: str) -> None:
    body = f"{OPEN}\nsettlement: {{mode: {mode}}}"
    assert judged(body, f"={row}") == []
    assert judged(f"{body}\nchecks: {{row_sum: always}}", f"={row}") == (["S401"] if row != "0,0,0,0" else [])


def test_where_one_side_writes_wrong_rows_are_found_by_the_hand() -> None:
    body = f"{OPEN}\nsettlement: {{mode: plus}}"
    assert judged(body, "A C 155 =2,0,2,0") == []
    assert judged(body, "A C 155 =2,-2,2,-2") == ["S404.row"]
    assert played(body, "A C 155", "A damensolo 100").totals == {"A": 2, "B": 1, "C": 3, "D": 1}


def test_the_unit_is_what_people_write() -> None:
    assert points(played("", "A C 130", "A damensolo 130", base="club-dorsten")) == [(30, 0, 30, 0), (90, 0, 0, 0)]
    assert judged("", "A C 130 =30,0,30,0", "A damensolo 130 wert:1 =90,0,0,0", base="club-dorsten") == []
    unit = f"{OPEN}\nsettlement: {{unit: 0.5}}"
    assert points(played(unit, "A C 130")) == [tuple(Decimal(n) for n in ("0.5", "-0.5", "0.5", "-0.5"))]
    assert judged(unit, "A C 130 =0,5/-0,5/0,5/-0,5", "=1,-1,1,-1") == []
    assert judged(f"{OPEN}\nsettlement: {{unit: 5}}", "=5,-5,5,-5", "=15,-5,-5,-5") == []


def test_penalties_are_written_in_the_unit() -> None:
    ledger = played(f"{OPEN}\nsettlement: {{unit: 5}}", DRAW, "strafe A gering")
    assert ledger.penalties[0].points == {"A": -15, "B": 5, "C": 5, "D": 5}


def test_a_cowardly_winner_writes_beside_the_losers() -> None:
    assert points(played("", "A C 185", "A C 155", base="strichliste-feigheit")) == [(-1, -3, -1, -3), (0, -2, 0, -2)]


# --- kinds of hands ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("base", "line", "row"),
    [
        ("koppeldopf", "A kontrasolo 100", (3, -1, -1, -1)),
        ("koppeldopf", "A kontrasolo 130", (-3, 1, 1, 1)),
        ("koppeldopf", "A kontrasolo 100 fuchs:A", (6, -2, -2, -2)),
        ("koppeldopf", "A knochenloser 0", (3, -1, -1, -1)),
        ("koppeldopf", "A knochenloser 12", (-3, 1, 1, 1)),
        ("koppeldopf", "A schlanker_martin sieger:A", (3, -1, -1, -1)),
        ("koppeldopf", "A schlanker_martin sieger:re,kontra", (0, 0, 0, 0)),
        ("koppeldopf", "A schlanker_martin sieger:kontra", (-3, 1, 1, 1)),
        ("koppeldopf", "A schwarze_sau 130", (3, -1, -1, -1)),
        ("club-varlheide", "A kreuzsolo 130", (0, Decimal("-0.8"), Decimal("-0.8"), Decimal("-0.8"))),
        ("club-varlheide", "A kreuzsolo 130 kontra", (0, Decimal("-1.6"), Decimal("-1.6"), Decimal("-1.6"))),
        ("club-varlheide", "A C 130 4tuck:A", (0, Decimal("-1.2"), 0, Decimal("-1.2"))),
        ("club-dorsten", "A hochzeit 130", (60, 0, 0, 0)),
        ("club-dorsten", "A karosolo 130 fuchs:A", (180, 0, 0, 0)),
        ("kratzdiekurve", "A C 130 re kontra bock_call:A", (40, -40, 40, -40)),
        ("kratzdiekurve", "A C 130 re 2f:A", (40, -40, 40, -40)),
        ("smartdoko", "A B hochzeit@2 130", (3, 3, 0, 0)),
        ("smartdoko", "A damensolo 130", (9, 0, 0, 0)),
        ("dokorama", "A damensolo 130", (6, -2, -2, -2)),
        ("freedoko-standard", "A damensolo 100", (0, 1, 1, 1)),
        ("postelt", "A C 110 kontra schweinchen:A fuchs:B", (-6, 6, -6, 6)),
    ],
)
def test_what_a_table_writes_for_a_hand(base: str, line: str, row: tuple[Any, ...]) -> None:
    """Postelt: won and gegen die Alten are doubled by Kontra, then a fox and gegen die Schweine: but no fox of pigs."""
    assert points(played("", line, base=base)) == [row]


def test_a_swap_of_partners_takes_calls_away() -> None:
    assert points(played("", "A C 130 re genscher", base="koppeldopf")) == [(1, -1, 1, -1)]
    assert points(played("", "A C 155 re90 genscher", base="freedoko-standard")) == [(4, 0, 4, 0)]


def test_a_hochzeit_that_finds_nobody_may_be_dealt_again() -> None:
    body = f"{OPEN}\nhochzeit: {{unfound: redeal}}"
    assert judged(body, "A hochzeit 130") == ["H203.unfound"]
    assert judged(body, "neugeben A hochzeit", DRAW) == []
    assert judged(OPEN, "neugeben A hochzeit") == ["B512"]


def test_a_lost_solo_is_lost_by_whoever_plays_alone() -> None:
    body = (
        f"{OPEN}\nbock: {{triggers: {{lost_solo: {{}}}}}}\nkinds: {{ks: {{class: solo, lone: kontra, modes: [still]}}}}"
    )
    assert [played(body, line).next.bock_left for line in ("A ks 130", "A ks 100")] == [4, 0]
    assert [played(body, line).next.bock_left for line in ("A damensolo 130", "A damensolo 100")] == [0, 4]


@pytest.mark.parametrize(
    ("trigger", "begins", "begins_not"),
    [
        ("tie_120", "A C 120", "A C 121"),
        ("zero_hand", "A C 122 fuchs:B", "A C 122"),
        ("lost_re", "A C 110 re", "A C 110"),
        ("lost_re", "A C 140 re90 kontra90", "A C 140 re"),
        ("lost_kontra", "A C 130 kontra", "A C 130 re"),
        ("lost_call", "A C 130 kontra", "A C 110 kontra"),
        ("both_called", "A C 130 re kontra", "A C 130 re"),
        ("solo", "A damensolo 130", "A C 130"),
        ("schwarz", "A C 240 schwarz", "A C 240 stich"),
        ("heart_trick", "A C 130 herzstich", "A C 130"),
    ],
)
def test_bock_begins_by_what_happened(trigger: str, begins: str, begins_not: str) -> None:
    body = f"{OPEN}\nbock: {{triggers: {{{trigger}: {{}}}}}}"
    assert played(body, begins).next.bock_left == 4
    assert played(body, begins_not).next.bock_left == 0


def test_a_redeal_begins_bock_and_a_misdeal_does_not() -> None:
    body = f"{OPEN}\nbock: {{triggers: {{redeal: {{hands: 3}}}}}}\nredeal: {{triggers: {{nines: {{nines_min: 5}}}}}}"
    assert played(body, "neugeben A neunen").next.bock_left == 3
    assert played(body, "neugeben A vergeben").next.bock_left == 0
    assert played(body, "neugeben A neunen").next.dealer == "A"


def test_bock_of_who_lost_doubles_his_points_alone() -> None:
    body = f"{OPEN}\nbock: {{triggers: {{heart_trick: {{}}}}, owner: loser}}"
    assert points(played(body, "A C 130 herzstich", DRAW)) == [(1, -1, 1, -1), (1, -2, 1, -2)]
    assert judged(body, "A C 130 herzstich", "A C 130 =1,-2,1,-2", "=1,-2,1,-2") == []


def test_bock_that_adds_also_adds_to_a_written_value() -> None:
    body = f"{OPEN}\nbock: {{triggers: {{heart_trick: {{}}}}, mul: 1, add: 2}}"
    assert points(played(body, "A C 130 herzstich", "A C 130", "A C wert:1", "A C wert:-1")) == [
        (1, -1, 1, -1),
        (3, -3, 3, -3),
        (3, -3, 3, -3),
        (-3, 3, -3, 3),
    ]


def test_who_wins_by_an_absage_that_failed_need_not_have_reached_anything() -> None:
    body = f"{OPEN}\ncowardice: {{slack: 0, effect: flag}}"
    assert judged(body, "A C 140 re90") == []
    assert judged(body, "A C 130") == ["H214"]
    assert judged(body, "A C 130 re") == []


def test_nobody_calls_before_the_klaerungsstich_by_any_clock() -> None:
    assert judged("", "A B hochzeit@2 130 re@5", base="koppeldopf") == ["C306.table"]


def test_a_fee_is_in_points_which_the_unit_turns_into_cents() -> None:
    ledger = played("", "neugeben A misdeal", base="club-varlheide")
    assert ledger.totals["B"] == Decimal("0.04")  # an amount of 0.2 at a unit of 0.2
    one = played("settlement: {fees: {misdeal: {amount: 1}}}", "neugeben A misdeal", base="club-varlheide")
    assert one.totals["B"] == Decimal("0.2")


# --- without nines ----------------------------------------------------------------------------------------------------

NINELESS = f"{OPEN}\ndeck: {{nines: false}}"


def test_without_nines_limits_are_two_cards_lower() -> None:
    assert judged(NINELESS, "A C 130 re@9") == []
    assert judged(NINELESS, "A C 130 re@8") == ["C303"]
    assert judged(NINELESS, "A C 155 re@9 re90@7") == ["C303"]
    assert judged(NINELESS, "A C 240 schwarz re@9 re90@8 re60@7 re30@6 reschwarz@5") == []
    assert judged(NINELESS, "A C 240 schwarz re@9 re90@8 re60@7 re30@6 reschwarz@4") == ["C303"]


def test_without_nines_no_augen_are_no_trick() -> None:
    for line in ("A C 240", "A C 240 schwarz"):
        assert judged(NINELESS, line) == []
        score = played(NINELESS, line).rows[0].score
        assert score is not None
        assert score.value == 5
    assert judged(NINELESS, "A C 240 stich") == ["H204.no-nines"]


# --- until when one may call ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "line", "expected"),
    [
        # cards on the table: Re before the 5th, Kontra before the 13th
        ("calls: {clock: {unit: table_cards, latest: {re: 4, kontra: 12}}}", "A C 130 re@4 kontra@12", []),
        ("calls: {clock: {unit: table_cards, latest: {re: 4, kontra: 12}}}", "A C 130 re@5", ["C303.table"]),
        (
            "calls: {reply: {later_by: 0}, clock: {unit: table_cards, latest: {re: 4, kontra: 12}}}",
            "A C 130 kontra@13",
            ["C303.table"],
        ),
        # until the trick is full
        ("calls: {clock: {unit: table_cards, finish_trick: true, latest: {re: 5}}}", "A C 130 re@8", []),
        ("calls: {clock: {unit: table_cards, finish_trick: true, latest: {re: 5}}}", "A C 130 re@9", ["C303.table"]),
        ("calls: {clock: {finish_trick: true}}", "A C 130 re@10", []),
        # tricks
        ("calls: {clock: {unit: tricks, latest: {re: 1, kontra: 2}}}", "A C 130 re@1 kontra@2", []),
        ("calls: {clock: {unit: tricks, latest: {re: 1, kontra: 2}}}", "A C 130 re@2", ["C303.tricks"]),
        # cards in the hand, as SmartDoko has them
        ("calls: {clock: {latest: {re: 10, kontra: 10}}}", "A C 130 re@10", []),
        ("calls: {clock: {latest: {re: 10, kontra: 10}}}", "A C 130 re@9", ["C303"]),
        # a reply: one card fewer than the other's call needs, or than his last one was
        ("", "A C 130 re@11 kontra@10", []),
        ("", "A C 130 re@11 kontra@9", ["C303"]),
        ("", "A C 130 re@12 kontra@10", []),
        ("calls: {reply: {to: last_call}}", "A C 130 re@12 kontra@10", ["C303"]),
        ("calls: {reply: {to: last_call}}", "A C 130 re@11 kontra@10", []),
        ("calls: {reply: {later_by: 2}}", "A C 130 re@11 kontra@9", []),
        ("calls: {reply: {calls: [re], later_by: 1}}", "A C 130 re@11 kontra@10", ["C303"]),
        ("calls: {reply: {later_by: 0}}", "A C 130 re@11 kontra@10", ["C303"]),
        # the clock of a Hochzeit
        ("", "A B hochzeit@3 130 re@9", []),
        ("", "A B hochzeit@3 130 re@8", ["C303"]),
        ("hochzeit: {call_clock: normal, no_call_before_found: false}", "A B hochzeit@3 130 re@11", []),
        ("hochzeit: {call_clock: normal}", "A B hochzeit@2 130 re@10", ["C303"]),
        ("checks: {clock: never}", "A C 130 re@2", []),
    ],
)
def test_a_call_is_in_time_or_late(body: str, line: str, expected: list[str]) -> None:
    assert judged(f"{OPEN}\n{body}" if body else OPEN, line) == expected


@pytest.mark.parametrize(
    ("base", "line", "expected"),
    [
        # the limit moves by a trick for each call
        ("koppeldopf", "A C 155 re@5", []),
        ("koppeldopf", "A C 155 re@6", ["C303.table"]),
        ("koppeldopf", "A C 155 re@5 re90@9", []),
        ("koppeldopf", "A C 155 re@5 re90@10", ["C303.table"]),
        ("koppeldopf", "A C 155 re@5 kontra@9 re90@13", []),
        # after the Klärungsstich calls are open again, until the second card, or until the first
        ("koppeldopf", "A B hochzeit@2 130 re@9", []),
        ("koppeldopf", "A B hochzeit@2 130 re@10", ["C303.table"]),
        ("club-hamburg", "A B hochzeit@3 130 re@9", []),
        ("club-hamburg", "A B hochzeit@3 130 re@8", ["C303"]),
        ("club-hamburg", "A C 130 re@10", []),
        ("club-hamburg", "A C 130 re@9", ["C303"]),
        ("freedoko-standard", "A C 240 schwarz re90@9 re60@6 re30@3 reschwarz@3", ["C307"]),
        ("freedoko-standard", "A C 240 schwarz re@11 re90@9 re60@6 re30@3 reschwarz@3", []),
    ],
)
def test_a_call_is_in_time_or_late_at_a_table(base: str, line: str, expected: list[str]) -> None:
    assert judged("", line, base=base) == expected


@pytest.mark.parametrize(
    ("base", "line", "expected"),
    [
        ("freedoko-standard", "A C 130 stich1:30/A", ["C309"]),
        ("freedoko-standard", "A C 130 stich1:29/A", []),
        ("freedoko-standard", "A C 130 stich4:35/A", []),
        ("freedoko-standard", "A C 130 re stich1:30/A stich2:35/C", []),
        ("freedoko-standard", "A C 130 re stich1:30/B", ["C309"]),
        ("freedoko-standard", "A C 130 kontra stich1:30/B", []),
        ("freedoko-standard", "A damensolo 130 stich1:35/A", []),
        ("freedoko-standard", "A B hochzeit@2 130 stich1:35/A", []),
        ("koppeldopf", "A C 130 re stich1:35/A stich2:35/A", ["C309"]),
        ("koppeldopf", "A C 155 re re90 stich1:35/A stich2:35/A", []),
        ("koppeldopf", "A C 130 re kontra stich1:35/A stich2:35/B", []),
        ("ruleset-app", "A C 155 re stich1:30/A", []),
        ("ruleset-app", "A C 155 re schweinchen:A stich1:30/A", ["C309"]),
        ("ruleset-app", "A C 155 re90 schweinchen:A stich1:30/A", []),
        ("ruleset-app", "A B hochzeit@2 155 re90 stich2:30/A", []),
        ("ruleset-app", "A B hochzeit@2 155 re stich2:30/A", ["C309"]),
        ("club-dorsten", "A C 130 stich1:5/B", ["C309"]),
        ("club-dorsten", "A C 130 kontra stich1:5/B", []),
        ("club-dorsten", "A C 130 re re90 kontra kontra90", []),
        ("club-varlheide", "A C 130 stich1:5/B", ["C309"]),
        ("club-varlheide", "A C 130 tuck stich1:5/B", []),
    ],
)
def test_a_trick_obliges_to_call(base: str, line: str, expected: list[str]) -> None:
    assert judged("", line, base=base) == expected


def test_a_call_may_need_others_and_there_may_be_too_many() -> None:
    assert judged("", "A C 130 re bock_call:A", base="kratzdiekurve") == ["C308.needs"]
    assert judged("", "A C 130 re kontra stuhlbein:A", base="kratzdiekurve") == ["C308.needs"]
    assert judged("", "A C 130 re kontra bock_call:A stuhlbein:B", base="kratzdiekurve") == []
    assert judged("", "A C 155 re re90 re60 kontra kontra90", base="club-dorsten") == ["C310"]


def test_an_entry_of_the_sheet_is_what_it_was_read_from() -> None:
    """Every entry of a busy evening comes back from its canonical line."""
    lines = ["kommt E", "A C 130 herzstich", "geht B", "A C 130 bock:1 aussetzt:E", "wechsel A F", "bock +2", "F C 131"]
    sheet, problems = house_sheet(f"{OPEN}\nbock: {{triggers: {{heart_trick: {{}}}}}}", *lines)
    assert not problems
    again, problems = house_sheet(
        f"{OPEN}\nbock: {{triggers: {{heart_trick: {{}}}}}}",
        *(format_entry(entry, sheet.players) for entry in sheet.entries),
    )
    assert not problems
    assert [facts(entry) for entry in again.entries] == [facts(entry) for entry in sheet.entries]
    assert sum(isinstance(entry, HandEntry) for entry in sheet.entries) == 3
