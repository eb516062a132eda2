"""Whether processes that write to one PostgreSQL wait for each other: `python bench/writers.py [PAGES] [--processes 1,2,4]`.

Each process keeps harvested pages with papers, of sites of its own, in one harvest that they all share: the hot path of a crawl on many
machines. Pages as in `store_keep.py`: 30 links, 600 words, one paper of 9 claims. Printed are pages a second of all processes
together, and the ratio against one process. It cannot exceed the number of cores; what it lacks below that is waiting, which
the share of time that the database's sessions spent waiting for locks shows apart from the machine.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import random
import sys
import tempfile
import threading
import time
from collections import Counter
from multiprocessing.synchronize import Barrier, Event
from pathlib import Path

import psycopg

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from harvestman.model import HarvestRequest, SystemClock, Visit  # noqa: E402
from harvestman.store import Ended, new_owner, open_library  # noqa: E402
from servers.postgres import running_postgres  # noqa: E402
from store_keep import LETTERS, made_up_outcome  # noqa: E402

_SITES = 8  # of each process
_GROUP = 4  # visits that end together, as in a crawl
_WAITING = """
    SELECT count(*) FILTER (WHERE wait_event_type = 'Lock'), count(*) FROM pg_stat_activity
    WHERE application_name = 'harvestman' AND state <> 'idle'
"""


def site_of(process: int, number: int) -> str:
    """A site that one process alone visits."""
    return f"p{process}s{number % _SITES}.example"


def seeds_of(process: int, pages: int) -> list[str]:
    """The pages that one process visits."""
    return [f"http://{site_of(process, n)}/{n}" for n in range(pages)]


def write(url: str, folder: str, process: int, pages: int, ready: Barrier) -> None:
    """Keep so many pages, all made up before the start."""
    rng = random.Random(process)
    words = ["".join(rng.choices(LETTERS, k=rng.randrange(3, 10))) for _ in range(5000)]
    with open_library(url, blobs=folder, clock=SystemClock()) as library:
        (harvest,) = library.harvests.recent(1)
        holder = new_owner()
        leases = {
            site: library.leases.acquire(site, holder, length_s=600)
            for site in {site_of(process, number) for number in range(pages)}
        }
        ended = []
        for number, address in enumerate(seeds_of(process, pages)):
            visit, site = Visit(address, 0, -1, number), site_of(process, number)
            paper = 1_000_000 * process + number
            outcome = made_up_outcome(visit, paper, rng, words, site=site)
            ended.append(Ended(outcome, leases[site]))
        ready.wait()
        for start in range(0, pages, _GROUP):
            kept = library.harvests.keep_all(harvest, ended[start : start + _GROUP])
            assert all(one.is_kept for one in kept)
        ready.wait()


def watch_locks(url: str, stop: Event, seen: Counter[str]) -> None:
    """Look again and again at how many sessions wait for a lock."""
    with psycopg.connect(url, autocommit=True, application_name="bench") as connection:
        while not stop.is_set():
            row = connection.execute(_WAITING).fetchone()
            assert row is not None
            seen["waiting"] += row[0]
            seen["busy"] += row[1]
            time.sleep(0.01)


def measure(url: str, folder: str, processes: int, pages: int) -> tuple[float, float]:
    """Pages a second of all processes together, and the share of the sessions' time that went into waiting for locks."""
    context = multiprocessing.get_context("spawn")
    with open_library(url, blobs=folder, clock=SystemClock()) as library:
        seeds = [seed for process in range(processes) for seed in seeds_of(process, pages)]
        harvest = library.harvests.begin(HarvestRequest(tuple(seeds), 1, 100 * len(seeds)))
        library.harvests.stage(harvest, 0)
    ready = context.Barrier(processes + 1)
    writers = [
        context.Process(target=write, args=(url, folder, process, pages, ready))
        for process in range(processes)
    ]
    for writer in writers:
        writer.start()
    stop, seen = context.Event(), Counter[str]()
    watching = threading.Thread(target=watch_locks, args=(url, stop, seen))
    ready.wait()
    start = time.perf_counter()
    watching.start()
    ready.wait()
    wall = time.perf_counter() - start
    stop.set()
    watching.join()
    for writer in writers:
        writer.join()
    return processes * pages / wall, seen["waiting"] / max(1, seen["busy"])


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pages", nargs="?", type=int, default=200, help="for each process")
    parser.add_argument("--processes", default="1,2,4")
    given = parser.parse_args()
    print(f"{os.cpu_count()} cores, {given.pages} pages for each process")
    first = 0.0
    with running_postgres() as server, tempfile.TemporaryDirectory() as folder:
        for processes in map(int, given.processes.split(",")):
            url = server.new_database()
            speed, waiting = measure(url, folder, processes, given.pages)
            first = first or speed
            print(
                f"{processes} processes: {speed:.0f} pages/s, {speed / first:.2f} × one; "
                f"{100 * waiting:.0f} % of the sessions' time waiting for locks"
            )


if __name__ == "__main__":
    main()
