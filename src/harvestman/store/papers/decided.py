"""Decisions about pairs of papers as they are told: who made which when and why, and whether it stands.

How a decision binds the mentions is in `decisions.py`; how one is made, in `merges.py`.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import TYPE_CHECKING, Any

from harvestman.model import UsageError, Verdict
from harvestman.store.asking import Values, ask, moment_or_none, moment_told, numbers
from harvestman.store.database import Database, batches
from harvestman.store.papers.by_id import row_of

if TYPE_CHECKING:
    from harvestman.model import Plain
    from harvestman.store.asking import AnyConnection

IS_OPEN = f"verdict = '{Verdict.DOUBTFUL}' AND lapsed IS NULL"
"""A pair that waits for a person."""
_COLUMNS = "id, public_id, verdict, decider, made, probability, CAST(reasons AS text), one, other, one_title, other_title, undone, lapsed"


class Decider(Enum):
    """Who decided."""

    KEYS = "keys"
    """The mentions share a key."""
    COMPARISON = "comparison"
    EVENTS = "events"
    """They are papers of two editions."""
    PERSON = "person"

    def __str__(self) -> str:
        return self.value


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


class Decisions:
    """The decisions of a library, as they are told."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self, *, limit: int | None = None) -> list[Decision]:
        """The merges, undone ones too, the newest first."""
        bound = "" if limit is None else f"LIMIT {int(limit)}"
        with self._database.asking() as connection:
            where = f"verdict = '{Verdict.SAME}' ORDER BY id DESC {bound}"
            return _told(connection, _rows(connection, where))

    def doubtful(self, *, limit: int | None = None) -> list[Decision]:
        """The pairs that wait for a person, the likeliest first."""
        with self._database.asking() as connection:
            rows = _rows(connection, f"{IS_OPEN} ORDER BY probability DESC NULLS LAST, id DESC")
            leads = _leads(connection, {name for row in rows for name in row[7:9]})
            # What has become one meanwhile, or is gone, is in doubt no more.
            still = [
                row
                for row in rows
                if row[7] in leads and row[8] in leads and leads[row[7]] != leads[row[8]]
            ]
            return _told(connection, still[:limit])

    def get(self, decision_id: str) -> Decision | None:
        """The decision with this id, or whose id alone begins like this."""
        with self._database.asking() as connection:
            row = row_of_decision(connection, decision_id)
            return None if row is None else decision_told(connection, row)

    def of(self, paper_id: str) -> list[Decision]:
        """The decisions that concern a paper as it is made up now, the earliest first."""
        with self._database.asking() as connection:
            paper = row_of(connection, paper_id)
            if paper is None:
                return []
            concerned = f"""
                id IN (SELECT decision_id FROM merge_side WHERE identity IN (
                  SELECT identity FROM mention WHERE paper_id = {paper}
                )) ORDER BY id
            """  # noqa: S608 (a number)
            return _told(connection, _rows(connection, concerned))


def row_of_decision(connection: AnyConnection, decision_id: str) -> int | None:
    """The row of a decision, by its id or the beginning of it; None where there is none."""
    if not decision_id.isascii() or not decision_id.isalnum():
        return None
    text = "SELECT id FROM merge_decision WHERE public_id >= :first AND public_id < :last LIMIT 2"
    rows = ask(connection, text, {"first": decision_id, "last": decision_id + "~"})
    if len(rows) > 1:
        raise UsageError(f"The id {decision_id} is the beginning of several: type one letter more.")
    return int(rows[0][0]) if rows else None


def decision_told(connection: AnyConnection, row: int) -> Decision:
    """One decision, with whether it stands."""
    return _told(connection, _rows(connection, f"id = {int(row)}"))[0]


def _leads(connection: AnyConnection, names: Collection[str]) -> dict[str, int]:
    """The rows of the papers that ids lead to, also those of papers that were merged."""
    found: dict[str, int] = {}
    for batch in batches(names):
        values = Values()
        listed = values.add_all(batch)
        for text in (
            f"SELECT old_id, paper_id FROM paper_merge WHERE old_id IN {listed}",  # noqa: S608 (names of values)
            f"SELECT public_id, id FROM paper WHERE public_id IN {listed}",  # noqa: S608
        ):
            found.update((name, row) for name, row in ask(connection, text, values))
    return found


def _rows(connection: AnyConnection, where: str) -> Sequence[Any]:
    return ask(connection, f"SELECT {_COLUMNS} FROM merge_decision WHERE {where}")  # noqa: S608 (our own words and numbers)


def _told(connection: AnyConnection, rows: Sequence[Any]) -> list[Decision]:
    """Decisions with whether they stand."""
    apart = _come_apart(connection, [row[0] for row in rows if row[2] == str(Verdict.SAME)])
    decisions = []
    for number, name, verdict, decider, made, probability, reasons, *sides, undone, lapsed in rows:
        one, other, one_title, other_title = sides
        decisions.append(
            Decision(
                id=name,
                verdict=Verdict(verdict),
                decider=Decider(decider),
                made=moment_told(made),
                probability=probability,
                reasons=tuple(json.loads(reasons)),
                one=one,
                other=other,
                one_title=one_title,
                other_title=other_title,
                undone=moment_or_none(undone),
                lapsed=moment_or_none(lapsed),
                stands=undone is None and lapsed is None and number not in apart,
            )
        )
    return decisions


def _come_apart(connection: AnyConnection, merges: Collection[int]) -> set[int]:
    """Those of these merges whose sides are in no common paper now."""
    sides: dict[int, tuple[set[int], set[int]]] = {row: (set(), set()) for row in merges}
    for batch in batches(merges):
        text = f"""
            SELECT merge_side.decision_id, merge_side.is_other, mention.paper_id FROM merge_side
            JOIN mention ON mention.identity = merge_side.identity
            WHERE merge_side.decision_id IN {numbers(batch)}
        """  # noqa: S608 (numbers)
        for decision, is_other, paper in ask(connection, text):
            sides[decision][bool(is_other)].add(paper)
    return {row for row, (one, other) in sides.items() if one.isdisjoint(other)}
