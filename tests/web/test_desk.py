"""The desk: every page in one frame, forms with their token, sessions and roles, undoing, and hostile text that stays text."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html import unescape
from urllib.parse import quote

import httpx
import pytest

from harvestman.model import Likeness, SystemClock, Verdict
from harvestman.store import Library, PaperQuery
from store.sample import keep_mentions, mention
from store.test_events import keep, sighting
from web.application import ServiceMaker, running

SITE = "http://conf.example/"
HOSTILE = '"><script>alert(1)</script><img src=x onerror=alert(2)>'
BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
PAGES = (
    "/", "/papers", "/papers/facets", "/jobs", "/jobs/new", "/jobs/new?kind=gather", "/jobs/new?kind=watch", "/jobs/new?kind=run", "/run", "/review", "/review/deposit", "/review/letters", "/merges",
    "/merges?state=decided", "/due", "/calendar", "/events", "/upload", "/find", "/find?q=spiders", "/status", "/accuracy", "/settings", "/keys",
    "/sign-in",
)  # fmt: skip
CHANGES = (
    "/jobs",
    "/review/all",
    "/events",
    "/find",
    "/keys",
    "/due/conf/x",
    "/merges/aaaaaaaa/same",
)


class PassingClock(SystemClock):
    """The system's clock, which can be put forward for those who remember."""

    passed = 0.0

    def pass_seconds(self, seconds: float) -> None:
        self.passed += seconds

    def monotonic(self) -> float:
        return super().monotonic() + self.passed


@dataclass
class Browser:
    """A browser without JavaScript: it keeps cookies and sends the forms that pages have."""

    client: httpx.AsyncClient
    token: str = field(default="")

    async def open(self, path: str, **headers: str) -> httpx.Response:
        page = await self.client.get(path, headers=BROWSER | headers)
        if found := re.search(r'name="token" value="([0-9a-f]{16,})"', page.text):
            self.token = found[1]
        return page

    async def send(self, path: str, **values: str) -> httpx.Response:
        """Send a form, and open the page that it leads to."""
        answer = await self.client.post(path, data={"token": self.token} | values, headers=BROWSER)
        assert answer.status_code == 303, (path, answer.status_code, answer.text[:2000])
        return await self.open(answer.headers["location"])

    async def undo(self, page: httpx.Response) -> httpx.Response:
        """Press the button that undoes what the page says to be done."""
        found = re.search(r'<div class="done".*?action="([^"]+)"(.*?)</form>', page.text, re.DOTALL)
        assert found, page.text
        pairs = re.findall(r'name="([^"]+)" value="([^"]*)"', found[2])
        return await self.send(found[1], **{name: unescape(value) for name, value in pairs})


@pytest.fixture
async def browser(client: httpx.AsyncClient) -> Browser:
    return Browser(client)


@pytest.fixture
def papers(library: Library) -> dict[str, str]:
    """Some papers, one with a title that would do harm; their ids by their titles."""
    keep_mentions(
        library,
        SITE,
        mention(
            "On Spiders", subject="1", authors=["Ana Gómez Ruiz"], year=2019, venue="JCDL 2019"
        ),
        mention("On Webs", subject="2", authors=["Juan Gil"], year=2021, pdf=f"{SITE}w.pdf"),
        mention(
            HOSTILE, subject="3", authors=[HOSTILE], venue=HOSTILE, abstract=HOSTILE, year=2023
        ),
    )
    return {paper.title: paper.id for paper in library.papers.find(PaperQuery())}


async def test_pages_have_one_frame(browser: Browser, papers: dict[str, str]) -> None:
    paper = papers["On Spiders"]
    for path in (*PAGES, f"/papers/{paper}", f"/papers/{paper}/evidence/title"):
        page = await browser.open(path)
        assert page.status_code == 200, (path, page.text[:800])
        assert page.headers["content-type"].startswith("text/html")
        assert page.text.count("<h1") == 1, path
        for piece in (
            '<form role="search"',
            'name="q"',
            'href="#main"',
            '<html lang="en">',
            '<dialog id="keys"',
        ):
            assert piece in page.text, (path, piece)
        assert "script-src 'self'" in page.headers["content-security-policy"]
        assert page.headers["referrer-policy"] == "same-origin"
        assert {"Accept-Language", "Cookie"} <= set(page.headers["vary"].split(", "))
        assert len(page.content) < 40_000, path
        for form in re.findall(r'<form method="post".*?</form>', page.text, re.DOTALL):
            assert re.search(r'name="token" value="[0-9a-f]{16,}"', form), (path, form)


@pytest.mark.usefixtures("papers")
async def test_pages_speak_the_language_that_is_asked_for(browser: Browser) -> None:
    assert 'lang="es"' in (await browser.open("/", **{"Accept-Language": "es-AR,es;q=0.9"})).text
    page = await browser.open("/papers?lang=ru", **{"Accept-Language": "es"})
    assert "<h1>Статьи</h1>" in page.text
    assert "<h1>Статьи</h1>" in (await browser.open("/papers")).text, "the choice is remembered"
    for language in ("es", "ru"):
        for path in PAGES:
            page = await browser.open(path, Cookie=f"hm_lang={language}")
            assert page.status_code == 200


async def test_files_of_pages_may_be_kept_for_ever(browser: Browser) -> None:
    page = await browser.open("/")
    found = set(re.findall(r'"(/static/[^"]+)"', page.text))
    assert len(found) == 4
    sizes = 0
    for address in found:
        file = await browser.client.get(address)
        assert file.status_code == 200
        assert "immutable" in file.headers["cache-control"]
        sizes += len(file.content)
    assert sizes < 120_000
    assert (await browser.client.get("/static/desk.000000000000.css")).status_code == 404


async def test_text_from_the_web_stays_text(browser: Browser, papers: dict[str, str]) -> None:
    paper = papers[HOSTILE]
    for path in (
        "/",
        "/papers",
        f"/papers/{paper}",
        f"/papers/{paper}/evidence/title",
        f"/papers?q={HOSTILE}",
        f"/find?q={HOSTILE}",
    ):
        page = await browser.open(path)
        assert page.status_code == 200
        assert "<script>alert" not in page.text, path
        assert "<img src=x" not in page.text, path


async def test_text_from_the_web_does_not_turn_the_text_around_it(
    browser: Browser, library: Library
) -> None:
    turning = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\x9b\x7f"
    keep_mentions(
        library, SITE, mention(f"Webs {turning}gnp.exe", subject="9", authors=["A. Ruiz"])
    )
    (paper,) = [one.id for one in library.papers.find(PaperQuery())]
    for path in (
        "/papers",
        f"/papers/{paper}",
        f"/papers/{paper}/evidence/title",
        f"/find?q={quote(turning)}",
    ):
        page = await browser.open(path)
        assert page.status_code == 200
        assert not set(turning) & set(page.text), path


async def test_one_goes_on_to_an_address_in_any_script(
    browser: Browser, papers: dict[str, str]
) -> None:
    paper = papers["On Spiders"]
    await browser.open(f"/papers/{paper}")
    page = await browser.send(
        f"/papers/{paper}/fields/year", value="2018", next="/papers?q=паук&x=%20"
    )
    assert page.url.params["q"] == "паук"


async def test_a_value_is_corrected_in_place_and_that_is_undone(
    browser: Browser, papers: dict[str, str]
) -> None:
    paper = papers["On Spiders"]
    await browser.open(f"/papers/{paper}")
    page = await browser.send(f"/papers/{paper}/fields/title", value="On Harvestmen")
    assert '<h1 property="name">On Harvestmen</h1>' in page.text
    assert "said by desk" in page.text
    assert 'class="done"' not in (await browser.open(f"/papers/{paper}")).text, "told once"
    await browser.send(f"/papers/{paper}/fields/title", value="On Harvestmen")
    page = await browser.undo(await browser.send(f"/papers/{paper}/fields/year", value="2018"))
    assert 'datetime="2019"' in page.text


async def test_a_paper_is_forgotten_and_comes_back(
    browser: Browser, papers: dict[str, str]
) -> None:
    paper = papers["On Webs"]
    await browser.open(f"/papers/{paper}")
    page = await browser.send(f"/papers/{paper}/forget")
    gone = await browser.open(f"/papers/{paper}")
    assert gone.status_code == 410
    assert "forgotten by desk" in gone.text
    page = await browser.undo(page)
    assert "On Webs" in page.text


async def test_forms_without_their_token_do_nothing(
    browser: Browser, papers: dict[str, str]
) -> None:
    await browser.open("/")
    paths = (*CHANGES, f"/papers/{papers['On Webs']}/forget", "/sign-in", "/sign-out")
    for path in paths:
        for token in ("", "0" * 40):
            answer = await browser.client.post(path, data={"token": token}, headers=BROWSER)
            assert answer.status_code == 403, path
    foreign = {"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"}
    answer = await browser.client.post(
        "/jobs", data={"token": browser.token}, headers=BROWSER | foreign
    )
    assert answer.status_code == 403


async def test_errors_are_pages_for_browsers_and_problems_for_programs(browser: Browser) -> None:
    for path, status in (
        ("/papers/aaaaaaaaaaaaaaaa", 404),
        ("/nothing", 404),
        ("/jobs/zzzzzzzzzzzzzzzz", 404),
        ("/sites/no.example", 404),
    ):
        page = await browser.open(path)
        assert page.status_code == status, path
        assert page.text.count("<h1") == 1
        plain = await browser.client.get(path)
        assert plain.headers["content-type"] == "application/problem+json"
    wrong = await browser.client.get("/sign-out", headers=BROWSER)
    assert (wrong.status_code, "<h1" in wrong.text) == (405, True)
    api = await browser.client.get("/api/v1/papers/aaaaaaaaaaaaaaaa", headers=BROWSER)
    assert api.headers["content-type"] == "application/problem+json"


@pytest.mark.usefixtures("papers")
async def test_filters_stand_in_the_address(browser: Browser) -> None:
    page = await browser.open("/papers?author=gil&has_file=1")
    assert "On Webs" in page.text
    assert "On Spiders" not in page.text
    assert 'href="/feeds/papers.atom?author=gil&amp;has_file=1"' in page.text
    page = await browser.open("/papers?year=soon")
    assert 'aria-invalid="true"' in page.text
    assert "On Spiders" in page.text, "the list stays"
    page = await browser.open("/papers?after=nowhere")
    assert "The place in the list was not found" in page.text
    assert "Nothing fits" in (await browser.open("/papers?q=zzz")).text
    part = await browser.open("/papers/facets?", **{"HX-Request": "true"})
    assert "<html" not in part.text
    assert "3 papers" in part.text


async def test_lists_page_by_key(library: Library, browser: Browser) -> None:
    keep_mentions(library, SITE, *(mention(f"Paper {n}", subject=str(n)) for n in range(45)))
    seen: list[str] = []
    address = "/papers"
    while address:
        page = await browser.open(address)
        seen += re.findall(r"Paper \d+(?=</a>)", page.text)
        found = re.search(r'<link rel="next" href="([^"]+)"', page.text)
        address = unescape(found[1]) if found else ""
    assert len(seen) == len(set(seen)) == 45


async def test_pairs_are_decided_and_undone(library: Library, browser: Browser) -> None:
    keep_mentions(library, SITE, mention("On Spiders", subject="1", year=2019))
    keep_mentions(
        library, "http://other.example/", mention("On Spiders and Webs", subject="1", year=2019)
    )
    one, other = (paper.id for paper in library.papers.find(PaperQuery()))
    library.merges.consider(one, other, lambda *_: Likeness(Verdict.DOUBTFUL, 0.6, ("alike",)))
    page = await browser.open("/merges")
    assert "<ins>and</ins>" in page.text
    pair = re.search(r"/merges/([a-z0-9]+)/same", page.text)
    assert pair
    page = await browser.send(f"/merges/{pair[1]}/different")
    assert library.merges.doubtful() == []
    page = await browser.undo(page)
    assert len(library.merges.doubtful()) == 1
    page = await browser.send(f"/merges/{pair[1]}/same")
    assert len(list(library.papers.find(PaperQuery()))) == 1
    await browser.undo(page)
    assert len(list(library.papers.find(PaperQuery()))) == 2


async def test_a_job_is_asked_for_by_a_form(browser: Browser, library: Library) -> None:
    await browser.open("/jobs")
    answer = await browser.client.post(
        "/jobs", data={"token": browser.token, "urls": "no address"}, headers=BROWSER
    )
    # A service without a fetcher starts nothing, and says so.
    assert answer.status_code in (403, 422)
    assert "<h1" in answer.text
    assert library.jobs.newest() == []


async def test_only_signed_in_people_see_pages_where_keys_are_asked_for(
    make_service: ServiceMaker, library: Library
) -> None:
    _, reading = library.api_keys.add("reader", ["read"])
    key, writing = library.api_keys.add("writer", ["write"])
    _, feeding = library.api_keys.add("feeder", ["feed"])
    keep_mentions(library, SITE, mention("On Spiders", subject="1"))
    (paper,) = library.papers.find(PaperQuery())
    clock = PassingClock()
    async with running(make_service(asks_for_keys=True, clock=clock)) as client:
        stranger = Browser(client)
        for path in ("/", "/papers", f"/papers/{paper.id}"):
            answer = await client.get(path, headers=BROWSER)
            assert answer.status_code == 303
            assert answer.headers["location"].startswith("/sign-in")
        await stranger.open("/sign-in")
        for wrong in ("", "hv_x_y", feeding):
            answer = await client.post(
                "/sign-in", data={"token": stranger.token, "key": wrong}, headers=BROWSER
            )
            assert answer.status_code == 403
        page = await stranger.send("/sign-in", key=reading, next="//evil.example/")
        assert page.url.host == "localhost"
        assert page.status_code == 200
        cookie = next(one for one in client.cookies.jar if one.name == "hm_session")
        assert cookie.has_nonstandard_attr("HttpOnly")
        # A reader may look and not change; a cookie opens no door of programs.
        page = await stranger.open(f"/papers/{paper.id}")
        assert "/forget" not in page.text
        answer = await client.post(
            f"/papers/{paper.id}/forget", data={"token": stranger.token}, headers=BROWSER
        )
        assert answer.status_code == 403
        assert (await client.get("/api/v1/papers")).status_code == 401
        assert (await client.get("/keys", headers=BROWSER)).status_code == 403
        await stranger.send("/sign-out")
        assert (await client.get("/", headers=BROWSER)).status_code == 303
        await stranger.open("/sign-in")
        page = await stranger.send("/sign-in", key=writing)
        page = await stranger.open(f"/papers/{paper.id}")
        page = await stranger.send(f"/papers/{paper.id}/fields/title", value="On Webs")
        assert "said by writer" in page.text
        library.api_keys.revoke(key.id)
        for _ in range(100):  # what is known of a session is remembered for a few seconds
            clock.pass_seconds(1)
            if (await client.get("/", headers=BROWSER)).status_code == 303:
                break
        assert clock.passed <= 8


@pytest.mark.parametrize(
    "elsewhere", ["//evil.example/", "/\\evil.example/", "https://evil.example/", "/a\tb"]
)
async def test_signing_in_leads_to_no_other_site(
    make_service: ServiceMaker, library: Library, elsewhere: str
) -> None:
    _, reading = library.api_keys.add("reader", ["read"])
    async with running(make_service(asks_for_keys=True)) as client:
        browser = Browser(client)
        await browser.open("/sign-in")
        said = {"token": browser.token, "key": reading, "next": elsewhere}
        answer = await client.post("/sign-in", data=said, headers=BROWSER)
        assert (answer.status_code, answer.headers["location"]) == (303, "/")


async def test_guessing_keys_is_slowed_down(make_service: ServiceMaker, library: Library) -> None:
    library.api_keys.add("somebody", ["read"])
    async with running(make_service(asks_for_keys=True)) as client:
        browser = Browser(client)
        await browser.open("/sign-in")
        answers = [
            (
                await client.post(
                    "/sign-in", data={"token": browser.token, "key": f"hv_{n}_x"}, headers=BROWSER
                )
            ).status_code
            for n in range(40)
        ]
        assert 429 in answers
        assert set(answers) == {403, 429}


async def test_an_open_service_shows_and_changes_nothing(
    make_service: ServiceMaker, library: Library
) -> None:
    keep_mentions(library, SITE, mention("On Spiders", subject="1"))
    async with running(make_service(is_open=True)) as client:
        browser = Browser(client)
        page = await browser.open("/papers")
        assert page.status_code == 200
        assert "On Spiders" in page.text
        answer = await client.post(
            "/jobs", data={"token": browser.token, "urls": SITE}, headers=BROWSER
        )
        assert answer.status_code == 303
        assert answer.headers["location"].startswith("/sign-in")


async def test_keys_are_made_shown_once_and_revoked(browser: Browser, library: Library) -> None:
    await browser.open("/keys")
    made = await browser.client.post(
        "/keys", data={"token": browser.token, "name": "ana", "scope": "write"}, headers=BROWSER
    )
    text = re.search(r"hv_[a-z0-9]+_[\w-]+", made.text)
    assert text
    key = library.api_keys.find(text[0])
    assert key is not None
    assert key.allows("write")


async def test_an_event_is_shown_and_corrected_whether_it_is_watched_or_not(
    browser: Browser, library: Library
) -> None:
    (event,) = keep(library, sighting("LEGS", year="2024", start="2024-06-01"))
    page = await browser.open(f"/events/{event.id}")
    assert page.status_code == 200
    page = await browser.send(f"/events/{event.id}/fields/start", value="2024-05-01")
    assert "2024-05-01" in page.text
    page = await browser.undo(page)
    assert "2024-05-01" not in page.text
    assert "2024-06-01" in page.text
    assert "LEGS 2024" in (await browser.open("/events")).text
    assert "LEGS 2024" in (await browser.open("/calendar?from=2024-06-01")).text
