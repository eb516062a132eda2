"""Rounds at the desk: what would happen, a round as a job, and what was done and why."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

import harvestman.engine
from harvestman.engine import InlineGuard
from harvestman.fetch import Fetcher, FetchOptions
from harvestman.loop import Step
from harvestman.model import SystemClock
from harvestman.store import Library
from store.sample import keep_mentions, mention
from web.application import ServiceMaker, running
from web.test_desk import BROWSER, Browser
from web.test_desk_jobs import ended

REASON = "1 paper is new or changed and not yet compared"


@pytest.fixture
async def browser(
    make_service: ServiceMaker, library: Library, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Browser]:
    """A desk whose library has one paper that was not compared yet: a step without requests."""
    monkeypatch.setattr(harvestman.engine, "open_guard", lambda *_a, **_k: InlineGuard())
    keep_mentions(library, "http://conf.example/", mention("On Spiders", subject="1"))
    fetcher = Fetcher(FetchOptions(), clock=SystemClock())
    async with fetcher, running(make_service(fetcher=fetcher, browser="never")) as client:
        browser = Browser(client)
        await browser.open("/jobs/new?kind=run")
        yield browser


async def test_a_round_is_told_then_done_then_told_of(browser: Browser, library: Library) -> None:
    asked = {"token": browser.token, "kind": "run", "dry_run": "1"}
    told = await browser.client.post("/jobs", data=asked, headers=BROWSER)
    assert REASON in told.text
    assert library.jobs.newest() == [], "nothing is done"
    page = await ended(browser, await browser.send("/jobs", kind="run", budget="10"))
    assert REASON in page.text
    assert "1 paper compared" in page.text.replace("papers", "paper")
    step, round_ = library.jobs.newest()
    assert (round_.kind, round_.task, step.kind) == ("run", {"budget": 10}, "run-merge")
    assert REASON in (await browser.open("/run")).text


async def test_only_one_round_waits_or_runs(browser: Browser, library: Library) -> None:
    first = library.jobs.put("run", {}, lock="run")
    page = await browser.send("/jobs", kind="run")
    assert page.url.path == f"/jobs/{first.id}"
    await ended(browser, page)


async def test_a_budget_that_is_none_is_marked(browser: Browser) -> None:
    asked = {"token": browser.token, "kind": "run", "budget": "-1"}
    page = await browser.client.post("/jobs", data=asked, headers=BROWSER)
    assert (page.status_code, 'aria-invalid="true"' in page.text) == (422, True)


async def test_where_keys_are_separate_rounds_are_for_admins(
    make_service: ServiceMaker, library: Library
) -> None:
    _, writer = library.api_keys.add("writer", ["write"])
    async with running(make_service(separate_keys=True, asks_for_keys=True)) as client:
        browser = Browser(client)
        await browser.open("/sign-in")
        await browser.send("/sign-in", key=writer)
        assert (await browser.open("/run")).status_code == 403
        await browser.open("/jobs/new?kind=run")
        asked = {"token": browser.token, "kind": "run", "dry_run": "1"}
        assert (await client.post("/jobs", data=asked, headers=BROWSER)).status_code == 403
        sent = await client.post(
            "/api/v1/jobs",
            json={"kind": "run", "dry_run": True},
            headers={"Authorization": f"Bearer {writer}"},
        )
        assert sent.status_code == 403


async def test_programs_ask_for_rounds_and_their_steps_too(
    browser: Browser, library: Library
) -> None:
    told = await browser.client.post("/api/v1/jobs", json={"kind": "run", "dry_run": True})
    (due,) = told.json()["steps"]
    assert (due["kind"], due["reason"], due["cost"]) == ("merge", REASON, 0)
    step = Step("visit", "a", "A", "because", 0.5, 7)
    library.jobs.put("run-visit", step.to_task())
    library.jobs.put("harvest-like", {})
    found = await browser.client.get("/api/v1/jobs?kind=run-visit")
    assert [one["kind"] for one in found.json()["items"]] == ["run-visit"]
    assert (await browser.client.get("/api/v1/jobs?kind=run-nothing")).status_code == 422
