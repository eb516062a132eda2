"""Commands without their start-up: a process that has imported the whole house is forked for each of them.

A command spends half a second of processor time on imports before it does anything, which would be a third of the time of all tests.
The forked child leads a session of its own and runs the same `main` with the same words, folder and environment.
"""

from __future__ import annotations

import functools
import gc
import importlib
import json
import os
import pkgutil
import select
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

_NOT_NEEDED = ("harvestman.learn", "harvestman.store.migrations", "harvestman.__main__")
_LONG_S = 600.0
_MOST_BYTES = 1 << 20  # of a question: words and environment


@dataclass(frozen=True, slots=True)
class Forked:
    """A command that runs."""

    pid: int
    _told: socket.socket

    def ended(self, timeout_s: float = _LONG_S) -> int | None:
        """Its exit code, negative after a signal; None when it still runs after that time. To be asked once."""
        ready, _, _ = select.select([self._told], [], [], timeout_s)
        if not ready:
            return None
        with self._told:
            return int(_line(self._told))

    def kill(self) -> bool:
        """End it with all its children at once; whether it had not ended by itself."""
        with suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)
        return self.ended() == -signal.SIGKILL


class Warm:
    """The warm process; it ends with the one that made it."""

    def __init__(self) -> None:
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            subprocess.Popen(
                [sys.executable, Path(__file__), str(theirs.fileno())], pass_fds=[theirs.fileno()]
            )

    def start(
        self,
        words: tuple[str, ...],
        folder: Path,
        environ: dict[str, str],
        standard: tuple[int, int, int],
        *,
        is_alone: bool = False,
    ) -> Forked:
        """Run a command in a folder, with these three files as its standard input, output and errors.

        `is_alone`: it starts no worker processes, which would import everything once more, and reads in its own.
        """
        asked = {"words": words, "folder": str(folder), "environ": environ, "is_alone": is_alone}
        ours, theirs = socket.socketpair()
        with theirs:
            files = [theirs.fileno(), *standard]
            socket.send_fds(self._control, [json.dumps(asked).encode()], files)
        return Forked(int(_line(ours)), ours)


@functools.cache
def warm() -> Warm:
    """The warm process of this one."""
    return Warm()


def _line(channel: socket.socket) -> bytes:
    """One line; what follows it stays for whoever waits for that."""
    line = b""
    while not line.endswith(b"\n"):
        piece = channel.recv(1)
        if not piece:
            raise EOFError("the other side has gone")
        line += piece
    return line


def _serve(control: socket.socket) -> None:
    """Fork a keeper for each question that comes, until nobody is there to ask."""
    _load()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the keepers
    while True:
        asked, files, _, _ = socket.recv_fds(control, _MOST_BYTES, 4)
        if not asked:
            return
        if os.fork() == 0:
            control.close()
            _keep(json.loads(asked), files)
        for file in files:
            os.close(file)


def _keep(asked: dict[str, object], files: list[int]) -> NoReturn:
    """Fork the command, tell its pid, then how it ended."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    told, *standard = files
    pid = os.fork()
    if pid == 0:
        os.close(told)
        _be(standard, **asked)  # type: ignore[arg-type]  # as `Warm.start` wrote it
    for file in standard:
        os.close(file)
    os.write(told, b"%d\n" % pid)
    with suppress(BrokenPipeError):
        os.write(told, b"%d\n" % os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
    os._exit(0)


def _load() -> None:
    import harvestman

    for module in pkgutil.walk_packages(harvestman.__path__, "harvestman."):
        if not module.name.startswith(_NOT_NEEDED):
            with suppress(ImportError):  # of an extra that is not installed
                importlib.import_module(module.name)
    gc.collect()
    gc.freeze()


def _be(
    standard: list[int], words: list[str], folder: str, environ: dict[str, str], is_alone: bool
) -> NoReturn:
    """Become the command."""
    import harvestman.engine

    if is_alone:
        harvestman.engine.open_guard = lambda *_, **__: harvestman.engine.InlineGuard()
    if shift := environ.pop("HARVESTMAN_TEST_CLOCK", ""):
        _set_clock(float(shift))
    os.setsid()
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environ)
    for number, file in enumerate(standard):
        os.dup2(file, number)
        os.close(file)
    sys.argv = ["harvestman", *words]
    code: object = 1
    try:
        from harvestman.cli import main

        main()
        code = 0
    except SystemExit as ended:
        code = ended.code
    finally:
        with suppress(OSError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code if isinstance(code, int) else int(code is not None))


def _set_clock(seconds: float) -> None:
    """Let this process live on a machine whose clock is wrong by so many seconds."""
    from datetime import timedelta

    from harvestman.model import SystemClock

    right = SystemClock.now
    SystemClock.now = lambda self: right(self) + timedelta(seconds=seconds)  # type: ignore[method-assign]


if __name__ == "__main__":
    _serve(socket.socket(fileno=int(sys.argv[1])))
