"""What programs that look at the desk from outside rely on: names of forms and fields, and where links lead."""

from __future__ import annotations

import re
from html import unescape

import httpx
import pytest

from harvestman.fetch import Fetcher, FetchOptions
from harvestman.model import SystemClock
from harvestman.store import Library, PaperQuery
from store.sample import keep_mentions, mention
from web.application import ServiceMaker, running
from web.test_desk import BROWSER, PAGES, SITE, Browser

LOOPBACK = "http://127.0.0.1:9/"
FORM = re.compile(r"<form\b[^>]*>.*?</form>", re.DOTALL)


@pytest.fixture
async def browser(client: httpx.AsyncClient) -> Browser:
    return Browser(client)


@pytest.fixture
def paper(library: Library) -> str:
    """The id of a paper that a page and a person speak of."""
    keep_mentions(
        library, SITE, mention("On Spiders", subject="1", authors=["Ana Ruiz"], year=2019)
    )
    (found,) = library.papers.find(PaperQuery())
    return found.id


async def test_every_page_has_the_search_form(browser: Browser, paper: str) -> None:
    for path in (*PAGES, f"/papers/{paper}", "/nothing"):
        text = (await browser.open(path)).text
        forms = [one for one in FORM.findall(text) if 'role="search"' in one]
        assert len(forms) == 1, path
        assert re.search(r'<input[^>]*\bname="q"', forms[0]), path
        assert 'action="/papers"' in forms[0]


async def test_every_form_that_changes_has_a_hidden_token(browser: Browser, paper: str) -> None:
    seen = 0
    for path in (*PAGES, f"/papers/{paper}", f"/papers/{paper}/evidence/title"):
        text = (await browser.open(path)).text
        for form in FORM.findall(text):
            if 'method="post"' in form:
                seen += 1
                assert re.search(r'<input type="hidden" name="token" value="[^"]{16,}"', form), path
    assert seen > 20


async def test_links_to_evidence_lead_to_a_mark(browser: Browser, paper: str) -> None:
    page = await browser.open(f"/papers/{paper}")
    links = {unescape(one) for one in re.findall(r'href="([^"]*evidence[^"]*)"', page.text)}
    assert len(links) >= 3
    for link in links:
        assert "<mark>" in (await browser.open(link)).text, link


async def test_the_form_at_jobs_starts_a_harvest(
    make_service: ServiceMaker, library: Library
) -> None:
    fetcher = Fetcher(FetchOptions(delay_s=0), clock=SystemClock())
    async with fetcher, running(make_service(fetcher=fetcher)) as client:
        await _starts_a_harvest(Browser(client), library)


async def _starts_a_harvest(browser: Browser, library: Library) -> None:
    text = (await browser.open("/jobs")).text
    (form,) = [one for one in FORM.findall(text) if 'name="urls"' in one]
    assert 'action="/jobs"' in form
    fields = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form))
    sent = await browser.client.post("/jobs", data=fields | {"urls": LOOPBACK}, headers=BROWSER)
    assert sent.status_code == 303
    assert re.fullmatch(r"/jobs/[a-z0-9]{8,}", sent.headers["location"])
    assert library.jobs.newest()[0].kind == "harvest"
    await browser.open("/jobs")
    await browser.send(f"{sent.headers['location']}/stop")
    for kind in ("gather", "watch", "run"):
        assert "<form" in (await browser.open(f"/jobs/new?kind={kind}")).text


async def test_one_signs_in_by_a_key_and_out_by_a_form(
    make_service: ServiceMaker, library: Library
) -> None:
    _, key = library.api_keys.add("reader", ["read"])
    async with running(make_service(asks_for_keys=True)) as client:
        browser = Browser(client)
        page = await browser.open("/sign-in")
        (form,) = [one for one in FORM.findall(page.text) if 'name="key"' in one]
        assert 'action="/sign-in"' in form
        page = await browser.send("/sign-in", key=key)
        actions = re.findall(r'<form method="post" action="([^"]*out[^"]*)"', page.text)
        assert len(actions) == 1
        page = await browser.send(actions[0])
        assert page.url.path == "/sign-in"
