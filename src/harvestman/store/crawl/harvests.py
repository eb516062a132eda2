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
from typing import TYPE_CHECKING, Any

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
from harvestman.store.asking import moment_or_none, moment_told
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
from harvestman.store.database import Database
from harvestman.store.ids import digest_key
from harvestman.store.leases import is_held
from harvestman.store.page_bytes import LibraryBlobs
from harvestman.store.statements import Statement
from harvestman.store.storable import plain_of, to_json

if TYPE_CHECKING:
    from harvestman.store.asking import AnyConnection

_HARVEST = "id, public_id, seeds, depth, page_limit, options, started, finished"
# Where it is there already, that changes nothing but holds the row: nobody can finish it before it is resumed.
_BEGIN = Statement.insert(
    "harvest",
    *("public_id", "request_key", "seeds", "depth", "page_limit", "options", "started"),
    json=["seeds", "options"],
    then=f"""
    ON CONFLICT (request_key) WHERE finished IS NULL
    DO UPDATE SET request_key = excluded.request_key RETURNING {_HARVEST}
    """,
)
_FINISH = Statement(
    "UPDATE harvest SET finished = :now WHERE public_id = :name AND finished IS NULL"
)
_IS_HARVEST = "SELECT id FROM harvest WHERE public_id = :name"
_SELECT_ROW = Statement(_IS_HARVEST)
_LOCK_ROW = Statement(_IS_HARVEST, locking="FOR NO KEY UPDATE")
_SELECT_HARVEST = Statement(f"SELECT {_HARVEST} FROM harvest WHERE public_id = :name")  # noqa: S608 (our own names)
_SELECT_RECENT = Statement(f"SELECT {_HARVEST} FROM harvest ORDER BY id DESC LIMIT :most")  # noqa: S608
_SELECT_BEFORE = Statement(
    f"""
    SELECT {_HARVEST} FROM harvest WHERE id < (SELECT id FROM harvest WHERE public_id = :before)
    ORDER BY id DESC LIMIT :most
    """  # noqa: S608
)
_SELECT_FINISHED = Statement(
    f"""
    SELECT {_HARVEST} FROM harvest
    WHERE request_key = :request_key AND started >= :since AND finished IS NOT NULL
    ORDER BY id DESC LIMIT 1
    """  # noqa: S608
)
_SELECT_LAST_OF_EACH = Statement(
    f"""
    SELECT {_HARVEST} FROM harvest WHERE id IN (
      SELECT max(id) FROM harvest WHERE finished IS NOT NULL GROUP BY request_key
    )
    ORDER BY id
    """  # noqa: S608
)
_SELECT_SITES = Statement("SELECT DISTINCT site FROM site_queue WHERE harvest_id = :in_harvest")

_OF_HARVEST = """
    FROM visit JOIN harvest ON harvest.id = visit.harvest_id WHERE harvest.public_id = :name
"""
_COUNT_OPEN = Statement(f"SELECT count(*) {_OF_HARVEST} AND visit.state = '{OPEN}'")
_SELECT_VISITS = Statement(
    f"""
    SELECT visit.url, visit.depth, visit.parent, visit.position, visit.ordinal, visit.status,
      visit.detail, visit.http_status, visit.papers, visit.ended
    {_OF_HARVEST} AND visit.state <> '{BEYOND}'
    ORDER BY visit.ordinal = {NO_ORDINAL}, visit.ordinal, visit.depth, visit.parent, visit.position
    LIMIT :most OFFSET :first
    """
)
_COUNT_VISITS = Statement(
    f"""
    SELECT visit.state, visit.status, count(*), sum(visit.papers)
    {_OF_HARVEST} GROUP BY visit.state, visit.status
    """
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
        asked = {
            "public_id": (name := self._new_id()),
            "request_key": _request_key(request),
            "seeds": list(request.seeds),
            "depth": request.depth,
            "page_limit": request.limit,
            "options": _options(request),
            "started": self._clock.now(),
        }
        with self._database.writing() as connection:
            row = _BEGIN.first(connection, asked)
            if row.public_id == name:
                add_seeds(connection, row.id, request)
            return _harvest_of(row)

    def stage(self, harvest: Harvest, number: int, *, rules: Rules = AS_GIVEN) -> list[str] | None:
        """The sites that are not done with a stage, which begins with the first call; None when all is done."""
        with self._database.writing() as connection:
            key = _row_of(connection, harvest, is_locked=True)
            return begin_stage(connection, key, harvest.request, number, rules)

    def sites(self, harvest: Harvest) -> list[str]:
        """The sites that a harvest has visited, in the order of their names."""
        with self._database.asking() as connection:
            key = _row_of(connection, harvest)
            return sorted(row.site for row in _SELECT_SITES.rows(connection, {"in_harvest": key}))

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
        with self._database.writing() as connection:
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
        with self._database.writing() as connection:
            _FINISH.change(connection, {"name": harvest.id, "now": self._clock.now()})

    def waiting(self, harvest: Harvest) -> int:
        """How many pages are still to be visited, as far as is known."""
        with self._database.asking() as connection:
            return int(_COUNT_OPEN.value(connection, {"name": harvest.id}))

    def get(self, harvest_id: str) -> Harvest | None:
        """The harvest with this id."""
        with self._database.asking() as connection:
            row = _SELECT_HARVEST.first(connection, {"name": harvest_id})
        return _harvest_of(row) if row else None

    def recent(self, limit: int = 10, *, before: str = "") -> list[Harvest]:
        """The last harvests, newest first; `before` is the id of the last one that is known already."""
        select = _SELECT_BEFORE if before else _SELECT_RECENT
        with self._database.asking() as connection:
            rows = select.rows(connection, {"before": before, "most": limit})
        return [_harvest_of(row) for row in rows]

    def finished_since(self, request: HarvestRequest, moment: datetime) -> Harvest | None:
        """The last harvest of an equal request that was begun since then and has ended."""
        asked = {"request_key": _request_key(request), "since": moment}
        with self._database.asking() as connection:
            row = _SELECT_FINISHED.first(connection, asked)
        return _harvest_of(row) if row else None

    def last_with_memo(self) -> list[Harvest]:
        """Of each request with a memo the last harvest that has ended, the oldest first."""
        with self._database.asking() as connection:
            rows = _SELECT_LAST_OF_EACH.rows(connection)
        return [one for one in map(_harvest_of, rows) if one.request.memo]

    def outcomes(
        self, harvest: Harvest, *, limit: int | None = None, offset: int = 0
    ) -> list[VisitRecord]:
        """The visits of a harvest in their order, those still open last; without what it leaves alone.

        All of them, or so many from a place on.
        """
        shown = {"most": sys.maxsize if limit is None else limit, "first": offset}
        with self._database.asking() as connection:
            rows = _SELECT_VISITS.rows(connection, {"name": harvest.id} | shown)
        return [_record_of(row) for row in rows]

    def counts(self, harvest: Harvest) -> HarvestCounts:
        """A harvest in numbers."""
        with self._database.asking() as connection:
            rows = _COUNT_VISITS.rows(connection, {"name": harvest.id})
        states: Counter[str] = Counter()
        by_status: Counter[Status] = Counter()
        papers = traps = 0
        for state, status, count, mentions in rows:
            states[state] += count
            papers += int(mentions or 0)
            if state == DONE:
                by_status[Status(status)] += count
            elif status == str(Status.TRAP):
                traps += count
        return HarvestCounts(
            by_status=dict(by_status),
            open=states[OPEN],
            beyond_limit=states[BEYOND] - traps,
            traps=traps,
            papers=papers,
        )


def _request_key(request: HarvestRequest) -> str:
    options = _options(replace(request, memo=""))
    asked = [list(request.seeds), request.depth, request.limit, options]
    return digest_key(to_json(asked))


def _row_of(connection: AnyConnection, harvest: Harvest, *, is_locked: bool = False) -> int:
    """The row of a harvest; locked, two processes that run the same harvest change it one after the other."""
    select = _LOCK_ROW if is_locked else _SELECT_ROW
    row = select.value(connection, {"name": harvest.id})
    if row is None:
        raise ValueError(f"there is no harvest {harvest.id} in this library")
    return int(row)


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
    options = plain_of(row.options)
    request = HarvestRequest(
        seeds=tuple(plain_of(row.seeds)),
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
    return Harvest(
        id=row.public_id,
        request=request,
        started=moment_told(row.started),
        finished=moment_or_none(row.finished),
    )


def _record_of(row: Any) -> VisitRecord:
    return VisitRecord(
        visit=visit_of(row),
        status=Status(row.status) if row.status else None,
        detail=row.detail or "",
        http_status=row.http_status or 0,
        papers=row.papers or 0,
        ended=moment_or_none(row.ended),
    )
