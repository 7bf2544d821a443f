"""The command value: words in both languages, the machine format, refusals."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest


def run(*arguments: str, lang: str = "de") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "dokosheet", "--lang", lang, "value", *arguments]
    return subprocess.run(command, capture_output=True, encoding="utf-8")


def test_words() -> None:
    done = run("5", "--party", "re", "--augen", "156", "--call", "re", "--sonderpunkt", "fuchs:re")
    first, second = done.stdout.splitlines()[:2]
    assert (done.returncode, done.stderr) == (0, "")
    assert first == "Normalspiel, +5: das geht mit dem, was notiert ist"
    assert second == "   +5  Re gewonnen, keine 90 erreicht, Augen 156, Re angesagt, Fuchs (Re)"


def test_impossible() -> None:
    done = run("41", lang="en")
    assert done.returncode == 1
    assert "the most with what is noted is +29" in done.stdout


def test_json() -> None:
    done = run("3", "--party", "re", "--augen", "156", "--format", "json")
    answer = json.loads(done.stdout)
    assert answer["verdict"] == "one-missing"
    assert [one["id"] for one in answer["options"]] == ["doppelkopf", "fuchs", "karlchen"]
    assert len(answer["explanations"]) <= 12
    assert answer["explanations"][0]["value"] == 3


@pytest.mark.parametrize(
    "arguments",
    [("x",), ("4", "--bock", "10"), ("4", "--party", "ra"), ("4", "--augen", "239"), ("4", "--call", "tuck:A")],
)
def test_refused(arguments: tuple[str, ...]) -> None:
    assert run(*arguments).returncode == 2
