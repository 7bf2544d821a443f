"""An editor as a process of its own, run by ``test_editors``.

``python editing.py SHEET HOW``; each line that comes in is an order: so many milliseconds and so many times. That often
it reads the sheet and saves it with a line ``# edit N`` below the others. It waits so long between the first reading
and the first save, which has then perhaps not seen what was written meanwhile, and between two saves. ``rename`` puts a
new file into its place, ``inside`` writes into the file itself, half of it, and the rest some milliseconds later.
Answers with a line when it has first read, and with the number of the next edit when it is done.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path


def rest(milliseconds: float) -> None:
    until = time.perf_counter() + milliseconds / 1000
    while time.perf_counter() < until:
        pass


def main() -> None:
    sheet, how = Path(sys.argv[1]), sys.argv[2]
    fresh = sheet.with_name("editor")
    count = 0
    for order in sys.stdin:
        wait, times = map(float, order.split())
        for n in range(int(times)):
            if n:
                rest(wait)
            data = sheet.read_bytes() + b"# edit %d\n" % count
            count += 1
            if n == 0:
                print("read", flush=True)
                rest(wait)
            if how == "rename":
                fresh.write_bytes(data)
                os.replace(fresh, sheet)
            else:
                with sheet.open("wb", 0) as stream:
                    stream.write(data[: len(data) // 2])
                    time.sleep(0.005)
                    stream.write(data[len(data) // 2 :])
        print(count, flush=True)


if __name__ == "__main__":
    main()
