"""What our own provider searches: pages and held files by their words. New pages are read and indexed before the first search.

Pages are read in the guarded children, a bounded number at a time, so a library with a million pages catches up over several runs.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import datetime

from harvestman.engine import Guard
from harvestman.find.homepages import page_title
from harvestman.find.providers import Hit, Query
from harvestman.model import BlobError, Clock, Want
from harvestman.pages import SavedPage, read
from harvestman.store import Library, OwnHit, UnindexedPage

AT_A_TIME = 2_000
"""Pages that are indexed before a run of questions."""
_TOGETHER = 100  # in one transaction
_SHOWN = 20
_WORDS_ONLY = frozenset({Want.TEXT})


def search_own(library: Library, query: Query) -> Sequence[Hit]:
    """Pages and files of the library that have the words of a query. Blocks."""
    words = query.title or query.name or query.words
    found: list[OwnHit] = []
    if query.file_type != "html":
        found += library.own_index.files(words, limit=_SHOWN)
    if query.file_type in ("", "html"):
        found += library.own_index.pages(words, limit=_SHOWN)
    return [Hit(one.url, one.title, "", _file_type(one.media_type)) for one in found]


def _file_type(media_type: str) -> str:
    return {"text/html": "html", "application/pdf": "pdf", "application/postscript": "ps"}.get(
        media_type, "doc"
    )


async def index_new_pages(
    library: Library, guard: Guard, clock: Clock, *, limit: int = AT_A_TIME
) -> int:
    """Read the pages that cannot be searched yet, and make them searchable; how many."""
    waiting = await asyncio.to_thread(library.own_index.unindexed, limit=limit)
    for start in range(0, len(waiting), _TOGETHER):
        group = waiting[start : start + _TOGETHER]
        texts = await asyncio.gather(*(_text_of(library, guard, clock, one) for one in group))
        kept = [(page, *text) for page, text in zip(group, texts, strict=True)]
        await asyncio.to_thread(library.own_index.add, kept)
    return len(waiting)


async def _text_of(
    library: Library, guard: Guard, clock: Clock, page: UnindexedPage
) -> tuple[str, str]:
    """Title and text; both empty for a page that cannot be read, so that it is not tried again and again."""
    try:
        body = await asyncio.to_thread(library.blobs.get, page.digest)
    except BlobError:
        return "", ""
    saved = SavedPage(page.final_url, body, page.content_type)
    outcome = await asyncio.wrap_future(guard.submit(read_words, (saved, clock.now())))
    return outcome.value or ("", "")


def read_words(task: tuple[SavedPage, datetime]) -> tuple[str, str]:
    """What a worker process runs: a page's title and what a person would read on it."""
    page, now = task
    reading = read(page, now=now, want=_WORDS_ONLY)
    return reading.title or page_title(page), reading.text
