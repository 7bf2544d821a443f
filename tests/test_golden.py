"""What the program says of whole sheets, word for word: the examples, and the sheets of the manual.

``DOKOSHEET_UPDATE_DOCS=1`` writes it anew; what changes then is read as a diff before it is kept.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from helpers import said

ROOT = Path(__file__).parents[1]
GOLDEN = Path(__file__).parent / "golden"
COMMANDS = tuple(
    (*command.split(), "--format", form, "--lang", lang)
    for command in ("check", "show", "standings")
    for form, lang in (("text", "de"), ("text", "en"), ("json", "en"))
)


def _sheets() -> dict[str, str]:
    found = {f"example-{path.stem}": path.read_text("utf-8") for path in sorted((ROOT / "examples").glob("*.yaml"))}
    for page in sorted((ROOT / "docs").rglob("*.md")):
        blocks = re.findall(r"^```yaml\n(.*?)^```", page.read_text("utf-8"), re.DOTALL | re.MULTILINE)
        whole = [block for block in blocks if "players:" in block and "hands:" in block]
        found |= {f"{page.stem}-{n}": block for n, block in enumerate(whole, 1)}
    return found


SHEETS = _sheets()


@pytest.mark.parametrize("name", SHEETS)
def test_what_is_said_of_a_sheet(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "abend.yaml").write_text(SHEETS[name], "utf-8")
    monkeypatch.chdir(tmp_path)
    parts = []
    for verb, *options in COMMANDS:
        code, out, err = said((verb, "abend.yaml", *options))
        parts.append(f"$ dokosheet {verb} {' '.join(options)}  # {code}\n{out}{err}")
    today, golden = "\n".join(parts), GOLDEN / f"{name}.out"
    if os.environ.get("DOKOSHEET_UPDATE_DOCS"):
        golden.write_text(today, "utf-8")
    assert today == golden.read_text("utf-8")


def test_every_record_has_its_sheet() -> None:
    assert {path.stem for path in GOLDEN.glob("*.out")} == set(SHEETS)
