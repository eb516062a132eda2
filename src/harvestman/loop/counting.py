"""Counts requests for the step that makes them: a transport that adds one to the tally of whoever is at work in this context.

Steps share one fetcher, for politeness; a context variable tells their requests apart, and is inherited by every task that a step starts.
"""

from __future__ import annotations

from collections import Counter
from contextvars import ContextVar

from harvestman.fetch import Request, Response, Transport
from harvestman.text import host_of

_tally: ContextVar[Counter[str] | None] = ContextVar("tally", default=None)


def count_into(tally: Counter[str]) -> None:
    """From now on, in this task and those it starts, requests are counted there by their hosts."""
    _tally.set(tally)


class CountingTransport:
    """Passes everything on, and counts it."""

    def __init__(self, inner: Transport) -> None:
        self._inner = inner

    async def send(self, request: Request) -> Response:
        """Send one request; raises `Failure`."""
        tally = _tally.get()
        if tally is not None:
            tally[host_of(request.url)] += 1
        return await self._inner.send(request)

    async def close(self) -> None:
        """Close all connections."""
        await self._inner.close()
