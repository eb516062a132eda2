"""Harvests and their visits: what was asked, how far it is, and how it all ended.

The frontier lives in the store, so that a killed run goes on where it stood: where links wait is told in `frontier.py`, whose
turn it is in `turns.py`, and how a visit that has ended is kept in `keeping.py`.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from harvestman.model import (
    Clock,
    Harvest,
    HarvestRequest,
    Lease,
    Order,
    Plain,
    Status,
    Visit,
)
from harvestman.store import schema
from harvestman.store.blobs import pack
from harvestman.store.crawl.frontier import (
    BEYOND,
    DONE,
    NO_ORDINAL,
    OPEN,
    Seen,
    add_seeds,
    visit_of,
)
from harvestman.store.crawl.keeping import Ended, Keeper, Kept
from harvestman.store.crawl.rules import AS_GIVEN, Rules
from harvestman.store.crawl.turns import Taken, begin_stage, take
from harvestman.store.database import Database, insert_into
from harvestman.store.ids import digest_key
from harvestman.store.leases import is_held
from harvestman.store.page_bytes import LibraryBlobs
from harvestman.store.prepared import Prepared
from harvestman.store.storable import to_json

_harvest, _visit = schema.harvest, schema.visit

_IS_HARVEST = sa.select(_harvest.c.id).where(_harvest.c.public_id == sa.bindparam("name"))
_SELECT_HARVEST = Prepared.of(_IS_HARVEST)
_LOCK_HARVEST = Prepared.of(_IS_HARVEST.with_for_update(key_share=True))


@dataclass(frozen=True, slots=True)
class VisitRecord:
    """How one visit of a harvest ended; `status` is None while it is open."""

    visit: Visit
    status: Status | None
    detail: str = ""
    http_status: int = 0
    papers: int = 0
    ended: datetime | None = None

    def to_plain(self) -> Plain:
        """The visit as JSON; what is not known yet is null."""
        return {
            "url": self.visit.url,
            "status": str(self.status) if self.status else None,
            "papers": self.papers,
            "depth": self.visit.depth,
            "http_status": self.http_status or None,
            "detail": self.detail or None,
            "ended": self.ended.isoformat() if self.ended else None,
        }


@dataclass(frozen=True, slots=True)
class HarvestCounts:
    """A harvest in numbers."""

    by_status: Mapping[Status, int]
    open: int
    beyond_limit: int
    traps: int
    papers: int
    """Mentions of papers that were read, the same paper on two pages counted twice."""

    @property
    def done(self) -> int:
        """How many visits have ended."""
        return sum(self.by_status.values())


class Harvests:
    """The harvests."""

    def __init__(
        self, database: Database, blobs: LibraryBlobs, *, clock: Clock, new_id: Callable[[], str]
    ) -> None:
        self._database = database
        self._blobs = blobs
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
                options=_options(request),
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
                add_seeds(connection, row.id, request)
            return _harvest_of(row)

    def stage(self, harvest: Harvest, number: int, *, rules: Rules = AS_GIVEN) -> list[str] | None:
        """The sites that are not done with a stage, which begins with the first call; None when all is done."""
        with self._database.write() as connection:
            key = _row_of(connection, harvest, is_locked=True)
            return begin_stage(connection, key, harvest.request, number, rules)

    def sites(self, harvest: Harvest) -> list[str]:
        """The sites that a harvest has visited, in the order of their names."""
        queue = schema.site_queue
        with self._database.read() as connection:
            key = _row_of(connection, harvest)
            found = connection.scalars(
                sa.select(queue.c.site).where(queue.c.harvest_id == key).distinct()
            )
            return sorted(found)

    def take(
        self,
        harvest: Harvest,
        stage: int,
        site: str,
        *,
        most: int = 1,
        lease: Lease | None = None,
        rules: Rules = AS_GIVEN,
    ) -> Taken:
        """The next visits of a site in a stage, for the process that has leased it; none when the lease was lost."""
        with self._database.write() as connection:
            key = _row_of(connection, harvest)
            if lease is not None and not is_held(connection, lease, clock=self._clock):
                return Taken()
            return take(connection, key, stage=stage, site=site, most=most, rules=rules)

    def keep_all(
        self,
        harvest: Harvest,
        group: Sequence[Ended],
        *,
        rules: Rules = AS_GIVEN,
        seen: Seen | None = None,
    ) -> list[Kept]:
        """Keep everything about visits that have ended, or, if the program dies meanwhile, nothing.

        The bytes that go with their pages (`LibraryBlobs`) are kept here too, those of other pages must have been put before. A visit that has been kept already is not kept again. One who keeps
        many visits of a harvest, one group after the other, does well to give the same `seen` every time.
        """
        seen = seen or Seen()
        packed = {
            one.outcome.page.digest: pack(one.outcome.body)
            for one in group
            if one.outcome.page is not None
            and one.outcome.body is not None
            and self._blobs.goes_with_page(one.outcome.body)
        }
        with seen.when_kept(), self._database.write() as connection:
            has_leases = all(ended.lease is not None for ended in group)
            keeper = Keeper(
                self._database,
                connection,
                harvest,
                _row_of(connection, harvest, is_locked=not has_leases),
                rules,
                seen,
                self._clock,
                self._new_id,
            )
            return keeper.keep_all(group, packed)

    def finish(self, harvest: Harvest) -> None:
        """Note that a harvest has ended; the same request begins a new one from now on."""
        with self._database.write() as connection:
            connection.execute(
                sa.update(_harvest)
                .where(_harvest.c.public_id == harvest.id, _harvest.c.finished.is_(None))
                .values(finished=self._clock.now())
            )

    def waiting(self, harvest: Harvest) -> int:
        """How many pages are still to be visited, as far as is known."""
        with self._database.read() as connection:
            found = _of(harvest).add_columns(sa.func.count()).where(_visit.c.state == OPEN)
            return int(connection.scalar(found) or 0)

    def get(self, harvest_id: str) -> Harvest | None:
        """The harvest with this id."""
        with self._database.read() as connection:
            row = connection.execute(
                sa.select(_harvest).where(_harvest.c.public_id == harvest_id)
            ).first()
        return _harvest_of(row) if row else None

    def recent(self, limit: int = 10, *, before: str = "") -> list[Harvest]:
        """The last harvests, newest first; `before` is the id of the last one that is known already."""
        statement = sa.select(_harvest).order_by(_harvest.c.id.desc()).limit(limit)
        if before:
            known = sa.select(_harvest.c.id).where(_harvest.c.public_id == before)
            statement = statement.where(_harvest.c.id < known.scalar_subquery())
        with self._database.read() as connection:
            rows = connection.execute(statement).all()
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

    def last_with_memo(self) -> list[Harvest]:
        """Of each request with a memo the last harvest that has ended, the oldest first."""
        newest = (
            sa.select(sa.func.max(_harvest.c.id))
            .where(_harvest.c.finished.is_not(None))
            .group_by(_harvest.c.request_key)
        )
        statement = sa.select(_harvest).where(_harvest.c.id.in_(newest)).order_by(_harvest.c.id)
        with self._database.read() as connection:
            rows = connection.execute(statement).all()
        return [_harvest_of(row) for row in rows if row.options.get("memo")]

    def outcomes(
        self, harvest: Harvest, *, limit: int | None = None, offset: int = 0
    ) -> list[VisitRecord]:
        """The visits of a harvest in their order, those still open last; without what it leaves alone.

        All of them, or so many from a place on.
        """
        with self._database.read() as connection:
            rows = connection.execute(
                _of(harvest)
                .add_columns(_visit)
                .where(_visit.c.state != BEYOND)
                .order_by(
                    _visit.c.ordinal == NO_ORDINAL,
                    _visit.c.ordinal,
                    _visit.c.depth,
                    _visit.c.parent,
                    _visit.c.position,
                )
                .limit(sys.maxsize if limit is None else limit)
                .offset(offset)
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
        papers = traps = 0
        for state, status, count, mentions in rows:
            states[state] += count
            papers += mentions or 0
            if state == DONE:
                by_status[Status(status)] += count
            elif status == str(Status.TRAP):
                traps += count
        return HarvestCounts(
            by_status=dict(by_status),
            open=states[OPEN],
            beyond_limit=states[BEYOND] - traps,
            traps=traps,
            papers=int(papers),
        )


def _request_key(request: HarvestRequest) -> str:
    options = _options(replace(request, memo=""))
    asked = [list(request.seeds), request.depth, request.limit, options]
    return digest_key(to_json(asked))


def _of(harvest: Harvest) -> sa.Select[Any]:
    return sa.select().join_from(_visit, _harvest).where(_harvest.c.public_id == harvest.id)


def _row_of(connection: Connection, harvest: Harvest, *, is_locked: bool = False) -> int:
    """The row of a harvest; locked, two processes that run the same harvest change it one after the other."""
    select = _LOCK_HARVEST if is_locked else _SELECT_HARVEST
    row = select.first(connection, {"name": harvest.id})
    if row is None:
        raise ValueError(f"there is no harvest {harvest.id} in this library")
    return int(row.id)


def _options(request: HarvestRequest) -> dict[str, Any]:
    """What a request says beyond its pages, depth and limit."""
    said = {
        "order": str(request.order),
        "site_limit": request.site_limit,
        "domains": list(request.domains),
        "other_sites": request.other_sites,
        "sitemaps": request.sitemaps,
        "policy": request.policy,
    }
    return said | ({"memo": request.memo} if request.memo else {})


def _harvest_of(row: Any) -> Harvest:
    options = row.options
    request = HarvestRequest(
        seeds=tuple(row.seeds),
        depth=row.depth,
        limit=row.page_limit,
        order=Order(options["order"]),
        site_limit=options["site_limit"],
        domains=tuple(options["domains"]),
        other_sites=options["other_sites"],
        sitemaps=options["sitemaps"],
        policy=options["policy"],
        memo=options.get("memo", ""),
    )
    return Harvest(id=row.public_id, request=request, started=row.started, finished=row.finished)


def _record_of(row: Any) -> VisitRecord:
    return VisitRecord(
        visit=visit_of(row),
        status=Status(row.status) if row.status else None,
        detail=row.detail or "",
        http_status=row.http_status or 0,
        papers=row.papers or 0,
        ended=row.ended,
    )
