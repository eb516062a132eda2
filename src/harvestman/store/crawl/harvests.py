"""Harvests and their visits: what was asked, what is kept of each visit, and how it all ended.

The frontier lives in the store, so that a killed run goes on where it stood; in which order it is visited is told in
`frontier.py`. Each visit is kept in one transaction with all that it found.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from harvestman.model import (
    Clock,
    Harvest,
    HarvestRequest,
    Lead,
    Lease,
    Link,
    Order,
    Plain,
    Status,
    Visit,
    VisitOutcome,
)
from harvestman.store import schema
from harvestman.store.columns import to_json
from harvestman.store.crawl.families import note_visit
from harvestman.store.crawl.frontier import (
    BEYOND,
    DONE,
    NO_ORDINAL,
    OPEN,
    Seen,
    Taken,
    add_visits,
    apply_yield,
    begin_stage,
    number_layer,
    take,
    visit_of,
)
from harvestman.store.crawl.pages import keep_page
from harvestman.store.crawl.prepared import Prepared
from harvestman.store.database import Database, insert_into
from harvestman.store.ids import digest_key
from harvestman.store.leases import is_held
from harvestman.store.papers.linking import keep_mentions
from harvestman.text import site_of

_harvest, _visit = schema.harvest, schema.visit

# How a visit can end that says whether its kind of address has papers; a server that was down says nothing.
_TELLING = frozenset({Status.SUCCESS, Status.NO_PAPERS, Status.UNCHANGED, Status.NOT_FOUND})
_SEED_SCORE = 1000
_MAX_DETAIL = 500

_LOCK_HARVEST = Prepared.of(
    sa.select(_harvest.c.id)
    .where(_harvest.c.public_id == sa.bindparam("name"))
    .with_for_update(key_share=True)
)
_IS_IT = (_visit.c.harvest_id == sa.bindparam("in_harvest")) & (
    _visit.c.url_key == sa.bindparam("at")
)
_SELECT_VISIT = Prepared.of(
    sa.select(
        _visit.c.state,
        _visit.c.depth,
        _visit.c.ordinal,
        _visit.c.site_key,
        _visit.c.stage,
        _visit.c.family,
    ).where(_IS_IT)
)
_END_VISIT = Prepared.of(
    sa.update(_visit).where(_IS_IT),
    *("state", "status", "detail", "http_status", "papers", "ended"),
)
# Held, so that nobody can finish it before it is resumed.
_SELECT_OLDER = (
    sa.select(_harvest)
    .where(_harvest.c.request_key == sa.bindparam("key"), _harvest.c.finished.is_(None))
    .with_for_update(key_share=True)
)


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


@dataclass(frozen=True, slots=True)
class Ended:
    """A visit that has ended and is to be kept."""

    outcome: VisitOutcome
    lease: Lease | None = None
    """With a lease, nothing is written unless it still holds."""
    take_next: int = 0
    """Asks for so many of the site's next visits in the same transaction."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What came of keeping a visit."""

    is_kept: bool = True
    """False when the lease was lost: then nothing was written, and another process has the site now."""
    next: Taken | None = None
    """What the site is to do next, when that was asked for."""


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
            if not (request.domains or request.other_sites):
                older = connection.execute(_SELECT_OLDER, {"key": _older_key(request)}).first()
                if older is not None:
                    return _harvest_of(older)
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
                seeds = [
                    Lead(Link(url, "", position), _SEED_SCORE, steps=0)
                    for position, url in enumerate(request.seeds)
                ]
                add_visits(connection, row.id, seeds, depth=0, deepest=request.depth, parent=-1)
            return _harvest_of(row)

    def stage(self, harvest: Harvest, number: int) -> list[str] | None:
        """The sites that are not done with a stage, which begins with the first call; None when all is done."""
        with self._database.write() as connection:
            return begin_stage(connection, _locked(connection, harvest), harvest.request, number)

    def take(self, harvest: Harvest, stage: int, site: str, *, most: int = 1) -> Taken:
        """The next visits of a site in a stage. Only the process that has leased the site may ask."""
        with self._database.write() as connection:
            key = _locked(connection, harvest)
            return take(connection, key, harvest.request, stage=stage, site=site, most=most)

    def layer(self, harvest: Harvest, depth: int) -> list[Visit]:
        """The open visits of a depth, in order, for one who goes layer by layer without stages and leases."""
        with self._database.write() as connection:
            key = _locked(connection, harvest)
            number_layer(connection, key, depth, harvest.request)
            rows = connection.execute(
                sa.select(_visit)
                .where(_visit.c.harvest_id == key, _visit.c.depth == depth, _visit.c.state == OPEN)
                .order_by(_visit.c.ordinal)
            ).all()
        return [visit_of(row) for row in rows]

    def keep(
        self,
        harvest: Harvest,
        outcome: VisitOutcome,
        *,
        lease: Lease | None = None,
        take_next: int = 0,
    ) -> Kept:
        """Keep one visit; see `keep_all`."""
        (kept,) = self.keep_all(harvest, [Ended(outcome, lease, take_next)])
        return kept

    def keep_all(
        self, harvest: Harvest, group: Sequence[Ended], *, seen: Seen | None = None
    ) -> list[Kept]:
        """Keep everything about visits that have ended, or, if the program dies meanwhile, nothing.

        The pages' blobs must have been put before. A visit that has been kept already is not kept again. One who keeps
        many visits of a harvest, one group after the other, does well to give the same `seen` every time.
        """
        seen = seen or Seen()
        with seen.when_kept(), self._database.write() as connection:
            key = _locked(connection, harvest)
            # All leases before all else and in one order, or two processes could wait for each other.
            leases = {ended.lease.name: ended.lease for ended in group if ended.lease is not None}
            held = {
                site: is_held(connection, lease, clock=self._clock)
                for site, lease in sorted(leases.items())
            }
            return [
                self._keep(connection, key, harvest, ended, seen)
                if ended.lease is None or held[ended.lease.name]
                else Kept(is_kept=False)
                for ended in group
            ]

    def _keep(
        self, connection: Connection, key: int, harvest: Harvest, ended: Ended, seen: Seen
    ) -> Kept:
        outcome, request = ended.outcome, harvest.request
        it = {"in_harvest": key, "at": digest_key(outcome.visit.url)}
        known = _SELECT_VISIT.first(connection, it)
        if known is None:
            raise ValueError(f"{outcome.visit.url} is not a visit of harvest {harvest.id}")
        if known.state != DONE:
            now = self._clock.now()
            _END_VISIT.change(connection, it | _ending(outcome, now))
            self._note(connection, key, request, outcome, known)
            self._follow(connection, key, request, outcome, known, seen)
            is_rewritten = outcome.page is not None and keep_page(
                connection, outcome.page, outcome.reading
            )
            keep_mentions(
                self._database,
                connection,
                outcome.visit.url,
                outcome.mentions,
                now=now,
                new_id=self._new_id,
                is_rewritten=is_rewritten,
            )
        if not ended.take_next:
            return Kept()
        site = site_of(outcome.visit.url)
        following = take(
            connection, key, request, stage=known.stage, site=site, most=ended.take_next
        )
        return Kept(next=following)

    @staticmethod
    def _note(
        connection: Connection, key: int, request: HarvestRequest, outcome: VisitOutcome, known: Any
    ) -> None:
        """Let what a visit has brought count for other addresses of its kind."""
        if not known.family or outcome.status not in _TELLING:
            return
        is_fruitful = bool(outcome.mentions) or _had_papers(connection, outcome)
        changed = note_visit(connection, key, known.site_key, known.family, is_fruitful=is_fruitful)
        if changed is not None and request.order is Order.BEST:
            # Layer by layer it counts from the next layer on: this one has its order already.
            apply_yield(connection, key, known.site_key, known.stage, changed)

    @staticmethod
    def _follow(
        connection: Connection,
        key: int,
        request: HarvestRequest,
        outcome: VisitOutcome,
        known: Any,
        seen: Seen,
    ) -> None:
        if known.depth < request.depth:
            add_visits(
                connection,
                key,
                outcome.follow,
                depth=known.depth,
                deepest=request.depth,
                parent=known.ordinal,
                order=request.order,
                stage=known.stage,
                site=site_of(outcome.visit.url),
                seen=seen,
            )

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
    asked = [list(request.seeds), request.depth, request.limit, _options(request)]
    return digest_key(to_json(asked))


def _older_key(request: HarvestRequest) -> str:
    """The key of a request that says no more than pages, depth and limit, as they were before revision 0004."""
    return digest_key(to_json([list(request.seeds), request.depth, request.limit]))


def _of(harvest: Harvest) -> sa.Select[Any]:
    return sa.select().join_from(_visit, _harvest).where(_harvest.c.public_id == harvest.id)


def _locked(connection: Connection, harvest: Harvest) -> int:
    """The row of a harvest, held: two processes that run the same harvest change it one after the other."""
    row = _LOCK_HARVEST.first(connection, {"name": harvest.id})
    if row is None:
        raise ValueError(f"there is no harvest {harvest.id} in this library")
    return int(row.id)


def _had_papers(connection: Connection, outcome: VisitOutcome) -> bool:
    """Whether a page that was not read again had papers when it was."""
    if outcome.status is not Status.UNCHANGED:
        return False
    mention = schema.mention
    found = connection.scalar(
        sa.select(mention.c.id)
        .where(mention.c.source_key == digest_key(outcome.visit.url))
        .limit(1)
    )
    return found is not None


def _ending(outcome: VisitOutcome, now: datetime) -> dict[str, Any]:
    return {
        "state": DONE,
        "status": str(outcome.status),
        "detail": outcome.detail[:_MAX_DETAIL],
        "http_status": outcome.http_status,
        "papers": len(outcome.mentions),
        "ended": now,
    }


def _options(request: HarvestRequest) -> dict[str, Any]:
    """What a request says beyond its pages, depth and limit; harvests from before revision 0004 have none of it."""
    return {
        "order": str(request.order),
        "site_limit": request.site_limit,
        "domains": list(request.domains),
        "other_sites": request.other_sites,
        "sitemaps": request.sitemaps,
    }


def _harvest_of(row: Any) -> Harvest:
    options = row.options
    request = HarvestRequest(
        seeds=tuple(row.seeds),
        depth=row.depth,
        limit=row.page_limit,
        order=Order(options.get("order", "breadth")),
        site_limit=options.get("site_limit", 1_000_000),
        domains=tuple(options.get("domains", ())),
        other_sites=options.get("other_sites", False),
        sitemaps=options.get("sitemaps", False),
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
