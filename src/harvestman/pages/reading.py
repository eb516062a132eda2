"""Read a page once: decode it, see that it is safe to parse, ask the readers, merge what they found, walk it.

Whatever is wanted of a page is read off the same `Source`, which parses it once. A JSON file is read by the same readers, without
the parts that are about markup.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from itertools import islice
from typing import Final

from harvestman.model import (
    Authority,
    EntitySighting,
    EventDates,
    Field,
    HarvestmanError,
    Kind,
    Link,
    Mention,
    PageReading,
    PublicationList,
    Status,
    Want,
)
from harvestman.pages.covering import is_complete, is_covered, is_own_page, joined, own_paper
from harvestman.pages.embedded_documents import embedded_documents
from harvestman.pages.events import data_signs, place_in_sections, read_signs
from harvestman.pages.findings import Found, NoPaper, PaperFound, PublicationsFound, Reader
from harvestman.pages.islands import is_too_much, load
from harvestman.pages.landing import LandingReader
from harvestman.pages.merging import Draft, draft, merge
from harvestman.pages.readers.article_page import NAME as ARTICLE_PAGE
from harvestman.pages.registry import load_readers
from harvestman.pages.shape import MAX_CHARACTERS, refuse
from harvestman.pages.source import SavedPage, Source
from harvestman.pages.walking import MAX_LINKS, MAX_TEXT, Walk, needs_browser, walk_page
from harvestman.pages.worker import HARVESTED
from harvestman.text import decode_html

_PROSE: Final = frozenset({Field.TITLE, Field.ABSTRACT})
MAX_PAPERS: Final = (
    5_000  # of one reader on one page; the largest conferences have some 4,000 papers
)
_BY_READERS: Final = frozenset({Want.PAPERS, Want.PUBLICATIONS})
_BY_WALK: Final = frozenset({Want.PAPERS, Want.LINKS, Want.TEXT})
"""Papers are among them because a page without any may be an empty shell, which only the walk tells."""
# How files begin that are no pages, whatever their header says.
_NOT_HTML: Final = (
    b"%PDF-",
    b"PK\x03\x04",
    b"\x89PNG",
    b"GIF8",
    b"\xff\xd8\xff",
    b"\x1f\x8b",
    b"%!PS",
    b"\xd0\xcf\x11\xe0",
)


def read(
    page: SavedPage,
    *,
    now: datetime,
    want: Collection[Want] = HARVESTED,
    readers: Sequence[Reader] | None = None,
) -> PageReading:
    """What is wanted of a page, by the installed readers or the given ones. Never raises for what is in the page."""
    if page.body.startswith(_NOT_HTML):
        return PageReading(Status.NOT_HTML)
    if len(page.body) > MAX_CHARACTERS:
        return PageReading(Status.TOO_LARGE)
    asked = _installed() if readers is None else readers
    if (data := _read_data(page, now, want, asked)) is not None:
        return data
    html, encoding = decode_html(page.body, page.content_type)
    if refused := refuse(html):
        return PageReading(refused, encoding=encoding)
    source = Source(page, html=html, now=now)
    heard = _ask_all(asked, source) if _BY_READERS.intersection(want) else _Heard()
    told = heard.with_talks() if Want.TALKS in want else heard.papers
    mentions = merge(told, source=page.url, now=now) if Want.PAPERS in want else ()
    mentions, sections = place_in_sections(source, mentions)
    walk = walk_page(source) if _BY_WALK.intersection(want) else Walk("", "", ())
    if len(walk.links) == MAX_LINKS:
        heard.problems.append(f"only the first {MAX_LINKS} links were taken")
    if mentions or not _BY_WALK.intersection(want):
        status = Status.SUCCESS
    elif needs_browser(source, walk):
        status = Status.NEEDS_BROWSER
    else:
        status = Status.NO_PAPERS if Want.PAPERS in want else Status.SUCCESS
    return PageReading(
        status=status,
        title=walk.title,
        text=walk.text if Want.TEXT in want else "",
        encoding=encoding,
        links=_links(source, walk) if Want.LINKS in want else (),
        mentions=mentions,
        problems=tuple(heard.problems),
        event=_dates(source) if Want.DATES in want else None,
        signs=(
            *read_signs(source, title=walk.title, text=walk.text, paper=_only_title(mentions)),
            *sections,
        )
        if Want.PAPERS in want
        else (),
        publications=heard.publications(source) if Want.PUBLICATIONS in want else None,
        people=_people(source) if Want.PEOPLE in want else (),
        parts=walk.parts if Want.LINKS in want else (),
        is_drawn=walk.is_drawn,
    )


# A harvest asks for neither dates nor people, and the modules that read them take 24 ms to load. Those who ask have their worker
# processes load them when they start (`rooms.DATE_READERS`, `rooms.PEOPLE_READERS`).


def _dates(source: Source) -> EventDates:
    from harvestman.pages.dates import read_dates  # noqa: PLC0415

    return read_dates(source)


def _people(source: Source) -> tuple[EntitySighting, ...]:
    from harvestman.pages.people import read_people  # noqa: PLC0415

    return read_people(source)


def _only_title(mentions: Sequence[Mention]) -> str:
    """The title of the only paper of a page; an empty string where it has none or several."""
    if len(mentions) != 1:
        return ""
    titles = (claim.value for claim in mentions[0].claims if claim.field == Field.TITLE)
    return str(next(titles, ""))


def _links(source: Source, walk: Walk) -> tuple[Link, ...]:
    """The page's links, then documents that it has without one."""
    return (*walk.links, *embedded_documents(source, walk.links))


def _read_data(
    page: SavedPage, now: datetime, want: Collection[Want], readers: Sequence[Reader]
) -> PageReading | None:
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
    heard = _ask_all(readers, source)
    told_papers = heard.with_talks() if Want.TALKS in want else heard.papers
    mentions = merge(told_papers, source=page.url, now=now)
    told = (claim for mention in mentions for claim in mention.claims)
    lines = dict.fromkeys(str(claim.value) for claim in told if claim.field in _PROSE)
    return PageReading(
        status=Status.SUCCESS if mentions else Status.NO_PAPERS,
        text="\n".join(lines)[:MAX_TEXT],
        encoding=encoding,
        mentions=mentions,
        problems=tuple(heard.problems),
        event=EventDates() if Want.DATES in want else None,
        signs=data_signs(page.url, now=now.year),
    )


def looks_like_json(page: SavedPage) -> bool:
    """Whether a page calls itself JSON or begins as JSON does."""
    begins = page.body[:200].lstrip(b"\xef\xbb\xbf \t\r\n")[:1]
    return _is_named_json(page) or begins in (b"{", b"[")


def _is_named_json(page: SavedPage) -> bool:
    kind = page.content_type.partition(";")[0].strip().lower()
    return kind.endswith(("/json", "+json"))


@dataclass(slots=True)
class _Heard:
    """What the readers of a page said."""

    papers: list[Draft] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    """The titles of what the page itself says is no paper."""
    talks: list[Draft] = field(default_factory=list)
    """What is said of those that are talks."""
    owner: str = ""
    listed: list[Draft] = field(default_factory=list)
    """The entries of a list of publications, which belongs to the owner."""
    problems: list[str] = field(default_factory=list)

    def with_talks(self) -> list[Draft]:
        """The papers, then the talks that are none of them."""
        papers = {one.title_key for one in self.papers}
        return [*self.papers, *(one for one in self.talks if one.title_key not in papers)]

    def publications(self, source: Source) -> PublicationList | None:
        """The list of publications that the page is; None when it is none."""
        if not self.listed or self.papers:
            return None
        entries = merge(self.listed, source=source.url, now=source.now)
        return PublicationList(self.owner, entries)


def _ask_all(readers: Sequence[Reader], source: Source) -> _Heard:
    """What all readers found: the surer ones first, then, where they leave something, the learned ones."""
    heard = _Heard()
    learned = [reader for reader in readers if reader.authority <= Authority.LEARNED]
    for reader in readers:
        if reader.authority > Authority.LEARNED:
            heard.papers += _ask(reader, source, heard)
    told = heard.papers
    if source.data is not None:
        return heard
    if (own := own_paper(told, source)) is not None:
        heard.papers = told = own
    if own is not None or is_own_page(told, source):
        if not any(Field.PDF in one.values or one.reader == ARTICLE_PAGE for one in told):
            heard.papers = [*told, *_ask(LandingReader(), source, heard)]
        return heard
    covered = bool(learned) and is_covered(told, source, refused=heard.refused)
    if covered and is_complete(told, source):
        return heard
    guessed = [one for reader in learned for one in _ask(reader, source, heard)]
    more = joined(told, guessed, refused=heard.refused, completing_only=covered)
    heard.papers = [*told, *more]
    return heard


def _ask(reader: Reader, source: Source, heard: _Heard) -> list[Draft]:
    """The papers that one reader found; what went wrong becomes a line, and what was found before is kept."""
    drafts: list[Draft] = []
    try:
        if not reader.match(source):
            return []
        for count, found in enumerate(islice(reader.read(source), MAX_PAPERS + 1)):
            if count == MAX_PAPERS:
                heard.problems.append(
                    f"{reader.name}: only the first {MAX_PAPERS} papers were taken"
                )
                break
            if isinstance(found, NoPaper):
                if reader.authority > Authority.LEARNED:
                    heard.refused.append(found.title)
                if found.talk is not None:
                    heard.talks += _drafts((_as_talk(found.talk),), reader, source)
            elif isinstance(found, PublicationsFound):
                heard.owner = heard.owner or found.owner
                room = MAX_PAPERS - len(heard.listed)
                heard.listed += _drafts(found.entries[:room], reader, source)
            else:
                drafts += _drafts((found,), reader, source)
    except MemoryError:
        raise  # not the reader's fault: the page is too large for what this process may use
    except HarvestmanError as error:
        heard.problems.append(f"{reader.name}: {error}")
    except Exception as error:  # noqa: BLE001 - a reader may be anybody's; its fault must not cost the page
        problem = f"{reader.name} {reader.version}: {type(error).__name__}: {error}"
        heard.problems.append(problem[:500])
    return drafts


def _as_talk(talk: PaperFound) -> PaperFound:
    """A talk, called one."""
    where = talk.values[Field.TITLE].locator if Field.TITLE in talk.values else ""
    return PaperFound({**talk.values, Field.KIND: Found(str(Kind.TALK), where)})


def _drafts(papers: Sequence[PaperFound], reader: Reader, source: Source) -> list[Draft]:
    drafts = (draft(paper, reader, source) for paper in papers)
    return [one for one in drafts if one is not None]


@cache
def _installed() -> tuple[Reader, ...]:
    """Looked up once a process: scanning the installed packages takes longer than reading a page."""
    return load_readers()
