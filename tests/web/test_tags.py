"""A paper for programs that read pages: tags, JSON-LD, COinS, typed links, formats by suffix and Accept; and how they find it."""

from __future__ import annotations

import json
import re
from urllib.parse import parse_qs

import extruct
import httpx
import pytest
from lxml import etree

from harvestman.model import Author, Paper
from harvestman.store import Library, PaperQuery
from harvestman.web.out.tags import (
    citation_tags,
    coins,
    link_header,
    page_range,
    turned_name,
    typed_links,
)
from store.sample import keep_mentions, mention

SITE = "http://conf.example/"
BROWSER = {"Accept": "text/html"}
PAPER = Paper(
    title="On </script><b>Spiders",
    id="abcdefgh",
    authors=(
        Author("Ana Gómez Ruiz", family="Gómez Ruiz", orcid="0000-0001-2345-6789"),
        Author("ACME"),
    ),
    year=2019,
    doi="10.1/x",
    pages="11–20",
    venue="JCDL 2019",
    pdf="http://conf.example/a.pdf",
)


@pytest.fixture
def paper_id(library: Library) -> str:
    keep_mentions(
        library,
        SITE,
        mention(
            "On </script><b>Spiders",
            subject="1",
            authors=["Ana Ruiz"],
            year=2019,
            venue="JCDL 2019",
            doi="10.1000/xyz",
            pdf=f"{SITE}a.pdf",
        ),
    )
    (paper,) = library.papers.find(PaperQuery())
    return paper.id


def test_family_names_come_first() -> None:
    assert [turned_name(author) for author in PAPER.authors] == ["Gómez Ruiz, Ana", "ACME"]
    told = list(citation_tags(PAPER, address="http://x/"))
    assert ("citation_author", "Gómez Ruiz, Ana") in told
    assert ("citation_firstpage", "11") in told
    assert ("citation_conference_title", "JCDL 2019") in told
    assert page_range(Paper("x", pages="12")) == ("12", "12")


def test_a_lone_author_with_two_names_on_each_side_stays_one_person() -> None:
    """Zotero takes "A B, C D", alone on a page, for two people; blanks that do not break keep them together."""

    def told(*names: str) -> list[str]:
        authors = tuple(Author(name, family="Gómez Ruiz") for name in names)
        tags = citation_tags(Paper("x", authors=authors), address="http://x/")
        return [value for name, value in tags if name == "citation_author"]

    assert told("Ana María Gómez Ruiz") == ["Gómez\N{NO-BREAK SPACE}Ruiz, Ana María"]
    assert told("Ana Gómez Ruiz") == ["Gómez Ruiz, Ana"]
    assert told("Ana María Gómez Ruiz", "Eva Luz Gómez Ruiz")[0] == "Gómez Ruiz, Ana María"


def test_coins_are_an_openurl() -> None:
    told = parse_qs(coins(PAPER))
    assert told["rft.atitle"] == [PAPER.title]
    assert told["rft_val_fmt"] == ["info:ofi/fmt:kev:mtx:book"], "a conference paper to Zotero"
    assert told["rft.btitle"] == ["JCDL 2019"]
    assert told["rft_id"] == ["info:doi/10.1/x"]
    assert told["rft.au"] == ["Gómez Ruiz, Ana", "ACME"]


def test_a_hostile_address_cannot_leave_its_link() -> None:
    bad = Paper("x", pdf='http://e.example/"> <http://evil.example>; rel="item')
    assert "evil" not in link_header(typed_links(bad, address="http://x/papers/1"))


async def test_programs_read_the_page_of_a_paper(client: httpx.AsyncClient, paper_id: str) -> None:
    page = await client.get(f"/papers/{paper_id}", headers=BROWSER)
    address = f"http://localhost/papers/{paper_id}"
    found = extruct.extract(page.text, base_url=address, syntaxes=["json-ld", "rdfa"])
    assert found["json-ld"][0]["name"] == "On </script><b>Spiders"
    assert found["json-ld"][0]["author"][0]["name"] == "Ana Ruiz"
    assert any("ScholarlyArticle" in kind for one in found["rdfa"] for kind in one.get("@type", ()))
    assert re.search(r'<meta name="citation_title" content="On &lt;/script&gt;', page.text)
    assert 'class="Z3988"' not in page.text
    relations = {one["rel"] for one in page.links.values() if "rel" in one}
    assert {"cite-as", "item"} <= relations | set(
        re.findall(r'rel="([\w-]+)"', page.headers["link"])
    )
    listed = await client.get("/papers", headers=BROWSER)
    assert 'class="Z3988"' in listed.text


async def test_a_paper_comes_in_the_format_that_is_asked_for(
    client: httpx.AsyncClient, paper_id: str
) -> None:
    for ending, kind in (
        ("bib", "application/x-bibtex"),
        ("ris", "application/x-research-info-systems"),
        ("csl", "application/vnd.citationstyles.csl+json"),
        ("json", "application/json"),
        ("linkset", "application/linkset+json"),
    ):
        by_suffix = await client.get(f"/papers/{paper_id}.{ending}")
        by_accept = await client.get(f"/papers/{paper_id}", headers={"Accept": kind})
        assert by_suffix.status_code == 200
        assert by_suffix.headers["content-type"].startswith(kind)
        assert by_suffix.content == by_accept.content
    assert (await client.get(f"/papers/{paper_id}.exe")).status_code == 404
    told = json.loads((await client.get(f"/papers/{paper_id}.linkset")).content)
    assert told["linkset"][0]["cite-as"] == [{"href": "https://doi.org/10.1000/xyz"}]
    for ending in ("bib", "ris", "csl", "json"):
        listed = await client.get(f"/papers.{ending}?year=2019")
        assert listed.status_code == 200
        assert "Spiders" in listed.text


async def test_a_merged_id_leads_on(
    client: httpx.AsyncClient, library: Library, paper_id: str
) -> None:
    keep_mentions(library, "http://other.example/", mention("On Spiders, again", subject="9"))
    other = next(one.id for one in library.papers.find(PaperQuery()) if one.id != paper_id)
    library.merges.accept(paper_id, other)
    gone = {one.other for one in library.merges.all()}.pop()
    answer = await client.get(f"/papers/{gone}.bib")
    assert answer.status_code == 308
    assert answer.headers["location"].endswith(".bib")


async def test_search_engines_and_browsers_find_the_library(
    client: httpx.AsyncClient, paper_id: str
) -> None:
    sitemap = etree.fromstring((await client.get("/sitemap.xml")).content)
    assert [one.text for one in sitemap.iter("{*}loc")] == [f"http://localhost/papers/{paper_id}"]
    robots = await client.get("/robots.txt")
    assert "Sitemap: http://localhost/sitemap.xml" in robots.text
    described = etree.fromstring((await client.get("/opensearch.xml")).content)
    assert "http://localhost/papers?q={searchTerms}" in [one.get("template") for one in described]
    calendar = await client.get("/feeds/events.ics")
    assert calendar.headers["content-type"].startswith("text/calendar")
    again = await client.get(
        "/feeds/events.ics", headers={"If-None-Match": calendar.headers["etag"]}
    )
    assert again.status_code == 304
