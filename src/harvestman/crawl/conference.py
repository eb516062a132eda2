"""The policy of `harvestman harvest`: pages of the given sites, those that promise papers first, read for papers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from harvestman.crawl.focus import score
from harvestman.crawl.policy import FORWARDS, FetchedPage, FoundLink, Origin
from harvestman.crawl.scope import Scope, is_file, is_schedule
from harvestman.crawl.visiting import READABLE, read_outcome
from harvestman.engine import Guard, Together
from harvestman.model import Clock, CrawlState, HarvestRequest, VisitOutcome, Want
from harvestman.pages import HARVESTED
from harvestman.text import site_of


@dataclass(frozen=True, slots=True)
class ConferencePolicy:
    """Harvests papers off pages."""

    scope: Scope
    guard: Guard
    clock: Clock
    tells_dates: Callable[[str], bool] | None = None
    """Of which addresses the event's dates are read as well, while the page is at hand; None: of none."""
    talks: bool = False
    """Whether keynotes, invited talks and tutorials are kept too, as talks."""
    name: str = "conference"
    media_types: frozenset[str] = READABLE | {"application/xml", "text/xml"}
    """Schedules come as XML too."""
    together: Together | None = None
    """How small pages go to the guard in groups; None sends each by itself."""

    @classmethod
    def of(
        cls,
        request: HarvestRequest,
        *,
        guard: Guard,
        clock: Clock,
        tells_dates: Callable[[str], bool] | None = None,
        talks: bool = False,
    ) -> ConferencePolicy:
        """The policy for a request."""
        return cls(Scope.of(request), guard, clock, tells_dates, talks, together=Together(guard))

    def wants(self, link: FoundLink) -> bool:
        """Pages of the same site, not files; of other sites where the request says so, or where a given page only forwards."""
        if link.origin is Origin.DATA or (link.rel in FORWARDS and link.depth == 0):
            return True
        if link.rel in ("feed", "routed") or (is_file(link.url) and not is_schedule(link.url)):
            return False
        return site_of(link.url) == link.site or self.scope.has(link.url)

    def score(self, link: FoundLink) -> int:
        """By the words of its text and address, and by where it stands."""
        return score(
            link.url,
            link.anchor,
            depth=link.depth,
            parent_papers=link.papers,
            is_listed=link.origin is Origin.SITEMAP,
        )

    async def read(self, page: FetchedPage) -> VisitOutcome:
        """All papers that it states."""
        is_dated = self.tells_dates is not None and self.tells_dates(page.visit.url)
        return await read_outcome(
            page.visit,
            page.page,
            page.body,
            guard=self.guard,
            now=self.clock.now(),
            want=HARVESTED
            | ({Want.DATES} if is_dated else set())
            | ({Want.TALKS} if self.talks else set()),
            parts=page.parts,
            together=self.together,
        )

    def is_done(self, state: CrawlState) -> bool:
        """Never: all within the limits is visited."""
        return False
