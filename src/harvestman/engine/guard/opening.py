"""From the setting `engine` to a guard."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence

from harvestman.engine.guard.inline import InlineGuard
from harvestman.engine.guard.local import LocalGuard
from harvestman.engine.guard.outcomes import Guard, Limits
from harvestman.model import UsageError

_DEFAULT_WORKERS = (
    4  # at most: reading is a small part of a polite harvest, and each child has its own memory
)
_MAX_WORKERS = 256
_VALID = "Valid are local (as many worker processes as cores, at most 4), local:N and inline."


def open_guard(
    spec: str = "local", *, limits: Limits | None = None, preload: Sequence[str] = ()
) -> Guard:
    """The guard that a setting names; `preload` lists modules that its functions need, loaded once for all children."""
    kind, _, number = spec.strip().partition(":")
    if spec.strip() == "inline":
        return InlineGuard()
    if spec.strip() == "local":
        workers = min(_cores(), _DEFAULT_WORKERS)
    elif (
        kind == "local" and re.fullmatch(r"[0-9]{1,3}", number) and 0 < int(number) <= _MAX_WORKERS
    ):
        workers = int(number)
    else:
        raise UsageError(f"There is no engine {spec!r}. {_VALID} N is 1 to {_MAX_WORKERS}.")
    return LocalGuard(workers, limits=limits, preload=preload)


def _cores() -> int:
    """The cores that this process may use, which in a container are fewer than the machine has."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
