"""The table view: the list, the keys below it, and what the last command has said.

It does nothing of its own: a hand is entered by the same keys as with ``add``, and every other key writes the beginning
of a command of the program into a line, to be completed and sent with Return. So nothing can be done here that
cannot be done outside, and who works here learns the commands.
"""

from __future__ import annotations

import asyncio
import shlex
import signal
from contextlib import suppress
from typing import ClassVar, Final

from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.message import Message
from textual.widgets import Footer, Input, OptionList, Static
from textual.widgets.option_list import Option

from dokosheet.app import keymap, writing
from dokosheet.app.entering import Entering, begin
from dokosheet.app.reading import Opened
from dokosheet.app.watching import Watch
from dokosheet.app.writing import Added
from dokosheet.cli import program
from dokosheet.cli.entering import PROMPT, tried
from dokosheet.cli.shell import Trouble, counted, files, words
from dokosheet.cli.stopping import NAMES
from dokosheet.core.rows import Ledger, Row
from dokosheet.render import adding
from dokosheet.render.entering import key_name, question
from dokosheet.render.findings import as_text, counts
from dokosheet.render.viewing import about, view

#: How often the file is looked at, in seconds.
EVERY: Final = 0.5
#: Commands that make sense here: they change the sheet, or tell about it.
VERBS: Final = (
    *("add", "amend", "strike", "insert", "move", "penalty", "join", "leave", "close", "reopen", "seats", "rename"),
    *("undo", "redo", "history", "fmt", "check"),
)
#: Key -> (message that names it, the beginning of a command; ``{at}`` is the row, ``{n}`` its hand, ``|`` the cursor).
LINES: Final = {
    "a": ("table.amend", "amend {at} |"),
    "s": ("table.strike", 'strike {at} --reason "|"'),
    "i": ("table.insert", "insert {at} |"),
    "m": ("table.move", "move {n} |"),
    "p": ("table.penalty", "penalty {n} |"),
    ":": ("table.command", "|"),
}
#: What else can be pressed: key -> (message, action, other keys of it).
KEYS: Final = {
    "n": ("table.new", "enter", "insert"),
    "u": ("table.undo", "perform('undo')", "ctrl+z"),
    "r": ("table.redo", "perform('redo')", "ctrl+y"),
    "h": ("table.history", "perform('history')", ""),
    "?": ("table.help", "help", "f1"),
    "q": ("table.quit", "quit", ""),
}
#: Those that are named in the lowest line, in its order; ``?`` names all.
FOOTER: Final = ("n", "a", "s", "i", "u", "r", ":", "?", "q")
#: The names by which the keyboard knows signs that are no letters.
SIGNS: Final = {":": "colon", "?": "question_mark"}
#: Names of the keyboard for keys of the keymap.
NAMED: Final = {
    "enter": keymap.ENTER,
    "escape": keymap.ESCAPE,
    "backspace": keymap.BACKSPACE,
    "ctrl+d": keymap.EOF,
}


class Keys(Static, can_focus=True):
    """Where single keys go while a hand is entered."""

    class Pressed(Message):
        """A key, by its name in the keymap."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    def on_key(self, event: events.Key) -> None:
        key = NAMED.get(event.key) or (event.character if event.is_printable else "")
        if key:
            event.stop()
            event.prevent_default()
            self.post_message(self.Pressed(key))


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

    def __init__(self, watch: Watch, opened: Opened, ledger: Ledger) -> None:
        super().__init__()
        self.t = words()
        self.file = watch
        self.sheet = watch.path
        self.opened = opened
        self.ledger = ledger
        #: The hand that is being entered.
        self.entering: Entering | None = None
        #: The sheet as it was when a command was begun.
        self.begun = opened
        #: The row that the panel tells about.
        self.shown = -1
        self._bind_keys()

    def _bind_keys(self) -> None:
        for key in (*FOOTER, *(key for key in (*LINES, *KEYS) if key not in FOOTER)):
            message, action, more = KEYS[key] if key in KEYS else (LINES[key][0], f"line({key!r})", "")
            name = SIGNS.get(key, key)
            self.bind(name, action, description=self.t(message), show=key in FOOTER, key_display=key)
            if more:
                self.bind(more, action, show=False)
        self.bind("delete", "line('s')", show=False)
        self.bind("escape", "leave", show=False)

    def compose(self) -> ComposeResult:
        yield Static(id="heading", markup=False)
        yield Static(id="titles", markup=False)
        yield OptionList(id="list", markup=False)
        yield Static(id="below", markup=False)
        with VerticalScroll(id="panel"):
            yield Static(id="said", markup=False)
        yield Keys(id="keys", markup=False)
        yield Input(id="line", compact=True, select_on_focus=False)
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        self.keys.display = self.line.display = False
        self.draw(last=True)
        self.rows.focus()
        self.set_interval(EVERY, self.look)
        for name in NAMES:
            number = getattr(signal, name, None)
            with suppress(NotImplementedError):  # Windows knows none of them
                if number is not None:
                    asyncio.get_running_loop().add_signal_handler(number, self.exit, 128 + number)

    def on_resize(self) -> None:
        self.draw()

    # -- what stands there

    @property
    def rows(self) -> OptionList:
        return self.query_one("#list", OptionList)

    @property
    def line(self) -> Input:
        return self.query_one("#line", Input)

    @property
    def keys(self) -> Keys:
        return self.query_one(Keys)

    def say(self, text: str) -> None:
        """Put a text into the panel."""
        self.query_one("#said", Static).update(Text(text))
        self.query_one("#panel", VerticalScroll).scroll_home(animate=False)

    def draw(self, last: bool = False) -> None:
        """Draw the list; the same row stays chosen, or the ``last`` one becomes it."""
        rows = self.rows
        seen = view(self.opened, self.ledger, self.t, max(20, self.size.width - 2))
        self.query_one("#heading", Static).update(Text(seen.heading))
        self.query_one("#titles", Static).update(Text(seen.titles))
        self.query_one("#below", Static).update(Text("\n".join([*seen.below, *self._found()])))
        at_end = rows.highlighted is None or rows.highlighted == rows.option_count - 1
        chosen = len(seen.rows) - 1 if last or at_end else min(rows.highlighted or 0, len(seen.rows) - 1)
        rows.clear_options()
        rows.add_options(Option(Text(row, no_wrap=True, overflow="ellipsis")) for row in seen.rows)
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
        if event.option_index != self.shown and self.entering is None:
            self.shown = event.option_index
            self.tell()

    def on_option_list_option_selected(self) -> None:
        self.tell()

    # -- the file

    def look(self) -> None:
        """Draw the list anew where somebody else has changed the file."""
        if self.file.look():
            self.load()

    def load(self, last: bool = False) -> bool:
        """Show what stands in the file; whether there is a list. If not it is said, and the one before stays."""
        self.file.look()
        seen = self.file.seen
        if seen.gone:
            self.say(self.t("error.no-file", file=self.sheet))
        elif seen.broken is not None:
            self.say("\n".join(line for f in seen.broken.findings for line in as_text(f, None, self.t)))
        elif seen.good is not None and seen.good.ledger is not None:
            self.opened, self.ledger = seen.good, seen.good.ledger
            self.draw(last)
            return True
        return False

    # -- a hand, key by key

    def action_enter(self) -> None:
        if not self.load(last=True):
            return
        self.entering = begin(self.ledger)
        self._open(self.keys)
        self.say(self.t("ask.keys"))
        self._ask()

    def _ask(self, *before: str) -> None:
        """Show the question, and the line as far as it is known."""
        state = self.entering
        if state is None:
            return
        fault = [self.t("ask.no", key=key_name(state.fault, self.t))] if state.fault else []
        asked = question(state, self.t, max(40, self.size.width - 1))
        self.keys.update(Text("\n".join([*before, *fault, asked, f"{PROMPT}{state.shown}"])))

    def on_keys_pressed(self, event: Keys.Pressed) -> None:
        if self.entering is None:
            return
        asked = self.entering.stage
        state = self.entering.press(event.key)
        if state.stage == "leave":
            self.say(self.t("ask.left"))
            self.action_leave()
            return
        if state.stage == "write":
            code, said = self._run(["add", "--hand", str(state.table.number), "--", self.sheet, state.line])
            self.say(said)
            if not code:
                self.load(last=True)
                self.action_leave()
                return
            self.entering = state.refuse()
        else:
            self.entering = self._looked_at(asked, state)
        self._ask()

    def _looked_at(self, asked: str, state: Entering) -> Entering:
        """The state, after the line was looked at where it is complete."""

        def add(state: Entering, dry: bool) -> Added:
            return writing.add(self.sheet, [state.line], False, state.table.number, dry)

        try:
            with files(self.sheet):
                state, added = tried(asked, state, add)
        except Trouble as trouble:
            self.say(str(trouble))
            return state.refuse()
        if added is not None:
            found = [line for f in added.caused for line in as_text(f, None, self.t)]
            ledger = added.after.ledger
            follows = list(adding.what(added, ledger, self.t)) if added.written and ledger is not None else []
            self.say("\n".join([*found, *(follows or adding.refused(added, self.t))]))
        return state.refuse() if added is not None and added.wanted else state

    # -- a command in a line

    def action_line(self, key: str) -> None:
        """Begin the command of a key."""
        text = LINES[key][1].format(at=self._place(), n=self._number())
        at = text.index("|")
        self.begun = self.opened
        line = self.line
        line.value = text.replace("|", "")
        line.placeholder = " ".join(VERBS)
        self._open(line)
        line.cursor_position = at
        self.tell()

    def _place(self) -> str:
        """The number of the chosen hand; of a row without one its line in the file."""
        row = self.ledger.timeline[self.shown] if 0 <= self.shown < len(self.ledger.timeline) else None
        if row is None or isinstance(row, Row) or row.entry is None:
            return self._number()
        return f":{row.entry.source.place.line}"

    def _number(self) -> str:
        """The number of the chosen hand; of a row without one that of the hand before it."""
        rows = [row.n for row in self.ledger.timeline[: max(self.shown, 0) + 1] if isinstance(row, Row)]
        return str(rows[-1]) if rows else str(self.ledger.next.hand)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        try:
            typed = shlex.split(event.value)
        except ValueError:
            self.say(self.t("table.quotes"))
            return
        if not typed:
            self.action_leave()
            return
        if typed[0] not in VERBS:
            self.say(self.t("table.verbs", verbs=self.t.list(VERBS)))
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
        if len(typed) < 2 or not typed[1].removeprefix(":").isdecimal() or not self.load():
            return ""
        then, now = _line_of(self.begun, typed[1]), _line_of(self.opened, typed[1])
        return "" if then == now else self.t("table.moved", at=typed[1], then=then or "-", now=now or "-")

    def action_perform(self, verb: str) -> None:
        """Run a command that needs no more words."""
        _, said = self._run([verb, self.sheet])
        self.load(last=verb != "history")
        self.say(said)

    def _run(self, arguments: list[str]) -> tuple[int, str]:
        """Run a command of the program; its exit code and what it said."""
        return program.perform(arguments)

    # -- the rest

    def _open(self, place: Keys | Input) -> None:
        """Let the keys go to a place at the bottom; those that are named there do not work meanwhile."""
        place.display = True
        place.focus()
        self.query_one(Footer).display = False

    def action_leave(self) -> None:
        """Back to the list."""
        self.entering = None
        self.keys.display = self.line.display = False
        self.query_one(Footer).display = True
        self.rows.focus()

    def action_help(self) -> None:
        named = {**{k: m for k, (m, _) in LINES.items()}, **{k: m for k, (m, *_) in KEYS.items()}}
        self.say(
            "\n".join([*(f"{key}  {self.t(message)}" for key, message in named.items()), "", self.t("table.about")])
        )


def _line_of(opened: Opened, where: str) -> str:
    """What stands in the sheet as a hand, or in a line (``:31``); "" where nothing does."""
    if where.startswith(":"):
        entries = opened.sheet.entries if opened.sheet else ()
        return next((e.source.text for e in entries if f":{e.source.place.line}" == where), "")
    rows = opened.ledger.rows if opened.ledger else ()
    return next((row.entry.source.text for row in rows if str(row.n) == where), "")
