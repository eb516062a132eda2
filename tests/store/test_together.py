"""Many at once, and some of them killed: nothing is lost, doubled or half-done."""

from __future__ import annotations

import os
import random
import signal
import threading
import traceback
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from harvestman.model import HarvestRequest, SetClock, Visit, VisitOutcome
from harvestman.store import ChangeKind, Library, PaperQuery, end_state, open_library, random_id
from harvestman.store.papers.linking import PapersSaid
from harvestman.store.papers.linking import keep_mentions as link
from store.sample import (
    NOON,
    SITE,
    CrawlRules,
    Opener,
    Place,
    crawl,
    keep_mentions,
    keep_visit,
    mention,
    open_visits,
    outcome,
)

WIDTH = 6
REQUEST = HarvestRequest((f"{SITE}0", f"{SITE}1"), 2, 40)


def little_web(visit: Visit) -> VisitOutcome:
    """What is found at an address, always the same: links to others, and papers that other pages name too."""
    rng = random.Random(visit.url)
    follow = [f"{SITE}{rng.randrange(60)}" for _ in range(WIDTH)]
    papers = [
        mention(
            f"Paper {number}",
            subject=f"p{number}",
            keys=[f"doi:{number}", f"title:{number % 10}-{rng.randrange(3)}"],
            source=visit.url,
            year=2000 + number,
        )
        for number in rng.sample(range(30), 2)
    ]
    digest = f"{rng.getrandbits(256):064x}"
    text = f"page {visit.url} of the little web"
    return outcome(visit, follow=follow, mentions=papers, digest=digest, text=text)


def test_fifty_readers_while_one_writes(opened: Opener) -> None:
    writer = opened()
    keep_mentions(writer, SITE, mention("Paper 0", keys=["k"]))
    is_written = threading.Event()

    def read(_: int) -> int:
        reader = opened(writable=False)
        rounds = 0
        while True:
            is_last = is_written.wait(0.05)  # the writer needs some time of the processor too
            papers = list(reader.papers.find(PaperQuery(text="paper")))
            assert len({paper.id for paper in papers}) == len(papers) >= 1
            assert reader.papers.get(papers[0].id) is not None
            rounds += 1
            if is_last:
                return rounds

    with ThreadPoolExecutor(50) as pool:
        readers = [pool.submit(read, number) for number in range(50)]
        try:
            few = HarvestRequest(REQUEST.seeds, 1, 6)  # fifty threads leave the writer little time
            crawl(writer, writer.harvests.begin(few), little_web)
        finally:
            is_written.set()
        assert all(reader.result() >= 1 for reader in readers)


def test_threads_of_one_library_share_it(library: Library) -> None:
    def work(number: int) -> None:
        url = f"{SITE}{number}"
        keep_mentions(library, url, mention("Spiders", keys=["same", f"own {number}"], source=url))

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(work, range(24)))
    (paper,) = library.papers.find()
    assert len({claim.evidence.source for claim in library.papers.claims(paper.id)}) == 24


def test_two_processes_with_different_harvests_neither_deadlock_nor_double(
    place: Place, folder: Path
) -> None:
    requests = [HarvestRequest((f"{SITE}{seed}",), 2, 25) for seed in (3, 4)]
    run_at_once([partial(harvest, place, request) for request in requests])
    with open_library(str(folder / "alone.db"), clock=SetClock(NOON)) as alone:
        for request in requests:
            crawl(alone, alone.harvests.begin(request), little_web)
        with open_library(place.db, blobs=place.blobs, clock=SetClock(NOON)) as library:
            assert library.papers.count() > 10
            assert end_state(library)["papers"] == end_state(alone)["papers"]
            assert end_state(library)["harvests"] == end_state(alone)["harvests"]


def test_two_processes_with_the_same_harvest_do_it_once(place: Place, folder: Path) -> None:
    run_at_once([partial(harvest, place, REQUEST)] * 2)
    with open_library(str(folder / "alone.db"), clock=SetClock(NOON)) as alone:
        crawl(alone, alone.harvests.begin(REQUEST), little_web)
        with open_library(place.db, blobs=place.blobs, clock=SetClock(NOON)) as library:
            assert end_state(library)["papers"] == end_state(alone)["papers"]
            kept = library.harvests.recent()[-1]
            assert library.harvests.counts(kept).done == 40


def test_killed_at_any_moment_a_harvest_ends_where_an_undisturbed_one_does(
    place: Place, folder: Path
) -> None:
    rng = random.Random(7)
    kept: list[bytes] = []
    for _ in range(200):
        before = len(kept)
        # A byte arrives before and after each keep; the kill falls somewhere behind one of them.
        if run_and_kill(lambda tell: harvest(place, REQUEST, tell), rng.randrange(1, 12), kept):
            break
        with open_library(place.db, blobs=place.blobs, clock=SetClock(NOON)) as library:
            done = library.harvests.counts(library.harvests.recent()[0]).done
            # All that was told to be kept is kept.
            assert done >= kept[before:].count(b"k")
            if all(one["is_finished"] for one in end_state(library)["harvests"]):
                break  # the last kill came too late; to begin once more would be another harvest
    else:
        raise AssertionError("the harvest makes no progress")
    with (
        open_library(str(folder / "alone.db"), clock=SetClock(NOON)) as alone,
        open_library(place.db, blobs=place.blobs, clock=SetClock(NOON)) as library,
    ):
        crawl(alone, alone.harvests.begin(REQUEST), little_web)
        assert end_state(library) == end_state(alone)
        assert [line for line in library.check() if "bytes" not in line] == []
        # Only the visits that were under way when the process died were made again.
        assert kept.count(b"k") <= 40


def harvest(place: Place, request: HarvestRequest, tell: Callable[[bytes], object] = len) -> None:
    """What a process does that harvests; tells when it is about to keep a page and when it has."""

    def web(visit: Visit) -> VisitOutcome:
        tell(b"v")
        return little_web(visit)

    with open_library(place.db, blobs=place.blobs, clock=SetClock(NOON)) as library:
        under_way = library.harvests.begin(request)
        for depth in range(request.depth + 1):
            for visit in open_visits(library, under_way, depth, rules=CrawlRules.of(request)):
                keep_visit(library, under_way, web(visit))
                tell(b"k")
        library.harvests.finish(under_way)


def run_at_once(jobs: list[Callable[[], None]]) -> None:
    """Run each job in a process of its own and wait for all."""
    children = [start(job) for job in jobs]
    assert [os.waitpid(child, 0)[1] for child in children] == [0] * len(jobs)


def run_and_kill(
    job: Callable[[Callable[[bytes], object]], None], after: int, told: list[bytes]
) -> bool:
    """Run a job in a process that is killed when it has told so many bytes; whether it ended before."""
    reading, writing = os.pipe()

    def work() -> None:
        os.close(reading)
        job(lambda byte: os.write(writing, byte))

    child = start(work)
    os.close(writing)
    for _ in range(after):
        byte = os.read(reading, 1)
        if not byte:
            break
        told.append(byte)
    os.kill(child, signal.SIGKILL)
    while byte := os.read(reading, 1):
        told.append(byte)
    os.close(reading)
    _, status = os.waitpid(child, 0)
    if os.WIFEXITED(status):
        assert os.WEXITSTATUS(status) == 0
        return True
    return False


def start(job: Callable[[], None]) -> int:
    """Fork a process that does a job; its id."""
    child = os.fork()
    if child:
        return child
    status = 1
    try:
        job()
        status = 0
    except BaseException:  # noqa: BLE001 (shown)
        traceback.print_exc()
    finally:
        os._exit(status)


def test_four_that_keep_overlapping_pages_end_where_one_does(place: Place, folder: Path) -> None:
    """Each page several times and in another order in each process; papers meet, merge and lose mentions all the time."""
    pages = [(f"{SITE}{page}", round_) for page in range(24) for round_ in range(2)]

    def write(db: str, blobs: str, seed: int) -> None:
        order = sorted(pages, key=lambda one: (one[1], random.Random(f"{seed} {one}").random()))
        with open_library(db, blobs=blobs, clock=SetClock(NOON)) as library:
            for start in range(0, len(order), 3):
                keep_overlapping(library, order[start : start + 3])

    run_at_once([partial(write, place.db, place.blobs, seed) for seed in range(4)])
    with (
        open_library(str(folder / "alone.db"), clock=SetClock(NOON)) as alone,
        open_library(place.db, blobs=place.blobs, clock=SetClock(NOON)) as library,
    ):
        # Whatever the last word on a page was there, it is repeated here and there: then both must agree.
        for one in pages[1::2]:
            keep_overlapping(alone, [one])
            keep_overlapping(library, [one])
        assert 3 < alone.papers.count() < 24 * 3
        assert end_state(library)["papers"] == end_state(alone)["papers"]
        assert [line for line in library.check() if "bytes" not in line] == []
        ends = [one.kind for one in library.changes(limit=100_000).changes]
        born, gone = ends.count(ChangeKind.NEW), len(ends) - ends.count(ChangeKind.NEW)
        assert born - (gone - ends.count(ChangeKind.CHANGED)) == library.papers.count()


def keep_overlapping(library: Library, pages: list[tuple[str, int]]) -> None:
    """Keep what pages say in that round: papers that share keys with those of other pages."""
    said = []
    for url, round_ in pages:
        rng = random.Random(f"{url} {round_}")
        told = [
            mention(
                f"Paper {number}",
                subject=f"p{number}",
                keys=[f"doi:{number}", f"title:{number // 2 * 7 % 40}"],
                source=url,
                year=2000 + number % 20,
            )
            for number in rng.sample(range(60), 4)
        ]
        said.append(PapersSaid(url, told))
    with library.database.write() as connection:
        link(library.database, connection, said, now=NOON, new_id=random_id)
