"""What a crawl is for: four questions that a session asks. Everything else (the loop, leases, politeness, keeping) is the session's.

`ConferencePolicy` is what `harvestman harvest` does: pages of a site, those that promise papers first. Another policy needs
to answer the same four questions and nothing more; docs/crawl.md has a worked example.

Answers must be pure: the same for the same link, page and state in every process. Then a crawl that is killed and goes on, or
that several processes share, ends where an undisturbed one ends.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, Protocol

from harvestman.crawl import families
from harvestman.crawl.limits import PageBudget
from harvestman.model import CrawlState, HarvestRequest, Page, Visit, VisitOutcome
from harvestman.pages import PagePart
from harvestman.store import Rival, Standing, Turn


class Origin(StrEnum):
    """Who names a link."""

    PAGE = "page"
    SITEMAP = "sitemap"
    """A sitemap or feed of the site: it names every page, so less is to be expected of each."""
    DATA = "data"
    """A page that a browser showed, which loaded this: data of the same site, often all that the page shows."""


FORWARDS = frozenset({"refresh", "forward", "frame"})
"""The `rel` of links by which a page hands its visitor on: a refresh, a script that changes the address, the frames of a frameset."""


class FoundLink(NamedTuple):
    """A link as a policy sees it: where it leads, and what is known of the page that has it."""

    url: str
    """Without session ids and tracking marks."""
    anchor: str
    site: str
    """The site of the page that has the link."""
    depth: int
    """How many links away from the given pages it leads."""
    papers: int
    """How many papers the page states."""
    rel: str = ""
    origin: Origin = Origin.PAGE


@dataclass(frozen=True, slots=True)
class FetchedPage:
    """A page that has arrived and is to be read."""

    visit: Visit
    page: Page
    body: bytes
    parts: tuple[PagePart, ...] = ()
    """The files that the page is drawn with, where they were fetched."""


class Policy(Protocol):
    """What a crawl is for."""

    @property
    def name(self) -> str:
        """What tells its crawls from those of other policies that were given the same pages; it goes on with its own only."""
        ...

    @property
    def media_types(self) -> frozenset[str]:
        """The media types that it can read; nothing else is downloaded."""
        ...

    def wants(self, link: FoundLink) -> bool:
        """Whether a link is to be followed."""
        ...

    def score(self, link: FoundLink) -> int:
        """What a link is worth; the greater, the sooner it is visited."""
        ...

    async def read(self, page: FetchedPage) -> VisitOutcome:
        """What is to be kept of a page: how its visit ends, what was read, the papers, whether it was fruitful.

        Without a `reading` the page is not kept, and the next crawl tries it again. Where the page leads need not be said.
        """
        ...

    def is_done(self, state: CrawlState) -> bool:
        """Whether nothing more is to be visited. Asked before a site's next visit and before each stage.

        The state is that of all earlier stages and of the site's own visits in this one, so that it does not depend on which
        of several sites was faster.
        """
        ...


@dataclass(frozen=True, slots=True)
class PolicyRules:
    """A policy, a harvest's limits and what is thought of families, as the store asks for them."""

    policy: Policy
    limits: PageBudget

    @classmethod
    def of(cls, policy: Policy, request: HarvestRequest) -> PolicyRules:
        """The rules of one harvest."""
        return cls(policy, PageBudget(request.limit, request.site_limit))

    def family(self, name: str, visited: int, fruitful: int) -> Standing:
        """See `families.py`."""
        return families.standing(name, visited, fruitful)

    def turn(self, turn: Turn, rivals: Callable[[], Sequence[Rival]]) -> str | None:
        """See `limits.py`."""
        return self.limits.why_turn_beyond(turn, rivals)

    def layer(self, *, of_site: int, of_all: int) -> str:
        """See `limits.py`."""
        return self.limits.why_beyond(of_site=of_site, of_all=of_all)

    def is_done(self, state: CrawlState) -> bool:
        """As the policy says."""
        return self.policy.is_done(state)
