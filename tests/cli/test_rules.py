"""Rulesets on the command line, and house rules wherever a sheet is shown."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from dokosheet.shell.program import run

SHEET = "dokosheet: 1\nrules: {rules}\nplayers: [Anna, Ben, Cem, Dora]\nhands:\n  - Anna Cem 156\n"


@pytest.fixture
def call(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """Run a command in an empty folder: exit code, output, errors."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("DOKOSHEET_LANG", "en")

    def called(*arguments: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as left:
            run(list(arguments))
        read = capfd.readouterr()
        return int(left.value.code or 0), read.out, read.err

    return called


def sheet(folder: Path, name: str, rules: str) -> str:
    (folder / name).write_text(SHEET.format(rules=rules), "utf-8")
    return name


def test_the_list_has_two_groups(call: Any) -> None:
    _, out, _ = call("rules", "list")
    names = [line.split()[0] for line in out.splitlines()]
    assert names[0] == "tsr"
    assert names.index("kneipe") < names.index("Overlays,") < names.index("armut") < names.index("Rules")


def test_diff(call: Any) -> None:
    code, out, _ = call("rules", "diff", "tsr", "kneipe", "--lang", "de")
    assert code == 0
    assert out.splitlines()[:3] == [
        "kneipe weicht von tsr ab:",
        "- Die zweite Dulle sticht die erste (bisher: die erste Dulle sticht die zweite)",
        "  (TSR 5.3.3)",
    ]
    assert len([line for line in out.splitlines() if line.startswith("- ")]) == 7
    assert call("rules", "diff", "kneipe", "--lang", "de")[1] == out


def test_diff_of_the_same(call: Any) -> None:
    assert call("rules", "diff", "tsr") == (0, "tsr: no other rule than in tsr.\n", "")


def test_diff_of_a_file(call: Any, tmp_path: Path) -> None:
    (tmp_path / "club.yaml").write_text("id: club\nextends: kneipe\nsonderpunkte: {fuchs: null}\n", "utf-8")
    for name in ("club", "club.yaml", "./club.yaml"):
        assert call("rules", "diff", "kneipe", name)[1] == (
            f"{name} departs from kneipe:\n- No Sonderpunkt: Fuchs (TSR 7.2.3)\n"
        )


def test_diff_of_what_is_not_there(call: Any) -> None:
    code, out, err = call("rules", "diff", "kneipen")
    assert (code, out) == (2, "")
    assert err.startswith("dokosheet: there are no rules kneipen")


def test_check(call: Any, tmp_path: Path) -> None:
    assert call("rules", "check", "kneipe", "armut") == (0, "2 rulesets: nothing found\n", "")
    (tmp_path / "slip.yaml").write_text("id: club\nextends: tsr\ndeck: {dule: second}\n", "utf-8")
    code, out, _ = call("rules", "check", "slip.yaml", "tsr")
    assert code == 1
    lines = out.splitlines()
    assert lines[0].startswith("slip.yaml:3:8: error[F102] ")
    assert lines[1] == "  3 | deck: {dule: second}"
    assert lines[-1] == "2 rulesets: 1 error"
    assert call("rules", "check", "nothing.yaml")[0] == 2


@pytest.mark.parametrize("rules", ["tsr", "{extends: tsr}", "{extends: tsr, labels: {fuchs: Juckel}}"])
def test_nothing_is_said_about_the_official_rules(call: Any, tmp_path: Path, rules: str) -> None:
    name = sheet(tmp_path, "a.yaml", rules)
    assert "At this table" not in call("show", name)[1]
    assert json.loads(call("show", name, "--format", "json")[1])["house_rules"] == []
    assert "house" not in call("standings", name)[1]


def test_show_says_what_is_different(call: Any, tmp_path: Path) -> None:
    name = sheet(tmp_path, "a.yaml", "[zweite-dulle, armut]")
    assert call("show", name)[1].splitlines()[:4] == [
        "rules: zweite-dulle+armut",
        "At this table: the second Dulle beats the first; Armut: 3 trumps or fewer",
        "",
        call("show", sheet(tmp_path, "b.yaml", "tsr"))[1].splitlines()[2],
    ]
    value = json.loads(call("show", name, "--format", "json")[1])
    assert [rule["knob"] for rule in value["house_rules"]] == ["deck.dulle", "armut.test", "kinds.armut"]
    assert value["house_rules"][0] == {"knob": "deck.dulle", "old": "first", "new": "second"}


def test_long_lines_are_wrapped(call: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    head = call("show", sheet(tmp_path, "a.yaml", "kneipe"))[1].split("\n\n")[0].splitlines()
    assert max(map(len, head)) <= 60
    assert all(line.startswith("  ") for line in head[2:])


def test_standings_name_the_house_rules(call: Any, tmp_path: Path) -> None:
    sheets = [
        sheet(tmp_path, f"{n}.yaml", rules)
        for n, rules in enumerate(("tsr", "kneipe", "{extends: tsr, value: {won: 2}}"))
    ]
    assert call("standings", *sheets)[1].splitlines()[-1] == "Played with house rules: 2 sheets (kneipe and tsr+sheet)."
    rows = call("standings", *sheets, "--format", "csv")[1].splitlines()
    assert rows[0].endswith(",average,tie_break,rules,money,counted")
    assert rows[1].endswith(",,kneipe; tsr; tsr+sheet,,")
    value = json.loads(call("standings", *sheets, "--format", "json")[1])
    assert value["house_sheets"] == 2
    assert value["standings"][0]["rules"] == ["kneipe", "tsr", "tsr+sheet"]


def test_rules_that_say_what_bundled_ones_say_have_their_name(call: Any, tmp_path: Path) -> None:
    written = sheet(tmp_path, "a.yaml", "{extends: tsr, value: {won: 1}}")
    value = json.loads(call("standings", written, "--format", "json")[1])
    assert value["standings"][0]["rules"] == ["tsr"]


@pytest.mark.parametrize("what", ["rules", "layout"])
def test_the_schema_says_what_each_key_is(call: Any, what: str) -> None:
    schema = json.loads(call("schema", what)[1])
    assert schema["additionalProperties"] is False
    assert all(part["description"] for part in schema["properties"].values())
