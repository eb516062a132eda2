"""The nursery: a small process of one thread that loads the needed modules once and forks a child whenever asked.

The parent is an asyncio program with threads and must not be forked; a fresh interpreter for each child would cost 0.4 s
and 38 MB (selectolax, lxml, extruct). Forked from here a child starts in milliseconds and shares those pages. The nursery
lives exactly as long as the parent holds the other end of its control socket; when that closes, for whatever reason, it
kills every child with all that the child has started, and ends.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import os
import signal
import struct
import time
from socket import recv_fds, socket
from typing import NoReturn

from harvestman.engine.guard.channel import receive_frame, send_frame
from harvestman.engine.guard.child import NO_MEMORY_EXIT, work
from harvestman.engine.guard.outcomes import Limits, failure_line

REQUEST = struct.Struct("!ci")
"""What is asked (`SPAWN` with the child's end of a socket, or `END`) and the child that is meant."""
REPLY = struct.Struct("!ii")
"""To `SPAWN`: the child's pid, or 0 and an errno. To `END`: its pid and wait status, or 0 when it will not die."""
SPAWN, END = b"s", b"e"

_GIVING_UP = (signal.SIGABRT, signal.SIGTRAP, signal.SIGILL)
_RARELY = 20_000  # new objects until a child looks through the youngest; Python's own 700 costs 6 % of reading a page
_MUCH = 0.25  # of the limit: one more piece of what a bomb unpacks to may be larger than all before
_DYING_S = (
    5.0  # how long a killed process may take to go; longer only in a broken disk or network mount
)


def serve(control_fd: int) -> NoReturn:
    """Be the nursery until the parent goes. Called in a fresh interpreter by `children.Nursery`."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)  # the parent decides
    os.set_inheritable(control_fd, False)
    control = socket(fileno=control_fd)
    plan = json.loads(receive_frame(control))
    limits = Limits(**plan["limits"])
    gc.disable()  # while modules are loaded it finds nothing, and takes a seventh of the time
    problems = _load(plan["preload"])
    # The collector would write to, and so unshare, every page of the loaded modules. It does not even look at them once before:
    # that takes 25 ms, and finds 600 objects that loading has left behind.
    gc.freeze()
    gc.set_threshold(_RARELY)
    gc.enable()
    null = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(null, standard)
    os.close(null)
    send_frame(control, json.dumps(problems).encode())
    children: set[int] = set()
    try:
        while True:
            request, fds, _, _ = recv_fds(control, REQUEST.size, 1)
            if len(request) < REQUEST.size:
                break
            wanted, pid = REQUEST.unpack(request)
            if wanted == SPAWN:
                reply = _spawn(control, fds[0], limits, children)
            else:
                reply = _end(pid, children, limits)
            control.sendall(REPLY.pack(*reply))
    except ConnectionError:
        pass
    finally:
        for pid in children:
            _kill(pid)
        os._exit(0)


def _load(modules: list[str]) -> dict[str, str]:
    """Import what can be imported; what cannot, and why. A child that needs it will fail and say so itself."""
    problems = {}
    for name in modules:
        try:
            importlib.import_module(name)
        except BaseException as error:  # noqa: BLE001  (a stranger's module may raise anything, SystemExit as well)
            problems[name] = failure_line(error)
    return problems


def _spawn(control: socket, fd: int, limits: Limits, children: set[int]) -> tuple[int, int]:
    nursery = os.getpid()
    try:
        pid = os.fork()
    except OSError as error:
        os.close(fd)
        return 0, error.errno or 0
    if pid == 0:
        try:
            control.close()
            os.set_inheritable(fd, False)
            with socket(fileno=fd) as channel:
                work(channel, limits, nursery=nursery)
        finally:
            os._exit(0)  # no atexit hook or finally of the nursery may run a second time here
    os.close(fd)
    # The child does the same: whoever comes first, its group is there before anyone kills it.
    with contextlib.suppress(OSError):
        os.setpgid(pid, pid)
    children.add(pid)
    return pid, 0


def _end(pid: int, children: set[int], limits: Limits) -> tuple[int, int]:
    if pid not in children:
        return 0, 0
    _kill(pid)
    waited = 0.0
    while waited < _DYING_S:
        done, status, used = os.wait4(pid, os.WNOHANG)
        if done:
            children.discard(pid)
            return pid, _told(status, used.ru_maxrss * 1024, limits)
        pause = min(0.05, 0.0005 + waited / 4)
        time.sleep(pause)
        waited += pause
    return 0, 0


def _told(status: int, peak_bytes: int, limits: Limits) -> int:
    """How a child ended. Libraries written in C++ give up when they get no memory: they abort, after having used much of it."""
    has_given_up = os.WIFSIGNALED(status) and os.WTERMSIG(status) in _GIVING_UP
    if has_given_up and peak_bytes >= _MUCH * limits.memory_bytes:
        return NO_MEMORY_EXIT << 8
    return status


def _kill(pid: int) -> None:
    """Kill a child and its group. Safe: until it has been waited for, its number belongs to nobody else."""
    for kill in (os.killpg, os.kill):
        with contextlib.suppress(OSError):
            kill(pid, signal.SIGKILL)
