"""General search engines with keys: Brave, Mojeek, Marginalia and Yandex. Each class is one wire format.

Brave: https://api-dashboard.search.brave.com/api-reference/web/search/get (a query has at most 400 letters and 50 words);
Mojeek: https://www.mojeek.com/support/api/search/request_parameters.html and json_response.html beside it;
Marginalia: the API at api2.marginalia-search.com, https://about.marginalia-search.com/article/api/ (the key `public` is everybody's);
Yandex Search API v2: https://yandex.cloud/en/docs/search-api/concepts/web-search and reference/error-codes (the key is `FOLDER:KEY`;
the answer is XML in base64, in which a refusal stands as an error with a code).
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Sequence
from xml.etree.ElementTree import Element

from harvestman.find.providers.base import (
    PAUSE_S,
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

_BRAVE_LETTERS, _BRAVE_WORDS = 400, 50
_A_WHILE_S = 3_600.0
# Errors of Yandex: code to how long it is left alone; others are told and asked again.
_YANDEX_NOTHING = "15"
_YANDEX_PAUSES = {"32": _A_WHILE_S, "55": PAUSE_S, "100": _A_WHILE_S}


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
        asked = {"q": _within_limits(query), "count": 20, "search_lang": query.language}
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


def _within_limits(query: Query) -> str:
    """The query cut to what Brave takes; the restriction to files is never cut off."""
    asked = with_file_type(query)
    rest = asked.removeprefix(query.words)
    words = query.words.split()[: _BRAVE_WORDS - len(rest.split())]
    return " ".join(words)[: _BRAVE_LETTERS - len(rest)].rstrip() + rest


class Mojeek:
    """Mojeek's Web Search API."""

    name = "mojeek"

    def __init__(self, settings: ProviderSettings) -> None:
        self._key = _key(settings, self.name)
        self._base = settings.bases.get(self.name, "https://www.mojeek.com")

    async def search(self, query: Query, client: ApiClient) -> Sequence[Hit]:
        """The first results; a refusal stands in the status of the answer itself."""
        asked = {"q": with_file_type(query), "fmt": "json", "t": 20, "api_key": self._key}
        answer = await client.json(f"{self._base}/search", asked)
        said = text_in(answer, "response", "status")
        if said != "OK":
            wait_s = _A_WHILE_S if "limit" in said.lower() else None
            why = f"the service says {said[:100] or 'nothing'}"
            raise ProviderFault(Status.BAD_RESPONSE, why, retry_after_s=wait_s)
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
        self._base = settings.bases.get(self.name, "https://api2.marginalia-search.com")

    async def search(self, query: Query, client: ApiClient) -> Sequence[Hit]:
        """The first results; it knows no restriction to files."""
        answer = await client.json(
            f"{self._base}/search",
            {"query": query.words, "count": 20},
            headers={"API-Key": self._key},
            pause_s=1.0,
        )
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
            code = error.get("code", "")
            if code == _YANDEX_NOTHING:
                return []
            why = f"the service says: {text_of_element(error)} (code {code[:10]})"
            raise ProviderFault(Status.BAD_RESPONSE, why, retry_after_s=_YANDEX_PAUSES.get(code))
        return [_yandex_hit(one) for one in root.iter("doc") if text_of_element(one.find("url"))]


def _yandex_hit(one: Element) -> Hit:
    passages = " ".join(text_of_element(part) for part in one.iter("passage"))
    kind = text_of_element(one.find("mime-type")).rpartition("/")[2]
    return Hit(text_of_element(one.find("url")), text_of_element(one.find("title")), passages, kind)
