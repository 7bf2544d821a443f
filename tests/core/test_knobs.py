"""No dead knobs: every key of a ruleset, turned alone, changes something that a sheet or the ruleset itself says."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, get_origin

import pytest

from dokosheet.core.models import bare, inside, keys_of, many_in, record_in, type_of
from dokosheet.core.rules import DESCRIBES_PLAY, Ruleset
from dokosheet.edit.schemas import schema_of
from turning import KNOWN_DEAD, TURNS, Turn

#: Keys that say what a ruleset is, and nothing of how anything is played.
TITLE = frozenset(("id", "name", "extends", "source", "note"))


# --- every path of the model ------------------------------------------------------------------------------------------


def walk(kind: Any, path: str = "", above: tuple[type, ...] = ()) -> Iterator[str]:
    """The paths below a part of the model, ids and places in a list as ``*``; no record inside itself."""
    record, many = record_in(kind), many_in(kind)
    if record is not None and record not in above:
        for name, info in keys_of(record).items():
            yield from walk(type_of(info), f"{path}.{name}" if path else name, (*above, record))
    elif many is not None and get_origin(bare(many)) is dict:
        yield from walk(inside(kind), f"{path}.*", above)
    elif many is not None and record_in(inside(kind)) is not None:
        yield from [path] if record_in(inside(kind)) in above else walk(inside(kind), f"{path}.*", above)
    else:
        yield path


def fits(path: str, pattern: str) -> bool:
    """Whether a path is one of a pattern."""
    steps, wanted = path.split("."), pattern.split(".")
    return len(steps) == len(wanted) and all(w in ("*", s) for s, w in zip(steps, wanted, strict=True))


ALL = [path for path in walk(Ruleset) if path not in TITLE]
KNOBS = [path for path in ALL if not any(fits(path, pattern) for pattern in DESCRIBES_PLAY)]


def same(old: Any, new: Any, path: str = "") -> Iterator[str]:
    """The paths, of keys and ids, at which two rulesets differ."""
    if isinstance(old, dict) or isinstance(new, dict):
        before, after = old or {}, new or {}
        for key in dict.fromkeys([*before, *after]):
            yield from same(before.get(key), after.get(key), f"{path}.{key}" if path else str(key))
    elif isinstance(old, (list, tuple)) and old and isinstance(old[0], dict):
        for i, (one, other) in enumerate(zip(old, new, strict=True)):
            yield from same(one, other, f"{path}.{i}")
    elif old != new:
        yield path


# --- each of them turned ----------------------------------------------------------------------------------------------


def pattern_of(turn: Turn) -> str:
    """The path of the model that a turn turns."""
    return turn.pattern or next((path for path in ALL if fits(turn.path, path)), turn.path)


BY_PATH = {pattern_of(turn): turn for turn in TURNS}


@lru_cache(maxsize=512)
def traces(path: str) -> tuple[object, object]:
    """What is seen before the turn and after it."""
    turn = BY_PATH[path]
    return turn.trace(turn.old), turn.trace(turn.new)


def test_every_knob_has_a_turn() -> None:
    assert not [path for path in KNOBS if path not in BY_PATH]
    assert not [path for path in BY_PATH if path not in KNOBS]
    assert len(BY_PATH) == len(TURNS)


@pytest.mark.parametrize("path", BY_PATH)
def test_a_turn_turns_one_knob_alone(path: str) -> None:
    turn = BY_PATH[path]
    before, after = (turn.rules(value)[0].model_dump(by_alias=True) for value in (turn.old, turn.new))
    changed = {found for found in same(before, after) if found not in TITLE}
    assert all(fits(found, path) for found in changed)
    assert len(changed) == 1


@pytest.mark.parametrize("path", [path for path in BY_PATH if path not in KNOWN_DEAD])
def test_a_knob_that_is_turned_changes_something(path: str) -> None:
    before, after = traces(path)
    assert before != after


@pytest.mark.parametrize("path", KNOWN_DEAD)
def test_a_knob_that_is_known_to_be_dead_still_is(path: str) -> None:
    before, after = traces(path)
    assert before == after


def test_what_describes_play_is_part_of_the_model() -> None:
    assert not [pattern for pattern in DESCRIBES_PLAY if not any(fits(path, pattern) for path in ALL)]


def test_every_knob_says_in_the_schema_what_it_is() -> None:
    schema = schema_of(Ruleset)
    parts = {"Ruleset": schema, **schema["$defs"]}
    silent = [
        f"{name}.{key}"
        for name, part in parts.items()
        for key, value in part.get("properties", {}).items()
        if not value.get("description", "").strip()
    ]
    assert silent == []
