"""A policy of one's own: four answers, and the session does the rest. The example is the one of docs/crawl.md."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from harvestman.crawl import (
    READABLE,
    ConferencePolicy,
    FetchedPage,
    FoundLink,
    Origin,
    Policy,
    Session,
    read_outcome,
)
from harvestman.engine import Guard, InlineGuard
from harvestman.fetch import Fetcher, FetchOptions, MockTransport, Reply
from harvestman.model import (
    Clock,
    CrawlState,
    HarvestRequest,
    PageReading,
    SetClock,
    Status,
    VisitOutcome,
)
from harvestman.store import Library, end_state, open_library
from harvestman.text import site_of

SITE = "http://a.example"


@dataclass(frozen=True)
class FewPapers:
    """Pages below a path, the nearest first, until three of them have had papers."""

    path: str
    guard: Guard
    clock: Clock
    media_types: frozenset[str] = READABLE

    @property
    def name(self) -> str:
        return f"few papers below {self.path}"

    def wants(self, link: FoundLink) -> bool:
        return site_of(link.url) == link.site and urlsplit(link.url).path.startswith(self.path)

    def score(self, link: FoundLink) -> int:
        return -link.depth

    async def read(self, page: FetchedPage) -> VisitOutcome:
        return await read_outcome(
            page.visit, page.page, page.body, guard=self.guard, now=self.clock.now()
        )

    def is_done(self, state: CrawlState) -> bool:
        return state.fruitful >= 3


@dataclass(frozen=True)
class EveryFile:
    """All PDF files of a site; their visits are the fruitful ones, and what is kept of a file is its first line."""

    guard: Guard
    clock: Clock
    name: str = "every file"
    media_types: frozenset[str] = READABLE | {"application/pdf"}

    def wants(self, link: FoundLink) -> bool:
        return site_of(link.url) == link.site

    def score(self, link: FoundLink) -> int:
        return int(link.url.endswith(".pdf"))

    async def read(self, page: FetchedPage) -> VisitOutcome:
        if page.page.media_type != "application/pdf":
            read = await read_outcome(
                page.visit, page.page, page.body, guard=self.guard, now=self.clock.now()
            )
            return replace(read, mentions=(), is_fruitful=False)
        title = page.body.splitlines()[0].decode()
        return VisitOutcome(
            page.visit,
            Status.NO_PAPERS,
            http_status=page.page.http_status,
            page=page.page,
            reading=PageReading(Status.NO_PAPERS, title=title, text=title),
            is_fruitful=True,
        )

    def is_done(self, state: CrawlState) -> bool:
        return False


def page(*links: str, title: str = "") -> Reply:
    head = (
        f'<meta name="citation_title" content="{title}"><meta name="citation_author" content="Ana Ruiz">'
        if title
        else ""
    )
    body = "".join(f'<a href="{link}">{link}</a> ' for link in links)
    return Reply(
        f"<html><head>{head}</head><body><p>Some words of this page.</p>{body}</body></html>".encode()
    )


def volume() -> dict[str, Reply]:
    """A volume of nine papers below /volume, beside pages that promise more."""
    papers = [f"/volume/paper-{letter}" for letter in "abcdefghi"]
    return {
        f"{SITE}/": page("/accepted-papers", "/volume/", "http://b.example/volume/"),
        f"{SITE}/accepted-papers": page(title="A Paper That Lies Beside the Volume"),
        f"{SITE}/volume/": page("/volume/preface", *papers),
        f"{SITE}/volume/preface": page(),
        **{f"{SITE}{path}": page(title=f"The Paper of {path[-1].upper()}") for path in papers},
    }


@pytest.fixture
def library(tmp_path: Path, clock: SetClock) -> Iterator[Library]:
    with open_library(str(tmp_path / "x.db"), clock=clock) as library:
        yield library


@pytest.fixture
def clock() -> SetClock:
    return SetClock(datetime(2024, 6, 1, tzinfo=UTC))


class Died(BaseException):
    """The process is gone."""


async def crawl(
    library: Library,
    clock: Clock,
    policy: Policy,
    site: dict[str, Reply],
    *,
    dies_after: int | None = None,
) -> list[str]:
    """The pages that a policy visits; the crawl may die in the middle."""
    kept = 0

    def note(_outcome: VisitOutcome, _waiting: int) -> None:
        nonlocal kept
        kept += 1
        if kept == dies_after:
            raise Died

    options = FetchOptions(delay_s=0, robots=False)
    async with Fetcher(options, clock=clock, transport=MockTransport(site)) as fetcher:
        session = Session(library, fetcher, InlineGuard(), clock)
        request = HarvestRequest((f"{SITE}/",), 3, 100, sitemaps=False)
        done = await session.crawl(request, policy, watcher=note)
    return [r.visit.url.removeprefix(SITE) for r in library.harvests.outcomes(done)]


async def test_a_policy_of_ones_own_says_where_to_go_and_when_to_stop(
    library: Library, clock: SetClock
) -> None:
    policy = FewPapers("/volume/", InlineGuard(), clock)
    assert await crawl(library, clock, policy, volume()) == [
        "/",
        "/volume/",
        "/volume/preface",
        "/volume/paper-a",
        "/volume/paper-b",
        "/volume/paper-c",
    ]
    assert {paper.title for paper in library.papers.find()} == {
        f"The Paper of {letter}" for letter in "ABC"
    }
    (harvest,) = library.harvests.recent()
    assert library.harvests.counts(harvest).beyond_limit == 6


@pytest.mark.parametrize("dies_after", [1, 3, 4, 5])
async def test_killed_and_resumed_it_stops_where_an_undisturbed_crawl_does(
    library: Library, clock: SetClock, tmp_path: Path, dies_after: int
) -> None:
    policy = FewPapers("/volume/", InlineGuard(), clock)
    with pytest.raises(BaseExceptionGroup):
        await crawl(library, clock, policy, volume(), dies_after=dies_after)
    await crawl(library, clock, policy, volume())
    with open_library(str(tmp_path / "alone" / "x.db"), clock=clock) as alone:
        await crawl(alone, clock, policy, volume())
        assert end_state(library) == end_state(alone)


async def test_two_policies_with_the_same_pages_make_two_harvests(
    library: Library, clock: SetClock
) -> None:
    policy = FewPapers("/volume/", InlineGuard(), clock)
    with pytest.raises(BaseExceptionGroup):
        await crawl(library, clock, policy, volume(), dies_after=2)
    other = ConferencePolicy.of(HarvestRequest((SITE,), 3, 100), guard=InlineGuard(), clock=clock)
    assert "/accepted-papers" in await crawl(library, clock, other, volume())
    assert {one.request.policy for one in library.harvests.recent()} == {policy.name, other.name}


async def test_a_policy_may_read_files_and_say_what_is_fruitful(
    library: Library, clock: SetClock
) -> None:
    pdf = (("Content-Type", "application/pdf"),)
    site = {
        f"{SITE}/": page("/about", "/one.pdf", "http://b.example/two.pdf", title="A Paper"),
        f"{SITE}/about": page(),
        f"{SITE}/one.pdf": Reply(b"%PDF-1.4 the first\nand more", fields=pdf),
    }
    policy = EveryFile(InlineGuard(), clock)
    assert await crawl(library, clock, policy, site) == ["/", "/one.pdf", "/about"]
    assert library.papers.count() == 0
    kept = library.pages.latest(f"{SITE}/one.pdf")
    assert kept is not None
    assert library.blobs.get(kept.digest).startswith(b"%PDF-1.4 the first")


def test_what_a_sitemap_names_is_told_from_what_a_page_links_to(clock: SetClock) -> None:
    policy = ConferencePolicy.of(HarvestRequest((SITE,), 3, 9), guard=InlineGuard(), clock=clock)
    link = FoundLink(f"{SITE}/papers", "Papers", "a.example", 1, 0)
    listed = link._replace(origin=Origin.SITEMAP)
    assert policy.wants(link)
    assert policy.wants(listed)
    assert policy.score(link) > policy.score(listed)
