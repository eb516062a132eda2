"""Turns: which of the links that wait are visited next.

A harvest goes in stages. In a stage the sites do not know of each other: each takes its turns by itself, its most promising
page first, so its order depends on its own pages only. A link that leaves its site waits for the next stage. When the
harvest's limit is shared by several sites, they take turns in a round: visit r of the site in place i comes before visit r of
the next. A site runs ahead as long as its visit lies within the limit whatever the others do; where that depends on them,
it waits. So which pages are visited never depends on which server answered first, nor on who was killed meanwhile.

A site's turns are taken by the process that has leased it, and nothing of other sites is locked for it: what is read of them
may be out of date, but they only ever get further, so that an answer that holds for what was read holds for what is.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from harvestman.model import CrawlState, HarvestRequest, Order, Status, Visit
from harvestman.store import schema
from harvestman.store.crawl.families import Ranked, standings_of
from harvestman.store.crawl.frontier import (
    AT,
    BEYOND,
    NO_ORDINAL,
    OPEN,
    WAITS,
    arrive,
    is_in,
    rank_anew,
)
from harvestman.store.crawl.rules import Rival, Rules, Turn
from harvestman.store.database import batches
from harvestman.store.ids import address_key
from harvestman.store.prepared import Prepared
from harvestman.text import site_of

_visit, _stage, _queue, _page = schema.visit, schema.stage, schema.site_queue, schema.page

_GREATEST = 2**31 - 1
_NO_NUMBERS = "there are no more numbers for visits"
_DONE = "the crawl had found what it was for"

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
    .where(AT, is_in(OPEN), _visit.c.ordinal > NO_ORDINAL)
    .order_by(_visit.c.ordinal)
    .limit(sa.bindparam("most"))
)
_SELECT_BEST = Prepared.of(
    sa.select(*_OF_A_VISIT)
    .where(AT, WAITS)
    .order_by(
        _visit.c.rank.desc(),
        *(_visit.c.depth, _visit.c.parent, _visit.c.position, _visit.c.url_key),
    )
    .limit(sa.bindparam("most"))
)
_SET_ORDINAL = Prepared.of(
    sa.update(_visit)
    .where(_visit.c.id == sa.bindparam("row"))
    .values(ordinal=sa.bindparam("place_"))
)
_IS_QUEUE = (
    (_queue.c.harvest_id == sa.bindparam("in_harvest"))
    & (_queue.c.stage == sa.bindparam("during"))
    & (_queue.c.site_key == sa.bindparam("of"))
)
_SELECT_QUEUE = Prepared.of(
    sa.select(
        _queue,
        _stage.c.first,
        _stage.c.before,
        _stage.c.sites,
        _stage.c.fruitful.label("fruitful_before"),
        _stage.c.papers.label("papers_before"),
    )
    .join_from(
        _queue,
        _stage,
        (_stage.c.harvest_id == _queue.c.harvest_id) & (_stage.c.number == _queue.c.stage),
    )
    .where(_IS_QUEUE)
    .with_for_update(of=_queue)  # of this site alone
)
_COUNT_TURNS = Prepared.of(
    sa.update(_queue)
    .where(_IS_QUEUE)
    .values(turns=sa.bindparam("had"), is_done=sa.bindparam("over"))
)
_COUNT_YIELD = Prepared.of(
    sa.update(_queue)
    .where(_IS_QUEUE)
    .values(
        fruitful=_queue.c.fruitful + sa.bindparam("more_fruitful"),
        papers=_queue.c.papers + sa.bindparam("more_papers"),
    )
)
_LEFT_OVER = {"state": BEYOND, "status": str(Status.BEYOND_BUDGET)}
_END_WAIT = sa.update(_visit).where(AT, WAITS).values(**_LEFT_OVER, detail=sa.bindparam("why"))


@dataclass(frozen=True, slots=True)
class Taken:
    """What a site is to do next."""

    visits: tuple[Visit, ...] = ()
    is_done: bool = False
    """Whether the site has nothing more to do in this stage. If not, and without visits, it has to wait for others."""


def begin_stage(
    connection: Connection, harvest: int, request: HarvestRequest, number: int, rules: Rules
) -> list[str] | None:
    """The sites of a stage that are not done with it; None when there is no such stage and none after it.

    The caller holds the harvest: a stage is begun once.
    """
    is_it = (_queue.c.harvest_id == harvest) & (_queue.c.stage == number)
    has_begun = sa.select(_stage.c.number).where(
        _stage.c.harvest_id == harvest, _stage.c.number == number
    )
    if connection.scalar(has_begun) is not None:
        queued = sa.select(_queue.c.site).where(is_it, ~_queue.c.is_done)
        return list(connection.scalars(queued.order_by(_queue.c.place)))
    arrive(connection, harvest)
    in_harvest = _visit.c.harvest_id == harvest
    is_open = in_harvest & (_visit.c.state == OPEN)
    last = connection.scalar(sa.select(sa.func.max(_visit.c.stage)).where(is_open))
    if last is None or last < number:
        return None
    state, first = _state_between_stages(connection, harvest)
    if number and rules.is_done(state):
        connection.execute(sa.update(_visit).where(is_open).values(**_LEFT_OVER, detail=_DONE))
        return None
    rows = connection.execute(
        sa.select(_visit.c.url, _visit.c.site_key, _visit.c.family)
        .where(is_open, _visit.c.stage == number)
        .order_by(_visit.c.parent, _visit.c.position, _visit.c.url_key)
    ).all()
    sites = list(dict.fromkeys(site_of(row.url) for row in rows))
    _rank_families(connection, harvest, number, {(r.site_key, r.family) for r in rows}, rules)
    earlier = _turns_so_far(connection, harvest, sites)
    if request.order is Order.BREADTH:
        number_layer(connection, harvest, number, rules)
        state, first = _state_between_stages(connection, harvest)
    connection.execute(
        sa.insert(_stage).values(
            harvest_id=harvest,
            number=number,
            first=first,
            before=state.visited,
            sites=len(sites),
            fruitful=state.fruitful,
            papers=state.papers,
        )
    )
    if sites:
        connection.execute(
            sa.insert(_queue),
            [
                {
                    "harvest_id": harvest,
                    "stage": number,
                    "site_key": address_key(site),
                    "site": site,
                    "place": place,
                    "earlier": earlier.get(address_key(site), 0),
                    "turns": 0,
                    "is_done": False,
                    "fruitful": 0,
                    "papers": 0,
                }
                for place, site in enumerate(sites)
            ],
        )
    return sites


def take(
    connection: Connection, harvest: int, *, stage: int, site: str, most: int, rules: Rules
) -> Taken:
    """The next visits of a site: those whose turn had come when somebody was killed, or else the best that wait."""
    at = {"in_harvest": harvest, "of": address_key(site), "during": stage}
    begun = _SELECT_NUMBERED.rows(connection, at | {"most": most})
    if begun:
        return Taken(tuple(_visit_now(row, row.ordinal) for row in begun))
    queue = _SELECT_QUEUE.first(connection, at)
    rows = [] if queue.is_done else _SELECT_BEST.rows(connection, at | {"most": most})
    if rows and rules.is_done(_state_of(queue)):
        connection.execute(_END_WAIT, at | {"why": _DONE})
        rows = []
    visits: list[Visit] = []
    for row in rows:
        turn = queue.turns + len(visits)
        ordinal = queue.first + turn * queue.sites + queue.place
        beyond = (
            _NO_NUMBERS
            if ordinal > _GREATEST
            else rules.turn(
                Turn(turn, queue.place, queue.sites, queue.before, queue.earlier),
                partial(_rivals, connection, queue),
            )
        )
        if beyond == "":
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


def count_yield(
    connection: Connection, harvest: int, site_key: str, stage: int, *, fruitful: int, papers: int
) -> None:
    """Count what a visit has brought, for those who ask whether the crawl is done."""
    if fruitful or papers:
        at = {"in_harvest": harvest, "of": site_key, "during": stage}
        _COUNT_YIELD.change(connection, at | {"more_fruitful": fruitful, "more_papers": papers})


def number_layer(connection: Connection, harvest: int, depth: int, rules: Rules) -> None:
    """Give ordinals to all visits of a depth that wait; those beyond the limits are not visited."""
    in_harvest = _visit.c.harvest_id == harvest
    waiting = connection.execute(
        sa.select(_visit.c.id, _visit.c.site_key)
        .where(in_harvest, _visit.c.depth == depth, WAITS)
        .order_by(_visit.c.parent, _visit.c.position, _visit.c.url_key)
    ).all()
    if not waiting:
        return
    turns = _turns_so_far(connection, harvest, None)
    next_ordinal = (
        1 + connection.scalars(sa.select(sa.func.max(_visit.c.ordinal)).where(in_harvest)).one()
    )
    within: list[dict[str, int]] = []
    beyond: list[dict[str, object]] = []
    for row in waiting:
        of_site = turns.get(row.site_key, 0)
        ordinal = next_ordinal + len(within)
        why = rules.layer(of_site=of_site, of_all=ordinal)
        turns[row.site_key] = of_site + 1
        if why:
            beyond.append({"row": row.id, "why": why})
        else:
            within.append({"row": row.id, "place_": ordinal})
    _SET_ORDINAL.change_all(connection, within)
    if beyond:
        connection.execute(
            sa.update(_visit)
            .where(_visit.c.id == sa.bindparam("row"))
            .values(**_LEFT_OVER, detail=sa.bindparam("why")),
            beyond,
        )


def _rivals(connection: Connection, queue: Any) -> Sequence[Rival]:
    rows = connection.execute(
        sa.select(_queue.c.place, _queue.c.turns, _queue.c.is_done).where(
            _queue.c.harvest_id == queue.harvest_id,
            _queue.c.stage == queue.stage,
            _queue.c.place != queue.place,
        )
    )
    return [Rival(row.place, row.turns, row.is_done) for row in rows]


def _state_of(queue: Any) -> CrawlState:
    """How far the crawl is for a site: all that was done before this stage, and what the site has done in it."""
    return CrawlState(
        visited=queue.before + queue.turns,
        fruitful=queue.fruitful_before + queue.fruitful,
        papers=queue.papers_before + queue.papers,
    )


def _state_between_stages(connection: Connection, harvest: int) -> tuple[CrawlState, int]:
    """How far the crawl is when no site is being visited, and the next ordinal that is free."""
    next_ordinal, visited = connection.execute(
        sa.select(sa.func.max(_visit.c.ordinal) + 1, sa.func.count()).where(
            _visit.c.harvest_id == harvest, _visit.c.ordinal != NO_ORDINAL
        )
    ).one()
    fruitful, papers = connection.execute(
        sa.select(sa.func.sum(_queue.c.fruitful), sa.func.sum(_queue.c.papers)).where(
            _queue.c.harvest_id == harvest
        )
    ).one()
    return CrawlState(visited, int(fruitful or 0), int(papers or 0)), next_ordinal or 0


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
    for batch in batches([address_key(site) for site in sites]):
        found = connection.execute(counted.where(had, _visit.c.site_key.in_(batch)))
        turns |= {row.site_key: row[1] for row in found}
    return turns


def _rank_families(
    connection: Connection,
    harvest: int,
    stage: int,
    kinds: Collection[tuple[str, str]],
    rules: Rules,
) -> None:
    """Let what is known of families count for the links that have waited for this stage."""
    names: dict[str, set[str]] = {}
    for site, name in kinds:
        if name:
            names.setdefault(site, set()).add(name)
    for site in sorted(names):
        found = standings_of(connection, harvest, site, names[site], rules)
        for name, standing in found.items():
            rank_anew(connection, harvest, site, stage, Ranked(name, standing))
