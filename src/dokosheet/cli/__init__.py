"""The command line: options -> app -> render -> exit code."""


def main() -> None:
    """The entry point; everything heavy is loaded by the command that needs it.

    Our records make no cycles, so that looking for some is time lost: while a command runs, and once more when Python
    clears up at its end. Together that is a quarter of the time of a command at the table.
    """
    import gc

    gc.set_threshold(100_000)
    try:
        from dokosheet.cli.program import run

        run()
    finally:
        gc.freeze()
