"""The network: a `Transport` on aiohttp, and the only place of the house that opens outgoing connections.

The address guard sits in the socket factory, which is handed the very address that is about to be dialled: after DNS, for
redirects, for each of several addresses of one name. A DNS answer that changes between check and use has nothing to slip
through. For the same reason no proxy of the environment (`HTTP_PROXY`) is used: behind a proxy the address dialled is the
proxy's, and the guard would see nothing. Cookies are off, TLS is verified, bodies are left packed.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncGenerator, Callable
from contextvars import ContextVar

import aiohttp
from aiohttp.abc import AbstractResolver
from aiohttp.http_exceptions import HttpProcessingError
from yarl import URL

from harvestman.fetch.guard import is_no_trap, is_public
from harvestman.fetch.options import FetchOptions
from harvestman.fetch.resolving import Resolver
from harvestman.fetch.transport import Failure, Headers, Request, Response
from harvestman.model import Status

# One field may be long (a landing page's Link header lists every file); all of them together are bounded too.
_MAX_FIELD_BYTES = 32 * 1024
_MAX_HEADER_CHARS = 256 * 1024

# What each of aiohttp's errors means, the narrower before the wider; any other is a lost connection.
_ENDINGS: tuple[tuple[type[Exception], Status, str], ...] = (
    (aiohttp.ConnectionTimeoutError, Status.TIMEOUT, "no connection within {connect:g} s"),
    (asyncio.TimeoutError, Status.TIMEOUT, "no byte came for {idle:g} s"),
    (aiohttp.ClientSSLError, Status.UNREACHABLE, "the secure connection failed: {reason}"),
    (aiohttp.ClientConnectorDNSError, Status.UNREACHABLE, "no address is known for the host"),
    (aiohttp.ClientConnectorError, Status.UNREACHABLE, "no connection could be made: {reason}"),
    (aiohttp.ClientPayloadError, Status.BAD_RESPONSE, "the body is cut off or wrongly framed"),
    (aiohttp.ClientResponseError, Status.BAD_RESPONSE, "not valid HTTP, or headers too large"),
    (HttpProcessingError, Status.BAD_RESPONSE, "not valid HTTP, or headers too large"),
    (ValueError, Status.UNREACHABLE, "the address cannot be asked for"),
)

_refused: ContextVar[list[str]] = ContextVar("_refused")
"""The addresses that the guard refused to the request under way."""


class AiohttpTransport:
    """Dials, sends, receives. `is_allowed` is asked about every address before it is dialled."""

    def __init__(
        self,
        *,
        connect_timeout_s: float = 10.0,
        idle_timeout_s: float = 20.0,
        is_allowed: Callable[[str], bool] = is_public,
        resolver: AbstractResolver | None = None,
    ) -> None:
        self._connect_timeout_s = connect_timeout_s
        self._idle_timeout_s = idle_timeout_s
        self._is_allowed = is_allowed
        self._resolver = resolver
        self._session: aiohttp.ClientSession | None = None

    async def send(self, request: Request) -> Response:
        """Send one request; raises `Failure`, with `BLOCKED_ADDRESS` when the guard refused every address."""
        if self._session is None:
            self._session = self._open()
        refused: list[str] = []
        token = _refused.set(refused)
        try:
            response = await self._session.request(
                "GET" if request.body is None else "POST",
                URL(request.url, encoded=True),
                headers=list(request.headers.fields),
                data=request.body,
                allow_redirects=False,
            )
        except Failure:
            raise
        except (aiohttp.ClientError, HttpProcessingError, OSError, ValueError) as error:
            if refused:
                raise _blocked(request.url, refused) from None
            raise self._failure(error) from None
        finally:
            _refused.reset(token)
        return self._checked(response)

    async def close(self) -> None:
        """Close all connections."""
        if self._session is not None:
            await self._session.close()
            self._session = None

    def _open(self) -> aiohttp.ClientSession:
        return aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(
                limit=0,  # how many requests are under way is politeness's business
                resolver=self._resolver or Resolver(),
                socket_factory=self._dial,
            ),
            cookie_jar=aiohttp.DummyCookieJar(),
            timeout=aiohttp.ClientTimeout(
                total=None,  # the whole answer is timed above, body included
                connect=self._connect_timeout_s,
                sock_connect=self._connect_timeout_s,
                sock_read=self._idle_timeout_s,
                ceil_threshold=float("inf"),
            ),
            auto_decompress=False,
            trust_env=False,
            max_line_size=_MAX_FIELD_BYTES,
            max_field_size=_MAX_FIELD_BYTES,
            skip_auto_headers=("User-Agent", "Accept", "Accept-Encoding"),
            middlewares=(_no_silent_repeat,),
        )

    def _dial(self, info: aiohttp.AddrInfoType) -> socket.socket:
        family, kind, protocol, _, address = info
        target = str(address[0])
        if not self._is_allowed(target):
            _refused.get([]).append(target)
            raise PermissionError(f"{target} is not a public address")
        return socket.socket(family=family, type=kind, proto=protocol)

    def _checked(self, response: aiohttp.ClientResponse) -> Response:
        headers = Headers.of((name, _text(value)) for name, value in response.headers.items())
        if sum(len(name) + len(value) for name, value in headers.fields) > _MAX_HEADER_CHARS:
            response.close()
            raise Failure(Status.BAD_RESPONSE, "the headers of the answer are too large")
        return _AiohttpResponse(response, headers, self._failure)

    def _failure(self, error: Exception) -> Failure:
        for kind, status, text in _ENDINGS:
            if isinstance(error, kind):
                limits = {"connect": self._connect_timeout_s, "idle": self._idle_timeout_s}
                return Failure(status, text.format(reason=_reason(error), **limits))
        return _disconnected()


def open_network(options: FetchOptions) -> AiohttpTransport:
    """The network as the options want it: with their times, and their word on private addresses."""
    return AiohttpTransport(
        connect_timeout_s=options.connect_timeout_s,
        idle_timeout_s=options.idle_timeout_s,
        is_allowed=is_no_trap if options.allow_private else is_public,
    )


class _AiohttpResponse:
    """One answer; see `Response`."""

    def __init__(
        self,
        response: aiohttp.ClientResponse,
        headers: Headers,
        failure: Callable[[Exception], Failure],
    ) -> None:
        self._response = response
        self._failure = failure
        self.http_status = response.status
        self.headers = headers

    async def chunks(self) -> AsyncGenerator[bytes, None]:
        try:
            async for chunk in self._response.content.iter_any():
                yield chunk
        except (aiohttp.ClientError, HttpProcessingError, OSError) as error:
            raise self._failure(error) from None

    async def close(self) -> None:
        # A connection with an unread body is closed, one whose body was read serves again.
        self._response.release()


async def _no_silent_repeat(
    request: aiohttp.ClientRequest, handler: aiohttp.ClientHandlerType
) -> aiohttp.ClientResponse:
    """aiohttp repeats a GET at once when the connection is lost; how often and when is for politeness to say."""
    try:
        return await handler(request)
    except aiohttp.ClientConnectorError:
        raise
    except (aiohttp.ClientOSError, aiohttp.ServerDisconnectedError) as error:
        if isinstance(error, asyncio.TimeoutError):
            raise
        raise _disconnected() from None


def _disconnected() -> Failure:
    return Failure(
        Status.BAD_RESPONSE, "the server closed the connection without an answer", is_transient=True
    )


def _blocked(url: str, refused: list[str]) -> Failure:
    host = URL(url, encoded=True).raw_host
    return Failure(
        Status.BLOCKED_ADDRESS, f"{host} leads to {', '.join(refused)}: not a public address"
    )


def _reason(error: Exception) -> str:
    """The operating system's or OpenSSL's words, on one line."""
    inner = getattr(error, "certificate_error", None) or getattr(error, "os_error", error)
    words = (getattr(inner, name, None) for name in ("verify_message", "strerror", "reason"))
    return " ".join(str(next(filter(None, words), type(inner).__name__)).split())[:200]


def _text(value: str) -> str:
    """A header value without the lone surrogates that stand for bytes that are no UTF-8: read as Latin-1."""
    if value.isascii():
        return value
    return value.encode("utf-8", "surrogateescape").decode("latin-1") if _has_raw(value) else value


def _has_raw(value: str) -> bool:
    return any("\udc80" <= character <= "\udcff" for character in value)
