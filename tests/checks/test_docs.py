"""The page of each code: complete, the same in both languages, and true: bad gives exactly its code, good nothing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import dokosheet.checks
from dokosheet.checks.registry import REPORTED_BY
from dokosheet.core.rules.contradictions import REGISTERED as CONTRADICTIONS
from helpers import CODES, opened

DOCS = Path(dokosheet.checks.__file__).parent / "docs"
HEADINGS = {
    "de": ["Warum", "Falsch", "Richtig", "Abhilfe"],
    "en": ["Why", "Bad", "Good", "Remedy"],
}
LAST_LINE = {"de": r"Paragraf: \S.*", "en": r"Paragraph: \S.*"}
#: Reported while a sheet is read, not by a check.
BY_READING = {"F101", "F102", "F103", "F104", "F105", "F106", "F107", "F108", "F109", "F110", "H203", "C301", "R735"}
#: What no text of a sheet can show, such as a fault of the program or a file that cannot be opened: tests/real_use.
UNSHOWN = {"F109", "F110", "T604", "T607", "T608"}
SHOWN = [code for code in CODES if code not in UNSHOWN]
BLOCK = re.compile(r"^```yaml\n(.*?)^```$", re.MULTILINE | re.DOTALL)

pages = pytest.mark.parametrize(("lang", "code"), [(lang, code) for lang in HEADINGS for code in CODES])


def page(lang: str, code: str) -> str:
    return (DOCS / lang / f"{code}.md").read_text("utf-8")


def blocks(lang: str, code: str) -> list[str]:
    return BLOCK.findall(page(lang, code))


def codes(text: str) -> list[str]:
    sheet = opened(text, "page.yaml")
    return [finding.code for finding in sheet.findings]


@pytest.mark.parametrize("lang", HEADINGS)
def test_a_page_for_every_code_and_no_other(lang: str) -> None:
    assert sorted(path.name for path in (DOCS / lang).iterdir()) == [f"{code}.md" for code in sorted(CODES)]


@pages
def test_headings(lang: str, code: str) -> None:
    lines = page(lang, code).splitlines()
    assert lines[0] == f"# {code} {CODES[code][0]}"
    assert lines[1] == ""
    assert lines[2]
    assert [line.removeprefix("## ") for line in lines if line.startswith("## ")] == HEADINGS[lang]
    assert re.fullmatch(LAST_LINE[lang], lines[-1]), lines[-1]
    assert page(lang, code).endswith("\n")


@pages
def test_every_part_says_something(lang: str, code: str) -> None:
    parts = re.split(r"^## .*$", page(lang, code), flags=re.MULTILINE)
    assert all(len(part.strip()) > 20 for part in parts)


@pages
def test_bad_and_good_in_their_parts(lang: str, code: str) -> None:
    _, _, bad, good, _ = re.split(r"^## .*$", page(lang, code), flags=re.MULTILINE)
    assert (BLOCK.findall(bad) + BLOCK.findall(good)) == blocks(lang, code)
    assert len(BLOCK.findall(bad)) == len(BLOCK.findall(good)) == (code not in UNSHOWN)


@pytest.mark.parametrize("code", CODES)
def test_both_languages_show_the_same_sheets(code: str) -> None:
    assert blocks("de", code) == blocks("en", code)


@pytest.mark.parametrize("code", SHOWN)
def test_bad_gives_exactly_its_code(code: str) -> None:
    assert codes(blocks("en", code)[0]) == [code]


@pytest.mark.parametrize("code", SHOWN)
def test_good_gives_nothing(code: str) -> None:
    assert codes(blocks("en", code)[1]) == []


def test_every_code_is_reported_by_a_check_or_by_reading() -> None:
    assert set(REPORTED_BY) | BY_READING | set(CONTRADICTIONS) == set(CODES)
    assert not set(REPORTED_BY) - set(CODES)


def test_reporters_are_named_once_and_exist() -> None:
    for code, reporters in REPORTED_BY.items():
        assert reporters, code
        assert len(set(reporters)) == len(reporters), code
        for reporter in reporters:
            module, _, function = reporter.rpartition(".")
            family = getattr(dokosheet.checks, module.rpartition(".")[2])
            assert callable(getattr(family, function)), reporter


def test_names_of_codes_are_unique_words() -> None:
    names = [name for name, _ in CODES.values()]
    assert len(set(names)) == len(names)
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", name) for name in names)
    assert all(re.fullmatch(r"([FHCSB][1-5]|T6|R7)\d\d", code) for code in CODES)
