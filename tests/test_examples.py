"""The examples: three clean sheets, and one in which everything has gone wrong that can."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from dokosheet.shell.program import run

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples"
CLEAN = ("spielabend.yaml", "fuenfertisch.yaml", "zweite_runde.yaml", "kneipenabend.yaml")
UPDATE = bool(os.environ.get("DOKOSHEET_UPDATE_DOCS"))


@pytest.fixture
def call(capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch) -> Any:
    """Run a command in the project's folder: exit code and output."""
    monkeypatch.chdir(ROOT)

    def called(*arguments: str) -> tuple[int, str]:
        with pytest.raises(SystemExit) as left:
            run(list(arguments))
        return int(left.value.code or 0), capfdbinary.readouterr().out.decode("utf-8")

    return called


def findings(call: Any, sheet: str) -> list[dict[str, Any]]:
    _, output = call("check", f"examples/{sheet}", "--format", "json", "--lang", "en")
    found: list[dict[str, Any]] = json.loads(output)["findings"]
    return found


def shown(call: Any, sheet: str) -> dict[str, Any]:
    _, output = call("show", f"examples/{sheet}", "--format", "json")
    value: dict[str, Any] = json.loads(output)
    return value


def golden(file: str, today: str) -> str:
    path = EXAMPLES / file
    if UPDATE:
        path.write_text(today, "utf-8")
    return path.read_text("utf-8")


@pytest.mark.parametrize("sheet", CLEAN)
def test_a_clean_example_has_no_finding(call: Any, sheet: str) -> None:
    assert findings(call, sheet) == []
    code, _ = call("check", f"examples/{sheet}", "--strict")
    assert code == 0


@pytest.mark.parametrize("sheet", CLEAN)
def test_a_clean_example_is_a_finished_round(call: Any, sheet: str) -> None:
    value = shown(call, sheet)
    assert value["next"]["finished"] is True
    assert value["next"]["open_pflichtsoli"] == []
    assert sum(value["totals"].values()) == 0


@pytest.mark.parametrize(("sheet", "hands", "soli"), [("spielabend.yaml", 24, 4), ("fuenfertisch.yaml", 30, 5)])
def test_a_whole_round_has_its_hands_and_pflichtsoli(call: Any, sheet: str, hands: int, soli: int) -> None:
    rows = shown(call, sheet)["hands"]
    assert len(rows) == hands
    assert sum(row["mode"] in ("pflicht", "vorgefuehrt") for row in rows) == soli
    assert [row["mode"] for row in rows].count("vorgefuehrt") >= 1


def written(line: str, mark: str, players: list[str]) -> dict[str, int | None] | None:
    """A written row of a line: ``=`` the points, ``==`` the totals."""
    cells = [word[len(mark) :] for word in line.split() if re.fullmatch(rf"{mark}[^=]+", word)]
    if not cells:
        return None
    values = [None if cell == "-" else int(cell) for cell in cells[0].split(",")]
    return dict(zip(players, values, strict=True))


@pytest.mark.parametrize("sheet", CLEAN)
def test_the_written_rows_are_the_computed_ones(call: Any, sheet: str) -> None:
    value = shown(call, sheet)
    lines = (EXAMPLES / sheet).read_text("utf-8").splitlines()
    totals = 0
    for row in value["hands"]:
        line = lines[row["line"] - 1]
        assert written(line, "=", value["players"]) == row["points"]
        assert sum(row["totals"].values()) == 0
        total = written(line, "==", value["players"])
        if total is not None:
            totals += 1
            assert total == row["totals"]
    assert totals >= 1


def test_the_spielabend_shows_every_kind_of_row(call: Any) -> None:
    rows = shown(call, "spielabend.yaml")["hands"]
    assert {"hochzeit", "hochzeit_allein", "stille_hochzeit"} <= {row["kind"] for row in rows}
    assert {"normal", "pflicht", "vorgefuehrt", "lust", "still", "allein"} == {row["mode"] for row in rows}
    assert [row["n"] for row in rows if row["winner"] is None] == [12]
    assert any(item["id"] == "l0" for row in rows for item in row["items"])
    text = (EXAMPLES / "spielabend.yaml").read_text("utf-8")
    assert all(word in text for word in ("hochzeit@1", "hochzeit@2", "hochzeit@3", "strafe", "neugeben", "notiz"))


def test_two_rounds_make_a_tie(call: Any) -> None:
    sheets = ("examples/spielabend.yaml", "examples/zweite_runde.yaml")
    _, output = call("standings", *sheets, "--format", "json")
    assert [row["place"] for row in json.loads(output)["standings"]] == [1, 1, 3, 4]
    _, output = call("standings", *sheets, "--format", "json", "--tie-break", "games-won")
    assert [row["place"] for row in json.loads(output)["standings"]] == [1, 2, 3, 4]


def test_the_faulty_example_gives_exactly_these_findings(call: Any) -> None:
    found = findings(call, "fehler.yaml")
    today = "".join(f"{f['line']}:{f['column']} {f['severity']}[{f['code']}] {f['name']}\n" for f in found)
    assert golden("fehler.out", today) == today
    assert len({f["code"] for f in found}) >= 12


def test_the_faulty_example_in_german(call: Any) -> None:
    code, today = call("check", "examples/fehler.yaml", "--lang", "de")
    assert code == 1
    assert golden("fehler.de.txt", today) == today


def test_each_slip_is_one_finding_below_its_comment(call: Any) -> None:
    lines = (EXAMPLES / "fehler.yaml").read_text("utf-8").splitlines()
    slips = [n for n, line in enumerate(lines, 1) if line.startswith("  # ")]
    right = ("  # Diese Zeile stimmt.", "  # Hier ist richtig weitergerechnet, mit beiden falschen Ständen.")
    expected = [n + 1 for n in slips if lines[n - 1] not in right]
    assert [f["line"] for f in findings(call, "fehler.yaml")] == expected


#: What stands at the place of each finding of fehler.yaml, in the order of the file.
TOKENS = (
    "3",
    "9",
    "-11",
    "geber:Bernd",
    "re@9/Anke",
    "fuchs:Cem",
    "karlchen:Doris",
    "pflicht",
    "239",
    "alten:kontra",
    "240",
    "hochzeit@4",
    "re/Doris",
    "=2,2,2,2",
    "lust",
    "=3,-1,-1,1",
    "=3,-3,2,-2",
    "Benrd",
    "k90",
    "145:85",
    "121-180",
    "sieger:Cem,Doris",
    "Bernd",
    "mittel",
)


def test_every_finding_points_at_its_token(call: Any) -> None:
    lines = (EXAMPLES / "fehler.yaml").read_text("utf-8").splitlines()
    found = findings(call, "fehler.yaml")
    assert tuple(lines[f["line"] - 1][f["column"] - 1 : f["end_column"] - 1] for f in found) == TOKENS


@pytest.mark.parametrize("sheet", [path.name for path in sorted(EXAMPLES.glob("*.yaml"))])
def test_every_example_is_canonical(call: Any, sheet: str) -> None:
    before = (EXAMPLES / sheet).read_bytes()
    _, output = call("fmt", "--check", f"examples/{sheet}", "--lang", "en")
    said = "what cannot be read is left as it is, the rest is" if sheet == "fehler.yaml" else "all"
    assert output.splitlines()[-1] == f"examples/{sheet}: {said} in canonical form"
    assert (EXAMPLES / sheet).read_bytes() == before
