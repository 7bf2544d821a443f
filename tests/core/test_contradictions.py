"""Contradictions of rulesets: each is found at its knob and nothing else is; what only looks like one is not."""

from __future__ import annotations

import re
from itertools import permutations, product
from pathlib import Path

import pytest

from contradicting import WRONG
from dokosheet.core.finding import CODES, Finding
from dokosheet.core.rules import Ruleset
from dokosheet.core.rules.contradictions import REGISTERED, contradictions
from dokosheet.files.rulesets import bundled, load, load_node, overlays
from dokosheet.files.tree import parse
from helpers import replace

REAL = sorted((Path(__file__).parents[1] / "rulesets").glob("*.yaml"))

#: What a table plays, and nobody wonders.
TO_20 = "pflichtsolo: {solos: 0}\nparty: {length: {unit: points, n: 20, by_players: null}, time: null}"

RIGHT = [
    "note: x",
    "deck: {nines: false}",
    "deck: {dulle: second}",
    "deck: {pigs: {a: {cards: DA}, super: {cards: D10, needs: a}, hyper: {cards: DK, needs: super}}}",
    "deck: {pigs: {schweinchen: {cards: DA}, hyper: {cards: D9, needs: schweinchen}}}",
    "deck: {pigs: {schweinchen: {cards: DA, which: second}, super: {cards: D10, needs: schweinchen}}}",
    "deck: {pigs: {schweinchen: {cards: DA}, solo_pig: {cards: DA, kinds: [solo]}}}",
    "deck: {pigs: {royal: {cards: DK}}, swaps: {genscher: {effect: repartner, cards: 2xHQ}}}",
    "deck: {pigs: {royal: {cards: DK}}, swaps: {heidmann: {effect: rank, cards: 2xDK}}}",
    "redeal: {triggers: {neunen: {nines_min: 5}}}",
    "deck: {nines: false}\nredeal: {triggers: {kings: {kings_min: 5}}}",
    "sonderpunkte: {fischauge: {points: 1, max: 2}}",
    "calls: {clock: {latest: {re: 10, kontra: 10}}}",
    "calls: {clock: {latest: {re: 11, kontra: 11, k90: 9, k60: 6, k30: 3, schwarz: 3}}}",
    "calls: {clock: {unit: table_cards, latest: {re: 5, kontra: 5, k90: 5, k60: 5, k30: 9, schwarz: 9}}}",
    "deck: {nines: false}\ncalls: {clock: {no_nines: 0, latest: {re: 9, kontra: 9, k90: 8, k60: 7, k30: 7}}}",
    "calls: {reply: {later_by: 0}}",
    "calls: {reply: {calls: [], later_by: 0}}",
    "calls: {reply: {calls: [re]}}",
    "calls: {defs: {kontra: null}}",
    "calls: {named: false}",
    "calls: {named: false}\nbock: {triggers: {heart_trick: {}, zero_hand: {}}}",
    "calls: {defs: {re: {add: 0, mul: 2}, kontra: {add: 0, mul: 2}}}",
    "note: first added, then doubled\ncalls: {defs: {re: {mul: 2}}}",
    "calls: {defs: {hirsch: {mul: 2, needs: [re, kontra]}, bock_call: {mul: 2, needs: [hirsch]}}, max_total: 4}",
    "calls: {max_total: 1}",
    "value: {levels_count: called}",
    "calls: {defs: {k90: null, k60: null, k30: null, schwarz: null}}",
    "outcome: {absage_binds: false}",
    "value: {failed: {basis: per_call}}",
    "calls: {clock: {slide: 4}, skip: forbidden}",
    "note: a skipped call moves the limit\ncalls: {clock: {slide: 4}}",
    "sonderpunkte: {herzstich: {points: 1}}",
    "deck: {dulle: plain}\nsonderpunkte: {herzstich: {points: 1, max: 2}}",
    "bock: {triggers: {heart_trick: {}}}",
    "deck: {dulle: second}\nsonderpunkte: {dulle_gefangen: {points: 1}}",
    "deck: {dulle_flip_in: [last_trick]}\nsonderpunkte: {dulle_gefangen: {points: 1}}",
    "sonderpunkte: {karlchen_gefangen: {points: 1, max: 2}}",
    "sonderpunkte: {agathe: {points: 1}}",
    "sonderpunkte: {karlchen: null}",
    "pflichtsolo: {solos: 0}",
    "pflichtsolo: {solos: 0}\nparty: {length: {unit: points, n: 20, by_players: null}}",
    "pflichtsolo: {solos: 0}\nparty: {length: {unit: open, n: null}, time: null}",
    "pflichtsolo: {solos: 2, require: {suit: 1, picture: 1}}",
    "pflichtsolo: {require: {damensolo: 1}}",
    "pflichtsolo: {kinds: [damensolo, bubensolo]}",
    "pflichtsolo: {kinds: [solo]}",
    "pflichtsolo: {enforce: none}",
    "pflichtsolo: {enforce: last_round_forehand}\nparty: {length: {unit: rounds, n: 6, by_players: null}}",
    "modes: {vorgefuehrt: {lead: third}}",
    "modes: {lust: {lead: declarer}}\npflichtsolo: {solos: 0}",
    "kinds: {hochzeit_allein: {pflicht_ok: false}}",
    "note: the silent one counts\nkinds: {stille_hochzeit: {pflicht_ok: true}}",
    "kinds: {stille_hochzeit: {pflicht_ok: true}}\npflichtsolo: {solos: 0}",
    "hochzeit: {declared: false}\nkinds: {hochzeit: null, hochzeit_allein: null}",
    "hochzeit: {find_within: 12}",
    "deck: {nines: false}\nhochzeit: {find_within: 10}",
    "armut: {test: {trumps_max: 3}}\nkinds: {armut: {class: pair, modes: [normal]}}",
    "armut: {test: {trumps_max: 3}, refused: normal}\nbock: {triggers: {armut_refused: {}}}",
    "kinds: {null_solo: {class: solo, goal: no_trick, calls: none, modes: [lust]}}\ncowardice: {slack: 2}",
    "kinds: {null_still: {class: solo, goal: no_trick, modes: [still]}}",
    "kinds: {sau: {class: solo, goal: becomes}}",
    f"{TO_20}\nsettlement: {{mode: plus}}",
    f"note: until midnight\n{TO_20}",
    "settlement: {mode: plus}",
    "settlement: {mode: plus, money: {rate: 0.1, basis: gap_to_best}}",
    "settlement: {mode: minus, money: {rate: 0.1}}",
    "settlement: {money: {rate: 0.1}}",
    "settlement: {mode: plus}\nclasses: {solo: {factor: {win: 2, lose: 2, others: 2}}}",
    "kinds: {damensolo: {factor: {win: 3, lose: 3}}}",
    "party: {players: [3, 3]}\nclasses: {solo: {factor: {win: 2, lose: 2}}}",
    "party: {players: [3, 5]}",
    "party: {players: [4, 4]}",
    "bock: {triggers: {tie_120: {}}, overlap: stack, max_level: null}",
    "bock: {triggers: {tie_120: {}}, overlap: stack, max_level: 2, overflow: queue}",
    "bock: {triggers: {tie_120: {}}, hold_in: [pflicht]}",
    "bock: {triggers: {tie_120: {}}, hold_in: [lust]}\npflichtsolo: {solos: 0}",
    "bock: {triggers: {zero_hand: {}, solo: {}}}",
    "bock: {triggers: {zero_hand: {}, tie_120: {}}, per_hand: each}",
    "note: both begin one\nbock: {triggers: {zero_hand: {}, solo: {}}, per_hand: each}",
    "note: it does\nbock: {triggers: {redeal: {}}}",
    "cowardice: {slack: 4}",
    "cowardice: {slack: 2, effect: winner_writes}\nsettlement: {mode: minus}",
    "cowardice: {slack: 2, not_in: [solo, hochzeit, genscher]}\ndeck: {swaps: {genscher: {effect: repartner}}}",
    "party: {players: [4, 8], sit_out: {8: [dealer, dealer+2, dealer+4, dealer+6]}}",
    "party: {players: [5, 5]}",
    "party: {length: {n: 20, by_players: null}}",
    "party: {length: {n: 1, by_players: null}}\npflichtsolo: {solos: 0}",
    "penalties: null",
    "kinds: {damensolo: null}",
    "party: {time: null, length: {finish_round: null}}",
    "sonderpunkte: {nein: {manual: true}}",
]


def read(body: str) -> tuple[Ruleset | None, tuple[Finding, ...], str]:
    """A ruleset over TSR as a sheet would hold it, what is found, and its text."""
    text = f"extends: tsr\n{body}\n"
    node, problems = parse(text)
    assert node is not None
    assert problems == []
    return *load_node(node, None), text


def token(finding: Finding, text: str) -> str:
    place = finding.place
    return text.splitlines()[place.line - 1][place.column - 1 : place.end_column - 1]


@pytest.mark.parametrize(("message", "marked"), WRONG)
def test_a_contradiction_is_the_only_finding_and_points_at_its_knob(message: str, marked: str) -> None:
    body = marked.replace("«", "").replace("»", "")
    rules, found, text = read(body)
    assert rules is not None
    assert [finding.message_id for finding in found] == [message]
    wanted = re.search("«(.*)»", marked, re.DOTALL)
    assert wanted is not None
    assert token(found[0], text) == wanted[1]
    assert found[0].place.line == marked[: wanted.start()].count("\n") + 2
    assert found[0].file == ""
    assert found[0].args["knob"]


@pytest.mark.parametrize("body", RIGHT)
def test_what_only_looks_like_one_is_none(body: str) -> None:
    rules, found, _ = read(body)
    assert rules is not None
    assert found == ()


def test_every_contradiction_has_a_slip() -> None:
    codes = {code for code in CODES if code.startswith("R")}
    assert {message[:4] for message, _ in WRONG} == codes
    assert codes == {*REGISTERED, "R735"}


WARNINGS = {
    *("R703.genscher", "R705", "R708", "R711", "R712", "R713", "R718", "R720.kind", "R722", "R728", "R729", "R731"),
    *("R733.hands", "R734", "R735.nothing", "R737"),
}


@pytest.mark.parametrize(("message", "marked"), WRONG)
def test_severities(message: str, marked: str) -> None:
    _, found, _ = read(marked.replace("«", "").replace("»", ""))
    silent = "modes: [still]" in marked
    assert found[0].severity == ("warning" if message in WARNINGS or silent else "error")


def test_what_is_over_no_ceiling() -> None:
    rules = read("bock: {triggers: {tie_120: {}}, overlap: stack, overflow: queue}")[0]
    assert rules is not None
    ceiling = replace(rules, bock=replace(rules.bock, max_level=2))
    assert list(contradictions(ceiling, lambda _: False)) == []
    assert [clash.code for clash in contradictions(rules, lambda _: False)] == ["R726"]


# -- where a finding stands


def test_an_inherited_knob_is_shown_at_what_clashes_with_it(tmp_path: Path) -> None:
    (tmp_path / "club.yaml").write_text(
        "id: club\nextends: tsr\nredeal: {triggers: {neunen: {nines_min: 5}}}\n", "utf-8"
    )
    (tmp_path / "ours.yaml").write_text("id: ours\nextends: club\ndeck: {nines: false}\n", "utf-8")
    rules, found = load("ours", tmp_path)
    assert rules is not None
    assert [(f.code, f.file, f.place.line, f.place.column) for f in found] == [
        ("R703", str(tmp_path / "ours.yaml"), 3, 15)
    ]


def test_where_nothing_of_it_is_written_it_is_the_first_line(tmp_path: Path) -> None:
    club = "id: club\nextends: tsr\ndeck: {nines: false}\nredeal: {triggers: {neunen: {nines_min: 5}}}\n"
    (tmp_path / "club.yaml").write_text(club, "utf-8")
    (tmp_path / "ours.yaml").write_text("id: ours\nextends: club\n", "utf-8")
    assert [(f.code, f.place.line) for f in load("club", tmp_path)[1]] == [("R703", 4)]
    assert [(f.code, f.file, f.place.line) for f in load("ours", tmp_path)[1]] == [
        ("R703", str(tmp_path / "ours.yaml"), 1)
    ]


def test_the_nearest_place_is_the_section(tmp_path: Path) -> None:
    club = "id: club\nextends: tsr\ndeck: {nines: false}\nredeal: {triggers: {neunen: {nines_min: 5}}}\n"
    (tmp_path / "club.yaml").write_text(club, "utf-8")
    (tmp_path / "ours.yaml").write_text("id: ours\nextends: club\nredeal: {before_solo: false}\n", "utf-8")
    assert [(f.code, f.place.line, f.place.column) for f in load("ours", tmp_path)[1]] == [("R703", 3, 9)]


def test_a_value_over_several_lines_is_shown_by_its_name() -> None:
    _, found, text = read("deck:\n  nines: false\nsonderpunkte:\n  gans:\n    points: 1\n")
    assert [(f.code, f.place.line, token(f, text)) for f in found] == [("R703", 5, "gans")]


def test_a_list_is_judged_as_a_whole(tmp_path: Path) -> None:
    (tmp_path / "nines.yaml").write_text("redeal: {triggers: {neunen: {nines_min: 5}}}\n", "utf-8")
    node, _ = parse("[ohne-neunen, nines]")
    assert node is not None
    rules, found = load_node(node, tmp_path)
    assert rules is not None
    assert [(f.code, f.file, f.place.line, f.place.column) for f in found] == [("R703", "", 1, 1)]


def test_a_mapping_in_a_list_is_this_file() -> None:
    text = "[tsr, {deck: {nines: false}, sonderpunkte: {gans: {max: 2}, karlchn: null}}]"
    node, _ = parse(text)
    assert node is not None
    rules, found = load_node(node, None)
    assert rules is not None
    assert {(f.code, token(f, text)) for f in found} == {("R703", "{max: 2}"), ("R735", "karlchn")}


def test_taking_away_what_is_not_there_names_what_is_near() -> None:
    _, found, text = read("sonderpunkte: {fuch: null}")
    assert [(r.old, r.new) for r in found[0].repairs] == [("fuch", "fuchs")]
    assert token(found[0], text) == "fuch"


@pytest.mark.parametrize("body", ["party: {tiem: null}", "kinds: {damensolo: {fixd: null}}", "penaltys: null"])
def test_a_knob_that_does_not_exist_cannot_be_reset(body: str) -> None:
    rules, found, _ = read(body)
    assert rules is None
    assert [finding.code for finding in found] == ["F102"]


def test_a_slip_in_what_is_extended_is_shown_in_its_file(tmp_path: Path) -> None:
    (tmp_path / "club.yaml").write_text("id: club\nextends: tsr\nkinds: {damnsolo: null}\n", "utf-8")
    (tmp_path / "ours.yaml").write_text("id: ours\nextends: club\nnote: x\n", "utf-8")
    found = load("ours", tmp_path)[1]
    assert [(f.code, f.file, f.place.line) for f in found] == [("R735", str(tmp_path / "club.yaml"), 3)]


# -- rulesets that are really played


@pytest.mark.parametrize("path", REAL, ids=lambda path: path.stem)
def test_real_rulesets_contradict_nothing(path: Path) -> None:
    rules, found = load(str(path))
    assert rules is not None
    assert [finding for finding in found if finding.severity == "error"] == []


def test_there_are_sixteen() -> None:
    assert len(REAL) == 16


#: Bundled rulesets that overlays can be laid over.
ROOTS = sorted({*bundled()} - {*overlays()})
#: What is worth a question in them.
ASKED = {
    "club-varlheide": ["R713"],
    "koppeldopf": ["R721"],
    "postelt": ["R720.kind"],
    "ruleset-app": ["R718", "R729", "R728"],
}


@pytest.mark.parametrize("path", REAL, ids=lambda path: path.stem)
def test_questions_about_real_rulesets(path: Path) -> None:
    assert [finding.message_id for finding in load(str(path))[1]] == ASKED.get(path.stem, [])


@pytest.mark.parametrize("name", bundled())
def test_bundled_rulesets_contradict_nothing(name: str) -> None:
    rules, found = load(name)
    assert rules is not None
    assert found == ()
    assert list(contradictions(rules, lambda _: False)) == []
    if name == "tsr":
        assert list(contradictions(rules, lambda _: True)) == []


@pytest.mark.parametrize("pair", [*permutations(overlays(), 2), *product(ROOTS, overlays())], ids=" ".join)
def test_any_two_that_are_bundled_fit_together(pair: tuple[str, str]) -> None:
    node, _ = parse(f"[{', '.join(pair)}]")
    assert node is not None
    rules, found = load_node(node, None)
    assert rules is not None
    assert found == ()
