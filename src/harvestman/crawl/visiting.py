"""One visit: from a URL to everything that is kept of it. Fetch, have it read as the policy says, find where it leads."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import ParamSpec, TypeVar
from urllib.parse import unquote

from harvestman.crawl.focus import PROMISING, text_points
from harvestman.crawl.leads import data_leads, leads_of, listed_leads
from harvestman.crawl.parts import (
    FEW_LINKS,
    PageParts,
    has_few_links,
    is_drawn,
    is_poor,
    is_splash,
)
from harvestman.crawl.policy import FetchedPage, Policy
from harvestman.crawl.rendering import Renderer
from harvestman.crawl.sitemaps import listed_links
from harvestman.crawl.traps import twins_of
from harvestman.dedup import linked_mentions
from harvestman.engine import Guard, Together
from harvestman.fetch import Fetched, Fetcher
from harvestman.model import (
    Lead,
    Link,
    Page,
    PageReading,
    Status,
    Visit,
    VisitOutcome,
    Want,
)
from harvestman.pages import HARVESTED, PagePart, SavedPage, read_saved_page
from harvestman.store import Library, digest_of
from harvestman.text import site_of

SHOWN = frozenset({"text/html", "application/xhtml+xml"})
"""The media types of pages that a browser shows."""
READABLE = frozenset(
    {"text/html", "application/xhtml+xml", "application/json", "application/ld+json"}
)
"""The media types of pages."""
_SMALL_BYTES = 64 * 1024

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Visitor:
    """Makes the visits of one crawl with the rooms it was given."""

    policy: Policy
    library: Library
    fetcher: Fetcher
    parts: PageParts | None
    """What fetches the scripts and data that poor pages are drawn with; None where that is not wanted."""
    fresh_since: datetime
    """A page that was fetched and read since then is not fetched again."""
    reread: bool = False
    """Whether pages that have not changed are read again: after a new reader, or with more memory."""
    renderer: Renderer | None = None
    """What shows pages that are empty until their scripts have run; None leaves them `needs-browser`."""
    uses_sitemaps: bool = False
    """Whether the sitemaps and feeds of the given pages' sites are asked what else there is."""
    max_bytes: int | None = None
    """The largest body that is fetched; None for the largest page."""
    renders_all: bool = False
    """Whether every page is shown by the browser, not only those that need one."""

    async def visit(self, visit: Visit) -> VisitOutcome:
        """Everything that this visit finds; nothing is written."""
        outcome = await self._visit(visit)
        page = outcome.page
        if page is not None:
            twins = {*twins_of(visit.url), page.final_url, *twins_of(page.final_url)} - {visit.url}
            outcome = replace(outcome, twins=tuple(sorted(twins)))
        if not self.uses_sitemaps or not visit.is_given or page is None:
            return outcome
        if site_of(page.final_url) != site_of(visit.url):
            return outcome  # the site that it moved to is not ours to ask now
        listed = await self._listed(page, outcome)
        return replace(outcome, follow=(*outcome.follow, *listed))

    async def _visit(self, visit: Visit) -> VisitOutcome:
        known = None if visit.is_new else await self._held(visit.url)
        if known and known.fetched >= self.fresh_since:
            return await self._unchanged(visit, known, "fetched a short while ago")
        fetched = await self.fetcher.fetch(
            visit.url,
            etag=known.etag if known else "",
            last_modified=known.last_modified if known else "",
            wanted=self.policy.media_types,
            max_bytes=self.max_bytes,
        )
        if fetched.status is Status.UNCHANGED and known:
            return await self._unchanged(visit, known, "the server says so (304)")
        if fetched.status is not None:
            return VisitOutcome(
                visit,
                fetched.status,
                detail=fetched.detail,
                http_status=fetched.http_status,
                # An address that leads nowhere says something of its kind; a server that was down does not.
                is_fruitful=False if fetched.status is Status.NOT_FOUND else None,
            )
        page = _page_of(fetched)
        if known and known.digest == page.digest:
            return await self._unchanged(visit, page, "the same bytes as before")
        if await self._is_same_without_query(page):
            return self._same(visit, page, fetched.body)
        return await self._read(visit, page, fetched.body)

    async def _is_same_without_query(self, page: Page) -> bool:
        """Whether the server sends the same page whatever is asked for behind the question mark: what differs is drawn by scripts."""
        bare, mark, query = page.url.partition("?")
        if not mark or text_points(unquote(query)) >= PROMISING:
            return False
        plain = await self._held(bare)
        return plain is not None and plain.digest == page.digest

    def _same(self, visit: Visit, page: Page, body: bytes) -> VisitOutcome:
        """A page that was read under another address: it says nothing new, and leads nowhere else."""
        return VisitOutcome(
            visit,
            Status.NO_PAPERS,
            detail="the same bytes as the address without its query",
            http_status=page.http_status,
            page=page,
            body=body,
            reading=PageReading(Status.NO_PAPERS),
            is_fruitful=False,
        )

    async def _held(self, url: str) -> Page | None:
        """The page as the library holds it; if its bytes are lost, it is asked for as if it were new."""
        if self.library.database.is_sqlite:
            known = self.library.pages.latest(url)  # sooner done than handed to a thread
        else:
            known = await in_thread(self.library.pages.latest, url)
        if known is None or not await in_thread(self.library.blobs.has, known.digest):
            return None
        return known

    async def _read(self, visit: Visit, page: Page, body: bytes) -> VisitOutcome:
        outcome = await self._read_leads(visit, page, body)
        if self.parts is not None and is_poor(outcome, page):
            outcome = await self._read_with_parts(self.parts, visit, page, body, outcome)
        if self.renderer is not None and self._needs_browser(outcome, page):
            return await self._render(visit, page, body)
        return outcome

    def _needs_browser(self, outcome: VisitOutcome, page: Page) -> bool:
        if self.renders_all:
            return page.media_type in SHOWN
        return outcome.status is Status.NEEDS_BROWSER or (
            self.parts is not None and is_drawn(outcome, page)
        )

    async def _read_leads(
        self, visit: Visit, page: Page, body: bytes, parts: tuple[PagePart, ...] = ()
    ) -> VisitOutcome:
        outcome = await self.policy.read(FetchedPage(visit, page, body, parts))
        if outcome.page is None or outcome.reading is None:
            return outcome
        leads = self._leads(visit, page, outcome.reading.links, len(outcome.mentions), outcome)
        return replace(outcome, body=body, follow=leads)

    async def _read_with_parts(
        self, source: PageParts, visit: Visit, page: Page, body: bytes, outcome: VisitOutcome
    ) -> VisitOutcome:
        """The page read together with the scripts and data that it is drawn with, when they tell more than it does."""
        assert outcome.reading is not None
        url = page.final_url
        parts: tuple[PagePart, ...] = ()
        for more in (source.scripts, source.data):
            if outcome.reading is None or outcome.is_fruitful:
                break
            if found := await more(outcome.reading, url):
                parts = (*parts, *found)
                outcome = await self._read_leads(visit, page, body, parts)
        reading = outcome.reading
        if outcome.page is None or reading is None or not has_few_links(outcome, page):
            return outcome
        reading = replace(reading, links=(*reading.links, *await source.listed(reading, url)))
        leads = self._leads(visit, page, reading.links, len(outcome.mentions), outcome)
        return replace(outcome, reading=reading, follow=leads)

    async def _render(self, visit: Visit, shell: Page, body: bytes) -> VisitOutcome:
        """The page as a browser shows it, read like any other and kept in place of the empty shell."""
        assert self.renderer is not None
        rendered = await self.renderer.render(shell, body)
        if rendered.page is None:
            return VisitOutcome(
                visit, rendered.status, detail=rendered.detail, http_status=shell.http_status
            )
        page = rendered.page
        known = await in_thread(self.library.pages.latest, visit.url)
        if known and known.digest == page.digest and not self.reread:
            outcome = await self._unchanged(visit, page, "the same as before")
        else:
            outcome = await self._read_leads(visit, page, rendered.body)
        last = max((lead.link.position for lead in outcome.follow), default=-1)
        data = data_leads(
            rendered.data,
            self.policy,
            site=_site(visit, page),
            depth=visit.depth,
            first=last + 1,
        )
        return replace(
            outcome,
            detail="; ".join(filter(None, ("rendered", outcome.detail))),
            follow=(*outcome.follow, *data) if outcome.page else (),
        )

    async def _unchanged(self, visit: Visit, page: Page, detail: str) -> VisitOutcome:
        if self.reread:
            return await self._read(
                visit, page, await in_thread(self.library.blobs.get, page.digest)
            )
        links, is_fruitful = await in_thread(self._known_of, page)
        return VisitOutcome(
            visit,
            Status.UNCHANGED,
            detail=detail,
            http_status=page.http_status,
            page=page,
            follow=self._leads(visit, page, links, 0),
            is_fruitful=is_fruitful,
        )

    def _known_of(self, page: Page) -> tuple[list[Link], bool]:
        """Where a page leads that is not read again, and whether it had papers when it was. (Blocks.)"""
        return self.library.pages.links(page), self.library.pages.states_papers(page.url)

    def _leads(
        self,
        visit: Visit,
        page: Page,
        links: Iterable[Link],
        papers: int,
        outcome: VisitOutcome | None = None,
    ) -> tuple[Lead, ...]:
        reading = outcome.reading if outcome else None
        return leads_of(
            links,
            self.policy,
            site=_site(visit, page),
            depth=visit.depth,
            home=_home(visit, page),
            papers=papers,
            is_splash=visit.depth == 0
            and reading is not None
            and is_splash(reading, page.final_url),
        )

    async def _listed(self, page: Page, outcome: VisitOutcome) -> tuple[Lead, ...]:
        """What the sitemaps of the site name; the usual one is only asked for, and feeds, where the page leads hardly anywhere."""
        forwards = any(lead.steps == 0 for lead in outcome.follow)
        is_short = len(outcome.follow) < FEW_LINKS and not forwards
        reading = outcome.reading
        links: Iterable[Link] = (
            reading.links if reading else await in_thread(self.library.pages.links, page)
        )
        feeds = [link.target for link in links if link.rel == "feed"] if is_short else []
        listed = await listed_links(self.fetcher, page.final_url, feeds=feeds, guess=is_short)
        return listed_leads(listed, self.policy, site=site_of(page.final_url), depth=0)


def _page_of(fetched: Fetched) -> Page:
    return Page(
        url=fetched.url,
        final_url=fetched.final_url,
        fetched=fetched.fetched,
        http_status=fetched.http_status,
        media_type=fetched.media_type,
        content_type=fetched.content_type,
        digest=digest_of(fetched.body),
        size_bytes=len(fetched.body),
        etag=fetched.etag,
        last_modified=fetched.last_modified,
        links_header=fetched.links_header,
    )


async def read_outcome(
    visit: Visit,
    page: Page,
    body: bytes,
    *,
    guard: Guard,
    now: datetime,
    want: frozenset[Want] = HARVESTED,
    parts: tuple[PagePart, ...] = (),
    together: Together | None = None,
) -> VisitOutcome:
    """Read a page in a worker: how its visit ends, and everything to be kept of it but where it leads.

    Small pages are read `together` with others that wait, where the caller visits many.
    """
    saved = SavedPage(page.final_url, body, page.content_type, page.links_header, parts)
    item = (saved, now, want)
    if together is not None and len(body) <= _SMALL_BYTES and not parts:
        outcome = await together.run(read_saved_page, item)
    else:
        outcome = await asyncio.wrap_future(guard.submit(read_saved_page, item))
    reading = outcome.value
    if reading is None:
        status = outcome.status or Status.CRASHED
        return VisitOutcome(visit, status, detail=outcome.detail, http_status=page.http_status)
    detail = "; ".join(reading.problems)
    if not reading.status.is_read:
        # A page that could not be read is not kept as if it had been: the next harvest tries it again.
        detail = detail or reading.status.meaning
        return VisitOutcome(
            visit, reading.status, detail=detail, http_status=page.http_status, reading=reading
        )
    return VisitOutcome(
        visit,
        reading.status,
        detail=detail,
        http_status=page.http_status,
        page=page,
        reading=reading,
        mentions=linked_mentions(reading.mentions),
        is_fruitful=bool(reading.mentions),
    )


def _home(visit: Visit, page: Page) -> str:
    """How the page's site was reached, such as `https://conf.example`; "" where the page has moved to another one."""
    if site_of(page.final_url) != _site(visit, page):
        return ""
    return "/".join(page.final_url.split("/", 3)[:3])


def _site(visit: Visit, page: Page) -> str:
    """A seed that has moved is followed to its new site; any other page that leads off the site is not."""
    return site_of(page.final_url if visit.depth == 0 else visit.url)


async def in_thread(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run a blocking call of the store beside the event loop."""
    return await asyncio.to_thread(function, *args, **kwargs)
