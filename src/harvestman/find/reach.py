"""What one question may do outside: ask the providers, look at pages, hold files, crawl by a policy. All of it within its budget.

`Reach` stands on the rooms that are there: pages are fetched, kept and remembered by `crawl.Session`, files by `crawl.FileFetcher`
and `holdings`. So robots.txt, pauses and leases are kept, a page or file that the library has is not asked for again, and a
question that was killed goes on with what had arrived.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from harvestman.crawl import (
    READABLE,
    FetchedPage,
    FileFetcher,
    FoundLink,
    Policy,
    Session,
    read_outcome,
    seeds_of,
)
from harvestman.engine import Guard
from harvestman.find.asking import ANSWERED, Engines, EnginesAsked
from harvestman.find.budget import Budget, BudgetedFetcher
from harvestman.find.providers import Query
from harvestman.find.questions import Trail
from harvestman.holdings import Holdings
from harvestman.model import (
    BlobError,
    Clock,
    CrawlState,
    Extraction,
    Harvest,
    HarvestRequest,
    Page,
    Status,
    VisitOutcome,
    Want,
)
from harvestman.store import KeptDocument, Library
from harvestman.text import canonical_url

_LOOKED_AT = frozenset({Want.LINKS, Want.TEXT})


@dataclass(frozen=True, slots=True)
class SeenPage:
    """A page that was fetched for a question, now or earlier."""

    url: str
    page: Page
    body: bytes


@dataclass(frozen=True, slots=True)
class SeenFile:
    """A file that was asked for, and what was read of it when it could be had."""

    url: str
    status: Status
    detail: str = ""
    document: KeptDocument | None = None
    read: Extraction | None = None


@dataclass(frozen=True, slots=True)
class LookPolicy:
    """Looks at the given pages and follows nothing."""

    guard: Guard
    clock: Clock
    name: str = "look"
    media_types: frozenset[str] = READABLE

    def wants(self, _link: FoundLink) -> bool:
        """No link is followed."""
        return False

    def score(self, _link: FoundLink) -> int:
        """Nothing is chosen."""
        return 0

    async def read(self, page: FetchedPage) -> VisitOutcome:
        """The page's links and text."""
        return await read_outcome(
            page.visit,
            page.page,
            page.body,
            guard=self.guard,
            now=self.clock.now(),
            want=_LOOKED_AT,
        )

    def is_done(self, _state: CrawlState) -> bool:
        """All given pages are looked at."""
        return False


@dataclass(frozen=True, slots=True)
class Reach:
    """The web as one question may use it."""

    library: Library
    session: Session
    """Its fetcher is the question's own, which keeps to the budget."""
    holdings: Holdings
    engines: Engines
    clock: Clock
    budget: Budget
    max_file_bytes: int
    trail: Trail = field(default_factory=Trail)
    heard: set[str] = field(default_factory=set)
    """The providers that have answered, be it with nothing."""

    async def search(self, query: Query) -> EnginesAsked:
        """What the providers answer; the trail says who did not."""
        asked = await self.engines.ask(query, self.budget)
        self.heard.update(note.provider for note in asked.notes if note.outcome == ANSWERED)
        restriction = f" filetype:{query.file_type}" if query.file_type else ""
        for note in asked.notes:
            hits = f": {note.hits} hits" if note.outcome == ANSWERED else ""
            told = f"{note.provider} {note.outcome}{hits}"
            self.trail.add("search", f"{query.words}{restriction}", told)
        return asked

    async def pages(self, urls: Sequence[str]) -> dict[str, SeenPage]:
        """Pages as the library has them now, fetched where they were not; those that could not be had are missing."""
        seeds = tuple(dict.fromkeys(filter(None, map(canonical_url, urls))))
        if not seeds:
            return {}
        request = HarvestRequest(
            seeds_of(seeds), 0, len(seeds), site_limit=len(seeds), sitemaps=False
        )
        policy = LookPolicy(self.session.guard, self.clock)
        outcomes: dict[str, VisitOutcome] = {}

        def watch(outcome: VisitOutcome, _waiting: int) -> None:
            outcomes[outcome.visit.url] = outcome

        await self.session.crawl(request, policy, watcher=watch)
        found: dict[str, SeenPage] = {}
        for url in seeds:
            outcome = outcomes.get(url)
            if outcome is not None and outcome.page is None:
                self.trail.add("page", url, f"{outcome.status}: {outcome.detail}".rstrip(": "))
                continue
            seen = await asyncio.to_thread(self._seen, url)
            if seen is not None:
                found[url] = seen
        return found

    def _seen(self, url: str) -> SeenPage | None:
        page = self.library.pages.latest(url)
        if page is None:
            return None
        try:
            return SeenPage(url, page, self.library.blobs.get(page.digest))
        except BlobError:
            return None

    async def file(self, url: str) -> SeenFile:
        """A file, held; fetched where it was not. A page at that address is no file."""
        files = FileFetcher(
            self.library,
            self.session.fetcher,
            self.holdings,
            self.clock,
            max_bytes=self.max_file_bytes,
            fresh_for_s=self.session.fresh_for_s,
            lease_s=self.session.lease_s,
        )
        [outcome] = await files.fetch([url])
        document = None
        if outcome.document:
            document = await asyncio.to_thread(self.library.documents.get, outcome.document)
        if document is None:
            return SeenFile(url, outcome.status, outcome.detail)
        read = await asyncio.to_thread(self.holdings.extraction, document.answer)
        return SeenFile(url, read.status, read.detail, document, read)

    async def crawl(
        self, seeds: Sequence[str], policy: Policy, *, depth: int, limit: int
    ) -> Harvest:
        """Crawl from pages by a policy, which reads also pages that the library has already."""
        request = HarvestRequest(seeds_of(seeds), depth, limit, site_limit=limit, sitemaps=False)
        return await self.session.crawl(request, policy, reread=True, max_bytes=self.max_file_bytes)


@dataclass(frozen=True, slots=True)
class Outside:
    """The rooms that all questions share; `reach` is one question's part of them."""

    session: Session
    holdings: Holdings
    engines: Engines
    requests: int
    """How many requests each question may cost."""
    max_file_bytes: int

    def reach(self, *, spent: int = 0) -> Reach:
        """The web for one question, of whose requests some may be spent already."""
        session, budget = self.session, Budget(self.requests, spent)
        own = BudgetedFetcher(session.fetcher, budget, clock=session.clock)
        return Reach(
            session.library,
            replace(session, fetcher=own, renderer=None),
            self.holdings,
            self.engines,
            session.clock,
            budget,
            self.max_file_bytes,
        )
