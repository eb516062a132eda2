"""SearXNG: a metasearch engine that an operator runs; `format=json` has to be allowed in its settings.yml.

Format: https://docs.searxng.org/dev/search_api.html. An instance whose own engines were all refused answers with an empty list and names
them: that is no answer, and must not be remembered as one.
"""

from __future__ import annotations

from collections.abc import Sequence

from harvestman.find.providers.base import (
    ApiClient,
    Hit,
    NotSetUp,
    ProviderFault,
    ProviderSettings,
    Query,
    list_in,
    text_in,
    with_file_type,
)
from harvestman.model import Status

_FORBIDDEN = 403


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
        try:
            answer = await client.trusted().json(f"{self._base}/search", asked)
        except ProviderFault as fault:
            if fault.http_status != _FORBIDDEN:
                raise
            why = "it does not answer in JSON: allow json among search.formats in its settings.yml"
            raise ProviderFault(fault.status, why, http_status=_FORBIDDEN) from None
        silent = list_in(answer, "unresponsive_engines")
        if silent and not list_in(answer, "results"):
            names = ", ".join(str(one[0]) for one in silent[:5] if isinstance(one, list) and one)
            raise ProviderFault(Status.BAD_RESPONSE, f"its engines did not answer: {names}")
        return [
            Hit(url, text_in(one, "title"), text_in(one, "content"))
            for one in list_in(answer, "results")
            if (url := text_in(one, "url"))
        ]
