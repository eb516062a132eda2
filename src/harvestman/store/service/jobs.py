"""The jobs of a library: the backend of the Queue. Which of them is next is told by its turns (`job_turns.py`).

A job is `queued`, then `running`, then `done`, `failed` or `cancelled`. While it runs one worker has the lease of it, and says
again and again that it is still at it; when that worker is dead, or silent for too long, the job is queued anew and whoever is
there takes it. One over which workers died time and again is `interrupted`, until somebody asks for it once more.

A transaction changes the job's row first, its lease after that, its turn last, so that no two wait for each other. Only who takes a job
has its turn first; then it does not wait for the row.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from harvestman.model import GIVEN_UP_STATES, Clock, JobRecord, Lease, Plain
from harvestman.store import schema
from harvestman.store.database import Database, insert_into
from harvestman.store.fencing import fenced
from harvestman.store.ids import short_key
from harvestman.store.leases import LONGEST, forget, give_back, grant, is_held, renew_each
from harvestman.store.owners import LEASE_S, is_dead
from harvestman.store.service.job_records import COLUMNS, JobRecords, record_of
from harvestman.store.service.job_turns import JobTurns, TableTurns
from harvestman.store.service.tables import HAS_ITS_LOCK

MAX_TRIES = 3
"""A job that was begun so often, each time by a worker that died, is not begun again by itself."""

_job, _lease = schema.job, schema.lease
_TOLD: list[sa.ColumnElement[Any]] = [sa.literal_column(column) for column in COLUMNS]
_MAX_ERROR = 1_000
_AND_ITS_LEASE = (_lease.c.kind == "job") & (_lease.c.name == _job.c.public_id)


class _NotOurs(Exception):
    """The lease of a job was lost: the transaction is undone."""


class Jobs(JobRecords):
    """The jobs of a library, put, taken and ended."""

    def __init__(
        self,
        database: Database,
        *,
        clock: Clock,
        new_id: Callable[[], str],
        turns: JobTurns | None = None,
        lease_s: float = LEASE_S,
    ) -> None:
        super().__init__(database)
        self._clock = clock
        self._new_id = new_id
        self._turns = turns or TableTurns()
        self._lease_s = lease_s

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
            return self._put(connection, values)
        with self._database.write() as own:
            return self._put(own, values)

    def _put(self, connection: Connection, values: dict[str, Any]) -> JobRecord:
        insert = insert_into(_job, connection.dialect.name).values(values)
        new = insert.on_conflict_do_nothing(index_elements=["lock"], index_where=HAS_ITS_LOCK)
        before = (
            sa.select(*_TOLD).select_from(_job).where(_job.c.lock == values["lock"], HAS_ITS_LOCK)
        )
        while True:
            if (row := connection.execute(new.returning(*_TOLD)).first()) is not None:
                job = record_of(row)
                self._turns.wait(connection, job.id, job.kind, wait_s=self._seconds_until(job.at))
                return job
            if (row := connection.execute(before).first()) is not None:
                return record_of(row)
            # The one that had the lock has just ended.

    def _seconds_until(self, moment: datetime | None) -> float:
        return max(0.0, (moment - self._clock.now()).total_seconds()) if moment else 0.0

    def take(self, kind: str, *, holder: str) -> JobRecord | None:
        """The job of a kind that has waited longest and may begin; from now on it runs, with a lease for its holder."""
        now = self._clock.now()
        try:
            with self._database.write(is_fenced=False) as connection:
                while (job_id := self._turns.next(connection, kind, holder, now)) is not None:
                    if (job := self._begin(connection, job_id, now)) is not None:
                        lease = grant(
                            connection, "job", job_id, holder, now=now, length_s=self._lease_s
                        )
                        return replace(job, lease=lease)
        except _NotOurs:
            pass
        return None

    def _begin(self, connection: Connection, job_id: str, now: datetime) -> JobRecord | None:
        """A job whose turn it is, from now on running; None when it cannot begin, and then its turn is put right."""
        is_it = _job.c.public_id == job_id
        is_due = _job.c.at.is_(None) | (_job.c.at <= now)
        free = (
            sa.select(_job.c.id)
            .where(is_it, _job.c.state == "queued", is_due)
            .with_for_update(skip_locked=True)
        )
        row = connection.execute(
            sa.update(_job)
            .where(_job.c.id == free.scalar_subquery())
            .values(state="running", started=now, tries=_job.c.tries + 1)
            .returning(*_TOLD)
        ).first()
        if row is None:
            found = connection.execute(sa.select(_job.c.state, _job.c.at).where(is_it)).first()
            if found is None or found.state != "queued":
                self._turns.over(connection, job_id)
            elif found.at is not None and found.at > now:
                wait_s = self._seconds_until(found.at)
                self._turns.wait(connection, job_id, "", wait_s=wait_s)
            else:
                raise _NotOurs  # somebody is just changing it: its turn stays as it was
        return None if row is None else record_of(row)

    def renew(self, leases: Collection[Lease], *, holder: str = "") -> set[str]:
        """Hold jobs for longer; the ids of those that are still held. The others were ended or taken over meanwhile.

        A `holder` says by the way that it is alive, also when it has no job.
        """
        with self._database.write(is_fenced=False) as connection:
            held = renew_each(connection, leases, clock=self._clock)
            if holder:
                self._turns.beat(connection, holder)
        return {lease.name for lease in held}

    def fenced(self, lease: Lease) -> AbstractContextManager[None]:
        """Within the block, nothing is written to the library unless the lease is held; else LeaseLost."""
        return fenced(self._database, lease)

    def leave(self, holder: str) -> None:
        """Somebody takes no more jobs."""
        with self._database.write(is_fenced=False) as connection:
            self._turns.leave(connection, holder)

    def listen(self, kinds: Collection[str], wake: Callable[[str], None]) -> Callable[[], None]:
        """Have a call made, in some thread, for each kind of which somebody elsewhere has put a job; what ends that."""
        return self._turns.listen(kinds, wake)

    def note(self, lease: Lease, progress: Plain) -> bool:
        """Keep how far a running job has come; False when its lease was lost."""
        return self._change(
            lease.name, lambda own: is_held(own, lease, clock=self._clock), progress=progress
        )

    def end(
        self,
        lease: Lease,
        state: str,
        *,
        result: Plain | None = None,
        error: str = "",
        connection: Connection | None = None,
    ) -> bool:
        """The job has come to an end, in one of the ended states; False when its lease was lost by then.

        With a `connection` that is part of the transaction under way there: who is told False must undo it.
        """

        def is_allowed(own: Connection) -> bool:
            if is_ours := forget(own, lease):
                self._turns.over(own, lease.name)
            return is_ours

        return self._change(
            lease.name,
            is_allowed,
            within=connection,
            state=state,
            result=result or {},
            error=error[:_MAX_ERROR],
            ended=self._clock.now(),
        )

    def put_down(self, lease: Lease, *, wait_s: float = 0.0, is_fault: bool = False) -> bool:
        """Let a job wait again, so many seconds at least, that its holder cannot go on with: that is not the job's fault.

        Where the library or the machine failed over it (`is_fault`), that is counted.
        """
        now = self._clock.now()
        values: dict[str, Any] = {"state": "queued", "started": None, "tries": _job.c.tries - 1}
        if wait_s:
            values["at"] = now + timedelta(seconds=wait_s)
        if is_fault:
            values["faults"] = _job.c.faults + 1

        def is_allowed(own: Connection) -> bool:
            if is_ours := give_back(own, lease, until=now):
                self._turns.wait(own, lease.name, "", wait_s=wait_s)
            return is_ours

        return self._change(lease.name, is_allowed, **values)

    def cancel(self, job_id: str) -> bool:
        """Nobody is to go on with this job, whoever holds it; False when it had ended before."""
        statement = (
            sa.update(_job)
            .where(
                _job.c.public_id == job_id, _job.c.state.in_(("queued", "running", "interrupted"))
            )
            .values(state="cancelled", ended=self._clock.now())
        )
        with self._database.write(is_fenced=False) as connection:
            if not connection.execute(statement).rowcount:
                return False
            its = (_lease.c.kind == "job") & (_lease.c.name == job_id)
            connection.execute(sa.delete(_lease).where(its))
            self._turns.over(connection, job_id)
        return True

    def requeue(self, job_id: str) -> str:
        """Let a job that was given up wait again; its kind, or "" when it was not, or another has its lock by now."""
        other = _job.alias()
        has_its_lock = sa.exists().where(
            other.c.lock == _job.c.lock, other.c.state.in_(("queued", "running"))
        )
        statement = (
            sa.update(_job)
            .where(_job.c.public_id == job_id, _job.c.state.in_(GIVEN_UP_STATES), ~has_its_lock)
            .values(state="queued", started=None, ended=None, error="", tries=0, faults=0, at=None)
            .returning(_job.c.kind)
        )
        with self._database.write(is_fenced=False) as connection:
            kind = connection.scalar(statement) or ""
            if kind:
                self._turns.wait(connection, job_id, kind, wait_s=0.0)
            return kind

    def prune(self, *, older_than: datetime) -> int:
        """Forget jobs that were done or cancelled before a moment; how many there were. What was given up stays until somebody decides."""
        ended = _job.c.state.in_(("done", "cancelled")) & (_job.c.ended < older_than)
        with self._database.write(is_fenced=False) as connection:
            return connection.execute(sa.delete(_job).where(ended)).rowcount

    def take_from_the_dead(self, holder: str = "") -> int:
        """Let the jobs of workers that died, or are silent for too long, wait again; how many there were.

        Of many who call it again and again, each with the name of its `holder`, one at a time looks.
        """
        now = self._clock.now()
        with self._database.write(is_fenced=False) as connection:
            if holder and not self._turns.may_sweep(connection, holder):
                return 0
            self._turns.mend(connection)
        running = (
            sa.select(_job, _lease.c.holder, _lease.c.fence, _lease.c.until)
            .outerjoin_from(_job, _lease, _AND_ITS_LEASE)
            .where(_job.c.state == "running")
        )
        with self._database.read() as connection:
            left = [row for row in connection.execute(running) if _is_left(row, now)]
        return sum(self._take_up(row, now) for row in left)

    def _take_up(self, row: Any, now: datetime) -> bool:
        is_over = row.tries >= MAX_TRIES
        again: dict[str, Any] = {"state": "queued", "started": None}
        if is_over:
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
            if row.fence is not None and not connection.execute(freed).rowcount:
                return False
            if is_over:
                self._turns.over(connection, row.public_id)
            else:
                self._turns.wait(connection, row.public_id, row.kind, wait_s=0.0)
            return True

        return self._change(row.public_id, give_up, **again)

    def _change(
        self,
        job_id: str,
        is_allowed: Callable[[Connection], bool],
        *,
        within: Connection | None = None,
        **values: Any,
    ) -> bool:
        """Change a running job if its lease says that the caller may; else nothing."""
        statement = (
            sa.update(_job)
            .where(_job.c.public_id == job_id, _job.c.state == "running")
            .values(**values)
        )
        if within is not None:
            return bool(within.execute(statement).rowcount) and is_allowed(within)
        try:
            with self._database.write(is_fenced=False) as connection:
                if not connection.execute(statement).rowcount or not is_allowed(connection):
                    raise _NotOurs
        except _NotOurs:
            return False
        return True


def _is_left(row: Any, now: datetime) -> bool:
    """Whether nobody living does this job."""
    return row.until is None or not now < row.until <= now + LONGEST or is_dead(row.holder)
