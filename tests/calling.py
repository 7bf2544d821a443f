"""Many calls of the program from a shell: one process loads it once, and each call is a copy of that."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

#: What stands in the path as ``dokosheet``: it hands over its streams, folder, arguments and variables.
CLIENT = """#!{python} -IS
import marshal, os, socket, sys
server = socket.socket(socket.AF_UNIX)
server.connect({address!r})
socket.send_fds(server, [marshal.dumps((os.getcwd(), sys.argv[1:], dict(os.environ)))], [0, 1, 2])
sys.exit(server.recv(1)[0])
"""
SERVER = """
import io, marshal, os, pkgutil, socket, sys
from importlib import import_module
import dokosheet
from dokosheet.cli import main

# Commands wait for their call: their order is that of the help.
for module in pkgutil.walk_packages(dokosheet.__path__, "dokosheet."):
    if not (module.name.startswith(("dokosheet.cli.", "dokosheet.__main__")) or module.name.endswith(".command")):
        import_module(module.name)
import_module("dokosheet.shell.program")
listener = socket.socket(socket.AF_UNIX)
listener.bind(sys.argv[1])
listener.listen()
print(flush=True)
calls = []
while True:
    client, _ = listener.accept()
    calls.append(os.fork())
    if calls[-1]:
        client.close()
        calls = [call for call in calls if os.waitpid(call, os.WNOHANG) == (0, 0)]
        continue
    data, streams, _, _ = socket.recv_fds(client, 1 << 20, 3)
    call = os.fork()
    if call:
        code = os.waitstatus_to_exitcode(os.waitpid(call, 0)[1])
        client.send(bytes([code if code >= 0 else 128 - code]))
        os._exit(0)
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    for other in (listener, client):
        other.close()
    folder, arguments, variables = marshal.loads(data)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(variables)
    sys.stdin = open(0, encoding="utf-8", closefd=False)
    for name, number in (("stdout", 1), ("stderr", 2)):  # without a buffer: that keeps the order of the two
        raw = io.FileIO(number, "w", closefd=False)
        setattr(sys, name, io.TextIOWrapper(raw, "utf-8", line_buffering=True, write_through=True))
    sys.argv = ["dokosheet", *arguments]
    main()
    sys.exit()
"""


@contextmanager
def callable_as(script: Path, variables: Mapping[str, str]) -> Iterator[None]:
    """As long as this lasts, a script that calls the program; Unix only."""
    with TemporaryDirectory() as folder:
        address = os.path.join(folder, "calls")  # which may not be long
        script.write_text(CLIENT.format(python=sys.executable, address=address), "utf-8")
        script.chmod(0o755)
        call = [sys.executable, "-c", SERVER, address]
        with subprocess.Popen(call, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, env=variables) as server:
            assert server.stdout is not None
            server.stdout.readline()
            try:
                yield
            finally:
                server.kill()
