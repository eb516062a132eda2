"""Commands without their start-up: a process that has imported the whole house is forked for each of them.

A command spends a second of processor time on imports before it writes anything. Benches that start thousands of them fork a warm
process instead; the child leads a session of its own and runs the same `main` with the same words, folder and environment.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import pkgutil
import select
import signal
import socket
import sys
from contextlib import suppress
from dataclasses import dataclass
from typing import NoReturn

from commands import Commands

_NOT_NEEDED = ("harvestman.learn", "harvestman.store.migrations", "harvestman.__main__")
_LONG_S = 600.0


@dataclass(frozen=True, slots=True)
class Forked:
    """A command that runs."""

    pid: int
    _told: socket.socket

    def ended(self, timeout_s: float = _LONG_S) -> int | None:
        """Its exit code, negative after a signal; None when it still runs after that time."""
        ready, _, _ = select.select([self._told], [], [], timeout_s)
        return int(_line(self._told)) if ready else None

    def kill(self) -> bool:
        """End it with all its children at once; whether it had not ended by itself."""
        with suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)
        return self.ended() == -signal.SIGKILL


class Warm:
    """The warm process. Make it before the first thread is started: it is forked from here."""

    def __init__(self) -> None:
        self._ours, theirs = socket.socketpair()
        if os.fork() == 0:
            self._ours.close()
            _serve(theirs)
        theirs.close()

    def start(self, place: Commands, *words: str, is_alone: bool = False) -> Forked:
        """Run a command there; one at a time. What it prints is in `printed` in the folder of the place.

        `is_alone`: it starts no worker processes, which would import everything once more, and reads in its own.
        """
        asked = {
            "words": words,
            "folder": str(place.folder),
            "environ": place.environ,
            "is_alone": is_alone,
        }
        self._ours.sendall(json.dumps(asked).encode() + b"\n")
        return Forked(int(_line(self._ours)), self._ours)

    def run(self, place: Commands, *words: str, is_alone: bool = False) -> int:
        """Run a command there to its end; its exit code."""
        running = self.start(place, *words, is_alone=is_alone)
        code = running.ended()
        if code is None:
            running.kill()
            raise SystemExit(f"{' '.join(words)} does not end")
        return code


def _line(channel: socket.socket) -> bytes:
    """One line; what follows it stays for whoever waits for that."""
    line = b""
    while not line.endswith(b"\n"):
        piece = channel.recv(1)
        if not piece:
            raise EOFError("the other side has gone")
        line += piece
    return line


def _serve(channel: socket.socket) -> NoReturn:
    """Fork a command for each line that comes, tell its pid, then how it ended."""
    _load()
    with suppress(EOFError):
        while True:
            asked = json.loads(_line(channel))
            pid = os.fork()
            if pid == 0:
                channel.close()
                _be(**asked)
            channel.sendall(b"%d\n" % pid)
            channel.sendall(b"%d\n" % os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
    os._exit(0)


def _load() -> None:
    import harvestman

    for module in pkgutil.walk_packages(harvestman.__path__, "harvestman."):
        if not module.name.startswith(_NOT_NEEDED):
            with suppress(ImportError):  # of an extra that is not installed
                importlib.import_module(module.name)
    gc.collect()
    gc.freeze()


def _be(words: list[str], folder: str, environ: dict[str, str], is_alone: bool) -> NoReturn:
    """Become the command."""
    import harvestman.engine

    if is_alone:
        harvestman.engine.open_guard = lambda *_, **__: harvestman.engine.InlineGuard()
    os.setsid()
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environ)
    for standard, name in ((0, os.devnull), (1, "printed"), (2, "printed")):
        there = os.open(name, os.O_RDWR | os.O_CREAT | os.O_APPEND)
        os.dup2(there, standard)
        os.close(there)
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
