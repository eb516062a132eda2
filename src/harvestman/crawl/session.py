"""A crawl session: the given pages, then what they lead to, site by site, each visit kept in one transaction.

A session owns the loop, the leases, politeness (its fetcher) and keeping; what a crawl looks for is its policy's
(`policy.py`). Several sites are visited side by side, the pages of a site one after the other. The store says what a site visits
next (`store/crawl/turns.py`), so the order depends on the pages alone: a crawl that was killed and resumed, or that several
processes share, ends where an undisturbed one ends. A site is leased before it is visited.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import TypeVar

from harvestman.crawl.conference import ConferencePolicy
from harvestman.crawl.parts import PageParts
from harvestman.crawl.policy import Policy, PolicyRules
from harvestman.crawl.rendering import Renderer
from harvestman.crawl.settling import settle_events
from harvestman.crawl.visiting import Visitor, in_thread
from harvestman.engine import Guard
from harvestman.fetch import Fetcher
from harvestman.model import (
    Clock,
    Event,
    Harvest,
    HarvestmanError,
    HarvestRequest,
    Lease,
    LeaseLost,
    Visit,
    VisitOutcome,
)
from harvestman.store import Ended, Kept, Library, Rules, Seen, Taken, new_owner
from harvestman.text.collection import rare_collection

T = TypeVar("T")
Watcher = Callable[[VisitOutcome, int], None]
"""Called after each visit is kept, with how many pages wait: progress bars, tests."""

LEASE_S = 60.0
FRESH_FOR_S = 86_400.0
_LOOK_AGAIN_S = 0.2  # for a site that another process has
_COMPANY_S = 0.2  # an ended visit waits so long for others of its site, which goes on when all have ended: fewer commits
_MAX_GROUP = 32  # visits kept in one transaction: what is read of them is in memory until then
# Counting what waits costs as much as a visit's other statements, and more in a large crawl: after so many visits, or a hundredth of all.
_COUNTED_EVERY, _COUNTED_SHARE = 10, 100


@dataclass(frozen=True, slots=True)
class Session:
    """Makes crawls with the rooms it was given: any number, one after the other or side by side."""

    library: Library
    fetcher: Fetcher
    guard: Guard
    clock: Clock
    renderer: Renderer | None = None
    """What shows pages that are empty until their scripts have run; None leaves them `needs-browser`."""
    renders_all: bool = False
    """Whether it shows every page."""
    fresh_for_s: float = FRESH_FOR_S
    """A page that was fetched so short a while ago is not fetched again."""
    lease_s: float = LEASE_S
    talks: bool = False
    """Whether harvests keep keynotes, invited talks and tutorials too, as talks."""

    async def harvest(
        self,
        request: HarvestRequest,
        *,
        fresh_for_s: float | None = None,
        reread: bool = False,
        watcher: Watcher | None = None,
        tells_dates: Callable[[str], bool] | None = None,
        of: Event | None = None,
    ) -> Harvest:
        """Harvest papers from the pages of a request, or go on where an earlier run was stopped.

        Of addresses that `tells_dates` names, the event's dates are read as well. `of` is the event whose papers they are, where
        the caller knows.
        """

        def settle(under_way: Harvest) -> None:
            settle_events(self.library, under_way, clock=self.clock, of=of, anew=reread)

        policy = ConferencePolicy.of(
            request,
            guard=self.guard,
            clock=self.clock,
            tells_dates=tells_dates,
            talks=self.talks,
        )
        return await self.crawl(
            request,
            policy,
            fresh_for_s=fresh_for_s,
            reread=reread,
            watcher=watcher,
            ending=settle,
            reads_parts=True,
        )

    async def crawl(
        self,
        request: HarvestRequest,
        policy: Policy,
        *,
        fresh_for_s: float | None = None,
        reread: bool = False,
        max_bytes: int | None = None,
        watcher: Watcher | None = None,
        ending: Callable[[Harvest], None] | None = None,
        reads_parts: bool = False,
    ) -> Harvest:
        """Crawl by a policy, or go on with that crawl where an earlier run was stopped.

        `ending` is called when all is visited, before the crawl counts as ended: if it is killed there, it is called again. With `reread`, pages that have not changed are read again too: after a new reader, or with more memory. `max_bytes` is the
        largest body that is fetched, for policies that look for more than pages. With `reads_parts`, pages that show too little are read
        together with the scripts and data that they are drawn with (`parts.py`).
        """
        under_way = await in_thread(
            self.library.harvests.begin, replace(request, policy=policy.name)
        )
        fresh_for = timedelta(seconds=self.fresh_for_s if fresh_for_s is None else fresh_for_s)
        visitor = Visitor(
            policy,
            self.library,
            self.fetcher,
            PageParts(self.fetcher) if reads_parts else None,
            min(under_way.started, self.clock.now() - fresh_for),
            reread=reread,
            renderer=self.renderer,
            renders_all=self.renders_all,
            uses_sitemaps=request.sitemaps and request.depth >= 2,
            max_bytes=max_bytes,
        )
        rules = PolicyRules.of(policy, request)
        run = _Run(under_way, visitor, rules, self.lease_s, watcher)
        with rare_collection():
            try:
                await run.all_stages()
            except* HarvestmanError as errors:
                raise _first(errors) from None
            if ending is not None:
                await in_thread(ending, under_way)
            await in_thread(self.library.harvests.finish, under_way)
        return under_way


@dataclass(slots=True)
class _Run:
    """What one process does for a harvest."""

    under_way: Harvest
    visitor: Visitor
    rules: Rules
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
    count_at: int = 1
    """The visit with which those that wait are counted anew."""

    async def all_stages(self) -> None:
        """Visit until nothing is left to be visited."""
        async with self.leases_renewed():
            number = 0
            while (sites := await self._sites_left(number)) is not None:
                await self.stage(number, sites)
                number += 1

    async def stage(self, number: int, sites: list[str]) -> None:
        """Visit until all sites have done their part of the stage, whoever does it."""
        left: list[str] | None = sites
        while left:
            before = self.visited
            # So many sites at once, not merely so many requests: a page is in memory until it is kept.
            places = asyncio.Semaphore(self.visitor.fetcher.options.concurrency)
            async with asyncio.TaskGroup() as group:
                for site in left:
                    group.create_task(self._visit_site(number, site, places))
            left = await self._sites_left(number)
            if left and self.visited == before:
                # Real time, whatever the clock of this run: it is another process that is waited for.
                await asyncio.sleep(_LOOK_AGAIN_S)

    async def _sites_left(self, number: int) -> list[str] | None:
        harvests = self.visitor.library.harvests
        return await in_thread(harvests.stage, self.under_way, number, rules=self.rules)

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
            taken = await in_thread(
                harvests.take,
                self.under_way,
                stage,
                lease.name,
                most=most,
                lease=lease,
                rules=self.rules,
            )
        while taken.visits:
            taken = await self._visit_all(taken.visits, lease)

    async def _visit_all(self, visits: Sequence[Visit], lease: Lease) -> Taken:
        """Make visits side by side and keep them; what comes next, nothing when the lease was lost meanwhile."""
        following = Taken()
        async with asyncio.TaskGroup() as group:
            with self.visitor.library.leases.fenced(lease):
                under_way = [group.create_task(self._visit(visit)) for visit in visits]
            while under_way:
                results = [task.result() for task in await _some_of(under_way)]
                under_way = [task for task in under_way if not task.done()]
                ended = [outcome for outcome in results if outcome is not None]
                if len(ended) < len(results):
                    continue  # the site is somebody else's by now, who visits these pages again
                # With the last of them the store is asked what comes next, in the same transaction.
                most = 0 if under_way else self.visitor.fetcher.options.per_host
                kept = await self._keep(
                    [
                        *(Ended(outcome, lease) for outcome in ended[:-1]),
                        Ended(ended[-1], lease, take_next=most),
                    ]
                )
                if all(one.is_kept for one in kept):
                    following = kept[-1].next or following
                    await self._tell(ended)
        return following

    async def _visit(self, visit: Visit) -> VisitOutcome | None:
        """Make a visit; None when the site's lease was lost before all that it wrote was written."""
        try:
            return await self.visitor.visit(visit)
        except LeaseLost as lost:
            if lost.kind != "site":
                raise
            return None

    async def _tell(self, ended: Sequence[VisitOutcome]) -> None:
        """Let the watcher know of visits that are kept."""
        for outcome in ended:
            self.visited += 1
            self.waiting = max(0, self.waiting - 1)
            if self.watcher:
                if self.visited >= self.count_at:
                    self.waiting = await in_thread(
                        self.visitor.library.harvests.waiting, self.under_way
                    )
                    share = (self.visited + self.waiting) // _COUNTED_SHARE
                    self.count_at = self.visited + max(_COUNTED_EVERY, share)
                self.watcher(outcome, self.waiting)

    async def _keep(self, ended: Sequence[Ended]) -> list[Kept]:
        """Keep visits, together with all others that have ended while the store was busy with those before."""
        blobs = self.visitor.library.blobs
        bodies = [one.outcome.body for one in ended if one.outcome.body is not None]
        if first := [body for body in bodies if not blobs.goes_with_page(body)]:
            await in_thread(blobs.put_all, first)
        keeping = [_Keeping(one) for one in ended]
        self.ended += keeping
        async with self.writing:
            while keeping[-1].kept is None:
                group, self.ended = self.ended[:_MAX_GROUP], self.ended[_MAX_GROUP:]
                done = await in_thread(
                    self.visitor.library.harvests.keep_all,
                    self.under_way,
                    [one.ended for one in group],
                    rules=self.rules,
                    seen=self.seen,
                )
                for one, kept in zip(group, done, strict=True):
                    one.kept = kept
        return [one.kept for one in keeping if one.kept is not None]


async def _some_of(under_way: Collection[asyncio.Task[T]]) -> list[asyncio.Task[T]]:
    """The first of them to end, with those that end at nearly the same time: keeping them together is cheaper."""
    _, others = await asyncio.wait(under_way, return_when=asyncio.FIRST_COMPLETED)
    if others:
        await asyncio.wait(others, timeout=_COMPANY_S)
    return [task for task in under_way if task.done()]


@dataclass(slots=True)
class _Keeping:
    ended: Ended
    kept: Kept | None = None


def _first(errors: BaseExceptionGroup[HarvestmanError]) -> HarvestmanError:
    first = errors.exceptions[0]
    return _first(first) if isinstance(first, BaseExceptionGroup) else first
