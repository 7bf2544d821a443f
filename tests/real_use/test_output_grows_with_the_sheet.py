"""What is said about a sheet grows with the sheet, and no faster: what is alike is counted."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers import run

HEAD = "dokosheet: 1\nplayers: [Anna, Ben, Cem, Dora]\nhands:\n"
#: So many times the size of a line of 1,500 characters may be said about it.
TIMES = 8
TOKENS = (
    *("ok:Z", "ok:Z,Z,Z", "ok:S404", "re", "re@9", "re/Ben", "k90:re", "f:A", "fuchs:", "schwarz", "gilt", "pflicht"),
    *("x", "A", "1", "=1", "==1", "wert:1", "sieger:re", "geber:An", "aussetzt:A", "stich1:9/A", "herzstich", "§"),
)
BEGINNINGS = ("Anna Cem 130", "Anna damensolo 130", "strafe Dora gering", "ende", "uebertrag 0,0,0,0", "kommt Emil")


def said(folder: Path, text: str, *options: str) -> str:
    (folder / "a.yaml").write_text(text, "utf-8")
    done = run(folder, "check", *options, "a.yaml")
    return done.stdout + done.stderr


@pytest.mark.parametrize("beginning", BEGINNINGS)
def test_a_line_that_says_the_same_again_and_again(beginning: str, tmp_path: Path) -> None:
    for token in TOKENS:
        line = f"{beginning} {' '.join([token] * (1500 // (len(token) + 1)))}"
        out = said(tmp_path, f"{HEAD}  - '{line}'\n")
        assert len(out) < TIMES * len(line), token


@pytest.mark.parametrize("options", [(), ("--format", "json"), ("--format", "github"), ("--plain",)])
def test_answers_in_every_format(options: tuple[str, ...], tmp_path: Path) -> None:
    lines = [f"Anna Cem 130 {' '.join(f'ok:X{i:03}' for i in range(400))}"] * 10
    for text in (
        HEAD + "".join(f"  - {line}\n" for line in lines),
        HEAD + f"  - Anna Cem 130 ok:{','.join(['Z'] * 1900)}\n",
        HEAD.replace("hands:", f"ok: [{','.join(['Z'] * 20_000)}]\nhands:") + "  - Anna Cem 130\n",
        HEAD + "  - {re: [Anna, Cem], augen: 130, ok: [" + ",".join(["Z"] * 2000) + "]}\n",
    ):
        assert 0 < len(said(tmp_path, text, *options)) < TIMES * len(text)


@pytest.mark.parametrize(
    "text",
    [
        "dokosheet: 1\nplayers: [" + ",".join(["A"] * 2000) + "]\nhands:\n",
        HEAD + "".join(f"k{i}: 1\n" for i in range(1000)),
        HEAD + "  - {" + ", ".join(f"k{i}: 1" for i in range(500)) + "}\n",
        HEAD + "  - {re: [" + ",".join(["X"] * 1000) + "], augen: 130}\n",
    ],
    ids=["players", "keys", "keys of a mapping", "names in a mapping"],
)
def test_a_head_and_a_mapping_too(text: str, tmp_path: Path) -> None:
    assert 0 < len(said(tmp_path, text)) < TIMES * len(text)


def test_how_many_there_are_besides_is_said(tmp_path: Path) -> None:
    out = said(tmp_path, HEAD + f"  - Anna Cem 130 {' '.join(f'ok:X{i:03}' for i in range(20))}\n")
    assert out.count("notice[B510]") == 8
    assert out.count("more like it") == 1
    assert "ok:X007 answers a finding that is not here (and 12 more like it)\n" in out
    eight = said(tmp_path, HEAD + f"  - Anna Cem 130 {' '.join(f'ok:X{i:03}' for i in range(8))}\n")
    assert (eight.count("notice[B510]"), "more like it" in eight) == (8, False)
