"""The policy of `harvestman gather`: all pages and documents of the given sites; each document is held, each page read for people.

Documents are visits like pages: so a document that has not changed is not fetched again, one that is new or changed is held, and a
killed run goes on where it was.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from urllib.parse import unquote, urlsplit

from harvestman.crawl import (
    DOCUMENT_TYPES,
    READABLE,
    FetchedPage,
    FoundLink,
    Origin,
    is_document,
    is_file,
    read_outcome,
)
from harvestman.engine import Guard
from harvestman.gather.articles import is_article
from harvestman.holdings import HEAD_BYTES, Holdings, media_type_of
from harvestman.model import Clock, CrawlState, PageReading, Status, VisitOutcome, Want
from harvestman.store import LINKED
from harvestman.text import site_of

GATHERED = frozenset({Want.LINKS, Want.TEXT, Want.PEOPLE})
"""What is read off every page of a site."""
_NO_DOCUMENTS = frozenset({"", "text/html", "text/plain"})
# May have been the hour's fault: without a reading the visit is made again in the next run.
_PASSING = frozenset({Status.CRASHED, Status.TIMEOUT})
_DOCUMENT, _OTHER_PAGE = -50, 0
"""Pages first: they say where the documents are, and whose."""
_EACH_STEP = -10


@dataclass(frozen=True, slots=True)
class SitePolicy:
    """Gathers the documents of sites."""

    sites: frozenset[str]
    below: tuple[str, ...]
    """Paths within which all must lie; none for whole sites."""
    guard: Guard
    holdings: Holdings
    clock: Clock
    articles: bool = False
    """Whether web pages that are articles are held as well."""
    media_types: frozenset[str] = READABLE | DOCUMENT_TYPES

    @classmethod
    def of(
        cls,
        seeds: Sequence[str],
        *,
        below: Sequence[str] = (),
        guard: Guard,
        holdings: Holdings,
        clock: Clock,
        articles: bool = False,
    ) -> SitePolicy:
        """The policy for the sites of these pages."""
        sites = frozenset(map(site_of, seeds))
        return cls(sites, tuple(map(_path, below)), guard, holdings, clock, articles)

    @property
    def name(self) -> str:
        """Gathering below another path, or articles as well, is another crawl."""
        return " ".join(("site with articles" if self.articles else "site", *self.below))

    def wants(self, link: FoundLink) -> bool:
        """Pages and documents of the given sites, below the given paths."""
        if link.rel == "feed" or not self.has(link.url):
            return False
        if link.origin is Origin.DATA:
            return False
        return not is_file(link.url) or is_document(link.url)

    def has(self, url: str) -> bool:
        """Whether an address belongs to what is gathered."""
        if site_of(url) not in self.sites:
            return False
        path = unquote(urlsplit(url).path)
        return not self.below or any(path.startswith(begin) for begin in self.below)

    def score(self, link: FoundLink) -> int:
        """The nearest first, and pages before documents."""
        return (_DOCUMENT if is_document(link.url) else _OTHER_PAGE) + link.depth * _EACH_STEP

    async def read(self, page: FetchedPage) -> VisitOutcome:
        """A page's people, links and text; a document is held."""
        if not self.has(page.page.final_url):
            detail = f"it leads to another site: {page.page.final_url}"
            return VisitOutcome(
                page.visit, Status.NOT_FOUND, detail=detail, http_status=page.page.http_status
            )
        if media_type_of(page.body[:HEAD_BYTES]) in _NO_DOCUMENTS:
            outcome = await self._read_page(page)
            text = outcome.reading.text if outcome.reading is not None else ""
            if self.articles and is_article(page.body, text):
                await self._hold(page)
                return replace(outcome, is_fruitful=True)
            return outcome
        return await self._hold(page)

    async def _read_page(self, page: FetchedPage) -> VisitOutcome:
        return await read_outcome(
            page.visit,
            page.page,
            page.body,
            guard=self.guard,
            now=self.clock.now(),
            want=GATHERED,
        )

    async def _hold(self, page: FetchedPage) -> VisitOutcome:
        held = await asyncio.to_thread(
            self.holdings.hold,
            page.body,
            name=unquote(urlsplit(page.page.final_url).path),
            why=LINKED,
            origin=page.visit.url,
        )
        is_kept = held.document is not None and held.status not in _PASSING
        return VisitOutcome(
            page.visit,
            held.status,
            detail=held.detail,
            http_status=page.page.http_status,
            page=page.page if is_kept else None,
            reading=PageReading(held.status) if is_kept else None,
            is_fruitful=True,
        )

    def is_done(self, state: CrawlState) -> bool:
        """Never: all within the limits is visited."""
        return False


def _path(text: str) -> str:
    path = unquote(urlsplit(text).path if "://" in text else text)
    return path if path.startswith("/") else f"/{path}"
