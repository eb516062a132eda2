"""The desk in a real browser: by mouse, by keyboard alone, without JavaScript, on a phone; nothing foreign is asked for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta

import pytest

from commands import Commands
from harvestman.crawl.browser import find_browser
from harvestman.model import SystemClock
from harvestman.store import PaperQuery, open_library
from servers.service import RunningService, running_service
from store.sample import keep_mentions, mention
from web.test_desk_more import keep_series
from world import World

playwright = pytest.importorskip("playwright.sync_api")

pytestmark = [
    pytest.mark.skipif(not find_browser("auto").path, reason="Chromium is not installed"),
    pytest.mark.server,
]
HOSTILE = '"><script>document.title = "owned"</script><img src=x onerror="document.title = 1">'


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory, world: World) -> Iterator[RunningService]:
    """A service with the papers of a site, and one whose title would do harm."""
    folder = tmp_path_factory.mktemp("desk")
    place = Commands(folder, more={"RATE": "100000"})
    assert place.run("harvest", world.url("lime2024"), "--depth", "1").returncode == 0
    with open_library(str(folder / "harvestman.db"), clock=SystemClock()) as library:
        keep_mentions(library, "http://evil.example/", mention(HOSTILE, subject="1"))
        keep_series(library, 1)
        assert len(list(library.papers.find(PaperQuery()))) > 5
    with running_service(place) as service:
        yield service


@pytest.fixture(scope="module")
def chromium() -> Iterator[object]:
    with playwright.sync_playwright() as running:
        browser = running.chromium.launch(
            executable_path=find_browser("auto").path, args=["--no-sandbox"]
        )
        yield browser
        browser.close()


@pytest.fixture
def page(
    chromium: object, desk: RunningService, request: pytest.FixtureRequest
) -> Iterator[object]:
    """A page that fails the test for every foreign request and every error of its console."""
    options = getattr(request, "param", {})
    context = chromium.new_context(base_url=desk.address, **options)  # type: ignore[attr-defined]
    opened = context.new_page()
    problems: list[str] = []
    opened.on(
        "request",
        lambda one: (
            None if one.url.startswith((desk.address, "data:")) else problems.append(one.url)
        ),
    )
    opened.on("console", lambda one: problems.append(one.text) if one.type == "error" else None)
    opened.on("pageerror", lambda one: problems.append(str(one)))
    yield opened
    context.close()
    assert problems == []


def test_a_paper_is_found_corrected_and_that_undone_by_mouse(page) -> None:  # type: ignore[no-untyped-def]
    page.goto("/")
    page.fill("form[role=search] input[name=q]", "spreadsheet")
    page.click("form[role=search] button")
    page.wait_for_selector("aside.facets p[role=status]")  # htmx brings the counts
    page.click("text=Nine Ways to Cite a Spreadsheet")
    page.click("a[href$='evidence/title']")
    assert page.locator("mark").first.inner_text() == "Nine Ways to Cite a Spreadsheet"
    frame = page.frame_locator("iframe").locator("mark")
    assert frame.inner_text() == "Nine Ways to Cite a Spreadsheet"
    page.go_back()
    page.click("#year details summary")
    page.fill("#v-year", "2020")
    page.click("#year button")
    assert "2020" in page.inner_text("#year")
    page.click("text=Undo")
    assert "2024" in page.inner_text("#year")


def test_everything_is_reached_by_keyboard(page) -> None:  # type: ignore[no-untyped-def]
    page.goto("/papers")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("j")
    page.keyboard.press("j")
    second = page.locator("[data-row] h2").nth(1).inner_text()
    page.keyboard.press("o")
    page.wait_for_url(re.compile("/papers/[a-z0-9]+$"))
    assert page.inner_text("h1") == second
    page.keyboard.press("e")
    page.keyboard.type("jjj?")  # keys never fire inside a field
    assert not page.locator("dialog[open]").count()
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    assert page.locator("dialog[open]").count() == 1
    page.check("#keys-off")
    page.keyboard.press("Escape")
    page.keyboard.press("g")
    page.keyboard.press("j")
    assert "/papers/" in page.url, "keys are turned off"
    page.evaluate("localStorage.clear()")
    page.keyboard.press("g")
    page.keyboard.press("j")
    page.wait_for_url("**/jobs")
    page.keyboard.press("/")
    page.keyboard.type("peninsula")
    page.keyboard.press("Enter")
    page.wait_for_url("**/papers?q=peninsula")


@pytest.mark.parametrize("page", [{"java_script_enabled": False}], indirect=True)
def test_a_harvest_is_started_and_followed_without_javascript(page, world: World) -> None:  # type: ignore[no-untyped-def]
    page.goto("/jobs/new")
    page.fill("#urls", world.url("meadow2023"))
    page.click("button[name=dry_run]")
    assert "Nothing was fetched" in page.inner_text("main")
    page.fill("#f-depth", "0")
    page.click("main form button.primary")
    page.wait_for_url(re.compile("/jobs/[a-z0-9]{8,}"))
    for _ in range(120):
        if page.locator(".mark.done").count():
            break
        page.reload()
    assert page.locator(".mark.done").count()
    page.click("text=See the papers")
    page.click("a[href*='/papers/']")
    assert page.locator("h1").count() == 1


def test_a_job_is_followed_as_it_goes(page, world: World) -> None:  # type: ignore[no-untyped-def]
    page.goto("/jobs/new")
    page.fill("#urls", world.url("meadow2023"))
    page.fill("#f-depth", "0")
    page.click("main form button.primary")
    page.wait_for_url(re.compile("/jobs/[a-z0-9]{8,}"))
    loaded = page.evaluate("performance.timeOrigin")
    page.wait_for_selector("#job:not([data-follow])", timeout=120_000)
    assert page.locator(".mark.done").count()
    assert page.evaluate("performance.timeOrigin") == loaded, "the page was not loaded again"


def test_the_papers_of_a_list_are_gone_through_by_keys(page) -> None:  # type: ignore[no-untyped-def]
    page.goto("/papers")
    links = page.locator("[data-list] h2 a")
    first, second = (links.nth(n).get_attribute("href") for n in (0, 1))
    page.click(f"a[href='{first}']")
    page.wait_for_url(f"**{first}")
    assert page.locator("[data-neighbours] a").count() == 1, "nothing comes before the first"
    page.keyboard.press("]")
    page.wait_for_url(f"**{second}")
    page.keyboard.press("[")
    page.wait_for_url(f"**{first}")


def test_days_and_series_are_gone_through_by_keys(page) -> None:  # type: ignore[no-untyped-def]
    page.goto("/calendar?from=2026-11-10")
    page.keyboard.press("ArrowDown")
    start = page.evaluate("document.activeElement.dataset.day")
    for key, days in (("ArrowRight", 1), ("ArrowDown", 8), ("ArrowUp", 1), ("ArrowLeft", 0)):
        page.keyboard.press(key)
        there = page.evaluate("document.activeElement.dataset.day")
        assert date.fromisoformat(there) - date.fromisoformat(start) == timedelta(days=days)
    page.goto("/due")
    page.keyboard.press("j")
    page.keyboard.press("s")
    page.wait_for_selector("text=It is noted")
    page.keyboard.press("u")
    page.wait_for_selector("text=taken back")
    page.keyboard.press("j")
    page.keyboard.press("h")
    page.wait_for_url("**/due/conf/s0#watch")
    assert page.locator("#watch input[name=source]").is_visible()


@pytest.mark.parametrize("page", [{"java_script_enabled": False}], indirect=True)
def test_several_files_are_sent_without_javascript(page) -> None:  # type: ignore[no-untyped-def]
    page.goto("/upload")
    files = [
        {"name": f"{name}.txt", "mimeType": "text/plain", "buffer": f"On {name}\n\nAna Ruiz\n".encode() * 20}
        for name in ("Spiders", "Mites")
    ]  # fmt: skip
    page.set_input_files("#file", files)
    page.click("main form button.primary")
    page.wait_for_url("**/upload?sent=*")
    assert page.locator("[data-row]").count() == 2


@pytest.mark.parametrize("page", [{"viewport": {"width": 340, "height": 700}}], indirect=True)
def test_pages_fit_a_phone(page) -> None:  # type: ignore[no-untyped-def]
    for path in (
        "/",
        "/papers",
        "/jobs",
        "/jobs/new",
        "/run",
        "/review",
        "/review/deposit",
        "/merges",
        "/due",
        "/due/conf/s0",
        "/calendar",
        "/events",
        "/accuracy",
        "/upload",
        "/find",
        "/status",
        "/keys",
        "/sign-in",
    ):
        page.goto(path)
        assert not page.evaluate("document.documentElement.scrollWidth > innerWidth"), path


def test_a_hostile_title_is_only_a_title(page) -> None:  # type: ignore[no-untyped-def]
    page.goto("/papers?q=owned")
    page.click("[data-row] a")
    assert page.inner_text("h1") == HOSTILE
    assert page.title() not in ("owned", "1")
    page.click("a[href$='evidence/title']")
    assert page.title() not in ("owned", "1")


def test_keys_close_the_doors(page, desk: RunningService) -> None:  # type: ignore[no-untyped-def]
    """Last: from here on the service asks for keys."""
    page.goto("/keys")
    page.fill("#f-name", "ana")
    page.select_option("#scope", "admin")
    page.click("text=Make a key")
    key = re.search(r"hv_\S+", page.inner_text("pre"))
    assert key
    for _ in range(100):  # until the service has noticed
        page.goto("/papers")
        if "/sign-in" in page.url:
            break
        page.wait_for_timeout(100)
    page.fill("input[name=key]", key[0])
    page.keyboard.press("Enter")
    page.wait_for_url("**/papers")
    page.click("form[action*=out] button")
    page.wait_for_url("**/sign-in")
