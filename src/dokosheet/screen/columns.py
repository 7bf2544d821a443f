"""A table of texts: plain columns anywhere, colour at a terminal, one sentence a row where it is heard."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator, Sequence
from typing import Final

from dokosheet.core.records import Record, field, replace
from dokosheet.screen.findings import cells
from dokosheet.text.signs import printable, shown


class Column(Record, frozen=True):
    """``right``: numbers; the title stands above either way.

    Where room is short: ``spare``: left out, 1 first (up to LIGHTLY before the table is set closer, the rest
    afterwards); ``least``: the title may be cut, to the width of the column, but not below so many signs.
    ``stays``: it is shown with nothing in it, too.
    """

    title: str
    right: bool = False
    spare: int = 0
    least: int = 0
    stays: bool = False


class TextTable(Record):
    """Rows of texts under columns; ``hidden``: columns for which there was no room."""

    columns: Sequence[Column]
    rows: list[list[str]] = field(default_factory=list)
    hidden: list[str] = field(default_factory=list)

    def lines(self, room: int | None = None) -> list[str]:
        """The table as plain text; empty columns are left out, and spare ones where it would not fit into ``room``."""
        heads = [column.title for column in self.columns]
        filled = {i for row in self.rows for i, text in enumerate(row) if text}
        used = [i for i, column in enumerate(self.columns) if i in filled or column.stays or not self.rows]
        layout = _Layout({i: [heads[i], *(row[i] for row in self.rows)] for i in used}, self.columns)
        if room is not None:
            steps = self._closer(layout)
            while layout.width > room and next(steps, False):
                pass
        return layout.lines()

    def _closer(self, layout: _Layout) -> Iterator[bool]:
        """Make it narrower step by step, what is missed least first."""
        yield layout.cut_titles()
        spare = sorted((i for i in layout.texts if self.columns[i].spare), key=lambda i: self.columns[i].spare)
        lightly = [i for i in spare if self.columns[i].spare <= LIGHTLY]
        yield from (self._leave_out(i, layout) for i in lightly)
        yield layout.close_up()
        yield layout.set_gap(1)
        yield from (self._leave_out(i, layout) for i in spare if i not in lightly)

    def _leave_out(self, i: int, layout: _Layout) -> bool:
        del layout.texts[i]
        self.hidden.append(self.columns[i].title)
        return True

    def heard(self) -> Iterator[str]:
        """A row after the other, as ``title: text; title: text``; what is empty is not said."""
        for row in self.rows:
            yield "; ".join(f"{c.title}: {text}" for c, text in zip(self.columns, row, strict=True) if text)

    def print(self, plain: bool = False) -> None:
        """Print to the standard output; a terminal sets the room, and gets the head in bold."""
        if plain:
            print("\n".join(map(printable, self.heard())))
            return
        encoding = sys.stdout.encoding
        visible = TextTable(
            [replace(c, title=shown(printable(c.title), encoding)) for c in self.columns],
            [[shown(printable(text), encoding) for text in row] for row in self.rows],
            self.hidden,
        )
        room = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
        lines = visible.lines(room)
        if room is None or os.environ.get("NO_COLOR"):
            print("\n".join(lines))
            return
        from rich.console import Console
        from rich.text import Text

        console = Console(highlight=False, soft_wrap=True)
        console.print(Text(lines[0], style="bold"))
        for line in lines[1:]:
            console.print(Text(line))


class _Layout:
    """The texts of the columns that are shown, titles first, and the blanks between two columns."""

    def __init__(self, texts: dict[int, list[str]], columns: Sequence[Column]) -> None:
        self.texts = texts
        self.columns = columns
        self.gap = GAP

    @property
    def width(self) -> int:
        return sum(self._widths().values()) + self.gap * (len(self.texts) - 1)

    def _widths(self) -> dict[int, int]:
        return {i: max(map(cells, texts)) for i, texts in self.texts.items()}

    def cut_titles(self) -> bool:
        """Titles that may be are no wider than their column."""
        for i, (title, *texts) in self.texts.items():
            if self.columns[i].least:
                self.texts[i][0] = title[: max(self.columns[i].least, *map(cells, texts), 0)]
        return True

    def close_up(self) -> bool:
        """Within columns of numbers no more than one blank where no row needs more."""
        for i, (title, *texts) in self.texts.items():
            if self.columns[i].right and any(texts):
                self.texts[i] = [title, *_without_needless_blanks(texts)]
        return self.cut_titles()

    def set_gap(self, gap: int) -> bool:
        self.gap = gap
        return True

    def lines(self) -> list[str]:
        widths = self._widths()
        return [self._line(row, widths) for row in zip(*self.texts.values(), strict=True)]

    def _line(self, row: Sequence[str], widths: dict[int, int]) -> str:
        parts = []
        for (i, width), text in zip(widths.items(), row, strict=True):
            space = " " * (width - cells(text))
            parts.append(space + text if self.columns[i].right else text + space)
        return (" " * self.gap).join(parts).rstrip()


def _without_needless_blanks(texts: Sequence[str]) -> list[str]:
    """Texts that stand below each other on the right, without the places that are blank in all, but one in a row."""
    width = max(map(len, texts), default=0)
    places = list(zip(*(text.rjust(width) for text in texts), strict=True))
    needed = [set(place) != {" "} for place in places]
    kept = [place for i, place in enumerate(places) if needed[i] or (i and needed[i - 1])]
    return ["".join(signs).lstrip() for signs in zip(*kept, strict=True)]


#: Blanks between two columns.
GAP: Final = 2
#: Columns that are rather missed than blanks.
LIGHTLY: Final = 3
