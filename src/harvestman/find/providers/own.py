"""Our own index as a provider: pages and files that the library has fetched itself. It needs no key and costs no request."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from harvestman.find.providers.base import ApiClient, Hit, NotSetUp, ProviderSettings, Query


class OwnLibrary:
    """Searches the library that is open."""

    name = "library"
    is_local = True
    """Nothing is sent, so nothing is counted or remembered."""

    def __init__(self, settings: ProviderSettings) -> None:
        if settings.own is None:
            raise NotSetUp("no library is open")
        self._own = settings.own

    async def search(self, query: Query, _client: ApiClient) -> Sequence[Hit]:
        """Pages and files that have all the words of the title, the name or else the query."""
        return await asyncio.to_thread(self._own, query)
