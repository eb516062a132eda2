"""The frontier: the links that wait, and whose turn it is.

A harvest goes in stages. In a stage the sites do not know of each other: each takes its turns by itself, its most promising
page first, so its order depends on its own pages only. A link that leaves its site waits for the next stage. When the
harvest's limit is shared by several sites, they take turns in a round: visit r of the site in place i comes before visit r of
the next. A site runs ahead as long as its visit lies within the limit whatever the others do; where that depends on them,
it waits. So which pages are visited never depends on which server answered first, nor on who was killed meanwhile.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from harvestman.model import HarvestRequest, Lead, Order, Status, Visit
from harvestman.store import schema
from harvestman.store.crawl.families import Yield, family_name, yields_of
from harvestman.store.crawl.prepared import Prepared
from harvestman.store.database import batches, insert_into
from harvestman.store.ids import digest_key
from harvestman.text import site_of

_visit, _stage, _queue, _page = schema.visit, schema.stage, schema.site_queue, schema.page

# The states of a visit. What is a trap or lies beyond the limits is remembered, but not visited.
OPEN, DONE, BEYOND = "open", "done", "beyond"
NO_ORDINAL = -1
_GREATEST = 2**31 - 1
_MAX_SEEN = 100_000  # some 30 MB

_WAITS = (_visit.c.state == OPEN) & (_visit.c.ordinal == NO_ORDINAL)
_AT = (
    (_visit.c.harvest_id == sa.bindparam("in_harvest"))
    & (_visit.c.site_key == sa.bindparam("of"))
    & (_visit.c.stage == sa.bindparam("during"))
)
_IN_ORDER = (_visit.c.depth, _visit.c.parent, _visit.c.position, _visit.c.url_key)
_OF_A_VISIT = (
    _visit.c.id,
    _visit.c.url,
    _visit.c.depth,
    _visit.c.parent,
    _visit.c.position,
    _visit.c.ordinal,
    (~sa.exists().where(_page.c.url_key == _visit.c.url_key)).label("is_new"),
)
_SELECT_NUMBERED = Prepared.of(
    sa.select(*_OF_A_VISIT)
    .where(_AT, _visit.c.state == OPEN, _visit.c.ordinal != NO_ORDINAL)
    .order_by(_visit.c.ordinal)
    .limit(sa.bindparam("most"))
)
_SELECT_BEST = Prepared.of(
    sa.select(*_OF_A_VISIT)
    .where(_AT, _WAITS)
    .order_by(_visit.c.rank.desc(), *_IN_ORDER)
    .limit(sa.bindparam("most"))
)
_SET_ORDINAL = Prepared.of(
    sa.update(_visit)
    .where(_visit.c.id == sa.bindparam("row"))
    .values(ordinal=sa.bindparam("place_"))
)
_SELECT_QUEUE = Prepared.of(
    sa.select(_queue, _stage.c.first, _stage.c.before, _stage.c.sites)
    .join_from(
        _queue,
        _stage,
        (_stage.c.harvest_id == _queue.c.harvest_id) & (_stage.c.number == _queue.c.stage),
    )
    .where(
        _queue.c.harvest_id == sa.bindparam("in_harvest"),
        _queue.c.stage == sa.bindparam("during"),
        _queue.c.site_key == sa.bindparam("of"),
    )
)
_COUNT_TURNS = Prepared.of(
    sa.update(_queue)
    .where(
        _queue.c.harvest_id == sa.bindparam("in_harvest"),
        _queue.c.stage == sa.bindparam("during"),
        _queue.c.site_key == sa.bindparam("of"),
    )
    .values(turns=sa.bindparam("had"), is_done=sa.bindparam("over"))
)
_END_WAIT = (
    sa.update(_visit)
    .where(_AT, _WAITS)
    .values(state=BEYOND, status=str(Status.BEYOND_BUDGET), detail=sa.bindparam("why"))
)


@dataclass(frozen=True, slots=True)
class Taken:
    """What a site is to do next."""

    visits: tuple[Visit, ...] = ()
    is_done: bool = False
    """Whether the site has nothing more to do in this stage. If not, and without visits, it has to wait for others."""


class Seen:
    """Where the links of a harvest have been seen, as far as this process knows.

    Most links of a page lead where those of the pages before it led. A place in the frontier only ever gets better, so
    one that is no better than what was written before, by whomever, need not be written again. What a transaction
    writes is believed when it has been kept.
    """

    def __init__(self) -> None:
        self._kept: dict[str, tuple[int, ...]] = {}
        self._written: dict[str, tuple[int, ...]] = {}

    def is_news(self, url: str, place: tuple[int, ...]) -> bool:
        """Whether a place is better than all so far; it is then the best."""
        best = self._written.get(url) or self._kept.get(url)
        if best is not None and best <= place:
            return False
        self._written[url] = place
        return True

    @contextmanager
    def when_kept(self) -> Iterator[None]:
        """Believe what is written within when that has ended well, nothing of it otherwise."""
        self._written.clear()
        yield
        if len(self._kept) > _MAX_SEEN:
            self._kept.clear()
        self._kept |= self._written


def add_visits(
    connection: Connection,
    harvest: int,
    leads: Iterable[Lead],
    *,
    depth: int,
    deepest: int,
    parent: int,
    order: Order = Order.BEST,
    stage: int = 0,
    site: str | None = None,
    seen: Seen | None = None,
) -> None:
    """Put links on the frontier. A URL is visited once; of several places that name it the best one counts.

    `depth`, `stage` and `site` are those of the page that has the links; a link to another site waits for the next
    stage, and one beyond `deepest` is not followed. What `seen` has at a better place is not written again.
    """
    first: dict[str, Lead] = {}
    for lead in sorted(leads, key=lambda lead: (-lead.score, lead.link.position)):
        if depth + lead.steps > deepest:
            continue
        stays = site is None or site_of(lead.link.target) == site
        place = (
            _stage_of(depth + lead.steps, order, stage if stays else stage + 1),
            -lead.score if order is Order.BEST else 0,
            depth + lead.steps,
            parent,
            lead.link.position,
        )
        if seen is None or seen.is_news(lead.link.target, place):
            first.setdefault(digest_key(lead.link.target), lead)
    if not first:
        return
    at = digest_key(site) if site is not None else ""
    names = {family_name(lead) for lead in first.values()}
    known = yields_of(connection, harvest, at, names) if site is not None else {}
    rows = []
    for key, lead in first.items():
        its_site = site_of(lead.link.target)
        stays = site is None or its_site == site
        there = at if its_site == site else digest_key(its_site)
        name = family_name(lead)
        found = known.get(name, Yield(name)) if stays else Yield(name)
        trap = lead.trap or found.why_left
        rows.append(
            {
                "harvest_id": harvest,
                "url": lead.link.target,
                "url_key": key,
                "depth": depth + lead.steps,
                "parent": parent,
                "position": lead.link.position,
                "ordinal": NO_ORDINAL,
                "state": BEYOND if trap else OPEN,
                "status": str(Status.TRAP) if trap else None,
                "detail": trap or None,
                "site_key": there,
                "stage": _stage_of(depth + lead.steps, order, stage if stays else stage + 1),
                "score": lead.score if order is Order.BEST else 0,
                "rank": lead.score + found.bonus if order is Order.BEST else 0,
                "family": name,
            }
        )
    _UPSERT_VISITS.change_all(connection, rows)


def _stage_of(depth: int, order: Order, stage: int) -> int:
    return depth if order is Order.BREADTH else stage


def _upsert_visits(dialect: str) -> sa.Insert:
    insert = insert_into(_visit, dialect)
    given = insert.excluded
    # The least of all places by a fixed order, so that it does not matter which of them was seen first.
    mine = (_visit.c.stage, -_visit.c.score, *_IN_ORDER[:3])
    theirs = (given.stage, -given.score, given.depth, given.parent, given.position)
    is_earlier: sa.ColumnElement[bool] = sa.false()
    for his, ours in reversed(list(zip(theirs, mine, strict=True))):
        is_earlier = sa.or_(his < ours, sa.and_(his == ours, is_earlier))
    changed = ("depth", "parent", "position", "state", "status", "detail", "stage", "score", "rank")
    return insert.on_conflict_do_update(
        index_elements=["harvest_id", "url_key"],
        set_={name: given[name] for name in changed},
        # A visit whose turn has come is settled.
        where=(_visit.c.ordinal == NO_ORDINAL) & is_earlier,
    )


_UPSERT_VISITS = Prepared(
    _upsert_visits,
    *("harvest_id", "url", "url_key", "depth", "parent", "position", "ordinal", "state", "status"),
    *("detail", "site_key", "stage", "score", "rank", "family"),
)


def begin_stage(
    connection: Connection, harvest: int, request: HarvestRequest, number: int
) -> list[str] | None:
    """The sites of a stage that are not done with it; None when there is no such stage and none after it."""
    is_it = (_queue.c.harvest_id == harvest) & (_queue.c.stage == number)
    has_begun = sa.select(_stage.c.number).where(
        _stage.c.harvest_id == harvest, _stage.c.number == number
    )
    if connection.scalar(has_begun) is not None:
        queued = sa.select(_queue.c.site).where(is_it, ~_queue.c.is_done)
        return list(connection.scalars(queued.order_by(_queue.c.place)))
    last = connection.scalar(
        sa.select(sa.func.max(_visit.c.stage)).where(
            _visit.c.harvest_id == harvest, _visit.c.state == OPEN
        )
    )
    if last is None or last < number:
        return None
    rows = connection.execute(
        sa.select(_visit.c.url, _visit.c.site_key, _visit.c.family)
        .where(_visit.c.harvest_id == harvest, _visit.c.stage == number, _visit.c.state == OPEN)
        .order_by(_visit.c.parent, _visit.c.position, _visit.c.url_key)
    ).all()
    sites = list(dict.fromkeys(site_of(row.url) for row in rows))
    _apply_families(connection, harvest, number, {(row.site_key, row.family) for row in rows})
    earlier = _turns_so_far(connection, harvest, sites)
    if request.order is Order.BREADTH:
        number_layer(connection, harvest, number, request)
    first, before = connection.execute(
        sa.select(sa.func.max(_visit.c.ordinal) + 1, sa.func.count()).where(
            _visit.c.harvest_id == harvest, _visit.c.ordinal != NO_ORDINAL
        )
    ).one()
    connection.execute(
        sa.insert(_stage).values(
            harvest_id=harvest, number=number, first=first or 0, before=before, sites=len(sites)
        )
    )
    if sites:
        connection.execute(
            sa.insert(_queue),
            [
                {
                    "harvest_id": harvest,
                    "stage": number,
                    "site_key": digest_key(site),
                    "site": site,
                    "place": place,
                    "earlier": earlier.get(digest_key(site), 0),
                    "turns": 0,
                    "is_done": False,
                }
                for place, site in enumerate(sites)
            ],
        )
    return sites


def take(
    connection: Connection,
    harvest: int,
    request: HarvestRequest,
    *,
    stage: int,
    site: str,
    most: int,
) -> Taken:
    """The next visits of a site: those whose turn had come when somebody was killed, or else the best that wait."""
    at = {"in_harvest": harvest, "of": digest_key(site), "during": stage}
    begun = _SELECT_NUMBERED.rows(connection, at | {"most": most})
    if begun:
        return Taken(tuple(_visit_now(row, row.ordinal) for row in begun))
    queue = _SELECT_QUEUE.first(connection, at)
    rows = [] if queue.is_done else _SELECT_BEST.rows(connection, at | {"most": most})
    visits: list[Visit] = []
    for row in rows:
        turn = queue.turns + len(visits)
        beyond = _beyond(connection, queue, turn, request)
        if beyond == "":
            ordinal = queue.first + turn * queue.sites + queue.place
            _SET_ORDINAL.change(connection, {"row": row.id, "place_": ordinal})
            visits.append(_visit_now(row, ordinal))
            continue
        if visits or beyond is None:
            break
        connection.execute(_END_WAIT, at | {"why": beyond})
        rows = []
        break
    if visits or not rows:
        turns = queue.turns + len(visits)
        _COUNT_TURNS.change(connection, at | {"had": turns, "over": not rows})
    return Taken(tuple(visits), is_done=not rows)


def _beyond(connection: Connection, queue: Any, turn: int, request: HarvestRequest) -> str | None:
    """Why a turn lies beyond a limit; "" when it lies within them all, None when that depends on other sites."""
    if queue.earlier + turn >= request.site_limit:
        return f"{request.site_limit} pages of this site have been visited"
    if queue.first + turn * queue.sites + queue.place > _GREATEST:
        return "there are no more numbers for visits"
    why = f"{request.limit} pages have been visited"
    if queue.before + (turn + 1) * queue.sites <= request.limit:
        return ""
    others = connection.execute(
        sa.select(_queue.c.place, _queue.c.turns, _queue.c.is_done).where(
            _queue.c.harvest_id == queue.harvest_id,
            _queue.c.stage == queue.stage,
            _queue.c.place != queue.place,
        )
    ).all()
    surely = possibly = queue.before + turn
    for other in others:
        most = turn + (other.place < queue.place)
        surely += min(other.turns, most)
        possibly += min(other.turns, most) if other.is_done else most
    if possibly < request.limit:
        return ""
    return why if surely >= request.limit else None


def number_layer(connection: Connection, harvest: int, depth: int, request: HarvestRequest) -> None:
    """Give ordinals to all visits of a depth that wait; those beyond the limits are not visited."""
    in_harvest = _visit.c.harvest_id == harvest
    waiting = connection.execute(
        sa.select(_visit.c.id, _visit.c.site_key)
        .where(in_harvest, _visit.c.depth == depth, _WAITS)
        .order_by(_visit.c.parent, _visit.c.position, _visit.c.url_key)
    ).all()
    if not waiting:
        return
    turns = _turns_so_far(connection, harvest, None)
    last = connection.scalars(sa.select(sa.func.max(_visit.c.ordinal)).where(in_harvest)).one()
    within: list[dict[str, int]] = []
    beyond: list[dict[str, object]] = []
    for row in waiting:
        turns[row.site_key] = turns.get(row.site_key, 0) + 1
        ordinal = last + 1 + len(within)
        if turns[row.site_key] > request.site_limit:
            why = f"{request.site_limit} pages of this site have been visited"
            beyond.append({"row": row.id, "why": why})
        elif ordinal >= request.limit:
            beyond.append({"row": row.id, "why": f"{request.limit} pages have been visited"})
        else:
            within.append({"row": row.id, "place_": ordinal})
    _SET_ORDINAL.change_all(connection, within)
    if beyond:
        connection.execute(
            sa.update(_visit)
            .where(_visit.c.id == sa.bindparam("row"))
            .values(state=BEYOND, status=str(Status.BEYOND_BUDGET), detail=sa.bindparam("why")),
            beyond,
        )


def visit_of(row: Any) -> Visit:
    """A row of the frontier as everybody knows it."""
    return Visit(row.url, row.depth, row.parent, row.position, row.ordinal)


def _visit_now(row: Any, ordinal: int) -> Visit:
    """A visit whose turn has come."""
    return Visit(row.url, row.depth, row.parent, row.position, ordinal, is_new=bool(row.is_new))


def _turns_so_far(
    connection: Connection, harvest: int, sites: Collection[str] | None
) -> dict[str, int]:
    """How many turns sites have had, by their keys; of all sites when none are named."""
    turns: dict[str, int] = {}
    had = (_visit.c.harvest_id == harvest) & (_visit.c.ordinal != NO_ORDINAL)
    counted = sa.select(_visit.c.site_key, sa.func.count()).group_by(_visit.c.site_key)
    if sites is None:
        return {row.site_key: row[1] for row in connection.execute(counted.where(had))}
    for batch in batches([digest_key(site) for site in sites]):
        found = connection.execute(counted.where(had, _visit.c.site_key.in_(batch)))
        turns |= {row.site_key: row[1] for row in found}
    return turns


def _apply_families(
    connection: Connection, harvest: int, stage: int, kinds: Collection[tuple[str, str]]
) -> None:
    """Let what is known of families count for the links that have waited for this stage."""
    names: dict[str, set[str]] = {}
    for site, name in kinds:
        if name:
            names.setdefault(site, set()).add(name)
    for site in sorted(names):
        for found in yields_of(connection, harvest, site, names[site]).values():
            apply_yield(connection, harvest, site, stage, found)


def apply_yield(
    connection: Connection, harvest: int, site_key: str, stage: int, found: Yield
) -> None:
    """Rank the waiting links of a family anew, or leave them alone."""
    values: dict[str, Any] = {"rank": _visit.c.score + found.bonus}
    if found.why_left:
        values = {"state": BEYOND, "status": str(Status.TRAP), "detail": found.why_left}
    connection.execute(
        sa.update(_visit)
        .where(_AT, _WAITS, _visit.c.family == sa.bindparam("named"))
        .values(values),
        {"in_harvest": harvest, "of": site_key, "during": stage, "named": found.name},
    )
