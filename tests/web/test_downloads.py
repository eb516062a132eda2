"""Files on their way out: whole, the head alone, or one stretch."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from commands import Commands
from harvestman.model import Status
from harvestman.store import Library, NewDocument, Reading
from harvestman.web import Service
from servers.service import running_service
from store.sample import add_document

DOCUMENTS = "/api/v1/documents"
BODY = b"".join(b"%07d\n" % n for n in range(40_000))


@pytest.fixture
def file(library: Library) -> str:
    """The address of a file of several pieces, which nobody reads."""
    new = NewDocument(library.blobs.put(BODY), "a.txt", "text/plain", len(BODY))
    return f"{DOCUMENTS}/{add_document(library, new, Reading(Status.SCANNED)).id}/file"


@pytest.mark.parametrize(
    ("asked", "first", "end"),
    [
        ("bytes=0-0", 0, 1),
        ("bytes=10-19", 10, 20),
        ("bytes=300000-", 300_000, len(BODY)),
        ("bytes=-5", len(BODY) - 5, len(BODY)),
        ("bytes=-999999", 0, len(BODY)),
        ("bytes=319990-999999", 319_990, len(BODY)),
        (" bytes = 1 - 2 ", 1, 3),
    ],
)
async def test_a_stretch_is_sent(
    client: httpx.AsyncClient, service: Service, file: str, asked: str, first: int, end: int
) -> None:
    answer = await client.get(file, headers={"Range": asked})
    assert answer.status_code == 206
    assert answer.content == BODY[first:end]
    assert answer.headers["content-range"] == f"bytes {first}-{end - 1}/{len(BODY)}"
    assert answer.headers["content-length"] == str(end - first)
    assert service.incoming.used_bytes == 0


@pytest.mark.parametrize(
    "asked",
    [
        "bytes=0-1,5-6",
        "lines=1-2",
        "bytes=",
        "bytes=-",
        "bytes=5-2",
        "bytes=a-b",
        "bytes=٣-٤",
        "0-1",
    ],
)
async def test_what_is_no_single_range_gets_the_whole_file(
    client: httpx.AsyncClient, file: str, asked: str
) -> None:
    answer = await client.get(file, headers=[(b"Range", asked.encode())])
    assert answer.status_code == 200
    assert answer.content == BODY
    assert answer.headers["accept-ranges"] == "bytes"


@pytest.mark.parametrize("asked", [f"bytes={len(BODY)}-", "bytes=999999-1000000", "bytes=-0"])
async def test_a_stretch_that_is_not_there_is_refused(
    client: httpx.AsyncClient, file: str, asked: str
) -> None:
    answer = await client.get(file, headers={"Range": asked})
    assert (answer.status_code, answer.json()["outcome"]) == (416, "bad-range")
    assert answer.headers["content-range"] == f"bytes */{len(BODY)}"


async def test_a_stretch_of_another_file_is_not_sent(client: httpx.AsyncClient, file: str) -> None:
    tag = (await client.head(file)).headers["etag"]
    same = await client.get(file, headers={"Range": "bytes=0-9", "If-Range": tag})
    assert (same.status_code, same.content) == (206, BODY[:10])
    for other in ('"another"', f"W/{tag}", "Mon, 16 Nov 2026 10:00:00 GMT"):
        answer = await client.get(file, headers={"Range": "bytes=0-9", "If-Range": other})
        assert (answer.status_code, answer.content) == (200, BODY)
    known = await client.get(file, headers={"Range": "bytes=0-9", "If-None-Match": tag})
    assert known.status_code == 304


async def test_head_says_what_get_would(client: httpx.AsyncClient, file: str) -> None:
    document = file.removesuffix("/file")
    for path in (
        file,
        document,
        f"{document}/header",
        f"{document}/text?output=text",
        f"/{document.rpartition('/')[2]}/file",
        DOCUMENTS,
        "/api/v1/papers",
        "/api/v1/papers/aaaaaaaa22222222",
        "/healthz",
        "/openapi.json",
    ):
        get, head = await client.get(path), await client.head(path)
        assert head.content == b""
        assert head.status_code == get.status_code
        for name in ("content-type", "content-length", "etag", "accept-ranges"):
            assert head.headers.get(name) == get.headers.get(name), (path, name)
    assert (await client.head("/api/processHeaderDocument")).status_code == 405
    # A stretch is asked for by GET alone.
    head = await client.head(file, headers={"Range": "bytes=0-9"})
    assert (head.status_code, head.headers["content-length"]) == (200, str(len(BODY)))


async def test_head_of_a_file_does_not_fetch_it(
    client: httpx.AsyncClient, service: Service, file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(Service, "file")
    assert (await client.head(file)).status_code == 200


async def test_head_of_a_jobs_events_does_not_wait(client: httpx.AsyncClient) -> None:
    job = (await client.post(f"{DOCUMENTS}?async=1", content=BODY + b"\n")).json()["job"]
    head = await client.head(job["links"]["events"])
    assert head.status_code in (200, 204)


def test_over_a_real_connection_the_next_request_is_answered(tmp_path: Path) -> None:
    with (
        running_service(Commands(tmp_path), "--workers", "1") as server,
        httpx.Client(base_url=server.address, timeout=60) as client,
    ):
        file = client.post(f"{DOCUMENTS}?async=1", content=BODY).json()["document"]["links"]["file"]
        for _ in range(2):
            assert client.head(file).headers["content-length"] == str(len(BODY))
            assert client.head("/api/v1/papers").status_code == 200
            assert client.head("/nothing").status_code == 404
            part = client.get(file, headers={"Range": "bytes=5-14"})
            assert (part.status_code, part.content) == (206, BODY[5:15])
        assert 'harvestman_requests_total{method="HEAD"' in client.get("/metrics").text
        assert b'"trace"' not in server.log.read_bytes()
