"""A harvest: the given pages, then the pages they link to, layer by layer, each visit kept in one transaction.

A layer is finished before the next begins, and its visits have a fixed order. So which pages a limited harvest visits does
not depend on which server answered first, and a harvest that was killed and resumed ends where an undisturbed one ends.
Within a layer several hosts are visited side by side, the pages of a host one after the other.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator
from datetime import timedelta

from harvestman.crawl.rendering import Renderer
from harvestman.crawl.visiting import Visitor, in_thread
from harvestman.engine import Engine
from harvestman.fetch import Fetcher
from harvestman.model import Clock, Harvest, HarvestmanError, HarvestRequest, Visit, VisitOutcome
from harvestman.store import Library
from harvestman.text import host_of

Watcher = Callable[[VisitOutcome, int], None]
"""Called after each visit is kept, with how many of its layer are still open: progress bars, tests."""


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
    watcher: Watcher | None = None,
) -> Harvest:
    """Carry the request out, or go on with it where an earlier run was stopped."""
    under_way = await in_thread(library.harvests.begin, request)
    fresh_since = min(under_way.started, clock.now() - timedelta(seconds=fresh_for_s))
    visitor = Visitor(library, fetcher, engine, clock, fresh_since, reread, renderer)
    for depth in range(request.depth + 1):
        visits = await in_thread(library.harvests.layer, under_way, depth)
        try:
            await _visit_layer(visits, visitor, under_way, watcher)
        except* HarvestmanError as errors:
            raise _first(errors) from None
    await in_thread(library.harvests.finish, under_way)
    return under_way


async def _visit_layer(
    visits: list[Visit], visitor: Visitor, under_way: Harvest, watcher: Watcher | None
) -> None:
    options = visitor.fetcher.options
    open_visits = len(visits)
    # So many hosts at once, not merely so many requests: a page is in memory until it is kept.
    host_turns = asyncio.Semaphore(options.concurrency)
    writing = asyncio.Lock()  # the store has one writer; threads queueing for it would help nobody

    async def visit_host(turns: Iterator[Visit]) -> None:
        nonlocal open_visits
        async with host_turns:
            for visit in turns:
                outcome = await visitor.visit(visit)
                async with writing:
                    await in_thread(visitor.library.harvests.keep, under_way, outcome)
                open_visits -= 1
                if watcher:
                    watcher(outcome, open_visits)

    async with asyncio.TaskGroup() as group:
        for turns in _by_host(visits).values():
            shared = iter(
                turns
            )  # several tasks of one host take their next visit from the same queue
            for _ in range(min(options.per_host, len(turns))):
                group.create_task(visit_host(shared))


def _by_host(visits: Iterable[Visit]) -> dict[str, list[Visit]]:
    hosts: dict[str, list[Visit]] = {}
    for visit in visits:
        hosts.setdefault(host_of(visit.url), []).append(visit)
    return hosts


def _first(errors: BaseExceptionGroup[HarvestmanError]) -> HarvestmanError:
    first = errors.exceptions[0]
    return _first(first) if isinstance(first, BaseExceptionGroup) else first
