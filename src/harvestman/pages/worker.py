"""What worker processes run for each page. Who hands them pages needs this module only, not the readers behind it."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from harvestman.model import PageReading, Want
from harvestman.pages.source import SavedPage

HARVESTED: Final = frozenset({Want.PAPERS, Want.LINKS, Want.TEXT})
"""What a harvest keeps of every page."""


def read_saved_page(item: tuple[SavedPage, datetime, frozenset[Want]]) -> PageReading:
    """Read a page. It stands in this room so that workers load no room above it."""
    from harvestman.pages.reading import read  # noqa: PLC0415 (loaded in workers, a fifth of a second)

    page, now, want = item
    return read(page, now=now, want=want)
