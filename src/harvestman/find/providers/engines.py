"""General search engines with keys: Brave, Mojeek, Marginalia and Yandex. Each class is one wire format.

Brave: https://api.search.brave.com/app/documentation; Mojeek: https://www.mojeek.com/services/search/web-search-api/;
Marginalia: https://about.marginalia-search.com/article/api/ (the key `public` is everybody's);
Yandex Search API v2: https://yandex.cloud/en/docs/search-api/ (the key is `FOLDER:KEY`; the answer is XML in base64).
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Sequence
from urllib.parse import quote
from xml.etree.ElementTree import Element

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
from harvestman.find.providers.xml_answers import parse_xml, text_of_element
from harvestman.model import Status


def _key(settings: ProviderSettings, name: str) -> str:
    key = settings.keys.get(name, "")
    if not key:
        raise NotSetUp(f"it has no key: add {name}=KEY to provider_keys")
    return key


class Brave:
    """Brave's Web Search API."""

    name = "brave"

    def __init__(self, settings: ProviderSettings) -> None:
        self._key = _key(settings, self.name)
        self._base = settings.bases.get(self.name, "https://api.search.brave.com")

    async def search(self, query: Query, client: ApiClient) -> Sequence[Hit]:
        """The first results of the web."""
        asked = {"q": with_file_type(query)[:400], "count": 20, "search_lang": query.language}
        answer = await client.json(
            f"{self._base}/res/v1/web/search",
            asked,
            headers={"X-Subscription-Token": self._key},
            pause_s=1.0,
        )
        return [
            Hit(url, text_in(one, "title"), text_in(one, "description"))
            for one in list_in(answer, "web", "results")
            if (url := text_in(one, "url"))
        ]


class Mojeek:
    """Mojeek's Web Search API."""

    name = "mojeek"

    def __init__(self, settings: ProviderSettings) -> None:
        self._key = _key(settings, self.name)
        self._base = settings.bases.get(self.name, "https://api.mojeek.com")

    async def search(self, query: Query, client: ApiClient) -> Sequence[Hit]:
        """The first results; a refusal stands in the status of the answer itself."""
        asked = {"q": with_file_type(query), "fmt": "json", "t": 20, "api_key": self._key}
        answer = await client.json(f"{self._base}/search", asked)
        said = text_in(answer, "response", "status")
        if said != "OK":
            raise ProviderFault(Status.BAD_RESPONSE, f"the service says {said[:100] or 'nothing'}")
        return [
            Hit(url, text_in(one, "title"), text_in(one, "desc"))
            for one in list_in(answer, "response", "results")
            if (url := text_in(one, "url"))
        ]


class Marginalia:
    """Marginalia Search, an independent index of small sites."""

    name = "marginalia"

    def __init__(self, settings: ProviderSettings) -> None:
        self._key = settings.keys.get(self.name, "public")
        self._base = settings.bases.get(self.name, "https://api.marginalia.nu")

    async def search(self, query: Query, client: ApiClient) -> Sequence[Hit]:
        """The first results; it knows no restriction to files."""
        words = quote(query.words, safe="")
        url = f"{self._base}/{quote(self._key, safe='')}/search/{words}"
        answer = await client.json(url, {"count": 20, "index": 0}, pause_s=1.0)
        return [
            Hit(found, text_in(one, "title"), text_in(one, "description"))
            for one in list_in(answer, "results")
            if (found := text_in(one, "url"))
        ]


class Yandex:
    """Yandex Search API, version 2."""

    name = "yandex"

    def __init__(self, settings: ProviderSettings) -> None:
        folder, colon, key = _key(settings, self.name).partition(":")
        if not colon or not folder or not key:
            raise NotSetUp("its key has two parts: add yandex=FOLDER:KEY to provider_keys")
        self._folder, self._key = folder, key
        self._base = settings.bases.get(self.name, "https://searchapi.api.cloud.yandex.net")

    async def search(self, query: Query, client: ApiClient) -> Sequence[Hit]:
        """The first groups of results, one document each."""
        words = f"{query.words} mime:{query.file_type}" if query.file_type else query.words
        is_russian = query.language in ("ru", "uk", "be", "kk")
        post = {
            "query": {
                "searchType": "SEARCH_TYPE_RU" if is_russian else "SEARCH_TYPE_COM",
                "queryText": words[:400],
            },
            "groupSpec": {"groupMode": "GROUP_MODE_FLAT", "groupsOnPage": 20, "docsInGroup": 1},
            "folderId": self._folder,
            "responseFormat": "FORMAT_XML",
        }
        headers = {"Authorization": f"Api-Key {self._key}"}
        answer = await client.json(f"{self._base}/v2/web/search", headers=headers, post=post)
        try:
            raw = base64.b64decode(text_in(answer, "rawData"), validate=True)
        except (binascii.Error, ValueError):
            raise ProviderFault(Status.BAD_RESPONSE, "the answer is not in base64") from None
        root = parse_xml(raw)
        error = root.find("response/error")
        if error is not None:
            if error.get("code") == "15":  # nothing was found
                return []
            raise ProviderFault(Status.BAD_RESPONSE, f"the service says: {text_of_element(error)}")
        return [_yandex_hit(one) for one in root.iter("doc") if text_of_element(one.find("url"))]


def _yandex_hit(one: Element) -> Hit:
    passages = " ".join(text_of_element(part) for part in one.iter("passage"))
    kind = text_of_element(one.find("mime-type")).rpartition("/")[2]
    return Hit(text_of_element(one.find("url")), text_of_element(one.find("title")), passages, kind)
