"""The review at the desk: one after the other in its queue, many at once after a count, letters and files; and a page's picture."""

from __future__ import annotations

import base64
import re
import zlib
from pathlib import Path

import httpx
import pytest

from documents.sample import PAPER
from harvestman.documents.pictures import PictureWanted, draw_first_page
from harvestman.model import CandidateState
from harvestman.store import Library
from web.test_candidates import SITE, found
from web.test_desk import BROWSER, Browser


@pytest.fixture
def queue(library: Library) -> list[str]:
    library.candidates.keep(SITE, [found(library, name) for name in "abc"])
    return [one.id for one in library.candidates.find()]


@pytest.fixture
async def browser(client: httpx.AsyncClient) -> Browser:
    return Browser(client)


def states(library: Library) -> list[str]:
    return [str(one.state) for one in library.candidates.find()]


async def test_accepting_goes_on_to_the_next_and_can_be_undone(
    browser: Browser, library: Library, queue: list[str]
) -> None:
    page = await browser.open(f"/review/{queue[0]}?state=new")
    assert "Reeds, part a" in page.text
    page = await browser.send(f"/review/{queue[0]}/decide", decision="accepted", state="new")
    assert page.url.path == f"/review/{queue[1]}"
    assert page.url.params["state"] == "new", "the queue keeps its place"
    assert states(library) == ["accepted", "new", "new"]
    page = await browser.undo(page)
    assert page.url.path == f"/review/{queue[0]}"
    assert states(library) == ["new", "new", "new"]
    for one in queue:
        await browser.send(f"/review/{one}/decide", decision="rejected", state="new")
    page = await browser.open("/review?state=new")
    assert "Nothing waits here" in page.text


async def test_many_are_decided_at_once_after_a_count(
    browser: Browser, library: Library, queue: list[str]
) -> None:
    await browser.open("/review")
    asked = {"token": browser.token, "decision": "accepted", "site": SITE}
    page = await browser.client.post("/review/all", data=asked, headers=BROWSER)
    assert "Decide 3 documents at once?" in page.text
    assert states(library) == ["new"] * 3, "only counted"
    page = await browser.send("/review/all", decision="accepted", confirm="1", id=queue[1])
    assert states(library) == ["new", "accepted", "new"]
    page = await browser.send("/review/all", decision="accepted", confirm="1", site=SITE)
    assert states(library) == ["accepted"] * 3
    await browser.undo(page)
    assert states(library).count("new") >= 2
    wrong = await browser.client.post(
        "/review/all", data={"token": browser.token, "decision": "eaten"}, headers=BROWSER
    )
    assert wrong.status_code == 400


async def test_a_value_is_put_right_where_one_decides(
    browser: Browser, library: Library, queue: list[str]
) -> None:
    await browser.open(f"/review/{queue[0]}")
    page = await browser.send(f"/review/{queue[0]}/fields/title", value="Rushes")
    assert "<h1>Rushes</h1>" in page.text


async def test_the_queue_leaves_as_files_and_letters(
    browser: Browser, library: Library, queue: list[str]
) -> None:
    library.candidates.decide(queue[0], CandidateState.ACCEPTED, by="ana")
    for form in ("csv", "jsonl", "bibtex", "dublin-core", "dspace"):
        file = await browser.client.get(f"/review/export?format={form}")
        assert file.status_code == 200
        assert "attachment" in file.headers["content-disposition"]
    assert "Reeds, part a" in (await browser.client.get("/review/export?format=csv")).text
    library.candidates.decide(queue[1], CandidateState.NEEDS_PERMISSION, by="ana")
    page = await browser.open("/review/letters?institution=U&repository=R")
    assert page.status_code == 200


def test_the_first_page_is_drawn_with_its_title_framed(tmp_path: Path, paper_pdf: bytes) -> None:
    path = tmp_path / "paper.pdf"
    path.write_bytes(paper_pdf)
    drawn = draw_first_page(
        PictureWanted(str(path), (("title", PAPER.title), ("author", "Nobody At All")))
    )
    assert drawn.count("<rect") >= 1
    png = base64.b64decode(re.search(r"base64,([^\"]+)", drawn)[1])  # type: ignore[index]
    assert png.startswith(b"\x89PNG")
    width = int.from_bytes(png[16:20], "big")
    height = int.from_bytes(png[20:24], "big")
    start = png.index(b"IDAT") + 4
    pixels = zlib.decompressobj().decompress(png[start:])
    assert len(pixels) == height * (width + 1)
    assert len(set(pixels)) > 2, "something is printed on it"
