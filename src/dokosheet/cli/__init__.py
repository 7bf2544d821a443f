"""The command line: a module a group of commands, options -> call -> print -> exit code."""


def main() -> None:
    """The entry point; everything heavy is loaded by the command that needs it.

    Our records make no cycles, so that looking for some is time lost: while a command runs, and once more when Python
    clears up at its end. Together that is a quarter of the time of a command at the table.
    """
    import gc
    import os
    import sys

    from dokosheet.shell.stopping import Stopped, discard, end_in_peace, stop_in_order

    gc.set_threshold(100_000)
    # we have no plugins of pydantic, and to look for some reads what every installed package says of itself
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    try:
        try:
            stop_in_order()
            from dokosheet.shell.program import run

            run()
        finally:
            end_in_peace()  # whoever presses Ctrl-C several times means it once
    except KeyboardInterrupt:  # before or after the command; within it, a line says so
        sys.exit(130)
    except Stopped as stopped:
        discard(sys.stdout, sys.stderr)  # the terminal may have gone
        sys.exit(stopped.code)
    finally:
        gc.freeze()
