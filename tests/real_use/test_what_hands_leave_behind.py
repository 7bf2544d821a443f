"""What a hand leaves to the hands behind it: the Pflichtsolo, the deal, Bock, and what is still owed at the end."""

from __future__ import annotations

import pytest

from helpers import FILE, Ledger, PenaltyEntry, Place, codes, format_entry, keep, ledger, parse_line, read_sheet, table
from house import judged, levels, played, points

FREE = "modes: {lust: {after_own_pflichtsolo: false}}"
SHORT = "party: {length: {unit: hands, n: 4, by_players: null}}"


def modes(book: Ledger) -> list[tuple[str, str | None]]:
    """How each hand came about, and who dealt it."""
    return [(row.mode, row.dealer) for row in book.rows]


# -- Lustsoli before the Pflichtsolo


def test_a_lustsolo_is_none_where_it_is_free_to_choose() -> None:
    book = played(FREE, "A damensolo 130 lust", "B C 130", "A bubensolo 130")
    assert modes(book) == [("lust", "A"), ("normal", "B"), ("pflicht", "C")]
    assert book.next.dealer == "C"
    assert "A" not in book.next.open_pflichtsoli
    assert judged(FREE, "A damensolo 130 lust", "B C 130", "A bubensolo 130") == []
    assert played(FREE, "A damensolo 130 lust").next.open_pflichtsoli == ("A", "B", "C", "D")


@pytest.mark.parametrize("mark", ["", "pflicht", "lust"])
@pytest.mark.parametrize("free", [True, False])
def test_the_mark_decides_only_where_the_ruleset_leaves_it_open(mark: str, free: bool) -> None:
    body, line = FREE if free else "", f"A damensolo 130 {mark}"
    mode = "lust" if free and mark == "lust" else "pflicht"
    assert modes(played(body, line)) == [(mode, "A")]
    assert played(body, line).next.dealer == ("B" if mode == "lust" else "A")
    assert judged(body, line) == (["B505"] if mark == "lust" and not free else [])


def test_where_lustsoli_repeat_the_deal_a_free_one_does() -> None:
    body = "modes: {lust: {after_own_pflichtsolo: false, deal: repeat}}"
    book = played(body, "A damensolo 130 lust")
    assert (book.next.dealer, book.next.open_pflichtsoli) == ("A", ("A", "B", "C", "D"))


def test_who_has_to_be_vorgefuehrt_has_no_choice() -> None:
    body = f"{FREE}\n{SHORT}"
    lines = ("B damensolo 130 lust", "C damensolo 130", "D damensolo 130", "A damensolo 130")
    assert [mode for mode, _ in modes(played(body, *lines))] == ["vorgefuehrt"] * 4
    assert judged(body, *lines) == ["B504"]


def test_a_solo_that_only_counts_by_itself_is_free_too() -> None:
    body = f"{FREE}\nkinds: {{damensolo: {{modes: [lust], pflicht_ok: true}}}}"
    assert "A" not in played(body, "A damensolo 130").next.open_pflichtsoli
    assert "A" in played(body, "A damensolo 130 lust").next.open_pflichtsoli


def test_bock_that_sleeps_in_pflichtsoli_counts_in_a_free_lustsolo() -> None:
    body = f"{FREE}\nbock: {{triggers: {{tie_120: {{}}}}, hold_in: [pflicht]}}"
    assert levels(played(body, "A C 120", "A damensolo 130 lust")) == [0, 1]
    assert levels(played(body, "A C 120", "A damensolo 130")) == [0, 0]


def test_after_hands_of_points_alone_nobody_knows_which_solo_was_the_first() -> None:
    assert codes("=3,-1,-1,-1", "B C 130", "A damensolo 130 lust") == []


# -- Bock within Bock

#: Triggers in hands 2, 3 and 6; each begins Bock for four hands.
EXPECTED = {
    "overlap: ignore": (0, 0, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    "overlap: restart": (0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0),
    "overlap: queue": (0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0),
    "overlap: stack": (0, 0, 1, 2, 2, 2, 2, 1, 1, 1, 0, 0, 0, 0, 0),
    "overlap: stack, max_level: 1": (0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0),
    "overlap: stack, max_level: 1, overflow: queue": (0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0),
}
NORMAL, TIE = "A C 130", "A C 120"
NO_DUTY = "pflichtsolo: {solos: 0, enforce: none}"


def bock(overlap: str, *triggers: str) -> str:
    events = ", ".join(f"{trigger}: {{}}" for trigger in triggers or ("tie_120",))
    return f"{NO_DUTY}\nbock: {{triggers: {{{events}}}, length: 4, {overlap}}}"


@pytest.mark.parametrize("overlap", EXPECTED)
def test_what_a_trigger_in_bock_begins(overlap: str) -> None:
    lines = [TIE if n in (2, 3, 6) else NORMAL for n in range(1, 16)]
    assert levels(played(bock(overlap), *lines)) == list(EXPECTED[overlap])


@pytest.mark.parametrize("n", range(1, 9))
def test_ignored_means_in_every_hand_of_it(n: int) -> None:
    """One Bock, hands 2 to 5, and one more trigger somewhere: behind it, and only there, another begins."""
    lines = [TIE if i in (1, n) else NORMAL for i in range(1, 14)]
    later = set(range(n + 1, n + 5)) if n > 5 else set()
    assert levels(played(bock("overlap: ignore"), *lines)) == [int(i in {2, 3, 4, 5} | later) for i in range(1, 14)]


@pytest.mark.parametrize("overlap", EXPECTED)
@pytest.mark.parametrize("after", range(1, 7))
def test_a_redeal_begins_what_a_line_of_agreed_bock_begins_there(overlap: str, after: int) -> None:
    """One Bock, hands 2 to 5; something that is no hand behind hand ``after``."""
    hands = [TIE] + [NORMAL] * 11
    found = [
        levels(played(bock(overlap, "tie_120", "redeal"), *hands[:after], line, *hands[after:]))
        for line in ("neugeben", "bock +1")
    ]
    assert found[0] == found[1]
    if overlap == "overlap: ignore":
        later = set(range(6, 10)) if after == 5 else set(range(7, 11)) if after == 6 else set()
        assert found[0] == [int(i in {2, 3, 4, 5} | later) for i in range(1, 13)]


@pytest.mark.parametrize(
    ("overlap", "lines", "found"),
    [
        ("overlap: ignore", (TIE, "bock +1", NORMAL), True),
        ("overlap: ignore", (TIE, *[NORMAL] * 3, "bock +1"), True),
        ("overlap: ignore", (TIE, *[NORMAL] * 4, "bock +1"), False),
        ("overlap: ignore", ("bock +1", NORMAL), False),
        ("overlap: ignore", ("bock +2", NORMAL), True),
        ("overlap: ignore", ("neugeben", "bock +1"), True),
        ("overlap: restart", (TIE, NORMAL, "bock +1"), False),
        ("overlap: restart", (TIE, NORMAL, "bock +2"), True),
        ("overlap: queue", (TIE, NORMAL, "bock +2"), False),
        ("overlap: stack", (TIE, NORMAL, "bock +2"), False),
        ("overlap: stack, max_level: 1", (TIE, NORMAL, "bock +1"), False),
        ("overlap: stack, max_level: 1", (TIE, "bock +1"), True),
        ("overlap: stack, max_level: 1, overflow: queue", (TIE, "bock +1"), False),
        ("owner: loser", ("bock +1",), True),
    ],
)
def test_agreed_bock_that_begins_nothing_is_said(overlap: str, lines: tuple[str, ...], found: bool) -> None:
    assert judged(bock(overlap, "tie_120", "redeal"), *lines) == (["B507.in-vain"] if found else [])


def test_whose_bock_it_is_ignores_what_happens_in_it() -> None:
    """B and D have lost hand 1; hand 2, lost by them again, is in their Bock; in hand 3 A and C lose."""
    body = f"{NO_DUTY}\nbock: {{triggers: {{heart_trick: {{}}}}, length: 1, overlap: ignore, owner: loser}}"
    book = played(body, "A C 130 herzstich", "A C 130 herzstich", "B D 130 herzstich", NORMAL)
    assert points(book) == [(1, -1, 1, -1), (1, -2, 1, -2), (-1, 1, -1, 1), (2, -1, 2, -1)]


def test_a_bock_that_is_carried_over_ignores_what_happens_in_it() -> None:
    book = played(bock("overlap: ignore"), TIE, NORMAL, head="bock: 1")
    assert levels(book) == [1, 0]


CALLED = "A C 130 re90 kontra90"  # nobody has won
DAMENSOLO = "A damensolo 130 re90 kontra90"


@pytest.mark.parametrize(
    ("trigger", "line"),
    [("lost_call", CALLED), ("lost_re", CALLED), ("lost_kontra", CALLED), ("lost_solo", DAMENSOLO)],
)
def test_what_nobody_has_won_is_lost_unless_the_ruleset_says_otherwise(trigger: str, line: str) -> None:
    body = bock("overlap: queue", trigger)
    assert levels(played(body, line, NORMAL)) == [0, 1]
    assert levels(played(body.replace("length: 4", "length: 4, unwon_is_lost: false"), line, NORMAL)) == [0, 0]
    lost = line.replace("130 re90 kontra90", "100 re") if trigger != "lost_kontra" else "A C 130 kontra"
    assert levels(played(body.replace("length: 4", "length: 4, unwon_is_lost: false"), lost, NORMAL)) == [0, 1]


# -- a hand that is stopped by a serious offence


@pytest.mark.parametrize("word", ["still", "stille", "sh", "hochzeit"])
def test_a_stopped_hand_that_is_no_solo_of_choice_is_no_pflichtsolo(word: str) -> None:
    """TSR 4.4.3 (b), 4.4.5, 9.4.4: it counts as played, does not replace the Pflichtsolo, and the deal moves on."""
    book = ledger(f"strafe C severe_solo absagen:1 soloist:B {word}")
    assert points(book) == [(0, 15, -15, 0)]
    assert (book.next.hand, book.next.dealer, book.next.open_pflichtsoli) == (2, "B", ("A", "B", "C", "D"))
    assert [row.mode for row in book.rows] == ["allein" if word == "hochzeit" else "still"]
    assert book.penalties[0].entry.text == ""


@pytest.mark.parametrize("word", ["", "damensolo", "solo", "kr", "pflicht"])
def test_any_other_is(word: str) -> None:
    book = ledger(f"strafe C severe_solo absagen:1 soloist:B {word}")
    assert (book.next.hand, book.next.dealer, book.next.open_pflichtsoli) == (2, "A", ("A", "C", "D"))


def test_after_his_pflichtsolo_it_was_a_lustsolo() -> None:
    lines = ("B damensolo 130", "strafe C severe_solo soloist:B bubensolo")
    assert modes(ledger(*lines)) == [("pflicht", "A"), ("lust", "A")]


def test_a_free_lustsolo_that_is_stopped_is_no_pflichtsolo() -> None:
    book = played(FREE, "strafe C severe_solo soloist:B lust damensolo")
    assert (book.next.dealer, "B" in book.next.open_pflichtsoli) == ("B", True)


def test_a_solo_that_cannot_be_a_pflichtsolo_is_none_when_it_is_stopped() -> None:
    body = "pflichtsolo: {kinds: [damensolo]}"
    assert "B" in played(body, "strafe C severe_solo soloist:B bubensolo").next.open_pflichtsoli
    assert "B" not in played(body, "strafe C severe_solo soloist:B damensolo").next.open_pflichtsoli


def test_who_had_to_be_vorgefuehrt_cannot_hide_in_a_stille_hochzeit() -> None:
    assert judged(SHORT, "strafe C severe_solo soloist:B still") == ["B506"]


@pytest.mark.parametrize(
    ("line", "canonical", "text"),
    [
        ("strafe C severe_solo soloist:B sh", "strafe C schwer_solo soloist:B still", ""),
        ("strafe C severe_solo soloist:B lust ds absagen:1", "", ""),
        ('strafe C severe_solo soloist:B still "sagt A"', "", "sagt A"),
        ("strafe C severe_solo soloist:B hochzeit falsch bedient", "", "falsch bedient"),
        ("strafe C severe_solo soloist:B falsch bedient still", "", "falsch bedient still"),
        ("strafe C gering still", "", "still"),
    ],
)
def test_what_a_penalty_says_of_the_hand_is_written_as_it_is_read(line: str, canonical: str, text: str) -> None:
    place = Place(1, 1, 1 + len(line))
    entry, findings = parse_line(line, table(), place)
    assert not findings
    assert isinstance(entry, PenaltyEntry)
    assert entry.text == text
    written = format_entry(entry)
    again, _ = parse_line(written, table(), place)
    assert isinstance(again, PenaltyEntry)
    assert (again.kind, again.marks, again.text) == (entry.kind, entry.marks, entry.text)
    assert format_entry(again) == written
    assert written == canonical or not canonical


def test_a_penalty_says_it_as_a_mapping_too() -> None:
    source = (
        "dokosheet: 1\nplayers: [A, B, C, D]\nhands:\n"
        "  - penalty: {player: C, id: severe_solo, soloist: B, kind: still, note: sagt A}\n"
    )
    sheet, findings = read_sheet(source, FILE)
    assert sheet is not None
    assert not findings
    assert keep(sheet).next.dealer == "B"


# -- what is still owed at the end


def test_a_vorfuehrung_that_was_missed_does_not_hide_what_is_owed() -> None:
    lines = ("B D 130",) * 4
    assert judged(SHORT, *lines, "ende") == ["B506", "B503"]
    assert judged(SHORT, "B damensolo 130", "C damensolo 130", "D damensolo 130", "B D 130", "ende") == ["B506", "B503"]
    assert judged(SHORT, "B damensolo 130", "C damensolo 130", "D damensolo 130", "A damensolo 130", "ende") == []


@pytest.mark.parametrize("cancels", ["normal_hands", "all_open"])
@pytest.mark.parametrize("more", ["", "C damensolo 130", "B D 130"])
def test_time_strikes_what_the_ruleset_says(cancels: str, more: str) -> None:
    body = f"party: {{time: {{minutes: 100, cancels: {cancels}}}}}\npflichtsolo: {{missing_fee: 5}}"
    lines = ("A C 130", "ende zeit", *([more] if more else []), "ende")
    found = judged(body, *lines)
    if cancels == "all_open":
        assert found == (["B508.time"] if more else [])
        assert not played(body, *lines).next.open_pflichtsoli
        assert [row.id for row in played(body, *lines).timeline if hasattr(row, "id")] == []
    else:
        assert found == (["B506", "B503"] if more == "B D 130" else ["B503"])
        assert [row.id for row in played(body, *lines).timeline if hasattr(row, "id")] == ["missing-pflichtsolo"]


# -- a Hochzeit that found nobody is a Hochzeit

FEE = 'settlement: {fees: {h: {when: "kind:hochzeit", from: each_other, to: declarer, amount: 1}}}'


def test_a_hochzeit_that_found_nobody_pays_and_calls_like_every_other() -> None:
    implied = "calls: {implied: {hochzeit: [re]}}"
    assert points(played(implied, "A C hochzeit@2 131", "A hochzeit 131")) == [(3, -3, 3, -3), (9, -3, -3, -3)]
    assert points(played(FEE, "A C hochzeit@2 131", "A hochzeit 131")) == [(4, -2, 0, -2), (6, -2, -2, -2)]
    assert judged(FEE, "A hochzeit 131 =6,-2,-2,-2", "A hochzeit =6,-2,-2,-2") == []
    assert judged(implied, "A hochzeit 131 =9,-3,-3,-3") == []


def test_what_is_said_of_it_by_name_goes_before() -> None:
    own = FEE.replace("}}}", '}, a: {when: "kind:hochzeit_allein", from: each_other, to: declarer, amount: 5}}}')
    assert points(played(own, "A hochzeit 131")) == [(18, -6, -6, -6)]
    assert points(played("calls: {implied: {hochzeit: [re], hochzeit_allein: []}}", "A hochzeit 131")) == [
        (3, -1, -1, -1)
    ]


@pytest.mark.parametrize("line", ["A C hochzeit@2 120", "A hochzeit 120"])
def test_a_list_of_kinds_that_names_the_hochzeit_means_both(line: str) -> None:
    body = f"{NO_DUTY}\nbock: {{triggers: {{tie_120: {{kinds: [hochzeit]}}}}}}"
    assert levels(played(body, line, "A C 120", NORMAL)) == [0, 1, 1]
    assert levels(played(body, "A C 120", NORMAL)) == [0, 0]
