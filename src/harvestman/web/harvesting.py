"""A harvest as a job of the service: the same crawl as `harvestman harvest`, with the same settings, guard and politeness.

A job that is stopped, or dies with its server, leaves an unfinished harvest behind; taken up again it goes on where it was. So a
server that is asked to stop puts its harvest down at once.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from dataclasses import asdict, dataclass, field
from typing import TypeVar

from harvestman.dedup import AFTER_A_HARVEST, find_merges
from harvestman.fetch import Fetcher
from harvestman.model import Harvest, HarvestRequest, JobRecord, Order, Plain, VisitOutcome
from harvestman.store import HarvestCounts
from harvestman.web.front.errors import Refused
from harvestman.web.service import Service

HARVEST = "harvest"
"""The kind of job that harvests."""

_TELL_EVERY_S = 0.25  # progress is kept and told no more often

Note = Callable[[Plain], Awaitable[None]]
T = TypeVar("T")


def task_of(request: HarvestRequest) -> Plain:
    """What is kept of a request in its job: all of it, with the pages as `urls`."""
    plain = asdict(request)
    return {"urls": list(plain.pop("seeds"))} | plain | {"domains": list(request.domains)}


def request_of(task: Plain) -> HarvestRequest:
    """What `task_of` kept."""
    said = {name: value for name, value in task.items() if name != "urls"}
    said |= {"order": Order(task["order"]), "domains": tuple(task["domains"])}
    return HarvestRequest(seeds=tuple(task["urls"]), **said)


def fetcher_of(service: Service) -> Fetcher:
    """The fetcher of a service; Refused where clients may not name addresses."""
    if service.fetcher is None or not service.settings.accept_urls:
        remedy = "Harvest with `harvestman harvest`, or set accept_urls = true."
        raise Refused(403, "This service fetches nothing.", remedy=remedy)
    return service.fetcher


class Harvesting:
    """Does the jobs of this kind."""

    def __init__(self, service: Service) -> None:
        self._service = service

    async def __call__(self, job: JobRecord, note: Note, /) -> Plain:
        """Carry one out, or go on with it."""
        service = self._service
        request, library = request_of(job.task), service.library
        under_way = await service.run(library.harvests.begin, request)
        before = await service.run(library.harvests.counts, under_way)
        progress = CrawlProgress.going_on(under_way, before)
        async with progress.told(note):
            await unless_stopping(service, self._harvest(request, progress.add))
        await service.run(find_merges, library, limit=AFTER_A_HARVEST)
        counts = await service.run(library.harvests.counts, under_way)
        return _told(under_way, counts)

    async def _harvest(
        self, request: HarvestRequest, watch: Callable[[VisitOutcome, int], None]
    ) -> None:
        service = self._service
        fetcher = fetcher_of(service)
        async with service.rooms() as rooms, rooms.session(fetcher=fetcher) as session:
            done = await session.harvest(request, watcher=watch)
            await rooms.fetch_files(done, fetcher, holdings=service.holdings)


async def unless_stopping(service: Service, work: Coroutine[None, None, T]) -> T:
    """Do it, but end it when the server is asked to stop; the job is then as one whose server died."""
    working = asyncio.create_task(work, name="crawl")
    leaving = asyncio.create_task(service.stopping.wait(), name="leaving")
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (working, leaving):
            task.cancel()  # nothing to those that are done
        await asyncio.wait({working, leaving})
    return await working


@dataclass(slots=True)
class CrawlProgress:
    """How far a crawl is, told now and then."""

    harvest: str = ""
    """The id of the harvest, where it is known from the start."""
    done: int = 0
    open: int = 0
    papers: int = 0
    failed: int = 0
    last: str = ""
    _has_changed: asyncio.Event = field(default_factory=asyncio.Event)

    @classmethod
    def going_on(cls, under_way: Harvest, before: HarvestCounts) -> CrawlProgress:
        """Of a harvest that may have begun before."""
        failed = sum(n for status, n in before.by_status.items() if not status.is_read)
        return cls(under_way.id, before.done, before.open, before.papers, failed)

    def add(self, outcome: VisitOutcome, still_open: int) -> None:
        """One more page or document."""
        self.done += 1
        self.open = still_open
        self.papers += len(outcome.mentions)
        self.failed += not outcome.status.is_read
        self.last = outcome.visit.url
        self._has_changed.set()

    def to_plain(self) -> Plain:
        """As it is told."""
        told: Plain = {"harvest": self.harvest} if self.harvest else {}
        return told | {
            "done": self.done,
            "open": self.open,
            "papers": self.papers,
            "failed": self.failed,
            "last": self.last or None,
        }

    @asynccontextmanager
    async def told(self, note: Note) -> AsyncIterator[None]:
        """Keep and tell it while the block runs, and once more when it ends."""
        await note(self.to_plain())
        telling = asyncio.create_task(self._tell(note), name="progress")
        try:
            yield
        finally:
            telling.cancel()
            with suppress(asyncio.CancelledError):
                await telling
        await note(self.to_plain())

    async def _tell(self, note: Note) -> None:
        while True:
            await self._has_changed.wait()
            self._has_changed.clear()
            await note(self.to_plain())
            await asyncio.sleep(_TELL_EVERY_S)


def _told(under_way: Harvest, counts: HarvestCounts) -> Plain:
    return {
        "harvest": under_way.id,
        "done": counts.done,
        "beyond_limit": counts.beyond_limit,
        "papers": counts.papers,
        "by_status": {str(status): number for status, number in counts.by_status.items()},
    }
