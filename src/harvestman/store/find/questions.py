"""Questions and answers of `find`: what was asked for is kept before it is looked for, the answer when it is there.

A question that has no answer was interrupted: what was fetched for it is kept by the crawl and the holdings, so looking for it again
goes on where it was.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from harvestman.model import Clock, Plain, Status
from harvestman.store.database import Database, insert_into
from harvestman.store.find.tables import question
from harvestman.store.ids import digest_key


@dataclass(frozen=True, slots=True)
class KeptQuestion:
    """A question as it is kept."""

    id: str
    kind: str
    asked: Plain
    begun: datetime
    requests: int
    """How many requests it has cost so far."""
    answer: Plain | None
    answered: datetime | None


class Questions:
    """What was asked of the web, with the answers."""

    def __init__(self, database: Database, *, clock: Clock, new_id: Callable[[], str]) -> None:
        self._database = database
        self._clock = clock
        self._new_id = new_id

    def begin(self, kind: str, key: str, asked: Plain) -> KeptQuestion:
        """The question with this key, as it stands; kept now if nobody asked it before."""
        with self._database.write() as connection:
            insert = insert_into(question, connection.dialect.name).values(
                public_id=self._new_id(),
                kind=kind,
                question_key=digest_key(kind, key),
                asked=asked,
                begun=self._clock.now(),
                requests=0,
                answer={},
            )
            row = connection.execute(
                insert.on_conflict_do_update(
                    index_elements=["question_key"],
                    set_={"question_key": insert.excluded.question_key},
                ).returning(question)
            ).one()
        return _kept(row)

    def spend(self, one: KeptQuestion, requests: int) -> None:
        """Note how many requests a question has cost in all."""
        with self._database.write() as connection:
            connection.execute(
                sa.update(question).where(question.c.public_id == one.id).values(requests=requests)
            )

    def settle(self, one: KeptQuestion, answer: Plain, *, requests: int) -> None:
        """Keep the answer of a question."""
        with self._database.write() as connection:
            connection.execute(
                sa.update(question)
                .where(question.c.public_id == one.id)
                .values(
                    answer=answer,
                    status=str(answer.get("status") or ""),
                    answered=self._clock.now(),
                    requests=requests,
                )
            )

    def reopen(self, one: KeptQuestion) -> KeptQuestion:
        """Look for it anew: the answer is forgotten, and what it had cost."""
        with self._database.write() as connection:
            row = connection.execute(
                sa.update(question)
                .where(question.c.public_id == one.id)
                .values(answer={}, status=None, answered=None, requests=0)
                .returning(question)
            ).one()
        return _kept(row)

    def answered(self, kind: str, *, before: datetime, limit: int) -> list[KeptQuestion]:
        """Questions of a kind that were answered with success before a moment, the longest ago first."""
        with self._database.read() as connection:
            rows = connection.execute(
                sa.select(question)
                .where(
                    question.c.kind == kind,
                    question.c.status == str(Status.SUCCESS),
                    question.c.answered < before,
                )
                .order_by(question.c.answered)
                .limit(limit)
            ).all()
        return [_kept(row) for row in rows]

    def get(self, name: str) -> KeptQuestion | None:
        """The question with this id."""
        with self._database.read() as connection:
            row = connection.execute(
                sa.select(question).where(question.c.public_id == name)
            ).first()
        return None if row is None else _kept(row)


def _kept(row: Any) -> KeptQuestion:
    answer = row.answer if row.answered is not None else None
    return KeptQuestion(
        row.public_id, row.kind, row.asked, row.begun, row.requests, answer, row.answered
    )
