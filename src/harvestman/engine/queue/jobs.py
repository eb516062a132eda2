"""The Queue: jobs that must not be lost, put by anybody who has the library open and done by whoever knows their kind.

A task is plain JSON that names digests and ids, never bytes or paths, so that any process on any machine can do it. Where the jobs
are kept is the backend's business, which the Queue knows by a small protocol only.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Any, Protocol

from harvestman.model import JobRecord, Lease, LeaseLost, Plain, UsageError


class QueueBackend(Protocol):
    """Where jobs are kept. All of it blocks, and each call is one transaction."""

    def put(
        self,
        kind: str,
        task: Plain,
        *,
        lock: str = "",
        at: datetime | None = None,
        started_by: str = "",
        connection: Any = None,
    ) -> JobRecord:
        """A new job; where one with this lock waits or runs already, that one."""
        ...

    def some(self, job_ids: Collection[str], /) -> list[JobRecord]:
        """Those of the jobs with these ids that there are."""
        ...

    def waiting(self, kind: str, /) -> int:
        """How many jobs of a kind wait."""
        ...

    def take(self, kind: str, /, *, holder: str) -> JobRecord | None:
        """The next job of a kind that may begin, with the lease of it."""
        ...

    def renew(self, leases: Collection[Lease], /, *, holder: str) -> set[str]:
        """Hold jobs for longer; the ids of those that are still held. By the way the holder says that it is alive."""
        ...

    def note(self, lease: Lease, progress: Plain, /) -> bool:
        """Keep how far a job has come; False when its lease was lost."""
        ...

    def end(
        self,
        lease: Lease,
        state: str,
        /,
        *,
        result: Plain | None = None,
        error: str = "",
        connection: Any = None,
    ) -> bool:
        """A job is `done` or has `failed`, in the transaction under way on a `connection`; False when its lease was lost."""
        ...

    def fenced(self, lease: Lease, /) -> AbstractContextManager[None]:
        """Within the block, nothing is written to the library unless the lease is held; else LeaseLost."""
        ...

    def put_down(self, lease: Lease, /, *, wait_s: float = 0.0, is_fault: bool = False) -> bool:
        """Let a job wait for another worker, so many seconds at least; False when its lease was lost."""
        ...

    def cancel(self, job_id: str, /) -> bool:
        """End a job whoever holds it; False when it had ended."""
        ...

    def requeue(self, job_id: str, /) -> str:
        """Let a job that was given up wait again; its kind, or "" when it was not given up."""
        ...

    def take_from_the_dead(self, holder: str = "", /) -> int:
        """Let the jobs of workers that died, or are silent for too long, wait again; how many there were.

        Of many who call it with the name of their `holder`, one at a time looks.
        """
        ...

    def prune(self, *, older_than: datetime) -> int:
        """Forget jobs that were done or cancelled before a moment; how many."""
        ...

    def leave(self, holder: str, /) -> None:
        """Somebody takes no more jobs."""
        ...

    def listen(self, kinds: Collection[str], wake: Callable[[str], None], /) -> Callable[[], None]:
        """Have a call made, in some thread, for each kind of which a job was put elsewhere; what ends that."""
        ...


class HasJobs(Protocol):
    """A library, as far as the Queue knows it."""

    @property
    def jobs(self) -> QueueBackend:
        """Jobs whose turns the table itself tells."""
        ...

    def cluster_jobs(self) -> QueueBackend:
        """Jobs whose turns Procrastinate gives; UsageError where there is no PostgreSQL."""
        ...


class Queue:
    """The jobs of a library; every call blocks."""

    def __init__(self, backend: QueueBackend) -> None:
        self.backend = backend
        self._listeners: list[Callable[[str], None]] = []

    def put(
        self,
        kind: str,
        task: Plain,
        *,
        lock: str = "",
        at: datetime | None = None,
        started_by: str = "",
        connection: Any = None,
    ) -> JobRecord:
        """Put a job, which begins when it is its turn.

        With a `lock`, at most one job of that name waits or runs: where there is one, that one is given back and none is put. It begins
        not before the moment `at`. With a `connection`, the job is put in the transaction that is under way there, together with the
        row it belongs to; call `wake` when that is kept.
        """
        try:
            json.dumps(task)
        except (TypeError, ValueError) as error:
            raise UsageError(
                f"A task is plain JSON that names digests and ids, never bytes or paths: {error}"
            ) from None
        job = self.backend.put(
            kind, task, lock=lock, at=at, started_by=started_by, connection=connection
        )
        if connection is None:
            self.wake(kind)
        return job

    def end_within(self, connection: Any, job: JobRecord, result: Plain) -> None:
        """End a job that is done in the transaction under way, so that it and its effect are kept together; LeaseLost when it is not ours any more."""
        assert job.lease is not None
        if not self.backend.end(job.lease, "done", result=result, connection=connection):
            raise LeaseLost(
                f"Job {job.id} was given to another worker; nothing was written.", kind="job"
            )

    def waiting(self, kind: str) -> int:
        """How many jobs of a kind wait."""
        return self.backend.waiting(kind)

    def cancel(self, job_id: str) -> bool:
        """End a job that waits or runs, wherever that is; False when it had ended. A worker of this process does so at once (`Worker.cancel`)."""
        return self.backend.cancel(job_id)

    def resume(self, job_id: str) -> bool:
        """Try a job again that has failed or was interrupted; False when it is in another state."""
        kind = self.backend.requeue(job_id)
        if kind:
            self.wake(kind)
        return bool(kind)

    def prune(self, *, older_than: datetime) -> int:
        """Forget jobs that were done or cancelled before a moment; how many."""
        return self.backend.prune(older_than=older_than)

    def wake(self, kind: str) -> None:
        """Tell the workers of this process that there may be a new job of a kind; those elsewhere are told by the backend, or look every few seconds."""
        for listener in list(self._listeners):
            listener(kind)

    def listen(self, listener: Callable[[str], None]) -> Callable[[], None]:
        """Have a call made for each kind that may have a new job, in whatever thread puts it; what ends that."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)


def open_queue(backend: str, library: HasJobs) -> Queue:
    """The queue that the setting `queue_backend` names."""
    if backend == "postgres":
        return Queue(library.cluster_jobs())
    if backend != "library":
        raise UsageError(f"There is no queue backend {backend!r}. Valid are library, postgres.")
    return Queue(library.jobs)
