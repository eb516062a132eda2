"""Reading, once: whoever sends bytes that are being read waits for that reading; near-duplicates are found before it begins.

First a child tells the file by its words. If the index knows a document like it, that one's answer is given; else a child makes
every part, and the file becomes known. Without the index, or when it fails, everything is read and the service says so.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Any, Protocol

from harvestman.dedup.texts import Dedup, Fingerprint
from harvestman.documents import ABOUT, Job, extract_file
from harvestman.engine import Engine
from harvestman.model import PARTS, Clock, Extraction, HarvestmanError, Status
from harvestman.settings import Settings
from harvestman.store import Documents, Duplicate, Reading
from harvestman.web.admission import Admission
from harvestman.web.answers import KeptAnswers
from harvestman.web.child import Made, Task, look_at, make_parts
from harvestman.web.errors import Refused
from harvestman.web.keeping import About, pack_about, unpack_about
from harvestman.web.metrics import Metrics
from harvestman.web.uploads import Incoming, Upload

_log = logging.getLogger("harvestman.web")


class Run(Protocol):
    """Calls something that blocks, in a thread."""

    def __call__(self, function: Callable[..., Any], /, *args: Any) -> Awaitable[Any]:
        """Its result."""
        ...


@dataclass(frozen=True, slots=True)
class Tools:
    """What reading needs."""

    engine: Engine
    admission: Admission
    incoming: Incoming
    documents: Documents
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
    ) -> Extraction:
        """Some parts of a file, or what some of its pages say, which are not kept."""
        job = replace(self._job(upload, only), first_page=pages[0], last_page=pages[1])
        async with self._tools.admission.turn():
            outcome = await asyncio.wrap_future(self._tools.engine.submit(extract_file, job))
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
        known: Fingerprint | None = None
        async with tools.admission.turn(is_patient=is_patient):
            started = tools.clock.now()
            if tools.dedup is not None:
                known = await self._look(upload)
                if known is not None and not is_fresh:
                    reading = await tools.run(self._duplicate, known, upload.digest)
                    if isinstance(reading, Reading):
                        return reading
            made = await self._make(upload, known)
            seconds = (tools.clock.now() - started).total_seconds()
        tools.metrics.readings.labels(str(made.about.status)).inc()
        tools.metrics.reading_seconds.observe(seconds)
        await tools.run(self._keep, upload.digest, made)
        return Reading(made.about.status, made.about.detail)

    async def _look(self, upload: Upload) -> Fingerprint | None:
        outcome = await asyncio.wrap_future(self._tools.engine.submit(look_at, str(upload.path)))
        return outcome.value

    async def _make(self, upload: Upload, known: Fingerprint | None) -> Made:
        task = Task(self._job(upload, PARTS), known)
        outcome = await asyncio.wrap_future(self._tools.engine.submit(make_parts, task))
        if outcome.value is not None:
            return outcome.value
        about = About(outcome.status or Status.CRASHED, outcome.detail)
        return Made(about, {ABOUT: pack_about(about)})

    def _duplicate(self, fingerprint: Fingerprint, digest: str) -> Reading | None:
        """The reading of a document that the index calls the same, if its answer is still kept. (Blocks.)"""
        tools = self._tools
        assert tools.dedup is not None
        try:
            match = tools.dedup.index.find(fingerprint)
        except HarvestmanError as error:
            _log.warning("the index of duplicates does not answer: %s", error)
            return None
        if match is None or match.key == digest:
            return None
        kept = tools.answers.get(match.key, ())
        about = unpack_about(kept[ABOUT]) if ABOUT in kept else None
        if about is None or not about.is_read:
            return None
        first = tools.documents.first(match.key)
        return Reading(
            about.status,
            about.detail,
            match.key,
            Duplicate(first.id if first else "", match.reason, match.distance, match.overlap),
        )

    def _keep(self, digest: str, made: Made) -> None:
        """Keep what was made, then let the document be found. (Blocks.)"""
        tools = self._tools
        tools.answers.keep(digest, made.parts)
        if tools.dedup is None or made.fingerprint is None or not made.about.is_read:
            return
        try:
            tools.dedup.index.add(digest, made.fingerprint)
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
