"""Jobs that run behind the requests. They are rows of the library; this takes them from there, a few of each kind at a time.

A kind of job is registered once, with the coroutine that does one. What it returns is the job's result; whether it can be
begun again from its row after the server died decides what happens to it at the next start.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Protocol

from harvestman.model import HarvestmanError, Plain
from harvestman.store import JobRecord, Jobs
from harvestman.web.errors import Busy

_log = logging.getLogger("harvestman.web")


class Work(Protocol):
    """Does one job: told its row and a call that notes progress, it returns the result."""

    def __call__(
        self, job: JobRecord, note: Callable[[Plain], Awaitable[None]], /
    ) -> Awaitable[Plain]:
        """Do it; cancelled when somebody asks for that."""
        ...


@dataclass(slots=True)
class _Kind:
    name: str
    work: Work
    at_once: int
    begins_again: bool
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    running: dict[str, asyncio.Task[None]] = field(default_factory=dict)


class JobRunner:
    """Takes jobs from the library and does them until it is stopped."""

    def __init__(
        self, jobs: Jobs, run: Callable[..., Awaitable[object]], *, max_waiting: int
    ) -> None:
        self._jobs = jobs
        self._run = run
        self._max_waiting = max_waiting
        self._kinds: dict[str, _Kind] = {}
        self._loops: list[asyncio.Task[None]] = []
        self._changes: dict[str, set[asyncio.Event]] = {}
        self._cancelled: set[str] = set()

    def register(self, kind: str, work: Work, *, at_once: int, begins_again: bool) -> None:
        """Say how jobs of a kind are done; before the runner starts."""
        self._kinds[kind] = _Kind(kind, work, at_once, begins_again)

    @property
    def running(self) -> int:
        """How many jobs are under way."""
        return sum(len(kind.running) for kind in self._kinds.values())

    async def start(self) -> None:
        """Take up what a dead server left, and begin to take jobs."""
        for kind in self._kinds.values():
            settle = (
                self._jobs.requeue_running if kind.begins_again else self._jobs.interrupt_running
            )
            await self._run(settle, kind.name)
            self._loops.append(asyncio.create_task(self._take(kind), name=f"jobs {kind.name}"))
            kind.wake.set()

    async def require_place(self, kind: str) -> None:
        """Busy when too many jobs of a kind wait already."""
        waiting = await self._run(self._jobs.waiting, kind)
        if isinstance(waiting, int) and waiting >= self._max_waiting:
            raise Busy(
                f"{waiting} jobs are waiting, as many as there is room for.", retry_after_s=60
            )

    async def add(self, kind: str, task: Plain, *, started_by: str = "") -> JobRecord:
        """A new job, which begins when it is its turn."""
        await self.require_place(kind)
        job = await self._run(lambda: self._jobs.add(kind, task, started_by=started_by))
        assert isinstance(job, JobRecord)
        self.wake(kind)
        return job

    def wake(self, kind: str) -> None:
        """There may be a new job of this kind."""
        self._kinds[kind].wake.set()

    async def cancel(self, job_id: str) -> bool:
        """End a job that waits or runs; False when it had ended."""
        for kind in self._kinds.values():
            task = kind.running.get(job_id)
            if task is not None:
                self._cancelled.add(job_id)
                task.cancel()
                await asyncio.wait([task])
                return True
        done = await self._run(self._jobs.end, job_id, "cancelled")
        self.tell_change(job_id)
        return bool(done)

    async def wait_for_change(self, job_id: str, timeout_s: float) -> bool:
        """Wait until something about a job changes; False when nothing does in time."""
        event = asyncio.Event()
        self._changes.setdefault(job_id, set()).add(event)
        try:
            async with asyncio.timeout(timeout_s):
                await event.wait()
        except TimeoutError:
            return False
        finally:
            waiting = self._changes.get(job_id)
            if waiting is not None:
                waiting.discard(event)
                if not waiting:
                    del self._changes[job_id]
        return True

    def tell_change(self, job_id: str) -> None:
        """Wake whoever waits for a change of this job."""
        for event in self._changes.pop(job_id, ()):
            event.set()

    def tell_everyone(self) -> None:
        """Wake whoever waits for a change of any job."""
        for job_id in list(self._changes):
            self.tell_change(job_id)

    async def resume(self, job_id: str) -> bool:
        """Let an interrupted job wait for its turn again; False when it is not interrupted."""
        kind = await self._run(self._jobs.requeue, job_id)
        if not kind:
            return False
        self.tell_change(job_id)
        self.wake(str(kind))
        return True

    async def stop(self, timeout_s: float) -> None:
        """Take no more jobs, finish what runs if it does in time; the rest goes on at the next start."""
        for loop in self._loops:
            loop.cancel()
        tasks = [task for kind in self._kinds.values() for task in kind.running.values()]
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=timeout_s)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)
        await asyncio.gather(*self._loops, return_exceptions=True)

    async def _take(self, kind: _Kind) -> None:
        """The loop of one kind."""
        while True:
            await kind.wake.wait()
            kind.wake.clear()
            while len(kind.running) < kind.at_once:
                try:
                    job = await self._run(self._jobs.next_queued, kind.name)
                except HarvestmanError as error:
                    _log.error("jobs cannot be taken: %s", error)
                    break
                if not isinstance(job, JobRecord):
                    break
                task = asyncio.create_task(self._do(kind, job), name=f"job {job.id}")
                kind.running[job.id] = task

    async def _do(self, kind: _Kind, job: JobRecord) -> None:
        async def note(progress: Plain) -> None:
            await self._run(self._jobs.note, job.id, progress)
            self.tell_change(job.id)

        self.tell_change(job.id)
        try:
            result = await kind.work(job, note)
            await self._run(lambda: self._jobs.end(job.id, "done", result=result))
        except asyncio.CancelledError:
            # Stopped with the server it stays as it is, for the next start to see.
            if job.id in self._cancelled:
                await self._run(self._jobs.end, job.id, "cancelled")
            raise
        except Exception as error:  # noqa: BLE001 - the worker loop: the job keeps its line, the log its trace
            line = str(error) if isinstance(error, HarvestmanError) else "the job has failed"
            _log.error("job %s has failed", job.id, exc_info=error)
            await self._run(lambda: self._jobs.end(job.id, "failed", error=line))
        finally:
            self._cancelled.discard(job.id)
            kind.running.pop(job.id, None)
            self.tell_change(job.id)
            kind.wake.set()
