"""The documentation is run: every console block, every whole sheet, every link, the list of checks.

``DOKOSHEET_UPDATE_DOCS=1 pytest tests/docs`` writes what the program says today into the pages and into
``examples/fehler.*``; review that as a diff.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest

import dokosheet
from calling import callable_as
from dokosheet.cli.explain import catalogue
from helpers import CODES, checks, keep, read_sheet

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]
UPDATE = bool(os.environ.get("DOKOSHEET_UPDATE_DOCS"))
BLOCK = re.compile(r"^(?P<fence>`{3,})(?P<info>[^\n`]*)\n(?P<body>.*?)^(?P=fence)$", re.MULTILINE | re.DOTALL)
#: Written behind the output of each command; no output holds it.
END = "\x1e"


def name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def blocks(text: str, info: str) -> list[str]:
    return [found["body"] for found in BLOCK.finditer(text) if found["info"] == info]


class Command(NamedTuple):
    """A command of a console block and the output below it."""

    line: str
    output: list[str]


def commands(body: str) -> list[Command]:
    found: list[Command] = []
    for line in body.splitlines():
        if line.startswith("$ "):
            found.append(Command(line[2:], []))
        else:
            assert found, f"a console block begins with a command, not with {line!r}"
            found[-1].output.append(line)
    return found


def run(lines: list[str], folder: Path) -> list[list[str]]:
    """The output of each command; all run one after the other in one shell, in a copy of the project's examples."""
    work, bin_ = folder / "work", folder / "bin"
    bin_.mkdir()
    work.mkdir()
    shutil.copytree(ROOT / "examples", work / "examples")
    env = {key: value for key, value in os.environ.items() if not key.startswith(("LC_", "LANG", "DOKOSHEET"))}
    env |= {
        "COLUMNS": "80",
        "DOKOSHEET_LANG": "en",
        "PATH": f"{bin_}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(Path(dokosheet.__file__).parents[1]),
        "PYTHONUTF8": "1",
    }
    text = "".join(f"{line}\n__code=$?; printf '\\036'; (exit $__code)\n" for line in lines)
    call = ["bash", "-c", f"exec 2>&1\n{text}"]
    with callable_as(bin_ / "dokosheet", env):
        done = subprocess.run(call, cwd=work, env=env, stdout=subprocess.PIPE, check=False, timeout=300)
    shown = done.stdout.decode("utf-8").replace("\r\n", "\n").replace("\ufeff", "")  # as a terminal shows it
    outputs = shown.split(END)
    assert len(outputs) == len(lines) + 1, outputs[-1]
    return [output.rstrip("\n").split("\n") if output.rstrip("\n") else [] for output in outputs[:-1]]


def matches(expected: list[str], output: list[str]) -> bool:
    """``...`` alone on a line stands for any number of lines."""
    pattern = "".join("(?:.*\n)*" if line == "..." else re.escape(line) + "\n" for line in expected)
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in output)) is not None


@pytest.mark.skipif(not shutil.which("bash"), reason="the commands are those of a Unix shell")
@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_console_block_says_what_the_program_says(page: Path, tmp_path: Path) -> None:
    text = page.read_text("utf-8")
    shown = [commands(body) for body in blocks(text, "console")]
    flat = [command for block in shown for command in block]
    if not flat:
        return
    outputs = run([command.line for command in flat], tmp_path)
    wrong = [
        f"$ {command.line}\n--- in the page\n" + "\n".join(command.output) + "\n--- today\n" + "\n".join(output)
        for command, output in zip(flat, outputs, strict=True)
        if not matches(command.output, output)
    ]
    if wrong and UPDATE:
        page.write_text(updated(text, flat, outputs), "utf-8")
        return
    assert not wrong, "\n\n".join([f"{name(page)}: {len(wrong)} of {len(flat)} commands say something else", *wrong])


def updated(text: str, flat: list[Command], outputs: list[list[str]]) -> str:
    """The page with the output of today where it differs."""
    todo = iter(list(zip(flat, outputs, strict=True)))

    def renew(found: re.Match[str]) -> str:
        if found["info"] != "console":
            return found[0]
        lines: list[str] = []
        for _ in commands(found["body"]):
            command, output = next(todo)
            lines += [f"$ {command.line}", *(command.output if matches(command.output, output) else output)]
        fence = "`" * (4 if any("```" in line for line in lines) else 3)
        return "\n".join([f"{fence}console", *lines, fence])

    return BLOCK.sub(renew, text)


def test_an_excerpt_skips_lines() -> None:
    assert matches(["a", "...", "d"], ["a", "b", "c", "d"])
    assert matches(["...", "d"], ["d"])
    assert not matches(["a", "...", "d"], ["a", "b"])
    assert not matches(["a"], ["a", "b"])


def whole_sheets() -> list[tuple[str, str]]:
    found = []
    for page in PAGES:
        bodies = blocks(page.read_text("utf-8"), "yaml")
        found += [(f"{name(page)} {n}", body) for n, body in enumerate(bodies, 1) if body.startswith("dokosheet:")]
    return found


@pytest.mark.parametrize(("where", "body"), whole_sheets(), ids=[where for where, _ in whole_sheets()])
def test_every_whole_sheet_is_clean(where: str, body: str) -> None:
    sheet, found = read_sheet(body, where)
    assert sheet is not None
    assert [f"{f.place.line}: {f.code}" for f in checks.run(keep(sheet), found)] == []


LINK = re.compile(r"\[[^\]\n]*\]\(([^)\s]+)\)")


def anchor(heading: str) -> str:
    """The anchor that GitHub makes of a heading."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def anchors(page: Path) -> set[str]:
    text = BLOCK.sub("", page.read_text("utf-8"))
    return {anchor(line.lstrip("#")) for line in text.splitlines() if line.startswith("#")}


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_link_leads_somewhere(page: Path) -> None:
    for link in LINK.findall(BLOCK.sub("", page.read_text("utf-8"))):
        if link.startswith(("https://", "http://", "mailto:")):
            continue
        path, _, part = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), f"{name(page)}: {link}"
        assert not part or part in anchors(target), f"{name(page)}: no heading for {link}"


def test_the_readme_has_two_lines_that_set_everything_up() -> None:
    setup = blocks((ROOT / "README.md").read_text("utf-8"), "sh setup")
    assert [block.count("\n") for block in setup] == [1, 1]
    use, tests = setup
    for line in setup:
        assert line.startswith("python3 -m venv .venv && .venv/bin/pip install -q ")
    assert use.split(" && ")[-1].startswith(".venv/bin/dokosheet ")
    assert tests.split(" && ")[-1] == ".venv/bin/pytest\n"


FAMILIES = {
    "F1": "the file",
    "H2": "the hand",
    "C3": "the calls",
    "S4": "written numbers",
    "B5": "bookkeeping",
    "T6": "several tables",
    "R7": "the ruleset",
}
HEAD = ("| code | name | severity | what it finds |", "|---|---|---|---|")


def codes_page() -> str:
    """The page docs/codes.md, made from the program."""
    sentences = {code: sentence for code, _, _, sentence in catalogue("en")}
    lines = [
        "# The checks",
        "",
        "Everything that `dokosheet check` can find. `dokosheet explain CODE` explains one of them, with a bad and a",
        "good example and the paragraph; `--select` and `--ignore` take codes, beginnings of codes (`B5`) and names. A",
        "finding that you know and accept is answered on its line with `ok:CODE`. An error gives exit code 1; warnings",
        "do so only with `--strict`, notices never.",
        "",
        "This page is made from the program by `DOKOSHEET_UPDATE_DOCS=1 pytest tests/docs`.",
    ]
    for family, title in FAMILIES.items():
        rows = [
            f"| {code} | {code_name} | {severity} | {sentences[code]} |"
            for code, (code_name, severity) in CODES.items()
            if code.startswith(family)
        ]
        if rows:
            lines += ["", f"## {family}xx: {title}", "", *HEAD, *rows]
    return "\n".join([*lines, ""])


def test_the_page_of_the_checks_is_complete() -> None:
    page = ROOT / "docs" / "codes.md"
    if UPDATE:
        page.write_text(codes_page(), "utf-8")
    assert page.read_text("utf-8") == codes_page()
    assert {code[:2] for code in CODES} <= FAMILIES.keys()
