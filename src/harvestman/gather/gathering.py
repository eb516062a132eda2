"""Gathering: the coordinator. Crawl the sites, then enrich every document, decide, and keep the candidates.

The crawl and the holdings are resumable by themselves; what comes after them is worked out anew in each run from what is kept, a batch of
candidates a transaction. So a killed run, started again, ends where an undisturbed one ends.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from hashlib import sha256

from harvestman.crawl import Session, Watcher
from harvestman.gather.deciding import reasons_against
from harvestman.gather.directory import Directory
from harvestman.gather.enriching import enrich
from harvestman.gather.held import HeldIndex
from harvestman.gather.policy import SitePolicy
from harvestman.gather.related import ENDING, OPENING, Institution, PageAbove, SiteDocument
from harvestman.holdings import Holdings
from harvestman.model import (
    Candidate,
    Clock,
    Extraction,
    Harvest,
    HarvestRequest,
    Organisation,
    Person,
    Role,
    Status,
    assemble_candidate,
)
from harvestman.store import CandidateFound, KeptDocument, Library
from harvestman.text import fold, site_of

_BATCH = 50  # candidates kept in one transaction
_PAGES_AT_ONCE = 200
_PAGES_REMEMBERED = 5_000
_MOST_ABOVE = 60  # pages that are looked at for one document
_SAME = 0.98  # share of words that copies of a document have in common
_SAME_TEXT = 100  # letters that two documents must share to be copies; a scan has none
_MOST_BESIDE = 60  # documents that are looked at for one document


@dataclass(frozen=True, slots=True)
class GatherRequest:
    """What a repository manager asks for."""

    harvest: HarvestRequest
    below: tuple[str, ...] = ()
    institution: Institution = field(default_factory=Institution)
    distance: int = 2
    """How many links up from a document its people are looked for."""
    held: HeldIndex | None = None
    """What the repository has already."""
    articles: bool = False
    """Whether web pages that are articles are candidates as well."""


def memo_of(request: GatherRequest) -> str:
    """What the crawl of a gathering must remember so that the same can be asked again."""
    return json.dumps(
        {
            "below": list(request.below),
            "institution": asdict(request.institution),
            "distance": request.distance,
            "articles": request.articles,
            "held": request.held is not None,
        }
    )


def same_again(harvest: Harvest) -> GatherRequest | None:
    """The request that led to the crawl of a gathering; None for other crawls, and where what the repository has was told by a file or address of the day."""
    if not harvest.request.memo:
        return None
    said = json.loads(harvest.request.memo)
    if said["held"]:
        return None
    institution = Institution(
        tuple(said["institution"]["names"]), tuple(said["institution"]["domains"])
    )
    return GatherRequest(
        harvest.request,
        tuple(said["below"]),
        institution,
        said["distance"],
        articles=said["articles"],
    )


@dataclass(frozen=True, slots=True)
class Gathered:
    """What a run of gathering came to."""

    harvest: Harvest
    candidates: tuple[Candidate, ...]
    gone: int = 0
    """Documents that the site had at an earlier run and has no more."""
    new: int = 0
    """Documents that it did not have then."""
    changed: int = 0
    """Documents whose bytes are others than then."""
    unread: tuple[tuple[str, Status], ...] = ()
    """The given pages that could not be read."""


@dataclass(frozen=True, slots=True)
class Gatherer:
    """Gathers sites with the rooms it was given."""

    library: Library
    session: Session
    holdings: Holdings
    clock: Clock
    max_bytes: int

    async def gather(
        self,
        request: GatherRequest,
        *,
        fresh_for_s: float | None = None,
        reread: bool = False,
        watcher: Watcher | None = None,
        on_candidate: Callable[[Candidate], None] | None = None,
    ) -> Gathered:
        """Collect the documents of the sites and make candidates of them."""
        policy = SitePolicy.of(
            request.harvest.seeds,
            below=request.below,
            guard=self.session.guard,
            holdings=self.holdings,
            clock=self.clock,
            articles=request.articles,
        )
        harvest = await self.session.crawl(
            replace(request.harvest, memo=memo_of(request)),
            policy,
            fresh_for_s=fresh_for_s,
            reread=reread,
            max_bytes=self.max_bytes,
            watcher=watcher,
        )
        return await asyncio.to_thread(self._after, request, policy, harvest, on_candidate)

    def _after(
        self,
        request: GatherRequest,
        policy: SitePolicy,
        harvest: Harvest,
        on_candidate: Callable[[Candidate], None] | None,
    ) -> Gathered:
        pages, documents = self._visited(harvest)
        before: dict[str, str] = {}
        for site in policy.sites:
            before |= self.library.candidates.of_site(site)
        enricher = SiteEnricher(self.library, documents, pages, request, now_clock=self.clock)
        kept: list[Candidate] = []
        for site in sorted(policy.sites):
            own = [one for one in documents if site_of(one.url) == site]
            for start in range(0, len(own), _BATCH):
                found = [enricher.candidate(one) for one in own[start : start + _BATCH]]
                for candidate in self.library.candidates.keep(site, found):
                    kept.append(candidate)
                    if on_candidate is not None:
                        on_candidate(candidate)
        here = {one.url for one in documents}
        missing = [url for url in before if url not in here and policy.has(url)]
        gone = self._gone(missing, harvest) if missing else []
        marked = self.library.candidates.mark_gone(gone) if gone else 0
        digests = {one.url: one.digest for one in documents}
        return Gathered(
            harvest,
            tuple(kept),
            gone=marked,
            new=sum(one.url not in before for one in kept),
            changed=sum(before.get(one.url, digests[one.url]) != digests[one.url] for one in kept),
            unread=self._unread(harvest),
        )

    def _gone(self, missing: Sequence[str], harvest: Harvest) -> list[str]:
        """Those that are no more: visited and no document now, or linked from no page that may still be there.

        What a crawl has not come to, because the server was down or the crawl was a smaller one, is not gone: an earlier page still links to it.
        """
        statuses = {one.visit.url: one.status for one in self.library.harvests.outcomes(harvest)}
        return [
            url
            for url in missing
            if statuses.get(url)
            or all(
                statuses.get(edge.source) is Status.NOT_FOUND
                for edge in self.library.links.parents(url)
            )
        ]

    def _unread(self, harvest: Harvest) -> tuple[tuple[str, Status], ...]:
        """The given pages that could not be read, and why."""
        return tuple(
            (one.visit.url, one.status)
            for one in self.library.harvests.outcomes(harvest)
            if one.visit.is_given and one.status is not None and not one.status.is_read
        )

    def _visited(self, harvest: Harvest) -> tuple[list[str], list[SiteDocument]]:
        """The pages and the documents that a crawl has seen, each document as it was read."""
        pages: list[str] = []
        documents: list[SiteDocument] = []
        for visit in self.library.harvests.outcomes(harvest):
            url = visit.visit.url
            state = self.library.pages.latest(url)
            if state is None or visit.status is None or visit.status is Status.NOT_FOUND:
                continue
            held = self.library.documents.at(url, digest=state.digest)
            if held is None:
                pages.append(url)
                continue
            documents.append(_site_document(url, held, self.holdings.extraction(held.answer)))
        return pages, documents


def _site_document(url: str, held: KeptDocument, read: Extraction) -> SiteDocument:
    version = (
        held.duplicate
    )  # a preprint is answered by what was read of the paper, and yet another document
    is_version = version is not None and (version.overlap or 0.0) < _SAME
    return SiteDocument(
        url,
        held.id,
        held.digest,
        read.header,
        read.language,
        str(read.category) if read.category else "",
        read.text[:OPENING],
        read.text[OPENING:][-ENDING:],
        "" if is_version else _likeness(read.text),
    )


def _likeness(text: str) -> str:
    """What copies of a document have in common when a date or an identifier that a program writes into the file differs: all of its letters."""
    letters = fold(text)
    return sha256(letters.encode()).hexdigest() if len(letters) > _SAME_TEXT else ""


class SiteEnricher:
    """Makes candidates of the documents of a crawl: knows its people once, then asks the graph for each document."""

    def __init__(
        self,
        library: Library,
        documents: Sequence[SiteDocument],
        pages: Sequence[str],
        request: GatherRequest,
        *,
        now_clock: Clock,
    ) -> None:
        self._library = library
        self._documents = {one.url: one for one in documents}
        self._request = request
        self._clock = now_clock
        self._directories: dict[str, Directory] = {}
        self._first: dict[str, str] = {}
        self._teaching: dict[str, None] = {}
        """The pages that say who teaches."""
        self._courses: dict[str, tuple[int, ...]] = {}
        self._linked: dict[str, tuple[str, ...]] = {}
        """Pages that were asked for their links, each with those of them that say who teaches and have no documents of their own."""
        self._with_documents: set[str] = set()
        """The pages that link to documents."""
        for document in documents:
            self._with_documents.update(edge.source for edge in library.links.parents(document.url))
            self._first.setdefault(document.likeness or document.digest, document.url)
        self._named: dict[str, tuple[Person | Organisation, ...]] = {}
        for start in range(0, len(pages), _PAGES_AT_ONCE):
            some = pages[start : start + _PAGES_AT_ONCE]
            for url, named in library.entities.on(some).items():
                if len(self._named) < _PAGES_REMEMBERED:
                    self._named[url] = tuple(named)
                directory = self._directories.setdefault(site_of(url), Directory())
                for one in named:
                    if isinstance(one, Person):
                        directory.add_page_person(one)
                        if one.role is Role.TEACHER:
                            self._teaching.setdefault(url)
        for one_document in documents:
            directory = self._directories.setdefault(site_of(one_document.url), Directory())
            for author in one_document.header.authors:
                directory.add_author(author, one_document.url)

    def _named_on(self, urls: Sequence[str]) -> dict[str, tuple[Person | Organisation, ...]]:
        """What pages name; of those that are asked for again and again it is remembered."""
        missing = [url for url in urls if url not in self._named]
        if len(self._named) + len(missing) > _PAGES_REMEMBERED:
            self._named.clear()
            missing = list(urls)
        for url, named in self._library.entities.on(missing).items() if missing else ():
            self._named[url] = tuple(named)
        return {url: self._named[url] for url in urls}

    def candidate(self, document: SiteDocument) -> CandidateFound:
        """A document with all that is said of it."""
        above = list(self._above(document))
        beside = self._beside(document)
        directory = self._directories[site_of(document.url)]
        institution = self._request.institution
        now = self._clock.now()
        near = self._near(document, above)
        claims = enrich(document, above, beside, directory, institution, now=now, near=near)
        candidate = assemble_candidate(claims, url=document.url)
        return CandidateFound(
            document.url,
            document.id,
            document.digest,
            claims,
            reasons_against(
                candidate,
                document,
                directory,
                institution,
                anchors=[page.anchor for page in above if page.distance == 1],
                twin=self._twin(document),
                held=self._request.held,
            ),
            tuple(page.url for page in above if page.distance == 1),
        )

    def _twin(self, document: SiteDocument) -> str:
        """The address of the first document with the same text, if that is another one."""
        first = self._first.setdefault(document.likeness or document.digest, document.url)
        return "" if first == document.url else first

    def _above(self, document: SiteDocument) -> Iterator[PageAbove]:
        nodes = self._library.links.ancestors(
            document.url,
            within=max(1, self._request.distance),
            site=site_of(document.url),
            limit=_MOST_ABOVE,
        )
        named = self._named_on([node.url for node in nodes])
        for node in nodes:
            courses = self._courses_of(node.url) if node.distance > 1 else ()
            yield PageAbove(
                node.url, node.distance, node.by.position, named[node.url], node.by.anchor, courses
            )

    def _courses_of(self, page: str) -> tuple[int, ...]:
        """The places of a page's links to pages with documents, where it says who teaches: it may be a list of courses."""
        if page not in self._teaching:
            return ()
        if page not in self._courses:
            children = self._library.links.children(page)
            self._courses[page] = tuple(
                edge.position for edge in children if edge.target in self._with_documents
            )
        return self._courses[page]

    def _near(self, document: SiteDocument, above: Sequence[PageAbove]) -> list[PageAbove]:
        """The pages that the pages above link to and that say who teaches: a course's page of staff, or about the course."""
        if document.header.authors or not self._teaching:
            return []
        known = {page.url for page in above}
        found: dict[str, int] = {}
        for page in above:
            for url in self._teaching_of(page.url):
                if url not in known:
                    found.setdefault(url, page.distance + 1)
        named = self._named_on(list(found))
        return [PageAbove(url, distance, 0, named[url]) for url, distance in found.items()]

    def _teaching_of(self, page: str) -> tuple[str, ...]:
        """The pages that a page links to and that say who teaches; not those of other courses, which have documents of their own."""
        if page not in self._linked:
            links = self._library.links
            self._linked[page] = tuple(
                edge.target
                for edge in links.children(page)
                if edge.target in self._teaching and edge.target not in self._with_documents
            )
        return self._linked[page]

    def _beside(self, document: SiteDocument) -> list[SiteDocument]:
        found: list[SiteDocument] = []
        for edge in self._library.links.siblings(document.url):
            other = self._documents.get(edge.target)
            if other is not None and len(found) < _MOST_BESIDE:
                found.append(other)
        return found
