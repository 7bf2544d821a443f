"""``python -m dokosheet``."""

from dokosheet.cli import main

main()
