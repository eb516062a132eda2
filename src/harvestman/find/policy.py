"""The policy of a question: from pages that a search engine names to the file, pages that promise it first.

What is followed: links of the paper's own entry wherever they lead, its file before all else; and, in a wide search, on sites that name
an author: pages whose address or link has a word of the lists or an author's name, and files that may be the paper though the page
calls them otherwise (`guessing.py`). Documents are visits like pages: held, and verified. The first that is the paper ends the crawl.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from urllib.parse import unquote, urlsplit

from harvestman.crawl import (
    DOCUMENT_TYPES,
    READABLE,
    FetchedPage,
    FoundLink,
    Origin,
    address,
    is_document,
    is_file,
    read_outcome,
)
from harvestman.engine import Guard
from harvestman.find.guessing import PageSight, see_saved_page
from harvestman.find.pairing import PairedLink
from harvestman.find.questions import PaperQuestion, Trail
from harvestman.find.verifying import DocumentVerdict, PageEvidence, family_words, verify
from harvestman.find.volumes import VolumePlace, find_in_volume, may_contain
from harvestman.find.words import PAGE_WORDS, WORD
from harvestman.holdings import HEAD_BYTES, Holdings, media_type_of
from harvestman.model import (
    Clock,
    CrawlState,
    Extraction,
    PageReading,
    Status,
    VisitOutcome,
    Want,
)
from harvestman.pages import SavedPage
from harvestman.store import LINKED, KeptDocument
from harvestman.text import fold, romanise, site_of

_NO_DOCUMENTS = frozenset({"", "text/html", "text/plain"})
_READ = frozenset({Want.LINKS, Want.TEXT})
_PASSING = frozenset({Status.CRASHED, Status.TIMEOUT})
_LIKE = 0.3  # of the words of the title: a file that a list calls otherwise than its own first page does
_LIKE_FILE = 250
_FILE, _ENTRY_PAGE, _NAMED, _PROMISING, _EACH_STEP = 1_000, 500, 120, 60, -15
_GUESSED = 4  # for each point of a guess: one that has an author's name or a third of the title comes before most pages


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A document that is the paper."""

    url: str
    document: KeptDocument
    read: Extraction
    verdict: DocumentVerdict
    place: VolumePlace | None = None
    """Where it stands in a collected volume."""


@dataclass(slots=True)
class QuestionPolicy:
    """Looks for the file of one paper."""

    question: PaperQuestion
    guard: Guard
    holdings: Holdings
    clock: Clock
    trail: Trail
    on_found: Callable[[FoundFile], Awaitable[None]]
    """Told at once of the paper: what is found stays found, whatever happens to the crawl."""
    is_wide: bool = False
    """Whether pages are followed that are not of the paper's own entry."""
    media_types: frozenset[str] = READABLE | DOCUMENT_TYPES
    found: FoundFile | None = None
    paired: dict[str, PairedLink] = field(default_factory=dict)
    guessed: dict[str, int] = field(default_factory=dict)
    """Files that may be it though the page calls them otherwise, with the points of the guess."""
    sites: set[str] = field(default_factory=set)
    """The sites of which a page names an author; a question's searches share them."""
    searched: frozenset[str] = frozenset()
    """Sites whose files a search engine knows: it was asked for this one already, so nothing is guessed there."""

    @property
    def name(self) -> str:
        """Each question is a crawl of its own, and so is its wide search."""
        return f"question{' wide' if self.is_wide else ''}\n{self.question.key}"

    def wants(self, link: FoundLink) -> bool:
        """Links of the paper's entry; in a wide search, promising pages of the same site."""
        if link.origin is not Origin.PAGE or link.rel == "feed":
            return False
        if self._pairing(link.url) is not None:
            return True
        if not self.is_wide or site_of(link.url) != link.site:
            return False
        if is_document(link.url):
            is_guess = (
                link.url in self.guessed
                and self._is_authors(link.site)
                and link.site not in self.searched
            )
            return is_guess or self._likeness(link) >= _LIKE
        if not self._is_authors(link.site):
            return False
        return not is_file(link.url) and self._promise(link) > 0

    def score(self, link: FoundLink) -> int:
        """The file of the entry first, then pages that the entry links to, then by words and names."""
        pairing = self._pairing(link.url)
        if pairing is not None:
            evidence = pairing.evidence
            points = _FILE if pairing.is_file else _ENTRY_PAGE
            return points + 100 * evidence.in_block + round(50 * evidence.authors)
        if is_document(link.url):
            likeness, guess = self._likeness(link), self.guessed.get(link.url, 0)
            alike = _LIKE_FILE + round(200 * likeness) if likeness >= _LIKE else 0
            return max(alike, _GUESSED * guess)
        return self._promise(link) + _EACH_STEP * link.depth

    async def read(self, page: FetchedPage) -> VisitOutcome:
        """A document is held and verified; a page is read for links, and for those of the paper's entry."""
        if media_type_of(page.body[:HEAD_BYTES]) in _NO_DOCUMENTS:
            return await self._read_page(page)
        return await self._read_document(page)

    def is_done(self, state: CrawlState) -> bool:
        """When the paper is found."""
        return state.fruitful > 0 or self.found is not None

    def _pairing(self, url: str) -> PairedLink | None:
        return self.paired.get(url)

    def _is_authors(self, site: str) -> bool:
        """Whether a site may be an author's own: one of its pages names an author, or nobody knows the authors."""
        return not self.question.authors or site in self.sites

    def _likeness(self, link: FoundLink) -> float:
        """The share of the words of the title that a link to a file has in its text or in the name of the file."""
        shown = fold(
            romanise(f"{unquote(urlsplit(link.url).path).rpartition('/')[2]} {link.anchor}")
        )
        wanted = [word for word in WORD.findall(romanise(self.question.title)) if len(word) > 3]
        return sum(word in shown for word in wanted) / len(wanted) if wanted else 0.0

    def _promise(self, link: FoundLink) -> int:
        """What words of lists and names of authors in a link are worth; 0 for none."""
        path = unquote(urlsplit(link.url).path)
        words = set(WORD.findall(romanise(f"{path} {link.anchor}")))
        names = {word for name in self.question.authors for word in family_words(name)[-1:]}
        points = _NAMED * bool(words & names)
        points += _PROMISING * min(2, len(words & PAGE_WORDS))
        return points

    async def _read_page(self, page: FetchedPage) -> VisitOutcome:
        outcome = await read_outcome(
            page.visit,
            page.page,
            page.body,
            guard=self.guard,
            now=self.clock.now(),
            want=_READ,
        )
        if outcome.page is None:
            self.trail.add("page", page.visit.url, f"{outcome.status}: {outcome.detail}")
            return outcome
        saved = SavedPage(page.page.final_url, page.body, page.page.content_type)
        task = (saved, self.clock.now(), self.question)
        seen = await asyncio.wrap_future(self.guard.submit(see_saved_page, task))
        if seen.value is None:
            self.trail.add("pair", page.visit.url, f"{seen.status}: {seen.detail}")
        else:
            self._note(page.visit.url, seen.value)
        return outcome

    def _note(self, url: str, sight: PageSight) -> None:
        """Remember what a page has for the question."""
        for link in sight.paired:
            for target in (link.url, address(link.url).url):
                known = self.paired.get(target)
                if known is None or (link.evidence.in_block and not known.evidence.in_block):
                    self.paired[target] = link
        if sight.authors:
            self.sites.add(site_of(url))
        for guess in sight.guessed:
            for target in (guess.url, address(guess.url).url):
                self.guessed[target] = max(guess.points, self.guessed.get(target, 0))
        if sight.paired:
            files = sum(link.is_file for link in sight.paired)
            entry = sum(link.is_file and link.evidence.in_block for link in sight.paired)
            told = f"it names the paper; {entry} files in its entry, {files - entry} beside it"
            self.trail.add("pair", url, told)
        else:
            self.trail.add("page", url, "it does not name the paper")

    async def _read_document(self, page: FetchedPage) -> VisitOutcome:
        url = page.visit.url
        held = await asyncio.to_thread(
            self.holdings.hold,
            page.body,
            name=unquote(urlsplit(page.page.final_url).path),
            why=LINKED,
            origin=url,
        )
        is_fruitful = False
        if held.document is None:
            self.trail.add("verify", url, f"{held.status}: {held.detail}")
        else:
            read = await asyncio.to_thread(self.holdings.extraction, held.answer)
            pairing = self._pairing(url)
            is_fruitful = await self.judge(
                url, held.document, read, pairing.evidence if pairing else None
            )
        is_kept = held.document is not None and held.status not in _PASSING
        return VisitOutcome(
            page.visit,
            held.status,
            detail=held.detail,
            http_status=page.page.http_status,
            page=page.page if is_kept else None,
            reading=PageReading(held.status) if is_kept else None,
            is_fruitful=is_fruitful,
        )

    async def judge(
        self, url: str, document: KeptDocument, read: Extraction, evidence: PageEvidence | None
    ) -> bool:
        """Whether a document is the paper; if it is, the search is over."""
        verdict = await asyncio.to_thread(verify, self.question, read, url=url, page=evidence)
        told = f"{'found' if verdict.is_paper else 'not it'} ({verdict.score:.2f}): {verdict.why}"
        self.trail.add("verify", url, told)
        place = None if verdict.is_paper else await self._inside(url, document, read)
        is_found = verdict.is_paper or place is not None
        if is_found and self.found is None:
            self.found = FoundFile(url, document, read, verdict, place)
            await self.on_found(self.found)
        return is_found

    async def _inside(
        self, url: str, document: KeptDocument, read: Extraction
    ) -> VolumePlace | None:
        """Where in a collected volume the paper stands; None for what is none."""
        if self.question.kinds or document.media_type != "application/pdf":
            return None
        if not await asyncio.to_thread(may_contain, self.question, read):
            return None
        body = await asyncio.to_thread(self.holdings.library.blobs.get, document.digest)
        if not body:
            return None
        outcome = await asyncio.wrap_future(
            self.guard.submit(find_in_volume, (body, self.question))
        )
        if outcome.value is not None:
            place = outcome.value
            told = f"found ({place.score:.2f}): on pages {place.first}-{place.last} of a volume"
            self.trail.add("volume", url, told)
        return outcome.value


def is_file_hit(url: str, file_type: str) -> bool:
    """Whether a hit leads to a file rather than to a page, as far as its address and the provider say."""
    return is_document(url) or (file_type not in ("", "html") and not is_file(url))
