"""Hostile input: findings or results, never an exception, never a hang."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import dokosheet
from dokosheet.core.notation.line import format_hand
from dokosheet.edit.document import opened
from helpers import CODES, LIMIT, Document, parse_hand, read_text, table

SOURCE = Path(dokosheet.__file__).parents[1]
few = settings(deadline=None, max_examples=60, suppress_health_check=list(HealthCheck))
many = settings(
    deadline=None, max_examples=8_000, suppress_health_check=list(HealthCheck), database=None, derandomize=False
)

GOOD = """\
# Vereinsabend
dokosheet: 1
rules: tsr
date: 2026-11-27
players: [Anna, Ben, Cem, Dora, {name: "Emil Groß", as: Emil}]
hands:
  - Ben Dora 156 fuchs:Ben doppelkopf:kontra =-,2,-2,2,-2
  - Cem Dora 120
  - Anna Ben 125 re@11 kontra@10/Dora
  - Emil damensolo 190 re pflicht
  - strafe Ben gering "vor\\"gesagt"
  - Anna Cem 131 hochzeit@2 re@10 ==1,1,1,1,1
  - Anna still 119 gilt ok:S404
  - {re: [Anna, Cem], kind: hochzeit, klaerung: 2, augen: {re: 131}, calls: [{call: re, player: Anna, cards: 10}],
     sonderpunkte: [{id: fuchs, player: Anna}], score: [4, -4, 4, -4, '-'], note: "x"}
  - {penalty: {player: Dora, id: severe, absagen: 1}}
  - =3,-1,-1,-1
  - neugeben Ben neunen
  - gestrichen "Anna Cem 165" um:2026-11-27T21:14
  - ende zeit
pflichtsoli: [Anna bubensolo 120]
ok: [B503]
"""
WORDS = re.findall(
    r"\S+",
    r"""
    Anna Cem an 1 3 9 damensolo ds hochzeit hz2 hochzeit@99 still armut 156 156:84 :84 -1 999999999 u60 :gew 0-300 ²-² ²
    ٣ ٣f:re 240 0 schwarz stich re kontra re90@10 ko-s/Ben re@ re/ @ / k90:re k90 tuck:Anna fuchs:Anna 9f:re 2f: fuchs
    dulle_gefangen:re alten:re : :: = == =1,2 =1,2,3,4 =-,?,−1,1,5/2 p:1/2/3/4 t: ==Anna:1,Ben:x wert:3 wert:-99999999
    sieger: sieger:re sieger:Anna,Anna sieger:Anna,Ben,Cem,Dora geber:Dora bock:2 aussetzt:Anna
    aussetzt:Anna,Ben,Cem,Dora gilt ok: ok:X ok:S404,B501 strafe gering minor_solo soloist:Anna absagen:4 punkte:12
    neugeben ende zeit spielrunde notiz pause gestrichen um: "x" " "" \ \" pflicht lust vorgefuehrt herzstich "a b"
    ohne keine 90
    """,
)
KEYS = re.findall(
    r"\w+",
    """
    re kind klaerung augen trick calls sonderpunkte marks value winners dealer bock sits_out score total gilt ok note
    wert call party player cards id penalty redeal end round struck absagen soloist points referee reason line at kontra
    dokosheet rules players hands pflichtsoli date extends name as
    """,
)
ATOMS = st.one_of(st.sampled_from(["", "null", "1", "-1", "x", "tsr", "1.5", "true", *WORDS]), st.text(max_size=5))


def quoted(text: str) -> str:
    """As a YAML scalar in double quotes."""
    escaped = "".join(
        c if c.isprintable() and c not in '"\\' and ord(c) < 0x10000 else f"\\U{ord(c):08X}" for c in text
    )
    return f'"{escaped}"'


def flow(value: object) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{quoted(str(key))}: {flow(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(flow(inner) for inner in value) + "]"
    return quoted(str(value))


def plain(strategy: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Without halves of characters, which no UTF-8 text holds."""
    return strategy.filter(lambda text: not any("\ud800" <= c <= "\udfff" for c in text))


TREES = st.recursive(
    plain(ATOMS),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.sampled_from(KEYS), inner, max_size=4)),
    max_leaves=12,
)
LINES = st.lists(st.sampled_from(WORDS), max_size=7).map(" ".join)


def survive(data: bytes) -> Document | None:
    """Read, keep and check; what is found has a known code and a place that can be shown."""
    source, findings = read_text(None, data)
    sheet = opened(source, "hostile.yaml", None) if source else None
    for finding in [*findings, *(sheet.findings if sheet else ())]:
        assert finding.code in CODES
        assert finding.place.line >= 1
        assert 1 <= finding.place.column <= finding.place.end_column
    return sheet


def sheet_of(lines: list[str], players: str = "[Anna, Ben, Cem, Dora]", head: str = "") -> bytes:
    body = "".join(f"  - {quoted(line)}\n" for line in lines)
    return f"dokosheet: 1\nplayers: {players}\n{head}hands:\n{body}".encode()


TABLES = st.sampled_from(["[Anna, Ben, Cem, Dora]", "[Anna, Ben, Cem, Dora, Emil]", "[Anna, B, C, D, E, F, G]"])


@few
@given(st.binary(max_size=200))
def test_random_bytes(data: bytes) -> None:
    survive(data)
    survive(b"dokosheet: 1\nplayers: [A, B, C, D]\nhands:\n  - " + data)


@few
@given(plain(st.text(max_size=200)))
def test_random_text(text: str) -> None:
    survive(text.encode())
    survive(sheet_of([text]))


@few
@given(TREES)
def test_random_trees(tree: object) -> None:
    survive(flow(tree).encode())
    survive(f"dokosheet: 1\nplayers: [Anna, Ben, Cem, Dora]\nhands: [{flow(tree)}]\n".encode())


#: Words where a mapping of a hand has words, so that more of them pass the first look.
WORD = st.sampled_from(["", " ", "null", *WORDS])
WORD_LISTS = st.lists(WORD, max_size=4)
MAPPINGS = st.fixed_dictionaries(
    {},
    optional={
        "re": WORD_LISTS,
        "kind": WORD,
        "klaerung": st.sampled_from(["0", "2", "12"]),
        "augen": st.one_of(WORD, st.fixed_dictionaries({}, optional={"re": st.just("156"), "kontra": st.just("-1")})),
        "trick": st.sampled_from(["schwarz", "stich"]),
        "calls": st.lists(st.fixed_dictionaries({"call": WORD}, optional={"player": WORD}), max_size=3),
        "sonderpunkte": st.lists(st.fixed_dictionaries({"id": WORD}, optional={"player": WORD}), max_size=3),
        "marks": WORD_LISTS,
        "value": st.sampled_from(["3", "-99"]),
        "winners": WORD_LISTS,
        "dealer": WORD,
        "sits_out": WORD_LISTS,
        "score": WORD_LISTS,
        "total": st.lists(st.sampled_from(["1", "-1", "?", "-", "1,5"]), max_size=6),
        "gilt": st.sampled_from(["true", "false"]),
        "ok": WORD_LISTS,
        "note": WORD,
    },
)
ENTRIES = st.one_of(
    MAPPINGS,
    st.dictionaries(st.sampled_from(KEYS), TREES, max_size=5),
    st.fixed_dictionaries({"penalty": st.fixed_dictionaries({"player": WORD, "id": WORD}, optional={"soloist": WORD})}),
    st.fixed_dictionaries({"redeal": st.fixed_dictionaries({}, optional={"player": WORD, "reason": WORD})}),
    st.fixed_dictionaries({"struck": st.fixed_dictionaries({"line": WORD}, optional={"at": WORD})}),
)


@few
@given(st.lists(ENTRIES, max_size=3), TABLES)
def test_random_mappings(hands: list[dict[str, object]], players: str) -> None:
    survive(f"dokosheet: 1\nplayers: {players}\nhands: {flow(hands)}\n".encode())


@few
@given(st.dictionaries(st.sampled_from(KEYS), TREES, max_size=5))
def test_random_heads(head: dict[str, object]) -> None:
    survive(flow({"dokosheet": "1", "players": ["A", "B", "C", "D"], **head}).encode())


@few
@given(st.lists(LINES, max_size=6), TABLES, st.booleans())
def test_random_token_lines(lines: list[str], players: str, rubric: bool) -> None:
    head = "pflichtsoli: [" + ", ".join(quoted(line) for line in lines) + "]\n" if rubric else ""
    survive(sheet_of(lines, players, head))


def mutated(seed: int) -> str:
    """A good sheet with some characters, words or lines lost, doubled, swapped or replaced."""
    dice = random.Random(seed)
    text = GOOD
    for _ in range(dice.randint(1, 4)):
        unit = dice.choice(("char", "word", "line"))
        parts = list(text) if unit == "char" else text.split(" " if unit == "word" else "\n")
        i, j = dice.randrange(len(parts)), dice.randrange(len(parts))
        what = dice.randrange(4)
        if what == 0:
            del parts[i]
        elif what == 1:
            parts.insert(j, parts[i])
        elif what == 2:
            parts[i], parts[j] = parts[j], parts[i]
        else:
            parts[i] = dice.choice("\t:{}[]\"'&*!|>%@`#-?,\0\u2028²") if unit == "char" else dice.choice(WORDS)
        text = ("" if unit == "char" else " " if unit == "word" else "\n").join(parts)
    return text


def test_the_sheet_that_is_mutated_is_read() -> None:
    sheet = survive(GOOD.encode())
    assert sheet is not None
    assert sheet.ledger is not None
    assert not [finding for finding in sheet.findings if finding.code[0] == "F"]


@pytest.mark.parametrize("start", range(0, 400, 100))
def test_mutated_sheets(start: int) -> None:
    for seed in range(start, start + 100):
        survive(mutated(seed).encode())


# -- sizes: every one in a process of its own, so that a hang is killed


def in_a_process(code: str, *args: str, seconds: int = 60) -> str:
    """What a program prints. The time is only a net under a hang."""
    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
    done = subprocess.run(
        [sys.executable, "-c", code, *args],
        capture_output=True,
        text=True,
        timeout=seconds,
        env=environment,
        check=True,
    )
    return done.stdout.strip()


OPEN = """\
import sys
from dokosheet.edit.document import open_sheet
print([f.code + f.variant for f in open_sheet(sys.argv[1]).findings])
"""


def test_an_alias_bomb_is_refused(tmp_path: Path) -> None:
    bomb = tmp_path / "bomb.yaml"
    levels = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    levels += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 12)]
    bomb.write_text("\n".join(levels), encoding="utf-8")
    assert "F101" in in_a_process(OPEN, str(bomb))


def test_a_hundred_megabytes_are_refused_unread(tmp_path: Path) -> None:
    huge = tmp_path / "huge.yaml"
    with huge.open("wb") as stream:
        stream.truncate(100 * 1024 * 1024)
    assert in_a_process(OPEN, str(huge)) == "['F101too-large']"


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        "{" * 100_000,
        "- " * 100_000,
        "? " * 50_000,
        "a: " * 50_000,
        "dokosheet: 1\nplayers: [A, B, C, D]\nhands:\n  - " + "A " * 200_000,
        "dokosheet: 1\nplayers: [A, B, C, D]\nhands:\n  - " + "9" * 1_000_000,
        "dokosheet: 1\nplayers: [A, B, C, D]\nhands:\n  - =" + ",".join(["1"] * 200_000),
        "dokosheet: 1\nplayers: [A, B, C, D]\nhands:\n  - '" + '"' * 100_000 + "'",
        "dokosheet: 1\nplayers: [A, B, C, D]\nhands:\n  - '" + '"\\' * 50_000 + "'",
        "dokosheet: 1\nplayers: [" + "A, " * 100_000 + "B]\n",
        "dokosheet: 1\nplayers: [A, B, C, D]\nhands:\n" + "  -\n" * 50_000,
        "dokosheet: 1\nplayers: [A, B, C, D]\n" + "x: 1\n" * 5_000,
    ],
    ids=lambda text: text[:3] if text[0] != "d" else text[-3:],
)
def test_large_and_deep_texts_end(tmp_path: Path, text: str) -> None:
    file = tmp_path / "large.yaml"
    file.write_text(text, encoding="utf-8")
    assert file.stat().st_size < LIMIT
    assert in_a_process(OPEN, str(file)).startswith("['")


def test_a_circle_of_rulesets_ends(tmp_path: Path) -> None:
    """Each of twenty files extends the next one twice: a million files, if nobody remembers them."""
    for n in range(20):
        (tmp_path / f"r{n}.yaml").write_text(f"extends: [r{n + 1}.yaml, r{n + 1}.yaml]\n", encoding="utf-8")
    (tmp_path / "r20.yaml").write_text("extends: [r20.yaml, r20.yaml]\n", encoding="utf-8")
    sheet = tmp_path / "sheet.yaml"
    sheet.write_text("dokosheet: 1\nrules: r0.yaml\nplayers: [A, B, C, D]\n", encoding="utf-8")
    assert "F104" in in_a_process(OPEN, str(sheet))


def test_a_ruleset_that_is_a_pipe_or_a_folder(tmp_path: Path) -> None:
    (tmp_path / "folder.yaml").mkdir()
    sheet = tmp_path / "sheet.yaml"
    sheet.write_text("dokosheet: 1\nrules: folder.yaml\nplayers: [A, B, C, D]\n", encoding="utf-8")
    assert in_a_process(OPEN, str(sheet)) == "['F104no-ruleset']"


# -- the long search


@pytest.mark.slow
@many
@given(st.lists(LINES, min_size=3, max_size=6), TABLES)
def test_many_token_lines(lines: list[str], players: str) -> None:
    survive(sheet_of(lines, players))


@pytest.mark.slow
def test_a_hundred_thousand_lines() -> None:
    """Any words in any order: a hand or problems, and what was understood can be written and read again."""
    dice = random.Random(20261127)
    players = table("Anna", "Ben", "Cem", "Dora")
    for _ in range(100_000):
        parsed = parse_hand(" ".join(dice.choices(WORDS, k=dice.randint(0, 8))), players)
        if parsed.problems or (not parsed.hand.named and parsed.hand.augen):
            continue
        assert parse_hand(format_hand(parsed.hand), players).hand == parsed.hand


@pytest.mark.slow
def test_many_mutated_sheets() -> None:
    for seed in range(400, 6000):
        survive(mutated(seed).encode())
