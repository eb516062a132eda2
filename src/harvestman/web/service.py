"""The service itself, without HTTP: files come in, each is read once in the worker pool, what was made of it is kept.

The same bytes are known by their digest and near-duplicates by their words: both are answered with what is kept. All that
blocks (the database, the blobs) runs in a few threads.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterable, Awaitable, Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import ParamSpec, TypeVar

from harvestman.dedup.texts import Dedup
from harvestman.documents import ABOUT, Extractor, load_extractors
from harvestman.engine import Guard, Worker, open_queue
from harvestman.fetch import Fetcher
from harvestman.model import (
    PARTS,
    BlobError,
    Clock,
    Extraction,
    HarvestmanError,
    JobRecord,
    Plain,
    Status,
)
from harvestman.settings import Settings
from harvestman.store import (
    Duplicate,
    KeptDocument,
    KeptPart,
    Library,
    NewDocument,
    Reading,
    new_owner,
)
from harvestman.web.answers import KeptAnswers
from harvestman.web.child import warm_up
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
from harvestman.web.keeping import PARTS_OF_EXTRACTION, About, unpack_about, unpack_extraction
from harvestman.web.reading import Readings, Tools
from harvestman.web.uploads import Incoming, Upload

EXTRACT = "extract"
"""The kind of job that reads a document."""
SAME_BYTES = "the same bytes"
"""Why a document is called a duplicate when nothing needs to be compared."""

_log = logging.getLogger("harvestman.web")
_THREADS = 8
_NO_DIGEST = "0" * 64
# What may have been the hour's fault and not the file's: sent again, it is read again.
_PASSING = frozenset({Status.CRASHED, Status.TIMEOUT})
# Whole files too, but apart: a slow server holds up other addresses and nobody else.
_FETCHES_AT_ONCE = 8
_SMALL = 2_000_000  # bytes that any thread may have in memory
_LARGE_AT_ONCE = 3  # whole files in memory: at most so many, each of at most `max_upload`
_UNOWNED_DAYS = 30
_TIDY_S = 3600.0
_NO_ROOM_S = 1.0

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
    ) -> None:
        """`names` are those that the service may be called by (the Host header); None for any."""
        self.library = library
        self.guard = guard
        self.dedup = dedup
        self.settings = settings
        self.clock = clock
        self.fetcher = fetcher
        self.names = names
        self.extractors: dict[str, Extractor] = {one.name: one for one in load_extractors()}
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
        self._answers = KeptAnswers(
            library.documents, self.extractors, quick=dedup.answers if dedup else None
        )
        self._readings = Readings(
            Tools(
                guard=guard,
                admission=self.admission,
                incoming=self.incoming,
                documents=library.documents,
                contents=library.contents,
                answers=self._answers,
                dedup=dedup,
                metrics=self.metrics,
                settings=settings,
                clock=clock,
                run=self.run,
            )
        )
        self.queue = open_queue(settings.queue_backend, library.jobs)
        self.worker = Worker(self.queue, holder=new_owner(), run=self.run)
        self.worker.register(EXTRACT, self._do_job, at_once=guard.workers)

    @property
    def is_stopping(self) -> bool:
        """Whether the end is near."""
        return self.stopping.is_set()

    async def run(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call something that blocks, in a thread."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, partial(function, *args, **kwargs))

    async def start(self) -> None:
        """Begin: the workers are made ready, jobs that dead servers left are taken up again."""
        ready = [self.guard.submit(warm_up, None) for _ in range(self.guard.workers)]
        await asyncio.gather(*(asyncio.wrap_future(one) for one in ready))
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
        await self._readings.finish(self.settings.stop_timeout)
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
        await self.run(self._answers.get, _NO_DIGEST, ())

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
        self, upload: Upload, *, sent_by: str = "", is_fresh: bool = False
    ) -> tuple[KeptDocument, About | None]:
        """Keep a file as a document, read by now, and how that went if it is at hand; Busy when it would have to be read and too
        much waits.
        """
        new = _new(upload, sent_by)
        again = None if is_fresh else await self.run(self._keep_again, upload, new)
        if again is not None:
            self.metrics.documents.labels("same-bytes" if again[0].duplicate else "read").inc()
            return again
        reading = await self._readings.read(upload, is_fresh=is_fresh)
        self.metrics.documents.labels(_how(reading)).inc()
        return await self._keep(upload, partial(self.library.documents.add, new, reading)), None

    async def take_later(
        self, upload: Upload, *, sent_by: str = "", is_fresh: bool = False
    ) -> tuple[KeptDocument, str]:
        """Keep a file as a document that a job will read; the job's id."""
        await self.require_place(EXTRACT)

        def put(connection: object, document: KeptDocument) -> JobRecord:
            task: Plain = {"document": document.id} | ({"fresh": True} if is_fresh else {})
            return self.queue.put(EXTRACT, task, started_by=sent_by, connection=connection)

        add = partial(self.library.documents.add_waiting, _new(upload, sent_by), put)
        document, job = await self._keep(upload, add)
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

    async def document(self, document_id: str) -> KeptDocument:
        """The document with this id; Missing when there is none."""
        document = await self.run(self.library.documents.get, document_id)
        if document is None:
            raise Missing(f"There is no document {document_id}.")
        return document

    async def remove(self, document_id: str, *, by: str, is_admin: bool) -> KeptDocument:
        """Forget a document; only who sent it, or an admin, may."""
        document = await self.document(document_id)
        if document.sent_by != by and not is_admin:
            raise Forbidden("Only who sent a document, or an admin, may remove it.")
        removed = await self.run(self.library.documents.remove, document_id)
        if removed is None:
            raise Missing(f"There is no document {document_id}.")
        await self.run(self._forget, removed.forgotten)
        return removed.document

    async def about(self, document: KeptDocument) -> About | None:
        """How reading a document went; None while it waits."""
        kept = await self.run(self._answers.get, document.answer, ())
        return unpack_about(kept[ABOUT]) if ABOUT in kept else None

    async def part(self, document: KeptDocument, name: str) -> KeptPart:
        """What one extractor made of a document; read now if it waits, or if the extractor is newer than the answer."""
        kept = await self.run(self._answers.current, document.answer, (name,))
        if kept is None:
            document = await self._read_again(document)
            kept = await self.run(self._answers.get, document.answer, (name,))
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
        source: Upload | KeptDocument,
        *,
        only: Collection[str] = PARTS,
        pages: tuple[int, int | None] | None = None,
        placed: bool = False,
    ) -> Extraction:
        """What is read from a file; never what is known of a near-duplicate of it, unless it is a document answered so.

        Whole readings are kept and answer later questions; partial ones, and those that tell where things stand (`placed`), are
        not. `pages` are the first and the last one that count. Both are for a file that was just sent.
        """
        if isinstance(source, Upload) and (placed or pages is not None):
            return await self._readings.read_partly(
                source, tuple(only), pages=pages or (1, None), placed=placed
            )
        digest = source.digest if isinstance(source, Upload) else source.answer
        kept = await self.run(self._answers.current, digest, PARTS_OF_EXTRACTION)
        if kept is None:
            if isinstance(source, Upload) and set(only) < set(PARTS):
                return await self._readings.read_partly(source, tuple(only))
            if isinstance(source, Upload):
                digest = (await self._readings.read(source, is_fresh=True)).answer or digest
            else:
                digest = (await self._read_again(source)).answer
            kept = await self.run(self._answers.get, digest, PARTS_OF_EXTRACTION)
        return await self.run(unpack_extraction, kept)

    def _keep_again(self, upload: Upload, new: NewDocument) -> tuple[KeptDocument, About] | None:
        """Keep one more document with bytes that were read before; None when they were not. (Blocks.)"""
        known = self._known(upload.digest)
        if known is None:
            return None
        reading, about = known
        # The bytes may have been removed, and what was read of them is still kept.
        return self._keep_both(upload, partial(self.library.documents.add, new, reading)), about

    def _known(self, digest: str) -> tuple[Reading, About] | None:
        """How bytes were read before, if they were: the reading of one more document with them. (Blocks.)"""
        found = self.library.documents.known(digest, ABOUT)
        # GROBID's routes keep readings, not documents.
        first, answer, kept = found or ("", digest, self._answers.get(digest, ()).get(ABOUT))
        about = unpack_about(kept) if kept else None
        if about is None or about.status in _PASSING:
            return None
        duplicate = Duplicate(first, SAME_BYTES) if first else None
        return Reading(about.status, about.detail, answer, duplicate), about

    def _forget(self, digests: Collection[str]) -> None:
        """Forget what is kept of bytes outside the library. (Blocks.)"""
        for digest in digests:
            self._answers.forget(digest)
            if self.dedup is not None:
                self.dedup.index.discard(digest)

    async def _read_again(
        self, document: KeptDocument, *, is_fresh: bool = False, is_patient: bool = False
    ) -> KeptDocument:
        """Read a document that waits, or whose kept answer is not complete any more."""
        upload = await self.file(document)
        try:
            reading = await self._readings.read(
                upload, is_fresh=is_fresh or document.status is not None, is_patient=is_patient
            )
        finally:
            self.discard(upload)
        settled = await self.run(self.library.documents.settle, document.id, reading)
        if settled is None:
            raise Missing(f"There is no document {document.id}.")
        return settled

    async def _keep(self, upload: Upload, add: Callable[[], T]) -> T:
        """Keep a file's bytes, then its row."""
        if upload.size_bytes > _SMALL:
            async with self._large:
                await self.run(self._keep_bytes, upload)
        return await self.run(self._keep_both, upload, add)

    def _keep_both(self, upload: Upload, add: Callable[[], T]) -> T:
        """Keep bytes and row; once more if somebody removed the bytes in between. (Blocks.)"""
        self._keep_bytes(upload)
        try:
            return add()
        except BlobError:
            self._keep_bytes(upload)
            return add()

    def _keep_bytes(self, upload: Upload) -> None:
        if not self.library.blobs.has(upload.digest):
            self.library.blobs.put(upload.path.read_bytes())

    # behind the requests

    async def _do_job(self, job: JobRecord, note: Callable[[Plain], Awaitable[None]], /) -> Plain:
        """Read the document of a job."""
        document = await self.document(str(job.task["document"]))
        is_fresh = bool(job.task.get("fresh"))
        known = None if is_fresh else await self.run(self._known, document.digest)
        if known is not None:
            reading, _ = known
            await self.run(self.library.documents.settle, document.id, reading)
            status = reading.status
        else:
            read = await self._read_in_time(document, is_fresh=is_fresh)
            status = read.status or Status.CRASHED
        return {"document": document.id, "status": str(status)}

    async def _read_in_time(self, document: KeptDocument, *, is_fresh: bool) -> KeptDocument:
        """Read a document that waits, as soon as there is room for its file."""
        while True:
            try:
                return await self._read_again(document, is_fresh=is_fresh, is_patient=True)
            except Busy:
                await asyncio.sleep(_NO_ROOM_S)

    async def _tidy(self) -> None:
        """Now and then forget what belongs to nobody."""
        while True:
            await asyncio.sleep(_TIDY_S)
            before = self.clock.now() - timedelta(days=_UNOWNED_DAYS)
            try:
                forgotten = await self.run(self.library.documents.prune, older_than=before)
                await self.run(self._forget, forgotten)
            except HarvestmanError as error:
                _log.warning("old extractions could not be forgotten: %s", error)


def _new(upload: Upload, sent_by: str) -> NewDocument:
    return NewDocument(
        upload.digest, upload.name, upload.media_type, upload.size_bytes, sent_by=sent_by
    )


def _how(reading: Reading) -> str:
    """How a document was answered, as it is counted."""
    if reading.duplicate is None or not reading.answer:
        return "read"
    return "same-bytes" if reading.duplicate.reason == SAME_BYTES else "near-duplicate"
