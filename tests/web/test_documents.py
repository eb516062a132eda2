"""Sending documents, asking for their parts, removing them."""

from __future__ import annotations

import asyncio
import io
from dataclasses import replace
from xml.etree import ElementTree as ET

import httpx
import pypdfium2
import pytest

from harvestman.fetch import Fetcher, FetchOptions, MockTransport, Reply, Request, Response
from harvestman.model import SystemClock
from harvestman.store import Library
from harvestman.web import Service
from web.application import ServiceMaker, running
from web.gated import GatedGuard
from web.papers import LONG, with_cover
from world.pdf import make_pdf

DOCUMENTS = "/api/v1/documents"


async def test_a_document_is_sent_read_and_asked_for_its_parts(
    client: httpx.AsyncClient, paper_pdf: bytes
) -> None:
    sent = await client.post(DOCUMENTS, files={"file": ("legs.pdf", paper_pdf)})
    assert sent.status_code == 201, sent.text
    told = sent.json()
    assert sent.headers["location"] == told["links"]["self"]
    assert told["status"] == "success"
    assert told["media_type"] == "application/pdf"
    assert told["language"] == "en"
    assert told["duplicate_of"] is None
    assert told["notes"] == []
    header = (await client.get(told["links"]["header"])).json()
    assert header["title"] == "Leg Counts of Harvestmen in University Cellars"
    assert len((await client.get(told["links"]["citations"])).json()) == 3
    sections = (await client.get(told["links"]["body"])).json()
    assert [one["heading"] for one in sections] == [
        "1 Introduction", "2 Method", "3 Conclusion",
    ]  # fmt: skip
    assert "eight" in (await client.get(told["links"]["text"])).json().lower()
    keywords = (await client.get(told["links"]["keywords"])).json()
    assert keywords == {"keywords": ["harvestmen", "leg counts"], "origin": "printed"}
    evidence = (await client.get(told["links"]["evidence"])).json()
    assert evidence["title"][0]["locator"] == "page 1"
    assert (await client.get(sent.headers["location"])).json() == told


@pytest.mark.parametrize("field", ["file", "myfile"])
async def test_a_form_may_call_the_file_by_either_name(
    client: httpx.AsyncClient, paper_pdf: bytes, field: str
) -> None:
    form = {"note": "other fields do no harm"}
    sent = await client.post(DOCUMENTS, files={field: ("a.pdf", paper_pdf)}, data=form)
    assert sent.status_code == 201


async def test_a_form_without_a_file_is_refused(client: httpx.AsyncClient) -> None:
    sent = await client.post(DOCUMENTS, files={"other": ("a.pdf", b"%PDF-1.4")})
    assert sent.status_code == 400
    assert sent.json()["remedy"]


@pytest.mark.parametrize(
    ("body", "boundary"),
    [
        (b"--x\r\nnonsense", "x"),
        (b'--x\r\nContent-Disposition: form-data; name="file"\r\n\r\n%PDF-1.4 cut', "x"),
        (b"", "x"),
        (b"--x--\r\n", ""),
    ],
)
async def test_a_broken_form_is_refused_and_leaves_nothing(
    client: httpx.AsyncClient, service: Service, body: bytes, boundary: str
) -> None:
    kind = f"multipart/form-data; boundary={boundary}"
    sent = await client.post(DOCUMENTS, content=body, headers={"Content-Type": kind})
    assert sent.status_code == 400
    assert service.incoming.used_bytes == 0
    assert [path.name for path in service.incoming.folder.iterdir()] == ["lock"]


async def test_xml_by_output_or_accept(client: httpx.AsyncClient, paper_pdf: bytes) -> None:
    sent = await client.post(f"{DOCUMENTS}?output=xml", content=paper_pdf)
    document = ET.fromstring(sent.text)
    header = await client.get(
        str(document.findtext("links/header")), headers={"Accept": "application/xml"}
    )
    assert header.headers["content-type"] == "application/xml"
    assert ET.fromstring(header.text).findtext("authors/author/name") == "Ana María Ruiz"
    text = await client.get(
        str(document.findtext("links/text")), headers={"Accept": "text/plain, */*;q=0.1"}
    )
    assert text.headers["content-type"].startswith("text/plain")
    missing = await client.get(
        f"{DOCUMENTS}/aaaaaaaa22222222", headers={"Accept": "text/html;q=0.9, text/xml"}
    )
    assert missing.status_code == 404
    assert ET.fromstring(missing.text).findtext("outcome") == "not-found"


async def test_held_documents_are_listed_in_pages(
    client: httpx.AsyncClient, paper_pdf: bytes
) -> None:
    assert (await client.get(DOCUMENTS)).json()["items"] == []
    sent = [(await client.post(DOCUMENTS, content=paper_pdf)).json() for _ in range(3)]
    first = (await client.get(DOCUMENTS, params={"limit": 2})).json()
    assert first["items"] == [sent[2], sent[1]], "the newest first, as each is shown alone"
    rest = (await client.get(first["links"]["next"])).json()
    assert (rest["items"], rest["cursor"]) == ([sent[0]], None)
    assert (await client.get(DOCUMENTS, params={"cursor": "nobody00"})).status_code == 400


async def test_a_key_is_not_shown_what_another_key_sent(
    make_service: ServiceMaker, paper_pdf: bytes
) -> None:
    service = make_service(asks_for_keys=True)
    keys = service.library.api_keys
    ann, ben = (
        {"Authorization": f"Bearer {keys.add(name, ['read', 'write'])[1]}"}
        for name in ("ann", "ben")
    )
    admin = {"Authorization": f"Bearer {keys.add('boss', ['admin'])[1]}"}
    async with running(service) as client:
        sent = (await client.post(DOCUMENTS, content=paper_pdf, headers=ann)).json()
        lists = [
            [one["id"] for one in (await client.get(DOCUMENTS, headers=key)).json()["items"]]
            for key in (ann, ben, admin)
        ]
    assert lists == [[sent["id"]], [], [sent["id"]]]


@pytest.mark.parametrize(
    ("form", "media_type", "has"),
    [
        ("tei", "application/tei+xml", "<biblStruct"),
        ("jats", "application/jats+xml", "<article-title>Leg Counts of Harvestmen"),
        ("bibtex", "application/x-bibtex", "author = {Ruiz, Ana María and Galimov, Rustam}"),
    ],
)
async def test_a_kept_document_is_had_whole(
    client: httpx.AsyncClient, paper_pdf: bytes, form: str, media_type: str, has: str
) -> None:
    address = (await client.post(DOCUMENTS, content=paper_pdf)).json()["links"]["self"]
    asked = await client.get(address, params={"output": form})
    assert asked.headers["content-type"].split(";")[0] == media_type
    assert has in asked.text
    assert (await client.get(address, headers={"Accept": media_type})).text == asked.text
    again = {"If-None-Match": asked.headers["etag"]}
    assert (await client.get(address, params={"output": form}, headers=again)).status_code == 304


async def test_bibtex_of_a_kept_document_has_what_a_person_put_right(
    client: httpx.AsyncClient, paper_pdf: bytes
) -> None:
    sent = (await client.post(DOCUMENTS, content=paper_pdf)).json()
    field = f"/api/v1/papers/{sent['papers'][0]}/fields/title"
    await client.put(field, json={"value": "On Legs", "by": "ann"})
    asked = await client.get(sent["links"]["self"], params={"output": "bibtex"})
    assert "title = {On Legs}" in asked.text


async def test_a_whole_document_is_not_answered_by_one_that_was_cut(
    client: httpx.AsyncClient,
) -> None:
    cut = make_pdf(replace(LONG, sections=LONG.sections[:2], references=()))
    first = (await client.post(DOCUMENTS, content=cut)).json()
    whole = (await client.post(DOCUMENTS, content=make_pdf(LONG))).json()
    assert whole["duplicate_of"]["id"] == first["id"]
    assert (await client.get(first["links"]["citations"])).json() == []
    assert len((await client.get(whole["links"]["citations"])).json()) == 3
    # And what is cut is answered by what is whole.
    other = make_pdf(replace(LONG, sections=LONG.sections[:3], references=()))
    again = (await client.post(DOCUMENTS, content=other)).json()
    assert again["duplicate_of"] is not None


async def test_only_text_is_plain_text(client: httpx.AsyncClient, paper_pdf: bytes) -> None:
    links = (await client.post(DOCUMENTS, content=paper_pdf)).json()["links"]
    assert (await client.get(f"{links['text']}?output=text")).status_code == 200
    assert (await client.get(f"{links['header']}?output=text")).status_code == 422


async def test_the_file_comes_back_as_a_download_with_a_harmless_name(
    client: httpx.AsyncClient, paper_pdf: bytes
) -> None:
    name = '../../etc/pass"wd\r\nX: ы.pdf'
    sent = await client.post(
        DOCUMENTS,
        content=paper_pdf,
        headers={"X-File-Name": name.encode("unicode_escape").decode()},
    )
    told = sent.json()
    assert "/" not in told["name"]
    file = await client.get(told["links"]["file"])
    assert file.content == paper_pdf
    assert file.headers["content-type"] == "application/pdf"
    disposition = file.headers["content-disposition"]
    assert disposition.startswith('attachment; filename="')
    assert disposition.count('"') == 2
    assert "\n" not in disposition
    assert "x" not in file.headers


async def test_what_a_client_has_is_not_sent_again(
    client: httpx.AsyncClient, paper_pdf: bytes
) -> None:
    told = (await client.post(DOCUMENTS, content=paper_pdf)).json()
    for link in ("self", "header", "text", "file"):
        first = await client.get(told["links"][link])
        tag = first.headers["etag"]
        again = await client.get(told["links"][link], headers={"If-None-Match": f'"x", W/{tag}'})
        assert again.status_code == 304, link
        assert not again.content
        assert again.headers["etag"] == tag
        other = await client.get(told["links"][link], headers={"If-None-Match": '"other"'})
        assert other.status_code == 200
    xml = await client.get(f"{told['links']['header']}?output=xml")
    assert xml.headers["etag"] != (await client.get(told["links"]["header"])).headers["etag"]


async def test_the_same_bytes_are_known(client: httpx.AsyncClient, paper_pdf: bytes) -> None:
    first = (await client.post(DOCUMENTS, content=paper_pdf)).json()
    second = (await client.post(DOCUMENTS, content=paper_pdf)).json()
    assert second["id"] != first["id"]
    assert second["duplicate_of"] == {
        "id": first["id"],
        "reason": "the same bytes",
        "distance": None,
        "overlap": None,
    }
    page = (await client.get("/metrics")).text
    assert 'harvestman_documents_total{answered="read"} 1.0' in page
    assert 'harvestman_documents_total{answered="same-bytes"} 1.0' in page
    assert 'harvestman_readings_total{status="success"} 1.0' in page


async def test_the_same_pages_in_another_file_are_known_without_reading_it(
    make_service: ServiceMaker, paper_pdf: bytes
) -> None:
    guard = GatedGuard()
    guard.release()
    async with running(make_service(guard=guard)) as client:
        original = saved(pypdfium2.PdfDocument(paper_pdf))
        first = (await client.post(DOCUMENTS, content=original)).json()
        guard.asked.clear()
        whole = pypdfium2.PdfDocument(original)
        whole.new_page(400, 600)
        covered = saved(whole)
        again = (await client.post(DOCUMENTS, content=covered)).json()
        assert guard.asked == ["mark_pages"]
        assert again["duplicate_of"] == {
            "id": first["id"],
            "reason": "the same pages in another file",
            "distance": None,
            "overlap": None,
        }
        assert again["sha256"] != first["sha256"]
        headers = [(await client.get(one["links"]["header"])).json() for one in (first, again)]
        assert headers[0] == headers[1]
        fresh = (await client.post(f"{DOCUMENTS}?fresh=1", content=covered + b"\n")).json()
        assert fresh["duplicate_of"] is None


def saved(document: pypdfium2.PdfDocument) -> bytes:
    written = io.BytesIO()
    document.save(written)
    return written.getvalue()


async def test_a_near_duplicate_is_answered_with_what_is_known_unless_asked_otherwise(
    client: httpx.AsyncClient,
) -> None:
    first = (await client.post(DOCUMENTS, content=make_pdf(LONG))).json()
    cover = make_pdf(with_cover(LONG))
    near = (await client.post(DOCUMENTS, content=cover)).json()
    assert near["duplicate_of"]["id"] == first["id"]
    assert near["duplicate_of"]["overlap"] > 0.8
    assert near["duplicate_of"]["reason"]
    assert near["sha256"] != first["sha256"]
    answers = [await client.get(one["links"]["body"]) for one in (first, near)]
    assert answers[0].content == answers[1].content
    assert (await client.get(near["links"]["file"])).content == cover

    fresh = (await client.post(f"{DOCUMENTS}?fresh=1", content=cover)).json()
    assert fresh["duplicate_of"] is None
    own = (await client.get(fresh["links"]["body"])).json()
    assert "deposited by its authors" in str(own)


async def test_removing_one_document_leaves_those_that_need_its_answer(
    client: httpx.AsyncClient, library: Library
) -> None:
    first = (await client.post(DOCUMENTS, content=make_pdf(LONG))).json()
    near = (await client.post(DOCUMENTS, content=make_pdf(with_cover(LONG)))).json()
    assert near["duplicate_of"]["id"] == first["id"]
    assert (await client.delete(first["links"]["self"])).status_code == 204
    assert (await client.delete(first["links"]["self"])).status_code == 404
    assert not library.blobs.has(first["sha256"])
    told = (await client.get(near["links"]["self"])).json()
    assert told["duplicate_of"]["id"] is None
    assert (await client.get(near["links"]["header"])).status_code == 200

    assert (await client.delete(near["links"]["self"])).status_code == 204
    assert not library.blobs.has(near["sha256"])
    assert library.documents.parts(first["sha256"]) == {}
    again = (await client.post(DOCUMENTS, content=make_pdf(with_cover(LONG)))).json()
    assert again["duplicate_of"] is None


async def test_a_file_that_cannot_be_read_is_kept_and_says_so(client: httpx.AsyncClient) -> None:
    sent = await client.post(DOCUMENTS, content=b"%PDF-1.7\nthis is no PDF at all")
    assert sent.status_code == 201
    told = sent.json()
    assert told["status"] == "bad-file"
    header = await client.get(told["links"]["header"])
    assert header.status_code == 422
    assert header.json()["outcome"] == "bad-file"
    assert header.json()["remedy"]
    assert (await client.get(told["links"]["file"])).status_code == 200


@pytest.mark.parametrize(
    ("body", "status", "slug"),
    [
        (b"", 400, "empty"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\0", 415, "unknown-format"),
        (b"\x7fELF\0\0\0", 415, "unknown-format"),
    ],
)
async def test_what_is_no_document_is_refused_by_its_content(
    client: httpx.AsyncClient, body: bytes, status: int, slug: str
) -> None:
    sent = await client.post(DOCUMENTS, content=body, headers={"Content-Type": "application/pdf"})
    assert (sent.status_code, sent.json()["outcome"]) == (status, slug)


async def test_a_file_beyond_the_limit_is_refused_announced_or_not(
    make_service: ServiceMaker,
) -> None:
    service = make_service(max_upload=2_000_000)

    async def pieces(count: int):  # type: ignore[no-untyped-def]
        yield b"%PDF-1.4"
        for _ in range(count):
            yield b"x" * 100_000

    async with running(service) as client:
        announced = await client.post(DOCUMENTS, content=b"%PDF-1.4" + b"x" * 4_000_000)
        assert (announced.status_code, announced.json()["outcome"]) == (413, "too-large")
        assert "2.0 MB" in announced.json()["detail"]
        unannounced = await client.post(DOCUMENTS, content=pieces(25))
        assert unannounced.status_code == 413
        form = await client.post(DOCUMENTS, files={"file": ("a", b"%PDF" + b"x" * 2_500_000)})
        assert form.status_code == 413
        assert service.incoming.used_bytes == 0


async def test_a_file_from_the_web_comes_through_the_guarded_fetcher(
    make_service: ServiceMaker, paper_pdf: bytes
) -> None:
    pdf = Reply(paper_pdf, fields=(("Content-Type", "application/pdf"),))
    web = MockTransport({"https://papers.example/legs.pdf": pdf})  # and 404 for all others
    options = FetchOptions(delay_s=0)
    fetcher = Fetcher(options, clock=SystemClock(), transport=web)
    async with fetcher, running(make_service(fetcher=fetcher)) as client:
        sent = await client.post(DOCUMENTS, json={"url": "https://papers.example/legs.pdf"})
        assert sent.status_code == 201
        assert sent.json()["name"] == "legs.pdf"
        gone = await client.post(DOCUMENTS, json={"url": "https://papers.example/gone.pdf"})
        assert (gone.status_code, gone.json()["outcome"]) == (422, "not-found")


class _Tarpit(MockTransport):
    """Answers when the test says so."""

    def __init__(self) -> None:
        super().__init__({})
        self.opened = asyncio.Event()

    async def send(self, request: Request) -> Response:
        await self.opened.wait()
        return await super().send(request)


async def test_slow_addresses_hold_up_no_files_and_have_so_many_places(
    make_service: ServiceMaker, paper_pdf: bytes
) -> None:
    web = _Tarpit()
    fetcher = Fetcher(FetchOptions(delay_s=0), clock=SystemClock(), transport=web)
    async with fetcher, running(make_service(fetcher=fetcher, queue=2)) as client:
        urls = [f"https://slow{number}.example/a.pdf" for number in range(20)]
        posts = [asyncio.create_task(client.post(DOCUMENTS, json={"url": url})) for url in urls]
        done, waiting = await asyncio.wait(posts, return_when=asyncio.FIRST_COMPLETED)
        assert {one.result().status_code for one in done} == {503}
        sent = await client.post(DOCUMENTS, content=paper_pdf)
        assert sent.status_code == 201
        assert (await client.get(sent.json()["links"]["file"])).content == paper_pdf
        web.opened.set()
        assert {(await one).status_code for one in waiting} <= {422, 503}


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1:1/paper.pdf",
        "http://169.254.169.254/latest/meta-data/",
        "http://[::1]/paper.pdf",
        "http://localhost/paper.pdf",
    ],
)
async def test_no_address_of_our_own_network_is_dialled_for_a_client(
    make_service: ServiceMaker, url: str
) -> None:
    fetcher = Fetcher(FetchOptions(), clock=SystemClock())
    async with fetcher, running(make_service(fetcher=fetcher)) as client:
        sent = await client.post(DOCUMENTS, json={"url": url})
    assert sent.status_code == 422
    assert sent.json()["outcome"] in ("blocked-address", "blocked-robots")
    assert "127.0.0.1" not in sent.text
    assert "::1" not in sent.text


@pytest.mark.parametrize("url", ["file:///etc/passwd", "ftp://x/y", "/etc/passwd", "", 7, None])
async def test_what_is_no_web_address_is_refused(make_service: ServiceMaker, url: object) -> None:
    fetcher = Fetcher(FetchOptions(), clock=SystemClock())
    async with fetcher, running(make_service(fetcher=fetcher)) as client:
        sent = await client.post(DOCUMENTS, json={"url": url})
        assert sent.status_code in (422, 502)
        assert sent.json()["outcome"] in ("bad-request", "unreachable")


async def test_where_addresses_are_not_accepted_nothing_is_fetched(
    make_service: ServiceMaker,
) -> None:
    transport = MockTransport({})
    fetcher = Fetcher(FetchOptions(delay_s=0), clock=SystemClock(), transport=transport)
    async with fetcher, running(make_service(fetcher=fetcher, accept_urls=False)) as client:
        sent = await client.post(DOCUMENTS, json={"url": "https://a.example/paper.pdf"})
    assert sent.status_code == 403
    assert transport.requests == []


@pytest.mark.parametrize("body", [b"{", b"[]", b'"x"', b'{"uri": "x"}', b"[" * 100_000])
async def test_json_that_names_no_url_is_refused(client: httpx.AsyncClient, body: bytes) -> None:
    sent = await client.post(DOCUMENTS, content=body, headers={"Content-Type": "application/json"})
    assert sent.status_code in (400, 422)
