"""A YAML text -> Sheet: the head, both forms of a hand, what YAML does behind one's back, what is refused and where."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dokosheet.core.notation.mapping import GERMAN
from dokosheet.core.notation.sheet import NoteEntry
from dokosheet.core.terms import ABSAGEN
from dokosheet.files.text import LINE_BREAK
from helpers import ANSAGE, KIND_WORDS, Augen, Finding, Hand, HandEntry, PenaltyEntry, Sheet, read_sheet, read_text

PLAYERS = "[Anna, Ben, Cem, Dora]"
FIVE = "[Anna, Ben, Cem, Dora, Emil]"


def text(*items: str, head: str = "rules: tsr", players: str = PLAYERS) -> str:
    """A sheet whose hands are written as they are, with nothing quoted."""
    return f"dokosheet: 1\n{head}\nplayers: {players}\nhands:\n" + "".join(f"  - {item}\n" for item in items)


def read(source: str, beside: Path | None = None) -> tuple[Sheet | None, list[Finding]]:
    return read_sheet(source, "test.yaml", beside)


def good(source: str, beside: Path | None = None) -> Sheet:
    sheet, findings = read(source, beside)
    assert not findings, findings
    assert sheet is not None
    return sheet


def hand_of(item: str, **rest: Any) -> Hand:
    entry = good(text(item, **rest)).entries[0]
    assert isinstance(entry, HandEntry)
    return entry.hand


def marked(source: str, finding: Finding) -> str:
    """The text that a finding points at."""
    place = finding.place
    return LINE_BREAK.split(source)[place.line - 1][place.column - 1 : place.end_column - 1]


def found(source: str, beside: Path | None = None) -> list[tuple[str, str, str]]:
    """Code, variant and the text pointed at."""
    return [(f.code, f.variant, marked(source, f)) for f in read(source, beside)[1]]


# -- the head


def test_the_head() -> None:
    head = (
        "rules: tsr\ndate: 2026-11-27\nplace: Schützenhof\nevent: Vereinsabend\nround: 2\ntable: 3\nscorer: Dora\n"
        "note: 'mit Kuchen: lecker'\ndealer: Ben\nok: [B503, b502]"
    )
    sheet = good(text("Anna Cem 156", head=head))
    assert sheet.names == ("Anna", "Ben", "Cem", "Dora")
    assert (sheet.dealer, sheet.ok) == ("Ben", ("B503", "B502"))
    assert dict(sheet.head) == {
        "date": "2026-11-27",
        "place": "Schützenhof",
        "event": "Vereinsabend",
        "round": "2",
        "table": "3",
        "scorer": "Dora",
        "note": "mit Kuchen: lecker",
    }


def test_every_key_of_the_head_may_be_missing_or_empty() -> None:
    assert good("dokosheet: 1\nplayers: [A, B, C, D]\n").entries == ()
    head = "rules: tsr\ndate:\nplace:\nevent:\nround:\ntable:\nscorer:\nnote:\nok:"
    assert good(text("Anna Cem 156", head=head)).head == {}


def test_the_rules_are_tsr_unless_said() -> None:
    assert good("dokosheet: 1\nplayers: [A, B, C, D]\n").rules.id == "tsr"


def test_one_answer_in_the_head_needs_no_list() -> None:
    assert good(text(head="ok: b503")).ok == ("B503",)


@pytest.mark.parametrize("hands", ["hands:\n", "hands: []\n", "hands: null\n", "hands: ~\n", "", "hands:  # keine\n"])
def test_a_sheet_without_hands(hands: str) -> None:
    assert good(f"dokosheet: 1\nplayers: [A, B, C, D]\n{hands}").entries == ()


@pytest.mark.parametrize(
    ("source", "code", "variant", "token"),
    [
        ("players: [A, B, C, D]\n", "F103", "no-version", "p"),
        ("dokosheet: 2\nplayers: [A, B, C, D]\n", "F103", "version", "2"),
        ("dokosheet: 1.0\nplayers: [A, B, C, D]\n", "F103", "version", "1.0"),
        ("dokosheet:\nplayers: [A, B, C, D]\n", "F103", "version", ""),
        ("dokosheet: [1]\nplayers: [A, B, C, D]\n", "F103", "version", "[1]"),
        ("dokosheet: 1\nplayers: [A, B, C, D]\nhands: Anna\n", "F103", "list", "Anna"),
        ("dokosheet: 1\nplayers: [A, B, C, D]\nok: {B503: x}\n", "F103", "list", "{B503: x}"),
        ("dokosheet: 1\nplayers: [A, B, C, D]\ndate: 27.11.2026\n", "F103", "type", "27.11.2026"),
        ("dokosheet: 1\nplayers: [A, B, C, D]\ndealer: Xaver\n", "F105", "nobody", "Xaver"),
        ("dokosheet: 1\nplayers: [Anna, Ben, Cem, Dora]\ndealer: Anne\n", "F105", "", "Anne"),
        ("dokosheet: 1\nplayers: [Anna, Andi, Cem, Dora]\ndealer: An\n", "F106", "", "An"),
        ("dokosheet: 1\nplayer: [A, B, C, D]\nplayers: [A, B, C, D]\n", "F102", "", "player"),
        ("dokosheet: 1\nplayers: [A, B, C, D]\nxyzzy: 1\n", "F102", "nothing", "xyzzy"),
        ("dokosheet: 1\n", "F108", "none", "d"),
        ("dokosheet: 1\nplayers: Anna\n", "F103", "list", "Anna"),
        ("Anna Cem 156\n", "F103", "sheet", "A"),
        ("", "F103", "sheet", ""),
        ("- Anna Cem 156\n", "F103", "sheet", "-"),
    ],
)
def test_what_is_wrong_in_the_head(source: str, code: str, variant: str, token: str) -> None:
    assert found(source) == [(code, variant, token)]


def test_the_nearest_key_is_named() -> None:
    (finding,) = read("dokosheet: 1\nplayers: [A, B, C, D]\nhandz: []\n")[1]
    assert (finding.code, finding.args["readings"]) == ("F102", ["hands"])


@pytest.mark.parametrize(
    ("players", "variant", "token"),
    [
        ("[Anna, Ben, Cem, Anna]", "twice", "Anna"),
        ("[Anna, Ben, Cem, ANNA]", "twice", "ANNA"),
        ("[Jörg, Ben, Cem, Joerg]", "twice", "Joerg"),
        ("[{name: Anna Groß, as: Anna}, Ben, Cem, Anna]", "twice", "Anna"),
        ("[Anna, Ben, Cem]", "few", "[Anna, Ben, Cem]"),
        ("[A, B, C, D, E, F, G, H]", "many", "[A, B, C, D, E, F, G, H]"),
        ("[Re, Ben, Cem, Dora]", "reserved", "Re"),
        ("[Anna, Gilt, Cem, Dora]", "reserved", "Gilt"),
        ("[Anna, Strafe, Cem, Dora]", "reserved", "Strafe"),
        ("[Anna Groß, Ben, Cem, Dora]", "name", "Anna Groß"),
        ("[Anna, 2Ben, Cem, Dora]", "name", "2Ben"),
        ("[Anna, ², Cem, Dora]", "name", "²"),
        ("[Anna, '', Cem, Dora]", "name", ""),
        ("[Anna, B@n, Cem, Dora]", "name", "B@n"),
        ("[Anna, 'Ben:', Cem, Dora]", "name", "Ben:"),
        ("[Anna, [Ben], Cem, Dora]", "name", "[Ben]"),
        ("[Anna, {name: Ben}, Cem, Dora]", "name", "{name: Ben}"),
        ("[Anna, {name: Ben, as: B N}, Cem, Dora]", "name", "{name: Ben, as: B N}"),
        ("[Anna, {name: '', as: B}, Cem, Dora]", "name", "{name: '', as: B}"),
    ],
)
def test_bad_players(players: str, variant: str, token: str) -> None:
    assert found(text(players=players)) == [("F108", variant, token)]


def test_odd_names_and_short_forms() -> None:
    sheet = good(text("Anna O'Neil 156 fuchs:Groß-M.", players="[{name: Anna Groß, as: Anna}, O'Neil, Groß-M., Ö_1]"))
    assert sheet.names == ("Anna Groß", "O'Neil", "Groß-M.", "Ö_1")
    entry = sheet.entries[0]
    assert isinstance(entry, HandEntry)
    assert entry.hand.named == ("Anna Groß", "O'Neil")


# -- both forms of a hand


@pytest.mark.parametrize(
    ("line", "mapping"),
    [
        ("Anna Cem 156", "{re: [Anna, Cem], augen: {re: 156}}"),
        ("Anna Cem 156", "{re: [an, ce], augen: 156}"),
        ("Anna Cem 156", "{re: [Anna, Cem], augen: {kontra: 84}}"),
        ("Anna Cem 156:85", "{re: [Anna, Cem], augen: {re: 156, kontra: 85}}"),
        ("Anna Cem u60", "{re: [Anna, Cem], augen: u60}"),
        ("Anna Cem 121-150", "{re: [Anna, Cem], augen: 121-150}"),
        ("Anna Cem hochzeit@2 131", "{re: [Anna, Cem], kind: hochzeit, klaerung: 2, augen: {re: 131}}"),
        ("Anna Cem hochzeit@2 131", "{re: [Anna, Cem], klaerung: 2, augen: {re: 131}}"),
        ("Anna hochzeit 131", "{re: [Anna], kind: hochzeit_allein, augen: {re: 131}}"),
        ("Anna hochzeit 131", "{re: [Anna], kind: hochzeit, augen: {re: 131}}"),
        ("Anna still 131", "{re: [Anna], kind: stille_hochzeit, augen: {re: 131}}"),
        ("Anna fleischlos 131", "{re: [Anna], kind: fleischloser, augen: {re: 131}}"),
        ("Anna damensolo 131", "{re: [Anna], kind: damensolo, augen: {re: 131}}"),
        ("Anna Cem 240 schwarz", "{re: [Anna, Cem], augen: {re: 240}, trick: schwarz}"),
        ("Anna Cem 240 stich", "{re: [Anna, Cem], augen: {re: 240}, trick: stich}"),
        ("Anna Cem 131 re@10/Anna", "{re: [Anna, Cem], augen: 131, calls: [{call: re, player: Anna, cards: 10}]}"),
        ("Anna Cem 131 re", "{re: [Anna, Cem], augen: 131, calls: [{call: re, party: re}]}"),
        ("Anna Cem 131 re90", "{re: [Anna, Cem], augen: 131, calls: [{call: k90, party: re}]}"),
        ("Anna Cem 131 kontra90/Ben", "{re: [Anna, Cem], augen: 131, calls: [{call: k90, player: Ben}]}"),
        ("Anna Cem 131 re90/Anna", "{re: [Anna, Cem], augen: 131, calls: [{call: k90, player: an}]}"),
        (
            "Anna Cem 131 kontraschwarz@7",
            "{re: [Anna, Cem], augen: 131, calls: [{call: schwarz, party: kontra, cards: 7}]}",
        ),
        ("Anna Cem 131 re60 ko", "{re: [Anna, Cem], augen: 131, calls: [{call: re60}, {call: kontra}]}"),
        ("Anna Cem 131 k90:re", "{re: [Anna, Cem], augen: 131, calls: [{call: 'k90:re'}]}"),
        ("Anna Cem 131 fuchs:Anna", "{re: [Anna, Cem], augen: 131, sonderpunkte: [{id: fuchs, player: Anna}]}"),
        ("Anna Cem 131 fuchs:kontra", "{re: [Anna, Cem], augen: 131, sonderpunkte: [{id: fuchs, party: kontra}]}"),
        ("Anna damensolo 190 pflicht", "{re: [Anna], kind: damensolo, augen: 190, marks: [pflicht]}"),
        ("Anna Cem wert:3", "{re: [Anna, Cem], value: 3}"),
        ("Anna Cem wert:-3", "{re: [Anna, Cem], wert: -3}"),
        ("wert:3 sieger:Anna,Cem", "{value: 3, winners: [Anna, Cem]}"),
        ("wert:3 sieger:Anna,Cem", "{wert: 3, sieger: [Anna, Cem]}"),
        ("Anna Cem 131 geber:Ben", "{re: [Anna, Cem], augen: 131, dealer: Ben}"),
        ("Anna Cem 131 geber:Ben", "{re: [Anna, Cem], augen: 131, geber: be}"),
        ("Anna Cem 131 bock:1", "{re: [Anna, Cem], augen: 131, bock: 1}"),
        ("=2,-2,2,-2", "{score: [2, -2, 2, -2]}"),
        ("=2,-2,?,-", "{score: [2, -2, '?', '-']}"),
        ("=2,-2,?,-", "{score: [2, -2, '?', null]}"),
        ("=2,-2,?,-", "{score: [2, -2, '?', ]}"),
        ("=1,5/-1,5/1,5/-1,5", "{score: ['1,5', '-1,5', 1.5, -1.5]}"),
        ("==14,-2,-8,-4", "{total: [14, -2, -8, -4]}"),
        ("Anna Cem 131 gilt", "{re: [Anna, Cem], augen: 131, gilt: true}"),
        ("Anna Cem 131", "{re: [Anna, Cem], augen: 131, gilt: false}"),
        ("Anna Cem 131 ok:S404 ok:C303", "{re: [Anna, Cem], augen: 131, ok: [S404, c303]}"),
    ],
)
def test_both_forms_give_the_same_hand(line: str, mapping: str) -> None:
    if mapping.endswith(", ]}"):  # a trailing comma in YAML is no empty item; say it as an empty string
        mapping = mapping.replace(", ]}", ", '']}")
    assert hand_of(mapping) == hand_of(line)


def test_a_mapping_may_be_a_block() -> None:
    block = "re: [Anna, Cem]\n    kind: hochzeit\n    klaerung: 2\n    augen:\n      re: 131\n    note: 'x: \"y\"'"
    entry = good(text(block)).entries[0]
    assert isinstance(entry, HandEntry)
    assert (entry.hand, entry.note) == (Hand(("Anna", "Cem"), "hochzeit", 2, Augen(131, 131)), 'x: "y"')


def test_both_forms_give_the_same_aussetzt() -> None:
    assert hand_of("{re: [Ben, Cem], augen: 131, sits_out: [Anna]}", players=FIVE) == hand_of(
        "Ben Cem 131 aussetzt:Anna", players=FIVE
    )
    assert hand_of("{re: [Ben, Cem], augen: 131, aussetzt: [Anna]}", players=FIVE).sits_out == ("Anna",)


ENTRIES = [
    ("strafe Dora gering", "{penalty: {player: Dora, id: minor}}"),
    ("strafe Dora schwer absagen:1 sr:MK", "{penalty: {player: Dora, id: severe, absagen: 1, referee: MK}}"),
    ('strafe Dora conduct punkte:4 "laut"', "{penalty: {player: Dora, id: unsporting, points: 4, note: laut}}"),
    ("strafe Dora minor_solo soloist:Anna", "{penalty: {player: Dora, id: minor_solo, soloist: Anna}}"),
    ("neugeben Ben neunen", "{redeal: {player: Ben, reason: neunen}}"),
    ('neugeben "falsch gegeben"', "{redeal: falsch gegeben}"),
    ("neugeben", "{redeal: }"),
    ("spielrunde", "{round: }"),
    ("ende", "{end: }"),
    ("ende zeit", "{end: time}"),
    ("ende zeit", "{end: zeit}"),
    ('notiz "so: war es"', "{note: 'so: war es'}"),
    ('gestrichen "Anna Cem 165" um:21:14 "verzählt"', "{struck: {line: Anna Cem 165, at: '21:14', reason: verzählt}}"),
    ('gestrichen "Anna Cem 165"', "{struck: Anna Cem 165}"),
]


@pytest.mark.parametrize(("line", "mapping"), ENTRIES)
def test_both_forms_give_the_same_entry(line: str, mapping: str) -> None:
    quoted = "'" + line + "'"
    one, other = good(text(quoted)).entries[0], good(text(mapping)).entries[0]
    assert type(one) is type(other)
    fields = [name for name in type(one).__match_args__ if name != "source"]
    assert {name: getattr(one, name) for name in fields} == {name: getattr(other, name) for name in fields}


# -- any Hand as a mapping


NAMES = ("Anna", "Ben", "Cem", "Dora")
BY = (*NAMES, "re", "kontra")


def optional(draw: st.DrawFn, values: Any) -> Any:
    return draw(st.one_of(st.none(), values))


@st.composite
def mappings(draw: st.DrawFn) -> tuple[str, str]:
    """The same hand as a mapping and as a line, made from the same choices."""
    named = draw(st.lists(st.sampled_from(NAMES), min_size=1, max_size=3))
    kind = draw(st.sampled_from(["normal", "hochzeit", "stille_hochzeit", "damensolo", "fleischloser"]))
    pairs, line = [f"re: [{', '.join(named)}]"], list(named)
    klaerung = optional(draw, st.integers(0, 5)) if kind == "hochzeit" else None
    if kind != "normal" or draw(st.booleans()):
        pairs.append(f"kind: {kind}")
        word = KIND_WORDS.get(kind, kind)
        line.append(word if klaerung is None else f"{word}@{klaerung}")
    if klaerung is not None:
        pairs.append(f"klaerung: {klaerung}")
    for words, key in _parts(draw):
        pairs.append(key)
        line += words
    return "{" + ", ".join(pairs) + "}", " ".join(line)


def _parts(draw: st.DrawFn) -> Iterator[tuple[list[str], str]]:
    augen = optional(draw, st.integers(0, 240))
    if augen is not None:
        how = draw(st.sampled_from([f"{{re: {augen}}}", f"{{kontra: {240 - augen}}}", str(augen)]))
        yield [f"{augen}:{240 - augen}"], f"augen: {how}"
    trick = optional(draw, st.sampled_from(["schwarz", "stich"]))
    if trick:
        yield [trick], f"trick: {trick}"
    calls, words = [], []
    for party, step, cards, player in draw(
        st.lists(
            st.tuples(
                st.sampled_from(["re", "kontra"]),
                st.integers(ANSAGE, 5),
                st.sampled_from([None, *range(13)]),
                st.sampled_from([None, *NAMES]),
            ),
            max_size=3,
        )
    ):
        call = party if step == ANSAGE else ABSAGEN[step]
        parts = [f"call: {call}", f"party: {party}"]
        parts += [f"cards: {cards}"] if cards is not None else []
        parts += [f"player: {player}"] if player else []
        calls.append("{" + ", ".join(parts) + "}")
        word = party if step == ANSAGE else party + ABSAGEN[step].removeprefix("k")
        words.append(word + ("" if cards is None else f"@{cards}") + (f"/{player}" if player else ""))
    if calls:
        yield words, f"calls: [{', '.join(calls)}]"
    made = draw(st.lists(st.tuples(st.sampled_from(["fuchs", "karlchen"]), st.sampled_from(BY)), max_size=3))
    if made:
        keyed = [f"{{id: {what}, {'player' if by in NAMES else 'party'}: {by}}}" for what, by in made]
        yield [f"{what}:{by}" for what, by in made], f"sonderpunkte: [{', '.join(keyed)}]"
    wert = optional(draw, st.integers(-99, 99))
    if wert is not None:
        yield [f"wert:{wert}"], f"value: {wert}"
    for key, word in (("score", "="), ("total", "==")):
        row = optional(draw, st.lists(st.sampled_from([-3, 0, 2, "?", "-", Decimal("1.5")]), min_size=2, max_size=5))
        if row:
            texts = [str(c) for c in row]
            yield [word + "/".join(texts)], f"{key}: {texts}"


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(mappings())
def test_any_mapping_is_the_same_hand_as_its_line(both: tuple[str, str]) -> None:
    mapping, line = both
    assert hand_of(mapping) == hand_of(line)


# -- mappings that cannot be read


@pytest.mark.parametrize(
    ("mapping", "code", "variant", "token"),
    [
        ("{re: [Anna, Cem], auge: 156}", "F102", "", "auge"),
        ("{re: [Anna, Cem], xyzzy: 156}", "F102", "nothing", "xyzzy"),
        ("{re: [Anna, Cem], augen: {ree: 156}}", "F102", "", "ree"),
        ("{re: [Anna, Cem], calls: [{call: re, card: 10}]}", "F102", "", "card"),
        ("{re: Anna, augen: 156}", "F103", "type", "Anna"),
        ("{re: [Anna, Cem], augen: 156, klaerung: x}", "F103", "range", "x"),
        ("{re: [Anna, Cem], augen: 156, calls: [{call: re, cards: 13}]}", "F103", "cards", "re"),
        ("{re: [Anna, Cem], augen: 156, trick: ja}", "F103", "choice", "ja"),
        ("{re: [Anna, Cem], augen: [156]}", "F103", "type", "[156]"),
        ("{re: [Anna, Xaver], augen: 156}", "F105", "nobody", "Xaver"),
        ("{re: [Anna, Cem], augen: 15x}", "F107", "", "15x"),
        ("{re: [Anna, Cem], augen: 156, kind: armut}", "H203", "", "armut"),
        ("{re: [Anna, Cem], augen: 156, kind: damensollo}", "F107", "", "damensollo"),
        ("{re: [Anna, Cem], augen: 156, calls: [{call: re120}]}", "C301", "", "re120"),
        ("{re: [Anna, Cem], augen: 156, calls: [{call: k90}]}", "F107", "two-readings", "k90"),
        ("{re: [Anna, Cem], augen: 156, calls: [{call: re, player: Xaver}]}", "F105", "nobody", None),
        ("{re: [Anna, Cem], augen: 156, sonderpunkte: [{id: fuchs}]}", "F107", "whose", None),
        ("{penalty: {player: Dora}}", "F103", "missing", None),
        ("{penalty: {player: Dora, id: minor, x: 1}}", "F102", "nothing", "x"),
        ("{end: jetzt}", "F103", "choice", "jetzt"),
    ],
)
def test_mappings_that_cannot_be_read(mapping: str, code: str, variant: str, token: str | None) -> None:
    source = text(mapping)
    findings = found(source)
    assert [f[0] for f in findings] == [code], findings
    if code != "F107" or variant != "":
        assert findings[0][1] == variant
    if token is not None:
        assert findings[0][2] == token


@pytest.mark.parametrize(
    "mapping",
    [
        "{re: [Anna, Cem], augen: }",
        "{re: [Anna, Cem], augen: ''}",
        "{re: [''], augen: 156}",
        "{re: [Anna, Cem], kind: '', augen: 156}",
        "{re: [Anna, Cem], augen: 156, calls: [{call: ''}]}",
        "{re: [Anna, Cem], augen: 156, marks: ['']}",
        "{re: [Anna, Cem], augen: 156, sonderpunkte: [{id: ''}]}",
        "{re: [Anna, Cem], augen: 156, winners: ['']}",
        "{penalty: {player: '', id: ''}}",
        "{}",
        "{re: [strafe]}",
        "{kind: ende}",
        "{score: []}",
    ],
)
def test_empty_values_are_no_exception(mapping: str) -> None:
    read(text(mapping))


@pytest.mark.parametrize(
    "mapping", ["{re: [strafe]}", "{kind: ende}", "{kind: spielrunde}", "{re: [notiz, Anna], augen: 120}"]
)
def test_a_mapping_of_a_hand_is_a_hand(mapping: str) -> None:
    """What stands under re or kind is no first word of a line."""
    sheet, findings = read(text(mapping))
    assert sheet is not None
    assert findings or isinstance(sheet.entries[0], HandEntry)


def test_places_of_a_mapping() -> None:
    """Each finding points at its value, on its line."""
    block = [
        "re: [Anna, Xaver]",
        "augen: 156",
        "calls:",
        "  - {call: re13}",
        "sonderpunkte:",
        "  - {id: fux, player: Ben}",
    ]
    assert [(code, token) for code, _, token in found(text("\n    ".join(block)))] == [
        ("F105", "Xaver"),
        ("C301", "re13"),
        ("F107", "fux"),
    ]


# -- what YAML does behind one's back


@pytest.mark.parametrize(
    ("item", "variant", "token"),
    [
        ("Anna Cem 156 fuchs: Anna", "blank-after-colon", ":"),
        ("Anna Cem wert: 3", "blank-after-colon", ":"),
        ("strafe: Dora gering", "blank-after-colon", ":"),
        ("notiz: so war es", "blank-after-colon", ":"),
        ("&Anna Cem 156", "leading-char", "&"),
        ("!Anna Cem 156", "leading-char", "!"),
        ("#Anna Cem 156", "leading-char", "#"),
        ("@Anna Cem 156", "leading-char", "@"),
        ("*Anna Cem 156", "leading-char", "*"),
        ("%Anna Cem 156", "leading-char", "%"),
        ("|Anna Cem 156", "leading-char", "|"),
        ("'Anna' Cem 156", "leading-char", "'"),
        ('"Anna" Cem 156', "leading-char", '"'),
        ("`Anna Cem 156", "leading-char", "`"),
    ],
)
def test_yaml_traps(item: str, variant: str, token: str) -> None:
    source = text("Anna Cem 120", item, "Anna Cem 130")
    assert found(source) == [("F101", variant, token)]
    assert read(source)[1][0].place.line == 6


def test_the_rest_is_read_after_a_blank_behind_a_colon() -> None:
    source = text("Anna Cem 156 fuchs: Anna", "Xaver Cem 130", "Ben Cem 131 fuchs: Ben")
    assert [f[0] for f in found(source)] == ["F101", "F105", "F101"]


@pytest.mark.parametrize(
    "item",
    ["'Anna Cem 156'", '"Anna Cem 156"', "Anna Cem 156  # re gewann", "Anna Cem\n    156", ">-\n    Anna Cem 156"],
)
def test_quotes_comments_and_folding_change_nothing(item: str) -> None:
    assert hand_of(item) == hand_of("Anna Cem 156")


def test_values_that_yaml_would_guess_stay_text() -> None:
    """190:50 would be 11450, no would be false, 1_0 would be 10."""
    assert hand_of("Anna Cem 190:50").augen == Augen(190, 190)
    assert good(text(players="[No, Yes, Null, Off]")).names == ("No", "Yes", "Null", "Off")


def test_windows_and_bom() -> None:
    source = "\ufeff" + text("Anna Cem 156", "Xaver Cem 120").replace("\n", "\r\n")
    opened, problems = read_text(None, source.encode("utf-8"))
    assert opened is not None
    assert not problems
    assert found(opened.text) == [("F105", "nobody", "Xaver")]
    assert read(opened.text)[1][0].place.line == 6
    assert len((read(source)[0] or good("")).entries) == 2


def test_umlauts_do_not_shift_columns() -> None:
    source = text("Jörg Ärmel 156 fuchs:Xaver", players="[Jörg, Ärmel, Cem, Dora]")
    assert found(source) == [("F105", "nobody", "fuchs:Xaver")]


def test_comments_and_empty_lines() -> None:
    sheet = good(
        "# oben\ndokosheet: 1\n\nplayers: [A, B, C, D] # vier\nhands:\n\n  # erste\n  - A C 156 # zwei\n\n# Ende\n"
    )
    assert len(sheet.entries) == 1


@pytest.mark.parametrize(
    ("item", "code", "variant"),
    [("", "F103", "empty"), ("''", "F103", "empty"), ("[Anna, Cem]", "F103", "list-in-hands")],
)
def test_items_that_are_no_entries(item: str, code: str, variant: str) -> None:
    assert [f[:2] for f in found(text("Anna Cem 120", item))] == [(code, variant)]


def test_an_item_that_is_only_a_comment_is_reported_once() -> None:
    assert [f[0] for f in found(text("Anna Cem 120", "# nichts"))] in (["F101"], ["F103"])


def test_every_finding_names_the_file() -> None:
    assert {f.file for f in read(text("Xaver Cem 1 1", head="xyzzy: 1"))[1]} == {"test.yaml"}


# -- pflichtsoli


def test_a_rubric_of_pflichtsoli() -> None:
    sheet = good(text("Anna Cem 120", head="pflichtsoli: [Ben damensolo 190 re, Anna bs 130]"))
    assert [entry.hand.kind for entry in sheet.rubric or ()] == ["damensolo", "bubensolo"]
    assert good(text(head="pflichtsoli:")).rubric == ()
    assert good(text()).rubric is None


@pytest.mark.parametrize("item", ["Anna Cem 120", "Anna still 120", "ende", "Anna hochzeit 120"])
def test_a_rubric_holds_pflichtsoli_only(item: str) -> None:
    assert found(text(head=f"pflichtsoli: [{item}]")) == [("F103", "no-solo", item)]


def test_notes_and_penalties_are_entries() -> None:
    entries = good(text("Anna Cem 156", "strafe Dora gering", "pause", "notiz Kuchen")).entries
    assert [type(entry) for entry in entries] == [HandEntry, PenaltyEntry, NoteEntry, NoteEntry]


# -- rulesets


def needs(sheet: Sheet) -> int:
    return sheet.rules.outcome.re_needs


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "club.yaml").write_text("extends: tsr\nid: club\noutcome: {re_needs: 120}\n", encoding="utf-8")
    (tmp_path / "more.yaml").write_text("extends: club.yaml\nid: more\nvalue: {won: 2}\n", encoding="utf-8")
    (tmp_path / "part.yaml").write_text("value: {won: 3}\n", encoding="utf-8")
    (tmp_path / "circle.yaml").write_text("extends: circle.yaml\n", encoding="utf-8")
    (tmp_path / "bad.yaml").write_text("extends: tsr\n\noutcome: {re_needs: viele}\n", encoding="utf-8")
    (tmp_path / "list.yaml").write_text("- tsr\n", encoding="utf-8")
    (tmp_path / "broken.yaml").write_text("extends: tsr\noutcome: {\n", encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("name", ["club.yaml", "club", "./club.yaml"])
def test_a_ruleset_beside_the_sheet(folder: Path, name: str) -> None:
    sheet = good(text("Anna Cem 120", head=f"rules: {name}"), folder)
    assert (sheet.rules.id, needs(sheet), sheet.rules.value.won) == ("club", 120, 1)


def test_a_ruleset_extends_another(folder: Path) -> None:
    sheet = good(text(head="rules: more.yaml"), folder)
    assert (sheet.rules.id, needs(sheet), sheet.rules.value.won) == ("more", 120, 2)


def test_a_list_of_rulesets_from_left_to_right(folder: Path) -> None:
    assert needs(good(text(head="rules: [tsr, club]"), folder)) == 120
    assert needs(good(text(head="rules: [club, tsr]"), folder)) == 121
    sheet = good(text(head="rules: [club, part.yaml]"), folder)
    assert (needs(sheet), sheet.rules.value.won) == (120, 3)


def test_rules_in_the_sheet(folder: Path) -> None:
    assert needs(good(text(head="rules: {extends: tsr, outcome: {re_needs: 120}}"))) == 120
    sheet = good(text(head="rules:\n  extends: [club, part]\n  value:\n    won: 4"), folder)
    assert (needs(sheet), sheet.rules.value.won) == (120, 4)
    sheet = good(text(head="rules: {extends: tsr, kinds: {damensolo: null}}"))
    assert "damensolo" not in sheet.rules.kinds
    assert "bubensolo" in sheet.rules.kinds


@pytest.mark.parametrize(
    ("head", "code", "token"),
    [
        ("rules: trs", "F104", "trs"),
        ("rules: stammtisch", "F104", "stammtisch"),
        ("rules: ''", "F104", ""),
        ("rules: [tsr, stammtisch]", "F104", "stammtisch"),
        ("rules: {extends: stammtisch}", "F104", "stammtisch"),
        ("rules: ./nowhere.yaml", "F104", "./nowhere.yaml"),
        ("rules: ../tsr.yaml", "F104", "../tsr.yaml"),
        ("rules: {extends: tsr, outcom: {re_needs: 120}}", "F102", "outcom"),
        ("rules: {extends: tsr, outcome: {re_need: 120}}", "F102", "re_need"),
        ("rules: {extends: tsr, outcome: {re_needs: viele}}", "F103", "viele"),
        ("rules: {extends: tsr, outcome: {re_needs: 0}}", "F103", "0"),
    ],
)
def test_rules_that_cannot_be_read(folder: Path, head: str, code: str, token: str) -> None:
    source = text("Anna Cem 120", head=head)
    assert [(c, t) for c, _, t in found(source, folder)] == [(code, token)]


def test_a_ruleset_that_extends_itself_is_reported_once_in_its_file(folder: Path) -> None:
    sheet, findings = read(text("Anna Cem 120", head="rules: circle.yaml"), folder)
    assert sheet is None
    assert [(f.code, Path(f.file).name) for f in findings] == [("F104", "circle.yaml")]


def test_the_nearest_ruleset_is_named() -> None:
    (finding,) = read(text(head="rules: trs"))[1]
    assert [(repair.old, repair.new) for repair in finding.repairs] == [("trs", "tsr")]


@pytest.mark.parametrize("name", ["bad.yaml", "broken.yaml"])
def test_a_fault_in_a_rulesets_file_is_placed_in_that_file(folder: Path, name: str) -> None:
    sheet, findings = read(text("Anna Cem 120", head=f"rules: {name}"), folder)
    assert sheet is None
    assert [Path(f.file).name for f in findings] == [name]


RULESETS_WITH_HOLES = [
    "kinds: {normal: null}",
    "kinds: {damensolo: {class: solo, modes: []}}",
    "kinds: {damensolo: {class: solo, modes: [foo]}}",
    "modes: {normal: null}",
    "modes: {lust: null}",
    "classes: {solo: null}",
    "party: {sit_out: {4: [foo]}}",
    "party: {players: [1, 7]}",
    "party: {players: [7, 4]}",
    "calls: {clock: {latest: {}}}",
    "sonderpunkte: null",
    "penalties: null",
]


@pytest.mark.parametrize("change", RULESETS_WITH_HOLES)
def test_a_ruleset_with_holes_is_no_exception(change: str) -> None:
    from dokosheet import checks
    from dokosheet.core.ledger.fold import keep

    lines = [
        "Anna Cem 120 re@10",
        "Ben damensolo 190 lust",
        "Ben hochzeit 120",
        "strafe Ben severe_solo soloist:Anna",
        "=2,-2,2,-2",
    ]
    sheet, findings = read(text(*lines, head=f"rules: {{extends: tsr, {change}}}"))
    if sheet is not None:
        checks.run(keep(sheet), findings)


@pytest.mark.parametrize(("german", "english"), sorted(GERMAN.items()))
@pytest.mark.parametrize("turned", [False, True])
def test_a_key_in_german_and_in_english_is_there_twice(german: str, english: str, turned: bool) -> None:
    said = {"value": "3", "winners": "[Anna, Cem]", "dealer": "Anna", "sits_out": "[Emil]"}[english]
    first, second = (english, german) if turned else (german, english)
    source = text(
        f"{{re: [Anna, Cem], {first}: {said}, {second}: {said}}}",
        "Anna Cem 130",
        players="[Anna, Ben, Cem, Dora, Emil]",
    )
    assert found(source) == [("F101", "duplicate-key", second)]
    assert found(source.replace(f", {second}: {said}", f", {second}: null")) == found(
        source.replace(f", {second}: {said}", "")
    )
