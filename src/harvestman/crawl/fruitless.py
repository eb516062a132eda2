"""Why a harvest found no papers, and what to try: said at its end, so that nobody has to guess."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from harvestman.crawl.focus import PROMISING, text_points
from harvestman.model import HarvestRequest, Link, PublicationList, Status
from harvestman.store import HarvestCounts, VisitRecord
from harvestman.text import site_of

_FEW_PAGES = 2
_LOOKED_AT = 30  # pages whose links are looked through
_MOST_NAMED = 3


def why_fruitless(
    request: HarvestRequest,
    records: Sequence[VisitRecord],
    counts: HarvestCounts,
    *,
    links_of: Callable[[str], Iterable[Link]],
    list_on: Callable[[str], PublicationList | None] = lambda _: None,
    known: int = 0,
    browser_missing: str = "",
) -> tuple[str, ...]:
    """What kept a harvest from finding papers, a sentence or two for each reason; none when it has found some.

    `list_on` tells whether a page is a list of a scholar's publications. `known` papers of these sites were found before: then nobody
    has to look elsewhere.
    """
    if any(record.papers for record in records):
        return ()
    return tuple(_reasons(request, records, counts, links_of, list_on, known, browser_missing))


def _reasons(
    request: HarvestRequest,
    records: Sequence[VisitRecord],
    counts: HarvestCounts,
    links_of: Callable[[str], Iterable[Link]],
    list_on: Callable[[str], PublicationList | None],
    known: int,
    browser_missing: str,
) -> Iterator[str]:
    read = [r for r in records if r.status is not None and r.status.is_read]
    for record in records:
        status = record.status
        if record.visit.depth == 0 and status is not None and not status.is_read:
            yield f"{record.visit.url} could not be read: {status.meaning} {status.remedy}"
    statuses = Counter(r.status for r in records)
    if statuses[Status.NEEDS_BROWSER] and browser_missing:
        number = _pages(statuses[Status.NEEDS_BROWSER])
        yield f"{number} drawn by scripts, and there is no browser to show them. {browser_missing}"
    if counts.beyond_limit:
        number = _pages(counts.beyond_limit)
        yield f"{number} beyond the limits: raise --limit or the setting site_limit."
    if not known and (elsewhere := _elsewhere(read, links_of)):
        yield (
            f"Papers may be on another site: harvest {', '.join(elsewhere)}, or follow it with --domain."
        )
    if not read:
        return
    if not known and (lists := list(_lists(read, list_on))):
        yield from lists
    elif all(r.status is Status.UNCHANGED for r in read):
        yield "All pages are as they were when they were last read: --reread reads them again."
    elif known:
        return
    elif len(read) <= _FEW_PAGES and request.depth:
        yield (
            "The given page leads to hardly any other page of its site: name the page that lists the papers, or try --browser "
            "always, which shows every page as a person sees it."
        )
    else:
        yield (
            f"{_pages(len(read), 'was', 'were')} read and none lists papers in a way that is understood: if you know the page that "
            "does, `harvestman read` tells what it sees there; if the list is drawn by a script, try --browser always."
        )


def _lists(
    read: Sequence[VisitRecord], list_on: Callable[[str], PublicationList | None]
) -> Iterator[str]:
    """What is said of given pages that list what a scholar or a group has published."""
    given = [record.visit.url for record in read if record.visit.depth == 0]
    for url in given[:_MOST_NAMED]:
        if (found := list_on(url)) is not None:
            whose = f"publications of {found.owner}" if found.owner else "somebody's publications"
            name = shlex.quote(found.owner) if found.owner else "NAME"  # a stranger's words
            yield (
                f"{url} lists {whose} ({len(found.entries)}), no papers of an event: `harvestman find person {name}` takes such "
                "lists into the library, `harvestman read` shows this one."
            )


def _elsewhere(read: Sequence[VisitRecord], links_of: Callable[[str], Iterable[Link]]) -> list[str]:
    """The pages of other sites that are called a programme, papers or proceedings."""
    sites = {site_of(record.visit.url) for record in read}
    found = {
        link.target: text_points(link.anchor)
        for record in read[:_LOOKED_AT]
        if record.visit.depth <= 1
        for link in links_of(record.visit.url)
        if site_of(link.target) not in sites and text_points(link.anchor) >= PROMISING
    }
    return sorted(found, key=lambda url: (-found[url], url))[:_MOST_NAMED]


def _pages(number: int, one: str = "is", more: str = "are") -> str:
    return f"1 page {one}" if number == 1 else f"{number} pages {more}"
