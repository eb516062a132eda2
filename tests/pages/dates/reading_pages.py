"""Reads a page of this folder, or one written in the test, as the room does."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from harvestman.model import EventDates
from harvestman.pages import SavedPage, Source
from harvestman.pages.dates import read_dates

PAGES = Path(__file__).parent / "pages"


def source_of(html: str, url: str = "") -> Source:
    return Source(SavedPage(url, html.encode()), html=html, now=datetime(2030, 1, 1, tzinfo=UTC))


def saved(name: str) -> Source:
    return source_of((PAGES / name).read_text("utf-8"))


def dates_in(html: str, url: str = "") -> EventDates:
    return read_dates(source_of(html, url))
