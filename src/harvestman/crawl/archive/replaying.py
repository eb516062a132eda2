"""Replay: the answers in an archive are read again with today's readers and kept, without a single request.

Each answer goes the way of a live one: the same judge of status, kind, size and walls, the same readers in guarded
workers. It keeps the date at which it was captured. Documents are held, and are one with the papers that link to them. At the end
the papers are given to their events, as those of a harvest are. Otherwise a replay is no harvest: nothing was asked for and no link
is followed, so pages and papers are kept and no visits are.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TypeVar

from harvestman.crawl.archive.messages import (
    ArchivedAnswer,
    ConvertedAnswer,
    OneAnswer,
    RevisitedAnswer,
)
from harvestman.crawl.archive.reading import ArchiveRecord, Broken, WarcReader
from harvestman.crawl.archive.records import PAGE_FIELD, RecordHead
from harvestman.crawl.settling import settle_sites
from harvestman.crawl.visiting import READABLE, in_thread, read_outcome
from harvestman.engine import Guard
from harvestman.fetch import (
    Answer,
    Asked,
    Exchange,
    Failure,
    FetchOptions,
    Headers,
    Reply,
    Response,
)
from harvestman.holdings import Held, Holdings
from harvestman.model import Clock, Page, Status, SystemClock, Visit, VisitOutcome
from harvestman.store import ARCHIVED, Library
from harvestman.text import canonical_url, site_of

_TOLD = frozenset({"response", "revisit", "resource", "conversion"})
_MAX_REMEMBERED = (
    200_000  # redirects without their target so far, and bodies that a revisit may mean
)
_AHEAD_PER_WORKER = 2
_FILES = frozenset(
    {
        "application/pdf",
        "application/postscript",
        "application/msword",
        "application/rtf",
        "text/rtf",
        "application/vnd.oasis.opendocument.text",
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    }
)

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Replayed:
    """What became of one record, or of a stretch of a file that is none."""

    file: Path
    offset: int
    status: Status
    url: str = ""
    date: datetime | None = None
    http_status: int = 0
    papers: int = 0
    detail: str = ""
    is_kept: bool = False
    """Whether the library now says of the page what was read here; not when it holds a newer state."""
    is_file: bool = False
    """Whether it is a document and no page."""


@dataclass(frozen=True, slots=True)
class _Reading:
    """A page or document on its way through a worker."""

    told: Replayed
    outcome: asyncio.Task[VisitOutcome] | asyncio.Task[Held]


class Replay:
    """Replays archives into a library."""

    def __init__(
        self,
        library: Library,
        guard: Guard,
        options: FetchOptions,
        *,
        holdings: Holdings | None = None,
        max_file_bytes: int = 0,
        clock: Clock | None = None,
    ) -> None:
        """Without `holdings`, documents are passed over."""
        self.not_archives: list[Path] = []
        """The files in which there was no record at all."""
        self._clock = clock or SystemClock()
        self._sites: set[str] = set()
        """The sites of the pages."""
        self._holdings = holdings
        self._max_file_bytes = max_file_bytes
        self._held: list[str] = []
        """The addresses of the documents."""
        self._library = library
        self._guard = guard
        self._options = options
        self._origins: OrderedDict[str, str] = OrderedDict()
        """Where a redirect led, with the address that was first asked for."""
        self._bodies: OrderedDict[str, tuple[Path, int]] = OrderedDict()

    async def run(self, files: Iterable[Path], watcher: Callable[[Replayed], None]) -> None:
        """Replay the files in order; `watcher` is told of each record once it is kept or left out."""
        under_way: deque[Replayed | _Reading] = deque()
        readings = 0
        try:
            for file in files:
                with WarcReader(file) as reader:
                    place = 0
                    is_archive = False
                    for record in reader:
                        if isinstance(record, Broken):
                            told = Replayed(
                                file, record.offset, Status.BAD_RESPONSE, detail=record.detail
                            )
                            under_way.append(told)
                        else:
                            is_archive = True
                            place = place if record.offset is None else record.offset
                            if (one := await self._take(record, file, place)) is not None:
                                under_way.append(one)
                                readings += isinstance(one, _Reading)
                        # In the order of the file, so that two runs keep the same.
                        while under_way and (
                            readings > _AHEAD_PER_WORKER * self._guard.workers
                            or isinstance(under_way[0], Replayed)
                        ):
                            readings -= await self._end(under_way.popleft(), watcher)
                if not is_archive:
                    self.not_archives.append(file)
            while under_way:
                await self._end(under_way.popleft(), watcher)
            await in_thread(self._join_papers)
            await in_thread(settle_sites, self._library, sorted(self._sites), clock=self._clock)
        finally:
            for one in under_way:
                if isinstance(one, _Reading):
                    one.outcome.cancel()

    async def _end(self, one: Replayed | _Reading, watcher: Callable[[Replayed], None]) -> bool:
        """Keep what was read; whether it came from a worker."""
        if isinstance(one, Replayed):
            if one.status is Status.UNCHANGED and one.http_status == 304:
                await self._date_anew(one)
            watcher(one)
            return False
        outcome = await one.outcome
        if isinstance(outcome, Held):
            watcher(
                replace(
                    one.told,
                    status=outcome.status,
                    detail=outcome.detail,
                    papers=len(outcome.papers),
                    is_kept=outcome.document is not None,
                )
            )
            return True
        told = replace(
            one.told, status=outcome.status, detail=outcome.detail, papers=len(outcome.mentions)
        )
        if outcome.page is not None:
            self._sites.add(site_of(outcome.page.url))
            if await in_thread(self._library.captures.keep, outcome):
                told = replace(told, is_kept=True)
            else:
                told = replace(told, detail="the library holds a newer state of the page")
        watcher(told)
        return True

    async def _take(
        self, record: ArchiveRecord, file: Path, place: int
    ) -> Replayed | _Reading | None:
        """One record: judged, and handed to a worker if it is a page; None for what is no answer."""
        head = record.head
        if head.kind not in _TOLD or (url := canonical_url(head.target)) is None:
            return None
        told = Replayed(file, place, Status.BAD_RESPONSE, url, head.date)
        if told.date is None:
            return replace(told, detail="the record does not say when it was captured")
        try:
            response, beside = self._response(record)
        except Failure as failure:
            return replace(told, status=failure.status, detail=failure.detail)
        try:
            if head.kind == "response" and head.digest and record.offset is not None:
                _remember(self._bodies, head.digest, (file, record.offset))
            kind = response.headers.first("Content-Type").partition(";")[0].strip().lower()
            is_file = self._holdings is not None and kind in _FILES
            most = self._max_file_bytes if is_file else self._options.max_page_bytes
            asked = Asked(url, most, wanted=_FILES if is_file else READABLE, etag=_ANY_TAG)
            answer = await Exchange(OneAnswer(response), self._options).ask(asked)
        finally:
            if beside is not None:
                beside.__exit__(None, None, None)
        if answer.is_redirect:
            target = canonical_url(answer.headers.first("Location"), base=url)
            if target is not None and target != url:
                _remember(self._origins, target, self._origins.pop(url, url))
            return None
        told = replace(told, http_status=answer.http_status)
        if answer.status is not None:
            return replace(told, status=answer.status, detail=answer.detail)
        return self._hold(told, answer) if is_file else await self._read(told, head, answer)

    def _hold(self, told: Replayed, answer: Answer) -> _Reading:
        """Hold a document; what links to it may come later in the archive."""
        assert self._holdings is not None
        url = self._origins.pop(told.url, told.url)
        self._held.append(url)
        name = url.partition("?")[0]
        holding = in_thread(self._holdings.hold, answer.body, name=name, why=ARCHIVED, origin=url)
        return _Reading(replace(told, url=url, is_file=True), asyncio.create_task(holding))

    def _join_papers(self) -> None:
        """Make the documents one with the papers whose pages link to them."""
        for url, papers in self._library.linked_files.papers(self._held).items():
            document = self._library.documents.at(url)
            if document is not None and papers and self._holdings is not None:
                self._holdings.join(document, papers)

    async def _read(self, told: Replayed, head: RecordHead, answer: Answer) -> _Reading:
        asked_for = canonical_url(head.fields.first(PAGE_FIELD))
        url = asked_for or self._origins.pop(told.url, told.url)
        assert told.date is not None
        digest = await in_thread(self._library.blobs.put, answer.body)
        page = Page(
            url=url,
            final_url=told.url,
            fetched=told.date,
            http_status=answer.http_status,
            media_type=answer.media_type,
            content_type=answer.headers.first("Content-Type"),
            digest=digest,
            size_bytes=len(answer.body),
            etag=answer.headers.first("ETag"),
            last_modified=answer.headers.first("Last-Modified"),
            links_header=answer.headers.all("Link"),
        )
        reading = read_outcome(
            Visit(url, depth=0, parent=-1, position=0),
            page,
            answer.body,
            guard=self._guard,
            now=told.date,
        )
        return _Reading(replace(told, url=url), asyncio.create_task(reading))

    async def _date_anew(self, told: Replayed) -> None:
        """The page that the library holds was still the same at this date."""
        known = await in_thread(self._library.pages.latest, told.url)
        if known is None or told.date is None or known.fetched >= told.date:
            return
        visit = Visit(told.url, depth=0, parent=-1, position=0)
        page = replace(known, fetched=told.date)
        outcome = VisitOutcome(visit, Status.UNCHANGED, page=page)
        await in_thread(self._library.captures.keep, outcome)

    def _response(self, record: ArchiveRecord) -> tuple[Response, WarcReader | None]:
        """The answer that a record stands for, and the other file to be closed after it. Raises `Failure`."""
        head = record.head
        if head.kind in ("resource", "conversion"):
            return ConvertedAnswer(record), None
        if head.kind == "response":
            return ArchivedAnswer(record), None
        if "not-modified" in head.fields.first("WARC-Profile"):
            return _NOT_MODIFIED, None
        later = ArchivedAnswer(record).headers if head.length else Headers()
        held = self._bodies.get(head.digest)
        if held is None:
            raise Failure(Status.UNCHANGED, "a revisit of a body that these archives do not hold")
        reader = WarcReader(held[0], offset=held[1]).__enter__()
        try:
            earlier = next(iter(reader), None)
            if not isinstance(earlier, ArchiveRecord) or earlier.head.digest != head.digest:
                raise Failure(Status.BAD_RESPONSE, "the record that this one means is broken")
            return RevisitedAnswer(later, ArchivedAnswer(earlier)), reader
        except BaseException:
            reader.__exit__(None, None, None)
            raise


_NOT_MODIFIED = Reply(http_status=304)
_ANY_TAG = "*"  # whoever made the archive may have asked conditionally: 304 is an answer then


def _remember(table: OrderedDict[str, _T], key: str, value: _T) -> None:
    table.setdefault(key, value)
    if len(table) > _MAX_REMEMBERED:
        table.popitem(last=False)
