"""Esc and what is typed behind it are two keys, however fast they come; a byte that is no text is no harm."""

from __future__ import annotations

import os

import pytest

pytest.importorskip("termios", reason="a terminal that sends bytes")

from hypothesis import given
from hypothesis import strategies as st
from textual import events

from dokosheet.shell.keys import posix_reader
from dokosheet.table.keys import Keys
from helpers import ENTER, EOF, ESCAPE

ESC = "\x1b"
#: What stands behind an Esc in a row of keys: no Alt, no ``¡``, no jump by a word, no key of the other direction.
BEHIND = ["q", ":", "1", "b", "f", "A", "ä", "ß", "?", " ", "\r", "\t", "\x7f", "n", "é", "0"]
ARROWS = {"\x1b[A": "up", "\x1bOB": "down", "\x1b[1;5C": "ctrl+right", "\x1b[3~": "delete"}


def heard(*parts: str) -> list[str]:
    """The keys that the table view hears in what came from the terminal, part by part."""
    keys = Keys(False)
    messages = [message for part in (*parts, "!") for message in keys.feed(part)]
    assert isinstance(messages[-1], events.Key)
    assert messages[-1].character == "!"
    return [message.character or message.key for message in messages[:-1] if isinstance(message, events.Key)]


@pytest.mark.parametrize("sign", BEHIND)
def test_esc_and_a_key_are_two_keys(sign: str) -> None:
    assert heard(ESC + sign) == heard(ESC, sign) == [ESC, sign]
    assert heard(f"{ESC}{sign}{ESC}{ESC}{sign}x") == [ESC, sign, ESC, ESC, sign, "x"]


@pytest.mark.parametrize(("sequence", "key"), ARROWS.items())
def test_an_arrow_is_one_key(sequence: str, key: str) -> None:
    assert heard(sequence) == heard(*sequence) == [key]
    assert heard(f"a{sequence}b") == ["a", key, "b"]


typed = st.lists(st.sampled_from([ESC, *BEHIND, *ARROWS]), max_size=12)


@given(typed, st.data())
def test_how_the_keys_are_cut_into_pieces_does_not_matter(keys: list[str], data: st.DataObject) -> None:
    # an Esc before an arrow is what some terminals send for Alt and the arrow
    keys = [key for i, key in enumerate(keys) if not (key in ARROWS and i and keys[i - 1] == ESC)]
    text = "".join(keys)
    cuts = sorted(data.draw(st.sets(st.integers(0, len(text)), max_size=4)))
    parts = [text[a:b] for a, b in zip([0, *cuts], [*cuts, len(text)], strict=True) if a < b]
    assert heard(*parts) == [ARROWS.get(key, key) for key in keys]


def read_all(typed: bytes) -> list[str]:
    """What the questions of ``add`` hear, up to the end."""
    out, into = os.pipe()
    os.write(into, typed)
    os.close(into)
    read, keys = posix_reader(out), []
    while not keys or keys[-1] != EOF:
        keys.append(read())
    os.close(out)
    return keys[:-1]


@pytest.mark.parametrize("sign", [sign for sign in BEHIND if sign.isprintable()])
def test_the_questions_hear_esc_and_a_key_as_two_keys(sign: str) -> None:
    assert read_all(f"{ESC}{sign}cd".encode()) == [ESCAPE, sign, "c", "d"]


def test_the_questions_lose_nothing_of_what_is_typed_ahead() -> None:
    assert read_all(b"a\x1b\x1bnac156\r") == ["a", ESCAPE, ESCAPE, "n", "a", "c", "1", "5", "6", ENTER]
    assert read_all(b"\x1b[Aac\x1bOB1\x1b[1;5C2\x1b[3~\x1b") == ["", "a", "c", "", "1", "", "2", "", ESCAPE]


@pytest.mark.parametrize("typed", [b"\xe9", b"\xff\xfe", b"\xc3(", b"\x80"])
def test_a_byte_that_is_no_text_is_a_key_without_meaning(typed: bytes) -> None:
    keys = read_all(b"a" + typed + b"b")
    assert keys[0] == "a"
    assert keys[-1] == "b"
    assert "\ufffd" in keys
