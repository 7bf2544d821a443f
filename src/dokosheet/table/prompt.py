"""``add`` without words: asks key by key, shows what it will write, and writes when told to."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from dokosheet.core.notation.vocabulary import KIND_WORDS
from dokosheet.core.records import replace
from dokosheet.core.terms import OTHER
from dokosheet.edit import verbs
from dokosheet.edit.document import Document, excerpt, open_sheet
from dokosheet.edit.edits import Edit
from dokosheet.screen import adding
from dokosheet.screen.listing import what_next
from dokosheet.shell.console import files, keep, print_findings, printed, say, words
from dokosheet.shell.keys import ReadKey, single_keys
from dokosheet.table import keymap
from dokosheet.table.answers import BACK, answer
from dokosheet.table.keymap import EOF
from dokosheet.table.questions import LAST, Entering, Offer, begin
from dokosheet.text import Texts
from dokosheet.text.signs import printable, shown

PROMPT = "> "
#: A terminal with fewer columns wraps the questions itself.
NARROWEST = 20
#: Where the beginning of the line has no room.
ELLIPSIS = "..."


def ask(sheet: str, force: bool, more: bool, hand: int) -> int:
    """Ask for the next hand, with ``more`` for one after the other; the exit code."""
    t = words()
    with files(sheet):
        opened = open_sheet(sheet)
    ledger = opened.ledger
    if ledger is None or opened.unread is not None:
        found = opened.findings if ledger is None else opened.stops
        print_findings(found, excerpt(found, sheet, opened.text))
        say(adding.refused(Edit(opened, opened), t))
        return 1
    if hand and hand != ledger.next.hand:
        say(adding.refused(Edit(opened, opened, wanted=hand), t))
        return 1
    say(what_next(ledger, t))
    with single_keys(t.plain) as read:
        print(t("ask.keys" if read else "ask.lines"))
        return _Asking(sheet, force, hand, _Screen(read)).run(opened, more)


def tried(asked: str, state: Entering, add: Callable[[Entering, bool], Edit]) -> tuple[Entering, Edit | None]:
    """What becomes of a line that is to be written, or is complete and is looked at first (``add`` of it, dry).

    ``asked``: the stage before the key. A line that cannot be written is refused, unless another hand is next.
    """
    dry = state.stage == "confirm"
    if state.stage != "write" and not (dry and asked != "confirm"):
        return state, None
    added = add(state, dry)
    return (state if added.written or added.wanted else state.refuse()), added


class _Asking:
    """The loop: a key, the next state, what there is to show."""

    def __init__(self, sheet: str, force: bool, hand: int, screen: _Screen) -> None:
        self.sheet = sheet
        self.force = force
        #: The number that the user has asked for; 0 for none.
        self.hand = hand
        self.screen = screen

    def run(self, opened: Document, more: bool) -> int:
        """Hand after hand; the exit code."""
        t = words()
        written = False
        while opened.ledger is not None:
            try:
                added = self.one(begin(opened.ledger))
            except KeyboardInterrupt:
                print("" if written else f"\n{t('ask.left')}")
                raise
            if added is None:
                if not written:
                    print(t("ask.left"))
                return 1 if self.screen.ended else 0
            say(adding.short(added, t) if added.written else adding.refused(added, t))
            if added.written:
                keep(self.sheet, "add", [added.line])
            if not (added.written and more):
                return 0 if added.written else 1
            written, opened = True, added.after
        return 0

    def one(self, state: Entering) -> Edit | None:
        """One entry; None where nothing is to be written. Not written: it would not be the hand that was asked for."""
        screen = self.screen
        screen.show(state)
        while True:
            asked = state.stage
            state = screen.next(state)
            if state.stage in ("write", "leave"):
                screen.clear()
            if state.stage == "leave":
                return None
            state, added = tried(asked, state, self.add)
            while added is not None and added.wanted and added.wanted != self.hand and added.before.ledger is not None:
                screen.clear()
                say(adding.overtaken(added, words()))
                state, added = tried("", state.at(added.before.ledger), self.add)
            if added is not None and (added.wanted or state.stage == "write"):
                screen.clear()
                return added
            if added is not None:
                self.tell(added)
            screen.show(state)

    def add(self, state: Entering, dry: bool) -> Edit:
        """Write the line, or say what would follow."""
        with files(self.sheet):
            return verbs.add(self.sheet, [state.line], self.force, state.table.number, dry)

    def tell(self, added: Edit) -> None:
        """What would be written and what follows from it, or why it cannot be."""
        t = words()
        self.screen.clear()
        print_findings(added.caused, excerpt(added.caused, self.sheet, added.after.text))
        ledger = added.after.ledger
        if added.written and ledger is not None:
            say(adding.what(added, ledger, t))


class _Screen:
    """A line that is drawn anew after each key, below the question; whole lines where single keys cannot be read."""

    def __init__(self, read: ReadKey | None) -> None:
        self.read = read
        self.asked = ""
        self.drawn = 0
        #: The input has ended, by Ctrl-D or because there is nobody any more.
        self.ended = False

    def next(self, state: Entering) -> Entering:
        """The state after the next key, or the next line."""
        if self.read is None:
            line = sys.stdin.readline()
            self.ended = not line
            return answer(state, line) if line else state.press(EOF)
        key = ""
        while not key:
            key = self.read()
        self.ended = key == EOF
        return state.press(key)

    def show(self, state: Entering) -> None:
        """The question, where it is another one, and the line as far as it is known."""
        t = words()
        if state.fault:
            self._print(not_taken(state, t))
        asked = question(state, t, self._width(), self.read is None)
        if asked != self.asked or state.fault:
            self._print(asked)
            self.asked = asked
        text = shown(f"{PROMPT}{state.shown}", sys.stdout.encoding)  # as it stands there, its signs can be counted
        if self.read is None:
            print(f"{text} " if state.shown else text, end="", flush=True)
            return
        if len(text) > self._width():
            text = f"{PROMPT}{ELLIPSIS}{text[-(self._width() - len(PROMPT) - len(ELLIPSIS)) :]}"
        rest = max(0, self.drawn - len(text))
        print(f"\r{text}{' ' * rest}{chr(8) * rest}", end="", flush=True)
        self.drawn = len(text)

    def clear(self) -> None:
        """Take the line away; what is printed next stands in its place, and the question has to be asked anew."""
        if self.drawn:
            print(f"\r{' ' * self.drawn}\r", end="")
        self.drawn = 0
        self.asked = ""

    def _print(self, text: str) -> None:
        if self.drawn:
            print("\r", end="")
        first, *more = printed(text).split("\n")
        print(f"{first:<{self.drawn}}", *more, sep="\n")
        self.drawn = 0

    @staticmethod
    def _width() -> int:
        return max(NARROWEST, shutil.get_terminal_size().columns - 1)


# -- What is asked now: the question and the keys that answer it.


TITLES: Final = {
    "first": "ask.first",
    "second": "ask.second",
    "kind": "ask.kind",
    "klaerung": "ask.klaerung",
    "augen": "ask.augen",
    "trick": "ask.trick",
    "value": "ask.value",
    "extras": "ask.extras",
    "text": "ask.text",
    "confirm": "ask.confirm",
    "refused": "ask.refused",
    "repeated": "ask.repeated",
}
NAMES: Final = {
    "alone": "ask.alone",
    "unknown": "ask.unknown",
    "value": "ask.only-value",
    "done": "ask.done",
    "write": "ask.write",
    "again": "ask.again",
    "schwarz": "ask.schwarz",
    "stich": "ask.stich",
}
RETURN: Final = "Return"
#: Names are not cut shorter than this; there are more lines instead.
READABLE: Final = 8


def question(state: Entering, t: Texts, width: int = 79, lines: bool = False) -> str:
    """The question of a state with its keys, in as few lines of at most ``width`` as can be.

    ``lines``: whole lines are answered, and keys are called by what is typed there.
    """
    if state.stage in ("augen", "value"):
        state = replace(state, typed="")  # one question while digits are typed
    asked = state.asked
    title = f"{offer_name(asked, t)}:" if asked else _title(state, t)
    offers = state.offers()
    absagen = "/".join(offer.key for offer in offers if offer.family == "absage")
    parts = [(absagen, t("ask.absage"))] if absagen else []
    parts += [(key_name(offer.key, t, lines), offer_name(offer, t)) for offer in offers if offer.family != "absage"]
    if state.stage in LAST:  # there it is worth saying what can always be pressed
        parts += [(key_name(keymap.BACKSPACE, t, lines), t("ask.back")), (keymap.QUIT, t("ask.leave"))]
    if t.plain:
        return f"{title} {', '.join(f'{_either(key, t)} {name}'.strip() for key, name in parts)}"
    return "\n".join(_fit(title, parts, width))


def _title(state: Entering, t: Texts) -> str:
    if state.stage == "under":
        return t("ask.under", most=state.typed.removeprefix("u"))
    return t(TITLES[state.stage])


def not_taken(state: Entering, t: Texts) -> str:
    """Why an answer was not taken; "" where it was."""
    if not state.fault:
        return ""
    readings = state.readings
    if readings:
        return t("ask.which", key=state.fault, readings=t.list((t.term("party", name) for name in readings), "or"))
    return t("ask.no", key=key_name(state.fault, t))


def _either(key: str, t: Texts) -> str:
    """Keys that do the same, in words: ``1/a`` is ``1 or a``."""
    return t.list(key.split("/"), "or") if len(key) > 1 else key


def key_name(key: str, t: Texts, lines: bool = False) -> str:
    """A key as it is called, or what was typed; ``lines``: as in :func:`question`."""
    if key == keymap.BACKSPACE:
        return BACK if lines else t("ask.backspace")
    return RETURN if key == keymap.ENTER else printable(key)


def offer_name(offer: Offer, t: Texts) -> str:
    """What a key stands for, in a word or two."""
    word = offer.id
    match offer.family:
        case "kind":
            notation = KIND_WORDS.get(word, word)
            return notation.removesuffix("solo") or notation
        case "own-call":
            return t.term("call", word)
        case "mark":
            name = t.term("trigger", "heart_trick" if word == "herzstich" else word)
            return t.term("sonderpunkt", word) if name == word else name
        case "under":
            return t("ask.under.party", party=t.term("party", word), winner=t.term("party", OTHER[word]))
        case "key" | "trick":
            return t(NAMES[word]) if word in NAMES else ""
        case _:
            return t.term(offer.family, word)


def _fit(title: str, parts: Sequence[tuple[str, str]], width: int) -> list[str]:
    """One line; where it would be too long with narrower gaps or shorter names, one for the title and one for the keys.

    Where that is not enough either, as many as it takes.
    """
    above = textwrap.wrap(title, width)
    if not parts:
        return above
    longest = max([len(name) for _, name in parts], default=0)
    narrow = [(1, most) for most in range(longest, READABLE - 1, -1)]
    for head in ([title], []):
        for gap, most in ((2, longest), *narrow):
            line = (" " * gap).join([*head, *_pieces(parts, most)])
            if len(line) <= width:
                return [line] if head else [*above, line]
    return [*above[:-1], *_filled([*above[-1:], *_pieces(parts, longest)], width)]


def _filled(pieces: Sequence[str], width: int) -> Iterator[str]:
    """As many lines as it takes; no piece is torn, and one longer than a line is cut."""
    line = ""
    for piece in (piece[:width] for piece in pieces):
        more = f"{line}  {piece}" if line else piece
        if len(more) > width:
            yield line
        line = piece if len(more) > width else more
    yield line


def _pieces(parts: Sequence[tuple[str, str]], most: int) -> list[str]:
    cut = [(key, name if len(name) <= most or key == RETURN else f"{name[: most - 1]}.") for key, name in parts]
    return [f"{key} {name}".strip() for key, name in cut]
