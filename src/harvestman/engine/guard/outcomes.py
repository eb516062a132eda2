"""What goes into a guard and what comes out of it, whichever guard it is."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass, field
from types import TracebackType
from typing import Generic, Protocol, Self, TypeVar

from harvestman.model import Status, UsageError

I = TypeVar("I")  # noqa: E741  (an item goes in, an outcome comes out)
O = TypeVar("O")  # noqa: E741
T_co = TypeVar("T_co", covariant=True)

_MAX_DETAIL = 300  # characters of one line that a person is shown
_TRACE_CHARACTERS = 4000  # the end of a trace: the part that names the failing line


@dataclass(frozen=True, slots=True)
class Limits:
    """What one item may cost; all must be positive."""

    time_s: float = 30.0
    """Wall-clock time from handing the item over to having its result."""
    memory_bytes: int = 256 * 2**20
    """Private memory beyond what the child has at its start."""
    output_bytes: int = 32 * 2**20
    """The pickled result."""

    def __post_init__(self) -> None:
        for name in ("time_s", "memory_bytes", "output_bytes"):
            if not getattr(self, name) > 0:
                raise UsageError(f"{name} must be more than 0, not {getattr(self, name)}")


@dataclass(frozen=True, slots=True)
class Outcome(Generic[T_co]):
    """What became of one item: its value, or the status it ended in and why."""

    value: T_co | None = None
    status: Status | None = None
    """None when the value is there; otherwise timeout, too-large or crashed."""
    detail: str = ""
    """One line for a person: what exactly happened."""
    trace: str = field(default="", repr=False)
    """The end of the function's traceback, for logs."""

    @property
    def is_done(self) -> bool:
        """Whether the function came to its end and its value is there."""
        return self.status is None


class Guard(Protocol):
    """Where work runs. Leaving the `with` block, or `close`, ends everything that is under way."""

    @property
    def workers(self) -> int:
        """How many items run at the same time."""
        ...

    def submit(self, function: Callable[[I], O], item: I) -> Future[Outcome[O]]:
        """Run a module-level function on one item; asyncio callers use `asyncio.wrap_future`."""
        ...

    def map(
        self, function: Callable[[I], O], items: Iterable[I], *, ahead: int | None = None
    ) -> Iterator[tuple[I, Outcome[O]]]:
        """Run the function on each item; each with its outcome, in the order in which they finish.

        At most `ahead` items are taken from `items` before their outcomes are taken from here, so they may be endless.
        """
        ...

    def close(self) -> None:
        """End all work under way and free what the guard holds; futures not done are cancelled."""
        ...

    def __enter__(self) -> Self:
        """The guard itself."""
        ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close."""
        ...


def failure_line(error: BaseException) -> str:
    """The kind of an exception and the first line of its message, on one line."""
    try:
        message = str(error).strip()
    except Exception:  # noqa: BLE001  (the exception is a stranger's; its __str__ may fail as well)
        message = ""
    first = message.splitlines()[0].strip() if message else ""
    line = f"{type(error).__name__}: {first}" if first else type(error).__name__
    return line if len(line) <= _MAX_DETAIL else line[: _MAX_DETAIL - 1] + "…"


def failure_trace(error: BaseException) -> str:
    """The end of an exception's traceback."""
    try:
        return "".join(traceback.format_exception(error, limit=-20))[-_TRACE_CHARACTERS:]
    except Exception:  # noqa: BLE001  (as above: formatting calls the stranger's __str__)
        return ""
