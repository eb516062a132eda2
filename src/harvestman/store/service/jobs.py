"""Jobs of the service: work that outlives the request that asked for it. Each is a row, so that none is lost with its process.

A job is `queued`, then `running`, then `done`, `failed` or `cancelled`. While it runs it is held by one server, which says
again and again that it is still at it; when that server is dead, or silent for too long, the job is queued anew and whoever is
there takes it. One over which servers died time and again is `interrupted`, until somebody asks for it once more.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from harvestman.model import Clock, Plain
from harvestman.store import schema
from harvestman.store.database import Database
from harvestman.store.owners import is_dead

JOB_STATES = ("queued", "running", "done", "failed", "cancelled", "interrupted")
"""The closed list of what a job can be in."""
ENDED_STATES = frozenset({"done", "failed", "cancelled", "interrupted"})
"""Those in which nothing more happens by itself."""

LEASE_S = 60.0
"""So long a server may be silent before its jobs are given to others."""
MAX_TRIES = 3
"""A job that was begun so often, each time by a server that died, is not begun again by itself."""

_job = schema.job
_MAX_ERROR = 1_000
_LEASE = timedelta(seconds=LEASE_S)
_FREE: dict[str, Any] = {"held_by": None, "held_until": None}


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
        return next(iter(self.some([job_id])), None)

    def some(self, job_ids: Collection[str]) -> list[JobRecord]:
        """Those of the jobs with these ids that there are."""
        statement = sa.select(_job).where(_job.c.public_id.in_(job_ids))
        with self._database.read() as connection:
            return [_record(row) for row in connection.execute(statement)]

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

    def next_queued(self, kind: str, *, holder: str) -> JobRecord | None:
        """The job of a kind that has waited longest; from now on it runs, and is the holder's alone as long as that one renews it."""
        oldest = (
            sa.select(_job.c.id)
            .where(_job.c.kind == kind, _job.c.state == "queued")
            .order_by(_job.c.id)
            .limit(1)
            .with_for_update(skip_locked=True)
            .scalar_subquery()
        )
        now = self._clock.now()
        taken = (
            sa.update(_job)
            .where(_job.c.id == oldest, _job.c.state == "queued")
            .values(
                state="running",
                started=now,
                held_by=holder,
                held_until=now + _LEASE,
                tries=_job.c.tries + 1,
            )
            .returning(_job.c.public_id)
        )
        with self._database.write() as connection:
            name = connection.scalar(taken)
            return _one(connection, name) if name else None

    def renew(self, job_ids: Collection[str], *, holder: str) -> set[str]:
        """Hold jobs for longer; those that are still the holder's. The others were ended or taken over meanwhile."""
        if not job_ids:
            return set()
        statement = (
            sa.update(_job)
            .where(_job.c.public_id.in_(job_ids), _is_held_by(holder))
            .values(held_until=self._clock.now() + _LEASE)
            .returning(_job.c.public_id)
        )
        with self._database.write() as connection:
            return set(connection.scalars(statement))

    def note(self, job_id: str, progress: Plain, *, holder: str) -> bool:
        """Keep how far a running job has come; False when it is not the holder's any more."""
        return self._move(job_id, _is_held_by(holder), progress=progress)

    def end(
        self,
        job_id: str,
        state: str,
        *,
        holder: str,
        result: Plain | None = None,
        error: str = "",
    ) -> bool:
        """The job has come to an end, in one of the ended states, by the one who held it; False when it was another's by then."""
        return self._move(
            job_id,
            _is_held_by(holder),
            state=state,
            result=result or {},
            error=error[:_MAX_ERROR],
            ended=self._clock.now(),
            **_FREE,
        )

    def cancel(self, job_id: str) -> bool:
        """Nobody is to go on with this job, whoever holds it; False when it had ended before."""
        is_open = _job.c.state.in_(("queued", "running", "interrupted"))
        return self._move(job_id, is_open, state="cancelled", ended=self._clock.now(), **_FREE)

    def requeue(self, job_id: str) -> str:
        """Let an interrupted job wait again; its kind, or "" when it is none that was interrupted."""
        statement = (
            sa.update(_job)
            .where(_job.c.public_id == job_id, _job.c.state == "interrupted")
            .values(state="queued", started=None, ended=None, error="", tries=0)
            .returning(_job.c.kind)
        )
        with self._database.write() as connection:
            return connection.scalar(statement) or ""

    def put_down(self, job_id: str, *, holder: str) -> bool:
        """Let a job wait again that its holder leaves alone, being asked to stop: that is not the job's fault."""
        return self._move(
            job_id,
            _is_held_by(holder),
            state="queued",
            started=None,
            tries=_job.c.tries - 1,
            **_FREE,
        )

    def take_from_the_dead(self) -> int:
        """Let the jobs of servers that died, or are silent for too long, wait again; how many there were."""
        now = self._clock.now()
        running = sa.select(_job).where(_job.c.state == "running")
        with self._database.read() as connection:
            left = [row for row in connection.execute(running) if _is_left(row, now)]
        if not left:
            return 0
        with self._database.write() as connection:
            return sum(self._take_up(connection, row, now) for row in left)

    def _take_up(self, connection: Connection, row: Any, now: datetime) -> int:
        again: dict[str, Any] = {"state": "queued", "started": None}
        if row.tries >= MAX_TRIES:
            told = f"its server died {row.tries} times over it"
            again = {"state": "interrupted", "ended": now, "error": told}
        # Whoever renewed it, or took it up, in between has changed the moment.
        is_as_it_was = (
            _job.c.held_until == row.held_until
            if row.held_until is not None
            else _job.c.held_until.is_(None)
        )
        statement = (
            sa.update(_job)
            .where(_job.c.id == row.id, _job.c.state == "running", is_as_it_was)
            .values(**again, **_FREE)
        )
        return int(connection.execute(statement).rowcount)

    def _move(self, job_id: str, condition: sa.ColumnElement[bool], **values: Any) -> bool:
        statement = sa.update(_job).where(_job.c.public_id == job_id, condition).values(**values)
        with self._database.write() as connection:
            return bool(connection.execute(statement).rowcount)


def _is_held_by(holder: str) -> sa.ColumnElement[bool]:
    return (_job.c.state == "running") & (_job.c.held_by == holder)


def _is_left(row: Any, now: datetime) -> bool:
    """Whether nobody living does this job."""
    return row.held_until is None or row.held_until <= now or is_dead(row.held_by)


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
