"""In what one ruleset departs from another: one rule, one departure; every knob has words in both languages."""

from __future__ import annotations

import itertools
import string
from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import ValidationError

from dokosheet.core.rules import DESCRIBES_PLAY, Ruleset
from dokosheet.core.rules.departures import PARAGRAPHS, RULES, SWITCHES, Departure, Knob, departures, knobs
from dokosheet.files import rulesets
from dokosheet.files.tree import parse
from dokosheet.screen.rules import Sentences, literal, spoken
from dokosheet.text import LANGUAGES, texts
from helpers import TSR

KNOBS = list(knobs())


def described(yaml: str) -> Ruleset:
    """The ruleset that a value of ``rules:`` describes."""
    node = parse(yaml)[0]
    assert node is not None
    rules, found = rulesets.load_node(node, None)
    assert rules is not None, found
    return rules


def found(yaml: str) -> tuple[Departure, ...]:
    return departures(TSR, described(yaml))


def over(changes: str) -> tuple[Departure, ...]:
    """The departures of a mapping over the official rules."""
    return found(f"{{extends: tsr, {changes}}}")


def one(changes: str) -> Departure:
    (departure,) = over(changes)
    return departure


def said(changes: str, lang: str = "en") -> list[str]:
    """The rules in words."""
    sentences = Sentences(texts(lang), {})
    return [sentences.rule(departure) for departure in over(changes)]


def test_a_ruleset_does_not_depart_from_itself() -> None:
    assert departures(TSR, TSR) == ()
    assert found("{extends: tsr}") == ()


def test_what_is_no_rule_does_not_count() -> None:
    assert over("id: x, name: y, source: z, note: n, labels: {fuchs: Juckel}") == ()


@pytest.mark.parametrize(
    ("changes", "rule", "turn", "knobs_"),
    [
        ("deck: {dulle: second}", "deck.dulle", "changed", ["deck.dulle"]),
        (
            "outcome: {tie: {winner: nobody, mul: 2}}",
            "outcome.tie",
            "changed",
            ["outcome.tie.winner", "outcome.tie.mul"],
        ),
        ("deck: {pigs: {schweinchen: {cards: DA}}}", "deck.pigs.schweinchen", "on", ["deck.pigs.schweinchen"]),
        ("penalties: {minor: null}", "penalties", "off", ["penalties.minor"]),
        ("pflichtsolo: {solos: 0, enforce: none}", "pflichtsolo", "off", ["pflichtsolo.solos", "pflichtsolo.enforce"]),
        ("party: {time: null}", "party.time", "off", ["party.time"]),
        ("settlement: {money: {rate: 0.1}}", "settlement.money", "on", ["settlement.money"]),
        ("kinds: {damensolo: {add: 2}}", "kinds.damensolo", "changed", ["kinds.damensolo.add"]),
        (
            "armut: {test: {trumps_max: 3}}, kinds: {armut: {class: pair}}",
            "armut",
            "on",
            ["armut.test", "kinds.armut"],
        ),
        (
            "hochzeit: {declared: false}, kinds: {hochzeit: null, hochzeit_allein: null}",
            "hochzeit",
            "off",
            ["hochzeit.declared", "kinds.hochzeit", "kinds.hochzeit_allein"],
        ),
        (
            "bock: {triggers: {heart_trick: {}, tie_120: {hands: 1}}, length: 4}",
            "bock",
            "on",
            ["bock.triggers.heart_trick", "bock.triggers.tie_120", "bock.length"],
        ),
    ],
)
def test_one_rule_is_one_departure(changes: str, rule: str, turn: str, knobs_: list[str]) -> None:
    departure = one(changes)
    assert (departure.rule, departure.turn) == (rule, turn)
    assert [change.knob for change in departure.changes] == knobs_


def test_values_before_and_after() -> None:
    (change,) = one("value: {won: 2}").changes
    assert (change.old, change.new) == (1, 2)
    (change,) = one("sonderpunkte: {karlchen: null}").changes
    assert change.new is None
    assert change.old["points"] == 1


def test_entries_that_are_gone_are_one_departure() -> None:
    departure = one("sonderpunkte: {alten: null, karlchen: null}")
    assert (departure.ids, departure.last) == (("alten", "karlchen"), False)
    assert one("penalties: null").last


def test_a_call_that_is_gone_takes_its_limit_with_it() -> None:
    gone = "defs: {schwarz: null}"
    assert one(f"calls: {{{gone}, clock: {{latest: {{schwarz: null}}}}}}").rule == "calls.defs"
    both = over(f"calls: {{{gone}, clock: {{latest: {{schwarz: null, re: 10}}}}}}")
    assert [departure.rule for departure in both] == ["calls.defs", "calls.clock"]
    assert both[1].new[0].value == {"re": 10}


@pytest.mark.parametrize(
    "changes",
    ["bock: {length: 4, overlap: stack}", "cowardice: {effect: flag}", "armut: {gives: exactly_3}"],
)
def test_what_stands_in_a_section_that_is_off_is_no_departure(changes: str) -> None:
    assert over(changes) == ()


def test_what_follows_anyway_is_no_departure() -> None:
    assert over("kinds: {damensolo: {pflicht_ok: true}, stille_hochzeit: {pflicht_ok: false}}") == ()
    assert one("kinds: {stille_hochzeit: {pflicht_ok: true}}").rule == "kinds.stille_hochzeit"


def test_the_other_way_round() -> None:
    there = described("[kneipe, armut]")
    back = departures(there, TSR)
    assert [d.rule for d in back if d.turn == "off"] == ["deck.pigs", "redeal.triggers", "armut", "bock"]
    assert {d.rule for d in back if d.turn == "on"} == {"pflichtsolo", "party.time"}


@pytest.mark.parametrize("name", rulesets.bundled())
def test_there_and_back_have_the_same_knobs(name: str) -> None:
    there = rulesets.load(name)[0]
    assert there is not None
    changed = {change.knob for d in departures(TSR, there) for change in d.changes}
    back = {change.knob for d in departures(there, TSR) for change in d.changes}
    assert back - changed <= {"calls.clock.latest"}  # the limits of calls that are new
    assert changed <= back


# -- the model


def test_every_knob_that_describes_play_is_a_knob() -> None:
    patterns = {spoken(knob.pattern) for knob in KNOBS}
    for pattern in DESCRIBES_PLAY:
        beginning = spoken(pattern).removesuffix("*")
        assert any(known.startswith(beginning) for known in patterns), pattern


def test_rules_switches_and_paragraphs_name_parts_of_the_model() -> None:
    patterns = [knob.pattern for knob in KNOBS]
    for rule in RULES:
        assert any(pattern.startswith(f"{rule}.") for pattern in patterns), rule
    for section, (knob, _) in SWITCHES.items():
        assert section in RULES
        assert any(f"{pattern}.".startswith(f"{section}.{knob}.") for pattern in patterns), section
    beginnings = {part for pattern in patterns for part in _beginnings(pattern)}
    encoded: Any = TSR.model_dump(by_alias=True)
    beginnings |= {f"{c}.{id_}" for c in ("classes", "kinds", "modes", "sonderpunkte") for id_ in encoded[c]}
    beginnings |= {f"calls.defs.{call}" for call in TSR.calls.defs}
    assert set(PARAGRAPHS) - beginnings == set()


def _beginnings(pattern: str) -> Iterator[str]:
    parts = pattern.split(".")
    yield from (".".join(parts[:n]) for n in range(1, len(parts) + 1))


def messages_of(knob: Knob) -> Iterator[str]:
    """The ids of the words that a knob needs: one for each value that has a name, one for all others."""
    message = f"knob.{spoken(knob.pattern)}"
    if knob.free:
        yield message
    yield from (f"{message}.{literal(choice)}" for choice in knob.choices)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_knob_has_its_words(lang: str) -> None:
    t = texts(lang)
    assert [message for knob in KNOBS for message in messages_of(knob) if not t.has(message)] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_rule_has_its_head_and_every_catalogue_its_end(lang: str) -> None:
    t = texts(lang)
    for rule in RULES:
        assert t.has(f"rule.{rule}"), rule
        catalogue = rule.removesuffix(".*")
        needed = ("none", "empty") if catalogue != rule else ("none",) if catalogue in SWITCHES else ()
        assert all(t.has(f"rule.{catalogue}.{ending}") for ending in needed), rule
    assert all(t.has(f"rule.{section}.none") for section in ("party.time", "calls.early", "settlement.money"))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_words_for_what_is_no_knob(lang: str) -> None:
    needed = {message for knob in KNOBS for message in messages_of(knob)}
    t = texts(lang)
    t.has("knob.")  # loads them
    extra = [message for message in t.messages if message.startswith("knob.") and message not in needed]
    # special words for one value of a knob, such as "1 point", stand beside those for all of them
    values = ("triggers", "redeal", "normal", "empty", "null", "hands", "rounds", *map(str, range(4)))
    assert [message for message in extra if message.rpartition(".")[2] not in values] == []


def test_no_sentence_with_a_field_that_nobody_fills() -> None:
    for lang in LANGUAGES:
        t = texts(lang)
        t.has("knob.")
        for message, text in t.messages.items():
            if message.startswith("knob."):
                fields = {name for _, name, _, _ in string.Formatter().parse(text) if name}
                assert fields <= {"new", "name", "n"}, message


#: Values of every type that a knob can have, to be turned from whatever it was.
FREE: tuple[Any, ...] = (
    *(7, 0.5, "some", "event:some", ["some", "other"], [7, 8], ["solo"], ["fehl"], ["lust"], ["won"]),
    *({"some": 7}, {"l90": 7}, {4: 7}, {4: ["dealer"]}, {"some": ["some"]}),
    *([{"tricks": [1], "augen_min": 30}], [{"if_any_beyond": 9, "rate": 2}], [{"nines_min": 5}]),
)
#: Rules under which every section is on and no catalogue is empty, so that whatever stands there counts.
TURNED = """
extends: tsr
deck: {pigs: {some: {cards: DA}}, swaps: {some: {effect: rank}}}
redeal: {triggers: {some: {}}}
armut: {test: {trumps_max: 2}}
cowardice: {slack: 3}
kinds: {normal: {factor: {}, bock: {}}}
calls: {early: {until: 8}, duty: [], defs: {some: {}}}
sonderpunkte: {some: {}}
bock: {triggers: {some: {}}}
settlement:
  fees: {some: {when: "kind:some", from: kitty, to: kitty, amount: 1}}
  money: {rate: 3}
  tallies: {some: {}}
party: {length: {unit: points, n: 99}}
penalties: {some: {offender: -1}}
"""
#: All but the fields of lists of records, which are turned as a whole.
TURNABLE = [k for k in KNOBS if not any(part in k.pattern for part in (".duty.", ".tiers.", ".any_of."))]
#: The entry of a catalogue that is turned, where it is not called ``some``.
ENTRIES = {"classes": "solo", "kinds": "normal", "modes": "lust"}


def turned(base: Ruleset, knob: Knob, value: Any) -> Ruleset | None:
    """A ruleset with one knob turned; None where it cannot be this value."""
    names = knob.pattern.split(".")
    keys = [ENTRIES.get(names[i - 1], "some") if name == "*" else name for i, name in enumerate(names)]
    plain = base.model_dump(by_alias=True)
    inside = plain
    for key in keys[:-1]:
        inside = inside[key]
    inside[keys[-1]] = value
    try:
        return Ruleset.model_validate(plain)
    except ValidationError:
        return None


@pytest.mark.parametrize("knob", TURNABLE, ids=lambda k: k.pattern)
def test_every_turn_of_a_knob_is_a_departure_with_words(knob: Knob) -> None:
    base = described(TURNED)
    values = (*knob.choices, *(FREE if knob.free else ()))
    others = [other for value in values if (other := turned(base, knob, value)) is not None]
    found = [departures(old, new) for other in others for old, new in ((base, other), (other, base))]
    assert any(found)
    for departure in itertools.chain(*found):
        for lang in LANGUAGES:
            lines = list(Sentences(texts(lang), {}).lines([departure]))
            assert lines
            assert "{" not in "".join(lines)
            assert "knob." not in "".join(lines)


def test_sentences() -> None:
    assert said("deck: {dulle: second}", "de") == ["die zweite Dulle sticht die erste"]
    assert said("calls: {defs: {k90: null, k60: null, k30: null, schwarz: null}}") == ["no Absagen"]
    assert said("bock: {triggers: {heart_trick: {}, tie_120: {}, lost_call: {}}}", "de") == [
        "Bock: nach Herzstich, 120:120 und verlorener Ansage, so viele Spiele wie Spieler, hintereinander"
    ]
    assert said("armut: {test: {any_of: [{trumps_max: 3}, {trumps_max: 4, needs_card: D9}]}}", "de") == [
        "Armut: bis 3 Trümpfe oder bis 4 Trümpfe, mit ♦9 auf der Hand"
    ]
    assert said("calls: {clock: {unit: table_cards, latest: {re: 5}}}") == [
        "time for calls: by cards on the table, Re before 5 cards lie on the table"
    ]
    assert said("settlement: {money: {rate: 0.05}}", "de") == ["Geld: 0,05 je Punkt"]


def test_a_table_has_its_own_names() -> None:
    rules = described("{extends: tsr, labels: {gully: Gullideckel}, sonderpunkte: {gully: {manual: true}}}")
    sentences = Sentences(texts("en"), rules.labels)
    assert [sentences.rule(d) for d in departures(TSR, rules)] == ["Gullideckel: 1 point, as the table agrees"]
