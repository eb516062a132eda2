"""Whose turn it is: which of the jobs that wait is done next. Two ways to tell, of which the setting `queue_backend` names one.

A job is a row of the table `job`, and that row alone says how the job stands. A turn is only the right to look at it now: turns can be
thrown away and made again from the jobs at any time, so the two cannot come to contradict each other. All of it happens in the
transaction of whoever changes the job.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import datetime
from typing import Protocol

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from harvestman.store import schema

_job = schema.job


class JobTurns(Protocol):
    """Gives turns to jobs that wait."""

    def wait(self, connection: Connection, job_id: str, kind: str, *, wait_s: float) -> None:
        """A job waits for its turn, so many seconds at least."""
        ...

    def next(self, connection: Connection, kind: str, holder: str, now: datetime) -> str | None:
        """The job of a kind whose turn it is; nobody else is told of it while the transaction lasts."""
        ...

    def over(self, connection: Connection, job_id: str) -> None:
        """A job has ended, and needs no turn any more."""
        ...

    def beat(self, connection: Connection, holder: str) -> None:
        """Somebody who takes jobs is alive."""
        ...

    def leave(self, connection: Connection, holder: str) -> None:
        """Somebody takes no more jobs."""
        ...

    def may_sweep(self, connection: Connection, holder: str) -> bool:
        """Whether it is this one who looks after the dead now: of many, one at a time has to."""
        ...

    def mend(self, connection: Connection) -> None:
        """Take away turns that have lost their job or their worker, and give one to each job that lacks it."""
        ...

    def listen(self, kinds: Collection[str], wake: Callable[[str], None]) -> Callable[[], None]:
        """Have a call made, in some thread, for each kind for which somebody elsewhere has put a job; what ends that."""
        ...


class TableTurns:
    """The job that was put first comes first: needs nothing beside the table of jobs."""

    def wait(self, connection: Connection, job_id: str, kind: str, *, wait_s: float) -> None:
        """The row says it."""

    def next(self, connection: Connection, kind: str, holder: str, now: datetime) -> str | None:
        """The job of a kind that has waited longest and may begin."""
        oldest = (
            sa.select(_job.c.public_id)
            .where(
                _job.c.kind == kind,
                _job.c.state == "queued",
                _job.c.at.is_(None) | (_job.c.at <= now),
            )
            .order_by(_job.c.id)
            .limit(1)
            .with_for_update(skip_locked=True)
        )
        found: str | None = connection.scalar(oldest)
        return found

    def over(self, connection: Connection, job_id: str) -> None:
        """The row says it."""

    def beat(self, connection: Connection, holder: str) -> None:
        """The leases of its jobs say it."""

    def leave(self, connection: Connection, holder: str) -> None:
        """It holds nothing."""

    def may_sweep(self, connection: Connection, holder: str) -> bool:
        """Everybody: a few share one table."""
        return True

    def mend(self, connection: Connection) -> None:
        """There is nothing that could be wrong."""

    def listen(self, kinds: Collection[str], wake: Callable[[str], None]) -> Callable[[], None]:
        """Nobody tells: who wants to know looks every few seconds."""
        return lambda: None
