"""What a search provider is: it takes a query, asks its service, and gives hits.

A provider knows one service's wire format and nothing else: keys, addresses and the client are given to it, and caching, quotas,
deadlines and the merging of several providers' hits happen above (`asking.py`). A plug-in is a class that is called with
`ProviderSettings` and has a `name` and a `search`; docs/plugin-provider.md has a complete one.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, runtime_checkable
from urllib.parse import urlencode

from harvestman.fetch import Fetched, Fetcher
from harvestman.model import HarvestmanError, Plain, Status

MAX_ANSWER_BYTES = 5_000_000
PAUSE_S = 60.0
"""How long a service is left alone that is asked too often and does not say for how long."""
_TOO_OFTEN = 429
FILE_TYPES = ("pdf", "ps", "doc", "docx", "ppt", "pptx", "odt", "rtf")
"""The kinds of file that a query may be restricted to, besides `html`."""


@dataclass(frozen=True, slots=True)
class Query:
    """What a provider is asked: words for a search engine, and what they were made of for a bibliographic service."""

    words: str
    file_type: str = ""
    """`pdf`, `html` …: only files of that kind; "" for all."""
    language: str = ""
    """`en`, `es`, `ru`; "" when it is not known."""
    title: str = ""
    authors: tuple[str, ...] = ()
    year: int | None = None
    doi: str = ""
    name: str = ""
    """A person's name, where a person is looked for."""

    def to_plain(self) -> Plain:
        """As it is kept with its hits."""
        plain: Plain = {"words": self.words, "file_type": self.file_type}
        plain |= {"language": self.language, "title": self.title, "authors": list(self.authors)}
        plain |= {"year": self.year, "doi": self.doi, "name": self.name}
        return plain


@dataclass(frozen=True, slots=True)
class Hit:
    """An address that a provider names for a query, with what it says of it."""

    url: str
    title: str = ""
    snippet: str = ""
    file_type: str = ""
    """`pdf`, `html` … where the provider knows; "" where it does not."""
    authors: tuple[str, ...] = ()
    year: int | None = None
    doi: str = ""
    providers: tuple[str, ...] = ()
    """Who named it, the best-placed first."""

    def to_plain(self) -> Plain:
        """As it is kept."""
        plain: Plain = {"url": self.url, "title": self.title, "snippet": self.snippet}
        plain |= {"file_type": self.file_type, "authors": list(self.authors), "year": self.year}
        plain |= {"doi": self.doi}
        return {name: value for name, value in plain.items() if value}


def hit_from_plain(plain: Mapping[str, Any], *, provider: str) -> Hit:
    """What `to_plain` wrote."""
    return Hit(
        plain["url"],
        plain.get("title", ""),
        plain.get("snippet", ""),
        plain.get("file_type", ""),
        tuple(plain.get("authors", ())),
        plain.get("year"),
        plain.get("doi", ""),
        (provider,),
    )


class ProviderFault(Exception):
    """A provider that could not answer. Never leaves the room: it becomes a line of the trail."""

    def __init__(
        self,
        status: Status,
        detail: str,
        *,
        retry_after_s: float | None = None,
        http_status: int | None = None,
    ) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail
        self.http_status = http_status
        self.retry_after_s = retry_after_s
        """How long the service wants to be left alone."""


class NotSetUp(HarvestmanError):
    """A provider that lacks its key or address: it is left out, and the trail says so."""


OwnSearch = Callable[[Query], Sequence[Hit]]
"""Searches what the library has fetched. Blocks."""


@dataclass(frozen=True, slots=True)
class ProviderSettings:
    """What the operator has set for providers."""

    searxng_url: str = ""
    keys: Mapping[str, str] = field(default_factory=dict)
    """The key of each service, by the provider's name."""
    contact: str = ""
    """Who can be written to: some services ask for an address."""
    bases: Mapping[str, str] = field(default_factory=dict)
    """Another address for a service, by the provider's name: a mirror, or a server of a test."""
    own: OwnSearch | None = None


@runtime_checkable
class Provider(Protocol):
    """A service that can be asked."""

    @property
    def name(self) -> str:
        """What it is called in the settings."""
        ...

    async def search(self, query: Query, client: ApiClient) -> Sequence[Hit]:
        """Its hits, best first; none for a query that it cannot answer. Raises `ProviderFault`."""
        ...


@dataclass(frozen=True, slots=True)
class ApiClient:
    """Asks services over HTTP for the providers."""

    fetcher: Fetcher
    """For services on the public web."""
    own: Fetcher
    """For an address that the operator named: it may lie in the operator's own network."""
    is_own: bool = False

    def trusted(self) -> ApiClient:
        """The same client for an address that the operator named."""
        return replace(self, is_own=True)

    async def json(
        self,
        url: str,
        parameters: Mapping[str, object] | None = None,
        *,
        headers: Mapping[str, str] | None = None,
        post: object = None,
        pause_s: float = 0.0,
    ) -> Any:
        """What a service answers, read as JSON; ProviderFault for everything else."""
        body = await self.bytes(url, parameters, headers=headers, post=post, pause_s=pause_s)
        try:
            return json.loads(body)
        except (ValueError, RecursionError):
            raise ProviderFault(Status.BAD_RESPONSE, "the answer is no JSON") from None

    async def bytes(
        self,
        url: str,
        parameters: Mapping[str, object] | None = None,
        *,
        headers: Mapping[str, str] | None = None,
        post: object = None,
        pause_s: float = 0.0,
    ) -> bytes:
        """What a service answers; ProviderFault where it does not."""
        given = {
            name: value for name, value in (parameters or {}).items() if value not in ("", None)
        }
        if given:
            url = f"{url}{'&' if '?' in url else '?'}{urlencode(given)}"
        fields = {"Accept": "application/json"} | dict(headers or {})
        body = None
        if post is not None:
            body = json.dumps(post, ensure_ascii=False).encode()
            fields["Content-Type"] = "application/json"
        fetcher = self.own if self.is_own else self.fetcher
        fetched = await fetcher.call(
            url,
            fields=tuple(fields.items()),
            body=body,
            max_bytes=MAX_ANSWER_BYTES,
            pause_s=pause_s,
        )
        if fetched.status is not None:
            raise fault_of(fetched)
        return fetched.body


def fault_of(fetched: Fetched) -> ProviderFault:
    """Why a service did not answer, as a person wants to read it."""
    why = {
        400: "the service does not understand the query",
        401: "the service does not accept the key",
        402: "the key's quota is used up",
        403: "the service refuses: check the key, and that it may be used so",
        404: "the service has no such address, or knows nothing of it",
        422: "the service does not accept what it was asked, or the mail address in contact",
        429: "the service is asked too often",
    }.get(fetched.http_status, fetched.detail)
    status = fetched.status or Status.BAD_RESPONSE
    wait_s = fetched.retry_after_s
    if wait_s is None and fetched.http_status == _TOO_OFTEN:
        wait_s = PAUSE_S
    return ProviderFault(status, why, retry_after_s=wait_s, http_status=fetched.http_status)


def text_in(value: object, *names: str) -> str:
    """The text at a place of a JSON answer; "" where there is none."""
    for name in names:
        value = value.get(name) if isinstance(value, dict) else None
    return value if isinstance(value, str) else ""


def list_in(value: object, *names: str) -> list[Any]:
    """The list at a place of a JSON answer; empty where there is none."""
    for name in names:
        value = value.get(name) if isinstance(value, dict) else None
    return value if isinstance(value, list) else []


def with_file_type(query: Query) -> str:
    """The words of a query with the restriction that most search engines know."""
    return f"{query.words} filetype:{query.file_type}" if query.file_type else query.words
