"""Calls for papers that a site has as PDF files only: their dates, where its pages do not tell them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import datetime
from urllib.parse import urlsplit

from harvestman.documents import read_plain_text
from harvestman.model import EventDates, Link
from harvestman.pages import SavedPage, Source
from harvestman.pages.dates import read_dates

MOST_CALLS = 2
"""Files of one site that are fetched for their dates."""
_CALL = re.compile(
    r"call|cfp|convocatoria|chamada|appel|aufruf|информационн|announcement|circular", re.IGNORECASE
)


def call_files(links: Iterable[Link]) -> list[str]:
    """The PDF files that links of a page call a call for papers, or that are named so."""
    found: dict[str, None] = {}
    for link in links:
        path = urlsplit(link.target).path
        if path.lower().endswith(".pdf") and (_CALL.search(link.anchor) or _CALL.search(path)):
            found.setdefault(link.target)
    return list(found)[:MOST_CALLS]


def read_call(item: tuple[bytes, str, datetime]) -> EventDates:
    """The dates that a PDF tells; to be run in a guarded process."""
    body, url, now = item
    if not body.startswith(b"%PDF-"):
        return EventDates()
    text = read_plain_text(body)
    return read_dates(Source(SavedPage(url, b"", "text/plain"), html=text, now=now))
