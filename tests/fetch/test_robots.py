"""robots.txt by RFC 9309; the sections are those of the standard."""

from __future__ import annotations

import asyncio
from time import process_time

import pytest

from fetch.robots_site import PAGE, ROBOTS, SITE, Site, fetch, fetcher_of, rules, to
from harvestman.fetch import Failure, Fetcher, FetchOptions, MockTransport, Reply
from harvestman.model import SetClock, Status

MATCHING = [
    # robots.txt, path, allowed
    ("User-agent: *\nDisallow: /", "/a", False),
    ("User-agent: *\nDisallow:", "/a", True),
    ("", "/a", True),
    ("User-agent: *\nDisallow: /a", "/b", True),
    ("User-agent: *\nDisallow: /\nAllow: /papers/", "/papers/1", True),
    ("User-agent: *\nAllow: /papers/\nDisallow: /papers/secret", "/papers/secret/1", False),
    ("User-agent: *\nAllow: /page\nDisallow: /*.htm", "/page.htm", False),
    ("User-agent: *\nAllow: /same\nDisallow: /same", "/same", True),  # 2.2.2: on a tie, allow
    ("User-agent: *\nDisallow: /*.pdf$", "/a.pdf", False),
    ("User-agent: *\nDisallow: /*.pdf$", "/a.pdf?download=1", True),
    ("User-agent: *\nDisallow: /search?q=", "/search?q=x", False),
    ("User-agent: *\nDisallow: /a%2fb", "/a%2Fb", False),
    ("User-agent: *\nDisallow: /ñ", "/%C3%B1", False),
    ("User-agent: harvestman\nDisallow: /", "/a", False),
    ("User-agent: HARVESTMAN\nDisallow: /\n\nUser-agent: *\nAllow: /", "/a", False),
    ("User-agent: *\nDisallow: /\n\nUser-agent: Harvestman\nAllow: /", "/a", True),
    ("User-agent: harvestman\nDisallow: /x\n\nUser-agent: harvestman\nDisallow: /y", "/y", False),
    ("User-agent: other\nUser-agent: harvestman\nDisallow: /", "/a", False),
    ("User-agent: other\nDisallow: /", "/a", True),
    ("User-agent: man\nDisallow: /", "/a", True),  # a part of our name is another's
    ("User-agent: harvest\nDisallow: /", "/a", True),
    ("User-agent: harvestman-image\nDisallow: /", "/a", True),
    ("User-agent: harvest*\nDisallow: /", "/a", False),
    ("User-agent: Harvestman/1.0 (+x)\nDisallow: /", "/a", False),
    ("User agent harvestman # us\nDisallow /", "/a", False),
    ("User-agent: a\nUser-agent: b\nUser-agent: *\nDisallow: /", "/a", False),
    ("User-agent: *\nDisallow: /\nUser-agent:\nAllow: /", "/a", False),
    # 2.2.4: other records do not part the names above a group
    ("User-agent: *\nCrawl-delay: 2\nUser-agent: other\nDisallow: /a", "/a", False),
    ("User-agent: *\nSitemap: /s.xml\nUser-agent: other\nDisallow: /a", "/a", False),
    ("User-agent: *\nDisallow: /b\nCrawl-delay: 2\nUser-agent: other\nDisallow: /a", "/a", True),
    ("User-agent: *\nDisallow: /b\n\nUser-agent: *press*\nDisallow: /", "/a", True),  # no name
    ("\ufeffUser-agent: *\nDisallow: /", "/a", False),
    ("user-agent : *\r\n  DISALLOW :/a # why\r\n", "/a", False),
    ("User-agent: *\rDisallow: /a", "/a", False),
    ("Disallow: /a", "/a", True),  # no group, no rule
    ("<html><body>not found</body></html>", "/a", True),
    ("User-agent: *\nDisallow: /", "/robots.txt", True),  # 2.2.2: itself is always allowed
]


@pytest.mark.parametrize(("text", "path", "allowed"), MATCHING)
async def test_rules_are_matched(text: str, path: str, allowed: bool, clock: SetClock) -> None:
    site = Site(rules(text))
    fetched = await fetch(site, clock, SITE + path)
    assert fetched.status is (None if allowed else Status.BLOCKED_ROBOTS)
    assert len(site.asked_for) == 1 + allowed


@pytest.mark.parametrize("code", [400, 401, 403, 404, 410, 418, 451])
async def test_a_file_that_does_not_exist_allows_everything(code: int, clock: SetClock) -> None:
    assert (await fetch(Site(Reply(http_status=code)), clock)).status is None


@pytest.mark.parametrize("code", [500, 501, 502, 503, 504, 599])
async def test_a_server_error_allows_nothing(code: int, clock: SetClock) -> None:
    site = Site(Reply(http_status=code))
    fetched = await fetch(site, clock)
    assert fetched.status is Status.BLOCKED_ROBOTS
    assert "robots.txt could not be read" in fetched.detail
    assert PAGE not in site.asked_for


@pytest.mark.parametrize(
    "status", [Status.UNREACHABLE, Status.TIMEOUT, Status.BAD_RESPONSE, Status.BLOCKED_ADDRESS]
)
async def test_without_its_robots_txt_a_page_ends_as_that_did(
    status: Status, clock: SetClock
) -> None:
    site = Site(Failure(status, "why"))
    fetched = await fetch(site, clock)
    assert fetched.status is status
    assert "why" in fetched.detail
    assert PAGE not in site.asked_for


async def test_too_many_requests_is_not_the_same_as_no_file(clock: SetClock) -> None:
    site = Site(Reply(http_status=429, fields=(("Retry-After", "900"),)))
    fetched = await fetch(site, clock)
    assert (fetched.status, fetched.retry_after_s) == (Status.POSTPONED, 900)
    assert site.asked_for == [ROBOTS]


async def test_too_many_requests_without_a_date_keeps_us_out_too(clock: SetClock) -> None:
    site = Site(Reply(http_status=429))
    assert (await fetch(site, clock)).status is Status.BLOCKED_WALL
    assert site.asked_for == [ROBOTS]


async def test_five_redirects_are_followed_also_to_other_hosts(clock: SetClock) -> None:
    others = {f"http://h{n}.example/r": to(f"http://h{n + 1}.example/r") for n in range(1, 5)}
    others["http://h5.example/r"] = rules("User-agent: *\nDisallow: /papers")
    site = Site(to("http://h1.example/r"), others)
    assert (await fetch(site, clock)).status is Status.BLOCKED_ROBOTS
    assert len(site.asked_for) == 6
    assert (await fetch(site, clock, f"{SITE}/other")).status is None


@pytest.mark.parametrize("target", ["http://h1.example/r", "/robots.txt", "ftp://h/r", ""])
async def test_a_file_that_is_never_reached_allows_nothing(target: str, clock: SetClock) -> None:
    others = {f"http://h{n}.example/r": to(f"http://h{n + 1}.example/r") for n in range(1, 20)}
    site = Site(to(target), others)
    fetched = await fetch(site, clock)
    assert fetched.status in (Status.REDIRECT_LOOP, Status.BAD_RESPONSE)
    assert PAGE not in site.asked_for
    assert len(site.asked_for) <= 6


async def test_rules_are_kept_for_a_day(clock: SetClock) -> None:
    site = Site(rules("User-agent: *\nDisallow: /papers"))
    async with fetcher_of(site, clock) as fetcher:
        for _ in range(3):
            assert (await fetcher.fetch(PAGE)).status is Status.BLOCKED_ROBOTS
            clock.advance(3600 * 7)
        assert site.asked_for == [ROBOTS]
        site.robots = rules("")
        clock.advance(3600 * 3 + 1)
        assert (await fetcher.fetch(PAGE)).status is None
        assert site.asked_for == [ROBOTS, ROBOTS, PAGE]


async def test_old_rules_stand_while_new_ones_cannot_be_had(clock: SetClock) -> None:
    site = Site(rules("User-agent: *\nDisallow: /secret"))
    async with fetcher_of(site, clock) as fetcher:
        assert (await fetcher.fetch(PAGE)).status is None
        clock.advance(86_401)
        site.robots = Reply(http_status=500)
        assert (await fetcher.fetch(PAGE)).status is None
        assert (await fetcher.fetch(f"{SITE}/secret")).status is Status.BLOCKED_ROBOTS


async def test_a_failure_is_soon_tried_again_but_not_at_once(clock: SetClock) -> None:
    site = Site(Reply(http_status=500))
    async with fetcher_of(site, clock) as fetcher:
        for _ in range(5):
            assert (await fetcher.fetch(PAGE)).status is Status.BLOCKED_ROBOTS
        assert site.asked_for == [ROBOTS]
        site.robots = Reply(http_status=404)
        clock.advance(3600)
        assert (await fetcher.fetch(PAGE)).status is None


async def test_many_who_wait_ask_once(clock: SetClock) -> None:
    site = Site(rules("User-agent: *\nDisallow: /no"))
    async with fetcher_of(site, clock) as fetcher:
        pages = await asyncio.gather(*(fetcher.fetch(f"{SITE}/{n}") for n in range(20)))
    assert {page.status for page in pages} == {None}
    assert site.asked_for.count(ROBOTS) == 1


async def test_each_scheme_and_port_has_its_own_file(clock: SetClock) -> None:
    site = Site(rules("User-agent: *\nDisallow: /"), {f"{SITE}:8080/robots.txt": rules("")})
    assert (await fetch(site, clock, f"{SITE}:8080/a")).status is None
    assert f"{SITE}:8080/robots.txt" in site.asked_for


async def test_only_the_first_500_kib_count_and_no_half_rule(clock: SetClock) -> None:
    head = "User-agent: *\nDisallow: /papers/\nAllow: /papers/open\n"
    filler = "# x\n" * 200_000
    cut_rule = "Disallow: /other\n"
    site = Site(rules(head + filler + cut_rule))
    assert (await fetch(site, clock)).status is Status.BLOCKED_ROBOTS
    assert (await fetch(site, clock, f"{SITE}/other")).status is None
    at_the_edge = "User-agent: *\n" + "#" * (500 * 1024 - 14 - 12) + "\nDisallow: /longer-rule\n"
    assert (await fetch(Site(rules(at_the_edge)), clock)).status is None


async def test_many_names_above_many_rules_are_no_bomb(clock: SetClock) -> None:
    names = "".join(f"User-agent: bot{n}\n" for n in range(3000))
    site = Site(rules(names + "User-agent: *\n" + "Disallow: /x\n" * 30_000))
    began = process_time()
    assert (await fetch(site, clock)).status is None
    assert (
        process_time() - began < 5
    )  # one copy of each rule for each name would take minutes and 10 GB


async def test_crawl_delay_lengthens_the_pause(clock: SetClock) -> None:
    site = Site(rules("User-agent: *\nCrawl-delay: 7\n\nUser-agent: other\nCrawl-delay: 90"))
    start = clock.now().timestamp()
    async with fetcher_of(site, clock) as fetcher:
        for n in range(3):
            assert (await fetcher.fetch(f"{SITE}/{n}")).status is None
    assert clock.now().timestamp() - start == pytest.approx(21)


async def test_a_crawl_delay_shorter_than_our_own_changes_nothing(clock: SetClock) -> None:
    site = Site(rules("User-agent: *\nCrawl-delay: 0.1"))
    start = clock.now().timestamp()
    async with Fetcher(FetchOptions(delay_s=3), clock=clock, transport=site.transport) as fetcher:
        await fetcher.fetch(PAGE)
    assert clock.now().timestamp() - start == pytest.approx(3)


@pytest.mark.parametrize("delay", ["121", "86400", "1e300"])
async def test_a_host_that_wants_too_long_a_pause_is_not_visited(
    delay: str, clock: SetClock
) -> None:
    site = Site(rules(f"User-agent: *\nCrawl-delay: {delay}"))
    fetched = await fetch(site, clock)
    assert fetched.status is Status.BLOCKED_ROBOTS
    assert "between two requests" in fetched.detail
    assert PAGE not in site.asked_for


@pytest.mark.parametrize("delay", ["nan", "inf", "-5", "soon", ""])
async def test_a_crawl_delay_that_is_no_number_is_none(delay: str, clock: SetClock) -> None:
    start = clock.now()
    assert (await fetch(Site(rules(f"User-agent: *\nCrawl-delay: {delay}")), clock)).status is None
    assert clock.now() == start


async def test_robots_can_be_switched_off_for_sites_of_ones_own(clock: SetClock) -> None:
    site = Site(rules("User-agent: *\nDisallow: /"))
    assert (await fetch(site, clock, robots=False)).status is None
    assert site.asked_for == [PAGE]


async def test_the_hosts_asked_about_longest_ago_are_forgotten(
    clock: SetClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("harvestman.fetch.robots._MAX_LINES", 20)
    transport = MockTransport(lambda request: rules("User-agent: *\nDisallow: /no\n"))
    async with Fetcher(FetchOptions(delay_s=0), clock=clock, transport=transport) as fetcher:
        for n in range(50):
            await fetcher.fetch(f"http://h{n}.example/")
        assert len(fetcher._robots._entries) <= 20
        asked = len(transport.requests)
        await fetcher.fetch("http://h49.example/again")
        assert len(transport.requests) == asked + 1
