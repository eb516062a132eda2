"""Following a job as it goes: Server-Sent Events (https://html.spec.whatwg.org, "Server-sent events").

Every event carries the whole job, so that a client that was away needs the newest one only: its `Last-Event-ID` says which state
it has seen. Between two changes a comment keeps the connection open. A client that goes away ends its own generator and nothing
else; whatever happens to a job while nobody is told is in its row.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import AsyncIterator, Callable
from contextlib import suppress

from harvestman.model import JobRecord, Plain
from harvestman.web.front.errors import Busy
from harvestman.web.service import Service

_HEARTBEAT_S = 10.0
_COME_BACK_MS = 2_000
_MOST = 500


class Listeners:
    """The clients that follow a job at the moment."""

    def __init__(self, service: Service, *, heartbeat_s: float = _HEARTBEAT_S) -> None:
        self._service = service
        self._heartbeat_s = heartbeat_s
        self._count = 0

    def follow(
        self, job_id: str, seen: str, told: Callable[[JobRecord], Plain]
    ) -> AsyncIterator[str]:
        """The events of a job from the state that was seen last; Busy when too many follow already."""
        if self._count >= _MOST:
            raise Busy(f"{self._count} clients are following jobs already.", retry_after_s=10)
        return self._events(job_id, seen, told)

    async def _events(
        self, job_id: str, seen: str, told: Callable[[JobRecord], Plain]
    ) -> AsyncIterator[str]:
        service = self._service
        self._count += 1
        waiting: asyncio.Task[bool] | None = None
        try:
            yield f"retry: {_COME_BACK_MS}\n\n"
            while not service.is_stopping:
                # Listening begins before looking: what changes in between is not missed.
                changed = service.worker.changes.wait(job_id, self._heartbeat_s)
                waiting = asyncio.create_task(changed, name=f"follows {job_id}")
                job = await service.run(service.library.jobs.get, job_id)
                if job is None:
                    return
                if (version := version_of(job)) != seen:
                    seen = version
                    yield _event(version, "end" if job.has_ended else "progress", told(job))
                if job.has_ended:
                    return
                if not await waiting:
                    yield ": still here\n\n"
        finally:
            self._count -= 1
            if waiting is not None:
                waiting.cancel()
                with suppress(asyncio.CancelledError):
                    await waiting


def version_of(job: JobRecord) -> str:
    """A name for the state that a job is in, the same in every server."""
    state = [job.state, job.progress, job.result, job.error]
    return hashlib.sha256(json.dumps(state, sort_keys=True).encode()).hexdigest()[:16]


def _event(version: str, name: str, plain: Plain) -> str:
    data = json.dumps(plain, ensure_ascii=False, separators=(",", ":"))
    return f"id: {version}\nevent: {name}\ndata: {data}\n\n"
