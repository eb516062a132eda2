"""Papers as records that others copy: each with the moment of its last change, those that are gone among them, in a lasting order.

Whoever copies the library page by page goes on after the last record that it got, by moment and id: what changes meanwhile moves to the
end and is met there, and nothing is skipped. A record is gone when its paper was merged into another one or removed; it is there again
when that is undone. Sets are the years, events and venues that papers have.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from harvestman.model import Paper
from harvestman.store import schema
from harvestman.store.changes import PAPER
from harvestman.store.database import Database
from harvestman.store.papers.by_id import IS_SHOWN
from harvestman.store.papers.lacking import HAD_FILE, NO_FILE
from harvestman.store.papers.of_events import held_events
from harvestman.store.papers.questions import shown
from harvestman.store.storable import MAX_VENUE
from harvestman.store.tables import HAS_ENDED

_paper, _event, _change = schema.paper, schema.event, schema.change
_COLUMNS = (_paper.c.public_id, _paper.c.view, _paper.c.added, _paper.c.changed, _paper.c.file)
_IS_SHOWN = sa.text(IS_SHOWN)


# Of a paper that is gone: it, or what it became part of, is kept and never had a file.
_NEVER_HAD_FILE = sa.exists().where(
    _paper.c.public_id.in_((_change.c.public_id, _change.c.into)), _paper.c.file == NO_FILE
)


class SetKind(Enum):
    """By what papers are put into sets."""

    YEAR = "year"
    EVENT = "event"
    VENUE = "venue"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True, order=True)
class RecordPlace:
    """Where a record stands in the order of all records."""

    moment: datetime
    id: str


@dataclass(frozen=True, slots=True)
class PaperRecord:
    """One paper at the moment of its last change."""

    place: RecordPlace
    paper: Paper | None
    """None when it is gone."""
    had_file: bool = False
    """Whether a file of it was held, and is not any more."""

    @property
    def id(self) -> str:
        """The paper's id."""
        return self.place.id


@dataclass(frozen=True, slots=True)
class PaperSet:
    """The papers that have one value in common."""

    kind: SetKind
    value: str
    """A year, the id of an event, the name of a venue."""


@dataclass(frozen=True, slots=True)
class RecordQuery:
    """Which records are wanted; what is not said does not matter."""

    since: datetime | None = None
    before: datetime | None = None
    """Changed earlier than this."""
    within: PaperSet | None = None
    after: RecordPlace | None = None
    with_file: bool = False
    """Only papers of which a file is held; where it was, they are gone; of those that are gone, not the ones that are known never to have had one."""


class PaperRecords:
    """The papers of a library as records with moments."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def page(self, query: RecordQuery, limit: int) -> tuple[list[PaperRecord], bool]:
        """The first so many records that fit, the longest unchanged first, and whether there are more.

        A set has the records that are gone where they were in it when they went, or were merged into one of its papers.
        """
        with self._database.read() as connection:
            there = connection.execute(_there(query).limit(limit + 1))
            gone = connection.execute(_gone(query).limit(limit + 1))
            # Both are in order. On PostgreSQL a paper that is merged between the two questions may stand in both, gone after there.
            living = (_of_file(_live(row)) if query.with_file else _live(row) for row in there)
            both = heapq.merge(living, map(_dead, gone), key=lambda one: one.place)
            found = [record for record, _ in zip(both, range(limit + 1), strict=False)]
        return found[:limit], len(found) > limit

    def one(self, paper_id: str) -> PaperRecord | None:
        """The record with exactly this id; None when there never was one."""
        live = sa.select(*_COLUMNS).where(_IS_SHOWN, _paper.c.public_id == paper_id)
        dead = _endings().where(_change.c.public_id == paper_id)
        with self._database.read() as connection:
            if row := connection.execute(live).first():
                return _live(row)
            row = connection.execute(dead).first()
            return _dead(row) if row else None

    def earliest(self) -> datetime | None:
        """The moment of the first record; None in a library without any."""
        firsts = (
            sa.select(sa.func.min(_paper.c.changed)),
            sa.select(sa.func.min(_change.c.changed)).where(HAS_ENDED),
        )
        with self._database.read() as connection:
            moments = [moment for one in firsts if (moment := connection.scalar(one)) is not None]
        return min(moments, default=None)

    def sets(self) -> Iterator[tuple[PaperSet, str]]:
        """All sets that have papers, each with a name for people: years, then events, then venues."""
        with self._database.read() as connection:
            for year in _distinct(connection, _paper.c.year):
                yield PaperSet(SetKind.YEAR, str(year)), f"Papers of {year}"
            events = held_events(connection, _distinct(connection, _paper.c.event_id))
            for held in sorted(events.values(), key=lambda one: one.event.id):
                yield PaperSet(SetKind.EVENT, held.event.id), held.event.venue or held.event.title
            for venue in _distinct(connection, _paper.c.venue):
                if venue:
                    yield PaperSet(SetKind.VENUE, venue), venue


def sets_of(paper: Paper) -> tuple[PaperSet, ...]:
    """The sets that a paper is in."""
    sets = []
    if paper.year:
        sets.append(PaperSet(SetKind.YEAR, str(paper.year)))
    if paper.event:
        sets.append(PaperSet(SetKind.EVENT, paper.event.id))
    if paper.venue:
        sets.append(PaperSet(SetKind.VENUE, paper.venue[:MAX_VENUE]))
    return tuple(sets)


def _there(query: RecordQuery) -> sa.Select[Any]:
    """The papers that are shown."""
    moment, name = _paper.c.changed, _paper.c.public_id
    return (
        sa.select(*_COLUMNS)
        .where(_IS_SHOWN, *_within(query.within), *_between(query, moment, name))
        .where(*((_paper.c.file > NO_FILE,) if query.with_file else ()))
        .order_by(moment, name)
    )


def _gone(query: RecordQuery) -> sa.Select[Any]:
    """The papers that were merged or removed and have not come back."""
    moment, name = _change.c.changed, _change.c.public_id
    statement = _endings().where(*_between(query, moment, name)).order_by(moment, name)
    if query.with_file:
        statement = statement.where(~_NEVER_HAD_FILE)
    if query.within is None:
        return statement
    into = sa.exists().where(_paper.c.public_id == _change.c.into, *_within(query.within))
    return statement.where(sa.or_(_belonged(query.within), into))


def _endings() -> sa.Select[Any]:
    """The last ending of each paper that is not shown now."""
    later = _change.alias()
    is_back = sa.exists().where(_IS_SHOWN, _paper.c.public_id == _change.c.public_id)
    has_later = sa.exists().where(
        later.c.kind.in_(("merged", "removed")),
        later.c.public_id == _change.c.public_id,
        later.c.id > _change.c.id,
    )
    return sa.select(_change.c.changed, _change.c.public_id).where(
        HAS_ENDED, _change.c.thing == PAPER, ~is_back, ~has_later
    )


def _within(within: PaperSet | None) -> tuple[sa.ColumnElement[bool], ...]:
    if within is None:
        return ()
    if within.kind is SetKind.YEAR:
        return (_paper.c.year == int(within.value),)
    if within.kind is SetKind.VENUE:
        return (_paper.c.venue == within.value,)
    row = sa.select(_event.c.id).where(_event.c.public_id == within.value).scalar_subquery()
    return (_paper.c.event_id == row,)


def _belonged(within: PaperSet) -> sa.ColumnElement[bool]:
    """Whether a paper was in the set when it was merged or removed."""
    if within.kind is SetKind.YEAR:
        return _change.c.year == int(within.value)
    column = _change.c.venue if within.kind is SetKind.VENUE else _change.c.event
    return column == within.value


def _between(
    query: RecordQuery, moment: sa.Column[datetime], name: sa.Column[str]
) -> Iterator[sa.ColumnElement[bool]]:
    if query.since is not None:
        yield moment >= query.since
    if query.before is not None:
        yield moment < query.before
    if query.after is not None:
        # The first of the two lets the index on moments be used.
        yield moment >= query.after.moment
        yield sa.or_(moment > query.after.moment, name > query.after.id)


def _distinct(connection: Connection, column: sa.Column[Any]) -> list[Any]:
    statement = sa.select(column).where(_IS_SHOWN, column.is_not(None)).distinct()
    return list(connection.scalars(statement.order_by(column)))


def _live(row: Any) -> PaperRecord:
    return PaperRecord(
        RecordPlace(row.changed, row.public_id),
        shown(row.public_id, row.view, row.added, row.changed, row.file),
        had_file=row.file == HAD_FILE,
    )


def _of_file(record: PaperRecord) -> PaperRecord:
    """The record of a paper's file: gone with the file."""
    return replace(record, paper=None) if record.had_file else record


def _dead(row: Any) -> PaperRecord:
    return PaperRecord(RecordPlace(row.changed, row.public_id), None)
