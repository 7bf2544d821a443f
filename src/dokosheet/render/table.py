"""A table of texts: plain columns anywhere, colour at a terminal."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from msgspec import Struct, field

from dokosheet.render.findings import cells


class Column(Struct, frozen=True):
    """``right``: numbers; the title stands above either way."""

    title: str
    right: bool = False


class Table(Struct):
    """Rows of texts under columns; ``faint``: rows that only explain."""

    columns: Sequence[Column]
    rows: list[list[str]] = field(default_factory=list)
    faint: set[int] = field(default_factory=set)

    def lines(self) -> list[str]:
        """The table as plain text, columns that are empty in every row left out."""
        used = [i for i in range(len(self.columns)) if any(row[i] for row in self.rows) or not self.rows]
        widths = {i: max(cells(text) for text in (self.columns[i].title, *(row[i] for row in self.rows))) for i in used}
        heads = [column.title for column in self.columns]
        return [self._line(row, widths) for row in (heads, *self.rows)]

    def _line(self, row: Sequence[str], widths: dict[int, int]) -> str:
        parts = []
        for i, width in widths.items():
            space = " " * (width - cells(row[i]))
            parts.append(space + row[i] if self.columns[i].right else row[i] + space)
        return "  ".join(parts).rstrip()

    def print(self) -> None:
        """Print to the standard output, through rich at a terminal."""
        if not sys.stdout.isatty():
            print("\n".join(self.lines()))
            return
        from rich.console import Console
        from rich.text import Text

        console = Console(highlight=False, soft_wrap=True)
        head, *rest = self.lines()
        console.print(Text(head, style="bold"))
        for i, line in enumerate(rest):
            console.print(Text(line, style="dim" if i in self.faint else ""))
