"""Published hands and worked examples, from the line in a sheet to what each player writes down."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from dokosheet.core.score.value import score_hand, total
from helpers import TSR, found, hand, ledger

CASES = Path(__file__).parents[1] / "cases"


def cases(name: str) -> tuple[tuple[str, ...], list[dict[str, Any]]]:
    """Players and cases of a file."""
    data = yaml.safe_load((CASES / f"{name}.yaml").read_text("utf-8"))
    assert data["rules"] == "tsr"
    return tuple(data["players"]), data["cases"]


def parameters(name: str, errors: bool) -> list[Any]:
    """The cases of a file that are, or are not, hands that cannot be."""
    players, every = cases(name)
    return [pytest.param(players, case, id=case["id"]) for case in every if ("error" in case) == errors]


GOOD = [*parameters("tsr", errors=False), *parameters("tsr_examples", errors=False)]
BAD = [*parameters("tsr", errors=True), *parameters("tsr_examples", errors=True)]


def test_every_case_is_tried() -> None:
    assert len(GOOD) + len(BAD) == sum(len(cases(name)[1]) for name in ("tsr", "tsr_examples"))
    assert len({parameter.id for parameter in GOOD}) == len(GOOD)
    assert len(GOOD) > 200
    assert BAD


@pytest.mark.parametrize(("players", "case"), GOOD)
def test_a_hand_gives_its_points(players: tuple[str, ...], case: dict[str, Any]) -> None:
    score = score_hand(hand(case["hand"], players), TSR)
    assert score is not None
    assert score.winner == case["winner"]
    assert score.value == case["value"]
    assert total(score.items) == case["value"]

    (row,) = ledger(case["hand"], players=players).rows
    assert row.points == case["points"]
    assert row.expected == case["points"]
    assert row.totals == case["points"]
    assert row.winner == case["winner"]
    assert row.score == score


@pytest.mark.parametrize(("players", "case"), GOOD)
def test_a_hand_that_can_be_is_not_blamed(players: tuple[str, ...], case: dict[str, Any]) -> None:
    """What a solo does not count is only a warning; everything else is as it should be."""
    findings = found(case["hand"], players=players)
    assert [f for f in findings if f.severity == "error"] == []
    (row,) = ledger(case["hand"], players=players).rows
    expected = {"H206"} if row.hand.sonderpunkte and TSR.is_solo(row.hand.kind) else set()
    assert {f.code for f in findings} == expected


@pytest.mark.parametrize(("players", "case"), BAD)
def test_a_hand_that_cannot_be_gives_its_finding_and_no_points(players: tuple[str, ...], case: dict[str, Any]) -> None:
    assert score_hand(hand(case["hand"], players), TSR) is None
    assert [f.code for f in found(case["hand"], players=players)] == [case["error"]]
    (row,) = ledger(case["hand"], players=players).rows
    assert row.points is None
    assert set(row.totals.values()) == {0}
