"""The review at the desk: one after the other in its queue, many at once after a count, letters and files; and a page's picture."""

from __future__ import annotations

import base64
import re
import threading
import zlib
from collections.abc import Iterator
from pathlib import Path

import httpx
import pypdfium2
import pytest

from documents.sample import PAPER
from gather.test_sword import SwordServer
from harvestman.documents.pictures import PictureWanted, draw_first_page
from harvestman.fetch import Fetcher, FetchOptions
from harvestman.model import CandidateState, RejectReason, SystemClock
from harvestman.store import Library
from web.application import ServiceMaker, running
from web.test_candidates import SITE, found
from web.test_desk import BROWSER, Browser


@pytest.fixture
def sword() -> Iterator[SwordServer]:
    with SwordServer() as opened:
        thread = threading.Thread(target=opened.serve_forever, daemon=True)
        thread.start()
        yield opened
        opened.shutdown()
        thread.join()


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


def test_frames_stand_right_on_a_page_that_lies_on_its_side(
    tmp_path: Path, paper_pdf: bytes
) -> None:
    (tmp_path / "upright.pdf").write_bytes(paper_pdf)
    document = pypdfium2.PdfDocument(paper_pdf)
    _, height = document[0].get_size()
    document[0].set_rotation(90)
    document.save(tmp_path / "turned.pdf")

    def frame(name: str) -> list[float]:
        drawn = draw_first_page(PictureWanted(str(tmp_path / name), (("title", PAPER.title),)))
        (found,) = re.findall(
            r'<rect x="([-.\d]+)" y="([-.\d]+)" width="([.\d]+)" height="([.\d]+)"', drawn
        )
        return [float(one) for one in found]

    x, y, wide, high = frame("upright.pdf")
    assert frame("turned.pdf") == pytest.approx([height - y - high, x, high, wide], abs=0.5)


async def test_a_rejection_has_a_reason_of_a_closed_list(
    browser: Browser, library: Library, queue: list[str]
) -> None:
    page = await browser.open(f"/review/{queue[0]}")
    offered = set(re.findall(r'<option value="([a-z-]+)"', page.text))
    assert offered == {str(one) for one in RejectReason}
    await browser.send(f"/review/{queue[0]}/decide", decision="rejected", reason="duplicate")
    assert library.candidates.steps(queue[0])[-1].reason == "duplicate"
    assert "(duplicate)" in (await browser.open(f"/review/{queue[0]}")).text
    await browser.send(f"/review/{queue[1]}/decide", decision="accepted", reason="duplicate")
    assert library.candidates.steps(queue[1])[-1].reason == "", "only a rejection has a reason"
    sent = {"token": browser.token, "decision": "rejected", "reason": "because"}
    wrong = await browser.client.post(f"/review/{queue[2]}/decide", data=sent, headers=BROWSER)
    assert wrong.status_code == 400
    asked = {"token": browser.token, "decision": "rejected", "id": queue[2]}
    page = await browser.client.post("/review/all", data=asked, headers=BROWSER)
    assert 'name="reason"' in page.text
    await browser.send("/review/all", decision="rejected", confirm="1", id=queue[2], reason="cv")
    assert library.candidates.steps(queue[2])[-1].reason == "cv"


async def test_mine_shows_what_i_decided(
    browser: Browser, library: Library, queue: list[str]
) -> None:
    library.candidates.decide(queue[0], CandidateState.ACCEPTED, by="ana")
    await browser.open("/review")
    await browser.send(f"/review/{queue[1]}/decide", decision="rejected", reason="cv")
    page = await browser.open("/review?mine=1")
    assert re.findall(r"Reeds, part \w</a>", page.text) == ["Reeds, part b</a>"]


async def test_hints_stand_beside_a_document_and_choose_the_likely_reason(
    browser: Browser, library: Library
) -> None:
    told = {
        "cv": "it is a curriculum vitae",
        "far": "none of its authors belongs to the institution",
        "twin": "it is the same document as http://uni.example/a.pdf",
    }
    for name, reason in told.items():
        library.candidates.keep(SITE, [found(library, name, reasons=(reason,))])
    page = await browser.open("/review?state=hidden")
    assert re.findall(r'<span class="mark hint">([^<]+)<', page.text) == [
        "CV",
        "foreign author",
        "already held?",
    ]
    first = library.candidates.get(f"http://{SITE}/cv.pdf")
    assert first is not None
    page = await browser.open(f"/review/{first.id}")
    assert '<option value="cv" selected>' in page.text


async def test_what_is_accepted_is_handed_over_and_refusals_are_told_in_the_servers_words(
    make_service: ServiceMaker, library: Library, sword: SwordServer
) -> None:
    library.candidates.keep(SITE, [found(library, name) for name in "ab"])
    for one in library.candidates.find():
        library.candidates.decide(one.id, CandidateState.ACCEPTED, by="ana")
    sword.refusal = "The collection is closed for the holidays"
    where = {"collection": sword.collection, "user": "ann", "password": "secret"}
    options = FetchOptions(delay_s=0, allow_private=True, robots=False)
    fetcher = Fetcher(options, clock=SystemClock())
    async with fetcher, running(make_service(fetcher=fetcher)) as client:
        browser = Browser(client)
        page = await browser.open("/review/deposit")
        assert "2 accepted documents wait." in page.text

        async def send(**values: str) -> str:
            answer = await client.post(
                "/review/deposit", data={"token": browser.token} | values, headers=BROWSER
            )
            assert "secret" not in answer.text
            return answer.text

        assert 'aria-invalid="true"' in await send(collection="repo.example")
        assert "would be deposited" in await send(**where, dry_run="1")
        assert sword.entries == []
        assert (await send(**where)).count("closed for the holidays") == 2
        assert states(library) == ["accepted"] * 2
        sword.refusal = ""
        told = await send(**where)
        assert told.count(f"{sword.collection}/item/") >= 2
        assert states(library) == ["deposited"] * 2
        assert "No accepted document waits." in await send(**where)
        assert len(sword.entries) == 2
