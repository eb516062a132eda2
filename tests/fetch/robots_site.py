"""A site with a robots.txt of one's choice, and a fetcher that asks it."""

from __future__ import annotations

from collections.abc import Mapping

from harvestman.fetch import Failure, Fetched, Fetcher, FetchOptions, MockTransport, Reply, Request
from harvestman.model import SetClock

SITE = "http://site.example"
PAGE = f"{SITE}/papers/1.html"
ROBOTS = f"{SITE}/robots.txt"


class Site:
    """A site whose pages all exist, with the given robots.txt."""

    def __init__(self, robots: Reply | Failure, others: Mapping[str, Reply] | None = None) -> None:
        self.robots = robots
        self._others = dict(others or {})
        self.transport = MockTransport(self._reply)

    def _reply(self, request: Request) -> Reply | Failure:
        if request.url == ROBOTS:
            return self.robots
        return self._others.get(request.url, Reply(b"<html>"))

    @property
    def asked_for(self) -> list[str]:
        return [request.url for request in self.transport.requests]


def fetcher_of(site: Site, clock: SetClock, **options: float) -> Fetcher:
    chosen = FetchOptions(delay_s=0, **options)  # type: ignore[arg-type]
    return Fetcher(chosen, clock=clock, transport=site.transport)


async def fetch(site: Site, clock: SetClock, url: str = PAGE, **options: float) -> Fetched:
    async with fetcher_of(site, clock, **options) as fetcher:
        return await fetcher.fetch(url)


def rules(text: str) -> Reply:
    return Reply(text.encode(), fields=(("Content-Type", "text/plain"),))


def to(url: str) -> Reply:
    return Reply(http_status=301, fields=(("Location", url),))
