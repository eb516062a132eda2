"""The loop: layers in order, one visit each, limits kept, unchanged pages left alone. No network: a mock transport."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from harvestman.crawl import Session
from harvestman.engine import open_guard
from harvestman.fetch import Fetcher, FetchOptions, MockTransport, Reply, Request, Response
from harvestman.model import HarvestRequest, LibraryFull, Order, SetClock, Status, VisitOutcome
from harvestman.store import Library, VisitRecord, open_library

DAY_S = 86400.0
OPTIONS = FetchOptions(delay_s=0, robots=False)
PAPER = (
    '<meta name="citation_title" content="{title}"><meta name="citation_author" content="Ana Ruiz">'
)


def page(*links: str, title: str = "") -> Reply:
    body = "".join(f'<a href="{link}">{link}</a> ' for link in links)
    head = PAPER.format(title=title) if title else ""
    return Reply(
        f"<html><head>{head}</head><body><p>Some words of this page.</p>{body}</body></html>".encode()
    )


SITE = {
    "http://a.example/": page("/one", "/two", "http://b.example/", "/file.pdf"),
    "http://a.example/one": page("/three", "/two"),
    "http://a.example/two": page("/three", "/four", title="A Paper on Careful Harvesting"),
    "http://a.example/three": page(title="Another Paper on Careful Harvesting"),
    "http://a.example/four": page("/five"),
    "http://a.example/five": page(),
    "http://b.example/": page(),
}


class Bench:
    """A library and a clock on which harvests are made."""

    def __init__(self, library: Library, clock: SetClock) -> None:
        self.library = library
        self.clock = clock
        self.asked: list[str] = []

    async def harvest(
        self,
        *seeds: str,
        site: dict[str, Reply] = SITE,
        depth: int = 1,
        limit: int = 100,
        fresh_for_s: float = DAY_S,
        **options: Any,
    ) -> list[VisitRecord]:
        transport = MockTransport(site)
        asked = {"sitemaps": False} | options
        async with Fetcher(OPTIONS, clock=self.clock, transport=transport) as fetcher:
            with open_guard("inline") as guard:
                session = Session(self.library, fetcher, guard, self.clock)
                done = await session.harvest(
                    HarvestRequest(seeds, depth, limit, **asked), fresh_for_s=fresh_for_s
                )
        self.asked = [request.url for request in transport.requests]
        self.requests: list[Request] = transport.requests
        return self.library.harvests.outcomes(done)


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    clock = SetClock(datetime(2024, 6, 1, tzinfo=UTC))
    with open_library(str(tmp_path / "x.db"), clock=clock) as library:
        yield Bench(library, clock)


def paths(records: list[VisitRecord]) -> list[str]:
    return [record.visit.url.removeprefix("http://a.example") for record in records]


async def test_layer_by_layer_each_page_once_and_never_off_the_site(bench: Bench) -> None:
    records = await bench.harvest("http://a.example/", depth=3, order=Order.BREADTH)
    assert paths(records) == ["/", "/one", "/two", "/three", "/four", "/five"]
    assert sorted(bench.asked) == sorted(record.visit.url for record in records)
    assert [record.visit.depth for record in records] == [0, 1, 1, 2, 2, 3]
    assert {p.title for p in bench.library.papers.find()} == {
        "A Paper on Careful Harvesting",
        "Another Paper on Careful Harvesting",
    }


async def test_the_limit_cuts_the_order_not_the_clock(bench: Bench) -> None:
    records = await bench.harvest("http://a.example/", depth=3, limit=4)
    assert paths(records) == ["/", "/one", "/two", "/three"]


async def test_a_page_fetched_today_is_not_asked_for_again(bench: Bench) -> None:
    await bench.harvest("http://a.example/", depth=1)
    records = await bench.harvest("http://a.example/", depth=2)
    assert bench.asked == ["http://a.example/three", "http://a.example/four"]
    assert [r.status for r in records][:3] == [Status.UNCHANGED] * 3


async def test_later_it_is_asked_for_with_its_validators_and_unchanged_bytes_are_not_read_again(
    bench: Bench,
) -> None:
    tagged = {
        "http://a.example/": Reply(
            SITE["http://a.example/"].body, fields=(("Content-Type", "text/html"), ("ETag", '"1"'))
        )
    }
    await bench.harvest("http://a.example/", site=tagged, depth=0)
    bench.clock.advance(2 * DAY_S)
    records = await bench.harvest("http://a.example/", site=tagged, depth=0)
    assert bench.requests[0].headers.first("If-None-Match") == '"1"'
    assert [r.status for r in records] == [Status.UNCHANGED]


async def test_a_changed_page_is_read_again(bench: Bench) -> None:
    url = "http://a.example/three"
    await bench.harvest(url, depth=0)
    bench.clock.advance(2 * DAY_S)
    newer = {url: page(title="A Paper That Has Got Another Title")}
    records = await bench.harvest(url, site=newer, depth=0)
    assert [r.status for r in records] == [Status.SUCCESS]
    assert "A Paper That Has Got Another Title" in {p.title for p in bench.library.papers.find()}


async def test_a_seed_that_moved_is_followed_to_its_new_site_but_no_other_page_is(
    bench: Bench,
) -> None:
    moved = (("Location", "http://new.example/"), ("Content-Type", "text/html"))
    away = (("Location", "http://else.example/"), ("Content-Type", "text/html"))
    site = {
        "http://old.example/": Reply(b"", 301, moved),
        "http://new.example/": page("/leave", "/stay"),
        "http://new.example/leave": Reply(b"", 302, away),
        "http://else.example/": page("/deeper", "http://new.example/deeper"),
        "http://new.example/stay": page(),
    }
    records = await bench.harvest("http://old.example/", site=site, depth=3)
    assert [r.visit.url for r in records][:3] == [
        "http://old.example/",
        "http://new.example/leave",
        "http://new.example/stay",
    ]
    assert "http://else.example/deeper" not in bench.asked


async def test_what_fails_gets_its_status_and_the_rest_goes_on(bench: Bench) -> None:
    site = {"http://a.example/": page("/gone", "/data", "/three"), "http://a.example/three": SITE["http://a.example/three"],
            "http://a.example/data": Reply(b"\x00\x01\x02" * 100, fields=(("Content-Type", "application/zip"),))}  # fmt: skip
    records = await bench.harvest("http://a.example/", site=site)
    assert [str(r.status) for r in records] == ["no-papers", "not-found", "not-html", "success"]


async def test_a_page_that_could_not_be_read_is_tried_again_next_time(bench: Bench) -> None:
    script = Reply(
        b'<html><body><div id="root"></div><script src="/app.js"></script></body></html>'
    )
    site = {"http://a.example/": script}
    for _ in range(2):
        records = await bench.harvest("http://a.example/", site=site, depth=0)
        assert [r.status for r in records] == [Status.NEEDS_BROWSER]
        # Its script was looked at for the data that it draws, and has none.
        assert bench.asked == ["http://a.example/", "http://a.example/app.js"]


async def test_a_store_that_fails_ends_the_harvest_with_its_own_error(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise LibraryFull("no space is left")

    monkeypatch.setattr(bench.library.harvests, "keep_all", full)
    with pytest.raises(LibraryFull, match="no space"):
        await bench.harvest("http://a.example/")


async def test_best_first_reaches_the_papers_early(bench: Bench) -> None:
    site = {
        "http://a.example/": page("/hotels", "/sponsors", "/accepted-papers"),
        "http://a.example/hotels": page("/hotels/one"),
        "http://a.example/accepted-papers": page("/item"),
        "http://a.example/item": page(title="A Paper That Is Reached Early"),
    }
    records = await bench.harvest("http://a.example/", site=site, depth=3, limit=3)
    assert paths(records) == ["/", "/accepted-papers", "/item"]


async def test_further_domains_are_followed_when_asked(bench: Bench) -> None:
    site = SITE | {"http://papers.b.example/": page("/deeper", "http://c.example/")}
    site["http://a.example/"] = page(
        "http://papers.b.example/", "http://b.example/", "http://c.example/"
    )
    records = await bench.harvest("http://a.example/", site=site, depth=2, domains=("b.example",))
    assert [r.visit.url for r in records] == [
        "http://a.example/",
        "http://papers.b.example/",
        "http://b.example/",
        "http://papers.b.example/deeper",
    ]


async def test_other_sites_are_followed_when_they_look_like_conferences(bench: Bench) -> None:
    conference, shop = "http://www.icml-conference2023.org/", "http://www.shoes.example.com/buy"
    site = {"http://a.example/": page(conference, shop), conference: page(), shop: page()}
    await bench.harvest("http://a.example/", site=site)
    assert bench.asked == ["http://a.example/"]
    bench.clock.advance(2 * DAY_S)
    await bench.harvest("http://a.example/", site=site, other_sites=True)
    assert bench.asked == ["http://a.example/", conference]


async def test_pages_that_only_the_sitemap_names_are_found(bench: Bench) -> None:
    listing = b"<urlset><url><loc>http://a.example/hidden</loc></url></urlset>"
    site = SITE | {
        "http://a.example/sitemap.xml": Reply(listing, fields=(("Content-Type", "text/xml"),)),
        "http://a.example/hidden": page(title="A Paper That Nobody Links To"),
    }
    records = await bench.harvest("http://a.example/", site=site, depth=2, sitemaps=True)
    assert "/hidden" in paths(records)
    again = await bench.harvest("http://a.example/", site=site, depth=1, sitemaps=True)
    assert "/hidden" not in paths(again)


async def test_a_calendar_without_end_is_left_and_told(bench: Bench) -> None:
    class Calendar(dict[str, Reply]):
        def get(self, url: str, default: Any = None) -> Any:
            if "/calendar/" not in url:
                return super().get(url, default)
            year, month = map(int, url.rsplit("/", 2)[1:])
            return page(f"/calendar/{year + month // 12}/{month % 12 + 1}")

    site = Calendar(SITE | {"http://a.example/": page("/calendar/2024/1", "/one", "/two")})
    records = await bench.harvest("http://a.example/", site=site, depth=20, limit=1000)
    months = [path for path in paths(records) if "calendar" in path]
    assert len(months) == 8
    assert "/five" in paths(records)
    (harvest_, *_) = bench.library.harvests.recent()
    assert bench.library.harvests.counts(harvest_).traps == 1


async def test_an_empty_page_is_kept_like_any_other(bench: Bench) -> None:
    url = "http://a.example/"
    await bench.harvest(url, site={url: Reply(b"")}, depth=0)
    kept = bench.library.pages.latest(url)
    assert kept is not None
    assert bench.library.blobs.get(kept.digest) == b""
    await bench.harvest(url, site={url: Reply(b"")}, depth=0)
    assert bench.asked == []


async def test_a_slow_page_holds_up_none_of_its_site(bench: Bench) -> None:
    """The slow one is answered only when all others have been kept."""
    kept: set[str] = set()
    others_kept = asyncio.Event()

    class Slow(MockTransport):
        async def send(self, request: Request) -> Response:
            if request.url == "http://a.example/one":
                async with asyncio.timeout(30):
                    await others_kept.wait()
            return await super().send(request)

    def note(outcome: VisitOutcome, waiting: int) -> None:
        kept.add(outcome.visit.url)
        if len(kept) == 4:
            others_kept.set()

    site = {**SITE, "http://a.example/": page("/one", "/two", "/three", "/four")}
    options = replace(OPTIONS, per_host=4)
    async with Fetcher(options, clock=bench.clock, transport=Slow(site)) as fetcher:
        with open_guard("inline") as guard:
            session = Session(bench.library, fetcher, guard, bench.clock)
            request = HarvestRequest(("http://a.example/",), 1, 100, sitemaps=False)
            await session.harvest(request, watcher=note)
    assert "http://a.example/one" in kept
