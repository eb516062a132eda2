"""A guard that runs in the test's own process and notes what it is asked to do."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from harvestman.engine import InlineGuard, Outcome


class CountingGuard(InlineGuard):
    """Counts what it is asked to do, by the function's name."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []

    def submit(self, function: Callable[[Any], Any], item: Any) -> Future[Outcome[Any]]:
        self.asked.append(function.__name__)
        return super().submit(function, item)
