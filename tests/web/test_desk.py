"""The desk: every page for whoever may see it, forms with their token, and undoing what they did."""

from __future__ import annotations

import re

import httpx
import pytest

from harvestman.store import Library, PaperQuery
from store.sample import keep_mentions, mention

SITE = "http://conf.example/"
HOSTILE = '"><script>alert(1)</script><img src=x onerror=alert(2)>'
BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


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
        mention(HOSTILE, subject="3", authors=[HOSTILE], venue=HOSTILE, year=2023),
    )
    return {paper.title: paper.id for paper in library.papers.find(PaperQuery())}


def token_of(page: httpx.Response) -> str:
    found = re.search(r'name="token" value="([0-9a-f]{16,})"', page.text)
    assert found, page.text[:500]
    return found[1]


async def test_pages_have_one_frame(client: httpx.AsyncClient, papers: dict[str, str]) -> None:
    paper = papers["On Spiders"]
    for path in (
        "/",
        "/papers",
        f"/papers/{paper}",
        f"/papers/{paper}/evidence/title",
        "/jobs",
        "/jobs/new",
        "/sign-in",
    ):
        page = await client.get(path, headers=BROWSER)
        assert page.status_code == 200, (path, page.text[:800])
        assert page.headers["content-type"].startswith("text/html")
        assert page.text.count("<h1") == 1, path
        assert '<form role="search"' in page.text
        assert 'name="q"' in page.text
        assert 'href="#main"' in page.text
        assert 'lang="en"' in page.text
        assert "script-src 'self'" in page.headers["content-security-policy"]
        assert page.headers["referrer-policy"] == "same-origin"
        assert {"Accept-Language", "Cookie"} <= set(
            page.headers["vary"].replace(" ", "").split(",")
        )
        assert len(page.content) < 40_000
