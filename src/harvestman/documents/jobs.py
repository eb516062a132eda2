"""Reading a file in a guarded child: a small job goes over, the child opens the file itself, an `Extraction` comes back.

A PDF is read where it lies on the disk, so that a large one needs no memory of its size.
"""

from __future__ import annotations

import os
import stat
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass, replace
from datetime import datetime
from mmap import ACCESS_READ, mmap
from pathlib import Path

from harvestman.documents.extracting import extract
from harvestman.documents.layout.limits import USUAL_LIMITS, ReadingLimits
from harvestman.engine import Guard, Outcome
from harvestman.model import PARTS, Extraction, Status

_AHEAD_PER_WORKER = 16  # one slow file holds up no more than so many results, and no more are kept


@dataclass(frozen=True, slots=True)
class Job:
    """One file to be read. Its bytes never pass through a pipe."""

    path: str
    now: datetime
    only: tuple[str, ...] = PARTS
    max_bytes: int = 500_000_000
    ocr: bool = True
    surely: bool = False
    """Whether to tell how sure each field of each citation is."""
    placed: bool = False
    """Whether to tell where on the pages things stand."""
    first_page: int = 1
    last_page: int | None = None
    """Of a PDF, only the pages from the first to the last, both included; None is its end."""

    @property
    def limits(self) -> ReadingLimits:
        """How much of the file is read."""
        if self.last_page is None:
            return replace(USUAL_LIMITS, first_page=self.first_page)
        pages = min(USUAL_LIMITS.pages, max(0, self.last_page - self.first_page + 1))
        return replace(USUAL_LIMITS, first_page=self.first_page, pages=pages)


def extract_file(job: Job) -> Extraction:
    """Read the file of a job; what cannot be opened, or is too large, is a status."""
    path = Path(job.path)
    try:
        # Not blocking: a named pipe without a writer would never open.
        with open(os.open(path, os.O_RDONLY | os.O_NONBLOCK), "rb") as stream:
            about = os.fstat(stream.fileno())
            if not stat.S_ISREG(about.st_mode):
                return Extraction(Status.BAD_FILE, detail="it is no ordinary file")
            if about.st_size > job.max_bytes:
                return _too_large(about.st_size, job.max_bytes)
            if not about.st_size:
                return Extraction(Status.EMPTY, detail="it has no bytes")
            with mmap(stream.fileno(), about.st_size, access=ACCESS_READ) as data:
                return extract(
                    data,
                    name=path.name,
                    only=job.only,
                    now=job.now,
                    limits=job.limits,
                    ocr=job.ocr,
                    surely=job.surely,
                    placed=job.placed,
                )
    except OSError as error:
        return Extraction(Status.BAD_FILE, detail=f"it cannot be opened: {error.strerror}")


def extract_files(guard: Guard, jobs: Iterable[Job]) -> Iterator[tuple[Job, Extraction]]:
    """Every file with what was read from it, in the order of the jobs; many at once, none of which can harm the others."""
    waiting: deque[tuple[Job, Future[Outcome[Extraction]]]] = deque()
    room = guard.workers * _AHEAD_PER_WORKER
    try:
        for job in jobs:
            waiting.append((job, guard.submit(extract_file, job)))
            while waiting and (len(waiting) >= room or waiting[0][1].done()):
                yield _settled(*waiting.popleft())
        while waiting:
            yield _settled(*waiting.popleft())
    finally:
        for _, future in waiting:
            future.cancel()


def _settled(job: Job, future: Future[Outcome[Extraction]]) -> tuple[Job, Extraction]:
    outcome = future.result()
    if outcome.value is not None:
        return job, outcome.value
    return job, Extraction(outcome.status or Status.CRASHED, detail=outcome.detail)


def _too_large(size: int, most: int) -> Extraction:
    detail = f"it has {size / 1e6:,.1f} MB, more than max_file ({most / 1e6:,.1f} MB)"
    return Extraction(Status.TOO_LARGE, detail=detail)
