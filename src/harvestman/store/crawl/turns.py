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
from typing import TYPE_CHECKING, Any

from harvestman.model import CrawlState, HarvestRequest, Order, Status, Visit
from harvestman.store.crawl.families import Ranked, standings_of
from harvestman.store.crawl.frontier import (
    AT,
    BEYOND,
    NO_ORDINAL,
    OPEN,
    WAITS,
    arrive,
    rank_anew,
)
from harvestman.store.crawl.rules import Rival, Rules, Turn
from harvestman.store.ids import address_key
from harvestman.store.statements import Statement
from harvestman.text import site_of

if TYPE_CHECKING:
    from harvestman.store.asking import AnyConnection

_GREATEST = 2**31 - 1
_NO_NUMBERS = "there are no more numbers for visits"
_DONE = "the crawl had found what it was for"

_OF_A_VISIT = """
    id, url, depth, parent, position, ordinal,
    NOT EXISTS (SELECT 1 FROM page WHERE page.url_key = visit.url_key) AS is_new
"""
_SELECT_NUMBERED = Statement(
    f"""
    SELECT {_OF_A_VISIT} FROM visit
    WHERE {AT} AND state = '{OPEN}' AND ordinal > {NO_ORDINAL} ORDER BY ordinal LIMIT :most
    """  # noqa: S608 (our own words)
)
_SELECT_BEST = Statement(
    f"""
    SELECT {_OF_A_VISIT} FROM visit WHERE {AT} AND {WAITS}
    ORDER BY rank DESC, depth, parent, position, url_key LIMIT :most
    """  # noqa: S608
)
_SET_ORDINAL = Statement("UPDATE visit SET ordinal = :ordinal WHERE id = :row")
_IS_QUEUE = (
    "site_queue.harvest_id = :in_harvest AND site_queue.stage = :during"
    " AND site_queue.site_key = :of"
)
_SELECT_QUEUE = Statement(
    f"""
    SELECT site_queue.harvest_id, site_queue.stage, site_queue.place, site_queue.earlier,
      site_queue.turns, site_queue.is_done, site_queue.fruitful, site_queue.papers,
      stage.first, stage.before, stage.sites,
      stage.fruitful AS fruitful_before, stage.papers AS papers_before
    FROM site_queue
    JOIN stage ON stage.harvest_id = site_queue.harvest_id AND stage.number = site_queue.stage
    WHERE {_IS_QUEUE}
    """,  # noqa: S608
    locking="FOR UPDATE OF site_queue",  # of this site alone
)
_COUNT_TURNS = Statement(
    f"UPDATE site_queue SET turns = :had, is_done = :over WHERE {_IS_QUEUE}"  # noqa: S608
)
_COUNT_YIELD = Statement(
    f"""
    UPDATE site_queue SET fruitful = fruitful + :fruitful, papers = papers + :papers
    WHERE {_IS_QUEUE}
    """  # noqa: S608
)
_LEFT_OVER = f"state = '{BEYOND}', status = '{Status.BEYOND_BUDGET}', detail = :why"
_END_WAIT = Statement(f"UPDATE visit SET {_LEFT_OVER} WHERE {AT} AND {WAITS}")  # noqa: S608
_LEAVE = Statement(f"UPDATE visit SET {_LEFT_OVER} WHERE id = :row")  # noqa: S608

_IS_OPEN = f"harvest_id = :in_harvest AND state = '{OPEN}'"
_LEAVE_ALL = Statement(f"UPDATE visit SET {_LEFT_OVER} WHERE {_IS_OPEN}")  # noqa: S608
_LAST_STAGE = Statement(f"SELECT max(stage) FROM visit WHERE {_IS_OPEN}")  # noqa: S608
_SELECT_OPEN = Statement(
    f"""
    SELECT url, site_key, family FROM visit WHERE {_IS_OPEN} AND stage = :during
    ORDER BY parent, position, url_key
    """  # noqa: S608
)
_SELECT_LAYER = Statement(
    f"""
    SELECT id, site_key FROM visit WHERE harvest_id = :in_harvest AND depth = :depth AND {WAITS}
    ORDER BY parent, position, url_key
    """  # noqa: S608
)
_LAST_ORDINAL = Statement("SELECT max(ordinal) FROM visit WHERE harvest_id = :in_harvest")

_HAD_TURN = f"harvest_id = :in_harvest AND ordinal <> {NO_ORDINAL}"
_VISITED = Statement(
    f"SELECT max(ordinal) + 1 AS next_ordinal, count(*) AS visited FROM visit WHERE {_HAD_TURN}"  # noqa: S608
)
_YIELD = Statement(
    """
    SELECT sum(fruitful) AS fruitful, sum(papers) AS papers FROM site_queue
    WHERE harvest_id = :in_harvest
    """
)
_TURNS_OF_ALL = Statement(
    f"SELECT site_key, count(*) AS turns FROM visit WHERE {_HAD_TURN} GROUP BY site_key"  # noqa: S608
)
_TURNS_OF = Statement(
    f"""
    SELECT site_key, count(*) AS turns FROM visit WHERE {_HAD_TURN} AND site_key IN :sites
    GROUP BY site_key
    """  # noqa: S608
)

_HAS_BEGUN = Statement("SELECT 1 FROM stage WHERE harvest_id = :in_harvest AND number = :during")
_INSERT_STAGE = Statement.insert(
    "stage", "harvest_id", "number", "first", "before", "sites", "fruitful", "papers"
)
_INSERT_QUEUE = Statement.insert(
    "site_queue",
    *("harvest_id", "stage", "site_key", "site", "place", "earlier", "turns", "is_done"),
    *("fruitful", "papers"),
)
_SELECT_QUEUED = Statement(
    """
    SELECT site FROM site_queue WHERE harvest_id = :in_harvest AND stage = :during AND NOT is_done
    ORDER BY place
    """
)
_SELECT_RIVALS = Statement(
    """
    SELECT place, turns, is_done FROM site_queue
    WHERE harvest_id = :in_harvest AND stage = :during AND place <> :place
    """
)


@dataclass(frozen=True, slots=True)
class Taken:
    """What a site is to do next."""

    visits: tuple[Visit, ...] = ()
    is_done: bool = False
    """Whether the site has nothing more to do in this stage. If not, and without visits, it has to wait for others."""


def begin_stage(
    connection: AnyConnection, harvest: int, request: HarvestRequest, number: int, rules: Rules
) -> list[str] | None:
    """The sites of a stage that are not done with it; None when there is no such stage and none after it.

    The caller holds the harvest: a stage is begun once.
    """
    it = {"in_harvest": harvest, "during": number}
    if _HAS_BEGUN.first(connection, it) is not None:
        return [row.site for row in _SELECT_QUEUED.rows(connection, it)]
    arrive(connection, harvest)
    last = _LAST_STAGE.value(connection, it)
    if last is None or last < number:
        return None
    state, first = _state_between_stages(connection, harvest)
    if number and rules.is_done(state):
        _LEAVE_ALL.change(connection, it | {"why": _DONE})
        return None
    rows = _SELECT_OPEN.rows(connection, it)
    sites = list(dict.fromkeys(site_of(row.url) for row in rows))
    _rank_families(connection, harvest, number, {(r.site_key, r.family) for r in rows}, rules)
    earlier = _turns_so_far(connection, harvest, sites)
    if request.order is Order.BREADTH:
        number_layer(connection, harvest, number, rules)
        state, first = _state_between_stages(connection, harvest)
    _INSERT_STAGE.change(
        connection,
        {
            "harvest_id": harvest,
            "number": number,
            "first": first,
            "before": state.visited,
            "sites": len(sites),
            "fruitful": state.fruitful,
            "papers": state.papers,
        },
    )
    _INSERT_QUEUE.change_all(
        connection,
        (
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
        ),
    )
    return sites


def take(
    connection: AnyConnection, harvest: int, *, stage: int, site: str, most: int, rules: Rules
) -> Taken:
    """The next visits of a site: those whose turn had come when somebody was killed, or else the best that wait."""
    at = {"in_harvest": harvest, "of": address_key(site), "during": stage}
    begun = _SELECT_NUMBERED.rows(connection, at | {"most": most})
    if begun:
        return Taken(tuple(_visit_now(row, row.ordinal) for row in begun))
    queue = _SELECT_QUEUE.first(connection, at)
    rows = [] if queue.is_done else _SELECT_BEST.rows(connection, at | {"most": most})
    if rows and rules.is_done(_state_of(queue)):
        _END_WAIT.change(connection, at | {"why": _DONE})
        rows = []
    visits: list[Visit] = []
    numbered: list[dict[str, int]] = []
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
            numbered.append({"row": row.id, "ordinal": ordinal})
            visits.append(_visit_now(row, ordinal))
            continue
        if visits or beyond is None:
            break
        _END_WAIT.change(connection, at | {"why": beyond})
        rows = []
        break
    _SET_ORDINAL.change_all(connection, numbered)
    if visits or not rows:
        turns = queue.turns + len(visits)
        _COUNT_TURNS.change(connection, at | {"had": turns, "over": not rows})
    return Taken(tuple(visits), is_done=not rows)


def count_yield(
    connection: AnyConnection,
    harvest: int,
    site_key: str,
    stage: int,
    *,
    fruitful: int,
    papers: int,
) -> None:
    """Count what a visit has brought, for those who ask whether the crawl is done."""
    if fruitful or papers:
        at = {"in_harvest": harvest, "of": site_key, "during": stage}
        _COUNT_YIELD.change(connection, at | {"fruitful": fruitful, "papers": papers})


def number_layer(connection: AnyConnection, harvest: int, depth: int, rules: Rules) -> None:
    """Give ordinals to all visits of a depth that wait; those beyond the limits are not visited."""
    it = {"in_harvest": harvest}
    waiting = _SELECT_LAYER.rows(connection, it | {"depth": depth})
    if not waiting:
        return
    turns = _turns_so_far(connection, harvest, None)
    next_ordinal = 1 + _LAST_ORDINAL.value(connection, it)
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
            within.append({"row": row.id, "ordinal": ordinal})
    _SET_ORDINAL.change_all(connection, within)
    _LEAVE.change_all(connection, beyond)


def _rivals(connection: AnyConnection, queue: Any) -> Sequence[Rival]:
    it = {"in_harvest": queue.harvest_id, "during": queue.stage, "place": queue.place}
    rows = _SELECT_RIVALS.rows(connection, it)
    return [Rival(row.place, row.turns, bool(row.is_done)) for row in rows]


def _state_of(queue: Any) -> CrawlState:
    """How far the crawl is for a site: all that was done before this stage, and what the site has done in it."""
    return CrawlState(
        visited=queue.before + queue.turns,
        fruitful=queue.fruitful_before + queue.fruitful,
        papers=queue.papers_before + queue.papers,
    )


def _state_between_stages(connection: AnyConnection, harvest: int) -> tuple[CrawlState, int]:
    """How far the crawl is when no site is being visited, and the next ordinal that is free."""
    it = {"in_harvest": harvest}
    made = _VISITED.first(connection, it)
    brought = _YIELD.first(connection, it)
    state = CrawlState(made.visited, int(brought.fruitful or 0), int(brought.papers or 0))
    return state, made.next_ordinal or 0


def _visit_now(row: Any, ordinal: int) -> Visit:
    """A visit whose turn has come."""
    return Visit(row.url, row.depth, row.parent, row.position, ordinal, is_new=bool(row.is_new))


def _turns_so_far(
    connection: AnyConnection, harvest: int, sites: Collection[str] | None
) -> dict[str, int]:
    """How many turns sites have had, by their keys; of all sites when none are named."""
    it = {"in_harvest": harvest}
    if sites is None:
        rows = _TURNS_OF_ALL.rows(connection, it)
    else:
        rows = _TURNS_OF.rows(connection, it | {"sites": [address_key(site) for site in sites]})
    return {row.site_key: row.turns for row in rows}


def _rank_families(
    connection: AnyConnection,
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
