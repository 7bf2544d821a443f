"""Runs a command in one forked process after the other and ends each in the middle; run by ``test_kills``.

``python killing.py HOW COMMAND FOLDER ROUNDS``: ``calls`` kills before the n-th call of the system that matters, for
all n; ``edits`` does so while an editor saves in the last moment; ``times`` after random times; ``program`` does so
with the program as it is installed; ``INT`` and ``TERM`` send that signal at random lines of our code, and look at how
it ends. Prints how many processes there were.
"""

from __future__ import annotations

import fcntl
import io
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from dokosheet import cli
from helpers import save, trail, verbs
from safety.commands import COMMANDS, ELSEWHERE, Command, doko, names, prepared, timeless

CALLS = ("open", "close", "fsync", "replace", "link", "unlink", "chmod", "chown", "fchmod", "listdir", "access")
CALLS += ("ftruncate", "getxattr", "setxattr", "removexattr")


def in_child(run: Callable[[], object], output: Path) -> int:
    """Fork, with the output in a file; the exit code, negative for a signal."""
    pid = os.fork()
    if pid == 0:
        try:
            descriptor = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
            os.dup2(descriptor, 1)
            os.dup2(descriptor, 2)
            sys.stdin = sys.__stdin__
            run()
        except SystemExit as end:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(end.code if isinstance(end.code, int) else 0)
        finally:
            os._exit(99)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


class Case:
    """A command on a sheet in a folder, as it is before it and after it."""

    def __init__(self, name: str, folder: Path) -> None:
        self.command: Command = COMMANDS[name]
        self.sheet = folder / "abend.yaml"
        self.output = folder.parent / "output"
        self.call = self.command.call(str(self.sheet))
        with redirect_stdout(io.StringIO()):  # here, so that children have everything loaded
            self.old = prepared(self.sheet, self.command)
            journal = self.sheet.with_name(".abend.yaml.journal")
            self.files = {path: path.read_bytes() for path in (self.sheet, journal) if path.exists()}
            assert doko(*self.call) in (0, 1)
            self.new = timeless(self.sheet.read_bytes())
            doko("amend", str(self.sheet), "2", "133")
            doko("undo", str(self.sheet))
        assert self.new != timeless(self.old)

    def again(self) -> None:
        """As it was before, with the same times."""
        for path in self.sheet.parent.iterdir():
            path.unlink()
        for path, data in self.files.items():
            path.write_bytes(data)

    def whole(self) -> bool:
        """The sheet is the old or the new one; whether it is the new one."""
        found = self.sheet.read_bytes()
        assert found == self.old or timeless(found) == self.new, found.decode()
        return found != self.old

    def goes_on(self) -> None:
        """The next command works, clears up, and can be taken back; so can the one before if it has written."""
        new, path = self.whole(), str(self.sheet)
        there = self.sheet.read_bytes()
        assert verbs.amend(path, "2", ["133"]).written
        assert names(self.sheet.parent) == {"abend.yaml", ".abend.yaml.lock", ".abend.yaml.journal"}
        trail.undo(path)
        assert self.sheet.read_bytes() == there
        if new != (self.call[0] == "undo"):
            trail.undo(path)
            assert timeless(self.sheet.read_bytes()) == (timeless(self.old) if new else self.new)


def kill_before_call(n: int) -> None:
    """Kill this process before the n-th of the calls."""
    left = [n]

    def counted(call: Callable[..., Any]) -> Callable[..., Any]:
        def counting(*args: Any, **kwargs: Any) -> Any:
            left[0] -= 1
            if not left[0]:
                os.kill(os.getpid(), signal.SIGKILL)
            return call(*args, **kwargs)

        return counting

    for name in CALLS:
        setattr(os, name, counted(getattr(os, name)))
    fcntl.flock = counted(fcntl.flock)  # type: ignore[assignment]
    save.exchange = counted(save.exchange)


def by_calls(case: Case, _: int) -> int:
    n = 0
    seen = set()
    while True:
        n += 1
        case.again()

        def run(n: int = n) -> None:
            kill_before_call(n)
            sys.exit(doko(*case.call))

        code = in_child(run, case.output)
        if code != -signal.SIGKILL:
            break
        seen.add(case.whole())
        case.goes_on()
    assert seen == {False, True}
    return n


def by_edits(case: Case, _: int) -> int:
    """The save of an editor that comes in the last moment is there after every kill, with the step or without it."""
    edited = case.old.decode("utf-8").replace(*ELSEWHERE)
    exchange = save.exchange
    seen = set()
    n = 0
    code = -signal.SIGKILL
    while code == -signal.SIGKILL:
        n += 1
        case.again()

        def run(n: int = n) -> None:
            waiting = [edited]

            def late(*files: Path) -> bool:
                if waiting:
                    fresh = case.sheet.with_name("editor")
                    fresh.write_text(waiting.pop(), "utf-8")
                    fresh.rename(case.sheet)
                return exchange(*files)

            save.exchange = late
            kill_before_call(n)
            sys.exit(doko(*case.call))

        code = in_child(run, case.output)
        now = case.sheet.read_bytes()
        verbs.amend(str(case.sheet), "2", ["133"])  # what the kill has left is cleared up under the lock
        trail.undo(str(case.sheet))
        there = timeless(case.sheet.read_bytes())
        assert there in (timeless(case.old), timeless(edited.encode()), case.new.replace(*ELSEWHERE)), there
        assert there != timeless(case.old) or now == case.old
        assert names(case.sheet.parent) == {"abend.yaml", ".abend.yaml.lock", ".abend.yaml.journal"}
        seen.add((timeless(now), there))
    assert len(seen) >= 3
    assert (case.new, timeless(edited.encode())) in seen  # taken out of its place, and put back
    return n


def by_times(case: Case, rounds: int) -> int:
    start = time.perf_counter()
    for _ in range(3):
        case.again()
        in_child(lambda: doko(*case.call), case.output)
    most = (time.perf_counter() - start) / 3
    chance = random.Random(rounds)
    killed = n = 0
    while n < rounds or (killed <= rounds / 4 and n < 8 * rounds):  # where the machine is busier than it was, go on
        case.again()
        pid = os.fork()
        if pid == 0:
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            doko(*case.call)
            os._exit(0)
        time.sleep(most * (n % rounds + chance.random()) / rounds)
        os.kill(pid, signal.SIGKILL)
        killed += os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) < 0
        case.goes_on()
        n += 1
    assert killed > rounds / 4
    return n


def by_program(case: Case, rounds: int) -> int:
    command = [sys.executable, "-m", "dokosheet", *case.call]
    case.again()
    start = time.perf_counter()
    subprocess.run(command, capture_output=True, check=False)
    most = time.perf_counter() - start
    chance = random.Random(rounds)
    for i in range(rounds):
        case.again()
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(most * (i + chance.random()) / rounds)
        process.kill()
        process.wait()
        case.goes_on()
    return rounds


def signal_at(number: int, line: int) -> list[int]:
    """Send this process a signal at the n-th line of our code; the lines that were counted."""
    count = [0]

    def trace(frame: Any, event: str, _: object) -> Any:
        if "dokosheet" not in frame.f_code.co_filename:
            return None
        if event == "line":
            count[0] += 1
            if count[0] == line:
                sys.settrace(None)
                os.kill(os.getpid(), number)
        return trace

    sys.settrace(trace)
    return count


def by_signals(case: Case, rounds: int, number: int) -> int:
    expected = {128 + number}

    def run(line: int) -> None:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        sys.argv = ["dokosheet", *case.call]
        counted = signal_at(number, line)
        try:
            cli.main()
        finally:
            sys.settrace(None)
            if not line:
                os.write(2, f"lines {counted[0]}".encode())

    case.again()
    in_child(lambda: run(0), case.output)
    lines = int(case.output.read_text().rsplit(" ", 1)[1])
    chance = random.Random(rounds)
    for i in range(rounds):
        case.again()
        at = 1 + int(lines * (i + chance.random()) / rounds)
        code = in_child(lambda at=at: run(at), case.output)  # type: ignore[misc]
        said = case.output.read_text()
        assert "Traceback" not in said, said
        # Behind the last line that is ours a signal may end it as signals do.
        assert code in expected or (at > lines * 0.95 and code in (0, 1, -number)), (code, at, lines, said)
        assert not any(name.endswith(".tmp") for name in names(case.sheet.parent))
        case.goes_on()
    return rounds


def main() -> None:
    how, name, folder, rounds = sys.argv[1:]
    os.environ["DOKOSHEET_LANG"] = "en"
    case = Case(name, Path(folder))
    ways: dict[str, Callable[[Case, int], int]] = {
        "calls": by_calls,
        "edits": by_edits,
        "times": by_times,
        "program": by_program,
    }
    if how in ways:
        print(ways[how](case, int(rounds)))
    else:
        print(by_signals(case, int(rounds), getattr(signal, f"SIG{how}")))


if __name__ == "__main__":
    main()
