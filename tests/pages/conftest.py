from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from harvestman import pages
from harvestman.model import PageReading, Paper, assemble
from harvestman.pages import SavedPage, Source

NOW = datetime(2026, 1, 15, 12, tzinfo=UTC)
URL = "https://www.example.org/dir/page.html"
FIXTURES = Path(__file__).parent / "fixtures"


@pytest.fixture
def now() -> datetime:
    return NOW


@pytest.fixture
def read() -> Callable[..., PageReading]:
    """Reads a page given as text, as bytes, or by the name of a file in fixtures/."""

    def reading(
        page: str | bytes, *, links_header: tuple[str, ...] = (), content_type: str = ""
    ) -> PageReading:
        if isinstance(page, str) and page.endswith(".html"):
            page = (FIXTURES / page).read_bytes()
        body = page.encode() if isinstance(page, str) else page
        return pages.read(SavedPage(URL, body, content_type, links_header), now=NOW)

    return reading


@pytest.fixture
def papers(read: Callable[..., PageReading]) -> Callable[..., list[Paper]]:
    """The assembled papers of a page."""

    def assembled(page: str | bytes, *, links_header: tuple[str, ...] = ()) -> list[Paper]:
        return [
            assemble(mention.claims) for mention in read(page, links_header=links_header).mentions
        ]

    return assembled


@pytest.fixture
def source() -> Callable[[str], Source]:
    def made(html: str) -> Source:
        return Source(SavedPage(URL, html.encode()), html=html, now=NOW)

    return made
