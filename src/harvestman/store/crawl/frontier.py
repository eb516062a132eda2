"""The frontier: where links wait until it is their turn (`turns.py` says whose turn it is).

Each URL waits once in a harvest. Of several places that name it the best one counts, by a fixed order, so that it does not matter
which of them was seen first. The rows of a site are written by the process that has leased it and by no other: a link that
leaves its site is put among the departures, and the next stage takes it up.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from harvestman.model import HarvestRequest, Lead, Link, Order, Status, Visit
from harvestman.store.crawl.families import Ranked, standings_of
from harvestman.store.crawl.rules import Rules, Standing
from harvestman.store.ids import address_key
from harvestman.store.statements import Statement
from harvestman.text import site_of

if TYPE_CHECKING:
    from harvestman.store.asking import AnyConnection

# The states of a visit. What is a trap or lies beyond the limits is remembered, but not visited.
OPEN, DONE, BEYOND = "open", "done", "beyond"
NO_ORDINAL = -1

# The state is written into the statements. Given as a value, SQLite would have to plan each anew for every run, for a partial index of visits
# depends on it: that was a tenth of keeping a page.
WAITS = f"state = '{OPEN}' AND ordinal = {NO_ORDINAL}"
AT = "harvest_id = :in_harvest AND site_key = :of AND stage = :during"

_READ = frozenset(str(status) for status in Status if status.is_read)
_GIVEN_FIRST = 1000  # the score of the given pages: they come before all links
_MAX_SEEN = 100_000  # some 30 MB
_UNVISITED = Standing()

_PLACE = (
    *("harvest_id", "url", "url_key", "depth", "parent", "position"),
    *("site_key", "stage", "score", "family"),
)
_UPSERT_VISITS = Statement.insert(
    "visit", *_PLACE, "ordinal", "state", "status", "detail", "rank",
    # The least of all places by a fixed order, so that it does not matter which of them was seen first. A visit whose turn has come is settled.
    then=f"""
    ON CONFLICT (harvest_id, url_key) DO UPDATE
    SET depth = excluded.depth, parent = excluded.parent, position = excluded.position,
      state = excluded.state, status = excluded.status, detail = excluded.detail,
      stage = excluded.stage, score = excluded.score, rank = excluded.rank
    WHERE visit.ordinal = {NO_ORDINAL} AND
      (excluded.stage, -excluded.score, excluded.depth, excluded.parent, excluded.position)
      < (visit.stage, -visit.score, visit.depth, visit.parent, visit.position)
    """,  # noqa: S608 (our own number)
)  # fmt: skip
_INSERT_DEPARTURES = Statement.insert("departure", *_PLACE, "trap")
_SELECT_DEPARTURES = Statement(
    f"SELECT {', '.join(_PLACE)}, trap FROM departure WHERE harvest_id = :in_harvest"  # noqa: S608 (our own names)
)
_DROP_DEPARTURES = Statement("DELETE FROM departure WHERE harvest_id = :in_harvest")
_SELECT_DONE = Statement(
    f"""
    SELECT url_key, status FROM visit
    WHERE harvest_id = :in_harvest AND url_key IN :keys AND state = '{DONE}'
    """  # noqa: S608
)
# By nothing but its key: told the site as well, SQLite looks through all visits of that. A page that was given is always visited.
_FORGET = Statement(
    f"""
    DELETE FROM visit
    WHERE harvest_id = :in_harvest AND url_key IN :keys AND parent >= 0 AND {WAITS}
    """  # noqa: S608
)
_OF_FAMILY = f"{AT} AND {WAITS} AND family = :named"
_RANK_FAMILY = Statement(f"UPDATE visit SET rank = score + :points WHERE {_OF_FAMILY}")  # noqa: S608
_LEAVE_FAMILY = Statement(
    f"""
    UPDATE visit SET state = '{BEYOND}', status = '{Status.TRAP}', detail = :why
    WHERE {_OF_FAMILY}
    """  # noqa: S608
)


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


@dataclass(frozen=True, slots=True)
class Whence:
    """The visit whose page has the links."""

    depth: int
    ordinal: int
    stage: int
    site: str


def add_seeds(connection: AnyConnection, harvest: int, request: HarvestRequest) -> None:
    """Put the given pages on the frontier of a new harvest."""
    rows = [
        _visit_row(
            harvest,
            Lead(Link(url, "", position), _GIVEN_FIRST, steps=0),
            Whence(depth=0, ordinal=-1, stage=0, site=site_of(url)),
            request.order,
        )
        for position, url in enumerate(request.seeds)
    ]
    _UPSERT_VISITS.change_all(connection, rows)


def add_links(
    connection: AnyConnection,
    harvest: int,
    request: HarvestRequest,
    found: Iterable[tuple[Whence, Sequence[Lead]]],
    *,
    rules: Rules,
    seen: Seen,
) -> None:
    """Put the links of pages on the frontier.

    A link to another site waits for the next stage, and one beyond the request's depth is not followed. What `seen` has
    at a better place is not written again.
    """
    news = [
        (whence, lead)
        for whence, leads in found
        for lead in _news_of(leads, whence, request, seen).values()
    ]
    news = _without_twins(connection, harvest, news)
    names: dict[str, set[str]] = {}
    for whence, lead in news:
        names.setdefault(whence.site, set()).add(lead.family)
    known = {
        site: standings_of(connection, harvest, address_key(site), of_site, rules)
        for site, of_site in names.items()
    }
    staying, leaving = [], []
    for whence, lead in news:
        if site_of(lead.link.target) == whence.site:
            standing = known[whence.site].get(lead.family, _UNVISITED)
            staying.append(_visit_row(harvest, lead, whence, request.order, standing))
        else:
            leaving.append(_place(harvest, lead, whence, request.order) | {"trap": lead.trap})
    _UPSERT_VISITS.change_all(connection, staying)
    _INSERT_DEPARTURES.change_all(connection, leaving)


def _news_of(
    leads: Iterable[Lead], whence: Whence, request: HarvestRequest, seen: Seen
) -> dict[str, Lead]:
    """Those links of a page that are to be written, by their targets."""
    first: dict[str, Lead] = {}
    for lead in sorted(leads, key=lambda lead: (-lead.score, lead.link.position)):
        depth = whence.depth + lead.steps
        if depth > request.depth:
            continue
        stays = site_of(lead.link.target) == whence.site
        place = (
            _stage_of(depth, request.order, whence.stage if stays else whence.stage + 1),
            -lead.score if request.order is Order.BEST else 0,
            depth,
            whence.ordinal,
            lead.link.position,
        )
        if seen.is_news(lead.link.target, place):
            first.setdefault(lead.link.target, lead)
    return first


def forget_twins(
    connection: AnyConnection, harvest: int, site: str, twins: Collection[str]
) -> None:
    """Take other addresses of pages that were read off their site's frontier; those on other sites are not ours to take."""
    keys = [address_key(url) for url in twins if site_of(url) == site]
    if keys:
        _FORGET.change(connection, {"in_harvest": harvest, "keys": keys})


def _without_twins(
    connection: AnyConnection, harvest: int, news: list[tuple[Whence, Lead]]
) -> list[tuple[Whence, Lead]]:
    """Those of these links whose pages were not read under another address."""
    keys = {twin: address_key(twin) for _, lead in news for twin in lead.twins}
    if not keys:
        return news
    found = _SELECT_DONE.rows(connection, {"in_harvest": harvest, "keys": list(keys.values())})
    read = {row.url_key for row in found if row.status in _READ}
    return [one for one in news if not any(keys[twin] in read for twin in one[1].twins)]


def arrive(connection: AnyConnection, harvest: int) -> None:
    """Put the links that have left their sites on the frontier; when no site is being visited, between two stages."""
    it = {"in_harvest": harvest}
    waiting = [row._asdict() for row in _SELECT_DEPARTURES.rows(connection, it)]
    if waiting:
        _UPSERT_VISITS.change_all(connection, (row | _as_yet(row) for row in waiting))
        _DROP_DEPARTURES.change(connection, it)


def rank_anew(
    connection: AnyConnection, harvest: int, site_key: str, stage: int, family: Ranked
) -> None:
    """Rank the waiting links of a family anew, or leave them alone."""
    at = {"in_harvest": harvest, "of": site_key, "during": stage, "named": family.name}
    if family.standing.why_left:
        _LEAVE_FAMILY.change(connection, at | {"why": family.standing.why_left})
    else:
        _RANK_FAMILY.change(connection, at | {"points": family.standing.points})


def visit_of(row: Any) -> Visit:
    """A row of the frontier as everybody knows it."""
    return Visit(row.url, row.depth, row.parent, row.position, row.ordinal)


def _place(harvest: int, lead: Lead, whence: Whence, order: Order) -> dict[str, Any]:
    """Where a link waits."""
    target_site = site_of(lead.link.target)
    depth = whence.depth + lead.steps
    stage = whence.stage if target_site == whence.site else whence.stage + 1
    return {
        "harvest_id": harvest,
        "url": lead.link.target,
        "url_key": address_key(lead.link.target),
        "depth": depth,
        "parent": whence.ordinal,
        "position": lead.link.position,
        "site_key": address_key(target_site),
        "stage": _stage_of(depth, order, stage),
        "score": lead.score if order is Order.BEST else 0,
        "family": lead.family,
    }


def _visit_row(
    harvest: int, lead: Lead, whence: Whence, order: Order, standing: Standing = _UNVISITED
) -> dict[str, Any]:
    """A link as it waits on its own site's frontier."""
    place = _place(harvest, lead, whence, order)
    row = place | _as_yet(place | {"trap": lead.trap or standing.why_left})
    if order is Order.BEST:
        row["rank"] += standing.points
    return row


def _as_yet(place: Any) -> dict[str, Any]:
    """What is known of a link that was not visited yet: it waits, unless it is a trap."""
    trap = place["trap"]
    return {
        "ordinal": NO_ORDINAL,
        "state": BEYOND if trap else OPEN,
        "status": str(Status.TRAP) if trap else None,
        "detail": trap or None,
        "rank": place["score"],
    }


def _stage_of(depth: int, order: Order, stage: int) -> int:
    return depth if order is Order.BREADTH else stage
