"""Sitemaps and feeds: what they name, and what they cannot do to us."""

from __future__ import annotations

import gzip
import time
from datetime import UTC, datetime

from harvestman.crawl import listed_links, read_listing
from harvestman.fetch import Fetcher, FetchOptions, MockTransport, Reply
from harvestman.model import SetClock

SITE = "http://conf.example"
XML = (("Content-Type", "application/xml"),)


def sitemap(*paths: str, kind: str = "urlset") -> bytes:
    entries = "".join(f"<url><loc> {SITE}{path} </loc></url>" for path in paths)
    return f'<?xml version="1.0"?><{kind}>{entries}</{kind}>'.encode()


async def listed(replies: dict[str, Reply], *, feeds: tuple[str, ...] = ()) -> list[str]:
    clock = SetClock(datetime(2024, 6, 1, tzinfo=UTC))
    transport = MockTransport({SITE + path: reply for path, reply in replies.items()})
    async with Fetcher(FetchOptions(delay_s=0), clock=clock, transport=transport) as fetcher:
        found = await listed_links(fetcher, f"{SITE}/", feeds=[SITE + feed for feed in feeds])
    return [link.target.removeprefix(SITE) for link in found]


async def test_the_sitemap_that_robots_txt_names_or_else_the_usual_one() -> None:
    robots = Reply(f"Sitemap: {SITE}/maps/1.xml".encode(), fields=(("Content-Type", "text/plain"),))
    replies = {
        "/maps/1.xml": Reply(sitemap("/named"), fields=XML),
        "/sitemap.xml": Reply(sitemap("/usual"), fields=XML),
    }
    assert await listed(replies) == ["/usual"]
    assert await listed(replies | {"/robots.txt": robots}) == ["/named"]


async def test_an_index_leads_to_packed_sitemaps_and_feeds_are_read_too() -> None:
    packed = (("Content-Type", "application/gzip"),)
    rss = b"<rss><channel><item><link>http://conf.example/news/1</link></item></channel></rss>"
    replies = {
        "/sitemap.xml": Reply(sitemap("/a.xml.gz", kind="sitemapindex"), fields=XML),
        "/a.xml.gz": Reply(gzip.compress(sitemap("/one", "/two")), fields=packed),
        "/feed": Reply(rss, fields=(("Content-Type", "application/rss+xml"),)),
    }
    found = await listed(replies, feeds=("/feed",))
    assert sorted(found) == ["/news/1", "/one", "/two"]


async def test_an_index_without_end_costs_four_requests() -> None:
    asked: list[str] = []
    clock = SetClock(datetime(2024, 6, 1, tzinfo=UTC))

    def answer(request: object) -> Reply:
        asked.append("x")
        more = [f"/{len(asked)}-{i}.xml" for i in range(50)]
        return Reply(sitemap(*more, kind="sitemapindex"), fields=XML)

    options = FetchOptions(delay_s=0, robots=False)
    async with Fetcher(options, clock=clock, transport=MockTransport(answer)) as fetcher:
        assert await listed_links(fetcher, f"{SITE}/") == ()
    assert len(asked) == 4


def test_bombs_and_entities_do_nothing() -> None:
    bomb = gzip.compress(b"<loc>" + b"x" * 50_000_000)
    assert read_listing(bomb, SITE) == (False, [])
    entities = b'<!DOCTYPE a [<!ENTITY b "http://evil.example/">]><urlset><loc>&b;</loc></urlset>'
    assert all("evil" not in target for target in read_listing(entities, SITE)[1])
    assert read_listing(b"\x1f\x8bnot packed at all", SITE) == (False, [])


def test_atom_links() -> None:
    atom = b'<feed><entry><link rel="alternate" href="/papers/1"/></entry></feed>'
    assert read_listing(atom, f"{SITE}/feed")[1] == [f"{SITE}/papers/1"]


def test_names_in_cdata_and_broken_tags() -> None:
    body = (
        b"<urlset><url><loc><![CDATA[ http://conf.example/a ]]></loc></url>"
        b"<url><loc>http://conf.example/lost<loc>http://conf.example/b</loc></url>"
        b"<url><loc>   </loc></url><url><loc>http://conf.example/cut"
    )
    assert read_listing(body, SITE)[1] == [f"{SITE}/a", f"{SITE}/b"]


def test_a_sitemap_of_spaces_takes_no_time() -> None:
    # 6 kB of this held the interpreter for minutes: the time grew with the third power of the length.
    for piece in (b" ", b"<loc>", b"<loc> ", b"<link ", b"<![CDATA[", b"]]>", b"&"):
        body = b"<urlset><url><loc>" + piece * (1_000_000 // len(piece))
        started = time.process_time()
        assert read_listing(body, SITE) == (False, [])
        assert time.process_time() - started < 5
