"""Rounds: what is due of all sources is chosen by urgency and budget, put into the Queue, and done; then what that has led to.

A round keeps nothing of its own. Its steps are jobs, so a round that is killed leaves them in the Queue and the next one goes on with
them; which steps are due is read off the library each time, so nothing is forgotten and nothing is done twice.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from harvestman.engine import Queue, TryLater, Worker, open_queue
from harvestman.loop.choosing import Budgets, Round, choose, midnight, spent_today
from harvestman.loop.counting import count_into
from harvestman.loop.sources import SOURCES
from harvestman.loop.steps import PREFIX, WorkSource, past_of
from harvestman.loop.tools import Tools
from harvestman.model import BlobError, GuardError, JobRecord, Plain, SetClock, StoreError
from harvestman.store import new_owner

_AFTER_A_FAULT = timedelta(hours=1)
"""So long a step that has failed, or over which processes died time and again, is left alone."""
_DEATHS = 3
"""So many jobs about one subject, each interrupted by three deaths, within a day are too many."""
_MOST_PASSES = 20
_LONGEST_NAP = timedelta(hours=1)
"""Others may add work meanwhile."""
_A_DAY = timedelta(days=1)
_NOTE_S = 1.0
_LOOK_AGAIN_S = 0.1

ToldStep = Callable[[JobRecord], None]
"""Called with each step when it was done, with its result, or has failed, with its error."""
Note = Callable[[Plain], Awaitable[None]]


def find_round(tools: Tools, budgets: Budgets, *, without: Collection[str] = ()) -> Round:
    """What is due now and may be done: changes nothing. Steps with the locks `without` are left out."""
    now = tools.clock.now()
    past = past_of(tools.library, now)
    steps = [
        step
        for source in SOURCES
        for step in source.due(tools, past, now)
        if step.lock not in without and not _rests(source, past.about(step.kind, step.subject), now)
    ]
    ignored = set(tools.library.ignored_sites.all())
    return choose(steps, budgets, spent_today(past, now), now, ignored=ignored)


def _rests(source: WorkSource, jobs: Sequence[JobRecord], now: datetime) -> bool:
    """Whether a step is under way, was done, or has failed too short a while ago.

    A step over which processes died is begun anew at once; it rests when that has happened again within a day, for it may be the cause.
    """
    if not jobs or jobs[-1].state == "cancelled":
        return False
    last = jobs[-1]
    if last.ended is None:
        return True
    if last.state == "interrupted":
        died = [job for job in jobs if job.state == "interrupted" and job.ended]
        if sum(now - job.ended < _A_DAY for job in died if job.ended) < _DEATHS:
            return False
    return now - last.ended < (source.rest if last.state == "done" else _AFTER_A_FAULT)


@dataclass(frozen=True, slots=True)
class Loop:
    """Keeps a library current, alone or beside others that share it."""

    tools: Tools
    budgets: Budgets
    told: ToldStep | None = None

    async def once(self) -> int:
        """One round: what is due, then what that has led to, each subject once; how many steps came to their end."""
        ended: list[str] = []
        queue = open_queue(self.tools.settings.queue_backend, self.tools.library)
        async with self.tools.opened(), self._working(queue, ended) as worker:
            passed: set[str] = set()
            put: set[str] = set()
            for _ in range(_MOST_PASSES):
                await self._until_done(worker, put, ended)  # at first: what a killed round has left
                found = await asyncio.to_thread(
                    find_round, self.tools, self.budgets, without=passed
                )
                if not found.steps:
                    break
                last = {source.kind for source in SOURCES if source.comes_last}
                steps = [step for step in found.steps if step.kind not in last] or found.steps
                # What costs nothing may be due again after what follows from it.
                passed |= {step.lock for step in steps if step.cost or step.kind in last}
                for step in steps:
                    job = await asyncio.to_thread(
                        queue.put, PREFIX + step.kind, step.to_task(), lock=step.lock
                    )
                    put.add(job.id)
            await self._until_done(worker, put, ended)
        old = self.tools.clock.now() - timedelta(seconds=self.tools.settings.keep_jobs)
        await asyncio.to_thread(queue.prune, older_than=old)
        return len(ended)

    async def _until_done(self, worker: Worker, put: set[str], ended: list[str]) -> None:
        """Wait until nothing runs here, nor elsewhere of what this round has put; tell of what others have done."""
        while True:
            await worker.until_idle()
            left = put.difference(ended)
            jobs = await asyncio.to_thread(self.tools.library.jobs.some, left) if left else []
            for job in jobs:
                if job.has_ended:
                    ended.append(job.id)
                    if self.told is not None:
                        self.told(job)
            if not any(job.state == "running" for job in jobs):
                return
            # Real time, whatever the clock of this run: it is another process that is waited for.
            await asyncio.sleep(_LOOK_AGAIN_S)

    @asynccontextmanager
    async def _working(self, queue: Queue, ended: list[str]) -> AsyncIterator[Worker]:
        """A worker that does steps; those that are under way when it is stopped wait for the next round."""
        worker = Worker(queue, holder=new_owner(), lease_s=self.tools.settings.lease)
        register_steps(worker, self.tools, told=self.told, ended=ended)
        await worker.start()
        try:
            yield worker
        finally:
            await worker.stop(0.0)

    async def run(self, until: datetime | None = None) -> int:
        """Round after round, when something is due, until a moment or for ever; how many steps came to their end."""
        clock, done = self.tools.clock, 0
        while until is None or clock.now() < until:
            done += await self.once()
            now = clock.now()
            wake = await asyncio.to_thread(self.wake, now)
            if until is not None:
                wake = min(wake, until)
            nap = max(wake - now, timedelta(seconds=1))
            if not isinstance(clock, SetClock):
                nap = min(nap, _LONGEST_NAP)
            await clock.sleep(nap.total_seconds())
        return done

    def wake(self, now: datetime) -> datetime:
        """When the next round is: at the next appointment, when a step is to be tried again, or with the next day and its budget."""
        library = self.tools.library
        moments = [midnight(now) + _A_DAY, library.agenda.next_due()]
        moments += [job.at for job in past_of(library, now).jobs if not job.ended]
        return min(moment for moment in moments if moment is not None and moment > now)


def register_steps(
    worker: Worker,
    tools: Tools,
    *,
    told: ToldStep | None = None,
    ended: list[str] | None = None,
) -> None:
    """Have a worker do the steps of all sources, within `tools.opened`; the ids of those that come to their end are added to `ended`."""
    for source in SOURCES:
        doing = _Doing(source, tools, told, [] if ended is None else ended)
        worker.register(PREFIX + source.kind, doing, at_once=source.at_once)


@dataclass(frozen=True, slots=True)
class _Doing:
    """Does the jobs of one source, and counts their requests."""

    source: WorkSource
    tools: Tools
    told: ToldStep | None
    ended: list[str]

    async def __call__(self, job: JobRecord, note: Note, /) -> Plain:
        """Carry one out, or go on with it."""
        tally = Counter(job.progress.get("hosts") or {})
        count_into(tally)
        noting = asyncio.create_task(_note_requests(job, tally, note), name="requests noted")
        try:
            result = await self.source.do(job, self.tools)
        except TryLater:
            await note(job.progress | _requests(tally))
            raise
        except (StoreError, GuardError, BlobError):
            raise  # mostly over soon: the worker puts such a job off by itself
        except Exception as error:
            self._tell(replace(job, state="failed", error=str(error)))
            raise
        finally:
            noting.cancel()
            with suppress(asyncio.CancelledError):
                await noting
        result = _requests(tally) | result
        self._tell(replace(job, state="done", result=result))
        return result

    def _tell(self, job: JobRecord) -> None:
        self.ended.append(job.id)
        if self.told is not None:
            self.told(job)


async def _note_requests(job: JobRecord, tally: Counter[str], note: Note) -> None:
    """Keep what a step has cost so far: a killed one has spent it all the same."""
    noted = tally.total()
    while True:
        await asyncio.sleep(_NOTE_S)
        if tally.total() != noted:
            noted = tally.total()
            await note(job.progress | _requests(tally))


def _requests(tally: Counter[str]) -> Plain:
    return {"requests": tally.total(), "hosts": dict(tally)}
