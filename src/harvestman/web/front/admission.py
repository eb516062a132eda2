"""The queue before the workers: as many documents are read at once as there are workers, a bounded number waits, the rest is refused.

A request finds its place or is refused at once; a job of the background waits for a worker without taking a place.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from harvestman.web.front.errors import Busy

_LEARNING = 0.1  # the weight of the newest document in the mean of their times


class Admission:
    """The bounded queue before the workers."""

    def __init__(self, at_once: int, *, waiting: int) -> None:
        self._at_once = at_once
        self._most_waiting = waiting
        self._inside = 0
        self._workers = asyncio.Semaphore(at_once)
        self._mean_s = 1.0

    @property
    def waiting(self) -> int:
        """How many requests wait for a worker."""
        return max(0, self._inside - self._at_once)

    @property
    def is_full(self) -> bool:
        """Whether the next request would be refused."""
        return self._inside >= self._at_once + self._most_waiting

    def require_place(self) -> None:
        """Raise `Busy` when the queue is full."""
        if self.is_full:
            seconds = self._mean_s * (self._inside + 1) / self._at_once
            raise Busy(
                f"{self.waiting} documents are waiting, as many as there is room for.",
                retry_after_s=min(60.0, seconds),
            )

    @asynccontextmanager
    async def turn(
        self, *, is_patient: bool = False, within_s: float | None = None
    ) -> AsyncIterator[None]:
        """Wait for a free worker and hold it during the block.

        `Busy` when the queue is full, unless the caller is patient, and when no worker is free within the time that is given.
        """
        if not is_patient:
            self.require_place()
        self._inside += not is_patient
        loop = asyncio.get_running_loop()
        try:
            await self._wait(within_s)
            started = loop.time()
            try:
                yield
            finally:
                self._workers.release()
                self._mean_s += _LEARNING * (loop.time() - started - self._mean_s)
        finally:
            self._inside -= not is_patient

    async def _wait(self, within_s: float | None) -> None:
        if within_s is None or not self._workers.locked():
            await self._workers.acquire()
            return
        try:
            async with asyncio.timeout(within_s):
                await self._workers.acquire()
        except TimeoutError:
            raise Busy("No worker is free just now.") from None
