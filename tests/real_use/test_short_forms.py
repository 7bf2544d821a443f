"""A short form that fits a player and a party is refused with both readings; where it fits one, it is taken."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import pytest

from dokosheet.core.notation.entries import words
from dokosheet.core.notation.sheet import Entry, Player
from dokosheet.core.notation.words import Words
from dokosheet.core.records import replace
from dokosheet.edit.seating import rename
from dokosheet.edit.verbs import fmt
from helpers import Finding, HandEntry, Place, Ruleset, format_entry, parse_line, read_sheet, rulesets, run

#: Names that begin like a party, one in each table; the others begin like none.
LIKE_A_PARTY = ("Rita", "Rebecca", "Rea", "R", "Konrad", "Kontessa", "Konny", "Kai", "K", "Ko", "Kon", "Contrada")
OTHERS = ("Ada", "Bo", "Emil")
#: Every beginning of a word for a party.
BEGINNINGS = ("r", "re", "k", "ko", "kon", "kont", "kontr", "kontra", "contra")
#: Tokens that take a player or a party; the last ones only where a ruleset has them.
EITHER = (
    *("fuchs:{}", "f:{}", "doppelkopf:{}", "dk:{}", "doko:{}", "karlchen:{}", "k:{}", "charlie:{}", "2f:{}"),
    *("sieger:{}", "winners:{}", "sieger:Ada,{}", "fuchs_am_end:{}", "kg:{}"),
    *("zwieback:{}", "tuck:{}", "schweinchen:{}", "sw:{}"),
)
#: Lines that take a player, so that no party can be meant.
PLAYER = (
    *("Ada Bo 130 geber:{}", "Ada Bo 130 aussetzt:{}", "Ada Bo 130 stich1:35/{}", "strafe {} gering"),
    *("strafe Ada minor_solo soloist:{}", "geht {}", "wechsel {} Zoe", "kommt Zoe nach {}", "neugeben {}"),
)
OWN = """id: own
extends: [tsr, schweinchen]
calls: {defs: {tuck: {add: 1}}}
sonderpunkte: {zwieback: {points: 1, manual: true}, fuchs_am_end: {points: 1}, karlchen_gefangen: {points: 1}}
"""


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Ruleset:
    folder = tmp_path_factory.mktemp("own")
    (folder / "own.yaml").write_text(OWN, "utf-8")
    rules, found = rulesets.load("./own.yaml", folder)
    assert rules is not None, found
    return rules


@lru_cache(maxsize=32)
def table(rules: Ruleset, *names: str) -> Words:
    return words(rules, tuple(Player(name, name) for name in names))


def tables(rules: Ruleset) -> Iterator[tuple[Words, tuple[str, ...]]]:
    for one in LIKE_A_PARTY:
        yield table(rules, one, *OTHERS), (one, *OTHERS)
    for one, other in (("Rita", "Konrad"), ("Rita", "Rebecca"), ("Konrad", "Konny"), ("R", "Rita"), ("Ko", "Konrad")):
        yield table(rules, one, other, "Ada", "Bo"), (one, other, "Ada", "Bo")


def prefixes(names: tuple[str, ...]) -> list[str]:
    found = [name[:n].lower() for name in names if name in LIKE_A_PARTY for n in range(1, len(name) + 1)]
    return list(dict.fromkeys((*found, *BEGINNINGS)))


def meant(word: str, names: tuple[str, ...], parties: bool) -> set[str]:
    """Who can be meant by a short form, worked out from the manual."""
    if parties and word in ("re", "kontra"):
        return {word}
    full = {name for name in names if name.lower() == word}
    if full:
        return full
    found = {name for name in names if name.lower().startswith(word)}
    if parties:
        found |= {party for party in ("re", "kontra") if party.startswith(word)}
        found |= {"kontra"} if word == "contra" else set()
    return found


def read(line: str, at: Words) -> tuple[Entry, list[Finding]]:
    return parse_line(line, at, Place(1, 1, len(line) + 1))


def test_what_takes_a_player_or_a_party(own: Ruleset) -> None:
    seen = 0
    for at, names in tables(own):
        for word in prefixes(names):
            fits = meant(word, names, parties=True)
            for token in EITHER:
                line = f"Ada Bo {token.format(word)}"
                entry, findings = read(line, at)
                if len(fits) == 1:
                    assert (line, findings) == (line, [])
                    assert entry == replace(read(f"Ada Bo {token.format(*fits)}", at)[0], source=entry.source)
                else:
                    assert [f.code for f in findings] == ["F106" if fits else "F105"], (line, names)
                    spelt = {token.replace("2f:", "f:").format(name) for name in fits}
                    assert fits == set() or set(findings[0].args["readings"]) == spelt
                seen += 1
    assert seen > 2000


@pytest.mark.parametrize("call", ["re", "kontra", "re@10", "kontra90@10", "r60", "ko"])
def test_who_spoke(own: Ruleset, call: str) -> None:
    """No party speaks: behind the slash it says nothing new, or that the other one has called, too."""
    party = "re" if call.startswith("r") else "kontra"
    for at, names in tables(own):
        for word in prefixes(names):
            fits = meant(word, names, parties=True)
            entry, findings = read(f"Ada Bo 130 {call}/{word}", at)
            if len(fits) == 1 and fits <= set(names):
                assert findings == []
                assert isinstance(entry, HandEntry)
                assert {one.speaker for one in entry.hand.calls} == fits
                continue
            spelt = {
                f"{call}/{name}" if name in names else call if name == party else f"{call} {name}" for name in fits
            }
            assert [f.code for f in findings] == ["F106" if len(fits) > 1 else "F107" if fits else "F105"]
            assert fits == set() or set(findings[0].args["readings"]) == spelt


@pytest.mark.parametrize(("token", "level"), [("k90", "90"), ("k60", "60"), ("k30", "30"), ("schwarz", "schwarz")])
def test_an_absage_of_a_side(own: Ruleset, token: str, level: str) -> None:
    """It belongs to a party; a player behind the colon would be the speaker, and does not tell the party."""
    for at, names in tables(own):
        for word in prefixes(names):
            fits = meant(word, names, parties=True)
            entry, findings = read(f"Ada Bo 130 {token}:{word}", at)
            if len(fits) == 1 and not fits <= set(names):
                assert findings == []
                assert isinstance(entry, HandEntry)
                assert [(one.party, one.bare) for one in entry.hand.calls] == [(*fits, True)]
                continue
            assert [f.code for f in findings] == ["F106" if len(fits) > 1 else "F107"]
            for name in fits:
                spelt = f"{token}:{name}" if name not in names else f"re{level}/{name}"
                assert spelt in findings[0].args["readings"]


def test_what_takes_a_player_alone(own: Ruleset) -> None:
    for at, names in tables(own):
        for word in prefixes(names):
            fits = meant(word, names, parties=False)
            for form in PLAYER:
                entry, findings = read(form.format(word), at)
                if len(fits) == 1:
                    assert findings == [], form
                    assert entry == replace(read(form.format(*fits), at)[0], source=entry.source)
                elif not (form.startswith("neugeben") and not fits):  # there a word can be the reason
                    assert "F106" if fits else "F105" in [f.code for f in findings], (form, word, names)


def test_a_row_by_name_is_spelt_whole(own: Ruleset) -> None:
    at = table(own, "Rita", "Rosa", "Ada", "Bo")
    for mark in ("=", "=="):
        _, findings = read(f"{mark}r:2,Ada:2,Bo:-2,Rosa:-2", at)
        assert findings[0].args["readings"] == [f"{mark}{name}:2,Ada:2,Bo:-2,Rosa:-2" for name in ("Rita", "Rosa")]


def test_the_same_as_mappings() -> None:
    head = "dokosheet: 1\nplayers: [Ada, Bo, Rita, Konrad]\nhands:\n"
    for key, word, code in (
        ("player", "r", "F106"),
        ("player", "ko", "F106"),
        ("player", "ri", ""),
        ("party", "re", ""),
    ):
        item = f"  - {{re: [Ada, Bo], augen: 130, sonderpunkte: [{{id: fuchs, {key}: {word}}}]}}\n"
        assert [f.code for f in read_sheet(head + item, "a.yaml")[1]] == ([code] if code else []), item
    for word, code in (("r", "F106"), ("ko", "F106"), ("kon", "F106"), ("rit", ""), ("kontra", "")):
        item = f"  - {{re: [Ada, Bo], value: 2, winners: [{word}]}}\n"
        assert [f.code for f in read_sheet(head + item, "a.yaml")[1]] == ([code] if code else []), item


@pytest.mark.parametrize(
    ("re", "player", "party"),
    [("Konny, Bo", "Ko", "re"), ("Ko, Bo", "Konny", "re"), ("1, 2", "Konny", "re"), ("Bo, Rita", "ko", "kontra")],
)
def test_a_call_as_a_mapping_is_that_of_the_speakers_party(re: str, player: str, party: str) -> None:
    """However the two are spelt: by the short form, the full name, a beginning, the seat."""
    head = 'dokosheet: 1\nplayers: [{name: "Konny", as: Ko}, Bo, Rita, Emil]\nhands:\n'
    item = f"  - {{re: [{re}], augen: 155, calls: [{{call: k90, player: {player}, cards: 10}}]}}\n"
    sheet, findings = read_sheet(head + item, "a.yaml")
    assert findings == []
    assert sheet is not None
    entry = sheet.entries[0]
    assert isinstance(entry, HandEntry)
    assert [(call.party, call.speaker) for call in entry.hand.calls] == [(party, "Konny")]


def test_what_was_ambiguous_stays_as_it_is(tmp_path: Path) -> None:
    """The canonical spelling of a sheet decides nothing that the sheet leaves open."""
    path = tmp_path / "a.yaml"
    lines = (
        "Ada Bo 130 f:r dk:ko",
        "Ada Bo wert:2 sieger:r",
        "Ada Bo 130 re/r",
        "Ada Bo 130 k90:ko",
        "bo ada 130 f:ri",
    )
    text = "dokosheet: 1\nplayers: [Ada, Bo, Rita, Konrad]\nhands:\n" + "".join(f"  - {line}\n" for line in lines)
    path.write_text(text, "utf-8")
    done = fmt(str(path))
    assert [new for _, new in done.changed] == ["Bo Ada 130 fuchs:Rita"]
    assert path.read_text("utf-8") == text.replace(lines[-1], "Bo Ada 130 fuchs:Rita")


def test_a_party_stays_one_when_somebody_gets_a_name_like_it(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    head = "dokosheet: 1\nplayers: [Ada, Bo, Cem, {}]\nhands:\n"
    mapping = "  - {{re: [Ada, Bo], augen: 130, sonderpunkte: [{{id: fuchs, player: {}}}]}}\n"
    path.write_text(head.format("Dora") + "  - Ada Bo 130 f:r\n" + mapping.format("r"), "utf-8")
    done = rename(str(path), "Dora", "Rita")
    assert done.written
    text = path.read_text("utf-8")
    assert "  - Ada Bo 130 fuchs:re\n" in text
    assert mapping.format("re") in text


@pytest.mark.parametrize(
    ("line", "readings"),
    [
        ("Ada Bo 130 fuchs:r", "fuchs:Rita or fuchs:re"),
        ("Konrad Bo 130 fuchs:ko", "fuchs:Konrad or fuchs:kontra"),
        ("Konrad Bo 130 re/ko", "re/Konrad or re kontra"),
    ],
)
def test_score_says_both_readings(line: str, readings: str, tmp_path: Path) -> None:
    done = run(tmp_path, "score", "--players", "Ada,Bo,Rita,Konrad", *line.split())
    assert done.returncode != 0
    assert f"could be {readings}\n" in done.stdout


def test_names_in_a_line_alone_count_as_well(tmp_path: Path) -> None:
    """Without ``--players`` the line itself says who sits there."""
    assert "error[F106]" in run(tmp_path, "score", "Rita", "Bo", "130", "fuchs:r").stdout
    assert "error" not in run(tmp_path, "score", "Ada", "Bo", "130", "fuchs:r").stdout


def test_a_full_name_that_is_a_word_of_the_notation_can_stand_behind_a_colon() -> None:
    rules, _ = rulesets.load("tsr")
    assert rules is not None
    at = words(rules, (Player("Schwarz", "Sw"), *(Player(name, name) for name in OTHERS)))
    entry, findings = read("Ada Bo 130 fuchs:Schwarz", at)
    assert findings == []
    assert format_entry(entry, at.players) == "Ada Bo 130 fuchs:Sw"
