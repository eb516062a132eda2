"""A harvest and its visits. The queue of visits is the frontier: it lives in the store, so a killed run goes on."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from harvestman.model.claims import Mention
from harvestman.model.pages import Link, Page, PageReading
from harvestman.model.sending import quickly_made
from harvestman.model.status import Status


class Order(StrEnum):
    """In which order the pages of a site are visited."""

    BEST = "best"
    """The most promising first."""
    BREADTH = "breadth"
    """Layer by layer: all pages that are one link away, then all that are two."""


@dataclass(frozen=True, slots=True)
class HarvestRequest:
    """What a person asked to be harvested; two equal requests are one harvest until it has ended."""

    seeds: tuple[str, ...]
    """Canonical URLs in the order given."""
    depth: int
    limit: int
    """At most so many pages are visited in all."""
    order: Order = Order.BEST
    site_limit: int = 1_000_000
    """At most so many pages of one site are visited."""
    domains: tuple[str, ...] = ()
    """Further domains whose pages belong to the harvest."""
    other_sites: bool = False
    """Whether links to other sites are followed whose address looks like a conference's own."""
    sitemaps: bool = True
    """Whether the pages that sitemaps and feeds name are links too."""
    policy: str = "conference"
    """What is looked for there: two policies that are given the same pages make two harvests."""
    memo: str = ""
    """What whoever asked wants to find again with the harvest; two requests that differ in nothing else are equal."""


@dataclass(frozen=True, slots=True)
class Harvest:
    """A harvest under way or ended."""

    id: str
    request: HarvestRequest
    started: datetime
    finished: datetime | None = None


@quickly_made
@dataclass(frozen=True, slots=True)
class Visit:
    """One URL that a harvest is to look at."""

    url: str
    depth: int
    parent: int
    """The `ordinal` of the visit whose page links here; -1 for a seed."""
    position: int
    """The place of the link on that page, or of the seed in the request."""
    ordinal: int = -1
    """The place in the whole harvest, given when the visit's turn comes; there may be gaps between two."""
    is_new: bool = False
    """Whether the library held nothing of this URL when its turn came; then there is nothing to compare it with."""

    @property
    def is_given(self) -> bool:
        """Whether a person named this page, rather than another page."""
        return self.parent < 0


@quickly_made
@dataclass(frozen=True, slots=True)
class Lead:
    """A link that a harvest may follow, with what is thought of it before it is fetched."""

    link: Link
    score: int = 0
    """The greater, the sooner."""
    steps: int = 1
    """How much further away it is than the page that has it: 2 for what a sitemap names."""
    family: str = ""
    """The name that addresses of the same kind within a site share; "" for an address of no kind."""
    trap: str = ""
    """Why it is not to be fetched at all."""
    twins: tuple[str, ...] = ()
    """Other addresses of the same page: where one of them was read, this one is not visited."""


@quickly_made
@dataclass(frozen=True, slots=True)
class LinkedMention:
    """A mention with the keys under which its paper is recognised elsewhere."""

    mention: Mention
    keys: frozenset[str]


@quickly_made
@dataclass(frozen=True, slots=True)
class VisitOutcome:
    """How a visit ended: everything that is kept of it in one transaction."""

    visit: Visit
    status: Status
    detail: str = ""
    """One line for a person: what exactly happened."""
    http_status: int = 0
    page: Page | None = None
    body: bytes | None = None
    """The page's bytes, if they are not kept yet: small ones are kept with the page, others go among the blobs before."""
    reading: PageReading | None = None
    mentions: tuple[LinkedMention, ...] = ()
    follow: tuple[Lead, ...] = ()
    """The links to visit next, those of the reading that lie within the harvest."""
    is_fruitful: bool | None = None
    """Whether the page had what is looked for; None when the visit says nothing of that (a server that was down)."""
    twins: tuple[str, ...] = ()
    """Other addresses of the page that was read, which need no visit of their own."""


@dataclass(frozen=True, slots=True)
class CrawlState:
    """How far a crawl is, as those count who decide whether it may end."""

    visited: int
    fruitful: int
    """Visits that brought what is looked for."""
    papers: int
    """Mentions of papers, the same paper on two pages counted twice."""
