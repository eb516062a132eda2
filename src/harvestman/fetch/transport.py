"""The interface between our rules and the network: a `Transport` sends one request and streams its answer.

Everything above a `Transport` (robots, delays, redirects, limits, retries) is the same whether the answers come from the
network (`aiohttp_transport.py`) or from a table in a test (`mock.py`). What goes wrong below is a `Failure`.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterable
from dataclasses import dataclass
from typing import Protocol

from harvestman.model import Status
from harvestman.model.sending import quickly_made


class Failure(Exception):
    """A request that ended without a usable answer. Never leaves this room: it becomes a status."""

    def __init__(self, status: Status, detail: str, *, is_transient: bool = False) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail
        self.is_transient = is_transient
        """Whether the same request may well succeed a moment later."""


@quickly_made
@dataclass(frozen=True, slots=True)
class Headers:
    """Header fields in the order sent; names are compared without case."""

    fields: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, fields: Iterable[tuple[str, str]]) -> Headers:
        """Headers from name and value pairs as they come."""
        return cls(tuple((name, value.strip()) for name, value in fields))

    def first(self, name: str) -> str:
        """The value of the first field of that name, or an empty string."""
        wanted = name.lower()
        for sent, value in self.fields:
            if sent.lower() == wanted:
                return value
        return ""

    def all(self, name: str) -> tuple[str, ...]:
        """The values of all fields of that name."""
        wanted = name.lower()
        return tuple(value for sent, value in self.fields if sent.lower() == wanted)


NO_HEADERS = Headers()


@quickly_made
@dataclass(frozen=True, slots=True)
class Request:
    """One GET; a POST when there is a body to send."""

    url: str
    headers: Headers = NO_HEADERS
    body: bytes | None = None


class Response(Protocol):
    """The head of an answer, and its body as it arrives, still packed."""

    @property
    def http_status(self) -> int:
        """The three digits."""
        ...

    @property
    def headers(self) -> Headers:
        """All header fields."""
        ...

    def chunks(self) -> AsyncGenerator[bytes, None]:
        """The body in pieces of bounded size; raises `Failure` when it is cut off."""
        ...

    async def close(self) -> None:
        """Give the connection back; what has not been read of the body is never received."""
        ...


class Transport(Protocol):
    """Sends requests; follows no redirect, repeats nothing, keeps no cookie."""

    async def send(self, request: Request) -> Response:
        """Send one request; the answer's head has arrived on return. Raises `Failure`."""
        ...

    async def close(self) -> None:
        """Close all connections."""
        ...
