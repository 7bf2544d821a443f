"""No terminal makes the program stumble: what it cannot show is spelled otherwise."""

from __future__ import annotations

import ast
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import dokosheet
from dokosheet.text.signs import NEAREST, SPELT, SUITS, UNKNOWN, shown
from every_verb import EXAMPLES, prepare
from helpers import said

ROOT = Path(__file__).parents[2]
ENCODINGS = ("ascii", "cp437", "cp850", "cp1252")


def written() -> Iterator[str]:
    """Every text in the source, all messages among them, and whatever else is printed as it stands."""
    source = Path(dokosheet.__file__).parent
    for path in source.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value
    for path in (*source.rglob("*.md"), *(ROOT / "rulesets").glob("*.yaml"), *(ROOT / "examples").rglob("*.*")):
        yield path.read_text("utf-8", "ignore")


def test_every_sign_that_the_program_prints_has_another_spelling() -> None:
    signs = {sign for text in written() for sign in text if not sign.isascii() and sign.isprintable()}
    assert {"ä", "„", "♥", "×", "−", "…"} <= signs
    for encoding in ENCODINGS:
        lost = {sign for sign in signs - {"\ufffd"} if UNKNOWN in shown(sign, encoding)}
        assert lost == set(), encoding


def test_every_spelling_is_ascii() -> None:
    assert all(text.isascii() for text in (*SPELT.values(), *SUITS.values()))


@pytest.mark.parametrize(
    ("text", "encoding", "expected"),
    [
        ("♥10 und ♣D, ♠", "cp437", "Herz-10 und Kreuz-D, Pik"),
        ("„Schützenhof” · Übertrag −3 – …", "ascii", '"Schuetzenhof" - Uebertrag -3 - ...'),
        ("„Schützenhof” · Übertrag −3", "cp850", '"Schützenhof" · Übertrag -3'),
        ("„Schützenhof” – …", "cp1252", "„Schützenhof” – …"),
        ("Žižka Łódź Émile Ångström ẞ", "ascii", "Zizka Lodz Emile Angstroem SS"),
        ("Zoe\u0308", "ascii", "Zoe"),
        ("2 × ♦A → 5 €", "ascii", "2 x Karo-A -> 5 EUR"),
        ("漢 \udce4 \ufffd", "utf-8", "漢 ? \ufffd"),
        ("漢 \udce4 \ufffd", "cp437", "? ? ?"),
        ("plain", None, "plain"),
        ("ä", None, "ä"),
    ],
)
def test_spellings(text: str, encoding: str | None, expected: str) -> None:
    assert shown(text, encoding) == expected


def test_only_writing_is_mended() -> None:
    with pytest.raises(UnicodeDecodeError):
        b"\xff".decode("utf-8", NEAREST)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("verb", EXAMPLES)
def test_every_command_in_every_code_page(folder: Path, verb: str) -> None:
    for arguments in ([*verb.split(), "--help"], shlex.split(EXAMPLES[verb])[1:]):
        found = {}
        for encoding in ("utf-8", "ascii", "cp850"):
            shutil.rmtree("examples")
            shutil.copytree(ROOT / "examples", "examples")
            for path in (*folder.glob("abend*"), *folder.glob(".abend*")):
                path.unlink()
            prepare(verb, folder)
            code, out, err = said(arguments, encoding if verb not in ("import", "schema", "rules show") else "utf-8")
            found[encoding] = code, (out + err).count("?"), len((out + err).splitlines())
        assert set(found.values()) == {found["utf-8"]}


def shell(arguments: list[str | bytes], folder: Path, encoding: str, **env: str) -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, "DOKOSHEET_LANG": "de", "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0", **env}
    call = [sys.executable, "-m", "dokosheet", *arguments]
    return subprocess.run(call, cwd=folder, env=environment, capture_output=True)


@pytest.mark.parametrize("encoding", [*ENCODINGS, "utf-8"])
def test_a_pipe_in_another_code_page(folder: Path, encoding: str) -> None:
    done = shell(["rules", "diff", "kneipe"], folder, encoding, DOKOSHEET_LANG="en")
    assert (done.returncode, done.stderr) == (0, b"")
    assert shown("both ♦A in one hand", encoding) in done.stdout.decode(encoding)
    done = shell(["show", "examples/spielabend.yaml", "--format", "json"], folder, encoding)
    assert "Verein" in done.stdout.decode("utf-8")


@pytest.mark.skipif(sys.platform != "linux", reason="names of files are bytes")
@pytest.mark.parametrize("encoding", ["ascii", "utf-8"])
def test_a_file_name_that_is_no_text(folder: Path, encoding: str) -> None:
    name = b"Sch\xfctzen \xe2\x99\xa5.yaml"
    shutil.copy(ROOT / "examples" / "fehler.yaml", os.path.join(os.fsencode(folder), name))
    for arguments, code in ((["check", name], 1), (["show", name], 1), (["show", b"\xff" + name], 2)):
        for plain in ("0", "1"):
            done = shell(arguments, folder, encoding, DOKOSHEET_PLAIN=plain, LC_ALL="C.UTF-8")
            assert done.returncode == code
            assert b"Traceback" not in done.stderr
            assert b"--debug" not in done.stderr
            assert b"tzen" in done.stdout + done.stderr


UMLAUTS = "dokosheet: 1\nevent: „Süß“ ♥ – …\nplayers: [Jürgen, Ölga, Cäcilie, Dora]\nhands:\n"


@pytest.mark.parametrize("encoding", [*ENCODINGS, "utf-8"])
def test_the_columns_stand_below_each_other_at_a_terminal(folder: Path, encoding: str) -> None:
    from terminal import at_terminal

    (folder / "list.yaml").write_text(f"{UMLAUTS}  - Jürgen Ölga 156\n  - Ölga Dora 131\n", "utf-8")
    code, output = at_terminal(folder, "show", "list.yaml", encoding=encoding)
    assert code == 0
    assert UNKNOWN not in output
    head, *rows = re.sub(r"\x1b\[\d*m", "", output).split("\n\n")[1].split("\n")
    assert {len(row) for row in rows} == {len(head)}


def test_nothing_is_left_of_a_line_that_is_drawn_anew(folder: Path) -> None:
    from terminal import Session

    (folder / "list.yaml").write_text(UMLAUTS, "utf-8")
    session = Session(folder, "add", "list.yaml", PYTHONIOENCODING="ascii")
    session.type("13")
    session.wait_for("> Juergen Caecilie")
    assert session.screen[-1] == "> Juergen Caecilie"
    session.type("\x7f")
    asked = "with:  2/oe Oelga  3/c Caecilie  4/d Dora  Return alone"
    session.wait_for(f"> Juergen Caecilie\r{asked}\r\n\r> Juergen")
    assert session.screen[-1] == "> Juergen"
    session.type("q")
    assert session.end() == 0
    assert session.screen[-1] == "Nothing written."
    assert not any(line.startswith(">") for line in session.screen)
