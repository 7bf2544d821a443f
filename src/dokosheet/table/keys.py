"""The keyboard of the table view, where the library hears something else than was typed."""

from __future__ import annotations

import codecs
import os
import re
import selectors
from collections.abc import Iterable
from typing import Any, Final

from textual._xterm_parser import XTermParser
from textual.driver import Driver
from textual.message import Message

from dokosheet.shell.keys import SEQUENCES

ESC: Final = "\x1b"
#: Between an Esc and a sign that begins no sequence of a terminal.
BETWEEN: Final = re.compile(f"(?<={ESC})(?=[^{re.escape(''.join(SEQUENCES))}{ESC}])")
#: How long it is waited for keys before it is looked whether the view has ended, in seconds.
EVERY: Final = 0.1
#: The exit code where the terminal has gone: that of the signal which says so.
GONE: Final = 129


class Keys(XTermParser):
    """Hears Esc and a letter as two keys, however soon they follow each other: there is no Alt in the table view.

    The library takes what comes within a tenth of a second of an Esc for Alt and that key, or for an odd sign. Who
    types fast, or ahead, would leave nothing with Esc and type the next command into the line.
    """

    escaped = False

    def feed(self, data: str) -> Iterable[Message]:
        """The keys in what came from the terminal; "" is its end."""
        for part in BETWEEN.split(data):
            if self.escaped and not part.startswith((*SEQUENCES, ESC)) and self._timeout_time is not None:
                self._timeout_time = 0  # nothing more belongs to the Esc
                yield from self.tick()
            self.escaped = part.endswith(ESC)
            yield from super().feed(part)


def driver() -> type[Driver] | None:
    """What reads the keyboard and draws: the library's own, but for what is heard. None: just the library's own."""
    try:
        from textual.drivers.linux_driver import LinuxDriver
    except ImportError:  # Windows has no such terminals
        return None

    class Terminal(LinuxDriver):
        """A terminal from which any byte may come."""

        def run_input_thread(self) -> None:
            """Read until the view ends. A byte that is no UTF-8 is a sign that means nothing."""
            keys: Any = Keys(self._debug)
            decode = codecs.getincrementaldecoder("utf-8")("replace").decode
            with selectors.SelectSelector() as selector:
                selector.register(self.fileno, selectors.EVENT_READ)
                while not self.exit_event.is_set():
                    typed = ""
                    if selector.select(EVERY):
                        try:
                            came = os.read(self.fileno, 4096)
                        except OSError:
                            came = b""
                        if not came:  # the terminal has gone, and nobody may have told the view so
                            self._app.call_later(self._app.exit, GONE)
                            return
                        typed = decode(came)
                    for message in (*(keys.feed(typed) if typed else ()), *keys.tick()):
                        self.process_message(message)

    return Terminal
