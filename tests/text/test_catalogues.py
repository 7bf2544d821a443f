"""Everything that is said to people exists in German and in English, with the same fields."""

from __future__ import annotations

import ast
import re
import string
from importlib import import_module
from pathlib import Path

import pytest

import dokosheet
from dokosheet.files.rulesets import load
from dokosheet.screen.ranking import COLUMNS
from dokosheet.text import language, signed
from helpers import CATALOGUES, CODES, LAZY, TIE_BREAKS, Texts, texts

ALL = (*CATALOGUES, *dict.fromkeys(LAZY.values()))
SOURCE = Path(dokosheet.__file__).parent


def catalogue(lang: str, name: str) -> dict[str, str]:
    messages: dict[str, str] = import_module(f"dokosheet.text.{lang}.{name}").MESSAGES
    return messages


def fields(message: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(message) if name}


@pytest.mark.parametrize("name", ALL)
def test_both_languages_say_the_same_things(name: str) -> None:
    german, english = catalogue("de", name), catalogue("en", name)
    assert list(german) == list(english)
    assert {key: fields(german[key]) for key in german} == {key: fields(english[key]) for key in english}


@pytest.mark.parametrize("lang", ["de", "en"])
def test_no_message_is_empty_or_in_two_catalogues(lang: str) -> None:
    ids = [key for name in ALL for key in catalogue(lang, name)]
    assert len(ids) == len(set(ids))
    assert all(text.strip() for name in ALL for text in catalogue(lang, name).values())


def literals(*rooms: str) -> set[str]:
    """Every literal text in the source of some rooms."""
    found = set()
    for room in rooms:
        for path in (SOURCE / room).rglob("*.py"):
            tree = ast.parse(path.read_text("utf-8"))
            found |= {
                node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)
            }
    return found


def test_every_message_id_in_the_source_has_its_message() -> None:
    families = (
        "add",
        "check",
        "error",
        "explain",
        "finding",
        "fmt",
        "help",
        "new",
        "next",
        "rules",
        "score",
        "show",
        "usage",
    )
    used = {
        text for text in literals("cli", "render") if re.fullmatch(rf"({'|'.join(families)})\.[a-z.\-]*[a-z]", text)
    }
    assert len(used) > 60
    assert used - set(texts("en").messages) == set()


def test_every_screen_message_is_used() -> None:
    """No message that nobody says: ids stand in the source, or are made from a family and a word."""
    said = literals("cli", "render", "app", "core", "text/__init__.py", "io") | literals("text")
    made = ("standings.", "tie.", "count.", "help.", "show.", "list.", "number.")
    unused = [key for key in catalogue("en", "screen") if key not in said and not key.startswith(made)]
    assert unused == []


def test_every_word_of_the_ruleset_has_its_name() -> None:
    rules = load("tsr")[0]
    assert rules is not None
    for lang in ("de", "en"):
        t = texts(lang)
        missing = [kind for kind in rules.kinds if not t.has(f"kind.{kind}")]
        missing += [s for s in rules.sonderpunkte if not (t.has(f"sonderpunkt.{s}") and t.has(f"item.{s}"))]
        missing += [p for p in rules.penalties if not (t.has(f"penalty.{p}") and t.has(f"penalty-word.{p}"))]
        missing += [call for call in rules.calls.defs if not (t.has(f"call.{call}") and t.has(f"item.{call}"))]
        missing += [mode for mode in rules.modes if not t.has(f"mode.{mode}")]
        assert missing == []


@pytest.mark.parametrize("lang", ["de", "en"])
def test_every_column_and_every_tie_break_has_its_name(lang: str) -> None:
    t = texts(lang)
    assert all(t.has(f"standings.{name}") for name in COLUMNS)
    assert all(t.has(f"tie.{name}") for name in TIE_BREAKS)
    assert all(t.has(f"{code}.why") for code in CODES)


@pytest.mark.parametrize(
    ("option", "environment", "expected"),
    [
        ("de", {"DOKOSHEET_LANG": "en", "LANG": "en_US.UTF-8"}, "de"),
        (None, {"DOKOSHEET_LANG": "de", "LANG": "en_US.UTF-8"}, "de"),
        (None, {"LANG": "de_AT.UTF-8"}, "de"),
        (None, {"LC_ALL": "de_DE.UTF-8", "LANG": "en_US.UTF-8"}, "de"),
        (None, {"LANG": "fr_FR.UTF-8"}, "en"),
        (None, {"LANG": "C"}, "en"),
        (None, {}, "en"),
        ("", {"LANG": "de_DE"}, "de"),
    ],
)
def test_the_language(
    option: str | None, environment: dict[str, str], expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("DOKOSHEET_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert language(option) == expected


def test_a_catalogue_that_few_need_is_loaded_when_it_is_asked_for() -> None:
    t = Texts("en")
    assert not any(message.startswith(tuple(LAZY)) for message in t.messages)
    assert t("rule.bock.none") == "no Bock"
    assert t.has("knob.deck.dulle.second")
    assert not t.has("knob.deck.nothing")
    for name in LAZY.values():
        prefixes = tuple(prefix for prefix, of in LAZY.items() if of == name)
        assert all(message.startswith(prefixes) for message in catalogue("en", name))


def test_lists_and_numbers_in_words() -> None:
    german, english = Texts("de"), Texts("en")
    assert german.list(["Anna", "Ben", "Cem"]) == "Anna, Ben und Cem"
    assert english.list(["a", "b"], "or") == "a or b"
    assert (german.list([]), german.list(["x"])) == ("", "x")
    assert [signed(n) for n in (2, -2, 0)] == ["+2", "-2", "0"]
