"""Who keeps an appointment: the name under which a watch holds events, and whether the one behind a name is gone.

A hold runs out by itself, for nobody can tell whether another machine is still at work. On the same machine one can: a watch that
was killed and is started again need not wait for its own old holds.
"""

from __future__ import annotations

import os
import secrets
from pathlib import Path

_PROC = Path("/proc")


def new_holder() -> str:
    """A name for one watch: its machine, its process, and what tells it from every other."""
    pid = os.getpid()
    return f"{_machine()}/{pid}/{_started(pid)}/{secrets.token_hex(8)}"


def is_gone(holder: str) -> bool:
    """Whether it is certain that a holder is no longer at work: its process was of this machine and has ended."""
    machine, pid, started, _ = holder.split("/")
    if not machine or not started or machine != _machine():
        return False
    try:
        os.kill(int(pid), 0)  # asks only
    except ProcessLookupError:
        return True
    except PermissionError:  # it is somebody else's process
        pass
    return _started(int(pid)) not in ("", started)


def _machine() -> str:
    """This machine since it was started, as far as its processes see each other; nothing where that cannot be told."""
    try:
        boot = (_PROC / "sys/kernel/random/boot_id").read_text().strip()
        return f"{boot}.{(_PROC / 'self/ns/pid').stat().st_ino}"
    except OSError:
        return ""


def _started(pid: int) -> str:
    """When a process was started, in ticks: numbers of processes are used again. Nothing when it cannot be told."""
    try:
        fields = (_PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return ""
    return "ended" if fields[0] in "ZX" else fields[19]
