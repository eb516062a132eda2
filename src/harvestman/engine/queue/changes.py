"""Tells those who wait for a job when it changes: at once for jobs of this process, within a second for those of other servers.

Jobs that other workers do are seen in the queue only: while somebody waits for such a job, all that are waited for are looked at
together once a second.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from harvestman.engine.queue.jobs import Queue
from harvestman.model import HarvestmanError, JobRecord

_log = logging.getLogger("harvestman.engine")
_LOOK_S = 1.0


class Changes:
    """All requests that wait for a change of a job."""

    def __init__(
        self, queue: Queue, run: Callable[..., Awaitable[object]], *, is_here: Callable[[str], bool]
    ) -> None:
        """`is_here` says whether a job runs in this process, so that its changes are told anyway."""
        self._queue = queue
        self._run = run
        self._is_here = is_here
        self._waiting: dict[str, set[asyncio.Event]] = {}
        self._seen: dict[str, JobRecord] = {}

    async def wait(self, job_id: str, timeout_s: float) -> bool:
        """Wait until something about a job changes; False when nothing does in time."""
        event = asyncio.Event()
        self._waiting.setdefault(job_id, set()).add(event)
        try:
            async with asyncio.timeout(timeout_s):
                await event.wait()
        except TimeoutError:
            return False
        finally:
            waiting = self._waiting.get(job_id)
            if waiting is not None:
                waiting.discard(event)
                if not waiting:
                    del self._waiting[job_id]
        return True

    def tell(self, job_id: str) -> None:
        """Wake whoever waits for a change of this job."""
        for event in self._waiting.pop(job_id, ()):
            event.set()

    def tell_everyone(self) -> None:
        """Wake whoever waits for a change of any job."""
        for job_id in list(self._waiting):
            self.tell(job_id)

    async def follow(self) -> None:
        """Tell of what other workers do, until cancelled."""
        while True:
            await asyncio.sleep(_LOOK_S)
            try:
                await self.look()
            except HarvestmanError as error:
                _log.warning("jobs of other workers cannot be followed: %s", error)

    async def look(self) -> None:
        """Look once at the jobs of other servers that somebody waits for, and wake those whose job has changed."""
        elsewhere = [job_id for job_id in self._waiting if not self._is_here(job_id)]
        before, self._seen = self._seen, {}
        if not elsewhere:
            return
        found = await self._run(self._queue.backend.some, elsewhere)
        assert isinstance(found, list)
        self._seen = {job.id: job for job in found}
        for job_id in elsewhere:
            # One that is new to us, or gone, is told of once too often rather than once too rarely.
            if job_id not in before or before[job_id] != self._seen.get(job_id):
                self.tell(job_id)
