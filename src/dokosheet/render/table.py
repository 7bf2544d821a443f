"""A table of texts: plain columns anywhere, colour at a terminal."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Final

from msgspec import Struct, field

from dokosheet.render.findings import cells


class Column(Struct, frozen=True):
    """``right``: numbers; the title stands above either way. ``spare``: left out where room is short, 1 first."""

    title: str
    right: bool = False
    spare: int = 0


class Table(Struct):
    """Rows of texts under columns; ``hidden``: columns for which there was no room."""

    columns: Sequence[Column]
    rows: list[list[str]] = field(default_factory=list)
    hidden: list[str] = field(default_factory=list)

    def lines(self, room: int | None = None) -> list[str]:
        """The table as plain text; empty columns are left out, and spare ones where it would not fit into ``room``."""
        used = [i for i in range(len(self.columns)) if any(row[i] for row in self.rows) or not self.rows]
        widths = {i: max(cells(text) for text in (self.columns[i].title, *(row[i] for row in self.rows))) for i in used}
        gap = GAP
        while room is not None and sum(widths.values()) + gap * (len(widths) - 1) > room:
            spare = [i for i in widths if self.columns[i].spare]
            if not spare:
                gap = 1
                break
            left_out = min(spare, key=lambda i: self.columns[i].spare)
            del widths[left_out]
            self.hidden.append(self.columns[left_out].title)
        heads = [column.title for column in self.columns]
        return [self._line(row, widths, gap) for row in (heads, *self.rows)]

    def _line(self, row: Sequence[str], widths: dict[int, int], gap: int) -> str:
        parts = []
        for i, width in widths.items():
            space = " " * (width - cells(row[i]))
            parts.append(space + row[i] if self.columns[i].right else row[i] + space)
        return (" " * gap).join(parts).rstrip()

    def print(self) -> None:
        """Print to the standard output; a terminal sets the room, and gets the head in bold."""
        if not sys.stdout.isatty():
            print("\n".join(self.lines()))
            return
        from rich.console import Console
        from rich.text import Text

        console = Console(highlight=False, soft_wrap=True)
        head, *rest = self.lines(console.width)
        console.print(Text(head, style="bold"))
        for line in rest:
            console.print(Text(line))


#: Blanks between two columns.
GAP: Final = 2
