"""The jobs of a library: held by a lease, taken from the dead, never two with one lock; on both databases, and with turns by Procrastinate."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from harvestman.model import JobRecord, Lease, SetClock
from harvestman.store import Library, NewDocument, new_owner, open_library
from harvestman.store.owners import LEASE_S
from harvestman.store.service.jobs import MAX_TRIES
from store.sample import NOON, Opener, Place

HERE, THERE = "one server", "another"


@pytest.fixture(params=["sqlite", "postgres", "procrastinate"])
def place(request: pytest.FixtureRequest, folder: Path) -> Iterator[Place]:
    """A place for a library, with the jobs of its own table or with turns by Procrastinate."""
    blobs = str(folder / "blobs")
    if request.param == "sqlite":
        yield Place("sqlite", str(folder / "library.db"), blobs)
        return
    server = request.getfixturevalue("postgres")
    url = server.new_database(like=server.template("cluster_template", _make))
    yield Place(request.param, url, blobs)
    server.drop_database(url)


def _make(url: str) -> None:
    with open_library(url, blobs="unused", clock=SetClock(NOON)) as library:
        library.cluster_jobs()


@pytest.fixture
def opened(place: Place, clock: SetClock) -> Iterator[Opener]:
    """Opens the library of this test, as often as wanted; `jobs` are those of the place."""
    with ExitStack() as stack:

        def opener(**changes: Any) -> Library:
            arguments = {"blobs": place.blobs, "clock": clock, **changes}
            library = stack.enter_context(open_library(place.db, **arguments))
            if place.kind == "procrastinate":
                library.jobs = library.cluster_jobs()
            return library

        yield opener


def taken(library: Library, kind: str = "extract", *, holder: str = HERE) -> Lease:
    """The lease of the next job of a kind."""
    job = library.jobs.take(kind, holder=holder)
    assert job is not None
    assert job.lease is not None
    return job.lease


def test_a_clock_that_is_set_back_leaves_no_job_with_the_silent(
    library: Library, clock: SetClock
) -> None:
    library.jobs.put("extract", {"document": "a"})
    lease = taken(library, holder=THERE)
    clock.jump(-86_400)
    assert library.jobs.take_from_the_dead() == 1
    assert taken(library).fence > lease.fence
    assert not library.jobs.end(lease, "done")


def test_a_job_goes_from_queued_to_its_end(library: Library, clock: SetClock) -> None:
    job = library.jobs.put("extract", {"document": "a"}, started_by="ana").id
    assert library.jobs.waiting("extract") == 1
    assert library.jobs.take("harvest", holder=HERE) is None
    found = library.jobs.take("extract", holder=HERE)
    assert found is not None
    assert (found.id, found.state, found.started_by) == (job, "running", "ana")
    assert found.task == {"document": "a"}
    lease = found.lease
    assert lease is not None
    assert (lease.kind, lease.name, lease.holder, lease.fence) == ("job", job, HERE, 1)
    assert library.jobs.take("extract", holder=HERE) is None
    assert library.jobs.note(lease, {"pages": 3})
    clock.advance(5)
    assert library.jobs.end(lease, "done", result={"status": "success"})
    assert not library.jobs.end(lease, "failed", error="too late")
    ended = library.jobs.get(job)
    assert ended is not None
    assert (ended.state, ended.progress, ended.result) == (
        "done",
        {"pages": 3},
        {"status": "success"},
    )
    assert ended.ended == clock.now()
    assert ended.has_ended
    assert library.leases.holders("job") == []


def test_a_job_is_its_holders_as_long_as_that_one_says_so(
    library: Library, clock: SetClock
) -> None:
    job = library.jobs.put("extract", {}).id
    late = taken(library)
    clock.advance(LEASE_S - 1)
    assert library.jobs.take_from_the_dead() == 0
    assert library.jobs.renew([late]) == {job}
    clock.advance(LEASE_S - 1)
    assert library.jobs.take_from_the_dead() == 0
    clock.advance(1)
    assert library.jobs.take_from_the_dead() == 1
    assert library.jobs.take_from_the_dead() == 0
    mine = taken(library, holder=THERE)
    # Whoever slept through the end of its time changes nothing any more.
    assert library.jobs.renew([late]) == set()
    assert not library.jobs.note(late, {"pages": 3})
    assert not library.jobs.end(late, "done")
    assert not library.jobs.put_down(late)
    told = library.jobs.get(job)
    assert told is not None
    assert (told.state, told.progress) == ("running", {})
    assert library.jobs.end(mine, "done")


def test_a_holder_that_gets_its_job_again_cannot_write_with_its_old_lease(
    library: Library, clock: SetClock
) -> None:
    library.jobs.put("extract", {})
    old = taken(library)
    clock.advance(LEASE_S)
    library.jobs.take_from_the_dead()
    new = taken(library)
    assert (new.holder, new.fence) == (old.holder, old.fence + 1)
    assert not library.jobs.note(old, {"pages": 3})
    assert not library.jobs.put_down(old)
    assert library.jobs.note(new, {"pages": 3})


def test_a_job_waits_until_its_moment(library: Library, clock: SetClock) -> None:
    later = library.jobs.put("extract", {}, at=clock.now() + timedelta(hours=1))
    assert later.at == clock.now() + timedelta(hours=1)
    assert library.jobs.take("extract", holder=HERE) is None
    now = library.jobs.put("extract", {})
    assert taken(library).name == now.id
    clock.advance(3600)
    assert taken(library).name == later.id


def test_of_the_jobs_with_one_lock_one_waits_or_runs(library: Library) -> None:
    first = library.jobs.put("extract", {"n": 1}, lock="host a")
    assert library.jobs.put("extract", {"n": 2}, lock="host a") == first
    assert library.jobs.put("extract", {"n": 3}, lock="host b") != first
    lease = taken(library)
    assert library.jobs.put("extract", {"n": 4}, lock="host a").id == first.id
    library.jobs.put_down(lease)
    assert library.jobs.put("extract", {"n": 5}, lock="host a").id == first.id
    library.jobs.end(taken(library), "done")
    assert library.jobs.put("extract", {"n": 6}, lock="host a").task == {"n": 6}
    assert library.jobs.put("extract", {}).id != library.jobs.put("extract", {}).id


def test_an_interrupted_job_gives_its_lock_away(library: Library, clock: SetClock) -> None:
    first = library.jobs.put("extract", {}, lock="host a")
    for _ in range(MAX_TRIES):
        taken(library)
        clock.advance(LEASE_S)
        library.jobs.take_from_the_dead()
    second = library.jobs.put("extract", {}, lock="host a")
    assert second.id != first.id
    assert library.jobs.requeue(first.id) == ""
    library.jobs.cancel(second.id)
    assert library.jobs.requeue(first.id) == "extract"


def test_many_who_put_a_job_with_one_lock_at_once_have_the_same(opened: Opener) -> None:
    libraries = [opened() for _ in range(4)]
    found: list[JobRecord] = []

    def put(library: Library) -> None:
        found.extend(library.jobs.put("extract", {}, lock="host a") for _ in range(10))

    threads = [threading.Thread(target=put, args=(library,)) for library in libraries]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 40
    assert len({job.id for job in found}) == 1


def test_many_who_take_jobs_at_once_never_have_the_same(opened: Opener) -> None:
    libraries = [opened() for _ in range(4)]
    jobs = {libraries[0].jobs.put("extract", {}).id for _ in range(30)}
    found: list[str] = []

    def take(library: Library, holder: str) -> None:
        while (job := library.jobs.take("extract", holder=holder)) is not None:
            assert job.lease is not None
            found.append(job.id)
            assert library.jobs.end(job.lease, "done")

    threads = [
        threading.Thread(target=take, args=(library, f"holder {n}"))
        for n, library in enumerate(libraries)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == sorted(jobs)


def test_a_job_and_the_row_it_belongs_to_are_kept_together_or_not_at_all(
    library: Library,
) -> None:
    digest = library.blobs.put(b"one")
    new = NewDocument(digest, "a.pdf", "application/pdf", 3, sent_by="ana")
    document, job = library.documents.add_waiting(
        new,
        lambda connection, document: library.jobs.put(
            "extract", {"document": document.id}, connection=connection
        ),
    )
    assert document.status is None
    assert library.documents.known(digest, "about") is None  # it has not been read
    assert library.jobs.get(job.id) == job
    assert job.task == {"document": document.id}

    def fail(connection: object, document: object) -> JobRecord:
        raise RuntimeError

    with pytest.raises(RuntimeError):
        library.documents.add_waiting(new, fail)
    assert library.documents.count() == 1


def test_nobody_waits_for_the_jobs_of_a_process_of_this_machine_that_is_dead(
    library: Library,
) -> None:
    code = "from harvestman.store import new_owner; print(new_owner())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    living, dead = library.jobs.put("extract", {}).id, library.jobs.put("extract", {}).id
    library.jobs.take("extract", holder=new_owner())
    library.jobs.take("extract", holder=done.stdout.strip())
    assert library.jobs.take_from_the_dead() == 1
    states = {job.id: job.state for job in library.jobs.some([living, dead])}
    assert states == {living: "running", dead: "queued"}


def test_a_job_over_which_servers_die_is_interrupted_in_the_end(
    library: Library, clock: SetClock
) -> None:
    job = library.jobs.put("harvest", {}).id
    for _ in range(2):  # as often as it is put down in good order, it waits again
        assert library.jobs.put_down(taken(library, "harvest"))
    for _ in range(MAX_TRIES):
        assert library.jobs.take("harvest", holder=HERE) is not None
        clock.advance(LEASE_S)
        assert library.jobs.take_from_the_dead() == 1
    told = library.jobs.get(job)
    assert told is not None
    assert (told.state, told.error) == ("interrupted", "its server died 3 times over it")
    assert library.jobs.take("harvest", holder=HERE) is None
    assert library.jobs.requeue(job) == "harvest"
    assert library.jobs.take("harvest", holder=HERE) is not None


def test_a_job_is_cancelled_whoever_holds_it(library: Library) -> None:
    jobs = [library.jobs.put("harvest", {}).id for _ in range(2)]
    lease = taken(library, "harvest")
    for job in jobs:
        assert library.jobs.cancel(job)
        assert not library.jobs.cancel(job)
    assert not library.jobs.end(lease, "done")
    assert {job.state for job in library.jobs.newest()} == {"cancelled"}


def test_jobs_are_listed_newest_first_and_paged(library: Library) -> None:
    names = [library.jobs.put("extract", {"n": n}).id for n in range(5)]
    page = library.jobs.newest(limit=2)
    assert [job.id for job in page] == names[:2:-1]
    rest = library.jobs.newest(before=page[-1].id)
    assert [job.id for job in rest] == names[2::-1]
    assert library.jobs.newest(state="running") == []
