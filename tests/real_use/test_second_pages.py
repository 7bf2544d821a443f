"""Pages that begin in the middle, and lists of bare points: who deals and who sat out is believed when a row tells it.

Until then it is not known, and nothing is concluded from it.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from helpers import FILE, FIVE, FOUR, Ledger, Tallies, codes, keep, ledger, read_sheet, text, texts, what_next
from house import judged, played

SIX = (*FIVE, "F")


def book(*lines: str, players: Sequence[str] = FIVE, head: str = "") -> Ledger:
    """What follows from a page in which nothing is found."""
    assert codes(*lines, players=players, head=head) == []
    return ledger(*lines, players=players, head=head)


def totals(page: Ledger) -> list[object]:
    return ["?" if name in page.unknown else total for name, total in page.totals.items()]


PAGE = "uebertrag 0,0,0,0,0 spiele:12"


@pytest.mark.parametrize(
    "line",
    [
        "A B 130 =1,1,-1,-1,-",
        "=1,1,-1,-1,-",
        "A B 130 ==1,1,-1,-1,-",
        "A B 130 ==1,1,-1,-1,0",
        "==1,1,-1,-1,0",
        "A B 130 aussetzt:E",
        "A B 130 geber:E",
        "wert:1 sieger:A,B =1,1,-1,-1,-",
    ],
)
def test_the_first_row_that_tells_who_sat_out_is_believed(line: str) -> None:
    page = book(PAGE, line, "B C 130")
    assert [row.dealer for row in page.rows] == ["E", "A"]
    assert totals(page) == [1, 2, 0, -2, -1]
    assert page.next.dealer == "B"


def test_names_tell_who_cannot_have_dealt() -> None:
    """Each named player plays: C, D or E has dealt first, then D or E, then E."""
    page = book(PAGE, "A B 130", "A B 130", "A B 130")
    assert [row.dealt for row in page.rows] == [None, None, "E"]


def test_what_is_not_known_is_neither_guessed_nor_found() -> None:
    page = book(PAGE, "A B 130")
    assert totals(page) == ["?"] * 5
    assert (page.rows[0].dealt, page.rows[0].points, page.next.adrift) == (None, None, True)
    assert next(iter(what_next(page, texts("en")))) == "Next: hand 14, dealer ?."
    assert totals(book(PAGE, "A B 130", "A B 130 ==2,2,-1,-2,-1")) == [2, 2, -1, -2, -1]


def test_standings_do_not_count_who_may_have_sat_out() -> None:
    tallies = Tallies()
    goes_round = "rules: {extends: tsr, modes: {pflicht: {deal: advance}}}"  # so that hands elsewhere can be counted
    tallies.add(book(PAGE, "A B 130", "A B 130 =1,1,-1,-,-1", head=goes_round))
    known = {name: tally.hands for name, tally in tallies.by_player.items()}
    assert {name for name, hands in known.items() if hands is None} == {"C", "D", "E"}
    assert known["A"] == book(PAGE, head=goes_round).unlisted["A"] + 2  # type: ignore[operator]


def test_at_a_table_of_four_everybody_plays_whoever_deals() -> None:
    page = book("uebertrag 0,0,0,0 spiele:12", "A B 130", "A damensolo 130", players=FOUR)
    assert totals(page) == [4, 0, -2, -2]
    assert [row.dealt for row in page.rows] == [None, None]


def test_the_dealer_in_the_head_deals_the_first_hand() -> None:
    page = book(PAGE, "A B 130", head="dealer: C")
    assert (page.rows[0].dealt, totals(page)) == ("C", [1, 1, 0, -1, -1])


@pytest.mark.parametrize(
    ("mark", "dealers"), [("", ["A", "E"]), ("lust", ["A"]), ("vorgefuehrt", ["A"]), ("pflicht", ["E"])]
)
def test_behind_a_solo_the_deal_is_open_unless_its_mark_says_more(mark: str, dealers: list[str]) -> None:
    page = ledger(PAGE, f"A damensolo 130 {mark} =3,-1,-1,-1,-", players=FIVE)
    assert sorted(page.present[seat] for seat in range(5) if _may_deal(page, seat, mark)) == dealers
    assert page.next.adrift == (len(dealers) > 1)


def _may_deal(page: Ledger, seat: int, mark: str) -> bool:
    """Whether a row by which this seat has dealt follows without a finding."""
    row = ",".join("-" if i == seat else "0" for i in range(5))
    lines = (PAGE, f"A damensolo 130 {mark} =3,-1,-1,-1,-", f"={row}")
    return codes(*lines, players=FIVE) == []


def test_the_deal_that_moved_on_for_a_vorfuehrung_is_seen() -> None:
    """Only E owes a Pflichtsolo, and would sit out: A deals instead, TSR 4.2.3 with 10.1.2."""
    lines = ("D A 130 =1,-1,-1,1,-", "E damensolo 130 vorgefuehrt =-,-1,-1,-1,3")
    assert [row.dealt for row in book("uebertrag 0,0,0,0,0 spiele:28", *lines).rows] == ["E", "A"]
    lines = ("=1,-1,-1,1,-", "=1,-1,-1,-,1", "E damensolo 130 vorgefuehrt =-,-1,-1,-1,3")
    assert [row.dealt for row in book("uebertrag 0,0,0,0,0 spiele:27", *lines[1:]).rows] == ["D", "A"]


def test_a_penalty_for_a_hand_of_the_page_before_concerns_nobody_knows_whom() -> None:
    assert totals(book(PAGE, "strafe A gering")) == ["?"] * 5
    assert totals(book(PAGE, "strafe A unsportlich punkte:4")) == [-4, 0, 0, 0, 0]
    assert totals(book("uebertrag 0,0,0,0 spiele:12", "strafe A gering", players=FOUR)) == [-3, 1, 1, 1]


def test_a_stopped_solo_tells_who_played() -> None:
    page = book(PAGE, "strafe A schwer_solo soloist:B still")
    assert totals(page) == [-12, 12, 0, 0, 0]


def test_a_new_spielrunde_on_a_second_page_begins_with_a_dealer_that_is_not_on_it() -> None:
    page = book(PAGE, "A B 130 =1,1,-1,-1,-", "spielrunde", "B D 130 =-1,1,-,1,-1", "A B 130")
    assert [row.dealt for row in page.rows] == ["E", "C", "D"]
    assert page.spielrunden[1].length == 30


def test_more_hands_than_a_spielrunde_has_were_played_in_several() -> None:
    assert codes("uebertrag 0,0,0,0 spiele:40", *["A C 130"] * 20) == []
    assert codes("uebertrag 0,0,0,0 spiele:20", *["A C 130"] * 5) == ["B508"]


def test_a_written_bock_is_believed_in_the_next_spielrunde_too() -> None:
    body = "pflichtsolo: {solos: 0, enforce: none}\nbock: {triggers: {tie_120: {}}}"
    lines = ("uebertrag 0,0,0,0", "A C 130 bock:1", "spielrunde", "A C 130 bock:1 =2,-2,2,-2", "A C 130 =2,-2,2,-2")
    assert judged(body, *lines) == []
    assert [row.bock for row in played(body, *lines).rows] == [1, 1, 1]


def test_who_left_with_points_that_are_not_known_takes_his_share_along() -> None:
    lines = ("uebertrag 0,0,0,0,0,0 spiele:12", "A B 130", "geht F", "B C 130 =1,-1,-1,-,1", "A C 130 ==5,-1,-1,2,-4")
    assert "S401" not in codes(*lines, players=SIX)


# -- bare points


def test_a_pflichtsolo_in_bare_points_lets_the_same_player_sit_out_again() -> None:
    lines = ("=-,3,-1,-1,-1", "=-,1,1,-1,-1", "=1,-,1,-1,-1")
    page = book(*lines)
    assert [row.dealt for row in page.rows] == ["A", "A", "B"]


def test_of_named_hands_behind_bare_ones_who_sat_out_is_not_known() -> None:
    assert totals(book("=-,3,-1,-1,-1", "C D 130")) == ["?"] * 5
    page = book("=-,3,-1,-1,-1", "B C 130 =-,1,1,-1,-1", "A D 130")
    assert totals(page) == [1, 4, -1, -1, -3]


def test_without_a_duty_a_row_of_one_against_three_hides_nothing() -> None:
    body = "pflichtsolo: {solos: 0, enforce: none}"
    lines = ("=-,3,-1,-1,-1", "C D 130")
    assert played(body, *lines, players=FIVE).known
    assert "Points alone" not in " ".join(what_next(played(body, *lines, players=FIVE), texts("en")))


def test_after_time_a_bare_row_can_be_a_pflichtsolo() -> None:
    assert codes("A C 130", "ende zeit", "=-1,3,-1,-1") == []
    soli = [f"{name} damensolo 130" for name in FOUR]
    assert codes(*soli, "ende zeit", "=-1,1,-1,1") == ["B508"]


def test_how_long_rounds_are_is_open_where_a_deal_may_have_been_repeated() -> None:
    body = "party: {length: {unit: rounds, n: 1, by_players: null}}\npflichtsolo: {enforce: none}"
    assert judged(body, "=3,-1,-1,-1", *["=1,1,-1,-1"] * 4) == []
    assert judged(body, *["=1,1,-1,-1"] * 5) == ["B508"]


def test_whether_a_bare_solo_has_used_up_a_bock_is_seen_by_the_next_row() -> None:
    """Hand 2 is a Pflichtsolo, after which Bock is not used up, or a Lustsolo: hand 6 is Bock, or is not."""
    body = "bock: {triggers: {heart_trick: {}}}"
    lines = ("A C 130 herzstich", "=6,-2,-2,-2", *["A C 130"] * 3)
    for row, level in (("=2,-2,2,-2", 1), ("=1,-1,1,-1", 0)):
        assert judged(body, *lines, f"A C 130 {row}") == []
        assert played(body, *lines, f"A C 130 {row}").rows[-1].bock == level


def test_the_length_follows_those_at_the_table() -> None:
    rows = ["=-,0,0,0,0", "=0,-,0,0,0", "=0,0,-,0,0", "=0,0,0,-,0", "=0,0,0,0,-"] * 6
    assert codes("kommt E", *rows) == []
    sheet, _ = read_sheet(text("kommt E", "A B 130", "ende", "spielrunde"), FILE)
    assert sheet is not None
    assert [one.length for one in keep(sheet).spielrunden] == [30, 30]
