"""What is not easily said again can be undone all the same: watching no more, a source that was added, many series, a site that is ignored."""

from __future__ import annotations

import re

import httpx
import pytest

from harvestman.model import HarvestRequest, Look, Status
from harvestman.store import Library
from store.sample import NOON, keep_visit, open_visits, outcome
from store.test_events import ByAcronym, sighting
from web.application import ServiceMaker, running
from web.test_desk import BROWSER, Browser
from web.test_desk_more import keep_series


@pytest.fixture
async def browser(client: httpx.AsyncClient) -> Browser:
    return Browser(client)


async def test_an_event_that_is_watched_no_more_comes_back_as_it_was(
    browser: Browser, library: Library
) -> None:
    told = sighting("LEGS", year="2027", start="2027-06-01", site="http://legs.example/")
    (kept,) = library.events.keep([told], ByAcronym)
    name = kept.event.id
    library.agenda.keep_look(name, Look(NOON, 3, 1), library.agenda.all()[0].appointment)
    before = (library.agenda.one(name), library.events.claims(name), library.agenda.looks(name))
    await browser.open(f"/events/{name}")
    page = await browser.send(f"/events/{name}/stop")
    assert library.agenda.one(name) is None
    page = await browser.undo(page)
    assert page.url.path == f"/events/{name}"
    assert "It is undone." in page.text
    assert before == (
        library.agenda.one(name),
        library.events.claims(name),
        library.agenda.looks(name),
    )


async def test_only_who_made_a_change_undoes_it_and_only_once(
    make_service: ServiceMaker, library: Library
) -> None:
    (kept,) = library.events.keep([sighting("LEGS", year="2027", start="2027-06-01")], ByAcronym)
    async with running(make_service()) as client:
        mine = Browser(client)
        await mine.open("/events")
        page = await mine.send(f"/events/{kept.event.id}/stop")
        (action,) = re.findall(r'action="(/undo/[^"]+)"', page.text)
        cookies = dict(client.cookies)
        client.cookies.clear()
        other = Browser(client)
        await other.open("/events")
        sent = await client.post(action, data={"token": other.token}, headers=BROWSER)
        assert sent.status_code == 404
        client.cookies.clear()
        client.cookies.update(cookies)
        assert "It is undone." in (await mine.undo(page)).text
        again = await client.post(action, data={"token": mine.token}, headers=BROWSER)
        assert again.status_code == 404


async def test_the_marked_series_are_noted_together(browser: Browser, library: Library) -> None:
    keep_series(library, 3)
    page = await browser.open("/due")
    assert page.text.count('form="marked" name="series"') == 3
    data = {"token": browser.token, "series": ["conf/s0", "conf/s2"], "seen": "yes"}
    answer = await browser.client.post("/due", data=data, headers=BROWSER)
    page = await browser.open(answer.headers["location"])
    assert {one.series for one in library.plan.observations()} == {"conf/s0", "conf/s2"}
    await browser.undo(page)
    assert list(library.plan.observations()) == []
    page = await browser.send("/due", seen="yes")
    assert "Nothing was marked." in page.text


async def test_a_site_is_ignored_and_heeded_again(browser: Browser, library: Library) -> None:
    harvest = library.harvests.begin(HarvestRequest(("http://www.sulky.example/a",), 0, 1))
    (visit,) = open_visits(library, harvest, 0)
    keep_visit(library, harvest, outcome(visit, status=Status.BLOCKED_WALL))
    page = await browser.open("/status")
    assert "sulky.example/a" in page.text
    page = await browser.send("/status/ignore", site="http://www.sulky.example/a")
    assert "sulky.example/a" not in page.text
    assert library.ignored_sites.all() == ["sulky.example"]
    assert library.summary().failures == ()
    page = await browser.undo(page)
    assert "sulky.example/a" in page.text
    assert library.ignored_sites.all() == []
    bad = {"token": browser.token, "site": " "}
    sent = await browser.client.post("/status/ignore", data=bad, headers=BROWSER)
    assert sent.status_code in (400, 422)
