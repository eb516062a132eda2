"""What workers on one queue do: `python bench/cluster.py [--documents 60] [--workers 1,2,4] [--lease 10]`.

With real PostgreSQL, a folder of blobs and `harvestman worker` processes: documents a second (PDF files of the sample world's kind, each with words
of its own, read in one guarded process a worker) and host turns a second (a site of the sample world is leased, three of its pages are fetched, read and
kept, the lease is given back), for 1, 2 and 4 workers; the overhead of a job in the Queue, with turns by Procrastinate and by the library's own
table; and the time until the job of a worker that was killed with -9 is done by another, on the same machine and elsewhere. With as many workers as
cores nothing is gained by more: so processor seconds are printed beside, of the workers and of PostgreSQL.
"""

from __future__ import annotations

import argparse
import functools
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from commands import COMMAND, Commands  # noqa: E402
from growth import sizes  # noqa: E402
from harvestman.model import SystemClock  # noqa: E402
from harvestman.store import Library, NewDocument, new_owner, open_library  # noqa: E402
from processor_time import HOW, ControlGroup, environ, used_s  # noqa: E402
from servers.postgres import PostgresServer, running_postgres  # noqa: E402
from world import World  # noqa: E402
from world.folder import SITES  # noqa: E402
from world.pdf import Author, Spec, make_pdf  # noqa: E402

JOBS = 500
PAGES = 3


@functools.cache
def _words() -> list[str]:
    """The words of our own pages."""
    text = " ".join(page.read_text("utf-8") for page in sorted((ROOT / "docs").glob("*.md")))
    return sorted({word for word in text.split() if word.isalpha() and word.islower()})


def document(number: int) -> bytes:
    """A paper of four pages that no other resembles."""
    rng = random.Random(number)
    words = rng.sample(
        _words(), 400
    )  # of a language: what looks like none would be read from pictures

    def prose(length: int) -> str:
        return " ".join(rng.choices(words, k=length)).capitalize() + "."

    return make_pdf(
        Spec(
            title=prose(8).rstrip(".").title(),
            authors=(Author("Ada Lark", "Lark University"), Author("Béla Wren")),
            abstract=prose(120),
            sections=tuple((prose(3).rstrip("."), prose(450)) for _ in range(4)),
        )
    )


@contextmanager
def working(
    db: str, folder: Path, number: int, *words: str, lease_s: float = 60.0
) -> Iterator[tuple[list[subprocess.Popen[bytes]], ControlGroup]]:
    """So many workers that are ready, counted apart."""
    more = {
        "BLOBS": str(folder / "blobs"),
        "QUEUE_BACKEND": "postgres",
        "LEASE": f"{lease_s}s",
        "ENGINE": "local:1",
    }
    started: list[subprocess.Popen[bytes]] = []
    with ControlGroup() as group:
        try:
            for place in range(number):
                own = folder / f"machine-{place}"
                own.mkdir(exist_ok=True)
                settings = Commands(own, db, more).environ
                started.append(
                    group.start(
                        [*COMMAND, "worker", *words],
                        env=environ() | settings,
                        stdout=subprocess.PIPE,
                        stderr=subprocess.DEVNULL,
                        start_new_session=True,
                    )
                )
            for process in started:
                assert process.stdout is not None
                assert process.stdout.readline().startswith(b"Working on")
            yield started, group
        finally:
            for process in started:
                if process.poll() is None:
                    process.send_signal(signal.SIGTERM)
            for process in started:
                process.wait()


def wait_until_done(library: Library) -> None:
    """Until no job waits or runs."""
    while True:
        states = {state for of_kind in library.jobs.counts().values() for state in of_kind}
        if states <= {"done", "failed", "interrupted", "cancelled"}:
            assert states <= {"done"}, library.jobs.counts()
            return
        time.sleep(0.02)


def send(library: Library, data: bytes) -> None:
    """A document that waits, with the job that will read it."""
    digest = library.blobs.put(data)
    jobs = library.cluster_jobs()
    library.documents.add_waiting(
        NewDocument(digest, "a.pdf", "application/pdf", len(data)),
        lambda connection, kept: jobs.put("extract", {"document": kept.id}, connection=connection),
    )


def documents(server: PostgresServer, numbers: Sequence[int], count: int) -> None:
    """Documents a second."""
    files = [document(number) for number in range(count)]
    for number in numbers:
        db = server.new_database()
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            with (
                open_library(db, blobs=str(folder / "blobs"), clock=SystemClock()) as library,
                working(db, folder, number, "--kinds", "extract", "--workers", "1") as (_, group),
            ):
                before, began = group.used_s(), time.monotonic()
                for data in files:
                    send(library, data)
                wait_until_done(library)
                took, used = time.monotonic() - began, group.used_s() - before
                tables = sizes(library)
        server.drop_database(db)
        print(
            f"  {number} workers: {count / took:6.1f} documents a second, {1000 * used / count:6.0f} ms of CPU a document",
            flush=True,
        )
    told = ", ".join(f"{name} {1000 * size / count:.1f}" for name, size in tables.items())
    print(f"  kB a document in the database: {told}")


def host_turns(server: PostgresServer, numbers: Sequence[int]) -> None:
    """Turns at hosts a second."""
    hosts = [f.name for f in sorted(SITES.iterdir()) if f.name.endswith(tuple("0123456789"))][:24]
    for number in numbers:
        db = server.new_database()
        with tempfile.TemporaryDirectory() as name, World() as world:
            folder = Path(name)
            with (
                open_library(db, blobs=str(folder / "blobs"), clock=SystemClock()) as library,
                working(db, folder, number, "--kinds", "harvest") as (_, group),
            ):
                before, began = group.used_s(), time.monotonic()
                for host in hosts:
                    task = {
                        "urls": [world.url(host)],
                        "depth": 1,
                        "limit": PAGES,
                        "site_limit": PAGES,
                        "order": "best",
                        "domains": [],
                        "other_sites": False,
                        "sitemaps": False,
                    }
                    library.cluster_jobs().put("harvest", task)
                wait_until_done(library)
                took, used = time.monotonic() - began, group.used_s() - before
                pages = library.summary().pages
        server.drop_database(db)
        print(
            f"  {number} workers: {len(hosts) / took:6.2f} host turns a second ({pages / took:.1f} pages), {1000 * used / len(hosts):6.0f} ms of CPU a turn",
            flush=True,
        )


def overhead(server: PostgresServer) -> None:
    """What a job costs beside its work, one after the other on one connection."""
    db = server.new_database()
    with (
        tempfile.TemporaryDirectory() as folder,
        open_library(db, blobs=folder, clock=SystemClock()) as library,
    ):
        for name, jobs in (("procrastinate", library.cluster_jobs()), ("table", library.jobs)):
            holder = new_owner()
            began, used = time.monotonic(), used_s()
            for number in range(JOBS):
                jobs.put("bench", {"n": number})
            put = time.monotonic()
            for _ in range(JOBS):
                job = jobs.take("bench", holder=holder)
                assert job is not None
                assert job.lease is not None
                jobs.end(job.lease, "done")
            done = time.monotonic()
            print(
                f"  {name:14} put {1000 * (put - began) / JOBS:5.2f} ms, take and end {1000 * (done - put) / JOBS:5.2f} ms; "
                f"{1000 * (used_s() - used) / JOBS:5.2f} ms of our CPU in all",
                flush=True,
            )
    server.drop_database(db)


def takeover(server: PostgresServer, lease_s: float) -> None:
    """How long the job of a worker that has died takes until another has done it."""
    of_the_dead = [
        sys.executable,
        "-c",
        "from harvestman.store import new_owner; print(new_owner())",
    ]
    dead = subprocess.run(of_the_dead, capture_output=True, text=True, check=True).stdout.strip()
    # Of one that ran on another machine nobody here can tell that it is dead, only that it is silent.
    for where, holder in (("on the same machine", dead), ("on another machine", f"x{dead}")):
        db = server.new_database()
        with tempfile.TemporaryDirectory() as name:
            folder, words = Path(name), ("--kinds", "extract", "--workers", "1")
            blobs = str(folder / "blobs")
            with (
                open_library(db, blobs=blobs, clock=SystemClock(), lease_s=lease_s) as library,
                working(db, folder, 1, *words, lease_s=lease_s) as ((living,), _),
            ):
                living.send_signal(signal.SIGSTOP)  # so that the dead one takes the job
                send(library, document(0))
                assert library.cluster_jobs().take("extract", holder=holder) is not None
                living.send_signal(signal.SIGCONT)
                began = time.monotonic()
                wait_until_done(library)
                took = time.monotonic() - began
        server.drop_database(db)
        print(f"  {where}: done elsewhere after {took:.1f} s, lease {lease_s:.0f} s", flush=True)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--documents", type=int, default=60)
    parser.add_argument("--workers", default="1,2,4")
    parser.add_argument("--lease", type=float, default=10.0)
    given = parser.parse_args()
    numbers = [int(one) for one in given.workers.split(",")]
    print(f"{os.cpu_count()} cores; processor time {HOW}, load {os.getloadavg()[0]:.1f}")
    with running_postgres() as server:
        print("the Queue, a job:")
        overhead(server)
        print("documents:")
        documents(server, numbers, given.documents)
        print("host turns:")
        host_turns(server, numbers)
        print("a worker is killed:")
        takeover(server, given.lease)


if __name__ == "__main__":
    main()
