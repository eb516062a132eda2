"""Fetch: the one polite, guarded HTTP client of the house, and the only room that opens outgoing connections.

In: a URL, and what is already held of it. Out: its bytes, or the one status that says how it ended; nothing the web does
is an exception. It obeys robots.txt, leaves each host its pauses, waits when asked to, bounds time and size, and dials no
address that is not public unless the operator allows it. It never sends a cookie or a referrer, never poses as a browser,
never gets around a wall, never skips TLS verification, and never reads what it fetched: that is for the readers.

Tests use `MockTransport` in place of the network. Importing this room imports aiohttp (0.2 s of CPU): commands do it late.
"""

from harvestman.fetch.aiohttp_transport import AiohttpTransport, open_network
from harvestman.fetch.exchange import Answer, Asked, Exchange
from harvestman.fetch.fetched import Fetched
from harvestman.fetch.fetcher import Fetcher
from harvestman.fetch.guard import is_public
from harvestman.fetch.media import media_type
from harvestman.fetch.mock import MockTransport, Reply
from harvestman.fetch.options import FetchOptions
from harvestman.fetch.recording import Exchanged, RecordingTransport
from harvestman.fetch.transport import Failure, Headers, Request, Response, Transport

__all__ = [
    "AiohttpTransport",
    "Answer",
    "Asked",
    "Exchange",
    "Exchanged",
    "Failure",
    "FetchOptions",
    "Fetched",
    "Fetcher",
    "Headers",
    "MockTransport",
    "RecordingTransport",
    "Reply",
    "Request",
    "Response",
    "Transport",
    "is_public",
    "media_type",
    "open_network",
]
