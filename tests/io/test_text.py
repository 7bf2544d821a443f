"""Reading bytes: text or the finding that says why not."""

from __future__ import annotations

import hashlib
import io
import os
import sys
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dokosheet.core.finding import Place
from dokosheet.files.text import LIMIT, lines, read_text


def test_a_file(tmp_path: Path) -> None:
    path = tmp_path / "abend.yaml"
    data = "\ufeffspieler: Jörg\r\nx: 1\r\ny: 2\n".encode()
    path.write_bytes(data)
    source, findings = read_text(path)
    assert findings == []
    assert source is not None
    assert (source.name, source.text) == (str(path), "spieler: Jörg\r\nx: 1\r\ny: 2\n")
    assert (source.newline, source.bom, source.digest) == ("\r\n", True, hashlib.sha256(data).digest())
    assert source.encode(source.text) == data


@given(st.text().filter(lambda text: not text.startswith("\ufeff")), st.booleans())
def test_what_is_read_can_be_written_back(text: str, bom: bool) -> None:
    data = (b"\xef\xbb\xbf" if bom else b"") + text.encode()
    source, findings = read_text(None, data)
    assert findings == []
    assert source is not None
    assert (source.text, source.bom, source.name) == (text, bom, "-")
    assert source.encode(source.text) == data


@pytest.mark.parametrize(
    ("data", "newline"), [(b"", "\n"), (b"a\n", "\n"), (b"a\r\nb\n", "\n"), (b"a\r\nb\r\nc\n", "\r\n"), (b"a\r", "\n")]
)
def test_the_line_break_of_most_lines(data: bytes, newline: str) -> None:
    source, _ = read_text(None, data)
    assert source is not None
    assert source.newline == newline


@pytest.mark.parametrize(
    ("data", "line", "column", "byte"),
    [
        (b"a: J\xf6rg", 1, 5, "0xF6"),
        ("a: ö\r\nö\x85b: ".encode() + b"\xff", 3, 4, "0xFF"),
        (b"\xef\xbb\xbfa\xc3", 1, 2, "0xC3"),
        (b"a\n\xed\xa0\x80", 2, 1, "0xED"),
        ("a: 1".encode("utf-16"), 1, 1, "0xFF"),
    ],
)
def test_the_place_of_the_first_byte_that_is_not_utf8(data: bytes, line: int, column: int, byte: str) -> None:
    source, (found,) = read_text(Path("x.yaml"), data)
    assert source is None
    assert (found.code, found.variant, found.args, found.file) == ("F101", "not-utf8", {"byte": byte}, "x.yaml")
    assert found.place == Place(line, column, column + 1)


@given(st.binary(max_size=60))
def test_any_bytes(data: bytes) -> None:
    source, findings = read_text(None, data)
    assert (source is None) == bool(findings)


def test_a_file_above_the_limit_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "big.yaml"
    with path.open("wb") as stream:
        stream.truncate(1 << 40)  # a terabyte of nothing: reading it would take more than this test has
    source, (found,) = read_text(path)
    assert source is None
    assert (found.code, found.variant, found.args) == ("F101", "too-large", {"limit": LIMIT, "size": 1 << 40})


def test_the_limit_itself_is_allowed(tmp_path: Path) -> None:
    path = tmp_path / "big.yaml"
    path.write_bytes(b" " * LIMIT)
    assert read_text(path)[1] == []
    path.write_bytes(b" " * (LIMIT + 1))
    assert read_text(path)[1][0].variant == "too-large"
    assert read_text(None, b" " * (LIMIT + 1))[1][0].args == {"limit": LIMIT, "size": LIMIT + 1}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_is_read_to_the_limit_and_no_further(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    written = 0

    def pour() -> None:
        nonlocal written
        try:
            with path.open("wb", buffering=0) as stream:
                while written < 3 * LIMIT:
                    written += stream.write(b" " * 65536)
        except BrokenPipeError:
            pass

    pouring = threading.Thread(target=pour)
    pouring.start()
    source, (found,) = read_text(path)
    pouring.join(timeout=120)
    assert source is None
    assert (found.variant, found.args) == ("too-large", {"limit": LIMIT, "size": None})
    assert written < 2 * LIMIT


def test_the_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    reading, writing = os.pipe()
    os.write(writing, b"a: 1\n")
    os.close(writing)
    with io.TextIOWrapper(io.BufferedReader(io.FileIO(reading))) as stream:
        monkeypatch.setattr(sys, "stdin", stream)
        source, findings = read_text(None)
    assert findings == []
    assert source is not None
    assert (source.name, source.text) == ("-", "a: 1\n")


def test_what_cannot_be_opened_raises(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_text(tmp_path / "missing.yaml")
    with pytest.raises(OSError, match=r"directory|denied"):
        read_text(tmp_path)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("a", ["a"]),
        ("a\n", ["a"]),
        ("a\n\n", ["a", ""]),
        ("a\r\nb\rc\nd\x85e\u2028f\u2029g", ["a", "b", "c", "d", "e", "f", "g"]),
        ("form\x0cfeed\x0b\x1c", ["form\x0cfeed\x0b\x1c"]),
    ],
)
def test_lines(text: str, expected: list[str]) -> None:
    assert lines(text) == expected
