"""The budget of a question: how many requests it may cost, and a fetcher that keeps to it.

Every request that leaves the machine for a question is counted: to search providers, for pages, for files. What is held already
costs nothing. When the budget is used up, nothing more is sent for the question, and what is known by then is its answer.
"""

from __future__ import annotations

from dataclasses import dataclass

from harvestman.fetch import Fetched, Fetcher
from harvestman.model import Clock, Status

DEFAULT_REQUESTS = 25


@dataclass(slots=True)
class Budget:
    """How many requests may still be sent for a question."""

    limit: int = DEFAULT_REQUESTS
    spent: int = 0

    @property
    def left(self) -> int:
        """How many are left."""
        return max(0, self.limit - self.spent)

    def take(self) -> bool:
        """Take one, if one is left."""
        if self.spent >= self.limit:
            return False
        self.spent += 1
        return True

    def give_back(self) -> None:
        """One that was taken was not sent."""
        self.spent = max(0, self.spent - 1)


class BudgetedFetcher(Fetcher):
    """The house's fetcher, as one question may use it: the same politeness, robots.txt and guard, but no more than its requests."""

    def __init__(self, fetcher: Fetcher, budget: Budget, *, clock: Clock) -> None:
        """What the given fetcher has opened stays its own: this one closes nothing."""
        self.options = fetcher.options
        self._fetcher = fetcher
        self._budget = budget
        self._clock = clock

    async def fetch(
        self,
        url: str,
        *,
        etag: str = "",
        last_modified: str = "",
        wanted: frozenset[str] | None = None,
        max_bytes: int | None = None,
        is_part: bool = False,
    ) -> Fetched:
        """Fetch one page, if a request is left for it."""
        if not self._budget.take():
            return Fetched(
                url,
                url,
                self._clock.now(),
                Status.BEYOND_BUDGET,
                "the requests of this question are used up",
            )
        return await self._fetcher.fetch(
            url,
            etag=etag,
            last_modified=last_modified,
            wanted=wanted,
            max_bytes=max_bytes,
            is_part=is_part,
        )

    async def sitemaps(self, url: str) -> tuple[str, ...]:
        """A question looks at no sitemap."""
        return ()
