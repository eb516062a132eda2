"""The service between HTTP and the rooms: files come in and are held, what was read of them goes out, keys and jobs are kept.

Whatever blocks (the database, the blobs, holding a file) runs in threads. Requests that would have to wait too long are refused; those
with bytes that are just being read wait for that reading without taking a place.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import AsyncIterable, AsyncIterator, Awaitable, Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from contextvars import copy_context
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import ParamSpec, TypeVar

from harvestman.dedup.texts import Dedup
from harvestman.documents import ABOUT
from harvestman.engine import Guard, Worker, open_queue
from harvestman.fetch import Fetcher
from harvestman.holdings import (
    PARTS_OF_EXTRACTION,
    About,
    Duplicates,
    Held,
    Holdings,
    KnownBy,
    unpack_about,
    unpack_extraction,
)
from harvestman.holdings.child import warm_up
from harvestman.model import PARTS, Clock, Extraction, HarvestmanError, JobRecord, Plain, Status
from harvestman.rooms import Rooms
from harvestman.settings import Settings
from harvestman.store import SENT, Also, KeptDocument, KeptPart, Library, NewDocument, new_owner
from harvestman.web.front.admission import Admission
from harvestman.web.front.errors import (
    Busy,
    Forbidden,
    Missing,
    Refused,
    TooLarge,
    refused_by_status,
)
from harvestman.web.front.keys import Keys
from harvestman.web.front.metrics import Metrics
from harvestman.web.front.rates import Rates
from harvestman.web.turns import ReadingTurns
from harvestman.web.uploads import Incoming, Upload

EXTRACT = "extract"
"""The kind of job that reads a document."""

_log = logging.getLogger("harvestman.web")
_THREADS = 8
_NO_DIGEST = "0" * 64
# Whole files too, but apart: a slow server holds up other addresses and nobody else.
_FETCHES_AT_ONCE = 8
_LARGE_AT_ONCE = 3  # whole files that are handed out, each of at most `max_upload`, in memory
_UNOWNED_DAYS = 30
_TIDY_S = 3600.0
_NO_ROOM_S = 1.0
_SOON_S = 0.05  # longer than a near-duplicate takes
_MOST_SENT = 10_000

P = ParamSpec("P")
T = TypeVar("T")


class Service:
    """Everything that the routes call."""

    def __init__(
        self,
        library: Library,
        guard: Guard,
        *,
        dedup: Dedup | None = None,
        settings: Settings,
        clock: Clock,
        fetcher: Fetcher | None = None,
        asks_for_keys: bool = False,
        is_open: bool = False,
        names: frozenset[str] | None = None,
        rooms: Rooms | None = None,
    ) -> None:
        """`names` are those that the service may be called by (the Host header); None for any.

        With `rooms`, all jobs share them and what is open in them; else each has its own, and nothing of them stays when it ends.
        """
        self.library = library
        self.guard = guard
        self.dedup = dedup
        self.settings = settings
        self.clock = clock
        self.fetcher = fetcher
        self.names = names
        self._rooms = rooms
        self.incoming = Incoming(
            Path(settings.data), max_upload=settings.max_upload, space=settings.upload_space
        )
        self.admission = Admission(guard.workers, waiting=settings.queue)
        self._fetches = Admission(_FETCHES_AT_ONCE, waiting=settings.queue)
        self.keys = Keys(self, is_asked=asks_for_keys, is_open=is_open)
        self.rates = Rates(clock)
        self.metrics = Metrics()
        self.stopping = asyncio.Event()
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="harvestman-web")
        self._large = asyncio.Semaphore(_LARGE_AT_ONCE)
        self._tidying: asyncio.Task[None] | None = None
        self._trouble = ""
        self._sent: dict[str, None] = {}
        """The digests of what was sent lately."""
        self.holdings = Holdings(
            library,
            guard,
            dedup=dedup,
            clock=clock,
            max_bytes=settings.max_file,
            ocr=settings.ocr,
            on_read=self.metrics.note_reading,
            keeps_apart=settings.separate_keys,
        )
        self.duplicates = Duplicates(settings.duplicates)
        self.extractors = self.holdings.extractors
        self._turns = ReadingTurns(self.admission, self.incoming, workers=guard.workers)
        self.queue = open_queue(settings.queue_backend, library)
        self.worker = Worker(
            self.queue,
            holder=new_owner(),
            run=self.run,
            lease_s=settings.lease,
            told=self.metrics.note_job,
        )

    @property
    def is_stopping(self) -> bool:
        """Whether the end is near."""
        return self.stopping.is_set()

    async def run(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call something that blocks, in a thread."""
        loop = asyncio.get_running_loop()
        # With the context of whoever calls: it may write in the name of a lease.
        call = partial(copy_context().run, function, *args, **kwargs)
        return await loop.run_in_executor(self._threads, call)

    @asynccontextmanager
    async def rooms(self) -> AsyncIterator[Rooms]:
        """The rooms in which a job works."""
        if self._rooms is not None:
            yield self._rooms
            return
        own = Rooms(self.settings, clock=self.clock, library=self.library)
        try:
            yield own
        finally:
            await self.run(own.close)

    async def start(self) -> None:
        """Begin: the workers are made ready, jobs that dead servers left are taken up again."""
        ready = [self.guard.submit(warm_up, None) for _ in range(self.guard.workers)]
        await asyncio.gather(*(asyncio.wrap_future(one) for one in ready))
        with suppress(HarvestmanError, OSError):  # said to whoever sends something
            await self.run(self.library.blobs.make_folders)
        await self.worker.start()
        self._tidying = asyncio.create_task(self._tidy(), name="tidying")

    def leave(self) -> None:
        """Say that the end is near: whoever only listens is let go, and what can be taken up later is put down."""
        self.stopping.set()
        self.worker.leave()

    async def stop(self) -> None:
        """Finish what has begun, as long as the settings allow, and let go of everything that is ours."""
        self.leave()
        if self._tidying:
            self._tidying.cancel()
        await self.worker.stop(self.settings.stop_timeout)
        await self._turns.finish(self.settings.stop_timeout)
        self._threads.shutdown(wait=True)
        self.incoming.close()

    def notes(self) -> list[str]:
        """What the service has to do without just now, for whoever asks."""
        if self.dedup is None:
            return ["near-duplicates are not looked for"]
        state = self.dedup.state()
        # What Redis itself says, with addresses and data, is for the log and for nobody else.
        trouble = "" if state.status == "ok" else state.detail.partition(":")[0]
        if trouble != self._trouble:
            self._trouble = trouble
            _log.warning("the index of duplicates: %s", state.detail or "all is well again")
        return [f"near-duplicates are not looked for just now: {trouble}"] if trouble else []

    async def look(self) -> None:
        """Ask what the service depends on for something; an index that was lost and is back is found so, too."""
        await self.run(self.holdings.about, _NO_DIGEST)

    def note_gauges(self) -> None:
        """Bring the numbers that are states up to date."""
        self.metrics.waiting.set(self.admission.waiting)
        self.metrics.incoming_bytes.set(self.incoming.used_bytes)
        self.metrics.jobs_running.set(self.worker.running)
        self.metrics.dedup_ok.set(not self.notes())

    # files in

    async def receive(self, stream: AsyncIterable[bytes], *, name: str) -> Upload:
        """Take in a file as it arrives; what is too large, of no known kind or cut off leaves nothing behind."""
        with self.incoming.open(name) as arriving:
            async for chunk in stream:
                arriving.write(chunk)
            return arriving.finish()

    async def fetch(self, url: str) -> Upload:
        """Take in a file from the web, through the guarded fetcher."""
        if self.fetcher is None or not self.settings.accept_urls:
            raise Refused(403, "This service fetches nothing.", remedy="Send the file itself.")
        async with self._fetches.turn():
            fetched = await self.fetcher.fetch(url, max_bytes=self.settings.max_upload)
            if fetched.status is Status.TOO_LARGE:
                raise TooLarge(self.settings.max_upload)
            if fetched.status is Status.BLOCKED_ADDRESS:
                raise refused_by_status(fetched.status)  # where it leads is nobody else's business
            if fetched.status is not None:
                raise refused_by_status(fetched.status, fetched.detail)
            with self.incoming.open(fetched.final_url.partition("?")[0]) as arriving:
                arriving.write(fetched.body)
                return arriving.finish()

    def discard(self, upload: Upload) -> None:
        """Remove a file that came in and is no longer needed."""
        self.incoming.discard(upload)

    # documents

    async def take(
        self,
        upload: Upload,
        *,
        sent_by: str = "",
        is_fresh: bool = False,
        duplicates: Duplicates | None = None,
    ) -> Held:
        """Hold a file that was sent; Busy when it would have to be read and too much waits."""
        new = NewDocument(
            upload.digest, upload.name, upload.media_type, upload.size_bytes, SENT, sent_by=sent_by
        )
        gone = threading.Event()
        hold = partial(
            self.holdings.hold,
            why=SENT,
            sent_by=sent_by,
            is_fresh=is_fresh,
            duplicates=duplicates or self.duplicates,
            is_wanted=lambda: not gone.is_set(),
        )
        held = None
        if not is_fresh and self._is_first(upload.digest):
            # Mostly nobody knows it: it is not asked for here, for its reader asks as well, unless it would have to wait for one.
            with suppress(Busy):
                held = await self._turns.take(upload, hold, gone=gone, within_s=_SOON_S)
        while held is None and not is_fresh:
            held = await self.run(self.holdings.hold_known, new)
            if held is not None or not await self._turns.wait_for_others(upload.digest):
                break
        if held is None:
            held = await self._turns.take(upload, hold, gone=gone)
        self.metrics.documents.labels(_how(held)).inc()
        return held

    def _is_first(self, digest: str) -> bool:
        """Whether these bytes are sent here for the first time, as far as that is remembered."""
        is_first = digest not in self._sent
        self._sent[digest] = None
        if len(self._sent) > _MOST_SENT:
            del self._sent[next(iter(self._sent))]
        return is_first

    async def take_later(
        self,
        upload: Upload,
        *,
        sent_by: str = "",
        is_fresh: bool = False,
        duplicates: Duplicates | None = None,
    ) -> tuple[KeptDocument, str]:
        """Keep a file as a document that a job will read; the job's id."""
        await self.require_place(EXTRACT)

        def put(connection: object, document: KeptDocument) -> JobRecord:
            task: Plain = {"document": document.id} | ({"fresh": True} if is_fresh else {})
            if duplicates is not None:
                task["duplicates"] = str(duplicates)
            return self.queue.put(EXTRACT, task, started_by=sent_by, connection=connection)

        file = self.incoming.on_disk(upload)
        document, job = await self.run(self.holdings.hold_later, file, put, sent_by=sent_by)
        self.metrics.documents.labels("waiting").inc()
        self.queue.wake(EXTRACT)
        return document, job.id

    async def require_place(self, kind: str) -> None:
        """Busy when too many jobs of a kind wait already."""
        waiting = await self.run(self.queue.waiting, kind)
        if waiting >= self.settings.max_jobs:
            raise Busy(
                f"{waiting} jobs are waiting, as many as there is room for.", retry_after_s=60
            )

    async def document(self, document_id: str, *, seen_by: str | None = None) -> KeptDocument:
        """The document with this id; Missing when there is none, or none that this key may see where keys are separate."""
        document = await self.run(self.library.documents.get, document_id)
        if document is None or (self.settings.separate_keys and not is_open_to(document, seen_by)):
            raise Missing(f"There is no document {document_id}.")
        return document

    async def remove(self, document_id: str, *, by: str, is_admin: bool) -> KeptDocument:
        """Forget a document; only who sent it, or an admin, may."""
        document = await self.document(document_id, seen_by=None if is_admin else by)
        if document.sent_by != by and not is_admin:
            raise Forbidden("Only who sent a document, or an admin, may remove it.")
        removed = await self.run(self.holdings.remove, document_id)
        if removed is None:
            raise Missing(f"There is no document {document_id}.")
        return removed

    async def about(self, document: KeptDocument) -> tuple[About | None, tuple[str, ...]]:
        """How reading a document went, and the papers that it is; nothing of both while it waits."""
        if document.status is None:
            return None, ()
        return await self.run(self._about, document)

    async def part(self, document: KeptDocument, name: str) -> KeptPart:
        """What one extractor made of a document; read now if it waits, or if the extractor is newer than the answer."""
        answers = self.holdings.answers
        kept = await self.run(answers.current, document.answer, (name,))
        if kept is None and await self._turns.wait_for_others(document.digest):
            document = await self.document(document.id)
            kept = await self.run(answers.current, document.answer, (name,))
        if kept is None:
            document = await self._read_again(document)
            kept = await self.run(answers.get, document.answer, (name,))
        about = unpack_about(kept[ABOUT])
        if not about.is_read:
            raise refused_by_status(about.status, about.detail)
        if name not in kept:
            failure = about.failures.get(name, ("", "it made nothing"))[1]
            raise Refused(500, f"The extractor {name} has failed: {failure}", status="crashed")
        return kept[name]

    async def file(self, document: KeptDocument) -> Upload:
        """The bytes of a document as a file of this process; the caller's to discard."""
        async with self._large:
            data = await self.run(self.library.blobs.get, document.digest)
            return await self.run(
                self.incoming.place,
                data,
                digest=document.digest,
                name=document.name,
                media_type=document.media_type,
            )

    async def extract(
        self,
        upload: Upload,
        *,
        only: Collection[str] = PARTS,
        pages: tuple[int, int | None] | None = None,
        placed: bool = False,
    ) -> Extraction:
        """What is read from a file that is not to be held; never what is known of a near-duplicate of it.

        Whole readings are kept and answer later questions; partial ones, and those that tell where things stand (`placed`), are
        not. `pages` are the first and the last one that count.
        """
        if not placed and pages is None:
            kept = await self.run(self.holdings.answers.current, upload.digest, PARTS_OF_EXTRACTION)
            if kept is not None:
                return await self.run(unpack_extraction, kept)
        if placed or pages is not None or set(only) < set(PARTS):
            read = partial(
                self.holdings.read_partly, only=tuple(only), pages=pages or (1, None), placed=placed
            )
            return await self._turns.take(upload, read, is_shared=False)
        digest = await self._turns.take(upload, self.holdings.read)
        return await self.run(self.holdings.extraction, digest)

    def _about(self, document: KeptDocument) -> tuple[About | None, tuple[str, ...]]:
        digests = dict.fromkeys((document.digest, document.answer))
        about = self.holdings.about(document.answer)
        return about, self.library.documents.papers(digests)

    async def _read_again(
        self,
        document: KeptDocument,
        *,
        is_fresh: bool = False,
        is_patient: bool = False,
        duplicates: Duplicates | None = None,
        also: Also | None = None,
    ) -> KeptDocument:
        """Read a document that waits, or whose kept answer is not complete any more."""
        upload = await self.file(document)
        settle = partial(
            self.holdings.settle,
            document,
            is_fresh=is_fresh or document.status is not None,
            duplicates=duplicates or self.duplicates,
            also=also,
        )
        try:
            settled = await self._turns.take(upload, settle, is_patient=is_patient)
        finally:
            self.discard(upload)
        if settled is None:
            raise Missing(f"There is no document {document.id}.")
        return settled

    # behind the requests

    async def do_extraction(
        self, job: JobRecord, note: Callable[[Plain], Awaitable[None]], /
    ) -> Plain:
        """Read the document of a job."""
        document = await self.document(str(job.task["document"]))
        is_fresh = bool(job.task.get("fresh"))
        duplicates = Duplicates(job.task.get("duplicates") or str(self.duplicates))

        def end(connection: object, read: KeptDocument) -> None:
            self.queue.end_within(connection, job, _came_to(read))

        settled = None
        if not is_fresh:
            settle_known = self.holdings.settle_known
            settled = await self.run(settle_known, document, duplicates=duplicates, also=end)
        if settled is None:
            settled = await self._read_in_time(
                document, is_fresh=is_fresh, duplicates=duplicates, also=end
            )
        return _came_to(settled)

    async def _read_in_time(
        self, document: KeptDocument, *, is_fresh: bool, duplicates: Duplicates, also: Also
    ) -> KeptDocument:
        """Read a document that waits, as soon as there is room for its file."""
        while True:
            try:
                return await self._read_again(
                    document,
                    is_fresh=is_fresh,
                    is_patient=True,
                    duplicates=duplicates,
                    also=also,
                )
            except Busy:
                await asyncio.sleep(_NO_ROOM_S)

    async def _tidy(self) -> None:
        """Now and then forget what belongs to nobody."""
        while True:
            await asyncio.sleep(_TIDY_S)
            before = self.clock.now() - timedelta(days=_UNOWNED_DAYS)
            try:
                forgotten = await self.run(self.library.documents.prune, older_than=before)
                await self.run(self.holdings.forget, forgotten)
                ended_before = self.clock.now() - timedelta(seconds=self.settings.keep_jobs)
                await self.run(self.queue.prune, older_than=ended_before)
            except HarvestmanError as error:
                _log.warning("what is old could not be forgotten: %s", error)


def _came_to(document: KeptDocument) -> Plain:
    """The result of a job that reads a document."""
    return {"document": document.id, "status": str(document.status or Status.CRASHED)}


def is_open_to(document: KeptDocument, key_id: str | None) -> bool:
    """Whether a key may be told of a document: its own, what came without a key, and what is public. None may be told of all."""
    return key_id is None or document.why != SENT or document.sent_by in ("", key_id)


def _how(held: Held) -> str:
    """How a document was answered, as it is counted."""
    if held.known_by is KnownBy.NEW:
        return "read"
    return "same-bytes" if held.known_by is KnownBy.SAME_BYTES else "near-duplicate"
