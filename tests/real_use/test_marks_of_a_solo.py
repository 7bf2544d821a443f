"""What a line says of how a solo came about, where nothing else tells it, and where something contradicts it."""

from __future__ import annotations

import pytest

from helpers import Document, opened

P4 = "dokosheet: 1\nplayers: [Anna, Ben, Cem, Dora]\n"


def read(*lines: str, rules: str = "tsr") -> Document:
    text = f"{P4}rules: {rules}\nhands:\n" + "".join(f"- {line}\n" for line in lines)
    return opened(text)


def ids(done: Document) -> list[str]:
    return [finding.message_id for finding in done.findings]


@pytest.mark.parametrize("mark", ["lust", "pflicht", "vf"])
@pytest.mark.parametrize(
    "told", ["=-1,-1,-1,3", "=3,-1,-1,-1", "==3,-1,-1,-1", "=-3,1,1,1", "wert:1 sieger:Anna", "wert:1 sieger:a,b,d"]
)
def test_one_against_three_is_what_its_mark_says(told: str, mark: str) -> None:
    done = read(f"{told} {mark}", "Anna Ben 130")
    assert ids(done) == []
    assert done.ledger is not None
    assert (done.ledger.rows[0].mode, done.ledger.rows[1].dealer) == {
        "lust": ("lust", "Ben"),
        "pflicht": ("pflicht", "Anna"),
        "vf": ("vorgefuehrt", "Ben"),
    }[mark]
    assert not done.ledger.rows[1].adrift


@pytest.mark.parametrize("told", ["=1,-1,1,-1", "wert:1 sieger:Anna,Ben", "Anna Ben 130"])
def test_two_against_two_are_no_solo(told: str) -> None:
    assert ids(read(f"{told} lust")) == ["B504"]


def test_a_stopped_lustsolo_is_no_pflichtsolo() -> None:
    done = read("strafe Cem severe_solo absagen:1 soloist:Ben lust")
    assert ids(done) == []
    assert done.ledger is not None
    assert done.ledger.next.open_pflichtsoli == ("Anna", "Ben", "Cem", "Dora")
    assert done.ledger.next.dealer == "Ben"
    counted = read("strafe Cem severe_solo absagen:1 soloist:Ben").ledger
    assert counted is not None
    assert "Ben" not in counted.next.open_pflichtsoli


@pytest.mark.parametrize(
    ("lines", "wanted"),
    [
        (["strafe Cem severe_solo absagen:1 soloist:Ben still pflicht"], ["B504"]),
        (["strafe Cem severe_solo absagen:1 soloist:Ben hochzeit lust"], ["B504"]),
        (["Ben damensolo 130", "strafe Cem severe_solo absagen:1 soloist:Ben pflicht"], ["B504.second"]),
        (["strafe Cem severe_solo absagen:1 soloist:Ben vf"], ["B504.not-forced"]),
        (["strafe Cem severe_solo absagen:1 soloist:Ben pflicht"], []),
        (["Ben damensolo 130", "strafe Cem severe_solo absagen:1 soloist:Ben lust"], []),
    ],
)
def test_a_mark_of_a_stopped_hand_is_compared(lines: list[str], wanted: list[str]) -> None:
    assert ids(read(*lines)) == wanted


@pytest.mark.parametrize(
    ("pflichtsolo", "first"), [("{solos: 2}", "Anna damensolo 130"), ("{kinds: [bubensolo]}", "Anna damensolo 130")]
)
def test_a_lustsolo_that_counts_says_why(pflichtsolo: str, first: str) -> None:
    done = read(first, "Anna bubensolo 130 lust", rules=f"{{extends: tsr, pflichtsolo: {pflichtsolo}}}")
    (finding,) = [finding for finding in done.findings if "lust" in finding.args.values()]
    assert (finding.message_id, finding.args["player"]) == ("B505", "Anna")


def test_a_penalty_of_a_solo_below_another_hand_says_so() -> None:
    assert ids(read("Anna Cem 130", "strafe Cem minor_solo soloist:Ben")) == ["B509.no-solo"]
    assert ids(read("Anna Cem 130", "strafe Cem minor_solo")) == ["B509.no-soloist"]
    assert ids(read("Ben damensolo 130", "strafe Cem minor_solo soloist:Ben")) == []
    assert ids(read("strafe Cem minor_solo soloist:Ben")) == []
