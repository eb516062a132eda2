"""Commands without their start-up: a process that has imported the whole house is forked for each of them.

A command spends half a second of processor time on imports before it does anything, and the nursery of its worker processes 0.7 s more,
which would be a third of the time of all tests. The forked child leads a session of its own and runs the same `main` with the same words,
folder and environment; when it needs a nursery, the warm process forks that as well, again into a session of its own. (The command
itself has threads by then, and must not be forked.) A nursery is then no child of its command, which matters only to who looks at families.
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
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import IO, Any, NoReturn

_NOT_NEEDED = ("harvestman.learn", "harvestman.store.migrations", "harvestman.__main__")
_LONG_S = 600.0
_MOST_BYTES = 1 << 20  # of a question: words and environment


class Forked:
    """A command that runs; like `subprocess.Popen` for who waits for it."""

    def __init__(self, pid: int, told: socket.socket, stdout: IO[bytes] | None = None) -> None:
        self.pid = pid
        self.stdout = stdout
        self.returncode: int | None = None
        self._told = told

    def ended(self, timeout_s: float = _LONG_S) -> int | None:
        """Its exit code, negative after a signal; None when it still runs after that time."""
        if self.returncode is None and select.select([self._told], [], [], timeout_s)[0]:
            with self._told:
                self.returncode = int(_line(self._told))
        return self.returncode

    def poll(self) -> int | None:
        """Its exit code, or None while it runs."""
        return self.ended(0)

    def wait(self, timeout: float = _LONG_S) -> int:
        """Its exit code, when it has ended."""
        if (code := self.ended(timeout)) is None:
            raise subprocess.TimeoutExpired("a forked process", timeout)
        return code

    def communicate(self, timeout: float = _LONG_S) -> tuple[bytes, None]:
        """All that it prints until it ends."""
        assert self.stdout is not None
        said, ends = b"", time.monotonic() + timeout
        with self.stdout:
            while select.select([self.stdout], [], [], max(0.0, ends - time.monotonic()))[0]:
                if not (piece := os.read(self.stdout.fileno(), 1 << 16)):
                    break
                said += piece
        self.wait(max(0.0, ends - time.monotonic()))
        return said, None

    def send_signal(self, number: int) -> None:
        """Send it a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> bool:
        """End it with all its children at once; whether it had not ended by itself."""
        if self.poll() is None:
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
        return _ask(self._control, asked, standard)


@functools.cache
def warm() -> Warm:
    """The warm process of this one."""
    return Warm()


def _ask(control: socket.socket, asked: dict[str, object], files: tuple[int, ...]) -> Forked:
    """Ask the warm process to fork, and hand over files."""
    ours, theirs = socket.socketpair()
    with theirs:
        socket.send_fds(control, [json.dumps(asked).encode()], [theirs.fileno(), *files])
    return Forked(int(_line(ours)), ours)


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
    """Fork a keeper for each question that comes, until nobody is there to ask; commands ask for their nurseries."""
    _load()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the keepers
    theirs, ours = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    while True:
        for asking in select.select([control, ours], [], [])[0]:
            asked, files, _, _ = socket.recv_fds(asking, _MOST_BYTES, 4)
            if not asked:
                return
            if os.fork() == 0:
                control.close()
                ours.close()
                _keep(json.loads(asked), files, theirs)
            for file in files:
                os.close(file)


def _keep(asked: dict[str, Any], files: list[int], nurseries: socket.socket) -> NoReturn:
    """Fork the command or the nursery, tell its pid, then how it ended."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    told, *given = files
    pid = os.fork()
    if pid == 0:
        os.close(told)
        if "words" in asked:
            _be(given, nurseries, **asked)
        nurseries.close()
        _be_nursery(given, **asked)
    nurseries.close()
    for file in given:
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
    standard: list[int],
    nurseries: socket.socket,
    words: list[str],
    folder: str,
    environ: dict[str, str],
    is_alone: bool,
) -> NoReturn:
    """Become the command."""
    import harvestman.engine.guard.children

    nurseries.set_inheritable(False)
    harvestman.engine.guard.children.subprocess = SimpleNamespace(  # type: ignore[attr-defined, assignment]
        Popen=_nurseries_from(nurseries),
        DEVNULL=subprocess.DEVNULL,
        TimeoutExpired=subprocess.TimeoutExpired,
    )
    if is_alone:
        harvestman.engine.open_guard = lambda *_, **__: harvestman.engine.InlineGuard()
    if shift := environ.pop("HARVESTMAN_TEST_CLOCK", ""):
        _set_clock(float(shift))
    _settle(folder, environ, standard)
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


def _nurseries_from(control: socket.socket) -> Callable[..., Forked]:
    """What starts a nursery as `subprocess.Popen` would, but without its imports."""

    def start(command: list[str], *, stderr: Any, pass_fds: tuple[int], **_: object) -> Forked:
        path = command[4:]  # after python, -c, the code and the number of its socket
        asked: dict[str, object] = {
            "path": path,
            "folder": str(Path.cwd()),
            "environ": dict(os.environ),
        }
        return _ask(control, asked, (*pass_fds, stderr.fileno()))

    return start


def _be_nursery(files: list[int], path: list[str], folder: str, environ: dict[str, str]) -> NoReturn:  # fmt: skip
    """Become the nursery of a command's worker processes."""
    from harvestman.engine.guard.nursery import serve

    control, errors = files
    nothing = os.open(os.devnull, os.O_RDWR)
    _settle(folder, environ, [nothing, os.dup(nothing), errors])
    sys.path[:] = path
    serve(control)


def _settle(folder: str, environ: dict[str, str], standard: list[int]) -> None:
    """Lead a session of one's own, with this folder, environment and standard files."""
    os.setsid()
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environ)
    for number, file in enumerate(standard):
        os.dup2(file, number)
        os.close(file)


def _set_clock(seconds: float) -> None:
    """Let this process live on a machine whose clock is wrong by so many seconds."""
    from datetime import timedelta

    from harvestman.model import SystemClock

    right = SystemClock.now
    SystemClock.now = lambda self: right(self) + timedelta(seconds=seconds)  # type: ignore[method-assign]


if __name__ == "__main__":
    _serve(socket.socket(fileno=int(sys.argv[1])))
