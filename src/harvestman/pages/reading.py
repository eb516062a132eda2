"""Read a page: decode it, see that it is safe to parse, ask the readers, merge what they found, walk it once.

A JSON file is read by the same readers, without the parts that are about markup.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import cache
from itertools import islice

from harvestman.model import Authority, Field, HarvestmanError, PageReading, Status
from harvestman.pages.covering import is_complete, is_covered, is_own_page, joined
from harvestman.pages.findings import NoPaper, Reader
from harvestman.pages.islands import is_too_much, load
from harvestman.pages.merging import Draft, draft, merge
from harvestman.pages.registry import load_readers
from harvestman.pages.shape import MAX_CHARACTERS, refuse
from harvestman.pages.source import SavedPage, Source
from harvestman.pages.walking import MAX_LINKS, MAX_TEXT, needs_browser, walk_page
from harvestman.text import decode_html

_PROSE = frozenset({Field.TITLE, Field.ABSTRACT})
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
    asked = _installed() if readers is None else readers
    if (data := _read_data(page, now, asked)) is not None:
        return data
    html, encoding = decode_html(page.body, page.content_type)
    if refused := refuse(html):
        return PageReading(refused, encoding=encoding)
    source = Source(page, html=html, now=now)
    drafts, problems = _ask_all(asked, source)
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


def read_saved_page(item: tuple[SavedPage, datetime]) -> PageReading:
    """What a worker process runs for each page. It stands here so that workers load no room above this one."""
    page, now = item
    return read_page(page, now=now)


def _read_data(page: SavedPage, now: datetime, readers: Sequence[Reader]) -> PageReading | None:
    """What is in a JSON file; None when it is none."""
    if not looks_like_json(page):
        return None
    text, encoding = decode_html(page.body, page.content_type)
    if is_too_much(text):
        return PageReading(Status.TOO_LARGE, encoding=encoding)
    try:
        objects = load(text)
    except RecursionError:
        return PageReading(Status.TOO_DEEP, encoding=encoding)
    except ValueError as error:
        if not _is_named_json(page):
            return None  # a page may begin with a bracket, too
        problem = f"the file calls itself JSON and is none: {error}"
        return PageReading(Status.NOT_HTML, encoding=encoding, problems=(problem,))
    source = Source(page, html="", now=now, data=objects[0] if len(objects) == 1 else objects)
    drafts, problems = _ask_all(readers, source)
    mentions = merge(drafts, source=page.url, now=now)
    told = (claim for mention in mentions for claim in mention.claims)
    lines = dict.fromkeys(str(claim.value) for claim in told if claim.field in _PROSE)
    return PageReading(
        status=Status.SUCCESS if mentions else Status.NO_PAPERS,
        text="\n".join(lines)[:MAX_TEXT],
        encoding=encoding,
        mentions=mentions,
        problems=tuple(problems),
    )


def looks_like_json(page: SavedPage) -> bool:
    """Whether a page calls itself JSON or begins as JSON does."""
    begins = page.body[:200].lstrip(b"\xef\xbb\xbf \t\r\n")[:1]
    return _is_named_json(page) or begins in (b"{", b"[")


def _is_named_json(page: SavedPage) -> bool:
    kind = page.content_type.partition(";")[0].strip().lower()
    return kind.endswith(("/json", "+json"))


def _ask_all(readers: Sequence[Reader], source: Source) -> tuple[list[Draft], list[str]]:
    """What all readers found: the surer ones first, then, where they leave something, the learned ones."""
    told: list[Draft] = []
    refused: list[str] = []
    problems: list[str] = []
    learned = [reader for reader in readers if reader.authority <= Authority.LEARNED]
    for reader in readers:
        if reader.authority > Authority.LEARNED:
            told += _ask(reader, source, refused=refused, problems=problems)
    if source.data is not None or is_own_page(told, source):
        return told, problems
    covered = bool(learned) and is_covered(told, source, refused=refused)
    if covered and is_complete(told, source):
        return told, problems
    guessed = [
        one
        for reader in learned
        for one in _ask(reader, source, refused=refused, problems=problems)
    ]
    more = joined(told, guessed, refused=refused, completing_only=covered)
    return [*told, *more], problems


def _ask(reader: Reader, source: Source, *, refused: list[str], problems: list[str]) -> list[Draft]:
    """What one reader found; what went wrong becomes a line, and what was found before is kept."""
    drafts: list[Draft] = []
    try:
        if not reader.match(source):
            return []
        for count, found in enumerate(islice(reader.read(source), MAX_PAPERS + 1)):
            if count == MAX_PAPERS:
                problems.append(f"{reader.name}: only the first {MAX_PAPERS} papers were taken")
                break
            if isinstance(found, NoPaper):
                refused.append(found.title)
                continue
            one = draft(found, reader, source)
            if one is not None:
                drafts.append(one)
    except MemoryError:
        raise  # not the reader's fault: the page is too large for what this process may use
    except HarvestmanError as error:
        problems.append(f"{reader.name}: {error}")
    except Exception as error:  # noqa: BLE001 - a reader may be anybody's; its fault must not cost the page
        problems.append(f"{reader.name} {reader.version}: {type(error).__name__}: {error}"[:500])
    return drafts


@cache
def _installed() -> tuple[Reader, ...]:
    """Looked up once a process: scanning the installed packages takes longer than reading a page."""
    return load_readers()
