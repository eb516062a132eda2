"""Several servers on one library: a job is done by one of them, and by another when that one is silent or is asked to stop."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator

import pytest

from harvestman.model import Plain, SetClock, SystemClock
from harvestman.settings import Settings
from harvestman.store import JobRecord, Library, open_library
from harvestman.store.service.jobs import LEASE_S
from harvestman.web.running import JobRunner
from web.test_service import until

KIND = "test"


class Doing:
    """Jobs that go on until they are let go."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.cancelled: list[str] = []
        self.notes: list[Callable[[Plain], Awaitable[None]]] = []
        self.may_end = asyncio.Event()

    async def __call__(self, job: JobRecord, note: Callable[[Plain], Awaitable[None]], /) -> Plain:
        self.begun.append(job.id)
        self.notes.append(note)
        try:
            await self.may_end.wait()
        except asyncio.CancelledError:
            self.cancelled.append(job.id)
            raise
        return {"by": id(self)}


@pytest.fixture
def clock() -> SetClock:
    return SetClock(SystemClock().now())


@pytest.fixture
def library(settings: Settings, clock: SetClock) -> Iterator[Library]:
    with open_library(settings.db, blobs=settings.blobs, clock=clock) as opened:
        yield opened


def server(library: Library, *, at_once: int = 5) -> tuple[JobRunner, Doing]:
    doing = Doing()
    runner = JobRunner(library.jobs, asyncio.to_thread, max_waiting=100)
    runner.register(KIND, doing, at_once=at_once)
    return runner, doing


def state(library: Library, job: str) -> str:
    found = library.jobs.get(job)
    return found.state if found else ""


async def test_a_second_server_leaves_the_jobs_of_a_living_one_alone(library: Library) -> None:
    first, at_first = server(library)
    await first.start()
    job = await first.add(KIND, {})
    await until(lambda: at_first.begun)
    second, at_second = server(library)
    await second.start()
    await second.beat()
    at_first.may_end.set()
    await until(lambda: state(library, job.id) == "done")
    assert at_second.begun == []
    for runner in (first, second):
        await runner.stop(1)


async def test_what_was_sent_to_one_server_is_done_by_one_that_is_free(library: Library) -> None:
    first, at_first = server(library, at_once=1)
    second, at_second = server(library, at_once=1)
    for runner in (first, second):
        await runner.start()
    jobs = [await first.add(KIND, {}) for _ in range(2)]
    await until(lambda: at_first.begun)
    await second.beat()
    await until(lambda: at_second.begun)
    assert sorted(at_first.begun + at_second.begun) == sorted(job.id for job in jobs)
    for doing in (at_first, at_second):
        doing.may_end.set()
    for runner in (first, second):
        await runner.stop(1)
    assert {job.state for job in library.jobs.newest()} == {"done"}


async def test_of_one_that_is_silent_the_jobs_are_taken_over_and_it_lets_them_go(
    library: Library, clock: SetClock
) -> None:
    first, at_first = server(library)
    second, at_second = server(library)
    await first.start()
    job = await first.add(KIND, {})
    await until(lambda: at_first.begun)
    await second.start()
    clock.advance(LEASE_S - 1)
    await second.beat()
    assert state(library, job.id) == "running"
    assert at_second.begun == []
    clock.advance(1)
    await second.beat()
    await until(lambda: at_second.begun == [job.id])
    at_first.may_end.clear()
    await first.beat()
    await until(lambda: at_first.cancelled == [job.id])
    assert state(library, job.id) == "running"
    at_second.may_end.set()
    await until(lambda: state(library, job.id) == "done")
    for runner in (first, second):
        await runner.stop(1)
    assert library.jobs.newest()[0].result == {"by": id(at_second)}


async def test_what_comes_back_to_a_server_that_was_silent_is_not_done_twice_at_once(
    library: Library, clock: SetClock
) -> None:
    runner, doing = server(library)
    await runner.start()
    job = await runner.add(KIND, {})
    await until(lambda: doing.begun)
    clock.advance(LEASE_S)
    assert library.jobs.take_from_the_dead() == 1  # as another server would
    runner.wake(KIND)
    await until(lambda: len(doing.begun) == 2)
    assert doing.cancelled == [job.id]
    assert runner.running == 1
    doing.may_end.set()
    await until(lambda: state(library, job.id) == "done")
    await runner.stop(1)


async def test_a_server_that_renews_keeps_its_jobs(library: Library, clock: SetClock) -> None:
    first, at_first = server(library)
    second, at_second = server(library)
    await first.start()
    await first.add(KIND, {})
    await until(lambda: at_first.begun)
    await second.start()
    for _ in range(5):
        clock.advance(LEASE_S / 2)
        await first.beat()
        await second.beat()
    assert at_second.begun == []
    at_first.may_end.set()
    for runner in (first, second):
        await runner.stop(1)


async def test_one_that_is_asked_to_stop_leaves_its_jobs_to_the_other(library: Library) -> None:
    first, at_first = server(library)
    second, at_second = server(library)
    await first.start()
    job = await first.add(KIND, {})
    await until(lambda: at_first.begun)
    await second.start()
    await first.stop(0.001)
    assert at_first.cancelled == [job.id]
    assert at_first.begun == [job.id]  # it did not take it again
    assert state(library, job.id) == "queued"
    await second.beat()
    await until(lambda: at_second.begun == [job.id])
    at_second.may_end.set()
    await second.stop(1)
    assert state(library, job.id) == "done"


@pytest.mark.parametrize("by", ["beat", "note"])
async def test_a_job_of_another_server_can_be_cancelled(library: Library, by: str) -> None:
    first, at_first = server(library)
    second, _ = server(library)
    await first.start()
    job = await first.add(KIND, {})
    await until(lambda: at_first.begun)
    await second.start()
    assert await second.cancel(job.id)
    assert state(library, job.id) == "cancelled"
    await (first.beat() if by == "beat" else at_first.notes[0]({"done": 1}))
    await until(lambda: at_first.cancelled == [job.id])
    for runner in (first, second):
        await runner.stop(1)
    told = library.jobs.get(job.id)
    assert told is not None
    assert (told.state, told.progress) == ("cancelled", {})
