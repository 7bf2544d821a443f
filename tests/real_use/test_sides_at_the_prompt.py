"""At the prompt a band, and a letter that begins a player and a party, is asked about; the side is said in words."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from dokosheet.table.prompt import not_taken
from helpers import (
    BACKSPACE,
    ENTER,
    Entering,
    HandEntry,
    Place,
    answer,
    begin,
    keep,
    parse_line,
    question,
    read_sheet,
    run,
    texts,
)

FOUR = ("Anna", "Ben", "Cem", "Dora")


def at(*players: str) -> Entering:
    text = f"dokosheet: 1\nrules: [schweinchen]\nplayers: [{', '.join(players)}]\nhands:\n"
    sheet, findings = read_sheet(text, "a.yaml")
    assert sheet is not None, findings
    return begin(keep(sheet))


def press(state: Entering, keys: str) -> Entering:
    for key in keys:
        state = state.press({"⏎": ENTER, "←": BACKSPACE}.get(key, key))
    return state


@pytest.mark.parametrize(("colon", "level", "full"), list(product(("", ":"), "963", (False, True))))
def test_who_is_under_is_asked(colon: str, level: str, full: bool) -> None:
    """However it is typed, no side is taken for granted."""
    typed = f"{colon}u{level}{'0' if full else ''}"
    asked = press(at(*FOUR), f"12{typed}⏎")
    assert (asked.stage, asked.hand.augen) == ("under", None)
    assert press(asked, "⏎").stage == "under"
    for key in "fd1+:":
        assert press(asked, key).fault == key
    assert press(asked, "k").line == f"Anna Ben u{level}0"
    assert press(asked, "r").line == f"Anna Ben :u{level}0"
    for lang, who, words in (("en", "Who is", "wins"), ("de", "Wer ist", "gewinnt")):
        text = question(asked, texts(lang))
        assert text.startswith(f"{who} {'unter' if lang == 'de' else 'under'} {level}0?")
        assert f"r Re: Kontra {words}" in text
        assert f"k Kontra: Re {words}" in text


def test_what_comes_next_does_not_answer_it() -> None:
    """``u60r`` in one go: r would be Re's call to one, and Re's defeat to the other."""
    for key in "rkf1":
        state = press(at(*FOUR), f"12u60{key}")
        assert (state.stage, state.fault) == ("augen", key)


@pytest.mark.parametrize(
    "answers",
    [("12u60",), ("12", "u60"), ("anna ben", "u60"), ("anna ben", ":u60"), ("anna ben u60",), ("12", "u60 ", "kontra")],
)
def test_it_is_asked_in_whole_lines_too(answers: tuple[str, ...]) -> None:
    state = at(*FOUR)
    for line in answers:
        state = answer(state, line)
    if len(answers) < 3:
        assert (state.stage, state.hand.augen, state.typed) == ("under", None, "u60")
        assert answer(state, "<").stage in ("first", "augen")
        assert answer(state, "re").line == "Anna Ben :u60"
        state = answer(state, "k")
    assert (state.stage, state.line) == ("extras", "Anna Ben u60")


def test_what_else_was_said_in_the_same_answer_is_kept() -> None:
    state = answer(answer(at(*FOUR), "anna ben u90 re fuchs:anna"), "kontra")
    assert state.line == "Anna Ben u90 re fuchs:Anna"
    assert answer(answer(state, ""), "").stage == "write"


@pytest.mark.parametrize(
    ("line", "en", "de"),
    [
        ("Anna Ben u60", "Kontra under 60: Re wins, value +3", "Kontra unter 60: Re gewinnt, Spielwert +3"),
        ("Anna Ben :u60", "Re under 60: Kontra wins, value +4", "Re unter 60: Kontra gewinnt, Spielwert +4"),
        ("Anna Ben u90", "Kontra under 90: Re wins, value +2", "Kontra unter 90: Re gewinnt, Spielwert +2"),
        ("Anna Ben :u30", "Re under 30: Kontra wins, value +5", "Re unter 30: Kontra gewinnt, Spielwert +5"),
        ("Anna Ben gew", "Re wins, value +1", "Re gewinnt, Spielwert +1"),
        ("Anna Ben 190", "Re wins, value +3", "Re gewinnt, Spielwert +3"),
    ],
)
def test_what_is_written_says_the_side(line: str, en: str, de: str, tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("dokosheet: 1\nplayers: [Anna, Ben, Cem, Dora]\nhands:\n", "utf-8")
    assert en in run(tmp_path, "add", "a.yaml", *line.split()).stdout.split("\n")
    assert de in run(tmp_path, "add", "a.yaml", *line.split(), lang="de").stdout.split("\n")
    assert en in run(tmp_path, "show", "a.yaml", "--hand", "1").stdout.split("\n")


LIKE_A_PARTY = ("Rita", "Rebecca", "Rea", "Ree", "R", "Konrad", "Kontessa", "Ko", "K", "Kai", "Contrada")


@pytest.mark.parametrize("name", LIKE_A_PARTY)
@pytest.mark.parametrize("other", ["Emil", "Ralf", "Konny"])
def test_a_beginning_names_whom_the_notation_names(name: str, other: str) -> None:
    """Key by key and in lines: what fits a player and a party waits for more, what fits one is that one."""
    begun = press(at(name, "Ada", "Bo", other), "ab130⏎f")
    assert begun.stage == "maker"
    spellings = {word[:n].lower() for word in (name, "re", "kontra") for n in range(1, len(word) + 1)}
    for word in sorted(spellings):
        line = f"Ada Bo 130 fuchs:{word}"
        entry, findings = parse_line(line, begun.table.words, Place(1, 1, len(line) + 1))
        assert [f.code for f in findings] in ([], ["F106"])
        said = answer(begun, word)
        if findings:
            assert (said.stage, said.readings) == ("maker", tuple(r[6:] for r in findings[0].args["readings"]))
            if word != "contra":  # key by key its first letter tells that it is a player
                assert press(begun, f"{word}⏎").line == "Ada Bo 130"
            for lang in ("de", "en"):
                assert all(
                    texts(lang).term("party", reading) in not_taken(said, texts(lang)) for reading in said.readings
                )
        else:
            assert isinstance(entry, HandEntry)
            assert said.hand.sonderpunkte == entry.hand.sonderpunkte
            state = begun
            for key in word:
                if state.stage == "maker":
                    state = state.press(key)
            state = state.press(ENTER) if state.stage == "maker" else state
            assert state.hand.sonderpunkte == said.hand.sonderpunkte


def test_the_keys_that_are_shown_are_enough() -> None:
    state = press(at("Rita", "Ada", "Konrad", "Bo"), "ab130⏎f")
    shown = {offer.key: offer.id for offer in state.offers()}
    assert shown == {"1/ri": "Rita", "2/a": "Ada", "3/konr": "Konrad", "4/b": "Bo", "+": "re", "-": "kontra"}
    for keys, who in shown.items():
        for key in keys.split("/"):
            assert [made.by for made in press(state, key).hand.sonderpunkte] == [who]
    waits = press(state, "r")
    assert {offer.key: offer.id for offer in waits.offers()} == {"1/ri": "Rita", "+": "re"}
    assert press(waits, "+").line == press(state, "re").line == "Ada Bo 130 fuchs:re"
