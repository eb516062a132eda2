"""Every provider's documented wire format: what it is sent, what it answers, and what it says when it refuses."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from find.services import JSON, Service
from harvestman.fetch import Reply, Request
from harvestman.find.providers import (
    Hit,
    NotSetUp,
    Provider,
    ProviderFault,
    ProviderSettings,
    Query,
)
from harvestman.find.providers.engines import Brave, Marginalia, Mojeek, Yandex
from harvestman.find.providers.scholarly import (
    Arxiv,
    Core,
    Crossref,
    Dblp,
    OpenAlex,
    SemanticScholar,
    Unpaywall,
)
from harvestman.model import SetClock, Status

SETTINGS = ProviderSettings(
    keys={"brave": "K", "mojeek": "K", "yandex": "F:K", "core": "K", "semantic-scholar": "K"},
    contact="ann@library.example",
)
QUERY = Query("Reed Beds Marsh", "pdf", "en", title="Reed Beds", authors=("H. Marsh",), doi="")
WITH_DOI = Query("Reed Beds", doi="10.5555/reeds", title="Reed Beds")
PDF, PAGE = "https://a.example/reeds.pdf", "https://a.example/reeds"
DOI = "10.5555/reeds"

YANDEX = f"""<?xml version="1.0" encoding="utf-8"?><yandexsearch version="1.0"><response><results><grouping>
<group><doc><url>{PDF}</url><title>Reed <hlword>Beds</hlword></title><mime-type>application/pdf</mime-type>
<passages><passage>that clean</passage></passages></doc></group></grouping></results></response></yandexsearch>"""
NOTHING = '<yandexsearch><response><error code="15">Nothing</error></response></yandexsearch>'
REFUSED = '<yandexsearch><response><error code="42">Bad key</error></response></yandexsearch>'
ATOM = f"""<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><entry><title>Reed
 Beds</title><published>2019-03-01T00:00:00Z</published><author><name>Helen Marsh</name></author>
<link href="{PAGE}" rel="alternate"/><link title="pdf" href="{PDF}" rel="related"/></entry></feed>"""


ATOM_ERROR = """<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>https://arxiv.org/api/errors#incorrect_id</id>
<title>Error</title><summary>incorrect id format for 1234</summary></entry></feed>"""


def yandex(xml: str) -> bytes:
    return json.dumps({"rawData": base64.b64encode(xml.encode()).decode()}).encode()


def plain(value: Any) -> bytes:
    return json.dumps(value).encode()


OPENALEX = {
    "results": [
        {
            "display_name": "Reed Beds",
            "doi": f"https://doi.org/{DOI}",
            "publication_year": 2019,
            "authorships": [{"author": {"display_name": "Helen Marsh"}}],
            "best_oa_location": {"pdf_url": PDF},
            "locations": [{"pdf_url": PDF, "landing_page_url": PAGE}, {"pdf_url": None}],
        }
    ]
}
CROSSREF = {
    "title": ["Reed Beds"],
    "DOI": DOI,
    "URL": PAGE,
    "issued": {"date-parts": [[2019, 3]]},
    "author": [{"given": "Helen", "family": "Marsh"}],
    "link": [
        {"URL": PDF, "content-type": "application/pdf"},
        {"URL": "x", "content-type": "text/xml"},
    ],
}
SEMANTIC = {
    "data": [
        {
            "title": "Reed Beds",
            "year": 2019,
            "authors": [{"name": "Helen Marsh"}],
            "externalIds": {"DOI": DOI},
            "openAccessPdf": {"url": PDF},
        },
        {"title": "Gravel", "openAccessPdf": None},
    ]
}
UNPAYWALL = {
    "title": "Reed Beds",
    "year": 2019,
    "z_authors": [{"given": "Helen", "family": "Marsh"}],
    "oa_locations": [{"url_for_pdf": PDF, "url_for_landing_page": PAGE}],
}
CORE = {
    "results": [
        {
            "title": "Reed Beds",
            "yearPublished": 2019,
            "doi": DOI,
            "authors": [{"name": "Helen Marsh"}],
            "downloadUrl": PDF,
            "sourceFulltextUrls": [PAGE],
        }
    ]
}
DBLP = {
    "result": {
        "hits": {
            "hit": [
                {
                    "info": {
                        "title": "Reed Beds.",
                        "year": "2019",
                        "doi": DOI,
                        "authors": {"author": {"@pid": "1/2", "text": "Helen Marsh 0001"}},
                        "ee": [PDF, PAGE],
                    }
                }
            ]
        }
    }
}
BRAVE = {"web": {"results": [{"url": PDF, "title": "Reed Beds", "description": "that clean"}]}}
MOJEEK = {
    "response": {
        "status": "OK",
        "results": [{"url": PDF, "title": "Reed Beds", "desc": "that clean"}],
    }
}
MARGINALIA = {"results": [{"url": PDF, "title": "Reed Beds", "description": "that clean"}]}

WORK = [
    Hit(PDF, "Reed Beds", "", "pdf", ("Helen Marsh",), 2019, DOI),
    Hit(PAGE, "Reed Beds", "", "html", ("Helen Marsh",), 2019, DOI),
]
NO_DOI = [Hit(h.url, h.title, "", h.file_type, h.authors, h.year) for h in WORK]
FOUND = [Hit(PDF, "Reed Beds", "that clean")]

ANSWERS: list[tuple[Callable[[ProviderSettings], Provider], Query, bytes, list[Hit], str]] = [
    (Brave, QUERY, plain(BRAVE), FOUND, "/res/v1/web/search?q=Reed+Beds+Marsh+filetype%3Apdf&count=20&search_lang=en"),
    (Mojeek, QUERY, plain(MOJEEK), FOUND, "/search?q=Reed+Beds+Marsh+filetype%3Apdf&fmt=json&t=20&api_key=K"),
    (Marginalia, QUERY, plain(MARGINALIA), FOUND, "/search?query=Reed+Beds+Marsh&count=20"),
    (Yandex, QUERY, yandex(YANDEX), [Hit(PDF, "Reed Beds", "that clean", "pdf")], "/v2/web/search"),
    (Yandex, QUERY, yandex(NOTHING), [], "/v2/web/search"),
    (OpenAlex, QUERY, plain(OPENALEX), WORK, "/works?filter=title.search%3AReed+Beds&per_page=5"),
    (OpenAlex, WITH_DOI, plain(OPENALEX["results"][0]), WORK, "/works/doi:10.5555/reeds"),
    (Crossref, QUERY, plain({"message": {"items": [CROSSREF]}}), WORK, "/works?query.bibliographic=Reed+Beds+Marsh&rows=5&mailto=ann%40library.example"),
    (Crossref, WITH_DOI, plain({"message": CROSSREF}), WORK, "/works/10.5555%2Freeds?mailto=ann%40library.example"),
    (SemanticScholar, QUERY, plain(SEMANTIC), WORK[:1], "/graph/v1/paper/search?query=Reed+Beds&limit=5&fields=title%2Cyear%2Cauthors%2CexternalIds%2CopenAccessPdf"),
    (SemanticScholar, WITH_DOI, plain(SEMANTIC["data"][0]), WORK[:1], "/graph/v1/paper/DOI:10.5555/reeds?fields=title%2Cyear%2Cauthors%2CexternalIds%2CopenAccessPdf"),
    (Unpaywall, WITH_DOI, plain(UNPAYWALL), WORK, "/v2/10.5555/reeds?email=ann%40library.example"),
    (Core, QUERY, plain(CORE), WORK, "/v3/search/works/?q=title%3A%22Reed+Beds%22&limit=5"),
    (Core, WITH_DOI, plain(CORE), WORK, "/v3/search/works/?q=doi%3A%2210.5555%2Freeds%22&limit=5"),
    (Arxiv, QUERY, ATOM.encode(), NO_DOI, "/api/query?search_query=ti%3A%22Reed+Beds%22&max_results=5"),
    (Dblp, QUERY, plain(DBLP), WORK, "/search/publ/api?q=Reed+Beds&format=json&h=5"),
]  # fmt: skip
ALL = [Brave, Mojeek, Marginalia, Yandex, OpenAlex, Crossref, SemanticScholar, Core, Arxiv, Dblp]


@pytest.mark.parametrize(("make", "query", "body", "hits", "target"), ANSWERS)
async def test_an_answer_becomes_hits(
    clock: SetClock,
    make: Callable[[ProviderSettings], Provider],
    query: Query,
    body: bytes,
    hits: list[Hit],
    target: str,
) -> None:
    service = Service(lambda _request: Reply(body, 200, JSON), clock)
    assert list(await make(SETTINGS).search(query, service.client)) == hits
    [sent] = service.requests
    assert sent.url.partition("//")[2].partition("/")[2] == target.removeprefix("/")


def _header(request: Request, name: str) -> str:
    return request.headers.first(name)


async def test_keys_stand_where_each_service_wants_them(clock: SetClock) -> None:
    service = Service(lambda _request: Reply(yandex(NOTHING), 200, JSON), clock)
    for make in (Brave, Core, SemanticScholar, Marginalia, Yandex):
        await make(SETTINGS).search(QUERY, service.client)
    brave, core, semantic, marginalia, asked = service.requests
    assert _header(marginalia, "API-Key") == "public"
    assert _header(brave, "X-Subscription-Token") == "K"
    assert _header(core, "Authorization") == "Bearer K"
    assert _header(semantic, "x-api-key") == "K"
    assert _header(asked, "Authorization") == "Api-Key K"
    sent = json.loads(asked.body or b"")
    assert sent["folderId"] == "F"
    assert sent["query"] == {
        "searchType": "SEARCH_TYPE_COM",
        "queryText": "Reed Beds Marsh mime:pdf",
    }


@pytest.mark.parametrize("make", ALL)
@pytest.mark.parametrize(
    ("reply", "status"),
    [
        (Reply(b"no", 401, JSON), Status.BLOCKED_WALL),
        (Reply(b"no", 429, (*JSON, ("Retry-After", "60"))), Status.POSTPONED),
        (Reply(b"down", 500, JSON), Status.SERVER_ERROR),
        (Reply(b"\x00 not what was promised", 200, JSON), Status.BAD_RESPONSE),
    ],
)
async def test_a_service_that_does_not_answer_says_why(
    clock: SetClock,
    make: Callable[[ProviderSettings], Provider],
    reply: Reply,
    status: Status,
) -> None:
    service = Service(lambda _request: reply, clock)
    with pytest.raises(ProviderFault) as fault:
        await make(SETTINGS).search(QUERY, service.client)
    assert fault.value.status is status
    assert len(service.requests) == 1


@pytest.mark.parametrize(
    "make", [Brave, Marginalia, OpenAlex, Crossref, SemanticScholar, Core, Dblp]
)
@pytest.mark.parametrize("body", [b"[]", b"null", b'{"results": 3, "web": [], "data": {"x": 1}}'])
async def test_an_answer_of_another_shape_has_no_hits(
    clock: SetClock, make: Callable[[ProviderSettings], Provider], body: bytes
) -> None:
    service = Service(lambda _request: Reply(body, 200, JSON), clock)
    assert not await make(SETTINGS).search(QUERY, service.client)


@pytest.mark.parametrize(
    ("make", "body", "words"),
    [
        (Yandex, yandex(REFUSED), "Bad key"),
        (Yandex, plain({"rawData": "%%%"}), "base64"),
        (Yandex, yandex('<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>'), "entities"),
        (Mojeek, plain({"response": {"status": "Invalid API key"}}), "Invalid API key"),
        (Arxiv, ATOM_ERROR.encode(), "incorrect id format"),
        (Arxiv, b'<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>', "entities"),
    ],
)
async def test_a_refusal_inside_an_answer_is_told(
    clock: SetClock, make: Callable[[ProviderSettings], Provider], body: bytes, words: str
) -> None:
    service = Service(lambda _request: Reply(body, 200, JSON), clock)
    with pytest.raises(ProviderFault, match=words):
        await make(SETTINGS).search(QUERY, service.client)


@pytest.mark.parametrize(
    "make", [OpenAlex, Crossref, SemanticScholar, Unpaywall, Core, Arxiv, Dblp]
)
async def test_bibliographic_services_are_not_asked_for_persons(
    clock: SetClock, make: Callable[[ProviderSettings], Provider]
) -> None:
    service = Service({}, clock)
    assert not await make(SETTINGS).search(Query("Helen Marsh homepage"), service.client)
    assert not service.requests


@pytest.mark.parametrize("make", [Brave, Mojeek, Yandex, Core, Unpaywall])
def test_without_its_key_a_provider_is_not_set_up(
    make: Callable[[ProviderSettings], Provider],
) -> None:
    with pytest.raises(NotSetUp):
        make(ProviderSettings())


@pytest.mark.parametrize("make", [OpenAlex, Crossref, SemanticScholar, Unpaywall])
async def test_a_doi_that_a_service_does_not_know_is_an_answer(
    clock: SetClock, make: Callable[[ProviderSettings], Provider]
) -> None:
    service = Service(lambda _request: Reply(b"{}", 404, JSON), clock)
    assert not await make(SETTINGS).search(WITH_DOI, service.client)


@pytest.mark.parametrize(
    ("make", "reply", "wait_s"),
    [
        (Brave, Reply(b"{}", 429, JSON), 60.0),
        (Brave, Reply(b"{}", 429, (*JSON, ("Retry-After", "5"))), 5.0),
        (Mojeek, Reply(plain({"response": {"status": "ERROR: Daily Limit Reached"}}), 200, JSON), 3_600.0),
        (Yandex, Reply(yandex(REFUSED.replace("42", "32")), 200, JSON), 3_600.0),
        (Yandex, Reply(yandex(REFUSED.replace("42", "55")), 200, JSON), 60.0),
        (Yandex, Reply(yandex(REFUSED), 200, JSON), None),
    ],
)  # fmt: skip
async def test_a_service_that_was_asked_too_often_is_left_alone(
    clock: SetClock,
    make: Callable[[ProviderSettings], Provider],
    reply: Reply,
    wait_s: float | None,
) -> None:
    service = Service(lambda _request: reply, clock)
    with pytest.raises(ProviderFault) as fault:
        await make(SETTINGS).search(QUERY, service.client)
    assert fault.value.retry_after_s == wait_s


async def test_a_long_query_is_cut_to_what_brave_takes_and_keeps_its_restriction(
    clock: SetClock,
) -> None:
    service = Service(lambda _request: Reply(plain(BRAVE), 200, JSON), clock)
    await Brave(SETTINGS).search(Query("word " * 80, "pdf"), service.client)
    await Brave(SETTINGS).search(Query("w" * 900, "pdf"), service.client)
    sent = [parse_qs(urlsplit(one.url).query)["q"][0] for one in service.requests]
    assert [(len(one) <= 400, len(one.split()) <= 50) for one in sent] == [(True, True)] * 2
    assert all(one.endswith(" filetype:pdf") for one in sent)
