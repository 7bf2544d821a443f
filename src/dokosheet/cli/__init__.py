"""The command line: options -> app -> render -> exit code."""


def main() -> None:
    """The entry point; everything heavy is loaded by the command that needs it."""
    from dokosheet.cli.main import run

    run()
