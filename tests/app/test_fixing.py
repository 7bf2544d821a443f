"""``check --fix``: only what is certain, only the named lines, the old line kept; whole at any moment."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dokosheet.core.finding import Repair
from dokosheet.core.notation.sheet import StruckEntry
from dokosheet.core.records import replace
from dokosheet.edit.mending import fix
from helpers import Choice, Document, Edit, Finding, Found, Place, mending, open_sheet, opened, saving, texts

AT = "2026-11-27T21:14"
HEAD = "dokosheet: 1\nplayers: [Änne, Ben, Cem, Dora]\nhands:\n"
#: A line with a slip that is certain, its row as written and as it should be.
BAD = "Änne Cem 156 =3,-2,2,-2"
GOOD = "Änne Cem 156 =2,-2,2,-2"
STRUCK = f'gestrichen "{BAD}" um:{AT} "as computed"'
NOTED = f'gestrichen "Änne Cem 156 =2,-2,2,2 \\"x \\\\\\"y\\\\\\"\\"" um:{AT} "as computed"'
UNIX = pytest.mark.skipif(sys.platform == "win32", reason="processes and rights as Unix has them")
ROOT = pytest.mark.skipif(sys.platform != "win32" and os.geteuid() == 0, reason="root may write everywhere")


def because(repair: Repair) -> str:
    t = texts("en")
    return t(f"repair.{repair.reason}", **t.present(repair.args))


def look(text: str) -> Document:
    return opened(text, "a.yaml")


def mend(text: str, *extra: Finding) -> mending.Outcome:
    """What is decided for a text; ``extra``: findings reported besides, while the old text of their repair stands."""

    def seen(text: str) -> Document:
        sheet = look(text)
        rows = text.split("\n")
        found = []
        for finding in extra:
            old = [repair.old for repair in finding.repairs]
            fitting = [n for n, row in enumerate(rows, 1) if re.match(r"  - (?!gestr)", row) and old[0] in row]
            for n in fitting[:1]:
                moved = tuple(replace(r, place=replace(r.place, line=n)) for r in finding.repairs)
                found.append(replace(finding, place=moved[0].place, repairs=moved))
        return replace(sheet, findings=(*sheet.findings, *found))

    return mending.mend(seen(text), mending.Help(lambda new: seen(new.text), lambda _: True, because, AT))


def other(line: str, old: str, new: str, code: str = "B501") -> Finding:
    """A finding that is made up, with a certain repair of a token of a line of a sheet."""
    column = line.index(old) + 5
    place = Place(1, column, column + len(old))
    return Finding(code, place, file="a.yaml", repairs=(Repair(place, old, new, "reading", certain=True),))


def write(folder: Path, text: str, name: str = "a.yaml") -> Found:
    (folder / name).write_bytes(text.encode("utf-8"))
    return Found(str(folder / name))


def fixed(found: Found, choice: Choice = Choice(), save: bool = True) -> Edit:  # noqa: B008 - it is frozen
    done = fix(found, choice, because, AT, save)
    assert done is not None
    return done


def text(found: Found) -> str:
    return Path(found.path).read_bytes().decode("utf-8")


# --- what is mended -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (f"{HEAD}  - {BAD}  # knapp\n  - pause\n", f"{HEAD}  - {STRUCK}\n  - {GOOD}  # knapp\n  - pause\n"),
        (f"{HEAD}# darüber\n- '{BAD}'", f"{HEAD}# darüber\n- {STRUCK}\n- '{GOOD}'"),
        (f"{HEAD[:-1]} ['{BAD}', pause]\n", f"{HEAD[:-1]} ['{STRUCK}', '{GOOD}', pause]\n"),
        (f"{HEAD}- >\n  Änne   Cem\n  156 =3,-2,2,-2\n", f"{HEAD}- {STRUCK}\n- {GOOD}\n"),
        (
            f"{HEAD}- re: [Änne, Cem] # wer\n  augen: 156\n  score: [+3, -2, '2', -2]\n",
            f"{HEAD}- {STRUCK}\n- re: [Änne, Cem] # wer\n  augen: 156\n  score: [2, -2, '2', -2]\n",
        ),
        (
            f"{HEAD}- re: [Änne, Cem]\n  augen: 156\n  score:\n  - 2\n  - -2\n  - 2\n  - 2 # hm\n  note: 'x \"y\"'\n",
            (f"{HEAD}- {NOTED}\n- re: [Änne, Cem]\n  augen: 156\n  score:\n  - 2\n  - -2\n  - 2\n  - -2 # hm\n"
            "  note: 'x \"y\"'\n"),
        ),
    ],
)  # fmt: skip
def test_what_is_certain_is_mended_in_place(tmp_path: Path, before: str, after: str) -> None:
    for newline in ("\n", "\r\n"):
        found = write(tmp_path, before.replace("\n", newline))
        done = fixed(found)
        assert [mended.finding.code for mended in done.mended] == ["S404"]
        assert text(found) == after.replace("\n", newline)
        assert open_sheet(found.path).findings == ()
        assert fixed(found).mended == ()
        assert text(found) == after.replace("\n", newline)


def test_the_struck_line_is_read_back() -> None:
    outcome = mend(f'{HEAD}- \'{BAD} "es war \\"knapp\\""\'\n')
    assert outcome.after.sheet is not None
    struck, _ = outcome.after.sheet.entries
    assert isinstance(struck, StruckEntry)
    assert (struck.line, struck.at, struck.reason) == (f'{BAD} "es war \\"knapp\\""', AT, "as computed")
    (mended,) = outcome.mended
    assert (mended.line, mended.repair.old, mended.repair.new) == (5, "=3,-2,2,-2", "=2,-2,2,-2")
    assert mended.struck == struck.line


@pytest.mark.parametrize(
    "line",
    [f"{BAD} gilt", f"{BAD} ok:S404", "Änne Cem 118 =2,2,2,2", "=3,-1,-1,1", "Xaver 12", "Änne Cem 156 =2,-2,2,-2"],
)
def test_what_is_answered_settled_or_not_certain_stays(line: str) -> None:
    outcome = mend(f"{HEAD}- {line}\n")
    assert (outcome.after.text, outcome.mended) == (f"{HEAD}- {line}\n", ())


def test_what_is_answered_in_the_head_stays() -> None:
    before = f"ok: [S404]\n{HEAD}- {BAD}\n"
    assert mend(before).after.text == before


def test_a_line_that_says_gilt_is_not_touched_by_anything() -> None:
    line = f"{GOOD} gilt"
    outcome = mend(f"{HEAD}  - {line}\n", other(line, "156", "155"))
    assert (outcome.mended, [one.why for one in outcome.unmended]) == ((), ["fix.gilt"])
    outcome = mend(f"{HEAD}  - {GOOD} ok:B501\n", other(GOOD, "156", "155"))
    assert (outcome.mended, [one.why for one in outcome.unmended]) == ((), ["fix.answered"])


def test_several_repairs_of_a_line_leave_one_struck_line() -> None:
    line = f"{BAD} geber:Ben"
    outcome = mend(f"{HEAD}  - {line}\n", other(line, "geber:Ben", "geber:Änne", "C301"))
    assert outcome.after.text == (
        f'{HEAD}  - gestrichen "{line}" um:{AT} "as computed; meant as"\n  - {GOOD} geber:Änne\n'
    )
    assert len(outcome.mended) == 2


def test_repairs_that_contradict_each_other_are_not_applied() -> None:
    line = "Änne Cem 156"
    outcome = mend(f"{HEAD}  - {line}\n", other(line, "156", "155"), other(line, "156", "154", "B502"))
    assert outcome.mended == ()
    assert [one.why for one in outcome.unmended] == ["fix.conflict", "fix.conflict"]
    same = mend(f"{HEAD}  - {line}\n", other(line, "156", "155"), other(line, "156", "155", "B502"))
    assert len(same.mended) == 2
    assert same.after.text.count("gestrichen") == 1


def test_a_repair_that_does_not_help_is_taken_back() -> None:
    line = "Änne Cem 156"
    stays = other(line, "Cem", "Cem ")
    outcome = mend(f"{HEAD}  - {line}\n  - {BAD}\n", stays)
    assert [mended.finding.code for mended in outcome.mended] == ["S404"]
    assert [one.why for one in outcome.unmended] == ["fix.stays"]
    assert f"  - {line}\n" in outcome.after.text


def test_a_repair_that_brings_an_error_elsewhere_is_taken_back() -> None:
    before = f"{HEAD}  - {BAD}\n  - uebertrag 3,-2,2,-2\n  - Ben Dora 120 =2,-2,2,-3\n"
    outcome = mend(before)
    (unmended,) = outcome.unmended
    assert (unmended.why, unmended.args) == (
        "fix.brings-elsewhere",
        {"code": "S405", "name": "total-differs", "hand": None},
    )
    assert outcome.after.text.startswith(f"{HEAD}  - {BAD}\n  - uebertrag 3,-2,2,-2\n  - gestrichen")


def test_mending_one_can_make_another_certain() -> None:
    line = "Änne Cem 156 geber:Ben"
    first, second = other(line, "geber:Ben", "geber:Cem"), other(line, "geber:Cem"[-3:], "Dora")
    third = replace(second, repairs=(replace(second.repairs[0], old="geber:Cem", new="geber:Änne", place=first.place),))
    outcome = mend(f"{HEAD}  - {line}\n", first, replace(third, code="C301", severity="warning"))
    assert outcome.after.text == f'{HEAD}  - gestrichen "{line}" um:{AT} "meant as"\n  - Änne Cem 156 geber:Änne\n'
    assert len(outcome.mended) == 2


def test_two_repairs_that_undo_each_other_end() -> None:
    line = "Änne Cem 156 geber:Änne"
    there, back = other(line, "Cem", "Dora"), other(line.replace("Cem", "Dora"), "Dora", "Cem", "C301")
    outcome = mend(f"{HEAD}  - {line}\n", there, replace(back, severity="warning"))
    assert outcome.after.text.count("gestrichen") <= 1


def test_only_what_is_chosen_is_mended(tmp_path: Path) -> None:
    before = f"{HEAD}  - {BAD}\n"
    found = write(tmp_path, before)
    for choice in (Choice(ignore=("S4",)), Choice(select=("S405",)), Choice(select=("B",))):
        assert fixed(found, choice).mended == ()
        assert text(found) == before
    assert [m.finding.code for m in fixed(found, Choice(select=("score-differs",))).mended] == ["S404"]


def test_a_rubric_is_left_alone() -> None:
    before = "dokosheet: 1\nplayers: [A, B, C, D]\npflichtsoli:\n- B damensolo 190 re =-5,15,-5,-4\nhands:\n"
    outcome = mend(before)
    assert (outcome.after.text, [one.why for one in outcome.unmended]) == (before, ["fix.rubric"])


@pytest.mark.parametrize("text_", ["", "dokosheet: 1\n", f"{HEAD}- {BAD}\n- x: [\n", f"{HEAD[:-1]} {BAD}\n"])
def test_a_sheet_that_cannot_be_read_is_left_alone(tmp_path: Path, text_: str) -> None:
    found = write(tmp_path, text_)
    assert fixed(found).mended == ()
    assert text(found) == text_


def test_a_bad_repair_is_found_among_many() -> None:
    lines = [f"  - {BAD} # {n}\n" for n in range(40)]
    lines[20] = "  - Änne Cem 156 geber:Änne\n"
    outcome = mend(HEAD + "".join(lines), other(lines[20][4:-1], "geber:Änne", "geber:Ben", "B502"))
    assert len(outcome.mended) == 39
    assert [(one.why, one.args) for one in outcome.unmended] == [
        ("fix.brings", {"code": "B501", "name": "dealer-differs", "hand": 21})
    ]
    assert lines[20] in outcome.after.text


# --- every layout ---------------------------------------------------------------------------------------------------

ITEMS = (
    ("{0}", True),
    ("'{0}'", True),
    ('"{0}"', True),
    ("Ben Dora 120", False),
    ("notiz \"Pause für Ä\"", False),
    ("{{re: [Änne, Cem], augen: 156}}", False),
    ("Änne Cem 118 =2,2,2,2", False),
)  # fmt: skip


@st.composite
def layouts(draw: st.DrawFn) -> tuple[str, list[str]]:
    """A sheet in any layout, and the lines of it that hold a slip which is certain (their text, unquoted)."""
    flow = draw(st.booleans())
    chosen = draw(st.lists(st.sampled_from(ITEMS), min_size=1, max_size=6))
    items = []
    for number, (form, _) in enumerate(chosen):
        form = '"{0}"' if flow and form == "{0}" else f"'{form}'" if flow and "=" in form and "{" not in form else form
        items.append(form.format(f"{BAD} geber:{('Änne', 'Ben', 'Cem', 'Dora')[number % 4]}"))
    comment = st.sampled_from(["", "  # Ü", "\t# tab\tTab", " #"])
    between = st.sampled_from(["", "", "\n", "  # dazwischen - x\n", "   \n", "# außen\n"])
    if flow:
        joint = draw(st.sampled_from([", ", ",", ",\n  ", " , ", ", # c,\n   ", "\n , "]))
        opening, end = draw(st.sampled_from(["", " ", "\n  "])), draw(st.sampled_from(["", ",", "\n"]))
        hands = f"hands: [{opening}{joint.join(items)}{end}]{draw(comment)}\n"
    else:
        dash = " " * draw(st.integers(0, 4)) + "-" + " " * draw(st.integers(1, 3))
        hands = "hands:\n" + "".join(f"{dash}{item}{draw(comment)}\n{draw(between)}" for item in items)
    head = draw(st.sampled_from(["", "# Schützenhof\n", "place: Lindenhöfe # ü\n\n"]))
    tail = draw(st.sampled_from(["", "# Ende", "scorer: Jörg\n", "\n\n"]))
    whole = f"{head}dokosheet: 1\nrules: {{extends: tsr, pflichtsolo: {{solos: 0}}}}\nplayers: [Änne, Ben, Cem, Dora]\n"
    whole += hands + tail
    whole = whole.removesuffix("\n") if draw(st.booleans()) else whole
    return (whole.replace("\n", "\r\n") if draw(st.booleans()) else whole), items


@given(layouts())
@settings(max_examples=60, deadline=None)
def test_every_byte_outside_the_named_lines_stays(layout: tuple[str, list[str]]) -> None:
    before, _ = layout
    outcome = mend(before)
    after = outcome.after.text
    expected = before.count("=3,-2,2,-2")
    assert len(outcome.mended) == expected
    # Take the struck lines out again and the slips back in: then it is what it was.
    struck = r"""['"]?gestrichen (?:"(?:[^"\\]|\\.)*"|\\"(?:[^"\\])*\\") um:\S+ (?:\\?"as computed\\?")['"]?"""
    assert len(re.findall(struck, after)) == expected
    line = re.sub(rf" *- *{struck}\r?\n", "", after)
    line = re.sub(rf"{struck},(?: |(?:\r?\n *))", "", line)
    parts = before.split("=3,-2,2,-2")
    assert line == "=2,-2,2,-2".join(parts)
    assert mend(after).after.text == after
    entries = outcome.after.sheet.entries if outcome.after.sheet else ()
    kept = [entry.line for entry in entries if isinstance(entry, StruckEntry)]
    assert all(line.startswith(f"{BAD} geber:") for line in kept)
    assert len(kept) == expected


# --- files ----------------------------------------------------------------------------------------------------------


def test_without_write_nothing_is_written(tmp_path: Path) -> None:
    found = write(tmp_path, f"{HEAD}  - {BAD}\n")
    assert len(fixed(found, save=False).mended) == 1
    assert text(found) == f"{HEAD}  - {BAD}\n"
    assert [path.name for path in tmp_path.iterdir()] == ["a.yaml"]


def test_a_clean_sheet_needs_no_lock(tmp_path: Path) -> None:
    fixed(write(tmp_path, f"{HEAD}  - {GOOD}\n"))
    assert [path.name for path in tmp_path.iterdir()] == ["a.yaml"]


def test_a_byte_order_mark_stays(tmp_path: Path) -> None:
    found = write(tmp_path, f"\ufeff{HEAD}  - {BAD}\n")
    assert len(fixed(found).mended) == 1
    assert text(found).startswith("\ufeffdokosheet")


def test_a_sheet_that_somebody_changed_meanwhile_is_decided_anew(tmp_path: Path, monkeypatch: Any) -> None:
    found = write(tmp_path, f"{HEAD}  - {BAD}\n")
    real = saving.locked

    def slow(path: Path) -> Any:
        write(tmp_path, f"{HEAD}  - Ben Dora 120\n  - {BAD}\n")
        return real(path)

    monkeypatch.setattr(saving, "locked", slow)
    assert len(fixed(found).mended) == 1
    assert text(found) == f"{HEAD}  - Ben Dora 120\n  - {STRUCK}\n  - {GOOD}\n"


def test_an_editor_that_knows_no_lock_is_not_written_over(tmp_path: Path, monkeypatch: Any) -> None:
    found = write(tmp_path, f"{HEAD}  - {BAD}\n")
    real = saving.save

    def late(*args: Any) -> None:
        write(tmp_path, "# anders\n")
        real(*args)

    monkeypatch.setattr(saving, "save", late)
    done = fixed(found)
    assert type(done.trouble).__name__ == "Changed"
    assert (done.mended, text(found)) == ((), "# anders\n")


def test_a_full_disk_leaves_the_old_sheet(tmp_path: Path, monkeypatch: Any) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    found = write(tmp_path, f"{HEAD}  - {BAD}\n")
    monkeypatch.setattr(os, "fsync", full)
    done = fixed(found)
    assert isinstance(done.trouble, OSError)
    assert (done.mended, text(found)) == ((), f"{HEAD}  - {BAD}\n")


@UNIX
@ROOT
def test_without_the_right_to_write_the_old_sheet_stays(tmp_path: Path) -> None:
    found = write(tmp_path, f"{HEAD}  - {BAD}\n")
    tmp_path.chmod(0o555)
    try:
        assert isinstance(fixed(found).trouble, PermissionError)
    finally:
        tmp_path.chmod(0o755)
    Path(found.path).chmod(0o444)
    assert isinstance(fixed(found).trouble, PermissionError)
    assert text(found) == f"{HEAD}  - {BAD}\n"


FIX = """
import sys
from dokosheet.edit.many import Choice
from dokosheet.edit.mending import fix
from dokosheet.edit.document import Found
done = fix(Found(sys.argv[1]), Choice(), lambda repair: "x", "now")
print(len(done.mended), done.trouble)
"""


def process(path: str) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": str(Path(mending.__file__).parents[2])}
    command = [sys.executable, "-c", FIX, path]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)


def test_of_two_at_once_one_mends_and_the_other_finds_it_done(tmp_path: Path) -> None:
    found = write(tmp_path, HEAD + f"  - {BAD}\n" * 30)
    both = [process(found.path) for _ in range(2)]
    outputs = sorted(one.communicate(timeout=120)[0].strip() for one in both)
    assert outputs == ["0 None", "30 None"]
    assert text(found).count("gestrichen") == 30


@UNIX
def test_a_kill_leaves_the_old_or_the_new_sheet(tmp_path: Path) -> None:
    old = HEAD + f"  - {BAD}\n" * 200
    new = HEAD + f'  - gestrichen "{BAD}" um:now "x"\n  - {GOOD}\n' * 200
    for wait in (0.15, 0.25, 0.3, 0.35, 0.45):
        found = write(tmp_path, old)
        one = process(found.path)
        try:
            one.communicate(timeout=wait)
        except subprocess.TimeoutExpired:
            one.kill()
            one.communicate()
        assert text(found) in (old, new)
