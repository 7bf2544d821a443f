"""What each command may load: nothing heavy where somebody waits."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[1] / "examples" / "spielabend.yaml"


def loaded(*arguments: str) -> set[str]:
    """The modules that a command has loaded when it ends."""
    code = (
        "import sys\nsys.argv = ['dokosheet', *sys.argv[1:]]\n"
        "import contextlib, io\nout = io.TextIOWrapper(io.BytesIO())\n"
        "from dokosheet.cli import main\n"
        "with contextlib.redirect_stdout(out), contextlib.suppress(SystemExit):\n    main()\n"
        "print('\\n'.join(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


@pytest.mark.parametrize("arguments", [("check", str(EXAMPLE)), ("show", str(EXAMPLE)), ("score", "A", "C", "156")])
def test_reading_commands_load_no_writer_and_no_screen(arguments: tuple[str, ...]) -> None:
    modules = loaded(*arguments)
    assert "dokosheet.files.sheets" in modules or arguments[0] == "score"
    heavy = {
        "rich",
        "dokosheet.files.locks",
        "dokosheet.files.save",
        "dokosheet.files.splice",
        "dokosheet.core.notation.mapping",
    }
    assert modules & heavy == set()


def test_the_official_rules_are_compared_with_nothing() -> None:
    strangers = {"dokosheet.core.rules.departures", "dokosheet.text.en.rules", "dokosheet.text.de.rules"}
    for arguments in (("show", str(EXAMPLE)), ("standings", str(EXAMPLE))):
        assert loaded(*arguments) & strangers == set()


@pytest.mark.parametrize(
    ("verb", "stranger"),
    [("check", "dokosheet.cli.sheets"), ("show", "dokosheet.cli.score"), ("score", "dokosheet.cli.rules")],
)
def test_a_command_loads_only_its_own_module(verb: str, stranger: str) -> None:
    assert stranger not in loaded(verb, str(EXAMPLE))


def test_every_command_has_its_module() -> None:
    from dokosheet.shell import program

    program.register([])
    registered = {c.name or c.callback.__name__ for c in program.app.registered_commands if c.callback}
    registered |= {group.name for group in program.app.registered_groups if group.name}
    assert registered == set(program.HOME)
