"""Every number of a ruleset has a range that cards and lists justify, so that no table's rules keep anybody waiting."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path
from time import process_time
from typing import Any, Literal, get_args, get_origin

import pytest

from dokosheet.core.models import Between, keys_of, record_in, type_of
from dokosheet.edit.schemas import schema_of
from dokosheet.screen.findings import values
from dokosheet.screen.ranking import _rounded
from helpers import Ruleset, Texts, as_text, parse, rulesets
from house import judged


def found(body: str) -> list[str]:
    """What is found in house rules over the official ones."""
    tree, problems = parse(f"extends: tsr\n{body}\n")
    assert tree is not None
    assert not problems
    return [f"{f.code}.{f.variant}".rstrip(".") for f in rulesets.load_node(tree, None)[1]]


def limits(kind: Any) -> Between | None:
    return next((meta for meta in getattr(kind, "__metadata__", ()) if isinstance(meta, Between)), None)


def numbers(kind: Any, path: str = "", seen: tuple[Any, ...] = ()) -> Iterator[tuple[str, Any]]:
    """The path of every number in a type, with all that is said of it."""
    record = record_in(kind)
    if record is not None:
        for name, info in keys_of(record).items() if record not in seen else ():
            yield from numbers(type_of(info), f"{path}.{name}", (*seen, record))
    elif limits(kind) or kind in (int, Decimal):
        yield path, kind
    else:
        for part in get_args(kind):
            yield from numbers(part, path, seen)


def is_bounded(kind: Any) -> bool:
    found = limits(kind)
    return found is not None and found.most - found.least < 20_000


#: Their range is that of amounts, which may have decimals: below 1,000,000, and four of them.
AMOUNTS = {
    *(".settlement.unit", ".settlement.fees.amount", ".settlement.tallies.amount", ".settlement.money.rate"),
    *(".settlement.money.tiers.rate", ".settlement.money.attendance"),
}


def test_every_number_of_the_model_has_a_range() -> None:
    all_of_them = dict(numbers(Ruleset))
    assert len(all_of_them) > 60
    assert {path for path, kind in all_of_them.items() if not is_bounded(kind)} == AMOUNTS


#: What a record needs besides the number that is tried.
NEEDED: dict[str, Any] = {"when": "kind:hochzeit", "from": "losers", "to": "declarer", "class": "solo", "tricks": [1]}


def knobs(kind: Any, around: Callable[[Any], Any], seen: tuple[Any, ...] = ()) -> Iterator[tuple[Any, int, int]]:
    """Every place of a number in the model, as what makes house rules of a value there, with its least and most."""
    found, record = limits(kind), record_in(kind)
    if found is not None:
        yield around, found.least, found.most
    elif record is not None:
        keys = keys_of(record)
        needed = {k: NEEDED.get(k, 1) for k, info in keys.items() if info.is_required()}
        for name, info in keys.items() if record not in seen else ():
            body = {} if record is Ruleset else needed
            yield from knobs(type_of(info), lambda v, n=name, b=body: around(b | {n: v}), (*seen, record))
    elif get_origin(kind) is dict:
        key_type, inside = get_args(kind)
        key = get_args(key_type)[0] if get_origin(key_type) is Literal else 5 if limits(key_type) else "fuchs"
        yield from knobs(inside, lambda v: around({key: v}), seen)
    elif get_origin(kind) is tuple:
        yield from knobs(get_args(kind)[0], lambda v: around([v]), seen)
    else:
        for part in get_args(kind):
            yield from knobs(part, around, seen)


KNOBS = list(knobs(Ruleset, lambda v: v))


def test_every_number_is_refused_with_the_one_range_that_it_has() -> None:
    began, tried = process_time(), 0
    for around, least, most in KNOBS:
        odd = [str(most + 1), "1e300000000", "9" * 4299, ".nan", ".inf", "true", "many", str(least - 1)]
        for value in odd:
            body = json.dumps(around(value))
            tree, _ = parse(f"{{extends: tsr, {body[1:]}")
            assert tree is not None
            problems = rulesets.load_node(tree, None)[1]
            assert len(problems) == 1, (body, problems)
            (one,) = problems
            assert one.code == "F103", (body, one)
            limits = (least, 2 if one.args["key"] == "max" else most)
            assert (one.args["least"], one.args["most"]) == limits, (body, one.args)
            said = "".join(as_text(one, None, Texts("en")))
            assert f"{one.args['least']} to {one.args['most']}" in said, said
            tried += 1
    assert tried > 8 * 60
    assert (process_time() - began) / tried < 0.1


def test_the_schema_for_editors_says_the_same_ranges() -> None:
    money = schema_of(Ruleset)["$defs"]["Money"]["properties"]
    for name, most in (("rate", 999_999), ("kitty_share", 1)):
        said = {key: money[name][key] for key in ("type", "minimum", "maximum")}
        assert said == {"type": "number", "minimum": 0, "maximum": most}
    assert '"decimal"' not in json.dumps(schema_of(Ruleset))
    for name, part in schema_of(Ruleset)["$defs"].items():
        for key, value in part.get("properties", {}).items():
            for kind in value.get("anyOf", [value]):
                assert kind.get("type") not in ("integer", "number") or {"minimum", "maximum"} <= kind.keys(), (
                    name,
                    key,
                )


def test_averages_are_rounded_as_ever_and_without_end_for_none() -> None:
    assert [_rounded(Decimal(n) / 40) for n in (13, -5, -21, 40)] == ["0.33", "-0.12", "-0.53", "1.00"]
    assert _rounded(Decimal(10) ** 400) == "1" + "0" * 400


def test_numbers_that_no_float_holds_are_whole_in_json() -> None:
    assert values({"average": Decimal(10) ** 400 / 3, "small": Decimal("0.5")})["average"] > 3 * 10**399
    assert json.loads(json.dumps(values(Decimal(10) ** 400))) == 10**400
    assert values(Decimal("0.5")) == 0.5


@pytest.mark.parametrize(
    "amount", ["1e300000000", "-1e300000000", "1e-300000000", "9" * 4299, f"0.{'1' * 4000}", "1e6"]
)
@pytest.mark.parametrize(
    "body",
    [
        "settlement: {unit: %s}",
        "settlement: {money: {rate: %s}}",
        "settlement: {money: {rate: 1, kitty_share: %s}}",
        "settlement: {money: {rate: 1, attendance: %s}}",
        "settlement: {money: {rate: 1, tiers: [{if_any_beyond: 5, rate: %s}]}}",
        "settlement: {tallies: {strich: {amount: %s}}}",
        'settlement: {fees: {f: {when: "special:fuchs", from: losers, to: declarer, amount: %s}}}',
    ],
)
def test_amounts_without_end_are_refused(body: str, amount: str) -> None:
    assert found(body % amount) == ["F103.unit" if "unit" in body else "F103.amount"]


@pytest.mark.parametrize(
    ("body", "what"),
    [
        ("sonderpunkte: {fuchs: {max: 999}}", "range"),
        ("sonderpunkte: {fuchs: {max: 1000000000}}", "range"),
        ("sonderpunkte: {fuchs: {max: 3}}", "range"),
        ("sonderpunkte: {doppelkopf: {max: 5}}", "range"),
        ("sonderpunkte: {doppelkopf: {max: 9, min_augen: 30}}", "range"),
        ("sonderpunkte: {karlchen: {max: 2}}", "range"),
        ("sonderpunkte: {karlchen_gefangen: {max: 3}}", "range"),
        ("sonderpunkte: {eigener: {max: 13, manual: true}}", "range"),
        ("sonderpunkte: {fuchs: {points: [1, 99999]}}", "range"),
        ("sonderpunkte: {fuchs: {points: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]}}", "too-many"),
        (f"value: {{won: {'9' * 4299}}}", "range"),
        (f"value: {{won: {'9' * 5000}}}", "range"),
        ("value: {won: 1.5}", "range"),
        ("bock: {triggers: {solo: {hands: 100}}}", "range-or"),
        ("bock: {length: 0}", "range-or"),
        ("calls: {defs: {klopfen: {steps: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]}}}", "too-many"),
        ("outcome: {tie: {mul: 101}}", "range"),
        ("party: {length: {n: 99999999}}", "range"),
        ("party: {players: [4, 99]}", "range"),
    ],
)
def test_a_number_that_no_deck_and_no_list_gives_is_refused_with_its_range(body: str, what: str) -> None:
    assert found(body) == [f"F103.{what}"]


def test_what_the_cards_give_is_possible() -> None:
    assert found("sonderpunkte: {doppelkopf: {max: 8, min_augen: 30}, karlchen_gefangen: {max: 2}}") == []
    assert found("sonderpunkte: {eigener: {max: 12, manual: true, points: [1, 2, 3]}}") == []


OWN = "calls: {once_per_party: false, defs: {%s}}"
LAST = ("karlchen_gefangen: {max: 2}", "fuchs_am_end: {max: 1}", "agathe: {max: 1}", "fuchs_letzter: {max: 2}")


@pytest.mark.parametrize(
    "body",
    [
        OWN % ", ".join(f"x{i}: {{add: {i + 1}}}" for i in range(5)),
        OWN % ", ".join(f"x{i}: {{add: 1}}" for i in range(5)),
        OWN % ", ".join(f"x{i}: {{mul: {i + 2}}}" for i in range(5)),
        OWN % ", ".join(f"x{i}: {{steps: [1, 3, 9, 27, 81, 243, 729]}}" for i in range(5)),
        OWN % ", ".join(f"x{i}: {{add: {i + 1}}}" for i in range(300)),
        f"sonderpunkte: {{{', '.join(LAST)}, doppelfuchs: {{max: 1}}, doppelkopf: {{max: 12, min_augen: 20}}}}",
        f"sonderpunkte: {{{', '.join(f'x{i}: {{max: 12, manual: true, points: {i * 7 + 1}}}' for i in range(20))}}}",
        f"sonderpunkte: {{{', '.join(f'x{i}: {{manual: true, points: {3**i}}}' for i in range(9))}}}",
    ],
)
def test_no_house_rules_keep_anybody_waiting(body: str) -> None:
    # it took minutes, or did not end; and all of them can be worth that
    assert not any(what.startswith("S4") for line in ("=7,-7,7,-7", "A C wert:7") for what in judged(body, line))


@pytest.mark.parametrize("n", [2, 3])
def test_a_few_calls_of_its_own_are_still_looked_at(n: int) -> None:
    body = OWN % ", ".join(f"x{i}: {{add: 1}}" for i in range(n))
    assert "S406.row" in judged(body, "=90,-90,90,-90")
    assert judged(body, f"={n + 5},-{n + 5},{n + 5},-{n + 5}") == []


def chained(folder: Path, links: int, twice: bool) -> Path:
    """Rulesets that each extend the next, or twice the next."""
    for i in range(links):
        over = f"[./r{i + 1}, ./r{i + 1}]" if twice else f"./r{i + 1}"
        (folder / f"r{i}.yaml").write_text(f"extends: {over}\n", "utf-8")
    (folder / f"r{links}.yaml").write_text("extends: tsr\n", "utf-8")
    return folder


@pytest.mark.parametrize(("links", "twice"), [(1200, False), (60, False), (30, True)])
def test_rules_over_rules_without_end_are_refused(tmp_path: Path, links: int, twice: bool) -> None:
    rules, problems = rulesets.load("./r0", chained(tmp_path, links, twice))
    assert rules is None
    assert {f"{f.code}.{f.variant}" for f in problems} == {"F104.too-many"}


def test_some_rules_over_rules_are_read(tmp_path: Path) -> None:
    assert rulesets.load("./r0", chained(tmp_path, 20, False))[1] == ()
    assert rulesets.load("./r0", chained(tmp_path, 4, True))[1] == ()


def test_a_ruleset_with_thousands_of_keys_is_refused() -> None:
    kinds = ", ".join(f"k{i}: {{class: solo, add: {i}}}" for i in range(3000))
    assert found(f"kinds: {{{kinds}}}") == ["F103.large"]
