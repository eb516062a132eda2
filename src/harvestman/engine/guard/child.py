"""The child's side: confine oneself, then take item after item and answer each.

An answer is one byte that says what it is, then its content. Whatever the function does (raise, print, exhaust its memory,
return something that cannot be sent) is answered here if it can be; if the process dies of it, the parent sees that.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import pickle
import resource
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from socket import socket
from typing import Any

from harvestman.engine.guard.channel import receive_frame, send_frame
from harvestman.engine.guard.outcomes import Limits, failure_line, failure_trace

VALUE, FAILED, SPENT, TOO_LARGE = b"V", b"F", b"S", b"L"
"""The answers: a value; a failure; a failure after which this child should be replaced; a result beyond the limit."""

NO_MEMORY_EXIT = 71
"""The exit code of a child that has no memory left to answer, or even to take the item."""

_CPU_GRACE_S = 5
_PR_SET_PDEATHSIG = 1


def work(channel: socket, limits: Limits, *, nursery: int) -> None:
    """Confine this process, then serve the channel until the parent closes it."""
    _confine(limits, nursery)
    try:
        while True:
            try:
                frame = receive_frame(channel)
            except ConnectionError:
                return
            _limit_cpu(limits)
            answer = _answer(frame, limits)
            del frame
            send_frame(channel, answer)
            if answer[:1] == SPENT:
                return
    except MemoryError:
        os._exit(NO_MEMORY_EXIT)


def do_each(work: list[tuple[Callable[[Any], Any], Any]]) -> list[Any]:
    """What a child does with a group (`together.py`); here, so that no child loads the parent's side with its event loop."""
    return [function(item) for function, item in work]


def _answer(frame: bytes | bytearray, limits: Limits) -> bytes:
    try:
        function, item = pickle.loads(frame)  # noqa: S301  (from our own parent)
        value = function(item)
    except (MemoryError, RecursionError) as error:
        # The heap may be torn to pieces, the stack deep in some library: a fresh child costs milliseconds.
        return _failure(SPENT, error)
    except BaseException as error:  # noqa: BLE001  (the worker loop; SystemExit must not end it either)
        return _failure(FAILED, error)
    result = _BoundedBytes(limits.output_bytes)
    try:
        pickle.Pickler(result, protocol=pickle.HIGHEST_PROTOCOL).dump(value)
    except _Full:
        return TOO_LARGE
    except MemoryError as error:
        return _failure(SPENT, error)
    except Exception as error:  # noqa: BLE001  (pickling calls the value's own code)
        return _failure(FAILED, error, "the result cannot be sent back: ")
    return VALUE + b"".join(result.parts)


def _failure(kind: bytes, error: BaseException, prefix: str = "") -> bytes:
    texts = (prefix + failure_line(error), failure_trace(error))
    return kind + pickle.dumps(texts)


class _Full(Exception):
    """More was written than allowed."""


class _BoundedBytes:
    """A file to pickle into that stops the pickler when its limit is reached, before memory is wasted."""

    def __init__(self, limit: int) -> None:
        self._left = limit
        self.parts: list[bytes] = []

    def write(self, part: bytes | pickle.PickleBuffer) -> int:
        size = memoryview(part).nbytes  # arrays come as buffers, which have no length
        self._left -= size
        if self._left < 0:
            raise _Full
        self.parts.append(bytes(part))
        return size


def _confine(limits: Limits, nursery: int) -> None:
    os.setpgid(0, 0)  # so that whatever this child starts is killed with it
    _die_with(nursery)
    _lower(resource.RLIMIT_CORE, 0)
    if (used := _data_bytes()) is not None:
        # RLIMIT_DATA counts private writable memory (Linux 4.7 and later), unlike RLIMIT_AS also not the address
        # space that allocators reserve and never touch.
        _lower(resource.RLIMIT_DATA, used + limits.memory_bytes)
    # When the whole machine runs short of memory, the kernel should take a child and not the parent.
    with contextlib.suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("500")


def _die_with(nursery: int) -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != nursery:  # it died before it could be watched
        os._exit(0)


def _limit_cpu(limits: Limits) -> None:
    # The parent's clock decides; this ends a child that burns on although nobody is left to watch it.
    usage = resource.getrusage(resource.RUSAGE_SELF)
    spent = usage.ru_utime + usage.ru_stime
    _lower(resource.RLIMIT_CPU, int(spent + limits.time_s) + _CPU_GRACE_S)


def _lower(what: int, soft: int) -> None:
    _, hard = resource.getrlimit(what)
    resource.setrlimit(what, (soft if hard == resource.RLIM_INFINITY else min(soft, hard), hard))


def _data_bytes() -> int | None:
    """The private writable memory of this process, stack included; None where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[5])
    except (OSError, IndexError, ValueError):
        return None
    return pages * resource.getpagesize()
