"""The Queue: tasks are plain JSON, jobs go to the backend as they were put, and workers hear of them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from harvestman.engine import Queue, open_queue
from harvestman.model import SetClock, SystemClock, UsageError
from harvestman.store import Library, open_library

KIND = "test"


@pytest.fixture
def clock() -> SetClock:
    return SetClock(SystemClock().now())


@pytest.fixture
def library(tmp_path: Path, clock: SetClock) -> Iterator[Library]:
    with open_library(str(tmp_path / "library.db"), clock=clock) as opened:
        yield opened


@pytest.fixture
def queue(library: Library) -> Queue:
    return open_queue("library", library)


def test_a_job_is_kept_as_it_was_put(queue: Queue, library: Library, clock: SetClock) -> None:
    at = clock.now() + timedelta(hours=1)
    job = queue.put(KIND, {"document": "a"}, lock="one", at=at, started_by="ana")
    assert library.jobs.get(job.id) == job
    assert (job.state, job.lock, job.at, job.started_by) == ("queued", "one", at, "ana")
    assert queue.waiting(KIND) == 1
    assert queue.put(KIND, {"document": "b"}, lock="one") == job
    assert queue.cancel(job.id)
    assert not queue.cancel(job.id)
    assert not queue.resume(job.id)
    assert queue.waiting(KIND) == 0


@pytest.mark.parametrize("wrong", [b"bytes", Path("/a/path"), {1, 2}])
def test_a_task_is_plain_json(queue: Queue, wrong: Any) -> None:
    with pytest.raises(UsageError, match="plain JSON"):
        queue.put(KIND, {"what": wrong})
    assert queue.waiting(KIND) == 0


def test_who_listens_hears_of_a_job_when_it_is_kept(queue: Queue, library: Library) -> None:
    heard: list[str] = []
    stop = queue.listen(heard.append)
    queue.put(KIND, {})
    assert heard == [KIND]
    with library.database.write() as connection:
        job = queue.put("other", {}, connection=connection)
    assert heard == [KIND]  # whoever made the transaction says when it is kept
    assert library.jobs.get(job.id) == job
    queue.wake("other")
    assert heard == [KIND, "other"]
    stop()
    queue.put(KIND, {})
    assert heard == [KIND, "other"]


def test_a_job_of_a_transaction_that_fails_was_never_put(queue: Queue, library: Library) -> None:
    def fail() -> None:
        with library.database.write() as connection:
            queue.put(KIND, {}, connection=connection)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert queue.waiting(KIND) == 0


def test_an_unknown_backend_is_refused_and_told_what_there_is(library: Library) -> None:
    with pytest.raises(UsageError, match=r"no queue backend 'redis'.*library"):
        open_queue("redis", library)


def test_turns_by_procrastinate_need_postgresql(library: Library) -> None:
    with pytest.raises(UsageError, match="needs a PostgreSQL library"):
        open_queue("postgres", library)
