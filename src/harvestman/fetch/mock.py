"""A transport for tests: answers come from a table or a function instead of the network."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Iterable, Mapping
from dataclasses import dataclass

from harvestman.fetch.transport import Failure, Headers, Request, Response

Fields = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer to be given: bytes, or pieces of a body that are made one after another."""

    body: bytes | Iterable[bytes] = b""
    http_status: int = 200
    fields: Fields = (("Content-Type", "text/html"),)

    @property
    def headers(self) -> Headers:
        """The fields as the client sees them."""
        return Headers.of(self.fields)

    async def chunks(self) -> AsyncGenerator[bytes, None]:
        """The body in pieces."""
        for piece in (self.body,) if isinstance(self.body, bytes) else self.body:
            yield piece

    async def close(self) -> None:
        """Nothing to close."""


class MockTransport:
    """Gives the reply (or raises the failure) that stands for a URL; 404 for all others. Keeps the requests."""

    def __init__(
        self, replies: Mapping[str, Reply | Failure] | Callable[[Request], Reply | Failure]
    ) -> None:
        self._replies = replies
        self.requests: list[Request] = []

    async def send(self, request: Request) -> Response:
        """Look the reply up."""
        self.requests.append(request)
        if callable(self._replies):
            reply = self._replies(request)
        else:
            reply = self._replies.get(request.url, Reply(http_status=404))
        if isinstance(reply, Failure):
            raise reply
        return reply

    async def close(self) -> None:
        """Nothing to close."""
