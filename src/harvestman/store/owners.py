"""Who is at work: a name for a process, and whether the process behind a name is known to be dead.

What a process holds (a site, an event, a job) is its own until a moment that it puts off while it works, for nobody can tell
whether another machine still lives. Of this very machine one can: nobody need wait for a process that ran on it and has ended.
"""

from __future__ import annotations

import os
from pathlib import Path

from harvestman.store.ids import random_id

LEASE_S = 60.0
"""So long a worker may be silent before its jobs are given to others."""


def new_owner() -> str:
    """A name under which this process holds things: its machine, its number, when it began, and what tells it from every other."""
    return f"{_machine()} {os.getpid()} {_born(os.getpid())} {random_id()}"


def is_dead(owner: str) -> bool:
    """Whether the process of that name ran on this machine and runs no more; False when unsure."""
    parts = owner.split(" ")
    if len(parts) != 4 or not parts[1].isdecimal() or not _machine() or parts[0] != _machine():
        return False
    number, born = int(parts[1]), parts[2]
    try:
        os.kill(number, 0)  # asks only
    except (ProcessLookupError, OverflowError):
        return True
    except PermissionError:  # it is somebody else's process, which /proc may hide from us
        pass
    return bool(born) and _born(number) not in ("", born)


def _machine() -> str:
    """This start of this machine, and which processes we see of it; "" where that cannot be known."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text("ascii").strip()
        return f"{boot}/{Path('/proc/self/ns/pid').stat().st_ino}"
    except OSError:
        return ""


def _born(process: int) -> str:
    """When a process started, in ticks since the machine did: numbers are used again. "" when it cannot be told."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text("utf-8", errors="replace")
    except OSError:
        return ""
    after_name = fields.rpartition(")")[2].split()
    return "ended" if after_name[0] in "ZX" else after_name[19]
