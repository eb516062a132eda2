"""Turns by Procrastinate: they commit with their job, are gone with it, and are made again from the jobs when they are lost."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from harvestman.model import SetClock, SystemClock, UsageError
from harvestman.store import Library, open_library
from harvestman.store.service.procrastinate_turns import NEEDED
from servers.postgres import PostgresServer
from store.sample import NOON

HERE, THERE = "one worker", "another"


def _make(url: str) -> None:
    with open_library(url, blobs="unused", clock=SetClock(NOON)) as library:
        library.cluster_jobs()


@pytest.fixture
def url(postgres: PostgresServer) -> Iterator[str]:
    made = postgres.new_database(like=postgres.template("cluster_template", _make))
    yield made
    postgres.drop_database(made)


@pytest.fixture
def library(url: str, folder: Path) -> Iterator[Library]:
    with open_library(url, blobs=str(folder), clock=SystemClock(), lease_s=30) as opened:
        yield opened


def asked(library: Library, statement: str, **values: Any) -> list[Any]:
    with library.database.write() as connection:
        done = connection.execute(sa.text(statement), values)
        return [tuple(row) for row in done] if done.returns_rows else []


def turns(library: Library) -> list[Any]:
    return asked(library, "SELECT queue_name, status::text FROM procrastinate_jobs ORDER BY id")


def test_a_turn_lives_as_long_as_its_job(library: Library) -> None:
    jobs = library.cluster_jobs()
    jobs.put("extract", {})
    assert turns(library) == [("extract", "todo")]
    job = jobs.take("extract", holder=HERE)
    assert turns(library) == [("extract", "doing")]
    assert job is not None
    assert job.lease is not None
    assert jobs.put_down(job.lease)
    assert turns(library) == [("extract", "todo")]
    again = jobs.take("extract", holder=HERE)
    assert again is not None
    assert again.lease is not None
    assert jobs.end(again.lease, "failed", error="no such file")
    assert turns(library) == []
    assert jobs.requeue(job.id) == "extract"
    assert turns(library) == [("extract", "todo")]
    assert jobs.cancel(job.id)
    assert turns(library) == []


def test_the_end_of_a_job_and_its_effect_commit_together(library: Library) -> None:
    jobs = library.cluster_jobs()
    jobs.put("extract", {})
    job = jobs.take("extract", holder=HERE)
    assert job is not None
    assert job.lease is not None

    def end(*, then_fail: bool) -> None:
        with library.database.write() as connection:
            assert job.lease is not None
            assert jobs.end(job.lease, "done", connection=connection)
            if then_fail:
                raise RuntimeError

    with pytest.raises(RuntimeError):
        end(then_fail=True)
    assert turns(library) == [("extract", "doing")]
    assert jobs.newest()[0].state == "running"
    end(then_fail=False)
    assert turns(library) == []
    assert jobs.newest()[0].state == "done"
    with library.database.write() as connection:  # who comes too late is told so
        assert not jobs.end(job.lease, "done", connection=connection)


def test_jobs_of_the_tables_own_queue_get_turns_and_turns_without_a_job_vanish(
    library: Library,
) -> None:
    jobs = library.cluster_jobs()
    before = library.jobs.put("extract", {})  # by a process with the other setting
    assert jobs.take("extract", holder=HERE) is None
    jobs.take_from_the_dead()
    taken = jobs.take("extract", holder=HERE)
    assert taken is not None
    assert taken.id == before.id
    ended = jobs.put("extract", {})
    by_table = library.jobs.take("extract", holder=THERE)
    assert by_table is not None
    assert by_table.lease is not None
    assert library.jobs.end(by_table.lease, "done")
    assert jobs.take("extract", holder=HERE) is None
    assert jobs.get(ended.id) is not None
    assert turns(library) == [("extract", "doing")]


def test_of_many_one_sweeps_and_the_jobs_of_a_silent_worker_wait_again(library: Library) -> None:
    jobs = library.cluster_jobs()
    jobs.put("extract", {})
    job = jobs.take("extract", holder=THERE)
    assert job is not None
    jobs.renew([], holder=HERE)
    # What a minute of silence does: neither heartbeat nor lease was renewed.
    asked(library, "UPDATE procrastinate_workers SET last_heartbeat = now() - interval '1 minute'")
    asked(library, "UPDATE lease SET until = now() - interval '1 second'")
    assert jobs.take_from_the_dead(HERE) == 0  # the turn of sweeping is put now, and comes later
    assert ("harvestman-sweep", "todo") in turns(library)
    asked(library, "UPDATE procrastinate_jobs SET scheduled_at = now()")
    assert jobs.take_from_the_dead(HERE) == 1
    assert jobs.take_from_the_dead(HERE) == 0
    assert [turn for turn in turns(library) if turn[0] == "extract"] == [("extract", "todo")]
    # One who died while sweeping keeps nobody from it.
    asked(library, "UPDATE procrastinate_jobs SET scheduled_at = now()")
    asked(
        library,
        "UPDATE procrastinate_jobs SET status = 'doing', worker_id = NULL WHERE queue_name LIKE '%sweep'",
    )
    jobs.take_from_the_dead(HERE)
    asked(library, "UPDATE procrastinate_jobs SET scheduled_at = now() WHERE status = 'todo'")
    jobs.take_from_the_dead(HERE)
    sweeps = [turn for turn in turns(library) if turn[0] != "extract"]
    assert sweeps == [("harvestman-sweep", "todo")]


def test_a_worker_that_was_struck_off_registers_anew(library: Library) -> None:
    jobs = library.cluster_jobs()
    jobs.renew([], holder=HERE)
    asked(library, "UPDATE procrastinate_workers SET last_heartbeat = now() - interval '1 day'")
    jobs.take_from_the_dead()
    assert asked(library, "SELECT count(*) FROM procrastinate_workers") == [(0,)]
    jobs.put("extract", {})
    assert jobs.take("extract", holder=HERE) is not None
    assert asked(library, "SELECT count(*) FROM procrastinate_workers") == [(1,)]
    jobs.leave(HERE)
    assert asked(library, "SELECT count(*) FROM procrastinate_workers") == [(0,)]


def test_who_listens_hears_of_a_job_that_is_put_elsewhere(library: Library) -> None:
    jobs = library.cluster_jobs()
    heard: list[str] = []
    ready, told = threading.Event(), threading.Event()

    def wake(kind: str) -> None:
        heard.append(kind)
        (told if ready.is_set() else ready).set()

    stop = jobs.listen(["extract"], wake)
    try:
        assert ready.wait(10)  # it says once that there may be something from before
        jobs.put("harvest", {})
        jobs.put("extract", {})
        assert told.wait(10)
    finally:
        stop()
    assert heard == ["extract", "extract"]


def test_another_version_of_its_tables_is_refused(library: Library) -> None:
    asked(library, f"DROP FUNCTION {NEEDED[1]}")
    with pytest.raises(UsageError, match="procrastinate_fetch_job_v2"):
        library.cluster_jobs()


def test_machines_with_clocks_apart_live_by_the_time_of_the_server(url: str, folder: Path) -> None:
    class Fast(SystemClock):
        def now(self) -> Any:
            return super().now().replace(year=2099)

    with (
        open_library(url, blobs=str(folder), clock=SystemClock(), lease_s=30) as first,
        open_library(url, blobs=str(folder), clock=Fast(), lease_s=30) as second,
    ):
        first.cluster_jobs().put("extract", {})
        assert first.cluster_jobs().take("extract", holder=HERE) is not None
        assert second.cluster_jobs().take_from_the_dead() == 0
        assert first.leases.acquire("conf.example", HERE, length_s=30)
        assert second.leases.acquire("conf.example", THERE, length_s=30) is None


def test_old_jobs_are_forgotten_and_what_was_given_up_stays(library: Library) -> None:
    jobs = library.cluster_jobs()
    for state in ("done", "failed"):
        jobs.put("extract", {})
        job = jobs.take("extract", holder=HERE)
        assert job is not None
        assert job.lease is not None
        jobs.end(job.lease, state)
    now = SystemClock().now()
    assert jobs.prune(older_than=now.replace(year=now.year - 1)) == 0
    assert jobs.prune(older_than=now.replace(year=now.year + 1)) == 1
    assert [job.state for job in jobs.newest()] == ["failed"]


def test_many_who_begin_at_once_make_its_tables_once(
    postgres: PostgresServer, folder: Path
) -> None:
    empty = postgres.new_database(like=postgres.template("library_template", _make_library))
    together = threading.Barrier(4)
    faults: list[Exception] = []

    def begin() -> None:
        try:
            with open_library(empty, blobs=str(folder), clock=SystemClock()) as library:
                together.wait()
                library.cluster_jobs().put("extract", {})
        except Exception as error:  # noqa: BLE001 (told below)
            faults.append(error)

    threads = [threading.Thread(target=begin) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    postgres.drop_database(empty)
    assert faults == []


def _make_library(url: str) -> None:
    open_library(url, blobs="unused", clock=SetClock(NOON)).close()
