"""Jobs that run behind the requests. They are rows of the library; this takes them from there, a few of each kind at a time.

A kind of job is registered once, with the coroutine that does one and can begin it again from its row; what it returns is the
job's result. Several servers may share a library: a job is held by the one that does it, which says so every few seconds; the
others take it up when that one is dead.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Protocol

from harvestman.model import HarvestmanError, Plain
from harvestman.store import JobRecord, Jobs, new_owner
from harvestman.web.changes import Changes
from harvestman.web.front.errors import Busy

_log = logging.getLogger("harvestman.web")
_BEAT_S = 5.0  # a twelfth of the time after which others think us dead


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
        self._holder = new_owner()
        self._kinds: dict[str, _Kind] = {}
        self._loops: list[asyncio.Task[None]] = []
        self._beside: list[asyncio.Task[None]] = []
        self._is_leaving = False
        self.changes = Changes(jobs, run, is_here=lambda job_id: self._task(job_id) is not None)

    def register(self, kind: str, work: Work, *, at_once: int) -> None:
        """Say how jobs of a kind are done; before the runner starts."""
        self._kinds[kind] = _Kind(kind, work, at_once)

    @property
    def running(self) -> int:
        """How many jobs are under way."""
        return sum(len(kind.running) for kind in self._kinds.values())

    async def start(self) -> None:
        """Take up what dead servers left, and begin to take jobs."""
        await self._run(self._jobs.take_from_the_dead)
        for kind in self._kinds.values():
            self._loops.append(asyncio.create_task(self._take(kind), name=f"jobs {kind.name}"))
            kind.wake.set()
        self._beside = [
            asyncio.create_task(self._stay_alive(), name="holding jobs"),
            asyncio.create_task(self.changes.follow(), name="jobs elsewhere"),
        ]

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
        job = await self._run(self._jobs.add, kind, task, started_by=started_by)
        assert isinstance(job, JobRecord)
        self.wake(kind)
        return job

    def wake(self, kind: str) -> None:
        """There may be a new job of this kind."""
        self._kinds[kind].wake.set()

    async def cancel(self, job_id: str) -> bool:
        """End a job that waits or runs, here or elsewhere; False when it had ended."""
        done = await self._run(self._jobs.cancel, job_id)
        task = self._task(job_id)
        if task is not None:
            task.cancel()
            await asyncio.wait([task])
        self.changes.tell(job_id)
        return bool(done)

    async def resume(self, job_id: str) -> bool:
        """Let an interrupted job wait for its turn again; False when it is not interrupted."""
        kind = await self._run(self._jobs.requeue, job_id)
        if not kind:
            return False
        self.changes.tell(job_id)
        self.wake(str(kind))
        return True

    def leave(self) -> None:
        """Take no more jobs, and let go whoever only listens."""
        self._is_leaving = True
        for kind in self._kinds.values():
            kind.wake.set()
        self.changes.tell_everyone()

    async def stop(self, timeout_s: float) -> None:
        """Finish what runs if it does in time; the rest waits for another server, or the next start."""
        self.leave()
        await asyncio.gather(*self._loops, return_exceptions=True)
        tasks = [task for kind in self._kinds.values() for task in kind.running.values()]
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=timeout_s)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)
        for task in self._beside:
            task.cancel()
        await asyncio.gather(*self._beside, return_exceptions=True)

    def _task(self, job_id: str) -> asyncio.Task[None] | None:
        """What does a job, if it runs here."""
        return next(
            (kind.running[job_id] for kind in self._kinds.values() if job_id in kind.running), None
        )

    async def _stay_alive(self) -> None:
        """Hold on to what runs here, take up what dead servers left, and look for jobs that others were sent."""
        while True:
            await asyncio.sleep(_BEAT_S)
            try:
                await self.beat()
            except HarvestmanError as error:
                _log.warning("jobs cannot be held: %s", error)

    async def beat(self) -> None:
        """Do so once."""
        here = [job_id for kind in self._kinds.values() for job_id in kind.running]
        held = await self._run(self._jobs.renew, here, holder=self._holder)
        assert isinstance(held, set)
        for job_id in here:
            self._go_on_if(job_id in held, job_id)
        await self._run(self._jobs.take_from_the_dead)
        for kind in self._kinds.values():
            kind.wake.set()

    def _go_on_if(self, is_ours: bool, job_id: str) -> None:
        """Leave a job alone that somebody ended, or took over while we were silent."""
        task = self._task(job_id)
        if not is_ours and task is not None:
            task.cancel()

    async def _take(self, kind: _Kind) -> None:
        """The loop of one kind."""
        while not self._is_leaving:
            await kind.wake.wait()
            kind.wake.clear()
            while len(kind.running) < kind.at_once and not self._is_leaving:
                try:
                    job = await self._run(self._jobs.next_queued, kind.name, holder=self._holder)
                except HarvestmanError as error:
                    _log.error("jobs cannot be taken: %s", error)
                    break
                if not isinstance(job, JobRecord):
                    break
                if (before := kind.running.get(job.id)) is not None:
                    # Taken from us while we were silent, and back: whoever is still at it puts it down first.
                    before.cancel()
                    await asyncio.wait([before])
                    continue
                task = asyncio.create_task(self._do(kind, job), name=f"job {job.id}")
                kind.running[job.id] = task

    async def _do(self, kind: _Kind, job: JobRecord) -> None:
        holder = self._holder

        async def note(progress: Plain) -> None:
            is_ours = await self._run(self._jobs.note, job.id, progress, holder=holder)
            self._go_on_if(bool(is_ours), job.id)
            self.changes.tell(job.id)

        self.changes.tell(job.id)
        try:
            result = await kind.work(job, note)
            await self._run(self._jobs.end, job.id, "done", holder=holder, result=result)
        except asyncio.CancelledError:
            # Still ours only when the server is asked to stop: then it waits for another.
            await self._run(self._jobs.put_down, job.id, holder=holder)
            raise
        except Exception as error:  # noqa: BLE001 - the worker loop: the job keeps its line, the log its trace
            line = str(error) if isinstance(error, HarvestmanError) else "the job has failed"
            _log.error("job %s has failed", job.id, exc_info=error)
            await self._run(self._jobs.end, job.id, "failed", holder=holder, error=line)
        finally:
            kind.running.pop(job.id, None)
            self.changes.tell(job.id)
            kind.wake.set()
