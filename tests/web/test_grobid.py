"""GROBID's routes: its fields, its answers, its status codes."""

from __future__ import annotations

import asyncio
import re
from contextlib import AsyncExitStack
from dataclasses import replace
from typing import Any

import httpx
import pytest
from bibtexparser.entrypoint import parse_string
from lxml import etree

from documents.layout import printing
from web.application import ServiceMaker, running
from web.gated import GatedGuard
from web.papers import LONG
from web.test_service import until
from world.pdf import make_pdf

NS = {"t": "http://www.tei-c.org/ns/1.0"}
MINUTE = re.compile(r"\d\d:\d\d(?=\+0000)")  # at which a document was read
DOCUMENTS = ("processHeaderDocument", "processReferences", "processFulltextDocument")
STRINGS = {
    "processCitation": "citations",
    "processCitationList": "citations",
    "processDate": "date",
    "processHeaderNames": "names",
    "processCitationNames": "names",
    "processAffiliations": "affiliations",
}
CITATION = (
    "A. Ershov and B. Quill. Counting what moves. Journal of Small Animals, 12(3):45-67, 2019."
)


async def send(
    client: httpx.AsyncClient,
    path: str,
    pdf: bytes,
    *,
    accept: str = "application/xml",
    **fields: Any,
) -> httpx.Response:
    return await client.post(
        f"/api/{path}",
        files={"input": ("a.pdf", pdf, "application/pdf")},
        data=fields,
        headers={"Accept": accept},
    )


def tei(answer: httpx.Response) -> Any:
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("application/xml")
    return etree.fromstring(answer.content)


def told(root: Any, path: str) -> list[str]:
    return [one if isinstance(one, str) else one.text for one in root.xpath(path, namespaces=NS)]


async def test_what_clients_ask_first(client: httpx.AsyncClient) -> None:
    alive = await client.get("/api/isalive")
    assert (alive.status_code, alive.text) == (200, "true")
    assert set((await client.get("/api/version")).json()) == {"version", "revision"}
    assert (await client.get("/api/health")).json()["pool"]["maxActive"] == 1


async def test_fulltext_where_users_look(client: httpx.AsyncClient, paper_pdf: bytes) -> None:
    root = tei(await send(client, "processFulltextDocument", paper_pdf))
    assert told(root, "//t:titleStmt/t:title[@type='main']") == [
        "Leg Counts of Harvestmen in University Cellars"
    ]
    people = "//t:sourceDesc/t:biblStruct/t:analytic/t:author"
    assert told(root, f"{people}/t:persName/t:surname") == ["Ruiz", "Galimov"]
    assert "University of Tarapuy" in told(root, f"{people}/t:affiliation/t:orgName")
    assert told(root, "//t:profileDesc/t:abstract//t:p")[0].startswith("We counted the legs")
    assert any("Introduction" in head for head in told(root, "//t:text/t:body/t:div/t:head"))
    assert told(root, "//t:text/t:body/t:div/t:p")
    citations = "//t:text/t:back//t:listBibl/t:biblStruct"
    assert told(root, f"{citations}/t:analytic/t:title")[0] == "Counting what moves"
    assert not told(root, "//t:note")


async def test_the_switches(client: httpx.AsyncClient, paper_pdf: bytes) -> None:
    answer = await send(
        client,
        "processFulltextDocument",
        paper_pdf,
        includeRawCitations="1",
        includeRawAffiliations="true",
        segmentSentences="1",
        generateIDs="1",
        consolidateHeader="1",
        consolidateCitations="2",
        teiCoordinates=["persName", "figure"],
        flavor="article/light",
    )
    root = tei(answer)
    assert len(root.xpath("//t:sourceDesc//t:persName/@coords", namespaces=NS)) == 2
    assert not root.xpath("//t:biblStruct/@coords | //t:head/@coords", namespaces=NS)
    assert len(told(root, "//t:note[@type='raw_reference']")) == 3
    assert told(root, "//t:note[@type='raw_affiliation']")
    assert "Most had eight." in told(root, "//t:abstract//t:p/t:s")
    assert len(told(root, "//t:body//t:p/t:s")) > len(told(root, "//t:body//t:p"))
    assert root.xpath("//t:body//t:p/@xml:id", namespaces=NS)


async def test_elements_say_where_they_stand_when_asked(
    client: httpx.AsyncClient, paper_pdf: bytes
) -> None:
    wanted = {"teiCoordinates": "title,persName,head,biblStruct,formula"}
    root = tei(await send(client, "processFulltextDocument", paper_pdf, **wanted))
    (title,) = root.xpath("//t:sourceDesc//t:title/@coords", namespaces=NS)
    page, _, y, width, height = map(float, title.partition(";")[0].split(","))
    assert page == 1
    assert 0 < y < 200
    assert width > 100
    assert 5 < height < 50
    assert len(root.xpath("//t:listBibl/t:biblStruct/@coords", namespaces=NS)) == 3
    assert root.xpath("//t:body//t:head/@coords", namespaces=NS)
    (surface,) = root.xpath("//t:facsimile/t:surface", namespaces=NS)
    assert (surface.get("n"), surface.get("lrx"), surface.get("lry")) == ("1", "595.3", "841.9")
    references = tei(await send(client, "processReferences", paper_pdf, **wanted))
    places = references.xpath("//t:biblStruct/@coords", namespaces=NS)
    assert places == root.xpath("//t:biblStruct/@coords", namespaces=NS)
    sentences = {"teiCoordinates": "s", "segmentSentences": "1"}
    placed = tei(await send(client, "processFulltextDocument", paper_pdf, **sentences))
    assert placed.xpath("//t:body//t:s", namespaces=NS)
    assert not placed.xpath("//t:body//t:s[not(@coords)]", namespaces=NS)
    plain = tei(await send(client, "processFulltextDocument", paper_pdf, teiCoordinates="formula"))
    assert not plain.xpath("//@coords | //t:facsimile", namespaces=NS)


async def test_header_and_references(client: httpx.AsyncClient, paper_pdf: bytes) -> None:
    header = tei(await send(client, "processHeaderDocument", paper_pdf))
    assert told(header, "//t:titleStmt/t:title")
    assert not told(header, "//t:listBibl")
    references = tei(await send(client, "processReferences", paper_pdf, includeRawCitations="1"))
    assert len(references.findall(".//t:biblStruct", NS)) == 3
    assert told(references, "//t:note[@type='raw_reference']")[0].startswith("A. Ershov")


async def test_a_header_is_the_same_before_and_after_the_document_is_known(
    client: httpx.AsyncClient,
) -> None:
    # It prints no keywords: those that are found in its text are not GROBID's to tell.
    pdf = make_pdf(replace(LONG, keywords=()))
    before = await send(client, "processHeaderDocument", pdf)
    known = (await client.post("/api/v1/documents", content=pdf)).json()
    found = (await client.get(known["links"]["keywords"])).json()
    assert found["origin"] == "found"
    after = await send(client, "processHeaderDocument", pdf)
    assert MINUTE.sub("", after.text) == MINUTE.sub("", before.text)


async def test_bibtex_where_grobid_offers_it(client: httpx.AsyncClient, paper_pdf: bytes) -> None:
    bibtex = "application/x-bibtex"
    header = await send(client, "processHeaderDocument", paper_pdf, accept=bibtex)
    (entry,) = parse_string(header.text).entries
    assert entry["title"].startswith("Leg Counts")
    references = await send(client, "processReferences", paper_pdf, accept=bibtex)
    assert references.headers["content-type"].startswith(bibtex)
    assert len(parse_string(references.text).entries) == 3
    form, headers = {"citations": CITATION}, {"Accept": bibtex}
    one = await client.post("/api/processCitation", data=form, headers=headers)
    assert "journal = {Journal of Small Animals}" in one.text
    several = await client.post(
        "/api/processCitationList", data={"citations": [CITATION, CITATION]}, headers=headers
    )
    assert len(parse_string(several.text).entries) == 2
    whole = await send(client, "processFulltextDocument", paper_pdf, accept=bibtex)
    assert tei(whole) is not None


async def test_pages_from_start_to_end(client: httpx.AsyncClient) -> None:
    numbers = iter(range(1, 6))

    def draw(page: Any) -> None:
        number = next(numbers)
        for line in range(30):
            text = f"The page {number} tells of the habits of printers and their dogs {line}"
            printing.write(page, 60, 80 + 20 * line, text)

    pdf = printing.pdf(draw, pages=5)

    async def pages(**fields: str) -> set[str]:
        answer = await send(client, "processFulltextDocument", pdf, **fields)
        assert answer.status_code == 200
        return {number for number in "12345" if f"page {number} tells" in answer.text}

    assert await pages() == set("12345")
    assert await pages(start="2", end="3") == set("23")
    assert await pages(start="4") == set("45")
    assert await pages(start="-1", end="-1") == set("12345")
    beyond = await send(client, "processFulltextDocument", pdf, start="9")
    assert beyond.status_code == 204
    wrong = await send(client, "processFulltextDocument", pdf, start="first")
    assert wrong.status_code == 400


async def test_citations(client: httpx.AsyncClient) -> None:
    one = await client.post("/api/processCitation", data={"citations": CITATION})
    root = etree.fromstring(one.content)
    assert root.tag == "biblStruct"
    assert root.findtext("analytic/title") == "Counting what moves"
    assert root.find("note") is None
    form = {"citations": [CITATION, "", "D. Inkpen. Lamps. 2011."], "includeRawCitations": "1"}
    several = etree.fromstring((await client.post("/api/processCitationList", data=form)).content)
    found = several.findall(".//t:listBibl/t:biblStruct", NS)
    assert len(found) == 3
    assert found[0].findtext("t:note", namespaces=NS) == CITATION
    put = await client.put("/api/processCitation", data={"citations": CITATION})
    assert put.text == one.text


EXAMPLES = (
    ("processDate", "September 16th, 2001", '<date when="2001-09-16">'),
    ("processDate", "12 июня 2018 г.", '<date when="2018-06-12">'),
    ("processHeaderNames", "Ana Ruiz1,*, Dr. Juan Gil2", "<surname>Gil</surname>"),
    ("processCitationNames", "Doe, J., Smith, B. M.", "<surname>Smith</surname>"),
    (
        "processAffiliations",
        "Stanford University, California, USA",
        '<country key="US">USA</country>',
    ),
    ("processAffiliations", "1 MIT, Cambridge MA; 2 CERN, Geneva", "CERN</orgName>"),
)


async def test_strings(client: httpx.AsyncClient) -> None:
    for path, given, expected in EXAMPLES:
        for method in ("POST", "PUT"):
            answer = await client.request(method, f"/api/{path}", data={STRINGS[path]: given})
            assert answer.status_code == 200, path
            assert answer.headers["content-type"] == "text/plain; charset=utf-8"
            assert expected in answer.text


async def test_strings_are_read_in_the_workers_and_wait_in_the_queue(
    make_service: ServiceMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = make_service(queue=0)
    submitted: list[str] = []
    submit = service.guard.submit

    def noted(function: Any, item: Any) -> Any:
        submitted.append(function.__name__)
        return submit(function, item)

    async with running(service) as client:
        monkeypatch.setattr(service.guard, "submit", noted)
        for path, given, _ in EXAMPLES:
            submitted.clear()
            await client.post(f"/api/{path}", data={STRINGS[path]: given})
            assert len(submitted) == 1, path
        async with AsyncExitStack() as places:
            while not service.admission.is_full:
                await places.enter_async_context(service.admission.turn())
            for path, given, _ in EXAMPLES:
                answer = await client.post(f"/api/{path}", data={STRINGS[path]: given})
                assert answer.status_code == 503, path


async def test_a_string_that_holds_nothing_is_204(client: httpx.AsyncClient) -> None:
    for path, field in STRINGS.items():
        answer = await client.post(f"/api/{path}", data={field: " "})
        assert (answer.status_code, answer.content) == (204, b""), path
    signs = await client.post("/api/processCitation", data={"citations": '\x01 <&"'})
    assert signs.status_code == 204


async def test_a_form_without_the_field_is_400(client: httpx.AsyncClient) -> None:
    wrong: tuple[dict[str, Any], ...] = (
        {"data": {"other": "x"}},
        {"json": {}},
        {"content": b"\xff\x00"},
    )
    for path in STRINGS:
        for sent in wrong:
            answer = await client.post(f"/api/{path}", **sent)
            assert answer.status_code == 400, path
            assert set(answer.json()) == {"title", "status", "detail", "outcome", "remedy"}


async def test_what_is_no_document(client: httpx.AsyncClient) -> None:
    for path in DOCUMENTS:
        assert (await client.post(f"/api/{path}", data={"x": "1"})).status_code == 400
        nothing = await client.post(f"/api/{path}", files={"other": b"%PDF-1.4"})
        assert nothing.status_code == 400
        assert (await send(client, path, b"")).status_code == 400
        assert (await send(client, path, b"\x00\x01\x02")).status_code == 400
        broken = await send(client, path, b"%PDF-1.4\n%%EOF")
        assert broken.status_code == 500
        assert broken.text.startswith("[BAD_INPUT_DATA] ")


async def test_nothing_that_is_sent_is_kept_as_a_document(
    client: httpx.AsyncClient, paper_pdf: bytes
) -> None:
    for path in DOCUMENTS:
        await send(client, path, paper_pdf)
    sent = (await client.post("/api/v1/documents", content=paper_pdf)).json()
    assert sent["duplicate_of"] is None


async def test_503_when_too_much_waits(make_service: ServiceMaker, paper_pdf: bytes) -> None:
    guard = GatedGuard()
    async with running(make_service(guard=guard, queue=0)) as client:
        first = asyncio.create_task(send(client, "processHeaderDocument", paper_pdf))
        await until(lambda: guard.asked)
        for busy in (
            await send(client, "processFulltextDocument", paper_pdf + b"\n"),
            await client.post("/api/processCitation", data={"citations": CITATION}),
        ):
            assert busy.status_code == 503
            assert int(busy.headers["retry-after"]) >= 1
        guard.release()
        assert (await first).status_code == 200
