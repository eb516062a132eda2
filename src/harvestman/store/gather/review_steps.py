"""What persons decided of candidates: each decision is kept, the newest that is not undone is the state."""

from __future__ import annotations

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from harvestman.model import CandidateState, ReviewStep
from harvestman.store.gather.tables import candidate, review_step


def decide(
    connection: Connection,
    number: int,
    state: CandidateState,
    *,
    by: str,
    now: datetime,
    reason: str = "",
) -> None:
    """Note a decision of a candidate, which puts it into that state."""
    connection.execute(
        sa.insert(review_step).values(
            candidate_id=number,
            state=str(state),
            by=by,
            at=now,
            undone_by="",
            undone=None,
            reason=reason,
        )
    )
    _show(connection, number, state, by, now)


def undo(connection: Connection, number: int, *, by: str, now: datetime) -> bool:
    """Take the last decision of a candidate back, so that the one before it counts again; False when there is none."""
    standing = connection.execute(
        sa.select(review_step)
        .where(review_step.c.candidate_id == number, review_step.c.undone.is_(None))
        .order_by(review_step.c.id.desc())
        .limit(2)
    ).all()
    if not standing:
        return False
    connection.execute(
        sa.update(review_step)
        .where(review_step.c.id == standing[0].id)
        .values(undone=now, undone_by=by)
    )
    if len(standing) > 1:
        before = standing[1]
        _show(connection, number, CandidateState(before.state), before.by, before.at)
    else:
        _show(connection, number, CandidateState.NEW, "", None)
    return True


def steps_of(connection: Connection, number: int) -> list[ReviewStep]:
    """All decisions of a candidate, the oldest first, those that were taken back among them."""
    rows = connection.execute(
        sa.select(review_step)
        .where(review_step.c.candidate_id == number)
        .order_by(review_step.c.id)
    )
    return [
        ReviewStep(CandidateState(row.state), row.by, row.at, row.undone_by, row.undone, row.reason)
        for row in rows
    ]


def _show(
    connection: Connection, number: int, state: CandidateState, by: str, at: datetime | None
) -> None:
    connection.execute(
        sa.update(candidate)
        .where(candidate.c.id == number)
        .values(state=str(state), decided_by=by, decided=at)
    )
