"""Several workers on one queue: a job is done by one of them, and by another when that one is silent or is asked to stop."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from harvestman.engine import Queue, Worker
from harvestman.model import (
    BlobError,
    JobRecord,
    LeaseLost,
    LibraryUnreachable,
    Plain,
    SetClock,
    Status,
    SystemClock,
    UsageError,
)
from harvestman.store import Library, new_owner, open_library
from harvestman.store.owners import LEASE_S

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
def library(tmp_path: Path, clock: SetClock) -> Iterator[Library]:
    with open_library(str(tmp_path / "library.db"), clock=clock) as opened:
        yield opened


async def until(what: Callable[[], object]) -> None:
    """Let others run until a condition holds."""
    for _ in range(2_000):
        if what():
            return
        await asyncio.sleep(0.001)
    raise AssertionError("it does not happen")


def worker(library: Library, *, at_once: int = 5) -> tuple[Worker, Doing]:
    """A worker as another process would have it: with a queue of its own on the same library."""
    doing = Doing()
    made = Worker(Queue(library.jobs), holder=new_owner())
    made.register(KIND, doing, at_once=at_once)
    return made, doing


def state(library: Library, job: str) -> str:
    found = library.jobs.get(job)
    return found.state if found else ""


async def test_a_second_worker_leaves_the_jobs_of_a_living_one_alone(library: Library) -> None:
    first, at_first = worker(library)
    await first.start()
    job = first.queue.put(KIND, {})
    await until(lambda: at_first.begun)
    second, at_second = worker(library)
    await second.start()
    await second.beat()
    at_first.may_end.set()
    await until(lambda: state(library, job.id) == "done")
    assert at_second.begun == []
    for one in (first, second):
        await one.stop(1)


async def test_what_was_sent_to_one_server_is_done_by_one_that_is_free(library: Library) -> None:
    first, at_first = worker(library, at_once=1)
    second, at_second = worker(library, at_once=1)
    for one in (first, second):
        await one.start()
    jobs = [first.queue.put(KIND, {}) for _ in range(2)]
    await until(lambda: at_first.begun)
    await second.beat()
    await until(lambda: at_second.begun)
    assert sorted(at_first.begun + at_second.begun) == sorted(job.id for job in jobs)
    for doing in (at_first, at_second):
        doing.may_end.set()
    for one in (first, second):
        await one.stop(1)
    assert {job.state for job in library.jobs.newest()} == {"done"}


async def test_of_one_that_is_silent_the_jobs_are_taken_over_and_it_lets_them_go(
    library: Library, clock: SetClock
) -> None:
    first, at_first = worker(library)
    second, at_second = worker(library)
    await first.start()
    job = first.queue.put(KIND, {})
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
    for one in (first, second):
        await one.stop(1)
    assert library.jobs.newest()[0].result == {"by": id(at_second)}


async def test_what_comes_back_to_a_server_that_was_silent_is_not_done_twice_at_once(
    library: Library, clock: SetClock
) -> None:
    one, doing = worker(library)
    await one.start()
    job = one.queue.put(KIND, {})
    await until(lambda: doing.begun)
    clock.advance(LEASE_S)
    assert library.jobs.take_from_the_dead() == 1  # as another server would
    one.queue.wake(KIND)
    await until(lambda: len(doing.begun) == 2)
    assert doing.cancelled == [job.id]
    assert one.running == 1
    doing.may_end.set()
    await until(lambda: state(library, job.id) == "done")
    await one.stop(1)


async def test_a_server_that_renews_keeps_its_jobs(library: Library, clock: SetClock) -> None:
    first, at_first = worker(library)
    second, at_second = worker(library)
    await first.start()
    first.queue.put(KIND, {})
    await until(lambda: at_first.begun)
    await second.start()
    for _ in range(5):
        clock.advance(LEASE_S / 2)
        await first.beat()
        await second.beat()
    assert at_second.begun == []
    at_first.may_end.set()
    for one in (first, second):
        await one.stop(1)


async def test_one_that_is_asked_to_stop_leaves_its_jobs_to_the_other(library: Library) -> None:
    first, at_first = worker(library)
    second, at_second = worker(library)
    await first.start()
    job = first.queue.put(KIND, {})
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
    first, at_first = worker(library)
    second, _ = worker(library)
    await first.start()
    job = first.queue.put(KIND, {})
    await until(lambda: at_first.begun)
    await second.start()
    assert await second.cancel(job.id)
    assert state(library, job.id) == "cancelled"
    await (first.beat() if by == "beat" else at_first.notes[0]({"done": 1}))
    await until(lambda: at_first.cancelled == [job.id])
    for one in (first, second):
        await one.stop(1)
    told = library.jobs.get(job.id)
    assert told is not None
    assert (told.state, told.progress) == ("cancelled", {})


async def test_a_job_put_in_a_thread_begins_at_once_and_one_with_a_moment_when_it_has_come(
    library: Library, clock: SetClock
) -> None:
    first, at_first = worker(library)
    at_first.may_end.set()
    await first.start()
    job = await asyncio.to_thread(first.queue.put, KIND, {})
    later = await asyncio.to_thread(
        first.queue.put, KIND, {}, at=clock.now() + timedelta(minutes=10)
    )
    await until(lambda: state(library, job.id) == "done")
    await first.beat()
    assert at_first.begun == [job.id]
    clock.advance(600)
    await first.beat()
    await until(lambda: state(library, later.id) == "done")
    await first.stop(1)


async def test_a_job_that_fails_says_why_and_the_next_is_done(library: Library) -> None:
    async def fail(job: JobRecord, _note: object, /) -> Plain:
        if job.task:
            raise UsageError("There is no such document.")
        return {}

    one = Worker(Queue(library.jobs), holder=new_owner())
    one.register(KIND, fail, at_once=1)
    await one.start()
    bad, good = one.queue.put(KIND, {"document": "a"}), one.queue.put(KIND, {})
    await until(lambda: state(library, good.id) == "done")
    told = library.jobs.get(bad.id)
    assert told is not None
    assert (told.state, told.error) == ("failed", "There is no such document.")
    await until(lambda: one.running == 0)
    await one.stop(1)


async def test_a_worker_leaves_kinds_alone_that_it_does_not_know(library: Library) -> None:
    one, doing = worker(library)
    await one.start()
    job = one.queue.put("strange", {})
    await one.beat()
    await one.stop(1)
    assert doing.begun == []
    assert state(library, job.id) == "queued"


class Failing:
    """A job over which the library fails some times."""

    def __init__(self, times: int, error: Exception) -> None:
        self.left = times
        self.error = error

    async def __call__(self, job: JobRecord, note: Callable[[Plain], Awaitable[None]], /) -> Plain:
        if self.left:
            self.left -= 1
            raise self.error
        return {"is": "done"}


ADDRESS = "postgresql://secret@10.0.0.7/library"


async def test_a_job_over_which_the_library_was_away_is_done_later(
    library: Library, clock: SetClock
) -> None:
    failing = Failing(3, LibraryUnreachable(f"{ADDRESS} cannot be reached"))
    made = Worker(Queue(library.jobs), holder=new_owner())
    made.register(KIND, failing, at_once=1)
    job = made.queue.put(KIND, {})
    await made.start()
    try:
        for left in (2, 1, 0):
            await until(lambda left=left: failing.left == left and not made.running)  # type: ignore[misc]
            waiting = library.jobs.get(job.id)
            assert waiting is not None
            assert (waiting.state, waiting.error) == ("queued", "")
            assert waiting.at is not None
            assert waiting.at > clock.now()
            clock.advance((waiting.at - clock.now()).total_seconds())
            made.queue.wake(KIND)
        await until(lambda: library.jobs.newest(state="done"))
    finally:
        await made.stop(1)


async def test_each_fault_makes_a_job_wait_longer(library: Library, clock: SetClock) -> None:
    failing = Failing(3, LibraryUnreachable("away"))
    made = Worker(Queue(library.jobs), holder=new_owner())
    made.register(KIND, failing, at_once=1)
    job = made.queue.put(KIND, {})
    await made.start()
    waits = []
    try:
        for left in (2, 1, 0):
            await until(lambda left=left: failing.left == left and not made.running)  # type: ignore[misc]
            waiting = library.jobs.get(job.id)
            assert waiting is not None
            assert waiting.at is not None
            waits.append((waiting.at - clock.now()).total_seconds())
            clock.advance((waiting.at - clock.now()).total_seconds())
            made.queue.wake(KIND)
    finally:
        await made.stop(1)
    assert waits == sorted(set(waits))


async def test_a_job_tells_nobody_where_the_library_is(library: Library, clock: SetClock) -> None:
    failing = Failing(100, BlobError(f"{ADDRESS} lacks a blob"))
    made = Worker(Queue(library.jobs), holder=new_owner())
    made.register(KIND, failing, at_once=1)
    job = made.queue.put(KIND, {})

    def has_failed_for_good() -> bool:
        if not made.running:  # the next try is due later
            clock.advance(3600)
            made.queue.wake(KIND)
        return bool(library.jobs.newest(state="failed"))

    await made.start()
    try:
        await until(has_failed_for_good)
    finally:
        await made.stop(1)
    failed = library.jobs.get(job.id)
    assert failed is not None
    assert failed.error == "the service has failed over this job"


async def test_what_goes_on_in_a_thread_after_its_job_was_taken_over_writes_nothing(
    library: Library, clock: SetClock
) -> None:
    begun, may_write, outcome = asyncio.Event(), asyncio.Event(), []

    async def work(job: JobRecord, _note: object, /) -> Plain:
        begun.set()
        await may_write.wait()
        try:
            await asyncio.to_thread(
                library.linked_files.note_failure, "http://a.example/", Status.TIMEOUT, ""
            )
        except LeaseLost as lost:
            outcome.append(lost.kind)
            raise
        return {"by": "the late one"}

    one = Worker(Queue(library.jobs), holder=new_owner())
    one.register(KIND, work, at_once=1)
    await one.start()
    job = one.queue.put(KIND, {})
    await asyncio.wait_for(begun.wait(), 10)
    clock.advance(LEASE_S)
    assert library.jobs.take_from_the_dead() == 1  # as another worker would
    taken = library.jobs.take(KIND, holder="another")
    assert taken is not None
    may_write.set()
    await until(lambda: outcome and not one.running)
    assert outcome == ["job"]
    assert state(library, job.id) == "running"
    await one.stop(1)
