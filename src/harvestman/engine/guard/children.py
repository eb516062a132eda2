"""The parent's side: start the nursery, ask it for children, hand a child an item and wait for its answer in time."""

from __future__ import annotations

import contextlib
import json
import logging
import os
import pickle
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from harvestman.engine.guard.channel import FrameTooLarge, receive_frame, send_frame
from harvestman.engine.guard.child import NO_MEMORY_EXIT, SPENT, TOO_LARGE, VALUE
from harvestman.engine.guard.nursery import END, REPLY, REQUEST, SPAWN
from harvestman.engine.guard.outcomes import Limits, Outcome, failure_line
from harvestman.model import GuardError, Status

_log = logging.getLogger("harvestman.engine")

_START_S = 60.0  # a cold start that imports everything from a slow disk
_REPLY_S = 20.0  # longer than the nursery itself waits for a dying child
_BOOT = (
    "import sys; sys.path[:] = sys.argv[2:]; "
    "from harvestman.engine.guard.nursery import serve; serve(int(sys.argv[1]))"
)


class Nursery:
    """The process that forks children; started at the first need, and again if it should ever die."""

    def __init__(self, limits: Limits, preload: Sequence[str]) -> None:
        self._limits = limits
        self._preload = tuple(preload)
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None
        self._generation = 0
        self._is_closed = False

    def spawn(self) -> Child:
        """A fresh child; GuardError when none can be started."""
        with self._lock:
            if self._control is None:
                self._start()
            ours, theirs = socket.socketpair()
            try:
                with theirs:
                    pid, errno = self._ask(SPAWN, 0, theirs.fileno())
            except OSError as error:
                ours.close()
                self._stop()
                raise GuardError(
                    f"The worker processes cannot be started: their nursery has died ({failure_line(error)}). "
                    "Run the command again; if it stays so, look for a lack of memory."
                ) from error
            if not pid:
                ours.close()
                raise GuardError(
                    f"A worker process cannot be started: {os.strerror(errno)}. "
                    "Free memory, or raise the number of processes allowed (ulimit -u)."
                )
            return Child(self, ours, pid, self._generation)

    def end(self, child: Child) -> int | None:
        """Kill a child if it still lives; the wait status it ended with, or None when that is not known."""
        child.channel.close()
        with self._lock:
            if self._control is None or child.generation != self._generation:
                return None  # it died with its nursery
            try:
                pid, status = self._ask(END, child.pid)
            except OSError:
                self._stop()
                return None
            return status if pid else None

    def close(self) -> None:
        """End the nursery and with it every child."""
        # Without the lock first: a supervisor may hold it while it waits for a reply, and is not to be waited for.
        self._is_closed = True
        control = self._control
        if control is not None:
            with contextlib.suppress(OSError):
                control.shutdown(socket.SHUT_RDWR)
        with self._lock:
            self._stop()

    def _start(self) -> None:
        if self._is_closed:
            raise GuardError("The guard has been closed.")
        ours, theirs = socket.socketpair()
        with theirs, tempfile.TemporaryFile() as errors:
            command = [sys.executable, "-c", _BOOT, str(theirs.fileno()), *sys.path]
            try:
                self._process = subprocess.Popen(
                    command,
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=errors,
                    pass_fds=(theirs.fileno(),),
                    start_new_session=True,
                )
                theirs.close()
                self._control = ours
                self._generation += 1
                plan = {"limits": asdict(self._limits), "preload": self._preload}
                deadline = time.monotonic() + _START_S
                send_frame(ours, json.dumps(plan).encode(), deadline=deadline)
                problems = json.loads(receive_frame(ours, deadline=deadline))
            except (OSError, ValueError) as error:
                ours.close()
                self._stop()
                errors.seek(0)
                said = errors.read(1 << 16).decode(errors="replace").strip().splitlines()
                reason = said[-1] if said else failure_line(error)
                raise GuardError(
                    f"The worker processes cannot be started: {reason}. "
                    'Check the Python installation, or try engine = "local:1".'
                ) from error
        for module, problem in problems.items():
            _log.warning("%s cannot be loaded in the worker processes: %s", module, problem)

    def _stop(self) -> None:
        if self._control is not None:
            self._control.close()
            self._control = None
        if self._process is not None:
            try:
                self._process.wait(timeout=2)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            self._process = None

    def _ask(self, what: bytes, pid: int, *fds: int) -> tuple[int, int]:
        assert self._control is not None
        self._control.settimeout(_REPLY_S)
        socket.send_fds(self._control, [REQUEST.pack(what, pid)], fds)
        reply = b""
        while len(reply) < REPLY.size:
            part = self._control.recv(REPLY.size - len(reply))
            if not part:
                raise ConnectionResetError("the nursery has ended")
            reply += part
        first, second = REPLY.unpack(reply)
        return first, second


class Child:
    """One worker process, as the thread that supervises it sees it."""

    def __init__(self, nursery: Nursery, channel: socket.socket, pid: int, generation: int) -> None:
        self._nursery = nursery
        self.channel = channel
        self.pid = pid
        self.generation = generation
        self.items = 0
        """How many items it has been given."""
        self.is_spent = False
        """Whether it must be replaced before the next item."""
        self._idle = select.poll()
        self._idle.register(channel, select.POLLIN)

    def is_alive(self) -> bool:
        """Whether an idle child still waits for work; one that was killed meanwhile shows as end of file."""
        return not self._idle.poll(0)

    def run(self, frame: bytes, limits: Limits) -> Outcome[Any]:
        """Hand over a pickled function and item, and wait for the outcome, at most as long as the limits say."""
        self.items += 1
        deadline = time.monotonic() + limits.time_s
        try:
            send_frame(self.channel, frame, deadline=deadline)
            answer = receive_frame(self.channel, limit=limits.output_bytes + 1, deadline=deadline)
        except TimeoutError:
            self.end()
            return Outcome(
                status=Status.TIMEOUT, detail=f"not finished within {limits.time_s:g} seconds"
            )
        except FrameTooLarge:
            self.end()
            return _too_large(limits)
        except ConnectionError:
            return _death(self.end(), limits)
        return self._outcome(answer, limits)

    def end(self) -> int | None:
        """Kill it; its wait status where known. The second call does nothing."""
        self.is_spent = True
        return None if self.channel.fileno() < 0 else self._nursery.end(self)

    def _outcome(self, answer: bytes | bytearray, limits: Limits) -> Outcome[Any]:
        kind, content = bytes(answer[:1]), memoryview(answer)[1:]
        if kind == TOO_LARGE:
            return _too_large(limits)
        try:
            value = pickle.loads(content)  # noqa: S301  (from our own child)
        except Exception as error:  # noqa: BLE001  (unpickling calls the value's own code)
            detail = f"the result cannot be read back: {failure_line(error)}"
            return Outcome(status=Status.CRASHED, detail=detail)
        if kind == VALUE:
            return Outcome(value=value)
        detail, trace = value
        if kind == SPENT:
            self.is_spent = True
            if detail.startswith(MemoryError.__name__):
                return _no_memory(limits)
        return Outcome(status=Status.CRASHED, detail=detail, trace=trace)


def _too_large(limits: Limits) -> Outcome[Any]:
    detail = f"the result is larger than {limits.output_bytes:,} bytes"
    return Outcome(status=Status.TOO_LARGE, detail=detail)


def _no_memory(limits: Limits) -> Outcome[Any]:
    detail = f"needed more than {limits.memory_bytes / 1e6:,.0f} MB of memory"
    return Outcome(status=Status.TOO_LARGE, detail=detail)


def _death(wait_status: int | None, limits: Limits) -> Outcome[Any]:
    """The outcome of an item whose child died over it."""
    if wait_status is None:
        detail = "the worker process died"
    elif os.WIFSIGNALED(wait_status):
        number = os.WTERMSIG(wait_status)
        if number == signal.SIGXCPU:
            return Outcome(status=Status.TIMEOUT, detail="used more processor time than the limit")
        detail = f"the worker process was killed by {signal.Signals(number).name}"
    elif (code := os.WEXITSTATUS(wait_status)) == NO_MEMORY_EXIT:
        return _no_memory(limits)
    else:
        detail = f"the worker process ended by itself with exit code {code}"
    return Outcome(status=Status.CRASHED, detail=detail)
