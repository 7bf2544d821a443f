"""Every command has help in both languages, with an example that runs."""

from __future__ import annotations

import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

import helpers

EXAMPLES = Path(__file__).parents[2] / "examples"
VERBS = (
    "new",
    "add",
    "show",
    "fmt",
    "check",
    "explain",
    "score",
    "standings",
    "value",
    "import",
    "rules",
    "rules list",
    "rules show",
    "rules diff",
    "rules check",
    "schema",
    *("amend", "strike", "insert", "move", "penalty", "join", "leave", "close", "reopen"),
    *("seats", "rename", "undo", "redo", "history"),
)
#: What has to be done before an example can run.
BEFORE = {"undo": ("amend abend.yaml 1 131",), "redo": ("amend abend.yaml 1 131", "undo abend.yaml")}
WORDS = {"de": ("Aufruf:", "Beispiel:", "Diese Hilfe."), "en": ("Usage:", "Example:", "This help.")}
SHEET = "dokosheet: 1\nplayers: [Anna, Ben, Cem, Dora]\nhands:\n  - anna cem 156\n"


def run(line: str, cwd: Path, lang: str = "en") -> subprocess.CompletedProcess[str]:
    return helpers.run(cwd, *shlex.split(line)[1:], lang=lang)


@pytest.mark.parametrize("lang", WORDS)
@pytest.mark.parametrize("verb", ["", "table", *VERBS])
def test_help_speaks_the_language(tmp_path: Path, verb: str, lang: str) -> None:
    done = run(f"dokosheet {verb} --help", tmp_path, lang)
    assert (done.returncode, done.stderr) == (0, "")
    assert all(word in done.stdout for word in WORDS[lang])
    other = WORDS["en" if lang == "de" else "de"]
    assert not any(word in done.stdout for word in other)
    assert " help." not in done.stdout.replace("This help.", "")


@pytest.mark.parametrize("verb", VERBS)
def test_the_example_runs(tmp_path: Path, verb: str) -> None:
    shutil.copytree(EXAMPLES, tmp_path / "examples")
    if verb != "new":
        (tmp_path / "abend.yaml").write_text(SHEET, "utf-8")
    for line in BEFORE.get(verb, ()):
        assert run(f"dokosheet {line}", tmp_path).returncode == 0
    text = run(f"dokosheet {verb} --help", tmp_path).stdout
    example = text.split("Example:\n")[1].strip()
    assert example.startswith(f"dokosheet {verb}")
    done = run(example, tmp_path)
    assert done.returncode == (1 if "fehler.yaml" in example else 0), done
    assert done.stdout
    assert done.stderr == ""
