"""An editor as a process of its own, run by ``test_editors``; each line that comes in is an order to save.

``python editing.py SHEET HOW``, and each order the milliseconds to wait before it: the editor has read the sheet when
it was last told to, and saves it with a line ``# edit N`` below the others; ``rename`` puts a new file into its place,
``inside`` writes into the file itself, half of it, and the rest some milliseconds later. Answers with a line when it
has read, and one when it has saved.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path


def main() -> None:
    sheet, how = Path(sys.argv[1]), sys.argv[2]
    fresh = sheet.with_name("editor")
    for count, order in enumerate(sys.stdin):
        until = time.perf_counter() + float(order) / 1000
        data = sheet.read_bytes() + b"# edit %d\n" % count
        print("read", flush=True)
        while time.perf_counter() < until:
            pass
        if how == "rename":
            fresh.write_bytes(data)
            os.replace(fresh, sheet)
        else:
            with sheet.open("wb", 0) as stream:
                stream.write(data[: len(data) // 2])
                time.sleep(0.005)
                stream.write(data[len(data) // 2 :])
        print("saved", flush=True)


if __name__ == "__main__":
    main()
