"""The command line: options -> app -> render -> exit code."""


def main() -> None:
    """The entry point; everything heavy is loaded by the command that needs it."""
    import gc

    gc.set_threshold(100_000)  # our records make no cycles, and looking for some costs a tenth of a short run
    from dokosheet.cli.program import run

    run()
