"""HTTP/1.1 as bytes: one request read, one response written.

Our own instead of a library's because misbehaving is the point: a response may be silent, drip, lie about its length, or
be no HTTP at all. What may be endless is an iterator and is never held in memory.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncIterable, AsyncIterator, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from email.utils import format_datetime, parsedate_to_datetime
from http import HTTPStatus
from urllib.parse import parse_qsl, unquote, urlsplit

MAX_HEAD = 64 * 1024
MAX_BODY = 1024 * 1024

Body = bytes | Iterable[bytes] | AsyncIterable[bytes]


@dataclass(frozen=True, slots=True)
class Request:
    """What a client asked; `host` is the site's folder, header names are in lower case."""

    method: str
    host: str
    target: str
    """Path and query as they were sent."""
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""

    @property
    def path(self) -> str:
        """The path alone, percent-decoded."""
        return unquote(urlsplit(self.target).path)

    @property
    def query(self) -> dict[str, str]:
        """The parameters; of repeated ones the last."""
        return dict(parse_qsl(urlsplit(self.target).query, keep_blank_values=True))


@dataclass(frozen=True, slots=True)
class Response:
    """What is sent back."""

    body: Body = b""
    status: int = 200
    content_type: str = "text/html; charset=utf-8"
    """Empty for none at all."""
    headers: tuple[tuple[str, str], ...] = ()
    raw: bool = False
    """The body is everything that goes over the wire, status line included; then the connection is closed."""
    delay_s: float = 0.0
    """Silence before the first byte; infinity lasts until the client hangs up."""
    bytes_per_s: float = math.inf

    def header(self, name: str) -> str:
        """The value of a header, or nothing."""
        return next((v for n, v in self.headers if n.lower() == name.lower()), "")


class BadRequest(Exception):
    """The client's bytes are no request that we read."""


async def read_request(reader: asyncio.StreamReader) -> Request | None:
    """The next request of a connection, or None when the client is done."""
    try:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    except asyncio.IncompleteReadError:
        return None
    except asyncio.LimitOverrunError as error:
        raise BadRequest from error
    first, *lines = head.rstrip("\r\n").split("\r\n")
    try:
        method, target, _ = first.split(" ")
        headers = {name.strip().lower(): value.strip() for name, _, value in map(_split, lines)}
        length = int(headers.get("content-length", "0"))
        if target.startswith("http"):  # as a proxy is asked
            target = urlsplit(target)._replace(scheme="", netloc="").geturl() or "/"
    except ValueError as error:
        raise BadRequest from error
    if not 0 <= length <= MAX_BODY:
        raise BadRequest
    body = await reader.readexactly(length) if length else b""
    host = headers.get("host", "").lower().rsplit(":", 1)[0].rstrip(".").removesuffix(".localhost")
    return Request(method, host, target, headers, body)


def _split(line: str) -> tuple[str, str, str]:
    return line.partition(":")


def conditional(request: Request, response: Response) -> Response:
    """The response itself, or 304 when the client holds that very state already (RFC 9110, section 13)."""
    if response.raw or response.status != 200 or request.method not in ("GET", "HEAD"):
        return response
    etag, modified = response.header("ETag"), response.header("Last-Modified")
    if known := request.headers.get("if-none-match"):
        same = bool(etag) and etag.removeprefix("W/") in {
            tag.strip().removeprefix("W/") for tag in known.split(",")
        }
    else:
        same = bool(modified) and not _is_newer(
            modified, request.headers.get("if-modified-since", "")
        )
    return replace(response, status=304, body=b"", content_type="") if same else response


def http_date(when: datetime) -> str:
    """A moment as HTTP writes it."""
    return format_datetime(when.astimezone(UTC), usegmt=True)


def _is_newer(modified: str, than: str) -> bool:
    try:
        return parsedate_to_datetime(modified) > parsedate_to_datetime(than)
    except ValueError:
        return True


async def write_response(
    streams: tuple[asyncio.StreamReader, asyncio.StreamWriter],
    request: Request,
    response: Response,
    *,
    now: datetime,
    second_s: float = 1.0,
) -> bool:
    """Send it, as slowly or wrongly as it asks for; whether the connection may be used again."""
    reader, writer = streams
    if math.isinf(response.delay_s):
        await reader.read()
        return False
    if response.delay_s:
        await asyncio.sleep(response.delay_s * second_s)
    keep = not response.raw and request.headers.get("connection", "").lower() != "close"
    chunked = not isinstance(response.body, bytes) and not response.header("Content-Length")
    if not response.raw:
        writer.write(_head(response, now=now, keep=keep, chunked=chunked))
    if request.method != "HEAD" and response.status not in (204, 304):
        async for piece in _paced(response, second_s):
            writer.write(b"%x\r\n%b\r\n" % (len(piece), piece) if chunked and keep else piece)
            await writer.drain()
            await asyncio.sleep(0)  # a fast reader never blocks drain(): let the others have a turn
        if chunked and keep:
            writer.write(b"0\r\n\r\n")
    await writer.drain()
    return keep


def _head(response: Response, *, now: datetime, keep: bool, chunked: bool) -> bytes:
    phrases = {status.value: status.phrase for status in HTTPStatus}
    lines = [
        f"HTTP/1.1 {response.status} {phrases.get(response.status, 'Odd')}",
        f"Date: {http_date(now)}",
    ]
    if response.content_type:
        lines.append(f"Content-Type: {response.content_type}")
    lines += [f"{name}: {value}" for name, value in response.headers]
    if isinstance(response.body, bytes) and response.status not in (204, 304):
        lines.append(f"Content-Length: {len(response.body)}")
    elif chunked and keep and response.status not in (204, 304):
        lines.append("Transfer-Encoding: chunked")
    if not keep:
        lines.append("Connection: close")
    return ("\r\n".join(lines) + "\r\n\r\n").encode("utf-8")


async def _paced(response: Response, second_s: float) -> AsyncIterator[bytes]:
    """The body in pieces, one a second where the response is slow."""
    async for piece in _pieces(response.body):
        if math.isinf(response.bytes_per_s):
            yield piece
            continue
        step = max(1, int(response.bytes_per_s))
        for start in range(0, len(piece), step):
            yield piece[start : start + step]
            await asyncio.sleep(second_s * step / response.bytes_per_s)


async def _pieces(body: Body) -> AsyncIterator[bytes]:
    if isinstance(body, bytes):
        if body:
            yield body
    elif isinstance(body, AsyncIterable):
        async for piece in body:
            yield piece
    else:
        for piece in body:
            if piece:
                yield piece
