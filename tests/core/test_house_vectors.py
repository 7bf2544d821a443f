"""Hands and lists that house rules tell apart.

The values that each of seven tables gives to the same hand, Bock hand by hand, and what public score sheets and test
suites say of lists by house rules.
"""

from __future__ import annotations

import pytest

from dokosheet.core.ledger.money import bill
from dokosheet.core.ledger.standings import Tallies
from helpers import FIVE, FOUR
from house import OPEN, judged, levels, played, points

#: The hands, as a line.
HANDS = {
    "V1": "A C 160",
    "V2": "A C 160 re fuchs:kontra",
    "V3": "A C 110 kontra",
    "V4": "A C 120",
    "V5": "A C 120 kontra",
    "V6": "A C 170 re re60",
    "V7": "A C 95 re re90",
    "V8": "A C 140 re re90 kontra kontra90",
    "V9": "A C 155 re re60 kontra kontra90",
    "V10": "A C 185",
    "V11": "A C 240 stich",
    "V12": "A C 240 schwarz",
    "V13": "A C 122 2f:kontra dk:kontra",
    "V14": "A bubensolo 150 re",
    "V15": "A bubensolo 100 karlchen:A",
}
TABLES = {
    "TSR": "tsr",
    "YQ": "yeeqia",
    "FD": "freedoko-standard",
    "DR": "dokorama",
    "KD": "koppeldopf",
    "postelt": "postelt",
    "RS": "ruleset-app",
}
#: Who wins (R, K, 0 for nobody), what for per head seen from him (from Re), and what is found besides.
#: ``*``: Feigheit has turned it. ``?``: the source does not say. A finding alone: it cannot be played.
VECTORS = """
     | TSR     | YQ         | FD      | DR      | KD           | postelt | RS
V1   | R 2     | R 1        | R 2     | R 2     | R 2          | R 2     | R 2
V2   | R 3     | R 2        | R 3     | R 3     | R 2          | R 3     | R 3
V3   | K 4     | K 4        | K 3     | K 4     | K 3          | K 4     | ?
V4   | K 2     | K 2        | K 2     | K 1     | K 2          | ?       | ?
V5   | R 3     | R 3        | R 2     | K 2     | K 3          | ?       | ?
V6   | K 6     | C301       | K 7     | K 8     | C307.skipped | ?       | ?
V7   | K 6     | C301       | K 7     | K 8     | K 4          | ?       | ?
V8   | 0 1     | C301 C301  | 0 1     | ?       | R 5          | ?       | 0 0
V9   | 0 2     | C301 C301  | 0 2     | ?       | C307.skipped | ?       | 0 0
V10  | R 3     | R 1        | R 3     | R 3 H214| K* 1         | K* 3    | K* 3
V11  | R 4     | R 1        | R 4     | R 4 H214| K* 2         | H204.no-nines | K* 4
V12  | R 5     | R 1        | R 5     | R 5 H214| K* 3         | K* 5    | K* 5
V13  | R -2    | R -2       | R -2    | R -2    | R -2         | R -2    | R -2
V14  | R 3     | H203       | R 2     | R 4     | R 2          | R 2     | R 2
V15  | K 1 H206| H203       | K 1 H206| K 2 H206| K 1 H206     | K 1 H206| K 1 H206
"""


def cells() -> list[tuple[str, str, str]]:
    head, *rows = [[cell.strip() for cell in line.split("|")] for line in VECTORS.strip("\n").splitlines()]
    assert head[1:] == list(TABLES)
    assert [row[0] for row in rows] == list(HANDS)
    return [(row[0], name, cell) for row in rows for name, cell in zip(TABLES, row[1:], strict=True) if cell != "?"]


@pytest.mark.parametrize(("vector", "name", "cell"), cells(), ids=[f"{v}-{n}" for v, n, _ in cells()])
def test_a_hand_is_worth_what_the_table_says(vector: str, name: str, cell: str) -> None:
    if cell[0] not in "RK0":
        found = judged("", HANDS[vector], base=TABLES[name])
        assert set(cell.split()) <= set(found)
        return
    who, value, *wrong = cell.split()
    assert judged("", HANDS[vector], base=TABLES[name]) == wrong
    score = played("", HANDS[vector], base=TABLES[name]).rows[0].score
    assert score is not None
    assert score.winner == {"R": "re", "K": "kontra", "0": None}[who[0]]
    assert score.value == (-int(value) if who[0] == "K" else int(value))
    assert (score.cowardice > 0) == (who[1:] == "*" or "H214" in wrong)


def test_v6_and_v7_say_the_same_with_the_absage_alone() -> None:
    """``re60`` stands for Re and k60; where nothing may be skipped, one call alone says all below it."""
    for line in ("A C 170 re60", "A C 95 re90"):
        for name, vector in (("TSR", -6), ("FD", -7), ("DR", -8)):
            score = played("", line, base=TABLES[name]).rows[0].score
            assert score is not None
            assert score.value == vector


def test_v13_is_0_where_no_sonderpunkte_turn_a_value() -> None:
    score = played("value: {backdoor: zero}", HANDS["V13"]).rows[0].score
    assert score is not None
    assert (score.winner, score.value, score.re, score.kontra) == ("re", 0, 0, 0)


@pytest.mark.parametrize(
    ("mode", "row"),
    [("zero_sum", (9, -3, -3, -3)), ("plus", (9, 0, 0, 0)), ("minus", (0, -3, -3, -3))],
)
def test_v14_is_written_by_both_sides_by_the_winner_or_by_the_losers(mode: str, row: tuple[int, ...]) -> None:
    body = f"settlement: {{mode: {mode}}}"
    assert points(played(body, HANDS["V14"])) == [row]
    assert judged(body, f"{HANDS['V14']} ={','.join(str(cell) for cell in row)}") == []


def test_v14_shows_losses_as_strokes_where_the_unit_is_minus_1() -> None:
    assert points(played("settlement: {mode: minus, unit: -1}", HANDS["V14"])) == [(0, 3, 3, 3)]


# --- Bock, hand by hand -----------------------------------------------------------------------------------------------

HEARTS = "triggers: {heart_trick: {}}"
#: Triggers in hands 1 and 3, length players -> levels of hands 2 to 10.
BOCK = [
    ("overlap: ignore", False, [1, 1, 1, 1, 0, 0, 0, 0, 0]),
    ("overlap: restart", False, [1, 1, 1, 1, 1, 1, 0, 0, 0]),
    ("overlap: queue", False, [1, 1, 1, 1, 1, 1, 1, 1, 0]),
    ("overlap: stack, max_level: null", False, [1, 1, 2, 2, 1, 1, 0, 0, 0]),
    ("overlap: stack, max_level: 1, overflow: drop", False, [1, 1, 1, 1, 1, 1, 0, 0, 0]),
    ("overlap: queue, tick: deal_advances", True, [1, 1, 1, 1, 1, 1, 1, 1, 1]),
    ("overlap: queue, tick: every_hand", True, [1, 1, 1, 1, 1, 1, 1, 1, 0]),
]


@pytest.mark.parametrize(
    ("knobs", "solo", "expected"), BOCK, ids=[f"{k}{' with a Pflichtsolo' * s}" for k, s, _ in BOCK]
)
def test_bock_runs_as_the_table_says(knobs: str, solo: bool, expected: list[int]) -> None:
    hands = ["A C 130"] * 10
    hands[0] = hands[2] = "A C 130 herzstich"
    if solo:
        hands[3] = "A damensolo 130"
    ledger = played(f"bock: {{{HEARTS}, length: players, {knobs}}}", *hands)
    assert levels(ledger) == [0, *expected]
    assert [abs(row.score.value) if row.score else None for row in ledger.rows] == [
        2**level for level in levels(ledger)
    ]


# --- lists by house rules, each by its id -----------------------------------------------------------------------------

STACKED = f"{OPEN}\nbock: {{{HEARTS}, per_hand: each, length: 4, overlap: stack, max_level: null, tick: every_hand}}"
PLAIN = f"{OPEN}\nbock: {{{HEARTS}, length: 4}}"


def hands_with(events: list[int], n: int) -> list[str]:
    """So many hands, with heart tricks in the first."""
    return [" ".join(["A C 130", *["herzstich"] * times]) for times in [*events, *[0] * (n - len(events))]]


def test_ls_06_two_events_of_one_hand_are_one_run_of_four_times_4() -> None:
    ledger = played(STACKED, *hands_with([0, 0, 2], 9))
    assert [2**level for level in levels(ledger)] == [1, 1, 1, 4, 4, 4, 4, 1, 1]


def test_ls_07_what_is_over_times_8_goes_behind() -> None:
    body = STACKED.replace("max_level: null", "max_level: 3, overflow: queue")
    ledger = played(body, *hands_with([2, 0, 2], 10))
    assert [2**level for level in levels(ledger)] == [1, 4, 4, 8, 8, 4, 4, 2, 2, 1]


def test_ls_08_bock_sleeps_in_a_round_of_pflichtsoli() -> None:
    body = STACKED.replace(OPEN, "").replace("max_level: null", "max_level: 3, overflow: queue, hold_in: [pflicht]")
    hands = hands_with([2, 0, 2, 0], 10)
    hands[4:4] = [f"{name} damensolo 130" for name in FOUR]
    ledger = played(body.strip(), *hands)
    assert [2**level for level in levels(ledger)] == [1, 4, 4, 8, 1, 1, 1, 1, 8, 4, 4, 2, 2, 1]


def test_ls_09_a_solo_in_double_bock_with_its_totals() -> None:
    ledger = played(STACKED, "A B 130 herzstich herzstich", "A damensolo 155", head="dealer: B")
    assert ledger.totals == {"A": 25, "B": -7, "C": -9, "D": -9}
    assert ledger.next.dealer == "D"
    tallies = Tallies()
    tallies.add(ledger)
    assert (tallies.by_player["A"].lustsoli_won, tallies.by_player["A"].pflichtsoli_won) == (1, 0)
    assert (ledger.rows[1].points or {})["A"] == 24
    plain = played(OPEN, "A B 130", "A damensolo 155", head="dealer: B")
    assert plain.totals == {"A": 7, "B": -1, "C": -3, "D": -3}


def test_ls_10_half_a_cent_for_each_point_behind_the_leader_is_cut_off() -> None:
    money = "{rate: 0.5, currency: Cent, basis: gap_to_best, round: floor_1}"
    paid = bill(played(f"{OPEN}\nsettlement: {{money: {money}}}", "=7,3,0,-10"))
    assert paid is not None
    assert [int(paid.pays[name]) for name in "BC"] == [2, 3]
    assert paid.currency == "Cent"


def test_ls_12_at_seven_the_dealer_and_the_second_and_fourth_to_his_left_sit_out() -> None:
    seven = ("A", "B", "C", "D", "E", "F", "G")
    row = played("", "B C 130", players=seven, head="dealer: D").rows[0]
    assert set(seven) - set(row.players) == {"D", "F", "A"}


def test_ls_13_who_has_left_keeps_the_total() -> None:
    """Six, of whom A leaves: with five the dealer alone sits out; the two of the peer do not leave four to play."""
    six = ("A", "B", "C", "D", "E", "F")
    ledger = played("", "B C 155", "geht A", "B C 130", players=six, head="dealer: D")
    assert [set(row.table) - set(row.players) for row in ledger.rows] == [{"D", "A"}, {"E"}]
    assert ledger.present == six[1:]
    first = ledger.rows[0].points or {}
    assert "A" not in first
    ledger = played("", "A B 155", "geht A", "B C 130", players=six, head="dealer: C")
    assert ledger.totals["A"] == (ledger.rows[0].points or {})["A"] == 2


def test_ls_20_bock_runs_beside_each_other() -> None:
    lines = ["A C wert:10 herzstich", "A C wert:10 herzstich herzstich", "A C wert:10"]
    ledger = played(STACKED, *lines)
    assert [(row.points or {})["A"] for row in ledger.rows] == [10, 20, 80]
    for n, runs in enumerate([[4], [3, 4, 4], [2, 3, 3]], 1):
        ahead = played(STACKED, *lines[:n], *["A C 130"] * 5)
        assert levels(ahead)[n:] == [sum(run > i for run in runs) for i in range(5)]
        assert played(STACKED, *lines[:n]).next.bock_left == max(runs)


def test_ls_21_taking_a_hand_back_takes_back_its_bock() -> None:
    assert played(STACKED, "A C 130 herzstich").next.bock_left == 4
    undone = played(STACKED, 'gestrichen "A C 130 herzstich"')
    assert (len(undone.rows), undone.next.bock_left) == (0, 0)


def test_ls_38_a_value_of_7_counts_double_in_bock() -> None:
    ledger = played(PLAIN, "=-1,3,-3,1 herzstich", "B C wert:7")
    assert list(ledger.totals.values()) == [-15, 17, 11, -13]


def test_ls_39_a_lost_solo_counts_double_and_triple_in_bock() -> None:
    ledger = played(PLAIN, "=-41,5,51,-15 herzstich", "A damensolo wert:-4")
    assert list(ledger.totals.values()) == [-65, 13, 59, -7]


def test_ls_41_a_row_that_was_not_doubled_is_found_only_by_bock() -> None:
    assert judged(PLAIN, "A C 130 herzstich", "=-1,-1,1,1") == ["S408.points"]
    assert judged(PLAIN, "A C 130 herzstich", "A B 155 =2,2,-2,-2") == ["S408"]
    assert judged(PLAIN, "A C 130 herzstich", "A B 155 =4,4,-4,-4") == []


LAST = f"{OPEN}\nsonderpunkte: {{fuchs_am_end: {{points: 1}}, karlchen_gefangen: {{points: 1, max: 2}}}}"


@pytest.mark.parametrize(
    "made",
    ["fuchs_am_end:A karlchen:A", "fuchs_am_end:A karlchen_gefangen:A", "fuchs_am_end:A 2f:A"],
)
def test_ls_43_a_fox_that_wins_the_last_trick_excludes_karlchen_and_two_caught_foxes(made: str) -> None:
    assert {code.split(".")[0] for code in judged(LAST, f"A C 140 {made}")} == {"H207"}


def test_ls_44_there_are_two_karlchen() -> None:
    assert judged(LAST, "A C 140 2kg:A karlchen:A") == ["H207.karlchen"]
    assert judged(LAST, "A C 140 kg:A karlchen:A") == []
    assert judged(LAST, "A C 140 2kg:A") == []


def test_ls_45_the_last_trick_has_one_winner() -> None:
    assert judged(LAST, "A C 140 kg:re kg:kontra") == ["H207.one-winner"]
    assert judged(LAST, "A C 140 kg:A kg:C") == ["H207.one-winner"]


def test_ls_49_a_trigger_taken_back_later_is_missing_before_the_doubled_rows() -> None:
    doubled = ["A C 130 =2,-2,2,-2"] * 4
    assert judged(PLAIN, "A C 130 herzstich", *doubled) == []
    assert judged(PLAIN, "A C 130", *doubled) == ["B507.missing"]
    assert judged(PLAIN, "A C 130", doubled[0], "A C 130 =1,-1,1,-1") == ["S404.row"]


def test_ls_51_a_fee_for_the_hochzeit_makes_four_amounts_of_two() -> None:
    fee = "settlement: {fees: {hochzeit: {when: 'kind:hochzeit', from: each_other, to: declarer, amount: 1}}}"
    assert points(played(fee, "A B hochzeit@2 130")) == [(4, 0, -2, -2)]
    assert judged(fee, "A B hochzeit@2 130 =4,0,-2,-2") == []
    assert judged(fee, "=4,0,-2,-2") == []
    assert judged(fee, "A B hochzeit@2 130 =1,1,-1,-1") == ["S404.row"]


def test_five_players_have_five_bock_hands() -> None:
    body = f"{OPEN}\nbock: {{{HEARTS}, length: players}}"
    ledger = played(body, "B C 130 herzstich", *["=0,0,0,0"] * 6, players=FIVE)
    assert levels(ledger) == [0, 1, 1, 1, 1, 1, 0]
