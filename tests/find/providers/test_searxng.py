"""SearXNG's JSON, its refusals, and what is no answer at all."""

from __future__ import annotations

import json
from urllib.parse import parse_qs, urlsplit

import pytest

from find.services import JSON, Service
from harvestman.fetch import Reply
from harvestman.find.providers import NotSetUp, ProviderFault, ProviderSettings, Query
from harvestman.find.providers.searxng import SearXNG
from harvestman.model import SetClock, Status

SETTINGS = ProviderSettings(searxng_url="https://search.example/")
ANSWER = {
    "query": "reed beds",
    "number_of_results": 2,
    "results": [
        {"url": "https://a.example/reeds.pdf", "title": "Reed Beds", "content": "that clean"},
        {"title": "a result without an address"},
        "not even an object",
    ],
    "unresponsive_engines": [["brave", "timeout"]],
}

SILENT = json.dumps(
    {"results": [], "unresponsive_engines": [["brave", "timeout"], ["google", "CAPTCHA"]]}
).encode()


def replies(body: bytes, status: int = 200, *fields: tuple[str, str]) -> Reply:
    return Reply(body, status, (*JSON, *fields))


async def test_results_are_hits(clock: SetClock) -> None:
    service = Service(lambda _request: replies(json.dumps(ANSWER).encode()), clock)
    query = Query("reed beds", "pdf", "en")
    [hit] = await SearXNG(SETTINGS).search(query, service.client)
    assert (hit.url, hit.title, hit.snippet) == (
        "https://a.example/reeds.pdf",
        "Reed Beds",
        "that clean",
    )
    [sent] = service.requests
    asked = urlsplit(sent.url)
    assert asked.path == "/search"
    assert parse_qs(asked.query) == {
        "q": ["reed beds filetype:pdf"],
        "format": ["json"],
        "language": ["en"],
        "categories": ["general"],
    }


@pytest.mark.parametrize(
    ("reply", "status", "words"),
    [
        (replies(b"forbidden", 403), Status.BLOCKED_WALL, "settings.yml"),
        (replies(b"<html>", 200), Status.BAD_RESPONSE, "no JSON"),
        (replies(SILENT), Status.BAD_RESPONSE, "brave, google"),
        (replies(b"", 500), Status.SERVER_ERROR, "500"),
        (replies(b"", 429, ("Retry-After", "90")), Status.POSTPONED, "too often"),
        (replies(b"", 302, ("Location", "https://other.example/")), Status.BAD_RESPONSE, "302"),
    ],
)
async def test_what_is_no_answer_says_why(
    clock: SetClock, reply: Reply, status: Status, words: str
) -> None:
    service = Service(lambda _request: reply, clock)
    with pytest.raises(ProviderFault) as fault:
        await SearXNG(SETTINGS).search(Query("reed beds"), service.client)
    assert fault.value.status is status
    assert words in fault.value.detail
    assert len(service.requests) == 1
    if status is Status.POSTPONED:
        assert fault.value.retry_after_s == 90


async def test_an_answer_of_another_shape_has_no_hits(clock: SetClock) -> None:
    service = Service(lambda _request: replies(b'["results"]'), clock)
    assert not await SearXNG(SETTINGS).search(Query("reed beds"), service.client)


def test_without_an_address_it_is_not_set_up() -> None:
    with pytest.raises(NotSetUp, match="searxng_url"):
        SearXNG(ProviderSettings())
