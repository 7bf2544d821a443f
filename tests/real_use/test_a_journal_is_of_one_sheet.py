"""The journal of a sheet: of that sheet alone, honest about what it does not know, and never in the way."""

from __future__ import annotations

import errno
import json
import os
import time
from pathlib import Path
from typing import Any

import pytest

from dokosheet.core.merging import stretches
from helpers import journal, merged
from safety.commands import COMMANDS, doko, names, prepared

P4 = "dokosheet: 1\nplayers: [Anna, Ben, Cem, Dora]\n"
FOUR = ["--players", "Anna,Ben,Cem,Dora"]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOKOSHEET_LANG", "en")
    monkeypatch.chdir(tmp_path)


def refused(capsys: Any, *call: str) -> str:
    """What a command says that refuses, without touching anything."""
    before = {path.name: path.read_bytes() for path in Path().iterdir() if not path.name.endswith(".lock")}
    capsys.readouterr()
    assert doko(*call) == 2
    assert {path.name: path.read_bytes() for path in Path().iterdir() if not path.name.endswith(".lock")} == before
    said: str = capsys.readouterr().err
    return said.removeprefix("dokosheet: ").rstrip("\n")


# -- of one sheet


@pytest.mark.parametrize("players", ["Anna,Ben,Cem,Dora", "Anna,Eva,Cem,Dora", "Eva,Fritz,Gabi,Hans"])
@pytest.mark.parametrize("undone", [True, False])
def test_a_new_sheet_has_nothing_to_take_back_or_to_do_again(players: str, undone: bool, capsys: Any) -> None:
    doko("new", "e.yaml", *FOUR)
    doko("add", "e.yaml", "Anna", "Cem", "130")
    if undone:
        doko("undo", "e.yaml")
    os.rename("e.yaml", "old.yaml")
    doko("new", "e.yaml", "--players", players)
    assert refused(capsys, "redo", "e.yaml") == "there is nothing to do again in e.yaml"
    assert refused(capsys, "undo", "e.yaml") == "there is nothing to take back in e.yaml"
    assert refused(capsys, "undo", "old.yaml") == "there is nothing to take back in old.yaml"


def test_an_imported_sheet_has_nothing_to_take_back(capsys: Any) -> None:
    Path("liste.csv").write_text("Anna;Ben;Cem;Dora\n2;-2;2;-2\n1;-1;-1;1\n", "utf-8")
    for _ in range(2):
        doko("import", "liste.csv", "-o", "e.yaml")
        doko("add", "e.yaml", "Anna", "Cem", "130")
        doko("undo", "e.yaml")
        Path("e.yaml").unlink()
    doko("import", "liste.csv", "-o", "e.yaml")
    assert refused(capsys, "redo", "e.yaml") == "there is nothing to do again in e.yaml"


def test_a_new_sheet_that_is_refused_takes_no_journal_away() -> None:
    doko("new", "e.yaml", *FOUR)
    doko("add", "e.yaml", "Anna", "Cem", "130")
    assert doko("new", "e.yaml", *FOUR) == 2
    assert doko("undo", "e.yaml") == 0


OTHERS = {
    "other players": (P4.replace("Ben", "Eva") + "hands:\n  - Anna Cem 130\n"),
    "other hands": P4 + "hands:\n  - Ben Dora 150\n  - Cem Dora 140\n",
    "no hands": P4 + "hands:\n",
}
BELONGS = (
    "the journal belongs to another sheet than e.yaml (other players, another evening, or too few hands in common)"
)


@pytest.mark.parametrize("what", OTHERS)
@pytest.mark.parametrize("verb", ["undo", "redo"])
def test_another_sheet_under_the_name_is_left_alone(what: str, verb: str, capsys: Any) -> None:
    Path("e.yaml").write_text(P4 + "hands:\n  - Anna Cem 140\n", "utf-8")
    doko("add", "e.yaml", "Anna", "Cem", "130")
    doko("add", "e.yaml", "Anna", "Cem", "131")
    doko("undo", "e.yaml")
    os.rename("e.yaml", "old.yaml")
    Path("e.yaml").write_text(OTHERS[what].replace("130", "139"), "utf-8")
    assert refused(capsys, verb, "e.yaml") == BELONGS
    doko("add", "e.yaml", "strafe", "Dora", "gering")
    assert doko("undo", "e.yaml") == 0
    assert refused(capsys, "undo", "e.yaml") == "there is nothing to take back in e.yaml"


HANDS = ["Anna Cem 130", "Anna Ben 131", "Cem damensolo 150", "Ben Dora 156", "Anna Dora 90"]
NIGHT = "date: 2026-11-27\n"


def written(*hands: str, head: str = NIGHT) -> str:
    return P4 + head + "hands:\n" + "".join(f"  - {hand}\n" for hand in hands)


def kept(*hands: str, undone: int = 0) -> None:
    """A sheet with its journal, of which the last commands were taken back."""
    Path("e.yaml").write_text(written(), "utf-8")
    for hand in hands:
        doko("add", "e.yaml", *hand.split())
    for _ in range(undone):
        doko("undo", "e.yaml")


@pytest.mark.parametrize("count", [1, 2, 3, 5])
@pytest.mark.parametrize("head", [NIGHT, "date: 2026-12-04\n", "", f"{NIGHT}table: 2\n", f"{NIGHT}round: 2\n"])
def test_one_hand_in_common_makes_no_sheet_the_same(count: int, head: str) -> None:
    """Whichever hand it is, and wherever it stands in the sheet that somebody has put there by hand."""
    known = journal.Journal(text=written())
    for n in range(count):
        known = known.with_step(written(*HANDS[:n]), written(*HANDS[: n + 1]), "add", "")
    way = known.back()
    assert way is not None
    for kept in (known, way.journal):
        for shared in HANDS[:count]:
            for there in ([shared, "Ben Cem 121"], ["Ben Cem 121", shared], ["Ben Cem 121", shared, "Ben Dora 240"]):
                assert journal.settled(kept, written(*there, head=head)) == journal.Journal()


@pytest.mark.parametrize("verb", ["undo", "redo"])
@pytest.mark.parametrize("how", ["write", "rename", "copy"])
def test_however_another_sheet_has_come_there(verb: str, how: str, capsys: Any) -> None:
    kept(*HANDS[:2], undone=1)
    Path("other.yaml").write_text(written("Ben Cem 121", HANDS[0]), "utf-8")
    if how == "rename":
        os.replace("other.yaml", "e.yaml")
    else:
        if how == "write":
            Path("e.yaml").unlink()
        Path("e.yaml").write_bytes(Path("other.yaml").read_bytes())
    assert refused(capsys, verb, "e.yaml") == BELONGS


@pytest.mark.parametrize("head", ["date: 2026-12-04\n", "", f"{NIGHT}event: Cup\n"])
@pytest.mark.parametrize("verb", ["undo", "redo"])
def test_the_same_two_hands_on_another_evening_are_another_sheet(head: str, verb: str, capsys: Any) -> None:
    kept(*HANDS[:3], undone=1)
    Path("e.yaml").write_text(written(*HANDS[:2], head=head), "utf-8")
    assert refused(capsys, verb, "e.yaml") == BELONGS


def test_a_head_that_was_mended_over_many_hands_is_an_edit() -> None:
    kept(*HANDS)
    Path("e.yaml").write_text(written(*HANDS, head="date: 2026-12-04\n"), "utf-8")
    assert doko("undo", "e.yaml") == 0
    assert Path("e.yaml").read_text("utf-8") == written(*HANDS[:-1], head="date: 2026-12-04\n")


@pytest.mark.parametrize("back", [0, 3, 5])
def test_an_older_version_that_was_put_back_is_known_again(back: int, capsys: Any) -> None:
    """From a backup, or by version control: what came after it can be done again, what came before taken back."""
    kept(*HANDS)
    Path("e.yaml").write_text(written(*HANDS[:back]), "utf-8")
    for n in range(back + 1, 6):
        assert doko("redo", "e.yaml") == 0
        assert Path("e.yaml").read_text("utf-8") == written(*HANDS[:n])
    assert refused(capsys, "redo", "e.yaml") == "there is nothing to do again in e.yaml"
    Path("e.yaml").write_text(written(*HANDS[:back]), "utf-8")
    for n in reversed(range(back)):
        assert doko("undo", "e.yaml") == 0
        assert Path("e.yaml").read_text("utf-8") == written(*HANDS[:n])
    assert refused(capsys, "undo", "e.yaml") == "there is nothing to take back in e.yaml"


def test_a_hand_that_is_added_to_an_older_version_ends_what_came_after_it(capsys: Any) -> None:
    kept(*HANDS)
    Path("e.yaml").write_text(written(*HANDS[:3]), "utf-8")
    doko("add", "e.yaml", "Ben", "Cem", "121")
    assert refused(capsys, "redo", "e.yaml") == "there is nothing to do again in e.yaml"
    for n in (3, 2, 1, 0):
        assert doko("undo", "e.yaml") == 0
        assert Path("e.yaml").read_text("utf-8") == written(*HANDS[:n])


@pytest.mark.parametrize("edited", [False, True])
def test_a_copy_or_a_moved_sheet_has_no_journal_and_leaves_the_first_its_own(edited: bool, capsys: Any) -> None:
    kept(*HANDS, undone=1)
    text = Path("e.yaml").read_text("utf-8")
    Path("copy.yaml").write_text(text.replace("130", "139") if edited else text, "utf-8")
    assert refused(capsys, "undo", "copy.yaml") == "there is nothing to take back in copy.yaml"
    assert refused(capsys, "redo", "copy.yaml") == "there is nothing to do again in copy.yaml"
    os.rename("e.yaml", "moved.yaml")
    assert refused(capsys, "undo", "moved.yaml") == "there is nothing to take back in moved.yaml"
    os.rename("moved.yaml", "e.yaml")
    assert doko("redo", "e.yaml") == 0
    assert Path("e.yaml").read_text("utf-8") == written(*HANDS)


def test_two_names_of_one_sheet_never_mix_what_was_taken_back(capsys: Any) -> None:
    kept(*HANDS[:2])
    os.link("e.yaml", "hard.yaml")
    os.symlink("e.yaml", "soft.yaml")
    assert doko("undo", "soft.yaml") == 0
    assert Path("e.yaml").read_text("utf-8") == written(HANDS[0])
    assert refused(capsys, "undo", "hard.yaml") == "there is nothing to take back in hard.yaml"
    assert doko("redo", "e.yaml") == 0
    assert Path("e.yaml").read_text("utf-8") == Path("soft.yaml").read_text("utf-8") == written(*HANDS[:2])


def test_half_a_sheet_that_is_another_one_is_left_alone(capsys: Any) -> None:
    """What cannot be read is compared line by line."""
    kept(*HANDS[:2])
    Path("e.yaml").write_text(written("Ben Cem 121", HANDS[1], '"Ben Dora 140', "Ben Dora 150", head=""), "utf-8")
    assert refused(capsys, "undo", "e.yaml") == BELONGS
    Path("e.yaml").write_text(written(*HANDS[:2]) + '  - "Ben Dora\n', "utf-8")
    capsys.readouterr()
    doko("undo", "e.yaml")
    assert BELONGS not in capsys.readouterr().err


@pytest.mark.parametrize("date", ["", "date: 2026-11-20\n"])
def test_another_evening_without_a_hand_is_another_sheet(date: str, capsys: Any) -> None:
    Path("e.yaml").write_text(P4 + "date: 2026-11-27\nhands:\n", "utf-8")
    doko("add", "e.yaml", "Anna", "Cem", "130")
    doko("undo", "e.yaml")
    Path("e.yaml").write_text(P4 + date + "hands:\n", "utf-8")
    assert refused(capsys, "redo", "e.yaml") == BELONGS


def test_what_was_taken_back_by_hand_is_not_taken_back(capsys: Any) -> None:
    Path("e.yaml").write_text(P4 + "hands:\n  - Anna Cem 140\n", "utf-8")
    doko("add", "e.yaml", "Anna", "Cem", "130")
    before = Path("e.yaml").read_text("utf-8")
    doko("add", "e.yaml", "Anna", "Cem", "131")
    Path("e.yaml").write_text("# by hand\n" + before, "utf-8")
    capsys.readouterr()
    assert doko("undo", "e.yaml") == 0
    said = capsys.readouterr().out
    assert "taken back by hand already; nothing was changed" in said
    assert Path("e.yaml").read_text("utf-8") == "# by hand\n" + before
    assert doko("undo", "e.yaml") == 0  # and then the one before
    assert Path("e.yaml").read_text("utf-8") == "# by hand\n" + P4 + "hands:\n  - Anna Cem 140\n"
    assert doko("redo", "e.yaml") == 0
    Path("e.yaml").write_text(Path("e.yaml").read_text("utf-8").replace("130\n", "130\n  - Anna Cem 131\n"), "utf-8")
    capsys.readouterr()
    assert doko("redo", "e.yaml") == 0
    assert "done again by hand already; nothing was changed" in capsys.readouterr().out


# -- a step that it does not know

KNOWS_NOT = {
    "en": "dokosheet: e.yaml: written, but its journal could not be; undo and redo do not know this step\n",
    "de": "dokosheet: e.yaml: geschrieben, nur das Journal nicht; undo und redo kennen diesen Schritt nicht\n",
}
LOST = "the journal of e.yaml does not know what was written last; nothing can be taken back"


def without_journals(patched: pytest.MonkeyPatch, function: str) -> None:
    """A disk on which no journal can be written: none can be made, or the old one cannot be replaced."""
    real = getattr(os, function)

    def failing(path: Any, *args: Any, **kwargs: Any) -> Any:
        target = str(path if function == "open" else args[0])
        if ".journal" in target and (function == "replace" or target.endswith(".tmp")):
            raise OSError(errno.ENOSPC if function == "open" else errno.EPERM, "failed", target)
        return real(path, *args, **kwargs)

    patched.setattr(os, function, failing)


@pytest.mark.parametrize("lang", KNOWS_NOT)
@pytest.mark.parametrize("function", ["open", "replace"])
def test_a_step_without_journal_is_said_and_undo_knows_that_it_does_not_know(
    function: str, lang: str, capsys: Any, monkeypatch: Any
) -> None:
    Path("e.yaml").write_text(P4 + "hands:\n", "utf-8")
    doko("add", "e.yaml", "Anna", "Cem", "130")
    capsys.readouterr()
    with monkeypatch.context() as patched:
        without_journals(patched, function)
        assert doko("--lang", lang, "add", "e.yaml", "Anna", "Ben", "131") == 0
    assert capsys.readouterr().err == KNOWS_NOT[lang]
    assert Path("e.yaml").read_text("utf-8") == P4 + "hands:\n  - Anna Cem 130\n  - Anna Ben 131\n"
    assert refused(capsys, "undo", "e.yaml") == LOST
    assert refused(capsys, "redo", "e.yaml") == LOST
    assert doko("amend", "e.yaml", "1", "133") == 0  # from here on it knows again
    assert doko("undo", "e.yaml") == 0
    assert refused(capsys, "undo", "e.yaml") == "there is nothing to take back in e.yaml"
    assert Path("e.yaml").read_text("utf-8") == P4 + "hands:\n  - Anna Cem 130\n  - Anna Ben 131\n"


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_says_it(name: str, capsys: Any, monkeypatch: Any) -> None:
    prepared(Path("e.yaml"), COMMANDS[name])
    capsys.readouterr()
    with monkeypatch.context() as patched:
        without_journals(patched, "open")
        doko(*COMMANDS[name].call("e.yaml"))
    assert capsys.readouterr().err == KNOWS_NOT["en"]
    assert refused(capsys, "undo", "e.yaml") == LOST


def test_without_a_lock_to_say_so_the_journal_goes(capsys: Any, monkeypatch: Any) -> None:
    Path("e.yaml").write_text(P4 + "hands:\n", "utf-8")
    doko("add", "e.yaml", "Anna", "Cem", "130")
    with monkeypatch.context() as patched:
        without_journals(patched, "open")
        patched.setattr(journal, "lock_of", lambda _: Path("nowhere", "lock"))
        assert doko("add", "e.yaml", "Anna", "Ben", "131") == 0
    assert refused(capsys, "undo", "e.yaml") == "there is nothing to take back in e.yaml"


def test_a_lock_that_somebody_has_filled_is_not_emptied() -> None:
    Path("e.yaml").write_text(P4 + "hands:\n", "utf-8")
    Path(".e.yaml.lock").write_text("mine", "utf-8")
    doko("add", "e.yaml", "Anna", "Cem", "130")
    assert doko("undo", "e.yaml") == 0
    assert Path(".e.yaml.lock").read_text("utf-8") == "mine"


# -- one that cannot be read

STEP = {"start": 0, "old": "", "new": "", "verb": "add"}
UNREADABLE = {
    "nested lists": b"[" * 300_000,
    "nested objects": b'{"a":' * 300_000,
    "nested inside": b'{"version":1,"done":' + b"[" * 300_000,
    "nested in what is unknown": b'{"version":1,"x":' + b"[" * 300_000,
    "binary": bytes(range(256)) * 100,
    "half a character": b'{"text":"\\ud800"}',
    "a number without end": b'{"version":' + b"9" * 100_000,
    "a place without end": json.dumps({"text": "x", "done": [{**STEP, "start": 10**40}]}).encode(),
    "steps without end": json.dumps({"text": "x", "done": [STEP] * 50_000}).encode(),
    "zeros": bytes(1000),
    "another sort": b'{"version":1,"text":"x","done":{"a":1}}',
}


@pytest.mark.parametrize("what", UNREADABLE)
def test_one_that_cannot_be_read_never_stands_in_the_way(what: str, capsys: Any) -> None:
    before = prepared(Path("e.yaml"), COMMANDS["add"])
    Path(".e.yaml.journal").write_bytes(UNREADABLE[what])
    assert refused(capsys, "undo", "e.yaml") == "there is nothing to take back in e.yaml"
    assert doko("add", "e.yaml", "Anna", "Cem", "130") == 0
    assert capsys.readouterr().err == ""
    assert doko("undo", "e.yaml") == 0
    assert Path("e.yaml").read_bytes() == before


def test_a_huge_one_is_not_even_read(capsys: Any) -> None:
    prepared(Path("e.yaml"), COMMANDS["add"])
    with Path(".e.yaml.journal").open("wb") as stream:
        stream.truncate(200 * 1024**3)
    start = time.process_time()
    assert doko("add", "e.yaml", "Anna", "Cem", "130") == 0
    assert doko("undo", "e.yaml") == 0
    assert time.process_time() - start < 2
    assert names(Path()) == {"e.yaml", ".e.yaml.journal", ".e.yaml.lock"}


@pytest.mark.parametrize("what", ["pipe", "loop", "dangling", "folder"])
def test_what_is_no_file_stands_in_nobodys_way(what: str) -> None:
    prepared(Path("e.yaml"), COMMANDS["add"])
    place = Path(".e.yaml.journal")
    if what == "pipe":
        os.mkfifo(place)
    elif what == "folder":
        place.mkdir()
    else:
        place.symlink_to("nothing" if what == "dangling" else place)
    assert doko("add", "e.yaml", "Anna", "Cem", "130") == 0
    assert doko("undo", "e.yaml") == (2 if what == "folder" else 0)


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n", "\x85", "\u2028", "\u2029"])
def test_a_sheet_of_that_name_is_known_by_any_line_break(end: str) -> None:
    prepared(Path("x"), COMMANDS["add"])
    text = f"# ours{end}players: [A, B, C, D]{end}"
    Path(".x.journal").write_bytes(text.encode())
    assert doko("add", "x", "Ben", "Dora", "120") == 0
    assert Path(".x.journal").read_bytes() == text.encode()


# -- thousands of changes by hand


def hands(count: int, alike: bool) -> list[str]:
    return [f"  - Anna Cem {130 if alike else 121 + i % 60}{'' if alike else f'  # {i}'}\n" for i in range(count)]


@pytest.mark.parametrize("alike", [True, False])
@pytest.mark.parametrize("how", ["changed", "put in", "taken out"])
def test_merging_thousands_of_lines_takes_no_time(how: str, alike: bool) -> None:
    base = hands(40_000, alike)
    if how == "changed":
        by_hand = [line if i % 2 else line[:-1] + " x\n" for i, line in enumerate(base)]
    elif how == "put in":
        by_hand = [text for i, line in enumerate(base) for text in ([line] if i % 2 else [line, "# x\n"])]
    else:
        by_hand = base[::2]
    head = "hands:\n"
    start = time.process_time()
    text = merged(head + "".join(base), head + "".join(by_hand), "x: 1\n" + head + "".join(base))
    assert time.process_time() - start < 4
    assert text == "x: 1\n" + head + "".join(by_hand)


def test_stretches_make_of_the_one_list_the_other() -> None:
    old = [str(i * i % 97) for i in range(400)]
    new = [*old[300:], *old[10:150], "x", *old[5:200:3], *old[200:]]
    found = stretches(old, new)
    made: list[str] = []
    done = 0
    for start, end, k, m in found:
        assert start >= done
        made += old[done:start] + new[k:m]
        done = end
    assert made + old[done:] == new
    assert len(found) > 2
