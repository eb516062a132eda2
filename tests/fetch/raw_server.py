"""A server that sends exactly the bytes it is told to, well-behaved or not, on loopback and a free port."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

Handler = Callable[[str, asyncio.StreamWriter], Awaitable[None]]


@dataclass
class RawServer:
    port: int = 0
    requests: list[str] = field(default_factory=list)
    """The head of every request, as received."""
    connections: int = 0

    def url(self, path: str = "/", host: str = "127.0.0.1") -> str:
        return f"http://{host}:{self.port}{path}"

    @property
    def paths(self) -> list[str]:
        return [head.split(" ")[1] for head in self.requests]


def http(
    body: bytes = b"", *, code: str = "200 OK", headers: Mapping[str, str] | None = None
) -> bytes:
    fields = {"Content-Type": "text/html", "Content-Length": str(len(body)), **(headers or {})}
    head = "".join(f"{name}: {value}\r\n" for name, value in fields.items() if value)
    return f"HTTP/1.1 {code}\r\n{head}\r\n".encode() + body


@asynccontextmanager
async def raw_server(
    handler: Handler | Mapping[str, bytes], *, host: str = "127.0.0.1", port: int = 0
) -> AsyncIterator[RawServer]:
    """Serve a table of raw answers by path (404 for all others), or whatever a function writes."""
    seen = RawServer()
    at_work: set[asyncio.Task[None]] = set()

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        at_work.add(task)
        seen.connections += 1
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                seen.requests.append(head.decode("latin-1"))
                path = seen.paths[-1]
                if callable(handler):
                    await handler(path, writer)
                    break
                writer.write(handler.get(path, http(code="404 Not Found")))
                await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass
        finally:
            at_work.discard(task)
            with suppress(ConnectionError):
                writer.close()

    server = await asyncio.start_server(answer, host, port)
    seen.port = server.sockets[0].getsockname()[1]
    try:
        yield seen
    finally:
        server.close()
        for task in list(at_work):
            task.cancel()
        await asyncio.gather(*at_work, return_exceptions=True)
