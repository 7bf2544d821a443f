"""``add`` without words at a real terminal: what is written, what is not, and that the terminal is as before."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from dokosheet.shell import keys as terminal_keys
from helpers import BACKSPACE, ENTER, EOF, ESCAPE
from terminal import Session

ROOT = Path(__file__).parents[2]
UPDATE = bool(os.environ.get("DOKOSHEET_UPDATE_DOCS"))
HEAD = "dokosheet: 1\nrules: tsr\nplayers: [Anna, Ben, Cem, Dora]\nhands:\n"
RETURN, BACK, ESC, CTRL_C, CTRL_D = "\r", "\x7f", "\x1b", "\x03", "\x04"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "abend.yaml").write_text(HEAD, "utf-8")
    return tmp_path


def text(folder: Path) -> str:
    return (folder / "abend.yaml").read_text("utf-8")


def played(folder: Path, typed: str, *options: str, lang: str = "en", term: str = "xterm") -> tuple[int, list[str]]:
    session = Session(folder, "add", "abend.yaml", *options, lang=lang, term=term)
    session.type(typed)
    code = session.end()
    return code, session.screen


def test_a_normal_hand_with_a_call_and_a_fuchs_is_twelve_keys_at_most(folder: Path) -> None:
    typed = f"ac156rfa{RETURN}{RETURN}"
    code, screen = played(folder, typed)
    assert code == 0
    assert text(folder) == f"{HEAD}  - Anna Cem 156 re fuchs:Anna\n"
    assert len(typed) <= 12, f"{len(typed)} keys"
    assert len(typed) == 10, f"{len(typed)} keys"
    assert "Hand 1: Anna Cem 156 re fuchs:Anna" in screen
    assert screen[-3:] == [
        "Totals: Anna +5, Ben -5, Cem +5, Dora -5",
        "Next: hand 2, dealer Ben.",
        "Pflichtsolo still open: Anna, Ben, Cem and Dora.",
    ]
    assert max(map(len, screen)) < 80


@pytest.mark.parametrize(
    "typed", ["", "a", "ac15", f"ac156{RETURN}r", f"ac156{RETURN}f", f"ac156{RETURN}{RETURN}", "/an"]
)
@pytest.mark.parametrize(("key", "code"), [(CTRL_C, 130), (CTRL_D, 1), (ESC, 0)])
def test_whoever_leaves_has_written_nothing(folder: Path, typed: str, key: str, code: int) -> None:
    session = Session(folder, "add", "abend.yaml")
    session.type(typed)
    if typed.endswith(RETURN + RETURN):
        session.wait_for("Write?")
    elif typed:
        session.read(0.2)
    session.type(key)
    assert session.end() == code
    assert text(folder) == HEAD
    assert session.screen[-1] == "Nothing written."


def test_backspace_and_keys_without_meaning(folder: Path) -> None:
    code, screen = played(folder, f"x{RETURN}ab{BACK}c15{BACK}{BACK}156{RETURN}{RETURN}{RETURN}")
    assert code == 0
    assert text(folder) == f"{HEAD}  - Anna Cem 156\n"
    assert "x does not fit here." in screen
    assert "Return does not fit here." in screen


def test_augen_that_cannot_be_are_named(folder: Path) -> None:
    screen = played(folder, f"ac250{RETURN}{BACK}{BACK}{BACK}q")[1]
    assert "250 does not fit here." in screen


def test_an_arrow_is_no_escape(folder: Path) -> None:
    session = Session(folder, "add", "abend.yaml")
    session.type("\x1b[A")
    session.read(0.3)
    session.type(f"ac156{RETURN}{RETURN}j")
    assert session.end() == 0
    assert text(folder) == f"{HEAD}  - Anna Cem 156\n"


def test_n_starts_again_and_j_writes(folder: Path) -> None:
    assert played(folder, f"ac156{RETURN}{RETURN}nbd120{RETURN}{RETURN}j")[0] == 0
    assert text(folder) == f"{HEAD}  - Ben Dora 120\n"


def test_what_cannot_be_is_shown_and_can_be_taken_back(folder: Path) -> None:
    code, screen = played(folder, f"ac230{RETURN}dk{RETURN}{BACK}{BACK}{BACK}{RETURN}{RETURN}")
    assert code == 0
    assert text(folder) == f"{HEAD}  - Anna Cem 230\n"
    assert any("error[H208]" in line for line in screen)
    assert any(line.startswith("This cannot be written.") for line in screen)


def test_a_line_by_hand_with_the_messages_of_the_parser(folder: Path) -> None:
    code, screen = played(folder, f"/strafe Dora gring{RETURN}n/strafe Dora gering{RETURN}{RETURN}")
    assert code == 0
    assert text(folder) == f"{HEAD}  - strafe Dora gering\n"
    assert any("error[B509]" in line for line in screen)
    assert screen.count("strafe Dora gering") == 1
    assert screen.count("Added: strafe Dora gering") == 1
    assert screen[-4:-2] == ["Added: strafe Dora gering", "Totals: Anna +1, Ben +1, Cem +1, Dora -3"]


def test_hand_after_hand_until_q(folder: Path) -> None:
    code, _ = played(folder, f"ac156r{RETURN}{RETURN}b{RETURN}d190{RETURN}{RETURN}{RETURN}cdq", "--more")
    assert code == 0
    assert text(folder) == f"{HEAD}  - Anna Cem 156 re\n  - Ben damensolo 190\n"


def test_the_same_hand_again_is_asked_for_once_more(folder: Path) -> None:
    played(folder, f"ac156{RETURN}{RETURN}{RETURN}")
    code, screen = played(folder, f"ac156{RETURN}{RETURN}{RETURN}{RETURN}q")
    assert (code, screen[-1]) == (0, "Nothing written.")
    assert any(line.startswith("Exactly the last hand again.") for line in screen)
    assert played(folder, f"ac156{RETURN}{RETURN}{RETURN}j")[0] == 0
    assert text(folder) == f"{HEAD}  - Anna Cem 156\n  - Anna Cem 156\n"


def test_somebody_else_was_faster(folder: Path) -> None:
    session = Session(folder, "add", "abend.yaml")
    session.type(f"ac156{RETURN}{RETURN}")
    session.wait_for("Write?")
    other = f"{HEAD}  - Ben Dora 120\n"
    (folder / "abend.yaml").write_text(other, "utf-8")
    session.type(RETURN)
    session.wait_for("This becomes hand 2.")
    session.type(RETURN)
    assert session.end() == 0
    screen = session.screen
    at = screen.index("Hand 1 stands already: Ben Dora 120.")
    assert screen[at + 1 : at + 3] == ["This becomes hand 2.", "Hand 2: Anna Cem 156"]
    assert sum(line.startswith("Write?") for line in screen) == 2
    assert text(folder) == f"{other}  - Anna Cem 156\n"


def test_somebody_else_was_faster_and_a_number_was_asked_for(folder: Path) -> None:
    session = Session(folder, "add", "abend.yaml", "--hand", "1")
    session.type(f"ac156{RETURN}{RETURN}")
    session.wait_for("Write?")
    other = f"{HEAD}  - Ben Dora 120\n"
    (folder / "abend.yaml").write_text(other, "utf-8")
    session.type(RETURN)
    assert session.end() == 1
    assert session.screen[-1] == "Hand 1 stands already: Ben Dora 120; the next is hand 2. Nothing was written."
    assert text(folder) == other


def test_a_dumb_terminal_asks_line_by_line(folder: Path) -> None:
    code, screen = played(folder, "a\rc\r156\rr\rfa\r\r\r", term="dumb")
    assert code == 0
    assert text(folder) == f"{HEAD}  - Anna Cem 156 re fuchs:Anna\n"
    assert "Re:  1/a Anna  2/b Ben  3/c Cem  4/d Dora" in screen
    assert "Write?  Return yes  n again  < back  q no" in screen


def test_a_dumb_terminal_takes_words(folder: Path) -> None:
    code, screen = played(folder, "anna cem\r250\r156 re\rfuchs\rdora\r<\ranna\r\rja\r", term="dumb")
    assert code == 0
    assert text(folder) == f"{HEAD}  - Anna Cem 156 re fuchs:Anna\n"
    assert any(line.endswith("250 does not fit here.") for line in screen)


def test_umlauts(folder: Path) -> None:
    (folder / "abend.yaml").write_text(HEAD.replace("Ben", "Jürgen").replace("Dora", "Julia"), "utf-8")
    assert played(folder, f"jüj120{RETURN}{RETURN}{RETURN}", lang="de")[0] == 0
    assert text(folder).endswith("\n  - Jürgen Julia 120\n")


@pytest.mark.parametrize(
    ("options", "code", "message"),
    [
        (("--hand", "1"), 1, "Hand 1 stands already: Anna Cem 156; the next is hand 2. Nothing was written."),
        (("--hand", "3"), 1, "Hand 3 is not next, hand 2 is. Nothing was written."),
        (("--hand", "2"), 0, None),
    ],
)
def test_the_number_of_the_hand(folder: Path, options: tuple[str, ...], code: int, message: str | None) -> None:
    sheet = f"{HEAD}  - Anna Cem 156\n"
    (folder / "abend.yaml").write_text(sheet, "utf-8")
    call = [sys.executable, "-m", "dokosheet", "add", "abend.yaml", *options, "Anna", "Cem", "156"]
    env = {**os.environ, "DOKOSHEET_LANG": "en"}
    done = subprocess.run(call, cwd=folder, env=env, capture_output=True, encoding="utf-8")
    assert done.returncode == code
    if message:
        assert done.stdout == f"{message}\n"
        asked, screen = played(folder, "", *options)
        assert (asked, screen) == (code, [message])
    assert text(folder) == sheet + ("" if message else "  - Anna Cem 156\n")


def test_without_a_terminal_it_says_what_to_do(folder: Path) -> None:
    env = {**os.environ, "DOKOSHEET_LANG": "en"}
    for options, begin in (((), "What is to be added?"), (("--more", "Anna", "Cem", "156"), "--more asks")):
        call = [sys.executable, "-m", "dokosheet", "add", "abend.yaml", *options]
        done = subprocess.run(call, cwd=folder, env=env, capture_output=True, encoding="utf-8", input="ac156")
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith(f"dokosheet: {begin}")
    assert text(folder) == HEAD


def test_keys_of_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    typed = iter(["a", "ü", "\r", "\x08", "\x1b", "\x1a", "\xe0", "H", "\x00", "K", "\x01", "\x03"])
    read = terminal_keys.windows_reader(lambda: next(typed))
    assert [read() for _ in range(9)] == ["a", "ü", ENTER, BACKSPACE, ESCAPE, EOF, "", "", ""]
    with pytest.raises(KeyboardInterrupt):
        read()

    class Console:
        getwch = staticmethod(lambda: "x")

    def without_termios(name: str) -> Any:
        if name == "termios":
            raise ImportError
        return Console

    monkeypatch.setattr(terminal_keys, "import_module", without_termios)
    with terminal_keys.single_keys() as read_key:
        assert read_key is not None
        assert read_key() == "x"


@pytest.mark.parametrize(
    ("page", "lang", "typed"),
    [
        ("docs/commands.md", "en", f"ac156rfa{RETURN}{RETURN}"),
        ("docs/de/anleitung.md", "de", f"ac156rfa{RETURN}{RETURN}"),
    ],
)
def test_the_transcript_of_the_manual(folder: Path, page: str, lang: str, typed: str) -> None:
    code, screen = played(folder, typed, lang=lang)
    assert code == 0
    block = re.compile(r"(?<=```text\n)\$ dokosheet add abend\.yaml\n.*?(?=\n```)", re.DOTALL)
    path = ROOT / page
    written = path.read_text("utf-8")
    today = "\n".join(["$ dokosheet add abend.yaml", *screen])
    if UPDATE:
        path.write_text(block.sub(lambda _: today, written), "utf-8")
        return
    assert block.findall(written) == [today]


def test_other_commands_load_no_keys() -> None:
    code = (
        "import sys, io, contextlib\nsys.argv = ['dokosheet', 'show', sys.argv[1]]\nfrom dokosheet.cli import main\n"
        "with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):\n    main()\n"
        "print(*sys.modules)"
    )
    call = [sys.executable, "-c", code, str(ROOT / "examples" / "spielabend.yaml")]
    done = subprocess.run(call, capture_output=True, text=True, check=True)
    strangers = {
        "dokosheet.shell.keys",
        "dokosheet.table.prompt",
        "dokosheet.table.questions",
        "dokosheet.table.keymap",
    }
    assert not strangers & set(done.stdout.split())
