"""Sends one request, receives the answer within the limits of size and time, and gives it a status.

Nothing here waits its turn, asks robots.txt, follows a redirect or tries again: that is decided above, by what the answer
says.
"""

from __future__ import annotations

import asyncio
import re
from contextlib import aclosing
from dataclasses import dataclass, replace
from http import HTTPStatus

from harvestman import __version__
from harvestman.fetch.media import HTML, SNIFF_BYTES, XHTML, media_type
from harvestman.fetch.options import FetchOptions
from harvestman.fetch.transport import NO_HEADERS, Failure, Headers, Request, Response, Transport
from harvestman.fetch.unpacking import Unpacker
from harvestman.fetch.walls import REFUSALS, WALL_BYTES, wall_name
from harvestman.model import Status
from harvestman.model.sending import quickly_made

PRODUCT = "Harvestman"  # the name that robots.txt knows us by
REDIRECTS = frozenset({300, 301, 302, 303, 307, 308})
_TRANSIENT = frozenset({502, 503, 504})
_PIECES_IN_A_TURN = 16  # of unpacking, before others have theirs: about a megabyte
_UNSENDABLE = re.compile(r"[\x00-\x1f\x7f-\x9f]")


@quickly_made
@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked for, and how much of it is wanted."""

    url: str
    max_bytes: int
    etag: str = ""
    last_modified: str = ""
    wanted: frozenset[str] | None = None
    """The media types of use; None for all."""
    is_cut: bool = False
    """Whether a body over the limit is cut there, rather than refused."""
    fields: tuple[tuple[str, str], ...] = ()
    """Header fields of a programming interface: its key, the kind of the answer. They replace ours of the same name."""
    body: bytes | None = None
    """What is sent; None asks with GET."""


@quickly_made
@dataclass(frozen=True, slots=True)
class Answer:
    """What came of one request; `status` is None for a body and for a redirect."""

    status: Status | None
    detail: str = ""
    http_status: int = 0
    headers: Headers = NO_HEADERS
    media_type: str = ""
    body: bytes = b""
    is_transient: bool = False
    """Whether the same request may well succeed a moment later."""
    wall: str = ""
    """The name of the bot wall that answered, if one did."""
    retry_after_s: float | None = None

    @property
    def is_redirect(self) -> bool:
        """Whether the server sends us on."""
        return self.status is None and self.http_status in REDIRECTS


class Exchange:
    """Asks a transport, within the limits of the options."""

    def __init__(self, transport: Transport, options: FetchOptions) -> None:
        self._transport = transport
        self._timeout_s = options.timeout_s
        contact = _UNSENDABLE.sub("", options.contact).strip()
        self._user_agent = f"{PRODUCT}/{__version__}" + (f" (+{contact})" if contact else "")

    async def ask(self, asked: Asked) -> Answer:
        """Send the request and receive its answer. Raises nothing but cancellation."""
        came = Answer(None)
        try:
            async with asyncio.timeout(self._timeout_s):
                response = await self._transport.send(
                    Request(asked.url, self._headers(asked), asked.body)
                )
                came = Answer(None, http_status=response.http_status, headers=response.headers)
                try:
                    return await _receive(response, came, asked)
                finally:
                    await response.close()
        except TimeoutError:
            detail = f"the answer was not complete after {self._timeout_s:g} s"
            return replace(came, status=Status.TIMEOUT, detail=detail)
        except Failure as failure:
            return replace(
                came,
                status=failure.status,
                detail=failure.detail,
                is_transient=failure.is_transient,
            )

    def _headers(self, asked: Asked) -> Headers:
        fields = [
            ("User-Agent", self._user_agent),
            ("Accept", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"),
            ("Accept-Encoding", "gzip, deflate"),
        ]
        for name, value in (
            ("If-None-Match", asked.etag),
            ("If-Modified-Since", asked.last_modified),
        ):
            if value and not _UNSENDABLE.search(value):
                fields.append((name, value))
        own = {name.lower() for name, _ in asked.fields}
        kept = [(name, value) for name, value in fields if name.lower() not in own]
        return Headers((*kept, *asked.fields))


async def _receive(response: Response, came: Answer, asked: Asked) -> Answer:
    code = response.http_status
    if code in REDIRECTS:
        return came
    if code == HTTPStatus.NOT_MODIFIED and (asked.etag or asked.last_modified):
        return replace(came, status=Status.UNCHANGED, detail="the page has not changed")
    if 200 <= code < 300 and code != HTTPStatus.PARTIAL_CONTENT:
        return await _receive_page(response, came, asked)
    return await _receive_refusal(response, came, asked)


async def _receive_page(response: Response, came: Answer, asked: Asked) -> Answer:
    content_type = came.headers.first("Content-Type")
    if not asked.is_cut and (too_long := _announced_excess(came.headers, asked.max_bytes)):
        said = media_type(content_type, b"")
        if asked.wanted is not None and content_type and said not in asked.wanted:
            return _unwanted(came, said)
        raise Failure(Status.TOO_LARGE, too_long)
    body = _Body(came.headers, asked)
    kind = ""
    async with aclosing(response.chunks()) as chunks:
        async for chunk in chunks:
            is_enough = not await body.take(chunk)
            if not kind and len(body.kept) >= SNIFF_BYTES:
                kind = media_type(content_type, bytes(body.kept[:SNIFF_BYTES]))
                is_enough |= asked.wanted is not None and kind not in asked.wanted
            if is_enough:
                break
        else:
            body.end()
    kind = kind or media_type(content_type, bytes(body.kept))
    head = bytes(body.kept[:WALL_BYTES]) if kind in (HTML, XHTML) else b""
    if wall := wall_name(came.headers, head):
        detail = f"a bot wall answered: {wall}"
        return replace(came, status=Status.BLOCKED_WALL, detail=detail, wall=wall)
    if asked.wanted is not None and kind not in asked.wanted:
        return _unwanted(came, kind)
    return replace(came, media_type=kind, body=bytes(body.kept))


class _Body:
    """A body as it grows: unpacked, and never beyond its limit."""

    def __init__(self, headers: Headers, asked: Asked) -> None:
        encoding = ",".join(headers.all("Content-Encoding"))
        self._unpacker = Unpacker(encoding, limit_bytes=asked.max_bytes)
        self._max_bytes = asked.max_bytes
        self._is_cut = asked.is_cut
        self._wire_bytes = 0
        self.kept = bytearray()

    async def take(self, chunk: bytes) -> bool:
        """Keep what these bytes unpack to; False when the body is full and was to be cut there."""
        self._wire_bytes += len(chunk)
        try:
            for number, piece in enumerate(self._unpacker.feed(chunk), 1):
                self.kept += piece
                if number % _PIECES_IN_A_TURN == 0:
                    await asyncio.sleep(0)  # a few kB may unpack to hundreds of MB
            # Bounds what is not packed, and padding without end behind what is; the unpacker bounds the rest.
            if self._wire_bytes > self._max_bytes:
                raise Failure(Status.TOO_LARGE, f"larger than {self._max_bytes:,} bytes")
        except Failure as failure:
            if failure.status is Status.TOO_LARGE and self._is_cut:
                del self.kept[self._max_bytes :]
                return False
            raise
        return True

    def end(self) -> None:
        self._unpacker.end()


async def _receive_refusal(response: Response, came: Answer, asked: Asked) -> Answer:
    """The status of an answer that brings no page, such as 403, 404 or 503; to a POST, with the server's words in its body."""
    code = response.http_status
    is_sent = asked.body is not None
    head = b""
    if code not in (404, 410) or is_sent:
        head = await _beginning(response, came.headers)
    if is_sent:
        came = replace(came, body=head)
    said = f"the server answered {code}{_phrase(code)}"
    if wall := wall_name(came.headers, head):
        detail = f"{said}: a bot wall, {wall}"
        return replace(came, status=Status.BLOCKED_WALL, detail=detail, wall=wall)
    if code in REFUSALS:
        return replace(came, status=Status.BLOCKED_WALL, detail=said)
    if 500 <= code < 600:
        is_transient = code in _TRANSIENT
        return replace(came, status=Status.SERVER_ERROR, detail=said, is_transient=is_transient)
    if 400 <= code < 500:
        return replace(came, status=Status.NOT_FOUND, detail=said)
    return replace(came, status=Status.BAD_RESPONSE, detail=f"{said}, which we did not ask for")


async def _beginning(response: Response, headers: Headers) -> bytes:
    """The first bytes of a refusal, to recognise a wall by; however bad they are, the refusal stands."""
    kept = bytearray()
    try:
        body = _Body(headers, Asked("", WALL_BYTES, is_cut=True))
        kept = body.kept
        async with aclosing(response.chunks()) as chunks:
            async for chunk in chunks:
                if not await body.take(chunk):
                    break
    except Failure:
        pass
    return bytes(kept)


def _announced_excess(headers: Headers, max_bytes: int) -> str:
    length = headers.first("Content-Length")
    if length.isascii() and length.isdigit() and (len(length) > 18 or int(length) > max_bytes):
        return f"announced as {length[:18]} bytes, the limit is {max_bytes:,}"
    return ""


def _unwanted(came: Answer, kind: str) -> Answer:
    return replace(came, status=Status.NOT_HTML, media_type=kind, detail=f"it is {kind}")


def _phrase(code: int) -> str:
    try:
        return f" ({HTTPStatus(code).phrase})"
    except ValueError:
        return ""
