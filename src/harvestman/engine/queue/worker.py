"""The Worker: takes jobs from the Queue and does them, a few of each kind at a time.

A kind of job is registered once, with the coroutine that does one and can begin it again from its task; what it returns is the
job's result. Any number of workers may share a queue: the one that does a job has the lease of it and renews it every few seconds;
the others take the job up when that one is dead.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol

from harvestman.engine.queue.changes import Changes
from harvestman.engine.queue.jobs import Queue
from harvestman.model import (
    BlobError,
    GuardError,
    HarvestmanError,
    JobRecord,
    Lease,
    LeaseLost,
    LibraryFull,
    LibraryLocked,
    LibraryUnreachable,
    Plain,
    PluginError,
    StoreError,
    UsageError,
)

_log = logging.getLogger("harvestman.engine")
_BEAT_S = 5.0  # a twelfth of the time after which others think us dead
_SHORT = 4  # beats in a lease that is shorter than usual


# Faults of the library's server, its disk or this machine: nothing that the job can help, and mostly over soon.
_PASSING = (LibraryLocked, LibraryUnreachable, LibraryFull, GuardError, BlobError)
_FIRST_WAIT_S, _LONGEST_WAIT_S = 2.0, 300.0
_MOST_FAULTS = 100  # some eight hours
_MOST_BLOB_FAULTS = 5  # bytes that are gone do not come back by waiting


class TryLater(Exception):
    """Raised by work that cannot be done now and may be later: its job waits so long, then begins again. Never leaves the worker."""

    def __init__(self, message: str, *, wait_s: float) -> None:
        super().__init__(message)
        self.wait_s = wait_s


class Work(Protocol):
    """Does one job: told the job and a call that notes progress, it returns the result."""

    def __call__(
        self, job: JobRecord, note: Callable[[Plain], Awaitable[None]], /
    ) -> Awaitable[Plain]:
        """Do it; cancelled when somebody asks for that."""
        ...


@dataclass(slots=True)
class _Running:
    task: asyncio.Task[None]
    lease: Lease


@dataclass(slots=True)
class _Kind:
    name: str
    work: Work
    at_once: int
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    idle: asyncio.Event = field(default_factory=asyncio.Event)
    """Set while no job of this kind runs here and none was there to be begun."""
    running: dict[str, _Running] = field(default_factory=dict)


class Worker:
    """Takes jobs of the kinds it knows and does them until it is stopped."""

    def __init__(
        self,
        queue: Queue,
        *,
        holder: str,
        run: Callable[..., Awaitable[object]] = asyncio.to_thread,
        lease_s: float = 60.0,
        told: Callable[[str, str, float], None] = lambda _kind, _outcome, _seconds: None,
    ) -> None:
        """`holder` is the name under which it holds jobs, its own alone; `run` calls what blocks, in a thread.

        It says often enough that it is alive for leases of `lease_s`. `told` is called when it is through with a job: its kind, whether it is
        `done`, `failed` or put down for `later`, and how many seconds it took.
        """
        self.queue = queue
        self._beat_s = min(_BEAT_S, lease_s / _SHORT)
        self._run = run
        self._told = told
        self._holder = holder
        self._kinds: dict[str, _Kind] = {}
        self._loops: list[asyncio.Task[None]] = []
        self._beside: list[asyncio.Task[None]] = []
        self._deafen: Callable[[], None] = lambda: None
        self._is_leaving = False
        self.changes = Changes(queue, run, is_here=lambda job_id: self._found(job_id) is not None)

    def register(self, kind: str, work: Work, *, at_once: int) -> None:
        """Say how jobs of a kind are done; before the worker starts."""
        self._kinds[kind] = _Kind(kind, work, at_once)

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of job that it does."""
        return tuple(self._kinds)

    def keep_to(self, kinds: Collection[str]) -> None:
        """Do jobs of these kinds only; UsageError for one that nobody has registered."""
        for kind in kinds:
            if kind not in self._kinds:
                raise UsageError(
                    f"There is no kind of job {kind!r}. Valid are {', '.join(self._kinds)}."
                )
        self._kinds = {name: kind for name, kind in self._kinds.items() if name in kinds}

    @property
    def running(self) -> int:
        """How many jobs are under way."""
        return sum(len(kind.running) for kind in self._kinds.values())

    async def start(self) -> None:
        """Take up what dead workers left, and begin to take jobs."""
        await self._run(self.queue.backend.take_from_the_dead)
        loop = asyncio.get_running_loop()

        def listen(kind: str) -> None:
            loop.call_soon_threadsafe(self._wake, kind)

        deafen = self.queue.listen(listen)
        deafen_elsewhere = await self._run(
            self.queue.backend.listen, tuple(self._kinds), self.queue.wake
        )
        assert callable(deafen_elsewhere)

        def deafen_all() -> None:
            deafen_elsewhere()
            deafen()

        self._deafen = deafen_all
        for kind in self._kinds.values():
            self._loops.append(asyncio.create_task(self._take(kind), name=f"jobs {kind.name}"))
            kind.wake.set()
        self._beside = [
            asyncio.create_task(self._stay_alive(), name="holding jobs"),
            asyncio.create_task(self.changes.follow(), name="jobs elsewhere"),
        ]

    async def until_idle(self) -> None:
        """Wait until nothing runs here, and no job of the known kinds may begin now."""
        while any(kind.wake.is_set() or not kind.idle.is_set() for kind in self._kinds.values()):
            for kind in self._kinds.values():
                await kind.idle.wait()
            await asyncio.sleep(0)  # whoever was woken meanwhile looks for jobs first

    async def cancel(self, job_id: str) -> bool:
        """End a job that waits or runs, here or elsewhere; False when it had ended."""
        done = await self._run(self.queue.cancel, job_id)
        if (found := self._found(job_id)) is not None:
            found.task.cancel()
            await asyncio.wait([found.task])
        self.changes.tell(job_id)
        return bool(done)

    def leave(self) -> None:
        """Take no more jobs, and let go whoever only listens."""
        self._is_leaving = True
        for kind in self._kinds.values():
            kind.wake.set()
        self.changes.tell_everyone()

    async def stop(self, timeout_s: float) -> None:
        """Finish what runs if it does in time; the rest waits for another worker, or the next start."""
        self.leave()
        await self._run(self._deafen)
        await asyncio.gather(*self._loops, return_exceptions=True)
        tasks = [one.task for kind in self._kinds.values() for one in kind.running.values()]
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=timeout_s)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)
        for task in self._beside:
            task.cancel()
        await asyncio.gather(*self._beside, return_exceptions=True)
        with suppress(HarvestmanError):  # one that cannot say goodbye is thought dead in time
            await self._run(self.queue.backend.leave, self._holder)

    def _wake(self, kind: str) -> None:
        """There may be a new job of a kind, perhaps of one that only others know."""
        if kind in self._kinds:
            self._kinds[kind].wake.set()

    def _found(self, job_id: str) -> _Running | None:
        """A job that runs here."""
        return next(
            (kind.running[job_id] for kind in self._kinds.values() if job_id in kind.running), None
        )

    async def _stay_alive(self) -> None:
        """Hold on to what runs here, take up what dead workers left, and look for jobs that others put."""
        while True:
            await asyncio.sleep(self._beat_s)
            try:
                await self.beat()
            except HarvestmanError as error:
                _log.warning("jobs cannot be held: %s", error)

    async def beat(self) -> None:
        """Renew the leases of running jobs, drop those that were lost, and take up the jobs of dead workers, once."""
        here = [one for kind in self._kinds.values() for one in kind.running.values()]
        leases = [one.lease for one in here]
        held = await self._run(self.queue.backend.renew, leases, holder=self._holder)
        assert isinstance(held, set)
        for one in here:
            if one.lease.name not in held:
                one.task.cancel()  # somebody ended it, or took it over while we were silent
        await self._run(self.queue.backend.take_from_the_dead, self._holder)
        for kind in self._kinds.values():
            kind.wake.set()

    async def _take(self, kind: _Kind) -> None:
        """The loop of one kind."""
        while not self._is_leaving:
            await kind.wake.wait()
            kind.idle.clear()
            kind.wake.clear()
            while len(kind.running) < kind.at_once and not self._is_leaving:
                try:
                    job = await self._run(self.queue.backend.take, kind.name, holder=self._holder)
                except HarvestmanError as error:
                    _log.error("jobs cannot be taken: %s", error)
                    break
                if not isinstance(job, JobRecord) or job.lease is None:
                    break
                if (before := kind.running.get(job.id)) is not None:
                    # Taken from us while we were silent, and back: whoever is still at it puts it down first.
                    before.task.cancel()
                    await asyncio.wait([before.task])
                work = self._do(kind, job, job.lease)
                task = asyncio.create_task(work, name=f"job {job.id}")
                kind.running[job.id] = _Running(task, job.lease)
                # Also when it is cancelled before its first step.
                task.add_done_callback(partial(self._is_over, kind, job.id))
            if not kind.running:
                kind.idle.set()

    def _is_over(self, kind: _Kind, job_id: str, _task: asyncio.Task[None]) -> None:
        """Make room for the next job."""
        del kind.running[job_id]
        self.changes.tell(job_id)
        kind.wake.set()

    async def _do(self, kind: _Kind, job: JobRecord, lease: Lease) -> None:
        """Do one job, and keep how it ended."""
        backend, task = self.queue.backend, asyncio.current_task()

        async def note(progress: Plain) -> None:
            if not await self._run(backend.note, lease, progress) and task is not None:
                task.cancel()
            self.changes.tell(job.id)

        self.changes.tell(job.id)
        begun, outcome = time.monotonic(), "later"
        try:
            with backend.fenced(lease):
                result = await kind.work(job, note)
            # Work that ended its job in the transaction of its effect has done so already.
            await self._run(backend.end, lease, "done", result=result)
            outcome = "done"
        except asyncio.CancelledError:
            # Still ours only when the worker is asked to stop: then it waits for another.
            await self._run(backend.put_down, lease)
            raise
        except LeaseLost as lost:
            _log.warning("job %s is left alone: %s", job.id, lost)
        except TryLater as later:
            _log.info("job %s waits %.0f s: %s", job.id, later.wait_s, later)
            await self._run(backend.put_down, lease, wait_s=later.wait_s)
        except Exception as error:  # noqa: BLE001 - the worker loop: the job keeps its line, the log its trace
            most = _MOST_BLOB_FAULTS if isinstance(error, BlobError) else _MOST_FAULTS
            if isinstance(error, _PASSING) and job.faults < most:
                await self._put_off(job, lease, error)
                return
            _log.error("job %s has failed", job.id, exc_info=error)
            await self._run(backend.end, lease, "failed", error=_told(error))
            outcome = "failed"
        finally:
            self._told(kind.name, outcome, time.monotonic() - begun)

    async def _put_off(self, job: JobRecord, lease: Lease, error: Exception) -> None:
        """Let a job wait over which the library or the machine failed, longer each time; told to the library as soon as that answers."""
        wait_s = min(_LONGEST_WAIT_S, _FIRST_WAIT_S * 2**job.faults)
        while not self._is_leaving:
            _log.warning("job %s waits %.0f s: %s", job.id, wait_s, error)
            try:
                await self._run(self.queue.backend.put_down, lease, wait_s=wait_s, is_fault=True)
            except _PASSING:  # silent for longer than its lease, another takes the job up
                await asyncio.sleep(wait_s)
            else:
                return


def _told(error: Exception) -> str:
    """What a job says of its failure to whoever asks: nothing of the inside, such as where the library is."""
    is_inside = not isinstance(error, HarvestmanError) or isinstance(
        error, (StoreError, PluginError, *_PASSING)
    )
    return "the service has failed over this job" if is_inside else str(error)
