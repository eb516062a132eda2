"""The end state of a library: all that matters of it, without what chance and time decide.

Random ids, times and integer keys are left out (events go by what they are called), and everything is in a fixed order. Two runs over the same web must end in
equal end states, whether or not one of them was killed and resumed, and in whatever order its answers came back.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from harvestman.model import Claim, Plain, claim_to_plain
from harvestman.store import schema
from harvestman.store.database import batches
from harvestman.store.library import Library
from harvestman.store.papers.claimed import claims_of
from harvestman.store.papers.of_events import held_events
from harvestman.store.storable import to_json


def end_state(library: Library) -> Plain:
    """The harvests, pages and papers of a library as one plain value that can be compared."""
    with library.database.read() as connection:
        return {
            "harvests": _sorted(_harvests(connection)),
            "pages": _sorted(_pages(connection)),
            "papers": _sorted(_papers(connection)),
        }


def _harvests(connection: Connection) -> list[Plain]:
    harvest, visit = schema.harvest, schema.visit
    shown = ("url", "depth", "parent", "position", "ordinal", "state", "status", "detail")
    visits = _rows_by(
        connection, visit.c.harvest_id, [*(visit.c[name] for name in shown), visit.c.http_status]
    )
    return [
        {
            "seeds": row.seeds,
            "depth": row.depth,
            "limit": row.page_limit,
            "is_finished": row.finished is not None,
            "visits": _sorted(visits.get(row.id, [])),
        }
        for row in connection.execute(sa.select(harvest))
    ]


def _pages(connection: Connection) -> list[Plain]:
    page, link = schema.page, schema.link
    links = _rows_by(
        connection, link.c.page_id, [link.c.position, link.c.target, link.c.anchor, link.c.rel]
    )
    states = []
    for row in connection.execute(sa.select(page)).mappings():
        state: Plain = {
            name: value for name, value in row.items() if name not in ("id", "url_key", "fetched")
        }
        state["links"] = _sorted(links.get(row["id"], []))
        states.append(state)
    return states


def _papers(connection: Connection) -> list[Plain]:
    paper, key = schema.paper, schema.paper_key
    keys = _rows_by(connection, key.c.paper_id, [key.c.key])
    views = {row.id: row.view for row in connection.execute(sa.select(paper.c.id, paper.c.view))}
    events = _calls_of_events(connection)
    found = []
    for batch in batches(views):
        for row, claims in claims_of(connection, batch).items():
            told = [_called(_timeless(claim), events) for claim in claims]
            found.append(
                {
                    "view": _called(views[row], events),
                    "keys": _sorted(keys.get(row, [])),
                    "claims": _sorted(told),
                }
            )
    return found


def _calls_of_events(connection: Connection) -> dict[str, str]:
    """What each event is called, by its random id: its title, year and site."""
    rows = connection.scalars(sa.select(schema.event.c.id)).all()
    events = [held.event for held in held_events(connection, rows).values()]
    return {event.id: f"{event.title}, {event.year}, {event.site}" for event in events}


def _called(value: Any, events: Mapping[str, str]) -> Any:
    """A plain value in which events go by what they are called."""
    if isinstance(value, dict):
        return {name: _called(part, events) for name, part in value.items()}
    if isinstance(value, list):
        return [_called(part, events) for part in value]
    return events.get(value, value) if isinstance(value, str) else value


def _timeless(claim: Claim) -> Plain:
    plain = claim_to_plain(claim)
    del plain["time"]
    return {"subject": claim.subject, **plain}


def _rows_by(
    connection: Connection, owner: sa.ColumnElement[int], columns: list[sa.ColumnElement[Any]]
) -> dict[int, list[Plain]]:
    found: dict[int, list[Plain]] = {}
    for row in connection.execute(sa.select(owner.label("owner"), *columns)).mappings():
        plain = dict(row)
        found.setdefault(plain.pop("owner"), []).append(plain)
    return found


def _sorted(values: list[Plain]) -> list[Plain]:
    return sorted(values, key=to_json)
