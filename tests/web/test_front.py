"""What every request passes through."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from harvestman.web import create_app
from harvestman.web.compat.plain_xml import plain_to_xml
from harvestman.web.front.logs import JsonLines
from harvestman.web.front.origin import LOOPBACK_NAMES
from web.application import ServiceMaker, running

DOCUMENTS = "/api/v1/documents"


@pytest.mark.parametrize("path", ["/healthz", "/nothing", "/api/v1/documents/x", "/openapi.json"])
async def test_every_answer_has_safe_headers_and_an_id(
    client: httpx.AsyncClient, path: str
) -> None:
    answer = await client.get(path)
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["x-frame-options"] == "DENY"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert len(answer.headers["x-request-id"]) == 16
    assert "server" not in answer.headers


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/nothing", 404),
        ("PUT", "/healthz", 405),
        ("GET", "/api/v1/documents/x", 404),
        ("GET", "/api/v1/documents/aaaaaaaa22222222?output=yaml", 422),
    ],
)
async def test_every_refusal_has_one_shape(
    client: httpx.AsyncClient, method: str, path: str, status: int
) -> None:
    answer = await client.request(method, path)
    assert answer.status_code == status
    assert set(answer.json()) == {"title", "status", "detail", "outcome", "remedy"}
    assert all(answer.json().values())


async def test_a_fault_of_ours_tells_nothing_of_the_inside(
    client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("harvestman.store.Documents.get", lambda *_: 1 / 0)
    answer = await client.get(f"{DOCUMENTS}/aaaaaaaa22222222")
    assert answer.status_code == 500
    assert "ZeroDivision" not in answer.text
    assert answer.json()["remedy"]
    assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 201),
        ({"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}, 201),
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Host": "evil.example"}, 421),
        ({"Host": "evil.example:8080"}, 421),
        ({"Host": "127.0.0.1:8080"}, 201),
        ({"Host": "[::1]:8080"}, 201),
    ],
)
async def test_pages_of_other_sites_cannot_use_a_service_of_this_machine(
    make_service: ServiceMaker, headers: dict[str, str], status: int
) -> None:
    async with running(make_service(names=LOOPBACK_NAMES)) as client:
        body = b"Some words of a plain text that anybody might send to be read."
        answer = await client.post(DOCUMENTS, content=body, headers=headers)
    assert answer.status_code == status


async def test_links_say_what_clients_call_the_service(make_service: ServiceMaker) -> None:
    service = make_service(public_url="https://papers.example.org")
    async with running(service) as client:
        body = b"Some words of a plain text that anybody might send to be read."
        told = (await client.post(DOCUMENTS, content=body)).json()
    assert told["links"]["self"].startswith(f"https://papers.example.org{DOCUMENTS}/")


async def test_a_body_that_drips_is_not_waited_for(make_service: ServiceMaker) -> None:
    service = make_service(upload_timeout=0.1)
    app = create_app(service)
    sent: list[dict[str, Any]] = []
    given = asyncio.Event()

    async def receive() -> dict[str, Any]:
        if given.is_set():
            await asyncio.sleep(3600)
        given.set()
        return {"type": "http.request", "body": b"%PDF-1.4", "more_body": True}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    scope = {
        "type": "http",
        "method": "POST",
        "path": DOCUMENTS,
        "raw_path": DOCUMENTS.encode(),
        "query_string": b"",
        "headers": [(b"host", b"localhost")],
        "server": ("localhost", 80),
        "client": ("127.0.0.1", 1),
        "scheme": "http",
        "root_path": "",
    }
    async with app.router.lifespan_context(app):
        async with asyncio.timeout(60):
            await app(scope, receive, send)  # type: ignore[arg-type]
        assert sent[0]["status"] == 408
        assert service.incoming.used_bytes == 0


async def test_json_bodies_are_small(client: httpx.AsyncClient) -> None:
    sent = []

    async def pieces() -> AsyncIterator[bytes]:
        yield b'{"url": "'
        for n in range(200):
            sent.append(n)
            yield b"x" * 100_000
        yield b'"}'

    body = b'{"url": "' + b"x" * 2_000_000 + b'"}'
    for content in (body, pieces()):  # of a length that is told, and not told
        answer = await client.post(
            DOCUMENTS, content=content, headers={"Content-Type": "application/json"}
        )
        assert answer.status_code == 413
    assert len(sent) < 100


async def test_readiness_tells_what_is_missing(
    make_service: ServiceMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(make_service(dedup=None)) as client:
        ready = await client.get("/readyz")
        assert (ready.status_code, ready.json()["status"]) == (200, "degraded")
        assert ready.json()["notes"] == ["near-duplicates are not looked for"]
        assert "harvestman_dedup_ok 0.0" in (await client.get("/metrics")).text
        from harvestman.model import LibraryUnreachable

        def unreachable(*_: object) -> None:
            raise LibraryUnreachable("secret host")

        monkeypatch.setattr("harvestman.store.Documents.get", unreachable)
        monkeypatch.setattr("harvestman.store.Documents.parts", unreachable)
        down = await client.get("/readyz")
        assert (down.status_code, down.json()["status"]) == (503, "unavailable")
        assert "secret" not in down.text
        refused = await client.get(f"{DOCUMENTS}/aaaaaaaa22222222")
        assert refused.status_code == 503
        assert refused.headers["retry-after"] == "5"
        assert (await client.get("/healthz")).status_code == 200


def test_a_line_of_log_is_json_even_with_line_ends_in_it() -> None:
    record = logging.LogRecord("harvestman.web", 20, "", 0, "a\nb %s", ("ы\r",), None)
    record.path = "/x\n"
    line = JsonLines().format(record)
    assert "\n" not in line
    assert json.loads(line)["message"] == "a\nb ы\r"


@pytest.mark.parametrize(
    ("plain", "xml"),
    [
        ({"a<b": "x & y"}, "<item>x &amp; y</item>"),
        ({"title": "bell \x07 and \ud800"}, "<title>bell  and </title>"),
        ({"authors": [{"name": "A"}]}, "<name>A</name>"),
        ({"yes": True, "none": None}, "<yes>true</yes>"),
    ],
)
def test_any_plain_value_is_xml_without_entities(plain: Any, xml: str) -> None:
    written = plain_to_xml(plain, "root")
    assert xml in written
    assert "<!" not in written


async def test_two_host_headers_are_refused(client: httpx.AsyncClient) -> None:
    # A proxy may go by the one and the service by the other.
    headers = [("Host", "localhost"), ("Host", "elsewhere.example")]
    assert (await client.get("/healthz", headers=headers)).status_code == 400
