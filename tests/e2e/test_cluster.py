"""Workers on one queue, killed, stopped and cut off: nothing is lost, nothing is done twice, no host is served by two at once.

They are processes of this machine, each with what it shares with the others (PostgreSQL, the bucket) on a wire of its own where a test
cuts it off. Leases last two seconds, so that nobody waits long for the dead.
"""

from __future__ import annotations

import random
import subprocess
from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path

import pytest
import sqlalchemy as sa

from commands import COMMAND
from e2e.cluster import Cluster, cluster, until
from harvestman.model import JobRecord, SetClock, SystemClock
from harvestman.store import open_library
from servers.namespace import namespace
from servers.postgres import PostgresServer
from servers.s3 import S3Server
from servers.wire import CutWire
from world import World

MANY = 12
EXTRACT = ("--kinds", "extract")


class RealTime(SetClock):
    """The clock of a world in which time passes."""

    def now(self) -> datetime:
        return SystemClock().now()


def text(number: int) -> str:
    """A document that no other resembles."""
    rng = random.Random(number)
    letters = "abcdefghijklmnopqrstuvwxyz"
    words = ["".join(rng.choices(letters, k=rng.randint(3, 9))) for _ in range(300)]
    return f"On {words[0]} and {words[1]}\n\n" + " ".join(words)


@pytest.fixture
def bucket(s3_server: S3Server, monkeypatch: pytest.MonkeyPatch) -> str:
    """Where blobs are put; the server is named in the environment."""
    for name, value in s3_server.environment.items():
        monkeypatch.setenv(name, value)
    return f"s3://{s3_server.new_bucket()}/blobs"


@pytest.fixture
def machines(postgres: PostgresServer, bucket: str, tmp_path: Path) -> Iterator[Cluster]:
    """A cluster with leases of two seconds."""
    db = postgres.new_database()
    with cluster(tmp_path, db, bucket) as made:
        yield made
    postgres.drop_database(db)


def state(machines: Cluster, job: JobRecord) -> str:
    """How a job stands."""
    return machines.library.jobs.some([job.id])[0].state


def read_once_each(machines: Cluster, number: int) -> None:
    """Every document was read, readers of the change log saw that once, and the library is sound."""
    library = machines.library
    assert library.documents.count() == number
    assert all(one.status is not None for one in library.documents.newest(limit=number))
    changes = [one for one in library.changes(limit=10_000).changes if one.thing == "document"]
    assert len(changes) == 2 * number, "one arrival and one reading of each"
    assert library.check() == []
    with library.database.read() as connection:
        left = sa.text("SELECT count(*) FROM procrastinate_jobs WHERE queue_name = 'extract'")
        assert connection.scalar(left) == 0


def test_killed_with_9_again_and_again_workers_do_every_job_once(machines: Cluster) -> None:
    for number in range(MANY):
        machines.send(text(number))
    workers = [machines.worker(*EXTRACT) for _ in range(2)]
    for done in (1, 4, 7):
        until(lambda least=done: machines.states().count("done") >= least)  # type: ignore[misc]
        workers.pop(0).kill()  # wherever it is: taking, reading, keeping, ending
        workers.append(machines.worker(*EXTRACT))
    until(machines.are_done, what="the end")
    read_once_each(machines, MANY)
    for worker in workers:
        worker.wait_until_ready()  # the last one may have begun when all was done
    assert [worker.stop() for worker in workers] == [0, 0]


def test_one_that_stood_still_for_longer_than_its_lease_writes_nothing_after_it(
    machines: Cluster, s3_server: S3Server
) -> None:
    with CutWire.to_http(s3_server.endpoint) as (wire, endpoint):
        first = machines.worker(*EXTRACT, environ={"AWS_ENDPOINT_URL": endpoint})
        first.wait_until_ready()
        wire.cut()
        job = machines.send(text(1))
        until(lambda: state(machines, job) == "running")  # it waits for the bytes
        first.pause()
        second = machines.worker(*EXTRACT)
        until(machines.are_done, what="the job of the one that stands still")
        ended = machines.library.jobs.some([job.id])[0].ended
        wire.mend()
        assert second.stop() == 0
        first.go_on()  # it has the bytes now, and would read them and keep what it read
        machines.send(text(2))  # it lives, and does what comes next
        until(machines.are_done, what="the next job")
        assert first.stop() == 0
    assert machines.library.jobs.some([job.id])[0].ended == ended
    read_once_each(machines, 2)


def test_one_that_is_cut_off_from_the_library_loses_its_job_and_comes_back(
    machines: Cluster, postgres: PostgresServer
) -> None:
    with CutWire.to_postgres(postgres.folder, machines.place.db) as (wire, db):
        away = machines.worker(*EXTRACT, environ={"HARVESTMAN_DB": db})
        away.wait_until_ready()
        wire.cut()
        machines.send(text(0))
        near = machines.worker(*EXTRACT)
        until(machines.are_done, what="what the other one can do")
        assert near.stop() == 0
        wire.mend()
        machines.send(text(1))
        until(machines.are_done, what="the return of the one that was cut off")
        wire.hang_up()
        machines.send(text(2))
        until(machines.are_done, what="the return of the one whose connections were closed")
        assert away.stop() == 0
    read_once_each(machines, 3)


def test_one_in_a_network_of_its_own_whose_cable_is_pulled_loses_its_job_and_comes_back(
    machines: Cluster, postgres: PostgresServer, tmp_path: Path
) -> None:
    with namespace() as beside:
        if beside is None:
            pytest.skip("this process may not make network namespaces")
        blobs = str(
            tmp_path / "blobs"
        )  # a folder that both have: the cable is that of the database
        near = machines.place.environ | {"HARVESTMAN_BLOBS": blobs}
        with (
            CutWire.to_postgres_by_tcp(postgres.folder, machines.place.db, beside.ours) as (_, db),
            open_library(db, blobs=blobs, clock=SystemClock(), lease_s=2) as library,
        ):
            machines.library = library
            away = subprocess.Popen(
                beside.command(*COMMAND, "worker", *EXTRACT, "--workers", "1"),
                env=near | {"HARVESTMAN_DB": db},
                cwd=tmp_path,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
            try:
                assert away.stdout is not None
                assert away.stdout.readline().startswith(b"Working on")
                machines.send(text(0))
                until(machines.are_done, what="the first job")
                beside.pull()
                machines.send(text(1))
                helper = machines.worker(*EXTRACT, environ={"HARVESTMAN_BLOBS": blobs})
                until(machines.are_done, what="what the other one can do")
                assert helper.stop() == 0
                beside.plug()
                machines.send(text(2))
                until(machines.are_done, what="the return of the one that was cut off")
                away.terminate()
                assert away.wait(60) == 0
            finally:
                if away.poll() is None:
                    away.kill()
                away.stdout.close() if away.stdout else None
            read_once_each(machines, 3)


def test_the_database_may_be_restarted_under_workers(
    machines: Cluster, postgres: PostgresServer
) -> None:
    worker = machines.worker(*EXTRACT)
    for number in range(6):
        machines.send(text(number))
    until(lambda: machines.states().count("done") >= 1)
    postgres.restart()
    until(machines.are_done, what="the rest")
    machines.send(text(6))
    until(machines.are_done, what="what was sent after the restart")
    read_once_each(machines, 7)
    assert worker.stop() == 0


def test_while_the_bucket_fails_jobs_are_put_off_and_done_afterwards(
    machines: Cluster, s3_server: S3Server
) -> None:
    with CutWire.to_http(s3_server.endpoint) as (wire, endpoint):
        wire.refuse()
        worker = machines.worker(*EXTRACT, environ={"AWS_ENDPOINT_URL": endpoint})
        job = machines.send(text(0))

        def is_put_off() -> bool:
            found = machines.library.jobs.some([job.id])[0]
            return found.faults > 0 and found.state == "queued"

        until(is_put_off, what="waiting for the bucket")
        wire.mend()
        until(machines.are_done, what="the end")
        assert worker.stop() == 0
    read_once_each(machines, 1)


def test_workers_with_clocks_apart_keep_what_they_hold(machines: Cluster) -> None:
    for number in range(6):
        machines.send(text(number))
    slow = machines.worker(*EXTRACT, environ={"HARVESTMAN_TEST_CLOCK": "-30"})
    fast = machines.worker(*EXTRACT, environ={"HARVESTMAN_TEST_CLOCK": "30"})
    until(machines.are_done, what="the end")
    read_once_each(machines, 6)
    assert (slow.stop(), fast.stop()) == (0, 0)
    for job in machines.library.jobs.newest():
        assert job.started is not None
        assert abs(job.started - job.created) < timedelta(seconds=25)


def test_a_host_is_visited_by_one_worker_at_a_time_with_its_pauses(
    postgres: PostgresServer, bucket: str, tmp_path: Path
) -> None:
    delay_s = 0.25
    db = postgres.new_database()
    with (
        World(clock=RealTime(SystemClock().now())) as world,
        cluster(tmp_path, db, bucket, DELAY=f"{delay_s}s") as machines,
    ):
        workers = [machines.worker("--kinds", "harvest") for _ in range(3)]
        jobs = machines.library.cluster_jobs()
        for path in ("/", "/programme.html", "/accepted.html"):
            task = {"urls": [world.url("icsw2024", path)], "depth": 1, "limit": 4, "site_limit": 4}
            more = {"order": "best", "domains": [], "other_sites": False, "sitemaps": False}
            jobs.put("harvest", task | more)
        until(lambda: "running" in machines.states(), what="the first harvest")
        workers[0].kill()
        until(machines.are_done, what="the end")
        times = [entry.time for entry in world.log("icsw2024")]
        pages = [entry.target for entry in world.log("icsw2024") if entry.status == 200]
    postgres.drop_database(db)
    assert len(pages) >= 6
    gaps = [(after - before).total_seconds() for before, after in pairwise(times)]
    # A tenth less: what is measured is when requests arrive, not when they were sent.
    assert min(gaps) >= 0.9 * delay_s, gaps
