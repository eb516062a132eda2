"""Rooms: everything that one library works with, made from the settings and opened when it is first asked for.

`Rooms` is what the doors hold (the command line, the service, the Python API), so that a harvest behaves the same whoever asked
for it. Leaving its `with` block closes what was opened, the last first. Rooms are imported when they are opened: most commands need
few of them.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import (
    AbstractAsyncContextManager,
    AsyncExitStack,
    ExitStack,
    asynccontextmanager,
    nullcontext,
)
from pathlib import Path
from typing import TYPE_CHECKING

from harvestman.closing import Closing

if TYPE_CHECKING:
    from harvestman.crawl import FileFetcher, FileOutcome, FileWatcher, Renderer, Session, Watcher
    from harvestman.dedup.texts import Dedup
    from harvestman.documents.jobs import Job
    from harvestman.engine import Guard
    from harvestman.fetch import Fetcher, FetchOptions, Transport
    from harvestman.find import Outside
    from harvestman.gather import Gathered, GatherRequest, HeldIndex
    from harvestman.holdings import Holdings
    from harvestman.model import Clock, Harvest, HarvestRequest, Page
    from harvestman.settings import Settings
    from harvestman.store import Library

PAGE_READERS = ("harvestman.pages.warm",)
"""What the worker processes that read pages load once for all of them."""
DATE_READERS = ("harvestman.pages.dates.reading",)
"""What they load more where the dates of events are wanted."""
PEOPLE_READERS = ("harvestman.pages.people.reading",)
"""What they load more where the people that pages name are wanted."""
DOCUMENT_READERS = ("harvestman.documents.jobs", "harvestman.documents.opened")
"""What the worker processes that read documents load once for all of them."""

HOLDING_READERS = ("harvestman.holdings.child", "harvestman.documents.opened")
"""The same, when what they read is held."""


class Rooms(Closing):
    """The rooms of one library; close them by leaving the `with` block, or with `close`."""

    def __init__(
        self,
        settings: Settings,
        *,
        clock: Clock | None = None,
        writable: bool = True,
        library: Library | None = None,
    ) -> None:
        """A library that is only read must be there, one that is written is made. One that is given is not closed here."""
        from harvestman.model import SystemClock  # noqa: PLC0415

        self.settings = settings
        self.clock: Clock = clock or SystemClock()
        self._writable = writable
        self._library = library
        self._dedup: Dedup | None = None
        self._page_guard: Guard | None = None
        self._open = ExitStack()

    def close(self) -> None:
        """Close all that was opened."""
        self._library = self._dedup = self._page_guard = None
        self._open.close()

    @property
    def library(self) -> Library:
        """The library."""
        if self._library is None:
            self._library = self._open.enter_context(self.open_library())
        return self._library

    def open_library(self) -> Library:
        """The library once more, for one who closes it himself."""
        from harvestman.store import open_library  # noqa: PLC0415

        return open_library(
            self.settings.db,
            blobs=self.settings.blobs,
            clock=self.clock,
            writable=self._writable,
            create=self._writable,
            lease_s=self.settings.lease,
        )

    def page_guard(self, *more: str) -> Guard:
        """The worker processes that read pages; these modules more are loaded by the first who asks."""
        from harvestman.engine import Limits, open_guard  # noqa: PLC0415

        if self._page_guard is None:
            limits = Limits(
                time_s=self.settings.read_timeout, memory_bytes=self.settings.read_memory
            )
            self._page_guard = self._open.enter_context(
                open_guard(self.settings.engine, limits=limits, preload=(*PAGE_READERS, *more))
            )
        return self._page_guard

    def document_guard(
        self, workers: int | None = None, *, preload: tuple[str, ...] = DOCUMENT_READERS
    ) -> Guard:
        """Worker processes that read documents; as many as told, else as the setting `engine` says."""
        from harvestman.engine import Limits, open_guard  # noqa: PLC0415

        settings = self.settings
        limits = Limits(time_s=settings.extract_timeout, memory_bytes=settings.extract_memory)
        spec = settings.engine if workers is None else f"local:{workers}"
        return self._open.enter_context(open_guard(spec, limits=limits, preload=preload))

    def document_jobs(
        self, paths: Iterable[Path], parts: tuple[str, ...], *, surely: bool = False
    ) -> Iterator[Job]:
        """A job for each file, within the limits that the settings set."""
        from harvestman.documents.jobs import Job  # noqa: PLC0415

        for path in paths:
            yield Job(
                path=str(path.absolute()),
                now=self.clock.now(),
                only=parts,
                max_bytes=self.settings.max_file,
                ocr=self.settings.ocr,
                surely=surely,
            )

    @property
    def dedup(self) -> Dedup:
        """The index of known documents."""
        from harvestman.dedup.texts import open_dedup  # noqa: PLC0415

        if self._dedup is None:
            settings = self.settings
            self._dedup = open_dedup(
                settings.dedup,
                self.library,
                distance=settings.dedup_distance,
                citations_ttl_s=settings.dedup_citations_ttl,
                metadata_ttl_s=settings.dedup_metadata_ttl,
                folder=Path(settings.data),
            )
            self._open.callback(self._dedup.close)
        return self._dedup

    def holdings(self, guard: Guard | None = None, *, with_index: bool = True) -> Holdings:
        """The files of the library, read by these worker processes; without the index, near-duplicates are not looked for."""
        from harvestman.holdings import Holdings  # noqa: PLC0415

        return Holdings(
            self.library,
            guard or self.document_guard(preload=HOLDING_READERS),
            dedup=self.dedup if with_index else None,
            clock=self.clock,
            max_bytes=self.settings.max_file,
            ocr=self.settings.ocr,
        )

    @property
    def fetch_options(self) -> FetchOptions:
        """How the web is to be visited."""
        from harvestman.fetch import FetchOptions  # noqa: PLC0415

        settings = self.settings
        return FetchOptions(
            contact=settings.contact,
            delay_s=settings.delay,
            concurrency=settings.concurrency,
            per_host=settings.per_host,
            timeout_s=settings.timeout,
            connect_timeout_s=settings.connect_timeout,
            idle_timeout_s=settings.idle_timeout,
            max_page_bytes=settings.max_page,
            max_redirects=settings.max_redirects,
            max_crawl_delay_s=settings.max_crawl_delay,
            allow_private=settings.allow_private,
            robots=settings.robots,
        )

    def fetcher(self, transport: Transport | None = None) -> Fetcher:
        """The polite client; close it by leaving its `async with` block."""
        from harvestman.fetch import Fetcher  # noqa: PLC0415

        return Fetcher(self.fetch_options, clock=self.clock, transport=transport)

    def renderer(
        self, fetcher: Fetcher, *, note: Callable[[Page, bytes], None] | None = None
    ) -> AbstractAsyncContextManager[Renderer | None]:
        """The browser for pages that need one; None when there is none. `note` is told what it shows."""
        from harvestman.crawl.browser import find_browser  # noqa: PLC0415

        settings = self.settings
        browser = find_browser(settings.browser)
        if not browser.path:
            return nullcontext()
        from harvestman.crawl.browser import BrowserLimits, BrowserRenderer  # noqa: PLC0415

        limits = BrowserLimits(
            time_s=settings.browser_timeout,
            memory_bytes=settings.browser_memory,
            page_bytes=settings.max_page,
        )
        return BrowserRenderer(browser.path, fetcher, clock=self.clock, limits=limits, note=note)

    @asynccontextmanager
    async def session(
        self,
        *,
        fetcher: Fetcher | None = None,
        warc: Path | None = None,
        preload: Iterable[str] = (),
    ) -> AsyncIterator[Session]:
        """A crawl session as the settings want it, with a browser where there is one.

        With `warc`, everything that passes over the wire is added to that archive. A `fetcher` that is given is not closed here,
        and is not heard by the archive.
        """
        import asyncio  # noqa: PLC0415 (its import costs as much as a small verb)

        from harvestman.crawl import Session  # noqa: PLC0415

        async with AsyncExitStack() as stack:
            transport, note = None, None
            if warc is not None:
                transport, note = self._open_archive(stack, warc)
            library = await asyncio.to_thread(lambda: self.library)
            guard = await asyncio.to_thread(self.page_guard, *preload)
            if fetcher is None:
                fetcher = await stack.enter_async_context(self.fetcher(transport))
            renderer = await stack.enter_async_context(self.renderer(fetcher, note=note))
            yield Session(
                library,
                fetcher,
                guard,
                self.clock,
                renderer,
                renders_all=self.settings.browser == "always",
                fresh_for_s=self.settings.fresh_for,
                lease_s=self.settings.lease,
                talks=self.settings.talks,
            )

    def _open_archive(
        self, stack: AsyncExitStack, warc: Path
    ) -> tuple[Transport, Callable[[Page, bytes], None]]:
        """The network with an archive that listens, and what tells the archive of rendered pages."""
        from harvestman.crawl.archive import WarcWriter  # noqa: PLC0415
        from harvestman.fetch import RecordingTransport, open_network  # noqa: PLC0415

        archive = stack.enter_context(WarcWriter(warc, clock=self.clock))
        network = open_network(self.fetch_options)
        recording = RecordingTransport(network, clock=self.clock, note=archive.add)
        return recording, archive.add_rendered

    def harvest(
        self,
        request: HarvestRequest,
        *,
        again: bool = False,
        reread: bool = False,
        warc: Path | None = None,
        watcher: Watcher | None = None,
        file_watcher: FileWatcher | None = None,
    ) -> Harvest:
        """Harvest, from a program without an event loop. `again` asks also for pages fetched a short while ago.

        With the setting `files`, the files that the papers link to are fetched and held at the end.
        """
        import asyncio  # noqa: PLC0415 (its import costs as much as a small verb)

        from harvestman.engine import watched_loop  # noqa: PLC0415

        _ = self.library, self.page_guard()  # opened by the thread that stays

        async def work() -> Harvest:
            async with watched_loop(), self.session(warc=warc) as session:
                fresh_for_s = 0.0 if again else None
                done = await session.harvest(
                    request, fresh_for_s=fresh_for_s, reread=reread, watcher=watcher
                )
                await self.fetch_files(done, session.fetcher, again=again, watcher=file_watcher)
                return done

        return asyncio.run(work())

    def gather(
        self,
        request: GatherRequest,
        *,
        again: bool = False,
        reread: bool = False,
        warc: Path | None = None,
        watcher: Watcher | None = None,
    ) -> Gathered:
        """Gather sites, from a program without an event loop. `again` asks also for pages fetched a short while ago."""
        import asyncio  # noqa: PLC0415 (its import costs as much as a small verb)

        from harvestman.engine import watched_loop  # noqa: PLC0415
        from harvestman.gather import Gatherer  # noqa: PLC0415

        _ = self.library, self.page_guard(*PEOPLE_READERS)  # opened by the thread that stays
        holdings = self.holdings()

        async def work() -> Gathered:
            async with watched_loop(), self.session(warc=warc) as session:
                gatherer = Gatherer(
                    self.library, session, holdings, self.clock, self.settings.max_file
                )
                return await gatherer.gather(
                    request,
                    fresh_for_s=0.0 if again else None,
                    reread=reread,
                    watcher=watcher,
                )

        return asyncio.run(work())

    def open_outside(self) -> None:
        """Open what `outside` works with, by the thread that stays; its worker processes load the room of `find` once for all."""
        _ = self.library, self.page_guard("harvestman.find")

    @asynccontextmanager
    async def outside(
        self,
        *,
        fetcher: Fetcher | None = None,
        holdings: Holdings | None = None,
        watched: Callable[[Transport], Transport] | None = None,
    ) -> AsyncIterator[Outside]:
        """What the questions of `find` look with: a session, the holdings and the search providers that the settings name.

        A service gives its own fetcher and holdings; `watched` wraps the network by which the providers are asked.
        """
        import asyncio  # noqa: PLC0415 (its import costs as much as a small verb)
        from dataclasses import replace  # noqa: PLC0415

        from harvestman.fetch import Fetcher, open_network  # noqa: PLC0415
        from harvestman.find import Engines, Outside, index_new_pages, search_own  # noqa: PLC0415
        from harvestman.find.providers import (  # noqa: PLC0415
            ApiClient,
            ProviderSettings,
            load_providers,
        )
        from harvestman.settings import pairs_of  # noqa: PLC0415

        settings = self.settings
        chosen = load_providers(
            settings.providers.split(),
            ProviderSettings(
                settings.searxng_url,
                pairs_of(settings.provider_keys),
                settings.contact,
                own=lambda query: search_own(self.library, query),
            ),
        )
        quotas = {name: int(n) for name, n in pairs_of(settings.provider_quotas).items()}
        held = await asyncio.to_thread(self.holdings) if holdings is None else holdings
        at_once = replace(self.fetch_options, per_host=8)  # services bound this themselves
        own_network = replace(at_once, allow_private=True)

        def asking(options: FetchOptions) -> Fetcher:
            network = watched(open_network(options)) if watched else None
            return Fetcher(options, clock=self.clock, transport=network)

        async with (
            self.session(
                fetcher=fetcher, preload=("harvestman.find", "harvestman.find.warm")
            ) as session,
            asking(at_once) as public,
            asking(own_network) as own,
        ):
            if any(one.name == "library" for one in chosen.ready):
                await index_new_pages(self.library, session.guard, self.clock)
            engines = Engines(
                self.library,
                ApiClient(public, own),
                chosen,
                self.clock,
                deadline_s=settings.search_deadline,
                remembered_s=settings.search_fresh_for,
                quotas=quotas,
            )
            yield Outside(session, held, engines, settings.find_requests, settings.max_file)

    def held(self, source: str) -> HeldIndex:
        """What a repository has already: from a CSV file, or asked of it at its OAI-PMH address."""
        import asyncio  # noqa: PLC0415 (its import costs as much as a small verb)

        from harvestman.gather import ask_held, is_oai_address, load_held  # noqa: PLC0415

        if not is_oai_address(source):
            return load_held(Path(source))

        async def work() -> HeldIndex:
            async with self.fetcher() as fetcher:
                return await ask_held(fetcher, source)

        return asyncio.run(work())

    async def fetch_files(
        self,
        harvest: Harvest,
        fetcher: Fetcher,
        *,
        holdings: Holdings | None = None,
        again: bool = False,
        watcher: FileWatcher | None = None,
    ) -> list[FileOutcome]:
        """Fetch and hold the files that the papers of a harvest link to, if the setting `files` wants them.

        `again` asks also for those that could not be had a short while ago.
        """
        import asyncio  # noqa: PLC0415 (its import costs as much as a small verb)

        if self.settings.files != "linked":
            return []
        urls = await asyncio.to_thread(self.library.linked_files.of_harvest, harvest)
        if not urls:
            return []
        if holdings is None:
            holdings = await asyncio.to_thread(self.holdings)
        return await self.file_fetcher(fetcher, holdings, again=again).fetch(urls, watcher)

    def file_fetcher(
        self, fetcher: Fetcher, holdings: Holdings, *, again: bool = False
    ) -> FileFetcher:
        """What fetches and holds the files that papers link to; `again`: also those that could not be had a short while ago."""
        from harvestman.crawl import FileFetcher  # noqa: PLC0415

        return FileFetcher(
            self.library,
            fetcher,
            holdings,
            self.clock,
            max_bytes=self.settings.max_file,
            fresh_for_s=0.0 if again else self.settings.fresh_for,
            lease_s=self.settings.lease,
        )

    def harvest_request(
        self,
        urls: Iterable[str],
        *,
        depth: int | None = None,
        limit: int | None = None,
        site_limit: int | None = None,
        order: str = "best",
        domains: Iterable[str] = (),
        other_sites: bool = False,
        sitemaps: bool = True,
    ) -> HarvestRequest:
        """What is to be harvested, with the settings' own depth and limits where none are given; UsageError for what is no address."""
        from harvestman.crawl import domain_of, seeds_of  # noqa: PLC0415
        from harvestman.model import HarvestRequest, Order  # noqa: PLC0415

        settings = self.settings
        return HarvestRequest(
            seeds_of(urls),
            settings.depth if depth is None else depth,
            settings.limit if limit is None else limit,
            order=Order(order),
            site_limit=settings.site_limit if site_limit is None else site_limit,
            domains=tuple(dict.fromkeys(map(domain_of, domains))),
            other_sites=other_sites,
            sitemaps=sitemaps,
        )
