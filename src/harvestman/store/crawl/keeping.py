"""Keeping visits that have ended: pages, links, papers and the frontier change together, or, if the program dies, not at all.

No lock of the crawl is shared by those who keep: each holds the leases of the sites whose visits it keeps, and writes rows of
those sites only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from harvestman.model import Clock, Harvest, Lease, Order, VisitOutcome
from harvestman.store.crawl.families import note_visit
from harvestman.store.crawl.frontier import DONE, Seen, Whence, add_links, forget_twins, rank_anew
from harvestman.store.crawl.pages import keep_bytes, keep_pages
from harvestman.store.crawl.rules import Rules
from harvestman.store.crawl.turns import Taken, count_yield, take
from harvestman.store.database import Database
from harvestman.store.ids import address_key
from harvestman.store.leases import is_held
from harvestman.store.papers.linking import PapersSaid, keep_mentions
from harvestman.store.statements import Statement
from harvestman.text import site_of

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

_MAX_DETAIL = 500

_SELECT_VISITS = Statement(
    """
    SELECT url_key, state, depth, ordinal, site_key, stage, family FROM visit
    WHERE harvest_id = :in_harvest AND url_key IN :keys
    """
)
_END_VISITS = Statement(
    f"""
    UPDATE visit SET state = '{DONE}', status = :status, detail = :detail,
      http_status = :http_status, papers = :papers, ended = :ended
    WHERE harvest_id = :in_harvest AND url_key = :at
    """  # noqa: S608 (our own word)
)


@dataclass(frozen=True, slots=True)
class Ended:
    """A visit that has ended and is to be kept."""

    outcome: VisitOutcome
    lease: Lease | None = None
    """With a lease, nothing is written unless it still holds. Without one, the whole harvest is held meanwhile."""
    take_next: int = 0
    """Asks for so many of the site's next visits in the same transaction."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What came of keeping a visit."""

    is_kept: bool = True
    """False when the lease was lost: then nothing was written, and another process has the site now."""
    next: Taken | None = None
    """What the site is to do next, when that was asked for."""


@dataclass(frozen=True, slots=True)
class Keeper:
    """Keeps visits of one harvest within one transaction."""

    database: Database
    connection: Connection
    harvest: Harvest
    row: int
    """The harvest's row."""
    rules: Rules
    seen: Seen
    clock: Clock
    new_id: Callable[[], str]

    def keep_all(self, group: Sequence[Ended], packed: Mapping[str, bytes]) -> list[Kept]:
        """Keep those whose leases hold, with the packed bytes of their small pages; a visit that has been kept already is not kept again."""
        held = self._leases_held(group)
        now = self.clock.now()
        ours = [one for one in group if one.lease is None or held[one.lease.name]]
        known = self._rows([one.outcome for one in ours])
        news = _first_of_each(
            (one.outcome, row) for one, row in zip(ours, known, strict=True) if row.state != DONE
        )
        _END_VISITS.change_all(
            self.connection,
            (
                {"in_harvest": self.row, "at": row.url_key} | _ending(outcome, now)
                for outcome, row in news
            ),
        )
        for outcome, row in news:
            self._count(outcome, row)
        self._follow(news)
        digests = {outcome.page.digest for outcome, _ in news if outcome.page is not None}
        keep_bytes(self.connection, {name: packed[name] for name in digests & packed.keys()})
        pages = [(one.page, one.reading) for one, _ in news if one.page is not None]
        changed = iter(keep_pages(self.connection, pages) if pages else ())
        rewritten = [outcome.page is not None and next(changed) for outcome, _ in news]
        following = {
            id(one): self._take_next(one, row)
            for one, row in zip(ours, known, strict=True)
            if one.take_next
        }
        # Papers last: what is locked for them is locked for the shortest time.
        said = [
            PapersSaid(outcome.visit.url, outcome.mentions, is_rewritten)
            for (outcome, _), is_rewritten in zip(news, rewritten, strict=True)
        ]
        keep_mentions(self.database, self.connection, said, now=now, new_id=self.new_id)
        return [
            Kept(next=following.get(id(one)))
            if one.lease is None or held[one.lease.name]
            else Kept(is_kept=False)
            for one in group
        ]

    def _leases_held(self, group: Sequence[Ended]) -> dict[str, bool]:
        """Which sites are still ours: all before all else and in one order, or two processes could wait for each other."""
        leases = {ended.lease.name: ended.lease for ended in group if ended.lease is not None}
        return {
            site: is_held(self.connection, lease, clock=self.clock)
            for site, lease in sorted(leases.items())
        }

    def _rows(self, outcomes: Sequence[VisitOutcome]) -> list[Any]:
        """The rows of these visits."""
        asked = {outcome.visit.url: address_key(outcome.visit.url) for outcome in outcomes}
        found = _SELECT_VISITS.rows(
            self.connection, {"in_harvest": self.row, "keys": list(asked.values())}
        )
        rows = {row.url_key: row for row in found}
        for url, key in asked.items():
            if key not in rows:
                raise ValueError(f"{url} is not a visit of harvest {self.harvest.id}")
        return [rows[asked[outcome.visit.url]] for outcome in outcomes]

    def _count(self, outcome: VisitOutcome, known: Any) -> None:
        """Let what a visit has brought count, for the crawl and for other addresses of its kind."""
        count_yield(
            self.connection,
            self.row,
            known.site_key,
            known.stage,
            fruitful=int(outcome.is_fruitful or False),
            papers=len(outcome.mentions),
        )
        if not known.family or outcome.is_fruitful is None:
            return
        changed = note_visit(
            self.connection,
            self.row,
            known.site_key,
            known.family,
            is_fruitful=outcome.is_fruitful,
            rules=self.rules,
        )
        if changed is not None and self.harvest.request.order is Order.BEST:
            # Layer by layer it counts from the next layer on: this one has its order already.
            rank_anew(self.connection, self.row, known.site_key, known.stage, changed)

    def _follow(self, news: Sequence[tuple[VisitOutcome, Any]]) -> None:
        """Put the links of pages on the frontier, and take the other addresses of these pages off it."""
        twins: dict[str, set[str]] = {}
        for outcome, _ in news:
            if outcome.page is not None:
                twins.setdefault(site_of(outcome.visit.url), set()).update(outcome.twins)
        for site, addresses in sorted(twins.items()):
            forget_twins(self.connection, self.row, site, addresses)
        request = self.harvest.request
        found = [
            (
                Whence(row.depth, row.ordinal, row.stage, site_of(outcome.visit.url)),
                outcome.follow,
            )
            for outcome, row in news
            if row.depth < request.depth
        ]
        add_links(self.connection, self.row, request, found, rules=self.rules, seen=self.seen)

    def _take_next(self, ended: Ended, known: Any) -> Taken:
        return take(
            self.connection,
            self.row,
            stage=known.stage,
            site=site_of(ended.outcome.visit.url),
            most=ended.take_next,
            rules=self.rules,
        )


def _first_of_each(news: Iterable[tuple[VisitOutcome, Any]]) -> list[tuple[VisitOutcome, Any]]:
    """Without what is said of a visit for the second time."""
    first: dict[str, tuple[VisitOutcome, Any]] = {}
    for outcome, row in news:
        first.setdefault(row.url_key, (outcome, row))
    return list(first.values())


def _ending(outcome: VisitOutcome, now: datetime) -> dict[str, Any]:
    return {
        "status": str(outcome.status),
        "detail": outcome.detail[:_MAX_DETAIL],
        "http_status": outcome.http_status,
        "papers": len(outcome.mentions),
        "ended": now,
    }
