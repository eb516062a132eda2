"""What a page is drawn with: the scripts, data and feeds of its own site that it names. Fetched only for pages that show too little.

A page whose list or menu is drawn by a script names the data somewhere: in itself, or in a script file that it loads. Reading these costs a
few short requests and no browser. Each file is fetched once by a process; libraries that everybody uses are not fetched at all.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from harvestman.crawl.focus import PROMISING, address_points
from harvestman.crawl.policy import FORWARDS
from harvestman.crawl.sitemaps import read_listing
from harvestman.fetch import Fetcher
from harvestman.model import Link, Page, PageReading, Status, VisitOutcome
from harvestman.pages import PagePart
from harvestman.text import decode_html, site_of

MAX_SCRIPTS = 8
MAX_DATA = 4
MAX_FEEDS = 2
_MAX_SCRIPT_BYTES = 1_000_000
_MAX_DATA_BYTES = 8_000_000
_MAX_HELD = 64  # files of a process
FEW_LINKS = 6
"""A front page with fewer links to its own site may have a menu that is drawn."""
_SHORT = 3_000
"""Characters that a page with a drawn list shows without it, at most."""
_BARE = 1_000
"""Characters beside its links that a page shows at most whose list is still to be drawn."""
_HARDLY_ANY = 3
_SPLASH_WORDS = 400

_CODE = frozenset(
    {"text/javascript", "application/javascript", "application/x-javascript", "text/plain"}
)
_DATA = frozenset({"application/json", "application/ld+json", "text/json", "text/plain"})
_FEEDS = frozenset(
    {"application/xml", "text/xml", "application/rss+xml", "application/atom+xml", "text/plain"}
)
# Libraries, and services that watch visitors: they name nothing of the site's own.
_LIBRARY = re.compile(
    r"jquery|bootstrap|popper|modernizr|prototype|scriptaculous|mootools|swiper|slick|owl\.carousel|lightbox|fancybox|colorbox|masonry"
    r"|isotope|wow\.|aos\.|gsap|d3\.|d3\.v|lodash|underscore|moment|handlebars|mustache|mathjax|katex|highlight|prism|fontawesome|font-awesome"
    r"|all\.min|analytics|gtag|gtm|matomo|piwik|recaptcha|cookie|wp-emoji|wp-embed|wp-includes|polyfill|html5shiv|respond\.|react|vue\.|angular"
    r"|webpack|framework-|leaflet|countdown|particles|typed|parallax|smooth-?scroll|easing|waypoints|superfish|hoverintent|select2|datatables"
    r"|fullcalendar|chart\.|plotly|require\.js|zepto|hammer|velocity|tether|disqus|share",
    re.IGNORECASE,
)


def is_poor(outcome: VisitOutcome, page: Page) -> bool:
    """Whether a page shows so little that its scripts may hold the rest.

    It has no papers; and it is a front page with few links, or its name promises papers.
    """
    reading, visit = outcome.reading, outcome.visit
    if reading is None or outcome.is_fruitful or not (reading.parts or reading.is_drawn):
        return False
    if outcome.status is Status.NEEDS_BROWSER or has_few_links(outcome, page):
        return True
    return len(reading.text) < _SHORT and address_points(visit.url) >= PROMISING


def is_drawn(outcome: VisitOutcome, page: Page) -> bool:
    """Whether a browser would show more of a page that is still poor when its scripts have been read."""
    if outcome.status is Status.NEEDS_BROWSER:
        return True
    reading = outcome.reading
    if reading is None or not reading.is_drawn or not is_poor(outcome, page):
        return False
    words = len(reading.text) - sum(len(link.anchor) for link in reading.links)
    return words < _BARE or own_links(reading, page.final_url) < _HARDLY_ANY


def has_few_links(outcome: VisitOutcome, page: Page) -> bool:
    """Whether a front page leads hardly anywhere."""
    reading = outcome.reading
    return (
        outcome.visit.depth == 0
        and reading is not None
        and own_links(reading, page.final_url) < FEW_LINKS
        and not any(link.rel in FORWARDS for link in reading.links)
    )


def own_links(reading: PageReading, url: str) -> int:
    """How many other pages of its own site a page links to."""
    site = site_of(url)
    return sum(
        site_of(link.target) == site and link.target != url and link.rel != "feed"
        for link in reading.links
    )


def is_splash(reading: PageReading, url: str) -> bool:
    """Whether a page has hardly a word and one way on: one is meant to click."""
    return len(reading.text) < _SPLASH_WORDS and own_links(reading, url) == 1


@dataclass(frozen=True, slots=True)
class PageParts:
    """Fetches the files that pages of one harvest are drawn with."""

    fetcher: Fetcher
    held: dict[str, PagePart | None] = field(default_factory=dict)

    async def scripts(self, reading: PageReading, url: str) -> tuple[PagePart, ...]:
        """The script files of the page's own site that are no libraries."""
        wanted = [
            link
            for link in self._of(reading, "code", url)
            if not _LIBRARY.search(urlsplit(link.target).path)
        ]
        found = [await self._part(link.target, _CODE, False) for link in wanted[:MAX_SCRIPTS]]
        return tuple(part for part in found if part)

    async def data(self, reading: PageReading, url: str) -> tuple[PagePart, ...]:
        """The JSON files of the page's own site that it or its scripts name."""
        wanted = self._of(reading, "data", url)
        found = [await self._part(link.target, _DATA, True) for link in wanted[:MAX_DATA]]
        return tuple(part for part in found if part)

    async def listed(self, reading: PageReading, url: str) -> tuple[Link, ...]:
        """The pages that the feeds name which the page or its scripts name: a menu may be drawn from one."""
        named = [link.target for link in self._of(reading, "feed", url)]
        first = len(reading.links)
        links: dict[str, Link] = {}
        for target in named[:MAX_FEEDS]:
            part = await self._part(target, _FEEDS, False)
            if part is None:
                continue
            _, targets = read_listing(part.text.encode(), part.url)
            for address in targets:
                if address != url:
                    links.setdefault(address, Link(address, "", first + len(links), "script"))
        known = {link.target for link in reading.links}
        return tuple(link for link in links.values() if link.target not in known)

    def _of(self, reading: PageReading, rel: str, url: str) -> list[Link]:
        site = site_of(url)
        return [
            link
            for link in (*reading.parts, *reading.links)
            if link.rel == rel and site_of(link.target) == site
        ]

    async def _part(self, url: str, wanted: frozenset[str], is_json: bool) -> PagePart | None:
        if url not in self.held:
            most = _MAX_DATA_BYTES if is_json else _MAX_SCRIPT_BYTES
            fetched = await self.fetcher.fetch(url, wanted=wanted, max_bytes=most)
            part = None
            if fetched.status is None:
                text, _ = decode_html(fetched.body, fetched.content_type)
                part = PagePart(fetched.final_url, text, is_json)
            if len(self.held) >= _MAX_HELD:
                self.held.clear()
            self.held[url] = part
        return self.held[url]
