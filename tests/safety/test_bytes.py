"""Every byte outside the lines that a command names stays, in every layout and for every command that writes."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from dokosheet.core.records import Record
from dokosheet.files.trouble import Unspliceable
from helpers import Choice, Found, Refused, Unread, mending, open_sheet, seating, trail, verbs

HAND, NOTE, END = "hand", "note", "end"
ITEMS = [
    ("Änne Cem 156 fuchs:Änne", HAND),
    ("ben dora 120", HAND),
    ("Änne Cem 156 =3,-2,2,-2", HAND),
    ("Ben damensolo 190 re", HAND),
    ("Cem Dora 140 kontra", HAND),
    ('notiz "Pause – für alle"', NOTE),
    ("strafe Dora gering", NOTE),
]


class Part(Record, frozen=True):
    """A line of a sheet; ``hand``: of which hand, 0 for none; ``within``: the list itself, where it has brackets."""

    text: str
    hand: int = 0
    within: bool = False


class Layout(Record, frozen=True):
    """A sheet in some layout, line by line with their breaks."""

    parts: tuple[Part, ...]
    bom: bool

    @property
    def data(self) -> bytes:
        return (b"\xef\xbb\xbf" if self.bom else b"") + "".join(part.text for part in self.parts).encode()


@st.composite
def layouts(draw: st.DrawFn) -> Layout:
    count = iter(range(1000))

    def comment(before: str = "") -> str:
        return draw(st.sampled_from(["", f"{before} # k{next(count)} ü", f"{before}\t# k{next(count)}\tTab"]))

    def loose(below_block: bool = False) -> list[Part]:
        deep = [] if below_block else ["      # k{} tief"]  # there it would be text of the block
        found = draw(st.lists(st.sampled_from(["", "   ", "# k{} ö", "# - Änne k{}", *deep]), max_size=2))
        return [Part(text.format(next(count))) for text in found]

    head = [Part("dokosheet: 1" + comment())]
    names = draw(st.sampled_from(["[Änne, Ben, Cem, Dora]", "[ Änne, 'Ben' ,Cem,  Dora ]"]))
    players = draw(st.sampled_from([f"players: {names}", "players:\n- Änne\n- 'Ben'\n- Cem\n- Dora"]))
    head += [Part(line + comment()) for line in players.split("\n")]
    if draw(st.booleans()):
        head.append(Part("place: Lindenhöfe" + comment()))
    start = [Part(line) for line in draw(st.sampled_from([[], ["---"], ["# k ä", "", "---"]]))]
    chosen = draw(st.lists(st.sampled_from(ITEMS), min_size=1, max_size=6))
    if draw(st.booleans()):
        chosen.append(("ende", END))
    flow = draw(st.booleans())
    body: list[Part] = []
    hand = 0
    dash = " " * draw(st.integers(0, 4)) + "-" + " " * draw(st.integers(1, 3))
    for text, kind in chosen:
        hand += kind == HAND
        forms = [f"'{text}'", '"' + text.replace('"', '\\"') + '"']
        form = draw(st.sampled_from(forms if flow else [text, text, *forms]))
        where = hand if kind == HAND else 0
        if flow:
            body.append(Part(f"  {form},", within=True))
        elif kind == HAND and draw(st.integers(0, 5)) == 0:
            body += [Part(f"{dash}>-", where), Part(" " * (len(dash) + 1) + text, where)]
        else:
            body.append(Part(f"{dash}{form}{comment()}", where))
        if not flow:
            body += loose(">-" in body[-2 if len(body) > 1 else -1].text)
    if flow and draw(st.booleans()):
        body = [Part(f"hands: [{' '.join(part.text for part in body)} ]{comment()}", within=True)]
    elif flow:
        body = [Part("hands: [", within=True), *body, Part("]" + comment(), within=True)]
    else:
        body = [Part("hands:" + comment()), *body]
    tail = [Part(line) for line in draw(st.sampled_from([[], ["# k Ende"], ["scorer: Jörg", ""], ["..."], ["", ""]]))]
    parts = [*start, *head, *loose(), *body, *tail]
    newline = draw(st.sampled_from(["\n", "\r\n"]))
    parts = [Part(part.text + newline, part.hand, part.within) for part in parts]
    if draw(st.booleans()) and parts[-1].text != newline:
        parts[-1] = Part(parts[-1].text.removesuffix(newline), parts[-1].hand, parts[-1].within)
    return Layout(tuple(parts), draw(st.booleans()))


#: What each command runs, with the path and the numbers of two hands; and whether a line may be another afterwards.
Named = Callable[[Part, int, int], bool]


def nothing(*_: object) -> bool:
    return False


def of_hand(part: Part, n: int, _: int) -> bool:
    return part.hand == n


def of_players(part: Part) -> bool:
    return bool(re.match(r"players:|- (Änne|'Ben'|Cem|Dora)(\s|$)|dealer:", part.text))


def fix(path: str) -> object:
    return mending.fix(Found(path), Choice(), lambda _: "as computed", "2026-11-27T21:14")


VERBS: dict[str, tuple[Callable[[str, int, int], object], Named]] = {
    "add": (lambda path, *_: verbs.add(path, ["Ben", "Dora", "130"]), nothing),
    "amend": (lambda path, n, _: verbs.amend(path, str(n), ["131"], "weil: #1"), of_hand),
    "strike": (lambda path, n, _: verbs.strike(path, str(n)), of_hand),
    "insert": (lambda path, n, _: verbs.insert(path, str(n), ["Ben", "Dora", "125"]), nothing),
    "move": (
        lambda path, n, m: verbs.move(path, str(n), str(m), str),
        lambda part, n, _: part.hand == n or "strafe" in part.text,
    ),
    "penalty": (lambda path, n, _: verbs.penalty(path, [str(n), "Dora", "gering"]), nothing),
    "join": (lambda path, *_: verbs.append(path, "join", ["kommt", "Emil"]), nothing),
    "leave": (lambda path, *_: verbs.append(path, "leave", ["geht", "Dora"]), nothing),
    "close": (lambda path, *_: verbs.append(path, "close", ["ende", "zeit"]), nothing),
    "reopen": (lambda path, *_: verbs.reopen(path), lambda part, *_: "ende" in part.text),
    "seats": (
        lambda path, *_: seating.seats(path, ["Änne", "Cem", "Ben", "Dora"]),
        lambda part, *_: of_players(part) or "=3" in part.text or (part.hand > 0 and ">-" in part.text),
    ),
    "rename": (
        lambda path, *_: seating.rename(path, "Ben", "Bernd"),
        lambda part, *_: of_players(part) or "ben" in part.text.lower() or (part.hand > 0 and ">-" in part.text),
    ),
    "fmt": (lambda path, *_: verbs.fmt(path), lambda part, *_: part.hand > 0),
    "check": (lambda path, *_: fix(path), lambda part, *_: part.hand > 0),
}


@given(layouts(), st.sampled_from(sorted(VERBS)), st.integers(1, 4), st.integers(1, 4))
@settings(max_examples=80, deadline=None)
def test_every_other_byte_stays(layout: Layout, verb: str, n: int, m: int) -> None:
    run, named = VERBS[verb]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "a.yaml")
        file.write_bytes(layout.data)
        before = layout.data
        was_read = open_sheet(str(file)).sheet is not None
        assert was_read
        with suppress(Refused, Unread, Unspliceable):
            run(str(file), n, m)
        after = file.read_bytes()
        if after == before:
            return
        _compare(layout, after, lambda part: part.within or named(part, n, m))
        assert open_sheet(str(file)).sheet is not None
        trail.undo(str(file))
        assert file.read_bytes() == before
        trail.redo(str(file))
        assert file.read_bytes() == after


def _compare(layout: Layout, after: bytes, named: Callable[[Part], bool]) -> None:
    """What is not named stands there as it was, in the same order; what is new are lines of the list alone."""
    text = after.removeprefix(b"\xef\xbb\xbf").decode()
    assert after.startswith(b"\xef\xbb\xbf") == layout.bom
    whole = "".join(part.text for part in layout.parts)
    newline = "\r\n" if "\r\n" in whole else "\n"
    assert text.count("\n") == text.count(newline)
    new = text.splitlines(keepends=True)
    at = 0
    more: list[str] = []
    for i, part in enumerate(layout.parts):
        if named(part):
            continue
        lines = [part.text] if i + 1 < len(layout.parts) else [part.text, part.text + newline]
        start = at
        while at < len(new) and new[at] not in lines:
            at += 1
        assert at < len(new), (part.text, text)
        more += new[start:at]
        at += 1
    more += new[at:]
    if not any(part.within for part in layout.parts):
        assert all(re.match(r" *-|players:|dealer:| +(Änne|Ben|Cem|ben)", line) for line in more), (more, text)
    comments = re.compile(r"# k[^\r\n]*")
    assert sorted(comments.findall(text)) == sorted(comments.findall(whole))
