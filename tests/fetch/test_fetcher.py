"""The way of one fetch, against a network that is a table."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import AsyncGenerator, Iterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

import harvestman
from harvestman.fetch import Failure, Fetched, Fetcher, FetchOptions, MockTransport, Reply, Request
from harvestman.fetch.hops import plain_url
from harvestman.fetch.patience import retry_after_s
from harvestman.model import SetClock, Status

URL = "http://site.example/page"
HTML = frozenset({"text/html", "application/xhtml+xml"})


def fetcher_of(transport: MockTransport, clock: SetClock, **options: object) -> Fetcher:
    chosen = {"delay_s": 0.0, "robots": False, **options}
    return Fetcher(FetchOptions(**chosen), clock=clock, transport=transport)  # type: ignore[arg-type]


async def fetch_reply(reply: Reply | Failure, clock: SetClock, **wishes: object) -> Fetched:
    async with fetcher_of(MockTransport({URL: reply}), clock) as fetcher:
        return await fetcher.fetch(URL, **wishes)  # type: ignore[arg-type]


def moved(url: str, code: int = 302) -> Reply:
    return Reply(http_status=code, fields=(("Location", url),))


async def test_a_page_is_delivered_with_all_that_is_kept_of_it(clock: SetClock) -> None:
    fields = (
        ("Content-Type", "text/html; charset=koi8-r"),
        ("ETag", '"abc"'),
        ("Last-Modified", "Sun, 01 Feb 2026 00:00:00 GMT"),
        ("Link", '<https://doi.org/10.1/x>; rel="cite-as"'),
        ("link", '<a.pdf>; rel="item"'),
    )
    fetched = await fetch_reply(Reply(b"<html>hi", fields=fields), clock)
    assert fetched == Fetched(
        url=URL,
        final_url=URL,
        fetched=clock.now(),
        status=None,
        http_status=200,
        media_type="text/html",
        content_type="text/html; charset=koi8-r",
        body=b"<html>hi",
        etag='"abc"',
        last_modified="Sun, 01 Feb 2026 00:00:00 GMT",
        links_header=('<https://doi.org/10.1/x>; rel="cite-as"', '<a.pdf>; rel="item"'),
    )


async def test_we_say_who_we_are_and_nothing_else(clock: SetClock) -> None:
    transport = MockTransport({})
    async with fetcher_of(
        transport, clock, contact="https://lib.example/bot\r\nX-Evil: 1"
    ) as fetcher:
        await fetcher.fetch(URL)
    (request,) = transport.requests
    assert dict(request.headers.fields) == {
        "User-Agent": f"Harvestman/{harvestman.__version__} (+https://lib.example/botX-Evil: 1)",
        "Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
        "Accept-Encoding": "gzip, deflate",
    }


async def test_a_page_that_is_still_the_same_is_not_sent_again(clock: SetClock) -> None:
    def reply(request: Request) -> Reply:
        same = request.headers.first("If-None-Match") == '"v1"'
        return Reply(http_status=304) if same else Reply(b"<html>", fields=(("ETag", '"v1"'),))

    transport = MockTransport(reply)
    async with fetcher_of(transport, clock) as fetcher:
        first = await fetcher.fetch(URL)
        again = await fetcher.fetch(
            URL, etag=first.etag, last_modified="Sun, 01 Feb 2026 00:00:00 GMT"
        )
    assert (again.status, again.http_status, again.body) == (Status.UNCHANGED, 304, b"")
    assert (again.etag, again.last_modified) == ('"v1"', "Sun, 01 Feb 2026 00:00:00 GMT")
    assert transport.requests[1].headers.first("If-Modified-Since").startswith("Sun")


async def test_unchanged_without_having_asked_is_a_bad_response(clock: SetClock) -> None:
    assert (await fetch_reply(Reply(http_status=304), clock)).status is Status.BAD_RESPONSE


async def test_validators_that_would_break_the_request_are_left_out(clock: SetClock) -> None:
    transport = MockTransport({})
    async with fetcher_of(transport, clock) as fetcher:
        await fetcher.fetch(URL, etag='"a"\r\nX-Evil: 1', last_modified="\n")
    assert len(transport.requests[0].headers.fields) == 3


@pytest.mark.parametrize(
    ("code", "status"),
    [
        (401, Status.BLOCKED_WALL),
        (402, Status.BLOCKED_WALL),
        (403, Status.BLOCKED_WALL),
        (429, Status.BLOCKED_WALL),
        (451, Status.BLOCKED_WALL),
        (999, Status.BLOCKED_WALL),
        (400, Status.NOT_FOUND),
        (404, Status.NOT_FOUND),
        (410, Status.NOT_FOUND),
        (500, Status.SERVER_ERROR),
        (503, Status.SERVER_ERROR),
        (101, Status.BAD_RESPONSE),
        (206, Status.BAD_RESPONSE),
        (305, Status.BAD_RESPONSE),
        (700, Status.BAD_RESPONSE),
    ],
)
async def test_every_refusal_has_its_status(code: int, status: Status, clock: SetClock) -> None:
    fetched = await fetch_reply(Reply(b"<html>sorry", http_status=code), clock)
    assert (fetched.status, fetched.http_status, fetched.body) == (status, code, b"")
    assert str(code) in fetched.detail


@pytest.mark.parametrize("code", [200, 403, 503])
async def test_a_challenge_page_is_a_wall_whatever_its_number(code: int, clock: SetClock) -> None:
    page = gzip.compress(b"<title>Just a moment...</title><script>window._cf_chl_opt={}</script>")
    fields = (("Content-Type", "text/html"), ("Content-Encoding", "gzip"), ("Retry-After", "5"))
    transport = MockTransport({URL: Reply(page, http_status=code, fields=fields)})
    async with fetcher_of(transport, clock) as fetcher:
        fetched = await fetcher.fetch(URL, wanted=HTML)
    assert fetched.status is Status.BLOCKED_WALL
    assert "Cloudflare" in fetched.detail
    assert fetched.body == b""
    assert len(transport.requests) == 1


# Redirects


async def test_redirects_are_followed_and_told(clock: SetClock) -> None:
    transport = MockTransport(
        {
            URL: moved("https://b.example/x?a=1#part", 301),
            "https://b.example/x?a=1": moved("../y", 308),
            "https://b.example/y": moved("//c.example/ñ z", 303),
            "https://c.example/%C3%B1%20z": Reply(b"<html>"),
        }
    )
    async with fetcher_of(transport, clock) as fetcher:
        fetched = await fetcher.fetch(URL, etag='"e"', last_modified="then")
    assert fetched.status is None
    assert fetched.final_url == "https://c.example/%C3%B1%20z"
    assert fetched.redirects == (URL, "https://b.example/x?a=1", "https://b.example/y")
    asked = [request.headers for request in transport.requests]
    assert [headers.first("If-Modified-Since") for headers in asked] == ["then", "", "", ""]
    assert {headers.first("Referer") for headers in asked} == {""}


@pytest.mark.parametrize("location", ["/page", "/other"])
async def test_a_circle_is_noticed(location: str, clock: SetClock) -> None:
    transport = MockTransport({URL: moved(location), "http://site.example/other": moved("/page")})
    async with fetcher_of(transport, clock) as fetcher:
        fetched = await fetcher.fetch(URL)
    assert fetched.status is Status.REDIRECT_LOOP
    assert len(transport.requests) <= 2


async def test_a_chain_of_100_000_redirects_ends_at_the_limit(clock: SetClock) -> None:
    def reply(request: Request) -> Reply:
        step = int(request.url.rsplit("/", 1)[1])
        return moved(f"/{step + 1}") if step < 100_000 else Reply(b"<html>")

    transport = MockTransport(reply)
    async with fetcher_of(transport, clock, max_redirects=10) as fetcher:
        fetched = await fetcher.fetch("http://site.example/0")
    assert fetched.status is Status.REDIRECT_LOOP
    assert len(transport.requests) == 11
    assert len(fetched.redirects) == 10


async def test_as_many_redirects_as_allowed_are_followed(clock: SetClock) -> None:
    table = {f"http://site.example/{n}": moved(f"/{n + 1}") for n in range(3)}
    table["http://site.example/3"] = Reply(b"<html>")
    async with fetcher_of(MockTransport(table), clock, max_redirects=3) as fetcher:
        assert (await fetcher.fetch("http://site.example/0")).status is None
    async with fetcher_of(MockTransport(table), clock, max_redirects=2) as fetcher:
        assert (await fetcher.fetch("http://site.example/0")).status is Status.REDIRECT_LOOP


@pytest.mark.parametrize(
    "location",
    [
        *("", "ftp://a/b", "javascript:alert(1)", "file:///etc/passwd", "http://1.2.3.4.5/"),
        *("http://[::1/", "data:text/html,x", "http://a:99999999/", "gopher://x/", "h" * 100_000),
    ],
)
async def test_redirects_to_anything_but_a_page_end_the_way(location: str, clock: SetClock) -> None:
    assert (await fetch_reply(moved(location), clock)).status is Status.BAD_RESPONSE


async def test_robots_and_pauses_hold_at_every_hop(clock: SetClock) -> None:
    transport = MockTransport(
        {
            URL: moved("http://b.example/a"),
            "http://b.example/a": moved("/private"),
            "http://b.example/robots.txt": Reply(
                b"User-agent: *\nDisallow: /private\nCrawl-delay: 5",
                fields=(("Content-Type", "text/plain"),),
            ),
        }
    )
    start = clock.now()
    async with fetcher_of(transport, clock, robots=True, delay_s=2.0) as fetcher:
        fetched = await fetcher.fetch(URL)
    assert fetched.status is Status.BLOCKED_ROBOTS
    assert fetched.final_url == "http://b.example/private"
    assert fetched.redirects == (URL, "http://b.example/a")
    assert [request.url for request in transport.requests] == [
        "http://site.example/robots.txt",
        URL,
        "http://b.example/robots.txt",
        "http://b.example/a",
    ]
    assert clock.now() - start == timedelta(seconds=2 + 5)


@pytest.mark.parametrize("url", ["", "no url", "ftp://a/b", "http://", "http://a..b/", "\udcff"])
async def test_what_is_no_web_address_is_told_without_a_request(url: str, clock: SetClock) -> None:
    transport = MockTransport({})
    async with fetcher_of(transport, clock) as fetcher:
        assert (await fetcher.fetch(url)).status is Status.UNREACHABLE
    assert transport.requests == []


# Waiting and trying again


class Series:
    """Gives one reply after another, the last for ever; notes when each was asked for."""

    def __init__(self, clock: SetClock, *replies: Reply | Failure) -> None:
        self._clock, self._replies = clock, list(replies)
        self._start = clock.now()
        self.asked_at: list[float] = []

    def __call__(self, request: Request) -> Reply | Failure:
        self.asked_at.append((self._clock.now() - self._start).total_seconds())
        return self._replies.pop(0) if len(self._replies) > 1 else self._replies[0]


def later(value: str, code: int = 503) -> Reply:
    return Reply(http_status=code, fields=(("Retry-After", value),))


@pytest.mark.parametrize("code", [429, 503])
async def test_a_short_retry_after_is_waited_for_once(code: int, clock: SetClock) -> None:
    series = Series(clock, later("20", code), Reply(b"<html>"))
    async with fetcher_of(MockTransport(series), clock) as fetcher:
        assert (await fetcher.fetch(URL)).status is None
    assert series.asked_at == [0, 20]


async def test_a_retry_after_may_be_a_date(clock: SetClock) -> None:
    date = format_datetime(clock.now() + timedelta(seconds=12), usegmt=True)
    series = Series(clock, later(date), Reply(b"<html>"))
    async with fetcher_of(MockTransport(series), clock) as fetcher:
        assert (await fetcher.fetch(URL)).status is None
    assert series.asked_at == [0, 12]


async def test_a_site_that_still_asks_for_patience_is_postponed(clock: SetClock) -> None:
    series = Series(clock, later("10"))
    async with fetcher_of(MockTransport(series), clock) as fetcher:
        fetched = await fetcher.fetch(URL)
    assert (fetched.status, fetched.retry_after_s) == (Status.POSTPONED, 10)
    assert series.asked_at == [0, 10]


@pytest.mark.parametrize("code", [429, 503])
async def test_a_long_retry_after_postpones_the_whole_host(code: int, clock: SetClock) -> None:
    series = Series(clock, later("3600", code), Reply(b"<html>"))
    start = clock.now()
    async with fetcher_of(MockTransport(series), clock) as fetcher:
        pages = await asyncio.gather(*(fetcher.fetch(f"{URL}/{n}") for n in range(4)))
        assert {page.status for page in pages} == {Status.POSTPONED}
        assert {page.retry_after_s for page in pages} == {3600}
        assert clock.now() == start
        assert len(series.asked_at) == 1
        assert (await fetcher.fetch("http://other.example/")).status is None
        clock.advance(3601)
        assert (await fetcher.fetch(URL)).status is None


@pytest.mark.parametrize("value", ["9" * 4999, "Fri, 31 Dec 9999 23:59:59 GMT", "86400"])
async def test_an_endless_retry_after_is_only_told(value: str, clock: SetClock) -> None:
    fetched = await fetch_reply(later(value), clock)
    assert fetched.status is Status.POSTPONED
    assert fetched.retry_after_s is not None
    assert 86_400 <= fetched.retry_after_s <= 30 * 86_400


@pytest.mark.parametrize("value", ["soon", "-1", "١٢", "1.5", "Thu, 99 Foo 2026"])
async def test_a_retry_after_that_says_nothing_is_none(value: str, clock: SetClock) -> None:
    series = Series(clock, later(value, 429))
    async with fetcher_of(MockTransport(series), clock) as fetcher:
        assert (await fetcher.fetch(URL)).status is Status.BLOCKED_WALL
    assert series.asked_at == [0]


@pytest.mark.parametrize(
    "passing",
    [
        Reply(http_status=502),
        Reply(http_status=503),
        Reply(http_status=504),
        Failure(Status.BAD_RESPONSE, "reset", is_transient=True),
    ],
)
async def test_passing_failures_are_tried_again_twice(
    passing: Reply | Failure, clock: SetClock
) -> None:
    series = Series(clock, passing, passing, Reply(b"<html>"))
    async with fetcher_of(MockTransport(series), clock) as fetcher:
        assert (await fetcher.fetch(URL)).status is None
    assert series.asked_at == [0, 1, 5]
    series = Series(clock, passing)
    async with fetcher_of(MockTransport(series), clock) as fetcher:
        assert (await fetcher.fetch(URL)).status in (Status.SERVER_ERROR, Status.BAD_RESPONSE)
    assert len(series.asked_at) == 3


@pytest.mark.parametrize("final", [Reply(http_status=500), Failure(Status.TIMEOUT, "slow")])
async def test_other_failures_are_final(final: Reply | Failure, clock: SetClock) -> None:
    series = Series(clock, final)
    async with fetcher_of(MockTransport(series), clock) as fetcher:
        await fetcher.fetch(URL)
    assert series.asked_at == [0]


# Limits of size, and kinds


async def test_the_size_limit_holds_to_the_byte(clock: SetClock) -> None:
    reply = Reply([b"x" * 500] * 2)
    assert (await fetch_reply(reply, clock, max_bytes=1000)).body == b"x" * 1000
    too_large = await fetch_reply(reply, clock, max_bytes=999)
    assert (too_large.status, too_large.body) == (Status.TOO_LARGE, b"")


async def test_an_announced_size_over_the_limit_is_refused_unread(clock: SetClock) -> None:
    class Unread(Reply):
        async def chunks(self) -> AsyncGenerator[bytes, None]:
            pytest.fail("nothing may be read")
            yield b""

    for length in ("10000001", "9" * 400):
        reply = Unread(fields=(("Content-Type", "text/html"), ("Content-Length", length)))
        assert (await fetch_reply(reply, clock)).status is Status.TOO_LARGE
    pdf = Unread(fields=(("Content-Type", "application/pdf"), ("Content-Length", "10000001")))
    fetched = await fetch_reply(pdf, clock, wanted=HTML)
    assert (fetched.status, fetched.media_type) == (Status.NOT_HTML, "application/pdf")


async def test_what_is_not_wanted_is_not_downloaded(clock: SetClock) -> None:
    delivered = []

    def body() -> Iterator[bytes]:
        for n in range(1000):
            delivered.append(n)
            yield b"%PDF-1.5" + b"x" * 1016

    fetched = await fetch_reply(Reply(body()), clock, wanted=HTML)
    assert (fetched.status, fetched.media_type) == (Status.NOT_HTML, "application/pdf")
    assert fetched.body == b""
    assert len(delivered) == 2


@pytest.mark.parametrize("body", [b"%PDF-1.4 tiny", b"\x89PNG\r\n\x1a\n"])
async def test_a_small_body_is_judged_at_its_end(body: bytes, clock: SetClock) -> None:
    assert (await fetch_reply(Reply(body), clock, wanted=HTML)).status is Status.NOT_HTML
    assert (await fetch_reply(Reply(body), clock)).body == body


async def test_a_wrong_header_does_not_hide_a_page(clock: SetClock) -> None:
    reply = Reply(b"<html><body>papers", fields=(("Content-Type", "application/octet-stream"),))
    fetched = await fetch_reply(reply, clock, wanted=HTML)
    assert (fetched.status, fetched.media_type) == (None, "text/html")


@pytest.mark.parametrize("layers", [1, 2])
async def test_unpacking_leaves_others_their_turns(clock: SetClock, layers: int) -> None:
    inner = gzip.compress(b"<html>") if layers == 2 else b""  # what follows it comes to nothing
    body = gzip.compress(inner + bytes(50_000_000), 1)
    turns = 0

    async def count() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    counting = asyncio.create_task(count())
    fields = (("Content-Type", "text/html"), ("Content-Encoding", ", ".join(["gzip"] * layers)))
    await fetch_reply(Reply(body, fields=fields), clock, max_bytes=60_000_000)
    counting.cancel()
    assert turns > 30


async def test_packed_pages_are_unpacked(clock: SetClock) -> None:
    fields = (("Content-Type", "text/html"), ("Content-Encoding", "gzip"))
    fetched = await fetch_reply(Reply(gzip.compress(b"<html>" * 9), fields=fields), clock)
    assert fetched.body == b"<html>" * 9


# Many at once


async def test_one_fetcher_serves_many(clock: SetClock) -> None:
    transport = MockTransport(lambda request: Reply(request.url.encode()))
    urls = [f"http://h{n % 7}.example/{n}" for n in range(200)]
    async with fetcher_of(transport, clock, delay_s=0.5) as fetcher:
        pages = await asyncio.gather(*map(fetcher.fetch, urls))
    assert [page.body.decode() for page in pages] == urls


async def test_cancellation_passes_through(clock: SetClock) -> None:
    asked = asyncio.Event()

    class Silent(MockTransport):
        async def send(self, request: Request) -> Reply:
            asked.set()
            await asyncio.Event().wait()
            raise AssertionError

    async with fetcher_of(Silent({}), clock) as fetcher:
        task = asyncio.create_task(fetcher.fetch(URL))
        await asked.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task


@given(st.text(max_size=40), st.one_of(st.text(max_size=40), st.binary(max_size=40)))
def test_no_address_and_no_date_is_too_strange(text: str, more: str | bytes) -> None:
    strange = text + (more if isinstance(more, str) else more.decode("utf-8", "surrogateescape"))
    for url in (
        strange,
        f"http://{strange}",
        f"http://a.example/{strange}",
        f"http://[{strange}]/",
    ):
        plain = plain_url(url)
        assert plain is None or (plain.isascii() and plain_url(plain) == plain)
        assert plain_url(url, base=URL) is None or plain_url(url, base=URL)
    wait_s = retry_after_s(strange, datetime(2026, 3, 1, tzinfo=UTC))
    assert wait_s is None or 0 <= wait_s <= 30 * 86_400
