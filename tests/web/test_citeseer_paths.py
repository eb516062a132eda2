"""A client of CiteSeerExtractor works unchanged: by its paths, with its words, in XML."""

from __future__ import annotations

import re
from xml.dom import minidom

import httpx
import pytest


async def post_pdf(client: httpx.AsyncClient, where: str, pdf: bytes) -> str:
    """As its own wrapper does: the token is what follows the service's path in the link to the file."""
    sent = await client.post(where, files={"myfile": ("paper.pdf", pdf)})
    assert sent.status_code == 201
    dom = minidom.parseString(sent.text)
    link = dom.getElementsByTagName("pdf")[0].firstChild.nodeValue  # type: ignore[union-attr]
    found = re.search(r"(?<=extractor/)\w+", str(link))
    assert found
    assert dom.getElementsByTagName("token")[0].firstChild.nodeValue == found[0]  # type: ignore[union-attr]
    return found[0]


async def tags(client: httpx.AsyncClient, path: str, tag: str) -> list[str]:
    answer = await client.get(path)
    assert answer.headers["content-type"] == "application/xml"
    nodes = minidom.parseString(answer.text).getElementsByTagName(tag)
    return [str(node.firstChild.nodeValue) for node in nodes if node.firstChild]


async def test_its_own_wrapper_finds_what_it_looks_for(
    client: httpx.AsyncClient, paper_pdf: bytes
) -> None:
    token = await post_pdf(client, "/extractor", paper_pdf)
    header = f"/extractor/{token}/header"
    assert await tags(client, header, "name") == ["Ana María Ruiz", "Rustam Galimov"]
    assert await tags(client, header, "title") == ["Leg Counts of Harvestmen in University Cellars"]
    assert "Eight is a good number" in (await tags(client, f"/extractor/{token}/body", "body"))[0]
    citations = f"/extractor/{token}/citations"
    assert await tags(client, citations, "author") == [
        "A. Ershov", "B. Quill", "C. Duboisson", "D. Inkpen",
    ]  # fmt: skip
    assert len(await tags(client, citations, "rawString")) == 3
    assert await tags(client, citations, "journal") == ["Journal of Small Animals"]
    assert len(await tags(client, citations, "booktitle")) == 1
    assert await tags(client, f"/extractor/{token}/keyphrases", "keyphrase") == [
        "harvestmen", "leg counts",
    ]  # fmt: skip


async def test_at_the_root_with_json_text_file_and_an_end(
    client: httpx.AsyncClient, paper_pdf: bytes
) -> None:
    curl = {"Content-Type": "application/x-www-form-urlencoded"}  # what it says of --data-binary
    sent = await client.post("/", content=paper_pdf, headers=curl)
    assert sent.status_code == 201
    at = sent.headers["location"]
    header = (await client.get(f"{at}/header?output=json")).json()
    assert header["algorithm"]["authors"]["author"][0]["name"] == "Ana María Ruiz"
    text = await client.get(f"{at}/text")
    assert text.headers["content-type"].startswith("text/plain")
    assert "Harvestmen gather" in text.text
    assert (await client.get(f"{at}/file")).content == paper_pdf
    assert (await client.get(f"{at}/header?output=yaml")).status_code == 400
    assert (await client.get(f"{at}/header?output=")).text.startswith("<?xml")
    gone = await client.delete(at)
    assert gone.text == f"DELETED {at.rpartition('/')[2]}"
    missing = await client.get(f"{at}/header")
    assert missing.status_code == 404
    assert missing.text.startswith("<?xml")


async def test_the_answer_to_a_file_can_be_asked_for_again(
    client: httpx.AsyncClient, paper_pdf: bytes
) -> None:
    sent = await client.post("/", files={"myfile": ("paper.pdf", paper_pdf)})
    at = sent.headers["location"]
    assert (await client.get(at)).text == sent.text
    assert await tags(client, at, "resource_id") == [at.rpartition("/")[2]]
    assert (await client.get("/aaaaaaaa22222222")).status_code == 404


async def test_json_for_who_accepts_nothing_else(
    client: httpx.AsyncClient, paper_pdf: bytes
) -> None:
    wants_json = {"Accept": "application/json"}
    sent = await client.post("/", content=paper_pdf, headers=wants_json)
    links = sent.json()
    assert links["token"] == links["resource_id"]
    header = await client.get(links["header"], headers=wants_json)
    assert header.json()["algorithm"]["title"].startswith("Leg Counts")
    asked_for = await client.get(f"{links['header']}?output=xml", headers=wants_json)
    assert asked_for.text.startswith("<?xml")


async def test_a_byte_stream_has_its_own_path(client: httpx.AsyncClient, paper_pdf: bytes) -> None:
    sent = await client.post("/extractor/file", content=paper_pdf)
    assert sent.status_code == 201
    assert "/extractor/" in sent.headers["location"]


@pytest.mark.parametrize("path", ["/etc/passwd/file", "/..%2f..%2fetc/file", "/%2e%2e/file"])
async def test_no_word_of_a_client_is_a_path(client: httpx.AsyncClient, path: str) -> None:
    assert (await client.get(path)).status_code in (404, 422)
