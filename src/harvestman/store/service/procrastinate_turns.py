"""Turns by Procrastinate, a queue that lives in PostgreSQL (`queue_backend = postgres`): for many machines, each told of a job at once.

Procrastinate's own functions are called on the connection of whoever changes the job, so a turn and its job commit together. A turn
carries the id of its job (as `queueing_lock`, so that a job never waits twice) and nothing else; it is gone when the job has
ended. Procrastinate's table of workers has a heartbeat for each, by the clock of the server. Its own worker is not used: it
would end a job in another transaction than the one with its effect.
"""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Callable, Collection
from contextlib import suppress
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from harvestman.model import HarvestmanError, UsageError
from harvestman.store import schema
from harvestman.store.database import UPGRADING, Database

_log = logging.getLogger("harvestman.store")

_job = schema.job
_TASK = "harvestman"
_SWEEP = "harvestman-sweep"
_NOTICE = "procrastinate_queue_v1#"
_RECONNECT_S = 2.0
_LISTEN_S = 0.25
_MOST_MENDED = 10_000
_FORGOTTEN = (
    10  # times the silence, after which a worker is struck off: long after its turns were freed
)

# What we call of Procrastinate 3, with its arguments: a later version that changes one gives it a new name.
NEEDED = (
    "procrastinate_defer_jobs_v1(procrastinate_job_to_defer_v1[])",
    "procrastinate_fetch_job_v2(character varying[],bigint)",
    "procrastinate_finish_job_v1(bigint,procrastinate_job_status,boolean)",
    "procrastinate_retry_job_v2(bigint,timestamp with time zone,integer,character varying,character varying)",
    "procrastinate_register_worker_v1()",
    "procrastinate_unregister_worker_v1(bigint)",
    "procrastinate_update_heartbeat_v1(bigint)",
    "procrastinate_prune_stalled_workers_v1(double precision)",
)

_DEFER = sa.text(
    "SELECT procrastinate_defer_jobs_v1(ARRAY[ROW(:queue, :task, 0, NULL, :job, :args,"
    " CASE WHEN :wait_s > 0 THEN now() + make_interval(secs => :wait_s) END)]::procrastinate_job_to_defer_v1[])"
)
_FETCH = sa.text(
    "SELECT id, queueing_lock FROM procrastinate_fetch_job_v2(ARRAY[:queue]::varchar[], :worker)"
)
_RETRY = sa.text(
    "SELECT procrastinate_retry_job_v2(:turn,"
    " CASE WHEN :wait_s > 0 THEN now() + make_interval(secs => :wait_s) END, NULL, NULL, NULL)"
)
_FINISH = sa.text("SELECT procrastinate_finish_job_v1(:turn, 'succeeded', true)")
_TURN_OF = sa.text(
    "SELECT id, status FROM procrastinate_jobs WHERE queueing_lock = :job AND status = 'todo'"
    " UNION ALL"
    " SELECT id, status FROM procrastinate_jobs WHERE queueing_lock = :job AND status = 'doing'"
)
_NOTIFY = sa.text("SELECT pg_notify(:channel, :payload)")
_LIVES = sa.text("SELECT 1 FROM procrastinate_workers WHERE id = :worker")
_REGISTER = sa.text("SELECT worker_id FROM procrastinate_register_worker_v1()")
_BEAT = sa.text("SELECT procrastinate_update_heartbeat_v1(:worker)")
_LEAVE = sa.text("SELECT procrastinate_unregister_worker_v1(:worker)")
_PRUNE = sa.text("SELECT procrastinate_prune_stalled_workers_v1(:silent_s)")
_WAITS = sa.text("SELECT 1 FROM procrastinate_jobs WHERE queueing_lock = :job AND status = 'todo'")
# From the catalogue itself: to_regclass remembers that there was none when we looked before we waited for the lock.
_IS_THERE = sa.text(
    "SELECT count(*) FROM pg_class WHERE relname = 'procrastinate_jobs' AND pg_table_is_visible(oid)"
)
_MAKE_DUE = sa.text(
    "UPDATE procrastinate_jobs SET scheduled_at = NULL WHERE status = 'todo' AND scheduled_at IS NOT NULL"
    " AND queueing_lock IN (SELECT public_id FROM job WHERE state = 'queued' AND at <= :now)"
)
_LACK_A_TURN = sa.text(
    "SELECT public_id, kind, GREATEST(0, COALESCE(EXTRACT(EPOCH FROM at - now()), 0)) AS wait_s FROM job WHERE state = 'queued' AND NOT EXISTS ("
    " SELECT 1 FROM procrastinate_jobs WHERE queueing_lock = job.public_id AND status = 'todo')"
    " ORDER BY id LIMIT :most FOR UPDATE OF job SKIP LOCKED"
)


class ProcrastinateTurns:
    """Turns that Procrastinate gives, in the database of a library."""

    def __init__(self, database: Database, *, silent_s: float, is_set_clock: bool) -> None:
        """Who is silent for `silent_s` is dead. By a clock that is set (a simulation), moments come when that clock says so."""
        self._database = database
        self._silent_s = silent_s
        self._is_set_clock = is_set_clock
        self._workers: dict[str, int] = {}
        _require(database)

    def wait(self, connection: Connection, job_id: str, kind: str, *, wait_s: float) -> None:
        """A job waits for its turn: a new one, or that of the worker who puts it down."""
        turn = connection.execute(_TURN_OF, {"job": job_id}).first()
        if turn is None:
            args = json.dumps({"job": job_id})
            values = {"queue": kind, "task": _TASK, "job": job_id, "args": args, "wait_s": wait_s}
            connection.execute(_DEFER, values)
        elif turn.status == "doing":
            connection.execute(_RETRY, {"turn": turn.id, "wait_s": wait_s})
            if wait_s <= 0:  # of what is put anew it tells by itself
                connection.execute(_NOTIFY, {"channel": _NOTICE + kind, "payload": "{}"})

    def next(self, connection: Connection, kind: str, holder: str, now: datetime) -> str | None:
        """The job of the turn that came first, or of the next one if its job has ended or is just being changed."""
        if self._is_set_clock:
            connection.execute(_MAKE_DUE, {"now": now})
        values = {"queue": kind, "worker": self._worker(connection, holder)}
        turn = connection.execute(_FETCH, values).one()
        return turn.queueing_lock if turn.id is not None else None

    def over(self, connection: Connection, job_id: str) -> None:
        """Take the turn of a job away."""
        for turn in connection.execute(_TURN_OF, {"job": job_id}).all():
            connection.execute(_FINISH, {"turn": turn.id})

    def beat(self, connection: Connection, holder: str) -> None:
        """Note that a worker lives."""
        connection.execute(_BEAT, {"worker": self._worker(connection, holder)})

    def leave(self, connection: Connection, holder: str) -> None:
        """Strike a worker off the list."""
        worker = self._workers.pop(holder, None)
        if worker is not None:
            connection.execute(_LEAVE, {"worker": worker})

    def may_sweep(self, connection: Connection, holder: str) -> bool:
        """Whether this one has the turn of sweeping; the next is given a quarter of the silence later.

        It has a `queueing_lock` only: with a `lock`, one who died while sweeping would keep all others from it.
        """
        values = {"queue": _SWEEP, "worker": self._worker(connection, holder)}
        turn = connection.execute(_FETCH, values).one()
        if turn.id is not None:
            connection.execute(_FINISH, {"turn": turn.id})
        if connection.execute(_WAITS, {"job": _SWEEP}).first() is None:
            wait_s = self._silent_s / 4
            sweep = {"queue": _SWEEP, "task": _SWEEP, "job": _SWEEP, "args": "{}", "wait_s": wait_s}
            # Another may put it at the same moment, which the index forbids: theirs is as good.
            with suppress(sa.exc.IntegrityError), connection.begin_nested():
                connection.execute(_DEFER, sweep)
        return turn.id is not None

    def mend(self, connection: Connection) -> None:
        """Free the turns of the silent, unless their job still runs by its lease, and give a turn to each job without one."""
        for turn, job_id in self._stalled(connection):
            its = sa.select(_job.c.state).where(_job.c.public_id == job_id)
            state = connection.scalar(its.with_for_update(skip_locked=True))
            if state is None and connection.scalar(its) is not None:
                continue  # somebody is just changing it
            if state == "queued":
                connection.execute(_RETRY, {"turn": turn, "wait_s": 0})
            elif state != "running":
                connection.execute(_FINISH, {"turn": turn})
        connection.execute(_PRUNE, {"silent_s": _FORGOTTEN * self._silent_s})
        for row in connection.execute(_LACK_A_TURN, {"most": _MOST_MENDED}).all():
            self.wait(connection, row.public_id, row.kind, wait_s=row.wait_s)

    def listen(self, kinds: Collection[str], wake: Callable[[str], None]) -> Callable[[], None]:
        """Hear of new jobs as they are kept, by PostgreSQL's NOTIFY on a connection of our own."""
        stopping = threading.Event()
        thread = threading.Thread(
            target=self._hear, args=(tuple(kinds), wake, stopping), name="new jobs", daemon=True
        )
        thread.start()

        def stop() -> None:
            stopping.set()
            thread.join(timeout=2 * _LISTEN_S)

        return stop

    def _hear(
        self, kinds: tuple[str, ...], wake: Callable[[str], None], stopping: threading.Event
    ) -> None:
        """Listen until told to stop, over every loss of the connection: nobody depends on it, it only saves waiting."""
        import psycopg  # noqa: PLC0415 (an extra)
        from psycopg import sql  # noqa: PLC0415

        while not stopping.is_set():
            try:
                with self._database.own_connection() as connection:
                    for kind in kinds:
                        connection.execute(
                            sql.SQL("LISTEN {}").format(sql.Identifier(_NOTICE + kind))
                        )
                    for kind in kinds:
                        wake(kind)  # what came before we listened
                    while not stopping.is_set():
                        for notice in connection.notifies(timeout=_LISTEN_S):
                            wake(notice.channel.removeprefix(_NOTICE))
            except (HarvestmanError, psycopg.Error, OSError) as error:
                _log.warning("new jobs are looked for every few seconds: %s", type(error).__name__)
                stopping.wait(_RECONNECT_S)

    def _worker(self, connection: Connection, holder: str) -> int:
        """The number under which Procrastinate knows a worker; a new one when it was thought dead."""
        known = self._workers.get(holder)
        if known is not None and connection.execute(_LIVES, {"worker": known}).first() is not None:
            return known
        self._workers[holder] = number = int(connection.execute(_REGISTER).scalar_one())
        return number

    def _stalled(self, connection: Connection) -> list[tuple[int, str]]:
        """The turns of workers without a heartbeat, as Procrastinate's `get_stalled_jobs` finds them, each with its job."""
        from procrastinate.sql import queries  # noqa: PLC0415 (0.3 s)

        asked = {"queue": None, "task_name": None, "seconds_since_heartbeat": self._silent_s}
        found = connection.exec_driver_sql(queries["select_stalled_jobs_by_heartbeat"], asked)
        return [(row.id, row.queueing_lock) for row in found]


def _require(database: Database) -> None:
    """Have Procrastinate's tables and functions in the database; UsageError where that cannot be."""
    if database.is_sqlite:
        raise UsageError(
            "queue_backend = postgres needs a PostgreSQL library: set db = postgresql://…, or leave queue_backend at library."
        )
    with database.read() as connection:
        is_there = connection.scalar(_IS_THERE)
    if not is_there:
        _make(database)
    with database.read() as connection:
        lacking = [
            name
            for name in NEEDED
            if connection.scalar(sa.text("SELECT to_regprocedure(:name)"), {"name": name}) is None
        ]
    if lacking:
        raise UsageError(
            f"{database.where} holds another version of Procrastinate's tables, without {lacking[0].partition('(')[0]}: "
            "bring them to version 3 with `procrastinate schema`, or set queue_backend = library."
        )


def _make(database: Database) -> None:
    try:
        from procrastinate.schema import SchemaManager  # noqa: PLC0415 (an extra)
    except ImportError as error:
        raise UsageError(
            "queue_backend = postgres needs the extra `cluster`: pip install 'harvestman[cluster]'"
        ) from error
    with database.write() as connection:
        database.lock(connection, UPGRADING)
        if not connection.scalar(_IS_THERE):  # somebody may have been faster
            driver: Any = connection.connection.driver_connection
            driver.execute(
                SchemaManager.get_schema()
            )  # many statements, which SQLAlchemy's way does not take
