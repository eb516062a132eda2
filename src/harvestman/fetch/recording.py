"""A transport that writes down what passes through it: each request with the answer that it got.

It sits between the manners and the network, so robots.txt files, redirects, refusals and pages that were cut off are all
seen, each exactly once, and nothing above or below has to know. Answers are noted as they came: transfer coding undone,
content coding left on. A request that got no answer leaves nothing to note.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import dataclass
from datetime import datetime

from harvestman.fetch.transport import Failure, Headers, Request, Response, Transport
from harvestman.model import Clock

_NO_BODY = frozenset({204, 304})


@dataclass(frozen=True, slots=True)
class Exchanged:
    """One request and its answer, as far as it was received."""

    request: Request
    began: datetime
    http_status: int
    headers: Headers
    body: bytes
    """Without transfer coding; packed as the Content-Encoding says."""
    cut: str = ""
    """Why the body is not whole, in the words of WARC-Truncated: length, time, disconnect, unspecified; else empty."""


class RecordingTransport:
    """Passes everything on, and tells `note` of each exchange when its answer is closed."""

    def __init__(
        self, inner: Transport, *, clock: Clock, note: Callable[[Exchanged], None]
    ) -> None:
        self._inner = inner
        self._clock = clock
        self._note = note

    async def send(self, request: Request) -> Response:
        """Send one request; raises `Failure`."""
        began = self._clock.now()
        response = await self._inner.send(request)
        return _Recorded(response, request, began, self._note)

    async def close(self) -> None:
        """Close all connections."""
        await self._inner.close()


class _Recorded:
    """One answer; see `Response`."""

    def __init__(
        self,
        inner: Response,
        request: Request,
        began: datetime,
        note: Callable[[Exchanged], None],
    ) -> None:
        self._inner = inner
        self._request = request
        self._began = began
        self._note = note
        self._body = bytearray()
        self._cut = "unspecified"  # until somebody reads it to its end
        self._is_noted = False

    @property
    def http_status(self) -> int:
        return self._inner.http_status

    @property
    def headers(self) -> Headers:
        return self._inner.headers

    async def chunks(self) -> AsyncGenerator[bytes, None]:
        try:
            async with aclosing(self._inner.chunks()) as chunks:
                async for chunk in chunks:
                    self._body += chunk
                    self._cut = "length"  # if the reader stops here
                    yield chunk
            self._cut = ""
        except Failure:
            self._cut = "disconnect"
            raise
        except asyncio.CancelledError:
            self._cut = "time"
            raise

    async def close(self) -> None:
        await self._inner.close()
        if self._is_noted:
            return
        self._is_noted = True
        has_none = self.http_status in _NO_BODY or self.headers.first("Content-Length") == "0"
        exchanged = Exchanged(
            self._request,
            self._began,
            self.http_status,
            self.headers,
            bytes(self._body),
            "" if has_none else self._cut,
        )
        # Packing takes a while. It is finished also when we are stopped meanwhile: a thread is not cancelled.
        await asyncio.to_thread(self._note, exchanged)
