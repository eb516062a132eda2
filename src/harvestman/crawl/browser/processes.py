"""A process with everything that it has started: how much memory they hold, and ending them all.

Chromium starts its processes in groups of their own, so a signal to one group does not reach them; `/proc` knows the tree.
"""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Iterator
from pathlib import Path

_PRIVATE = ("RssAnon:", "RssShmem:")


def tree_of(pid: int) -> list[int]:
    """The process and all its descendants, the process first."""
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").glob("[0-9]*"):
        if (parent := _parent(int(entry.name))) is not None:
            children.setdefault(parent, []).append(int(entry.name))
    return list(_below(pid, children))


def memory_of(pids: list[int]) -> int:
    """Their memory without what they share with others, in bytes."""
    total = 0
    for pid in pids:
        with contextlib.suppress(OSError, ValueError, IndexError):
            for line in Path(f"/proc/{pid}/status").read_text().splitlines():
                if line.startswith(_PRIVATE):
                    total += int(line.split()[1]) * 1024
    return total


def end_all(pid: int) -> None:
    """Kill the process and all its descendants."""
    for _ in range(3):  # one may be starting another just now
        pids = tree_of(pid)
        for one in pids:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(one, signal.SIGSTOP)
        if len(tree_of(pid)) == len(pids):
            break
    for one in reversed(tree_of(pid)):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(one, signal.SIGKILL)


def _below(pid: int, children: dict[int, list[int]]) -> Iterator[int]:
    yield pid
    for child in children.get(pid, ()):
        yield from _below(child, children)


def _parent(pid: int) -> int | None:
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(errors="replace")
        return int(stat.rpartition(")")[2].split()[1])
    except (OSError, ValueError, IndexError):
        return None
