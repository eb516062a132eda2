"""Whoever works in the name of a lease writes nothing once it is lost, whatever it writes and from whichever thread."""

from __future__ import annotations

import asyncio
import threading

import pytest

from harvestman.model import HarvestRequest, LeaseLost, SetClock, Status
from harvestman.store import Library, NewDocument
from store.sample import Opener

SITE, HERE, THERE = "conf.example", "one", "another"


def write(library: Library) -> None:
    """Something that a crawl writes."""
    library.linked_files.note_failure("http://conf.example/a.pdf", Status.TIMEOUT, "too slow")


def test_within_its_lease_one_writes_and_after_it_nothing(
    library: Library, clock: SetClock
) -> None:
    lease = library.leases.acquire(SITE, HERE, length_s=60)
    assert lease is not None
    with library.leases.fenced(lease):
        write(library)
        clock.advance(61)
        write(library)  # late, but nobody else has it
        assert library.leases.acquire(SITE, THERE, length_s=60)
        for writes in (
            lambda: write(library),
            lambda: library.harvests.begin(HarvestRequest(("http://conf.example/",), 0, 1)),
            lambda: library.documents.keep(
                None,
                None,
                new=NewDocument(library.blobs.put(b"one"), "a.txt", "text/plain", 3),
            ),
        ):
            with pytest.raises(LeaseLost, match="nothing was written") as lost:
                writes()
            assert lost.value.kind == "site"
    assert library.harvests.recent() == []
    assert library.documents.count() == 0
    write(library)  # outside of the block it is in nobody's name


def test_the_fence_goes_along_into_tasks_and_threads_and_not_beside(
    library: Library, clock: SetClock
) -> None:
    lease = library.leases.acquire(SITE, HERE, length_s=1)
    assert lease is not None
    clock.advance(2)
    assert library.leases.acquire(SITE, THERE, length_s=60)

    async def work() -> None:
        with library.leases.fenced(lease):
            fenced = asyncio.create_task(asyncio.to_thread(write, library))
        beside = asyncio.create_task(asyncio.to_thread(write, library))
        with pytest.raises(LeaseLost):
            await fenced
        await beside

    asyncio.run(work())


def test_a_lease_cannot_change_hands_between_the_check_and_the_commit(
    opened: Opener, clock: SetClock
) -> None:
    first, second = opened(), opened()
    lease = first.leases.acquire(SITE, HERE, length_s=1)
    assert lease is not None
    order: list[str] = []

    def take_over() -> None:
        assert second.leases.acquire(SITE, THERE, length_s=60)
        order.append("taken over")

    thread = threading.Thread(target=take_over)
    with first.leases.fenced(lease), first.database.write():
        clock.advance(2)
        thread.start()
        thread.join(0.2)
        order.append("written")
    thread.join()
    assert order == ["written", "taken over"]
