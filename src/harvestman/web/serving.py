"""Serving: the library, the worker pool and the fetcher are opened, the doors are checked, and uvicorn runs until it is told to stop."""

from __future__ import annotations

import asyncio
import ipaddress
import resource
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from urllib.parse import urlsplit

import uvicorn

from harvestman.engine import Guard, watched_loop
from harvestman.model import UsageError
from harvestman.rooms import HOLDING_READERS, Rooms
from harvestman.settings import Settings
from harvestman.web.app import create_app
from harvestman.web.front.logs import log_to_stderr
from harvestman.web.front.origin import LOOPBACK_NAMES
from harvestman.web.front.protocol import CarefulProtocol
from harvestman.web.service import Service

_BACKLOG = 2_048
_MAX_CONNECTIONS = 4_000
_MIN_FILES = 16_384
_KEEP_ALIVE_S = 15


def serve(
    rooms: Rooms,
    *,
    workers: int | None = None,
    is_open: bool = False,
    say: Callable[[str], None],
) -> None:
    """Serve until the process is told to stop; `say` is told the address once requests are answered."""
    settings, library = rooms.settings, rooms.library
    guard = rooms.document_guard(workers, preload=HOLDING_READERS)
    with listening(settings.host, settings.port) as listener:
        is_local = is_loopback(listener)
        if not is_local and not is_open and not library.api_keys.has_any():
            raise UsageError(
                f"{settings.host} can be reached from other machines, and the library has no key: make one with "
                "`harvestman keys add NAME`, or let everybody in with --open."
            )
        _raise_file_limit()
        log_to_stderr()
        asyncio.run(_serve(rooms, guard, listener, is_local, is_open, say))


async def _serve(
    rooms: Rooms,
    guard: Guard,
    listener: socket.socket,
    is_local: bool,
    is_open: bool,
    say: Callable[[str], None],
) -> None:
    settings = rooms.settings
    async with rooms.fetcher() as fetcher:
        service = Service(
            rooms.library,
            guard,
            dedup=rooms.dedup,
            settings=settings,
            clock=rooms.clock,
            fetcher=fetcher,
            asks_for_keys=not is_local,
            is_open=is_open,
            names=_names(settings) if is_local else None,
        )
        protocol = CarefulProtocol.for_server(
            timeout_s=settings.upload_timeout, max_of_address=_MAX_CONNECTIONS // 2
        )
        config = uvicorn.Config(
            create_app(service),
            http=protocol,
            ws="none",
            lifespan="on",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,
            backlog=_BACKLOG,
            limit_concurrency=_MAX_CONNECTIONS,
            timeout_keep_alive=_KEEP_ALIVE_S,
            timeout_graceful_shutdown=max(1, int(settings.stop_timeout)),
        )
        server = _Server(config, say=lambda: say(address_of(listener)), leave=service.leave)
        async with watched_loop(service.metrics.note_block):
            await server.serve(sockets=[listener])


def _names(settings: Settings) -> frozenset[str]:
    """What a service of this machine may be called by."""
    public = urlsplit(settings.public_url).hostname
    return LOOPBACK_NAMES | {settings.host.lower()} | ({public} if public else set())


class _Server(uvicorn.Server):
    """A server that ends as an ordinary program does: by returning, when it is asked to stop."""

    def __init__(
        self, config: uvicorn.Config, *, say: Callable[[], None], leave: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._say = say
        self._leave = leave

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Somebody asks it to stop."""
        self._leave()
        super().handle_exit(sig, frame)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """SIGTERM and Ctrl-C end it gracefully, a second Ctrl-C at once."""
        loop = asyncio.get_running_loop()
        signals = (signal.SIGINT, signal.SIGTERM)
        for number in signals:
            loop.add_signal_handler(number, self.handle_exit, number, None)
        try:
            yield
        finally:
            for number in signals:
                loop.remove_signal_handler(number)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin, and say so when requests are answered."""
        await super().startup(sockets)
        if self.started:
            self._say()


@contextmanager
def listening(host: str, port: int) -> Iterator[socket.socket]:
    """A socket that is bound; UsageError when the address cannot be had."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, kind, protocol, _, address = found[0]
        with socket.socket(family, kind, protocol) as listener:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(address)
            yield listener
    except (OSError, UnicodeError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise UsageError(
            f"{host}:{port} cannot be listened on: {reason}. Choose another --host or --port."
        ) from error


def is_loopback(listener: socket.socket) -> bool:
    """Whether only this machine can reach it."""
    return ipaddress.ip_address(listener.getsockname()[0].partition("%")[0]).is_loopback


def address_of(listener: socket.socket) -> str:
    """How it is reached."""
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _raise_file_limit() -> None:
    """Each connection is an open file, and so is each upload; the usual 1,024 would be the first thing to run out."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _MIN_FILES if hard == resource.RLIM_INFINITY else min(_MIN_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
