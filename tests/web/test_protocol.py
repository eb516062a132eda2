"""One connection to the service: trailers without end, bodies that drip after their answer, one address that takes all."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import pytest
import uvicorn
from starlette.types import Message, Receive, Scope, Send

from harvestman.web.front import protocol
from harvestman.web.front.protocol import CarefulProtocol

CHUNKED = b"GET / HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n"
seen: list[list[tuple[bytes, bytes]]] = []


async def answer_at_once(scope: Scope, receive: Receive, send: Send) -> None:
    """An application that does not wait for the body."""
    start: Message = {"type": "http.response.start", "status": 200, "headers": []}
    start["headers"] = [(b"content-length", b"2")]
    await send(start)
    await send({"type": "http.response.body", "body": b"ok"})


async def read_then_answer(scope: Scope, receive: Receive, send: Send) -> None:
    while (await receive()).get("more_body"):
        pass
    seen.append(scope["headers"])
    await answer_at_once(scope, receive, send)


@asynccontextmanager
async def serving(app: object, *, timeout_s: float = 20, most: int = 10) -> AsyncIterator[int]:
    """A server on a free port."""
    careful = CarefulProtocol.for_server(timeout_s=timeout_s, max_of_address=most)
    config = uvicorn.Config(
        app,  # type: ignore[arg-type]
        http=careful,
        ws="none",
        lifespan="off",
        log_config=None,
        timeout_keep_alive=3600,
    )
    config.load()
    server = uvicorn.Server(config)
    loop = asyncio.get_running_loop()
    state = server.server_state
    listener = await loop.create_server(
        lambda: careful(config, server_state=state, app_state={}), "127.0.0.1", 0
    )
    try:
        yield listener.sockets[0].getsockname()[1]
    finally:
        listener.close()
        for one in list(state.connections):
            one.transport.abort()


async def flood(port: int, head: bytes, piece: bytes, *, most: int) -> int:
    """Send a piece again and again; how many bytes were taken before the connection ended."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    sent = 0
    writer.write(head)
    with suppress(OSError):
        while sent < most:
            writer.write(piece)
            await writer.drain()
            sent += len(piece)
        with suppress(TimeoutError):
            async with asyncio.timeout(5):
                while await reader.read(65536):
                    pass
                return sent
        sent = most * 2  # it is still open
    writer.close()
    return sent


@pytest.mark.parametrize("app", [answer_at_once, read_then_answer])
@pytest.mark.parametrize(
    ("head", "piece"),
    [
        (CHUNKED + b"0\r\n", b"a: b\r\n" * 1000),
        (CHUNKED + b"0\r\na: ", b"b" * 6000),
        (CHUNKED + b"1;", b"x" * 6000),
    ],
    ids=["trailers", "one trailer", "one extension"],
)
async def test_framing_without_end_ends_the_connection(
    app: object, head: bytes, piece: bytes
) -> None:
    async with serving(app) as port:
        assert await flood(port, head, piece, most=8_000_000) < 8_000_000


async def test_trailers_are_no_headers() -> None:
    async with serving(read_then_answer) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(CHUNKED + b"1\r\nx\r\n0\r\nX-API-Key: stolen\r\nHost: there\r\n\r\n")
        assert b"200 OK" in await reader.readuntil(b"ok")
        writer.close()
    assert [name for name, _ in seen[-1]] == [b"host", b"transfer-encoding"]


async def test_chunks_of_one_byte_are_no_crime() -> None:
    async with serving(read_then_answer) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(CHUNKED)
        for _ in range(100):
            writer.write(b"1\r\nx\r\n" * 500)
            await writer.drain()
        writer.write(b"0\r\n\r\n")
        assert b"200 OK" in await reader.readuntil(b"ok")
        writer.close()


async def test_a_body_that_drips_after_its_answer_is_let_go() -> None:
    async with serving(answer_at_once, timeout_s=0.3) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 1000000\r\n\r\n")
        await reader.readuntil(b"ok")

        async def drip() -> None:
            with suppress(OSError):
                while True:
                    writer.write(b"x")
                    await writer.drain()
                    await asyncio.sleep(0.02)

        dripping = asyncio.create_task(drip())
        async with asyncio.timeout(10):
            with suppress(ConnectionError):
                assert await reader.read() == b""
        dripping.cancel()
        writer.close()


async def test_a_whole_request_may_stay_for_the_next() -> None:
    async with serving(answer_at_once, timeout_s=0.2) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        request = b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 2\r\n\r\n"
        writer.write(request)
        await reader.readuntil(b"ok")
        writer.write(b"xx")
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.6):
                await reader.read()
        writer.write(request + b"xx")
        assert b"200 OK" in await reader.readuntil(b"ok")
        writer.close()


async def test_a_head_without_end_ends_the_connection() -> None:
    async with serving(answer_at_once) as port:
        head = b"GET / HTTP/1.1\r\nHost: here\r\nX: "
        assert await flood(port, head, b"x" * 6000, most=8_000_000) < 8_000_000


async def test_a_head_that_does_not_come_is_not_waited_for() -> None:
    async with serving(answer_at_once, timeout_s=0.3) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET / HTTP/1.1\r\nHost: he")
        async with asyncio.timeout(10):
            with suppress(ConnectionError):
                assert await reader.read() == b""
        writer.close()


async def test_an_answer_that_is_not_taken_is_given_up() -> None:
    given_up = asyncio.Event()

    async def answer_much(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        for _ in range(1000):
            body = {"type": "http.response.body", "body": b"x" * 65536, "more_body": True}
            await send(body)
        given_up.set()

    async with serving(answer_much, timeout_s=0.3) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1000)
        writer.write(b"GET / HTTP/1.1\r\nHost: here\r\n\r\n")
        async with asyncio.timeout(20):
            await given_up.wait()
        writer.close()
        assert reader.at_eof() is False


def test_addresses_of_one_network_count_as_one() -> None:
    counted = protocol._counted_as
    assert counted("2001:db8:1:2::1") == counted("2001:db8:1:2:ffff::9%eth0")
    assert counted("2001:db8:1:2::1") != counted("2001:db8:1:3::1")
    assert counted("::ffff:192.0.2.1") == counted("192.0.2.1") != counted("192.0.2.2")


async def test_one_address_has_not_all_connections() -> None:
    async with serving(answer_at_once, most=3) as port:
        open_ones = [await asyncio.open_connection("127.0.0.1", port) for _ in range(3)]
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        assert (await reader.read()).startswith(b"HTTP/1.1 503 ")
        writer.close()
        for one_reader, one in open_ones:
            one.write(b"GET / HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n")
            assert b"200 OK" in await one_reader.read()
            one.close()
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET / HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n")
        assert b"200 OK" in await reader.read()
        writer.close()
