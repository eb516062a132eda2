"""Following a job: every state once, a sign of life between them, nothing left when a client goes."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator

import pytest

from harvestman.model import JobRecord, Plain
from harvestman.web import Busy, Service
from harvestman.web.api import progress as module
from harvestman.web.api.progress import Listeners, version_of
from web.test_service import until


def told(job: JobRecord) -> Plain:
    return {"state": job.state, "progress": job.progress}


def data_of(event: str) -> Plain:
    plain: Plain = json.loads(event.partition("data: ")[2])
    return plain


async def take(events: AsyncIterator[str]) -> str:
    """The next event that is no sign of life."""
    async for event in events:
        if "data: " in event:
            return event
    raise AssertionError("it has ended")


async def test_each_state_is_told_once_and_the_last_ends_it(service: Service) -> None:
    jobs = service.library.jobs
    job = jobs.put("harvest", {})
    events = Listeners(service).follow(job.id, "", told)
    assert data_of(await take(events))["state"] == "queued"
    taken = jobs.take("harvest", holder="here")
    assert taken is not None
    assert taken.lease is not None
    service.worker.changes.tell(job.id)
    assert data_of(await take(events))["state"] == "running"
    service.worker.changes.tell(job.id)  # nothing has changed: nothing is told
    jobs.note(taken.lease, {"done": 1})
    service.worker.changes.tell(job.id)
    assert data_of(await take(events))["progress"] == {"done": 1}
    jobs.end(taken.lease, "done")
    service.worker.changes.tell(job.id)
    last = await take(events)
    assert "event: end" in last
    assert version_of(jobs.get(job.id) or job) in last
    with pytest.raises(StopAsyncIteration):
        await anext(events)


async def test_what_another_server_changes_is_told_soon(service: Service) -> None:
    job = service.library.jobs.put("harvest", {})
    events = Listeners(service).follow(job.id, version_of(job), told)
    assert (await anext(events)).startswith("retry: ")
    following = asyncio.create_task(take(events))
    await until(lambda: len(asyncio.all_tasks()) >= 3)
    service.library.jobs.cancel(job.id)
    await service.worker.changes.look()
    assert data_of(await following)["state"] == "cancelled"


async def test_of_what_does_not_change_elsewhere_nothing_is_told(service: Service) -> None:
    job = service.library.jobs.put("harvest", {})
    changes = service.worker.changes
    for changed in (True, False, False):  # the first time one cannot know
        waiting = asyncio.create_task(changes.wait(job.id, 60))
        await asyncio.sleep(0)
        await changes.look()
        await asyncio.sleep(0)
        assert waiting.done() == changed
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)


async def test_between_two_changes_there_is_a_sign_of_life(service: Service) -> None:
    job = service.library.jobs.put("harvest", {})
    events = Listeners(service, heartbeat_s=0.001).follow(job.id, version_of(job), told)
    assert (await anext(events)).startswith("retry: ")
    assert await anext(events) == ": still here\n\n"


async def test_clients_that_go_leave_nothing_and_many_are_too_many(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_MOST", 2)
    job = service.library.jobs.put("harvest", {})
    listeners = Listeners(service)
    before = len(asyncio.all_tasks())

    async def listen() -> None:
        async for _ in listeners.follow(job.id, "", told):
            pass

    going = [asyncio.create_task(listen()) for _ in range(2)]
    # Each waits for a change in a task of its own.
    await until(lambda: len(asyncio.all_tasks()) >= before + 4)
    with pytest.raises(Busy):
        listeners.follow(job.id, "", told)
    for task in going:
        task.cancel()
    await asyncio.gather(*going, return_exceptions=True)
    await asyncio.sleep(0)
    assert len(asyncio.all_tasks()) == before
    listeners.follow(job.id, "", told)


async def test_everybody_is_let_go_when_the_server_leaves(service: Service) -> None:
    job = service.library.jobs.put("harvest", {})
    events = Listeners(service).follow(job.id, "", told)
    await take(events)
    asyncio.get_running_loop().call_soon(service.leave)
    with pytest.raises(StopAsyncIteration):
        await anext(events)
