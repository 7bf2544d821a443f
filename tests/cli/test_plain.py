"""``--plain``: nothing that needs an eye, and nothing that is lost by it; narrow terminals without it."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from every_verb import EXAMPLES, prepare
from helpers import said, texts
from terminal import at_terminal

ROOT = Path(__file__).parents[2]
SHEET = "dokosheet: 1\nplayers: [Anna, Ben, Cem, Dora]\nhands:\n"
#: Signs that every screen reader says or passes over without harm: no box, no caret at the end of a line of blanks.
KNOWN = re.compile(r"[\w .,;:!?()\[\]{}'\"„“”/+*=%&@#<>|$§€`~\\-]*")
#: What documents that are printed as they are (YAML, JSON, CSV, a diff) are known by; they do not change.
PROGRAMS = re.compile(
    r"--format (?:json|csv|github)|--dialect|--diff|score -|schema|rules show|--show-completion|\bimport\b"
)


def faults(output: str) -> list[str]:
    """The lines that are not plain."""
    return [
        line
        for line in output.split("\n")[:-1]
        if "  " in line or line != line.strip() or not line or not KNOWN.fullmatch(line) or re.match(r"\d+ \|", line)
    ]


def test_what_is_drawn_is_found() -> None:
    drawn = ["No  Dealer", "  indented", "", "     ^^^", "─────", "\x1b[1mhead\x1b[0m", "a\rb", "10 | - Anna", "blank "]
    assert faults("\n".join([*drawn, "plus 2", ""])) == drawn


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    for name in ("DOKOSHEET_PLAIN", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def run(line: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Run a line of bash that begins with ``dokosheet``."""
    environment = {**os.environ, "DOKOSHEET_LANG": "en", "PYTHONUTF8": "1", **env}
    script = f'dokosheet() {{ {sys.executable} -m dokosheet "$@"; }}; {line}'
    return subprocess.run(["bash", "-c", script], env=environment, capture_output=True, encoding="utf-8")


@pytest.mark.parametrize("lang", ["de", "en"])
@pytest.mark.parametrize("verb", EXAMPLES)
def test_every_command_is_plain(folder: Path, verb: str, lang: str) -> None:
    prepare(verb, folder)
    code, output, _ = said([*verb.split(), "--help", "--plain"], DOKOSHEET_LANG=lang)
    assert (code, faults(output)) == (0, [])
    call = EXAMPLES[verb]
    code, output, errors = said([*shlex.split(call)[1:], "--plain"], DOKOSHEET_LANG=lang)
    assert code == (1 if "fehler" in call else 2 if verb == "table" else 0)
    assert (errors != "") == (verb == "table")
    if not PROGRAMS.search(call):
        assert faults(output) == []


@pytest.mark.slow
def test_every_command_of_the_manual_is_plain(folder: Path) -> None:
    manual = (ROOT / "docs" / "commands.md").read_text("utf-8")
    consoles = re.findall(r"^`{3,}console\n(.*?)^`{3,}$", manual, re.MULTILINE | re.DOTALL)
    lines = [line for console in consoles for line in re.findall(r"^\$ (.*)$", console, re.MULTILINE)]
    lines = [line for line in lines if not line.startswith("export")]
    parts = [f"{line}\nprintf '\\036'\n" for line in lines]
    done = run("exec 2>&1\n" + "".join(parts), DOKOSHEET_PLAIN="1", DOKOSHEET_LANG="de", COLUMNS="80")
    outputs = dict(zip(lines, done.stdout.split("\x1e"), strict=False))
    mine = {line: said for line, said in outputs.items() if line.startswith("dokosheet ") and not PROGRAMS.search(line)}
    assert len(mine) > 50
    assert {line: faults(said) for line, said in mine.items() if faults(said)} == {}


#: What the examples do not hold: pages, points that nobody knows, lines of points, a table of five.
ODD = {
    "holes": ("uebertrag ==4,-4,2,-2", "Anna Cem 156", "luecke 2", "Ben Dora 131", "endstand ==1,2,3,-6"),
    "unread": ("Anna Cem 156 =?,?,?,?", "strafe Dora gering", "Ben Cem u60 rot"),
    "points": ("=2,-2,2,-2", "Ben damensolo wert:3", "strafe Dora gering", "neugeben Ben"),
    "five": ("Ben Cem 121-150 re90/Ben", "kommt Emil", "Anna Cem 240 schwarz kontra@10"),
}
SHEETS = {path.stem: path.read_text("utf-8") for path in sorted((ROOT / "examples").glob("*.yaml"))}
SHEETS |= {name: SHEET + "".join(f"  - {line}\n" for line in lines) for name, lines in ODD.items()}


@pytest.mark.parametrize("name", SHEETS)
@pytest.mark.parametrize("lang", ["de", "en"])
def test_no_number_of_the_list_is_lost(folder: Path, name: str, lang: str) -> None:
    (folder / "list.yaml").write_text(SHEETS[name], "utf-8")
    value = json.loads(said(["show", "list.yaml", "--format", "json", "--plain"], DOKOSHEET_LANG=lang)[1])
    spoken = said(["show", "list.yaml", "--plain"], DOKOSHEET_LANG=lang)[1]
    assert faults(spoken) == []
    lines = iter(spoken.splitlines())
    t = texts(lang, plain=True)

    def numbers(points: dict[str, Any]) -> str:
        return ", ".join(f"{player} {t.signed(n)}" for player, n in points.items() if n is not None)

    for hand in value["hands"]:
        assert any(re.match(rf"(Hand|Spiel) {hand['n']}\b.*\.$", line) for line in lines)
        points = t("score.points", points=numbers(hand["points"])) if hand["points"] else t("plain.no-points")
        assert next(lines).split(". ")[0] == points
        totals = t("show.totals", totals=numbers(hand["totals"])) if hand["totals_known"] else t("plain.no-totals")
        assert next(lines) == totals
    for penalty in value["penalties"]:
        assert not penalty["points"] or t("score.points", points=numbers(penalty["points"])) in spoken
    for page in value["pages"]:
        assert not page["totals_known"] or t("show.totals", totals=numbers(page["totals"])) in spoken
    assert t("show.totals", totals=numbers(value["totals"])) in spoken


def test_what_stands_in_the_columns_is_said(folder: Path) -> None:
    (folder / "list.yaml").write_text(
        f"{SHEET}  - Ben damensolo 190 re@11/Ben\n  - Anna Cem hochzeit@2 131 kontra fuchs:Dora doppelkopf:re\n"
        "  - Cem Dora 240 schwarz\n  - strafe Dora gering\n",
        "utf-8",
    )
    lines = said(["show", "list.yaml", "--plain"])[1].splitlines()
    assert [line for line in lines if line.startswith(("Hand", "Penalty"))] == [
        (
            "Hand 1, dealer Anna. Damensolo: Ben. Pflichtsolo. Augen 190. Re called: Ben, with 11 cards. "
            "Re wins, value plus 5."
        ),
        (
            "Hand 2, dealer Anna. Hochzeit: Anna and Cem, found in trick 2. Augen 131. Kontra called. "
            "Fuchs caught: Dora. Doppelkopf: Re. Re wins, value plus 3."
        ),
        "Hand 3, dealer Ben. Re: Cem and Dora. Augen 240. Without a trick. Re wins, value plus 5.",
        "Penalty minor: Dora.",
    ]


def test_only_who_sat_at_the_table_sits_out(folder: Path) -> None:
    lines = ["Anna Cem 156", "strafe Dora gering", "kommt Emil", "Anna Emil 140", "geht Dora", "Anna Emil 140"]
    (folder / "list.yaml").write_text(SHEET + "".join(f"  - {line}\n" for line in lines), "utf-8")
    spoken = said(["show", "list.yaml", "--plain"])[1]
    assert [line.split(". ")[1:] for line in spoken.splitlines() if line.startswith("Points")] == [
        [],
        [],
        ["Sits out: Ben"],
        [],
    ]


@pytest.mark.parametrize("hands", [0, 1])
def test_who_has_not_come_yet_has_no_points_in_the_list(folder: Path, hands: int) -> None:
    lines = ["Anna Cem 156", "strafe Dora gering", "kommt Emil", *["Anna Emil 140"] * hands]
    (folder / "list.yaml").write_text(SHEET + "".join(f"  - {line}\n" for line in lines), "utf-8")
    head, *rows = said(["show", "list.yaml"])[1].split("\n\n")[1].split("\n")
    assert head.endswith(" Emil")
    dora = head.index("Dora") + len("Dora")
    assert [row[dora:].strip() for row in rows] == ["", "", *["+1    1"] * hands]
    hands_of = json.loads(said(["show", "list.yaml", "--format", "json"])[1])["hands"]
    assert [hand["points"]["Emil"] for hand in hands_of] == [None, *[1] * hands]
    code, output = at_terminal(folder, "show", "list.yaml", columns=40)
    assert code in (0, 1)
    assert "Em" in output.split("\n\n")[1].split("\n")[0]


def test_the_totals_are_said_once_and_no_marks(folder: Path) -> None:
    spoken = said(["show", "examples/spielabend.yaml", "--plain"])[1].splitlines()
    hands = sum(line.startswith("Hand ") for line in spoken)
    penalties = sum(line.startswith("Penalty ") for line in spoken)
    assert sum(line.startswith("Totals: ") for line in spoken) == hands + penalties
    assert not any("P Pflichtsolo" in line for line in spoken)


def test_what_programs_read_does_not_change(folder: Path) -> None:
    for call in (
        "check examples/fehler.yaml --format json",
        "check examples/fehler.yaml --format github",
        "check examples/fehler.yaml --diff",
        "show examples/fehler.yaml --format json",
        "standings examples --format json",
        "standings examples --format csv",
        "value -5 --format json",
        "rules show tsr",
    ):
        assert said(call.split(), DOKOSHEET_PLAIN="1") == said(call.split())
    call = "dokosheet score - <<< 'A C 156 =2,-2,2,-3'"
    assert run(call, DOKOSHEET_PLAIN="1").stdout == run(call).stdout


def test_what_is_written_into_a_sheet_does_not_change(folder: Path) -> None:
    written = []
    for env in ({}, {"DOKOSHEET_PLAIN": "1"}):
        shutil.copy(ROOT / "examples" / "fehler.yaml", folder / "fehler.yaml")
        run("dokosheet check --fix fehler.yaml", **env)
        written.append(re.sub(r"um:\S+", "", (folder / "fehler.yaml").read_text("utf-8")))
    assert written[0] == written[1]
    assert "gestrichen" in written[0]


@pytest.mark.parametrize(
    ("call", "value", "plain"),
    [
        ("--plain standings examples", "", True),
        ("standings examples --plain", "", True),
        ("standings examples", "1", True),
        ("standings examples", "0", False),
        ("standings examples", "", False),
    ],
)
def test_the_option_and_the_variable(folder: Path, call: str, value: str, plain: bool) -> None:
    assert run(f"dokosheet {call}", DOKOSHEET_PLAIN=value).stdout.startswith("Place: 1;") == plain


LONG = ("Maximiliane", "Bartholomäus", "Christophorus", "Friederike", "Konstantin", "Wilhelmine", "Hildegard")


def long_names(players: int) -> str:
    """A sheet with a hand of every sort, at a table of these players."""
    names = LONG[:players]
    # whoever deals at a table of five or more sits out
    return (
        f"dokosheet: 1\nplayers: [{', '.join(names)}]\nhands:\n  - Bart Chris 156 re@11/Bart kontra90@9 "
        "fuchs:Bart doppelkopf:Chris karlchen:re\n  - Chris Frie hochzeit@2 131\n  - strafe Max gering\n"
        "  - Frie damensolo 190 re\n"
    )


@pytest.mark.parametrize(
    ("players", "columns"), [(4, 80), (5, 80), (7, 80), (4, 60), (5, 60), (7, 60), (4, 40), (5, 40)]
)
def test_no_row_wraps(folder: Path, players: int, columns: int) -> None:
    (folder / "list.yaml").write_text(long_names(players), "utf-8")
    code, output = at_terminal(folder, "show", "list.yaml", columns=columns)
    rows = [re.sub(r"\x1b\[[\d;]*m", "", line) for line in output.split("\n\n")[1].split("\n")]
    assert code in (0, 1)
    assert len(rows) == 5
    assert max(map(len, rows)) <= columns
    assert all(name[:2] in rows[0] for name in LONG[:players])


@pytest.mark.parametrize("columns", [80, 60])
@pytest.mark.parametrize("lang", ["de", "en"])
def test_no_row_of_the_standings_wraps(folder: Path, columns: int, lang: str) -> None:
    whole = said(["standings", "examples", "--tie-break", "average,games-won"], DOKOSHEET_LANG=lang)[1]
    call = ("standings", "examples", "--tie-break", "average,games-won")
    output = at_terminal(folder, *call, columns=columns, DOKOSHEET_LANG=lang)[1]
    head, *rows = [re.sub(r"\x1b\[[\d;]*m", "", line) for line in output.splitlines()]
    t = texts(lang)
    end = next(i for i, line in enumerate(rows) if line.startswith(t("show.hidden", columns="")[:7]))
    assert max(map(len, [head, *rows[:end]])) <= columns
    assert all(t(f"standings.{name}") in head for name in ("place", "player", "points"))
    hidden = re.split(", | and | und ", rows[end].split(": ")[1].rstrip("."))
    titles = re.split(" {2,}", whole.split("\n")[0].strip())
    assert set(hidden) < set(titles)
    assert head.split() == " ".join(title for title in titles if title not in hidden).split()


def test_without_colour(folder: Path) -> None:
    assert "\x1b[1m" in at_terminal(folder, "show", "examples/spielabend.yaml")[1]
    for env in ({"NO_COLOR": "1"}, {"DOKOSHEET_PLAIN": "1"}, {"TERM": "dumb"}):
        code, output = at_terminal(folder, "show", "examples/spielabend.yaml", **env)
        assert code == 0
        assert "\x1b" not in output


@pytest.mark.parametrize("lang", ["de", "en"])
def test_asking_without_redrawing(folder: Path, lang: str) -> None:
    (folder / "list.yaml").write_text(SHEET, "utf-8")
    typed = "a\nc\n156\nr\nfa\n\n\n"
    code, output = at_terminal(folder, "add", "list.yaml", "--plain", typed=typed, DOKOSHEET_LANG=lang)
    assert code == 0
    assert (folder / "list.yaml").read_text("utf-8") == f"{SHEET}  - Anna Cem 156 re fuchs:Anna\n"
    assert not set("\r\x1b\b") & set(output)
    printed = [line.strip() for line in output.splitlines() if not line.startswith("> ")]
    assert [line for line in printed if line and line not in typed.split("\n") and faults(f"{line}\n")] == []
    assert any(
        line.startswith("Re: 1 or a Anna, 2 or b Ben" if lang == "en" else "Re: 1 oder a Anna") for line in printed
    )
