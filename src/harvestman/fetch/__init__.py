"""Fetch: the one polite, guarded HTTP client of the house, and the only room that opens outgoing connections.

In: a URL, and what is already held of it. Out: its bytes, or the one status that says how it ended; nothing the web does
is an exception. It obeys robots.txt, leaves each host its pauses, waits when asked to, bounds time and size, and dials no
address that is not public unless the operator allows it. It never sends a cookie or a referrer, never poses as a browser,
never gets around a wall, never skips TLS verification, and never reads what it fetched: that is for the readers.

Tests use `MockTransport` in place of the network. Importing this room imports aiohttp (0.2 s of CPU): commands do it late.
"""

from typing import TYPE_CHECKING

__all__: list[str]

if TYPE_CHECKING:
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
else:
    from harvestman.lazily import lazily

    __all__, __getattr__ = lazily(
        __name__,
        {
            "aiohttp_transport": "AiohttpTransport open_network",
            "exchange": "Answer Asked Exchange",
            "fetched": "Fetched",
            "fetcher": "Fetcher",
            "guard": "is_public",
            "media": "media_type",
            "mock": "MockTransport Reply",
            "options": "FetchOptions",
            "recording": "Exchanged RecordingTransport",
            "transport": "Failure Headers Request Response Transport",
        },
    )
