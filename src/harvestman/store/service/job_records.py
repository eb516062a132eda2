"""The jobs of a library for those who only look at them. Asked without SQLAlchemy, so that verbs which only show them start fast."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from datetime import datetime
from typing import TYPE_CHECKING, Any

from harvestman.model import JobRecord
from harvestman.store.asking import (
    Values,
    ask,
    ask_one,
    moment_kept,
    moment_or_none,
    moment_told,
)
from harvestman.store.database import Database

if TYPE_CHECKING:
    from harvestman.store.asking import AnyConnection

COLUMNS = (
    "public_id",
    "kind",
    "state",
    "CAST(task AS text)",
    "CAST(progress AS text)",
    "CAST(result AS text)",
    "error",
    "created",
    "started",
    "ended",
    "started_by",
    "lock",
    "at",
    "faults",
)
"""The columns of a job, as `record_of` takes them."""


class JobRecords:
    """The jobs of a library, as they stand."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def get(self, job_id: str) -> JobRecord | None:
        """The job with this id."""
        return next(iter(self.some([job_id])), None)

    def some(self, job_ids: Collection[str]) -> list[JobRecord]:
        """Those of the jobs with these ids that there are."""
        values = Values()
        with self._database.asking() as connection:
            return _records(connection, [f"public_id IN {values.add_all(job_ids)}"], values)

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
        values, which = Values(), []
        if kind:
            which.append(f"kind = {values.add(kind)}")
        if state:
            which.append(f"state = {values.add(state)}")
        if started_by is not None:
            which.append(f"started_by = {values.add(started_by)}")
        if before:
            which.append(f"id < (SELECT id FROM job WHERE public_id = {values.add(before)})")  # noqa: S608
        order = f"ORDER BY id DESC LIMIT {values.add(limit)}"
        with self._database.asking() as connection:
            return _records(connection, which, values, order)

    def since(self, kinds: Collection[str], moment: datetime) -> list[JobRecord]:
        """The jobs of these kinds that have not ended, or not before a moment; the oldest first."""
        values = Values()
        with self._database.asking() as connection:
            since = values.add(moment_kept(connection, moment))
            which = [
                f"kind IN {values.add_all(kinds)}",
                f"(ended IS NULL OR ended >= {since})",
            ]
            return _records(connection, which, values, "ORDER BY id")

    def waiting(self, kind: str) -> int:
        """How many jobs of a kind are queued."""
        text = "SELECT count(*) FROM job WHERE kind = :kind AND state = 'queued'"
        with self._database.asking() as connection:
            return int(ask_one(connection, text, {"kind": kind}))

    def counts(self) -> dict[str, dict[str, int]]:
        """How many jobs there are, by kind and state."""
        found: dict[str, dict[str, int]] = {}
        text = "SELECT kind, state, count(*) FROM job GROUP BY kind, state"
        with self._database.asking() as connection:
            for kind, state, number in ask(connection, text):
                found.setdefault(kind, {})[state] = number
        return found


def _records(
    connection: AnyConnection, which: Iterable[str], values: Values, order: str = ""
) -> list[JobRecord]:
    where = " AND ".join(which) or "true"
    text = f"SELECT {', '.join(COLUMNS)} FROM job WHERE {where} {order}"  # noqa: S608 (our own words)
    return [record_of(row) for row in ask(connection, text, values)]


def record_of(row: Any) -> JobRecord:
    """The job of a row that has `COLUMNS`."""
    name, kind, state, task, progress, result, error, created, started, ended, *rest = row
    started_by, lock, at, faults = rest
    return JobRecord(
        id=name,
        kind=kind,
        state=state,
        task=json.loads(task),
        progress=json.loads(progress),
        result=json.loads(result),
        error=error,
        created=moment_told(created),
        started=moment_or_none(started),
        ended=moment_or_none(ended),
        started_by=started_by,
        lock=lock or "",
        at=moment_or_none(at),
        faults=faults,
    )
