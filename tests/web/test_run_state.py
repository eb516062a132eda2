"""`GET /api/v1/run`: what the loop did, why, and what waits."""

from __future__ import annotations

import httpx

from harvestman.loop import Step
from harvestman.web import Service


async def test_what_was_done_and_why_and_what_waits_is_told(
    service: Service, client: httpx.AsyncClient
) -> None:
    nothing = (await client.get("/api/v1/run")).json()
    assert (nothing["done"], nothing["waiting"], nothing["today"]["requests"]) == ([], [], 0)
    jobs = service.library.jobs
    for name in ("one", "two"):
        step = Step("visit", name, name.upper(), f"because of {name}", 0.5, 7)
        jobs.put("run-visit", step.to_task(), lock=step.lock)
    taken = jobs.take("run-visit", holder="a test")
    assert taken is not None
    assert taken.lease is not None
    jobs.end(taken.lease, "done", result={"requests": 3, "hosts": {"a.example": 3}, "did": "seen"})
    told = (await client.get("/api/v1/run")).json()
    (done,), (waiting,) = told["done"], told["waiting"]
    assert (done["title"], done["reason"], done["did"], done["requests"]) == (
        "ONE",
        "because of one",
        "seen",
        3,
    )
    assert (waiting["title"], waiting["state"]) == ("TWO", "queued")
    assert told["today"] == {
        "requests": 10,
        "by_kind": {"visit": 10},
        "by_host": {"a.example": 3},
    }
    assert (await client.get("/api/v1/run?limit=0")).status_code == 422
