"""Where candidates were handed over: written before a repository is asked, completed by its receipt."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from harvestman.model import CandidateState, Clock, UsageError
from harvestman.store import changes
from harvestman.store.changes import Noting
from harvestman.store.database import GATHERING, Database
from harvestman.store.gather.review_steps import decide
from harvestman.store.gather.tables import candidate, deposit
from harvestman.store.ids import digest_key


@dataclass(frozen=True, slots=True)
class Deposit:
    """The handing over of one candidate to one collection of a repository."""

    candidate: str
    collection: str
    slug: str
    """The name that we ask the repository to use: by it a deposit is found again that was cut off before its receipt came."""
    begun: datetime
    done: datetime | None = None
    receipt: str = ""
    """The address at the repository, as its receipt gives it."""
    detail: str = ""
    """What went wrong the last time."""


class Deposits:
    """What was handed over from a library."""

    def __init__(self, database: Database, *, clock: Clock, new_id: Callable[[], str]) -> None:
        self._database = database
        self._clock = clock
        self._new_id = new_id

    def begin(self, candidate_id: str, collection: str) -> tuple[Deposit, bool]:
        """Note that a candidate is about to be handed over; whether that had been noted before, and may have happened."""
        with self._database.write() as connection:
            self._database.lock(connection, GATHERING)
            number, digest = _numbered(connection, candidate_id)
            row = connection.execute(_one(number, collection)).first()
            if row is None:
                connection.execute(
                    sa.insert(deposit).values(
                        candidate_id=number,
                        collection=collection,
                        collection_key=digest_key(collection),
                        slug=f"harvestman-{self._new_id()}",
                        digest=digest,
                        begun=self._clock.now(),
                        done=None,
                        receipt="",
                        detail="",
                    )
                )
                return _deposit_of(
                    connection.execute(_one(number, collection)).one(), candidate_id
                ), False
            return _deposit_of(row, candidate_id), True

    def finish(self, candidate_id: str, collection: str, receipt: str, *, by: str) -> Deposit:
        """Keep the receipt, and note that the candidate is deposited; both or nothing."""
        now = self._clock.now()
        with self._database.write() as connection:
            self._database.lock(connection, GATHERING)
            number, _ = _numbered(connection, candidate_id)
            connection.execute(
                sa.update(deposit)
                .where(deposit.c.candidate_id == number)
                .where(deposit.c.collection_key == digest_key(collection))
                .values(done=now, receipt=receipt, detail="")
            )
            decide(connection, number, CandidateState.DEPOSITED, by=by, now=now)
            noting = Noting(changes.CANDIDATE)
            noting.changed(candidate_id, ["state"])
            noting.write(connection, now=now)
            row = connection.execute(_one(number, collection)).one()
            return _deposit_of(row, candidate_id)

    def refuse(self, candidate_id: str, collection: str) -> None:
        """Note that the repository has refused it: nothing was handed over, and it may be tried again."""
        with self._database.write() as connection:
            self._database.lock(connection, GATHERING)
            number, _ = _numbered(connection, candidate_id)
            connection.execute(
                sa.delete(deposit)
                .where(deposit.c.candidate_id == number, deposit.c.done.is_(None))
                .where(deposit.c.collection_key == digest_key(collection))
            )

    def doubt(self, candidate_id: str, collection: str, detail: str) -> None:
        """Note why nobody knows whether a deposit has arrived."""
        with self._database.write() as connection:
            number, _ = _numbered(connection, candidate_id)
            connection.execute(
                sa.update(deposit)
                .where(deposit.c.candidate_id == number)
                .where(deposit.c.collection_key == digest_key(collection))
                .values(detail=detail)
            )

    def of(self, candidate_id: str) -> list[Deposit]:
        """The deposits of a candidate, the oldest first."""
        with self._database.read() as connection:
            rows = connection.execute(
                sa.select(deposit)
                .join(candidate, candidate.c.id == deposit.c.candidate_id)
                .where(candidate.c.public_id == candidate_id)
                .order_by(deposit.c.id)
            ).all()
        return [_deposit_of(row, candidate_id) for row in rows]


def _numbered(connection: Any, candidate_id: str) -> tuple[int, str]:
    row = connection.execute(
        sa.select(candidate.c.id, candidate.c.digest).where(candidate.c.public_id == candidate_id)
    ).first()
    if row is None:
        raise UsageError(f"there is no candidate {candidate_id!r}")
    return row.id, row.digest


def _one(number: int, collection: str) -> Any:
    return sa.select(deposit).where(
        deposit.c.candidate_id == number, deposit.c.collection_key == digest_key(collection)
    )


def _deposit_of(row: Any, candidate_id: str) -> Deposit:
    return Deposit(
        candidate_id, row.collection, row.slug, row.begun, row.done, row.receipt, row.detail
    )
