"""A guard whose work is done when the test says so, in the test's own process."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from typing import Any, Self

from harvestman.engine import InlineGuard, Outcome
from harvestman.holdings.child import warm_up


class GatedGuard:
    """Holds work back until it is released; what it was asked to do is counted by the function's name."""

    def __init__(self, workers: int = 1) -> None:
        self.workers = workers
        self.asked: list[str] = []
        self.is_open = False
        self._held: list[tuple[Callable[[Any], Any], Any, Future[Outcome[Any]]]] = []
        self._inline = InlineGuard()

    def submit(self, function: Callable[[Any], Any], item: Any) -> Future[Outcome[Any]]:
        future: Future[Outcome[Any]] = Future()
        if function is warm_up:
            future.set_result(Outcome())
            return future
        self.asked.append(function.__name__)
        self._held.append((function, item, future))
        if self.is_open:
            self.release()
        return future

    def release(self) -> None:
        """Do everything that is held, and from now on everything at once."""
        self.is_open = True
        held, self._held = self._held, []
        for function, item, future in held:
            if not future.cancelled():
                future.set_result(self._inline.submit(function, item).result())

    def map(
        self, function: Callable[[Any], Any], items: Iterable[Any], *, ahead: int | None = None
    ) -> Iterator[tuple[Any, Outcome[Any]]]:
        raise NotImplementedError

    def close(self) -> None:
        return None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        return None
