"""``show --watch``: what is drawn for a window, and a real terminal beside which somebody writes."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from dokosheet.edit.document import opened
from dokosheet.screen.findings import cells
from dokosheet.table import second_screen as watching
from dokosheet.table.second_screen import Size, drawing
from dokosheet.table.watch import Seen
from helpers import Document, Watch, read_text, speak, texts

HEAD = "dokosheet: 1\nrules: tsr\nplayers: [Anna, Ben, Cem, Dora]\nhands:\n"
HANDS = [f"  - {re} {100 + 7 * i}\n" for i, re in enumerate(["Anna Cem", "Ben Dora", "Anna Ben", "Cem Dora"] * 5)]
BROKEN = "  - [Anna\n"


def read(text: str) -> Document:
    source = read_text(None, text.encode())[0]
    assert source is not None
    return opened(source, "abend.yaml", None)


def drawn(seen: Seen, width: int, height: int, lang: str = "en") -> list[str]:
    lines = [line.text for line in drawing(seen, "21:14:05", texts(lang), Size(width, height))]
    assert len(lines) <= height
    assert max(map(cells, lines)) <= width
    return lines


# -- what is drawn


def test_what_fits_is_shown_whole() -> None:
    lines = drawn(Seen(read(HEAD + HANDS[0] + HANDS[1])), 100, 24)
    assert lines == [
        "rules: tsr",
        "",
        "No  Dealer  Re     Augen  Value      Anna       Ben       Cem      Dora",
        " 1  An      An+Ce    100     -2   -2   -2   +2    2   -2   -2   +2    2",
        " 2  Be      Be+Do    107     -2   +2    0   -2    0   +2    0   -2    0",
        "",
        "For each player: points and total. P Pflichtsolo, PV vorgeführt, L Lustsolo, B Bock.",
        "Totals: Anna 0, Ben 0, Cem 0, Dora 0",
        "Next: hand 3, dealer Cem.",
        "Pflichtsolo still open: Anna, Ben, Cem and Dora.",
        "changed 21:14:05 · Ctrl-C ends",
    ]


@pytest.mark.parametrize(("width", "height", "above"), [(80, 24, 3), (80, 10, 17), (40, 12, 17)])
@pytest.mark.parametrize("lang", ["de", "en"])
def test_the_newest_hands_the_totals_and_what_is_next_are_seen(width: int, height: int, above: int, lang: str) -> None:
    lines = drawn(Seen(read(HEAD + "".join(HANDS))), width, height, lang)
    numbers = [int(line.split()[0]) for line in lines[:-1] if re.match(r" ?\d+ ", line)]
    assert numbers == list(range(above + 1, 21))
    said = " ".join(lines)
    t = texts(lang)
    assert t("next.deal", hand=21, dealer="Anna") in said
    assert all(f"{name} " in said.split(t("show.totals", totals=""))[1] for name in ("Anna", "Ben", "Cem", "Dora"))
    assert t("watch.above", hands=t("count.hands", n=above)) in lines[-1]
    assert "21:14:05" in lines[-1]
    assert lines[0] == t("show.rules", rules="tsr")
    title = next(line for line in lines if line.split()[0] == t("show.n"))
    assert all(name in title for name in ("Anna", "Ben", "Cem", "Dora"))


@pytest.mark.parametrize("height", range(1, 40))
def test_no_window_is_too_small(height: int) -> None:
    sheet = read(HEAD + "".join(HANDS))
    broken = Seen(sheet, sheet, read("dokosheet: 1\nplayers: [\n"), True)
    for width in (10, 39, 79):
        drawn(Seen(sheet), width, height)
        drawn(broken, width, height)
        drawn(Seen(None, None, broken.broken), width, height)


def test_rows_that_are_new_or_read_otherwise_are_bold() -> None:
    before = read(HEAD + "".join(HANDS[:3]))
    now = read(HEAD + HANDS[0] + HANDS[1].replace("107", "108") + HANDS[2] + "  - strafe Dora gering\n" + HANDS[3])
    lines = drawing(Seen(now, before), "", texts("en"))
    bold = [line.text.split()[:3] for line in lines if line.bold]
    assert bold == [["No", "Dealer", "Re"], ["2", "Be", "Be+Do"], ["Do", "penalty", "gering"], ["4", "Do", "Ce+Do"]]
    assert [line.text[:2] for line in drawing(Seen(now), "", texts("en")) if line.bold] == ["No"]


def test_a_list_without_hands() -> None:
    assert drawn(Seen(read(HEAD)), 80, 24)[2:4] == ["No hand yet.", ""]


def test_it_is_read_out_where_it_is_heard(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "abend.yaml").write_text(HEAD + HANDS[0], "utf-8")
    speak("en", True)
    try:
        assert watching.follow(str(tmp_path / "abend.yaml"), ticks()) == 0
    finally:
        speak("en")
    assert "\x1b" not in (said := capsys.readouterr().out)
    assert "  " not in said
    assert said.splitlines()[0] == "Ctrl-C ends"
    assert "P Pflichtsolo" not in said
    assert said.count("Totals:") == 1


def test_after_the_first_state_only_what_is_new_is_heard(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sheet, away = tmp_path / "abend.yaml", tmp_path / "away"
    sheet.write_text(HEAD + HANDS[0] + HANDS[1], "utf-8")
    heard = []

    def then(text: str) -> Callable[[], object]:
        def step() -> None:
            heard.append(capsys.readouterr().out.splitlines())
            sheet.write_text(HEAD + text, "utf-8")

        return step

    speak("en", True)
    try:
        steps = ticks(
            then(HANDS[0] + HANDS[1] + HANDS[2]),
            then(HANDS[0].replace("100", "125") + HANDS[1] + HANDS[2]),
            then(BROKEN),
            lambda: sheet.rename(away),
            then("".join(HANDS[:4]) + "  - strafe Dora gering\n"),
            then("".join(HANDS[:2])),
            then(""),
        )
        assert watching.follow(str(sheet), steps) == 0
    finally:
        speak("en")
    heard.append(capsys.readouterr().out.splitlines())
    starts = [[re.sub(r"[,:.].*", "", line) for line in lines] for lines in heard]
    after = ["Next", "Pflichtsolo still open"]
    hand = ["Points", "Totals"]
    assert starts[0][:-1] == ["Ctrl-C ends", "rules", "Hand 1", *hand, "Hand 2", *hand, *after]
    assert starts[1] == ["Hand 3", *hand, *after]
    assert starts[2] == ["Hand 1", *hand, "Totals", *after]
    assert heard[3][0].endswith("abend.yaml cannot be read as a list at the moment:")
    assert heard[3][-1] == "The file is not there at the moment; waiting for it."
    assert starts[4] == ["Hand 1", *hand, "Hand 4", *hand, "Penalty minor", *hand, *after]
    assert starts[5] == ["Totals", *after]
    assert heard[6] == ["No hand yet.", "Next: hand 1, dealer Anna.", heard[5][-1]]


# -- the file


def ticks(*steps: Callable[[], object]) -> Callable[[float], None]:
    """A sleep in which something happens each time, and Ctrl-C in the end."""
    todo: Iterator[Callable[[], object]] = iter(steps)

    def sleep(_: float) -> None:
        step = next(todo, None)
        if step is None:
            raise KeyboardInterrupt
        step()

    return sleep


def test_states_one_after_the_other_for_what_is_no_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sheet, away = tmp_path / "abend.yaml", tmp_path / "away"
    sheet.write_text(HEAD + HANDS[0], "utf-8")
    speak("en")
    steps = ticks(
        lambda: None,
        sheet.touch,
        lambda: sheet.write_text(HEAD + BROKEN, "utf-8"),
        lambda: sheet.rename(away),
        lambda: None,
        lambda: away.write_text(HEAD + HANDS[0] + HANDS[1], "utf-8"),
        lambda: away.rename(sheet),
    )
    assert watching.follow(str(sheet), steps) == 0
    said = capsys.readouterr().out
    states = said.removesuffix("\n").split("\n\nrules: tsr\n")
    assert len(states) == 4
    assert all(" 1  An " in state for state in states)
    assert [("cannot be read" in state, "is not there" in state, " 2  Be " in state) for state in states] == [
        (False, False, False),
        (True, False, False),
        (False, True, False),
        (False, False, True),
    ]
    assert "error[F101] syntax" in states[1]
    assert said.endswith("\n")
    assert not said.endswith("\n\n")


def test_a_sheet_that_is_broken_from_the_beginning(tmp_path: Path) -> None:
    sheet = tmp_path / "abend.yaml"
    sheet.write_text("dokosheet: 1\n", "utf-8")
    watch = Watch(str(sheet))
    assert watch.look()
    assert (watch.seen.good, watch.seen.broken is not None) == (None, True)
    assert not watch.look()
    sheet.write_text(HEAD, "utf-8")
    assert watch.look()
    assert watch.seen.good is not None
    assert watch.seen.broken is None


def test_a_sheet_that_was_broken_when_it_went_away(tmp_path: Path) -> None:
    sheet, away = tmp_path / "abend.yaml", tmp_path / "away"
    sheet.write_text(HEAD + HANDS[0], "utf-8")
    watch = Watch(str(sheet))
    assert watch.look()
    sheet.write_text(HEAD + BROKEN, "utf-8")
    assert watch.look()
    for _ in range(2):
        assert (watch.seen.broken is not None, watch.seen.gone) == (True, False)
        sheet.rename(away)
        assert watch.look()
        assert (watch.seen.broken, watch.seen.gone) == (None, True)
        assert watch.seen.good is not None
        assert not watch.look()
        away.rename(sheet)
        assert watch.look()


def test_a_change_that_neither_time_nor_size_show(tmp_path: Path) -> None:
    sheet = tmp_path / "abend.yaml"
    sheet.write_text(HEAD + HANDS[0], "utf-8")
    watch = Watch(str(sheet))
    assert watch.look()
    now = sheet.stat()
    sheet.write_text(HEAD + HANDS[0].replace("100", "101"), "utf-8")
    os.utime(sheet, ns=(now.st_atime_ns, now.st_mtime_ns))
    assert watch.look()


def test_a_link_that_leads_elsewhere(tmp_path: Path) -> None:
    for name, hands in (("one", HANDS[:1]), ("two", HANDS[:2])):
        (tmp_path / f"{name}.yaml").write_text(HEAD + "".join(hands), "utf-8")
        os.utime(tmp_path / f"{name}.yaml", (1e9, 1e9))
    link = tmp_path / "now.yaml"
    link.symlink_to("one.yaml")
    watch = Watch(str(link))
    assert [watch.look(), watch.look()] == [True, False]
    link.unlink()
    link.symlink_to("two.yaml")
    assert watch.look()
    assert watch.seen.good is not None
    assert watch.seen.good.hands == 2


def test_rules_beside_the_sheet_that_change(tmp_path: Path) -> None:
    rules, sheet = tmp_path / "club.yaml", tmp_path / "abend.yaml"
    rules.write_text("extends: tsr\nid: club\n", "utf-8")
    sheet.write_text(HEAD.replace("rules: tsr", "rules: ./club.yaml") + "  - Anna Cem 120\n", "utf-8")
    watch = Watch(str(sheet))

    def totals() -> int:
        assert watch.seen.good is not None
        assert watch.seen.good.ledger is not None
        return int(watch.seen.good.ledger.totals["Anna"])

    assert watch.look()
    assert totals() == -2
    rules.write_text("extends: tsr\nid: club\nsonderpunkte: {alten: null}\n", "utf-8")
    assert watch.look()
    assert totals() == -1
    rules.rename(tmp_path / "away")
    assert watch.look()
    assert watch.seen.broken is not None
    (tmp_path / "away").rename(rules)
    assert watch.look()
    assert watch.seen.broken is None


@pytest.mark.parametrize("arguments", [("-",), ("abend.yaml", "--hand", "1"), ("abend.yaml", "--format", "json")])
def test_what_does_not_go_together(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    (tmp_path / "abend.yaml").write_text(HEAD, "utf-8")
    done = dokosheet(tmp_path, "show", *arguments, "--watch")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("dokosheet: --watch shows the list of a file")
    assert done.stderr.count("\n") == 1


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    done = dokosheet(tmp_path, "show", "nothing.yaml", "--watch")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)


def dokosheet(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "DOKOSHEET_LANG": "en"}
    call = [sys.executable, "-m", "dokosheet", *arguments]
    return subprocess.run(call, cwd=folder, env=env, capture_output=True, encoding="utf-8", timeout=120)


@pytest.mark.skipif(os.name != "posix", reason="Ctrl-C of another process")
def test_a_pipe_gets_each_state_at_once_and_ends_with_ctrl_c(tmp_path: Path) -> None:
    (tmp_path / "abend.yaml").write_text(HEAD + HANDS[0], "utf-8")
    call = [sys.executable, "-m", "dokosheet", "show", "abend.yaml", "--watch"]
    env = {**os.environ, "DOKOSHEET_LANG": "en"}
    process = subprocess.Popen(call, cwd=tmp_path, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    shown = ""
    while "changed " not in shown:
        shown += process.stdout.readline()
    process.send_signal(signal.SIGINT)
    rest, said = process.communicate(timeout=120)
    assert (process.returncode, rest, said) == (0, "", "")


# -- a terminal


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "abend.yaml").write_text(HEAD, "utf-8")
    return tmp_path


def at_terminal(folder: Path, **env: str):  # type: ignore[no-untyped-def]  # a pseudo-terminal is not everywhere
    from terminal import Session

    return Session(folder, "show", "abend.yaml", "--watch", first="Ctrl-C ends\x1b[J", **env)


def newest(output: str) -> str:
    """What was drawn last."""
    return output.split(watching.HOME)[-1]


def wait(session, condition: Callable[[str], bool]) -> str:  # type: ignore[no-untyped-def]
    def drawn() -> bool:
        return condition(newest(session.output)) and newest(session.output).endswith(watching.CLEAR_REST)

    assert session.until(drawn), newest(session.output)
    return newest(session.output)


def test_an_evening_beside_the_table(folder: Path) -> None:
    session = at_terminal(folder)
    assert session.output.startswith(watching.ENTER)
    for n, line in enumerate(("anna cem 156 re", "ben dora 120", "anna ben 140"), 1):
        assert dokosheet(folder, "add", "abend.yaml", *line.split()).returncode == 0
        drawn = wait(session, lambda now, n=n: f"hand {n + 1}, dealer" in now)  # type: ignore[misc]
        marked = re.findall(r"\x1b\[1m +(\d+)", drawn)
        assert marked == [str(n)]
    sheet = folder / "abend.yaml"
    good = sheet.read_text("utf-8")
    sheet.write_text(good + BROKEN, "utf-8")
    drawn = wait(session, lambda now: "cannot be read" in now)
    assert "error[F101]" in drawn
    assert " 3  " in drawn
    sheet.rename(folder / "abend.yaml~")
    drawn = wait(session, lambda now: "is not there" in now)
    assert " 3  " in drawn
    (folder / "new").write_text(good + "  - Cem Dora 150\n", "utf-8")
    (folder / "new").rename(sheet)
    drawn = wait(session, lambda now: "hand 5, dealer" in now)
    assert "cannot be read" not in drawn
    assert re.findall(r"\x1b\[1m +(\d+)", drawn) == ["4"]
    session.resize(60, 8)
    drawn = wait(session, lambda now: now.count("\n") == 7)
    assert max(len(re.sub(r"\x1b\[\S", "", line)) for line in drawn.split("\n")) < 60
    assert " 4 " in drawn
    session.type("\x03")
    assert session.end() == 0
    end = session.output.split(watching.LEAVE)
    assert len(end) == 2
    assert re.fullmatch(r"Totals: Anna .*\r\n", end[1])
    assert "Traceback" not in session.output


@pytest.mark.parametrize("number", [signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)])
def test_a_signal_leaves_the_terminal_as_it_was(folder: Path, number: signal.Signals) -> None:
    session = at_terminal(folder)
    session.process.send_signal(number)
    assert session.end() == 128 + number
    assert session.output.endswith(watching.LEAVE)


def test_stopped_and_continued(folder: Path) -> None:
    session = at_terminal(folder)
    session.process.send_signal(signal.SIGTSTP)
    session.wait_for(watching.LEAVE)
    session.process.send_signal(signal.SIGCONT)
    session.wait_for(watching.LEAVE + watching.ENTER + watching.HOME)
    session.type("\x03")
    assert session.end() == 0
    assert session.output.count(watching.LEAVE) == 2


def test_nothing_is_bold_without_colours(folder: Path) -> None:
    (folder / "abend.yaml").write_text(HEAD + HANDS[0], "utf-8")
    session = at_terminal(folder, NO_COLOR="1")
    session.type("\x03")
    assert session.end() == 0
    assert watching.BOLD not in session.output


def test_a_terminal_that_knows_no_sequences_is_like_a_pipe(folder: Path) -> None:
    from terminal import Session

    session = Session(folder, "show", "abend.yaml", "--watch", term="dumb", first="changed ")
    session.type("\x03")
    assert session.end() == 0
    assert "\x1b" not in session.output


# -- the manual

ROOT = Path(__file__).parents[2]
UPDATE = bool(os.environ.get("DOKOSHEET_UPDATE_DOCS"))


@pytest.mark.parametrize(("page", "lang"), [("docs/commands.md", "en"), ("docs/de/anleitung.md", "de")])
def test_the_drawing_of_the_manual(page: str, lang: str) -> None:
    call = "$ dokosheet show examples/spielabend.yaml --watch"
    seen = Seen(read((ROOT / "examples" / "spielabend.yaml").read_text("utf-8")))
    today = "\n".join([call, *drawn(seen, 79, 12, lang)])
    block = re.compile(rf"(?<=```text\n){re.escape(call)}(?:\n(?!```).*)*")
    path = ROOT / page
    written = path.read_text("utf-8")
    if UPDATE:
        path.write_text(block.sub(lambda _: today, written), "utf-8")
        return
    assert block.findall(written) == [today]
