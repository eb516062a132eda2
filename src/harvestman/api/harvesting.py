"""A harvest from beginning to end: pages and files fetched, papers that are one merged, and why there is none if there is none."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from harvestman.api.results import Harvested
from harvestman.api.selecting import select
from harvestman.crawl import why_fruitless
from harvestman.crawl.browser import find_browser
from harvestman.dedup import AFTER_A_HARVEST, find_merges
from harvestman.model import BlobError, Status, Want
from harvestman.pages import SavedPage, read_saved_page
from harvestman.text import site_of

if TYPE_CHECKING:
    from harvestman.crawl import FileOutcome, FileWatcher, Watcher
    from harvestman.model import HarvestRequest, Link, PublicationList
    from harvestman.rooms import Rooms
    from harvestman.store import Library, VisitRecord


def harvest(
    rooms: Rooms,
    request: HarvestRequest,
    *,
    again: bool,
    reread: bool,
    warc: Path | None,
    watcher: Watcher | None,
    file_watcher: FileWatcher | None,
) -> Harvested:
    """The work of `hm.harvest`."""
    files: list[FileOutcome] = []

    def note_file(outcome: FileOutcome) -> None:
        files.append(outcome)
        if file_watcher is not None:
            file_watcher(outcome)

    done = rooms.harvest(
        request, again=again, reread=reread, warc=warc, watcher=watcher, file_watcher=note_file
    )
    library = rooms.library
    merges = find_merges(library, limit=AFTER_A_HARVEST)
    visits, counts = library.harvests.outcomes(done), library.harvests.counts(done)
    known = _known(library, request, visits)
    why_none = why_fruitless(
        request,
        visits,
        counts,
        links_of=lambda url: _links_of(library, url),
        list_on=lambda url: _list_on(rooms, url),
        known=known,
        browser_missing=find_browser(rooms.settings.browser).missing,
    )
    return Harvested(done, visits, counts, merges, tuple(files), why_none, known)


def _known(library: Library, request: HarvestRequest, visits: Sequence[VisitRecord]) -> int:
    """How many papers are known of the given sites, where no page had a paper and some are as they were."""
    is_unchanged = any(visit.status is Status.UNCHANGED for visit in visits)
    if not is_unchanged or any(visit.papers for visit in visits):
        return 0
    sites = {site_of(seed) for seed in request.seeds}
    return sum(library.papers.count(select(site=site)) for site in sites)


def _list_on(rooms: Rooms, url: str) -> PublicationList | None:
    """The scholar's list of publications that a kept page is: harvests do not ask for those, so it is read once more."""
    page = rooms.library.pages.latest(url)
    if page is None:
        return None
    try:
        body = rooms.library.blobs.get(page.digest)
    except BlobError:
        return None
    saved = SavedPage(page.final_url, body, page.content_type, page.links_header)
    wanted = frozenset({Want.PUBLICATIONS})
    outcome = (
        rooms.page_guard().submit(read_saved_page, (saved, rooms.clock.now(), wanted)).result()
    )
    return outcome.value.publications if outcome.value else None


def _links_of(library: Library, url: str) -> Iterable[Link]:
    page = library.pages.latest(url)
    return library.pages.links(page) if page else ()
