"""Files that are sent at the desk: one, several, some that cannot be taken; and what the page of a document offers."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from dataclasses import replace

import httpx
import pytest

from harvestman.store import Library
from web.application import ServiceMaker, running
from web.papers import LONG
from web.test_desk import BROWSER, Browser
from world.pdf import make_pdf

OTHER = make_pdf(replace(LONG, title="Silk Strength of Cellar Spiders", references=()))


@pytest.fixture
async def browser(make_service: ServiceMaker) -> AsyncIterator[Browser]:
    async with running(make_service()) as client:
        browser = Browser(client)
        await browser.open("/upload")
        yield browser


async def _send(browser: Browser, *files: tuple[str, bytes], token: str = "") -> httpx.Response:
    return await browser.client.post(
        "/upload",
        data={"token": token or browser.token},
        files=[("file", one) for one in files],
        headers=BROWSER,
    )


async def test_one_file_leads_to_what_was_read_of_it(browser: Browser, paper_pdf: bytes) -> None:
    answer = await _send(browser, ("legs.pdf", paper_pdf))
    assert answer.status_code == 303, answer.text
    page = await browser.open(answer.headers["location"])
    assert "<h1>Leg Counts of Harvestmen in University Cellars</h1>" in page.text
    for ending, has in (("bib", "@"), ("tei", "<TEI"), ("jats", "<article")):
        (address,) = re.findall(rf'href="(/documents/\w+\.{ending})"', page.text)
        assert has in (await browser.open(address)).text
    assert (await browser.open(address.replace(".jats", ".exe"))).status_code == 404


async def test_several_files_are_kept_and_read_one_after_the_other(
    browser: Browser, paper_pdf: bytes, library: Library
) -> None:
    answer = await _send(browser, ("legs.pdf", paper_pdf), ("silk.pdf", OTHER))
    assert answer.status_code == 303, answer.text
    kept = library.documents.newest(10)
    assert [one.name for one in kept] == ["silk.pdf", "legs.pdf"]
    for _ in range(6_000):
        page = await browser.open(answer.headers["location"])
        if "looks again by itself" not in page.text:
            break
        await asyncio.sleep(0.01)
    assert "Leg Counts of Harvestmen in University Cellars" in page.text
    assert page.text.count("The paper, with evidence") == 2


async def test_a_file_that_cannot_be_taken_is_named_and_the_others_are_kept(
    browser: Browser, paper_pdf: bytes, library: Library
) -> None:
    answer = await _send(browser, ("legs.pdf", paper_pdf), ("run.exe", b"MZ\x00\x01\x02" * 50))
    page = await browser.open(answer.headers["location"])
    assert "run.exe: The file is of no kind that is read." in page.text
    assert [one.name for one in library.documents.newest(10)] == ["legs.pdf"]


async def test_what_is_wrong_stands_beside_the_field(
    browser: Browser, paper_pdf: bytes, library: Library
) -> None:
    none = await _send(browser, ("run.exe", b"MZ\x00\x01\x02" * 50))
    many = await _send(browser, *[(f"{n}.pdf", paper_pdf) for n in range(21)])
    for answer, told in ((none, "run.exe: The file is of no kind"), (many, "more than 20 files")):
        assert answer.status_code == 422
        assert told in answer.text
        assert 'aria-invalid="true"' in answer.text
    forged = await _send(browser, ("legs.pdf", paper_pdf), token="0" * 40)
    assert forged.status_code == 403
    assert library.documents.newest(10) == []
