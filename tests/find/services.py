"""Services for the tests of providers: a table of answers in place of the network, and an engine that is made of given providers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from harvestman.fetch import Failure, Fetcher, FetchOptions, MockTransport, Reply, Request
from harvestman.find import Engines
from harvestman.find.providers import ApiClient, ChosenProviders, Hit, Provider, Query
from harvestman.model import Clock
from harvestman.store import Library

JSON = (("Content-Type", "application/json"),)
Replies = Mapping[str, Reply | Failure] | Callable[[Request], Reply | Failure]


class Service:
    """A client whose services answer from a table; `requests` is what they were sent."""

    def __init__(self, replies: Replies, clock: Clock) -> None:
        self.transport = MockTransport(replies)
        fetcher = Fetcher(FetchOptions(delay_s=0), clock=clock, transport=self.transport)
        self.client = ApiClient(fetcher, fetcher)

    @property
    def requests(self) -> list[Request]:
        """What was sent."""
        return self.transport.requests


class Given:
    """A provider that answers with what it was given, or fails so."""

    def __init__(self, name: str, hits: Sequence[Hit] = (), fault: Exception | None = None) -> None:
        self.name = name
        self.hits = hits
        self.fault = fault
        self.asked: list[Query] = []

    async def search(self, query: Query, _client: ApiClient) -> Sequence[Hit]:
        """What was given."""
        self.asked.append(query)
        if self.fault is not None:
            raise self.fault
        return self.hits


def engines(library: Library, clock: Clock, *providers: Provider, **changes: object) -> Engines:
    """Engines of these providers."""
    chosen = ChosenProviders(tuple(providers))
    return Engines(library, Service({}, clock).client, chosen, clock, **changes)  # type: ignore[arg-type]
