"""Reading, once: whoever sends bytes that are being read waits for that reading; near-duplicates are found before it begins.

First a child looks at what is inside the file, then at its words. If a document like it is known by the one or the other, that one's
answer is given; else a child makes every part, and the file becomes known. Without the index, or when it fails, everything is
read and the service says so.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeVar

from harvestman.dedup.files import SAME_PAGES, find_inside
from harvestman.dedup.texts import Dedup, Fingerprint
from harvestman.documents import ABOUT, Job, extract_file
from harvestman.engine import Guard
from harvestman.model import PARTS, Clock, Extraction, HarvestmanError, Status
from harvestman.settings import Settings
from harvestman.store import Content, Contents, Documents, Duplicate, Reading
from harvestman.web.answers import KeptAnswers
from harvestman.web.child import Made, Task, look_at, look_inside, make_parts
from harvestman.web.front.admission import Admission
from harvestman.web.front.errors import Refused
from harvestman.web.front.metrics import Metrics
from harvestman.web.keeping import About, pack_about, unpack_about
from harvestman.web.uploads import Incoming, Upload

_log = logging.getLogger("harvestman.web")
# A cover page adds up to a tenth. What has more words than this times the known one's is whole where that one was cut.
_WHOLE = 1.25

T = TypeVar("T")


class Run(Protocol):
    """Calls something that blocks, in a thread."""

    def __call__(self, function: Callable[..., Any], /, *args: Any) -> Awaitable[Any]:
        """Its result."""
        ...


@dataclass(frozen=True, slots=True)
class Tools:
    """What reading needs."""

    guard: Guard
    admission: Admission
    incoming: Incoming
    documents: Documents
    contents: Contents
    answers: KeptAnswers
    dedup: Dedup | None
    metrics: Metrics
    settings: Settings
    clock: Clock
    run: Run


class Readings:
    """The readings under way, by the digest of what is read."""

    def __init__(self, tools: Tools) -> None:
        self._tools = tools
        self._under_way: dict[str, asyncio.Task[Reading]] = {}

    def find(self, digest: str) -> asyncio.Task[Reading] | None:
        """The reading of these bytes that is under way."""
        return self._under_way.get(digest)

    async def read(
        self, upload: Upload, *, is_fresh: bool = False, is_patient: bool = False
    ) -> Reading:
        """Have a file read, or wait for the reading of the same bytes; Busy when too much waits, unless one is patient.

        The file is shared: whoever sent it may discard it, and go, while it is read.
        """
        task = self.find(upload.digest)
        if task is None:
            if not is_patient:
                self._tools.admission.require_place()
            task = self._begin(
                self._tools.incoming.shared(upload), is_fresh=is_fresh, is_patient=is_patient
            )
        return await asyncio.shield(task)

    async def read_partly(
        self,
        upload: Upload,
        only: tuple[str, ...],
        *,
        pages: tuple[int, int | None] = (1, None),
        placed: bool = False,
    ) -> Extraction:
        """Some parts of a file, what some of its pages say, or where things stand, which are not kept."""
        job = self._job(upload, only)
        job = replace(job, first_page=pages[0], last_page=pages[1], placed=placed)
        async with self._tools.admission.turn():
            outcome = await asyncio.wrap_future(self._tools.guard.submit(extract_file, job))
        if outcome.value is not None:
            return outcome.value
        return Extraction(outcome.status or Status.CRASHED, detail=outcome.detail)

    async def finish(self, timeout_s: float) -> None:
        """Wait for what is under way."""
        if self._under_way:
            await asyncio.wait(self._under_way.values(), timeout=timeout_s)

    def _begin(self, upload: Upload, *, is_fresh: bool, is_patient: bool) -> asyncio.Task[Reading]:
        task = asyncio.create_task(
            self._read(upload, is_fresh=is_fresh, is_patient=is_patient),
            name=f"reading {upload.digest[:12]}",
        )
        self._under_way[upload.digest] = task

        def finished(done: asyncio.Task[Reading]) -> None:
            self._under_way.pop(upload.digest, None)
            self._tools.incoming.discard(upload)
            error = None if done.cancelled() else done.exception()
            if error is not None and not isinstance(error, Refused):
                _log.error("a document could not be read: %s", error, exc_info=error)

        task.add_done_callback(finished)
        return task

    async def _read(self, upload: Upload, *, is_fresh: bool, is_patient: bool) -> Reading:
        tools = self._tools
        content = Content(upload.digest, ())
        known: Fingerprint | None = None
        reading: Reading | None = None
        async with tools.admission.turn(is_patient=is_patient):
            started = tools.clock.now()
            if tools.dedup is not None:
                content = Content(upload.digest, *(await self._ask(look_inside, upload) or ((),)))
                if not is_fresh:
                    reading = await tools.run(self._same_pages, content)
                if reading is None:
                    known = await self._ask(look_at, upload)
                    if known is not None and not is_fresh:
                        reading = await tools.run(self._same_text, known, upload.digest)
                if reading is not None and reading.answer:
                    return reading
            made = await self._make(upload, known)
            seconds = (tools.clock.now() - started).total_seconds()
        tools.metrics.readings.labels(str(made.about.status)).inc()
        tools.metrics.reading_seconds.observe(seconds)
        await tools.run(self._keep, content, made)
        duplicate = reading.duplicate if reading else None
        return Reading(made.about.status, made.about.detail, duplicate=duplicate)

    async def _ask(self, look: Callable[[str], T], upload: Upload) -> T | None:
        """What a child sees in a file; None when it fails over it."""
        outcome = await asyncio.wrap_future(self._tools.guard.submit(look, str(upload.path)))
        return outcome.value

    async def _make(self, upload: Upload, known: Fingerprint | None) -> Made:
        task = Task(self._job(upload, PARTS), known)
        outcome = await asyncio.wrap_future(self._tools.guard.submit(make_parts, task))
        if outcome.value is not None:
            return outcome.value
        about = About(outcome.status or Status.CRASHED, outcome.detail)
        return Made(about, {ABOUT: pack_about(about)})

    def _same_pages(self, content: Content) -> Reading | None:
        """The reading of another document whose pages are all in this file. (Blocks.)"""
        key = find_inside(self._tools.contents, content)
        if key is None or key == content.digest:
            return None
        return self._answered(key, Duplicate("", SAME_PAGES))

    def _same_text(self, fingerprint: Fingerprint, digest: str) -> Reading | None:
        """The reading of a document that the index calls the same. (Blocks.)"""
        tools = self._tools
        assert tools.dedup is not None
        try:
            match = tools.dedup.index.find(fingerprint)
        except HarvestmanError as error:
            _log.warning("the index of duplicates does not answer: %s", error)
            return None
        if match is None or match.key == digest:
            return None
        duplicate = Duplicate("", match.reason, match.distance, match.overlap)
        return self._answered(match.key, duplicate, words=fingerprint.words)

    def _answered(self, key: str, duplicate: Duplicate, *, words: int = 0) -> Reading | None:
        """The reading of a duplicate, if what the earlier document gave is still kept. (Blocks.)

        Without an answer when that document was cut and this one, of so many words, is not: what it lacks is still to be read.
        """
        first, answer, kept = self._tools.documents.known(key, ABOUT) or ("", "", None)
        if (
            answer != key
        ):  # nobody has those bytes any more, but others are answered with what they gave
            kept = self._tools.answers.get(key, ()).get(ABOUT)
        about = unpack_about(kept) if kept else None
        if about is None or not about.is_read:
            return None
        found = replace(duplicate, of=first)
        is_whole = words > _WHOLE * about.words > 0
        return Reading(about.status, about.detail, "" if is_whole else key, found)

    def _keep(self, content: Content, made: Made) -> None:
        """Keep what was made, then let the document be found. (Blocks.)"""
        tools = self._tools
        tools.answers.keep(content.digest, made.parts)
        if tools.dedup is None or made.fingerprint is None or not made.about.is_read:
            return
        if content.streams:
            tools.contents.keep(content)
        try:
            tools.dedup.index.add(content.digest, made.fingerprint)
        except HarvestmanError as error:
            _log.warning("a document is not in the index of duplicates: %s", error)

    def _job(self, upload: Upload, only: tuple[str, ...]) -> Job:
        settings = self._tools.settings
        return Job(
            path=str(upload.path),
            now=self._tools.clock.now(),
            only=only,
            max_bytes=settings.max_file,
            ocr=settings.ocr,
        )
