"""With Redis, and when it is lost in the middle: the service goes on, says so, and recovers."""

from __future__ import annotations

import os
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime

import httpx

from documents.sample import PAPER
from harvestman.dedup.texts import open_dedup
from harvestman.model import SetClock
from harvestman.settings import Settings
from harvestman.store import Library
from servers.redis import running_redis
from web.application import ServiceMaker, running
from web.papers import LONG, with_cover
from world.pdf import make_pdf

DOCUMENTS = "/api/v1/documents"


async def test_redis_lost_and_found(
    make_service: ServiceMaker, library: Library, settings: Settings
) -> None:
    clock = SetClock(datetime(2026, 5, 1, tzinfo=UTC))
    with running_redis() as server, closing(open_dedup(server.url, library, clock=clock)) as dedup:
        chosen = replace(settings, dedup=server.url)  # so parts are kept in Redis too
        service = make_service(dedup=dedup, clock=clock, settings=chosen)
        async with running(service) as client:
            first = (await client.post(DOCUMENTS, content=make_pdf(LONG))).json()
            near = (await client.post(DOCUMENTS, content=make_pdf(with_cover(LONG)))).json()
            assert near["duplicate_of"]["id"] == first["id"]
            assert near["notes"] == []
            assert dedup.answers is not None
            assert dedup.answers.get(first["sha256"], "citations") is not None

            server.kill()
            other = make_pdf(with_cover(with_cover(LONG)))
            alone = (await client.post(DOCUMENTS, content=other)).json()
            assert alone["status"] == "success"
            assert alone["duplicate_of"] is None
            assert "near-duplicates are not looked for just now" in alone["notes"][0]
            assert "127.0.0.1" not in alone["notes"][0]  # where Redis is, is nobody's business
            ready = await client.get("/readyz")
            assert (ready.status_code, ready.json()["status"]) == (200, "degraded")
            assert "harvestman_dedup_ok 0.0" in (await client.get("/metrics")).text
            again = (await client.post(DOCUMENTS, content=other)).json()
            assert again["duplicate_of"]["id"] == alone["id"]  # the same bytes are known anyway
            assert (await client.get(first["links"]["header"])).status_code == 200
            assert (await client.delete(again["links"]["self"])).status_code == 204

            server.start()
            clock.advance(60)
            await client.get("/readyz")  # nobody needs to send a document
            assert "harvestman_dedup_ok 1.0" in (await client.get("/metrics")).text
            await _recovers(client, clock)
            last = make_pdf(replace(with_cover(LONG), title="Legs, Counted Again by Lamp"))
            found = (await client.post(DOCUMENTS, content=last)).json()
            assert found["duplicate_of"] is not None
            assert found["notes"] == []


async def _recovers(client: httpx.AsyncClient, clock: SetClock) -> None:
    """Let time pass and documents come until nothing is missing any more."""
    for _ in range(20):
        clock.advance(60)
        filler = replace(PAPER, title=f"Another Cellar {os.urandom(4).hex()}")
        await client.post(DOCUMENTS, content=make_pdf(filler))
        if (await client.get("/readyz")).json()["status"] == "ok":
            return
    raise AssertionError("it does not recover")
