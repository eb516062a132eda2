"""The server: one port, many hosts, a clock that can be set and a log of every request.

It runs in a thread of its own, so that tests of any kind (asyncio, processes, browsers) can use it as they would use the
real web. Hosts are `<folder>.localhost`, which RFC 6761 keeps on loopback.
"""

from __future__ import annotations

import asyncio
import json
import math
import socket
import threading
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import UTC, date, datetime, time
from pathlib import Path
from types import TracebackType

from harvestman.model import SetClock
from world.folder import SITES, Site
from world.wire import (
    MAX_HEAD,
    BadRequest,
    Request,
    Response,
    conditional,
    read_request,
    write_response,
)

FIRST_DAY = date(2024, 6, 1)
"""Where the world's clock stands unless it is set."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One request as the log keeps it; status 0 is an answer that is no HTTP, or silence."""

    host: str
    method: str
    target: str
    status: int
    time: datetime
    headers: dict[str, str]

    def to_json(self) -> str:
        """One line of JSON."""
        return json.dumps(asdict(self) | {"time": self.time.isoformat()}, ensure_ascii=False)


class World:
    """The little web: `with World() as world: world.url("icsw2024", "/programme.html")`."""

    def __init__(
        self,
        port: int = 0,
        clock: SetClock | None = None,
        *,
        folders: Iterable[Path] = (SITES,),
        second_s: float = 1.0,
    ) -> None:
        """`second_s` is how long a second of the slow sites really lasts."""
        self.clock = clock or SetClock(_midday(FIRST_DAY))
        self.sites = {
            folder.name: Site(folder)
            for root in folders
            for folder in sorted(root.iterdir())
            if folder.is_dir() and not folder.name.startswith(("_", "."))
        }
        self.port = port
        self.refusing_port = 0
        self._second_s = second_s
        self._entries: list[Entry] = []
        self._lock = threading.Lock()
        self._ready = threading.Event()
        self._thread: threading.Thread | None = None
        self._refusing: socket.socket | None = None
        self._loop: asyncio.AbstractEventLoop
        self._stop: asyncio.Event

    def __enter__(self) -> World:
        listening, self._refusing = _bind(self.port), _bind(0)
        self.port = listening.getsockname()[1]
        # Bound but never listening: the port stays ours, and every connection to it is refused.
        self.refusing_port = self._refusing.getsockname()[1]
        self._thread = threading.Thread(
            target=lambda: asyncio.run(self._serve(listening)), name="world", daemon=True
        )
        self._thread.start()
        self._ready.wait()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._thread and self._refusing:
            self._loop.call_soon_threadsafe(self._stop.set)
            self._thread.join()
            self._refusing.close()
            self._thread = None

    def url(self, host: str, path: str = "/") -> str:
        """The absolute address of a path of a site; `refusing` is a host where nobody listens."""
        port = self.refusing_port if host == "refusing" else self.port
        return f"http://{host}.localhost:{port}{path}"

    @property
    def today(self) -> date:
        """The day by the world's clock."""
        return self.clock.now().date()

    def set_date(self, day: date | datetime) -> None:
        """Move the clock, forwards or back; a day without a time is its midday."""
        moment = day if isinstance(day, datetime) else _midday(day)
        self.clock.advance((moment - self.clock.now()).total_seconds())

    def log(self, host: str = "") -> tuple[Entry, ...]:
        """The requests so far, in order, of one site or all."""
        with self._lock:
            return tuple(entry for entry in self._entries if host in ("", entry.host))

    def clear_log(self) -> None:
        """Forget the requests so far."""
        with self._lock:
            self._entries.clear()

    def answer(self, request: Request) -> Response:
        """What the world answers to a request, without any network."""
        site = self.sites.get(request.host)
        if site is None:
            names = "\n".join(self.url(name) for name in self.sites)
            return Response(f"No such site. There are:\n{names}\n".encode(), 404, "text/plain")
        return conditional(request, site.answer(request, self))

    async def _serve(self, listening: socket.socket) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        server = await asyncio.start_server(self._converse, sock=listening, limit=MAX_HEAD)
        self._ready.set()
        await self._stop.wait()
        server.close()

    async def _converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection, request after request."""
        try:
            while (request := await read_request(reader)) and (
                await self._reply((reader, writer), request)
            ):
                pass
        except BadRequest:
            writer.write(
                b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
            )
        except (ConnectionError, asyncio.IncompleteReadError):
            writer.transport.abort()  # the client went away, or a site wants the connection reset
        except asyncio.CancelledError:
            pass  # the world ends, and with it every conversation, however slow
        finally:
            writer.close()

    async def _reply(
        self, streams: tuple[asyncio.StreamReader, asyncio.StreamWriter], request: Request
    ) -> bool:
        # In a thread because a PDF that is asked for the first time takes a while to make.
        slow = request.path.endswith(".pdf")
        response = await asyncio.to_thread(self.answer, request) if slow else self.answer(request)
        now = self.clock.now()
        if request.host != "control":
            status = 0 if response.raw or math.isinf(response.delay_s) else response.status
            entry = Entry(
                request.host, request.method, request.target, status, now, dict(request.headers)
            )
            with self._lock:
                self._entries.append(entry)
        return await write_response(streams, request, response, now=now, second_s=self._second_s)


def _bind(port: int) -> socket.socket:
    # The protocol is named because asyncio switches Nagle off only where it reads "TCP" (40 ms a reply).
    bound = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    bound.bind(("127.0.0.1", port))
    return bound


def _midday(day: date) -> datetime:
    return datetime.combine(day, time(12), UTC)
