"""Papers as records that others copy: each with the moment of its last change, those that are gone among them, in a lasting order.

Whoever copies the library page by page goes on after the last record that it got, by moment and id: what changes meanwhile moves to the
end and is met there, and nothing is skipped. A record is gone when its paper was merged into another one or removed; it is there again
when that is undone. Sets are the years, events and venues that papers have.
"""

from __future__ import annotations

import heapq
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum
from typing import TYPE_CHECKING, Any

from harvestman.model import Paper
from harvestman.store.asking import Values, ask, ask_one, moment_kept, moment_or_none, moment_told
from harvestman.store.changes import PAPER
from harvestman.store.database import Database
from harvestman.store.papers.by_id import IS_SHOWN
from harvestman.store.papers.lacking import HAD_FILE, NO_FILE
from harvestman.store.papers.of_events import held_events
from harvestman.store.papers.questions import COLUMNS, shown
from harvestman.store.storable import MAX_VENUE, storable

if TYPE_CHECKING:
    from harvestman.store.asking import AnyConnection

_HAS_ENDED = "change.kind IN ('merged', 'removed')"
# The last ending of each paper that is not shown now.
_ENDINGS = f"""
    SELECT change.changed, change.public_id FROM change
    WHERE {_HAS_ENDED} AND change.thing = '{PAPER}'
    AND NOT EXISTS (SELECT 1 FROM paper WHERE {IS_SHOWN} AND paper.public_id = change.public_id)
    AND NOT EXISTS (
      SELECT 1 FROM change AS later
      WHERE later.kind IN ('merged', 'removed') AND later.public_id = change.public_id AND later.id > change.id
    )
"""  # noqa: S608 (our own words)
# Of a paper that is gone: it, or what it became part of, is kept and never had a file.
_NEVER_HAD_FILE = f"""EXISTS (
    SELECT 1 FROM paper WHERE paper.public_id IN (change.public_id, change."into") AND paper.file = {NO_FILE}
)"""  # noqa: S608 (a number)


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
        with self._database.asking() as connection:
            there, gone = _there(connection, query, limit + 1), _gone(connection, query, limit + 1)
            # Both are in order. On PostgreSQL a paper that is merged between the two questions may stand in both, gone after there.
            living = (_of_file(_live(row)) if query.with_file else _live(row) for row in there)
            both = heapq.merge(living, map(_dead, gone), key=lambda one: one.place)
            found = [record for record, _ in zip(both, range(limit + 1), strict=False)]
        return found[:limit], len(found) > limit

    def one(self, paper_id: str) -> PaperRecord | None:
        """The record with exactly this id; None when there never was one."""
        named = {"id": paper_id}
        live = f"SELECT {COLUMNS} FROM paper WHERE {IS_SHOWN} AND paper.public_id = :id"  # noqa: S608 (our own words)
        dead = f"{_ENDINGS} AND change.public_id = :id"
        with self._database.asking() as connection:
            if rows := ask(connection, live, named):
                return _live(rows[0])
            rows = ask(connection, dead, named)
            return _dead(rows[0]) if rows else None

    def earliest(self) -> datetime | None:
        """The moment of the first record; None in a library without any."""
        firsts = (
            "SELECT min(changed) FROM paper",
            f"SELECT min(changed) FROM change WHERE {_HAS_ENDED}",  # noqa: S608 (our own words)
        )
        with self._database.asking() as connection:
            told = [moment_or_none(ask_one(connection, one)) for one in firsts]
        moments = [moment for moment in told if moment is not None]
        return min(moments, default=None)

    def sets(self) -> Iterator[tuple[PaperSet, str]]:
        """All sets that have papers, each with a name for people: years, then events, then venues."""
        with self._database.asking() as connection:
            for year in _distinct(connection, "year"):
                yield PaperSet(SetKind.YEAR, str(year)), f"Papers of {year}"
            events = held_events(connection, _distinct(connection, "event_id"))
            for held in sorted(events.values(), key=lambda one: one.event.id):
                yield PaperSet(SetKind.EVENT, held.event.id), held.event.venue or held.event.title
            for venue in _distinct(connection, "venue"):
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


def _there(connection: AnyConnection, query: RecordQuery, limit: int) -> Any:
    """The papers that are shown."""
    values = Values()
    which = [IS_SHOWN, *_between(connection, query, "paper", values)]
    if query.within is not None:
        which.append(_is_within(query.within, values))
    if query.with_file:
        which.append(f"paper.file > {NO_FILE}")
    text = f"""
        SELECT {COLUMNS} FROM paper WHERE {" AND ".join(which)}
        ORDER BY paper.changed, paper.public_id LIMIT {values.add(limit)}
    """  # noqa: S608 (our own words)
    return ask(connection, text, values)


def _gone(connection: AnyConnection, query: RecordQuery, limit: int) -> Any:
    """The papers that were merged or removed and have not come back."""
    values = Values()
    which = list(_between(connection, query, "change", values))
    if query.with_file:
        which.append(f"NOT {_NEVER_HAD_FILE}")
    if query.within is not None:
        is_within = _is_within(query.within, values)
        into = f'SELECT 1 FROM paper WHERE paper.public_id = change."into" AND {is_within}'  # noqa: S608
        which.append(f"({_belonged(query.within, values)} OR EXISTS ({into}))")
    text = f"""
        {" AND ".join([_ENDINGS, *which])}
        ORDER BY change.changed, change.public_id LIMIT {values.add(limit)}
    """
    return ask(connection, text, values)


def _is_within(within: PaperSet, values: Values) -> str:
    """Whether a paper is in the set, in SQL."""
    if within.kind is SetKind.YEAR:
        return f"paper.year = {int(within.value)}"
    value = values.add(storable(within.value))
    if within.kind is SetKind.VENUE:
        return f"paper.venue = {value}"
    return f"paper.event_id = (SELECT event.id FROM event WHERE event.public_id = {value})"  # noqa: S608


def _belonged(within: PaperSet, values: Values) -> str:
    """Whether a paper was in the set when it was merged or removed, in SQL."""
    if within.kind is SetKind.YEAR:
        return f"change.year = {int(within.value)}"
    column = "venue" if within.kind is SetKind.VENUE else "event"
    return f"change.{column} = {values.add(storable(within.value))}"


def _between(
    connection: AnyConnection, query: RecordQuery, table: str, values: Values
) -> Iterator[str]:
    moment = f"{table}.changed"
    if query.since is not None:
        yield f"{moment} >= {values.add(moment_kept(connection, query.since))}"
    if query.before is not None:
        yield f"{moment} < {values.add(moment_kept(connection, query.before))}"
    if query.after is not None:
        last = values.add(moment_kept(connection, query.after.moment))
        # The first of the two lets the index on moments be used.
        yield f"{moment} >= {last}"
        yield f"({moment} > {last} OR {table}.public_id > {values.add(query.after.id)})"


def _distinct(connection: AnyConnection, column: str) -> list[Any]:
    text = f"SELECT DISTINCT {column} FROM paper WHERE {IS_SHOWN} AND {column} IS NOT NULL ORDER BY {column}"  # noqa: S608 (our own names)
    return [value for (value,) in ask(connection, text)]


def _live(row: Any) -> PaperRecord:
    name, view, added, changed, file = row
    moment = moment_told(changed)
    return PaperRecord(
        RecordPlace(moment, name),
        shown(name, json.loads(view), moment_told(added), moment, file),
        had_file=file == HAD_FILE,
    )


def _of_file(record: PaperRecord) -> PaperRecord:
    """The record of a paper's file: gone with the file."""
    return replace(record, paper=None) if record.had_file else record


def _dead(row: Any) -> PaperRecord:
    changed, name = row
    return PaperRecord(RecordPlace(moment_told(changed), name), None)
