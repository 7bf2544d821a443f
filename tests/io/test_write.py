"""Writing: one line more and no other character changed; a file that is whole at any moment."""

from __future__ import annotations

import errno
import hashlib
import os
import stat
import subprocess
import sys
import threading
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

import dokosheet.files.save as save_module
from dokosheet.files import locks
from dokosheet.files.save import locked, save
from dokosheet.files.splice import plain_or_quoted, splice_append, splice_replace
from dokosheet.files.tree import ListNode, MappingNode, Scalar, is_partial, parse
from dokosheet.files.trouble import Busy, Changed, Unspliceable

LINE = "Ben Dora 120"
UNIX = pytest.mark.skipif(sys.platform == "win32", reason="processes and limits as Unix has them")


def load(text: str) -> Any:
    """PyYAML's own reading, so that our tree does not judge itself."""
    return yaml.load(text, Loader=getattr(yaml, "CBaseLoader", yaml.BaseLoader))


def root_of(text: str) -> MappingNode:
    root, findings = parse(text)
    assert isinstance(root, MappingNode)
    assert not is_partial(findings)
    return root


def append(text: str, line: str = LINE, key: str = "hands") -> str:
    return splice_append(text, root_of(text), line, key).text


def item(text: str, index: int) -> Scalar | MappingNode:
    hands = next(value for key, value in root_of(text).items if key.text == "hands")
    assert isinstance(hands, ListNode)
    node = hands.items[index]
    assert isinstance(node, Scalar | MappingNode)
    return node


# --- spelling -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "spelled"),
    [
        ("Anna Cem 156 fuchs:Anna =2,-2,2,-2", "Anna Cem 156 fuchs:Anna =2,-2,2,-2"),
        ("=3,-1,-1,-1", "=3,-1,-1,-1"),
        ('strafe Dora gering "vorgesagt"', 'strafe Dora gering "vorgesagt"'),
        (":u60 Anna", ":u60 Anna"),
        ("notiz: x", "'notiz: x'"),
        ("Anna #1", "'Anna #1'"),
        ("#1", "'#1'"),
        ("@Anna it's", "'@Anna it''s'"),
        ("- a", "'- a'"),
        ('"a"', "'\"a\"'"),
        ("", "''"),
        (" a ", "' a '"),
        ("a\nb", '"a\\x0Ab"'),
        ('"\x07\\', '"\\"\\x07\\\\"'),
        ("a\u2028", '"a\\u2028"'),
    ],
)
def test_spelling(line: str, spelled: str) -> None:
    assert plain_or_quoted(line) == spelled


NOT_HALF = st.characters(exclude_categories=["Cs"])
MEANING = st.sampled_from(list("&!#@*%|'\">`-?:,[]{}\\~= \t\n\r\x85\u2028\ufeff\x00äx1"))
ANY_LINE = st.text(NOT_HALF) | st.lists(MEANING, max_size=8).map("".join)


@given(ANY_LINE)
@settings(max_examples=500, deadline=None)
def test_spelling_reads_back(line: str) -> None:
    spelled = plain_or_quoted(line)
    assert load(f"a:\n  - {spelled}\n  - b\n") == {"a": [line, "b"]}
    assert len(spelled.splitlines()) == 1 or "\n" not in spelled


def test_half_a_character_cannot_be_written() -> None:
    with pytest.raises(ValueError, match="D800"):
        plain_or_quoted("\ud800")


# --- appending ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("hands:\n  - a\n", "hands:\n  - a\n  - Ben Dora 120\n"),
        ("hands:\n- a\nz: 1\n", "hands:\n- a\n- Ben Dora 120\nz: 1\n"),
        ("hands:\n    -   a # c\n\n# end\n", "hands:\n    -   a # c\n    -   Ben Dora 120\n\n# end\n"),
        ("hands:\r\n- a", "hands:\r\n- a\r\n- Ben Dora 120\r\n"),
        ("hands:\n- a\n  # of a\n", "hands:\n- a\n- Ben Dora 120\n  # of a\n"),
        ("hands:\n", "hands:\n  - Ben Dora 120\n"),
        ("hands:", "hands:\n  - Ben Dora 120\n"),
        ("hands:  # none yet\n  # one line a hand\nz: 1\n",
         "hands:  # none yet\n  # one line a hand\n  - Ben Dora 120\nz: 1\n"),
        ("hands:\n# of z\nz: 1\n", "hands:\n  - Ben Dora 120\n# of z\nz: 1\n"),
        ("hands: []  # c\n", "hands: [Ben Dora 120]  # c\n"),
        ("hands: [ 'a' ]", "hands: [ 'a', Ben Dora 120 ]"),
        ("hands: [a, b,]", "hands: [a, b, Ben Dora 120]"),
        ("hands: [\n  a,\n  b\n]\n", "hands: [\n  a,\n  b,\n  Ben Dora 120\n]\n"),
        ("hands: [\n  a,\n  b, # c\n]\n", "hands: [\n  a,\n  b, # c\n  Ben Dora 120,\n]\n"),
        ("hands: [\n  a # c\n]\n", "hands: [\n  a # c\n  , Ben Dora 120\n]\n"),
        ("x: 1", "x: 1\nhands:\n  - Ben Dora 120\n"),
        ("x: 1\n# end\n...\n", "x: 1\n# end\nhands:\n  - Ben Dora 120\n...\n"),
        ("---\n  x: 1\n", "---\n  x: 1\n  hands:\n    - Ben Dora 120\n"),
        ("{x: 1}", "{x: 1, hands: [Ben Dora 120]}"),
        ("{}", "{hands: [Ben Dora 120]}"),
        ("hands:\n- a\n...\n# c\n", "hands:\n- a\n- Ben Dora 120\n...\n# c\n"),
        ("hands:\n- a\n  b\n", "hands:\n- a\n  b\n- Ben Dora 120\n"),
        ("hands:\n- >\n  a\n  b\n\n# c\n", "hands:\n- >\n  a\n  b\n- Ben Dora 120\n\n# c\n"),
        ("hands:\n- |+\n  a\n\n# c\n", "hands:\n- |+\n  a\n\n- Ben Dora 120\n# c\n"),
        ("hands:\n  -\n    re: [a]\n    note: 'x'  # c\nz: 1",
         "hands:\n  -\n    re: [a]\n    note: 'x'  # c\n  - Ben Dora 120\nz: 1"),
        ("\ufeffhands:\n- a\n", "\ufeffhands:\n- a\n- Ben Dora 120\n"),
        ("hands:\n-\n- # c\n", "hands:\n-\n- # c\n- Ben Dora 120\n"),
        ('"hands":\n- {a: b,\n   c: d}\n', '"hands":\n- {a: b,\n   c: d}\n- Ben Dora 120\n'),
    ],
)  # fmt: skip
def test_append(before: str, after: str) -> None:
    assert append(before) == after


def test_append_quotes_what_needs_it() -> None:
    assert append("hands: [a]", "=1,-1") == "hands: [a, '=1,-1']"
    assert append("hands:\n- a\n", "x: y") == "hands:\n- a\n- 'x: y'\n"
    assert append("pflichtsoli:\n- a\nhands:\n- b\n", "c", "pflichtsoli") == "pflichtsoli:\n- a\n- c\nhands:\n- b\n"


@pytest.mark.parametrize("text", ["hands: ~\n", "hands: ''\n", "hands: {a: b}\n", "hands: |\n  a\n", "{hands}"])
def test_append_refuses_what_is_no_list(text: str) -> None:
    with pytest.raises(Unspliceable):
        append(text)


def test_append_refuses_a_tree_of_another_text() -> None:
    with pytest.raises(Unspliceable):
        splice_append("hands:\n- a\n- b\n", root_of("hands:\n- a\n"), LINE)


HEADS = ["rules: tsr", "# Schützenhof", "", "players: [Änne, 'Jörg']", "note: |\n  - a\n\n  b", "x: {y: [1,\n  2]}"]
HEAD = st.lists(st.sampled_from(HEADS), unique=True)
BEHIND = st.sampled_from(["", "  # Ü", " #"])
BETWEEN = st.sampled_from(["", "", "\n", "# zwischen\n", "        # tief\n", "   \n"])
TAIL = st.lists(st.sampled_from(["# Ende", "", "  # eingerückt", "scorer: Ö", "   "]), unique=True)
LINES = st.sampled_from([LINE, "Änne 12", "=2,-2", "x: y", "#", "it's", "", "a\tb", "[", "\U0001f0cf"]) | st.text(
    NOT_HALF
)


@st.composite
def block_items(draw: st.DrawFn, indent: int) -> str:
    """Items of a list without brackets, at an indent, of every kind that people write."""
    dash = " " * indent + "-" + " " * draw(st.integers(1, 3))
    deep = " " * (indent + 2)
    kinds = st.sampled_from(
        [
            dash + "Änne Ben 125{c}\n",
            dash + "'it''s: ä'{c}\n",
            dash + '"a\\tb"{c}\n',
            dash + "a\n" + deep + "  b{c}\n",
            dash + "|\n" + deep + "a\n\n" + deep + "b\n",
            dash + ">-{c}\n" + deep + "a\n" + deep + "b\n",
            dash + "|+\n" + deep + "a\n\n",
            dash + "[a, {{b: 'c'}}]{c}\n",
            dash + "[a,\n b]{c}\n",
            " " * indent + "-{c}\n" + deep + "re: [Ä, B]\n" + deep + "note: 'x'{c}\n",
            " " * indent + "- re: x{c}\n" + deep + "calls:\n" + deep + "- {{call: re}}{c}\n",
        ]
    )
    items = draw(st.lists(st.tuples(kinds, BEHIND, BETWEEN), min_size=1, max_size=5))
    return "".join(kind.format(c=comment) + between for kind, comment, between in items)


@st.composite
def flow_items(draw: st.DrawFn) -> str:
    items = draw(st.lists(st.sampled_from(["a", "'b, c'", '"d\\n"', "{e: 'f'}", "[g]", "h: i", "Änne 1"]), max_size=4))
    joint = draw(st.sampled_from([", ", ",", ",\n  ", " , ", ", # c,\n   ", " # ]\n , "]))
    last = draw(st.sampled_from(["", ",", " ", ", ", "\n", ",\n", " # c\n", ", # ,]\n ", "\n,\n"]))
    opening = draw(st.sampled_from(["[", "[ ", "[\n  ", "[ # c\n  "]))
    return opening + joint.join(items) + (last if items else last.replace(",", "")) + "]"


@st.composite
def sheets(draw: st.DrawFn) -> str:
    """A sheet in any layout, with hands or without."""
    head = "".join(f"{line}\n" for line in draw(HEAD))
    form = draw(st.sampled_from(["block", "block", "flow", "empty", "missing"]))
    if form == "block":
        hands = f"hands:{draw(BEHIND)}\n{draw(BETWEEN)}" + draw(block_items(draw(st.integers(0, 6))))
    elif form == "flow":
        hands = f"hands: {draw(flow_items())}{draw(BEHIND)}\n"
    else:
        hands = f"hands:{draw(BEHIND)}\n" if form == "empty" else "date: 1\n"
    text = head + hands + "".join(f"{line}\n" for line in draw(TAIL)) + draw(st.sampled_from(["", "", "...\n"]))
    if draw(st.booleans()):
        text = text.removesuffix("\n")
    return text.replace("\n", "\r\n") if draw(st.booleans()) else text


@pytest.mark.parametrize("line", ["-", "?", ":", "- a", "#", ",", "]"])
def test_a_sign_of_yaml_is_a_line_as_any_other(line: str) -> None:
    for before in ("hands: [a ]\n", "hands: [a]\n", "hands: []\n", "hands:\n  - a\n"):
        assert load(append(before, line))["hands"][-1] == line


@given(sheets(), LINES)
@settings(max_examples=500, deadline=None)
def test_append_changes_no_other_character(before: str, line: str) -> None:
    after = append(before, line)
    pairs = zip(before, after, strict=False)
    begin = next((index for index, (old, new) in enumerate(pairs) if old != new), len(before))
    rest = len(before) - begin
    assert after[:begin] + after[len(after) - rest :] == before  # one stretch put in, everything else as it was
    # A last line break that was missing is put in where it is needed; a text in a block that ends there gets it too.
    expected = [load(before), load(before if before.endswith("\n") else before + "\n")]
    for sheet in expected:
        sheet["hands"] = [*(sheet.get("hands") or []), line]
    assert load(after) in expected
    inserted = after[begin : len(after) - rest]
    assert ("\r\n" in before) or ("\r" not in inserted)
    assert inserted.count("\n") == inserted.count("\r\n") or "\r\n" not in before


@given(sheets(), st.lists(LINES, min_size=1, max_size=5))
@settings(max_examples=100, deadline=None)
def test_many_lines_come_in_order(text: str, written: list[str]) -> None:
    text = append(text, LINE)  # ends the text with a line break, if it has to
    before = load(text)["hands"]
    for line in written:
        text = append(text, line)
    assert load(text)["hands"] == [*before, *written]


# --- replacing ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "index", "after"),
    [
        ("hands:\n  - a  # c\n", 0, "hands:\n  - Ben Dora 120  # c\n"),
        ("hands:\r\n- 'a'\r\n- b\r\n", 0,
         "hands:\r\n- Ben Dora 120\r\n- b\r\n"),
        ("hands: [\"a\", x: y ]", 1, "hands: [\"a\", Ben Dora 120 ]"),
        ("hands: ['a' , b]", 0, "hands: [Ben Dora 120 , b]"),
        ("hands:\n- | # c\n  a\n\n# k\n", 0, "hands:\n- Ben Dora 120 # c\n\n# k\n"),
        ("hands:\n- |\n  a", 0, "hands:\n- Ben Dora 120"),
        ("hands:\n- re: [a, b]\n  augen: 5 # y\n# z\n", 0, "hands:\n- Ben Dora 120 # y\n# z\n"),
        ("hands:\n- re: a\n  note: |\n    x\n\nz: 1\n", 0, "hands:\n- Ben Dora 120\n\nz: 1\n"),
        ("hands:\n-\n- # c\n", 0, "hands:\n- Ben Dora 120\n- # c\n"),
        ("hands:\n-\n- # c\n", 1, "hands:\n-\n- Ben Dora 120 # c\n"),
        ("hands:\n- a\n  b # c\n", 0, "hands:\n- Ben Dora 120 # c\n"),
    ],
)  # fmt: skip
def test_replace(before: str, index: int, after: str) -> None:
    assert splice_replace(before, root_of(before), [(item(before, index), LINE)]).text == after


def test_replace_refuses_what_is_no_item() -> None:
    text = "x: 1\nhands:\n- a\n"
    with pytest.raises(Unspliceable):
        splice_replace(text, root_of(text), [(root_of(text), LINE)])
    with pytest.raises(Unspliceable):
        splice_replace(text, root_of(text), [(Scalar("a", 9, 9, 9, 10, True), LINE)])


@given(sheets(), LINES, st.data())
@settings(max_examples=300, deadline=None)
def test_replace_changes_one_item(before: str, line: str, data: st.DataObject) -> None:
    hands = next((value for key, value in root_of(before).items if key.text == "hands"), None)
    items = hands.items if isinstance(hands, ListNode) else []
    wanted = [index for index, node in enumerate(items) if isinstance(node, Scalar | MappingNode)]
    if not wanted:
        return
    index = data.draw(st.sampled_from(wanted))
    node = items[index]
    assert isinstance(node, Scalar | MappingNode)
    after = splice_replace(before, root_of(before), [(node, line)]).text
    expected = load(before)
    expected["hands"][index] = line
    assert load(after) == expected
    lines_before, lines_after = before.split("\n"), after.split("\n")
    behind = len(lines_before) - node.end_line
    assert lines_after[: node.line - 1] == lines_before[: node.line - 1]
    assert lines_after[len(lines_after) - behind :] == lines_before[len(lines_before) - behind :]


# --- saving ---------------------------------------------------------------------------------------------------------


def digest(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    path = tmp_path / "abend.yaml"
    path.write_bytes(b"old")
    return path


def only(sheet: Path) -> bool:
    """Nothing else lies in the folder."""
    return [path.name for path in sheet.parent.iterdir()] == [sheet.name]


def test_save(sheet: Path) -> None:
    save(sheet, digest(b"old"), b"new")
    assert sheet.read_bytes() == b"new"
    assert only(sheet)


def test_save_refuses_a_file_that_is_not_what_was_read(sheet: Path) -> None:
    with pytest.raises(Changed) as caught:
        save(sheet, digest(b"other"), b"new")
    assert caught.value.path == sheet
    assert sheet.read_bytes() == b"old"
    assert only(sheet)
    sheet.unlink()
    with pytest.raises(Changed):
        save(sheet, digest(b"old"), b"new")
    assert list(sheet.parent.iterdir()) == []


def test_save_sees_a_change_while_it_was_writing(sheet: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", lambda _: sheet.write_bytes(b"editor"))
    with pytest.raises(Changed):
        save(sheet, digest(b"old"), b"new")
    assert sheet.read_bytes() == b"editor"
    assert only(sheet)


def test_a_new_file_is_never_written_over(tmp_path: Path) -> None:
    path = tmp_path / "neu.yaml"
    save(path, None, b"first")
    with pytest.raises(FileExistsError):
        save(path, None, b"second")
    assert path.read_bytes() == b"first"
    assert only(path)


def test_a_new_file_without_hard_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.EPERM, "no links here")

    monkeypatch.setattr(os, "link", refuse)
    path = tmp_path / "neu.yaml"
    save(path, None, b"first")
    with pytest.raises(FileExistsError):
        save(path, None, b"second")
    assert path.read_bytes() == b"first"
    assert only(path)


@pytest.mark.parametrize("links", [True, False])
def test_of_many_who_make_a_new_file_one_succeeds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, links: bool) -> None:
    if not links:
        monkeypatch.delattr(os, "link", raising=False)
    path = tmp_path / "neu.yaml"
    start, done = threading.Barrier(8), []

    def make(number: int) -> None:
        start.wait()
        try:
            save(path, None, b"%d" % number * 1000)
            done.append(number)
        except FileExistsError:
            pass

    makers = [threading.Thread(target=make, args=(number,)) for number in range(8)]
    for maker in makers:
        maker.start()
    for maker in makers:
        maker.join()
    assert len(done) == 1
    assert path.read_bytes() == b"%d" % done[0] * 1000
    assert only(path)


@UNIX
def test_mode_and_links_stay(sheet: Path, tmp_path: Path) -> None:
    sheet.chmod(0o640)
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    link = folder / "link.yaml"
    link.symlink_to(sheet)
    save(link, digest(b"old"), b"new")
    assert link.is_symlink()
    assert sheet.read_bytes() == b"new"
    assert stat.S_IMODE(sheet.stat().st_mode) == 0o640
    assert [path.name for path in folder.iterdir()] == ["link.yaml"]


@UNIX
def test_a_new_file_has_the_mode_that_new_files_have(tmp_path: Path) -> None:
    old = os.umask(0o027)
    try:
        save(tmp_path / "neu.yaml", None, b"")
    finally:
        os.umask(old)
    assert stat.S_IMODE((tmp_path / "neu.yaml").stat().st_mode) == 0o640


@UNIX
def test_a_new_file_through_a_link_to_nothing(tmp_path: Path) -> None:
    link = tmp_path / "link.yaml"
    link.symlink_to(tmp_path / "real.yaml")
    save(link, None, b"new")
    assert link.is_symlink()
    assert (tmp_path / "real.yaml").read_bytes() == b"new"


@UNIX
def test_what_is_no_regular_file_is_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(OSError, match="regular"):
        save(pipe, digest(b""), b"new")
    assert stat.S_ISFIFO(pipe.stat().st_mode)


@pytest.mark.parametrize("function", ["fsync", "chmod"])
def test_a_failing_disk_leaves_the_old_file(sheet: Path, monkeypatch: pytest.MonkeyPatch, function: str) -> None:
    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(os, function, fail)
    with pytest.raises(OSError, match="full"):
        save(sheet, digest(b"old"), b"new")
    assert sheet.read_bytes() == b"old"
    assert only(sheet)


@UNIX
@pytest.mark.skipif(sys.platform != "win32" and os.geteuid() == 0, reason="root may write everywhere")
def test_rights_that_were_taken_away(sheet: Path) -> None:
    sheet.chmod(0o444)
    with pytest.raises(PermissionError):
        save(sheet, digest(b"old"), b"new")
    sheet.chmod(0o644)
    sheet.parent.chmod(0o555)
    try:
        with pytest.raises(PermissionError):
            save(sheet, digest(b"old"), b"new")
        with pytest.raises(PermissionError):
            save(sheet.with_name("neu.yaml"), None, b"new")
        with pytest.raises(OSError, match="denied"), locked(sheet):
            pass
    finally:
        sheet.parent.chmod(0o755)
    assert sheet.read_bytes() == b"old"
    assert only(sheet)


def test_the_lock(sheet: Path) -> None:
    with locked(sheet):
        with pytest.raises(Busy) as caught, locked(sheet, timeout=0.05):
            pass
        assert caught.value.path == sheet
    with locked(sheet, timeout=0.05):
        assert (sheet.parent / ".abend.yaml.lock").exists()


def test_the_lock_makes_no_folder(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError), locked(tmp_path / "missing" / "x.yaml"):
        pass
    assert list(tmp_path.iterdir()) == []


@UNIX
def test_the_lock_is_that_of_the_real_file(sheet: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.yaml"
    link.symlink_to(sheet)
    with locked(link), pytest.raises(Busy), locked(sheet, timeout=0.05):
        pass


# --- other processes ------------------------------------------------------------------------------------------------


def run(script: str, *args: object) -> subprocess.Popen[str]:
    source = str(Path(save_module.__file__).parents[2])
    environment = {**os.environ, "PYTHONPATH": source}
    command = [sys.executable, "-c", script, *map(str, args)]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def finish(process: subprocess.Popen[str], timeout: float = 120) -> str:
    out, err = process.communicate(timeout=timeout)
    assert process.returncode == 0, err
    return out


APPEND = """
import sys
from pathlib import Path
from types import SimpleNamespace
from dokosheet.files.text import read_text
from dokosheet.files.tree import parse
from dokosheet.files import locks
from dokosheet.files.save import locked, save
from dokosheet.files.splice import splice_append
path, name = Path(sys.argv[1]), sys.argv[2]
for number in range(int(sys.argv[3])):
    with locked(path, timeout=120):
        source = read_text(path)[0]
        text = splice_append(source.text, parse(source.text)[0], f"{name} {number}").text
        save(path, source.digest, source.encode(text))
"""


def test_whoever_waits_long_looks_often(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever writes again and again leaves the lock alone for a few milliseconds only, and goes first otherwise."""
    path = tmp_path / "abend.yaml"
    path.write_text("hands:\n", "utf-8")
    now, pauses = 100.0, []

    def sleep(seconds: float) -> None:
        nonlocal now
        now += seconds
        pauses.append(seconds)

    monkeypatch.setattr(locks, "time", SimpleNamespace(monotonic=lambda: now, sleep=sleep))
    with locked(path), pytest.raises(Busy), locked(path):
        pass
    assert pauses == sorted(pauses, reverse=True)
    assert pauses[0] == locks.PAUSE
    assert sum(pauses[-1000:]) < 2
    assert 30 <= sum(pauses) < 30.1  # a disk has taken ten for one who wrote


def test_four_who_write_at_once_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "abend.yaml"
    path.write_bytes(b"hands: # ja\r\n")
    for writer in [run(APPEND, path, name, 12) for name in "abcd"]:
        finish(writer)
    hands = load(path.read_text())["hands"]
    assert sorted(hands) == sorted(f"{name} {number}" for name in "abcd" for number in range(12))
    for name in "abcd":  # each one's lines in the order in which they were written
        assert [hand for hand in hands if hand[0] == name] == [f"{name} {number}" for number in range(12)]
    assert sorted(entry.name for entry in tmp_path.iterdir()) == [".abend.yaml.lock", "abend.yaml"]


# Each round a child saves one version after the other until it is killed, somewhere in the middle.
KILL = """
import hashlib, os, random, signal, sys, time
from pathlib import Path
from types import SimpleNamespace
from dokosheet.files import locks
from dokosheet.files.save import locked, save
path, rounds, seed = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
chance = random.Random(seed)
def version(number):
    return f"{number:09d}\\n".encode() * (1000 + number % 7 * 3000)
def number_of(data):
    number = int(data[:9])
    assert data == version(number), "neither the old nor the new one"
    return number
def child():
    while True:
        with locked(path):
            data = path.read_bytes()
            save(path, hashlib.sha256(data).digest(), version(number_of(data) + 1))
path.write_bytes(version(0))
for _ in range(rounds):
    pid = os.fork()
    if pid == 0:
        try:
            child()
        finally:
            os._exit(9)
    before = number_of(path.read_bytes())
    while number_of(path.read_bytes()) == before:  # who reads meanwhile sees whole versions too
        time.sleep(0.001)
    time.sleep(chance.uniform(0, 0.02))
    os.kill(pid, signal.SIGKILL)
    assert os.waitpid(pid, 0)[1] == signal.SIGKILL, "it must not end by itself"
    number_of(path.read_bytes())
with locked(path, timeout=1):  # the dead hold no lock
    print(number_of(path.read_bytes()))
"""


@UNIX
def test_a_kill_leaves_a_whole_file(tmp_path: Path) -> None:
    assert int(finish(run(KILL, tmp_path / "abend.yaml", 30, 1))) >= 30


@UNIX
@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 7))
def test_many_kills_leave_a_whole_file(tmp_path: Path, seed: int) -> None:
    assert int(finish(run(KILL, tmp_path / "abend.yaml", 100, seed))) >= 100


FULL = """
import hashlib, resource, sys
from pathlib import Path
from types import SimpleNamespace
from dokosheet.files.save import save
path = Path(sys.argv[1])
resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000))
for target, digest in ((path, hashlib.sha256(path.read_bytes()).digest()), (path.with_name("neu.yaml"), None)):
    try:
        save(target, digest, b"x" * 100_000)
    except OSError as error:
        print(error.errno)
"""


@UNIX
def test_a_full_disk_leaves_the_old_file(sheet: Path) -> None:
    assert finish(run(FULL, sheet)).split() == [str(errno.EFBIG)] * 2
    assert sheet.read_bytes() == b"old"
    assert only(sheet)
