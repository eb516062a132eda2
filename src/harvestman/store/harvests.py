"""Harvests and their visits: the frontier, which lives here so that a killed run goes on where it stood.

A harvest goes layer by layer: seeds, the pages they link to, and so on. Within a layer the order is that of the pages above
and of the links on them, never that in which answers happened to come back; so two runs over the same pages visit the
same pages, also when one of them was killed and resumed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from harvestman.model import Clock, Harvest, HarvestRequest, Link, Status, Visit, VisitOutcome
from harvestman.store import schema
from harvestman.store.columns import to_json
from harvestman.store.database import Database, insert_into
from harvestman.store.ids import digest_key
from harvestman.store.linking import keep_mentions
from harvestman.store.pages import keep_page

_harvest, _visit = schema.harvest, schema.visit

# The states of a visit. What lies beyond the harvest's limit is remembered, but not visited.
OPEN, DONE, BEYOND = "open", "done", "beyond"

_NO_ORDINAL = -1
_MAX_DETAIL = 500

# Statements of the hot path are built once: building one costs more than running it.
_LOCK_HARVEST = (
    sa.select(_harvest.c.id)
    .where(_harvest.c.public_id == sa.bindparam("name"))
    .with_for_update(key_share=True)
)
_IS_IT = (_visit.c.harvest_id == sa.bindparam("in_harvest")) & (
    _visit.c.url_key == sa.bindparam("at")
)
_SELECT_VISIT = sa.select(_visit.c.state, _visit.c.depth, _visit.c.ordinal).where(_IS_IT)
_END_VISIT = sa.update(_visit).where(_IS_IT)


@dataclass(frozen=True, slots=True)
class VisitRecord:
    """How one visit of a harvest ended; `status` is None while it is open."""

    visit: Visit
    status: Status | None
    detail: str = ""
    http_status: int = 0
    papers: int = 0
    ended: datetime | None = None


@dataclass(frozen=True, slots=True)
class HarvestCounts:
    """A harvest in numbers."""

    by_status: Mapping[Status, int]
    open: int
    beyond_limit: int
    papers: int
    """Mentions of papers that were read, the same paper on two pages counted twice."""

    @property
    def done(self) -> int:
        """How many visits have ended."""
        return sum(self.by_status.values())


class Harvests:
    """The harvests."""

    def __init__(self, database: Database, *, clock: Clock, new_id: Callable[[], str]) -> None:
        self._database = database
        self._clock = clock
        self._new_id = new_id

    def begin(self, request: HarvestRequest) -> Harvest:
        """The unfinished harvest of an equal request, or else a new one whose seeds are to be visited."""
        key = _request_key(request)
        with self._database.write() as connection:
            insert = insert_into(_harvest, connection.dialect.name).values(
                public_id=(name := self._new_id()),
                request_key=key,
                seeds=list(request.seeds),
                depth=request.depth,
                page_limit=request.limit,
                started=self._clock.now(),
            )
            # Changing nothing, but holding the row: nobody can finish it before it is resumed.
            row = connection.execute(
                insert.on_conflict_do_update(
                    index_elements=["request_key"],
                    index_where=_harvest.c.finished.is_(None),
                    set_={"request_key": key},
                ).returning(_harvest)
            ).one()
            if row.public_id == name:
                seeds = [Link(url, "", position) for position, url in enumerate(request.seeds)]
                _add_visits(connection, row.id, seeds, depth=0, parent=-1)
            return _harvest_of(row)

    def layer(self, harvest: Harvest, depth: int) -> list[Visit]:
        """The open visits of a depth, in order. The first call gives each its ordinal, up to the harvest's limit."""
        with self._database.write() as connection:
            key = _locked(connection, harvest)
            is_there = (_visit.c.harvest_id == key) & (_visit.c.depth == depth)
            waiting = connection.scalars(
                sa.select(_visit.c.id)
                .where(is_there, _visit.c.state == OPEN, _visit.c.ordinal == _NO_ORDINAL)
                .order_by(_visit.c.parent, _visit.c.position, _visit.c.url_key)
            ).all()
            if waiting:
                last = connection.scalars(
                    sa.select(sa.func.max(_visit.c.ordinal)).where(_visit.c.harvest_id == key)
                ).one()
                _number(connection, waiting, first=last + 1, limit=harvest.request.limit)
            rows = connection.execute(
                sa.select(_visit).where(is_there, _visit.c.state == OPEN).order_by(_visit.c.ordinal)
            ).all()
        return [_visit_of(row) for row in rows]

    def keep(self, harvest: Harvest, outcome: VisitOutcome) -> None:
        """Keep everything about a visit that has ended, or, if the program dies meanwhile, nothing.

        The page's blob must have been put before. A visit that has been kept already is not kept again.
        """
        now = self._clock.now()
        visit = outcome.visit
        with self._database.write() as connection:
            key = _locked(connection, harvest)
            it = {"in_harvest": key, "at": digest_key(visit.url)}
            known = connection.execute(_SELECT_VISIT, it).first()
            if known is None:
                raise ValueError(f"{visit.url} is not a visit of harvest {harvest.id}")
            if known.state == DONE:
                return
            connection.execute(_END_VISIT, it | _ending(outcome, now))
            if known.depth < harvest.request.depth:
                below = known.depth + 1
                _add_visits(connection, key, outcome.follow, depth=below, parent=known.ordinal)
            if outcome.page is not None:
                keep_page(connection, outcome.page, outcome.reading)
            keep_mentions(
                self._database,
                connection,
                visit.url,
                outcome.mentions,
                now=now,
                new_id=self._new_id,
            )

    def finish(self, harvest: Harvest) -> None:
        """Note that a harvest has ended; the same request begins a new one from now on."""
        with self._database.write() as connection:
            connection.execute(
                sa.update(_harvest)
                .where(_harvest.c.public_id == harvest.id, _harvest.c.finished.is_(None))
                .values(finished=self._clock.now())
            )

    def recent(self, limit: int = 10) -> list[Harvest]:
        """The last harvests, newest first."""
        with self._database.read() as connection:
            rows = connection.execute(
                sa.select(_harvest).order_by(_harvest.c.id.desc()).limit(limit)
            ).all()
        return [_harvest_of(row) for row in rows]

    def finished_since(self, request: HarvestRequest, moment: datetime) -> Harvest | None:
        """The last harvest of an equal request that was begun since then and has ended."""
        with self._database.read() as connection:
            row = connection.execute(
                sa.select(_harvest)
                .where(
                    _harvest.c.request_key == _request_key(request),
                    _harvest.c.started >= moment,
                    _harvest.c.finished.is_not(None),
                )
                .order_by(_harvest.c.id.desc())
                .limit(1)
            ).first()
        return _harvest_of(row) if row else None

    def outcomes(self, harvest: Harvest) -> list[VisitRecord]:
        """The visits of a harvest in their order, those still open last; without those beyond its limit."""
        with self._database.read() as connection:
            rows = connection.execute(
                _of(harvest)
                .add_columns(_visit)
                .where(_visit.c.state != BEYOND)
                .order_by(
                    _visit.c.ordinal == _NO_ORDINAL,
                    _visit.c.ordinal,
                    _visit.c.depth,
                    _visit.c.parent,
                    _visit.c.position,
                )
            ).all()
        return [_record_of(row) for row in rows]

    def counts(self, harvest: Harvest) -> HarvestCounts:
        """A harvest in numbers."""
        with self._database.read() as connection:
            rows = connection.execute(
                _of(harvest)
                .add_columns(
                    _visit.c.state, _visit.c.status, sa.func.count(), sa.func.sum(_visit.c.papers)
                )
                .group_by(_visit.c.state, _visit.c.status)
            ).all()
        states: Counter[str] = Counter()
        by_status: Counter[Status] = Counter()
        papers = 0
        for state, status, count, mentions in rows:
            states[state] += count
            papers += mentions or 0
            if status is not None:
                by_status[Status(status)] += count
        return HarvestCounts(
            by_status=dict(by_status),
            open=states[OPEN],
            beyond_limit=states[BEYOND],
            papers=int(papers),
        )


def _request_key(request: HarvestRequest) -> str:
    return digest_key(to_json([list(request.seeds), request.depth, request.limit]))


def _of(harvest: Harvest) -> sa.Select[Any]:
    return sa.select().join_from(_visit, _harvest).where(_harvest.c.public_id == harvest.id)


def _locked(connection: Connection, harvest: Harvest) -> int:
    """The row of a harvest, held: two processes that run the same harvest change it one after the other."""
    key = connection.scalar(_LOCK_HARVEST, {"name": harvest.id})
    if key is None:
        raise ValueError(f"there is no harvest {harvest.id} in this library")
    return int(key)


def _add_visits(
    connection: Connection,
    harvest: int,
    links: Iterable[Link],
    *,
    depth: int,
    parent: int,
) -> None:
    """Put links on the frontier. A URL is visited once; of several places that name it the first in order counts."""
    first: dict[str, Link] = {}
    for link in sorted(links, key=lambda link: link.position):
        first.setdefault(digest_key(link.target), link)
    if not first:
        return
    connection.execute(
        _upsert_visits(connection.dialect.name),
        [
            {
                "harvest_id": harvest,
                "url": link.target,
                "url_key": key,
                "depth": depth,
                "parent": parent,
                "position": link.position,
                "ordinal": _NO_ORDINAL,
                "state": OPEN,
            }
            for key, link in first.items()
        ],
    )


@cache
def _upsert_visits(dialect: str) -> sa.Insert:
    insert = insert_into(_visit, dialect)
    given = insert.excluded
    is_earlier = sa.or_(
        given.parent < _visit.c.parent,
        sa.and_(given.parent == _visit.c.parent, given.position < _visit.c.position),
    )
    return insert.on_conflict_do_update(
        index_elements=["harvest_id", "url_key"],
        set_={"parent": given.parent, "position": given.position},
        # A visit that has its ordinal is settled, and so is one that a shallower page has found.
        where=(_visit.c.ordinal == _NO_ORDINAL)
        & (_visit.c.state == OPEN)
        & (_visit.c.depth == given.depth)
        & is_earlier,
    )


def _number(connection: Connection, rows: Iterable[int], *, first: int, limit: int) -> None:
    """Give ordinals to the visits of a layer that begins; those beyond the limit are not visited."""
    numbered = [{"row": row, "place": first + i} for i, row in enumerate(rows)]
    is_row = _visit.c.id == sa.bindparam("row")
    within = [one for one in numbered if one["place"] < limit]
    if within:
        connection.execute(
            sa.update(_visit).where(is_row).values(ordinal=sa.bindparam("place")), within
        )
    beyond = [{"row": one["row"]} for one in numbered[len(within) :]]
    if beyond:
        connection.execute(sa.update(_visit).where(is_row).values(state=BEYOND), beyond)


def _ending(outcome: VisitOutcome, now: datetime) -> dict[str, Any]:
    return {
        "state": DONE,
        "status": str(outcome.status),
        "detail": outcome.detail[:_MAX_DETAIL],
        "http_status": outcome.http_status,
        "papers": len(outcome.mentions),
        "ended": now,
    }


def _harvest_of(row: Any) -> Harvest:
    request = HarvestRequest(seeds=tuple(row.seeds), depth=row.depth, limit=row.page_limit)
    return Harvest(id=row.public_id, request=request, started=row.started, finished=row.finished)


def _visit_of(row: Any) -> Visit:
    return Visit(
        url=row.url,
        depth=row.depth,
        parent=row.parent,
        position=row.position,
        ordinal=row.ordinal,
    )


def _record_of(row: Any) -> VisitRecord:
    return VisitRecord(
        visit=_visit_of(row),
        status=Status(row.status) if row.status else None,
        detail=row.detail or "",
        http_status=row.http_status or 0,
        papers=row.papers or 0,
        ended=row.ended,
    )
