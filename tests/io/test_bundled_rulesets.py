"""The bundled rulesets: each loads without a finding, alone and with every overlay."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from dokosheet.core.rules import Ruleset
from dokosheet.core.rules.departures import departures
from dokosheet.files import rulesets
from dokosheet.files.tree import MappingNode, parse
from helpers import TSR

WHOLE = sorted(set(rulesets.bundled()) - set(rulesets.overlays()))


def described(yaml: str, beside: Path | None = None) -> Ruleset:
    node = parse(yaml)[0]
    assert node is not None
    rules, found = rulesets.load_node(node, beside)
    assert found == ()
    assert rules is not None
    return rules


def test_the_names() -> None:
    assert WHOLE == ["einsteiger", "kneipe", "nur-punkte", "ohne-neunen", "tsr"]
    assert rulesets.overlays() == [
        *("armut", "bock", "fuchs-am-ende", "pflichtsolo-letzte-runde"),
        *("schmeissen", "schweinchen", "zweite-dulle"),
    ]


@pytest.mark.parametrize("name", rulesets.bundled())
def test_each_loads_and_is_called_as_its_file(name: str) -> None:
    rules, found = rulesets.load(name)
    assert found == ()
    assert rules is not None
    assert rules.id == name
    assert rules.name
    assert rulesets.load(name, Path("anywhere"))[0] is rules


@pytest.mark.parametrize(("base", "overlay"), list(itertools.product(WHOLE, rulesets.overlays())))
def test_each_overlay_goes_with_each_ruleset(base: str, overlay: str) -> None:
    rules = described(f"[{base}, {overlay}]")
    assert rules.id == f"{base}+{overlay}"
    alone = rulesets.load(overlay)[0]
    assert alone is not None
    said = {d.rule for d in departures(TSR, alone)}
    there = {d.rule for d in departures(TSR, rules)}
    assert said <= there


def test_all_overlays_together() -> None:
    names = ", ".join(rulesets.overlays())
    assert described(f"[kneipe, {names}]").id == "+".join(("kneipe", *rulesets.overlays()))
    assert departures(described(f"[{names}]"), described(f"[tsr, {names}]")) == ()


@pytest.mark.parametrize("rules", ["armut", "[armut]", "{extends: armut}", "[tsr, armut]", "{extends: [armut]}"])
def test_an_overlay_alone_is_over_the_official_rules(rules: str) -> None:
    assert [d.rule for d in departures(TSR, described(rules))] == ["armut"]


def test_what_an_overlay_takes_away_is_gone() -> None:
    assert described("pflichtsolo-letzte-runde").party.length.by_players == {}
    assert described("[tsr, pflichtsolo-letzte-runde]").party.length.by_players == {}


def test_left_to_right(tmp_path: Path) -> None:
    (tmp_path / "ours.yaml").write_text("id: ours\nname: Ours\ndeck: {dulle: plain}\n", "utf-8")
    assert described("[kneipe, ours]", tmp_path).deck.dulle == "plain"
    rules = described("[kneipe, ours, zweite-dulle]", tmp_path)
    assert rules.deck.dulle == "second"
    assert (rules.id, rules.name) == (
        "kneipe+ours+zweite-dulle",
        "Kneipenregeln + Ours + Zweite Dulle sticht die erste",
    )


def test_rules_of_your_own_are_no_overlay(tmp_path: Path) -> None:
    (tmp_path / "ours.yaml").write_text("id: ours\ndeck: {dulle: plain}\n", "utf-8")
    rules, found = rulesets.load("ours", tmp_path)
    assert rules is None
    assert {f.code for f in found} == {"F103"}


def test_the_pub_and_the_official_rules() -> None:
    kneipe = rulesets.load("kneipe")[0]
    assert kneipe is not None
    assert [(d.rule, d.turn) for d in departures(TSR, kneipe)] == [
        ("deck.dulle", "changed"),
        ("deck.pigs.schweinchen", "on"),
        ("redeal.triggers.neunen", "on"),
        ("bock", "on"),
        ("pflichtsolo", "off"),
        ("party.length", "changed"),
        ("party.time", "off"),
    ]


def test_equal_rules_are_one_object_however_they_are_written(tmp_path: Path) -> None:
    (tmp_path / "eins").mkdir()
    (tmp_path / "zwei").mkdir()
    written = "id: ours\nname: Ours\nextends: kneipe\nvalue: {won: 2}\n"
    for folder in ("eins", "zwei"):
        (tmp_path / folder / "ours.yaml").write_text(written, "utf-8")
    ours = rulesets.load("ours", tmp_path / "eins")[0]
    assert ours is not None
    assert rulesets.load("./ours.yaml", tmp_path / "zwei")[0] is ours
    assert described("{id: ours, name: Ours, extends: kneipe, value: {won: 2}}") is ours
    assert described(f"# the same\n{written}", tmp_path) is ours
    assert described("[kneipe, armut]") is described("- kneipe\n- armut\n")
    assert described("[kneipe]") is described("kneipe")
    assert described("{extends: kneipe, value: {won: 2}}") is not ours


@pytest.mark.parametrize(
    "rules",
    [
        "{extends: tsr, value: {won: 2, cal_points: always}}",
        "{extends: [kneipe, arnut]}",
        "{extends: tsr, sonderpunkte: {fuks: null, fuchs: {max: 3}}}",
        "[kneipe, {sonderpunkte: {ale: null}}, armut]",
        "{extends: tsr, calls: {reply: {calls: [re], later_by: 0}}}",
        "{extends: tsr, deck: {nines: false}, hochzeit: {find_within: 11}}",
        "{extends: tsr,\n   kinds: {armut: {class: pair}}, x: {a: 1}}",
    ],
)
def test_what_is_found_in_equal_rules_stands_where_each_is_written(rules: str) -> None:
    def found(above: int, indent: str) -> list[tuple[object, ...]]:
        node = parse("\n" * above + f"rules:{indent}{rules}\n")[0]
        assert isinstance(node, MappingNode)
        places = [
            (f.code, f.variant, f.severity, f.args, line, place.column - (len(indent) if line == 1 else 0))
            for f in rulesets.load_node(node.items[0][1], None)[1]
            for place in (f.place, *(repair.place for repair in f.repairs))
            for line in [place.line - above]
        ]
        assert places
        return places

    rulesets.forget()
    first = found(0, " ")
    assert found(2, "     ") == first
    rulesets.forget()
    assert found(2, "     ") == first


def test_a_file_of_rules_that_changes_is_read_anew(tmp_path: Path) -> None:
    node = parse("[kneipe, ./ours]")[0]
    assert node is not None

    def won() -> int | None:
        rules = rulesets.load_node(node, tmp_path)[0]
        return rules and rules.value.won

    assert won() is None
    (tmp_path / "ours.yml").write_text("id: ours\nvalue: {won: 3}\n", "utf-8")
    assert won() == 3
    (tmp_path / "theirs.yaml").write_text("id: theirs\nvalue: {won: 4}\n", "utf-8")
    (tmp_path / "ours.yml").write_text("id: ours\nextends: theirs\n", "utf-8")
    assert won() == 4
    (tmp_path / "theirs.yaml").write_text("id: theirs\nvalue: {won: 12}\n", "utf-8")
    assert won() == 12
    (tmp_path / "ours.yaml").write_text("id: ours\nvalue: {won: 5}\n", "utf-8")  # before .yml
    assert won() == 5
    (tmp_path / "ours.yaml").unlink()
    assert won() == 12
