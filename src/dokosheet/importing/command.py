"""The command that takes over lists of others: import."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dokosheet.core.records import replace
from dokosheet.shell import completion
from dokosheet.shell.console import Trouble, count, files, keep, say, tell, words, write_utf8
from dokosheet.shell.program import Command, app

if TYPE_CHECKING:
    from dokosheet.importing.columns import Layout
    from dokosheet.importing.lists import Imported


@app.command(
    name="import", cls=Command, help="help.import", epilog="dokosheet import examples/liste.csv -o abend2.yaml"
)
def import_(
    file: Annotated[str, typer.Argument(metavar="FILE", help="help.table-file")],
    output: Annotated[str, typer.Option("--output", "-o", metavar="SHEET|FOLDER", help="help.output")] = "",
    layout: Annotated[str, typer.Option(metavar="LAYOUT", help="help.layout")] = "",
    rules: Annotated[
        str, typer.Option(metavar="NAME", help="help.rules-import", autocompletion=completion.rulesets)
    ] = "",
    sheet_name: Annotated[str, typer.Option(metavar="NAME", help="help.sheet-name")] = "",
) -> int:
    from dokosheet.importing import lists as importing

    described = _layout(layout) if layout else None
    folder = Path(output).parent if _is_sheet(output) else Path(output)
    with files(file, "error.no-path"), _readable(file):
        lists = list(importing.import_lists(file, described, rules, sheet_name, folder))
    _refuse_unfit(lists)
    t = words()
    for told in (told for found in lists for told in found.said):
        fields = {name: str(value) for name, value in told.fields.items()}
        tell(t("import.said", file=file, text=t(told.message, **fields)), error=True)
    if not output:
        if len(lists) > 1:
            raise Trouble(words()("error.import.several", file=file, lists=count("sheet", len(lists))))
        write_utf8(lists[0].text)
        return 0
    targets = _targets(file, output, lists)
    with files(output, "error.no-folder"):
        if len(targets) > 1 or targets[0][0].parent == Path(output):
            Path(output).mkdir(exist_ok=True)
        importing.write(targets)
    for path, found in targets:
        tell(t("import.written", file=path, hands=count("hand", found.hands)))
        keep(str(path), "import", [Path(file).name])
    say([t("import.next", path=output)])
    return 0


def _layout(path: str) -> Layout:
    """The layout of a file. Raises Trouble for what does not fit."""

    from dokosheet.importing.lists import read_layout
    from dokosheet.screen.findings import contract_line

    with files(path, "error.no-path"):
        layout, found = read_layout(path)
    if layout is None:
        raise Trouble(contract_line(replace(found[0], file=path), words()))
    return layout


@contextmanager
def _readable(file: str) -> Iterator[None]:
    """Turn a table that holds no hands into one line. Raises Trouble."""
    from dokosheet.files.tables import Unreadable
    from dokosheet.text.signs import printable

    try:
        yield
    except Unreadable as error:
        fields = {key: printable(str(value)) for key, value in error.fields.items()}
        raise Trouble(f"{printable(file)}: {words()(error.message, **fields)}") from error


def _refuse_unfit(lists: list[Imported]) -> None:
    """Raises Trouble for a list that would make no sheet, such as one of three players."""
    from dokosheet.screen.findings import contract_line

    t = words()
    for found in lists:
        if found.findings:
            fact = contract_line(found.findings[0], t)
            raise Trouble(t("error.import.no-sheet", list=found.name or "1", problem=fact))


def _is_sheet(output: str) -> bool:
    """Whether the output is the name of a sheet, not of a folder for several."""
    return Path(output).suffix in (".yaml", ".yml") and not Path(output).is_dir()


def _targets(file: str, output: str, lists: list[Imported]) -> list[tuple[Path, Imported]]:
    """The file for each list. Raises Trouble where several would go into one."""
    from dokosheet.importing.lists import file_names

    path = Path(output)
    if _is_sheet(output):
        if len(lists) > 1:
            raise Trouble(words()("error.import.several", file=file, lists=count("sheet", len(lists))))
        return [(path, lists[0])]
    names = file_names(Path(file).stem, lists)
    return [(path / name, found) for name, found in zip(names, lists, strict=True)]
