"""A cluster on one machine: PostgreSQL, an S3 server and worker processes, each of which can be killed, stopped and cut off."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from commands import Commands
from harvestman.model import Clock, JobRecord, SystemClock
from harvestman.store import Library, NewDocument, open_library
from warm import Forked, warm

LONG_S = 60.0
TEXT = "text/plain"


def until(holds: Callable[[], object], *, what: str = "it") -> None:
    """Wait for a condition, giving the processor to others."""
    deadline = time.monotonic() + LONG_S
    while not holds():
        assert time.monotonic() < deadline, f"{what} does not happen"
        time.sleep(0.02)


@dataclass(slots=True)
class Process:
    """A worker that runs."""

    forked: Forked
    printed: Path
    has_ended: bool = False

    def wait_until_ready(self) -> None:
        """It says itself which kinds of job it does."""
        until(lambda: "Working on" in self.printed.read_text() or self._dead(), what="a worker")
        assert "Working on" in self.printed.read_text(), self.printed.read_text()

    def _dead(self) -> bool:
        try:
            os.kill(self.forked.pid, 0)
        except ProcessLookupError:
            return True
        return False

    def stop(self) -> int | None:
        """Ask it to end; its exit code."""
        os.kill(self.forked.pid, signal.SIGTERM)
        self.has_ended = True
        return self.forked.ended(LONG_S)

    def kill(self) -> None:
        """End it at once, as a power cut would."""
        if not self.has_ended:
            self.has_ended = True
            with suppress(ProcessLookupError):
                os.kill(self.forked.pid, signal.SIGCONT)
            self.forked.kill()

    def pause(self) -> None:
        """Let it stand still."""
        os.kill(self.forked.pid, signal.SIGSTOP)

    def go_on(self) -> None:
        """Let it run again."""
        os.kill(self.forked.pid, signal.SIGCONT)


@dataclass(slots=True)
class Cluster:
    """What the machines share: a library with the queue in it, and a bucket."""

    place: Commands
    blobs: str
    lease_s: float
    library: Library
    processes: list[Process] = field(default_factory=list)

    def worker(self, *words: str, environ: Mapping[str, str] | None = None) -> Process:
        """Start a worker, forked from the warm process, that reads files itself."""
        printed = self.place.folder / f"worker-{len(self.processes)}"
        with printed.open("ab") as out, Path(os.devnull).open("rb") as nothing:
            standard = (nothing.fileno(), out.fileno(), out.fileno())
            forked = warm().start(
                ("worker", *words),
                self.place.folder,
                self.place.environ | dict(environ or {}),
                standard,
                is_alone=True,
            )
        process = Process(forked, printed)
        self.processes.append(process)
        return process

    def send(self, text: str) -> JobRecord:
        """Send a document as the service does with `?async=1`: bytes to the blobs, then its row together with its job."""
        data = text.encode()
        digest = self.library.blobs.put(data)
        jobs = self.library.cluster_jobs()
        _, job = self.library.documents.add_waiting(
            NewDocument(digest, "a.txt", TEXT, len(data)),
            lambda connection, document: jobs.put(
                "extract", {"document": document.id}, connection=connection
            ),
        )
        return job

    def states(self) -> list[str]:
        """The states of all jobs, the newest first."""
        return [job.state for job in self.library.jobs.newest(limit=10_000)]

    def are_done(self) -> bool:
        """Whether nothing is left to be done."""
        return set(self.states()) <= {"done"}


@contextmanager
def cluster(
    folder: Path,
    db: str,
    blobs: str,
    *,
    lease_s: float = 2.0,
    clock: Clock | None = None,
    **more: str,
) -> Iterator[Cluster]:
    """A cluster on a database and a place for blobs; its workers are killed at the end."""
    settings = {"BLOBS": blobs, "QUEUE_BACKEND": "postgres", "LEASE": f"{lease_s}s"} | more
    place = Commands(folder, db, settings)
    with ExitStack() as stack:
        library = stack.enter_context(
            open_library(db, blobs=blobs, clock=clock or SystemClock(), lease_s=lease_s)
        )
        made = Cluster(place, blobs, lease_s, library)
        try:
            yield made
        finally:
            for process in made.processes:
                process.kill()
