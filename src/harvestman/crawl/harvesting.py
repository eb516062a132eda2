"""A harvest: the given pages, then what they lead to, site by site, each visit kept in one transaction.

Several sites are visited side by side, the pages of a site one after the other. The store says what a site visits next
(`store/frontier.py`), so the order depends on the pages alone: a harvest that was killed and resumed, or that several
processes share, ends where an undisturbed one ends. A site is leased before it is visited.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import timedelta

from harvestman.crawl.rendering import Renderer
from harvestman.crawl.scope import Scope
from harvestman.crawl.visiting import Visitor, in_thread
from harvestman.engine import Engine
from harvestman.fetch import Fetcher
from harvestman.model import (
    Clock,
    Harvest,
    HarvestmanError,
    HarvestRequest,
    Visit,
    VisitOutcome,
)
from harvestman.store import Ended, Kept, Lease, Library, Seen, Taken, new_owner
from harvestman.text.collection import rare_collection

Watcher = Callable[[VisitOutcome, int], None]
"""Called after each visit is kept, with how many pages wait: progress bars, tests."""

LEASE_S = 60.0
_LOOK_AGAIN_S = 0.2  # for a site that another process has
_MAX_GROUP = 32  # visits kept in one transaction: what is read of them is in memory until then
_COUNTED_EVERY = 10  # visits: counting what waits costs as much as a visit's other statements


async def harvest(
    request: HarvestRequest,
    *,
    library: Library,
    fetcher: Fetcher,
    engine: Engine,
    clock: Clock,
    fresh_for_s: float,
    reread: bool = False,
    renderer: Renderer | None = None,
    lease_s: float = LEASE_S,
    watcher: Watcher | None = None,
) -> Harvest:
    """Carry the request out, or go on with it where an earlier run was stopped."""
    under_way = await in_thread(library.harvests.begin, request)
    fresh_since = min(under_way.started, clock.now() - timedelta(seconds=fresh_for_s))
    # What it said when it began: an older library's harvest goes on as it was asked for then.
    request = under_way.request
    visitor = Visitor(
        library,
        fetcher,
        engine,
        clock,
        fresh_since,
        reread=reread,
        renderer=renderer,
        scope=Scope.of(request),
        uses_sitemaps=request.sitemaps and request.depth >= 2,
    )
    run = _Run(under_way, visitor, lease_s, watcher)
    try:
        with rare_collection():
            await run.all_stages()
    except* HarvestmanError as errors:
        raise _first(errors) from None
    await in_thread(library.harvests.finish, under_way)
    return under_way


@dataclass(slots=True)
class _Run:
    """What one process does for a harvest."""

    under_way: Harvest
    visitor: Visitor
    lease_s: float
    watcher: Watcher | None
    owner: str = field(default_factory=new_owner)
    held: dict[str, Lease] = field(default_factory=dict)
    writing: asyncio.Lock = field(default_factory=asyncio.Lock)
    """The store has one writer; threads queueing for it would help nobody."""
    ended: list[_Keeping] = field(default_factory=list)
    """What waits to be kept."""
    seen: Seen = field(default_factory=Seen)
    visited: int = 0
    waiting: int = 0

    async def all_stages(self) -> None:
        """Visit until nothing is left to be visited."""
        harvests = self.visitor.library.harvests
        async with self.leases_renewed():
            number = 0
            while (sites := await in_thread(harvests.stage, self.under_way, number)) is not None:
                await self.stage(number, sites)
                number += 1

    async def stage(self, number: int, sites: list[str]) -> None:
        """Visit until all sites have done their part of the stage, whoever does it."""
        harvests = self.visitor.library.harvests
        left: list[str] | None = sites
        while left:
            before = self.visited
            # So many sites at once, not merely so many requests: a page is in memory until it is kept.
            places = asyncio.Semaphore(self.visitor.fetcher.options.concurrency)
            async with asyncio.TaskGroup() as group:
                for site in left:
                    group.create_task(self._visit_site(number, site, places))
            left = await in_thread(harvests.stage, self.under_way, number)
            if left and self.visited == before:
                # Real time, whatever the clock of this run: it is another process that is waited for.
                await asyncio.sleep(_LOOK_AGAIN_S)

    @asynccontextmanager
    async def leases_renewed(self) -> AsyncIterator[None]:
        """Keep our leases from running out while a server takes its time, and give them back at the end."""

        async def renew() -> None:
            while True:
                await asyncio.sleep(self.lease_s / 3)
                await in_thread(self.visitor.library.leases.renew, list(self.held.values()))

        renewing = asyncio.create_task(renew())
        try:
            yield
        finally:
            renewing.cancel()
            with suppress(HarvestmanError):  # a lease that cannot be given back runs out by itself
                for lease in list(self.held.values()):  # of visits that were cancelled
                    self.visitor.library.leases.release(lease, pause_s=self._pause_s)

    @property
    def _pause_s(self) -> float:
        return min(self.visitor.fetcher.options.delay_s, self.lease_s)

    async def _visit_site(self, stage: int, site: str, places: asyncio.Semaphore) -> None:
        """Visit a site until it is done with the stage, has to wait for others, or is not ours any more."""
        leases = self.visitor.library.leases
        async with places:
            async with self.writing:
                lease = await in_thread(leases.acquire, site, self.owner, length_s=self.lease_s)
            if lease is None:
                return
            self.held[site] = lease
            await self._take_turns(stage, lease)
            async with self.writing:
                await in_thread(leases.release, lease, pause_s=self._pause_s)
            del self.held[site]

    async def _take_turns(self, stage: int, lease: Lease) -> None:
        harvests = self.visitor.library.harvests
        most = self.visitor.fetcher.options.per_host
        async with self.writing:
            taken = await in_thread(harvests.take, self.under_way, stage, lease.site, most=most)
        while taken.visits:
            under_way = _Batch(len(taken.visits), most)
            async with asyncio.TaskGroup() as group:
                tasks = [
                    group.create_task(self._visit(visit, lease, under_way))
                    for visit in taken.visits
                ]
            if not all(task.result() for task in tasks):
                return
            taken = under_way.following

    async def _visit(self, visit: Visit, lease: Lease, batch: _Batch) -> bool:
        """Make a visit and keep it; False when the lease was lost meanwhile."""
        outcome = await self.visitor.visit(visit)
        batch.left -= 1
        # The last of them to end asks what comes next, in the same transaction.
        ended = Ended(outcome, lease, take_next=0 if batch.left else batch.most)
        kept = await self._keep(ended)
        if not kept.is_kept:
            return False
        batch.following = kept.next or batch.following
        self.visited += 1
        self.waiting = max(0, self.waiting - 1)
        if self.watcher:
            if self.visited % _COUNTED_EVERY == 1:
                self.waiting = await in_thread(
                    self.visitor.library.harvests.waiting, self.under_way
                )
            self.watcher(outcome, self.waiting)
        return True

    async def _keep(self, ended: Ended) -> Kept:
        """Keep a visit, together with all others that have ended while the store was busy with those before."""
        keeping = _Keeping(ended)
        self.ended.append(keeping)
        async with self.writing:
            while keeping.kept is None:
                group, self.ended = self.ended[:_MAX_GROUP], self.ended[_MAX_GROUP:]
                done = await in_thread(
                    self.visitor.library.harvests.keep_all,
                    self.under_way,
                    [one.ended for one in group],
                    seen=self.seen,
                )
                for one, kept in zip(group, done, strict=True):
                    one.kept = kept
        return keeping.kept


@dataclass(slots=True)
class _Batch:
    """The visits of a site that are under way."""

    left: int
    most: int
    following: Taken = field(default_factory=Taken)
    """What comes after them."""


@dataclass(slots=True)
class _Keeping:
    ended: Ended
    kept: Kept | None = None


def _first(errors: BaseExceptionGroup[HarvestmanError]) -> HarvestmanError:
    first = errors.exceptions[0]
    return _first(first) if isinstance(first, BaseExceptionGroup) else first
