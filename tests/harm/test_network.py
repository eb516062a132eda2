"""Servers that mean harm, or are merely broken: each costs its page a status, bounded time and bounded memory."""

from __future__ import annotations

import asyncio
import gzip
import json
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from fetch.raw_server import Handler, http, raw_server
from harvestman.fetch import Fetched, Fetcher, FetchOptions
from harvestman.model import SetClock, Status

LOCAL = FetchOptions(
    delay_s=0,
    robots=False,
    allow_private=True,
    timeout_s=60,
    idle_timeout_s=30,
    connect_timeout_s=30,
)
MAX_RSS_BYTES = 300_000_000


async def fetch(url: str, options: FetchOptions = LOCAL) -> Fetched:
    clock = SetClock(datetime(2026, 3, 1, tzinfo=UTC))
    async with Fetcher(options, clock=clock) as fetcher:
        return await fetcher.fetch(url)


async def never(path: str, writer: asyncio.StreamWriter) -> None:
    """Accept, read the request, and say nothing."""
    await asyncio.Event().wait()


async def trickle(path: str, writer: asyncio.StreamWriter) -> None:
    """A byte now and then, always before the idle limit."""
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n")
    while True:
        writer.write(b"x")
        await writer.drain()
        await asyncio.sleep(0.05)


async def trickle_head(path: str, writer: asyncio.StreamWriter) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
    while True:
        writer.write(b"x")
        await writer.drain()
        await asyncio.sleep(0.05)


async def half_way(path: str, writer: asyncio.StreamWriter) -> None:
    """A head, a piece of body, then silence."""
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n<html>")
    await asyncio.Event().wait()


@pytest.mark.parametrize("robots", [True, False])
@pytest.mark.parametrize("handler", [never, half_way])
async def test_a_silent_server_ends_by_the_idle_limit(handler: Handler, robots: bool) -> None:
    options = replace(LOCAL, idle_timeout_s=0.2, timeout_s=120, robots=robots)
    async with asyncio.timeout(60), raw_server(handler) as server:
        fetched = await fetch(server.url(), options)
    assert fetched.status is Status.TIMEOUT
    assert "0.2 s" in fetched.detail


@pytest.mark.parametrize("handler", [trickle, trickle_head])
async def test_a_slow_server_ends_by_the_limit_for_the_whole_answer(handler: Handler) -> None:
    options = replace(LOCAL, timeout_s=0.4)
    async with asyncio.timeout(60), raw_server(handler) as server:
        fetched = await fetch(server.url(), options)
    assert fetched.status is Status.TIMEOUT
    assert "0.4 s" in fetched.detail


async def endless(path: str, writer: asyncio.StreamWriter) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<html>")
    while True:
        writer.write(b"x" * 65536)
        await writer.drain()


async def endless_chunks(path: str, writer: asyncio.StreamWriter) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
    while True:
        writer.write(b"10000\r\n" + b"x" * 65536 + b"\r\n")
        await writer.drain()


async def endless_padding(path: str, writer: asyncio.StreamWriter) -> None:
    """A tiny packed page, and then nothings without end."""
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n" + gzip.compress(b"<html>"))
    while True:
        writer.write(bytes(65536))
        await writer.drain()


async def endless_head(path: str, writer: asyncio.StreamWriter) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\nX-Long: ")
    while True:
        writer.write(b"x" * 65536)
        await writer.drain()


async def endless_fields(path: str, writer: asyncio.StreamWriter) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\n")
    while True:
        writer.write(b"X-Field: value\r\n" * 4000)
        await writer.drain()


async def long_fields(path: str, writer: asyncio.StreamWriter) -> None:
    """Each field within its limit, all together not."""
    field = b"X-Field: " + b"v" * 30_000 + b"\r\n"
    writer.write(b"HTTP/1.1 200 OK\r\n" + field * 100 + b"Content-Length: 0\r\n\r\n")
    await writer.drain()


async def ten_megabyte_header(path: str, writer: asyncio.StreamWriter) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\nX-Long: " + b"x" * 10_000_000 + b"\r\n\r\n<html>")
    await writer.drain()


async def endless_continue(path: str, writer: asyncio.StreamWriter) -> None:
    while True:
        writer.write(b"HTTP/1.1 100 Continue\r\n\r\n" * 1000)
        await writer.drain()


@pytest.mark.parametrize(
    ("handler", "status"),
    [
        (endless, Status.TOO_LARGE),
        (endless_chunks, Status.TOO_LARGE),
        (endless_padding, Status.TOO_LARGE),
        (endless_head, Status.BAD_RESPONSE),
        (endless_fields, Status.BAD_RESPONSE),
        (long_fields, Status.BAD_RESPONSE),
        (ten_megabyte_header, Status.BAD_RESPONSE),
    ],
)
@pytest.mark.parametrize("robots", [True, False])
async def test_what_never_ends_is_cut_off(handler: Handler, status: Status, robots: bool) -> None:
    async with raw_server(handler) as server:
        fetched = await fetch(server.url(), replace(LOCAL, max_page_bytes=200_000, robots=robots))
    assert (fetched.status, fetched.body) == (status, b"")


async def test_endless_interim_answers_end_by_the_time_limit() -> None:
    async with raw_server(endless_continue) as server:
        fetched = await fetch(server.url(), replace(LOCAL, timeout_s=0.5))
    assert fetched.status is Status.TIMEOUT


BROKEN = {
    "cut off": b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n<html>",
    "chunks cut off": b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n",
    "bad chunk": b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\nhello\r\n0\r\n\r\n",
    "two lengths": b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello!",
    "negative length": b"HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nhello",
    "length and chunks": b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "not HTTP": b"SSH-2.0-OpenSSH_9.2\r\n\r\n",
    "a page without head": b"<html><body>hello</body></html>\r\n\r\n",
    "head cut off": b"HTTP/1.1 200 OK\r\nContent-Ty",
    "nul in head": b"HTTP/1.1 200 OK\r\nX: a\x00b\r\nContent-Length: 0\r\n\r\n",
    "switching": b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n"
    + b"x" * 9999,
    "gzip cut off": http(gzip.compress(b"x" * 9999)[:-20], headers={"Content-Encoding": "gzip"}),
    "not gzip": http(b"<html>plain", headers={"Content-Encoding": "gzip"}),
    "packed too often": http(b"", headers={"Content-Encoding": ", ".join(["gzip"] * 50)}),
    "packed in br": http(b"\x0b\x02\x80hello\x03", headers={"Content-Encoding": "br"}),
    "redirect to nowhere": http(code="302 Found"),
}


@pytest.mark.parametrize("case", BROKEN)
async def test_broken_answers_are_bad_responses(case: str) -> None:
    async def broken(path: str, writer: asyncio.StreamWriter) -> None:
        writer.write(BROKEN[case])
        await writer.drain()

    async with raw_server(broken) as server:
        fetched = await fetch(server.url())
    assert (fetched.status, fetched.body) == (Status.BAD_RESPONSE, b"")
    assert fetched.detail


async def test_100_000_redirects_end_at_the_limit() -> None:
    async def onward(path: str, writer: asyncio.StreamWriter) -> None:
        step = int(path.strip("/").removesuffix("robots.txt") or 0)
        writer.write(http(code="302 Found", headers={"Location": f"/{min(step + 1, 100_000)}"}))

    for robots in (True, False):
        async with raw_server(onward) as server:
            fetched = await fetch(server.url("/0"), replace(LOCAL, robots=robots))
        assert fetched.status is Status.REDIRECT_LOOP
        assert len(server.requests) <= 11


# Memory, measured in a process of its own

MEASURE = """
import asyncio, json, sys
from datetime import UTC, datetime
from harvestman.fetch import Fetcher, FetchOptions
from harvestman.model import SetClock

async def main():
    options = FetchOptions(delay_s=0, per_host=8, allow_private=True, timeout_s=60)
    async with Fetcher(options, clock=SetClock(datetime(2026, 3, 1, tzinfo=UTC))) as fetcher:
        pages = await asyncio.gather(*(fetcher.fetch(url) for url in sys.argv[1:]))
    with open("/proc/self/status") as status:
        peak = next(int(line.split()[1]) * 1024 for line in status if line.startswith("VmHWM"))
    print(json.dumps({"peak": peak, "statuses": sorted({str(page.status) for page in pages})}))

asyncio.run(main())
"""


@contextmanager
def served(handler: Handler) -> Iterator[str]:
    """The server in a thread of its own, so that the measured process is another."""
    loop = asyncio.new_event_loop()
    ready, stop = threading.Event(), asyncio.Event()
    address: list[str] = []

    async def run() -> None:
        async with raw_server(handler) as server:
            address.append(server.url())
            ready.set()
            await stop.wait()

    thread = threading.Thread(target=loop.run_until_complete, args=(run(),))
    thread.start()
    try:
        assert ready.wait(10)
        yield address[0]
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join(10)
        loop.close()


def bomb(layers: int) -> bytes:
    """A gigabyte of zeros, packed: 1 MB in one layer, 6 KB in two."""
    body = gzip.compress(bytes(50_000_000), mtime=0) * 20
    for _ in range(layers - 1):
        body = gzip.compress(body, mtime=0)
    encodings = ", ".join(["gzip"] * layers)
    return http(body, headers={"Content-Encoding": encodings})


def gigabyte(announced: bool) -> Handler:
    async def send(path: str, writer: asyncio.StreamWriter) -> None:
        length = b"Content-Length: 1000000000\r\n" if announced else b""
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n" + length + b"\r\n")
        piece = b"<p>" * 20_000
        for _ in range(1_000_000_000 // len(piece)):
            writer.write(piece)
            await writer.drain()

    return send


def always(answer: bytes) -> Handler:
    async def send(path: str, writer: asyncio.StreamWriter) -> None:
        writer.write(answer)
        await writer.drain()

    return send


@pytest.mark.parametrize(
    ("case", "status"),
    [
        ("gigabyte", "too-large"),
        ("announced gigabyte", "too-large"),
        ("gzip bomb", "too-large"),
        ("gzip bomb in gzip", "too-large"),
        ("header of 10 MB", "bad-response"),
    ],
)
def test_memory_stays_bounded_with_eight_at_once(case: str, status: str) -> None:
    handlers: dict[str, Callable[[], Handler]] = {
        "gigabyte": lambda: gigabyte(announced=False),
        "announced gigabyte": lambda: gigabyte(announced=True),
        "gzip bomb": lambda: always(bomb(1)),
        "gzip bomb in gzip": lambda: always(bomb(2)),
        "header of 10 MB": lambda: ten_megabyte_header,
    }
    with served(handlers[case]()) as url:
        child = subprocess.run(
            [sys.executable, "-c", MEASURE, *(f"{url}{n}" for n in range(8))],
            capture_output=True,
            text=True,
            timeout=120,
            check=True,
        )
    result = json.loads(child.stdout)
    print(case, result)
    assert result["statuses"] == [status]
    assert result["peak"] < MAX_RSS_BYTES
