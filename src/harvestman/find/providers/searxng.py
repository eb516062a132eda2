"""SearXNG: a metasearch engine that an operator runs; `format=json` has to be allowed in its settings.yml."""

from __future__ import annotations

from collections.abc import Sequence

from harvestman.find.providers.base import (
    ApiClient,
    Hit,
    NotSetUp,
    ProviderSettings,
    Query,
    list_in,
    text_in,
    with_file_type,
)


class SearXNG:
    """Asks an instance of SearXNG."""

    name = "searxng"

    def __init__(self, settings: ProviderSettings) -> None:
        if not settings.searxng_url:
            raise NotSetUp("searxng_url is not set: name the address of a SearXNG instance")
        self._base = settings.searxng_url.rstrip("/")

    async def search(self, query: Query, client: ApiClient) -> Sequence[Hit]:
        """The first page of its results."""
        asked = {
            "q": with_file_type(query),
            "format": "json",
            "language": query.language,
            "categories": "general",
        }
        answer = await client.trusted().json(f"{self._base}/search", asked)
        return [
            Hit(url, text_in(one, "title"), text_in(one, "content"))
            for one in list_in(answer, "results")
            if (url := text_in(one, "url"))
        ]
