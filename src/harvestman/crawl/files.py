"""The files that papers link to: fetched as politely as pages, each held as soon as it is there.

Sites are visited side by side, the files of one site one after the other, and a site is leased before it is visited. A file that
is held, or could not be had a short while ago, is not asked for. Its bytes are kept before it is read, so whoever is killed fetches
nothing twice that had arrived.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from harvestman.crawl.visiting import in_thread
from harvestman.fetch import Fetcher
from harvestman.model import Clock, HarvestmanError, Lease, LeaseLost, Status
from harvestman.store import LINKED, KeptDocument, Library, new_owner
from harvestman.text import site_of

if TYPE_CHECKING:  # reading documents is loaded by those who want files: it takes half a second
    from harvestman.holdings import Holdings

_SITES_AT_ONCE = 4  # each has one file in memory
_LOOK_AGAIN_S = 0.2  # for a site that another process has
_NOT_FILES = frozenset({"", "text/html", "text/plain"})


@dataclass(frozen=True, slots=True)
class FileOutcome:
    """What became of one linked file."""

    url: str
    status: Status
    detail: str = ""
    document: str = ""
    """The id of the document; "" when the file could not be had."""
    papers: tuple[str, ...] = ()
    is_fetched: bool = True
    """Whether a server was asked for it now."""


FileWatcher = Callable[[FileOutcome], None]
"""Called for each file when it is done with."""


@dataclass(frozen=True, slots=True)
class FileFetcher:
    """Fetches and holds linked files with the rooms it was given."""

    library: Library
    fetcher: Fetcher
    holdings: Holdings
    clock: Clock
    max_bytes: int
    fresh_for_s: float
    """A file that could not be had within this time is not asked for again."""
    lease_s: float = 60.0
    owner: str = field(default_factory=new_owner)

    async def fetch(
        self, urls: Collection[str], watcher: FileWatcher | None = None
    ) -> list[FileOutcome]:
        """Fetch and hold these files, those of several sites at once; what became of each, in their order."""
        papers = await in_thread(self.library.linked_files.papers, urls)
        since = self.clock.now() - timedelta(seconds=self.fresh_for_s)
        sites: dict[str, list[str]] = {}
        for url in papers:
            sites.setdefault(site_of(url), []).append(url)
        done: dict[str, FileOutcome] = {}
        places = asyncio.Semaphore(_SITES_AT_ONCE)

        async def visit(site: str) -> None:
            async with places:
                async for outcome in self._of_site(site, sites[site], papers, since):
                    done[outcome.url] = outcome
                    if watcher is not None:
                        watcher(outcome)

        try:
            async with asyncio.TaskGroup() as group:
                for site in sites:
                    group.create_task(visit(site))
        except* HarvestmanError as errors:
            raise errors.exceptions[0] from None
        return [done[url] for url in papers]

    async def _of_site(
        self, site: str, urls: list[str], papers: Mapping[str, tuple[str, ...]], since: datetime
    ) -> AsyncIterator[FileOutcome]:
        """What becomes of the files of one site, one after the other."""
        failed = await in_thread(self.library.linked_files.failed_since, urls, since)
        left = []
        for url in urls:
            document = await in_thread(self.library.documents.at, url)
            if document is not None:
                yield await self._hold_again(url, document, papers[url])
            elif url in failed:
                detail = "it could not be had a short while ago"
                yield FileOutcome(url, failed[url], detail, is_fetched=False)
            else:
                left.append(url)
        for url in left:
            outcome = None
            while outcome is None:
                outcome = await self._in_turn(site, url, papers[url])
            yield outcome

    async def _in_turn(self, site: str, url: str, papers: tuple[str, ...]) -> FileOutcome | None:
        """What becomes of a file while the site is ours; None when it was lost meanwhile, and nothing was written."""
        try:
            async with self._leased(site) as lease:
                with self.library.leases.fenced(lease):
                    document = await in_thread(self.library.documents.at, url)
                    if document is None:
                        return await self._fetch(url, papers)
                    return await self._hold_again(url, document, papers)  # another was faster
        except LeaseLost as lost:
            if lost.kind != "site":
                raise
            return None

    async def _fetch(self, url: str, papers: tuple[str, ...]) -> FileOutcome:
        fetched = await self.fetcher.fetch(url, max_bytes=self.max_bytes)
        status, detail = fetched.status, fetched.detail
        if status is None and self.holdings.media_type(fetched.body) in _NOT_FILES:
            status, detail = Status.UNKNOWN_FORMAT, "the address leads to a page, not to a file"
        if status is not None:
            await in_thread(self.library.linked_files.note_failure, url, status, detail)
            return FileOutcome(url, status, detail)
        return await self._hold(url, fetched.body, papers)

    async def _hold_again(
        self, url: str, document: KeptDocument, papers: tuple[str, ...]
    ) -> FileOutcome:
        """A file that had arrived before: read now if it was not, and made one with the paper that links to it."""
        if document.status is None:
            data = await in_thread(self.library.blobs.get, document.digest)
            return await self._hold(url, data, papers, is_fetched=False)
        found = await in_thread(self.holdings.join, document, papers)
        return FileOutcome(
            url, document.status, document.detail, document.id, found, is_fetched=False
        )

    async def _hold(
        self, url: str, data: bytes, papers: tuple[str, ...], *, is_fetched: bool = True
    ) -> FileOutcome:
        held = await in_thread(
            self.holdings.hold,
            data,
            name=url.partition("?")[0],
            why=LINKED,
            origin=url,
            papers=papers,
        )
        if held.document is None:
            await in_thread(self.library.linked_files.note_failure, url, held.status, held.detail)
        return FileOutcome(url, held.status, held.detail, held.id, held.papers, is_fetched)

    @asynccontextmanager
    async def _leased(self, site: str) -> AsyncIterator[Lease]:
        """The right to visit a site, kept for as long as it is needed."""
        leases = self.library.leases
        while True:
            lease = await in_thread(leases.acquire, site, self.owner, length_s=self.lease_s)
            if lease is not None:
                break
            await asyncio.sleep(_LOOK_AGAIN_S)
        renewing = asyncio.create_task(self._renew(lease))
        try:
            yield lease
        finally:
            renewing.cancel()
            pause_s = min(self.fetcher.options.delay_s, self.lease_s)
            await in_thread(leases.release, lease, pause_s=pause_s)

    async def _renew(self, lease: Lease) -> None:
        while True:
            await asyncio.sleep(self.lease_s / 3)
            await in_thread(self.library.leases.renew, [lease])
