"""A sheet names rulesets that lie beside it or above; nothing else of a computer is read, waited for or shown."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from helpers import program, rulesets, speak

HEAD = "dokosheet: 1\nrules: %s\nplayers: [A, B, C, D]\nhands:\n  - A C 130\n"
CLUB = "id: verein\nname: Verein\nextends: tsr\nvalue: {won: 2}\n"


@pytest.fixture
def year(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of sheets, with the club's rules above it and something that is nobody's business beside them."""
    (tmp_path / "vereinsregeln.yaml").write_text(CLUB, "utf-8")
    (tmp_path / "passwort.yaml").write_text("geheim: Sesam\n", "utf-8")
    (tmp_path / "passwort.txt").write_text("id: Sesam\nextends: tsr\n", "utf-8")
    (tmp_path / "kaputt.yaml").write_text("geheim: [Sesam\n", "utf-8")
    (tmp_path / "dienste.yml").write_text("name: x\nservices: {db: {geheim: Sesam}}\n", "utf-8")
    (tmp_path / "pruefer.yml").write_text("extends: standard\nenv: {a: Sesam}\nparser: Sesam\n", "utf-8")
    folder = tmp_path / "2026"
    folder.mkdir()
    monkeypatch.chdir(folder)
    rulesets.forget()
    speak("en")
    return folder


def check(rules: str) -> tuple[int, str]:
    Path("abend.yaml").write_text(HEAD % rules, "utf-8")
    return program.perform(["check", "abend.yaml"])


@pytest.mark.parametrize(
    "rules",
    ["../vereinsregeln.yaml", "../vereinsregeln", "[../vereinsregeln.yaml]", "{extends: ../vereinsregeln.yaml}"],
)
def test_the_rules_of_a_club_lie_above_its_years(year: Path, rules: str) -> None:
    assert check(rules)[0] == 0
    assert '"value": 2' in program.perform(["show", "abend.yaml", "--format", "json"])[1]


@pytest.mark.parametrize(
    "rules",
    [
        "/proc/self/environ",
        "/proc/kmsg",
        "/etc/passwd",
        "/dev/zero",
        "[tsr, /proc/self/environ]",
        "{extends: /proc/self/environ}",
        "C:\\verein.yaml",
        "\\\\server\\verein.yaml",
        "~/verein.yaml",
    ],
)
def test_a_path_from_the_top_is_refused(year: Path, rules: str) -> None:
    code, said = check(rules)
    assert code == 1
    assert said.count("error[F104]") == 1
    assert "abend.yaml:2:" in said
    assert "anywhere on this computer" in said


def test_a_path_from_the_top_to_real_rules_is_refused_too(year: Path) -> None:
    assert "anywhere on this computer" in check(str(year.parent / "vereinsregeln.yaml"))[1]


def test_the_one_who_calls_may_name_any_ruleset(year: Path) -> None:
    assert program.perform(["score", "--rules", str(year.parent / "vereinsregeln.yaml"), "A C 130"])[0] == 0


def test_what_he_names_is_written_as_a_path_from_the_sheet(year: Path) -> None:
    club = str(year.parent / "vereinsregeln.yaml")
    Path("liste.csv").write_text("Spiel;Anna;Ben;Cem;Dora\n1;1;-1;1;-1\n2;1;1;-1;-1\n", "utf-8")
    assert program.perform(["new", "neu.yaml", "--players", "A,B,C,D", "--rules", club])[0] == 0
    assert program.perform(["import", "liste.csv", "--rules", club, "-o", "alt.yaml"])[0] == 0
    for name in ("neu.yaml", "alt.yaml"):
        assert "\nrules: ../vereinsregeln.yaml\n" in Path(name).read_text("utf-8")
        assert program.perform(["check", name])[0] == 0


def test_a_ruleset_names_no_path_from_the_top_either(year: Path) -> None:
    (year / "eigene.yaml").write_text("id: eigene\nextends: /proc/self/environ\n", "utf-8")
    said = check("./eigene.yaml")[1]
    assert "eigene.yaml:2:" in said
    assert "anywhere on this computer" in said


@pytest.mark.parametrize(
    "rules",
    ["../passwort.yaml", "../passwort", "../kaputt.yaml", "../passwort.txt", ".", "../dienste.yml", "../pruefer.yml"],
)
def test_what_is_no_ruleset_is_not_shown(year: Path, rules: str) -> None:
    code, said = check(rules)
    assert code == 1
    assert "abend.yaml:2:8: error[F10" in said
    assert "Sesam" not in said
    assert "geheim" not in said
    for verb in ("show", "standings", "fmt"):
        assert "Sesam" not in program.perform([verb, "abend.yaml"])[1]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="links and pipes are of other systems")
@pytest.mark.parametrize("target", ["../passwort.txt", "/proc/self/environ", "/dev/zero", "pipe", "nirgends"])
def test_a_link_leads_to_a_ruleset_or_is_refused(year: Path, target: str) -> None:
    os.mkfifo("pipe")
    os.symlink(target, "regeln.yaml")
    code, said = check("./regeln.yaml")
    assert code == 1
    assert "error[F104]" in said
    assert "Sesam" not in said


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="links and pipes are of other systems")
def test_a_pipe_keeps_nobody_waiting_and_a_link_to_the_clubs_rules_is_fine(year: Path) -> None:
    os.mkfifo("pipe.yaml")
    assert "error[F104]" in check("./pipe.yaml")[1]
    os.symlink("../vereinsregeln.yaml", "regeln.yaml")
    assert check("./regeln.yaml")[0] == 0


def test_the_same_files_are_watched(year: Path) -> None:
    from dokosheet.files.tree import parse

    def watched(rules: str) -> list[str]:
        node = parse(f"{rules}\n")[0]
        assert node is not None
        return [os.path.relpath(file, year) for file in rulesets.own_files(node, year)]

    assert watched("../vereinsregeln") == ["../vereinsregeln.yaml", "../vereinsregeln.yml"]
    assert watched("[tsr, ./a.yaml]") == ["a.yaml"]
    assert watched("/etc/passwd") == []
