"""The feed of papers: valid Atom, any search, the newest first, the same bytes until something is new, hostile titles as text."""

from __future__ import annotations

import httpx
from lxml import etree

from harvestman.model import Field
from harvestman.store import Library
from store.sample import keep_mentions, mention
from web.application import ServiceMaker, running

ATOM = "{http://www.w3.org/2005/Atom}"
SITE = "http://conf.example/"


def keep(library: Library, title: str, **values: object) -> None:
    keep_mentions(library, SITE + title.replace(" ", "-"), mention(title, keys=[title], **values))  # type: ignore[arg-type]


async def titles(client: httpx.AsyncClient, search: str = "") -> list[str]:
    answer = await client.get(f"/feeds/papers.atom{search}")
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/atom+xml"
    root = etree.fromstring(answer.content)
    for entry in root.iter(f"{ATOM}entry"):
        for needed in ("id", "title", "updated", "author/" + f"{ATOM}name", "link"):
            assert entry.find(f"{ATOM}{needed}") is not None, needed
    return [str(title.text) for title in root.findall(f"{ATOM}entry/{ATOM}title")]


async def test_the_newest_comes_first_also_in_a_search(
    client: httpx.AsyncClient, library: Library
) -> None:
    keep(library, "Silk and silk and silk", year=2020)
    keep(library, "Webs", year=2021, authors=["Ana Ruiz"])
    keep(library, "A long title that has silk once", year=2022)
    everything = ["A long title that has silk once", "Webs", "Silk and silk and silk"]
    assert await titles(client) == everything
    assert await titles(client, "?q=silk") == [everything[0], everything[2]]
    assert await titles(client, "?author=ruiz") == ["Webs"]
    assert await titles(client, "?year=2020-2021&limit=1") == ["Webs"]
    assert await titles(client, "?q=nothing") == []
    assert (await client.get("/feeds/papers.atom?year=soon")).status_code == 400


async def test_the_same_bytes_until_something_is_new(
    client: httpx.AsyncClient, library: Library
) -> None:
    keep(library, "Webs", year=2021)
    first = await client.get("/feeds/papers.atom")
    known = {"If-None-Match": first.headers["etag"]}
    keep(library, "Webs", year=2021)
    assert (await client.get("/feeds/papers.atom", headers=known)).status_code == 304
    (paper,) = library.papers.find()
    library.say(paper.id, Field.TITLE, "Nets", by="Ann")
    assert (await client.get("/feeds/papers.atom", headers=known)).status_code == 200


async def test_hostile_titles_are_text(client: httpx.AsyncClient, library: Library) -> None:
    keep(library, "A<script>alert(1)</script>\x00\ud800 & B", keywords=('"><b>',))
    (title,) = await titles(client)
    assert title.startswith("A<script>alert(1)</script>")
    assert title.endswith(" & B")


async def test_a_key_in_the_address_is_not_handed_on(
    make_service: ServiceMaker, library: Library
) -> None:
    _, key = library.api_keys.add("reader", ["feed"])
    async with running(make_service()) as client:
        answer = await client.get("/feeds/papers.atom", params={"key": key, "q": "silk"})
        assert answer.status_code == 200
        assert key not in answer.text
        assert "q=silk" in answer.text
