"""Jobs of the service: work that outlives the request that asked for it. Each is a row, so that none is lost with its process.

A job is `queued`, then `running`, then `done`, `failed` or `cancelled`; one that was running when its server died is
`interrupted`, until somebody takes it up again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from harvestman.model import Clock, Plain
from harvestman.store import schema
from harvestman.store.database import Database

JOB_STATES = ("queued", "running", "done", "failed", "cancelled", "interrupted")
"""The closed list of what a job can be in."""
ENDED_STATES = frozenset({"done", "failed", "cancelled", "interrupted"})
"""Those in which nothing more happens by itself."""

_job = schema.job
_MAX_ERROR = 1_000


@dataclass(frozen=True, slots=True)
class JobRecord:
    """One job as it stands."""

    id: str
    kind: str
    """`extract` or `harvest`."""
    state: str
    task: Plain
    """What is to be done, in the words of its kind."""
    progress: Plain
    result: Plain
    error: str
    created: datetime
    started: datetime | None
    ended: datetime | None
    started_by: str
    """The id of the key that asked for it; "" where no keys are asked for."""

    @property
    def has_ended(self) -> bool:
        """Whether nothing more happens to it by itself."""
        return self.state in ENDED_STATES


class Jobs:
    """The jobs of a library."""

    def __init__(self, database: Database, *, clock: Clock, new_id: Callable[[], str]) -> None:
        self._database = database
        self._clock = clock
        self._new_id = new_id

    def add(self, kind: str, task: Plain, *, started_by: str = "") -> JobRecord:
        """A new job, queued."""
        with self._database.write() as connection:
            name = self._new_id()
            insert_job(connection, name, kind, task, now=self._clock.now(), started_by=started_by)
            return _one(connection, name)

    def get(self, job_id: str) -> JobRecord | None:
        """The job with this id."""
        with self._database.read() as connection:
            row = connection.execute(sa.select(_job).where(_job.c.public_id == job_id)).first()
            return _record(row) if row else None

    def newest(
        self,
        *,
        kind: str = "",
        state: str = "",
        limit: int = 100,
        before: str = "",
        started_by: str | None = None,
    ) -> list[JobRecord]:
        """The newest jobs first, of everybody or of one key; `before` is the id of the last one that is known already."""
        statement = sa.select(_job).order_by(_job.c.id.desc()).limit(limit)
        if kind:
            statement = statement.where(_job.c.kind == kind)
        if state:
            statement = statement.where(_job.c.state == state)
        if started_by is not None:
            statement = statement.where(_job.c.started_by == started_by)
        if before:
            row = sa.select(_job.c.id).where(_job.c.public_id == before).scalar_subquery()
            statement = statement.where(_job.c.id < row)
        with self._database.read() as connection:
            return [_record(row) for row in connection.execute(statement)]

    def waiting(self, kind: str) -> int:
        """How many jobs of a kind are queued."""
        statement = (
            sa.select(sa.func.count())
            .select_from(_job)
            .where(_job.c.kind == kind, _job.c.state == "queued")
        )
        with self._database.read() as connection:
            return int(connection.scalar(statement) or 0)

    def next_queued(self, kind: str) -> JobRecord | None:
        """The job of a kind that has waited longest; from now on it is running, and nobody else gets it."""
        oldest = (
            sa.select(_job.c.id)
            .where(_job.c.kind == kind, _job.c.state == "queued")
            .order_by(_job.c.id)
            .limit(1)
            .with_for_update(skip_locked=True)
            .scalar_subquery()
        )
        taken = (
            sa.update(_job)
            .where(_job.c.id == oldest, _job.c.state == "queued")
            .values(state="running", started=self._clock.now())
            .returning(_job.c.public_id)
        )
        with self._database.write() as connection:
            name = connection.scalar(taken)
            return _one(connection, name) if name else None

    def begin(self, job_id: str) -> bool:
        """Whether this job was waiting or interrupted, and is now running."""
        return self._move(
            job_id,
            ("queued", "interrupted"),
            state="running",
            started=self._clock.now(),
            ended=None,
            error="",
        )

    def note(self, job_id: str, progress: Plain) -> None:
        """Keep how far a running job has come."""
        self._move(job_id, ("running",), progress=progress)

    def end(self, job_id: str, state: str, *, result: Plain | None = None, error: str = "") -> bool:
        """The job has come to an end, in one of the ended states; False when it had before.

        One that was interrupted can still be cancelled: then nobody takes it up again.
        """
        before = ("queued", "running", *(("interrupted",) if state == "cancelled" else ()))
        return self._move(
            job_id,
            before,
            state=state,
            result=result or {},
            error=error[:_MAX_ERROR],
            ended=self._clock.now(),
        )

    def requeue(self, job_id: str) -> str:
        """Let an interrupted job wait again; its kind, or "" when it is none that was interrupted."""
        statement = (
            sa.update(_job)
            .where(_job.c.public_id == job_id, _job.c.state == "interrupted")
            .values(state="queued", started=None, ended=None, error="")
            .returning(_job.c.kind)
        )
        with self._database.write() as connection:
            return connection.scalar(statement) or ""

    def requeue_running(self, kind: str) -> int:
        """At the start of a server: jobs of this kind that a dead one left running wait again."""
        return self._move_all(kind, state="queued", started=None)

    def interrupt_running(self, kind: str) -> int:
        """At the start of a server: jobs of this kind that a dead one left running are interrupted."""
        return self._move_all(kind, state="interrupted", ended=self._clock.now())

    def _move(self, job_id: str, before: Sequence[str], **values: Any) -> bool:
        statement = (
            sa.update(_job)
            .where(_job.c.public_id == job_id, _job.c.state.in_(before))
            .values(**values)
        )
        with self._database.write() as connection:
            return bool(connection.execute(statement).rowcount)

    def _move_all(self, kind: str, **values: Any) -> int:
        statement = (
            sa.update(_job).where(_job.c.kind == kind, _job.c.state == "running").values(**values)
        )
        with self._database.write() as connection:
            return int(connection.execute(statement).rowcount)


def insert_job(
    connection: Connection,
    name: str,
    kind: str,
    task: Plain,
    *,
    now: datetime,
    started_by: str,
) -> None:
    """Add a queued job in the caller's transaction."""
    connection.execute(
        sa.insert(_job).values(
            public_id=name,
            kind=kind,
            state="queued",
            task=task,
            progress={},
            result={},
            error="",
            created=now,
            started_by=started_by,
        )
    )


def _one(connection: Connection, name: str) -> JobRecord:
    return _record(connection.execute(sa.select(_job).where(_job.c.public_id == name)).one())


def _record(row: Any) -> JobRecord:
    return JobRecord(
        id=row.public_id,
        kind=row.kind,
        state=row.state,
        task=row.task,
        progress=row.progress,
        result=row.result,
        error=row.error,
        created=row.created,
        started=row.started,
        ended=row.ended,
        started_by=row.started_by,
    )
