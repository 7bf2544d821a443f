"""The lines that are not hands: parse, format, and back."""

from __future__ import annotations

from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dokosheet.core.finding import Finding, Place
from dokosheet.core.notation.entries import KINDS, format_entry, parse_line, renamed
from dokosheet.core.notation.sheet import (
    EndEntry,
    Entry,
    HandEntry,
    NoteEntry,
    PenaltyEntry,
    RedealEntry,
    RoundEntry,
    Source,
    StruckEntry,
    UnreadEntry,
)
from dokosheet.files.sheets import read_sheet
from helpers import TSR, codes, found, table

ABCD = ("Anna", "Ben", "Cem", "Dora")
TABLE = table(*ABCD)
NOWHERE = Source("", Place(1, 1, 1))
#: A loaded machine is no reason to fail.
law = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


def parse(line: str) -> tuple[Entry, list[Finding]]:
    return parse_line(line, TABLE, Place(1, 1, 1 + len(line)))


def facts(entry: Entry) -> dict[str, Any]:
    """What an entry says, wherever it stands."""
    values = {name: getattr(entry, name) for name in type(entry).__match_args__ if name != "source"}
    return {"entry": type(entry).__name__, **values}


def read(line: str) -> Entry:
    """The entry of a line that can be read."""
    entry, findings = parse(line)
    assert not findings, findings
    return entry


def penalty(player: str, what: str, **rest: Any) -> PenaltyEntry:
    return PenaltyEntry(player, what, NOWHERE, **rest)


@pytest.mark.parametrize(
    ("line", "entry", "canonical"),
    [
        ("strafe Dora gering", penalty("Dora", "minor"), ""),
        ("Strafe do GERINGFÜGIG", penalty("Dora", "minor"), "strafe Dora gering"),
        ("strafe Dora minor", penalty("Dora", "minor"), "strafe Dora gering"),
        ('strafe Dora gering "vorgesagt"', penalty("Dora", "minor", text="vorgesagt"), ""),
        (
            "strafe Dora gering vor gesagt",
            penalty("Dora", "minor", text="vor gesagt"),
            'strafe Dora gering "vor gesagt"',
        ),
        ("strafe Dora schwer absagen:2", penalty("Dora", "severe", absagen=2), ""),
        ("strafe Dora severe absagen:0", penalty("Dora", "severe"), "strafe Dora schwer"),
        ("strafe Dora minor_solo soloist:an", penalty("Dora", "minor_solo", soloist="Anna"), None),
        ("strafe Dora severe_solo soloist:Anna", penalty("Dora", "severe_solo", soloist="Anna"), None),
        ("strafe Dora schwer_solo", penalty("Dora", "severe_solo"), None),
        ("strafe Dora conduct punkte:4", penalty("Dora", "unsporting", points=4), None),
        ("strafe Dora unsportlich punkte:4 sr:MK", penalty("Dora", "unsporting", points=4, referee="MK"), None),
        ("strafe Dora gering ok:B509", penalty("Dora", "minor", ok=("B509",)), ""),
        (
            "strafe Dora gering soloist:Anna ok:b509,s404",
            penalty("Dora", "minor", soloist="Anna", ok=("B509", "S404")),
            None,
        ),
        ("neugeben", RedealEntry(NOWHERE), ""),
        ("neugeben Ben", RedealEntry(NOWHERE, "Ben"), ""),
        ("neugeben be neunen", RedealEntry(NOWHERE, "Ben", "neunen"), "neugeben Ben neunen"),
        ('neugeben "zwei Karten offen"', RedealEntry(NOWHERE, None, "zwei Karten offen"), ""),
        ("neugeben Ben fünf Neunen", RedealEntry(NOWHERE, "Ben", "fünf Neunen"), 'neugeben Ben "fünf Neunen"'),
        ("ende", EndEntry(NOWHERE), ""),
        ("ENDE Zeit", EndEntry(NOWHERE, time=True), "ende zeit"),
        ("ende ok:B503", EndEntry(NOWHERE, ok=("B503",)), ""),
        ("ende zeit ok:B502,b503", EndEntry(NOWHERE, True, ("B502", "B503")), "ende zeit ok:B502 ok:B503"),
        ("spielrunde", RoundEntry(NOWHERE), ""),
        ("Spielrunde", RoundEntry(NOWHERE), "spielrunde"),
        ("pause", NoteEntry(NOWHERE), ""),
        ("pause 10 Minuten", NoteEntry(NOWHERE, "10 Minuten"), 'notiz "10 Minuten"'),
        ('notiz "Anna: kommt später, 20:15"', NoteEntry(NOWHERE, "Anna: kommt später, 20:15"), ""),
        ("notiz Anna kommt:später", NoteEntry(NOWHERE, "Anna kommt:später"), 'notiz "Anna kommt:später"'),
        ('gestrichen "Anna Cem 165"', StruckEntry(NOWHERE, "Anna Cem 165"), ""),
        (
            'gestrichen "Anna Cem 165" um:2026-11-27T21:14 "Augen verzählt"',
            StruckEntry(NOWHERE, "Anna Cem 165", "2026-11-27T21:14", "Augen verzählt"),
            "",
        ),
    ],
)
def test_lines(line: str, entry: Entry, canonical: str | None) -> None:
    """``canonical``: "" where the line is canonical already, None where another spelling may be."""
    assert facts(read(line)) == facts(entry)
    formatted = format_entry(entry)
    assert facts(read(formatted)) == facts(entry)
    assert format_entry(read(formatted)) == formatted
    if canonical is not None:
        assert formatted == (canonical or line)


def test_a_first_word_decides() -> None:
    assert isinstance(read("Anna Cem 156"), HandEntry)
    assert isinstance(read("156 Anna Cem"), HandEntry)


def test_a_player_called_pause_needs_a_short_form() -> None:
    """The sheet refuses the name without one; in a line the word means the pause."""
    assert isinstance(parse_line("Pause", table("Pause", "Ben", "Cem", "Dora"), Place(1, 1, 6))[0], NoteEntry)


# -- what cannot be read, with the exact token


@pytest.mark.parametrize(
    ("line", "code", "token"),
    [
        ("strafe", "F103", "strafe"),
        ("strafe Dora", "F103", "strafe"),
        ('strafe Dora "vorgesagt"', "F103", "strafe"),
        ("strafe Dora absagen:1", "F103", "strafe"),
        ("strafe Xaver gering", "F105", "Xaver"),
        ("strafe Dora schwer absagen:x", "F103", "absagen:x"),
        ("strafe Dora schwer absagen:²", "F103", "absagen:²"),
        ("strafe Dora conduct punkte:-4", "F103", "punkte:-4"),
        ("strafe Dora minor_solo soloist:Xaver", "F105", "soloist:Xaver"),
        ("strafe Dora gering absage:1", "F107", "absage:1"),
        ("ende ziet", "F107", "ziet"),
        ("spielrunde 2", "F107", "2"),
        ("gestrichen un:21:14", "F107", "un:21:14"),
    ],
)
def test_what_cannot_be_read(line: str, code: str, token: str) -> None:
    _, findings = parse(line)
    assert [f.code for f in findings] == [code]
    place = findings[0].place
    assert line[place.column - 1 : place.end_column - 1] == token


def test_an_ambiguous_player_of_a_penalty() -> None:
    players = table("Anna", "Andi", "Cem", "Dora")
    _, findings = parse_line("strafe an gering", players, Place(1, 1, 17))
    assert [(f.code, set(f.args["readings"])) for f in findings] == [("F106", {"Anna", "Andi"})]


def test_near_words_are_proposed() -> None:
    assert parse("ende ziet")[1][0].args["readings"] == ["zeit"]
    assert parse("strafe Dora gering absage:1")[1][0].args["readings"] == ["absagen:"]


def test_penalty_tokens_in_any_order() -> None:
    """Players first, the rest in any order: nothing may be lost without a finding."""
    entry, findings = parse("strafe soloist:Anna Dora minor_solo")
    assert findings or facts(entry) == facts(penalty("Dora", "minor_solo", soloist="Anna"))


def test_a_hand_goes_on_behind_a_broken_entry() -> None:
    assert codes("strafe Xaver gering", "A C 156 =2,-2,2,-2 ==2,-2,2,-2") == ["F105"]


def test_entries_have_no_hand_number() -> None:
    findings = found("notiz x", "pause", "neugeben B", 'gestrichen "A C 1"', "A C 156 =2,-2,2,-1")
    assert [(f.code, f.hand) for f in findings] == [("S404", 1)]


# -- free text

TEXTS = st.one_of(
    st.text(),
    st.text(alphabet='"\\ ab:#'),
    st.sampled_from(["Ben", "a:b", "um:1", 'x"y', "\\", '\\"', '"', "x\\", "ok:S404", "zeit", "anna", "1"]),
)


def round_trip(entry: Entry) -> None:
    line = format_entry(entry)
    assert facts(read(line)) == facts(entry), line
    assert format_entry(read(line)) == line


@law
@given(TEXTS)
def test_notes(text: str) -> None:
    round_trip(NoteEntry(NOWHERE, text))


@law
@given(TEXTS, st.sampled_from(["", "2026-11-27T21:14"]), TEXTS)
def test_struck_lines(line: str, at: str, reason: str) -> None:
    round_trip(StruckEntry(NOWHERE, line, at, reason))


@law
@given(st.one_of(st.none(), st.sampled_from(ABCD)), TEXTS)
def test_redeals(player: str | None, reason: str) -> None:
    round_trip(RedealEntry(NOWHERE, player, reason))


@law
@given(
    st.sampled_from(ABCD),
    st.sampled_from(["minor", "minor_solo", "severe", "severe_solo", "unsporting"]),
    st.integers(0, 4),
    st.one_of(st.none(), st.sampled_from(ABCD)),
    st.one_of(st.none(), st.integers(0, 12)),
    st.sampled_from(["", "MK", "Dr.X"]),
    TEXTS,
    st.lists(st.sampled_from(["B509", "S404"]), max_size=2).map(tuple),
)
def test_penalties(
    player: str,
    what: str,
    absagen: int,
    soloist: str | None,
    points: int | None,
    sr: str,
    text: str,
    ok: tuple[str, ...],
) -> None:
    round_trip(PenaltyEntry(player, what, NOWHERE, absagen, soloist, points, sr, text, ok))


@law
@given(st.booleans(), st.lists(st.sampled_from(["B502", "B503"]), max_size=2).map(tuple))
def test_ends(time: bool, ok: tuple[str, ...]) -> None:
    round_trip(EndEntry(NOWHERE, time, ok))


@law
@given(TEXTS, TEXTS)
def test_a_struck_line_holds_any_entry(text: str, reason: str) -> None:
    """A struck line quotes what stood there, with its own quotes and backslashes."""
    inner = format_entry(NoteEntry(NOWHERE, text))
    outer = read(format_entry(StruckEntry(NOWHERE, inner, "", reason)))
    assert isinstance(outer, StruckEntry)
    assert (outer.line, outer.reason) == (inner, reason)


WORDS = ["strafe", "neugeben", "ende", "spielrunde", "notiz", "pause", "gestrichen"]


@law
@given(st.sampled_from(WORDS), st.text())
def test_any_text_behind_a_first_word(word: str, rest: str) -> None:
    parse(f"{word} {rest}")


def test_penalty_is_understood_as_strafe() -> None:
    entry, problems = parse_line("penalty B gering", table(), Place(1, 1, 2))
    assert (problems, format_entry(entry)) == ([], "strafe B gering")


def test_a_penalty_without_its_name_says_which_there_are() -> None:
    _, problems = parse_line("strafe B", table(), Place(1, 1, 2))
    assert [f.args["penalties"] for f in problems] == [tuple(TSR.penalties)]


@pytest.mark.parametrize("typed", ["2 -2 2 -2", "+2 −2 2 –2", "2,-2,2,-2"])
def test_points_without_their_sign_are_offered_as_a_row(typed: str) -> None:
    _, problems = parse_line(typed, table(), Place(1, 5, 6))
    assert [(f.message_id, f.place, [r.new for r in f.repairs]) for f in problems] == [
        ("F103.points", Place(1, 5, 5 + len(typed)), ["=2,-2,2,-2"])
    ]
    assert [r.old for r in problems[0].repairs] == [typed]


@pytest.mark.parametrize("typed", ["1 2 130 30", "1 2 -130", "2 -2 2 -2 ok:S401"])
def test_other_numbers_are_no_row(typed: str) -> None:
    _, problems = parse_line(typed, table(), Place(1, 1, 2))
    assert "F103.points" not in [f.message_id for f in problems]


# -- the table of kinds


#: Of each kind a line in canonical spelling, and the same as a mapping.
OF_EACH_KIND = {
    "penalty": ("strafe Dora gering", "{penalty: {player: Dora, id: minor}}"),
    "redeal": ("neugeben Ben neunen", "{redeal: {player: Ben, reason: neunen}}"),
    "end": ("ende zeit", "{end: time}"),
    "round": ("spielrunde", "{round: }"),
    "note": ('notiz "Pause bis neun"', "{note: Pause bis neun}"),
    "struck": ('gestrichen "Anna Cem 165" um:21:14', "{struck: {line: Anna Cem 165, at: '21:14'}}"),
    "bock": ('bock +2 "Silvester"', "{bock: {n: 2, reason: Silvester}}"),
    "join": ("kommt Emil nach Cem", "{join: {player: Emil, after: Cem}}"),
    "leave": ("geht Dora", "{leave: Dora}"),
    "replace": ("wechsel Dora Emil", "{replace: {player: Dora, by: Emil}}"),
    "carry": ("uebertrag 14,-2,-8,-4 spiele:12", "{carry: {totals: [14, -2, -8, -4], hands: 12}}"),
    "gap": ('luecke 2 "nass geworden"', "{gap: {hands: 2, note: nass geworden}}"),
    "final": ("endstand 35,7,-3,-39 spiele:15", "{final: {totals: [35, 7, -3, -39], hands: 15}}"),
}


def test_every_record_of_an_entry_has_its_row() -> None:
    assert {kind.record for kind in KINDS.values()} | {HandEntry, UnreadEntry} == set(get_args(Entry))
    assert OF_EACH_KIND.keys() == KINDS.keys()
    words = [word for kind in KINDS.values() for word in kind.words]
    assert len(words) == len(set(words))
    assert all(kind.keys or kind.value for kind in KINDS.values())


@pytest.mark.parametrize("key", OF_EACH_KIND)
def test_a_line_and_a_mapping_give_the_same_entry_and_the_same_line(key: str) -> None:
    line, mapping = OF_EACH_KIND[key]
    entry = read(line)
    assert type(entry) is KINDS[key].record
    assert format_entry(entry) == line
    written, findings = read_sheet(f"dokosheet: 1\nplayers: [{', '.join(ABCD)}]\nhands:\n  - {mapping}\n", "x.yaml")
    assert written is not None
    assert not findings
    assert facts(written.entries[0]) == facts(entry)
    assert format_entry(written.entries[0]) == line


@pytest.mark.parametrize("key", OF_EACH_KIND)
def test_other_names_change_nothing_but_names(key: str) -> None:
    entry = read(OF_EACH_KIND[key][0])
    names = {name: name[::-1].capitalize() for name in (*ABCD, "Emil")}
    back = {new: old for old, new in names.items()}
    other = renamed(entry, names.__getitem__, lambda row: row[::-1])
    named = {value for value in facts(entry).values() if isinstance(value, str) and value in names}
    assert not named & set(map(str, facts(other).values()))
    assert renamed(other, back.__getitem__, lambda row: row[::-1]) == entry
