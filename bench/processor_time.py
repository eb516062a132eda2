"""Processor time of whole process trees, as every bench here counts it: by control group.

`wait4` and `RUSAGE_CHILDREN` miss children that are killed, which is how guarded workers end, and a look at the living ones misses those
that have gone. A control group of the kernel misses nothing: `used_s()` is what this process and all that it has started have used,
a `ControlGroup` counts a command or a server apart from the bench that drives it. Reading the counter costs 4 µs, and it is right to
a tenth of a millisecond. Where no group can be made (other systems, no rights), the living and the waited-for are summed up, and
`HOW` says so.
"""

from __future__ import annotations

import atexit
import functools
import itertools
import os
import subprocess
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import psutil

_ROOT = Path("/sys/fs/cgroup")
_numbers = itertools.count()


def _parent() -> tuple[Path, str] | None:
    """The folder of this process's own group, and the file that counts there; None where there is none."""
    for line in Path("/proc/self/cgroup").read_text().splitlines():
        _, controllers, path = line.split(":", 2)
        if "cpuacct" in controllers.split(","):
            return _ROOT / controllers / path.lstrip("/"), "cpuacct.usage"
        if not controllers and (_ROOT / "cgroup.controllers").exists():
            return _ROOT / path.lstrip("/"), "cpu.stat"
    return None


class ControlGroup:
    """Counts the processor time of the processes that enter it and of all their descendants."""

    def __init__(self) -> None:
        self._folder: Path | None = None
        self._entered: list[int] = []
        self._before_s = _waited_for_s()
        with suppress(OSError):
            found = _parent()
            if found is not None:
                parent, self._counter = found
                folder = parent / f"harvestman-bench-{os.getpid()}-{next(_numbers)}"
                folder.mkdir()
                self._folder, self._parent = folder, parent

    def __enter__(self) -> ControlGroup:
        return self

    def __exit__(self, *_: object) -> None:
        if self._folder is not None:
            with suppress(OSError):
                for process in (self._folder / "cgroup.procs").read_text().split():
                    (self._parent / "cgroup.procs").write_text(process)
                self._folder.rmdir()

    @property
    def is_made(self) -> bool:
        """Whether the kernel counts."""
        return self._folder is not None

    def enter(self, process: int) -> None:
        """Count a process from now on, with what it starts."""
        self._entered.append(process)
        if self._folder is not None:
            (self._folder / "cgroup.procs").write_text(str(process))

    def start(self, command: Sequence[str], **options: object) -> subprocess.Popen[bytes]:
        """Run a command that counts from its first instruction: a shell enters the group and becomes the program."""
        if self._folder is not None:
            entering = f'echo $$ > "{self._folder}/cgroup.procs"; exec "$@"'
            command = ("sh", "-c", entering, "sh", *command)
        process: subprocess.Popen[bytes] = subprocess.Popen(command, **options)  # type: ignore[call-overload]
        self._entered.append(process.pid)
        return process

    def used_s(self) -> float:
        """The processor seconds of all that has run in the group."""
        if self._folder is None:
            return _waited_for_s() - self._before_s + sum(map(_seen_s, self._entered))
        told = (self._folder / self._counter).read_text().split()
        return int(told[0]) / 1e9 if len(told) == 1 else int(told[1]) / 1e6


def _waited_for_s() -> float:
    """What the children of this process have used that have ended."""
    times = os.times()
    return times.children_user + times.children_system


def _seen_s(process: int) -> float:
    """What a process and its living descendants have used; 0 when it has gone."""
    with suppress(psutil.Error):
        top = psutil.Process(process)
        times = [one.cpu_times() for one in (top, *top.children(recursive=True))]
        return float(sum(one.user + one.system for one in times))
    return 0.0


def environ(**more: str) -> dict[str, str]:
    """What a program is started with here: none of this shell's settings, and compiled modules are kept as on any other machine.

    Where they are not (`PYTHONDONTWRITEBYTECODE`), each start compiles all of our source anew, which is most of a short run.
    """
    kept = {k: v for k, v in os.environ.items() if not k.startswith("HARVESTMAN_")}
    kept.pop("PYTHONDONTWRITEBYTECODE", None)
    return kept | more


@functools.cache
def _own() -> ControlGroup:
    group = ControlGroup()
    group.enter(os.getpid())
    atexit.register(group.__exit__, None, None, None)
    return group


with ControlGroup() as _tried:
    HOW = "by control group" if _tried.is_made else "of processes that were seen to the end"


def used_s() -> float:
    """The processor seconds of this process and of all that it has started, since the first call."""
    return _own().used_s()


def best_s(works: Sequence[Callable[[], object]], *, rounds: int) -> list[float]:
    """For each work the processor time of its best round. They take turns: what disturbs one disturbs the others."""
    best = [float("inf")] * len(works)
    for _ in range(rounds):
        for place, work in enumerate(works):
            started = used_s()
            work()
            best[place] = min(best[place], used_s() - started)
    return best


def asked_ms(question: Callable[[int], object], *, times: int) -> tuple[float, float, float]:
    """The median and the 95th percentile by the clock of a question that is asked so often, and its processor time, in milliseconds."""
    took = []
    for number in range(times + times // 10 + 1):
        if number == times // 10 + 1:  # from here on it counts
            used = used_s()
        began = time.perf_counter()
        question(number)
        took.append(1000 * (time.perf_counter() - began))
    spent = 1000 * (used_s() - used) / times
    took = sorted(took[-times:])
    return took[len(took) // 2], took[len(took) * 95 // 100], spent
