"""The table view: the list, the keys below it, and what the last command has said.

It does nothing of its own: a hand is entered by the same keys as with ``add``, and every other key writes the beginning
of a command of the program into a line, to be completed and sent with Return. So nothing can be done here that
cannot be done outside, and who works here learns the commands.
"""

from __future__ import annotations

import asyncio
import os
import shlex
import signal
from collections import deque
from contextlib import suppress
from typing import ClassVar, Final

from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Footer, Input, OptionList, Static
from textual.widgets.option_list import Option
from textual.worker import Worker

from dokosheet.core.ledger.rows import Ledger, Row
from dokosheet.edit import verbs
from dokosheet.edit.document import Document
from dokosheet.edit.edits import Edit
from dokosheet.screen import adding
from dokosheet.screen.findings import as_text, counts
from dokosheet.shell import program
from dokosheet.shell.console import Trouble, counted, files, words
from dokosheet.shell.stopping import NAMES
from dokosheet.table import keymap
from dokosheet.table.keys import driver
from dokosheet.table.prompt import PROMPT, not_taken, question, tried
from dokosheet.table.questions import Entering, begin
from dokosheet.table.screen import about, view
from dokosheet.table.watch import Watch
from dokosheet.text.signs import printable

#: How often the file is looked at, in seconds.
EVERY: Final = 0.5
#: Commands that make sense here: they change the sheet, or tell about it.
VERBS: Final = (
    *("add", "amend", "strike", "insert", "move", "penalty", "join", "leave", "close", "reopen", "seats", "rename"),
    *("undo", "redo", "history", "fmt", "check"),
)
#: Those that name hands by their numbers.
NUMBERED: Final = ("amend", "strike", "insert", "move", "penalty")
#: Key -> (message that names it, the beginning of a command; ``{at}`` is the row, ``{n}`` its hand, ``|`` the cursor).
LINES: Final = {
    "a": ("table.amend", "amend {at} |"),
    "s": ("table.strike", 'strike {at} --reason "|"'),
    "i": ("table.insert", "insert {at} |"),
    "m": ("table.move", "move {n} |"),
    "p": ("table.penalty", "penalty {n} |"),
    ":": ("table.command", "|"),
}
#: What else can be pressed: key -> (message, action).
KEYS: Final = {
    "n": ("table.new", "enter"),
    "u": ("table.undo", "perform('undo')"),
    "r": ("table.redo", "perform('redo')"),
    "h": ("table.history", "perform('history')"),
    "?": ("table.help", "help"),
    "q": ("table.quit", "quit"),
}
#: Other keys for the same.
ALIKE: Final = {"insert": "n", "ctrl+z": "u", "ctrl+y": "r", "f1": "?", "delete": "s"}
#: Those that are named in the lowest line, in its order; ``?`` names all.
FOOTER: Final = ("n", "a", "s", "?", "q", "u", "r", "i", ":")
#: The names by which the keyboard knows signs that are no letters.
SIGNS: Final = {":": "colon", "?": "question_mark"}
#: Names of the keyboard for keys of the keymap.
NAMED: Final = {
    "enter": keymap.ENTER,
    "escape": keymap.ESCAPE,
    "backspace": keymap.BACKSPACE,
    "ctrl+d": keymap.EOF,
}


class TableView(App[int]):
    """The view of one sheet."""

    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c", "quit", show=False, priority=True)]
    CSS: ClassVar[str] = """
    #heading { height: 1; text-style: bold; background: $panel; }
    #titles { height: 1; color: $text-muted; }
    #list { height: 1fr; min-height: 3; border: none; padding: 0; }
    #below { height: auto; max-height: 5; background: $panel; }
    #panel { height: 40%; min-height: 5; }
    #said { width: 100%; }
    #keys, #line { height: auto; border: none; padding: 0; background: $boost; }
    #line { height: 1; }
    """

    def __init__(self, watch: Watch, opened: Document, ledger: Ledger) -> None:
        super().__init__(driver_class=driver())
        self.t = words()
        self.file = watch
        self.sheet = os.path.join(".", watch.path) if watch.path.startswith("-") else watch.path  # else an option
        self.opened = opened
        self.ledger = ledger
        #: The hand that is being entered.
        self.entering: Entering | None = None
        #: Keys that nobody has looked at yet, and who is at it.
        self.typed: deque[events.Key] = deque()
        self.typing: Worker[None] | None = None
        #: How many lines the question has.
        self.asked = 0
        #: The sheet as it was on the screen when the last key was done with, and when a command was begun.
        self.known = self.begun = opened
        #: Whether the panel says that there is no list.
        self.amiss = False
        #: The row that the panel tells about.
        self.shown = -1
        self._bind_keys()

    def _bind_keys(self) -> None:
        """Name the keys in the lowest line, where they can be clicked. What is pressed goes through ``on_event``."""
        for key in FOOTER:
            message, action = KEYS[key] if key in KEYS else (LINES[key][0], f"line({key!r})")
            self.bind(SIGNS.get(key, key), action, description=self.t(message), key_display=key)

    def compose(self) -> ComposeResult:
        yield Static(id="heading", markup=False)
        yield Static(id="titles", markup=False)
        yield OptionList(id="list", markup=False)
        yield Static(id="below", markup=False)
        with VerticalScroll(id="panel"):
            yield Static(id="said", markup=False)
        yield Static(id="keys", markup=False)
        yield Input(id="line", compact=True, select_on_focus=False)
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        self.keys.display = self.line.display = False
        self.draw(last=True)
        self.tell()
        self.rows.focus()
        self.set_interval(EVERY, self.look)
        for name in NAMES:
            number = getattr(signal, name, None)
            with suppress(NotImplementedError):  # Windows knows none of them
                if number is not None:
                    asyncio.get_running_loop().add_signal_handler(number, self.exit, 128 + number)

    def on_resize(self) -> None:
        self.call_after_refresh(self.draw)  # only then is the new size known

    # -- what stands there

    @property
    def rows(self) -> OptionList:
        return self.query_one("#list", OptionList)

    @property
    def line(self) -> Input:
        return self.query_one("#line", Input)

    @property
    def keys(self) -> Static:
        return self.query_one("#keys", Static)

    # -- where a key goes

    async def on_event(self, event: events.Event) -> None:
        if isinstance(event, events.Key) and not event.is_forwarded and event.key != "ctrl+c":
            self.typed.append(event)
            if self.typing is None or self.typing.is_finished:
                self.typing = self.run_worker(self._type())
            return
        if isinstance(event, events.Paste):
            event.text = printable(" ".join(event.text.split()))
        await super().on_event(event)

    async def _type(self) -> None:
        """Every key is done with before the next one is looked at, so that who types ahead is never misunderstood."""
        while self.typed:
            event = self.typed.popleft()
            if self.entering is not None:
                key = NAMED.get(event.key) or (event.character if event.is_printable else "")
                if key:
                    self._enter(self.entering, key)
            elif self.line.display:
                await self._type_line(event)
            else:
                await self._choose(event)
            self.known = self.opened

    async def _type_line(self, event: events.Key) -> None:
        """A key while a command is typed."""
        if event.key == "escape":
            self.action_leave()
        elif event.key == "enter":
            self._send(self.line.value)
        elif event.key not in ("tab", "shift+tab"):
            await self._pass_on(event)

    async def _choose(self, event: events.Key) -> None:
        """A key while the list is looked at."""
        key = ALIKE.get(event.key) or event.character or ""
        if key in LINES:
            self.action_line(key)
        elif key in KEYS:
            await self.run_action(KEYS[key][1])
        else:
            await self._pass_on(event)

    async def _pass_on(self, event: events.Key) -> None:
        """Let the library do what it does with a key, and wait until that is done."""
        place = self.focused or self.screen
        await super().on_event(event)
        for one in (place, *place.ancestors):  # the way that a key goes until somebody knows it
            done = asyncio.Event()
            if one.call_later(done.set):
                await done.wait()

    def say(self, text: str) -> None:
        """Put a text into the panel."""
        self.query_one("#said", Static).update(harmless(text))
        self.query_one("#panel", VerticalScroll).scroll_home(animate=False)

    def draw(self, last: bool = False) -> None:
        """Draw the list; the same row stays chosen, or the ``last`` one becomes it."""
        rows = self.rows
        seen = view(self.opened, self.ledger, self.t, max(20, self.size.width - 2))
        self.query_one("#heading", Static).update(harmless(seen.heading))
        self.query_one("#titles", Static).update(harmless(seen.titles))
        self.query_one("#below", Static).update(harmless("\n".join([*seen.below, *self._found()])))
        at_end = rows.highlighted is None or rows.highlighted == rows.option_count - 1
        chosen = len(seen.rows) - 1 if last or at_end else min(rows.highlighted or 0, len(seen.rows) - 1)
        rows.clear_options()
        rows.add_options(Option(Text(printable(row), no_wrap=True, overflow="ellipsis")) for row in seen.rows)
        self.shown = chosen
        if seen.rows:
            rows.highlighted = chosen
        else:
            self.say(self.t("table.empty"))

    def _found(self) -> list[str]:
        """How much was found in the sheet."""
        found = counts(self.opened.findings)
        return [self.t("show.findings", counts=counted(found), file=self.sheet)] if any(found.values()) else []

    def tell(self) -> None:
        """Say in the panel why the chosen row is what it is."""
        if 0 <= self.shown < len(self.ledger.timeline):
            self.say("\n".join(about(self.opened, self.ledger, self.shown, self.t)))

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        late = event.option_index != self.rows.highlighted  # drawn anew since
        if not late and event.option_index != self.shown and self.entering is None:
            self.shown = event.option_index
            self.tell()

    def on_option_list_option_selected(self) -> None:
        self.tell()

    # -- the file

    def look(self) -> None:
        """Draw the list anew where somebody else has changed the file; never in the midst of a key."""
        idle = self.typing is None or self.typing.is_finished
        if idle and self.file.look():
            self.load()

    def load(self, last: bool = False) -> bool:
        """Show what stands in the file; whether there is a list. If not it is said, and the one before stays."""
        self.file.look()
        seen = self.file.seen
        if seen.gone:
            self.say(self.t("watch.gone"))
        elif seen.broken is not None:
            self.say("\n".join(line for f in seen.broken.findings for line in as_text(f, None, self.t)))
        elif seen.good is not None and seen.good.ledger is not None:
            self.opened, self.ledger = seen.good, seen.good.ledger
            self.draw(last)
            if self.amiss:
                self.tell()
            self.amiss = False
            return True
        self.amiss = True
        return False

    # -- a hand, key by key

    def action_enter(self) -> None:
        if not self.load(last=True):
            return
        self.entering, self.asked = begin(self.ledger), 0
        self._open(self.keys)
        self.say(self.t("ask.keys"))
        self._ask()

    def _ask(self) -> None:
        """Show the question, and the line as far as it is known."""
        state = self.entering
        if state is None:
            return
        asked = question(state, self.t, max(20, self.size.width - 1))
        lines = "\n".join([*filter(None, [not_taken(state, self.t)]), asked, f"{PROMPT}{state.shown}"])
        self.keys.update(harmless(lines), layout=lines.count("\n") != self.asked)  # a new layout takes its time
        self.asked = lines.count("\n")

    def _enter(self, before: Entering, key: str) -> None:
        """The next state of the entry."""
        state = before.press(key)
        if state.stage == "leave":
            self.say(self.t("ask.left"))
            self.action_leave()
            return
        if state.stage == "write":
            code, said = self._run(["add", "--hand", str(state.table.number), "--", self.sheet, state.line])
            if not code:
                self.load(last=True)
                self.say(said)
                self.action_leave()
                return
            self.say(said)
            asked, state = "write", state.refuse()
            if self.load(last=True) and self.ledger.next.hand != before.table.number:
                state = state.at(self.ledger)  # somebody else was faster: it becomes another hand
        else:
            asked, said = before.stage, ""
        self.entering = self._looked_at(asked, state, said)
        self._ask()

    def _looked_at(self, asked: str, state: Entering, said: str = "") -> Entering:
        """The state, after the line was looked at where it is complete; what follows is said behind ``said``."""

        def add(state: Entering, dry: bool) -> Edit:
            return verbs.add(self.sheet, [state.line], False, state.table.number, dry)

        try:
            with files(self.sheet):
                state, added = tried(asked, state, add)
        except Trouble as trouble:
            self.say(str(trouble))
            return state.refuse()
        if added is None:
            return state
        ledger = added.after.ledger
        if added.wanted and ledger is not None and not said:
            return self._looked_at("", state.at(ledger), "\n".join(adding.overtaken(added, self.t)))
        found = [line for f in added.caused for line in as_text(f, None, self.t)]
        follows = list(adding.what(added, ledger, self.t)) if added.written and ledger is not None else []
        self.say("\n".join([*([said] if said else []), *found, *(follows or adding.refused(added, self.t))]))
        return state

    # -- a command in a line

    def action_line(self, key: str) -> None:
        """Begin the command of a key."""
        text = LINES[key][1].format(at=self._place(), n=self._number())
        at = text.index("|")
        self.begun = self.known
        line = self.line
        line.value = text.replace("|", "")
        line.placeholder = " ".join(VERBS)
        self._open(line)
        line.cursor_position = at
        self.tell()

    def _place(self) -> str:
        """The number of the chosen hand; of a row without one its line in the file."""
        chosen = self.rows.highlighted
        row = self.ledger.timeline[chosen] if chosen is not None else None
        if row is None or isinstance(row, Row) or row.entry is None:
            return self._number()
        return f":{row.entry.source.place.line}"

    def _number(self) -> str:
        """The number of the chosen hand; of a row without one that of the hand before it."""
        rows = [row.n for row in self.ledger.timeline[: (self.rows.highlighted or 0) + 1] if isinstance(row, Row)]
        return str(rows[-1]) if rows else str(self.ledger.next.hand)

    def _send(self, text: str) -> None:
        """Run the command that was typed."""
        try:
            typed = shlex.split(text)
        except ValueError:
            self.say(self.t("table.quotes"))
            return
        if not typed:
            self.action_leave()
            return
        if typed[0] not in VERBS:
            self.say(self.t("table.verbs", verbs=self.t.list(VERBS)))
            return
        if typed[0] == "check" and not all(word.startswith("--") for word in typed[1:]):
            self.say(self.t("table.only-this"))
            return
        moved = self._moved(typed)
        if moved:
            self.say(moved)
            self.begun = self.opened
            return
        code, said = self._run([typed[0], self.sheet, *typed[1:]])
        if not code or typed[0] == "check":  # what was refused stays, to be mended
            self.action_leave()
        self.load()
        self.say(said)

    def _moved(self, typed: list[str]) -> str:
        """What to say where the hand that a command names is another one than on the screen when it was begun."""
        if typed[0] not in NUMBERED or not self.load():
            return ""
        for word in (word for word in typed[1:] if word.removeprefix(":").isdecimal()):
            place, n = word[: word.startswith(":")], int(word.removeprefix(":"))
            then, now = _line_of(self.begun, f"{place}{n}"), _line_of(self.opened, f"{place}{n}")
            if then != now:
                where = self.t("table.line" if place else "table.hand", n=n)
                return self.t("table.moved", where=where, then=then or "-", now=now or "-")
        return ""

    def action_perform(self, verb: str) -> None:
        """Run a command that needs no more words; not on what nobody at this screen can have seen yet."""
        if self.load() and self.opened is not self.known and verb != "history":
            self.say(self.t("table.changed"))
        else:
            _, said = self._run([verb, self.sheet])
            self.load(last=verb != "history")
            self.say(said)
        self.known = self.opened

    def _run(self, arguments: list[str]) -> tuple[int, str]:
        """Run a command of the program; its exit code and what it said."""
        return program.perform(arguments)

    # -- the rest

    def _open(self, place: Static | Input) -> None:
        """Show a place at the bottom for what is typed; the keys that are named there do not work meanwhile."""
        place.display = True
        if isinstance(place, Input):
            self.screen.set_focus(place)
        self.query_one(Footer).display = False
        self.call_after_refresh(self.rows.scroll_to_highlight)  # the list has become shorter

    def action_leave(self) -> None:
        """Back to the list."""
        self.entering = None
        self.keys.display = self.line.display = False
        self.query_one(Footer).display = True
        self.screen.set_focus(self.rows)

    def action_help(self) -> None:
        named = {**{k: m for k, (m, _) in LINES.items()}, **{k: m for k, (m, *_) in KEYS.items()}}
        self.say(
            "  ".join(f"{key} {self.t(message)}" for key, message in named.items()) + f"\n\n{self.t('table.about')}"
        )


def harmless(text: str) -> Text:
    """Lines for the screen; what a sheet or a name brings cannot control it."""
    return Text("\n".join(map(printable, text.split("\n"))))


def _line_of(opened: Document, where: str) -> str:
    """What stands in the sheet as a hand, or in a line (``:31``); "" where nothing does."""
    if where.startswith(":"):
        entries = opened.sheet.entries if opened.sheet else ()
        return next((e.source.text for e in entries if f":{e.source.place.line}" == where), "")
    rows = opened.ledger.rows if opened.ledger else ()
    return next((row.entry.source.text for row in rows if str(row.n) == where), "")
