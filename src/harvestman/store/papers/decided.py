"""Decisions about pairs of papers as they are told: who made which when and why, and whether it stands.

How a decision binds the mentions is in `decisions.py`; how one is made, in `merges.py`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from harvestman.model import Plain, UsageError, Verdict
from harvestman.store import schema
from harvestman.store.database import batches
from harvestman.store.papers.decisions import Decider

_decision, _side = schema.merge_decision, schema.merge_side


@dataclass(frozen=True, slots=True)
class Decision:
    """What was decided of two papers, or is left to decide."""

    id: str
    verdict: Verdict
    decider: Decider
    made: datetime
    probability: float | None
    reasons: tuple[str, ...]
    one: str
    """The id of the paper that went on, or is the older one."""
    other: str
    """The id of the paper that became part of it, or might; "" for mentions that were split off."""
    one_title: str
    other_title: str
    undone: datetime | None
    lapsed: datetime | None
    """When a later decision took its place."""
    stands: bool
    """Whether it still counts; a merge by a key also ends when the page that had the key is corrected."""

    @property
    def is_open(self) -> bool:
        """Whether it waits for a person."""
        return self.verdict is Verdict.DOUBTFUL and self.stands

    @property
    def is_merge(self) -> bool:
        """Whether it made two papers one and still counts."""
        return self.verdict is Verdict.SAME and self.stands

    @property
    def state(self) -> str:
        """What has become of it, in a word."""
        if self.undone:
            return "undone"
        if self.lapsed:
            return "decided anew"
        if not self.stands:
            return "came apart"
        return "waits for you" if self.is_open else "stands"

    def to_plain(self) -> Plain:
        """As one JSON object."""
        return {
            "id": self.id,
            "verdict": str(self.verdict),
            "state": self.state,
            "by": str(self.decider),
            "made": self.made.isoformat(),
            "probability": self.probability,
            "reasons": list(self.reasons),
            "one": {"id": self.one, "title": self.one_title},
            "other": {"id": self.other or None, "title": self.other_title},
            "undone": self.undone.isoformat() if self.undone else None,
            "lapsed": self.lapsed.isoformat() if self.lapsed else None,
        }


def row_of_decision(connection: Connection, decision_id: str) -> int | None:
    """The row of a decision, by its id or the beginning of it; None where there is none."""
    if not decision_id.isascii() or not decision_id.isalnum():
        return None
    rows = connection.execute(
        sa.select(_decision.c.id, _decision.c.public_id)
        .where(
            _decision.c.public_id >= decision_id,
            _decision.c.public_id < decision_id + "~",
        )
        .limit(2)
    ).all()
    if len(rows) > 1:
        raise UsageError(f"The id {decision_id} is the beginning of several: type one letter more.")
    return rows[0].id if rows else None


def decision_told(connection: Connection, row: int) -> Decision:
    """One decision, with whether it stands."""
    rows = connection.execute(sa.select(_decision).where(_decision.c.id == row)).all()
    return decisions_told(connection, rows)[0]


def decisions_told(connection: Connection, rows: Sequence[Any]) -> list[Decision]:
    """Decisions with whether they stand."""
    apart = _come_apart(connection, [row.id for row in rows if row.verdict == str(Verdict.SAME)])
    return [
        Decision(
            id=row.public_id,
            verdict=Verdict(row.verdict),
            decider=Decider(row.decider),
            made=row.made,
            probability=row.probability,
            reasons=tuple(row.reasons),
            one=row.one,
            other=row.other,
            one_title=row.one_title,
            other_title=row.other_title,
            undone=row.undone,
            lapsed=row.lapsed,
            stands=row.undone is None and row.lapsed is None and row.id not in apart,
        )
        for row in rows
    ]


def _come_apart(connection: Connection, merges: Collection[int]) -> set[int]:
    """Those of these merges whose sides are in no common paper now."""
    mention = schema.mention
    sides: dict[int, tuple[set[int], set[int]]] = {row: (set(), set()) for row in merges}
    for batch in batches(merges):
        found = connection.execute(
            sa.select(_side.c.decision_id, _side.c.is_other, mention.c.paper_id)
            .join_from(_side, mention, mention.c.identity == _side.c.identity)
            .where(_side.c.decision_id.in_(batch))
        )
        for row in found:
            sides[row.decision_id][row.is_other].add(row.paper_id)
    return {row for row, (one, other) in sides.items() if one.isdisjoint(other)}
