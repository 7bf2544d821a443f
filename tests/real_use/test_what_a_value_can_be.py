"""What a value can be: one sentence that is true of all that fits, the likeliest first, eight lines at most."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from dokosheet.core.score.solver import Explanations, explain
from dokosheet.edit.calculator import known, spelled
from dokosheet.screen.values import lines
from helpers import ANSAGE, TSR, Augen, Call, Hand, Known, Sonderpunkt, run, said, scoring, texts


def ask(value: int, line: str = "", party: str | None = None, bock: int = 0) -> tuple[Explanations, list[str]]:
    facts, problems = known(line, TSR, party, bock)  # type: ignore[arg-type]
    assert facts is not None, problems
    answer = explain(value, facts, TSR)
    return answer, list(lines(answer, facts, TSR, texts("en")))


def test_one_fewer_is_said_beside_one_more() -> None:
    answer, told = ask(4, "156 re fuchs:re", "re")
    assert {"one-missing", "one-too-many"} <= {*answer.ways}
    assert "without Fuchs (Re)" in told[0]
    assert any("noted, but not so: Fuchs (Re)" in line for line in told)
    assert "exactly" not in told[0]


def test_a_call_that_was_noted_and_not_made() -> None:
    answer, told = ask(2, "156 re", "re")
    assert "call-too-many" in answer.ways
    assert "without “Re called”" in told[0]


def test_a_tripled_solo_is_found_and_nothing_more_is_claimed() -> None:
    answer, told = ask(15, "damensolo re", "re")
    assert answer.verdict == "tripled"
    assert answer.explanations[0].value == 5
    assert "as what the lone player writes" in told[0]
    against, told = ask(15, "damensolo 61 kontra90", "kontra")
    assert [one.value for one in against.explanations] == [-5, -15]
    assert against.ways[0] == "tripled"
    lost, _ = ask(-15, "damensolo 61 kontra90", "re")
    assert lost.verdict == "tripled"
    assert lost.explanations[0].value == -5
    either, _ = ask(15, "damensolo 61 kontra90")
    assert either.verdict == "tripled"


def test_both_ways_where_both_fit() -> None:
    answer, told = ask(3, "damensolo", "re")
    assert answer.ways == ("fits", *[way for way in answer.ways if way != "fits"])
    assert "tripled" in answer.ways
    assert told[0].endswith("that fits what is noted, a head and as what the lone player writes")


def test_a_forgotten_call_comes_before_many_sonderpunkte() -> None:
    for value, line in ((9, ""), (9, "156"), (7, ""), (9, "130 fuchs:re 2dk:re karlchen:re")):
        answer, _ = ask(value, line, "re")
        first = answer.explanations[0]
        assert len(first.sonderpunkte) <= 2, (value, line)
        seven = [n for n, one in enumerate(answer.explanations) if len(one.sonderpunkte) >= 5 and not one.calls]
        called = [n for n, one in enumerate(answer.explanations) if len(one.calls) == 1 and not one.sonderpunkte]
        assert not seven or not called or min(called) < min(seven)


@pytest.mark.parametrize("augen", range(10))
@pytest.mark.parametrize("side", ["", ":"])
def test_few_augen_are_no_seats(augen: int, side: str) -> None:
    if augen == 1:
        assert known(spelled(f"{side}1"), TSR)[0] is None
        return
    facts, problems = known(spelled(f"{side}{augen}"), TSR)
    assert facts is not None, problems
    wanted = 240 - augen if side else augen
    assert facts.hand.augen == Augen(wanted, wanted)
    code, out, _ = said(["value", "5", "--augen", f"{side}{augen}", "--party", "re"])
    assert (code, "Augen" in out) == (0, True) if "impossible" not in out else (1, False)


@pytest.mark.parametrize(
    "options",
    [
        ["--augen", "A C"],
        ["--call", "3"],
        ["--sonderpunkt", "A"],
        ["--sonderpunkt", "fuchs:A"],
        ["--call", "re/A"],
        ["--kind", "B damensolo"],
    ],
)
def test_nothing_is_passed_over(options: list[str]) -> None:
    code, out, err = said(["value", "5", *options])
    assert code == 2
    assert "F107" in out + err


def fits(answer: Explanations, wanted: int) -> None:
    """Each explanation has the value that its way says, and the sentence names each way."""
    for one in answer.explanations:
        score = scoring(TSR).of_hand(one.hand)
        assert score is not None
        assert score.value == one.value
        if one.way not in ("tripled", "not-doubled"):
            assert abs(one.value) == wanted
    assert {one.way for one in answer.explanations} == {*answer.ways}


def test_every_line_is_true_and_there_are_eight_at_most() -> None:
    rng = random.Random(1)
    for _ in range(40):
        augen = rng.choice([None, *(Augen(n, n) for n in (61, 100, 130, 156, 200))])
        calls = tuple(Call(party, rng.choice((ANSAGE, 2))) for party in ("re", "kontra") if rng.random() < 0.4)
        made = tuple(Sonderpunkt(rng.choice(("fuchs", "karlchen")), rng.choice(("re", "kontra"))) for _ in range(1))
        hand = Hand(augen=augen, calls=calls, sonderpunkte=made if rng.random() < 0.5 else ())
        facts = Known(hand, rng.choice(("re", "kontra", None)))
        value = rng.randrange(-3, 14)
        answer = explain(value, facts, TSR)
        assert len(list(lines(answer, facts, TSR, texts("de")))) <= 8
        fits(answer, abs(value))


@pytest.mark.parametrize("line", ["damensolo", "damensolo 61 kontra90", "bubensolo 190", "fleischlos re"])
@pytest.mark.parametrize("value", [3, 9, 12, 15])
def test_what_either_party_can_have_is_what_one_of_them_can_have(value: int, line: str) -> None:
    def told(answer: Explanations) -> set[tuple[int, str, object]]:
        return {(one.value, one.way, one.calls) for one in answer.explanations}

    re, kontra, either = (told(ask(value, line, party)[0]) for party in ("re", "kontra", None))
    assert either <= re | kontra
    assert {one for one in either if one[1] == "tripled"} == {one for one in re | kontra if one[1] == "tripled"}


def test_rules_without_an_id_are_called_as_their_file(tmp_path: Path) -> None:
    (tmp_path / "our.yaml").write_text("extends: tsr\nchecks: {quotas: never}\n", "utf-8")
    (tmp_path / "named.yaml").write_text("extends: ./our.yaml\nid: club\n", "utf-8")
    for name, called in (("our", "our"), ("named", "club")):
        done = run(tmp_path, "value", "99", "--rules", f"./{name}.yaml")
        assert f"the rules {called} do not limit it" in done.stdout


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("3fuchs:re", "H207"),
        ("2karlchen:re", "H207"),
        ("fuchs:re 2fuchs:kontra", "H207"),
        ("5dk:re", "H207"),
        ("alten:kontra", "H209"),
        ("110 alten:re", "H209"),
        ("damensolo fuchs:re", "H206"),
        ("239", "H201"),
    ],
)
def test_what_no_hand_holds_fits_nothing(line: str, code: str) -> None:
    facts, problems = known(line, TSR)
    assert facts is None
    assert [problem.code for problem in problems] == [code]


def test_what_is_only_rare_is_no_fault() -> None:
    assert known("4dk:re", TSR)[0] is not None


@pytest.mark.parametrize(("value", "line", "party"), [(7, "", None), (5, "156", "re"), (3, "130", "kontra")])
def test_an_odd_value_in_bock_was_not_doubled(value: int, line: str, party: str | None) -> None:
    answer, told = ask(value, line, party, bock=1)
    assert answer.ways == ("not-doubled",)
    plain, _ = ask(value, line, party)
    assert {one.hand for one in answer.explanations} == {one.hand for one in plain.explanations}
    assert "before Bock, not doubled" in told[0]
