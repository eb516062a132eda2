"""Taking a person's "different" back: what was in doubt before is in doubt again, and keys join the two if they share one."""

from __future__ import annotations

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from harvestman.model import Verdict
from harvestman.store import schema
from harvestman.store.papers.decided import Decider
from harvestman.store.papers.decisions import lapse

_decision = schema.merge_decision


def take_back_refusal(connection: Connection, row: int, *, now: datetime) -> bool:
    """End a person's "different" that still counts; False when it is none. The papers have to be linked anew after it."""
    said = connection.execute(sa.select(_decision).where(_decision.c.id == row)).one()
    is_refusal = said.verdict == str(Verdict.DIFFERENT) and said.decider == str(Decider.PERSON)
    if not is_refusal or said.lapsed is not None:
        return False
    lapse(connection, [row], now=now)
    connection.execute(
        sa.update(_decision)
        .where(
            _decision.c.verdict == str(Verdict.DOUBTFUL),
            _decision.c.lapsed == said.made,
            _decision.c.one.in_((said.one, said.other)),
            _decision.c.other.in_((said.one, said.other)),
        )
        .values(lapsed=None)
    )
    return True
