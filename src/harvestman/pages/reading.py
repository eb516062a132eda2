"""Read a page: decode it, see that it is safe to parse, ask every reader, merge what they found, walk it once."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import cache
from itertools import islice

from harvestman.model import Authority, HarvestmanError, PageReading, Status
from harvestman.pages.findings import Reader
from harvestman.pages.merging import Draft, draft, merge
from harvestman.pages.registry import load_readers
from harvestman.pages.shape import MAX_CHARACTERS, refuse
from harvestman.pages.source import SavedPage, Source
from harvestman.pages.walking import MAX_LINKS, needs_browser, walk_page
from harvestman.text import decode_html

MAX_PAPERS = 5_000  # of one reader on one page; the largest conferences have some 4,000 papers
# How files begin that are no pages, whatever their header says.
_NOT_HTML = (
    b"%PDF-",
    b"PK\x03\x04",
    b"\x89PNG",
    b"GIF8",
    b"\xff\xd8\xff",
    b"\x1f\x8b",
    b"%!PS",
    b"\xd0\xcf\x11\xe0",
)


def read_page(
    page: SavedPage, *, now: datetime, readers: Sequence[Reader] | None = None
) -> PageReading:
    """All that the installed readers, or the given ones, read off a page. Never raises for what is in the page."""
    if page.body.startswith(_NOT_HTML):
        return PageReading(Status.NOT_HTML)
    if len(page.body) > MAX_CHARACTERS:
        return PageReading(Status.TOO_LARGE)
    html, encoding = decode_html(page.body, page.content_type)
    if refused := refuse(html):
        return PageReading(refused, encoding=encoding)
    source = Source(page, html=html, now=now)
    drafts: list[Draft] = []
    problems: list[str] = []
    for reader in _installed() if readers is None else readers:
        if reader.authority is Authority.LEARNED and _is_told(drafts):
            continue  # learned readers come last, and are for pages that say nothing surer
        found, problem = _ask(reader, source)
        drafts += found
        if problem:
            problems.append(problem)
    mentions = merge(drafts, source=page.url, now=now)
    walk = walk_page(source)
    if len(walk.links) == MAX_LINKS:
        problems.append(f"only the first {MAX_LINKS} links were taken")
    if mentions:
        status = Status.SUCCESS
    else:
        status = Status.NEEDS_BROWSER if needs_browser(source, walk) else Status.NO_PAPERS
    return PageReading(
        status=status,
        title=walk.title,
        text=walk.text,
        encoding=encoding,
        links=walk.links,
        mentions=mentions,
        problems=tuple(problems),
    )


def _is_told(drafts: Sequence[Draft]) -> bool:
    """Whether surer readers have told the papers of the page."""
    return any(one.title_key for one in drafts)


def _ask(reader: Reader, source: Source) -> tuple[list[Draft], str]:
    """What one reader found, and a line about what went wrong; what it found before it broke is kept."""
    drafts: list[Draft] = []
    try:
        if not reader.match(source):
            return [], ""
        for count, paper in enumerate(islice(reader.read(source), MAX_PAPERS + 1)):
            if count == MAX_PAPERS:
                return drafts, f"{reader.name}: only the first {MAX_PAPERS} papers were taken"
            one = draft(paper, reader, source)
            if one is not None:
                drafts.append(one)
    except MemoryError:
        raise  # not the reader's fault: the page is too large for what this process may use
    except HarvestmanError as error:
        return drafts, f"{reader.name}: {error}"
    except Exception as error:  # noqa: BLE001 - a reader may be anybody's; its fault must not cost the page
        return drafts, f"{reader.name} {reader.version}: {type(error).__name__}: {error}"[:500]
    return drafts, ""


@cache
def _installed() -> tuple[Reader, ...]:
    """Looked up once a process: scanning the installed packages takes longer than reading a page."""
    return load_readers()
