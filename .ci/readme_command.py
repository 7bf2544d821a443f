"""Print one of the two commands of the README: ``run`` (set up and run an example) or ``tests``."""

import re
import sys
from pathlib import Path

README = Path(__file__).parent.parent / "README.md"


def commands(text: str) -> dict[str, str]:
    """The single-line ``sh setup`` blocks of the README, by what they do."""
    blocks: list[str] = re.findall(r"```sh setup\n([^\n]+)\n```", text)
    return {"tests" if "pytest" in block else "run": block for block in blocks}


if __name__ == "__main__":
    print(commands(README.read_text("utf-8"))[sys.argv[1]])
