"""Whatever one slip of the keyboard does to a sheet: it is said, or it is another sheet that shows what it says."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from dokosheet.core.finding import LINE_BREAK
from helpers import Document, Ledger, Texts, list_table, opened, run, show_value, totals_line, what_next

T = Texts("en")
HEAD = "dokosheet: 1\nplayers: [Anna, Ben, Cem, Dora]\nhands:\n"
#: Correct sheets of six hands, in the ways in which they are written.
SHEETS = {
    "lines": HEAD
    + "  - Anna Cem 156 fuchs:Anna\n  - Ben Dora 120\n  - Anna Ben 125 re kontra\n  - Ben damensolo 190 re\n"
    "  - Cem Dora 145 re90\n  - Anna Dora 131 hochzeit@2\n",
    "lines and mappings": HEAD + '- Anna Cem 156 =2,-2,2,-2\n- "Ben Dora 120"\n- Anna Ben 125 "ein Wort"\n# Pause\n'
    "- {re: [Ben], kind: damensolo, augen: 190}\n- re: [Cem, Dora]\n  augen: 145\n- 'Anna Dora 131 hochzeit@2'\n",
    "points": HEAD.replace("players", "rules: nur-punkte\nplayers")
    + "  - =2,-2,2,-2\n  - =-1,1,1,-1\n  - =3,-1,-1,-1\n  - =1,1,-1,-1\n  - =-2,2,-2,2\n  - =2,-2,-2,2\n",
    "penalties and notes": HEAD
    + '  - Anna Cem 156\n  - Ben Dora 120\n\n  - Anna Ben 125   # na ja\n  - strafe Dora gering "vorgesagt"\n'
    '  - Cem Dora 145\n  - notiz "spät"\n  - Ben Dora 131\n  - Anna Dora 131\n',
}
SIGNS = "\n -:#|>[]{}'\"&*!?,%@`~=\t0a\u00a0\u2028\x85\ufeff\u200b"
LINES = (
    *(
        "\n",
        "  \n",
        "x\n",
        "  Anna Ben 130\n",
        "    Anna Ben 130\n",
        "  -\n",
        "  - |\n",
        "  - >\n",
        "  - - Anna Ben 130\n",
    ),
    *("  ? Anna\n", "---\n", "...\n", "hands:\n", "%YAML 1.1\n", "  - [Anna, Ben, 130]\n", "-\n", '"\n'),
)


def read(text: str) -> Document:
    return opened(text)


def kept(text: str) -> Ledger:
    ledger = read(text).ledger
    assert ledger is not None
    return ledger


def damaged(text: str) -> Iterator[tuple[int, int, str]]:
    """Every text that one edit makes of it below its head: the line, how many hands it puts in or takes out, and it."""
    head = len(text[: text.index("hands:")])
    for i in range(head, len(text)):
        line = text[:i].count("\n") + 1
        yield line, 0, text[:i] + text[i + 1 :]
        for sign in SIGNS:
            yield line, 0, text[:i] + sign + text[i:]
            yield line, 0, text[:i] + sign + text[i + 1 :]
    lines = text.splitlines(keepends=True)
    for k in range(text[:head].count("\n"), len(lines)):
        yield k + 1, -1, "".join(lines[:k] + lines[k + 1 :])
        yield k + 1, 1, "".join(lines[: k + 1] + lines[k:])
        for other in LINES:
            yield k + 1, 1, "".join([*lines[:k], other, *lines[k:]])
            yield k + 1, -1, "".join([*lines[:k], other, *lines[k + 1 :]])


def facts(ledger: Ledger) -> list[object]:
    return [(row.hand.named, row.hand.augen, row.hand.kind, row.hand.score, row.points) for row in ledger.rows]


def is_comment(text: str, line: int) -> bool:
    """Whether the edit made a comment of its line, or lengthened one: that is another sheet, and seen to be one."""
    return any(one.lstrip().startswith("#") for one in LINE_BREAK.split(text)[line - 1 : line + 1])


def is_said(sheet: Document, line: int) -> bool:
    near = (line - 1, line, line + 1)
    return any(f.place.line in near for f in sheet.findings if f.severity != "notice")


def is_another(now: Ledger, before: Ledger, more: int) -> bool:
    """Whether only what was edited is another one: one hand, or one that is more or less."""
    old, new = facts(before), facts(now)
    if len(old) == len(new):
        return sum(a != b for a, b in zip(old, new, strict=True)) <= 1
    return len(new) - len(old) == more


@pytest.mark.parametrize("name", SHEETS)
def test_nothing_is_lost_in_silence(name: str) -> None:
    text = SHEETS[name]
    before = kept(text)
    assert not [f for f in read(text).findings if f.severity != "notice"]
    tried, silent = 0, []
    pick = random.Random(name)
    for line, more, edited in damaged(text):
        if pick.random() > 0.15:
            continue
        tried += 1
        sheet = read(edited)
        now = sheet.ledger
        if now is None:
            assert sheet.findings, edited
            continue
        same = (facts(now), now.totals, now.known) == (facts(before), before.totals, True)
        if same or is_said(sheet, line) or is_comment(edited, line):
            continue
        if not (not now.known and sheet.findings) and not is_another(now, before, more):
            silent.append(edited)
    assert tried > 500
    assert silent == []


@pytest.mark.parametrize("name", SHEETS)
def test_behind_what_was_swallowed_no_number_and_no_dealer_is_wrong(name: str) -> None:
    """A hand that stands where it stood has the number and the dealer that it had, or nobody is said to know."""
    text = SHEETS[name]
    lines = text.splitlines(keepends=True)
    old = {row.entry.source.text: (row.n, row.dealer) for row in kept(text).rows if row.entry.source.text}
    for k in range(len(lines)):
        if not re.match(r" *- ", lines[k]) or not re.match(r" *- ", lines[k - 1]):
            continue
        bare = lines[k].replace("-", " ", 1)
        for edited in (bare, "  " + lines[k], "  " + bare, None):
            kept_lines = [*lines[:k], edited, *lines[k + 1 :]] if edited is not None else lines
            glued = [*lines[: k - 1], lines[k - 1].rstrip("\n"), *lines[k:]]
            sheet = read("".join(kept_lines if edited is not None else glued))
            if sheet.ledger is None or sheet.unread is not None:
                continue
            for row in sheet.ledger.rows:
                said = (row.n, row.dealt)
                assert row.dealt is None or said == old.get(row.entry.source.text, said), (edited, sheet.findings)


#: What one entry can swallow: the lines, and how many hands stand there.
SWALLOWED = {
    "a line without its dash": ("  - Ben Dora 120\n    Anna Ben 125\n", 2),
    "a line that is too far in": ("  - Ben Dora 120\n   - Anna Ben 125\n", 2),
    "a block": ("  - |\n    Ben Dora 120\n    Anna Ben 125\n", 2),
    "a folded block": ("  - >-\n    Ben Dora 120\n    Anna Ben 125\n", 2),
    "three in one": ("  - Ben Dora 120\n    Anna Ben 125\n    Cem Dora 130\n", 3),
    "two in a line": ("  - Ben Dora 120  - Anna Ben 125\n", 2),
    "a penalty that goes on": ("  - strafe Dora gering\n    Anna Ben 125\n", 1),
    "a penalty and a hand in a line": ("  - strafe Dora gering  - Anna Ben 125\n", 1),
    "a penalty with words that are none": ("  - strafe Dora gering\n    Xaver Ben 125\n", 0),
    "a note that goes on": ("  - notiz spät\n    Anna Ben 125\n", 1),
    "a note that ends later": ('  - notiz "spät\n    Anna Ben 125 "ja"\n', 1),
    "a break": ("  - pause\n    Anna Ben 125\n", 1),
    "quotes behind a line": ('  - Ben Dora 120\n    "Anna Ben 125"\n', 2),
    "quotes behind a dash": ('  - Ben Dora 120 =1,1,-1,-1- "Anna Ben 125"\n', 2),
    "a row behind a hand": ("  - Ben Dora 120\n    =1,1,-1,-1\n", 2),
    "a row behind a row": ("  - =1,1,-1,-1\n    =1,-1,1,-1\n", 2),
    "quotes": ("  - 'Ben Dora 120\n    Anna Ben 125'\n", 2),
    "a penalty behind a hand": ('  - Ben Dora 120 "x"\n    strafe Dora gering\n', 1),
    "a note in a mapping": ("  - re: [Ben, Dora]\n    augen: 120\n    note: spät\n      Anna Ben 125\n", 2),
}


@pytest.mark.parametrize("what", SWALLOWED)
def test_an_entry_that_swallowed_another_is_said(what: str) -> None:
    lines, hands = SWALLOWED[what]
    sheet = read(HEAD + "  - Anna Cem 156\n" + lines + "  - Cem Dora 145\n")
    ledger = sheet.ledger
    assert ledger is not None
    assert {f.message_id for f in sheet.findings} == {"F101.second-entry"}
    assert all(f.place.line in (5, 6, 7, 8) and f.place.column > 3 for f in sheet.findings)
    assert len(ledger.rows) == 2 + hands
    assert (ledger.rows[0].dealt, ledger.rows[-1].dealt, ledger.known, ledger.counted) == ("Anna", None, False, False)
    assert list(what_next(ledger, T)) == []
    assert totals_line(ledger, T).splitlines()[0] == "Totals: Anna ?, Ben ?, Cem ?, Dora ?"
    assert list_table(ledger, T).lines()[-1].count("?") == 5
    value = show_value(sheet, T)
    assert (value["totals"], value["incomplete"], value["next"]) == (dict.fromkeys(value["players"]), True, None)


@pytest.mark.parametrize(
    "head",
    [
        "place: Moers\n  - Anna Ben 130",
        "note: |\n  spät\n  hands:\n  - Anna Ben 130",
        "note: >\n hands:\n  - Anna Ben 130",
        'note: "spät\n  Anna Ben 130"',
        "event:\n  - Anna Ben 130",
    ],
)
def test_the_head_swallows_no_hand_either(head: str) -> None:
    for text in (
        HEAD.replace("hands:\n", f"{head}\n"),
        HEAD.replace("hands:", f"{head}\nhands:") + "  - Anna Cem 156\n",
    ):
        sheet = read(text)
        assert [f.place.line in (3, 4, 5) for f in sheet.findings] == [True]
        assert sheet.ledger is not None
        assert (sheet.ledger.known, sheet.ledger.counted) == (False, False)


def test_words_in_the_head_and_in_notes_are_words() -> None:
    for head in ("note: |\n  - Anna kam später\n  - Ben auch", "note: >\n  Anna und Ben\n  waren da"):
        assert read(HEAD.replace("hands:", f"{head}\nhands:") + "  - Anna Cem 156\n").findings == ()
    assert read(HEAD + "  - notiz Anna - Ben Cem zahlen\n").findings == ()


def test_a_text_that_a_program_has_folded_is_read_like_one_line() -> None:
    for text in (
        "Anna Cem 156 re\n    fuchs:Anna",
        ">-\n    Anna Cem 156\n    re fuchs:Anna",
        '"Anna Cem 156\n    re fuchs:Anna"',
    ):
        sheet = read(HEAD + f"  - {text}\n")
        assert sheet.findings == ()
        assert [row.hand for row in kept(HEAD + f"  - {text}\n").rows] == [
            row.hand for row in kept(HEAD + "  - Anna Cem 156 re fuchs:Anna\n").rows
        ]
    assert read(HEAD + '  - notiz "es war spät\n    und schön"\n').findings == ()
    assert read(HEAD + "  - strafe Dora gering zu laut - wie immer\n").findings == ()


def test_a_comment_right_behind_a_quote_takes_nothing_with_it() -> None:
    sheet = read(HEAD + '  - "Anna Cem 156"#  - Ben Dora 120\n  - Cem Dora 145\n')
    assert (sheet.unread, [f.place.column for f in sheet.findings]) == (4, [19])


@pytest.mark.parametrize(
    "head",
    ["ands:", "hand:", "-hands:", "spiele:", "? - Anna Cem 156\n: x\nhand:", "Hands:", "ha nds:"],
)
def test_hands_under_a_key_that_nobody_knows_are_not_nothing(head: str) -> None:
    sheet = read(HEAD.replace("hands:", head) + "  - Anna Cem 156\n")
    assert sheet.unread == 3
    assert sheet.ledger is not None
    assert not sheet.ledger.known


@pytest.mark.parametrize("line", ["ruls: nur-punkte", "dealr: Ben", "pflichtsoli_: x", "Anna Cem 156: x", "bok: 2"])
def test_a_mistyped_key_that_counts_leaves_totals_unknown(line: str) -> None:
    sheet = read(HEAD.replace("hands:", f"{line}\nhands:") + "  - Anna Cem 156\n")
    assert (sheet.unread, [f.code for f in sheet.findings]) == (3, ["F102"])


def test_a_mistyped_key_that_counts_for_nothing_hides_nothing() -> None:
    for line in ("plcae: Moers", "wetter: schlecht", "noet: x"):
        assert read(HEAD.replace("hands:", f"{line}\nhands:") + "  - Anna Cem 156\n").unread is None


@pytest.mark.parametrize("dealer", ["Xaver", "Ben\n  Anna Ben 130", "[Ben]", "{Ben: x}"])
def test_a_dealer_that_cannot_be_read_is_nobody(dealer: str) -> None:
    ledger = kept(HEAD.replace("hands:", f"dealer: {dealer}\nhands:") + "  - Anna Cem 156\n  - Ben Dora 130\n")
    assert [row.dealt for row in ledger.rows] == [None, None]
    assert (ledger.next.adrift, ledger.known) == (True, True)


@pytest.mark.parametrize(
    "line", ["Ben amensolo 190", "Ben #amensolo 190", 'Ben "amensolo 190', "Anna Ben f uchs:x 190"]
)
def test_behind_a_solo_that_may_be_none_nobody_knows_who_deals(line: str) -> None:
    ledger = kept(HEAD + f"  - {line}\n  - Anna Cem 156\n")
    assert [row.dealt for row in ledger.rows] == ["Anna", None]


def test_a_mistyped_word_of_an_entry_is_no_certain_hand() -> None:
    ledger = kept(HEAD + "  - Anna Cem 156\n  - trafe Dora gering\n  - Ben Dora 130\n")
    assert (ledger.rows[-1].dealt, ledger.known, ledger.counted) == (None, False, False)


def test_a_hand_that_was_swallowed_is_mended_by_hand(tmp_path: Path) -> None:
    text = HEAD + "  - Anna Cem 156\n  - Xaver Ben 12\n    Cem Ben 140\n"
    (tmp_path / "a.yaml").write_text(text)
    for command in (["amend", "a.yaml", "3", "130"], ["strike", "a.yaml", "3"], ["move", "a.yaml", "3", "1"]):
        done = run(tmp_path, *command)
        assert done.returncode == 2
        assert "what stands in line 6 cannot be read" in done.stderr
    assert (tmp_path / "a.yaml").read_text() == text
