"""Who may come in, how often, and what is theirs."""

from __future__ import annotations

from datetime import UTC, datetime

import httpx
import pytest

from harvestman.model import SetClock
from harvestman.store import Library
from harvestman.web.front.errors import Busy
from harvestman.web.front.keys import REMEMBERED_S
from harvestman.web.front.rates import Rates
from web.application import ServiceMaker, running

DOCUMENTS = "/api/v1/documents"
TEXT = b"A plain text that is long enough to be read as a document by whoever wants to."


def bearer(key: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}"}


@pytest.fixture
def clock() -> SetClock:
    return SetClock(datetime(2026, 5, 1, tzinfo=UTC))


async def test_a_library_with_a_key_asks_everybody_for_one(
    make_service: ServiceMaker, library: Library
) -> None:
    _, reader = library.api_keys.add("reader", ["read"])
    _, writer = library.api_keys.add("writer", ["write"])
    async with running(make_service()) as client:
        none = await client.post(DOCUMENTS, content=TEXT)
        assert none.status_code == 401
        assert none.headers["www-authenticate"].startswith("Bearer")
        assert none.json()["outcome"] == "no-key"
        for wrong in ("", "hv_x_y", reader[:-1], reader + "a", "x" * 5_000, "hv__", "ы"):
            answer = await client.get(
                f"{DOCUMENTS}/aaaaaaaa2222", headers={b"X-API-Key": wrong.encode()}
            )
            assert answer.status_code == 401
        refused = await client.post(DOCUMENTS, content=TEXT, headers=bearer(reader))
        assert (refused.status_code, refused.json()["outcome"]) == (403, "forbidden")
        sent = await client.post(DOCUMENTS, content=TEXT, headers={"X-API-Key": writer})
        assert sent.status_code == 201
        shown = await client.get(sent.json()["links"]["text"], headers=bearer(reader))
        assert shown.status_code == 200
        for path in ("/healthz", "/readyz", "/openapi.json"):
            assert (await client.get(path)).status_code == 200
        assert (await client.get("/metrics")).status_code == 401


async def test_a_document_is_removed_by_who_sent_it_or_by_an_admin(
    make_service: ServiceMaker, library: Library
) -> None:
    keys = {name: library.api_keys.add(name, [scope])[1] for name, scope in (
        ("ana", "write"), ("bo", "write"), ("root", "admin"),
    )}  # fmt: skip
    async with running(make_service()) as client:
        links = []
        for _ in range(2):
            sent = await client.post(DOCUMENTS, content=TEXT, headers=bearer(keys["ana"]))
            links.append(sent.json()["links"]["self"])
        other = await client.delete(links[0], headers=bearer(keys["bo"]))
        assert other.status_code == 403
        assert (await client.delete(links[0], headers=bearer(keys["ana"]))).status_code == 204
        assert (await client.delete(links[1], headers=bearer(keys["root"]))).status_code == 204


async def test_a_job_is_ended_by_who_started_it_or_by_an_admin(
    make_service: ServiceMaker, library: Library
) -> None:
    ana, bo = (library.api_keys.add(name, ["write"])[1] for name in ("ana", "bo"))
    async with running(make_service()) as client:
        sent = await client.post(f"{DOCUMENTS}?async=1", content=TEXT, headers=bearer(ana))
        job = sent.json()["job"]["links"]["self"]
        assert (await client.delete(job, headers=bearer(bo))).status_code == 403
        assert (await client.delete(job, headers=bearer(ana))).status_code == 200


async def test_a_revoked_key_stops_working_and_does_not_open_the_doors(
    make_service: ServiceMaker, library: Library, clock: SetClock
) -> None:
    key, text = library.api_keys.add("ana", ["read"])
    async with running(make_service(clock=clock)) as client:
        assert (await client.get("/metrics", headers=bearer(text))).status_code == 200
        library.api_keys.revoke(key.id)
        clock.advance(REMEMBERED_S + 1)
        assert (await client.get("/metrics", headers=bearer(text))).status_code == 401
        assert (await client.get("/metrics")).status_code == 401


async def test_a_revoked_key_stops_working_though_the_date_is_set_back(
    make_service: ServiceMaker, library: Library, clock: SetClock
) -> None:
    key, text = library.api_keys.add("ana", ["read"])
    async with running(make_service(clock=clock)) as client:
        assert (await client.get("/metrics", headers=bearer(text))).status_code == 200
        library.api_keys.revoke(key.id)
        clock.jump(-3600)
        clock.advance(REMEMBERED_S + 1)
        assert (await client.get("/metrics", headers=bearer(text))).status_code == 401


async def test_the_first_key_is_noticed_while_the_service_runs(
    make_service: ServiceMaker, library: Library, clock: SetClock
) -> None:
    async with running(make_service(clock=clock)) as client:
        assert (await client.get("/metrics")).status_code == 200
        library.api_keys.add("ana", ["read"])
        clock.advance(REMEMBERED_S + 1)
        assert (await client.get("/metrics")).status_code == 401


async def test_each_key_has_its_own_rate(
    make_service: ServiceMaker, library: Library, clock: SetClock
) -> None:
    _, slow = library.api_keys.add("slow", ["read"], rate=6)
    _, other = library.api_keys.add("other", ["read"])
    async with running(make_service(clock=clock)) as client:
        assert (await client.get("/metrics", headers=bearer(slow))).status_code == 200
        refused = await client.get("/metrics", headers=bearer(slow))
        assert refused.status_code == 429
        assert refused.headers["retry-after"] == "10"
        assert refused.json()["outcome"] == "too-many-requests"
        assert (await client.get("/metrics", headers=bearer(other))).status_code == 200
        clock.advance(10)
        assert (await client.get("/metrics", headers=bearer(slow))).status_code == 200


async def test_an_open_service_asks_for_no_key_but_still_counts(
    make_service: ServiceMaker, library: Library, clock: SetClock
) -> None:
    library.api_keys.add("ana", ["read"])
    service = make_service(clock=clock, is_open=True, rate=60)
    async with running(service) as client:
        answers = [(await client.get("/metrics")).status_code for _ in range(11)]
    assert answers == [200] * 10 + [429]


async def test_elsewhere_a_key_is_asked_for_even_without_one(make_service: ServiceMaker) -> None:
    async with running(make_service(asks_for_keys=True)) as client:
        assert (await client.get("/metrics")).status_code == 401


def test_a_bucket_holds_a_short_burst_and_fills_steadily(clock: SetClock) -> None:
    rates = Rates(clock)
    for _ in range(20):
        rates.spend("ana", per_minute=120)
    with pytest.raises(Busy):
        rates.spend("ana", per_minute=120)
    clock.advance(1)
    rates.spend("ana", per_minute=120)
    rates.spend("ana", per_minute=120)
    with pytest.raises(Busy) as caught:
        rates.spend("ana", per_minute=120)
    assert caught.value.headers["Retry-After"] == "1"


async def test_nothing_of_a_key_is_in_the_logs_or_the_library(
    make_service: ServiceMaker, library: Library, caplog: pytest.LogCaptureFixture
) -> None:
    _, text = library.api_keys.add("ana", ["write"])
    secret = text.rpartition("_")[2][-20:]
    with caplog.at_level("DEBUG"):
        async with running(make_service()) as client:
            await client.post(DOCUMENTS, content=TEXT, headers=bearer(text))
    assert caplog.records
    assert secret not in caplog.text
    with library.database.read() as connection:
        rows = connection.exec_driver_sql("SELECT * FROM api_key").all()
    assert secret not in str(rows)


async def test_a_client_without_the_right_form_of_header_is_refused(
    make_service: ServiceMaker, library: Library
) -> None:
    _, text = library.api_keys.add("ana", ["read"])
    async with running(make_service()) as client:
        basic: httpx.Response = await client.get(
            "/metrics", headers={"Authorization": f"Basic {text}"}
        )
        assert basic.status_code == 401
