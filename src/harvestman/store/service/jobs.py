"""The library's own table of jobs: the backend of the Queue that needs nothing beside the library (`queue_backend = library`).

A job is `queued`, then `running`, then `done`, `failed` or `cancelled`. While it runs one worker has the lease of it, and says
again and again that it is still at it; when that worker is dead, or silent for too long, the job is queued anew and whoever is
there takes it. One over which workers died time and again is `interrupted`, until somebody asks for it once more.

A transaction changes the job's row first and its lease after that, never the other way round, so that no two wait for each other.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from harvestman.model import Clock, JobRecord, Lease, Plain
from harvestman.store import schema
from harvestman.store.database import Database, insert_into
from harvestman.store.ids import short_key
from harvestman.store.leases import LONGEST, Leases, forget, give_back, grant, is_held
from harvestman.store.owners import is_dead
from harvestman.store.service.tables import HAS_ITS_LOCK

LEASE_S = 60.0
"""So long a worker may be silent before its jobs are given to others."""
MAX_TRIES = 3
"""A job that was begun so often, each time by a worker that died, is not begun again by itself."""

_job, _lease = schema.job, schema.lease
_MAX_ERROR = 1_000
_AND_ITS_LEASE = (_lease.c.kind == "job") & (_lease.c.name == _job.c.public_id)


class _NotOurs(Exception):
    """The lease of a job was lost: the transaction is undone."""


class Jobs:
    """The jobs of a library."""

    def __init__(self, database: Database, *, clock: Clock, new_id: Callable[[], str]) -> None:
        self._database = database
        self._clock = clock
        self._new_id = new_id
        self._leases = Leases(database, clock=clock)

    def put(
        self,
        kind: str,
        task: Plain,
        *,
        lock: str = "",
        at: datetime | None = None,
        started_by: str = "",
        connection: Connection | None = None,
    ) -> JobRecord:
        """A new job, queued; where one with this lock waits or runs already, that one.

        With a `connection` it becomes part of the transaction under way there.
        """
        values = {
            "public_id": self._new_id(),
            "kind": kind,
            "state": "queued",
            "task": task,
            "progress": {},
            "result": {},
            "error": "",
            "created": self._clock.now(),
            "started_by": started_by,
            "lock": short_key(lock) if lock else None,
            "at": at,
        }
        if connection is not None:
            return _put(connection, values)
        with self._database.write() as own:
            return _put(own, values)

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

    def since(self, kinds: Collection[str], moment: datetime) -> list[JobRecord]:
        """The jobs of these kinds that have not ended, or not before a moment; the oldest first."""
        statement = (
            sa.select(_job)
            .where(_job.c.kind.in_(kinds), _job.c.ended.is_(None) | (_job.c.ended >= moment))
            .order_by(_job.c.id)
        )
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

    def take(self, kind: str, *, holder: str) -> JobRecord | None:
        """The job of a kind that has waited longest and may begin; from now on it runs, with a lease for its holder."""
        now = self._clock.now()
        oldest = (
            sa.select(_job.c.id)
            .where(
                _job.c.kind == kind,
                _job.c.state == "queued",
                _job.c.at.is_(None) | (_job.c.at <= now),
            )
            .order_by(_job.c.id)
            .limit(1)
            .with_for_update(skip_locked=True)
            .scalar_subquery()
        )
        taken = (
            sa.update(_job)
            .where(_job.c.id == oldest, _job.c.state == "queued")
            .values(state="running", started=now, tries=_job.c.tries + 1)
            .returning(_job)
        )
        with self._database.write() as connection:
            row = connection.execute(taken).first()
            if row is None:
                return None
            lease = grant(connection, "job", row.public_id, holder, now=now, length_s=LEASE_S)
            return replace(_record(row), lease=lease)

    def renew(self, leases: Collection[Lease]) -> set[str]:
        """Hold jobs for longer; the ids of those that are still held. The others were ended or taken over meanwhile."""
        return {lease.name for lease in self._leases.renew(leases)}

    def note(self, lease: Lease, progress: Plain) -> bool:
        """Keep how far a running job has come; False when its lease was lost."""
        return self._change(
            lease.name, lambda own: is_held(own, lease, clock=self._clock), progress=progress
        )

    def end(
        self, lease: Lease, state: str, *, result: Plain | None = None, error: str = ""
    ) -> bool:
        """The job has come to an end, in one of the ended states; False when its lease was lost by then."""
        return self._change(
            lease.name,
            lambda own: forget(own, lease),
            state=state,
            result=result or {},
            error=error[:_MAX_ERROR],
            ended=self._clock.now(),
        )

    def put_down(self, lease: Lease, *, wait_s: float = 0.0) -> bool:
        """Let a job wait again, so many seconds at least, that its holder cannot go on with: that is not the job's fault."""
        now = self._clock.now()
        return self._change(
            lease.name,
            lambda own: give_back(own, lease, until=now),
            state="queued",
            started=None,
            tries=_job.c.tries - 1,
            **({"at": now + timedelta(seconds=wait_s)} if wait_s else {}),
        )

    def cancel(self, job_id: str) -> bool:
        """Nobody is to go on with this job, whoever holds it; False when it had ended before."""
        statement = (
            sa.update(_job)
            .where(
                _job.c.public_id == job_id, _job.c.state.in_(("queued", "running", "interrupted"))
            )
            .values(state="cancelled", ended=self._clock.now())
        )
        with self._database.write() as connection:
            if not connection.execute(statement).rowcount:
                return False
            its = (_lease.c.kind == "job") & (_lease.c.name == job_id)
            connection.execute(sa.delete(_lease).where(its))
        return True

    def requeue(self, job_id: str) -> str:
        """Let an interrupted job wait again; its kind, or "" when it is none that was interrupted, or another has its lock by now."""
        other = _job.alias()
        has_its_lock = sa.exists().where(
            other.c.lock == _job.c.lock, other.c.state.in_(("queued", "running"))
        )
        statement = (
            sa.update(_job)
            .where(_job.c.public_id == job_id, _job.c.state == "interrupted", ~has_its_lock)
            .values(state="queued", started=None, ended=None, error="", tries=0)
            .returning(_job.c.kind)
        )
        with self._database.write() as connection:
            return connection.scalar(statement) or ""

    def take_from_the_dead(self) -> int:
        """Let the jobs of workers that died, or are silent for too long, wait again; how many there were."""
        now = self._clock.now()
        running = (
            sa.select(_job, _lease.c.holder, _lease.c.fence, _lease.c.until)
            .outerjoin_from(_job, _lease, _AND_ITS_LEASE)
            .where(_job.c.state == "running")
        )
        with self._database.read() as connection:
            left = [row for row in connection.execute(running) if _is_left(row, now)]
        return sum(self._take_up(row, now) for row in left)

    def _take_up(self, row: Any, now: datetime) -> bool:
        again: dict[str, Any] = {"state": "queued", "started": None}
        if row.tries >= MAX_TRIES:
            told = f"its server died {row.tries} times over it"
            again = {"state": "interrupted", "ended": now, "error": told}

        def give_up(connection: Connection) -> bool:
            # Whoever renewed it, or took it up, in between has changed its moment or its number.
            freed = (
                sa.update(_lease)
                .where(
                    _lease.c.kind == "job",
                    _lease.c.name == row.public_id,
                    _lease.c.fence == row.fence,
                    _lease.c.until == row.until,
                )
                .values(holder="", until=now)
            )
            return row.fence is None or bool(connection.execute(freed).rowcount)

        return self._change(row.public_id, give_up, **again)

    def _change(self, job_id: str, is_allowed: Callable[[Connection], bool], **values: Any) -> bool:
        """Change a running job if its lease says that the caller may; else nothing."""
        statement = (
            sa.update(_job)
            .where(_job.c.public_id == job_id, _job.c.state == "running")
            .values(**values)
        )
        try:
            with self._database.write() as connection:
                if not connection.execute(statement).rowcount or not is_allowed(connection):
                    raise _NotOurs
        except _NotOurs:
            return False
        return True


def _is_left(row: Any, now: datetime) -> bool:
    """Whether nobody living does this job."""
    return row.until is None or not now < row.until <= now + LONGEST or is_dead(row.holder)


def _put(connection: Connection, values: dict[str, Any]) -> JobRecord:
    insert = insert_into(_job, connection.dialect.name).values(values)
    new = insert.on_conflict_do_nothing(index_elements=["lock"], index_where=HAS_ITS_LOCK)
    before = sa.select(_job).where(_job.c.lock == values["lock"], HAS_ITS_LOCK)
    while True:
        row = connection.execute(new.returning(_job)).first()
        row = row or connection.execute(before).first()
        if row is not None:  # else the one that had the lock has just ended
            return _record(row)


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
        lock=row.lock or "",
        at=row.at,
    )
