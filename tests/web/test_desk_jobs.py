"""Jobs at the desk: followed as they go, once more for what failed, and papers taken from feeds and repositories."""

from __future__ import annotations

import re
import threading
from collections.abc import AsyncIterator, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpx
import pytest

from harvestman.fetch import Fetcher, FetchOptions
from harvestman.model import SystemClock
from harvestman.store import Library
from web.application import ServiceMaker, running
from web.test_desk import BROWSER, Browser

FEED = """<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>Legs</title><id>urn:x</id><updated>2026-01-01T00:00:00Z</updated>
<entry><id>urn:1</id><title>On the gait of harvestmen</title><link href="http://legs.example/1"/><author><name>Ana Ruiz</name></author><updated>2026-01-01T00:00:00Z</updated></entry></feed>"""


class _Site(BaseHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Says nothing."""

    def do_GET(self) -> None:
        is_feed = self.path == "/feed.xml"
        body = FEED.encode() if is_feed else b"gone"
        self.send_response(200 if is_feed else 404)
        self.send_header("Content-Type", "application/atom+xml" if is_feed else "text/plain")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


@pytest.fixture
def site() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), _Site) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()
        thread.join()


@pytest.fixture
async def browser(make_service: ServiceMaker, library: Library) -> AsyncIterator[Browser]:
    options = FetchOptions(delay_s=0, allow_private=True, robots=False)
    fetcher = Fetcher(options, clock=SystemClock())
    async with fetcher, running(make_service(fetcher=fetcher, allow_private=True)) as client:
        browser = Browser(client)
        await browser.open("/jobs/new")
        yield browser


async def ended(browser: Browser, page: httpx.Response) -> httpx.Response:
    """The page of a job after its end: the stream of its events ends with it."""
    told = await browser.client.get(f"{page.url.path}/events")
    assert told.headers["content-type"].startswith("text/event-stream")
    assert "event: end" in told.text
    seen = re.findall(r"^id: (\w+)$", told.text, re.MULTILINE)[-1]
    again = await browser.client.get(f"{page.url.path}/events", headers={"Last-Event-ID": seen})
    assert again.status_code == 204, "a browser that knows it does not come back"
    return await browser.open(page.url.path)


async def test_a_feed_is_taken_in_as_a_job(browser: Browser, library: Library, site: str) -> None:
    asked = {"token": browser.token, "urls": f"feed+{site}/feed.xml", "dry_run": "1"}
    page = await browser.client.post("/jobs", data=asked, headers=BROWSER)
    assert "those that are new or changed since the last time" in page.text
    page = await browser.send("/jobs", urls=f"feed+{site}/feed.xml")
    page = await ended(browser, page)
    assert "See the papers" in page.text
    assert [one.title for one in library.papers.find()] == ["On the gait of harvestmen"]
    assert library.jobs.newest(limit=1)[0].kind == "repositories"


async def test_pages_and_repositories_are_jobs_of_their_own(browser: Browser, site: str) -> None:
    asked = {"token": browser.token, "urls": f"{site}/ feed+{site}/feed.xml"}
    page = await browser.client.post("/jobs", data=asked, headers=BROWSER)
    assert (page.status_code, "jobs of their own" in page.text) == (422, True)


async def test_what_failed_is_tried_again_alone(
    browser: Browser, library: Library, site: str
) -> None:
    page = await browser.send("/jobs", urls=f"{site}/none", depth="0")
    page = await ended(browser, page)
    assert "Again for what failed" in page.text
    page = await browser.send(f"{page.url.path}/failed")
    (job, _) = library.jobs.newest(limit=2)
    assert (job.task["urls"], job.task["depth"]) == ([f"{site}/none"], 0)
    page = await ended(browser, page)


async def test_there_is_a_form_for_every_kind(browser: Browser) -> None:
    page = await browser.open("/jobs/new?kind=watch")
    assert 'action="/events"' in page.text
    assert 'name="source"' in page.text
    for address in ("/jobs/new?kind=gather", "/find", "/upload"):
        assert f'href="{address}"' in page.text
